//! The program's own pictures: sprites, letters, title and fabrics, in one texture, read through [`Files`].

use macroquad::prelude::Image;
use seamwalker::level::{Files, without_bom};
use serde::de::DeserializeOwned;

use super::atlas::{AtlasPage, Packer, Region, cut};
use super::recolor;
use super::sprites::{self, SpriteEntry, Sprites};
use super::text::{Font, FontSheet};
use crate::app::ui::{ButtonPrompts, Words};

/// The fabrics of the quilt: names of tilesets.
pub const FABRICS: [&str; 7] = ["denim", "gingham", "dots", "herringbone", "velvet", "wool", "silk"];

/// The pictures, letters and words that all screens share.
pub struct Assets {
    /// The texture atlas.
    pub page: AtlasPage,
    /// The silhouettes of everything in the atlas, for outlines in high contrast.
    pub shapes: Option<AtlasPage>,
    /// The named pictures.
    pub sprites: Sprites,
    /// The letters.
    pub font: Font,
    /// The game's name.
    pub title: Region,
    /// One tile of each of [`FABRICS`].
    pub fabrics: [Region; FABRICS.len()],
    /// The words of the interface.
    pub words: Words,
    /// The keys or buttons that texts show.
    pub prompts: ButtonPrompts,
    /// Files that could not be read, and why.
    pub complaints: Vec<String>,
}

impl Assets {
    /// Reads everything. A missing file is replaced by something visible, with a complaint. With `safe`, hazards get
    /// colour-blind friendly colours; with `bold`, the shapes for thick outlines are made.
    pub fn load(files: &dyn Files, [safe, bold]: [bool; 2]) -> Self {
        let (words, mut complaints) = Words::load(files);
        let sprite_list: Vec<SpriteEntry> = parse_or_default(files, "assets/sprites.ron", &mut complaints);
        let glyph_list: FontSheet = parse_or_default(files, "assets/font.ron", &mut complaints);
        let mut picture = |path: &str| {
            image(files, path).unwrap_or_else(|error| {
                complaints.push(format!("{path}: {error}"));
                stripes()
            })
        };
        let mut packer = Packer::default();
        let missing = packer.add(stripes());
        let [mut sprites, font, title] =
            ["assets/sprites.png", "assets/font.png", "assets/title.png"].map(&mut picture);
        if safe {
            recolor::recolor(&mut sprites, sprites::frame_rects(&sprite_list, recolor::is_hazard));
        }
        let [sprites, font, title] = [sprites, font, title].map(|image| packer.add(image));
        let fabrics =
            FABRICS.map(|name| packer.add(cut(&picture(&format!("maps/tilesets/{name}.png")), [0, 0, 16, 16])));
        let (page, shapes, regions) = packer.finish(bold);
        Self {
            sprites: Sprites::new(sprite_list, regions[sprites], regions[missing]),
            font: Font::new(&glyph_list, regions[font]),
            title: regions[title],
            fabrics: fabrics.map(|i| regions[i]),
            page,
            shapes,
            words,
            prompts: ButtonPrompts::default(),
            complaints,
        }
    }

    /// The fabric with this name, or else one by number.
    pub fn fabric(&self, name: &str, fallback: usize) -> Region {
        let named = FABRICS.iter().position(|known| *known == name);
        self.fabrics[named.unwrap_or(fallback % FABRICS.len())]
    }
}

/// Reads a RON file.
pub fn parse<T: DeserializeOwned>(files: &dyn Files, path: &str) -> Result<T, String> {
    let bytes = files.read(path).map_err(|e| e.to_string())?;
    let text = std::str::from_utf8(without_bom(&bytes)).map_err(|e| e.to_string())?;
    ron::from_str(text).map_err(|e| e.to_string())
}

fn parse_or_default<T: DeserializeOwned + Default>(files: &dyn Files, path: &str, complaints: &mut Vec<String>) -> T {
    parse(files, path).unwrap_or_else(|error| {
        complaints.push(format!("{path}: {error}"));
        T::default()
    })
}

fn image(files: &dyn Files, path: &str) -> Result<Image, String> {
    let bytes = files.read(path).map_err(|e| e.to_string())?;
    Image::from_file_with_format(&bytes, None).map_err(|e| e.to_string())
}

/// The placeholder for a missing picture: ink and cream stripes.
fn stripes() -> Image {
    let pixel = |i: usize| {
        if ((i % 16 + i / 16) / 4).is_multiple_of(2) { [0x2b, 0x21, 0x36, 255] } else { [0xf6, 0xea, 0xd0, 255] }
    };
    Image { bytes: (0..256).flat_map(pixel).collect(), width: 16, height: 16 }
}

/// The window's icon in three sizes; `None` when a picture is missing or has another size.
pub fn icon(files: &dyn Files) -> Option<macroquad::miniquad::conf::Icon> {
    let bytes = |size: u16| image(files, &format!("assets/icon{size}.png")).ok().map(|i| i.bytes);
    Some(macroquad::miniquad::conf::Icon {
        small: bytes(16)?.try_into().ok()?,
        medium: bytes(32)?.try_into().ok()?,
        big: bytes(64)?.try_into().ok()?,
    })
}

//! The program's own pictures: sprites, letters, title and fabrics, in one texture, read through [`Files`].

use macroquad::prelude::Image;
use seamwalker::level::{Files, without_bom};

use super::atlas::{AtlasPage, Packer, Region, cut};
use super::recolor;
use super::sprites::{self, Sprites};
use super::text::Font;
use crate::app::ui::button_prompts::ButtonPrompts;
use crate::app::ui::words::Words;

/// The fabrics of the quilt, as the tilesets are named.
const FABRICS: [&str; 7] = ["denim", "gingham", "dots", "herringbone", "velvet", "wool", "silk"];

/// Everything that every screen draws from.
pub struct Assets {
    /// The one texture.
    pub page: AtlasPage,
    /// The shapes of all that is in it, for outlines.
    pub shapes: Option<AtlasPage>,
    /// The named pictures.
    pub sprites: Sprites,
    /// The letters.
    pub font: Font,
    /// The game's name.
    pub title: Region,
    /// One tile of each fabric.
    pub fabrics: Vec<Region>,
    /// The words of the interface.
    pub words: Words,
    /// What the player plays with: texts show its keys.
    pub hands: ButtonPrompts,
    /// What could not be read.
    pub complaints: Vec<String>,
}

impl Assets {
    /// Reads everything. What is missing is replaced by something visible and complained about. What hurts has `safe` colours,
    /// and all has shapes where there are to be thick outlines.
    pub fn load(files: &dyn Files, [safe, bold]: [bool; 2]) -> Self {
        let mut complaints = Vec::new();
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
            let list = text(files, "assets/sprites.ron").unwrap_or_default();
            recolor::recolor(&mut sprites, sprites::places(&list, recolor::hurts));
        }
        let [sprites, font, title] = [sprites, font, title].map(|image| packer.add(image));
        let fabrics =
            FABRICS.map(|name| packer.add(cut(&picture(&format!("maps/tilesets/{name}.png")), [0, 0, 16, 16])));
        let (page, shapes, regions) = if bold {
            let (page, shapes, regions) = packer.finish_with_shapes();
            (page, Some(shapes), regions)
        } else {
            let (page, regions) = packer.finish();
            (page, None, regions)
        };
        let missing = regions[missing];
        let (words, strange) = Words::load(files);
        complaints.extend(strange);
        let list = text(files, "assets/sprites.ron")
            .and_then(|ron| Sprites::new(&ron, regions[sprites], missing).map_err(|e| e.to_string()));
        let letters =
            text(files, "assets/font.ron").and_then(|ron| Font::new(&ron, regions[font]).map_err(|e| e.to_string()));
        let mut or_complain = |path: &str, error: String| complaints.push(format!("{path}: {error}"));
        Self {
            sprites: list.unwrap_or_else(|e| {
                or_complain("assets/sprites.ron", e);
                Sprites::empty(missing)
            }),
            font: letters.unwrap_or_else(|e| {
                or_complain("assets/font.ron", e);
                Font::empty()
            }),
            title: regions[title],
            fabrics: fabrics.map(|i| regions[i]).to_vec(),
            page,
            shapes,
            words,
            hands: ButtonPrompts::default(),
            complaints,
        }
    }
}

impl Assets {
    /// The cloth of this name; where there is none of that name, one by number.
    pub fn fabric(&self, name: &str, otherwise: usize) -> Option<Region> {
        let named = FABRICS.iter().position(|known| *known == name).unwrap_or(otherwise % FABRICS.len());
        self.fabrics.get(named).copied()
    }
}

fn text(files: &dyn Files, path: &str) -> Result<String, String> {
    let bytes = files.read(path).map_err(|e| e.to_string())?;
    String::from_utf8(without_bom(&bytes).to_owned()).map_err(|e| e.to_string())
}

fn image(files: &dyn Files, path: &str) -> Result<Image, String> {
    let bytes = files.read(path).map_err(|e| e.to_string())?;
    Image::from_file_with_format(&bytes, None).map_err(|e| e.to_string())
}

/// What stands in for a picture that is missing: ink and cream stripes.
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

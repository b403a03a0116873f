//! The program's own pictures: sprites, letters, title and fabrics, in one texture, read through [`Files`].

use std::io::ErrorKind;

use glam::UVec2;
use macroquad::color::Color;
use macroquad::prelude::Image;
use seamwalker_level::{Files, Limits, decode_picture};
use serde::de::DeserializeOwned;

use super::atlas::{AtlasPage, Packer, Region, cut};
use super::own_sprites::{OwnSprite, own_sprites};
use super::sprites::{self, SpriteEntry, Sprites};
use super::text::{Font, FontSheet};
use super::{palette, recolor};
use crate::app::asset_files::{OWN, parse};
use crate::app::ui::{ButtonPrompts, Words};

/// The fabrics of the quilt: names of tilesets.
pub const FABRICS: [&str; 7] = ["denim", "gingham", "dots", "herringbone", "velvet", "wool", "silk"];

/// The longest side of a picture of a pack, in pixels.
const MAX_PICTURE_SIDE: u32 = 4096;

/// The letters and colours of a pack.
const OWN_FONT: [&str; 2] = ["font.ron", "font.png"];
const OWN_PALETTE: &str = "palette.ron";

/// The name of the game as a picture, and its largest size in pixels.
const TITLE: &str = "assets/title.png";
const MAX_TITLE_SIZE: UVec2 = UVec2::new(600, 88);

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
        let [mut sprites, font] = ["assets/sprites.png", "assets/font.png"].map(&mut picture);
        let fabrics = FABRICS.map(|name| cut(&picture(&format!("maps/tilesets/{name}.png")), [0, 0, 16, 16]));
        let title = title_picture(files).unwrap_or_else(|error| {
            complaints.push(format!("{TITLE}: {error}"));
            stripes()
        });
        if safe {
            recolor::recolor(&mut sprites, sprites::frame_rects(&sprite_list, recolor::is_hazard));
        }
        let [sprites, font, title] = [sprites, font, title].map(|image| packer.add(image));
        let own = OwnLook::read(files, &sprite_list, &mut |why| complaints.push(why));
        let own_sprites: Vec<usize> = own.sprites.iter().map(|sprite| packer.add(sprite.picture(safe))).collect();
        let own_font = own.font.map(|(sheet, picture)| (sheet, packer.add(picture)));
        palette::set_own(own.colors);
        let fabrics = fabrics.map(|picture| packer.add(picture));
        let (page, shapes, regions) = packer.finish(bold);
        let mut sprites = Sprites::new(sprite_list, regions[sprites], regions[missing]);
        own.sprites.iter().zip(own_sprites).for_each(|(sprite, i)| sprites.replace(sprite, regions[i]));
        let mut font = Font::new(&glyph_list, regions[font]);
        own_font.iter().for_each(|(sheet, i)| font.replace(sheet, regions[*i]));
        Self {
            sprites,
            font,
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

/// What a pack has of its own, apart from files that simply take the place of the game's.
pub struct OwnLook {
    pub sprites: Vec<OwnSprite>,
    pub font: Option<(FontSheet, Image)>,
    pub colors: Vec<(Color, Color)>,
}

impl OwnLook {
    /// Reads it; errors are passed to `complain`.
    pub fn read(files: &dyn Files, built_in: &[SpriteEntry], complain: &mut dyn FnMut(String)) -> Self {
        let sprites = own_sprites(files, built_in, complain);
        let font = own_font(files).unwrap_or_else(|why| {
            complain(why);
            None
        });
        let colors = own_colors(files).unwrap_or_else(|why| {
            complain(format!("{OWN_PALETTE}: {why}"));
            Vec::new()
        });
        Self { sprites, font, colors }
    }
}

/// The letters of a pack.
fn own_font(files: &dyn Files) -> Result<Option<(FontSheet, Image)>, String> {
    let [sheet, picture] = OWN_FONT.map(|name| format!("{OWN}{name}"));
    // Both are read, so that both are watched.
    if let (Err(_), Err(_)) = (files.read(&sheet), files.read(&picture)) {
        return Ok(None);
    }
    let height = FontSheet::default().height;
    let sheet: FontSheet = parse(files, &sheet).map_err(|why| format!("{}: {why}", OWN_FONT[0]))?;
    if sheet.height != height {
        return Err(format!(
            "{}: its letters are {} px high; they must be {height} px high",
            OWN_FONT[0], sheet.height
        ));
    }
    let picture = image(files, &picture).map_err(|why| format!("{}: {why}", OWN_FONT[1]))?;
    let [width, bottom] = [picture.width, picture.height].map(f32::from);
    let is_inside = |&(_, x, y, w, _): &(char, f32, f32, f32, f32)| {
        [x, y, w].iter().all(|number| *number >= 0.0) && x + w <= width && y + height <= bottom
    };
    match sheet.glyphs.iter().find(|glyph| !is_inside(glyph) || !(0.0..=100.0).contains(&glyph.4)) {
        Some(glyph) => Err(format!("{}: '{}' is outside of {}", OWN_FONT[0], glyph.0, OWN_FONT[1])),
        None => Ok(Some((sheet, picture))),
    }
}

/// The colours of a pack.
fn own_colors(files: &dyn Files) -> Result<Vec<(Color, Color)>, String> {
    let path = format!("{OWN}{OWN_PALETTE}");
    match files.read(&path) {
        Ok(_) => palette::parse(&parse(files, &path)?),
        Err(_) => Ok(Vec::new()),
    }
}

fn parse_or_default<T: DeserializeOwned + Default>(files: &dyn Files, path: &str, complaints: &mut Vec<String>) -> T {
    parse(files, path).unwrap_or_else(|error| {
        complaints.push(format!("{path}: {error}"));
        T::default()
    })
}

/// Reads a picture.
pub fn image(files: &dyn Files, path: &str) -> Result<Image, String> {
    let bytes = files.read(path).map_err(|error| match error.kind() {
        ErrorKind::NotFound => "there is no such file".to_owned(),
        _ => error.to_string(),
    })?;
    let (size, bytes) = decode_picture(&bytes, &Limits { picture_side: MAX_PICTURE_SIDE, ..Limits::DEFAULT })?;
    // The limit of a side is below 2^16.
    Ok(Image { bytes, width: size.x as u16, height: size.y as u16 })
}

/// Reads the picture of the game's name.
pub fn title_picture(files: &dyn Files) -> Result<Image, String> {
    let picture = image(files, TITLE)?;
    let [width, height] = [picture.width, picture.height];
    if u32::from(width) > MAX_TITLE_SIZE.x || u32::from(height) > MAX_TITLE_SIZE.y {
        return Err(format!(
            "it has {width} x {height} pixels; the limit is {} x {}",
            MAX_TITLE_SIZE.x, MAX_TITLE_SIZE.y
        ));
    }
    Ok(picture)
}

/// The placeholder for a missing picture: ink and cream stripes.
fn stripes() -> Image {
    let pixel = |i: usize| {
        if ((i % 16 + i / 16) / 4).is_multiple_of(2) { [0x2b, 0x21, 0x36, 255] } else { [0xf6, 0xea, 0xd0, 255] }
    };
    let bytes = (0..256).map(pixel).collect::<Vec<_>>().into_flattened();
    Image { bytes, width: 16, height: 16 }
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

//! The letters of a level's texts that the game's own font lacks, from the system's fonts.

use std::collections::BTreeSet;

use seamwalker_level::{Figure, LayerContent, Level, Text};

use crate::app::render::{AtlasPage, Font};

/// Letters for the texts of a level, in the sizes of the texts.
#[derive(Default)]
pub struct SystemLetters {
    page: Option<AtlasPage>,
    /// By the size of the text, in bits.
    fonts: Vec<(u32, Font)>,
    /// Pixels of the letters per view pixel.
    density: f32,
}

impl SystemLetters {
    /// Makes the letters of all texts that `own`, the game's font, cannot write. Empty if it can write all, or if the system has no
    /// fonts. `density` is the number of pixels of the picture per view pixel.
    pub fn new(level: &Level, own: &Font, density: u32) -> Self {
        let objects = level.layers.iter().filter_map(|layer| match &layer.content {
            LayerContent::Objects(list) => Some(list),
            _ => None,
        });
        let texts = objects.flatten().filter_map(|object| match &object.figure {
            Figure::Text(text) if !own.has_all(&text.words) => Some(text),
            _ => None,
        });
        let texts: Vec<&Text> = texts.collect();
        let letters = texts.iter().flat_map(|text| text.words.chars()).filter(|letter| !letter.is_control());
        let letters: BTreeSet<char> = letters.chain(['?', ' ']).collect();
        let sizes: BTreeSet<u32> = texts.iter().map(|text| text.pixel_size.to_bits()).collect();
        if texts.is_empty() { Self::default() } else { Self::drawn(&letters, &sizes, density as f32) }
    }

    #[cfg(target_family = "wasm")]
    fn drawn(_: &BTreeSet<char>, _: &BTreeSet<u32>, _: f32) -> Self {
        Self::default()
    }

    #[cfg(not(target_family = "wasm"))]
    fn drawn(letters: &BTreeSet<char>, sizes: &BTreeSet<u32>, density: f32) -> Self {
        use crate::app::render::Packer;
        use crate::app::render::system_font::SystemFaces;

        let Some(faces) = SystemFaces::with(letters) else { return Self::default() };
        let mut packer = Packer::default();
        let mut placed = Vec::new();
        for bits in sizes {
            let size = f32::from_bits(*bits) * density;
            let letters = letters.iter().filter_map(|letter| Some((*letter, faces.letter(*letter, size)?)));
            let letters: Vec<(char, usize, f32)> =
                letters.map(|(letter, drawn)| (letter, packer.add(drawn.picture), drawn.advance)).collect();
            placed.push((*bits, letters, faces.height(size)));
        }
        let (page, _, regions) = packer.finish(false);
        let font = |(bits, letters, height): (u32, Vec<(char, usize, f32)>, f32)| {
            (bits, Font::of(letters.into_iter().map(|(letter, i, advance)| (letter, regions[i], advance)), height))
        };
        Self { page: Some(page), fonts: placed.into_iter().map(font).collect(), density }
    }

    /// The page, the font and the view pixels per pixel of its letters for a text; `None` where the game's own font serves.
    pub fn font(&self, text: &Text, own: &Font) -> Option<(&AtlasPage, &Font, f32)> {
        let page = self.page.as_ref().filter(|_| !own.has_all(&text.words))?;
        let (_, font) = self.fonts.iter().find(|(bits, _)| *bits == text.pixel_size.to_bits())?;
        Some((page, font, 1.0 / self.density))
    }
}

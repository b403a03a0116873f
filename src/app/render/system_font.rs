//! Fonts of the system, for texts in letters that the game's own font lacks.

use std::collections::BTreeSet;

use ab_glyph::{Font as _, FontRef, FontVec, GlyphId, PxScale, ScaleFont};
use fontdb::{Database, ID, Stretch, Style, Weight};
use macroquad::prelude::Image;

/// Letters are drawn at most this high, in pixels.
const MAX_HEIGHT: f32 = 256.0;

/// A font file, and the number of a face in it.
pub type FaceFile = (Vec<u8>, u32);

/// Faces of the system that together have as many of the wanted letters as the system has at all.
pub struct SystemFaces {
    faces: Vec<FontVec>,
}

/// A letter, as a white picture as high as a line.
pub struct Letter {
    pub picture: Image,
    /// To the next letter, in pixels.
    pub advance: f32,
}

impl SystemFaces {
    /// Finds faces for these letters; `None` if the system has none of them.
    pub fn with(letters: &BTreeSet<char>) -> Option<Self> {
        let read = |(data, index): FaceFile| FontVec::try_from_vec_and_index(data, index).ok();
        let faces: Vec<FontVec> = Self::files(letters).into_iter().filter_map(read).collect();
        (!faces.is_empty()).then_some(Self { faces })
    }

    /// The files of faces for these letters. Upright and regular ones come first, and of these the one with most of the letters.
    pub fn files(letters: &BTreeSet<char>) -> Vec<FaceFile> {
        let mut database = Database::new();
        database.load_system_fonts();
        let is_plain = |id: &ID| {
            database.face(*id).is_some_and(|face| {
                face.style == Style::Normal
                    && face.weight == Weight::NORMAL
                    && face.stretch == Stretch::Normal
                    && !face.monospaced
            })
        };
        let ids: Vec<ID> = database.faces().map(|face| face.id).collect();
        let (plain, others): (Vec<ID>, Vec<ID>) = ids.into_iter().partition(is_plain);
        let (mut left, mut files) = (letters.clone(), Vec::new());
        for ids in [plain, others] {
            while let Some((data, index)) = best(&database, &ids, &left) {
                let Ok(face) = FontRef::try_from_slice_and_index(&data, index) else { break };
                left.retain(|letter| face.glyph_id(*letter) == GlyphId(0));
                files.push((data, index));
            }
        }
        files
    }

    fn face(&self, letter: char) -> Option<&FontVec> {
        self.faces.iter().find(|face| face.glyph_id(letter) != GlyphId(0))
    }

    /// The height of a line of letters of this size, in pixels. The size is that of an em, as in Tiled.
    pub fn height(&self, size: f32) -> f32 {
        self.faces.first().map_or(size, |face| {
            let face = face.as_scaled(scale(face, size));
            (face.height() + face.line_gap()).ceil().max(1.0)
        })
    }

    /// A letter of this size; `None` if no face has it.
    pub fn letter(&self, letter: char, size: f32) -> Option<Letter> {
        let size = size.clamp(1.0, MAX_HEIGHT);
        let (first, face) = (self.faces.first()?, self.face(letter)?);
        let (height, ascent) = (self.height(size), first.as_scaled(scale(first, size)).ascent());
        let scaled = face.as_scaled(scale(face, size));
        let id = face.glyph_id(letter);
        let advance = scaled.h_advance(id);
        let glyph = id.with_scale_and_position(scale(face, size), ab_glyph::point(0.0, ascent.round()));
        let outlined = face.outline_glyph(glyph);
        let reach = outlined.as_ref().map_or(0.0, |outlined| outlined.px_bounds().max.x);
        let (width, rows) = (advance.max(reach).ceil().clamp(1.0, 4.0 * MAX_HEIGHT) as i32, height as i32);
        let mut bytes = [255, 255, 255, 0].repeat((width * rows) as usize);
        if let Some(outlined) = outlined {
            let min = outlined.px_bounds().min;
            outlined.draw(|x, y, covered| {
                let (x, y) = (x as i32 + min.x as i32, y as i32 + min.y as i32);
                if (0..width).contains(&x) && (0..rows).contains(&y) {
                    bytes[((y * width + x) * 4 + 3) as usize] = (covered.clamp(0.0, 1.0) * 255.0).round() as u8;
                }
            });
        }
        Some(Letter { picture: Image { bytes, width: width as u16, height: rows as u16 }, advance })
    }
}

/// The scale at which an em of a face has this many pixels.
fn scale(face: &FontVec, size: f32) -> PxScale {
    PxScale::from(size * face.height_unscaled() / face.units_per_em().unwrap_or(1000.0))
}

/// The face that has the most of the letters, of several the one without serifs; `None` if none has any.
fn best(database: &Database, ids: &[ID], letters: &BTreeSet<char>) -> Option<FaceFile> {
    let count = |id: &ID| {
        let count = |data: &[u8], index| {
            let face = FontRef::try_from_slice_and_index(data, index).ok()?;
            Some(letters.iter().filter(|letter| face.glyph_id(**letter) != GlyphId(0)).count())
        };
        Some((database.with_face_data(*id, count)??, *id))
    };
    let is_sans =
        |id: ID| database.face(id).is_some_and(|face| face.families.iter().any(|(name, _)| name.contains("Sans")));
    let counted = ids.iter().filter_map(count).filter(|(count, _)| *count > 0);
    let (_, id) = counted.max_by_key(|(count, id)| (*count, is_sans(*id)))?;
    database.with_face_data(id, |data, index| (data.to_vec(), index))
}

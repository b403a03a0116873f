//! The pictures of a level, decoded again only when their files change.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

use glam::UVec2;
use macroquad::prelude::Image;
use seamwalker_level::{Files, Level, Limits, Picture, decode_picture};

use super::atlas::AtlasPage;
use super::recolor::recolor;

/// A picture in memory.
pub struct Decoded {
    /// Its pixels.
    pub image: Image,
    /// A hash of the file's bytes, the transparent colour and the recoloured rectangles.
    pub stamp: u64,
    page: OnceCell<AtlasPage>,
}

impl Decoded {
    /// The picture as a texture of its own, made on first use.
    pub fn page(&self) -> &AtlasPage {
        self.page.get_or_init(|| AtlasPage::picture(&self.image))
    }

    /// Whether all pixels of a row are equally opaque.
    pub fn is_even(&self, row: u32) -> bool {
        let mut alphas = self.alphas([0, row, self.image.width.into(), 1]);
        let first = alphas.next();
        alphas.all(|alpha| Some(alpha) == first)
    }

    /// The opacity of each pixel of a rectangle: x, y, width and height.
    pub fn alphas(&self, [x, y, width, height]: [u32; 4]) -> impl Iterator<Item = u8> {
        let all = usize::from(self.image.width);
        let pixels = (y..y + height).flat_map(move |y| (x..x + width).map(move |x| y as usize * all + x as usize));
        pixels.filter_map(|pixel| self.image.bytes.get(pixel * 4 + 3).copied())
    }
}

/// A cache of the pictures of the last level.
#[derive(Default)]
pub struct Pictures {
    /// Hazards get colour-blind friendly colours.
    pub safe: bool,
    cache: HashMap<u64, Rc<Decoded>>,
}

impl Pictures {
    /// The pictures of a level by its indices, and why some are missing. Other pictures are dropped from the cache.
    pub fn of(&mut self, level: &Level, files: &dyn Files) -> (Vec<Option<Rc<Decoded>>>, Vec<String>) {
        let before = std::mem::take(&mut self.cache);
        let (mut left, mut complaints) = (level.picture_room(&Limits::DEFAULT), Vec::new());
        let hazards =
            |i: usize| level.tiles.iter().filter(move |tile| tile.picture == Some(i) && tile.class == "Hazard");
        let rects = |i: usize| hazards(i).map(|tile| tile.rect).filter(|_| self.safe).collect::<Vec<_>>();
        let mut load = |(i, picture): (usize, &Picture)| match decode(&before, files, (picture, &rects(i)), &mut left) {
            Ok(decoded) => {
                self.cache.insert(decoded.stamp, Rc::clone(&decoded));
                Some(decoded)
            }
            Err(error) => {
                // The reader has reported pictures without a path.
                if !picture.path.is_empty() {
                    complaints.push(format!("{}: {error}", picture.path));
                }
                None
            }
        };
        (level.pictures.iter().enumerate().map(&mut load).collect(), complaints)
    }
}

/// Reads a picture unless it is cached, applies its transparent colour, and recolours some rectangles. `left` is the number
/// of pixels that all pictures together may still have.
fn decode(
    cache: &HashMap<u64, Rc<Decoded>>,
    files: &dyn Files,
    (picture, recolored): (&Picture, &[[u32; 4]]),
    left: &mut u64,
) -> Result<Rc<Decoded>, String> {
    let bytes = picture.read(files).map_err(|e| e.to_string())?;
    let limits = Limits { picture_pixels: *left, ..Limits::DEFAULT };
    let mut hasher = DefaultHasher::new();
    (&*bytes, picture.transparent, recolored).hash(&mut hasher);
    let stamp = hasher.finish();
    let mut spend = |size: UVec2| *left = left.saturating_sub(u64::from(size.x) * u64::from(size.y));
    if let Some(decoded) = cache.get(&stamp) {
        spend(UVec2::new(decoded.image.width.into(), decoded.image.height.into()));
        return Ok(Rc::clone(decoded));
    }
    let (size, bytes) = decode_picture(&bytes, &limits)?;
    spend(size);
    // The limit of a side is below 2^16.
    let mut image = Image { bytes, width: size.x as u16, height: size.y as u16 };
    if let Some([r, g, b]) = picture.transparent {
        for pixel in image.bytes.chunks_exact_mut(4).filter(|p| p[..3] == [r, g, b]) {
            pixel[3] = 0;
        }
    }
    recolor(&mut image, recolored.iter().copied());
    Ok(Rc::new(Decoded { image, stamp, page: OnceCell::new() }))
}

#[cfg(test)]
mod tests {
    use seamwalker_assets::shipped;
    use seamwalker_level::read;

    use super::*;

    fn is_same((a, b): (&Option<Rc<Decoded>>, &Option<Rc<Decoded>>)) -> bool {
        Rc::ptr_eq(a.as_ref().unwrap(), b.as_ref().unwrap())
    }

    #[test]
    fn a_picture_is_decoded_once_and_dropped_with_its_level() {
        let files = shipped();
        let mut level = read(&files, "maps/first_stitch.tmx").unwrap();
        let mut pictures = Pictures::default();
        let (first, complaints) = pictures.of(&level, &files);
        assert!(complaints.is_empty() && first.len() > 1, "{complaints:?}");
        let (again, _) = pictures.of(&level, &files);
        assert!(first.iter().zip(&again).all(is_same));

        let gone = level.pictures.pop().unwrap();
        pictures.of(&level, &files);
        level.pictures.push(gone);
        let (back, _) = pictures.of(&level, &files);
        let known: Vec<bool> = first.iter().zip(&back).map(is_same).collect();
        assert_eq!(known.iter().position(|same| !same), Some(known.len() - 1), "only the last one was read again");
    }

    #[test]
    fn only_hazards_are_recoloured_and_another_transparent_colour_makes_another_picture() {
        let files = shipped();
        let mut level = read(&files, "maps/first_stitch.tmx").unwrap();
        let mut pictures = Pictures::default();
        let (default, _) = pictures.of(&level, &files);
        pictures.safe = true;
        let (safe, _) = pictures.of(&level, &files);
        let hazards = level.tiles.iter().filter(|tile| tile.class == "Hazard").filter_map(|tile| tile.picture);
        let hazards: Vec<usize> = hazards.collect();
        assert!(!hazards.is_empty());
        for i in 0..default.len() {
            assert_eq!(is_same((&default[i], &safe[i])), !hazards.contains(&i), "picture {i}");
        }
        let [r, g, b, a] = default[0].as_ref().unwrap().image.get_image_data()[0];
        assert_eq!(a, 255);
        level.pictures[0].transparent = Some([r, g, b]);
        let (cut, _) = pictures.of(&level, &files);
        assert_eq!(cut[0].as_ref().unwrap().image.get_image_data()[0][3], 0);
    }
}

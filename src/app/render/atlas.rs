//! Packs pictures into one texture, so that a frame needs few draw calls. Every piece gets a border of repeated pixels.

use macroquad::prelude::{FilterMode, Image, Texture2D};

use glam::{UVec2, Vec2};

/// The largest texture that every graphics card of the last fifteen years takes, in pixels.
pub const LARGEST: u32 = 4096;
/// Repeated pixels around every piece, so that rounding never samples a neighbour.
const BORDER: u32 = 1;

/// Pixels less opaque than this have no shape: glows and shadows.
const SOLID: u8 = 128;

/// A texture with a white spot in it, so that plain triangles and pictures share a draw call.
#[derive(Clone, Debug)]
pub struct AtlasPage {
    /// The pixels on the graphics card.
    pub texture: Texture2D,
    /// Where it is white, as a texture coordinate.
    pub white: Vec2,
    /// Width and height in pixels.
    pub size: Vec2,
}

impl AtlasPage {
    /// A picture of its own, without a white spot.
    pub fn picture(image: &Image) -> Self {
        let texture = Texture2D::from_image(image);
        texture.set_filter(FilterMode::Nearest);
        Self { texture, white: Vec2::ZERO, size: Vec2::new(f32::from(image.width), f32::from(image.height)) }
    }
}

/// A piece of a page, in pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Region {
    /// The left top corner.
    pub at: Vec2,
    /// Width and height.
    pub size: Vec2,
}

impl Region {
    /// A part of this piece, given in its own pixels.
    pub fn part(self, x: f32, y: f32, w: f32, h: f32) -> Self {
        Self { at: self.at + Vec2::new(x, y), size: Vec2::new(w, h) }
    }
}

/// Collects pieces until [`Packer::finish`] puts them side by side.
#[derive(Default)]
pub struct Packer {
    pieces: Vec<Image>,
}

impl Packer {
    /// Takes a picture; the number is its place in the list that `finish` returns.
    pub fn add(&mut self, piece: Image) -> usize {
        self.pieces.push(piece);
        self.pieces.len() - 1
    }

    /// One texture with everything in it. A piece that found no room has size zero.
    pub fn finish(self) -> (AtlasPage, Vec<Region>) {
        let (sheet, regions) = self.sheet();
        (page(&sheet), regions)
    }

    /// The same, and another texture that is white wherever this one can be seen.
    pub fn finish_with_shapes(self) -> (AtlasPage, AtlasPage, Vec<Region>) {
        let (mut sheet, regions) = self.sheet();
        let picture = page(&sheet);
        for pixel in sheet.bytes.chunks_exact_mut(4) {
            pixel.copy_from_slice(&[if pixel[3] >= SOLID { 255 } else { 0 }; 4]);
        }
        (picture, page(&sheet), regions)
    }

    fn sheet(self) -> (Image, Vec<Region>) {
        let (places, size) = self.place();
        let mut sheet =
            Image { bytes: vec![0; (size.x * size.y * 4) as usize], width: size.x as u16, height: size.y as u16 };
        // The white spot: four pixels, sampled in their middle.
        for (x, y) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            set(&mut sheet, x, y, [255; 4]);
        }
        for (piece, place) in self.pieces.iter().zip(&places) {
            if let Some(place) = place {
                copy(piece, &mut sheet, *place);
            }
        }
        let regions = self.pieces.iter().zip(places).map(|(piece, place)| region(piece, place)).collect();
        (sheet, regions)
    }

    /// Shelves, the tallest pieces first: where each goes, and how large the sheet becomes.
    fn place(&self) -> (Vec<Option<UVec2>>, UVec2) {
        let area: u32 = self.pieces.iter().map(|p| outer(p).x * outer(p).y).sum();
        let widest = self.pieces.iter().map(|p| outer(p).x).max().unwrap_or(0);
        let width = ((area as f32).sqrt() as u32).max(widest).next_power_of_two().clamp(64, LARGEST);
        let mut order: Vec<usize> = (0..self.pieces.len()).collect();
        order.sort_by_key(|&i| std::cmp::Reverse(self.pieces[i].height));
        let mut places = vec![None; self.pieces.len()];
        // The first shelf begins beside the white spot.
        let (mut x, mut y, mut library) = (2, 0, 2);
        for i in order {
            let size = outer(&self.pieces[i]);
            if x + size.x > width {
                (x, y, library) = (0, y + library, 0);
            }
            if size.x > width || y + size.y > LARGEST {
                continue;
            }
            places[i] = Some(UVec2::new(x + BORDER, y + BORDER));
            x += size.x;
            library = library.max(size.y);
        }
        (places, UVec2::new(width, (y + library).next_power_of_two().min(LARGEST)))
    }
}

/// A sheet with its white spot.
fn page(sheet: &Image) -> AtlasPage {
    let page = AtlasPage::picture(sheet);
    AtlasPage { white: Vec2::ONE / page.size, ..page }
}

/// Width and height with the border.
fn outer(piece: &Image) -> UVec2 {
    UVec2::new(u32::from(piece.width), u32::from(piece.height)) + UVec2::splat(2 * BORDER)
}

fn region(piece: &Image, place: Option<UVec2>) -> Region {
    let size = Vec2::new(f32::from(piece.width), f32::from(piece.height));
    place.map_or(Region::default(), |at| Region { at: at.as_vec2(), size })
}

fn set(image: &mut Image, x: u32, y: u32, color: [u8; 4]) {
    let at = ((y * u32::from(image.width) + x) * 4) as usize;
    image.bytes[at..at + 4].copy_from_slice(&color);
}

/// The colour of a pixel.
pub fn get(image: &Image, x: u32, y: u32) -> [u8; 4] {
    let at = ((y * u32::from(image.width) + x) * 4) as usize;
    [image.bytes[at], image.bytes[at + 1], image.bytes[at + 2], image.bytes[at + 3]]
}

/// Copies a piece to its place, and its outermost pixels once more around it.
fn copy(piece: &Image, sheet: &mut Image, place: UVec2) {
    let (w, h) = (u32::from(piece.width), u32::from(piece.height));
    if w == 0 || h == 0 {
        return;
    }
    for y in 0..h + 2 * BORDER {
        for x in 0..w + 2 * BORDER {
            let color = get(piece, x.saturating_sub(BORDER).min(w - 1), y.saturating_sub(BORDER).min(h - 1));
            set(sheet, place.x + x - BORDER, place.y + y - BORDER, color);
        }
    }
}

/// A part of a picture as a picture of its own; empty where it lies outside.
pub fn cut(image: &Image, [x, y, w, h]: [u32; 4]) -> Image {
    let inside = x.checked_add(w).is_some_and(|r| r <= u32::from(image.width))
        && y.checked_add(h).is_some_and(|b| b <= u32::from(image.height));
    if !inside {
        return Image::empty();
    }
    let rows = (y..y + h).flat_map(|row| {
        let start = ((row * u32::from(image.width) + x) * 4) as usize;
        image.bytes[start..start + (w * 4) as usize].iter().copied()
    });
    Image { bytes: rows.collect(), width: w as u16, height: h as u16 }
}

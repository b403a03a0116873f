//! Packs pictures into one texture, so that a frame needs few draw calls. Every piece gets a border of repeated pixels.

use macroquad::prelude::{FilterMode, Image, Texture2D};

use glam::{UVec2, Vec2};

/// The largest texture that every graphics card of the last fifteen years supports, in pixels.
pub const MAX_TEXTURE_SIZE: u32 = 4096;
/// Repeated pixels around every piece, so that rounding never samples a neighbour.
const BORDER: u32 = 1;

/// Pixels less opaque than this are not part of a shape: glows and shadows.
const MIN_ALPHA: u8 = 128;

/// A texture with a white spot in it, so that plain triangles and pictures share a draw call.
#[derive(Clone, Debug)]
pub struct AtlasPage {
    /// The texture.
    pub texture: Texture2D,
    /// The texture coordinate of the white spot.
    pub white: Vec2,
    /// Width and height in pixels.
    pub size: Vec2,
}

impl AtlasPage {
    /// A page that holds a single picture, without a white spot.
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
    /// A part of this piece; the coordinates are relative to it.
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
    /// Adds a picture; returns its index in the list that `finish` returns.
    pub fn add(&mut self, piece: Image) -> usize {
        self.pieces.push(piece);
        self.pieces.len() - 1
    }

    /// One texture with all pieces in it, and with `shapes` another one that is white wherever the first is opaque. A piece
    /// that found no room has size zero.
    pub fn finish(self, shapes: bool) -> (AtlasPage, Option<AtlasPage>, Vec<Region>) {
        let (mut sheet, regions) = self.sheet();
        let picture = page(&sheet);
        let shapes = shapes.then(|| {
            for pixel in sheet.bytes.chunks_exact_mut(4) {
                pixel.fill(if pixel[3] >= MIN_ALPHA { 255 } else { 0 });
            }
            page(&sheet)
        });
        (picture, shapes, regions)
    }

    fn sheet(self) -> (Image, Vec<Region>) {
        let (places, size) = self.place();
        let mut sheet =
            Image { bytes: vec![0; (size.x * size.y * 4) as usize], width: size.x as u16, height: size.y as u16 };
        // The white spot: four pixels, sampled in their middle.
        for i in [0, 1, size.x as usize, size.x as usize + 1] {
            sheet.get_image_data_mut()[i] = [255; 4];
        }
        for (piece, place) in self.pieces.iter().zip(&places) {
            place.iter().for_each(|place| copy(piece, &mut sheet, *place));
        }
        let region = |(piece, place): (&Image, Option<UVec2>)| {
            let size = Vec2::new(f32::from(piece.width), f32::from(piece.height));
            place.map_or(Region::default(), |at| Region { at: at.as_vec2(), size })
        };
        let regions = self.pieces.iter().zip(places).map(region).collect();
        (sheet, regions)
    }

    /// Shelf packing, tallest pieces first: the place of each piece, and the size of the sheet.
    fn place(&self) -> (Vec<Option<UVec2>>, UVec2) {
        let area: u32 = self.pieces.iter().map(|p| outer(p).x * outer(p).y).sum();
        let widest = self.pieces.iter().map(|p| outer(p).x).max().unwrap_or(0);
        let width = ((area as f32).sqrt() as u32).max(widest).next_power_of_two().clamp(64, MAX_TEXTURE_SIZE);
        let mut order: Vec<usize> = (0..self.pieces.len()).collect();
        order.sort_by(|&a, &b| self.pieces[b].height.cmp(&self.pieces[a].height));
        let mut places = vec![None; self.pieces.len()];
        // The first shelf begins beside the white spot.
        let (mut x, mut y, mut shelf_height) = (2, 0, 2);
        for i in order {
            let size = outer(&self.pieces[i]);
            if x + size.x > width {
                (x, y, shelf_height) = (0, y + shelf_height, 0);
            }
            if size.x > width || y + size.y > MAX_TEXTURE_SIZE {
                continue;
            }
            places[i] = Some(UVec2::new(x + BORDER, y + BORDER));
            x += size.x;
            shelf_height = shelf_height.max(size.y);
        }
        (places, UVec2::new(width, (y + shelf_height).next_power_of_two().min(MAX_TEXTURE_SIZE)))
    }
}

/// Uploads a sheet that has a white spot.
fn page(sheet: &Image) -> AtlasPage {
    let page = AtlasPage::picture(sheet);
    AtlasPage { white: Vec2::ONE / page.size, ..page }
}

/// Width and height with the border.
fn outer(piece: &Image) -> UVec2 {
    UVec2::new(u32::from(piece.width), u32::from(piece.height)) + UVec2::splat(2 * BORDER)
}

/// Copies a piece to its place and repeats its outermost pixels around it.
fn copy(piece: &Image, sheet: &mut Image, place: UVec2) {
    let (w, h) = (usize::from(piece.width), usize::from(piece.height));
    if w == 0 || h == 0 {
        return;
    }
    let (row, from, pixels) = (usize::from(sheet.width), piece.get_image_data(), sheet.get_image_data_mut());
    let border = BORDER as usize;
    // Row by row: pixel by pixel takes ten times as long in a build for size.
    for y in 0..h + 2 * border {
        let line = &from[y.saturating_sub(border).min(h - 1) * w..][..w];
        let to = &mut pixels[(place.y as usize + y - border) * row + place.x as usize - border..][..w + 2 * border];
        to[border..border + w].copy_from_slice(line);
        to[..border].fill(line[0]);
        to[border + w..].fill(line[w - 1]);
    }
}

/// The picture out of focus: each pixel is the mean of itself and its neighbours, by the weights 1, 2, 1 in both directions. What reaches
/// its border still does.
pub fn soften(image: &Image) -> Image {
    let (width, height) = (usize::from(image.width), usize::from(image.height));
    // Four numbers of 16 bits in one: the first frame of a level waits for this. Colours count as much as they are opaque.
    let packed = |p: &[u8]| match u64::from(p[3]) {
        0 => 0,
        alpha => {
            let part = |channel: u8| u64::from(channel) * alpha / 255;
            part(p[0]) | part(p[1]) << 16 | part(p[2]) << 32 | alpha << 48
        }
    };
    let mut pixels: Vec<u64> = image.bytes.chunks_exact(4).map(packed).collect();
    for (step, length) in [(1, width), (width, height)] {
        let before = pixels.clone();
        for (i, pixel) in pixels.iter_mut().enumerate() {
            let at = i / step % length;
            let back = if at == 0 { i } else { i - step };
            let ahead = if at + 1 == length { i } else { i + step };
            *pixel = before[back] + 2 * before[i] + before[ahead];
        }
    }
    let mut bytes = vec![0; image.bytes.len()];
    for (pixel, out) in pixels.into_iter().zip(bytes.chunks_exact_mut(4)).filter(|(pixel, _)| *pixel > 0) {
        let alpha = pixel >> 48;
        let channel = |shift: u32| ((pixel >> shift & 0xffff) * 255 / alpha) as u8;
        out.copy_from_slice(&[channel(0), channel(16), channel(32), (alpha / 16) as u8]);
    }
    Image { bytes, ..*image }
}

/// Cuts a rectangle out of a picture; an empty picture if the rectangle is not inside.
pub fn cut(image: &Image, [x, y, w, h]: [u32; 4]) -> Image {
    let inside = x.checked_add(w).is_some_and(|r| r <= u32::from(image.width))
        && y.checked_add(h).is_some_and(|b| b <= u32::from(image.height));
    if !inside {
        return Image::empty();
    }
    // Not `sub_image`, which copies pixel by pixel.
    let (row, [x, y, w, h]) = (usize::from(image.width) * 4, [x, y, w, h].map(|number| number as usize));
    let mut bytes = Vec::with_capacity(w * h * 4);
    for line in y..y + h {
        bytes.extend_from_slice(&image.bytes[line * row + x * 4..][..w * 4]);
    }
    Image { bytes, width: w as u16, height: h as u16 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_softened_picture_keeps_its_colour_and_spreads_its_border() {
        let plain = Image { bytes: [200, 90, 40, 255].repeat(12), width: 4, height: 3 };
        assert_eq!(soften(&plain).bytes, plain.bytes);
        let dot = |i: usize| if i == 24 { [200, 90, 40, 255] } else { [7, 7, 7, 0] };
        let soft = soften(&Image { bytes: (0..49).flat_map(dot).collect(), width: 7, height: 7 });
        let pixel = |x: usize, y: usize| &soft.bytes[(y * 7 + x) * 4..][..4];
        // 255 * 2 * 2 / 16 and 255 * 1 * 2 / 16, in the colour of what is seen.
        assert_eq!([pixel(3, 3), pixel(3, 2), pixel(1, 3)], [&[200, 90, 40, 63], &[200, 90, 40, 31], &[0, 0, 0, 0]]);
        assert!(soften(&Image::empty()).bytes.is_empty());
    }
}

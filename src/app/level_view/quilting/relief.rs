//! Light and shadow of padded cloth, block by block.
//!
//! Every pixel knows the nearest seam or hem (two passes of vector distances; Danielsson, *Euclidean Distance Mapping*, 1980). Cloth rises
//! away from it, so the direction to it is that of the surface, and its light follows. The result is transparent white and dark in a
//! few dithered steps: it goes over the tiles, whose patterns and colours stay.

use std::rc::Rc;

use glam::{IVec2, Vec2};
use macroquad::prelude::Image;
use seamwalker_level::{Cell, Layer, Level};

use super::super::chance::chance;
use super::super::tiles::unflipped;
use super::patches::{PatchStyle, Patches};
use crate::app::render::Decoded;

/// The side of a block, in pixels.
pub const BLOCK: usize = 128;
/// Repeated pixels around a block, so that rounding never samples a neighbour.
pub const BLOCK_BORDER: usize = 1;
/// How far around a block seams are looked for, in pixels: as far as they reach.
const MARGIN: i32 = 14;
/// The side of the area that is looked at, in pixels.
const SIDE: i32 = BLOCK as i32 + 2 * MARGIN;
/// How far from a seam cloth still rises, in pixels, and how strong its light is.
const SEAM_REACH: f32 = 9.0;
const SEAM_SWELL: f32 = 0.95;
/// The same from the hem, and from an edge that frays.
const HEM_REACH: f32 = 14.0;
const HEM_SWELL: f32 = 1.0;
const FRAYED_REACH: f32 = 9.0;
const FRAYED_SWELL: f32 = 0.6;
/// The distance between the diagonal seams of a patch, and between its upright ones, in pixels.
const DIAMOND: i32 = 22;
const CHANNEL: i32 = 16;
/// How far from these cloth still rises, in pixels.
const INNER_REACH: f32 = 6.0;
/// How dark the furrow of such a seam is, and the radius of the dimple where two cross, in pixels.
const FURROW: f32 = 0.3;
const TUFT: f32 = 1.6;
/// How much darker cloth gets towards a seam between patches, and towards one within a patch, on either side.
const CREVICE: f32 = 0.25;
const INNER_CREVICE: f32 = 0.3;
/// The direction to the light: the upper left.
const TO_LIGHT: Vec2 = Vec2::new(-0.55, -0.835);
/// The length of a stitch and the gap after it, in pixels.
const STITCH: (i32, i32) = (3, 3);
/// From this depth in cells on, cloth gets darker and its pattern fainter, by this much per cell, and at most by this much.
const SHALLOW: f32 = 1.0;
const DARKER: f32 = 0.35;
const DARKEST: f32 = 0.75;
/// How much fainter light and shadow of the quilting are where it is darkest.
const FAINTER: f32 = 0.8;
/// How light cloth is deep inside, of 255: so much and such a part of its own lightness. Masses are of half tones, whatever they are sewn
/// of, and none is black.
const DEEP: (f32, f32) = (26.0, 0.36);
/// By how much such cloth is bluer, by channel.
const DEEP_TINT: [f32; 3] = [0.95, 0.94, 1.12];
/// The steps of light, and of shadow; and those of the dark inside, which must not be seen.
const STEPS: f32 = 6.0;
const DEEP_STEPS: f32 = 24.0;
/// The longest threads that hang out of frayed cloth, below it and at its sides, in pixels.
const FRAY: [i32; 2] = [5, 2];
/// The colours of light, shadow and thread, and how opaque they are at their strongest.
const LIGHT: ([u8; 3], f32) = ([255, 244, 220], 96.0);
const SHADOW: ([u8; 3], f32) = ([26, 14, 44], 150.0);
const THREAD: [u8; 3] = [250, 240, 214];
/// How opaque thread is between two patches of one fabric, and between two fabrics.
const THREAD_ALPHA: [u8; 2] = [70, 200];

/// Ordered dithering in squares of four pixels (Bayer 1973), from -0.5 to 0.5.
const DITHER: [[f32; 4]; 4] = {
    let order = [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]];
    let mut dither = [[0.0; 4]; 4];
    let mut i = 0;
    while i < 16 {
        dither[i / 4][i % 4] = (order[i / 4][i % 4] as f32 + 0.5) / 16.0 - 0.5;
        i += 1;
    }
    dither
};

/// No seam is near.
const FAR: IVec2 = IVec2::new(i32::MIN / 4, i32::MIN / 4);

/// The cloth around a block, pixel by pixel.
struct Area<'a> {
    patches: &'a Patches,
    /// The left top pixel, in pixels of the layer.
    corner: IVec2,
    /// The patch of each pixel; 0 where there is no cloth.
    patch: Vec<u32>,
    /// The mean colour of the cell's cloth, and that deep inside.
    colors: Vec<[[u8; 3]; 2]>,
    /// Something else is there.
    covered: Vec<bool>,
    /// The nearest point between two pixels of different patches, in half pixels from the corner.
    nearest: Vec<IVec2>,
    tile_size: IVec2,
}

/// The light and shadow of a block with its border; `None` without cloth.
pub fn block(
    level: &Level,
    layer: &Layer,
    (patches, pictures): (&Patches, &[Option<Rc<Decoded>>]),
    place: IVec2,
) -> Option<Image> {
    let corner = place * BLOCK as i32 - MARGIN;
    let mut area = Area {
        patches,
        corner,
        patch: vec![0; (SIDE * SIDE) as usize],
        colors: vec![[[0; 3]; 2]; (SIDE * SIDE) as usize],
        covered: vec![false; (SIDE * SIDE) as usize],
        nearest: vec![FAR; (SIDE * SIDE) as usize],
        tile_size: level.tile_size.as_ivec2(),
    };
    if !area.fill(level, layer, pictures) {
        return None;
    }
    area.find_nearest();
    let side = BLOCK + 2 * BLOCK_BORDER;
    let first = MARGIN - BLOCK_BORDER as i32;
    // Not `flat_map`, which a build for size does not inline: this is a tenth of the time until the first frame of a level.
    let mut pixels = vec![[0; 4]; side * side];
    let mut corners = CellCorners::default();
    for (y, row) in (first..).zip(pixels.chunks_exact_mut(side)) {
        for (x, pixel) in (first..).zip(row) {
            *pixel = area.shade(IVec2::new(x, y), &mut corners);
        }
    }
    Some(Image { bytes: pixels.into_flattened(), width: side as u16, height: side as u16 })
}

fn index(at: IVec2) -> usize {
    (at.y * SIDE + at.x) as usize
}

/// The two pixels that a border lies between.
fn beside(border: IVec2) -> [IVec2; 2] {
    [border >> 1, (border + 1) >> 1]
}

/// Takes a border for a pixel if it is nearer than the known one.
#[inline(always)]
fn offer(nearest: &mut [IVec2], at: IVec2, border: IVec2) {
    let known = nearest[index(at)];
    let away = |border: IVec2| (at * 2 - border).length_squared();
    // Mostly it is the known one.
    if border != FAR && border != known && (known == FAR || away(border) < away(known)) {
        nearest[index(at)] = border;
    }
}

fn is_in_area(at: IVec2) -> bool {
    at.min_element() >= 0 && at.max_element() < SIDE
}

impl Area<'_> {
    /// Enters the patches of all pixels. Returns whether there is any cloth.
    fn fill(&mut self, level: &Level, layer: &Layer, pictures: &[Option<Rc<Decoded>>]) -> bool {
        let size = self.tile_size;
        let cells = [self.corner, self.corner + SIDE - 1].map(|at| at.div_euclid(size));
        let mut any = false;
        for (x, y) in (cells[0].y..=cells[1].y).flat_map(|y| (cells[0].x..=cells[1].x).map(move |x| (x, y))) {
            let at = IVec2::new(x, y);
            let Some(cell) = layer.cell(at) else { continue };
            let patch = self.patches.patch(at);
            any |= patch > 0;
            let color = color(level, pictures, cell, size);
            let mean = mean(&color, size);
            let colors = [mean, deep(mean)];
            let from = at * size - self.corner;
            let [first, last] = [-from, IVec2::splat(SIDE) - from].map(|at| at.clamp(IVec2::ZERO, size));
            for py in first.y..last.y {
                for px in first.x..last.x {
                    if color(px, py).is_none() {
                        continue;
                    }
                    let at = index(from + IVec2::new(px, py));
                    (self.patch[at], self.covered[at], self.colors[at]) = (patch, true, colors);
                }
            }
        }
        any
    }

    /// Finds the nearest border of a patch for every pixel.
    fn find_nearest(&mut self) {
        // Slices and plain loops, for the same reason as in `block`.
        let (patch, nearest, side) = (&self.patch[..], &mut self.nearest[..], SIDE as usize);
        for y in 0..SIDE - 1 {
            for x in 0..SIDE - 1 {
                let at = IVec2::new(x, y);
                let i = index(at);
                if patch[i] != patch[i + 1] {
                    offer(nearest, at, at * 2 + IVec2::X);
                    offer(nearest, at + IVec2::X, at * 2 + IVec2::X);
                }
                if patch[i] != patch[i + side] {
                    offer(nearest, at, at * 2 + IVec2::Y);
                    offer(nearest, at + IVec2::Y, at * 2 + IVec2::Y);
                }
            }
        }
        // All but the outermost pixels, which nothing draws.
        for y in 1..SIDE - 1 {
            for x in 1..SIDE - 1 {
                let at = IVec2::new(x, y);
                let i = index(at);
                for back in &[side + 1, side, side - 1, 1] {
                    offer(nearest, at, nearest[i - back]);
                }
            }
            for x in (1..SIDE - 1).rev() {
                let at = IVec2::new(x, y);
                offer(nearest, at, nearest[index(at) + 1]);
            }
        }
        for y in (1..SIDE - 1).rev() {
            for x in (1..SIDE - 1).rev() {
                let at = IVec2::new(x, y);
                let i = index(at);
                for ahead in &[side + 1, side, side - 1, 1] {
                    offer(nearest, at, nearest[i + ahead]);
                }
            }
            for x in 1..SIDE - 1 {
                let at = IVec2::new(x, y);
                offer(nearest, at, nearest[index(at) - 1]);
            }
        }
    }

    /// The colour of a pixel.
    fn shade(&self, at: IVec2, corners: &mut CellCorners) -> [u8; 4] {
        let patch = self.patch[index(at)];
        let place = self.corner + at;
        if patch == 0 {
            return self.fray(at, place).unwrap_or_default();
        }
        let dark = ((self.depth(place, corners) - SHALLOW) * DARKER).clamp(0.0, DARKEST);
        let mut light = 0.0;
        let border = self.nearest[index(at)];
        let way = if border == FAR { Vec2::splat(1e3) } else { (at * 2 - border).as_vec2() * 0.5 };
        let distance = way.length();
        // Farther away, nothing of this is seen.
        if distance < HEM_REACH {
            let across = self.across(border);
            // Padding swells under a hem, and not in cloth that was only cut.
            let (reach, swell) = match across {
                0 if self.patches.is_frayed(patch) => (FRAYED_REACH, FRAYED_SWELL),
                0 => (HEM_REACH, HEM_SWELL),
                _ => (SEAM_REACH, SEAM_SWELL),
            };
            let rise = (1.0 - distance / reach).max(0.0);
            light += -(way / distance).dot(TO_LIGHT) * rise * rise * swell;
            if across > 0 {
                light -= CREVICE * rise * rise * rise;
            }
            if across > 0 && distance < 1.0 {
                // On the seam: a furrow, and stitches in it.
                let along = if way.x.abs() > way.y.abs() { place.y } else { place.x };
                if border.cmpgt(at * 2).any() && along.rem_euclid(STITCH.0 + STITCH.1) < STITCH.0 {
                    let other = self.patches.fabric(across) != self.patches.fabric(patch);
                    let [r, g, b] = THREAD;
                    let alpha = f32::from(THREAD_ALPHA[usize::from(other)]) * (1.0 - dark);
                    return over(self.inside(at, dark, place), [r, g, b, alpha as u8]);
                }
                light -= 0.35;
            }
        }
        light += self.patches.shade(patch) + self.inner_light(patch, place) * ((distance - 2.0) / 6.0).clamp(0.0, 1.0);
        over(self.inside(at, dark, place), tone(light * (1.0 - FAINTER * dark), place))
    }

    /// What covers a pixel that is so dark.
    fn inside(&self, at: IVec2, dark: f32, place: IVec2) -> [u8; 4] {
        let [r, g, b] = self.colors[index(at)][1];
        [r, g, b, (dithered(dark, DEEP_STEPS, place).max(0.0) * 255.0) as u8]
    }

    /// The patch on the other side of a border; 0 where there is none.
    fn across(&self, border: IVec2) -> u32 {
        // One of the two is 0 at a hem.
        let [one, other] = beside(border).map(|at| self.patch_at(at));
        if one == 0 || other == 0 { 0 } else { one.max(other) }
    }

    fn patch_at(&self, at: IVec2) -> u32 {
        if is_in_area(at) { self.patch[index(at)] } else { 0 }
    }

    /// The colour of a thread that hangs out of frayed cloth over this pixel. Upper edges have none: players must see where they
    /// stand.
    fn fray(&self, at: IVec2, place: IVec2) -> Option<[u8; 4]> {
        let border = self.nearest[index(at)];
        // Most pixels are too far away for the longest thread.
        if self.covered[index(at)] || (at * 2 - border).abs().max_element() >= 2 * (FRAY[0] + 1) {
            return None;
        }
        let inner = beside(border).into_iter().find(|at| self.patch_at(*at) > 0)?;
        let way = at * 2 - border;
        let (along, away) = if way.x.abs() > way.y.abs() { (place.y, way.x.abs()) } else { (place.x, way.y) };
        if away <= 0 || !self.patches.is_frayed(self.patch_at(inner)) {
            return None;
        }
        // Threads hang down: those at the sides lean.
        let along = if way.y > 0 { along } else { along - away / 2 };
        let thread = chance(along.div_euclid(2), way.y.signum(), 7);
        let longest = if way.y > 0 { FRAY[0] } else { FRAY[1] };
        let is_thread = along.rem_euclid(2) == 0 && away / 2 < (thread % (longest as u32 + 1)) as i32;
        let [r, g, b] = self.colors[index(inner)][0].map(|channel| channel.saturating_sub((thread >> 8) as u8 % 40));
        is_thread.then_some([r, g, b, 255])
    }

    /// The light of seams within a patch.
    fn inner_light(&self, patch: u32, place: IVec2) -> f32 {
        // The way from the nearest of parallel lines, across them.
        let from_line = |across: f32, apart: f32| across - (across / apart).round() * apart;
        let lit = |away: f32, normal: Vec2, reach: f32| {
            let rise = (1.0 - away.abs() / reach).max(0.0);
            let furrow = if away.abs() < 0.8 { FURROW } else { 0.0 };
            -furrow - INNER_CREVICE * rise * rise - (normal * away.signum()).dot(TO_LIGHT) * rise * rise
        };
        let at = place.as_vec2() + 0.5;
        match self.patches.style(patch) {
            PatchStyle::Plain => 0.0,
            PatchStyle::Diamonds => {
                let apart = DIAMOND as f32 * std::f32::consts::FRAC_1_SQRT_2;
                let lines =
                    [Vec2::new(1.0, 1.0), Vec2::new(1.0, -1.0)].map(|way| way * std::f32::consts::FRAC_1_SQRT_2);
                let away = lines.map(|normal| from_line(at.dot(normal), apart));
                let tuft = if away[0].hypot(away[1]) < TUFT { -FURROW } else { 0.0 };
                let light = lines.into_iter().zip(away).map(|(normal, away)| lit(away, normal, INNER_REACH));
                tuft + light.sum::<f32>() * 0.6
            }
            PatchStyle::Channels => lit(from_line(at.x, CHANNEL as f32), Vec2::X, INNER_REACH) * 0.7,
        }
    }

    /// How many cells lie between a pixel and the hem, smoothly.
    fn depth(&self, place: IVec2, corners: &mut CellCorners) -> f32 {
        let at = (place.as_vec2() + 0.5) / self.tile_size.as_vec2() - 0.5;
        let (cell, part) = (at.floor().as_ivec2(), at - at.floor());
        if corners.cell != Some(cell) {
            let depth = |x, y| self.patches.depth(cell + IVec2::new(x, y));
            *corners = CellCorners { cell: Some(cell), depths: [depth(0, 0), depth(1, 0), depth(0, 1), depth(1, 1)] };
        }
        let [a, b, c, d] = corners.depths;
        let (upper, lower) = (a + (b - a) * part.x, c + (d - c) * part.x);
        upper + (lower - upper) * part.y
    }
}

/// The depths between which a pixel lies: those of four cells, as neighbouring pixels mostly have the same ones.
#[derive(Default)]
struct CellCorners {
    /// The upper left one.
    cell: Option<IVec2>,
    depths: [f32; 4],
}

/// A strength in dithered steps.
fn dithered(strength: f32, steps: f32, place: IVec2) -> f32 {
    let dither = DITHER[place.y.rem_euclid(4) as usize][place.x.rem_euclid(4) as usize];
    (strength.clamp(-1.0, 1.0) * steps + dither).round() / steps
}

/// Light (positive) or shadow as a colour over the cloth.
fn tone(light: f32, place: IVec2) -> [u8; 4] {
    let step = dithered(light, STEPS, place);
    let ([r, g, b], strength) = if step > 0.0 { LIGHT } else { SHADOW };
    [r, g, b, (step.abs() * strength) as u8]
}

/// One colour with another over it.
fn over(lower: [u8; 4], upper: [u8; 4]) -> [u8; 4] {
    let [below, above] = [lower[3], upper[3]].map(|alpha| f32::from(alpha) / 255.0);
    let alpha = above + below * (1.0 - above);
    let channel = |i: usize| {
        ((f32::from(upper[i]) * above + f32::from(lower[i]) * below * (1.0 - above)) / alpha.max(1e-3)).round() as u8
    };
    [channel(0), channel(1), channel(2), (alpha * 255.0).round() as u8]
}

/// The colour deep inside cloth of this colour.
fn deep(color: [u8; 3]) -> [u8; 3] {
    let [r, g, b] = color.map(f32::from);
    let light = r * 0.3 + g * 0.59 + b * 0.11;
    let darker = (DEEP.0 + DEEP.1 * light) / light.max(1.0);
    [0, 1, 2].map(|i| (f32::from(color[i]) * darker * DEEP_TINT[i]) as u8)
}

/// The mean colour of a cell.
fn mean(color: impl Fn(i32, i32) -> Option<[u8; 3]>, size: IVec2) -> [u8; 3] {
    let (mut sum, mut count) = (glam::UVec3::ZERO, 0);
    for pixel in (1..size.y).step_by(3).flat_map(|y| (1..size.x).step_by(3).map(move |x| (x, y))) {
        if let Some(color) = color(pixel.0, pixel.1) {
            (sum, count) = (sum + glam::UVec3::from(color.map(u32::from)), count + 1);
        }
    }
    (sum / count.max(1)).to_array().map(|channel| channel as u8)
}

/// The colours of a tile by the pixels of its cell; `None` where it is transparent.
fn color<'a>(
    level: &'a Level,
    pictures: &'a [Option<Rc<Decoded>>],
    cell: Cell,
    size: IVec2,
) -> impl Fn(i32, i32) -> Option<[u8; 3]> + 'a {
    let tile = level.tiles.get(cell.tile() as usize);
    let found = tile.and_then(|tile| Some((tile.rect, pictures.get(tile.picture?)?.as_ref()?)));
    move |x, y| {
        let ([left, top, width, height], picture) = found?;
        let at = unflipped((Vec2::new(x as f32, y as f32) + 0.5) / size.as_vec2(), cell.turn());
        let [x, y] = [left + (at.x * width as f32) as u32, top + (at.y * height as f32) as u32];
        let pixel = (y * u32::from(picture.image.width) + x) as usize * 4;
        let [r, g, b, alpha] = *picture.image.bytes.get(pixel..)?.first_chunk()?;
        (alpha > 127).then_some([r, g, b])
    }
}

#[cfg(test)]
mod tests {
    use seamwalker_assets::shipped;
    use seamwalker_level::{LayerContent, read};

    use super::*;
    use crate::app::render::Pictures;

    /// The blocks of the cloth of First Stitch, with what they were made of.
    fn blocks() -> Vec<(IVec2, Image)> {
        let files = shipped();
        let level = read(&files, "maps/first_stitch.tmx").unwrap();
        let (pictures, _) = Pictures::default().of(&level, &files);
        let layer =
            level.layers.iter().find(|layer| matches!(layer.content, LayerContent::Tiles { collides: true, .. }));
        let patches = Patches::of(&level, layer.unwrap()).unwrap();
        let places = (0..4).flat_map(|y| (0..32).map(move |x| IVec2::new(x, y)));
        places.filter_map(|at| Some((at, block(&level, layer.unwrap(), (&patches, &pictures), at)?))).collect()
    }

    #[test]
    fn blocks_continue_each_other_and_have_few_tones() {
        let blocks = blocks();
        assert!(blocks.len() > 12, "{}", blocks.len());
        let pixel = |image: &Image, x: usize, y: usize| {
            let at = (y * usize::from(image.width) + x) * 4;
            image.bytes[at..at + 4].to_vec()
        };
        let mut compared = 0;
        for (at, image) in &blocks {
            let Some((_, right)) = blocks.iter().find(|(other, _)| *other == *at + IVec2::X) else { continue };
            compared += 1;
            for y in BLOCK_BORDER..BLOCK {
                // The border of a block repeats the first column of the next one.
                assert_eq!(pixel(image, BLOCK + BLOCK_BORDER, y), pixel(right, BLOCK_BORDER, y), "{at}, row {y}");
                assert_eq!(pixel(image, BLOCK, y), pixel(right, 0, y), "{at}, row {y}");
            }
        }
        assert!(compared > 6);
        let pixels = blocks.iter().flat_map(|(_, image)| image.bytes.chunks_exact(4));
        let mut tones: Vec<[u8; 4]> = pixels.map(|p| [p[0], p[1], p[2], p[3]]).collect();
        let seen = tones.iter().filter(|tone| (1..255).contains(&tone[3]));
        let (lit, shaded): (Vec<&[u8; 4]>, Vec<&[u8; 4]>) = seen.partition(|tone| tone[..3] == LIGHT.0);
        assert!(lit.len() > 5000 && shaded.len() > 5000, "{} and {}", lit.len(), shaded.len());
        // Opaque pixels are threads in the colours of their fabric.
        let threads = tones.iter().filter(|tone| tone[3] == 255).count();
        assert!(threads > 100, "{threads} pixels of frayed threads");
        tones.retain(|tone| tone[3] < 255 && [LIGHT.0, SHADOW.0].contains(&[tone[0], tone[1], tone[2]]));
        tones.sort_unstable();
        tones.dedup();
        assert!(tones.len() <= 2 * STEPS as usize + 4, "{} colours", tones.len());
    }
}

//! Tile layers: static triangles in chunks of 256 or 64 cells, built when first in view, from tiles packed into one texture.

use std::collections::HashMap;
use std::rc::Rc;

use glam::{IVec2, UVec2, Vec2};
use macroquad::prelude::{Color, Image};
use seamwalker_collide::{Aabb, Side};
use seamwalker_level::{Cell, Figure, Hem, Layer, LayerContent, Level, Tile, Turn};

use super::backing::Backing;
use super::outline_mesh::{ARC_SEGMENTS, CORNER_RADIUS, is_square};
use crate::app::render::{
    AtlasPage, Canvas, Decoded, FrameCache, MAX_TEXTURE_SIZE, MeshPart, Packer, Point, Region, Viewport, cut, soften,
};

/// Columns and rows of a chunk. Where tiles reach into other cells, it is a part of one row, so that chunks can be drawn in the
/// same order as their cells.
const CHUNK: IVec2 = IVec2::splat(16);
const CHUNK_OF_ROW: IVec2 = IVec2::new(64, 1);
/// Pictures of image layers up to this width and height, in pixels, are packed with the tiles: a view.
const MAX_BACKDROP: UVec2 = UVec2::new(640, 360);
/// The number of chunks that are cached. One takes about 30 KB.
const MAX_CHUNKS: usize = 512;

/// A convex square corner of the outline, seen from the cell that it rounds.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Cut {
    /// Its position relative to the cell's left top corner, in pixels.
    at: Vec2,
    /// Towards the solid: -1 or 1 along both axes.
    inwards: Vec2,
}

/// Rectangles of pictures: the picture's stamp, x, y, width and height, and whether it is out of focus. Without a picture it is a red
/// cross of that size.
type Pieces = Vec<(Option<u64>, [u32; 4], bool)>;

/// The tiles of a level and the triangles built from them so far.
pub struct Tiles {
    /// The texture; its white spot also serves the outline.
    pub page: AtlasPage,
    sheet: TileSheet,
    /// The hem of each edge of the terrain: only cloth has round corners.
    hems: Rc<[Hem]>,
    /// The packed pieces, and where they are.
    pieces: Pieces,
    packed: Vec<Region>,
    /// A place in the texture for blocks of padding; without size where there is no room.
    pub room: Region,
    /// Where the level's pictures lie in the texture that image layers show.
    backdrops: HashMap<usize, Region>,
    /// How far a tile may reach beyond its cell, in pixels.
    overhang: f32,
    pub chunks: FrameCache<(usize, IVec2), Vec<Batch>>,
}

/// The places of tiles in the texture.
struct TileSheet {
    /// Where each tile of the level lies in the texture; size zero for those that no layer uses.
    regions: Vec<Region>,
    /// Width and height of the texture.
    size: Vec2,
    /// What lies beyond the border.
    backing: Backing,
    /// Columns and rows of a chunk.
    chunk: IVec2,
}

/// Static and animated tiles of a chunk.
#[derive(Default)]
pub struct Batch {
    parts: Vec<MeshPart>,
    animated: Vec<(IVec2, Cell)>,
}

impl Tiles {
    /// Packs the tiles that the level uses, and leaves an empty square for padding, `room` pixels wide. `pictures` are the level's. If
    /// they are the same as `before`, the texture is reused.
    pub fn new(
        level: &Level,
        (pictures, room): (&[Option<Rc<Decoded>>], u16),
        hems: Rc<[Hem]>,
        before: Option<&Self>,
    ) -> Self {
        // Backdrops of the game's own levels are blurred, so that they do not look like ground.
        let far = used(level, |layer| room > 0 && layer.is_backdrop() && layer.parallax != Vec2::ONE);
        let used = used(level, |_| true);
        let mut pieces = Pieces::default();
        let mut places = vec![None; level.tiles.len()];
        for (i, tile) in level.tiles.iter().enumerate().filter(|(i, _)| used[*i]) {
            let picture = tile.picture.and_then(|index| pictures.get(index)?.as_ref());
            places[i] = Some(pieces.len());
            pieces.push((picture.map(|picture| picture.stamp), tile.rect, far[i]));
        }
        let first_backdrop = pieces.len();
        let (shown, whole) = backdrops(level, pictures);
        pieces.extend(whole);
        let (page, _, packed) = match before {
            Some(before) if before.pieces == pieces && (before.room.size.x > 0.0) == (room > 0) => {
                (before.page.clone(), None, before.packed.clone())
            }
            _ => {
                let by_stamp: HashMap<u64, &Image> = pictures.iter().flatten().map(|p| (p.stamp, &p.image)).collect();
                let mut packer = Packer::default();
                // Tiles may overlap in their picture, and together be far larger than it.
                let mut left = u64::from(MAX_TEXTURE_SIZE) * u64::from(MAX_TEXTURE_SIZE);
                for (stamp, rect, is_far) in &pieces {
                    let area = u64::from(rect[2]) * u64::from(rect[3]);
                    let fits = area <= left;
                    left = left.saturating_sub(area);
                    packer.add(match stamp {
                        Some(stamp) if fits && *is_far => soften(&cut(by_stamp[stamp], *rect)),
                        Some(stamp) if fits => cut(by_stamp[stamp], *rect),
                        None if fits => cross(rect[2], rect[3]),
                        _ => Image::empty(),
                    });
                }
                let bytes = vec![0; usize::from(room) * usize::from(room) * 4];
                packer.add(Image { bytes, width: room, height: room });
                packer.finish(false)
            }
        };
        let room = packed.last().copied().unwrap_or_default();
        let backdrops = shown.into_iter().zip(packed[first_backdrop..].iter().copied());
        let backdrops = backdrops.filter(|(_, region)| region.size != Vec2::ZERO).collect();
        let regions: Vec<Region> = places.iter().map(|p| p.map_or(Region::default(), |p| packed[p])).collect();
        let overhang = overhang(level, &regions);
        let chunk = if overhang > 0.0 { CHUNK_OF_ROW } else { CHUNK };
        Self {
            overhang,
            sheet: TileSheet { regions, size: page.size, chunk, backing: Backing::new(level, pictures) },
            hems,
            page,
            pieces,
            packed,
            room,
            backdrops,
            chunks: FrameCache::new(MAX_CHUNKS),
        }
    }

    /// Draws a tile layer, moved by `shift` (whole pixels). `viewport` is the part of the layer that is in view.
    pub fn draw(
        &mut self,
        canvas: &mut Canvas,
        level: &Level,
        index: usize,
        viewport: &Viewport,
        shift: Vec2,
        time: f32,
    ) {
        let layer = &level.layers[index];
        let LayerContent::Tiles { origin, size, .. } = &layer.content else { return };
        let pixels = (level.tile_size.as_ivec2() * self.sheet.chunk).as_vec2();
        let last = *origin + size.as_ivec2() - IVec2::ONE;
        let chunk_of = |p: Vec2| (p / pixels).floor().as_ivec2();
        let chunk_of_cell = |cell: IVec2| cell.div_euclid(self.sheet.chunk);
        let (mut first, mut last) = (chunk_of_cell(*origin), chunk_of_cell(last));
        if self.sheet.backing.goes_on() {
            first = first.min(chunk_of(viewport.corner));
            last = last.max(chunk_of(viewport.corner + viewport.size));
        }
        let from = chunk_of(viewport.corner - self.overhang).max(first);
        let to = chunk_of(viewport.corner + viewport.size + self.overhang).min(last);
        canvas.page(&self.page);
        canvas.offset = shift;
        for chunk in in_order(from, to, layer.render_order) {
            let batches =
                self.chunks.get_or_insert_with((index, chunk), || self.sheet.build(level, layer, chunk, &self.hems));
            for batch in batches {
                batch.parts.iter().for_each(|part| canvas.part(part));
                for (at, cell) in &batch.animated {
                    let now = Cell::new(frame(level, cell.tile(), time), cell.turn());
                    let mut part = MeshPart::default();
                    self.sheet.add(&mut part, level, *at, now, &[], faded(layer, 1.0));
                    canvas.part(&part);
                }
            }
        }
    }

    /// The colour behind everything.
    pub const fn background(&self) -> Color {
        self.sheet.backing.color
    }

    /// The place of one of the level's pictures in the texture, if it is there for an image layer.
    pub fn backdrop(&self, picture: usize) -> Option<Region> {
        self.backdrops.get(&picture).copied()
    }

    /// The picture of a tile in the texture, at a time in seconds.
    pub fn region(&self, level: &Level, tile: u32, time: f32) -> Region {
        self.sheet.regions.get(frame(level, tile, time) as usize).copied().unwrap_or_default()
    }
}

impl TileSheet {
    /// The triangles of one chunk of one layer. Tiles that may cover each other keep their order.
    fn build(&self, level: &Level, layer: &Layer, place: IVec2, hems: &[Hem]) -> Vec<Batch> {
        let LayerContent::Tiles { collides, .. } = &layer.content else { return Vec::new() };
        let color = faded(layer, 1.0);
        let mut done = Vec::new();
        let mut batch = Batch::default();
        let first = place * self.chunk;
        let cuts = if *collides { cuts(level, layer, (first, self.chunk), hems) } else { HashMap::new() };
        for at in in_order(first, first + self.chunk - IVec2::ONE, layer.render_order) {
            let Some(cell) = self.backing.cell(layer, at) else { continue };
            if level.tiles.get(cell.tile() as usize).is_some_and(|t| !t.frames.is_empty()) {
                batch.animated.push((at, cell));
                continue;
            }
            if self.chunk == CHUNK_OF_ROW && !batch.animated.is_empty() {
                done.push(std::mem::take(&mut batch));
            }
            let cuts = cuts.get(&at).map_or(&[][..], Vec::as_slice);
            self.add(MeshPart::with_room(&mut batch.parts), level, at, cell, cuts, color);
        }
        done.push(batch);
        done
    }

    /// Adds one tile: a quad, or polygons where corners are round.
    fn add(&self, part: &mut MeshPart, level: &Level, at: IVec2, cell: Cell, cuts: &[Cut], color: [u8; 4]) {
        let found = level.tiles.get(cell.tile() as usize).zip(self.regions.get(cell.tile() as usize));
        let Some((tile, region)) = found.filter(|(_, region)| region.size != Vec2::ZERO) else { return };
        let corner = at.as_vec2() * level.tile_size.as_vec2();
        let place = tile.corners(cell.turn(), level.tile_size).map(|p| corner + p);
        let size = level.tile_size.as_vec2();
        let fills = !cuts.is_empty() && tile.fills(size);
        if !fills {
            let uv = [Vec2::ZERO, Vec2::X, Vec2::ONE, Vec2::Y].map(|c| (region.at + c * region.size) / self.size);
            return part.fan(place.into_iter().zip(uv).map(|(at, uv)| Point { at, uv, color }));
        }
        for shape in shapes(cuts, size) {
            part.fan(shape.iter().map(|&p| {
                let uv = (region.at + unflipped(p / size, cell.turn()) * region.size) / self.size;
                Point { at: corner + p, uv, color }
            }));
        }
    }
}

/// Shown for a tile without a picture, as Tiled does: a red frame and cross on a dark ground.
fn cross(width: u32, height: u32) -> Image {
    const GROUND: f32 = 0.5;
    let size = UVec2::new(width, height).as_vec2();
    let diagonal = size.normalize_or(Vec2::X).perp();
    let pixel = |i: u32| {
        let at = UVec2::new(i % width, i / width).as_vec2() + 0.5;
        let border = at.min(size - at).min_element() - 0.5;
        let lines = [at, Vec2::new(at.x, size.y - at.y)].map(|at| at.dot(diagonal).abs());
        // The part of the pixel that a line of one pixel covers.
        let red = lines.into_iter().fold(border, f32::min);
        let red = (1.0 - red).clamp(0.0, 1.0);
        let opacity = red + (1.0 - red) * GROUND;
        [red / opacity, 0.0, 0.0, opacity].map(|channel| (channel * 255.0).round() as u8)
    };
    let (bytes, width, height) = ((0..width * height).flat_map(pixel).collect(), width as u16, height as u16);
    Image { bytes, width, height }
}

/// The places in a rectangle in the order of drawing, row by row. Its corners belong to it.
fn in_order(from: IVec2, to: IVec2, order: IVec2) -> impl Iterator<Item = IVec2> {
    let along = |from: i32, to: i32, step: i32| (from..=to).map(move |i| if step < 0 { from + to - i } else { i });
    along(from.y, to.y, order.y).flat_map(move |y| along(from.x, to.x, order.x).map(move |x| IVec2::new(x, y)))
}

/// Maps a point of a flipped tile to its picture, both from 0 to 1. Tiled flips diagonally first, then mirrors; this is the
/// inverse.
pub fn unflipped(p: Vec2, turn: Turn) -> Vec2 {
    let x = if turn.h { 1.0 - p.x } else { p.x };
    let y = if turn.v { 1.0 - p.y } else { p.y };
    if turn.d { Vec2::new(y, x) } else { Vec2::new(x, y) }
}

/// A tile of this size as convex polygons, divided at every cut along both axes and rounded there.
fn shapes(cuts: &[Cut], size: Vec2) -> Vec<Vec<Vec2>> {
    let along = |axis: fn(Vec2) -> f32| {
        let mut places: Vec<f32> = cuts.iter().map(|cut| axis(cut.at)).chain([0.0, axis(size)]).collect();
        places.sort_by(f32::total_cmp);
        places.dedup();
        places
    };
    let (xs, ys) = (along(|p| p.x), along(|p| p.y));
    let rows = ys.windows(2).flat_map(|y| xs.windows(2).map(move |x| (Vec2::new(x[0], y[0]), Vec2::new(x[1], y[1]))));
    rows.map(|(min, max)| outline(cuts, min, max)).collect()
}

/// The outline of a rectangle, clockwise on screen, rounded at matching cuts.
fn outline(cuts: &[Cut], min: Vec2, max: Vec2) -> Vec<Vec2> {
    let radius = CORNER_RADIUS.min((max - min).min_element());
    let corners = Aabb::from_corners(min, max).corners();
    let mut shape = Vec::with_capacity(4);
    for (i, corner) in corners.into_iter().enumerate() {
        let inwards = ((min + max) * 0.5 - corner).signum();
        if !cuts.contains(&Cut { at: corner, inwards }) {
            shape.push(corner);
            continue;
        }
        let center = corner + inwards * radius;
        let first = std::f32::consts::PI + i as f32 * std::f32::consts::FRAC_PI_2;
        let turn = |k: usize| first + k as f32 / ARC_SEGMENTS as f32 * std::f32::consts::FRAC_PI_2;
        shape.extend((0..=ARC_SEGMENTS).map(|k| center + Vec2::from_angle(turn(k)) * radius));
    }
    shape
}

/// Tint and opacity of a layer as one colour, for an element of the layer with its own opacity.
pub fn faded(layer: &Layer, opacity: f32) -> [u8; 4] {
    let [r, g, b, a] = layer.tint;
    [r, g, b, (f32::from(a) * (layer.opacity * opacity).clamp(0.0, 1.0)).round() as u8]
}

/// The current frame of an animated tile at a time in seconds.
fn frame(level: &Level, tile: u32, time: f32) -> u32 {
    let Some(Tile { frames, .. }) = level.tiles.get(tile as usize) else { return tile };
    let cycle: u32 = frames.iter().map(|frame| frame.1).sum();
    let (now, mut end) = ((time * 1000.0) as u32 % cycle.max(1), 0);
    let shown = frames.iter().find(|(_, duration)| {
        end += duration;
        now < end
    });
    shown.or(frames.first()).map_or(tile, |frame| frame.0)
}

/// Marks the tiles that appear in these layers, including frames of animations.
pub fn used(level: &Level, is_meant: impl Fn(&Layer) -> bool) -> Vec<bool> {
    let mut used = vec![false; level.tiles.len()];
    let mut mark = |tile: u32| used.get_mut(tile as usize).into_iter().for_each(|used| *used = true);
    for layer in level.layers.iter().filter(|layer| is_meant(layer)) {
        match &layer.content {
            LayerContent::Tiles { cells, .. } => cells.iter().flatten().for_each(|cell| mark(cell.tile())),
            LayerContent::Objects(list) => list.iter().for_each(|decoration| match decoration.figure {
                Figure::Tile(tile) => mark(tile),
                Figure::Text(_) => {}
            }),
            LayerContent::Image { .. } => {}
        }
    }
    let shown: Vec<&Tile> = level.tiles.iter().zip(&used).filter(|(_, used)| **used).map(|(tile, _)| tile).collect();
    for (frame, _) in shown.into_iter().flat_map(|tile| &tile.frames) {
        used.get_mut(*frame as usize).into_iter().for_each(|used| *used = true);
    }
    used
}

/// The pictures of image layers that are small enough for the tiles' texture, each once: their indices, and the whole of them.
fn backdrops(level: &Level, pictures: &[Option<Rc<Decoded>>]) -> (Vec<usize>, Pieces) {
    let (mut shown, mut whole) = (Vec::new(), Pieces::new());
    for layer in &level.layers {
        let LayerContent::Image { picture: index, .. } = layer.content else { continue };
        let Some(Some(picture)) = pictures.get(index) else { continue };
        let size = UVec2::new(picture.image.width.into(), picture.image.height.into());
        if size.cmple(MAX_BACKDROP).all() && !shown.contains(&index) {
            shown.push(index);
            whole.push((Some(picture.stamp), [0, 0, size.x, size.y], false));
        }
    }
    (shown, whole)
}

fn overhang(level: &Level, regions: &[Region]) -> f32 {
    let cell = level.tile_size.as_vec2();
    let of = |(tile, region): (&Tile, &Region)| {
        let beyond = (region.size.max_element() * tile.scale - cell.min_element()).max(0.0);
        beyond + tile.offset.abs().max_element() as f32 * tile.scale
    };
    level.tiles.iter().zip(regions).map(of).fold(0.0, f32::max)
}

/// The convex square corners of the outline in a chunk of a layer, by the cells of the layer that they round.
fn cuts(level: &Level, layer: &Layer, (first, cells): (IVec2, IVec2), hems: &[Hem]) -> HashMap<IVec2, Vec<Cut>> {
    let mut cuts: HashMap<IVec2, Vec<Cut>> = HashMap::new();
    let size = level.tile_size.as_vec2();
    // The maps of a world, and layers, may lie anywhere.
    let offset = layer.offset.round();
    let corner = first.as_vec2() * size + offset;
    let edges = level.terrain.edges();
    level.terrain.edges_near(&Aabb::from_corners(corner, corner + cells.as_vec2() * size), |i| {
        let edge = &edges[i as usize];
        if hems.get(i as usize).is_some_and(|hem| !hem.is_cloth()) {
            return;
        }
        let before = edge.prev.map(|before| &edges[before.index()]).filter(|_| edge.side == Side::Outer);
        let Some(before) = before else { return };
        let (come, go) = (before.segment.direction(), edge.segment.direction());
        if is_square(come, go) {
            let inwards = (go - come).signum();
            let at = edge.segment.a - offset;
            let cell = ((at + inwards * 0.5) / size).floor();
            cuts.entry(cell.as_ivec2()).or_default().push(Cut { at: at - cell * size, inwards });
        }
    });
    cuts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_drawn_row_by_row_in_their_order() {
        let order = |x: i32, y: i32| -> Vec<[i32; 2]> {
            in_order(IVec2::new(-1, 0), IVec2::new(0, 1), IVec2::new(x, y)).map(|at| at.to_array()).collect()
        };
        assert_eq!(order(1, 1), [[-1, 0], [0, 0], [-1, 1], [0, 1]]);
        assert_eq!(order(1, -1), [[-1, 1], [0, 1], [-1, 0], [0, 0]]);
        assert_eq!(order(-1, 1), [[0, 0], [-1, 0], [0, 1], [-1, 1]]);
        assert_eq!(order(-1, -1), [[0, 1], [-1, 1], [0, 0], [-1, 0]]);
    }

    #[test]
    fn tiles_that_reach_into_other_cells_keep_their_order_with_animated_ones() {
        let still = Tile { rect: [0, 0, 32, 32], ..Tile::default() };
        let tiles = vec![still.clone(), Tile { frames: vec![(0, 100)], ..still }];
        let cells = [0, 1, 1, 0, 1].map(|tile| Some(Cell::new(tile, Turn::default()))).to_vec();
        let content = LayerContent::Tiles { origin: IVec2::ZERO, size: UVec2::new(5, 1), cells, collides: false };
        let layer = Layer { content, render_order: IVec2::new(-1, 1), ..Layer::default() };
        let mut level = Level::default();
        (level.tiles, level.tile_size) = (tiles, UVec2::splat(16));
        let regions = vec![Region { at: Vec2::ZERO, size: Vec2::splat(32.0) }; 2];
        let animated = |chunk: IVec2| -> Vec<Vec<i32>> {
            let backing = Backing::new(&level, &[]);
            let sheet = TileSheet { regions: regions.clone(), size: Vec2::splat(64.0), chunk, backing };
            let batches = sheet.build(&level, &layer, IVec2::ZERO, &[]);
            batches.iter().map(|batch| batch.animated.iter().map(|(at, _)| at.x).collect()).collect()
        };
        assert_eq!(animated(CHUNK_OF_ROW), [vec![4], vec![2, 1], vec![]]);
        assert_eq!(animated(CHUNK), [vec![4, 2, 1]], "together, as none covers another");
    }

    #[test]
    fn flips_follow_tiled() {
        let turn = |h, v, d| Turn { h, v, d };
        let top_left = |c| unflipped(Vec2::ZERO, c);
        assert_eq!(top_left(turn(false, false, false)), Vec2::ZERO);
        assert_eq!(top_left(turn(true, false, false)), Vec2::X);
        // A quarter turn clockwise is diagonal and horizontal: the picture's left bottom comes to the left top.
        assert_eq!(top_left(turn(true, false, true)), Vec2::Y);
    }

    #[test]
    fn round_corners_stay_inside_their_tile() {
        let size = Vec2::splat(16.0);
        let both = [Cut { at: Vec2::ZERO, inwards: Vec2::ONE }, Cut { at: size, inwards: Vec2::NEG_ONE }];
        // The lower left corner of a slab that fills the upper half of the cell.
        let middle = [Cut { at: Vec2::new(0.0, 8.0), inwards: Vec2::new(1.0, -1.0) }];
        let [both, middle] = [&both[..], &middle].map(|cuts| shapes(cuts, size));
        let corners = |shapes: &[Vec<Vec2>]| shapes.iter().map(Vec::len).collect::<Vec<_>>();
        assert_eq!(corners(&both), [2 * (ARC_SEGMENTS + 1) + 2]);
        assert_eq!(corners(&middle), [ARC_SEGMENTS + 4, 4]);
        let is_inside = |p: &Vec2| p.min_element() > -1e-4 && p.max_element() < 16.0 + 1e-4;
        assert!(both.iter().chain(&middle).flatten().all(is_inside));
    }
}

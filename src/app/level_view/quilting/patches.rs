//! Cuts cloth into patches: pieces of one fabric, divided by straight seams that run from seam to seam or to the hem.
//!
//! A piece is cut in two, again and again, until its parts are as large as patches should be. No cut leaves a strip narrower than two
//! tiles, and cuts that continue an edge of the outline are preferred, so that patches follow the shape of the ground.

use std::collections::{BTreeMap, BTreeSet};

use glam::IVec2;
use seamwalker_collide::Aabb;
use seamwalker_level::{Cell, Hem, Layer, LayerContent, Level, Tile};

use super::super::chance::{chance, fraction};

/// Layers with more cells are not padded: cutting them would take longer than reading the map.
const MAX_CELLS: usize = 400_000;
/// The classes of tiles that are cloth.
const CLOTH_CLASSES: [&str; 6] = ["", "Solid", "Ice", "Bouncy", "Sticky", "Conveyor"];
/// The narrowest strip that a cut may leave, in cells.
const MIN_STRIP: i32 = 2;
/// A patch with more cells than a limit is cut. The limit is chosen at random between this and twice this.
const PATCH_CELLS: usize = 12;
/// A longer patch is always cut, in cells.
const MAX_SIDE: i32 = 8;
/// Bonus for a cut that continues an edge of the outline; a cut into equal halves is worth 1.
const ALIGNED: f32 = 0.5;
/// Random share of the worth of a cut.
const CHANCE: f32 = 0.35;
/// The farthest that cells are from the hem, in thirds of a cell.
const MAX_DEPTH: u8 = 36;
/// How much deeper cloth counts under, beside and over the air next to it, in thirds of a cell.
const UNLIT: [u8; 3] = [0, 4, 14];

/// How much lighter or darker patches are than their fabric, as light.
const SHADES: [f32; 7] = [0.0, -0.16, 0.0, 0.12, 0.0, -0.08, 0.17];

/// How a patch is sewn.
pub enum PatchStyle {
    /// Filled between its seams.
    Plain,
    /// With diagonal seams both ways.
    Diamonds,
    /// With upright seams.
    Channels,
}

/// The patches of a layer.
pub struct Patches {
    origin: IVec2,
    size: IVec2,
    /// The patch of each cell, from 1; 0 without cloth.
    of_cell: Vec<u32>,
    /// How far each cell is from the hem, in thirds of a cell.
    depth: Vec<u8>,
    /// By patch, from 1: its fabric, which is the picture of its tiles, and its number for chance.
    sewn: Vec<(usize, u32)>,
    /// The pictures of fabrics that fray, plus one.
    frayed: BTreeSet<usize>,
    /// Where the cells are, in pixels of the layer.
    pub bounds: Aabb,
}

impl Patches {
    /// The patches of a layer; `None` without cloth.
    pub fn of(level: &Level, layer: &Layer) -> Option<Self> {
        let LayerContent::Tiles { origin, size, cells, collides: true, .. } = &layer.content else { return None };
        if cells.len() > MAX_CELLS || layer.opacity < 1.0 {
            return None;
        }
        let is_cloth =
            |tile: &Tile| tile.hem.is_cloth() && tile.frames.is_empty() && CLOTH_CLASSES.contains(&&*tile.class);
        // Zero for no cloth, or the picture's number plus one.
        let picture =
            |cell: Option<Cell>| level.tiles.get(cell?.tile() as usize).filter(|tile| is_cloth(tile))?.picture;
        let fabrics: Vec<usize> = cells.iter().map(|cell| picture(*cell).map_or(0, |picture| picture + 1)).collect();
        if fabrics.iter().all(|fabric| *fabric == 0) {
            return None;
        }
        let (size, tile) = (size.as_ivec2(), level.tile_size.as_vec2());
        let corner = origin.as_vec2() * tile;
        let frayed = level.tiles.iter().filter(|tile| tile.hem == Hem::Frayed);
        let mut patches = Self {
            origin: *origin,
            size,
            of_cell: vec![0; cells.len()],
            depth: depths(&fabrics, size),
            sewn: Vec::new(),
            frayed: frayed.filter_map(|tile| Some(tile.picture? + 1)).collect(),
            bounds: Aabb::from_corners(corner, corner + size.as_vec2() * tile),
        };
        patches.cut(&fabrics);
        Some(patches)
    }

    fn index(&self, at: IVec2) -> Option<usize> {
        let is_in = at.min_element() >= 0 && at.x < self.size.x && at.y < self.size.y;
        is_in.then(|| (at.y * self.size.x + at.x) as usize)
    }

    /// The patch of a cell, from 1; 0 without cloth.
    pub fn patch(&self, cell: IVec2) -> u32 {
        self.index(cell - self.origin).map_or(0, |i| self.of_cell[i])
    }

    /// How far a cell is from the hem, in cells.
    pub fn depth(&self, cell: IVec2) -> f32 {
        self.index(cell - self.origin).map_or(0.0, |i| f32::from(self.depth[i]) / 3.0)
    }

    /// The fabric of a patch.
    pub fn fabric(&self, patch: u32) -> usize {
        self.sewn.get(patch as usize - 1).map_or(0, |patch| patch.0)
    }

    /// How much lighter or darker a patch is than others of its fabric.
    pub fn shade(&self, patch: u32) -> f32 {
        SHADES[self.sewn.get(patch as usize - 1).map_or(0, |patch| patch.1 / 16) as usize % SHADES.len()]
    }

    /// Whether threads hang out of the edges of a patch.
    pub fn is_frayed(&self, patch: u32) -> bool {
        self.frayed.contains(&self.fabric(patch))
    }

    /// How a patch is sewn.
    pub fn style(&self, patch: u32) -> PatchStyle {
        match self.sewn.get(patch as usize - 1).map_or(0, |patch| patch.1 % 9) {
            1 | 5 => PatchStyle::Diamonds,
            3 => PatchStyle::Channels,
            _ => PatchStyle::Plain,
        }
    }

    /// Cuts all pieces of one fabric.
    fn cut(&mut self, fabrics: &[usize]) {
        let mut by_fabric: BTreeMap<usize, Vec<IVec2>> = BTreeMap::new();
        for (i, fabric) in (0..).zip(fabrics).filter(|(_, fabric)| **fabric > 0) {
            by_fabric.entry(*fabric).or_default().push(IVec2::new(i % self.size.x, i / self.size.x));
        }
        let mut waiting: Vec<(Vec<IVec2>, bool)> = by_fabric.into_values().map(|cells| (cells, false)).collect();
        // The region of each cell while it is cut; regions are parts of pieces.
        let (mut region_of, mut regions) = (vec![0_u32; fabrics.len()], 0);
        // Each turn makes patches or smaller regions, so this ends.
        while let Some((cells, is_connected)) = waiting.pop() {
            regions += 1;
            let inside = |region_of: &[u32], at: IVec2| self.index(at).is_some_and(|i| region_of[i] == regions);
            cells.iter().filter_map(|at| self.index(*at)).for_each(|i| region_of[i] = regions);
            if !is_connected {
                for start in cells {
                    let (mut piece, mut next) = (Vec::new(), vec![start]);
                    while let Some(at) = next.pop() {
                        if inside(&region_of, at) {
                            self.index(at).into_iter().for_each(|i| region_of[i] = 0);
                            piece.push(at);
                            next.extend([IVec2::X, IVec2::Y, IVec2::NEG_X, IVec2::NEG_Y].map(|step| at + step));
                        }
                    }
                    waiting.extend((!piece.is_empty()).then_some((piece, true)));
                }
                continue;
            }
            let seam = best_cut(&cells, |at| inside(&region_of, at));
            if let Some((is_upright, place)) = seam {
                let is_before = |at: &IVec2| if is_upright { at.x < place } else { at.y < place };
                let (one, other): (Vec<IVec2>, Vec<IVec2>) = cells.into_iter().partition(is_before);
                waiting.extend([(one, false), (other, false)]);
                continue;
            }
            let first = cells.iter().copied().min_by_key(|at| (at.y, at.x)).unwrap_or_default();
            let fabric = self.index(first).map_or(0, |i| fabrics[i]);
            self.sewn.push((fabric, chance(first.x, first.y, 7)));
            let patch = self.sewn.len() as u32;
            let indices: Vec<usize> = cells.iter().filter_map(|at| self.index(*at)).collect();
            indices.into_iter().for_each(|i| self.of_cell[i] = patch);
        }
    }
}

/// How far each cell is from the hem, in thirds of a cell (Borgefors, *Distance Transformations in Digital Images*, 1986).
fn depths(fabrics: &[usize], size: IVec2) -> Vec<u8> {
    let mut depth: Vec<u8> = fabrics.iter().map(|fabric| if *fabric == 0 { 0 } else { MAX_DEPTH }).collect();
    let width = size.x as usize;
    let last = depth.len() as i32 - 1;
    let before = [(IVec2::new(-1, -1), 4), (IVec2::NEG_Y, 3), (IVec2::new(1, -1), 4), (IVec2::NEG_X, 3)];
    for (i, sign) in (0..=last).map(|i| (i, 1)).chain((0..=last).rev().map(|i| (i, -1))) {
        let at = IVec2::new(i % size.x, i / size.x);
        for (way, length) in before {
            let from = at + way * sign;
            if from.cmpge(IVec2::ZERO).all() && from.cmplt(size).all() {
                let j = (from.y * size.x + from.x) as usize;
                // Light falls from above.
                let shade = if fabrics[j] > 0 { 0 } else { UNLIT[(way.y * sign + 1) as usize] };
                depth[i as usize] = depth[i as usize].min(depth[j] + length + shade);
            }
        }
    }
    // Nor does it get lighter towards the air below.
    for i in (width..depth.len()).rev().filter(|i| fabrics[*i] == 0) {
        depth[i] = depth[i - width];
    }
    depth
}

/// The best cut of a region: whether it is upright, and the column or row behind it. `None` if it should not be cut, or cannot.
fn best_cut(cells: &[IVec2], inside: impl Fn(IVec2) -> bool) -> Option<(bool, i32)> {
    let min = cells.iter().copied().reduce(IVec2::min)?;
    let max = cells.iter().copied().reduce(IVec2::max)?;
    let (size, salt) = (max - min + 1, chance(min.x, min.y, cells.len() as u32));
    let most = PATCH_CELLS + (salt % PATCH_CELLS as u32) as usize;
    if cells.len() <= most && size.max_element() <= MAX_SIDE {
        return None;
    }
    let mut best: Option<(f32, bool, i32)> = None;
    for is_upright in [true, false] {
        let along = |at: IVec2| if is_upright { at.x } else { at.y };
        let (from, to) = (along(min), along(max));
        let mut counts = vec![0_usize; (to - from + 1) as usize];
        cells.iter().for_each(|at| counts[(along(*at) - from) as usize] += 1);
        let mut before = 0;
        for place in from + 1..=to {
            before += counts[(place - 1 - from) as usize];
            let Some(is_aligned) = seam_at(is_upright, place, (min, max), &inside) else { continue };
            let balance = before.min(cells.len() - before) as f32 / cells.len() as f32 * 2.0;
            let across = if is_upright { size.y } else { size.x } as f32;
            // Short seams across the longer side make compact patches.
            let shape = (along(size) as f32 / across.max(1.0)).min(2.0) * 0.25;
            let chance = fraction(place, i32::from(is_upright), salt) * CHANCE;
            let worth = balance + shape + chance + if is_aligned { ALIGNED } else { 0.0 };
            if best.is_none_or(|(known, ..)| worth > known) {
                best = Some((worth, is_upright, place));
            }
        }
    }
    best.map(|(_, is_upright, place)| (is_upright, place))
}

/// Whether a cut continues an edge of the outline; `None` where it would leave a strip, or cuts nothing.
fn seam_at(is_upright: bool, place: i32, (min, max): (IVec2, IVec2), inside: &impl Fn(IVec2) -> bool) -> Option<bool> {
    let cell = |place: i32, across: i32| if is_upright { IVec2::new(place, across) } else { IVec2::new(across, place) };
    let (from, to) = if is_upright { (min.y, max.y) } else { (min.x, max.x) };
    let (mut is_aligned, mut cuts) = (false, false);
    for across in from..=to {
        let sides = [place - 1, place].map(|at| inside(cell(at, across)));
        if sides != [true, true] {
            continue;
        }
        cuts = true;
        let is_wide =
            (1..=MIN_STRIP).all(|by| inside(cell(place - by, across)) && inside(cell(place - 1 + by, across)));
        if !is_wide {
            return None;
        }
        for end in [across - 1, across + 1] {
            let [one, other] = [place - 1, place].map(|at| inside(cell(at, end)));
            is_aligned |= one != other;
        }
    }
    cuts.then_some(is_aligned)
}

#[cfg(test)]
mod tests {
    use seamwalker_assets::shipped;
    use seamwalker_level::read;

    use super::*;

    #[test]
    fn patches_are_of_one_fabric_and_cover_all_cloth() {
        let level = read(&shipped(), "maps/first_stitch.tmx").unwrap();
        let all: Vec<Patches> = level.layers.iter().filter_map(|layer| Patches::of(&level, layer)).collect();
        assert!(!all.is_empty());
        for patches in all {
            let mut cells = vec![0; patches.sewn.len() + 1];
            patches.of_cell.iter().for_each(|patch| cells[*patch as usize] += 1);
            assert!(cells[1..].iter().all(|count| *count > 0));
            let cloth: usize = cells[1..].iter().sum();
            assert!(patches.sewn.len() * 2 * PATCH_CELLS > cloth, "{} of {cloth} cells", patches.sewn.len());
            let large = cells[1..].iter().filter(|count| **count > 2 * PATCH_CELLS).count();
            assert!(large * 5 < patches.sewn.len(), "{large} of {}", patches.sewn.len());
        }
    }

    #[test]
    fn a_cut_leaves_no_strip_and_goes_on_along_the_outline() {
        // An L: the cut goes on along its inner corner.
        let inside = |at: IVec2| {
            (0..4).contains(&at.x) && (0..12).contains(&at.y) || (0..12).contains(&at.x) && (8..12).contains(&at.y)
        };
        let cells: Vec<IVec2> =
            (0..12).flat_map(|y| (0..12).map(move |x| IVec2::new(x, y))).filter(|at| inside(*at)).collect();
        let (is_upright, place) = best_cut(&cells, inside).unwrap();
        assert_eq!(place, if is_upright { 4 } else { 8 });
        let narrow: Vec<IVec2> = (0..3).flat_map(|y| (0..3).map(move |x| IVec2::new(x, y))).collect();
        assert!(best_cut(&narrow, |at| at.min_element() >= 0 && at.max_element() < 3).is_none());
    }
}

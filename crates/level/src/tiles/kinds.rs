//! The numbers in the cells of a layer: where they are, and what each stands for.

use std::collections::HashMap;

use glam::IVec2;

use crate::ground::collision_builder::TileCollision;
use crate::guard::state::CellBlock;
use crate::model::drawn::Cell;
use crate::model::surface::Material;

/// The first and last cell of a layer that may hold a tile; last before first when there are none.
pub fn extent(blocks: &[CellBlock]) -> (IVec2, IVec2) {
    let boxes = blocks.iter().filter(|b| b.size.min_element() > 0).map(|b| (b.at, b.at + b.size - IVec2::ONE));
    boxes.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))).unwrap_or((IVec2::ZERO, IVec2::NEG_ONE))
}

/// The cells of a layer as one block. Where chunks overlap, the later counts.
pub fn dense(mut blocks: Vec<CellBlock>) -> CellBlock {
    if let [_] = blocks[..] {
        return blocks.remove(0);
    }
    let (first, last) = extent(&blocks);
    let size = last - first + IVec2::ONE;
    let index = |x: i32, y: i32| (y * size.x + x).unsigned_abs() as usize;
    let mut gids = vec![0; index(0, size.y)];
    for CellBlock { at, size: own, gids: part } in blocks {
        for (row, line) in (at.y - first.y..).zip(part.chunks_exact(own.x.max(1).unsigned_abs() as usize)) {
            let from = index(at.x - first.x, row);
            gids[from..from + line.len()].copy_from_slice(line);
        }
    }
    CellBlock { at: first, size, gids }
}

/// How many cells at the front of a row hold this number.
#[inline]
pub fn run_length(line: &[u32], gid: u32) -> usize {
    let (blocks, rest) = line.as_chunks::<8>();
    for (i, block) in blocks.iter().enumerate() {
        // A bit for every cell, without a branch that nobody could foresee.
        let same = (0..8).fold(0_u32, |bits, k| bits | u32::from(block[k] == gid) << k);
        if same != 0xff {
            return i * 8 + same.trailing_ones() as usize;
        }
    }
    line.len() - rest.len() + rest.iter().take_while(|cell| **cell == gid).count()
}

/// How many kinds of a layer are found without a search.
const NEAR_KINDS: usize = 256;

/// What a number in a layer stands for.
#[derive(Clone, Copy)]
pub struct Kind {
    pub cell: Option<Cell>,
    /// Whether it does something to its cell.
    pub collides: bool,
}

/// What the numbers in the cells of a layer stand for: kind 0 is nothing.
pub struct Kinds {
    /// What the layer makes of tiles without a class.
    pub default_material: Option<Material>,
    pub list: Vec<Kind>,
    /// What each does to its cell.
    pub collisions: Vec<TileCollision>,
    known: HashMap<u32, u32>,
    /// Global ids and kinds, each at the place that the last bits of the id name.
    near: Vec<(u32, u32)>,
}

impl Kinds {
    /// For a layer that makes this of tiles without a class. Nothing is the first kind.
    pub fn new(default_material: Option<Material>) -> Self {
        let (list, collisions, known) = (Vec::new(), Vec::new(), HashMap::new());
        let mut kinds = Self { default_material, list, collisions, known, near: vec![(0, 0); NEAR_KINDS] };
        kinds.add(0, None, TileCollision::default());
        kinds
    }

    /// The kind of a global id, if it was met before.
    #[inline]
    pub fn find(&mut self, gid: u32) -> Option<u32> {
        let near = &mut self.near[gid as usize % NEAR_KINDS];
        if near.0 != gid {
            *near = (gid, *self.known.get(&gid)?);
        }
        Some(near.1)
    }

    pub fn add(&mut self, gid: u32, cell: Option<Cell>, collision: TileCollision) -> u32 {
        let kind = u32::try_from(self.list.len()).unwrap_or(0);
        self.known.insert(gid, kind);
        self.list.push(Kind { cell, collides: !collision.is_empty() });
        self.collisions.push(collision);
        kind
    }
}

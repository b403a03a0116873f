//! The tile ids in the cells of a layer, and what each id stands for.

use std::collections::HashMap;

use glam::IVec2;

use crate::ground::TileCollision;
use crate::guard::CellBlock;
use crate::model::{Cell, Material};

/// The first and last cell of a layer that may hold a tile. Last is before first if there are none.
pub fn extent(blocks: &[CellBlock]) -> (IVec2, IVec2) {
    let boxes = blocks.iter().filter(|b| b.size.min_element() > 0).map(|b| (b.at, b.at + b.size - IVec2::ONE));
    boxes.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))).unwrap_or((IVec2::ZERO, IVec2::NEG_ONE))
}

/// The cells of a layer as one block. If chunks overlap, the later one wins.
pub fn dense(blocks: &[CellBlock]) -> CellBlock {
    if let [whole] = blocks {
        return whole.clone();
    }
    let (first, last) = extent(blocks);
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

/// How many cells at the start of a row hold this id.
#[inline]
pub fn run_length(line: &[u32], gid: u32) -> usize {
    let (blocks, rest) = line.as_chunks::<8>();
    for (i, block) in blocks.iter().enumerate() {
        // One bit per cell, without unpredictable branches.
        let same = (0..8).fold(0_u32, |bits, k| bits | u32::from(block[k] == gid) << k);
        if same != 0xff {
            return i * 8 + same.trailing_ones() as usize;
        }
    }
    line.len() - rest.len() + rest.iter().take_while(|cell| **cell == gid).count()
}

/// Size of the cache of kinds.
const NEAR_KINDS: usize = 256;

/// What the tile ids of a layer stand for. Kind 0 is an empty cell.
pub struct Kinds {
    /// The material that the layer gives to tiles without a class.
    pub default_material: Option<Material>,
    /// What each kind shows.
    pub cells: Vec<Option<Cell>>,
    /// The collision of each kind.
    pub collisions: Vec<TileCollision>,
    known: HashMap<u32, u32>,
    /// A cache: ids and kinds, indexed by the last bits of the id.
    near: Vec<(u32, u32)>,
}

impl Kinds {
    /// Starts with the empty kind.
    pub fn new(default_material: Option<Material>) -> Self {
        let (cells, collisions, known) = (Vec::new(), Vec::new(), HashMap::new());
        let mut kinds = Self { default_material, cells, collisions, known, near: vec![(0, 0); NEAR_KINDS] };
        kinds.add(0, None, TileCollision::default());
        kinds
    }

    /// The kind of an id, if known.
    #[inline]
    pub fn find(&mut self, gid: u32) -> Option<u32> {
        let near = &mut self.near[gid as usize % NEAR_KINDS];
        if near.0 != gid {
            *near = (gid, *self.known.get(&gid)?);
        }
        Some(near.1)
    }

    pub fn add(&mut self, gid: u32, cell: Option<Cell>, collision: TileCollision) -> u32 {
        let kind = u32::try_from(self.cells.len()).unwrap_or(0);
        self.known.insert(gid, kind);
        self.cells.push(cell);
        self.collisions.push(collision);
        kind
    }
}

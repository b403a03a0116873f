//! A terrain as data: what it consists of, without what is derived from that.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::edge::Edge;
use crate::mover::Mover;
use crate::piece::Piece;
use crate::shape::Aabb;
use crate::terrain::Terrain;

/// A terrain in a file. Vacant edges and pieces are in it, so that all keep their indices, also later ones.
#[derive(Serialize, Deserialize)]
struct SavedTerrain<'a> {
    edges: Cow<'a, [Edge]>,
    pieces: Cow<'a, [Piece]>,
    reserved: Option<Aabb>,
    /// The movers that it is compiled for.
    compiled: Vec<Mover>,
}

/// Edges, pieces, and for which movers it is compiled. Pieces that were not built yet are built for that.
impl Serialize for Terrain {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let compiled = self.compiled.iter().map(|grid| grid.mover()).collect();
        let (edges, pieces) = (self.edges().into(), self.pieces().into());
        SavedTerrain { edges, pieces, reserved: self.parts.reserved, compiled }.serialize(serializer)
    }
}

/// Indexed and compiled at once. Edges and pieces that are not finite become vacant, as in [`Terrain::new`].
impl<'de> Deserialize<'de> for Terrain {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let loaded = SavedTerrain::deserialize(deserializer)?;
        let mut terrain = Self::new(loaded.edges.into_owned(), loaded.pieces.into_owned());
        loaded.reserved.iter().for_each(|area| terrain.reserve(area));
        // Where it is too large, or the mover is not valid, it works without.
        loaded.compiled.iter().filter(|mover| mover.is_valid()).for_each(|mover| _ = terrain.compile(mover));
        Ok(terrain)
    }
}

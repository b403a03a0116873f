//! A terrain as data: what it consists of, without what is derived from that.

use alloc::vec::Vec;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::edge::Edge;
use crate::mover::Mover;
use crate::piece::Piece;
use crate::shape::Aabb;
use crate::terrain::Terrain;

/// A terrain to save. Vacant edges and pieces are in it, so that all keep their indices, also later ones.
#[derive(Serialize)]
struct SavedTerrain<'a> {
    edges: &'a [Edge],
    pieces: &'a [Piece],
    reserved: Option<Aabb>,
    /// The movers that it is compiled for.
    compiled: Vec<Mover>,
}

/// The same, loaded.
#[derive(Deserialize)]
struct LoadedTerrain {
    edges: Vec<Edge>,
    pieces: Vec<Piece>,
    #[serde(default)]
    reserved: Option<Aabb>,
    #[serde(default)]
    compiled: Vec<Mover>,
}

/// Edges, pieces, and for which movers it is compiled. Pieces that were not built yet are built for that.
impl Serialize for Terrain {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let compiled = self.compiled.iter().map(|grid| grid.mover()).collect();
        let saved =
            SavedTerrain { edges: self.edges(), pieces: self.pieces(), reserved: self.parts.reserved, compiled };
        saved.serialize(serializer)
    }
}

/// Indexed and compiled at once. Edges and pieces that are not finite become vacant, as in [`Terrain::new`].
impl<'de> Deserialize<'de> for Terrain {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let loaded = LoadedTerrain::deserialize(deserializer)?;
        let mut terrain = Self::new(loaded.edges, loaded.pieces);
        loaded.reserved.iter().for_each(|area| terrain.reserve(area));
        // Where it is too large, or the mover is not valid, it works without.
        loaded.compiled.iter().filter(|mover| mover.is_valid()).for_each(|mover| _ = terrain.compile(mover));
        Ok(terrain)
    }
}

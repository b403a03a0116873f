//! The seven fabric tilesets: 8 x 6 tiles each, the same layout in all (see [`fabric_shapes`]).
//!
//! | ids | tiles |
//! |---|---|
//! | 0-7 | full, in four variants of which each is there twice: the game itself sews cloth into patches with seams and shades |
//! | 8-11 | 45 degrees: floor rising right, floor falling right, and both as ceilings |
//! | 12-19 | 22.5 degrees: low rising, high rising, high falling, low falling, and all four as ceilings |
//! | 20-27 | 63.4 degrees: the same order |
//! | 28-31 | lower, upper, left, right half |
//! | 32-41 | nothing, for Tiled's terrain brush: see `terrain` |

use crate::fabric::Fabric;
use crate::picture::Picture;
use crate::shape::{Shape, fabric_shapes};
use crate::tsx::{Classed, Terrain, tileset};

/// Rows of tiles.
const ROWS: i32 = 6;

/// The first of the empty tiles.
const FIRST_EMPTY: usize = 32;

/// The class of the empty tiles, which have no collision.
const EMPTY: &str = "Border";

/// The picture of one fabric's tileset.
pub fn picture(fabric: Fabric) -> Picture {
    let shapes = fabric_shapes().into_iter().enumerate();
    let tiles = shapes.map(|(id, shape)| shape.cut(|x, y| fabric.thread(x, y, id as u32 % 4)));
    Picture::sheet(ROWS, tiles)
}

/// The .tsx text of one fabric's tileset.
pub fn text(fabric: Fabric) -> String {
    let terrain = terrain(fabric);
    let shapes = fabric_shapes().into_iter().enumerate();
    let mut tiles: Vec<Classed> = shapes.map(|(id, shape)| Classed::new(id, "Solid", shape)).collect();
    let empty = terrain.tiles.iter().filter(|(id, ..)| *id >= FIRST_EMPTY);
    tiles.extend(empty.map(|&(id, ..)| Classed::new(id, EMPTY, Shape::Full)));
    tileset(fabric.name, ROWS, fabric.hem, &tiles, Some(&terrain))
}

/// The tiles of Tiled's terrain brush: cloth where all four corners of a cell are painted, a slope of 45 degrees where three are,
/// and empty tiles elsewhere. Without those, Tiled would place the tile that fits best.
fn terrain(fabric: Fabric) -> Terrain {
    let full = [(0, 1.0), (1, 0.5), (2, 0.5), (3, 0.5), (4, 0.05), (5, 0.05)];
    let mut tiles: Vec<_> = full.iter().map(|&(id, often)| (id, [true; 4], often)).collect();
    // The slopes by the corner that is missing: rising and falling floors, rising and falling ceilings.
    let slopes = [(8, 3), (9, 0), (10, 2), (11, 1)];
    tiles.extend(slopes.iter().map(|&(id, missing)| (id, std::array::from_fn(|corner| corner != missing), 1.0)));
    let corners = (1..15).map(|bits: u32| std::array::from_fn(|corner| bits >> corner & 1 == 1));
    let few = corners.filter(|corners: &[bool; 4]| corners.iter().filter(|&&is_in| is_in).count() < 3);
    tiles.extend((FIRST_EMPTY..).zip(few).map(|(id, corners)| (id, corners, 1.0)));
    Terrain { color: fabric.mark, icon: 0, tiles }
}

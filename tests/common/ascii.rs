//! Levels drawn in ASCII, for the tests of the simulation. The reader of Tiled maps lives on another floor and has its own
//! tests: here a level is what the picture in the test shows, and nothing else.
//!
//! `#` solid, `=` one-way, `^` hazard (the lower half of the cell), `/` `\` slopes of 45 degrees, `l` `L` the low and the
//! high half of a slope of 26.6 degrees that rises to the right, `R` `r` of one that falls to the right, `s` over `S` a
//! slope of 63.4 degrees that rises to the right, `z` over `Z` one that falls to the right, `P` player, `E` exit,
//! `C` checkpoint, `o` bead, `O` golden button, `!` sign, `x` crate.
#![allow(dead_code, reason = "every test file uses its own part of it")]

use std::collections::BTreeSet;
use std::sync::Arc;

use glam::{UVec2, Vec2};
use seamwalker::collide::{Aabb, Edge, Piece, Side, Terrain};
use seamwalker::level::{Area, Easing, Level, Meta, Object, ObjectKind, Platform, Start, Surface};

/// Side of a cell, px.
pub const TILE: f32 = 16.0;

/// The corners of a cell's solid, clockwise on screen, in halves of a cell.
fn corners(cell: char) -> &'static [(i32, i32)] {
    match cell {
        '#' => &[(0, 0), (2, 0), (2, 2), (0, 2)],
        '/' => &[(0, 2), (2, 0), (2, 2)],
        '\\' => &[(0, 0), (2, 2), (0, 2)],
        'l' => &[(0, 2), (2, 1), (2, 2)],
        'L' => &[(0, 1), (2, 0), (2, 2), (0, 2)],
        'R' => &[(0, 0), (2, 1), (2, 2), (0, 2)],
        'r' => &[(0, 1), (2, 2), (0, 2)],
        's' => &[(1, 2), (2, 0), (2, 2)],
        'S' => &[(0, 2), (1, 0), (2, 0), (2, 2)],
        'z' => &[(0, 0), (1, 2), (0, 2)],
        'Z' => &[(0, 0), (1, 0), (2, 2), (0, 2)],
        _ => &[],
    }
}

fn px((x, y): (i32, i32)) -> Vec2 {
    IVec(x, y).px()
}

#[derive(Clone, Copy)]
struct IVec(i32, i32);

impl IVec {
    fn px(self) -> Vec2 {
        Vec2::new(self.0 as f32, self.1 as f32) * (TILE / 2.0)
    }
}

type Lattice = (i32, i32);

/// The outline in halves of a cell: borders of cells cancel where two solids meet, what is left is joined where it is
/// straight.
fn outline(cells: &[Vec<char>]) -> Vec<(Lattice, Lattice)> {
    let mut sides: BTreeSet<(Lattice, Lattice)> = BTreeSet::new();
    for (row, line) in cells.iter().enumerate() {
        for (column, &cell) in line.iter().enumerate() {
            let at = |(x, y): Lattice| (x + 2 * column as i32, y + 2 * row as i32);
            let corners = corners(cell);
            for (i, &a) in corners.iter().enumerate() {
                let b = corners[(i + 1) % corners.len()];
                for (a, b) in halves(at(a), at(b)) {
                    if !sides.remove(&(b, a)) {
                        sides.insert((a, b));
                    }
                }
            }
        }
    }
    join(sides.into_iter().collect())
}

/// Sides along a cell's border in pieces of half a cell, so that they can cancel in part.
fn halves(a: Lattice, b: Lattice) -> Vec<(Lattice, Lattice)> {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let n = if dx == 0 || dy == 0 { dx.abs().max(dy.abs()) } else { 1 };
    let at = |i: i32| (a.0 + dx / n * i, a.1 + dy / n * i);
    (0..n).map(|i| (at(i), at(i + 1))).collect()
}

/// Joins sides that continue each other in the same direction.
fn join(mut sides: Vec<(Lattice, Lattice)>) -> Vec<(Lattice, Lattice)> {
    let straight = |a: (Lattice, Lattice), b: (Lattice, Lattice)| {
        let (u, v) = ((a.1.0 - a.0.0, a.1.1 - a.0.1), (b.1.0 - b.0.0, b.1.1 - b.0.1));
        a.1 == b.0 && u.0 * v.1 == u.1 * v.0 && u.0 * v.0 + u.1 * v.1 > 0
    };
    loop {
        let pair = sides.iter().enumerate().find_map(|(i, &a)| {
            let j = sides.iter().enumerate().position(|(j, &b)| i != j && straight(a, b))?;
            Some((i, j))
        });
        let Some((i, j)) = pair else { return sides };
        sides[i].1 = sides[j].1;
        sides.remove(j);
    }
}

/// Ribbons: one-way tops, joined along a row.
fn ribbons(cells: &[Vec<char>]) -> Vec<(Lattice, Lattice)> {
    let mut tops = Vec::new();
    for (row, line) in cells.iter().enumerate() {
        for (column, _) in line.iter().enumerate().filter(|(_, c)| **c == '=') {
            let (x, y) = (2 * column as i32, 2 * row as i32);
            tops.push(((x, y), (x + 2, y)));
        }
    }
    join(tops)
}

fn pieces(cells: &[Vec<char>]) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for (row, line) in cells.iter().enumerate() {
        for (column, &cell) in line.iter().enumerate() {
            let origin = px((2 * column as i32, 2 * row as i32));
            let corners: Vec<Vec2> = corners(cell).iter().map(|&c| origin + px(c)).collect();
            if let Some(piece) = Piece::convex(&corners) {
                pieces.push(piece);
            }
            if cell == '=' {
                let top = Aabb::from_corners(origin, origin + Vec2::new(TILE, TILE / 4.0));
                pieces.push(Piece { one_way: true, tag: Surface::OneWay.tag(), ..Piece::solid_box(top) });
            }
        }
    }
    pieces
}

fn object_kind(cell: char) -> Option<ObjectKind> {
    Some(match cell {
        'P' => ObjectKind::Player { faces_left: false },
        'E' => ObjectKind::Exit { next: String::new() },
        'C' => ObjectKind::Checkpoint,
        'o' => ObjectKind::Bead { golden: false },
        'O' => ObjectKind::Bead { golden: true },
        '!' => ObjectKind::Sign { text: "hem".to_owned() },
        'x' => ObjectKind::Crate { priority: 3 },
        _ => return None,
    })
}

/// A level from a picture; every line of it is a row of cells. Lines may be indented like the test around them.
#[must_use]
pub fn level(picture: &str) -> Level {
    level_with(picture, Vec::new())
}

/// The same with further objects, whose ids follow those in the picture.
#[must_use]
pub fn level_with(picture: &str, more: Vec<(Aabb, ObjectKind)>) -> Level {
    let lines: Vec<&str> = picture.lines().filter(|l| !l.trim().is_empty()).collect();
    let indent = lines.iter().map(|l| l.len() - l.trim_start().len()).min().unwrap_or(0);
    let cells: Vec<Vec<char>> = lines.iter().map(|l| l[indent..].chars().collect()).collect();
    let columns = cells.iter().map(Vec::len).max().unwrap_or(0);
    let mut objects = Vec::new();
    let mut hazards = Vec::new();
    for (row, line) in cells.iter().enumerate() {
        for (column, &cell) in line.iter().enumerate() {
            let (x, y) = (2 * column as i32, 2 * row as i32);
            let aabb = Aabb::from_corners(px((x, y)), px((x + 2, y + 2)));
            if let Some(kind) = object_kind(cell) {
                objects.push((aabb, kind));
            }
            if cell == '^' {
                let corners = [(x, y + 1), (x + 2, y + 1), (x + 2, y + 2), (x, y + 2)].map(px).to_vec();
                hazards.push(Area { aabb: Aabb::around(corners.iter().copied()).unwrap(), corners });
            }
        }
    }
    objects.extend(more);
    let solid = |(a, b): (Lattice, Lattice)| Edge::new(px(a), px(b), Side::Outer);
    let ribbon = |(a, b)| Edge { tag: Surface::OneWay.tag(), ..Edge::new(px(a), px(b), Side::OneWay) };
    let edges: Vec<Edge> =
        outline(&cells).into_iter().map(solid).chain(ribbons(&cells).into_iter().map(ribbon)).collect();
    let hash = picture.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |h, b| (h ^ u64::from(b)).wrapping_mul(0x100_0000_01b3));
    Level {
        name: "ascii".to_owned(),
        path: "ascii".to_owned(),
        meta: Meta::default(),
        bounds: Aabb::from_corners(Vec2::ZERO, px((2 * columns as i32, 2 * cells.len() as i32))),
        tile_size: UVec2::splat(16),
        edge_cells: vec![Vec::new(); edges.len()],
        terrain: Arc::new(Terrain::new(edges, pieces(&cells))),
        hazard_edges: Vec::new(),
        hazards,
        objects: (1..).zip(objects).map(|(id, (aabb, kind))| Object { id, name: String::new(), aabb, kind }).collect(),
        layers: Vec::new(),
        tiles: Vec::new(),
        pictures: Vec::new(),
        warnings: Vec::new(),
        hash,
    }
}

/// A platform with its size in pixels on a track, at 60 px/s: one pixel per tick.
#[must_use]
pub fn platform(size: (f32, f32), track: &[(f32, f32)]) -> (Aabb, Platform) {
    let track: Vec<Vec2> = track.iter().map(|&p| p.into()).collect();
    let aabb = Aabb::new(track[0], Vec2::from(size) * 0.5);
    let platform = Platform {
        track,
        closed: false,
        speed: 60.0,
        easing: Easing::Linear,
        pause: 0.0,
        phase: 0.0,
        one_way: false,
        start: Start::Always,
        priority: 1,
        look: String::new(),
    };
    (aabb, platform)
}

/// As an object.
#[must_use]
pub fn placed((aabb, platform): (Aabb, Platform)) -> (Aabb, ObjectKind) {
    (aabb, ObjectKind::Platform(platform))
}

/// A crate by its centre.
#[must_use]
pub fn crate_at(x: f32, y: f32) -> (Aabb, ObjectKind) {
    (Aabb::new(Vec2::new(x, y), Vec2::splat(8.0)), ObjectKind::Crate { priority: 3 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seams_vanish_and_straight_sides_are_one() {
        let level = level(
            "
            ..l L /.
            #######.
            ",
        );
        let edges = level.terrain.edges();
        assert!(edges.iter().all(|e| e.normal.is_normalized()));
        let mut lengths: Vec<f32> = edges.iter().map(|e| e.segment.length()).collect();
        lengths.sort_by(f32::total_cmp);
        // The bottom is one edge; on top, the slopes interrupt it.
        assert_eq!(lengths.last(), Some(&112.0));
        assert_eq!(edges.iter().filter(|e| e.normal == Vec2::Y).count(), 1);
    }

    #[test]
    fn a_block_has_four_sides_and_they_look_outwards() {
        let level = level("..\n.#");
        let normals: Vec<Vec2> = level.terrain.edges().iter().map(|e| e.normal).collect();
        assert_eq!(normals.len(), 4);
        for side in [Vec2::X, Vec2::Y, Vec2::NEG_X, Vec2::NEG_Y] {
            assert!(normals.contains(&side), "{normals:?}");
        }
    }
}

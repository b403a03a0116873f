//! Terrain and levels drawn in ASCII.
//!
//! The outline is built naively: every border is cut into half tiles, and a part that occurs in both directions is removed. It
//! shares no code with the extraction from Tiled maps, so that tests can compare the two.
//!
//! | | |
//! |---|---|
//! | `#` `_` | full tile, its lower half |
//! | `/` `\` `v` `w` | 45 degrees: floor rising, falling; ceiling, the corner at the upper right, at the upper left |
//! | `a b` `c d` | floor rising, falling by half a tile per tile (26.6 degrees, "22.5" in tile sets) |
//! | `e` over `f`, `h` over `g` | floor rising, falling by two tiles per tile (63.4 degrees) |
//! | `A` to `H` | the same slopes as ceilings |
//! | `=` | a ribbon: one-way, its top |
//! | `^` | hurts, the lower half of the cell (levels only) |
//! | `P` `>` `\|` `o` `O` `!` `x` | player, exit, checkpoint, bead, golden button, sign, crate (levels only) |

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use glam::{IVec2, UVec2, Vec2};

use seamwalker_collide::{Aabb, Direction, Edge, EdgeId, Piece, Side, Space, Terrain};
use seamwalker_level::{Area, Level, Object, ObjectKind, Platform, Surface};

/// The side of a cell, in pixels.
pub const CELL: f32 = 16.0;

/// Half a cell: the grid of all corners of tiles, in pixels.
const LATTICE: f32 = CELL / 2.0;

/// The thickness of a ribbon's piece, in pixels.
const RIBBON_THICKNESS: f32 = 4.0;

/// The polygon of a tile in half-tile units, clockwise on screen; `None` for air.
pub fn tile(cell: char) -> Option<Vec<IVec2>> {
    let corners: &[(i32, i32)] = match cell {
        '#' => &[(0, 0), (2, 0), (2, 2), (0, 2)],
        '_' => &[(0, 1), (2, 1), (2, 2), (0, 2)],
        '/' => &[(0, 2), (2, 0), (2, 2)],
        '\\' => &[(0, 0), (2, 2), (0, 2)],
        'v' => &[(0, 0), (2, 0), (2, 2)],
        'w' => &[(0, 0), (2, 0), (0, 2)],
        'a' => &[(0, 2), (2, 1), (2, 2)],
        'b' => &[(0, 1), (2, 0), (2, 2), (0, 2)],
        'c' => &[(0, 0), (2, 1), (2, 2), (0, 2)],
        'd' => &[(0, 1), (2, 2), (0, 2)],
        'e' => &[(1, 2), (2, 0), (2, 2)],
        'f' => &[(0, 2), (1, 0), (2, 0), (2, 2)],
        'g' => &[(0, 0), (1, 0), (2, 2), (0, 2)],
        'h' => &[(0, 0), (1, 2), (0, 2)],
        'A'..='H' => return Some(ceiling(&tile(cell.to_ascii_lowercase())?)),
        _ => return None,
    };
    Some(corners.iter().map(|&(x, y)| IVec2::new(x, y)).collect())
}

/// A tile upside down.
fn ceiling(floor: &[IVec2]) -> Vec<IVec2> {
    floor.iter().rev().map(|q| IVec2::new(q.x, 2 - q.y)).collect()
}

/// How the edges of a terrain are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Make {
    /// An outline without seams, with collinear edges joined.
    Outline,
    /// An outline whose edges are half a tile long along rows and columns.
    Cut,
    /// Separate tiles with all their seams. Edges know only their neighbours of the same tile.
    Separate,
}

/// A directed edge on the lattice, with its tile and side.
struct LatticeEdge {
    a: IVec2,
    b: IVec2,
    tile: u32,
    side: Side,
}

/// The rows of a picture without blank lines and common indentation. `##.. *3` is the row `##..` three times.
pub fn rows(picture: &str) -> Vec<&str> {
    let lines: Vec<&str> = picture.lines().filter(|line| !line.trim().is_empty()).map(str::trim_end).collect();
    let indent = lines.iter().map(|line| line.len() - line.trim_start().len()).min().unwrap_or(0);
    let row = |line| {
        let (row, times) = str::split_once(line, " *").unwrap_or((line, "1"));
        std::iter::repeat_n(row, times.parse().unwrap_or(1))
    };
    lines.into_iter().flat_map(|line| row(&line[indent..])).collect()
}

/// The terrain of these rows, with its corner at `origin`, in pixels.
pub fn terrain(rows: &[&str], make: Make, origin: Vec2) -> Terrain {
    let at = |v: IVec2| origin + v.as_vec2() * LATTICE;
    let mut lines = Vec::new();
    let mut pieces = Vec::new();
    for (number, (corner, cell)) in (0..).zip(cells(rows)) {
        if cell == '=' {
            lines.push(LatticeEdge { a: corner, b: corner + IVec2::new(2, 0), tile: number, side: Side::OneWay });
            let top = Aabb::from_corners(at(corner), at(corner) + Vec2::new(CELL, RIBBON_THICKNESS));
            pieces.push(Piece { one_way: Some(Direction::Up), tag: Surface::OneWay.tag(), ..Piece::solid_box(top) });
        }
        let Some(polygon) = tile(cell) else { continue };
        let corners: Vec<IVec2> = polygon.iter().map(|q| corner + *q).collect();
        pieces.extend(Piece::convex(&corners.iter().map(|&q| at(q)).collect::<Vec<_>>()));
        for (i, &a) in corners.iter().enumerate() {
            let line = LatticeEdge { a, b: corners[(i + 1) % corners.len()], tile: number, side: Side::Outer };
            if make == Make::Separate { lines.push(line) } else { lines.extend(halves(line)) }
        }
    }
    match make {
        Make::Outline => lines = joined(without_seams(lines)),
        Make::Cut => lines = without_seams(lines),
        Make::Separate => {}
    }
    let mut edges: Vec<Edge> = lines.iter().map(|line| edge(at(line.a), at(line.b), line)).collect();
    link(&mut edges, |edge, next| make != Make::Separate || edge.chain == next.chain);
    Terrain::new(edges, pieces)
}

/// The same as a space without bodies.
pub fn space(rows: &[&str], make: Make, origin: Vec2) -> Space {
    Space::new(terrain(rows, make, origin))
}

/// Every cell with its upper left corner on the lattice.
fn cells<'a>(rows: &'a [&'a str]) -> impl Iterator<Item = (IVec2, char)> + 'a {
    (0..).zip(rows).flat_map(|(y, row)| (0..).zip(row.chars()).map(move |(x, c)| (IVec2::new(x, y) * 2, c)))
}

/// An edge whose chain is the number of its tile.
fn edge(a: Vec2, b: Vec2, line: &LatticeEdge) -> Edge {
    let surface = if line.side == Side::OneWay { Surface::OneWay } else { Surface::Solid };
    Edge { tag: surface.tag(), chain: line.tile, ..Edge::new(a, b, line.side) }
}

/// Cuts an edge along a cell's border into halves, so that neighbours can cancel in part.
fn halves(line: LatticeEdge) -> Vec<LatticeEdge> {
    let way = line.b - line.a;
    if way.x != 0 && way.y != 0 {
        return vec![line];
    }
    let unit = way.signum();
    let part = |k| LatticeEdge { a: line.a + unit * k, b: line.a + unit * (k + 1), ..line };
    (0..way.abs().max_element()).map(part).collect()
}

/// Removes edges that occur in both directions.
fn without_seams(lines: Vec<LatticeEdge>) -> Vec<LatticeEdge> {
    let key = |a: IVec2, b: IVec2| (a.x, a.y, b.x, b.y);
    let solid = lines.iter().filter(|line| line.side == Side::Outer);
    let known: BTreeSet<_> = solid.map(|line| key(line.a, line.b)).collect();
    let seam = |line: &LatticeEdge| line.side == Side::Outer && known.contains(&key(line.b, line.a));
    lines.into_iter().filter(|line| !seam(line)).collect()
}

/// Joins collinear lines that follow each other, unless another line starts at the same point.
fn joined(mut lines: Vec<LatticeEdge>) -> Vec<LatticeEdge> {
    let key = |p: IVec2, side: Side| (p.x, p.y, side == Side::OneWay);
    let mut starts: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    for (i, line) in lines.iter().enumerate() {
        starts.entry(key(line.a, line.side)).or_default().push(i);
    }
    let mut absorbed = vec![false; lines.len()];
    for i in 0..lines.len() {
        while !absorbed[i] {
            let LatticeEdge { a, b, side, .. } = lines[i];
            let Some(&[next]) = starts.get(&key(b, side)).map(Vec::as_slice) else { break };
            if next == i || absorbed[next] || (b - a).perp_dot(lines[next].b - b) != 0 {
                break;
            }
            lines[i].b = lines[next].b;
            absorbed[next] = true;
        }
    }
    lines.into_iter().zip(absorbed).filter(|(_, absorbed)| !absorbed).map(|(line, _)| line).collect()
}

/// Links neighbouring edges, if `may` allows it, and numbers the chains.
pub(super) fn link(edges: &mut [Edge], may: impl Fn(&Edge, &Edge) -> bool) {
    let key = |p: Vec2| (p.x.to_bits(), p.y.to_bits());
    let mut starts: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    for (i, edge) in edges.iter().enumerate() {
        starts.entry(key(edge.segment.a)).or_default().push(i);
    }
    for i in 0..edges.len() {
        let candidates = starts.get(&key(edges[i].segment.b)).map_or(&[][..], Vec::as_slice);
        let next = candidates.iter().copied().find(|&k| may(&edges[i], &edges[k]) && edges[k].prev.is_none());
        if let Some(next) = next {
            edges[i].next = EdgeId::new(next as u32);
            edges[next].prev = EdgeId::new(i as u32);
        }
    }
    number(edges);
}

/// Numbers the chains in the order of their first edges.
fn number(edges: &mut [Edge]) {
    // Open chains first, then closed ones.
    let heads: Vec<usize> = (0..edges.len()).filter(|&i| edges[i].prev.is_none()).collect();
    let chains: Vec<_> = chains(edges, heads.into_iter().chain(0..edges.len())).collect();
    for (chain, members) in (0..).zip(chains) {
        members.into_iter().for_each(|i| edges[i].chain = chain);
    }
}

/// The edges of every chain, each edge once; a chain starts at the first of its edges in `starts`.
pub(super) fn chains(edges: &[Edge], starts: impl Iterator<Item = usize>) -> impl Iterator<Item = Vec<usize>> {
    let mut seen = vec![false; edges.len()];
    let chain = move |first| {
        let next = |i: &usize| edges[*i].next.map(EdgeId::index);
        // Ends because every edge is visited only once.
        let fresh = |i: &usize| !std::mem::replace(&mut seen[*i], true);
        std::iter::successors(Some(first), next).take_while(fresh).collect()
    };
    starts.map(chain).filter(|chain: &Vec<usize>| !chain.is_empty())
}

/// A level from a picture; every line is a row of cells. A common indentation is ignored.
pub fn level(picture: &str) -> Level {
    level_with(picture, Vec::new())
}

/// The same with additional objects, whose ids follow those in the picture.
pub fn level_with(picture: &str, more: Vec<(Aabb, ObjectKind)>) -> Level {
    let rows = rows(picture);
    let columns = rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
    let bounds = Aabb::from_corners(Vec2::ZERO, Vec2::new(columns as f32, rows.len() as f32) * CELL);
    let mut objects = Vec::new();
    let mut hazards = Vec::new();
    for (corner, cell) in cells(&rows) {
        let corner = corner.as_vec2() * LATTICE;
        let aabb = Aabb::from_corners(corner, corner + CELL);
        objects.extend(object_kind(cell).map(|kind| (aabb, kind)));
        if cell == '^' {
            let aabb = Aabb::from_corners(corner + Vec2::new(0.0, LATTICE), corner + CELL);
            hazards.push(Area { aabb, corners: aabb.corners().to_vec() });
        }
    }
    objects.extend(more);
    let terrain = terrain(&rows, Make::Outline, Vec2::ZERO);
    plain_level("ascii", bounds, Arc::new(terrain), objects, hazards)
}

/// A level without tiles, of terrain and objects.
pub(super) fn plain_level(
    name: &str,
    bounds: Aabb,
    terrain: Arc<Terrain>,
    objects: Vec<(Aabb, ObjectKind)>,
    hazards: Vec<Area>,
) -> Level {
    let object = |(id, (aabb, kind))| Object { id, name: String::new(), aabb, kind, properties: BTreeMap::new() };
    let mut level = Level::default();
    name.clone_into(&mut level.name);
    name.clone_into(&mut level.path);
    (level.bounds, level.tile_size) = (bounds, UVec2::splat(CELL as u32));
    (level.terrain, level.hazards) = (terrain, hazards);
    level.objects = (1..).zip(objects).map(object).collect();
    level
}

fn object_kind(cell: char) -> Option<ObjectKind> {
    Some(match cell {
        'P' => ObjectKind::Player { faces_left: false },
        '>' => ObjectKind::Exit { next: String::new() },
        '|' => ObjectKind::Checkpoint,
        'o' => ObjectKind::Bead { golden: false },
        'O' => ObjectKind::Bead { golden: true },
        '!' => ObjectKind::Sign { text: "hem".to_owned() },
        'x' => ObjectKind::Crate { priority: 3 },
        _ => return None,
    })
}

/// A platform with its size in pixels on a track through these points, at 60 px/s: one pixel per tick.
///
/// # Panics
/// If there are no points.
pub fn platform(size: (f32, f32), track: &[(f32, f32)]) -> (Aabb, Platform) {
    let track: Vec<Vec2> = track.iter().map(|&p| p.into()).collect();
    let aabb = Aabb::new(track[0], Vec2::from(size) * 0.5);
    let platform = Platform { track, ..Platform::default() };
    (aabb, platform)
}

/// The same as an object.
pub fn placed((aabb, platform): (Aabb, Platform)) -> (Aabb, ObjectKind) {
    (aabb, ObjectKind::Platform(platform))
}

/// A crate by its centre.
pub fn crate_at(x: f32, y: f32) -> (Aabb, ObjectKind) {
    (Aabb::new(Vec2::new(x, y), Vec2::splat(CELL / 2.0)), ObjectKind::Crate { priority: 3 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn separate_tiles_keep_their_seams_and_are_not_linked() {
        let rows = ["##"];
        assert_eq!(terrain(&rows, Make::Outline, Vec2::ZERO).edges().len(), 4);
        assert_eq!(terrain(&rows, Make::Cut, Vec2::ZERO).edges().len(), 12);
        let separate = terrain(&rows, Make::Separate, Vec2::ZERO);
        let chains: Vec<u32> = separate.edges().iter().map(|e| e.chain).collect();
        assert_eq!(chains, [0, 0, 0, 0, 1, 1, 1, 1]);
    }
}

//! Worlds drawn in ASCII, with an outline made in the most naive way: every border is cut into half tiles, and what occurs
//! in both directions vanishes. It shares no code with the library's own extraction.

#![allow(dead_code, reason = "each test program uses its own part")]

use std::collections::BTreeMap;

use glam::{IVec2, Vec2};
use seamwalker::collide::{Aabb, Edge, Piece, Side, Space, Terrain};

/// The polygon of a tile in half-tile units, clockwise on screen; `None` for air.
///
/// `#` full, `/` `\` 45 degrees, `a b` 22.5 rising, `c d` 22.5 falling, `e f` 63.4 rising, `g h` 63.4 falling, `_` lower
/// half, `v` `w` 45 degree ceilings, capital letters the same slopes as ceilings.
pub fn tile(c: char) -> Option<Vec<IVec2>> {
    let p = |list: &[(i32, i32)]| Some(list.iter().map(|&(x, y)| IVec2::new(x, y)).collect::<Vec<_>>());
    match c {
        '#' => p(&[(0, 0), (2, 0), (2, 2), (0, 2)]),
        '_' => p(&[(0, 1), (2, 1), (2, 2), (0, 2)]),
        '/' => p(&[(0, 2), (2, 0), (2, 2)]),
        '\\' => p(&[(0, 0), (2, 2), (0, 2)]),
        'v' => p(&[(0, 0), (2, 0), (2, 2)]),
        'w' => p(&[(0, 0), (2, 0), (0, 2)]),
        'a' => p(&[(0, 2), (2, 1), (2, 2)]),
        'b' => p(&[(0, 1), (2, 0), (2, 2), (0, 2)]),
        'c' => p(&[(0, 0), (2, 1), (2, 2), (0, 2)]),
        'd' => p(&[(0, 1), (2, 2), (0, 2)]),
        'e' => p(&[(1, 2), (2, 0), (2, 2)]),
        'f' => p(&[(0, 2), (1, 0), (2, 0), (2, 2)]),
        'g' => p(&[(0, 0), (1, 0), (2, 2), (0, 2)]),
        'h' => p(&[(0, 0), (1, 2), (0, 2)]),
        'A'..='H' => {
            let mut ceiling = tile(c.to_ascii_lowercase())?;
            for q in &mut ceiling {
                q.y = 2 - q.y;
            }
            ceiling.reverse();
            Some(ceiling)
        }
        _ => None,
    }
}

/// How a world is put together.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Make {
    /// One outline, seams removed.
    Outline,
    /// Every tile on its own, with all its seams.
    Separate,
}

/// The world drawn by `rows`, tile side 16 px, its corner at `origin`. `=` is a one-way top.
pub fn world(rows: &[&str], make: Make, origin: Vec2) -> Space {
    let mut edges: Vec<(IVec2, IVec2, Side)> = Vec::new();
    let mut pieces = Vec::new();
    let at = |v: IVec2| origin + v.as_vec2() * 8.0;
    for (y, row) in (0..).zip(rows) {
        for (x, c) in (0..).zip(row.chars()) {
            let corner = IVec2::new(x, y) * 2;
            if c == '=' {
                edges.push((corner, corner + IVec2::new(2, 0), Side::OneWay));
                let area = Aabb::from_corners(at(corner), at(corner) + Vec2::new(16.0, 4.0));
                pieces.push(Piece { one_way: true, ..Piece::solid_box(area) });
            }
            let Some(polygon) = tile(c) else { continue };
            let corners: Vec<Vec2> = polygon.iter().map(|q| at(corner + *q)).collect();
            pieces.push(Piece::convex(&corners).expect("tiles are convex"));
            for i in 0..polygon.len() {
                let (a, b) = (corner + polygon[i], corner + polygon[(i + 1) % polygon.len()]);
                let straight = a.x == b.x || a.y == b.y;
                if straight && make == Make::Outline {
                    let unit = (b - a).signum();
                    let n = (b - a).abs().max_element();
                    (0..n).for_each(|k| edges.push((a + unit * k, a + unit * (k + 1), Side::Outer)));
                } else {
                    edges.push((a, b, Side::Outer));
                }
            }
        }
    }
    if make == Make::Outline {
        edges = merged(&edges);
    }
    let mut edges: Vec<Edge> = edges.into_iter().map(|(a, b, side)| Edge::new(at(a), at(b), side)).collect();
    for i in 0..edges.len() {
        let find = |end: &dyn Fn(&Edge) -> bool| edges.iter().position(end).map(|k| u32::try_from(k).unwrap());
        let (a, b) = (edges[i].segment.a, edges[i].segment.b);
        let (prev, next) = (find(&|e| e.segment.b == a), find(&|e| e.segment.a == b));
        edges[i].prev = prev;
        edges[i].next = next;
    }
    Space::new(Terrain::new(edges, pieces))
}

/// Removes what occurs in both directions and joins what is collinear.
fn merged(edges: &[(IVec2, IVec2, Side)]) -> Vec<(IVec2, IVec2, Side)> {
    let key = |v: IVec2| (v.x, v.y);
    let mut count: BTreeMap<_, i32> = BTreeMap::new();
    for &(a, b, side) in edges {
        if side == Side::Outer {
            *count.entry((key(a), key(b))).or_default() += 1;
        }
    }
    let seam = |a: IVec2, b: IVec2| count.contains_key(&(key(b), key(a)));
    let mut left: Vec<_> = edges.iter().copied().filter(|&(a, b, side)| side != Side::Outer || !seam(a, b)).collect();
    let turn = |a: IVec2, b: IVec2, c: IVec2| (b - a).perp_dot(c - b);
    // Each round joins one pair: at most as many rounds as edges.
    for _ in 0..left.len() {
        let pair = (0..left.len()).find_map(|i| {
            let (a, b, side) = left[i];
            let mut ends = (0..left.len()).filter(|&j| left[j].0 == b && left[j].2 == side);
            let (next, other) = (ends.next()?, ends.next());
            (other.is_none() && i != next && turn(a, b, left[next].1) == 0).then_some((i, next))
        });
        let Some((i, next)) = pair else { break };
        left[i].1 = left[next].1;
        left.remove(next);
    }
    left
}

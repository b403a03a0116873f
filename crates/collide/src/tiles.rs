//! Tiles become one outline: sides that two tiles share are no border, and what goes straight on is one edge.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec;
use alloc::vec::Vec;

use glam::Vec2;

use crate::edge::{Edge, EdgeId, Side, Tag};
use crate::links::Joint;

/// A coordinate as a key: equal numbers have equal bits, zeros included.
fn key(coordinate: f32) -> u32 {
    (coordinate + 0.0).to_bits()
}

fn point_key(point: Vec2) -> [u32; 2] {
    point.to_array().map(key)
}

/// Corners on lines along one axis: by the line's place, the places on it.
type Corners = BTreeMap<u32, Vec<f32>>;

/// The corners on horizontal lines, then those on vertical ones.
fn corners_on_lines(rings: &[(Vec<Vec2>, Tag)]) -> [Corners; 2] {
    let (mut horizontal, mut vertical) = (Corners::new(), Corners::new());
    for corner in rings.iter().flat_map(|(ring, _)| ring) {
        horizontal.entry(key(corner.y)).or_default().push(corner.x);
        vertical.entry(key(corner.x)).or_default().push(corner.y);
    }
    for list in horizontal.values_mut().chain(vertical.values_mut()) {
        list.sort_unstable_by(f32::total_cmp);
        list.dedup();
    }
    [horizontal, vertical]
}

/// Calls `visit` with the parts of a side between the corners that lie on it. Only horizontal and vertical sides are cut.
fn each_part([a, b]: [Vec2; 2], [horizontal, vertical]: &[Corners; 2], mut visit: impl FnMut(Vec2, Vec2)) {
    let (line, from, to, at): (_, f32, f32, fn(Vec2, f32) -> Vec2) = if a.y == b.y {
        (horizontal.get(&key(a.y)), a.x, b.x, |start, x| Vec2::new(x, start.y))
    } else if a.x == b.x {
        (vertical.get(&key(a.x)), a.y, b.y, |start, y| Vec2::new(start.x, y))
    } else {
        return visit(a, b);
    };
    let places = line.map_or(&[][..], Vec::as_slice);
    let first = places.partition_point(|place| *place <= from.min(to));
    let end = places.partition_point(|place| *place < from.max(to));
    let inner = &places[first.min(end)..end];
    let mut start = a;
    let mut part = |place: &f32| {
        let end = at(a, *place);
        visit(core::mem::replace(&mut start, end), end);
    };
    if from < to {
        inner.iter().for_each(&mut part);
    } else {
        inner.iter().rev().for_each(&mut part);
    }
    visit(start, b);
}

/// The border of solid polygons, clockwise on screen, that share sides.
pub(super) fn border(rings: &[(Vec<Vec2>, Tag)]) -> Vec<Edge> {
    let lines = corners_on_lines(rings);
    let mut edges: Vec<Edge> = Vec::new();
    // The borders that are left, by their ends.
    let mut open: BTreeMap<[[u32; 2]; 2], Vec<usize>> = BTreeMap::new();
    let mut gone = BTreeSet::new();
    for (ring, tag) in rings {
        for (i, &a) in ring.iter().enumerate() {
            each_part([a, ring[(i + 1) % ring.len()]], &lines, |a, b| {
                let ends = [a, b].map(point_key);
                if let Some(twin) = open.get_mut(&[ends[1], ends[0]]).and_then(Vec::pop) {
                    gone.insert(twin);
                    return;
                }
                open.entry(ends).or_default().push(edges.len());
                edges.push(Edge { tag: *tag, ..Edge::new(a, b, Side::Outer) });
            });
        }
    }
    let mut left = (0..edges.len()).filter(|i| !gone.contains(i)).map(|i| edges[i]).collect::<Vec<_>>();
    link(&mut left);
    straightened(&left)
}

/// Links the edges that go on from each other.
pub fn link(edges: &mut [Edge]) {
    let mut joints: BTreeMap<[u32; 2], (Vec2, Vec<u32>)> = BTreeMap::new();
    for (i, edge) in (0..).zip(edges.iter()) {
        for end in [edge.segment.a, edge.segment.b] {
            joints.entry(point_key(end)).or_insert((end, Vec::new())).1.push(i);
        }
    }
    for (point, list) in joints.into_values() {
        let mut joint = Joint::default();
        list.into_iter().for_each(|i| joint.add(point, i, &edges[i as usize]));
        joint.link(edges);
    }
}

/// The same outline with as few edges as possible: those that go straight on with the same tag become one.
fn straightened(edges: &[Edge]) -> Vec<Edge> {
    let after = |i: usize| edges[i].next.map(EdgeId::index);
    let before = |i: usize| edges[i].prev.map(EdgeId::index);
    let goes_on = |i: usize| {
        let next = after(i).filter(|next| {
            let (one, other) = (&edges[i], &edges[*next]);
            let [along, ahead] = [one, other].map(|edge| (edge.segment.b - edge.segment.a).as_dvec2());
            one.tag == other.tag && along.perp_dot(ahead) == 0.0 && along.dot(ahead) > 0.0
        });
        next.is_some()
    };
    // Where a straight run begins.
    let begins = |i: usize| before(i).is_none_or(|before| !goes_on(before));
    let (mut joined, mut is_done): (Vec<Edge>, Vec<bool>) = (Vec::new(), vec![false; edges.len()]);
    let mut chain = 0;
    for start in (0..edges.len()).filter(|i| begins(*i)) {
        if is_done[start] {
            continue;
        }
        let first = joined.len();
        let mut i = start;
        // Each edge is done once, so this ends.
        let is_closed = loop {
            let run = i;
            is_done[i] = true;
            while goes_on(i) {
                i = after(i).unwrap_or(i);
                is_done[i] = true;
            }
            let edge = Edge::new(edges[run].segment.a, edges[i].segment.b, Side::Outer);
            joined.push(Edge { tag: edges[run].tag, chain, ..edge });
            match after(i) {
                Some(next) if next == start => break true,
                Some(next) if !is_done[next] => i = next,
                _ => break false,
            }
        };
        let count = joined.len() - first;
        for (k, edge) in joined[first..].iter_mut().enumerate() {
            let id = |k: usize| EdgeId::new((first + k) as u32);
            // The ends of an open run have no neighbour there.
            edge.prev = if k > 0 || is_closed { id((k + count - 1) % count) } else { None };
            edge.next = if k + 1 < count || is_closed { id((k + 1) % count) } else { None };
        }
        chain += 1;
    }
    joined
}

#[cfg(test)]
#[path = "tiles_tests.rs"]
mod tests;

//! Cuts the outline of all ground where the material changes. The resulting edges are neighbours on one line.

use std::ops::Range;

use crate::geometry::{Point, bounds, edges};
use crate::ground::material_geometry::{MaterialGeometry, aabb};
use crate::model::Material;
use crate::outline::{DirectedEdge, Fraction, compare, inside, joined, part_of};
use seamwalker_collide::{Aabb, Grid, Terrain};

/// How far an edge may lie from the side of a part and still count as running along it, in units of 1/256 px. Straightening
/// and unions move edges by this much. With smaller values bent slopes of two materials lose the second one; with larger
/// ones, ground below the surface shows through.
pub const ALONG: i32 = 2;

/// Length of the parts in which long edges query the grid, in units: 8 tiles. A long slope as a whole would query its entire
/// bounding square.
const STRETCH: i32 = 8 * 16 * 256;

/// A part of the outline with one material.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patch {
    pub a: Point,
    pub b: Point,
    /// The direction of the whole edge, so that all parts of one edge have bit-identical normals.
    pub direction: Point,
    pub material: Material,
}

impl Patch {
    /// An open line of one material.
    pub fn line(line: &[Point], material: Material) -> impl Iterator<Item = Self> {
        line.windows(2).map(move |w| Self { a: w[0], b: w[1], direction: w[1].from(w[0]), material })
    }

    /// A loop of one material.
    pub fn closed(polygon: &[Point], material: Material) -> impl Iterator<Item = Self> {
        edges(polygon).map(move |(a, b)| Self { a, b, direction: b.from(a), material })
    }
}

/// Convex parts with a spatial index.
pub struct ConvexParts<'a> {
    geometry: &'a MaterialGeometry,
    free: Vec<&'a [Point]>,
    index: Grid,
}

impl<'a> ConvexParts<'a> {
    /// Indexes the parts of cells and free shapes.
    pub fn new(geometry: &'a MaterialGeometry) -> Self {
        let free: Vec<&[Point]> = geometry.free.iter().flat_map(|s| &s.parts).map(Vec::as_slice).collect();
        let boxes: Vec<Aabb> = free.iter().map(|part| aabb(part)).collect();
        Self { geometry, index: Grid::new(&boxes, Terrain::CELL), free }
    }

    /// Visits every part near the box between two points.
    pub fn near(&self, min: Point, max: Point, mut visit: impl FnMut(&[Point])) {
        self.geometry.cells.iter().for_each(|cells| cells.parts_near(min, max, |part| visit(&part)));
        let area = Aabb::from_corners(min.to_pixels(), max.to_pixels()).grown(1.0);
        self.index.visit(&area, |i| visit(self.free[i as usize]));
    }

    /// The stretches of an edge that run along some part, sorted and disjoint.
    fn along(&self, (a, b): DirectedEdge) -> Vec<Stretch> {
        let direction = b.from(a);
        let count = (direction.x.abs().max(direction.y.abs()) / STRETCH + 1).into();
        let mut found = Vec::new();
        for i in 0..count {
            let (min, max) = bounds(&[part_of(a, b, (i, count)), part_of(a, b, (i + 1, count))]);
            self.near(min, max, |part| found.extend(inside(a, b, part, ALONG)));
        }
        joined(found, compare)
    }
}

/// A part of an edge.
type Stretch = Range<Fraction>;

/// The edges of a loop, cut where the material changes. If several materials overlap, the last one in
/// [`Surface::ALL`](crate::Surface::ALL) wins: special surfaces cover plain ones.
pub fn patches(polygon: &[Point], materials: &[(Material, ConvexParts)]) -> Vec<Patch> {
    edges(polygon).flat_map(|edge| cut(edge, materials)).collect()
}

/// One edge, cut where the material changes.
fn cut((a, b): DirectedEdge, materials: &[(Material, ConvexParts)]) -> Vec<Patch> {
    let runs: Vec<(Material, Vec<Stretch>)> =
        materials.iter().map(|(material, parts)| (*material, parts.along((a, b)))).collect();
    let mut places: Vec<Fraction> = runs.iter().flat_map(|(_, list)| list).flat_map(|s| [s.start, s.end]).collect();
    places.extend([(0, 1), (1, 1)]);
    places.sort_by(|p, q| compare(*p, *q));
    places.dedup_by(|p, q| compare(*p, *q).is_eq());
    let mut patches: Vec<Patch> = Vec::new();
    let shown = |pair: &[Fraction]| {
        runs.iter().rev().find(|(_, list)| covers(list, pair[0], pair[1])).map(|(material, _)| *material)
    };
    let first = places.windows(2).find_map(shown).unwrap_or_default();
    for pair in places.windows(2) {
        let (from, to) = (part_of(a, b, pair[0]), part_of(a, b, pair[1]));
        // Gaps from rounding continue the material before them.
        let material = shown(pair).unwrap_or(patches.last().map_or(first, |patch| patch.material));
        match patches.last_mut() {
            Some(last) if last.material == material || from == to => last.b = to,
            _ => patches.push(Patch { a: from, b: to, direction: b.from(a), material }),
        }
    }
    patches.retain(|patch| patch.a != patch.b);
    patches
}

/// Whether one of the sorted stretches contains another.
fn covers(stretches: &[Stretch], from: Fraction, to: Fraction) -> bool {
    let next = stretches.partition_point(|s| compare(s.start, from).is_le());
    next > 0 && compare(stretches[next - 1].end, to).is_ge()
}

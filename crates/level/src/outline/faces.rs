//! The solid sides of one-way shapes: open lines, without the parts that solids cover.

use std::cmp::Ordering;
use std::ops::Range;

use super::straightened_line;
use crate::geometry::{Point, Polygon, bounds, edges};

/// Two directions count as parallel if the sine between them is at most about two divided by this. Smaller values also match
/// gentle slopes with lines; larger ones miss the bends of short slopes.
const PARALLEL: i64 = 64;

/// A directed edge with the solid to its right.
///
/// ```
/// use seamwalker_level::geometry::Point;
/// use seamwalker_level::outline::DirectedEdge;
///
/// let floor: DirectedEdge = (Point::from_pixels(0.0, 16.0), Point::from_pixels(64.0, 16.0));
/// assert!(floor.0 < floor.1, "to the right: its solid is below");
/// ```
pub type DirectedEdge = (Point, Point);

/// A position on an edge as a fraction: numerator, positive denominator.
pub type Fraction = (i64, i64);

/// Exact comparison of two fractions.
pub fn compare(p: Fraction, q: Fraction) -> Ordering {
    (i128::from(p.0) * i128::from(q.1)).cmp(&(i128::from(q.0) * i128::from(p.1)))
}

/// Joins edges that lead to the right (upper sides of loops, and drawn lines) into open lines from left to right, without the
/// parts that solids cover. `solids` visits every convex solid part near a box.
pub(crate) fn upper_sides(
    sides: impl Iterator<Item = DirectedEdge>,
    solids: impl Fn(Point, Point, &mut dyn FnMut(&[Point])),
) -> Vec<Vec<Point>> {
    let mut pieces = Vec::new();
    for (a, b) in sides {
        let (min, max) = bounds(&[a, b]);
        let mut covered = Vec::new();
        solids(min, max, &mut |part| covered.extend(inside(a, b, part, 0)));
        free_parts(a, b, &joined(covered, compare), &mut pieces);
    }
    let mut lines = open_lines(pieces);
    lines.sort();
    lines
}

/// The part of a segment inside a convex clockwise polygon, including the border. Sides parallel to the
/// segment are moved outwards by `along` units.
pub fn inside(a: Point, b: Point, polygon: &[Point], along: i32) -> Option<Range<Fraction>> {
    let dir = b.from(a);
    let length = |p: Point| i64::from(p.x.abs()) + i64::from(p.y.abs());
    let (mut from, mut to) = ((0, 1), (1, 1));
    for (p, q) in edges(polygon) {
        let edge = q.from(p);
        // The inside is to the right of every edge: cross >= 0.
        let (mut start, change) = (edge.cross(a.from(p)), edge.cross(dir));
        if change.abs() <= length(edge) * length(dir) / PARALLEL {
            start += i64::from(along) * length(edge);
        }
        match change.signum() {
            0 if start < 0 => return None,
            0 => {}
            1 if compare((-start, change), from).is_gt() => from = (-start, change),
            -1 if compare((start, -change), to).is_lt() => to = (start, -change),
            _ => {}
        }
    }
    compare(from, to).is_lt().then_some(from..to)
}

/// The parts of a segment that are not covered. `covered` must be sorted and disjoint.
fn free_parts(a: Point, b: Point, covered: &[Range<Fraction>], pieces: &mut Vec<DirectedEdge>) {
    let mut at = (0, 1);
    for stretch in covered.iter().cloned().chain([(1, 1)..(1, 1)]) {
        let (start, end) = (part_of(a, b, at), part_of(a, b, stretch.start));
        if start.x < end.x {
            pieces.push((start, end));
        }
        at = stretch.end;
    }
}

/// Sorts stretches of a line, and joins those that touch.
pub fn joined<T: Copy>(mut stretches: Vec<Range<T>>, compare: impl Fn(T, T) -> Ordering) -> Vec<Range<T>> {
    stretches.sort_by(|p, q| compare(p.start, q.start));
    let mut result: Vec<Range<T>> = Vec::with_capacity(stretches.len());
    for stretch in stretches {
        match result.last_mut() {
            Some(last) if compare(stretch.start, last.end).is_le() => {
                last.end = if compare(stretch.end, last.end).is_gt() { stretch.end } else { last.end };
            }
            _ => result.push(stretch),
        }
    }
    result
}

/// The point at a fraction of a segment, rounded to the nearest unit.
pub fn part_of(a: Point, b: Point, (n, d): Fraction) -> Point {
    let dir = b.from(a);
    let along = |w: i32| {
        let (n, d) = (i128::from(n) * i128::from(w), i128::from(d));
        i32::try_from((2 * n + d).div_euclid(2 * d)).unwrap_or(0)
    };
    Point::new(a.x + along(dir.x), a.y + along(dir.y))
}

/// Joins edges that lead to the right into straightened lines.
fn open_lines(mut pieces: Vec<DirectedEdge>) -> Vec<Vec<Point>> {
    pieces.sort();
    pieces.dedup();
    let mut used = vec![false; pieces.len()];
    let mut order: Vec<usize> = (0..pieces.len()).collect();
    // Start from the left, so that each line is found from its beginning.
    order.sort_by(|&a, &b| (pieces[a].0.x, pieces[a].0.y).cmp(&(pieces[b].0.x, pieces[b].0.y)));
    let mut lines = Vec::new();
    for first in order {
        if used[first] {
            continue;
        }
        lines.push(straightened_line(&follow(&pieces, first, &mut used, |_| false)));
    }
    lines
}

/// Follows edges that are not used yet from `first` until none continues the line or it `ends`. Where several edges begin, the
/// line turns right as sharply as possible. `steps` must be sorted.
pub fn follow(steps: &[DirectedEdge], first: usize, used: &mut [bool], ends: impl Fn(Point) -> bool) -> Vec<Point> {
    let mut line = vec![steps[first].0];
    let mut at = Some(first);
    // Each round uses up an edge, so the loop ends.
    while let Some(i) = at {
        used[i] = true;
        let end = steps[i].1;
        line.push(end);
        let next = starting(steps, end).filter(|k| !used[*k]);
        at = if ends(end) { None } else { sharpest(steps, steps[i], next) };
    }
    line
}

/// Joins directed edges into loops. Where several edges begin, the loop turns right as sharply as possible.
pub fn link(mut steps: Vec<DirectedEdge>) -> Vec<Polygon> {
    steps.sort();
    let mut used = vec![false; steps.len()];
    let mut loops = Vec::new();
    for first in 0..steps.len() {
        if used[first] {
            continue;
        }
        let mut polygon = Vec::new();
        let mut at = first;
        // Each round uses up an edge, so the loop ends.
        loop {
            used[at] = true;
            polygon.push(steps[at].0);
            let fresh = |i: &usize| !used[*i] || *i == first;
            match sharpest(&steps, steps[at], starting(&steps, steps[at].1).filter(fresh)) {
                Some(next) if next != first => at = next,
                _ => break,
            }
        }
        loops.push(polygon);
    }
    loops
}

/// The range of edges that begin at a point. `steps` must be sorted.
fn starting(steps: &[DirectedEdge], at: Point) -> Range<usize> {
    let from = steps.partition_point(|s| s.0 < at);
    let count = steps[from..].iter().take_while(|s| s.0 == at).count();
    from..from + count
}

/// The candidate that turns right most sharply.
fn sharpest(
    steps: &[DirectedEdge],
    (a, b): DirectedEdge,
    mut candidates: impl Iterator<Item = usize>,
) -> Option<usize> {
    let direction = |i: usize| steps[i].1.from(steps[i].0);
    let first = candidates.next()?;
    let sharper = |best, k| if is_sharper(b.from(a), direction(k), direction(best)) { k } else { best };
    Some(candidates.fold(first, sharper))
}

/// Whether, coming along `dir`, one direction turns right more sharply than another.
pub fn is_sharper(dir: Point, one: Point, other: Point) -> bool {
    // 2: right, 1: straight on, 0: left, -1: back.
    let rank = |d: Point| match dir.cross(d).signum() {
        1 => 2,
        0 if dir.dot(d) > 0 => 1,
        0 => -1,
        _ => 0,
    };
    rank(one) > rank(other) || (rank(one) == rank(other) && other.cross(one) > 0)
}

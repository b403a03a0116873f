//! The inner seams, which an outline does not have: common borders of two pieces of ground.

use std::collections::BTreeMap;

use glam::Vec2;

use seamwalker_collide::{Piece, Segment};

/// The grid on which directions and positions are compared, in pixels.
const SEAM_GRID: f32 = 1.0 / 64.0;

/// Shorter seams are ignored, in pixels.
const MIN_SEAM: f32 = 0.125;

/// The parts of the borders that two pieces share from both sides, in pixels. One-way pieces have no seams.
#[must_use]
pub fn seams<'a>(pieces: impl IntoIterator<Item = &'a Piece>) -> Vec<Segment> {
    let mut lines: BTreeMap<[i64; 3], BorderLine> = BTreeMap::new();
    for piece in pieces.into_iter().filter(|piece| piece.one_way.is_none()) {
        let corners = piece.corners();
        for (i, &a) in corners.iter().enumerate() {
            let b = corners[(i + 1) % corners.len()];
            let way = (b - a).normalize_or_zero();
            if a.distance(b) < MIN_SEAM {
                continue;
            }
            // Both directions of a line have the same key.
            let forwards = way.x > SEAM_GRID * 0.5 || (way.x.abs() <= SEAM_GRID * 0.5 && way.y > 0.0);
            let along = if forwards { way } else { -way };
            let whole = |x: f32| (x / SEAM_GRID).round() as i64;
            let key = [whole(along.x), whole(along.y), whole(along.perp_dot(a))];
            let line = lines.entry(key).or_insert(BorderLine { along, at: a, sides: Default::default() });
            let place = |p: Vec2| (p - line.at).dot(line.along);
            let (from, to) = (place(a), place(b));
            line.sides[usize::from(forwards)].push((from.min(to), from.max(to)));
        }
    }
    lines.into_values().flat_map(BorderLine::seams).collect()
}

/// Borders on one line.
struct BorderLine {
    along: Vec2,
    at: Vec2,
    /// The borders on each side, as ranges along the line.
    sides: [Vec<(f32, f32)>; 2],
}

impl BorderLine {
    /// The parts that both sides cover.
    fn seams(mut self) -> Vec<Segment> {
        let mut found = Vec::new();
        self.sides.iter_mut().for_each(|side| side.sort_by(|a, b| a.0.total_cmp(&b.0)));
        let [left, right] = &self.sides;
        let (mut i, mut k) = (0, 0);
        while let (Some(one), Some(other)) = (left.get(i), right.get(k)) {
            let (from, to) = (one.0.max(other.0), one.1.min(other.1));
            if to - from >= MIN_SEAM {
                found.push(Segment::new(self.at + self.along * from, self.at + self.along * to));
            }
            if one.1 < other.1 { i += 1 } else { k += 1 }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::super::ascii::{Make, rows, terrain};
    use super::*;

    fn total(picture: &str) -> f32 {
        seams(terrain(&rows(picture), Make::Outline, Vec2::ZERO).pieces()).iter().map(Segment::length).sum()
    }

    #[test]
    fn only_common_borders_are_seams() {
        assert_eq!(total("#.#"), 0.0);
        assert_eq!(total("##\n##"), 64.0);
        assert_eq!(total("#_"), 8.0, "half of the border");
        assert_eq!(total("/#"), 16.0, "a slope's foot has no side, its top has a whole one");
        assert_eq!(total("ab"), 8.0);
        assert_eq!(total("#/"), 0.0);
        assert_eq!(total("=="), 0.0, "ribbons have none");
        assert_eq!(total("ef"), 0.0);
    }

    #[test]
    fn every_seam_is_inside_the_outline() {
        let terrain = terrain(&rows("../##\\..\n./####\\.\n########"), Make::Outline, Vec2::ZERO);
        let found = seams(terrain.pieces());
        assert!(found.len() > 10);
        for seam in found {
            let middle = (seam.a + seam.b) * 0.5;
            let near = terrain.edges().iter().map(|e| e.segment.closest_point(middle).distance(middle));
            assert!(near.fold(f32::MAX, f32::min) > 4.0, "{seam:?}");
        }
    }

    #[test]
    fn slanted_seams_are_found() {
        let half = |corners: [(f32, f32); 3]| Piece::convex(&corners.map(Vec2::from)).unwrap();
        let (upper, lower) =
            (half([(0.0, 0.0), (16.0, 0.0), (0.0, 16.0)]), half([(16.0, 0.0), (16.0, 16.0), (0.0, 16.0)]));
        let found = seams(&[upper, lower]);
        assert_eq!(found.len(), 1);
        assert!((found[0].length() - 16.0 * std::f32::consts::SQRT_2).abs() < 0.01);
    }
}

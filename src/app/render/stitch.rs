//! Thread: a path is cut into dashes by its length, and every dash becomes a thin strip that bends with the path.

use glam::Vec2;

/// A running stitch.
#[derive(Clone, Copy, Debug)]
pub struct Stitch {
    /// Length of a dash, in pixels.
    pub dash: f32,
    /// Length of a gap, in pixels.
    pub gap: f32,
    /// Thickness of the thread, in pixels.
    pub width: f32,
}

/// The stitch along every outline.
pub const RUNNING: Stitch = Stitch { dash: 5.0, gap: 3.0, width: 2.0 };

impl Stitch {
    /// The dashes along a piece of a longer path, stretched so that half a gap is left at both ends.
    pub fn along_piece(self, path: &[Vec2]) -> Vec<Vec<Vec2>> {
        let ruler = Ruler::new(path, false);
        self.dashes(&ruler, ruler.length(), self.gap * 0.5, 1.0)
    }

    /// The dashes along a path. On a closed one they are stretched so that the last gap ends where the first dash begins;
    /// on an open one so that it begins and ends with a dash. A path shorter than one dash gets none, because half a stitch
    /// looks like dirt.
    pub fn along(self, path: &[Vec2], closed: bool) -> Vec<Vec<Vec2>> {
        let ruler = Ruler::new(path, closed);
        let (gap, min) = if closed { (0.0, 2.0) } else { (self.gap, 1.0) };
        self.dashes(&ruler, ruler.length() + gap, 0.0, min)
    }

    /// As many dashes as fit into `total`, stretched to fill it, if those are `min` or more. The first begins at `first`,
    /// which is stretched as well.
    fn dashes(self, ruler: &Ruler, total: f32, first: f32, min: f32) -> Vec<Vec<Vec2>> {
        let unit = self.dash + self.gap;
        let count = (total / unit).round();
        if ruler.points.len() < 2 || count < min {
            return Vec::new();
        }
        let scale = total / (count * unit);
        let dash = |i: usize| {
            let from = (i as f32 * unit + first) * scale;
            ruler.between(from, from + self.dash * scale)
        };
        (0..count as usize).map(dash).collect()
    }
}

/// A path with the length up to each of its corners.
struct Ruler {
    points: Vec<Vec2>,
    lengths: Vec<f32>,
}

impl Ruler {
    fn new(path: &[Vec2], closed: bool) -> Self {
        let mut points = path.to_vec();
        if closed {
            points.extend(path.first());
        }
        points.dedup();
        let mut lengths = vec![0.0; points.len().min(1)];
        for pair in points.windows(2) {
            lengths.push(lengths[lengths.len() - 1] + pair[0].distance(pair[1]));
        }
        Self { points, lengths }
    }

    fn length(&self) -> f32 {
        self.lengths.last().copied().unwrap_or(0.0)
    }

    /// The point at a length from the start.
    fn at(&self, length: f32) -> Vec2 {
        let next = self.lengths.partition_point(|&l| l < length).clamp(1, self.points.len() - 1);
        let (a, b) = (self.lengths[next - 1], self.lengths[next]);
        self.points[next - 1].lerp(self.points[next], ((length - a) / (b - a)).clamp(0.0, 1.0))
    }

    /// The part of the path between two lengths, with the corners on the way.
    fn between(&self, from: f32, to: f32) -> Vec<Vec2> {
        let inside = self.lengths.iter().zip(&self.points).filter(|(l, _)| **l > from + 0.01 && **l < to - 0.01);
        std::iter::once(self.at(from)).chain(inside.map(|(_, p)| *p)).chain([self.at(to)]).collect()
    }
}

/// A strip of this width along a path, as quads with mitred joints.
pub fn strip(path: &[Vec2], width: f32) -> Vec<[Vec2; 4]> {
    let across: Vec<Vec2> = (0..path.len()).map(|i| half_width(path, i) * (width * 0.5)).collect();
    let quad = |i: usize| {
        let (p, q) = (path[i], path[i + 1]);
        [p - across[i], q - across[i + 1], q + across[i + 1], p + across[i]]
    };
    (0..path.len().saturating_sub(1)).map(quad).collect()
}

/// Half a strip's width at a corner of the path, as a vector: across at the ends, along the bisector between.
fn half_width(path: &[Vec2], i: usize) -> Vec2 {
    let side = |a: usize, b: usize| (path[b] - path[a]).normalize_or_zero().perp();
    let before = if i > 0 { side(i - 1, i) } else { side(i, i + 1) };
    let after = if i + 1 < path.len() { side(i, i + 1) } else { before };
    miter(before, after)
}

/// The vector whose length along both unit normals is 1. Very sharp corners are cut at four times the width.
pub fn miter(a: Vec2, b: Vec2) -> Vec2 {
    let m = (a + b) / (1.0 + a.dot(b)).max(0.05);
    m.clamp_length_max(4.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_closed_path_ends_with_a_gap() {
        let ring = [Vec2::ZERO, Vec2::new(43.0, 0.0), Vec2::new(43.0, 37.0), Vec2::new(0.0, 37.0)];
        let dashes = RUNNING.along(&ring, true);
        assert_eq!(dashes.len(), 20);
        let length = |d: &Vec<Vec2>| d.windows(2).map(|p| p[0].distance(p[1])).sum::<f32>();
        assert!(dashes.iter().all(|d| (length(d) - 5.0).abs() < 1e-3));
        assert!(dashes.iter().any(|d| d.len() > 2), "some dash bends round a corner");
    }

    #[test]
    fn an_open_path_begins_and_ends_with_a_dash_and_a_short_one_has_none() {
        let dashes = RUNNING.along(&[Vec2::ZERO, Vec2::new(29.0, 0.0)], false);
        assert_eq!(dashes.first().and_then(|d| d.first()), Some(&Vec2::ZERO));
        assert_eq!(dashes.last().and_then(|d| d.last()), Some(&Vec2::new(29.0, 0.0)));
        assert!(RUNNING.along(&[], true).is_empty() && RUNNING.along(&[Vec2::ONE], false).is_empty());
        let wide = Stitch { gap: 20.0, ..RUNNING };
        assert!(wide.along(&[Vec2::ONE; 5], false).is_empty(), "a rope of no length");
        assert!(strip(&[], 2.0).is_empty());
    }
}

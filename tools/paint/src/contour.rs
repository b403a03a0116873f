//! Distances and outlines of arbitrary shapes: hems and running stitches that follow every corner.

use std::collections::BTreeSet;

use crate::palette::Color;
use crate::picture::Picture;

/// A picture as the set of its drawn pixels.
impl Picture {
    /// The pixels farther than `depth` pixels from everything outside.
    pub fn shrunk(&self, depth: i32) -> Self {
        Self::mask(self.width, self.height, |x, y| !near(depth, x, y, |x, y| !self.is_drawn(x, y)))
    }

    /// The closed walks along the border pixels of the set, each clockwise.
    pub fn walks(&self) -> Vec<Vec<(i32, i32)>> {
        let mut seen = BTreeSet::new();
        let mut walks = Vec::new();
        for (x, y) in (0..self.height).flat_map(|y| (0..self.width).map(move |x| (x, y))) {
            let enters = self.is_drawn(x, y) && !self.is_drawn(x - 1, y);
            if enters && !seen.contains(&(x, y)) {
                let walk = self.walk((x, y));
                seen.extend(walk.iter().copied());
                walks.push(walk);
            }
        }
        walks
    }

    /// One walk from a pixel whose left neighbour is outside: always the leftmost turn (Moore neighbours).
    fn walk(&self, start: (i32, i32)) -> Vec<(i32, i32)> {
        const AROUND: [(i32, i32); 8] = [(-1, 0), (-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1)];
        let mut walk = vec![start];
        let (mut at, mut back) = (start, 0);
        // No border is longer than four times the pixels.
        for _ in 0..self.colors().len() * 4 {
            let turn = (1..=8).map(|i| (back + i) % 8).find(|&d| self.is_drawn(at.0 + AROUND[d].0, at.1 + AROUND[d].1));
            let Some(direction) = turn else { break };
            at = (at.0 + AROUND[direction].0, at.1 + AROUND[direction].1);
            back = (direction + 5) % 8 / 2 * 2;
            if at == start {
                break;
            }
            walk.push(at);
        }
        walk
    }

    /// Sews along the borders of a shape that have more than `shortest` pixels.
    pub fn sew_around(&mut self, shape: &Self, shortest: usize, stitch: Stitch) {
        shape.walks().iter().filter(|walk| walk.len() > shortest).for_each(|walk| sew(self, walk, stitch));
    }
}

/// Whether `hit` answers true within a disk around the pixel.
fn near(depth: i32, x: i32, y: i32, hit: impl Fn(i32, i32) -> bool) -> bool {
    (-depth..=depth).any(|dy| (-depth..=depth).any(|dx| dx * dx + dy * dy <= depth * depth + 1 && hit(x + dx, y + dy)))
}

/// How a running stitch looks, in pixels.
#[derive(Clone, Copy)]
pub struct Stitch {
    pub on: i32,
    pub off: i32,
    /// 1 or 2 pixels thick.
    pub thick: i32,
    pub color: Color,
}

/// Sews along a walk; lengths count diagonal steps as 1.4.
pub fn sew(picture: &mut Picture, walk: &[(i32, i32)], stitch: Stitch) {
    let mut length = 0;
    for (i, &(x, y)) in walk.iter().enumerate() {
        if let Some(before) = i.checked_sub(1).map(|i| walk[i]) {
            let diagonal = before.0 != x && before.1 != y;
            length += if diagonal { 14 } else { 10 };
        }
        if length / 10 % (stitch.on + stitch.off) < stitch.on {
            picture.rect(x, y, stitch.thick, stitch.thick, stitch.color);
        }
    }
}

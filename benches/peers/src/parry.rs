//! parry2d's shape casts in the usual loop: move to just before the first hit, and slide the rest along it, at most four times.

use std::rc::Rc;

use glam::Vec2;
use parry2d::math::{Pose, Vector};
use parry2d::query::{ShapeCastOptions, cast_shapes};
use parry2d::shape::{Cuboid, Polyline};

use crate::workload::{HALF, Level, TILE};

type Slide = Rc<dyn Fn(Vec2, Vec2) -> Vec2>;

/// How far before a hit the box stops, in tiles.
const SHORT: f32 = 0.002;

/// The most slides of one move.
const ROUNDS: u32 = 4;

/// The outline as one polyline.
pub fn all(level: &Level) -> Vec<(&'static str, Slide)> {
    let (mut vertices, mut indices) = (Vec::new(), Vec::new());
    for ring in &level.loops {
        let first = vertices.len() as u32;
        let n = ring.len() as u32;
        vertices.extend(ring.iter().map(|p| Vector::new(p.x / TILE, p.y / TILE)));
        indices.extend((0..n).map(|i| [first + i, first + (i + 1) % n]));
    }
    let outline = Polyline::new(vertices, Some(indices));
    let shape = Cuboid::new(Vector::new(HALF.x / TILE, HALF.y / TILE));
    let slide = move |at: Vec2, delta: Vec2| {
        let (mut at, mut rest) = (Vector::new(at.x, at.y) / TILE, Vector::new(delta.x, delta.y) / TILE);
        let start = at;
        for _ in 0..ROUNDS {
            if rest.length_squared() < 1e-10 {
                break;
            }
            let options =
                ShapeCastOptions { max_time_of_impact: 1.0, stop_at_penetration: false, ..Default::default() };
            let place = Pose::from_translation(at);
            let hit = cast_shapes(&place, rest, &shape, &Pose::IDENTITY, Vector::ZERO, &outline, options);
            let Ok(Some(hit)) = hit else {
                at += rest;
                break;
            };
            let free = (hit.time_of_impact - SHORT / rest.length()).max(0.0);
            at += rest * free;
            rest *= 1.0 - free;
            let normal = hit.normal1;
            rest -= normal * rest.dot(normal).max(0.0);
        }
        Vec2::new(at.x - start.x, at.y - start.y) * TILE
    };
    vec![("parry2d shape casts, polyline", Rc::new(slide))]
}

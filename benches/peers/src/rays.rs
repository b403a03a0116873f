//! Rays and lines of sight, compared with parry2d's in one run: every round asks everyone for the same rays.

use std::hint::black_box;
use std::time::Instant;

use glam::Vec2;
use parry2d::math::Vector;
use parry2d::query::{Ray, RayCast};
use seamwalker_collide::QueryFilter;
use seamwalker_lab::Rng;

use crate::ground::{Form, Ground};
use crate::peer::parry::outlines;
use crate::workload::level;

/// How many rays are cast in a round.
const RAYS: usize = 2000;

pub fn all(rounds: Option<usize>) {
    let rounds = rounds.unwrap_or(31);
    let level = level((3, 1));
    let theirs = outlines(&Ground::of_walk(&level), Form::Outlines, |p| Vector::new(p.x, p.y));
    let (space, filter) = (&level.space, QueryFilter::default());
    let ray = |at: Vec2, delta: Vec2| Ray::new(Vector::new(at.x, at.y), Vector::new(delta.x, delta.y));
    // Each returns whether it met something.
    type Peer<'a> = (&'a str, &'a dyn Fn(Vec2, Vec2) -> bool);
    let peers: [Peer; 4] = [
        ("parry2d, ray", &|at, delta| theirs.cast_local_ray_and_get_normal(&ray(at, delta), 1.0, false).is_some()),
        ("ray_cast", &|at, delta| space.ray_cast(at, delta, &filter).is_some()),
        ("parry2d, line of sight", &|at, delta| theirs.intersects_local_ray(&ray(at, delta), 1.0)),
        ("is_visible", &|at, delta| !space.is_visible(at, at + delta, &filter)),
    ];
    println!("{RAYS} rays from the air in any direction, among {} edges", space.terrain.edges().len());
    println!("{:30} {:>26} {:>7} {:>8}", "ns per ray", "min/median/max", "ratio", "blocked");
    for length in [50.0, 500.0, 2000.0] {
        let mut rng = Rng(7);
        let mut side = || rng.range(-1.0, 1.0);
        let mut delta = || Vec2::new(side(), side()).normalize() * length;
        let rays: Vec<(Vec2, Vec2)> = level.starts.iter().cycle().take(RAYS).map(|at| (*at, delta())).collect();
        let (mut times, mut blocked) = (vec![Vec::new(); peers.len()], [0; 4]);
        for _ in 0..rounds {
            for (i, (_, meets)) in peers.iter().enumerate() {
                let start = Instant::now();
                blocked[i] = rays.iter().filter(|(at, delta)| black_box(meets(*at, *delta))).count();
                times[i].push(start.elapsed().as_secs_f64() * 1e9 / RAYS as f64);
            }
        }
        times.iter_mut().for_each(|times| times.sort_by(f64::total_cmp));
        for (i, (name, _)) in peers.iter().enumerate() {
            let ([min, median, max], theirs) =
                ([0, rounds / 2, rounds - 1].map(|at| times[i][at]), times[i / 2 * 2][rounds / 2]);
            let name = format!("{name}, {length} px");
            println!("{name:30} {min:8.1} {median:8.1} {max:8.1} {:7.2} {:8}", median / theirs, blocked[i]);
        }
    }
}

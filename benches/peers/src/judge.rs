//! The laboratory's figures of all scenes for a solver alone, summed up.

use rayon::prelude::*;
use seamwalker_collide::{Solver, SolverSetup};
use seamwalker_lab::{Scene, SceneResult, measure_solver, scenes};

use crate::ground::Ground;
use crate::peer::{Judged, Peer};

/// The tolerance of the second count of clean scenes, in pixels.
pub const PIXEL: f64 = 1.0;

/// Which terrain a library gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seams {
    /// The same as our solvers, with the scene's seams.
    Kept,
    /// The outline without seams that the judge knows.
    Removed,
}

/// The figures of several scenes. Counts are summed, of distances the worst counts.
#[derive(Clone, Debug, Default)]
pub struct Total {
    pub scenes: u32,
    /// Scenes without a fault, and scenes whose only faults are distances up to [`PIXEL`].
    pub clean: u32,
    pub nearly: u32,
    pub snags: u64,
    pub stuck: u32,
    pub missed: u32,
    pub overlap: f64,
    pub lurch: f64,
    pub jitter: f64,
    pub drift: f64,
    /// The smallest multiple of the speed without tunnelling.
    pub speed: Option<u16>,
    /// The figures of each scene, by name.
    pub each: Vec<(String, SceneResult)>,
}

impl Total {
    fn add(&mut self, name: &str, figures: SceneResult) {
        self.scenes += 1;
        self.clean += u32::from(figures.is_clean());
        let beyond = |px: Option<f64>| px.filter(|px| *px > PIXEL);
        let [overlap, lurch, jitter, drift] = [figures.overlap, figures.lurch, figures.jitter, figures.drift];
        let blurred = SceneResult {
            overlap: beyond(overlap),
            lurch: beyond(lurch),
            jitter: beyond(jitter),
            drift: beyond(drift),
            ..figures
        };
        self.nearly += u32::from(blurred.is_clean());
        self.snags += figures.snags.unwrap_or(0);
        self.stuck += figures.stuck.unwrap_or(0);
        self.missed += figures.missed;
        self.overlap = self.overlap.max(overlap.unwrap_or(0.0));
        self.lurch = self.lurch.max(lurch.unwrap_or(0.0));
        self.jitter = self.jitter.max(jitter.unwrap_or(0.0));
        self.drift = self.drift.max(drift.unwrap_or(0.0));
        self.speed = [self.speed, figures.speed].into_iter().flatten().min();
        self.each.push((name.to_owned(), figures));
    }

    fn of(each: Vec<(String, SceneResult)>) -> Self {
        let mut total = Self::default();
        each.into_iter().for_each(|(name, figures)| total.add(&name, figures));
        total
    }
}

/// The scenes for a solver alone.
pub fn bare_scenes() -> Vec<Scene> {
    scenes().into_iter().filter(|scene| !scene.is_played()).collect()
}

/// One of our solvers.
pub fn ours(scenes: &[Scene], setup: SolverSetup) -> Total {
    Total::of(scenes.par_iter().map(|scene| (scene.name.clone(), measure_solver(scene, &setup))).collect())
}

/// A library, in the scenes that it can express.
pub fn theirs(scenes: &[Scene], peer: &Peer, seams: Seams) -> Total {
    let judged = scenes.par_iter().filter_map(|scene| {
        let terrain = if seams == Seams::Removed { &scene.union } else { &scene.level.terrain };
        let solver = Judged::new(peer, &Ground::of(terrain))?;
        Some((scene.name.clone(), measure_solver(scene, &solver as &dyn Solver)))
    });
    Total::of(judged.collect())
}

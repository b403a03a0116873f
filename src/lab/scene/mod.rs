//! Scenes: places where solvers are known to go wrong, each with its movers, what they want, and what is expected.
//!
//! A scene is a level. Without platforms and crates its movers are slid through the terrain by a bare solver; with them
//! the whole game runs, so that the measure and whoever plays the scene see the same.

use std::sync::Arc;

use glam::Vec2;

use strsim::levenshtein;

use crate::collide::{Aabb, SolverSetup, Terrain};
use crate::level::{Level, ObjectKind};
use crate::sim::{Buttons, Input, InputTimeline, World};

mod bodies;
mod bugs;
mod crowd;
mod joints;
mod maps;
mod random;
mod seams;
mod speed;
mod stairs;

pub use crowd::{CrowdScene, CrowdVerdict, OpenEnd, crowds};

use super::ascii::{self, Make, plain_level};
use super::ground::TerrainBuilder;

/// Half extents of a mover of 12 x 24 px, about the game's own.
pub(super) const HERO: Vec2 = Vec2::new(6.0, 12.0);
/// Half extents of a mover of 16 x 16 px: one tile.
pub(super) const SQUARE: Vec2 = Vec2::new(8.0, 8.0);
/// Half extents of a mover of 32 x 8 px.
pub(super) const PLANK: Vec2 = Vec2::new(16.0, 4.0);
/// The three of them, with the ending of their scenes' names.
const MOVERS: [(Vec2, &str); 3] = [(HERO, "12x24"), (SQUARE, "16x16"), (PLANK, "32x8")];

/// The usual walking speed, in pixels per step: 180 px/s.
pub(super) const WALK: f32 = 3.0;

/// A place, who moves in it, and what is expected.
///
/// ```
/// use seamwalker::lab::scenes;
///
/// for scene in scenes() {
///     println!("{:24} {} ({} runs)", scene.name, scene.title, scene.runs.len());
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Scene {
    /// Its name on the command line, in kebab-case.
    pub name: String,
    /// What it shows, in a few words.
    pub title: String,
    /// Where it comes from: the bug it was, or why somebody should look.
    pub story: String,
    /// The place. Its terrain is what solvers get; its objects make it a scene for the whole game.
    pub level: Arc<Level>,
    /// What the judge knows: the terrain's union, where the terrain itself has seams.
    pub union: Arc<Terrain>,
    /// Who moves, one after the other.
    pub runs: Vec<SceneRun>,
}

/// One mover on its way through a scene.
#[derive(Clone, Copy, Debug)]
pub struct SceneRun {
    /// Half extents of the mover, in pixels.
    pub half: Vec2,
    /// Its centre at the start.
    pub start: Vec2,
    /// What it wants.
    pub motion: Motion,
    /// For how many steps, at most.
    pub steps: u32,
    /// What must come of it.
    pub goal: Goal,
}

/// What a mover wants. Moves are in pixels per step of 1/60 s.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Motion {
    /// The same move in every step.
    Push(Vec2),
    /// A move along x, and gravity: the fall grows by 0.5 px per step to 5.33, and ends where something stops it.
    Walk(f32),
    /// The same, with a jump after every few steps on the ground.
    Hop(f32),
    /// The same move in every step; once settled, nothing may move any more.
    Rest(Vec2),
    /// Falls until there is ground, then presses against it for ten seconds along its normal. Nothing may drift.
    Stand,
    /// This move, and multiples of it up to 100 times as long.
    Throw(Vec2),
    /// The whole game, with these inputs as the text of an [`InputTimeline`].
    Game(&'static str),
}

/// What must come of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Goal {
    /// Nothing beyond the figures.
    Any,
    /// It ends at least so far from its start along x, in pixels; negative to the left.
    Across(f32),
    /// It never leaves its column: x changes by no more than this, in pixels.
    Column(f32),
    /// It never rises by more than this above its start, in pixels.
    NoClimb(f32),
    /// Once it stands, y changes by no more than this, in pixels.
    Level(f32),
    /// Its centre never leaves this box.
    Inside(Aabb),
    /// The player rides on the first platform: its place there changes by no more than this, in pixels.
    Rides(f32),
    /// The player lives.
    Lives,
    /// The player dies, because there is no room.
    Dies,
}

impl Scene {
    /// A scene whose judge sees the same terrain as the solvers.
    fn new(name: &str, title: &str, story: &str, terrain: Terrain, runs: Vec<SceneRun>) -> Self {
        let terrain = Arc::new(terrain);
        Self::with_union(name, title, story, &terrain, Arc::clone(&terrain), runs)
    }

    /// A scene whose terrain has seams that the judge does not see.
    fn with_union(
        name: &str,
        title: &str,
        story: &str,
        terrain: &Arc<Terrain>,
        union: Arc<Terrain>,
        runs: Vec<SceneRun>,
    ) -> Self {
        let spawn = runs.first().map(|run| run.start + Vec2::new(0.0, run.half.y));
        let player = spawn.map(|feet| (Aabb::new(feet, Vec2::ZERO), ObjectKind::Player { faces_left: false }));
        let bounds = around(&union, &runs);
        let level = plain_level(name, bounds, Arc::clone(terrain), player.into_iter().collect(), Vec::new());
        Self::of_level(name, title, story, level, union, runs)
    }

    /// A scene drawn in ASCII.
    fn drawn(name: &str, title: &str, story: &str, picture: &str, make: Make, runs: Vec<SceneRun>) -> Self {
        let rows = ascii::rows(picture);
        let union = Arc::new(ascii::terrain(&rows, Make::Outline, Vec2::ZERO));
        let terrain = match make {
            Make::Outline => Arc::clone(&union),
            other => Arc::new(ascii::terrain(&rows, other, Vec2::ZERO)),
        };
        Self::with_union(name, title, story, &terrain, union, runs)
    }

    /// A scene in a level that is there already; for the whole game, if a run is.
    fn played(name: &str, title: &str, story: &str, level: Level, runs: Vec<SceneRun>) -> Self {
        let union = Arc::clone(&level.terrain);
        Self::of_level(name, title, story, level, union, runs)
    }

    fn of_level(name: &str, title: &str, story: &str, level: Level, union: Arc<Terrain>, runs: Vec<SceneRun>) -> Self {
        let mut level = level;
        name.clone_into(&mut level.name);
        level.path = format!("scene {name}");
        title.clone_into(&mut level.meta.title);
        let (name, title, story) = (name.to_owned(), title.to_owned(), story.to_owned());
        Self { name, title, story, level: Arc::new(level), union, runs }
    }

    /// The scene as it is played: by bare slides, with a hitbox as large as its first mover; scenes for the whole game as the
    /// game.
    #[must_use]
    pub fn world(&self, solver: SolverSetup) -> World {
        let mut world = World::new(Arc::clone(&self.level), solver);
        if let Some(run) = self.runs.first() {
            let feel = &mut world.rules.feel;
            (feel.width, feel.height) = (run.half.x * 2.0, run.half.y * 2.0);
            feel.duck_height = feel.duck_height.min(feel.height);
            world.start_at_point(world.state.spawn, world.state.spawn_faces_left);
        }
        world.rules.ground_assist = self.is_played();
        world
    }

    /// What is pressed in its first run: of a push, the button that leads the same way.
    #[must_use]
    pub fn inputs(&self) -> InputTimeline {
        self.runs.first().map(SceneRun::inputs).unwrap_or_default()
    }

    /// Whether the whole game runs in it.
    #[must_use]
    pub fn is_played(&self) -> bool {
        self.runs.iter().any(|run| matches!(run.motion, Motion::Game(_)))
    }
}

impl SceneRun {
    fn new(half: Vec2, start: Vec2, motion: Motion, steps: u32) -> Self {
        Self { half, start, motion, steps, goal: Goal::Any }
    }

    fn must(self, goal: Goal) -> Self {
        Self { goal, ..self }
    }

    /// What is pressed: of a push, the button that leads the same way.
    pub(super) fn inputs(&self) -> InputTimeline {
        let x = match self.motion {
            Motion::Game(inputs) => return inputs.parse().unwrap_or_default(),
            Motion::Walk(x) | Motion::Hop(x) => x,
            Motion::Push(delta) | Motion::Rest(delta) | Motion::Throw(delta) => delta.x,
            Motion::Stand => 0.0,
        };
        let sides = [(x < 0.0, Buttons::LEFT), (x > 0.0, Buttons::RIGHT)];
        let buttons = sides.into_iter().find(|(held, _)| *held).map_or(0, |(_, button)| button);
        std::iter::repeat_n(Input { buttons }, self.steps as usize).collect()
    }
}

/// How far a scene's level reaches beyond its terrain, in pixels: up and to the sides, and down.
const MARGIN: Vec2 = Vec2::new(48.0, 32.0);

/// How much air is above everything, in pixels: a player may jump there.
const AIR: f32 = 160.0;

/// The bounds of a level around terrain and starts.
fn around(terrain: &Terrain, runs: &[SceneRun]) -> Aabb {
    let ends = terrain.edges().iter().flat_map(|e| [e.segment.a, e.segment.b]);
    let bounds = Aabb::around(ends.chain(runs.iter().map(|run| run.start))).unwrap_or_default();
    Aabb::from_corners(bounds.min() - MARGIN - Vec2::new(0.0, AIR), bounds.max() + MARGIN)
}

/// All scenes, in the order of the table.
#[must_use]
pub fn scenes() -> Vec<Scene> {
    [
        seams::scenes(),
        stairs::scenes(),
        joints::scenes(),
        speed::scenes(),
        random::scenes(),
        bodies::scenes(),
        bugs::scenes(),
        maps::scenes(),
    ]
    .concat()
}

/// How many names are offered for one that does not exist.
const OFFERED: usize = 3;

/// Scenes of either kind.
#[derive(Clone, Debug, Default)]
pub struct Named {
    /// For one mover at a time.
    pub scenes: Vec<Scene>,
    /// For many bodies at once.
    pub crowds: Vec<CrowdScene>,
}

/// The scenes of either kind with these names, in their order; all of them without names.
///
/// ```
/// use seamwalker::lab::scene::{named, scenes};
///
/// let first = scenes()[0].name.clone();
/// let named = named(&[first, "crowd-train".to_owned()])?;
/// assert_eq!((named.scenes.len(), named.crowds.len()), (1, 1));
/// # Ok::<(), seamwalker::lab::scene::UnknownScene>(())
/// ```
///
/// # Errors
/// The first name that no scene has, and the names nearest to it.
pub fn named(names: &[String]) -> Result<Named, UnknownScene> {
    let (mut scenes, mut crowds) = (scenes(), crowds());
    let all = scenes.iter().map(|scene| &scene.name).chain(crowds.iter().map(|scene| &scene.name));
    let mut all: Vec<String> = all.cloned().collect();
    for name in names {
        if !all.contains(name) {
            all.sort_by_key(|known| far(known, name));
            all.truncate(OFFERED);
            return Err(UnknownScene { name: name.clone(), near: all });
        }
    }
    let asked = |name: &String| names.is_empty() || names.contains(name);
    scenes.retain(|scene| asked(&scene.name));
    crowds.retain(|scene| asked(&scene.name));
    Ok(Named { scenes, crowds })
}

/// A name that no scene has.
///
/// ```
/// use seamwalker::lab::scene::{UnknownScene, named};
///
/// let UnknownScene { name, near, .. } = named(&["hpos".to_owned()]).unwrap_err();
/// assert_eq!((name.as_str(), near[0].as_str()), ("hpos", "hops"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no scene '{name}': the nearest names are {}", near.join(", "))]
#[non_exhaustive]
pub struct UnknownScene {
    /// What was asked for.
    pub name: String,
    /// The names nearest to it, the nearest first.
    pub near: Vec<String>,
}

/// How far a name is from what was asked for: how many letters must change, and less than any letter where it holds it.
fn far(name: &str, wanted: &str) -> usize {
    if name.contains(wanted) { 0 } else { levenshtein(name, wanted) + 1 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collide::{CollisionView, Mover};
    use crate::lab::Oracle;

    #[test]
    fn names_are_unique_and_fit_for_a_command_line() {
        let scenes = scenes();
        for (i, scene) in scenes.iter().enumerate() {
            let fits = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
            assert!(scene.name.bytes().all(fits), "{}", scene.name);
            assert!(!scenes[..i].iter().any(|other| other.name == scene.name), "{} twice", scene.name);
            assert!(!scene.title.is_empty() && !scene.story.is_empty() && !scene.runs.is_empty(), "{}", scene.name);
        }
        // A link in the document leads to either kind.
        assert!(crowds().iter().all(|crowd| scenes.iter().all(|scene| scene.name != crowd.name)));
    }

    #[test]
    fn every_terrain_is_whole_and_every_start_is_free() {
        for scene in scenes() {
            let edges = scene.union.edges();
            assert!(!edges.is_empty(), "{}", scene.name);
            // Lines drawn by hand and ribbons may end.
            for edge in edges.iter().filter(|e| e.side == crate::collide::Side::Outer) {
                let next = edge.next.unwrap_or_else(|| panic!("{}: an outline that ends", scene.name));
                assert_eq!(edges[next.index()].segment.a, edge.segment.b, "{}", scene.name);
                assert!(edge.normal.is_normalized() && edge.segment.length() > 0.0, "{}", scene.name);
            }
            let oracle = Oracle::new(&scene.union);
            for run in &scene.runs {
                let mover = Mover::new(Aabb::new(run.start, run.half));
                assert!(oracle.buried(CollisionView::Thin, &mover) <= 0.0, "{}: {run:?} starts inside", scene.name);
                assert!(scene.level.bounds.contains(run.start), "{}: {run:?} starts outside", scene.name);
            }
        }
    }

    #[test]
    fn a_name_that_does_not_exist_leads_to_those_that_do() {
        let wrong = named(&["hpos".to_owned()]).unwrap_err();
        assert!(wrong.to_string().starts_with("there is no scene 'hpos': the nearest names are hops, "), "{wrong}");
        let both = named(&["hops".to_owned(), "crowd-pit".to_owned()]).unwrap();
        assert_eq!((both.scenes.len(), both.crowds.len()), (1, 1));
        let UnknownScene { near, .. } = named(&["godot".to_owned()]).unwrap_err();
        assert!(near[0].starts_with("godot-"), "{near:?}");
    }
}

//! Scenes: places where solvers are known to go wrong, each with movers, their moves, and the expected result.
//!
//! A scene is a level. Without platforms and crates a solver alone moves the movers through the terrain. Otherwise the whole
//! game runs, so that a measurement and a player see the same.

use std::sync::Arc;

use glam::Vec2;
use strsim::levenshtein;

use seamwalker_collide::{Aabb, SolverSetup, Terrain};
use seamwalker_level::{Level, ObjectKind};
use seamwalker_sim::{Buttons, Input, InputTimeline, World};

mod bodies;
mod bugs;
mod crowd;
mod joints;
mod maps;
mod random;
mod seams;
mod speed;
mod stairs;

pub use crowd::{CrowdResult, CrowdScene, crowds};

use super::ascii::{self, Make, plain_level};
use super::ground::UnjoinedTerrain;

/// Half extents of a mover of 12 x 24 px, about the game's own.
pub(super) const HERO: Vec2 = Vec2::new(6.0, 12.0);
/// Half extents of a mover of 16 x 16 px: one tile.
pub(super) const SQUARE: Vec2 = Vec2::new(8.0, 8.0);
/// Half extents of the standard movers; the last one is 32 x 8 px.
const MOVERS: [Vec2; 3] = [HERO, SQUARE, Vec2::new(16.0, 4.0)];

/// The default walking speed, in pixels per step: 180 px/s.
pub(super) const WALK_STEP: f32 = 3.0;

/// The fastest fall, in pixels per step: 320 px/s.
pub(super) const FALL_STEP: f32 = 320.0 / 60.0;

/// A place, the movers in it, and the expected result.
#[derive(Clone, Debug)]
pub struct Scene {
    /// Its name on the command line, in kebab-case.
    pub name: String,
    /// A short title.
    pub title: String,
    /// Its origin: the bug that it reproduces, or why it is interesting.
    pub story: String,
    /// The level. Solvers get its terrain. Its objects make it a scene for the whole game.
    pub level: Arc<Level>,
    /// The terrain without seams, for the oracle.
    pub union: Arc<Terrain>,
    /// The movers, one after the other.
    pub runs: Vec<SceneRun>,
}

/// The run of one mover through a scene.
#[derive(Clone, Copy, Debug)]
pub struct SceneRun {
    /// Half extents of the mover, in pixels.
    pub half: Vec2,
    /// Its centre at the start.
    pub start: Vec2,
    /// Its wanted moves.
    pub motion: Motion,
    /// The maximum number of steps.
    pub steps: u32,
    /// The expected result.
    pub goal: Goal,
}

/// The wanted moves of a mover, in pixels per step of 1/60 s.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Motion {
    /// The same move in every step.
    Push(Vec2),
    /// A move along x, and gravity: the fall grows by 0.5 px per step up to 5.33 px, until something stops it.
    Walk(f32),
    /// The same, with a jump after every few steps on the ground.
    Hop(f32),
    /// The same move in every step; once settled, the mover must not move any more.
    Rest(Vec2),
    /// Falls to the ground, and gravity goes on pressing for ten seconds. It must rest, or slide down as without friction.
    Stand,
    /// This move, and multiples of it up to 100 times as long.
    Throw(Vec2),
    /// The whole game, without any input.
    Game,
}

/// The expected result of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Goal {
    /// No expectation.
    Any,
    /// The minimum distance from start to end along x, in pixels; negative to the left.
    Across(f32),
    /// The maximum change of x, in pixels.
    Column(f32),
    /// The maximum rise above the start, in pixels.
    NoClimb(f32),
    /// The maximum change of y after the first landing, in pixels.
    Level(f32),
    /// The centre never leaves this box.
    Inside(Aabb),
    /// The maximum slip of the player on the first platform, in pixels.
    Rides(f32),
    /// The player survives.
    Lives,
    /// The player dies, because there is no room.
    Dies,
}

/// The place of a scene.
enum SceneGround {
    /// An existing level.
    Level(Box<Level>),
    /// The terrain of the solvers, and the same without its seams, which the oracle sees.
    Terrain(Arc<Terrain>, Arc<Terrain>),
}

impl SceneGround {
    /// Terrain that the oracle sees as it is.
    fn plain(terrain: Terrain) -> Self {
        let terrain = Arc::new(terrain);
        Self::Terrain(Arc::clone(&terrain), terrain)
    }

    /// Terrain drawn in ASCII.
    fn drawn(picture: &str, make: Make) -> Self {
        let [terrain, union] =
            [make, Make::Outline].map(|make| ascii::terrain(&ascii::rows(picture), make, Vec2::ZERO));
        Self::Terrain(Arc::new(terrain), Arc::new(union))
    }
}

/// The titles and stories of all scenes but the stairs: `# name: title`, and the story below.
const STORIES: &str = include_str!("stories.md");

/// The title and the story of a scene.
fn about(name: &str) -> (String, String) {
    let section = STORIES.split("# ").find_map(|section| section.strip_prefix(name)?.strip_prefix(": "));
    let (title, story) = section.and_then(|section| section.split_once('\n')).unwrap_or_default();
    (title.to_owned(), story.split_whitespace().collect::<Vec<_>>().join(" "))
}

impl Scene {
    fn new(name: &str, ground: SceneGround, runs: Vec<SceneRun>) -> Self {
        let (title, story) = about(name);
        Self::told((name, &title), &story, ground, runs)
    }

    /// The same with a title and a story of its own.
    fn told((name, title): (&str, &str), story: &str, ground: SceneGround, runs: Vec<SceneRun>) -> Self {
        let (mut level, union) = match ground {
            SceneGround::Level(level) => (*level, None),
            SceneGround::Terrain(terrain, union) => {
                let spawn = runs.first().map(|run| run.start + Vec2::new(0.0, run.half.y));
                let player = spawn.map(|feet| (Aabb::new(feet, Vec2::ZERO), ObjectKind::Player { faces_left: false }));
                let bounds = around(&union, &runs);
                (plain_level(name, bounds, terrain, player.into_iter().collect(), Vec::new()), Some(union))
            }
        };
        name.clone_into(&mut level.name);
        level.path = format!("scene {name}");
        title.clone_into(&mut level.meta.title);
        let union = union.unwrap_or_else(|| Arc::clone(&level.terrain));
        let (name, title, story) = (name.to_owned(), title.to_owned(), story.to_owned());
        Self { name, title, story, level: Arc::new(level), union, runs }
    }

    /// A world to play the scene in: the hitbox is that of the first mover, and ground assist is on only in scenes for the whole
    /// game.
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

    /// The inputs of its first run; for a push, the button of the same direction.
    pub fn inputs(&self) -> InputTimeline {
        self.runs.first().map(SceneRun::inputs).unwrap_or_default()
    }

    /// Whether it is a scene for the whole game.
    pub fn is_played(&self) -> bool {
        self.runs.iter().any(|run| matches!(run.motion, Motion::Game))
    }
}

impl SceneRun {
    fn new(half: Vec2, start: Vec2, motion: Motion, steps: u32) -> Self {
        Self { half, start, motion, steps, goal: Goal::Any }
    }

    fn must(self, goal: Goal) -> Self {
        Self { goal, ..self }
    }

    /// Its inputs; for a push, the button of the same direction.
    pub(super) fn inputs(&self) -> InputTimeline {
        let x = match self.motion {
            Motion::Walk(x) | Motion::Hop(x) => x,
            Motion::Push(delta) | Motion::Rest(delta) | Motion::Throw(delta) => delta.x,
            Motion::Stand | Motion::Game => 0.0,
        };
        let buttons = if x < 0.0 { Buttons::LEFT } else { u8::from(x > 0.0) * Buttons::RIGHT };
        std::iter::repeat_n(Input { buttons }, self.steps as usize).collect()
    }
}

/// One run for every pair of a mover and a value, mover by mover.
fn runs<T: Copy>(movers: &[Vec2], values: &[T], run: impl Fn(Vec2, T) -> SceneRun) -> Vec<SceneRun> {
    let run = &run;
    movers.iter().flat_map(|&half| values.iter().map(move |&value| run(half, value))).collect()
}

/// The margin of a scene's level around its terrain, in pixels.
const SCENE_MARGIN: Vec2 = Vec2::new(48.0, 32.0);

/// The additional margin at the top, in pixels, for jumps.
const TOP_MARGIN: f32 = 160.0;

/// The bounds of a level around terrain and starts.
fn around(terrain: &Terrain, runs: &[SceneRun]) -> Aabb {
    let ends = terrain.edges().iter().flat_map(|e| [e.segment.a, e.segment.b]);
    let bounds = Aabb::around(ends.chain(runs.iter().map(|run| run.start))).unwrap_or_default();
    Aabb::from_corners(bounds.min() - SCENE_MARGIN - Vec2::new(0.0, TOP_MARGIN), bounds.max() + SCENE_MARGIN)
}

/// All scenes, in the order of the table.
pub fn scenes() -> Vec<Scene> {
    let ground = [seams::scenes(), stairs::scenes(), joints::scenes(), speed::scenes(), random::scenes()];
    let others = [bodies::scenes(), bugs::scenes(), maps::scenes()];
    ground.into_iter().chain(others).flatten().collect()
}

/// The maximum number of scene names that are suggested for an unknown one.
const MAX_SUGGESTED_SCENES: usize = 3;

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
/// # Errors
/// The first name that no scene has, and the names nearest to it.
pub fn named(names: &[String]) -> Result<Named, UnknownScene> {
    let (mut scenes, mut crowds) = (scenes(), crowds());
    let all = scenes.iter().map(|scene| &scene.name).chain(crowds.iter().map(|scene| &scene.name));
    let mut all: Vec<String> = all.cloned().collect();
    for name in names {
        if !all.contains(name) {
            all.sort_by_key(|known| if known.contains(name) { 0 } else { levenshtein(known, name) + 1 });
            all.truncate(MAX_SUGGESTED_SCENES);
            return Err(UnknownScene { name: name.clone(), near: all });
        }
    }
    let wanted = |name: &String| names.is_empty() || names.contains(name);
    scenes.retain(|scene| wanted(&scene.name));
    crowds.retain(|scene| wanted(&scene.name));
    Ok(Named { scenes, crowds })
}

/// An unknown scene name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no scene '{name}': the nearest names are {}", near.join(", "))]
#[non_exhaustive]
pub struct UnknownScene {
    /// The unknown name.
    pub name: String,
    /// The names nearest to it, the nearest first.
    pub near: Vec<String>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Oracle;
    use seamwalker_collide::{CollisionView, Mover};

    #[test]
    fn every_outline_is_closed_and_every_start_is_free() {
        for scene in scenes() {
            let edges = scene.union.edges();
            assert!(!edges.is_empty(), "{}", scene.name);
            // Two-sided lines and ribbons may end.
            for edge in edges.iter().filter(|e| e.side == seamwalker_collide::Side::Outer) {
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
    fn every_scene_has_its_title_and_story() {
        let (scenes, crowds) = (scenes(), crowds());
        let all = scenes.iter().map(|scene| (&scene.name, &scene.title, &scene.story));
        for (name, title, story) in all.chain(crowds.iter().map(|scene| (&scene.name, &scene.title, &scene.story))) {
            assert!(!title.is_empty() && story.ends_with('.'), "{name}: {title:?}, {story:?}");
        }
        let stairs = scenes.iter().filter(|scene| scene.name.starts_with("stairs-")).count();
        assert_eq!(STORIES.matches("# ").count(), scenes.len() - stairs + crowds.len(), "a story without a scene");
    }

    #[test]
    fn an_unknown_name_suggests_similar_ones() {
        let wrong = named(&["hpos".to_owned()]).unwrap_err();
        assert!(wrong.to_string().starts_with("there is no scene 'hpos': the nearest names are hops, "), "{wrong}");
        let both = named(&["hops".to_owned(), "crowd-pit".to_owned()]).unwrap();
        assert_eq!((both.scenes.len(), both.crowds.len()), (1, 1));
        let UnknownScene { near, .. } = named(&["godot".to_owned()]).unwrap_err();
        assert!(near[0].starts_with("godot-"), "{near:?}");
    }
}

//! Counts the ticks of a game in which the player snagged.

use std::cell::LazyCell;
use std::sync::Arc;

use glam::{DVec2, Vec2};

use super::oracle::{MIN_LOSS, along};
use super::{Oracle, Scene};
use seamwalker_collide::{CollisionView, Mover, Solver, SolverKind, SolverSetup, Terrain, Touches};
use seamwalker_level::Level;
use seamwalker_sim::{Buttons, LongestSlide, TICK, World};

/// The minimum wanted speed along x that a slide must stop to begin a hold, in pixels per tick. Below it, a player that
/// starts on a slope may slide back first.
pub(super) const MIN_STOPPED_MOVE: f32 = 1.0;

/// The maximum number of ticks from one sign that the ground ahead is free to the next: what a stopped player needs to gain speed.
const MAX_UNCERTAIN: u8 = 6;

/// A player that has come so far is not held any more, in pixels. Some solvers let a player gain speed and go back and forth a little.
const HELD_REACH: f32 = 2.0;

/// How much higher a way may lead than the steepest ground that can be walked, in pixels: one step of the oracle.
const STEEP_SLACK: f64 = 0.125;

/// The first bit of a way, in pixels: one step of the oracle.
const FIRST_BIT: f32 = 0.125;

/// Less of it is none, in pixels: rounding in the oracle.
const MIN_AHEAD: f64 = 1e-3;

/// A player that is held in place although the ground goes on.
#[derive(Clone, Copy, Debug)]
struct Held {
    /// The pressed side, -1 or 1.
    side: f32,
    /// Where the hold began: x in pixels times that side.
    at: f32,
    /// Ticks since the ground ahead was last seen to be free.
    uncertain: u8,
}

/// Counts the snags of one player in a running world. It is called after every step and never changes the world. Copies share the
/// oracle.
#[derive(Clone, Debug)]
pub struct Judge {
    pub(super) oracle: Arc<Oracle>,
    held: Option<Held>,
    snags: u64,
}

impl Judge {
    /// The maximum number of edges. The oracle tests all edges in a vertical strip of the level; with more edges it would take
    /// longer than a frame.
    pub const MAX_EDGES: usize = 100_000;

    /// Whether a level is small enough to be judged while it is played.
    pub fn fits(level: &Level) -> bool {
        level.terrain.edges().len() <= Self::MAX_EDGES
    }

    /// A judge for a level.
    pub fn new(level: &Level) -> Self {
        Self::of(&level.terrain)
    }

    /// A judge for terrain without seams.
    pub(super) fn of(terrain: &Terrain) -> Self {
        Self { oracle: Arc::new(Oracle::new(terrain)), held: None, snags: 0 }
    }

    /// Judges the last step of `world`, and counts it if it snagged. Either one of the player's slides lost more than half of the way
    /// that the terrain allowed; or the solver stopped a player that walks to one side although the terrain leads on, and every tick
    /// counts until the player goes on. Steps that touched a crate are not judged: crates move after the player.
    pub fn tick(&mut self, world: &World) -> bool {
        let known = self.held.take();
        let Some(slide) = judged_slide(world) else { return false };
        let (side, player) = (pressed_side(world), &world.state.player);
        let view = world.rules.solver.view();
        // On the ground, gravity presses a player standing against a slope or a wall: only progress to the pressed side can be lost.
        let way = LazyCell::new(|| self.way(world, view, &slide.mover, slide.delta));
        let is_wanted = || {
            !player.is_grounded()
                || way.x * f64::from(side) > MIN_LOSS && !self.is_at_wall(world, &slide.mover, view, side)
        };
        let snagged = Oracle::is_snag(slide.delta, slide.moved, || along(*way, slide.delta)) && is_wanted();
        let at = player.aabb().center.x * side;
        let stays = |held: &Held| held.side == side && at - held.at < HELD_REACH;
        let known = known.filter(stays);
        let is_stopped = slide.delta.x * side > 0.0 && player.motion.velocity.x * side <= 0.0;
        let is_sign = snagged || is_stopped && (known.is_some() || slide.delta.x * side >= MIN_STOPPED_MOVE);
        let goes_on = || self.goes_on(world, &world.player_mover(), view, (side, slide.delta.y));
        let is_free = is_sign && player.is_grounded() && goes_on();
        let uncertain = known.map_or(0, |held| held.uncertain + 1);
        self.held = match known {
            _ if is_free => Some(Held { side, at: known.map_or(at, |held| held.at), uncertain: 0 }),
            Some(held) if !is_stopped && uncertain < MAX_UNCERTAIN => Some(Held { uncertain, ..held }),
            _ => None,
        };
        let snagged = snagged || self.held.is_some();
        self.snags += u64::from(snagged);
        snagged
    }

    /// Whether a mover at the player's place could go on to a side at full speed, with this move along y, on ground that can be walked.
    pub(super) fn goes_on(&self, world: &World, mover: &Mover, view: CollisionView, (side, y): (f32, f32)) -> bool {
        let way = self.way(world, view, mover, Vec2::new(side * world.rules.feel.run * TICK, y));
        let ahead = way.x * f64::from(side);
        let is_walkable = -way.y <= ahead * f64::from(world.rules.feel.steepest) + STEEP_SLACK;
        ahead > MIN_LOSS && is_walkable && !self.is_at_wall(world, mover, view, side)
    }

    /// Whether the first bit of the way to a side is too steep to walk: a wall, or a step that the round corner slides over.
    pub(super) fn is_at_wall(&self, world: &World, mover: &Mover, view: CollisionView, side: f32) -> bool {
        let way = self.way(world, view, mover, Vec2::X * side * FIRST_BIT);
        let ahead = way.x * f64::from(side);
        ahead < MIN_AHEAD || -way.y > ahead * f64::from(world.rules.feel.steepest) + MIN_AHEAD
    }

    /// How far a mover moves, with platforms and doors where they are now.
    pub(super) fn way(&self, world: &World, view: CollisionView, mover: &Mover, delta: Vec2) -> DVec2 {
        self.oracle.slide_among(&world.state.space.bodies, view, mover, delta)
    }

    /// The number of snags so far.
    pub const fn snags(&self) -> u64 {
        self.snags
    }
}

/// The number of snagged ticks when a scene is played with its inputs, under a solver with the default settings.
pub fn played_snags(scene: &Scene, kind: SolverKind) -> u64 {
    let (mut judge, mut world) = (Judge::of(&scene.union), scene.world(SolverSetup::new(kind)));
    for input in &scene.inputs() {
        world.step(input);
        judge.tick(&world);
    }
    judge.snags()
}

/// The longest slide of the last step, if it can be judged: the player lives, and touched no crate.
pub(super) fn judged_slide(world: &World) -> Option<LongestSlide> {
    world.stats.longest.filter(|_| !world.state.player.is_dead() && !met_crate(world, &world.stats.touches))
}

/// Whether something touched is a crate. Crates move after the player, so that they are not where the player met them.
pub(super) fn met_crate(world: &World, touches: &Touches) -> bool {
    let is_crate = |id| world.state.crates.iter().any(|known| known.body == id);
    touches.iter().any(|touch| touch.obstacle.body().is_some_and(is_crate))
}

/// The side to which the player walked in the last step: -1, 0 or 1.
fn pressed_side(world: &World) -> f32 {
    let pressed = |button| f32::from(u8::from(world.state.previous_input.holds(button)));
    pressed(Buttons::RIGHT) - pressed(Buttons::LEFT)
}

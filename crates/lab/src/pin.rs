//! A pin: a place where a solver was caught, or would have been.

use glam::Vec2;

use super::film::{Film, Story};
use seamwalker_collide::{Mover, Obstacle, Outcome, Slide, SolverSetup, Terrain, Touch};
use seamwalker_sim::{SlideRecord, World};

/// How far a normal must lean to a side to be named after it.
const LEAN: f32 = 0.3;

/// How nearly a push must be along an edge's normal to come from its face (cosine).
const FACE: f32 = 0.99;

/// A place where a solver was caught, and its first slide there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pin {
    /// The solver and its settings.
    pub setup: SolverSetup,
    /// The number of ticks after the slide.
    pub tick: u64,
    /// The mover before the slide.
    pub mover: Mover,
    /// The wanted move, px.
    pub delta: Vec2,
    /// The result.
    pub slide: Slide,
    /// Whether the wanted move is that without ground assist.
    pub unassisted: bool,
    /// Whether the player was caught, and not a solver that was only asked.
    pub is_real: bool,
    /// The number of snags here.
    pub count: u32,
}

impl Pin {
    /// The place, in pixels: ahead, at the foot of the mover.
    pub fn at(&self) -> Vec2 {
        self.mover.aabb.center + self.mover.aabb.half * Vec2::new(self.delta.x.signum(), 1.0)
    }

    /// What happened, in a sentence.
    pub fn sentence(&self, terrain: &Terrain) -> String {
        let Self { setup, delta, slide, .. } = self;
        let was = if self.is_real { "was caught here" } else { "would have been caught here" };
        let without = if self.unassisted { ", without ground assist" } else { "" };
        let lost = 1.0 - slide.moved.dot(*delta) / delta.length_squared();
        let why = match (self.push(), slide.outcome) {
            (Some(Touch { obstacle, contact }), _) => {
                format!("{} pushes {}", source(obstacle, contact.normal, terrain), direction(contact.normal))
            }
            (None, Outcome::TakenBack | Outcome::Stuck) => "it finds no room and takes the move back".to_owned(),
            _ => "it stops without a contact".to_owned(),
        };
        let loss = match lost {
            lost if lost > 1.0 => "the move leads back".to_owned(),
            lost if lost > 0.5 => format!("{:.0} % of the way is lost", lost * 100.0),
            _ => "that counts as a wall, at which all speed is lost".to_owned(),
        };
        format!("{} {was}{without}: {why}, and {loss}, although the ground goes on.", setup.kind)
    }

    /// The push that opposed the move most.
    fn push(&self) -> Option<Touch> {
        let along = |touch: &Touch| touch.contact.normal.dot(self.delta);
        let against = self.slide.touches.iter().copied().filter(|touch| along(touch) < 0.0);
        against.min_by(|a, b| along(a).total_cmp(&along(b)))
    }

    /// The film of the slide. `world` is that of the pin's tick.
    pub fn film(&self, world: &World) -> Film {
        let Self { mover, delta, slide, .. } = *self;
        let bodies = world.state.space.bodies.clone();
        let story =
            Story::of(self.setup, &world.state.space, &SlideRecord { index: None, mover, delta, slide, bodies });
        Film { tick: self.tick.saturating_sub(1), slides: vec![story], hash: world.hash() }
    }
}

/// What pushed, in words.
fn source(obstacle: Obstacle, normal: Vec2, terrain: &Terrain) -> &'static str {
    match obstacle {
        Obstacle::Piece(_) if normal.x.abs() > LEAN && normal.y.abs() > LEAN => "the slope of a tile",
        Obstacle::Piece(_) if normal.x.abs() > normal.y.abs() => "the side of a tile",
        Obstacle::Piece(_) if normal.y < 0.0 => "the top of a tile",
        Obstacle::Piece(_) => "the underside of a tile",
        Obstacle::Edge(i) => match terrain.edges().get(i as usize) {
            Some(edge) if edge.normal.dot(normal).abs() < FACE => "the end of an edge",
            _ => "an edge",
        },
        Obstacle::Body(_) | Obstacle::Part(..) => "a body",
    }
}

/// The direction of a push, in words.
fn direction(normal: Vec2) -> String {
    let across = [(normal.y < -LEAN, "up"), (normal.y > LEAN, "down")];
    let along = [(normal.x < -LEAN, "to the left"), (normal.x > LEAN, "to the right")];
    let words: Vec<&str> = across.into_iter().chain(along).filter(|(is, _)| *is).map(|(_, word)| word).collect();
    words.join(" and ")
}

//! Overlays: what the solver sees, as thin lines over the picture, and the paths of all movers. A line of `OVERLAYS`
//! is an overlay; `see/` draws them.

mod marks;

use std::collections::{BTreeMap, VecDeque};

use egui_macroquad::egui::Ui;
use glam::Vec2;
use seamwalker_collide::{Aabb, Edge, SolverKind};
use seamwalker_lab::Ghost;
use seamwalker_sim::{TICK_RATE, World};

use super::overlays::{Overlay, Switches};
use super::{Tool, ToolContext};
use crate::app::lab_ui::{Pen, style};
use crate::app::play::Play;
use crate::app::render::palette;

/// How far beyond the view edges are looked for, in pixels: they have a thickness.
const VIEW_MARGIN: f32 = 8.0;
/// The overlays, except the trails.
const OVERLAYS: [Overlay; 6] = [
    (
        "thick segments",
        "The outline as solvers see it: each edge as thick as the player's skin. Invisible ones are paler.",
        |pen, play| edges(play, |edge| pen.capsule(edge, play.world.rules.skin)),
    ),
    ("normals", "Edge normals: which side of an edge is free.", |pen, play| edges(play, |edge| pen.normal(edge))),
    (
        "boxes and slopes",
        "The ground as the solvers on boxes see it, tile by tile. Borders between two pieces are seams, which the outline does not \
         have.",
        pieces,
    ),
    ("contacts, depth", "Contacts of the last tick: obstacle, depth in pixels, and normal.", |pen, play| {
        play.world.stats.touches.iter().for_each(|touch| pen.contact(&play.world, touch, palette::MUSTARD));
    }),
    (
        "skin and core",
        "The box; the core, which nothing may touch; and the round skin between the two, which pushes.",
        |pen, play| pen.skin(&play.world),
    ),
    (
        "priorities",
        "Push priorities: the lower number wins. Side walls 0, platforms blue, crates yellow, the player red.",
        |pen, play| pen.priorities(&play.world, &shown(play)),
    ),
];
/// The indices of those that show a solver at work: contacts, and skin and core.
const SOLVER_OVERLAYS: [usize; 2] = [3, 4];
const TRAILS: &str = "Paths of the player and the ghosts, in the colour of the solver in use.";

/// Length of a trail, in ticks.
const TRAIL_LENGTH: usize = 5 * TICK_RATE as usize;
/// A longer way within one tick is a teleport, in pixels: a trail has a gap there.
const TRAIL_GAP: f32 = 32.0;

/// The enabled overlays, and their data.
#[derive(Default)]
pub struct See {
    on: Switches,
    shows_trails: bool,
    /// Paths of the player, which is kept even while it is hidden, and of ghosts by their solver.
    trails: BTreeMap<Option<SolverKind>, Trail>,
}

impl See {
    /// Switches on the overlays that show a solver at work, and clears the trails.
    pub fn show_solver(&mut self) {
        self.on.turn_on(&SOLVER_OVERLAYS);
        self.shows_trails = true;
        self.trails.clear();
    }

    /// Updates the trails after a tick.
    pub fn look(&mut self, world: &World, ghosts: &[Ghost]) {
        let (tick, player) = (world.state.ticks, world.state.player.aabb().center);
        self.trails.entry(None).or_default().push(tick, player, world.rules.solver.kind);
        let ghosts = if self.shows_trails { ghosts } else { &[] };
        self.trails.retain(|of, _| of.is_none_or(|kind| ghosts.iter().any(|ghost| ghost.kind == kind)));
        for (kind, world) in ghosts.iter().filter_map(|ghost| Some((ghost.kind, ghost.world.as_ref()?))) {
            self.trails.entry(Some(kind)).or_default().push(tick, world.state.player.aabb().center, kind);
        }
    }
}

impl Tool for See {
    fn forget(&mut self) {
        self.trails.clear();
    }

    fn page(&mut self, ui: &mut Ui, _cx: &mut ToolContext) {
        self.on.show(ui, &OVERLAYS);
        ui.horizontal(|ui| {
            ui.checkbox(&mut self.shows_trails, "trails of 5 s").on_hover_text(TRAILS);
            if style::small_button(ui, "all off").clicked() {
                (self.on, self.shows_trails) = (Switches::default(), false);
            }
        });
    }

    fn draw(&self, pen: &mut Pen, play: &Play, _open: bool) {
        self.on.draw(&OVERLAYS, pen, play);
        for (of, trail) in self.trails.iter().rev().filter(|_| self.shows_trails) {
            let width = if of.is_none() { 2.0 } else { 1.0 };
            trail.steps().for_each(|(a, b, solver)| pen.line(a, b, width, palette::of_solver(solver)));
        }
    }
}

/// The part of the level in which ground may be seen.
fn shown(play: &Play) -> Aabb {
    let viewport = play.viewport();
    Aabb::from_corners(viewport.corner, viewport.corner + viewport.size).grown(VIEW_MARGIN)
}

fn edges(play: &Play, mut draw: impl FnMut(&Edge)) {
    let terrain = &play.world.state.space.terrain;
    terrain.edges_near(&shown(play), |i| draw(&terrain.edges()[i as usize]));
}

fn pieces(pen: &mut Pen, play: &Play) {
    let terrain = &play.world.state.space.terrain;
    terrain.pieces_near(&shown(play), |i| {
        pen.outline(&terrain.pieces()[i as usize].corners(), 1.0, palette::PALE);
    });
}

/// The ticks with the centres of the mover and its solver, oldest first.
#[derive(Default)]
struct Trail {
    spots: VecDeque<(u64, Vec2, SolverKind)>,
}

impl Trail {
    /// Adds a spot, once per tick. Going back in time clears the trail.
    fn push(&mut self, tick: u64, at: Vec2, solver: SolverKind) {
        let last = self.spots.back().map_or(0, |spot| spot.0);
        if tick < last {
            self.spots.clear();
        }
        if tick != last {
            self.spots.push_back((tick, at, solver));
        }
        self.spots.drain(..self.spots.len().saturating_sub(TRAIL_LENGTH));
    }

    /// Every pair of consecutive spots without a gap between them, and the solver of the second.
    fn steps(&self) -> impl Iterator<Item = (Vec2, Vec2, SolverKind)> + '_ {
        let pairs =
            self.spots.iter().zip(self.spots.iter().skip(1)).map(|((_, a, _), (_, b, solver))| (*a, *b, *solver));
        pairs.filter(|(a, b, _)| a.distance(*b) <= TRAIL_GAP)
    }
}

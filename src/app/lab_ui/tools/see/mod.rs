//! Overlays: what the solver sees, as thin lines over the picture, and the paths of all movers. Each overlay is a bit and a line
//! of `OVERLAYS`; `see/` draws them.

mod ground;
mod movers;
mod trail;

use std::collections::BTreeMap;

use egui_macroquad::egui::{Grid, Ui};
use seamwalker_collide::{Aabb, Edge, SolverKind};
use seamwalker_lab::Ghost;
use seamwalker_sim::World;

use super::{Tool, ToolContext};
use crate::app::lab_ui::{Pen, style};
use crate::app::play::Play;
use crate::app::render::palette;
use trail::Trail;

/// How far beyond the view edges are looked for, in pixels: they have a thickness.
const VIEW_MARGIN: f32 = 8.0;
/// The overlays in their order, each with its name and description.
macro_rules! overlays {
    ($($overlay:ident $name:literal $about:literal,)*) => {
        /// An overlay.
        #[derive(Clone, Copy, PartialEq, Eq)]
        enum Overlay { $($overlay),* }

        const OVERLAYS: [(Overlay, &str, &str); [$($name),*].len()] = [$((Overlay::$overlay, $name, $about)),*];
    };
}

overlays! {
    Segments "thick segments" "The outline as solvers see it: each edge as thick as the player's skin. Invisible ones are paler.",
    Normals "normals" "Edge normals: which side of an edge is free.",
    Pieces "boxes and slopes" "The ground as the solvers on boxes see it, tile by tile. Borders between two pieces are seams, \
        which the outline does not have.",
    Contacts "contacts, depth" "Contacts of the last tick: obstacle, depth in pixels, and normal.",
    Skin "skin and core" "The box; the core, which nothing may touch; and the round skin between the two, which pushes.",
    Trails "trails of 5 s" "Paths of the player and the ghosts, in the colour of the solver in use.",
    Priorities "priorities" "Push priorities: the lower number wins. Side walls 0, platforms blue, crates yellow, the \
        player red.",
}

/// The enabled overlays, and their data.
#[derive(Default)]
pub struct See {
    /// A bit for each overlay.
    on: u32,
    /// Paths of the player, which is kept even while it is hidden, and of ghosts by their solver.
    trails: BTreeMap<Option<SolverKind>, Trail>,
}

impl See {
    fn shows(&self, overlay: Overlay) -> bool {
        self.on & (1 << overlay as u32) != 0
    }

    /// Switches on the overlays that show a solver at work, and clears the trails.
    pub fn show_solver(&mut self) {
        for overlay in [Overlay::Contacts, Overlay::Skin, Overlay::Trails] {
            self.on |= 1 << overlay as u32;
        }
        self.trails.clear();
    }

    /// Updates the trails after a tick.
    pub fn look(&mut self, world: &World, ghosts: &[Ghost]) {
        let (tick, player) = (world.state.ticks, world.state.player.aabb.center);
        self.trails.entry(None).or_default().push(tick, player, world.rules.solver.kind);
        let ghosts = if self.shows(Overlay::Trails) { ghosts } else { &[] };
        self.trails.retain(|of, _| of.is_none_or(|kind| ghosts.iter().any(|ghost| ghost.kind == kind)));
        for (kind, world) in ghosts.iter().filter_map(|ghost| Some((ghost.kind, ghost.world.as_ref()?))) {
            self.trails.entry(Some(kind)).or_default().push(tick, world.state.player.aabb.center, kind);
        }
    }
}

impl Tool for See {
    fn forget(&mut self) {
        self.trails.clear();
    }

    fn page(&mut self, ui: &mut Ui, _cx: &mut ToolContext) {
        Grid::new("overlays").num_columns(2).show(ui, |ui| {
            for (i, (overlay, name, about)) in OVERLAYS.into_iter().enumerate() {
                let mut on = self.shows(overlay);
                if ui.checkbox(&mut on, name).on_hover_text(about).changed() {
                    self.on ^= 1 << overlay as u32;
                }
                if i % 2 == 1 {
                    ui.end_row();
                }
            }
        });
        if style::small_button(ui, "all off").clicked() {
            self.on = 0;
        }
    }

    fn draw(&self, pen: &mut Pen, play: &Play, _open: bool) {
        let viewport = play.viewport();
        let world = &play.world;
        let shown = Aabb::from_corners(viewport.corner, viewport.corner + viewport.size).grown(VIEW_MARGIN);
        let has_edges = self.shows(Overlay::Segments) || self.shows(Overlay::Normals);
        let edges = if has_edges { edges_near(world, &shown) } else { Vec::new() };
        for (overlay, ..) in OVERLAYS.iter().filter(|(overlay, ..)| self.shows(*overlay)) {
            match overlay {
                Overlay::Segments => edges.iter().for_each(|edge| pen.capsule(edge, world.rules.skin)),
                Overlay::Normals => edges.iter().for_each(|edge| pen.normal(edge)),
                Overlay::Pieces => world.state.space.terrain.pieces_near(&shown, |i| {
                    pen.outline(&world.state.space.terrain.pieces()[i as usize].corners(), 1.0, palette::PALE);
                }),
                Overlay::Contacts => {
                    world.stats.touches.iter().for_each(|touch| pen.contact(world, touch, palette::MUSTARD));
                }
                Overlay::Skin => pen.skin(world),
                Overlay::Trails => self.trails.iter().rev().for_each(|(of, trail)| {
                    let width = if of.is_none() { 2.0 } else { 1.0 };
                    trail.steps().for_each(|(a, b, solver)| pen.line(a, b, width, palette::of_solver(solver)));
                }),
                Overlay::Priorities => pen.priorities(world, &shown),
            }
        }
    }
}

fn edges_near(world: &World, area: &Aabb) -> Vec<Edge> {
    let terrain = &world.state.space.terrain;
    let mut edges = Vec::new();
    terrain.edges_near(area, |i| edges.push(terrain.edges()[i as usize]));
    edges
}

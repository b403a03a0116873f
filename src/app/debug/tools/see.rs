//! What the solver sees, drawn as thin lines over the picture; and where the player was.

use egui_macroquad::egui::{Grid, Ui};
use glam::Vec2;
use macroquad::color::Color;
use seamwalker::collide::{Aabb, Edge, Obstacle, Side, Touch};
use seamwalker::sim::{Event, World};

use super::super::super::palette;
use super::super::super::play::Play;
use super::super::Pen;
use super::trail::Trail;
use super::{Bench, Tool};

/// How far from the player obstacles count as candidates, in pixels: one tick of a fast fall.
const NEAR: f32 = 8.0;
/// Length of a normal, in pixels.
const NORMAL: f32 = 9.0;
/// Seconds of movement that the velocity's arrow shows.
const AHEAD: f32 = 0.15;
/// Straight parts of a half circle.
const HALF_CIRCLE: usize = 8;

/// Which overlays are on.
#[derive(Default)]
pub struct See {
    /// The segments with their radius.
    segments: bool,
    /// Which side is free.
    normals: bool,
    /// The number of the outline.
    chains: bool,
    /// What the player touches, how deep, and the normal.
    contacts: bool,
    /// The cells of the grid, and what is near the player.
    grid: bool,
    /// The player's box and core, and the other bodies.
    boxes: bool,
    /// Where the player goes.
    velocity: bool,
    /// Where the player was.
    trail: bool,
    /// Where the player was; kept up whether it is shown or not.
    spots: Trail,
}

impl See {
    /// Every overlay with its name and what it shows, for check boxes.
    fn each(&mut self) -> [(&'static str, &'static str, &mut bool); 8] {
        [
            (
                "thick segments",
                "the outline as the solvers meet it: every edge with the mover's skin as its radius",
                &mut self.segments,
            ),
            ("normals", "which side of an edge is free", &mut self.normals),
            ("chain numbers", "edges with the same number are one outline", &mut self.chains),
            (
                "contacts, depth",
                "what pushed the player in the last tick: the obstacle, how deep in pixels, the normal",
                &mut self.contacts,
            ),
            (
                "grid and candidates",
                "the cells of the terrain's grid with the number of edges in them; near the player those that are asked",
                &mut self.grid,
            ),
            ("hitbox and core", "the player's box, what of it must stay clear, and the other bodies", &mut self.boxes),
            ("velocity", "where the player would be in 0.15 s", &mut self.velocity),
            ("trail of 5 s", "where the player was, in the colour of the solver of that moment", &mut self.trail),
        ]
    }

    /// Switches on what shows a solver at work, from here on.
    pub fn show_solver(&mut self) {
        (self.contacts, self.boxes, self.trail) = (true, true, true);
        self.spots = Trail::default();
    }
}

impl Tool for See {
    fn name(&self) -> &'static str {
        "See"
    }

    fn hint(&self) -> &'static str {
        "What the solver sees, drawn over the picture."
    }

    fn after(&mut self, world: &World, _events: &[Event]) {
        self.spots.remember(world);
    }

    fn page(&mut self, ui: &mut Ui, _bench: &mut Bench) {
        Grid::new("overlays").num_columns(2).show(ui, |ui| {
            for (i, (name, hint, on)) in self.each().into_iter().enumerate() {
                ui.checkbox(on, name).on_hover_text(hint);
                if i % 2 == 1 {
                    ui.end_row();
                }
            }
        });
    }

    fn draw(&self, pen: &mut Pen, play: &Play, _chosen: bool) {
        let window = play.window();
        let world = &play.world;
        let shown = Aabb::from_corners(window.corner, window.corner + window.size).grown(NEAR);
        let edges = if self.segments || self.normals || self.chains { edges_near(world, &shown) } else { Vec::new() };
        if self.grid {
            pen.grid(world, &shown);
        }
        if self.segments {
            edges.iter().for_each(|edge| pen.capsule(edge, world.thickness));
        }
        if self.normals {
            edges.iter().for_each(|edge| pen.normal(edge));
        }
        if self.chains {
            edges.iter().for_each(|edge| pen.chain(edge));
        }
        if self.trail {
            self.spots.steps().for_each(|(a, b)| pen.line(a.at, b.at, 2.0, palette::of_index(b.solver)));
        }
        if self.boxes {
            pen.boxes(world);
        }
        if self.velocity {
            let from = world.player.aabb.center;
            pen.arrow(from, from + world.player.velocity * AHEAD, palette::RED);
        }
        if self.contacts {
            world.stats.touches.iter().for_each(|touch| pen.contact(world, touch));
        }
    }
}

fn edges_near(world: &World, area: &Aabb) -> Vec<Edge> {
    let terrain = &world.space.terrain;
    let mut edges = Vec::new();
    terrain.edges_near(area, |i| edges.push(terrain.edges()[i as usize]));
    edges
}

impl Pen<'_> {
    /// A segment and everything within the radius of it.
    fn capsule(&mut self, edge: &Edge, radius: f32) {
        let color = side_color(edge.side);
        let (a, b) = (edge.segment.a, edge.segment.b);
        let out = edge.normal;
        let along = Vec2::new(-out.y, out.x);
        let turn = |k: usize| Vec2::from_angle(k as f32 / HALF_CIRCLE as f32 * std::f32::consts::PI);
        let round = |center: Vec2, first: Vec2| (0..=HALF_CIRCLE).map(move |k| center + first.rotate(turn(k)) * radius);
        let far = if along.dot(b - a) > 0.0 { [b, a] } else { [a, b] };
        let outline: Vec<Vec2> = round(far[0], out).chain(round(far[1], -out)).map(|p| self.at(p)).collect();
        self.canvas.polygon(&outline, palette::faded(color, 0.22));
        for i in 0..outline.len() {
            self.canvas.line(outline[i], outline[(i + 1) % outline.len()], 1.0, color);
        }
        self.line(a, b, 1.0, color);
        for end in [a, b] {
            let at = self.at(end);
            self.canvas.rect(at.x - 2.0, at.y - 2.0, 4.0, 4.0, palette::INK);
            self.canvas.rect(at.x - 1.0, at.y - 1.0, 2.0, 2.0, palette::CREAM);
        }
    }

    fn normal(&mut self, edge: &Edge) {
        let middle = (edge.segment.a + edge.segment.b) * 0.5;
        self.arrow(middle, middle + edge.normal * NORMAL, side_color(edge.side));
    }

    fn chain(&mut self, edge: &Edge) {
        let middle = (edge.segment.a + edge.segment.b) * 0.5 - edge.normal * 9.0;
        self.text(&format!("{}", edge.chain), middle - Vec2::new(2.0, 3.0), palette::CREAM);
    }

    fn grid(&mut self, world: &World, shown: &Aabb) {
        let near = world.player.aabb.grown(NEAR);
        let mut cells = Vec::new();
        world.space.terrain.edge_grid().cells(shown, |cell, count| cells.push((cell, count)));
        let color = palette::faded(palette::INK, 0.35);
        for (cell, count) in cells {
            let (min, max) = (cell.min(), cell.max());
            self.thin(min, Vec2::new(max.x, min.y), color);
            self.thin(min, Vec2::new(min.x, max.y), color);
            if cell.overlaps(&near) {
                let corners = [min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y)].map(|p| self.at(p));
                self.canvas.polygon(&corners, palette::faded(palette::LEAF, 0.25));
            }
            if count > 0 {
                let at = (self.at(min) + 3.0).round();
                self.assets.font.draw(self.canvas, &count.to_string(), at, palette::faded(palette::INK, 0.7));
            }
        }
        for edge in edges_near(world, &near) {
            self.line(edge.segment.a, edge.segment.b, 3.0, palette::LEAF);
        }
    }

    fn boxes(&mut self, world: &World) {
        for body in world.space.bodies.iter().filter(|b| b.enabled) {
            self.rectangle(&body.aabb, palette::PLUM);
        }
        let player = &world.player.aabb;
        self.rectangle(player, palette::RED);
        let (half, _) = seamwalker::collide::Solver::view(&world.solver).core(&world.player_mover());
        self.rectangle(&Aabb::new(player.center, half), palette::CREAM);
    }

    /// An arrow from the surface along the normal, and how deep the player was pushed out.
    fn contact(&mut self, world: &World, touch: &Touch) {
        let player = &world.player.aabb;
        let Some(at) = surface_point(world, touch, player) else { return };
        let tip = at + touch.contact.normal * (NORMAL + touch.contact.depth.max(0.0) * 4.0);
        self.arrow(at, tip, palette::MUSTARD);
        let name = match touch.obstacle {
            Obstacle::Edge(i) => format!("e{i}"),
            Obstacle::Piece(i) => format!("p{i}"),
            Obstacle::Body(id) => format!("b{}", id.0),
        };
        let text = format!("{name}  {:.3}", touch.contact.depth);
        self.text(&text, tip + Vec2::new(8.0, 2.0), palette::MUSTARD);
    }
}

fn side_color(side: Side) -> Color {
    match side {
        Side::Outer => palette::MUSTARD,
        Side::OneWay => palette::ROSE,
        Side::Both => palette::DENIM_LIGHT,
    }
}

/// A point of the obstacle near the player.
fn surface_point(world: &World, touch: &Touch, player: &Aabb) -> Option<Vec2> {
    let terrain = &world.space.terrain;
    let support = player.center - touch.contact.normal.signum() * player.half * touch.contact.normal.abs().ceil();
    match touch.obstacle {
        Obstacle::Edge(i) => terrain.edges().get(i as usize).map(|e| e.segment.closest_point(support)),
        Obstacle::Piece(i) => terrain.pieces().get(i as usize).map(|p| p.aabb.closest_point(support)),
        Obstacle::Body(id) => world.space.bodies.get(id.0 as usize).map(|b| b.aabb.closest_point(support)),
    }
}

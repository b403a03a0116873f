//! What the solver sees, drawn as thin lines over the picture.

use glam::Vec2;
use macroquad::color::Color;
use seamwalker::collide::{Aabb, Edge, Obstacle, Side, Touch};
use seamwalker::sim::{TICK, World};

use super::super::assets::Assets;
use super::super::canvas::Canvas;
use super::super::cloth;
use super::super::palette;
use super::super::play::Play;
use super::super::view::Fit;
use super::trail::Trail;

/// How far from the player obstacles count as candidates, in pixels: one tick of a fast fall.
const NEAR: f32 = 8.0;
/// Length of a normal, in pixels.
const NORMAL: f32 = 9.0;
/// Seconds of movement that the velocity's arrow shows.
const AHEAD: f32 = 0.15;
/// Straight parts of a half circle.
const HALF_CIRCLE: usize = 8;

/// Which overlays are on.
#[derive(Clone, Copy, Debug, Default)]
pub struct Overlays {
    /// The segments with their radius.
    pub segments: bool,
    /// Which side is free.
    pub normals: bool,
    /// The number of the outline.
    pub chains: bool,
    /// What the player touches, how deep, and the normal.
    pub contacts: bool,
    /// The cells of the grid, and what is near the player.
    pub grid: bool,
    /// The player's box and core, and the other bodies.
    pub boxes: bool,
    /// Where the player goes.
    pub velocity: bool,
    /// Where the player was.
    pub trail: bool,
}

impl Overlays {
    /// Every overlay with its name, for check boxes.
    pub fn each(&mut self) -> [(&'static str, &mut bool); 8] {
        [
            ("thick segments", &mut self.segments),
            ("normals", &mut self.normals),
            ("chain numbers", &mut self.chains),
            ("contacts, depth", &mut self.contacts),
            ("grid and candidates", &mut self.grid),
            ("hitbox and core", &mut self.boxes),
            ("velocity", &mut self.velocity),
            ("trail of 5 s", &mut self.trail),
        ]
    }

    /// Switches on what shows a solver at work.
    pub fn show_solver(&mut self) {
        (self.contacts, self.boxes, self.trail) = (true, true, true);
    }

    /// Whether any is on.
    pub fn any(&self) -> bool {
        let mut copy = *self;
        copy.each().into_iter().any(|(_, on)| *on)
    }

    /// Draws those that are on.
    pub fn draw(&self, canvas: &mut Canvas, assets: &Assets, play: &Play, fit: Fit, trail: &Trail) {
        let window = play.window();
        let mut pen = Pen { canvas, fit, corner: window.corner };
        let world = &play.world;
        let shown = Aabb::from_corners(window.corner, window.corner + window.size).grown(NEAR);
        let edges = edges_near(world, &shown);
        if self.grid {
            pen.grid(world, &shown, assets);
        }
        if self.segments {
            for edge in &edges {
                pen.capsule(edge, world.thickness);
            }
        }
        if self.normals {
            for edge in &edges {
                pen.normal(edge);
            }
        }
        if self.chains {
            for edge in &edges {
                pen.chain(edge, assets);
            }
        }
        if self.trail {
            trail.steps().for_each(|(a, b)| pen.line(a.at, b.at, 2.0, palette::of_index(b.solver)));
        }
        if self.boxes {
            pen.boxes(world);
        }
        if self.velocity {
            let from = world.player.aabb.center;
            pen.arrow(from, from + world.player.velocity * AHEAD, palette::RED);
        }
        if self.contacts {
            world.stats.touches.iter().for_each(|touch| pen.contact(world, touch, assets));
        }
    }
}

fn edges_near(world: &World, area: &Aabb) -> Vec<Edge> {
    let terrain = &world.space.terrain;
    let mut edges = Vec::new();
    terrain.edges_near(area, |i| edges.push(terrain.edges()[i as usize]));
    edges
}

/// Draws at the window's resolution what is told in the level's pixels.
struct Pen<'a> {
    canvas: &'a mut Canvas,
    fit: Fit,
    corner: Vec2,
}

impl Pen<'_> {
    fn at(&self, p: Vec2) -> Vec2 {
        self.fit.to_window(p - self.corner)
    }

    /// A line of this width in window pixels, with a dark edge so that it can be seen on any cloth.
    fn line(&mut self, a: Vec2, b: Vec2, width: f32, color: Color) {
        let (a, b) = (self.at(a), self.at(b));
        self.canvas.line(a, b, width + 2.0, palette::faded(palette::INK, 0.5));
        self.canvas.line(a, b, width, color);
    }

    fn thin(&mut self, a: Vec2, b: Vec2, color: Color) {
        let (a, b) = (self.at(a), self.at(b));
        self.canvas.line(a, b, 1.0, color);
    }

    fn arrow(&mut self, from: Vec2, to: Vec2, color: Color) {
        self.line(from, to, 2.0, color);
        let along = (to - from).normalize_or_zero() * (5.0 / self.fit.scale.max(0.5) * 2.0);
        if along != Vec2::ZERO {
            let corners =
                [to + along * 0.6, to - along * 0.5 + along.perp() * 0.5, to - along * 0.5 - along.perp() * 0.5];
            let corners = corners.map(|p| self.at(p));
            self.canvas.polygon(&corners, color);
        }
    }

    /// A word on a dark label.
    fn text(&mut self, assets: &Assets, text: &str, at: Vec2, color: Color) {
        let at = self.at(at).round();
        let width = assets.font.width(text) + 5.0;
        self.canvas.rect(at.x - 3.0, at.y, width, assets.font.height, palette::faded(palette::INK, 0.8));
        assets.font.draw(self.canvas, text, at, color);
    }

    fn rectangle(&mut self, aabb: &Aabb, color: Color) {
        let (min, max) = (self.at(aabb.min()), self.at(aabb.max()));
        cloth::frame(self.canvas, min, max - min, 2.0, color);
    }

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

    fn chain(&mut self, edge: &Edge, assets: &Assets) {
        let middle = (edge.segment.a + edge.segment.b) * 0.5 - edge.normal * 9.0;
        self.text(assets, &format!("{}", edge.chain), middle - Vec2::new(2.0, 3.0), palette::CREAM);
    }

    fn grid(&mut self, world: &World, shown: &Aabb, assets: &Assets) {
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
                assets.font.draw(self.canvas, &count.to_string(), at, palette::faded(palette::INK, 0.7));
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
    fn contact(&mut self, world: &World, touch: &Touch, assets: &Assets) {
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
        self.text(assets, &text, tip + Vec2::new(8.0, 2.0), palette::MUSTARD);
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

/// Seconds as ticks would count them, for the menu.
pub fn seconds(ticks: u32) -> f32 {
    ticks as f32 * TICK
}

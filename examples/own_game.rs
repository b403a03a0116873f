//! A game of your own: your window, your controller, our solver. It draws the outline that collides, and nothing else.
//!
//! ```text
//! cargo run --example own_game [MAP.tmx]
//! ```
//!
//! Arrows walk, Space jumps, Tab takes the next solver, Esc ends. The controller is as small as it can be: the game that
//! ships with the library has a better one (`seamwalker::sim`).

use std::sync::Arc;

use macroquad::prelude::*;
use seamwalker::collide::{Aabb, Body, Edge, Mover, Side, Solver, SolverKind, SolverSetup, Space};
use seamwalker::level::{self, Folder, Level, ObjectKind, Surface};

/// Seconds of one tick. The world moves in ticks of one length, however fast the screen is.
const TICK: f32 = 1.0 / 60.0;

/// Top speed on foot and speed of a jump in px/s, gravity in px/s^2.
const RUN: f32 = 160.0;
const JUMP: f32 = 360.0;
const GRAVITY: f32 = 1000.0;

/// Ground is what pushes up at least so much (cosine).
const GROUND: f32 = 0.6;

/// The whole game: a space, and one box that moves in it.
struct Game {
    space: Space,
    solver: SolverSetup,
    hero: Mover,
    velocity: Vec2,
    grounded: bool,
    spawn: Vec2,
    floor: f32,
}

impl Game {
    fn new(level: &Level) -> Self {
        let is_player = |kind: &ObjectKind| matches!(kind, ObjectKind::Player { .. });
        let player = level.objects.iter().find(|object| is_player(&object.kind));
        let spawn = player.map_or(level.bounds.center, |object| object.aabb.center);
        Self {
            space: Space { terrain: Arc::clone(&level.terrain), bodies: vec![raft(spawn)].into() },
            solver: SolverSetup::default(),
            hero: Mover::new(Aabb::new(spawn, vec2(6.0, 11.0))),
            velocity: Vec2::ZERO,
            grounded: false,
            spawn,
            floor: level.bounds.max().y + 64.0,
        }
    }

    /// One tick. `walk` is -1, 0 or 1.
    fn step(&mut self, walk: f32, jump: bool) {
        // 1. Wishes become a velocity.
        self.velocity.x = walk * RUN;
        self.velocity.y += GRAVITY * TICK;
        if jump && self.grounded {
            self.velocity.y = -JUMP;
        }
        // 2. On a slope, walk along it: the normal says which way that is.
        let ground = self.solver.touching(&self.space, &self.hero, 1.0);
        let normal = ground.iter().map(|touch| touch.contact.normal).find(|normal| normal.y < -GROUND);
        let mut delta = self.velocity * TICK;
        if let (Some(normal), true) = (normal, self.grounded && self.velocity.y >= 0.0) {
            let along = vec2(-normal.y, normal.x);
            delta = along * delta.x - normal * 0.5;
        }
        // 3. The solver says how far that goes; 4. the velocity loses what went into obstacles.
        let slide = self.solver.slide(&self.space, &self.hero, delta);
        self.hero = self.hero.moved(slide.moved);
        self.grounded = false;
        for touch in &slide.touches {
            let normal = touch.contact.normal;
            self.grounded |= normal.y < -GROUND;
            self.velocity -= normal * self.velocity.dot(normal).min(0.0);
        }
        if self.hero.aabb.center.y > self.floor {
            self.hero.aabb.center = self.spawn;
        }
    }

    fn next_solver(&mut self) {
        let kinds = SolverKind::ALL;
        let now = kinds.iter().position(|kind| *kind == self.solver.kind).unwrap_or(0);
        self.solver = SolverSetup::new(kinds[(now + 1) % kinds.len()]);
    }

    fn draw(&self) {
        clear_background(Color::from_hex(0x00f6_ead0));
        let zoom = vec2(3.0 / screen_width(), 3.0 / screen_height()) * 2.0;
        set_camera(&Camera2D { target: self.hero.aabb.center, zoom, ..Default::default() });
        self.space.terrain.edges().iter().for_each(draw_edge);
        for body in &self.space.bodies {
            draw_box(&body.aabb, Color::from_hex(0x00cd_8f30));
        }
        draw_box(&self.hero.aabb, Color::from_hex(0x00cb_4b49));
        set_default_camera();
        let text = format!("{} (Tab)   arrows, Space", self.solver.kind);
        draw_text(&text, 16.0, 32.0, 32.0, Color::from_hex(0x002b_2136));
    }
}

/// Something to stand on that no map knows of.
fn raft(spawn: Vec2) -> Body {
    Body { one_way: true, ..Body::new(Aabb::new(spawn + vec2(48.0, -24.0), vec2(20.0, 4.0))) }
}

/// An edge, with a tick on its outer side.
fn draw_edge(edge: &Edge) {
    let (a, b) = (edge.segment.a, edge.segment.b);
    let ribbon = edge.side == Side::OneWay || Surface::from_tag(edge.tag) == Surface::OneWay;
    let color = Color::from_hex(if ribbon { 0x00cd_8f30 } else { 0x003a_5484 });
    draw_line(a.x, a.y, b.x, b.y, 1.5, color);
    let (middle, tip) = ((a + b) * 0.5, (a + b) * 0.5 + edge.normal * 4.0);
    draw_line(middle.x, middle.y, tip.x, tip.y, 0.75, color);
}

fn draw_box(aabb: &Aabb, color: Color) {
    draw_rectangle(aabb.min().x, aabb.min().y, aabb.size().x, aabb.size().y, color);
}

#[macroquad::main("Own game")]
async fn main() {
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/maps/first_stitch.tmx");
    let map = std::env::args().nth(1).unwrap_or_else(|| shipped.to_owned());
    let (folder, path) = Folder::for_map(&map).unwrap_or_else(|error| panic!("{map}: {error}"));
    let level = level::read(&folder, &path).unwrap_or_else(|problems| panic!("{}", problems[0]));
    let mut game = Game::new(&level);
    let (mut owed, mut jump) = (0.0, false);
    while !is_key_pressed(KeyCode::Escape) {
        jump |= is_key_pressed(KeyCode::Space);
        if is_key_pressed(KeyCode::Tab) {
            game.next_solver();
        }
        owed = (owed + get_frame_time()).min(0.1);
        while owed >= TICK {
            owed -= TICK;
            let held = |key| f32::from(u8::from(is_key_down(key)));
            game.step(held(KeyCode::Right) - held(KeyCode::Left), std::mem::take(&mut jump));
        }
        game.draw();
        next_frame().await;
    }
}

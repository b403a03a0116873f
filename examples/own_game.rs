//! A game of your own on a Tiled map: your window, the library's character, platforms and solver. It draws the outline that collides,
//! and nothing else.
//!
//! ```text
//! cargo run --example own_game [MAP.tmx]
//! ```
//!
//! Arrows walk, Space jumps, Space with Down drops through one-way ground, Tab takes the next solver, Esc ends.

use std::sync::Arc;

use macroquad::prelude::*;
use seamwalker_collide::controller::{Controller, Intent};
use seamwalker_collide::{Aabb, Body, BodyId, Carrier, Edge, Side, SolverKind, SolverSetup, Space};
use seamwalker_level::{Folder, Level, ObjectKind};

/// Seconds of one tick. The world moves in ticks of one length, however fast the screen is.
const TICK: f32 = 1.0 / 60.0;

/// The whole game: a character, and a raft that goes to and fro.
struct Game {
    space: Space,
    solver: SolverSetup,
    hero: Controller,
    carrier: Carrier,
    raft: BodyId,
    spawn: Vec2,
    floor: f32,
    /// Where hero and raft were a tick ago.
    before: [Vec2; 2],
    ticks: u32,
}

impl Game {
    fn new(level: &Level) -> Self {
        let player = level.objects.iter().find(|object| matches!(object.kind, ObjectKind::Player { .. }));
        let spawn = player.map_or(level.bounds.center, |object| object.aabb.center);
        let mut space = Space { terrain: Arc::clone(&level.terrain), ..Space::default() };
        let place = Aabb::new(spawn + vec2(64.0, -24.0), vec2(20.0, 4.0));
        let raft = space.bodies.push(Body { one_way: true, ..Body::new(place) });
        let mut hero = Controller::new(Aabb::new(spawn, vec2(6.0, 11.0)));
        let carrier = Carrier::new(vec![hero.add_body(&mut space)]);
        let (solver, floor) = (SolverSetup::default(), level.bounds.max().y + 64.0);
        Self { space, solver, hero, carrier, raft, spawn, floor, before: [spawn, place.center], ticks: 0 }
    }

    fn places(&self) -> [Vec2; 2] {
        [self.hero.state.mover.aabb.center, self.space.bodies[self.raft].aabb.center]
    }

    /// One tick.
    fn step(&mut self, intent: &Intent) {
        // 1. The raft moves, and takes along what stands on it.
        (self.ticks, self.before) = (self.ticks + 1, self.places());
        let way = ((self.ticks % 192) as f32 - 96.0).abs() - 48.0;
        let moves = [(self.raft, (self.spawn + vec2(64.0 + way, -24.0)).into())];
        let heroes = &mut [(&mut self.hero, *intent)];
        self.carrier.tick(&self.solver, &mut self.space, heroes, moves, TICK, |_, _, _| ());
        // 2. The hero moves.
        self.hero.step(&self.solver, &self.space, intent, TICK);
        if self.hero.state.mover.aabb.center.y > self.floor {
            self.hero.teleport(self.spawn);
            self.before = self.places();
        }
    }

    /// Draws at a part of the way from the last tick to this one, so that motion is as smooth as the screen.
    fn draw(&self, part: f32) {
        clear_background(Color::from_hex(0x00f6_ead0));
        let (before, now) = (self.before, self.places());
        let half = [self.hero.state.mover.aabb.half, self.space.bodies[self.raft].aabb.half];
        let [hero, raft] = [0, 1].map(|i| Aabb::new(before[i].lerp(now[i], part), half[i]));
        let zoom = vec2(3.0 / screen_width(), 3.0 / screen_height()) * 2.0;
        set_camera(&Camera2D { target: hero.center, zoom, ..Default::default() });
        self.space.terrain.edges().iter().for_each(draw_edge);
        draw_box(&raft, Color::from_hex(0x00cd_8f30));
        draw_box(&hero, Color::from_hex(0x00cb_4b49));
        set_default_camera();
        let text = format!("{} (Tab)   arrows, Space", self.solver.kind);
        draw_text(&text, 16.0, 32.0, 32.0, Color::from_hex(0x002b_2136));
    }
}

fn draw_edge(edge: &Edge) {
    let (a, b) = (edge.segment.a, edge.segment.b);
    let color = Color::from_hex(if edge.side == Side::OneWay { 0x00cd_8f30 } else { 0x003a_5484 });
    draw_line(a.x, a.y, b.x, b.y, 1.5, color);
}

fn draw_box(aabb: &Aabb, color: Color) {
    draw_rectangle(aabb.min().x, aabb.min().y, aabb.size().x, aabb.size().y, color);
}

#[macroquad::main("Own game")]
async fn main() {
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/maps/first_stitch.tmx");
    let map = std::env::args().nth(1).unwrap_or_else(|| shipped.to_owned());
    let (folder, path) = Folder::for_map(&map).unwrap_or_else(|error| panic!("{map}: {error}"));
    let level = seamwalker_level::read(&folder, &path).unwrap_or_else(|problems| panic!("{}", problems[0]));
    let mut game = Game::new(&level);
    let (mut owed, mut pressed) = (0.0, false);
    while !is_key_pressed(KeyCode::Escape) {
        pressed |= is_key_pressed(KeyCode::Space);
        if is_key_pressed(KeyCode::Tab) {
            let next = SolverKind::ALL.iter().skip_while(|kind| **kind != game.solver.kind).nth(1);
            game.solver = SolverSetup::new(next.copied().unwrap_or_default());
        }
        owed = (owed + get_frame_time()).min(0.1);
        while owed >= TICK {
            owed -= TICK;
            let held = |key| f32::from(u8::from(is_key_down(key)));
            let (x, down) = (held(KeyCode::Right) - held(KeyCode::Left), is_key_down(KeyCode::Down));
            let jump = is_key_down(KeyCode::Space);
            game.step(&Intent { x, down, jump, pressed: std::mem::take(&mut pressed) });
        }
        game.draw(owed / TICK);
        next_frame().await;
    }
}

//! Ground that the mouse digs away and builds up under a walking box, with every solver: `Terrain::apply` in a game.
//!
//! ```text
//! cargo run --example digging
//! ```
//!
//! The left button digs, the right one builds, B blows a hole; arrows walk, Space jumps, Tab takes the next solver, Esc ends.

use std::time::{Duration, Instant};

use macroquad::prelude::*;
use seamwalker_collide::{Aabb, Mover, Solver, SolverKind, SolverSetup, Space};
use seamwalker_level::geometry::{Point, UNIT};
use seamwalker_level::outline::{CellRun, CellShape, Effort, ShapeGrid};
use seamwalker_level::{LiveGround, Surface};

/// Side of a tile in pixels, and the size of the map in tiles.
const TILE: f32 = 16.0;
const SIZE: IVec2 = IVec2::new(800, 100);

/// Seconds of one tick; speeds in px/s, gravity in px/s^2; how far a bomb reaches, in tiles.
const TICK: f32 = 1.0 / 60.0;
const RUN: f32 = 120.0;
const JUMP: f32 = 330.0;
const GRAVITY: f32 = 1000.0;
const BOMB: i32 = 3;

/// Ground is what pushes up at least so much (cosine).
const GROUND: f32 = 0.6;

/// The whole game: ground made of tiles, the space that follows it, and a box that moves in it.
struct Game {
    ground: LiveGround,
    space: Space,
    solver: SolverSetup,
    hero: Mover,
    velocity: Vec2,
    grounded: bool,
    /// How long the last change took, and of how many tiles.
    last: (Duration, usize),
}

/// The tiles at the start: rolling hills with holes in them.
fn is_ground(column: i32, row: i32) -> bool {
    let wave = |length: i32, height: i32| (column % length - length / 2).abs() * height / length;
    let cave = (column * 7 + row * 13) % 31 < 5 && (column + row * 3) % 17 < 9 && row > 44;
    row > 34 + wave(46, 9) + wave(13, 4) && !cave
}

impl Game {
    fn new() -> Self {
        let side = Point::new(TILE as i32 * UNIT, TILE as i32 * UNIT);
        let tiles = (0..SIZE.y).flat_map(|row| (0..SIZE.x).map(move |column| (column, row)));
        let tiles = tiles.filter(|(column, row)| is_ground(*column, *row));
        let runs = tiles.map(|(column, row)| CellRun { row, column, length: 1, shape: 0 }).collect();
        let cells = ShapeGrid::new(side, Point::default(), vec![CellShape::full(side)], runs, &mut Effort(0));
        let ground = LiveGround::new(&cells.expect("one layer of tiles"), Surface::Solid.into()).expect("a sound grid");
        let hero = Mover::new(Aabb::new(vec2(400.0, 400.0), vec2(6.0, 11.0)));
        let mut terrain = ground.terrain();
        // Compiled once. Every change keeps it so, also one in the sky.
        terrain.reserve(&Aabb::from_corners(Vec2::ZERO, SIZE.as_vec2() * TILE));
        terrain.compile(&hero);
        Self {
            ground,
            space: Space::new(terrain),
            solver: SolverSetup::default(),
            hero,
            velocity: Vec2::ZERO,
            grounded: false,
            last: (Duration::ZERO, 0),
        }
    }

    /// Digs or builds tiles. None is built where the hero is.
    fn change(&mut self, tiles: impl Iterator<Item = IVec2>, shape: Option<u32>) {
        let start = Instant::now();
        let is_changed = |tile: &IVec2| {
            let corner = tile.as_vec2() * TILE;
            let is_inside = tile.cmpge(IVec2::ZERO).all() && tile.cmplt(SIZE).all();
            let is_free = shape.is_none() || !Aabb::from_corners(corner, corner + TILE).overlaps(&self.hero.aabb);
            is_inside && is_free && self.ground.get(tile.x, tile.y) != shape
        };
        let tiles: Vec<IVec2> = tiles.filter(is_changed).collect();
        if !tiles.is_empty() {
            // Not shared with another space, so nothing is copied.
            let terrain = self.space.terrain_mut();
            let cells = tiles.iter().map(|tile| ((tile.x, tile.y), shape));
            self.ground.set(terrain, cells).expect("it is this ground's terrain");
            self.last = (start.elapsed(), tiles.len());
        }
    }

    fn edit(&mut self) {
        let at = (self.camera().screen_to_world(mouse_position().into()) / TILE).floor().as_ivec2();
        if is_mouse_button_down(MouseButton::Left) {
            self.change([at].into_iter(), None);
        } else if is_mouse_button_down(MouseButton::Right) {
            self.change([at].into_iter(), Some(0));
        } else if is_key_pressed(KeyCode::B) {
            let around = (-BOMB..=BOMB).flat_map(|y| (-BOMB..=BOMB).map(move |x| ivec2(x, y)));
            self.change(around.filter(|by| by.length_squared() <= BOMB * BOMB + 1).map(|by| at + by), None);
        }
    }

    /// One tick. `walk` is -1, 0 or 1.
    fn step(&mut self, walk: f32, jump: bool) {
        self.velocity = vec2(walk * RUN, self.velocity.y + GRAVITY * TICK);
        if jump && self.grounded {
            self.velocity.y = -JUMP;
        }
        let slide = self.solver.slide(&self.space, &self.hero, self.velocity * TICK);
        self.hero = self.hero.moved(slide.moved);
        self.grounded = false;
        for touch in &slide.touches {
            let normal = touch.contact.normal;
            self.grounded |= normal.y < -GROUND;
            self.velocity -= normal * self.velocity.dot(normal).min(0.0);
        }
        if self.hero.aabb.center.y > (SIZE.y + 10) as f32 * TILE {
            self.hero.aabb.center = vec2(400.0, 0.0);
        }
    }

    fn camera(&self) -> Camera2D {
        let zoom = vec2(2.0 / screen_width(), 2.0 / screen_height()) * 2.0;
        Camera2D { target: self.hero.aabb.center, zoom, ..Default::default() }
    }

    fn draw(&self) {
        clear_background(Color::from_hex(0x00f6_ead0));
        let camera = self.camera();
        set_camera(&camera);
        let corners = [Vec2::ZERO, vec2(screen_width(), screen_height())].map(|at| camera.screen_to_world(at));
        let view = Aabb::from_corners(corners[0], corners[1]);
        let [first, last] = [view.min(), view.max()].map(|at| (at / TILE).floor().as_ivec2());
        for tile in (first.y..=last.y).flat_map(|y| (first.x..=last.x).map(move |x| ivec2(x, y))) {
            if self.ground.get(tile.x, tile.y).is_some() {
                draw_rectangle(tile.x as f32 * TILE, tile.y as f32 * TILE, TILE, TILE, Color::from_hex(0x00d9_b98b));
            }
        }
        // Only the edges in view: removed ones are in no query.
        self.space.terrain.edges_near(&view, |i| {
            let (segment, color) = (self.space.terrain.edges()[i as usize].segment, Color::from_hex(0x003a_5484));
            draw_line(segment.a.x, segment.a.y, segment.b.x, segment.b.y, 1.5, color);
            draw_circle(segment.a.x, segment.a.y, 1.5, color);
        });
        let (min, size) = (self.hero.aabb.min(), self.hero.aabb.size());
        draw_rectangle(min.x, min.y, size.x, size.y, Color::from_hex(0x00cb_4b49));
        set_default_camera();
        let (time, tiles) = self.last;
        let help = "arrows, Space; left button digs, right button builds, B blows up";
        let facts = format!("{} (Tab); tiles in the last change: {tiles}, in {time:.0?}", self.solver.kind);
        for (text, y) in [(help, 28.0), (&facts, 52.0)] {
            draw_text(text, 16.0, y, 24.0, Color::from_hex(0x002b_2136));
        }
    }
}

#[macroquad::main("Digging")]
async fn main() {
    let mut game = Game::new();
    let (mut owed, mut jump) = (0.0, false);
    while !is_key_pressed(KeyCode::Escape) {
        jump |= is_key_pressed(KeyCode::Space);
        if is_key_pressed(KeyCode::Tab) {
            let now = SolverKind::ALL.iter().position(|kind| *kind == game.solver.kind).unwrap_or(0);
            game.solver = SolverSetup::new(SolverKind::ALL[(now + 1) % SolverKind::ALL.len()]);
        }
        game.edit();
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

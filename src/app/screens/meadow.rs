//! The animated background of the title: an endless patchwork meadow with the rag cube walking over it. Without input, the cube stops
//! after a while, so that an open title costs nothing.

use glam::{IVec2, UVec2, Vec2};
use seamwalker_collide::{Aabb, Edge, EdgeId, Side, Terrain};
use seamwalker_level::{Cell, Files, Hem, Layer, LayerContent, Level, Picture, Tile, Turn};
use seamwalker_sim::TICK;
use std::sync::Arc;

use super::UiInput;
use crate::app::level_view::{Scarf, Scenery};
use crate::app::render::{Assets, Canvas, FABRICS, SIZE, Style, Viewport, palette};

/// The side of a tile, in pixels.
const TILE: f32 = 16.0;
/// Columns after which everything repeats: 5120 pixels, a common multiple for all backgrounds.
const PERIOD_COLUMNS: usize = 320;
/// Columns of the level: a period and the widest view.
const MEADOW_COLUMNS: usize = PERIOD_COLUMNS + 56;
/// Rows of the meadow.
const MEADOW_ROWS: usize = 23;
/// The row of the lowest ground.
const MEADOW_GROUND_ROW: i32 = 18;
/// How fast the cube walks, px/s, and how quickly it stops and starts, px/s².
const WALK_SPEED: f32 = 64.0;
const WALK_CHANGE: f32 = 96.0;
/// Seconds without input after which it stops, and further ones until its scarf hangs still.
const REST_AFTER: f32 = 3.0;
const SCARF_REST: f32 = 2.5;
/// The top of a view of the usual height, in pixels.
const MEADOW_TOP: f32 = 4.0;
/// The x of the cube in the view.
const CUBE_X: f32 = 176.0;
/// Seconds before the first hop and between two, and the speed and gravity of one.
const FIRST_HOP: f32 = 1.5;
const HOP_EVERY: f32 = 3.7;
const HOP_SPEED: f32 = 190.0;
const HOP_GRAVITY: f32 = 800.0;
/// The backgrounds and their parallax. Multiples of 1/8 repeat with the period.
pub const BACKGROUNDS: [(&str, f32); 5] =
    [("sky", 0.0), ("clouds", 0.125), ("hills_far", 0.125), ("hills_mid", 0.25), ("hills_near", 0.5)];
/// The fabric of every twenty columns.
const PATCHES: [u32; 16] = [0, 1, 3, 2, 4, 0, 3, 1, 4, 2, 0, 4, 1, 3, 2, 4];
/// How many of the fabrics are used.
const FABRIC_COUNT: usize = 5;
/// A quarter of the ground: numbers of columns, and the half tiles that each rises to the right.
const MOTIF: [(usize, i32); 8] = [(14, 0), (3, 2), (10, 0), (4, -1), (12, 0), (4, 1), (9, 0), (3, -2)];
const MOTIF_COLUMNS: usize = PERIOD_COLUMNS / 4;

/// The meadow.
pub struct Meadow {
    level: Level,
    scenery: Scenery,
    walk: Walk,
}

/// The cube on its way.
struct Walk {
    /// The y of the ground at the left of every column.
    ground: Vec<f32>,
    /// The distance that the cube has walked, a tick ago and now, in pixels.
    before: f32,
    walked: f32,
    /// How fast it walks, px/s.
    speed: f32,
    /// Seconds since the last input.
    idle: f32,
    /// The height of the hop, and its upward speed.
    height: f32,
    rise: f32,
    since_hop: f32,
    left_over: f32,
    scarf: Scarf,
}

impl Meadow {
    /// Builds the meadow.
    pub fn new(files: &dyn Files) -> Self {
        let level = level();
        Self { scenery: Scenery::new(&level, files), level, walk: Walk::new() }
    }

    /// Whether nothing moves until there is input.
    pub fn rests(&self) -> bool {
        self.walk.rests()
    }

    /// Advances by `dt` seconds.
    pub fn update(&mut self, input: &UiInput, dt: f32) {
        self.walk.update(input.moved || input.clicked || !input.commands.is_empty(), dt);
    }

    /// Draws it over the whole view.
    pub fn draw(&mut self, canvas: &mut Canvas, assets: &Assets) {
        let walk = &self.walk;
        let between = (walk.left_over / TICK).clamp(0.0, 1.0);
        let walked = walk.before + (walk.walked - walk.before) * between;
        let lap = (walked / (PERIOD_COLUMNS as f32 * TILE)).floor() * PERIOD_COLUMNS as f32 * TILE;
        // A higher view shows more sky: the hills stay on the ground.
        let size = canvas.format.size;
        let viewport = Viewport::at(Vec2::new(walked - lap, MEADOW_TOP + SIZE.y - size.y), size);
        for layer in self.level.layers.iter_mut().take(BACKGROUNDS.len()) {
            layer.offset = size * 0.5 - Vec2::new(size.x, SIZE.y);
        }
        let feet = walk.feet(walked);
        let (scarf, height, speed) = (walk.scarf, walk.height, walk.speed);
        let stride = if speed > 0.0 { walked / 11.0 } else { 0.0 };
        self.scenery.draw(canvas, &self.level, &viewport, (0.0, assets), |canvas| {
            canvas.page(&assets.page);
            canvas.offset = Vec2::new(-lap - viewport.corner.x, -viewport.corner.y);
            if !assets.sprites.own_player {
                scarf.draw(canvas, feet + Vec2::new(-7.0, -6.0), between, palette::RED);
            }
            let sprite = match height {
                2.0.. => "player_jump",
                _ if speed > 0.0 => "player_run",
                _ => "player_idle",
            };
            let sprite = assets.sprites.get(sprite);
            canvas.sprite(sprite.frame(stride as usize), sprite.origin, feet.round(), Style::default());
        });
        canvas.offset = Vec2::ZERO;
    }
}

impl Walk {
    fn new() -> Self {
        let mut walk = Self {
            ground: heights().iter().map(|h| half_rows(*h)).collect(),
            before: 0.0,
            walked: 0.0,
            speed: WALK_SPEED,
            idle: 0.0,
            height: 0.0,
            rise: 0.0,
            since_hop: HOP_EVERY - FIRST_HOP,
            left_over: 0.0,
            scarf: Scarf::default(),
        };
        // Lets the scarf settle, because it may not move afterwards (reduce motion).
        (0..60).for_each(|_| walk.tick());
        walk
    }

    fn rests(&self) -> bool {
        self.idle > REST_AFTER + SCARF_REST
    }

    /// Advances by `dt` seconds, with or without input.
    fn update(&mut self, is_used: bool, dt: f32) {
        self.idle = if is_used { 0.0 } else { self.idle + dt };
        if self.rests() {
            return;
        }
        self.left_over += dt.min(0.25);
        while self.left_over >= TICK {
            self.left_over -= TICK;
            self.tick();
        }
    }

    fn tick(&mut self) {
        let wanted = if self.idle < REST_AFTER { WALK_SPEED } else { 0.0 };
        self.speed += (wanted - self.speed).clamp(-WALK_CHANGE * TICK, WALK_CHANGE * TICK);
        self.before = self.walked;
        self.walked += self.speed * TICK;
        self.since_hop += TICK;
        if wanted > 0.0 && self.since_hop > HOP_EVERY {
            self.since_hop = 0.0;
            self.rise = HOP_SPEED;
        }
        self.height = (self.height + self.rise * TICK).max(0.0);
        self.rise -= HOP_GRAVITY * TICK;
        let knot = self.feet(self.walked) + Vec2::new(-7.0, -6.0);
        let mut scarf = self.scarf;
        scarf.tick(knot, -1.0, |x| self.ground_at(x.max(0.0)));
        self.scarf = scarf;
    }

    /// The position of the feet after some distance.
    fn feet(&self, walked: f32) -> Vec2 {
        Vec2::new(CUBE_X + walked, self.ground_at(CUBE_X + walked) - self.height)
    }

    fn ground_at(&self, x: f32) -> f32 {
        let column = x / TILE;
        let at = |i: usize| self.ground[i % PERIOD_COLUMNS];
        let i = column.floor() as usize;
        at(i) + (at(i + 1) - at(i)) * column.fract()
    }
}

/// The ground at the left of every column of a period, in half rows from the top.
fn heights() -> Vec<i32> {
    let mut motif = vec![MEADOW_GROUND_ROW * 2];
    for rise in MOTIF.into_iter().flat_map(|(columns, rise)| std::iter::repeat_n(rise, columns)) {
        motif.extend(motif.last().map(|height| height - rise));
    }
    motif.resize(MOTIF_COLUMNS, MEADOW_GROUND_ROW * 2);
    motif.repeat(PERIOD_COLUMNS / MOTIF_COLUMNS)
}

fn half_rows(height: i32) -> f32 {
    height as f32 * TILE * 0.5
}

/// The id in its tileset of the tile of a cell, given the heights at its left and right in half rows.
fn tile(row: i32, left: i32, right: i32, seam: bool, noise: usize) -> Option<u32> {
    let (top, bottom) = (row * 2, row * 2 + 2);
    let whole = if seam { 6 } else { (noise % 4) as u32 };
    match (left.clamp(top, bottom) - top, right.clamp(top, bottom) - top) {
        (0, 0) => Some(whole),
        (2, 0) => Some(8),
        (0, 2) => Some(9),
        (2, 1) => Some(12),
        (1, 0) => Some(13),
        (0, 1) => Some(14),
        (1, 2) => Some(15),
        _ => None,
    }
}

fn level() -> Level {
    let heights = heights();
    let at = |column: usize| heights[column % PERIOD_COLUMNS];
    let mut cells = vec![None; MEADOW_COLUMNS * MEADOW_ROWS];
    for column in 0..MEADOW_COLUMNS {
        let patch = column % PERIOD_COLUMNS / 20;
        for row in 0..MEADOW_ROWS {
            let found = tile(row as i32, at(column), at(column + 1), column % 20 == 0, column * 7 + row * 5);
            cells[row * MEADOW_COLUMNS + column] = found.map(|id| Cell::new(PATCHES[patch] * 32 + id, Turn::default()));
        }
    }
    let mut level = background();
    level.terrain = Arc::new(Terrain::new(edges(&at), Vec::new()));
    let size = UVec2::new(MEADOW_COLUMNS as u32, MEADOW_ROWS as u32);
    let content = LayerContent::Tiles { origin: IVec2::ZERO, size, cells, collides: true };
    level.layers.push(Layer { name: "ground".into(), content, ..Layer::default() });
    level
}

/// The outline of the ground: along the surface to the right, and back far below the view.
fn edges(at: &dyn Fn(usize) -> i32) -> Vec<Edge> {
    let surface: Vec<Vec2> = (0..=MEADOW_COLUMNS).map(|c| Vec2::new(c as f32 * TILE, half_rows(at(c)))).collect();
    // Only points where the surface bends; others would be rounded like corners.
    let bends = surface.windows(3).filter(|p| (p[1] - p[0]).perp_dot(p[2] - p[1]).abs() > 0.1).map(|p| p[1]);
    let (first, last) = (surface[0] - Vec2::X * 64.0, surface[MEADOW_COLUMNS] + Vec2::X * 64.0);
    let floor = MEADOW_ROWS as f32 * TILE + 64.0;
    let below = [last, Vec2::new(last.x, floor), Vec2::new(first.x, floor)];
    let points: Vec<Vec2> = std::iter::once(first).chain(bends).chain(below).collect();
    let count = points.len() as u32;
    let edge = |i: u32| {
        let mut edge = Edge::new(points[i as usize], points[((i + 1) % count) as usize], Side::Outer);
        edge.prev = EdgeId::new((i + count - 1) % count);
        edge.next = EdgeId::new((i + 1) % count);
        edge
    };
    (0..count).map(edge).collect()
}

/// A level with backgrounds and tiles, but without ground.
fn background() -> Level {
    let picture = |path: String, size| Picture { path, size, ..Picture::default() };
    let sheet = |name: &&str| picture(format!("maps/tilesets/{name}.png"), UVec2::new(128, 64));
    let mut pictures: Vec<Picture> = FABRICS[..FABRIC_COUNT].iter().map(sheet).collect();
    let mut layers = Vec::new();
    for (name, parallax) in BACKGROUNDS {
        layers.push(Layer {
            name: name.into(),
            // Offsets are relative to a view centred on the map's corner.
            offset: Vec2::new(-SIZE.x * 0.5, -SIZE.y * 0.5),
            parallax: Vec2::new(parallax, 0.0),
            content: LayerContent::Image { picture: pictures.len(), repeat_x: true, repeat_y: false, scale: 1.0 },
            ..Layer::default()
        });
        pictures.push(picture(format!("maps/backgrounds/{name}.png"), UVec2::new(640, 360)));
    }
    let tiles = (0..FABRIC_COUNT).flat_map(|picture| {
        (0..32).map(move |id: u32| Tile {
            tileset: FABRICS[picture].into(),
            id,
            picture: Some(picture),
            rect: [id % 8 * 16, id / 8 * 16, 16, 16],
            hem: Hem::Cloth,
            ..Tile::default()
        })
    });
    let mut level = Level::default();
    level.name = "meadow".into();
    level.bounds = Aabb::from_corners(Vec2::ZERO, Vec2::new(MEADOW_COLUMNS as f32, MEADOW_ROWS as f32) * TILE);
    level.tile_size = UVec2::splat(TILE as u32);
    level.layers = layers;
    level.tiles = tiles.collect();
    level.pictures = pictures;
    level
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cube_rests_without_input_and_walks_on_with_it() {
        let mut walk = Walk::new();
        let mut wait = |seconds: f32, is_used: bool| {
            (0..(seconds * 60.0) as u32).for_each(|_| walk.update(is_used, TICK));
            (walk.rests(), walk.speed, walk.height)
        };
        assert_eq!(wait(REST_AFTER - 0.1, false).1, WALK_SPEED);
        assert_eq!(wait(SCARF_REST + 0.2, false), (true, 0.0, 0.0));
        assert_eq!(wait(1.0, true), (false, WALK_SPEED, 0.0));
    }

    #[test]
    fn the_meadow_is_periodic() {
        let heights = heights();
        assert_eq!(heights.len(), PERIOD_COLUMNS);
        assert_eq!(heights[0], heights[MOTIF_COLUMNS]);
        assert!(heights.windows(2).all(|h| (h[0] - h[1]).abs() <= 2));
    }
}

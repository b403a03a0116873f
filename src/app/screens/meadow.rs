//! The animated background of the title: an endless patchwork meadow, drawn in Tiled, with the rag cube walking over it. Without input,
//! the cube stops after a while, so that an open title costs nothing.

use glam::Vec2;
use seamwalker_collide::Terrain;
use seamwalker_level::{Files, Hem, LayerContent, Level, read};
use seamwalker_sim::TICK;

use super::UiInput;
use crate::app::level_view::{Scarf, Scenery};
use crate::app::render::{Assets, Canvas, SIZE, Style, Viewport, palette};

/// The map. Its name ends with `.xml`, which Tiled opens as well: it is no level.
const MEADOW: &str = "assets/meadow.xml";
/// The pictures of its image layers. A multiple of 1/8 as parallax repeats with the period.
pub const BACKGROUNDS: [&str; 5] = ["sky", "clouds", "hills_far", "hills_mid", "hills_near"];
/// The side of a tile, in pixels.
const TILE: f32 = 16.0;
/// Columns after which everything repeats: 5120 pixels, a common multiple for all backgrounds.
const PERIOD_COLUMNS: usize = 320;
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
    /// Reads the meadow.
    pub fn new(files: &dyn Files) -> Self {
        let mut level = read(files, MEADOW).unwrap_or_default();
        // Threads of frayed cloth are for levels.
        level.tiles.iter_mut().for_each(|tile| tile.hem = Hem::Cloth);
        Self { scenery: Scenery::new(&level, files), walk: Walk::new(&level.terrain), level }
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
        let is_background = |content: &LayerContent| matches!(content, LayerContent::Image { .. });
        for layer in self.level.layers.iter_mut().filter(|layer| is_background(&layer.content)) {
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
    fn new(terrain: &Terrain) -> Self {
        let mut walk = Self {
            ground: (0..PERIOD_COLUMNS).map(|column| height(terrain, column)).collect(),
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

/// The y of the ground at the left of a column.
fn height(terrain: &Terrain, column: usize) -> f32 {
    let x = column as f32 * TILE;
    let floors = terrain.edges().iter().filter(|edge| edge.normal.y < 0.0).map(|edge| edge.segment);
    let below = floors.filter(|floor| (floor.a.x..=floor.b.x).contains(&x));
    below.map(|floor| floor.a.lerp(floor.b, (x - floor.a.x) / (floor.b.x - floor.a.x)).y).fold(f32::MAX, f32::min)
}

#[cfg(test)]
mod tests {
    use seamwalker_assets::shipped;

    use super::*;

    #[test]
    fn the_cube_rests_without_input_and_walks_on_with_it() {
        let mut walk = Walk::new(&Terrain::default());
        let mut wait = |seconds: f32, is_used: bool| {
            (0..(seconds * 60.0) as u32).for_each(|_| walk.update(is_used, TICK));
            (walk.rests(), walk.speed, walk.height)
        };
        assert_eq!(wait(REST_AFTER - 0.1, false).1, WALK_SPEED);
        assert_eq!(wait(SCARF_REST + 0.2, false), (true, 0.0, 0.0));
        assert_eq!(wait(1.0, true), (false, WALK_SPEED, 0.0));
    }

    /// A lap ends where the next one begins, as far as the widest view shows.
    #[test]
    fn the_meadow_is_periodic() {
        let level = read(&shipped(), MEADOW).unwrap();
        let heights: Vec<f32> = (0..PERIOD_COLUMNS + 54).map(|column| height(&level.terrain, column)).collect();
        assert_eq!(heights[..54], heights[PERIOD_COLUMNS..]);
        assert!(heights.windows(2).all(|h| (h[0] - h[1]).abs() <= TILE), "{heights:?}");
        for (i, layer) in level.layers.iter().enumerate().take(BACKGROUNDS.len()) {
            let LayerContent::Image { picture, .. } = layer.content else { panic!("layer {i} is no picture") };
            assert!(level.pictures[picture].path.ends_with(&format!("backgrounds/{}.png", BACKGROUNDS[i])));
            assert_eq!(layer.parallax.x * 8.0 % 1.0, 0.0);
        }
    }
}

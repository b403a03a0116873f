//! How the player looks: the sprite, squash and stretch, the scarf, the afterimages of a dash. Reads the world without
//! changing it.

use glam::Vec2;
use seamwalker_collide::Aabb;
use seamwalker_lab::Rng;
use seamwalker_sim::{Event, Player, Pose, TICK, World};

use super::camera::approach;
use super::scarf::Scarf;
use crate::app::render::{Canvas, Sprite, Sprites, Style, palette};
use crate::app::settings::Comfort;

/// The knot of the scarf, behind and above the feet, in pixels.
const KNOT: Vec2 = Vec2::new(8.0, 8.0);
/// The same behind the middle in a dash.
const DASH_KNOT: f32 = 6.0;
/// Half the width of the picture, which is wider than the box: nearer to a side of the level, it would be cut off.
const HALF_WIDTH: f32 = 10.0;
/// The picture is stretched to this at a jump ...
const STRETCHED: Vec2 = Vec2::new(0.74, 1.3);
/// ... to this along a dash, as long as it lasts ...
const DASHING: Vec2 = Vec2::new(1.18, 0.86);
/// ... and squashed to at most this at a landing from a fast fall (its speed, px/s).
const SQUASHED: Vec2 = Vec2::new(1.6, 0.48);
const HARD_LANDING: f32 = 480.0;
/// It comes back as a spring: its rate per second, and its damping, where 1 does not swing and 0 does not stop.
const SPRING: f32 = 18.0;
const SPRING_DAMPING: f32 = 0.5;
/// Rising or falling slower than this is the top of a jump, px/s.
const APEX: f32 = 70.0;
/// How long the landing sprite shows, in seconds.
const LANDING_TIME: f32 = 0.13;
/// How far the picture leans into a slope, as a fraction of its steepness.
const LEAN: f32 = 0.1;

/// Ticks between two afterimages of a dash ...
const AFTERIMAGE_EVERY: u32 = 3;
/// ... and the seconds that each lasts.
const AFTERIMAGE_LIFE: f32 = 0.28;

/// An afterimage of a dash.
struct Afterimage {
    middle: Vec2,
    direction: Vec2,
    age: f32,
}

/// The state of the picture.
#[derive(Default)]
pub struct PlayerView {
    /// Not drawn, only what it leaves behind.
    pub is_hidden: bool,
    scale: Vec2,
    previous_scale: Vec2,
    /// Change of the scale per second.
    swing: Vec2,
    /// Seconds since the present pose began.
    pose_time: f32,
    pose: Pose,
    /// How far the run has come, in frames of its animation.
    stride: f32,
    since_landing: f32,
    until_blink: f32,
    /// How far the picture is below the box, in pixels (see [`gap`]), and how far it leans.
    sunk: f32,
    lean: f32,
    /// Where the player died.
    died_at: Option<Vec2>,
    scarf: Scarf,
    afterimages: Vec<Afterimage>,
    rng: Rng,
}

impl PlayerView {
    /// At rest.
    pub fn new() -> Self {
        Self { scale: Vec2::ONE, previous_scale: Vec2::ONE, since_landing: 9.0, until_blink: 2.0, ..Self::default() }
    }

    /// Reacts to an event of the last tick.
    pub fn react(&mut self, event: &Event) {
        let scale = match *event {
            Event::Jumped
            | Event::WallJumped { .. }
            | Event::Bounced { .. }
            | Event::Sprung { .. }
            | Event::Stomped { .. } => STRETCHED,
            Event::Swam => Vec2::new(0.85, 1.15),
            Event::Landed { speed } => {
                let hard = (speed / HARD_LANDING).clamp(0.0, 1.0);
                self.since_landing = if hard > 0.2 { 0.0 } else { LANDING_TIME };
                Vec2::ONE.lerp(SQUASHED, hard)
            }
            Event::Ducked => Vec2::new(1.25, 0.8),
            Event::Bonked => Vec2::new(1.2, 0.82),
            Event::Died { at, .. } => return self.died_at = Some(at),
            Event::Respawned => {
                self.died_at = None;
                Vec2::new(0.4, 1.5)
            }
            _ => return,
        };
        (self.scale, self.swing) = (scale, Vec2::ZERO);
    }

    /// One tick.
    pub fn tick(&mut self, world: &World) {
        let player = &world.state.player;
        self.previous_scale = self.scale;
        if player.pose == Pose::Dash {
            (self.scale, self.swing) = (DASHING, Vec2::ZERO);
        } else {
            if self.pose == Pose::Dash {
                self.scale = upright(DASHING, player.dash_direction);
            }
            self.swing += ((Vec2::ONE - self.scale) * SPRING - self.swing * 2.0 * SPRING_DAMPING) * SPRING * TICK;
            self.scale += self.swing * TICK;
        }
        self.pose_time = if player.pose == self.pose { self.pose_time + TICK } else { 0.0 };
        self.pose = player.pose;
        self.since_landing += TICK;
        self.afterimages.iter_mut().for_each(|afterimage| afterimage.age += TICK);
        self.afterimages.retain(|afterimage| afterimage.age < AFTERIMAGE_LIFE);
        if player.dash % AFTERIMAGE_EVERY == 1 {
            let (middle, direction) = (player.aabb().center, player.dash_direction);
            self.afterimages.push(Afterimage { middle, direction, age: 0.0 });
        }
        self.stride += player.motion.velocity.x.abs() * TICK / 11.0;
        self.until_blink -= TICK;
        if self.until_blink < -0.16 {
            // Sometimes twice in a row.
            self.until_blink = if self.rng.unit() < 0.2 { 0.12 } else { self.rng.range(1.4, 4.5) };
        }
        let slope = if player.is_grounded() { slope(player.ground_normal()) } else { 0.0 };
        self.sunk = approach(self.sunk, gap(player, world.rules.skin, slope), 24.0, TICK);
        self.lean = approach(self.lean, slope * LEAN, 14.0, TICK);
        let back = if player.faces_left { 1.0 } else { -1.0 };
        let shown = inside(player.feet(), &world.level.bounds);
        let feet = shown + Vec2::Y * self.sunk;
        let ground = |x: f32| if player.is_grounded() { feet.y + (x - feet.x) * slope } else { f32::MAX };
        self.scarf.tick(self.knot(player, shown), back, ground);
    }

    /// Where the feet are drawn, `between` two ticks.
    pub fn feet(player: &Player, between: f32) -> Vec2 {
        player.previous_feet.lerp(player.feet(), between)
    }

    fn knot(&self, player: &Player, feet: Vec2) -> Vec2 {
        if player.pose == Pose::Dash {
            return feet - Vec2::Y * player.aabb().half.y - player.dash_direction * DASH_KNOT;
        }
        let back = if player.faces_left { KNOT.x } else { -KNOT.x };
        feet + Vec2::new(back * self.scale.x, self.sunk - KNOT.y * self.scale.y)
    }

    /// Draws the player, `between` two ticks.
    pub fn draw(&self, canvas: &mut Canvas, sprites: &Sprites, world: &World, (between, comfort): (f32, Comfort)) {
        let player = &world.state.player;
        if player.pose == Pose::Dead && !self.is_hidden {
            if let Some(at) = self.died_at {
                let sprite = sprites.get("player_unravel");
                let at = (at + Vec2::Y * 11.0).round();
                canvas.sprite(sprite.once(self.pose_time), sprite.origin, at, Style::default());
            }
            return;
        }
        for Afterimage { middle, direction, age } in self.afterimages.iter().filter(|_| !comfort.reduce_motion) {
            let sprite = sprites.get("dash_ghost");
            let fading = 1.0 - age / AFTERIMAGE_LIFE;
            let color = palette::faded(palette::DENIM_LIGHT, 0.6 * fading);
            canvas.sprite(sprite.frame(0), sprite.origin, middle.round(), Style { color, ..pointing(*direction) });
        }
        if self.is_hidden {
            return;
        }
        let feet = inside(Self::feet(player, between), &world.level.bounds);
        let at = Vec2::new(feet.x, feet.y + self.sunk).round();
        let used = world.level.meta.dash && player.dashes == 0 && player.dash == 0;
        let scarf = if used { palette::MUSTARD } else { palette::RED };
        if !sprites.own_player {
            self.scarf.draw(canvas, self.knot(player, feet), between, scarf);
        }
        let reduce_motion = comfort.reduce_motion;
        let scale = if reduce_motion { Vec2::ONE } else { self.previous_scale.lerp(self.scale, between) };
        if player.pose == Pose::Dash {
            let sprite = sprites.get("player_dash");
            let middle = feet - Vec2::Y * player.aabb().half.y;
            let style = Style { scale, ..pointing(player.dash_direction) };
            canvas.sprite(sprite.looped(self.pose_time), sprite.origin, middle.round(), style);
            return;
        }
        let (sprite, frame) = self.sprite_frame(sprites, player, used);
        let lean = if reduce_motion { 0.0 } else { -self.lean };
        let style = Style { flip: player.faces_left, scale, lean, ..Style::default() };
        canvas.sprite(sprite.frame(frame), sprite.origin, at, style);
    }

    /// Draws the player enlarged, with its feet at a point of the canvas, and without the scarf.
    pub fn enlarged(&self, canvas: &mut Canvas, sprites: &Sprites, player: &Player, feet: Vec2, scale: f32) {
        let (sprite, frame) = self.sprite_frame(sprites, player, false);
        let at = feet + Vec2::Y * self.sunk * scale;
        let style = Style { flip: player.faces_left, scale: self.scale * scale, lean: -self.lean, ..Style::default() };
        canvas.sprite(sprite.frame(frame), sprite.origin, at, style);
    }

    /// The sprite and frame of the current pose.
    fn sprite_frame<'a>(&self, sprites: &'a Sprites, player: &Player, used: bool) -> (&'a Sprite, usize) {
        let name = match player.pose {
            Pose::Dash => "player_dash",
            Pose::Idle if self.since_landing < LANDING_TIME => "player_land",
            Pose::Idle if self.until_blink < 0.0 => "player_blink",
            Pose::Idle if player.rides().is_some() => "player_ride",
            Pose::Idle | Pose::Dead => "player_idle",
            Pose::Run => "player_run",
            Pose::Skid => "player_turn",
            Pose::Jump | Pose::Fall if player.motion.velocity.y.abs() < APEX => "player_apex",
            Pose::Jump => "player_jump",
            Pose::Fall | Pose::Swim => "player_fall",
            Pose::WallSlide | Pose::Climb => "player_wallslide",
            Pose::Duck => "player_duck",
            Pose::Cheer => "player_cheer",
        };
        // There are variants with a yellow scarf.
        let pale = name.strip_prefix("player_").filter(|_| used);
        let pale = pale.and_then(|name| sprites.find(&format!("player_pale_{name}")));
        let sprite = pale.unwrap_or_else(|| sprites.get(name));
        let count = sprite.frames.len();
        let frame = match player.pose {
            Pose::Run => self.stride as usize,
            Pose::Jump => ((self.pose_time * sprite.fps) as usize).min(count - 1),
            Pose::Idle if self.until_blink < 0.0 => ((-self.until_blink * 12.0) as usize).min(count - 1),
            _ => (self.pose_time * sprite.fps) as usize,
        };
        (sprite, frame % count)
    }
}

/// Where the feet are drawn: not so near to a side of the level that the picture is cut off.
fn inside(feet: Vec2, bounds: &Aabb) -> Vec2 {
    let (left, right) = (bounds.min().x + HALF_WIDTH, bounds.max().x - HALF_WIDTH);
    Vec2::new(if left < right { feet.x.clamp(left, right) } else { feet.x }, feet.y)
}

/// Turns a picture that faces right; to the left it is mirrored instead of upside down.
fn pointing(direction: Vec2) -> Style {
    let flip = direction.x < 0.0;
    let mirrored = if flip { -direction } else { direction };
    Style { flip, turn: mirrored.y.atan2(mirrored.x), ..Style::default() }
}

/// The scale of an upright picture that looks like one along a direction; none where that is diagonal.
fn upright(scale: Vec2, along: Vec2) -> Vec2 {
    let level = along.x * along.x - along.y * along.y;
    Vec2::ONE.lerp(if level < 0.0 { Vec2::new(scale.y, scale.x) } else { scale }, level.abs())
}

/// The slope of the ground, as height per width; positive where it falls to the right.
fn slope(normal: Vec2) -> f32 {
    if normal.y < -0.3 { normal.x / -normal.y } else { 0.0 }
}

/// How far the middle of the box's bottom is above a slope: only its rounded corner touches the ground.
fn gap(player: &Player, skin: f32, slope: f32) -> f32 {
    let steep = slope.abs();
    let round = skin.min(player.aabb().half.x);
    (player.aabb().half.x - round) * steep + round * ((1.0 + steep * steep).sqrt() - 1.0)
}

#[cfg(test)]
mod tests {
    use seamwalker_collide::SolverSetup;
    use seamwalker_level::Level;

    use super::*;

    #[test]
    fn a_harder_landing_squashes_more_and_the_picture_swings_back() {
        let world = World::new(Level::default().into(), SolverSetup::default());
        let mut least = 1.0;
        for speed in [60.0, 160.0, 320.0, 480.0] {
            let mut view = PlayerView::new();
            view.react(&Event::Landed { speed });
            assert!(view.scale.y < least && view.scale.x > 1.0, "{speed}: {}", view.scale);
            least = view.scale.y;
            let mut highest = 0.0_f32;
            for _ in 0..60 {
                view.tick(&world);
                highest = highest.max(view.scale.y);
            }
            assert!(highest > 1.0 && highest < 1.12, "{speed}: {highest}");
            assert!((view.scale - Vec2::ONE).length() < 0.01, "{speed}: {}", view.scale);
        }
    }

    #[test]
    fn a_dash_is_stretched_along_its_way_and_so_is_what_comes_after() {
        let mut world = World::new(Level::default().into(), SolverSetup::default());
        for (direction, is_wide) in [(Vec2::X, true), (Vec2::NEG_Y, false)] {
            let mut view = PlayerView::new();
            (world.state.player.pose, world.state.player.dash_direction) = (Pose::Dash, direction);
            (0..9).for_each(|_| view.tick(&world));
            assert_eq!(view.scale, DASHING, "along the turned picture");
            world.state.player.pose = Pose::Fall;
            view.tick(&world);
            assert_eq!(view.scale.x > view.scale.y, is_wide, "{direction}: {}", view.scale);
        }
        assert!((upright(DASHING, Vec2::ONE.normalize()) - Vec2::ONE).length() < 1e-6);
    }

    /// Story: at the left end of a level, the hero's picture was cut off.
    #[test]
    fn the_picture_stays_in_the_level() {
        let bounds = Aabb::from_corners(Vec2::new(-16.0, 0.0), Vec2::new(320.0, 100.0));
        let x = |x: f32| inside(Vec2::new(x, 50.0), &bounds).x;
        assert_eq!([x(-10.0), x(100.0), x(314.0)], [-6.0, 100.0, 310.0]);
    }
}

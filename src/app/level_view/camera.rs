//! The camera: it rests while the player is in a dead zone, looks ahead, and follows the ground rather than the jump. A level smaller
//! than the view is enlarged until it fills the view.

use glam::Vec2;
use seamwalker_collide::Aabb;
use seamwalker_level::{Easing, Level};
use seamwalker_sim::Player;

use crate::app::render::{LEVEL_SIZE, Viewport};

/// However small a level is, this much of it is shown, in pixels: twelve of the game's tiles high. Larger values leave more of a
/// view empty, smaller ones leave no time to react.
const MIN_SHOWN: Vec2 = Vec2::new(320.0, 192.0);
/// Half the width of the dead zone, in pixels.
const DEAD_X: f32 = 14.0;
/// How far the camera looks ahead of the player, in pixels.
const LOOK_AHEAD: f32 = 56.0;
/// How fast the look-ahead changes sides, as a rate per second (see [`approach`]).
const SWING: f32 = 1.6;
/// How fast the camera follows sideways, as the rate per second of a spring (see [`damped`]). Larger values follow more closely.
const FOLLOW_X: f32 = 12.0;
/// How fast it moves to the height of a new platform.
const FOLLOW_Y: f32 = 8.0;
/// How fast it follows a fall ...
const FALL_Y: f32 = 12.0;
/// ... and a fall or a high jump beyond the frame.
const CHASE_Y: f32 = 16.0;
/// The most acceleration, px/s^2: about twice that of a falling hero. Larger values start with a jerk, smaller ones arrive late.
const MAX_ACCELERATION: f32 = 1800.0;
/// At least so far from the border of the view is the hero, in pixels.
const MARGIN: f32 = 4.0;
/// The player stands this far below the middle of the view, in pixels, because there is more to see above.
const BELOW: f32 = 42.0;
/// Farther above and below the middle than this, in pixels, the camera follows in the air, too.
const FRAME_UP: f32 = 76.0;
const FRAME_DOWN: f32 = 44.0;
/// The upward speed, in px/s, from which the camera follows at once: more than that of a jump, as after a spring or in a dash.
const THROWN: f32 = 400.0;
/// How much farther down a fall below its start looks, in pixels.
const LOOK_DOWN: f32 = 40.0;
/// How long a shake lasts, in seconds, and how far it goes, in pixels.
const SHAKE_TIME: f32 = 0.22;
const SHAKE: f32 = 3.0;

/// How fast the camera returns to the checkpoint.
const TRAVEL: f32 = 20.0;
/// When the player respawns nearer than this, in pixels, the camera moves on smoothly.
const NEARLY_THERE: f32 = 120.0;

/// Where the camera looks.
pub struct Camera {
    /// Width and height of the part of the level in view.
    size: Vec2,
    /// View pixels per pixel of the level.
    pub zoom: f32,
    /// How much of that is because the level is smaller than the view.
    filling: f32,
    /// Whether a small level is enlarged: see [`fills_views`].
    pub fills: bool,
    /// The middle of the view, and its velocity in px/s.
    middle: Vec2,
    velocity: Vec2,
    /// The x of the middle of the dead zone.
    anchor: f32,
    /// The height of the ground that the player last stood on.
    ground: f32,
    /// How much farther down it looks, in view pixels.
    down: f32,
    ahead: f32,
    /// Seconds of shake that are left, its strength, 0 to 1, and its direction, if it has one.
    shake: f32,
    strength: f32,
    along: Option<Vec2>,
    time: f32,
}

impl Default for Camera {
    fn default() -> Self {
        let ([middle, velocity], [anchor, ground, down, ahead, shake, strength, time]) = Default::default();
        let along = None;
        Self {
            size: LEVEL_SIZE,
            zoom: 1.0,
            filling: 1.0,
            fills: false,
            middle,
            velocity,
            anchor,
            ground,
            down,
            ahead,
            shake,
            strength,
            along,
            time,
        }
    }
}

impl Camera {
    /// Fills a view of this size, in which levels are `enlarged` this much, around the same middle if the level's borders allow it.
    pub fn resize(&mut self, view: Vec2, enlarged: f32, bounds: &Aabb) {
        let shown = view / enlarged;
        let whole = (shown / bounds.size().max(Vec2::ONE)).max_element();
        let most = (shown / MIN_SHOWN).min_element();
        self.filling = if self.fills { whole.min(most).max(1.0) } else { 1.0 };
        self.zoom = self.filling * enlarged;
        if self.size != view / self.zoom {
            self.size = view / self.zoom;
            self.middle = self.clamp(self.middle, bounds);
        }
    }

    /// A camera for a level, in the usual view.
    pub fn of(level: &Level) -> Self {
        let mut camera = Self { fills: fills_views(level), ..Self::default() };
        camera.resize(LEVEL_SIZE, 1.0, &level.bounds);
        camera
    }

    /// The view of a player that has just started at a place, looking to the right.
    pub fn first_view(feet: Vec2, level: &Level) -> Viewport {
        let mut camera = Self::of(level);
        camera.cut_to_feet(feet, false, &level.bounds);
        camera.viewport()
    }

    /// Jumps to the player.
    pub fn cut_to(&mut self, player: &Player, bounds: &Aabb) {
        self.cut_to_feet(player.feet(), player.faces_left, bounds);
    }

    fn cut_to_feet(&mut self, feet: Vec2, faces_left: bool, bounds: &Aabb) {
        self.anchor = feet.x;
        (self.ground, self.down) = (feet.y, 0.0);
        self.ahead = if faces_left { -LOOK_AHEAD } else { LOOK_AHEAD } * 0.5 / self.filling;
        (self.middle, self.velocity) = (self.clamp(self.target(), bounds), Vec2::ZERO);
    }

    /// Moves on smoothly to a player that was placed nearby; otherwise jumps.
    pub fn arrive(&mut self, player: &Player, bounds: &Aabb) {
        let (middle, velocity) = (self.middle, self.velocity);
        self.cut_to(player, bounds);
        if self.middle.distance(middle) < NEARLY_THERE {
            (self.middle, self.velocity) = (middle, velocity);
        }
    }

    /// While the player is dead: comes to rest, or moves to a place, back to the checkpoint, for `dt` seconds.
    pub fn travel(&mut self, to: Option<Vec2>, bounds: &Aabb, dt: f32) {
        let (rate, most) = if to.is_some() { (TRAVEL, f32::INFINITY) } else { (FOLLOW_Y, MAX_ACCELERATION) };
        let to = to.map_or(self.target(), |to| to - Vec2::Y * BELOW / self.filling);
        self.glide(to, (Vec2::splat(rate), most), bounds, dt);
    }

    /// Starts a short shake of a strength from 0 to 1, along a direction or to all sides. A weaker one does not replace a stronger one.
    pub fn shake(&mut self, strength: f32, along: Option<Vec2>) {
        if strength * SHAKE_TIME >= self.strength * self.shake {
            (self.shake, self.strength, self.along) = (SHAKE_TIME, strength, along);
        }
    }

    /// Follows the player, whose feet are drawn at `feet`, for `dt` seconds.
    pub fn follow(&mut self, player: &Player, feet: Vec2, bounds: &Aabb, dt: f32) {
        self.anchor = self.anchor.clamp(feet.x - DEAD_X, feet.x + DEAD_X);
        let look_ahead = if player.faces_left { -LOOK_AHEAD } else { LOOK_AHEAD };
        // Standing still keeps the look-ahead: only walking shows where the player wants to go.
        if player.motion.velocity.x.abs() > 30.0 {
            self.ahead = approach(self.ahead, look_ahead / self.filling, SWING, dt);
        }
        let [below, frame_up, frame_down] = [BELOW, FRAME_UP, FRAME_DOWN].map(|height| height / self.filling);
        let height = feet.y - below - self.middle.y;
        let rate = if player.is_grounded() || player.rides().is_some() {
            (self.ground, self.down) = (feet.y, 0.0);
            FOLLOW_Y
        } else if player.motion.velocity.y < -THROWN {
            self.ground = feet.y;
            CHASE_Y * self.filling
        } else if !(-frame_up..=frame_down).contains(&height) {
            self.ground = feet.y + if height > 0.0 { -frame_down } else { frame_up };
            CHASE_Y * self.filling
        } else if player.motion.velocity.y > 0.0 && feet.y > self.ground {
            // Below the start of the jump the ground ahead matters.
            self.ground = feet.y;
            self.down = LOOK_DOWN;
            FALL_Y
        } else {
            if player.motion.velocity.y < 0.0 {
                self.down = 0.0;
            }
            FOLLOW_Y
        };
        self.glide(self.target(), (Vec2::new(FOLLOW_X, rate), MAX_ACCELERATION), bounds, dt);
        // The spring is too slow only for a teleport, and in a view of a few tiles.
        let hero = player.aabb().half;
        let reach = (self.size * 0.5 - hero - MARGIN).max(Vec2::ZERO);
        let at = feet - Vec2::Y * hero.y;
        let kept = self.clamp(self.middle.clamp(at - reach, at + reach), bounds);
        self.velocity = Vec2::select(kept.cmpne(self.middle), player.motion.velocity, self.velocity);
        self.middle = kept;
    }

    /// Moves towards a place for `dt` seconds, at these rates of both axes and with at most this acceleration in px/s^2.
    fn glide(&mut self, to: Vec2, (rate, most): (Vec2, f32), bounds: &Aabb, dt: f32) {
        self.time += dt;
        self.shake = (self.shake - dt).max(0.0);
        let to = self.clamp(to, bounds);
        for axis in 0..2 {
            let now = (self.middle[axis], self.velocity[axis]);
            (self.middle[axis], self.velocity[axis]) = damped(now, to[axis], rate[axis], most, dt);
        }
        let kept = self.clamp(self.middle, bounds);
        self.velocity = Vec2::select(kept.cmpne(self.middle), Vec2::ZERO, self.velocity);
        self.middle = kept;
    }

    fn target(&self) -> Vec2 {
        Vec2::new(self.anchor + self.ahead, self.ground + (self.down - BELOW) / self.filling)
    }

    /// Keeps the view inside the level; a level smaller than the view is centred.
    fn clamp(&self, middle: Vec2, bounds: &Aabb) -> Vec2 {
        // Whole pixels, so that rounding a corner never shows what is beyond the border.
        let (min, free) = (bounds.min() + self.size * 0.5, (bounds.size() - self.size).floor());
        let kept = middle.clamp(min, min + free.max(Vec2::ZERO));
        Vec2::select(free.cmplt(Vec2::ZERO), bounds.center, kept)
    }

    /// The part of the level in view.
    pub fn viewport(&self) -> Viewport {
        let strength = self.shake / SHAKE_TIME * SHAKE * self.strength;
        let noise = Vec2::new((self.time * 71.0).sin(), (self.time * 93.0).cos());
        let shake = self.along.map_or(noise, |along| along * noise.y) * strength;
        Viewport::at(self.middle - self.size * 0.5 + shake, self.size)
    }
}

/// Whether a level fills every view: one of other art, or one that is smaller than the usual view. The game's own have a border where
/// a large window has more room. Scenes of the laboratory, which have no layers, lie in open space.
pub fn fills_views(level: &Level) -> bool {
    let is_other_art = || !level.tiles.iter().any(|tile| tile.hem.is_cloth());
    !level.layers.is_empty() && (level.bounds.size().cmplt(LEVEL_SIZE).any() || is_other_art())
}

/// A way from 0 to 1 that is faster in the middle than at both ends.
pub fn eased(t: f32) -> f32 {
    Easing::Smooth.apply(t.clamp(0.0, 1.0))
}

/// A critically damped spring: place and velocity after `dt` seconds on the way to a value. It reaches the value without swinging, and
/// the velocity goes on where value or rate change. Independent of the length of a frame, as long as the acceleration stays below the
/// `most` that is allowed. After Thomas Lowe, Critically Damped Ease-In/Ease-Out Smoothing, Game Programming Gems 4, chapter 1.10.
fn damped((from, velocity): (f32, f32), to: f32, rate: f32, most: f32, dt: f32) -> (f32, f32) {
    let (away, left) = (from - to, (-rate * dt).exp());
    let turn = (velocity + rate * away) * dt;
    let wanted = (velocity - rate * turn) * left;
    if (wanted - velocity).abs() <= most * dt {
        return (to + (away + turn) * left, wanted);
    }
    let limited = velocity + (most * dt).copysign(wanted - velocity);
    (from + (velocity + limited) * 0.5 * dt, limited)
}

/// Exponential approach to a value, independent of the length of a frame.
pub fn approach(from: f32, to: f32, rate: f32, dt: f32) -> f32 {
    to + (from - to) * (-rate * dt).exp()
}

#[cfg(test)]
mod tests {
    use glam::BVec2;
    use seamwalker_assets::shipped;
    use seamwalker_collide::SolverSetup;
    use seamwalker_lab::Recorded;
    use seamwalker_sim::{Pose, TICK, World};

    use super::*;

    #[test]
    fn two_short_frames_equal_a_long_one() {
        let once = approach(0.0, 10.0, 5.0, 0.1);
        let twice = approach(approach(0.0, 10.0, 5.0, 0.05), 10.0, 5.0, 0.05);
        assert!((once - twice).abs() < 1e-4);
    }

    #[test]
    fn two_short_frames_of_a_spring_equal_a_long_one() {
        let spring = |now, dt| damped(now, 10.0, 5.0, f32::INFINITY, dt);
        let (once, twice) = (spring((0.0, 30.0), 0.1), spring(spring((0.0, 30.0), 0.05), 0.05));
        assert!((once.0 - twice.0).abs() < 1e-4 && (once.1 - twice.1).abs() < 1e-3, "{once:?} {twice:?}");
    }

    /// The largest change of the view's velocity in one tick, in px/s: a little more than [`MAX_ACCELERATION`] allows, because places
    /// are compared and not velocities.
    const MAX_CHANGE: f32 = 40.0;

    /// When the hero landed, the view went from rest to 350 px/s within a tick, and where a fall turned into a chase to 400 px/s.
    #[test]
    fn in_all_recorded_runs_the_view_starts_and_stops_smoothly_and_shows_the_hero() {
        let files = shipped();
        let runs = Recorded::list(&files).expect("the list");
        for run in runs.iter().filter(|run| run.inputs == format!("{}.txt", run.map)) {
            let mut world = World::new(run.level(&files).expect("a level"), run.setup());
            let bounds = world.level.bounds;
            let mut camera = Camera::of(&world.level);
            camera.cut_to(&world.state.player, &bounds);
            let (mut before, mut velocity) = (camera.middle, Vec2::ZERO);
            for input in &run.inputs(&files).expect("inputs") {
                world.step(input);
                let player = &world.state.player;
                if player.is_dead() {
                    camera.cut_to(player, &bounds);
                    (before, velocity) = (camera.middle, Vec2::ZERO);
                    continue;
                }
                camera.follow(player, player.feet(), &bounds, TICK);
                let now = (camera.middle - before) / TICK;
                let what = format!("{} at tick {}: {velocity} to {now}", run.inputs, world.state.ticks);
                assert!((now - velocity).abs().max_element() < MAX_CHANGE, "{what}");
                (before, velocity) = (camera.middle, now);
                let Viewport { corner, size } = camera.viewport();
                let (least, most) = (player.aabb().min().max(bounds.min()), player.aabb().max().min(bounds.max()));
                assert!(least.cmpge(corner - 1.0).all() && most.cmple(corner + size + 1.0).all(), "{what}");
            }
        }
    }

    #[test]
    fn a_shake_along_a_dash_leaves_the_other_direction_alone() {
        let mut camera = Camera::default();
        let still = camera.viewport().corner;
        camera.shake(1.0, Some(Vec2::Y));
        let mut farthest = 0.0_f32;
        for _ in 0..12 {
            let away = camera.viewport().corner - still;
            assert_eq!(away.x, 0.0);
            farthest = farthest.max(away.y.abs());
            (camera.time, camera.shake) = (camera.time + TICK, (camera.shake - TICK).max(0.0));
        }
        assert!((1.0..=SHAKE).contains(&farthest), "{farthest}");
    }

    #[test]
    fn the_view_stays_in_the_level() {
        let bounds = Aabb::from_corners(Vec2::ZERO, Vec2::new(1000.0, 200.0));
        let mut camera = Camera::default();
        assert_eq!(camera.clamp(Vec2::new(0.0, 0.0), &bounds), Vec2::new(256.0, 100.0));
        assert_eq!(camera.clamp(Vec2::new(5000.0, 0.0), &bounds), Vec2::new(744.0, 100.0));
        camera.middle = Vec2::new(330.0, 100.0);
        camera.resize(Vec2::new(800.0, 360.0), 1.0, &bounds);
        assert_eq!(camera.viewport(), Viewport { corner: Vec2::new(0.0, -80.0), size: Vec2::new(800.0, 360.0) });
    }

    /// Low maps floated in the middle of the window.
    #[test]
    fn a_level_of_any_size_fills_a_view_of_any_shape_around_a_hero_that_is_always_seen() {
        let mut seed = 7_u32;
        let mut random = |from: f32, to: f32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            from + (to - from) * ((seed >> 8) as f32 / (1 << 24) as f32)
        };
        let mut player = World::new(Level::default().into(), SolverSetup::default()).state.player;
        (player.motion.ground, player.pose) = (None, Pose::Fall);
        for _ in 0..300 {
            let view = Vec2::new(random(384.0, 682.0), random(288.0, 384.0)).round();
            let tile = [8.0, 16.0, 32.0, 64.0][random(0.0, 4.0) as usize];
            let size = (Vec2::new(random(80.0, 1600.0), random(80.0, 900.0)) / tile).ceil() * tile;
            let bounds = Aabb::from_corners(Vec2::splat(-tile), size - tile);
            let mut camera = Camera { fills: true, ..Camera::default() };
            camera.resize(view, 1.0, &bounds);
            let half = player.aabb().half;
            let inside = |at: Vec2| at.clamp(bounds.min() + half, bounds.max() - half);
            player.motion.mover.aabb.center = inside(Vec2::new(random(0.0, size.x), random(0.0, size.y)));
            camera.cut_to(&player, &bounds);
            for _ in 0..40 {
                player.motion.velocity = Vec2::new(random(-300.0, 300.0), random(-480.0, 480.0));
                player.faces_left = player.motion.velocity.x < 0.0;
                for _ in 0..random(1.0, 40.0) as u32 {
                    let aabb = &mut player.motion.mover.aabb;
                    aabb.center = inside(aabb.center + player.motion.velocity * TICK);
                    camera.follow(&player, player.feet(), &bounds, TICK);
                    let Viewport { corner, size: seen } = camera.viewport();
                    let what = format!("{view} of {size}: {corner} {seen}, hero at {}", player.aabb().center);
                    let shown = Aabb::from_corners(corner - 1.0, corner + seen + 1.0);
                    assert!(shown.contains(player.aabb().min()) && shown.contains(player.aabb().max()), "{what}");
                    let outside = corner.cmplt(bounds.min()) | (corner + seen - 0.01).cmpgt(bounds.max());
                    let is_least = (seen - MIN_SHOWN).min_element() < 0.01;
                    assert!(!outside.any() || is_least && (outside & !size.cmplt(seen)) == BVec2::FALSE, "{what}");
                }
            }
        }
    }
}

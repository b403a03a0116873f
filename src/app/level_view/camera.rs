//! The camera: it rests while the player is in a dead zone, looks ahead, and follows the ground rather than the jump. A level smaller
//! than the view is enlarged until it fills the view.

use glam::Vec2;
use seamwalker_collide::Aabb;
use seamwalker_level::{Easing, Level};
use seamwalker_sim::Player;

use crate::app::render::{SIZE, Viewport};

/// However small a level is, this much of it is shown, in pixels: twelve of the game's tiles high. Larger values leave more of a
/// view empty, smaller ones leave no time to react.
const MIN_SHOWN: Vec2 = Vec2::new(320.0, 192.0);
/// Half the width of the dead zone, in pixels.
const DEAD_X: f32 = 14.0;
/// How far the camera looks ahead of the player, in pixels.
const LOOK_AHEAD: f32 = 56.0;
/// How fast the look-ahead changes sides, as a rate per second (see [`approach`]).
const SWING: f32 = 1.6;
/// How fast the camera follows sideways.
const FOLLOW_X: f32 = 7.0;
/// How fast it moves to the height of a new platform.
const FOLLOW_Y: f32 = 4.0;
/// How fast it follows a fall or a high jump beyond the frame.
const CHASE_Y: f32 = 12.0;
/// The player stands this far below the middle of the view, in pixels, because there is more to see above.
const BELOW: f32 = 28.0;
/// Farther above and below the middle than this, in pixels, the camera follows in the air, too.
const FRAME_UP: f32 = 96.0;
const FRAME_DOWN: f32 = 72.0;
/// How long a shake lasts, in seconds, and how far it goes, in pixels.
const SHAKE_TIME: f32 = 0.22;
const SHAKE: f32 = 3.0;

/// How fast the camera returns to the checkpoint.
const TRAVEL: f32 = 11.0;
/// When the player respawns nearer than this, in pixels, the camera moves on smoothly.
const NEARLY_THERE: f32 = 120.0;

/// Where the camera looks.
pub struct Camera {
    /// Width and height of the part of the level in view.
    size: Vec2,
    /// View pixels per pixel of the level: 1 unless the level is smaller than the view.
    pub zoom: f32,
    /// Whether a small level is enlarged: see [`fills_views`].
    pub fills: bool,
    /// The middle of the view.
    middle: Vec2,
    /// The x of the middle of the dead zone.
    anchor: f32,
    /// The height of the ground that the player last stood on.
    ground: f32,
    ahead: f32,
    /// Seconds of shake that are left, and its strength, 0 to 1.
    shake: f32,
    strength: f32,
    time: f32,
}

impl Default for Camera {
    fn default() -> Self {
        let (middle, anchor, ground, ahead, shake, strength, time) = Default::default();
        Self { size: SIZE, zoom: 1.0, fills: false, middle, anchor, ground, ahead, shake, strength, time }
    }
}

impl Camera {
    /// Fills a view of this size, around the same middle if the level's borders allow it.
    pub fn resize(&mut self, view: Vec2, bounds: &Aabb) {
        let whole = (view / bounds.size().max(Vec2::ONE)).max_element();
        let most = (view / MIN_SHOWN).min_element();
        self.zoom = if self.fills { whole.min(most).max(1.0) } else { 1.0 };
        if self.size != view / self.zoom {
            self.size = view / self.zoom;
            self.middle = self.clamp(self.middle, bounds);
        }
    }

    /// A camera for a level, in the usual view.
    pub fn of(level: &Level) -> Self {
        let mut camera = Self { fills: fills_views(level), ..Self::default() };
        camera.resize(SIZE, &level.bounds);
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
        self.ground = feet.y;
        self.ahead = if faces_left { -LOOK_AHEAD } else { LOOK_AHEAD } * 0.5 / self.zoom;
        self.middle = self.clamp(self.target(), bounds);
    }

    /// Moves on smoothly to a player that was placed nearby; otherwise jumps.
    pub fn arrive(&mut self, player: &Player, bounds: &Aabb) {
        let middle = self.middle;
        self.cut_to(player, bounds);
        if self.middle.distance(middle) < NEARLY_THERE {
            self.middle = middle;
        }
    }

    /// Moves to a place for `dt` seconds: back to the checkpoint while the player is dead.
    pub fn travel(&mut self, to: Vec2, bounds: &Aabb, dt: f32) {
        self.time += dt;
        self.shake = (self.shake - dt).max(0.0);
        let to = self.clamp(to - Vec2::Y * BELOW / self.zoom, bounds);
        self.middle = Vec2::new(approach(self.middle.x, to.x, TRAVEL, dt), approach(self.middle.y, to.y, TRAVEL, dt));
    }

    /// Starts a short shake of a strength from 0 to 1. A weaker one does not replace a stronger one.
    pub fn shake(&mut self, strength: f32) {
        if strength * SHAKE_TIME >= self.strength * self.shake {
            (self.shake, self.strength) = (SHAKE_TIME, strength);
        }
    }

    /// Follows the player, whose feet are drawn at `feet`, for `dt` seconds.
    pub fn follow(&mut self, player: &Player, feet: Vec2, bounds: &Aabb, dt: f32) {
        self.time += dt;
        self.shake = (self.shake - dt).max(0.0);
        self.anchor = self.anchor.clamp(feet.x - DEAD_X, feet.x + DEAD_X);
        let look_ahead = if player.faces_left { -LOOK_AHEAD } else { LOOK_AHEAD };
        // Standing still keeps the look-ahead: only walking shows where the player wants to go.
        if player.motion.velocity.x.abs() > 30.0 {
            self.ahead = approach(self.ahead, look_ahead / self.zoom, SWING, dt);
        }
        let [below, frame_up, frame_down] = [BELOW, FRAME_UP, FRAME_DOWN].map(|height| height / self.zoom);
        let height = feet.y - below - self.middle.y;
        let rate = if player.is_grounded() || player.rides().is_some() {
            self.ground = feet.y;
            FOLLOW_Y
        } else if !(-frame_up..=frame_down).contains(&height) {
            self.ground = feet.y + if height > 0.0 { -frame_down } else { frame_up };
            CHASE_Y * self.zoom
        } else if player.motion.velocity.y > 0.0 && feet.y > self.ground {
            // Below the start of the jump the ground ahead matters.
            self.ground = feet.y;
            CHASE_Y * 0.5
        } else {
            FOLLOW_Y
        };
        let target = self.target();
        self.middle.x = approach(self.middle.x, target.x, FOLLOW_X, dt);
        self.middle.y = approach(self.middle.y, target.y, rate, dt);
        self.middle = self.clamp(self.middle, bounds);
    }

    fn target(&self) -> Vec2 {
        Vec2::new(self.anchor + self.ahead, self.ground - BELOW / self.zoom)
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
        let shake = Vec2::new((self.time * 71.0).sin(), (self.time * 93.0).cos()) * strength;
        Viewport::at(self.middle - self.size * 0.5 + shake, self.size)
    }
}

/// Whether a level fills every view: one of other art, or one that is smaller than the usual view. The game's own have a border where
/// a large window has more room. Scenes of the laboratory, which have no layers, lie in open space.
pub fn fills_views(level: &Level) -> bool {
    let is_other_art = || !level.tiles.iter().any(|tile| tile.hem.is_cloth());
    !level.layers.is_empty() && (level.bounds.size().cmplt(SIZE).any() || is_other_art())
}

/// A way from 0 to 1 that is faster in the middle than at both ends.
pub fn eased(t: f32) -> f32 {
    Easing::Smooth.apply(t.clamp(0.0, 1.0))
}

/// Exponential approach to a value, independent of the length of a frame.
pub fn approach(from: f32, to: f32, rate: f32, dt: f32) -> f32 {
    to + (from - to) * (-rate * dt).exp()
}

#[cfg(test)]
mod tests {
    use glam::BVec2;
    use seamwalker_collide::SolverSetup;
    use seamwalker_sim::{Pose, TICK, World};

    use super::*;

    #[test]
    fn two_short_frames_equal_a_long_one() {
        let once = approach(0.0, 10.0, 5.0, 0.1);
        let twice = approach(approach(0.0, 10.0, 5.0, 0.05), 10.0, 5.0, 0.05);
        assert!((once - twice).abs() < 1e-4);
    }

    #[test]
    fn the_view_stays_in_the_level() {
        let bounds = Aabb::from_corners(Vec2::ZERO, Vec2::new(1000.0, 200.0));
        let mut camera = Camera::default();
        assert_eq!(camera.clamp(Vec2::new(0.0, 0.0), &bounds), Vec2::new(320.0, 100.0));
        assert_eq!(camera.clamp(Vec2::new(5000.0, 0.0), &bounds), Vec2::new(680.0, 100.0));
        camera.middle = Vec2::new(330.0, 100.0);
        camera.resize(Vec2::new(800.0, 360.0), &bounds);
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
            let view = Vec2::new(random(480.0, 854.0), random(360.0, 480.0)).round();
            let tile = [8.0, 16.0, 32.0, 64.0][random(0.0, 4.0) as usize];
            let size = (Vec2::new(random(80.0, 1600.0), random(80.0, 900.0)) / tile).ceil() * tile;
            let bounds = Aabb::from_corners(Vec2::splat(-tile), size - tile);
            let mut camera = Camera { fills: true, ..Camera::default() };
            camera.resize(view, &bounds);
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

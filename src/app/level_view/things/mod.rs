//! The objects of a level. `platforms.rs` draws spools, ribbons, patches and irons, `doors.rs` zip doors and gates,
//! `contraptions.rs` springs, scissors, aglets, crates and the like, `creatures.rs` moths and bugs, `signs.rs` the texts of signs,
//! `wind.rs` the threads and the laundry of winds, `touches.rs` what is touched of elastic and velcro.

mod contraptions;
mod creatures;
mod doors;
mod platforms;
mod signs;
mod touches;
mod wind;

use std::cell::OnceCell;

use glam::Vec2;
use seamwalker_collide::BodyId;
use seamwalker_level::{Level, Object, ObjectKind};
use seamwalker_sim::{Event, TICK, World};

use super::surface_mesh::Dent;
use crate::app::render::{Assets, Canvas, Sprites, Style, Viewport, palette};
use crate::app::settings::Comfort;

/// The distance from the player at which a sign unfolds, in pixels.
const SIGN_REACH: Vec2 = Vec2::new(88.0, 40.0);
/// Seconds in which a sign's text unfolds, and in which it folds up.
const UNFOLD_TIME: f32 = 0.32;
const FOLD_TIME: f32 = 0.2;
/// How far drawings may reach beyond an object's box, in pixels, for culling.
const CULL_MARGIN: Vec2 = Vec2::new(48.0, 64.0);
/// How fast collectables bob, in radians per second, and how far, in pixels.
const BOB_RATE: f32 = 1.9;
const BOB: f32 = 2.0;
/// Seconds after which nothing of an event is visible any more.
const LONG_AGO: f32 = 1e6;

/// The drawing state of an object.
#[derive(Clone, Copy)]
struct ObjectTimers {
    /// How far a sign is unfolded, 0 to 1.
    open: f32,
    /// Seconds since a spring fired or an iron slammed.
    since: f32,
}

/// The drawing state of all objects.
#[derive(Default)]
pub struct Things {
    timers: Vec<ObjectTimers>,
    touches: touches::SurfaceTouches,
    /// By platform: the pieces of one that turns, once they are drawn.
    pieces: OnceCell<Vec<Vec<Vec<Vec2>>>>,
    time: f32,
    /// The signs that began to unfold or to fold up, until their sounds are played.
    pub folds: Vec<SignFold>,
}

/// A sign that has just begun to unfold or to fold up.
pub struct SignFold {
    /// It unfolds.
    pub opens: bool,
    /// Where it stands.
    pub at: Vec2,
}

/// Everything that a thing is drawn with.
struct Brush<'a> {
    canvas: &'a mut Canvas,
    sprites: &'a Sprites,
    world: &'a World,
    viewport: &'a Viewport,
    comfort: Comfort,
    /// Seconds since the level began.
    time: f32,
    /// The fraction of the way from the previous tick to the current one.
    between: f32,
}

impl Brush<'_> {
    /// A sprite at a time of its animation.
    fn sprite(&mut self, name: &str, time: f32, at: Vec2) {
        self.sprites.draw(self.canvas, name, time, at);
    }

    /// One frame of a sprite with its origin at `at`.
    fn frame(&mut self, name: &str, frame: usize, at: Vec2, style: Style) {
        let sprite = self.sprites.get(name);
        self.canvas.sprite(sprite.frame(frame), sprite.origin, at.round(), style);
    }

    /// One frame of a sprite, stretched over a box.
    fn stretched(&mut self, name: &str, frame: usize, corner: Vec2, size: Vec2) {
        let region = self.sprites.get(name).frame(frame);
        self.canvas.stretched(region, corner.round(), size, palette::PLAIN);
    }

    /// The left top corner and the size of an enabled body whose centre was at `previous` a tick ago.
    fn body(&self, body: BodyId, previous: Vec2) -> Option<(Vec2, Vec2)> {
        let body = self.world.state.space.bodies.get(body).filter(|body| body.enabled)?;
        let middle = previous.lerp(body.aabb.center, self.between);
        Some(((middle - body.aabb.half).round(), body.aabb.size()))
    }
}

impl Things {
    /// Reacts to an event of the last tick.
    pub fn react(&mut self, event: &Event, world: &World) {
        let object = match *event {
            Event::Sprung { object } => object,
            Event::Slammed { index } => world.state.platforms.get(index as usize).map_or(u32::MAX, |p| p.object),
            _ => return,
        };
        if let Some(timers) = self.timers.get_mut(object as usize) {
            timers.since = 0.0;
        }
    }

    /// One tick.
    pub fn tick(&mut self, world: &World) {
        self.time += TICK;
        self.touches.tick(world);
        self.timers.resize(world.level.objects.len(), ObjectTimers { open: 0.0, since: LONG_AGO });
        let near = near_sign(world);
        for (i, timers) in self.timers.iter_mut().enumerate() {
            let before = timers.open;
            timers.open = folded(before, near == Some(i));
            timers.since += TICK;
            let begins = [before == 0.0 && timers.open > 0.0, before == 1.0 && timers.open < 1.0];
            if begins != [false; 2] {
                self.folds.push(SignFold { opens: begins[0], at: world.level.objects[i].aabb.center });
            }
        }
    }

    /// The level was edited: platforms may have other shapes.
    pub fn level_was_edited(&mut self) {
        self.pieces.take();
    }

    /// Draws all winds in view, behind everything else.
    pub fn winds(
        &self,
        canvas: &mut Canvas,
        assets: &Assets,
        world: &World,
        (viewport, comfort): (&Viewport, Comfort),
    ) {
        let time = if comfort.reduce_motion { 0.0 } else { self.time };
        wind::draw(canvas, &assets.sprites, world, (viewport, time));
    }

    /// Where elastic gives way; without swinging in stillness.
    pub fn dents(&self, still: bool) -> impl Iterator<Item = Dent> {
        self.touches.dents(still)
    }

    /// How deep the player stands in elastic, in pixels.
    pub fn sag(&self, world: &World) -> f32 {
        self.touches.sag(world)
    }

    /// Draws everything behind the player.
    pub fn behind(
        &self,
        canvas: &mut Canvas,
        assets: &Assets,
        world: &World,
        viewport: &Viewport,
        (between, comfort): (f32, Comfort),
    ) {
        let mut brush = Brush { canvas, sprites: &assets.sprites, world, viewport, comfort, time: self.time, between };
        platforms::tracks(&mut brush);
        for (i, object) in seen(&world.level, viewport) {
            let done = world.state.done.get(i).copied().unwrap_or(false);
            self.object(&mut brush, (i, object), done);
        }
        let all = 0..world.state.platforms.len();
        let pieces = self.pieces.get_or_init(|| all.clone().map(|i| platforms::pieces(world.platform(i))).collect());
        for index in all {
            let object = world.state.platforms[index].object as usize;
            let pieces = pieces.get(index).map_or(&[][..], Vec::as_slice);
            platforms::platform(&mut brush, index, (self.since(object), pieces));
        }
        contraptions::crates(&mut brush);
        self.touches.draw(&mut brush);
        creatures::all(&mut brush);
    }

    /// Draws what is in front of the player: the texts of signs. Returns whether one of them covers the player.
    pub fn in_front(
        &self,
        canvas: &mut Canvas,
        assets: &Assets,
        world: &World,
        (viewport, comfort): (&Viewport, Comfort),
    ) -> bool {
        let mut covers = false;
        for (i, object) in seen(&world.level, viewport) {
            let ObjectKind::Sign { text } = &object.kind else { continue };
            let open = self.timers.get(i).map_or(0.0, |timers| timers.open);
            if open > 0.0 {
                let open = if comfort.reduce_motion { 1.0 } else { open };
                let cloth = signs::text(canvas, assets, text, object, open, viewport);
                covers |= cloth.overlaps(&world.state.player.aabb());
            }
        }
        covers
    }

    /// Seconds since the last event of an object.
    fn since(&self, object: usize) -> f32 {
        self.timers.get(object).map_or(LONG_AGO, |timers| timers.since)
    }

    fn object(&self, brush: &mut Brush, (index, object): (usize, &Object), done: bool) {
        let middle = object.aabb.center;
        let foot = Vec2::new(middle.x, object.aabb.max().y);
        // Neighbours bob and spin one after the other, like a slow wave.
        let phase = self.time + middle.x * 0.011;
        let bob = if brush.comfort.reduce_motion { 0.0 } else { (phase * BOB_RATE).sin() * BOB };
        let floats = middle + Vec2::new(0.0, bob);
        let is_rare = matches!(object.kind, ObjectKind::Bead { golden: true } | ObjectKind::KeyButton { .. });
        // In high contrast everything has an outline instead.
        if is_rare && !done && !brush.comfort.high_contrast {
            let still = brush.comfort.reduce_motion || brush.comfort.no_flashes;
            brush.sprite("halo", if still { 0.0 } else { phase }, floats);
        }
        match &object.kind {
            ObjectKind::Bead { golden } if !done => {
                let name = match (golden, object.id % 2) {
                    (true, _) => "golden_button",
                    (false, 0) => "bead_mustard",
                    (false, _) => "bead_teal",
                };
                brush.sprite(name, spin(phase), floats);
            }
            ObjectKind::KeyButton { .. } if !done => brush.sprite("key_button", spin(phase), floats),
            ObjectKind::Checkpoint => {
                brush.sprite(if done { "checkpoint_on" } else { "checkpoint_off" }, self.time, foot);
            }
            ObjectKind::Exit { .. } => brush.sprite("exit", self.time, foot),
            ObjectKind::Sign { .. } => brush.sprite("sign", 0.0, foot),
            ObjectKind::Hazard => contraptions::pin_balls(brush, object),
            ObjectKind::Spring { direction, .. } => {
                contraptions::spring(brush, object, *direction, self.since(index));
            }
            ObjectKind::PressureButton { .. } => contraptions::button(brush, index, object),
            ObjectKind::Scissors { .. } => contraptions::scissors(brush, object),
            ObjectKind::Aglet { .. } => contraptions::aglet(brush, object),
            _ => {}
        }
    }
}

/// How far a sign is unfolded one tick later.
fn folded(open: f32, is_near: bool) -> f32 {
    let by = if is_near { TICK / UNFOLD_TIME } else { -TICK / FOLD_TIME };
    (open + by).clamp(0.0, 1.0)
}

/// The sign that unfolds: the one behind the player, or else the nearest within [`SIGN_REACH`], so that a running player has
/// time to read, and a new one sees the first sign before moving.
fn near_sign(world: &World) -> Option<usize> {
    let player = world.state.player.aabb().center;
    let away = |object: &Object| (object.aabb.center - player).abs();
    let is_near = |object: &Object| away(object).cmple(SIGN_REACH).all();
    let is_near_sign = |object: &Object| matches!(object.kind, ObjectKind::Sign { .. }) && is_near(object);
    let signs = world.level.objects.iter().enumerate().filter(|(_, object)| is_near_sign(object));
    let nearest = signs.min_by(|a, b| away(a.1).length().total_cmp(&away(b.1).length()));
    world.state.near_sign.map(|i| i as usize).or(nearest.map(|(i, _)| i))
}

/// The animation time of a bead, which spins once every three seconds.
fn spin(time: f32) -> f32 {
    let cycle = time % 3.0;
    if cycle < 0.8 { cycle } else { 0.0 }
}

/// The objects in view, with their indices.
fn seen<'a>(level: &'a Level, viewport: &'a Viewport) -> impl Iterator<Item = (usize, &'a Object)> {
    level.objects.iter().enumerate().filter(|(_, o)| viewport.shows(o.aabb.center, o.aabb.half + CULL_MARGIN))
}

#[cfg(test)]
mod tests {
    use seamwalker_assets::shipped;
    use seamwalker_collide::SolverSetup;
    use seamwalker_level::read;

    use super::*;

    /// Story: a new player saw no sign, and a running one saw each for a blink.
    #[test]
    fn a_sign_unfolds_before_the_player_reaches_it_and_says_so_once() {
        let level = read(&shipped(), "maps/first_stitch.tmx").expect("shipped");
        let mut world = World::new(level.into(), SolverSetup::default());
        let mut things = Things::default();
        let mut wait = |world: &World| {
            (0..60).for_each(|_| things.tick(world));
            let open = things.timers.iter().filter(|timers| timers.open == 1.0).count();
            let near = near_sign(world).map(|i| world.level.objects[i].id);
            (near, open, things.folds.drain(..).map(|fold| fold.opens).collect::<Vec<_>>())
        };
        assert_eq!(wait(&world), (Some(2), 1, vec![true]), "the first one, at the start");
        world.start_at_point(Vec2::new(400.0, 280.0), false);
        assert_eq!(wait(&world), (None, 0, vec![false]), "it is folded up");
        world.start_at_point(Vec2::new(640.0, 280.0), false);
        assert_eq!(wait(&world).0, Some(13));
    }
}

//! What stands, moves and lives in a level. `platforms.rs` draws what carries the player, `doors.rs` zip doors and gates,
//! `contraptions.rs` what works by itself, `creatures.rs` who lives there, `signs.rs` what is written.

mod contraptions;
mod creatures;
mod doors;
mod platforms;
mod signs;

use glam::Vec2;
use seamwalker::collide::BodyId;
use seamwalker::level::{Level, Object, ObjectKind};
use seamwalker::sim::{Event, TICK, World};

use super::camera::approach;
use crate::app::render::assets::Assets;
use crate::app::render::canvas::{Canvas, Style};
use crate::app::render::palette;
use crate::app::render::sprites::Sprites;
use crate::app::render::view::Viewport;
use crate::app::settings::comfort::Comfort;

/// How far beside and above or below the player a sign unfolds, in pixels.
const SIGN_REACH: Vec2 = Vec2::new(88.0, 40.0);
/// How quickly a sign's text unfolds, as a share per second.
const UNFOLD: f32 = 14.0;
/// What may be drawn beyond an object's box, in pixels, for culling.
const BEYOND: Vec2 = Vec2::new(48.0, 64.0);
/// So long ago nothing happened that is still seen, in seconds.
const LONG_AGO: f32 = 1e6;

/// What is known of an object beside the world.
#[derive(Clone, Copy)]
struct Known {
    /// How far a sign is open, 0 to 1.
    open: f32,
    /// Seconds since a spring threw or an iron slammed.
    since: f32,
}

/// What things look like between events, by object.
#[derive(Default)]
pub struct Things {
    known: Vec<Known>,
    time: f32,
}

/// What a thing is drawn with.
struct Brush<'a> {
    canvas: &'a mut Canvas,
    sprites: &'a Sprites,
    world: &'a World,
    viewport: &'a Viewport,
    comfort: Comfort,
    /// Seconds of the game.
    time: f32,
    /// Between which part of two ticks.
    between: f32,
}

impl Brush<'_> {
    /// A sprite as it is at a time of its own.
    fn sprite(&mut self, name: &str, time: f32, at: Vec2) {
        self.sprites.draw(self.canvas, name, time, at);
    }

    /// One frame of a sprite with its origin at `at`.
    fn frame(&mut self, name: &str, frame: usize, at: Vec2, style: Style) {
        let sprite = self.sprites.get(name);
        self.canvas.sprite(sprite.frame(frame), sprite.origin, at.round(), style);
    }

    /// The first frame of a sprite, over a box.
    fn stretched(&mut self, name: &str, frame: usize, corner: Vec2, size: Vec2) {
        let region = self.sprites.get(name).frame(frame);
        self.canvas.stretched(region, corner.round(), size, palette::PLAIN);
    }

    /// The left top corner and the size of a body that is there, whose middle was at `previous` a tick ago.
    fn body(&self, body: BodyId, previous: Vec2) -> Option<(Vec2, Vec2)> {
        let body = self.world.state.space.bodies.get(body.0 as usize).filter(|body| body.enabled)?;
        let middle = previous.lerp(body.aabb.center, self.between);
        Some(((middle - body.aabb.half).round(), body.aabb.size()))
    }
}

impl Things {
    /// Takes in an event of the last tick.
    pub fn react(&mut self, event: &Event, world: &World) {
        let object = match *event {
            Event::Sprung { object } => object,
            Event::Slammed { index } => world.state.platforms.get(index as usize).map_or(u32::MAX, |p| p.object),
            _ => return,
        };
        if let Some(known) = self.known.get_mut(object as usize) {
            known.since = 0.0;
        }
    }

    /// One tick.
    pub fn tick(&mut self, world: &World) {
        self.time += TICK;
        self.known.resize(world.level.objects.len(), Known { open: 0.0, since: LONG_AGO });
        let near = near_sign(world);
        for (i, known) in self.known.iter_mut().enumerate() {
            known.open = approach(known.open, if near == Some(i) { 1.0 } else { 0.0 }, UNFOLD, TICK);
            known.since += TICK;
        }
    }

    /// What the player walks in front of.
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
        for index in 0..world.state.platforms.len() {
            let object = world.state.platforms[index].object as usize;
            platforms::platform(&mut brush, index, self.since(object));
        }
        contraptions::crates(&mut brush);
        creatures::all(&mut brush);
    }

    /// What lies over the player: the texts of signs.
    pub fn in_front(&self, canvas: &mut Canvas, assets: &Assets, world: &World, viewport: &Viewport) {
        for (i, object) in seen(&world.level, viewport) {
            let ObjectKind::Sign { text } = &object.kind else { continue };
            let open = self.known.get(i).map_or(0.0, |known| known.open);
            if open > 0.05 {
                signs::text(canvas, assets, text, object, open, viewport);
            }
        }
    }

    /// Seconds since something happened to an object.
    fn since(&self, object: usize) -> f32 {
        self.known.get(object).map_or(LONG_AGO, |known| known.since)
    }

    fn object(&self, brush: &mut Brush, (index, object): (usize, &Object), done: bool) {
        let middle = object.aabb.center;
        let foot = Vec2::new(middle.x, object.aabb.max().y);
        // Neighbours bob and turn one after the other, like a wave.
        let phase = self.time + middle.x * 0.011;
        let bob = if brush.comfort.reduce_motion { 0.0 } else { (phase * 3.2).sin() * 1.6 };
        let floats = middle + Vec2::new(0.0, bob);
        match &object.kind {
            ObjectKind::Bead { golden } if !done => {
                let name = match (golden, object.id % 2) {
                    (true, _) => "golden_button",
                    (false, 0) => "bead_mustard",
                    (false, _) => "bead_rose",
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
            ObjectKind::PressureButton { .. } => contraptions::button(brush, index, foot),
            ObjectKind::Scissors { .. } => contraptions::scissors(brush, object),
            _ => {}
        }
    }
}

/// The sign that unfolds: the one in front of which the player is, or else the nearest of those that it comes to soon. Who
/// runs by has time to read, and who has not moved yet is told how.
fn near_sign(world: &World) -> Option<usize> {
    let player = world.state.player.aabb.center;
    let away = |object: &Object| (object.aabb.center - player).abs();
    let signs =
        world.level.objects.iter().enumerate().filter(|(_, object)| {
            matches!(object.kind, ObjectKind::Sign { .. }) && away(object).cmple(SIGN_REACH).all()
        });
    let nearest = signs.min_by(|a, b| away(a.1).length().total_cmp(&away(b.1).length()));
    world.state.near_sign.map(|i| i as usize).or(nearest.map(|(i, _)| i))
}

/// A bead mostly faces the viewer and turns round now and then.
fn spin(time: f32) -> f32 {
    let cycle = time % 3.0;
    if cycle < 0.8 { cycle } else { 0.0 }
}

/// The objects in view, with their indices.
fn seen<'a>(level: &'a Level, viewport: &'a Viewport) -> impl Iterator<Item = (usize, &'a Object)> {
    level.objects.iter().enumerate().filter(|(_, o)| viewport.shows(o.aabb.center, o.aabb.half + BEYOND))
}

#[cfg(test)]
mod tests {
    use seamwalker::collide::SolverSetup;
    use seamwalker::level::{read, shipped};

    use super::*;

    /// Story: who had just begun saw no sign, and who ran by saw each for a blink.
    #[test]
    fn a_sign_unfolds_before_one_stands_in_front_of_it() {
        let level = read(&shipped(), "maps/first_stitch.tmx").expect("shipped");
        let mut world = World::new(level.into(), SolverSetup::default());
        let id = |world: &World| near_sign(world).map(|i| world.level.objects[i].id);
        assert_eq!(id(&world), Some(2), "at the start");
        world.start_at_point(Vec2::new(400.0, 280.0), false);
        assert_eq!(id(&world), None);
        world.start_at_point(Vec2::new(640.0, 280.0), false);
        assert_eq!(id(&world), Some(13));
    }
}

//! What stands and moves in a level: platforms and their tracks, crates, beads, checkpoints, exits, signs, hazards.

use glam::Vec2;
use macroquad::color::Color;
use seamwalker::level::{Level, Object, ObjectKind, Platform};
use seamwalker::sim::{TICK, World};

use super::assets::Assets;
use super::camera::approach;
use super::canvas::{Canvas, Style};
use super::label::Label;
use super::palette;
use super::sprites::Sprites;
use super::stitch::{self, Stitch};
use super::view::Window;

/// How quickly a sign's text unfolds, as a share per second.
const UNFOLD: f32 = 14.0;
/// How far above a sign's foot its text hangs, in pixels: a player in front of the sign stays in view.
const ABOVE: f32 = 44.0;
/// The width of a sign's text, in pixels.
const SIGN_WIDTH: f32 = 150.0;
/// Around a sign's text, in pixels.
const MARGIN: Vec2 = Vec2::new(9.0, 8.0);
/// The stitch of a track.
const TRACK: Stitch = Stitch { dash: 3.0, gap: 4.0, width: 1.0 };
/// How far above the highest point of its track a hanging spool's pulley is, in pixels.
const PULLEY: f32 = 22.0;
/// The size of a pin ball, in pixels.
const PIN_BALL: f32 = 24.0;
/// What may be drawn beyond an object's box, in pixels, for culling.
const BEYOND: Vec2 = Vec2::new(48.0, 64.0);

/// How far each sign is open, 0 to 1, by object.
#[derive(Default)]
pub struct Things {
    open: Vec<f32>,
    time: f32,
}

impl Things {
    /// One tick.
    pub fn tick(&mut self, world: &World) {
        self.time += TICK;
        self.open.resize(world.level.objects.len(), 0.0);
        let near = world.near_sign.map(|i| i as usize);
        for (i, open) in self.open.iter_mut().enumerate() {
            *open = approach(*open, if near == Some(i) { 1.0 } else { 0.0 }, UNFOLD, TICK);
        }
    }

    /// What the player walks in front of.
    pub fn behind(&self, canvas: &mut Canvas, assets: &Assets, world: &World, window: &Window, between: f32) {
        for (i, platform) in world.platforms.iter().enumerate() {
            track(canvas, &assets.sprites, world.platform(i), half_height(world, platform.body.0), self.time);
        }
        for (i, object) in seen(&world.level, window) {
            let done = world.done.get(i).copied().unwrap_or(false);
            self.object(canvas, &assets.sprites, object, done);
        }
        for (i, platform) in world.platforms.iter().enumerate() {
            let Some(body) = world.space.bodies.get(platform.body.0 as usize).filter(|body| body.enabled) else {
                continue;
            };
            let data = world.platform(i);
            let middle = platform.previous_center.lerp(body.aabb.center, between);
            let corner = (middle - body.aabb.half).round();
            let ribbon = is_ribbon(data);
            if hangs(data) && !ribbon {
                thread(canvas, data, middle, body.aabb.half.y);
            }
            let look = if ribbon { "ribbon" } else { spool(data).0 };
            // A tall platform is a stack of spools; the lowest one ends with it.
            let size = body.aabb.size();
            for row in 0..(size.y / SPOOL).ceil().clamp(1.0, 64.0) as u32 {
                let down = (row as f32 * SPOOL).min(size.y - SPOOL).max(0.0);
                strip(canvas, &assets.sprites, look, corner + Vec2::new(0.0, down), size);
            }
        }
        for one in &world.crates {
            let body = world.space.bodies.get(one.body.0 as usize).filter(|body| body.enabled);
            let Some(body) = body else { continue };
            let corner = one.previous_center.lerp(body.aabb.center, between) - body.aabb.half;
            cushion(canvas, &assets.sprites, corner.round(), body.aabb.size());
        }
    }

    /// What lies over the player: the texts of signs.
    pub fn in_front(&self, canvas: &mut Canvas, assets: &Assets, world: &World, window: &Window) {
        for (i, object) in seen(&world.level, window) {
            let ObjectKind::Sign { text } = &object.kind else { continue };
            let open = self.open.get(i).copied().unwrap_or(0.0);
            if open > 0.05 {
                sign_text(canvas, assets, text, object, open, window);
            }
        }
    }

    fn object(&self, canvas: &mut Canvas, sprites: &Sprites, object: &Object, done: bool) {
        let middle = object.aabb.center;
        let foot = Vec2::new(middle.x, object.aabb.max().y);
        // Neighbours bob and turn one after the other, like a wave.
        let phase = self.time + middle.x * 0.011;
        let bob = Vec2::new(0.0, (phase * 3.2).sin() * 1.6);
        match &object.kind {
            ObjectKind::Bead { golden } if !done => {
                let name = match (golden, object.id % 2) {
                    (true, _) => "golden_button",
                    (false, 0) => "bead_mustard",
                    (false, _) => "bead_rose",
                };
                sprites.draw(canvas, name, spin(phase), middle + bob);
            }
            ObjectKind::Checkpoint => {
                let name = if done { "checkpoint_on" } else { "checkpoint_off" };
                sprites.draw(canvas, name, self.time, foot);
            }
            ObjectKind::Exit { .. } => sprites.draw(canvas, "exit", self.time, foot),
            ObjectKind::Sign { .. } => sprites.draw(canvas, "sign", 0.0, foot),
            ObjectKind::Hazard => pin_balls(canvas, sprites, object),
            _ => {}
        }
    }
}

/// A bead mostly faces the viewer and turns round now and then.
fn spin(time: f32) -> f32 {
    let cycle = time % 3.0;
    if cycle < 0.8 { cycle } else { 0.0 }
}

/// The objects in view, with their indices.
fn seen<'a>(level: &'a Level, window: &'a Window) -> impl Iterator<Item = (usize, &'a Object)> {
    level.objects.iter().enumerate().filter(|(_, o)| window.shows(o.aabb.center, o.aabb.half + BEYOND))
}

fn half_height(world: &World, body: u32) -> f32 {
    world.space.bodies.get(body as usize).map_or(8.0, |b| b.aabb.half.y)
}

fn is_ribbon(platform: &Platform) -> bool {
    platform.look == "ribbon" || (platform.look.is_empty() && platform.one_way)
}

/// A spool's sprite, and the colour of what is wound on it.
fn spool(platform: &Platform) -> (&'static str, Color) {
    match platform.look.as_str() {
        "spool_red" => ("spool_red", palette::RED),
        "spool_denim" => ("spool_denim", palette::DENIM_LIGHT),
        _ => ("spool", palette::MUSTARD),
    }
}

/// Whether a track goes straight up and down.
fn hangs(platform: &Platform) -> bool {
    let first = platform.track.first().copied().unwrap_or_default();
    platform.track.len() > 1 && platform.track.iter().all(|p| (p.x - first.x).abs() < 1.0)
}

/// The highest point of a track.
fn top(platform: &Platform) -> Vec2 {
    platform.track.iter().copied().fold(Vec2::splat(f32::MAX), |top, p| if p.y < top.y { p } else { top })
}

/// The track as a dotted stitch with a bobbin at each end; a vertical one ends in a pulley above the platform.
fn track(canvas: &mut Canvas, sprites: &Sprites, platform: &Platform, half_height: f32, time: f32) {
    if platform.track.len() < 2 {
        return;
    }
    for dash in TRACK.along(&platform.track, platform.closed) {
        for pair in dash.windows(2) {
            canvas.line(pair[0], pair[1], 3.0, palette::faded(palette::INK, 0.55));
        }
        for quad in stitch::strip(&dash, TRACK.width) {
            canvas.polygon(&quad, palette::CREAM);
        }
    }
    let mut bobbin = |at| sprites.draw(canvas, "bobbin", time, at);
    if hangs(platform) && !is_ribbon(platform) {
        bobbin(top(platform) - Vec2::Y * (half_height + PULLEY));
    } else if !platform.closed {
        platform.track.iter().take(1).chain(platform.track.last()).for_each(|&p| bobbin(p));
    }
}

/// What a spool hangs from.
fn thread(canvas: &mut Canvas, platform: &Platform, middle: Vec2, half_height: f32) {
    let from = top(platform).y - half_height - PULLEY + 5.0;
    let x = middle.x.round();
    let to = (middle.y - half_height).round();
    canvas.rect(x - 1.0, from, 1.0, to - from, palette::INK);
    canvas.rect(x, from, 1.0, to - from, spool(platform).1);
}

/// How high the picture of a spool is, in pixels.
const SPOOL: f32 = 16.0;

/// Left end, as much middle as needed, right end.
fn strip(canvas: &mut Canvas, sprites: &Sprites, look: &str, at: Vec2, size: Vec2) {
    let part = |name: &str| sprites.get(&format!("{look}_{name}")).frame(0);
    let (left, mid, right) = (part("left"), part("mid"), part("right"));
    let end = (size.x * 0.5).floor().min(left.size.x);
    let last = size.x - end;
    let mut x = end;
    while x < last {
        let width = mid.size.x.min(last - x);
        canvas.image(mid.part(0.0, 0.0, width, mid.size.y), at + Vec2::new(x, 0.0), palette::PLAIN);
        x += mid.size.x;
    }
    canvas.image(left.part(0.0, 0.0, end, left.size.y), at, palette::PLAIN);
    let from = right.size.x - end;
    canvas.image(right.part(from, 0.0, end, right.size.y), at + Vec2::new(last, 0.0), palette::PLAIN);
}

/// A crate: the cushion of its size, or the nearest one stretched.
fn cushion(canvas: &mut Canvas, sprites: &Sprites, at: Vec2, size: Vec2) {
    let nearest =
        [16.0, 24.0, 32.0].into_iter().min_by(|a: &f32, b: &f32| (a - size.x).abs().total_cmp(&(b - size.x).abs()));
    let region = sprites.get(&format!("crate_{}", nearest.unwrap_or(16.0))).frame(0);
    canvas.stretched(region, at, size, palette::PLAIN);
}

/// Fills an area that hurts with balls of pins.
fn pin_balls(canvas: &mut Canvas, sprites: &Sprites, object: &Object) {
    let count = (object.aabb.size() / PIN_BALL).round().max(Vec2::ONE).min(Vec2::splat(64.0));
    let step = object.aabb.size() / count;
    let sprite = sprites.get("pin_ball");
    for y in 0..count.y as i32 {
        for x in 0..count.x as i32 {
            let at = object.aabb.min() + step * (Vec2::new(x as f32, y as f32) + 0.5);
            canvas.sprite(sprite.frame(0), sprite.origin, at.round(), Style::default());
        }
    }
}

/// What a sign says, on a piece of cloth above it that unfolds.
fn sign_text(canvas: &mut Canvas, assets: &Assets, text: &str, object: &Object, open: f32, window: &Window) {
    let label = Label::new(text, SIGN_WIDTH, &assets.font, &assets.sprites);
    let size = label.size() + MARGIN * 2.0;
    let size = Vec2::new(size.x.max(40.0), (size.y * open).round().max(24.0));
    let above = object.aabb.max().y - ABOVE;
    let view = window.corner + 4.0;
    let x = (object.aabb.center.x - size.x * 0.5)
        .clamp(view.x, (window.corner.x + window.size.x - size.x - 4.0).max(view.x));
    let at = Vec2::new(x, (above - size.y).max(view.y)).round();
    assets.sprites.panel(canvas, "panel", at, size);
    if open > 0.9 {
        let top = at + Vec2::new(size.x * 0.5, MARGIN.y);
        label.centered(canvas, &assets.font, top, palette::INK);
    }
}

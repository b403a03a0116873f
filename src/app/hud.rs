//! What lies over the level while it is played: beads, buttons, time, and the name of the solver.

use glam::Vec2;
use seamwalker::collide::SolverKind;
use seamwalker::sim::World;

use super::assets::Assets;
use super::canvas::Canvas;
use super::palette;
use super::progress::{Found, time};
use super::view::SIZE;

/// Seconds that a change of the solver is shown large.
const FLASH: f32 = 1.2;

/// The part that changes over time.
#[derive(Default)]
pub struct Hud {
    solver: Option<SolverKind>,
    since_switch: f32,
    /// Seconds since the count of beads grew, and the count.
    since_bead: f32,
    beads: u32,
}

impl Hud {
    /// One frame.
    pub fn update(&mut self, world: &World, dt: f32) {
        self.since_switch += dt;
        self.since_bead += dt;
        if self.solver != Some(world.solver.kind) {
            // The first solver of a level is no news.
            self.since_switch = if self.solver.is_some() { 0.0 } else { FLASH };
            self.solver = Some(world.solver.kind);
        }
        let beads = Found::so_far(world).beads;
        if beads > self.beads {
            self.since_bead = 0.0;
        }
        self.beads = beads;
    }

    /// Draws it.
    pub fn draw(&self, canvas: &mut Canvas, assets: &Assets, world: &World) {
        let (found, all) = (Found::so_far(world), Found::all(&world.level));
        let mut x = 8.0;
        let hop = if self.since_bead < 0.15 { 2.0 } else { 0.0 };
        if all.beads > 0 {
            x = count(canvas, assets, "hud_bead", Vec2::new(x, 8.0 - hop), found.beads, all.beads);
        }
        if all.golden > 0 {
            count(canvas, assets, "hud_button", Vec2::new(x, 8.0), found.golden, all.golden);
        }
        self.clock(canvas, assets, world);
        self.solver(canvas, assets, world);
    }

    fn clock(&self, canvas: &mut Canvas, assets: &Assets, world: &World) {
        let text = time(world.ticks);
        // The width of the widest time, so that the digits do not dance.
        let width = assets.font.width("0:00.00").max(assets.font.width(&text));
        let at = Vec2::new(SIZE.x - 8.0 - width, 8.0);
        assets.font.outlined(canvas, &text, at, palette::CREAM);
        canvas.image(assets.sprites.get("hud_clock").frame(0), at - Vec2::new(16.0, 1.0), palette::PLAIN);
    }

    /// A small patch with the solver's name; it hops when the solver was switched.
    fn solver(&self, canvas: &mut Canvas, assets: &Assets, world: &World) {
        let kind = world.solver.kind;
        let index = SolverKind::ALL.iter().position(|k| *k == kind).unwrap_or(0);
        let text = kind.name();
        let width = assets.font.width(text) + 18.0;
        let hop = if self.since_switch < FLASH { ((self.since_switch / FLASH * 9.0).sin() * 3.0 * (1.0 - self.since_switch / FLASH)).abs() } else { 0.0 };
        let at = Vec2::new(8.0, SIZE.y - 22.0 - hop).round();
        canvas.rect(at.x, at.y, width, 15.0, palette::INK);
        canvas.rect(at.x + 1.0, at.y + 1.0, width - 2.0, 13.0, palette::LINEN);
        canvas.rect(at.x + 4.0, at.y + 5.0, 5.0, 5.0, palette::INK);
        canvas.rect(at.x + 5.0, at.y + 6.0, 3.0, 3.0, palette::of_index(index));
        assets.font.draw(canvas, text, at + Vec2::new(13.0, 1.0), palette::INK);
    }
}

/// A picture and how many there are; answers where the next one begins.
fn count(canvas: &mut Canvas, assets: &Assets, icon: &str, at: Vec2, found: u32, all: u32) -> f32 {
    let sprite = assets.sprites.get(icon);
    let lift = ((sprite.size().y - 12.0) * 0.5).floor();
    canvas.image(sprite.frame(0), at - Vec2::new(0.0, lift), palette::PLAIN);
    let text = format!("{found}/{all}");
    let start = at + Vec2::new(sprite.size().x + 4.0, 0.0);
    assets.font.outlined(canvas, &text, start, palette::CREAM);
    start.x + assets.font.width(&text) + 12.0
}

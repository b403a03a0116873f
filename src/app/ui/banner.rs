//! The banner that names the solver for a second after a switch: its number, name and idea, large and near the hero.

use glam::Vec2;
use seamwalker_collide::{Aabb, SolverKind};

use crate::app::play::Play;
use crate::app::render::{Assets, Canvas, Font, palette};

/// Seconds that it stays.
const BANNER_TIME: f32 = 1.0;
/// The largest scale of the name, which is read from a sofa.
const NAME_SCALE: f32 = 3.0;
/// From its border to its text, and from the border of the view, in pixels.
const BANNER_PADDING: f32 = 11.0;
const BANNER_MARGIN: f32 = 7.0;
/// From the hero to the banner, in pixels. With reduced motion it stays in place, and a jump needs this much room.
const HERO_GAP: f32 = 16.0;
const JUMP_GAP: f32 = 72.0;

/// Watches the solver of a level.
#[derive(Default)]
pub struct Banner {
    solver: Option<SolverKind>,
    /// Seconds since it was switched.
    age: f32,
    /// The hero's box in the view at that time.
    hero: Aabb,
}

impl Banner {
    /// Advances by `dt` seconds. The first solver of a level is no switch.
    pub fn update(&mut self, play: &Play, dt: f32) {
        self.age += dt;
        let kind = play.world.rules.solver.kind;
        if self.solver != Some(kind) {
            self.age = if self.solver.is_some() { 0.0 } else { BANNER_TIME };
            (self.solver, self.hero) = (Some(kind), play.hero_in_view());
        }
    }

    /// Whether it is shown.
    pub fn is_shown(&self) -> bool {
        self.age < BANNER_TIME
    }

    /// Draws it below `top`, left of and above what the laboratory covers, in pixels of the view.
    pub fn draw(&self, canvas: &mut Canvas, assets: &Assets, play: &Play, (top, covered): (f32, Vec2)) {
        let Some(kind) = self.solver.filter(|_| self.is_shown()) else { return };
        let (from, to) = (Vec2::new(BANNER_MARGIN, top), canvas.format.size - covered - BANNER_MARGIN);
        let room = to.x - from.x - 2.0 * BANNER_PADDING;
        let font = &assets.font;
        let scale = if name_width(font, (kind, true), NAME_SCALE) <= room { NAME_SCALE } else { NAME_SCALE - 1.0 };
        let key = solver_key("solver", kind);
        let idea = assets.words.get(&key);
        let idea_scale = font.scale(idea, room);
        let fits = font.width(idea) * idea_scale <= room;
        let (idea_width, idea_height) =
            if fits { (font.width(idea) * idea_scale, (font.height + 2.0) * idea_scale) } else { (0.0, 0.0) };
        let name_size = Vec2::new(name_width(font, (kind, true), scale), font.height * scale);
        let size = Vec2::new(name_size.x.max(idea_width), name_size.y + idea_height) + 2.0 * BANNER_PADDING;
        let is_still = play.comfort.reduce_motion;
        let (hero, gap) = if is_still { (self.hero, JUMP_GAP) } else { (play.hero_in_view(), HERO_GAP) };
        let at = place(&hero, size, (from, to), gap).round();
        assets.sprites.panel(canvas, "panel_dark", at, size);
        let at = at + BANNER_PADDING;
        name(canvas, font, (kind, true), at, scale);
        if fits {
            font.scaled(canvas, idea, at + Vec2::new(0.0, name_size.y + 2.0 * idea_scale), idea_scale, palette::LINEN);
        }
    }
}

/// The key of a text about a solver in the language files.
pub fn solver_key(section: &str, kind: SolverKind) -> String {
    format!("{section}.{}", kind.name().replace('-', "_"))
}

/// The width of what [`name`] draws, in pixels: the block of colour behind the number is as wide as high.
pub fn name_width(font: &Font, (kind, named): (SolverKind, bool), scale: f32) -> f32 {
    if named { (font.height * 1.5 + font.width(&kind.to_string())) * scale } else { font.height * scale }
}

/// Draws a solver's number on its colour, and its name if it is `named`.
pub fn name(canvas: &mut Canvas, font: &Font, (kind, named): (SolverKind, bool), at: Vec2, scale: f32) {
    let (number, block) = ((kind as usize + 1).to_string(), font.height * scale);
    canvas.framed_round(at, Vec2::splat(block), scale, palette::of_solver(kind));
    let number_at = at + Vec2::new((block - font.width(&number) * scale) * 0.5, 0.0);
    font.outlined(canvas, &number, number_at, scale, palette::CREAM);
    if named {
        font.outlined(canvas, &kind.to_string(), at + Vec2::new(block * 1.5, 0.0), scale, palette::CREAM);
    }
}

/// The corner of a banner of this size between two corners of the view: above the hero, or below it where there is no room.
fn place(hero: &Aabb, size: Vec2, (from, to): (Vec2, Vec2), gap: f32) -> Vec2 {
    let last = (to - size).max(from);
    let (above, below) = (hero.min().y - gap - size.y, hero.max().y + gap);
    let farthest = if hero.center.y > (from.y + to.y) * 0.5 { from.y } else { last.y };
    let y = if above >= from.y {
        above
    } else if below <= last.y {
        below
    } else {
        farthest
    };
    Vec2::new(hero.center.x - size.x * 0.5, y).clamp(from, last)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::screens::texts::FORMATS;

    #[test]
    fn it_covers_no_hero_and_stays_in_view() {
        let size = Vec2::new(300.0, 70.0);
        for (format, gap) in FORMATS.into_iter().flat_map(|format| [(format, HERO_GAP), (format, JUMP_GAP)]) {
            let (from, to) = (Vec2::new(BANNER_MARGIN, 60.0), format.size - BANNER_MARGIN);
            for (x, y) in (0..=20).flat_map(|x| (0..=20).map(move |y| (x as f32 / 20.0, y as f32 / 20.0))) {
                let hero = Aabb::new(format.size * Vec2::new(x, y), Vec2::new(6.0, 11.0));
                let at = place(&hero, size, (from, to), gap);
                assert!(at.cmpge(from).all() && (at + size).cmple(to).all(), "{format:?}: {at}");
                let is_apart = at.cmpge(hero.max()).any() || (at + size).cmple(hero.min()).any();
                assert!(is_apart, "{format:?}: {at} for a hero at {}", hero.center);
            }
        }
    }
}

//! A scene for many bodies at once: each makes its move, then is put where it has room. Again and again, and with other moves.

use glam::Vec2;
use macroquad::color::Color;
use seamwalker::collide::{Aabb, Cause, Member};
use seamwalker::lab::{CrowdScene, scene::CrowdVerdict};

use super::UiInput;
use crate::app::input::Hotkey;
use crate::app::render::assets::Assets;
use crate::app::render::canvas::Canvas;
use crate::app::render::palette;
use crate::app::render::view::SIZE;

/// View pixels per pixel of the scene, at most: small scenes are enlarged.
const LARGEST: f32 = 3.0;
/// Where the scene begins in the view, and how high it may be: below the title, above the story. In pixels.
const CORNER: Vec2 = Vec2::new(20.0, 36.0);
const HEIGHT: f32 = 216.0;
/// How much of the view the open laboratory hides, in pixels.
const MENU: f32 = 190.0;
/// Seconds: everybody waits, moves, waits again, is put in place, and stays.
const PHASES: [f32; 5] = [0.5, 0.7, 0.4, 0.7, 1.2];
/// How far a press of an arrow key changes a move, in pixels.
const PRESS: f32 = 2.0;
/// From line to line of text, in pixels.
const LINE: f32 = 12.0;

/// A crowd, and how far its film has run.
pub struct CrowdFilm {
    scene: CrowdScene,
    verdict: CrowdVerdict,
    /// Whose move the arrow keys change.
    chosen: usize,
    /// Its moves are no longer those of the scene.
    changed: bool,
    time: f32,
    /// The box around everything.
    all: Aabb,
    /// How wide the view is beside the laboratory; view pixels per pixel, and where the scene's origin lies.
    width: f32,
    scale: f32,
    origin: Vec2,
}

impl CrowdFilm {
    /// The film of a scene, at its beginning.
    pub fn new(scene: CrowdScene) -> Self {
        let members = scene.members.iter().map(|member| member.aabb);
        let pieces = scene.space.terrain.pieces().iter().map(|piece| piece.aabb);
        let bodies = scene.space.bodies.iter().map(|body| body.aabb);
        let corners = members.chain(pieces).chain(bodies).flat_map(|aabb| [aabb.min(), aabb.max()]);
        let all = Aabb::around(corners).unwrap_or_default();
        let (verdict, origin) = (scene.resolve(), Vec2::ZERO);
        let mut film =
            Self { verdict, scene, chosen: 0, changed: false, time: 0.0, all, width: 0.0, scale: 1.0, origin };
        film.fit(false);
        film
    }

    /// Makes room for the laboratory.
    fn fit(&mut self, menu: bool) {
        self.width = if menu { SIZE.x - MENU } else { SIZE.x };
        let room = Vec2::new(self.width - CORNER.x * 2.0, HEIGHT);
        self.scale = (room / self.all.size().max(Vec2::ONE)).min_element().min(LARGEST);
        self.origin = CORNER + room * 0.5 - self.all.center * self.scale;
    }

    /// One frame; whether it is left.
    pub fn update(&mut self, hand: &UiInput, dt: f32) -> bool {
        self.time = (self.time + dt) % PHASES.iter().sum::<f32>();
        for command in hand.commands {
            match command {
                Hotkey::Menu => return true,
                Hotkey::Accept => self.chosen = (self.chosen + 1) % self.scene.members.len().max(1),
                Hotkey::Choose(x, y) => self.push(Vec2::new(*x as f32, *y as f32) * PRESS),
                _ => {}
            }
        }
        false
    }

    /// Gives the chosen member another move, from where it was.
    fn push(&mut self, by: Vec2) {
        let Some(member) = self.scene.members.get_mut(self.chosen) else { return };
        *member = Member { aabb: member.aabb.moved(by), delta: member.delta + by, ..*member };
        self.verdict = self.scene.resolve();
        (self.changed, self.time) = (true, 0.0);
    }

    /// How far everybody is with its move, and with being put in place, from 0 to 1.
    fn parts(&self) -> (f32, f32) {
        let part = |phase: usize| {
            let before: f32 = PHASES[..phase].iter().sum();
            let linear = ((self.time - before) / PHASES[phase]).clamp(0.0, 1.0);
            linear * linear * (3.0 - 2.0 * linear)
        };
        (part(1), part(3))
    }

    fn at(&self, place: Vec2) -> Vec2 {
        self.origin + place * self.scale
    }

    fn frame(&self, canvas: &mut Canvas, aabb: &Aabb, width: f32, color: Color) {
        let corners = aabb.corners().map(|p| self.at(p));
        (0..4).for_each(|i| canvas.line(corners[i], corners[(i + 1) % 4], width, color));
    }

    /// Draws it, beside the laboratory if that is open.
    pub fn draw(&mut self, canvas: &mut Canvas, assets: &Assets, menu: bool) {
        self.fit(menu);
        canvas.rect(0.0, 0.0, SIZE.x, SIZE.y, palette::NIGHT);
        let font = &assets.font;
        let title = if self.changed { format!("{}, otherwise", self.scene.title) } else { self.scene.title.clone() };
        font.centered(canvas, &title, Vec2::new(self.width * 0.5, 12.0), palette::CREAM);
        for piece in self.scene.space.terrain.pieces() {
            let color = if piece.one_way.is_some() { palette::MUSTARD } else { palette::DENIM };
            let corners: Vec<Vec2> = piece.corners().iter().map(|p| self.at(*p)).collect();
            canvas.polygon(&corners, color);
        }
        for body in &self.scene.space.bodies {
            self.frame(canvas, &body.aabb, 2.0, palette::DENIM_LIGHT);
        }
        for (index, member) in self.scene.members.iter().enumerate() {
            self.member(canvas, assets, index, member);
        }
        let mut y = CORNER.y + HEIGHT + 10.0;
        for line in font.wrap(&self.fate(self.chosen), self.width - 40.0) {
            font.draw(canvas, line, Vec2::new(20.0, y), palette::MUSTARD);
            y += LINE;
        }
        for line in font.wrap(&self.scene.story, self.width - 40.0) {
            font.draw(canvas, line, Vec2::new(20.0, y + 4.0), palette::CREAM);
            y += LINE;
        }
        let keys = "arrows: another move   space: another body   esc: back";
        font.centered(canvas, keys, Vec2::new(self.width * 0.5, SIZE.y - 14.0), palette::SAND);
    }

    fn member(&self, canvas: &mut Canvas, assets: &Assets, index: usize, member: &Member) {
        let (moved, placed) = self.parts();
        let way = self.verdict.shoves.get(index).map_or(Vec2::ZERO, |shove| shove.way);
        let squished = self.verdict.squishes.iter().any(|squish| squish.who == index);
        // Who teleports is there at once.
        let back = if member.teleported { 0.0 } else { 1.0 - moved };
        let now = member.aabb.moved(way * placed - member.delta * back);
        let color = if squished && placed > 0.0 { palette::RED } else { palette::of_index(2 + index % 6) };
        let (min, max) = (self.at(now.min()), self.at(now.max()));
        canvas.rect(min.x, min.y, max.x - min.x, max.y - min.y, palette::faded(color, 0.75));
        let chosen = index == self.chosen;
        self.frame(canvas, &now, if chosen { 3.0 } else { 1.0 }, if chosen { palette::CREAM } else { palette::INK });
        // Where its own move brought it.
        self.frame(canvas, &member.aabb, 1.0, palette::faded(palette::CREAM, 0.3));
        let label = format!("{index}:{}", member.priority);
        assets.font.centered(canvas, &label, (min + max) * 0.5 - Vec2::new(0.0, 4.0), palette::CREAM);
    }

    /// What became of a member, in words.
    fn fate(&self, index: usize) -> String {
        let (Some(member), Some(shove)) = (self.scene.members.get(index), self.verdict.shoves.get(index)) else {
            return String::new();
        };
        let name = |cause: Cause| match cause {
            Cause::Member(other) => format!("body {other}"),
            Cause::Piece(_) => "the ground".to_owned(),
            Cause::Body(_) => "a platform".to_owned(),
        };
        let moves = if member.teleported { "teleports by" } else { "moves by" };
        let mut text = format!("Body {index} of priority {} {moves} {}", member.priority, member.delta);
        match shove.by {
            Some(by) => text.push_str(&format!(", and is put {} farther because of {}", shove.way, name(by))),
            None => text.push_str(", and stays there"),
        }
        if shove.priority != member.priority {
            text.push_str(&format!("; it meets others with the priority {} of who pushes it", shove.priority));
        }
        for squish in self.verdict.squishes.iter().filter(|squish| squish.who == index) {
            let [one, other] = squish.between.map(name);
            text.push_str(&format!("; SQUISHED between {one} and {other}, {} px deep", squish.depth));
        }
        text + "."
    }
}

#[cfg(test)]
mod tests {
    use seamwalker::lab::crowds;

    use super::*;

    #[test]
    fn every_scene_fits_and_says_what_becomes_of_each() {
        for scene in crowds() {
            let mut film = CrowdFilm::new(scene);
            for menu in [false, true] {
                film.fit(menu);
                let far = CORNER + Vec2::new(film.width - CORNER.x * 2.0, HEIGHT);
                let room = Aabb::from_corners(CORNER, far).grown(0.01);
                for (i, member) in film.scene.members.iter().enumerate() {
                    let corners = [film.at(member.aabb.min()), film.at(member.aabb.max())];
                    assert!(corners.iter().all(|p| room.contains(*p)), "{}", film.scene.name);
                    assert!(film.fate(i).ends_with('.'));
                }
            }
        }
    }

    #[test]
    fn another_move_gives_another_verdict() {
        let mut film = CrowdFilm::new(crowds().swap_remove(0));
        let before = film.verdict.clone();
        let from = film.scene.members[0].aabb.center - film.scene.members[0].delta;
        (0..4).for_each(|_| film.push(Vec2::new(-PRESS, 0.0)));
        assert_ne!(film.verdict, before);
        let member = film.scene.members[0];
        assert_eq!(member.aabb.center - member.delta, from, "it begins where it began");
    }
}

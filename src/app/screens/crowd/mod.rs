//! A crowd scene: all bodies move at once and are then resolved. The animation repeats; moves can be changed. `things.rs` draws them with
//! the pictures of the game.

mod things;

use glam::Vec2;
use seamwalker::collide::{Aabb, Cause, Member};
use seamwalker::lab::{CrowdScene, scene::CrowdVerdict};

use super::UiInput;
use crate::app::input::Hotkey;
use crate::app::lab_ui::Pen;
use crate::app::render::{Assets, Canvas, Letterbox, SIZE, palette};
use crate::app::ui::cloth;

/// View pixels per pixel of the scene, at most: small scenes are enlarged.
const MAX_SCALE: f32 = 3.0;
/// The corner of the scene below the title, and its maximal height above the text with small and large letters, in pixels.
const SCENE_CORNER: Vec2 = Vec2::new(20.0, 36.0);
const SCENE_HEIGHT: [f32; 2] = [216.0, 130.0];
/// Width of the view that the open laboratory covers, in pixels.
const MENU_WIDTH: f32 = 190.0;
/// Seconds of each phase: wait, move, wait, resolve, wait.
const PHASES: [f32; 5] = [0.5, 0.7, 0.4, 0.7, 1.2];
/// How far a press of an arrow key changes a move, in pixels.
const NUDGE: f32 = 2.0;
/// Line height, in pixels.
const CROWD_LINE: f32 = 12.0;

/// The animation of a crowd.
pub struct CrowdFilm {
    scene: CrowdScene,
    verdict: CrowdVerdict,
    /// The member whose move the arrow keys change.
    selected: usize,
    /// Its moves differ from those of the scene.
    changed: bool,
    time: f32,
    /// The bounding box of everything.
    all: Aabb,
}

impl CrowdFilm {
    /// The animation of a scene, at its beginning.
    pub fn new(scene: CrowdScene) -> Self {
        let members = scene.members.iter().map(|member| member.aabb);
        let pieces = scene.space.terrain.pieces().iter().map(|piece| piece.aabb);
        let bodies = scene.space.bodies.iter().map(|body| body.aabb);
        let corners = members.chain(pieces).chain(bodies).flat_map(|aabb| [aabb.min(), aabb.max()]);
        let all = Aabb::around(corners).unwrap_or_default();
        Self { verdict: scene.resolve(), scene, selected: 0, changed: false, time: 0.0, all }
    }

    /// The width of the view beside the laboratory, if that is open, and where the scene is in it.
    fn fit(&self, menu: bool, large: bool) -> (f32, Letterbox) {
        let width = if menu { SIZE.x - MENU_WIDTH } else { SIZE.x };
        let room = Vec2::new(width - SCENE_CORNER.x * 2.0, SCENE_HEIGHT[usize::from(large)]);
        let scale = (room / self.all.size().max(Vec2::ONE)).min_element().min(MAX_SCALE);
        (width, Letterbox { corner: SCENE_CORNER + room * 0.5 - self.all.center * scale, scale })
    }

    /// One frame; returns true to leave.
    pub fn update(&mut self, input: &UiInput, dt: f32) -> bool {
        self.time = (self.time + dt) % PHASES.iter().sum::<f32>();
        for command in input.commands {
            match command {
                Hotkey::Menu => return true,
                Hotkey::Accept => self.selected = (self.selected + 1) % self.scene.members.len().max(1),
                Hotkey::Choose(x, y) => self.push(Vec2::new(*x as f32, *y as f32) * NUDGE),
                _ => {}
            }
        }
        false
    }

    /// Changes the move of the selected member; its start stays the same.
    fn push(&mut self, by: Vec2) {
        let Some(member) = self.scene.members.get_mut(self.selected) else { return };
        *member = Member { aabb: member.aabb.moved(by), delta: member.delta + by, ..*member };
        self.verdict = self.scene.resolve();
        (self.changed, self.time) = (true, 0.0);
    }

    /// The progress of the moves and of the resolution, 0 to 1.
    fn progress(&self) -> (f32, f32) {
        let part = |phase: usize| {
            let before: f32 = PHASES[..phase].iter().sum();
            let linear = ((self.time - before) / PHASES[phase]).clamp(0.0, 1.0);
            linear * linear * (3.0 - 2.0 * linear)
        };
        (part(1), part(3))
    }

    /// Draws it, beside the laboratory if that is open.
    pub fn draw(&self, canvas: &mut Canvas, assets: &Assets, menu: bool) {
        // Beside the laboratory, large letters have no room.
        let (font, large) = (&assets.font, assets.font.large && !menu);
        let (width, frame) = self.fit(menu, large);
        let scale = if large { 2.0 } else { 1.0 };
        cloth::night(canvas, Vec2::ZERO, SIZE);
        let title = if self.changed { format!("{}, otherwise", self.scene.title) } else { self.scene.title.clone() };
        let left = (width - font.width(&title) * scale) * 0.5;
        font.scaled(canvas, &title, Vec2::new(left, 8.0), scale, palette::CREAM);
        let mut pen = Pen::new(canvas, assets, frame, Vec2::ZERO);
        self.scene.space.terrain.pieces().iter().for_each(|piece| things::ground(&mut pen, piece));
        for edge in self.scene.space.terrain.edges() {
            pen.line(edge.segment.a, edge.segment.b, 2.0, palette::INK);
        }
        self.scene.space.bodies.iter().for_each(|body| things::body(&mut pen, &body.aabb, palette::PLAIN));
        for (index, member) in self.scene.members.iter().enumerate() {
            self.member(&mut pen, index, member);
        }
        let mut y = SCENE_CORNER.y + SCENE_HEIGHT[usize::from(large)] + 10.0;
        for (text, color) in [(&self.describe(self.selected), palette::MUSTARD), (&self.scene.story, palette::CREAM)] {
            for line in font.wrap(text, (width - 40.0) / scale) {
                font.scaled(canvas, line, Vec2::new(20.0, y), scale, color);
                y += CROWD_LINE * scale;
            }
            y += 4.0;
        }
        let keys = "arrows: another move   space: another body   esc: back";
        font.centered(canvas, keys, Vec2::new(width * 0.5, SIZE.y - 14.0), palette::SAND);
    }

    fn member(&self, pen: &mut Pen, index: usize, member: &Member) {
        let (moved, placed) = self.progress();
        let way = self.verdict.shoves.get(index).map_or(Vec2::ZERO, |shove| shove.way);
        let squished = self.verdict.squishes.iter().any(|squish| squish.member == index);
        // A teleport takes no time.
        let back = if member.teleported { 0.0 } else { 1.0 - moved };
        let now = member.aabb.moved(way * placed - member.delta * back);
        things::body(pen, &now, if squished && placed > 0.0 { palette::ROSE } else { palette::PLAIN });
        if index == self.selected {
            pen.outline(&now.corners(), 2.0, palette::CREAM);
        }
        // The end of its own move.
        pen.outline(&member.aabb.corners(), 1.0, palette::faded(palette::CREAM, 0.3));
        let (label, font) = (format!("{index}:{}", member.priority), &pen.assets.font);
        let size = Vec2::new(font.width(&label) + 5.0, font.height + 1.0);
        let plate = (pen.at(now.center) - size * 0.5).round();
        pen.canvas.framed_round(plate, size, 1.0, palette::CREAM);
        font.draw(pen.canvas, &label, plate + Vec2::new(3.0, 0.0), palette::INK);
    }

    /// A sentence about how a member was resolved.
    fn describe(&self, index: usize) -> String {
        let (Some(member), Some(shove)) = (self.scene.members.get(index), self.verdict.shoves.get(index)) else {
            return String::new();
        };
        let name = |cause: Cause| match cause {
            Cause::Member(other) => format!("body {other}"),
            Cause::Edge(_) | Cause::Piece(_) => "the ground".to_owned(),
            Cause::Body(_) => "a platform".to_owned(),
        };
        let moves = if member.teleported { "teleports by" } else { "moves by" };
        let mut text = format!("Body {index} of priority {} {moves} {}", member.priority, member.delta);
        match shove.by {
            Some(by) => text.push_str(&format!(", and is put {} farther because of {}", shove.way, name(by))),
            None => text.push_str(", and stays there"),
        }
        if shove.priority != member.priority {
            text.push_str(&format!("; it meets others with the priority {} of what pushes it", shove.priority));
        }
        for squish in self.verdict.squishes.iter().filter(|squish| squish.member == index) {
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
    fn every_scene_fits_and_describes_its_members() {
        for scene in crowds() {
            let film = CrowdFilm::new(scene);
            for (menu, large) in [(false, false), (true, false), (false, true)] {
                let (width, frame) = film.fit(menu, large);
                let height = SCENE_HEIGHT[usize::from(large)];
                let far = SCENE_CORNER + Vec2::new(width - SCENE_CORNER.x * 2.0, height);
                let room = Aabb::from_corners(SCENE_CORNER, far).grown(0.01);
                for (i, member) in film.scene.members.iter().enumerate() {
                    let corners = [member.aabb.min(), member.aabb.max()].map(|p| frame.to_window(p));
                    assert!(corners.iter().all(|p| room.contains(*p)), "{}", film.scene.name);
                    assert!(film.describe(i).ends_with('.'));
                }
            }
        }
    }

    #[test]
    fn another_move_gives_another_verdict() {
        let mut film = CrowdFilm::new(crowds().swap_remove(0));
        let before = film.verdict.clone();
        let from = film.scene.members[0].aabb.center - film.scene.members[0].delta;
        (0..4).for_each(|_| film.push(Vec2::new(-NUDGE, 0.0)));
        assert_ne!(film.verdict, before);
        let member = film.scene.members[0];
        assert_eq!(member.aabb.center - member.delta, from, "it begins where it began");
    }
}

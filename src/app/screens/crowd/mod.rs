//! A crowd scene: all bodies move at once and are then resolved. The animation repeats. The laboratory's list of scenes says how to go back. `things.rs` draws them with the pictures of the
//! game.

pub mod things;

use glam::Vec2;
use seamwalker_collide::{Aabb, Member};
use seamwalker_lab::{CrowdScene, scene::CrowdResult};

use super::{Goto, Screen, ScreenSpec, UiInput};
use crate::app::input::Hotkey;
use crate::app::lab_ui::Pen;
use crate::app::level_view::camera::eased;
use crate::app::render::{Canvas, Font, Letterbox, palette};
use crate::app::services::Services;
use crate::app::ui::cloth;

/// View pixels per pixel of the scene, at most: small scenes are enlarged.
const MAX_SCALE: f32 = 3.0;
/// The corner of the scene below the title, its maximal height, and the least one that large text leaves, in pixels.
const SCENE_CORNER: Vec2 = Vec2::new(20.0, 36.0);
const SCENE_HEIGHT: f32 = 216.0;
const MIN_SCENE_HEIGHT: f32 = 90.0;
/// Above and below the text, in pixels.
const TEXT_GAP: f32 = 6.0;
/// Seconds of each phase: wait, move, wait, resolve, wait.
const PHASES: [f32; 5] = [0.5, 0.7, 0.4, 0.7, 1.2];
/// Line height, in pixels.
const CROWD_LINE: f32 = 12.0;

/// Where everything is.
#[derive(Debug)]
struct CrowdLayout {
    /// The scale of letters.
    scale: f32,
    /// The width of the view beside the laboratory, and the height of the scene, in pixels.
    width: f32,
    height: f32,
    /// The lines of the story.
    lines: Vec<String>,
}

/// The animation of a crowd.
pub struct CrowdFilm {
    scene: CrowdScene,
    result: CrowdResult,
    time: f32,
    /// The bounding box of everything.
    all: Aabb,
}

impl CrowdFilm {
    /// The animation of a scene, at its beginning.
    pub fn new(scene: CrowdScene) -> Self {
        let members = scene.members.iter().map(|member| member.aabb);
        let pieces = scene.space.terrain.pieces().iter().map(|piece| piece.aabb);
        let corners = members.chain(pieces).flat_map(|aabb| [aabb.min(), aabb.max()]);
        let all = Aabb::around(corners).unwrap_or_default();
        Self { result: scene.resolve(), scene, time: 0.0, all }
    }

    /// Where everything is in a view of this size.
    fn layout(&self, font: &Font, view: Vec2) -> CrowdLayout {
        let with = |scale: f32| {
            let lines = font.wrap(&self.scene.story, (view.x - SCENE_CORNER.x * 2.0) / scale);
            let lines: Vec<String> = lines.into_iter().map(str::to_owned).collect();
            let text = lines.len() as f32 * CROWD_LINE * scale + 2.0 * TEXT_GAP;
            let height = (view.y - SCENE_CORNER.y - text).min(SCENE_HEIGHT);
            CrowdLayout { scale, width: view.x, height, lines }
        };
        // Beside the laboratory there may be no room for large letters.
        let large = Some(with(2.0)).filter(|layout| font.large && layout.height >= MIN_SCENE_HEIGHT);
        large.unwrap_or_else(|| with(1.0))
    }

    /// Where the scene is.
    fn fit(&self, layout: &CrowdLayout) -> Letterbox {
        let room = Vec2::new(layout.width - SCENE_CORNER.x * 2.0, layout.height);
        let scale = (room / self.all.size().max(Vec2::ONE)).min_element().min(MAX_SCALE);
        Letterbox { corner: SCENE_CORNER + room * 0.5 - self.all.center * scale, scale, size: room }
    }

    /// The progress of the moves and of the resolution, 0 to 1.
    fn progress(&self) -> (f32, f32) {
        let part = |phase: usize| {
            let before: f32 = PHASES[..phase].iter().sum();
            eased((self.time - before) / PHASES[phase])
        };
        (part(1), part(3))
    }

    fn member(&self, pen: &mut Pen, index: usize, member: &Member) {
        let (moved, placed) = self.progress();
        let way = self.result.corrections.get(index).map_or(Vec2::ZERO, |shove| shove.way);
        let squished = self.result.contradictions.iter().any(|squish| squish.member == index);
        // A teleport takes no time.
        let back = if member.teleported { 0.0 } else { 1.0 - moved };
        let now = member.aabb.moved(way * placed - member.delta * back);
        things::body(pen, &now, if squished && placed > 0.0 { palette::ROSE } else { palette::PLAIN });
        // The end of its own move.
        pen.outline(&member.aabb.corners(), 1.0, palette::faded(palette::CREAM, 0.3));
        let label = format!("{index}:{}", member.priority);
        pen.label(&label, pen.at(now.center) - pen.label_size(&label) * 0.5, palette::CREAM);
    }
}

impl Screen for CrowdFilm {
    fn spec(&self, _: &Services) -> ScreenSpec {
        // Its menu lists the other crowds.
        ScreenSpec { name: "crowd", has_laboratory: true, ..ScreenSpec::default() }
    }

    fn update(&mut self, input: &UiInput, services: &mut Services, dt: f32) -> Option<Goto> {
        self.time = (self.time + dt) % PHASES.iter().sum::<f32>();
        input.pressed(Hotkey::Menu).then(|| services.home())
    }

    /// Draws it beside the laboratory.
    fn draw(&mut self, canvas: &mut Canvas, services: &mut Services) {
        let (assets, covered) = (&services.assets, services.covered.x);
        let font = &assets.font;
        let layout = self.layout(font, canvas.format.size - Vec2::X * covered);
        let CrowdLayout { scale, width, height, ref lines } = layout;
        cloth::night(canvas, Vec2::ZERO, canvas.format.size);
        let title = &self.scene.title;
        // On a touch screen, the back button is beside it.
        let before = canvas.format.target;
        let size = if font.width(title) * scale <= width - before - 8.0 { scale } else { 1.0 };
        let left = before + (width - before - font.width(title) * size) * 0.5;
        font.scaled(canvas, title, Vec2::new(left, 8.0), size, palette::CREAM);
        let mut pen = Pen::new(canvas, assets, self.fit(&layout), Vec2::ZERO);
        self.scene.space.terrain.pieces().iter().for_each(|piece| things::ground(&mut pen, piece));
        for edge in self.scene.space.terrain.edges() {
            pen.line(edge.segment.a, edge.segment.b, 2.0, palette::INK);
        }
        for (index, member) in self.scene.members.iter().enumerate() {
            self.member(&mut pen, index, member);
        }
        let mut y = SCENE_CORNER.y + height + TEXT_GAP;
        for line in lines {
            font.scaled(canvas, line, Vec2::new(SCENE_CORNER.x, y), scale, palette::CREAM);
            y += CROWD_LINE * scale;
        }
    }
}

#[cfg(test)]
mod tests {
    use seamwalker_lab::crowds;

    use super::*;
    use crate::app::render::SIZE;
    use crate::app::screens::texts::languages;

    #[test]
    fn every_scene_fits_in_both_sizes() {
        for (words, mut font) in languages() {
            for film in crowds().into_iter().map(CrowdFilm::new) {
                for (covered, large) in [(0.0, false), (190.0, false), (0.0, true), (290.0, true)] {
                    font.large = large;
                    let layout = film.layout(&font, SIZE - Vec2::X * covered);
                    let name = format!("{}, {}, {covered} covered", film.scene.name, words.code());
                    assert!(covered > 0.0 || layout.scale == font.text_scale(), "{name}: {layout:?}");
                    assert!(layout.height >= MIN_SCENE_HEIGHT, "{name}: {layout:?}");
                    let far = SCENE_CORNER + Vec2::new(layout.width - SCENE_CORNER.x * 2.0, layout.height);
                    let room = Aabb::from_corners(SCENE_CORNER, far).grown(0.01);
                    let frame = film.fit(&layout);
                    let inside =
                        |aabb: Aabb| [aabb.min(), aabb.max()].iter().all(|p| room.contains(frame.to_window(*p)));
                    assert!(film.scene.members.iter().all(|member| inside(member.aabb)), "{name}");
                }
            }
        }
    }
}

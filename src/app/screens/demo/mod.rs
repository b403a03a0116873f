//! The demos of the articles. Each is a file; title, help and background are the same for all.

mod nearest_edge;
mod top_down;

use glam::Vec2;
use seamwalker_lab::demo::Demo;

use super::{Goto, Screen, Steering, UiInput};
use crate::app::input::Hotkey;
use crate::app::render::{Canvas, Letterbox, SIZE, ScreenFormat, palette};
use crate::app::services::Services;
use crate::app::ui::{Label, cloth};
use nearest_edge::NearestEdgeDemo;
use top_down::TopDownDemo;

/// The size of a demo's world.
const DEMO_SIZE: Vec2 = Vec2::new(608.0, 300.0);
/// Where it is in the usual view, with small and large text: large text needs room above and below it.
const DEMO_WORLDS: [(Vec2, f32); 2] = [(Vec2::new(22.0, 25.0), 0.98), (Vec2::new(116.0, 62.0), 0.67)];
/// The left border of the text, and the top of the title, in pixels.
const DEMO_MARGIN: f32 = 16.0;
const DEMO_TITLE_TOP: [f32; 2] = [9.0, 6.0];
/// In a narrow view: the top of the title, below the back button of a phone, and the share of the free height above the world.
const NARROW_TITLE_TOP: f32 = 60.0;
const NARROW_WORLD_AT: f32 = 0.25;
/// The most lines that the help may have with small and large text.
#[cfg(test)]
const MAX_HELP_LINES: [usize; 2] = [2, 3];

/// Where a demo's world is.
fn demo_world(format: ScreenFormat) -> Letterbox {
    if format.is_narrow() {
        let scale = (format.size.x - 2.0 * DEMO_MARGIN) / DEMO_SIZE.x;
        let down =
            NARROW_TITLE_TOP * 2.0 + (format.size.y - 3.0 * NARROW_TITLE_TOP - DEMO_SIZE.y * scale) * NARROW_WORLD_AT;
        return Letterbox { corner: Vec2::new(DEMO_MARGIN, down.floor()), scale, size: DEMO_SIZE };
    }
    let (corner, scale) = format.of(DEMO_WORLDS);
    Letterbox { corner: corner + (format.size - SIZE) * 0.5, scale, size: DEMO_SIZE }
}

/// The room for the help, in pixels.
fn help_width(format: ScreenFormat) -> f32 {
    format.size.x - 2.0 * DEMO_MARGIN
}

/// A demo on the screen.
pub enum DemoScreen {
    TopDown(Box<TopDownDemo>),
    NearestEdge(NearestEdgeDemo),
}

impl DemoScreen {
    /// The beginning of a demo.
    pub fn new(demo: Demo) -> Self {
        match demo {
            Demo::TopDown => Self::TopDown(Box::new(TopDownDemo::new())),
            Demo::NearestEdge => Self::NearestEdge(NearestEdgeDemo::default()),
        }
    }
}

impl Screen for DemoScreen {
    fn name(&self) -> &'static str {
        "demo"
    }

    fn update(&mut self, input: &UiInput, services: &mut Services, dt: f32) -> Option<Goto> {
        let (buttons, solver) = (input.buttons, services.solver);
        match self {
            Self::TopDown(demo) => demo.update(input, buttons, solver, dt),
            Self::NearestEdge(demo) => demo.update(input, buttons),
        }
        input.pressed(Hotkey::Menu).then(|| services.home())
    }

    fn draw(&mut self, canvas: &mut Canvas, services: &mut Services) {
        let (assets, solver) = (&services.assets, services.solver);
        let (words, font) = (&assets.words, &assets.font);
        let [title, help] = match self {
            Self::TopDown(_) => ["menu.top_down", "demo.top_down"],
            Self::NearestEdge(_) => ["menu.nearest_edge", "demo.nearest_edge"],
        };
        let format = canvas.format;
        cloth::night(canvas, Vec2::ZERO, format.size);
        let figures = match self {
            Self::TopDown(demo) => demo.draw(canvas, assets, solver),
            Self::NearestEdge(demo) => demo.draw(canvas, assets),
        };
        let scale = font.text_scale();
        let top = if format.is_narrow() { NARROW_TITLE_TOP } else { format.of(DEMO_TITLE_TOP) };
        font.scaled(canvas, words.get(title), Vec2::new(DEMO_MARGIN, top), scale, palette::CREAM);
        // Large figures have a line of their own, and those in a narrow view.
        let right = format.size.x - DEMO_MARGIN - font.width(&figures) * scale;
        let has_line = font.large || format.is_narrow();
        let below = if has_line { Vec2::new(DEMO_MARGIN, top + font.height * scale) } else { Vec2::new(right, top) };
        font.scaled(canvas, &figures, below, font.scale(&figures, help_width(format)), palette::MUSTARD);
        Label::new(words.for_device(help, assets.prompts.device), help_width(format), scale, assets)
            .footer(canvas, font);
    }

    /// In one of them the keys are those of the player, as in a level; in the other those of menus.
    fn steering(&self, _: &Services) -> Steering {
        if matches!(self, Self::TopDown(_)) { Steering::WithDash } else { Steering::None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::screens::texts::languages;

    #[test]
    fn texts_of_demos_fit_in_both_languages_and_sizes() {
        for (words, mut font) in languages() {
            for large in [false, true] {
                font.large = large;
                let format = ScreenFormat { large, ..ScreenFormat::default() };
                let (scale, world) = (font.text_scale(), demo_world(format));
                let mut footer = 0.0_f32;
                for key in ["demo.top_down", "demo.nearest_edge"] {
                    // Pictures of keys are at most as wide as four letters.
                    let help: String =
                        words.get(key).split_inclusive(']').map(|part| part.replace('[', "MM [")).collect();
                    let lines = font.wrap(&help, help_width(format) / scale).len();
                    assert!(lines <= MAX_HELP_LINES[usize::from(large)], "{}: {key}: {lines}", words.code());
                    footer = footer.max(lines as f32 * (font.height + 1.0) * scale + 13.0);
                }
                assert!(world.corner.y + 300.0 * world.scale <= SIZE.y - footer + 1.0, "{}: {large}", words.code());
                let values: [&dyn std::fmt::Display; 4] = [&28, &"-123.4", &"-0.71", &"-0.71"];
                let figures = words.fill("demo.snap", &values);
                assert!(font.width(&figures) * scale <= help_width(format), "{}: {figures}", words.code());
            }
        }
    }
}

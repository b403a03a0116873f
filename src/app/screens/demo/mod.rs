//! The demos of the articles. Each is a file; title, help and background are the same for all.

mod nearest_edge;
mod top_down;

use glam::Vec2;
use seamwalker::collide::SolverSetup;
use seamwalker::lab::demo::Demo;

use super::UiInput;
use crate::app::input::{ButtonState, Hotkey};
use crate::app::render::{Assets, Canvas, SIZE, palette};
use crate::app::ui::{Label, cloth};
use nearest_edge::NearestEdgeDemo;
use top_down::TopDownDemo;

/// The upper left corner of a demo's world in the view, in pixels.
const WORLD_CORNER: Vec2 = Vec2::new(16.0, 26.0);

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

    /// Whether the keys of the player steer it, as in a level; if not, they are those of menus.
    pub const fn is_steered(&self) -> bool {
        matches!(self, Self::TopDown(_))
    }

    /// One frame; returns true to leave.
    pub fn update(&mut self, input: &UiInput, buttons: ButtonState, solver: SolverSetup, dt: f32) -> bool {
        match self {
            Self::TopDown(demo) => demo.update(input, buttons, solver, dt),
            Self::NearestEdge(demo) => demo.update(input, buttons),
        }
        input.pressed(Hotkey::Menu)
    }

    /// Draws it.
    pub fn draw(&self, canvas: &mut Canvas, assets: &Assets, solver: SolverSetup) {
        let (words, font) = (&assets.words, &assets.font);
        let [title, help] = match self {
            Self::TopDown(_) => ["menu.top_down", "demo.top_down"],
            Self::NearestEdge(_) => ["menu.nearest_edge", "demo.nearest_edge"],
        };
        cloth::night(canvas, Vec2::ZERO, SIZE);
        let figures = match self {
            Self::TopDown(demo) => demo.draw(canvas, assets, solver),
            Self::NearestEdge(demo) => demo.draw(canvas, assets),
        };
        font.draw(canvas, words.get(title), Vec2::new(WORLD_CORNER.x, 9.0), palette::CREAM);
        let right = SIZE.x - WORLD_CORNER.x - font.width(&figures);
        font.draw(canvas, &figures, Vec2::new(right.round(), 9.0), palette::MUSTARD);
        // Large letters would cover the demo.
        Label::new(words.get(help), SIZE.x - 2.0 * WORLD_CORNER.x, 1.0, assets).footer(canvas, font);
    }
}

#[cfg(test)]
mod tests {
    use seamwalker::sim::TICK;

    use super::*;

    #[test]
    fn every_demo_begins_and_is_left_by_the_menu_key() {
        for demo in Demo::ALL {
            let mut screen = DemoScreen::new(demo);
            let mut update = |input| screen.update(&input, ButtonState::default(), SolverSetup::default(), TICK);
            assert!(!update(UiInput::default()));
            assert!(update(UiInput { commands: &[Hotkey::Menu], ..UiInput::default() }));
        }
    }
}

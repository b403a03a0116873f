//! The demos: a world in the middle, with a mover to steer.

use glam::Vec2;
use seamwalker_collide::{Aabb, Edge, Solver, SolverSetup};
use seamwalker_lab::demo::{DEMO_SIZE, Demo, DemoKind, DemoView};
use seamwalker_sim::Pose;

use super::{Goto, Screen, ScreenSpec, Steering, UiInput};
use crate::app::audio::Effect;
use crate::app::input::{Hotkey, InputBuffer};
use crate::app::lab_ui::Pen;
use crate::app::play::clock::Clock;
use crate::app::render::{Assets, Canvas, Letterbox, ScreenFormat, Style, palette};
use crate::app::services::Services;
use crate::app::ui::{FINE, Label, cloth};

/// The room above the world and below it, for title and help, with small and large text and in a narrow view, in pixels.
const DEMO_ROOMS: [(f32, f32); 2] = [(25.0, 41.0), (62.0, 97.0)];
const NARROW_ROOM: (f32, f32) = (120.0, 60.0);
/// The share of the free height above the world.
const WORLD_AT: f32 = 0.25;
/// The left border of the text, and the top of the title, in pixels.
const DEMO_MARGIN: f32 = 16.0;
const DEMO_TITLE_TOP: [f32; 2] = [9.0, 6.0];
/// In a narrow view, the top of the title is below the back button of a phone.
const NARROW_TITLE_TOP: f32 = 60.0;
/// The names of the shapes, in their order.
const SHAPE_NAMES: [&str; 4] = ["demo.square", "demo.disk", "demo.box", "demo.capsule"];

/// Half the width of a line that has no thickness for the solver, in pixels.
const MIN_HEM: f32 = 0.5;

/// Where the world is.
fn world_box(format: ScreenFormat) -> Letterbox {
    let (above, below) = if format.is_narrow() { NARROW_ROOM } else { format.of(DEMO_ROOMS) };
    let room = Vec2::new(help_width(format), format.size.y - above - below);
    let scale = (room / DEMO_SIZE).min_element();
    let free = room - DEMO_SIZE * scale;
    let corner = Vec2::new(DEMO_MARGIN + free.x * 0.5, above + free.y * WORLD_AT).floor();
    Letterbox { corner, scale, size: DEMO_SIZE }
}

/// The room for the help, in pixels.
fn help_width(format: ScreenFormat) -> f32 {
    format.size.x - 2.0 * DEMO_MARGIN
}

/// The keys of the title and of the help.
const fn texts(kind: DemoKind) -> [&'static str; 2] {
    match kind {
        DemoKind::TopDown => ["menu.top_down", "demo.top_down"],
        DemoKind::Planets => ["menu.planets", "demo.planets"],
    }
}

/// A demo on the screen.
pub struct DemoScreen {
    kind: DemoKind,
    scene: Box<dyn Demo>,
    /// Seconds so far.
    time: f32,
    clock: Clock,
    queue: InputBuffer,
}

impl DemoScreen {
    /// The start.
    pub fn new(kind: DemoKind) -> Self {
        let mut queue = InputBuffer::default();
        queue.clear();
        Self { kind, scene: kind.start(), time: 0.0, clock: Clock::default(), queue }
    }

    /// One frame.
    fn advance(&mut self, input: &UiInput, solver: SolverSetup, dt: f32) {
        let shape = self.scene.view().shape;
        self.time += dt;
        self.queue.add(input.buttons);
        for _ in 0..self.clock.ticks(dt) {
            self.scene.step(self.queue.next(), solver);
        }
        if self.scene.view().shape != shape {
            input.sound(Effect::MenuMove);
        }
    }

    /// Draws the world. Returns the shape and the solver.
    fn world(&self, canvas: &mut Canvas, assets: &Assets, solver: SolverSetup) -> String {
        let scene = self.scene.view();
        let DemoView { space, mover, shape, arrow: [foot, tip], collides, pose } = scene;
        let view = shape.solver(solver).view();
        let (half, radius) = view.core(mover);
        // Edges without thickness, or pieces, meet the whole mover.
        let skin = radius.min(mover.effective_skin());
        let mut pen = Pen::new(canvas, assets, world_box(canvas.format), Vec2::ZERO);
        for piece in space.terrain.pieces() {
            pen.polygon(&piece.corners(), palette::DENIM);
        }
        hem(&mut pen, space.terrain.edges(), skin);
        let center = mover.aabb.center;
        let [whole, inner] = [radius, radius - skin].map(|radius| pen.rounded_box(center, half, radius));
        let alpha = if collides { 1.0 } else { 0.4 };
        pen.outlined(&whole, palette::faded(palette::ROSE, 0.4 * alpha), palette::faded(palette::ROSE, alpha), 1.0);
        if pose.is_none() {
            pen.outlined(&inner, palette::faded(palette::RED, alpha), palette::INK, 1.0);
        }
        pen.arrow(foot, tip, palette::CREAM);
        for touch in scene.contacts(solver).iter().filter(|_| collides) {
            pen.contact_normal(space, &Aabb::new(center, half), touch, palette::LEAF);
        }
        if let Some(pose) = pose {
            let height = half.dot(mover.up.abs()) + radius;
            self.character(&mut pen, pose, center - mover.up * height, mover.up);
        }
        let words = &assets.words;
        let shown = words.get(SHAPE_NAMES[shape.under(solver) as usize]);
        let state = if collides { shown } else { words.get("demo.off") };
        format!("{state} · {}", solver.kind)
    }

    /// Draws the player with its feet at this point, turned by its up.
    fn character(&self, pen: &mut Pen, (pose, flip): (Pose, bool), feet: Vec2, up: Vec2) {
        let name = match pose {
            Pose::Run => "player_run",
            Pose::Jump => "player_jump",
            Pose::Fall => "player_fall",
            _ => "player_idle",
        };
        let sprite = pen.assets.sprites.get(name);
        let scale = Vec2::splat(world_box(pen.canvas.format).scale);
        let style = Style { flip, scale, turn: up.x.atan2(-up.y), ..Style::default() };
        pen.canvas.sprite(sprite.looped(self.time), sprite.origin, pen.at(feet), style);
    }
}

impl Screen for DemoScreen {
    fn spec(&self, _: &Services) -> ScreenSpec {
        // The keys are those of the player, as in a level.
        ScreenSpec { name: "demo", steering: Steering::WithDash, ..ScreenSpec::default() }
    }

    fn update(&mut self, input: &UiInput, services: &mut Services, dt: f32) -> Option<Goto> {
        self.advance(input, services.solver, dt);
        input.pressed(Hotkey::Menu).then(|| services.home())
    }

    fn draw(&mut self, canvas: &mut Canvas, services: &mut Services) {
        let assets = &services.assets;
        let (words, font, format) = (&assets.words, &assets.font, canvas.format);
        cloth::night(canvas, Vec2::ZERO, format.size);
        let figures = self.world(canvas, assets, services.solver);
        let ([title, help], scale) = (texts(self.kind), font.text_scale());
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
}

/// The edges as hems of this radius, joined at the corners, each with a seam in its middle.
fn hem(pen: &mut Pen, edges: &[Edge], radius: f32) {
    let radius = radius.max(MIN_HEM);
    for (radius, color) in [(radius + 1.0, palette::INK), (radius, palette::MUSTARD)] {
        for Edge { segment, .. } in edges {
            let corners = pen.rounded(&[segment.a, segment.b], radius);
            pen.canvas.polygon(&corners, color);
        }
    }
    for Edge { segment, .. } in edges.iter().filter(|_| radius > MIN_HEM) {
        let ends = [segment.a, segment.b].map(|end| pen.at(end));
        pen.canvas.stitches(FINE, &ends, false, palette::INK);
    }
}

#[cfg(test)]
mod tests {
    use seamwalker_sim::{Buttons, TICK};

    use super::*;
    use crate::app::input::ButtonState;
    use crate::app::render::SIZE;
    use crate::app::screens::texts::languages;

    /// The most lines that the help may have with small and large text.
    const MAX_HELP_LINES: [usize; 2] = [2, 3];

    #[test]
    fn the_help_fits_in_both_languages_and_sizes() {
        for (words, mut font) in languages() {
            for large in [false, true] {
                font.large = large;
                let format = ScreenFormat { large, ..ScreenFormat::default() };
                let (scale, world) = (font.text_scale(), world_box(format));
                for kind in DemoKind::ALL {
                    // Pictures of keys are at most as wide as four letters.
                    let help = words.get(texts(kind)[1]).split_inclusive(']');
                    let help: String = help.map(|part| part.replace('[', "MM [")).collect();
                    let lines = font.wrap(&help, help_width(format) / scale).len();
                    assert!(lines <= MAX_HELP_LINES[usize::from(large)], "{}: {lines}", words.code());
                    let footer = lines as f32 * (font.height + 1.0) * scale + 13.0;
                    assert!(world.corner.y + 300.0 * world.scale <= SIZE.y - footer + 1.0, "{}: {large}", words.code());
                }
            }
        }
    }

    #[test]
    fn keys_that_chose_the_demo_in_a_menu_do_nothing_until_they_are_released() {
        let mut demo = DemoScreen::new(DemoKind::TopDown);
        let mut collides = |held| {
            let buttons = ButtonState { held, pressed: held };
            let input = UiInput { buttons, ..UiInput::default() };
            demo.advance(&input, SolverSetup::default(), TICK * 1.01);
            demo.scene.view().collides
        };
        assert_eq!([Buttons::JUMP, 0, Buttons::JUMP].map(&mut collides), [true, true, false]);
    }
}

//! See it snag: two heroes on the same ground with the same input, thick-sat above and another solver below. `layout.rs` says where the
//! parts are, `lane.rs` draws a lane.

mod lane;
mod layout;

use glam::Vec2;
use seamwalker_collide::{SolverKind, SolverSetup};
use seamwalker_lab::snag::SeeItSnag;
use seamwalker_lab::story::Page;
use seamwalker_sim::{Buttons, Input, LongestSlide, TICK};

use super::menu::button;
use super::{Goto, Screen, ScreenSpec, Steering, UiInput};
use crate::app::audio::Effect;
use crate::app::input::{ButtonState, Device, Hotkey, InputBuffer};
use crate::app::level_view::PlayerView;
use crate::app::play::clock::Clock;
use crate::app::render::{Assets, Canvas, Font, ScreenFormat, palette};
use crate::app::services::Services;
use crate::app::ui::banner::solver_key;
use crate::app::ui::{Label, cloth, words::Words};
use layout::SnagLayout;

/// The solvers that the design is about carry a mark.
const MARKED: [SolverKind; 3] = [SolverKind::ThickSat, SolverKind::PerAxis, SolverKind::MandatoryFirst];
/// At a catch, time runs at this speed for so long, in seconds.
const SLOW: f32 = 0.1;
const SLOW_TIME: f32 = 1.0 / 3.0;
/// The speed of a repetition.
const REPEAT_SPEED: f32 = 0.125;
/// How much closer the view moves at a catch, as a share of its scale, for how many seconds, and how quickly, in shares per second.
const CLOSER: f32 = 1.2;
const CLOSE_TIME: f32 = 2.5;
const ZOOM_RATE: f32 = 7.0;
/// Without input for so long, the heroes run by themselves again, in seconds.
const IDLE_TIME: f32 = 5.0;

/// The height of the band around the keys, in pixels.
const KEYS_MARGIN: f32 = 12.0;

/// The screen.
#[derive(Default)]
pub struct SnagScreen {
    scene: SeeItSnag,
    views: [PlayerView; 2],
    clock: Clock,
    queue: InputBuffer,
    /// Seconds since the last input of the player, if there was one.
    idle: Option<f32>,
    /// Seconds since the screen was opened.
    time: f32,
    /// Seconds left of the slow motion at a catch, and of the closer view.
    slow: f32,
    close: f32,
    /// How much closer the view is, as a share of the usual scale, and to which point.
    closer: f32,
    focus: Vec2,
    /// The lane of the last catch in this place.
    caught: Option<usize>,
}

/// A button: what it does, and its text.
type Button = (Action, String);

/// What a button does.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Action {
    Choose(SolverKind),
    Turn(isize),
    Form,
    Repeat,
    Story,
}

impl SnagScreen {
    /// The beginning of the course.
    pub fn new() -> Self {
        let mut screen = Self::default();
        screen.queue.clear();
        screen.begin();
        screen
    }

    /// The buttons with their texts: the solvers, then the rest.
    fn buttons(&self, words: &Words) -> [Vec<Button>; 2] {
        let solvers = SolverKind::ALL.into_iter().enumerate().map(|(i, kind)| {
            let mark = if MARKED.contains(&kind) { " *" } else { "" };
            (Action::Choose(kind), format!("{} {kind}{mark}", i + 1))
        });
        let form = if self.is_written() { "snag.at_best" } else { "snag.as_written" };
        let others = [
            (Action::Turn(-1), "‹".to_owned()),
            (Action::Turn(1), "›".to_owned()),
            (Action::Form, words.get(form).to_owned()),
            (Action::Repeat, words.get("snag.repeat").to_owned()),
            (Action::Story, words.get("snag.story").to_owned()),
        ];
        [solvers.collect(), others.into_iter().collect()]
    }

    /// The layout above keys of this height, and the buttons.
    fn layout(&self, words: &Words, font: &Font, format: ScreenFormat, keys: f32) -> (SnagLayout, Vec<Button>) {
        let rows = self.buttons(words);
        let layout = SnagLayout::new(format, font, &rows, keys + KEYS_MARGIN);
        (layout, rows.into_iter().flatten().collect())
    }

    fn is_written(&self) -> bool {
        let setup = self.scene.setup();
        setup == SolverSetup::as_written(setup.kind)
    }

    fn act(&mut self, action: Action) -> Option<Goto> {
        match action {
            Action::Choose(kind) => self.scene.choose(kind),
            Action::Turn(by) => self.scene.turn(by),
            Action::Form => self.scene.toggle_form(),
            Action::Repeat if !self.scene.can_repeat() => return None,
            Action::Repeat => {
                self.scene.repeat();
                return None;
            }
            Action::Story => return Some(Goto::Story(page(self.scene.setup().kind))),
        }
        self.begin();
        None
    }

    /// Forgets the catch of another place.
    fn begin(&mut self) {
        self.views = [PlayerView::new(), PlayerView::new()];
        (self.caught, self.slow, self.close) = (None, 0.0, 0.0);
    }

    /// What the player's buttons do beside running and jumping.
    fn pressed_action(&self, pressed: u8) -> Option<Action> {
        let at = self.scene.setup().kind as usize;
        let count = SolverKind::ALL.len();
        let other = |by: usize| Action::Choose(SolverKind::ALL[(at + by) % count]);
        let actions = [
            (Buttons::UP, other(count - 1)),
            (Buttons::DOWN, other(1)),
            (Buttons::DASH, Action::Form),
            (Buttons::RETRY, Action::Repeat),
        ];
        actions.into_iter().find(|(button, _)| pressed & button != 0).map(|(_, action)| action)
    }

    /// The ticks of a frame.
    fn run(&mut self, buttons: ButtonState, dt: f32, input: &UiInput) {
        let steers = Buttons::LEFT | Buttons::RIGHT | Buttons::JUMP;
        self.idle = if buttons.held & steers != 0 { Some(0.0) } else { self.idle.map(|idle| idle + dt) };
        self.idle = self.idle.filter(|idle| *idle < IDLE_TIME);
        (self.slow, self.close) = ((self.slow - dt).max(0.0), (self.close - dt).max(0.0));
        self.time += dt;
        self.clock.speed = match self.scene.is_repeating() {
            true => REPEAT_SPEED,
            false if self.slow > 0.0 => SLOW,
            false => 1.0,
        };
        let is_close = self.close > 0.0 || self.scene.is_repeating();
        let wanted = if is_close && !input.calm { CLOSER } else { 0.0 };
        self.closer += (wanted - self.closer) * (ZOOM_RATE * dt).min(1.0);
        self.queue.add(ButtonState { held: buttons.held & steers, pressed: buttons.pressed & steers });
        for _ in 0..self.clock.ticks(dt) {
            let own: Option<Input> = self.idle.is_some().then(|| self.queue.next());
            let (place, repeats) = (self.scene.progress(), self.scene.is_repeating());
            let caught = self.scene.step(own);
            if self.scene.progress() != place {
                self.begin();
            }
            let running = self.views.iter_mut().zip(&self.scene.lanes).filter(|(_, lane)| !lane.is_through());
            running.for_each(|(view, lane)| view.tick(&lane.world));
            if let Some(catch) = caught.and_then(|lane| self.scene.lanes[lane].last) {
                (self.caught, self.focus) = (caught, catch.slide.mover.aabb.center);
                input.sound(Effect::Snag);
                (self.slow, self.close) = (if repeats { 0.0 } else { SLOW_TIME }, CLOSE_TIME);
                break;
            }
        }
    }

    /// The sentence below the lanes.
    fn sentence(&self, words: &Words) -> String {
        let setup = self.scene.setup();
        let catch = self.caught.and_then(|lane| self.scene.lanes[lane].last);
        let Some(catch) = catch else {
            let intro = if setup.kind == SolverKind::ThickSat { "snag.intro_same" } else { "snag.intro" };
            return words.fill(intro, &[&setup.kind, &words.get(&solver_key("solver", setup.kind))]);
        };
        let direction = direction(catch.touch.map_or(Vec2::NEG_X, |touch| touch.contact.normal));
        let why = words.fill(&solver_key("why", setup.kind), &[&words.get(direction)]);
        let LongestSlide { delta, moved, .. } = catch.slide;
        let [wanted, got] = [delta, moved].map(|way| format!("{:.1}", way.dot(delta.normalize_or_zero()).max(0.0)));
        let result = if catch.is_stopped { "snag.stopped" } else { "snag.moved" };
        format!("{why} {}", words.fill(result, &[&wanted, &got]))
    }
}

impl Screen for SnagScreen {
    fn spec(&self, services: &Services) -> ScreenSpec {
        // On a touch screen there is no room for thumbs beside the buttons: the pictures are touched instead.
        let steering = if is_touched(services) { Steering::None } else { Steering::WithDash };
        let ticks = Some((self.time / TICK) as u64);
        ScreenSpec { name: "snag", steering, fine_below: f32::INFINITY, ticks, ..ScreenSpec::default() }
    }

    fn update(&mut self, input: &UiInput, services: &mut Services, dt: f32) -> Option<Goto> {
        let assets = &services.assets;
        let keys = keys(assets, input.format).size().y;
        let (layout, buttons) = self.layout(&assets.words, &assets.font, input.format, keys);
        let mut hit = buttons.iter().zip(&layout.buttons).filter(|(_, at)| input.clicked && input.touches(**at));
        let clicked = hit.next().map(|((action, _), _)| *action);
        let chosen = input.commands.iter().find_map(|command| match command {
            Hotkey::Solver(kind) => Some(Action::Choose(*kind)),
            _ => None,
        });
        let action = clicked.or(chosen).or_else(|| self.pressed_action(input.buttons.pressed));
        if let Some(action) = action {
            input.sound(Effect::MenuMove);
            if let Some(goto) = self.act(action) {
                return Some(goto);
            }
        }
        let buttons = if is_touched(services) { touched(input, layout.lanes) } else { input.buttons };
        self.run(buttons, dt, input);
        input.pressed(Hotkey::Menu).then(|| services.home())
    }

    fn draw(&mut self, canvas: &mut Canvas, services: &mut Services) {
        let (assets, density) = (&services.assets, services.density);
        let format = canvas.format;
        let (words, font) = (&assets.words, &assets.font);
        let keys = keys(assets, format);
        let (layout, buttons) = self.layout(words, font, format, keys.size().y);
        cloth::night(canvas, Vec2::ZERO, format.size);
        for (lane, place) in layout.lanes.into_iter().enumerate() {
            self.lane(canvas, assets, lane, place, density);
        }
        let letters = SnagLayout::letters(format);
        let (at, count) = self.scene.progress();
        let place = words.get(&format!("place.{}", self.scene.place().name)).to_owned();
        let text = format!("{}  {}/{count}  {place}", words.get("menu.snag"), at + 1);
        let left = layout.lanes[0].0.x + if format.is_narrow() { 0.0 } else { format.target };
        let top = layout.lanes[0].0.y - font.height * 2.0;
        let room = format.size.x - left - layout.lanes[0].0.x;
        let scale = [2.0, 1.5, 1.0].into_iter().find(|scale| font.width(&text) * scale <= room).unwrap_or(1.0);
        font.scaled(canvas, &text, Vec2::new(left, top), scale, palette::CREAM);
        let (corner, width) = layout.sentence;
        for (i, line) in font.wrap(&self.sentence(words), width / letters).into_iter().enumerate() {
            let at = corner + Vec2::new(0.0, i as f32 * (font.height + 1.0) * letters);
            font.scaled(canvas, line, at, letters, palette::CREAM);
        }
        for ((action, text), place) in buttons.iter().zip(&layout.buttons) {
            let is_off = *action == Action::Repeat && !self.scene.can_repeat();
            canvas.alpha = if is_off { 0.4 } else { 1.0 };
            let chosen = *action == Action::Choose(self.scene.setup().kind);
            button(canvas, font, *place, text, layout.scale, chosen);
        }
        canvas.alpha = 1.0;
        let mark = words.get("snag.marked");
        let (last, size) = layout.buttons.last().copied().unwrap_or_default();
        let left = format.size.x - layout.lanes[0].0.x - font.width(mark) * layout.scale;
        if last.x + size.x < left {
            font.scaled(canvas, mark, Vec2::new(left, last.y + 2.0), layout.scale, palette::SAND);
        }
        keys.footer(canvas, font);
    }

    fn details(&self) -> String {
        let [above, below] = self.scene.lanes.each_ref().map(|lane| lane.caught);
        let (place, setup) = (self.scene.place().name, self.scene.setup().kind);
        format!(" place={place} below={setup} caught={above},{below}")
    }
}

/// The page of the story about the idea of a solver.
fn page(kind: SolverKind) -> Page {
    match kind {
        SolverKind::ThinSat => Page::Winner,
        SolverKind::PerAxis => Page::PerAxis,
        SolverKind::MandatoryFirst => Page::Mandatory,
        SolverKind::Swept => Page::Sweep,
        SolverKind::VertexDiscard | SolverKind::EdgeFlags => Page::Bricks,
        _ => Page::Thick,
    }
}

fn is_touched(services: &Services) -> bool {
    services.devices.last == Device::Touch
}

/// The buttons of a finger on a lane: it runs to the side where the finger is, and jumps if that is on the upper lane.
fn touched(input: &UiInput, lanes: [layout::Rectangle; 2]) -> ButtonState {
    let lane = lanes.iter().position(|(at, size)| input.holds && input.points_at(*at, *size));
    let side = if input.mouse.x < input.format.middle() { Buttons::LEFT } else { Buttons::RIGHT };
    let held = lane.map_or(0, |lane| side | if lane == 0 { Buttons::JUMP } else { 0 });
    ButtonState { held, pressed: if input.clicked { held } else { 0 } }
}

/// The key of the word for a push along a normal.
fn direction(normal: Vec2) -> &'static str {
    match normal.abs() {
        n if n.x > 2.0 * n.y => "snag.back",
        n if n.y > 2.0 * n.x => "snag.up",
        _ => "snag.slanted",
    }
}

/// The keys, at the lower border.
fn keys(assets: &Assets, format: ScreenFormat) -> Label<'_> {
    let text = assets.words.for_device("snag.keys", assets.prompts.device);
    Label::new(text, format.size.x - 16.0, 1.0, assets)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::screens::texts::{FORMATS, assert_apart, languages};

    /// The least height of a lane, in pixels: the hero and a hill.
    const MIN_LANE: f32 = 60.0;

    #[test]
    fn lanes_sentences_and_buttons_fit_in_both_languages() {
        for (words, font) in languages() {
            for format in FORMATS.into_iter().filter(|format| format.large == font.large) {
                let screen = SnagScreen::new();
                let mut keys =
                    font.wrap(words.get("snag.keys"), format.size.x - 60.0).len() as f32 * (font.height + 1.0);
                if format.target > 0.0 {
                    keys = font.height + 1.0;
                }
                let (layout, _) = screen.layout(&words, &font, format, keys);
                let code = words.code();
                assert!(layout.lanes[0].1.y >= MIN_LANE, "{code}: {format:?}: {:?}", layout.lanes[0].1);
                let letters = SnagLayout::letters(format);
                let (corner, width) = layout.sentence;
                let size = Vec2::new(width, SnagLayout::sentence_lines(format) * (font.height + 1.0) * letters);
                let parts = layout.lanes.into_iter().chain([(corner, size)]).chain(layout.buttons.iter().copied());
                let shown = Vec2::new(format.size.x, format.size.y - keys - KEYS_MARGIN);
                assert_apart(ScreenFormat { size: shown, ..format }, &parts.collect::<Vec<_>>());
                for kind in SolverKind::ALL {
                    let results = ["snag.moved", "snag.stopped"].map(|key| words.fill(key, &[&"3.6", &"0.1"]));
                    let why = words.fill(&solver_key("why", kind), &[&words.get("snag.slanted")]);
                    let idea = words.fill("snag.intro", &[&kind, &words.get(&solver_key("solver", kind))]);
                    for text in results.map(|result| format!("{why} {result}")).into_iter().chain([idea]) {
                        let lines = font.wrap(&text, width / letters).len() as f32;
                        assert!(lines <= SnagLayout::sentence_lines(format), "{code}: {format:?}: {lines}: {text}");
                    }
                }
            }
        }
    }

    #[test]
    fn keys_choose_the_solver_below_and_steer_both() {
        let mut screen = SnagScreen::new();
        let pressed = |button| ButtonState { held: button, pressed: button };
        assert_eq!(screen.pressed_action(Buttons::DOWN), Some(Action::Choose(SolverKind::PerAxis)));
        assert_eq!(screen.pressed_action(Buttons::UP), Some(Action::Choose(SolverKind::ThickSat)));
        assert_eq!(screen.act(Action::Choose(SolverKind::Disk)), None);
        assert_eq!(screen.pressed_action(Buttons::DOWN), Some(Action::Choose(SolverKind::ThickSat)));
        let feet = |screen: &SnagScreen| screen.scene.lanes.each_ref().map(|lane| lane.world.state.player.feet().x);
        let before = feet(&screen);
        (0..30).for_each(|_| screen.run(pressed(Buttons::LEFT), 1.0 / 60.0, &UiInput::default()));
        let after = feet(&screen);
        assert!(after[0] < before[0] && after[1] < before[1], "{before:?} {after:?}");
        assert_eq!(screen.act(Action::Story), Some(Goto::Story(Page::Thick)));
    }
}

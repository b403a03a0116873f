//! Curves of the last seconds, and what became of every press.

use egui_macroquad::egui::{
    Align2, Color32, Context, FontId, Frame, Painter, Rangef, Rect, RichText, Sense, Shape, Stroke, Ui, Window, pos2,
    vec2,
};
use macroquad::color::Color;
use seamwalker::lab::press_log::{Action, MAX_SAMPLES, PressLog, PressOutcome, Sample, TrackedPress};
use seamwalker::sim::{Event, Input, TICK, TICK_RATE, World};

use super::{Tool, ToolContext, strip};
use crate::app::lab_ui::{WIDTH, style};
use crate::app::render::palette;

/// A curve: its name with the unit, how many decimals it has, and its colour.
type Curve = (&'static str, usize, Color, fn(&Sample) -> f32);

/// All curves. Heights are drawn upwards.
const CURVES: [Curve; 9] = [
    ("x px", 1, palette::DENIM_LIGHT, |s| s.feet.x),
    ("height px", 1, palette::DENIM, |s| -s.feet.y),
    ("speed x px/s", 0, palette::MOSS, |s| s.velocity.x),
    ("speed up px/s", 0, palette::PLUM, |s| -s.velocity.y),
    ("depth px", 3, palette::RED, |s| s.depth),
    ("overlap px", 3, palette::RED_DARK, |s| s.overlap),
    ("rounds", 0, palette::NIGHT, |s| s.rounds as f32),
    ("candidates", 0, palette::NIGHT, |s| s.candidates as f32),
    ("cost µs", 0, palette::SAND, |s| s.cost * 1e6),
];

/// The curves that are shown at first: height, both speeds, depth, rounds, cost.
const USUAL: u16 = 0b1_0101_1110;
/// How much of time can be seen at once, in seconds.
const SPANS: [u32; 3] = [2, 5, 10];
/// The height of a curve in points: the highest, and the lowest that can still be read.
const LANE: (f32, f32) = (34.0, 15.0);
/// Which part of the window's height the curves may take.
const PART: f32 = 0.3;
/// How near the mouse must be to a press, in ticks.
const NEAR: u64 = 3;
/// How many presses the page tells.
const TOLD: usize = 30;

/// The page of the graphs.
pub struct Graphs {
    chronicle: PressLog,
    /// The curves that are shown, as bits.
    shown: u16,
    /// How many seconds of them.
    span: u32,
    /// The press that the mouse is over in the list.
    pointed: Option<u64>,
    /// What the tick that has just run took, in seconds.
    pub cost: f32,
}

impl Default for Graphs {
    fn default() -> Self {
        Self { chronicle: PressLog::default(), shown: USUAL, span: 5, pointed: None, cost: 0.0 }
    }
}

impl Tool for Graphs {
    fn name(&self) -> &'static str {
        "Graphs"
    }

    fn hint(&self) -> &'static str {
        "The last ten seconds, and why a jump did not happen."
    }

    fn before(&mut self, world: &World, input: Input) {
        self.chronicle.before(world, input);
    }

    fn after(&mut self, world: &World, events: &[Event]) {
        self.chronicle.after(world, events, self.cost);
    }

    fn forget(&mut self) {
        self.chronicle = PressLog::default();
    }

    fn page(&mut self, ui: &mut Ui, _bench: &mut ToolContext) {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 3.0;
            for (i, (name, ..)) in CURVES.iter().enumerate() {
                let on = self.shown & 1 << i != 0;
                if ui.selectable_label(on, *name).clicked() {
                    self.shown ^= 1 << i;
                }
            }
        });
        ui.horizontal(|ui| {
            for span in SPANS {
                ui.selectable_value(&mut self.span, span, format!("{span} s"));
            }
            if ui.button("copy as JSON").clicked() {
                ui.ctx().copy_text(serde_json::to_string(&self.chronicle).unwrap_or_default());
            }
        });
        ui.separator();
        let now = self.chronicle.samples.back().map_or(0, |sample| sample.tick);
        self.pointed = None;
        if self.chronicle.presses.is_empty() {
            ui.label("Press jump or dash: each press is tracked until it takes effect or expires.");
        }
        for press in self.chronicle.presses.iter().rev().take(TOLD) {
            let row = ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing.x = 4.0;
                let ago = now.saturating_sub(press.tick) as f32 * TICK;
                ui.label(RichText::new(format!("{ago:.1} s ago")).small().color(style::color(palette::PLUM)));
                ui.label(RichText::new(press.summary()).small().color(style::color(color(press))));
            });
            if row.response.hovered() {
                self.pointed = Some(press.tick);
            }
        }
    }

    fn beside(&mut self, context: &Context, bench: &mut ToolContext) {
        let screen = context.screen_rect();
        let lanes = self.shown.count_ones().max(1) as f32;
        let lane = (screen.height() * PART / lanes).clamp(LANE.1, LANE.0);
        let size = vec2(screen.width() - WIDTH - 64.0, lanes * lane + 40.0);
        let paper = style::color(palette::faded(palette::CREAM, 0.85));
        let frame = Frame::window(&context.style()).inner_margin(6.0).fill(paper);
        let shown = Window::new("curves")
            .title_bar(false)
            .resizable(false)
            .frame(frame)
            .anchor(Align2::LEFT_BOTTOM, vec2(12.0, -12.0))
            .show(context, |ui| {
                let (response, painter) = ui.allocate_painter(size, Sense::hover());
                self.paint(&painter, response.rect, response.hover_pos().map(|at| at.x));
            });
        bench.strip = strip::height(context, shown.map(|shown| shown.response));
    }
}

/// The colour of what became of a press.
fn color(press: &TrackedPress) -> Color {
    match (press.fate, press.act) {
        (PressOutcome::Waits, _) => palette::NIGHT,
        (PressOutcome::Fired, Action::Jump) => palette::MOSS,
        (PressOutcome::Fired, Action::Dash) => palette::PLUM,
        (PressOutcome::Missed | PressOutcome::Held, _) => palette::RED_DARK,
    }
}

/// The part of the panel that holds curves, and the time that it shows.
struct GraphArea<'a> {
    painter: &'a Painter,
    area: Rect,
    first: u64,
    step: f32,
}

impl GraphArea<'_> {
    fn x(&self, tick: u64) -> f32 {
        self.area.left() + (tick as f32 - self.first as f32) * self.step
    }

    fn text(&self, at: (f32, f32), align: Align2, text: &str, color: Color) {
        let font = FontId::proportional(12.0);
        self.painter.text(pos2(at.0, at.1), align, text, font, style::color(color));
    }

    /// Shades the ticks of which something is so.
    fn shade(&self, samples: &[&Sample], is_so: fn(&Sample) -> bool, height: Rangef, color: Color) {
        for run in samples.chunk_by(|a, b| is_so(a) == is_so(b)).filter(|run| is_so(run[0])) {
            let (from, to) = (self.x(run[0].tick), self.x(run[run.len() - 1].tick + 1));
            self.painter.rect_filled(Rect::from_x_y_ranges(from..=to, height), 0.0, style::color(color));
        }
    }

    fn upright(&self, x: f32, width: f32, color: Color32) {
        self.painter.vline(x, self.area.y_range(), Stroke::new(width, color));
    }
}

impl Graphs {
    /// Draws everything; `mouse` is where the mouse is over it.
    fn paint(&self, painter: &Painter, rect: Rect, mouse: Option<f32>) {
        let samples = &self.chronicle.samples;
        let ticks = (self.span * TICK_RATE).min(MAX_SAMPLES as u32);
        let area = rect.with_min_y(rect.top() + 18.0).with_max_y(rect.bottom() - 20.0);
        let now = samples.back().map_or(0, |sample| sample.tick);
        let first = (now + 1).saturating_sub(ticks.into());
        let sheet = GraphArea { painter, area, first, step: area.width() / ticks as f32 };
        let visible: Vec<&Sample> = samples.iter().filter(|sample| sample.tick >= first).collect();
        key(&sheet, rect);
        let ground = Rangef::new(area.bottom(), area.bottom() + 4.0);
        sheet.shade(&visible, |sample| sample.coyote, area.y_range(), palette::faded(palette::MUSTARD, 0.5));
        sheet.shade(&visible, |sample| sample.buffer, area.y_range(), palette::faded(palette::ROSE, 0.55));
        sheet.shade(&visible, |sample| sample.grounded, ground, palette::DENIM);
        for second in 1..self.span {
            let x = area.right() - (second * TICK_RATE) as f32 * sheet.step;
            sheet.upright(x, 1.0, style::color(palette::faded(palette::SAND, 0.6)));
            sheet.text((x, rect.bottom()), Align2::CENTER_BOTTOM, &format!("-{second} s"), palette::INK);
        }
        for press in self.chronicle.presses.iter().filter(|press| press.tick >= first) {
            let width = if self.pointed == Some(press.tick) { 5.0 } else { 2.0 };
            sheet.upright(sheet.x(press.tick), width, style::color(color(press)));
        }
        let at = mouse.map(|x| first + ((x - area.left()) / sheet.step).max(0.0) as u64);
        let told = at.and_then(|at| visible.iter().find(|sample| sample.tick == at)).or(visible.last());
        let shown = CURVES.iter().enumerate().filter(|(i, _)| self.shown & 1 << i != 0).map(|(_, curve)| curve);
        let lane = area.height() / self.shown.count_ones().max(1) as f32;
        for (i, curve) in shown.enumerate() {
            let top = area.top() + i as f32 * lane;
            let lane = area.with_min_y(top).with_max_y(top + lane);
            draw_curve(&sheet, lane, curve, &visible, told.copied());
        }
        if let Some(at) = at.filter(|_| told.is_some()) {
            sheet.upright(sheet.x(at), 1.0, style::color(palette::INK));
            self.tell(&sheet, rect, at, now);
        }
    }

    /// What happened at the mouse: when, and the press that is near.
    fn tell(&self, sheet: &GraphArea, rect: Rect, at: u64, now: u64) {
        let near = self.chronicle.presses.iter().filter(|press| press.tick.abs_diff(at) <= NEAR);
        let press = near.min_by_key(|press| press.tick.abs_diff(at)).map_or_else(String::new, TrackedPress::summary);
        let text = format!("tick {at}, {:.2} s ago  {press}", now.saturating_sub(at) as f32 * TICK);
        let font = FontId::proportional(12.0);
        let words = sheet.painter.layout(text, font, style::color(palette::INK), rect.width());
        let corner = pos2(rect.left(), rect.bottom() - words.size().y);
        sheet.painter.rect_filled(Rect::from_min_size(corner, words.size()), 0.0, style::color(palette::CREAM));
        sheet.painter.galley(corner, words, style::color(palette::INK));
    }
}

/// What the colours mean.
fn key(sheet: &GraphArea, rect: Rect) {
    let words = [
        ("coyote time", palette::MUSTARD),
        ("buffer", palette::ROSE),
        ("jumped", palette::MOSS),
        ("dashed", palette::PLUM),
        ("missed", palette::RED_DARK),
        ("ground", palette::DENIM),
    ];
    let mut x = rect.left();
    for (word, color) in words {
        let mark = Rect::from_min_size(pos2(x, rect.top() + 3.0), vec2(9.0, 9.0));
        sheet.painter.rect_filled(mark, 2.0, style::color(color));
        sheet.text((x + 12.0, rect.top()), Align2::LEFT_TOP, word, palette::INK);
        x += 20.0 + 6.3 * word.len() as f32;
    }
}

/// One curve in its lane, with its name, its range, and the value at a tick.
fn draw_curve(sheet: &GraphArea, lane: Rect, curve: &Curve, samples: &[&Sample], told: Option<&Sample>) {
    let &(name, digits, color, value) = curve;
    sheet.painter.hline(lane.x_range(), lane.bottom(), Stroke::new(1.0, style::color(palette::SAND)));
    let (low, high) = samples
        .iter()
        .map(|sample| value(sample))
        .fold((f32::MAX, f32::MIN), |(low, high), value| (low.min(value), high.max(value)));
    let (low, range) = if high - low < 1e-6 { (low - 0.5, 1.0) } else { (low, high - low) };
    let y = |value: f32| lane.bottom() - 2.0 - (value - low) / range * (lane.height() - 4.0);
    let points = samples.iter().map(|sample| pos2(sheet.x(sample.tick) + sheet.step * 0.5, y(value(sample)))).collect();
    sheet.painter.add(Shape::line(points, Stroke::new(1.5, style::color(color))));
    let Some(told) = told else { return };
    // Adding zero makes a plain zero of a negative one.
    let text = format!("{name}  {:.digits$}", value(told) + 0.0);
    let font = FontId::proportional(12.0);
    let words = sheet.painter.layout_no_wrap(text, font, style::color(palette::INK));
    let corner = lane.left_top() + vec2(2.0, 1.0);
    let back = Rect::from_min_size(corner, words.size()).expand(1.0);
    sheet.painter.rect_filled(back, 2.0, style::color(palette::faded(palette::CREAM, 0.85)));
    sheet.painter.galley(corner, words, style::color(palette::INK));
    let x = sheet.x(told.tick) + sheet.step * 0.5;
    sheet.painter.circle_filled(pos2(x, y(value(told))), 2.5, style::color(color));
}

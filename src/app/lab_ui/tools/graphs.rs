//! Curves of the last seconds, and the outcome of every press.

use egui_macroquad::egui::{Align2, Context, Rangef, Rect, Shape, Stroke, Ui, pos2, vec2};
use macroquad::color::Color;
use seamwalker_lab::press_log::{Action, MAX_SAMPLES, PressLog, PressOutcome, Sample, TrackedPress};
use seamwalker_sim::{Event, Input, TICK, TICK_RATE, World};

use super::strip::{self, TickAxis};
use super::{Tool, ToolContext};
use crate::app::lab_ui::style;
use crate::app::render::palette;

/// A curve: name with unit, decimals, colour, and value of a sample.
type Curve = (&'static str, usize, Color, fn(&Sample) -> f32);

/// All curves. Heights are drawn upwards.
const CURVES: [Curve; 6] = [
    ("height px", 1, palette::DENIM, |s| -s.feet.y),
    ("speed x px/s", 0, palette::MOSS, |s| s.velocity.x),
    ("speed up px/s", 0, palette::PLUM, |s| -s.velocity.y),
    ("depth px", 3, palette::RED, |s| s.depth),
    ("rounds", 0, palette::NIGHT, |s| s.rounds as f32),
    ("cost µs", 0, palette::SAND, |s| s.cost * 1e6),
];

/// The meaning of the other colours.
const GRAPH_KEY: [(&str, Color); 6] = [
    ("coyote time", palette::MUSTARD),
    ("buffer", palette::ROSE),
    ("jumped", palette::MOSS),
    ("dashed", palette::PLUM),
    ("missed", palette::RED_DARK),
    ("ground", palette::DENIM),
];

/// Range of the height of a curve, in points: a lower one would be unreadable.
const LANE_HEIGHT: (f32, f32) = (15.0, 34.0);
/// Height of the seconds below the curves, in points.
const LEGEND_HEIGHT: f32 = 20.0;
/// Share of the window's height that the curves may take.
const MAX_GRAPH_SHARE: f32 = 0.3;
/// The most presses that are listed.
const MAX_LISTED_PRESSES: usize = 30;

/// The page of the graphs.
#[derive(Default)]
pub struct Graphs {
    log: PressLog,
    /// Duration of the tick that has just run, in seconds.
    pub cost: f32,
}

impl Tool for Graphs {
    fn before(&mut self, world: &World, input: Input) {
        self.log.before(world, input);
    }

    fn after(&mut self, world: &World, events: &[Event]) {
        self.log.after(world, events, self.cost);
    }

    fn forget(&mut self) {
        self.log = PressLog::default();
    }

    fn page(&mut self, ui: &mut Ui, _cx: &mut ToolContext) {
        let now = self.log.samples.back().map_or(0, |sample| sample.tick);
        if self.log.presses.is_empty() {
            ui.label("Press jump or dash: each press is tracked until it takes effect or expires.");
        }
        for press in self.log.presses.iter().rev().take(MAX_LISTED_PRESSES) {
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing.x = 4.0;
                let ago = now.saturating_sub(press.tick) as f32 * TICK;
                style::small(ui, format!("{ago:.1} s ago"), palette::PLUM);
                style::small(ui, press.summary(), color(press));
            });
        }
    }

    fn beside(&mut self, context: &Context, cx: &mut ToolContext) {
        let share = context.screen_rect().height() * MAX_GRAPH_SHARE / CURVES.len() as f32;
        let lane = share.clamp(LANE_HEIGHT.0, LANE_HEIGHT.1);
        cx.strip = strip::show_wide(context, cx.place, "curves", |ui| {
            style::key(ui, &GRAPH_KEY);
            self.paint(ui, lane);
        });
    }
}

/// The colour of a press's outcome.
fn color(press: &TrackedPress) -> Color {
    match (press.fate, press.act) {
        (PressOutcome::Waits, _) => palette::NIGHT,
        (PressOutcome::Fired, Action::Jump) => palette::MOSS,
        (PressOutcome::Fired, Action::Dash) => palette::PLUM,
        (PressOutcome::Missed, _) => palette::RED_DARK,
    }
}

/// Shades the ticks that match a condition.
fn shade(axis: &TickAxis, samples: &[Sample], matches: fn(&Sample) -> bool, height: Rangef, color: Color) {
    for run in samples.chunk_by(|a, b| matches(a) == matches(b)).filter(|run| matches(&run[0])) {
        axis.fill((run[0].tick, run[run.len() - 1].tick + 1), height, 0.0, color);
    }
}

impl Graphs {
    /// The curves, each of this height, with the seconds below. Labels are those of the tick at the mouse.
    fn paint(&mut self, ui: &mut Ui, lane: f32) {
        let samples: &[Sample] = self.log.samples.make_contiguous();
        let now = samples.last().map_or(0, |sample| sample.tick);
        let first = (now + 1).saturating_sub(MAX_SAMPLES as u64);
        let height = lane * CURVES.len() as f32 + LEGEND_HEIGHT;
        let (mut axis, response) = TickAxis::new(ui, height, first, MAX_SAMPLES as u64);
        axis.area.max.y -= LEGEND_HEIGHT;
        let (axis, area) = (&axis, axis.area);
        let ground = Rangef::new(area.bottom(), area.bottom() + 4.0);
        shade(axis, samples, |sample| sample.coyote, area.y_range(), palette::faded(palette::MUSTARD, 0.5));
        shade(axis, samples, |sample| sample.buffer, area.y_range(), palette::faded(palette::ROSE, 0.55));
        shade(axis, samples, |sample| sample.grounded, ground, palette::DENIM);
        for second in 1..MAX_SAMPLES as u64 / u64::from(TICK_RATE) {
            let tick = first + MAX_SAMPLES as u64 - second * u64::from(TICK_RATE);
            axis.line(tick, 1.0, palette::faded(palette::SAND, 0.6));
            axis.text(pos2(axis.x(tick), response.rect.bottom()), Align2::CENTER_BOTTOM, format!("-{second} s"));
        }
        for press in self.log.presses.iter().filter(|press| press.tick >= first) {
            axis.line(press.tick, 2.0, color(press));
        }
        let at = response.hover_pos().map(|at| first + axis.ticks_to(at.x) as u64);
        let Some(labelled) = at.and_then(|at| samples.iter().find(|sample| sample.tick == at)).or(samples.last())
        else {
            return;
        };
        for (i, curve) in CURVES.iter().enumerate() {
            let top = area.top() + i as f32 * lane;
            draw_curve(axis, area.with_min_y(top).with_max_y(top + lane), curve, samples, labelled);
        }
        if let Some(at) = at {
            axis.line(at, 1.0, palette::INK);
            let text = format!("tick {at}, {:.2} s ago", now.saturating_sub(at) as f32 * TICK);
            axis.text(response.rect.left_bottom(), Align2::LEFT_BOTTOM, text);
        }
    }
}

/// One curve in its lane, with its name and the value of the labelled sample.
fn draw_curve(axis: &TickAxis, lane: Rect, curve: &Curve, samples: &[Sample], labelled: &Sample) {
    let &(name, digits, color, value) = curve;
    axis.painter.hline(lane.x_range(), lane.bottom(), Stroke::new(1.0, style::color(palette::SAND)));
    let values = samples.iter().map(value);
    let (low, high) = values.fold((f32::MAX, f32::MIN), |(low, high), value| (low.min(value), high.max(value)));
    let (low, range) = if high - low < 1e-6 { (low - 0.5, 1.0) } else { (low, high - low) };
    let y = |value: f32| lane.bottom() - 2.0 - (value - low) / range * (lane.height() - 4.0);
    let point = |sample: &Sample| pos2(axis.x(sample.tick) + axis.width * 0.5, y(value(sample)));
    let points = samples.iter().map(point).collect();
    axis.painter.add(Shape::line(points, Stroke::new(1.5, style::color(color))));
    // Adding zero turns a negative zero into a plain one.
    let text = format!("{name}  {:.digits$}", value(labelled) + 0.0);
    axis.text(lane.left_top() + vec2(2.0, 1.0), Align2::LEFT_TOP, text);
    axis.painter.circle_filled(point(labelled), 2.5, style::color(color));
}

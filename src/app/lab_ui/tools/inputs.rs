//! Records inputs, shows them on a timeline where they can be edited, and loops them.

use egui_macroquad::egui::{
    Align, Align2, Button, Context, CornerRadius, CursorIcon, DragValue, FontId, Pos2, Rect, ScrollArea, Sense,
    TextEdit, Ui, pos2, vec2,
};
use seamwalker_lab::{Loop, MAX_TAKE_TICKS, Press, Take};
use seamwalker_sim::{InputTimeline, TICK_RATE, World};

use super::strip::{self, TickAxis};
use super::{Tool, ToolContext, need_play};
use crate::app::lab_ui::session::Session;
use crate::app::lab_ui::{Request, style};
use crate::app::render::palette;

/// Height of a row of the timeline, and width of the button names at its left, in points.
const TIMELINE_ROW: f32 = 19.0;
const BUTTON_NAME_WIDTH: f32 = 44.0;
/// Within this distance of the end of a press, a drag moves that end, in points.
const GRAB_DISTANCE: f32 = 6.0;
/// Length of a new press, in ticks.
const NEW_PRESS: u32 = 6;
/// Range of the width of a tick, in points.
const TICK_WIDTHS: (f32, f32) = (0.5, 16.0);
/// Parts of the past that can become a recording, in seconds.
const PAST_SECONDS: [u64; 3] = [2, 5, 10];

/// The part of a press that the mouse holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PressPart {
    Begin,
    End,
    /// All of it, held this many ticks after its beginning.
    All(u32),
}

/// The page of inputs.
pub struct Inputs {
    /// Points per tick.
    width: f32,
    /// The dragged press: before and after, and the part held.
    drag: Option<(Press, Press, PressPart)>,
    /// The text of an input file in the editor, and its error.
    text: Option<String>,
    error: Option<String>,
}

impl Default for Inputs {
    fn default() -> Self {
        Self { width: 4.0, drag: None, text: None, error: None }
    }
}

impl Tool for Inputs {
    fn forget(&mut self) {
        self.drag = None;
    }

    fn page(&mut self, ui: &mut Ui, cx: &mut ToolContext) {
        let Some(play) = need_play(ui, cx.play.as_deref_mut()) else { return };
        let session = &mut *cx.session;
        let world = &play.world;
        let mut destination = record_buttons(ui, session, world);
        if session.looped.is_some() {
            ui.separator();
            self.section(ui, session, world, &mut destination);
            let hint =
                "Below: drag a press or its ends, click an empty place to add one, double-click one to remove it.";
            style::small(ui, hint, palette::INK);
        }
        ui.separator();
        if ui.button("as text").on_hover_text("an input file, for `seamwalker run`").clicked() {
            let recorded = session.take().map(|looped| looped.take().inputs.to_string());
            self.text = Some(recorded.unwrap_or_else(|| "60 right\n12 right+jump\n".into()));
        }
        if let Some(text) = &mut self.text {
            ui.add(TextEdit::multiline(text).desired_rows(6).code_editor().desired_width(f32::INFINITY));
            ui.horizontal(|ui| {
                if ui.button("apply").clicked() {
                    match Take::parse_inputs(text) {
                        Ok(inputs) => {
                            let start = session.looped.as_ref().map_or(world, |looped| &looped.take().start).clone();
                            destination = Some(session.play(Loop::new(Take::new(start, inputs)), &world.rules));
                            self.error = None;
                        }
                        Err(why) => self.error = Some(why),
                    }
                }
                style::small(ui, "`12 right+jump`: hold both for 12 ticks", palette::INK);
            });
            if let Some(error) = &self.error {
                ui.colored_label(style::color(palette::RED_DARK), error);
            }
        }
        cx.requests.extend(destination.map(|world| Request::Travel(Box::new(world))));
    }

    fn beside(&mut self, context: &Context, cx: &mut ToolContext) {
        let Some(play) = cx.play.as_deref_mut() else { return };
        let world = &play.world;
        cx.session.find_path(world);
        let Some(looped) = &cx.session.looped else { return };
        let mut edit = None;
        let runs = cx.session.plays && !play.clock.paused;
        cx.strip = strip::show_wide(context, "timeline", |ui| edit = self.timeline(ui, looped, (world, runs)));
        if let Some((old, new)) = edit {
            let destination = cx.session.edit(world, |take| {
                take.change(old, new);
            });
            cx.requests.extend(destination.map(|world| Request::Travel(Box::new(world))));
        }
    }
}

/// Buttons that record, or turn a part of the past into a recording. Returns the world to continue in.
fn record_buttons(ui: &mut Ui, session: &mut Session, world: &World) -> Option<World> {
    let mut destination = None;
    ui.horizontal_wrapped(|ui| {
        if let Some(take) = &session.recording {
            let ticks = take.inputs.len();
            let full = if ticks >= MAX_TAKE_TICKS { ", the maximum" } else { "" };
            if ui.button(format!("stop recording: {ticks} ticks{full}")).clicked() {
                destination = Some(session.play(Loop::new(take.clone()), &world.rules));
            }
        } else if ui.button("record").on_hover_text("from this tick on").clicked() {
            session.recording = Some(Take::new(world.clone(), InputTimeline::default()));
            session.plays = false;
        }
        ui.label("or the last");
        for seconds in PAST_SECONDS {
            let (now, ticks) = (world.state.ticks, session.history.ticks());
            let from = now.saturating_sub(seconds * u64::from(TICK_RATE)).max(*ticks.start());
            let enough = from < now && ticks.contains(&now);
            if ui.add_enabled(enough, Button::new(format!("{seconds} s"))).clicked()
                && let Some(take) = session.history.take(from, now)
            {
                destination = Some(session.play(Loop::new(take), &world.rules));
            }
        }
    });
    destination
}

impl Inputs {
    /// Controls of the played section.
    fn section(&mut self, ui: &mut Ui, session: &mut Session, world: &World, destination: &mut Option<World>) {
        let Session { looped: Some(looped), plays, .. } = session else { return };
        let mut discard = false;
        ui.horizontal(|ui| {
            let text = if *plays { "stop" } else { "play" };
            if ui.button(text).clicked() {
                *plays = !*plays;
                if *plays {
                    *destination = Some(looped.at(looped.from, &world.rules));
                }
            }
            ui.checkbox(&mut looped.again, "loop");
            discard = ui.button("discard").clicked();
        });
        let (ticks, before) = (looped.take().inputs.len(), (looped.from, looped.to));
        let mut length = ticks;
        ui.horizontal(|ui| {
            ui.label("from");
            ui.add(DragValue::new(&mut looped.from).range(0..=looped.to.saturating_sub(1)));
            ui.label("to");
            ui.add(DragValue::new(&mut looped.to).range(looped.from + 1..=ticks.max(looped.from + 1)));
            ui.label("of");
            ui.add(DragValue::new(&mut length).range(1..=MAX_TAKE_TICKS)).on_hover_text("ticks in total");
        });
        looped.to = looped.to.min(ticks);
        if (looped.from, looped.to) != before {
            session.path_rules = None;
        }
        if length != ticks {
            *destination = session.edit(world, |take| take.inputs.resize(length));
        }
        if discard {
            (session.looped, session.plays) = (None, false);
            self.forget();
        }
    }

    /// The recording as rows of presses; scrolls along with the current tick while it `runs`. Returns the press to replace and its
    /// replacement.
    fn timeline(
        &mut self,
        ui: &mut Ui,
        looped: &Loop,
        (world, runs): (&World, bool),
    ) -> Option<(Option<Press>, Option<Press>)> {
        let take = looped.take();
        let rows: Vec<(u8, &str)> = take.rows().collect();
        let mut edit = None;
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = 2.0;
            let height = TIMELINE_ROW * rows.len() as f32;
            let (names, _) = ui.allocate_exact_size(vec2(BUTTON_NAME_WIDTH, height), Sense::hover());
            let (font, ink) = (FontId::proportional(13.0), style::color(palette::INK));
            for (i, (_, name)) in rows.iter().enumerate() {
                let at = pos2(names.left(), names.top() + TIMELINE_ROW * (i as f32 + 0.5));
                ui.painter().text(at, Align2::LEFT_CENTER, name, font.clone(), ink);
            }
            ScrollArea::horizontal().id_salt("ticks").show(ui, |ui| {
                let size = vec2(take.inputs.len() as f32 * self.width, height);
                let (area, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
                let axis = TickAxis { area, first: 0, width: self.width };
                axis.section(ui, looped, world);
                let cursor = take.tick(world).map(|tick| pos2(axis.x(tick.into()), area.top()));
                if let Some(cursor) = cursor.filter(|cursor| runs && !ui.clip_rect().x_range().contains(cursor.x)) {
                    ui.scroll_to_rect(Rect::from_min_size(cursor, vec2(1.0, 1.0)), Some(Align::Min));
                }
                let shown = |press: Press| match self.drag {
                    Some((old, new, _)) if old == press => new,
                    _ => press,
                };
                for (row, (button, _)) in rows.iter().enumerate() {
                    for press in take.presses(*button) {
                        axis.press(ui, row, shown(press), palette::of_index(row));
                    }
                }
                let Some(at) = response.interact_pointer_pos().or(response.hover_pos()) else { return };
                let tick = axis.ticks_to(at.x) as u32;
                let row = ((at.y - area.top()) / TIMELINE_ROW).clamp(0.0, rows.len() as f32 - 1.0) as usize;
                let under = take.press_at(rows[row].0, tick);
                let part = under.map(|press| axis.part(press, at, tick));
                if matches!(part, Some(PressPart::Begin | PressPart::End)) {
                    ui.ctx().set_cursor_icon(CursorIcon::ResizeHorizontal);
                }
                if response.drag_started() {
                    // Where the button went down, not where the drag was detected.
                    let origin = ui.input(|input| input.pointer.press_origin()).unwrap_or(at);
                    let tick = axis.ticks_to(origin.x) as u32;
                    let held = take.press_at(rows[row].0, tick);
                    self.drag = held.map(|press| (press, press, axis.part(press, origin, tick)));
                }
                if let Some((old, new, part)) = &mut self.drag {
                    let wanted = match *part {
                        PressPart::Begin => Press { from: tick.min(old.to - 1), ..*old },
                        PressPart::End => Press { to: (axis.ticks_to(at.x).round() as u32).max(old.from + 1), ..*old },
                        PressPart::All(offset) => {
                            let length = old.to - old.from;
                            let from = tick.saturating_sub(offset).min(take.inputs.len().saturating_sub(length));
                            Press { from, to: from + length, ..*old }
                        }
                    };
                    *new = take.fitted(wanted, Some(*old)).unwrap_or(*old);
                }
                if response.drag_stopped() {
                    let drag = self.drag.take().filter(|(old, new, _)| old != new);
                    edit = drag.map(|(old, new, _)| (Some(old), Some(new)));
                } else if response.secondary_clicked() || response.double_clicked() && under.is_some() {
                    edit = under.map(|press| (Some(press), None));
                } else if response.clicked() {
                    let new = Press { button: rows[row].0, from: tick, to: tick + NEW_PRESS };
                    edit = under.is_none().then_some((None, Some(new)));
                }
            });
        });
        ui.horizontal(|ui| {
            for (text, factor) in [("−", 0.5), ("+", 2.0)] {
                if style::small_button(ui, text).clicked() {
                    self.width = (self.width * factor).clamp(TICK_WIDTHS.0, TICK_WIDTHS.1);
                }
            }
            let at = take.tick(world).map_or_else(|| "outside the recording".into(), |tick| format!("tick {tick}"));
            style::small(ui, format!("{at} of {}; a line every second", take.inputs.len()), palette::INK);
        });
        edit
    }
}

impl TickAxis {
    /// The part of a press that a drag holds at this position.
    fn part(&self, press: Press, at: Pos2, tick: u32) -> PressPart {
        let near = GRAB_DISTANCE.min((press.to - press.from) as f32 * self.width / 3.0);
        if at.x - self.x(press.from.into()) < near {
            PressPart::Begin
        } else if self.x(press.to.into()) - at.x < near {
            PressPart::End
        } else {
            PressPart::All(tick - press.from)
        }
    }

    /// The section, the seconds, and the current tick.
    fn section(&self, ui: &Ui, looped: &Loop, world: &World) {
        let painter = ui.painter();
        painter.rect_filled(self.area, 0.0, style::color(palette::LINEN));
        let section = self.x(looped.from.into())..=self.x(looped.to.into());
        painter.rect_filled(Rect::from_x_y_ranges(section, self.area.y_range()), 0.0, style::PAPER);
        for second in 0..=looped.take().inputs.len() / TICK_RATE {
            self.line(painter, u64::from(second * TICK_RATE), 1.0, palette::SAND);
        }
        if let Some(tick) = looped.take().tick(world) {
            self.line(painter, tick.into(), 2.0, palette::RED);
        }
    }

    fn press(&self, ui: &Ui, row: usize, press: Press, color: macroquad::color::Color) {
        let top = self.area.top() + TIMELINE_ROW * row as f32;
        let (left, right) = (self.x(press.from.into()), self.x(press.to.into()));
        let bar = Rect::from_min_max(pos2(left, top + 2.0), pos2(right, top + TIMELINE_ROW - 2.0));
        ui.painter().rect_filled(bar, CornerRadius::same(3), style::color(color));
    }
}

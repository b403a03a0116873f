//! Inputs: what was pressed, on a timeline where it can be changed, and played again and again.

use egui_macroquad::egui::{
    Align, Align2, Button, Color32, Context, CornerRadius, CursorIcon, DragValue, Event, FontId, Key, Pos2, Rect,
    RichText, ScrollArea, Sense, Stroke, StrokeKind, TextEdit, Ui, pos2, vec2,
};
use seamwalker::lab::{Loop, Press, Take};
use seamwalker::sim::{InputTimeline, TICK_RATE, World};

use super::{Tool, ToolContext, need_play, strip};
use crate::app::lab_ui::session::Session;
use crate::app::lab_ui::{Request, Share, style};
use crate::app::render::palette;

/// Height of a row of the timeline, in points; and width of the names at its left.
const ROW: f32 = 19.0;
const NAMES: f32 = 44.0;
/// How near the end of a press one takes hold of that, in points.
const NEAR: f32 = 6.0;
/// How long a new press is, in ticks.
const NEW: u32 = 6;
/// How wide a tick may be drawn, in points.
const WIDTHS: std::ops::RangeInclusive<f32> = 0.5..=16.0;
/// The parts of the past that can be taken, in seconds.
const PARTS: [u64; 3] = [2, 5, 10];

/// What of a press is held by the mouse.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PressPart {
    Begin,
    End,
    /// All of it, so many ticks from its beginning.
    All(u32),
}

/// The page of inputs.
pub struct Inputs {
    /// Points per tick.
    width: f32,
    /// The press that was clicked last.
    chosen: Option<Press>,
    /// A press that is dragged: as it was, as it would be, and by what it is held.
    drag: Option<(Press, Press, PressPart)>,
    /// What is typed as an input file, and what is wrong with it.
    text: Option<String>,
    wrong: Option<String>,
}

impl Default for Inputs {
    fn default() -> Self {
        Self { width: 4.0, chosen: None, drag: None, text: None, wrong: None }
    }
}

impl Tool for Inputs {
    fn name(&self) -> &'static str {
        "Inputs"
    }

    fn hint(&self) -> &'static str {
        "Recorded inputs: edit presses tick by tick and loop a section with any solver."
    }

    fn forget(&mut self) {
        (self.chosen, self.drag) = (None, None);
    }

    fn page(&mut self, ui: &mut Ui, bench: &mut ToolContext) {
        let Some(play) = need_play(ui, bench.play.as_deref_mut()) else { return };
        let session = &mut *bench.session;
        let world = &play.world;
        let mut go = take_up(ui, session, world);
        if session.looped.is_some() {
            ui.separator();
            self.section(ui, session, world, &mut go);
            ui.separator();
            if let Some(act) = self.chosen_press(ui, session) {
                go = session.edit(world, act).or(go);
            }
        }
        ui.separator();
        ui.horizontal(|ui| {
            if let Some(looped) = session.take() {
                if ui.button("copy").on_hover_text("as an input file, for `seamwalker run`").clicked() {
                    ui.ctx().copy_text(looped.take().inputs.to_string());
                }
                if ui.button("save as file").clicked() {
                    bench.requests.push(Request::Share(Share::Inputs));
                }
                if ui.button("as text").clicked() {
                    self.text = Some(looped.take().inputs.to_string());
                }
            }
            if ui.button("new text").clicked() {
                self.text = Some("60 right\n12 right+jump\n".into());
            }
        });
        if let Some(text) = &mut self.text {
            ui.add(TextEdit::multiline(text).desired_rows(6).code_editor().desired_width(f32::INFINITY));
            ui.horizontal(|ui| {
                if ui.button("take").clicked() {
                    match Take::parse_inputs(text) {
                        Ok(inputs) => {
                            let start = session.looped.as_ref().map_or(world, |looped| &looped.take().start).clone();
                            go = Some(session.play(Loop::new(Take::new(start, inputs)), &world.rules));
                            self.wrong = None;
                        }
                        Err(why) => self.wrong = Some(why),
                    }
                }
                ui.label(RichText::new("`12 right+jump`: hold both for 12 ticks").small());
            });
            if let Some(wrong) = &self.wrong {
                ui.colored_label(style::color(palette::RED_DARK), wrong);
            }
        }
        if let Some(world) = go {
            bench.requests.push(Request::Travel(Box::new(world)));
        }
    }

    fn beside(&mut self, context: &Context, bench: &mut ToolContext) {
        let Some(play) = bench.play.as_deref_mut() else { return };
        let world = &play.world;
        bench.session.find_path(world);
        let Some(looped) = &bench.session.looped else { return };
        let mut edit = None;
        let runs = bench.session.plays && !play.clock.paused;
        bench.strip = strip::show(context, "timeline", |ui| edit = self.timeline(ui, looped, (world, runs)));
        if let Some((old, new)) = edit {
            let mut now = None;
            let go = bench.session.edit(world, |take| now = take.change(old, new));
            self.chosen = now;
            bench.requests.extend(go.map(|world| Request::Travel(Box::new(world))));
        }
    }
}

/// Where a take comes from: recorded, or of the past. Where the game should go on.
fn take_up(ui: &mut Ui, session: &mut Session, world: &World) -> Option<World> {
    let mut go = None;
    ui.horizontal(|ui| {
        if let Some(take) = session.recording.clone() {
            if ui.button(format!("end of the recording: {} ticks", take.inputs.len())).clicked() {
                go = Some(session.play(Loop::new(take), &world.rules));
            }
        } else if ui.button("record").on_hover_text("from this tick on").clicked() {
            session.recording = Some(Take::new(world.clone(), InputTimeline::default()));
            session.plays = false;
        }
        ui.label("or the last");
        for seconds in PARTS {
            let (now, ticks) = (world.state.ticks, session.history.ticks());
            let from = now.saturating_sub(seconds * u64::from(TICK_RATE)).max(*ticks.start());
            let enough = from < now && ticks.contains(&now);
            if ui.add_enabled(enough, Button::new(format!("{seconds} s"))).clicked()
                && let Some(take) = session.history.take(from, now)
            {
                go = Some(session.play(Loop::new(take), &world.rules));
            }
        }
    });
    go
}

impl Inputs {
    /// What of the take is played, and whether.
    fn section(&mut self, ui: &mut Ui, session: &mut Session, world: &World, go: &mut Option<World>) {
        let Session { looped: Some(looped), plays, .. } = session else { return };
        let mut drop_it = false;
        ui.horizontal(|ui| {
            let text = if *plays { "stop" } else { "play" };
            if ui.button(text).clicked() {
                *plays = !*plays;
                if *plays {
                    *go = Some(looped.at(looped.from, &world.rules));
                }
            }
            ui.checkbox(&mut looped.again, "loop");
            drop_it = ui.button("drop").clicked();
        });
        let (ticks, before) = (looped.take().inputs.len(), (looped.from, looped.to));
        let mut length = ticks;
        ui.horizontal(|ui| {
            ui.label("from");
            ui.add(DragValue::new(&mut looped.from).range(0..=looped.to.saturating_sub(1)));
            ui.label("to");
            ui.add(DragValue::new(&mut looped.to).range(looped.from + 1..=ticks.max(looped.from + 1)));
            ui.label("of");
            ui.add(DragValue::new(&mut length).range(1..=seamwalker::lab::MAX_TAKE_TICKS))
                .on_hover_text("ticks in total");
        });
        looped.to = looped.to.min(ticks);
        if (looped.from, looped.to) != before {
            session.forget_path();
        }
        if length != ticks {
            *go = session.edit(world, |take| take.inputs.resize(length));
        }
        if drop_it {
            (session.looped, session.plays) = (None, false);
            self.forget();
        }
    }

    /// The press that was clicked, in numbers. What is to be done to the take.
    fn chosen_press(&mut self, ui: &mut Ui, session: &Session) -> Option<impl FnOnce(&mut Take) + use<>> {
        let take = session.looped.as_ref()?.take();
        let Some(chosen) = self.chosen.filter(|press| take.press_at(press.button, press.from) == Some(*press)) else {
            ui.label(RichText::new("Below: drag a press or its ends, or click an empty place to add one.").small());
            return None;
        };
        let mut wanted = Some(chosen);
        ui.horizontal(|ui| {
            let name = take.rows().find(|(bit, _)| *bit == chosen.button).map_or("", |(_, name)| name);
            ui.label(name);
            if let Some(press) = &mut wanted {
                ui.add(DragValue::new(&mut press.from).speed(0.1));
                ui.label("to");
                ui.add(DragValue::new(&mut press.to).speed(0.1));
            }
            let key = !ui.ctx().wants_keyboard_input() && ui.input(|input| input.key_pressed(Key::Delete));
            if ui.button("delete").clicked() || key {
                wanted = None;
            }
        });
        if wanted == Some(chosen) {
            return None;
        }
        let wanted = wanted.and_then(|wanted| take.fitted(wanted, Some(chosen)));
        self.chosen = wanted;
        Some(move |take: &mut Take| {
            take.change(Some(chosen), wanted);
        })
    }

    /// The take as rows of presses, the present tick in view while it `runs`. A press that is to be replaced, and by what.
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
            let height = ROW * rows.len() as f32;
            let (names, _) = ui.allocate_exact_size(vec2(NAMES, height), Sense::hover());
            for (i, (_, name)) in rows.iter().enumerate() {
                let at = pos2(names.left(), names.top() + ROW * (i as f32 + 0.5));
                ui.painter().text(
                    at,
                    Align2::LEFT_CENTER,
                    name,
                    FontId::proportional(13.0),
                    style::color(palette::INK),
                );
            }
            ScrollArea::horizontal().id_salt("ticks").show(ui, |ui| {
                let size = vec2(take.inputs.len() as f32 * self.width, height);
                let (area, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
                let sheet = TakeLayout { area, width: self.width };
                sheet.draw(ui, looped, world);
                let cursor = take.tick(world).map(|tick| pos2(sheet.x(tick), area.top()));
                if let Some(cursor) = cursor.filter(|cursor| runs && !ui.clip_rect().x_range().contains(cursor.x)) {
                    ui.scroll_to_rect(Rect::from_min_size(cursor, vec2(1.0, 1.0)), Some(Align::Min));
                }
                let shown = |press: Press| match self.drag {
                    Some((old, new, _)) if old == press => new,
                    _ => press,
                };
                for (row, (button, _)) in rows.iter().enumerate() {
                    for press in take.presses(*button) {
                        let chosen = self.chosen == Some(press);
                        sheet.press(ui, row, shown(press), palette::of_index(row), chosen);
                    }
                }
                let Some(at) = response.interact_pointer_pos().or(response.hover_pos()) else { return };
                let tick = sheet.tick(at);
                let row = ((at.y - area.top()) / ROW).clamp(0.0, rows.len() as f32 - 1.0) as usize;
                let under = take.press_at(rows[row].0, tick);
                let begin = under.map(|press| (press, sheet.part(press, at, tick)));
                if matches!(begin, Some((_, PressPart::Begin | PressPart::End))) {
                    ui.ctx().set_cursor_icon(CursorIcon::ResizeHorizontal);
                }
                if response.drag_started() {
                    // Where the button went down, not where the drag was noticed.
                    let origin = ui.input(|input| input.pointer.press_origin()).unwrap_or(at);
                    let tick = sheet.tick(origin);
                    let held = take.press_at(rows[row].0, tick);
                    self.drag = held.map(|press| (press, press, sheet.part(press, origin, tick)));
                    self.chosen = held;
                }
                if let Some((old, new, part)) = &mut self.drag {
                    let wanted = match *part {
                        PressPart::Begin => Press { from: tick.min(old.to - 1), ..*old },
                        PressPart::End => Press { to: sheet.nearest(at).max(old.from + 1), ..*old },
                        PressPart::All(offset) => {
                            let length = old.to - old.from;
                            let from = tick.saturating_sub(offset).min(take.inputs.len().saturating_sub(length));
                            Press { from, to: from + length, ..*old }
                        }
                    };
                    *new = take.fitted(wanted, Some(*old)).unwrap_or(*old);
                }
                if response.drag_stopped() {
                    edit =
                        self.drag.take().filter(|(old, new, _)| old != new).map(|(old, new, _)| (Some(old), Some(new)));
                } else if response.secondary_clicked() || response.double_clicked() && under.is_some() {
                    edit = under.map(|press| (Some(press), None));
                } else if response.clicked() {
                    self.chosen = under;
                    let new = Press { button: rows[row].0, from: tick, to: tick + NEW };
                    edit = under.is_none().then_some((None, Some(new)));
                }
            });
        });
        let turned = ui.input(|input| {
            let wheel = input.events.iter().filter_map(|event| match event {
                Event::MouseWheel { delta, .. } => Some(delta.y),
                _ => None,
            });
            wheel.sum::<f32>()
        });
        if turned != 0.0 && ui.ui_contains_pointer() {
            self.width = (self.width * if turned > 0.0 { 1.25 } else { 0.8 }).clamp(*WIDTHS.start(), *WIDTHS.end());
        }
        ui.horizontal(|ui| {
            for (text, factor) in [("−", 0.5), ("+", 2.0)] {
                if ui.small_button(text).clicked() {
                    self.width = (self.width * factor).clamp(*WIDTHS.start(), *WIDTHS.end());
                }
            }
            let at = take.tick(world).map_or_else(|| "outside the recording".into(), |tick| format!("tick {tick}"));
            ui.label(RichText::new(format!("{at} of {}; a line every second", take.inputs.len())).small());
        });
        edit
    }
}

/// Where the ticks of a take lie.
struct TakeLayout {
    area: Rect,
    width: f32,
}

impl TakeLayout {
    fn x(&self, tick: u32) -> f32 {
        self.area.left() + tick as f32 * self.width
    }

    fn tick(&self, at: Pos2) -> u32 {
        ((at.x - self.area.left()) / self.width).max(0.0) as u32
    }

    /// The border between two ticks that is nearest.
    fn nearest(&self, at: Pos2) -> u32 {
        ((at.x - self.area.left()) / self.width).max(0.0).round() as u32
    }

    /// By what of a press one takes hold there.
    fn part(&self, press: Press, at: Pos2, tick: u32) -> PressPart {
        let near = NEAR.min((press.to - press.from) as f32 * self.width / 3.0);
        if at.x - self.x(press.from) < near {
            PressPart::Begin
        } else if self.x(press.to) - at.x < near {
            PressPart::End
        } else {
            PressPart::All(tick - press.from)
        }
    }

    /// The section, the seconds, and the present tick.
    fn draw(&self, ui: &Ui, looped: &Loop, world: &World) {
        let painter = ui.painter();
        let across = |from: f32, to: f32| Rect::from_x_y_ranges(from..=to, self.area.y_range());
        painter.rect_filled(self.area, CornerRadius::ZERO, style::color(palette::LINEN));
        let section = across(self.x(looped.from), self.x(looped.to));
        painter.rect_filled(section, CornerRadius::ZERO, Color32::from_rgb(0xfc, 0xf6, 0xe6));
        for second in 0..=looped.take().inputs.len() / TICK_RATE {
            let x = self.x(second * TICK_RATE);
            painter.vline(x, self.area.y_range(), Stroke::new(1.0, style::color(palette::SAND)));
        }
        if let Some(tick) = looped.take().tick(world) {
            painter.vline(self.x(tick), self.area.y_range(), Stroke::new(2.0, style::color(palette::RED)));
        }
    }

    fn press(&self, ui: &Ui, row: usize, press: Press, color: macroquad::color::Color, chosen: bool) {
        let top = self.area.top() + ROW * row as f32;
        let bar = Rect::from_min_max(pos2(self.x(press.from), top + 2.0), pos2(self.x(press.to), top + ROW - 2.0));
        ui.painter().rect_filled(bar, CornerRadius::same(3), style::color(color));
        if chosen {
            let line = Stroke::new(2.0, style::color(palette::INK));
            ui.painter().rect_stroke(bar, CornerRadius::same(3), line, StrokeKind::Middle);
        }
    }
}

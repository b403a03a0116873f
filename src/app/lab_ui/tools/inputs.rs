//! Loops a section of the past, or inputs as text.

use egui_macroquad::egui::{Button, DragValue, TextEdit, Ui};
use seamwalker_lab::Take;
use seamwalker_sim::{TICK_RATE, World};

use super::{Tool, ToolContext, need_play};
use crate::app::lab_ui::session::Session;
use crate::app::lab_ui::{Request, style};
use crate::app::render::palette;

/// How much of the past loops at first, in ticks.
const LOOPED_TICKS: u32 = 5 * TICK_RATE;

/// The page of inputs.
#[derive(Default)]
pub struct Inputs {
    /// The text of an input file in the editor, and its error.
    text: Option<String>,
    error: Option<String>,
}

impl Tool for Inputs {
    fn page(&mut self, ui: &mut Ui, cx: &mut ToolContext) {
        let Some(play) = need_play(ui, cx.play.as_deref_mut()) else { return };
        let (session, world) = (&mut *cx.session, &play.world);
        let (mut destination, past, now) = (None, session.history.ticks(), world.state.ticks);
        let is_kept = past.contains(&now) && *past.start() < now;
        let button = ui.add_enabled(is_kept, Button::new("loop the last seconds"));
        if button.on_hover_text("The section can be widened to the whole past.").clicked()
            && let Some(mut take) = session.history.take(*past.start(), now)
        {
            take.from = take.to.saturating_sub(LOOPED_TICKS);
            destination = Some(session.play(take, &world.rules));
        }
        if session.looped.is_some() {
            ui.separator();
            section(ui, session, world, &mut destination);
        }
        ui.separator();
        if ui.button("as text").on_hover_text("an input file, for `seamwalker run`").clicked() {
            let recorded = session.take().map(|take| take.inputs.to_string());
            self.text = Some(recorded.unwrap_or_else(|| "60 right\n12 right+jump\n".into()));
        }
        if let Some(text) = &mut self.text {
            ui.add(TextEdit::multiline(text).desired_rows(6).code_editor().desired_width(f32::INFINITY));
            ui.horizontal(|ui| {
                if ui.button("apply").clicked() {
                    let start = || session.looped.as_ref().map_or(world, |take| &take.start).clone();
                    let take = Take::parse_inputs(text).map(|inputs| Take::new(start(), inputs));
                    self.error = take.map(|take| destination = Some(session.play(take, &world.rules))).err();
                }
                style::small(ui, "`12 right+jump`: hold both for 12 ticks", palette::INK);
            });
            if let Some(error) = &self.error {
                ui.colored_label(style::color(palette::RED_DARK), error);
            }
        }
        cx.requests.extend(destination.map(|world| Request::Travel(Box::new(world))));
    }
}

/// Controls of the looped section.
fn section(ui: &mut Ui, session: &mut Session, world: &World, destination: &mut Option<World>) {
    let Session { looped: Some(take), plays, .. } = session else { return };
    let mut discard = false;
    ui.horizontal(|ui| {
        if ui.button(if *plays { "stop" } else { "play" }).clicked() {
            *plays = !*plays;
            *destination = plays.then(|| take.begin(&world.rules));
        }
        discard = ui.button("discard").clicked();
    });
    ui.horizontal(|ui| {
        let ticks = take.inputs.len();
        ui.label("from");
        ui.add(DragValue::new(&mut take.from).range(0..=take.to.saturating_sub(1)));
        ui.label("to");
        ui.add(DragValue::new(&mut take.to).range(take.from + 1..=ticks.max(take.from + 1)));
        take.to = take.to.min(ticks);
        let at = take.tick(world).map_or_else(|| "outside".into(), |tick| format!("at {tick}"));
        ui.label(format!("of {ticks} ticks, {at}"));
    });
    if discard {
        (session.looped, session.plays) = (None, false);
    }
}

//! Time: pause, single ticks in both directions, slow motion, and the last minute along a bar.

use egui_macroquad::egui::{Button, Context, Grid, Ui, vec2};
use macroquad::color::Color;
use seamwalker_lab::MarkerKind;
use seamwalker_sim::World;

use super::strip::{self, TickAxis};
use super::{Tool, ToolContext, need_play};
use crate::app::lab_ui::session::Session;
use crate::app::lab_ui::{Request, style};
use crate::app::play::{Play, SPEEDS};
use crate::app::render::palette;

/// The page of time control.
#[derive(Default)]
pub struct Time;

impl Tool for Time {
    fn page(&mut self, ui: &mut Ui, cx: &mut ToolContext) {
        let Some(play) = need_play(ui, cx.play.as_deref_mut()) else { return };
        let (session, now) = (&mut *cx.session, play.world.state.ticks);
        let mut destination = clock_buttons(ui, play, session);
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 3.0;
            for speed in SPEEDS {
                let text = if speed < 1.0 { format!("{}/8", speed * 8.0) } else { format!("×{speed}") };
                ui.selectable_value(&mut play.clock.speed, speed, text);
            }
        });
        ui.separator();
        Grid::new("marks").num_columns(4).spacing(vec2(6.0, 2.0)).show(ui, |ui| {
            for kind in MarkerKind::ALL {
                let count = session.history.marks().filter(|mark| mark.what == kind).count();
                ui.colored_label(style::color(marker_color(kind)), "■");
                ui.label(format!("{}: {count}", kind.name()));
                for (text, after) in [("last", false), ("next", true)] {
                    let marker = session.history.mark_near(now, kind, after);
                    if ui.add_enabled(marker.is_some(), Button::new(text).small()).clicked() {
                        // Just after the event, while its contacts are still visible.
                        destination = marker.and_then(|mark| session.history.at(mark.tick));
                    }
                }
                ui.end_row();
            }
        });
        ui.separator();
        ui.checkbox(&mut play.world.rules.noclip, "noclip");
        if let Some(world) = destination {
            play.clock.paused = true;
            cx.requests.push(Request::Travel(Box::new(world)));
        }
    }

    fn beside(&mut self, context: &Context, cx: &mut ToolContext) {
        let Some(play) = cx.play.as_deref_mut() else { return };
        let (history, now) = (&cx.session.history, play.world.state.ticks);
        let (first, end) = (*history.ticks().start(), *history.ticks().end());
        cx.strip = strip::show_wide(context, cx.place, "past", |ui| {
            let (bar, response) = TickAxis::new(ui, 22.0, first, end - first);
            let shown = now.clamp(first, end);
            for (to, color) in [(end, palette::LINEN), (shown, palette::SAND)] {
                bar.fill((first, to), bar.area.y_range(), 3.0, color);
            }
            history.marks().for_each(|mark| bar.line(mark.tick, 2.0, marker_color(mark.what)));
            bar.line(shown, 3.0, palette::INK);
            let text = format!("{:.2} s of {:.1}", (now as f32 - first as f32) / 60.0, (end - first) as f32 / 60.0);
            style::small(ui, format!("{text}    tick {now}"), palette::INK);
            if let Some(at) = response.interact_pointer_pos() {
                play.clock.paused = true;
                let tick = (first + bar.ticks_to(at.x).round() as u64).min(end);
                if let Some(world) = history.at(tick).filter(|_| tick != now) {
                    cx.requests.push(Request::Travel(Box::new(world)));
                }
            }
        });
    }
}

/// Pauses, and steps to the tick before or after. Returns the world of the tick before.
pub fn clock_buttons(ui: &mut Ui, play: &mut Play, session: &Session) -> Option<World> {
    ui.horizontal(|ui| {
        if ui.button(if play.clock.paused { "run  P" } else { "pause  P" }).clicked() {
            play.clock.paused = !play.clock.paused;
        }
        let back = ui.button("back  ,").clicked();
        if ui.button("step  .").clicked() {
            play.clock.step();
        }
        back.then(|| session.back(&play.world)).flatten()
    })
    .inner
}

fn marker_color(kind: MarkerKind) -> Color {
    match kind {
        MarkerKind::Snag => palette::RED,
        MarkerKind::Bump => palette::PLUM,
        MarkerKind::Squish => palette::ROSE,
        MarkerKind::Death => palette::INK,
        MarkerKind::Landing => palette::MOSS,
    }
}

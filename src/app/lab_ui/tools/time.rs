//! Time: pause, single ticks in both directions, slow motion, and the last minute along a bar.

use egui_macroquad::egui::{Button, Color32, Context, Grid, Rect, RichText, TextEdit, Ui, pos2, vec2};
use seamwalker::lab::MarkerKind;
use seamwalker::sim::{TICK_RATE, World};

use super::strip::{self, Bar};
use super::{Tool, ToolContext, need_play};
use crate::app::lab_ui::session::Session;
use crate::app::lab_ui::{Request, style};
use crate::app::play::clock::SPEEDS;
use crate::app::render::palette;

/// Ticks in a second of very slow motion.
const TICKS: [u8; 4] = [1, 2, 5, 10];
/// Width and height of a thumbnail, in points; and the most of them.
const THUMBNAIL: (f32, f32) = (96.0, 54.0);
const MAX: usize = 24;
/// A window that is lower has no room for them, in points.
const LOW: f32 = 450.0;

/// The page of time.
#[derive(Default)]
pub struct Time;

impl Tool for Time {
    fn name(&self) -> &'static str {
        "Time"
    }

    fn hint(&self) -> &'static str {
        "Rewind up to a minute with the bar below. Slow motion runs fewer ticks, never shorter ones."
    }

    fn page(&mut self, ui: &mut Ui, bench: &mut ToolContext) {
        let Some(play) = need_play(ui, bench.play.as_deref_mut()) else { return };
        let (session, now) = (&mut *bench.session, play.world.state.ticks);
        let mut go = None;
        ui.horizontal(|ui| {
            let text = if play.clock.paused { "run  P" } else { "pause  P" };
            if ui.button(text).clicked() {
                play.clock.paused = !play.clock.paused;
            }
            if ui.button("back  ,").clicked() {
                go = session.back(&play.world);
            }
            if ui.button("step  .").clicked() {
                play.clock.step();
            }
            if ui.button("reload  F5").clicked() {
                bench.requests.push(Request::Reload);
            }
        });
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 3.0;
            for speed in SPEEDS {
                let text = if speed < 1.0 { format!("{}/8", speed * 8.0) } else { format!("×{speed}") };
                ui.selectable_value(&mut play.clock.speed, speed, text);
            }
        });
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 3.0;
            for ticks in TICKS {
                let speed = f32::from(ticks) / TICK_RATE as f32;
                ui.selectable_value(&mut play.clock.speed, speed, format!("{ticks}"));
            }
            ui.label("ticks per second");
        });
        ui.separator();
        Grid::new("marks").num_columns(4).spacing(vec2(6.0, 2.0)).show(ui, |ui| {
            for (what, word) in MarkerKind::ALL {
                let count = session.history.marks().filter(|mark| mark.what == what).count();
                ui.colored_label(color_of(what), "■");
                ui.label(format!("{word}: {count}"));
                for (text, after) in [("last", false), ("next", true)] {
                    let near = session.history.mark_near(now, what, after);
                    if ui.add_enabled(near.is_some(), Button::new(text).small()).clicked() {
                        // Just after it: its contacts can still be seen.
                        go = near.and_then(|mark| session.history.at(mark.tick));
                    }
                }
                ui.end_row();
            }
        });
        ui.separator();
        bookmarks(ui, session, &play.world, &mut go);
        ui.separator();
        past(ui, session, now);
        ui.checkbox(&mut play.world.rules.noclip, "noclip");
        ui.checkbox(&mut play.world.rules.ground_assist, "ground assist  B").on_hover_text(
            "Off: one slide per tick, pressed down by gravity. The game's own walking hides much of what a solver does wrong; \
             this shows it.",
        );
        if let Some(world) = go {
            play.clock.paused = true;
            bench.requests.push(Request::Travel(Box::new(world)));
        }
    }

    fn beside(&mut self, context: &Context, bench: &mut ToolContext) {
        let Some(play) = bench.play.as_deref_mut() else { return };
        let (history, now) = (&bench.session.history, play.world.state.ticks);
        let (first, end) = (*history.ticks().start(), *history.ticks().end());
        bench.strip = strip::show(context, "past", |ui| {
            let keys = history.worlds();
            // On a phone they would hide the game.
            let high = if context.screen_rect().height() < LOW { 0.0 } else { THUMBNAIL.1 };
            let count = ((ui.available_width() + 4.0) / (THUMBNAIL.0 + 4.0)) as usize;
            let count = count.clamp(1, MAX);
            let (row, _) = Bar::new(ui, high, first, end - first);
            let step = row.frame.width() / count as f32;
            for i in (0..count).filter(|_| high > 0.0) {
                let tick = first + (end - first) * (2 * i as u64 + 1) / (2 * count as u64);
                let at = keys.partition_point(|key| key.state.ticks <= tick);
                let Some(world) = at.checked_sub(1).and_then(|at| keys.get(at)) else { continue };
                let corner = pos2(row.frame.left() + step * i as f32, row.frame.top());
                let frame = Rect::from_min_size(corner, vec2(step - 4.0, THUMBNAIL.1));
                strip::thumbnail(ui.painter(), frame, world);
            }
            let (bar, response) = Bar::new(ui, 22.0, first, end - first);
            bar.part(ui, (first, end), style::color(palette::LINEN));
            bar.part(ui, (first, now.clamp(first, end)), style::color(palette::SAND));
            history.marks().for_each(|mark| bar.line(ui, mark.tick, 2.0, color_of(mark.what)));
            for (_, world) in &bench.session.bookmarks {
                if (first..=end).contains(&world.state.ticks) {
                    bar.line(ui, world.state.ticks, 4.0, style::color(palette::MUSTARD));
                }
            }
            bar.line(ui, now.clamp(first, end), 3.0, style::color(palette::INK));
            let text = format!("{:.2} s of {:.1}", (now as f32 - first as f32) / 60.0, (end - first) as f32 / 60.0);
            ui.label(RichText::new(format!("{text}    tick {now}")).small());
            if let Some(at) = response.interact_pointer_pos() {
                play.clock.paused = true;
                let tick = bar.tick(at);
                if let Some(world) = history.at(tick).filter(|_| tick != now) {
                    bench.requests.push(Request::Travel(Box::new(world)));
                }
            }
        });
    }
}

/// The colour of a mark.
fn color_of(what: MarkerKind) -> Color32 {
    style::color(match what {
        MarkerKind::Snag => palette::RED,
        MarkerKind::Bump => palette::PLUM,
        MarkerKind::Squish => palette::ROSE,
        MarkerKind::Death => palette::INK,
        MarkerKind::Landing => palette::MOSS,
    })
}

/// Moments with names, and a button for one more.
fn bookmarks(ui: &mut Ui, session: &mut Session, now: &World, go: &mut Option<World>) {
    if ui.button("bookmark this tick").clicked() {
        session.bookmark(format!("tick {}", now.state.ticks), now.clone());
    }
    let mut gone = None;
    for (i, (name, world)) in session.bookmarks.iter_mut().enumerate() {
        ui.horizontal(|ui| {
            ui.add(TextEdit::singleline(name).char_limit(80).desired_width(170.0));
            if ui.small_button("go").clicked() {
                *go = Some(world.clone());
            }
            if ui.small_button("remove").clicked() {
                gone = Some(i);
            }
        });
    }
    gone.into_iter().for_each(|i| drop(session.bookmarks.remove(i)));
}

/// How much of the past is kept, and what becomes of what lies ahead.
fn past(ui: &mut Ui, session: &mut Session, now: u64) {
    let history = &session.history;
    let (first, end) = (*history.ticks().start(), *history.ticks().end());
    let kept = (end - first) as f32 / TICK_RATE as f32;
    let (worlds, bytes) = (history.worlds().len(), history.bytes() as f32 / 1024.0);
    ui.label(RichText::new(format!("{kept:.1} s stored: {worlds} worlds and their inputs, {bytes:.0} KB")).small());
    ui.horizontal(|ui| {
        ui.checkbox(&mut session.keeps, "keep recording while this is closed");
    });
    let ahead = end.saturating_sub(now);
    ui.add_enabled_ui(ahead > 0, |ui| {
        let text = format!("replay recorded inputs: {ahead} ticks left");
        ui.checkbox(&mut session.replays, text)
            .on_hover_text("Otherwise the first new button press starts a new timeline.");
    });
}

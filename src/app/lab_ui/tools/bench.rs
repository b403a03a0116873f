//! The benchmark of all solvers in all scenes, run a little in every frame and compared with the committed table.

use egui_macroquad::egui::{Align2, FontId, ProgressBar, Rect, RichText, Sense, Stroke, TextEdit, Ui, pos2, vec2};
use macroquad::time::get_time;
use seamwalker::lab::bench::{Bench as Table, Difference, TALLIES, Tally};
use seamwalker::lab::{compare::contestants, scenes};

use super::{Tool, ToolContext};
use crate::app::lab_ui::style;
use crate::app::render::palette;

/// Time budget per frame, in seconds. The last step can exceed it by a millisecond or two.
const WORK_PER_FRAME: f64 = 0.005;
/// Height of a bar, in points.
const BAR_HEIGHT: f32 = 19.0;
/// Widths of the solver's name before a bar and of the figure after it, in points.
const SOLVER_NAME_WIDTH: f32 = 148.0;
const FIGURE_WIDTH: f32 = 62.0;
/// The most differences that are listed.
const MAX_DIFFERENCES: usize = 40;

/// The page of the benchmark.
#[derive(Default)]
pub struct BenchPage {
    table: Option<Table>,
    /// Only scenes whose name contains this are measured.
    search: String,
    paused: bool,
    /// Index of the figure that the bars show.
    tally: usize,
}

impl Tool for BenchPage {
    fn page(&mut self, ui: &mut Ui, _cx: &mut ToolContext) {
        ui.horizontal(|ui| {
            ui.add(TextEdit::singleline(&mut self.search).hint_text("all scenes").desired_width(120.0));
            if ui.button("measure").clicked() {
                let mut scenes = scenes();
                scenes.retain(|scene| scene.name.contains(&self.search.to_lowercase()));
                (self.table, self.paused) = (Some(Table::new(scenes, contestants())), false);
            }
            if self.table.is_some() {
                ui.toggle_value(&mut self.paused, "hold");
            }
        });
        let Some(table) = &mut self.table else {
            ui.label("Takes about half a minute. Compares counts and pixels, which are the same on every machine, not times.");
            return;
        };
        let end = get_time() + WORK_PER_FRAME;
        while !self.paused && table.work() && get_time() < end {}
        let (done, all) = table.progress();
        let what = table.now().map_or_else(|| "done".to_owned(), |(scene, solver)| format!("{scene}, {solver}"));
        let part = done as f32 / all.max(1) as f32;
        ui.add(ProgressBar::new(part).text(RichText::new(format!("{done} of {all}  {what}")).small()));
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 3.0;
            for (i, (name, about)) in TALLIES.into_iter().enumerate() {
                let text = RichText::new(name).small();
                ui.selectable_value(&mut self.tally, i, text).on_hover_text(about);
            }
        });
        bars(ui, &table.tallies, self.tally);
        differences(ui, &table.differences, done);
    }
}

/// A bar for every solver, with a mark at the committed figure.
fn bars(ui: &mut Ui, tallies: &[Tally], which: usize) {
    let max = tallies.iter().flat_map(|tally| [tally.is[which], tally.was[which]]).fold(1e-9, f64::max);
    let size = vec2(ui.available_width(), BAR_HEIGHT * tallies.len() as f32);
    let (response, painter) = ui.allocate_painter(size, Sense::hover());
    let font = FontId::proportional(12.0);
    let ink = style::color(palette::INK);
    let digits = if TALLIES[which].0.ends_with("px") { 3 } else { 0 };
    for (i, tally) in tallies.iter().enumerate() {
        let (is, was) = (tally.is[which], tally.was[which]);
        let lane = response.rect.with_min_y(response.rect.top() + BAR_HEIGHT * i as f32);
        let (top, left) = (lane.top() + 2.0, lane.left() + SOLVER_NAME_WIDTH);
        let middle = top + BAR_HEIGHT * 0.5 - 2.0;
        let length = |value: f64| (lane.width() - SOLVER_NAME_WIDTH - FIGURE_WIDTH) * (value / max) as f32;
        let color = if is == was { palette::DENIM_LIGHT } else { palette::RED };
        let bar = Rect::from_min_size(pos2(left, top), vec2(length(is).max(1.0), BAR_HEIGHT - 5.0));
        painter.text(pos2(left - 4.0, middle), Align2::RIGHT_CENTER, &tally.solver, font.clone(), ink);
        painter.rect_filled(bar, 2.0, style::color(color));
        painter.vline(left + length(was), top - 1.0..=top + BAR_HEIGHT - 4.0, Stroke::new(2.0, ink));
        let figure = if is == was { format!("{is:.digits$}") } else { format!("{is:.digits$} ≠ {was:.digits$}") };
        let end = pos2(bar.right().max(left + length(was)) + 5.0, middle);
        painter.text(end, Align2::LEFT_CENTER, figure, font.clone(), ink);
    }
}

/// Lists the figures that differ from the committed ones.
fn differences(ui: &mut Ui, differences: &[Difference], done: usize) {
    if differences.is_empty() {
        let text = format!("All {done} cells match docs/SOLVERS.md (the upright marks).");
        style::small(ui, text, palette::INK);
        return;
    }
    let count = differences.len();
    style::small(ui, format!("{count} figures differ from the committed table:"), palette::RED_DARK);
    for Difference { scene, solver, figure, was, is } in differences.iter().take(MAX_DIFFERENCES) {
        style::small(ui, format!("{scene}, {solver}: {figure} {is}, was {was}"), palette::INK);
    }
}

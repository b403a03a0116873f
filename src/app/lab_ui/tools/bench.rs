//! The table of all scenes and solvers, measured a little in every frame, beside the committed one.

use egui_macroquad::egui::{Align2, FontId, ProgressBar, Rect, RichText, Sense, Stroke, TextEdit, Ui, pos2, vec2};
use macroquad::time::get_time;
use seamwalker::lab::bench::{Bench as Table, Difference, TALLIES, Tally};
use seamwalker::lab::{compare::contestants, scenes};

use super::{Tool, ToolContext};
use crate::app::lab_ui::style;
use crate::app::render::palette;

/// How long a frame may work for the table, in seconds; a step of it can take another millisecond or two.
const WORK: f64 = 0.005;
/// The height of a bar, in points.
const BAR: f32 = 19.0;
/// Where bars begin, after the solver's name, and what is left for their figures, in points.
const NAMES: f32 = 148.0;
const FIGURES: f32 = 62.0;
/// How many differences are told.
const TOLD: usize = 40;

/// The page of the table.
#[derive(Default)]
pub struct BenchPage {
    table: Option<Table>,
    /// Only scenes whose name holds this are measured.
    search: String,
    stopped: bool,
    /// Which of the figures the bars show.
    tally: usize,
}

impl Tool for BenchPage {
    fn name(&self) -> &'static str {
        "Benchmark"
    }

    fn hint(&self) -> &'static str {
        "Runs every solver in every scene while this page is open and compares with the committed table."
    }

    fn page(&mut self, ui: &mut Ui, _bench: &mut ToolContext) {
        ui.horizontal(|ui| {
            ui.add(TextEdit::singleline(&mut self.search).hint_text("all scenes").desired_width(120.0));
            if ui.button("measure").clicked() {
                let mut scenes = scenes();
                scenes.retain(|scene| scene.name.contains(&self.search.to_lowercase()));
                (self.table, self.stopped) = (Some(Table::new(scenes, contestants())), false);
            }
            if self.table.is_some() {
                ui.toggle_value(&mut self.stopped, "hold");
            }
        });
        let Some(table) = &mut self.table else {
            ui.label(
                "Takes about half a minute. Compares counts and pixels, which are the same on every machine, not times.",
            );
            return;
        };
        let end = get_time() + WORK;
        while !self.stopped && table.work() && get_time() < end {}
        let (done, all) = table.progress();
        let what = table.now().map_or_else(|| "done".to_owned(), |(scene, solver)| format!("{scene}, {solver}"));
        let part = done as f32 / all.max(1) as f32;
        ui.add(ProgressBar::new(part).text(RichText::new(format!("{done} of {all}  {what}")).small()));
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 3.0;
            for (i, (name, about)) in TALLIES.into_iter().enumerate() {
                ui.selectable_value(&mut self.tally, i, RichText::new(name).small()).on_hover_text(about);
            }
        });
        bars(ui, &table.tallies, self.tally);
        differences(ui, &table.differences, done);
    }
}

/// A bar for every solver, with a mark where the committed table has it.
fn bars(ui: &mut Ui, tallies: &[Tally], which: usize) {
    let most = tallies.iter().flat_map(|tally| [tally.is[which], tally.was[which]]).fold(1e-9, f64::max);
    let size = vec2(ui.available_width(), BAR * tallies.len() as f32);
    let (response, painter) = ui.allocate_painter(size, Sense::hover());
    let font = FontId::proportional(12.0);
    let ink = style::color(palette::INK);
    let digits = if TALLIES[which].0.ends_with("px") { 3 } else { 0 };
    for (i, tally) in tallies.iter().enumerate() {
        let (is, was) = (tally.is[which], tally.was[which]);
        let lane = response.rect.with_min_y(response.rect.top() + BAR * i as f32);
        let (top, left) = (lane.top() + 2.0, lane.left() + NAMES);
        let middle = top + BAR * 0.5 - 2.0;
        let long = |value: f64| (lane.width() - NAMES - FIGURES) * (value / most) as f32;
        let color = if is == was { palette::DENIM_LIGHT } else { palette::RED };
        let bar = Rect::from_min_size(pos2(left, top), vec2(long(is).max(1.0), BAR - 5.0));
        painter.text(pos2(left - 4.0, middle), Align2::RIGHT_CENTER, &tally.solver, font.clone(), ink);
        painter.rect_filled(bar, 2.0, style::color(color));
        painter.vline(left + long(was), top - 1.0..=top + BAR - 4.0, Stroke::new(2.0, ink));
        let figure = if is == was { format!("{is:.digits$}") } else { format!("{is:.digits$} ≠ {was:.digits$}") };
        painter.text(
            pos2(bar.right().max(left + long(was)) + 5.0, middle),
            Align2::LEFT_CENTER,
            figure,
            font.clone(),
            ink,
        );
    }
}

/// Where the figures are not the committed ones.
fn differences(ui: &mut Ui, differences: &[Difference], done: usize) {
    if differences.is_empty() {
        let text = format!("All {done} cells match docs/SOLVERS.md (the upright marks).");
        ui.label(RichText::new(text).small());
        return;
    }
    let red = style::color(palette::RED_DARK);
    ui.label(
        RichText::new(format!("{} figures differ from the committed table:", differences.len())).small().color(red),
    );
    for Difference { scene, solver, figure, was, is } in differences.iter().take(TOLD) {
        ui.label(RichText::new(format!("{scene}, {solver}: {figure} {is}, was {was}")).small());
    }
}

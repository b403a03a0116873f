//! The separating-axis inspector: drags a copy of the player's box around a segment and shows the overlap on each axis, the
//! winning axis, and the field of normals and depths. For swept it shows entries and exits, for mandatory-first the corrections.

use egui_macroquad::egui::{Grid, RichText, Ui};
use glam::Vec2;
use seamwalker_collide::{Aabb, EndAxes, Mover, Solver, SolverKind, SolverSetup};
use seamwalker_lab::axes::{
    ContactField, CorrectionRound, Inspection, SweepAxes, correction_marks, corrections, inspect,
};
use seamwalker_sim::World;

use super::solver::choose_end_axes;
use super::{Tool, ToolContext, need_play};
use crate::app::lab_ui::{Pen, style};
use crate::app::play::Play;
use crate::app::render::palette;

/// Farthest distance of a click from what it picks, in pixels.
const PICK_RADIUS: f32 = 40.0;
/// Farthest distance of a press from the tip of the move that it grabs, in pixels.
const TIP_RADIUS: f32 = 7.0;
/// Depth of the copy in a segment that was just picked, in pixels: enough for an overlap on every axis.
const INITIAL_DEPTH: f32 = 3.0;
/// The longest move that mandatory-first makes in one step, in pixels.
const MAX_STEP: f32 = 8.0;
/// Depth at full colour strength, in pixels.
const FULL_COLOR_DEPTH: f32 = 12.0;

/// What the mouse drags.
#[derive(Clone, Copy)]
enum DragHandle {
    /// The box, held at this offset from its centre.
    Copy(Vec2),
    /// The tip of the move.
    Tip,
}

/// Results of the inspection.
enum AxesFindings {
    Axes(Inspection, ContactField, [f32; 2]),
    Sweep(SweepAxes),
    Corrections(Vec<CorrectionRound>),
}

/// Everything that [`AxesFindings`] depend on.
type AxesInputs = (Mover, Vec2, Option<u32>, SolverSetup);

/// The inspector.
#[derive(Default)]
pub struct Axes {
    /// The edge or the piece that was clicked.
    picked: Option<u32>,
    copy: Option<Mover>,
    delta: Vec2,
    grip: Option<DragHandle>,
    /// The button was down in the last frame.
    down: bool,
    ends: EndAxes,
    field: bool,
    findings: Option<AxesFindings>,
    inputs: Option<AxesInputs>,
}

impl Axes {
    /// Handles clicks and drags.
    fn drag(&mut self, world: &World, mouse: Option<Vec2>) {
        // A touch beside the menu is reported a frame late: detect its beginning here.
        let pressed = !std::mem::replace(&mut self.down, mouse.is_some());
        let Some(at) = mouse else {
            self.grip = None;
            return;
        };
        let kind = world.rules.solver.kind;
        if pressed {
            let tip = self.copy.filter(|_| inspects_moves(kind)).map(|copy| copy.aabb.center + self.delta);
            self.grip = match self.copy {
                _ if tip.is_some_and(|tip| tip.distance(at) < TIP_RADIUS) => Some(DragHandle::Tip),
                Some(copy) if copy.aabb.grown(2.0).contains(at) => Some(DragHandle::Copy(copy.aabb.center - at)),
                _ => self.pick(world, at),
            };
        }
        let Some(copy) = &mut self.copy else { return };
        match self.grip {
            Some(DragHandle::Copy(off)) => copy.aabb.center = at + off,
            Some(DragHandle::Tip) => self.delta = at - copy.aabb.center,
            None => {}
        }
        if kind == SolverKind::MandatoryFirst {
            self.delta = self.delta.clamp_length_max(MAX_STEP);
        }
    }

    /// Picks the segment or piece near a point. The copy of the player's box goes there; for solvers that inspect moves, the copy
    /// stays and the move leads there.
    fn pick(&mut self, world: &World, at: Vec2) -> Option<DragHandle> {
        let (terrain, player) = (&world.state.space.terrain, world.player_mover());
        let near = Aabb::new(at, Vec2::splat(PICK_RADIUS));
        let mut best = (PICK_RADIUS, None);
        let mut nearer = |i: u32, p: Vec2| {
            if p.distance(at) < best.0 {
                best = (p.distance(at), Some((i, p)));
            }
        };
        if inspects_moves(world.rules.solver.kind) {
            terrain.pieces_near(&near, |i| nearer(i, terrain.pieces()[i as usize].aabb.closest_point(at)));
            self.picked = best.1.map(|(i, _)| i).or(self.picked);
            self.copy.get_or_insert(player);
            return Some(DragHandle::Tip);
        }
        terrain.edges_near(&near, |i| nearer(i, terrain.edges()[i as usize].segment.closest_point(at)));
        let (i, p) = best.1?;
        let normal = terrain.edges()[i as usize].normal;
        let out = player.aabb.half.dot(normal.abs()) - INITIAL_DEPTH;
        self.picked = Some(i);
        self.copy = Some(player.moved(p + normal * out - player.aabb.center));
        None
    }

    /// Inspects again, if any input has changed.
    fn inspect(&mut self, world: &World) {
        let Some(copy) = self.copy else { return };
        let mut setup = world.rules.solver;
        setup.options.end_axes = self.ends;
        let inputs = (copy, self.delta, self.picked, setup);
        if self.inputs.replace(inputs) == Some(inputs) {
            return;
        }
        let (terrain, picked) = (&world.state.space.terrain, self.picked.map(|i| i as usize));
        self.findings = match setup.kind {
            SolverKind::Swept => picked
                .and_then(|i| terrain.pieces().get(i))
                .map(|piece| AxesFindings::Sweep(SweepAxes::new(piece, &copy.aabb, self.delta))),
            SolverKind::MandatoryFirst => {
                Some(AxesFindings::Corrections(corrections(&world.state.space, &copy, self.delta)))
            }
            _ => picked.and_then(|i| terrain.edges().get(i)).map(|edge| {
                let [own, exact] =
                    [self.ends, EndAxes::ClosestPoint].map(|ends| ContactField::around(edge, &copy, ends));
                let figures = [own.jump(), own.error(&exact).0];
                AxesFindings::Axes(inspect(edge, &copy, &setup), own, figures)
            }),
        };
    }
}

/// Whether the inspector shows a move for this solver, and not a position.
fn inspects_moves(kind: SolverKind) -> bool {
    matches!(kind, SolverKind::Swept | SolverKind::MandatoryFirst)
}

impl Tool for Axes {
    fn forget(&mut self) {
        *self = Self { ends: self.ends, field: self.field, ..Self::default() };
    }

    fn page(&mut self, ui: &mut Ui, cx: &mut ToolContext) {
        let mouse = cx.pointer.filter(|_| cx.held || cx.pressed);
        let Some(play) = need_play(ui, cx.play.as_deref_mut()) else { return };
        let world = &play.world;
        let kind = world.rules.solver.kind;
        // `picked` is an edge or a piece, depending on the solver.
        if self.inputs.is_some_and(|inputs| inspects_moves(inputs.3.kind) != inspects_moves(kind)) {
            self.forget();
        }
        self.drag(world, mouse);
        self.inspect(world);
        let text = match kind {
            SolverKind::PerAxis => "per-axis asks no axes: as a test without a skin would ask".to_owned(),
            kind => format!("as {kind} asks"),
        };
        ui.label(text);
        if !inspects_moves(kind) {
            choose_end_axes(ui, &mut self.ends);
            ui.checkbox(&mut self.field, "field around it").on_hover_text(
                "for every position of the box: overlap (red) or distance (blue), and the normal as a small arrow",
            );
        }
        match &self.findings {
            None => drop(ui.label("Nothing selected.")),
            Some(AxesFindings::Axes(inspection, _, figures)) => show_axes(ui, inspection, *figures),
            Some(AxesFindings::Sweep(sweep)) => show_sweep(ui, sweep, self.delta.length()),
            Some(AxesFindings::Corrections(rounds)) => show_corrections(ui, rounds),
        }
    }

    fn draw(&self, pen: &mut Pen, play: &Play, open: bool) {
        let Some(copy) = self.copy.filter(|_| open) else { return };
        pen.letters = pen.fit.scale.floor().clamp(1.0, 2.0);
        let terrain = &play.world.state.space.terrain;
        let picked = self.picked.map(|i| i as usize);
        match &self.findings {
            None => {}
            Some(AxesFindings::Axes(inspection, field, _)) => {
                let Some(edge) = picked.and_then(|i| terrain.edges().get(i)) else { return };
                if self.field {
                    pen.field(field);
                }
                pen.line(edge.segment.a, edge.segment.b, 4.0, palette::MUSTARD);
                pen.marks(&inspection.marks(edge, &copy));
            }
            Some(AxesFindings::Sweep(sweep)) => {
                if let Some(piece) = picked.and_then(|i| terrain.pieces().get(i)) {
                    pen.rectangle(&piece.aabb, palette::MUSTARD);
                }
                pen.marks(&sweep.marks(&copy.aabb, self.delta));
            }
            Some(AxesFindings::Corrections(rounds)) => pen.marks(&correction_marks(rounds, &copy, self.delta)),
        }
        pen.rectangle(&copy.aabb, palette::DENIM_LIGHT);
        let (half, _) = play.world.rules.solver.view().core(&copy);
        pen.rectangle(&Aabb::new(copy.aabb.center, half), palette::CREAM);
    }
}

impl Pen<'_> {
    /// A coloured cell and a small arrow for every position.
    fn field(&mut self, field: &ContactField) {
        let half = Vec2::splat(field.step * 0.5);
        for (i, cell) in field.cells.iter().enumerate() {
            let (at, part) = (field.place(i), (cell.depth.abs() / FULL_COLOR_DEPTH).min(1.0));
            let color = if cell.depth > 0.0 {
                palette::faded(palette::RED, 0.5 + 0.4 * part)
            } else {
                palette::faded(palette::DENIM_LIGHT, 0.85 - 0.5 * part)
            };
            self.fill(&Aabb::new(at, half), color);
            let tip = at + cell.normal * field.step * 0.4;
            self.thin(at - cell.normal * field.step * 0.3, tip, palette::CREAM);
            let tip = self.at(tip);
            self.canvas.rect(tip.x - 1.0, tip.y - 1.0, 2.0, 2.0, palette::INK);
        }
    }
}

/// A table with a header; highlighted rows are bold.
fn table<const N: usize>(ui: &mut Ui, name: &str, head: [&str; N], rows: impl Iterator<Item = (bool, [String; N])>) {
    Grid::new(name).num_columns(N).striped(true).show(ui, |ui| {
        head.into_iter().for_each(|word| drop(style::small(ui, word, palette::INK)));
        ui.end_row();
        for (strong, row) in rows {
            for text in row {
                let text = RichText::new(text).small();
                let marker = style::color(palette::MUSTARD);
                ui.label(if strong { text.strong().background_color(marker) } else { text });
            }
            ui.end_row();
        }
    });
}

fn show_axes(ui: &mut Ui, inspection: &Inspection, [jump, error]: [f32; 2]) {
    let Inspection { rows, normal, depth, margin, winner, contact, .. } = inspection;
    let cells = rows.iter().enumerate().map(|(i, row)| {
        // Relative to the middle of the segment's projection, so that the numbers are small.
        let middle = (row.obstacle[0] + row.obstacle[1]) * 0.5;
        let projection = |[from, to]: [f32; 2]| format!("{:.1} {:.1}", from - middle, to - middle);
        let [mover, segment] = [row.mover, row.obstacle].map(projection);
        let [overlap, depth] = [row.overlap, row.depth].map(|px| format!("{px:.2}"));
        (i == *winner, [row.name.into(), mover, segment, overlap, depth])
    });
    table(ui, "axes", ["axis", "box", "segment", "overlap", "depth"], cells);
    let name = rows[*winner].name;
    let text = format!("{name} wins by {margin:.3} px: normal {:.3} {:.3}, depth {depth:.3}", normal.x, normal.y);
    ui.label(text);
    let text = match contact {
        Some(push) if push.depth > 0.0 && push.normal.dot(*normal) < 0.99 => {
            format!("The solver pushes outwards only: {:.2} {:.2} by {:.2}", push.normal.x, push.normal.y, push.depth)
        }
        Some(push) if push.depth > 0.0 => format!("The solver pushes by {:.3} px.", push.depth),
        Some(_) => "No overlap.".to_owned(),
        None => "The solver leaves it: from here the edge is open.".to_owned(),
    };
    ui.label(text);
    style::small(ui, "n: the segment's normal; a, b: its upper and lower end", palette::INK);
    style::small(ui, format!("field: {jump:.2} px from cell to cell, {error:.2} px too deep at most"), palette::INK);
}

fn show_sweep(ui: &mut Ui, sweep: &SweepAxes, length: f32) {
    let part = |part: f32| if part.is_finite() { format!("{part:.3}") } else { "-".to_owned() };
    let rows =
        sweep.rows.iter().map(|row| (row.entry == sweep.entry, [row.name.into(), part(row.entry), part(row.exit)]));
    table(ui, "sweep", ["axis", "entry", "exit"], rows);
    let text = if sweep.hits {
        format!("It hits after {:.2} of {length:.2} px: the last entry is before the first exit.", sweep.entry * length)
    } else {
        format!("It passes by: last entry {}, first exit {}.", part(sweep.entry), part(sweep.exit))
    };
    ui.label(text);
}

fn show_corrections(ui: &mut Ui, rounds: &[CorrectionRound]) {
    if rounds.is_empty() {
        ui.label("Nothing overlaps at the end of the move.");
    }
    let push = |push: Option<Vec2>| push.map_or_else(|| "-".to_owned(), |push| format!("{:+.2}", push.x + push.y));
    for (i, round) in rounds.iter().enumerate() {
        // Adding zero turns a negative zero into a plain one.
        let (number, taken, by) = (i + 1, round.taken, round.by + 0.0);
        let text = format!("round {number}: {taken:?} goes first, {:.2} {:.2} is subtracted", by.x, by.y);
        ui.label(text);
        let rows = round.rows.iter().map(|row| {
            let choice = if row.mandatory { "mandatory" } else { "free" };
            (row.obstacle == taken, [format!("{:?}", row.obstacle), push(row.x), push(row.y), choice.into()])
        });
        table(ui, &format!("round {i}"), ["overlap", "x", "y", "choice"], rows);
    }
}

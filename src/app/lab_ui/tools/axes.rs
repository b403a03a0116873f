//! The separating-axis inspector: a copy of the player's box, dragged around a segment; what each axis says, which one wins, and
//! the field of normals and depths around it. For swept: entries and exits; for mandatory-first: what is possible.

use egui_macroquad::egui::{Grid, RichText, Ui};
use glam::Vec2;
use seamwalker::collide::{Aabb, EndAxes, Mover, SolverKind, SolverSetup};
use seamwalker::lab::axes::{
    ContactField, CorrectionRound, Inspection, SweepAxes, correction_marks, corrections, inspect,
};
use seamwalker::sim::World;

use super::solver::END_AXES;
use super::{Tool, ToolContext, need_play};
use crate::app::lab_ui::Pen;
use crate::app::play::Play;
use crate::app::render::palette;

/// How near a click must be to what it picks, in pixels.
const NEAR: f32 = 40.0;
/// How near the tip of the move a finger may come down to hold it, in pixels.
const TIP: f32 = 7.0;
/// How deep the copy is put into a segment that was picked, in pixels: so much that every axis has something to say.
const INTO: f32 = 3.0;
/// The longest move that mandatory-first makes in one step, in pixels.
const STEP: f32 = 8.0;
/// A depth that is drawn with the strongest colour, in pixels.
const DEEP: f32 = 12.0;

/// What the mouse holds.
#[derive(Clone, Copy)]
enum DragHandle {
    /// The box, so far from its middle.
    Copy(Vec2),
    /// The tip of the move.
    Tip,
}

/// What was found.
#[derive(Default)]
enum AxesFindings {
    #[default]
    Nothing,
    Axes(Inspection, ContactField, [f32; 2]),
    Sweep(SweepAxes),
    Corrections(Vec<CorrectionRound>),
}

/// What it depends on.
type AxesInputs = (Mover, Vec2, Option<u32>, SolverSetup);

/// The inspector.
#[derive(Default)]
pub struct Axes {
    /// The edge or the piece that was clicked.
    picked: Option<u32>,
    copy: Option<Mover>,
    delta: Vec2,
    grip: Option<DragHandle>,
    /// The button was down already.
    down: bool,
    ends: EndAxes,
    field: bool,
    seen: AxesFindings,
    asked: Option<AxesInputs>,
}

impl Axes {
    /// Takes a click, and follows what is dragged.
    fn hands(&mut self, world: &World, mouse: Option<Vec2>) {
        // A finger that comes down beside the menu is seen there a frame later.
        let pressed = !std::mem::replace(&mut self.down, mouse.is_some());
        let Some(at) = mouse else {
            self.grip = None;
            return;
        };
        let kind = world.rules.solver.kind;
        if pressed {
            let tip = self.copy.filter(|_| moves(kind)).map(|copy| copy.aabb.center + self.delta);
            self.grip = match self.copy {
                _ if tip.is_some_and(|tip| tip.distance(at) < TIP) => Some(DragHandle::Tip),
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
            self.delta = self.delta.clamp_length_max(STEP);
        }
    }

    /// Picks the segment or piece near a point. The copy of the player's box goes there; where a solver asks about moves, the
    /// copy stays, and the move leads there.
    fn pick(&mut self, world: &World, at: Vec2) -> Option<DragHandle> {
        let (terrain, player) = (&world.state.space.terrain, world.player_mover());
        let near = Aabb::new(at, Vec2::splat(NEAR));
        let mut best = (NEAR, None);
        let mut nearer = |i: u32, p: Vec2| {
            if p.distance(at) < best.0 {
                best = (p.distance(at), Some((i, p)));
            }
        };
        if moves(world.rules.solver.kind) {
            terrain.pieces_near(&near, |i| nearer(i, terrain.pieces()[i as usize].aabb.closest_point(at)));
            self.picked = best.1.map(|(i, _)| i).or(self.picked);
            self.copy.get_or_insert(player);
            return Some(DragHandle::Tip);
        }
        terrain.edges_near(&near, |i| nearer(i, terrain.edges()[i as usize].segment.closest_point(at)));
        let (i, p) = best.1?;
        let normal = terrain.edges()[i as usize].normal;
        let out = player.aabb.half.dot(normal.abs()) - INTO;
        self.picked = Some(i);
        self.copy = Some(player.moved(p + normal * out - player.aabb.center));
        None
    }

    /// Asks anew, if anything has changed.
    fn ask(&mut self, world: &World) {
        let Some(copy) = self.copy else { return };
        let mut setup = world.rules.solver;
        setup.options.end_axes = self.ends;
        let asked = (copy, self.delta, self.picked, setup);
        if self.asked == Some(asked) {
            return;
        }
        self.asked = Some(asked);
        let (terrain, picked) = (&world.state.space.terrain, self.picked.map(|i| i as usize));
        self.seen = match setup.kind {
            SolverKind::Swept => picked.and_then(|i| terrain.pieces().get(i)).map_or(AxesFindings::Nothing, |piece| {
                AxesFindings::Sweep(SweepAxes::new(piece, &copy.aabb, self.delta))
            }),
            SolverKind::MandatoryFirst => AxesFindings::Corrections(corrections(&world.state.space, &copy, self.delta)),
            _ => picked.and_then(|i| terrain.edges().get(i)).map_or(AxesFindings::Nothing, |edge| {
                let [own, exact] =
                    [self.ends, EndAxes::ClosestPoint].map(|ends| ContactField::around(edge, &copy, ends));
                let figures = [own.jump(), own.error(&exact).0];
                AxesFindings::Axes(inspect(edge, &copy, &setup), own, figures)
            }),
        };
    }
}

/// Whether a solver asks about moves, and not about places.
fn moves(kind: SolverKind) -> bool {
    matches!(kind, SolverKind::Swept | SolverKind::MandatoryFirst)
}

impl Tool for Axes {
    fn name(&self) -> &'static str {
        "Axes"
    }

    fn hint(&self) -> &'static str {
        "Click a segment, then drag the box, a copy of the player's. With swept or mandatory-first, drag the move."
    }

    fn forget(&mut self) {
        *self = Self { ends: self.ends, field: self.field, ..Self::default() };
    }

    fn page(&mut self, ui: &mut Ui, bench: &mut ToolContext) {
        let mouse = bench.pointer.filter(|_| bench.held || bench.pressed);
        let Some(play) = need_play(ui, bench.play.as_deref_mut()) else { return };
        let world = &play.world;
        // What a number picks depends on what is asked.
        if self.asked.is_some_and(|asked| moves(asked.3.kind) != moves(world.rules.solver.kind)) {
            self.forget();
        }
        self.hands(world, mouse);
        self.ask(world);
        ui.label(match world.rules.solver.kind {
            SolverKind::PerAxis => "per-axis asks no axes: as a test without a skin would ask".to_owned(),
            kind => format!("as {kind} asks"),
        });
        if !moves(world.rules.solver.kind) {
            ui.horizontal(|ui| {
                ui.label("end axes");
                for (axes, name) in END_AXES {
                    ui.radio_value(&mut self.ends, axes, name);
                }
            });
            ui.checkbox(&mut self.field, "field around it").on_hover_text(
                "for every position of the box: overlap (red) or distance (blue), and the normal as a small arrow",
            );
        }
        match &self.seen {
            AxesFindings::Nothing => drop(ui.label("Nothing selected.")),
            AxesFindings::Axes(seen, _, figures) => show_axes(ui, seen, *figures),
            AxesFindings::Sweep(sweep) => show_sweep(ui, sweep, self.delta.length()),
            AxesFindings::Corrections(rounds) => show_corrections(ui, rounds),
        }
    }

    fn draw(&self, pen: &mut Pen, play: &Play, chosen: bool) {
        let Some(copy) = self.copy.filter(|_| chosen) else { return };
        pen.letters = pen.fit.scale.floor().clamp(1.0, 2.0);
        let terrain = &play.world.state.space.terrain;
        let picked = self.picked.map(|i| i as usize);
        match &self.seen {
            AxesFindings::Nothing => {}
            AxesFindings::Axes(seen, field, _) => {
                let Some(edge) = picked.and_then(|i| terrain.edges().get(i)) else { return };
                if self.field {
                    pen.field(field);
                }
                pen.line(edge.segment.a, edge.segment.b, 4.0, palette::MUSTARD);
                pen.marks(&seen.marks(edge, &copy));
            }
            AxesFindings::Sweep(sweep) => {
                picked
                    .and_then(|i| terrain.pieces().get(i))
                    .into_iter()
                    .for_each(|p| pen.rectangle(&p.aabb, palette::MUSTARD));
                pen.marks(&sweep.marks(&copy.aabb, self.delta));
            }
            AxesFindings::Corrections(rounds) => pen.marks(&correction_marks(rounds, &copy, self.delta)),
        }
        pen.rectangle(&copy.aabb, palette::DENIM_LIGHT);
        let core =
            Aabb::new(copy.aabb.center, seamwalker::collide::Solver::view(&play.world.rules.solver).core(&copy).0);
        pen.rectangle(&core, palette::CREAM);
    }
}

impl Pen<'_> {
    /// A coloured cell and a small arrow for every place.
    fn field(&mut self, field: &ContactField) {
        let half = Vec2::splat(field.step * 0.5);
        for (i, cell) in field.cells.iter().enumerate() {
            let (at, part) = (field.place(i), (cell.depth.abs() / DEEP).min(1.0));
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

/// A table: a head, and rows of which one may stand out.
fn table<const N: usize>(ui: &mut Ui, name: &str, head: [&str; N], rows: impl Iterator<Item = (bool, [String; N])>) {
    Grid::new(name).num_columns(N).striped(true).show(ui, |ui| {
        head.into_iter().for_each(|word| drop(ui.label(RichText::new(word).small())));
        ui.end_row();
        for (strong, row) in rows {
            for text in row {
                let text = RichText::new(text).small();
                ui.label(if strong {
                    text.strong().background_color(crate::app::lab_ui::style::color(palette::MUSTARD))
                } else {
                    text
                });
            }
            ui.end_row();
        }
    });
}

fn show_axes(ui: &mut Ui, seen: &Inspection, [jump, error]: [f32; 2]) {
    let rows = seen.rows.iter().enumerate().map(|(i, row)| {
        // Told from the middle of the segment's shadow, so that they are small numbers.
        let middle = (row.obstacle[0] + row.obstacle[1]) * 0.5;
        let shadow = |[from, to]: [f32; 2]| format!("{:.1} {:.1}", from - middle, to - middle);
        let [mover, segment] = [row.mover, row.obstacle].map(shadow);
        (
            i == seen.winner,
            [row.name.into(), mover, segment, format!("{:.2}", row.overlap), format!("{:.2}", row.depth)],
        )
    });
    table(ui, "axes", ["axis", "box", "segment", "overlap", "depth"], rows);
    let Inspection { normal, depth, margin, winner, .. } = seen;
    let name = seen.rows[*winner].name;
    ui.label(format!("{name} wins by {margin:.3} px: normal {:.3} {:.3}, depth {depth:.3}", normal.x, normal.y));
    ui.label(match &seen.contact {
        Some(contact) if contact.depth > 0.0 && contact.normal.dot(*normal) < 0.99 => {
            format!(
                "The solver pushes outwards only: {:.2} {:.2} by {:.2}",
                contact.normal.x, contact.normal.y, contact.depth
            )
        }
        Some(contact) if contact.depth > 0.0 => format!("The solver pushes by {:.3} px.", contact.depth),
        Some(_) => "No overlap.".to_owned(),
        None => "The solver leaves it: from here the edge is open.".to_owned(),
    });
    ui.label(RichText::new("n: the segment's normal; a, b: its upper and lower end").small());
    ui.label(RichText::new(format!("field: {jump:.2} px from cell to cell, {error:.2} px too deep at most")).small());
}

fn show_sweep(ui: &mut Ui, sweep: &SweepAxes, way: f32) {
    let part = |part: f32| if part.is_finite() { format!("{part:.3}") } else { "-".to_owned() };
    let rows =
        sweep.rows.iter().map(|row| (row.entry == sweep.entry, [row.name.into(), part(row.entry), part(row.exit)]));
    table(ui, "sweep", ["axis", "entry", "exit"], rows);
    ui.label(if sweep.hits {
        format!("It hits after {:.2} of {way:.2} px: the last entry is before the first exit.", sweep.entry * way)
    } else {
        format!("It passes by: last entry {}, first exit {}.", part(sweep.entry), part(sweep.exit))
    });
}

fn show_corrections(ui: &mut Ui, rounds: &[CorrectionRound]) {
    if rounds.is_empty() {
        ui.label("Nothing overlaps at the end of the move.");
    }
    let way = |way: Option<Vec2>| way.map_or_else(|| "-".to_owned(), |way| format!("{:+.2}", way.x + way.y));
    for (i, round) in rounds.iter().enumerate() {
        ui.label(format!(
            "round {}: {:?} goes first, {:.2} {:.2} is subtracted",
            i + 1,
            round.taken,
            round.by.x + 0.0,
            round.by.y + 0.0
        ));
        let rows = round.rows.iter().map(|row| {
            let choice = if row.mandatory { "mandatory" } else { "free" };
            (row.obstacle == round.taken, [format!("{:?}", row.obstacle), way(row.x), way(row.y), choice.into()])
        });
        table(ui, &format!("round {i}"), ["overlap", "x", "y", "choice"], rows);
    }
}

//! The story of the snag: ten interactive pages, each a small simulation with one setting. This module contains the simulation,
//! its figures and its drawings as data; texts and colours are in the app.

use glam::Vec2;

use super::axes::{CorrectionRound, Inspection, SweepAxes, correction_marks, corrections, inspect, shared};
use super::mark::{Mark, MarkList, MarkShape, Tone};
use seamwalker_collide::{Aabb, Edge, Mover, Solver, SolverKind, SolverSetup, named_enum};

mod pages;
mod walker;

pub use pages::Knob;
use pages::{PagePlan, in_order};
pub use walker::{Course, Walker};

/// The length of a walk in ticks, after which it starts again.
const WALK_TICKS: u32 = 170;

/// On the page of ranges: the distances from the line of the ranges, of the labels above, and of the push, in pixels.
const RANGE_LANE: f32 = 9.0;
const RANGE_LABEL: f32 = 22.0;
const RANGE_PUSH: f32 = 28.0;

named_enum! {
    /// A page of the story. Their names are those on the command line.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Page {
        /// Two ranges on a line, and the shortest push.
        Ranges = "ranges",
        /// A box, a segment, and their shadows.
        Shadows = "shadows",
        /// The axis that wins.
        Winner = "winner",
        /// Two bricks, and the corner that catches.
        Bricks = "bricks",
        /// x, then y, and its price.
        PerAxis = "per-axis",
        /// Corrections without a choice first.
        Mandatory = "mandatory",
        /// To the earliest hit.
        Sweep = "sweep",
        /// Thick, round segments.
        Thick = "thick",
        /// The axis to the centre of a tall hero.
        Centre = "centre",
        /// The exact axis.
        Exact = "exact",
    }
}

impl Page {
    /// The source of the page's idea: its title, and its address if one is known.
    pub const fn source(self) -> (&'static str, &'static str) {
        const SECOND: &str = "part 1: code.alaiwan.org/blog/collision-disk.html";
        match self {
            Self::Ranges | Self::Shadows | Self::Thick | Self::Centre => {
                ("\"Smooth collisions\" part 2, S. Alaiwan", SECOND)
            }
            Self::Winner => (SolverKind::ThinSat.source(), SECOND),
            Self::Bricks => (
                SolverKind::VertexDiscard.source(),
                "www.wildbunny.co.uk/blog/2012/10/31/2d-polygonal-collision-detection-and-internal-edges",
            ),
            Self::PerAxis => (SolverKind::PerAxis.source(), SECOND),
            Self::Mandatory => (SolverKind::MandatoryFirst.source(), "metareal.net/blog/?p=69"),
            Self::Sweep => (SolverKind::Swept.source(), ""),
            Self::Exact => ("docs/ARCHITECTURE.md, Collision", ""),
        }
    }
}

/// The player's actions in a tick.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Hands {
    /// Turns the knob down (-1) or up (1).
    pub turn: i32,
    /// The position of a finger or the mouse in the scene, which drags the mover.
    pub holds: Option<Vec2>,
}

/// A number on a page, in pixels unless its name says otherwise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StoryNumber {
    /// Its name.
    pub name: &'static str,
    /// Its value.
    pub value: f32,
    /// The colour of the walker that it belongs to.
    pub tone: Tone,
}

/// The simulation of a page.
#[derive(Debug)]
pub struct Stage {
    /// The page.
    pub page: Page,
    /// The position of the knob.
    pub knob: f32,
    plan: PagePlan,
    /// The mover that the player drags; walkers start there.
    mover: Mover,
    walkers: Vec<Walker>,
    tick: u32,
    held: Option<Vec2>,
}

impl Stage {
    /// The start of a page.
    pub fn new(page: Page) -> Self {
        Self::set(page, page.knob().start)
    }

    /// The start of a page with a knob position.
    fn set(page: Page, knob: f32) -> Self {
        let plan = PagePlan::new(page, knob);
        let mover = plan.mover;
        let walkers = plan.walkers.iter().map(|setup| Walker::new(*setup, mover)).collect();
        Self { page, knob, plan, mover, walkers, tick: 0, held: None }
    }

    /// The visible area.
    pub fn view(&self) -> Aabb {
        self.plan.course.view
    }

    /// Whether boxes walk on this page, beside the one that the player drags.
    pub fn has_walkers(&self) -> bool {
        !self.walkers.is_empty()
    }

    /// The box that the player drags; walkers start there.
    pub const fn handle(&self) -> Aabb {
        self.mover.aabb
    }

    /// Simulates one tick.
    pub fn step(&mut self, hands: &Hands) {
        if hands.turn != 0 {
            self.set_knob(self.knob + self.page.knob().step * hands.turn.signum() as f32);
        }
        let by = match (self.held, hands.holds) {
            (Some(before), Some(now)) => now - before,
            _ => Vec2::ZERO,
        };
        self.held = hands.holds;
        if by != Vec2::ZERO {
            self.drag(by);
        }
        if self.walkers.is_empty() || (self.held.is_some() && self.tick == 0) {
            return;
        }
        self.tick += 1;
        if self.tick > WALK_TICKS {
            self.begin();
        }
        self.walkers.iter_mut().for_each(|walker| walker.step(&self.plan.course));
    }

    /// Sets the knob, within its range, and starts the page again.
    pub fn set_knob(&mut self, value: f32) {
        *self = Self { held: self.held, ..Self::set(self.page, self.page.knob().limit(value)) };
    }

    /// Starts the walkers again at the mover.
    fn begin(&mut self) {
        self.tick = 0;
        self.walkers.iter_mut().for_each(|walker| *walker = Walker::new(walker.setup, self.mover));
    }

    /// Drags the mover within the view; walkers not into the ground.
    fn drag(&mut self, mut by: Vec2) {
        let mover = self.mover;
        if !self.walkers.is_empty() {
            by = SolverSetup::default().slide(&self.plan.course.space, &mover, by).moved;
        }
        let center = (mover.aabb.center + by).clamp(self.plan.course.view.min(), self.plan.course.view.max());
        self.mover = mover.moved(center - mover.aabb.center);
        self.begin();
    }

    /// The result of the axes, on the pages about them.
    pub fn inspection(&self) -> Option<(Edge, Inspection)> {
        let edge = self.plan.edge?;
        let mut seen = inspect(&edge, &self.mover, &SolverSetup::new(SolverKind::ThinSat));
        if self.page == Page::Ranges {
            // Only one axis.
            seen.rows.retain(|row| row.name == "x");
            seen.winner = 0;
            (seen.normal, seen.depth) = seen.rows.first().map_or((Vec2::X, 0.0), |row| (row.axis, row.depth));
        }
        Some((edge, seen))
    }

    fn rounds(&self) -> Vec<CorrectionRound> {
        corrections(&self.plan.course.space, &self.mover, self.plan.delta)
    }

    /// The sweep to the wall, and the x at which the wall ends.
    fn sweep(&self) -> Option<(SweepAxes, f32)> {
        let wall = self.plan.course.space.terrain.pieces().first()?;
        Some((SweepAxes::new(wall, &self.mover.aabb, self.plan.delta), wall.aabb.max().x))
    }

    /// The numbers of the page.
    pub fn figures(&self) -> Vec<StoryNumber> {
        let knob = self.page.knob().name.map(|name| StoryNumber { name, value: self.knob, tone: Tone::Winner });
        knob.into_iter().chain(self.results()).collect()
    }

    fn results(&self) -> Vec<StoryNumber> {
        let of = |tone: Tone| move |(name, value): (&'static str, f32)| StoryNumber { name, value, tone };
        let own = |list: &[(&'static str, f32)]| list.iter().copied().map(of(Tone::Winner)).collect();
        match self.page {
            Page::Ranges | Page::Shadows | Page::Winner => {
                let Some((_, seen)) = self.inspection() else { return Vec::new() };
                let apart = seen.rows.iter().filter(|row| row.depth < 0.0).count() as f32;
                match self.page {
                    Page::Ranges => own(&[("overlap", seen.rows[0].overlap), ("push", seen.depth.max(0.0))]),
                    Page::Shadows => own(&[("apart", apart), ("gap", -seen.depth)]),
                    _ => own(&[("push", seen.depth), ("margin", seen.margin)]),
                }
            }
            Page::Mandatory => {
                let rounds = self.rounds();
                let choices = || rounds.iter().flat_map(|round| &round.choices);
                let forced = choices().filter(|choice| choice.mandatory().is_some()).count() as f32;
                let free = choices().count() as f32 - forced;
                let lost = rounds.iter().fold(0.0, |lost, round| lost + round.by.x.abs());
                let moved = in_order().slide(&self.plan.course.space, &self.mover, self.plan.delta).moved;
                let least = self.plan.delta.x - moved.x;
                own(&[("mandatory", forced), ("free", free), ("lost", lost), ("least", least)])
            }
            Page::Sweep => {
                let Some((sweep, wall_end)) = self.sweep() else { return Vec::new() };
                let through = self.mover.aabb.min().x + self.plan.delta.x >= wall_end;
                let way = self.plan.delta.length();
                let through = f32::from(u8::from(through));
                own(&[("entry", sweep.entry * way), ("exit", sweep.exit * way), ("through", through)])
            }
            _ => {
                let walkers = self.walkers.iter().enumerate();
                walkers.flat_map(|(i, walker)| walker.figures().map(of(walker_tone(self.page, i)))).collect()
            }
        }
    }

    /// A figure by its name, the first of several; NaN if there is none.
    pub fn figure(&self, name: &str) -> f32 {
        self.figures().iter().find(|figure| figure.name == name).map_or(f32::NAN, |figure| figure.value)
    }

    /// The drawings of the page.
    pub fn marks(&self) -> Vec<Mark> {
        let mut marks = MarkList::default();
        let aabb = &self.mover.aabb;
        for part in &self.plan.parts {
            marks.add(Tone::Ground, MarkShape::Area(part.clone()));
        }
        match self.page {
            Page::Ranges => self.ranges(&mut marks),
            Page::Shadows | Page::Winner => {
                let Some((edge, seen)) = self.inspection() else { return marks.0 };
                marks.add(Tone::Ground, MarkShape::Bar(edge.segment.a, edge.segment.b));
                marks.add(Tone::Mover, MarkShape::Frame(*aabb));
                marks.0.extend(seen.marks(&edge, &self.mover));
                if seen.depth > 0.0 {
                    marks.add(Tone::End, MarkShape::Frame(aabb.moved(seen.normal * seen.depth)));
                }
            }
            Page::Mandatory => {
                marks.add(Tone::Mover, MarkShape::Frame(*aabb));
                marks.0.extend(correction_marks(&self.rounds(), &self.mover, self.plan.delta));
            }
            Page::Sweep => {
                // The walls for the box's centre: grown by its size.
                for wall in self.plan.course.space.terrain.pieces() {
                    let grown = Aabb { half: wall.aabb.half + aabb.half, ..wall.aabb };
                    marks.add(Tone::Other, MarkShape::Frame(grown));
                }
                marks.add(Tone::Mover, MarkShape::Frame(*aabb));
                marks.0.extend(self.sweep().iter().flat_map(|(sweep, _)| sweep.marks(aabb, self.plan.delta)));
            }
            _ => {
                if self.page == Page::Thick {
                    self.thickness(&mut marks);
                }
                for (i, walker) in self.walkers.iter().enumerate() {
                    walker.draw(&mut marks, walker_tone(self.page, i), self.plan.course.apex);
                }
            }
        }
        marks.0
    }

    /// Draws the surface of the thick segments, with square ends and the round one at the ridge.
    fn thickness(&self, marks: &mut MarkList) {
        let skin = self.mover.skin;
        let tops = || self.plan.course.space.terrain.edges().iter().filter(|edge| edge.normal.y < -0.1);
        for edge in tops() {
            let by = edge.normal * skin;
            let (a, b) = (edge.segment.a, edge.segment.b);
            marks.add(Tone::Other, MarkShape::Line(a + by, b + by));
            marks.add(Tone::Bad, MarkShape::Line(a, a + by));
            marks.add(Tone::Bad, MarkShape::Line(b, b + by));
        }
        let Some(ridge) = self.plan.course.apex else { return };
        let arms: Vec<Vec2> =
            tops().filter(|edge| edge.segment.aabb().contains(ridge)).map(|edge| edge.normal).collect();
        let [one, other] = arms[..] else { return };
        let at = |part: f32| ridge + one.lerp(other, part).normalize_or_zero() * skin;
        for part in [0.0, 0.25, 0.5, 0.75] {
            marks.add(Tone::End, MarkShape::Line(at(part), at(part + 0.25)));
        }
    }

    /// Draws two ranges on a line with the numbers of their ends, what they share, and the push.
    fn ranges(&self, marks: &mut MarkList) {
        let Some((_, seen)) = self.inspection() else { return };
        let (Some(row), view) = (seen.rows.first(), self.plan.course.view) else { return };
        let at = |t: f32, y: f32| Vec2::new(t * row.axis.x, y);
        marks.add(Tone::Other, MarkShape::Line(Vec2::new(view.min().x, 0.0), Vec2::new(view.max().x, 0.0)));
        for tick in (-6..=6).map(|tick| tick as f32 * 10.0) {
            marks.add(Tone::Other, MarkShape::Line(Vec2::new(tick, -1.0), Vec2::new(tick, 1.0)));
        }
        for (tone, [from, to], y, label) in
            [(Tone::Mover, row.mover, -RANGE_LANE, -RANGE_LABEL), (Tone::Ground, row.obstacle, RANGE_LANE, RANGE_LANE)]
        {
            marks.add(tone, MarkShape::Bar(at(from, y), at(to, y)));
            for end in [from, to] {
                marks.add(tone, MarkShape::Line(at(end, y - 3.0), at(end, 0.0)));
                marks.add(tone, MarkShape::Line(at(end, y), at(end, y + 3.0)));
                let word = format!("{:.0}", at(end, 0.0).x);
                marks.add(tone, MarkShape::Word(at(end, label) + Vec2::new(-3.0, 2.0), word));
            }
        }
        if row.overlap > 0.0 {
            let both = shared(row.mover, row.obstacle);
            marks.add(Tone::Winner, MarkShape::Bar(at(both[0], 0.0), at(both[1], 0.0)));
            marks.arrow(Tone::Winner, at(row.mover[0], -RANGE_PUSH), row.axis * row.depth);
            let pushed = row.mover.map(|t| t + row.depth);
            marks.add(Tone::End, MarkShape::Bar(at(pushed[0], -RANGE_PUSH), at(pushed[1], -RANGE_PUSH)));
            let middle = at((row.mover[0] + row.mover[1]) * 0.5 + row.depth, -RANGE_PUSH - 11.0);
            marks.add(Tone::Winner, MarkShape::Word(middle, format!("{:.0}", row.depth)));
        }
    }
}

/// The colour of a walker. The first one shows the error, on all pages except the last.
fn walker_tone(page: Page, i: usize) -> Tone {
    if i == 0 && page != Page::Exact { Tone::Bad } else { Tone::End }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wait(stage: &mut Stage, ticks: u32) {
        (0..ticks).for_each(|_| stage.step(&Hands::default()));
    }

    fn turn(stage: &mut Stage, by: i32) {
        let hands = Hands { turn: by.signum(), holds: None };
        (0..by.abs()).for_each(|_| stage.step(&hands));
    }

    fn drag(stage: &mut Stage, by: Vec2) {
        let hold = |at| Hands { turn: 0, holds: Some(at) };
        stage.step(&hold(Vec2::ZERO));
        stage.step(&hold(by));
        stage.step(&Hands::default());
    }

    /// All figures with this name, walker by walker.
    fn each(stage: &Stage, name: &str) -> Vec<f32> {
        stage.figures().iter().filter(|figure| figure.name == name).map(|figure| figure.value).collect()
    }

    #[test]
    fn a_push_ends_the_overlap_of_two_ranges() {
        let mut stage = Stage::new(Page::Ranges);
        let overlap = stage.figure("overlap");
        assert!(overlap > 0.0 && stage.figure("push") == overlap);
        drag(&mut stage, Vec2::new(-overlap - 1.0, 0.0));
        assert_eq!((stage.figure("overlap"), stage.figure("push")), (-1.0, 0.0));
    }

    #[test]
    fn a_gap_on_one_axis_separates() {
        let mut stage = Stage::new(Page::Shadows);
        assert!(stage.figure("apart") == 1.0 && stage.figure("gap") > 0.0, "only the slope's own axis has a gap");
        turn(&mut stage, -20);
        assert!(stage.figure("apart") == 0.0 && stage.figure("gap") < 0.0);
        let (_, seen) = stage.inspection().unwrap();
        drag(&mut stage, seen.normal * (seen.depth + 0.01));
        assert!(stage.figure("gap") >= 0.0, "the shortest push separates them");
    }

    #[test]
    fn another_axis_wins_beyond_the_end() {
        let mut stage = Stage::new(Page::Winner);
        let winner = |stage: &Stage| stage.inspection().map(|(_, seen)| seen.rows[seen.winner].name).unwrap();
        assert_eq!(winner(&stage), "n");
        let least = (0..30).map(|_| {
            turn(&mut stage, 1);
            stage.figure("margin")
        });
        assert!(least.fold(f32::INFINITY, f32::min) < 2.0, "somewhere two axes are nearly as good");
        assert_ne!(winner(&stage), "n");
    }

    #[test]
    fn strong_downward_pressure_makes_the_box_snag_on_the_second_brick() {
        let mut stage = Stage::new(Page::Bricks);
        wait(&mut stage, 120);
        assert!(stage.figure("snags") > 20.0 && stage.figure("way") < 60.0, "{:?}", stage.figures());
        turn(&mut stage, -6);
        wait(&mut stage, 120);
        assert!(stage.figure("snags") == 0.0 && stage.figure("way") > 100.0, "{:?}", stage.figures());
    }

    #[test]
    fn per_axis_passes_the_seam_but_is_too_fast_on_the_slope() {
        let mut stage = Stage::new(Page::PerAxis);
        wait(&mut stage, WALK_TICKS - 1);
        assert_eq!(each(&stage, "snags"), [0.0, 0.0]);
        let price = each(&stage, "price");
        assert!(price[0] > 1.2 && price[1] < 1.001, "it climbs faster than wanted: {price:?}");
        turn(&mut stage, 20);
        wait(&mut stage, WALK_TICKS - 1);
        assert!(each(&stage, "price")[0] > price[0], "the steeper, the faster");
    }

    #[test]
    fn the_mandatory_correction_resolves_the_other_overlap() {
        let mut stage = Stage::new(Page::Mandatory);
        assert_eq!([stage.figure("mandatory"), stage.figure("free"), stage.figure("lost")], [1.0, 1.0, 0.0]);
        assert!(stage.figure("least") > 0.9, "the least push of the second brick leads back");
        turn(&mut stage, 6);
        assert_eq!(stage.figure("lost"), 0.0, "at any downward pressure");
    }

    #[test]
    fn a_sweep_stops_at_a_wall_that_the_end_position_does_not_overlap() {
        let mut stage = Stage::new(Page::Sweep);
        assert!(stage.figure("through") == 1.0 && stage.figure("entry") < stage.figure("exit"));
        turn(&mut stage, -40);
        assert_eq!(stage.figure("through"), 0.0, "a short move does not reach it");
    }

    #[test]
    fn square_ends_snag_at_the_joint_and_round_ones_do_not() {
        let mut stage = Stage::new(Page::Thick);
        wait(&mut stage, WALK_TICKS - 1);
        let (snags, way) = (each(&stage, "snags"), each(&stage, "way"));
        assert!(snags[0] > 5.0 && snags[1] == 0.0 && way[1] > way[0] + 30.0, "{snags:?} {way:?}");
    }

    #[test]
    fn a_tall_hero_snags_on_the_apex_and_a_small_one_does_not() {
        let mut stage = Stage::new(Page::Centre);
        wait(&mut stage, WALK_TICKS - 1);
        assert!(stage.figure("snags") > 5.0, "{:?}", stage.figures());
        turn(&mut stage, -40);
        wait(&mut stage, WALK_TICKS - 1);
        assert_eq!(stage.figure("snags"), 0.0, "{:?}", stage.figures());
    }

    #[test]
    fn the_exact_axis_never_snags() {
        let mut stage = Stage::new(Page::Exact);
        turn(&mut stage, -30);
        for _ in 0..30 {
            wait(&mut stage, WALK_TICKS - 1);
            assert_eq!(each(&stage, "snags"), [0.0], "at {}", stage.knob);
            turn(&mut stage, 1);
        }
        assert!(stage.figure("price") <= 1.001);
    }

    #[test]
    fn every_page_runs_for_half_a_minute_with_finite_figures_and_drawings() {
        for page in Page::ALL {
            let mut stage = Stage::new(page);
            for tick in 0..1800 {
                let turn = if tick % 97 == 0 { 1 - (tick / 97 % 3) } else { 0 };
                let holds = (tick % 300 < 40).then(|| Vec2::new((tick % 40) as f32, (tick % 7) as f32));
                stage.step(&Hands { turn, holds });
            }
            assert!(!stage.figures().is_empty() && !page.source().0.is_empty());
            assert!(stage.figures().iter().all(|figure| figure.value.is_finite()), "{page:?}: {:?}", stage.figures());
            let marks = format!("{:?}", stage.marks());
            let finite = !marks.contains("NaN") && !marks.contains("inf");
            assert!(finite && marks.len() < 80_000, "{page:?}: {marks}");
        }
    }
}

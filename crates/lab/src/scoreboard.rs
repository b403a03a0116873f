//! The scoreboard: in every tick of a running game, each solver is asked what it would have done with the same mover and the same wanted
//! move. The answers are judged and counted; nothing of it changes the game.
//!
//! Every solver is asked twice, for the wanted move with ground assist and for the one without, because the assist hides much of what a
//! solver does wrong: only both figures side by side show what it hides.

use std::cell::OnceCell;
use std::collections::VecDeque;

use glam::Vec2;

use super::judge::{MIN_STOPPED_MOVE, judged_slide, met_crate};
use super::measure::lurch;
use super::oracle::{self, MIN_LOSS};
use super::{Judge, Oracle, Pin};
use seamwalker_collide::controller::{clip, tangent};
use seamwalker_collide::{CollisionView, Contact, Mover, Slide, Solver, SolverKind, SolverSetup, Space, Touch};
use seamwalker_sim::{GROUND_PRESS, LongestSlide, TICK, World};

/// How far a solver must go beyond the wanted move, or back, for its correction to count as a lurch, in pixels.
const MIN_LURCH: f64 = 0.25;

/// How deep the mover may overlap obstacles in the view of a solver that is asked, in pixels.
const START_SLACK: f32 = 0.01;

/// The maximum number of pushes out of obstacles before a solver is asked.
const MAX_START_PUSHES: u32 = 4;

/// A longer slide was interrupted by another program, and its time does not count, in seconds. A browser's clock has steps of up to half of
/// that.
const MAX_SLIDE_TIME: f64 = 2e-4;

/// The maximum number of pins. With more, the oldest goes.
const MAX_PINS: usize = 200;

/// Pins of one solver that are nearer to each other are one, in pixels.
const PIN_DISTANCE: f32 = 10.0;

/// How far below the mover ground is looked for, in pixels.
const BELOW: f32 = 1.0;

/// The figures of a solver in a level so far, under one kind of wanted moves.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    /// Ticks in which it was caught, or would have been.
    pub snags: u64,
    /// The most of them in a row.
    pub longest_stop: u32,
    /// Corrections that went beyond the wanted move, or against it.
    pub lurches: u64,
    /// The deepest overlap that it left, in pixels.
    pub deepest: f32,
    /// Snags in a row up to now.
    stop: u32,
}

/// The row of a solver.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Score {
    /// The figures with ground assist, then without.
    pub tallies: [Tally; 2],
    /// The duration of its slides, and their number.
    seconds: f64,
    slides: u64,
}

impl Score {
    fn time(&mut self, seconds: f64) {
        if seconds < MAX_SLIDE_TIME {
            (self.seconds, self.slides) = (self.seconds + seconds, self.slides + 1);
        }
    }

    /// The average duration of a slide, in nanoseconds.
    pub fn nanoseconds(&self) -> f64 {
        self.seconds * 1e9 / self.slides.max(1) as f64
    }
}

/// The figures of all solvers in one level.
#[derive(Clone, Debug, Default)]
pub struct Scoreboard {
    /// A row for each solver, in the order of [`SolverKind::ALL`].
    pub scores: [Score; SolverKind::ALL.len()],
    /// Where solvers were caught, or would have been.
    pub pins: VecDeque<Pin>,
}

/// The mover of every solver that can be asked.
type Starts = [Option<Mover>; SolverKind::ALL.len()];

/// The setup, mover and slide of every solver that could be asked.
type Answers = [Option<(SolverSetup, Mover, Slide)>; SolverKind::ALL.len()];

impl Scoreboard {
    /// Asks all solvers about the last tick of `world`. The solver in use has its settings, the others have the defaults; and for the one
    /// in use the tick itself counts, which `snagged` or not. `clock` returns seconds. Ticks that met a crate are not
    /// judged, see [`Judge::tick`].
    pub fn tick(&mut self, world: &World, judge: &Judge, snagged: bool, clock: &dyn Fn() -> f64) {
        let Some(slide) = judged_slide(world).filter(|slide| slide.delta != Vec2::ZERO) else { return };
        let starts = starts(world, &slide.mover);
        let wanted = wanted(world, &slide);
        let mut answers = self.ask(world, &starts, wanted[0], clock);
        for (unassisted, delta) in [false, true].into_iter().zip(wanted) {
            if delta != wanted[0] {
                answers = self.ask(world, &starts, delta, clock);
            }
            self.judge(world, judge, (unassisted, delta), snagged, &answers);
        }
    }

    /// The slides of all solvers for a wanted move.
    fn ask(&mut self, world: &World, starts: &Starts, delta: Vec2, clock: &dyn Fn() -> f64) -> Answers {
        let mut before = clock();
        SolverKind::ALL.map(|kind| {
            let setup = setup(world, kind);
            let mover = starts[kind as usize]?;
            let slide = setup.slide(&world.state.space, &mover, delta);
            let after = clock();
            self.scores[kind as usize].time(after - before);
            before = after;
            Some((setup, mover, slide))
        })
    }

    /// Counts the answers for a wanted move, with whether it is that without ground assist.
    fn judge(
        &mut self,
        world: &World,
        judge: &Judge,
        (unassisted, delta): (bool, Vec2),
        snagged: bool,
        answers: &Answers,
    ) {
        let along = |slide: &Slide| f64::from(slide.moved.dot(delta) / delta.length());
        let stops = |slide: &Slide| stops(world, delta, slide);
        // The oracle costs more than all solvers together: it is asked only where another solver shows that there is a way.
        let best = answers.iter().flatten().map(|(.., slide)| along(slide)).fold(0.0, f64::max);
        let is_wall = answers.iter().flatten().all(|(.., slide)| stops(slide));
        let known = [const { OnceCell::new() }; 4];
        for &(setup, mover, slide) in answers.iter().flatten().filter(|(.., slide)| !met_crate(world, &slide.touches)) {
            let (view, side) = (setup.view(), (delta.x.signum(), delta.y));
            let way = || *known[view as usize].get_or_init(|| judge.way(world, view, &mover, delta));
            let possible = || oracle::along(way(), delta);
            // Gravity presses a player that stands or lands: only progress to the pressed side can be lost.
            let stands = world.state.player.is_grounded() || slide.touches.iter().any(|touch| is_ground(world, touch));
            let leads_on = || way().x * f64::from(side.0) > MIN_LOSS && !judge.is_at_wall(world, &mover, view, side.0);
            let is_wanted = || !stands || leads_on();
            let snags = |possible: &dyn Fn() -> f64| Oracle::is_snag(delta, slide.moved, possible);
            let loses_way = || snags(&|| best) && snags(&possible) && is_wanted();
            let loses_speed =
                || !is_wall && stops(&slide) && judge.goes_on(world, &mover.moved(slide.moved), view, side);
            let is_real = setup.kind == world.rules.solver.kind && unassisted != world.rules.ground_assist;
            let snags = if is_real { snagged } else { loses_way() || loses_speed() };
            self.scores[setup.kind as usize].tallies[usize::from(unassisted)].add(snags, delta, &slide);
            if snags {
                self.pin(Pin { setup, tick: world.state.ticks, mover, delta, slide, unassisted, is_real, count: 1 });
            }
        }
    }

    /// Adds a pin, or counts it for one of the same solver nearby.
    fn pin(&mut self, pin: Pin) {
        let near = |old: &&mut Pin| old.setup.kind == pin.setup.kind && old.at().distance(pin.at()) < PIN_DISTANCE;
        if let Some(known) = self.pins.iter_mut().find(near) {
            known.count += 1;
            return;
        }
        if self.pins.len() >= MAX_PINS {
            self.pins.pop_front();
        }
        self.pins.push_back(pin);
    }
}

impl Tally {
    fn add(&mut self, snags: bool, delta: Vec2, slide: &Slide) {
        self.snags += u64::from(snags);
        self.stop = if snags { self.stop + 1 } else { 0 };
        self.longest_stop = self.longest_stop.max(self.stop);
        self.lurches += u64::from(lurch(delta, slide.moved).0 > MIN_LURCH);
        self.deepest = self.deepest.max(slide.overlap);
    }
}

/// Whether the player can stand on what was touched.
fn is_ground(world: &World, touch: &Touch) -> bool {
    world.rules.feel.walkable(touch.contact.normal)
}

/// Whether a slide reports a wall, at which the game stops a player on the ground.
fn stops(world: &World, delta: Vec2, slide: &Slide) -> bool {
    let walls = slide.touches.iter().filter(|touch| !is_ground(world, touch)).copied().collect();
    let side = delta.x.signum();
    world.state.player.is_grounded() && delta.x * side >= MIN_STOPPED_MOVE && clip(delta, &walls).x * side <= 0.0
}

/// The wanted move of the last tick with ground assist, which leads along the ground, and without, which gravity presses into it. In the
/// air there is no difference.
fn wanted(world: &World, slide: &LongestSlide) -> [Vec2; 2] {
    let LongestSlide { mover, delta, .. } = *slide;
    if !world.state.player.is_grounded() {
        return [delta; 2];
    }
    if world.rules.ground_assist {
        return [delta, Vec2::new(delta.x, delta.y.max(GROUND_PRESS * TICK))];
    }
    let ground = world.rules.feel.ground().find(&world.rules.solver, &world.state.space, &mover, BELOW);
    [tangent(ground.map_or(Vec2::NEG_Y, |ground| ground.normal)) * delta.x, delta]
}

/// The settings with which a solver is asked.
fn setup(world: &World, kind: SolverKind) -> SolverSetup {
    if kind == world.rules.solver.kind { world.rules.solver } else { SolverSetup::new(kind) }
}

/// Where the mover starts for each solver. What is free in one view may overlap in another, and a solver must not be blamed for that: it
/// is pushed out first, as by a switch of the solver, and a solver is not asked if that does not help.
fn starts(world: &World, mover: &Mover) -> Starts {
    let own = world.rules.solver.view();
    let views = [CollisionView::Thick, CollisionView::Thin, CollisionView::Round, CollisionView::Pieces];
    let in_view = |view| if view == own { Some(*mover) } else { pushed_out(&world.state.space, view, mover) };
    let at = views.map(in_view);
    SolverKind::ALL.map(|kind| at[setup(world, kind).view() as usize])
}

/// The mover at the nearest free place in this view; `None` if it is not found soon.
fn pushed_out(space: &Space, view: CollisionView, mover: &Mover) -> Option<Mover> {
    let mut mover = *mover;
    for _ in 0..MAX_START_PUSHES {
        let mut deepest = Contact { normal: Vec2::ZERO, depth: START_SLACK };
        space.each_touching(view, &mover, 0.0, |touch| {
            if touch.contact.depth > deepest.depth {
                deepest = touch.contact;
            }
        });
        if deepest.depth <= START_SLACK {
            return Some(mover);
        }
        mover = mover.moved(deepest.normal * deepest.depth);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use seamwalker_collide::Aabb;

    #[test]
    fn pins_are_merged_where_they_are_near_and_bounded() {
        let mut board = Scoreboard::default();
        for i in 0..MAX_PINS * 2 {
            let mover = Mover::new(Aabb::new(Vec2::new(i as f32 * PIN_DISTANCE * 0.5, 0.0), Vec2::splat(8.0)));
            for kind in [SolverKind::PerAxis, SolverKind::Swept] {
                let (setup, slide) = (SolverSetup::new(kind), Slide::default());
                board.pin(Pin {
                    setup,
                    tick: 1,
                    mover,
                    delta: Vec2::X,
                    slide,
                    unassisted: false,
                    is_real: false,
                    count: 1,
                });
            }
        }
        assert_eq!(board.pins.len(), MAX_PINS);
        assert!(board.pins.iter().all(|pin| pin.count == 2), "each stands for two");
    }
}

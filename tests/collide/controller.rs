//! The character controller of the library: it stays on its ground, and jumps, lands, drops and steps as its settings say.

#![allow(clippy::disallowed_methods, reason = "a test's own random worlds; their bits are stored nowhere")]

use glam::Vec2;
use seamwalker_collide::controller::{Controller, ControllerSettings, GroundSettings, Intent, StepEvents};
use seamwalker_collide::{Aabb, Edge, Piece, Side, Solver, SolverKind, SolverSetup, Space, Terrain};
use seamwalker_lab::Rng;

use crate::settings::is_long;
use crate::{HALF, LAWFUL, outline};

const DT: f32 = 1.0 / 60.0;

fn space(points: &[(f32, f32)]) -> Space {
    crate::space(outline(points))
}

fn right() -> Intent {
    Intent { x: 1.0, ..Intent::default() }
}

struct Run {
    hero: Controller,
    space: Space,
    solver: SolverSetup,
}

impl Run {
    fn new(space: Space, feet: Vec2) -> Self {
        let hero = Controller::new(Aabb::new(feet - Vec2::new(0.0, HALF.y), HALF));
        Self { hero, space, solver: SolverSetup::default() }
    }

    fn step(&mut self, intent: &Intent) -> StepEvents {
        self.hero.step(&self.solver, &self.space, intent, DT)
    }

    fn steps(&mut self, count: u32, intent: &Intent) {
        (0..count).for_each(|_| _ = self.step(intent));
    }

    fn feet(&self) -> Vec2 {
        let aabb = self.hero.state.mover.aabb;
        Vec2::new(aabb.center.x, aabb.max().y)
    }

    /// How far the feet are above what is below them, px.
    fn gap(&self) -> f32 {
        let down = Vec2::new(0.0, 64.0);
        self.solver.cast(&self.space, &self.hero.state.mover, down).map_or(64.0, |hit| hit.fraction * down.y)
    }
}

/// A hill: flat, up by a slope (height per width), flat, down by the same slope, flat.
fn hill(slope: f32, top: f32) -> Vec<(f32, f32)> {
    let run = (60.0 / slope).min(200.0);
    let rise = run * slope;
    let xs = [-80.0, 0.0, run, run + top, run * 2.0 + top, run * 2.0 + top + 80.0];
    let ys = [0.0, 0.0, -rise, -rise, 0.0, 0.0];
    xs.into_iter().zip(ys).collect()
}

#[test]
fn every_walkable_angle_is_walked_up_over_and_down_without_leaving_the_ground() {
    for top in [0.0, 3.0, 24.0] {
        for slope in (4..=103).map(|hundredths| hundredths as f32 * 0.01) {
            for speed in [30.0, 180.0, 420.0] {
                let points = hill(slope, top);
                let end = points[4].0 + 40.0;
                let mut run = Run::new(space(&points), Vec2::new(-40.0, 0.0));
                run.hero.settings.run.speed = speed;
                run.steps(2, &Intent::default());
                for tick in 0..4000 {
                    let events = run.step(&right());
                    let gap = run.gap();
                    let at = format!("slope {slope}, top {top}, {speed} px/s, tick {tick}, {}", run.feet());
                    assert!(run.hero.state.ground.is_some() && !events.walked_off, "left the ground: {at}");
                    assert!(gap < 0.05, "{gap} px above the ground: {at}");
                    assert!(events.wall.is_none(), "stopped: {at}");
                    if run.feet().x > end {
                        break;
                    }
                }
                assert!(run.feet().x > end, "slope {slope}: got to {}", run.feet());
            }
        }
    }
}

#[test]
fn the_speed_along_the_surface_is_the_same_on_every_slope() {
    for slope in [0.2, 0.5, 1.0] {
        let mut run = Run::new(space(&hill(slope, 24.0)), Vec2::new(-40.0, 0.0));
        run.steps(20, &right());
        for _ in 0..60 {
            let before = run.hero.state.mover.aabb.center;
            run.step(&right());
            let way = run.hero.state.mover.aabb.center.distance(before);
            // Rounding a crest or a hollow makes a tick a little longer or shorter.
            assert!((2.5..=3.3).contains(&way), "slope {slope}: {way} px at {before}");
        }
    }
}

#[test]
fn what_is_too_steep_is_a_wall_uphill_and_slid_down() {
    let mut run = Run::new(space(&hill(1.7, 24.0)), Vec2::new(-40.0, 0.0));
    let walls = (0..90).filter(|_| run.step(&right()).wall.is_some()).count();
    assert!(walls > 40 && run.feet().y > -3.0, "{walls} ticks at a wall, at {}", run.feet());
    let mut run = Run::new(space(&hill(1.7, 24.0)), Vec2::new(15.0, -70.0));
    run.steps(90, &Intent::default());
    assert!(run.hero.state.ground.is_some() && run.feet().y > -0.1, "it slid down to {}", run.feet());
}

/// Story: a jump against a face of 47 degrees, held, went up it for as long as the run was pressed, 82 px in every second. Here a hill of
/// random faces is pressed at random, at 20 to 240 Hz: no hero gets higher than a jump on flat ground or than it began, and a run
/// against the face ends at its foot.
#[test]
fn faces_steeper_than_the_limit_are_never_climbed_and_slid_down() {
    for seed in 0..if is_long() { 3000 } else { 60 } {
        let rng = &mut Rng(seed);
        let (rate, limit, side) =
            (rng.range(20.0, 240.0), rng.range(5.0, 60.0), if seed % 2 == 0 { 1.0 } else { -1.0 });
        let kinds = [SolverKind::PerAxis, SolverKind::MandatoryFirst, SolverKind::Swept];
        let sees_pieces = seed % 3 == 0;
        let kind = if sees_pieces { kinds[seed as usize / 6 % 3] } else { LAWFUL[seed as usize / 2 % 2] };
        let mut points = vec![Vec2::new(-900.0, 0.0), Vec2::ZERO];
        while points[points.len() - 1].y > -500.0 {
            let (angle, length) = (rng.range(limit + 0.5, 89.0).to_radians(), rng.range(2.0, 150.0));
            // Solvers that see pieces can rest on the seams between those: they get a single face.
            let length = if sees_pieces { 600.0 / angle.sin() } else { length };
            points.push(points[points.len() - 1] + Vec2::new(angle.cos(), -angle.sin()) * length);
        }
        // At the foot, or above a corner of the hill.
        let above = *rng.pick(&points[1..=(points.len() / 2)]).unwrap();
        let start = Vec2::new((above.x - 20.0) * side, above.y);
        if side < 0.0 {
            points.iter_mut().for_each(|point| point.x = -point.x);
            points.reverse();
        }
        let jump = |tick: u32| Intent { jump: true, pressed: tick == 2, ..Intent::default() };
        let mut flat = Run::new(space(&[(-80.0, 0.0), (80.0, 0.0)]), Vec2::ZERO);
        let pillar = |part: &[Vec2]| {
            let [a, b] = [part[0], part[1]];
            Piece::convex(&[a, b, Vec2::new(b.x, 50.0), Vec2::new(a.x, 50.0)])
        };
        let pieces = points.windows(2).filter_map(pillar).collect();
        let mut run = Run::new(Space::new(Terrain::new(outline(&points), pieces)), start);
        run.solver = SolverSetup::new(kind);
        run.hero.settings.ground.max_slope = limit.to_radians().tan();
        let (mut highest, mut intent, mut worst) = (start.y, Intent::default(), 0.0_f32);
        for tick in 0..rate as u32 {
            flat.hero.step(&flat.solver, &flat.space, &jump(tick), 1.0 / rate);
            highest = highest.min(flat.feet().y);
        }
        for tick in 0..(8.0 * rate) as u32 {
            if tick > (4.0 * rate) as u32 {
                intent = Intent { x: side, jump: intent.jump, ..Intent::default() };
            } else if rng.range(0.0, rate) < 8.0 {
                let x = *rng.pick(&[side, side, side, 0.0, -side]).unwrap();
                intent = Intent {
                    x,
                    jump: !rng.bits().is_multiple_of(3),
                    pressed: rng.bits().is_multiple_of(2),
                    down: false,
                };
            }
            run.hero.step(&run.solver, &run.space, &intent, 1.0 / rate);
            intent.pressed = false;
            worst = worst.max(highest - run.feet().y);
        }
        let (feet, about) = (run.feet(), format!("seed {seed}, {rate} Hz, limit {limit} degrees"));
        // Those step up a little at the foot of a face.
        let (most, low) = if sees_pieces { (0.3, -1.0) } else { (0.05, -0.1) };
        assert!(worst < most, "{about}: {kind} climbed {worst} px too high");
        assert!(feet.y > low && feet.x.abs() < 20.0, "{about}: {kind} ends at {feet}, in {:?}", run.hero.state);
    }
}

/// Story: every spawn exactly on the ground, and every door, was heard as a landing.
#[test]
fn what_is_placed_on_the_ground_does_not_land_and_what_falls_does() {
    for (x, dt) in [-40.0, -6.5].into_iter().flat_map(|x| [1.0 / 240.0, DT, 0.05].map(|dt| (x, dt))) {
        let mut run = Run::new(space(&[(-80.0, 0.0), (0.0, 0.0), (100.0, -80.0)]), Vec2::new(x, 0.0));
        let landed = |hero: &mut Controller| hero.step(&run.solver, &run.space, &Intent::default(), dt).landed;
        assert_eq!(landed(&mut run.hero), None, "{x}");
        assert!(run.hero.state.ground.is_some());
        run.hero.teleport(Vec2::new(x - 10.0, -HALF.y));
        assert_eq!(landed(&mut run.hero), None, "after a teleport");
        run.hero.teleport(Vec2::new(x, -HALF.y - 5.0));
        assert!((0..60).any(|_| landed(&mut run.hero).is_some_and(|speed| speed > 80.0)), "a fall of 5 px");
    }
}

#[test]
fn ledges_up_to_a_height_are_stepped_up_and_higher_ones_are_walls() {
    for step_up in [0.0, 4.0, 8.0] {
        for height in [1.0, 3.0, 4.0, 6.0, 8.0, 10.0_f32] {
            for speed in [20.0, 180.0] {
                let mut run = Run::new(
                    space(&[(-80.0, 0.0), (0.0, 0.0), (0.0, -height), (200.0, -height)]),
                    Vec2::new(-20.0, 0.0),
                );
                run.hero.settings.run.speed = speed;
                run.hero.settings.ground.step_up = step_up;
                let ticks = if speed < 100.0 { 240 } else { 40 };
                let mut ups = Vec::new();
                for _ in 0..ticks {
                    let before = run.feet().y;
                    let events = run.step(&right());
                    if events.landed.is_none() {
                        ups.push(before - run.feet().y);
                    }
                }
                let is_up = run.feet().x > 8.0 && (run.feet().y + height).abs() < 0.1;
                let label = format!("ledge {height} px, step {step_up} px, {speed} px/s: {}", run.feet());
                if height <= step_up {
                    assert!(is_up && run.hero.state.ground.is_some(), "{label}");
                    let biggest = ups.iter().copied().fold(0.0, f32::max);
                    assert!(biggest <= height + 0.1, "{label}: {biggest} px at once");
                } else if height >= 4.0 {
                    // Lower ones are rounded off by the skin.
                    assert!(!is_up, "{label}");
                }
            }
        }
    }
}

#[test]
fn what_is_stepped_up_is_stepped_down_as_well() {
    let stairs =
        [(-100.0, 0.0), (0.0, 0.0), (0.0, 6.0), (20.0, 6.0), (20.0, 12.0), (40.0, 12.0), (40.0, 18.0), (200.0, 18.0)];
    for step_up in [0.0, 6.5] {
        let mut run = Run::new(space(&stairs), Vec2::new(-40.0, 0.0));
        run.hero.settings.ground.step_up = step_up;
        run.step(&Intent::default());
        let left = (0..60).filter(|_| run.step(&right()).walked_off).count();
        assert_eq!(left == 0, step_up > 6.0, "{left}");
    }
}

/// Story: a crate at the edge of a pit left a gap a little narrower than the hero. The hero fell into it and hung between the rounded corner and
/// the wall: not standing, so without a jump, and falling faster and faster.
#[test]
fn a_hero_wedged_in_a_gap_stands_and_jumps_out() {
    for missing in [0.005, 0.01, 0.05, 0.1, 0.5, 1.0, 2.0, 6.0] {
        let width = HALF.x * 2.0 - missing;
        let wall = [(width, 200.0), (width, -200.0)];
        let corner = [(-100.0, 0.0), (0.0, 0.0), (0.0, 200.0)];
        let floor = [(width, 200.0), (width, 0.0), (width + 100.0, 0.0)];
        let slope = [(-100.0, -400.0), (0.0, 0.0), (0.0, 200.0)];
        for (name, left, right) in [("wall", &corner, &wall[..]), ("corner", &corner, &floor), ("slope", &slope, &wall)]
        {
            let edges = [left, right].into_iter().flat_map(outline).collect();
            let mut run = Run::new(crate::space(edges), Vec2::new(width * 0.5, -40.0));
            run.steps(90, &Intent::default());
            let (stands, feet) = (run.hero.state.ground.is_some(), run.feet());
            assert!(stands && run.hero.state.velocity == Vec2::ZERO, "{name}, {missing}: {feet} {:?}", run.hero.state);
            let jump = Intent { pressed: true, jump: true, ..Intent::default() };
            assert!(run.step(&jump).jumped, "{name}, {missing}");
            run.steps(9, &Intent { jump: true, ..Intent::default() });
            assert!(run.feet().y < feet.y - 20.0, "{name}, {missing}: {feet} to {}", run.feet());
        }
    }
    // A shaft as wide as the hero is none.
    let edges = [[(0.0, 0.0), (0.0, 900.0)], [(12.0, 900.0), (12.0, 0.0)]].iter().flat_map(|line| outline(line));
    let mut run = Run::new(crate::space(edges.collect()), Vec2::new(6.0, 100.0));
    run.steps(30, &Intent::default());
    assert!(run.hero.state.ground.is_none() && run.feet().y > 150.0);
}

#[test]
fn a_step_needs_room_above_the_ledge_and_ground_on_it() {
    let mut points = vec![(-80.0, 0.0), (0.0, 0.0), (0.0, -6.0), (200.0, -6.0)];
    let low = outline(&[(200.0, -26.0), (1.0, -26.0), (1.0, -80.0)]);
    let edges = outline(&points).into_iter().chain(low).collect();
    let mut run = Run::new(crate::space(edges), Vec2::new(-20.0, 0.0));
    run.hero.settings.ground.step_up = 8.0;
    run.steps(60, &right());
    assert!(run.feet().x < -5.9 && run.feet().y > -0.1, "there are 20 px for a hero of 22: {}", run.feet());
    // A post as thin as a needle is no ground.
    points = vec![(-80.0, 0.0), (0.0, 0.0), (0.0, -6.0), (0.5, -6.0), (0.5, 0.0), (200.0, 0.0)];
    let mut run = Run::new(space(&points), Vec2::new(-20.0, 0.0));
    run.hero.settings.ground.step_up = 8.0;
    for _ in 0..120 {
        run.step(&right());
        assert!(run.hero.state.mover.aabb.center.is_finite());
    }
}

/// The highest point of a jump that is held for this many ticks, px above the ground.
fn height(settings: ControllerSettings, held: u32) -> f32 {
    let mut run = Run::new(space(&[(-80.0, 0.0), (80.0, 0.0)]), Vec2::ZERO);
    run.hero.settings = settings;
    run.steps(2, &Intent::default());
    let mut highest = 0.0_f32;
    for tick in 0..120 {
        let intent = Intent { jump: tick < held, pressed: tick == 0, ..Intent::default() };
        assert_eq!(run.step(&intent).jumped, tick == 0);
        highest = highest.max(-run.feet().y);
    }
    assert!(run.hero.state.ground.is_some());
    highest
}

#[test]
fn a_tapped_jump_is_as_high_at_any_rate() {
    let (mut lowest, mut highest) = (f32::INFINITY, 0.0_f32);
    for rate in (30..240).step_by(7).chain([60, 1000, 5000]) {
        let Run { mut hero, space, solver } = Run::new(space(&[(-80.0, 0.0), (80.0, 0.0)]), Vec2::ZERO);
        let mut top = f32::INFINITY;
        for tick in 0..rate {
            let tap = Intent { jump: tick == 2, pressed: tick == 2, ..Intent::default() };
            hero.step(&solver, &space, &tap, 1.0 / rate as f32);
            top = top.min(hero.state.mover.aabb.max().y);
        }
        (lowest, highest) = (lowest.min(-top), highest.max(-top));
    }
    assert!(lowest > 10.0 && highest - lowest < 0.5, "{lowest} to {highest}");
}

#[test]
fn a_jump_is_higher_the_longer_it_is_held() {
    let heights: Vec<f32> = [1, 4, 8, 12, 30].map(|held| height(ControllerSettings::default(), held)).into();
    assert!(heights.windows(2).all(|pair| pair[0] < pair[1] || pair[1] > 50.0), "{heights:?}");
    assert!(heights[0] < 20.0 && heights[4] > 50.0, "{heights:?}");
}

#[test]
fn jumps_work_a_moment_after_the_ledge_and_a_moment_before_the_ground() {
    let settings = ControllerSettings::default();
    let jumps_late = |late: u32| {
        let mut run = Run::new(space(&[(-80.0, 0.0), (0.0, 0.0), (0.0, 200.0), (300.0, 200.0)]), Vec2::new(-30.0, 0.0));
        let mut since = None;
        (0..60).any(|_| {
            let pressed = since == Some(late);
            let events = run.step(&Intent { x: 1.0, jump: pressed, pressed, down: false });
            since = since.map(|ticks| ticks + 1).or(events.walked_off.then_some(0));
            events.jumped
        })
    };
    assert_eq!([0, 5, 6, 9].map(jumps_late), [true, true, false, false], "coyote time of {} s", settings.jump.coyote);
    let jumps_early = |early: u32| {
        let mut run = Run::new(space(&[(-80.0, 0.0), (80.0, 0.0)]), Vec2::new(0.0, -40.0));
        let lands = (0..60).find(|_| run.step(&Intent::default()).landed.is_some()).unwrap();
        let mut run = Run::new(space(&[(-80.0, 0.0), (80.0, 0.0)]), Vec2::new(0.0, -40.0));
        (0..=lands + 3).any(|tick| {
            let pressed = tick + early == lands + 1;
            run.step(&Intent { pressed, jump: pressed, ..Intent::default() }).jumped
        })
    };
    assert_eq!([0, 5, 6, 9].map(jumps_early), [true, true, true, false], "buffer of {} s", settings.jump.buffer);
}

#[test]
fn a_hero_drops_through_one_way_ground_and_stands_on_it_otherwise() {
    let ribbon = Edge::new(Vec2::new(-80.0, 0.0), Vec2::new(80.0, 0.0), Side::OneWay);
    let floor = Edge::new(Vec2::new(-80.0, 60.0), Vec2::new(80.0, 60.0), Side::Outer);
    let mut run = Run::new(crate::space(vec![ribbon, floor]), Vec2::new(0.0, -20.0));
    run.steps(30, &Intent::default());
    assert!(run.feet().y.abs() < 0.01);
    let drop = Intent { pressed: true, down: true, ..Intent::default() };
    assert!(run.step(&drop).dropped);
    run.steps(40, &Intent::default());
    assert!((run.feet().y - 60.0).abs() < 0.01);
    // The same press on solid ground is a jump.
    let events = run.step(&drop);
    assert!(events.jumped && !events.dropped);
}

#[test]
fn heads_slip_past_corners_and_bump_into_ceilings() {
    let roof = |from: f32| {
        let ceiling = [(200.0, -30.0), (from, -30.0), (from, -80.0)];
        let edges = outline(&ceiling).into_iter().chain(outline(&[(-80.0, 0.0), (80.0, 0.0)])).collect();
        let mut run = Run::new(crate::space(edges), Vec2::ZERO);
        run.steps(2, &Intent::default());
        let jump = |tick| Intent { jump: true, pressed: tick == 0, ..Intent::default() };
        let bumped = (0..20).filter(|tick| run.step(&jump(*tick)).bumped).count() > 0;
        (bumped, run.feet().x)
    };
    assert_eq!(roof(1.0), (false, -6.0));
    assert_eq!(roof(-20.0), (true, 0.0));
}

#[test]
fn a_step_is_finite_whatever_the_numbers_are() {
    for dt in [0.0, 1e-9, 0.016, 1.0, 100.0] {
        for x in [0.0, 1.0, -1.0, 1e9, f32::NAN] {
            for max_slope in [0.0, 1.0, f32::INFINITY] {
                let mut run = Run::new(space(&hill(0.6, 10.0)), Vec2::new(-30.0, -10.0));
                run.hero.settings.ground = GroundSettings { max_slope, step_up: 4.0, step_down: 1.0 };
                for tick in 0..6 {
                    let intent = Intent { x, jump: true, pressed: tick == 2, down: tick == 4 };
                    run.hero.step(&run.solver, &run.space, &intent, dt);
                    let state = run.hero.state;
                    let is_finite = state.mover.aabb.center.is_finite() && state.velocity.is_finite();
                    assert!(is_finite, "dt {dt}, intent {x}, slope {max_slope}: {state:?}");
                }
            }
        }
    }
}

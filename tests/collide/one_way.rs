//! One-way edges and pieces are solid from one of four sides, under every solver.

#![allow(clippy::disallowed_methods, reason = "a test's own random worlds; their bits are stored nowhere")]

use glam::Vec2;
use seamwalker_collide::controller::{Controller, Intent};
use seamwalker_collide::{
    Aabb, Body, BodyId, Carrier, Direction, Edge, Mover, Outcome, Piece, Side, Solver, SolverKind, SolverSetup, Space,
    Terrain, TerrainBuilder,
};
use seamwalker_lab::Rng;

use crate::settings::is_long;
use crate::{HALF, LAWFUL, compiled, space};

/// How far from flush a stop may be, in pixels. Swept stops slightly before a face, and thin-sat slightly inside it.
const FLUSH: f32 = 0.1;

/// A tile that is solid from one side. Its face is 8 px from the origin, and 4 px thick.
fn curtain(direction: Direction) -> Space {
    let out = direction.normal();
    let along = out.perp();
    let face = out * 8.0;
    let edge = Edge::new(face - along * 24.0, face + along * 24.0, Side::OneWay);
    assert_eq!(edge.normal, out);
    let slab = Aabb::from_corners(face - along * 24.0, face - out * 4.0 + along * 24.0);
    let piece = Piece { one_way: Some(direction), ..Piece::solid_box(slab) };
    Space::new(Terrain::new(vec![edge], vec![piece]))
}

/// Calls `act` for every solver and direction, with and without compiling the terrain.
fn each(mut act: impl FnMut(SolverSetup, Direction, &Space)) {
    for kind in SolverKind::ALL {
        for direction in Direction::ALL {
            let space = curtain(direction);
            act(SolverSetup::new(kind), direction, &space);
            act(SolverSetup::new(kind), direction, &compiled(&space, &mover(Vec2::ZERO)));
        }
    }
}

fn mover(center: Vec2) -> Mover {
    Mover::new(Aabb::new(center, Vec2::splat(7.0)))
}

/// The end of many slides of 1 px, like those of a game.
fn walked(solver: &SolverSetup, space: &Space, from: Vec2, way: Vec2) -> Vec2 {
    let mut mover = mover(from);
    for _ in 0..way.length() as u32 {
        mover = mover.moved(solver.slide(space, &mover, way.normalize()).moved);
    }
    mover.aabb.center
}

#[test]
fn a_mover_from_the_solid_side_is_stopped() {
    each(|solver, direction, space| {
        let out = direction.normal();
        let end = walked(&solver, space, out * 30.0, out * -40.0);
        assert!((end - out * 15.0).length() < FLUSH, "{} {direction:?}: {end}", solver.kind);
        let slide = solver.slide(space, &mover(out * 30.0), out * -40.0);
        let thin = solver.kind == SolverKind::ThinSat;
        assert!(thin || (slide.moved + out * 15.0).length() < FLUSH, "{} {direction:?}: {slide:?}", solver.kind);
    });
}

#[test]
fn movers_from_behind_and_from_the_ends_pass() {
    each(|solver, direction, space| {
        let (out, along) = (direction.normal(), direction.normal().perp());
        for (from, way) in [(out * -20.0, out * 60.0), (along * 50.0, along * -100.0), (along * -50.0, along * 100.0)] {
            let slide = solver.slide(space, &mover(from), way);
            let free = slide.outcome == Outcome::Free && (slide.moved - way).length() < 1e-3;
            assert!(free, "{} {direction:?}: {slide:?}", solver.kind);
            let end = walked(&solver, space, from, way);
            assert!((end - from - way).length() < 1e-3, "{} {direction:?}: {end}", solver.kind);
        }
    });
}

#[test]
fn a_mover_slides_along_the_solid_side() {
    each(|solver, direction, space| {
        let (out, along) = (direction.normal(), direction.normal().perp());
        let end = walked(&solver, space, out * 15.0 - along * 16.0, (along * 4.0 - out).normalize() * 20.0);
        assert!(end.dot(along) > 2.0 && (end.dot(out) - 15.0).abs() < FLUSH, "{} {direction:?}: {end}", solver.kind);
    });
}

/// All other directions stay solid for a mover that drops through.
#[test]
fn only_upward_faces_can_be_dropped_through() {
    each(|solver, direction, space| {
        let out = direction.normal();
        let dropping = Mover { drops_through: true, ..mover(out * 20.0) };
        let moved = solver.slide(space, &dropping, out * -10.0).moved;
        let passes = (moved.length() - 10.0).abs() < 1e-3;
        assert_eq!(passes, direction == Direction::Up, "{} {direction:?}: {moved}", solver.kind);
        let free = solver.cast(space, &dropping, out * -10.0).is_none();
        assert_eq!(free, direction == Direction::Up, "{} {direction:?}", solver.kind);
    });
}

/// A ribbon, for the judge.
#[derive(Clone, Copy, Debug)]
struct Ribbon {
    direction: Direction,
    /// The middle of its face, and half its length.
    middle: Vec2,
    reach: f32,
}

impl Ribbon {
    fn random(rng: &mut Rng) -> Self {
        let direction = Direction::ALL[(rng.bits() % 4) as usize];
        let middle = Vec2::new(rng.range(0.0, 320.0), rng.range(0.0, 240.0)).floor();
        Self { direction, middle, reach: (rng.range(1.0, 5.0)).floor() * 8.0 }
    }

    fn edge(&self) -> Edge {
        let along = self.direction.normal().perp() * self.reach;
        Edge::new(self.middle - along, self.middle + along, Side::OneWay)
    }

    /// How far a box is in front of the face, where its core is next to the face; negative behind it.
    fn gap(&self, box_: Aabb, skin: f32) -> Option<f32> {
        let (out, along) = (self.direction.normal(), self.direction.normal().perp().abs());
        let beside = ((box_.center - self.middle).dot(along)).abs() - (box_.half.dot(along) - skin);
        (beside < self.reach).then(|| (box_.center - self.middle).dot(out) - box_.half.dot(out.abs()))
    }
}

/// The laws of thick-sat and disk among random ribbons of all four directions: what a mover is in front of carries it, nothing moves it
/// farther than asked or backwards, and compiling and mirroring change no bit.
#[test]
fn the_laws_hold_among_ribbons_of_all_directions() {
    let mut rng = Rng(16);
    let mut carried = 0;
    for _ in 0..if is_long() { 4000 } else { 300 } {
        let ribbons: Vec<Ribbon> = (0..12).map(|_| Ribbon::random(&mut rng)).collect();
        let half = Vec2::new(rng.range(2.0, 16.0), rng.range(2.0, 16.0));
        let size =
            Mover::new(Aabb::new(Vec2::ZERO, half)).with_skin([3.0, rng.range(0.5, 6.0)][(rng.bits() % 2) as usize]);
        let edges: Vec<Edge> = ribbons.iter().map(Ribbon::edge).collect();
        let flip = |v: Vec2| Vec2::new(-v.x, v.y);
        let mirrored = edges.iter().map(|e| Edge::new(flip(e.segment.b), flip(e.segment.a), Side::OneWay)).collect();
        let (mirrored, plain) = (space(mirrored), space(edges));
        let compiled = compiled(&plain, &size);
        let kind = LAWFUL[(rng.bits() % 2) as usize];
        let setup = SolverSetup::new(kind);
        let mut at = Vec2::new(rng.range(0.0, 320.0), rng.range(0.0, 240.0));
        let mut wish = Vec2::ZERO;
        for step in 0..200 {
            if step % 20 == 0 {
                wish = Vec2::new(rng.range(-5.0, 5.0), rng.range(-5.0, 5.0)) * [1.0, 0.05][(rng.bits() % 2) as usize];
            }
            let delta = wish + Vec2::new(0.0, (step % 20) as f32 * 0.1);
            let mover = Mover { aabb: Aabb::new(at, half), ..size };
            let slide = setup.slide(&plain, &mover, delta);
            let what = || format!("{kind} at {at} {half} skin {} by {delta}: {slide:?}\n{ribbons:?}", size.skin);
            let quick = setup.slide(&compiled, &mover, delta);
            assert_eq!((slide.moved, slide.outcome), (quick.moved, quick.outcome), "compiled, {}", what());
            let twin = Mover { aabb: Aabb::new(flip(at), half), ..size };
            assert_eq!(flip(setup.slide(&mirrored, &twin, flip(delta)).moved), slide.moved, "mirrored, {}", what());
            assert!(slide.moved.length() <= delta.length() * (1.0 + 1e-6) + 1e-4, "farther, {}", what());
            assert!(slide.moved.dot(delta) >= -1e-4 * delta.length(), "backwards, {}", what());
            assert_eq!(setup.slide(&plain, &mover, Vec2::ZERO).moved, Vec2::ZERO, "idle, {}", what());
            let end = mover.moved(slide.moved);
            let inset = mover.effective_skin().max(if kind == SolverKind::Disk { half.min_element() } else { 0.0 });
            for ribbon in &ribbons {
                let (Some(before), Some(after)) = (ribbon.gap(mover.aabb, inset), ribbon.gap(end.aabb, inset)) else {
                    continue;
                };
                assert!(
                    before < -1e-3 || after >= -2e-3,
                    "through {ribbon:?}, {before} before, {after} after, {}",
                    what()
                );
                carried += u32::from(before.abs() < 1e-3 && after.abs() < 1e-3);
            }
            at = end.aabb.center;
        }
    }
    assert!(carried > 1000, "{carried}");
}

/// A line of one to four parts from left to right: level, or up to 45 degrees steep.
fn random_line(rng: &mut Rng) -> Vec<Vec2> {
    let steep = [0.0, 14.0][(rng.bits() % 2) as usize];
    let mut points = vec![Vec2::new(-20.0, rng.range(-4.0, 4.0))];
    for part in 0..=(rng.bits() % 4) as usize {
        points.push(points[part] + Vec2::new(rng.range(14.0, 40.0), rng.range(-steep, steep)));
    }
    points
}

/// The height of a line at a place; `None` beside it.
fn line_at(points: &[Vec2], x: f32) -> Option<f32> {
    let part = points.windows(2).find(|pair| (pair[0].x..=pair[1].x).contains(&x))?;
    Some(part[0].lerp(part[1], (x - part[0].x) / (part[1].x - part[0].x)).y)
}

/// Whether a hero's flat bottom was above any part of a line, or at it, on the way from one place to another.
fn was_above(points: &[Vec2], from: Vec2, to: Vec2) -> bool {
    // A round corner that rests on a slope reaches below the place where it touches.
    let is_level = points.iter().all(|point| point.y == points[0].y);
    let slack = if is_level { 0.3 } else { 2.1 } + (to.y - from.y).abs() / 8.0;
    (0..=16 * 25).any(|i| {
        let feet = from.lerp(to, (i / 25) as f32 / 16.0) + HALF * Vec2::new((i % 25) as f32 / 12.0 - 1.0, 1.0);
        line_at(points, feet.x).is_some_and(|line| feet.y < line + slack)
    })
}

/// Jumps past the ends of platforms and through them from below are, to the bit, those in a world without the platforms.
#[test]
fn what_was_not_above_a_one_way_does_not_feel_it() {
    let (mut rng, mut passes) = (Rng(47), 0);
    for case in 0..if is_long() { 40_000 } else { 1_500 } {
        let points = random_line(&mut rng);
        let floor = points[0].y + rng.range(0.3, 40.0);
        let mut builder = TerrainBuilder::default();
        builder.solid(&[[(-400.0, floor), (400.0, floor), (0.0, floor + 400.0)].map(Vec2::from)]).unwrap();
        let without = Space::new(builder.clone().build());
        let mut with = without.clone();
        if case % 4 == 0 {
            let raft = Aabb::from_corners(points[0], Vec2::new(points[1].x, points[0].y + 4.0));
            with.bodies.push(Body { one_way: true, ..Body::new(raft) });
        } else {
            with = Space::new(builder.ribbon(&points).unwrap().clone().build());
        }
        let line = if case % 4 == 0 { vec![points[0], Vec2::new(points[1].x, points[0].y)] } else { points };
        let end = *rng.pick(&[line[0], line[line.len() - 1]]).unwrap();
        let at = end + Vec2::new(rng.range(-40.0, 40.0), rng.range(-30.0, 20.0));
        let mut hero = Controller::new(Aabb::new(at.min(Vec2::new(400.0, floor - HALF.y)), HALF));
        hero.state.velocity = Vec2::new(rng.range(-400.0, 400.0), rng.range(-300.0, 300.0));
        // Vertex-discard looks ahead from a place where the mover has not sunk below the line yet.
        let kind = *rng
            .pick(&SolverKind::ALL)
            .filter(|kind| **kind != SolverKind::VertexDiscard)
            .unwrap_or(&SolverKind::ThickSat);
        let (mut twin, solver) = (hero, SolverSetup::new(kind));
        for tick in 0..30 {
            let (jump, pressed) = (tick % 9 < 5, tick % 9 == 0);
            let intent = Intent { x: rng.range(-1.0, 1.0).round(), jump, pressed, down: false };
            let before = hero.state.mover.aabb.center;
            hero.step(&solver, &without, &intent, 1.0 / 60.0);
            twin.step(&solver, &with, &intent, 1.0 / 60.0);
            let after = hero.state.mover.aabb.center;
            // Per-axis moves along x first.
            let corner = if kind == SolverKind::PerAxis { Vec2::new(after.x, before.y) } else { after };
            if was_above(&line, before, corner) || was_above(&line, corner, after) {
                break;
            }
            passes += u32::from(line.iter().any(|end| (*end - after).abs().cmplt(HALF).all()));
            let same = (hero.state.mover, hero.state.velocity) == (twin.state.mover, twin.state.velocity);
            assert!(same, "{case}, {tick}, {kind}, {before}: {:?} {:?} {line:?}", hero.state, twin.state);
        }
    }
    assert!(passes > 1_000, "{passes}");
}

/// From above a ribbon is ground like any other, also at its joints and, for walkers, at its ends.
#[test]
fn a_walk_along_a_ribbon_is_one_along_solid_ground() {
    let mut rng = Rng(48);
    for case in 0..if is_long() { 4_000 } else { 300 } {
        let points = random_line(&mut rng);
        let (first, last) = (points[0], points[points.len() - 1]);
        let [ribbon, ground] = [Side::OneWay, Side::Outer]
            .map(|side| space(points.windows(2).map(|pair| Edge::new(pair[0], pair[1], side)).collect()));
        let solver = SolverSetup::new(LAWFUL[case % 2]);
        let mut hero = Controller::new(Aabb::new(Vec2::new(rng.range(first.x + 6.0, last.x - 6.0), -70.0), HALF));
        hero.state.mover.skin = rng.range(0.5, 6.0);
        let (mut twin, mut slider, mut x) = (hero, hero.state.mover, rng.range(0.1, 1.0));
        for tick in 0..150 {
            x = if rng.bits().is_multiple_of(16) { -x } else { x };
            let (intent, walks) = (Intent { x, ..Intent::default() }, hero.state.ground.is_some());
            hero.step(&solver, &ribbon, &intent, 1.0 / 60.0);
            twin.step(&solver, &ground, &intent, 1.0 / 60.0);
            let center = hero.state.mover.aabb.center;
            if !(walks && first.y == last.y) && line_at(&points, center.x).is_none() {
                break;
            }
            let what = format!("{case}, {tick}, {:?} {:?} {points:?}", hero.state, twin.state);
            assert!(center.distance(twin.state.mover.aabb.center) < 0.01, "{what}");
            assert!(hero.state.velocity.distance(twin.state.velocity) < 0.1, "{what}");
            // The same with slides alone, pressed down.
            let delta = Vec2::new(x * 4.0, 2.0);
            let [moved, wanted] = [&ribbon, &ground].map(|space| solver.slide(space, &slider, delta).moved);
            if (first.x + 2.0..last.x - 2.0).contains(&(slider.aabb.center + wanted).x) {
                assert!(moved.distance(wanted) < 0.1, "{slider:?} by {delta}: {moved} {wanted}, {what}");
                slider = slider.moved(moved);
            } else {
                x = -x;
            }
        }
    }
}

/// One press leads through the platform below and no other, at any rate, while the platforms sink or rise.
#[test]
fn a_drop_passes_the_platform_stood_on_and_no_other() {
    let mut rng = Rng(49);
    for case in 0..if is_long() { 2_000 } else { 120 } {
        let (hz, apart) = (30.0 * 160.0_f32.powf(rng.unit()), rng.range(24.0, 60.0));
        let (speed, dt) = (rng.range(-300.0, 250.0) * [0.0, 1.0][case % 2], 1.0 / hz);
        let kind = if case % 4 < 2 { SolverKind::ThickSat } else { *rng.pick(&SolverKind::ALL).unwrap() };
        let (solver, mut space) = (SolverSetup::new(kind), Space::default());
        // Platforms at rest are two bodies side by side.
        for i in 0..8_u16 {
            let x = f32::from(i % 2) * 60.0 - if speed == 0.0 { 30.0 } else { 400.0 * f32::from(i % 2) };
            let place = Aabb::new(Vec2::new(x, 2.0 + apart * f32::from(i / 2)), Vec2::new(30.0, 2.0));
            space.bodies.push(Body { one_way: true, ..Body::new(place) });
        }
        let mut hero = Controller::new(Aabb::new(Vec2::new(rng.range(-18.0, 10.0), -HALF.y), HALF));
        let mut carrier = Carrier::new(vec![hero.add_body(&mut space)]);
        let (mut dropped, mut since) = (false, 0);
        while since as f32 * dt < 0.3 {
            carrier.begin();
            hero.update_passenger(&mut carrier, &mut space);
            for id in (0..8).map(BodyId).filter(|_| since > 2 || dropped) {
                let to = space.bodies[id].aabb.center + Vec2::new(0.0, speed * dt);
                carrier.move_body(&solver, &mut space, id, to, |_, _| {});
            }
            hero.follow_passenger(&mut carrier, &space, dt);
            let pressed = !dropped && since == 6;
            dropped |=
                hero.step(&solver, &space, &Intent { x: 0.1, pressed, down: true, ..Intent::default() }, dt).dropped;
            since = if dropped && hero.state.ground.is_none() { 0 } else { since + 1 };
        }
        let row = hero.rides().map(|body| body.0 / 2);
        assert!(dropped && row == Some(1), "{case}: {hz} Hz, {speed} px/s, {apart} px, {kind}: on {row:?}");
    }
}

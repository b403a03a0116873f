//! One-way edges and pieces are solid from one of four sides, under every solver.

use glam::Vec2;
use seamwalker_collide::{
    Aabb, Direction, Edge, Mover, Outcome, Piece, Side, Solver, SolverKind, SolverSetup, Space, Terrain,
};
use seamwalker_lab::Rng;

use crate::settings::is_long;
use crate::{LAWFUL, compiled, space};

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

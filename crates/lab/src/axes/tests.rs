//! The inspector agrees with the solvers.

use super::*;
use crate::Rng;
use seamwalker_collide::{Outcome, Piece, SolverOptions, separation_aabb_segment};

fn place(rng: &mut Rng, range: f32) -> Vec2 {
    Vec2::new(rng.range(-range, range), rng.range(-range, range))
}

/// A random edge, sometimes horizontal or vertical, and a random mover near it.
fn pair(rng: &mut Rng) -> (Edge, Mover) {
    let (a, mut b) = (place(rng, 40.0), place(rng, 40.0));
    match rng.bits() % 4 {
        0 => b.x = a.x,
        1 => b.y = a.y,
        _ => {}
    }
    let half = Vec2::new(rng.range(4.0, 14.0), rng.range(4.0, 24.0));
    let mover = Mover::new(Aabb::new(place(rng, 50.0), half)).with_skin(rng.range(0.5, 4.0));
    (Edge::new(a, b, Side::Both), mover)
}

fn with_ends(end_axes: EndAxes) -> SolverSetup {
    SolverSetup { kind: SolverKind::ThickSat, options: SolverOptions { end_axes, ..SolverOptions::default() } }
}

#[test]
fn the_winning_axis_is_the_solvers_contact_and_the_closed_form() {
    let mut rng = Rng(7);
    let mut compared = 0;
    for _ in 0..4000 {
        let (edge, mover) = pair(&mut rng);
        let seen = inspect(&edge, &mover, &SolverSetup::default());
        let core = Aabb::new(mover.aabb.center, mover.core_half());
        let exact = separation_aabb_segment(core, edge.segment).contact(mover.effective_skin());
        assert!((seen.depth - exact.depth).abs() < 1e-4, "{edge:?} {mover:?}: {seen:?} but {exact:?}");
        for row in &seen.rows {
            // A push by `depth` separates the shadows, and no shorter one does.
            assert!((row.mover[0] + row.depth - row.obstacle[1]).abs() < 1e-3 && row.depth >= seen.depth, "{row:?}");
            assert!(row.overlap <= row.depth + 1e-3 && (row.overlap > 1e-3) == (row.depth > 1e-3), "{row:?}");
        }
        assert!(seen.margin >= 0.0 && !seen.marks(&edge, &mover).is_empty());
        let contact = seen.contact.unwrap();
        assert!((contact.depth - seen.depth).abs() < 1e-4);
        // Where two axes are equally good, either may win.
        assert!(seen.margin < 1e-3 || contact.normal.dot(seen.normal) > 0.9999, "{edge:?} {mover:?}: {seen:?}");
        for ends in [EndAxes::ClosestPoint, EndAxes::BoxCentre, EndAxes::None] {
            let setup = with_ends(ends);
            let seen = inspect(&edge, &mover, &setup);
            // In a tiny move the solver pushes out of nothing else.
            let space = Space::new(Terrain::new(vec![edge], Vec::new()));
            let slide = setup.slide(&space, &mover, seen.normal * 1e-3);
            if let (true, [touch]) = (seen.depth > 0.1 && seen.margin > 0.1, slide.touches.as_slice()) {
                let Contact { normal, depth } = touch.contact;
                assert!(
                    (depth - seen.depth).abs() < 2e-3 && normal.dot(seen.normal) > 0.999,
                    "{ends:?} {edge:?} {mover:?}: {seen:?} but {slide:?}"
                );
                compared += 1;
            }
        }
    }
    assert!(compared > 1000, "{compared}");
}

#[test]
fn a_one_sided_edge_is_open_from_within() {
    let floor = Edge::new(Vec2::new(-60.0, 0.0), Vec2::new(60.0, 0.0), Side::Outer);
    let at = |y: f32| Mover::new(Aabb::new(Vec2::new(0.0, y), Vec2::new(6.0, 11.0)));
    assert_eq!(inspect(&floor, &at(-10.0), &SolverSetup::default()).contact.map(|c| c.normal), Some(Vec2::NEG_Y));
    assert_eq!(inspect(&floor, &at(40.0), &SolverSetup::default()).contact, None);
    assert_eq!(inspect(&floor, &at(9.0), &with_ends(EndAxes::BoxCentre)).contact, None, "the article pushes down");
}

#[test]
fn the_sweep_ends_where_the_solver_stops() {
    let mut rng = Rng(10);
    let mut hits = 0;
    for _ in 0..2000 {
        let corners = [Vec2::new(0.0, 20.0), Vec2::new(24.0, -4.0), Vec2::new(24.0, 20.0)];
        let slope = Piece::convex(&corners).unwrap();
        let block = Piece::solid_box(Aabb::new(Vec2::ZERO, Vec2::new(rng.range(2.0, 20.0), rng.range(2.0, 20.0))));
        let piece = if rng.bits().is_multiple_of(2) { slope } else { block };
        let mover = Mover::new(Aabb::new(place(&mut rng, 70.0), Vec2::new(6.0, 11.0)));
        let delta = place(&mut rng, 90.0);
        let space = Space::new(Terrain::new(Vec::new(), vec![piece.clone()]));
        if piece.solid().depth(&mover.aabb) > -0.1 {
            continue;
        }
        let sweep = SweepAxes::new(&piece, &mover.aabb, delta);
        let options = SolverOptions { epsilon: 0.0, rounds: 1, ..SolverOptions::default() };
        let slide = SolverSetup { kind: SolverKind::Swept, options }.slide(&space, &mover, delta);
        assert_eq!(sweep.hits, !slide.touches.is_empty(), "{piece:?} {mover:?} {delta}: {sweep:?} {slide:?}");
        if sweep.hits {
            hits += 1;
            assert!((slide.moved - delta * sweep.entry).length() < 0.2, "{sweep:?} {slide:?}");
            assert!(slide.touches.as_slice()[0].contact.normal == sweep.normal);
        }
    }
    assert!(hits > 200, "{hits}");
}

#[test]
fn the_correction_rounds_end_where_mandatory_first_does() {
    let tile = |x: f32, y: f32| Piece::solid_box(Aabb::from_corners(Vec2::new(x, y), Vec2::new(x + 16.0, y + 16.0)));
    let tiles = vec![tile(0.0, 0.0), tile(16.0, 0.0), tile(32.0, 0.0), tile(48.0, -16.0), tile(64.0, 0.0)];
    let space = Space::new(Terrain::new(Vec::new(), tiles));
    let mut rng = Rng(11);
    let mut made = 0;
    for _ in 0..3000 {
        let mover =
            Mover::new(Aabb::new(Vec2::new(rng.range(0.0, 90.0), rng.range(-40.0, 30.0)), Vec2::new(6.0, 11.0)));
        let delta = place(&mut rng, 5.5);
        if space.terrain.pieces().iter().any(|piece| piece.solid().depth(&mover.aabb) > 0.0) {
            continue;
        }
        let rounds = corrections(&space, &mover, delta);
        let end = rounds.last().map_or(mover.aabb.moved(delta), |last| last.aabb.moved(last.by));
        // The rounds are those of a single step.
        let options = SolverOptions { sub_steps: false, ..SolverOptions::default() };
        let setup = SolverSetup { kind: SolverKind::MandatoryFirst, options };
        let slide = setup.slide(&space, &mover, delta);
        if slide.outcome != Outcome::TakenBack {
            assert!((mover.aabb.center + slide.moved - end.center).length() < 1e-3, "{mover:?} {delta}: {rounds:?}");
        }
        made += usize::from(!rounds.is_empty());
    }
    assert!(made > 100, "{made}");
}

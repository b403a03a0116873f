//! Bugs of the box solvers that were found by playing. Each test starts with what happened.

use glam::Vec2;
use seamwalker_collide::{CollisionView, Solver, SolverKind, SolverOptions, SolverSetup, Space};
use seamwalker_lab::Rng;
use seamwalker_lab::ascii::{self, Make};

use crate::{HALF, mover};

fn go(kind: SolverKind, space: &Space, from: Vec2, delta: Vec2, ticks: u32) -> Vec2 {
    (0..ticks).fold(from, |at, _| at + SolverSetup::new(kind).slide(space, &mover(at), delta).moved)
}

/// A mover just below a ribbon is not in it yet. Mandatory-first undid every jump into a ribbon, so that the player hung below
/// it until the jump was over.
#[test]
fn every_solver_rises_through_a_ribbon_and_lands_on_it() {
    let rows = ["........", "........", "..====..", "........", "........", "########"];
    let space = ascii::space(&rows, Make::Outline, Vec2::ZERO);
    for kind in SolverKind::ALL {
        for below in [0.0, 0.1, 2.0, 7.5] {
            let from = Vec2::new(64.0, 32.0 + HALF.y + below);
            let above = go(kind, &space, from, Vec2::new(0.0, -3.0), 20);
            assert!(above.y < 32.0 - HALF.y, "{kind:?} from {below} below only reaches {above}");
            let landed = go(kind, &space, above, Vec2::new(0.0, 3.0), 30);
            // Swept stops slightly above, by its epsilon.
            let hair = if kind == SolverKind::Swept { SolverOptions::default().epsilon } else { 0.0 };
            assert!((32.0 - HALF.y - hair - landed.y).abs() <= hair * 1e-3, "{kind:?} lands at {landed}");
        }
    }
}

/// At the foot of a 45 degree slope, the slanted face and the left side of its box are equally far away. At whole pixels, rounding
/// chose the side, and a walk along flat ground stopped for good at a wall that does not exist.
#[test]
fn the_foot_of_a_slope_is_not_a_wall() {
    let rows = ["...........", "........../", "........./#", "......../##", "###########"];
    let space = ascii::space(&rows, Make::Outline, Vec2::ZERO);
    for kind in SolverKind::ALL.into_iter().filter(|kind| *kind != SolverKind::ThinSat) {
        for start in [20.0, 20.5, 21.0, 22.0, 20.3, 21.7] {
            let at = go(kind, &space, Vec2::new(start, 64.0 - HALF.y), Vec2::new(3.0, 0.0), 45);
            assert!(at.y < 50.0, "{kind:?} from {start} stands at {at}");
        }
    }
}

/// A wall of tiles is a stack of boxes, each with a top. A player that slid down flush along it, and then released the key, fell
/// straight. The slide passed every top, but the cast hit them, and the player stood on a seam in the middle of a wall.
#[test]
fn a_mover_that_falls_flush_along_a_wall_hits_none_of_its_tiles() {
    let rows = ["#......#", "#......#", "#......#", "#......#", "#......#", "########"];
    let space = ascii::space(&rows, Make::Outline, Vec2::ZERO);
    for (kind, x) in SolverKind::ALL.into_iter().flat_map(|kind| [(kind, 16.0 + HALF.x), (kind, 112.0 - HALF.x)]) {
        let solver = SolverSetup::new(kind);
        for start in [12.0, 16.0, 20.999, 30.0] {
            let (beside, fall) = (mover(Vec2::new(x, start)), Vec2::new(0.0, 6.0));
            let hit = solver.cast(&space, &beside, fall);
            let slid = solver.slide(&space, &beside, fall).moved;
            assert!(hit.is_none() && slid == fall, "{kind:?} at {x}, {start}: {hit:?}, slides by {slid}");
        }
        let down = solver.cast(&space, &mover(Vec2::new(x, 60.0)), Vec2::new(0.0, 20.0)).expect("the floor is below");
        assert_eq!((down.normal, down.fraction), (Vec2::NEG_Y, 0.45), "{kind:?}: the floor");
    }
}

/// Along an axis, a cast goes as far as a slide.
#[test]
fn casts_and_slides_of_the_box_solvers_agree() {
    let mut rng = Rng(5);
    let mut asked = 0;
    for _ in 0..60 {
        let tile = |rng: &mut Rng| if rng.range(0.0, 1.0) < 0.25 { '#' } else { '.' };
        let rows: Vec<String> = (0..10).map(|_| (0..14).map(|_| tile(&mut rng)).collect()).collect();
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let space = ascii::space(&rows, Make::Outline, Vec2::ZERO);
        for _ in 0..300 {
            let place = Vec2::new(rng.range(0.0, 440.0), rng.range(0.0, 320.0)).floor() * 0.5;
            let way = *rng.pick(&[Vec2::X, Vec2::NEG_X, Vec2::Y, Vec2::NEG_Y]).unwrap();
            let length = 0.5 * rng.range(1.0, 25.0).floor();
            let mover = mover(place);
            if space.overlap(CollisionView::Pieces, &mover) > 0.0 {
                continue;
            }
            asked += 1;
            for kind in [SolverKind::PerAxis, SolverKind::MandatoryFirst] {
                let solver = SolverSetup::new(kind);
                let fraction = solver.cast(&space, &mover, way * length).map_or(1.0, |hit| hit.fraction);
                let slid = solver.slide(&space, &mover, way * length).moved;
                let differs = (slid - way * length * fraction).length();
                assert!(differs < 4e-3, "{kind:?} from {place} by {}: {fraction}, {slid}\n{rows:#?}", way * length);
            }
        }
    }
    assert!(asked > 1000, "{asked}");
}

/// A box flush with a wall, its middle below the wall's top. The top edge counts it as inside, and once reported the whole way up,
/// 20 px, as the depth, although the box was only a millionth of a pixel inside the wall.
#[test]
fn a_box_flush_with_the_side_of_a_block_is_not_inside_its_top() {
    let rows = ["........", "...##...", "...##...", "########"];
    let space = ascii::space(&rows, Make::Outline, Vec2::ZERO);
    for nudge in [0.0, 1e-5, -1e-5, 1e-3] {
        let beside = mover(Vec2::new(48.0 - HALF.x + nudge, 48.0 - HALF.y));
        let overlap = space.overlap(CollisionView::Thin, &beside);
        assert!(overlap <= nudge.max(0.0) + 1e-4, "{nudge} px in the wall: {overlap} px");
    }
}

/// A mover was put into the ground across the seam of two tiles. It left one tile sideways, because the seam was nearer than the
/// surface, and then the other one upwards, half a tile off.
///
/// ```text
///     . +--+ .
///     ##|##|##    6 px in either tile, 7 px deep
///     ##+--+##
/// ```
#[test]
fn a_mover_inside_several_pieces_takes_the_shortest_way_out_of_all() {
    let rows = ["........", "........", "........", "########", "########"];
    let space = ascii::space(&rows, Make::Separate, Vec2::ZERO);
    for kind in [SolverKind::PerAxis, SolverKind::MandatoryFirst] {
        for (x, deep) in [(64.0, 7.0), (62.0, 5.0), (56.0, 9.0), (66.5, 8.0)] {
            let from = Vec2::new(x, 48.0 - HALF.y + deep);
            let slide = SolverSetup::new(kind).slide(&space, &mover(from), Vec2::ZERO);
            assert_eq!(slide.moved, Vec2::new(0.0, -deep), "{kind:?} from {from}");
        }
    }
}

//! What the settings of solvers change, and the methods' own marks: the disk's test, the hair of swept, the seams that
//! vertex-discard does not meet, the neighbours that edge-flags asks.

use glam::Vec2;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use seamwalker::collide::{
    Aabb, Disk, Edge, EdgeId, EndAxes, Mover, Segment, Setting, Side, Slide, Solver, SolverKind, SolverOptions,
    SolverSetup, Space, Terrain, separation_disk_segment,
};
use seamwalker::lab::ascii::{self, Make};

/// The game's hitbox.
const HALF: Vec2 = Vec2::new(6.0, 11.0);

fn mover(at: Vec2) -> Mover {
    Mover::new(Aabb::new(at, HALF))
}

fn walk(setup: &SolverSetup, space: &Space, from: Vec2, delta: Vec2, ticks: u32) -> Vec2 {
    (0..ticks).fold(from, |at, _| at + setup.slide(space, &mover(at), delta).moved)
}

fn point(range: f32) -> impl Strategy<Value = Vec2> {
    (-range..range, -range..range).prop_map(|(x, y)| Vec2::new(x, y))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

    #[test]
    fn a_square_mover_is_a_disk_tested_by_the_closest_point_on_the_segment(
        a in point(30.0), b in point(30.0), t in -0.2..1.2_f32, aside in point(14.0), r in 0.5..20.0_f32,
    ) {
        let c = a.lerp(b, t) + aside;
        let segment = Segment::new(a, b);
        let space = Space::new(Terrain::new(vec![Edge::new(a, b, Side::Both)], vec![]));
        let solver = SolverSetup::new(SolverKind::Disk);
        let mover = Mover::new(Aabb::new(c, Vec2::splat(r)));
        let want = separation_disk_segment(Disk { center: c, radius: r }, segment);
        if want.distance >= 0.0 {
            prop_assert!(solver.touching(&space, &mover, 0.0).iter().all(|t| t.contact.depth < 1e-4));
            return Ok(());
        }
        let touches = solver.touching(&space, &mover, 0.0);
        let got = touches.as_slice()[0].contact;
        prop_assert!((got.depth + want.distance).abs() < 1e-4, "{got:?} but {want:?}");
        prop_assert!(got.normal.dot(want.normal) > 0.9999, "{got:?} but {want:?}");
        // And the solver pushes it out by just that.
        let slide = solver.slide(&space, &mover, Vec2::ZERO);
        prop_assert!(slide.moved.distance(got.normal * got.depth) < 1e-3, "{slide:?} but {want:?}");
    }
}

#[test]
fn a_tall_disk_is_as_wide_as_its_box_and_rests_flush() {
    let space = ascii::space(&["......", "......", "......", "######"], Make::Outline, Vec2::ZERO);
    let disk = SolverSetup::new(SolverKind::Disk);
    assert_eq!(walk(&disk, &space, Vec2::new(40.0, 20.0), Vec2::new(0.0, 3.0), 20), Vec2::new(40.0, 48.0 - HALF.y));
    // Past the end of a ledge a box would still stand on its corner; a disk rolls off.
    let ledge = ascii::space(&["......", "......", "......", "##...."], Make::Outline, Vec2::ZERO);
    let fall = |kind| walk(&SolverSetup::new(kind), &ledge, Vec2::new(37.0, 37.0), Vec2::new(0.0, 2.0), 10).y;
    assert_eq!(fall(SolverKind::EdgeFlags), 37.0);
    assert!(fall(SolverKind::Disk) > 40.0);
    let options = SolverOptions { disk: true, ..SolverOptions::default() };
    let round = |kind| walk(&SolverSetup { kind, options }, &ledge, Vec2::new(37.0, 37.0), Vec2::new(0.0, 2.0), 10).y;
    assert!(round(SolverKind::EdgeFlags) > 40.0 && round(SolverKind::ThickSat) > 40.0);
    assert_eq!(round(SolverKind::VertexDiscard), 37.0, "to vertex-discard a disk is all vertex: it stays a box");
}

/// Hills and stairs between two walls, for telling solvers apart.
fn hills() -> Space {
    let rows = [
        "#......................#",
        "#......................#",
        "#...../\\......##.......#",
        "#..../##\\...####.../\\..#",
        "########################",
    ];
    ascii::space(&rows, Make::Outline, Vec2::ZERO)
}

/// All slides of two walks, one each way, pressed down and now and then faster than half a tile.
fn track(setup: &SolverSetup) -> Vec<Slide> {
    let space = hills();
    let mut slides = Vec::new();
    for side in [1.0, -1.0] {
        let mut at = Vec2::new(192.0 - 160.0 * side, 40.0);
        for tick in 0..150_u8 {
            let delta = if tick % 8 == 7 { Vec2::new(11.0, 9.0) } else { Vec2::new(3.0, 1.0) };
            let slide = setup.slide(&space, &mover(at), delta * Vec2::new(side, 1.0));
            at += slide.moved;
            slides.push(slide);
        }
    }
    slides
}

#[test]
fn every_setting_that_a_solver_heeds_changes_something_and_no_other_does() {
    let default = SolverOptions::default();
    let changed = [
        (Setting::Rounds, SolverOptions { rounds: 1, ..default }),
        (Setting::EndAxes, SolverOptions { end_axes: EndAxes::None, ..default }),
        (Setting::SubSteps, SolverOptions { sub_steps: false, ..default }),
        (Setting::DeepestFirst, SolverOptions { deepest_first: false, ..default }),
        (Setting::Epsilon, SolverOptions { epsilon: 0.25, ..default }),
        (Setting::StepUp, SolverOptions { step_up: 16.5, ..default }),
        (Setting::Disk, SolverOptions { disk: true, ..default }),
    ];
    for kind in SolverKind::ALL {
        let plain = track(&SolverSetup::new(kind));
        for (setting, options) in changed {
            let same = track(&SolverSetup { kind, options }) == plain;
            assert_eq!(same, !kind.uses(setting), "{} and {setting:?}", kind.name());
        }
    }
}

#[test]
fn the_articles_own_variant_is_a_matter_of_options() {
    // No cuts, the axis to the box's centre, one push after the other: it moves, and it stays finite.
    let options = SolverOptions {
        end_axes: EndAxes::BoxCentre,
        sub_steps: false,
        deepest_first: false,
        ..SolverOptions::default()
    };
    let slides = track(&SolverSetup { kind: SolverKind::ThickSat, options });
    assert!(slides.iter().all(|slide| slide.moved.is_finite()));
    assert!(slides.iter().map(|slide| slide.moved.length()).sum::<f32>() > 100.0);
}

#[test]
fn swept_stops_a_hair_before_walls_and_floors() {
    let space = ascii::space(&["......#", "......#", "......#", "#######"], Make::Separate, Vec2::ZERO);
    for epsilon in [0.0, 0.016, 0.25] {
        let options = SolverOptions { epsilon, ..SolverOptions::default() };
        let swept = SolverSetup { kind: SolverKind::Swept, options };
        let at = walk(&swept, &space, Vec2::new(40.0, 20.0), Vec2::new(5.0, 4.0), 40);
        let gap = Vec2::new(96.0, 48.0) - HALF - at;
        assert!((gap - Vec2::splat(epsilon)).abs().max_element() < 1e-3, "{epsilon}: {gap}");
    }
}

/// The corner of a box that flies exactly at the joint of two stacked tiles meets the side of the upper and the corner of
/// the lower one at once: it slides down the wall, and does not stand on a floor that is not there.
#[test]
fn swept_does_not_catch_at_the_joint_of_stacked_tiles() {
    let space = ascii::space(&["....#", "....#", "....#", "....#", "....#"], Make::Separate, Vec2::ZERO);
    for epsilon in [0.0, 0.016] {
        let options = SolverOptions { epsilon, ..SolverOptions::default() };
        let swept = SolverSetup { kind: SolverKind::Swept, options };
        for away in [1.0, 2.0, 3.5, 5.0] {
            for joint in [16.0, 32.0, 48.0] {
                let corner = Vec2::new(64.0, joint) - Vec2::splat(away);
                let moved = swept.slide(&space, &mover(corner - HALF), Vec2::splat(6.0)).moved;
                assert!((moved.y - 6.0).abs() < 1e-3, "{away} before {joint}: {moved}");
            }
        }
    }
}

#[test]
fn vertex_discard_glides_over_the_seams_of_separate_tiles() {
    let rows = ["....................", "....................", "....................", "####################"];
    let space = ascii::space(&rows, Make::Separate, Vec2::ZERO);
    let solver = SolverSetup::new(SolverKind::VertexDiscard);
    let mut at = Vec2::new(20.0, 48.0 - HALF.y);
    for _ in 0..80 {
        let moved = solver.slide(&space, &mover(at), Vec2::new(3.0, 5.0)).moved;
        assert!((moved.x - 3.0).abs() < 1e-3 && moved.y.abs() < 1e-3, "at {at}: {moved}");
        at += moved;
    }
}

/// A floor of one line in three edges, as different surfaces make it: the neighbours say that there is no corner.
#[test]
fn edge_flags_knows_that_a_flat_joint_is_no_corner() {
    let corners = [0.0, 64.0, 128.0, 256.0].map(|x| Vec2::new(x, 48.0));
    let mut edges: Vec<Edge> = corners.windows(2).map(|w| Edge::new(w[0], w[1], Side::Outer)).collect();
    for i in 0..3_u32 {
        edges[i as usize].prev = i.checked_sub(1).and_then(EdgeId::new);
        edges[i as usize].next = EdgeId::new(i + 1).filter(|_| i < 2);
    }
    let space = Space::new(Terrain::new(edges, vec![]));
    let solver = SolverSetup::new(SolverKind::EdgeFlags);
    // Sunk in, as after any careless teleport: with the neighbours the ends do not push sideways.
    for sunk in [0.0, 0.5, 2.0] {
        let mut at = Vec2::new(20.0, 48.0 - HALF.y + sunk);
        for _ in 0..60 {
            let moved = solver.slide(&space, &mover(at), Vec2::new(3.0, 5.0)).moved;
            assert!((moved.x - 3.0).abs() < 1e-3, "at {at}: {moved}");
            at += moved;
        }
    }
}

#[test]
fn edge_flags_climbs_steps_up_to_the_option_and_no_higher() {
    // A step of half a tile, then one of a whole tile.
    let rows = ["........", "........", "......##", "..__####", "########"];
    let space = ascii::space(&rows, Make::Outline, Vec2::ZERO);
    let feet = |step_up: f32| {
        let options = SolverOptions { step_up, ..SolverOptions::default() };
        let setup = SolverSetup { kind: SolverKind::EdgeFlags, options };
        walk(&setup, &space, Vec2::new(16.0, 64.0 - HALF.y), Vec2::new(3.0, 1.0), 30).y + HALF.y
    };
    assert!((feet(0.0) - 64.0).abs() < 1e-3, "no step is climbed unless asked: {}", feet(0.0));
    assert!((feet(8.5) - 48.0).abs() < 1e-3, "two steps of half a tile: {}", feet(8.5));
    assert!((feet(16.5) - 32.0).abs() < 1e-3, "and one of a whole tile: {}", feet(16.5));
    // A ceiling that leaves no room on the step.
    let low = ascii::space(&["########", "........", "....####", "########"], Make::Outline, Vec2::ZERO);
    let options = SolverOptions { step_up: 16.5, ..SolverOptions::default() };
    let setup = SolverSetup { kind: SolverKind::EdgeFlags, options };
    let at = walk(&setup, &low, Vec2::new(16.0, 48.0 - HALF.y), Vec2::new(3.0, 1.0), 30);
    assert!((at - Vec2::new(58.0, 37.0)).length() < 1e-3, "{at}");
}

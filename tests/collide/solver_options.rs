//! The options of solvers, and properties of single methods: the disk's test, the epsilon of swept, vertex-discard on seams, the
//! neighbours of edge-flags.

use glam::Vec2;
use seamwalker_collide::{
    Edge, EdgeId, EndAxes, GapDirection, IgnoredAxes, PushOrder, Setting, Side, Slide, SlopeAxes, Solver, SolverKind,
    SolverOptions, SolverSetup, Space, Stairs, Terrain,
};
use seamwalker_lab::Rng;
use seamwalker_lab::ascii::{self, Make};

use crate::{HALF, mover, outline, random_field, space};

fn walk(setup: &SolverSetup, space: &Space, from: Vec2, delta: Vec2, ticks: u32) -> Vec2 {
    (0..ticks).fold(from, |at, _| at + setup.slide(space, &mover(at), delta).moved)
}

#[test]
fn a_tall_disk_is_as_wide_as_its_box_and_rests_flush() {
    let space = ascii::space(&["......", "......", "......", "######"], Make::Outline, Vec2::ZERO);
    let disk = SolverSetup::new(SolverKind::Disk);
    assert_eq!(walk(&disk, &space, Vec2::new(40.0, 20.0), Vec2::new(0.0, 3.0), 20), Vec2::new(40.0, 48.0 - HALF.y));
    // At the end of a ledge a box stands on its corner. A disk rolls off.
    let ledge = ascii::space(&["......", "......", "......", "##...."], Make::Outline, Vec2::ZERO);
    let fall = |kind| walk(&SolverSetup::new(kind), &ledge, Vec2::new(37.0, 37.0), Vec2::new(0.0, 2.0), 10).y;
    assert_eq!(fall(SolverKind::EdgeFlags), 37.0);
    assert!(fall(SolverKind::Disk) > 40.0);
    let options = SolverOptions { disk: true, ..SolverOptions::default() };
    let round = |kind| walk(&SolverSetup { kind, options }, &ledge, Vec2::new(37.0, 37.0), Vec2::new(0.0, 2.0), 10).y;
    assert!(round(SolverKind::EdgeFlags) > 40.0 && round(SolverKind::ThickSat) > 40.0);
    assert_eq!(round(SolverKind::VertexDiscard), 37.0, "vertex-discard ignores the option");
}

/// Hills and stairs between two walls, where solvers differ.
fn hills() -> Space {
    let rows = [
        "#......................#",
        "#......................#",
        "#...../\\......##.......#",
        "#..../##\\...####.../\\..#",
        "########################",
    ];
    let terrain = ascii::space(&rows, Make::Outline, Vec2::ZERO).terrain;
    let mut edges = terrain.edges().to_vec();
    // The side of the step on the left is invisible where a solver heeds that.
    edges
        .iter_mut()
        .filter(|edge| edge.normal.x < -0.9 && edge.segment.a.x == 12.0 * 16.0)
        .for_each(|e| e.visible = false);
    Space::new(Terrain::new(edges, terrain.pieces().to_vec()))
}

/// All slides of two walks, one in each direction, some of them faster than half a tile per tick.
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
fn exactly_the_settings_that_a_solver_uses_change_its_slides() {
    let default = SolverOptions::default();
    let changed = [
        (Setting::Rounds, SolverOptions { rounds: 1, ..default }),
        (Setting::EndAxes, SolverOptions { end_axes: EndAxes::None, ..default }),
        (Setting::SubSteps, SolverOptions { sub_steps: false, ..default }),
        (Setting::MaxStep, SolverOptions { max_step: 4.0, ..default }),
        (Setting::SlopeAxes, SolverOptions { slope_axes: SlopeAxes::Both, ..default }),
        (Setting::EqualClimb, SolverOptions { equal_climb: false, ..default }),
        (Setting::Gap, SolverOptions { gap: GapDirection::Move, ..default }),
        (Setting::PushOrder, SolverOptions { push_order: PushOrder::Listed, ..default }),
        (Setting::Corrections, SolverOptions { corrections: false, ..default }),
        (Setting::SideMemory, SolverOptions { side_memory: true, ..default }),
        (Setting::IgnoredAxes, SolverOptions { ignored_axes: IgnoredAxes::Discard, ..default }),
        (Setting::Epsilon, SolverOptions { epsilon: 0.25, ..default }),
        (Setting::StepUp, SolverOptions { step_up: 16.5, ..default }),
        (Setting::EdgeVisibility, SolverOptions { edge_visibility: false, ..default }),
        (Setting::Disk, SolverOptions { disk: true, ..default }),
    ];
    let steps = SolverOptions { step_up: 16.5, ..default };
    let climbs =
        |stairs| track(&SolverSetup { kind: SolverKind::EdgeFlags, options: SolverOptions { stairs, ..steps } });
    assert!(climbs(Stairs::Climb) != climbs(Stairs::InvisibleRisers) && SolverKind::EdgeFlags.uses(Setting::Stairs));
    for kind in SolverKind::ALL {
        let plain = track(&SolverSetup::new(kind));
        for (setting, options) in changed {
            let same = track(&SolverSetup { kind, options }) == plain;
            assert_eq!(same, !kind.uses(setting), "{} and {setting:?}", kind.name());
        }
    }
}

/// thin-sat falls through a thin floor in one fast step. With memory of the side it comes back to its side.
#[test]
fn side_memory_brings_thin_sat_back_through_a_floor() {
    let floor = Edge::new(Vec2::new(0.0, 100.0), Vec2::new(200.0, 100.0), Side::Both);
    let space = Space::new(Terrain::new(vec![floor], vec![]));
    for (side_memory, ends) in [(false, 160.0), (true, 100.0 - HALF.y)] {
        let options = SolverOptions { side_memory, ..SolverOptions::default() };
        let setup = SolverSetup { kind: SolverKind::ThinSat, options };
        assert_eq!(walk(&setup, &space, Vec2::new(50.0, 60.0), Vec2::new(0.0, 100.0), 1).y, ends);
        // From below it stays below.
        let up = walk(&setup, &space, Vec2::new(50.0, 140.0), Vec2::new(0.0, -100.0), 1).y;
        assert_eq!(up, if side_memory { 100.0 + HALF.y } else { 40.0 });
        // Past its end the floor stops nothing.
        assert_eq!(walk(&setup, &space, Vec2::new(250.0, 60.0), Vec2::new(0.0, 100.0), 1).y, 160.0);
    }
}

#[test]
fn the_best_of_all_orders_ends_no_farther_than_the_deepest_first() {
    let mut rng = Rng(5);
    let mut nearer = 0;
    for _ in 0..40 {
        let space = random_field(&mut rng);
        for _ in 0..100 {
            let start = Vec2::new(rng.range(60.0, 400.0), rng.range(60.0, 300.0));
            let delta = Vec2::new(rng.range(-3.0, 3.0), rng.range(-3.0, 3.0));
            let slide = |push_order| {
                let options = SolverOptions { push_order, corrections: false, ..SolverOptions::default() };
                SolverSetup { kind: SolverKind::ThickSat, options }.slide(&space, &mover(start), delta)
            };
            let (deepest, best) = (slide(PushOrder::Deepest), slide(PushOrder::All));
            let is_free = SolverSetup::default().touching(&space, &mover(start), 0.0).is_empty();
            if is_free && deepest.steps == 1 && deepest.overlap == 0.0 {
                let [deepest, best] = [deepest, best].map(|slide| slide.moved.distance(delta));
                assert!(best <= deepest + 1e-4, "{best} px from the target instead of {deepest}");
                nearer += u32::from(best < deepest - 0.01);
            }
        }
    }
    assert!(nearer > 0);
}

#[test]
fn swept_stops_by_epsilon_before_walls_and_floors() {
    let space = ascii::space(&["......#", "......#", "......#", "#######"], Make::Separate, Vec2::ZERO);
    for epsilon in [0.0, 0.016, 0.25] {
        let options = SolverOptions { epsilon, ..SolverOptions::default() };
        let swept = SolverSetup { kind: SolverKind::Swept, options };
        let at = walk(&swept, &space, Vec2::new(40.0, 20.0), Vec2::new(5.0, 4.0), 40);
        let gap = Vec2::new(96.0, 48.0) - HALF - at;
        assert!((gap - Vec2::splat(epsilon)).abs().max_element() < 1e-3, "{epsilon}: {gap}");
    }
}

/// A corner of the box moves exactly at the joint of two stacked tiles. It meets the side of the upper tile and the corner of the
/// lower one at once, and must slide down the wall.
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

/// A flat floor of three edges, as with different surfaces. The neighbours show that there is no corner.
#[test]
fn edge_flags_does_not_catch_at_a_flat_joint() {
    let mut edges = outline(&[0.0, 64.0, 128.0, 256.0].map(|x| (x, 48.0)));
    for i in 0..3_u32 {
        edges[i as usize].prev = i.checked_sub(1).and_then(EdgeId::new);
        edges[i as usize].next = EdgeId::new(i + 1).filter(|_| i < 2);
    }
    let space = space(edges);
    let solver = SolverSetup::new(SolverKind::EdgeFlags);
    // Even a mover that was put into the floor is not pushed sideways at the ends.
    for sunk in [0.0, 0.5, 2.0] {
        let mut at = Vec2::new(20.0, 48.0 - HALF.y + sunk);
        for _ in 0..60 {
            let moved = solver.slide(&space, &mover(at), Vec2::new(3.0, 5.0)).moved;
            assert!((moved.x - 3.0).abs() < 1e-3, "at {at}: {moved}");
            at += moved;
        }
    }
}

/// Edges of separate tiles do not know the next tile, so seams hold a mover up unless they are marked as invisible.
#[test]
fn invisible_seams_do_not_hold_edge_flags_up() {
    let tiles = ascii::space(&["......", "......", "......", "######"], Make::Separate, Vec2::ZERO);
    let seams = tiles.terrain.edges().iter().map(|edge| Edge { visible: edge.normal.y < 0.0, ..*edge });
    let marked = space(seams.collect());
    let [heeds, ignores] = [true, false].map(|edge_visibility| {
        let options = SolverOptions { edge_visibility, ..SolverOptions::default() };
        let setup = SolverSetup { kind: SolverKind::EdgeFlags, options };
        walk(&setup, &marked, Vec2::new(12.0, 50.0 - HALF.y), Vec2::new(1.0, 1.0), 20).x
    });
    assert!((heeds - 32.0).abs() < 1e-3 && ignores < 30.0, "{heeds} {ignores}");
}

/// A step of half a tile, then one of a whole tile; and one under a ceiling, which leaves no room on it.
#[test]
fn edge_flags_climbs_steps_up_to_the_option() {
    let rows = ["........", "........", "......##", "..__####", "########"];
    let stairs_up = ascii::space(&rows, Make::Outline, Vec2::ZERO);
    let low = ascii::space(&["########", "........", "....####", "########"], Make::Outline, Vec2::ZERO);
    for stairs in [Stairs::Climb, Stairs::InvisibleRisers] {
        let setup = |step_up| {
            let options = SolverOptions { step_up, stairs, ..SolverOptions::default() };
            SolverSetup { kind: SolverKind::EdgeFlags, options }
        };
        let feet = |step_up: f32, start: (f32, f32), delta: Vec2| {
            walk(&setup(step_up), &stairs_up, Vec2::new(start.0, start.1 - HALF.y), delta, 34).y + HALF.y
        };
        for (step_up, top) in [(0.0, 64.0), (8.5, 48.0), (16.5, 32.0)] {
            let got = feet(step_up, (16.0, 64.0), Vec2::new(3.0, 2.0));
            assert!((got - top).abs() < 1e-3, "{stairs:?}, {step_up}: {got}");
        }
        let down = feet(16.5, (112.0, 32.0), Vec2::new(-3.0, 4.0));
        assert!((down - 64.0).abs() < 1e-3, "{stairs:?}, down again: {down}");
        let at = walk(&setup(16.5), &low, Vec2::new(16.0, 48.0 - HALF.y), Vec2::new(3.0, 1.0), 30);
        assert!((at.y - 37.0).abs() < 1e-3 && at.x < 59.0, "{stairs:?}: {at}");
    }
}

#[test]
fn settings_are_stored_by_name_and_missing_ones_have_their_defaults() {
    assert_eq!(serde_json::from_str::<SolverOptions>("{}").unwrap(), SolverOptions::default());
    for push_order in PushOrder::ALL {
        let options = SolverOptions { push_order, ..SolverOptions::default() };
        let text = serde_json::to_string(&options).unwrap();
        assert!(text.contains(&format!("\"push_order\":\"{}\"", push_order.name())), "{text}");
        assert_eq!(serde_json::from_str::<SolverOptions>(&text).unwrap(), options);
    }
}

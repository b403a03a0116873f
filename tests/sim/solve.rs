//! The search for runs: it finds ways through every kind of thing, and what it finds is a run like any other.

use std::sync::Arc;

use glam::Vec2;
use seamwalker::collide::{Aabb, Direction, SolverKind, SolverSetup};
use seamwalker::lab::ascii;
use seamwalker::lab::solve::{Bounds, Reach, Target, solve};
use seamwalker::level::{Embedded, Level, Object, ObjectKind, Platform, Start, read};
use seamwalker::sim::{Ending, World, run};

fn found(level: &Arc<Level>, kind: SolverKind, target: Target) -> u64 {
    let setup = SolverSetup::new(kind);
    let world = World::new(Arc::clone(level), setup);
    let way =
        solve(&world, target, &Bounds::default(), &mut Reach::default()).unwrap_or_else(|missed| panic!("{missed:?}"));
    let again = run(Arc::clone(level), setup, &way.inputs);
    assert_eq!((again.hash, again.deaths), (way.world.hash(), 0), "its inputs lead where it says");
    if target == Target::Exit {
        assert_eq!(again.outcome, Ending::Finished);
    }
    again.ticks
}

const STAIRS: &str = "
    ..........................................
    ..........................................
    .........................o................
    .......................#####..............
    ................###...........^^....#.....
    .P.......##.........................#...>.
    ##########################################
";

#[test]
fn it_finds_the_exit_under_every_solver_that_levels_are_finished_with() {
    let level = Arc::new(ascii::level(STAIRS));
    for kind in [SolverKind::ThickSat, SolverKind::PerAxis, SolverKind::MandatoryFirst] {
        let ticks = found(&level, kind, Target::Exit);
        assert!((150..420).contains(&ticks), "{kind}: {ticks}: 600 px at 3 to 4 px per tick");
    }
}

#[test]
fn it_finds_beads_and_places() {
    let level = Arc::new(ascii::level(STAIRS));
    let bead = level.objects.iter().find(|o| matches!(o.kind, ObjectKind::Bead { .. })).unwrap();
    found(&level, SolverKind::ThickSat, Target::Object(bead.id));
    found(&level, SolverKind::ThickSat, Target::Point(Vec2::new(260.0, 56.0)));
}

#[test]
fn it_finds_the_same_run_again() {
    let level = Arc::new(ascii::level(STAIRS));
    let world = World::new(level, SolverSetup::default());
    let once = || solve(&world, Target::Exit, &Bounds::default(), &mut Reach::default()).unwrap();
    let (one, other) = (once(), once());
    assert_eq!((one.inputs, one.states), (other.inputs, other.states));
}

#[test]
fn it_uses_dashes_springs_keys_and_what_moves() {
    let gap = "
        ......................................
        ......................................
        ......................................
        .P...............................>....
        #####.........................########
    ";
    let mut level = ascii::level(gap);
    level.meta.dash = true;
    let spool = |x: f32| (x, ObjectKind::DashSpool);
    let id = level.objects.iter().map(|o| o.id).max().unwrap();
    for (i, (x, kind)) in (1..).zip([spool(150.0), spool(230.0), spool(310.0), spool(390.0)]) {
        let aabb = Aabb::new(Vec2::new(x, 30.0), Vec2::splat(8.0));
        level.objects.push(Object { id: id + i, name: String::new(), aabb, kind, properties: [].into() });
    }
    found(&Arc::new(level), SolverKind::ThickSat, Target::Exit);

    let cliff = "
        ................>...
        .............#######
        .............#######
        .............#######
        .............#######
        .............#######
        .P...........#######
        ####################
    ";
    let mut level = ascii::level(cliff);
    let aabb = Aabb::new(Vec2::new(160.0, 108.0), Vec2::new(8.0, 4.0));
    let kind = ObjectKind::Spring { direction: Direction::Up, height: 112.0 };
    level.objects.push(Object { id: 99, name: String::new(), aabb, kind, properties: [].into() });
    found(&Arc::new(level), SolverKind::ThickSat, Target::Exit);
}

#[test]
fn it_fetches_keys_before_it_goes_through_their_door() {
    let mut level = ascii::level(
        "
        ############################
        #............#.............#
        #............#.............#
        #............#.............#
        #........P...............>.#
        #.......###................#
        ############################
    ",
    );
    let door = Aabb::from_corners(Vec2::new(208.0, 64.0), Vec2::new(224.0, 96.0));
    let track = vec![door.center, door.center - Vec2::new(0.0, 32.0)];
    let door_kind = ObjectKind::Platform(Platform { track, start: Start::Opened, ..Platform::default() });
    let key = ObjectKind::KeyButton { opens: Some(900) };
    let things = [(door, door_kind), (Aabb::new(Vec2::new(30.0, 84.0), Vec2::splat(6.0)), key)];
    for (id, (aabb, kind)) in (900..).zip(things) {
        level.objects.push(Object { id, name: String::new(), aabb, kind, properties: [].into() });
    }
    found(&Arc::new(level), SolverKind::ThickSat, Target::Exit);
}

#[test]
fn what_cannot_be_reached_is_told_with_the_nearest_place() {
    let walled = Arc::new(ascii::level(
        "
        ##############......
        #............#......
        #............#......
        #............#......
        #P...........#....>.
        ####################
    ",
    ));
    let world = World::new(walled, SolverSetup::default());
    let mut reach = Reach::default();
    let missed = solve(&world, Target::Exit, &Bounds { states: 30_000, ..Bounds::default() }, &mut reach).unwrap_err();
    assert!(missed.left.is_infinite() && missed.states > 0 && missed.exhausted, "{missed:?}");
}

#[test]
fn it_finishes_a_shipped_map() {
    let level = Arc::new(read(&Embedded::shipped(), "maps/first_stitch.tmx").unwrap());
    let ticks = found(&level, SolverKind::ThickSat, Target::Exit);
    assert!(ticks < 3600, "within its par time: {ticks}");
}

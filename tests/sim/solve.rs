//! The search for runs: it finds a way past every kind of thing, and its inputs replay to the same end.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use glam::Vec2;
use seamwalker_collide::{Aabb, Direction, SolverKind, SolverSetup};
use seamwalker_lab::solve::{Bounds, Reach, SearchEnd, Target, solve};
use seamwalker_lab::{Observer, ascii};
use seamwalker_level::{Level, Object, ObjectKind, Platform, Start};
use seamwalker_sim::{Ending, World, run};

fn found(level: &Arc<Level>, kind: SolverKind, target: Target) -> u64 {
    let setup = SolverSetup::new(kind);
    let world = World::new(Arc::clone(level), setup);
    let way = solve(&world, target, &Bounds::default(), &mut Reach::default(), &())
        .unwrap_or_else(|missed| panic!("{missed:?}"));
    let again = run(Arc::clone(level), setup, &way.inputs);
    assert_eq!((again.hash, again.deaths), (way.world.hash(), 0), "its inputs replay to the same end");
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
fn the_search_finds_the_exit_under_every_solver_of_recorded_runs() {
    let level = Arc::new(ascii::level(STAIRS));
    for kind in [SolverKind::ThickSat, SolverKind::PerAxis, SolverKind::MandatoryFirst] {
        let ticks = found(&level, kind, Target::Exit);
        assert!((150..420).contains(&ticks), "{kind}: {ticks}: 600 px at 3 to 4 px per tick");
    }
}

#[test]
fn the_search_finds_beads_points_and_what_must_be_touched() {
    let mut level = ascii::level(STAIRS);
    let aabb = Aabb::new(Vec2::new(420.0, 70.0), Vec2::splat(8.0));
    let kind = ObjectKind::Sign { text: String::new() };
    level.objects.push(Object { id: 900, name: String::new(), aabb, kind, properties: [].into() });
    let bead = level.objects.iter().find(|o| matches!(o.kind, ObjectKind::Bead { .. })).unwrap().id;
    let level = Arc::new(level);
    for target in [Target::Object(bead), Target::Object(900), Target::Point(Vec2::new(260.0, 56.0))] {
        found(&level, SolverKind::ThickSat, target);
    }
}

#[test]
fn the_search_is_deterministic() {
    let level = Arc::new(ascii::level(STAIRS));
    let world = World::new(level, SolverSetup::default());
    let once = || solve(&world, Target::Exit, &Bounds::default(), &mut Reach::default(), &()).unwrap();
    let (one, other) = (once(), once());
    assert_eq!((one.inputs, one.states), (other.inputs, other.states));
}

#[test]
fn the_search_uses_dashes_platforms_and_springs() {
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
fn the_search_takes_keys_before_it_passes_their_door() {
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
fn an_unreachable_target_is_reported_with_the_nearest_point() {
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
    let missed =
        solve(&world, Target::Exit, &Bounds { states: 30_000, ..Bounds::default() }, &mut reach, &()).unwrap_err();
    assert_eq!((missed.end, missed.target), (SearchEnd::WalledOff, Target::Exit));
    // The wall is a tile thick, and the exit begins four tiles behind it.
    assert!((64.0..104.0).contains(&missed.left), "{missed:?}");
    assert!((180.0..208.0).contains(&missed.nearest.x), "{missed:?}");
}

/// Cancels after a number of questions.
struct Patient(AtomicUsize);

impl Observer for Patient {
    fn is_cancelled(&self) -> bool {
        let more = |left: usize| left.checked_sub(1);
        self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more).is_err()
    }
}

#[test]
fn a_cancelled_search_reports_how_near_it_came() {
    // The cliff is higher than any jump but open above, so the search does not see that no run leads there.
    let cliff = "
        ....................>.
        ...................###
        ...................###
        ...................###
        ...................###
        ...................###
        ...................###
        ...................###
        .P.................###
        ######################
    ";
    let world = World::new(Arc::new(ascii::level(cliff)), SolverSetup::default());
    let search = |asked: usize| {
        let patient = Patient(AtomicUsize::new(asked));
        solve(&world, Target::Exit, &Bounds::default(), &mut Reach::default(), &patient).unwrap_err()
    };
    let (at_once, later) = (search(0), search(1000));
    assert_eq!((at_once.end, later.end), (SearchEnd::Cancelled, SearchEnd::Cancelled));
    assert_eq!(at_once.states, 1, "only the start");
    assert!(later.states > 20 && later.states < 2000, "{later:?}");
    assert!(later.left < at_once.left, "{later:?} is nearer than {at_once:?}");
}

#[test]
fn a_level_beyond_the_bounds_is_not_searched() {
    let world = World::new(Arc::new(ascii::level(STAIRS)), SolverSetup::default());
    let missed = solve(&world, Target::Exit, &Bounds { cells: 1000, ..Bounds::default() }, &mut Reach::default(), &());
    assert_eq!(missed.unwrap_err().end, SearchEnd::TooLarge);
}

#[test]
fn a_search_with_little_memory_still_succeeds() {
    let world = World::new(Arc::new(ascii::level(STAIRS)), SolverSetup::default());
    let bounds = Bounds { bytes: 100_000, ..Bounds::default() };
    assert!(solve(&world, Target::Exit, &bounds, &mut Reach::default(), &()).is_ok());
}

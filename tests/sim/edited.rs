//! A level that is edited during play: the world moves into the new version.

use std::sync::Arc;

use glam::Vec2;
use seamwalker_collide::{CollisionView, Solver, SolverKind, SolverSetup};
use seamwalker_lab::ascii::{crate_at, level_with, placed, platform};
use seamwalker_level::{Level, ObjectKind};
use seamwalker_sim::{Buttons, Feel, World};

use crate::play::hold;

/// The player, a bead, a checkpoint and a crate; above them a platform that moves back and forth.
const ROOM: &str = "
    ................
    ................
    ................
    .P...o..|.......
    ################
";

fn drawn(picture: &str) -> Level {
    level_with(picture, vec![placed(platform((32.0, 8.0), &[(32.0, 16.0), (160.0, 16.0)])), crate_at(200.0, 56.0)])
}

/// A world in which the player walked to the checkpoint, past the bead.
fn played() -> World {
    let mut world = World::new(Arc::new(drawn(ROOM)), SolverSetup::default());
    hold(&mut world, Buttons::RIGHT, 50);
    hold(&mut world, 0, 30);
    assert_eq!(world.state.done.iter().filter(|done| **done).count(), 2, "bead and checkpoint");
    world
}

/// The picture of the room with some cells replaced.
fn room_with(row: usize, columns: std::ops::Range<usize>, cell: &str) -> String {
    let mut rows: Vec<String> = ROOM.trim().lines().map(|row| row.trim().to_owned()).collect();
    rows[row].replace_range(columns.clone(), &cell.repeat(columns.len()));
    rows.join("\n")
}

fn is_free(world: &World) -> bool {
    let mover = world.player_mover();
    world.state.space.overlap(CollisionView::Pieces, &mover) < 1.5
        && world.state.space.overlap(world.rules.solver.view(), &mover) < 0.011
}

#[test]
fn an_edit_without_changes_changes_nothing() {
    let mut world = played();
    let mut edited = world.edited(Arc::new(drawn(ROOM)));
    assert_eq!(edited.hash(), world.hash());
    hold(&mut world, Buttons::LEFT | Buttons::JUMP, 90);
    hold(&mut edited, Buttons::LEFT | Buttons::JUMP, 90);
    assert_eq!(edited.hash(), world.hash(), "90 ticks later");
}

#[test]
fn a_wall_drawn_over_the_player_moves_it_out_by_the_shortest_way() {
    let world = played();
    let column = (world.state.player.aabb().center.x / 16.0) as usize;
    for kind in SolverKind::ALL {
        let mut before = world.clone();
        before.switch_solver(SolverSetup::new(kind));
        let wall = drawn(&room_with(3, column - 4..column + 1, "#"));
        let edited = before.edited(Arc::new(wall));
        let moved = edited.state.player.feet() - before.state.player.feet();
        assert!(is_free(&edited), "{}: {moved}", kind.name());
        assert!(moved.length() > 1.0 && moved.length() < 18.0, "{}: {moved}", kind.name());
        assert_eq!(edited.state.player.motion.velocity, Vec2::ZERO);
    }
}

#[test]
fn the_player_leaves_a_thick_wall_upwards_and_never_below_the_level() {
    let world = played();
    let mut rows = vec!["................".to_owned(); 12];
    for row in &mut rows[6..] {
        "################".clone_into(row);
    }
    let thick = rows.join("\n").replacen("................", "P...............", 1);
    let mut world_there = world.clone();
    world_there.state.player.motion.mover.aabb.center = Vec2::new(100.0, 170.0);
    let edited = world_there.edited(Arc::new(drawn(&thick)));
    assert!(is_free(&edited), "{}", edited.state.player.aabb().center);
    assert_eq!(edited.state.player.aabb().center.x, 100.0, "straight up");
    assert!(
        edited.state.player.feet().y <= 96.0 && edited.state.player.feet().y > 95.0,
        "{}",
        edited.state.player.feet()
    );
}

#[test]
fn a_player_deep_inside_a_wall_respawns() {
    let world = played();
    let mut solid = vec!["#".repeat(60); 60];
    solid[0] = format!("P{}", ".".repeat(59));
    let mut world_there = world.clone();
    world_there.state.player.motion.mover.aabb.center = Vec2::new(480.0, 700.0);
    let edited = world_there.edited(Arc::new(drawn(&solid.join("\n"))));
    assert_eq!(edited.state.player.feet(), edited.state.spawn);
}

#[test]
fn objects_with_the_same_id_and_kind_stay_taken() {
    let world = played();
    let bead = world.level.objects.iter().position(|o| matches!(o.kind, ObjectKind::Bead { .. })).unwrap();
    let mut level = drawn(ROOM);
    // An object is inserted before all others: indices change, ids do not.
    let mut more = level.objects[bead].clone();
    more.id = 900;
    level.objects.insert(0, more);
    let edited = world.edited(Arc::new(level.clone()));
    assert!(edited.state.done[bead + 1] && !edited.state.done[0], "{:?}", edited.state.done);
    // The same id with another kind is another object, which was not taken.
    level.objects[bead + 1].kind = ObjectKind::Bead { golden: true };
    assert!(world.edited(Arc::new(level.clone())).state.done[bead + 1], "still a bead");
    level.objects[bead + 1].kind = ObjectKind::Checkpoint;
    assert!(!world.edited(Arc::new(level)).state.done[bead + 1]);
}

#[test]
fn the_spawn_point_follows_its_checkpoint() {
    let world = played();
    let checkpoint = world.level.objects.iter().position(|o| o.kind == ObjectKind::Checkpoint).unwrap();
    let mut level = drawn(ROOM);
    level.objects[checkpoint].aabb.center.x += 48.0;
    let edited = world.edited(Arc::new(level.clone()));
    assert_eq!(edited.state.spawn, world.state.spawn + Vec2::new(48.0, 0.0));
    level.objects.remove(checkpoint);
    let start = World::new(Arc::new(level.clone()), SolverSetup::default()).state.spawn;
    assert_eq!(world.edited(Arc::new(level)).state.spawn, start, "without the checkpoint, the start");
}

#[test]
fn platforms_keep_their_clocks_and_pushed_crates_their_places() {
    let mut world = played();
    world.start_at_point(Vec2::new(180.0, 64.0), false);
    hold(&mut world, Buttons::RIGHT, 40);
    let place = |world: &World, body: seamwalker_collide::BodyId| world.state.space.bodies[body].aabb;
    let pushed = place(&world, world.state.crates[0].body);
    assert!(pushed.center.x > 205.0, "the crate was pushed: {pushed:?}");
    let edited = world.edited(Arc::new(drawn(&room_with(0, 3..4, "#"))));
    assert_eq!(place(&edited, edited.state.crates[0].body), pushed);
    let (old, new) = (&world.state.platforms[0], &edited.state.platforms[0]);
    assert_eq!((old.clock, place(&world, old.body)), (new.clock, place(&edited, new.body)));
    // A crate that the designer moved goes to its new place.
    let mut level = drawn(ROOM);
    let object = level.objects.iter().position(|o| matches!(o.kind, ObjectKind::Crate { .. })).unwrap();
    level.objects[object].aabb.center.x -= 32.0;
    let edited = world.edited(Arc::new(level.clone()));
    assert_eq!(place(&edited, edited.state.crates[0].body), level.objects[object].aabb);
    // A longer track keeps the clock.
    let more = vec![placed(platform((32.0, 8.0), &[(32.0, 16.0), (220.0, 16.0)])), crate_at(200.0, 56.0)];
    let longer = world.edited(Arc::new(level_with(ROOM, more)));
    assert_eq!(longer.state.platforms[0].clock, world.state.platforms[0].clock);
}

#[test]
fn a_rider_stays_on_its_platform() {
    let mut world = played();
    let top = world.state.space.bodies[world.state.platforms[0].body.0 as usize].aabb;
    world.start_at_point(Vec2::new(top.center.x, top.min().y), false);
    hold(&mut world, 0, 10);
    assert_eq!(world.state.player.rides(), Some(world.state.platforms[0].body));
    let mut level = drawn(ROOM);
    // Another platform with a smaller index shifts the indices of bodies.
    let mut more = level.objects[world.state.platforms[0].object as usize].clone();
    more.id = 900;
    more.aabb.center.y -= 300.0;
    level.objects.insert(0, more);
    let mut edited = world.edited(Arc::new(level));
    assert_eq!(edited.state.player.rides(), Some(edited.state.platforms[1].body));
    hold(&mut world, 0, 60);
    hold(&mut edited, 0, 60);
    assert_eq!(edited.state.player.feet(), world.state.player.feet());
}

#[test]
fn a_change_of_feel_keeps_the_feet_in_place_and_the_player_out_of_walls() {
    let mut world = played();
    let feet = world.state.player.feet();
    world.change_feel(Feel { gravity: 300.0, height: 30.0, ..world.rules.feel });
    assert_eq!((world.state.player.feet(), world.state.player.aabb().size().y), (feet, 30.0));
    assert!(is_free(&world));
}

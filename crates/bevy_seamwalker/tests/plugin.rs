//! The plugin without a window: every update is one tick, or as much time as a test says.

use std::time::Duration;

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_math::{Vec2, Vec3};
use bevy_seamwalker::collide::controller::Intent;
use bevy_seamwalker::collide::{Layers, Side, Terrain};
use bevy_seamwalker::{
    Character, CharacterIntent, Jumped, Landed, Platform, PlatformPath, SeamwalkerPlugin, SeamwalkerSpace,
    SeamwalkerSystems, Squeezed, Units, Zone, ZoneEntered, ZoneLeft,
};
use bevy_time::{Fixed, Time, TimePlugin, TimeUpdateStrategy};
use bevy_transform::components::Transform;

const SIZE: Vec2 = Vec2::new(12.0, 22.0);

/// An app with this ground, in units, in which every update is one tick.
fn app_with(plugin: SeamwalkerPlugin, ground: &[Vec2]) -> App {
    let mut app = App::new();
    app.add_plugins((TimePlugin, plugin)).insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
    let mut space = app.world_mut().resource_mut::<SeamwalkerSpace>();
    let edges = space.units.outline(ground, Side::Outer);
    space.set_terrain(Terrain::new(edges, Vec::new()));
    app
}

/// A floor at height 0.
fn app() -> App {
    app_with(SeamwalkerPlugin::default(), &[Vec2::new(-500.0, 0.0), Vec2::new(500.0, 0.0)])
}

fn spawn(app: &mut App, x: f32, y: f32) -> Entity {
    app.world_mut().spawn((Character::new(SIZE), Transform::from_xyz(x, y, 3.0))).id()
}

fn update(app: &mut App, times: usize) {
    (0..times).for_each(|_| app.update());
}

fn translation(app: &App, entity: Entity) -> Vec3 {
    app.world().get::<Transform>(entity).unwrap().translation
}

fn character(app: &App, entity: Entity) -> &Character {
    app.world().get(entity).unwrap()
}

fn take<M: Message>(app: &mut App) -> Vec<M> {
    app.world_mut().resource_mut::<Messages<M>>().drain().collect()
}

fn turn_at_walls(mut walkers: Query<(&Character, &mut CharacterIntent)>) {
    for (walker, mut intent) in &mut walkers {
        if let Some(normal) = walker.events.wall {
            intent.x = normal.x.signum();
        }
    }
}

/// Where a hundred walkers on hills are after 300 ticks, to the last bit. Once they have landed, all stand in every tick.
fn walk_on_hills(passing: bool) -> Vec<[u32; 2]> {
    let height = |x: f32| {
        let from_top = (x / 110.0).rem_euclid(2.0) - 1.0;
        if (0.0..=4000.0).contains(&x) { 40.0 * (1.0 - from_top * from_top) } else { 400.0 }
    };
    let hills: Vec<Vec2> = (-1..=401).map(|i| i as f32 * 10.0).map(|x| Vec2::new(x, height(x))).collect();
    let mut app = app_with(SeamwalkerPlugin::default(), &hills);
    app.add_systems(FixedUpdate, turn_at_walls.after(SeamwalkerSystems::Characters));
    for i in 0..100 {
        let x = (i as f32 + 0.5) * 40.0;
        let walker = spawn(&mut app, x, height(x) + 20.0);
        app.world_mut().get_mut::<CharacterIntent>(walker).unwrap().x = if i % 2 == 0 { 1.0 } else { -1.0 };
        if passing {
            app.world_mut().get_mut::<Character>(walker).unwrap().controller.state.mover.meets = Layers::NONE;
        }
    }
    let mut walkers = app.world_mut().query::<&Character>();
    let begin: Vec<f32> = walkers.iter(app.world()).map(|walker| walker.center().x).collect();
    let mut farthest = vec![0.0_f32; 100];
    for tick in 0..300 {
        app.update();
        for (i, walker) in walkers.iter(app.world()).enumerate() {
            let at = app.world().resource::<SeamwalkerSpace>().units.to_bevy(walker.center());
            assert!(tick < 40 || walker.is_grounded(), "tick {tick}: walker {i} is in the air at {at}");
            // On a slope it stands on a corner of its box, 6 units from its middle.
            let high = at.y - height(at.x);
            assert!(tick < 40 || (10.5..16.5).contains(&high), "tick {tick}: walker {i} is {high} above the ground");
            farthest[i] = farthest[i].max((walker.center().x - begin[i]).abs());
        }
    }
    assert!(farthest.iter().all(|way| *way > if passing { 250.0 } else { 4.0 }), "all walked: {farthest:?}");
    walkers.iter(app.world()).map(|walker| walker.center().to_array().map(f32::to_bits)).collect()
}

#[test]
fn a_hundred_walkers_stay_on_hills_and_end_at_the_same_bits_in_every_run() {
    for passing in [false, true] {
        assert_eq!(walk_on_hills(passing), walk_on_hills(passing));
    }
}

#[test]
fn y_is_up_and_z_is_left_alone() {
    let mut app = app();
    let hero = spawn(&mut app, 10.0, 50.0);
    update(&mut app, 5);
    let at = translation(&app, hero);
    assert!(at.y < 50.0 && at.y > 11.0, "it falls: {at}");
    update(&mut app, 60);
    assert_eq!(translation(&app, hero), Vec3::new(10.0, 11.0, 3.0), "it stands on the floor");
    assert_eq!(character(&app, hero).ground_normal(), Some(Vec2::Y));
}

#[test]
fn a_unit_may_be_sixteen_pixels() {
    let plugin = SeamwalkerPlugin { units: Units { pixels_per_unit: 16.0 }, ..SeamwalkerPlugin::default() };
    let mut app = app_with(plugin, &[Vec2::new(-9.0, 2.0), Vec2::new(9.0, 2.0)]);
    let hero = app.world_mut().spawn((Character::new(Vec2::new(0.75, 1.5)), Transform::from_xyz(1.0, 4.0, 0.0))).id();
    let landed: Vec<Landed> = (0..60).flat_map(|_| (app.update(), take(&mut app)).1).collect();
    assert_eq!(translation(&app, hero), Vec3::new(1.0, 2.75, 0.0));
    assert!(matches!(landed[..], [Landed { character, speed }] if character == hero && (1.0..20.0).contains(&speed)));
}

#[test]
#[should_panic(expected = "pixels_per_unit must be above 0, not 0")]
fn a_unit_without_length_is_refused() {
    App::new().add_plugins(SeamwalkerPlugin { units: Units { pixels_per_unit: 0.0 }, ..SeamwalkerPlugin::default() });
}

#[test]
fn a_press_counts_once_at_any_frame_rate() {
    for ticks in [0, 1, 3] {
        let mut app = app();
        let hero = spawn(&mut app, 0.0, 12.0);
        update(&mut app, 30);
        **app.world_mut().get_mut::<CharacterIntent>(hero).unwrap() =
            Intent { jump: true, pressed: true, ..Intent::default() };
        app.insert_resource(TimeUpdateStrategy::FixedTimesteps(ticks));
        app.update();
        let jumped = take::<Jumped>(&mut app);
        assert_eq!(jumped.len(), usize::from(ticks > 0), "{ticks} ticks in this frame");
        app.insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
        let later: usize = (0..40).map(|_| (app.update(), take::<Jumped>(&mut app).len()).1).sum();
        assert_eq!(later, usize::from(ticks == 0), "a press without a tick waits for the next one");
    }
}

#[test]
fn transforms_are_between_the_last_two_ticks() {
    for interpolate in [true, false] {
        let mut app = app_with(
            SeamwalkerPlugin { interpolate, ..SeamwalkerPlugin::default() },
            &[Vec2::new(-500.0, 0.0), Vec2::new(500.0, 0.0)],
        );
        let raft =
            app.world_mut().spawn((Platform::new(Vec2::new(40.0, 8.0)), Transform::from_xyz(0.0, 80.0, 0.0))).id();
        app.world_mut().get_mut::<Platform>(raft).unwrap().velocity = Vec2::new(64.0, 0.0);
        update(&mut app, 4);
        let tick = app.world().resource::<Time<Fixed>>().timestep();
        app.insert_resource(TimeUpdateStrategy::ManualDuration(tick / 4));
        app.update();
        // The first update only starts the clock; then come three ticks of one unit each, and a quarter of the time until the next.
        let expected = if interpolate { 2.25 } else { 3.0 };
        assert!((translation(&app, raft).x - expected).abs() < 1e-4, "{}", translation(&app, raft));
    }
}

#[test]
fn a_platform_carries_what_stands_on_it_along_its_path() {
    let mut app = app();
    let points = vec![Vec2::new(0.0, 100.0), Vec2::new(60.0, 130.0)];
    let raft = (Platform::new(Vec2::new(60.0, 8.0)).one_way(), PlatformPath::new(points.clone(), 50.0));
    let raft = app.world_mut().spawn((raft, Transform::from_xyz(0.0, 100.0, 0.0))).id();
    let hero = spawn(&mut app, 5.0, 120.0);
    update(&mut app, 30);
    let (mut highest, mut lowest) = (f32::MIN, f32::MAX);
    for _ in 0..400 {
        app.update();
        let (raft_at, hero_at) = (translation(&app, raft), translation(&app, hero));
        assert!((hero_at.y - raft_at.y - 15.0).abs() < 0.1, "it stands on the raft: {hero_at} {raft_at}");
        let space = app.world().resource::<SeamwalkerSpace>();
        let rides = character(&app, hero).controller.rides().and_then(|body| space.entity_of(body));
        assert_eq!(rides, Some(raft));
        (highest, lowest) = (highest.max(raft_at.y), lowest.min(raft_at.y));
    }
    assert!((highest - 130.0).abs() < 1e-3 && (lowest - 100.0).abs() < 1e-3, "{lowest} to {highest}");
}

#[test]
fn what_has_no_room_is_reported() {
    let mut app = app();
    let hero = spawn(&mut app, 0.0, 12.0);
    let press = app.world_mut().spawn((Platform::new(Vec2::new(60.0, 8.0)), Transform::from_xyz(0.0, 40.0, 0.0))).id();
    app.world_mut().get_mut::<Platform>(press).unwrap().velocity = Vec2::new(0.0, -64.0);
    update(&mut app, 12);
    assert_eq!(take::<Squeezed>(&mut app), []);
    update(&mut app, 6);
    let squeezed = take::<Squeezed>(&mut app);
    assert!(squeezed.iter().all(|one| one.character == hero && one.by == Some(press) && one.depth > 0.0));
    assert!(!squeezed.is_empty());
}

#[test]
fn bodies_go_with_their_entities_and_are_used_again() {
    let mut app = app();
    let wall = app.world_mut().spawn((Platform::new(Vec2::new(8.0, 60.0)), Transform::from_xyz(40.0, 30.0, 0.0))).id();
    let hero = spawn(&mut app, 0.0, 11.0);
    app.world_mut().get_mut::<CharacterIntent>(hero).unwrap().x = 1.0;
    update(&mut app, 60);
    assert_eq!(translation(&app, hero).x, 30.0, "the wall stops it");
    let body = app.world().get::<Platform>(wall).unwrap().body();
    app.world_mut().despawn(wall);
    update(&mut app, 60);
    assert!(translation(&app, hero).x > 100.0, "the wall is gone");
    let other = spawn(&mut app, -50.0, 11.0);
    assert_eq!(character(&app, other).controller.state.mover.ignores, body);
    // A new component in the place of the old one begins anew.
    app.world_mut().entity_mut(hero).insert((Character::new(SIZE), Transform::from_xyz(-100.0, 11.0, 0.0)));
    app.update();
    assert!(translation(&app, hero).x < -99.0);
    spawn(&mut app, 50.0, 11.0);
    assert_eq!(app.world().resource::<SeamwalkerSpace>().space.bodies.len(), 3);
}

#[test]
fn zones_report_who_comes_and_goes() {
    let mut app = app();
    let hero = spawn(&mut app, 0.0, 11.0);
    let zone = app.world_mut().spawn((Zone::new(Vec2::new(20.0, 40.0)), Transform::from_xyz(60.0, 20.0, 0.0))).id();
    let blind = Zone::new(Vec2::new(20.0, 40.0)).meets(Layers::layer(3));
    app.world_mut().spawn((blind, Transform::from_xyz(60.0, 20.0, 0.0)));
    let (entered, left) = (ZoneEntered { zone, character: hero }, ZoneLeft { zone, character: hero });
    app.world_mut().get_mut::<CharacterIntent>(hero).unwrap().x = 1.0;
    let mut seen = (Vec::new(), Vec::new());
    for _ in 0..60 {
        app.update();
        let at = character(&app, hero).center().x;
        seen.0.extend(take::<ZoneEntered>(&mut app).into_iter().map(|message| (message, (44.0..48.0).contains(&at))));
        seen.1.extend(take::<ZoneLeft>(&mut app).into_iter().map(|message| (message, (76.0..80.0).contains(&at))));
    }
    assert_eq!(seen, (vec![(entered, true)], vec![(left, true)]), "each once, and where it should be");
    // The zone comes to the character,
    app.world_mut().get_mut::<CharacterIntent>(hero).unwrap().x = 0.0;
    update(&mut app, 30);
    let at = translation(&app, hero);
    app.world_mut().get_mut::<Transform>(zone).unwrap().translation = at;
    app.update();
    assert_eq!(take::<ZoneEntered>(&mut app), [entered]);
    // the character goes for ever, and another that comes at once gets none of its messages.
    app.world_mut().despawn(hero);
    let other = spawn(&mut app, at.x, at.y);
    app.update();
    assert_eq!(take::<ZoneLeft>(&mut app), [left]);
    assert_eq!(take::<ZoneEntered>(&mut app), [ZoneEntered { zone, character: other }]);
    app.world_mut().despawn(zone);
    app.update();
    assert_eq!(take::<ZoneLeft>(&mut app), [ZoneLeft { zone, character: other }]);
}

#[test]
fn a_teleport_leaves_no_trail() {
    let mut app = app();
    let hero = spawn(&mut app, 0.0, 11.0);
    update(&mut app, 10);
    let to = app.world().resource::<SeamwalkerSpace>().units.to_seamwalker(Vec2::new(200.0, 11.0));
    app.world_mut().get_mut::<Character>(hero).unwrap().teleport(to);
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(5)));
    for _ in 0..12 {
        app.update();
        let x = translation(&app, hero).x;
        assert!(x == 0.0 || x == 200.0, "{x}");
    }
    assert_eq!(translation(&app, hero).x, 200.0);
}

#[test]
fn numbers_that_are_none_harm_only_their_own_entity() {
    let mut app = app();
    let hero = spawn(&mut app, 0.0, 11.0);
    spawn(&mut app, f32::NAN, f32::INFINITY);
    let mut lost = Platform::new(Vec2::new(f32::NAN, -8.0));
    lost.velocity = Vec2::NAN;
    let path = PlatformPath::new(vec![Vec2::NAN], f32::INFINITY);
    app.world_mut().spawn((lost, path, Transform::from_xyz(f32::MAX, 0.0, 0.0)));
    app.world_mut().spawn((
        Platform::new(SIZE),
        PlatformPath::new(Vec::new(), 1.0),
        Transform::from_xyz(99.0, 99.0, 0.0),
    ));
    app.world_mut().get_mut::<CharacterIntent>(hero).unwrap().x = 1.0;
    update(&mut app, 60);
    let at = translation(&app, hero);
    assert!(at.x > 50.0 && (at.y - 11.0).abs() < 0.1, "{at}");
}

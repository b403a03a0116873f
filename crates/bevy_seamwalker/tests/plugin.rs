//! The plugin without a window: every update is one tick, or as much time as a test says.

use std::f32::consts::FRAC_PI_2;
use std::fmt::Debug;
use std::marker::PhantomData;
use std::time::Duration;

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_ecs::system::RunSystemOnce;
use bevy_math::{Quat, Vec2, Vec3};
use bevy_reflect::GetPath;
use bevy_seamwalker::collide::Obstacle;
use bevy_seamwalker::collide::controller::{GroundSettings, Intent};
use bevy_seamwalker::prelude::*;
use bevy_time::{Fixed, Time, TimePlugin, TimeUpdateStrategy, Virtual};
use bevy_transform::plugins::TransformPlugin;
use bevy_transform::prelude::*;

#[path = "../examples/tiled_map.rs"]
#[allow(dead_code, reason = "its `main`")]
mod tiled_map;

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

/// A platform that moves at this velocity.
fn spawn_platform(app: &mut App, size: Vec2, at: Vec2, velocity: Vec2) -> Entity {
    let mut platform = Platform::new(size);
    platform.velocity = velocity;
    app.world_mut().spawn((platform, Transform::from_xyz(at.x, at.y, 0.0))).id()
}

fn update(app: &mut App, times: usize) {
    (0..times).for_each(|_| app.update());
}

fn translation(app: &App, entity: Entity) -> Vec3 {
    app.world().get::<Transform>(entity).unwrap().translation
}

fn state(app: &App, entity: Entity) -> &CharacterState {
    app.world().get(entity).unwrap()
}

fn body(app: &App, entity: Entity) -> &SeamwalkerBody {
    app.world().get(entity).unwrap()
}

fn center(app: &App, entity: Entity) -> Vec2 {
    body(app, entity).center()
}

fn put(app: &mut App, entity: Entity, at: Vec2) {
    app.world_mut().get_mut::<Transform>(entity).unwrap().translation = at.extend(0.0);
}

/// What a query answers.
fn ask<T: 'static>(app: &mut App, question: impl Fn(SeamwalkerQueries) -> T + Send + Sync + 'static) -> T {
    app.world_mut().run_system_once(move |queries: SeamwalkerQueries| question(queries)).unwrap()
}

fn visitors(app: &App, zone: Entity) -> Vec<Entity> {
    let zone = app.world().get::<Zone>(zone).unwrap();
    app.world().resource::<SeamwalkerSpace>().visitors_of(zone).collect()
}

fn take<M: Message>(app: &mut App) -> Vec<M> {
    app.world_mut().resource_mut::<Messages<M>>().drain().collect()
}

fn turn_at_walls(mut walkers: Query<(&CharacterEvents, &mut CharacterIntent)>) {
    for (events, mut intent) in &mut walkers {
        if let Some(normal) = events.wall {
            intent.x = normal.x.signum();
        }
    }
}

/// Where a hundred walkers, which meet each other, are after 300 ticks, to the last bit.
fn walk_on_hills() -> Vec<[u32; 2]> {
    let hills: Vec<Vec2> = (-1..=81_i8).map(f32::from).map(|i| Vec2::new(i * 50.0, (i % 2.0).abs() * 20.0)).collect();
    let mut app = app_with(SeamwalkerPlugin::default(), &hills);
    app.add_systems(FixedUpdate, turn_at_walls.after(SeamwalkerSystems::Characters));
    for i in 0..100_i8 {
        let walker = spawn(&mut app, f32::from(i) * 40.0 + 20.0, 50.0);
        app.world_mut().get_mut::<CharacterIntent>(walker).unwrap().x = if i % 2 == 0 { 1.0 } else { -1.0 };
    }
    update(&mut app, 300);
    let mut walkers = app.world_mut().query::<&SeamwalkerBody>();
    walkers.iter(app.world()).map(|walker| walker.center().to_array().map(f32::to_bits)).collect()
}

#[test]
fn a_hundred_walkers_end_at_the_same_bits_in_every_run() {
    assert_eq!(walk_on_hills(), walk_on_hills());
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
    assert_eq!(state(&app, hero).ground_normal(), Some(Vec2::Y));
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
        let raft = spawn_platform(&mut app, Vec2::new(40.0, 8.0), Vec2::new(0.0, 80.0), Vec2::new(64.0, 0.0));
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
        let rides = state(&app, hero).rides().and_then(|body| space.entity_of(body));
        assert_eq!(rides, Some(raft));
        (highest, lowest) = (highest.max(raft_at.y), lowest.min(raft_at.y));
    }
    assert!((highest - 130.0).abs() < 1e-3 && (lowest - 100.0).abs() < 1e-3, "{lowest} to {highest}");
}

#[test]
fn bodies_go_with_their_entities_and_are_used_again() {
    let mut app = app();
    let wall = app.world_mut().spawn((Platform::new(Vec2::new(8.0, 60.0)), Transform::from_xyz(40.0, 30.0, 0.0))).id();
    let hero = spawn(&mut app, 0.0, 11.0);
    app.world_mut().get_mut::<CharacterIntent>(hero).unwrap().x = 1.0;
    update(&mut app, 60);
    assert_eq!(translation(&app, hero).x, 30.0, "the wall stops it");
    let id = body(&app, wall).id().unwrap();
    app.world_mut().despawn(wall);
    update(&mut app, 60);
    assert!(translation(&app, hero).x > 100.0, "the wall is gone");
    let other = spawn(&mut app, -50.0, 11.0);
    let other = body(&app, other).id().unwrap();
    assert!(other != id && other.index() == id.index(), "the place of the wall under an id of its own");
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
    let crossing = |character, crossed| ZoneCrossed { zone, character, crossed };
    app.world_mut().get_mut::<CharacterIntent>(hero).unwrap().x = 1.0;
    let mut seen = Vec::new();
    for _ in 0..60 {
        app.update();
        let at = center(&app, hero).x;
        let place = [44.0..48.0, 76.0..80.0].iter().position(|range| range.contains(&at));
        seen.extend(take::<ZoneCrossed>(&mut app).into_iter().map(|message| (message, place)));
        let is_inside = seen.len() == 1;
        assert_eq!(visitors(&app, zone), if is_inside { vec![hero] } else { Vec::new() });
    }
    let expected = [(crossing(hero, Crossed::Entered), Some(0)), (crossing(hero, Crossed::Left), Some(1))];
    assert_eq!(seen, expected, "each once, and where it should be");
    // The zone comes to the character,
    app.world_mut().get_mut::<CharacterIntent>(hero).unwrap().x = 0.0;
    update(&mut app, 30);
    let at = translation(&app, hero);
    app.world_mut().get_mut::<Transform>(zone).unwrap().translation = at;
    app.update();
    assert_eq!(take::<ZoneCrossed>(&mut app), [crossing(hero, Crossed::Entered)]);
    // the character goes for ever, and another that comes at once gets none of its messages.
    app.world_mut().despawn(hero);
    let other = spawn(&mut app, at.x, at.y);
    app.update();
    let mut both = take::<ZoneCrossed>(&mut app);
    both.sort_by_key(|message| message.crossed);
    assert_eq!(both, [crossing(other, Crossed::Entered), crossing(hero, Crossed::Left)]);
    app.world_mut().despawn(zone);
    app.update();
    assert_eq!(take::<ZoneCrossed>(&mut app), [crossing(other, Crossed::Left)]);
}

/// Story: entering and leaving were two streams of messages, and a frame of several ticks did not tell which came first.
#[test]
fn a_reader_of_slow_frames_knows_the_visitors_of_a_zone() {
    let mut app = app();
    let hero = spawn(&mut app, 0.0, 11.0);
    let zone = app.world_mut().spawn((Zone::disk(12.0), Transform::from_xyz(60.0, 11.0, 0.0))).id();
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(250)));
    let (mut inside, mut crossings) = (Vec::new(), 0);
    for frame in 0..60 {
        let x = if frame / 2 % 2 == 0 { 1.0 } else { -1.0 };
        app.world_mut().get_mut::<CharacterIntent>(hero).unwrap().x = x;
        app.update();
        for ZoneCrossed { character, crossed, .. } in take::<ZoneCrossed>(&mut app) {
            crossings += 1;
            match crossed {
                Crossed::Entered => inside.push(character),
                Crossed::Left => inside.retain(|one| *one != character),
            }
        }
        assert_eq!(visitors(&app, zone), inside, "frame {frame}");
    }
    assert!(crossings > 10, "{crossings}");
}

#[test]
fn layers_of_a_living_character_may_change() {
    let mut app = app();
    let ghosts = Layers::layer(4);
    let hero = spawn(&mut app, 0.0, 11.0);
    let wall = spawn(&mut app, 40.0, 11.0);
    app.world_mut().get_mut::<Character>(hero).unwrap().meets = !ghosts;
    update(&mut app, 5);
    app.world_mut().get_mut::<CharacterIntent>(hero).unwrap().x = 1.0;
    update(&mut app, 40);
    assert!(center(&app, hero).x < 29.0, "it stops at the other");
    let mut other = app.world_mut().get_mut::<Character>(wall).unwrap();
    other.layers = ghosts;
    update(&mut app, 40);
    assert!(center(&app, hero).x > 60.0, "and passes it");
}

#[test]
fn a_character_crouches_where_it_cannot_stand() {
    let mut app = app();
    let hero = spawn(&mut app, 0.0, 11.0);
    let ceiling = (Platform::new(Vec2::new(60.0, 8.0)), Transform::from_xyz(100.0, 22.0, 0.0));
    app.world_mut().spawn(ceiling);
    update(&mut app, 10);
    let resize = |app: &mut App, height: f32| app.world_mut().get_mut::<Character>(hero).unwrap().size.y = height;
    resize(&mut app, 14.0);
    app.world_mut().get_mut::<CharacterIntent>(hero).unwrap().x = 1.0;
    update(&mut app, 36);
    let at = center(&app, hero);
    assert!((70.0..130.0).contains(&at.x) && (at.y - 7.0).abs() < 0.1, "{at}");
    resize(&mut app, 22.0);
    update(&mut app, 2);
    assert_eq!(state(&app, hero).size(), Vec2::new(12.0, 14.0), "not below the ceiling");
    update(&mut app, 60);
    assert_eq!(state(&app, hero).size(), SIZE, "as soon as there is room");
    assert!((center(&app, hero).y - 11.0).abs() < 0.1);
    app.world_mut().get_mut::<Character>(hero).unwrap().size = Vec2::NAN;
    update(&mut app, 2);
    assert_eq!(state(&app, hero).size(), SIZE);
}

#[test]
fn a_teleport_leaves_no_trail() {
    let mut app = app();
    let hero = spawn(&mut app, 0.0, 11.0);
    update(&mut app, 10);
    put(&mut app, hero, Vec2::new(200.0, 11.0));
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(5)));
    for _ in 0..12 {
        app.update();
        let x = translation(&app, hero).x;
        assert!(x == 0.0 || x == 200.0, "{x}");
    }
    assert_eq!(translation(&app, hero).x, 200.0);
}

/// Story: the place of a removed component went on writing the transform, and a fresh one began there.
#[test]
fn a_removed_component_lets_go_of_the_transform() {
    let mut app = app();
    let hero = spawn(&mut app, 0.0, 11.0);
    let raft = app.world_mut().spawn((Platform::new(SIZE), Transform::from_xyz(50.0, 80.0, 0.0))).id();
    update(&mut app, 10);
    app.world_mut().entity_mut(hero).remove::<Character>();
    app.world_mut().entity_mut(raft).remove::<Platform>();
    for entity in [hero, raft] {
        app.world_mut().get_mut::<Transform>(entity).unwrap().translation = Vec3::new(200.0, 11.0, 3.0);
    }
    update(&mut app, 2);
    assert_eq!([hero, raft].map(|entity| translation(&app, entity).x), [200.0, 200.0]);
    app.world_mut().entity_mut(raft).despawn();
    // In one command queue, also of the other kind.
    app.world_mut()
        .commands()
        .entity(hero)
        .insert(Character::new(SIZE))
        .remove::<Character>()
        .insert(Platform::new(SIZE));
    update(&mut app, 2);
    assert_eq!(translation(&app, hero), Vec3::new(200.0, 11.0, 3.0));
    let enabled = app.world().resource::<SeamwalkerSpace>().space.bodies.iter().filter(|body| body.enabled).count();
    assert_eq!(enabled, 1);
}

/// The tick in which each message of a zone on a platform came, in frames of this length.
fn ticks_of_a_zone_on_a_platform(frame: Duration) -> Vec<(u32, Crossed)> {
    #[derive(Default, Resource)]
    struct Log(u32, Vec<(u32, Crossed)>);
    fn note(mut crossings: MessageReader<ZoneCrossed>, mut log: ResMut<Log>) {
        log.0 += 1;
        let tick = log.0;
        log.1.extend(crossings.read().map(|crossing| (tick, crossing.crossed)));
    }
    let mut app = app();
    app.insert_resource(TimeUpdateStrategy::ManualDuration(frame)).init_resource::<Log>();
    app.add_systems(FixedUpdate, note.after(SeamwalkerSystems::Zones));
    let path = PlatformPath::new(vec![Vec2::new(-150.0, 60.0), Vec2::new(150.0, 60.0)], 170.0);
    let raft = (Platform::new(Vec2::new(64.0, 8.0)), Zone::new(Vec2::new(64.0, 120.0)), path);
    app.world_mut().spawn((raft, Transform::from_xyz(-150.0, 60.0, 0.0)));
    spawn(&mut app, 0.0, 11.0);
    while app.world().resource::<Log>().0 < 240 {
        app.update();
    }
    app.world().resource::<Log>().1.clone()
}

/// Story: such a zone followed the interpolated transform, so its messages depended on the frame rate.
#[test]
fn a_zone_on_a_platform_is_where_the_platform_is_at_any_frame_rate() {
    let tick = Duration::from_nanos(15_625_000);
    let expected = ticks_of_a_zone_on_a_platform(tick);
    assert!(expected.len() >= 3, "{expected:?}");
    for frame in [tick / 3, tick * 4, Duration::from_micros(6944), Duration::from_micros(33333)] {
        assert_eq!(ticks_of_a_zone_on_a_platform(frame), expected, "{frame:?}");
    }
}

#[test]
fn a_zone_on_a_character_follows_it_and_does_not_notice_it() {
    let mut app = app();
    let hero = (Character::new(SIZE), Zone::disk(30.0), Transform::from_xyz(0.0, 11.0, 0.0));
    let hero = app.world_mut().spawn(hero).id();
    let other = spawn(&mut app, 60.0, 11.0);
    update(&mut app, 5);
    assert_eq!((visitors(&app, hero), take::<ZoneCrossed>(&mut app)), (vec![], vec![]));
    app.world_mut().get_mut::<CharacterIntent>(hero).unwrap().x = 1.0;
    let crossings: Vec<ZoneCrossed> = (0..30).flat_map(|_| (app.update(), take(&mut app)).1).collect();
    assert_eq!(crossings, [ZoneCrossed { zone: hero, character: other, crossed: Crossed::Entered }]);
    assert_eq!(visitors(&app, hero), [other]);
}

#[test]
fn a_fast_zone_notices_what_it_passes() {
    let mut app = app();
    let hero = spawn(&mut app, 20.0, 11.0);
    let ghost = Platform { velocity: Vec2::X * 6400.0, ..Platform::new(Vec2::splat(4.0)).in_layers(Layers::NONE) };
    let zone = app.world_mut().spawn((ghost, Zone::disk(3.0), Transform::from_xyz(-30.0, 11.0, 0.0))).id();
    update(&mut app, 2);
    let crossing = |crossed| ZoneCrossed { zone, character: hero, crossed };
    assert_eq!(take::<ZoneCrossed>(&mut app), [crossing(Crossed::Entered), crossing(Crossed::Left)]);
}

/// Story: without a size it fell through the floor, and a negative speed led a platform away for ever.
#[test]
fn sizes_and_speeds_that_are_not_positive_do_nothing() {
    for size in [Vec2::NAN, Vec2::new(-12.0, 22.0), Vec2::ZERO, Vec2::splat(f32::INFINITY)] {
        let mut app = app();
        let lost = app.world_mut().spawn((Character::new(size), Transform::from_xyz(0.0, 50.0, 0.0))).id();
        let raft = (Platform::new(size), Zone::new(size), Transform::from_xyz(40.0, 50.0, 0.0));
        let raft = app.world_mut().spawn(raft).id();
        let hero = spawn(&mut app, 40.0, 11.0);
        app.world_mut().get_mut::<CharacterIntent>(hero).unwrap().x = 1.0;
        update(&mut app, 40);
        assert_eq!([lost, raft].map(|entity| translation(&app, entity).y), [50.0, 50.0], "{size}");
        assert_eq!((body(&app, raft).id(), take::<ZoneCrossed>(&mut app)), (None, vec![]));
        assert!(center(&app, hero).x > 80.0);
    }
    let way = vec![Vec2::new(100.0, 50.0), Vec2::new(200.0, 50.0)];
    let paths = [-40.0, 0.0, f32::NAN, f32::INFINITY].map(|speed| (way.clone(), speed));
    for (points, speed) in paths.into_iter().chain([(vec![Vec2::NAN], 1.0), (Vec::new(), 1.0)]) {
        let mut app = app();
        spawn(&mut app, f32::NAN, f32::INFINITY);
        let path = PlatformPath::new(points, speed);
        let raft = app.world_mut().spawn((Platform::new(SIZE), path, Transform::from_xyz(0.0, 50.0, 0.0))).id();
        update(&mut app, 20);
        assert_eq!(translation(&app, raft), Vec3::new(0.0, 50.0, 0.0), "{speed}");
    }
    let mut app = app();
    let hero = spawn(&mut app, 0.0, 11.0);
    update(&mut app, 10);
    app.world_mut().get_mut::<CharacterIntent>(hero).unwrap().x = f32::NAN;
    update(&mut app, 10);
    app.world_mut().get_mut::<CharacterIntent>(hero).unwrap().x = 0.0;
    put(&mut app, hero, Vec2::NAN);
    update(&mut app, 10);
    assert!((center(&app, hero) - Vec2::new(0.0, 11.0)).length() < 0.1, "{}", center(&app, hero));
}

/// Story: a crate that became a platform before it stopped being a crate left its first body behind, invisible and solid.
#[test]
fn an_entity_that_becomes_another_kind_leaves_no_body_behind() {
    let mut app = app();
    let item = spawn_crate(&mut app, 40.0, 8.0);
    update(&mut app, 3);
    app.world_mut().entity_mut(item).insert(Platform::new(Vec2::splat(16.0)));
    update(&mut app, 3);
    let there = |app: &App| {
        let bodies = &app.world().resource::<SeamwalkerSpace>().space.bodies;
        bodies.iter().filter(|body| body.enabled && body.data == item.to_bits()).count()
    };
    assert_eq!(there(&app), 1, "the platform");
    app.world_mut().entity_mut(item).remove::<Crate>();
    app.world_mut().despawn(item);
    update(&mut app, 3);
    assert_eq!(there(&app), 0);
}

/// Story: a press that came down on the last three units of a character crushed it.
#[test]
fn a_press_that_grazes_moves_aside_and_crushes_in_the_middle() {
    for (x, is_crushed) in [(10.0, true), (23.0, false)] {
        let mut app = app();
        let hero = spawn(&mut app, x, 11.0);
        let press = spawn_platform(&mut app, Vec2::new(40.0, 20.0), Vec2::new(0.0, 60.0), Vec2::new(0.0, -64.0));
        let crushed: Vec<Crushed> = (0..36).flat_map(|_| (app.update(), take(&mut app)).1).collect();
        assert!(crushed.iter().all(|one| one.entity == hero && one.by == Some(press) && one.depth > 0.0));
        assert_eq!(!crushed.is_empty(), is_crushed, "{x}");
        assert!(is_crushed || (center(&app, hero).x - 26.0).abs() < 1.1, "{}", center(&app, hero));
    }
}

#[test]
fn velocities_are_in_units_and_y_is_up() {
    let plugin = SeamwalkerPlugin { units: Units { pixels_per_unit: 16.0 }, ..SeamwalkerPlugin::default() };
    let mut app = app_with(plugin, &[Vec2::new(-90.0, 0.0), Vec2::new(90.0, 0.0)]);
    let hero = app.world_mut().spawn((Character::new(Vec2::new(0.75, 1.5)), Transform::from_xyz(0.0, 0.75, 0.0))).id();
    update(&mut app, 10);
    app.world_mut().get_mut::<CharacterIntent>(hero).unwrap().x = 1.0;
    update(&mut app, 40);
    let speed = app.world().get::<CharacterSettings>(hero).unwrap().run.speed / 16.0;
    assert_eq!(state(&app, hero).velocity, Vec2::new(speed, 0.0));
    let mut now = app.world_mut().get_mut::<CharacterState>(hero).unwrap();
    now.launch(Vec2::new(-3.0, 25.0));
    now.launch(Vec2::NAN);
    // A press now does not turn it into a jump, whose speed is lower.
    app.world_mut().get_mut::<CharacterIntent>(hero).unwrap().pressed = true;
    update(&mut app, 4);
    assert_eq!(take::<Jumped>(&mut app), []);
    let velocity = state(&app, hero).velocity;
    assert!(velocity.y > 15.0, "{velocity}");
    // Another velocity counts from the next tick on.
    app.world_mut().get_mut::<CharacterState>(hero).unwrap().velocity = Vec2::new(0.0, -2.0);
    app.update();
    assert!((-4.0..-2.0).contains(&state(&app, hero).velocity.y));
    app.world_mut().get_mut::<CharacterState>(hero).unwrap().velocity.y = f32::NAN;
    app.update();
    assert!(state(&app, hero).velocity.is_finite());
}

#[test]
fn a_platform_is_teleported_without_what_stands_on_it() {
    let mut app = app();
    let raft = spawn_platform(&mut app, Vec2::new(40.0, 8.0), Vec2::new(0.0, 80.0), Vec2::new(64.0, 0.0));
    let hero = spawn(&mut app, 0.0, 95.0);
    update(&mut app, 10);
    let begin = center(&app, raft);
    assert!((begin.x - 10.0).abs() < 1.1 && (center(&app, hero).x - begin.x).abs() < 1.1, "{begin}");
    put(&mut app, raft, Vec2::new(300.0, 200.0));
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(5)));
    for _ in 0..12 {
        app.update();
        let x = translation(&app, raft).x;
        assert!((x - begin.x).abs() < 1.1 || (x - 300.0).abs() < 4.0, "no trail: {x}");
    }
    assert_eq!((center(&app, raft).y, center(&app, hero).x < 30.0), (200.0, true));
}

#[test]
fn layers_tag_and_priority_of_a_platform_may_change() {
    let mut app = app();
    let (ghosts, tag) = (Layers::layer(4), Tag(7));
    let hero = spawn(&mut app, 0.0, 11.0);
    app.world_mut().get_mut::<Character>(hero).unwrap().meets = !ghosts;
    let wall = Platform::new(Vec2::new(8.0, 60.0)).in_layers(ghosts);
    let wall = app.world_mut().spawn((wall, Transform::from_xyz(40.0, 30.0, 0.0))).id();
    app.world_mut().get_mut::<CharacterIntent>(hero).unwrap().x = 1.0;
    update(&mut app, 60);
    assert!(center(&app, hero).x > 60.0, "it passes");
    let mut platform = app.world_mut().get_mut::<Platform>(wall).unwrap();
    (platform.layers, platform.tag, platform.priority) = (Layers::DEFAULT, tag, 3);
    app.world_mut().get_mut::<CharacterIntent>(hero).unwrap().x = -1.0;
    update(&mut app, 60);
    assert_eq!(center(&app, hero).x, 50.0, "it stops");
    let id = body(&app, wall).id().unwrap();
    let space = &app.world().resource::<SeamwalkerSpace>().space;
    assert_eq!((space.tag(Obstacle::Body(id)), space.bodies[id].priority), (tag, 3));
}

#[test]
fn ground_is_compiled_only_for_valid_sizes() {
    let mut app = app();
    let mut space = app.world_mut().resource_mut::<SeamwalkerSpace>();
    assert!(space.compile_for(SIZE) && space.space.terrain.compiled_bytes() > 0);
    assert!(!space.compile_for(Vec2::NAN) && !space.compile_for(Vec2::splat(0.1)));
}

/// Story: ground that was built around a character held it for ever.
#[test]
fn room_is_where_nothing_solid_is() {
    let units = Units { pixels_per_unit: 2.0 };
    let plugin = SeamwalkerPlugin { units, ..SeamwalkerPlugin::default() };
    let mut app = app_with(plugin, &[Vec2::new(-500.0, 0.0), Vec2::new(500.0, 0.0)]);
    app.world_mut().spawn((Character::new(SIZE), Transform::from_xyz(0.0, 11.0, 0.0)));
    app.world_mut().spawn((Platform::new(Vec2::new(40.0, 8.0)).one_way(), Transform::from_xyz(200.0, 50.0, 0.0)));
    app.world_mut().spawn((Zone::new(Vec2::new(40.0, 8.0)), Transform::from_xyz(300.0, 50.0, 0.0)));
    update(&mut app, 10);
    let block = Vec2::new(32.0, 16.0);
    let mut has_room = |x: f32, y: f32| ask(&mut app, move |queries| queries.has_room(Vec2::new(x, y), block));
    assert!(!has_room(0.0, 11.0) && !has_room(20.0, 28.0), "the character is there");
    assert!(has_room(22.0, 8.0) && has_room(0.0, 30.0), "beside it and above it");
    assert!(!has_room(100.0, 7.0) && !has_room(100.0, -30.0), "in the ground");
    assert!(has_room(200.0, 52.0) && has_room(300.0, 50.0), "one-way surfaces and zones are open");
    assert!(!has_room(f32::NAN, 50.0));
    assert!(!ask(&mut app, |queries| queries.has_room(Vec2::new(100.0, 50.0), Vec2::NAN)));
    let near = ask(&mut app, move |queries| queries.room_near(Vec2::new(100.0, 6.0), block, 10.0));
    assert_eq!(near, Some(Vec2::new(100.0, 8.0)));
}

/// Story: in a cave that was drawn by its inner outline, stones and the rock around it had room.
#[test]
fn there_is_no_room_in_stones_and_behind_the_walls_of_a_cave() {
    let cave = [(0.0, 0.0), (400.0, 0.0), (400.0, 200.0), (0.0, 200.0), (0.0, 0.0)].map(Vec2::from);
    let stone = [(100.0, 80.0), (130.0, 110.0), (160.0, 80.0), (130.0, 50.0), (100.0, 80.0)].map(Vec2::from);
    let units = Units::default();
    let edges = [units.outline(&cave, Side::Outer), units.outline(&stone, Side::Outer)].concat();
    let mut app = app();
    app.world_mut().resource_mut::<SeamwalkerSpace>().set_terrain(Terrain::new(edges, Vec::new()));
    let mut has_room = |(x, y)| ask(&mut app, move |queries| queries.has_room(Vec2::new(x, y), Vec2::splat(8.0)));
    let in_rock = [(130.0, 80.0), (120.0, 84.0), (200.0, -9.0), (200.0, 300.0), (-60.0, 40.0), (500.0, 100.0)];
    assert_eq!(in_rock.map(&mut has_room), [false; 6]);
    let free = [(6.0, 6.0), (100.0, 50.0), (160.0, 110.0), (130.0, 116.0), (95.0, 80.0), (394.0, 194.0)];
    assert_eq!(free.map(has_room), [true; 6]);
}

fn spawn_crate(app: &mut App, x: f32, y: f32) -> Entity {
    app.world_mut().spawn((Crate::new(Vec2::splat(16.0)), Transform::from_xyz(x, y, 0.0))).id()
}

#[test]
fn crates_fall_stack_and_are_pushed_with_what_stands_on_them() {
    let mut app = app();
    let [lower, upper] = [30.0, 60.0].map(|y| spawn_crate(&mut app, 40.0, y));
    update(&mut app, 60);
    assert_eq!(
        [lower, upper].map(|one| translation(&app, one).truncate()),
        [Vec2::new(40.0, 8.0), Vec2::new(40.0, 24.0)]
    );
    let rider = spawn(&mut app, 40.0, 43.0);
    let hero = spawn(&mut app, 0.0, 11.0);
    update(&mut app, 10);
    app.world_mut().get_mut::<CharacterIntent>(hero).unwrap().x = 1.0;
    update(&mut app, 100);
    let x = [hero, lower, upper, rider].map(|one| translation(&app, one).x);
    assert!(x[1] > 90.0 && x[1] < 130.0, "60 pixels per second: {x:?}");
    assert!((x[0] - x[1] + 14.0).abs() < 0.1 && x[1..].iter().all(|one| (one - x[1]).abs() < 0.1), "{x:?}");
    assert!((translation(&app, rider).y - 43.0).abs() < 0.1 && state(&app, rider).ground_normal().is_some());
    // What is teleported while others push goes.
    put(&mut app, rider, Vec2::new(-100.0, 11.0));
    app.update();
    assert_eq!(translation(&app, rider).x, -100.0);
    // Pushed over the edge of the floor.
    update(&mut app, 600);
    assert!(translation(&app, lower).y < -100.0, "{}", translation(&app, lower));
    app.world_mut().despawn(upper);
    update(&mut app, 1);
}

#[test]
fn crates_rest_on_slopes_and_ride_on_platforms() {
    let mut app = app_with(SeamwalkerPlugin::default(), &[Vec2::ZERO, Vec2::new(100.0, 0.0), Vec2::new(300.0, 100.0)]);
    let on_slope = spawn_crate(&mut app, 200.0, 80.0);
    let raft = PlatformPath::new(vec![Vec2::new(20.0, 40.0), Vec2::new(60.0, 90.0)], 50.0);
    let raft = (Platform::new(Vec2::new(40.0, 8.0)), raft, Transform::from_xyz(20.0, 40.0, 0.0));
    let raft = app.world_mut().spawn(raft).id();
    let rider = spawn_crate(&mut app, 20.0, 60.0);
    update(&mut app, 40);
    let (rest, carried) = (translation(&app, on_slope), translation(&app, rider) - translation(&app, raft));
    for tick in 0..300 {
        app.update();
        assert_eq!(translation(&app, on_slope), rest, "tick {tick}");
        let now = translation(&app, rider) - translation(&app, raft);
        assert!(now.distance(carried) < 0.1, "tick {tick}: {now} {carried}");
    }
    // A crate in a press is reported.
    let press = spawn_platform(&mut app, Vec2::splat(8.0), Vec2::new(200.0, 120.0), Vec2::new(0.0, -64.0));
    let crushed: Vec<Crushed> = (0..60).flat_map(|_| (app.update(), take(&mut app)).1).collect();
    assert!(crushed.iter().all(|one| (one.entity, one.by) == (on_slope, Some(press))) && !crushed.is_empty());
}

/// A game may react to platforms before characters move.
#[test]
fn what_is_teleported_between_platforms_and_characters_stays_there() {
    for has_crate in [false, true] {
        let mut app = app();
        let hero = spawn(&mut app, 0.0, 11.0);
        if has_crate {
            spawn_crate(&mut app, 14.0, 8.0);
            app.world_mut().get_mut::<CharacterIntent>(hero).unwrap().x = 1.0;
        }
        let respawn = |mut characters: Query<(&mut Transform, &mut CharacterState)>| {
            for (mut transform, mut state) in &mut characters {
                (transform.translation, state.velocity) = (Vec3::new(200.0, 100.0, 0.0), Vec2::ZERO);
            }
        };
        let between = respawn.after(SeamwalkerSystems::Platforms).before(SeamwalkerSystems::Characters);
        app.add_systems(FixedUpdate, between);
        update(&mut app, 10);
        assert!(center(&app, hero).distance(Vec2::new(200.0, 100.0)) < 2.0, "{}", center(&app, hero));
    }
}

#[test]
fn inspectors_see_and_change_settings() {
    let mut app = app();
    let settings = |max_slope| {
        CharacterSettings(ControllerSettings {
            ground: GroundSettings { max_slope, ..GroundSettings::default() },
            ..ControllerSettings::default()
        })
    };
    let hero = (Character::new(SIZE).in_layers(Layers::layer(3)), settings(0.5), Transform::from_xyz(0.0, 11.0, 0.0));
    let hero = app.world_mut().spawn((hero, Zone::disk(3.0))).id();
    let raft = (
        Platform::new(Vec2::new(40.0, 8.0)),
        PlatformPath::new(vec![Vec2::Y], 2.0),
        Transform::from_xyz(200.0, 80.0, 0.0),
    );
    let raft = app.world_mut().spawn(raft).id();
    let item = app.world_mut().spawn((Crate::disk(4.0), Transform::from_xyz(90.0, 4.0, 0.0))).id();
    update(&mut app, 3);
    let registry = app.world().resource::<AppTypeRegistry>().clone();
    let registry = registry.read();
    let values = [
        (hero, "Character", "size.y", 22.0_f32),
        (hero, "CharacterSettings", "0.ground.max_slope", 0.5),
        (hero, "CharacterSettings", "0.max_lift.x", 500.0),
        (hero, "CharacterState", "size.x", 12.0),
        (hero, "CharacterIntent", "0.x", 0.0),
        (hero, "SeamwalkerBody", "center.y", 11.0),
        (hero, "Zone", "size.x", 6.0),
        (raft, "Platform", "size.x", 40.0),
        (raft, "PlatformPath", "speed", 2.0),
        (item, "Crate", "corner", 4.0),
    ];
    for (entity, name, path, expected) in values {
        let component = registry.get_with_short_type_path(name).unwrap().data::<ReflectComponent>().unwrap();
        let value = component.reflect(app.world().entity(entity)).unwrap();
        assert_eq!(value.path::<f32>(path).copied().unwrap(), expected, "{name}.{path}");
    }
    let of = |name| registry.get_with_short_type_path(name).unwrap().data::<ReflectComponent>().unwrap();
    let layers = of("Character").reflect(app.world().entity(hero)).unwrap().path::<u32>("layers.0").copied().unwrap();
    assert_eq!(layers, Layers::layer(3).0);
    assert!(of("Grounded").contains(app.world().entity(hero)));
    let events = of("CharacterEvents").reflect(app.world().entity(hero)).unwrap();
    assert!(!events.path::<bool>("0.jumped").unwrap());
    let space = of("SeamwalkerSpace");
    assert_eq!(app.world().iter_entities().filter(|one| space.contains(*one)).count(), 1, "the resource");
    let mut edited = of("CharacterSettings").reflect_mut(app.world_mut().entity_mut(hero)).unwrap();
    *edited.path_mut::<f32>("0.run.speed").unwrap() = 30.0;
    app.world_mut().get_mut::<CharacterIntent>(hero).unwrap().x = 1.0;
    update(&mut app, 30);
    assert_eq!(state(&app, hero).velocity.x, 30.0);
}

/// LDtk and Tiled spawners put what they spawn below a level.
#[test]
fn children_are_where_their_parents_put_them() {
    let mut app = app();
    app.add_plugins(TransformPlugin);
    let level = Transform::from_xyz(100.0, 50.0, 2.0).with_rotation(Quat::from_rotation_z(FRAC_PI_2));
    let level = app.world_mut().spawn(level).id();
    let group = app.world_mut().spawn((Transform::from_xyz(10.0, 0.0, 0.0), ChildOf(level))).id();
    // Turned by a quarter, x is up and y is left.
    let at = |x: f32, y: f32| (Transform::from_xyz(y - 60.0, 100.0 - x, 1.0), ChildOf(group));
    let hero = app.world_mut().spawn((Character::new(SIZE), at(20.0, 11.0))).id();
    let raft = app.world_mut().spawn((Platform::new(Vec2::new(40.0, 8.0)), at(80.0, 60.0))).id();
    let item = app.world_mut().spawn((Crate::new(Vec2::splat(16.0)), at(140.0, 30.0))).id();
    let zone = app.world_mut().spawn((Zone::new(Vec2::splat(4.0)), at(20.0, 20.0))).id();
    // The first update only starts the clock.
    update(&mut app, 2);
    assert_eq!(visitors(&app, zone), [hero], "in the first tick");
    let is_at = |app: &App, entity, x: f32, y: f32| {
        let (at, drawn) = (center(app, entity), app.world().get::<GlobalTransform>(entity).unwrap().translation());
        assert!(at.distance(Vec2::new(x, y)) < 0.01, "{at}");
        assert!(drawn.distance(at.extend(3.0)) < 0.01, "drawn at {drawn}, not {at}");
    };
    is_at(&app, hero, 20.0, 11.0);
    is_at(&app, raft, 80.0, 60.0);
    update(&mut app, 60);
    is_at(&app, item, 140.0, 8.0);
    // A parent that moves takes its children along.
    app.world_mut().get_mut::<Transform>(level).unwrap().translation += Vec3::new(30.0, 5.0, 0.0);
    app.update();
    is_at(&app, raft, 110.0, 65.0);
    assert_eq!(visitors(&app, zone), [hero]);
    update(&mut app, 60);
    is_at(&app, hero, 50.0, 11.0);
    is_at(&app, item, 170.0, 8.0);
    // A parent that comes later counts as well.
    let late = spawn(&mut app, 10.0, -60.0);
    app.world_mut().entity_mut(late).insert(ChildOf(level));
    app.update();
    assert!(center(&app, late).distance(Vec2::new(190.0, 65.0)) < 1.0, "{}", center(&app, late));
}

/// What a platform carries is not carried a second time because that is its parent.
#[test]
fn a_crate_below_its_platform_in_the_hierarchy_is_carried_once() {
    let mut app = app();
    let raft = spawn_platform(&mut app, Vec2::new(40.0, 8.0), Vec2::new(0.0, 80.0), Vec2::new(64.0, 0.0));
    let item = (Crate::new(Vec2::splat(16.0)), Transform::from_xyz(0.0, 12.0, 0.0), ChildOf(raft));
    let item = app.world_mut().spawn(item).id();
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(5)));
    for _ in 0..100 {
        app.update();
        let between = center(&app, item) - center(&app, raft);
        assert!(between.distance(Vec2::new(0.0, 12.0)) < 0.1, "{between}");
    }
    assert!(center(&app, raft).x > 20.0);
    assert!((translation(&app, item) - Vec3::new(0.0, 12.0, 0.0)).length() < 0.1);
}

/// When a sword, which is a child of a character, meets another character, in ticks.
fn ticks_until_a_sword_hits(frame: Duration) -> Vec<(u32, Crossed)> {
    #[derive(Default, Resource)]
    struct Log(u32, Vec<(u32, Crossed)>);
    let mut app = app();
    app.insert_resource(TimeUpdateStrategy::ManualDuration(frame)).init_resource::<Log>();
    app.add_systems(
        FixedUpdate,
        (|mut crossings: MessageReader<ZoneCrossed>, mut log: ResMut<Log>| {
            log.0 += 1;
            let tick = log.0;
            log.1.extend(crossings.read().map(|crossing| (tick, crossing.crossed)));
        })
        .after(SeamwalkerSystems::Zones),
    );
    let hero = spawn(&mut app, 0.0, 11.0);
    spawn(&mut app, 120.0, 11.0);
    app.world_mut().spawn((Zone::new(Vec2::splat(8.0)), Transform::from_xyz(8.0, 0.0, 0.0), ChildOf(hero)));
    app.world_mut().get_mut::<CharacterIntent>(hero).unwrap().x = 1.0;
    while app.world().resource::<Log>().0 < 80 {
        app.update();
    }
    app.world().resource::<Log>().1.clone()
}

#[test]
fn a_sword_is_where_its_bearer_is_at_any_frame_rate() {
    let tick = Duration::from_nanos(15_625_000);
    let expected = ticks_until_a_sword_hits(tick);
    assert!(matches!(expected[..], [(20..60, Crossed::Entered)]), "it does not notice its bearer: {expected:?}");
    for frame in [tick / 3, tick * 4, Duration::from_micros(33333)] {
        assert_eq!(ticks_until_a_sword_hits(frame), expected, "{frame:?}");
    }
}

#[test]
fn a_clone_has_a_body_of_its_own() {
    let mut app = app();
    let hero = spawn(&mut app, 0.0, 11.0);
    update(&mut app, 10);
    let twin = app.world_mut().entity_mut(hero).clone_and_spawn();
    put(&mut app, twin, Vec2::new(100.0, 11.0));
    app.world_mut().get_mut::<CharacterIntent>(twin).unwrap().x = 1.0;
    update(&mut app, 10);
    assert!(center(&app, hero).x == 0.0 && center(&app, twin).x > 110.0);
    app.world_mut().despawn(hero);
    update(&mut app, 10);
    assert!(center(&app, twin).x > 130.0 && app.world().entity(twin).contains::<Grounded>());
    let space = app.world().resource::<SeamwalkerSpace>();
    assert_eq!(body(&app, twin).id().and_then(|id| space.entity_of(id)), Some(twin));
}

#[test]
fn ticks_run_in_the_schedule_that_was_asked_for() {
    let ground = [Vec2::new(-500.0, 0.0), Vec2::new(500.0, 0.0)];
    let ran = |plugin: SeamwalkerPlugin| {
        let mut app = app_with(plugin, &ground);
        let raft = spawn_platform(&mut app, SIZE, Vec2::new(0.0, 80.0), Vec2::new(64.0, 0.0));
        app.insert_resource(TimeUpdateStrategy::FixedTimesteps(3));
        update(&mut app, 4);
        (translation(&app, raft).x, center(&app, raft).x)
    };
    let (each_tick, each_frame) =
        (ran(SeamwalkerPlugin::default()), ran(SeamwalkerPlugin::default().in_schedule(Update)));
    assert_eq!(each_tick, (8.0, 9.0), "a unit in each tick, drawn a tick late");
    assert_eq!(each_frame, (9.0, 9.0), "three units in each frame");
    assert_eq!(ran(SeamwalkerPlugin::default().in_schedule(FixedPostUpdate)), each_tick);
    // A pause is no tick.
    let mut app = app_with(SeamwalkerPlugin::default().in_schedule(Update), &ground);
    let hero = spawn(&mut app, 0.0, 11.0);
    let path = PlatformPath::new(vec![Vec2::new(90.0, 50.0), Vec2::new(190.0, 50.0)], 64.0);
    let raft = app.world_mut().spawn((Platform::new(SIZE), path, Transform::from_xyz(90.0, 50.0, 0.0))).id();
    update(&mut app, 9);
    assert_eq!(translation(&app, raft).x, 97.0, "one tick to find the next point, and no time in the first frame");
    app.world_mut().resource_mut::<Time<Virtual>>().pause();
    app.world_mut().get_mut::<CharacterIntent>(hero).unwrap().pressed = true;
    update(&mut app, 2);
    assert_eq!((translation(&app, raft).x, take::<Jumped>(&mut app)), (97.0, vec![]));
    app.world_mut().resource_mut::<Time<Virtual>>().unpause();
    update(&mut app, 2);
    assert_eq!(take::<Jumped>(&mut app), [Jumped { character: hero }]);
    // What runs in `FixedUpdate` is before it.
    let mut app = app_with(SeamwalkerPlugin::default().in_schedule(FixedPostUpdate), &ground);
    let hero = spawn(&mut app, 0.0, 11.0);
    update(&mut app, 9);
    app.add_systems(FixedUpdate, |mut intents: Query<&mut CharacterIntent>| {
        intents.iter_mut().for_each(|mut intent| intent.pressed = true);
    });
    app.update();
    assert!(state(&app, hero).velocity.y > 0.0);
}

#[test]
fn an_edited_transform_is_a_teleport_that_keeps_the_velocity() {
    let mut app = app();
    let hero = spawn(&mut app, 0.0, 300.0);
    let item = spawn_crate(&mut app, 60.0, 300.0);
    update(&mut app, 10);
    let before = state(&app, hero).velocity;
    assert!(before.y < -200.0);
    put(&mut app, hero, Vec2::new(200.0, 400.0));
    app.world_mut().get_mut::<Transform>(item).unwrap().translation.x += 40.0;
    app.update();
    let (velocity, at) = (state(&app, hero).velocity, center(&app, hero));
    assert!(velocity.y < before.y && at.x == 200.0 && (390.0..398.0).contains(&at.y), "{velocity} {at}");
    assert!(center(&app, item).x == 100.0 && center(&app, item).y < 290.0, "{}", center(&app, item));
    // Frames without a tick do not lose an edit.
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(1)));
    update(&mut app, 3);
    put(&mut app, hero, Vec2::new(-300.0, 500.0));
    for _ in 0..30 {
        app.update();
        let at = translation(&app, hero);
        assert!((at.x + 300.0).abs() < 0.01 && at.y > 470.0, "{at}");
    }
    assert!(center(&app, hero).y < 500.0, "it goes on falling");
}

/// How many entities a change filter has found since the last tick.
fn count_changes<C: Component>(app: &mut App) {
    app.init_resource::<Changes<C>>().add_systems(
        Update,
        |changed: Query<(), Changed<C>>, mut count: ResMut<Changes<C>>| {
            count.0 = changed.iter().count();
        },
    );
}

#[derive(Resource)]
struct Changes<C>(usize, PhantomData<C>);

impl<C> Default for Changes<C> {
    fn default() -> Self {
        Self(usize::MAX, PhantomData)
    }
}

#[test]
fn only_what_changes_is_marked_as_changed() {
    let mut app = app();
    count_changes::<Transform>(&mut app);
    count_changes::<SeamwalkerBody>(&mut app);
    count_changes::<CharacterState>(&mut app);
    count_changes::<CharacterEvents>(&mut app);
    count_changes::<CharacterSettings>(&mut app);
    count_changes::<CharacterIntent>(&mut app);
    let hero = spawn(&mut app, 0.0, 11.0);
    spawn(&mut app, 50.0, 11.0);
    spawn_crate(&mut app, 100.0, 8.0);
    spawn_platform(&mut app, SIZE, Vec2::new(150.0, 80.0), Vec2::ZERO);
    update(&mut app, 20);
    let changes = |app: &App| {
        let world = app.world();
        [
            world.resource::<Changes<Transform>>().0,
            world.resource::<Changes<SeamwalkerBody>>().0,
            world.resource::<Changes<CharacterState>>().0,
            world.resource::<Changes<CharacterEvents>>().0,
            world.resource::<Changes<CharacterSettings>>().0,
            world.resource::<Changes<CharacterIntent>>().0,
        ]
    };
    assert_eq!(changes(&app), [0; 6], "all are at rest");
    **app.world_mut().get_mut::<CharacterIntent>(hero).unwrap() =
        Intent { pressed: true, jump: true, ..Intent::default() };
    app.update();
    assert_eq!(changes(&app), [0, 1, 1, 1, 0, 1], "it jumps, and is drawn a tick late");
    app.update();
    assert_eq!(changes(&app), [1, 1, 1, 1, 0, 0], "a jump is over in the next tick");
    app.update();
    assert_eq!(changes(&app), [1, 1, 1, 0, 0, 0]);
}

#[test]
fn grounded_is_there_exactly_while_a_character_stands() {
    #[derive(Default, Resource)]
    struct Log(Vec<&'static str>);
    let mut app = app();
    app.init_resource::<Log>();
    app.add_observer(|_: On<Add<Grounded>>, mut log: ResMut<Log>| log.0.push("stands"));
    app.add_observer(|_: On<Remove<Grounded>>, mut log: ResMut<Log>| log.0.push("in the air"));
    let hero = spawn(&mut app, 0.0, 40.0);
    for tick in 0..120 {
        app.world_mut().get_mut::<CharacterIntent>(hero).unwrap().pressed = tick == 50;
        app.update();
        let is_grounded = app.world().entity(hero).contains::<Grounded>();
        assert_eq!(is_grounded, state(&app, hero).ground_normal().is_some(), "tick {tick}");
    }
    assert_eq!(app.world().resource::<Log>().0, ["stands", "in the air", "stands"]);
    app.world_mut().entity_mut(hero).remove::<Character>();
    app.update();
    assert!(!app.world().entity(hero).contains::<Grounded>());
}

#[test]
fn events_of_entities_are_those_of_the_messages() {
    #[derive(Default, Resource)]
    struct Log(Vec<String>);
    fn note<E: Copy + Debug + Event>(event: On<E>, mut log: ResMut<Log>) {
        log.0.push(format!("{:?}", *event));
    }
    fn written<M: Message + Debug>(app: &mut App) -> Vec<String> {
        take::<M>(app).iter().map(|message| format!("{message:?}")).collect()
    }
    let mut app = app();
    app.init_resource::<Log>();
    let hero = spawn(&mut app, 0.0, 40.0);
    app.world_mut().entity_mut(hero).observe(note::<Landed>).observe(note::<Jumped>).observe(note::<Crushed>);
    // Others do not hear it.
    let other = spawn(&mut app, 100.0, 40.0);
    let zone = app.world_mut().spawn((Zone::new(Vec2::new(30.0, 8.0)), Transform::from_xyz(0.0, 4.0, 0.0))).id();
    app.world_mut().entity_mut(zone).observe(note::<ZoneCrossed>);
    let mut messages = Vec::new();
    for tick in 0..150 {
        app.world_mut().get_mut::<CharacterIntent>(hero).unwrap().pressed = tick == 40;
        if tick == 100 {
            spawn_platform(&mut app, Vec2::new(40.0, 20.0), Vec2::new(0.0, 60.0), Vec2::new(0.0, -64.0));
        }
        app.update();
        messages.extend(written::<Jumped>(&mut app));
        messages.extend(written::<Landed>(&mut app));
        messages.extend(written::<Crushed>(&mut app));
        messages.extend(written::<ZoneCrossed>(&mut app));
    }
    messages.retain(|message| !message.contains(&format!("{other:?}")));
    let counts = ["Jumped", "Landed", "Crushed", "ZoneCrossed"]
        .map(|name| messages.iter().filter(|message| message.starts_with(name)).count());
    assert!(counts[0] == 1 && counts[1] == 2 && counts[2] > 3 && counts[3] == 3, "{counts:?}");
    assert_eq!(app.world().resource::<Log>().0, messages);
}

#[test]
fn queries_answer_in_units_with_entities() {
    let units = Units { pixels_per_unit: 2.0 };
    let plugin = SeamwalkerPlugin { units, ..SeamwalkerPlugin::default() };
    let mut app = app_with(plugin, &[Vec2::new(-500.0, 0.0), Vec2::new(500.0, 0.0)]);
    let hero = spawn(&mut app, 0.0, 11.0);
    let wall = (Platform { tag: Tag(7), ..Platform::new(Vec2::new(10.0, 40.0)) }, Transform::from_xyz(50.0, 20.0, 0.0));
    let wall = app.world_mut().spawn(wall).id();
    let ball = app.world_mut().spawn((Crate::disk(5.0), Transform::from_xyz(100.0, 5.0, 0.0))).id();
    let plank = [(-30.0, -2.0), (-30.0, 2.0), (30.0, 2.0), (30.0, -2.0)].map(Vec2::from).to_vec();
    let plank = app.world_mut().spawn((Platform::outline(plank), Transform::from_xyz(50.0, 100.0, 0.0))).id();
    update(&mut app, 2);
    let all = QueryFilter::default;

    let ahead =
        ask(&mut app, move |one| one.ray_cast(Vec2::new(0.0, 11.0), Vec2::X * 90.0, &one.ignoring(hero))).unwrap();
    assert_eq!((ahead.entity, ahead.tag, ahead.distance), (Some(wall), Tag(7), 45.0));
    assert_eq!((ahead.point, ahead.normal), (Vec2::new(45.0, 11.0), Vec2::NEG_X));
    let down = ask(&mut app, move |one| one.ray_cast(Vec2::new(20.0, 30.0), Vec2::NEG_Y * 90.0, &all())).unwrap();
    assert_eq!((down.entity, down.point, down.normal), (None, Vec2::new(20.0, 0.0), Vec2::Y));
    let own = ask(&mut app, move |one| one.ray_cast(Vec2::new(-20.0, 11.0), Vec2::X * 90.0, &all())).unwrap();
    assert!(own.entity == Some(hero) && (own.distance - 14.0).abs() < 1e-4, "{own:?}");

    let sees = |app: &mut App, y| ask(app, move |one| one.is_visible(Vec2::new(20.0, y), Vec2::new(80.0, y), &all()));
    assert!(!sees(&mut app, 30.0) && sees(&mut app, 41.0));

    let rolls = move |one: SeamwalkerQueries| {
        one.shape_cast(one.units().disk(Vec2::new(20.0, 30.0), 4.0), Vec2::X * 90.0, &all()).unwrap()
    };
    let rolled = ask(&mut app, rolls);
    assert_eq!((rolled.entity, rolled.normal), (Some(wall), Vec2::NEG_X));
    assert!((rolled.distance - 21.0).abs() < 0.01 && rolled.point.distance(Vec2::new(45.0, 30.0)) < 0.01, "{rolled:?}");

    let near = |app: &mut App, x, y| {
        ask(app, move |one| one.overlapping(one.units().rect(Vec2::new(x, y), Vec2::new(110.0, 4.0)), &all()))
    };
    assert_eq!((near(&mut app, 50.0, 15.0), near(&mut app, 50.0, 60.0)), (vec![hero, wall], vec![]));
    assert_eq!(near(&mut app, 50.0, 8.0), [hero, wall, ball]);
    assert_eq!(near(&mut app, 50.0, 100.0), [plank], "once, though it has four edges");
    let overlaps =
        |app: &mut App, y| ask(app, move |one| one.overlaps(one.units().disk(Vec2::new(20.0, y), 4.0), &all()));
    assert!(overlaps(&mut app, 3.0) && !overlaps(&mut app, 5.0), "the ground");

    let closest = ask(&mut app, move |one| one.closest_point(Vec2::new(100.0, 14.0), 5.0, &all())).unwrap();
    assert_eq!((closest.entity, closest.point), (Some(ball), Vec2::new(100.0, 10.0)));
    assert!((closest.distance - 4.0).abs() < 0.01 && closest.normal.distance(Vec2::Y) < 0.01, "{closest:?}");
    assert_eq!(ask(&mut app, move |one| one.closest_point(Vec2::new(100.0, 14.0), 3.0, &all())), None);

    let solid = |app: &mut App, x, y| ask(app, move |one| one.is_solid(Vec2::new(x, y), &all()));
    assert!(solid(&mut app, 50.0, 39.0) && !solid(&mut app, 50.0, 41.0));
    assert!(solid(&mut app, 100.0, 9.0) && !solid(&mut app, 104.5, 9.5), "a disk has no corners");
}

#[test]
fn characters_slide_off_disks() {
    let mut app = app();
    let ball = app.world_mut().spawn((Platform::disk(30.0), Transform::from_xyz(0.0, 60.0, 0.0))).id();
    let hero = spawn(&mut app, 34.0, 140.0);
    update(&mut app, 120);
    assert!(center(&app, hero).x > 35.0 && center(&app, hero).y < 60.0, "{}", center(&app, hero));
    // Made a box, it holds.
    app.world_mut().get_mut::<Platform>(ball).unwrap().corner = 0.0;
    put(&mut app, hero, Vec2::new(34.0, 140.0));
    update(&mut app, 120);
    assert!((center(&app, hero).y - 101.0).abs() < 0.5, "{}", center(&app, hero));
}

#[test]
fn platforms_with_an_outline_turn_with_their_transform() {
    let plank = [(-48.0, -4.0), (-48.0, 4.0), (48.0, 4.0), (48.0, -4.0)].map(Vec2::from);
    for one_way in [false, true] {
        let mut app = app();
        let parent = Transform::from_rotation(Quat::from_rotation_z(0.1));
        let parent = app.world_mut().spawn(parent).id();
        let platform =
            if one_way { Platform::outline(plank[1..3].to_vec()).one_way() } else { Platform::outline(plank.to_vec()) };
        let tilted = Transform::from_rotation(Quat::from_rotation_z(0.1));
        let seesaw = app.world_mut().spawn((platform, tilted, ChildOf(parent))).id();
        let id = body(&app, seesaw).id().unwrap();
        let rotation = app.world().resource::<SeamwalkerSpace>().space.bodies.pose(id).unwrap().rotation;
        assert!((rotation.y + 0.2).abs() < 0.01, "turned from the start: {rotation}");
        put(&mut app, parent, Vec2::new(0.0, 100.0));
        let hero = spawn(&mut app, 30.0, 140.0);
        update(&mut app, 60);
        // For such angles, sine and tangent are about the same.
        let height = |angle: f32| 100.0 + 30.0 * angle + 15.0 + 6.0 * angle.abs();
        let at = center(&app, hero);
        assert!((at.x - 30.0).abs() < 0.1 && (at.y - height(0.2)).abs() < 1.0, "{at} {}", height(0.2));
        // Its end goes down, and the hero with it, in each tick.
        for tick in 1..=100 {
            let rotation = Quat::from_rotation_z(0.1 - 0.003 * f32::from(u8::try_from(tick).unwrap()));
            app.world_mut().get_mut::<Transform>(seesaw).unwrap().rotation = rotation;
            app.update();
            assert!(app.world().entity(hero).contains::<Grounded>(), "tick {tick}");
        }
        let (at, slope) = (center(&app, hero), state(&app, hero).ground_normal().unwrap());
        assert!((at.y - height(-0.1)).abs() < 1.0 && (slope.x - 0.1).abs() < 0.01, "{at} {slope}");
        assert_eq!(state(&app, hero).rides(), body(&app, seesaw).id());
        assert_eq!(center(&app, seesaw), Vec2::new(0.0, 100.0));
    }
}

#[test]
fn the_example_collects_beads_on_a_tiled_map() {
    let mut app = tiled_map::game(concat!(env!("CARGO_MANIFEST_DIR"), "/../../maps/first_stitch.tmx"));
    update(&mut app, 320);
    assert!(app.world().resource::<tiled_map::Beads>().0 >= 5);
    assert!(tiled_map::place(&mut app).x > 700.0, "{}", tiled_map::place(&mut app));
    let platforms = app.world_mut().query::<(&Platform, &ChildOf)>().iter(app.world()).count();
    assert_eq!(platforms, 6);
}

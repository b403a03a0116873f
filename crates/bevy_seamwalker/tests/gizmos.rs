//! What the gizmos draw, without a window.
#![cfg(feature = "gizmos")]

use std::time::Duration;

use bevy_app::App;
use bevy_color::{Color, LinearRgba};
use bevy_ecs::prelude::*;
use bevy_ecs::system::RunSystemOnce;
use bevy_gizmos::config::DefaultGizmoConfigGroup;
use bevy_gizmos::gizmos::GizmoBuffer;
use bevy_math::Vec2;
use bevy_seamwalker::collide::DebugKind;
use bevy_seamwalker::draw_space;
use bevy_seamwalker::prelude::*;
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bevy_transform::components::Transform;

type Gizmos = GizmoBuffer<DefaultGizmoConfigGroup, ()>;

fn draw(app: &mut App) -> Gizmos {
    let draw = |world: Res<SeamwalkerSpace>, bodies: Query<(&SeamwalkerBody, Option<&CharacterState>)>| {
        let mut gizmos = Gizmos::new();
        draw_space(&mut gizmos, &world, &bodies);
        gizmos
    };
    app.world_mut().run_system_once(draw).unwrap()
}

/// The smallest and the largest corner of everything of one kind.
fn extent(gizmos: &Gizmos, kind: DebugKind) -> Option<[f32; 4]> {
    let [red, green, blue, alpha] = kind.color();
    let color = LinearRgba::from(Color::srgba_u8(red, green, blue, alpha));
    let lines = gizmos.list_positions.iter().zip(&gizmos.list_colors).filter(|(_, of)| **of == color);
    let places: Vec<Vec2> = lines.map(|(at, _)| at.truncate()).collect();
    let corners = (places.iter().copied().reduce(Vec2::min)?, places.iter().copied().reduce(Vec2::max)?);
    Some([corners.0.x, corners.0.y, corners.1.x, corners.1.y])
}

#[test]
fn edges_bodies_characters_and_zones_are_drawn_where_they_are() {
    let mut app = App::new();
    let plugin = SeamwalkerPlugin { units: Units { pixels_per_unit: 4.0 }, ..SeamwalkerPlugin::default() };
    app.add_plugins((TimePlugin, plugin)).insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
    let mut space = app.world_mut().resource_mut::<SeamwalkerSpace>();
    let floor = space.units.outline(&[Vec2::new(-50.0, 2.0), Vec2::new(50.0, 2.0)], Side::Outer);
    space.set_terrain(Terrain::new(floor, Vec::new()));
    app.world_mut().spawn((Character::new(Vec2::new(4.0, 6.0)), Transform::from_xyz(-20.0, 8.0, 0.0)));
    app.world_mut().spawn((Platform::new(Vec2::new(10.0, 2.0)).one_way(), Transform::from_xyz(20.0, 10.0, 0.0)));
    app.world_mut().spawn(Zone::new(Vec2::new(2.0, 4.0)));
    let gone = app.world_mut().spawn(Platform::new(Vec2::ONE)).id();
    app.world_mut().despawn(gone);
    (0..60).for_each(|_| app.update());

    let gizmos = draw(&mut app);
    let extent = |kind| extent(&gizmos, kind);
    assert_eq!(extent(DebugKind::Edge), Some([-50.0, 2.0, 50.0, 2.0]), "the floor");
    assert_eq!(extent(DebugKind::Normal), Some([0.0, 2.0, 0.0, 3.0]), "its outer side is above");
    assert_eq!(extent(DebugKind::Shape), Some([-22.0, 2.0, -18.0, 8.0]), "the character stands on it");
    assert_eq!(extent(DebugKind::Body), Some([-22.0, 2.0, -18.0, 8.0]), "and has a body there; others are gone");
    assert_eq!(extent(DebugKind::OneWay), Some([15.0, 9.0, 25.0, 11.0]), "the platform");
    assert_eq!(extent(DebugKind::Trigger), Some([-1.0, -2.0, 1.0, 2.0]), "the zone");
}

/// Story: outlines were up to a tick ahead of sprites.
#[test]
fn outlines_are_where_transforms_are() {
    let mut app = App::new();
    app.add_plugins((TimePlugin, SeamwalkerPlugin::default())).insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
    let hero = app.world_mut().spawn((Character::new(Vec2::splat(8.0)), Transform::from_xyz(0.0, 400.0, 0.0))).id();
    let mut raft = Platform::new(Vec2::splat(20.0)).one_way();
    raft.velocity = Vec2::new(80.0, 0.0);
    let raft = app.world_mut().spawn((raft, Zone::disk(2.0), Transform::from_xyz(100.0, 0.0, 0.0))).id();
    (0..20).for_each(|_| app.update());
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(5)));
    for _ in 0..6 {
        app.update();
        let gizmos = draw(&mut app);
        let middle = |kind| extent(&gizmos, kind).map(|[a, b, c, d]| Vec2::new(a + c, b + d) * 0.5).unwrap();
        let at = |entity| app.world().get::<Transform>(entity).unwrap().translation.truncate();
        for (kind, entity) in
            [(DebugKind::Shape, hero), (DebugKind::Body, hero), (DebugKind::OneWay, raft), (DebugKind::Trigger, raft)]
        {
            assert!(middle(kind).distance(at(entity)) < 0.01, "{kind:?} at {}, not {}", middle(kind), at(entity));
        }
    }
}

//! What the gizmos draw, without a window.
#![cfg(feature = "gizmos")]

use bevy_app::App;
use bevy_color::{Color, LinearRgba};
use bevy_ecs::prelude::*;
use bevy_ecs::system::RunSystemOnce;
use bevy_gizmos::config::DefaultGizmoConfigGroup;
use bevy_gizmos::gizmos::GizmoBuffer;
use bevy_math::{Vec2, Vec3};
use bevy_seamwalker::collide::{Side, Terrain};
use bevy_seamwalker::{Character, Platform, SeamwalkerGizmos, SeamwalkerPlugin, SeamwalkerSpace, Units, draw_space};
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bevy_transform::components::Transform;

#[test]
fn edges_bodies_and_characters_are_drawn_where_they_are() {
    let mut app = App::new();
    let plugin = SeamwalkerPlugin { units: Units { pixels_per_unit: 4.0 }, ..SeamwalkerPlugin::default() };
    app.add_plugins((TimePlugin, plugin)).insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
    let mut space = app.world_mut().resource_mut::<SeamwalkerSpace>();
    let floor = space.units.outline(&[Vec2::new(-50.0, 2.0), Vec2::new(50.0, 2.0)], Side::Outer);
    space.set_terrain(Terrain::new(floor, Vec::new()));
    app.world_mut().spawn((Character::new(Vec2::new(4.0, 6.0)), Transform::from_xyz(-20.0, 8.0, 0.0)));
    app.world_mut().spawn((Platform::new(Vec2::new(10.0, 2.0)).one_way(), Transform::from_xyz(20.0, 10.0, 0.0)));
    let gone = app.world_mut().spawn(Platform::new(Vec2::ONE)).id();
    app.world_mut().despawn(gone);
    (0..60).for_each(|_| app.update());

    let colors = SeamwalkerGizmos::default();
    let draw = move |world: Res<SeamwalkerSpace>, characters: Query<&Character>| {
        let mut gizmos = GizmoBuffer::<DefaultGizmoConfigGroup, ()>::new();
        draw_space(&mut gizmos, &world, &characters, &colors);
        gizmos
    };
    let gizmos = app.world_mut().run_system_once(draw).unwrap();

    // The floor with its mark upwards, and the normal of the character's ground.
    let lines = [(-50.0, 2.0), (50.0, 2.0), (0.0, 2.0), (0.0, 3.0), (-20.0, 5.0), (-20.0, 6.0)];
    assert_eq!(gizmos.list_positions, lines.map(|(x, y)| Vec3::new(x, y, 0.0)));
    // The outlines of the standing character and of the platform.
    // A closed outline begins again at its end, for the joints of its lines.
    let corners_of = |color: Color| -> Vec<(f32, f32)> {
        let strips = gizmos.strip_positions.iter().zip(&gizmos.strip_colors);
        strips.filter(|(_, of)| **of == LinearRgba::from(color)).map(|(at, _)| (at.x, at.y)).take(4).collect()
    };
    assert_eq!(corners_of(colors.character), [(-22.0, 8.0), (-18.0, 8.0), (-18.0, 2.0), (-22.0, 2.0)]);
    assert_eq!(corners_of(colors.one_way), [(15.0, 11.0), (25.0, 11.0), (25.0, 9.0), (15.0, 9.0)]);
    assert!(corners_of(colors.body).is_empty(), "the body of an entity that is gone");
}

//! Draws edges, bodies and characters with bevy's gizmos.

use bevy_app::prelude::*;
use bevy_color::{Color, Srgba};
use bevy_ecs::prelude::*;
use bevy_gizmos::AppGizmoBuilder;
use bevy_gizmos::config::GizmoConfigGroup;
use bevy_gizmos::gizmos::{GizmoBuffer, Gizmos};
use bevy_math::{Isometry2d, Vec2};
use bevy_reflect::Reflect;
use seamwalker_collide::Side;

use crate::character::Character;
use crate::space::SeamwalkerSpace;

/// How long the mark on the outer side of an edge is, in pixels.
const NORMAL_LENGTH: f32 = 4.0;

/// Draws what collides. Needs the plugins that draw gizmos, which `DefaultPlugins` have. Switch it off and on by the `GizmoConfigStore`,
/// as any group of gizmos.
#[derive(Clone, Copy, Debug, Default)]
pub struct SeamwalkerGizmoPlugin;

impl Plugin for SeamwalkerGizmoPlugin {
    fn build(&self, app: &mut App) {
        app.init_gizmo_group::<SeamwalkerGizmos>().add_systems(PostUpdate, draw);
    }
}

/// The colours of gizmos.
#[derive(Clone, Copy, Debug, GizmoConfigGroup, PartialEq, Reflect)]
pub struct SeamwalkerGizmos {
    /// Edges, each with a mark on its outer side.
    pub edge: Color,
    /// Edges and bodies that are solid from one side only.
    pub one_way: Color,
    /// Other bodies: platforms.
    pub body: Color,
    /// Characters, each with the normal of its ground.
    pub character: Color,
}

impl Default for SeamwalkerGizmos {
    fn default() -> Self {
        let color = |hex: [u8; 3]| Color::Srgba(Srgba::rgb_u8(hex[0], hex[1], hex[2]));
        Self {
            edge: color([0x6f, 0x8f, 0xc8]),
            one_way: color([0xcd, 0x8f, 0x30]),
            body: color([0x5f, 0xa8, 0x5f]),
            character: color([0xcb, 0x4b, 0x49]),
        }
    }
}

fn draw(mut gizmos: Gizmos<SeamwalkerGizmos>, world: Res<SeamwalkerSpace>, characters: Query<&Character>) {
    let colors = *gizmos.config_ext;
    draw_space(&mut gizmos, &world, &characters, &colors);
}

/// Draws a space into any buffer of gizmos, where everything was in the last tick.
pub fn draw_space<Config: GizmoConfigGroup>(
    gizmos: &mut GizmoBuffer<Config, ()>,
    world: &SeamwalkerSpace,
    characters: &Query<&Character>,
    colors: &SeamwalkerGizmos,
) {
    let units = world.units;
    for edge in world.space.terrain.edges() {
        let (a, b) = (edge.segment.a, edge.segment.b);
        let middle = (a + b) * 0.5;
        let color = if edge.side == Side::OneWay { colors.one_way } else { colors.edge };
        gizmos.line_2d(units.to_bevy(a), units.to_bevy(b), color);
        gizmos.line_2d(units.to_bevy(middle), units.to_bevy(middle + edge.normal * NORMAL_LENGTH), color);
    }
    for (id, body) in world.space.bodies.iter().enumerate().filter(|(_, body)| body.enabled) {
        let owner = world.owners.get(id).copied().flatten();
        let character = owner.and_then(|entity| characters.get(entity).ok());
        let color = match character {
            Some(_) => colors.character,
            None if body.one_way => colors.one_way,
            None => colors.body,
        };
        let (center, size) = (units.to_bevy(body.aabb.center), Vec2::new(body.aabb.size().x, body.aabb.size().y));
        gizmos.rect_2d(Isometry2d::from_translation(center), size / units.pixels_per_unit, color);
        if let Some(normal) = character.and_then(Character::ground_normal) {
            gizmos.line_2d(center, center + normal * NORMAL_LENGTH / units.pixels_per_unit, color);
        }
    }
}

//! Draws what collides with bevy's gizmos.

use bevy_app::prelude::*;
use bevy_color::Color;
use bevy_ecs::prelude::*;
use bevy_gizmos::AppGizmoBuilder;
use bevy_gizmos::config::GizmoConfigGroup;
use bevy_gizmos::gizmos::{GizmoBuffer, Gizmos};
use bevy_reflect::Reflect;
use seamwalker_collide::{Aabb, DebugLine, Mover, Solver};

use crate::body::SeamwalkerBody;
use crate::character::CharacterState;
use crate::space::SeamwalkerSpace;
use crate::units::PixelVec2;

/// Draws ground, bodies, characters and zones after every frame. Needs the plugins that draw gizmos, which `DefaultPlugins` have.
#[derive(Clone, Copy, Debug, Default)]
pub struct SeamwalkerGizmoPlugin;

impl Plugin for SeamwalkerGizmoPlugin {
    fn build(&self, app: &mut App) {
        app.init_gizmo_group::<SeamwalkerGizmos>().add_systems(PostUpdate, draw);
    }
}

/// The group of these gizmos in bevy's `GizmoConfigStore`, by which they are switched off and on.
#[derive(Clone, Copy, Debug, Default, GizmoConfigGroup, Reflect)]
pub struct SeamwalkerGizmos;

fn draw(
    mut gizmos: Gizmos<SeamwalkerGizmos>,
    world: Res<SeamwalkerSpace>,
    bodies: Query<(&SeamwalkerBody, Option<&CharacterState>)>,
) {
    draw_space(&mut gizmos, &world, &bodies);
}

/// Draws all of it into any buffer of gizmos, as the solver sees it, in the colours of [`DebugKind`](seamwalker_collide::DebugKind),
/// and where the transforms of this frame are: between the last two ticks.
pub fn draw_space<Config: GizmoConfigGroup>(
    gizmos: &mut GizmoBuffer<Config, ()>,
    world: &SeamwalkerSpace,
    bodies: &Query<(&SeamwalkerBody, Option<&CharacterState>)>,
) {
    let everywhere = Aabb::new(PixelVec2::ZERO, PixelVec2::MAX);
    let view = world.solver.view();
    let mut draw = |DebugLine { from, to, color: [red, green, blue, alpha], .. }| {
        let color = Color::srgba_u8(red, green, blue, alpha);
        gizmos.line_2d(world.units.to_bevy(from), world.units.to_bevy(to), color);
    };
    let (mut space, mut triggers) = (world.space.clone(), world.triggers.clone());
    let back = |body: &SeamwalkerBody| world.units.to_seamwalker(body.drawn(world.fraction) - body.center());
    for (body, state) in bodies {
        let Some((id, now)) = body.id().and_then(|id| Some((id, *space.bodies.get(id)?))) else { continue };
        let aabb = now.aabb.moved(back(body));
        if let Some(state) = state {
            Mover { aabb, ..state.controller.mover }.debug_lines(view).for_each(&mut draw);
        }
        space.bodies.place(id, aabb);
    }
    for (area, _) in world.triggers.areas() {
        let own = world.zones.get(area.0 as usize).copied().flatten().and_then(|(_, own)| own);
        if let Some(Ok((body, _))) = own.map(|own| bodies.get(own)) {
            triggers.move_by(area, back(body));
        }
    }
    space.debug_lines(&everywhere, view).for_each(&mut draw);
    triggers.debug_lines().for_each(&mut draw);
}

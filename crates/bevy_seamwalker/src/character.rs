//! Characters: the component, what they want, and their tick.

use bevy_derive::{Deref, DerefMut};
use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use bevy_time::Time;
use bevy_transform::components::Transform;
use seamwalker_collide::controller::{Controller, ControllerSettings, Happened, Wish};
use seamwalker_collide::{Aabb, Body, BodyId};

use crate::place::Placed;
use crate::space::SeamwalkerSpace;
use crate::units::{PixelVec2, Units};

/// A character, which begins where its [`Transform`] is. From then on its transform follows it: see
/// [`Character::teleport`] to put it somewhere else. It must not be the child of an entity that moves.
///
/// Platforms carry and push it, and it stops at other characters. Set `controller.state.mover.priority` to 254 to let it through
/// them: their bodies have 255.
///
/// ```
/// use bevy_ecs::prelude::*;
/// use bevy_math::Vec2;
/// use bevy_seamwalker::Character;
/// use bevy_seamwalker::collide::controller::{ControllerSettings, RunSettings};
/// use bevy_transform::components::Transform;
///
/// fn spawn(mut commands: Commands) {
///     let run = RunSettings { speed: 90.0, ..RunSettings::default() };
///     let settings = ControllerSettings { run, ..ControllerSettings::default() };
///     commands.spawn((Character::new(Vec2::new(12.0, 22.0)).with_settings(settings), Transform::from_xyz(0.0, 50.0, 1.0)));
/// }
/// # bevy_ecs::system::assert_is_system(spawn);
/// ```
#[derive(Clone, Component, Debug)]
#[require(CharacterWish, Transform, Placed)]
pub struct Character {
    /// Settings and state, in pixels and seconds, y down.
    pub controller: Controller,
    /// What happened in the last tick; y down.
    pub happened: Happened,
    /// In bevy's units.
    size: Vec2,
}

impl Character {
    /// A character of this width and height, in bevy's units.
    #[must_use]
    pub fn new(size: Vec2) -> Self {
        Self { controller: Controller::new(Aabb::default()), happened: Happened::default(), size }
    }

    /// The same character with other settings, which are in pixels and seconds.
    #[must_use]
    pub const fn with_settings(mut self, settings: ControllerSettings) -> Self {
        self.controller.settings = settings;
        self
    }

    /// Its centre, in pixels, y down.
    #[must_use]
    pub const fn center(&self) -> PixelVec2 {
        self.controller.state.mover.aabb.center
    }

    /// Whether it stands.
    #[must_use]
    pub const fn is_grounded(&self) -> bool {
        self.controller.state.ground.is_some()
    }

    /// The normal of what it stands on, y up, to tilt a sprite by; `None` in the air.
    #[must_use]
    pub fn ground_normal(&self) -> Option<Vec2> {
        self.controller.state.ground.map(|ground| Units::default().to_bevy(ground.normal))
    }

    /// Puts its centre somewhere else, in pixels, y down ([`Units::to_seamwalker`]): in the air, at rest.
    pub const fn teleport(&mut self, center: PixelVec2) {
        let state = &mut self.controller.state;
        (state.mover.aabb.center, state.velocity, state.ground) = (center, PixelVec2::ZERO, None);
    }
}

/// What a character wants. Set `x` in every tick or frame, and `pressed` when jump is pressed: it is cleared by the tick that has seen
/// it, so that no press is lost or counts twice at any frame rate.
///
/// ```
/// use bevy_ecs::prelude::*;
/// use bevy_seamwalker::CharacterWish;
///
/// fn run_right(mut wishes: Query<&mut CharacterWish>) {
///     for mut wish in &mut wishes {
///         wish.x = 1.0;
///     }
/// }
/// # bevy_ecs::system::assert_is_system(run_right);
/// ```
#[derive(Clone, Component, Copy, Debug, Default, Deref, DerefMut)]
pub struct CharacterWish(pub Wish);

/// A character jumped.
#[derive(Clone, Copy, Debug, Message, PartialEq)]
pub struct Jumped {
    /// The character.
    pub character: Entity,
}

/// A character landed.
#[derive(Clone, Copy, Debug, Message, PartialEq)]
pub struct Landed {
    /// The character.
    pub character: Entity,
    /// How fast it fell, in bevy's units per second.
    pub speed: f32,
}

/// A character has no room between a platform and something else. It is left where it is, and the message comes again in every tick
/// until it is free; most games let it die at the first.
#[derive(Clone, Copy, Debug, Message, PartialEq)]
pub struct Squeezed {
    /// The character.
    pub character: Entity,
    /// What pushes it: a platform, or a character that is pushed itself.
    pub by: Option<Entity>,
    /// How deep that is in it, in bevy's units.
    pub depth: f32,
}

/// Gives a new character its place and its body.
pub fn add_character(
    insert: On<Insert<Character>>,
    mut space: ResMut<SeamwalkerSpace>,
    mut characters: Query<(&mut Character, &mut Placed, &Transform)>,
) {
    let Ok((mut character, mut placed, transform)) = characters.get_mut(insert.entity) else { return };
    let center = space.units.to_seamwalker(transform.translation.truncate());
    let half = space.units.size_to_seamwalker(character.size) * 0.5;
    let mover = &mut character.controller.state.mover;
    mover.aabb = Aabb::new(center, half);
    let body = Body { priority: u8::MAX, ..Body::new(mover.aabb) };
    let id = space.add_passenger(insert.entity, body, mover.skin);
    mover.ignores = Some(id);
    *placed = Placed::at(center);
}

/// Takes the body of a character out that is despawned or replaced.
pub fn remove_character(
    discard: On<Discard<Character>>,
    mut space: ResMut<SeamwalkerSpace>,
    characters: Query<&Character>,
) {
    if let Some(body) = characters.get(discard.entity).ok().and_then(|c| c.controller.state.mover.ignores) {
        space.remove_body(body);
    }
}

/// The tick of all characters, in the order in which they got their bodies. Each sees where those before it are now.
pub fn step_characters(
    time: Res<Time>,
    mut world: ResMut<SeamwalkerSpace>,
    mut characters: Query<(&mut Character, &mut CharacterWish, &mut Placed)>,
    mut jumped: MessageWriter<Jumped>,
    mut landed: MessageWriter<Landed>,
) {
    let SeamwalkerSpace { space, solver, units, owners, .. } = &mut *world;
    let dt = time.delta_secs();
    for (id, owner) in owners.iter().enumerate() {
        let Some(entity) = *owner else { continue };
        let Ok((mut character, mut wish, mut placed)) = characters.get_mut(entity) else { continue };
        let happened = character.controller.step(solver, space, &wish.0, dt);
        space.bodies.place(BodyId(id as u32), character.controller.state.mover.aabb);
        (character.happened, wish.pressed, placed.now) = (happened, false, character.center());
        if happened.jumped {
            jumped.write(Jumped { character: entity });
        }
        if let Some(speed) = happened.landed {
            landed.write(Landed { character: entity, speed: speed / units.pixels_per_unit });
        }
    }
}

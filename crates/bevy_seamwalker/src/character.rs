//! Characters: the component, what they want, and their tick.

use bevy_derive::{Deref, DerefMut};
use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use bevy_time::Time;
use bevy_transform::components::Transform;
use seamwalker_collide::controller::{Controller, ControllerSettings, Intent, JumpState, StepEvents};
use seamwalker_collide::{Aabb, Body, BodyId, Layers, Passenger, Tag};

use crate::space::{Owner, SeamwalkerSpace};
use crate::units::Units;

/// A character, which begins where its [`Transform`] is. From then on its transform follows it: see
/// [`Character::teleport`] to put it somewhere else. Scale and rotation of the transform are yours: they change what is drawn, not
/// what collides. Its entity must be a root: a parent, even one that never moves, shifts what is drawn.
///
/// Each character gets a [`CharacterIntent`].
///
/// Platforms carry and push it, and it stops at other characters, unless their [layers](Character::in_layers) say otherwise. It can
/// stand on another character, but a walking character does not carry those on its head, and cannot jump below them.
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
#[require(CharacterIntent, Transform)]
pub struct Character {
    /// Settings and state, in pixels and seconds, y down. The fields of
    /// [`ControllerSettings`] and its parts say what each is by default. Before the character is spawned, its mover has no size yet:
    /// see [`SeamwalkerSpace::compile_for`].
    pub controller: Controller,
    /// What happened in the last tick; y down.
    pub events: StepEvents,
    /// The layers that it is in. `controller.state.mover.meets` says which layers it stops at. Both may be changed at any time.
    ///
    /// ```
    /// use bevy_math::Vec2;
    /// use bevy_seamwalker::Character;
    /// use bevy_seamwalker::collide::Layers;
    ///
    /// // Enemies pass through each other.
    /// const ENEMIES: Layers = Layers::layer(1);
    /// let mut beetle = Character::new(Vec2::new(16.0, 12.0)).in_layers(ENEMIES);
    /// beetle.controller.state.mover.meets = !ENEMIES;
    /// ```
    pub layers: Layers,
    /// Data of yours, for queries of the space.
    pub tag: Tag,
    /// In bevy's units.
    size: Vec2,
}

impl Character {
    /// A character of this width and height, in bevy's units. Without a positive, finite size, or spawned at a place that is not
    /// finite, it gets no body and does nothing.
    #[must_use]
    pub fn new(size: Vec2) -> Self {
        Self {
            controller: Controller::new(Aabb::default()),
            events: StepEvents::default(),
            layers: Layers::DEFAULT,
            tag: Tag::default(),
            size,
        }
    }

    /// The same character with other settings, which are in pixels and seconds.
    #[must_use]
    pub const fn with_settings(mut self, settings: ControllerSettings) -> Self {
        self.controller.settings = settings;
        self
    }

    /// The same character in other [layers](Character::layers) than [`Layers::DEFAULT`].
    #[must_use]
    pub const fn in_layers(mut self, layers: Layers) -> Self {
        self.layers = layers;
        self
    }

    /// Where its centre is after the last tick, in bevy's units: pass [`SeamwalkerSpace::units`].
    #[must_use]
    pub fn center(&self, units: Units) -> Vec2 {
        units.to_bevy(self.controller.state.mover.aabb.center)
    }

    /// Its velocity, in bevy's units per second, y up; on a platform, relative to it.
    #[must_use]
    pub fn velocity(&self, units: Units) -> Vec2 {
        units.to_bevy(self.controller.state.velocity)
    }

    /// Throws it into the air with a velocity, in bevy's units per second, y up, as a spring or a blow does. A jump that was under way
    /// ends. A velocity that is not finite does nothing.
    ///
    /// ```
    /// use bevy_ecs::prelude::*;
    /// use bevy_math::Vec2;
    /// use bevy_seamwalker::collide::Crossed;
    /// use bevy_seamwalker::{Character, SeamwalkerSpace, ZoneCrossed};
    ///
    /// #[derive(Component)]
    /// struct Spring;
    ///
    /// fn spring(
    ///     mut crossings: MessageReader<ZoneCrossed>,
    ///     springs: Query<(), With<Spring>>,
    ///     mut characters: Query<&mut Character>,
    ///     space: Res<SeamwalkerSpace>,
    /// ) {
    ///     for crossing in crossings.read().filter(|crossing| crossing.crossed == Crossed::Entered) {
    ///         if springs.contains(crossing.zone) && let Ok(mut character) = characters.get_mut(crossing.character) {
    ///             character.launch(space.units, Vec2::new(0.0, 400.0));
    ///         }
    ///     }
    /// }
    /// # bevy_ecs::system::assert_is_system(spring);
    /// ```
    pub fn launch(&mut self, units: Units, velocity: Vec2) {
        if !velocity.is_finite() {
            warn_once!("Character::launch with {velocity} does nothing");
            return;
        }
        let state = &mut self.controller.state;
        (state.velocity, state.drift) = (units.to_seamwalker(velocity), 0.0);
        (state.jump, state.ground) = (JumpState::default(), None);
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

    /// Puts its centre somewhere else, in bevy's units: in the air, at rest. It is drawn there from the next tick on. A place that
    /// is not finite does nothing.
    pub fn teleport(&mut self, units: Units, center: Vec2) {
        if center.is_finite() {
            self.controller.teleport(units.to_seamwalker(center));
        } else {
            warn_once!("Character::teleport to {center} does nothing");
        }
    }

    /// Gives it another width and height, in bevy's units, with its feet where they are: to crouch, and to stand up again. Returns
    /// false, and changes nothing, if there is no room for that.
    ///
    /// ```
    /// use bevy_ecs::prelude::*;
    /// use bevy_math::Vec2;
    /// use bevy_seamwalker::{Character, SeamwalkerSpace};
    ///
    /// fn crouch(world: Res<SeamwalkerSpace>, mut heroes: Query<&mut Character>) {
    ///     for mut hero in &mut heroes {
    ///         hero.resize(&world, Vec2::new(12.0, 14.0));
    ///     }
    /// }
    /// # bevy_ecs::system::assert_is_system(crouch);
    /// ```
    pub fn resize(&mut self, world: &SeamwalkerSpace, size: Vec2) -> bool {
        let half = world.units.size_to_seamwalker(size) * 0.5;
        let fits = half.min_element() > 0.0 && self.controller.resize(&world.solver, &world.space, half);
        if fits {
            self.size = size;
        }
        fits
    }
}

/// What a character is to do; each [`Character`] gets one. Set `x` in every tick or frame, and `pressed` when jump is pressed: it is cleared by the tick
/// that has seen it, so that no press is lost or counts twice at any frame rate. While bevy's time is paused there are no ticks: set
/// nothing then, or a press works when the game goes on.
///
/// ```
/// use bevy_ecs::prelude::*;
/// use bevy_seamwalker::CharacterIntent;
///
/// fn run_right(mut intents: Query<&mut CharacterIntent>) {
///     for mut intent in &mut intents {
///         intent.x = 1.0;
///     }
/// }
/// # bevy_ecs::system::assert_is_system(run_right);
/// ```
#[derive(Clone, Component, Copy, Debug, Default, Deref, DerefMut)]
pub struct CharacterIntent(pub Intent);

impl CharacterIntent {
    fn checked(&self) -> Intent {
        if self.x.is_nan() {
            warn_once!("CharacterIntent::x is NaN, and counts as 0");
            return Intent { x: 0.0, ..self.0 };
        }
        self.0
    }
}

/// A character jumped.
#[derive(Clone, Copy, Debug, Message, PartialEq)]
pub struct Jumped {
    /// The character.
    pub character: Entity,
}

/// A character landed; also soon after it was spawned or teleported above ground. [`Landed::speed`] tells a step from a fall.
#[derive(Clone, Copy, Debug, Message, PartialEq)]
pub struct Landed {
    /// The character.
    pub character: Entity,
    /// How fast it fell, in bevy's units per second.
    pub speed: f32,
}

/// A character or a crate has no room between a platform and something else; a character, not even 4 pixels aside, where it would
/// be put. It is left where it is, and the message comes again in every tick until it is free; most games let it die at the first.
#[derive(Clone, Copy, Debug, Message, PartialEq)]
pub struct Squeezed {
    /// The character or the crate.
    pub entity: Entity,
    /// What pushes it: a platform, or a character that is pushed itself.
    pub by: Option<Entity>,
    /// How deep that is in it, in bevy's units.
    pub depth: f32,
}

/// Gives a new character its place and its body.
pub fn add_character(
    insert: On<Insert<Character>>,
    mut space: ResMut<SeamwalkerSpace>,
    mut characters: Query<(&mut Character, &Transform)>,
) {
    let Ok((mut character, transform)) = characters.get_mut(insert.entity) else { return };
    // A clone of another character must not keep that one's body.
    character.controller.state.body = None;
    let Some(aabb) = space.units.aabb(insert.entity, transform, character.size) else { return };
    let body = Body { priority: u8::MAX, layers: character.layers, tag: character.tag, ..Body::new(aabb) };
    let id = space.add_body(insert.entity, body);
    let state = &mut character.controller.state;
    (state.mover.aabb, state.mover.ignores, state.body) = (aabb, Some(id), Some(id));
    space.carrier.add(character.controller.passenger().unwrap_or(Passenger::new(id)));
}

/// Takes the body of a character out that is despawned or replaced.
pub fn remove_character(
    discard: On<Discard<Character>>,
    mut space: ResMut<SeamwalkerSpace>,
    characters: Query<&Character>,
) {
    if let Some(body) = characters.get(discard.entity).ok().and_then(|c| c.controller.state.body) {
        space.remove_body(body);
    }
}

/// Characters go where platforms and crates have carried and pushed them.
pub fn follow_platforms(time: Res<Time>, mut world: ResMut<SeamwalkerSpace>, mut characters: Query<&mut Character>) {
    let SeamwalkerSpace { space, carrier, .. } = &mut *world;
    for mut character in &mut characters {
        character.controller.follow_passenger(carrier, space, time.delta_secs());
    }
}

/// Characters push the crates that they walk against, in the order in which they got their bodies.
pub fn push_crates(
    time: Res<Time>,
    mut world: ResMut<SeamwalkerSpace>,
    mut characters: Query<(&mut Character, &CharacterIntent)>,
) {
    let SeamwalkerSpace { space, solver, owners, carrier, .. } = &mut *world;
    let (dt, mut pushed) = (time.delta_secs(), false);
    // The game may have teleported some.
    for (character, _) in &characters {
        let state = character.controller.state;
        state.body.into_iter().for_each(|body| space.bodies.place(body, state.mover.aabb));
    }
    for Owner { entity, .. } in owners.iter().flatten() {
        let Ok((mut character, intent)) = characters.get_mut(*entity) else { continue };
        pushed |= character.controller.push(solver, space, carrier, &intent.checked(), dt).is_some();
    }
    if pushed {
        // What stands on a crate comes along.
        characters.iter_mut().for_each(|(mut one, _)| one.controller.follow_passenger(carrier, space, dt));
    }
}

/// The tick of all characters, in the order in which they got their bodies. Each sees where those before it are now.
pub fn step_characters(
    time: Res<Time>,
    mut world: ResMut<SeamwalkerSpace>,
    mut characters: Query<(&mut Character, &mut CharacterIntent)>,
    mut jumped: MessageWriter<Jumped>,
    mut landed: MessageWriter<Landed>,
) {
    let SeamwalkerSpace { space, solver, units, owners, .. } = &mut *world;
    let dt = time.delta_secs();
    for (id, owner) in owners.iter().enumerate() {
        let Some(Owner { entity, .. }) = *owner else { continue };
        let Ok((mut character, mut intent)) = characters.get_mut(entity) else { continue };
        let events = character.controller.step(solver, space, &intent.checked(), dt);
        space.bodies.change(BodyId(id as u32), |body| {
            body.aabb = character.controller.state.mover.aabb;
            (body.layers, body.tag) = (character.layers, character.tag);
        });
        (character.events, intent.pressed) = (events, false);
        if events.jumped {
            jumped.write(Jumped { character: entity });
        }
        if let Some(speed) = events.landed {
            landed.write(Landed { character: entity, speed: speed / units.pixels_per_unit });
        }
    }
}

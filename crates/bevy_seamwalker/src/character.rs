//! Characters: their components, what they want, and their tick.

use bevy_derive::{Deref, DerefMut};
use bevy_ecs::prelude::*;
use bevy_ecs::query::QueryData;
use bevy_math::Vec2;
use bevy_reflect::prelude::*;
use bevy_time::Time;
use seamwalker_collide::controller::{Controller, ControllerSettings, ControllerState, Intent, JumpState, StepEvents};
use seamwalker_collide::{Body, BodyId, Layers, Passenger, Tag};

use crate::body::{Embodied, SeamwalkerBody};
use crate::place::Places;
use crate::reflect::{ReflectedEvents, ReflectedIntent, ReflectedLayers, ReflectedSettings, ReflectedTag};
use crate::space::SeamwalkerSpace;
use crate::units::{PixelVec2, Units};

/// A character, which begins where its [`Transform`](bevy_transform::components::Transform) is, in the world, whatever its parents
/// are. From then on its transform follows it. An edit of the transform puts it somewhere else, in the next tick: in the air, with its
/// velocity. Scale and rotation of the transform are yours: they change what is drawn, not what collides.
///
/// Each character gets a [`SeamwalkerBody`], which says where it is, [`CharacterSettings`], a [`CharacterIntent`], a
/// [`CharacterState`] and [`CharacterEvents`]. While it stands, it has [`Grounded`].
///
/// Platforms carry and push it, and it stops at other characters, unless their [layers](Character::in_layers) say otherwise. It can
/// stand on another character, but a walking character does not carry those on its head, and cannot jump below them.
///
/// ```
/// use bevy_ecs::prelude::*;
/// use bevy_math::Vec2;
/// use bevy_seamwalker::collide::controller::{ControllerSettings, RunSettings};
/// use bevy_seamwalker::{Character, CharacterSettings};
/// use bevy_transform::components::Transform;
///
/// fn spawn(mut commands: Commands) {
///     let run = RunSettings { speed: 90.0, ..RunSettings::default() };
///     let settings = CharacterSettings(ControllerSettings { run, ..ControllerSettings::default() });
///     commands.spawn((Character::new(Vec2::new(12.0, 22.0)), settings, Transform::from_xyz(0.0, 50.0, 1.0)));
/// }
/// # bevy_ecs::system::assert_is_system(spawn);
/// ```
#[derive(Clone, Component, Copy, Debug, Reflect)]
#[reflect(Component, Default)]
#[require(SeamwalkerBody, CharacterSettings, CharacterIntent, CharacterState, CharacterEvents)]
pub struct Character {
    /// Width and height, in bevy's units. Another size keeps its feet where they are, and waits until there is room for it, to crouch
    /// and to stand up again; [`CharacterState::size`] says which it has. What is not positive and finite is ignored.
    ///
    /// ```
    /// use bevy_ecs::prelude::*;
    /// use bevy_math::Vec2;
    /// use bevy_seamwalker::{Character, CharacterIntent};
    ///
    /// fn crouch(mut heroes: Query<(&mut Character, &CharacterIntent)>) {
    ///     for (mut hero, intent) in &mut heroes {
    ///         hero.size = Vec2::new(12.0, if intent.down { 14.0 } else { 22.0 });
    ///     }
    /// }
    /// # bevy_ecs::system::assert_is_system(crouch);
    /// ```
    pub size: Vec2,
    /// The layers that it is in.
    ///
    /// ```
    /// use bevy_math::Vec2;
    /// use bevy_seamwalker::Character;
    /// use bevy_seamwalker::collide::Layers;
    ///
    /// // Enemies pass through each other.
    /// const ENEMIES: Layers = Layers::layer(1);
    /// let beetle = Character { meets: !ENEMIES, ..Character::new(Vec2::new(16.0, 12.0)).in_layers(ENEMIES) };
    /// ```
    #[reflect(remote = ReflectedLayers)]
    pub layers: Layers,
    /// The layers at which it stops; all by default.
    #[reflect(remote = ReflectedLayers)]
    pub meets: Layers,
    /// Data of yours, for queries.
    #[reflect(remote = ReflectedTag)]
    pub tag: Tag,
}

impl Character {
    /// A character of this width and height, in bevy's units. Without a positive, finite size, or spawned at a place that is not
    /// finite, it gets no body and does nothing.
    #[must_use]
    pub const fn new(size: Vec2) -> Self {
        Self { size, layers: Layers::DEFAULT, meets: Layers::ALL, tag: Tag(0) }
    }

    /// The same character in other [layers](Character::layers) than [`Layers::DEFAULT`].
    #[must_use]
    pub const fn in_layers(mut self, layers: Layers) -> Self {
        self.layers = layers;
        self
    }
}

impl Default for Character {
    /// Without a size: no body.
    fn default() -> Self {
        Self::new(Vec2::ZERO)
    }
}

impl Embodied for Character {
    fn apply(&self, body: &mut Body, _: Units) {
        (body.layers, body.tag) = (self.layers, self.tag);
    }
}

/// How a character moves, in pixels and seconds. May be changed at any time. The fields of [`ControllerSettings`] and its parts say
/// what each is by default.
#[derive(Clone, Component, Copy, Debug, Default, Deref, DerefMut, PartialEq, Reflect)]
#[reflect(Component, Default)]
pub struct CharacterSettings(#[reflect(remote = ReflectedSettings)] pub ControllerSettings);

/// What a character is doing. `Changed<CharacterState>` passes over those at rest.
#[derive(Clone, Component, Copy, Debug, Default, PartialEq, Reflect)]
#[reflect(Component, Default)]
pub struct CharacterState {
    /// Its velocity after the last tick, in bevy's units per second, y up; on a platform, relative to it. Another one counts from the
    /// next tick on, unless it is not finite. On the ground only its part along the ground counts: see [`CharacterState::launch`].
    pub velocity: Vec2,
    /// In bevy's units.
    size: Vec2,
    /// The state of the library's controller: pixels and seconds, y **down**.
    #[reflect(ignore)]
    pub controller: ControllerState,
}

impl CharacterState {
    /// What is seen of a state.
    pub(crate) fn of(controller: ControllerState, units: Units) -> Self {
        let PixelVec2 { x, y } = controller.mover.aabb.size();
        let size = Vec2::new(x, y) / units.pixels_per_unit;
        Self { velocity: units.to_bevy(controller.velocity), size, controller }
    }

    /// Its width and height after the last tick, in bevy's units. It is not [`Character::size`] while there is no room for that.
    #[must_use]
    pub const fn size(&self) -> Vec2 {
        self.size
    }

    /// The normal of what it stands on, y up, to tilt a sprite by; `None` in the air.
    #[must_use]
    pub fn ground_normal(&self) -> Option<Vec2> {
        self.controller.ground.map(|ground| Units::default().to_bevy(ground.normal))
    }

    /// The body that it stands on: [`SeamwalkerSpace::entity_of`] knows its entity. `None` on the ground and in the air.
    #[must_use]
    pub fn rides(&self) -> Option<BodyId> {
        self.controller.ground?.body()
    }

    /// Throws it into the air with a velocity, in bevy's units per second, y up, as a spring or a blow does. A jump that was under way
    /// ends. A velocity that is not finite does nothing.
    ///
    /// ```
    /// use bevy_ecs::prelude::*;
    /// use bevy_math::Vec2;
    /// use bevy_seamwalker::collide::Crossed;
    /// use bevy_seamwalker::{CharacterState, Zone, ZoneCrossed};
    /// use bevy_transform::components::Transform;
    ///
    /// fn spawn_spring(mut commands: Commands) {
    ///     let spring = (Zone::new(Vec2::new(16.0, 4.0)), Transform::from_xyz(80.0, 2.0, 0.0));
    ///     commands.spawn(spring).observe(|crossing: On<ZoneCrossed>, mut characters: Query<&mut CharacterState>| {
    ///         if crossing.crossed == Crossed::Entered && let Ok(mut character) = characters.get_mut(crossing.character) {
    ///             character.launch(Vec2::new(0.0, 400.0));
    ///         }
    ///     });
    /// }
    /// # bevy_ecs::system::assert_is_system(spawn_spring);
    /// ```
    pub fn launch(&mut self, velocity: Vec2) {
        if !velocity.is_finite() {
            warn_once!("CharacterState::launch with {velocity} does nothing");
            return;
        }
        let state = &mut self.controller;
        (self.velocity, state.drift, state.jump, state.ground) = (velocity, 0.0, JumpState::default(), None);
    }

    /// It is somewhere else, in pixels, in the air and with its velocity.
    pub(crate) fn place(&mut self, center: PixelVec2) {
        let mut controller = Controller { settings: ControllerSettings::default(), state: self.controller };
        controller.place(center);
        self.controller = controller.state;
    }
}

/// What happened to a character in the last tick; y down. `Changed<CharacterEvents>` passes over those to which the same happened as
/// in the tick before, such as nothing.
#[derive(Clone, Component, Copy, Debug, Default, Deref, PartialEq, Reflect)]
#[reflect(Component, Default)]
pub struct CharacterEvents(#[reflect(remote = ReflectedEvents)] pub StepEvents);

/// A character has this as long as it stands, from one tick to the next: `Query<&Character, With<Grounded>>`, and
/// `On<Add<Grounded>>` for what happens when it lands.
#[derive(Clone, Component, Copy, Debug, Default, Reflect)]
#[component(storage = "SparseSet")]
#[reflect(Component, Default)]
pub struct Grounded;

/// What a character is to do; each [`Character`] gets one. Set `x` in every tick or frame, and `pressed` when jump is pressed: the tick
/// that has seen it clears it, so that no press is lost or counts twice at any frame rate. While bevy's time is paused there are no
/// ticks: set nothing then, or a press works when the game goes on.
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
#[derive(Clone, Component, Copy, Debug, Default, Deref, DerefMut, Reflect)]
#[reflect(Component, Default)]
pub struct CharacterIntent(#[reflect(remote = ReflectedIntent)] pub Intent);

impl CharacterIntent {
    pub(crate) fn checked(&self) -> Intent {
        if self.x.is_nan() {
            warn_once!("CharacterIntent::x is NaN, and counts as 0");
            return Intent { x: 0.0, ..self.0 };
        }
        self.0
    }
}

/// A character jumped. A message, and an event of the character.
#[derive(Clone, Copy, Debug, EntityEvent, Message, PartialEq)]
pub struct Jumped {
    /// The character.
    #[event_target]
    pub character: Entity,
}

/// A character landed; also soon after it was spawned or teleported above ground. [`Landed::speed`] tells a step from a fall. A
/// message, and an event of the character.
///
/// ```
/// use bevy_ecs::prelude::*;
/// use bevy_math::Vec2;
/// use bevy_seamwalker::{Character, Landed};
///
/// fn spawn(mut commands: Commands) {
///     commands.spawn(Character::new(Vec2::new(12.0, 22.0))).observe(|landed: On<Landed>, mut commands: Commands| {
///         if landed.speed > 300.0 {
///             commands.entity(landed.character).despawn();
///         }
///     });
/// }
/// # bevy_ecs::system::assert_is_system(spawn);
/// ```
#[derive(Clone, Copy, Debug, EntityEvent, Message, PartialEq)]
pub struct Landed {
    /// The character.
    #[event_target]
    pub character: Entity,
    /// How fast it fell, in bevy's units per second.
    pub speed: f32,
}

/// A character or a crate has no room between a platform and something else; a character, not even 4 pixels aside, where it would
/// be put. It is left where it is, and the message comes again in every tick until it is free; most games let it die at the first. A
/// message, and an event of the character or the crate.
#[derive(Clone, Copy, Debug, EntityEvent, Message, PartialEq)]
pub struct Crushed {
    /// The character or the crate.
    #[event_target]
    pub entity: Entity,
    /// What pushes it: a platform, or a character that is pushed itself.
    pub by: Option<Entity>,
    /// How deep that is in it, in bevy's units.
    pub depth: f32,
}

/// All of a character.
#[derive(QueryData)]
#[query_data(mutable)]
pub struct WholeCharacter {
    pub entity: Entity,
    pub character: &'static Character,
    pub settings: &'static CharacterSettings,
    pub state: &'static mut CharacterState,
    pub events: &'static mut CharacterEvents,
    pub intent: &'static mut CharacterIntent,
    pub body: &'static SeamwalkerBody,
    pub is_grounded: Has<Grounded>,
}

impl WholeCharacterItem<'_, '_> {
    /// Its controller in the next tick.
    pub fn controller(&self, units: Units) -> Controller {
        let CharacterState { velocity, controller: mut state, .. } = *self.state;
        state.mover.meets = self.character.meets;
        if !velocity.is_finite() {
            warn_once!("a character cannot have the velocity {velocity}");
        } else if velocity != units.to_bevy(state.velocity) {
            state.velocity = units.to_seamwalker(velocity);
        }
        Controller { settings: self.settings.0, state }
    }
}

/// Those that have a body, in the order in which they got it.
pub fn in_order<'w, 's>(characters: &'w mut Query<'_, 's, WholeCharacter>) -> Vec<WholeCharacterItem<'w, 's>> {
    let in_order = characters.iter_mut().sort_by_key::<&SeamwalkerBody, _>(|body| body.order());
    in_order.filter(|one| one.body.id().is_some()).collect()
}

/// Gives a new character its place and its body.
pub fn add_character(
    insert: On<Insert<Character>>,
    places: Places,
    mut world: ResMut<SeamwalkerSpace>,
    mut characters: Query<(&Character, &mut CharacterState, &mut SeamwalkerBody)>,
) {
    let (entity, place) = (insert.entity, places.at(insert.entity));
    let Ok((character, mut state, mut own)) = characters.get_mut(entity) else { return };
    world.remove_own_body(entity, &own);
    let SeamwalkerSpace { space, units, carrier, .. } = &mut *world;
    let aabb = units.aabb(entity, place, character.size);
    let id = aabb.map(|aabb| {
        let mut body = Body { priority: u8::MAX, data: entity.to_bits(), ..Body::new(aabb) };
        character.apply(&mut body, *units);
        space.bodies.push(body)
    });
    // It may be a clone of another one, or the second on this entity.
    let mut controller = Controller::new(aabb.unwrap_or_default()).state;
    (controller.body, controller.mover.ignores, controller.mover.meets) = (id, id, character.meets);
    *state = CharacterState::of(controller, *units);
    // Each tick updates it.
    id.into_iter().for_each(|id| carrier.add(Passenger { pushes: false, ..Passenger::new(id) }));
    own.begin(id, place.unwrap_or_default());
}

/// The tick of all characters. Each sees where those before it are now.
pub fn step_characters(
    time: Res<Time>,
    mut world: ResMut<SeamwalkerSpace>,
    mut characters: Query<WholeCharacter>,
    mut commands: Commands,
    mut jumped: MessageWriter<Jumped>,
    mut landed: MessageWriter<Landed>,
) {
    let SeamwalkerSpace { space, solver, units, .. } = &mut *world;
    for mut one in in_order(&mut characters) {
        let (mut controller, character) = (one.controller(*units), one.entity);
        let events = controller.step(solver, space, &one.intent.checked(), time.delta_secs());
        controller.place_body(space);
        one.state.set_if_neq(CharacterState::of(controller.state, *units));
        one.events.set_if_neq(CharacterEvents(events));
        if one.intent.pressed {
            one.intent.pressed = false;
        }
        if events.jumped {
            jumped.write(Jumped { character });
        }
        if let Some(speed) = events.landed {
            landed.write(Landed { character, speed: speed / units.pixels_per_unit });
        }
        match (one.is_grounded, controller.state.ground.is_some()) {
            (false, true) => _ = commands.entity(character).try_insert(Grounded),
            (true, false) => _ = commands.entity(character).try_remove::<Grounded>(),
            _ => {}
        }
    }
}

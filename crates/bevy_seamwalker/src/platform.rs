//! Platforms: bodies that move as they are told, carry what stands on them, and push what is in their way.

use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use bevy_reflect::prelude::*;
use bevy_time::Time;
use seamwalker_collide::controller::Controller;
use seamwalker_collide::{Aabb, Body, BodyId, Layers, Pose, Tag, Terrain, TerrainBuilder};

use crate::body::{Embodied, SeamwalkerBody};
use crate::character::{CharacterState, Crushed, WholeCharacter, in_order};
use crate::place::Places;
use crate::reflect::{ReflectedLayers, ReflectedTag};
use crate::space::{SeamwalkerSpace, entity_of};
use crate::units::{PixelVec2, Units};

/// How far a crushed character is moved aside if there is room, in pixels: what a platform only grazes is not crushed. Larger values
/// visibly push characters out from under presses; smaller ones crush them at corners.
const MAX_SLIP: f32 = 4.0;

/// A platform, a lift, a door: solid, it begins where its [`Transform`](bevy_transform::components::Transform) is, and moves with a
/// velocity that nothing stops. Its transform follows it, and an edit of the transform puts it somewhere else: what stands on it stays
/// behind, and what is there already is pushed out, or crushed.
///
/// A box or a disk does not turn: rotation and scale of its transform are only drawn. A platform with an
/// [outline](Platform::outline) turns to where the rotation of its transform is in each tick, with what stands on it.
///
/// ```
/// use bevy_ecs::prelude::*;
/// use bevy_math::Vec2;
/// use bevy_seamwalker::{Platform, PlatformPath};
/// use bevy_time::Time;
/// use bevy_transform::components::Transform;
///
/// #[derive(Component)]
/// struct Windmill;
///
/// fn spawn(mut commands: Commands) {
///     // Your systems set the velocity,
///     commands.spawn((Platform::new(Vec2::new(80.0, 8.0)).one_way(), Transform::from_xyz(0.0, 50.0, 0.0)));
///     // or a path does.
///     let path = PlatformPath::new(vec![Vec2::new(200.0, 50.0), Vec2::new(200.0, 150.0)], 40.0);
///     commands.spawn((Platform::new(Vec2::new(80.0, 8.0)), path, Transform::from_xyz(200.0, 50.0, 0.0)));
///     // A sail of 96 x 8 units, around its middle.
///     let sail = [(-48.0, -4.0), (-48.0, 4.0), (48.0, 4.0), (48.0, -4.0)].map(Vec2::from);
///     commands.spawn((Windmill, Platform::outline(sail.to_vec()), Transform::from_xyz(0.0, 200.0, 0.0)));
/// }
///
/// /// In `FixedUpdate`, before [`SeamwalkerSystems::Platforms`](bevy_seamwalker::SeamwalkerSystems).
/// fn turn(time: Res<Time>, mut mills: Query<&mut Transform, With<Windmill>>) {
///     mills.iter_mut().for_each(|mut mill| mill.rotate_z(0.5 * time.delta_secs()));
/// }
/// # bevy_ecs::system::assert_is_system(spawn);
/// # bevy_ecs::system::assert_is_system(turn);
/// ```
#[derive(Clone, Component, Debug, Reflect)]
#[reflect(Component, Default)]
#[require(SeamwalkerBody)]
pub struct Platform {
    /// In bevy's units per second, y up, in the world. What is not finite counts as rest.
    pub velocity: Vec2,
    /// The layers that it is in: what meets none of them passes through.
    #[reflect(remote = ReflectedLayers)]
    pub layers: Layers,
    /// Data of yours, for queries. With an outline, the tag and `one_way` count as they were when it was spawned.
    #[reflect(remote = ReflectedTag)]
    pub tag: Tag,
    /// It pushes what has a higher number: crates have 2, characters 255. 1 unless you say otherwise.
    pub priority: u8,
    /// Width and height, in bevy's units. May be changed at any time; what is not positive and finite is ignored.
    pub size: Vec2,
    /// The radius of its corners, in bevy's units: 0, as by default, for a box.
    pub corner: f32,
    /// Solid only from above.
    pub one_way: bool,
    /// See [`Platform::outline`]; empty for a box or a disk. Only the outline that it was spawned with counts.
    pub outline: Vec<Vec2>,
}

impl Platform {
    /// A platform at rest of this width and height, in bevy's units. Without a positive, finite size, or spawned at a place that is
    /// not finite, it gets no body and does nothing.
    #[must_use]
    pub const fn new(size: Vec2) -> Self {
        let (velocity, layers, tag, priority) = (Vec2::ZERO, Layers::DEFAULT, Tag(0), 1);
        Self { velocity, layers, tag, priority, size, corner: 0.0, one_way: false, outline: Vec::new() }
    }

    /// A round platform with this radius, in bevy's units.
    #[must_use]
    pub fn disk(radius: f32) -> Self {
        Self { corner: radius, ..Self::new(Vec2::splat(radius * 2.0)) }
    }

    /// A platform that turns: a polygon, or if it is [one-way](Platform::one_way) a line, solid from above if it is drawn from left to
    /// right. The points are in bevy's units, y up, relative to its centre. An outline that crosses itself or encloses nothing gets no
    /// body.
    #[must_use]
    pub fn outline(points: Vec<Vec2>) -> Self {
        Self { outline: points, ..Self::new(Vec2::ZERO) }
    }

    /// The same, solid only from above.
    #[must_use]
    pub const fn one_way(mut self) -> Self {
        self.one_way = true;
        self
    }

    /// The same platform in other [layers](Platform::layers) than [`Layers::DEFAULT`].
    #[must_use]
    pub const fn in_layers(mut self, layers: Layers) -> Self {
        self.layers = layers;
        self
    }

    /// Its outline as ground.
    fn ground(&self, units: Units) -> Option<Terrain> {
        let points: Vec<PixelVec2> = self.outline.iter().map(|point| units.to_seamwalker(*point)).collect();
        let mut ground = TerrainBuilder::default();
        ground.tag = self.tag;
        let built = if self.one_way { ground.ribbon(&points) } else { ground.solid(&[points]) };
        if let Err(error) = built {
            warn_once!("Platform::outline takes no part in collisions: {error}");
            return None;
        }
        Some(ground.build())
    }
}

impl Default for Platform {
    /// Without a size: no body.
    fn default() -> Self {
        Self::new(Vec2::ZERO)
    }
}

impl Embodied for Platform {
    fn apply(&self, body: &mut Body, units: Units) {
        (body.layers, body.tag, body.priority) = (self.layers, self.tag, self.priority);
        if self.outline.is_empty() {
            body.aabb.half = units.half(self.size).unwrap_or(body.aabb.half);
            (body.corner, body.one_way) = (self.corner * units.pixels_per_unit, self.one_way);
        }
    }
}

/// Leads a platform from point to point, and from the last one to the first. It sets [`Platform::velocity`] before every tick.
#[derive(Clone, Component, Debug, Default, Reflect)]
#[reflect(Component, Default)]
pub struct PlatformPath {
    /// Where its centre goes, in bevy's units, y up, in the world.
    pub points: Vec<Vec2>,
    /// In bevy's units per second. A tick ends at a point, so short paths take a little longer. What is negative or not finite counts
    /// as 0: rest.
    pub speed: f32,
    /// The point on its way to which it is.
    next: usize,
}

impl PlatformPath {
    /// A path along these points with this speed, in bevy's units per second.
    #[must_use]
    pub const fn new(points: Vec<Vec2>, speed: f32) -> Self {
        Self { points, speed, next: 0 }
    }

    /// The velocity that leads on from a place.
    fn velocity(&mut self, from: Vec2, dt: f32) -> Vec2 {
        if self.speed <= 0.0 || !self.speed.is_finite() {
            if self.speed != 0.0 {
                warn_once!("PlatformPath::speed is {}, and counts as 0", self.speed);
            }
            return Vec2::ZERO;
        }
        let Some(point) = self.points.get(self.next).or(self.points.first()) else { return Vec2::ZERO };
        let way = *point - from;
        if way.length() > self.speed * dt {
            return way.normalize_or_zero() * self.speed;
        }
        self.next = (self.next + 1) % self.points.len();
        way / dt
    }
}

/// Gives a new platform its place and its body.
pub fn add_platform(
    insert: On<Insert<Platform>>,
    places: Places,
    mut world: ResMut<SeamwalkerSpace>,
    mut platforms: Query<(&Platform, &mut SeamwalkerBody)>,
) {
    let (entity, place) = (insert.entity, places.at(insert.entity));
    let Ok((platform, mut own)) = platforms.get_mut(entity) else { return };
    world.remove_own_body(entity, &own);
    let SeamwalkerSpace { space, units, .. } = &mut *world;
    let new = |aabb| {
        let mut body = Body { data: entity.to_bits(), ..Body::new(aabb) };
        platform.apply(&mut body, *units);
        body
    };
    let id = if platform.outline.is_empty() {
        units.aabb(entity, place, platform.size).map(|aabb| space.bodies.push(new(aabb)))
    } else {
        let at = place.filter(|place| place.is_finite()).map(|place| units.to_seamwalker(place));
        at.zip(platform.ground(*units)).map(|(at, ground)| {
            let id = space.bodies.push_terrain(new(Aabb::new(at, PixelVec2::ZERO)), &ground);
            space.bodies.set_pose(id, Pose { at, rotation: places.rotation(entity) });
            id
        })
    };
    own.begin(id, place.unwrap_or_default());
}

/// Sets the velocities of platforms that follow a path.
pub fn follow_paths(time: Res<Time>, mut platforms: Query<(&mut PlatformPath, &mut Platform, &SeamwalkerBody)>) {
    for (mut path, mut platform, body) in &mut platforms {
        let velocity = path.velocity(body.center(), time.delta_secs());
        if platform.velocity != velocity {
            platform.velocity = velocity;
        }
    }
}

/// Moves all platforms with what they carry and push, lets crates fall, and lets characters push crates: each kind in the order in
/// which they got their bodies.
pub fn move_bodies(
    time: Res<Time>,
    places: Places,
    mut world: ResMut<SeamwalkerSpace>,
    platforms: Query<(Entity, &Platform, &SeamwalkerBody)>,
    mut characters: Query<WholeCharacter>,
    mut crushed: MessageWriter<Crushed>,
) {
    let SeamwalkerSpace { space, solver, units, carrier, .. } = &mut *world;
    let mut characters = in_order(&mut characters);
    let mut controllers: Vec<Controller> = characters.iter().map(|one| one.controller(*units)).collect();
    let mut heroes = Vec::new();
    for (one, controller) in characters.iter().zip(&mut controllers) {
        if let Some(half) = units.half(one.character.size)
            && half != controller.state.mover.aabb.half
        {
            controller.resize(solver, space, half);
        }
        heroes.push((controller, one.intent.checked()));
    }
    let in_order = platforms.iter().sort_by_key::<&SeamwalkerBody, _>(|body| body.order());
    let moves: Vec<(BodyId, Pose)> = in_order
        .filter_map(|(entity, platform, body)| {
            let from = space.bodies.pose(body.id()?)?;
            let at = from.at + units.to_seamwalker(platform.velocity * time.delta_secs());
            let at = if at.is_finite() {
                at
            } else {
                warn_once!("no platform can move by {} units per second", platform.velocity);
                from.at
            };
            // Only ground turns.
            let rotation = if platform.outline.is_empty() { from.rotation } else { places.rotation(entity) };
            Some((body.id()?, Pose { at, rotation }))
        })
        .collect();
    carrier.tick(solver, space, &mut heroes, moves, time.delta_secs(), |space, crush, hero| {
        if !hero.is_some_and(|hero| hero.slip_out(solver, space, MAX_SLIP))
            && let Some(entity) = entity_of(space, crush.body)
        {
            let (by, depth) = (entity_of(space, crush.pusher), crush.depth / units.pixels_per_unit);
            crushed.write(Crushed { entity, by, depth });
        }
    });
    for (one, controller) in characters.iter_mut().zip(controllers) {
        one.state.set_if_neq(CharacterState::of(controller.state, *units));
    }
}

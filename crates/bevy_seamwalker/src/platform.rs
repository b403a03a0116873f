//! Platforms: bodies that move as they are told, carry what stands on them, and push what is in their way.

use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use bevy_time::Time;
use bevy_transform::components::Transform;
use seamwalker_collide::{Body, BodyId, Layers, Tag};

use crate::character::{Character, Squeezed};
use crate::space::SeamwalkerSpace;
use crate::units::{PixelVec2, Units};

/// How far a squeezed character is moved aside if there is room, in pixels: what a platform only grazes is not crushed. Larger values
/// visibly push characters out from under presses; smaller ones crush them at corners.
const MAX_SLIP: f32 = 4.0;

/// A platform, a lift, a door: a solid box that begins where its [`Transform`] is, and moves with a velocity that nothing
/// stops. Its transform follows it: see [`Platform::teleport`] to put it somewhere else. Scale and rotation of the
/// transform are only drawn, and its entity must be a root, as for [`Character`].
///
/// ```
/// use bevy_ecs::prelude::*;
/// use bevy_math::Vec2;
/// use bevy_seamwalker::{Platform, PlatformPath};
/// use bevy_transform::components::Transform;
///
/// fn spawn(mut commands: Commands) {
///     // Your systems set the velocity,
///     commands.spawn((Platform::new(Vec2::new(80.0, 8.0)).one_way(), Transform::from_xyz(0.0, 50.0, 0.0)));
///     // or a path does.
///     let path = PlatformPath::new(vec![Vec2::new(200.0, 50.0), Vec2::new(200.0, 150.0)], 40.0);
///     commands.spawn((Platform::new(Vec2::new(80.0, 8.0)), path, Transform::from_xyz(200.0, 50.0, 0.0)));
/// }
/// # bevy_ecs::system::assert_is_system(spawn);
/// ```
#[derive(Clone, Component, Debug)]
#[require(Transform)]
pub struct Platform {
    /// In bevy's units per second, y up. What is not finite counts as rest.
    pub velocity: Vec2,
    /// The layers that it is in: what meets none of them passes through.
    pub layers: Layers,
    /// Data of yours, for queries of the space.
    pub tag: Tag,
    /// It pushes what has a higher number: crates have 2, characters 255. 1 unless you say otherwise.
    pub priority: u8,
    /// In pixels.
    center: PixelVec2,
    /// In bevy's units.
    size: Vec2,
    one_way: bool,
    body: Option<BodyId>,
}

impl Platform {
    /// A platform at rest of this width and height, in bevy's units. Without a positive, finite size, or spawned at a place that is
    /// not finite, it gets no body and does nothing.
    #[must_use]
    pub const fn new(size: Vec2) -> Self {
        let (velocity, center) = (Vec2::ZERO, PixelVec2::ZERO);
        let (layers, tag, priority) = (Layers::DEFAULT, Tag(0), 1);
        Self { velocity, layers, tag, priority, center, size, one_way: false, body: None }
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

    /// Where its centre is after the last tick, in bevy's units: pass [`SeamwalkerSpace::units`].
    #[must_use]
    pub fn center(&self, units: Units) -> Vec2 {
        units.to_bevy(self.center)
    }

    /// Puts its centre somewhere else, in bevy's units, without carrying anything along. What is there already is pushed out, or
    /// squeezed. It is drawn there from the next tick on. A place that is not finite does nothing.
    pub fn teleport(&mut self, units: Units, center: Vec2) {
        if center.is_finite() {
            self.center = units.to_seamwalker(center);
        } else {
            warn_once!("Platform::teleport to {center} does nothing");
        }
    }

    /// Its body in the space; `None` before it was spawned.
    #[must_use]
    pub const fn body(&self) -> Option<BodyId> {
        self.body
    }
}

/// Leads a platform from point to point, and from the last one to the first. It sets [`Platform::velocity`] before every tick.
#[derive(Clone, Component, Debug)]
pub struct PlatformPath {
    /// Where its centre goes, in bevy's units, y up.
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
    mut world: ResMut<SeamwalkerSpace>,
    mut platforms: Query<(&mut Platform, &Transform)>,
) {
    let Ok((mut platform, transform)) = platforms.get_mut(insert.entity) else { return };
    platform.body = None;
    let Some(aabb) = world.units.aabb(insert.entity, transform, platform.size) else { return };
    platform.center = aabb.center;
    platform.body = Some(world.add_body(insert.entity, Body { one_way: platform.one_way, ..Body::new(aabb) }));
}

/// Takes the body of a platform out that is despawned or replaced.
pub fn remove_platform(
    discard: On<Discard<Platform>>,
    mut world: ResMut<SeamwalkerSpace>,
    platforms: Query<&Platform>,
) {
    if let Some(body) = platforms.get(discard.entity).ok().and_then(Platform::body) {
        world.remove_body(body);
    }
}

/// Sets the velocities of platforms that follow a path.
pub fn follow_paths(
    time: Res<Time>,
    world: Res<SeamwalkerSpace>,
    mut platforms: Query<(&mut PlatformPath, &mut Platform)>,
) {
    for (mut path, mut platform) in &mut platforms {
        platform.velocity = path.velocity(platform.center(world.units), time.delta_secs());
    }
}

/// Moves all platforms, in the order in which they got their bodies, with what they carry and push.
pub fn move_platforms(
    time: Res<Time>,
    mut world: ResMut<SeamwalkerSpace>,
    mut platforms: Query<&mut Platform>,
    mut characters: Query<&mut Character>,
    mut squeezed: MessageWriter<Squeezed>,
) {
    let (dt, world) = (time.delta_secs(), &mut *world);
    world.carrier.begin();
    for character in &characters {
        character.controller.update_passenger(&mut world.carrier, &mut world.space);
    }
    for platform in &platforms {
        let Some(body) = platform.body else { continue };
        world.space.bodies.change(body, |body| {
            body.aabb.center = platform.center;
            (body.layers, body.tag, body.priority) = (platform.layers, platform.tag, platform.priority);
        });
    }
    world.begin_tick();
    let SeamwalkerSpace { space, solver, units, carrier, owners, .. } = world;
    let owner_of = |body: BodyId| Some(owners.get(body.0 as usize).copied().flatten()?.entity);
    for id in (0..owners.len() as u32).map(BodyId) {
        let Some(mut platform) = owner_of(id).and_then(|entity| platforms.get_mut(entity).ok()) else { continue };
        let from = platform.center;
        let to = from + units.to_seamwalker(platform.velocity * dt);
        let to = if to.is_finite() {
            to
        } else {
            warn_once!("no platform can move by {} units per second", platform.velocity);
            from
        };
        platform.center = to;
        carrier.start_move(solver, space, id, to);
        while let Some(squeeze) = carrier.next_squeeze(solver, space) {
            let Some(entity) = owner_of(squeeze.body) else { continue };
            let slip_out = |mut one: Mut<Character>| one.controller.slip_out(solver, space, MAX_SLIP);
            if !characters.get_mut(entity).is_ok_and(slip_out) {
                let (by, depth) = (owner_of(squeeze.pusher), squeeze.depth / units.pixels_per_unit);
                squeezed.write(Squeezed { entity, by, depth });
            }
        }
    }
}

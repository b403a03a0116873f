//! Queries: what is near, in bevy's units and with entities.

use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use bevy_math::Vec2;
use seamwalker_collide::{Mover, Obstacle, QueryFilter, QueryShape, Solver, Tag};

use crate::body::SeamwalkerBody;
use crate::space::SeamwalkerSpace;
use crate::units::{PixelVec2, Units};

/// Questions about what is where after the last tick, in bevy's units, y up, in the world. [`QueryFilter::default`] sees ground,
/// characters, platforms and crates. [`Units::rect`] and [`Units::disk`] make the shapes. Numbers that are not finite find nothing.
///
/// ```
/// use bevy_ecs::prelude::*;
/// use bevy_math::Vec2;
/// use bevy_seamwalker::collide::QueryFilter;
/// use bevy_seamwalker::{Character, SeamwalkerBody, SeamwalkerQueries};
///
/// #[derive(Component)]
/// struct Guard;
///
/// fn watch(
///     queries: SeamwalkerQueries,
///     guards: Query<(Entity, &SeamwalkerBody), With<Guard>>,
///     heroes: Query<(Entity, &SeamwalkerBody), (With<Character>, Without<Guard>)>,
/// ) {
///     for (guard, guard_body) in &guards {
///         for (hero, hero_body) in &heroes {
///             // The guard does not see itself; what it meets first is the hero.
///             let way = hero_body.center() - guard_body.center();
///             let hit = queries.ray_cast(guard_body.center(), way, &queries.ignoring(guard));
///             if hit.is_some_and(|hit| hit.entity == Some(hero)) {
///                 println!("{guard} sees {hero}");
///             }
///         }
///         // The ground alone: whether a ledge is ahead.
///         let ground = QueryFilter { bodies: bevy_seamwalker::collide::Layers::NONE, ..QueryFilter::default() };
///         let ledge = queries.ray_cast(guard_body.center() + Vec2::X * 10.0, Vec2::NEG_Y * 20.0, &ground).is_none();
///         println!("ledge ahead: {ledge}");
///     }
/// }
/// # bevy_ecs::system::assert_is_system(watch);
/// ```
#[derive(Debug, SystemParam)]
pub struct SeamwalkerQueries<'w, 's> {
    world: Res<'w, SeamwalkerSpace>,
    bodies: Query<'w, 's, &'static SeamwalkerBody>,
}

/// What a query met, in bevy's units, y up, in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeamwalkerHit {
    /// The character, the platform or the crate; `None` for ground.
    pub entity: Option<Entity>,
    /// Where the two meet.
    pub point: Vec2,
    /// The unit vector out of what was met, towards what met it.
    pub normal: Vec2,
    /// How far the ray or the shape went until then, or how far the point is.
    pub distance: f32,
    /// The tag of what was met: of an edge of the ground, or of the component.
    pub tag: Tag,
    /// The same in the library, for more about it.
    pub obstacle: Obstacle,
}

impl SeamwalkerQueries<'_, '_> {
    /// Converts between bevy's units and pixels.
    #[must_use]
    pub fn units(&self) -> Units {
        self.world.units
    }

    /// The filter that sees everything but this entity, such as the one that asks.
    #[must_use]
    pub fn ignoring(&self, entity: Entity) -> QueryFilter<'static> {
        QueryFilter { ignores: self.bodies.get(entity).ok().and_then(SeamwalkerBody::id), ..QueryFilter::default() }
    }

    /// The first thing that a ray from `origin` to `origin + way` meets; `None` when the way is free.
    #[must_use]
    pub fn ray_cast(&self, origin: Vec2, way: Vec2, filter: &QueryFilter) -> Option<SeamwalkerHit> {
        let [from, delta] = [origin, way].map(|one| self.world.units.to_seamwalker(one));
        let hit = self.world.space.ray_cast(from, delta, filter)?;
        Some(self.hit(hit.obstacle, hit.point, hit.normal, way.length() * hit.fraction))
    }

    /// Whether nothing is between two points.
    #[must_use]
    pub fn is_visible(&self, from: Vec2, to: Vec2, filter: &QueryFilter) -> bool {
        let [from, to] = [from, to].map(|one| self.world.units.to_seamwalker(one));
        self.world.space.is_visible(from, to, filter)
    }

    /// The first thing that a shape meets on a straight way; `None` when the way is free.
    #[must_use]
    pub fn shape_cast(&self, shape: impl Into<QueryShape>, way: Vec2, filter: &QueryFilter) -> Option<SeamwalkerHit> {
        let (shape, delta) = (shape.into(), self.world.units.to_seamwalker(way));
        let hit = self.world.space.shape_cast(shape, delta, filter)?;
        let there = shape.moved(delta * hit.fraction);
        let point = self.world.space.contact_point(there, hit.normal, hit.obstacle).unwrap_or(there.center());
        Some(self.hit(hit.obstacle, point, hit.normal, way.length() * hit.fraction))
    }

    /// The characters, platforms and crates that share more than their border with a shape, each once.
    #[must_use]
    pub fn overlapping(&self, shape: impl Into<QueryShape>, filter: &QueryFilter) -> Vec<Entity> {
        let mut found = Vec::new();
        self.world.space.each_overlapping(shape, &QueryFilter { terrain: false, ..*filter }, |obstacle| {
            found.extend(obstacle.body().and_then(|body| self.world.entity_of(body)));
        });
        // Platforms with an outline have several parts, which come one after the other.
        found.dedup();
        found
    }

    /// Whether anything, ground included, shares more than its border with a shape.
    #[must_use]
    pub fn overlaps(&self, shape: impl Into<QueryShape>, filter: &QueryFilter) -> bool {
        self.world.space.overlaps(shape, filter)
    }

    /// The point of anything that is nearest to a place, at most this far from it.
    #[must_use]
    pub fn closest_point(&self, place: Vec2, max_distance: f32, filter: &QueryFilter) -> Option<SeamwalkerHit> {
        let Units { pixels_per_unit } = self.world.units;
        let place = self.world.units.to_seamwalker(place);
        let near = self.world.space.closest_point(place, max_distance * pixels_per_unit, filter)?;
        Some(self.hit(near.obstacle, near.point, near.normal, near.distance / pixels_per_unit))
    }

    /// Whether a point is in the ground, or in a character, a platform or a crate.
    #[must_use]
    pub fn is_solid(&self, point: Vec2, filter: &QueryFilter) -> bool {
        self.world.space.is_solid(self.world.units.to_seamwalker(point), filter)
    }

    /// Whether nothing solid is in a box with this centre, width and height: no ground, and no bodies except one-way ones. Ask before
    /// you build: ground that is built around a character may hold it.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use bevy_ecs::prelude::*;
    /// use bevy_math::{Rect, Vec2};
    /// use bevy_seamwalker::collide::{Side, TerrainChange};
    /// use bevy_seamwalker::{SeamwalkerQueries, SeamwalkerSpace};
    ///
    /// /// Two parameters that want the space take turns.
    /// fn build_block(mut turns: ParamSet<(SeamwalkerQueries, ResMut<SeamwalkerSpace>)>) {
    ///     let block = Rect::from_corners(Vec2::new(32.0, 0.0), Vec2::new(64.0, 16.0));
    ///     if turns.p0().has_room(block.center(), block.size()) {
    ///         let Rect { min, max } = block;
    ///         let outline = [min, Vec2::new(min.x, max.y), max, Vec2::new(max.x, min.y), min];
    ///         let mut world = turns.p1();
    ///         let edges = world.units.outline(&outline, Side::Outer).into_iter().map(TerrainChange::AddEdge);
    ///         Arc::make_mut(&mut world.space.terrain).apply(edges).expect("these edges are finite");
    ///     }
    /// }
    /// # bevy_ecs::system::assert_is_system(build_block);
    /// ```
    #[must_use]
    pub fn has_room(&self, center: Vec2, size: Vec2) -> bool {
        self.mover(center, size).is_some_and(|mover| self.world.space.is_free(self.world.solver.view(), &mover))
    }

    /// The centre nearest to this one where such a box has room: straight up, down, left or right of it, and at most this far away.
    #[must_use]
    pub fn room_near(&self, center: Vec2, size: Vec2, max_distance: f32) -> Option<Vec2> {
        let SeamwalkerSpace { space, solver, units, .. } = &*self.world;
        let farthest = max_distance * units.pixels_per_unit;
        let way = space.room_near(solver.view(), &self.mover(center, size)?, farthest)?;
        Some(center + units.to_bevy(way))
    }

    fn mover(&self, center: Vec2, size: Vec2) -> Option<Mover> {
        let units = self.world.units;
        let aabb = seamwalker_collide::Aabb::new(units.to_seamwalker(center), units.half(size)?);
        aabb.is_valid().then(|| Mover::new(aabb))
    }

    fn hit(&self, obstacle: Obstacle, point: PixelVec2, normal: PixelVec2, distance: f32) -> SeamwalkerHit {
        let SeamwalkerSpace { space, units, .. } = &*self.world;
        let entity = obstacle.body().and_then(|body| self.world.entity_of(body));
        let normal = Vec2::new(normal.x, -normal.y);
        SeamwalkerHit { entity, point: units.to_bevy(point), normal, distance, tag: space.tag(obstacle), obstacle }
    }
}

//! Triggers: areas that report which movers enter and leave them.
//!
//! `area.rs` holds areas, visitors and the geometry between them, and `saved.rs` is what a file has. Here is what happens in an
//! update.

mod area;
#[cfg(feature = "serde")]
mod saved;

use alloc::vec::Vec;

use glam::Vec2;

use crate::bodies::Bodies;
use crate::body::Body;
use crate::contact::BodyId;
use crate::edge::Tag;
use crate::query::QueryShape;
use crate::tolerance::BODY_MARGIN;
use area::Relative;
#[cfg(feature = "serde")]
use saved::SavedTriggers;

pub use area::{AreaId, TriggerArea, Visitor};

/// What a mover did.
///
/// ```
/// use seamwalker_collide::{Aabb, Crossed, TriggerArea, Triggers, Visitor};
/// use seamwalker_collide::glam::Vec2;
///
/// let mut triggers = Triggers::default();
/// triggers.add(TriggerArea::new(Aabb::new(Vec2::ZERO, Vec2::ONE)));
/// // An arrow flies through the area within one tick.
/// let arrow = Visitor { moved: Vec2::X * 40.0, ..Visitor::new(0, Aabb::new(Vec2::X * 20.0, Vec2::ONE)) };
/// let events: Vec<Crossed> = triggers.update([arrow]).iter().map(|event| event.crossed).collect();
/// assert_eq!(events, [Crossed::Entered, Crossed::Left]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Crossed {
    /// It came into the area.
    Entered,
    /// It left the area, or is gone; or the area is.
    Left,
}

/// A mover entered or left an area.
///
/// ```
/// use seamwalker_collide::{AreaId, Crossed, Tag, TriggerEvent};
///
/// const WATER: Tag = Tag(9);
/// fn splashes(events: &[TriggerEvent]) -> usize {
///     events.iter().filter(|event| event.tag == WATER && event.crossed == Crossed::Entered).count()
/// }
/// assert_eq!(splashes(&[TriggerEvent { area: AreaId(0), visitor: 3, crossed: Crossed::Entered, tag: WATER }]), 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TriggerEvent {
    /// The area.
    pub area: AreaId,
    /// The mover, by [`Visitor::id`].
    pub visitor: u32,
    /// Whether it entered or left.
    pub crossed: Crossed,
    /// The area's tag.
    pub tag: Tag,
}

/// Areas, and which movers are in them. Call [`Triggers::update`] once per tick, with all movers.
///
/// A mover is in an area while the two share more than their border. Movers that are not passed to an update are gone, and so are
/// removed areas: both report what they left. Once its lists have grown, an update allocates nothing.
///
/// ```
/// use seamwalker_collide::{Aabb, Crossed, TriggerArea, Triggers, Visitor};
/// use seamwalker_collide::glam::Vec2;
///
/// let mut triggers = Triggers::default();
/// let door = triggers.add(TriggerArea::new(Aabb::new(Vec2::new(50.0, 0.0), Vec2::splat(8.0))));
/// let hero = |x| [Visitor::new(1, Aabb::new(Vec2::new(x, 0.0), Vec2::splat(6.0)))];
///
/// assert!(triggers.update(hero(20.0)).is_empty());
/// let [event] = triggers.update(hero(40.0)) else { panic!("the hero is in the door") };
/// assert_eq!((event.area, event.visitor, event.crossed), (door, 1, Crossed::Entered));
/// // Staying is no event, but can be asked.
/// assert!(triggers.update(hero(45.0)).is_empty());
/// assert!(triggers.contains(door, 1) && triggers.inside(door).eq([1]));
/// // The hero is gone.
/// let [event] = triggers.update([]) else { panic!() };
/// assert_eq!(event.crossed, Crossed::Left);
/// ```
///
/// Events are borrowed from the triggers. To change areas because of them, collect first:
///
/// ```
/// use seamwalker_collide::{Aabb, AreaId, Crossed, Disk, TriggerArea, Triggers, Visitor};
/// use seamwalker_collide::glam::Vec2;
///
/// let mut triggers = Triggers::default();
/// let coins = [10.0, 30.0].map(|x| triggers.add(TriggerArea::new(Disk::new(Vec2::new(x, 0.0), 4.0))));
/// let hero = Visitor::new(0, Aabb::new(Vec2::ZERO, Vec2::splat(8.0)));
/// let is_taken = |event: &&seamwalker_collide::TriggerEvent| event.crossed == Crossed::Entered;
/// let taken: Vec<AreaId> = triggers.update([hero]).iter().filter(is_taken).map(|event| event.area).collect();
/// taken.iter().for_each(|coin| triggers.remove(*coin));
/// assert_eq!((taken, triggers.areas().count()), (vec![coins[0]], 1));
/// ```
///
/// A clone is a snapshot. With the feature `serde` it can be saved: a loaded game does not enter its door again.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "SavedTriggers", into = "SavedTriggers"))]
pub struct Triggers {
    /// The areas as bodies, for the broad phase: boxes around them, and around their ways. A removed area is disabled.
    areas: Bodies,
    /// Their shapes.
    places: Vec<Place>,
    /// The areas that have moved since the last update.
    on_way: Vec<u32>,
    /// Areas that were removed since the last update.
    removed: Vec<u32>,
    /// Areas that were removed before; the smallest id last.
    free: Vec<u32>,
    /// Which movers are in which areas, sorted.
    pairs: Vec<Pair>,
    /// The same pairs by mover, sorted.
    by_visitor: Vec<(u32, AreaId)>,
    /// The pairs before, and the areas on the way of a mover.
    before: Vec<Pair>,
    passed: Vec<Pair>,
    events: Vec<TriggerEvent>,
}

/// Where an area is.
#[derive(Clone, Copy, Debug)]
struct Place {
    shape: QueryShape,
    /// The straight way on which it came there since the last update.
    moved: Vec2,
}

/// An area and a mover.
type Pair = (AreaId, u32);

impl Triggers {
    /// Adds an area. Movers in it are reported by the next update.
    #[doc(alias = "sensor")]
    pub fn add(&mut self, area: TriggerArea) -> AreaId {
        let body = Body { layers: area.meets, tag: area.tag, ..Body::new(area.shape.bounds()) };
        let place = Place { shape: area.shape, moved: Vec2::ZERO };
        if let Some(id) = self.free.pop() {
            self.areas.change(BodyId(id), |free| *free = body);
            self.places[id as usize] = place;
            return AreaId(id);
        }
        self.places.push(place);
        AreaId(self.areas.push(body).0)
    }

    /// Puts an area elsewhere, also in another shape. An unknown or removed one stays away.
    pub fn place(&mut self, area: AreaId, shape: impl Into<QueryShape>) {
        let Some(place) = self.places.get_mut(area.0 as usize) else { return };
        *place = Place { shape: shape.into(), moved: Vec2::ZERO };
        self.areas.place(BodyId(area.0), place.shape.bounds());
    }

    /// Moves an area on a straight way, as a platform carries it. A mover on the way is passed: it enters and leaves.
    ///
    /// ```
    /// use seamwalker_collide::{Aabb, Crossed, Disk, TriggerArea, Triggers, Visitor};
    /// use seamwalker_collide::glam::Vec2;
    ///
    /// let mut triggers = Triggers::default();
    /// let saw = triggers.add(TriggerArea::new(Disk::new(Vec2::X * 90.0, 8.0)));
    /// let hero = Visitor::new(0, Aabb::new(Vec2::ZERO, Vec2::splat(6.0)));
    /// triggers.move_by(saw, Vec2::X * -180.0);
    /// let events: Vec<Crossed> = triggers.update([hero]).iter().map(|event| event.crossed).collect();
    /// assert_eq!(events, [Crossed::Entered, Crossed::Left]);
    /// ```
    pub fn move_by(&mut self, area: AreaId, delta: Vec2) {
        let Some(place) = self.places.get_mut(area.0 as usize) else { return };
        if place.moved == Vec2::ZERO {
            self.on_way.push(area.0);
        }
        *place = Place { shape: place.shape.moved(delta), moved: place.moved + delta };
        self.areas.place(BodyId(area.0), place.shape.bounds().swept(-place.moved));
    }

    /// Removes an area. The next update reports the movers in it as gone; after that, another area may get its id.
    pub fn remove(&mut self, area: AreaId) {
        if self.areas.enable(BodyId(area.0), false) {
            self.removed.push(area.0);
        }
    }

    /// The area with this id; `None` when there is none, or it was removed.
    #[must_use]
    pub fn area(&self, area: AreaId) -> Option<TriggerArea> {
        let body = self.areas.get(BodyId(area.0)).filter(|body| body.enabled)?;
        let shape = self.places.get(area.0 as usize)?.shape;
        Some(TriggerArea { shape, meets: body.layers, tag: body.tag })
    }

    /// All areas, in the order of their ids.
    pub fn areas(&self) -> impl Iterator<Item = (AreaId, TriggerArea)> {
        (0..self.areas.len() as u32).filter_map(|id| Some((AreaId(id), self.area(AreaId(id))?)))
    }

    /// Finds out which movers are in which areas. Returns what changed since the last update: by area, then by mover, and an
    /// area that was only on the way of a mover is entered and then left. The order of the movers makes no difference. If two
    /// have the same id, each area that either is in counts.
    pub fn update(&mut self, visitors: impl IntoIterator<Item = Visitor>) -> &[TriggerEvent] {
        core::mem::swap(&mut self.pairs, &mut self.before);
        self.pairs.clear();
        self.passed.clear();
        visitors.into_iter().for_each(|visitor| self.visit(&visitor));
        self.sort_pairs();
        sort(&mut self.passed);
        self.events.clear();
        let Self { areas, pairs, before, passed, events, .. } = self;
        let mut report = |(area, visitor): Pair, crossed| {
            let tag = areas.get(BodyId(area.0)).map(|body| body.tag).unwrap_or_default();
            events.push(TriggerEvent { area, visitor, crossed, tag });
        };
        each_missing(pairs, before, |pair| report(pair, Crossed::Entered));
        each_missing(before, pairs, |pair| report(pair, Crossed::Left));
        each_missing(passed, before, |pair| {
            if pairs.binary_search(&pair).is_err() {
                report(pair, Crossed::Entered);
                report(pair, Crossed::Left);
            }
        });
        self.events.sort_unstable();
        for id in self.on_way.drain(..) {
            let place = &mut self.places[id as usize];
            place.moved = Vec2::ZERO;
            self.areas.place(BodyId(id), place.shape.bounds());
        }
        if !self.removed.is_empty() {
            self.free.append(&mut self.removed);
            // So that a saved game goes on with the same ids.
            self.free.sort_unstable_by(|a, b| b.cmp(a));
        }
        &self.events
    }

    /// Lists the areas that a mover is in, and those on its way or on whose way it is.
    fn visit(&mut self, visitor: &Visitor) {
        let moved = if visitor.moved.is_finite() { visitor.moved } else { Vec2::ZERO };
        // Rounding must not hide an area from a mover with a long way.
        let near = visitor.shape.bounds().swept(-moved).grown(BODY_MARGIN);
        let Self { areas, places, pairs, passed, .. } = self;
        let is_near =
            |_, body: &Body| body.enabled && body.layers.intersects(visitor.layers) && body.aabb.overlaps(&near);
        areas.each_near(&near, is_near, &mut |id, _| {
            let place = places[id.0 as usize];
            let relative = Relative::new(&visitor.shape, &place.shape);
            let moved = moved - place.moved;
            if relative.overlaps() {
                pairs.push((AreaId(id.0), visitor.id));
            } else if moved != Vec2::ZERO && relative.overlapped(moved) {
                passed.push((AreaId(id.0), visitor.id));
            }
        });
    }

    fn sort_pairs(&mut self) {
        sort(&mut self.pairs);
        self.by_visitor.clear();
        self.by_visitor.extend(self.pairs.iter().map(|(area, visitor)| (*visitor, *area)));
        self.by_visitor.sort_unstable();
    }

    /// Whether a mover was in an area at the last update.
    #[must_use]
    pub fn contains(&self, area: AreaId, visitor: u32) -> bool {
        self.pairs.binary_search(&(area, visitor)).is_ok()
    }

    /// The movers that were in an area at the last update, in the order of their ids.
    pub fn inside(&self, area: AreaId) -> impl Iterator<Item = u32> {
        let first = self.pairs.partition_point(|pair| pair.0 < area);
        self.pairs[first..].iter().take_while(move |pair| pair.0 == area).map(|pair| pair.1)
    }

    /// The areas that a mover was in at the last update, in the order of their ids.
    ///
    /// ```
    /// use seamwalker_collide::{Aabb, AreaId, TriggerArea, Triggers, Visitor};
    /// use seamwalker_collide::glam::Vec2;
    ///
    /// let mut triggers = Triggers::default();
    /// let [lake, _, whirl] = [40.0, -90.0, 0.0].map(|x| triggers.add(TriggerArea::new(Aabb::new(Vec2::X * x, Vec2::splat(50.0)))));
    /// triggers.update([Visitor::new(7, Aabb::new(Vec2::ZERO, Vec2::splat(8.0)))]);
    /// assert!(triggers.around(7).eq([lake, whirl]) && triggers.around(8).eq([]));
    /// ```
    pub fn around(&self, visitor: u32) -> impl Iterator<Item = AreaId> {
        let first = self.by_visitor.partition_point(|pair| pair.0 < visitor);
        self.by_visitor[first..].iter().take_while(move |pair| pair.0 == visitor).map(|pair| pair.1)
    }
}

/// Sorts pairs, each once.
fn sort(pairs: &mut Vec<Pair>) {
    pairs.sort_unstable();
    pairs.dedup();
}

/// Calls `act` with each element of a sorted list that another sorted list lacks.
fn each_missing(list: &[Pair], other: &[Pair], mut act: impl FnMut(Pair)) {
    let mut other = other.iter().peekable();
    for pair in list {
        while other.next_if(|known| *known < pair).is_some() {}
        if other.peek() != Some(&pair) {
            act(*pair);
        }
    }
}

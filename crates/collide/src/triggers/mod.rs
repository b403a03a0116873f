//! Triggers: areas that report which movers enter and leave them.

use alloc::vec::Vec;

use glam::Vec2;
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use crate::bodies::Bodies;
use crate::body::Body;
use crate::contact::BodyId;
use crate::edge::Tag;
use crate::layers::Layers;
use crate::shape::Aabb;
use crate::tolerance::BODY_MARGIN;

/// Id of a trigger area. It is given to another area only after the update that reported all movers as gone.
///
/// ```
/// use seamwalker_collide::{Aabb, TriggerArea, Triggers};
///
/// let mut triggers = Triggers::default();
/// let (first, second) = (triggers.add(TriggerArea::default()), triggers.add(TriggerArea::default()));
/// assert_ne!(first, second);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct AreaId(pub u32);

/// An area that movers can be in: a door, a checkpoint, water. It stops nothing.
///
/// ```
/// use seamwalker_collide::{Aabb, Layers, Tag, TriggerArea};
/// use seamwalker_collide::glam::Vec2;
///
/// const HEROES: Layers = Layers::layer(2);
/// const WATER: Tag = Tag(9);
/// let lake = Aabb::from_corners(Vec2::new(100.0, 80.0), Vec2::new(300.0, 160.0));
/// let lake = TriggerArea { tag: WATER, meets: HEROES, ..TriggerArea::new(lake) };
/// assert!(!lake.meets.intersects(Layers::DEFAULT));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct TriggerArea {
    /// Where it is.
    pub aabb: Aabb,
    /// The layers of the movers that it notices; all by default.
    pub meets: Layers,
    /// Data of the caller, which comes back with every event.
    pub tag: Tag,
}

impl TriggerArea {
    /// An area that notices all movers.
    #[must_use]
    pub const fn new(aabb: Aabb) -> Self {
        Self { aabb, meets: Layers::ALL, tag: Tag(0) }
    }
}

impl Default for TriggerArea {
    fn default() -> Self {
        Self::new(Aabb::default())
    }
}

/// A mover, as [`Triggers::update`] sees it.
///
/// ```
/// use seamwalker_collide::{Aabb, Layers, Visitor};
/// use seamwalker_collide::glam::Vec2;
///
/// let arrow = Visitor::new(7, Aabb::new(Vec2::new(60.0, 0.0), Vec2::ONE));
/// let arrow = Visitor { moved: Vec2::new(40.0, 0.0), layers: Layers::layer(3), ..arrow };
/// assert_eq!(arrow.id, 7);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Visitor {
    /// The caller's number for it, the same in every tick.
    pub id: u32,
    /// Where it is now.
    pub aabb: Aabb,
    /// The straight way on which it came there in this tick, in pixels. Areas on the way are entered and left at once. Zero for
    /// a mover that was put there, or that is too slow to skip an area.
    pub moved: Vec2,
    /// The layers it is in.
    pub layers: Layers,
}

impl Visitor {
    /// A mover in the default layer that was put where it is.
    #[must_use]
    pub const fn new(id: u32, aabb: Aabb) -> Self {
        Self { id, aabb, moved: Vec2::ZERO, layers: Layers::DEFAULT }
    }

    /// Whether it was in an area on its way, or is there now.
    fn passes(&self, area: &Aabb) -> bool {
        let start = self.aabb.center - self.moved - area.center;
        let reach = self.aabb.half + area.half;
        let (mut enter, mut leave) = (0.0_f32, 1.0_f32);
        for (start, moved, reach) in [(start.x, self.moved.x, reach.x), (start.y, self.moved.y, reach.y)] {
            if moved == 0.0 {
                if start.abs() >= reach {
                    return false;
                }
            } else {
                let (a, b) = ((-reach - start) / moved, (reach - start) / moved);
                (enter, leave) = (enter.max(a.min(b)), leave.min(a.max(b)));
            }
        }
        enter < leave
    }
}

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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
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
/// A clone is a snapshot. With the feature `serde` it can be saved: a loaded game does not enter its door again.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "SavedTriggers", into = "SavedTriggers"))]
pub struct Triggers {
    /// The areas as bodies, for the broad phase. A removed area is disabled.
    areas: Bodies,
    /// Areas that were removed since the last update.
    removed: Vec<u32>,
    /// Areas that were removed before; the smallest id last.
    free: Vec<u32>,
    /// Which movers are in which areas, sorted.
    pairs: Vec<Pair>,
    /// The pairs before, and the areas on the way of a mover.
    before: Vec<Pair>,
    passed: Vec<Pair>,
    events: Vec<TriggerEvent>,
}

/// An area and a mover.
type Pair = (AreaId, u32);

impl Triggers {
    /// Adds an area. Movers in it are reported by the next update.
    pub fn add(&mut self, area: TriggerArea) -> AreaId {
        let body = Body { layers: area.meets, tag: area.tag, ..Body::new(area.aabb) };
        if let Some(id) = self.free.pop() {
            self.areas.change(BodyId(id), |free| *free = body);
            return AreaId(id);
        }
        AreaId(self.areas.push(body).0)
    }

    /// Moves an area, as a platform carries it. An unknown or removed one stays away.
    ///
    /// ```
    /// use seamwalker_collide::{Aabb, TriggerArea, Triggers, Visitor};
    /// use seamwalker_collide::glam::Vec2;
    ///
    /// let mut triggers = Triggers::default();
    /// let saw = triggers.add(TriggerArea::new(Aabb::new(Vec2::X * 90.0, Vec2::splat(8.0))));
    /// triggers.place(saw, Aabb::new(Vec2::X * 10.0, Vec2::splat(8.0)));
    /// assert_eq!(triggers.update([Visitor::new(0, Aabb::new(Vec2::ZERO, Vec2::splat(6.0)))]).len(), 1);
    /// ```
    pub fn place(&mut self, area: AreaId, aabb: Aabb) {
        self.areas.place(BodyId(area.0), aabb);
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
        let body = self.areas.get(area.0 as usize).filter(|body| body.enabled)?;
        Some(TriggerArea { aabb: body.aabb, meets: body.layers, tag: body.tag })
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
        sort(&mut self.pairs);
        sort(&mut self.passed);
        self.events.clear();
        let Self { areas, pairs, before, passed, events, .. } = self;
        let mut report = |(area, visitor): Pair, crossed| {
            let tag = areas.get(area.0 as usize).map(|body| body.tag).unwrap_or_default();
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
        if !self.removed.is_empty() {
            self.free.append(&mut self.removed);
            // So that a saved game goes on with the same ids.
            self.free.sort_unstable_by(|a, b| b.cmp(a));
        }
        &self.events
    }

    /// Lists the areas that a mover is in, and those on its way.
    fn visit(&mut self, visitor: &Visitor) {
        let came = visitor.moved != Vec2::ZERO && visitor.moved.is_finite();
        let whole = if came { visitor.aabb.moved(-visitor.moved).swept(visitor.moved) } else { visitor.aabb };
        let Self { areas, pairs, passed, .. } = self;
        let notices = |body: &Body| body.enabled && body.layers.intersects(visitor.layers);
        // Rounding must not hide an area from a mover with a long way.
        let near = if came { whole.grown(BODY_MARGIN) } else { whole };
        let is_near = |_, body: &Body| notices(body) && body.aabb.overlaps(&near);
        areas.each_near(&near, is_near, |id, body| {
            if body.aabb.overlaps(&visitor.aabb) {
                pairs.push((AreaId(id.0), visitor.id));
            } else if came && visitor.passes(&body.aabb) {
                passed.push((AreaId(id.0), visitor.id));
            }
        });
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
}

/// Triggers as they are saved.
#[cfg(feature = "serde")]
#[derive(Serialize, Deserialize)]
struct SavedTriggers {
    /// All areas that there ever were, and whether each is still there.
    areas: Vec<(TriggerArea, bool)>,
    removed: Vec<u32>,
    inside: Vec<Pair>,
}

#[cfg(feature = "serde")]
impl From<Triggers> for SavedTriggers {
    fn from(triggers: Triggers) -> Self {
        let area = |body: &Body| (TriggerArea { aabb: body.aabb, meets: body.layers, tag: body.tag }, body.enabled);
        Self { areas: triggers.areas.iter().map(area).collect(), removed: triggers.removed, inside: triggers.pairs }
    }
}

#[cfg(feature = "serde")]
impl From<SavedTriggers> for Triggers {
    fn from(saved: SavedTriggers) -> Self {
        let mut triggers = Self { removed: saved.removed, pairs: saved.inside, ..Self::default() };
        // A file may say anything.
        sort(&mut triggers.pairs);
        saved.areas.iter().for_each(|(area, _)| _ = triggers.add(*area));
        let gone = (0..).zip(&saved.areas).filter(|(_, (_, enabled))| !enabled).map(|(id, _)| id);
        for id in gone {
            triggers.areas.enable(BodyId(id), false);
            if !triggers.removed.contains(&id) {
                triggers.free.push(id);
            }
        }
        triggers.removed.sort_unstable();
        triggers.removed.dedup();
        triggers.removed.retain(|id| triggers.areas.get(*id as usize).is_some_and(|body| !body.enabled));
        triggers.free.reverse();
        triggers
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

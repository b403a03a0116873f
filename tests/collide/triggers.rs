//! Triggers against brute force.

use std::collections::BTreeSet;

use glam::Vec2;
use seamwalker_collide::{
    Aabb, AreaId, Crossed, Disk, Layers, QueryShape, Tag, TriggerArea, TriggerEvent, Triggers, Visitor,
};
use seamwalker_lab::Rng;

fn random_box(rng: &mut Rng, largest: f32) -> Aabb {
    let center = Vec2::new(rng.range(0.0, 900.0), rng.range(0.0, 900.0));
    Aabb::new(center, Vec2::new(rng.range(0.0, largest), rng.range(0.0, largest)))
}

/// A box with round corners: also a box, and also a disk.
#[derive(Clone, Copy)]
struct Round {
    aabb: Aabb,
    radius: f32,
    moved: Vec2,
    layers: Layers,
}

impl Round {
    fn random(rng: &mut Rng, largest: f32) -> Self {
        let aabb = random_box(rng, largest);
        let (aabb, radius) = match rng.bits() % 3 {
            0 => (aabb, 0.0),
            1 => (Aabb::new(aabb.center, Vec2::splat(aabb.half.x)), aabb.half.x),
            _ => (aabb, aabb.half.min_element() * 0.4),
        };
        Self { aabb, radius, moved: Vec2::ZERO, layers: Layers::ALL }
    }

    fn shape(&self) -> QueryShape {
        let Self { aabb, radius, .. } = *self;
        let is_disk = radius == aabb.half.x && radius == aabb.half.y;
        if is_disk { Disk::new(aabb.center, radius).into() } else { QueryShape::rounded(aabb, radius) }
    }

    /// Where it was on its way, as a part of it that is still to go.
    fn before(&self, part: f32) -> Self {
        Self { aabb: self.aabb.moved(-self.moved * part), ..*self }
    }

    fn overlaps(&self, other: &Self, slack: f32) -> bool {
        let core = |round: &Self| round.aabb.half - Vec2::splat(round.radius);
        let gap = (self.aabb.center - other.aabb.center).abs() - core(self) - core(other);
        let radius = self.radius + other.radius;
        if radius > 0.0 { gap.max(Vec2::ZERO).length() < radius - slack } else { gap.max_element() < -slack }
    }

    fn area(&self, id: u32) -> TriggerArea {
        TriggerArea { meets: self.layers, tag: Tag(id as u16), ..TriggerArea::new(self.shape()) }
    }

    fn visitor(&self, id: u32) -> Visitor {
        Visitor { moved: self.moved, layers: self.layers, ..Visitor::new(id, self.shape()) }
    }
}

fn layers(rng: &mut Rng) -> Layers {
    Layers::layer((rng.bits() % 4) as u32)
}

/// Areas and movers, by their ids.
type Pairs = BTreeSet<(u32, u32)>;

/// What must be reported: in and out by the overlap of shapes, ways in many small steps.
fn expected(areas: &[Option<Round>], before: &Pairs, visitors: &[(u32, Round)]) -> (Pairs, Pairs) {
    let (mut inside, mut passed) = (BTreeSet::new(), BTreeSet::new());
    for (id, area) in (0..).zip(areas).filter_map(|(id, area)| Some((id, (*area)?))) {
        for (name, visitor) in visitors.iter().filter(|visitor| area.layers.intersects(visitor.1.layers)) {
            let at = |part: f32| visitor.before(part).overlaps(&area.before(part), 0.01);
            if visitor.overlaps(&area, 0.0) {
                inside.insert((id, *name));
            } else if !before.contains(&(id, *name)) && (0..=400).any(|i| at(i as f32 / 400.0)) {
                passed.insert((id, *name));
            }
        }
    }
    (inside, passed)
}

#[test]
fn triggers_report_what_brute_force_finds() {
    // A list that is scanned, and one with a broad phase.
    for (seed, count) in [(1, 20), (2, 300)] {
        let rng = &mut Rng(seed);
        let mut triggers = Triggers::default();
        let mut areas: Vec<Option<Round>> = Vec::new();
        for id in 0..count {
            let area = Round { layers: layers(rng) | layers(rng), ..Round::random(rng, 60.0) };
            assert_eq!(triggers.add(area.area(id)), AreaId(id));
            areas.push(Some(area));
        }
        let mut visitors: Vec<(u32, Round)> =
            (0..40).map(|id| (id, Round { layers: layers(rng), ..Round::random(rng, 20.0) })).collect();
        let (mut before, mut seen, mut through) = (BTreeSet::new(), 0, 0);
        for _ in 0..60 {
            for (id, visitor) in &mut visitors {
                // Some walk, some are fast, some teleport.
                let step = Vec2::new(rng.range(-1.0, 1.0), rng.range(-1.0, 1.0));
                visitor.moved = step * if id.is_multiple_of(3) { 200.0 } else { 8.0 };
                visitor.aabb = visitor.aabb.moved(visitor.moved);
                if rng.bits().is_multiple_of(20) {
                    *visitor = Round { layers: visitor.layers, ..Round::random(rng, 20.0) };
                }
            }
            // One area is put elsewhere, some move, one goes.
            let random = |rng: &mut Rng| rng.bits() as usize % areas.len();
            let [placed, removed] = [random(rng), random(rng)];
            areas.iter_mut().flatten().for_each(|area| area.moved = Vec2::ZERO);
            for _ in 0..8 {
                let at = rng.bits() as usize % areas.len();
                if let Some(area) = areas[at].as_mut().filter(|area| area.moved == Vec2::ZERO) {
                    area.moved = Vec2::new(rng.range(-300.0, 300.0), rng.range(-90.0, 90.0));
                    area.aabb = area.aabb.moved(area.moved);
                    triggers.move_by(AreaId(at as u32), area.moved * 0.5);
                    triggers.move_by(AreaId(at as u32), area.moved * 0.5);
                }
            }
            if let Some(area) = &mut areas[placed] {
                *area = Round { layers: area.layers, ..Round::random(rng, 60.0) };
                triggers.place(AreaId(placed as u32), area.shape());
            }
            areas[removed] = None;
            triggers.remove(AreaId(removed as u32));
            assert_eq!(triggers.area(AreaId(removed as u32)), None);
            // A saved and loaded game goes on the same way.
            triggers = serde_json::from_str(&serde_json::to_string(&triggers).unwrap()).unwrap();
            // Every other tick, a mover is absent.
            let absent = rng.bits() % 80;
            let present: Vec<_> = visitors.iter().copied().filter(|(id, _)| u64::from(*id) != absent).collect();
            let (inside, passed) = expected(&areas, &before, &present);
            let events = triggers.update(present.iter().rev().map(|(id, round)| round.visitor(*id))).to_vec();
            assert!(events.is_sorted_by_key(|event| (event.area, event.visitor, event.crossed)), "{events:?}");
            seen += events.len();
            let of = |crossed| move |event: &&TriggerEvent| event.crossed == crossed;
            let pair = |event: &TriggerEvent| (event.area.0, event.visitor);
            let entered: BTreeSet<_> = events.iter().filter(of(Crossed::Entered)).map(pair).collect();
            let left: BTreeSet<_> = events.iter().filter(of(Crossed::Left)).map(pair).collect();
            assert!(events.iter().all(|event| u32::from(event.tag.0) == event.area.0));
            // Small steps miss corners that a way only cuts.
            let also: BTreeSet<_> = entered.intersection(&left).copied().collect();
            assert!(also.is_superset(&passed) && also.len() <= passed.len() + 2, "{also:?} {passed:?}");
            through += also.len();
            let without = |set: &BTreeSet<_>| set.difference(&also).copied().collect::<Pairs>();
            assert_eq!(without(&entered), inside.difference(&before).copied().collect());
            assert_eq!(without(&left), before.difference(&inside).copied().collect());
            assert!(inside.iter().all(|(area, visitor)| triggers.contains(AreaId(*area), *visitor)));
            let listed: usize = (0..count).map(|id| triggers.inside(AreaId(id)).count()).sum();
            assert_eq!(listed, inside.len());
            triggers = serde_json::from_str(&serde_json::to_string(&triggers).unwrap()).unwrap();
            let around = (0..40).flat_map(|id| triggers.around(id).map(move |area| (area.0, id)));
            assert_eq!(around.collect::<BTreeSet<_>>(), inside);
            assert!((0..40).all(|id| triggers.around(id).is_sorted()));
            before = inside;
            // The freed id is given to the next area.
            if rng.bits().is_multiple_of(2) {
                visitors.iter_mut().for_each(|(_, visitor)| visitor.moved = Vec2::ZERO);
                areas.iter_mut().flatten().for_each(|area| area.moved = Vec2::ZERO);
                let present: Vec<_> = present.iter().map(|(id, _)| visitors[*id as usize]).collect();
                let area = Round::random(rng, 60.0);
                let id = triggers.add(area.area(0));
                assert!(areas[id.0 as usize].is_none());
                triggers.remove(id);
                let all = || present.iter().map(|(id, round)| round.visitor(*id));
                triggers.update(all());
                let again = triggers.add(area.area(id.0));
                assert_eq!(again, id, "after an update it is free again");
                areas[id.0 as usize] = Some(area);
                triggers.update(all());
                before = expected(&areas, &before, &present).0;
            }
        }
        assert!(seen > 100 && through > 20, "{seen} {through}");
    }
}

#[test]
fn a_border_is_outside_and_strange_movers_are_nowhere() {
    let mut triggers = Triggers::default();
    let area = triggers.add(TriggerArea::new(Aabb::new(Vec2::ZERO, Vec2::splat(8.0))));
    let at = |x: f32| [Visitor::new(0, Aabb::new(Vec2::new(x, 0.0), Vec2::splat(8.0)))];
    assert!(triggers.update(at(16.0)).is_empty());
    assert!(triggers.update(at(f32::NAN)).is_empty());
    assert_eq!(triggers.update(at(15.9)).len(), 1);
    let beside =
        Visitor { moved: Vec2::Y * 90.0, ..Visitor::new(1, Aabb::new(Vec2::new(16.0, 40.0), Vec2::splat(8.0))) };
    assert_eq!(triggers.update([beside]).len(), 1, "the other one is gone, this one went along the border");
    triggers.remove(area);
    triggers.remove(area);
    assert!(triggers.update(at(0.0)).is_empty());
    assert_eq!(triggers.areas().count(), 0);
}

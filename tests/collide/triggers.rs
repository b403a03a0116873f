//! Triggers against brute force.

use std::collections::BTreeSet;

use glam::Vec2;
use seamwalker::collide::{Aabb, AreaId, Crossed, Layers, Tag, TriggerArea, TriggerEvent, Triggers, Visitor};
use seamwalker::lab::Rng;

fn random_box(rng: &mut Rng, largest: f32) -> Aabb {
    let center = Vec2::new(rng.range(0.0, 900.0), rng.range(0.0, 900.0));
    Aabb::new(center, Vec2::new(rng.range(0.0, largest), rng.range(0.0, largest)))
}

fn layers(rng: &mut Rng) -> Layers {
    Layers::layer((rng.bits() % 4) as u32)
}

/// Areas and movers, by their ids.
type Pairs = BTreeSet<(u32, u32)>;

/// What must be reported: in and out by the overlap of boxes, ways in many small steps.
fn expected(areas: &[Option<TriggerArea>], before: &Pairs, visitors: &[Visitor]) -> (Pairs, Pairs) {
    let (mut inside, mut passed) = (BTreeSet::new(), BTreeSet::new());
    for (id, area) in (0..).zip(areas).filter_map(|(id, area)| Some((id, (*area)?))) {
        for visitor in visitors.iter().filter(|visitor| area.meets.intersects(visitor.layers)) {
            let at = |part: f32| visitor.aabb.moved(-visitor.moved * part);
            if at(0.0).overlaps(&area.aabb) {
                inside.insert((id, visitor.id));
            } else if !before.contains(&(id, visitor.id))
                && (0..=400).any(|i| at(i as f32 / 400.0).grown(-0.01).overlaps(&area.aabb))
            {
                passed.insert((id, visitor.id));
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
        let mut areas: Vec<Option<TriggerArea>> = Vec::new();
        for i in 0..count {
            let area = TriggerArea {
                meets: layers(rng) | layers(rng),
                tag: Tag(i),
                ..TriggerArea::new(random_box(rng, 60.0))
            };
            assert_eq!(triggers.add(area), AreaId(u32::from(i)));
            areas.push(Some(area));
        }
        let mut visitors: Vec<Visitor> =
            (0..40).map(|id| Visitor { layers: layers(rng), ..Visitor::new(id, random_box(rng, 20.0)) }).collect();
        let (mut before, mut seen, mut through) = (BTreeSet::new(), 0, 0);
        for _ in 0..60 {
            for visitor in &mut visitors {
                // Some walk, some are fast, some teleport.
                let step = Vec2::new(rng.range(-1.0, 1.0), rng.range(-1.0, 1.0));
                visitor.moved = step * if visitor.id.is_multiple_of(3) { 200.0 } else { 8.0 };
                visitor.aabb = visitor.aabb.moved(visitor.moved);
                if rng.bits().is_multiple_of(20) {
                    (visitor.aabb, visitor.moved) = (random_box(rng, 20.0), Vec2::ZERO);
                }
            }
            let at = (rng.bits() % areas.len() as u64) as usize;
            if let Some(area) = &mut areas[at] {
                area.aabb = random_box(rng, 60.0);
                triggers.place(AreaId(at as u32), area.aabb);
            }
            let at = (rng.bits() % areas.len() as u64) as usize;
            areas[at] = None;
            triggers.remove(AreaId(at as u32));
            assert_eq!(triggers.area(AreaId(at as u32)), None);
            // A saved and loaded game goes on the same way.
            triggers = serde_json::from_str(&serde_json::to_string(&triggers).unwrap()).unwrap();
            // Every other tick, a mover is absent.
            let absent = rng.bits() % 80;
            let present: Vec<Visitor> = visitors.iter().copied().filter(|one| u64::from(one.id) != absent).collect();
            let (inside, passed) = expected(&areas, &before, &present);
            let events = triggers.update(present.iter().rev().copied()).to_vec();
            assert!(events.is_sorted_by_key(|event| (event.area, event.visitor, event.crossed)), "{events:?}");
            seen += events.len();
            let of = |crossed| move |event: &&TriggerEvent| event.crossed == crossed;
            let pair = |event: &TriggerEvent| (event.area.0, event.visitor);
            let entered: BTreeSet<_> = events.iter().filter(of(Crossed::Entered)).map(pair).collect();
            let left: BTreeSet<_> = events.iter().filter(of(Crossed::Left)).map(pair).collect();
            assert!(events.iter().all(|event| u32::from(event.tag.0) == event.area.0));
            // Small steps miss corners that a way only cuts.
            let also: BTreeSet<_> = entered.intersection(&left).copied().collect();
            assert!(also.is_superset(&passed) && also.len() <= passed.len() + 1);
            through += also.len();
            let without = |set: &BTreeSet<_>| set.difference(&also).copied().collect::<Pairs>();
            assert_eq!(without(&entered), inside.difference(&before).copied().collect());
            assert_eq!(without(&left), before.difference(&inside).copied().collect());
            assert!(inside.iter().all(|(area, visitor)| triggers.contains(AreaId(*area), *visitor)));
            let listed: usize = (0..u32::from(count)).map(|id| triggers.inside(AreaId(id)).count()).sum();
            assert_eq!(listed, inside.len());
            before = inside;
            // The freed id is given to the next area.
            if areas[at].is_none() && rng.bits().is_multiple_of(2) {
                let area = TriggerArea { tag: Tag(at as u16), ..TriggerArea::new(random_box(rng, 60.0)) };
                let id = triggers.add(area);
                let area = TriggerArea { tag: Tag(id.0 as u16), ..area };
                assert!(areas[id.0 as usize].is_none());
                triggers.remove(id);
                triggers.update(present.iter().copied());
                let again = triggers.add(area);
                assert_eq!(again, id, "after an update it is free again");
                areas[id.0 as usize] = Some(area);
                triggers.update(present.iter().copied());
                before = expected(&areas, &before, &present).0;
            }
        }
        assert!(seen > 100 && through > 10, "{seen} {through}");
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

//! The broad phase of bodies returns the same as a look at every body, after any bodies were moved, disabled, added or removed; and their
//! shapes.

#![allow(clippy::disallowed_methods, reason = "a test's own geometry; its bits are stored nowhere")]

use glam::Vec2;
use proptest::prelude::*;
use seamwalker_collide::{
    Aabb, Bodies, Body, BodyId, CollisionView, Disk, Mover, Outcome, QueryFilter, RayHit, Solver, SolverKind,
    SolverSetup, Space, TerrainBuilder,
};
use seamwalker_lab::Rng;

use crate::{LAWFUL, ring, space};

/// A change of a space, or a query.
#[derive(Clone, Debug)]
enum Act {
    Push(Aabb),
    Place(u16, Aabb),
    Enable(u16, bool),
    /// By the index operator, so that the broad phase is updated in the next call only.
    Write(u16, Aabb, bool),
    Query(Aabb),
}

fn boxes() -> impl Strategy<Value = Aabb> {
    let side = prop_oneof![6 => 0.5_f32..12.0, 2 => 12.0_f32..90.0, 1 => 90.0_f32..3000.0];
    let place = prop_oneof![6 => -200.0_f32..200.0, 1 => -60_000.0_f32..60_000.0];
    (place.clone(), place, side.clone(), side).prop_map(|(x, y, w, h)| Aabb::new(Vec2::new(x, y), Vec2::new(w, h)))
}

fn acts() -> impl Strategy<Value = Vec<Act>> {
    let act = prop_oneof![
        boxes().prop_map(Act::Push),
        (any::<u16>(), boxes()).prop_map(|(i, b)| Act::Place(i, b)),
        (any::<u16>(), any::<bool>()).prop_map(|(i, there)| Act::Enable(i, there)),
        (any::<u16>(), boxes(), any::<bool>()).prop_map(|(i, b, there)| Act::Write(i, b, there)),
        boxes().prop_map(Act::Query),
    ];
    prop::collection::vec(act, 1..80)
}

/// The bodies that overlap an area, by looking at all of them.
fn overlapping(bodies: &[Body], area: &Aabb) -> Vec<BodyId> {
    let all = (0..).map(BodyId).zip(bodies);
    all.filter(|(_, body)| body.enabled && body.aabb.overlaps(area)).map(|(id, _)| id).collect()
}

fn agree(bodies: &Bodies, model: &[Body], area: &Aabb) -> Result<(), TestCaseError> {
    let mut found = Vec::new();
    bodies.near(area, |id, _| found.push(id));
    prop_assert_eq!(&found, &overlapping(model, area), "in {:?}", area);
    prop_assert_eq!(bodies.any_near(area, |_, _| true), !found.is_empty());
    let odd = |id: BodyId| id.0 % 2 == 1;
    prop_assert_eq!(bodies.any_near(area, |id, _| odd(id)), found.iter().any(|id| odd(*id)));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn a_query_finds_the_same_as_a_full_search(
        start in prop::collection::vec(boxes(), 0..300),
        heap in 0_usize..200,
        acts in acts(),
    ) {
        let spot = Aabb::new(Vec2::new(30.0, 40.0), Vec2::splat(8.0));
        let mut model: Vec<Body> = start.into_iter().chain(std::iter::repeat_n(spot, heap)).map(Body::new).collect();
        let mut bodies = Bodies::from(model.clone());
        for act in acts {
            let at = |i: u16, model: &[Body]| (!model.is_empty()).then(|| usize::from(i) % model.len());
            match act {
                Act::Push(aabb) => {
                    model.push(Body::new(aabb));
                    prop_assert_eq!(bodies.push(Body::new(aabb)).0 as usize, model.len() - 1);
                }
                Act::Place(i, aabb) => if let Some(i) = at(i, &model) {
                    model[i].aabb = aabb;
                    bodies.place(BodyId(i as u32), aabb);
                }
                Act::Enable(i, there) => if let Some(i) = at(i, &model) {
                    prop_assert_eq!(bodies.enable(BodyId(i as u32), there), model[i].enabled);
                    model[i].enabled = there;
                }
                Act::Write(i, aabb, there) => if let Some(i) = at(i, &model) {
                    (model[i].aabb, model[i].enabled) = (aabb, there);
                    bodies.change(BodyId(i as u32), |body| (body.aabb, body.enabled) = (aabb, there));
                }
                Act::Query(area) => agree(&bodies, &model, &area)?,
            }
            agree(&bodies, &model, &spot)?;
        }
        prop_assert_eq!(bodies, Bodies::from(model));
    }
}

#[test]
fn an_unknown_id_changes_nothing() {
    let mut bodies: Bodies = std::iter::repeat_n(Body::new(Aabb::default()), 70).collect();
    bodies.place(BodyId(70), Aabb::new(Vec2::ONE, Vec2::ONE));
    assert!(!bodies.enable(BodyId(u32::MAX), true));
    assert!(bodies.iter().all(|body| *body == Body::new(Aabb::default())));
    bodies.clear();
    assert!(bodies.is_empty() && !bodies.any_near(&Aabb::default(), |_, _| true));
}

#[test]
fn infinite_and_nan_boxes_do_no_harm() {
    let mut bodies: Bodies = std::iter::repeat_n(Body::new(Aabb::new(Vec2::ZERO, Vec2::ONE)), 70).collect();
    for (i, bad) in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1e38, -1e38].into_iter().enumerate() {
        bodies.place(BodyId(i as u32), Aabb::new(Vec2::splat(bad), Vec2::splat(bad.abs())));
        bodies.near(&Aabb::new(Vec2::splat(bad), Vec2::splat(bad.abs())), |_, _| ());
    }
    let mut count = 0;
    bodies.near(&Aabb::new(Vec2::ZERO, Vec2::splat(f32::MAX)), |_, _| count += 1);
    assert!(count >= 65, "{count}");
}

#[test]
fn a_body_answers_queries_like_a_space_with_that_body_alone() {
    for one_way in [false, true] {
        let body = Body { one_way, ..Body::new(Aabb::new(Vec2::new(20.0, 30.0), Vec2::new(24.0, 4.0))) };
        let space = Space { bodies: vec![body].into(), ..Space::default() };
        for i in 0..4000_u16 {
            let at = Vec2::new(f32::from(i % 83) - 20.0, f32::from(i % 61));
            let delta = Vec2::new(f32::from(i % 29) - 14.0, f32::from(i % 23) - 8.0);
            for view in [CollisionView::Thick, CollisionView::Thin, CollisionView::Round, CollisionView::Pieces] {
                let mover = Mover { drops_through: i % 7 == 0, ..Mover::new(Aabb::new(at, Vec2::new(6.0, 11.0))) };
                let touches = space.touching(view, &mover, 0.5);
                assert_eq!(
                    space.bodies.touching(BodyId(0), view, &mover, 0.5),
                    touches.first().map(|touch| touch.contact)
                );
                let hit = space.cast(view, &mover, delta).map(|hit| (hit.fraction, hit.normal));
                assert_eq!(space.bodies.cast(BodyId(0), view, &mover, delta), hit);
            }
        }
    }
}

/// A list of touches in a slide has room for six; a query lists every obstacle.
#[test]
fn a_query_lists_every_obstacle_that_a_mover_touches() {
    let crates: Bodies = (0..20).map(|i| Body::new(Aabb::new(Vec2::new(i as f32 * 2.0, 20.0), Vec2::ONE))).collect();
    let space = Space { bodies: crates, ..Space::default() };
    let mover = Mover::new(Aabb::new(Vec2::new(19.0, 9.0), Vec2::new(20.0, 10.0)));
    for kind in SolverKind::ALL {
        let touched = SolverSetup::new(kind).touching(&space, &mover, 0.5).len();
        // A disk is round: it reaches fewer.
        assert!(touched == 20 || kind == SolverKind::Disk && touched == 14, "{kind}: {touched}");
    }
}

/// Story: a body that had moved 6 px into a mover pushed it through a wall 2 px thick, and the slide called that `Slid`.
#[test]
fn a_body_never_pushes_a_mover_through_a_wall() {
    for thickness in [0.5, 2.0, 5.0, 30.0] {
        let left = 20.0;
        let wall = Aabb::from_corners(Vec2::new(left, -100.0), Vec2::new(left + thickness, 100.0));
        let mut space = space(ring(&wall.corners()));
        let body = space.bodies.push(Body::new(Aabb::default()));
        for depth in [0.5, 3.0, 6.0, 11.0] {
            let mover = Mover::new(Aabb::new(Vec2::new(13.5, 0.0), Vec2::new(6.0, 11.0)));
            space.bodies.change(body, |body| {
                body.aabb = Aabb::from_corners(Vec2::new(-30.0, -20.0), Vec2::new(mover.aabb.min().x + depth, 10.0));
                body.delta = Vec2::new(depth, 0.0);
            });
            for kind in LAWFUL {
                for delta in [Vec2::ZERO, Vec2::new(2.0, 1.0), Vec2::new(9.0, 0.0)] {
                    let slide = SolverSetup::new(kind).slide(&space, &mover, delta);
                    let (middle, outcome) = (mover.aabb.center.x + slide.moved.x, slide.outcome);
                    assert!(middle < left, "{kind}: {depth} px into it before a wall of {thickness}: {middle}");
                    // It may leave upwards or downwards instead.
                    let free = space.overlap(SolverSetup::new(kind).view(), &mover.moved(slide.moved)) < 0.01;
                    assert!(free || matches!(outcome, Outcome::Stuck | Outcome::TakenBack), "{kind}: {outcome:?}");
                }
            }
        }
    }
}

/// Random bodies come and go, in a space with a broad phase and in one without: an id means its body until that is removed, and then
/// nothing, and queries find what a list of all finds.
#[test]
fn an_id_never_means_another_body() {
    for most in [20, 300] {
        let (mut rng, mut space) = (Rng(most), Space::default());
        let (mut live, mut gone): (Vec<(BodyId, u64)>, Vec<BodyId>) = Default::default();
        for data in 0..20_000 {
            if live.len() as u64 == most || !live.is_empty() && rng.unit() < 0.4 {
                let (id, own) = live.swap_remove(rng.bits() as usize % live.len());
                assert_eq!(space.bodies.remove(id).map(|body| body.data), Some(own));
                assert_eq!(space.bodies.remove(id), None);
                gone.push(id);
            } else {
                let aabb = Aabb::new(Vec2::new(rng.range(0.0, 900.0), rng.range(0.0, 90.0)), Vec2::splat(8.0));
                live.push((space.bodies.push(Body { data, ..Body::new(aabb) }), data));
            }
            if data % 50 == 0 {
                assert!(live.iter().all(|(id, own)| space.bodies.get(*id).is_some_and(|body| body.data == *own)));
                assert!(gone.iter().all(|id| space.bodies.get(*id).is_none()));
                let area = Aabb::new(Vec2::new(rng.range(0.0, 900.0), 45.0), Vec2::splat(60.0));
                let (mut found, mut expected) = (Vec::new(), Vec::new());
                space.bodies.near(&area, |id, body| found.push((id, body.data)));
                expected.extend(live.iter().copied().filter(|(id, _)| space.bodies[*id].aabb.overlaps(&area)));
                expected.sort_unstable_by_key(|(id, _)| id.index());
                assert_eq!(found, expected);
            }
        }
        let bytes = postcard::to_stdvec(&space).unwrap();
        let mut again: Space = postcard::from_bytes(&bytes).unwrap();
        assert_eq!(again.bodies, space.bodies);
        let body = Body::new(Aabb::default());
        assert_eq!(again.bodies.push(body), space.bodies.push(body), "saved games go on with the same ids");
    }
}

/// A place that is used up takes no more bodies, so that old ids stay unknown.
#[test]
fn a_place_is_given_away_a_thousand_times() {
    let (mut bodies, body) = (Bodies::default(), Body::new(Aabb::default()));
    let ids: Vec<BodyId> = (0..5000)
        .map(|_| {
            let id = bodies.push(body);
            bodies.remove(id);
            id
        })
        .collect();
    let different: std::collections::HashSet<u32> = ids.iter().map(|id| id.0).collect();
    assert_eq!((different.len(), bodies.len()), (ids.len(), 5));
}

/// There the boxes that it has in common with a box with round corners have corners of their own: they gave their normals.
#[test]
fn a_ray_that_enters_a_disk_where_it_touches_its_box_gets_its_normal() {
    let space = Space { bodies: [Body::disk(Disk::new(Vec2::ZERO, 6.0))].into_iter().collect(), ..Space::default() };
    for pole in [Vec2::X, Vec2::Y, Vec2::NEG_X, Vec2::NEG_Y] {
        for lean in [-0.5, 1.0, -1.0, 0.25] {
            let way = pole + pole.perp() * lean;
            let hit = space.ray_cast(pole * 6.0 + way * 10.0, way * -20.0, &QueryFilter::default()).unwrap();
            assert_eq!((hit.point, hit.normal), (pole * 6.0, pole));
        }
    }
}

/// Searches visit no more cells than the largest body of a level may reach into.
#[test]
fn small_bodies_that_grow_where_they_are_are_found() {
    let mut rng = Rng(5);
    let mut space = Space::default();
    for _ in 0..300 {
        let at = Vec2::new(rng.range(-300.0, 300.0), rng.range(-300.0, 300.0));
        space.bodies.push(Body::disk(Disk::new(at, rng.range(0.5, 2.0))));
    }
    let mut met = 0;
    for round in 0..400_u16 {
        let (id, radius) = (BodyId((rng.bits() % 300) as u32), rng.range(0.5, 2.0 + f32::from(round) * 0.05));
        space.bodies.change(id, |body| (body.aabb.half, body.corner) = (Vec2::splat(radius), radius));
        let [from, to] = [0; 2].map(|_| Vec2::new(rng.range(-350.0, 350.0), rng.range(-350.0, 350.0)));
        agree(&space.bodies, &space.bodies, &Aabb::new(from, Vec2::ONE)).unwrap();
        let filter = QueryFilter::default();
        let ray = |space: &Space| space.ray_cast(from, to - from, &filter).map(|hit| hit.fraction);
        let alone = |body: &Body| ray(&Space { bodies: std::iter::once(*body).collect(), ..Space::default() });
        let first = space.bodies.iter().filter_map(alone).reduce(f32::min);
        assert_eq!((ray(&space), space.is_visible(from, to, &filter)), (first, first.is_none()), "round {round}");
        met += u32::from(first.is_some());
    }
    assert!((100..390).contains(&met), "{met}");
}

/// To slides and queries, a box with round corners and a disk are what polygons with as many corners as they need are.
#[test]
fn a_round_body_is_a_polygon_with_many_corners() {
    let (mut rng, mut hits, mut slides) = (Rng(3), 0, 0);
    for world in 0..1500 {
        let half = Vec2::new(rng.range(4.0, 24.0), rng.range(4.0, 24.0));
        let half = if world % 3 == 0 { Vec2::splat(half.x) } else { half };
        let corner = if world % 3 == 0 { half.x } else { rng.range(0.2, 1.0) * half.min_element() };
        let aabb = Aabb::new(Vec2::new(rng.range(-300.0, 300.0), 40.0), half);
        let mut round = Space::default();
        round.bodies.push(Body { corner, ..Body::new(aabb) });
        let arc = |i: usize| Vec2::from_angle((i as f32 + 0.5) / 128.0 * std::f32::consts::TAU);
        // Around the arc and not in it.
        let point = |i: usize| aabb.center + arc(i).signum() * (half - corner) + arc(i) * corner * 1.0003;
        let corners: Vec<Vec2> = (0..128).map(point).collect();
        let mut builder = TerrainBuilder::default();
        builder.solid(&[corners]).unwrap();
        let many = Space::new(builder.build());
        let mut place = |size: f32| Vec2::new(rng.range(-size, size), rng.range(-size, size));
        for _ in 0..6 {
            let (at, delta) = (aabb.center + place(60.0), place(80.0));
            let context = format!("world {world}: {aabb:?}, {corner}, from {at} by {delta}");
            for view in [CollisionView::Thin, CollisionView::Pieces] {
                let filter = QueryFilter { view, ..QueryFilter::default() };
                let [one, other] = [&round, &many].map(|space| space.closest_point(at, 500.0, &filter).unwrap());
                if round.is_solid(at, &filter) {
                    // In the pieces of the polygon there are seams.
                    continue;
                }
                assert!((one.distance - other.distance).abs() < 0.02, "{context}: {one:?} {other:?}");
                let [one, other] = [&round, &many].map(|space| space.ray_cast(at, delta, &filter));
                let is_flat = |hit: RayHit| hit.normal.dot(delta.normalize()) > -0.2;
                if let (Some(one), Some(other)) = (one, other) {
                    hits += 1;
                    let is_near = one.point.distance(other.point) < 0.05;
                    assert!(is_near || is_flat(one), "{context}: {one:?} {other:?}");
                } else {
                    assert!(one.or(other).is_none_or(is_flat), "{context}: {one:?} {other:?}");
                }
                let shape = Aabb::new(at, Vec2::new(5.0, 3.0));
                let [one, other] = [&round, &many].map(|space| space.shape_cast(shape, delta, &filter));
                if let (Some(one), Some(other)) = (one, other) {
                    let way = (one.fraction - other.fraction).abs() * delta.length();
                    assert!(
                        way < 0.1 || one.fraction == 0.0 || one.normal.dot(delta.normalize()) > -0.2,
                        "{context}: {one:?} {other:?}"
                    );
                }
            }
            for kind in SolverKind::ALL {
                let (solver, hero) = (SolverSetup::new(kind), Mover::new(Aabb::new(at, Vec2::new(6.0, 11.0))));
                if ![&round, &many].iter().all(|space| space.has_room(solver.view(), &hero, 0.0)) {
                    continue;
                }
                // Along a curve, slides depend on where its faces meet: a short way.
                let way = delta.clamp_length_max(16.0);
                let [one, other] = [&round, &many].map(|space| solver.slide(space, &hero, way).moved);
                slides += u32::from(one != way);
                let lawful = [SolverKind::ThickSat, SolverKind::Disk].contains(&kind);
                assert!(!lawful || one.distance(other) < 0.5, "{context}, {kind}: {one} {other}");
            }
        }
    }
    assert!(hits > 1000 && slides > 2000, "{hits} {slides}");
}

/// Bodies in a file may come from anywhere: places that are named as vacant twice, or are not, and numbers beyond those that ids have.
#[test]
fn damaged_lists_of_vacant_places_do_no_harm() {
    let body = Body::new(Aabb::new(Vec2::ZERO, Vec2::ONE));
    let list = vec![body, Body { enabled: false, ..body }, body];
    let saved = (list, vec![u16::MAX, 3, 1023_u16], vec![1_u32, 1, 0, 9, 1], Vec::<u8>::new());
    let mut bodies: Bodies = postcard::from_bytes(&postcard::to_stdvec(&saved).unwrap()).unwrap();
    let added: Vec<BodyId> = (0..3).map(|data| bodies.push(Body { data, ..body })).collect();
    assert!(
        added.iter().enumerate().all(|(i, id)| bodies[*id].data == i as u64),
        "each is where its id says: {added:?}"
    );
    assert_eq!((bodies.len(), bodies[0], bodies[2]), (5, body, body), "what was there is still there");
    added.into_iter().for_each(|id| _ = bodies.remove(id));
    let every: Vec<BodyId> = (0..5).flat_map(|i| (0..1024).map(move |n| BodyId(i | n << 22))).collect();
    every.into_iter().for_each(|id| _ = bodies.remove(id));
    assert!(bodies.iter().all(|body| !body.enabled));
}

//! Bodies that are a terrain of their own: turned, they are to every solver and query what the same ground is as terrain, and they carry
//! and push along their turn.

#![allow(clippy::disallowed_methods, reason = "a test's own geometry; its bits are stored nowhere")]

use glam::Vec2;
use seamwalker_collide::controller::{Controller, Intent};
use seamwalker_collide::{
    Aabb, Body, Carrier, CollisionView, Edge, Layers, Mover, Obstacle, Passenger, Piece, Pose, QueryFilter, Solver,
    SolverKind, SolverSetup, Space, Terrain, TerrainBuilder,
};
use seamwalker_lab::Rng;

use crate::settings::is_long;

const DT: f32 = 1.0 / 60.0;

fn place(rng: &mut Rng, size: f32) -> Vec2 {
    Vec2::new(rng.range(-size, size), rng.range(-size, size))
}

fn below(rng: &mut Rng, count: u64) -> u64 {
    rng.bits() % count
}

/// A plank, a star or a cross, with its middle near the origin; one in four with a ribbon above it.
fn ground(rng: &mut Rng) -> Terrain {
    let mut builder = TerrainBuilder::default();
    let (long, thick) = (rng.range(20.0, 60.0), rng.range(4.0, 10.0));
    let corners: Vec<Vec2> = match below(rng, 3) {
        0 => Aabb::new(place(rng, 8.0), Vec2::new(long, thick)).corners().to_vec(),
        1 => {
            let count = 3 + 2 * below(rng, 4) as usize;
            let turn = |i: usize| Pose::new(Vec2::ZERO, i as f32 * std::f32::consts::TAU / count as f32);
            (0..count).map(|i| turn(i).world(Vec2::X * rng.range(0.6, 1.0) * long)).collect()
        }
        _ => {
            let arm = [(-thick, -long), (thick, -long), (thick, -thick)].map(Vec2::from);
            let quarter = |i: usize| (0..i).fold(arm, |arm, _| arm.map(Vec2::perp));
            (0..4).flat_map(quarter).collect()
        }
    };
    builder.solid(&[corners]).unwrap();
    if below(rng, 4) == 0 {
        builder.ribbon(&[Vec2::new(-30.0, -long - 8.0), Vec2::new(30.0, -long - 8.0)]).unwrap();
    }
    builder.build()
}

/// The ground as a body in a pose, and the same ground as terrain.
fn both(ground: &Terrain, pose: Pose) -> [Space; 2] {
    let mut moving = Space::default();
    let id = moving.bodies.push_terrain(Body::new(Aabb::new(Vec2::ZERO, Vec2::ZERO)), ground);
    moving.bodies.set_pose(id, pose);
    let turned = |edge: &Edge| {
        let [a, b] = [edge.segment.a, edge.segment.b].map(|end| pose.world(end));
        Edge { prev: edge.prev, next: edge.next, chain: edge.chain, ..Edge::new(a, b, edge.side) }
    };
    let turned_piece = |piece: &Piece| {
        let corners: Vec<Vec2> = piece.corners().iter().map(|corner| pose.world(*corner)).collect();
        let one_way = piece.one_way.map(|side| seamwalker_collide::Direction::of(pose.rotation.rotate(side.normal())));
        Piece { one_way, ..Piece::convex(&corners).unwrap() }
    };
    let edges = ground.edges().iter().map(turned).collect();
    let resting = Space::new(Terrain::new(edges, ground.pieces().iter().map(turned_piece).collect()));
    [moving, resting]
}

#[test]
fn a_turned_body_is_what_its_ground_is_as_terrain() {
    let mut rng = Rng(7);
    let mut different = [0; SolverKind::ALL.len()];
    let (worlds, mut slides) = (if is_long() { 20_000 } else { 600 }, 0);
    for world in 0..worlds {
        let pose = Pose::new(place(&mut rng, 200.0), rng.range(-4.0, 4.0));
        let spaces = both(&ground(&mut rng), pose);
        for _ in 0..6 {
            let at = pose.at + place(&mut rng, 90.0);
            let hero = Mover::new(Aabb::new(at, Vec2::new(6.0, 11.0)));
            let delta = place(&mut rng, 60.0);
            for (kind, different) in SolverKind::ALL.into_iter().zip(&mut different) {
                let solver = SolverSetup::new(kind);
                let free = spaces.each_ref().map(|space| space.is_free(solver.view(), &hero));
                assert_eq!(free[0], free[1], "world {world}: {kind} at {at} of {pose:?}");
                if free[0] {
                    slides += 1;
                    let [moving, resting] = spaces.each_ref().map(|space| solver.slide(space, &hero, delta));
                    *different += u32::from(moving.moved.distance(resting.moved) > 0.02);
                    let parts = moving.touches.iter().all(|touch| matches!(touch.obstacle, Obstacle::Part(..)));
                    assert!(parts, "{:?}", moving.touches);
                }
            }
        }
    }
    assert!(slides > 5000, "{slides}");
    for (kind, different) in SolverKind::ALL.into_iter().zip(different) {
        // Where two exits are equally long, rounding decides. edge-flags knows no neighbours of the edges of a body.
        let most = if kind == SolverKind::EdgeFlags { slides / 200 } else { slides / 10_000 };
        assert!(different <= most, "{kind}: {different} of {slides} slides lead elsewhere");
    }
}

#[test]
fn queries_find_a_turned_body_where_its_ground_is() {
    let mut rng = Rng(8);
    let part = |obstacle| match obstacle {
        Obstacle::Edge(i) => i,
        Obstacle::Piece(i) => 32_768 + i,
        Obstacle::Part(_, part) => u32::from(part),
        Obstacle::Body(_) => u32::MAX,
    };
    let (mut hits, mut solid) = (0, 0);
    for world in 0..400 {
        let pose = Pose::new(place(&mut rng, 200.0), rng.range(-4.0, 4.0));
        let spaces = both(&ground(&mut rng), pose);
        for view in [CollisionView::Thin, CollisionView::Pieces] {
            let filter = QueryFilter { view, ..QueryFilter::default() };
            for _ in 0..10 {
                let (from, delta) = (pose.at + place(&mut rng, 120.0), place(&mut rng, 200.0));
                let context = format!("world {world}, {view:?}: from {from} by {delta}, {pose:?}");
                let [moving, resting] = spaces.each_ref().map(|space| space.ray_cast(from, delta, &filter));
                assert_eq!(moving.is_some(), resting.is_some(), "{context}");
                if let (Some(moving), Some(resting)) = (moving, resting) {
                    hits += 1;
                    assert!(moving.point.distance(resting.point) < 0.01, "{context}: {moving:?}, {resting:?}");
                    assert!(moving.normal.distance(resting.normal) < 1e-3, "{context}: {moving:?}, {resting:?}");
                }
                let shape = Aabb::new(from, Vec2::new(5.0, 3.0));
                let [moving, resting] = spaces.each_ref().map(|space| space.shape_cast(shape, delta, &filter));
                let at = |hit: Option<seamwalker_collide::Hit>| hit.map_or(1.0, |hit| hit.fraction);
                assert!((at(moving) - at(resting)).abs() < 1e-3, "{context}: {moving:?}, {resting:?}");
                let [moving, resting] =
                    spaces.each_ref().map(|space| space.closest_point(from, 500.0, &filter).unwrap());
                assert!((moving.distance - resting.distance).abs() < 0.01, "{context}");
                let [moving, resting] = spaces.each_ref().map(|space| space.is_solid(from, &filter));
                assert_eq!(moving, resting, "{context}");
                solid += u32::from(moving);
                let list = |space: &Space| {
                    let mut found = Vec::new();
                    space.each_overlapping(shape, &filter, |obstacle| found.push(part(obstacle)));
                    found
                };
                assert_eq!(list(&spaces[0]), list(&spaces[1]), "{context}");
            }
        }
    }
    assert!(hits > 1000 && solid > 100, "{hits}, {solid}");
}

fn plank(half: Vec2) -> Terrain {
    let mut builder = TerrainBuilder::default();
    builder.solid(&[Aabb::new(Vec2::ZERO, half).corners()]).unwrap();
    builder.build()
}

fn item(at: Vec2, half: f32) -> Body {
    Body { priority: 2, ..Body::new(Aabb::new(at, Vec2::splat(half))) }
}

/// A seesaw that swings by a third of a right angle carries three crates: they stay where they are on it.
#[test]
fn a_seesaw_carries_three_riders() {
    for kind in SolverKind::ALL {
        let (mut space, solver) = (Space::default(), SolverSetup::new(kind));
        let hinge = Body::new(Aabb::new(Vec2::new(100.0, 50.0), Vec2::ZERO));
        let seesaw = space.bodies.push_terrain(hinge, &plank(Vec2::new(60.0, 4.0)));
        let riders = [60.0, 100.0, 140.0].map(|x| space.bodies.push(item(Vec2::new(x, 38.0), 8.0)));
        let mut carrier = Carrier::new(riders.map(Passenger::new).to_vec());
        for tick in 0..3000 {
            let angle = 0.5 * (tick as f32 * 0.02).sin();
            let pose = Pose::new(Vec2::new(100.0, 50.0), angle);
            let moves = [(seesaw, pose)];
            carrier.tick(&solver, &mut space, &mut [], moves, DT, |_, crush, _| panic!("{kind}, {tick}: {crush:?}"));
            for (rider, x) in riders.into_iter().zip([-40.0, 0.0, 40.0]) {
                let body = space.bodies[rider];
                let local = pose.local(body.aabb.center);
                assert!((local.x - x).abs() < 6.0, "{kind}, tick {tick}: {rider:?} is at {local}");
                let mover = Mover { ignores: Some(rider), ..Mover::new(body.aabb) };
                let gap = space.bodies.touching(seesaw, solver.view(), &mover, 3.0).map(|contact| contact.depth);
                assert!(gap.is_some_and(|gap| (-0.6..0.01).contains(&gap)), "{kind}, tick {tick}: {gap:?} {local}");
            }
        }
    }
}

/// A plank turns at random among crates, a hero and a few rocks. No passenger is left inside the plank unless a crush was reported,
/// and none passes through the plank or ends in a rock.
#[test]
fn what_turns_pushes_or_crushes_and_lets_nobody_through() {
    let (worlds, mut carried, mut crushes) = (if is_long() { 400 } else { 12 }, 0, 0);
    for (world, kind) in (0..worlds).flat_map(|world| SolverKind::ALL.map(|kind| (world, kind))) {
        let mut rng = Rng(world);
        let mut rocks = TerrainBuilder::default();
        let floor = Aabb::new(Vec2::new(0.0, 140.0), Vec2::new(300.0, 20.0));
        let rock = Aabb::new(Vec2::new(rng.range(-90.0, 90.0), rng.range(60.0, 110.0)), Vec2::splat(10.0));
        [floor, rock].iter().for_each(|rock| _ = rocks.solid(&[rock.corners()]).unwrap());
        let (mut space, solver) = (Space::new(rocks.build()), SolverSetup::new(kind));
        let half = Vec2::new(rng.range(40.0, 90.0), rng.range(4.0, 8.0));
        let hinge = Vec2::new(0.0, rng.range(20.0, 70.0));
        let wing = space.bodies.push_terrain(Body::new(Aabb::new(hinge, Vec2::ZERO)), &plank(half));
        let (swing, speed) = (below(&mut rng, 2) == 0, rng.range(0.005, 0.06));
        let pose = |tick: i32| {
            let angle = if swing { 0.6 * (tick as f32 * speed).sin() } else { tick as f32 * speed };
            Pose::new(hinge + Vec2::Y * 10.0 * (tick as f32 * 0.01).sin(), angle)
        };
        let ids: Vec<_> =
            (0..5).map(|i| space.bodies.push(item(Vec2::new(i as f32 * 30.0 - 60.0, -30.0), 8.0))).collect();
        let mut carrier = Carrier::new(ids.iter().copied().map(Passenger::new).collect());
        let mut hero = Controller::new(Aabb::new(Vec2::new(10.0, -60.0), Vec2::new(6.0, 11.0)));
        carrier.add(hero.add_body(&mut space));
        let all: Vec<_> = ids.iter().copied().chain(hero.state.body).collect();
        for tick in 0..600 {
            let run = if tick % 90 < 40 { rng.range(-1.0, 1.0) } else { hero.state.velocity.x.signum() };
            let intent = Intent { x: run, jump: tick % 45 < 10, ..Intent::default() };
            let before: Vec<_> = all.iter().map(|id| space.bodies[*id]).collect();
            let (from, to) = (pose(tick), pose(tick + 1));
            let (mut gone, mut is_dead) = (Vec::new(), false);
            carrier.tick(&solver, &mut space, &mut [(&mut hero, intent)], [(wing, to)], DT, |space, crush, hero| {
                if let Some(hero) = hero {
                    is_dead = !hero.slip_out(&solver, space, 6.0);
                } else {
                    space.bodies.enable(crush.body, false);
                }
                gone.push(crush.body);
            });
            if is_dead {
                hero.teleport(Vec2::new(10.0, -60.0));
                hero.place_body(&mut space);
            }
            crushes += gone.len();
            for (id, before) in
                all.iter().zip(&before).filter(|(id, _)| space.bodies[**id].enabled && !gone.contains(id))
            {
                let now = space.bodies[*id].aabb;
                let context = format!("world {world}, {kind}, tick {tick}: {id:?} at {} in {to:?}", now.center);
                let mover = Mover { ignores: Some(*id), ..Mover::new(now) };
                let depth = space.bodies.touching(wing, solver.view(), &mover, 0.0).map_or(0.0, |touch| touch.depth);
                // Wedged between it and another crate, a disk gets out over several ticks.
                assert!(depth < 2.0, "{context}: {depth} px deep in it");
                let (was, is) = (from.local(before.aabb.center), to.local(now.center));
                let is_through = was.y * is.y < 0.0 && was.x.abs().max(is.x.abs()) < half.x - 4.0;
                assert!(!is_through, "{context}: through it, from {was} to {is}");
                let in_rock = space.border_overlap(solver.view(), &Mover { meets: Layers::NONE, ..mover });
                assert!(in_rock < 0.5, "{context}: {in_rock} px in a rock");
            }
            carried += carrier.passengers().iter().filter(|one| one.carried.is_some()).count();
            hero.step(&solver, &space, &intent, DT);
        }
    }
    assert!(carried > 1000 && crushes > 10, "{carried} carried, {crushes} crushed");
}

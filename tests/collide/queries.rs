//! Queries against brute force, on random worlds: rays, casts, overlaps, closest points, points in solid ground.

#![allow(clippy::disallowed_methods, reason = "a test's own geometry; its bits are stored nowhere")]

use glam::{DVec2, Vec2};
use seamwalker_collide::{
    Aabb, Body, BodyId, CollisionView, Direction, Disk, Edge, Hit, Layers, Mover, Obstacle, Piece, QueryFilter,
    QueryShape, RayHit, Side, Solver, SolverKind, SolverSetup, Space, Tag, Terrain,
};
use seamwalker_lab::Rng;

use crate::outlines::terrain;
use crate::settings::is_long;
use crate::{outline, random_field, ring, solids, space};

/// The middle of [`random_field`], px.
const MIDDLE: Vec2 = Vec2::new(220.0, 229.0);

/// How far rounding may lead an answer astray, px.
const ROUNDING: f32 = 2e-3;

fn worlds() -> u64 {
    if is_long() { 100 } else { 12 }
}

fn place(rng: &mut Rng) -> Vec2 {
    MIDDLE + Vec2::new(rng.range(-340.0, 340.0), rng.range(-210.0, 210.0))
}

/// A field of tiles, edges of all kinds across it, and bodies in all layers.
fn world(rng: &mut Rng) -> Space {
    let field = random_field(rng);
    let mut edges = field.terrain.edges().to_vec();
    for _ in 0..20 {
        let a = place(rng);
        let side = [Side::Both, Side::Outer, Side::OneWay][(rng.bits() % 3) as usize];
        edges.push(Edge::new(a, a + Vec2::new(rng.range(-90.0, 90.0), rng.range(-90.0, 90.0)), side));
    }
    let mut space = Space::new(Terrain::new(edges, field.terrain.pieces().to_vec()));
    add_bodies(rng, &mut space, 30);
    space
}

fn add_bodies(rng: &mut Rng, space: &mut Space, count: u32) {
    for i in 0..count {
        let aabb = Aabb::new(place(rng), Vec2::new(rng.range(1.0, 30.0), rng.range(1.0, 30.0)));
        let (layers, one_way) = (Layers::layer(i % 5), rng.bits().is_multiple_of(5));
        space.bodies.push(Body { layers, one_way, enabled: i % 11 != 0, tag: Tag(i as u16 % 3), ..Body::new(aabb) });
    }
}

/// An obstacle as plain geometry: a line with its outward side, or a convex polygon.
enum Plain {
    Line(DVec2, DVec2, DVec2, Side),
    Polygon(Vec<DVec2>, Option<DVec2>),
}

fn plain(space: &Space, pieces: bool) -> Vec<(Obstacle, Plain)> {
    let mut all = Vec::new();
    if pieces {
        for (i, piece) in (0..).zip(space.terrain.pieces()) {
            let corners = piece.corners().iter().map(Vec2::as_dvec2).collect();
            let one_way = piece.one_way.map(|side: Direction| side.normal().as_dvec2());
            all.push((Obstacle::Piece(i), Plain::Polygon(corners, one_way)));
        }
    } else {
        for (i, edge) in (0..).zip(space.terrain.edges()) {
            let [a, b, normal] = [edge.segment.a, edge.segment.b, edge.normal].map(|v| v.as_dvec2());
            all.push((Obstacle::Edge(i), Plain::Line(a, b, normal, edge.side)));
        }
    }
    for (i, body) in (0..).zip(&space.bodies).filter(|(_, body)| body.enabled) {
        let corners = body.aabb.corners().map(|corner| corner.as_dvec2());
        let polygon = match body.one_way {
            true if !pieces => Plain::Line(corners[0], corners[1], DVec2::NEG_Y, Side::OneWay),
            one_way => Plain::Polygon(corners.to_vec(), one_way.then_some(DVec2::NEG_Y)),
        };
        all.push((Obstacle::Body(BodyId(i)), polygon));
    }
    all
}

impl Plain {
    fn sides(&self) -> Vec<(DVec2, DVec2, DVec2, Side)> {
        match self {
            Self::Line(a, b, normal, side) => vec![(*a, *b, *normal, *side)],
            Self::Polygon(corners, one_way) => {
                let middle = corners.iter().sum::<DVec2>() / corners.len() as f64;
                let sides = (0..corners.len()).map(|i| (corners[i], corners[(i + 1) % corners.len()]));
                let outward = |a: DVec2, b: DVec2| {
                    let normal = (b - a).perp().normalize_or_zero();
                    if normal.dot(a - middle) < 0.0 { -normal } else { normal }
                };
                let all =
                    sides.map(|(a, b)| (a, b, outward(a, b), Side::Outer)).filter(|(a, b, ..)| a.distance(*b) > 1e-3);
                all.filter(|(_, _, normal, _)| one_way.is_none_or(|side| normal.dot(side) > 0.3)).collect()
            }
        }
    }

    /// The fraction at which a ray meets it, by Cramer's rule.
    fn ray(&self, origin: DVec2, delta: DVec2) -> Option<f64> {
        let meets = |(a, b, normal, side): (DVec2, DVec2, DVec2, Side)| {
            let along = b - a;
            let det = along.x * delta.y - along.y * delta.x;
            let from = a - origin;
            let (t, u) = ((along.x * from.y - along.y * from.x) / det, (delta.x * from.y - delta.y * from.x) / det);
            let faces = side == Side::Both || normal.dot(delta) < 0.0;
            (det != 0.0 && faces && (0.0..=1.0).contains(&t) && (0.0..=1.0).contains(&u)).then_some(t)
        };
        self.sides().into_iter().filter_map(meets).min_by(f64::total_cmp)
    }

    /// The distance of its border.
    fn distance(&self, place: DVec2) -> f64 {
        let to_side = |(a, b): (DVec2, DVec2)| {
            let along = b - a;
            let t = ((place - a).dot(along) / along.length_squared()).clamp(0.0, 1.0);
            place.distance(a + along * t)
        };
        let all: Vec<(DVec2, DVec2)> = match self {
            Self::Line(a, b, ..) => vec![(*a, *b)],
            Self::Polygon(corners, _) => {
                (0..corners.len()).map(|i| (corners[i], corners[(i + 1) % corners.len()])).collect()
            }
        };
        all.into_iter().filter(|(a, b)| a != b).map(to_side).fold(f64::INFINITY, f64::min)
    }

    fn contains(&self, place: DVec2) -> bool {
        let Self::Polygon(corners, _) = self else { return false };
        let crosses = |i: usize| {
            let (a, b) = (corners[i], corners[(i + 1) % corners.len()]);
            (a.y > place.y) != (b.y > place.y) && place.x < a.x + (place.y - a.y) / (b.y - a.y) * (b.x - a.x)
        };
        (0..corners.len()).filter(|i| crosses(*i)).count() % 2 == 1
    }
}

fn filter(pieces: bool) -> QueryFilter<'static> {
    let view = if pieces { CollisionView::Pieces } else { CollisionView::Thin };
    QueryFilter { view, ..QueryFilter::default() }
}

#[test]
fn a_ray_meets_what_brute_force_meets_first() {
    let mut hits = 0;
    for seed in 0..worlds() {
        let rng = &mut Rng(seed);
        let mut space = world(rng);
        // Every other world has a broad phase for its bodies.
        add_bodies(rng, &mut space, 60 * (seed % 2) as u32);
        for pieces in [false, true] {
            let (filter, plain) = (filter(pieces), plain(&space, pieces));
            for _ in 0..200 {
                let (origin, target) = (place(rng), place(rng));
                let delta = (target - origin) * [0.1, 1.0, 30.0][(rng.bits() % 3) as usize];
                let hit = space.ray_cast(origin, delta, &filter);
                let want = plain.iter().filter_map(|(_, one)| one.ray(origin.as_dvec2(), delta.as_dvec2()));
                let want = want.min_by(f64::total_cmp);
                let far = |t: f64| t * f64::from(delta.length());
                match (hit, want) {
                    (None, None) => {}
                    (Some(RayHit { fraction, point, normal, obstacle }), Some(want)) => {
                        hits += 1;
                        // Along a face, rounding leads far.
                        let steep = f64::from(-normal.dot(delta.normalize()));
                        let off = far(f64::from(fraction) - want).abs() * steep;
                        assert!(off < f64::from(ROUNDING) + far(1e-6), "{seed}: {origin} {delta}, {off}");
                        assert!(normal.dot(delta) < 0.0 && normal.is_normalized());
                        let met = &plain.iter().find(|(one, _)| *one == obstacle).unwrap().1;
                        assert!(met.distance(point.as_dvec2()) < 1e-3, "{seed}: {point} is not on {obstacle:?}");
                    }
                    (hit, want) => panic!("{seed}: {origin} {delta}: {hit:?}, brute force {want:?}"),
                }
            }
        }
    }
    assert!(hits > 3000, "{hits}");
}

/// Which cells a ray visits makes no difference: in a grid of one cell, every ray asks everything. Rays run along the lines between
/// cells, through their corners and a little beside them; they have no length, start or end far outside, and are 100,000 px long.
#[test]
fn a_ray_meets_the_same_in_a_grid_of_one_cell() {
    let mut seen = [[0; 2]; 5];
    for seed in 0..worlds() {
        let rng = &mut Rng(seed);
        let mut space = if seed % 3 == 0 { random_field(rng) } else { world(rng) };
        add_bodies(rng, &mut space, 40 * (seed % 3) as u32);
        let (mut edges, mut pieces) = (space.terrain.edges().to_vec(), space.terrain.pieces().to_vec());
        let corner = |boxes: &mut dyn Iterator<Item = Aabb>| boxes.map(|b| b.min()).reduce(Vec2::min).unwrap();
        let corners = [corner(&mut edges.iter().map(|e| e.segment.aabb())), corner(&mut pieces.iter().map(|p| p.aabb))];
        // So far away that a grid over everything has one cell around the world.
        let far = Vec2::splat(2e9);
        edges.push(Edge::new(far, far + Vec2::X * 999.0, Side::Outer));
        pieces.push(Piece::solid_box(Aabb::new(far, Vec2::splat(999.0))));
        let one_cell = Space { bodies: space.bodies.clone(), ..Space::new(Terrain::new(edges, pieces)) };
        for i in 0..2000 {
            let pieces = i % 2 == 1;
            let mut lattice = || {
                let cell = Vec2::new(rng.range(-3.0, 26.0).floor(), rng.range(-3.0, 18.0).floor());
                corners[usize::from(pieces)] + cell * Terrain::CELL
            };
            let (mut from, to) = (lattice(), lattice());
            from += Vec2::new(rng.range(-2.0, 2.0).trunc(), rng.range(-2.0, 2.0).trunc()) * rng.range(0.0, 3e-3);
            let kind = (rng.bits() % 5) as usize;
            let delta = match kind {
                0 => to - from,
                1 => Vec2::X * (to - from).x,
                2 => Vec2::Y * (to - from).y,
                3 => (to - from).normalize_or_zero() * 1e5,
                _ => (place(rng) - from) * (rng.bits() % 2) as f32,
            };
            // Some come from far outside.
            let from = if i % 5 == 0 { from - delta * 3.0 } else { from };
            let (filter, delta) = (filter(pieces), if i % 5 == 0 { delta * 6.0 } else { delta });
            let hit = space.ray_cast(from, delta, &filter);
            assert_eq!(hit, one_cell.ray_cast(from, delta, &filter), "{seed} {pieces}: {from} {delta}");
            let to = from + delta;
            let is_free = space.ray_cast(from, to - from, &filter).is_none();
            assert_eq!(space.is_visible(from, to, &filter), is_free, "{seed} {pieces}: {from} {to}");
            seen[kind][usize::from(is_free)] += 1;
        }
    }
    assert!(seen.as_flattened().iter().all(|seen| *seen > 200), "{seen:?}");
}

/// Rays on the lattice of the tiles run along faces and through corners. Two rays beside each say what it may meet: it is stopped
/// where both are.
#[test]
fn a_ray_passes_corners_that_it_grazes_and_no_joint() {
    let mut grazed = 0;
    for seed in 0..worlds() {
        let rng = &mut Rng(seed);
        let space = random_field(rng);
        for pieces in [false, true] {
            for _ in 0..300 {
                let lattice = |rng: &mut Rng| Vec2::new((rng.bits() % 81) as f32, (rng.bits() % 49) as f32) * 8.0;
                let (origin, target) = (lattice(rng), lattice(rng));
                let delta = target - origin;
                let origin = origin + Vec2::new(-100.0, 37.0);
                if delta == Vec2::ZERO || space.is_solid(origin + delta.normalize(), &filter(pieces)) {
                    continue;
                }
                let beside = delta.perp().normalize() * 0.01;
                let two_sided = QueryFilter { one_way: false, ..filter(pieces) };
                let ray = |origin| space.ray_cast(origin, delta, &two_sided).map(|hit| hit.fraction);
                let [left, middle, right] = [origin - beside, origin, origin + beside].map(ray);
                grazed += u32::from(left.is_some() != right.is_some());
                let want = left.zip(right).map(|(left, right)| left.max(right));
                // A slanted face is met earlier or later beside the ray, and a start on a border is inside on one side.
                let off = middle.zip(want).map_or(0.0, |(middle, want)| (middle - want).abs() * delta.length());
                let is_free = |at| !space.is_solid(at, &filter(pieces));
                // In the tip of a wedge, the rays beside are stopped at once.
                let leads_away = [left, right].iter().all(|hit| hit.is_none_or(|hit| hit * delta.length() > 0.1));
                let starts_free = is_free(origin - beside) && is_free(origin + beside) && leads_away;
                if starts_free && !near_end(want, delta) && !near_end(middle, delta) {
                    assert_eq!(
                        middle.is_some(),
                        want.is_some(),
                        "{seed} {pieces}: {origin} {delta}: {left:?} {right:?}"
                    );
                    assert!(off < 0.3, "{seed} {pieces}: {origin} {delta}: {left:?} {middle:?} {right:?}");
                }
            }
        }
    }
    assert!(grazed > 30, "{grazed}");
}

/// Whether a ray ends where it meets something: the rays beside it may end before.
fn near_end(fraction: Option<f32>, delta: Vec2) -> bool {
    fraction.is_some_and(|fraction| (1.0 - fraction) * delta.length() < 0.1)
}

#[test]
fn the_closest_point_is_that_of_brute_force() {
    let mut inside = 0;
    for seed in 0..worlds() {
        let rng = &mut Rng(seed);
        let space = world(rng);
        for pieces in [false, true] {
            let plain = plain(&space, pieces);
            for _ in 0..100 {
                let (at, reach) = (place(rng), [5.0, 60.0, f32::INFINITY][(rng.bits() % 3) as usize]);
                let signed = |one: &Plain| {
                    let distance = one.distance(at.as_dvec2()) as f32;
                    if one.contains(at.as_dvec2()) { -distance } else { distance }
                };
                let want = plain.iter().map(|(_, one)| signed(one)).fold(f32::INFINITY, f32::min);
                let Some(got) = space.closest_point(at, reach, &filter(pieces)) else {
                    assert!(want > reach - ROUNDING, "{seed}: {at}: {want}");
                    continue;
                };
                inside += u32::from(want < 0.0);
                assert!((got.distance - want).abs() < ROUNDING, "{seed} {pieces}: {at}: {got:?}, {want}");
                let met = &plain.iter().find(|(one, _)| *one == got.obstacle).unwrap().1;
                assert!(met.distance(got.point.as_dvec2()) < 1e-3, "the point is on the border");
                assert!(((at - got.point).dot(got.normal) - got.distance).abs() < ROUNDING, "{got:?}");
            }
        }
    }
    assert!(inside > 50, "{inside}");
}

#[test]
fn a_closest_point_of_a_slope_is_exact_at_its_corners() {
    let slope = Piece::convex(&[Vec2::ZERO, Vec2::new(64.0, 16.0), Vec2::new(0.0, 16.0)]).unwrap();
    let space = Space::new(Terrain::new(Vec::new(), vec![slope]));
    let closest = space.closest_point(Vec2::new(74.0, 16.0), 99.0, &filter(true)).unwrap();
    assert!(closest.point.distance(Vec2::new(64.0, 16.0)) < 1e-3 && (closest.distance - 10.0).abs() < 1e-3);
    let disk = |x| space.overlaps(Disk::new(Vec2::new(x, 12.0), 5.0), &filter(true));
    assert!(disk(66.5) && !disk(67.5), "3 px beside the tip and 4 px above it");
}

/// The edges of a world as lines, solid from both sides, and its bodies as boxes.
fn two_sided(space: &Space) -> Space {
    let both = |edge: &Edge| Edge { side: Side::Both, ..*edge };
    let mut solid = Space::new(Terrain::new(space.terrain.edges().iter().map(both).collect(), Vec::new()));
    solid.bodies.extend(space.bodies.iter().map(|body| Body { one_way: false, ..*body }));
    solid
}

#[test]
fn the_shape_of_a_mover_overlaps_and_hits_what_the_mover_does() {
    let (mut overlaps, mut same) = (0, [0, 0]);
    for seed in 0..worlds() {
        let rng = &mut Rng(seed);
        let space = two_sided(&world(rng));
        for _ in 0..200 {
            let half = Vec2::new(rng.range(1.0, 40.0), rng.range(1.0, 40.0));
            let mover = Mover::new(Aabb::new(place(rng), half));
            for view in [CollisionView::Thick, CollisionView::Thin, CollisionView::Round] {
                let touching = space.touching(view, &mover, 0.0);
                let want: Vec<Obstacle> =
                    touching.iter().filter(|touch| touch.contact.depth > 1e-3).map(|touch| touch.obstacle).collect();
                let mut got = Vec::new();
                let shape = QueryShape::of_mover(&mover, view);
                space.each_overlapping(shape, &QueryFilter::default(), |obstacle| got.push(obstacle));
                assert_eq!(got, want, "{seed}: {mover:?} {view:?}");
                assert_eq!(space.overlaps(shape, &QueryFilter::default()), !want.is_empty());
                overlaps += got.len();
                if got.is_empty() {
                    let delta = (place(rng) - MIDDLE) * 0.3;
                    let want = space.cast(view, &mover, delta).map(|hit| hit.fraction);
                    let got = space.shape_cast(shape, delta, &QueryFilter::default()).map(|hit| hit.fraction);
                    let is_near = want.zip(got).map(|(want, got)| (want - got).abs() * delta.length() < 0.01);
                    same[usize::from(is_near.unwrap_or(want == got))] += 1;
                }
            }
        }
    }
    // The cast of a mover stops at round corners that the other one grazes.
    assert!(overlaps > 5000 && same[0] * 100 < same[1], "{overlaps} {same:?}");
}

/// Until its hit, a shape that is a little smaller is free. There, the point of contact is on the borders of both.
#[test]
fn a_cast_is_free_until_it_touches() {
    let (mut hits, mut free) = ([0, 0], 0);
    for seed in 0..worlds() {
        let rng = &mut Rng(seed);
        let space = two_sided(&world(rng));
        for view in [CollisionView::Thin, CollisionView::Pieces] {
            for _ in 0..200 {
                let aabb = Aabb::new(place(rng), Vec2::new(rng.range(0.1, 12.0), rng.range(0.1, 12.0)));
                let radius = aabb.half.min_element() * [0.0, 0.3, 1.0][(rng.bits() % 3) as usize];
                let shape = QueryShape::rounded(aabb, radius);
                let delta = (place(rng) - aabb.center) * rng.range(0.0, 0.5);
                let filter = QueryFilter { view, ..QueryFilter::default() };
                if space.overlaps(shape, &filter) {
                    continue;
                }
                let hit = space.shape_cast(shape, delta, &filter);
                let until = delta * hit.map_or(1.0, |hit| hit.fraction);
                let less = QueryShape::rounded(aabb.grown(-0.01), (radius - 0.01).max(0.0));
                let inside = (0..=40).find(|i| space.overlaps(less.moved(until * *i as f32 / 40.0), &filter));
                assert_eq!(inside, None, "{seed}: {shape:?} {delta} {hit:?}");
                let Some(hit) = hit else {
                    free += 1;
                    continue;
                };
                assert!(hit.normal.dot(delta) < 0.0);
                let at = shape.moved(until);
                let point = space.contact_point(at, hit.normal, hit.obstacle).unwrap();
                let only = |obstacle: Obstacle, _: Tag| obstacle == hit.obstacle;
                let filter = QueryFilter { accepts: Some(&only), ..filter };
                let near = space.closest_point(point, 1.0, &filter).unwrap();
                assert!(near.distance.abs() < 0.01, "{seed}: {shape:?} {hit:?} {point} {near:?}");
                let gap = (point - at.center()).abs() - (aabb.half - radius);
                let outside = gap.max(Vec2::ZERO).length() + gap.max_element().min(0.0);
                assert!((outside - radius).abs() < 0.02, "{seed}: {at:?} {hit:?} {point}");
                hits[usize::from(radius > 0.0)] += 1;
            }
        }
    }
    assert!(hits.iter().all(|hits| *hits > 200) && free > 100, "{hits:?} {free}");
}

#[test]
fn a_cast_without_size_is_a_ray() {
    for seed in 0..worlds() {
        let rng = &mut Rng(seed);
        let space = world(rng);
        for _ in 0..200 {
            let (origin, delta) = (place(rng), place(rng) - MIDDLE);
            let filter = QueryFilter::default();
            if space.overlaps(Aabb::new(origin, Vec2::splat(0.02)), &filter) {
                continue;
            }
            let ray = space.ray_cast(origin, delta, &filter).map(|hit| (hit.fraction, hit.normal, hit.obstacle));
            for point in [QueryShape::from(origin), Aabb::new(origin, Vec2::ZERO).into(), Disk::new(origin, 0.0).into()]
            {
                let cast = space.shape_cast(point, delta, &filter).map(|hit| (hit.fraction, hit.normal, hit.obstacle));
                assert_eq!(cast, ray);
            }
        }
    }
}

/// However long it is, a cast of a mover stops at the first of all obstacles, or the one of several that opposes it most.
#[test]
fn a_long_cast_of_a_mover_is_the_first_of_casts_at_single_obstacles() {
    let (mut hits, mut long) = (0, 0);
    for seed in 0..worlds() {
        let rng = &mut Rng(seed);
        let full = world(rng);
        let (edges, pieces) = (full.terrain.edges().iter().step_by(25), full.terrain.pieces().iter().step_by(40));
        let mut sparse = Space::new(Terrain::new(edges.copied().collect(), pieces.cloned().collect()));
        sparse.bodies.extend(full.bodies.iter().step_by(9).copied());
        for i in 0..60_u32 {
            let mover = Mover::new(Aabb::new(place(rng), Vec2::new(rng.range(1.0, 9.0), rng.range(1.0, 9.0))));
            let (space, reach) = if i.is_multiple_of(2) { (&full, 0.2) } else { (&sparse, 3.0) };
            let delta = (place(rng) - MIDDLE) * reach;
            let kind = SolverKind::ALL[i as usize % SolverKind::ALL.len()];
            let solver = SolverSetup::new(kind);
            let alone = |obstacle| {
                let (mut edges, mut pieces, mut bodies) = (vec![], vec![], vec![]);
                match obstacle {
                    Obstacle::Edge(i) => edges.push(space.terrain.edges()[i as usize]),
                    Obstacle::Piece(i) => pieces.push(space.terrain.pieces()[i as usize].clone()),
                    Obstacle::Body(id) | Obstacle::Part(id, _) => bodies.push(space.bodies[id]),
                }
                let only = Space { bodies: bodies.into(), ..Space::new(Terrain::new(edges, pieces)) };
                solver.cast(&only, &mover, delta).map(|hit| Hit { obstacle, ..hit })
            };
            let is_pieces = solver.view() == CollisionView::Pieces;
            let all: Vec<Hit> = plain(space, is_pieces).iter().filter_map(|(obstacle, _)| alone(*obstacle)).collect();
            let first = all.iter().map(|hit| hit.fraction).fold(f32::INFINITY, f32::min);
            let slack = 1e-3 / delta.length();
            let key = |hit: &Hit| hit.normal.dot(delta);
            let most = all.iter().filter(|hit| hit.fraction <= first + slack).map(key).fold(f32::INFINITY, f32::min);
            let got = solver.cast(space, &mover, delta);
            assert_eq!(got.is_some(), first.is_finite(), "{kind}, world {seed}: {mover:?} by {delta}");
            if let Some(got) = got {
                hits += 1;
                long += u32::from(first * delta.length() > 70.0);
                assert!(all.contains(&got), "{kind}, world {seed}: {got:?}");
                assert!(got.fraction <= first + slack && key(&got) == most, "{kind}, world {seed}: {got:?}");
            }
        }
    }
    assert!(hits > 300 && long > 50, "{hits} {long}");
}

/// Round corners of the same height make a flat floor: a ball rolls over them.
#[test]
fn a_ball_rolls_over_seams_and_stops_at_steps() {
    let tile = |i: u16| ring(&Aabb::new(Vec2::new(f32::from(i) * 16.0 + 8.0, 8.0), Vec2::splat(8.0)).corners());
    let mut edges: Vec<Edge> = (0..20).flat_map(tile).collect();
    let ball = Disk::new(Vec2::new(8.0, -6.0), 6.0);
    let roll = |edges: &[Edge]| space(edges.to_vec()).shape_cast(ball, Vec2::X * 250.0, &QueryFilter::default());
    assert_eq!(roll(&edges), None);
    edges.extend(outline(&[(200.0, 0.0), (200.0, -0.5)]));
    assert!(roll(&edges).is_some_and(|hit| hit.normal.x < 0.0), "half a pixel high");
}

#[test]
fn a_point_is_solid_in_the_outline_where_it_is_in_the_pieces() {
    let mut solid = 0;
    for seed in 0..worlds() {
        let rng = &mut Rng(seed);
        let mut space = random_field(rng);
        add_bodies(rng, &mut space, 3);
        for _ in 0..500 {
            let at = place(rng);
            let near_border = space.closest_point(at, 0.01, &filter(false)).is_some()
                || space.closest_point(at, 1e-2, &filter(true)).is_some_and(|closest| closest.distance > -0.01);
            let [edges, pieces] = [false, true].map(|pieces| space.is_solid(at, &filter(pieces)));
            assert!(near_border || edges == pieces, "{seed}: {at}: {edges} {pieces}");
            solid += u32::from(edges);
        }
    }
    assert!(solid > 1500, "{solid}");
}

#[test]
fn borders_are_free_and_seams_are_solid() {
    let square = |x: f32| Aabb::new(Vec2::new(x, 8.0), Vec2::splat(8.0));
    let tiles = solids(&[square(8.0), square(24.0)]);
    let is_solid = |x, y| tiles.is_solid(Vec2::new(x, y), &QueryFilter::default());
    for (x, y) in [(0.0, 8.0), (32.0, 8.0), (8.0, 0.0), (8.0, 16.0), (0.0, 0.0), (16.0, 0.0), (16.0, 16.0), (8.0, 20.0)]
    {
        assert!(!is_solid(x, y), "{x}, {y} is on the border or outside");
    }
    assert!(is_solid(16.0, 8.0) && is_solid(1e-3, 1e-3) && is_solid(31.99, 15.99));
    assert!(!is_solid(f32::NAN, 8.0));
    // A floor, and the roof of a cave.
    let open = space([outline(&[(0.0, 0.0), (64.0, 0.0)]), outline(&[(40.0, 10.0), (20.0, 10.0)])].concat());
    let is_solid = |x, y| open.is_solid(Vec2::new(x, y), &QueryFilter::default());
    assert!(is_solid(30.0, 5.0) && !is_solid(30.0, 15.0) && is_solid(50.0, 500.0) && !is_solid(70.0, 500.0));
}

/// Law 11 and law 4 for queries: neither the order of edges and bodies nor a mirror makes a difference, bit for bit.
#[test]
fn neither_order_nor_a_mirror_changes_an_answer() {
    for seed in 0..worlds() {
        let rng = &mut Rng(seed);
        let space = random_field(rng);
        let mirror = Vec2::new(-1.0, 1.0);
        let mut shuffled = space.terrain.edges().to_vec();
        (1..shuffled.len()).rev().for_each(|i| shuffled.swap(i, (rng.bits() % (i as u64 + 1)) as usize));
        let mirrored = Space::new(terrain(space.terrain.edges(), mirror, Vec2::ZERO));
        let shuffled = crate::space(shuffled);
        for i in 0..300 {
            // Half of them on the lattice, where many things are equally near.
            let snap = |at: Vec2| if i % 2 == 0 { at } else { (at / 8.0).round() * 8.0 + Vec2::new(-4.0, 5.0) };
            let (at, delta) = (snap(place(rng)), snap(place(rng)) - snap(MIDDLE));
            let answers = |space: &Space, mirror: Vec2| {
                let filter = QueryFilter::default();
                let ray = space.ray_cast(at * mirror, delta * mirror, &filter);
                let ball = space.shape_cast(Disk::new(at * mirror, 4.0), delta * mirror, &filter);
                let block = space.shape_cast(Aabb::new(at * mirror, Vec2::splat(4.0)), delta * mirror, &filter);
                let point = space.closest_point(at * mirror, 100.0, &filter);
                (
                    // At an apex that mirrors itself, either side may be met.
                    ray.map(|hit| (hit.fraction, hit.point * mirror, hit.normal.abs())),
                    [ball, block].map(|hit| hit.map(|hit| (hit.fraction, hit.normal.abs()))),
                    point.map(|point| point.distance),
                    space.is_solid(at * mirror, &filter),
                )
            };
            let want = answers(&space, Vec2::ONE);
            assert_eq!(answers(&shuffled, Vec2::ONE), want, "{seed}: {at} {delta}");
            assert_eq!(answers(&mirrored, mirror), want, "{seed}: {at} {delta}");
        }
    }
}

#[test]
fn a_filter_hides_what_it_says() {
    let wall = |x: f32, side, tag| Edge { tag: Tag(tag), ..Edge::new(Vec2::new(x, 50.0), Vec2::new(x, -50.0), side) };
    let edges = vec![wall(10.0, Side::OneWay, 0), wall(20.0, Side::Both, 7), wall(30.0, Side::Both, 0)];
    let mut space = Space::new(Terrain::new(edges, Vec::new()));
    let body =
        |x: f32, layer| Body { layers: Layers::layer(layer), ..Body::new(Aabb::new(Vec2::new(x, 0.0), Vec2::ONE)) };
    space.bodies.extend([body(40.0, 1), body(50.0, 2), body(60.0, 3)]);
    let first = |filter: QueryFilter| {
        let ray = space.ray_cast(Vec2::ZERO, Vec2::X * 100.0, &filter).map(|hit| hit.obstacle);
        let cast = space.shape_cast(Disk::new(Vec2::ZERO, 1.0), Vec2::X * 100.0, &filter).map(|hit| hit.obstacle);
        let mut overlapped = Vec::new();
        let all = Aabb::from_corners(Vec2::new(0.0, -5.0), Vec2::new(100.0, 5.0));
        space.each_overlapping(all, &filter, |obstacle| overlapped.push(obstacle));
        assert_eq!(cast, ray);
        assert_eq!(overlapped.first().copied(), ray);
        ray
    };
    let all = QueryFilter::default();
    assert_eq!(first(all), Some(Obstacle::Edge(0)));
    assert_eq!(first(QueryFilter { one_way: false, ..all }), Some(Obstacle::Edge(1)));
    let no_glass = |_: Obstacle, tag: Tag| tag != Tag(7);
    assert_eq!(first(QueryFilter { one_way: false, accepts: Some(&no_glass), ..all }), Some(Obstacle::Edge(2)));
    let bodies = QueryFilter { terrain: false, ..all };
    assert_eq!(first(bodies), Some(Obstacle::Body(BodyId(0))));
    assert_eq!(first(QueryFilter { bodies: !Layers::layer(1), ..bodies }), Some(Obstacle::Body(BodyId(1))));
    assert_eq!(first(QueryFilter { bodies: Layers::layer(3), ..bodies }), Some(Obstacle::Body(BodyId(2))));
    assert_eq!(first(QueryFilter { bodies: Layers::NONE, ..bodies }), None);
    assert_eq!(first(QueryFilter { ignores: Some(BodyId(0)), ..bodies }), Some(Obstacle::Body(BodyId(1))));
}

#[test]
fn layers_decide_for_all_solvers_which_bodies_are_met() {
    let enemies = Layers::layer(4);
    let mut space = Space::default();
    space.bodies.push(Body { layers: enemies, ..Body::new(Aabb::new(Vec2::new(30.0, 0.0), Vec2::splat(8.0))) });
    let hero = Mover::new(Aabb::new(Vec2::ZERO, Vec2::splat(8.0)));
    let enemy = Mover { meets: Layers::ALL.without(enemies), ..hero };
    for kind in SolverKind::ALL {
        let solver = SolverSetup::new(kind);
        let walk = |mover: &Mover| solver.slide(&space, mover, Vec2::X * 20.0).moved.x;
        assert!(walk(&hero) < 15.0, "{}", kind.name());
        assert_eq!(walk(&enemy), 20.0, "{}", kind.name());
        assert!(
            solver.cast(&space, &hero, Vec2::X * 60.0).is_some()
                && solver.cast(&space, &enemy, Vec2::X * 60.0).is_none()
        );
    }
}

/// A place that is none is seen from nowhere: it may come from another machine.
#[test]
fn what_is_not_finite_is_not_visible() {
    let (space, filter) = (Space::default(), QueryFilter::default());
    for nowhere in [Vec2::NAN, Vec2::new(f32::INFINITY, 0.0)] {
        assert!(!space.is_visible(Vec2::ZERO, nowhere, &filter) && !space.is_visible(nowhere, Vec2::ZERO, &filter));
    }
}

/// Any finite numbers, the largest among them, give an answer.
#[test]
fn extreme_numbers_neither_panic_nor_hang() {
    let numbers = [0.0, -0.0, 1e-40, 0.1, -7.5, 1e9, -1e30, f32::MAX, f32::MIN];
    let at = |i: usize| Vec2::new(numbers[i % 9], numbers[i / 9 % 9]);
    let ground = |i: usize| at(i).clamp(Vec2::splat(-3e3), Vec2::splat(3e3));
    let sides = [Side::Both, Side::Outer, Side::OneWay];
    let edges = (0..81).map(|i| Edge::new(ground(i), ground(i * 5 + 7), sides[i % 3])).collect();
    let mut space = Space::new(Terrain::new(edges, Vec::new()));
    space.bodies.extend((0..81).map(|i| Body::new(Aabb::new(at(i), at(i * 7 + 3).abs()))));
    for view in [CollisionView::Thin, CollisionView::Pieces] {
        let filter = filter(view == CollisionView::Pieces);
        for i in (0..81 * 9).step_by(5) {
            let (from, delta, size) = (at(i), at(i * 11 + 5), numbers[i % 7].abs());
            let _ = (space.ray_cast(from, delta, &filter), space.is_visible(from, delta, &filter));
            let _ = space.shape_cast(Disk::new(from, size), delta, &filter);
            let _ = space.shape_cast(QueryShape::rounded(Aabb::new(from, delta), size), delta, &filter);
            let _ = space.closest_point(from, size, &filter);
            let _ = space.is_solid(from, &filter);
            space.each_overlapping(Aabb::new(from, delta), &filter, |_| ());
        }
    }
}

#[test]
fn strange_numbers_find_nothing_and_long_rays_end() {
    let space = space(outline(&[(-1e6, 100.0), (1e6, 100.0)]));
    let filter = QueryFilter::default();
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let bad = Vec2::new(0.0, bad);
        assert!(space.ray_cast(bad, Vec2::Y, &filter).is_none() && space.ray_cast(Vec2::ZERO, bad, &filter).is_none());
        assert!(space.shape_cast(Disk::new(bad, 1.0), Vec2::Y, &filter).is_none());
        assert!(space.shape_cast(Disk::new(Vec2::ZERO, 1.0), bad, &filter).is_none());
        assert!(
            space.closest_point(bad, 9.0, &filter).is_none() && !space.overlaps(Aabb::new(bad, Vec2::ONE), &filter)
        );
    }
    assert!(space.ray_cast(Vec2::ZERO, Vec2::ZERO, &filter).is_none());
    assert!(space.closest_point(Vec2::ZERO, -1.0, &filter).is_none());
    let far = space.ray_cast(Vec2::ZERO, Vec2::new(1e6, 1e7), &filter).unwrap();
    assert!((far.point.y - 100.0).abs() < 1e-3);
    assert!(space.ray_cast(Vec2::ZERO, Vec2::new(1e30, -1e30), &filter).is_none());
}

#[test]
fn there_is_room_where_the_overlap_is_small_enough() {
    let mut seen = [0, 0];
    for seed in 0..worlds() {
        let rng = &mut Rng(seed);
        let space = world(rng);
        for i in 0..400 {
            let mover = Mover::new(Aabb::new(place(rng), Vec2::new(rng.range(0.5, 9.0), rng.range(0.5, 9.0))));
            let mover = Mover { meets: Layers::layer(i % 6), ..mover };
            let slack = [0.0, 0.5, 2.0][(rng.bits() % 3) as usize];
            for view in [CollisionView::Thick, CollisionView::Thin, CollisionView::Round, CollisionView::Pieces] {
                let has_room = space.has_room(view, &mover, slack);
                assert_eq!(has_room, space.overlap(view, &mover) <= slack, "{seed}: {mover:?} {view:?}");
                seen[usize::from(has_room)] += 1;
            }
        }
    }
    assert!(seen.iter().all(|seen| *seen > 500), "{seen:?}");
}

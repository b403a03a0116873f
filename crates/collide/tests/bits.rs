//! Law 8: the same bits in every build. Walks of all solvers, and the answers of all queries, as one number. It must be the same
//! with and without the standard library, on every processor, and in a browser; this test needs nothing but the crate itself, so
//! that it can be run there: `cargo test -p seamwalker-collide --test bits --target ...`.

use seamwalker_collide::glam::Vec2;
use seamwalker_collide::{
    Aabb, Body, CollisionView, Direction, Disk, Edge, Layers, Mover, Obstacle, Piece, QueryFilter, QueryShape, Side,
    Solver, SolverKind, SolverSetup, Space, Terrain, TriggerArea, Triggers, Visitor,
};

/// The hash of everything below.
const BITS: u64 = 0xcd7b_f225_e153_c9bf;

/// FNV-1a over numbers, independent of their order of bytes in memory.
struct Hash(u64);

impl Hash {
    fn add(&mut self, number: u32) {
        for shift in [0, 8, 16, 24] {
            self.0 = (self.0 ^ u64::from(number >> shift & 0xff)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn vector(&mut self, v: Vec2) {
        // Adding zero removes negative zeros.
        self.add((v.x + 0.0).to_bits());
        self.add((v.y + 0.0).to_bits());
    }

    fn obstacle(&mut self, obstacle: Obstacle) {
        match obstacle {
            Obstacle::Edge(i) => self.add(i),
            Obstacle::Piece(i) => self.add(1 << 30 | i),
            Obstacle::Body(id) | Obstacle::Part(id, _) => self.add(2 << 30 | id.0),
        }
    }
}

/// Numbers from `low` to `high`; the same seed gives the same numbers.
struct Random(u32);

impl Random {
    fn range(&mut self, low: f32, high: f32) -> f32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        low + (self.0 >> 8) as f32 / (1_u32 << 24) as f32 * (high - low)
    }

    fn place(&mut self) -> Vec2 {
        Vec2::new(self.range(16.0, 480.0), self.range(16.0, 300.0))
    }
}

/// Hills, tiles, slopes, ribbons and bodies, as edges and as pieces.
fn world(random: &mut Random) -> Space {
    let (mut edges, mut pieces) = (Vec::new(), Vec::new());
    let mut solid = |corners: &[Vec2]| {
        edges.extend((0..corners.len()).map(|i| Edge::new(corners[i], corners[(i + 1) % corners.len()], Side::Outer)));
        pieces.extend(Piece::convex(corners));
    };
    for (min, max) in [((0.0, 300.0), (500.0, 320.0)), ((-20.0, 0.0), (0.0, 320.0)), ((500.0, 0.0), (520.0, 320.0))] {
        solid(&Aabb::from_corners(Vec2::from(min), Vec2::from(max)).corners());
    }
    for i in 0..40 {
        let at = random.place();
        let [min, right, max, low] =
            Aabb::new(at, Vec2::new(random.range(4.0, 20.0), random.range(4.0, 20.0))).corners();
        match i % 3 {
            0 => solid(&[min, right, max, low]),
            1 => solid(&[min, max, low]),
            _ => solid(&[right, max, low]),
        }
    }
    for _ in 0..6 {
        let (a, length) = (random.place(), random.range(20.0, 60.0));
        edges.push(Edge::new(a, a + Vec2::new(length, 0.0), Side::OneWay));
        let top = Aabb::from_corners(a, a + Vec2::new(length, 4.0));
        pieces.push(Piece { one_way: Some(Direction::Up), ..Piece::solid_box(top) });
    }
    let mut space = Space::new(Terrain::new(edges, pieces));
    for i in 0..8 {
        let aabb = Aabb::new(random.place(), Vec2::new(random.range(4.0, 20.0), random.range(4.0, 12.0)));
        space.bodies.push(Body { one_way: i % 4 == 0, layers: Layers::layer(i % 3), ..Body::new(aabb) });
    }
    space
}

fn walk(solver: &SolverSetup, space: &Space, random: &mut Random, hash: &mut Hash) {
    let mut mover = Mover::new(Aabb::new(random.place(), Vec2::new(6.0, 11.0)));
    let mut velocity = Vec2::ZERO;
    for tick in 0..240 {
        if tick % 20 == 0 {
            velocity = Vec2::new(random.range(-9.0, 9.0), random.range(-12.0, 4.0));
        }
        velocity.y += 0.4;
        let slide = solver.slide(space, &mover, velocity);
        mover = mover.moved(slide.moved);
        hash.vector(mover.aabb.center);
        for touch in &slide.touches {
            velocity -= touch.contact.normal * velocity.dot(touch.contact.normal).min(0.0);
            hash.obstacle(touch.obstacle);
            hash.vector(touch.contact.normal);
        }
    }
}

fn ask(space: &Space, view: CollisionView, random: &mut Random, hash: &mut Hash) {
    let filter = QueryFilter { view, ..QueryFilter::default() };
    for _ in 0..100 {
        let (at, delta, size) = (random.place(), random.place() - Vec2::new(240.0, 150.0), random.range(0.0, 12.0));
        if let Some(hit) = space.ray_cast(at, delta, &filter) {
            hash.obstacle(hit.obstacle);
            hash.vector(hit.point);
            hash.vector(Vec2::new(hit.fraction, hit.normal.y));
        }
        let block = Aabb::new(at, Vec2::splat(size));
        for shape in [block.into(), Disk::new(at, size).into(), QueryShape::rounded(block, 3.0)] {
            if let Some(hit) = space.shape_cast(shape, delta, &filter) {
                hash.obstacle(hit.obstacle);
                hash.vector(hit.normal * hit.fraction);
            }
            space.each_overlapping(shape, &filter, |obstacle| hash.obstacle(obstacle));
        }
        if let Some(closest) = space.closest_point(at, 60.0, &filter) {
            hash.obstacle(closest.obstacle);
            hash.vector(closest.point);
        }
        hash.add(u32::from(space.is_solid(at, &filter)));
    }
}

#[test]
fn walks_and_queries_give_the_recorded_bits() {
    let mut hash = Hash(0xcbf2_9ce4_8422_2325);
    for seed in 0..4 {
        let random = &mut Random(seed);
        let mut space = world(random);
        for kind in SolverKind::ALL {
            walk(&SolverSetup::new(kind), &space, random, &mut hash);
        }
        ask(&space, CollisionView::Thin, random, &mut hash);
        ask(&space, CollisionView::Pieces, random, &mut hash);
        let mut terrain = (*space.terrain).clone();
        assert!(terrain.compile(&Mover::new(Aabb::new(Vec2::ZERO, Vec2::new(6.0, 11.0)))));
        space.terrain = terrain.into();
        walk(&SolverSetup::default(), &space, random, &mut hash);
    }
    let mut triggers = Triggers::default();
    let random = &mut Random(9);
    (0..80).for_each(|_| _ = triggers.add(TriggerArea::new(Aabb::new(random.place(), Vec2::splat(12.0)))));
    for _ in 0..40 {
        let visitors = (0..20).map(|id| Visitor {
            moved: random.place() * 0.1,
            ..Visitor::new(id, Aabb::new(random.place(), Vec2::ONE))
        });
        for event in triggers.update(visitors) {
            hash.add(event.area.0 << 16 | event.visitor << 1 | event.crossed as u32);
        }
    }
    assert_eq!(hash.0, BITS, "if the change is intended, the new line is: const BITS: u64 = 0x{:016x};", hash.0);
}

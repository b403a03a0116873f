//! The laws of docs/ARCHITECTURE.md, for all solvers in all scenes. [`SolverKind::known_violations`] lists the laws that a solver
//! breaks. All others must hold, and those must be seen broken.

#![allow(clippy::disallowed_methods, reason = "a test's own random moves; its bits are stored nowhere")]

use std::sync::Arc;
use std::thread;

use glam::Vec2;
use seamwalker_collide::{
    Aabb, CollisionView, Edge, EdgeId, Hit, Law, Mover, Obstacle, Outcome, Slide, Solver, SolverKind, SolverSetup,
    Space, Terrain,
};
use seamwalker_lab::ascii::{self, Make};
use seamwalker_lab::{Oracle, Rng};

use crate::settings::is_long;
use crate::walk::RandomMoves;
use crate::{HALF, mover, solids};

/// The offset of a shifted world: whole tiles, so far that f32 resolves only 1/256 px.
const FAR: Vec2 = Vec2::new(65536.0 - 4096.0, -65536.0 + 8192.0);

/// A drawn world, a shifted copy of it, and the cell centres at which a mover may start.
struct Scene {
    name: String,
    rows: Vec<String>,
    space: Space,
    far: Space,
    starts: Vec<Vec2>,
}

/// Names with their pictures; a name that ends in "separate tiles" keeps all seams.
const SCENES: &str = r"
slope to flat joints
################################
#..............................#
#..............................#
#............ab##\.............#
#....../##\ab#####cd.../\/\....#
#.abcd/############\../####\._.#
################################

inner corners and valleys
################################
#....#.................#.......#
#....#.................#.......#
#\...#.......\...../....\...../#
##\../##\...../####\....cd...ab#
###\/####\.../######\.....cdab.#
################################

V-shaped wedges
################################
#..h........e##h.....e##\..../##
#..g........f##g.....f###\../###
#..#h......e####h...e#####\/####
#..#g......f####g...f###########
#..##h....e######h.e############
#..##g....f######gf#############
#..###h..e#######g##############
#..###g..f######################
################################

ceilings
################################
#v##w....CD....AB......#.#.#...#
#.vw.......CDAB................#
#..............................#
#....../\......................#
#...../##\..../\...............#
################################

one-tile gaps
################################
#..............................#
#..............................#
#..####.####.####.####.#.#.#.###
#..####.####.####.####.#.#.#.###
#..............................#
#..............................#
################################

stacked walls, separate tiles
################
#....#....#....#
#....#....#....#
#....#....#....#
#....#....#....#
#....#....#....#
#..............#
#..............#
################

ribbons
########################
#......................#
#....====......==......#
#......................#
#.====....====.........#
#...........#======....#
#......./\..#..........#
########################
";

fn scenes() -> Vec<Scene> {
    let drawn = SCENES.trim().split("\n\n").map(|scene| {
        let (name, rows) = scene.split_once('\n').unwrap();
        let make = if name.ends_with("separate tiles") { Make::Separate } else { Make::Outline };
        Scene::new(name.into(), make, rows.lines().map(str::to_owned).collect())
    });
    std::iter::once(flat_floor()).chain(drawn).collect()
}

/// 200 tiles in a row, each with all its seams.
fn flat_floor() -> Scene {
    let mut rows = vec![format!("#{}#", ".".repeat(198)); 4];
    rows.push("#".repeat(200));
    Scene::new("flat floor, separate tiles".into(), Make::Separate, rows)
}

/// A walled field of random tiles: full and half tiles, slopes and ceilings of all angles.
fn random_scene(seed: u64) -> Scene {
    let mut rng = Rng(seed);
    let (wide, high) = (32, 20);
    let solid = rng.range(0.05, 0.35);
    let mut cell = |x: usize, y: usize| {
        if x == 0 || y == 0 || x == wide - 1 || y == high - 1 {
            return '#';
        }
        match rng.unit() {
            u if u < solid * 0.6 => '#',
            u if u < solid => char::from(b"/\\vw_abcdefghABCDEFGH"[(rng.bits() % 21) as usize]),
            _ => '.',
        }
    };
    let rows = (0..high).map(|y| (0..wide).map(|x| cell(x, y)).collect()).collect();
    Scene::new(format!("random field {seed}"), Make::Outline, rows)
}

impl Scene {
    fn new(name: String, make: Make, rows: Vec<String>) -> Self {
        let lines: Vec<&str> = rows.iter().map(String::as_str).collect();
        let [space, far] = [Vec2::ZERO, FAR].map(|origin| ascii::space(&lines, make, origin));
        let starts = starts(&rows, &space);
        assert!(!starts.is_empty(), "{name}: nowhere to start");
        Self { name, rows, space, far, starts }
    }

    /// A box that the mover can never leave: everything is walled in (but for open tops, which are far away).
    fn inside(&self) -> Aabb {
        let size = Vec2::new(self.rows[0].len() as f32, self.rows.len() as f32) * 16.0;
        Aabb::from_corners(Vec2::new(0.0, -4096.0), size)
    }
}

/// The cell centres at which a mover is free in both views.
fn starts(rows: &[String], space: &Space) -> Vec<Vec2> {
    let mut starts = Vec::new();
    for (y, row) in rows.iter().enumerate() {
        for x in 0..row.len() {
            let at = Vec2::new(x as f32, y as f32) * 16.0 + Vec2::splat(8.0);
            let mover = mover(at);
            let free = [CollisionView::Thick, CollisionView::Pieces]
                .into_iter()
                .all(|v| space.touching(v, &mover, 0.5).is_empty());
            let air = ascii::tile(row.as_bytes()[x] as char).is_none();
            if free && air && clear_of_solids(space, &mover) {
                starts.push(at);
            }
        }
    }
    starts
}

/// Whether the box overlaps no piece. `touching` alone finds only edges, and none deep inside a solid.
fn clear_of_solids(space: &Space, mover: &Mover) -> bool {
    space.terrain.pieces().iter().filter(|p| p.one_way.is_none()).all(|p| p.solid().depth(&mover.aabb) <= 0.0)
}

/// A random walk that calls `judge` after every step.
fn walk(scene: &Scene, setup: SolverSetup, steps: u32, seed: u64, mut judge: impl FnMut(&Space, &Mover, Vec2, &Slide)) {
    let Scene { space, starts, .. } = scene;
    let mut rng = Rng(seed);
    let (mut at, mut moves) = (starts[0], RandomMoves::new(40));
    for step in 0..steps {
        if step % 500 == 0 {
            at = starts[(rng.bits() % starts.len() as u64) as usize];
        }
        let delta = moves.next(&mut rng);
        let mover = mover(at);
        let slide = setup.slide(space, &mover, delta);
        judge(space, &mover, delta, &slide);
        if slide.moved.y.abs() < delta.y.abs() * 0.5 {
            moves.fall = moves.fall.clamp(-0.5, 0.5);
        }
        at += slide.moved;
    }
}

/// Tests a law on a solver in a scene. Returns the first step that breaks it.
fn broken(law: Law, kind: SolverKind, scene: &Scene, steps: u32) -> Option<String> {
    let setup = SolverSetup::new(kind);
    let mut first: Option<String> = None;
    let mut fail = |what: String| {
        first.get_or_insert(what);
    };
    match law {
        Law::Idle => walk(scene, setup, steps, 1, |space, mover, _, slide| {
            let after = mover.moved(slide.moved);
            if setup.touching(space, &after, 0.0).iter().all(|t| t.contact.depth <= 1e-4) {
                let idle = setup.slide(space, &after, Vec2::ZERO);
                if idle.moved != Vec2::ZERO {
                    fail(format!("at {} an idle mover moved {}", after.aabb.center, idle.moved));
                }
            }
        }),
        Law::NoOverlap => {
            let oracle = Oracle::new(&scene.space.terrain);
            walk(scene, setup, steps, 2, |space, mover, delta, slide| {
                let after = mover.moved(slide.moved);
                let depth = oracle.overlap(setup.view(), &after).max(f64::from(space.overlap(setup.view(), &after)));
                if depth > 0.01 {
                    fail(format!("at {} {delta} left {depth} of overlap ({:?})", mover.aabb.center, slide.outcome));
                }
            });
        }
        Law::NoLurch => walk(scene, setup, steps, 3, |space, mover, delta, slide| {
            let free = setup.touching(space, mover, 0.0).iter().all(|t| t.contact.depth <= 0.01);
            let (far, back) = (slide.moved.length() - delta.length(), slide.moved.dot(delta));
            if free && (far > 0.01 || back < -0.01) {
                fail(format!("at {} {delta} became {}", mover.aabb.center, slide.moved));
            }
        }),
        Law::Symmetry => symmetry(scene, setup, steps, &mut fail),
        Law::NoTunnel => tunnel(scene, setup, steps, &mut fail),
        Law::NoSnag => {
            let oracle = Oracle::new(&scene.space.terrain);
            walk(scene, setup, steps, 4, |_, mover, delta, slide| {
                if oracle.snags(setup.view(), mover, delta, slide.moved) {
                    let possible = oracle.progress(setup.view(), mover, delta);
                    fail(format!("at {} {delta} became {} of {possible}", mover.aabb.center, slide.moved));
                }
            });
        }
        Law::Rest => rest(scene, setup, steps, &mut fail),
        // Held by the recorded bits in `crates/collide/tests/bits.rs`, for all solvers.
        Law::Bits => {}
        Law::Slow => slow(scene, setup, steps, &mut fail),
        Law::NoSqueeze => squeeze(scene, setup, steps, &mut fail),
        Law::AnyOrder => any_order(scene, setup, steps, &mut fail),
    }
    first
}

/// Law 4: a mirrored world gives the mirrored slide bit for bit, a shifted world the same to 0.02 px.
fn symmetry(scene: &Scene, setup: SolverSetup, steps: u32, fail: &mut impl FnMut(String)) {
    let mirrors = [Vec2::new(-1.0, 1.0), Vec2::new(1.0, -1.0), Vec2::new(-1.0, -1.0)];
    let one_way = scene.rows.iter().any(|row| row.contains('='));
    let mirrored = mirrors.map(|m| mirror(&scene.space, m));
    walk(scene, setup, steps, 6, |_, mover, delta, slide| {
        for (m, space) in mirrors.iter().zip(&mirrored) {
            // One-way pieces are solid only from above, so they have no upside-down mirror image.
            if one_way && m.y < 0.0 {
                continue;
            }
            let twin = Mover { aabb: Aabb::new(mover.aabb.center * *m, HALF), ..*mover };
            let got = setup.slide(space, &twin, delta * *m).moved;
            if got * *m != slide.moved {
                fail(format!("at {} {delta} became {}, mirrored by {m} {}", mover.aabb.center, slide.moved, got * *m));
            }
        }
        let twin = mover.moved(FAR);
        // Start from the rounded position of the shifted mover.
        let rounded = Mover { aabb: Aabb::new(twin.aabb.center - FAR, HALF), ..*mover };
        // Rounding may have put it into an obstacle, so deep that it is pushed out here but counts as free there.
        if scene.space.overlap(setup.view(), &rounded) > 1.5e-3 {
            return;
        }
        let free = |s: &Slide| s.outcome != Outcome::TakenBack && s.outcome != Outcome::Stuck;
        let (near, far) = (setup.slide(&scene.space, &rounded, delta), setup.slide(&scene.far, &twin, delta));
        if free(&near) && free(&far) && (near.moved - far.moved).length() > 0.02 {
            fail(format!("at {} {delta} became {}, shifted {}", rounded.aabb.center, near.moved, far.moved));
        }
    });
}

fn mirror(space: &Space, m: Vec2) -> Space {
    let mut edges = space.terrain.edges().to_vec();
    for e in &mut edges {
        e.segment.a *= m;
        e.segment.b *= m;
        e.normal *= m;
    }
    let mut pieces = space.terrain.pieces().to_vec();
    for p in &mut pieces {
        p.aabb.center *= m;
        p.planes.iter_mut().for_each(|plane| plane.normal *= m);
    }
    Space::new(Terrain::new(edges, pieces))
}

/// Law 11: a space of the same edges and pieces in another order gives the same slide bit for bit.
fn any_order(scene: &Scene, setup: SolverSetup, steps: u32, fail: &mut impl FnMut(String)) {
    let terrain = &scene.space.terrain;
    let shuffled = Space { terrain: Arc::new(shuffled(terrain)), bodies: scene.space.bodies.clone() };
    walk(scene, setup, steps, 11, |space, mover, delta, slide| {
        let other = setup.slide(&shuffled, mover, delta);
        if (other.moved, other.outcome) != (slide.moved, slide.outcome) {
            fail(format!("at {} {delta} became {}, shuffled {}", mover.aabb.center, slide.moved, other.moved));
        }
        let hit = |space: &Space| setup.cast(space, mover, delta).map(|hit| (hit.fraction, hit.normal));
        if hit(space) != hit(&shuffled) {
            fail(format!("at {} {delta} hits {:?}, shuffled {:?}", mover.aabb.center, hit(space), hit(&shuffled)));
        }
    });
}

/// The same edges and pieces in another order.
pub fn shuffled(terrain: &Terrain) -> Terrain {
    let mut rng = Rng(terrain.edges().len() as u64);
    let mut order = |count: usize| {
        let mut order: Vec<usize> = (0..count).collect();
        (1..count).for_each(|i| order.swap(i, (rng.bits() % (i as u64 + 1)) as usize));
        order
    };
    let order_of_edges = order(terrain.edges().len());
    let mut moved_to = vec![0; order_of_edges.len()];
    order_of_edges.iter().zip(0..).for_each(|(from, to)| moved_to[*from] = to);
    let id = |edge: Option<EdgeId>| edge.and_then(|edge| EdgeId::new(moved_to[edge.index()]));
    let edge = |from: &usize| {
        let edge = terrain.edges()[*from];
        Edge { prev: id(edge.prev), next: id(edge.next), ..edge }
    };
    let edges = order_of_edges.iter().map(edge).collect();
    let pieces = order(terrain.pieces().len()).into_iter().map(|i| terrain.pieces()[i].clone());
    Terrain::new(edges, pieces.collect())
}

/// Law 5: at any speed, no mover leaves the walls around the scene or ends inside a solid. Long slides take long to test.
fn tunnel(scene: &Scene, setup: SolverSetup, steps: u32, fail: &mut impl FnMut(String)) {
    let Scene { space, starts, .. } = scene;
    let inside = scene.inside();
    let open_top = !scene.rows[0].starts_with("##");
    let mut rng = Rng(7);
    for _ in 0..steps / if is_long() { 20 } else { 80 } {
        let mut at = starts[(rng.bits() % starts.len() as u64) as usize];
        for _ in 0..4 {
            let speed = 10.0_f32 * rng.range(0.0, 1.0).mul_add(200.0, 1.0);
            let down = if open_top { 0.0 } else { -1.0 };
            let delta = Vec2::new(rng.range(-1.0, 1.0), rng.range(down, 1.0)).normalize_or(Vec2::X) * speed;
            let mover = mover(at);
            let slide = setup.slide(space, &mover, delta);
            at += slide.moved;
            if !inside.contains(at) || !clear_of_solids(space, &Mover { aabb: Aabb::new(at, HALF - 3.5), ..mover }) {
                return fail(format!("{delta} led from {} to {at}", mover.aabb.center));
            }
        }
    }
}

/// Law 7: on walkable ground, a mover does not drift while it is pressed against the ground for ten seconds.
fn rest(scene: &Scene, setup: SolverSetup, steps: u32, fail: &mut impl FnMut(String)) {
    let space = &scene.space;
    for &start in scene.starts.iter().step_by(3000_u32.div_ceil(steps) as usize) {
        let mut at = start;
        for _ in 0..200 {
            at += setup.slide(space, &mover(at), Vec2::new(0.0, 5.0)).moved;
        }
        let ground = setup.cast(space, &mover(at), Vec2::new(0.0, 1.0));
        // Only faces count: a mover that is pressed against a point slides off.
        let face = |hit: &Hit| match hit.obstacle {
            Obstacle::Edge(i) => hit.normal.distance(space.terrain.edges()[i as usize].normal) < 1e-3,
            _ => true,
        };
        let Some(hit) = ground.filter(|hit| hit.normal.y < -0.69 && face(hit)) else { continue };
        let landed = at;
        for _ in 0..600 {
            at += setup.slide(space, &mover(at), -hit.normal * 0.5).moved;
        }
        if at.distance(landed) > 0.01 {
            return fail(format!("from {landed} to {at}"));
        }
    }
}

/// Law 9: 1,000 steps of 0.01 px lead as far as 100 of 0.1 px, to 0.1 px.
fn slow(scene: &Scene, setup: SolverSetup, steps: u32, fail: &mut impl FnMut(String)) {
    let mut rng = Rng(9);
    for _ in 0..steps.div_ceil(if is_long() { 100 } else { 500 }) {
        let start = scene.starts[(rng.bits() % scene.starts.len() as u64) as usize];
        let wish = Vec2::new(rng.range(-1.0, 1.0), rng.range(-1.0, 1.0)).normalize_or(Vec2::X);
        // To an obstacle first: in the air all speeds are the same.
        let start = start + setup.slide(&scene.space, &mover(start), wish * 12.0).moved;
        let walk = |from: Vec2, steps: u16| {
            let step = wish * (10.0 / f32::from(steps));
            (0..steps).fold(from, |at, _| at + setup.slide(&scene.space, &mover(at), step).moved)
        };
        let (end, slow) = (walk(start, 100), walk(start, 1000));
        let apart = slow.distance(end);
        // At an edge or a corner, where a mover goes depends on less than that.
        let depends = |by: Vec2| walk(start + by, 100).distance(end) > apart * 0.5;
        let aside = [wish, -wish, wish.perp(), -wish.perp()].map(|by| by * 0.1);
        if apart > 0.1 && !aside.into_iter().any(depends) {
            return fail(format!("from {start} along {wish}, slow steps lead to {slow}, fast ones to {end}"));
        }
    }
}

/// Law 10: no mover passes a hole in a wall, or between the corners of two solids, that is narrower than the mover.
fn squeeze(scene: &Scene, setup: SolverSetup, steps: u32, fail: &mut impl FnMut(String)) {
    let mut rng = Rng(scene.starts.len() as u64);
    for _ in 0..steps.div_ceil(50) {
        let gap = HALF.y * 2.0 - 0.01 * 2.0_f32.powf(rng.range(0.0, 6.0));
        let (thick, aside) = ([1.0, 8.0, 40.0][(rng.bits() % 3) as usize], rng.range(0.0, 4.0).floor());
        // Between corners that are not opposite, a round mover has more room than a box.
        let shift = if setup.view() == CollisionView::Round { 0.0 } else { aside };
        let above = Aabb::from_corners(Vec2::new(-shift, -300.0), Vec2::new(thick - shift, -gap * 0.5));
        let below = Aabb::from_corners(Vec2::new(0.0, gap * 0.5), Vec2::new(thick, 300.0));
        let space = solids(&[above, below]);
        let speed = 0.2 * 2.0_f32.powf(rng.range(0.0, 10.0));
        let mut at = Vec2::new(-20.0, rng.range(-2.0, 2.0));
        for _ in 0..(120.0 / speed) as u32 + 3 {
            at += setup.slide(&space, &mover(at), Vec2::new(speed, rng.range(-0.2, 0.2) * speed)).moved;
        }
        if at.x > thick {
            return fail(format!("{speed} px per step led through a gap of {gap} px in a wall of {thick} px"));
        }
    }
}

const LAWS: [Law; 11] = [
    Law::Idle,
    Law::NoOverlap,
    Law::NoLurch,
    Law::Symmetry,
    Law::NoTunnel,
    Law::NoSnag,
    Law::Rest,
    Law::Bits,
    Law::Slow,
    Law::NoSqueeze,
    Law::AnyOrder,
];

/// Runs `test` on every item, each in its own thread, and returns all failures in the order of the items.
fn in_parallel<T: Send>(items: impl IntoIterator<Item = T>, test: impl Fn(T) -> Vec<String> + Sync) -> Vec<String> {
    thread::scope(|scope| {
        let test = &test;
        let threads: Vec<_> = items.into_iter().map(|item| scope.spawn(move || test(item))).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    })
}

#[test]
fn every_solver_keeps_the_laws_it_claims() {
    let scenes = scenes();
    let wrong = in_parallel(SolverKind::ALL, |kind| {
        let mut wrong = Vec::new();
        for law in LAWS {
            let known_violations = kind.known_violations().iter().find(|(l, _)| *l == law);
            let broken =
                |scene: &Scene, steps| broken(law, kind, scene, steps).map(|what| format!("{}: {what}", scene.name));
            let steps = if is_long() { 4000 } else { 800 };
            if let Some((_, reason)) = known_violations {
                let seen = |steps| scenes.iter().any(|scene| broken(scene, steps).is_some());
                // A law that is rarely broken needs more steps.
                if !seen(steps) && !seen(30_000) {
                    wrong.push(format!("{kind} says of {law:?} '{reason}', but keeps it"));
                }
            } else {
                let found: Vec<String> = scenes.iter().filter_map(|scene| broken(scene, steps)).collect();
                wrong.extend(found.first().map(|what| format!("{kind} breaks {law:?} ({}x). {what}", found.len())));
            }
        }
        wrong
    });
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// On the larger seeds an earlier version of thick-sat stopped half a pixel short of places where a step ends between three faces: it
/// gets longer walks, and so do laws that are rarely broken.
///
/// `LONG=1` adds 100 fields. `SEEDS=1000..2000` chooses others.
#[test]
fn every_solver_keeps_the_laws_it_claims_on_random_fields() {
    let mut seeds = vec![0, 1, 2, 3, 4, 5, 6, 7, 26, 57, 73, 92, 104, 223, 234, 247, 299, 304, 329, 365];
    if let Ok(range) = std::env::var("SEEDS") {
        let (from, to) = range.split_once("..").expect("SEEDS=from..to");
        seeds = (from.parse().unwrap()..to.parse().unwrap()).collect();
    } else if is_long() {
        seeds.extend(400..500);
    }
    let wrong = in_parallel(seeds, |seed| {
        let scene = random_scene(seed);
        let mut wrong = Vec::new();
        for kind in SolverKind::ALL {
            for law in LAWS.into_iter().filter(|law| claims(kind, *law)) {
                let is_rare = matches!(law, Law::Symmetry | Law::AnyOrder);
                let (steps, long) = match kind {
                    SolverKind::ThickSat => (1000, 3000),
                    _ if is_rare => (400, 3000),
                    _ => (250, 250),
                };
                let steps = if is_long() { long } else { steps };
                if let Some(what) = broken(law, kind, &scene, steps) {
                    wrong.push(format!("{kind}: {law:?} in {}: {what}", scene.name));
                }
            }
        }
        wrong
    });
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

fn claims(kind: SolverKind, law: Law) -> bool {
    kind.known_violations().iter().all(|(known_violations, _)| *known_violations != law)
}

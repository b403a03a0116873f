//! Where there is room for a mover, and that slides lead to such places: against an oracle of polygons in f64, on random ground.

#![allow(clippy::disallowed_methods, reason = "a test's own geometry; its bits are stored nowhere")]

use glam::{DVec2, Vec2};
use seamwalker_collide::controller::Controller;
use seamwalker_collide::{
    Aabb, CollisionView, Edge, Layers, Lint, Mover, Piece, QueryFilter, Side, Solver, SolverKind, SolverSetup, Space,
    Tag, Terrain, TerrainBuilder,
};
use seamwalker_lab::Rng;

use crate::compiled;
use crate::settings::is_long;

/// Depths nearer to nothing than this are not judged, px: what slides may overlap, and rounding.
const UNSURE: f64 = 0.02;

/// Solids, each an outline and its holes; and lines that are solid from both sides.
struct Ground {
    solids: Vec<Vec<Vec<Vec2>>>,
    lines: Vec<[Vec2; 2]>,
    space: Space,
}

impl Ground {
    /// A cave with hills and stalactites, rocks and spikes, or tiles; with one-way ribbons, and with pieces or with lines.
    fn random(rng: &mut Rng, kind: u64) -> Self {
        let (mut builder, with_pieces) = (TerrainBuilder::default(), kind.is_multiple_of(2));
        let solids: Vec<_> = match kind % 3 {
            0 => {
                let (floor, mut roof) = (zigzag(rng, 10.0, 60.0), zigzag(rng, -60.0, 68.0));
                roof.reverse();
                vec![vec![[floor, roof].concat(), Aabb::new(Vec2::ZERO, Vec2::new(140.0, 120.0)).corners().to_vec()]]
            }
            1 => (0..20).map(|_| rock(rng)).collect(),
            _ => (0..144).filter_map(|i| tile(rng, i)).collect(),
        };
        if kind % 3 == 2 {
            builder.tiles(solids.iter().map(|tile| (&tile[0], Tag(0)))).unwrap();
        } else {
            solids.iter().for_each(|solid| _ = builder.solid(solid).unwrap());
        }
        let mut lines = (0..4).map(|_| [place(rng, 90.0), place(rng, 90.0)]).collect::<Vec<_>>();
        lines.iter().for_each(|line| _ = builder.ribbon(line).unwrap());
        // The box solvers see lines thicker than they are.
        lines.truncate(if with_pieces { 0 } else { 3 });
        lines.iter_mut().for_each(|line| line[1] = place(rng, 90.0));
        lines.iter().for_each(|line| _ = builder.line(line).unwrap());
        let terrain = builder.build();
        let pieces = if with_pieces { terrain.pieces().to_vec() } else { Vec::new() };
        Self { solids, lines, space: Space::new(Terrain::new(terrain.edges().to_vec(), pieces)) }
    }

    /// Whether the mover shares no place with the ground, as a view sees it; `None` where that is a matter of rounding.
    fn has_room(&self, view: CollisionView, mover: &Mover) -> Option<bool> {
        let (half, radius) = view.core(mover);
        let gap = |line: &[Vec2; 2]| gap(line.map(|p| p - mover.aabb.center), half, radius);
        let mut nearest = self.lines.iter().map(&gap).fold(f64::INFINITY, f64::min);
        for solid in &self.solids {
            let sides = || solid.iter().flat_map(|ring| (0..ring.len()).map(|i| [ring[i], ring[(i + 1) % ring.len()]]));
            let is_above = |side: &[Vec2; 2]| {
                let [a, b] = side.map(|p| p.as_dvec2() - mover.aabb.center.as_dvec2());
                (a.x > 0.0) != (b.x > 0.0) && a.y < a.x * (b.y - a.y) / (b.x - a.x)
            };
            nearest = sides().map(|side| gap(&side)).fold(nearest, f64::min);
            if sides().filter(is_above).count() % 2 == 1 {
                nearest = nearest.min(-1.0);
            }
        }
        let room = nearest - f64::from(radius);
        (room.abs() > UNSURE).then_some(room > 0.0)
    }
}

/// The gap between a line and a box in the origin, negative where they overlap. Along a line, the distance from a box is convex.
fn gap(line: [Vec2; 2], half: Vec2, radius: f32) -> f64 {
    let [a, b] = line.map(|p| p.as_dvec2());
    let far = a.min(b).max(-a.max(b)) - half.as_dvec2();
    if far.max_element() > f64::from(radius) + 1.0 {
        return far.max_element();
    }
    let at = |t: f64| {
        let beyond = a.lerp(b, t).abs() - half.as_dvec2();
        beyond.max(DVec2::ZERO).length() + beyond.max_element().min(0.0)
    };
    let (mut from, mut to) = (0.0, 1.0);
    for _ in 0..48 {
        let thirds = [from + (to - from) / 3.0, to - (to - from) / 3.0];
        if at(thirds[0]) < at(thirds[1]) { to = thirds[1] } else { from = thirds[0] }
    }
    at(from).min(at(0.0)).min(at(1.0))
}

fn place(rng: &mut Rng, far: f32) -> Vec2 {
    Vec2::new(rng.range(-far, far), rng.range(-far, far))
}

fn zigzag(rng: &mut Rng, from: f32, height: f32) -> Vec<Vec2> {
    (0..24).map(|i| Vec2::new(i as f32 * 10.0 - 120.0 + rng.range(0.0, 9.9), from + rng.range(0.0, height))).collect()
}

/// A star with three corners, or with seven.
fn rock(rng: &mut Rng) -> Vec<Vec<Vec2>> {
    let (middle, radius, turn) = (place(rng, 100.0), rng.range(2.0, 40.0), *rng.pick(&[0.9, 2.1]).unwrap());
    let mut corner = |i: f32| middle + Vec2::from_angle(i * turn) * radius * rng.range(0.1, 1.0);
    vec![(0..if turn < 1.0 { 7 } else { 3 }).map(|i| corner(i as f32)).collect()]
}

/// A third of the tiles, and of those most are triangles.
fn tile(rng: &mut Rng, i: u32) -> Option<Vec<Vec<Vec2>>> {
    let corner = Vec2::new((i % 12) as f32, (i / 12) as f32) * 16.0 - 96.0;
    let mut corners = Aabb::from_corners(corner, corner + 16.0).corners().to_vec();
    let cut = rng.bits() as usize % 6;
    if cut < 4 {
        corners.remove(cut);
    }
    (rng.unit() < 0.35).then(|| vec![corners])
}

/// Calls `judge` with random movers on random ground, and with the solvers that see all of it.
fn each_mover(count: u32, mut judge: impl FnMut(&mut Rng, &Ground, &SolverSetup, Mover)) {
    for seed in 0..if is_long() { 2000 } else { 60 } {
        let rng = &mut Rng(seed);
        let ground = Ground::random(rng, seed);
        let is_seen = |kind: &SolverKind| !ground.space.terrain.is_air_to(SolverSetup::new(*kind).view());
        let kinds: Vec<SolverKind> = SolverKind::ALL.into_iter().filter(is_seen).collect();
        for _ in 0..count {
            let half = Vec2::new(rng.range(0.6, 9.0), rng.range(0.6, 14.0));
            let skin = if rng.unit() < 0.7 { 3.0 } else { rng.range(0.1, 6.0) };
            let mover = Mover::new(Aabb::new(place(rng, 105.0), half)).with_skin(skin);
            let solver = SolverSetup::new(*rng.pick(&kinds).unwrap());
            judge(rng, &ground, &solver, mover);
        }
    }
}

#[test]
fn there_is_room_where_no_ground_is_in_the_mover() {
    let (mut seen, mut stood_up, mut found) = ([0, 0], [0, 0], 0);
    each_mover(250, |rng, ground, solver, mover| {
        let (space, view) = (&ground.space, solver.view());
        let Some(room) = ground.has_room(view, &mover) else { return };
        let compiled = compiled(space, &mover);
        let answers = [
            space.is_free(view, &mover),
            space.has_room(view, &mover, 0.01),
            space.overlap(view, &mover) <= 0.01,
            compiled.overlap(view, &mover) <= 0.01,
        ];
        assert_eq!(answers, [room; 4], "{view:?} {mover:?} {:?}", ground.solids);
        seen[usize::from(room)] += 1;
        if let Some(way) = space.room_near(view, &mover, 9.0) {
            assert_ne!(ground.has_room(view, &mover.moved(way)), Some(false), "{view:?} {mover:?} {way}");
            found += u32::from(way != Vec2::ZERO);
        }
        // From a free place, it changes its size with its feet where they are.
        let (mut hero, half) = (Controller::new(mover.aabb), Vec2::new(mover.aabb.half.x, rng.range(0.6, 14.0)));
        hero.state.mover = mover;
        let feet = Vec2::Y * (mover.aabb.half.y - half.y);
        let other = Mover { aabb: Aabb::new(mover.aabb.center + feet, half), ..mover };
        if let Some(there) = ground.has_room(view, &other).filter(|_| room) {
            assert_eq!(hero.resize(solver, space, half), there, "{view:?} {mover:?} {half}");
            stood_up[usize::from(there)] += 1;
        }
    });
    assert!(
        seen[0] > 3000 && seen[1] > 3000 && stood_up[0] > 200 && stood_up[1] > 3000 && found > 500,
        "{seen:?} {stood_up:?} {found}"
    );
}

/// Thin-sat leaves overlaps: it breaks law 2.
#[test]
fn slides_lead_from_free_places_to_free_places() {
    let mut slides = 0;
    each_mover(150, |rng, ground, solver, mut mover| {
        let is_free = |mover: &Mover| ground.space.is_free(solver.view(), mover);
        for _ in 0..12 {
            if solver.kind == SolverKind::ThinSat || !is_free(&mover) {
                break;
            }
            let delta = place(rng, 9.0);
            let there = mover.moved(solver.slide(&ground.space, &mover, delta).moved);
            assert!(is_free(&there), "{} {mover:?} {delta} {:?}", solver.kind, ground.solids);
            mover = there;
            slides += 1;
        }
    });
    assert!(slides > 20_000, "{slides}");
}

/// Ground from a builder has no mistakes, but for lines that two rocks share; a chain that is turned round has one.
#[test]
fn a_reversed_outline_is_found_and_others_are_not() {
    let (mut worlds, mut rooms) = (0, 0);
    for seed in 0..if is_long() { 3000 } else { 300 } {
        let ground = Ground::random(&mut Rng(seed), seed);
        let (terrain, pieces) = (&ground.space.terrain, Vec::new());
        // Ribbons lead in any direction.
        let odd = |lint: &Lint| match lint {
            Lint::Reversed { edge, .. } => terrain.edges()[*edge as usize].side == Side::Outer,
            lint => !matches!(lint, Lint::Double { .. }),
        };
        assert!(!terrain.lint().iter().any(odd), "world {seed}: {:?}", terrain.lint());
        let chains = terrain.edges().iter().map(|edge| edge.chain).max().unwrap();
        let chain = (seed % u64::from(chains + 1)) as u32;
        let turned = |edge: &Edge| match edge {
            edge if edge.chain == chain => {
                Edge { tag: edge.tag, ..Edge::new(edge.segment.b, edge.segment.a, edge.side) }
            }
            edge => *edge,
        };
        // In a cave, the outer border is the ring of a room then, and a hole that is turned is in the rock.
        let is_border =
            seed % 3 != 0 && terrain.edges().iter().any(|edge| edge.chain == chain && edge.side == Side::Outer);
        if is_border {
            let found = Terrain::new(terrain.edges().iter().map(turned).collect(), pieces).lint();
            worlds += 1;
            // A chain around another is a room.
            rooms += u32::from(!found.iter().any(|lint| matches!(lint, Lint::Reversed { .. })));
        }
    }
    assert!(worlds > 100 && rooms * 3 < worlds, "{rooms} rooms of {worlds}");
}

/// Lines that are not closed: a ceiling has a floor below it, and a floor that is drawn backwards has none. Rooms may have no rock
/// around them, and blocks in them.
#[test]
fn ceilings_rooms_and_blocks_are_not_reversed_and_floors_and_ribbons_may_be() {
    let line = |a: (f32, f32), b: (f32, f32)| Edge::new(a.into(), b.into(), Side::Outer);
    let ring = |half: f32, inside_out: bool| {
        let mut corners = Aabb::new(Vec2::ZERO, Vec2::splat(half)).corners();
        if inside_out {
            corners.reverse();
        }
        (0..4).map(|i| Edge::new(corners[i], corners[(i + 1) % 4], Side::Outer)).collect::<Vec<_>>()
    };
    let (floor, ceiling) = (line((0.0, 100.0), (640.0, 100.0)), line((640.0, 0.0), (0.0, 0.0)));
    let ribbon = |a: (f32, f32), b: (f32, f32)| Edge::new(a.into(), b.into(), Side::OneWay);
    let reversed = |edges: &[Edge]| -> Vec<u32> {
        let found = Terrain::new(edges.to_vec(), Vec::new()).lint();
        found
            .into_iter()
            .filter_map(|lint| if let Lint::Reversed { edge, .. } = lint { Some(edge) } else { None })
            .collect()
    };
    let nothing: [u32; 0] = [];
    assert_eq!(reversed(&[floor]), nothing);
    assert_eq!(reversed(&[floor, ceiling]), nothing, "a corridor");
    assert_eq!(reversed(&[line((640.0, 100.0), (0.0, 100.0))]), [0], "a floor drawn backwards");
    assert_eq!(reversed(&[&ring(100.0, true)[..], &ring(20.0, false)].concat()), nothing, "a block in a room");
    assert_eq!(
        reversed(&[&ring(200.0, false)[..], &ring(100.0, true), &ring(20.0, false)].concat()),
        nothing,
        "in rock"
    );
    assert_eq!(reversed(&ring(20.0, true)), [0], "a block drawn backwards");
    assert_eq!(reversed(&[floor, ribbon((0.0, 50.0), (64.0, 50.0))]), nothing);
    assert_eq!(reversed(&[floor, ribbon((64.0, 150.0), (0.0, 150.0))]), [1], "a ribbon drawn backwards");
}

/// To a mover that passes a layer, ground in it is not there: for slides, casts, room and queries, on compiled terrain too.
#[test]
fn what_passes_a_layer_moves_as_if_that_ground_was_not_there() {
    const LEAVES: Layers = Layers::layer(3);
    let mut slides = 0;
    for seed in 0..if is_long() { 2000 } else { 60 } {
        let rng = &mut Rng(seed);
        let terrain = Ground::random(rng, seed).space.terrain;
        let chains = terrain.edges().iter().map(|edge| edge.chain).max().unwrap() + 1;
        let leaf = |edge: &Edge| u64::from(edge.chain) % 3 == seed % 3 && chains > 1;
        let leafy_piece = |i: usize| i % 3 == (seed % 3) as usize;
        let layers = |is_leaf: bool| if is_leaf { LEAVES | Layers::layer(5) } else { Layers::DEFAULT };
        let edges = terrain.edges().iter().map(|edge| Edge { layers: layers(leaf(edge)), ..*edge }).collect();
        let pieces = terrain.pieces().iter().enumerate();
        let pieces = pieces.map(|(i, piece)| Piece { layers: layers(leafy_piece(i)), ..piece.clone() }).collect();
        let hero = Mover::new(Aabb::new(Vec2::ZERO, Vec2::new(6.0, 11.0)));
        let leafy = compiled(&Space::new(Terrain::new(edges, pieces)), &hero);
        let bare: Vec<Edge> = terrain.edges().iter().filter(|edge| !leaf(edge)).copied().collect();
        let unlinked = bare.into_iter().map(|edge| Edge { prev: None, next: None, ..edge }).collect();
        let left = terrain.pieces().iter().enumerate().filter(|(i, _)| !leafy_piece(*i));
        let bare = Space::new(Terrain::new(unlinked, left.map(|(_, piece)| piece.clone()).collect()));
        for _ in 0..40 {
            let hero = hero.moved(place(rng, 105.0));
            let (bullet, delta) = (Mover { passes: LEAVES, ..hero }, place(rng, 40.0));
            // edge-flags asks for the neighbours of edges.
            for kind in SolverKind::ALL.into_iter().filter(|kind| *kind != SolverKind::EdgeFlags) {
                let solver = SolverSetup::new(kind);
                let context = format!("world {seed}, {kind} at {} by {delta}", hero.aabb.center);
                let overlaps = [&leafy, &bare].map(|space| solver.overlap(space, &bullet));
                assert_eq!(overlaps[0], overlaps[1], "{context}");
                let [one, other] = [&leafy, &bare].map(|space| solver.slide(space, &bullet, delta).moved);
                assert_eq!(one, other, "{context}");
                slides += u32::from(one != solver.slide(&leafy, &hero, delta).moved);
                let [one, other] = [&leafy, &bare].map(|space| solver.cast(space, &bullet, delta));
                assert_eq!(one.map(|hit| hit.fraction), other.map(|hit| hit.fraction), "{context}");
                let filter = QueryFilter { view: solver.view(), passes: LEAVES, ..QueryFilter::default() };
                let [one, other] = [&leafy, &bare].map(|space| space.ray_cast(hero.aabb.center, delta, &filter));
                assert_eq!(one.map(|hit| hit.point), other.map(|hit| hit.point), "{context}");
            }
        }
    }
    assert!(slides > 1000, "{slides}");
}

//! After every edit, the terrain of a live ground equals a fresh one: its edges and their neighbours, its pieces, and what a mover
//! does in it.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::mangle::settings::is_long;
use glam::Vec2;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use seamwalker_collide::{Aabb, Edge, EdgeId, Mover, Solver, SolverKind, SolverSetup, Space, Terrain, TerrainChange};
use seamwalker_lab::Rng;
use seamwalker_level::geometry::Point;
use seamwalker_level::outline::{CellRun, CellShape, Effort, ShapeGrid, add_run};
use seamwalker_level::{LiveGround, LiveGroundError, Surface};

/// Side of a cell, px.
const SIDE: f64 = 16.0;

/// Corners of the shapes, in quarters of a cell: a full cell, slopes of 45 degrees and gentler ones, half cells.
const SHAPES: [&[(i32, i32)]; 8] = [
    &[(0, 0), (4, 0), (4, 4), (0, 4)],
    &[(0, 4), (4, 0), (4, 4)],
    &[(0, 0), (4, 4), (0, 4)],
    &[(0, 0), (4, 0), (0, 4)],
    &[(0, 4), (4, 2), (4, 4)],
    &[(0, 2), (4, 0), (4, 4), (0, 4)],
    &[(0, 2), (4, 2), (4, 4), (0, 4)],
    &[(1, 1), (3, 1), (3, 3), (1, 3)],
];

fn shapes() -> Vec<CellShape> {
    let corner = |(x, y): &(i32, i32)| Point::from_pixels(f64::from(*x) * SIDE / 4.0, f64::from(*y) * SIDE / 4.0);
    let shape = |corners: &[(i32, i32)]| {
        CellShape::new(Point::from_pixels(SIDE, SIDE), &[corners.iter().map(corner).collect()])
    };
    SHAPES.iter().map(|corners| shape(corners)).collect()
}

/// Cells by row and column.
type Field = BTreeMap<(i32, i32), u32>;

fn ground(field: &Field) -> LiveGround {
    let mut runs = Vec::new();
    for (&(row, column), &shape) in field {
        add_run(&mut runs, CellRun { row, column, length: 1, shape });
    }
    let size = Point::from_pixels(SIDE, SIDE);
    let cells = ShapeGrid::new(size, Point::default(), shapes(), runs, &mut Effort(0)).unwrap();
    LiveGround::new(&cells, Surface::Solid.into()).unwrap()
}

/// Walls around 20 x 12 cells, and random cells in them.
fn random_field(rng: &mut Rng) -> Field {
    let mut field = Field::new();
    for (row, column) in (0..12).flat_map(|row| (0..20).map(move |column| (row, column))) {
        let is_border = row == 0 || row == 11 || column == 0 || column == 19;
        if is_border || rng.bits().is_multiple_of(3) {
            let shape = if is_border || rng.bits().is_multiple_of(2) { 0 } else { (rng.bits() % 8) as u32 };
            field.insert((row, column), shape);
        }
    }
    field
}

/// An edge without its place in the terrain and the number of its chain.
fn shape_of(edge: &Edge) -> String {
    format!("{:?}", Edge { prev: None, next: None, chain: 0, ..*edge })
}

/// The edges with their neighbours, and the pieces, in an order of their own.
fn content(terrain: &Terrain) -> Vec<String> {
    let neighbour = |id: Option<EdgeId>| id.map(|id| shape_of(&terrain.edges()[id.index()]));
    let edges = terrain.edges().iter().filter(|edge| !edge.is_vacant());
    let edges = edges.map(|edge| format!("{} {:?} {:?}", shape_of(edge), neighbour(edge.prev), neighbour(edge.next)));
    let pieces = terrain.pieces().iter().filter(|piece| !piece.is_vacant()).map(|piece| format!("{piece:?}"));
    let mut all: Vec<String> = edges.chain(pieces).collect();
    all.sort();
    all
}

/// Walks, and returns every move, and the first hit on its way. Which of several obstacles are listed as touched where they meet
/// depends on their order; where a slide ends does not (law 11).
fn walk(space: &Space, setup: &SolverSetup, seed: u64) -> Vec<String> {
    let mut rng = Rng(seed);
    let mut hero =
        Mover::new(Aabb::new(Vec2::new(rng.range(30.0, 290.0), rng.range(30.0, 160.0)), Vec2::new(6.0, 11.0)));
    let step = |_| {
        let delta = Vec2::new(rng.range(-6.0, 6.0), rng.range(-4.0, 6.0));
        let hit = setup.cast(space, &hero, delta).map(|hit| (hit.fraction, hit.normal));
        let slide = setup.slide(space, &hero, delta);
        hero = hero.moved(slide.moved);
        format!("{:?} {:?} {hit:?}", slide.moved, slide.outcome)
    };
    (0..30).map(step).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if is_long() { 40 } else { 12 }, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

    #[test]
    fn an_edited_ground_equals_a_fresh_one(seed in 0_u64..1 << 40) {
        let mut rng = Rng(seed);
        let mut field = random_field(&mut rng);
        let mut live = ground(&field);
        let hero = Mover::new(Aabb::new(Vec2::ZERO, Vec2::new(6.0, 11.0)));
        let mut terrain = live.terrain();
        prop_assert!(terrain.compile(&hero));
        for edit in 0..25 {
            // Sometimes beyond the walls, and sometimes the same cell twice: the last counts.
            let cells: Vec<_> = (0..=rng.bits() % 3).map(|_| {
                let at = ((rng.bits() % 22) as i32 - 1, (rng.bits() % 14) as i32 - 1);
                (at, [None, Some(0), Some((rng.bits() % 8) as u32)][(rng.bits() % 3) as usize])
            }).collect();
            live.set(&mut terrain, cells.iter().copied()).unwrap();
            for &((column, row), shape) in &cells {
                match shape {
                    Some(shape) => drop(field.insert((row, column), shape)),
                    None => drop(field.remove(&(row, column))),
                }
            }
            for ((column, row), _) in cells {
                prop_assert_eq!(live.get(column, row), field.get(&(row, column)).copied());
            }
            let fresh = ground(&field).terrain();
            prop_assert_eq!(content(&terrain), content(&fresh), "edit {}", edit);
            let mut compiled = fresh.clone();
            prop_assert!(compiled.compile(&hero));
            let spaces = [fresh, compiled, terrain.clone()].map(|terrain| Space { terrain: Arc::new(terrain), ..Space::default() });
            for kind in [SolverKind::ThickSat, SolverKind::PerAxis, SolverKind::VertexDiscard] {
                let [want, compiled, got] = [0, 1, 2].map(|i| walk(&spaces[i], &SolverSetup::new(kind), seed + edit));
                prop_assert_eq!(&want, &compiled);
                prop_assert_eq!(want, got, "edit {}: {}", edit, kind);
            }
        }
    }
}

#[test]
fn a_ground_without_pieces_has_edges_alone() {
    let field: Field = (0..9).map(|column| ((0, column), 0)).collect();
    let mut live = ground(&field).without_pieces();
    let mut terrain = live.terrain();
    live.set(&mut terrain, [((4, 0), None)]).unwrap();
    assert_eq!(terrain.edges().iter().filter(|edge| !edge.is_vacant()).count(), 8);
    assert!(terrain.pieces().is_empty());
}

#[test]
fn another_terrain_is_refused_and_nothing_changes() {
    let field: Field = (0..9).map(|column| ((0, column), 0)).collect();
    let mut live = ground(&field);
    let mut terrain = live.terrain();
    let mut other = ground(&Field::from([((5, 5), 0)])).terrain();
    let before = content(&other);
    assert!(matches!(live.set(&mut other, [((4, 0), None)]), Err(LiveGroundError::OtherTerrain(_))));
    assert_eq!((live.get(4, 0), content(&other)), (Some(0), before));
    assert_eq!(live.set(&mut terrain, [((3, 0), None), ((4, 0), Some(99))]), Err(LiveGroundError::UnknownShape(99)));
    assert_eq!(live.get(3, 0), Some(0));
    // The game's own edges do not disturb it.
    let own = Edge::new(Vec2::new(70.0, -50.0), Vec2::new(70.0, 50.0), seamwalker_collide::Side::Both);
    terrain.apply([TerrainChange::AddEdge(own)]).unwrap();
    live.set(&mut terrain, [((4, 0), None)]).unwrap();
    let fresh: Field = field.into_iter().filter(|(at, _)| *at != (0, 4)).collect();
    let left: Vec<String> = content(&terrain).into_iter().filter(|line| !line.contains("Both")).collect();
    assert_eq!(left, content(&ground(&fresh).terrain()));
}

#[test]
fn cells_beyond_the_farthest_and_invalid_grids_are_refused() {
    let mut live = ground(&Field::from([((0, 0), 0)]));
    let mut terrain = live.terrain();
    let most = (1 << 20) / SIDE as i32;
    live.set(&mut terrain, [((most - 1, most - 1), Some(0)), ((-most, -most), Some(0))]).unwrap();
    for (column, row) in
        [(most, 0), (-most - 1, 0), (0, most), (0, -most - 1), (i32::MAX, i32::MIN), (i32::MIN, i32::MAX)]
    {
        assert_eq!(live.set(&mut terrain, [((column, row), Some(0))]), Err(LiveGroundError::TooFar(column, row)));
        assert_eq!(live.get(column, row), None);
    }
    assert_eq!(content(&terrain), content(&live.terrain()), "a refused change changes nothing");
    let made = |size: Point, origin: Point, run: CellRun| {
        let cells = ShapeGrid::new(size, origin, shapes(), vec![run], &mut Effort(0)).unwrap();
        LiveGround::new(&cells, Surface::Solid.into()).map(|_| ())
    };
    let (size, run) = (Point::from_pixels(SIDE, SIDE), CellRun { row: 0, column: 0, length: 1, shape: 0 });
    assert_eq!(made(Point::new(0, 8), Point::default(), run), Err(LiveGroundError::Grid));
    assert_eq!(made(Point::new(8, -8), Point::default(), run), Err(LiveGroundError::Grid));
    assert_eq!(made(size, Point::new(i32::MIN, 0), run), Err(LiveGroundError::Grid));
    assert_eq!(made(size, Point::default(), CellRun { shape: 99, ..run }), Err(LiveGroundError::UnknownShape(99)));
    for far in
        [CellRun { column: i32::MAX - 9, ..run }, CellRun { row: i32::MIN, ..run }, CellRun { length: i32::MAX, ..run }]
    {
        assert!(matches!(made(size, Point::default(), far), Err(LiveGroundError::TooFar(..))));
    }
}

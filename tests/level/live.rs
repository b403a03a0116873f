//! After every edit, a live outline equals a fresh one, and the reported changes are the actual ones.

use std::collections::{BTreeMap, BTreeSet};

use crate::mangle::settings::is_long;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use seamwalker_level::geometry::{Point, Polygon, UNIT, rectangle, tidy};
use seamwalker_level::outline::{
    CellRun, CellShape, Change, DirectedEdge, Effort, LiveError, LiveOutline, Loops, ShapeGrid, add_run, outline,
};

/// The side of a cell, in pixels.
const SIDE: f64 = 16.0;

fn size() -> Point {
    Point::from_pixels(SIDE, SIDE)
}

/// The letters of the drawings: `#` full, `d` a diamond on the middles of the borders, `1 2 3` thirds of a slope, `o` a frame around
/// a hole, `i` an island that touches no border, `.` nothing at all but a shape, `~` and `^` slopes of a single unit, `w` a strip
/// with an island below.
const LETTERS: &str = "#123oid.~^w";

fn polygons(letter: char) -> Vec<Polygon> {
    let shape = |points: &[(f64, f64)]| tidy(points.iter().map(|(x, y)| Point::from_pixels(*x, *y)).collect());
    let block = |x: f64, y: f64, w: f64, h: f64| rectangle(Point::from_pixels(x, y), Point::from_pixels(x + w, y + h));
    let (third, bit) = (5.333_333, 1.0 / f64::from(UNIT));
    match letter {
        '#' => vec![block(0.0, 0.0, 16.0, 16.0)],
        '1' => vec![shape(&[(0.0, 16.0), (16.0, 16.0 - third), (16.0, 16.0)])],
        '2' => vec![shape(&[(0.0, 2.0 * third), (16.0, third), (16.0, 16.0), (0.0, 16.0)])],
        '3' => vec![shape(&[(0.0, third), (16.0, 0.0), (16.0, 16.0), (0.0, 16.0)])],
        'o' => vec![
            block(0.0, 0.0, 16.0, 4.0),
            block(0.0, 12.0, 16.0, 4.0),
            block(0.0, 0.0, 4.0, 16.0),
            block(12.0, 0.0, 4.0, 16.0),
        ],
        'i' => vec![block(4.0, 4.0, 8.0, 8.0)],
        'd' => vec![shape(&[(0.0, 8.0), (8.0, 0.0), (16.0, 8.0), (8.0, 16.0)])],
        '~' => vec![shape(&[(0.0, 8.0), (16.0, 8.0 + bit), (16.0, 16.0), (0.0, 16.0)])],
        '^' => vec![shape(&[(0.0, 8.0 + bit), (16.0, 8.0), (16.0, 16.0), (0.0, 16.0)])],
        'w' => vec![block(0.0, 0.0, 16.0, 4.0), shape(&[(4.0, 10.0), (8.0, 8.0), (12.0, 10.0), (8.0, 12.0)])],
        _ => Vec::new(),
    }
}

fn drawn_shapes() -> Vec<CellShape> {
    LETTERS.chars().map(|letter| CellShape::new(size(), &polygons(letter))).collect()
}

/// The shape of a letter; a blank is an empty cell.
fn shape(letter: char) -> Option<u32> {
    LETTERS.chars().position(|l| l == letter).map(|i| u32::try_from(i).unwrap())
}

/// Cells by row and column.
type Field = BTreeMap<(i32, i32), u32>;

fn field(rows: &[&str]) -> Field {
    let row = |(r, row): (i32, &&str)| -> Vec<_> {
        (0..).zip(row.chars()).filter_map(|(c, l)| Some(((r, c), shape(l)?))).collect()
    };
    (0..).zip(rows).flat_map(row).collect()
}

fn cells(field: &Field, shapes: &[CellShape], origin: Point) -> ShapeGrid {
    let mut runs = Vec::new();
    field.iter().for_each(|((row, column), shape)| {
        add_run(&mut runs, CellRun { row: *row, column: *column, length: 1, shape: *shape });
    });
    ShapeGrid::new(size(), origin, shapes.to_vec(), runs, &mut Effort(0)).unwrap()
}

fn fresh_outline(cells: &ShapeGrid) -> Loops {
    outline(std::slice::from_ref(cells), &[], usize::MAX).unwrap()
}

/// A live outline beside a field that is rebuilt after every edit.
struct Pair {
    live: LiveOutline,
    field: Field,
    shapes: Vec<CellShape>,
    origin: Point,
    edges: BTreeSet<DirectedEdge>,
}

impl Pair {
    fn new(field: Field, shapes: Vec<CellShape>, origin: Point) -> Self {
        let cells = cells(&field, &shapes, origin);
        let (live, loops) = (LiveOutline::new(&cells).unwrap(), fresh_outline(&cells));
        assert_eq!(live.loops(), loops);
        Self { live, field, shapes, origin, edges: loops.edges().collect() }
    }

    fn drawn(rows: &[&str]) -> Self {
        Self::new(field(rows), drawn_shapes(), Point::default())
    }

    /// Edits both and compares everything.
    fn set(&mut self, column: i32, row: i32, shape: Option<u32>) -> Change {
        let change = self.live.set(column, row, shape).unwrap();
        match shape {
            Some(shape) => drop(self.field.insert((row, column), shape)),
            None => drop(self.field.remove(&(row, column))),
        }
        assert_eq!(self.live.get(column, row), shape);
        let cells = cells(&self.field, &self.shapes, self.origin);
        let loops = fresh_outline(&cells);
        assert_eq!(self.live.loops(), loops, "({column}, {row}) to {shape:?}");
        assert_eq!(self.live.cells().runs(), cells.runs());
        let edges: BTreeSet<DirectedEdge> = loops.edges().collect();
        assert_eq!(edges.len(), loops.corners(), "no edge twice");
        let vanished: Vec<DirectedEdge> = self.edges.difference(&edges).copied().collect();
        let appeared: Vec<DirectedEdge> = edges.difference(&self.edges).copied().collect();
        assert_eq!(change, Change { vanished, appeared }, "({column}, {row}) to {shape:?}");
        self.edges = edges;
        change
    }
}

#[test]
fn cells_can_be_added_in_all_directions_and_far_out() {
    let mut pair = Pair::drawn(&["#"]);
    for (column, row) in
        [(-1, 0), (1, 0), (0, -1), (0, 1), (-2, -2), (300, -1), (255, 1), (256, 1), (-257, 2), (-256, 2)]
    {
        pair.set(column, row, shape('#'));
    }
    for (column, row) in [(0, 0), (256, 1), (-257, 2), (300, -1)] {
        pair.set(column, row, None);
    }
    // The farthest cells that there are, and those behind them.
    let most = (1 << 28) / size().x;
    pair.set(most - 1, most - 1, shape('d'));
    pair.set(-most, -most, shape('#'));
    for (column, row) in
        [(most, 0), (-most - 1, 0), (0, most), (0, -most - 1), (i32::MAX, i32::MIN), (i32::MIN, i32::MAX)]
    {
        assert_eq!(pair.live.set(column, row, shape('#')), Err(LiveError::TooFar(column, row)));
        assert_eq!(pair.live.get(column, row), None);
    }
    assert_eq!(pair.live.loops().edges().collect::<BTreeSet<_>>(), pair.edges, "a refused edit changes nothing");
}

#[test]
fn invalid_shapes_and_grids_are_refused() {
    let mut pair = Pair::drawn(&["##"]);
    let unknown = u32::try_from(LETTERS.len()).unwrap();
    assert_eq!(pair.live.set(0, 0, Some(unknown)), Err(LiveError::UnknownShape(unknown)));
    assert_eq!(pair.live.get(0, 0), shape('#'));
    assert_eq!(pair.live.set(0, 0, shape('#')), Ok(Change::default()), "the same again");
    assert_eq!(pair.live.set(5, 5, None), Ok(Change::default()), "nothing again");

    let made = |size: Point, origin: Point, shapes: Vec<CellShape>, runs: Vec<CellRun>| {
        LiveOutline::new(&ShapeGrid::new(size, origin, shapes, runs, &mut Effort(0)).unwrap()).map(|_| ())
    };
    let (full, run) = (CellShape::full(size()), CellRun { row: 0, column: 0, length: 1, shape: 0 });
    assert_eq!(made(Point::new(0, 8), Point::default(), vec![], vec![]), Err(LiveError::Grid));
    assert_eq!(made(Point::new(8, -8), Point::default(), vec![], vec![]), Err(LiveError::Grid));
    assert_eq!(made(size(), Point::new(i32::MIN, 0), vec![], vec![]), Err(LiveError::Grid));
    assert_eq!(
        made(size(), Point::default(), vec![full.clone()], vec![CellRun { shape: 1, ..run }]),
        Err(LiveError::UnknownShape(1))
    );
    assert_eq!(
        made(Point::new(8, 8), Point::default(), vec![full.clone()], vec![run]),
        Err(LiveError::ShapeOutside(0))
    );
    for far in
        [CellRun { column: i32::MAX - 9, ..run }, CellRun { row: i32::MIN, ..run }, CellRun { length: i32::MAX, ..run }]
    {
        let refused = made(size(), Point::default(), vec![full.clone()], vec![far]);
        assert!(matches!(refused, Err(LiveError::TooFar(..))), "{refused:?}");
    }
    assert_eq!(made(size(), Point::default(), vec![full], vec![]), Ok(()), "an empty map is one");
}

#[test]
fn shapes_of_another_cell_size_are_harmless() {
    // They leave lines that end nowhere. What comes of them is anyone's guess, but it comes.
    let shapes = vec![
        CellShape::full(Point::new(8, 8)),
        CellShape::new(Point::new(8, 8), &polygons('i')),
        CellShape::full(size()),
    ];
    let runs =
        vec![CellRun { row: 0, column: 0, length: 9, shape: 0 }, CellRun { row: 1, column: 0, length: 9, shape: 2 }];
    let cells = ShapeGrid::new(size(), Point::default(), shapes, runs, &mut Effort(0)).unwrap();
    let mut live = LiveOutline::new(&cells).unwrap();
    for i in 0..99 {
        let (column, row, shape) = (i * 7 % 10, i * 5 % 3, u32::try_from(i % 4).ok().filter(|shape| *shape < 3));
        live.set(column, row, shape).unwrap();
    }
    assert!(live.loops().len() < 99);
}

/// An edit: column, row, shape.
type Edit = (i32, i32, Option<usize>);

fn edits(shapes: usize) -> impl Strategy<Value = Vec<Edit>> {
    // Two rows and columns more on every side than the field has.
    let shape = prop_oneof![1 => Just(None), 1 => Just(Some(0)), 3 => (0..shapes).prop_map(Some)];
    prop::collection::vec((-2..11_i32, -2..9_i32, shape), 1..40)
}

fn fields(shapes: usize) -> impl Strategy<Value = Vec<Vec<Option<usize>>>> {
    let cell = prop_oneof![2 => Just(None), 3 => Just(Some(0)), 3 => (0..shapes).prop_map(Some)];
    (1_usize..10, 1_usize..8)
        .prop_flat_map(move |(w, h)| prop::collection::vec(prop::collection::vec(cell.clone(), w..=w), h..=h))
}

fn placed(rows: &[Vec<Option<usize>>]) -> Field {
    let row = |(r, row): (i32, &Vec<Option<usize>>)| -> Vec<_> {
        (0..).zip(row).filter_map(|(c, cell)| Some(((r, c), u32::try_from((*cell)?).ok()?))).collect()
    };
    (0..).zip(rows).flat_map(row).collect()
}

/// A shape of up to three triangles: corners on quarters of the borders, or anywhere.
fn any_shape() -> impl Strategy<Value = CellShape> {
    let side = size().x;
    let place = prop_oneof![4 => (0..=4_i32).prop_map(move |i| i * side / 4), 1 => 0..=side];
    let point = (place.clone(), place).prop_map(|(x, y)| Point::new(x, y));
    let triangle = prop::collection::vec(point, 3..=3).prop_map(tidy);
    prop::collection::vec(triangle, 1..=3).prop_map(|mut list| {
        list.retain(|polygon| polygon.len() == 3);
        CellShape::new(size(), &list)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if is_long() { 400 } else { 100 }, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

    /// Slopes alone, so that long ones come about and are cut and closed.
    #[test]
    fn random_edits_of_slopes_equal_a_fresh_outline(
        rows in prop::collection::vec(prop::collection::vec(prop::sample::select(" #123~^".chars().collect::<Vec<_>>()), 9..=9), 1..6),
        edits in prop::collection::vec((0..9_i32, 0..6_i32, prop::sample::select(" #123~^123~^".chars().collect::<Vec<_>>())), 1..60),
    ) {
        let text: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
        let mut pair = Pair::drawn(&text.iter().map(String::as_str).collect::<Vec<_>>());
        for (column, row, letter) in edits {
            pair.set(column, row, shape(letter));
        }
    }

    #[test]
    fn random_edits_equal_a_fresh_outline(
        shapes in prop::collection::vec(prop_oneof![any_shape(), prop::sample::select(drawn_shapes())], 1..12),
        rows in fields(12),
        edits in edits(12),
        origin in (-9000..9000_i32, -9000..9000_i32),
    ) {
        let count = shapes.len();
        let of = |shape: usize| Some(u32::try_from(shape % count).unwrap());
        let field = placed(&rows).into_iter().map(|(at, shape)| (at, of(shape as usize).unwrap())).collect();
        let mut pair = Pair::new(field, shapes, Point::new(origin.0, origin.1));
        for (column, row, shape) in edits {
            pair.set(column, row, shape.and_then(of));
        }
    }
}

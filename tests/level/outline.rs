//! Outlines, compared with hand-counted edges and with brute force.

use crate::level_kit::{Memory, TILES, edges, layer, level, level_of, listed, map, objects};
use glam::Vec2;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use seamwalker_collide::{Aabb, Edge, EdgeId, Side};
use seamwalker_level::geometry::{Point, Polygon, double_area, edges as polygon_edges, rectangle, tidy, union};
use seamwalker_level::outline::{BEND, CellRun, CellShape, Effort, ShapeGrid, outline, without_bends};
use seamwalker_level::{Level, Surface, read};

/// What a drawing becomes: solid edges, solid chains, ribbon edges, hazard edges; all counted by hand.
const CASES: &[(&str, &[&str], [usize; 4])] = &[
    ("a block", &["#"], [4, 1, 0, 0]),
    ("two blocks are one box", &["##"], [4, 1, 0, 0]),
    ("a floor is one run", &["..........", "##########"], [4, 1, 0, 0]),
    ("apart", &["#.#"], [8, 2, 0, 0]),
    ("corner to corner stays apart", &["#.", ".#"], [8, 2, 0, 0]),
    ("the other corner too", &[".#", "#."], [8, 2, 0, 0]),
    ("a ring has an inside", &["###", "#.#", "###"], [8, 2, 0, 0]),
    ("a ring that only touches itself is open there", &["##.", "#.#", "###"], [10, 1, 0, 0]),
    ("stairs", &["#..", "##.", "###"], [8, 1, 0, 0]),
    ("a slope onto a block", &["/#", "##"], [5, 1, 0, 0]),
    ("a long slope is one run", &["..../", ".../#", "../##", "./###"], [3, 1, 0, 0]),
    ("a roof", &["/\\"], [3, 1, 0, 0]),
    ("a hanging wedge", &["7F"], [3, 1, 0, 0]),
    ("a diamond", &["/\\", "7F"], [4, 1, 0, 0]),
    ("a slope on a block", &["/", "#"], [4, 1, 0, 0]),
    ("wedges make a rhomboid", &["\\", "7"], [4, 1, 0, 0]),
    ("half beside whole", &["#_"], [6, 1, 0, 0]),
    ("halves that meet", &["_", "="], [4, 1, 0, 0]),
    ("halves that do not", &["=", "_"], [8, 2, 0, 0]),
    ("an angle iron", &["r"], [6, 1, 0, 0]),
    ("angle irons in a row", &["rr"], [10, 1, 0, 0]),
    ("thirds of a slope are one run", &["123"], [3, 1, 0, 0]),
    ("thirds, twice", &["...123", "123###"], [3, 1, 0, 0]),
    ("nearly full blocks are pulled together", &["nn"], [4, 1, 0, 0]),
    ("a tile that reaches into the next cell", &[".", "B"], [4, 1, 0, 0]),
    ("and joins what is there", &["#.", "BB"], [4, 1, 0, 0]),
    ("reaching out of the map", &["B"], [4, 1, 0, 0]),
    ("a ribbon", &["---"], [0, 0, 1, 0]),
    ("ribbons below each other have one upper side", &["-", "-"], [0, 0, 1, 0]),
    ("a ribbon beside a block", &["-#"], [4, 1, 1, 0]),
    ("a ribbon half under a block", &[".#", "--"], [4, 1, 1, 0]),
    ("a ribbon wholly under blocks", &["##", "--"], [4, 1, 0, 0]),
    ("blocks in a ribbon", &["-#-"], [4, 1, 2, 0]),
    ("pins do not collide", &["^^"], [0, 0, 0, 4]),
    ("ribbon and pin in one tile", &["~~"], [0, 0, 1, 24]),
    ("nothing", &["."], [0, 0, 0, 0]),
];

fn of(level: &Level, surface: Surface) -> Vec<&Edge> {
    level.terrain.edges().iter().filter(|e| e.tag == surface.tag()).collect()
}

#[test]
fn drawings_have_the_expected_edges() {
    for (name, rows, [solid, chains, ribbons, hazards]) in CASES {
        let level = level(rows);
        let edges_found = of(&level, Surface::Solid);
        let mut numbers: Vec<u32> = edges_found.iter().map(|e| e.chain).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let found = [edges_found.len(), numbers.len(), of(&level, Surface::OneWay).len(), level.hazard_edges.len()];
        let drawing = rows.join("\n");
        assert_eq!(found, [*solid, *chains, *ribbons, *hazards], "{name}\n{drawing}\n{}", edges(&level));
    }
}

/// A ring with a bridge, and a star of one line.
#[test]
fn a_polygon_covers_what_tiled_fills() {
    let ring = "0,0 32,0 32,32 0,32 0,0 8,8 8,24 24,24 24,8 8,8";
    let star = "16,0 26,30 0,12 32,12 6,30";
    let object = |points: &str| {
        format!("<object id=\"1\" type=\"Solid\" x=\"4\" y=\"4\"><polygon points=\"{points}\"/></object>")
    };
    let map_of = |points: &str| map(&["...."; 4], &objects(&object(points)));
    let covers = |level: &Level, x: f32, y: f32| winding(&of(level, Surface::Solid), Vec2::new(x, y)) != 0;
    let level = level_of(&map_of(ring));
    assert_eq!(of(&level, Surface::Solid).len(), 8, "outside and inside: {}", edges(&level));
    assert_eq!([covers(&level, 8.0, 20.0), covers(&level, 20.5, 20.5)], [true, false]);
    assert!(!listed(&level.warnings).contains("polygon"), "{}", listed(&level.warnings));
    assert!(
        level.untextured.iter().all(|shape| !shape.area.aabb.overlaps(&Aabb::new(Vec2::splat(20.0), Vec2::splat(7.0))))
    );
    let level = level_of(&map_of(star));
    assert_eq!([covers(&level, 20.5, 10.0), covers(&level, 20.5, 20.5)], [true, false], "{}", edges(&level));
    assert!(listed(&level.warnings).contains("the polygon crosses itself"));
    // A tile with such a shape, in a cell, and as an object of twice the size, turned.
    let tile = format!("<tile id=\"0\" type=\"Solid\"><objectgroup>{}</objectgroup></tile>", {
        object("0,0 16,0 16,16 0,16 0,0 4,5 5,12 12,11 11,4 4,5").replace("\"4\"", "\"0\"")
    });
    let tiles = TILES.replace("<tile id=\"0\" type=\"Solid\"/>", &tile);
    let large =
        "<object id=\"1\" type=\"Solid\" gid=\"1\" x=\"32\" y=\"64\" width=\"32\" height=\"32\" rotation=\"20\"/>";
    let text = map(&["#...", "....", "....", "...."], &(layer(1, &["#..."], "") + &objects(large)));
    let level = read(&Memory::with_map(&text).and("tiles.tsx", tiles), "m.tmx").unwrap();
    assert_eq!(of(&level, Surface::Solid).len(), 16, "{}", edges(&level));
    assert_eq!([covers(&level, 2.0, 8.0), covers(&level, 8.0, 8.0)], [true, false]);
}

/// Such things stay behind when one clicks into Tiled's collision editor.
#[test]
fn shapes_without_an_inside_do_not_change_what_a_tile_collides_with() {
    let shapes = [
        "<point/>",
        "",
        "<polyline points=\"0,0 8,8\"/>",
        "<polygon points=\"0,0 8,8\"/>",
        "<polygon points=\"0,0 8,8 4,4\"/>",
        "<text>note</text>",
    ];
    let left = |shape: &&str| format!("<object id=\"1\" x=\"4\" y=\"4\">{shape}</object>");
    let all: String = shapes.iter().map(left).collect();
    let group = |inside: &str| format!("<tile id=\"0\" type=\"Solid\"><objectgroup>{inside}</objectgroup></tile>");
    let lower = "<object id=\"2\" y=\"8\" width=\"16\" height=\"8\"/>";
    let tiles = |inside: &str| TILES.replace("<tile id=\"0\" type=\"Solid\"/>", &group(inside));
    let map = map(&["#."], &layer(1, &["#."], ""));
    let outline = |tiles: String| edges(&read(&Memory::with_map(&map).and("tiles.tsx", tiles), "m.tmx").unwrap());
    for own in shapes.iter().map(left).chain([all.clone()]) {
        assert_eq!(outline(tiles(&own)), outline(TILES.to_owned()), "{own}");
        assert_eq!(outline(tiles(&(own + lower))), outline(tiles(lower)));
    }
}

#[test]
fn edges_come_in_reading_order_with_exact_normals() {
    let level = level(&["./#", "..#", "-.."]);
    let want = "Solid 2,0 3,0 #0\nSolid 3,0 3,2 #0\nSolid 3,2 2,2 #0\nSolid 2,2 2,1 #0\nSolid 2,1 1,1 #0\nSolid 1,1 2,0 #0\nOneWay 0,2 1,2 #1\n";
    assert_eq!(edges(&level), want);
    let normals: Vec<Vec2> = level.terrain.edges().iter().map(|e| e.normal).collect();
    assert_eq!(normals[..5], [Vec2::NEG_Y, Vec2::X, Vec2::Y, Vec2::NEG_X, Vec2::Y]);
    assert!((normals[5] - Vec2::new(-1.0, -1.0).normalize()).length() < 1e-7);
    assert_eq!(normals[6], Vec2::NEG_Y);
}

/// Every edge ends where the next begins, and what links forward links back.
fn check_chains(level: &Level) {
    let list = level.terrain.edges();
    for (i, edge) in list.iter().enumerate() {
        let i = u32::try_from(i).unwrap();
        if let Some(next) = edge.next {
            let next = &list[next.index()];
            assert_eq!((next.prev, next.segment.a, next.chain), (EdgeId::new(i), edge.segment.b, edge.chain));
        }
        assert_eq!(edge.side == Side::Outer, edge.tag == Surface::Solid.tag());
        assert!(edge.side != Side::Outer || (edge.next.is_some() && edge.prev.is_some()));
        assert!((edge.normal.length() - 1.0).abs() < 1e-6);
        let along = edge.segment.b - edge.segment.a;
        assert!(along.perp_dot(edge.normal) < 0.0, "the normal is on the left");
    }
}

/// Whether a tile covers a place in its cell (pixels, never on an edge), worked out anew from the letters.
fn covers(letter: char, x: f32, y: f32) -> bool {
    match letter {
        '#' => true,
        '/' => y > 16.0 - x,
        '\\' => y > x,
        '7' => y < x,
        'F' => y < 16.0 - x,
        '_' => y > 8.0,
        '=' => y < 8.0,
        'r' => y < 4.0 || x < 4.0,
        _ => false,
    }
}

fn letter_at(rows: &[Vec<char>], x: f32, y: f32) -> (char, f32, f32) {
    let (column, row) = ((x / 16.0).floor(), (y / 16.0).floor());
    let inside = column >= 0.0 && row >= 0.0;
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small and not negative")]
    let letter = rows.get(row as usize).and_then(|r| r.get(column as usize)).filter(|_| inside);
    (letter.copied().unwrap_or('.'), x - column * 16.0, y - row * 16.0)
}

fn solid(rows: &[Vec<char>], p: Vec2) -> bool {
    let (letter, x, y) = letter_at(rows, p.x, p.y);
    covers(letter, x, y)
}

/// How often a line to the left of a point crosses the outline, up and down.
fn winding(edges: &[&Edge], p: Vec2) -> i32 {
    let crossing = |e: &&&Edge| {
        let (a, b) = (e.segment.a, e.segment.b);
        (a.y <= p.y) != (b.y <= p.y) && a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x) < p.x
    };
    edges.iter().filter(crossing).map(|e| if e.segment.b.y < e.segment.a.y { 1 } else { -1 }).sum()
}

fn check_against_brute_force(rows: &[Vec<char>], level: &Level) -> Result<(), TestCaseError> {
    let outline = of(level, Surface::Solid);
    let (w, h) = (rows[0].len() as u16 * 16, rows.len() as u16 * 16);
    // Places that lie on no edge: edges have slopes 0, 1 or infinity and whole coordinates.
    for y in (0..h + 8).step_by(4) {
        for x in (0..w + 8).step_by(4) {
            let p = Vec2::new(f32::from(x) - 3.69, f32::from(y) - 3.53);
            prop_assert_eq!(winding(&outline, p), i32::from(solid(rows, p)), "at {}", p);
        }
    }
    for edge in &outline {
        for t in [0.13, 0.37, 0.71] {
            let p = edge.segment.a.lerp(edge.segment.b, t);
            // Corner to corner a place near an edge may be near another solid too: a nudge along does not cross it.
            prop_assert!(
                solid(rows, p - edge.normal * 0.02),
                "not solid inside of {} {}",
                edge.segment.a,
                edge.segment.b
            );
            prop_assert!(
                !solid(rows, p + edge.normal * 0.02),
                "solid outside of {} {}",
                edge.segment.a,
                edge.segment.b
            );
        }
    }
    // The fewest: no corner is straight.
    for edge in &outline {
        let next = &level.terrain.edges()[edge.next.unwrap().index()];
        let turn = (edge.segment.b - edge.segment.a).perp_dot(next.segment.b - next.segment.a);
        prop_assert!(turn != 0.0, "a straight corner at {}", edge.segment.b);
    }
    check_chains(level);
    Ok(())
}

fn fields() -> impl Strategy<Value = Vec<Vec<char>>> {
    let letter = prop::sample::select("....####/\\7F_=r".chars().collect::<Vec<_>>());
    (1_usize..9, 1_usize..7)
        .prop_flat_map(move |(w, h)| prop::collection::vec(prop::collection::vec(letter.clone(), w..=w), h..=h))
}

fn drawn(rows: &[Vec<char>]) -> Vec<String> {
    rows.iter().map(|row| row.iter().collect()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 192, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

    #[test]
    fn random_fields_agree_with_brute_force(rows in fields()) {
        check_against_brute_force(&rows, &level(&drawn(&rows)))?;
    }

    /// Ribbons lie where a ribbon tile has neither a ribbon nor a block above it, and are as few as they can be.
    #[test]
    fn one_way_edges_are_the_uncovered_upper_sides(rows in prop::collection::vec(prop::collection::vec(prop::sample::select("..--#".chars().collect::<Vec<_>>()), 7..=7), 1..6)) {
        let level = level(&drawn(&rows));
        let open = |x: usize, y: usize| {
            let above = y.checked_sub(1).map_or('.', |up| rows[up][x]);
            rows[y][x] == '-' && above == '.'
        };
        let mut want = Vec::new();
        for y in 0..rows.len() {
            for x in (0..7).filter(|x| open(*x, y) && !(*x > 0 && open(x - 1, y))) {
                let end = (x..7).take_while(|x| open(*x, y)).count() + x;
                want.push(format!("OneWay {x},{y} {end},{y}"));
            }
        }
        let found: Vec<String> = edges(&level).lines().filter(|l| l.starts_with("OneWay")).map(|l| l.split(" #").next().unwrap().to_owned()).collect();
        prop_assert_eq!(found, want);
    }

    /// Rectangles anywhere, over cells, over other tiles in the same cells, and over a layer that is half a cell off: one union,
    /// whatever the order.
    #[test]
    fn free_shapes_stacked_tiles_and_shifted_layers_unite(
        rows in fields(),
        stacked in fields(),
        boxes in prop::collection::vec((-20..150_i32, -20..110_i32, 3..60_i32, 3..60_i32), 0..6),
        shifted in any::<bool>(),
    ) {
        let (text, other) = (drawn(&rows), drawn(&stacked));
        let object = |(id, (x, y, w, h)): (usize, &(i32, i32, i32, i32))| {
            format!("<object id=\"{}\" type=\"Solid\" x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\"/>", id + 1)
        };
        let group = |list: &mut dyn Iterator<Item = String>| format!("<objectgroup id=\"8\">{}</objectgroup>", list.collect::<String>());
        let offset = if shifted { layer(2, &["#/", "_#"], "offsetx=\"24\" offsety=\"8\"") } else { String::new() };
        let first = level_of(&map(&text, &(layer(1, &text, "") + &layer(3, &other, "") + &offset + &group(&mut boxes.iter().enumerate().map(object)))));
        let second = level_of(&map(&text, &(group(&mut boxes.iter().enumerate().rev().map(object)) + &offset + &layer(3, &other, "") + &layer(1, &text, ""))));
        prop_assert_eq!((edges(&first), first.hash()), (edges(&second), second.hash()));
        let outline = of(&first, Surface::Solid);
        let over: Vec<Vec<char>> = vec!["#/".chars().collect(), "_#".chars().collect()];
        for y in -25..170_i16 {
            for x in (-25..170_i16).step_by(3) {
                let p = Vec2::new(f32::from(x) + 0.31, f32::from(y) + 0.47);
                #[allow(clippy::cast_precision_loss, reason = "small")]
                let boxed = boxes.iter().any(|(x, y, w, h)| {
                    Aabb::from_corners(Vec2::new(*x as f32, *y as f32), Vec2::new((x + w) as f32, (y + h) as f32)).contains(p)
                });
                let want = solid(&rows, p) || solid(&stacked, p) || boxed || (shifted && solid(&over, p - Vec2::new(24.0, 8.0)));
                prop_assert_eq!(winding(&outline, p), i32::from(want), "at {}", p);
            }
        }
        check_chains(&first);
    }

    /// Bends are only ever dropped within their tolerance, and both ends stay.
    #[test]
    fn bends_stay_within_their_tolerance(points in prop::collection::vec((0..4000_i32, -3..3_i32), 3..40)) {
        let mut x = 0;
        let line: Vec<Point> = points.iter().map(|(step, y)| { x += step + 1; Point::new(x, x / 3 + y) }).collect();
        let kept = without_bends(&line);
        prop_assert_eq!((kept.first(), kept.last()), (line.first(), line.last()));
        for p in &line {
            let after = kept.iter().position(|k| k.x >= p.x).unwrap();
            let (a, b) = (kept[after.max(1) - 1], kept[after.max(1)]);
            let at = f64::from(a.y) + f64::from(b.y - a.y) * f64::from(p.x - a.x) / f64::from(b.x - a.x);
            prop_assert!((at - f64::from(p.y)).abs() <= f64::from(BEND) + 1e-6, "{} from {}", at, p.y);
        }
    }
}

/// A bend of a single unit is dropped between edges that lead the same of eight ways, and never between others.
#[test]
fn a_slope_that_turns_has_a_corner_however_flat_it_is() {
    let line = |points: [(i32, i32); 3]| points.map(|(x, y)| Point::new(x, y));
    let bent = line([(0, 0), (1000, 1), (2000, 3)]);
    assert_eq!(without_bends(&bent), [bent[0], bent[2]], "down, and down");
    for (points, why) in [
        ([(0, 0), (1000, 1), (2000, 0)], "down, then up"),
        ([(0, 0), (1000, 0), (2000, 1)], "level, then down"),
        ([(0, 0), (1, 1000), (0, 2000)], "to the right, then to the left"),
    ] {
        assert_eq!(without_bends(&line(points)), line(points), "{why}");
    }
}

// ---- shapes from random triangles ----

/// A side of a cell, in units.
const SIDE: i32 = 16 * 256;

/// Triangles on a lattice of five by five points: their corners lie in the cell's corners, on its borders and inside.
fn triangles() -> impl Strategy<Value = Vec<Polygon>> {
    let point = (0..5_i32, 0..5_i32).prop_map(|(x, y)| Point::new(x * SIDE / 4, y * SIDE / 4));
    let triangle = prop::array::uniform3(point).prop_map(|corners| tidy(corners.to_vec()));
    prop::collection::vec(triangle, 1..4).prop_map(|mut list| {
        list.retain(|triangle| !triangle.is_empty());
        list
    })
}

/// Area and length of what lies to the right of loops.
fn measure<'a>(loops: impl Iterator<Item = &'a [Point]>) -> (f64, f64) {
    loops.fold((0.0, 0.0), |(area, length), polygon| {
        #[allow(clippy::cast_precision_loss, reason = "small")]
        let own = double_area(polygon) as f64 / 2.0;
        let way = |(a, b): (Point, Point)| {
            let (x, y) = (f64::from(b.x - a.x), f64::from(b.y - a.y));
            (x * x + y * y).sqrt()
        };
        (area + own, length + polygon_edges(polygon).map(way).sum::<f64>())
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

    /// Lines from border to border, through corners, along borders and round holes: the same as the union of everything.
    #[test]
    fn cells_of_any_shape_match_the_union_of_all(
        shapes in prop::collection::vec(triangles(), 1..5),
        picks in prop::collection::vec(0..7_usize, 20..=20),
    ) {
        let size = Point::new(SIDE, SIDE);
        let mut runs = Vec::new();
        let mut all = Vec::new();
        for (i, pick) in (0_i32..).zip(&picks) {
            let (row, column) = (i / 5, i % 5);
            let whole = vec![rectangle(Point::default(), size)];
            let Some(polygons) = shapes.get(*pick).or_else(|| (*pick == 6).then_some(&whole)) else { continue };
            let shape = u32::try_from(if *pick == 6 { shapes.len() } else { *pick }).unwrap();
            runs.push(CellRun { row, column, length: 1, shape });
            let corner = Point::new(column * SIDE, row * SIDE);
            all.extend(polygons.iter().map(|p| p.iter().map(|p| p.plus(corner)).collect::<Polygon>()));
        }
        let made = shapes.iter().map(|polygons| CellShape::new(size, polygons)).chain([CellShape::full(size)]).collect();
        let cells = ShapeGrid::new(size, Point::default(), made, runs, &mut Effort(0)).unwrap();
        let loops = outline(std::slice::from_ref(&cells), &[], usize::MAX).unwrap();
        let (area, length) = measure(loops.iter());
        let united = union(&all);
        let (want_area, want_length) = measure(united.iter().map(Vec::as_slice));
        // Where edges cross, a corner is rounded to a unit, in a cell once and in the union once.
        let near = |a: f64, b: f64, slack: f64| (a - b).abs() <= slack;
        prop_assert!(near(area, want_area, 2e-4 * f64::from(SIDE) * f64::from(SIDE)), "area {area}, want {want_area}");
        prop_assert!(near(length, want_length, 0.02 * f64::from(SIDE)), "length {length}, want {want_length}");
        for polygon in loops.iter() {
            prop_assert!(polygon.iter().min() == polygon.first(), "it begins at its first corner");
            for (i, b) in polygon.iter().enumerate() {
                let (a, c) = (polygon[(i + polygon.len() - 1) % polygon.len()], polygon[(i + 1) % polygon.len()]);
                let turn = b.from(a).cross(c.from(*b));
                prop_assert!(turn != 0 || b.from(a).dot(c.from(*b)) < 0, "a straight corner at {b:?}");
            }
        }
    }
}

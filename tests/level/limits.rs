//! The messages for maps over a limit: each names the file, and the line to start with.

use crate::level_kit::{Memory, TILES, layer, listed, map, objects};
use seamwalker_level::{Limits, Problem, Severity, Surface, check_with, read, read_with};

/// A map with so many objects of each of these classes, one a line.
fn with_bodies(classes: &[&str], each: usize) -> Memory {
    let objects_of = |class: &str, from: usize| -> String {
        let object = |i: usize| {
            format!("<object id=\"{}\" type=\"{class}\" x=\"16\" y=\"16\" width=\"16\" height=\"16\"/>\n", from + i)
        };
        (0..each).map(object).collect()
    };
    let inside: String = classes.iter().enumerate().map(|(i, class)| objects_of(class, 1 + i * each)).collect();
    Memory::with_map(&map(&["....", "####"], &objects(&inside)))
}

#[test]
fn body_limits_name_the_first_object_over_them() {
    let cases = [
        ("platforms", &["Platform", "Iron"][..]),
        ("patches", &["LoosePatch", "WornPatch"]),
        ("doors", &["ZipDoor", "Gate"]),
        ("crates", &["Crate"]),
        ("rolling_spools", &["RollingSpool"]),
        ("buttons", &["KeyButton", "PressureButton"]),
        ("pin_bugs", &["PinBug"]),
        ("things", &["Moth", "DashSpool", "Scissors", "Aglet", "Spring", "Wind"]),
    ];
    for (name, classes) in cases {
        let files = with_bodies(classes, 3);
        let count = classes.len() * 3;
        let mut limits = Limits::DEFAULT;
        limits.set(name, &count.to_string()).unwrap();
        let errors = |limits: &Limits| {
            let mut problems = check_with(&files, "m.tmx", &(*limits).into());
            problems.retain(|problem| problem.severity == Severity::Error && !problem.what.contains("Player"));
            problems
        };
        assert!(errors(&limits).is_empty(), "{name}: {}", listed(&errors(&limits)));
        limits.set(name, &(count - 2).to_string()).unwrap();
        let errors = errors(&limits);
        assert_eq!(errors.len(), 1, "{name}: {}", listed(&errors));
        let (first_over, text) = (count - 1, errors[0].to_string());
        let line = 1 + String::from_utf8_lossy(&files.0["m.tmx"])
            .lines()
            .position(|line| line.contains(&format!("id=\"{first_over}\" type")))
            .unwrap();
        assert!(text.starts_with(&format!("m.tmx:{line}: object {first_over}: ")), "{name}: {text}");
        assert!(text.contains(&format!("--limit {name}=")), "{text}");
        let read = read_with(&files, "m.tmx", &limits.into()).unwrap_err();
        assert!(read.contains(&errors[0]), "reading refuses it the same way: {}", listed(&read));
    }
}

#[test]
fn too_many_platforms_crossing_one_point_are_refused() {
    let lift = |id: u32, x: u32, y: u32| {
        format!("<object id=\"{id}\" type=\"Platform\" x=\"{x}\" y=\"{y}\" width=\"16\" height=\"8\"/>\n")
    };
    let text = |step: (u32, u32)| {
        let all: String = (0..70).map(|i| lift(10 + i, 16 + i * step.0, 16 + i * step.1)).collect();
        map(&["####"], &format!("<objectgroup id=\"9\">{all}</objectgroup>"))
    };
    for (step, refused) in [((16, 0), false), ((0, 8), false), ((5, 2), false), ((0, 0), true)] {
        let problems = errors(&Memory::with_map(&text(step)), &Limits::DEFAULT);
        assert_eq!(
            problems.contains("object 10: the paths of 70 platforms cross near it: the limit is 32"),
            refused,
            "{step:?}: {problems}"
        );
        assert_eq!(problems.is_empty(), !refused, "{problems}");
    }
}

/// The errors of a map within some limits; all must name a line.
fn errors(files: &Memory, limits: &Limits) -> String {
    let mut problems: Vec<Problem> = read_with(files, "m.tmx", &(*limits).into()).err().unwrap_or_default();
    problems.retain(|problem| problem.severity == Severity::Error);
    assert!(problems.iter().all(|problem| problem.line > 0), "{}", listed(&problems));
    listed(&problems)
}

#[test]
fn too_much_ground_names_the_layer_or_object_to_simplify() {
    let chequered: Vec<String> =
        (0..8).map(|y| (0..8).map(|x| if (x + y) % 2 == 0 { '#' } else { '.' }).collect()).collect();
    let ground = Memory::with_map(&map(&chequered, &(layer(1, &["#"], "") + &layer(2, &chequered, ""))));
    let within = |name: &str, number: u32| {
        let mut limits = Limits::DEFAULT;
        limits.set(name, &number.to_string()).unwrap();
        limits
    };
    assert_eq!(errors(&ground, &Limits::DEFAULT), "");
    for (name, number, words) in [
        ("edges", 20, "the tiles' outline has more than 20 edges"),
        ("edges", 100, "the tiles' outline has more than 100 edges"),
        ("pieces", 31, "the tiles' shapes fall into more than 31 pieces"),
        ("memory", 1 << 12, "the map would take about 1 MiB when it is played; the limit is 0"),
    ] {
        let reported = errors(&ground, &within(name, number));
        assert!(reported.starts_with(&format!("m.tmx:5: layer 'l2': {words}")), "{name}: {reported}");
        assert!(reported.contains(&format!("--limit {name}=")), "{reported}");
    }
    // Each of its own speed is a material of its own.
    let belt = |speed: u32| {
        let property = format!("<property name=\"speed\" type=\"float\" value=\"{speed}\"/>");
        format!(
            "<object id=\"{speed}\" type=\"Conveyor\" width=\"3\" height=\"3\"><properties>{property}</properties></object>\n"
        )
    };
    let belts = |count| Memory::with_map(&map(&["."], &objects(&(1..=count).map(belt).collect::<String>())));
    assert_eq!(errors(&belts(64), &Limits::DEFAULT), "");
    let reported = errors(&belts(65), &Limits::DEFAULT);
    assert!(reported.starts_with("m.tmx:69: object 65: the map has 65 materials"), "{reported}");
}

/// The edges of the ground, and the warnings.
fn ground_of(files: &Memory, limits: Limits) -> (usize, String) {
    let level = read_with(files, "m.tmx", &limits.into()).unwrap_or_else(|problems| panic!("{}", listed(&problems)));
    (level.terrain.edges().len(), listed(&level.warnings))
}

#[test]
fn shapes_outside_the_grid_that_are_too_many_are_left_out() {
    let shape = |i: u32| {
        let class = if i.is_multiple_of(2) { "Solid" } else { "Ice" };
        format!("<object id=\"{}\" type=\"{class}\" x=\"{}\" y=\"0\" width=\"3\" height=\"3\"/>\n", i + 1, i * 9)
    };
    let shapes: String = (0..9).map(shape).collect();
    let files = Memory::with_map(&map(&["....", "####"], &objects(&shapes)));
    for (free_shapes, kept) in [(4, 4), (8, 8), (9, 9)] {
        let (edges, warnings) = ground_of(&files, Limits { free_shapes, ..Limits::DEFAULT });
        assert_eq!(edges, kept * 4, "{free_shapes}: {warnings}");
        let words = format!("object 1: more than {free_shapes} colliding shapes lie outside the grid of cells");
        assert_eq!(warnings.contains(&words) && warnings.contains("--limit free_shapes="), kept < 9, "{warnings}");
    }
}

/// What comes after it in the map is kept.
#[test]
fn too_many_shapes_of_one_material_leave_room_for_others() {
    let shape = |class: &str, i: usize| {
        format!("<object id=\"{}\" type=\"{class}\" x=\"{}\" y=\"0\" width=\"3\" height=\"3\"/>\n", i + 1, i * 9)
    };
    let classes = [&["Solid"; 20][..], &["Hazard", "Ladder", "Ice"]].concat();
    let shapes: String = classes.iter().enumerate().map(|(i, class)| shape(class, i)).collect();
    let files = Memory::with_map(&map(&["...."], &objects(&shapes)));
    let level = read_with(&files, "m.tmx", &Limits { free_shapes: 4, ..Limits::DEFAULT }.into()).unwrap();
    let count = |surface| level.terrain.edges().iter().filter(|edge| Surface::from_tag(edge.tag) == surface).count();
    assert_eq!((level.hazards.len(), level.ladders.len()), (1, 1));
    assert_eq!((count(Surface::Solid), count(Surface::Ice)), (12, 4), "all ground together is limited");
    assert!(listed(&level.warnings).contains("object 9: more than 4 colliding shapes"), "{}", listed(&level.warnings));
}

/// A tile of which every cell gets a shape that reaches outside: the shapes of millions of cells are never all kept.
#[test]
fn too_many_shapes_outside_the_grid_are_left_out_early() {
    let tile = "<tile id=\"0\"><objectgroup><object id=\"1\" x=\"-4\" width=\"24\" height=\"8\"/></objectgroup></tile>";
    let tileset = format!(
        "<tileset name=\"t\" tilewidth=\"16\" tileheight=\"16\" tilecount=\"1\" columns=\"1\"><image source=\"t.png\" width=\"16\" height=\"16\"/>{tile}</tileset>"
    );
    let row = "#".repeat(300);
    let rows = vec![row.as_str(); 300];
    let files = Memory::with_map(&map(&rows, &layer(1, &rows, ""))).and("tiles.tsx", tileset);
    let (edges, warnings) = ground_of(&files, Limits::DEFAULT);
    assert!(
        edges > 0 && warnings.contains("m.tmx:4: warning: layer 'l1': more than 4096 colliding shapes"),
        "{warnings}"
    );
}

/// What is too large is left out, and the message says how to have it all the same.
#[test]
fn a_shape_with_too_many_corners_is_left_out() {
    // The teeth of a saw.
    let corners = |count: usize| -> String {
        let teeth = (2..count).map(|i| format!("{},{} ", i * 2, i % 2 * 9));
        teeth.chain([format!("{},60 0,60", count * 2)]).collect()
    };
    let files = |count: usize| {
        let polygon = format!(
            "<object id=\"7\" type=\"Solid\" x=\"200\" y=\"200\"><polygon points=\"{}\"/></object>\n",
            corners(count)
        );
        Memory::with_map(&map(&["##", "##"], &(layer(1, &["##"], "") + &objects(&polygon))))
    };
    let most = Limits::DEFAULT.points_per_shape;
    let (traced, warnings) = ground_of(&files(most), Limits::DEFAULT);
    assert!(traced > most && !warnings.contains("corners"), "{traced}: {warnings}");
    for (name, count, limits, what) in [
        ("points_per_shape", most + 1, Limits::DEFAULT, format!("the shape has more than {most} corners")),
        (
            "points",
            50,
            Limits { points: 40, ..Limits::DEFAULT },
            "all shapes together have more than 40 corners".into(),
        ),
    ] {
        let (left, warnings) = ground_of(&files(count), limits);
        let help = format!(
            "the shape is left out; draw it with fewer corners, split it, or raise the limit with --limit {name}=NUMBER"
        );
        assert!(left == 4 && warnings.contains(&format!(": object 7: {what}; {help}")), "{left}: {warnings}");
    }
}

/// A zigzag between two lines crosses itself millions of times, which would take ten seconds.
#[test]
fn a_shape_that_crosses_itself_too_often_is_left_out() {
    let zigzag = |count: u32| -> String {
        (0..count)
            .map(|i| format!("{},{} ", i % 2 * 900, f64::from(i * 7919 % count) * 900.0 / f64::from(count)))
            .collect()
    };
    let object = |count: u32| {
        format!(
            "<object id=\"7\" type=\"Solid\" x=\"600\" y=\"600\"><polygon points=\"{}\"/></object>\n",
            zigzag(count)
        )
    };
    let tile = |count: u32| {
        let shape = format!("<objectgroup>{}</objectgroup>", object(count));
        TILES.replace("<tile id=\"0\" type=\"Solid\"/>", &format!("<tile id=\"0\" type=\"Solid\">{shape}</tile>"))
    };
    let of_object = |count: u32| Memory::with_map(&map(&["##"], &objects(&object(count))));
    let of_tile = |count: u32| Memory::with_map(&map(&["#"], &layer(1, &["#"], ""))).and("tiles.tsx", tile(count));
    let help = "it crosses itself too often; it is left out, or raise the limit with --limit edge_pairs=NUMBER";
    for files in [&of_object as &dyn Fn(u32) -> Memory, &of_tile] {
        let (left, warnings) = ground_of(&files(4095), Limits::DEFAULT);
        assert!(left == 0 && warnings.contains(help), "{left}: {warnings}");
        let (traced, warnings) = ground_of(&files(25), Limits::DEFAULT);
        assert!(traced > 25 && !warnings.contains(help), "{traced}: {warnings}");
    }
}

/// A tileset of one large tile serves as a backdrop.
#[test]
fn a_tile_may_be_as_large_as_a_picture() {
    let tileset = "<tileset name=\"t\" tilewidth=\"352\" tileheight=\"1280\" tilecount=\"1\" columns=\"1\"><image source=\"t.png\" width=\"352\" height=\"1280\"/></tileset>";
    let files = Memory::with_map(&map(&["##"], &layer(1, &["##"], ""))).and("tiles.tsx", tileset);
    assert_eq!(errors(&files, &Limits::DEFAULT), "");
}

/// A picture is left out that is larger than pictures may be, and its tiles stay where they are.
#[test]
fn a_picture_beyond_the_limit_does_not_refuse_the_map() {
    let wide = "width=\"17000\" height=\"16\"";
    let tileset = format!(
        "<tileset name=\"t\" tilewidth=\"16\" tileheight=\"16\" tilecount=\"1062\" columns=\"1062\"><image source=\"t.png\" {wide}/></tileset>"
    );
    let sky = format!("<imagelayer id=\"2\"><image source=\"t.png\" {wide}/></imagelayer>");
    let text = map(&["##"], &format!("{}{sky}", layer(1, &["##"], "")));
    let files = Memory::with_map(&text).and("tiles.tsx", &tileset);
    assert_eq!(errors(&files, &Limits::DEFAULT), "");
}

/// The picture may be there or not, in one file or one per tile.
#[test]
fn tiles_that_cannot_be_as_large_as_said_are_crosses() {
    for (size, image) in [
        ("tilewidth=\"17000\" tileheight=\"16\"", "<image source=\"t.png\" width=\"32\" height=\"16\"/>"),
        ("tilewidth=\"16\" tileheight=\"4294967295\"", "<image source=\"t.png\"/>"),
        ("tilewidth=\"0\" tileheight=\"16\"", "<image source=\"t.png\" width=\"32\" height=\"16\"/>"),
        (
            "tilewidth=\"17000\" tileheight=\"16\"",
            "<tile id=\"1\"><image source=\"t.png\" width=\"17000\" height=\"16\"/></tile>",
        ),
    ] {
        let tileset = format!("<tileset name=\"t\" {size} tilecount=\"2\" columns=\"2\">{image}</tileset>");
        let walls = "<layer id=\"1\" name=\"walls\" width=\"2\" height=\"1\"><data encoding=\"csv\">1,2</data></layer>";
        let level = read(&Memory::with_map(&map(&["##"], walls)).and("tiles.tsx", tileset), "m.tmx");
        let level = level.unwrap_or_else(|problems| panic!("{size}: {}", listed(&problems)));
        assert_eq!(level.terrain.edges().len(), 4, "{size}: two solid cells");
        assert!(level.tiles.iter().all(|tile| tile.fit), "{size}: as large as a cell");
        let warnings = listed(&level.warnings);
        assert!(image.contains("tile id") || warnings.contains("they are crosses; set their size"), "{warnings}");
    }
}

#[test]
fn a_number_over_a_limit_names_it() {
    let sheet = "<tileset name=\"t\" tilewidth=\"16\" tileheight=\"16\"";
    for (name, file, old, new) in [
        ("tile_side", "m.tmx", "tilewidth=\"16\"", "tilewidth=\"1025\""),
        ("farthest_cell", "m.tmx", "width=\"2\"", "width=\"65537\""),
        ("farthest_pixel", "m.tmx", "x=\"3\"", "x=\"-2e6\""),
        ("picture_side", "tiles.tsx", "tilewidth", "spacing=\"16385\" tilewidth"),
        ("tiles_per_tileset", "tiles.tsx", "tilewidth", "tilecount=\"65537\" tilewidth"),
    ] {
        let files = Memory::with_map(&map(&["##"], &objects("<object id=\"1\" x=\"3\"/>")));
        let files = files.and("tiles.tsx", format!("{sheet}><tile id=\"0\"/></tileset>"));
        let text = String::from_utf8_lossy(&files.0[file]).replacen(old, new, 1);
        let reported = errors(&files.and(file, text), &Limits::DEFAULT);
        assert!(reported.contains(&format!("or raise the limit with --limit {name}=NUMBER")), "{name}: {reported}");
    }
}

/// Some programs write every tile as an object, or its collision as a rectangle.
#[test]
fn objects_that_fill_cells_are_not_free_shapes() {
    let object = |id: u32, x: u32| {
        let tile = if id.is_multiple_of(2) { "gid=\"1\" y=\"32\"" } else { "y=\"16\"" };
        format!("<object id=\"{id}\" {tile} type=\"Solid\" x=\"{x}\" width=\"16\" height=\"16\"/>\n")
    };
    let limits = Limits { free_shapes: 1, ..Limits::DEFAULT };
    let aligned: String = (0..9).map(|i| object(1 + i, i * 16)).collect();
    let files = |objects_: &str| Memory::with_map(&map(&[".........", "........."], &objects(objects_)));
    assert_eq!(ground_of(&files(&aligned), limits).0, 4, "one block");
    let beside: String = (0..9).map(|i| object(1 + i, i * 17 + 3)).collect();
    assert!(ground_of(&files(&beside), limits).1.contains("--limit free_shapes="));
}

#[test]
fn every_limit_can_be_set_by_its_name() {
    let text = format!("{:?}", Limits::DEFAULT).replace(".0,", ",");
    let listed: Vec<String> =
        Limits::DEFAULT.list().into_iter().map(|(name, number)| format!("{name}: {number}")).collect();
    assert_eq!(text, format!("Limits {{ {} }}", listed.join(", ")));
    for (name, _) in Limits::DEFAULT.list() {
        let mut limits = Limits::DEFAULT;
        limits.set(name, "7").unwrap();
        assert!(format!("{limits:?}").contains(&format!("{name}: 7")), "{limits:?}");
        for bad in ["-1", "x", "", "NaN", "inf", "99999999999999999999999999"] {
            assert!(limits.set(name, bad).is_err(), "{name}={bad}");
        }
    }
    assert!(Limits::DEFAULT.clone().set("beauty", "1").unwrap_err().contains("tiles_per_tileset"));
}

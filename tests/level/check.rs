//! `check`: every problem on a map as small as possible, with the exact message.

use crate::level_kit::{Memory, TILES, layer, listed, map};
use seamwalker_level::check;

/// A player and an exit, so that their absence is not reported.
const PLAYER_AND_EXIT: &str = "<object id=\"1\" type=\"Player\" x=\"8\" y=\"8\"><point/></object>\n\
    <object id=\"2\" type=\"Exit\" x=\"16\" y=\"0\" width=\"16\" height=\"16\"/>\n";

fn object_layer(objects: &str) -> String {
    format!("<objectgroup id=\"9\" name=\"things\">\n{objects}</objectgroup>\n")
}

/// A property that refers to an object.
fn property(name: &str, object: u32) -> String {
    format!("<properties><property name=\"{name}\" type=\"object\" value=\"{object}\"/></properties>")
}

/// What `check` says of a map with one layer called `ground`, and objects.
fn problems_with(rows: &[impl AsRef<str>], objects: &str) -> String {
    problems_in(&map(rows, &(layer(1, rows, "").replace("\"l1\"", "\"ground\"") + &object_layer(objects))))
}

/// What `check` says of a map with a ribbon, walls, and more objects; these begin in line 8.
fn about(objects: &str) -> String {
    problems_with(&["        ", "--     #", "  ##   #", "########"], &format!("{PLAYER_AND_EXIT}{objects}\n"))
}

/// What is said of an object with this class, place and property.
fn about_one(class: &str, (x, y): (i32, i32), property: &str) -> String {
    about(&format!(
        "<object id=\"3\" name=\"it\" type=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"8\" height=\"8\">{property}</object>"
    ))
}

/// The warning about object 3.
fn warning(what: &str) -> String {
    format!("m.tmx:8: warning: object 3 'it': {what}\n")
}

/// What `check` says, but for the pictures, which the tests do not have.
fn problems_in(text: &str) -> String {
    let mut problems = check(&Memory::with_map(text), "m.tmx");
    problems.retain(|problem| !problem.what.contains("picture"));
    listed(&problems)
}

#[test]
fn a_sound_map_has_no_problems() {
    let rows = ["      /#\\   ", "-- /#####\\  ", "############"];
    assert_eq!(problems_with(&rows, PLAYER_AND_EXIT), "");
}

#[test]
fn a_map_without_player_and_exit_is_reported() {
    let rows = ["  ", "##"];
    assert_eq!(
        problems_with(&rows, ""),
        "m.tmx:2: warning: there is no Player; insert the template templates/player.tx\n\
         m.tmx:2: note: Start: a place in the largest area that can be reached\n\
         m.tmx:2: warning: there is no Exit; insert the template templates/exit.tx\n"
    );
    let hidden = "<object id=\"4\" type=\"Player\" visible=\"0\"><point/></object>\n";
    assert!(problems_with(&rows, hidden).contains("the map's Player is hidden"));
}

#[test]
fn references_to_missing_objects_are_reported() {
    let text = "its path is object 77, which does not exist; it stands still; choose the path again in Tiled";
    assert_eq!(about_one("Platform", (0, 0), &property("path", 77)), warning(text));
    let text = "its property 'points_at' is object 77, which does not exist; choose the object again in Tiled, or clear the property";
    assert_eq!(about_one("Sign", (0, 0), &property("points_at", 77)), warning(text));
    let next = "<properties><property name=\"next\" value=\"gone\"/></properties>";
    assert!(about_one("Exit", (0, 0), next).contains("it leads to the map 'gone', which does not exist"));
}

#[test]
fn platforms_that_stop_inside_a_wall_or_leave_the_map_are_reported() {
    let lift = |to: i32| {
        about(&format!(
            "<object id=\"3\" name=\"it\" type=\"Platform\" x=\"0\" y=\"16\" width=\"32\" height=\"8\">{}</object>\n\
             <object id=\"4\" type=\"Track\" x=\"16\" y=\"20\"><polyline points=\"0,0 {to},0\"/></object>",
            property("path", 4)
        ))
    };
    assert_eq!(lift(80), "", "it ends at the wall");
    let text = "it stops inside a wall, at tile (7,1); end its path where the whole platform has room: the path is that of its centre";
    assert_eq!(lift(96), warning(text));
    assert!(lift(500).contains("object 3 'it': its path leaves the map"), "{}", lift(500));
}

#[test]
fn paths_that_are_no_lines_are_reported() {
    let path_to = |target: &str| {
        about(&format!(
            "<object id=\"3\" name=\"it\" type=\"Platform\" width=\"16\" height=\"8\">{}</object>\n\
             <object id=\"4\" name=\"path\" x=\"16\" y=\"16\" {target}",
            property("path", 4)
        ))
    };
    for (target, what) in [
        ("type=\"Bead\" width=\"8\" height=\"8\"/>", "has the class Bead"),
        ("width=\"8\" height=\"8\"><text>here</text></object>", "is a text"),
        ("gid=\"10\" width=\"16\" height=\"16\"/>", "is a tile"),
    ] {
        let text = format!(
            "its path is object 4 'path', which {what} and not a line; choose a Track as its path: a polyline, polygon or ellipse, as in templates/track.tx"
        );
        assert_eq!(path_to(target), warning(&text));
    }
    for class in ["type=\"Track\"", ""] {
        assert_eq!(path_to(&format!("{class}><polyline points=\"0,0 8,0\"/></object>")), "");
    }
}

#[test]
fn objects_inside_walls_or_outside_the_map_are_reported() {
    let inside = |tile: &str| {
        warning(&format!(
            "its middle is inside a wall, at tile {tile}; move it into the open, or erase the ground there"
        ))
    };
    assert_eq!(about_one("Bead", (36, 36), ""), inside("(2,2)"));
    assert_eq!(about_one("Checkpoint", (44, 36), ""), inside("(3,2)"), "across the seam of two tiles");
    assert_eq!(about_one("Bead", (4, 16), ""), "", "in a ribbon");
    assert_eq!(about_one("Bead", (36, 28), ""), "", "half in the floor");
    for area in ["Hazard", "Wind"] {
        assert_eq!(about_one(area, (36, 36), ""), "", "{area}");
    }
    assert!(about_one("Bead", (900, 0), "").starts_with("m.tmx:8: warning: object 3 'it': it lies outside the map"));
}

#[test]
fn overlapping_crates_are_reported() {
    let one = |id: u32, x: i32| {
        format!("<object id=\"{id}\" type=\"Crate\" x=\"{x}\" y=\"0\" width=\"16\" height=\"16\"/>\n")
    };
    assert_eq!(
        about(&(one(3, 32) + &one(4, 34) + &one(5, 46))),
        "m.tmx:9: warning: object 4: it overlaps object 3 at the start, and appears only once that has moved away; \
         move one of the two, or delete it\n"
    );
}

#[test]
fn misspelt_classes_and_properties_get_a_suggestion() {
    assert_eq!(
        about_one("Chekpoint", (0, 0), ""),
        warning("the class 'Chekpoint' is unknown; did you mean 'Checkpoint'?")
    );
    for (class, name, meant) in
        [("Platform", "spede", "speed"), ("Platform", "One Way", "one_way"), ("OneWay", "directon", "direction")]
    {
        let text = format!("its property '{name}' has no effect; did you mean '{meant}'?");
        assert_eq!(about_one(class, (0, 0), &property(name, 1)), warning(&text));
    }
    for (class, name) in [("Sign", "text_de"), ("Platform", "loot"), ("", "spede"), ("Track", "spede")] {
        assert_eq!(about_one(class, (0, 0), &property(name, 1)), "", "{class} {name}");
    }
}

#[test]
fn notches_where_a_slope_ends_are_reported() {
    // A slope that rises a whole tile, and then the lower half of one.
    let rows = ["   /_", " /###", "#####"];
    assert_eq!(
        problems_with(&rows, PLAYER_AND_EXIT),
        "m.tmx:4: warning: layer 'ground', tile (3,0): a notch of 0 x 8 px where the slope, tile 3 of 'tiles', ends; choose the slope tile that continues the one before it, such as the other half of the slope\n"
    );
    assert_eq!(
        problems_with(&["    __", "######"], PLAYER_AND_EXIT),
        "",
        "a step of half a tile on flat ground is one that is meant"
    );
}

/// Where `check` reports something on a map of the game's own cloth: places and messages. `#` is cloth, `a` to `p` its slopes of
/// two cells (22.5 degrees are tiles 12 to 19, 63.4 degrees 20 to 27), `-` a ribbon, and pins point where `^ v < >` do.
fn on_cloth(rows: &[&str], what: &str) -> Vec<String> {
    let cell = |letter: char| match letter {
        '#' => 1,
        '-' => 50,
        '^' => 81,
        'v' => 83,
        '<' => 85,
        '>' => 87,
        'a'..='p' => letter as u32 - 'a' as u32 + 13,
        _ => 0,
    };
    let csv: Vec<String> = rows.iter().flat_map(|row| row.chars()).map(|letter| cell(letter).to_string()).collect();
    let (width, height, csv) = (rows[0].len(), rows.len(), csv.join(","));
    let data = format!("<data encoding=\"csv\">{csv}</data>");
    let layer = format!("<layer id=\"1\" name=\"ground\" width=\"{width}\" height=\"{height}\">{data}</layer>\n");
    let sets = "source=\"denim.tsx\"/><tileset firstgid=\"49\" source=\"trims.tsx\"/>";
    let text = map(rows, &(layer + &object_layer(PLAYER_AND_EXIT))).replace("source=\"tiles.tsx\"/>", sets);
    let files = Memory::with_map(&text)
        .and("denim.tsx", include_str!("../../maps/tilesets/denim.tsx"))
        .and("trims.tsx", include_str!("../../maps/tilesets/trims.tsx"));
    let found = check(&files, "m.tmx").into_iter().filter(|problem| problem.what.contains(what));
    found.map(|problem| format!("{} {}", problem.place.replace("layer 'ground', tile ", ""), problem.what)).collect()
}

/// Floors, ceilings and walls, each first with both halves in place, then with one of them twice, then swapped.
#[test]
fn slope_tiles_of_the_wrong_half_are_reported() {
    let notched = |rows: &[&str]| {
        let notches = on_cloth(rows, "a notch of");
        notches.iter().map(|notch| notch.split(' ').next().unwrap()).collect::<Vec<_>>().join(" ")
    };
    let floor = |halves: &str| notched(&["      ", &format!(" {halves}#  "), "######"]);
    assert_eq!([floor("ab"), floor("aa"), floor("ba")], ["", "(1,1) (3,1)", "(3,1) (1,1)"]);
    let ceiling = |halves: &str| notched(&["######", &format!(" {halves}#  "), "      "]);
    assert_eq!((ceiling("ef").as_str(), ceiling("ee").len(), ceiling("fe").len()), ("", 11, 11), "two each");
    let wall = |upper: &str, lower: &str| {
        let [upper, lower] = [upper, lower].map(|half| format!(" {half}#   "));
        notched(&["      ", &upper, &lower, "######"])
    };
    assert_eq!([wall("i", "j"), wall("i", "i"), wall("j", "i")], ["", "(1,1)", "(1,1)"]);
}

#[test]
fn misspelt_properties_of_maps_layers_and_tiles_are_reported() {
    let rows = ["  ", "##"];
    let property = |name: &str| format!("<properties><property name=\"{name}\" value=\"\"/></properties>");
    let own_layer = layer(1, &rows, "").replace("<data", &(property("hemm") + "<data"));
    let text = map(&rows, &(own_layer + &object_layer(PLAYER_AND_EXIT)));
    let text = text.replace("<tileset", &format!("{}\n<tileset", property("titel")));
    assert_eq!(
        problems_in(&text),
        "m.tmx:2: warning: its property 'titel' has no effect; did you mean 'title'?\n\
         m.tmx:5: warning: layer 'l1': its property 'hemm' has no effect; did you mean 'hem'?\n"
    );
    let class = map(&rows, &(layer(1, &rows, "class=\"Sold\"") + &object_layer(PLAYER_AND_EXIT)));
    let sold = "m.tmx:4: warning: layer 'l1': the class 'Sold' is unknown; did you mean 'Solid'?\n";
    assert_eq!(problems_in(&class), sold);
    for known in ["idea", "title_de", "solid_layers", "hem_colour", "author"] {
        assert_eq!(problems_in(&text.replace("titel", known).replace("hemm", "hem")), "", "{known}");
    }
    let tiles = TILES.replace(
        "<tile id=\"1\" type=\"OneWay\"/>",
        "<tile id=\"1\" type=\"OneWay\"><properties><property name=\"directon\" value=\"up\"/></properties></tile>",
    );
    assert_ne!(tiles, TILES);
    let text = map(&rows, &(layer(1, &rows, "") + &object_layer(PLAYER_AND_EXIT)));
    let problems = listed(&check(&Memory::with_map(&text).and("tiles.tsx", tiles), "m.tmx"));
    assert!(
        problems
            .contains("tileset 'tiles', tile 1: its property 'directon' has no effect; did you mean 'direction'?\n"),
        "{problems}"
    );
}

/// A map without the game's surfaces may use the same names for other things.
#[test]
fn maps_of_other_games_get_no_advice_about_their_own_properties() {
    let property =
        "<properties><property name=\"spede\" value=\"1\"/><property name=\"speed\" value=\"1\"/></properties>";
    let objects = format!(
        "<object id=\"1\" type=\"Platform\" x=\"0\" y=\"0\" width=\"8\" height=\"8\">{property}</object>\n\
         <object id=\"2\" x=\"0\" y=\"0\" width=\"8\" height=\"8\">{property}</object>\n"
    );
    let things = object_layer(&objects).replace("name=\"things\"", "name=\"things\" parallaxx=\"0.5\"");
    let rows = ["  ", "##"];
    let text = map(&rows, &(layer(1, &rows, "") + &things)).replace("version=\"1.10\"", "version=\"1.4\"");
    let tiles = TILES.replace(" type=", " kind=").replace(" class=", " kind=");
    let problems = listed(&check(&Memory::with_map(&text).and("tiles.tsx", tiles), "m.tmx"));
    for advice in ["has no effect", "no class", "parallax", "inside a wall"] {
        assert!(!problems.contains(advice), "{problems}");
    }
}

/// Story: 112 pins on the walls of six levels had their points in the cloth.
#[test]
fn pins_that_point_into_the_cloth_or_hang_in_the_air_are_reported() {
    let right = ["########", "# v    #", "#>    <#", "#   ^  #", "#   -  #", "#^     #", "########"];
    assert_eq!(on_cloth(&right, "pins"), [""; 0]);
    let wrong = ["########", "# ^    #", "#<    >#", "#<  ^  #", "#   vv #", "#v     #", "########"];
    let (into, air) = ("pins that point into the cloth", "pins that hang in the air");
    let expected = [(2, 1, into), (1, 2, into), (6, 2, into), (4, 3, air), (4, 4, air), (1, 5, into)];
    let mut found = on_cloth(&wrong, "pins");
    found.sort();
    let mut expected = expected.map(|(x, y, what)| format!("({x},{y}) {what}"));
    expected.sort();
    assert_eq!(found, expected, "the second of two in a row is not named again");
}

#[test]
fn things_on_layers_with_parallax_are_reported() {
    let rows = ["  ", "##"];
    let ground = layer(1, &rows, "");
    let with = |attributes: &str, objects: &str| {
        let things = object_layer(objects).replace("name=\"things\"", &format!("name=\"far\" {attributes}"));
        problems_in(&map(&rows, &(ground.clone() + &object_layer(PLAYER_AND_EXIT) + &things)))
    };
    let bead = "<object id=\"3\" type=\"Bead\" x=\"0\" y=\"0\" width=\"8\" height=\"8\"/>\n";
    assert_eq!(
        with("parallaxx=\"0.5\"", bead),
        "m.tmx:9: warning: layer 'far': it has parallax (0.5, 1), but object 3 on it is part of the game, which ignores parallax; \
         set the Parallax Factor of the layer and its groups to 1, or move the object to another layer\n"
    );
    let scenery = "<object id=\"3\" x=\"0\" y=\"0\" width=\"8\" height=\"8\"/>\n";
    assert_eq!((with("", bead), with("parallaxx=\"0.5\"", scenery)), (String::new(), String::new()));
}

/// Tiled before 1.9 keeps no classes of maps and layers, and before 1.10 files of 1.9 lose those of objects.
#[test]
fn lost_classes_are_reported() {
    let rows = ["  ", "##"];
    let property = |name: &str| format!("<properties><property name=\"{name}\" value=\"\"/></properties>");
    let ground = layer(1, &rows, "").replace("<data", &(property("direction") + "<data"));
    let objects = format!("{PLAYER_AND_EXIT}<object id=\"3\" x=\"0\" y=\"0\">{}<point/></object>\n", property("text"));
    let text = map(&rows, &(ground + &object_layer(&objects))).replace("version=\"1.10\"", "version=\"1.8\"");
    let text = text.replace("<tileset", &format!("{}\n<tileset", property("title")));
    assert_eq!(
        problems_in(&text),
        "m.tmx:2: warning: it has properties of a Level ('title'), but no class: Tiled 1.8 saved it, which keeps no classes of maps and layers; \
         set the classes of the map and its layers again in Tiled 1.10 or newer\n\
         m.tmx:5: warning: layer 'l1': it has the properties of OneWay ('direction'), but no class; set it again in Tiled 1.10 or newer; older versions do not keep all classes\n\
         m.tmx:9: warning: object 3: it has the properties of Sign ('text'), but no class; set it again in Tiled 1.10 or newer; older versions do not keep all classes\n"
    );
    let kept = text.replace("version=\"1.8\"", "version=\"1.10\" class=\"Level\"");
    let kept =
        kept.replace("name=\"l1\"", "name=\"l1\" class=\"OneWay\"").replace("id=\"3\"", "id=\"3\" type=\"Sign\"");
    assert!(!problems_in(&kept).contains("class"), "{}", problems_in(&kept));
}

#[test]
fn ground_tiles_without_collision_are_reported() {
    let rows = ["     ", "  ? ?", "#####"];
    let text = |name: &str| {
        let layer = layer(1, &rows, "")
            .replace("\"l1\"", &format!("\"{name}\""))
            .replace("0,0,0,0,0,0,0,0,0,0", "0,0,0,0,0,0,0,10,0,10");
        problems_in(&map(&rows, &(layer + &object_layer(PLAYER_AND_EXIT))))
    };
    assert_eq!(
        text("Main Ground"),
        "m.tmx:4: warning: layer 'Main Ground', tile (2,1): tile 9 of 'tiles' has neither class nor shape: nothing can stand on it; give it a class or a shape in its tileset, or paint it on a layer for decoration\n"
    );
    assert_eq!(text("decor"), "");
}

//! `check`: every problem on a map as small as possible, with the exact message.

use std::sync::Arc;

use crate::level_kit::{Memory, layer, listed, map};
use seamwalker::collide::SolverSetup;
use seamwalker::lab::ascii;
use seamwalker::level::check;
use seamwalker::sim::{Buttons, Input, World};

/// A player and an exit, so that their absence is not reported.
const PLAYER_AND_EXIT: &str = "<object id=\"1\" type=\"Player\" x=\"8\" y=\"8\"><point/></object>\n\
    <object id=\"2\" type=\"Exit\" x=\"16\" y=\"0\" width=\"16\" height=\"16\"/>\n";

fn object_layer(objects: &str) -> String {
    format!("<objectgroup id=\"9\" name=\"things\">\n{objects}</objectgroup>\n")
}

/// What `check` says of a map with one layer called `ground`, and objects.
fn problems_with(rows: &[&str], objects: &str) -> String {
    problems_in(&map(rows, &(layer(1, rows, "").replace("\"l1\"", "\"ground\"") + &object_layer(objects))))
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
        "m.tmx:2: warning: the map has no Player; insert the template templates/player.tx\n\
         m.tmx:2: note: Start: the first free place from the left; write it into the project with: seamwalker adopt MAP\n\
         m.tmx:2: warning: the map has no Exit; insert the template templates/exit.tx\n"
    );
}

#[test]
fn references_to_missing_objects_are_reported() {
    let reference = |name: &str| {
        let property = format!("<property name=\"{name}\" type=\"object\" value=\"77\"/>");
        format!("x=\"0\" y=\"0\" width=\"16\" height=\"8\"><properties>{property}</properties></object>\n")
    };
    let objects = format!(
        "{PLAYER_AND_EXIT}<object id=\"3\" name=\"lift\" type=\"Platform\" {}<object id=\"4\" type=\"Sign\" {}",
        reference("path"),
        reference("points_at")
    );
    assert_eq!(
        problems_with(&["  ", "##"], &objects),
        "m.tmx:8: warning: object 3 'lift': its path is object 77, which does not exist; it stands still; choose the path again in Tiled\n\
         m.tmx:9: warning: object 4: its property 'points_at' is object 77, which does not exist; choose the object again in Tiled, or clear the property\n"
    );
}

#[test]
fn platforms_that_stop_inside_a_wall_are_reported() {
    let rows = ["        ", "       #", "       #", "########"];
    let lift = |to: i32| {
        format!(
            "{PLAYER_AND_EXIT}<object id=\"3\" type=\"Platform\" x=\"0\" y=\"16\" width=\"32\" height=\"8\"><properties><property name=\"path\" type=\"object\" value=\"4\"/></properties></object>\n\
             <object id=\"4\" type=\"Track\" x=\"16\" y=\"20\"><polyline points=\"0,0 {to},0\"/></object>\n"
        )
    };
    assert_eq!(problems_with(&rows, &lift(80)), "", "it ends at the wall");
    assert_eq!(
        problems_with(&rows, &lift(96)),
        "m.tmx:8: warning: object 3: it stops inside a wall, at tile (7,1); end its path where the whole platform has room: the path is that of its centre\n"
    );
}

#[test]
fn pits_deeper_than_a_jump_are_reported() {
    let pit = |depth: usize, inside: &str| {
        let mut rows = vec!["     ".to_owned()];
        rows.extend((0..depth).map(|_| "## ##".to_owned()));
        rows.last_mut().unwrap().replace_range(2..3, inside);
        rows.push("#####".to_owned());
        problems_with(&rows.iter().map(String::as_str).collect::<Vec<_>>(), PLAYER_AND_EXIT)
    };
    assert_eq!(pit(3, " "), "", "a jump leads out");
    assert_eq!(
        pit(4, " "),
        "m.tmx:4: warning: layer 'ground', tile (2,4): a pit one tile wide and 4 deep: wall jumps are the only way out; make it wider or less deep, add a platform, or pins at its bottom\n"
    );
    assert_eq!((pit(4, "-"), pit(4, "^")), (String::new(), String::new()), "a pit below a ribbon or above pins");
    let rows = ["     ", "## ##", "## ##", "## ##", "## ##", "#####"];
    let with = |class: &str| {
        let area = format!("<object id=\"3\" type=\"{class}\" x=\"34\" y=\"16\" width=\"12\" height=\"60\"/>\n");
        problems_with(&rows, &(PLAYER_AND_EXIT.to_owned() + &area))
    };
    assert_eq!((with("Ladder"), with("Water")), (String::new(), String::new()), "one climbs, or swims");
    let wide = ["      ", "##  ##", "##  ##", "##  ##", "##  ##", "######"];
    assert_eq!(problems_with(&wide, PLAYER_AND_EXIT), "");
    let closed = ["#####", "## ##", "## ##", "## ##", "## ##", "#####"];
    assert_eq!(problems_with(&closed, PLAYER_AND_EXIT), "", "a closed chamber");
}

/// The pits of the test above, played: a jump leads out of three tiles and not out of four, jumps from wall to wall do.
#[test]
fn a_jump_clears_three_tiles_and_wall_jumps_clear_more() {
    let walls = "## ##\n".repeat(6).replace(' ', ".");
    let level = Arc::new(ascii::level(&format!("P....\n.....\n{walls}#####")));
    let highest = |wish: &dyn Fn(u32) -> u8| {
        let mut world = World::new(Arc::clone(&level), SolverSetup::default());
        world.start_at_point(glam::Vec2::new(40.0, 128.0), false);
        let heights = (0..600).map(|tick| {
            world.step(Input { buttons: wish(tick) });
            128.0 - world.state.player.feet().y
        });
        heights.fold(0.0_f32, f32::max)
    };
    let jump = highest(&|tick| if tick % 60 < 30 { Buttons::JUMP } else { 0 });
    assert!((48.0..64.0).contains(&jump), "{jump} px");
    let from_wall_to_wall = highest(&|tick| if tick % 16 < 12 { Buttons::JUMP } else { 0 });
    assert!(from_wall_to_wall > 96.0, "{from_wall_to_wall} px");
}

#[test]
fn notches_where_a_slope_ends_are_reported() {
    // A slope that rises a whole tile, and then the lower half of one.
    let rows = ["   /_", " /###", "#####"];
    assert_eq!(
        problems_with(&rows, PLAYER_AND_EXIT),
        "m.tmx:4: warning: layer 'ground', tile (3,0): a notch of 0 x 8 px where a slope ends; choose the slope tile that continues the one before it\n"
    );
    assert_eq!(
        problems_with(&["    __", "######"], PLAYER_AND_EXIT),
        "",
        "a step of half a tile on flat ground is one that is meant"
    );
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

#[test]
fn unknown_classes_get_a_suggestion() {
    let rows = ["  ", "##"];
    let object =
        format!("{PLAYER_AND_EXIT}<object id=\"3\" type=\"Chekpoint\" x=\"0\" y=\"0\" width=\"8\" height=\"8\"/>\n");
    assert_eq!(
        problems_with(&rows, &object),
        "m.tmx:8: warning: object 3: the class 'Chekpoint' is unknown; did you mean 'Checkpoint'?\n"
    );
    let text = map(&rows, &(layer(1, &rows, "class=\"Sold\"") + &object_layer(PLAYER_AND_EXIT)));
    assert_eq!(
        problems_in(&text),
        "m.tmx:4: warning: layer 'l1': the class 'Sold' is unknown; did you mean 'Solid'?\n"
    );
}

#[test]
fn shapes_beyond_their_cell_are_reported() {
    let rows = ["  ", "B "];
    assert_eq!(
        problems_with(&rows, PLAYER_AND_EXIT),
        "tiles.tsx:57: warning: tileset 'tiles', tile 15: its shape extends beyond its cell; it works, but is slower; keep shapes within the cell where you can\n"
    );
}

#[test]
fn overlapping_crates_are_reported() {
    let one = |id: u32, x: f32| {
        format!("<object id=\"{id}\" type=\"Crate\" x=\"{x}\" y=\"0\" width=\"16\" height=\"16\"/>\n")
    };
    let objects = format!("{PLAYER_AND_EXIT}{}{}{}", one(3, 32.0), one(4, 34.0), one(5, 46.0));
    assert_eq!(
        problems_with(&["      ", "######"], &objects),
        "m.tmx:9: warning: object 4: it overlaps object 3 at the start, and appears only once that has moved away; \
         move one of the two, or delete it\n"
    );
}

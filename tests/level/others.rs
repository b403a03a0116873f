//! What a game of your own gets from a level: its objects, its ground, and `check` without this game's rules.

use glam::Vec2;
use proptest::prelude::*;

use crate::level_kit::{Memory, layer, level_of, listed, map};
use seamwalker_level::{
    Figure, LayerContent, Level, Limits, Material, Object, ObjectKind, ObjectShape, ReadOptions, Surface, Value, check,
    check_with, read_with,
};

const GROUND: [&str; 4] = ["          ", "          ", "          ", "##########"];

/// A map of some ground and these objects, on a layer that is moved by (16, 8).
fn with(objects: &str) -> String {
    let group = format!("<objectgroup id=\"5\" name=\"things\" offsetx=\"16\" offsety=\"8\">{objects}</objectgroup>");
    map(&GROUND, &(layer(1, &GROUND, "") + &group))
}

/// The objects that are not of this game.
fn others(level: &Level) -> Vec<(&Object, &str, &ObjectShape)> {
    let mut found = Vec::new();
    for object in &level.objects {
        if let ObjectKind::Other { class, shape } = &object.kind {
            found.push((object, class.as_str(), shape));
        }
    }
    found
}

#[test]
fn objects_keep_class_shape_and_properties() {
    let level = level_of(&with(
        "<object id=\"1\" name=\"Grim\" type=\"Goblin\" x=\"8\" y=\"8\" width=\"16\" height=\"8\" rotation=\"90\"><properties>\
         <property name=\"anger\" type=\"int\" value=\"3\"/><property name=\"path\" type=\"object\" value=\"3\"/></properties></object>\
         <object id=\"2\" type=\"Portal\" x=\"32\" y=\"8\"><point/></object>\
         <object id=\"3\" type=\"PatrolPath\" x=\"8\" y=\"8\"><polyline points=\"0,0 32,0 32,16\"/></object>\
         <object id=\"4\" type=\"Pond\" x=\"0\" y=\"0\" width=\"16\" height=\"16\"><ellipse/></object>\
         <object id=\"6\" type=\"Goblin\" gid=\"9\" x=\"0\" y=\"32\" width=\"16\" height=\"16\"/>\
         <object id=\"7\" type=\"Goblin\" x=\"0\" y=\"0\" visible=\"0\"/>\
         <object id=\"8\" gid=\"9\" x=\"0\" y=\"32\" width=\"16\" height=\"16\"/>\
         <object id=\"9\" type=\"Solid\" x=\"0\" y=\"0\" width=\"16\" height=\"16\"/>\
         <object id=\"10\" type=\"Bead\" x=\"0\" y=\"0\"><point/></object>",
    ));
    let found = others(&level);
    let classes: Vec<_> = found.iter().map(|(object, class, _)| (object.id, *class)).collect();
    assert_eq!(classes, [(1, "Goblin"), (2, "Portal"), (3, "PatrolPath"), (4, "Pond"), (6, "Goblin")]);
    let points = |list: &[(f32, f32)]| list.iter().map(|at| Vec2::from(*at) + Vec2::new(16.0, 8.0)).collect::<Vec<_>>();
    let (goblin, _, shape) = found[0];
    assert_eq!(shape, &ObjectShape::Polygon(points(&[(8.0, 8.0), (8.0, 24.0), (0.0, 24.0), (0.0, 8.0)])));
    assert_eq!((goblin.name.as_str(), goblin.aabb.center), ("Grim", Vec2::new(20.0, 24.0)));
    assert_eq!(goblin.properties["anger"], Value::Int(3));
    assert_eq!(goblin.properties["path"], Value::Object(3));
    assert_eq!(found[1].2, &ObjectShape::Point(Vec2::new(48.0, 16.0)));
    assert_eq!(found[2].2, &ObjectShape::Polyline(points(&[(8.0, 8.0), (40.0, 8.0), (40.0, 24.0)])));
    assert!(matches!(found[3].2, ObjectShape::Round(around) if around.len() > 8));
    assert!(matches!(found[4].2, ObjectShape::Polygon(corners) if corners.len() == 4));
    // Where it is drawn says which object it is.
    let drawn = level.layers.iter().filter_map(|layer| match &layer.content {
        LayerContent::Objects(list) => Some(list),
        _ => None,
    });
    let tiles = drawn.flatten().filter(|one| matches!(one.figure, Figure::Tile(_)));
    assert_eq!(tiles.map(|one| one.object).collect::<Vec<_>>(), [6, 8]);
}

proptest! {
    /// Nothing visible is lost, and what is not of this game changes nothing in it.
    #[test]
    fn every_object_is_listed_once_and_others_do_not_count(
        kinds in prop::collection::vec((prop::sample::select(&["Goblin", "", "Bead", "Crate", "Track", "Portal"][..]), 0..3_u8, 0..150_u32), 0..12),
    ) {
        let shapes = ["<point/>", "<polyline points=\"0,0 8,4\"/>", "<polygon points=\"0,0 8,0 8,8\"/>"];
        let text = |wanted: &dyn Fn(&str) -> bool| {
            let one = |(i, (class, shape, x)): (usize, &(&str, u8, u32))| {
                let shape = shapes[usize::from(*shape)];
                format!("<object id=\"{}\" name=\"it\" type=\"{class}\" x=\"{x}\" y=\"8\">{shape}</object>", 40 - i)
            };
            kinds.iter().enumerate().filter(|(_, (class, ..))| wanted(class)).map(one).collect::<String>()
        };
        let is_own = |class: &str| class == "Bead" || class == "Crate";
        let all = level_of(&with(&text(&|_| true)));
        let own = level_of(&with(&text(&is_own)));
        prop_assert_eq!(all.hash(), own.hash());
        let listed = all.objects.iter().filter(|object| object.id != 0).count();
        prop_assert_eq!(listed, kinds.iter().filter(|(class, ..)| *class != "Track").count());
        prop_assert!(all.objects.iter().map(|object| (object.kind.is_other(), object.id)).is_sorted());
    }
}

/// Ground of the class Mud: a layer, a tile, the shape of a tile, an object.
#[test]
fn classes_of_your_own_stand_for_the_ground_that_you_say() {
    let tileset = "<tileset firstgid=\"50\" name=\"own\" tilewidth=\"16\" tileheight=\"16\" tilecount=\"3\">\
        <tile id=\"0\" type=\"Mud\"/><tile id=\"1\"><objectgroup><object id=\"1\" type=\"Mud\" width=\"16\" height=\"16\"/>\
        </objectgroup></tile><tile id=\"2\"/></tileset>";
    let layer = |gid: u32, class: &str| {
        format!(
            "<layer id=\"1\" class=\"{class}\" width=\"2\" height=\"1\"><data encoding=\"csv\">{gid},0</data></layer>"
        )
    };
    let object = "<objectgroup><object id=\"1\" type=\"Mud\" width=\"16\" height=\"16\"/></objectgroup>";
    let mud = Material::from(Surface::Solid).numbered(9);
    let options = ReadOptions { classes: [("Mud".to_owned(), mud)].into(), other_game: true, ..ReadOptions::default() };
    for inside in [layer(50, ""), layer(51, ""), layer(52, "Mud"), object.to_owned()] {
        let map = map(&["  "], &format!("{tileset}{inside}"));
        let level = read_with(&Memory::with_map(&map), "m.tmx", &options).unwrap();
        let tags: Vec<_> = level.terrain.edges().iter().map(|edge| Material::from_tag(edge.tag)).collect();
        assert_eq!(tags, [mud; 4], "{inside}");
        assert_eq!(listed(&level.warnings), "", "{inside}");
        assert!(level.assumed.is_empty() && level.objects.is_empty(), "it needs no start");
    }
}

#[test]
fn check_demands_no_exit_of_other_games() {
    let goblin = "<object id=\"1\" type=\"Goblin\" x=\"8\" y=\"8\"><point/></object>";
    let bead = "<object id=\"2\" type=\"Bead\" x=\"8\" y=\"8\"><point/></object>";
    let demands = |objects: &str, options: &ReadOptions| {
        let said = listed(&check_with(&Memory::with_map(&with(objects)), "m.tmx", options));
        (said.contains("no Exit"), said.contains("no Player"))
    };
    let ours = ReadOptions::from(Limits::DEFAULT);
    assert_eq!(demands("", &ours), (true, true), "a map that someone begins");
    assert_eq!(demands(goblin, &ours), (false, false));
    assert_eq!(demands(&format!("{goblin}{bead}"), &ours), (true, true));
    assert_eq!(demands(bead, &ReadOptions { other_game: true, ..ours }), (false, false));
    let plain = |objects: &str| {
        let objects = format!("<objectgroup id=\"5\">{objects}</objectgroup>");
        let tileset = "<tileset firstgid=\"1\" name=\"plain\" tilewidth=\"16\" tileheight=\"16\" tilecount=\"4\"/>";
        map(&["  "], &objects).replace("<tileset firstgid=\"1\" source=\"tiles.tsx\"/>", tileset)
    };
    let said = listed(&check(&Memory::with_map(&plain(&format!("{goblin}{bead}"))), "m.tmx"));
    assert!(!said.contains("insert"), "beads of another game: {said}");
    let foreign = map(&GROUND, &layer(1, &GROUND, "").replace("\"l1\"", "\"walls\"").replace("tiles.tsx", "plain.tsx"));
    let foreign = foreign.replace(
        "<tileset firstgid=\"1\" source=\"tiles.tsx\"/>",
        "<tileset firstgid=\"1\" name=\"plain\" \
        tilewidth=\"16\" tileheight=\"16\" tilecount=\"4\"/>",
    );
    assert!(!listed(&check(&Memory::with_map(&foreign), "m.tmx")).contains("no Exit"));
}

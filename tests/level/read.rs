//! Reading: from the elements of a map to the level.

use std::io::Write as _;

use crate::level_kit::{Memory, edges, layer, level_of, listed, map, objects};
use base64::Engine;
use glam::{IVec2, UVec2, Vec2};
use seamwalker_assets::shipped;
use seamwalker_collide::{Aabb, Direction, Side, SolverKind};
use seamwalker_level::{Files, LayerContent, Level, ObjectKind, Platform, Start, Surface, export, read};

fn property(name: &str, kind: &str, value: &str) -> String {
    format!("<property name=\"{name}\" type=\"{kind}\" value=\"{value}\"/>")
}

fn with_objects(inside: &str) -> Level {
    let rows = ["....", "####"];
    level_of(&map(&rows, &(layer(1, &rows, "") + &objects(inside))))
}

fn kind(level: &Level, id: u32) -> &ObjectKind {
    &level.objects.iter().find(|o| o.id == id).unwrap().kind
}

#[test]
fn every_encoding_of_layer_data_gives_the_same_level() {
    let cells: [u32; 8] = [0, 2, 4, 4 | 1 << 31, 1, 1, 1, 1];
    let bytes: Vec<u8> = cells.iter().flat_map(|c| c.to_le_bytes()).collect();
    let base64 = |bytes: &[u8]| base64::engine::general_purpose::STANDARD.encode(bytes);
    let mut zlib = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::default());
    zlib.write_all(&bytes).unwrap();
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gzip.write_all(&bytes).unwrap();
    let zstd = ruzstd::encoding::compress_to_vec(&bytes[..], ruzstd::encoding::CompressionLevel::Fastest);
    let csv = cells.map(|c| c.to_string()).join(",");
    let tiles: String =
        cells.map(|c| if c == 0 { "<tile/>".to_owned() } else { format!("<tile gid=\"{c}\"/>") }).concat();
    let forms = [
        format!("<data encoding=\"csv\">\n{csv}\n</data>"),
        format!("<data encoding=\"csv\">{},</data>", csv.replace(',', ",\n")),
        format!("<data>\n{tiles}\n</data>"),
        format!("<data encoding=\"base64\">\n  {}\n</data>", base64(&bytes)),
        format!("<data encoding=\"base64\" compression=\"zlib\">{}</data>", base64(&zlib.finish().unwrap())),
        format!("<data encoding=\"base64\" compression=\"gzip\">{}</data>", base64(&gzip.finish().unwrap())),
        format!("<data encoding=\"base64\" compression=\"zstd\">{}</data>", base64(&zstd)),
        format!("<data encoding=\"csv\"><![CDATA[{csv}]]></data>"),
    ];
    let rows = ["....", "####"];
    let levels =
        forms.map(|data| level_of(&map(&rows, &format!("<layer id=\"1\" width=\"4\" height=\"2\">{data}</layer>"))));
    for level in &levels {
        assert_eq!((level.hash(), edges(level)), (levels[0].hash(), edges(&levels[0])));
        assert_eq!(level.layers, levels[0].layers);
    }
    assert_eq!(levels[0].bounds, Aabb::from_corners(Vec2::ZERO, Vec2::new(64.0, 32.0)));
}

/// An infinite map with one layer of these chunks.
fn infinite(chunks: &str) -> Level {
    let layer = format!("<layer id=\"1\" width=\"9\" height=\"9\"><data encoding=\"csv\">{chunks}</data></layer>");
    level_of(&map(&["."], &layer).replace("infinite=\"0\"", "infinite=\"1\""))
}

#[test]
fn infinite_maps_have_negative_coordinates() {
    let chunk = |x: i32, y: i32| {
        let cells = ["1"; 8].join(",");
        format!("<chunk x=\"{x}\" y=\"{y}\" width=\"4\" height=\"2\">{cells}</chunk>")
    };
    let level = infinite(&(chunk(-4, -2) + &chunk(0, -2)));
    assert_eq!(edges(&level), "Solid -4,-2 4,-2 #0\nSolid 4,-2 4,0 #0\nSolid 4,0 -4,0 #0\nSolid -4,0 -4,-2 #0\n");
    let LayerContent::Tiles { origin, size, cells, collides } = &level.layers[0].content else { panic!() };
    assert_eq!((*origin, *size, *collides), (IVec2::new(-4, -2), UVec2::new(8, 2), true));
    assert_eq!(cells.iter().flatten().count(), 16);
}

#[test]
fn layers_inherit_from_groups_and_hidden_layers_are_dropped() {
    let rows = ["#"];
    let attributes = "offsetx=\"3\" opacity=\"0.5\" tintcolor=\"#ff8000\" parallaxx=\"0.5\"";
    let group = |attributes: &str, inside: &str| format!("<group id=\"5\" name=\"g\" {attributes}>{inside}</group>");
    let text = map(
        &rows,
        &(layer(1, &rows, "")
            + &group(attributes, &group("offsety=\"7\"", &layer(2, &rows, "opacity=\"0.5\" tintcolor=\"#80ff00\"")))
            + &group("visible=\"0\"", &layer(3, &["..#"], ""))
            + &layer(4, &["..#"], "visible=\"0\"")),
    );
    let level = level_of(&text);
    assert_eq!(level.layers.len(), 2);
    let inner = &level.layers[1];
    assert_eq!((inner.opacity, inner.offset, inner.parallax), (0.25, Vec2::new(3.0, 7.0), Vec2::new(0.5, 1.0)));
    assert_eq!(inner.tint, [128, 128, 0, 255]);
    // What moves with the camera is not where it looks to be: it collides no more than what is hidden.
    assert_eq!(level.terrain.edges().len(), 4);
}

#[test]
fn a_layer_offset_moves_its_collision() {
    let rows = ["#."];
    let by_cell = level_of(&map(&rows, &(layer(1, &rows, "") + &layer(2, &rows, "offsetx=\"16\""))));
    assert_eq!(edges(&by_cell), "Solid 0,0 2,0 #0\nSolid 2,0 2,1 #0\nSolid 2,1 0,1 #0\nSolid 0,1 0,0 #0\n");
    let by_half = level_of(&map(&rows, &(layer(1, &rows, "") + &layer(2, &rows, "offsetx=\"8\" offsety=\"8\""))));
    assert_eq!(by_half.terrain.edges().len(), 8, "{}", edges(&by_half));
    assert_eq!(by_half.terrain.pieces().len(), 2);
}

#[test]
fn colliding_objects_join_the_ground_they_touch() {
    let level = with_objects("<object id=\"1\" type=\"Solid\" x=\"16\" y=\"8\" width=\"16\" height=\"16\"/>");
    let want = "Solid 1,0.5 2,0.5 #0\nSolid 2,0.5 2,1 #0\nSolid 2,1 4,1 #0\nSolid 4,1 4,2 #0\nSolid 4,2 0,2 #0\nSolid 0,2 0,1 #0\nSolid 0,1 1,1 #0\nSolid 1,1 1,0.5 #0\n";
    assert_eq!(edges(&level), want);
    // Far from everything: a chain of its own. A class of the layer counts where the object has none.
    let far = "<objectgroup id=\"9\" class=\"OneWay\"><object id=\"1\" x=\"0\" y=\"-64\" width=\"32\" height=\"4\"/></objectgroup>";
    let rows = ["....", "####"];
    let level = level_of(&map(&rows, &(layer(1, &rows, "") + far)));
    assert!(edges(&level).ends_with("OneWay 0,-4 2,-4 #1\n"), "{}", edges(&level));
}

/// The riser of an automatic stair: the side of a box on the ground.
#[test]
fn a_shape_can_have_invisible_sides() {
    let object = |sides: &str| {
        let member = format!("<property name=\"invisible\" propertytype=\"Sides\" value=\"{sides}\"/>");
        let step = "<object id=\"1\" type=\"Solid\" x=\"32\" y=\"8\" width=\"16\" height=\"8\"><properties>";
        with_objects(&format!("{step}{member}</properties></object>"))
    };
    let unseen = |level: &Level| {
        let edges = level.terrain.edges().iter().filter(|edge| !edge.visible);
        edges.map(|edge| Direction::of(edge.normal)).collect::<Vec<_>>()
    };
    assert_eq!(unseen(&object("left")), [Direction::Left]);
    assert_eq!(unseen(&object("left,right")), [Direction::Right, Direction::Left]);
    assert_eq!(unseen(&object("")), []);
    let plain = object("");
    assert_ne!(plain.hash(), object("left").hash(), "a replay of one map is no replay of the other");
}

#[test]
fn lines_are_solid_from_both_sides_or_from_above() {
    let level = with_objects(
        "<object id=\"1\" type=\"Solid\" x=\"0\" y=\"-32\"><polyline points=\"0,0 16,0 32,0 32,16\"/></object>
         <object id=\"2\" type=\"OneWay\" x=\"64\" y=\"-64\"><polyline points=\"0,0 -32,0 -64,16\"/></object>",
    );
    let text = edges(&level);
    assert!(text.contains("OneWay 0,-3 2,-4 #1\nOneWay 2,-4 4,-4 #1\n"), "{text}");
    assert!(text.ends_with("Solid 0,-2 2,-2 #2\nSolid 2,-2 2,-1 #2\n"), "{text}");
    let sides: Vec<Side> = level.terrain.edges()[4..].iter().map(|e| e.side).collect();
    assert_eq!(sides, [Side::OneWay, Side::OneWay, Side::Both, Side::Both]);
    assert!(level.terrain.edges()[4].normal.y < 0.0);
}

#[test]
fn rotated_and_round_objects_collide_as_drawn() {
    let level =
        with_objects("<object id=\"1\" type=\"Solid\" x=\"32\" y=\"-64\" width=\"16\" height=\"32\" rotation=\"90\"/>");
    assert!(edges(&level).starts_with("Solid 0,-4 2,-4 #0\nSolid 2,-4 2,-3 #0\n"), "{}", edges(&level));
    let level = with_objects(
        "<object id=\"1\" type=\"Hazard\" x=\"0\" y=\"-64\" width=\"32\" height=\"20\"><ellipse/></object>",
    );
    let area = &level.hazards[0];
    assert_eq!(area.aabb, Aabb::from_corners(Vec2::new(0.0, -64.0), Vec2::new(32.0, -44.0)));
    assert_eq!(area.corners.len(), level.hazard_edges.len());
    assert!(matches!(kind(&level, 1), ObjectKind::Hazard));
}

#[test]
fn capsules_have_round_ends() {
    let level = with_objects(
        "<object id=\"1\" type=\"Hazard\" x=\"10\" y=\"-64\" width=\"40\" height=\"16\"><capsule/></object>",
    );
    let aabbs: Vec<Aabb> = level.hazards.iter().map(|area| area.aabb).collect();
    let whole = Aabb::around(aabbs.iter().flat_map(|b| [b.min(), b.max()])).unwrap();
    assert_eq!(whole, Aabb::from_corners(Vec2::new(10.0, -64.0), Vec2::new(50.0, -48.0)));
    // The straight sides are as long as the capsule is longer than wide.
    let straight = level.hazard_edges.iter().filter(|edge| edge.normal.x == 0.0).map(|edge| edge.segment.length());
    assert_eq!(straight.collect::<Vec<_>>(), [24.0, 24.0]);
}

#[test]
fn tile_objects_follow_the_alignment_of_their_tileset() {
    let object =
        "<objectgroup id=\"2\"><object id=\"1\" gid=\"50\" x=\"40\" y=\"60\" width=\"8\" height=\"4\"/></objectgroup>";
    let corner = |alignment: &str| {
        let tileset = format!(
            "<tileset firstgid=\"50\" name=\"a\" tilewidth=\"16\" tileheight=\"16\" tilecount=\"1\" columns=\"1\" \
             objectalignment=\"{alignment}\"><image source=\"a.png\" width=\"16\" height=\"16\"/></tileset>"
        );
        let level = level_of(&map(&["."], &(tileset + object)));
        let LayerContent::Objects(seen) = &level.layers.last().unwrap().content else { panic!() };
        (seen[0].corners[0].x, seen[0].corners[0].y)
    };
    for (alignment, place) in [
        ("unspecified", (40.0, 56.0)),
        ("topleft", (40.0, 60.0)),
        ("top", (36.0, 60.0)),
        ("topright", (32.0, 60.0)),
        ("left", (40.0, 58.0)),
        ("center", (36.0, 58.0)),
        ("right", (32.0, 58.0)),
        ("bottomleft", (40.0, 56.0)),
        ("bottom", (36.0, 56.0)),
        ("bottomright", (32.0, 56.0)),
    ] {
        assert_eq!(corner(alignment), place, "{alignment}");
    }
}

/// Tiled writes no chunks that overlap; other programs do.
#[test]
fn later_chunks_win() {
    let chunk = |x: i32, gid: u32| format!("<chunk x=\"{x}\" y=\"0\" width=\"2\" height=\"1\">{gid},{gid}</chunk>");
    let level = infinite(&(chunk(0, 1) + &chunk(1, 0) + &chunk(40, 1)));
    let LayerContent::Tiles { origin, size, cells, .. } = &level.layers[0].content else { panic!() };
    assert_eq!((*origin, *size), (IVec2::ZERO, UVec2::new(42, 1)));
    let there: Vec<usize> = cells.iter().enumerate().filter(|(_, cell)| cell.is_some()).map(|(i, _)| i).collect();
    assert_eq!(there, [0, 40, 41]);
}

#[test]
fn tile_objects_take_class_properties_and_shape_from_their_tile() {
    let level = with_objects(
        "<object id=\"1\" gid=\"11\" x=\"16\" y=\"16\" width=\"16\" height=\"16\"/>
         <object id=\"2\" gid=\"11\" x=\"16\" y=\"16\" width=\"16\" height=\"16\"><properties><property name=\"golden\" type=\"bool\" value=\"false\"/></properties></object>
         <object id=\"3\" gid=\"4\" x=\"0\" y=\"-32\" width=\"32\" height=\"32\"/>
         <object id=\"4\" gid=\"9\" x=\"5\" y=\"-40\" width=\"16\" height=\"16\"/>",
    );
    assert_eq!(*kind(&level, 1), ObjectKind::Bead { golden: true });
    assert_eq!(*kind(&level, 2), ObjectKind::Bead { golden: false });
    let bead = level.objects.iter().find(|object| object.id == 1).unwrap();
    assert_eq!(bead.aabb, Aabb::from_corners(Vec2::new(16.0, 0.0), Vec2::new(32.0, 16.0)));
    assert!(
        edges(&level).starts_with("Solid 2,-4 2,-2 #0\nSolid 2,-2 0,-2 #0\nSolid 0,-2 2,-4 #0\n"),
        "{}",
        edges(&level)
    );
    // A picture without a meaning is drawn where it stands.
    let LayerContent::Objects(seen) = &level.layers.last().unwrap().content else { panic!() };
    let corner = seen.iter().map(|decoration| decoration.corners[0]).collect::<Vec<_>>();
    assert_eq!(corner, [Vec2::new(5.0, -56.0), Vec2::new(0.0, -64.0)], "the higher one is behind");
}

#[test]
fn the_class_attribute_of_tiled_1_9_is_read() {
    let template = "<template><object type=\"Exit\"/></template>";
    let object = "<object id=\"1\" template=\"t.tx\" class=\"Checkpoint\"/>";
    let files = Memory::with_map(&map(&["."], &objects(object))).and("t.tx", template);
    assert_eq!(*kind(&read(&files, "m.tmx").unwrap(), 1), ObjectKind::Checkpoint);
}

#[test]
fn platforms_follow_open_and_closed_tracks_or_stand_still() {
    let path = |id: u32| format!("<properties>{}</properties>", property("path", "object", &id.to_string()));
    let platform = |id: u32, inside: &str| {
        format!("<object id=\"{id}\" type=\"Platform\" x=\"0\" y=\"0\" width=\"32\" height=\"8\">{inside}</object>\n")
    };
    let level = with_objects(
        &(platform(1, &path(11))
            + &platform(2, &path(12))
            + &platform(3, &path(13))
            + &platform(4, "")
            + &platform(5, &path(99))
            + "<object id=\"11\" x=\"8\" y=\"8\"><polyline points=\"0,0 32,0 32,16\"/></object>
               <object id=\"12\" visible=\"0\" x=\"0\" y=\"0\"><polygon points=\"0,0 32,0 32,16\"/></object>
               <object id=\"13\" type=\"Track\" x=\"0\" y=\"0\" width=\"32\" height=\"32\"><ellipse/></object>"),
    );
    let track = |id: u32| match kind(&level, id) {
        ObjectKind::Platform(p) => (p.track.clone(), p.closed),
        _ => panic!(),
    };
    assert_eq!(track(1), (vec![Vec2::new(8.0, 8.0), Vec2::new(40.0, 8.0), Vec2::new(40.0, 24.0)], false));
    assert_eq!((track(2).0.len(), track(2).1), (3, true));
    assert!(track(3).0.len() > 8 && track(3).1);
    assert_eq!(track(4), (vec![Vec2::new(16.0, 4.0)], false));
    assert_eq!(track(5), track(4));
    assert!(listed(&level.warnings).contains("object 5: its path is object 99"));
}

#[test]
fn map_properties_become_the_meta() {
    let properties = format!(
        "<properties>{}{}{}<property name=\"music\">two\nlines &amp; more</property></properties>",
        property("title", "string", "A &quot;title&quot;"),
        property("par_time", "float", "12.5"),
        property("solver", "string", "per-axis")
    );
    let text = map(&["#"], &properties).replace("<map ", "<map backgroundcolor=\"#80102030\" class=\"Level\" ");
    let meta = level_of(&text).meta;
    assert_eq!((meta.title.as_str(), meta.par_time, meta.solver), ("A \"title\"", 12.5, Some(SolverKind::PerAxis)));
    assert_eq!((meta.music.as_str(), meta.background), ("two\nlines & more", Some([16, 32, 48, 128])));
    let plain = level_of(&map(&["#"], "").replace("<map ", "<map backgroundcolor=\"#00102030\" ")).meta;
    assert_eq!((plain.title.as_str(), plain.solver, plain.background), ("m", None, None), "transparent is none");
}

#[test]
fn tilesets_of_all_kinds_are_drawn() {
    let text = map(
        &["...."],
        "<tileset firstgid=\"50\" name=\"many\" tilewidth=\"32\" tileheight=\"48\" tilecount=\"2\" columns=\"0\">
           <tileoffset x=\"1\" y=\"-2\"/>
           <tile id=\"0\"><image source=\"pictures/a.png\" width=\"32\" height=\"48\"/></tile>
           <tile id=\"7\" x=\"4\" y=\"8\" width=\"16\" height=\"16\"><image source=\"pictures/b.png\" width=\"64\" height=\"64\"/></tile>
         </tileset>
         <tileset firstgid=\"80\" name=\"spaced\" tilewidth=\"16\" tileheight=\"16\" tilecount=\"4\" spacing=\"2\" margin=\"1\">
           <image source=\"c.png\" trans=\"ff00ff\" width=\"36\" height=\"36\"/>
         </tileset>
         <layer id=\"1\" width=\"4\" height=\"1\"><data encoding=\"csv\">50,57,83,9</data></layer>
         <imagelayer id=\"2\" repeatx=\"1\" offsety=\"4\"><image source=\"sky.png\" width=\"100\" height=\"50\"/></imagelayer>",
    );
    let level = level_of(&text);
    let rects: Vec<_> = level.tiles.iter().map(|t| t.rect).collect();
    assert_eq!(rects, [[0, 0, 32, 48], [4, 8, 16, 16], [19, 19, 16, 16], [0, 32, 16, 16], [16, 32, 16, 16]]);
    assert_eq!(level.tiles[0].offset, IVec2::new(1, -2));
    assert_eq!(level.tiles[3].frames, [(3, 100), (4, 200)]);
    let paths: Vec<_> = level.pictures.iter().map(|p| p.path.as_str()).collect();
    assert_eq!(paths, ["pictures/a.png", "pictures/b.png", "c.png", "tiles.png", "sky.png"]);
    assert_eq!(level.pictures[2].transparent, Some([255, 0, 255]));
    assert_eq!(
        level.layers[1].content,
        LayerContent::Image { picture: 4, repeat_x: true, repeat_y: false, scale: 1.0 }
    );
}

#[test]
fn snapped_corners_and_shapes_outside_their_cell_are_reported_once() {
    let rows = ["nBn", "nBn"];
    let warnings = listed(&level_of(&map(&rows, &layer(1, &rows, ""))).warnings);
    let tile_7 = "tileset 'tiles', tile 7, shape 1: a corner lies within 2 px of the cell's border";
    assert_eq!(warnings.matches(tile_7).count(), 1, "{warnings}");
    let tile_15 = "tiles.tsx:57: warning: tileset 'tiles', tile 15: its shape extends beyond its cell; it works, but is slower; keep shapes within the cell where you can\n";
    assert_eq!(warnings.matches(tile_15).count(), 1, "{warnings}");
    assert!(warnings.contains("tiles.tsx:31: warning: tileset 'tiles', tile 7"), "{warnings}");
}

/// The shape of a bead tile is only for the editor and does not collide. Of a ladder only the top collides.
#[test]
fn shapes_of_tiles_with_another_class_are_not_walls() {
    let tile = |class: &str| {
        let shape = "<objectgroup><object id=\"1\" x=\"0\" y=\"0\" width=\"16\" height=\"16\"/></objectgroup>";
        let tileset = format!(
            "<tileset name=\"t\" tilewidth=\"16\" tileheight=\"16\" tilecount=\"1\" columns=\"1\"><image source=\"t.png\" width=\"16\" height=\"16\"/><tile id=\"0\" type=\"{class}\">{shape}</tile></tileset>"
        );
        let rows = ["##"];
        let own = layer(2, &["  "], "class=\"Ice\"");
        let files = Memory::with_map(&map(&rows, &(layer(1, &rows, "") + &own))).and("tiles.tsx", tileset);
        let level = read(&files, "m.tmx").unwrap();
        (level.terrain.edges().len(), listed(&level.warnings))
    };
    assert_eq!((tile("Bead").0, tile("Ladder").0, tile("Ice").0, tile("").0, tile("Salid").0), (0, 1, 4, 4, 4));
    assert!([tile("Ladder"), tile("Ice")].iter().all(|(_, warnings)| !warnings.contains("class")));
    assert!(tile("Salid").1.contains("did you mean 'Solid'?"));
}

#[test]
fn a_layer_with_a_class_makes_plain_tiles_solid() {
    let rows = ["##"];
    let plain = layer(1, &rows, "class=\"Hazard\"").replace("1,1", "9,9");
    let level = level_of(&map(&rows, &plain));
    assert_eq!((level.terrain.edges().len(), level.hazard_edges.len()), (0, 4));
}

#[test]
fn only_what_matters_to_the_simulation_changes_the_hash() {
    let rows = ["#."];
    let base = map(
        &rows,
        &(layer(1, &rows, "") + &objects("<object id=\"1\" name=\"a\" type=\"Exit\" width=\"9\" height=\"9\"/>")),
    );
    let hash = |text: &str| level_of(text).hash();
    let first = hash(&base);
    assert_eq!(first, hash(&base.replace("name=\"l1\"", "name=\"other\" opacity=\"0.3\"")));
    assert_eq!(first, hash(&base.replace("name=\"a\"", "name=\"b\"")));
    assert_ne!(first, hash(&base.replace("width=\"9\" height=\"9\"", "width=\"9\" height=\"8\"")));
    assert_ne!(first, hash(&base.replace("type=\"Exit\"", "type=\"Checkpoint\"")));
    assert_ne!(first, hash(&base.replace(">1,0<", ">1,1<")));
}

#[test]
fn the_outline_is_exported_as_json_and_svg() {
    let rows = ["^-", "##"];
    let level = level_of(&map(&rows, &layer(1, &rows, "")));
    let mut json = Vec::new();
    export::write_json(&level, &mut json).unwrap();
    let json: serde_json::Value = serde_json::from_slice(&json).unwrap();
    assert_eq!(json["tile_size"], serde_json::json!([16, 16]));
    let segments = json["segments"].as_array().unwrap();
    let classes: Vec<_> = segments.iter().map(|s| s["class"].as_str().unwrap()).collect();
    assert_eq!(classes, ["Solid", "Solid", "Solid", "Solid", "OneWay", "Hazard", "Hazard", "Hazard", "Hazard"]);
    assert_eq!(
        (&segments[0]["normal"], &segments[5]["chain"]),
        (&serde_json::json!([0.0, -1.0]), &serde_json::json!(2))
    );
    let svg = export::svg(&level);
    assert_eq!(svg.matches("<path class=").count(), 9);
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
}

/// Every template is an object that the game knows, and puts into a map what its name says.
#[test]
fn every_template_creates_the_object_of_its_name() {
    let shipped = shipped();
    let templates: Vec<_> = shipped.0.iter().filter(|(name, _)| name.ends_with(".tx")).collect();
    assert!(templates.len() >= 12);
    let things = shipped.read("maps/tilesets/things.tsx").unwrap();
    let mut files = Memory::default().and("maps/tilesets/things.tsx", &things);
    let mut placed = String::new();
    for (id, (name, bytes)) in (1..).zip(templates) {
        files = files.and(name, bytes);
        placed += &format!("<object id=\"{id}\" template=\"../{name}\" x=\"{}\" y=\"32\"/>\n", id * 100);
    }
    let files = files.and("maps/tiles.tsx", crate::level_kit::TILES).and("maps/m.tmx", map(&["."], &objects(&placed)));
    let level = read(&files, "maps/m.tmx").unwrap_or_else(|p| panic!("{}", listed(&p)));
    // A key and a button open nothing until `opens` is set.
    let (nothing, other): (Vec<_>, Vec<_>) = level.warnings.iter().partition(|w| w.what.contains("it opens nothing"));
    assert_eq!((nothing.len(), other.len()), (2, 0), "{}", listed(&level.warnings));
    let count = |f: fn(&ObjectKind) -> bool| level.objects.iter().filter(|o| f(&o.kind)).count();
    assert_eq!(count(|k| matches!(k, ObjectKind::Player { .. })), 1);
    assert_eq!(count(|k| matches!(k, ObjectKind::Bead { golden: true })), 1);
    assert_eq!(count(|k| matches!(k, ObjectKind::Platform(p) if p.one_way && p.look == "ribbon")), 1);
    assert_eq!(level.terrain.edges().iter().filter(|e| e.tag == Surface::OneWay.tag()).count(), 1);
}

/// The map that shows all things has every kind of them, whatever is added, and nothing to be complained about.
#[test]
fn the_map_of_all_objects_has_every_kind() {
    let mut files = Memory::default().and("maps/things.tmx", include_str!("../fixtures/things/things.tmx"));
    for (path, bytes) in shipped().0 {
        files = files.and(path, bytes);
    }
    let level = read(&files, "maps/things.tmx").unwrap_or_else(|p| panic!("{}", listed(&p)));
    assert!(level.warnings.is_empty(), "{}", listed(&level.warnings));
    assert!(level.meta.dash);
    let kinds: std::collections::BTreeSet<String> =
        level.objects.iter().map(|object| kind_name(&object.kind)).collect();
    let expected = "Aglet Bead Checkpoint Crate DashSpool Exit KeyButton Moth PinBug Platform Platform-gate Platform-iron \
        Platform-loose Platform-ribbon Platform-turns Platform-worn Platform-zip Player PressureButton RollingSpool Scissors Sign Spring Wind";
    assert!(kinds.iter().map(String::as_str).eq(expected.split(' ')), "{kinds:?}");
}

/// The first word of how a kind is printed, and the look of a platform.
fn kind_name(kind: &ObjectKind) -> String {
    let printed = format!("{kind:?}");
    let name = printed.split([' ', '(']).next().unwrap_or_default().to_owned();
    match kind {
        ObjectKind::Platform(Platform { turning: Some(_), .. }) => format!("{name}-turns"),
        ObjectKind::Platform(platform) => format!("{name}-{}", platform.look).trim_end_matches('-').to_owned(),
        _ => name,
    }
}

/// A board that turns around a point or its middle; what cannot turn is left out, with the reason.
#[test]
fn what_turns_has_a_hinge_and_a_shape() {
    let turning = |shape: &str, properties: &str| {
        with_objects(&format!(
            r#"<object id="3" type="Turning" x="32" y="16" width="64" height="8">{shape}<properties>{properties}</properties></object>
            <object id="4" x="32" y="20"><point/></object>"#
        ))
    };
    let platform = |level: &Level| {
        level.objects.iter().find_map(|object| match &object.kind {
            ObjectKind::Platform(platform) => Some(platform.clone()),
            _ => None,
        })
    };
    let mill = platform(&turning("", "")).unwrap();
    let shape = mill.turning.clone().unwrap();
    assert_eq!((mill.track, mill.start, mill.speed), (vec![Vec2::new(64.0, 20.0)], Start::Always, 30.0));
    assert_eq!((shape.angle, shape.outline[0]), (0.0, Vec2::new(-32.0, -4.0)));
    let hinge = r#"<property name="hinge" type="object" value="4"/><property name="start" value="opened"/>"#;
    let bridge = platform(&turning("", hinge)).unwrap();
    let shape = bridge.turning.clone().unwrap();
    assert_eq!((bridge.track, bridge.start), (vec![Vec2::new(32.0, 20.0)], Start::Opened));
    assert_eq!((shape.angle, shape.outline[0]), (90.0, Vec2::new(0.0, -4.0)));
    let corners: String = (0..200).map(|i| format!("{},{} ", i % 100, i / 100 * (9 + i % 2))).collect();
    for (shape, what) in [
        ("<polyline points=\"0,0 16,0 32,16\"/>".to_owned(), "it is no area"),
        ("<polygon points=\"0,0 16,16 16,0 0,16\"/>".to_owned(), "crosses another side"),
        (format!("<polygon points=\"{}\"/>", corners.trim()), "it has 200 corners"),
    ] {
        let level = turning(&shape, "");
        assert!(platform(&level).is_none());
        assert!(listed(&level.warnings).contains(what), "{what}: {}", listed(&level.warnings));
    }
    let level = turning("", r#"<property name="hinge" type="object" value="3"/>"#);
    assert!(listed(&level.warnings).contains("its hinge is not a point"), "{}", listed(&level.warnings));
}

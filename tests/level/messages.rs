//! The exact message for every kind of broken map: file, line and place, what is wrong, and how to fix it. Each map has one
//! fault and must yield one message.

use crate::level_kit::{Memory, small_json, small_layer, small_map};
use seamwalker_level::{Problem, Severity, read};

/// A map file with the tileset of the tests.
fn map_file(text: impl AsRef<str>) -> Memory {
    Memory::with_map(text.as_ref())
}

/// A small map with this file as its tileset.
fn tileset_file(text: &str) -> Memory {
    map_file(small_map("")).and("tiles.tsx", text)
}

/// A small map whose tileset has one tile; `inside` begins in line 2.
fn tile(inside: &str) -> Memory {
    tileset_file(&format!(
        "<tileset name=\"a\" tilewidth=\"16\" tileheight=\"16\" tilecount=\"1\">\n{inside}</tileset>"
    ))
}

/// A small map with an object of this template.
fn template_file(text: &str) -> Memory {
    map_file(object("template=\"t.tx\"", "")).and("t.tx", text)
}

/// A small map with a layer packed by a method.
fn packed(method: &str) -> Memory {
    map_file(small_layer(&format!("<data encoding=\"base64\" compression=\"{method}\">AAAA</data>")))
}

/// A small map with one object; `inside` begins in line 5.
fn object(attributes: &str, inside: &str) -> String {
    small_map(&format!(
        "<objectgroup id=\"2\" name=\"things\">\n<object id=\"7\" name=\"lift\" {attributes}>\n{inside}\n</object>\n</objectgroup>"
    ))
}

/// A small map with one object that has one property.
fn property(kind: &str, value: &str) -> Memory {
    let property = format!("<property name=\"speed\" type=\"{kind}\" value=\"{value}\"/>");
    map_file(object("", &format!("<properties>\n{property}\n</properties>")))
}

/// The errors of a map, one per line. If there are none, its warnings, except that it has no Player.
fn messages(files: &Memory) -> String {
    let problems = match read(files, "m.tmx") {
        Ok(level) => level.warnings,
        Err(problems) => problems.into_iter().filter(|p| p.severity == Severity::Error).collect(),
    };
    let counts = |p: &&Problem| !p.what.contains("no Player");
    problems.iter().filter(counts).map(Problem::to_string).collect::<Vec<_>>().join("\n")
}

/// One test per row: a broken map, and everything that the reader says about it. Rows are written as functions so that
/// docs/TILED.md can name them like any other test.
macro_rules! messages {
    ($(fn $name:ident() { $files:expr } says $message:literal;)+) => {
        $(
            #[test]
            fn $name() {
                assert_eq!(messages(&$files), $message);
            }
        )+
    };
}

messages! {
    fn file_is_not_xml() { map_file("<map>\n<layer>\n</mop>") } says
        "m.tmx:3: the file is not valid XML: ill-formed document: expected `</layer>`, but `</mop>` was found; open it in Tiled and save it again, or take it from your backup";

    fn file_is_truncated() { map_file("<map>\n<layer>\n") } says
        "m.tmx:3: the file ends inside <layer>, which begins in line 2; open it in Tiled and save it again, or take it from your backup";

    fn file_is_empty() { map_file(String::new()) } says
        "m.tmx:1: the file holds no XML element; open it in Tiled and save it again, or take it from your backup";

    fn file_is_not_a_map() { map_file("\n<tileset/>") } says
        "m.tmx:2: the file holds a <tileset>, not a <map>; choose the right file";

    fn document_type_declares_entities() {
        map_file(format!("<!DOCTYPE a [<!ENTITY b \"c\">]>\n{}", small_map("")))
    } says
        "m.tmx:1: the file has a document type that declares something, which maps never need; remove the <!DOCTYPE>";

    fn file_is_not_utf8() { Memory::default().and("m.tmx", b"<map>\n\xff</map>") } says
        "m.tmx:2: the file is not UTF-8; open it in Tiled and save it again, or save it as UTF-8 in a text editor";

    fn encoding_is_not_read() {
        Memory::default().and("m.tmx", b"<?xml version=\"1.0\" encoding='Shift_JIS'?>\n<map>\n\x83\x5c</map>")
    } says
        "m.tmx:3: the file is not UTF-8, but 'shift_jis'; open it in Tiled and save it again, or save it as UTF-8 in a text editor";

    fn utf16_is_cut_off() { Memory::default().and("m.tmx", b"\xff\xfe<\0m") } says
        "m.tmx:1: the file is not valid UTF-16; open it in Tiled and save it again, or save it as UTF-8 in a text editor";

    fn map_is_isometric() { map_file(small_map("").replace("orthogonal", "isometric")) } says
        "m.tmx:1: the map is 'isometric'; make it orthogonal: Map, Map Properties, Orientation";

    fn map_has_no_width() { map_file(small_map("").replacen("width=\"2\" ", "", 1)) } says
        "m.tmx:1: <map> has no 'width'; open the file in Tiled and save it again";

    fn map_width_is_not_a_number() { map_file(small_map("").replacen("width=\"2\"", "width=\"two\"", 1)) } says
        "m.tmx:1: width=\"two\": 'two' is not a whole number; correct it, or set it again in Tiled";

    fn tile_size_is_zero() { map_file(small_map("").replace("tilewidth=\"16\"", "tilewidth=\"0\"")) } says
        "m.tmx:1: tilewidth=\"0\": 0 is not between 1 and 1024; correct it, or set it again in Tiled";

    fn tileset_file_is_missing() { map_file(small_map("").replace("tiles.tsx", "gone.tsx")) } says
        "m.tmx:2: warning: tileset 'gone.tsx': cannot read 'gone.tsx': there is no such file; its tiles are shown as crosses; check the file's name, or remove what refers to it";

    fn tileset_lies_outside_the_project() { map_file(small_map("").replace("tiles.tsx", "../../gone.tsx")) } says
        "m.tmx:2: warning: tileset '../../gone.tsx': cannot read '../../gone.tsx': it leads out of the project's folder; its tiles are shown as crosses; keep all files in the project's folder and choose the file again in Tiled";

    fn tileset_is_built_into_tiled() { map_file(small_map("").replace("tiles.tsx", ":/automap-tiles.tsx")) } says
        "m.tmx:2: warning: tileset ':/automap-tiles.tsx': the tileset is built into Tiled; its tiles are shown as crosses; remove it from the map, or save it as a file";

    fn tileset_has_no_firstgid() { map_file(small_map("").replace("firstgid=\"1\" ", "")) } says
        "m.tmx:2: tileset 'tiles.tsx': <tileset> has no 'firstgid'; open the file in Tiled and save it again";

    fn firstgids_are_equal() { map_file(small_map("<tileset firstgid=\"1\" source=\"tiles.tsx\"/>")) } says
        "m.tmx:2: warning: tileset 'tiles.tsx': another tileset has the firstgid 1 too; as in Tiled only the last one is used; open the map in Tiled and save it again";

    fn tileset_has_neither_source_nor_tiles() { map_file(small_map("<tileset firstgid=\"99\"/>")) } says
        "m.tmx:3: tileset: <tileset> has no 'tilecount', 'tilewidth', 'tileheight'; open the file in Tiled and save it again";

    fn tileset_has_no_tilecount() { tileset_file("<tileset name=\"a\"\ntilewidth=\"16\" tileheight=\"16\"/>") } says
        "tiles.tsx:1: tileset 'a': <tileset> has no 'tilecount'; open the file in Tiled and save it again";

    fn tileset_is_too_large() {
        tileset_file("<tileset name=\"a\" tilewidth=\"16\" tileheight=\"16\" tilecount=\"4294967295\"/>")
    } says
        "tiles.tsx:1: tileset 'a': tilecount=\"4294967295\": 4294967295 is not between 0 and 65536; make it smaller, or raise the limit with --limit tiles_per_tileset=NUMBER";

    fn picture_has_no_source() { tile("<image width=\"1\" height=\"1\"/>") } says
        "tiles.tsx:2: warning: <image> names no picture; choose it again in Tiled";

    fn picture_is_outside() { tile("<image source=\"../a.png\"/>") } says
        "tiles.tsx:2: warning: cannot read the picture '../a.png': it leads out of the project's folder; keep all files in the project's folder and choose the file again in Tiled";

    fn tile_has_no_id() { tile("\n<tile/>") } says
        "tiles.tsx:3: <tile> has no 'id'; open the file in Tiled and save it again";

    fn frame_has_no_duration() { tile("<tile id=\"0\"><animation>\n<frame tileid=\"0\"/></animation></tile>") } says
        "tiles.tsx:3: <frame> has no 'duration'; open the file in Tiled and save it again";

    fn layer_has_no_height() { map_file(small_map("<layer id=\"1\" name=\"ground\" width=\"2\"/>")) } says
        "m.tmx:3: layer 'ground': <layer> has no 'height'; open the file in Tiled and save it again";

    fn layer_has_too_few_cells() { map_file(small_layer("<data encoding=\"csv\">1,1,1</data>")) } says
        "m.tmx:4: layer 'ground': its data holds 3 cells, its width and height require 4; open the map in Tiled and save it again";

    fn cell_is_not_a_number() { map_file(small_layer("<data encoding=\"csv\">1,1,x,1</data>")) } says
        "m.tmx:4: layer 'ground': 'x', cell number 2 of its data, is not a tile; open the map in Tiled and save it again";

    fn base64_is_not_valid() { map_file(small_layer("<data encoding=\"base64\">*</data>")) } says
        "m.tmx:4: layer 'ground': its data is not valid base64: Invalid symbol 42, offset 0.; open the map in Tiled and save it again";

    fn zlib_data_is_corrupt() { packed("zlib") } says
        "m.tmx:4: layer 'ground': its zlib data cannot be unpacked: corrupt deflate stream; open the map in Tiled and save it again";

    fn compression_is_unknown() { packed("lzma") } says
        "m.tmx:4: layer 'ground': its data is packed with 'lzma', which is unknown; open the map in Tiled and save it again";

    fn layer_encoding_is_unknown() { map_file(small_layer("<data encoding=\"hex\">00</data>")) } says
        "m.tmx:4: layer 'ground': its data is stored as 'hex', which is unknown; open the map in Tiled and save it again";

    fn finite_map_has_chunks() {
        map_file(small_layer("<data encoding=\"csv\">\n<chunk x=\"0\" y=\"0\" width=\"1\" height=\"1\">1</chunk></data>"))
    } says
        "m.tmx:3: layer 'ground': chunks in a finite map; open the map in Tiled and save it again";

    fn opacity_is_not_a_number() { map_file(small_map("<group id=\"1\" name=\"g\" opacity=\"half\"/>")) } says
        "m.tmx:3: layer 'g': opacity=\"half\": 'half' is not a number; correct it, or set it again in Tiled";

    fn visible_is_not_a_flag() { map_file(object("visible=\"perhaps\"", "")) } says
        "m.tmx:4: object 7 'lift': visible=\"perhaps\": 'perhaps' is neither 0 nor 1; correct it, or set it again in Tiled";

    fn object_id_is_not_a_number() { map_file(object("", "").replace("id=\"7\"", "id=\"seven\"")) } says
        "m.tmx:4: object seven 'lift': id=\"seven\": 'seven' is not a whole number; correct it, or set it again in Tiled";

    fn coordinate_is_not_finite() { map_file(object("x=\"NaN\"", "")) } says
        "m.tmx:4: object 7 'lift': x=\"NaN\": NaN is not between -1048576 and 1048576; correct it, or set it again in Tiled";

    fn corner_lacks_a_coordinate() { map_file(object("", "<polygon points=\"0,0 1\"/>")) } says
        "m.tmx:5: object 7 'lift': '1' is not a corner; draw the shape again in Tiled";

    fn polyline_has_no_points() { map_file(object("", "<polyline/>")) } says
        "m.tmx:5: <polyline> has no 'points'; open the file in Tiled and save it again";

    fn property_has_no_name() { map_file(object("", "<properties>\n<property value=\"1\"/></properties>")) } says
        "m.tmx:6: <property> has no 'name'; open the file in Tiled and save it again";

    fn int_property_is_a_fraction() { property("int", "1.5") } says
        "m.tmx:6: property 'speed': '1.5' is not a valid int; set the property again in Tiled";

    fn float_property_is_infinite() { property("float", "inf") } says
        "m.tmx:6: property 'speed': 'inf' is not a valid float; set the property again in Tiled";

    fn bool_property_is_a_word() { property("bool", "yes") } says
        "m.tmx:6: property 'speed': 'yes' is not a valid bool; set the property again in Tiled";

    fn object_property_is_negative() { property("object", "-1") } says
        "m.tmx:6: property 'speed': '-1' is not a valid object id; set the property again in Tiled";

    fn color_property_is_a_word() { property("color", "pink") } says
        "m.tmx:6: property 'speed': 'pink' is not a valid color; set the property again in Tiled";

    fn template_file_is_missing() { map_file(object("template=\"gone.tx\"", "")) } says
        "m.tmx:4: warning: object 7 'lift': cannot read 'gone.tx': there is no such file; the object has none of its template's settings; check the file's name, or remove what refers to it";

    fn template_has_no_object() { template_file("<template>\n</template>") } says
        "t.tx:1: the template holds 0 objects; a template is one object; save it again in Tiled";

    fn template_refers_to_itself() { template_file("<template>\n<object template=\"t.tx\"/>\n</template>") } says
        "t.tx:2: 't.tx' refers to itself: m.tmx -> t.tx -> t.tx; remove the reference from one of these files";

    fn template_is_a_map() { template_file("\n<map/>") } says
        "t.tx:2: warning: cannot read 't.tx': the file holds a <map>, not a <template>; the object has none of its template's settings; choose the right file";

    fn property_type_is_unknown() { property("hologram", "x") } says
        "m.tmx:6: warning: property 'speed': the type 'hologram' is unknown; it is read as text; use a type that Tiled knows";

    fn cell_has_a_tile_of_no_tileset() { map_file(small_layer("<data encoding=\"csv\">1,0,0,99</data>")) } says
        "m.tmx:4: warning: layer 'ground', tile (1,1): tile number 99 is in none of the map's tilesets; it cannot be drawn; paint it again, or add the tileset that is missing";

    fn layer_has_no_data() { map_file(small_layer("")) } says
        "m.tmx:3: warning: layer 'ground': the layer has no data; it is treated as empty; delete it";

    fn object_class_is_unknown() { map_file(object("type=\"Crat\"", "")) } says
        "m.tmx:4: warning: object 7 'lift': the class 'Crat' is unknown; did you mean 'Crate'?";

    fn tilecount_is_derived_from_the_picture() {
        tileset_file(
            "<tileset name=\"a\" tilewidth=\"16\" tileheight=\"16\">\n<image source=\"a.png\" width=\"32\" height=\"16\"/></tileset>",
        )
    } says
        "tiles.tsx:1: warning: tileset 'a': the tileset has no 'tilecount'; the reader assumes 2; open the tileset in Tiled and save it again";

    fn project_is_not_valid_json() { map_file(small_map("")).and("p.tiled-project", "{\n\"propertyTypes\": [\n}") } says
        "p.tiled-project:3: the project is not valid JSON: expected value at line 3 column 1; open the project in Tiled, or take it from your backup";

    fn json_is_not_valid() { map_file("{\n\"width\": 2,\n\"height\": nan}") } says
        "m.tmx:3: the file is not valid JSON: null expected; open it in Tiled and save it again, or take it from your backup";

    fn json_object_has_a_key_twice() { map_file("{\n\"a\": {\"b\": 1,\n\"b\": 2}}") } says
        "m.tmx:2: an object has the key 'b' twice; remove one of them";

    fn json_layer_type_is_unknown() { map_file(small_json("{\"type\":\"magic\"}")) } says
        "m.tmx:4: the layer's type 'magic' is unknown; open the file in Tiled and save it again";

    fn json_cell_is_a_fraction() {
        map_file(small_json("{\"type\":\"tilelayer\",\"name\":\"a\",\"width\":2,\"height\":2,\n\"data\":[1,\n2.5]}"))
    } says
        "m.tmx:6: '2.5', one of the layer's cells, is not a tile; open it in Tiled and save it again, or take it from your backup";

    fn json_int_property_is_a_fraction() {
        map_file(small_json(
            "{\"type\":\"group\",\"name\":\"a\",\"properties\":[\n{\"name\":\"p\",\"type\":\"int\",\"value\":1.5}]}",
        ))
    } says
        "m.tmx:5: property 'p': '1.5' is not a valid int; set the property again in Tiled";
}

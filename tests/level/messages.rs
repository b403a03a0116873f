//! Every kind of broken map with exactly what is said of it: file and line of the element, place, what is wrong, and what to do.
//! That it is all that is said matters as much: one fault, one message.

use crate::level_kit::Memory;
use seamwalker::level::{Problem, Severity, read};

/// A map of 2 x 2 cells; what is inside begins in line 3.
fn map(inside: &str) -> String {
    let head =
        "<map version=\"1.10\" orientation=\"orthogonal\" width=\"2\" height=\"2\" tilewidth=\"16\" tileheight=\"16\">";
    format!("{head}\n<tileset firstgid=\"1\" source=\"tiles.tsx\"/>\n{inside}\n</map>\n")
}

fn layer(data: &str) -> String {
    map(&format!("<layer id=\"1\" name=\"ground\" width=\"2\" height=\"2\">\n{data}\n</layer>"))
}

fn object(attributes: &str, inside: &str) -> String {
    map(&format!(
        "<objectgroup id=\"2\" name=\"things\">\n<object id=\"7\" name=\"lift\" {attributes}>\n{inside}\n</object>\n</objectgroup>"
    ))
}

fn json(layers: &str) -> String {
    format!(
        "{{\"type\":\"map\",\"orientation\":\"orthogonal\",\"width\":2,\"height\":2,\"tilewidth\":16,\"tileheight\":16,\n\"tilesets\":[{{\"firstgid\":1,\"source\":\"tiles.tsx\"}}],\n\"layers\":[\n{layers}]}}"
    )
}

/// The errors of a map, one per line; without any, its warnings but the one that nobody plays.
fn said(files: &Memory) -> String {
    let problems = match read(files, "m.tmx") {
        Ok(level) => level.warnings,
        Err(problems) => problems.into_iter().filter(|p| p.severity == Severity::Error).collect(),
    };
    let counts = |p: &&Problem| !p.what.contains("no Player");
    problems.iter().filter(counts).map(Problem::to_string).collect::<Vec<_>>().join("\n")
}

#[test]
fn every_kind_of_broken_map_says_exactly_this() {
    let files = |map: String| Memory::with_map(&map);
    let tiles = |text: &str| Memory::with_map(&map("")).and("tiles.tsx", text);
    let template = |text: &str| Memory::with_map(&object("template=\"t.tx\"", "")).and("t.tx", text);
    let property = |kind: &str, value: &str| {
        files(object(
            "",
            &format!("<properties>\n<property name=\"speed\" type=\"{kind}\" value=\"{value}\"/>\n</properties>"),
        ))
    };
    let cases: Vec<(&str, Memory, &str)> = vec![
        (
            "not XML",
            files("<map>\n<layer>\n</mop>".into()),
            "m.tmx:3: the file is not valid XML: ill-formed document: expected `</layer>`, but `</mop>` was found; open it in Tiled and save it again, or take it from your backup",
        ),
        (
            "cut off",
            files("<map>\n<layer>\n".into()),
            "m.tmx:3: the file ends inside <layer>, which starts in line 2; open it in Tiled and save it again, or take it from your backup",
        ),
        (
            "empty",
            files(String::new()),
            "m.tmx:1: the file holds no XML element; open it in Tiled and save it again, or take it from your backup",
        ),
        (
            "not a map",
            files("\n<tileset/>".into()),
            "m.tmx:2: 'm.tmx' holds a <tileset>, not a <map>; choose another file",
        ),
        (
            "document type",
            files(format!("<!DOCTYPE a [<!ENTITY b \"c\">]>\n{}", map(""))),
            "m.tmx:1: the file has a document type that declares something, which maps never need; remove the <!DOCTYPE>",
        ),
        (
            "broken UTF-8",
            Memory::default().and("m.tmx", b"<map>\n\xff</map>"),
            "m.tmx:2: the file is not UTF-8; open it in Tiled and save it again, or take it from your backup",
        ),
        (
            "encoding",
            files(format!("<?xml version=\"1.0\" encoding=\"latin1\"?>\n{}", map(""))),
            "m.tmx:1: the file's encoding is 'latin1', not UTF-8; open it in Tiled and save it again, or take it from your backup",
        ),
        (
            "isometric",
            files(map("").replace("orthogonal", "isometric")),
            "m.tmx:1: the map is 'isometric'; make it orthogonal: Map, Map Properties, Orientation",
        ),
        (
            "no width",
            files(map("").replacen("width=\"2\" ", "", 1)),
            "m.tmx:1: <map> has no 'width'; open the file in Tiled and save it again",
        ),
        (
            "width no number",
            files(map("").replacen("width=\"2\"", "width=\"two\"", 1)),
            "m.tmx:1: width=\"two\": 'two' is not a whole number; correct it, or set it again in Tiled",
        ),
        (
            "tile size",
            files(map("").replace("tilewidth=\"16\"", "tilewidth=\"0\"")),
            "m.tmx:1: tilewidth=\"0\": 0 is not between 1 and 1024; correct it, or set it again in Tiled",
        ),
        (
            "missing tileset",
            files(map("").replace("tiles.tsx", "gone.tsx")),
            "m.tmx:2: tileset 'gone.tsx': cannot read 'gone.tsx': there is no such file; check the file's name, or remove the reference to it",
        ),
        (
            "tileset outside",
            files(map("").replace("tiles.tsx", "../../gone.tsx")),
            "m.tmx:2: tileset '../../gone.tsx': cannot read '../../gone.tsx': it is outside the project's folder; keep all files in the project's folder and choose the file again in Tiled",
        ),
        (
            "no firstgid",
            files(map("").replace("firstgid=\"1\" ", "")),
            "m.tmx:2: tileset 'tiles.tsx': the tileset has no 'firstgid'; remove the tileset from the map and add it again",
        ),
        (
            "firstgid falls",
            files(map("<tileset firstgid=\"1\" source=\"tiles.tsx\"/>")),
            "m.tmx:3: tileset 'tiles.tsx': firstgid 1 is not above the previous tileset's; put the tilesets in the order of their firstgid",
        ),
        (
            "tileset of no kind",
            files(map("<tileset firstgid=\"99\"/>")),
            "m.tmx:3: tileset: <tileset> has neither a 'source' nor a 'tilecount'; remove it and add it again",
        ),
        (
            "tileset without tiles",
            tiles("<tileset name=\"a\"\ntilewidth=\"16\" tileheight=\"16\"/>"),
            "tiles.tsx:1: tileset 'a': <tileset> has no 'tilecount'; open the file in Tiled and save it again",
        ),
        (
            "tileset too large",
            tiles("<tileset name=\"a\" tilewidth=\"16\" tileheight=\"16\" tilecount=\"4294967295\"/>"),
            "tiles.tsx:1: tileset 'a': tilecount=\"4294967295\": 4294967295 is not between 0 and 65536; correct it, or set it again in Tiled",
        ),
        (
            "picture without source",
            tiles(
                "<tileset name=\"a\" tilewidth=\"16\" tileheight=\"16\" tilecount=\"1\">\n<image width=\"1\" height=\"1\"/></tileset>",
            ),
            "tiles.tsx:2: <image> has no 'source'; open the file in Tiled and save it again",
        ),
        (
            "picture without size",
            tiles(
                "<tileset name=\"a\" tilewidth=\"16\" tileheight=\"16\" tilecount=\"1\">\n<image source=\"gone.png\" height=\"1\"/></tileset>",
            ),
            "tiles.tsx:2: <image> has no 'width'; open the file in Tiled and save it again",
        ),
        (
            "tile without id",
            tiles("<tileset name=\"a\" tilewidth=\"16\" tileheight=\"16\" tilecount=\"1\">\n\n<tile/></tileset>"),
            "tiles.tsx:3: <tile> has no 'id'; open the file in Tiled and save it again",
        ),
        (
            "frame of no length",
            tiles(
                "<tileset name=\"a\" tilewidth=\"16\" tileheight=\"16\" tilecount=\"1\">\n<tile id=\"0\"><animation>\n<frame tileid=\"0\"/></animation></tile></tileset>",
            ),
            "tiles.tsx:3: <frame> has no 'duration'; open the file in Tiled and save it again",
        ),
        (
            "layer without size",
            files(map("<layer id=\"1\" name=\"ground\" width=\"2\"/>")),
            "m.tmx:3: layer 'ground': <layer> has no 'height'; open the file in Tiled and save it again",
        ),
        (
            "too few cells",
            files(layer("<data encoding=\"csv\">1,1,1</data>")),
            "m.tmx:4: layer 'ground': its data holds 3 cells, its width and height require 4; open the map in Tiled and save it again",
        ),
        (
            "bad cell",
            files(layer("<data encoding=\"csv\">1,1,x,1</data>")),
            "m.tmx:4: layer 'ground': 'x', cell 2 of its data, is not a tile; open the map in Tiled and save it again",
        ),
        (
            "bad base64",
            files(layer("<data encoding=\"base64\">*</data>")),
            "m.tmx:4: layer 'ground': its data is not valid base64: Invalid symbol 42, offset 0.; open the map in Tiled and save it again",
        ),
        (
            "bad zlib",
            files(layer("<data encoding=\"base64\" compression=\"zlib\">AAAA</data>")),
            "m.tmx:4: layer 'ground': its zlib data cannot be unpacked: corrupt deflate stream; open the map in Tiled and save it again",
        ),
        (
            "unknown compression",
            files(layer("<data encoding=\"base64\" compression=\"lzma\">AAAA</data>")),
            "m.tmx:4: layer 'ground': its data is packed with 'lzma', which is unknown; open the map in Tiled and save it again",
        ),
        (
            "unknown encoding",
            files(layer("<data encoding=\"hex\">00</data>")),
            "m.tmx:4: layer 'ground': its data is stored as 'hex', which is unknown; open the map in Tiled and save it again",
        ),
        (
            "chunks in a finite map",
            files(layer("<data encoding=\"csv\">\n<chunk x=\"0\" y=\"0\" width=\"1\" height=\"1\">1</chunk></data>")),
            "m.tmx:3: layer 'ground': chunks in a finite map; open the map in Tiled and save it again",
        ),
        (
            "opacity",
            files(map("<group id=\"1\" name=\"g\" opacity=\"half\"/>")),
            "m.tmx:3: layer 'g': opacity=\"half\": 'half' is not a number; correct it, or set it again in Tiled",
        ),
        (
            "visible",
            files(object("visible=\"perhaps\"", "")),
            "m.tmx:4: object 7 'lift': visible=\"perhaps\": 'perhaps' is neither 0 nor 1; correct it, or set it again in Tiled",
        ),
        (
            "id",
            files(object("", "").replace("id=\"7\"", "id=\"seven\"")),
            "m.tmx:4: object seven 'lift': id=\"seven\": 'seven' is not a whole number; correct it, or set it again in Tiled",
        ),
        (
            "coordinate",
            files(object("x=\"NaN\"", "")),
            "m.tmx:4: object 7 'lift': x=\"NaN\": NaN is not between -1048576 and 1048576; correct it, or set it again in Tiled",
        ),
        (
            "corner",
            files(object("", "<polygon points=\"0,0 1\"/>")),
            "m.tmx:5: object 7 'lift': '1' is not a corner; draw the shape again in Tiled",
        ),
        (
            "no corners",
            files(object("", "<polyline/>")),
            "m.tmx:5: <polyline> has no 'points'; open the file in Tiled and save it again",
        ),
        (
            "property without name",
            files(object("", "<properties>\n<property value=\"1\"/></properties>")),
            "m.tmx:6: <property> has no 'name'; open the file in Tiled and save it again",
        ),
        (
            "whole number",
            property("int", "1.5"),
            "m.tmx:6: property 'speed': '1.5' is not a valid int; set the property again in Tiled",
        ),
        (
            "number",
            property("float", "inf"),
            "m.tmx:6: property 'speed': 'inf' is not a valid float; set the property again in Tiled",
        ),
        (
            "yes or no",
            property("bool", "yes"),
            "m.tmx:6: property 'speed': 'yes' is not a valid bool; set the property again in Tiled",
        ),
        (
            "object reference",
            property("object", "-1"),
            "m.tmx:6: property 'speed': '-1' is not a valid object id; set the property again in Tiled",
        ),
        (
            "colour",
            property("color", "pink"),
            "m.tmx:6: property 'speed': 'pink' is not a valid color; set the property again in Tiled",
        ),
        (
            "missing template",
            files(object("template=\"gone.tx\"", "")),
            "m.tmx:4: object 7 'lift': cannot read 'gone.tx': there is no such file; check the file's name, or remove the reference to it",
        ),
        (
            "template without object",
            template("<template>\n</template>"),
            "t.tx:1: the template holds 0 objects; a template has exactly one object; save it again in Tiled",
        ),
        (
            "template of itself",
            template("<template>\n<object template=\"t.tx\"/>\n</template>"),
            "t.tx:2: 't.tx' includes itself: m.tmx -> t.tx -> t.tx; remove the reference from one of these files",
        ),
        (
            "template is a map",
            template("\n<map/>"),
            "t.tx:2: 't.tx' holds a <map>, not a <template>; choose another file",
        ),
        (
            "unknown type of property",
            property("hologram", "x"),
            "m.tmx:6: warning: property 'speed': the type 'hologram' is unknown; it is read as text; use a type that Tiled knows",
        ),
        (
            "tile that no tileset has",
            files(layer("<data encoding=\"csv\">1,0,0,99</data>")),
            "m.tmx:4: warning: layer 'ground', tile (1,1): tile number 99 is in none of the map's tilesets; the cell is left empty; paint it again, or add the tileset that is missing",
        ),
        (
            "layer without data",
            files(layer("")),
            "m.tmx:3: warning: layer 'ground': the layer has no data; it counts as empty; delete it",
        ),
        (
            "object without id",
            files(object("", "").replace("id=\"7\" ", "")),
            "m.tmx:4: warning: the object has no id; open the map in Tiled and save it again",
        ),
        (
            "class",
            files(object("type=\"Crat\"", "")),
            "m.tmx:4: warning: object 7 'lift': the class 'Crat' is unknown; did you mean 'Crate'?",
        ),
        (
            "no tilecount",
            tiles(
                "<tileset name=\"a\" tilewidth=\"16\" tileheight=\"16\">\n<image source=\"a.png\" width=\"32\" height=\"16\"/></tileset>",
            ),
            "tiles.tsx:1: warning: tileset 'a': the tileset has no 'tilecount'; 2 is assumed; open the tileset in Tiled and save it again",
        ),
        (
            "project",
            files(map("")).and("p.tiled-project", "{\n\"propertyTypes\": [\n}"),
            "p.tiled-project:3: the project is not valid JSON: expected value at line 3 column 1; open the project in Tiled, or take it from your backup",
        ),
        (
            "JSON",
            files("{\n\"width\": 2,\n\"height\": nan}".into()),
            "m.tmx:3: the file is not valid JSON: null expected; open it in Tiled and save it again, or take it from your backup",
        ),
        (
            "JSON, a key twice",
            files("{\n\"a\": {\"b\": 1,\n\"b\": 2}}".into()),
            "m.tmx:2: an object has the key 'b' twice; remove one of them",
        ),
        (
            "JSON, a type of layer",
            files(json("{\"type\":\"magic\"}")),
            "m.tmx:4: the layer's type 'magic' is unknown; open the file in Tiled and save it again",
        ),
        (
            "JSON, cells",
            files(json("{\"type\":\"tilelayer\",\"name\":\"a\",\"width\":2,\"height\":2,\n\"data\":[1,\n2.5]}")),
            "m.tmx:6: '2.5', one of the layer's cells, is not a tile; open it in Tiled and save it again, or take it from your backup",
        ),
        (
            "JSON, too few cells",
            files(json("{\"type\":\"tilelayer\",\"name\":\"a\",\"width\":2,\"height\":2,\n\"data\":[1]}")),
            "m.tmx:5: layer 'a': its data holds 1 cells, its width and height require 4; open the map in Tiled and save it again",
        ),
        (
            "JSON, opacity",
            files(json("{\"type\":\"group\",\"name\":\"a\",\"opacity\":\"half\"}")),
            "m.tmx:4: layer 'a': opacity=\"half\": 'half' is not a number; correct it, or set it again in Tiled",
        ),
        (
            "JSON, property",
            files(json(
                "{\"type\":\"group\",\"name\":\"a\",\"properties\":[\n{\"name\":\"p\",\"type\":\"int\",\"value\":1.5}]}",
            )),
            "m.tmx:5: property 'p': '1.5' is not a valid int; set the property again in Tiled",
        ),
    ];
    let wrong: Vec<String> = cases
        .iter()
        .map(|(name, files, want)| (name, said(files), want))
        .filter(|(_, found, want)| found != *want)
        .map(|(name, found, want)| format!("{name}:\n  says  {found}\n  not   {want}"))
        .collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

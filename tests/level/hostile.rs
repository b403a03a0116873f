//! Maps built to crash the reader, to hang it, to exhaust memory or to read files outside the project. Each must give a problem
//! with a line, or a level, in bounded time.

use std::io::Write as _;
use std::time::Instant;

use crate::level_kit::tmj::to_json;
use crate::level_kit::{
    Memory, SOON, TILES, layer, listed, map, problems_of, small_json, small_layer, small_map, small_objects,
};
use crate::temp_folder::TempFolder;
use base64::Engine;
use seamwalker_level::{Files, Folder, Problem, Severity, Value, check, read};

fn packed(compression: &str, bytes: &[u8]) -> String {
    let text = base64::engine::general_purpose::STANDARD.encode(bytes);
    small_layer(&format!("<data encoding=\"base64\" compression=\"{compression}\">{text}</data>"))
}

fn zlib(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn tileset(attributes: &str, inside: &str) -> String {
    small_map(&format!("<tileset firstgid=\"100\" name=\"bad\" {attributes}>{inside}</tileset>"))
}

fn nested_class(depth: usize) -> String {
    let open = "<property name=\"c\" type=\"class\"><properties>".repeat(depth);
    format!("<object id=\"1\"><properties>{open}{}</properties></object>", "</properties></property>".repeat(depth))
}

fn attributes(count: usize) -> String {
    (0..count).map(|i| format!("a{i}=\"1\" ")).collect()
}

/// Every hostile map must be refused, and the first error must hold these words. `messages.rs` holds whole messages.
#[test]
fn hostile_maps_are_refused_with_a_line_and_a_reason() {
    let nested = |tag: &str, n: usize| format!("{}{}", format!("<{tag}>").repeat(n), format!("</{tag}>").repeat(n));
    let sheet = "tilewidth=\"16\" tileheight=\"16\" columns=\"4\"";
    let image = "<image source=\"a.png\" width=\"64\" height=\"64\"/>";
    let layer = |size: &str| small_map(&format!("<layer id=\"1\" {size}/>"));
    let csv = |cells: &str| format!("<data encoding=\"csv\">{cells}</data>");
    let object = |attributes: &str| small_objects(&format!("<object id=\"1\" {attributes}/>"));
    let shape = |shape: &str| small_objects(&format!("<object id=\"1\">{shape}</object>"));
    let property = |kind: &str, value: &str| {
        shape(&format!("<properties><property name=\"p\" type=\"{kind}\" value=\"{value}\"/></properties>"))
    };
    let json_layer =
        |more: &str| small_json(&format!("{{\"type\":\"tilelayer\",\"width\":2,\"height\":2,\"data\":[1,2,3,4{more}"));
    let wide = |width: &str, tile: &str| {
        let map = small_map("").replacen("width=\"2\"", &format!("width=\"{width}\""), 1);
        map.replace("tilewidth=\"16\"", &format!("tilewidth=\"{tile}\""))
    };
    let four = format!("tilecount=\"4\" {sheet}");
    let cases: Vec<(&str, String, &str)> = vec![
        ("trailing garbage", small_map("") + "<map/>", "after the end"),
        ("unknown entity", small_map("<layer name=\"&lol9;\"/>"), "lol9"),
        ("control character", small_map("<layer name=\"&#1;\"/>"), "U+0001"),
        ("nested groups", small_map(&nested("group", 20_000)), "deeper"),
        ("nested class properties", small_objects(&nested_class(20_000)), "deeper"),
        ("huge map", wide("4294967295", "16"), "not between"),
        ("far map", wide("65536", "1000"), "pixels from the origin"),
        (
            "huge layer",
            small_layer(&csv("0"))
                .replace("width=\"2\" height=\"2\">\n<data", "width=\"65000\" height=\"65000\">\n<data"),
            "cells",
        ),
        (
            "far layer",
            small_layer(&csv("0"))
                .replace("width=\"2\" height=\"2\">\n<data", "width=\"65000\" height=\"1\">\n<data")
                .replace("h=\"16\"", "h=\"1024\""),
            "pixels from the origin",
        ),
        ("2^32 wide layer", layer("width=\"4294967295\" height=\"2\""), "not between"),
        ("2^64 wide layer", layer("width=\"18446744073709551616\" height=\"2\""), "whole number"),
        ("too many cells", small_layer(&csv("1,1,1,1,1")), "5 cells"),
        ("negative cell", small_layer(&csv("1,1,-1,1")), "'-1'"),
        ("odd bytes", small_layer("<data encoding=\"base64\">AAAAAAA=</data>"), "whole number of cells"),
        ("two data", small_layer(&csv("1,1,1,1").repeat(2)), "more than one"),
        ("garbage gzip", packed("gzip", b"garbage"), "unpacked"),
        ("garbage zstd", packed("zstd", b"garbage"), "unpacked"),
        ("zlib bomb", packed("zlib", &zlib(&vec![0; 64 << 20])), "more than"),
        ("short zlib", packed("zlib", &zlib(&[0; 12])), "3 cells"),
        ("itself", small_map("").replace("tiles.tsx", "m.tmx"), "refers to itself"),
        ("a tileset that is the map", small_map("").replace("tiles.tsx", "./x/../m.tmx"), "refers to itself"),
        ("a tileset that names itself", small_map("").replace("tiles.tsx", "self.tsx"), "<tileset> has no 'tilecount'"),
        ("templates of each other", object("template=\"a.tx\""), "refers to itself"),
        ("a template whose tileset is itself", object("template=\"s.tx\""), "refers to itself"),
        ("JSON template in a circle", object("template=\"j.tj\""), "refers to itself"),
        ("2e7 tiles", tileset(&format!("tilecount=\"20000000\" {sheet}"), image), "not between"),
        ("spacing", tileset(&format!("{four} spacing=\"4294967280\""), image), "not between"),
        ("margin", tileset(&format!("{four} margin=\"4294967295\""), image), "not between"),
        ("infinite", object("x=\"inf\" y=\"0\""), "not between"),
        ("far", object("x=\"1e30\" y=\"0\""), "not between"),
        ("endless size", object("height=\"-inf\""), "not between"),
        ("far size", object("width=\"1e40\""), "not between"),
        ("endless rotation", object("rotation=\"1e400\""), "not between"),
        ("NaN corner", shape("<polygon points=\"0,0 NaN,1 2,2\"/>"), "NaN,1"),
        ("far corner", shape("<polyline points=\"0,0 1e40,1\"/>"), "not a corner"),
        ("NaN property", property("float", "nan"), "nan"),
        ("bad property", property("int", "1e9"), "1e9"),
        ("endless property", property("float", "1e40"), "1e40"),
        ("opacity", small_map("<group opacity=\"NaN\"/>"), "not between"),
        ("offset", small_map("<group offsetx=\"inf\"/>"), "not between"),
        ("parallax", small_map("<group parallaxy=\"1e40\"/>"), "not between"),
        ("parallax origin", small_map("").replace("<map ", "<map parallaxoriginx=\"inf\" "), "not between"),
        ("JSON, not closed", "{\n\"type\":\"map\"".to_owned(), "is truncated"),
        ("JSON lists", "[".repeat(100_000), "deeper"),
        ("JSON huge number", small_json("").replacen("\"width\":2", "\"width\":1e400", 1), "whole number"),
        ("JSON negative", small_json("").replacen("\"width\":2", "\"width\":-2", 1), "not between"),
        ("JSON far", small_json("{\"type\":\"group\",\"offsetx\":1e40}"), "not between"),
        ("JSON long", json_layer(",5]}"), "5 cells"),
        (
            "JSON chunks in a finite map",
            json_layer("],\"chunks\":[{\"x\":0,\"y\":0,\"width\":1,\"height\":1,\"data\":[1]}]}")
                .replace("\"data\":[1,2,3,4],", ""),
            "finite",
        ),
        (
            "JSON data in an infinite map",
            json_layer("]}").replacen("\"width\":2,\"h", "\"infinite\":true,\"width\":2,\"h", 1),
            "without chunks",
        ),
        ("JSON for another", "{\"type\":\"world\"}".to_owned(), "not a <map>"),
    ];
    let files = Memory::default()
        .and("tiles.tsx", TILES)
        .and("a.tx", "<template><object template=\"b.tx\"/></template>")
        .and("b.tx", "<template><object template=\"a.tx\"/></template>")
        .and("s.tx", "<template><tileset firstgid=\"1\" source=\"s.tx\"/><object gid=\"1\"/></template>")
        .and("self.tsx", "<tileset name=\"s\" source=\"self.tsx\" tilewidth=\"1\" tileheight=\"1\"/>")
        .and("j.tj", "{\"type\":\"template\",\"object\":{\"template\":\"k.tx\"}}")
        .and("k.tx", "<template><object template=\"j.tj\"/></template>");
    let mut failures = Vec::new();
    for (name, map, words) in cases {
        let start = Instant::now();
        let problems = problems_of(&files.clone().and("m.tmx", &map));
        if start.elapsed() >= SOON {
            failures.push(format!("{name} took {:?}", start.elapsed()));
        }
        match problems.iter().find(|p| p.severity == Severity::Error) {
            None => failures.push(format!("{name} was accepted: {}", listed(&problems))),
            Some(first) if first.what.contains(words) && first.line > 0 && !first.help.is_empty() => {}
            Some(first) => failures.push(format!("{name}: expected '{words}': {first}")),
        }
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

/// Faults that can be repaired are, with a warning that names the place.
#[test]
fn harmless_faults_are_repaired_with_a_warning() {
    let csv = |cells: &str| small_layer(&format!("<data encoding=\"csv\">{cells}</data>"));
    let object = |attributes: &str, inside: &str| {
        small_objects(&format!("<object id=\"3\" name=\"it\" {attributes}>{inside}</object>"))
    };
    let platform = |property: &str| {
        object(
            "type=\"Platform\" width=\"9\" height=\"9\"",
            &format!("<properties><property {property}/></properties>"),
        )
    };
    let tileset = "<tileset firstgid=\"1\" source=\"tiles.tsx\"/>";
    let late = csv("1,1,1,1").replace(tileset, "").replace("</map>", &format!("{tileset}</map>"));
    let bow = "<polygon points=\"0,0 9,9 9,0 0,9\"/>";
    let cases: Vec<(&str, String, &str)> = vec![
        ("gid below firstgid", csv("3,0,0,0").replace("firstgid=\"1\"", "firstgid=\"5\""), "tile (0,0)"),
        ("two ids", small_objects("<object id=\"7\"/>\n<object id=\"7\"/>"), "object 7: another object"),
        ("no path", platform("name=\"path\" type=\"object\" value=\"99\""), "object 3 'it': its path is object 99"),
        ("bad colour", csv("1,1,1,1").replace("<layer ", "<layer tintcolor=\"pink\" "), "pink"),
        ("crossing polygon", object("type=\"Solid\"", bow), "crosses itself"),
        ("shapeless", object("type=\"Solid\" x=\"3\" y=\"3\"", "<point/>"), "a point cannot be Solid"),
        ("wrong type", platform("name=\"speed\" value=\"fast\""), "'fast', not a number"),
        ("wrong word", platform("name=\"easing\" value=\"smoth\""), "did you mean 'smooth'?"),
        ("hex flag", csv("268435457,0,0,0"), "no Player"),
        ("empty colour", platform("name=\"c\" type=\"color\" value=\"\""), "no Player"),
        ("late tileset", late, "no Player"),
    ];
    for (name, map, words) in cases {
        let files = Memory::with_map(&map);
        let level = read(&files, "m.tmx").unwrap_or_else(|p| panic!("{name}: {}", listed(&p)));
        let text = listed(&level.warnings);
        assert!(text.contains(words), "{name}: {text}");
    }
}

#[test]
fn infinite_maps_are_bounded_by_the_limits() {
    let chunk = |x: i64, y: i64| format!("<chunk x=\"{x}\" y=\"{y}\" width=\"1\" height=\"1\">1</chunk>\n");
    let map = |chunks: &str| {
        let map = small_layer(&format!("<data encoding=\"csv\">{chunks}</data>"));
        map.replace("<map ", "<map infinite=\"1\" ")
    };
    let refused = |chunks: &str| {
        let problems = problems_of(&Memory::with_map(&map(chunks)));
        listed(&problems.into_iter().filter(|p| p.severity == Severity::Error).collect::<Vec<_>>())
    };
    assert!(refused(&chunk(i64::from(i32::MAX), 0)).contains("not between"));
    assert!(refused(&chunk(0, i64::from(i32::MIN))).contains("not between"));
    assert!(refused(&(chunk(-60_000, -60_000) + &chunk(60_000, 60_000))).contains("cells apart"));
    let many: String = (0..20_000).map(|i| chunk(i % 200 * 64, i / 200 * 64)).collect();
    assert!(refused(&many).contains("cells apart"));
    assert_eq!(refused(&(chunk(-3, -40) + &chunk(17, 5))), "");
}

/// A map cut off anywhere, in both forms. `random.rs` cuts and damages the shipped ones.
#[test]
fn truncated_maps_are_refused() {
    let rows = ["#....^", "#-~/\\#", "######"];
    let platform = "<objectgroup id=\"3\" name=\"o\"><object id=\"1\" type=\"Player\" x=\"8\" y=\"8\"><point/></object><object id=\"2\" type=\"Platform\" x=\"1\" y=\"2\" width=\"32\" height=\"8\"><properties><property name=\"path\" type=\"object\" value=\"3\"/></properties></object><object id=\"3\" x=\"4\" y=\"4\"><polyline points=\"0,0 20,0\"/></object></objectgroup>";
    let text = map(&rows, &(layer(1, &rows, "opacity=\"0.5\"") + platform));
    assert!(read(&Memory::with_map(&text), "m.tmx").is_ok());
    for text in [to_json(&text), text.clone()] {
        for end in 0..text.trim_end().len() {
            assert!(read(&Memory::with_map(&text[..end]), "m.tmx").is_err(), "accepted {end} bytes");
        }
    }
    for end in (0..TILES.trim_end().len()).step_by(7) {
        let level = read(&Memory::with_map(&text).and("tiles.tsx", &TILES[..end]), "m.tmx");
        let warnings = level.map_or_else(|problems| listed(&problems), |level| listed(&level.warnings));
        assert!(warnings.contains("its tiles are shown as crosses"), "{end} bytes: {warnings}");
    }
}

/// Packed data with every byte changed in turn.
#[test]
fn damaged_packed_data_never_panics() {
    let cells: Vec<u8> = [1_u32, 2, 3, 4].iter().flat_map(|g| g.to_le_bytes()).collect();
    // A zstd frame as Tiled writes it (made with `zstd`), a literal block.
    let mut zstd = vec![0x28, 0xb5, 0x2f, 0xfd, 0x20, 0x10, 0x81, 0x00, 0x00];
    zstd.extend(&cells);
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gzip.write_all(&cells).unwrap();
    let forms = [("zlib", zlib(&cells)), ("gzip", gzip.finish().unwrap()), ("zstd", zstd)];
    for (method, good) in forms {
        let level = read(&Memory::with_map(&packed(method, &good)), "m.tmx");
        assert!(level.is_ok(), "{method}: {}", listed(&level.unwrap_err()));
        for at in 0..good.len() {
            for bit in 0..8 {
                let mut bad = good.clone();
                bad[at] ^= 1 << bit;
                let _ = read(&Memory::with_map(&packed(method, &bad)), "m.tmx");
            }
            let _ = read(&Memory::with_map(&packed(method, &good[..at])), "m.tmx");
        }
    }
}

/// Within all limits, made to be slow: shapes that cross each other as often as they can.
#[test]
fn shapes_that_overlap_everywhere_finish_in_bounded_time() {
    let comb = |vertical: bool| {
        let teeth = (0..60).flat_map(|i| [(i * 4, 0), (i * 4, 500), (i * 4 + 2, 500), (i * 4 + 2, 0)]);
        let corner = |(x, y): (i32, i32)| if vertical { format!("{x},{y}") } else { format!("{y},{x}") };
        teeth.chain([(240, -9), (0, -9)]).map(corner).collect::<Vec<_>>().join(" ")
    };
    let object = |id: u32| {
        let points = comb(id.is_multiple_of(2));
        format!("<object id=\"{id}\" type=\"Solid\" x=\"{id}\" y=\"0.{id}\"><polygon points=\"{points}\"/></object>\n")
    };
    let inside: String = (1..400).map(object).collect();
    let start = Instant::now();
    let problems = problems_of(&Memory::with_map(&small_objects(&inside)));
    let is_refused = problems.iter().any(|p| p.severity == Severity::Error && p.what.contains("overlap"));
    assert!(is_refused, "{}", listed(&problems));
    assert!(start.elapsed() < SOON);
}

/// Frames that have frames, as many as a tileset can have.
#[test]
fn nested_animations_do_not_recurse() {
    let tile = |id: u32| {
        let next = (id + 1) % 20_000;
        format!("<tile id=\"{id}\"><animation><frame tileid=\"{next}\" duration=\"0\"/></animation></tile>")
    };
    let frames: String = (0..20_000).map(tile).collect();
    let map = tileset(
        "tilecount=\"20000\" tilewidth=\"1\" tileheight=\"1\" columns=\"100\"",
        &format!("<image source=\"a.png\" width=\"100\" height=\"200\"/>{frames}"),
    );
    let map = map
        .replace("</map>", "<layer id=\"1\" width=\"1\" height=\"1\"><data encoding=\"csv\">100</data></layer></map>");
    let level = read(&Memory::with_map(&map), "m.tmx").unwrap_or_else(|p| panic!("{}", listed(&p)));
    assert_eq!(level.tiles.len(), 20_000);
    assert_eq!(level.tiles[0].frames, [(1, 1)]);
}

/// Each of many equal tilesets, removed from before everything else in the map.
#[test]
fn repeated_tilesets_are_removed_in_bounded_time() {
    let [tilesets, groups] =
        ["<tileset firstgid=\"1\" source=\"tiles.tsx\"/>", "<group/>"].map(|tag| tag.repeat(100_000));
    let start = Instant::now();
    let problems = problems_of(&Memory::with_map(&small_map(&format!("{tilesets}{groups}"))));
    assert!(listed(&problems).contains("more problems"), "{}", listed(&problems[..3]));
    assert!(start.elapsed() < SOON, "{:?}", start.elapsed());
}

/// A large template, copied by the parser for every object that names it.
#[test]
fn template_copies_are_bounded() {
    let long = format!(
        "<template><object><properties><property name=\"p\" value=\"{}\"/></properties></object></template>",
        "x".repeat(1 << 20)
    );
    let many: String = (1..2000).map(|id| format!("<object id=\"{id}\" template=\"t.tx\"/>\n")).collect();
    let problems = problems_of(&Memory::with_map(&small_objects(&many)).and("t.tx", long));
    assert!(listed(&problems).contains("templates hold more than"), "{}", listed(&problems));
}

#[test]
fn a_deeply_nested_project_is_refused() {
    let files = Memory::with_map(&small_map("")).and("p.tiled-project", "[".repeat(100_000));
    assert!(read(&files, "m.tmx").is_err());
}

/// The deepest nesting that is allowed is no danger to the stack of a test's thread, which is smaller than the main one.
#[test]
fn the_deepest_groups_fit_on_the_stack() {
    let groups = |n: usize| small_map(&format!("{}{}", "<group id=\"1\">".repeat(n), "</group>".repeat(n)));
    assert!(read(&Memory::with_map(&groups(47)), "m.tmx").is_ok());
    assert!(read(&Memory::with_map(&groups(48)), "m.tmx").is_err());
}

/// Files in no known encoding are reported at the line where that shows, whatever they are.
#[test]
fn other_encodings_are_reported_with_a_line() {
    let utf_16 = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    let map = small_map("");
    let broken = |text: &str| [text.as_bytes(), b"\n<!-- \xc3\x28 -->"].concat();
    let cases: [(&str, Vec<u8>, u32); 6] = [
        ("m.tmx", utf_16(&map), 1),
        ("m.tmx", [&b"\xff\xfe"[..], &utf_16(&map), b"<"].concat(), 1),
        ("m.tmx", broken(&map), 6),
        ("m.tmx", b"{\n\"a\":\n\"\xed\xa0\x80\"}".to_vec(), 3),
        ("tiles.tsx", b"\xfe\xff\xd8\x00".to_vec(), 1),
        ("tiles.tsx", b"<tileset>\n\xff".to_vec(), 2),
    ];
    for (path, bytes, line) in cases {
        let files = Memory::with_map(&map).and(path, &bytes);
        let problems = problems_of(&files);
        assert_eq!((problems[0].file.as_str(), problems[0].line), (path, line), "{}", problems[0]);
        let is_error = problems[0].severity == Severity::Error;
        assert_eq!(is_error, path == "m.tmx", "without a tileset there are crosses: {}", problems[0]);
    }
}

/// What leads out of the project's folder is read for no kind of file, and from neither kind of map.
#[cfg(unix)]
#[test]
fn no_kind_of_file_is_read_from_outside() {
    let tileset = "<tileset firstgid=\"1\" source=\"tiles.tsx\"/>";
    let root = TempFolder::new("confined").with(&[
        ("project/folder/", ""),
        ("project/p.tiled-project", "{}"),
        ("project/inside", "inside"),
        ("secret.tsx", TILES),
        ("secret.png", "GIF89a\x07\0\x07\0"),
        ("secret.tx", "<template><object type=\"Crate\"/></template>"),
    ]);
    for ending in ["tsx", "png", "tx"] {
        root.link(&format!("secret.{ending}"), &format!("project/out.{ending}"));
    }
    root.link("project/inside", "project/in");
    root.link("/dev/zero", "project/zero");
    root.link("", "project/above");
    root.pipe("project/fifo");
    let inner = root.0.join("project");
    let absolute = root.0.join("secret.tsx").display().to_string();
    let places = |ending: &str| {
        let names = [&format!("out.{ending}"), "zero", "fifo", "folder", ".", "/dev/zero", "/dev/stdin", &absolute];
        let more = [&format!("../secret.{ending}"), &format!("above/secret.{ending}"), "c:/x", "..\\x", "a\0b", ""];
        names.into_iter().chain(more).map(str::to_owned).collect::<Vec<_>>()
    };
    let open = || Folder::for_map_in(&inner, inner.join("m.tmx")).unwrap();
    let map = |text: &str| {
        root.write("project/m.tmx", text);
        let (folder, map) = open();
        check(&folder, &map)
    };
    let is_refused = |p: &Problem| p.line > 0 && (p.severity == Severity::Error || p.what.starts_with("cannot read '"));
    let quoted = |text: &str| text.replace('\\', "\\\\").replace('\0', "\\u0000");
    for source in places("tsx") {
        for text in [small_map("").replace("tiles.tsx", &source), small_json("").replace("tiles.tsx", &quoted(&source))]
        {
            assert!(map(&text).iter().any(is_refused), "tileset {source:?}");
        }
        assert!(open().0.read(&source).is_err(), "{source:?}");
    }
    assert!(open().0.read("inside").is_ok() && open().0.read("in").is_ok());
    for source in places("tx") {
        let text = small_objects(&format!("<object id=\"1\" template=\"{source}\"/>")).replace(tileset, "");
        assert!(map(&text).iter().any(is_refused), "template {source:?}");
    }
    for source in places("png") {
        // Without its size, which would be read from the file.
        let text = small_map(&format!("<imagelayer id=\"1\"><image source=\"{source}\"/></imagelayer>"));
        let problems = map(&text.replace(tileset, ""));
        let is_refused = source.contains('\0');
        let expected = match source.as_str() {
            "" => "<image> names no picture",
            _ if is_refused => "the control character U+0000",
            _ => "cannot read the picture '",
        };
        let found = problems.iter().find(|p| p.line == 3 && p.what.starts_with(expected));
        let found = found.unwrap_or_else(|| panic!("image {source:?}: {}", listed(&problems)));
        assert_eq!(found.severity == Severity::Error, is_refused, "image {source:?}");
    }
}

/// A project that is a link to the outside, a pipe or a folder is as good as none.
#[cfg(unix)]
#[test]
fn a_project_from_outside_is_not_read() {
    let project = "{\"propertyTypes\":[{\"type\":\"class\",\"name\":\"Exit\",\"members\":[{\"name\":\"next\",\"type\":\"string\",\"value\":\"stolen\"}]}]}";
    let text = small_objects("<object id=\"1\" type=\"Exit\"/>");
    let root =
        TempFolder::new("project").with(&[("secret", project), ("maps/m.tmx", &text), ("maps/tiles.tsx", TILES)]);
    let next = || {
        let (folder, map) = root.open("maps/m.tmx");
        let level = read(&folder, &map).unwrap_or_else(|p| panic!("{}", listed(&p)));
        level.objects.iter().find(|object| object.id == 1).unwrap().properties["next"].clone()
    };
    let (usual, path) = (next(), root.0.join("maps/p.tiled-project"));
    root.link("secret", "maps/p.tiled-project");
    assert_eq!(next(), usual);
    std::fs::remove_file(&path).unwrap();
    root.pipe("maps/p.tiled-project");
    assert_eq!(next(), usual);
    std::fs::remove_file(&path).unwrap();
    root.write("maps/p.tiled-project/", "");
    assert_eq!(next(), usual);
    std::fs::remove_dir(&path).unwrap();
    root.write("maps/p.tiled-project", project);
    assert_eq!(next(), Value::Text("stolen".to_owned()), "a plain file is read");
}

/// On Windows they are no letters of a name.
#[cfg(unix)]
#[test]
fn names_may_hold_colons_and_backslashes() {
    let text = |inside: &str| format!("\u{feff}{}", small_map(inside)).replace("tiles.tsx", "t:1\\2.tsx");
    let root = TempFolder::new("a:b\\c").with(&[
        ("c:\\maps/p.tiled-project", "\u{feff}{}"),
        ("c:\\maps/t:1\\2.tsx", &format!("\u{feff}{TILES}")),
        ("c:\\maps/m:1\\2.tmx", &text("<layer id=\"1\" width=\"9\"/>")),
    ]);
    let (files, path) = root.open("c:\\maps/m:1\\2.tmx");
    let problems = listed(&check(&files, &path));
    assert!(problems.starts_with("m:1\\2.tmx:3: layer: <layer> has no 'height'"), "its one fault: {problems}");
    root.write("c:\\maps/m:1\\2.tmx", &text(""));
    let level = read(&files, &path).unwrap_or_else(|problems| panic!("{}", listed(&problems)));
    assert_eq!(level.path, path);
}

/// RUSTSEC-2026-0194: the parser compares each attribute of an element with each other one. An element with many never reaches
/// it, in XML or JSON, whatever the element is.
#[test]
fn elements_with_many_attributes_never_reach_the_parser() {
    let many = attributes(80_000);
    let keys: String = (0..80_000).map(|i| format!(",\"a{i}\":1")).collect();
    let tile = "<tileset firstgid=\"100\" name=\"t\" tilewidth=\"16\" tileheight=\"16\" tilecount=\"1\" columns=\"1\">";
    let cases = [
        ("map", small_map("").replacen("<map ", &format!("<map {many}"), 1)),
        ("layer", small_map(&format!("<layer {many}/>"))),
        ("object", small_objects(&format!("<object id=\"1\" {many}/>"))),
        ("property", small_objects(&format!("<object id=\"1\"><properties><property {many}/></properties></object>"))),
        ("tile", small_map(&format!("{tile}<tile id=\"0\" {many}/></tileset>"))),
        ("JSON map", small_json("").replacen("\"width\":2", &format!("\"width\":2{keys}"), 1)),
        ("JSON layer", small_json(&format!("{{\"type\":\"group\"{keys}}}"))),
        ("JSON object", small_json(&format!("{{\"type\":\"objectgroup\",\"objects\":[{{\"id\":1{keys}}}]}}"))),
    ];
    for (name, map) in cases {
        let start = Instant::now();
        let text = listed(&problems_of(&Memory::with_map(&map)));
        assert!(text.contains("more than 256") && text.contains("m.tmx:"), "{name}: {text}");
        assert!(start.elapsed() < SOON, "{name}: {:?}", start.elapsed());
    }
}

/// RUSTSEC-2026-0195: a parser that keeps the namespaces of an element keeps all of them. Nothing that declares one, and
/// nothing that is in one, reaches it: a map is the same with them and without.
#[test]
fn namespaces_never_reach_the_parser() {
    let declared = |count: usize| (0..count).map(|i| format!("xmlns:n{i}=\"urn:{i}\" ")).collect::<String>();
    let refused = small_map(&format!("<group {}/>", declared(100_000)));
    let text = listed(&problems_of(&Memory::with_map(&refused)));
    assert!(text.contains("more than 256 attributes") && text.contains("m.tmx:"), "{text}");

    let player = |more: &str| format!("<object id=\"1\" {more} type=\"Player\" x=\"8\" y=\"8\"><point/></object>");
    let group = |more: &str| format!("<group id=\"3\" {more}/>").repeat(1000);
    let map = |more: &str, inside: &str| {
        small_objects(&player(more)).replace("</map>", &format!("{}{inside}</map>", group(more)))
    };
    let bare = read(&Memory::with_map(&map("", "")), "m.tmx").unwrap();
    let foreign = "<n1:layer id=\"9\" width=\"-1\"/>";
    let level = read(&Memory::with_map(&map(&declared(200), foreign)), "m.tmx").unwrap();
    assert_eq!((level.hash(), level.layers.len()), (bare.hash(), bare.layers.len()));
}

//! Maps built to crash the reader, to hang it, to exhaust memory or to read files outside the project. Each must give a problem
//! with a line, or a level, in bounded time.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::time::Instant;

use crate::level_kit::tmj::to_json;
use crate::level_kit::{
    Memory, SOON, TILES, layer, listed, map, problems_of, small_json, small_layer, small_map, small_objects,
};
use base64::Engine;
use seamwalker_level::{Files, Folder, Problem, Severity, Value, check, read};

fn head(attributes: &str) -> String {
    format!("<map version=\"1.10\" orientation=\"orthogonal\" tilewidth=\"16\" tileheight=\"16\" {attributes}>\n")
}

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
    let cases: Vec<(&str, String, &str)> = vec![
        ("trailing garbage", small_map("") + "<map/>", "after the end"),
        ("unknown entity", small_map("<layer name=\"&lol9;\"/>"), "lol9"),
        ("nested groups", small_map(&nested("group", 20_000)), "deeper"),
        ("nested properties", small_map(&nested("properties", 20_000)), "deeper"),
        ("huge map", small_map("").replacen("width=\"2\"", "width=\"4294967295\"", 1), "not between"),
        (
            "huge layer",
            small_map("<layer id=\"1\" width=\"65000\" height=\"65000\"><data encoding=\"csv\">0</data></layer>"),
            "cells",
        ),
        (
            "far layer",
            small_map("<layer id=\"1\" width=\"65000\" height=\"1\"/>")
                .replace("tilewidth=\"16\"", "tilewidth=\"1024\""),
            "pixels from the origin",
        ),
        (
            "far map",
            small_map("")
                .replacen("width=\"2\"", "width=\"65536\"", 1)
                .replace("tilewidth=\"16\"", "tilewidth=\"1000\""),
            "pixels from the origin",
        ),
        ("too many cells", small_layer("<data encoding=\"csv\">1,1,1,1,1</data>"), "5 cells"),
        ("negative cell", small_layer("<data encoding=\"csv\">1,1,-1,1</data>"), "'-1'"),
        ("odd bytes", small_layer("<data encoding=\"base64\">AAAAAAA=</data>"), "whole number of cells"),
        (
            "two data",
            small_layer("<data encoding=\"csv\">1,1,1,1</data><data encoding=\"csv\">1,1,1,1</data>"),
            "more than one",
        ),
        ("garbage gzip", packed("gzip", b"garbage"), "unpacked"),
        ("garbage zstd", packed("zstd", b"garbage"), "unpacked"),
        ("zlib bomb", packed("zlib", &zlib(&vec![0; 64 << 20])), "more than"),
        ("short zlib", packed("zlib", &zlib(&[0; 12])), "3 cells"),
        ("absolute", small_map("").replace("tiles.tsx", "/etc/passwd"), "relative"),
        ("itself", small_map("").replace("tiles.tsx", "m.tmx"), "refers to itself"),
        ("2e7 tiles", tileset(&format!("tilecount=\"20000000\" {sheet}"), image), "not between"),
        ("spacing", tileset(&format!("tilecount=\"4\" {sheet} spacing=\"4294967280\""), image), "not between"),
        ("tile size", tileset("tilecount=\"4\" tilewidth=\"0\" tileheight=\"16\"", image), "0 x 16"),
        ("infinite", small_objects("<object id=\"1\" x=\"inf\" y=\"0\"/>"), "not between"),
        ("far", small_objects("<object id=\"1\" x=\"1e30\" y=\"0\"/>"), "not between"),
        (
            "NaN corner",
            small_objects("<object id=\"1\" x=\"0\" y=\"0\"><polygon points=\"0,0 NaN,1 2,2\"/></object>"),
            "NaN,1",
        ),
        (
            "many corners",
            small_objects(&format!("<object id=\"1\"><polygon points=\"{}\"/></object>", "0,0 ".repeat(9999))),
            "corners",
        ),
        (
            "NaN property",
            small_objects(
                "<object id=\"1\"><properties><property name=\"speed\" type=\"float\" value=\"nan\"/></properties></object>",
            ),
            "nan",
        ),
        (
            "bad property",
            small_objects(
                "<object id=\"1\"><properties><property name=\"n\" type=\"int\" value=\"1e9\"/></properties></object>",
            ),
            "1e9",
        ),
        ("templates of each other", small_objects("<object id=\"1\" template=\"a.tx\"/>"), "refers to itself"),
        ("control character", small_map("<layer name=\"&#1;\"/>"), "U+0001"),
        ("2^32 wide layer", small_map("<layer id=\"1\" width=\"4294967295\" height=\"2\"/>"), "not between"),
        ("2^64 wide layer", small_map("<layer id=\"1\" width=\"18446744073709551616\" height=\"2\"/>"), "whole number"),
        ("margin", tileset(&format!("tilecount=\"4\" {sheet} margin=\"4294967295\""), image), "not between"),
        ("wide tile", tileset("tilecount=\"1\" tilewidth=\"4294967295\" tileheight=\"1\"", image), "not between"),
        (
            "picture of 2^32 pixels",
            tileset(
                &format!("tilecount=\"4\" {sheet}"),
                "<image source=\"a.png\" width=\"4294967295\" height=\"64\"/>",
            ),
            "not between",
        ),
        (
            "many large pictures",
            tileset(&format!("tilecount=\"4\" {sheet}"), "<image source=\"a.png\" width=\"16384\" height=\"16384\"/>"),
            "33554432 pixels",
        ),
        ("a tileset that names itself", small_map("").replace("tiles.tsx", "self.tsx"), "<tileset> has no 'tilecount'"),
        ("a tileset that is the map", small_map("").replace("tiles.tsx", "./x/../m.tmx"), "refers to itself"),
        (
            "a template whose tileset is itself",
            small_objects("<object id=\"1\" template=\"s.tx\"/>"),
            "refers to itself",
        ),
        ("nested class properties", small_objects(&nested_class(20_000)), "deeper"),
        ("endless size", small_objects("<object id=\"1\" height=\"-inf\"/>"), "not between"),
        ("far size", small_objects("<object id=\"1\" width=\"1e40\"/>"), "not between"),
        ("endless rotation", small_objects("<object id=\"1\" rotation=\"1e400\"/>"), "not between"),
        ("far corner", small_objects("<object id=\"1\"><polyline points=\"0,0 1e40,1\"/></object>"), "not a corner"),
        (
            "endless property",
            small_objects(
                "<object id=\"1\"><properties><property name=\"p\" type=\"float\" value=\"1e40\"/></properties></object>",
            ),
            "1e40",
        ),
        ("opacity", small_map("<group opacity=\"NaN\"/>"), "not between"),
        ("offset", small_map("<group offsetx=\"inf\"/>"), "not between"),
        ("parallax", small_map("<group parallaxy=\"1e40\"/>"), "not between"),
        ("parallax origin", small_map("").replace("<map ", "<map parallaxoriginx=\"inf\" "), "not between"),
        ("many attributes", small_map(&format!("<group {}/>", attributes(5000))), "more than 256 attributes"),
        (
            "attributes of JSON",
            format!("{{{}}}", (0..3000).map(|i| format!("\"a{i}\":1,")).collect::<String>() + "\"z\":1"),
            "more than 256 attributes",
        ),
        ("JSON, not closed", "{\n\"type\":\"map\"".to_owned(), "is truncated"),
        ("JSON lists", "[".repeat(100_000), "deeper"),
        ("JSON NaN", "{\"width\":NaN}".to_owned(), "valid JSON"),
        ("JSON huge number", small_json("").replacen("\"width\":2", "\"width\":1e400", 1), "whole number"),
        ("JSON negative", small_json("").replacen("\"width\":2", "\"width\":-2", 1), "not between"),
        ("JSON far", small_json("{\"type\":\"group\",\"offsetx\":1e40}"), "not between"),
        ("JSON long", small_json("{\"type\":\"tilelayer\",\"width\":2,\"height\":2,\"data\":[1,2,3,4,5]}"), "5 cells"),
        (
            "JSON chunks in a finite map",
            small_json(
                "{\"type\":\"tilelayer\",\"width\":2,\"height\":2,\"chunks\":[{\"x\":0,\"y\":0,\"width\":1,\"height\":1,\"data\":[1]}]}",
            ),
            "finite",
        ),
        (
            "JSON data in an infinite map",
            small_json("{\"type\":\"tilelayer\",\"width\":2,\"height\":2,\"data\":[1,2,3,4]}")
                .replace("\"width\":2,\"h", "\"infinite\":true,\"width\":2,\"h"),
            "without chunks",
        ),
        ("JSON outside", small_json("").replace("tiles.tsx", "../../etc/passwd"), "leads out"),
        ("JSON itself", small_json("").replace("tiles.tsx", "m.tmx"), "refers to itself"),
        ("JSON template in a circle", small_objects("<object id=\"1\" template=\"j.tj\"/>"), "refers to itself"),
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
    let cases: Vec<(&str, String, &str)> = vec![
        (
            "gid below firstgid",
            small_layer("<data encoding=\"csv\">3,0,0,0</data>").replace("firstgid=\"1\"", "firstgid=\"5\""),
            "tile (0,0)",
        ),
        ("two ids", small_objects("<object id=\"7\"/>\n<object id=\"7\"/>"), "object 7: another object"),
        (
            "no path",
            small_objects(
                "<object id=\"3\" name=\"lift\" type=\"Platform\" width=\"32\" height=\"8\"><properties><property name=\"path\" type=\"object\" value=\"99\"/></properties></object>",
            ),
            "object 3 'lift': its path is object 99",
        ),
        (
            "bad colour",
            small_layer("<data encoding=\"csv\">1,1,1,1</data>").replace("<layer ", "<layer tintcolor=\"pink\" "),
            "pink",
        ),
        (
            "crossing polygon",
            small_objects("<object id=\"1\" type=\"Solid\"><polygon points=\"0,0 9,9 9,0 0,9\"/></object>"),
            "crosses itself",
        ),
        (
            "shapeless",
            small_objects("<object id=\"1\" type=\"Solid\" x=\"3\" y=\"3\"><point/></object>"),
            "a point cannot be Solid",
        ),
        (
            "wrong type",
            small_objects(
                "<object id=\"1\" type=\"Platform\" width=\"9\" height=\"9\"><properties><property name=\"speed\" value=\"fast\"/></properties></object>",
            ),
            "'fast', not a number",
        ),
        (
            "wrong word",
            small_objects(
                "<object id=\"1\" type=\"Platform\" width=\"9\" height=\"9\"><properties><property name=\"easing\" value=\"smoth\"/></properties></object>",
            ),
            "did you mean 'smooth'?",
        ),
        ("hex flag", small_layer("<data encoding=\"csv\">268435457,0,0,0</data>"), "no Player"),
        (
            "empty colour",
            small_objects(
                "<object id=\"1\"><properties><property name=\"c\" type=\"color\" value=\"\"/></properties></object>",
            ),
            "no Player",
        ),
        (
            "late tileset",
            small_layer("<data encoding=\"csv\">1,1,1,1</data>")
                .replace("<tileset firstgid=\"1\" source=\"tiles.tsx\"/>", "")
                .replace("</map>", "<tileset firstgid=\"1\" source=\"tiles.tsx\"/></map>"),
            "no Player",
        ),
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
        let tileset = "<tileset firstgid=\"1\" source=\"tiles.tsx\"/>";
        let layer = format!("<layer id=\"1\" width=\"2\" height=\"2\"><data encoding=\"csv\">{chunks}</data></layer>");
        format!("{}{tileset}\n{layer}</map>", head("width=\"2\" height=\"2\" infinite=\"1\""))
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
        assert!(read(&Memory::with_map(&text).and("tiles.tsx", &TILES[..end]), "m.tmx").is_err());
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
        let points: Vec<String> = teeth
            .chain([(240, -9), (0, -9)])
            .map(|(x, y)| if vertical { format!("{x},{y}") } else { format!("{y},{x}") })
            .collect();
        points.join(" ")
    };
    let mut inside = String::new();
    for id in 1..400 {
        let _ = writeln!(
            inside,
            "<object id=\"{id}\" type=\"Solid\" x=\"{}\" y=\"0.{id}\"><polygon points=\"{}\"/></object>",
            id,
            comb(id % 2 == 0)
        );
    }
    let start = Instant::now();
    let problems = problems_of(&Memory::with_map(&small_objects(&inside)));
    assert!(
        problems.iter().any(|p| p.severity == Severity::Error && p.what.contains("overlap")),
        "{}",
        listed(&problems)
    );
    assert!(start.elapsed() < SOON);
}

/// Frames that have frames, as many as a tileset can have.
#[test]
fn nested_animations_do_not_recurse() {
    let frames: String = (0..20_000)
        .map(|id| {
            format!(
                "<tile id=\"{id}\"><animation><frame tileid=\"{}\" duration=\"0\"/></animation></tile>",
                (id + 1) % 20_000
            )
        })
        .collect();
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

/// The deepest nesting that is allowed is no danger to the stack of a test's thread, which is smaller than the main one.
#[test]
fn the_deepest_groups_fit_on_the_stack() {
    let groups = |n: usize| small_map(&format!("{}{}", "<group id=\"1\">".repeat(n), "</group>".repeat(n)));
    assert!(read(&Memory::with_map(&groups(47)), "m.tmx").is_ok());
    assert!(read(&Memory::with_map(&groups(48)), "m.tmx").is_err());
}

/// A class that holds itself, and members that multiply.
#[test]
fn nested_classes_finish_in_bounded_time() {
    let member = |n: usize, of: &str| {
        format!("{{\"name\":\"m{n}\",\"type\":\"class\",\"propertyType\":\"{of}\",\"value\":{{}}}}")
    };
    let members: Vec<String> = (0..100).map(|n| member(n, "Platform")).collect();
    let project = format!(
        "{{\"propertyTypes\":[{{\"type\":\"class\",\"name\":\"Platform\",\"members\":[{}]}}]}}",
        members.join(",")
    );
    let map = small_objects("<object id=\"1\" type=\"Platform\" width=\"9\" height=\"9\"/>");
    let start = Instant::now();
    problems_of(&Memory::with_map(&map).and("p.tiled-project", &project));
    problems_of(&Memory::with_map(&map).and("p.tiled-project", "[".repeat(100_000)));
    assert!(start.elapsed() < SOON);
}

#[cfg(unix)]
#[test]
fn a_folder_reads_only_regular_files_inside_it() {
    let root = std::env::temp_dir().join(format!("seamwalker-folder-{}", std::process::id()));
    let inner = root.join("project/maps");
    std::fs::create_dir_all(&inner).unwrap();
    std::fs::write(root.join("secret"), "secret").unwrap();
    std::fs::write(root.join("project/p.tiled-project"), "{}").unwrap();
    std::fs::write(inner.join("m.tmx"), "<map/>").unwrap();
    std::os::unix::fs::symlink(root.join("secret"), inner.join("out")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", inner.join("zero")).unwrap();
    std::os::unix::fs::symlink("m.tmx", inner.join("in")).unwrap();
    let fifo = std::process::Command::new("mkfifo").arg(inner.join("fifo")).status().unwrap();
    assert!(fifo.success());
    let (folder, map) = Folder::for_map(inner.join("m.tmx")).unwrap();
    assert_eq!((map.as_str(), folder.root.file_name().unwrap()), ("maps/m.tmx", "project".as_ref()));
    assert!(folder.read("maps/m.tmx").is_ok() && folder.read("maps/in").is_ok());
    assert_eq!(folder.project("maps/m.tmx").as_deref(), Some("p.tiled-project"));
    for bad in ["../secret", "maps/out", "maps/zero", "maps/fifo", "maps", "", "/etc/passwd", "maps/../../secret"] {
        assert!(folder.read(bad).is_err(), "{bad}");
    }
    for source in ["fifo", "zero", "out", "../../secret", "/dev/zero", "/etc/passwd"] {
        std::fs::write(inner.join("m.tmx"), small_map("").replace("tiles.tsx", source)).unwrap();
        assert!(check(&folder, &map).iter().any(|p| p.severity == Severity::Error && p.line == 2), "{source}");
    }
    std::fs::remove_dir_all(root).unwrap();
}

/// Files that are no UTF-8 are refused at the line where that shows, whatever they are.
#[test]
fn other_encodings_are_refused_with_a_line() {
    let utf_16 = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    let map = small_map("");
    let broken = |text: &str| [text.as_bytes(), b"\n<!-- \xc3\x28 -->"].concat();
    let cases: [(&str, Vec<u8>, u32); 6] = [
        ("m.tmx", utf_16(&format!("\u{feff}{map}")), 1),
        ("m.tmx", utf_16(&map), 1),
        ("m.tmx", broken(&map), 6),
        ("m.tmx", b"{\n\"a\":\n\"\xed\xa0\x80\"}".to_vec(), 3),
        ("tiles.tsx", utf_16(&format!("\u{feff}{TILES}")), 1),
        ("tiles.tsx", b"<tileset>\n\xff".to_vec(), 2),
    ];
    for (path, bytes, line) in cases {
        let files = Memory::with_map(&map).and(path, &bytes);
        let problems = problems_of(&files);
        let first = problems.iter().find(|p| p.severity == Severity::Error).unwrap();
        assert_eq!((first.file.as_str(), first.line), (path, line), "{first}");
    }
}

/// What leads out of the project's folder is read for no kind of file, and from neither kind of map. Only pictures can be done
/// without.
#[cfg(unix)]
#[test]
fn no_kind_of_file_is_read_from_outside() {
    let root = std::env::temp_dir().join(format!("seamwalker-confined-{}", std::process::id()));
    let inner = root.join("project");
    std::fs::create_dir_all(inner.join("folder")).unwrap();
    std::fs::write(inner.join("p.tiled-project"), "{}").unwrap();
    std::fs::write(root.join("secret.tsx"), TILES).unwrap();
    std::fs::write(root.join("secret.png"), b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x07\0\0\0\x07").unwrap();
    std::fs::write(root.join("secret.tx"), "<template><object type=\"Crate\"/></template>").unwrap();
    let link = |to: &Path, name: &str| std::os::unix::fs::symlink(to, inner.join(name)).unwrap();
    for ending in ["tsx", "png", "tx"] {
        link(&root.join(format!("secret.{ending}")), &format!("out.{ending}"));
    }
    link(Path::new("/dev/zero"), "zero");
    link(&root, "above");
    assert!(std::process::Command::new("mkfifo").arg(inner.join("fifo")).status().unwrap().success());
    let absolute = root.join("secret.tsx").display().to_string();
    let places = |ending: &str| {
        let names = [&format!("out.{ending}"), "zero", "fifo", "folder", ".", "/dev/zero", "/dev/stdin", &absolute];
        let more = [&format!("../secret.{ending}"), &format!("above/secret.{ending}"), "c:/x", "..\\x", "a\0b", ""];
        names.into_iter().chain(more).map(str::to_owned).collect::<Vec<_>>()
    };
    let map = |text: &str| {
        std::fs::write(inner.join("m.tmx"), text).unwrap();
        let (folder, map) = Folder::for_map_in(&inner, inner.join("m.tmx")).unwrap();
        check(&folder, &map)
    };
    let quoted = |text: &str| text.replace('\\', "\\\\").replace('\0', "\\u0000");
    for source in places("tsx") {
        for text in [small_map("").replace("tiles.tsx", &source), small_json("").replace("tiles.tsx", &quoted(&source))]
        {
            assert!(map(&text).iter().any(|p| p.severity == Severity::Error && p.line > 0), "tileset {source:?}");
        }
    }
    for source in places("tx") {
        let text = small_map(&format!("<objectgroup id=\"1\"><object id=\"1\" template=\"{source}\"/></objectgroup>"));
        let text = text.replace("<tileset firstgid=\"1\" source=\"tiles.tsx\"/>", "");
        assert!(map(&text).iter().any(|p| p.severity == Severity::Error && p.line > 0), "template {source:?}");
    }
    for source in places("png") {
        // Without its size, which would be read from the file.
        let text = small_map(&format!("<imagelayer id=\"1\"><image source=\"{source}\"/></imagelayer>"));
        let text = text.replace("<tileset firstgid=\"1\" source=\"tiles.tsx\"/>", "");
        let problems = map(&text);
        let is_refused = source.contains('\0');
        let expected: &[&str] = match source.as_str() {
            "" => &["<image> names no picture"],
            _ if is_refused => &["the control character U+0000"],
            _ => &["cannot read the picture '"],
        };
        let says = |p: &&Problem| p.line == 3 && expected.iter().any(|start| p.what.starts_with(start));
        let found = problems.iter().find(says).unwrap_or_else(|| panic!("image {source:?}: {}", listed(&problems)));
        assert_eq!(found.severity == Severity::Error, is_refused, "image {source:?}");
    }
    std::fs::remove_dir_all(root).unwrap();
}

/// A project that is a link to the outside, a pipe or a folder is as good as none.
#[cfg(unix)]
#[test]
fn a_project_from_outside_is_not_read() {
    let root = std::env::temp_dir().join(format!("seamwalker-project-{}", std::process::id()));
    let inner = root.join("maps");
    std::fs::create_dir_all(&inner).unwrap();
    let project = "{\"propertyTypes\":[{\"type\":\"class\",\"name\":\"Exit\",\"members\":[{\"name\":\"next\",\"type\":\"string\",\"value\":\"stolen\"}]}]}";
    std::fs::write(root.join("secret"), project).unwrap();
    let text = small_map("<objectgroup id=\"1\"><object id=\"1\" type=\"Exit\"/></objectgroup>")
        .replace("<tileset firstgid=\"1\" source=\"tiles.tsx\"/>", "");
    std::fs::write(inner.join("m.tmx"), text).unwrap();
    let path = inner.join("p.tiled-project");
    let next = || {
        let (folder, map) = Folder::for_map(inner.join("m.tmx")).unwrap();
        read(&folder, &map).unwrap_or_else(|p| panic!("{}", listed(&p))).objects[0].properties["next"].clone()
    };
    let usual = next();
    std::os::unix::fs::symlink(root.join("secret"), &path).unwrap();
    assert_eq!(next(), usual);
    std::fs::remove_file(&path).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
    assert_eq!(next(), usual);
    std::fs::remove_file(&path).unwrap();
    std::fs::create_dir(&path).unwrap();
    assert_eq!(next(), usual);
    std::fs::remove_dir(&path).unwrap();
    std::fs::write(&path, project).unwrap();
    assert_eq!(next(), Value::Text("stolen".to_owned()), "a plain file is read");
    std::fs::remove_dir_all(root).unwrap();
}

/// Found by random damage: an ellipse 65,536 px wide, slanted, took 20 seconds to be put into the grid, since the box around each
/// of its edges holds half of all cells. A thousand such lines would have taken all memory.
#[test]
fn long_slanted_shapes_finish_in_bounded_time() {
    let round = "<object id=\"1\" type=\"Solid\" x=\"1\" y=\"1\" width=\"65536\" height=\"5\" rotation=\"30\"><ellipse/></object>";
    let line = |id: i32| {
        format!("<object id=\"{id}\" type=\"Solid\" x=\"{id}\" y=\"0\"><polyline points=\"0,0 60000,50000\"/></object>")
    };
    let start = Instant::now();
    let text = small_objects(&(round.to_owned() + &(2..1000).map(line).collect::<String>()));
    let level = read(&Memory::with_map(&text), "m.tmx").unwrap_or_else(|p| panic!("{}", listed(&p)));
    assert!(level.terrain.edges().len() > 998);
    assert!(start.elapsed() < SOON, "{:?}", start.elapsed());
}

/// On Windows they are no letters of a name.
#[cfg(unix)]
#[test]
fn names_may_hold_colons_and_backslashes() {
    let root = std::env::temp_dir().join(format!("seamwalker-a:b\\c-{}", std::process::id()));
    let folder = root.join("c:\\maps");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("p.tiled-project"), "\u{feff}{}").unwrap();
    std::fs::write(folder.join("t:1\\2.tsx"), format!("\u{feff}{TILES}")).unwrap();
    let text = format!("\u{feff}{}", small_map("<layer id=\"1\" width=\"9\"/>")).replace("tiles.tsx", "t:1\\2.tsx");
    std::fs::write(folder.join("m:1\\2.tmx"), text).unwrap();
    let (files, path) = Folder::for_map(folder.join("m:1\\2.tmx")).unwrap();
    let problems = listed(&check(&files, &path));
    assert!(
        problems.starts_with("m:1\\2.tmx:3: layer: <layer> has no 'height'"),
        "the one fault that it has: {problems}"
    );
    std::fs::write(folder.join("m:1\\2.tmx"), small_map("").replace("tiles.tsx", "t:1\\2.tsx")).unwrap();
    let level = read(&files, &path).unwrap_or_else(|problems| panic!("{}", listed(&problems)));
    assert_eq!(level.path, path);
    std::fs::remove_dir_all(root).unwrap();
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

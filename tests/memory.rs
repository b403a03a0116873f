//! What hostile maps may make the reader take: less than half a GiB at any time, their own bytes included, and not for long.
//! The program has no test harness, whose threads would be counted as well.

mod level_kit;

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io;
use std::time::{Duration, Instant};

use base64::Engine;
use level_kit::Memory;
use peak_alloc::PeakAlloc;
use seamwalker::level::{Files, Limits, check};

#[global_allocator]
static PEAK: PeakAlloc = PeakAlloc;

/// The most that may be taken, in bytes.
const MAX: usize = 512 << 20;

/// Longer than anything should take even in a slow debug build on a busy machine.
const SOON: Duration = Duration::from_secs(90);

/// What bombs unpack to, in bytes.
const BOMB: usize = 1 << 30;

fn main() {
    let mut worst = (0, String::new());
    for (name, make, words) in cases() {
        let files = make();
        PEAK.reset_peak_usage();
        let start = Instant::now();
        let problems = check(&*files, if name.starts_with("world") { "m.world" } else { "m.tmx" });
        let (time, peak) = (start.elapsed(), PEAK.peak_usage());
        let text: String = problems.iter().take(9).map(|p| format!("{p}\n")).collect();
        println!("{name}: {} MiB, {time:.1?}: {}", peak >> 20, text.lines().next().unwrap_or_default());
        assert!(peak <= MAX, "{name} took {} MiB: {text}", peak >> 20);
        assert!(time < SOON, "{name} took {time:?}");
        assert!(text.contains(words), "{name}: {text}");
        if peak > worst.0 {
            worst = (peak, name.to_owned());
        }
    }
    println!("test hostile_maps_take_little_memory ... ok (at most {} MiB: {})", worst.0 >> 20, worst.1);
}

/// Name, files, and what the first problems say.
type Case = (&'static str, Box<dyn Fn() -> Box<dyn Files>>, &'static str);

/// A file that refers to others, all of which hold the same.
struct Same {
    name: &'static str,
    first: String,
    others: Vec<u8>,
}

impl Files for Same {
    fn read(&self, path: &str) -> io::Result<Cow<'_, [u8]>> {
        Ok(Cow::Borrowed(if path == self.name { self.first.as_bytes() } else { &self.others }))
    }
}

fn cases() -> Vec<Case> {
    let full = |one: &'static str, head: &'static str, tail: &'static str| move || map(largest(one, head, tail));
    let tilesets = |one: &'static str, head: &'static str, tail: &'static str| {
        move || -> Box<dyn Files> {
            let sources: String =
                (0..250).map(|i| format!("<tileset firstgid=\"{}\" source=\"{i}.tsx\"/>", i + 1)).collect();
            let others = largest(one, head, tail).into_bytes();
            Box::new(Same { name: "m.tmx", first: format!("{HEAD}{sources}</map>"), others })
        }
    };
    vec![
        ("zlib bomb", Box::new(|| packed("zlib", &zlib_bomb())), "more than"),
        ("gzip bomb", Box::new(|| packed("gzip", &gzip_bomb())), "more than"),
        ("zstd bomb", Box::new(|| packed("zstd", &zstd_bomb())), "more than"),
        ("zlib bomb in JSON", Box::new(|| packed_json("zlib", &zlib_bomb())), "more than"),
        ("zstd bomb in JSON", Box::new(|| packed_json("zstd", &zstd_bomb())), "more than"),
        ("too large", Box::new(|| map(" ".repeat(65 << 20))), "too large"),
        ("64 MiB of elements", Box::new(full("<a/>", "<map>", "</map>")), "elements"),
        ("64 MiB of attributes", Box::new(full(" a=''", "<map", "/>")), "a"),
        (
            "64 MiB of elements with attributes",
            Box::new(full("<a b='' c='' d='' e='' f=''/>", "<map>", "</map>")),
            "attributes",
        ),
        ("64 MiB of text", Box::new(full("x", "<map>", "</map>")), "orientation"),
        ("64 MiB of one attribute", Box::new(full("x", "<map a='", "'/>")), "orientation"),
        ("64 MiB of quotes", Box::new(full("\"", "<map a='", "'/>")), "escaped"),
        ("64 MiB of JSON ampersands", Box::new(full("&", "{\"class\":\"", "\"}")), "escaped"),
        ("64 MiB of comment", Box::new(full("x", "<map><!--", "--></map>")), "orientation"),
        ("64 MiB of depth", Box::new(full("<a>", "<map>", "")), "deeper"),
        ("64 MiB of cells", Box::new(full("<tile/>", "<map><layer><data>", "</data></layer></map>")), "orientation"),
        ("64 MiB of JSON lists", Box::new(full("[],", "{\"a\":[", "[]]}")), "values"),
        ("64 MiB of JSON numbers", Box::new(full("1,", "{\"a\":[", "1]}")), "cells"),
        ("64 MiB of JSON numbers and a word", Box::new(full("1,", "{\"a\":[", "\"x\"]}")), "cells"),
        ("64 MiB of JSON negatives", Box::new(full("-1,", "{\"a\":[", "1]}")), "values"),
        ("64 MiB of JSON words", Box::new(full("\"\",", "{\"a\":[", "\"\"]}")), "values"),
        ("64 MiB of JSON keys", Box::new(keys), "values"),
        ("64 MiB of JSON text", Box::new(full("x", "{\"a\":\"", "\"}")), "orientation"),
        ("64 MiB of JSON depth", Box::new(full("[", "", "")), "deeper"),
        ("as many walls as there may be", Box::new(|| large(|_, _| 1)), "MiB when it is played"),
        ("as many columns as there may be", Box::new(|| large(|x, _| u32::from(x % 16 == 0))), "no visible Player"),
        ("a large picture of cells", Box::new(|| large(|x, y| (x * 7 + y * 3) % 7)), ""),
        ("a chequered map", Box::new(|| large(|x, y| (x + y) % 2)), "edges"),
        ("long slanted lines", Box::new(slanted), ""),
        ("2^32 tiles", Box::new(|| map(tileset("4294967295"))), "not between"),
        ("a default text of 40 MiB for every object", Box::new(defaults), "properties take more than"),
        ("a class that doubles itself", Box::new(doubling), ""),
        ("many objects with all their defaults", Box::new(many_defaults), "properties take more than"),
        (
            "250 tilesets of 64 MiB of comment",
            Box::new(tilesets(
                "x",
                "<tileset tilewidth='1' tileheight='1' tilecount='0' columns='0'><!--",
                "--></tileset>",
            )),
            "bytes",
        ),
        (
            "250 tilesets of 64 MiB of one attribute",
            Box::new(tilesets("x", "<tileset tilewidth='1' tileheight='1' tilecount='0' columns='0' name='", "'/>")),
            "bytes",
        ),
        ("250 tilesets of 64 MiB of elements", Box::new(tilesets("<a/>", "<tileset>", "</tileset>")), "bytes"),
        ("world of 4096 maps of 64 MiB", Box::new(|| world(4096, "", largest("x", "<map a='", "'/>"))), "bytes"),
        (
            "world of 4096 maps of 64 MiB that tell their size",
            Box::new(|| world(4096, SIZE, largest("x", "<map a='", "'/>"))),
            "bytes",
        ),
        (
            "world of 4096 maps of layers",
            Box::new(|| world(4096, SIZE, largest("<layer/>", "<map>", "</map>"))),
            "bytes",
        ),
        ("world of 4096 maps of 64 x 64 cells", Box::new(|| world(4096, SIZE, chequered(64))), "edges"),
        ("world of 300 maps across each other", Box::new(|| world(300, "", chequered(220))), "edges"),
    ]
}

fn map(text: impl AsRef<[u8]>) -> Box<dyn Files> {
    memory(text, &[])
}

fn memory(map: impl AsRef<[u8]>, project: &[String]) -> Box<dyn Files> {
    let files = Memory::with_map("").and("m.tmx", map);
    Box::new(project.iter().fold(files, |files, project| files.and("p.tiled-project", project)))
}

/// A file as large as files may be.
fn largest(one: &str, head: &str, tail: &str) -> String {
    let room = usize::try_from(Limits::DEFAULT.file_bytes).unwrap() - head.len() - tail.len();
    format!("{head}{}{tail}", one.repeat(room / one.len()))
}

/// What a world says of the size of each map.
const SIZE: &str = ",\"width\":1024,\"height\":1024";

/// A world of maps that are all the same, each a little farther right and lower than the one before.
fn world(count: u32, size: &str, map: String) -> Box<dyn Files> {
    let maps = (0..count).map(|i| format!("{{\"fileName\":\"{i}.tmx\",\"x\":{i},\"y\":{i}{size}}}"));
    let first = format!("{{\"maps\":[{}],\"type\":\"world\"}}", maps.collect::<Vec<_>>().join(","));
    Box::new(Same { name: "m.world", first, others: map.into_bytes() })
}

/// A map whose every second cell is full.
fn chequered(side: u32) -> String {
    let side_text = format!("\"{side}\"");
    let cells: Vec<&str> =
        (0..side * side).map(|i| if (i % side + i / side).is_multiple_of(2) { "1" } else { "0" }).collect();
    let tileset = level_kit::TILES.split_once("<tileset").unwrap().1;
    format!(
        "{}<tileset firstgid=\"1\"{tileset}<layer id=\"1\" width={side_text} height={side_text}><data encoding=\"csv\">{}</data></layer></map>",
        HEAD.replace("\"2\"", &side_text),
        cells.join(",")
    )
}

const HEAD: &str =
    "<map version=\"1.10\" orientation=\"orthogonal\" width=\"2\" height=\"2\" tilewidth=\"16\" tileheight=\"16\">";

fn packed(method: &str, bytes: &[u8]) -> Box<dyn Files> {
    let text = base64::engine::general_purpose::STANDARD.encode(bytes);
    let data = format!("<data encoding=\"base64\" compression=\"{method}\">{text}</data>");
    map(format!("{HEAD}<layer id=\"1\" width=\"2\" height=\"2\">{data}</layer></map>"))
}

fn packed_json(method: &str, bytes: &[u8]) -> Box<dyn Files> {
    let text = base64::engine::general_purpose::STANDARD.encode(bytes);
    let layer = format!(
        "{{\"type\":\"tilelayer\",\"width\":2,\"height\":2,\"encoding\":\"base64\",\"compression\":\"{method}\",\"data\":\"{text}\"}}"
    );
    let head = "\"orientation\":\"orthogonal\",\"width\":2,\"height\":2,\"tilewidth\":16,\"tileheight\":16";
    map(format!("{{{head},\"layers\":[{layer}]}}"))
}

/// Writes zeros, a MiB at a time.
fn zeros(into: &mut dyn std::io::Write) {
    let zeros = vec![0; 1 << 20];
    (0..BOMB >> 20).for_each(|_| into.write_all(&zeros).unwrap());
}

fn zlib_bomb() -> Vec<u8> {
    let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
    zeros(&mut encoder);
    encoder.finish().unwrap()
}

fn gzip_bomb() -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    zeros(&mut encoder);
    encoder.finish().unwrap()
}

/// A zstd frame by hand: blocks of 128 KiB, each a single byte that is repeated.
fn zstd_bomb() -> Vec<u8> {
    const BLOCK: usize = 1 << 17;
    let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x38];
    for i in 1..=BOMB / BLOCK {
        let header = BLOCK << 3 | 1 << 1 | usize::from(i == BOMB / BLOCK);
        frame.extend(&header.to_le_bytes()[..3]);
        frame.push(0);
    }
    frame
}

fn keys() -> Box<dyn Files> {
    let mut text = String::from("{\"a\":1");
    let mut key = 0;
    while text.len() + 20 < Limits::DEFAULT.file_bytes as usize {
        write!(text, ",\"{key}\":1").unwrap();
        key += 1;
    }
    map(text + "}")
}

/// As many cells as there may be.
fn large(cell: fn(u32, u32) -> u32) -> Box<dyn Files> {
    let mut text = HEAD.replace("\"2\"", "\"4096\"");
    text += "<tileset firstgid=\"1\" source=\"tiles.tsx\"/><layer id=\"1\" width=\"4096\" height=\"4096\"><data encoding=\"csv\">";
    for i in 0..4096 * 4096 {
        write!(text, "{},", cell(i % 4096, i / 4096)).unwrap();
    }
    text.pop();
    map(text + "</data></layer></map>")
}

/// Lines from corner to corner of a map as large as maps may be: the box around each holds millions of cells.
fn slanted() -> Box<dyn Files> {
    let line = |id: u32| {
        format!(
            "<object id=\"{id}\" type=\"Solid\" x=\"{id}\" y=\"0\"><polyline points=\"0,0 60000,60000\"/></object>\n"
        )
    };
    let lines: String = (1..2000).map(line).collect();
    map(format!("{HEAD}<objectgroup id=\"1\">{lines}</objectgroup></map>"))
}

fn tileset(count: &str) -> String {
    format!(
        "{HEAD}<tileset firstgid=\"1\" name=\"t\" tilewidth=\"1\" tileheight=\"1\" columns=\"1\" tilecount=\"{count}\"><image source=\"a.png\" width=\"1\" height=\"1\"/></tileset></map>"
    )
}

fn exits(count: u32) -> String {
    let objects: String = (1..=count).map(|id| format!("<object id=\"{id}\" type=\"Exit\"/>\n")).collect();
    format!("{HEAD}<objectgroup id=\"1\">{objects}</objectgroup></map>")
}

fn project(members: &str) -> String {
    format!("{{\"propertyTypes\":[{{\"type\":\"class\",\"name\":\"Exit\",\"members\":[{members}]}}]}}")
}

fn defaults() -> Box<dyn Files> {
    let text = "x".repeat(40 << 20);
    memory(exits(1000), &[project(&format!("{{\"name\":\"next\",\"type\":\"string\",\"value\":\"{text}\"}}"))])
}

fn many_defaults() -> Box<dyn Files> {
    let members: Vec<String> =
        (0..900).map(|n| format!("{{\"name\":\"m{n}\",\"type\":\"int\",\"value\":{n}}}")).collect();
    memory(exits(60_000), &[project(&members.join(","))])
}

/// Every class holds the next one twice.
fn doubling() -> Box<dyn Files> {
    let member = |n: u32, name: &str| {
        format!("{{\"name\":\"{name}\",\"type\":\"class\",\"propertyType\":\"C{n}\",\"value\":{{}}}}")
    };
    let class = |n: u32| {
        format!("{{\"type\":\"class\",\"name\":\"C{n}\",\"members\":[{},{}]}}", member(n + 1, "a"), member(n + 1, "b"))
    };
    let classes: Vec<String> = (0..60).map(class).collect();
    let exit = format!("{{\"type\":\"class\",\"name\":\"Exit\",\"members\":[{}]}}", member(0, "m"));
    memory(exits(50), &[format!("{{\"propertyTypes\":[{},{exit}]}}", classes.join(","))])
}

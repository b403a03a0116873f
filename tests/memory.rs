//! What hostile maps may make the reader take: less than half a GiB at any time, their own bytes included, and not for long.
//! The program has no test harness, whose threads would be counted as well.

mod level_kit;

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use base64::Engine;
use level_kit::Memory;
use peak_alloc::PeakAlloc;
use seamwalker::level::{Limits, check};

#[global_allocator]
static PEAK: PeakAlloc = PeakAlloc;

/// The most that may be taken, in bytes.
const MOST: usize = 512 << 20;

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
        let problems = check(&files, "m.tmx");
        let (time, peak) = (start.elapsed(), PEAK.peak_usage());
        let text: String = problems.iter().take(3).map(|p| format!("{p}\n")).collect();
        println!("{name}: {} MiB, {time:.1?}: {}", peak >> 20, text.lines().next().unwrap_or_default());
        assert!(peak <= MOST, "{name} took {} MiB: {text}", peak >> 20);
        assert!(time < SOON, "{name} took {time:?}");
        assert!(text.contains(words), "{name}: {text}");
        if peak > worst.0 {
            worst = (peak, name.to_owned());
        }
    }
    println!("test hostile_maps_take_little_memory ... ok (at most {} MiB: {})", worst.0 >> 20, worst.1);
}

/// Name, files, and what the first problems say.
type Case = (&'static str, Box<dyn Fn() -> Memory>, &'static str);

fn cases() -> Vec<Case> {
    let full = |one: &'static str, head: &'static str, tail: &'static str| {
        move || {
            let room = usize::try_from(Limits::USUAL.file_bytes).unwrap() - head.len() - tail.len();
            map(format!("{head}{}{tail}", one.repeat(room / one.len())))
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
        ("as many walls as there may be", Box::new(|| large(|_, _| 1)), "no visible Player"),
        ("as many columns as there may be", Box::new(|| large(|x, _| u32::from(x % 16 == 0))), "no visible Player"),
        ("a large picture of cells", Box::new(|| large(|x, y| (x * 7 + y * 3) % 7)), ""),
        ("a chequered map", Box::new(|| large(|x, y| (x + y) % 2)), "edges"),
        ("long slanted lines", Box::new(slanted), ""),
        ("2^32 tiles", Box::new(|| map(tileset("4294967295"))), "not between"),
        ("a default text of 40 MiB for every object", Box::new(defaults), "properties take more than"),
        ("a class that doubles itself", Box::new(doubling), ""),
        ("many objects with all their defaults", Box::new(many_defaults), "properties take more than"),
    ]
}

fn map(text: impl AsRef<[u8]>) -> Memory {
    Memory::default().and("tiles.tsx", level_kit::TILES).and("m.tmx", text)
}

const HEAD: &str =
    "<map version=\"1.10\" orientation=\"orthogonal\" width=\"2\" height=\"2\" tilewidth=\"16\" tileheight=\"16\">";

fn packed(method: &str, bytes: &[u8]) -> Memory {
    let text = base64::engine::general_purpose::STANDARD.encode(bytes);
    let data = format!("<data encoding=\"base64\" compression=\"{method}\">{text}</data>");
    map(format!("{HEAD}<layer id=\"1\" width=\"2\" height=\"2\">{data}</layer></map>"))
}

fn packed_json(method: &str, bytes: &[u8]) -> Memory {
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

fn keys() -> Memory {
    let mut text = String::from("{\"a\":1");
    let mut key = 0;
    while text.len() + 20 < Limits::USUAL.file_bytes as usize {
        write!(text, ",\"{key}\":1").unwrap();
        key += 1;
    }
    map(text + "}")
}

/// As many cells as there may be.
fn large(cell: fn(u32, u32) -> u32) -> Memory {
    let mut text = HEAD.replace("\"2\"", "\"4096\"");
    text += "<tileset firstgid=\"1\" source=\"tiles.tsx\"/><layer id=\"1\" width=\"4096\" height=\"4096\"><data encoding=\"csv\">";
    for i in 0..4096 * 4096 {
        write!(text, "{},", cell(i % 4096, i / 4096)).unwrap();
    }
    text.pop();
    map(text + "</data></layer></map>")
}

/// Lines from corner to corner of a map as large as maps may be: the box around each holds millions of cells.
fn slanted() -> Memory {
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

fn defaults() -> Memory {
    let text = "x".repeat(40 << 20);
    map(exits(1000))
        .and("p.tiled-project", project(&format!("{{\"name\":\"next\",\"type\":\"string\",\"value\":\"{text}\"}}")))
}

fn many_defaults() -> Memory {
    let members: Vec<String> =
        (0..900).map(|n| format!("{{\"name\":\"m{n}\",\"type\":\"int\",\"value\":{n}}}")).collect();
    map(exits(60_000)).and("p.tiled-project", project(&members.join(",")))
}

/// Every class holds the next one twice.
fn doubling() -> Memory {
    let member = |n: u32, name: &str| {
        format!("{{\"name\":\"{name}\",\"type\":\"class\",\"propertyType\":\"C{n}\",\"value\":{{}}}}")
    };
    let class = |n: u32| {
        format!("{{\"type\":\"class\",\"name\":\"C{n}\",\"members\":[{},{}]}}", member(n + 1, "a"), member(n + 1, "b"))
    };
    let classes: Vec<String> = (0..60).map(class).collect();
    let exit = format!("{{\"type\":\"class\",\"name\":\"Exit\",\"members\":[{}]}}", member(0, "m"));
    map(exits(50)).and("p.tiled-project", format!("{{\"propertyTypes\":[{},{exit}]}}", classes.join(",")))
}

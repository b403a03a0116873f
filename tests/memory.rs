//! Reading a hostile map never takes more than half a GiB, its own bytes included, and never long. The program has no test
//! harness, whose threads would be counted as well. It starts itself once per map, so that several are measured at a time.

mod level_kit;
#[path = "common/settings.rs"]
mod settings;

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io;
use std::num::NonZero;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use std::{env, thread};

use base64::Engine;
use level_kit::Memory;
use peak_alloc::PeakAlloc;
use seamwalker_level::{Files, Limits, check};

#[global_allocator]
static PEAK: PeakAlloc = PeakAlloc;

/// The most memory at any time, in bytes.
const MAX: usize = 512 << 20;

/// Longer than any map takes, even in a slow debug build on a busy machine.
const SOON: Duration = Duration::from_secs(90);

/// The size of an unpacked bomb, in bytes.
const BOMB: usize = 1 << 30;

/// Without `LONG=1`, one of so many cases is measured. With a prime number, they are of all kinds.
const SAMPLE: usize = 7;

/// The argument that selects one case by its number.
const ONE: &str = "--case";

fn main() {
    let arguments: Vec<String> = env::args().collect();
    if let [_, one, number] = &arguments[..]
        && one == ONE
    {
        return measure(cases().swap_remove(number.parse().unwrap()));
    }
    let (failed, count) = (AtomicUsize::new(0), cases().len());
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let every = if settings::is_long() { 1 } else { SAMPLE };
    let run = |number: usize| {
        let output = Command::new(env::current_exe().unwrap()).args([ONE, &number.to_string()]).output().unwrap();
        print!("{}", String::from_utf8_lossy(&[output.stdout, output.stderr].concat()));
        failed.fetch_add(usize::from(!output.status.success()), Ordering::Relaxed);
    };
    let run = &run;
    thread::scope(|scope| {
        for first in 0..threads {
            scope.spawn(move || (first * every..count).step_by(threads * every).for_each(run));
        }
    });
    assert_eq!(failed.into_inner(), 0, "some maps took too much");
    println!("test hostile_maps_take_little_memory ... ok");
}

fn measure((name, make, words): Case) {
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
}

/// Name, files, and words of the first problems.
type Case = (&'static str, Make, &'static str);

/// Makes the files of a case only when it is measured.
type Make = Box<dyn Fn() -> Box<dyn Files>>;

/// A file that refers to others, all with the same content.
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
    let full = |one: &'static str, head: &'static str, tail: &'static str| -> Make {
        Box::new(move || map(largest(one, head, tail)))
    };
    let tilesets = |one: &'static str, head: &'static str, tail: &'static str| -> Make {
        Box::new(move || {
            let source = |i: u32| format!("<tileset firstgid=\"{}\" source=\"{i}.tsx\"/>", i + 1);
            let first = format!("{HEAD}{}</map>", (0..250).map(source).collect::<String>());
            Box::new(Same { name: "m.tmx", first, others: largest(one, head, tail).into_bytes() })
        })
    };
    let maps =
        |count: u32, size: &'static str, make: fn() -> String| -> Make { Box::new(move || world(count, size, make())) };
    let large = |cell: fn(u32, u32) -> u8| -> Make { Box::new(move || map(level_kit::largest_map(cell))) };
    vec![
        ("zlib bomb", Box::new(|| packed("zlib", &zlib_bomb())), "more than"),
        ("gzip bomb", Box::new(|| packed("gzip", &gzip_bomb())), "more than"),
        ("zstd bomb", Box::new(|| packed("zstd", &zstd_bomb())), "more than"),
        ("zlib bomb in JSON", Box::new(|| packed_json("zlib", &zlib_bomb())), "more than"),
        ("zstd bomb in JSON", Box::new(|| packed_json("zstd", &zstd_bomb())), "more than"),
        ("too large", Box::new(|| map(" ".repeat(65 << 20))), "too large"),
        ("64 MiB of elements", full("<a/>", "<map>", "</map>"), "elements"),
        ("64 MiB of attributes", full(" a=''", "<map", "/>"), "a"),
        ("64 MiB of elements with attributes", full("<a b='' c='' d='' e='' f=''/>", "<map>", "</map>"), "attributes"),
        ("64 MiB of text", full("x", "<map>", "</map>"), "orientation"),
        ("64 MiB of one attribute", full("x", "<map a='", "'/>"), "orientation"),
        ("64 MiB of quotes", full("\"", "<map a='", "'/>"), "escaped"),
        ("64 MiB of JSON ampersands", full("&", "{\"class\":\"", "\"}"), "escaped"),
        ("64 MiB of comment", full("x", "<map><!--", "--></map>"), "orientation"),
        ("64 MiB of depth", full("<a>", "<map>", ""), "deeper"),
        ("64 MiB of cells", full("<tile/>", "<map><layer><data>", "</data></layer></map>"), "orientation"),
        ("64 MiB of JSON lists", full("[],", "{\"a\":[", "[]]}"), "values"),
        ("64 MiB of JSON numbers", full("1,", "{\"a\":[", "1]}"), "cells"),
        ("64 MiB of JSON numbers and a word", full("1,", "{\"a\":[", "\"x\"]}"), "cells"),
        ("64 MiB of JSON negatives", full("-1,", "{\"a\":[", "1]}"), "values"),
        ("64 MiB of JSON words", full("\"\",", "{\"a\":[", "\"\"]}"), "values"),
        ("64 MiB of JSON keys", Box::new(keys), "values"),
        ("64 MiB of JSON text", full("x", "{\"a\":\"", "\"}"), "orientation"),
        ("64 MiB of JSON depth", full("[", "", ""), "deeper"),
        ("as many walls as there may be", large(|_, _| 1), "MiB when it is played"),
        ("as many columns as there may be", large(|x, _| u8::from(x % 16 == 0)), "no Exit"),
        ("a large picture of cells", large(|x, y| ((x * 7 + y * 3) % 7) as u8), ""),
        ("a chequered map", large(|x, y| ((x + y) % 2) as u8), "edges"),
        ("long slanted lines", Box::new(slanted), "no Exit"),
        ("2^32 tiles", Box::new(|| map(tileset("4294967295"))), "not between"),
        ("a default text of 40 MiB for every object", Box::new(defaults), "properties take more than"),
        ("a class that doubles itself", Box::new(doubling), ""),
        ("many objects with all their defaults", Box::new(many_defaults), "properties take more than"),
        (
            "250 tilesets of 64 MiB of comment",
            tilesets("x", "<tileset tilewidth='1' tileheight='1' tilecount='0' columns='0'><!--", "--></tileset>"),
            "bytes",
        ),
        (
            "250 tilesets of 64 MiB of one attribute",
            tilesets("x", "<tileset tilewidth='1' tileheight='1' tilecount='0' columns='0' name='", "'/>"),
            "bytes",
        ),
        ("250 tilesets of 64 MiB of elements", tilesets("<a/>", "<tileset>", "</tileset>"), "bytes"),
        ("world of 4096 maps of 64 MiB", maps(4096, "", || largest("x", "<map a='", "'/>")), "bytes"),
        ("world of 4096 maps of 64 MiB and their sizes", maps(4096, SIZE, || largest("x", "<map a='", "'/>")), "bytes"),
        ("world of 4096 maps of layers", maps(4096, SIZE, || largest("<layer/>", "<map>", "</map>")), "bytes"),
        ("world of 4096 maps of 64 x 64 cells", maps(4096, SIZE, || chequered(64)), "edges"),
        ("world of 300 maps across each other", maps(300, "", || chequered(220)), "edges"),
    ]
}

fn map(text: impl AsRef<[u8]>) -> Box<dyn Files> {
    memory(text, &[])
}

fn memory(map: impl AsRef<[u8]>, project: &[String]) -> Box<dyn Files> {
    let files = Memory::with_map("").and("m.tmx", map);
    Box::new(project.iter().fold(files, |files, project| files.and("p.tiled-project", project)))
}

/// The largest file that is read.
fn largest(one: &str, head: &str, tail: &str) -> String {
    let room = usize::try_from(Limits::DEFAULT.file_bytes).unwrap() - head.len() - tail.len();
    format!("{head}{}{tail}", one.repeat(room / one.len()))
}

/// The size of each map in a world file.
const SIZE: &str = ",\"width\":1024,\"height\":1024";

/// A world of equal maps, each a little farther right and lower than the one before.
fn world(count: u32, size: &str, map: String) -> Box<dyn Files> {
    let maps = (0..count).map(|i| format!("{{\"fileName\":\"{i}.tmx\",\"x\":{i},\"y\":{i}{size}}}"));
    let first = format!("{{\"maps\":[{}],\"type\":\"world\"}}", maps.collect::<Vec<_>>().join(","));
    Box::new(Same { name: "m.world", first, others: map.into_bytes() })
}

/// A map in which every second cell is full.
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
    map(level_kit::small_layer(&format!("<data encoding=\"base64\" compression=\"{method}\">{text}</data>")))
}

fn packed_json(method: &str, bytes: &[u8]) -> Box<dyn Files> {
    let text = base64::engine::general_purpose::STANDARD.encode(bytes);
    map(level_kit::small_json(&format!(
        "{{\"type\":\"tilelayer\",\"width\":2,\"height\":2,\"encoding\":\"base64\",\"compression\":\"{method}\",\"data\":\"{text}\"}}"
    )))
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

/// Lines from corner to corner of the largest map, and a slanted ellipse: the box around each contains millions of cells.
fn slanted() -> Box<dyn Files> {
    let line = |id: u32| {
        format!(
            "<object id=\"{id}\" type=\"Solid\" x=\"{id}\" y=\"0\"><polyline points=\"0,0 60000,60000\"/></object>\n"
        )
    };
    let lines: String = (1..2000).map(line).collect();
    let round = "<object id=\"2000\" type=\"Solid\" x=\"1\" y=\"1\" width=\"65536\" height=\"5\" rotation=\"30\"><ellipse/></object>";
    map(format!("{HEAD}<objectgroup id=\"1\">{lines}{round}</objectgroup></map>"))
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

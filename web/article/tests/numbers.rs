//! The numbers in the text of the article: computed by the figures, or taken from pages whose own tests keep them up to date. They stand
//! in elements with the attribute `data-n`. `UPDATE=1 cargo test --manifest-path web/article/Cargo.toml --test numbers` writes them again.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use seamwalker_article::{Figure, names, open};
use seamwalker_collide::controller::{GroundSettings, RunSettings};
use seamwalker_collide::{DEFAULT_SKIN, SolverKind, SolverOptions};

const PAGE: &str = "web/article/index.html";

fn file(path: &str) -> String {
    let whole = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    std::fs::read_to_string(&whole).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// What follows on the first line that begins with this.
fn after<'a>(text: &'a str, begin: &str) -> &'a str {
    text.lines().find_map(|line| line.strip_prefix(begin)).unwrap_or_else(|| panic!("no line begins with {begin}"))
}

/// The cells of the first row of a table in Markdown that begins with this.
fn row(text: &str, begin: &str) -> Vec<String> {
    format!("{begin}{}", after(text, begin)).split('|').map(|cell| cell.trim().to_owned()).collect()
}

/// A constant of a source file.
fn constant(path: &str, name: &str) -> String {
    let text = file(path);
    let line =
        text.lines().find(|line| line.contains(&format!("const {name}: "))).unwrap_or_else(|| panic!("{path}: {name}"));
    let (_, value) = line.split_once(" = ").expect("a value");
    value.trim_end_matches(';').parse::<f32>().expect("a number").to_string()
}

/// A count as text has it.
fn word(count: usize) -> String {
    let words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    words.get(count).map_or_else(|| count.to_string(), |word| (*word).to_owned())
}

/// `12` of `12 of 50`.
fn first_word(cell: &str) -> String {
    cell.split(' ').next().unwrap_or_default().to_owned()
}

fn value(figure: &dyn Figure, name: &str) -> f32 {
    figure.numbers().iter().find(|number| number.name == name).map_or(f32::NAN, |number| number.value)
}

fn run(figure: &mut dyn Figure, ticks: u32) {
    (0..ticks).for_each(|_| figure.step(None));
}

/// The numbers that figures compute.
fn computed(numbers: &mut BTreeMap<String, String>) {
    let mut set = |name: &str, value: String| numbers.insert(name.to_owned(), value);

    let mut bricks = open("bricks");
    run(&mut *bricks, 100);
    set("bricks-snags", value(&*bricks, "snags").to_string());
    set("bricks-steps", "100".to_owned());
    let (knob, _) = bricks.spec().slider.expect("a slider");
    let presses = (0..).map(|i| knob.from + knob.step * i as f32).take_while(|press| *press <= knob.to);
    let glides = presses.filter(|press| {
        bricks.set(*press);
        run(&mut *bricks, 150);
        value(&*bricks, "snags") == 0.0
    });
    set("bricks-glide", glides.fold(0.0, f32::max).to_string());

    let mut per_axis = open("per-axis");
    assert_eq!(per_axis.spec().slider.expect("a slider").1, 35.0, "the text says so");
    run(&mut *per_axis, 169);
    set("per-axis-cosine", format!("{:.2}", 1.0 / libm::cosf(35_f32.to_radians())));
    set("per-axis-price", format!("{:.2}", value(&*per_axis, "price")));

    let mut centre = open("centre");
    run(&mut *centre, 169);
    set("centre-snags", value(&*centre, "snags").to_string());
    set("centre-steps", "169".to_owned());

    let mut random = open("random-ground");
    let grounds = 1..=random.spec().slider.expect("a slider").0.to as u32;
    set("random-grounds", grounds.end().to_string());
    let snags = |ground: &u32| {
        random.set(*ground as f32);
        run(&mut *random, 149);
        value(&*random, "snags") > 0.0
    };
    set("random-snags", grounds.filter(snags).count().to_string());

    let mut downhill = open("downhill");
    run(&mut *downhill, 120);
    set("downhill-ticks", "120".to_owned());
    set("downhill-air", value(&*downhill, "air").to_string());

    set("skin", DEFAULT_SKIN.to_string());
    // From the core's corner, the box's corner lies a diagonal of the skin away, the slope a skin.
    set("slope-dip", format!("{:.1}", DEFAULT_SKIN * (2_f32.sqrt() - 1.0)));
    set("run", (RunSettings::default().speed / 60.0).to_string());
    set("step", SolverOptions::default().max_step.to_string());
    set("rounds", SolverOptions::default().rounds.to_string());
    set("max-slope", format!("{:.0}", libm::atanf(GroundSettings::default().max_slope).to_degrees()));
    for (name, path, constant_name) in [
        ("bricks-walk", "crates/lab/src/story/pages.rs", "BRICK_STEP"),
        ("tolerance", "crates/lab/src/measure.rs", "MAX_FREE_DEPTH"),
        ("judge-step", "crates/lab/src/oracle.rs", "TINY"),
        ("cell", "crates/collide/src/solver/thick_sat/fast/config_space_grid.rs", "CONFIG_CELL"),
        ("rider", "crates/collide/src/carrier/mod.rs", "STAND_REACH"),
        ("no-room", "crates/collide/src/carrier/mod.rs", "NO_ROOM"),
        ("polylines", "crates/lab/src/scene/random.rs", "POLYLINES"),
        ("lift-box", "web/article/src/platform.rs", "BOX"),
    ] {
        set(name, constant(path, constant_name));
    }
}

/// The numbers of pages about all scenes, about speed, and about other libraries.
fn taken(numbers: &mut BTreeMap<String, String>) {
    let mut set = |name: &str, value: String| numbers.insert(name.to_owned(), value);

    let speed = file("docs/PERFORMANCE.md");
    let median = |begin: &str| {
        let number = after(&speed, begin).split_whitespace().nth(1).and_then(|number| number.parse::<f32>().ok());
        format!("{:.0}", number.expect("minimum, median, maximum"))
    };
    let peers = file("docs/PEERS.md");
    for (name, mover) in [
        ("nothing", "no collision"),
        ("compiled", "thick-sat, compiled"),
        ("slide-and-ground", "thick-sat, compiled, slide + ground"),
        ("controller", "thick-sat, compiled, whole character"),
        ("thick-sat", "thick-sat, uncompiled"),
    ] {
        let ns: f32 = row(&peers, &format!("| {mover} |"))[12].parse().expect("nanoseconds");
        set(&format!("ns-{name}"), format!("{ns:.0}"));
    }

    let solvers = file("docs/SOLVERS.md");
    let (_, all) = solvers.split_once("All scenes together:").expect("the table of all scenes");
    for (name, solver) in [
        ("thick-sat", "thick-sat"),
        ("thin-sat", "thin-sat"),
        ("per-axis", "per-axis"),
        ("per-axis-as-written", "per-axis, as written"),
        ("mandatory-first", "mandatory-first"),
        ("swept", "swept"),
        ("swept-as-written", "swept, as written"),
        ("vertex-discard", "vertex-discard"),
        ("edge-flags", "edge-flags"),
        ("centre-axes", "thick-sat, centre axes"),
        ("no-end-axes", "thick-sat, no end axes"),
        ("no-sub-steps", "thick-sat, no sub-steps"),
    ] {
        let cells = row(all, &format!("| {solver} |"));
        set(&format!("clean-{name}"), first_word(&cells[2]));
        set("scenes", cells[2].rsplit(' ').next().unwrap_or_default().to_owned());
        let is_kind = solver.parse::<SolverKind>().is_ok();
        if is_kind || name == "centre-axes" {
            set(&format!("snags-{name}"), cells[3].clone());
        }
        if is_kind && name != "thick-sat" {
            set(&format!("ns-{name}"), median(&format!("{solver}  ")));
        }
        if name == "edge-flags" {
            let lurch: f32 = first_word(&cells[7]).parse().expect("pixels");
            set("lurch-edge-flags", format!("{lurch:.2}"));
        }
    }
    let uncorrected = row(&solvers, "| deepest, one after another |");
    let (clean, _) = uncorrected[3].split_once(',').expect("clean scenes, snags");
    set("clean-uncorrected", clean.to_owned());
    let names = row(&solvers, "| scene | thick-sat |");
    let polylines = row(&solvers, "| [polylines](#polylines) |");
    let column = |solver: &str| &polylines[names.iter().position(|name| name == solver).expect("a column")];
    assert_eq!(column("thick-sat"), "·", "the text says that none is stuck");
    set("polylines-centre", first_word(column("thick-sat, centre axes")));

    let instructions = file("benches/instructions.txt");
    set("instructions-reference", first_word(after(&instructions, "thick-sat ")));
    set("instructions-compiled", first_word(after(&instructions, "compiled ")));

    let (_, table) = peers.split_once("<!-- table -->").expect("the table");
    let (table, _) = table.split_once("<!-- end of table -->").expect("its end");
    let movers = table.lines().filter(|line| line.starts_with("| ")).skip(1);
    let movers = movers.map(|line| line.split('|').map(str::trim).collect::<Vec<_>>());
    // The rows of a walk alone have no scenes.
    let movers: Vec<_> = movers.filter(|cells| cells[2].contains(" of ")).collect();
    let rows = movers.iter().map(|cells| {
        let (mover, clean, snags) = (cells[1], cells[2], cells[5]);
        let (done, of) = clean.split_once(" of ").expect("scenes");
        format!(
            "<tr><th scope=\"row\">{mover}</th><td><meter max=\"{of}\" value=\"{done}\" aria-hidden=\"true\"></meter> {clean}</td>\
             <td class=\"number\">{snags}</td></tr>"
        )
    });
    set("peers", format!("\n{}\n", rows.collect::<Vec<_>>().join("\n")));
    for (name, mover) in [
        ("box2d", "Box2D, one-sided outlines, 1 px per meter"),
        ("box2d-16", "Box2D, one-sided outlines, 16 px per meter"),
        ("platformer", "macroquad-platformer"),
    ] {
        set(&format!("pixel-{name}"), row(table, &format!("| {mover}"))[3].clone());
    }
    let libraries: BTreeSet<&str> = movers.iter().filter_map(|cells| cells[1].split(',').next()).collect();
    // Without our own two.
    set("libraries", word(libraries.len() - 2));
    let page = file(PAGE);
    let methods = page.split("id=\"choose-name\"").nth(1).and_then(|rest| rest.split("</table>").next());
    set("methods", word(methods.map_or(0, |table| table.matches("<th scope=\"row\">").count())));
    let whole = row(table, "| thick-sat, compiled |");
    set("peer-scenes", whole[2].rsplit(' ').next().unwrap_or_default().to_owned());
}

#[test]
fn every_number_of_the_text_is_what_the_library_computes() {
    let mut numbers = BTreeMap::new();
    computed(&mut numbers);
    taken(&mut numbers);
    let page = file(PAGE);
    let mut written = String::new();
    let mut rest = &page[..];
    let mut used = Vec::new();
    while let Some(at) = rest.find(" data-n=\"") {
        let (before, tag) = rest.split_at(at + " data-n=\"".len());
        let (name, tag) = tag.split_once('"').expect("an attribute ends");
        let (_, inner) = tag.split_once('>').expect("a tag ends");
        let close = if name == "peers" { "</tbody>" } else { "</span>" };
        let (_, after) = inner.split_once(close).expect("an element ends");
        let number = numbers.get(name).unwrap_or_else(|| panic!("{PAGE}: no number is called {name}"));
        written += &format!("{before}{name}\">{number}{close}");
        used.push(name.to_owned());
        rest = after;
    }
    written += rest;
    for name in numbers.keys() {
        assert!(used.contains(name), "{PAGE} does not use {name}");
    }
    if std::env::var("UPDATE").is_ok() {
        std::fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join("index.html"), &written)
            .expect("a page that can be written");
    } else {
        let differ = written.lines().zip(page.lines()).find(|(new, old)| new != old);
        assert!(written == page, "{PAGE} is out of date: run this test with UPDATE=1, and read the text: {differ:?}");
    }
}

/// The page draws figures before they are there: their canvases have the shape of their views.
#[test]
fn every_figure_has_its_place_in_the_page() {
    let page = file(PAGE);
    let script = file("web/article/article.js");
    let (_, kinds) = script.split_once("const KINDS = [").expect("the list of figures");
    let kinds: Vec<&str> = kinds.split(']').next().unwrap_or_default().split('"').skip(1).step_by(2).collect();
    assert!(names().eq(kinds));
    for name in names() {
        let size = open(name).spec().view.size();
        let (_, figure) =
            page.split_once(&format!("data-figure=\"{name}\"")).unwrap_or_else(|| panic!("no figure {name}"));
        let canvas = format!("<canvas width=\"{}\" height=\"{}\"", size.x, size.y);
        let figure = figure.split("</figure>").next().unwrap_or_default();
        assert!(figure.contains(&canvas), "{name} needs {canvas}");
    }
}

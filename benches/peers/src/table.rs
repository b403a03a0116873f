//! The tables. All other figures about libraries are taken from the cells of the main table.

use std::fs;

use rayon::prelude::*;
use seamwalker_collide::{SolverKind, SolverSetup};
use seamwalker_lab::Scene;

use crate::judge::{Seams, Total, bare_scenes, ours, theirs};
use crate::peer::{Peer, all, godot};
use crate::speed::{self, Time};
use crate::workload::level;

/// Of our own, the main table has the first ones.
const OURS: usize = 6;

/// Columns of the main table; a row begins with an empty cell.
const MOVER: usize = 1;
const NS: usize = 12;
const INSTRUCTIONS: usize = 13;

/// The peers whose names contain this.
fn chosen(name: Option<&str>) -> Vec<Peer> {
    let mut peers = all();
    peers.retain(|peer| name.is_none_or(|part| peer.name().to_lowercase().contains(&part.to_lowercase())));
    peers
}

/// Prints one line for every setting.
pub fn settings(library: Option<&str>) {
    let scenes = bare_scenes();
    let level = level((1, 1));
    println!("clean  1 px of  snags stuck missed overlap  lurch jitter  drift speed    ns grounded");
    for peer in chosen(library) {
        let t = theirs(&scenes, &peer, Seams::Kept);
        let speed = t.speed.map_or(String::new(), |speed| format!("{speed}x"));
        let [ns, grounded] = speed::glimpse(&level, &peer).map_or([0.0; 2], |time| [time.ns[0], time.grounded.into()]);
        println!(
            "{:5} {:5} {:2} {:6} {:5} {:6} {:7.3} {:6.2} {:6.3} {:6.2} {speed:>5} {ns:5.0} {grounded:8.3}  {}{}",
            t.clean,
            t.nearly,
            t.scenes,
            t.snags,
            t.stuck,
            t.missed,
            t.overlap,
            t.lurch,
            t.jitter,
            t.drift,
            peer.name(),
            if peer.is_shown() { " *" } else { "" }
        );
    }
}

/// Prints the figures of every scene with the settings of the main table.
pub fn each(library: Option<&str>) {
    let scenes = bare_scenes();
    for peer in chosen(library).iter().filter(|peer| peer.is_shown()) {
        println!("{}", peer.name());
        for (name, figures) in theirs(&scenes, peer, Seams::Kept).each {
            println!("{} {name:24} {figures:?}", if figures.is_clean() { "." } else { "x" });
        }
    }
}

/// The text of docs/PERFORMANCE.md, the main table and the ratios.
pub fn tables() -> [String; 3] {
    let (scenes, peers) = (bare_scenes(), all());
    let shown: Vec<Peer> = peers.into_iter().filter(Peer::is_shown).collect();
    let (text, times) = speed::all(None, None, &shown);
    let counted: Vec<_> = times.par_iter().map(|time| speed::instructions(&time.name)).collect();
    let time = |name: &str| times.iter().zip(&counted).find(|(time, _)| time.name == name);
    let mut table = "| mover | clean | within 1 px | clean without seams | snags of steps | stuck | missed | overlap px | lurch px | \
         speed | jitter px | ns | instructions | grounded |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n"
        .to_owned();
    for (name, _) in &speed::OURS[..OURS] {
        let kind = [("thick-sat, compiled", SolverKind::ThickSat), ("disk", SolverKind::Disk)];
        let kind = kind.into_iter().find(|(judged, _)| judged == name);
        let total = kind.map(|(_, kind)| ours(&scenes, SolverSetup::new(kind)));
        table += &row(name, total.map(|total| (total, "-".to_owned())), time(name));
    }
    shown.iter().for_each(|peer| table += &peer_row(&scenes, peer, time(&peer.title())));
    let ratios = ratios(&cells(&table));
    [text, table, ratios]
}

/// Prints rows of the main table, without times.
pub fn rows(name: Option<&str>) {
    let scenes = bare_scenes();
    for peer in chosen(name).iter().filter(|peer| peer.is_shown()) {
        print!("{}", peer_row(&scenes, peer, None));
    }
}

fn peer_row(scenes: &[Scene], peer: &Peer, time: Option<(&Time, &Option<u64>)>) -> String {
    let [kept, removed] = [Seams::Kept, Seams::Removed].map(|seams| theirs(scenes, peer, seams));
    row(&peer.title(), Some((kept, removed.clean.to_string())), time)
}

fn row(name: &str, faults: Option<(Total, String)>, time: Option<(&Time, &Option<u64>)>) -> String {
    let faults = faults.map_or("- | - | - | - | - | - | - | - | - | -".to_owned(), |(total, removed)| {
        let steps: u64 = total.each.iter().map(|(_, figures)| figures.steps).sum();
        format!(
            "{} of {} | {} | {removed} | {} of {steps} | {} | {} | {:.3} | {:.3} | {}x | {:.3}",
            total.clean,
            total.scenes,
            total.nearly,
            total.snags,
            total.stuck,
            total.missed,
            total.overlap,
            total.lurch,
            total.speed.unwrap_or(0),
            total.jitter,
        )
    });
    let time = time.map_or("- | - | -".to_owned(), |(time, instructions)| {
        let (ns, count) = (time.ns[1], instructions.map_or("-".to_owned(), |count| count.to_string()));
        format!("{ns:.*} | {count} | {:.1} %", usize::from(ns < 100.0), time.grounded * 100.0)
    });
    format!("| {name} | {faults} | {time} |\n")
}

/// The cells of the rows of a table.
fn cells(table: &str) -> Vec<Vec<&str>> {
    table.lines().skip(2).map(|line| line.split('|').map(str::trim).collect()).collect()
}

/// The number that a cell begins with.
fn number(cell: &str) -> Option<f32> {
    cell.split(' ').next()?.parse().ok()
}

/// How many times as long, and as many instructions, the fastest setting of each library takes as each of ours.
fn ratios(rows: &[Vec<&str>]) -> String {
    let ours: Vec<_> = rows.iter().filter(|row| row[MOVER].starts_with("thick-sat")).collect();
    let names: Vec<&str> = ours.iter().map(|row| row[MOVER]).collect();
    let mut text = format!("| | {} |\n|---|{}\n", names.join(" | "), "---:|".repeat(ours.len()));
    for row in rows.iter().filter(|row| row[MOVER].contains(", fastest: ")) {
        let ratio = |own: &[&str], column: usize| Some(number(row[column])? / number(own[column])?);
        let cell = |own: &&Vec<&str>| {
            let [time, count] = [NS, INSTRUCTIONS].map(|column| ratio(own, column).unwrap_or(f32::NAN));
            format!("{time:.1} ({count:.1})")
        };
        text += &format!("| {} | {} |\n", row[MOVER], ours.iter().map(cell).collect::<Vec<_>>().join(" | "));
    }
    text
}

/// The table on the page of the collision crate, with its old names: the best that a library has in each column.
fn best(old: &str, rows: &[Vec<&str>]) -> String {
    let line = |line: &str| {
        let label = line.split('|').nth(1).unwrap_or_default().trim();
        let name = label.strip_prefix("**seamwalker-collide**, ").or(label.split(' ').next());
        let is_named = |row: &&Vec<&str>| name == Some(row[MOVER]) || name == row[MOVER].split(',').next();
        let of: Vec<_> = rows.iter().filter(is_named).collect();
        let best = |(column, sign): (usize, f32)| {
            let numbers = of.iter().filter_map(|row| Some((number(row[column])? * sign, row[column])));
            numbers.min_by(|a, b| a.0.total_cmp(&b.0)).map_or("-", |(_, cell)| cell)
        };
        let columns = [(2, -1.0), (3, -1.0), (5, 1.0), (NS, 1.0), (INSTRUCTIONS, 1.0)].map(best);
        if of.is_empty() { format!("{line}\n") } else { format!("| {label} | {} |\n", columns.join(" | ")) }
    };
    old.trim_start().lines().map(line).collect()
}

/// Writes the tables, and what is taken from them, into the pages.
pub fn write() {
    let [text, mut table, ratios] = tables();
    fill("docs/PEERS.md", "table", |old| {
        // Where Godot is missing, its rows stay.
        let kept = old.lines().filter(|line| !godot::is_there() && line.starts_with("| Godot, "));
        kept.for_each(|line| table += &format!("{line}\n"));
        format!("\n{table}")
    });
    let rows = cells(&table);
    let ns = |name: &str| rows.iter().find(|row| row[MOVER] == name).map_or("-", |row| row[NS]);
    let slide = format!(
        "a slide takes {} ns in a compiled terrain, {} with the search for ground after it, and a whole character {}",
        ns(speed::OURS[1].0),
        ns(speed::OURS[3].0),
        ns(speed::OURS[4].0)
    );
    fill("docs/PEERS.md", "ratios", |_| format!("\n{ratios}"));
    fill("docs/PERFORMANCE.md", "walk", |_| format!("\n```\n{text}```\n"));
    fill("crates/collide/README.md", "table", |old| format!("\n{}", best(old, &rows)));
    fill("README.md", "slide", |_| slide);
}

/// Replaces what a page has between two marks.
fn fill(page: &str, mark: &str, text: impl FnOnce(&str) -> String) {
    let path = format!("{}/../../{page}", env!("CARGO_MANIFEST_DIR"));
    let old = fs::read_to_string(&path).expect(page);
    let [first, last] = ["", "end of "].map(|of| format!("<!-- {of}{mark} -->"));
    let (head, rest) = old.split_once(&first).expect(&first);
    let (old, tail) = rest.split_once(&last).expect(&last);
    fs::write(&path, format!("{head}{first}{}{last}{tail}", text(old))).expect(page);
}

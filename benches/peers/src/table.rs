//! The tables.

use seamwalker_collide::{SolverKind, SolverSetup};
use seamwalker_lab::Scene;

use crate::judge::{Seams, Total, bare_scenes, ours, theirs};
use crate::peer::{Peer, all, godot};
use crate::speed::{Time, times};

/// The page that holds the main table, and the lines around it.
const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/PEERS.md");
const FIRST: &str = "<!-- table -->\n";
const LAST: &str = "<!-- end of table -->\n";

/// The rounds and ticks of the walk.
const ROUNDS: usize = 9;
const TICKS: usize = 400_000;

/// The peers whose names contain this.
fn chosen(name: Option<&str>) -> Vec<Peer> {
    let mut peers = all();
    peers.retain(|peer| name.is_none_or(|part| peer.name().to_lowercase().contains(&part.to_lowercase())));
    peers
}

/// Prints one line for every setting.
pub fn settings(library: Option<&str>) {
    let scenes = bare_scenes();
    println!("clean  1 px of  snags stuck missed overlap  lurch jitter  drift speed");
    for peer in chosen(library) {
        let t = theirs(&scenes, &peer, Seams::Kept);
        let speed = t.speed.map_or(String::new(), |speed| format!("{speed}x"));
        println!(
            "{:5} {:5} {:2} {:6} {:5} {:6} {:7.3} {:6.2} {:6.3} {:6.2} {speed:>5}  {}{}",
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
            if peer.is_best { " *" } else { "" }
        );
    }
}

/// Prints the figures of every scene with the settings of the main table.
pub fn each(library: Option<&str>) {
    let scenes = bare_scenes();
    for peer in chosen(library).iter().filter(|peer| peer.is_best) {
        println!("{}", peer.name());
        for (name, figures) in theirs(&scenes, peer, Seams::Kept).each {
            println!("{} {name:24} {figures:?}", if figures.is_clean() { "." } else { "x" });
        }
    }
}

/// The main table as Markdown.
pub fn table() -> String {
    let scenes = bare_scenes();
    let times = times(ROUNDS, TICKS);
    let time = |name: &str| times.iter().find(|time| time.name == name);
    let mut text = "| mover | clean | within 1 px | clean without seams | snags of steps | stuck | missed | overlap px | lurch px | \
         speed | jitter px | ns | ratio | grounded |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n"
        .to_owned();
    for (name, kind) in [("thick-sat", SolverKind::ThickSat), ("disk", SolverKind::Disk)] {
        let total = ours(&scenes, SolverSetup::new(kind));
        text.push_str(&row(name, &total, "-".to_owned(), time(name)));
    }
    for peer in all().iter().filter(|peer| peer.is_best) {
        text.push_str(&peer_row(&scenes, peer, time(&peer.name())));
    }
    text
}

/// Prints rows of the main table, without times.
pub fn rows(name: Option<&str>) {
    let scenes = bare_scenes();
    for peer in chosen(name).iter().filter(|peer| peer.is_best) {
        print!("{}", peer_row(&scenes, peer, None));
    }
}

fn peer_row(scenes: &[Scene], peer: &Peer, time: Option<&Time>) -> String {
    let [kept, removed] = [Seams::Kept, Seams::Removed].map(|seams| theirs(scenes, peer, seams));
    row(&peer.name(), &kept, removed.clean.to_string(), time)
}

fn row(name: &str, total: &Total, removed: String, time: Option<&Time>) -> String {
    let steps: u64 = total.each.iter().map(|(_, figures)| figures.steps).sum();
    let ns = time.map_or("-".to_owned(), |time| format!("{:.0}", time.ns));
    let ratio = time.map_or("-".to_owned(), |time| format!("{:.1}", time.ratio));
    let grounded = time.map_or("-".to_owned(), |time| format!("{:.1} %", time.grounded * 100.0));
    format!(
        "| {name} | {} of {} | {} | {removed} | {} of {steps} | {} | {} | {:.3} | {:.3} | {}x | {:.3} | {ns} | {ratio} | {grounded} |\n",
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
}

/// Writes the main table to docs/PEERS.md, unless a library of it is missing.
pub fn write() {
    if !godot::is_there() {
        eprintln!("{PAGE} is left as it is, because its table has Godot's rows.");
        std::process::exit(1);
    }
    let page = std::fs::read_to_string(PAGE).expect("docs/PEERS.md");
    let (head, rest) = page.split_once(FIRST).expect("the first line of the table");
    let (_, tail) = rest.split_once(LAST).expect("the line after the table");
    std::fs::write(PAGE, format!("{head}{FIRST}{}{LAST}{tail}", table())).expect("docs/PEERS.md");
}

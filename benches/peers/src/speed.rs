//! The same walk with our solvers and with other libraries, interleaved in one run.
//!
//! Every round walks once with every peer, so that a busy machine slows all of them. A line has the nanoseconds per tick (minimum,
//! median and maximum of all rounds), and the median as a ratio to the walk without collision.

use std::hint::black_box;
use std::process::Command;
use std::time::Instant;

use crate::ground::Ground;
use crate::peer::{self, Peer};
use crate::workload::{self, Agent, HALF, Level, Tally, agents, compiled, level, nothing, walk};
use glam::Vec2;
use seamwalker_collide::{Aabb, Mover, Slide, Solver, SolverSetup, Space, slide_all};

/// Libraries walk only a fraction of the ticks, one in so many.
const SLOW: usize = 20;

/// Ours: the name in the tables, and in benches/instructions.txt.
pub const OURS: [(&str, &str); 12] = [
    ("no collision", "nothing"),
    ("thick-sat, compiled", "compiled"),
    ("thick-sat, uncompiled", "thick-sat"),
    ("thick-sat, compiled, slide + ground", "slide-and-ground"),
    ("thick-sat, compiled, whole character", "controller"),
    ("disk", "disk"),
    ("thin-sat", "thin-sat"),
    ("per-axis", "per-axis"),
    ("mandatory-first", "mandatory-first"),
    ("swept", "swept"),
    ("vertex-discard", "vertex-discard"),
    ("edge-flags", "edge-flags"),
];

/// How many of them walk through larger levels, too.
const LARGE: usize = 3;

/// A solver or library that is compared.
struct Walker<'a> {
    name: String,
    /// It walks one tick in so many: 1, or [`SLOW`].
    part: usize,
    walk: Box<dyn FnMut(usize) -> Tally + 'a>,
}

fn ours<'a>(level: &'a Level, fast: &'a Space) -> impl Iterator<Item = Walker<'a>> {
    OURS.into_iter().map(move |(name, key)| Walker {
        name: name.into(),
        part: 1,
        walk: Box::new(move |ticks| workload::ours(key, level, fast, ticks)),
    })
}

/// `None` if the library cannot express the level, or would be timed through a socket.
fn theirs<'a>(level: &'a Level, peer: &Peer) -> Option<Walker<'a>> {
    let mut slider = (peer.make)(&Ground::of_walk(level)).filter(|_| peer.is_in_process())?;
    let walk = move |ticks| walk(level, ticks, |at, delta| slider.slide(HALF, at, delta));
    Some(Walker { name: peer.title(), part: SLOW, walk: Box::new(walk) })
}

/// The time of a tick of the walk.
pub struct Time {
    pub name: String,
    /// Minimum, median and maximum of nanoseconds per tick.
    pub ns: [f64; 3],
    /// The share of ticks that ended on the ground.
    pub grounded: f32,
    /// Pixels per tick.
    way: f32,
}

fn measure(mut walkers: Vec<Walker>, rounds: usize, ticks: usize) -> Vec<Time> {
    let mut results = vec![(Vec::new(), Tally::default()); walkers.len()];
    for _ in 0..rounds {
        for (walker, (times, tally)) in walkers.iter_mut().zip(&mut results) {
            let ticks = ticks / walker.part;
            let start = Instant::now();
            *tally = black_box((walker.walk)(ticks));
            times.push(start.elapsed().as_secs_f64() * 1e9 / ticks as f64);
        }
    }
    let time = |(walker, (mut times, tally)): (Walker, (Vec<f64>, Tally))| {
        times.sort_by(f64::total_cmp);
        let ticks = (ticks / walker.part) as f32;
        let ns = [0, rounds / 2, rounds - 1].map(|at| times[at]);
        Time { name: walker.name, ns, grounded: tally.grounded as f32 / ticks, way: tally.way / ticks }
    };
    walkers.into_iter().zip(results).map(time).collect()
}

/// A short walk with one setting.
pub fn glimpse(level: &Level, peer: &Peer) -> Option<Time> {
    measure(vec![theirs(level, peer)?], 5, 20_000 * SLOW).pop()
}

/// Walks once, with any setting of a library by its name, so that [`instructions`] can be counted.
pub fn alone(name: &str, ticks: usize) {
    let (level, peers) = (level((1, 1)), peer::all());
    let peer = peers.iter().find(|peer| peer.name() == name || peer.title() == name).expect("the name of a setting");
    black_box((theirs(&level, peer).expect("a library that can walk").walk)(ticks));
}

/// Instructions per tick, by valgrind; .ci/instructions has counted ours in the same way.
pub fn instructions(name: &str) -> Option<u64> {
    if let Some((_, key)) = OURS.iter().find(|own| own.0 == name) {
        let mut counted = include_str!("../../instructions.txt").lines().filter_map(|line| line.split_once(' '));
        return counted.find(|line| line.0 == *key)?.1.parse().ok();
    }
    let count = |ticks: u64| {
        let mut valgrind = Command::new("valgrind");
        valgrind.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(std::env::current_exe().ok()?);
        let output = valgrind.args(["walk", name, &ticks.to_string()]).output().expect("valgrind is installed");
        let printed = String::from_utf8_lossy(&output.stderr).replace(',', "");
        printed.split_once("refs:")?.1.split_whitespace().next()?.parse::<u64>().ok()
    };
    Some((count(30_000)? - count(10_000)?) / 20_000)
}

fn compare(title: &str, size: (i32, i32), (rounds, ticks): (usize, usize), with: &[Peer]) -> (String, Vec<Time>) {
    let level = level(size);
    let start = Instant::now();
    let fast = compiled(&level.space);
    let (took, edges) = (start.elapsed().as_secs_f64() * 1e3, level.space.terrain.edges().len());
    let kilobytes = fast.terrain.compiled_bytes() as f64 / 1e3;
    let count = if size == (1, 1) { OURS.len() } else { LARGE };
    let walkers = ours(&level, &fast).take(count).chain(with.iter().filter_map(|peer| theirs(&level, peer)));
    let times = measure(walkers.collect(), rounds, ticks);
    let mut text = format!(
        "{title}: {edges} edges; compiled in {took:.1} ms, {kilobytes:.0} kB\n{:40} {:>26} {:>7} {:>10} {:>10}\n",
        "ns per tick", "min/median/max", "ratio", "grounded", "px a tick"
    );
    for Time { name, ns: [min, median, max], grounded, way } in &times[..count] {
        let ratio = median / times[0].ns[1];
        text += &format!("{name:40} {min:8.1} {median:8.1} {max:8.1} {ratio:7.1} {grounded:10.3} {way:10.3}\n");
    }
    (text, times)
}

/// Thousands of movers, tick by tick: nanoseconds for each, on one core and on all cores.
fn many(movers: usize, rounds: usize) -> String {
    const TICKS: u32 = 60;
    let level = level((1, 1));
    let fast = compiled(&level.space);
    let solver = SolverSetup::default();
    let ask = |agent: &mut Agent| {
        let delta = agent.wish();
        (Mover::new(Aabb::new(agent.at, HALF)), delta)
    };
    let answer = |agent: &mut Agent, slide: &Slide| agent.moved(slide.moved);
    let border = nothing(&level);
    let free = |agents: &mut [Agent]| {
        for agent in agents {
            let delta = agent.wish();
            agent.moved(border(agent.at, delta));
        }
    };
    let one_by_one = |agents: &mut [Agent]| {
        for agent in agents {
            let (mover, delta) = ask(agent);
            answer(agent, &solver.slide(&fast, &mover, delta));
        }
    };
    let together = |agents: &mut [Agent]| slide_all(&solver, &fast, agents, ask, answer);
    type Tick<'a> = &'a dyn Fn(&mut [Agent]);
    let ways: [(&str, Tick); 3] =
        [("no collision", &free), ("one core", &one_by_one), ("slide_all, feature rayon", &together)];
    let mut text = format!("\n{movers} movers, {TICKS} ticks: ns per mover and tick (min/median/max)\n");
    let mut times = vec![Vec::new(); ways.len()];
    let mut ends = vec![Vec2::ZERO; ways.len()];
    for _ in 0..rounds {
        for (i, (_, tick)) in ways.iter().enumerate() {
            let mut agents = agents(&level, movers);
            let start = Instant::now();
            (0..TICKS).for_each(|_| tick(&mut agents));
            times[i].push(start.elapsed().as_secs_f64() * 1e9 / movers as f64 / f64::from(TICKS));
            ends[i] = agents.iter().fold(Vec2::ZERO, |sum, agent| sum + agent.at);
        }
    }
    assert_eq!(ends[1], ends[2], "the same results in any order of threads");
    for ((name, _), times) in ways.iter().zip(&mut times) {
        times.sort_by(f64::total_cmp);
        text += &format!("{name:40} {:8.1} {:8.1} {:8.1}\n", times[0], times[times.len() / 2], times[times.len() - 1]);
    }
    text
}

/// The text for docs/PERFORMANCE.md, which has ours only, and the times of everyone in the first level.
pub fn all(rounds: Option<usize>, ticks: Option<usize>, with: &[Peer]) -> (String, Vec<Time>) {
    let size = (rounds.unwrap_or(11), ticks.unwrap_or(1_000_000));
    let (mut text, times) = compare("200 x 60 tiles", (1, 1), size, with);
    // In the thread pool, as in a game: the calling thread takes part instead of sleeping.
    rayon::scope(|_| [10_000, 100_000].into_iter().for_each(|movers| text += &many(movers, size.0)));
    text = text + "\n" + &compare("10 times the area", (5, 2), size, &[]).0;
    text = text + "\n" + &compare("100 times the area", (10, 10), size, &[]).0;
    (text, times)
}

//! The same walk with our solvers and with other libraries, interleaved in one run.
//!
//! Every round walks once with every peer, so that a busy machine slows all of them. A line has the nanoseconds per tick (minimum,
//! median and maximum of all rounds), and the median as a ratio to the walk without collision.

use std::cell::RefCell;
use std::hint::black_box;
use std::rc::Rc;
use std::time::Instant;

use crate::ground::Ground;
use crate::workload::{Agent, HALF, Level, Tally, agents, compiled, level, moves, nothing, replay, walk};
use glam::Vec2;
use seamwalker_collide::{Aabb, Mover, Slide, Solver, SolverKind, SolverSetup, Space, slide_all};

/// Slower peers walk only a fraction of the ticks, one in so many.
const SLOW: usize = 20;

/// Slides recorded moves.
type Replay<'a> = Box<dyn FnMut(&[(Vec2, Vec2)]) -> Vec2 + 'a>;

/// A solver or library to be compared.
struct Peer<'a> {
    name: String,
    /// It walks one tick in so many: 1, or [`SLOW`].
    part: usize,
    walk: Box<dyn FnMut(usize) -> Tally + 'a>,
    replay: Replay<'a>,
    /// Nanoseconds per tick of every round: closed loop, replayed.
    times: [Vec<f64>; 2],
    tally: Tally,
}

impl<'a> Peer<'a> {
    fn new(name: &str, part: usize, level: &'a Level, slide: impl Fn(Vec2, Vec2) -> Vec2 + Clone + 'a) -> Self {
        let again = slide.clone();
        Self {
            name: name.into(),
            part,
            walk: Box::new(move |ticks| walk(level, ticks, &slide)),
            replay: Box::new(move |moves| replay(moves, &again)),
            times: [Vec::new(), Vec::new()],
            tally: Tally::default(),
        }
    }
}

fn ours<'a>(solver: SolverSetup, space: &'a Space) -> impl Fn(Vec2, Vec2) -> Vec2 + Clone + 'a {
    move |at, delta| solver.slide(space, &Mover::new(Aabb::new(at, HALF)), delta).moved
}

type SharedSlide = Rc<dyn Fn(Vec2, Vec2) -> Vec2>;

/// The libraries of the main table that can express the level.
fn theirs(level: &Level) -> Vec<(String, SharedSlide)> {
    let ground = Ground::of_walk(level);
    let best = crate::peer::all().into_iter().filter(|peer| peer.is_best && peer.is_in_process());
    let slide = |peer: crate::peer::Peer| {
        let slider = RefCell::new((peer.make)(&ground)?);
        let slide: SharedSlide = Rc::new(move |at, delta| slider.borrow_mut().slide(HALF, at, delta));
        Some((peer.name(), slide))
    };
    best.filter_map(slide).collect()
}

/// The time of a tick of the walk.
pub struct Time {
    pub name: String,
    /// The median of nanoseconds per tick, and as a ratio to the walk without collision.
    pub ns: f64,
    pub ratio: f64,
    /// The share of ticks that ended on the ground.
    pub grounded: f32,
}

/// The times for the main table: thick-sat compiled, disk, and the libraries.
pub fn times(rounds: usize, ticks: usize) -> Vec<Time> {
    let level = level((1, 1));
    let fast = compiled(&level.space);
    let disk = SolverSetup::new(SolverKind::Disk);
    let mut peers = vec![
        Peer::new("no collision", 1, &level, nothing(&level)),
        Peer::new("thick-sat", 1, &level, ours(SolverSetup::default(), &fast)),
        Peer::new("disk", 1, &level, ours(disk, &level.space)),
    ];
    for (name, slide) in theirs(&level) {
        peers.push(Peer::new(&name, SLOW, &level, move |at, delta| slide(at, delta)));
    }
    for _ in 0..rounds {
        for peer in &mut peers {
            let ticks = ticks / peer.part;
            let start = Instant::now();
            peer.tally = black_box((peer.walk)(ticks));
            peer.times[0].push(start.elapsed().as_secs_f64() * 1e9 / ticks as f64);
        }
    }
    let median = |peer: &mut Peer| {
        peer.times[0].sort_by(f64::total_cmp);
        peer.times[0][rounds / 2]
    };
    let bare = median(&mut peers[0]);
    let time = |peer: &mut Peer| {
        let (ns, ticks) = (median(peer), (ticks / peer.part) as f32);
        Time { name: peer.name.clone(), ns, ratio: ns / bare, grounded: peer.tally.grounded as f32 / ticks }
    };
    peers.iter_mut().map(time).collect()
}

fn compare(title: &str, size: (i32, i32), rounds: usize, ticks: usize, only_ours: bool) {
    let level = level(size);
    let start = Instant::now();
    let fast = compiled(&level.space);
    let took = start.elapsed().as_secs_f64();
    let edges = level.space.terrain.edges().len();
    println!(
        "\n{title}: {edges} edges; compiled in {:.1} ms, {:.0} kB",
        took * 1e3,
        fast.terrain.compiled_bytes() as f64 / 1e3
    );
    let mut peers = vec![
        Peer::new("no collision", 1, &level, nothing(&level)),
        Peer::new("thick-sat, compiled", 1, &level, ours(SolverSetup::default(), &fast)),
        Peer::new("thick-sat", 1, &level, ours(SolverSetup::default(), &level.space)),
    ];
    if !only_ours {
        for kind in SolverKind::ALL.into_iter().skip(1) {
            peers.push(Peer::new(kind.name(), 1, &level, ours(SolverSetup::new(kind), &level.space)));
        }
        for (name, slide) in theirs(&level) {
            peers.push(Peer::new(&name, SLOW, &level, move |at, delta| slide(at, delta)));
        }
    }
    let recorded = moves(&level, ticks, ours(SolverSetup::default(), &fast));
    for _ in 0..rounds {
        for peer in &mut peers {
            let ticks = ticks / peer.part;
            let start = Instant::now();
            peer.tally = black_box((peer.walk)(ticks));
            peer.times[0].push(start.elapsed().as_secs_f64() * 1e9 / ticks as f64);
            let start = Instant::now();
            black_box((peer.replay)(&recorded[..ticks]));
            peer.times[1].push(start.elapsed().as_secs_f64() * 1e9 / ticks as f64);
        }
    }
    print(&mut peers, ticks);
}

fn print(peers: &mut [Peer], ticks: usize) {
    println!(
        "{:70} {:>26} {:>7}   {:>26}   {:>8} {:>10}",
        "ns per tick (min/median/max)", "closed loop", "ratio", "recorded moves", "grounded", "px a tick"
    );
    let mut bare = None;
    for peer in peers {
        peer.times.iter_mut().for_each(|t| t.sort_by(f64::total_cmp));
        let of = |t: &[f64]| (t[0], t[t.len() / 2], t[t.len() - 1]);
        let (walk, replay) = (of(&peer.times[0]), of(&peer.times[1]));
        let bare = *bare.get_or_insert(walk.1);
        let ticks = (ticks / peer.part) as f32;
        println!(
            "{:70} {:8.1} {:8.1} {:8.1} {:7.1}   {:8.1} {:8.1} {:8.1}   {:8.3} {:10.3}",
            peer.name,
            walk.0,
            walk.1,
            walk.2,
            walk.1 / bare,
            replay.0,
            replay.1,
            replay.2,
            peer.tally.grounded as f32 / ticks,
            peer.tally.way / ticks
        );
    }
}

/// Thousands of movers, tick by tick: nanoseconds for each, on one core and on all cores.
fn many(movers: usize, rounds: usize) {
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
    println!("\n{movers} movers, {TICKS} ticks: ns per mover and tick (min/median/max)");
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
        println!("{name:70} {:8.1} {:8.1} {:8.1}", times[0], times[times.len() / 2], times[times.len() - 1]);
    }
}

pub fn all(rounds: Option<usize>, ticks: Option<usize>) {
    let (rounds, ticks) = (rounds.unwrap_or(11), ticks.unwrap_or(1_000_000));
    compare("200 x 60 tiles", (1, 1), rounds, ticks, false);
    // In the thread pool, as in a game: the calling thread takes part instead of sleeping.
    rayon::scope(|_| [10_000, 100_000].into_iter().for_each(|movers| many(movers, rounds)));
    compare("10 times the area", (5, 2), rounds, ticks, true);
    compare("100 times the area", (10, 10), rounds, ticks, true);
}

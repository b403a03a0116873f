//! The search itself: weighted A*, many states at a time on all cores, always in the same order.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};
use std::num::NonZero;

use super::field::{Cost, DistanceField};
use super::moves::{Move, likeness, moves, play};
use super::{Missed, Reach, Run, Search, SearchEnd, Target};
use crate::lab::Observer;
use crate::lab::history::weight;
use crate::level::{Object, ObjectKind};
use crate::sim::{Input, InputTimeline, World};

/// How near a place counts as reached, px.
pub const NEAR: f32 = 10.0;

/// How near an object counts as touched, px: more than what rests on another one is apart from it.
const TOUCH: f32 = 2.0;

/// How fine a search is.
#[derive(Clone, Copy, Debug)]
pub struct Pass {
    /// The length of a move, in ticks.
    ticks: u32,
    /// States are alike within so many pixels ...
    cell: f32,
    /// ... and px/s.
    speed: f32,
    /// How much more the way that is left counts than the one behind.
    weight: f32,
}

/// From coarse to fine.
pub const PASSES: [Pass; 3] = [
    Pass { ticks: 8, cell: 10.0, speed: 100.0, weight: 2.0 },
    Pass { ticks: 5, cell: 6.0, speed: 70.0, weight: 1.6 },
    Pass { ticks: 3, cell: 4.0, speed: 50.0, weight: 1.3 },
];

/// How many pixels one runs in a tick.
const RUN: f32 = 3.0;

/// How many states are looked at before the others are told: a few milliseconds of work.
const AT_ONCE: usize = 48;

/// The most worlds that are kept, however small they are.
const MAX_WORLDS: usize = 150_000;

/// The most moves that there are in a state, about: each makes a world.
const MOVES: usize = 32;

/// A state that was reached, and how.
struct SearchNode {
    parent: u32,
    way: Move,
    /// Since the start.
    ticks: u32,
    /// Kept until it was looked at.
    world: Option<Box<World>>,
}

/// What comes of a state and a move.
struct Child {
    way: Move,
    ticks: u32,
    world: Box<World>,
    likeness: u64,
    left: f32,
}

/// One pass. `reach` learns where the player was.
pub fn search(
    Search { bounds, observer }: &Search,
    start: &World,
    target: Target,
    field: &DistanceField,
    pass: usize,
    reach: &mut Reach,
) -> Result<Run, Missed> {
    let (number, pass) = (pass + 1, PASSES[pass]);
    // A world with thousands of things takes megabytes: fewer of them are kept, and worked out at once.
    let fitting = bounds.bytes / weight(start).max(1);
    let most_worlds = fitting.clamp(1, MAX_WORLDS);
    let at_once = (fitting / MOVES).clamp(1, AT_ONCE);
    let mut nodes: Vec<SearchNode> = Vec::new();
    let mut open: BinaryHeap<Reverse<(Cost, u32)>> = BinaryHeap::new();
    let mut known: BTreeSet<u64> = BTreeSet::new();
    let mut nearest = (field.left(start.state.player.aabb.center), start.state.player.feet());
    let none = Move { first: 0, then: 0 };
    nodes.push(SearchNode { parent: u32::MAX, way: none, ticks: 0, world: Some(Box::new(start.clone())) });
    open.push(Reverse((Cost(0.0), 0)));
    let mut cancelled = observer.is_cancelled();
    while nodes.len() < bounds.states && !open.is_empty() && !cancelled {
        observer.progress(
            nodes.len(),
            bounds.states,
            format_args!("pass {number} of {}, {:.0} px to go", PASSES.len(), nearest.0),
        );
        let batch: Vec<u32> = std::iter::from_fn(|| open.pop().map(|Reverse((_, node))| node)).take(at_once).collect();
        // Whoever is taken out has its world: it is given away here and nowhere else.
        let worlds: Vec<(u32, Box<World>)> =
            batch.iter().filter_map(|&node| Some((node, nodes[node as usize].world.take()?))).collect();
        for (parent, children) in expand(&worlds, pass, field, *observer) {
            for child in children {
                let ticks = nodes[parent as usize].ticks + child.ticks;
                if let Some(seen) = field.cell(child.world.state.player.aabb.center) {
                    reach.cells[seen] = true;
                }
                let is_there = is_reached(&child.world, target);
                if !is_there && (!known.insert(child.likeness) || u64::from(ticks) >= bounds.ticks) {
                    continue;
                }
                if child.left < nearest.0 {
                    nearest = (child.left, child.world.state.player.feet());
                }
                // Fewer nodes than a u32 holds: see the bounds.
                let id = nodes.len() as u32;
                nodes.push(SearchNode { parent, way: child.way, ticks, world: None });
                if is_there {
                    return Ok(Run { inputs: inputs(&nodes), world: *child.world, states: nodes.len() });
                }
                if child.left.is_finite() {
                    nodes[id as usize].world = Some(child.world);
                    open.push(Reverse((Cost(ticks as f32 + pass.weight * child.left / RUN), id)));
                }
            }
        }
        if open.len() > most_worlds {
            // The worse half is given up.
            let mut best: Vec<_> = std::mem::take(&mut open).into_sorted_vec();
            best.reverse();
            for Reverse((_, node)) in best.split_off(most_worlds / 2) {
                nodes[node as usize].world = None;
            }
            open = best.into();
        }
        cancelled = observer.is_cancelled();
    }
    let (left, nearest) = nearest;
    let end = if cancelled {
        SearchEnd::Cancelled
    } else if open.is_empty() {
        SearchEnd::Exhausted
    } else {
        SearchEnd::Bounds
    };
    Err(Missed { target, nearest, left, states: nodes.len(), end })
}

/// All children of some states, in their order, whoever worked them out; when the observer cancels, some.
fn expand(
    worlds: &[(u32, Box<World>)],
    pass: Pass,
    field: &DistanceField,
    observer: &dyn Observer,
) -> Vec<(u32, Vec<Child>)> {
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get).min(worlds.len().max(1));
    let all = |part: &[(u32, Box<World>)]| -> Vec<(u32, Vec<Child>)> {
        part.iter().map(|(node, world)| (*node, children(world, pass, field, observer))).collect()
    };
    if cores == 1 || cfg!(target_family = "wasm") {
        return all(worlds);
    }
    std::thread::scope(|scope| {
        let parts = worlds.chunks(worlds.len().div_ceil(cores));
        let working: Vec<_> = parts.map(|part| scope.spawn(move || all(part))).collect();
        // A panic in there is one here.
        working.into_iter().flat_map(|thread| thread.join().unwrap_or_else(|p| std::panic::resume_unwind(p))).collect()
    })
}

fn children(world: &World, pass: Pass, field: &DistanceField, observer: &dyn Observer) -> Vec<Child> {
    let mut ways = Vec::new();
    moves(world, &mut ways);
    let child = |&way: &Move| {
        let mut there = Box::new(world.clone());
        if !play(&mut there, way, pass.ticks) {
            return None;
        }
        let ticks = (there.state.ticks - world.state.ticks) as u32;
        let left = field.left(there.state.player.aabb.center).min(field.left(there.state.player.feet()));
        Some(Child { way, ticks, likeness: likeness(&there, pass.cell, pass.speed), left, world: there })
    };
    ways.iter().take_while(|_| !observer.is_cancelled()).filter_map(child).collect()
}

/// Whether a world is where the run is to lead.
fn is_reached(world: &World, target: Target) -> bool {
    match target {
        Target::Exit => world.state.finished,
        Target::Object(id) => {
            let is_there = |object: &Object, done: bool| match object.kind {
                ObjectKind::Bead { .. }
                | ObjectKind::KeyButton { .. }
                | ObjectKind::Checkpoint
                | ObjectKind::Exit { .. } => done,
                _ => world.state.player.aabb.grown(TOUCH).overlaps(&object.aabb),
            };
            world
                .level
                .objects
                .iter()
                .zip(&world.state.done)
                .any(|(object, done)| object.id == id && is_there(object, *done))
        }
        Target::Point(point) => world.state.player.aabb.closest_point(point).distance(point) < NEAR,
    }
}

/// What is pressed until the last node.
fn inputs(nodes: &[SearchNode]) -> InputTimeline {
    let path = std::iter::successors(nodes.last(), |node| nodes.get(node.parent as usize));
    let mut path: Vec<&SearchNode> = path.collect();
    path.reverse();
    let mut inputs = InputTimeline::default();
    for pair in path.windows(2) {
        let SearchNode { way, ticks, .. } = pair[1];
        inputs.push(Input { buttons: way.first });
        inputs.hold(Input { buttons: way.then }, ticks - pair[0].ticks - 1);
    }
    inputs
}

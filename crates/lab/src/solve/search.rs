//! One pass of weighted A*: expands many states at a time on all cores, always in the same order.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

use super::field::{DistanceField, cost};
use super::moves::{Move, moves, play, similarity};
use super::{Missed, Reach, Run, Search, SearchEnd, Target};
use crate::Observer;
use crate::history::weight;
use crate::parallel::in_parallel;
use seamwalker_level::{Object, ObjectKind};
use seamwalker_sim::{Input, InputTimeline, World};

/// A position within this distance is reached, px.
pub const POINT_DISTANCE: f32 = 10.0;

/// An object within this distance is touched, px: larger than the gap between resting bodies.
const TOUCH_DISTANCE: f32 = 2.0;

/// The precision of a pass.
#[derive(Clone, Copy, Debug)]
pub struct Pass {
    /// The length of a move, in ticks.
    ticks: u32,
    /// The grid of positions of similar states, px.
    cell: f32,
    /// The grid of their velocities, px/s.
    speed: f32,
    /// The weight of the heuristic.
    weight: f32,
}

/// From coarse to fine.
pub const PASSES: [Pass; 3] = [
    Pass { ticks: 8, cell: 10.0, speed: 100.0, weight: 2.0 },
    Pass { ticks: 5, cell: 6.0, speed: 70.0, weight: 1.6 },
    Pass { ticks: 3, cell: 4.0, speed: 50.0, weight: 1.3 },
];

/// The running speed in pixels per tick.
const RUN_SPEED: f32 = 3.0;

/// The number of states that are expanded at once: a few milliseconds of work.
const BATCH: usize = 48;

/// The maximum number of stored worlds.
const MAX_WORLDS: usize = 150_000;

/// The approximate maximum number of moves in a state, each of which makes a world.
const MAX_MOVES: usize = 32;

/// A reached state.
struct SearchNode {
    parent: u32,
    way: Move,
    /// Since the start.
    ticks: u32,
    /// Stored until it is expanded.
    world: Option<Box<World>>,
}

/// The state after a move.
struct Child {
    way: Move,
    ticks: u32,
    world: Box<World>,
    similarity: u64,
    left: f32,
}

/// One pass. `reach` collects the positions of the player.
pub fn search(
    Search { bounds, observer }: &Search,
    start: &World,
    target: Target,
    field: &DistanceField,
    pass: usize,
    reach: &mut Reach,
) -> Result<Run, Missed> {
    let (number, pass) = (pass + 1, PASSES[pass]);
    // A world with thousands of things takes megabytes: fewer of them are stored, and expanded at once.
    let fitting = bounds.bytes / weight(start).max(1);
    let max_worlds = fitting.clamp(1, MAX_WORLDS);
    let batch = (fitting / MAX_MOVES).clamp(1, BATCH);
    let mut nodes: Vec<SearchNode> = Vec::new();
    let mut open: BinaryHeap<Reverse<(i32, u32)>> = BinaryHeap::new();
    let mut known: BTreeSet<u64> = BTreeSet::new();
    let mut nearest = (field.left(start.state.player.aabb().center), start.state.player.feet());
    let none = Move { first: 0, then: 0 };
    nodes.push(SearchNode { parent: u32::MAX, way: none, ticks: 0, world: Some(Box::new(start.clone())) });
    open.push(Reverse((cost(0.0), 0)));
    let mut cancelled = observer.is_cancelled();
    while nodes.len() < bounds.states && !open.is_empty() && !cancelled {
        observer.progress(
            nodes.len(),
            bounds.states,
            format_args!("pass {number} of {}, {:.0} px to go", PASSES.len(), nearest.0),
        );
        let best = std::iter::from_fn(|| open.pop()).take(batch);
        // Every open node still has its world, which is taken only here.
        let worlds = best.filter_map(|Reverse((_, node))| Some((node, nodes[node as usize].world.take()?)));
        let worlds: Vec<(u32, Box<World>)> = worlds.collect();
        // The states that follow each one, in the order of the batch.
        let expanded = in_parallel(worlds.len(), |i| (worlds[i].0, children(&worlds[i].1, pass, field, *observer)));
        for (parent, children) in expanded {
            for child in children {
                let ticks = nodes[parent as usize].ticks + child.ticks;
                if let Some(seen) = field.grid.cell(child.world.state.player.aabb().center) {
                    reach.cells[seen] = true;
                }
                let is_there = is_reached(&child.world, target);
                if !is_there && (!known.insert(child.similarity) || u64::from(ticks) >= bounds.ticks) {
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
                    open.push(Reverse((cost(ticks as f32 + pass.weight * child.left / RUN_SPEED), id)));
                }
            }
        }
        if open.len() > max_worlds {
            // Drop the worse half.
            let mut best: Vec<_> = std::mem::take(&mut open).into_sorted_vec();
            best.reverse();
            for Reverse((_, node)) in best.split_off(max_worlds / 2) {
                nodes[node as usize].world = None;
            }
            open = best.into();
        }
        cancelled = observer.is_cancelled();
    }
    let (left, nearest) = nearest;
    let end = match open.is_empty() {
        _ if cancelled => SearchEnd::Cancelled,
        true => SearchEnd::Exhausted,
        false => SearchEnd::Bounds,
    };
    Err(Missed { target, nearest, left, states: nodes.len(), end })
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
        let left = field.left(there.state.player.aabb().center).min(field.left(there.state.player.feet()));
        Some(Child { way, ticks, similarity: similarity(&there, pass.cell, pass.speed), left, world: there })
    };
    ways.iter().take_while(|_| !observer.is_cancelled()).filter_map(child).collect()
}

/// Whether a world has reached the target.
fn is_reached(world: &World, target: Target) -> bool {
    match target {
        Target::Exit => world.state.finished,
        Target::Object(id) => {
            let is_there = |object: &Object, done: bool| match object.kind {
                ObjectKind::Bead { .. }
                | ObjectKind::KeyButton { .. }
                | ObjectKind::Checkpoint
                | ObjectKind::Exit { .. } => done,
                _ => world.state.player.aabb().grown(TOUCH_DISTANCE).overlaps(&object.aabb),
            };
            let mut objects = world.level.objects.iter().zip(&world.state.done);
            objects.any(|(object, done)| object.id == id && is_there(object, *done))
        }
        Target::Point(point) => world.state.player.aabb().closest_point(point).distance(point) < POINT_DISTANCE,
    }
}

/// The inputs up to the last node.
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

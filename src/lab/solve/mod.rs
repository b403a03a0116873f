//! Finds runs: a search over inputs on the game itself, for proofs that a level can be finished.
//!
//! The method is weighted A* (Pohl, "Heuristic search viewed as path finding in a graph", 1970) over short stretches of held
//! buttons. States that are alike (place, velocity, timers, and what moves nearby) are merged, the first one counts. How far it
//! still is says a distance field through free space ([`Field`]), which knows that what is high above any ground costs more. It
//! is no proof that something cannot be reached: [`Missed`] says how near the search came.

mod field;
mod moves;
mod search;

use glam::Vec2;

pub use field::Field;

use crate::collide::Aabb;
use crate::level::{Level, Object, ObjectKind};
use crate::sim::{Feel, InputRun, World};

/// Where a run is to lead.
///
/// ```
/// use seamwalker::lab::solve::Target;
///
/// assert_eq!("exit".parse(), Ok(Target::Exit));
/// assert_eq!("120,-8".parse(), Ok(Target::Point((120.0, -8.0).into())));
/// assert!("moon".parse::<Target>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Target {
    /// The exit.
    Exit,
    /// An object that can be taken or reached, by its id.
    Object(u32),
    /// A place, in pixels.
    Point(Vec2),
}

impl std::str::FromStr for Target {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let point = |(x, y): (&str, &str)| Some(Vec2::new(x.trim().parse().ok()?, y.trim().parse().ok()?));
        match text {
            "exit" => Ok(Self::Exit),
            id if id.bytes().all(|b| b.is_ascii_digit()) => {
                id.parse().map(Self::Object).map_err(|_| format!("'{id}' is no object's id"))
            }
            place => place
                .split_once(',')
                .and_then(point)
                .filter(|p| p.is_finite())
                .map(Self::Point)
                .ok_or_else(|| format!("'{place}' is neither exit, an object's id, nor a place such as 120,64")),
        }
    }
}

/// Within what a search stays.
///
/// ```
/// use seamwalker::lab::solve::Bounds;
///
/// let quick = Bounds { states: 10_000, ..Bounds::default() };
/// assert!(quick.ticks > 60);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// How long a run may be, in ticks.
    pub ticks: u64,
    /// How many states are looked at in each pass.
    pub states: usize,
    /// How many worlds are kept at once: about 4 KB each.
    pub worlds: usize,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { ticks: 5 * 60 * 60, states: 1_500_000, worlds: 150_000 }
    }
}

/// A run that leads to its target.
#[derive(Clone, Debug)]
pub struct Run {
    /// What is pressed.
    pub inputs: Vec<InputRun>,
    /// The game afterwards.
    pub world: World,
    /// How many states were looked at.
    pub states: usize,
}

/// How near a search came that found nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Missed {
    /// The nearest place of the feet, px.
    pub nearest: Vec2,
    /// How far it is from there, px along the way that the search supposes.
    pub left: f32,
    /// How many states were looked at.
    pub states: usize,
    /// Everything that it could think of was tried; otherwise a bound ended it.
    pub exhausted: bool,
}

/// Where the player was during a search: the places that can be reached, as far as it looked.
#[derive(Clone, Debug, Default)]
pub struct Reach {
    /// The corner of the first cell, px.
    pub corner: Vec2,
    /// Columns and rows of cells of [`Field::CELL`] px.
    pub size: (usize, usize),
    /// By row, then by column: whether the middle of the player was there.
    pub cells: Vec<bool>,
}

impl Reach {
    /// Adds what another search of the same level reached.
    pub fn add(&mut self, other: Self) {
        if self.cells.is_empty() {
            *self = other;
        } else {
            self.cells.iter_mut().zip(other.cells).for_each(|(cell, seen)| *cell |= seen);
        }
    }

    /// Whether the player touched a box, or nearly.
    #[must_use]
    pub fn is_near(&self, aabb: &Aabb) -> bool {
        let body = Aabb::new(aabb.center, aabb.half + Feel::default().half(false));
        let seen = self.cells.iter().enumerate().filter(|(_, seen)| **seen);
        let place = |cell: usize| Vec2::new((cell % self.size.0) as f32, (cell / self.size.0) as f32);
        let middle = |cell: usize| self.corner + (place(cell) + 0.5) * Field::CELL;
        seen.into_iter().any(|(cell, _)| body.grown(Field::CELL * 0.5).contains(middle(cell)))
    }
}

/// Looks for a run from a world on, in passes that become finer; first to the keys of doors that are closed on the way. `reach`
/// learns where the player was.
///
/// ```
/// use std::sync::Arc;
///
/// use seamwalker::lab::ascii;
/// use seamwalker::lab::solve::{Bounds, Reach, Target, solve};
/// use seamwalker::sim::World;
///
/// let level = ascii::level("
///     .P....#....>.
///     #############
/// ");
/// let world = World::new(Arc::new(level), Default::default());
/// let run = solve(&world, Target::Exit, &Bounds::default(), &mut Reach::default()).unwrap();
/// assert!(run.world.finished);
/// ```
///
/// # Errors
/// [`Missed`] when no run was found.
pub fn solve(world: &World, target: Target, bounds: &Bounds, reach: &mut Reach) -> Result<Run, Missed> {
    solve_after(&[], world, target, bounds, reach)
}

/// The same on the way to some keys, which are not looked for again.
fn solve_after(
    wanted: &[u32],
    world: &World,
    target: Target,
    bounds: &Bounds,
    reach: &mut Reach,
) -> Result<Run, Missed> {
    let field = Field::new(&world.level, &goals(&world.level, target));
    let mut before = Run { inputs: Vec::new(), world: world.clone(), states: 0 };
    // Every key is taken once at most.
    for _ in 0..world.level.objects.len() {
        let Some(key) = next_key(&before.world, &field).filter(|key| !wanted.contains(key)) else { break };
        let mut seen = Reach::default();
        let wanted = [wanted, &[key]].concat();
        let found = solve_after(&wanted, &before.world, Target::Object(key), bounds, &mut seen);
        reach.add(seen);
        let run = found?;
        before =
            Run { inputs: [before.inputs, run.inputs].concat(), world: run.world, states: before.states + run.states };
    }
    let run = straight(&before.world, target, &field, bounds, reach)?;
    Ok(Run { inputs: [before.inputs, run.inputs].concat(), states: before.states + run.states, ..run })
}

/// The nearest key of the first closed door on the way that the field supposes.
fn next_key(world: &World, field: &Field) -> Option<u32> {
    let level = &world.level;
    let lacking = |door: u32| {
        let keys = level.objects.iter().zip(&world.done).filter(move |(object, done)| {
            !**done && matches!(object.kind, ObjectKind::KeyButton { opens } if opens == Some(door))
        });
        keys.map(|(object, _)| object)
    };
    let way = field.way(world.player.aabb.center);
    let door = way.iter().find_map(|place| {
        let closed = |object: &&Object| object.aabb.contains(*place) && lacking(object.id).next().is_some();
        level.objects.iter().find(closed)
    })?;
    let here = |key: &Object| Field::new(level, &[key.aabb]).left(world.player.aabb.center);
    lacking(door.id).map(|key| (here(key), key.id)).min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, id)| id)
}

/// The same without a thought of keys.
fn straight(world: &World, target: Target, field: &Field, bounds: &Bounds, reach: &mut Reach) -> Result<Run, Missed> {
    reach.add(Reach { corner: field.corner, size: field.size, cells: vec![false; field.size.0 * field.size.1] });
    let mut missed: Option<Missed> = None;
    let mut states = 0;
    for pass in search::PASSES {
        match search::search(world, target, field, pass, bounds, reach) {
            Ok(run) => return Ok(Run { states: run.states + states, ..run }),
            Err(why) => {
                states += why.states;
                let better = missed.filter(|before| before.left <= why.left).unwrap_or(why);
                missed = Some(Missed { states, exhausted: why.exhausted, ..better });
            }
        }
    }
    // There is at least one pass.
    Err(missed.unwrap_or(Missed { nearest: world.player.feet(), left: f32::INFINITY, states, exhausted: false }))
}

/// The boxes that a run is to reach.
fn goals(level: &Level, target: Target) -> Vec<Aabb> {
    match target {
        Target::Exit => {
            let exits = level.objects.iter().filter(|o| matches!(o.kind, ObjectKind::Exit { .. }));
            exits.map(|o| o.aabb).collect()
        }
        Target::Object(id) => level.objects.iter().filter(|o| o.id == id).map(|o| o.aabb).collect(),
        Target::Point(point) => vec![Aabb::new(point, Vec2::splat(search::NEAR))],
    }
}

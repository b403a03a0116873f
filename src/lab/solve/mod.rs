//! Finds runs: a search over inputs on the game itself, for proofs that a level can be finished.
//!
//! The method is weighted A* (Pohl, "Heuristic search viewed as path finding in a graph", 1970) over short stretches of held
//! buttons. States that are alike (place, velocity, timers, and what moves nearby) are merged, the first one counts. How far it
//! still is says a distance field through free space ([`DistanceField`]), which knows that what is high above any ground costs more. It
//! is no proof that something cannot be reached: [`Missed`] says how near the search came.

mod field;
mod moves;
mod search;

use glam::Vec2;

pub use field::DistanceField;

use super::Observer;
use crate::collide::Aabb;
use crate::level::{Level, Object, ObjectKind};
use crate::sim::{Feel, InputTimeline, World};

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
    /// An object, by its id: taken, if it can be, or else touched where it is placed.
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
                id.parse().map(Self::Object).map_err(|_| format!("'{id}' is not an object id"))
            }
            place => place
                .split_once(',')
                .and_then(point)
                .filter(|p| p.is_finite())
                .map(Self::Point)
                .ok_or_else(|| format!("'{place}' is not 'exit', an object id, or a position such as 120,64")),
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
    /// How many bytes the worlds that are kept may take together, about: 1 to 2 KB each in a usual level.
    pub bytes: usize,
    /// How many cells of [`DistanceField::CELL`] px a level may have. Each takes 10 bytes while distances are measured.
    pub cells: usize,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { ticks: 5 * 60 * 60, states: 1_500_000, bytes: 256 << 20, cells: 1 << 22 }
    }
}

/// A run that leads to its target.
#[derive(Clone, Debug)]
pub struct Run {
    /// What is pressed.
    pub inputs: InputTimeline,
    /// The game afterwards.
    pub world: World,
    /// How many states were looked at.
    pub states: usize,
}

/// Why a search found nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SearchEnd {
    /// Everything that it could think of was tried.
    Exhausted,
    /// It came to one of its [`Bounds`].
    Bounds,
    /// Its observer cancelled it.
    Cancelled,
    /// No way through free space leads to the target. The distance is the direct one.
    WalledOff,
    /// The level has more cells than the [`Bounds`] allow.
    TooLarge,
}

/// How near a search came that found nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Missed {
    /// What was not reached: the target, or a key on the way to it.
    pub target: Target,
    /// The nearest place of the feet, px; where the target is walled off, of the middle.
    pub nearest: Vec2,
    /// How far it is from there, px along the way that the search supposes; infinite when that was not worked out.
    pub left: f32,
    /// How many states were looked at.
    pub states: usize,
    /// Why it ended.
    pub end: SearchEnd,
}

impl Run {
    /// This run, and then what came of a search from its end.
    ///
    /// # Errors
    /// [`Missed`] when that search found nothing.
    pub fn then(mut self, found: Result<Self, Missed>) -> Result<Self, Missed> {
        match found {
            Ok(next) => {
                self.inputs.extend(&next.inputs);
                Ok(Self { states: self.states + next.states, world: next.world, ..self })
            }
            Err(missed) => Err(Missed { states: self.states + missed.states, ..missed }),
        }
    }
}

/// Where the player was during a search: the places that can be reached, as far as it looked.
#[derive(Clone, Debug, Default)]
pub struct Reach {
    /// The corner of the first cell, px.
    pub corner: Vec2,
    /// Columns and rows of cells of [`DistanceField::CELL`] px.
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
        let body = Aabb::new(aabb.center, aabb.half + Feel::default().half(false)).grown(DistanceField::CELL * 0.5);
        field::cells_near(self.corner, self.size, &body)
            .any(|cell| self.cells.get(cell).is_some_and(|seen| *seen) && body.contains(self.middle(cell)))
    }

    /// The nearest place to a box at which the middle of the player was, and how far it is from there, px.
    #[must_use]
    pub fn nearest(&self, aabb: &Aabb) -> Option<(Vec2, f32)> {
        let seen = self.cells.iter().enumerate().filter(|(_, seen)| **seen).map(|(cell, _)| self.middle(cell));
        let far = seen.map(|place| (place, aabb.closest_point(place).distance(place)));
        far.min_by(|a, b| a.1.total_cmp(&b.1))
    }

    fn middle(&self, cell: usize) -> Vec2 {
        let place = Vec2::new((cell % self.size.0) as f32, (cell / self.size.0) as f32);
        self.corner + (place + 0.5) * DistanceField::CELL
    }
}

/// Looks for a run from a world on, in passes that become finer; first to the keys of doors that are closed on the way. `reach`
/// learns where the player was. The `observer` hears of every pass, and may cancel.
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
/// let run = solve(&world, Target::Exit, &Bounds::default(), &mut Reach::default(), &()).unwrap();
/// assert!(run.world.state.finished);
/// ```
///
/// # Errors
/// [`Missed`] when no run was found.
pub fn solve(
    world: &World,
    target: Target,
    bounds: &Bounds,
    reach: &mut Reach,
    observer: &dyn Observer,
) -> Result<Run, Missed> {
    let missed = Missed {
        target,
        nearest: world.state.player.feet(),
        left: f32::INFINITY,
        states: 0,
        end: SearchEnd::Cancelled,
    };
    if DistanceField::cells(&world.level) > bounds.cells {
        return Err(Missed { end: SearchEnd::TooLarge, ..missed });
    }
    Search { bounds, observer }.after(&[], world, target, reach)
}

/// The most keys that may each be needed to get at the next one. Every one of them keeps a field of its own.
const MAX_KEYS: usize = 16;

/// What all parts of a search know.
struct Search<'a> {
    bounds: &'a Bounds,
    observer: &'a dyn Observer,
}

impl Search<'_> {
    /// A search on the way to some keys, which are not looked for again.
    fn after(&self, wanted: &[u32], world: &World, target: Target, reach: &mut Reach) -> Result<Run, Missed> {
        let goals = goals(&world.level, target);
        let missed = |end| Missed { target, nearest: world.state.player.feet(), left: f32::INFINITY, states: 0, end };
        let field = DistanceField::new(&world.level, &goals, self.observer).ok_or(missed(SearchEnd::Cancelled))?;
        let mut before = Run { inputs: InputTimeline::default(), world: world.clone(), states: 0 };
        // Every key is taken once at most.
        for _ in 0..world.level.objects.len() {
            let key = self.next_key(&before.world, &field).filter(|key| !wanted.contains(key));
            let Some(key) = key.filter(|_| wanted.len() < MAX_KEYS) else { break };
            let mut seen = Reach::default();
            let wanted = [wanted, &[key]].concat();
            let found = self.after(&wanted, &before.world, Target::Object(key), &mut seen);
            reach.add(seen);
            before = before.then(found)?;
        }
        let found = self.straight(&before.world, target, &field, reach).map_err(|missed| {
            let walled_off = !missed.left.is_finite() && missed.end != SearchEnd::Cancelled;
            let nearest = walled_off.then(|| self.nearest(&before.world, &goals)).flatten();
            nearest.map_or(missed, |(nearest, left)| Missed { nearest, left, end: SearchEnd::WalledOff, ..missed })
        });
        before.then(found)
    }

    /// The place in the free space around the player that is nearest to some boxes, and how far it is from there.
    fn nearest(&self, world: &World, goals: &[Aabb]) -> Option<(Vec2, f32)> {
        DistanceField::new(&world.level, &[world.state.player.aabb], self.observer)?.nearest_to(goals)
    }

    /// The nearest key of the first closed door on the way that the field supposes.
    fn next_key(&self, world: &World, field: &DistanceField) -> Option<u32> {
        let level = &world.level;
        let lacking = |door: u32| {
            let keys = level.objects.iter().zip(&world.state.done).filter(move |(object, done)| {
                !**done && matches!(object.kind, ObjectKind::KeyButton { opens } if opens == Some(door))
            });
            keys.map(|(object, _)| object)
        };
        let way = field.way(world.state.player.aabb.center);
        let door = way.iter().find_map(|place| {
            let closed = |object: &&Object| object.aabb.contains(*place) && lacking(object.id).next().is_some();
            level.objects.iter().find(closed)
        })?;
        let here = |key: &Object| {
            let field = DistanceField::new(level, &[key.aabb], self.observer)?;
            Some((field.left(world.state.player.aabb.center), key.id))
        };
        lacking(door.id).filter_map(here).min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, id)| id)
    }

    /// A search without a thought of keys.
    fn straight(&self, world: &World, target: Target, field: &DistanceField, reach: &mut Reach) -> Result<Run, Missed> {
        reach.add(Reach { corner: field.corner, size: field.size, cells: vec![false; field.size.0 * field.size.1] });
        let mut missed: Option<Missed> = None;
        let mut states = 0;
        for pass in 0..search::PASSES.len() {
            match search::search(self, world, target, field, pass, reach) {
                Ok(run) => return Ok(Run { states: run.states + states, ..run }),
                Err(why) => {
                    states += why.states;
                    let better = missed.filter(|before| before.left <= why.left).unwrap_or(why);
                    missed = Some(Missed { states, end: why.end, ..better });
                    if why.end == SearchEnd::Cancelled {
                        break;
                    }
                }
            }
        }
        // There is at least one pass.
        let (nearest, left) = (world.state.player.feet(), f32::INFINITY);
        Err(missed.unwrap_or(Missed { target, nearest, left, states, end: SearchEnd::Bounds }))
    }
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

//! Finds runs by a search over inputs in the game itself. A run proves that a level can be finished.
//!
//! The method is weighted A* (Pohl, "Heuristic search viewed as path finding in a graph", 1970) over moves: short spans of held
//! buttons. Similar states (position, velocity, timers, and moving things nearby) are merged; the first one counts. The heuristic
//! is a distance field through free space ([`DistanceField`]), in which cells high above any ground cost more. A failed search
//! proves nothing; [`Missed`] says how near it came.

mod field;
mod moves;
mod search;

use glam::Vec2;

pub use field::{DistanceField, Grid};

use super::Observer;
use seamwalker_collide::Aabb;
use seamwalker_level::{Level, Object, ObjectKind};
use seamwalker_sim::{Feel, InputTimeline, World};

/// The target of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Target {
    /// The exit.
    Exit,
    /// An object, by its id: collected if possible, otherwise touched at its place in the map.
    Object(u32),
    /// A position, in pixels.
    Point(Vec2),
}

impl Target {
    /// The objects of a level that are this target: an object, or every exit.
    pub fn objects(self, level: &Level) -> impl Iterator<Item = &Object> {
        level.objects.iter().filter(move |object| match self {
            Self::Exit => matches!(object.kind, ObjectKind::Exit { .. }),
            Self::Object(id) => object.id == id,
            Self::Point(_) => false,
        })
    }
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
            place => match place.split_once(',').and_then(point) {
                Some(point) if point.is_finite() => Ok(Self::Point(point)),
                _ => Err(format!("'{place}' is not 'exit', an object id, or a position such as 120,64")),
            },
        }
    }
}

/// The limits of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The maximum length of a run, in ticks.
    pub ticks: u64,
    /// The maximum number of states in each pass.
    pub states: usize,
    /// The approximate maximum size of all stored worlds in bytes: 1 to 2 KB each in a typical level.
    pub bytes: usize,
    /// The maximum number of cells of [`Grid::CELL`] px in a level. Each takes 10 bytes while distances are computed.
    pub cells: usize,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { ticks: 5 * 60 * 60, states: 1_500_000, bytes: 256 << 20, cells: 1 << 22 }
    }
}

/// A run that reaches its target.
#[derive(Clone, Debug)]
pub struct Run {
    /// The inputs.
    pub inputs: InputTimeline,
    /// The world at the end.
    pub world: World,
    /// The number of states of the search.
    pub states: usize,
}

/// Why a search failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SearchEnd {
    /// It tried everything.
    Exhausted,
    /// It reached one of its [`Bounds`].
    Bounds,
    /// Its observer cancelled it.
    Cancelled,
    /// No path through free space leads to the target. The distance is the direct one.
    WalledOff,
    /// The level has more cells than the [`Bounds`] allow.
    TooLarge,
}

/// The result of a failed search: how near it came.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Missed {
    /// The missed target, which may be a key on the way.
    pub target: Target,
    /// The nearest position of the feet, px; of the centre if the target is walled off.
    pub nearest: Vec2,
    /// The remaining distance along the path of the heuristic, px; infinite if it is unknown.
    pub left: f32,
    /// The number of states of the search.
    pub states: usize,
    /// Why it ended.
    pub end: SearchEnd,
}

impl Run {
    /// This run followed by the result of a search from its end.
    ///
    /// # Errors
    /// [`Missed`] if that search failed.
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

/// The positions of the player during a search.
#[derive(Clone, Debug, Default)]
pub struct Reach {
    /// The cells, by row, then by column.
    pub grid: Grid,
    /// By row, then by column: whether the centre of the player was there.
    pub cells: Vec<bool>,
}

impl Reach {
    /// Adds the cells of another search in the same level.
    pub fn add(&mut self, other: Self) {
        if self.cells.is_empty() {
            *self = other;
        } else {
            self.cells.iter_mut().zip(other.cells).for_each(|(cell, seen)| *cell |= seen);
        }
    }

    /// Whether the player touched a box, or almost.
    pub fn is_near(&self, aabb: &Aabb) -> bool {
        let body = Aabb::new(aabb.center, aabb.half + Feel::default().half(false)).grown(Grid::CELL * 0.5);
        let seen = |cell: usize| self.cells.get(cell) == Some(&true);
        self.grid.near(&body).any(|cell| seen(cell) && body.contains(self.grid.middle(cell)))
    }

    /// The nearest position of the player's centre to a box, and its distance, px.
    pub fn nearest(&self, aabb: &Aabb) -> Option<(Vec2, f32)> {
        let seen = self.cells.iter().enumerate().filter(|(_, seen)| **seen).map(|(cell, _)| self.grid.middle(cell));
        let far = seen.map(|place| (place, aabb.closest_point(place).distance(place)));
        far.min_by(|a, b| a.1.total_cmp(&b.1))
    }
}

/// Searches for a run from a world to a target, in passes that become finer; first to the keys of closed doors on the way. `reach`
/// collects the positions of the player. The `observer` receives the progress and may cancel, but not while distances are computed.
///
/// # Errors
/// [`Missed`] if no run was found.
pub fn solve(
    world: &World,
    target: Target,
    bounds: &Bounds,
    reach: &mut Reach,
    observer: &dyn Observer,
) -> Result<Run, Missed> {
    if Grid::new(&world.level).cells() > bounds.cells {
        return Err(Missed::at_start(world, target, SearchEnd::TooLarge));
    }
    Search { bounds, observer }.after(&[], world, target, reach)
}

impl Missed {
    /// A search that failed before its first step.
    fn at_start(world: &World, target: Target, end: SearchEnd) -> Self {
        Self { target, nearest: world.state.player.feet(), left: f32::INFINITY, states: 0, end }
    }
}

/// The maximum number of keys that depend on each other. Every one needs a field of its own.
const MAX_KEYS: usize = 16;

/// The data of all parts of a search.
struct Search<'a> {
    bounds: &'a Bounds,
    observer: &'a dyn Observer,
}

impl Search<'_> {
    /// Searches on the way to the keys in `wanted`, which are not searched for again.
    fn after(&self, wanted: &[u32], world: &World, target: Target, reach: &mut Reach) -> Result<Run, Missed> {
        let goals = goals(&world.level, target);
        let field = DistanceField::new(&world.level, &goals);
        let mut before = Run { inputs: InputTimeline::default(), world: world.clone(), states: 0 };
        // Every key is collected at most once.
        for _ in 0..world.level.objects.len() {
            let key = next_key(&before.world, &field).filter(|key| !wanted.contains(key));
            let Some(key) = key.filter(|_| wanted.len() < MAX_KEYS) else { break };
            let mut seen = Reach::default();
            let wanted = [wanted, &[key]].concat();
            let found = self.after(&wanted, &before.world, Target::Object(key), &mut seen);
            reach.add(seen);
            before = before.then(found)?;
        }
        let found = self.straight(&before.world, target, &field, reach).map_err(|missed| {
            let walled_off = !missed.left.is_finite() && missed.end != SearchEnd::Cancelled;
            // In the free space around the player.
            let around = || DistanceField::new(&world.level, &[before.world.state.player.aabb()]);
            let nearest = walled_off.then(around).and_then(|field| field.nearest_to(&goals));
            nearest.map_or(missed, |(nearest, left)| Missed { nearest, left, end: SearchEnd::WalledOff, ..missed })
        });
        before.then(found)
    }

    /// Searches without regard to keys.
    fn straight(&self, world: &World, target: Target, field: &DistanceField, reach: &mut Reach) -> Result<Run, Missed> {
        reach.add(Reach { grid: field.grid, cells: vec![false; field.grid.cells()] });
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
        Err(missed.unwrap_or_else(|| Missed::at_start(world, target, SearchEnd::Bounds)))
    }
}

/// The nearest key of the first closed door on the path of the field.
fn next_key(world: &World, field: &DistanceField) -> Option<u32> {
    let level = &world.level;
    let missing_keys = |door: u32| {
        let keys = level.objects.iter().zip(&world.state.done).filter(move |(object, done)| {
            !**done && matches!(object.kind, ObjectKind::KeyButton { opens } if opens == Some(door))
        });
        keys.map(|(object, _)| object)
    };
    let way = field.way(world.state.player.aabb().center);
    let door = way.iter().find_map(|place| {
        let closed = |object: &&Object| object.aabb.contains(*place) && missing_keys(object.id).next().is_some();
        level.objects.iter().find(closed)
    })?;
    let player = world.state.player.aabb().center;
    let distance = |key: &Object| (DistanceField::new(level, &[key.aabb]).left(player), key.id);
    missing_keys(door.id).map(distance).min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, id)| id)
}

/// The boxes of a target.
fn goals(level: &Level, target: Target) -> Vec<Aabb> {
    let point = |point| Aabb::new(point, Vec2::splat(search::POINT_DISTANCE));
    let points = if let Target::Point(at) = target { Some(point(at)) } else { None };
    target.objects(level).map(|object| object.aabb).chain(points).collect()
}

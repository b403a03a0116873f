//! The course: short places where methods are known to fail, each as wide as the picture.

use std::sync::Arc;

use glam::Vec2;

use crate::Judge;
use crate::ascii::{self, Make, plain_level};
use crate::ground::UnjoinedTerrain;
use seamwalker_collide::{Aabb, Piece, SolverKind, SolverSetup, Terrain};
use seamwalker_level::{Level, ObjectKind, Platform};
use seamwalker_sim::{Buttons, Input};

/// The visible part of every place, in pixels. The floor is at y 0.
pub const VIEW: Aabb = Aabb { center: Vec2::new(160.0, -21.0), half: Vec2::new(160.0, 37.0) };

/// The feet of both players at the start.
pub(super) const START: Vec2 = Vec2::new(24.0, 0.0);

/// The bottom of the ground, below the visible part.
const BASE: f32 = 32.0;

/// How many tiles the ground goes on at either side of the visible part: wide windows see more.
const BESIDE: usize = 12;

/// The ends of the ground, on the floor.
const ENDS: [Vec2; 2] = [
    Vec2::new(VIEW.center.x - VIEW.half.x - ascii::CELL * BESIDE as f32, 0.0),
    Vec2::new(VIEW.center.x + VIEW.half.x + ascii::CELL * BESIDE as f32, 0.0),
];

/// The ticks from jump to jump, and for how many of them the button is held.
const JUMP_EVERY: u32 = 18;
const JUMP_HELD: u32 = 8;

/// A place of the course.
#[derive(Clone, Debug)]
pub struct Place {
    /// Its name in the language files, in `snake_case`.
    pub name: &'static str,
    /// The solver that shows its fault there.
    pub shown: SolverSetup,
    /// Without keys, the players jump all the time.
    jumps: bool,
    pub(super) level: Arc<Level>,
    /// The judge, which sees the ground without seams.
    pub(super) judge: Judge,
}

/// All places, in the order of the course.
pub(super) fn places() -> Vec<Place> {
    vec![
        // "Smooth collisions" part 2, S. Alaiwan: without thickness, the end of a slope is a wall.
        Place::drawn("foot", SolverKind::ThinSat, Make::Outline, HILL),
        // "Smooth collisions" part 2, 1.1.1: x is corrected before y has made room, so a jump ends at a slope as at a wall.
        Place { jumps: true, ..Place::drawn("steep", SolverKind::PerAxis, Make::Outline, STEEP) },
        // "N: collision detection", metanet, and metareal.net: the least correction of a box pushes back at a joint of two slopes.
        Place::drawn("joint", SolverKind::MandatoryFirst, Make::Outline, PLATEAU).written(),
        // godotengine/godot issue 92621: slopes of separate shapes have no neighbours.
        Place::drawn("loose", SolverKind::EdgeFlags, Make::Separate, HILL),
        // A platform has no neighbours, even while it lies flush with the ground: its side pushes.
        Place::lift("lift", SolverKind::EdgeFlags),
        Place::surface("bend", SolverKind::VertexDiscard, &BEND),
        Place::surface("hollow", SolverKind::Swept, &HOLLOW),
    ]
}

/// Two slopes of 45 degrees, two tiles high.
const HILL: &str = "
    ....................
    ......../\\..........
    ......./##\\.........
    ####################
";

/// A block between slopes of 63 degrees: too steep to walk up, so the players jump.
const STEEP: &str = "
    .......e##h.........
    .......f##g.........
    ####################
";

/// Two slopes of 45 degrees with a flat top between them.
const PLATEAU: &str = "
    ....................
    ......../##\\........
    ......./####\\.......
    ####################
";

/// A slope that gets steeper: x and y of its corners, in pixels.
const BEND: [(i16, i16); 5] = [(88, 0), (104, -8), (136, -32), (200, -32), (232, 0)];

/// A lift, flush with the slope before it while it rests, and the surfaces before and behind.
const LIFT: Aabb = Aabb { center: Vec2::new(128.0, -4.0), half: Vec2::new(16.0, 4.0) };
const LIFT_WAY: f32 = -16.0;
const BEFORE_LIFT: [(i16, i16); 2] = [(96, 0), (112, -8)];
const BEHIND_LIFT: [(i16, i16); 3] = [(144, -24), (176, -24), (224, 0)];

/// A flat hill between two hollows, and a way up.
const HOLLOW: [(i16, i16); 8] = [(128, 0), (144, 8), (160, -8), (168, -8), (184, 8), (192, 8), (224, -24), (280, -24)];

impl Place {
    fn new(
        name: &'static str,
        kind: SolverKind,
        terrain: Terrain,
        union: &Terrain,
        objects: Vec<(Aabb, ObjectKind)>,
    ) -> Self {
        let bounds = VIEW.grown(200.0);
        let level = Arc::new(plain_level(name, bounds, Arc::new(terrain), objects, Vec::new()));
        Self { name, shown: SolverSetup::new(kind), jumps: false, level, judge: Judge::of(union) }
    }

    /// A place of tiles, whose lowest row begins at the floor.
    fn drawn(name: &'static str, kind: SolverKind, make: Make, picture: &str) -> Self {
        let widened = |row: &str| {
            let [first, last] = [row.chars().next(), row.chars().last()].map(|cell| cell.unwrap_or('.').to_string());
            format!("{}{row}{}", first.repeat(BESIDE), last.repeat(BESIDE))
        };
        let rows: Vec<String> = ascii::rows(picture).into_iter().map(widened).collect();
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let origin = -ascii::CELL * Vec2::new(BESIDE as f32, (rows.len() - 1) as f32);
        let [terrain, union] = [make, Make::Outline].map(|make| ascii::terrain(&rows, make, origin));
        Self::new(name, kind, terrain, &union, Vec::new())
    }

    /// Ground with this surface, which begins and ends at the floor.
    fn surface(name: &'static str, kind: SolverKind, surface: &[(i16, i16)]) -> Self {
        let terrain = ground(surface).terrain();
        Self::new(name, kind, terrain.clone(), &terrain, Vec::new())
    }

    /// A floor and a ledge, and between them a lift, which moves once it is ridden.
    fn lift(name: &'static str, kind: SolverKind) -> Self {
        let mut ground = UnjoinedTerrain::default();
        ground.island(&[&[ENDS[0]], &points(&BEFORE_LIFT)[..]].concat(), BASE);
        ground.island(&[&points(&BEHIND_LIFT)[..], &[ENDS[1]]].concat(), BASE);
        let track = vec![LIFT.center, LIFT.center + Vec2::Y * LIFT_WAY];
        let platform = Platform { track, speed: 40.0, pause: 2.0, rest: Some(0.5), ..Platform::default() };
        let terrain = ground.terrain();
        Self::new(name, kind, terrain.clone(), &terrain, vec![(LIFT, ObjectKind::Platform(platform))])
    }

    fn written(mut self) -> Self {
        self.shown = SolverSetup::as_written(self.shown.kind);
        self
    }

    /// The input of a tick, by its number in this place, while no key is pressed.
    pub(super) fn input(&self, tick: u32) -> Input {
        let jump = if self.jumps && tick % JUMP_EVERY < JUMP_HELD { Buttons::JUMP } else { 0 };
        Input { buttons: Buttons::RIGHT | jump }
    }

    /// The ground as convex parts, for drawing.
    pub fn parts(&self) -> impl Iterator<Item = Vec<Vec2>> + '_ {
        self.level.terrain.pieces().iter().map(Piece::corners)
    }
}

/// An island with this surface between two ends on the floor.
fn ground(surface: &[(i16, i16)]) -> UnjoinedTerrain {
    let mut ground = UnjoinedTerrain::default();
    ground.island(&[&[ENDS[0]], &points(surface)[..], &[ENDS[1]]].concat(), BASE);
    ground
}

fn points(surface: &[(i16, i16)]) -> Vec<Vec2> {
    surface.iter().map(|&(x, y)| Vec2::new(x.into(), y.into())).collect()
}

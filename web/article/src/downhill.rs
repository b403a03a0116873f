//! Two boxes run over a hill: one by its speed and gravity, the other along the ground, which it looks for after each step.

use glam::Vec2;
use seamwalker_collide::controller::{GroundSettings, tangent};
use seamwalker_collide::{Aabb, Mover, Solver, SolverSetup, Space};
use seamwalker_lab::story::{Course, Knob, StoryNumber};
use seamwalker_lab::{Mark, MarkShape, Tone};

use crate::figure::{Figure, FigureSpec, number};

/// Half the side of the boxes; their speed in pixels per tick; by how much a fall grows in a tick, and its fastest.
const HALF: f32 = 7.0;
const SPEED: f32 = 2.0;
const GRAVITY: f32 = 0.25;
const MAX_FALL: f32 = 4.0;
/// The hill: where it rises, its top, where it falls, and how high it is. It begins at `x = 0`.
const RISE: f32 = 40.0;
const TOP: f32 = 84.0;
const CREST: f32 = 104.0;
const HEIGHT: f32 = 40.0;
const VIEW: [Vec2; 2] = [Vec2::new(0.0, -HEIGHT - 30.0), Vec2::new(240.0, 14.0)];

/// How steeply the hill falls, in degrees.
pub(crate) const ANGLE: Knob = Knob { name: Some("angle"), from: 5.0, to: 45.0, step: 5.0, start: 30.0 };

/// A box that runs.
struct Runner {
    mover: Mover,
    trail: Vec<Vec2>,
    /// Its move down in the last tick.
    fall: f32,
    /// The normal of the ground on which it stands.
    normal: Option<Vec2>,
    /// How many ticks it was in the air.
    air: u32,
}

impl Runner {
    fn new() -> Self {
        let at = Vec2::new(HALF + 2.0, -HALF);
        let mover = Mover::new(Aabb::new(at, Vec2::splat(HALF)));
        Self { mover, trail: vec![at], fall: 0.0, normal: Some(Vec2::NEG_Y), air: 0 }
    }

    /// By speed and gravity.
    fn fall(&mut self, space: &Space) {
        self.fall = (self.fall + GRAVITY).min(MAX_FALL);
        let slide = SolverSetup::default().slide(space, &self.mover, Vec2::new(SPEED, self.fall));
        let mut normals = slide.touches.iter().map(|touch| touch.contact.normal);
        self.step_ends(slide.moved, normals.rfind(|normal| normal.y < 0.0));
    }

    /// Along the ground, down to which it steps; by speed and gravity where there is none.
    fn follow(&mut self, space: &Space) {
        let Some(normal) = self.normal else { return self.fall(space) };
        let (solver, settings) = (SolverSetup::default(), GroundSettings::default());
        let walked = solver.slide(space, &self.mover, tangent(normal) * SPEED).moved;
        let down = Vec2::new(0.0, SPEED * settings.max_slope + settings.step_down);
        let below = solver.cast(space, &self.mover.moved(walked), down);
        let ground = below.filter(|hit| settings.is_walkable(hit.normal));
        let drop = ground.map_or(Vec2::ZERO, |hit| down * hit.fraction);
        self.step_ends(walked + drop, ground.map(|hit| hit.normal));
    }

    fn step_ends(&mut self, moved: Vec2, normal: Option<Vec2>) {
        self.mover = self.mover.moved(moved);
        self.normal = normal;
        match normal {
            Some(_) => self.fall = 0.0,
            None => self.air += 1,
        }
        self.trail.push(self.mover.aabb.center);
    }

    fn draw(&self, tone: Tone, marks: &mut Vec<Mark>) {
        marks.extend(self.trail.windows(2).map(|pair| Mark::new(tone, MarkShape::Line(pair[0], pair[1]))));
        marks.push(Mark::new(tone, MarkShape::Frame(self.mover.aabb)));
    }
}

/// The figure.
pub(crate) struct Downhill {
    angle: f32,
    course: Course,
    /// The hill as a polygon.
    hill: Vec<Vec2>,
    /// The one that falls, and the one that keeps to the ground.
    runners: [Runner; 2],
}

impl Downhill {
    pub(crate) fn new(angle: f32) -> Self {
        let [start, end] = VIEW;
        let foot = CREST + HEIGHT / libm::tanf(angle.to_radians());
        let last = foot.max(end.x) + 40.0;
        let corners = [(start.x, 0.0), (RISE, 0.0), (TOP, -HEIGHT), (CREST, -HEIGHT), (foot, 0.0), (last, 0.0)];
        let surface = corners.map(Vec2::from);
        let course = Course::over(Aabb::from_corners(start, end), &surface, end.y);
        let bottom = [(last, end.y), (start.x, end.y)].map(Vec2::from);
        let hill = surface.into_iter().chain(bottom).collect();
        Self { angle, course, hill, runners: [Runner::new(), Runner::new()] }
    }
}

impl Figure for Downhill {
    fn spec(&self) -> FigureSpec {
        FigureSpec { view: self.course.view, slider: Some((ANGLE, self.angle)), handle: None, moves: true }
    }

    fn set(&mut self, value: f32) {
        *self = Self::new(ANGLE.limit(value));
    }

    fn step(&mut self, _: Option<Vec2>) {
        if self.runners.iter().all(|runner| runner.mover.aabb.min().x > VIEW[1].x) {
            self.runners = [Runner::new(), Runner::new()];
        }
        let [falling, following] = &mut self.runners;
        falling.fall(&self.course.space);
        following.follow(&self.course.space);
    }

    fn marks(&self) -> Vec<Mark> {
        let mut marks = vec![Mark::new(Tone::Ground, MarkShape::Area(self.hill.clone()))];
        self.runners[0].draw(Tone::Bad, &mut marks);
        self.runners[1].draw(Tone::End, &mut marks);
        marks
    }

    fn numbers(&self) -> Vec<StoryNumber> {
        let [falling, following] = &self.runners;
        vec![
            number("angle", self.angle, Tone::Winner),
            number("air", falling.air as f32, Tone::Bad),
            number("air", following.air as f32, Tone::End),
        ]
    }
}

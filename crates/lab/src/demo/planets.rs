//! A character on small planets: up is away from the nearest one, so that it walks all round them. A block and the four walls around
//! are planets as well.

use std::iter::successors;

use glam::Vec2;

use super::{DEMO_WALL, Demo, DemoView, MoverShape, axis, bounds};
use crate::ground::UnjoinedTerrain;
use seamwalker_collide::controller::{Controller, ControllerState, Intent};
use seamwalker_collide::{Aabb, Edge, QueryFilter, Solver, SolverSetup, Space, Tag, Terrain};
use seamwalker_sim::{Buttons, Input, Pose, TICK};

/// Centre and radius of the round planets, in pixels. The character starts above the first one. Gaps are wider than its width and
/// [`HYSTERESIS`]: it always belongs to the planet that it touches.
const PLANETS: [(Vec2, f32); 3] =
    [(Vec2::new(132.0, 166.0), 60.0), (Vec2::new(272.0, 104.0), 34.0), (Vec2::new(314.0, 210.0), 22.0)];

/// The turn of a side of a round planet, by 7.5 degrees: cosine and sine.
const SIDE_TURN: Vec2 = Vec2::new(0.991_444_9, 0.130_526_2);

/// The sides of a round planet.
const SIDES: usize = 48;

/// The block.
const BLOCK: Aabb = Aabb::new(Vec2::new(468.0, 150.0), Vec2::splat(50.0));

/// The start, in pixels.
const START: Vec2 = Vec2::new(132.0, 80.0);

/// The speed on foot, px/s.
const WALK_SPEED: f32 = 130.0;

/// By how much another planet must be nearer to pull the character over, in pixels. With smaller values it could hover between two.
const HYSTERESIS: f32 = 8.0;

/// A wall that stops the character pulls it over if it is farther away than the ground by at most this, in pixels.
const CLIMB_SLACK: f32 = 4.0;

/// Between two ups with a smaller cosine, the character is turned over. From wall to wall it is 0.
const TURNED_OVER: f32 = -0.5;

/// The farthest that the character is moved out of what overlaps it, in pixels: by another solver, or as another shape.
const MAX_WAY_OUT: f32 = 12.0;

/// Where the arrow of up begins and ends, in pixels above the middle of the character.
const UP_ARROW: [f32; 2] = [15.0, 28.0];

/// The planets and the character.
#[derive(Clone, Debug)]
pub struct Planets {
    space: Space,
    hero: Controller,
    shape: MoverShape,
    /// The planet that pulls the character. All its edges have this tag.
    planet: Tag,
    faces_left: bool,
    /// The held direction leads to the other side, because the character was turned over in flight: so it goes on where it was going.
    is_mirrored: bool,
    /// The input of the last tick.
    last: Input,
}

impl Default for Planets {
    fn default() -> Self {
        let mut ground = UnjoinedTerrain::default();
        ground.room(&bounds(), DEMO_WALL);
        for (center, radius) in PLANETS {
            let spokes = successors(Some(Vec2::new(0.0, -radius)), |spoke| Some(SIDE_TURN.rotate(*spoke)));
            ground.polygon(&spokes.take(SIDES).map(|spoke| center + spoke).collect::<Vec<_>>());
        }
        ground.block(BLOCK.min(), BLOCK.max());
        let terrain = ground.terrain();
        // Of the room, which comes first, each wall is a planet.
        let planet = |i: usize, edge: &Edge| Tag(if edge.chain == 0 { i } else { edge.chain as usize + 3 } as u16);
        let tagged = |(i, edge): (usize, &Edge)| Edge { tag: planet(i, edge), ..*edge };
        let edges: Vec<Edge> = terrain.edges().iter().enumerate().map(tagged).collect();
        let space = Space::new(Terrain::new(edges, terrain.pieces().to_vec()));
        let shape = MoverShape::Disk;
        let mut hero = Controller::new(Aabb::default());
        hero.state.mover = shape.mover(START);
        hero.settings.run.speed = WALK_SPEED;
        Self { space, hero, shape, planet: Tag(4), faces_left: false, is_mirrored: false, last: Input::default() }
    }
}

impl Planets {
    /// Turns up away from the planet that pulls the character: from the one before, or from another one that is clearly nearer, or
    /// that has stopped it.
    fn turn(&mut self, is_stopped: bool) {
        let center = self.hero.state.mover.aabb.center;
        let nearest = |is_same: bool| {
            let accepts = |_, tag| (tag == self.planet) == is_same;
            let filter = QueryFilter { accepts: Some(&accepts), ..QueryFilter::default() };
            self.space.closest_point(center, f32::MAX, &filter)
        };
        let (Some(mut below), Some(other)) = (nearest(true), nearest(false)) else { return };
        let nearer_by = if is_stopped { -CLIMB_SLACK } else { HYSTERESIS };
        if other.distance + nearer_by < below.distance {
            self.is_mirrored ^= other.normal.dot(below.normal) < TURNED_OVER;
            below = other;
            self.planet = self.space.tag(other.obstacle);
            self.hero.leave_ground();
            // Or a held jump would lead away from this planet now.
            self.hero.state.jump.hold = 0;
        }
        self.hero.state.mover.up = below.normal;
    }
}

impl Demo for Planets {
    /// Left and right walk, as the character sees them; jump jumps, higher while it is held; and dash changes the shape.
    fn step(&mut self, input: Input, solver: SolverSetup) {
        let pressed = input.pressed_since(self.last);
        self.last = input;
        if pressed.holds(Buttons::DASH) {
            self.shape = self.shape.next(&MoverShape::ALL[..2], solver);
        }
        let solver = self.shape.solver(solver);
        let state = &mut self.hero.state;
        let way_out = self.space.room_near(solver.view(), &state.mover, MAX_WAY_OUT);
        state.mover = state.mover.moved(way_out.unwrap_or_default());
        let held = axis(input, Buttons::LEFT, Buttons::RIGHT);
        self.is_mirrored &= held != 0.0;
        let x = if self.is_mirrored { -held } else { held };
        let (jump, pressed) = (input.holds(Buttons::JUMP), pressed.holds(Buttons::JUMP));
        let events = self.hero.step(&solver, &self.space, &Intent { x, jump, pressed, down: false }, TICK);
        self.turn(events.wall.is_some());
        self.faces_left = if x == 0.0 { self.faces_left } else { x < 0.0 };
        if way_out.is_none() || !bounds().contains(self.hero.state.mover.aabb.center) {
            *self = Self { shape: self.shape, last: self.last, ..Self::default() };
        }
    }

    fn view(&self) -> DemoView<'_> {
        let ControllerState { mover, velocity, ground, .. } = &self.hero.state;
        let pose = match ground {
            Some(_) if *velocity == Vec2::ZERO => Pose::Idle,
            Some(_) => Pose::Run,
            None if velocity.dot(mover.up) > 0.0 => Pose::Jump,
            None => Pose::Fall,
        };
        let arrow = UP_ARROW.map(|height| mover.aabb.center + mover.up * height);
        let pose = Some((pose, self.faces_left));
        DemoView { space: &self.space, mover, shape: self.shape, arrow, collides: true, pose }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::Rng;
    use seamwalker_collide::SolverKind;

    fn at(demo: &Planets) -> Vec2 {
        demo.hero.state.mover.aabb.center
    }

    fn hold(demo: &mut Planets, buttons: u8, ticks: u32) {
        (0..ticks).for_each(|_| demo.step(Input { buttons }, SolverSetup::default()));
    }

    /// How deep the mover is in a surface, and that everything about it is a number within the view.
    fn overlap(demo: &Planets, solver: SolverSetup) -> f32 {
        let state = &demo.hero.state;
        assert!(state.mover.is_valid() && state.velocity.is_finite() && bounds().contains(at(demo)), "{state:?}");
        assert!((state.mover.up.length() - 1.0).abs() < 1e-5, "{state:?}");
        demo.space.overlap(demo.shape.solver(solver).view(), &state.mover)
    }

    /// A character that has landed on the round planet or block with this middle, from above.
    fn on(center: Vec2, height: f32) -> Planets {
        let mut demo = Planets::default();
        let tag =
            demo.space.closest_point(center, 99.0, &QueryFilter::default()).map(|near| demo.space.tag(near.obstacle));
        (demo.hero.state.mover.aabb.center, demo.planet) = (center - Vec2::new(0.0, height + 20.0), tag.unwrap());
        hold(&mut demo, 0, 40);
        assert!(demo.hero.state.ground.is_some() && Some(demo.planet) == tag);
        demo
    }

    #[test]
    fn it_walks_all_round_each_planet_both_ways_and_never_leaves_the_ground() {
        let worlds = PLANETS.into_iter().chain([(BLOCK.center, BLOCK.half.y)]);
        for ((center, height), shape) in
            worlds.flat_map(|world| [(world, MoverShape::Disk), (world, MoverShape::Square)])
        {
            for (button, side) in [(Buttons::RIGHT, 1.0), (Buttons::LEFT, -1.0)] {
                let mut demo = on(center, height);
                demo.shape = shape;
                let (start, planet, mut ticks, mut diagonals) = (at(&demo), demo.planet, 0, 0);
                while diagonals < 4 || at(&demo).distance(start) > 3.0 {
                    let before = at(&demo) - center;
                    hold(&mut demo, button, 1);
                    let after = at(&demo) - center;
                    let about = format!("{shape:?} on {planet:?}, side {side}, tick {ticks}, at {}", at(&demo));
                    assert!(demo.hero.state.ground.is_some() && demo.planet == planet, "{about}");
                    assert!(overlap(&demo, SolverSetup::default()) < 0.01, "{about}");
                    assert!(
                        ticks < 5 || before.distance(after) > 1.0 && before.perp_dot(after) * side > 0.0,
                        "{about}"
                    );
                    let is_aside = |way: Vec2| way.x.abs() > way.y.abs();
                    diagonals += u32::from(is_aside(before) != is_aside(after));
                    ticks += 1;
                    assert!(ticks < 300, "{about}");
                }
            }
        }
    }

    #[test]
    fn it_walks_on_the_four_walls() {
        use Vec2 as V;
        let [right, left] = [[V::NEG_X, V::Y, V::X, V::NEG_Y], [V::X, V::Y, V::NEG_X, V::NEG_Y]];
        for (button, order) in [(Buttons::RIGHT, right), (Buttons::LEFT, left)] {
            for shape in [MoverShape::Disk, MoverShape::Square] {
                let mut demo = on(Vec2::new(222.0, 288.0), 0.0);
                demo.shape = shape;
                let (mut ups, mut aloft) = (Vec::new(), 0);
                for _ in 0..800 {
                    hold(&mut demo, button, 1);
                    aloft += u32::from(demo.hero.state.ground.is_none());
                    ups.push(demo.hero.state.mover.up.round());
                    assert!(ups.last().unwrap().distance(demo.hero.state.mover.up) < 1e-6);
                    assert!(overlap(&demo, SolverSetup::default()) < 0.01);
                }
                ups.dedup();
                assert_eq!(ups[1..], order, "{shape:?}");
                assert_eq!(aloft, 4, "{shape:?}: more than a tick at a corner");
            }
        }
    }

    #[test]
    fn a_tap_stays_and_a_held_jump_reaches_the_next_planet() {
        let land = |held| {
            let mut demo = on(PLANETS[0].0, PLANETS[0].1);
            // Halfway down its right side, towards the second planet.
            hold(&mut demo, Buttons::RIGHT, 36);
            hold(&mut demo, Buttons::JUMP, held);
            hold(&mut demo, 0, 60);
            (demo.hero.state.ground.is_some(), demo.planet)
        };
        assert_eq!(land(2), (true, Tag(4)));
        assert_eq!(land(20), (true, Tag(5)));
    }

    #[test]
    fn left_is_its_own_left_when_it_stands_upside_down() {
        let mut demo = on(BLOCK.center, BLOCK.half.y);
        hold(&mut demo, Buttons::LEFT, 97);
        assert_eq!(demo.hero.state.mover.up.round(), Vec2::Y);
        let before = at(&demo);
        hold(&mut demo, Buttons::LEFT, 5);
        assert!(at(&demo).x > before.x + 8.0 && demo.view().pose == Some((Pose::Run, true)));
    }

    #[test]
    fn a_held_direction_goes_on_across_a_flight() {
        let mut demo = on(BLOCK.center, BLOCK.half.y);
        hold(&mut demo, Buttons::JUMP | Buttons::LEFT, 40);
        assert_eq!((demo.planet, demo.hero.state.mover.up.round()), (Tag(2), Vec2::Y), "on the ceiling");
        assert!(demo.hero.state.velocity.x < -100.0, "still to the left on screen");
        hold(&mut demo, 0, 20);
        hold(&mut demo, Buttons::LEFT, 20);
        assert!(demo.hero.state.velocity.x > 100.0, "pressed again, it is its own left");
    }

    #[test]
    fn it_never_hovers_between_two_planets() {
        for (center, height) in PLANETS.into_iter().chain([(BLOCK.center, BLOCK.half.y)]) {
            let mut walker = on(center, height);
            for held in (1..25).cycle().take(150) {
                hold(&mut walker, Buttons::RIGHT, 3);
                let (mut demo, mut pulls) = (walker.clone(), vec![walker.planet]);
                for tick in 0..60 {
                    hold(&mut demo, if tick < held { Buttons::JUMP } else { 0 }, 1);
                    pulls.push(demo.planet);
                }
                pulls.dedup();
                assert!(pulls.len() < 3 && demo.hero.state.ground.is_some(), "{pulls:?} from {}", at(&walker));
            }
        }
    }

    #[test]
    fn random_inputs_leave_it_out_of_the_ground_and_in_view() {
        let mut visited = BTreeSet::new();
        for (seed, kind) in (0..24).zip([SolverKind::ThickSat, SolverKind::Disk].into_iter().cycle()) {
            let (rng, mut demo, solver, mut buttons) = (&mut Rng(seed), Planets::default(), SolverSetup::new(kind), 0);
            demo.shape = MoverShape::ALL[seed as usize / 2 % 2];
            for tick in 0..2500 {
                if rng.bits().is_multiple_of(12) {
                    buttons = rng.bits() as u8 & (Buttons::LEFT | Buttons::RIGHT | Buttons::JUMP);
                }
                demo.step(Input { buttons }, solver);
                // Not even as much as would have it moved out.
                assert!(overlap(&demo, solver) < 0.002, "{kind}, seed {seed}, tick {tick}");
                visited.insert(demo.planet);
            }
        }
        assert_eq!(visited.len(), 8, "{visited:?}");
    }

    /// The solvers that break laws, and changes of shape and solver in any place.
    #[test]
    fn it_comes_back_with_every_solver() {
        let (rng, mut demo, mut solver, mut buttons) = (&mut Rng(7), Planets::default(), SolverSetup::default(), 0);
        for _ in 0..20_000 {
            if rng.bits().is_multiple_of(12) {
                buttons = rng.bits() as u8 & (Buttons::LEFT | Buttons::RIGHT | Buttons::JUMP | Buttons::DASH);
            }
            if rng.bits().is_multiple_of(40) {
                solver = SolverSetup::new(*rng.pick(&SolverKind::ALL).unwrap());
            }
            demo.step(Input { buttons }, solver);
            assert!(overlap(&demo, solver) < 0.1, "{} {}", solver.kind, at(&demo));
        }
        demo.hero.state.mover.aabb.center = Vec2::new(-30.0, 900.0);
        hold(&mut demo, 0, 1);
        assert_eq!(at(&demo), START);
    }
}

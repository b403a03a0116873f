//! Up is a direction: turned worlds give turned runs, and a disk walks all round a small planet.

#![allow(clippy::disallowed_methods, reason = "a test's own planets; their bits are stored nowhere")]

use glam::Vec2;
use seamwalker_collide::controller::{Controller, ControllerState, Ground, Intent, Lift, StepEvents};
use seamwalker_collide::{
    Aabb, Body, BodyId, Carrier, Contact, Edge, Hit, Mover, Obstacle, Passenger, Segment, Solver, SolverKind,
    SolverSetup, Space, Touches,
};
use seamwalker_lab::Rng;

use crate::settings::is_long;
use crate::{HALF, LAWFUL, compiled, mover, random_field, ring};

#[path = "../../crates/collide/examples/planet.rs"]
#[allow(dead_code, reason = "the example prints, the test reads")]
mod example;

const DT: f32 = 1.0 / 60.0;

/// A vector after so many quarter turns, clockwise on screen.
fn turn(vector: Vec2, quarters: u32) -> Vec2 {
    (0..quarters).fold(vector, |Vec2 { x, y }, _| Vec2::new(-y, x))
}

fn turn_box(aabb: Aabb, quarters: u32) -> Aabb {
    Aabb::new(turn(aabb.center, quarters), turn(aabb.half, quarters).abs())
}

fn turn_space(space: &Space, quarters: u32) -> Space {
    let turn_edge = |edge: &Edge| {
        let Segment { a, b } = edge.segment;
        let segment = Segment::new(turn(a, quarters), turn(b, quarters));
        Edge { segment, normal: turn(edge.normal, quarters), ..*edge }
    };
    let mut turned = crate::space(space.terrain.edges().iter().map(turn_edge).collect());
    for body in &space.bodies {
        turned.bodies.push(Body { aabb: turn_box(body.aabb, quarters), ..*body });
    }
    turned
}

fn turn_state(state: &ControllerState, quarters: u32) -> ControllerState {
    let turn = |vector| turn(vector, quarters);
    let mover = Mover { aabb: turn_box(state.mover.aabb, quarters), up: turn(state.mover.up), ..state.mover };
    let ground = state.ground.map(|Ground { drop, normal, obstacle }| Ground {
        drop: turn(drop),
        normal: turn(normal),
        obstacle,
    });
    let lift = Lift { velocity: turn(state.lift.velocity), ..state.lift };
    ControllerState { mover, velocity: turn(state.velocity), ground, lift, carried: turn(state.carried), ..*state }
}

/// What happened in a tick.
#[derive(Clone, Debug, PartialEq)]
struct Seen {
    state: ControllerState,
    events: StepEvents,
    /// Without the names of the edges: of two that mirror each other and are equally deep, either counts.
    touches: Vec<Contact>,
    wall: Option<Hit>,
    pushed: Option<BodyId>,
    /// It was resized; it slipped out.
    fits: [bool; 2],
    item: Vec2,
}

impl Seen {
    fn turned(&self, quarters: u32) -> Self {
        let wall = self.wall.map(|hit| Hit { normal: turn(hit.normal, quarters), ..hit });
        let contact = |contact: &Contact| Contact { normal: turn(contact.normal, quarters), ..*contact };
        let events = StepEvents { wall: self.events.wall.map(|normal| turn(normal, quarters)), ..self.events };
        Self {
            state: turn_state(&self.state, quarters),
            events,
            touches: self.touches.iter().map(contact).collect(),
            wall,
            item: turn(self.item, quarters),
            ..*self
        }
    }
}

/// A hero among platforms that move and a crate, in a world after so many quarter turns.
struct Run {
    quarters: u32,
    space: Space,
    hero: Controller,
    carrier: Carrier,
    rafts: Vec<BodyId>,
    item: BodyId,
    solver: SolverSetup,
}

impl Run {
    /// The first body of `upright` is a crate; the others are platforms.
    fn new(upright: &Space, hero: Vec2, solver: SolverSetup, quarters: u32) -> Self {
        let mut hero = Controller::new(turn_box(mover(hero).aabb, quarters));
        hero.state.mover.up = turn(Vec2::NEG_Y, quarters);
        hero.settings.ground.step_up = 4.0;
        let mut space = turn_space(upright, quarters);
        let (item, rafts) = (BodyId(0), (1..space.bodies.len() as u32).map(BodyId).collect());
        let own = hero.add_body(&mut space);
        let item_there = Passenger { up: own.up, ..Passenger::new(item) };
        Self { quarters, space, hero, carrier: Carrier::new(vec![own, item_there]), rafts, item, solver }
    }

    /// A tick, in which each raft moves by its part of `ways`.
    fn tick(&mut self, intent: &Intent, ways: &[Vec2], half: Vec2) -> Seen {
        let Self { quarters, space, hero, carrier, rafts, item, solver } = self;
        carrier.begin();
        hero.update_passenger(carrier, space);
        let mut slips = true;
        for (raft, way) in rafts.iter().zip(ways) {
            let to = space.bodies[*raft].aabb.center + turn(*way, *quarters);
            carrier.move_body(solver, space, *raft, to, |space, crush| {
                if Some(crush.body) == hero.state.body {
                    slips &= hero.slip_out(solver, space, 6.0);
                }
            });
        }
        carrier.fall(solver, space, *item, turn(Vec2::new(0.0, 3.0), *quarters));
        hero.follow_passenger(carrier, space, DT);
        let pushed = hero.push(solver, space, carrier, intent, DT);
        let fits = hero.resize(solver, space, half);
        let events = hero.step(solver, space, intent, DT);
        let wall = hero.wall(solver, space, intent.x.signum(), 2.0);
        Seen {
            state: hero.state,
            touches: events.touches.iter().map(|touch| touch.contact).collect(),
            events: StepEvents { touches: Touches::new(), ..events },
            wall,
            pushed,
            fits: [fits, slips],
            item: space.bodies[*item].aabb.center,
        }
    }

    /// A tick by one call of the carrier, with an ability of the game's own.
    fn tick_with(&mut self, intent: &Intent, ways: &[Vec2], ability: Ability) -> Seen {
        let Self { quarters, space, hero, carrier, rafts, item, solver } = self;
        let turn = |vector| turn(vector, *quarters);
        let to = |(raft, way): (&BodyId, &Vec2)| (*raft, (space.bodies[*raft].aabb.center + turn(*way)).into());
        let moves: Vec<_> = rafts.iter().zip(ways).map(to).collect();
        let mut slips = true;
        carrier.tick(solver, space, &mut [(&mut *hero, *intent)], moves, DT, |space, _, hero| {
            slips &= hero.is_none_or(|hero| hero.slip_out(solver, space, 6.0));
        });
        let events = if let Ability::Fly(velocity) = ability {
            hero.fly(solver, space, intent, turn(velocity), DT)
        } else {
            let tick = hero.begin(solver, space, intent, DT);
            match ability {
                Ability::TakeOff(velocity) => hero.take_off(turn(velocity), DT),
                Ability::Wind(wind) | Ability::Fly(wind) => hero.state.velocity += turn(wind),
            }
            hero.finish(solver, space, tick)
        };
        Seen {
            state: hero.state,
            touches: events.touches.iter().map(|touch| touch.contact).collect(),
            events: StepEvents { touches: Touches::new(), ..events },
            wall: None,
            pushed: None,
            fits: [true, slips],
            item: space.bodies[*item].aabb.center,
        }
    }
}

/// What a game of one's own adds to a tick, upright.
#[derive(Clone, Copy, Debug)]
enum Ability {
    Wind(Vec2),
    TakeOff(Vec2),
    Fly(Vec2),
}

/// A random world with a hero, turned by 0 to 3 quarters.
fn random_runs(seed: u64, rng: &mut Rng) -> [Run; 4] {
    let mut field = random_field(rng);
    let solver = SolverSetup::new(LAWFUL[seed as usize % 2]);
    let mut place = |half: Vec2| loop {
        let at = Vec2::new(rng.range(-90.0, 530.0), rng.range(47.0, 410.0));
        if field.is_free(solver.view(), &Mover::new(Aabb::new(at, half))) {
            return at;
        }
    };
    let (hero, item, rafts) = (place(HALF), place(Vec2::splat(7.0)), [0; 5].map(|_| place(Vec2::splat(4.0))));
    field.bodies.push(Body { priority: 2, ..Body::new(Aabb::new(item, Vec2::splat(7.0))) });
    for raft in rafts {
        field.bodies.push(Body::new(Aabb::new(raft, Vec2::new(14.0, 4.0))));
    }
    let mut runs = [0, 1, 2, 3].map(|quarters| Run::new(&field, hero, solver, quarters));
    if seed % 4 > 1 {
        for run in &mut runs {
            run.space = compiled(&run.space, &run.hero.state.mover);
        }
    }
    runs
}

/// In random worlds that are turned by quarters, with platforms, a crate and random inputs, a character with another up does what an
/// upright one does, turned, bit for bit. Only the sign of zeros may differ. (In seed 2161, after two million ticks, a mover meets just the
/// end of a slanted edge, and the last bit of the normal differs: the solver measures from one end.)
#[test]
fn a_turned_world_gives_the_turned_run() {
    let (mut rides, mut pushes, mut drops, mut jumps, mut walls, mut ledges) = (0, 0, 0, 0, 0, 0);
    for seed in 0..if is_long() { 1500 } else { 120 } {
        let rng = &mut Rng(seed);
        let mut runs = random_runs(seed, rng);
        let (mut intent, mut half, mut ways) = (Intent::default(), HALF, [Vec2::ZERO; 5]);
        for tick in 0..300 {
            if rng.bits().is_multiple_of(8) {
                let x = *rng.pick(&[-1.0, 1.0, 0.0, 0.5]).unwrap();
                intent = Intent {
                    x,
                    jump: !rng.bits().is_multiple_of(3),
                    pressed: rng.bits().is_multiple_of(2),
                    down: rng.bits().is_multiple_of(4),
                };
                half = if rng.bits().is_multiple_of(4) { Vec2::new(6.0, 7.0) } else { HALF };
            }
            if rng.bits().is_multiple_of(32) {
                ways = ways.map(|_| Vec2::new(rng.range(-1.5, 1.5), rng.range(-1.5, 1.5)));
            }
            let [upright, turned @ ..] = runs.each_mut().map(|run| run.tick(&intent, &ways, half));
            for (quarters, turned) in (1..).zip(turned) {
                assert_eq!(turned, upright.turned(quarters), "seed {seed}, tick {tick}, {quarters} quarters");
            }
            intent.pressed = false;
            let ground = upright.state.ground;
            rides += u32::from(ground.is_some_and(|ground| matches!(ground.obstacle, Obstacle::Body(_))));
            pushes += u32::from(upright.pushed.is_some());
            drops += u32::from(upright.events.dropped);
            jumps += u32::from(upright.events.jumped);
            walls += u32::from(upright.wall.is_some());
            ledges += u32::from(upright.state.mover.one_way_height < -0.3);
        }
    }
    let seen = [rides, pushes, drops, jumps, walls, ledges];
    assert!(seen.into_iter().all(|count| count > 0), "{seen:?}");
}

/// The same of [`Carrier::tick`], and of abilities between `begin` and `finish` or in place of both.
#[test]
fn a_turned_world_gives_turned_abilities() {
    let (mut rides, mut falls, mut jumps, mut landings, mut walls) = (0, 0, 0, 0, 0);
    for seed in 0..if is_long() { 600 } else { 60 } {
        let rng = &mut Rng(seed + 7_000);
        let mut runs = random_runs(seed, rng);
        let (mut intent, mut ability, mut ways) = (Intent::default(), Ability::Wind(Vec2::ZERO), [Vec2::ZERO; 5]);
        for tick in 0..300 {
            if rng.bits().is_multiple_of(8) {
                let x = *rng.pick(&[-1.0, 1.0, 0.0, 0.5]).unwrap();
                intent = Intent { x, jump: !rng.bits().is_multiple_of(3), pressed: true, down: false };
                let velocity = Vec2::new(rng.range(-400.0, 400.0), rng.range(-300.0, 300.0));
                ability = match rng.bits() % 6 {
                    0 => Ability::TakeOff(velocity),
                    1 => Ability::Fly(velocity),
                    2 => Ability::Wind(velocity * 0.05),
                    _ => Ability::Wind(Vec2::ZERO),
                };
            }
            if rng.bits().is_multiple_of(32) {
                ways = ways.map(|_| Vec2::new(rng.range(-1.5, 1.5), rng.range(-1.5, 1.5)));
            }
            let before = runs[0].space.bodies[runs[0].item].aabb.center;
            let [upright, turned @ ..] = runs.each_mut().map(|run| run.tick_with(&intent, &ways, ability));
            for (quarters, turned) in (1..).zip(turned) {
                assert_eq!(turned, upright.turned(quarters), "seed {seed}, tick {tick}, {quarters} quarters");
            }
            intent.pressed = false;
            if matches!(ability, Ability::TakeOff(_)) {
                ability = Ability::Wind(Vec2::ZERO);
            }
            let ground = upright.state.ground;
            rides += u32::from(ground.is_some_and(|ground| matches!(ground.obstacle, Obstacle::Body(_))));
            falls += u32::from(upright.item.y > before.y + 1.0);
            jumps += u32::from(upright.events.jumped);
            landings += u32::from(upright.events.landed.is_some());
            walls += u32::from(upright.events.wall.is_some());
        }
    }
    let seen = [rides, falls, jumps, landings, walls];
    assert!(seen.into_iter().all(|count| count > 0), "{seen:?}");
}

/// A planet of `sides` edges around the origin.
fn planet(radius: f32, sides: u32) -> Space {
    let corner = |i: u32| Vec2::from_angle(i as f32 / sides as f32 * std::f32::consts::TAU) * radius;
    crate::space(ring(&(0..sides).map(corner).collect::<Vec<_>>()))
}

/// Up is away from the middle of a small planet, in every tick: a disk walks all round it, on its ground, at an even speed, jumps on every
/// side, and lands again.
#[test]
fn a_disk_walks_round_a_planet_and_jumps_on_every_side() {
    let (solver, side) = (SolverSetup::new(SolverKind::Disk), Vec2::splat(8.0));
    for (sides, direction) in [(24, 1.0), (60, -1.0), (200, 1.0)] {
        let space = planet(120.0, sides);
        let mut hero = Controller::new(Aabb::new(Vec2::new(0.0, -140.0), side));
        let (mut jumps, mut landings, mut angle) = (Vec::new(), 0, 0.0);
        for tick in 0..940 {
            let before = hero.state.mover.aabb.center;
            hero.state.mover.up = before.normalize();
            let pressed = tick % 100 == 99;
            let intent = Intent { x: direction, jump: pressed, pressed, down: false };
            let events = hero.step(&solver, &space, &intent, DT);
            let at = hero.state.mover.aabb.center;
            let about = format!("{sides} sides, tick {tick}, {at}");
            angle += before.angle_between(at);
            assert!(!events.walked_off && events.wall.is_none(), "{about}: {events:?}");
            if events.jumped {
                jumps.push(at.normalize());
            }
            landings += u32::from(events.landed.is_some());
            if hero.state.ground.is_some() {
                let height = at.length() - 8.0;
                assert!((118.0..120.1).contains(&height), "{about}: {height} px from the middle");
            }
            if tick > 40 && hero.state.ground.is_some() && events.landed.is_none() {
                let (speed, way) = (hero.state.velocity.length(), before.distance(at) / DT);
                assert!((speed - 180.0).abs() < 0.1 && (way - 180.0).abs() < 12.0, "{about}: {speed}, {way} px/s");
            }
        }
        assert!(angle * direction > std::f32::consts::TAU, "{sides} sides: turned by {angle}");
        assert_eq!((jumps.len(), landings), (9, 10), "{sides} sides");
        for out in [Vec2::X, Vec2::Y, Vec2::NEG_X, Vec2::NEG_Y] {
            assert!(jumps.iter().any(|up| up.dot(out) > 0.5), "{sides} sides: no jump towards {out}");
        }
    }
}

/// A disk that stands still on a slanted planet stays there, to the bit.
#[test]
fn a_disk_at_rest_on_a_planet_does_not_drift() {
    let (solver, space) = (SolverSetup::new(SolverKind::Disk), planet(120.0, 60));
    for degrees in (0..360).step_by(7) {
        let up = Vec2::from_angle((degrees as f32).to_radians());
        let mut hero = Controller::new(Aabb::new(up * 130.0, Vec2::splat(8.0)));
        let mut step = || {
            hero.state.mover.up = up;
            hero.step(&solver, &space, &Intent::default(), DT);
            hero.state.mover.aabb.center
        };
        (0..60).for_each(|_| _ = step());
        let rests = step();
        (0..600).for_each(|_| assert!(step().distance(rests) < 1e-3, "{degrees} degrees"));
    }
}

/// A box with a slanted up stays the box along x and y that it is: it still falls, stands and walks on a floor across up.
#[test]
fn a_box_with_a_slanted_up_stands_and_walks() {
    let (solver, up) = (SolverSetup::default(), Vec2::from_angle(-1.0));
    let along = up.perp();
    let space = crate::space(vec![Edge::new(along * -300.0, along * 300.0, seamwalker_collide::Side::Outer)]);
    let mut hero = Controller::new(Aabb::new(up * 40.0, HALF));
    hero.state.mover.up = up;
    let mut step = |x| _ = hero.step(&solver, &space, &Intent { x, ..Intent::default() }, DT);
    (0..60).for_each(|_| step(0.0));
    (0..60).for_each(|_| step(1.0));
    let ControllerState { mover, velocity, ground, .. } = hero.state;
    assert!(ground.is_some() && (velocity - along * 180.0).length() < 0.1, "{velocity}");
    assert!(mover.aabb.center.dot(along) > 160.0 && mover.aabb.half == HALF);
}

#[test]
fn the_example_walks_round_its_planet() {
    let picture = r"
                                '
                                 ''
                       ooooooo  # oooooo
                    oooo # #        # # oooo
                  ooo #                  # ooo
                 oo #                      # oo
              ''o# #                        # #o
            ''   #                            # o
           ''   #                              # o
            '' #                                #o
             'o#                                 o'
              o                                 #  ''
              o#                                #   '
              o #                              #  '''
               o #                            # o''
               oo# #                        # #oo
                 oo #                      # oo
                  ooo #                  # ooo
                    oooo # #        # # ooo
                       o'    # ooooooooo
                         ''  '''
                           '''";
    assert_eq!(example::picture(), picture[1..]);
}

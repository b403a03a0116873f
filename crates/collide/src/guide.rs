//! A guide: the loop of a platformer in seven steps, and what to know about each part.
//!
//! - [The law of no snag](#the-law-of-no-snag)
//! - [Units and signs](#units-and-signs)
//! - [The loop of a platformer](#the-loop-of-a-platformer)
//! - [A slide alone](#a-slide-alone)
//! - [One-way surfaces](#one-way-surfaces)
//! - [Moving platforms](#moving-platforms)
//! - [Crates](#crates)
//! - [Slopes and ledges](#slopes-and-ledges)
//! - [Recipes](#recipes)
//! - [Layers, bullets and sight](#layers-bullets-and-sight)
//! - [Which solver](#which-solver)
//! - [Digging and building](#digging-and-building)
//! - [Saved games and rollback](#saved-games-and-rollback)
//! - [Many characters](#many-characters)
//! - [Speed](#speed)
//! - [Identical results](#identical-results)
//! - [Troubleshooting](#troubleshooting)
//!
//! # The law of no snag
//!
//! The repository's `web/article` explains it to newcomers, beside seven other methods, with figures to play with.
//!
//! On ground that is joined from pieces, a mover gets as far as on the same ground in one piece.
//!
#![doc = include_str!("../no_snag.svg")]
//!
//! A [`Mover`](crate::Mover) is a core with a skin, 3 px by default. Only the skin ever touches anything: the way out of an edge
//! leads away from its nearest point, and two edges that meet agree on that point. [`Law`](crate::Law) lists this law and ten more,
//! and [`SolverKind::known_violations`](crate::SolverKind::known_violations) says which solver breaks which.
//!
//! # Units and signs
//!
//! | what | convention |
//! |---|---|
//! | a length | pixels. Tolerances are in pixels as well: if your unit is another one, scale what you pass in |
//! | a time | only [`controller`](crate::controller) knows it: seconds, in ticks of one length |
//! | the axes | x to the right, y **down**: up is `-y`, and a jump has a negative speed |
//! | a normal | points from the obstacle to the mover: a floor's is `(0, -1)` |
//! | a depth | positive inside, negative apart |
//! | an edge | from `a` to `b`, its free side is on the left: draw floors to the right, ceilings to the left, solids clockwise |
//! | an [`Aabb`](crate::Aabb) | centre and half extents; a mover's includes its skin and rests flush with the ground |
//! | a priority | lower numbers yield less; walls have 0, platforms 1, crates 2 or more, characters 255 |
//! | a place | exact within about 65,000 px of the origin, where `f32` holds places 1/256 px apart; farther away, sinks and gaps grow with that |
//!
//! # The loop of a platformer
//!
//! The whole logic of a game with a moving platform, without a window. Each step is one comment.
//!
//! ```
//! use seamwalker_collide::controller::{Controller, Intent};
//! use seamwalker_collide::glam::Vec2;
//! use seamwalker_collide::{Aabb, Body, Carrier, SolverSetup, Space, Tag, TerrainBuilder};
//!
//! const TICK: f32 = 1.0 / 60.0;
//! const SPIKES: Tag = Tag(1);
//!
//! // 1. Describe the ground by polygons, or by tiles (`TerrainBuilder::tiles`). The crate `seamwalker-level` reads it from a Tiled
//! //    map. To draw it, fill the corners of `space.terrain.pieces()`.
//! let mut builder = TerrainBuilder::default();
//! let hill = [(0.0, 100.0), (300.0, 100.0), (340.0, 80.0), (400.0, 100.0), (400.0, 200.0), (0.0, 200.0)].map(Vec2::from);
//! builder.solid(&[hill]).unwrap();
//! builder.tag = SPIKES;
//! builder.solid(&[[(400.0, 100.0), (500.0, 100.0), (500.0, 200.0), (400.0, 200.0)].map(Vec2::from)]).unwrap();
//! let mut terrain = builder.build();
//!
//! // 2. Make a character, and prepare the terrain for movers of its size.
//! let mut hero = Controller::new(Aabb::new(Vec2::new(32.0, 80.0), Vec2::new(6.0, 11.0)));
//! terrain.compile(&hero.state.mover);
//!
//! // 3. Put everything that moves into the space: platforms, and a body for the character, which platforms carry and push.
//! let mut space = Space::new(terrain);
//! let place = Aabb::new(Vec2::new(120.0, 60.0), Vec2::new(24.0, 4.0));
//! let raft = space.bodies.push(Body { one_way: true, ..Body::new(place) });
//! let mut carrier = Carrier::new(vec![hero.add_body(&mut space)]);
//! let solver = SolverSetup::default();
//! let mut died = false;
//!
//! let (mut owed, mut ticks, mut before) = (0.0, 0_u32, Vec2::ZERO);
//! for frame_time in [0.016_f32; 300] {
//!     // 4. Step in ticks of one length, however long a frame was. The limit is for the frame after a pause.
//!     owed = (owed + frame_time).min(0.1);
//!     while owed >= TICK {
//!         (owed, ticks, before) = (owed - TICK, ticks + 1, hero.state.mover.aabb.center);
//!
//!         // 5. Platforms first. They carry the character, push it, and report when it has no room. What only grazes it moves it aside.
//!         //    A press of jump must last until a tick has seen it, so collect it between ticks.
//!         let intent = Intent { x: 1.0, pressed: ticks == 40, jump: ticks >= 40, down: false };
//!         let to = Vec2::new(120.0 + ((ticks % 120) as f32 - 60.0).abs(), 60.0);
//!         carrier.tick(&solver, &mut space, &mut [(&mut hero, intent)], [(raft, to.into())], TICK, |space, _crush, hero| {
//!             died |= !hero.is_some_and(|hero| hero.slip_out(&solver, space, 4.0));
//!         });
//!
//!         // 6. Then the character. Corner correction is on: a jump slips past corners above its head (`AirSettings::corner`).
//!         let events = hero.step(&solver, &space, &intent, TICK);
//!
//!         // 7. React. Ground is what it stands on, touches are what stopped it; the tag of an obstacle says what that is.
//!         let ground = hero.state.ground.map(|ground| ground.obstacle);
//!         let touched = events.touches.iter().map(|touch| touch.obstacle);
//!         died |= ground.into_iter().chain(touched).any(|obstacle| space.tag(obstacle) == SPIKES);
//!         if let Some(speed) = events.landed {
//!             println!("thud, at {speed} px/s");
//!         }
//!     }
//!     // Draw between the last two ticks, so that motion is as smooth as the screen; after a teleport, set `before` as well.
//!     let _shown = before.lerp(hero.state.mover.aabb.center, owed / TICK);
//! }
//! assert!(died, "it ran into the spikes");
//! ```
//!
//! Settings and state of a [`Controller`](crate::controller::Controller) are plain data. A character that also swims, climbs or dashes
//! is the same one, with a few lines more: see the [recipes](#recipes).
//!
//! # A slide alone
//!
//! Everything above rests on one function: [`Solver::slide`](crate::Solver::slide) gets a space, a mover and a wanted move, and
//! returns the actual move. It changes nothing and remembers nothing. What a velocity becomes is up to you:
//!
//! ```
//! use seamwalker_collide::controller::clip;
//! use seamwalker_collide::glam::Vec2;
//! use seamwalker_collide::{Aabb, Edge, Mover, Side, Solver, SolverSetup, Space, Terrain};
//!
//! let wall = Edge::new(Vec2::new(100.0, 100.0), Vec2::new(100.0, 0.0), Side::Outer);
//! let space = Space::new(Terrain::new(vec![wall], Vec::new()));
//! let (mut ship, mut velocity) = (Mover::new(Aabb::new(Vec2::new(88.0, 50.0), Vec2::splat(8.0))), Vec2::new(6.0, 2.0));
//!
//! let slide = SolverSetup::default().slide(&space, &ship, velocity);
//! ship = ship.moved(slide.moved);
//! velocity = clip(velocity, &slide.touches); // takes out what led into the wall
//! assert_eq!((ship.aabb.center, velocity), (Vec2::new(92.0, 52.0), Vec2::new(0.0, 2.0)));
//! ```
//!
//! [`Solver::cast`](crate::Solver::cast) and [`Solver::touching`](crate::Solver::touching) ask without moving.
//! Numbers must be finite: [`Mover::is_valid`](crate::Mover::is_valid) checks those of a mover.
//!
//! # One-way surfaces
//!
//! A [`Side::OneWay`](crate::Side::OneWay) edge holds a mover that comes from its free side and lets all others through. A
//! [`Body`](crate::Body) with `one_way` is solid from above. [`Mover::drops_through`](crate::Mover::drops_through) opens those that
//! face up. When a jump is wanted with `down`, the controller leaves the platform that it stands on, and only that:
//!
//! ```
//! use seamwalker_collide::controller::{Controller, Intent};
//! use seamwalker_collide::glam::Vec2;
//! use seamwalker_collide::{Aabb, Edge, Side, SolverSetup, Space, Terrain};
//!
//! let ribbon = Edge::new(Vec2::new(0.0, 50.0), Vec2::new(64.0, 50.0), Side::OneWay);
//! let floor = Edge::new(Vec2::new(0.0, 100.0), Vec2::new(64.0, 100.0), Side::Outer);
//! let space = Space::new(Terrain::new(vec![ribbon, floor], Vec::new()));
//! let mut hero = Controller::new(Aabb::new(Vec2::new(32.0, 30.0), Vec2::new(6.0, 11.0)));
//! let mut feet_after = |ticks, intent: Intent| {
//!     (0..ticks).for_each(|_| _ = hero.step(&SolverSetup::default(), &space, &intent, 1.0 / 60.0));
//!     hero.state.mover.aabb.max().y.round()
//! };
//! assert_eq!(feet_after(30, Intent::default()), 50.0, "it lands on the ribbon");
//! feet_after(1, Intent { pressed: true, down: true, ..Intent::default() });
//! assert_eq!(feet_after(30, Intent::default()), 100.0, "and drops to the floor");
//! ```
//!
//! # Moving platforms
//!
//! A solver treats a body as a wall that happens to be somewhere. [`Carrier`](crate::Carrier) moves bodies: it takes along what
//! stands on them, and what stands on that, pushes what is in the way, and reports a [`Crush`](crate::Crush) for each passenger
//! without room. [`Carrier::tick`](crate::Carrier::tick) does it all, before characters step: so they meet platforms where they will be
//! drawn. Add each character by [`Controller::add_body`](crate::controller::Controller::add_body), each crate by
//! [`Passenger::new`](crate::Passenger::new). A jump takes the platform's speed along, up to [`ControllerSettings::max_lift`](crate::controller::ControllerSettings::max_lift), and
//! [`ControllerSettings::drift`](crate::controller::ControllerSettings::drift) says how the air brakes it.
//!
//! A [`Crush`](crate::Crush) moves nothing: the passenger stays where it is, partly inside of the platform, until there is room
//! or the game does something about it. A platform that touches no more than the round corner of a passenger moves it aside over
//! several ticks, and reports depths of less than a pixel meanwhile. [`Controller::slip_out`](crate::controller::Controller::slip_out)
//! moves a character aside that a platform only grazes; if it cannot, the character is crushed. One-way platforms crush nothing.
//! While a character is dead, leave it out of `heroes` and [disable](crate::Bodies::enable) its body: then it is neither carried nor
//! crushed again.
//!
//! A body may be ground of its own that turns, such as a seesaw, a drawbridge or a windmill: see
//! [`Bodies::push_terrain`](crate::Bodies::push_terrain). The carrier moves it to a [`Pose`](crate::Pose), in steps in which its ends go
//! 2 px, and its riders go where the point of it goes that they stand on. Boxes do not turn with it, and what stands on ground that
//! has become too steep to walk on slides down.
//!
//! A character is a passenger of its own kind: it rides what it stands on, but carries nothing. A character on another's head stays behind
//! when that one walks away.
//!
//! # Crates
//!
//! A crate is a body that yields to platforms, and a [`Passenger`](crate::Passenger) of the carrier. In
//! [`Carrier::tick`](crate::Carrier::tick) it falls, and walking characters push it, with what stands on it:
//!
//! ```
//! use seamwalker_collide::controller::{Controller, Intent};
//! use seamwalker_collide::glam::Vec2;
//! use seamwalker_collide::{Aabb, Body, Carrier, Passenger, SolverSetup, Space, TerrainBuilder};
//!
//! const TICK: f32 = 1.0 / 60.0;
//! // A ledge, and a pit of 60 px behind it.
//! let mut ground = TerrainBuilder::default();
//! let ledge = [(0.0, 100.0), (150.0, 100.0), (150.0, 160.0), (400.0, 160.0), (400.0, 200.0), (0.0, 200.0)].map(Vec2::from);
//! ground.solid(&[ledge]).unwrap();
//! let (mut space, solver) = (Space::new(ground.build()), SolverSetup::default());
//! let place = Aabb::new(Vec2::new(100.0, 90.0), Vec2::splat(10.0));
//! let item = space.bodies.push(Body { priority: 2, ..Body::new(place) });
//! let mut hero = Controller::new(Aabb::new(Vec2::new(60.0, 89.0), Vec2::new(6.0, 11.0)));
//! let mut carrier = Carrier::new(vec![hero.add_body(&mut space), Passenger::new(item)]);
//! let intent = Intent { x: 1.0, ..Intent::default() };
//! for _ in 0..180 {
//!     carrier.tick(&solver, &mut space, &mut [(&mut hero, intent)], [], TICK, |_, _, _| ());
//!     hero.step(&solver, &space, &intent, TICK);
//! }
//! assert!((space.bodies[item].aabb.max().y - 160.0).abs() < 0.1, "it fell into the pit");
//! ```
//!
//! # Slopes and ledges
//!
//! [`GroundSettings`](crate::controller::GroundSettings) says what can be walked on, and how closely a walker follows it. Speed is
//! measured along the ground, so slopes cost none. What is steeper than `max_slope` is a wall on the way up, and slid down.
//!
//! ```
//! use seamwalker_collide::controller::{Controller, GroundSettings, Intent};
//! use seamwalker_collide::glam::Vec2;
//! use seamwalker_collide::{Aabb, Edge, Side, SolverSetup, Space, Terrain};
//!
//! // A floor, a ledge of 6 px, and more floor.
//! let line = |a: (f32, f32), b: (f32, f32)| Edge::new(a.into(), b.into(), Side::Outer);
//! let stair = vec![
//!     line((0.0, 100.0), (64.0, 100.0)),
//!     line((64.0, 100.0), (64.0, 94.0)),
//!     line((64.0, 94.0), (200.0, 94.0)),
//! ];
//! let space = Space::new(Terrain::new(stair, Vec::new()));
//! let walk = |step_up| {
//!     let mut hero = Controller::new(Aabb::new(Vec2::new(32.0, 89.0), Vec2::new(6.0, 11.0)));
//!     hero.settings.ground = GroundSettings { step_up, ..GroundSettings::default() };
//!     let intent = Intent { x: 1.0, ..Intent::default() };
//!     (0..40).for_each(|_| _ = hero.step(&SolverSetup::default(), &space, &intent, 1.0 / 60.0));
//!     hero.state.mover.aabb.center
//! };
//! assert!(walk(0.0).x < 59.0, "stopped by the ledge");
//! assert!(walk(8.0).x > 100.0 && walk(8.0).y < 84.0, "up the ledge");
//! ```
//!
//! # Recipes
//!
//! What a platformer's hero does besides: running, jumping and walking are [`Controller::begin`](crate::controller::Controller::begin)
//! and [`Controller::finish`](crate::controller::Controller::finish), and each ability stands between the two, or in place of both. They
//! can be combined; the game Seamwalker has all of them. The numbers are px/s, and the loops stand for your own. Velocities are those of
//! the world; the recipes have -y up. [`Mover::up`](crate::Mover::up) may be another direction, and a new one in every tick, as on a small
//! planet. Where it turns over in the middle of a jump, end the jump's hold (`state.jump.hold = 0`): it goes on upwards.
//!
//! **Wall slide.** Gravity has acted already, so the limit is exact.
//!
//! ```
//! # use seamwalker_collide::controller::{Controller, Intent};
//! # use seamwalker_collide::glam::Vec2;
//! # use seamwalker_collide::{Aabb, Edge, Side, SolverSetup, Space, Tag, Terrain};
//! # let line = |a: (f32, f32), b: (f32, f32)| Edge::new(a.into(), b.into(), Side::Outer);
//! # let space = Space::new(Terrain::new(vec![line((100.0, 200.0), (100.0, -900.0))], Vec::new()));
//! # let (solver, dt) = (SolverSetup::default(), 1.0 / 60.0);
//! # let mut hero = Controller::new(Aabb::new(Vec2::new(93.0, 0.0), Vec2::new(6.0, 11.0)));
//! # let intent = Intent { x: 1.0, ..Intent::default() };
//! for _ in 0..60 {
//!     let tick = hero.begin(&solver, &space, &intent, dt);
//!     if hero.wall(&solver, &space, intent.x, 1.0).is_some() {
//!         hero.state.velocity.y = hero.state.velocity.y.min(40.0);
//!     }
//!     hero.finish(&solver, &space, tick);
//! }
//! # assert!(hero.state.velocity.y == 40.0 && (37.0..40.1).contains(&hero.state.mover.aabb.center.y));
//! ```
//!
//! **Wall jump**, away from a wall that is 3 px away or less.
//!
//! ```
//! # use seamwalker_collide::controller::{Controller, Intent};
//! # use seamwalker_collide::glam::Vec2;
//! # use seamwalker_collide::{Aabb, Edge, Side, SolverSetup, Space, Tag, Terrain};
//! # let line = |a: (f32, f32), b: (f32, f32)| Edge::new(a.into(), b.into(), Side::Outer);
//! # let space = Space::new(Terrain::new(vec![line((100.0, 200.0), (100.0, -900.0))], Vec::new()));
//! # let (solver, dt) = (SolverSetup::default(), 1.0 / 60.0);
//! # let mut hero = Controller::new(Aabb::new(Vec2::new(93.0, 0.0), Vec2::new(6.0, 11.0)));
//! # for tick_number in 0..10 {
//! # let intent = Intent { x: 1.0, jump: true, pressed: tick_number == 5, down: false };
//! let tick = hero.begin(&solver, &space, &intent, dt);
//! let wall = [-1.0, 1.0].into_iter().find(|side| hero.wall(&solver, &space, *side, 3.0).is_some());
//! if let Some(side) = wall.filter(|_| intent.pressed && !tick.events.jumped) {
//!     hero.take_off(Vec2::new(side * -160.0, -210.0), dt);
//! }
//! hero.finish(&solver, &space, tick);
//! # }
//! # assert!(hero.state.velocity.x < 0.0 && hero.state.velocity.y == -210.0);
//! ```
//!
//! **Double jump.** `spare` is how many jumps are left until the next ground.
//!
//! ```
//! # use seamwalker_collide::controller::{Controller, Intent};
//! # use seamwalker_collide::glam::Vec2;
//! # use seamwalker_collide::{Aabb, Edge, Side, SolverSetup, Space, Tag, Terrain};
//! # let line = |a: (f32, f32), b: (f32, f32)| Edge::new(a.into(), b.into(), Side::Outer);
//! # let space = Space::new(Terrain::new(vec![line((0.0, 100.0), (400.0, 100.0))], Vec::new()));
//! # let (solver, dt) = (SolverSetup::default(), 1.0 / 60.0);
//! # let mut hero = Controller::new(Aabb::new(Vec2::new(50.0, 89.0), Vec2::new(6.0, 11.0)));
//! # let (mut spare, mut jumps, mut highest) = (0, 0, 89.0_f32);
//! # for tick_number in 0..120 {
//! # let intent = Intent { jump: true, pressed: tick_number % 25 == 20, ..Intent::default() };
//! let tick = hero.begin(&solver, &space, &intent, dt);
//! if hero.state.ground.is_some() {
//!     spare = 1;
//! } else if intent.pressed && !tick.events.jumped && spare > 0 {
//!     spare -= 1;
//!     hero.take_off(Vec2::new(hero.state.velocity.x, -210.0), dt);
//! #   jumps += 1;
//! }
//! hero.finish(&solver, &space, tick);
//! # highest = highest.min(hero.state.mover.aabb.center.y);
//! # }
//! # assert!(jumps == 1 && highest < 15.0, "{jumps} {highest}");
//! ```
//!
//! **Dash.** For nine ticks straight ahead, through the air or along the ground. A press of jump waits for its end.
//!
//! ```
//! # use seamwalker_collide::controller::{Controller, Intent};
//! # use seamwalker_collide::glam::Vec2;
//! # use seamwalker_collide::{Aabb, Edge, Side, SolverSetup, Space, Tag, Terrain};
//! # let line = |a: (f32, f32), b: (f32, f32)| Edge::new(a.into(), b.into(), Side::Outer);
//! # let space = Space::new(Terrain::new(vec![line((0.0, 100.0), (400.0, 100.0))], Vec::new()));
//! # let (solver, dt) = (SolverSetup::default(), 1.0 / 60.0);
//! # let mut hero = Controller::new(Aabb::new(Vec2::new(50.0, 60.0), Vec2::new(6.0, 11.0)));
//! # let (mut dash, mut landed) = (0, None);
//! # for tick_number in 0..60 {
//! # let (pressed_dash, intent) = (tick_number == 2, Intent { x: 1.0, ..Intent::default() });
//! if pressed_dash {
//!     dash = 9;
//! }
//! let events = if dash > 0 {
//!     dash -= 1;
//!     hero.fly(&solver, &space, &intent, Vec2::new(400.0, 0.0), dt)
//! } else {
//!     hero.step(&solver, &space, &intent, dt)
//! };
//! # landed = landed.or(events.landed);
//! # }
//! # assert!(landed.is_some() && hero.state.mover.aabb.center.x > 200.0);
//! ```
//!
//! **Ladder.** Up takes hold of it, a jump lets go; at its foot the hero stands on the ground.
//!
//! ```
//! # use seamwalker_collide::controller::{Controller, Intent};
//! # use seamwalker_collide::glam::Vec2;
//! # use seamwalker_collide::{Aabb, Edge, Side, SolverSetup, Space, Tag, Terrain};
//! # let line = |a: (f32, f32), b: (f32, f32)| Edge::new(a.into(), b.into(), Side::Outer);
//! # let space = Space::new(Terrain::new(vec![line((0.0, 100.0), (400.0, 100.0))], Vec::new()));
//! # let (solver, dt) = (SolverSetup::default(), 1.0 / 60.0);
//! # let mut hero = Controller::new(Aabb::new(Vec2::new(50.0, 89.0), Vec2::new(6.0, 11.0)));
//! # let (ladder, mut climbs) = (Aabb::from_corners(Vec2::new(40.0, 0.0), Vec2::new(60.0, 100.0)), false);
//! # for tick_number in 0..100 {
//! # let (y, intent) = (if tick_number < 60 { -1.0 } else { 0.0 }, Intent { pressed: tick_number == 90, ..Intent::default() });
//! let is_on = hero.state.mover.aabb.overlaps(&ladder);
//! climbs = is_on && !intent.pressed && (climbs || y < 0.0);
//! let events = if climbs {
//!     hero.fly(&solver, &space, &intent, Vec2::new(intent.x * 40.0, y * 60.0), dt)
//! } else {
//!     hero.step(&solver, &space, &intent, dt)
//! };
//! climbs &= events.landed.is_none();
//! # assert!(tick_number != 80 || climbs && hero.state.mover.aabb.center.y.round() == 29.0);
//! # }
//! # assert!(!climbs && hero.state.velocity.y > 0.0);
//! ```
//!
//! **Conveyor.** Its speed is added for the move and taken out again, so that the hero's own speed is relative to the belt. A hero that
//! leaves it keeps both.
//!
//! ```
//! # use seamwalker_collide::controller::{Controller, Intent};
//! # use seamwalker_collide::glam::Vec2;
//! # use seamwalker_collide::{Aabb, Edge, Side, SolverSetup, Space, Tag, Terrain};
//! # let line = |a: (f32, f32), b: (f32, f32)| Edge::new(a.into(), b.into(), Side::Outer);
//! # let space = Space::new(Terrain::new(vec![Edge { tag: Tag(7), ..line((0.0, 100.0), (400.0, 100.0)) }], Vec::new()));
//! # let (solver, dt) = (SolverSetup::default(), 1.0 / 60.0);
//! # let mut hero = Controller::new(Aabb::new(Vec2::new(50.0, 89.0), Vec2::new(6.0, 11.0)));
//! # const BELT: Tag = Tag(7);
//! # let intent = Intent::default();
//! # for _ in 0..61 {
//! let tick = hero.begin(&solver, &space, &intent, dt);
//! let belt = hero.state.ground.filter(|ground| space.tag(ground.obstacle) == BELT).map_or(0.0, |_| 60.0);
//! hero.state.velocity.x += belt;
//! let events = hero.finish(&solver, &space, tick);
//! if hero.state.ground.is_some() && events.wall.is_none() {
//!     hero.state.velocity.x -= belt;
//! }
//! # }
//! # assert_eq!((hero.state.mover.aabb.center.x.round(), hero.state.velocity.x), (110.0, 0.0));
//! ```
//!
//! **Ice** is a setting that changes with the ground.
//!
//! ```
//! # use seamwalker_collide::controller::{Controller, Intent};
//! # use seamwalker_collide::glam::Vec2;
//! # use seamwalker_collide::{Aabb, Edge, Side, SolverSetup, Space, Tag, Terrain};
//! # let line = |a: (f32, f32), b: (f32, f32)| Edge::new(a.into(), b.into(), Side::Outer);
//! # let space = Space::new(Terrain::new(vec![Edge { tag: Tag(8), ..line((0.0, 100.0), (400.0, 100.0)) }], Vec::new()));
//! # let (solver, dt) = (SolverSetup::default(), 1.0 / 60.0);
//! # let mut hero = Controller::new(Aabb::new(Vec2::new(50.0, 89.0), Vec2::new(6.0, 11.0)));
//! # const ICE: Tag = Tag(8);
//! # let intent = Intent { x: 1.0, ..Intent::default() };
//! # for _ in 0..21 {
//! let is_ice = hero.state.ground.is_some_and(|ground| space.tag(ground.obstacle) == ICE);
//! hero.settings.run.accel = if is_ice { 180.0 } else { 2000.0 };
//! hero.step(&solver, &space, &intent, dt);
//! # }
//! # assert!(hero.state.velocity.x < 90.0);
//! ```
//!
//! **Water** is slower in everything, and each press is a stroke.
//!
//! ```
//! # use seamwalker_collide::controller::{Controller, Intent};
//! # use seamwalker_collide::glam::Vec2;
//! # use seamwalker_collide::{Aabb, Edge, Side, SolverSetup, Space, Tag, Terrain};
//! # let line = |a: (f32, f32), b: (f32, f32)| Edge::new(a.into(), b.into(), Side::Outer);
//! # let space = Space::new(Terrain::new(vec![line((0.0, 100.0), (400.0, 100.0))], Vec::new()));
//! # let (solver, dt) = (SolverSetup::default(), 1.0 / 60.0);
//! # let mut hero = Controller::new(Aabb::new(Vec2::new(50.0, 50.0), Vec2::new(6.0, 11.0)));
//! # let pool = Aabb::from_corners(Vec2::new(0.0, 40.0), Vec2::new(400.0, 100.0));
//! # for tick_number in 0..200 {
//! # let intent = Intent { pressed: tick_number == 190, ..Intent::default() };
//! let swims = pool.contains(hero.state.mover.aabb.center);
//! hero.settings.run.speed = if swims { 90.0 } else { 180.0 };
//! (hero.settings.air.gravity, hero.settings.air.max_fall) = if swims { (400.0, 80.0) } else { (1800.0, 320.0) };
//! let tick = hero.begin(&solver, &space, &intent, dt);
//! if swims && intent.pressed && !tick.events.jumped {
//!     hero.take_off(Vec2::new(hero.state.velocity.x, -150.0), dt);
//! }
//! hero.finish(&solver, &space, tick);
//! # assert!(hero.state.velocity.y <= 80.0);
//! # }
//! # assert!(hero.state.velocity.y < 0.0);
//! ```
//!
//! # Layers, bullets and sight
//!
//! Bodies and ground are in [`Layers`](crate::Layers), layer 0 unless the game says otherwise:
//! [`Body::layers`](crate::Body::layers), [`TerrainBuilder::layers`](crate::TerrainBuilder::layers), [`Edge::layers`](crate::Edge::layers).
//!
//! | what asks | bodies that it meets | ground that it does not meet |
//! |---|---|---|
//! | a [`Mover`](crate::Mover), so a character | in a layer of `meets` | in a layer of `passes` |
//! | a [`Passenger`](crate::Passenger); a character's is like its mover | in a layer of `meets` | in a layer of `passes` |
//! | a ray, a cast or another query, by a [`QueryFilter`](crate::QueryFilter) | in a layer of `bodies` | in a layer of `passes` |
//! | a [`TriggerArea`](crate::TriggerArea) | visitors in a layer of `meets` | |
//!
//! ```
//! use seamwalker_collide::glam::Vec2;
//! use seamwalker_collide::{Aabb, Body, Disk, Layers, QueryFilter, Space, TerrainBuilder};
//!
//! const LEAVES: Layers = Layers::layer(1);
//! const CHARACTERS: Layers = Layers::layer(2);
//! let (tree, wall) = (Aabb::new(Vec2::new(50.0, 0.0), Vec2::splat(20.0)), Aabb::new(Vec2::new(300.0, 0.0), Vec2::splat(20.0)));
//! let mut ground = TerrainBuilder::default();
//! ground.layers = LEAVES;
//! ground.solid(&[tree.corners()]).unwrap();
//! ground.layers = Layers::DEFAULT;
//! ground.solid(&[wall.corners()]).unwrap();
//! let mut space = Space::new(ground.build());
//! let beetle = Body { layers: CHARACTERS, data: 7, ..Body::disk(Disk::new(Vec2::new(200.0, 0.0), 8.0)) };
//! let beetle = space.bodies.push(beetle);
//!
//! // A bullet flies through leaves, and finds out whom it hits.
//! let bullet = QueryFilter { passes: LEAVES, ..QueryFilter::default() };
//! let hit = space.ray_cast(Vec2::ZERO, Vec2::X * 400.0, &bullet).unwrap();
//! assert_eq!(hit.obstacle.body().and_then(|id| space.bodies.get(id)).map(|body| body.data), Some(7));
//! // Sight ends at ground, and at leaves; neither the one that looks nor what it looks at is in the way.
//! let sight = QueryFilter { bodies: !CHARACTERS, ..QueryFilter::default() };
//! let beetle = space.bodies[beetle].aabb.center;
//! assert!(!space.is_visible(Vec2::ZERO, beetle, &sight) && space.is_visible(Vec2::new(100.0, 0.0), beetle, &sight));
//! ```
//!
//! # Which solver
//!
//! Use [`SolverSetup::default()`](crate::SolverSetup) and read on only if you want another one. The names, in one table:
//!
//! | name | what it is | when to use it |
//! |---|---|---|
//! | [`SolverSetup`](crate::SolverSetup) | a solver with its settings, as data: store it, send it, compare it, slide with it | always |
//! | [`SolverKind`](crate::SolverKind) | the name of a method in it, such as `thick-sat`, with a description and the laws that it breaks | to choose: `SolverSetup::new(SolverKind::PerAxis)` |
//! | [`SolverOptions`](crate::SolverOptions) | the settings of all methods in one struct; each lists which methods use it | to tune, or to follow an article |
//! | [`Solver`](crate::Solver) | the trait that `SolverSetup` implements | for a method of your own, or code that works with any |
//!
//! `disk` means three things that belong together. [`Disk`](crate::Disk) is a shape, for the exact distance tests.
//! [`SolverOptions::disk`](crate::SolverOptions::disk) makes a method treat the mover as the largest disk in its box, or as a capsule
//! if the box is not square. [`SolverKind::Disk`](crate::SolverKind::Disk) is the short name of thick-sat with that option:
//!
//! ```
//! use seamwalker_collide::glam::Vec2;
//! use seamwalker_collide::{Aabb, Edge, Mover, Side, Solver, SolverKind, SolverOptions, SolverSetup, Space, Terrain};
//!
//! // A ball on the tip of a ledge, pressed down.
//! let ledge = Edge::new(Vec2::new(0.0, 100.0), Vec2::new(64.0, 100.0), Side::Outer);
//! let space = Space::new(Terrain::new(vec![ledge], Vec::new()));
//! let ball = Mover::new(Aabb::new(Vec2::new(69.0, 92.5), Vec2::splat(8.0)));
//! let by = |setup: SolverSetup| setup.slide(&space, &ball, Vec2::new(0.0, 4.0)).moved;
//! let option = SolverSetup { kind: SolverKind::ThickSat, options: SolverOptions { disk: true, ..Default::default() } };
//! assert_eq!(by(SolverSetup::new(SolverKind::Disk)), by(option));
//! assert!(by(option).x > 0.5, "a disk rolls off");
//! assert_eq!(by(SolverSetup::default()).x, 0.0, "a box stands");
//! ```
//!
//! The methods need different data. Five of the eight read [`Edge`](crate::Edge)s; per-axis, mandatory-first and swept read
//! [`Piece`](crate::Piece)s, the same ground as boxes and convex slopes: give [`Terrain::new`](crate::Terrain::new) both if you want
//! to switch. [`CollisionView`](crate::CollisionView) names what a method sees.
//!
//! # Digging and building
//!
//! [`Terrain::apply`](crate::Terrain::apply) removes and adds edges and pieces; a [`Space`](crate::Space) shares its terrain, so reach
//! it by `space.terrain_mut()`. Where the ground is tiles, `LiveGround` of the crate `seamwalker-level` knows which
//! edges a tile has, and joins those of its neighbours. Otherwise [`Terrain::edges_near`](crate::Terrain::edges_near) finds the edges to
//! replace: no list beside the terrain has to be kept. A change costs a few microseconds per edge and compiled size of mover; once in a
//! while, when a list outgrows its memory, a millisecond.
//!
//! Ground that is built where a character stands is around it, and what happens then depends on the solver: ask
//! [`Space::is_free`](crate::Space::is_free) of the finished ground, and move what is caught by
//! [`Space::room_near`](crate::Space::room_near).
//!
//! # Saved games and rollback
//!
//! With the feature `serde`, spaces, controllers, passengers, triggers and solvers are stored as they are, in any format. A
//! [`Terrain`](crate::Terrain) stores its edges and pieces, vacant ones included, and the sizes that it is compiled for: after loading,
//! all indices are the same, also those of later changes, and it compiles itself again. Of a
//! [`Carrier`](crate::Carrier), save its [passengers](crate::Carrier::passengers), which know how fast crates fall, and its settings if
//! they are not the default ones, and make a new one of them.
//!
//! A rollback that steps again needs the states of controllers, bodies, passengers and triggers of some ticks ago: clone them in every
//! tick. A clone of a space shares the terrain, so the next change of the terrain copies all of it.
//!
//! What another machine sends is not checked: a velocity that is not finite stays so, and an edge that ends far away takes memory and a
//! second to load. Look at numbers before they come in, and load no terrain that a stranger sent.
//!
//! # Many characters
//!
//! Characters that pass through each other ([`Mover::meets`](crate::Mover::meets)) only read the space in their steps, so they can step
//! on all cores, with the same result in any order. Those that stop at each other have two ways, both deterministic:
//!
//! - *In turns*: after each step comes [`Controller::place_body`](crate::controller::Controller::place_body). Each meets the others where
//!   they are, and none overlaps another.
//! - *At once*: all step among the bodies of the last tick, on all cores, and are placed afterwards. Two that walk into each other
//!   overlap for a moment, and are pushed apart in the next ticks.
//!
//! [`Crowd`](crate::Crowd) places many boxes without slides: for crates and swarms.
//!
//! # Speed
//!
//! - [`Terrain::compile`](crate::Terrain::compile) prepares a terrain for movers of one size and skin. thick-sat then takes about a
//!   third of the time, with the same bits. Compile when the level is loaded, once for each size that moves often.
//! - Build a [`Terrain`](crate::Terrain) once: its clones share it.
//! - A slide allocates nothing, and neither do a [`Carrier`](crate::Carrier) and [`Triggers`](crate::Triggers) once their lists have
//!   grown, which may be some hundred ticks after the beginning.
//! - Time grows with the length of a move in skins, where there is anything near. Free space is skipped.
//! - A step of a [`Controller`](crate::controller::Controller) is three to ten slides and casts: 0.3 to 1 us without bodies near, two or
//!   three times that among thousands of bodies.
//! - Bodies cost time also where a mover passes them. One that meets none at all ([`Layers::NONE`](crate::Layers::NONE)) does not look
//!   for them.
//! - [`Terrain::compile`](crate::Terrain::compile) helps thick-sat only; for other solvers it takes memory and nothing else.
//! - [`Space::is_solid`](crate::Space::is_solid) counts the borders above a point, and takes longer than a slide; so do
//!   [`Space::overlap`](crate::Space::overlap), [`Space::has_room`](crate::Space::has_room) and [`Space::is_free`](crate::Space::is_free).
//! - Plain slides read the space only: from about 500 movers on, make them on all cores.
//!
//! ```
//! use seamwalker_collide::controller::{Controller, Intent};
//! use seamwalker_collide::glam::Vec2;
//! use seamwalker_collide::{Aabb, SolverSetup, Space};
//!
//! let hero = |x| Controller::new(Aabb::new(Vec2::new(x, 0.0), Vec2::new(6.0, 11.0)));
//! let mut heroes: Vec<Controller> = (0_u8..100).map(|i| hero(f32::from(i) * 20.0)).collect();
//! let (solver, space) = (SolverSetup::default(), Space::default());
//! // Threads of the standard library; with rayon it is `heroes.par_iter_mut().for_each(...)`.
//! std::thread::scope(|threads| {
//!     for share in heroes.chunks_mut(25) {
//!         let step = |hero: &mut Controller| _ = hero.step(&solver, &space, &Intent::default(), 1.0 / 60.0);
//!         threads.spawn(move || share.iter_mut().for_each(step));
//!     }
//! });
//! assert!(heroes.iter().all(|hero| hero.state.velocity.y > 0.0));
//! ```
//!
//! - Optimise this crate in your debug builds: `[profile.dev.package.seamwalker-collide] opt-level = 3`.
//!
//! # Identical results
//!
//! The same input gives the same bits on every platform, at every level of optimisation, with compiled terrain and without. So a
//! replay is a list of inputs, and a rollback steps again. What you have to do for that: step in ticks of one length, keep random
//! numbers and hash maps out of the order of moves, and avoid float functions that differ between platforms (`sin`, `powf`; the crate
//! `libm` has them in one version for all). A state can be copied, compared and stored: [`Mover`](crate::Mover),
//! [`ControllerState`](crate::controller::ControllerState) and [`Body`](crate::Body) are plain data.
//!
//! # Troubleshooting
//!
//! | what you see | why, and what to do |
//! |---|---|
//! | the hero hangs in the floor, or falls below it | the floor is drawn the wrong way round, so that its solid is above: [`Terrain::lint`](crate::Terrain::lint) names it; [`TerrainBuilder::solid`](crate::TerrainBuilder::solid) takes polygons that go either way round |
//! | it falls through the floor under some solvers | they see pieces and the floor is an edge alone: ask [`Terrain::is_air_to`](crate::Terrain::is_air_to), and build both by [`TerrainBuilder`](crate::TerrainBuilder) |
//! | it catches at seams between shapes | each shape keeps its own outline, also where they touch: make one of them, by [`TerrainBuilder::tiles`](crate::TerrainBuilder::tiles) |
//! | everything is upside down | y points down: negate it at the border of an engine with y up |
//! | it trembles, or sinks in | the world is in metres: tolerances are in pixels, so scale what goes in |
//! | it stands in its own body | its mover does not ignore it: [`Mover::ignores`](crate::Mover::ignores), or [`Controller::add_body`](crate::controller::Controller::add_body) |
//! | a platform leaves it behind | the carrier moves it, not the game: call [`Carrier::tick`](crate::Carrier::tick) before [`Controller::step`](crate::controller::Controller::step), and do not place the body yourself |
//! | it cannot be pushed, or a platform goes through it | priorities: what is pushed has a larger number than what pushes ([`Body::priority`](crate::Body::priority)) |
//! | a ray finds the one that asks | [`QueryFilter::ignores`](crate::QueryFilter::ignores) |
//! | an id finds nothing | its body was [removed](crate::Bodies::remove): ids are not used again before [`Bodies::clear`](crate::Bodies::clear) |

//! The effects of every surface on player and crates, in numbers, in levels drawn with letters (see `level_kit/cloth.rs`).

use std::sync::Arc;

use crate::level_kit::cloth::{level, level_of};
use glam::Vec2;
use seamwalker_collide::{SolverKind, SolverSetup};
use seamwalker_lab::Judge;
use seamwalker_level::{Level, Surface};
use seamwalker_sim::{Buttons, Event, Feel, Pose, World};

use crate::play::{DOWN, JUMP, LEFT, RIGHT, UP, deepest, highest, hold, measured};

const TILE: f32 = 16.0;

/// The solvers of these tests. Each other solver sees the world as one of these does.
const SOLVERS: [SolverKind; 4] =
    [SolverKind::ThickSat, SolverKind::PerAxis, SolverKind::MandatoryFirst, SolverKind::Swept];

/// A world whose player has its feet at a position in tiles.
fn world(level: &Arc<Level>, kind: SolverKind, x: f32, y: f32) -> World {
    let mut world = measured(World::new(Arc::clone(level), SolverSetup::new(kind)));
    world.start_at_point(Vec2::new(x, y) * TILE, false);
    world
}

// ---- ice, velcro ----

/// Without keys, a running player stops within a tenth of a second on cloth, and glides across the screen on ice.
#[test]
fn a_player_starts_and_stops_slowly_on_ice() {
    for kind in SOLVERS {
        let glide = |floor: &str| {
            let level = level(&format!(".\n.\n{}", floor.repeat(60)));
            let mut world = world(&level, kind, 1.0, 2.0);
            hold(&mut world, 0, 5);
            hold(&mut world, RIGHT, 10);
            let early = world.state.player.motion.velocity.x;
            hold(&mut world, RIGHT, 50);
            let (top, from) = (world.state.player.motion.velocity.x, world.state.player.feet().x);
            hold(&mut world, 0, 30);
            (early, top, world.state.player.feet().x - from)
        };
        let (cloth, ice) = (glide("#"), glide("i"));
        assert!((cloth.0, cloth.1) == (180.0, 180.0) && cloth.2 < 10.0, "{kind}: {cloth:?}");
        assert!(ice.0 < 60.0 && (ice.1 - 180.0).abs() < 0.1 && ice.2 > 65.0, "{kind}: {ice:?}");
    }
}

#[test]
fn velcro_is_slow_and_jumps_from_it_are_low() {
    for kind in SOLVERS {
        let jump = |floor: &str| {
            let level = level(&format!(".\n.\n.\n.\n.\n.\n{}", floor.repeat(40)));
            let mut world = world(&level, kind, 1.0, 6.0);
            hold(&mut world, RIGHT, 40);
            let speed = world.state.player.motion.velocity.x;
            hold(&mut world, 0, 20);
            (speed, 96.0 - highest(&mut world, JUMP, 40))
        };
        let (cloth, velcro) = (jump("#"), jump("s"));
        assert!((velcro.0 - cloth.0 * Feel::default().sticky_run).abs() < 0.1, "{kind}: {cloth:?} {velcro:?}");
        assert!(velcro.1 < cloth.1 * 0.6 && velcro.1 > 10.0, "{kind}: {cloth:?} {velcro:?}");
    }
}

/// A player that falls along velcro is stopped within less than its own height.
#[test]
fn velcro_stops_a_falling_player() {
    for kind in SOLVERS {
        let rows = ["...#"].repeat(8).into_iter().chain(["...s"].repeat(6)).collect::<Vec<_>>().join("\n");
        let level = level(&format!("{rows}\n####"));
        let mut world = world(&level, kind, 2.6, 1.0);
        until_falling_past(&mut world, 9.0);
        let from = world.state.player.feet().y;
        hold(&mut world, RIGHT, 30);
        let fell = world.state.player.feet().y - from;
        assert!(
            fell < 24.0 && world.state.player.motion.velocity.y == 0.0,
            "{kind}: {fell} px, {}",
            world.state.player.motion.velocity
        );
    }
}

fn until_falling_past(world: &mut World, row: f32) {
    while world.state.player.feet().y < row * TILE {
        hold(world, 0, 1);
    }
}

/// A player that presses against a wall of velcro stays there for ever. Cloth lets go after a while.
#[test]
fn the_player_can_cling_to_velcro_walls() {
    for kind in SOLVERS {
        let hang = |wall: &str| {
            let rows: String = (0..20).map(|_| format!("....{wall}\n")).collect();
            let level = level(&(rows + "#####"));
            let mut world = world(&level, kind, 3.5, 6.02);
            let events = hold(&mut world, RIGHT, 200);
            assert!(events.contains(&Event::WallSlid), "{kind}");
            (world.state.player.feet().y, world)
        };
        let (cloth, (velcro, mut world)) = (hang("#").0, hang("s"));
        // Box solvers may take a seam of the wall for ground.
        assert!(cloth > 300.0 || kind != SolverKind::ThickSat, "{kind}: {cloth}");
        assert!(velcro < 130.0 && world.state.player.pose == Pose::WallSlide, "{kind}: {velcro}");
        // Down lets go, and so does a jump.
        let mut other = world.clone();
        hold(&mut other, RIGHT | DOWN, 20);
        assert!(other.state.player.feet().y > velcro + 20.0, "{kind}: {velcro} {:?}", other.state.player);
        // With the key towards the wall, a jump leads up along it and back to it. Otherwise it leads away.
        let mut climber = world.clone();
        for hop in 1..=2 {
            hold(&mut climber, RIGHT | JUMP, 14);
            hold(&mut climber, RIGHT, 20);
            let risen = velcro - climber.state.player.feet().y;
            assert!(risen > 20.0 * hop as f32 && climber.state.player.pose == Pose::WallSlide, "{kind}: {risen}");
        }
        let events = hold(&mut world, JUMP, 10);
        assert!(events.iter().any(|e| matches!(e, Event::WallJumped { .. })), "{kind}: {events:?}");
        assert!(world.state.player.feet().x < 3.0 * TILE, "{kind}");
    }
}

// ---- elastic ----

#[test]
fn elastic_throws_higher_after_a_faster_fall_and_while_jump_is_held() {
    for kind in SOLVERS {
        let thrown = |from: f32, buttons: u8| {
            let rows = "....\n".repeat(12);
            let level = level(&(rows + "bbbb"));
            let mut world = world(&level, kind, 2.0, from);
            let up = (0..120).find_map(|_| {
                hold(&mut world, buttons, 1).iter().find_map(|e| match e {
                    Event::Bounced { speed } => Some(*speed),
                    _ => None,
                })
            });
            assert!(!world.state.player.is_grounded(), "{kind}");
            (up.unwrap(), 192.0 - highest(&mut world, buttons, 40))
        };
        let (low, high, held) = (thrown(11.2, 0), thrown(8.0, 0), thrown(8.0, JUMP));
        assert!(low.0 > 150.0 && high.0 > low.0 + 40.0 && high.0 <= 320.0 * 0.9 + 0.1, "{kind}: {low:?} {high:?}");
        assert!(low.1 < 32.0 && high.1 > low.1 + 8.0, "{kind}: {low:?} {high:?}");
        assert!(held.1 > 64.0, "{kind}: held {held:?}");
    }
}

#[test]
fn a_jump_pressed_just_after_a_bounce_still_counts() {
    for kind in SOLVERS {
        let level = level(&("....\n".repeat(12) + "bbbb"));
        let mut thrown = world(&level, kind, 2.0, 8.0);
        let bounced = |world: &mut World, buttons: u8| {
            hold(world, buttons, 1).iter().any(|event| matches!(event, Event::Bounced { .. }))
        };
        let mut held = thrown.clone();
        while !bounced(&mut thrown, 0) {}
        while !bounced(&mut held, JUMP) {}
        let rises = |late: u32| {
            let mut world = thrown.clone();
            hold(&mut world, 0, late);
            highest(&mut world, JUMP, 14 - late)
        };
        let in_time = highest(&mut held, JUMP, 14);
        for late in 0..5 {
            let late = rises(late);
            assert!((in_time - 6.0..in_time + 12.0).contains(&late), "{kind}: {late} {in_time}");
        }
        assert!(rises(6) > in_time + 20.0, "{kind}: 0.1 s are over");
    }
}

#[test]
fn bounces_end_with_the_player_standing() {
    for kind in SOLVERS {
        let level = level("....\n....\n....\n....\nbbbb");
        let mut world = world(&level, kind, 2.0, 1.0);
        let events = hold(&mut world, 0, 400);
        let bounces = events.iter().filter(|e| matches!(e, Event::Bounced { .. })).count();
        assert!((3..20).contains(&bounces) && world.state.player.is_grounded(), "{kind}: {bounces}");
        assert!(matches!(events.last(), Some(Event::Landed { .. })), "{kind}: {events:?}");
    }
}

/// The slope rises to the right, so its normal points to the left.
#[test]
fn a_slope_of_elastic_throws_along_its_normal() {
    for kind in SOLVERS {
        let level = level("........\n........\n........\n........\n....B...\n...B....\n..B.....\n########");
        let mut world = world(&level, kind, 4.0, 1.0);
        let left = (0..60).any(|_| hold(&mut world, 0, 1).iter().any(|e| matches!(e, Event::Bounced { .. })));
        assert!(
            left && world.state.player.motion.velocity.x < -100.0,
            "{kind}: {}",
            world.state.player.motion.velocity
        );
    }
}

/// Elastic refills the dash like any ground, although the player never stands on it.
#[test]
fn elastic_refills_the_dash() {
    for kind in SOLVERS {
        let mut level = (*level("....\n....\n....\n....\nbbbb")).clone();
        level.meta.dash = true;
        let mut world = world(&Arc::new(level), kind, 2.0, 1.0);
        hold(&mut world, DOWN | Buttons::DASH, 1);
        assert_eq!(world.state.player.dashes, 0, "{kind}");
        let bounced = (0..30).any(|_| hold(&mut world, 0, 1).iter().any(|e| matches!(e, Event::Bounced { .. })));
        assert!(
            bounced && !world.state.player.is_grounded() && world.state.player.dashes == 1,
            "{kind}: bounced {bounced}"
        );
    }
}

/// In the air and along the ground. The dash is refilled.
#[test]
fn a_wall_of_elastic_throws_a_dash_back_and_up() {
    for (kind, feet) in SOLVERS.into_iter().flat_map(|kind| [(kind, 4.0), (kind, 2.5)]) {
        let mut level = (*level("........b\n........b\n........b\n........b\n#########")).clone();
        level.meta.dash = true;
        let mut world = world(&Arc::new(level), kind, 5.0, feet);
        hold(&mut world, RIGHT | Buttons::DASH, 1);
        // Holding jump too early changes nothing.
        let keys = if feet < 3.0 { RIGHT | JUMP } else { RIGHT };
        let thrown = (0..8).any(|_| hold(&mut world, keys, 1).iter().any(|e| matches!(e, Event::Bounced { .. })));
        let player = &world.state.player;
        assert!(thrown && !player.is_grounded() && player.dashes == 1, "{kind}, from {feet}: thrown {thrown}");
        assert!(
            player.motion.velocity.x < -200.0 && player.motion.velocity.y < -200.0,
            "{kind}, from {feet}: {}",
            player.motion.velocity
        );
        // A player that only runs into it stops, as at any wall.
        hold(&mut world, RIGHT, 120);
        assert!(
            world.state.player.is_grounded() && world.state.player.motion.velocity.x == 0.0,
            "{kind}: {}",
            world.state.player.motion.velocity
        );
    }
}

// ---- belts ----

#[test]
fn belts_carry_a_standing_player_and_add_to_a_walking_one() {
    for kind in SOLVERS {
        let way = |tile: &str, buttons: u8| {
            let level = level(&format!(".\n.\n{}", tile.repeat(60)));
            let mut world = world(&level, kind, 30.0, 2.0);
            hold(&mut world, buttons, 30);
            let from = world.state.player.feet().x;
            hold(&mut world, buttons, 60);
            assert!(world.state.player.is_grounded(), "{kind}");
            world.state.player.feet().x - from
        };
        let close = |way: f32, wanted: f32| assert!((way - wanted).abs() < 0.5, "{kind}: {way} for {wanted}");
        close(way("c", 0), 60.0);
        close(way("C", 0), -60.0);
        close(way("c", RIGHT), 240.0);
        close(way("c", LEFT), -120.0);
    }
}

/// The speed is added once, not twice.
#[test]
fn a_player_that_jumps_or_walks_off_a_belt_keeps_its_speed() {
    for kind in SOLVERS {
        let level = level(&format!(".\n.\n.\n.\n{}....................", "c".repeat(30)));
        let mut world = world(&level, kind, 10.0, 4.0);
        hold(&mut world, 0, 20);
        hold(&mut world, JUMP, 2);
        assert!(
            (world.state.player.motion.velocity.x - 60.0).abs() < 25.0 && world.state.player.motion.velocity.x > 20.0,
            "{kind}"
        );
        let mut world = self::world(&level, kind, 27.0, 4.0);
        let off = (0..200).find(|_| {
            hold(&mut world, 0, 1);
            !world.state.player.is_grounded() && world.state.player.feet().x > 400.0
        });
        assert!(
            off.is_some()
                && world.state.player.motion.velocity.x <= 60.0
                && world.state.player.motion.velocity.x > 30.0,
            "{kind}: {off:?}"
        );
    }
}

/// The left side of a block that turns clockwise moves up; of one that turns counterclockwise, down.
#[test]
fn walls_of_belts_carry_a_clinging_player_up_and_down() {
    for kind in SOLVERS {
        let way = |tile: &str| {
            let rows: String = (0..40).map(|_| format!("....{tile}\n")).collect();
            let level = level(&(rows + "#####"));
            let mut world = world(&level, kind, 3.5, 20.0);
            hold(&mut world, RIGHT, 60);
            let from = world.state.player.feet().y;
            hold(&mut world, RIGHT, 60);
            world.state.player.feet().y - from
        };
        let (up, down) = (way("c"), way("C"));
        assert!((up + 60.0).abs() < 1.0 && (down - 60.0).abs() < 1.0, "{kind}: {up} {down}");
    }
}

#[test]
fn belts_carry_stacks_of_crates_with_a_player_on_top() {
    for kind in SOLVERS {
        let crates = "<object id=\"1\" type=\"Crate\" x=\"32\" y=\"32\" width=\"16\" height=\"16\"/><object id=\"2\" type=\"Crate\" x=\"32\" y=\"16\" width=\"16\" height=\"16\"/>";
        let level = Arc::new(level_of(&[&format!(".\n.\n.\n{}#", "c".repeat(30))], crates, &[]));
        let mut world = world(&level, kind, 2.5, 1.0);
        hold(&mut world, 0, 30);
        let place =
            |world: &World, i: usize| world.state.space.bodies[world.state.crates[i].body.0 as usize].aabb.center;
        let from = [place(&world, 0), place(&world, 1), world.state.player.feet()];
        hold(&mut world, 0, 60);
        for (from, to) in from.into_iter().zip([place(&world, 0), place(&world, 1), world.state.player.feet()]) {
            assert!((to.x - from.x - 60.0).abs() < 1.0 && (to.y - from.y).abs() < 0.1, "{kind}: {from} {to}");
        }
        assert!(deepest(&world) <= 0.01, "{kind}");
    }
}

/// A crate on a belt once stopped above a gate that had opened downwards, because it stood on the gate there. An open gate is
/// inside the ground, so the surface of the ground counts.
#[test]
fn a_belt_carries_a_crate_over_a_gate_that_sank_into_it() {
    let things = r#"<object id="1" type="Crate" x="32" y="32" width="16" height="16"/>
        <object id="2" type="Gate" x="160" y="16" width="16" height="32"><properties>
        <property name="direction" type="string" value="down"/></properties></object>
        <object id="3" type="PressureButton" x="96" y="44" width="16" height="4"><properties>
        <property name="opens" type="object" value="2"/><property name="stays" type="float" value="-1"/></properties></object>"#;
    for kind in SOLVERS {
        let level = Arc::new(level_of(&[&format!(".\n.\n.\n{}\n{}", "c".repeat(30), "c".repeat(30))], things, &[]));
        let mut world = world(&level, kind, 1.0, 3.0);
        hold(&mut world, LEFT, 420);
        assert!(world.state.switches[0].is_pressed(), "{kind}: the crate presses the button");
        let crate_at = world.state.space.bodies[world.state.crates[0].body.0 as usize].aabb.center.x;
        assert!(crate_at > 200.0, "{kind}: it stopped at {crate_at}");
    }
}

#[test]
fn a_crate_pushed_on_ice_glides_on() {
    for kind in SOLVERS {
        let glide = |floor: &str| {
            let one = "<object id=\"1\" type=\"Crate\" x=\"64\" y=\"32\" width=\"16\" height=\"16\"/>";
            let level = Arc::new(level_of(&[&format!(".\n.\n.\n{}", floor.repeat(40))], one, &[]));
            let mut world = world(&level, kind, 2.0, 3.0);
            for _ in 0..120 {
                if hold(&mut world, RIGHT, 1).iter().any(|e| matches!(e, Event::CratePushed { .. })) {
                    break;
                }
            }
            let x = |world: &World| world.state.space.bodies[world.state.crates[0].body.0 as usize].aabb.center.x;
            let from = x(&world);
            hold(&mut world, LEFT, 60);
            x(&world) - from
        };
        let (cloth, ice) = (glide("#"), glide("i"));
        assert!(cloth.abs() < 0.1 && ice > 10.0, "{kind}: {cloth} {ice}");
    }
}

// ---- one-way ----

/// On the ground and in the air, a curtain is solid from its side and open from the other.
#[test]
fn curtains_are_solid_from_one_side() {
    for kind in SOLVERS {
        for (tile, buttons) in [("<", RIGHT), (">", LEFT)] {
            let row = format!("....{tile}....\n");
            let level = level(&(row.repeat(6) + "#########"));
            let (near, far) = if buttons == RIGHT { (1.5, 7.5) } else { (7.5, 1.5) };
            for jump in [0, JUMP] {
                let mut world = world(&level, kind, near, 6.0);
                hold(&mut world, buttons | jump, 60);
                let stopped = (world.state.player.feet().x - 4.5 * TILE).abs();
                assert!((stopped - 14.0).abs() < 0.1, "{kind} {tile}: {}", world.state.player.feet());
                let mut world = self::world(&level, kind, far, 6.0);
                hold(&mut world, (LEFT | RIGHT) ^ buttons | jump, 30);
                assert!(
                    (world.state.player.feet().x - far * TILE).abs() > 80.0,
                    "{kind} {tile}: {}",
                    world.state.player.feet()
                );
            }
        }
    }
}

/// A jumping player bumps into it, a falling one passes.
#[test]
fn one_way_ceilings_are_solid_from_below() {
    for kind in SOLVERS {
        let level = level("......\n......\n......\nvvvvvv\n......\n......\n......\n######");
        let mut world = world(&level, kind, 3.0, 7.0);
        let top = highest(&mut world, JUMP, 60);
        assert!((top - (4.0 * TILE + 22.0)).abs() < 0.1, "{kind}: {top}");
        let mut world = self::world(&level, kind, 3.0, 2.0);
        hold(&mut world, 0, 60);
        assert_eq!(world.state.player.feet().y, 7.0 * TILE, "{kind}");
    }
}

// ---- ladders ----

fn ladder() -> Arc<Level> {
    level(
        "
        ........
        ........
        ........
        ####H###
        ....H...
        ....H...
        ....H...
        ########",
    )
}

/// Up leads from the floor to the top, down leads back to the floor.
#[test]
fn a_ladder_leads_up_and_down() {
    for kind in SOLVERS {
        let mut world = world(&ladder(), kind, 4.5, 7.0);
        hold(&mut world, 0, 5);
        let events = hold(&mut world, UP, 1);
        assert!(events.contains(&Event::Climbed) && world.state.player.pose == Pose::Climb, "{kind}: {events:?}");
        let way = world.state.player.feet().y;
        hold(&mut world, UP, 10);
        assert!((way - world.state.player.feet().y - 15.0).abs() < 0.1, "{kind}: 90 px/s");
        hold(&mut world, 0, 30);
        assert!((way - world.state.player.feet().y - 15.0).abs() < 0.1, "{kind}: the player holds on");
        hold(&mut world, UP, 60);
        assert!(
            world.state.player.is_grounded() && !world.state.player.climbs,
            "{kind}: {}",
            world.state.player.feet()
        );
        assert!((world.state.player.feet().y - 3.0 * TILE).abs() < 0.02, "{kind}: {}", world.state.player.feet());
        hold(&mut world, DOWN, 60);
        assert!(world.state.player.is_grounded() && world.state.player.ducked, "{kind}: {}", world.state.player.feet());
        assert!((world.state.player.feet().y - 7.0 * TILE).abs() < 0.02, "{kind}: {}", world.state.player.feet());
    }
}

/// The player can walk over it, and land on it.
#[test]
fn the_top_of_a_ladder_is_ground() {
    for kind in SOLVERS {
        let mut world = world(&ladder(), kind, 1.0, 3.0);
        hold(&mut world, 0, 5);
        for _ in 0..40 {
            hold(&mut world, RIGHT, 1);
            assert!(world.state.player.is_grounded() && (world.state.player.feet().y - 48.0).abs() < 0.02, "{kind}");
        }
        assert!(world.state.player.feet().x > 110.0, "{kind}: {}", world.state.player.feet());
        let mut world = self::world(&ladder(), kind, 4.5, 1.0);
        hold(&mut world, 0, 60);
        assert_eq!(world.state.player.feet().y, 48.0, "{kind}");
    }
}

#[test]
fn a_jump_leaves_a_ladder_and_does_not_grab_it_again_at_once() {
    for kind in SOLVERS {
        let level = level("..H...\n..H...\n..H...\n..H...\n..H...\n..H...\n######");
        let mut world = world(&level, kind, 2.5, 6.0);
        hold(&mut world, UP, 20);
        let events = hold(&mut world, UP | RIGHT | JUMP, 12);
        assert!(events.contains(&Event::Jumped) && !world.state.player.climbs, "{kind}");
        assert!(world.state.player.feet().x > 3.0 * TILE + 5.0, "{kind}: {}", world.state.player.feet());
        // With down held, the player only lets go.
        let mut world = self::world(&level, kind, 2.5, 6.0);
        hold(&mut world, UP, 20);
        let y = world.state.player.feet().y;
        let events = hold(&mut world, DOWN | JUMP, 3);
        assert!(!events.contains(&Event::Jumped) && world.state.player.feet().y > y, "{kind}");
    }
}

// ---- water ----

fn pool() -> Arc<Level> {
    let sides = "#wwwwwwww#\n".repeat(14);
    level(&("..........\n".repeat(6) + &sides + "##########"))
}

#[test]
fn water_slows_the_fall_and_splashes() {
    for kind in SOLVERS {
        let mut world = world(&pool(), kind, 5.0, 1.0);
        let events = hold(&mut world, 0, 45);
        assert!(events.iter().any(|e| matches!(e, Event::Splashed { speed } if *speed > 150.0)), "{kind}");
        hold(&mut world, 0, 40);
        assert!(world.state.player.swims && world.state.player.pose == Pose::Swim, "{kind}");
        assert!((world.state.player.motion.velocity.y - Feel::default().water_fall).abs() < 0.1, "{kind}");
    }
}

/// Every stroke leads up by about a tile. With the head above water, a jump leads onto the bank.
#[test]
fn strokes_lead_up_and_out_of_water() {
    for kind in SOLVERS {
        let mut world = world(&pool(), kind, 7.5, 18.0);
        hold(&mut world, 0, 10);
        let y = world.state.player.feet().y;
        assert!(y - highest(&mut world, JUMP, 20) > 12.0, "{kind}");
        let mut swam = 0;
        for tick in 0..400 {
            // Press jump repeatedly in water, and hold it in the air.
            let jump = if world.state.player.swims && tick % 10 == 0 { 0 } else { JUMP };
            let events = hold(&mut world, RIGHT | jump, 1);
            swam += events.iter().filter(|e| **e == Event::Swam).count();
        }
        assert!(swam > 3 && world.state.player.feet().x > 9.0 * TILE, "{kind}: {swam} {}", world.state.player.feet());
    }
}

#[test]
fn crates_sink_slowly() {
    for kind in SOLVERS {
        let one = "<object id=\"1\" type=\"Crate\" x=\"64\" y=\"0\" width=\"16\" height=\"16\"/>";
        let picture = "##########\n..........\n".replace('#', ".") + &"#wwwwwwww#\n".repeat(14) + "##########";
        let level = Arc::new(level_of(&[&picture], one, &[]));
        let mut world = world(&level, kind, 1.0, 1.0);
        hold(&mut world, 0, 60);
        assert!((world.state.crates[0].velocity.y - Feel::default().water_fall).abs() < 0.1, "{kind}");
    }
}

// ---- laws ----

/// Every pair of solid surfaces side by side, flat and as slopes, in both directions. The player never snags, stays on the ground,
/// and stands on the surface of the tile below.
#[test]
fn the_player_never_snags_where_surfaces_meet() {
    let tiles = [
        ('#', '/', Surface::Solid),
        ('i', 'I', Surface::Ice),
        ('b', 'B', Surface::Bouncy),
        ('s', 'S', Surface::Sticky),
        ('c', 'D', Surface::Conveyor),
    ];
    let mut steps = 0;
    for (one, slope, surface) in tiles {
        for (other, other_slope, other_surface) in tiles {
            let pair = format!("{one}{other}");
            let hill = [
                format!("................{other_slope}{}", pair.repeat(6)),
                format!("...............{slope}{}", "#".repeat(13)),
                format!("{}{other_slope}{}", pair.repeat(7), "#".repeat(14)),
                "#".repeat(29),
            ];
            let level = level(&(".\n.\n.\n".to_owned() + &hill.join("\n")));
            let outline = level.terrain.edges().iter().filter(|e| e.normal.x == 0.0 && e.normal.y < 0.0).count();
            assert!(one != other || outline <= 4 || one == '#', "{pair}: {outline} level edges");
            for buttons in [RIGHT, LEFT] {
                for phase in 0..4_u8 {
                    let start = if buttons == RIGHT { 1.0 } else { 27.0 };
                    let height = if buttons == RIGHT { 5.0 } else { 3.0 };
                    let mut world = world(&level, SolverKind::ThickSat, start + f32::from(phase) * 0.13, height);
                    world.rules.feel.bounce_from = 2000.0;
                    let mut judge = Judge::new(&level);
                    for tick in 0..600 {
                        hold(&mut world, buttons, 1);
                        judge.tick(&world);
                        steps += 1;
                        let feet = world.state.player.feet();
                        if !(24.0..440.0).contains(&feet.x) {
                            break;
                        }
                        let below = Surface::from_tag(world.state.player.material);
                        let fits = below == surface || below == other_surface || below == Surface::Solid;
                        assert!(fits && (world.state.player.is_grounded() || tick < 3), "{pair} at {feet}: {below:?}");
                    }
                    assert_eq!(judge.snags(), 0, "{pair} {buttons}");
                    assert!(deepest(&world) <= 0.01, "{pair} {buttons}");
                }
            }
        }
    }
    assert!(steps > 20_000, "{steps}");
}

//! Crowds: many moving boxes at once. Which member is shoved how far, by which other one, with which priority, and which is
//! squished.
//!
//! The scenes of the laboratory have one example per question that mandatory-first leaves open. Here are further ones.
//!
//! In the pictures an arrow is a move, `#` is terrain, and the digit of a member is its index in the list.

use glam::Vec2;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use seamwalker_collide::{
    Aabb, Body, BodyId, Cause, Contradiction, Correction, Crowd, Edge, Layers, Member, Piece, Solid, Space, Terrain,
    TerrainBuilder,
};
use seamwalker_lab::ascii::{self, Make};
use seamwalker_lab::crowds;

use crate::settings::{is_long, number};

/// A room: floor at y = 80, ceiling at 16, walls at x = 16 and 240.
const ROOM: [&str; 6] = [
    "################",
    "#..............#",
    "#..............#",
    "#..............#",
    "#..............#",
    "################",
];

fn room() -> Space {
    ascii::space(&ROOM, Make::Outline, Vec2::ZERO)
}

/// A member between two corners.
fn at(left: f32, top: f32, right: f32, bottom: f32, priority: u8) -> Member {
    Member::new(Aabb::from_corners(Vec2::new(left, top), Vec2::new(right, bottom)), priority)
}

const fn x(pixels: f32) -> Vec2 {
    Vec2::new(pixels, 0.0)
}

const fn y(pixels: f32) -> Vec2 {
    Vec2::new(0.0, pixels)
}

/// The same member as an obstacle of the space, which never yields.
fn fixed(member: &Member) -> Body {
    Body { delta: member.delta, priority: member.priority, ..Body::new(member.aabb) }
}

fn resolve(space: &Space, members: &[Member]) -> (Vec<Correction>, Vec<Contradiction>) {
    let mut crowd = Crowd::new();
    let resolution = crowd.resolve(space, members);
    (resolution.corrections.to_vec(), resolution.contradictions.to_vec())
}

fn ways(space: &Space, members: &[Member]) -> Vec<Vec2> {
    outcome(space, members).0
}

/// The ways of all members, and which ones are squished how deep.
fn outcome(space: &Space, members: &[Member]) -> (Vec<Vec2>, Vec<(usize, f32)>) {
    let (shoves, squishes) = resolve(space, members);
    let ways = shoves.iter().map(|shove| shove.way).collect();
    (ways, squishes.iter().map(|squish| (squish.member, squish.depth)).collect())
}

const fn member(index: usize) -> Cause {
    Cause::Member(index)
}

/// The members of a scene of the laboratory.
fn scene<const N: usize>(name: &str) -> [Member; N] {
    let scene = crowds().into_iter().find(|scene| scene.name == name);
    scene.and_then(|scene| scene.members.try_into().ok()).unwrap_or_else(|| panic!("{name} has not {N} members"))
}

fn shifted(members: &[Member], by: Vec2) -> Vec<Member> {
    members.iter().map(|member| Member { aabb: member.aabb.moved(by), ..*member }).collect()
}

#[test]
fn every_scene_of_the_laboratory_ends_as_expected() {
    for scene in crowds() {
        let (shoves, squishes) = resolve(&scene.space, &scene.members);
        assert_eq!((shoves, squishes), (scene.expected.corrections, scene.expected.contradictions), "{}", scene.name);
    }
}

// Shoves within one call.

/// Sixty thin members in random order.
#[test]
fn a_shove_moves_a_train_of_any_length() {
    let place = |i: usize| (i * 37 % 60) as f32;
    let mut members: Vec<Member> =
        (0..60).map(|i| at(30.0 + place(i) * 3.0, 60.0, 33.0 + place(i) * 3.0, 80.0, 100 + i as u8)).collect();
    members.push(at(20.0, 60.0, 30.0, 80.0, 7).moved(x(5.0)));
    let (shoves, squishes) = resolve(&room(), &members);
    assert!(shoves[..60].iter().all(|shove| (shove.way, shove.priority) == (x(5.0), 7)), "{shoves:?}");
    assert_eq!(squishes, []);
}

/// ```text
///     1> 0          a crate, with the larger number, may not push the player: it is put back
///     2> 1 0        but a platform may push the crate, and then the crate pushes the player
/// ```
#[test]
fn a_crate_pushes_the_player_only_when_a_platform_is_behind_it() {
    let player = at(72.0, 58.0, 84.0, 80.0, 5);
    let walking = [player, at(56.0, 64.0, 72.0, 80.0, 128).moved(x(2.0)), at(100.0, 64.0, 116.0, 80.0, 1)];
    let (shoves, _) = resolve(&room(), &walking);
    assert_eq!(shoves[1], Correction { way: x(-2.0), by: Some(member(0)), priority: 128 });
    assert_eq!(shoves[0].way, Vec2::ZERO);

    // The platform as a body of the space. A scene has it as a member.
    let pushed: [Member; 3] = scene("crowd-player");
    let mut space = room();
    space.bodies.push(fixed(&pushed[2]));
    let (shoves, _) = resolve(&space, &pushed[..2]);
    assert_eq!(shoves[1], Correction { way: x(2.0), by: Some(Cause::Body(BodyId(0))), priority: 1 });
    assert_eq!(shoves[0], Correction { way: x(2.0), by: Some(member(1)), priority: 1 });
}

/// ```text
///     0> 1 2> 3     equal priorities: the first in the list does not yield
/// ```
#[test]
fn of_equal_priorities_the_first_in_the_list_yields_least() {
    let row = scene::<4>("crowd-train").map(|member| Member { priority: 9, ..member });
    assert_eq!(ways(&room(), &row), [0.0, 3.0, 3.0, 3.0].map(x));
    let turned = [row[3], row[2], row[1], row[0]];
    assert_eq!(ways(&room(), &turned), [0.0, 0.0, 0.0, -3.0].map(x));
}

/// ```text
///     ####
///      1         a slope would lift 0 into 1, which has a ceiling above it: 0 stops walking
///      0> /
/// ```
#[test]
fn a_member_stops_before_it_would_squish_an_equal_on_a_slope() {
    let space = ascii::space(&["########", "##..####", "##./####", "########"], Make::Separate, Vec2::ZERO);
    let members =
        [at(32.0, 32.0, 48.0, 48.0, 9).moved(x(3.0)), at(32.0, 16.0, 48.0, 32.0, 9), at(52.0, 16.0, 64.0, 30.0, 9)];
    for order in [[0, 1, 2], [1, 0, 2], [2, 1, 0]] {
        let (shoves, squishes) = resolve(&space, &order.map(|i| members[i]));
        let way = |i: usize| shoves[order.iter().position(|&o| o == i).unwrap()].way;
        assert_eq!([way(0), way(1), way(2)], [x(-3.0), x(0.0), x(0.0)], "{order:?}");
        assert_eq!(squishes, []);
    }
}

// Squishes.

/// ```text
///     0> 1 2 3 .#   equal priorities: the moving member is stopped, and none is squished
/// ```
#[test]
fn members_of_equal_priority_stop_and_do_not_squish_each_other() {
    let equal = scene::<4>("crowd-train-wall").map(|member| Member { priority: 9, ..member });
    assert_eq!(outcome(&room(), &equal), (vec![x(-2.0), x(1.0), x(1.0), x(1.0)], vec![]));
    // The first in the list yields least.
    let reversed = [equal[3], equal[2], equal[1], equal[0]];
    assert_eq!(outcome(&room(), &reversed), (vec![x(0.0), x(0.0), x(0.0), x(-3.0)], vec![]));
}

/// ```text
///     0> 2 <1       2 is 11 px wide, the gap shrinks from 12 to 8
/// ```
#[test]
fn platforms_of_equal_priority_squish_a_player_between_them() {
    let between = |a: u8, b: u8| {
        let mut members: [Member; 3] = scene("crowd-player-squished");
        (members[0].priority, members[1].priority) = (a, b);
        members
    };
    // Neither platform yields.
    assert_eq!(outcome(&room(), &between(0, 0)), (vec![x(0.0), x(0.0), x(1.5)], vec![(2, 3.0)]));
    // The platform with the larger number yields to the player, which carries the priority of the other one.
    assert_eq!(ways(&room(), &between(1, 2)), [0.0, 3.0, 1.5].map(x));
    assert_eq!(ways(&room(), &between(2, 1)), [-3.0, 0.0, -1.5].map(x));
    // Bodies of the space never yield.
    let mut space = room();
    space.bodies.extend(between(1, 2)[..2].iter().map(fixed));
    let (_, squishes) = resolve(&space, &between(1, 2)[2..]);
    assert_eq!(outcome(&space, &between(1, 2)[2..]), (vec![x(1.5)], vec![(0, 3.0)]));
    assert_eq!(squishes[0].between, [BodyId(0), BodyId(1)].map(Cause::Body));
}

/// ```text
///     0> 1 2 3 4 <5      2 px from the left, 3 px from the right
/// ```
#[test]
fn of_two_trains_head_on_the_one_with_the_smaller_number_wins() {
    let trains = |a: u8, b: u8| {
        let mut trains: [Member; 6] = scene("crowd-head-on");
        (trains[0].priority, trains[5].priority) = (a, b);
        trains
    };
    // The winner shoves the whole other train back, with its platform.
    assert_eq!(ways(&room(), &trains(1, 2)), [0.0, 2.0, 2.0, 2.0, 2.0, 5.0].map(x));
    assert_eq!(ways(&room(), &trains(2, 1)), [-5.0, -3.0, -3.0, -3.0, -3.0, 0.0].map(x));
}

// Gaps.

/// ```text
///       2          13 wide, falls 3 px; the gap closes from 14 to 12
///       v
///     0> <1        it stops on top instead of slipping in, in any order of moves
/// ```
#[test]
fn no_member_slips_into_a_gap_that_is_too_small() {
    let gap = |a: u8, b: u8, dx: f32| {
        let mut members: [Member; 3] = scene("crowd-gap");
        (members[0].priority, members[1].priority) = (a, b);
        members[2].aabb = members[2].aabb.moved(x(dx));
        members[2].delta.x = dx;
        members
    };
    let ways = |a: u8, b: u8, dx: f32| {
        let (ways, squishes) = outcome(&room(), &gap(a, b, dx));
        assert_eq!(squishes, []);
        ways
    };
    let on_top = [Vec2::ZERO, Vec2::ZERO, y(-2.0)];
    for dx in [0.0, 1.0, -1.0] {
        assert_eq!((ways(3, 3, dx), ways(0, 0, dx)), (on_top.into(), on_top.into()), "{dx}");
    }
    // With different priorities, one platform may push the other away and open the gap again.
    assert_eq!(ways(0, 3, 0.0), [x(0.0), x(1.0), x(0.5)]);
    assert_eq!(ways(0, 3, 1.0), on_top);
    assert_eq!(ways(0, 3, -1.0), [x(0.0), x(1.0), x(1.5)]);
}

/// ```text
///        2 v      into the corner along both axes, another behind it, one on top
///      1> 0 > #
///     #########
/// ```
#[test]
fn a_member_in_a_corner_is_corrected_along_both_axes() {
    let members = |hard: u8| {
        [
            at(226.0, 66.0, 240.0, 80.0, hard).moved(Vec2::new(2.0, 3.0)),
            at(212.0, 66.0, 226.0, 80.0, 9).moved(x(1.0)),
            at(220.0, 52.0, 234.0, 66.0, 20).moved(y(2.0)),
        ]
    };
    // The corner corrects the member along both axes, and the member stops the one behind it.
    let out = Vec2::new(-2.0, -3.0);
    assert_eq!(outcome(&room(), &members(5)), (vec![out, x(-1.0), y(-2.0)], vec![]));
    // With a larger number than the one behind it, it is squished, 1 px inside that one.
    assert_eq!(outcome(&room(), &members(10)), (vec![out, x(0.0), y(-2.0)], vec![(0, 1.0)]));
}

// Teleports.

/// ```text
///       3          it appears 4 px deep in the middle crate of a row
///     0 1 2        and goes up, regardless of its delta
/// ```
#[test]
fn a_teleported_member_takes_the_shortest_way_in_any_direction() {
    let row = |place: Vec2, priority: u8| {
        let [a, b, c, teleported]: [Member; 4] = scene("crowd-teleport-row");
        [a, b, c, Member { delta: Vec2::new(7.0, -2.0), priority, ..teleported.teleported(place) }]
    };
    let way = |place: Vec2, priority| ways(&room(), &row(place, priority))[3];
    assert_eq!(way(Vec2::new(64.0, 63.0), 9), y(-4.0));
    // At the end of the row, sideways is shorter.
    assert_eq!(way(Vec2::new(92.0, 70.0), 9), x(2.0));
    assert_eq!(way(Vec2::new(36.5, 70.0), 9), x(-2.5));
    // Among equal priorities, the teleported member yields, at any place in the list.
    let mut equals = row(Vec2::new(64.0, 63.0), 4);
    equals[1].priority = 4;
    equals.reverse();
    assert_eq!(ways(&room(), &equals), [y(-4.0), y(0.0), y(0.0), y(0.0)]);
}

#[test]
fn a_member_teleported_to_where_there_is_no_room_is_squished() {
    let solid = "########";
    let space = ascii::space(&[solid, solid, solid, "###..###", solid, solid, solid], Make::Separate, Vec2::ZERO);
    let members = [
        at(0.0, 0.0, 20.0, 20.0, 9).teleported(Vec2::new(64.0, 56.0)),
        at(48.0, 48.0, 52.0, 64.0, 1),
        at(76.0, 48.0, 80.0, 64.0, 2),
    ];
    let (ways, squishes) = outcome(&space, &members);
    assert_eq!((ways[1], squishes), (Vec2::ZERO, vec![(0, 2.0)]));
}

// Slopes, circles, ribbons, long moves.

/// ```text
///     0> 1 2 /#     the last one goes up the slope, and the others follow on flat ground
/// ```
#[test]
fn a_train_is_pushed_up_a_slope() {
    let gentle = ascii::space(&["......", "......", "../##.", "######"], Make::Outline, Vec2::ZERO);
    let steep = ascii::space(&["......", "..e##.", "..f##.", "######"], Make::Outline, Vec2::ZERO);
    let members = |foot: f32| {
        [
            at(foot - 30.0, 36.0, foot - 22.0, 48.0, 1).moved(x(3.0)),
            at(foot - 22.0, 40.0, foot - 10.0, 48.0, 10),
            at(foot - 10.0, 36.0, foot, 48.0, 20),
        ]
    };
    assert_eq!(ways(&gentle, &members(32.0)), [x(0.0), x(3.0), Vec2::new(3.0, -3.0)]);
    let way = ways(&steep, &members(32.0));
    assert!((way[2] - Vec2::new(3.0, -6.0)).length() < 1e-4, "{way:?}");
    assert_eq!(way[1], x(3.0));
}

/// ```text
///     0>>1       each moves 2 px into the next
///     ^  v
///     3<<2
/// ```
#[test]
fn circular_pushes_end() {
    let wheel = |p: [u8; 4]| {
        [
            at(40.0, 20.0, 60.0, 30.0, p[0]).moved(x(2.0)),
            at(60.0, 20.0, 70.0, 40.0, p[1]).moved(y(2.0)),
            at(50.0, 40.0, 70.0, 46.0, p[2]).moved(x(-2.0)),
            at(40.0, 30.0, 50.0, 46.0, p[3]).moved(y(-2.0)),
        ]
    };
    let (up, left, right) = (Vec2::new(0.0, -2.0), Vec2::new(-2.0, 2.0), Vec2::new(2.0, 0.0));
    // The first yields least and shoves the others around the circle. The last gives up its own move.
    for priorities in [[7, 7, 7, 7], [1, 2, 3, 4], [1, 1, 1, 1]] {
        assert_eq!(ways(&room(), &wheel(priorities)), [Vec2::ZERO, right, y(2.0), left], "{priorities:?}");
    }
    assert_eq!(ways(&room(), &wheel([4, 3, 2, 1])), [up, right, Vec2::new(2.0, 2.0), Vec2::ZERO]);
}

/// ```text
///      2
///      1         a ribbon (0) rises 2 px: it lifts the stack on it, and not the member inside it
///     =0= ^
///      3
/// ```
#[test]
fn a_ribbon_lifts_members_on_it_and_is_open_for_others() {
    let members = [
        Member { one_way: true, ..at(40.0, 50.0, 80.0, 54.0, 1) }.moved(y(-2.0)),
        at(50.0, 40.0, 60.0, 50.0, 9),
        at(50.0, 30.0, 60.0, 40.0, 8),
        at(64.0, 50.5, 70.0, 70.0, 20),
    ];
    assert_eq!(ways(&room(), &members), [0.0, -2.0, -2.0, 0.0].map(y));
    let mut through = members;
    through[1].drops_through = true;
    assert_eq!(ways(&room(), &through), [0.0, 0.0, 0.0, 0.0].map(y));
    // The ribbon as a body of the space.
    let mut space = room();
    space.bodies.push(Body { one_way: true, ..fixed(&members[0]) });
    assert_eq!(ways(&space, &members[1..]), [-2.0, -2.0, 0.0].map(y));
}

/// A platform of 100 px per call pushes a thin crate that pushes another, and both stop at a wall that is thinner still.
#[test]
fn long_moves_do_not_tunnel() {
    let mut space = room();
    space.bodies.push(Body { priority: 0, ..Body::new(Aabb::new(Vec2::new(151.0, 60.0), Vec2::new(1.0, 30.0))) });
    let members =
        [at(20.0, 60.0, 30.0, 80.0, 5).moved(x(100.0)), at(40.0, 60.0, 44.0, 80.0, 9), at(60.0, 60.0, 64.0, 80.0, 8)];
    assert_eq!(outcome(&space, &members), (vec![x(0.0), x(90.0), x(74.0)], vec![]));
    // 30 px farther, there is no room for both of them.
    let further =
        [at(30.0, 60.0, 40.0, 80.0, 5).moved(x(110.0)), at(50.0, 60.0, 54.0, 80.0, 9), at(70.0, 60.0, 74.0, 80.0, 8)];
    let (shoves, squishes) = resolve(&space, &further);
    let ends: Vec<f32> = further.iter().zip(&shoves).map(|(m, shove)| m.aabb.moved(shove.way).max().x).collect();
    assert!(ends.iter().all(|end| *end <= 150.0) && !squishes.is_empty(), "{ends:?} {squishes:?}");
}

#[test]
#[should_panic(expected = "build it with TerrainBuilder")]
fn a_terrain_of_edges_alone_is_refused() {
    let edges = Edge::outline(&[Aabb::new(Vec2::ZERO, Vec2::splat(8.0)).corners()]).unwrap();
    resolve(&Space::new(Terrain::new(edges, Vec::new())), &[at(0.0, 0.0, 8.0, 8.0, 1)]);
}

/// A ghost walks through the door that stops the hero, and through the hero, who stands in the way of a crate.
#[test]
fn a_member_passes_what_it_does_not_meet() {
    let (ghosts, doors) = (Layers::layer(1), Layers::layer(2));
    let mut space = room();
    space.bodies.push(Body { layers: doors, ..Body::new(Aabb::new(Vec2::new(100.0, 60.0), Vec2::new(4.0, 20.0))) });
    let hero = Member { meets: !ghosts, ..at(80.0, 60.0, 92.0, 80.0, 5).moved(x(8.0)) };
    let ghost = Member { layers: ghosts, meets: Layers::NONE, ..at(84.0, 60.0, 96.0, 80.0, 9).moved(x(8.0)) };
    let cargo = at(108.0, 60.0, 118.0, 80.0, 9);
    assert_eq!(ways(&space, &[hero, ghost, cargo]), [x(-4.0), x(0.0), x(0.0)]);
    let solid = Member { meets: Layers::ALL, ..ghost };
    assert_ne!(ways(&space, &[hero, solid, cargo])[1], x(0.0));
}

/// Two members with bodies that lie where they began, one without, and the body of a character that is no member.
#[test]
fn the_body_of_a_member_is_no_obstacle_for_the_crowd() {
    let mut space = room();
    let mut with_body = |member: Member| {
        let before = member.aabb.moved(-member.delta);
        let body = space.bodies.push(Body { priority: u8::MAX, delta: x(99.0), ..Body::new(before) });
        Member { body: Some(body), ..member }
    };
    let members = [
        with_body(at(40.0, 60.0, 50.0, 80.0, 5).moved(x(3.0))),
        with_body(at(50.0, 60.0, 60.0, 80.0, 9)),
        at(60.0, 60.0, 70.0, 80.0, 9),
    ];
    let stranger = with_body(at(72.0, 60.0, 80.0, 80.0, 9));
    let alone = members.map(|member| Member { body: None, ..member });
    let (mut ways, squishes) = outcome(&room(), &[alone[0], alone[1], alone[2], Member { priority: 0, ..stranger }]);
    ways.pop();
    space.bodies.change(BodyId(2), |body| body.delta = Vec2::ZERO);
    assert_eq!((outcome(&space, &members), squishes.len()), ((ways, squishes), 1));
    // A body that does not exist is none.
    let nowhere = members.map(|member| Member { body: Some(BodyId(999)), ..member });
    assert_eq!(resolve(&room(), &nowhere), resolve(&room(), &alone));
}

// Laws, on random crowds.

/// The same crowd in a world that is mirrored about the middle of a room of this width.
fn mirrored(members: &[Member], width: f32) -> Vec<Member> {
    let flip = |v: Vec2| Vec2::new(-v.x, v.y);
    let mirror = |member: &Member| Member {
        aabb: Aabb::new(flip(member.aabb.center) + x(width), member.aabb.half),
        delta: flip(member.delta),
        ..*member
    };
    members.iter().map(mirror).collect()
}

fn seed() -> RngSeed {
    RngSeed::Fixed(number("PROPTEST_RNG_SEED").unwrap_or(1))
}

fn cases() -> u32 {
    number("PROPTEST_CASES").map_or(if is_long() { 4096 } else { 256 }, |cases| cases as u32)
}

/// The content of a cell of a random room: nothing, terrain, or a member with its insets, its move in half pixels, its
/// priority, and whether it teleported.
type Cell = (u8, (u8, u8, u8, u8), (i8, i8), u8);

/// A random walled room of 8 x 6 cells, each inner cell with terrain, a member or nothing. No member overlaps at first.
fn crowded(cells: &[Cell]) -> (Vec<String>, Vec<Member>) {
    let mut rows = vec!["########".to_owned()];
    let mut members = Vec::new();
    for (row, line) in cells.chunks(6).enumerate() {
        let mut drawn = String::from("#");
        for (column, &(what, inset, delta, priority)) in line.iter().enumerate() {
            drawn.push(match what {
                0 => '#',
                1 => '/',
                2 => '\\',
                _ => '.',
            });
            if what >= 6 {
                let corner = Vec2::new(column as f32 + 1.0, row as f32 + 1.0) * 16.0;
                let member = at(
                    corner.x + f32::from(inset.0),
                    corner.y + f32::from(inset.1),
                    corner.x + 16.0 - f32::from(inset.2),
                    corner.y + 16.0 - f32::from(inset.3),
                    priority,
                );
                // Some are boxes, some have round corners, some are disks.
                let corner = f32::from(what % 3) * 0.5 * member.aabb.half.min_element();
                let member = Member { corner, ..member };
                let by = Vec2::new(f32::from(delta.0), f32::from(delta.1)) * 0.5;
                members.push(if what == 15 {
                    member.teleported(member.aabb.center + by * 4.0)
                } else {
                    member.moved(by)
                });
            }
        }
        rows.push(drawn + "#");
    }
    rows.push("########".to_owned());
    (rows, members)
}

fn cells() -> impl Strategy<Value = Vec<Cell>> {
    let inset = || prop_oneof![Just(0_u8), 0_u8..5];
    let delta = || prop_oneof![Just(0_i8), -9_i8..10, -20_i8..21];
    let cell = (0_u8..16, (inset(), inset(), inset(), inset()), (delta(), delta()), 1_u8..6);
    prop::collection::vec(cell, 24)
}

/// The same members, no two of them with the same priority.
fn ranked(members: &[Member]) -> Vec<Member> {
    (0_u8..).zip(members).map(|(i, member)| Member { priority: member.priority * 40 + i, ..*member }).collect()
}

fn space_of(rows: &[String]) -> Space {
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    ascii::space(&rows, Make::Separate, Vec2::ZERO)
}

/// The same cells as polygons, each on its own, in a frame: boxes, slopes of any angle, ribbons and lines. Also the pieces of what has
/// an inside: all but ribbons and lines.
fn built(cells: &[Cell]) -> (Terrain, Terrain) {
    let (mut builder, mut solids) = (TerrainBuilder::default(), TerrainBuilder::default());
    let frame = [at(0.0, 0.0, 128.0, 96.0, 0), at(16.0, 16.0, 112.0, 80.0, 0)].map(|member| member.aabb.corners());
    for builder in [&mut builder, &mut solids] {
        builder.solid(&frame).unwrap();
    }
    for (i, &(what, (left, top, right, bottom), ..)) in cells.iter().enumerate() {
        let corner = Vec2::new((i % 6 + 1) as f32, (i / 6 + 1) as f32) * 16.0;
        let [left, top, right, bottom] = [left, top, right, bottom].map(f32::from);
        let [a, b, c, d] = at(left, top, 16.0 - right, 16.0 - bottom, 0).aabb.moved(corner).corners();
        let polygon = match what {
            0 => vec![a, b, c, d],
            1 => vec![d, b, c],
            2 if bottom == 0.0 => vec![a, c, d],
            2 => vec![a, b, d],
            3 => vec![a + y(bottom), b + y(right)],
            4 => vec![d, b],
            _ => continue,
        };
        match what {
            3 => _ = builder.ribbon(&polygon).unwrap(),
            4 => _ = builder.line(&polygon).unwrap(),
            _ => [&mut builder, &mut solids].into_iter().for_each(|builder| _ = builder.solid(&[&polygon]).unwrap()),
        }
    }
    (builder.build(), solids.build())
}

fn overlap(a: &Member, b: &Member) -> f32 {
    let gap = (a.aabb.center - b.aabb.center).abs() - (a.aabb.half + b.aabb.half) + (a.corner + b.corner);
    a.corner + b.corner - if gap.max_element() > 0.0 { gap.max(Vec2::ZERO).length() } else { gap.max_element() }
}

/// How deep a member is in boxes and slopes.
fn in_terrain(terrain: &Terrain, member: &Member) -> f32 {
    let depth = |piece: &Piece| Solid { corner: member.corner, ..piece.solid() }.depth(&member.aabb);
    terrain.pieces().iter().filter(|piece| piece.one_way.is_none()).map(depth).fold(0.0, f32::max)
}

/// A failure with everything that is needed to draw it.
fn describe(rows: &[String], members: &[Member], resolution: &(Vec<Correction>, Vec<Contradiction>)) -> String {
    let mut text = format!("{rows:#?}\n");
    for (i, (m, shove)) in members.iter().zip(&resolution.0).enumerate() {
        let (min, max, delta) = (m.aabb.min(), m.aabb.max(), m.delta);
        let jump = if m.teleported { "teleported" } else { "" };
        let Correction { way, by, priority } = shove;
        text += &format!("m{i} {min} to {max} by {delta} {jump} {} -> {way} by {by:?} {priority}\n", m.priority);
    }
    text + &format!("{:?}", resolution.1)
}

/// How much shifting a slope may change a result, in pixels.
const SLANTED: f32 = 1e-4;

/// Overlap that may be left, in pixels.
const LEFT: f32 = 0.01;

proptest! {
    #![proptest_config(ProptestConfig {
        cases: cases(), failure_persistence: None, rng_seed: seed(), ..ProptestConfig::default()
    })]

    #[test]
    fn only_squished_members_overlap(cells in cells()) {
        let (rows, members) = crowded(&cells);
        let space = space_of(&rows);
        let resolution = resolve(&space, &members);
        let (shoves, squishes) = &resolution;
        let squished = |i: usize| squishes.iter().any(|squish| squish.member == i);
        let place = |i: usize| Member { aabb: members[i].aabb.moved(shoves[i].way), ..members[i] };
        for i in (0..members.len()).filter(|&i| !squished(i)) {
            prop_assert!(place(i).aabb.is_valid(), "{}", describe(&rows, &members, &resolution));
            let yields = |j: usize| !squished(j) || shoves[j].priority < shoves[i].priority;
            for j in (0..members.len()).filter(|&j| j != i && yields(j)) {
                let depth = overlap(&place(i), &place(j));
                prop_assert!(depth <= LEFT, "{i} in {j}: {}", describe(&rows, &members, &resolution));
            }
        }
        for squish in squishes {
            let once = squishes.iter().filter(|other| other.member == squish.member).count() == 1;
            let deep = squish.depth > 0.0 && squish.depth.is_finite();
            prop_assert!(once && deep, "{}", describe(&rows, &members, &resolution));
        }
    }

    #[test]
    fn no_member_ends_in_the_ground(cells in cells()) {
        let (_, members) = crowded(&cells);
        let (terrain, solids) = built(&cells);
        let space = Space::new(terrain);
        let (shoves, squishes) = resolve(&space, &members);
        for (i, (member, shove)) in members.iter().zip(&shoves).enumerate() {
            let end = Member { aabb: member.aabb.moved(shove.way), ..*member };
            let ground = in_terrain(&space.terrain, &end);
            // A member that appears wholly inside of ground crosses no edge.
            let inside = if member.teleported { 0.0 } else { in_terrain(&solids, &end) };
            let squished = squishes.iter().any(|squish| squish.member == i);
            prop_assert!(squished || ground.max(inside) <= LEFT, "{i}: {ground} {inside} {member:?} {shove:?}");
        }
    }

    #[test]
    fn no_member_yields_to_a_larger_number(cells in cells()) {
        let (rows, members) = crowded(&cells);
        let resolution = resolve(&space_of(&rows), &members);
        let (shoves, squishes) = &resolution;
        for (i, shove) in shoves.iter().enumerate() {
            prop_assert!(shove.priority <= members[i].priority);
            let Some(Cause::Member(by)) = shove.by else { continue };
            let squished = squishes.iter().any(|squish| squish.member == by || squish.member == i);
            let yields = shoves[by].priority <= members[i].priority;
            prop_assert!(squished || yields, "{i} by {by}: {}", describe(&rows, &members, &resolution));
        }
    }

    #[test]
    fn a_crowd_without_moves_stays_in_place(cells in cells()) {
        let (rows, members) = crowded(&cells);
        let space = space_of(&rows);
        let before = |m: &Member| Member { aabb: m.aabb.moved(-m.delta), delta: Vec2::ZERO, ..*m };
        let still = members.iter().filter(|member| !member.teleported).map(before);
        let still: Vec<_> = still.filter(|member| in_terrain(&space.terrain, member) <= 0.0).collect();
        let (shoves, squishes) = resolve(&space, &still);
        prop_assert!(squishes.is_empty() && shoves.iter().all(|shove| shove.way == Vec2::ZERO && shove.by.is_none()));
    }

    #[test]
    fn the_order_of_members_with_different_priorities_does_not_matter(cells in cells(), turn in 0_usize..24) {
        let (rows, members) = crowded(&cells);
        let members = ranked(&members);
        let space = space_of(&rows);
        let resolution = resolve(&space, &members);
        // A crowd that was used before gives the same resolution as a new one.
        let mut crowd = Crowd::new();
        let _ = crowd.resolve(&space, &members[..members.len() / 2]);
        prop_assert_eq!(crowd.resolve(&space, &members).corrections, &resolution.0[..]);
        prop_assert_eq!(crowd.resolve(&space, &members).contradictions, &resolution.1[..]);
        let by = turn % members.len().max(1);
        let (mut turned, mut want) = (members.clone(), ways(&space, &members));
        turned.rotate_left(by);
        want.rotate_left(by);
        prop_assert_eq!(ways(&space, &turned), want, "{}", describe(&rows, &members, &resolution));
    }

    #[test]
    fn members_that_do_not_meet_are_two_crowds(cells in cells()) {
        let (rows, members) = crowded(&cells);
        let space = space_of(&rows);
        // All crowds make as many steps.
        let pace = at(9000.0, 0.0, 9010.0, 10.0, 1).moved(x(15.0));
        let team = |number: u32| {
            let layers = Layers::layer(number);
            let members = members.iter().skip(number as usize).step_by(2);
            members.chain([&pace]).map(|member| Member { layers, meets: layers, ..*member }).collect::<Vec<_>>()
        };
        let (mut both, mut want) = (Vec::new(), Vec::new());
        for number in 0..2 {
            both.extend(team(number));
            want.extend(ways(&space, &team(number)));
        }
        prop_assert_eq!(ways(&space, &both), want, "{:?}", rows);
    }

    #[test]
    fn equal_members_can_be_swapped_in_the_list(cells in cells(), turn in 0_usize..24) {
        // Every member occurs twice, in two rooms that do not touch, in any order.
        let (rows, mut members) = crowded(&cells);
        // A teleport may lead out of the room, and the rooms have different neighbours.
        members.retain(|member| !member.teleported);
        // Ways around round corners are rounded.
        members.iter_mut().for_each(|member| member.corner = 0.0);
        let both: Vec<String> = rows.iter().map(|row| row.clone() + row).collect();
        let twins = shifted(&members, x(128.0));
        let (space, n) = (space_of(&both), members.len());
        let list: Vec<Member> = members.iter().chain(&twins).copied().collect();
        let swapped: Vec<Member> = twins.iter().chain(&members).copied().collect();
        let pair = |i: usize| if (i + turn).is_multiple_of(2) { [members[i], twins[i]] } else { [twins[i], members[i]] };
        let woven: Vec<Member> = (0..n).flat_map(pair).collect();
        let (there, back, web) = (ways(&space, &list), ways(&space, &swapped), ways(&space, &woven));
        prop_assert!(there[..n].iter().zip(&there[n..]).all(|(a, b)| a.distance(*b) <= SLANTED), "{there:?}");
        prop_assert!(there.iter().zip(&back).all(|(a, b)| a.distance(*b) <= SLANTED), "{there:?} {back:?}");
        for i in 0..n {
            prop_assert!(web[2 * i].distance(there[i]) + web[2 * i + 1].distance(there[i]) <= 2.0 * SLANTED);
        }
    }

    #[test]
    fn a_mirrored_crowd_gives_the_mirrored_verdict(cells in cells()) {
        let (rows, members) = crowded(&cells);
        // No slopes: at 45 degrees both axes are equally short, and rounding chooses.
        let rows: Vec<String> = rows.iter().map(|row| row.replace(['/', '\\'], "#")).collect();
        // No teleports: of equally long ways out to the left and to the right, they take the left one.
        let members = ranked(&members).into_iter().filter(|member| !member.teleported);
        // No round corners: ways around them are rounded.
        let members: Vec<Member> = members.map(|member| Member { corner: 0.0, ..member }).collect();
        let flipped: Vec<String> = rows.iter().map(|row| row.chars().rev().collect()).collect();
        let there = ways(&space_of(&flipped), &mirrored(&members, 128.0));
        let there: Vec<Vec2> = there.iter().map(|v| Vec2::new(-v.x, v.y)).collect();
        let resolution = resolve(&space_of(&rows), &members);
        prop_assert_eq!(there, ways(&space_of(&rows), &members), "{}", describe(&rows, &members, &resolution));
    }
}

//! Many moving boxes at once: who is shoved how far, by whom, with which priority, and who has no room.

mod common;

use common::{Make, world};
use glam::Vec2;
use seamwalker::collide::{Aabb, Body, Cause, Crowd, Member, Shove, Space, Squish};

/// A room: floor at y = 48, ceiling at 16, walls at x = 16 and 240.
const ROOM: [&str; 4] = ["################", "#..............#", "#..............#", "################"];

fn room() -> Space {
    world(&ROOM, Make::Outline, Vec2::ZERO)
}

fn rect(left: f32, top: f32, right: f32, bottom: f32) -> Aabb {
    Aabb::from_corners(Vec2::new(left, top), Vec2::new(right, bottom))
}

fn at(left: f32, top: f32, right: f32, bottom: f32, priority: u8) -> Member {
    Member::new(rect(left, top, right, bottom), priority)
}

fn right(x: f32) -> Vec2 {
    Vec2::new(x, 0.0)
}

fn resolve(space: &Space, members: &[Member]) -> (Vec<Shove>, Vec<Squish>) {
    let mut crowd = Crowd::new();
    let verdicts = crowd.resolve(space, members);
    (verdicts.shoves.to_vec(), verdicts.squishes.to_vec())
}

#[test]
fn look() {
    let train = [
        at(24.0, 32.0, 40.0, 48.0, 1).moved(right(3.0)),
        at(40.0, 32.0, 56.0, 48.0, 10),
        at(56.0, 32.0, 72.0, 48.0, 30),
        at(72.0, 32.0, 88.0, 48.0, 20),
    ];
    println!("{:#?}", resolve(&room(), &train));
    let shift = |m: &Member, x: f32| Member { aabb: m.aabb.moved(right(x)), ..*m };
    let wall: Vec<Member> = train.iter().map(|m| shift(m, 151.0)).collect();
    println!("{:#?}", resolve(&room(), &wall));
    let back: Vec<Member> = train.iter().map(|m| Member { priority: 10, ..shift(m, 151.0) }).collect();
    println!("EQUAL {:#?}", resolve(&room(), &back));
}

//! Scenes for many bodies at once: where each starts, where it moved, and where exactly it must end.
//!
//! "AABB Collision Resolution, Phase I", the article of mandatory-first, leaves four cases open. [`Crowd`] settles them, and
//! these scenes show each one.

use glam::Vec2;
use serde::Serialize;

use super::about;
use super::ascii::{self, Make};
use seamwalker_collide::{Aabb, Cause, Contradiction, Correction, Crowd, Member, Space};

/// A crowd in a place, and the expected result.
#[derive(Clone, Debug, Serialize)]
pub struct CrowdScene {
    /// Its name on the command line, in kebab-case.
    #[serde(rename = "scene")]
    pub name: String,
    /// A short title.
    pub title: String,
    /// The expected result, and the reason.
    pub story: String,
    /// The case that it is an example of: `shoves` pass from body to body with their priority, `squishes` are contradictory
    /// corrections, `gaps` that are too small let no body slip in, and `teleports` take the shortest way out, in any direction.
    pub end: &'static str,
    /// The place.
    #[serde(skip)]
    pub space: Space,
    /// The bodies after their moves. The start of each is its position minus its delta, even if it teleported.
    pub members: Vec<Member>,
    /// The expected result, exact to the bit.
    pub expected: CrowdResult,
}

/// The result of a crowd, as owned data: [`Resolution`](seamwalker_collide::Resolution) borrows the crowd.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CrowdResult {
    /// The correction of every member, in their order.
    pub corrections: Vec<Correction>,
    /// The members without room.
    pub contradictions: Vec<Contradiction>,
}

impl CrowdScene {
    /// The same with these members.
    fn with(mut self, members: Vec<Expected>) -> Self {
        (self.members, self.expected.corrections) = members.into_iter().unzip();
        self
    }

    /// The same, in which a member is expected to be squished.
    fn squished(mut self, member: usize, between: [Cause; 2], depth: f32) -> Self {
        self.expected.contradictions.push(Contradiction { member, between, depth });
        self
    }

    /// Resolves the scene with a [`Crowd`].
    pub fn resolve(&self) -> CrowdResult {
        let mut crowd = Crowd::new();
        let resolution = crowd.resolve(&self.space, &self.members);
        CrowdResult { corrections: resolution.corrections.to_vec(), contradictions: resolution.contradictions.to_vec() }
    }
}

/// A floor at y = 80, a ceiling at 16, walls at x = 16 and 240.
const ROOM: &str = "
    ################
    #..............# *4
    ################
";

/// A pit, one tile wide, in a floor at y = 32.
const PIT: &str = "
    ......
    ......
    ##.###
    ##.###
";

/// A slope of 45 degrees with its foot at (32, 48).
const SLOPE: &str = "
    ......
    ......
    ../##.
    ######
";

/// All crowd scenes, in the order of the open cases.
pub fn crowds() -> Vec<CrowdScene> {
    vec![
        scene("shoves", "crowd-train", ROOM).with(train(0.0, (X * 3.0, 1))),
        scene("shoves", "crowd-player", ROOM).with(vec![
            shoved(at(72.0, 58.0, 84.0, 80.0, 5), X * 2.0, by(1), 1),
            shoved(at(56.0, 64.0, 72.0, 80.0, 128), X * 2.0, by(2), 1),
            stays(at(40.0, 64.0, 56.0, 80.0, 1).moved(X * 2.0)),
        ]),
        scene("squishes", "crowd-train-wall", ROOM).with(train(151.0, (X, 20))).squished(3, [by(2), piece(23)], 2.0),
        scene("squishes", "crowd-lift", ROOM)
            .with(vec![
                stays(at(40.0, 46.0, 60.0, 48.0, 1).moved(Y * -3.0)),
                shoved(at(42.0, 36.0, 58.0, 46.0, 10), Y * -3.0, by(0), 1),
                shoved(at(42.0, 26.0, 58.0, 36.0, 20), Y * -3.0, by(1), 1),
                shoved(at(42.0, 17.0, 58.0, 26.0, 5), -Y, by(2), 5),
            ])
            .squished(3, [by(2), piece(2)], 2.0),
        scene("squishes", "crowd-head-on", ROOM)
            .with(vec![
                stays(at(40.0, 64.0, 50.0, 80.0, 1).moved(X * 2.0)),
                shoved(at(50.0, 64.0, 60.0, 80.0, 10), X * 2.0, by(0), 10),
                shoved(at(60.0, 64.0, 70.0, 80.0, 20), X * -3.0, by(3), 1),
                shoved(at(70.0, 64.0, 80.0, 80.0, 20), X * -3.0, by(4), 1),
                shoved(at(80.0, 64.0, 90.0, 80.0, 10), X * -3.0, by(5), 1),
                stays(at(90.0, 64.0, 100.0, 80.0, 1).moved(X * -3.0)),
            ])
            .squished(1, [by(2), by(0)], 5.0),
        scene("squishes", "crowd-player-squished", ROOM)
            .with(vec![
                stays(at(40.0, 48.0, 56.0, 80.0, 1).moved(X * 2.0)),
                stays(at(68.0, 48.0, 84.0, 80.0, 1).moved(X * -2.0)),
                shoved(at(56.5, 58.0, 67.5, 80.0, 255), X * 1.5, by(0), 255),
            ])
            .squished(2, [by(0), by(1)], 3.0),
        scene("gaps", "crowd-gap", ROOM).with(vec![
            stays(at(40.0, 64.0, 56.0, 80.0, 3).moved(X)),
            stays(at(70.0, 64.0, 86.0, 80.0, 3).moved(-X)),
            shoved(at(56.5, 44.0, 69.5, 63.0, 9).moved(Y * 3.0), Y * -2.0, by(0), 3),
        ]),
        scene("gaps", "crowd-pit", PIT).with(vec![
            stays(at(15.5, 16.0, 27.5, 32.0, 1).moved(X * 4.0)),
            shoved(at(27.5, 14.0, 44.5, 30.0, 9).moved(Y * 4.0), Vec2::new(4.0, -2.0), by(0), 1),
            shoved(at(44.5, 16.0, 60.5, 32.0, 20), X * 4.0, by(1), 1),
        ]),
        scene("teleports", "crowd-teleport-row", ROOM).with(row_and(Vec2::new(56.0, 66.0), Y * -7.0, by(0))),
        scene("teleports", "crowd-teleport-corner", ROOM).with(row_and(Vec2::new(93.0, 76.0), X - Y, piece(29))),
        scene("teleports", "crowd-teleport-slope", SLOPE).with(vec![
            shoved(teleported(at(15.0, 6.0, 25.0, 18.0, 9), Vec2::new(44.0, 36.0)), Vec2::splat(-5.5), piece(0), 9),
            stays(at(0.0, 36.0, 10.0, 48.0, 1)),
            stays(at(10.0, 36.0, 20.0, 48.0, 3)),
        ]),
    ]
}

/// A member after its move, and its expected result.
type Expected = (Member, Correction);

/// A platform that pushes three crates of different priorities in a row, and the result of the last one.
fn train(left: f32, (way, priority): (Vec2, u8)) -> Vec<Expected> {
    let on_floor = |x: f32, priority| at(left + x, 64.0, left + x + 16.0, 80.0, priority);
    vec![
        stays(on_floor(24.0, 1).moved(X * 3.0)),
        shoved(on_floor(40.0, 10), X * 3.0, by(0), 1),
        shoved(on_floor(56.0, 30), X * 3.0, by(1), 1),
        shoved(on_floor(72.0, 20), way, by(2), priority),
    ]
}

/// Three crates on the floor of the room, and a body of 12 x 10 px that teleports to a position.
fn row_and(place: Vec2, way: Vec2, cause: Cause) -> Vec<Expected> {
    vec![
        stays(at(40.0, 64.0, 56.0, 80.0, 3)),
        stays(at(56.0, 64.0, 72.0, 80.0, 4)),
        stays(at(72.0, 64.0, 88.0, 80.0, 5)),
        shoved(teleported(at(104.0, 39.0, 116.0, 49.0, 9), place), way, cause, 9),
    ]
}

const X: Vec2 = Vec2::X;
const Y: Vec2 = Vec2::Y;

/// A scene without members, whose terrain is drawn in ASCII.
fn scene(end: &'static str, name: &str, picture: &str) -> CrowdScene {
    let (title, story) = about(name);
    let space = ascii::space(&ascii::rows(picture), Make::Outline, Vec2::ZERO);
    let expected = CrowdResult { corrections: Vec::new(), contradictions: Vec::new() };
    CrowdScene { name: name.to_owned(), title, story, end, space, members: Vec::new(), expected }
}

/// A member between two corners.
fn at(left: f32, top: f32, right: f32, bottom: f32, priority: u8) -> Member {
    Member::new(Aabb::from_corners(Vec2::new(left, top), Vec2::new(right, bottom)), priority)
}

/// The same after a teleport. Its delta says from where; the solver must ignore it.
fn teleported(from: Member, to: Vec2) -> Member {
    Member { delta: to - from.aabb.center, ..from.teleported(to) }
}

const fn by(member: usize) -> Cause {
    Cause::Member(member)
}

const fn piece(index: u32) -> Cause {
    Cause::Piece(index)
}

/// A member that is not corrected.
const fn stays(member: Member) -> Expected {
    (member, Correction { way: Vec2::ZERO, by: None, priority: member.priority })
}

/// A member that is corrected, and its priority against others afterwards.
const fn shoved(member: Member, way: Vec2, by: Cause, priority: u8) -> Expected {
    (member, Correction { way, by: Some(by), priority })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scene_ends_as_expected() {
        for scene in crowds() {
            assert_eq!(scene.resolve(), scene.expected, "{}", scene.name);
        }
    }

    #[test]
    fn every_scene_is_a_crowd_that_starts_without_overlap() {
        for scene in crowds() {
            let before: Vec<Aabb> = scene.members.iter().map(|member| member.aabb.moved(-member.delta)).collect();
            assert!(before.len() >= 3 && before.len() == scene.expected.corrections.len(), "{}", scene.name);
            let first = scene.members[0].priority;
            assert!(scene.members.iter().any(|member| member.priority != first), "{}", scene.name);
            for (i, aabb) in before.iter().enumerate() {
                assert!(!before[..i].iter().any(|other| other.overlaps(aabb)), "{}: {i} in another", scene.name);
                let pieces = scene.space.terrain.pieces().iter();
                assert!(pieces.map(|p| p.solid().depth(aabb)).all(|px| px <= 0.0), "{}: {i} in terrain", scene.name);
            }
        }
    }
}

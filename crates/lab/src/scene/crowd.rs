//! Scenes for many bodies at once: where each starts, where it moved, and where exactly it must end.
//!
//! "AABB Collision Resolution, Phase I", the article of mandatory-first, leaves four cases open. [`Crowd`] settles them, and
//! these scenes show each one.

use glam::Vec2;
use serde::Serialize;

use super::ascii::{self, Make};
use seamwalker_collide::{Aabb, Cause, Crowd, Member, Shove, Space, Squish};

/// A case that the article of mandatory-first leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum OpenEnd {
    /// A shove passes from body to body, together with its priority.
    Shoves,
    /// Contradictory corrections are a squish.
    Squishes,
    /// No body slips into a gap that is too small.
    Gaps,
    /// A teleported body takes the shortest way out, in any direction.
    Teleports,
}

impl OpenEnd {
    /// Its name, in kebab-case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Shoves => "shoves",
            Self::Squishes => "squishes",
            Self::Gaps => "gaps",
            Self::Teleports => "teleports",
        }
    }
}

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
    /// The case that it is an example of.
    pub end: OpenEnd,
    /// The place.
    #[serde(skip)]
    pub space: Space,
    /// The bodies after their moves. The start of each is its position minus its delta, even if it teleported.
    pub members: Vec<Member>,
    /// The expected result, exact to the bit.
    pub expected: CrowdVerdict,
}

/// The result of a crowd, as owned data: [`Verdicts`](seamwalker_collide::Verdicts) borrows the crowd.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CrowdVerdict {
    /// The shove of every member, in their order.
    pub shoves: Vec<Shove>,
    /// The members without room.
    pub squishes: Vec<Squish>,
}

impl CrowdScene {
    /// Resolves the scene with a [`Crowd`].
    #[must_use]
    pub fn resolve(&self) -> CrowdVerdict {
        let mut crowd = Crowd::new();
        let verdicts = crowd.resolve(&self.space, &self.members);
        CrowdVerdict { shoves: verdicts.shoves.to_vec(), squishes: verdicts.squishes.to_vec() }
    }
}

/// A floor at y = 80, a ceiling at 16, walls at x = 16 and 240.
const CROWD_ROOM: &str = "
    ################
    #..............#
    #..............#
    #..............#
    #..............#
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
#[must_use]
pub fn crowds() -> Vec<CrowdScene> {
    vec![
        scene(
            OpenEnd::Shoves,
            ("crowd-train", "a platform pushes three crates in a row"),
            "All move 3 px with the platform, each pushed by the previous one, with the platform's priority: the crate \
             of priority 30 pushes the one of 20, which it could not do alone.",
            CROWD_ROOM,
            coupled(0.0).to_vec(),
            vec![stays(1), shoved(X * 3.0, by(0), 1), shoved(X * 3.0, by(1), 1), shoved(X * 3.0, by(2), 1)],
            vec![],
        ),
        scene(
            OpenEnd::Shoves,
            ("crowd-player", "a platform pushes a crate, and the crate the player"),
            "A crate of priority 128 cannot push the player of 5. With a platform of 1 behind it, it does.",
            CROWD_ROOM,
            vec![
                at(72.0, 58.0, 84.0, 80.0, 5),
                at(56.0, 64.0, 72.0, 80.0, 128),
                at(40.0, 64.0, 56.0, 80.0, 1).moved(X * 2.0),
            ],
            vec![shoved(X * 2.0, by(1), 1), shoved(X * 2.0, by(2), 1), stays(1)],
            vec![],
        ),
        scene(
            OpenEnd::Squishes,
            ("crowd-train-wall", "the same train, 1 px from a wall"),
            "The last crate moves 1 px to the wall and is squished: the one behind it ends 2 px inside it. It has its \
             own priority again.",
            CROWD_ROOM,
            coupled(151.0).to_vec(),
            vec![stays(1), shoved(X * 3.0, by(0), 1), shoved(X * 3.0, by(1), 1), shoved(X, by(2), 20)],
            vec![Squish { member: 3, between: [by(2), Cause::Piece(23)], depth: 2.0 }],
        ),
        scene(
            OpenEnd::Squishes,
            ("crowd-lift", "a lift under a stack under a ceiling"),
            "The lift rises by 3 px, with 1 px of room above the stack. The member next to the ceiling is squished \
             although it is the hardest of the stack, because the others have the lift's priority.",
            CROWD_ROOM,
            vec![
                at(40.0, 46.0, 60.0, 48.0, 1).moved(Y * -3.0),
                at(42.0, 36.0, 58.0, 46.0, 10),
                at(42.0, 26.0, 58.0, 36.0, 20),
                at(42.0, 17.0, 58.0, 26.0, 5),
            ],
            vec![stays(1), shoved(Y * -3.0, by(0), 1), shoved(Y * -3.0, by(1), 1), shoved(-Y, by(2), 5)],
            vec![Squish { member: 3, between: [by(2), Cause::Piece(2)], depth: 2.0 }],
        ),
        scene(
            OpenEnd::Squishes,
            ("crowd-head-on", "two trains meet, and neither platform yields"),
            "2 px from the left and 3 px from the right, with no gap between the crates. Exactly one crate is squished, \
             where the faster train meets the other, instead of each of them a little.",
            CROWD_ROOM,
            vec![
                at(40.0, 64.0, 50.0, 80.0, 1).moved(X * 2.0),
                at(50.0, 64.0, 60.0, 80.0, 10),
                at(60.0, 64.0, 70.0, 80.0, 20),
                at(70.0, 64.0, 80.0, 80.0, 20),
                at(80.0, 64.0, 90.0, 80.0, 10),
                at(90.0, 64.0, 100.0, 80.0, 1).moved(X * -3.0),
            ],
            vec![
                stays(1),
                shoved(X * 2.0, by(0), 10),
                shoved(X * -3.0, by(3), 1),
                shoved(X * -3.0, by(4), 1),
                shoved(X * -3.0, by(5), 1),
                stays(1),
            ],
            vec![Squish { member: 1, between: [by(2), by(0)], depth: 5.0 }],
        ),
        scene(
            OpenEnd::Squishes,
            ("crowd-player-squished", "a player between two platforms"),
            "11 px wide, in a gap that shrinks from 12 px to 8. It ends outside one platform and 3 px inside the other, \
             not 1.5 px inside both.",
            CROWD_ROOM,
            vec![
                at(40.0, 48.0, 56.0, 80.0, 1).moved(X * 2.0),
                at(68.0, 48.0, 84.0, 80.0, 1).moved(X * -2.0),
                at(56.5, 58.0, 67.5, 80.0, 255),
            ],
            vec![stays(1), stays(1), shoved(X * 1.5, by(0), 255)],
            vec![Squish { member: 2, between: [by(0), by(1)], depth: 3.0 }],
        ),
        scene(
            OpenEnd::Gaps,
            ("crowd-gap", "a fall into a gap that closes"),
            "13 px wide, falling 3 px from 1 px above a gap that shrinks from 14 px to 12 in the same tick: it lands on \
             top.",
            CROWD_ROOM,
            vec![
                at(40.0, 64.0, 56.0, 80.0, 3).moved(X),
                at(70.0, 64.0, 86.0, 80.0, 3).moved(-X),
                at(56.5, 44.0, 69.5, 63.0, 9).moved(Y * 3.0),
            ],
            vec![stays(3), stays(3), shoved(Y * -2.0, by(0), 3)],
            vec![],
        ),
        scene(
            OpenEnd::Gaps,
            ("crowd-pit", "pushed across a pit that is too small"),
            "A body of 17 px falls 4 px while it is pushed across a pit of 16 px, half a pixel beyond either edge: it \
             lands on both edges and passes the push on.",
            PIT,
            vec![
                at(15.5, 16.0, 27.5, 32.0, 1).moved(X * 4.0),
                at(27.5, 14.0, 44.5, 30.0, 9).moved(Y * 4.0),
                at(44.5, 16.0, 60.5, 32.0, 20),
            ],
            vec![stays(1), shoved(Vec2::new(4.0, -2.0), by(0), 1), shoved(X * 4.0, by(1), 1)],
            vec![],
        ),
        scene(
            OpenEnd::Teleports,
            ("crowd-teleport-row", "a teleport onto the seam of a row of crates"),
            "It appears 7 px deep in two of three crates, 6 px from the side in either. It goes up, because sideways \
             out of one leads into the other.",
            CROWD_ROOM,
            row_and(Vec2::new(56.0, 66.0)),
            vec![stays(3), stays(4), stays(5), shoved(Y * -7.0, by(0), 9)],
            vec![],
        ),
        scene(
            OpenEnd::Teleports,
            ("crowd-teleport-corner", "a teleport into the corner of a crate and the floor"),
            "It leaves both by 1 px, along both axes.",
            CROWD_ROOM,
            row_and(Vec2::new(93.0, 76.0)),
            vec![stays(3), stays(4), stays(5), shoved(Vec2::new(1.0, -1.0), Cause::Piece(29), 9)],
            vec![],
        ),
        scene(
            OpenEnd::Teleports,
            ("crowd-teleport-slope", "a teleport into a slope"),
            "The corner is 11 px below the 45 degree face, and 11 px beside it. The shortest way out is along its normal.",
            SLOPE,
            vec![
                teleported(Aabb::new(Vec2::new(20.0, 12.0), Vec2::new(5.0, 6.0)), Vec2::new(44.0, 36.0), 9),
                at(0.0, 36.0, 10.0, 48.0, 1),
                at(10.0, 36.0, 20.0, 48.0, 3),
            ],
            vec![shoved(Vec2::splat(-5.5), Cause::Piece(0), 9), stays(1), stays(3)],
            vec![],
        ),
    ]
}

/// A platform and three crates of different priorities in a row.
fn coupled(left: f32) -> [Member; 4] {
    [
        at(left + 24.0, 64.0, left + 40.0, 80.0, 1).moved(X * 3.0),
        at(left + 40.0, 64.0, left + 56.0, 80.0, 10),
        at(left + 56.0, 64.0, left + 72.0, 80.0, 30),
        at(left + 72.0, 64.0, left + 88.0, 80.0, 20),
    ]
}

/// Three crates on the floor of the room, and a body of 12 x 10 px that teleports to a position.
fn row_and(place: Vec2) -> Vec<Member> {
    vec![
        at(40.0, 64.0, 56.0, 80.0, 3),
        at(56.0, 64.0, 72.0, 80.0, 4),
        at(72.0, 64.0, 88.0, 80.0, 5),
        teleported(Aabb::new(Vec2::new(110.0, 44.0), Vec2::new(6.0, 5.0)), place, 9),
    ]
}

const X: Vec2 = Vec2::X;
const Y: Vec2 = Vec2::Y;

/// A scene whose terrain is drawn in ASCII.
fn scene(
    end: OpenEnd,
    (name, title): (&str, &str),
    story: &str,
    picture: &str,
    members: Vec<Member>,
    shoves: Vec<Shove>,
    squishes: Vec<Squish>,
) -> CrowdScene {
    let (name, title, story) = (name.to_owned(), title.to_owned(), story.to_owned());
    let space = ascii::space(&ascii::rows(picture), Make::Outline, Vec2::ZERO);
    CrowdScene { name, title, story, end, space, members, expected: CrowdVerdict { shoves, squishes } }
}

/// A member between two corners.
fn at(left: f32, top: f32, right: f32, bottom: f32, priority: u8) -> Member {
    Member::new(Aabb::from_corners(Vec2::new(left, top), Vec2::new(right, bottom)), priority)
}

/// A teleported member. Its delta says from where; the solver must ignore it.
fn teleported(from: Aabb, to: Vec2, priority: u8) -> Member {
    Member { delta: to - from.center, ..Member::new(from, priority).teleported(to) }
}

const fn by(member: usize) -> Cause {
    Cause::Member(member)
}

/// The result of a member that is not corrected.
const fn stays(priority: u8) -> Shove {
    Shove { way: Vec2::ZERO, by: None, priority }
}

/// The result of a member that is corrected, and its priority against others afterwards.
const fn shoved(way: Vec2, by: Cause, priority: u8) -> Shove {
    Shove { way, by: Some(by), priority }
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
            assert!(before.len() >= 3 && before.len() == scene.expected.shoves.len(), "{}", scene.name);
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

//! The hero's animations, facing right.
//!
//! A frame is 24 x 30 and the origin (12, 30) is the point on the ground between the feet. The body is 16 x 22, the
//! curl of thread on top comes on top of that. The flying end of the scarf is the game's; it starts at the knot,
//! 7 pixels behind the origin and 6 above it.

use crate::atlas::Sprite;
use crate::dash::pale;
use crate::figure::{Eyes, Mouth, ORIGIN, Pose, REST, figure};
use crate::unravel::unravel;

/// Every sprite of the player.
pub fn sprites() -> Vec<Sprite> {
    let strip = |name: &str, fps: f32, poses: &[Pose]| {
        let frames = poses.iter().copied().map(figure);
        Sprite::animated(&format!("player_{name}"), fps, ORIGIN, frames)
    };
    let mut sprites = vec![
        strip("idle", 4.0, &idle()),
        strip("blink", 12.0, &[Pose { eyes: Eyes::Half, ..REST }, Pose { eyes: Eyes::Shut, ..REST }]),
        strip("run", 16.0, &run()),
        strip("jump", 10.0, &jump()),
        strip("apex", 0.0, &[apex()]),
        strip("fall", 10.0, &fall()),
        strip("wallslide", 6.0, &wallslide()),
        strip("duck", 4.0, &duck()),
        strip("turn", 0.0, &[turn()]),
        strip("land", 12.0, &land()),
        strip("cheer", 8.0, &cheer()),
        strip("ride", 4.0, &ride()),
    ];
    // The same once more with the scarf of a used dash.
    sprites.extend(sprites.iter().map(pale_scarf).collect::<Vec<_>>());
    sprites.push(Sprite::animated("player_unravel", 12.0, (20, 34), (0..6).map(unravel)));
    sprites
}

/// Soft breathing: the head sinks by a pixel and comes back.
fn idle() -> [Pose; 4] {
    let low = Pose { head: (14, 12), ..REST };
    [REST, Pose { curl: 2, ..REST }, low, Pose { curl: 4, ..low }]
}

/// Eight steps of a full cycle; the near leg is four steps behind the far one.
fn run() -> Vec<Pose> {
    const REACH: [(i32, i32); 8] = [(4, 1), (3, 0), (0, 0), (-3, 0), (-6, 0), (-6, 2), (-3, 3), (2, 3)];
    const BOB: [i32; 4] = [0, 1, 0, -1];
    let pose = |i: usize| Pose {
        lean: 1,
        hip: 5 - BOB[i % 4],
        head: (14, if i % 4 == 1 { 12 } else { 13 }),
        feet: [REACH[i], REACH[(i + 4) % 8]],
        curl: [-3, -2, -3, -4][i % 4],
        ..REST
    };
    (0..8).map(pose).collect()
}

/// Stretched, then with drawn-in legs.
fn jump() -> [Pose; 2] {
    let up = Pose { gaze: (0, -1), curl: -2, ..REST };
    [
        Pose { head: (12, 15), hip: 5, feet: [(2, 0), (-5, 1)], ..up },
        Pose { head: (13, 14), hip: 6, feet: [(4, 3), (-4, 1)], ..up },
    ]
}

/// Weightless: round, with both legs drawn in.
fn apex() -> Pose {
    Pose { hip: 5, feet: [(4, 3), (-4, 3)], curl: 1, ..REST }
}

/// Legs trailing, looking down.
fn fall() -> [Pose; 2] {
    let down = Pose { head: (13, 14), hip: 6, gaze: (0, 1), mouth: Mouth::Open, ..REST };
    [
        Pose { feet: [(4, 2), (-5, 2)], hands: [Some((9, -13)), Some((-9, -13))], curl: 1, ..down },
        Pose { feet: [(5, 1), (-4, 3)], hands: [Some((9, -15)), Some((-9, -12))], curl: -1, ..down },
    ]
}

/// Pressed against a wall on the right, looking over the shoulder.
fn wallslide() -> [Pose; 2] {
    let cling = Pose {
        head: (13, 13),
        lean: 2,
        hip: 5,
        hands: [Some((9, -14)), None],
        eyes: Eyes::Half,
        gaze: (-1, 1),
        curl: -2,
        ..REST
    };
    [Pose { feet: [(6, 3), (2, 0)], ..cling }, Pose { feet: [(6, 2), (2, 1)], curl: -3, ..cling }]
}

/// Twelve pixels high.
fn duck() -> [Pose; 2] {
    let low = Pose { head: (14, 6), hip: 1, feet: [(4, 0), (-5, 0)], gaze: (0, 0), curl: 4, ..REST };
    [low, Pose { eyes: Eyes::Half, curl: 3, ..low }]
}

/// Braking: leaning back, one heel dug in.
fn turn() -> Pose {
    Pose { lean: -2, hip: 4, feet: [(5, 0), (-1, 0)], eyes: Eyes::Wide, curl: 5, ..REST }
}

/// Squashed by the ground, then coming back.
fn land() -> [Pose; 2] {
    let flat = Pose { head: (16, 9), hip: 2, feet: [(5, 0), (-6, 0)], eyes: Eyes::Half, curl: 4, ..REST };
    [flat, Pose { head: (15, 11), hip: 3, ..flat }]
}

/// Hands up, hopping.
fn cheer() -> [Pose; 4] {
    let glad = Pose { eyes: Eyes::Happy, mouth: Mouth::Smile, ..REST };
    let hop = |up: i32, head, hands: i32| Pose {
        hip: 4 + up,
        head,
        feet: [(3, (up - 1).max(0)), (-4, (up - 1).max(0))],
        hands: [Some((9, hands)), Some((-9, hands))],
        ..glad
    };
    [hop(-1, (15, 11), -10), hop(1, (13, 14), -18), hop(3, (14, 13), -20), hop(1, (13, 14), -17)]
}

/// Balancing on something that moves.
fn ride() -> [Pose; 2] {
    let sway = |lean, left, right| Pose {
        lean,
        feet: [(5, 0), (-6, 0)],
        hands: [Some((9 + lean, right)), Some((-9 + lean, left))],
        gaze: (0, 1),
        ..REST
    };
    [sway(-1, -7, -10), sway(1, -10, -7)]
}

/// An animation with a pale scarf: `player_run` becomes `player_pale_run`.
fn pale_scarf(sprite: &Sprite) -> Sprite {
    let name = sprite.name.replace("player_", "player_pale_");
    let frames = sprite.frames.iter().map(pale);
    Sprite::animated(&name, sprite.fps, sprite.origin, frames)
}

//! The hero: a cube of rag with button eyes and a red scarf, facing right.
//!
//! A frame is 24 x 28 and the origin (12, 28) is the point on the ground between the feet. The body is 16 x 22, the
//! curl of thread on top comes on top of that. The flying end of the scarf is the game's; it starts at the knot,
//! 7 pixels behind the origin and 6 above it.

use crate::art::atlas::Sprite;
use crate::art::noise::{cos_turns, sin_turns};
use crate::art::palette::{
    BARK, CREAM, Color, DENIM, DENIM_DARK, INK, LINEN, RED, RED_DARK, ROSE, SAND, WHITE, mix, rgb,
};
use crate::art::particles::puff;
use crate::art::picture::{Picture, curve};

/// Width of a frame.
const WIDTH: i32 = 24;
/// Height of a frame.
const HEIGHT: i32 = 28;
/// The point on the ground.
const ORIGIN: (i32, i32) = (12, 28);
/// Rows of the scarf band.
const SCARF: i32 = 3;

/// What the eyes do.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Eyes {
    Open,
    Half,
    Shut,
    Happy,
    Wide,
    Crossed,
}

/// What the mouth does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mouth {
    Stitch,
    Smile,
    Open,
}

/// One pose of the body.
#[derive(Clone, Copy)]
struct Pose {
    /// Width and height of the head, outline not counted.
    head: (i32, i32),
    /// Sideways shift of the head against the feet.
    lean: i32,
    /// Row of the hip, where the legs begin; lower is higher.
    hip: i32,
    /// Far and near foot: x from the middle, height above the ground.
    feet: [(i32, i32); 2],
    /// Mittens, if they show: x and y of their middle from the origin.
    hands: [Option<(i32, i32)>; 2],
    eyes: Eyes,
    /// Shift of the eyes.
    gaze: (i32, i32),
    mouth: Mouth,
    /// Sideways end of the curl on top.
    curl: i32,
}

/// At rest.
const REST: Pose = Pose {
    head: (14, 13),
    lean: 0,
    hip: 24,
    feet: [(3, 0), (-4, 0)],
    hands: [None, None],
    eyes: Eyes::Open,
    gaze: (0, 0),
    mouth: Mouth::Stitch,
    curl: 3,
};

/// Every sprite of the player.
pub fn sprites() -> Vec<Sprite> {
    let strip = |name: &str, fps: f32, poses: &[Pose]| {
        let frames = poses.iter().copied().map(figure).collect();
        Sprite::animated(&format!("player_{name}"), fps, ORIGIN, frames)
    };
    vec![
        strip("idle", 4.0, &idle()),
        strip(
            "blink",
            12.0,
            &[
                Pose {
                    eyes: Eyes::Half,
                    ..REST
                },
                Pose {
                    eyes: Eyes::Shut,
                    ..REST
                },
            ],
        ),
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
        Sprite::animated(
            "player_unravel",
            12.0,
            (20, 34),
            (0..6).map(unravel).collect(),
        ),
        Sprite::still("scarf_tip", (6, 3), scarf_tip()),
        Sprite::centered("scarf_link", scarf_link()),
    ]
}

/// Soft breathing: the head sinks by a pixel and comes back.
fn idle() -> [Pose; 4] {
    let low = Pose {
        head: (14, 12),
        ..REST
    };
    [REST, Pose { curl: 2, ..REST }, low, Pose { curl: 4, ..low }]
}

/// Eight steps of a full cycle; the near leg is four steps behind the far one.
fn run() -> Vec<Pose> {
    const REACH: [(i32, i32); 8] = [
        (6, 1),
        (4, 0),
        (1, 0),
        (-3, 0),
        (-6, 1),
        (-5, 4),
        (-1, 4),
        (4, 3),
    ];
    const BOB: [i32; 4] = [0, 1, 0, -1];
    let pose = |i: usize| Pose {
        lean: 1,
        hip: 23 + BOB[i % 4],
        head: (14, if i % 4 == 1 { 12 } else { 13 }),
        feet: [REACH[i], REACH[(i + 4) % 8]],
        gaze: (1, 0),
        curl: [-3, -2, -3, -4][i % 4],
        ..REST
    };
    (0..8).map(pose).collect()
}

/// Stretched, then with drawn-in legs.
fn jump() -> [Pose; 2] {
    let up = Pose {
        gaze: (0, -1),
        curl: -2,
        ..REST
    };
    [
        Pose {
            head: (12, 15),
            hip: 23,
            feet: [(2, 0), (-5, 1)],
            ..up
        },
        Pose {
            head: (13, 14),
            hip: 22,
            feet: [(4, 3), (-4, 1)],
            ..up
        },
    ]
}

/// Weightless: round, with both legs drawn in.
fn apex() -> Pose {
    Pose {
        hip: 23,
        feet: [(4, 3), (-4, 3)],
        curl: 1,
        ..REST
    }
}

/// Legs trailing, looking down.
fn fall() -> [Pose; 2] {
    let down = Pose {
        head: (13, 14),
        hip: 22,
        gaze: (0, 1),
        mouth: Mouth::Open,
        ..REST
    };
    [
        Pose {
            feet: [(4, 2), (-5, 2)],
            hands: [Some((9, -13)), Some((-9, -13))],
            curl: 1,
            ..down
        },
        Pose {
            feet: [(5, 1), (-4, 3)],
            hands: [Some((9, -15)), Some((-9, -12))],
            curl: -1,
            ..down
        },
    ]
}

/// Pressed against a wall on the right, looking over the shoulder.
fn wallslide() -> [Pose; 2] {
    let cling = Pose {
        head: (13, 13),
        lean: 2,
        hip: 23,
        hands: [Some((9, -14)), None],
        eyes: Eyes::Half,
        gaze: (-1, 1),
        curl: -2,
        ..REST
    };
    [
        Pose {
            feet: [(6, 3), (2, 0)],
            ..cling
        },
        Pose {
            feet: [(6, 2), (2, 1)],
            curl: -3,
            ..cling
        },
    ]
}

/// Twelve pixels high.
fn duck() -> [Pose; 2] {
    let low = Pose {
        head: (14, 7),
        hip: 27,
        feet: [(4, 0), (-5, 0)],
        gaze: (0, -1),
        curl: 4,
        ..REST
    };
    [
        low,
        Pose {
            eyes: Eyes::Half,
            curl: 3,
            ..low
        },
    ]
}

/// Braking: leaning back, one heel dug in.
fn turn() -> Pose {
    Pose {
        lean: -2,
        hip: 24,
        feet: [(7, 0), (0, 0)],
        eyes: Eyes::Wide,
        curl: 5,
        ..REST
    }
}

/// Squashed by the ground, then coming back.
fn land() -> [Pose; 2] {
    let flat = Pose {
        head: (16, 9),
        hip: 26,
        feet: [(5, 0), (-6, 0)],
        eyes: Eyes::Half,
        curl: 4,
        ..REST
    };
    [
        flat,
        Pose {
            head: (15, 11),
            hip: 25,
            ..flat
        },
    ]
}

/// Hands up, hopping.
fn cheer() -> [Pose; 4] {
    let glad = Pose {
        eyes: Eyes::Happy,
        mouth: Mouth::Smile,
        ..REST
    };
    let hop = |up: i32, head, hands: i32| Pose {
        hip: 24 - up,
        head,
        feet: [(3, (up - 1).max(0)), (-4, (up - 1).max(0))],
        hands: [Some((9, hands)), Some((-9, hands))],
        ..glad
    };
    [
        hop(-1, (15, 11), -10),
        hop(1, (13, 14), -18),
        hop(3, (14, 13), -20),
        hop(1, (13, 14), -17),
    ]
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

/// Draws a pose.
fn figure(pose: Pose) -> Picture {
    let mut body = Picture::new(WIDTH, HEIGHT);
    let [far, near] = pose.feet;
    leg(&mut body, pose, 2, far, mix(DENIM_DARK, INK, 35));
    leg(&mut body, pose, -3, near, DENIM);
    for hand in pose.hands.into_iter().flatten() {
        let (x, y) = (ORIGIN.0 + hand.0, ORIGIN.1 + hand.1);
        body.rect(x - 1, y - 1, 2, 3, LINEN);
        body.rect(x - 1, y + 1, 2, 1, SAND);
    }
    torso(&mut body, pose);
    let mut figure = body.outlined(INK);
    curl(&mut figure, pose);
    figure
}

/// Left edge and top row of the head.
fn head_place(pose: Pose) -> (i32, i32) {
    (
        ORIGIN.0 + pose.lean - pose.head.0 / 2,
        pose.hip - 1 - SCARF - pose.head.1,
    )
}

/// A leg from the hip at `x` to its foot.
fn leg(body: &mut Picture, pose: Pose, x: i32, foot: (i32, i32), color: Color) {
    let hip = (ORIGIN.0 + x, pose.hip);
    let sole = (ORIGIN.0 + foot.0, HEIGHT - 1 - foot.1);
    for (x, y) in crate::art::picture::line(hip, (sole.0, sole.1 - 1)) {
        body.rect(x, y, 2, 1, color);
    }
    body.rect(sole.0, sole.1 - 1, 2, 1, color);
    body.rect(sole.0, sole.1, 3, 1, mix(color, INK, 55));
}

/// Head, scarf band and hem.
fn torso(body: &mut Picture, pose: Pose) {
    let (width, height) = pose.head;
    let (left, top) = head_place(pose);
    let waist = ORIGIN.0 + pose.lean - width / 2;
    body.rect(waist + 1, top + height + SCARF, width - 2, 1, BARK);
    head(body, pose, left, top);
    let band = top + height;
    body.rect(waist, band, width, SCARF, RED);
    body.rect(waist + 1, band, width - 2, 1, mix(RED, ROSE, 45));
    body.rect(waist, band + SCARF - 1, width, 1, RED_DARK);
    // The knot, where the flying end begins.
    body.rect(waist - 1, band, 3, SCARF, RED);
    body.rect(waist - 1, band + 1, 1, 1, RED_DARK);
    body.rect(waist + 2, band, 1, SCARF, RED_DARK);
}

/// The cube: lit top, linen front, shaded side behind a stitched edge, and the face.
fn head(body: &mut Picture, pose: Pose, left: i32, top: i32) {
    let (width, height) = pose.head;
    body.pill(left, top, width, height, LINEN);
    body.rect(left + 2, top, width - 4, 1, WHITE_LINEN);
    body.rect(left + 1, top + 1, width - 2, 1, CREAM);
    body.rect(left, top + 1, 2, height - 1, mix(LINEN, SAND, 75));
    body.rect(
        left + width - 1,
        top + 2,
        1,
        height - 2,
        mix(LINEN, SAND, 60),
    );
    body.rect(
        left + 2,
        top + height - 1,
        width - 2,
        1,
        mix(LINEN, SAND, 60),
    );
    for y in (1..height - 1).filter(|y| y % 3 != 0) {
        body.rect(left + 2, top + y, 1, 1, BARK);
    }
    face(body, pose, left, top);
}

/// The brightest thread of the head.
const WHITE_LINEN: Color = rgb(0xfc_f6e6);

/// Two button eyes, a stitched mouth, a cheek.
fn face(body: &mut Picture, pose: Pose, left: i32, top: i32) {
    let (width, height) = pose.head;
    let row = top + (height - 5) / 2 + pose.gaze.1;
    let near = left + 4 + pose.gaze.0;
    let far = left + width - 4 + pose.gaze.0.min(0);
    eye(body, pose.eyes, near, row, 4);
    eye(body, pose.eyes, far, row, 3);
    if height < 9 {
        return;
    }
    let lip = top + height - 3 + i32::from(height < 12);
    let x = left + width / 2 + pose.gaze.0.min(1);
    body.rect(left + 4, lip - 1, 2, 1, mix(LINEN, ROSE, 70));
    match pose.mouth {
        Mouth::Stitch => body.rect(x, lip, 4, 1, RED_DARK),
        Mouth::Smile => {
            body.rect(x, lip, 4, 1, RED_DARK);
            body.rect(x - 1, lip - 1, 1, 1, RED_DARK);
            body.rect(x + 4, lip - 1, 1, 1, RED_DARK);
        }
        Mouth::Open => {
            body.rect(x + 1, lip - 1, 2, 2, RED_DARK);
        }
    }
}

/// One button eye with its top left corner at (x, y), 3 or 4 pixels wide.
fn eye(body: &mut Picture, eyes: Eyes, x: i32, y: i32, width: i32) {
    match eyes {
        Eyes::Open | Eyes::Wide => {
            let height = if eyes == Eyes::Wide { 5 } else { 4 };
            body.pill(x, y, width, height, INK);
            body.rect(x + 1, y + 1, 1, 1, WHITE);
        }
        Eyes::Half => {
            body.rect(x, y + 2, width, 1, INK);
            body.rect(x + 1, y + 3, width - 2, 1, INK);
        }
        Eyes::Shut => body.rect(x, y + 3, width, 1, INK),
        Eyes::Happy => {
            body.rect(x, y + 2, 1, 1, INK);
            body.rect(x + 1, y + 1, width - 2, 1, INK);
            body.rect(x + width - 1, y + 2, 1, 1, INK);
        }
        Eyes::Crossed => {
            body.line((x, y), (x + 2, y + 2), INK);
            body.line((x + 2, y), (x, y + 2), INK);
        }
    }
}

/// The loose thread on top.
fn curl(figure: &mut Picture, pose: Pose) {
    let (_, top) = head_place(pose);
    let root = (ORIGIN.0 + pose.lean, top - 1);
    for (x, y) in curve(root, (root.0, root.1 - 4), (root.0 + pose.curl, root.1 - 3)) {
        figure.rect(x, y, 1, 1, INK);
    }
}

/// Coming apart: a shiver, a burst of stuffing, then thread and buttons falling. 40 x 40.
fn unravel(step: i32) -> Picture {
    let mut frame = Picture::new(40, 40);
    let hurt = Pose {
        eyes: Eyes::Crossed,
        mouth: Mouth::Open,
        ..REST
    };
    match step {
        0 => frame.draw(
            &figure(Pose {
                head: (16, 11),
                feet: [(6, 0), (-7, 0)],
                hip: 25,
                ..hurt
            }),
            8,
            6,
        ),
        1 => frame.draw(
            &figure(Pose {
                head: (12, 16),
                hip: 22,
                feet: [(5, 2), (-6, 2)],
                ..hurt
            }),
            8,
            5,
        ),
        _ => scraps(&mut frame, step),
    }
    if step >= 1 {
        stuffing(&mut frame, step);
    }
    frame
}

/// Torn cloth, threads and button eyes on their way.
fn scraps(frame: &mut Picture, step: i32) {
    let (out, fall) = ((step - 1) * 3, (step - 2) * (step - 2));
    let rag = Picture::from_art("CCLLLL.\nCLLLLS.\nLLLLSS.\nLLSS...\nSS.....")
        .framed(1)
        .outlined(INK);
    if step < 5 {
        frame.draw(&rag, 12 - out, 10 - step + fall);
        frame.draw(&rag.mirrored(), 19 + out, 9 + fall);
    }
    for (i, color) in [RED, RED_DARK, DENIM].into_iter().enumerate() {
        let side = i as i32 * 9 - 9;
        let from = (20 + side, 18 + fall - step);
        for (x, y) in curve(
            from,
            (20 + side * 2, 6 + step * 4),
            (20 + side + out - 6, 28 + fall),
        ) {
            frame.rect(x, y, 1, 1, color);
        }
    }
    let eye = Picture::from_art(".KK.\nKWKK\nKKKK\n.KK.");
    frame.draw(&eye, 13 - out, 14 - out + 2 * fall);
    frame.draw(&eye, 22 + out, 12 - out + 2 * fall);
}

/// Cotton puffs on a widening ring.
fn stuffing(frame: &mut Picture, step: i32) {
    let radius = [0.0, 6.0, 10.0, 13.0, 15.0, 16.0][step as usize];
    let size = [0, 2, 3, 3, 2, 1][step as usize];
    for i in 0..7 {
        let turn = i as f32 / 7.0 + 0.04 * step as f32;
        let (x, y) = (
            20.0 + radius * cos_turns(turn),
            20.0 + radius * 0.85 * sin_turns(turn),
        );
        let puff = puff(size + (i % 2));
        frame.draw(&puff, x as i32 - puff.width / 2, y as i32 - puff.height / 2);
    }
}

/// The split end of the scarf, pointing left.
fn scarf_tip() -> Picture {
    Picture::from_art(
        "rR.....
         RRRRR..
         .rRRRRR
         .rrRRRR
         rRRRr..
         Rr.....",
    )
}

/// A round piece of the flying scarf.
fn scarf_link() -> Picture {
    Picture::from_art(
        ".RR.
         RRRR
         RRRr
         .rr.",
    )
}

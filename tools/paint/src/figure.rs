//! The hero's body in any pose: a cube of rag with button eyes, a scarf band, two legs and sometimes mittens.

use crate::palette::{
    BARK, CLEAR, CREAM, Color, DENIM, DENIM_DARK, DENIM_LIGHT, INK, LINEN, RED, RED_DARK, ROSE, SAND, WHITE, mix, rgb,
};
use crate::picture::{Picture, curve, line};

/// Width of a frame.
pub const WIDTH: i32 = 24;
/// Height of a frame.
pub const HEIGHT: i32 = 30;
/// The point on the ground.
pub const ORIGIN: (i32, i32) = (WIDTH / 2, HEIGHT);
/// Rows of the scarf band.
const SCARF: i32 = 3;

/// What the eyes do.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Eyes {
    Open,
    Half,
    Shut,
    Happy,
    Wide,
    Crossed,
}

/// What the mouth does.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Mouth {
    Stitch,
    Smile,
    Open,
}

/// One pose of the body.
#[derive(Clone, Copy)]
pub struct Pose {
    /// Width and height of the head, outline not counted.
    pub head: (i32, i32),
    /// Sideways shift of the head against the feet.
    pub lean: i32,
    /// Height of the hip above the ground, where the legs begin.
    pub hip: i32,
    /// Far and near foot: x from the middle, height above the ground.
    pub feet: [(i32, i32); 2],
    /// Mittens, if they show: x and y of their middle from the origin.
    pub hands: [Option<(i32, i32)>; 2],
    pub eyes: Eyes,
    /// Shift of the eyes.
    pub gaze: (i32, i32),
    pub mouth: Mouth,
    /// Sideways end of the curl on top.
    pub curl: i32,
}

/// At rest.
pub const REST: Pose = Pose {
    head: (14, 13),
    lean: 0,
    hip: 4,
    feet: [(3, 0), (-4, 0)],
    hands: [None, None],
    eyes: Eyes::Open,
    gaze: (0, 0),
    mouth: Mouth::Stitch,
    curl: 3,
};

/// Draws a pose.
pub fn figure(pose: Pose) -> Picture {
    let mut body = Picture::new(WIDTH, HEIGHT);
    let [far, near] = pose.feet;
    leg(&mut body, pose, 2, far, mix(DENIM_DARK, INK, 35));
    leg(&mut body, pose, -3, near, mix(DENIM_LIGHT, DENIM, 30));
    for hand in pose.hands.into_iter().flatten() {
        let (x, y) = (ORIGIN.0 + hand.0, ORIGIN.1 + hand.1);
        body.rect(x - 1, y - 1, 2, 3, LINEN);
        body.rect(x - 1, y + 1, 2, 1, SAND);
    }
    torso(&mut body, pose);
    let mut figure = body.outlined(LINE);
    curl(&mut figure, pose);
    figure
}

/// Left edge and top row of the head.
fn head_place(pose: Pose) -> (i32, i32) {
    (ORIGIN.0 + pose.lean - pose.head.0 / 2, HEIGHT - pose.hip - 1 - SCARF - pose.head.1)
}

/// A leg from the hip at `x` to its boot.
fn leg(body: &mut Picture, pose: Pose, x: i32, foot: (i32, i32), color: Color) {
    let hip = (ORIGIN.0 + pose.lean + x, HEIGHT - pose.hip);
    let sole = (ORIGIN.0 + foot.0, HEIGHT - 1 - foot.1);
    for (x, y) in line(hip, (sole.0, sole.1 - 1)) {
        body.rect(x, y, 2, 1, color);
    }
    body.rect(sole.0, sole.1 - 1, 3, 1, mix(color, INK, 30));
    body.rect(sole.0, sole.1, 4, 1, mix(color, INK, 70));
}

/// Head, scarf band and hem.
fn torso(body: &mut Picture, pose: Pose) {
    let (width, height) = pose.head;
    let (left, top) = head_place(pose);
    let waist = ORIGIN.0 + pose.lean - width / 2;
    body.rect(waist + 1, top + height + SCARF, width - 2, 1, mix(BARK, INK, 8));
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
    body.pill(left, top, width, height, FRONT);
    body.put(left + 1, top, CLEAR);
    body.put(left + width - 2, top, CLEAR);
    body.rect(left + 2, top, width - 4, 1, WHITE_LINEN);
    body.rect(left + 1, top + 1, width - 2, 1, CREAM);
    body.rect(left, top + 2, 2, height - 2, mix(LINEN, SAND, 75));
    body.rect(left + width - 1, top + 2, 1, height - 2, mix(LINEN, SAND, 60));
    body.rect(left + 2, top + height - 1, width - 2, 1, mix(LINEN, SAND, 60));
    body.dots((1..height - 1).filter(|y| y % 3 != 0).map(|y| (left + 1, top + y)), mix(BARK, INK, 8));
    face(body, pose, left, top);
}

/// The front of the hero: light enough to stand out from any background together with the ink around it
/// (`tests/contrast.rs`).
pub const FRONT: Color = rgb(0xf3_e8ce);

/// The line around the hero: darker than ink, so that it is seen on the darkest cloth.
pub const LINE: Color = rgb(0x1a_1222);

/// The brightest thread of the head.
const WHITE_LINEN: Color = rgb(0xfd_f9ec);

/// Two button eyes, a stitched mouth, a cheek.
fn face(body: &mut Picture, pose: Pose, left: i32, top: i32) {
    let (width, height) = pose.head;
    let row = top + ((height - 5) / 2).max(1) + pose.gaze.1;
    let near = left + width - 11 + pose.gaze.0;
    let far = near + 6;
    eye(body, pose.eyes, near, row);
    eye(body, pose.eyes, far, row);
    if height < 9 {
        return;
    }
    let lip = top + height - 3 + i32::from(height < 12);
    let x = near + 3;
    for cheek in [near - 1, (far + 3).min(left + width - 2)] {
        body.rect(cheek, lip - 1, 2, 1, mix(LINEN, ROSE, 65));
    }
    match pose.mouth {
        Mouth::Stitch => body.dots([(x, lip - 1), (x + 1, lip), (x + 2, lip), (x + 3, lip - 1)], RED_DARK),
        Mouth::Smile => {
            body.rect(x, lip - 1, 4, 1, RED_DARK);
            body.rect(x + 1, lip, 2, 1, ROSE);
        }
        Mouth::Open => body.rect(x + 1, lip - 1, 2, 2, RED_DARK),
    }
}

/// One button eye with its top left corner at (x, y), 4 pixels wide.
fn eye(body: &mut Picture, eyes: Eyes, x: i32, y: i32) {
    match eyes {
        Eyes::Open | Eyes::Wide => {
            body.pill(x, y, 4, if eyes == Eyes::Wide { 5 } else { 4 }, INK);
            body.rect(x + 1, y + 1, 1, 1, WHITE);
        }
        Eyes::Half => {
            body.pill(x, y + 1, 4, 3, INK);
            body.rect(x + 1, y + 2, 1, 1, WHITE);
        }
        Eyes::Shut => body.dots([(x, y + 2), (x + 1, y + 3), (x + 2, y + 3), (x + 3, y + 2)], INK),
        Eyes::Happy => body.dots([(x, y + 2), (x + 1, y + 1), (x + 2, y + 1), (x + 3, y + 2)], INK),
        Eyes::Crossed => {
            body.line((x, y), (x + 3, y + 3), INK);
            body.line((x + 3, y), (x, y + 3), INK);
        }
    }
}

/// The loose thread on top.
fn curl(figure: &mut Picture, pose: Pose) {
    let (_, top) = head_place(pose);
    let root = (ORIGIN.0 + pose.lean, top - 1);
    figure.dots(curve(root, (root.0, root.1 - 4), (root.0 + pose.curl, root.1 - 3)), INK);
}

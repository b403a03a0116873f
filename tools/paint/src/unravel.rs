//! The hero's end: stuffing, torn cloth, threads and button eyes.

use crate::figure::{Eyes, Mouth, Pose, REST, WIDTH, figure};
use crate::noise::{cos_turns, sin_turns};
use crate::palette::{DENIM, INK, RED, RED_DARK};
use crate::particles::puff;
use crate::picture::{Picture, curve};

/// Coming apart: a shiver, a burst of stuffing, then thread and buttons falling. 40 x 40.
pub fn unravel(step: i32) -> Picture {
    let mut frame = Picture::new(40, 40);
    let hurt = Pose { eyes: Eyes::Crossed, mouth: Mouth::Open, ..REST };
    match step {
        0 => {
            let flat = Pose { head: (16, 11), feet: [(6, 0), (-7, 0)], hip: 3, ..hurt };
            frame.draw(&figure(flat), 8, 4);
        }
        1 => {
            stuffing(&mut frame, step);
            let stretched = Pose { head: (13, 14), hip: 5, feet: [(5, 2), (-6, 2)], ..hurt };
            frame.draw(&figure(stretched), 8, 3);
        }
        _ => {
            stuffing(&mut frame, step);
            threads(&mut frame, step);
            if step < 4 {
                halves(&mut frame, &figure(hurt), step);
            } else {
                scraps(&mut frame, step);
            }
        }
    }
    frame
}

/// The body torn in two.
fn halves(frame: &mut Picture, body: &Picture, step: i32) {
    let (apart, fall) = (step * 3 - 4, (step - 2) * 3);
    let tooth = |y: i32| [0, 1, 2, 1][y as usize % 4];
    for y in 0..22 {
        for x in 0..WIDTH {
            let is_left = x < 11 + tooth(y);
            let (dx, dy) = if is_left { (8 - apart, 3 + fall) } else { (8 + apart, 2 + fall) };
            let torn = x == 10 + tooth(y) || x == 11 + tooth(y);
            let color = if torn && body.is_drawn(x, y) { INK } else { body.get(x, y) };
            frame.blend(x + dx, y + dy, color);
        }
    }
}

/// Torn cloth and button eyes on their way.
fn scraps(frame: &mut Picture, step: i32) {
    let (out, fall) = ((step - 1) * 3, (step - 2) * (step - 2));
    let rag = Picture::drawing("rag").crop(-1, -1, 9, 7).outlined(INK);
    if step < 5 {
        frame.draw(&rag, 12 - out, 14 + fall);
        frame.draw(&rag.mirrored(), 19 + out, 15 + fall);
    }
    let eye = Picture::drawing("button_eye");
    frame.draw(&eye, 13 - out, 14 - out + 2 * fall);
    frame.draw(&eye, 22 + out, 12 - out + 2 * fall);
}

/// Curling threads in the colours of scarf and trousers.
fn threads(frame: &mut Picture, step: i32) {
    let (out, fall) = ((step - 1) * 3, (step - 2) * (step - 2));
    for (i, color) in [RED, RED_DARK, DENIM].into_iter().enumerate() {
        let side = i as i32 * 9 - 9;
        let from = (20 + side, 18 + fall - step);
        for (x, y) in curve(from, (20 + side * 2, 6 + step * 4), (20 + side + out - 6, 28 + fall)) {
            frame.rect(x, y, 2, 1, color);
        }
    }
}

/// Cotton puffs on a widening ring.
fn stuffing(frame: &mut Picture, step: i32) {
    let radius = [0.0, 9.0, 10.0, 13.0, 15.0, 16.0][step as usize];
    let size = [0, 2, 3, 3, 2, 1][step as usize];
    for i in 0..7 {
        let turn = i as f32 / 7.0 + 0.04 * step as f32;
        let (x, y) = (20.0 + radius * cos_turns(turn), 20.0 + radius * 0.85 * sin_turns(turn));
        let puff = puff(size + (i % 2));
        frame.draw(&puff, x as i32 - puff.width / 2, y as i32 - puff.height / 2);
    }
}

//! The second theme: a warm sewing workshop, muted so that the patches in front stay readable.

use crate::backgrounds::{HEIGHT, WIDTH, wrap};
use crate::noise::{between, chance, dither};
use crate::palette::{
    BARK, CREAM, Color, DENIM, INK, LINEN, MOSS, MUSTARD, PLUM, RED, ROSE, SAND, SKY, STEEL, mix, rgb, shade,
};
use crate::picture::{Picture, in_ellipse};

/// The wall.
const WALL: Color = rgb(0xc8_a684);
/// Rows of the shelf boards.
const SHELVES: [i32; 2] = [118, 238];

/// The wall with pegboard and shelves, 640 x 360.
pub fn back() -> Picture {
    let mut picture = Picture::from_fn(WIDTH, HEIGHT, wall);
    lamp_light(&mut picture);
    for (row, y) in SHELVES.into_iter().enumerate() {
        shelf(&mut picture, y);
        stock(&mut picture, row as i32, y);
    }
    tools(&mut picture);
    picture
}

/// One pixel of pegboard: weave, holes every sixteen pixels, panels of 160.
fn wall(x: i32, y: i32) -> Color {
    let down = y * 16 / HEIGHT + dither(x, y) / 6;
    let base = mix(WALL, BARK, down);
    let (u, v) = (x % 16, y % 16);
    let hole = (7..9).contains(&u) && (7..9).contains(&v);
    let lit = (7..9).contains(&u) && v == 9;
    match x % 160 {
        0 => mix(base, INK, 16),
        1 => mix(base, CREAM, 18),
        _ if hole => mix(base, INK, 22),
        _ if lit => mix(base, CREAM, 25),
        _ if (x + y) % 4 == 0 => mix(base, BARK, 8),
        _ => base,
    }
}

/// Two dithered pools of light on the wall.
fn lamp_light(picture: &mut Picture) {
    for middle in [160, 480] {
        picture.change(|x, y, old| {
            let (dx, dy) = ((x - middle) as f32 / 190.0, (y - 30) as f32 / 200.0);
            let light = (1.0 - dx * dx - dy * dy).max(0.0) * 40.0;
            mix(old, CREAM, (light as i32 * 2 + dither(x, y)) / 16 * 6)
        });
    }
}

/// A board with its shadow and brackets.
fn shelf(picture: &mut Picture, y: i32) {
    let wood = mix(BARK, WALL, 25);
    picture.change(|x, at, old| match at - y {
        0 => mix(wood, CREAM, 35),
        row @ 1..5 => mix(wood, INK, i32::from(chance(21, x / 7, y, 40)) * 6 + 4 * row),
        row @ 5..9 => mix(old, INK, 24 - 5 * (row - 5)),
        _ => old,
    });
    for x in (80..WIDTH).step_by(160) {
        picture.rect(x - 2, y + 5, 4, 10, mix(wood, INK, 30));
        picture.rect(x - 2, y + 5, 1, 10, wood);
    }
}

/// What stands on a shelf, from left to right.
fn stock(picture: &mut Picture, row: i32, ground: i32) {
    let mut x = 6;
    for i in 0..40 {
        let kind = between(30 + row as u32, i, 0, 0, 6);
        let part = match kind {
            0..=3 => reel(i + row * 50),
            4 => jar(i + row),
            5 => folded(i + row),
            _ => reel_lying(i),
        };
        let gap = between(31, i, row, 3, 9);
        if x + part.width + gap > WIDTH {
            return;
        }
        picture.draw(&part, x, ground - part.height);
        x += part.width + gap;
    }
}

/// A colour of the stock, softened into the wall.
fn dye(i: i32) -> Color {
    let colors = [RED, MUSTARD, DENIM, MOSS, PLUM, ROSE, CREAM, SKY];
    mix(colors[between(40, i, 0, 0, 7) as usize], WALL, 42)
}

/// An upright reel of thread.
fn reel(i: i32) -> Picture {
    let (width, height) = (between(41, i, 0, 12, 18), between(41, i, 1, 18, 34));
    let (thread, wood) = (dye(i), mix(SAND, BARK, 30));
    let mut picture = Picture::from_fn(width, height, |x, y| {
        let body = (2..width - 2).contains(&x) && (3..height - 3).contains(&y);
        let side = x > width * 2 / 3;
        let turn = y % 2 == 0;
        body.then(|| mix(thread, INK, i32::from(side) * 14 + i32::from(turn) * 8))
    });
    picture.rect(4, 3, 1, height - 6, mix(thread, CREAM, 35));
    for y in [0, height - 3] {
        picture.rect(0, y, width, 3, wood);
        picture.rect(0, y, width, 1, mix(wood, CREAM, 30));
        picture.rect(0, y + 2, width, 1, mix(wood, INK, 25));
    }
    picture
}

/// A fat cone of yarn.
fn reel_lying(i: i32) -> Picture {
    let size = between(42, i, 0, 18, 24);
    let yarn = dye(i + 9);
    let mut picture = Picture::new(size, size);
    let middle = size as f32 / 2.0;
    picture.disk((middle, middle), middle, yarn);
    picture.paint(|x, y| {
        let inside = in_ellipse(x, y, (middle, middle), (middle, middle));
        let strand = ((x * 2 + y) % 5 == 0) || ((x - 2 * y).rem_euclid(7) == 0 && x < y);
        let dark = !in_ellipse(x, y, (middle - 2.0, middle - 2.0), (middle - 0.5, middle - 0.5));
        (inside && (strand || dark)).then(|| mix(yarn, INK, if strand && dark { 28 } else { 14 }))
    });
    picture
}

/// A jar of buttons.
fn jar(i: i32) -> Picture {
    let mut picture = Picture::new(22, 28);
    let glass = mix(SKY, WALL, 40);
    picture.pill(1, 5, 20, 23, mix(glass, INK, 18));
    picture.rect(2, 6, 18, 21, glass);
    for y in 0..5 {
        for x in 0..5 {
            if chance(43 + i as u32, x, y, 85) {
                let color = dye(i + x * 3 + y * 7);
                picture.disk((4.5 + x as f32 * 3.5, 12.0 + y as f32 * 3.4), 2.0, color);
                picture.rect(4 + x * 7 / 2, 11 + y * 17 / 5, 1, 1, mix(color, INK, 40));
            }
        }
    }
    picture.rect(3, 0, 16, 5, mix(SAND, BARK, 45));
    picture.rect(3, 0, 16, 1, mix(SAND, CREAM, 30));
    picture.rect(4, 8, 1, 16, mix(glass, CREAM, 60));
    picture
}

/// A pile of folded cloth.
fn folded(i: i32) -> Picture {
    let layers = between(44, i, 0, 3, 5);
    let mut picture = Picture::new(38, layers * 7);
    for layer in 0..layers {
        let color = dye(i * 5 + layer);
        let left = between(45, i, layer, 0, 3);
        let y = layer * 7;
        picture.pill(left, y, 34, 7, mix(color, INK, 20));
        picture.pill(left, y, 34, 6, color);
        picture.rect(left + 2, y + 1, 30, 1, mix(color, CREAM, 28));
        for x in (left + 3..left + 31).step_by(4) {
            picture.rect(x, y + 3, 2, 1, mix(color, CREAM, 20));
        }
    }
    picture
}

/// Scissors, rulers and hoops hanging below the upper shelf.
fn tools(picture: &mut Picture) {
    for (x, kind) in [(58, 0), (136, 1), (222, 2), (318, 0), (392, 2), (470, 1), (560, 0), (610, 2)] {
        let part = match kind {
            0 => shears(),
            1 => ruler(),
            _ => hoop(x),
        };
        wrap(picture, &part, x - part.width / 2, 148);
    }
}

/// Tailor's shears, points down.
fn shears() -> Picture {
    let (steel, grip) = (mix(STEEL, WALL, 35), mix(RED, WALL, 40));
    let mut picture = Picture::new(26, 56);
    for (side, shade) in [(1, 18), (-1, 0)] {
        for offset in 0..4 {
            picture.line((13 + side * (3 - offset), 26), (13 + side, 55 - offset), mix(steel, INK, shade + 4 * offset));
            picture.line((13 - side * (2 + offset / 2), 12), (13 + side * (3 - offset), 27), mix(steel, INK, shade));
        }
    }
    for x in [7.0, 19.0] {
        picture.ellipse((x, 8.0), (6.0, 8.0), grip);
        picture.ellipse((x - 0.7, 7.2), (5.0, 6.8), mix(grip, CREAM, 15));
        picture.ellipse((x, 8.0), (3.2, 5.0), mix(WALL, BARK, 22));
    }
    picture.disk((13.0, 26.0), 1.6, mix(BARK, INK, 20));
    picture
}

/// A wooden ruler.
fn ruler() -> Picture {
    let wood = mix(MUSTARD, WALL, 55);
    let mut picture = Picture::new(12, 66);
    picture.pill(0, 0, 12, 66, mix(wood, INK, 18));
    picture.pill(0, 0, 11, 65, wood);
    for y in (6..62).step_by(3) {
        picture.rect(0, y, if y % 12 == 0 { 6 } else { 3 }, 1, mix(wood, INK, 45));
    }
    picture.disk((8.0, 4.0), 1.6, mix(WALL, INK, 30));
    picture
}

/// An embroidery hoop with a stitched flower.
fn hoop(seed: i32) -> Picture {
    let (wood, cloth, bloom) = (mix(BARK, WALL, 30), mix(LINEN, CREAM, 40), dye(seed));
    let mut picture = Picture::new(44, 48);
    let middle = (22.0, 26.0);
    picture.rect(19, 0, 6, 8, mix(STEEL, WALL, 40));
    picture.disk(middle, 21.5, mix(wood, INK, 15));
    picture.disk((21.5, 25.5), 20.5, mix(wood, CREAM, 15));
    picture.disk(middle, 18.5, mix(wood, INK, 25));
    picture.disk(middle, 17.5, cloth);
    for (dx, dy) in [(0, -7), (6, -2), (4, 6), (-4, 6), (-6, -2)] {
        picture.disk((22.0 + dx as f32, 26.0 + dy as f32), 4.2, bloom);
        picture.line((22, 26), (22 + dx, 26 + dy), mix(bloom, CREAM, 40));
    }
    picture.disk(middle, 3.0, mix(MUSTARD, WALL, 25));
    picture
}

/// The bench in the middle distance: bolts of cloth and a sewing machine, transparent above, 640 x 360.
pub fn mid() -> Picture {
    let mut picture = Picture::new(WIDTH, HEIGHT);
    let wood = rgb(0x8c_7058);
    picture.paint(|x, y| {
        let grain = i32::from(chance(51, x / 11, y / 2, 35)) * 5;
        let dark = mix(wood, INK, 8 + grain + (y - 318) / 3);
        (y >= 318).then_some(if y < 320 { mix(wood, CREAM, 22) } else { dark })
    });
    for (x, i) in [(18, 0), (52, 1), (86, 2), (330, 3), (364, 4), (560, 5), (594, 6)] {
        let bolt = bolt(i);
        wrap(&mut picture, &bolt, x, 320 - bolt.height);
    }
    let machine = machine();
    wrap(&mut picture, &machine, 150, 320 - machine.height);
    wrap(&mut picture, &dummy(), 446, 320 - 150);
    picture
}

/// A standing bolt of cloth.
fn bolt(i: i32) -> Picture {
    let height = between(61, i, 0, 60, 104);
    let color = mix(dye(i + 3), rgb(0x8c_7058), 30);
    let mut picture = Picture::from_fn(30, height, |x, y| {
        let light = match x % 10 {
            _ if x < 4 => -8,
            ..3 => 10,
            9 => -22,
            _ => 0,
        };
        let pattern = if i % 2 == 0 { (x + y) % 8 < 2 } else { y % 10 < 3 };
        shade(color, light + i32::from(pattern) * 14)
    });
    picture.rect(0, 0, 30, 2, mix(color, CREAM, 35));
    picture.rect(11, 0, 8, 4, mix(LINEN, BARK, 40));
    picture
}

/// An old sewing machine in plum enamel.
fn machine() -> Picture {
    let body = mix(mix(INK, PLUM, 60), WALL, 26);
    let gold = mix(MUSTARD, body, 30);
    let mut picture = Picture::new(150, 104);
    let fill = |picture: &mut Picture, grow: i32, color: Color| {
        picture.rect(2 - grow, 90 - grow, 140 + 2 * grow, 14, color);
        picture.rect(96 - grow, 30 - grow, 30 + 2 * grow, 64, color);
        picture.rect(22 - grow, 20 - grow, 104 + 2 * grow, 26 + 2 * grow, color);
        picture.disk((24.0, 33.0), 13.0 + grow as f32, color);
        picture.rect(12 - grow, 33 - grow, 22 + 2 * grow, 36 + 2 * grow, color);
        picture.disk((132.0, 36.0), 17.0 + grow as f32, color);
    };
    fill(&mut picture, 0, body);
    picture.rect(24, 21, 98, 2, mix(body, CREAM, 25));
    picture.rect(3, 91, 138, 2, mix(body, CREAM, 20));
    picture.disk((132.0, 36.0), 13.0, mix(body, CREAM, 12));
    picture.disk((132.0, 36.0), 10.0, body);
    picture.disk((132.0, 36.0), 3.0, gold);
    for x in (34..116).step_by(4) {
        picture.rect(x, 27, 2, 1, gold);
        picture.rect(x, 40, 2, 1, gold);
    }
    for i in 0..5 {
        picture.disk((46.0 + 14.0 * i as f32, 34.0), 2.4, gold);
    }
    picture.rect(21, 69, 3, 14, mix(STEEL, body, 30));
    picture.rect(22, 83, 1, 7, STEEL);
    picture.rect(17, 84, 12, 2, mix(STEEL, body, 40));
    let reel = reel(7);
    picture.draw(&reel, 74, 20 - reel.height);
    picture
}

/// A dressmaker's bust on its stand.
fn dummy() -> Picture {
    let cloth = mix(ROSE, rgb(0x8c_7058), 45);
    let mut picture = Picture::new(60, 150);
    picture.rect(28, 96, 4, 50, mix(BARK, INK, 30));
    picture.rect(14, 144, 32, 6, mix(BARK, INK, 35));
    picture.paint(|x, y| {
        let half = match y {
            ..8 | 100.. => return None,
            8..16 => 7,
            16..30 => 7 + (y - 16),
            30..58 => 21 - (y - 30) / 4,
            58..70 => 14,
            _ => 14 + (y - 70) / 3,
        };
        let light = (x - 30) * 20 / half;
        let seam = x == 30 && y % 6 < 4;
        let thread = if light > 6 { mix(cloth, INK, light) } else { mix(cloth, CREAM, 6 - light / 2) };
        (30 - half..30 + half).contains(&x).then(|| if seam { mix(thread, CREAM, 60) } else { thread })
    });
    picture.rect(25, 3, 10, 5, mix(BARK, INK, 25));
    picture
}

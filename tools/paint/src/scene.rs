//! Mock-ups of the game, to judge the pictures together. `--preview` writes them beside the single files.

use seamwalker_paint::atlas::{Sprite, shelves};
use seamwalker_paint::contour::Stitch;
use seamwalker_paint::fabric::{Fabric, Roll};
use seamwalker_paint::font::write;
use seamwalker_paint::noise::hash;
use seamwalker_paint::palette::{CREAM, INK, LINEN, faded, mix};
use seamwalker_paint::picture::Picture;
use seamwalker_paint::{Layer, WORLDS, sprites, title, trims};

/// Named scenes of 640 x 360.
pub fn all() -> Vec<(&'static str, Picture)> {
    let world = |&(name, layers): &(&'static str, &[Layer])| {
        let mut scene = behind(layers);
        furnish(&mut scene);
        (name, scene)
    };
    let mut scenes: Vec<_> = WORLDS.iter().map(world).collect();
    scenes.extend([("title", title_screen()), ("sprites", catalogue())]);
    scenes
}

/// The pictures of a world over each other.
fn behind(layers: &[Layer]) -> Picture {
    let mut scene = Picture::new(640, 360);
    layers.iter().for_each(|(_, paint)| scene.draw(&paint(), 0, 0));
    scene
}

/// A patch of fabric with its corners.
type Patch = (Fabric, &'static [(i32, i32)]);

/// The terrain of the mock.
const TERRAIN: [Patch; 5] = [
    (Fabric::DENIM, &[(0, 288), (128, 288), (176, 240), (256, 240), (320, 272), (384, 272), (384, 360), (0, 360)]),
    (Fabric::GINGHAM, &[(432, 304), (512, 304), (560, 256), (640, 256), (640, 360), (432, 360)]),
    (Fabric::DOTS, &[(208, 128), (304, 128), (304, 160), (208, 160)]),
    (Fabric::HERRINGBONE, &[(448, 160), (544, 160), (544, 192), (512, 192), (512, 208), (448, 208)]),
    (Fabric::VELVET, &[(0, 0), (48, 0), (48, 128), (32, 128), (32, 224), (0, 224)]),
];

/// Terrain and objects.
fn furnish(scene: &mut Picture) {
    let trim = trims::picture();
    let tile = |scene: &mut Picture, id: i32, x: i32, y: i32| {
        scene.draw(&trim.crop(id % 8 * 16, id / 8 * 16, 16, 16), x, y);
    };
    for (x, id) in [(384, 32), (400, 33), (416, 32)] {
        tile(scene, id, x, 344);
    }
    (0..).zip(TERRAIN).for_each(|(seed, patch)| sew_patch(scene, seed, patch));
    for (x, y, id) in [
        (96, 200, 0),
        (112, 200, 1),
        (128, 200, 1),
        (144, 200, 1),
        (160, 200, 2),
        (336, 216, 4),
        (352, 216, 5),
        (368, 216, 5),
        (384, 216, 6),
        (400, 204, 8),
        (416, 188, 8),
        (400, 220, 14),
        (416, 204, 14),
        (20, 272, 40),
        (36, 272, 43),
        (70, 272, 45),
        (340, 256, 41),
        (356, 256, 44),
        (600, 240, 42),
        (620, 240, 45),
        (2, 224, 52),
        (18, 224, 53),
        (220, 160, 57),
        (260, 304, 59),
        (470, 320, 48),
        (590, 300, 46),
        (60, 310, 62),
        (100, 310, 56),
    ] {
        tile(scene, id, x, y);
    }
    let sprites = sprites();
    for (name, frame, x, y) in [
        ("player_idle", 0, 212, 240),
        ("player_run", 0, 60, 288),
        ("player_run", 2, 90, 288),
        ("player_run", 5, 120, 283),
        ("player_jump", 1, 300, 240),
        ("player_fall", 0, 420, 170),
        ("bead_rose", 0, 224, 108),
        ("bead_mustard", 0, 256, 100),
        ("bead_rose", 1, 288, 108),
        ("bead_mustard", 2, 470, 140),
        ("golden_button", 0, 500, 132),
        ("spool_left", 0, 556, 110),
        ("spool_mid", 0, 572, 110),
        ("spool_right", 0, 588, 110),
        ("crate_16", 0, 350, 256),
        ("crate_24", 0, 366, 248),
        ("crate_32", 0, 470, 272),
        ("checkpoint_on", 1, 524, 160),
        ("checkpoint_off", 0, 236, 128),
        ("exit", 0, 612, 256),
        ("sign", 0, 154, 272),
        ("pin_ball", 0, 330, 150),
        ("scissors", 0, 120, 120),
    ] {
        place(scene, &sprites, name, frame, x, y);
    }
    place(scene, &sprites, "hud_bead", 0, 8, 8);
    let end = write(scene, "× 214", 23, 8, INK);
    place(scene, &sprites, "hud_button", 0, end + 8, 6);
    write(scene, "11/57", end + 27, 8, INK);
}

/// Puts one frame of a sprite where its origin belongs.
fn place(scene: &mut Picture, sprites: &[Sprite], name: &str, frame: usize, x: i32, y: i32) {
    if let Some(sprite) = sprites.iter().find(|sprite| sprite.name == name) {
        scene.draw(&sprite.frames[frame % sprite.frames.len()], x - sprite.origin.0, y - sprite.origin.1);
    }
}

/// Cloth, patch seams, outline, hem and running stitch, as the game draws them.
fn sew_patch(scene: &mut Picture, seed: u32, (fabric, corners): Patch) {
    let mask = Picture::mask(scene.width, scene.height, |x, y| in_polygon(corners, x, y));
    let (hem, edge) = (mask.shrunk(8), mask.shrunk(3));
    scene.paint(|x, y| {
        if !edge.is_drawn(x, y) {
            return mask.is_drawn(x, y).then_some(INK);
        }
        let light = [0, 0, -11, 8][hash(seed, x / 64, y / 64) as usize % 4];
        let thread = fabric.thread(x, y, Roll { variant: hash(1, x / 16, y / 16) % 4, light });
        let seam = (x % 64 == 0 && y % 8 < 5) || (y % 64 == 0 && x % 8 < 5);
        let hemmed = if hem.is_drawn(x, y) { thread } else { mix(thread, LINEN, 14) };
        Some(if seam { mix(hemmed, INK, 50) } else { hemmed })
    });
    scene.sew_around(&mask.shrunk(4), 0, Stitch { on: 6, off: 3, thick: 2, color: CREAM });
}

/// Even-odd test at the middle of a pixel.
fn in_polygon(corners: &[(i32, i32)], x: i32, y: i32) -> bool {
    let (px, py) = (2 * x + 1, 2 * y + 1);
    let next = corners.iter().cycle().skip(1);
    let crossings = corners.iter().zip(next).filter(|(a, b)| {
        let ((ax, ay), (bx, by)) = ((2 * a.0, 2 * a.1), (2 * b.0, 2 * b.1));
        (ay > py) != (by > py) && px < ax + (bx - ax) * (py - ay) / (by - ay)
    });
    crossings.count() % 2 == 1
}

/// The title over the meadow.
fn title_screen() -> Picture {
    let mut scene = behind(WORLDS[0].1);
    scene.draw(&title::picture(), 104, 60);
    let sprites = sprites();
    panel(&mut scene, &sprites, "panel", 232, 190, 176, 96);
    for (i, line) in
        ["Play", "Level select: 12 Äpfel, größer?", "The quick brown fox jumps", "over 0123456789 (lazy) dogs!"]
            .into_iter()
            .enumerate()
    {
        write(&mut scene, line, 256, 204 + 16 * i as i32, INK);
    }
    place(&mut scene, &sprites, "cursor", 0, 252, 210);
    panel(&mut scene, &sprites, "panel_dark", 16, 290, 240, 56);
    write(&mut scene, "Hold → and press Space. Über ça: déjà-vu “quoted” …", 28, 302, CREAM);
    for (i, key) in ["left", "right", "up", "down", "z", "x", "c", "r"].into_iter().enumerate() {
        place(&mut scene, &sprites, &format!("key_{key}"), 0, 28 + 14 * i as i32, 320);
    }
    for (key, x) in [("space", 144), ("esc", 182), ("f1", 206)] {
        place(&mut scene, &sprites, &format!("key_{key}"), 0, x, 320);
    }
    scene
}

/// A nine-slice panel with tiled slices.
fn panel(scene: &mut Picture, sprites: &[Sprite], name: &str, left: i32, top: i32, width: i32, height: i32) {
    let Some(sprite) = sprites.iter().find(|sprite| sprite.name == name) else {
        return;
    };
    let slice = |at: i32, size: i32| match at {
        ..8 => at,
        _ if at >= size - 8 => at - size + 24,
        _ => 8 + at % 8,
    };
    for y in 0..height {
        for x in 0..width {
            scene.blend(left + x, top + y, sprite.frames[0].get(slice(x, width), slice(y, height)));
        }
    }
}

/// Every frame of every sprite in rows, enlarged twice, on a quiet ground.
fn catalogue() -> Picture {
    let mut sheet = Picture::from_fn(640, 620, |x, y| mix(LINEN, CREAM, (x / 8 + y / 8) % 2 * 40));
    let frames: Vec<Picture> =
        sprites().iter().flat_map(|sprite| &sprite.frames).map(|frame| enlarged(frame, 2)).collect();
    for (frame, (x, y)) in frames.iter().zip(shelves(&frames, 638, (2, 2)).0) {
        sheet.rect(x + 2, y + 2, frame.width, frame.height, faded(INK, 24));
        sheet.draw(frame, x + 2, y + 2);
    }
    sheet
}

/// Every pixel as a block of `factor` x `factor`.
pub fn enlarged(picture: &Picture, factor: i32) -> Picture {
    let (width, height) = (picture.width * factor, picture.height * factor);
    Picture::from_fn(width, height, |x, y| picture.get(x / factor, y / factor))
}

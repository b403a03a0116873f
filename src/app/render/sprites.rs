//! The named pictures of `assets/sprites.ron`: frames, speed and pivot. A name that is missing shows as a striped box.

use std::collections::HashMap;

use glam::Vec2;
use serde::Deserialize;

use super::atlas::Region;
use super::canvas::{Canvas, Style};

/// A line of `sprites.ron`.
#[derive(Deserialize)]
struct SpriteEntry {
    name: String,
    frames: Vec<(f32, f32, f32, f32)>,
    fps: f32,
    origin: (f32, f32),
}

/// An animation.
#[derive(Clone, Debug)]
pub struct Sprite {
    /// Where its frames lie in the atlas; at least one.
    pub frames: Vec<Region>,
    /// Frames per second; 0 for pictures that stand still.
    pub fps: f32,
    /// The point that lies on the object's position, in pixels of a frame.
    pub origin: Vec2,
}

impl Sprite {
    /// The frame at a time in seconds, from the start again after the last.
    pub fn looped(&self, time: f32) -> Region {
        let i = (time.max(0.0) * self.fps) as usize;
        self.frames[i % self.frames.len()]
    }

    /// The frame at a time in seconds, the last one for ever.
    pub fn once(&self, time: f32) -> Region {
        let i = (time.max(0.0) * self.fps) as usize;
        self.frames[i.min(self.frames.len() - 1)]
    }

    /// A frame by its number, from the start again after the last.
    pub fn frame(&self, i: usize) -> Region {
        self.frames[i % self.frames.len()]
    }

    /// Width and height of the first frame.
    pub fn size(&self) -> Vec2 {
        self.frames[0].size
    }
}

/// Where the frames of the sprites lie whose names are wanted: x, y, width, height in the sheet.
pub fn places(ron: &str, wanted: fn(&str) -> bool) -> Vec<[u32; 4]> {
    let entries: Vec<SpriteEntry> = ron::from_str(ron).unwrap_or_default();
    let frames = entries.into_iter().filter(|entry| wanted(&entry.name)).flat_map(|entry| entry.frames);
    frames.map(|(x, y, w, h)| [x, y, w, h].map(|side| side as u32)).collect()
}

/// All sprites by name.
pub struct Sprites {
    list: HashMap<String, Sprite>,
    missing: Sprite,
}

impl Sprites {
    /// Reads the list; `sheet` is where the sprites' picture lies in the atlas, `missing` the picture for unknown names.
    ///
    /// # Errors
    /// When the text is no list of sprites.
    pub fn new(ron: &str, sheet: Region, missing: Region) -> Result<Self, ron::error::SpannedError> {
        let entries: Vec<SpriteEntry> = ron::from_str(ron)?;
        let sprite = |entry: SpriteEntry| {
            let frames = entry.frames.iter().map(|&(x, y, w, h)| sheet.part(x, y, w, h)).collect();
            (entry.name, Sprite { frames, fps: entry.fps, origin: entry.origin.into() })
        };
        let mut sprites = Self::empty(missing);
        sprites.list = entries.into_iter().filter(|e| !e.frames.is_empty()).map(sprite).collect();
        Ok(sprites)
    }

    /// No sprites: everything shows as `missing`.
    pub fn empty(missing: Region) -> Self {
        let missing = Sprite { frames: vec![missing], fps: 0.0, origin: missing.size * 0.5 };
        Self { list: HashMap::new(), missing }
    }

    /// The sprite with this name.
    pub fn get(&self, name: &str) -> &Sprite {
        self.list.get(name).unwrap_or(&self.missing)
    }

    /// The sprite with this name, if there is one.
    pub fn find(&self, name: &str) -> Option<&Sprite> {
        self.list.get(name)
    }

    /// Draws the frame at a time with the sprite's origin at `at`, on whole pixels.
    pub fn draw(&self, canvas: &mut Canvas, name: &str, time: f32, at: Vec2) {
        let sprite = self.get(name);
        canvas.sprite(sprite.looped(time), sprite.origin, at.round(), Style::default());
    }

    /// Stretches a picture over a rectangle; its corners and borders keep their size (nine patches).
    pub fn panel(&self, canvas: &mut Canvas, name: &str, at: Vec2, size: Vec2) {
        let whole = self.get(name).frames[0];
        let third = (whole.size / 3.0).floor();
        let (from, to) = (cuts(whole.size, third), cuts(size.round(), third));
        for y in 0..3 {
            for x in 0..3 {
                let source = whole.part(from[x].x, from[y].y, from[x + 1].x - from[x].x, from[y + 1].y - from[y].y);
                let corner = Vec2::new(to[x].x, to[y].y);
                let patch = Vec2::new(to[x + 1].x, to[y + 1].y) - corner;
                tiled(canvas, source, at.round() + corner, patch);
            }
        }
    }
}

/// Where a size is cut into border, middle, border: x and y of the four cuts.
fn cuts(size: Vec2, border: Vec2) -> [Vec2; 4] {
    [Vec2::ZERO, border, (size - border).max(border), size]
}

/// Fills a rectangle with copies of a piece, so that stitches keep their length.
fn tiled(canvas: &mut Canvas, source: Region, at: Vec2, size: Vec2) {
    let step = source.size.max(Vec2::ONE);
    let mut y = 0.0;
    // At most as many copies as the rectangle has pixels.
    while y < size.y {
        let mut x = 0.0;
        while x < size.x {
            let part = Vec2::new(step.x.min(size.x - x), step.y.min(size.y - y));
            let piece = source.part(0.0, 0.0, part.x, part.y);
            canvas.image(piece, at + Vec2::new(x, y), super::palette::PLAIN);
            x += step.x;
        }
        y += step.y;
    }
}

//! The named pictures of `assets/sprites.ron`: frames, speed and pivot. A name that is missing shows as a striped box.

use std::collections::HashMap;

use glam::Vec2;
use serde::Deserialize;

use super::atlas::Region;
use super::canvas::{Canvas, Style};
use super::own_sprites::OwnSprite;
use super::palette;

/// A line of `sprites.ron`.
#[derive(Deserialize)]
pub struct SpriteEntry {
    pub name: String,
    pub frames: Vec<(f32, f32, f32, f32)>,
    pub fps: f32,
    pub origin: (f32, f32),
}

/// An animation.
#[derive(Clone, Debug)]
pub struct Sprite {
    /// Where its frames lie in the atlas; at least one.
    pub frames: Vec<Region>,
    /// Frames per second; 0 for still pictures.
    pub fps: f32,
    /// The point that lies on the object's position, in pixels of a frame.
    pub origin: Vec2,
}

impl Sprite {
    /// The frame at a time in seconds, looping.
    pub fn looped(&self, time: f32) -> Region {
        self.frame((time.max(0.0) * self.fps) as usize)
    }

    /// The frame at a time in seconds, holding the last one.
    pub fn once(&self, time: f32) -> Region {
        let i = (time.max(0.0) * self.fps) as usize;
        self.frames[i.min(self.frames.len() - 1)]
    }

    /// A frame by its number, looping.
    pub fn frame(&self, i: usize) -> Region {
        self.frames[i % self.frames.len()]
    }

    /// Width and height of the first frame.
    pub fn size(&self) -> Vec2 {
        self.frames[0].size
    }
}

/// The rectangles in the sheet of all frames of some sprites, as x, y, width and height.
pub fn frame_rects(entries: &[SpriteEntry], wanted: fn(&str) -> bool) -> impl Iterator<Item = [u32; 4]> {
    let frames = entries.iter().filter(move |entry| wanted(&entry.name)).flat_map(|entry| &entry.frames);
    frames.map(|&(x, y, w, h)| [x, y, w, h].map(|side| side as u32))
}

/// All sprites by name.
pub struct Sprites {
    list: HashMap<String, Sprite>,
    missing: Sprite,
    /// The player is drawn by a pack.
    pub own_player: bool,
}

impl Sprites {
    /// `sheet` is where the sprites' picture lies in the atlas, `missing` the picture for unknown names.
    pub fn new(entries: Vec<SpriteEntry>, sheet: Region, missing: Region) -> Self {
        let sprite = |entry: SpriteEntry| {
            let frames = entry.frames.iter().map(|&(x, y, w, h)| sheet.part(x, y, w, h)).collect();
            (entry.name, Sprite { frames, fps: entry.fps, origin: entry.origin.into() })
        };
        Self {
            list: entries.into_iter().filter(|e| !e.frames.is_empty()).map(sprite).collect(),
            missing: Sprite { frames: vec![missing], fps: 0.0, origin: missing.size * 0.5 },
            own_player: false,
        }
    }

    /// Replaces sprites by one of a pack, whose picture is at `region`.
    pub fn replace(&mut self, own: &OwnSprite, region: Region) {
        let width = region.size.x / own.frames as f32;
        let frames = (0..own.frames).map(|i| region.part(i as f32 * width, 0.0, width, region.size.y)).collect();
        let sprite = Sprite { frames, fps: own.fps, origin: own.origin.into() };
        self.own_player |= own.names.iter().any(|name| name == "player_idle");
        self.list.extend(own.names.iter().map(|name| (name.clone(), sprite.clone())));
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

    /// Stretches a picture over a rectangle; its corners and borders keep their size (nine-patch).
    pub fn panel(&self, canvas: &mut Canvas, name: &str, at: Vec2, size: Vec2) {
        let whole = self.get(name).frames[0];
        let third = (whole.size / 3.0).floor();
        let (from, to) = (cuts(whole.size, third), cuts(size.round(), third));
        for y in 0..3 {
            for x in 0..3 {
                let source = whole.part(from[x].x, from[y].y, from[x + 1].x - from[x].x, from[y + 1].y - from[y].y);
                let corner = Vec2::new(to[x].x, to[y].y);
                let patch = Vec2::new(to[x + 1].x, to[y + 1].y) - corner;
                let from = at.round() + corner;
                canvas.tiled(source, from, (from, patch), palette::PLAIN);
            }
        }
    }
}

/// The x and y of the four cuts that divide a size into border, middle and border.
fn cuts(size: Vec2, border: Vec2) -> [Vec2; 4] {
    [Vec2::ZERO, border, (size - border).max(border), size]
}

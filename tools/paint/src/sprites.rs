//! The sprites, which are drawn by hand: `sprites/NAME.png` has the frames of one side by side, `sprites/sprites.ron` lists them.

use crate::palette::{CREAM, Color, MUSTARD, MUSTARD_DARK, RED, RED_DARK, mix, rgb};
use crate::picture::Picture;
use crate::store;
use serde::Deserialize;
use std::error::Error;
use std::fs;
use std::path::Path;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/sprites");

/// The player's poses, and the same after the dash was used, which have no pictures of their own.
const POSES: &str = "player_";
const PALE_POSES: &str = "player_pale_";

/// The upper row of the scarf.
const LIT_SCARF: Color = rgb(0xd9_6962);

/// A named drawing of one or more frames.
pub struct Sprite {
    pub name: String,
    pub frames: Vec<Picture>,
    /// Frames per second; 0 for frames that do not follow each other.
    pub fps: f32,
    /// The point of the frame that lies on the object's position, from the frame's top left corner.
    pub origin: (i32, i32),
}

/// A line of `sprites.ron`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Entry {
    name: String,
    /// The number of frames, which share the width of the picture evenly.
    frames: u16,
    /// Width and height of every frame, if they differ.
    sizes: Vec<(i32, i32)>,
    fps: f32,
    origin: (i32, i32),
}

impl Default for Entry {
    fn default() -> Self {
        Self { name: String::new(), frames: 1, sizes: Vec::new(), fps: 0.0, origin: (0, 0) }
    }
}

/// Every sprite, in the order of the list.
pub fn sprites() -> Result<Vec<Sprite>, Box<dyn Error>> {
    let list = Path::new(FOLDER).join("sprites.ron");
    let entries: Vec<Entry> =
        ron::from_str(&fs::read_to_string(&list)?).map_err(|error| format!("{}: {error}", list.display()))?;
    entries.into_iter().map(sprite).collect()
}

fn sprite(entry: Entry) -> Result<Sprite, Box<dyn Error>> {
    let frames = match entry.name.strip_prefix(PALE_POSES) {
        Some(pose) => frames(&entry, &format!("{POSES}{pose}"))?.iter().map(pale).collect(),
        None => frames(&entry, &entry.name)?,
    };
    Ok(Sprite { name: entry.name, frames, fps: entry.fps, origin: entry.origin })
}

/// The frames of an entry from the picture with this name.
fn frames(entry: &Entry, picture: &str) -> Result<Vec<Picture>, Box<dyn Error>> {
    let path = Path::new(FOLDER).join(format!("{picture}.png"));
    let picture = store::read(&path)?;
    let mut sizes = entry.sizes.clone();
    if sizes.is_empty() {
        sizes = vec![(picture.width / i32::from(entry.frames).max(1), picture.height); entry.frames.into()];
    }
    let wide: i32 = sizes.iter().map(|size| size.0).sum();
    if wide != picture.width {
        let (path, name) = (path.display(), &entry.name);
        return Err(
            format!("{path}: {} pixels wide, but its frames {wide}: see {name} in sprites.ron", picture.width).into()
        );
    }
    let mut left = 0;
    let frame = |(width, height)| {
        left += width;
        picture.crop(left - width, 0, width, height)
    };
    Ok(sizes.into_iter().map(frame).collect())
}

/// The player with the dash used: the red of the scarf becomes yellow. Red pixels away from the scarf, such as the mouth, stay.
fn pale(picture: &Picture) -> Picture {
    Picture::from_fn(picture.width, picture.height, |x, y| match picture.get(x, y) {
        RED => MUSTARD,
        LIT_SCARF => mix(MUSTARD, CREAM, 40),
        RED_DARK if (-1..=1).any(|dx| [-2, -1, 0].iter().any(|dy| picture.get(x + dx, y + dy) == RED)) => MUSTARD_DARK,
        color => color,
    })
}

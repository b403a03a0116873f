//! Sprites of a pack: one picture per sprite, with its frames side by side.

use std::collections::BTreeMap;

use macroquad::prelude::Image;
use seamwalker_level::{Files, Limits, decode_picture};
use serde::Deserialize;

use super::recolor::{is_hazard, recolor};
use super::sprites::SpriteEntry;
use crate::app::art_file::{OWN, is_pack, parse};
use crate::nearest::did_you_mean;

/// The folder of the pictures, and the file about their frames.
const SPRITE_FOLDER: &str = "sprites";
const FRAMES_FILE: &str = "frames.ron";

/// The pose of the player that stands for those without a picture.
const DEFAULT_POSE: &str = "player_idle";
const POSES: &str = "player_";
/// Poses with the scarf of a used dash.
const PALE_POSES: &str = "player_pale_";
/// The player's thread after a death, which suits every hero.
const NO_POSE: &str = "player_unravel";

/// The largest side of a picture, in pixels: frames fit into the texture beside everything else.
const MAX_SPRITE_SIDE: u32 = 1024;
/// The most frames of a sprite.
const MAX_SPRITE_FRAMES: u32 = 256;

/// What `frames.ron` may say about a sprite.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct FrameOptions {
    /// The number of frames, side by side; 1 without it.
    frames: Option<u32>,
    /// Frames per second.
    fps: Option<f32>,
    /// The point that lies on the object's position, in pixels of a frame.
    origin: Option<(f32, f32)>,
}

/// A sprite of a pack.
pub struct OwnSprite {
    /// Its name, and those of the sprites that it stands for as well.
    pub names: Vec<String>,
    pub image: Image,
    /// The number of frames, side by side.
    pub frames: u32,
    pub fps: f32,
    pub origin: (f32, f32),
}

impl OwnSprite {
    /// Its picture; with `safe`, a hazard has colour-blind friendly colours.
    pub fn picture(&self, safe: bool) -> Image {
        let mut image = self.image.clone();
        if safe && is_hazard(&self.names[0]) {
            let whole = [0, 0, image.width.into(), image.height.into()];
            recolor(&mut image, [whole]);
        }
        image
    }
}

/// The sprites of a pack over these of the game. Errors are passed to `complain`.
pub fn own_sprites(files: &dyn Files, built_in: &[SpriteEntry], complain: &mut dyn FnMut(String)) -> Vec<OwnSprite> {
    let frames_path = format!("{OWN}{SPRITE_FOLDER}/{FRAMES_FILE}");
    let options: BTreeMap<String, FrameOptions> = if files.read(&frames_path).is_ok() {
        parse(files, &frames_path).unwrap_or_else(|why| {
            complain(format!(
                "{SPRITE_FOLDER}/{FRAMES_FILE}: {why}; write it as in {{\"moth\": (frames: 2, fps: 8.0)}}"
            ));
            BTreeMap::new()
        })
    } else {
        BTreeMap::new()
    };
    let names = files.list(&format!("{OWN}{SPRITE_FOLDER}")).unwrap_or_default();
    let pictures = names.iter().filter_map(|name| name.strip_suffix(".png"));
    let in_pack = is_pack(files);
    for name in pictures.chain(options.keys().map(String::as_str)) {
        if in_pack && !built_in.iter().any(|entry| entry.name == name) {
            let question = did_you_mean(name, built_in.iter().map(|entry| entry.name.clone()));
            complain(format!("{SPRITE_FOLDER}/{name}.png: there is no sprite '{name}'; {question}"));
        }
    }
    let mut own: Vec<OwnSprite> = Vec::new();
    for entry in built_in {
        let path = format!("{OWN}{SPRITE_FOLDER}/{}.png", entry.name);
        // Reading also those that are not there has them watched.
        let Ok(bytes) = files.read(&path) else { continue };
        match sprite(&bytes, entry, options.get(&entry.name).copied().unwrap_or_default()) {
            Ok(sprite) => own.push(sprite),
            Err(why) => complain(format!("{}: {why}", &path[OWN.len()..])),
        }
    }
    share_poses(&mut own, built_in);
    own
}

/// Has the player's pictures stand for the poses without one.
fn share_poses(own: &mut [OwnSprite], built_in: &[SpriteEntry]) {
    let poses = built_in.iter().map(|entry| &entry.name).filter(|name| name.starts_with(POSES) && *name != NO_POSE);
    for pose in poses {
        let plain = pose.strip_prefix(PALE_POSES).map(|pose| format!("{POSES}{pose}"));
        let candidates = [Some(pose.clone()), plain, Some(DEFAULT_POSE.to_owned())];
        let found = candidates.iter().flatten().find_map(|name| own.iter().position(|sprite| sprite.names[0] == *name));
        if let Some(sprite) = found.map(|i| &mut own[i]).filter(|sprite| sprite.names[0] != *pose) {
            sprite.names.push(pose.clone());
        }
    }
}

fn sprite(bytes: &[u8], entry: &SpriteEntry, options: FrameOptions) -> Result<OwnSprite, String> {
    let (size, bytes) = decode_picture(bytes, &Limits { picture_side: MAX_SPRITE_SIDE, ..Limits::DEFAULT })?;
    let Some(&(_, _, old_width, old_height)) = entry.frames.first() else { return Err("it has no frames".to_owned()) };
    let frames = options.frames.unwrap_or(1);
    if !(1..=MAX_SPRITE_FRAMES).contains(&frames) {
        return Err(format!("it has {frames} frames in {FRAMES_FILE}; write 1 to {MAX_SPRITE_FRAMES}"));
    }
    if !size.x.is_multiple_of(frames) || size.x == 0 {
        return Err(format!(
            "its {} px are not the width of {frames} frames side by side; draw as many, or change the number in {FRAMES_FILE}",
            size.x
        ));
    }
    let scale = (size.x as f32 / frames as f32 / old_width, size.y as f32 / old_height);
    let origin = options.origin.unwrap_or(((entry.origin.0 * scale.0).round(), (entry.origin.1 * scale.1).round()));
    let fps = options.fps.unwrap_or(entry.fps);
    if ![fps, origin.0, origin.1].iter().all(|number| number.is_finite() && number.abs() <= 10_000.0) {
        return Err(format!("fps and origin in {FRAMES_FILE} must be from -10000 to 10000"));
    }
    // The limit of a side is below 2^16.
    let image = Image { bytes, width: size.x as u16, height: size.y as u16 };
    Ok(OwnSprite { names: vec![entry.name.clone()], image, frames, fps, origin })
}

#[cfg(test)]
mod tests {
    use seamwalker_level::MemoryFiles;

    use super::*;

    fn png(width: u32, height: u32) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, width, height);
        encoder.set_color(png::ColorType::Rgba);
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(&vec![200; (width * height * 4) as usize]).unwrap();
        writer.finish().unwrap();
        bytes
    }

    fn read(list: Vec<(&str, Vec<u8>)>) -> (Vec<OwnSprite>, Vec<String>) {
        read_in(list, Some((format!("{OWN}pack.ron"), Vec::new())))
    }

    /// The same with or without a manifest.
    fn read_in(list: Vec<(&str, Vec<u8>)>, manifest: Option<(String, Vec<u8>)>) -> (Vec<OwnSprite>, Vec<String>) {
        let list = list.into_iter().map(|(name, bytes)| (format!("{OWN}{SPRITE_FOLDER}/{name}"), bytes));
        let files = MemoryFiles::new(list.chain(manifest), &Limits::DEFAULT).unwrap();
        let built_in: Vec<SpriteEntry> = parse(&seamwalker_assets::shipped(), "assets/sprites.ron").unwrap();
        let mut complaints = Vec::new();
        let own = own_sprites(&files, &built_in, &mut |why| complaints.push(why));
        (own, complaints)
    }

    #[test]
    fn one_picture_of_the_player_stands_for_every_pose() {
        let (own, complaints) = read(vec![
            ("player_idle.png", png(24, 30)),
            ("player_run.png", png(6 * 20, 40)),
            ("frames.ron", b"{\"player_run\": (frames: 6)}".to_vec()),
        ]);
        assert_eq!(complaints, [""; 0]);
        let run = own.iter().find(|sprite| sprite.names[0] == "player_run").unwrap();
        assert!(run.names.contains(&"player_pale_run".to_owned()), "{:?}", run.names);
        let idle = own.iter().find(|sprite| sprite.names[0] == "player_idle").unwrap();
        assert_eq!((idle.frames, run.frames), (1, 6));
        assert!(["player_jump", "player_dash"].iter().all(|pose| idle.names.contains(&(*pose).to_owned())));
        assert!(!idle.names.contains(&"player_unravel".to_owned()));
        let height = f32::from(run.image.height);
        assert_eq!(run.origin.1, height, "the feet are at the bottom");
    }

    #[test]
    fn sprites_of_another_game_are_no_mistakes() {
        let (own, complaints) = read_in(vec![("knight.png", png(8, 8)), ("tiles.png", png(8, 8))], None);
        assert!(own.is_empty() && complaints.is_empty(), "{complaints:?}");
    }

    #[test]
    fn mistakes_name_the_file_and_the_cure() {
        let frames = b"{\"moth\": (frames: 5), \"bead_teal\": (fps: inf)}".to_vec();
        let (own, complaints) = read(vec![
            ("moth.png", png(27, 9)),
            ("bead_teal.png", png(72, 12)),
            ("mohts.png", png(8, 8)),
            ("iron.png", b"no picture".to_vec()),
            ("frames.ron", frames),
        ]);
        assert!(own.is_empty());
        let text = complaints.join("\n");
        for part in [
            "mohts.png: there is no sprite 'mohts'; did you mean 'moth'?",
            "moth.png: its 27 px",
            "bead_teal.png: fps",
            "iron.png: ",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
        let (_, complaints) = read(vec![("frames.ron", b"{moth".to_vec())]);
        assert!(complaints[0].starts_with("sprites/frames.ron: 1:"), "{complaints:?}");
    }
}

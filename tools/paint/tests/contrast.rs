//! How far what moves differs from what is behind it, measured on the shipped maps: their backdrops and tiles are put together as
//! the game shows them in a view around each thing, and the thing's own picture is compared with the pixels that it covers.

mod color;

use std::collections::BTreeMap;
use std::path::Path;

use glam::{IVec2, Vec2};
use seamwalker_level::{Folder, Layer, LayerContent, Level, Limits, ObjectKind, decode_picture, read};
use seamwalker_paint::palette::{CREAM, Color, INK, mix};
use seamwalker_paint::picture::Picture;
use seamwalker_paint::sprites;

/// The view, in pixels.
const VIEW: Vec2 = Vec2::new(640.0, 360.0);
/// The least difference in CIE L* that is seen at a glance; black and white are 100 apart.
const MIN_DIFFERENCE: f32 = 20.0;
/// How opaque the light and the dark half of a thread of wind are (`wind.rs`).
const THREAD: [(Color, i32); 2] = [(CREAM, 85), (INK, 60)];

/// A map with its pictures.
struct Map {
    level: Level,
    pictures: Vec<Option<(Vec<u8>, IVec2)>>,
}

impl Map {
    fn read(name: &str) -> Self {
        let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
        let files = Folder::new(root);
        let level = read(&files, &format!("maps/{name}.tmx")).expect("a shipped map");
        let decoded = level.pictures.iter().map(|picture| {
            let bytes = picture.read(&files).ok()?;
            let (size, pixels) = decode_picture(&bytes, &Limits::DEFAULT).ok()?;
            Some((pixels, size.as_ivec2()))
        });
        Self { pictures: decoded.collect(), level }
    }

    fn pixel(&self, picture: usize, at: IVec2) -> Color {
        let Some(Some((rgba, size))) = self.pictures.get(picture) else { return [0; 4] };
        let inside = at.cmpge(IVec2::ZERO).all() && at.cmplt(*size).all();
        let index = || (at.y * size.x + at.x) as usize * 4;
        if inside { [0, 1, 2, 3].map(|i| rgba[index() + i]) } else { [0; 4] }
    }

    /// What a layer shows at a place of the level, in a view with this corner.
    fn layer(&self, layer: &Layer, corner: Vec2, at: Vec2) -> Color {
        let shift = layer.shift(corner, VIEW, self.level.parallax_origin).round();
        let own = at - corner - shift;
        let mut color = match &layer.content {
            LayerContent::Image { picture, repeat_x, repeat_y, scale } => {
                let Some(Some((_, size))) = self.pictures.get(*picture) else { return [0; 4] };
                let place = (own / *scale).floor().as_ivec2();
                let wrapped = place.rem_euclid(*size);
                let x = if *repeat_x { wrapped.x } else { place.x };
                self.pixel(*picture, IVec2::new(x, if *repeat_y { wrapped.y } else { place.y }))
            }
            LayerContent::Tiles { origin, size, cells, .. } => {
                let tile_size = self.level.tile_size.as_vec2();
                let cell = (own / tile_size).floor();
                let local = cell.as_ivec2() - *origin;
                let inside = local.cmpge(IVec2::ZERO).all() && local.cmplt(size.as_ivec2()).all();
                let index = || (local.y * size.x as i32 + local.x) as usize;
                let Some(cell_here) = inside.then(|| cells[index()]).flatten() else { return [0; 4] };
                let tile = &self.level.tiles[cell_here.tile() as usize];
                let within = (own - cell * tile_size).as_ivec2();
                let Some(picture) = tile.picture else { return [0; 4] };
                self.pixel(picture, IVec2::new(tile.rect[0] as i32, tile.rect[1] as i32) + within)
            }
            LayerContent::Objects(_) => return [0; 4],
        };
        color[3] = (f32::from(color[3]) * layer.opacity).round() as u8;
        color
    }

    /// The colour behind things at a place, in a view around `middle`.
    fn behind(&self, middle: Vec2, at: Vec2) -> Color {
        let bounds = &self.level.bounds;
        let corner = (middle - VIEW * 0.5).max(bounds.min()).min((bounds.max() - VIEW).max(bounds.min())).round();
        let mut color = self.level.meta.background.unwrap_or([168, 206, 214, 255]);
        for layer in &self.level.layers {
            if matches!(layer.content, LayerContent::Objects(_)) {
                break;
            }
            let over = self.layer(layer, corner, at);
            color = mix(color, over, i32::from(over[3]) * 100 / 255);
        }
        color
    }

    /// Whether no cloth is at a place.
    fn in_air(&self, at: Vec2) -> bool {
        let collides = |layer: &&Layer| matches!(layer.content, LayerContent::Tiles { collides: true, .. });
        self.level.layers.iter().filter(collides).all(|layer| self.layer(layer, at, at)[3] == 0)
    }

    /// How far a picture with its middle at a place differs from what is behind it, in CIE L*: the mean
    /// of its own pixels, and of those that it covers. Nothing moves in front of cloth: such pixels do not count.
    fn difference(&self, picture: &Picture, middle: Vec2) -> f32 {
        let corner = middle - Vec2::new(picture.width as f32, picture.height as f32) * 0.5;
        let pixels = (0..picture.height).flat_map(|y| (0..picture.width).map(move |x| (x, y)));
        let (mut own, mut behind, mut count) = (0.0, 0.0, 0.0);
        let place = |x: i32, y: i32| corner + Vec2::new(x as f32, y as f32);
        for (x, y) in pixels.filter(|&(x, y)| picture.get(x, y)[3] > 127 && self.in_air(place(x, y))) {
            own += lightness(picture.get(x, y));
            behind += lightness(self.behind(middle, place(x, y)));
            count += 1.0;
        }
        (own - behind).abs() / f32::max(count, 1.0)
    }

    /// How far the better half of a thread of wind differs from what is behind it.
    fn thread(&self, at: Vec2) -> f32 {
        let behind = self.behind(at, at);
        let seen = THREAD.map(|(color, alpha)| (lightness(mix(behind, color, alpha)) - lightness(behind)).abs());
        seen[0].max(seen[1])
    }

    /// The least difference of every moving thing of the level, by its name.
    fn differences(&self) -> BTreeMap<&'static str, f32> {
        let frames: BTreeMap<String, Picture> =
            sprites().into_iter().filter_map(|s| Some((s.name.clone(), s.frames.into_iter().next()?))).collect();
        let mut least = BTreeMap::new();
        let mut add = |name: &'static str, difference: f32| {
            let least: &mut f32 = least.entry(name).or_insert(f32::MAX);
            *least = least.min(difference);
        };
        for object in &self.level.objects {
            let at = object.aabb.center;
            let mut see = |name: &'static str, at: Vec2| {
                if self.in_air(at) {
                    add(name, self.difference(&frames[name], at));
                }
            };
            match &object.kind {
                // The hero is where beads and checkpoints are.
                ObjectKind::Bead { golden } => {
                    see(if *golden { "golden_button" } else { "bead_mustard" }, at);
                    ["player_idle", "player_pale_idle"].into_iter().for_each(|name| see(name, at));
                }
                ObjectKind::Checkpoint => see("player_idle", at),
                ObjectKind::Moth(flight) => {
                    let between = flight.track.windows(2).flat_map(|w| (0..8).map(|i| w[0].lerp(w[1], i as f32 / 8.0)));
                    let places: Vec<Vec2> = between.chain([at]).collect();
                    places.into_iter().for_each(|at| see("moth", at));
                }
                ObjectKind::Scissors { .. } => see("scissors", at),
                ObjectKind::DashSpool => see("dash_spool", at),
                ObjectKind::PinBug { .. } => see("pin_bug", at),
                ObjectKind::Wind { .. } => {
                    let (min, size) = (object.aabb.min(), object.aabb.size());
                    for i in 0..400 {
                        let at = min + size * Vec2::new((i % 20) as f32 / 20.0, (i / 20) as f32 / 20.0);
                        if self.in_air(at) {
                            add("wind", self.thread(at.floor()));
                        }
                    }
                }
                _ => {}
            }
        }
        least
    }
}

/// CIE L* of an sRGB colour.
fn lightness(color: Color) -> f32 {
    color::lab(color)[0]
}

#[test]
fn what_moves_in_the_needles_eye_differs_from_what_is_behind_it() {
    let least = Map::read("needles_eye").differences();
    println!("needles_eye {least:.1?}");
    for name in ["player_idle", "moth", "wind", "bead_mustard"] {
        assert!(least.contains_key(name), "there is no {name}");
    }
    let unseen: Vec<_> = least.iter().filter(|(_, difference)| **difference < MIN_DIFFERENCE).collect();
    assert!(unseen.is_empty(), "{unseen:?}");
}

/// The figures of all levels: `cargo test -p seamwalker-paint --test contrast -- --ignored --nocapture`.
#[test]
#[ignore = "prints figures and takes a minute"]
fn figures_of_all_levels() {
    let maps = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../maps"));
    let mut names: Vec<String> = std::fs::read_dir(maps)
        .expect("the maps")
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.strip_suffix(".tmx").map(str::to_owned))
        .collect();
    names.sort();
    for name in names {
        println!("{name} {:.0?}", Map::read(&name).differences());
    }
}

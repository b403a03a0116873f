//! How far what moves differs from what is behind it, in CIE L*, where black and white are 100 apart.
//!
//! A figure has a dark line and a light body, so its mean lightness says nothing: cream with an ink line has the mean of a grey wall, and
//! is seen in front of it. Measured is what half of its pixels reach: the median, over all pixels of the figure, of their difference from
//! the median of what is next to it. A thin line alone does not help a figure whose body is lost, nor the other way round.

mod color;
mod scenery_view;

use std::collections::BTreeMap;
use std::path::Path;

use glam::{IVec2, Vec2};
use scenery_view::{Map, Patch, SHOWN};
use seamwalker_level::ObjectKind;
use seamwalker_paint::palette::{CREAM, Color, INK, mix};
use seamwalker_paint::picture::Picture;
use seamwalker_paint::sprites;

/// The least difference in CIE L* that is seen at a glance; black and white are 100 apart.
const MIN_DIFFERENCE: f32 = 20.0;
/// What is next to a thing: so many pixels around it.
const AROUND: i32 = 2;
/// How opaque the light and the dark half of a thread of wind are (`wind.rs`).
const THREAD: [(Color, i32); 2] = [(CREAM, 85), (INK, 60)];
/// The hero is looked at wherever there is air, at places so far apart, in pixels.
const STEP: f32 = 24.0;

fn median(mut values: Vec<f32>) -> f32 {
    values.sort_by(f32::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}

/// CIE L* of an sRGB colour.
fn lightness(color: Color) -> f32 {
    color::lab(color)[0]
}

/// The pixels of a picture.
fn pixels(picture: &Picture) -> impl Iterator<Item = (i32, i32)> {
    let (width, height) = (picture.width, picture.height);
    (0..height).flat_map(move |y| (0..width).map(move |x| (x, y))).filter(|&(x, y)| is_shown(picture, x, y))
}

fn is_shown(picture: &Picture, x: i32, y: i32) -> bool {
    picture.get(x, y)[3] > 127
}

/// By how much half of a picture's pixels, or more, differ from a lightness.
fn half(own: &[f32], behind: f32) -> f32 {
    median(own.iter().map(|own| (own - behind).abs()).collect())
}

/// How far a picture differs from what is next to it; `None` if it is mostly in front of cloth.
fn difference(picture: &Picture, patch: &Patch) -> Option<f32> {
    let at = |x: i32, y: i32| patch.get(IVec2::new(x + AROUND, y + AROUND));
    let is_beside = |x: i32, y: i32| {
        let near = (-AROUND..=AROUND).flat_map(|dy| (-AROUND..=AROUND).map(move |dx| (dx, dy)));
        !is_shown(picture, x, y) && near.into_iter().any(|(dx, dy)| is_shown(picture, x + dx, y + dy))
    };
    let open = pixels(picture).filter(|&(x, y)| at(x, y).is_some()).count();
    if open * 10 < pixels(picture).count() * 9 {
        return None;
    }
    let around =
        (-AROUND..picture.height + AROUND).flat_map(|y| (-AROUND..picture.width + AROUND).map(move |x| (x, y)));
    let behind: Vec<f32> =
        around.filter(|&(x, y)| is_beside(x, y)).filter_map(|(x, y)| at(x, y)).map(lightness).collect();
    let own: Vec<f32> = pixels(picture).map(|(x, y)| lightness(picture.get(x, y))).collect();
    Some(half(&own, median(behind)))
}

/// The first frame of every sprite.
fn frames() -> BTreeMap<String, Picture> {
    sprites().into_iter().filter_map(|sprite| Some((sprite.name, sprite.frames.into_iter().next()?))).collect()
}

/// The least difference of every moving thing of the level, and where that is, by its name.
fn differences(map: &Map) -> BTreeMap<&'static str, (f32, Vec2)> {
    let frames = frames();
    let mut least = BTreeMap::new();
    let mut see = |name: &'static str, middle: Vec2| {
        let picture = &frames[name];
        let size = IVec2::new(picture.width, picture.height);
        let corner = (middle - size.as_vec2() * 0.5).floor() - AROUND as f32;
        for shown in SHOWN {
            let patch = map.behind(corner, size + 2 * AROUND, shown);
            let Some(new) = difference(picture, &patch) else { continue };
            let least = least.entry(name).or_insert((f32::MAX, Vec2::ZERO));
            if new < least.0 {
                *least = (new, middle);
            }
        }
    };
    for object in &map.level.objects {
        let at = object.aabb.center;
        match &object.kind {
            ObjectKind::Bead { golden } => see(if *golden { "golden_button" } else { "bead_mustard" }, at),
            ObjectKind::Moth(flight) => {
                let between = flight.track.windows(2).flat_map(|w| (0..8).map(|i| w[0].lerp(w[1], i as f32 / 8.0)));
                between.chain([at]).for_each(|at| see("moth", at));
            }
            ObjectKind::Scissors { .. } => see("scissors", at),
            ObjectKind::DashSpool => see("dash_spool", at),
            ObjectKind::PinBug { .. } => see("pin_bug", at),
            ObjectKind::Platform(platform) if platform.look == "iron" => see("iron", at),
            _ => {}
        }
    }
    let count = (map.level.bounds.size() / STEP).as_ivec2();
    for (x, y) in (0..count.y).flat_map(|y| (0..count.x).map(move |x| (x, y))) {
        let at = map.level.bounds.min() + Vec2::new(x as f32 + 0.5, y as f32 + 0.5) * STEP;
        if map.in_air(at) {
            ["player_idle", "player_pale_idle", "player_dash"].into_iter().for_each(|name| see(name, at));
        }
    }
    least
}

/// How far the better half of a thread of wind differs from what is behind it, at the worst place of the level.
fn thread(map: &Map) -> Option<f32> {
    let winds = map.level.objects.iter().filter(|object| matches!(object.kind, ObjectKind::Wind { .. }));
    let places = winds.flat_map(|wind| {
        let (min, size) = (wind.aabb.min(), wind.aabb.size());
        (0..400).map(move |i| (min + size * Vec2::new((i % 20) as f32 / 20.0, (i / 20) as f32 / 20.0)).floor())
    });
    let seen = |at: Vec2, shown: f32| {
        let behind = map.behind(at, IVec2::ONE, shown).get(IVec2::ZERO)?;
        let by = THREAD.map(|(color, alpha)| (lightness(mix(behind, color, alpha)) - lightness(behind)).abs());
        Some(by[0].max(by[1]))
    };
    places.flat_map(|at| SHOWN.map(|shown| seen(at, shown))).flatten().min_by(f32::total_cmp)
}

/// The hero stands out by itself, whatever is behind it. A blink is over too soon to count.
#[test]
fn the_hero_differs_from_every_background() {
    let is_hero = |name: &str| name.starts_with("player_") && !name.ends_with("blink") && name != "player_unravel";
    let mut least = (f32::MAX, String::new(), 0);
    for sprite in sprites().iter().filter(|sprite| is_hero(&sprite.name)) {
        for frame in &sprite.frames {
            let own: Vec<f32> = pixels(frame).map(|(x, y)| lightness(frame.get(x, y))).collect();
            let worst = (0..=100).map(|behind| (half(&own, behind as f32), sprite.name.clone(), behind));
            least = worst.chain([least]).min_by(|a, b| a.0.total_cmp(&b.0)).expect("one of them");
        }
    }
    assert!(least.0 >= MIN_DIFFERENCE, "{least:?}");
}

#[test]
fn what_moves_in_the_needles_eye_differs_from_what_is_behind_it() {
    let map = Map::read("needles_eye");
    let least = differences(&map);
    for name in ["player_idle", "player_dash", "moth", "scissors", "iron"] {
        assert!(least.contains_key(name), "there is no {name}");
    }
    let unseen: Vec<_> = least.iter().filter(|(_, (difference, _))| *difference < MIN_DIFFERENCE).collect();
    assert!(unseen.is_empty(), "{unseen:.0?}");
    assert!(thread(&map).expect("there is wind") >= MIN_DIFFERENCE);
}

/// The figures of all levels: `cargo test --manifest-path tools/paint/Cargo.toml --test contrast -- --ignored --nocapture`.
#[test]
#[ignore = "prints figures and takes minutes"]
fn figures_of_all_levels() {
    let maps = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../maps"));
    let mut names: Vec<String> = std::fs::read_dir(maps)
        .expect("the maps")
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.strip_suffix(".tmx").map(str::to_owned))
        .collect();
    names.sort();
    for name in names {
        if std::env::var("LEVEL").is_ok_and(|wanted| wanted != name) {
            continue;
        }
        let map = Map::read(&name);
        for (thing, (difference, at)) in differences(&map) {
            println!("{name:18} {thing:18} {difference:3.0} at {at}");
        }
        if let Some(thread) = thread(&map) {
            println!("{name:18} {:18} {thread:3.0}", "wind");
        }
    }
}

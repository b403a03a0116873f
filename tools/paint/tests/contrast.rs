//! How far what moves differs from what is behind it, in CIE L*, where black and white are 100 apart. The hero is measured in the game
//! itself: `.ci/full display`.
//!
//! A figure has a dark line and a light body, so its mean lightness says nothing: cream with an ink line has the mean of a grey wall, and
//! is seen in front of it. Measured is what half of its pixels reach: the median, over all pixels of the figure, of their difference from
//! the median of what is next to it. A thin line alone does not help a figure whose body is lost, nor the other way round.

mod color;
mod scenery_view;

use glam::IVec2;
use scenery_view::{Map, Patch, SHOWN};
use seamwalker_level::ObjectKind;
use seamwalker_paint::palette::{CREAM, Color, INK, mix};
use seamwalker_paint::picture::Picture;
use seamwalker_paint::sprites::{Sprite, sprites};
use std::collections::{BTreeMap, BTreeSet};

/// The least difference in CIE L* that is seen at a glance; black and white are 100 apart.
const MIN_DIFFERENCE: f32 = 20.0;
/// What is next to a thing: so many pixels around it.
const AROUND: i32 = 2;
/// How opaque the light and the dark half of a thread of wind are (`wind.rs`).
const THREAD: [(Color, i32); 2] = [(CREAM, 85), (INK, 60)];

fn median(mut values: Vec<f32>) -> f32 {
    values.sort_by(f32::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}

/// CIE L* of an sRGB colour.
fn lightness(color: Color) -> f32 {
    color::lab(color)[0]
}

fn is_shown(color: &Color) -> bool {
    color[3] > 127
}

/// By how much half of a picture's pixels, or more, differ from a lightness.
fn half(picture: &Picture, behind: f32) -> f32 {
    let own = picture.colors().iter().filter(|color| is_shown(color));
    median(own.map(|color| (lightness(*color) - behind).abs()).collect())
}

/// How far a picture differs from what is next to it; `None` if it is mostly in front of cloth.
fn difference(picture: &Picture, patch: &Patch) -> Option<f32> {
    let shown = |at: IVec2| is_shown(&picture.get(at.x - AROUND, at.y - AROUND));
    let all = (0..patch.size.y).flat_map(|y| (0..patch.size.x).map(move |x| IVec2::new(x, y)));
    let (own, outside): (Vec<IVec2>, Vec<IVec2>) = all.partition(|at| shown(*at));
    if own.iter().filter(|at| patch.get(**at).is_some()).count() * 10 < own.len() * 9 {
        return None;
    }
    let near = |at: &IVec2| own.iter().any(|own| (*own - *at).abs().max_element() <= AROUND);
    let behind = outside.into_iter().filter(near).filter_map(|at| patch.get(at)).map(lightness);
    Some(half(picture, median(behind.collect())))
}

#[test]
fn a_thread_of_wind_differs_from_every_background() {
    for behind in (0..=255).map(|grey| [grey, grey, grey, 255]) {
        let by = THREAD.map(|(color, alpha)| (lightness(mix(behind, color, alpha)) - lightness(behind)).abs());
        assert!(by[0].max(by[1]) >= MIN_DIFFERENCE, "{behind:?}: {by:?}");
    }
}

/// Its places have all lightnesses, so that what is seen at one may be lost at another.
#[test]
fn what_moves_in_the_needles_eye_differs_from_what_is_behind_it() {
    let map = Map::read("needles_eye");
    let first = |sprite: Sprite| Some((sprite.name, sprite.frames.into_iter().next()?));
    let frames: BTreeMap<String, Picture> = sprites().expect("the sprites").into_iter().filter_map(first).collect();
    let mut seen = BTreeSet::new();
    for object in &map.level.objects {
        let (name, mut places) = match &object.kind {
            ObjectKind::Moth(flight) => {
                let between = flight.track.windows(2).flat_map(|w| (0..8).map(|i| w[0].lerp(w[1], i as f32 / 8.0)));
                ("moth", between.collect())
            }
            ObjectKind::Bead { golden } => (if *golden { "golden_button" } else { "bead_mustard" }, Vec::new()),
            ObjectKind::DashSpool => ("dash_spool", Vec::new()),
            ObjectKind::PinBug { .. } => ("pin_bug", Vec::new()),
            ObjectKind::Scissors { .. } => ("scissors", Vec::new()),
            ObjectKind::Platform(platform) if platform.look == "iron" => ("iron", Vec::new()),
            _ => continue,
        };
        places.push(object.aabb.center);
        let picture = &frames[name];
        let size = IVec2::new(picture.width, picture.height);
        for (at, shown) in places.into_iter().flat_map(|at| SHOWN.map(|shown| (at, shown))) {
            let corner = (at - size.as_vec2() * 0.5).floor() - AROUND as f32;
            let Some(difference) = difference(picture, &map.behind(corner, size + 2 * AROUND, shown)) else { continue };
            assert!(difference >= MIN_DIFFERENCE, "{name} at {at}: {difference:.0}");
            seen.insert(name);
        }
    }
    for name in ["moth", "scissors", "iron"] {
        assert!(seen.contains(name), "there is no {name}");
    }
}

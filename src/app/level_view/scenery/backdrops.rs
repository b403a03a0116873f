//! Backdrops: where they lie in a view, and how opaque they are.

use std::rc::Rc;

use glam::Vec2;
use macroquad::color::Color;
use seamwalker_collide::Aabb;
use seamwalker_level::{Decoration, Figure, Layer, LayerContent, Level};

use super::Scenery;
use crate::app::render::{Canvas, Decoded, LEVEL_SIZE, Region, Viewport};

/// The most copies of a repeated picture in one direction; without it, a tiny picture would take a whole frame.
const MAX_COPIES: i32 = 80;

/// How far a border of hung cloth may be from that of the view, in pixels.
const GAP: f32 = 24.0;

/// The part of a row of a decoration's picture that is opaque, at least, where the picture goes on beyond it: curtains do, roofs do not.
const CUT_ROW: f32 = 0.9;

/// In high contrast: the opacity of backdrops.
const BACKDROP_ALPHA: f32 = 0.4;

/// Seconds of a fade between the backdrops of two maps or places.
const BACKDROP_FADE: f32 = 0.6;
/// A backdrop appears where its area has more than the first of these opacities, and goes where it has less than the second: with a
/// smaller difference, a hero walking to and fro would switch it all the time.
const ENTER: f32 = 0.7;
const LEAVE: f32 = 0.3;

/// The least parallax by which decorations are spread in a picture of the whole map.
const MIN_SPREAD: f32 = 0.02;

impl Scenery {
    /// The position of a layer's corner in the view.
    pub(super) fn shift(&self, level: &Level, layer: &Layer, viewport: &Viewport) -> Vec2 {
        let in_view = |corner: Vec2, size: Vec2| layer.shift(corner, size, level.parallax_origin);
        let is_backdrop = layer.is_backdrop() && layer.parallax != Vec2::ONE;
        let repeats = matches!(layer.content, LayerContent::Image { repeat_x, repeat_y, .. } if repeat_x || repeat_y);
        match &self.look.painted {
            Some(place) if is_backdrop && repeats && has_sky(level) => {
                in_view(place.corner, place.size) + place.corner - viewport.corner
            }
            Some(_) => layer.offset - viewport.corner,
            None if self.look.still && is_backdrop => {
                let middle = layer.shown_in.map_or(level.bounds.center, |area| area.middle(&level.bounds));
                in_view(middle - viewport.size * 0.5, viewport.size)
            }
            None => in_view(viewport.corner, viewport.size),
        }
    }

    /// How a picture of this height, with its upper border there, fills a view that is higher than the usual one: how far its upper
    /// and its lower row are continued. What reached a border of the usual view reaches that of a higher one.
    pub(super) fn heighten(&self, layer: &Layer, (top, height): (f32, f32), viewport: &Viewport) -> [f32; 2] {
        let more = ((viewport.size.y - LEVEL_SIZE.y) * 0.5).max(0.0);
        if more == 0.0 || self.look.painted.is_some() || layer.parallax.y >= 1.0 {
            return [0.0; 2];
        }
        let (from, to) = (more, viewport.size.y - more);
        let bottom = top + height;
        let up = if top <= from { top.max(0.0) } else { 0.0 };
        [up, if bottom >= to { (viewport.size.y - bottom).max(0.0) } else { 0.0 }]
    }

    /// The heights of a layer's corner in the highest and in the lowest usual view; `None` where nothing needs to be continued. `now`
    /// is that in this view.
    pub(super) fn usual(&self, level: &Level, layer: &Layer, viewport: &Viewport, now: f32) -> Option<[f32; 2]> {
        let more = (viewport.size.y - LEVEL_SIZE.y) * 0.5;
        let moves = self.look.painted.is_none() && layer.parallax.y < 1.0 && layer.is_backdrop();
        let in_view = |y: f32| layer.shift(Vec2::new(viewport.corner.x, y), LEVEL_SIZE, level.parallax_origin).y;
        let ends = [level.bounds.min().y, level.bounds.max().y - LEVEL_SIZE.y];
        (moves && more > 0.0).then(|| if self.look.still { [now - more; 2] } else { ends.map(in_view) })
    }

    /// Fades in the backdrops of the room nearest to the middle of the view and of its place, and fades out the others. They change
    /// with time, not with the way: a view that stops between two places would show both, one through the other.
    pub(super) fn fade(&mut self, level: &Level, viewport: &Viewport, time: f32) {
        let middle = viewport.corner + viewport.size * 0.5;
        let distance = |room: &Aabb| room.closest_point(middle).distance_squared(middle);
        let near = level.rooms.iter().enumerate().min_by(|a, b| distance(a.1).total_cmp(&distance(b.1)));
        let room = near.map(|(room, _)| room);
        let max = self.faded_at.map_or(1.0, |before| ((time - before) / BACKDROP_FADE).clamp(0.0, 1.0));
        self.faded_at = Some(time);
        for (layer, strength) in level.layers.iter().zip(&mut self.strength) {
            let enough = if *strength > 0.5 { LEAVE } else { ENTER };
            let is_here =
                self.look.painted.is_some() || layer.shown_in.is_none_or(|area| area.opacity(middle) > enough);
            let is_in_room = layer.rooms.is_empty() || room.is_none_or(|room| layer.rooms.contains(&room));
            let wanted = if is_here && is_in_room { 1.0 } else { 0.0 };
            *strength += (wanted - *strength).clamp(-max, max);
        }
    }

    /// The opacity of a backdrop beside its layer's own.
    pub(super) fn backdrop_opacity(&self, index: usize, layer: &Layer) -> f32 {
        let is_before_the_level = layer.parallax.max_element() > 1.0;
        if is_before_the_level && (self.look.bold || self.look.still || self.look.painted.is_some()) {
            return 0.0;
        }
        let strength = self.strength.get(index).copied().unwrap_or(1.0);
        if self.look.bold { strength * BACKDROP_ALPHA } else { strength }
    }

    /// Whether a backdrop belongs behind a place in a picture of the whole map.
    pub(super) fn is_painted_at(&self, layer: &Layer, x: f32) -> bool {
        let (Some(place), Some(area)) = (&self.look.painted, layer.shown_in) else { return true };
        area.opacity(Vec2::new(x, place.corner.y + place.size.y * 0.5)) > 0.5
    }

    /// Decorations with parallax in a picture of the whole map: each where it is in the middle of the view.
    pub(super) fn spread(&self, layer: &Layer, list: &[Decoration], along: f32) -> Vec<Decoration> {
        let Some(place) = &self.look.painted else { return Vec::new() };
        let down = layer.offset.y + (place.corner.y + place.size.y * 0.5) * (1.0 - layer.parallax.y);
        let moved = |decoration: &Decoration| {
            let middle = decoration.at(Vec2::splat(0.5)).x + layer.offset.x - along;
            let by = Vec2::new(middle / layer.parallax.x.max(MIN_SPREAD) - middle, down);
            Decoration { corners: decoration.corners.map(|corner| corner + by), ..decoration.clone() }
        };
        let is_here = |decoration: &Decoration| self.is_painted_at(layer, decoration.at(Vec2::splat(0.5)).x);
        list.iter().map(moved).filter(is_here).collect()
    }
}

/// Whether repeated backdrops in a picture of the whole map are those of the game, in one view below the other: if the map was made
/// for the game, and one of them fills every view. Otherwise they lie where they were painted, as Tiled shows them: parts that do
/// not fill a view would leave gaps between the views.
fn has_sky(level: &Level) -> bool {
    let fills = |layer: &Layer| match layer.content {
        LayerContent::Image { picture, repeat_x: true, scale, .. } if layer.parallax != Vec2::ONE => {
            level.pictures.get(picture).is_some_and(|picture| picture.size.y as f32 * scale >= LEVEL_SIZE.y)
        }
        _ => false,
    };
    level.assumed.is_empty() && level.layers.iter().any(fills)
}

/// How far a row at the upper and at the lower end of a decoration is continued in a view of this `height`: to its border, if `usual`
/// views never show that the picture ends there, as with curtains. These and `now` are heights of the layer's corner in a view.
pub(super) fn continued(
    (level, decoded): (&Level, &[Option<Rc<Decoded>>]),
    decoration: &Decoration,
    usual: [f32; 2],
    (now, height): (f32, f32),
) -> [f32; 2] {
    let [a, b, c, d] = decoration.corners;
    let is_upright = a.y == b.y && c.y == d.y && a.y < d.y;
    let [up, low] = [
        if usual.iter().all(|by| a.y + by <= GAP) { a.y + now } else { 0.0 },
        if usual.iter().all(|by| d.y + by >= LEVEL_SIZE.y - GAP) { height - d.y - now } else { 0.0 },
    ];
    let Figure::Tile(tile) = decoration.figure else { return [0.0; 2] };
    let tile = level.tiles.get(tile as usize).filter(|_| is_upright && up.max(low) > 0.0);
    let picture = tile.and_then(|tile| Some((decoded.get(tile.picture?)?.as_ref()?, tile.rect)));
    let Some((picture, [x, y, width, height])) = picture else { return [0.0; 2] };
    let is_cut = |row: u32| {
        let opaque = picture.alphas([x, row, width, 1]).filter(|alpha| *alpha > u8::MAX / 2).count();
        opaque as f32 >= width as f32 * CUT_ROW
    };
    let keep = |length: f32, row: u32| if length > 0.0 && is_cut(row) { length } else { 0.0 };
    [keep(up, y), keep(low, y + height.saturating_sub(1))]
}

/// A picture, shown at another size, once or repeated where `is_here` is true for the left border of a copy. Its upper and its lower
/// row are continued this far.
pub fn backdrop(
    canvas: &mut Canvas,
    whole: Region,
    shift: Vec2,
    (repeat, continued): ([bool; 2], [f32; 2]),
    (size, view): (Vec2, Vec2),
    color: Color,
    is_here: impl Fn(f32) -> bool,
) {
    let range = |repeat: bool, shift: f32, size: f32, view: f32| {
        if !repeat {
            return 0..1;
        }
        let first = (-shift / size).floor() as i32;
        let last = ((view - shift) / size).ceil() as i32;
        first..last.min(first + MAX_COPIES)
    };
    for y in range(repeat[1], shift.y, size.y, view.y) {
        for x in range(repeat[0], shift.x, size.x, view.x) {
            let at = shift + Vec2::new(x as f32, y as f32) * size;
            if is_here(at.x) {
                canvas.stretched(whole, at, size, color);
                let rows = [(0.0, at.y - continued[0]), (whole.size.y - 1.0, at.y + size.y)];
                for ((row, top), height) in rows.into_iter().zip(continued).filter(|(_, height)| *height > 0.0) {
                    let part = whole.part(0.0, row, whole.size.x, 1.0);
                    canvas.stretched(part, Vec2::new(at.x, top), Vec2::new(size.x, height), color);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use seamwalker_assets::shipped;
    use seamwalker_level::{Assumption, Picture, read};

    use super::*;
    use crate::app::render::{MAX_SIZE, Pictures};

    /// Story: in windows of 4:3 the curtains of Moth Season ended in a hard line below the upper border.
    #[test]
    fn hung_cloth_reaches_the_border_of_every_view() {
        let mut hung = Vec::new();
        for map in shipped().maps() {
            let level = read(&shipped(), map).expect("shipped");
            let (decoded, _) = Pictures::default().of(&level, &shipped());
            for layer in level.layers.iter().filter(|layer| layer.is_backdrop()) {
                let LayerContent::Objects(list) = &layer.content else { continue };
                for decoration in list {
                    let Figure::Tile(tile) = decoration.figure else { continue };
                    let picture = level.tiles[tile as usize].picture.map(|at| level.pictures[at].path.as_str());
                    let is_hung =
                        picture.is_some_and(|path| path.ends_with("curtain.png") || path.ends_with("swag.png"));
                    let by = |y: f32, size: Vec2| layer.shift(Vec2::Y * y, size, level.parallax_origin).y;
                    let Aabb { center, half } = level.bounds;
                    let usual = [center.y - half.y, center.y + half.y - LEVEL_SIZE.y].map(|y| by(y, LEVEL_SIZE));
                    if !is_hung || decoration.corners[0].y + usual[0] > 0.0 {
                        continue;
                    }
                    let free = (half.y * 2.0 - MAX_SIZE.y).max(0.0);
                    for y in [0.0, 0.5, 1.0].map(|part| center.y - half.y + free * part) {
                        let now = by(y, MAX_SIZE);
                        let [up, _] = continued((&level, &decoded), decoration, usual, (now, MAX_SIZE.y));
                        let top = decoration.corners[0].y + now - up;
                        assert!(top <= 0.0, "{map}: {picture:?} of {} ends {top} px below the border", layer.name);
                    }
                    hung.push(map);
                }
            }
        }
        assert!(hung.len() > 20 && hung.contains(&"maps/moth_season.tmx"), "{hung:?}");
    }

    /// Story: in windows of 4:3 rays of light had a kink.
    #[test]
    fn only_rays_of_light_are_stretched() {
        let pictures = Pictures::default().of(&read(&shipped(), "maps/buttoned_up.tmx").expect("shipped"), &shipped());
        let level = read(&shipped(), "maps/buttoned_up.tmx").expect("shipped");
        for (picture, decoded) in level.pictures.iter().zip(pictures.0) {
            if picture.path.contains("/backgrounds/") {
                assert_eq!(decoded.unwrap().is_even(0), !picture.path.ends_with("beams.png"), "{}", picture.path);
            }
        }
    }

    #[test]
    fn a_picture_shows_view_below_view_only_if_a_sky_fills_them() {
        let level = |height: u32, scale: f32, parallax: f32| {
            let content = LayerContent::Image { picture: 0, repeat_x: true, repeat_y: false, scale };
            let layers = vec![Layer { content, parallax: Vec2::splat(parallax), ..Layer::default() }];
            let size = glam::UVec2::new(640, height);
            let mut level = Level::default();
            level.layers = layers;
            level.pictures = vec![Picture { size, ..Picture::default() }];
            level
        };
        assert!(has_sky(&level(360, 1.0, 0.0)) && has_sky(&level(120, 3.0, 0.5)));
        assert!(!has_sky(&level(120, 1.0, 0.0)), "there would be a gap");
        assert!(!has_sky(&level(360, 1.0, 1.0)), "it moves with the ground");
        let mut foreign = level(360, 1.0, 0.0);
        foreign.assumed = vec![Assumption::Start { object: None }];
        assert!(!has_sky(&foreign), "made for another game");
    }
}

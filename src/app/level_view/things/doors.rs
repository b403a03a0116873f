//! Doors, clipped to their frame: a gate slides into the wall, a zip door is unzipped as far as it is open.

use glam::Vec2;
use macroquad::color::Color;
use seamwalker::collide::Aabb;
use seamwalker::level::Platform;

use super::Brush;
use crate::app::render::{Style, palette};

/// The distance between the keys on a door, in pixels.
const KEY_APART: f32 = 14.0;

/// The brightness of a key that has not been found yet.
const MISSING_KEY: f32 = 0.4;

/// A door whose left top corner is now at `corner`; `home` is its place when it is shut.
pub fn door(brush: &mut Brush, data: &Platform, home: &Aabb, corner: Vec2) {
    let shut = Rect { min: home.min(), max: home.max() };
    let now = Rect { min: corner, max: corner + home.size() };
    if data.look == "gate" {
        return column(brush, "gate", now, now.intersect(shut));
    }
    let slides = data.track.last().copied().unwrap_or_default() - home.center;
    let closed = now.intersect(shut);
    column(brush, "unzipped", shut, shut.without(closed, slides));
    column(brush, "zip", shut, closed);
    // The slider is where the teeth part: at the moving end of the door.
    let along = slides.normalize_or_zero();
    let part = (home.center - along * home.half) + (corner - home.min());
    let inside = (home.half - 6.0).max(Vec2::ZERO);
    let at = part.clamp(home.center - inside, home.center + inside);
    let turn = if slides.x.abs() > slides.y.abs() { -std::f32::consts::FRAC_PI_2 } else { 0.0 };
    brush.frame("zip_slider", 0, at, Style { turn, ..Style::default() });
}

/// The keys of a locked door; missing ones are dark.
pub fn keys(brush: &mut Brush, index: usize, home: &Aabb) {
    let taken: Vec<bool> = brush.world.keys_of_door(index).collect();
    if taken.iter().all(|taken| *taken) {
        return;
    }
    let is_horizontal = home.half.x > home.half.y;
    let along = if is_horizontal { Vec2::X } else { Vec2::Y };
    let apart = (2.0 * home.half.dot(along) / taken.len() as f32).min(KEY_APART);
    let first = home.center - along * apart * 0.5 * (taken.len() - 1) as f32;
    for (i, taken) in taken.into_iter().enumerate() {
        let light = if taken { 1.0 } else { MISSING_KEY };
        let color = Color::new(light, light, light, 1.0);
        brush.frame("key_button", 0, (first + along * apart * i as f32).round(), Style { color, ..Style::default() });
    }
}

/// A rectangle by its corners; empty if they are swapped.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Rect {
    min: Vec2,
    max: Vec2,
}

impl Rect {
    /// The intersection of both.
    fn intersect(self, other: Self) -> Self {
        Self { min: self.min.max(other.min), max: self.max.min(other.max) }
    }

    /// The rest of it behind a part that moved away along an axis.
    fn without(self, part: Self, direction: Vec2) -> Self {
        let mut rest = self;
        match direction {
            Vec2 { y, .. } if y < 0.0 => rest.min.y = part.max.y.max(self.min.y),
            Vec2 { y, .. } if y > 0.0 => rest.max.y = part.min.y.min(self.max.y),
            Vec2 { x, .. } if x < 0.0 => rest.min.x = part.max.x.max(self.min.x),
            _ => rest.max.x = part.min.x.min(self.max.x),
        }
        rest
    }
}

/// A picture in three parts (`top`, as much `mid` as needed, `bottom`) along the longer side of `frame`, clipped to `clip`. A
/// horizontal one has its top at the left.
fn column(brush: &mut Brush, look: &str, frame: Rect, clip: Rect) {
    if (clip.max - clip.min).min_element() <= 0.0 {
        return;
    }
    let size = frame.max - frame.min;
    let is_horizontal = size.x > size.y;
    // In the picture x is across and y along the column.
    let turned = |v: Vec2| if is_horizontal { Vec2::new(v.y, v.x) } else { v };
    let (size, from, to) = (turned(size), turned(clip.min - frame.min), turned(clip.max - frame.min));
    let part = |name: &str| brush.sprites.get(&format!("{look}_{name}")).frame(0);
    let (top, mid, bottom) = (part("top"), part("mid"), part("bottom"));
    let end = top.size.y.min(size.y * 0.5);
    let across = mid.size.x / size.x.max(1.0);
    let mut y = 0.0;
    // Every piece is at least a pixel long.
    while y < size.y {
        let (piece, length) = if y < end {
            (top.part(0.0, 0.0, top.size.x, end), end)
        } else if y < size.y - end {
            (mid, mid.size.y.min(size.y - end - y))
        } else {
            (bottom.part(0.0, bottom.size.y - end, bottom.size.x, end), end)
        };
        let (a, b) = (y.max(from.y), (y + length).min(to.y));
        if a < b {
            let region = piece.part(from.x * across, a - y, (to.x - from.x) * across, b - a);
            let corners = [(from.x, a), (to.x, a), (to.x, b), (from.x, b)];
            let corners = corners.map(|(across, along)| frame.min + turned(Vec2::new(across, along)));
            brush.canvas.quad(region, corners, palette::PLAIN);
        }
        y += length.max(1.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_open_and_the_shut_part_cover_the_door() {
        let door = Rect { min: Vec2::new(16.0, 0.0), max: Vec2::new(32.0, 48.0) };
        for (direction, open) in [(Vec2::NEG_Y, (0.0, 32.0)), (Vec2::Y, (0.0, 16.0))] {
            let moved = Rect { min: door.min + direction * 16.0, max: door.max + direction * 16.0 };
            let rest = door.without(moved.intersect(door), direction);
            let edge = if direction.y < 0.0 { rest.min.y } else { rest.max.y };
            assert_eq!(edge, open.1);
            assert_eq!(rest.max.y - rest.min.y, 16.0);
        }
    }

    #[test]
    fn an_open_door_shows_no_shut_part() {
        let door = Rect { min: Vec2::ZERO, max: Vec2::new(48.0, 16.0) };
        let away = Rect { min: Vec2::new(48.0, 0.0), max: Vec2::new(96.0, 16.0) };
        let shut = away.intersect(door);
        assert!(shut.max.x <= shut.min.x);
        assert_eq!(door.without(shut, Vec2::X), door);
    }
}

//! Doors, clipped to their frame: a gate slides into the wall, a zip door is unzipped as far as it is open.

use glam::Vec2;
use macroquad::math::Rect;
use seamwalker_collide::Aabb;
use seamwalker_level::Platform;

use super::Brush;
use crate::app::render::{Style, palette};

/// The distance between the locks of a door, in pixels.
const KEY_APART: f32 = 14.0;

/// A door whose left top corner is now at `corner`; `home` is its place when it is shut.
pub fn door(brush: &mut Brush, data: &Platform, home: &Aabb, corner: Vec2) {
    let shut = rect(home.min(), home.size());
    let now = rect(corner, home.size());
    let closed = now.intersect(shut);
    if data.look == "gate" {
        return column(brush, "gate", now, closed);
    }
    let slides = data.track.last().copied().unwrap_or_default() - home.center;
    column(brush, "unzipped", shut, behind(shut, now, slides));
    column(brush, "zip", shut, closed);
    // The slider is where the teeth part: at the moving end of the door.
    let along = slides.normalize_or_zero();
    let part = (home.center - along * home.half) + (corner - home.min());
    let inside = (home.half - 6.0).max(Vec2::ZERO);
    let at = part.clamp(home.center - inside, home.center + inside);
    let turn = if slides.x.abs() > slides.y.abs() { -std::f32::consts::FRAC_PI_2 } else { 0.0 };
    brush.frame("zip_slider", 0, at, Style { turn, ..Style::default() });
}

/// The locks of a door, one for each of its keys; those with a key are lit.
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
        let at = (first + along * apart * i as f32).round();
        brush.frame("keyhole", usize::from(taken), at, Style::default());
    }
}

fn rect(corner: Vec2, size: Vec2) -> Rect {
    Rect::new(corner.x, corner.y, size.x, size.y)
}

/// The part of a door's frame behind the door, which is as long as its frame and slides along an axis.
fn behind(shut: Rect, now: Rect, slides: Vec2) -> Option<Rect> {
    let moved = (now.point() - shut.point()).clamp(-shut.size(), shut.size());
    shut.intersect(shut.offset(moved - slides.normalize_or_zero().round() * shut.size()))
}

/// A picture in three parts (`top`, as much `mid` as needed, `bottom`) along the longer side of `frame`, clipped to `clip`. A
/// horizontal one has its top at the left.
fn column(brush: &mut Brush, look: &str, frame: Rect, clip: Option<Rect>) {
    let Some(clip) = clip.filter(|clip| clip.size().min_element() > 0.0) else { return };
    let (size, min) = (frame.size(), clip.point() - frame.point());
    let is_horizontal = size.x > size.y;
    // In the picture x is across and y along the column.
    let turned = |v: Vec2| if is_horizontal { Vec2::new(v.y, v.x) } else { v };
    let (size, from, to) = (turned(size), turned(min), turned(min + clip.size()));
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
            let corners = corners.map(|(across, along)| frame.point() + turned(Vec2::new(across, along)));
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
        let door = Rect::new(16.0, 0.0, 16.0, 48.0);
        for (direction, open) in [(Vec2::NEG_Y, (32.0, 48.0)), (Vec2::Y, (0.0, 16.0))] {
            let rest = behind(door, door.offset(direction * 16.0), direction * 48.0).unwrap();
            assert_eq!((rest.top(), rest.bottom()), open);
        }
        let door = Rect::new(0.0, 0.0, 48.0, 16.0);
        let away = Rect::new(48.0, 0.0, 48.0, 16.0);
        assert_eq!(behind(door, away, Vec2::X * 48.0), Some(door));
        assert_eq!(behind(door, away.offset(Vec2::X * 9.0), Vec2::X * 48.0), Some(door), "farther than its length");
    }
}

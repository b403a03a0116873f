//! Wind: long thin threads that drift with it, wave, and fade in and out, and laundry that it has torn off the line. A function
//! of the level's time alone.

use std::f32::consts::{PI, TAU};

use glam::Vec2;
use macroquad::color::Color;
use seamwalker_collide::Aabb;
use seamwalker_level::ObjectKind;
use seamwalker_sim::World;

use super::super::chance::fraction;
use crate::app::render::{Canvas, Region, Sprites, Viewport, palette};

/// One thread per this many square pixels of wind, and the most in one wind.
const AREA_PER_THREAD: f32 = 3600.0;
const MAX_THREADS: u32 = 140;
/// The shortest and the longest thread, in pixels. Faster winds have longer ones.
const THREAD_LENGTHS: (f32, f32) = (34.0, 96.0);
/// The speed of the longest threads, in px/s.
const STRONG: f32 = 200.0;
/// The distance of a thread's points, in pixels.
const THREAD_STEP: f32 = 9.0;
/// How far a thread waves to each side, in pixels, its wave length in pixels, and the rate in radians per second.
const WAVE: f32 = 2.6;
const WAVE_LENGTH: f32 = 58.0;
const WAVE_RATE: f32 = 3.0;
/// A thread appears and disappears within this distance of the wind's ends, in pixels.
const FADE: f32 = 40.0;
/// The opacity of a thread and of the dark side of it, which is seen on light ground.
const LIGHT_ALPHA: f32 = 0.5;
const DARK_ALPHA: f32 = 0.3;
/// One thread in so many carries a piece of laundry, which is so many steps of the thread long; and its wave, in pixels.
const LAUNDRY: u32 = 6;
const CLOTH_STEPS: usize = 3;
const CLOTH_WAVE: f32 = 7.0;
/// How far threads reach beyond the wind to its sides, in pixels, for culling.
const REACH: Vec2 = Vec2::splat(WAVE + 12.0);

/// All winds in view.
pub fn draw(canvas: &mut Canvas, sprites: &Sprites, world: &World, (viewport, time): (&Viewport, f32)) {
    for object in &world.level.objects {
        let ObjectKind::Wind { direction, speed } = object.kind else { continue };
        if speed <= 0.0 || !viewport.shows(object.aabb.center, object.aabb.half + REACH) {
            continue;
        }
        for i in 0..count(&object.aabb) {
            let thread = thread(&object.aabb, direction.normal() * speed, i, time);
            let places: Vec<Vec2> = thread.iter().map(|point| point.0).collect();
            if viewport.shows_points(&places) {
                strand(canvas, &thread, Vec2::ONE, palette::faded(palette::INK, DARK_ALPHA));
                strand(canvas, &thread, Vec2::ZERO, palette::faded(palette::CREAM, LIGHT_ALPHA));
                if i % LAUNDRY == 0 {
                    flying(canvas, sprites.get("laundry").frame((i / LAUNDRY) as usize), &thread);
                }
            }
        }
    }
}

/// One colour of a thread, moved aside.
fn strand(canvas: &mut Canvas, thread: &[(Vec2, f32)], aside: Vec2, color: Color) {
    for pair in thread.windows(2) {
        let strength = (pair[0].1 + pair[1].1) * 0.5;
        if strength > 0.02 {
            canvas.line(pair[0].0 + aside, pair[1].0 + aside, 1.0, palette::faded(color, strength));
        }
    }
}

/// A piece of laundry that follows the front of a thread, and waves like it.
fn flying(canvas: &mut Canvas, cloth: Region, thread: &[(Vec2, f32)]) {
    let front = thread.len().saturating_sub(1 + CLOTH_STEPS);
    let (path, strength) = (&thread[front..], thread[thread.len() / 2].1);
    let pieces = path.len().max(2) - 1;
    let width = cloth.size.x / pieces as f32;
    // Its own wave is wider than the thread's, and grows towards its loose end.
    let side = |i: usize| {
        let across = (path[pieces].0 - path[0].0).normalize_or(Vec2::X).perp();
        let wave = (path[i].0.dot(Vec2::ONE) / CLOTH_WAVE).sin() * 3.0 * (1.0 - i as f32 / pieces as f32);
        [-0.5, 0.5].map(|half| path[i].0 + across * (half * cloth.size.y + wave))
    };
    for i in 0..pieces {
        let ([a, d], [b, c]) = (side(i), side(i + 1));
        let part = cloth.part(width * i as f32, 0.0, width, cloth.size.y);
        canvas.quad(part, [a, b, c, d], palette::faded(palette::PLAIN, strength));
    }
}

/// The number of threads in a wind.
fn count(place: &Aabb) -> u32 {
    let size = place.size();
    ((size.x * size.y / AREA_PER_THREAD).ceil() as u32).clamp(2, MAX_THREADS)
}

/// Thread `i` of a wind at a time in seconds, from its end to its head: points and how opaque it is there.
fn thread(place: &Aabb, velocity: Vec2, i: u32, time: f32) -> Vec<(Vec2, f32)> {
    let (speed, along) = (velocity.length(), velocity.normalize_or(Vec2::X));
    let across = along.perp();
    let (way, width) = (place.size().dot(along.abs()), place.size().dot(across.abs()));
    let strength = (speed / STRONG).clamp(0.0, 1.0);
    let (short, long) = THREAD_LENGTHS;
    let part = |purpose: u32| fraction(i as i32, 0, purpose);
    let length = ((short + (long - short) * strength) * (0.7 + 0.6 * part(1))).min(way * 0.9);
    // Lanes of equal width, each with a thread at another place on its way.
    let lane = ((i as f32 + 0.2 + 0.6 * part(2)) / count(place) as f32 * 7.0).fract();
    let pace = speed * (0.55 + 0.3 * part(3));
    let head = (part(4) * (way + length) + time * pace).rem_euclid(way + length);
    let start = place.center - along * way * 0.5 + across * (lane - 0.5) * (width - 2.0 * WAVE).max(0.0);
    let steps = (length / THREAD_STEP).ceil().max(2.0);
    let fade = FADE.min(way * 0.3);
    let point = |k: u32| {
        let behind = length * (1.0 - k as f32 / steps);
        let at = (head - behind).clamp(0.0, way);
        let phase = TAU * (at / WAVE_LENGTH + part(5)) - time * WAVE_RATE;
        let wave = phase.sin() * WAVE.min(width * 0.25);
        // Thin at both ends of the thread, and at both ends of the wind.
        let own = (PI * k as f32 / steps).sin().max(0.0).sqrt();
        let edge = (at / fade).min((way - at) / fade).clamp(0.0, 1.0);
        (start + along * at + across * wave, own * edge)
    };
    (0..=steps as u32).map(point).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLACE: Aabb = Aabb { center: Vec2::new(300.0, 200.0), half: Vec2::new(160.0, 40.0) };

    #[test]
    fn threads_stay_in_the_wind_and_fade_at_its_ends() {
        for (i, tick) in (0..count(&PLACE)).flat_map(|i| (0..600).step_by(7).map(move |tick| (i, tick))) {
            let thread = thread(&PLACE, Vec2::new(-220.0, 0.0), i, tick as f32 / 60.0);
            for (at, strength) in thread {
                assert!(PLACE.grown(0.01).contains(at), "{at}");
                let to_end = PLACE.half.x - (at.x - PLACE.center.x).abs();
                assert!(strength <= to_end / FADE + 1e-3, "{strength} at {to_end} px");
            }
        }
    }

    #[test]
    fn threads_move_with_the_wind() {
        let middle = |velocity: Vec2, time: f32| {
            let thread = thread(&PLACE, velocity, 3, time);
            thread[thread.len() / 2].0
        };
        for velocity in [Vec2::new(200.0, 0.0), Vec2::new(-200.0, 0.0), Vec2::new(0.0, -200.0)] {
            let moved = middle(velocity, 0.11) - middle(velocity, 0.1);
            assert!(moved.dot(velocity) > 0.0 || moved.length() > 40.0, "{moved} in {velocity}");
        }
    }
}

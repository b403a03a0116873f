//! Night: the view is darkened except for circles of light. The light falls off in steps, and all of it is one mesh of long
//! thin rectangles.

use glam::Vec2;
use macroquad::color::Color;
use seamwalker::level::compact::CompactSort;
use seamwalker::level::{Blend, ObjectKind};
use seamwalker::sim::World;

use crate::app::render::{Canvas, Viewport};

/// The steps of a light, brightest first: the radius of each as a fraction of the whole, and the colour to multiply with.
const LIGHT_STEPS: [(f32, Color); 4] = [
    (0.55, Color::new(1.0, 1.0, 1.0, 1.0)),
    (0.72, Color::new(0.88, 0.87, 0.93, 1.0)),
    (0.87, Color::new(0.77, 0.77, 0.88, 1.0)),
    (1.0, Color::new(0.67, 0.68, 0.84, 1.0)),
];
/// The colour of darkness: everything is still recognisable.
const DARK: Color = Color::new(0.57, 0.59, 0.80, 1.0);
/// The height of a rectangle, in pixels.
const LIGHT_ROW: f32 = 2.0;
/// The maximal number of lights in view; further ones are ignored.
const MAX_LIGHTS: usize = 16;

/// A circle of light.
#[derive(Clone, Copy, Debug)]
pub struct Light {
    /// Its centre, in level coordinates.
    pub at: Vec2,
    /// Its radius, in pixels.
    pub reach: f32,
}

/// All lights of a world, the player's first.
pub fn lights(world: &World, between: f32, time: f32) -> Vec<Light> {
    let player = &world.state.player;
    let middle = player.previous_feet.lerp(player.feet(), between) - Vec2::Y * player.aabb.half.y;
    // Flames flicker, and neighbours not in step.
    let flame = |at: Vec2, reach: f32| Light { at, reach: (reach + (time * 5.0 + at.x * 0.1).sin() * 1.5).round() };
    let mut lights = vec![Light { at: middle, reach: 128.0 }];
    for thing in world.state.things.iter().filter(|thing| !thing.is_away()) {
        let reach = match world.level.objects.get(thing.object as usize).map(|object| &object.kind) {
            Some(ObjectKind::DashSpool) => 56.0,
            Some(ObjectKind::Moth(_)) => 48.0,
            _ => continue,
        };
        lights.push(flame(thing.previous_center.lerp(thing.center, between), reach));
    }
    for (object, done) in world.level.objects.iter().zip(&world.state.done) {
        let reach = match object.kind {
            ObjectKind::Checkpoint if *done => 96.0,
            ObjectKind::Exit { .. } => 96.0,
            ObjectKind::Bead { golden: true } | ObjectKind::KeyButton { .. } if !done => 40.0,
            _ => continue,
        };
        lights.push(flame(object.aabb.center, reach));
    }
    lights
}

/// Darkens the view.
pub fn draw(canvas: &mut Canvas, lights: &[Light], viewport: &Viewport) {
    let shown = |light: &&Light| light.reach > 0.0 && viewport.shows(light.at, Vec2::splat(light.reach));
    let lights = lights.iter().filter(shown).take(MAX_LIGHTS);
    let lights: Vec<Light> = lights.map(|light| Light { at: (light.at - viewport.corner).round(), ..*light }).collect();
    canvas.blend(Blend::Multiply);
    canvas.offset = Vec2::ZERO;
    let mut y = 0.0;
    while y < viewport.size.y {
        for (from, to, step) in row(&lights, y + LIGHT_ROW * 0.5, viewport.size.x) {
            let color = LIGHT_STEPS.get(step).map_or(DARK, |step| step.1);
            if step > 0 {
                canvas.rect(from, y, to - from, LIGHT_ROW, color);
            }
        }
        y += LIGHT_ROW;
    }
    canvas.blend(Blend::Normal);
}

/// The spans of a row of the view: from and to in x, and the index in [`LIGHT_STEPS`]; their number for darkness.
fn row(lights: &[Light], y: f32, width: f32) -> Vec<(f32, f32, usize)> {
    // Half the width of a step of a light in this row.
    let half = |light: &Light, step: usize| {
        let (reach, down) = (light.reach * LIGHT_STEPS[step].0, y - light.at.y);
        (reach * reach - down * down).max(0.0).sqrt().round()
    };
    let in_row: Vec<&Light> = lights.iter().filter(|light| half(light, LIGHT_STEPS.len() - 1) > 0.0).collect();
    let mut cuts = vec![0.0, width];
    for light in &in_row {
        for step in 0..LIGHT_STEPS.len() {
            let half = half(light, step);
            cuts.extend([light.at.x - half, light.at.x + half].map(|x| x.clamp(0.0, width)));
        }
    }
    cuts.compact_sort_by(f32::total_cmp);
    let mut spans: Vec<(f32, f32, usize)> = Vec::new();
    for pair in cuts.windows(2).filter(|pair| pair[0] < pair[1]) {
        let middle = (pair[0] + pair[1]) * 0.5;
        let reached = |step: &usize| in_row.iter().any(|light| (middle - light.at.x).abs() < half(light, *step));
        let step = (0..LIGHT_STEPS.len()).find(reached).unwrap_or(LIGHT_STEPS.len());
        match spans.last_mut() {
            Some(last) if last.2 == step => last.1 = pair[1],
            _ => spans.push((pair[0], pair[1], step)),
        }
    }
    spans
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_without_lights_is_dark() {
        assert_eq!(row(&[], 5.0, 640.0), [(0.0, 640.0, LIGHT_STEPS.len())]);
    }

    #[test]
    fn the_light_falls_off_in_steps_to_both_sides() {
        let steps = |lights: &[Light]| row(lights, 100.0, 640.0).iter().map(|span| span.2).collect::<Vec<_>>();
        let lamp = Light { at: Vec2::new(320.0, 100.0), reach: 100.0 };
        assert_eq!(steps(&[lamp]), [4, 3, 2, 1, 0, 1, 2, 3, 4]);
        // Two that overlap are not brighter than one, and the dark between them is gone.
        let other = Light { at: Vec2::new(440.0, 100.0), ..lamp };
        assert_eq!(steps(&[lamp, other]), [4, 3, 2, 1, 0, 1, 0, 1, 2, 3, 4]);
    }

    #[test]
    fn a_row_is_covered_without_gaps() {
        let lights =
            [(10.0, 90.0), (300.0, 40.0), (350.0, 40.0)].map(|(x, reach)| Light { at: Vec2::new(x, 9.0), reach });
        for y in 0..120 {
            let spans = row(&lights, y as f32, 640.0);
            assert!(spans.windows(2).all(|pair| pair[0].1 == pair[1].0), "{spans:?}");
            assert_eq!((spans[0].0, spans[spans.len() - 1].1), (0.0, 640.0));
        }
    }
}

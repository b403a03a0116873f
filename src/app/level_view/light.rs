//! Light: the view is darkened except around lights and around what kills, whose colour is never dimmed; by day less, and the view has a
//! large light of its own. It falls off smoothly, and all of it is one mesh of long thin rectangles whose colours run from their left to
//! their right end.

use glam::Vec2;
use seamwalker_collide::Aabb;
use seamwalker_level::{Area, Blend, Level, ObjectKind};
use seamwalker_sim::{Player, World};

use crate::app::render::{Canvas, Viewport, palette};

/// The circles in which the fall is cut, with straight lines between them. Too few are seen as rings.
const LIGHT_CUTS: usize = 16;
/// How far the light may be from its curve: less than a hundredth of the brightness that it makes at most.
const LIGHT_ERROR: f32 = 0.005;
/// What darkness multiplies every colour with, at least, and how much more in the brightest channel of its hue: by night that of the
/// level's background. Everything is still recognisable.
const DARKEST: f32 = 0.54;
const HUE: f32 = 0.42;
/// How far the player's light reaches, and by day that of the view, in pixels.
const LANTERN: f32 = 200.0;
const DAY: f32 = 380.0;
/// The hue of darkness by day, and of a night without a background colour.
const BLUE: [u8; 4] = [30, 26, 51, 255];
/// The hue of half a light: flames are warm where they fade, and whatever is close to one has its own colour.
const WARM: [f32; 3] = [1.0, 0.94, 0.8];
/// How far the glow behind the player reaches, in pixels, how opaque it is in its middle by day and by night, and of how many
/// triangles it is.
const GLOW: f32 = 84.0;
const GLOW_ALPHA: [f32; 2] = [0.5, 0.6];
const GLOW_SPOKES: usize = 24;
/// The height of a rectangle, in pixels.
const LIGHT_ROW: f32 = 2.0;
/// The maximal number of lights in view; further ones are ignored.
const MAX_LIGHTS: usize = 48;
/// How far the light around what kills reaches, in pixels.
const DANGER_REACH: f32 = 14.0;
/// Hazards that are nearer to each other share a light, in pixels.
const DANGER_GAP: f32 = 6.0;

/// A light around a box, or around a point: a circle.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Light {
    /// Its centre, in level coordinates.
    pub at: Vec2,
    /// Half the size of the box.
    pub half: Vec2,
    /// How far it reaches around the box, in pixels.
    pub reach: f32,
}

impl Light {
    /// How far a place is from the box.
    fn distance(&self, place: Vec2) -> f32 {
        Aabb::new(self.at, self.half).closest_point(place).distance(place)
    }
}

/// The light of the player's lantern on what is behind it, so that a dark figure stands before something bright.
pub fn glow(canvas: &mut Canvas, middle: Vec2, is_night: bool) {
    let [full, clear] =
        [GLOW_ALPHA[usize::from(is_night)], 0.0].map(|alpha| palette::faded(palette::CREAM, alpha).into());
    let spoke = |i: usize| Vec2::from_angle(i as f32 / GLOW_SPOKES as f32 * std::f32::consts::TAU);
    for [from, to] in (0..GLOW_SPOKES).map(|i| [spoke(i), spoke(i + 1)]) {
        canvas.blended([middle, middle + from * GLOW, middle + to * GLOW, middle], [full, clear, clear, full]);
    }
}

/// The middle of the player, `between` two ticks.
pub fn lantern(player: &Player, between: f32) -> Vec2 {
    player.previous_feet.lerp(player.feet(), between) - Vec2::Y * player.aabb().half.y
}

/// All lights of a world, the player's first. By day there is a large one half way to the middle of the view, so that there is light
/// ahead, too, and none around things.
pub fn lights(world: &World, is_night: bool, viewport: &Viewport, (between, time): (f32, f32)) -> Vec<Light> {
    let middle = lantern(&world.state.player, between);
    let mut lights = vec![Light { at: middle, half: Vec2::ZERO, reach: LANTERN }];
    if !is_night {
        let at = middle.midpoint(viewport.corner + viewport.size * 0.5);
        lights.push(Light { at, half: Vec2::ZERO, reach: DAY });
        return lights;
    }
    // Flames flicker, and neighbours not in step.
    let flame = |at: Vec2, reach: f32| {
        let reach = (reach + (time * 5.0 + at.x * 0.1).sin() * 1.5).round();
        Light { at, half: Vec2::ZERO, reach }
    };
    for thing in world.state.things.iter().filter(|thing| !thing.is_away()) {
        let reach = match world.level.objects.get(thing.object as usize).map(|object| &object.kind) {
            Some(ObjectKind::DashSpool) => 56.0,
            Some(ObjectKind::Moth(_) | ObjectKind::PinBug { .. }) => 32.0,
            _ => continue,
        };
        lights.push(flame(thing.previous_center.lerp(thing.center, between), reach));
    }
    for (object, done) in world.level.objects.iter().zip(&world.state.done) {
        let reach = match object.kind {
            ObjectKind::Checkpoint if *done => 96.0,
            ObjectKind::Exit { .. } => 96.0,
            ObjectKind::Bead { golden: true } | ObjectKind::KeyButton { .. } if !done => 40.0,
            ObjectKind::Bead { golden: false } if !done => 14.0,
            ObjectKind::Scissors { .. } => 32.0,
            _ => continue,
        };
        lights.push(flame(object.aabb.center, reach));
    }
    lights
}

/// The lights around hazards in view: one for each row and column of pins.
fn dangers(hazards: &[Area], viewport: &Viewport) -> Vec<Light> {
    let mut boxes: Vec<Aabb> = Vec::new();
    for area in hazards.iter().map(|hazard| hazard.aabb).filter(|area| viewport.shows(area.center, area.half)) {
        let joins = |other: &&mut Aabb| {
            // Side by side in one direction and of the same size in the other, so that no light covers what is free.
            let (far, half) = ((other.center - area.center).abs(), other.half - area.half);
            let gap = far - other.half - area.half;
            let is_row = gap.x <= DANGER_GAP && far.y < DANGER_GAP && half.y.abs() < DANGER_GAP;
            let is_column = gap.y <= DANGER_GAP && far.x < DANGER_GAP && half.x.abs() < DANGER_GAP;
            is_row || is_column
        };
        match boxes.iter_mut().find(joins) {
            Some(other) => *other = Aabb::from_corners(other.min().min(area.min()), other.max().max(area.max())),
            None => boxes.push(area),
        }
    }
    boxes.iter().map(|area| Light { at: area.center, half: area.half, reach: DANGER_REACH }).collect()
}

/// Darkens the view of a level.
pub fn draw(canvas: &mut Canvas, lights: &[Light], (level, is_night): (&Level, bool), viewport: &Viewport) {
    let shown = |light: &&Light| light.reach > 0.0 && viewport.shows(light.at, light.half + light.reach);
    let dangers = dangers(&level.hazards, viewport);
    let dark = dark(level.meta.background.filter(|_| is_night).unwrap_or(BLUE));
    let lights = lights.iter().chain(&dangers).filter(shown).take(MAX_LIGHTS);
    let lights: Vec<Light> = lights.map(|light| Light { at: (light.at - viewport.corner).round(), ..*light }).collect();
    canvas.blend(Blend::Multiply);
    canvas.offset = Vec2::ZERO;
    let mut y = 0.0;
    while y < viewport.size.y {
        for [from, to] in row(&lights, y + LIGHT_ROW * 0.5, viewport.size.x) {
            if from.1.min(to.1) < 1.0 {
                let corners = [(from.0, y), (to.0, y), (to.0, y + LIGHT_ROW), (from.0, y + LIGHT_ROW)];
                let [left, right] = [shade(dark, from.1), shade(dark, to.1)];
                canvas.blended(corners.map(Vec2::from), [left, right, right, left]);
            }
        }
        y += LIGHT_ROW;
    }
    canvas.blend(Blend::Normal);
}

/// What to multiply with without light in a darkness of this hue.
fn dark([r, g, b, _]: [u8; 4]) -> [f32; 3] {
    let brightest = f32::from(r.max(g).max(b).max(1));
    [r, g, b].map(|channel| DARKEST + HUE * f32::from(channel) / brightest)
}

/// What to multiply with under this much light, 0 to 1.
fn shade(dark: [f32; 3], light: f32) -> [u8; 4] {
    let lit = |dark: f32, warm: f32| {
        let lit = warm + (1.0 - warm) * light;
        ((dark + (lit - dark) * light) * 255.0).round() as u8
    };
    let [r, g, b] = [0, 1, 2].map(|channel| lit(dark[channel], WARM[channel]));
    [r, g, b, 255]
}

/// How bright a light is at a distance, 0 to 1: it falls with the square of the distance, and smoothly to nothing where it ends.
fn fall(light: &Light, distance: f32) -> f32 {
    let square = (distance / light.reach).powi(2).min(1.0);
    (1.0 - square).powi(2) / (1.0 + square)
}

/// A place in a row of the view, and how bright it is.
type Lit = (f32, f32);

/// The spans of a row of the view, from left to right.
fn row(lights: &[Light], y: f32, width: f32) -> Vec<[Lit; 2]> {
    let down = |light: &Light| ((y - light.at.y).abs() - light.half.y).max(0.0);
    let in_row: Vec<&Light> = lights.iter().filter(|light| down(light) < light.reach).collect();
    let bright = |x: f32| {
        let of = |light: &&Light| fall(light, light.distance(Vec2::new(x, y)));
        in_row.iter().map(of).fold(0.0, f32::max)
    };
    let mut cuts = vec![0.0, width];
    for light in &in_row {
        let down = down(light);
        // The nearest points of the row, and where it crosses the circles.
        cuts.extend([light.at.x, light.at.x - light.half.x, light.at.x + light.half.x]);
        for i in 1..=LIGHT_CUTS {
            let radius = light.reach * i as f32 / LIGHT_CUTS as f32;
            let half = light.half.x + (radius * radius - down * down).max(0.0).sqrt();
            cuts.extend([light.at.x - half, light.at.x + half]);
        }
    }
    cuts.iter_mut().for_each(|x| *x = x.clamp(0.0, width).round());
    cuts.sort_by(f32::total_cmp);
    cuts.dedup();
    let lit: Vec<Lit> = cuts.into_iter().map(|x| (x, bright(x))).collect();
    simplified(&lit)
}

/// Spans between as few of these places as show the same light.
fn simplified(lit: &[Lit]) -> Vec<[Lit; 2]> {
    let mut spans: Vec<[Lit; 2]> = Vec::new();
    let mut first = 0;
    for last in 1..lit.len() {
        let (from, next) = (lit[first], lit.get(last + 1));
        let straight = |to: &Lit| {
            let at = |x: f32| from.1 + (to.1 - from.1) * (x - from.0) / (to.0 - from.0);
            lit[first + 1..=last].iter().all(|place| (at(place.0) - place.1).abs() < LIGHT_ERROR)
        };
        if !next.is_some_and(straight) {
            spans.push([from, lit[last]]);
            first = last;
        }
    }
    spans
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How bright a row is at every pixel.
    fn pixels(lights: &[Light], y: f32) -> Vec<f32> {
        let spans = row(lights, y, 640.0);
        let at = |x: f32| {
            let [from, to] = spans.iter().find(|span| x < span[1].0).copied().unwrap();
            from.1 + (to.1 - from.1) * (x - from.0) / (to.0 - from.0)
        };
        (0..640).map(|x| at(x as f32 + 0.5)).collect()
    }

    /// A ring is a place where the light jumps, or bends so sharply that it is seen as a line.
    #[test]
    fn the_light_falls_off_without_rings() {
        let lamp = Light { at: Vec2::new(320.0, 100.0), reach: 100.0, ..Light::default() };
        for y in [100.0, 131.0, 160.0, 187.0] {
            let row = pixels(&[lamp], y);
            let steps: Vec<f32> = row.windows(2).map(|pair| (pair[1] - pair[0]).abs()).collect();
            assert!(steps.iter().all(|step| *step < 0.05), "a jump in row {y}");
            assert!(steps.windows(2).all(|pair| (pair[0] - pair[1]).abs() < 0.02), "a bend in row {y}");
        }
        let row = pixels(&[lamp], 100.0);
        assert!(row[320] > 0.99 && row[370] < 0.5 && row[420] == 0.0, "{} {} {}", row[320], row[370], row[420]);
    }

    #[test]
    fn two_lights_that_overlap_are_not_brighter_than_one() {
        let lamp = Light { at: Vec2::new(320.0, 100.0), reach: 100.0, ..Light::default() };
        let other = Light { at: Vec2::new(440.0, 100.0), ..lamp };
        for (x, both) in pixels(&[lamp, other], 100.0).into_iter().enumerate() {
            let single = |light: &Light| fall(light, (x as f32 + 0.5 - light.at.x).abs());
            assert!((both - single(&lamp).max(single(&other))).abs() < 0.06, "{both} at {x}");
        }
    }

    #[test]
    fn a_row_is_covered_without_gaps() {
        let lights = [(10.0, 90.0), (300.0, 40.0), (350.0, 40.0)].map(|(x, reach)| Light {
            at: Vec2::new(x, 9.0),
            reach,
            ..Light::default()
        });
        for y in 0..120 {
            let spans = row(&lights, y as f32, 640.0);
            assert!(spans.windows(2).all(|pair| pair[0][1] == pair[1][0]), "{spans:?}");
            assert_eq!((spans[0][0].0, spans[spans.len() - 1][1].0), (0.0, 640.0));
        }
        assert_eq!(row(&[], 5.0, 640.0), [[(0.0, 0.0), (640.0, 0.0)]], "without lights it is dark");
    }

    #[test]
    fn pins_in_a_row_are_as_bright_as_by_day() {
        let pin = |x: f32, y: f32| {
            let aabb = Aabb::from_corners(Vec2::new(x, y), Vec2::new(x + 14.0, y + 11.0));
            Area { aabb, corners: Vec::new() }
        };
        let view = Viewport { corner: Vec2::ZERO, size: Vec2::new(640.0, 360.0) };
        let pins = [pin(101.0, 105.0), pin(117.0, 105.0), pin(133.0, 105.0), pin(133.0, 205.0), pin(900.0, 105.0)];
        let lights = dangers(&pins, &view);
        assert_eq!(lights.len(), 2, "one for the row, one for the pin elsewhere, none out of view: {lights:?}");
        let row = pixels(&lights, 110.0);
        assert!(row[101..147].iter().all(|light| *light == 1.0), "{:?}", &row[101..147]);
        assert!(row[80..86].iter().chain(&row[162..]).all(|light| *light == 0.0));
        assert!(pixels(&lights, 150.0).iter().all(|light| *light == 0.0));
    }
}

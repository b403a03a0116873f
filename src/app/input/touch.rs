//! Touch controls: a stick wherever the left thumb touches, a jump button for the right one, a dash button where the level has a
//! dash, and two small buttons in the corner. They are visible while touch is the last device used. Menus have a back button.

use std::collections::BTreeMap;

use glam::Vec2;
use macroquad::input::{TouchPhase, touches};
use macroquad::prelude::{draw_circle, draw_line};
use seamwalker_sim::Buttons;

use super::{ButtonState, Hotkey, ways};
use crate::app::render::{Letterbox, density, palette};

/// Distance at which the stick's knob stops, as a share of its radius.
const KNOB_RANGE: f32 = 0.9;
/// Radius of the stick and of the jump button: a share of the window's shorter side, and its minimum and maximum in pixels.
const LARGE_RADIUS: (f32, f32, f32) = (0.15, 36.0, 90.0);
/// That share in an upright window, where both thumbs share the shorter side.
const UPRIGHT_RADIUS: f32 = 0.14;
/// Radius of the small buttons and of the dash button, as shares of the large one, and the least and the largest one of a small
/// button, in pixels: less than 44 across is hard to hit.
const SMALL: f32 = 0.42;
const SMALL_RADII: (f32, f32) = (22.0, 26.0);
const DASH_SIZE: f32 = 0.7;
/// How far around a small button it is still hit, as a multiple of its radius.
const SMALL_REACH: f32 = 1.3;
/// A band beside the picture as wide as this has room for the small buttons, as a multiple of their radius.
const BAND: f32 = 2.1;
/// The height of the counters and the clock at the upper border of the view, in view pixels, with large letters.
const COUNTERS_HEIGHT: f32 = 46.0;
/// Stitches around a button, and their share of the circle.
const BUTTON_STITCHES: u32 = 22;
const STITCH_SHARE: f32 = 0.6;

/// A picture on a button: lines around the origin, and their thickness, as parts of its size.
struct Icon {
    thick: f32,
    lines: &'static [&'static [(f32, f32)]],
}

/// To the left: back.
const BACK: Icon = Icon { thick: 0.4, lines: &[&[(0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)]] };
/// Up: jump.
const ARROW_UP: Icon =
    Icon { thick: 0.28, lines: &[&[(-1.0, 0.0), (0.0, -1.0), (1.0, 0.0)], &[(0.0, -1.0), (0.0, 1.0)]] };
/// Two to the right: dash.
const CHEVRONS: Icon =
    Icon { thick: 0.28, lines: &[&[(-0.9, -0.8), (-0.1, 0.0), (-0.9, 0.8)], &[(0.1, -0.8), (0.9, 0.0), (0.1, 0.8)]] };
/// Two: pause.
const BARS: Icon = Icon { thick: 0.5, lines: &[&[(-0.6, -1.0), (-0.6, 1.0)], &[(0.6, -1.0), (0.6, 1.0)]] };
/// The laboratory.
const FLASK: Icon = Icon {
    thick: 0.22,
    lines: &[
        &[(-0.3, -1.0), (0.3, -1.0), (0.3, -0.3), (0.9, 0.9), (-0.9, 0.9), (-0.3, -0.3), (-0.3, -1.0)],
        &[(-0.6, 0.35), (0.6, 0.35)],
    ],
};

/// The control that a finger holds.
#[derive(Clone, Copy, Debug, PartialEq)]
enum TouchControl {
    /// The stick: its centre, and the position of the finger.
    Stick {
        from: Vec2,
        to: Vec2,
    },
    Jump,
    Dash,
    /// A small button, which acts when it is touched.
    Corner,
}

/// Where the controls may be, and where the picture is, in logical pixels of the window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TouchArea {
    /// The right bottom corner of the area; the other one is that of the window.
    size: Vec2,
    picture: [Vec2; 2],
    /// Window pixels per view pixel.
    scale: f32,
}

impl TouchArea {
    /// The area of this size in a window whose picture is there.
    pub fn new(size: Vec2, picture: Letterbox) -> Self {
        Self { size, picture: picture.rect(), scale: picture.scale }
    }
}

/// Positions of the buttons in a window, in its logical pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Places {
    area: TouchArea,
    radius: f32,
    /// The radius of the small buttons.
    small: f32,
    /// The dash button is shown.
    dash: bool,
}

impl Places {
    fn new(area: TouchArea, dash: bool) -> Self {
        let window = area.size;
        let share = if window.y > window.x { UPRIGHT_RADIUS } else { LARGE_RADIUS.0 };
        let radius = (window.min_element() * share).clamp(LARGE_RADIUS.1, LARGE_RADIUS.2);
        Self { area, radius, small: (radius * SMALL).clamp(SMALL_RADII.0, SMALL_RADII.1), dash }
    }

    /// How far the thumbs' controls are above the lower border: farther where there is room below the picture.
    fn lift(self) -> f32 {
        (self.radius * 1.4).max((self.area.size.y - self.area.picture[1].y) * 0.38)
    }

    /// The idle stick.
    fn stick(self) -> Vec2 {
        Vec2::new(self.radius * 1.5, self.area.size.y - self.lift())
    }

    fn jump(self) -> Vec2 {
        self.area.size - Vec2::new(self.radius * 1.4, self.lift())
    }

    /// Beside the jump button, within reach of the thumb; above it in a narrow window.
    fn dash(self) -> Vec2 {
        let by = if self.area.size.y > self.area.size.x { Vec2::splat(1.25) } else { Vec2::new(1.85, -0.25) };
        self.jump() - by * self.radius
    }

    /// The back button of menus, in the corner: screens leave it the height of their title.
    fn back(self) -> Vec2 {
        let corner = Vec2::splat(SMALL_RADII.0);
        let band = self.area.picture[0];
        Vec2::select(band.cmpge(corner * 2.0), band * 0.5, band + corner)
    }

    /// The small buttons and their commands: above or beside the picture where there is room, else below the counters and the clock.
    fn corner(self) -> [(Vec2, Hotkey); 2] {
        let (r, [from, to]) = (self.small, self.area.picture);
        let at = |i: f32| {
            let right = self.area.size.x - r * (1.5 + i * 2.6);
            if from.y >= r * BAND {
                Vec2::new(right, from.y * 0.5)
            } else if self.area.size.x - to.x >= r * BAND {
                Vec2::new((self.area.size.x + to.x) * 0.5, r * (1.5 + i * 2.6))
            } else {
                Vec2::new(right, from.y + COUNTERS_HEIGHT * self.area.scale + r * 1.2)
            }
        };
        [(at(0.0), Hotkey::Menu), (at(1.0), Hotkey::Debug)]
    }

    /// The control at the position of a touch, and its command.
    fn grip(self, at: Vec2) -> (TouchControl, Option<Hotkey>) {
        let small = self.small * SMALL_REACH;
        if let Some((_, command)) = self.corner().into_iter().find(|(place, _)| place.distance(at) <= small) {
            return (TouchControl::Corner, Some(command));
        }
        if at.x < self.area.size.x * 0.5 {
            return (TouchControl::Stick { from: at, to: at }, None);
        }
        // The right half belongs to the nearer button, relative to its size.
        let is_dash = self.dash && at.distance(self.dash()) / DASH_SIZE < at.distance(self.jump());
        (if is_dash { TouchControl::Dash } else { TouchControl::Jump }, None)
    }
}

/// A finger during a frame.
#[derive(Clone, Copy, Debug)]
struct Finger {
    id: u64,
    at: Vec2,
    down: bool,
    /// It went down during this frame.
    started: bool,
}

/// All fingers.
#[derive(Debug, Default)]
pub struct Touch {
    grips: BTreeMap<u64, TouchControl>,
    /// The fingers that were down at the end of the last frame, whatever they hold.
    before: Vec<u64>,
}

impl Touch {
    /// Buttons and commands of a frame of play.
    pub fn frame(&mut self, area: TouchArea, dash: bool) -> (ButtonState, Vec<Hotkey>) {
        self.follow(Places::new(area, dash), &fingers())
    }

    /// Whether the back button was touched.
    pub fn back_pressed(&mut self, area: TouchArea) -> bool {
        let (places, fingers) = (Places::new(area, false), fingers());
        // A tap may begin and end within a frame.
        let is_new = |finger: &Finger| !self.grips.contains_key(&finger.id);
        let near = |finger: &Finger| finger.at.distance(places.back()) <= SMALL_RADII.0 * SMALL_REACH;
        let back = fingers.iter().any(|finger| is_new(finger) && near(finger));
        self.grips =
            fingers.iter().filter(|finger| finger.down).map(|finger| (finger.id, TouchControl::Corner)).collect();
        self.remember(&fingers);
        back
    }

    /// Releases everything.
    pub fn release(&mut self) {
        self.release_all(&fingers());
    }

    fn release_all(&mut self, fingers: &[Finger]) {
        self.grips.clear();
        self.remember(fingers);
    }

    fn remember(&mut self, fingers: &[Finger]) {
        self.before = fingers.iter().filter(|finger| finger.down).map(|finger| finger.id).collect();
    }

    /// The buttons that the fingers hold.
    fn held(&self, radius: f32) -> u8 {
        self.grips.values().fold(0, |bits, grip| bits | buttons(*grip, radius))
    }

    fn follow(&mut self, places: Places, fingers: &[Finger]) -> (ButtonState, Vec<Hotkey>) {
        let mut commands = Vec::new();
        // Browsers use an id again: a finger may lift and another begin with the same id within a frame.
        let stays = |finger: &Finger| finger.down && !finger.started;
        self.grips.retain(|id, _| fingers.iter().any(|finger| stays(finger) && finger.id == *id));
        let held_before = self.held(places.radius);
        let mut tapped = 0;
        for finger in fingers {
            // A finger that is up and was not down before tapped within this frame.
            if !finger.down && self.before.contains(&finger.id) {
                continue;
            }
            match self.grips.get_mut(&finger.id) {
                Some(TouchControl::Stick { from, to }) => {
                    *to = finger.at;
                    // The stick follows a finger beyond its rim, so that turning back takes effect at once.
                    let offset = *to - *from;
                    let excess = (offset.length() - places.radius).max(0.0);
                    *from += offset.normalize_or_zero() * excess;
                }
                Some(_) => {}
                // The rest of the window belongs to the laboratory.
                None if finger.at.cmpgt(places.area.size).any() => {}
                None => {
                    let (grip, command) = places.grip(finger.at);
                    commands.extend(command);
                    if finger.down {
                        self.grips.insert(finger.id, grip);
                    } else {
                        tapped |= buttons(grip, places.radius);
                    }
                }
            }
        }
        self.remember(fingers);
        let held = self.held(places.radius);
        (ButtonState { held, pressed: (held & !held_before) | tapped }, commands)
    }

    /// The corners and sizes of all controls, in the window.
    pub fn targets(area: TouchArea, dash: bool) -> Vec<(Vec2, Vec2)> {
        let places = Places::new(area, dash);
        let around = |at: Vec2, radius: f32| (at - radius, Vec2::splat(radius * 2.0));
        let large = [places.stick(), places.jump()].map(|at| around(at, places.radius));
        let small = places.corner().map(|(at, _)| around(at, places.small));
        let dash = dash.then(|| around(places.dash(), places.radius * DASH_SIZE));
        large.into_iter().chain(small).chain(dash).collect()
    }

    /// The corner and size of the back button.
    pub fn back_target(area: TouchArea) -> (Vec2, Vec2) {
        (Places::new(area, false).back() - SMALL_RADII.0, Vec2::splat(SMALL_RADII.0 * 2.0))
    }

    /// Draws the back button.
    pub fn draw_back(area: TouchArea) {
        let at = Places::new(area, false).back();
        button(at, SMALL_RADII.0, false);
        icon(BACK, at, SMALL_RADII.0 * 0.5);
    }

    /// Draws the stick and the buttons over the window.
    pub fn draw(&self, area: TouchArea, dash: bool) {
        let places = Places::new(area, dash);
        let stick = self.grips.values().find_map(|grip| match grip {
            TouchControl::Stick { from, to } => Some((*from, *to)),
            _ => None,
        });
        let (from, to) = stick.unwrap_or((places.stick(), places.stick()));
        button(from, places.radius, false);
        let knob = from + (to - from).clamp_length_max(places.radius * KNOB_RANGE);
        button(knob, places.radius * 0.5, stick.is_some());
        let is_held = |control| self.grips.values().any(|grip| *grip == control);
        button(places.jump(), places.radius, is_held(TouchControl::Jump));
        icon(ARROW_UP, places.jump(), places.radius * 0.4);
        if dash {
            let radius = places.radius * DASH_SIZE;
            button(places.dash(), radius, is_held(TouchControl::Dash));
            icon(CHEVRONS, places.dash(), radius * 0.4);
        }
        for (at, command) in places.corner() {
            let radius = places.small;
            button(at, radius, false);
            if command == Hotkey::Menu { icon(BARS, at, radius * 0.4) } else { icon(FLASK, at, radius * 0.5) }
        }
    }
}

/// All fingers, in the window's logical pixels.
fn fingers() -> Vec<Finger> {
    let is_down = |phase| !matches!(phase, TouchPhase::Ended | TouchPhase::Cancelled);
    let finger = |touch: macroquad::input::Touch| Finger {
        id: touch.id,
        at: touch.position / density(),
        down: is_down(touch.phase),
        started: touch.phase == TouchPhase::Started,
    };
    touches().into_iter().map(finger).collect()
}

/// The bits of the buttons that a finger holds.
fn buttons(grip: TouchControl, radius: f32) -> u8 {
    match grip {
        TouchControl::Jump => Buttons::JUMP,
        TouchControl::Dash => Buttons::DASH,
        TouchControl::Corner => 0,
        TouchControl::Stick { from, to } => {
            let all = [Buttons::LEFT, Buttons::RIGHT, Buttons::UP, Buttons::DOWN];
            let pointed = ways((to - from) / radius).into_iter().zip(all).filter(|(points, _)| *points);
            pointed.fold(0, |bits, (_, bit)| bits | bit)
        }
    }
}

/// A round piece of cloth with a running stitch.
fn button(at: Vec2, radius: f32, held: bool) {
    let (cloth, seam) = if held { (0.5, 0.9) } else { (0.28, 0.55) };
    draw_circle(at.x, at.y, radius, palette::faded(palette::INK, cloth));
    let stitch = |i: f32| at + Vec2::from_angle(i / BUTTON_STITCHES as f32 * std::f32::consts::TAU) * (radius * 0.86);
    for i in 0..BUTTON_STITCHES {
        let (a, b) = (stitch(i as f32), stitch(i as f32 + STITCH_SHARE));
        draw_line(a.x, a.y, b.x, b.y, (radius * 0.05).max(1.5), palette::faded(palette::CREAM, seam));
    }
}

/// An icon around a point.
fn icon(Icon { thick, lines }: Icon, at: Vec2, size: f32) {
    for pair in lines.iter().flat_map(|line| line.windows(2)) {
        let [a, b] = [pair[0], pair[1]].map(|point| at + Vec2::from(point) * size);
        draw_line(a.x, a.y, b.x, b.y, size * thick, palette::faded(palette::CREAM, 0.9));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::render::{MAX_SIZE, Room, Subject};

    const WINDOW: Vec2 = Vec2::new(844.0, 390.0);

    /// The places in a part of a window of this size.
    fn part_of(window: Vec2, size: Vec2, dash: bool) -> Places {
        let room = Room { size: window, density: 1.0, touched: true, thumbs: true };
        let picture = Letterbox::new(room, false, Subject::Level(MAX_SIZE));
        Places::new(TouchArea::new(size, picture), dash)
    }

    fn places_in(window: Vec2, dash: bool) -> Places {
        part_of(window, window, dash)
    }

    fn finger(id: u64, x: f32, y: f32) -> Finger {
        Finger { id, at: Vec2::new(x, y), down: true, started: false }
    }

    /// Frames may be longer than taps: on a slow device, both ends of a tap arrive in one frame.
    #[test]
    fn a_tap_within_one_frame_presses_once() {
        let (mut touch, places) = (Touch::default(), places_in(WINDOW, false));
        let tap = Finger { down: false, ..finger(1, 800.0, 350.0) };
        let (frame, _) = touch.follow(places, &[tap]);
        assert_eq!((frame.held, frame.pressed), (0, Buttons::JUMP));
        assert_eq!(touch.follow(places, &[]).0, ButtonState::default());
        let (at, command) = places.corner()[0];
        let tap = Finger { down: false, ..finger(2, at.x, at.y) };
        assert_eq!(touch.follow(places, &[tap]), (ButtonState::default(), vec![command]));
        // Two quick taps: the first ends and the second begins in one frame, under the same id.
        touch.follow(places, &[finger(3, 800.0, 350.0)]);
        let again = Finger { started: true, ..finger(3, 800.0, 350.0) };
        let (frame, _) = touch.follow(places, &[again]);
        assert_eq!((frame.held, frame.pressed), (Buttons::JUMP, Buttons::JUMP));
        // Lifting a finger that held nothing is no tap.
        let down = finger(4, 800.0, 350.0);
        touch.release_all(&[down]);
        assert_eq!(touch.follow(places, &[Finger { down: false, ..down }]).0, ButtonState::default());
        // The small buttons act once and hold nothing.
        let (at, command) = places.corner()[0];
        assert_eq!(touch.follow(places, &[finger(5, at.x, at.y)]), (ButtonState::default(), vec![command]));
        assert_eq!(touch.follow(places, &[finger(5, at.x, at.y)]).1, []);
    }

    #[test]
    fn one_thumb_walks_while_the_other_jumps() {
        let (mut touch, places) = (Touch::default(), places_in(WINDOW, false));
        assert_eq!(touch.follow(places, &[finger(1, 100.0, 300.0)]).0, ButtonState::default(), "not pushed yet");
        let (frame, _) = touch.follow(places, &[finger(1, 150.0, 300.0)]);
        assert_eq!((frame.held, frame.pressed), (Buttons::RIGHT, Buttons::RIGHT));
        let (frame, _) = touch.follow(places, &[finger(1, 150.0, 300.0), finger(2, 800.0, 350.0)]);
        assert_eq!((frame.held, frame.pressed), (Buttons::RIGHT | Buttons::JUMP, Buttons::JUMP));
        let up = Finger { down: false, ..finger(2, 800.0, 350.0) };
        let (frame, _) = touch.follow(places, &[finger(1, 150.0, 300.0), up]);
        assert_eq!((frame.held, frame.pressed), (Buttons::RIGHT, 0));
    }

    #[test]
    fn the_dash_button_exists_only_in_levels_with_a_dash() {
        let (mut touch, places) = (Touch::default(), places_in(WINDOW, true));
        let at = places.dash();
        assert_eq!(touch.follow(places, &[finger(1, at.x, at.y)]).0.pressed, Buttons::DASH);
        let at = places.jump();
        assert_eq!(touch.follow(places, &[finger(2, at.x, at.y)]).0.pressed, Buttons::JUMP);
        touch.release_all(&[]);
        let (at, none) = (places.dash(), places_in(WINDOW, false));
        assert_eq!(touch.follow(none, &[finger(3, at.x, at.y)]).0.pressed, Buttons::JUMP);
    }

    /// The open laboratory is to the right of the controls, or below them: its sliders made the player jump.
    #[test]
    fn a_finger_outside_the_area_holds_nothing() {
        let (mut touch, places) = (Touch::default(), places_in(WINDOW, false));
        let beside = finger(1, WINDOW.x + 20.0, places.jump().y);
        let below = finger(2, places.jump().x, WINDOW.y + 20.0);
        assert_eq!(touch.follow(places, &[beside, below]).0.held, 0);
    }

    #[test]
    fn a_stick_pushed_far_turns_back_at_once() {
        let (mut touch, places) = (Touch::default(), places_in(WINDOW, false));
        touch.follow(places, &[finger(1, 100.0, 300.0)]);
        touch.follow(places, &[finger(1, 300.0, 300.0)]);
        let back = 300.0 - places.radius * 1.3;
        assert_eq!(touch.follow(places, &[finger(1, back, 300.0)]).0.held, Buttons::LEFT);
    }

    /// A phone on its side and upright, tablets, a laptop.
    const WINDOWS: [Vec2; 8] = [
        WINDOW,
        Vec2::new(390.0, 844.0),
        Vec2::new(640.0, 360.0),
        Vec2::new(1280.0, 720.0),
        Vec2::new(568.0, 320.0),
        Vec2::new(768.0, 1024.0),
        Vec2::new(1024.0, 768.0),
        Vec2::new(1366.0, 625.0),
    ];

    #[test]
    fn controls_are_large_and_overlap_neither_each_other_nor_the_counters() {
        // And the part of a phone's window beside the laboratory, without a strip and with the highest.
        let beside = [Vec2::new(474.0, 390.0), Vec2::new(474.0, 205.0)].map(|size| (WINDOW, size));
        for (window, size) in WINDOWS.map(|window| (window, window)).into_iter().chain(beside) {
            let places = part_of(window, size, true);
            assert!(places.jump().y > places.radius && places.stick().y > places.radius, "{size}");
            assert!(places.small * 2.0 >= 44.0, "{size}");
            let [from, to] = places.area.picture;
            let counters = from.y..from.y + COUNTERS_HEIGHT * places.area.scale;
            let reach = places.small * SMALL_REACH;
            let corner = places.corner().map(|(at, _)| at);
            assert!(corner[0].distance(corner[1]) >= places.small * 2.0, "{size}");
            for at in corner {
                assert!(at.distance(places.jump()) > places.radius + reach, "{size}");
                assert!(at.distance(places.dash()) > places.radius * DASH_SIZE + reach, "{size}");
                assert!(at.x < size.x && at.y > 0.0);
                let beside = at.x - places.small >= to.x || at.y + places.small <= from.y;
                assert!(beside || at.y - places.small >= counters.end || window != size, "{window}: {at}");
            }
            assert!(places.jump().distance(places.dash()) >= places.radius * (1.0 + DASH_SIZE), "{size}");
            assert!(places.dash().x - places.radius * DASH_SIZE > size.x * 0.5, "{size}");
        }
    }

    #[test]
    fn the_controls_of_an_upright_phone_lie_below_the_picture() {
        let places = places_in(Vec2::new(390.0, 844.0), true);
        let below = places.area.picture[1].y;
        for (at, radius) in [
            (places.stick(), places.radius),
            (places.jump(), places.radius),
            (places.dash(), places.radius * DASH_SIZE),
        ] {
            assert!(at.y - radius > below && at.y + radius < places.area.size.y, "{at}");
        }
        assert!(places.corner().iter().all(|(at, _)| at.y + places.small <= places.area.picture[0].y));
    }
}

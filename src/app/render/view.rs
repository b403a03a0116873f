//! The view: about 512 x 288 pixels of a level, or a screen of about 640 x 360, drawn off screen, then enlarged to fill the window.
//! Its shape follows the window's.

use glam::Vec2;
use macroquad::prelude::{
    self as mq, Camera2D, Color, DrawTextureParams, FilterMode, Image, Material, Rect, clear_background,
    draw_texture_ex, gl_use_default_material, gl_use_material, render_target, screen_dpi_scale, screen_height,
    screen_width, set_camera, set_default_camera,
};

use seamwalker_collide::Aabb;

use super::{palette, shaders};

/// Width and height of a screen in a window of 16:9, in pixels: no other shows less of both.
pub const SIZE: Vec2 = Vec2::new(640.0, 360.0);
/// Width and height of the view of a level in a window of 16:9, in pixels: no other shows less of both. Races and replays always
/// have it. A smaller one shows the hero larger, and less of what comes.
pub const LEVEL_SIZE: Vec2 = Vec2::new(512.0, 288.0);
/// The largest view of a level, in pixels: as wide as 64:27, as high as 4:3. Maps may set less.
pub const MAX_SIZE: Vec2 = Vec2::new(682.0, 384.0);
/// The narrowest view of a level, in pixels. An upright window shows less than [`LEVEL_SIZE`] to the sides rather than tiny
/// pictures.
const MIN_WIDTH: f32 = 384.0;
/// Logical pixels per view pixel below which the view of a level gets narrower.
const MIN_SCALE: f32 = 1.0;
/// The widths of screens in an upright window, in pixels, the logical pixels per view pixel between them, and how many times as
/// high they are at most.
const UPRIGHT_WIDTHS: (f32, f32) = (360.0, 640.0);
const UPRIGHT_SCALE: f32 = 1.6;
const UPRIGHT_HEIGHT: f32 = 2.2;
/// The least width and height of what fingers touch, in logical pixels.
pub const MIN_TARGET: f32 = 44.0;
/// The height of the controls above a level in an upright window, and the least height of those below, in logical pixels.
const TOP_CONTROLS: f32 = 56.0;
const MIN_CONTROLS: f32 = 200.0;

/// The part of a level that is in view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewport {
    /// Its left top corner, in whole pixels.
    pub corner: Vec2,
    /// Its width and height.
    pub size: Vec2,
}

impl Viewport {
    /// The view of this size with its corner at the nearest whole pixel.
    pub fn at(corner: Vec2, size: Vec2) -> Self {
        Self { corner: corner.round(), size }
    }

    /// Whether a box with this centre and these half extents is in view.
    pub fn shows(&self, center: Vec2, half: Vec2) -> bool {
        let gap = (center - (self.corner + self.size * 0.5)).abs() - (half + self.size * 0.5);
        gap.x < 0.0 && gap.y < 0.0
    }

    /// Whether the box around some points is in view.
    pub fn shows_points(&self, points: &[Vec2]) -> bool {
        Aabb::around(points.iter().copied()).is_some_and(|aabb| self.shows(aabb.center, aabb.half))
    }
}

/// What the view shows, which decides its shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Subject {
    /// A level or a scene, of which at most this much is shown.
    Level(Vec2),
    /// A screen that fills the window.
    Screen,
}

/// The part of the window that the view may take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Room {
    /// Its right bottom corner, in logical pixels; the other one is that of the window.
    pub size: Vec2,
    /// Screen pixels per logical pixel.
    pub density: f32,
    /// Fingers play.
    pub touched: bool,
    /// In an upright room, thumbs have their controls above and below a level; otherwise they lie over it.
    pub thumbs: bool,
}

impl Room {
    /// It is higher than wide.
    pub fn is_upright(self) -> bool {
        self.size.y > self.size.x
    }

    /// Screens are narrow in it.
    fn is_narrow(self) -> bool {
        self.size.y * 3.0 >= self.size.x * 4.0 || self.touched && self.is_upright() && self.size.x < MIN_WIDTH
    }

    /// How much of it lies above and below what is shown, for fingers that play a level, in logical pixels.
    fn controls(self, subject: Subject) -> (f32, f32) {
        if self.thumbs && self.is_upright() && matches!(subject, Subject::Level(_)) {
            (TOP_CONTROLS, (self.size.y * 0.36).max(MIN_CONTROLS))
        } else {
            (0.0, 0.0)
        }
    }
}

/// What the parts of a screen are laid out by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScreenFormat {
    /// Width and height of the view, in pixels.
    pub size: Vec2,
    /// Letters and rows are large.
    pub large: bool,
    /// The least height of what is touched, in pixels; 0 where nothing is.
    pub target: f32,
}

impl Default for ScreenFormat {
    fn default() -> Self {
        Self { size: SIZE, large: false, target: 0.0 }
    }
}

impl ScreenFormat {
    /// The view is too narrow for what lies side by side in [`SIZE`].
    pub fn is_narrow(self) -> bool {
        self.size.x < SIZE.x
    }

    /// The middle of its width.
    pub fn middle(self) -> f32 {
        self.size.x * 0.5
    }

    /// The rectangle in which a small button is hit: fingers may miss it a little.
    pub fn around(self, (at, size): (Vec2, Vec2)) -> (Vec2, Vec2) {
        let missed = ((Vec2::splat(self.target) - size) * 0.5).max(Vec2::ZERO);
        (at - missed, size + missed * 2.0)
    }

    /// One of two values: for small and for large letters.
    pub fn of<T: Copy>(self, values: [T; 2]) -> T {
        values[usize::from(self.large)]
    }
}

/// The view, and the rectangle of the window in which it is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Letterbox {
    /// Its left top corner, in window pixels.
    pub corner: Vec2,
    /// Window pixels per view pixel.
    pub scale: f32,
    /// Width and height of the view, in its own pixels.
    pub size: Vec2,
}

impl Letterbox {
    /// The view that fills a room best. It is as large as the usual size fits, and shows more in the direction in which there is more
    /// room. `pixel_perfect` enlarges it by a whole number of screen pixels. A room smaller than the view still shrinks it rather
    /// than cutting it.
    pub fn new(room: Room, pixel_perfect: bool, subject: Subject) -> Self {
        let (above, below) = room.controls(subject);
        let free = (room.size - Vec2::new(0.0, above + below)).max(Vec2::ONE);
        let (least, most) = match subject {
            Subject::Screen if room.is_narrow() => {
                let (narrow, wide) = UPRIGHT_WIDTHS;
                let width = even(room.size.x / UPRIGHT_SCALE).clamp(narrow, wide);
                (Vec2::new(width, SIZE.y), Vec2::new(wide, width * UPRIGHT_HEIGHT))
            }
            Subject::Screen => (SIZE, Vec2::new(MAX_SIZE.x, SIZE.x)),
            // Races and replays show the same in every window.
            Subject::Level(most) if most.cmple(LEVEL_SIZE).all() => (LEVEL_SIZE, LEVEL_SIZE),
            Subject::Level(most) if room.is_upright() => {
                let width = even(room.size.x / MIN_SCALE).clamp(MIN_WIDTH, LEVEL_SIZE.x);
                (Vec2::new(width, LEVEL_SIZE.y), most.max(LEVEL_SIZE))
            }
            Subject::Level(most) => (LEVEL_SIZE, most.max(LEVEL_SIZE)),
        };
        let screen = free * room.density;
        let max = (screen / least).min_element().max(0.1);
        let scale = if pixel_perfect && max >= 1.0 { max.floor() } else { max };
        // Even numbers, so that its middle lies between two pixels.
        let size = screen / scale + 0.01;
        let size = Vec2::new(even(size.x), even(size.y)).max(least).min(most);
        // Rounding may make this slightly negative.
        let beside = (screen - size * scale).max(Vec2::ZERO);
        let mut corner = (beside * 0.5).floor() / room.density;
        // With controls below it, the view lies below the ones above it; what is left goes to the thumbs.
        corner.y = if below > 0.0 { above } else { corner.y + above };
        Self { corner, scale: scale / room.density, size }
    }

    /// The view of a screen over a level that is seen in this one: in the same place, and large enough for a screen.
    pub fn over(self) -> Self {
        let enlarged = (SIZE / self.size).max_element().max(1.0);
        let [width, height] = (self.size * enlarged + 0.01).to_array().map(even);
        Self { scale: self.scale / enlarged, size: Vec2::new(width, height), ..self }
    }

    /// What screens in it are laid out by.
    pub fn format(self, large: bool, touched: bool) -> ScreenFormat {
        ScreenFormat { size: self.size, large, target: if touched { MIN_TARGET / self.scale } else { 0.0 } }
    }

    /// A view of this size at the corner of the window, pixel for pixel.
    pub fn plain(size: Vec2) -> Self {
        Self { corner: Vec2::ZERO, scale: 1.0, size }
    }

    /// The same part of the window with a view enlarged by this factor, which therefore shows less.
    pub fn zoomed(self, factor: f32) -> Self {
        Self { scale: self.scale * factor, size: self.size / factor, ..self }
    }

    /// The part of the window that it takes: its left top and its right bottom corner.
    pub fn rect(self) -> [Vec2; 2] {
        [self.corner, self.corner + self.size * self.scale]
    }

    /// Screen pixels per pixel of a picture with some of them per view pixel, if that is a whole number.
    fn whole_factor(self, density: f32, per_view_pixel: u32) -> Option<f32> {
        let factor = self.scale * density / per_view_pixel as f32;
        // A smaller difference moves no screen pixel, even at the far end of the view.
        Some(factor.round()).filter(|whole| *whole >= 1.0 && (factor - whole).abs() < 0.1 / self.size.x)
    }

    /// Converts window to view coordinates.
    pub fn to_view(self, point: Vec2) -> Vec2 {
        (point - self.corner) / self.scale
    }

    /// Converts view to window coordinates.
    pub fn to_window(self, point: Vec2) -> Vec2 {
        point * self.scale + self.corner
    }
}

/// The off-screen picture that the view is drawn into.
pub struct RenderTarget {
    target: mq::RenderTarget,
    size: Vec2,
    /// Pixels of the picture per view pixel.
    pub density: u32,
    /// The shaders that show it at a whole scale and at others; `None` if they do not compile.
    opaque: Option<Material>,
    sharp: Option<Material>,
}

impl RenderTarget {
    /// A picture of a screen.
    pub fn new() -> Self {
        Self::of(SIZE)
    }

    /// A picture of another size.
    pub fn of(size: Vec2) -> Self {
        let target = render_target(size.x as u32, size.y as u32);
        Self { target, size, density: 1, opaque: shaders::opaque(), sharp: shaders::sharp() }
    }

    /// Gives the picture this size, and this many pixels per view pixel. What was drawn into it is lost if that changes.
    pub fn reshape(&mut self, size: Vec2, density: u32) {
        if (self.size, self.density) != (size, density) {
            let pixels = size.as_uvec2() * density;
            (self.target, self.size, self.density) = (render_target(pixels.x, pixels.y), size, density);
        }
    }

    /// Clears the picture and draws into it from now on.
    pub fn begin(&self, background: Color) {
        self.resume();
        clear_background(background);
    }

    /// Draws into the picture from now on, without clearing it.
    pub fn resume(&self) {
        let mut camera = Camera2D::from_display_rect(Rect::new(0.0, 0.0, self.size.x, self.size.y));
        camera.render_target = Some(self.target.clone());
        set_camera(&camera);
    }

    /// The picture, top row first.
    pub fn picture(&self) -> Image {
        let mut image = self.stored();
        let row = (usize::from(image.width) * 4).max(1);
        image.bytes = image.bytes.chunks_exact(row).rev().collect::<Vec<_>>().concat();
        image
    }

    /// The picture as it is stored: bottom row first.
    pub fn stored(&self) -> Image {
        // A change of the camera submits pending draw calls.
        set_default_camera();
        self.target.texture.get_texture_data()
    }

    /// Shows the picture on the window. At whole factors each pixel becomes a square; at others all pixels are equally wide
    /// and their borders are blended within one screen pixel.
    pub fn show(&self, letterbox: Letterbox) {
        set_default_camera();
        let density = density();
        let (filter, material) = match letterbox.whole_factor(density, self.density) {
            Some(_) => (FilterMode::Nearest, &self.opaque),
            None => (FilterMode::Linear, &self.sharp),
        };
        self.target.texture.set_filter(filter);
        if let Some(sharp) = material.as_ref().filter(|_| filter == FilterMode::Linear) {
            sharp.set_uniform("Size", self.size * self.density as f32);
            // A shrunk picture is blended everywhere.
            sharp.set_uniform("Factor", (letterbox.scale * density / self.density as f32).max(1.0));
        }
        // Render targets are stored bottom row first.
        let size = Some(self.size * letterbox.scale);
        let params = DrawTextureParams { dest_size: size, flip_y: true, ..Default::default() };
        material.iter().for_each(gl_use_material);
        draw_texture_ex(&self.target.texture, letterbox.corner.x, letterbox.corner.y, palette::PLAIN, params);
        gl_use_default_material();
    }
}

/// The next lower even number.
fn even(pixels: f32) -> f32 {
    (pixels * 0.5).floor() * 2.0
}

/// Screen pixels per logical pixel.
pub fn density() -> f32 {
    screen_dpi_scale().max(0.1)
}

/// Width and height of the window, in logical pixels.
pub fn window_size() -> Vec2 {
    Vec2::new(screen_width(), screen_height())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Windows on a laptop, in a browser on it, on larger screens, and on a phone both ways, with their densities.
    const WINDOWS: [(f32, f32, f32); 10] = [
        (1280.0, 720.0, 1.0),
        (1366.0, 768.0, 1.0),
        (1366.0, 625.0, 1.0),
        (1920.0, 1080.0, 1.0),
        (2560.0, 1600.0, 1.0),
        (3840.0, 2160.0, 1.0),
        (844.0, 390.0, 3.0),
        (390.0, 844.0, 3.0),
        (768.0, 1024.0, 2.0),
        (320.0, 200.0, 1.0),
    ];

    const LEVEL: Subject = Subject::Level(MAX_SIZE);

    fn room((w, h, density): (f32, f32, f32), touched: bool) -> Room {
        Room { size: Vec2::new(w, h), density, touched, thumbs: touched }
    }

    fn all_views() -> impl Iterator<Item = (Room, bool, Subject, Letterbox)> {
        let subjects = [LEVEL, Subject::Level(LEVEL_SIZE), Subject::Screen];
        let rooms = WINDOWS.into_iter().flat_map(|window| [false, true].map(|touched| room(window, touched)));
        let wanted = rooms.flat_map(move |room| subjects.map(|subject| (room, subject)));
        wanted.flat_map(|(room, subject)| {
            [false, true].map(|perfect| (room, perfect, subject, Letterbox::new(room, perfect, subject)))
        })
    }

    #[test]
    fn the_view_fills_the_window_as_far_as_it_may_and_never_leaves_it() {
        for (room, perfect, subject, view) in all_views() {
            let [from, to] = view.rect();
            let name = format!("{room:?} {subject:?} {perfect}: {view:?}");
            assert!(from.min_element() >= 0.0 && (to - room.size).max_element() < 0.01, "{name}");
            let beside = room.size - (to - from);
            if !perfect {
                // Less than two pixels are left in one direction.
                let (above, below) = room.controls(subject);
                let left = (beside - Vec2::new(0.0, above + below)).min_element();
                assert!(left < 2.0 * view.scale + 0.01, "{name}: {left} is left");
            }
            assert!((view.size % 2.0).max_element() == 0.0, "{name}");
            if subject == Subject::Level(LEVEL_SIZE) {
                assert_eq!(view.size, LEVEL_SIZE, "{name}");
            }
        }
    }

    /// With whole pixels, the level shrank to a small box when a menu opened.
    #[test]
    fn a_screen_over_a_level_leaves_the_level_where_it_is() {
        for (room, perfect, subject, level) in all_views() {
            let over = level.over();
            let name = format!("{room:?} {subject:?} {perfect}: {over:?} over {level:?}");
            assert!(over.corner == level.corner && over.size.cmpge(SIZE - 2.0).all(), "{name}");
            assert!(
                (over.size * over.scale - level.size * level.scale).abs().max_element() < 2.0 * over.scale,
                "{name}"
            );
            assert!((over.size % 2.0).max_element() == 0.0, "{name}");
        }
    }

    #[test]
    fn shapes_of_common_windows() {
        let size = |w, h, subject| Letterbox::new(room((w, h, 1.0), false), false, subject).size.to_array();
        let touched = |w, h, subject| Letterbox::new(room((w, h, 3.0), true), false, subject).size.to_array();
        assert_eq!(size(1280.0, 720.0, LEVEL), [512.0, 288.0]);
        assert_eq!(size(1366.0, 625.0, LEVEL), [628.0, 288.0]);
        assert_eq!(size(2560.0, 1080.0, LEVEL), [682.0, 288.0]);
        assert_eq!(size(3440.0, 720.0, LEVEL), [682.0, 288.0]);
        // A Steam Deck.
        assert_eq!(size(1280.0, 800.0, LEVEL), [512.0, 320.0]);
        assert_eq!(size(1024.0, 768.0, LEVEL), [512.0, 384.0]);
        assert_eq!(size(900.0, 900.0, LEVEL), [512.0, 384.0]);
        assert_eq!(touched(844.0, 390.0, LEVEL), [622.0, 288.0]);
        assert_eq!(touched(390.0, 844.0, LEVEL), [390.0, 384.0]);
        assert_eq!(touched(390.0, 844.0, Subject::Screen), [360.0, 778.0]);
        assert_eq!(touched(768.0, 1024.0, LEVEL), [512.0, 384.0]);
        assert_eq!(touched(768.0, 1024.0, Subject::Screen), [480.0, 640.0]);
        assert_eq!(size(900.0, 900.0, Subject::Screen), [640.0, 640.0]);
    }

    #[test]
    fn an_upright_window_under_fingers_has_the_level_between_the_controls() {
        for window in WINDOWS.into_iter().filter(|(w, h, _)| h > w) {
            let room = room(window, true);
            let [from, to] = Letterbox::new(room, false, LEVEL).rect();
            assert_eq!(from, Vec2::new(0.0, TOP_CONTROLS));
            assert!(to.y <= room.size.y - MIN_CONTROLS && (to.x - room.size.x).abs() < 2.0, "{room:?}: {to}");
        }
    }

    #[test]
    fn pixel_perfect_is_as_large_as_whole_pixels_allow() {
        let letterbox = |w, h, density| Letterbox::new(room((w, h, density), false), true, LEVEL);
        assert_eq!(letterbox(1280.0, 720.0, 1.0), Letterbox { corner: Vec2::ZERO, scale: 2.0, size: SIZE });
        // What is left of the window shows more of the level.
        let size = Vec2::new(682.0, 384.0);
        assert_eq!(letterbox(1366.0, 768.0, 1.0), Letterbox { corner: Vec2::new(1.0, 0.0), scale: 2.0, size });
        assert!(letterbox(320.0, 200.0, 1.0).scale < 1.0);
        assert!(letterbox(0.0, 0.0, 1.0).scale > 0.0);
        // A phone: three pixels of the screen are one, and 1170 of them hold the view four times.
        let phone = letterbox(844.0, 390.0, 3.0);
        assert_eq!((phone.scale, phone.size), (4.0 / 3.0, Vec2::new(632.0, 292.0)));
        for (room, _, _, view) in all_views().filter(|(room, perfect, ..)| *perfect && room.size.min_element() > 320.0)
        {
            assert!(view.whole_factor(room.density, 1).is_some(), "{room:?}: {}", view.scale);
        }
        let factor =
            |w, h| Letterbox::new(room((w, h, 1.0), false), false, Subject::Level(LEVEL_SIZE)).whole_factor(1.0, 1);
        assert_eq!([factor(2560.0, 1440.0), factor(1366.0, 768.0)], [Some(5.0), None], "otherwise only by chance");
    }
}

//! The view: 640 x 360 pixels drawn off screen, then enlarged to fill the window.

use glam::Vec2;
use macroquad::prelude::{
    self as mq, Camera2D, Color, DrawTextureParams, FilterMode, Material, Rect, clear_background, draw_texture_ex,
    gl_use_default_material, gl_use_material, render_target, screen_dpi_scale, screen_height, screen_width, set_camera,
    set_default_camera,
};

use super::{glass, palette};

/// Width and height of the view, in pixels.
pub const SIZE: Vec2 = Vec2::new(640.0, 360.0);

/// The part of a level that is in view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewport {
    /// Its left top corner, in whole pixels.
    pub corner: Vec2,
    /// Its width and height.
    pub size: Vec2,
}

impl Viewport {
    /// The view with its corner at the nearest whole pixel.
    pub fn at(corner: Vec2) -> Self {
        Self { corner: corner.round(), size: SIZE }
    }

    /// Whether a box with this middle and these half extents is in view.
    pub fn shows(&self, middle: Vec2, half: Vec2) -> bool {
        let gap = (middle - (self.corner + self.size * 0.5)).abs() - (half + self.size * 0.5);
        gap.x < 0.0 && gap.y < 0.0
    }
}

/// Where the view lies on the window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Letterbox {
    /// The left top corner of the picture, in window pixels.
    pub corner: Vec2,
    /// Viewport pixels per view pixel.
    pub scale: f32,
}

impl Letterbox {
    /// The largest scale at which the whole view fits into the window. `pixel_perfect` rounds it down to a whole number of
    /// pixels of the screen, of which `density` make a logical one; a window smaller than the view still shrinks it rather
    /// than cutting it. Everything else is in logical pixels.
    pub fn new(window: Vec2, density: f32, pixel_perfect: bool) -> Self {
        let screen = window * density;
        let most = (screen / SIZE).min_element().max(0.1);
        let scale = if pixel_perfect && most >= 1.0 { most.floor() } else { most };
        // Rounding may leave a little less than nothing beside the picture.
        let beside = (screen - SIZE * scale).max(Vec2::ZERO);
        Self { corner: (beside * 0.5).floor() / density, scale: scale / density }
    }

    /// Screen pixels per view pixel, if that is a whole number.
    fn whole_factor(self, density: f32) -> Option<f32> {
        let factor = self.scale * density;
        // Over the width of the view, a smaller difference moves no pixel of the screen.
        Some(factor.round()).filter(|whole| *whole >= 1.0 && (factor - whole).abs() < 0.1 / SIZE.x)
    }

    /// From the window to the view.
    pub fn to_view(self, point: Vec2) -> Vec2 {
        (point - self.corner) / self.scale
    }

    /// From the view to the window.
    pub fn to_window(self, point: Vec2) -> Vec2 {
        point * self.scale + self.corner
    }
}

/// The off-screen picture.
pub struct RenderTarget {
    target: mq::RenderTarget,
    size: Vec2,
    opaque: Option<Material>,
    sharp: Option<Material>,
}

impl RenderTarget {
    /// Makes the picture.
    pub fn new() -> Self {
        Self::of(SIZE)
    }

    /// Makes a picture of another size.
    pub fn of(size: Vec2) -> Self {
        let target = render_target(size.x as u32, size.y as u32);
        Self { target, size, opaque: glass::opaque(), sharp: glass::sharp() }
    }

    /// Everything is drawn into the picture from now on.
    pub fn begin(&self, background: Color) {
        self.resume();
        clear_background(background);
    }

    /// The same, over what is there.
    pub fn resume(&self) {
        let mut camera = Camera2D::from_display_rect(Rect::new(0.0, 0.0, self.size.x, self.size.y));
        camera.render_target = Some(self.target.clone());
        set_camera(&camera);
    }

    /// What was drawn, from the upper left pixel on, four bytes each.
    pub fn pixels(&self) -> Vec<u8> {
        // What was drawn is handed over when the camera changes.
        set_default_camera();
        let image = self.target.texture.get_texture_data();
        // The picture of a render target is upside down.
        upside_down(&image.bytes, usize::from(image.width))
    }

    /// Shows the picture on the window: by whole factors each pixel becomes a square, by others all stay equally wide and
    /// their borders are blended within one pixel of the screen.
    pub fn show(&self, letterbox: Letterbox) {
        set_default_camera();
        let density = density();
        let (filter, material) = match letterbox.whole_factor(density) {
            Some(_) => (FilterMode::Nearest, &self.opaque),
            None => (FilterMode::Linear, &self.sharp),
        };
        self.target.texture.set_filter(filter);
        if let Some(sharp) = material.as_ref().filter(|_| filter == FilterMode::Linear) {
            sharp.set_uniform("Size", self.size);
            // A picture that is made smaller is blended all over.
            sharp.set_uniform("Factor", (letterbox.scale * density).max(1.0));
        }
        // The picture of a render target is upside down.
        let size = Some(SIZE * letterbox.scale);
        let params = DrawTextureParams { dest_size: size, flip_y: true, ..Default::default() };
        material.iter().for_each(gl_use_material);
        draw_texture_ex(&self.target.texture, letterbox.corner.x, letterbox.corner.y, palette::PLAIN, params);
        gl_use_default_material();
    }
}

/// Rows of pixels in the other order.
fn upside_down(bytes: &[u8], width: usize) -> Vec<u8> {
    bytes.chunks_exact((width * 4).max(1)).rev().flatten().copied().collect()
}

/// How many pixels of the screen one of the window is wide.
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
    const WINDOWS: [(f32, f32, f32); 9] = [
        (1280.0, 720.0, 1.0),
        (1366.0, 768.0, 1.0),
        (1366.0, 625.0, 1.0),
        (1920.0, 1080.0, 1.0),
        (2560.0, 1600.0, 1.0),
        (3840.0, 2160.0, 1.0),
        (844.0, 390.0, 3.0),
        (390.0, 844.0, 3.0),
        (320.0, 200.0, 1.0),
    ];

    #[test]
    fn the_picture_fills_the_window_in_one_direction_and_is_centred_in_the_other() {
        for (w, h, density) in WINDOWS {
            let window = Vec2::new(w, h);
            let letterbox = Letterbox::new(window, density, false);
            let beside = window - SIZE * letterbox.scale;
            assert!(beside.min_element().abs() < 0.01, "{window}: {beside} is left");
            assert!(
                (beside * 0.5 - letterbox.corner).abs().max_element() <= 1.0 / density,
                "{window}: at {}",
                letterbox.corner
            );
            assert!(letterbox.corner.min_element() >= 0.0, "{window}: at {}", letterbox.corner);
        }
    }

    #[test]
    fn whole_factors_are_found_and_others_are_not() {
        let factor = |w, h, density| Letterbox::new(Vec2::new(w, h), density, false).whole_factor(density);
        assert_eq!(
            WINDOWS.map(|(w, h, density)| factor(w, h, density)),
            [Some(2.0), None, None, Some(3.0), Some(4.0), Some(6.0), None, None, None,]
        );
    }

    #[test]
    fn pixel_perfect_is_as_large_as_whole_pixels_allow() {
        let letterbox = |w, h| Letterbox::new(Vec2::new(w, h), 1.0, true);
        assert_eq!(letterbox(1280.0, 720.0), Letterbox { corner: Vec2::ZERO, scale: 2.0 });
        assert_eq!(letterbox(1366.0, 768.0), Letterbox { corner: Vec2::new(43.0, 24.0), scale: 2.0 });
        assert!(letterbox(320.0, 200.0).scale < 1.0);
        assert!(letterbox(0.0, 0.0).scale > 0.0);
        // A phone: three pixels of the screen are one, and 1170 of them hold the view three times.
        let phone = Letterbox::new(Vec2::new(844.0, 390.0), 3.0, true);
        assert_eq!((phone.scale, phone.corner.x * 3.0), (1.0, 306.0));
        for (w, h, density) in WINDOWS.into_iter().filter(|(w, ..)| *w > 320.0) {
            let letterbox = Letterbox::new(Vec2::new(w, h), density, true);
            assert!(letterbox.whole_factor(density).is_some(), "{w} x {h}: {}", letterbox.scale);
        }
    }

    #[test]
    fn window_and_view_agree() {
        for ((w, h, density), pixel_perfect) in WINDOWS.into_iter().flat_map(|window| [(window, false), (window, true)])
        {
            let letterbox = Letterbox::new(Vec2::new(w, h), density, pixel_perfect);
            for point in [Vec2::ZERO, SIZE, Vec2::new(12.0, 34.0)] {
                let back = letterbox.to_view(letterbox.to_window(point));
                assert!(back.distance(point) < 0.01, "{w} x {h}: {point} became {back}");
            }
            let middle = letterbox.to_view(Vec2::new(w, h) * 0.5);
            assert!(
                middle.distance(SIZE * 0.5) <= 1.0 / (letterbox.scale * density),
                "{w} x {h}: {middle} is in the middle"
            );
        }
    }
}

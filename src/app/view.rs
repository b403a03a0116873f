//! The view: 640 x 360 pixels drawn off screen, then put on the window as large as whole pixels allow.

use glam::Vec2;
use macroquad::prelude::{
    Camera2D, Color, DrawTextureParams, FilterMode, Material, Rect, RenderTarget, clear_background, draw_texture_ex,
    gl_use_default_material, gl_use_material, render_target, screen_dpi_scale, screen_height, screen_width, set_camera,
    set_default_camera,
};

use super::glass;
use super::palette;

/// Width and height of the view, in pixels.
pub const SIZE: Vec2 = Vec2::new(640.0, 360.0);

/// The part of a level that is in view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    /// Its left top corner, in whole pixels.
    pub corner: Vec2,
    /// Its width and height.
    pub size: Vec2,
}

impl Window {
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
pub struct Fit {
    /// The left top corner of the picture, in window pixels.
    pub corner: Vec2,
    /// Window pixels per view pixel.
    pub scale: f32,
}

impl Fit {
    /// The largest scale that is whole in pixels of the screen, of which `density` make a logical one; a window smaller than
    /// the view shrinks it rather than cutting it. Everything else is in logical pixels.
    pub fn new(window: Vec2, density: f32) -> Self {
        let screen = window * density;
        let most = (screen / SIZE).min_element();
        let scale = if most >= 1.0 { most.floor() } else { most.max(0.1) };
        Self { corner: ((screen - SIZE * scale) * 0.5).floor() / density, scale: scale / density }
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
pub struct View {
    target: RenderTarget,
    size: Vec2,
    opaque: Option<Material>,
}

impl View {
    /// Makes the picture.
    pub fn new() -> Self {
        Self::of(SIZE)
    }

    /// Makes a picture of another size.
    pub fn of(size: Vec2) -> Self {
        let target = render_target(size.x as u32, size.y as u32);
        target.texture.set_filter(FilterMode::Nearest);
        Self { target, size, opaque: glass::opaque() }
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

    /// Shows the picture on the window.
    pub fn show(&self, fit: Fit) {
        set_default_camera();
        // The picture of a render target is upside down.
        let size = Some(SIZE * fit.scale);
        let params = DrawTextureParams { dest_size: size, flip_y: true, ..Default::default() };
        self.opaque.iter().for_each(gl_use_material);
        draw_texture_ex(&self.target.texture, fit.corner.x, fit.corner.y, palette::PLAIN, params);
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

    #[test]
    fn the_picture_is_as_large_as_whole_pixels_allow() {
        let fit = |w, h| Fit::new(Vec2::new(w, h), 1.0);
        assert_eq!(fit(1280.0, 720.0), Fit { corner: Vec2::ZERO, scale: 2.0 });
        assert_eq!(fit(1366.0, 768.0), Fit { corner: Vec2::new(43.0, 24.0), scale: 2.0 });
        assert!(fit(320.0, 200.0).scale < 1.0);
        assert!(fit(0.0, 0.0).scale > 0.0);
        // A phone: three pixels of the screen are one, and 1170 of them hold the view three times.
        let phone = Fit::new(Vec2::new(844.0, 390.0), 3.0);
        assert_eq!((phone.scale, phone.corner.x * 3.0), (1.0, 306.0));
    }

    #[test]
    fn window_and_view_agree() {
        let fit = Fit::new(Vec2::new(1366.0, 768.0), 1.0);
        let point = Vec2::new(12.0, 34.0);
        assert_eq!(fit.to_view(fit.to_window(point)), point);
    }
}

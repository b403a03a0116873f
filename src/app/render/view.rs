//! The view: 640 x 360 pixels drawn off screen, then enlarged to fill the window.

use glam::{Vec2, Vec4};
use macroquad::prelude::{
    self as mq, Camera2D, Color, DrawTextureParams, FilterMode, Image, Rect, clear_background, draw_texture_ex,
    gl_use_default_material, gl_use_material, render_target, screen_dpi_scale, screen_height, screen_width, set_camera,
    set_default_camera,
};

use seamwalker::collide::Aabb;

use super::palette;
use super::shaders::{MAX_BENDS, ShowMaterials};

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

/// The rectangle of the window in which the view is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Letterbox {
    /// Its left top corner, in window pixels.
    pub corner: Vec2,
    /// Viewport pixels per view pixel.
    pub scale: f32,
}

impl Letterbox {
    /// The largest scale at which the whole view fits into the window, in logical pixels. `pixel_perfect` rounds it down to a
    /// whole number of screen pixels, of which `density` make a logical one. A window smaller than the view still shrinks it
    /// rather than cutting it.
    pub fn new(window: Vec2, density: f32, pixel_perfect: bool) -> Self {
        let screen = window * density;
        let max = (screen / SIZE).min_element().max(0.1);
        let scale = if pixel_perfect && max >= 1.0 { max.floor() } else { max };
        // Rounding may make this slightly negative.
        let beside = (screen - SIZE * scale).max(Vec2::ZERO);
        Self { corner: (beside * 0.5).floor() / density, scale: scale / density }
    }

    /// Screen pixels per pixel of a picture with some of them per view pixel, if that is a whole number.
    fn whole_factor(self, density: f32, per_view_pixel: u32) -> Option<f32> {
        let factor = self.scale * density / per_view_pixel as f32;
        // A smaller difference moves no screen pixel, even at the far end of the view.
        Some(factor.round()).filter(|whole| *whole >= 1.0 && (factor - whole).abs() < 0.1 / SIZE.x)
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

/// A place where the shown picture is bent down, as cloth under a weight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bend {
    /// Its middle, in view pixels.
    pub at: Vec2,
    /// Half its width, in view pixels.
    pub half_width: f32,
    /// How far the middle goes down, in view pixels; negative values lift it.
    pub depth: f32,
}

/// The off-screen picture that the view is drawn into.
pub struct RenderTarget {
    target: mq::RenderTarget,
    size: Vec2,
    /// Pixels of the picture per view pixel.
    density: u32,
    /// How far the picture is shifted to the left and up, in view pixels.
    aside: f32,
    opaque: ShowMaterials,
    sharp: ShowMaterials,
    bends: [Vec4; MAX_BENDS],
}

impl RenderTarget {
    /// A picture of the view's size.
    pub fn new() -> Self {
        Self::of(SIZE)
    }

    /// A picture of another size.
    pub fn of(size: Vec2) -> Self {
        let target = render_target(size.x as u32, size.y as u32);
        Self {
            target,
            size,
            density: 1,
            aside: 0.0,
            opaque: ShowMaterials::opaque(),
            sharp: ShowMaterials::sharp(),
            bends: Default::default(),
        }
    }

    /// A picture of this part of a view that has only one pixel of each square of `by` x `by` view pixels, in its middle.
    pub fn sampled(size: Vec2, by: usize) -> Self {
        let pixels = size.as_uvec2() / by.max(1) as u32;
        // The middle of an even number of pixels lies between two of them.
        let aside = if by.is_multiple_of(2) { 0.5 } else { 0.0 };
        Self { target: render_target(pixels.x, pixels.y), aside, ..Self::of(size) }
    }

    /// Gives the picture this many pixels per view pixel. What was drawn into it is lost if that changes.
    pub fn set_density(&mut self, density: u32) {
        if self.density != density {
            let pixels = self.size.as_uvec2() * density;
            (self.target, self.density) = (render_target(pixels.x, pixels.y), density);
        }
    }

    /// Clears the picture and draws into it from now on.
    pub fn begin(&self, background: Color) {
        self.resume();
        clear_background(background);
    }

    /// Draws into the picture from now on, without clearing it.
    pub fn resume(&self) {
        let mut camera = Camera2D::from_display_rect(Rect::new(self.aside, self.aside, self.size.x, self.size.y));
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

    /// Bends the picture when it is shown, down at some places. With more than [`MAX_BENDS`], the last ones are left out.
    pub fn bend(&mut self, bends: impl IntoIterator<Item = Bend>) {
        self.bends = Default::default();
        for (slot, Bend { at, half_width, depth }) in self.bends.iter_mut().zip(bends) {
            *slot = Vec4::new(at.x, at.y, half_width, depth);
        }
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
        let material = material.bending(&self.bends, SIZE);
        if let Some(sharp) = material.filter(|_| filter == FilterMode::Linear) {
            sharp.set_uniform("Size", self.size * self.density as f32);
            // A shrunk picture is blended everywhere.
            sharp.set_uniform("Factor", (letterbox.scale * density / self.density as f32).max(1.0));
        }
        // Render targets are stored bottom row first.
        let size = Some(SIZE * letterbox.scale);
        let params = DrawTextureParams { dest_size: size, flip_y: true, ..Default::default() };
        material.into_iter().for_each(gl_use_material);
        draw_texture_ex(&self.target.texture, letterbox.corner.x, letterbox.corner.y, palette::PLAIN, params);
        gl_use_default_material();
    }
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
        let factor = |w, h, density| Letterbox::new(Vec2::new(w, h), density, false).whole_factor(density, 1);
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
            assert!(letterbox.whole_factor(density, 1).is_some(), "{w} x {h}: {}", letterbox.scale);
        }
    }

    #[test]
    fn window_and_view_coordinates_convert_both_ways() {
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

//! Where the menu is in the window: at the right, or as a sheet along the lower edge.

use glam::Vec2;

/// Width of the menu, in points.
pub const LAB_MENU_WIDTH: f32 = 346.0;
/// Distance of the menu from the window's border, in points.
pub const MENU_MARGIN: f32 = 12.0;

/// With large text, the menu is larger by this factor, but takes at most this share of the window's width.
const LARGE_MENU: f32 = 1.5;
const MAX_MENU_SHARE: f32 = 0.5;
/// Where the menu takes a larger share of the window's width than this, the picture shrinks to what is left.
const SHEET_SHARE: f32 = 0.35;
/// A window no wider than this is small, in logical pixels; in one that is lower, a sheet along the edge would leave too little of both.
const SMALL_WINDOW: Vec2 = Vec2::new(800.0, 480.0);
/// In an upright or small window the menu is a sheet along the lower edge: this share of the height, in which it can be scrolled.
const SHEET_HEIGHT: f32 = 0.46;

/// The place of the menu.
#[derive(Clone, Copy, Debug)]
pub struct MenuPlace {
    /// Logical pixels per point.
    pub scale: f32,
    /// How much of the window's right side it covers, in logical pixels; 0 for a sheet.
    pub width: f32,
    /// The height of the sheet, in logical pixels; 0 where the menu is at the right.
    pub sheet: f32,
    /// It takes so much of the window that the picture shrinks to what is left, instead of lying below it.
    pub shrinks_picture: bool,
}

impl MenuPlace {
    /// The place in a window of this size, in logical pixels.
    pub fn new(window: Vec2, large: bool) -> Self {
        let usual = LAB_MENU_WIDTH + 2.0 * MENU_MARGIN;
        let scale = if large { (window.x * MAX_MENU_SHARE / usual).clamp(1.0, LARGE_MENU) } else { 1.0 };
        let shrinks_picture = usual * scale > window.x * SHEET_SHARE;
        let is_small = window.x <= SMALL_WINDOW.x && window.y >= SMALL_WINDOW.y;
        let is_sheet = shrinks_picture && (window.y > window.x || is_small);
        let (width, sheet) = if is_sheet { (0.0, (window.y * SHEET_HEIGHT).floor()) } else { (usual * scale, 0.0) };
        Self { scale, width, sheet, shrinks_picture }
    }
}

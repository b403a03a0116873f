//! The menu as a sheet along the lower edge, where the window is upright.

use egui_macroquad::egui::{Context, Id};

/// Sets how high the sheet is, in points; 0 where the menu lies at the right.
pub fn set_height(context: &Context, height: f32) {
    context.data_mut(|data| data.insert_temp(Id::new("sheet"), height));
}

/// How high the sheet is, in points; 0 where the menu lies at the right.
pub fn height(context: &Context) -> f32 {
    context.data(|data| data.get_temp(Id::new("sheet"))).unwrap_or(0.0)
}

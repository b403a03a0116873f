//! The menu's style: our palette, and letters that are readable at 1280 x 720.

use egui_macroquad::egui::{
    Button, Color32, Context, CornerRadius, FontFamily, FontId, Label, Margin, Response, RichText, Shadow, Stroke,
    TextStyle, Theme, Ui, Vec2, Visuals,
    style::{Spacing, WidgetVisuals},
    text::{LayoutJob, TextFormat},
};
use macroquad::color::Color;

use crate::app::render::{MIN_TARGET, palette};

/// The colour behind text and inputs that can be edited.
pub const PAPER: Color32 = Color32::from_rgb(0xfc, 0xf6, 0xe6);

/// A colour of the palette for egui.
pub fn color(color: Color) -> Color32 {
    let [r, g, b, _] = color.into();
    // Blend transparency in gamma space, as macroquad does.
    Color32::from_rgb(r, g, b).gamma_multiply(color.a)
}

/// A label in small print.
pub fn small(ui: &mut Ui, text: impl Into<String>, ink: Color) -> Response {
    ui.label(RichText::new(text).small().color(color(ink)))
}

/// The meaning of colours.
pub fn key(ui: &mut Ui, colors: &[(&str, Color)]) {
    ui.horizontal_wrapped(|ui| {
        for (text, ink) in colors {
            let mut job = LayoutJob::default();
            for (text, ink) in [("■ ", *ink), (text, palette::INK)] {
                job.append(text, 0.0, TextFormat::simple(TextStyle::Small.resolve(ui.style()), color(ink)));
            }
            ui.add(Label::new(job).extend());
        }
    });
}

/// A small button; where fingers press it, it is as large as others.
pub fn small_button(ui: &mut Ui, text: &str) -> Response {
    let button = Button::new(text);
    let is_touched = ui.spacing().interact_size.y >= MIN_TARGET;
    ui.add(if is_touched { button } else { button.small() })
}

/// Applies the style, with controls that are large enough for fingers if those are used.
pub fn apply(context: &Context, touched: bool) {
    context.set_theme(Theme::Light);
    context.style_mut(|style| {
        let font = |size| FontId::new(size, FontFamily::Proportional);
        style.text_styles = [
            (TextStyle::Heading, font(17.0)),
            (TextStyle::Body, font(15.0)),
            (TextStyle::Button, font(15.0)),
            (TextStyle::Small, font(13.0)),
            (TextStyle::Monospace, FontId::new(14.0, FontFamily::Monospace)),
        ]
        .into();
        style.spacing.item_spacing = Vec2::new(8.0, 4.0);
        style.spacing.slider_width = 130.0;
        let spacing = Spacing::default();
        let (least, padding) = if touched { (MIN_TARGET, Vec2::new(10.0, 8.0)) } else { (0.0, spacing.button_padding) };
        style.spacing.interact_size = spacing.interact_size.max(Vec2::splat(least));
        style.spacing.button_padding = padding;
        style.spacing.window_margin = Margin::same(10);
        style.visuals = visuals();
    });
}

fn visuals() -> Visuals {
    let (ink, cream, linen) = (color(palette::INK), color(palette::CREAM), color(palette::LINEN));
    let mut visuals = Visuals::light();
    visuals.override_text_color = Some(ink);
    visuals.window_fill = cream;
    visuals.panel_fill = cream;
    visuals.extreme_bg_color = PAPER;
    visuals.faint_bg_color = linen;
    visuals.window_stroke = Stroke::new(3.0, ink);
    visuals.window_corner_radius = CornerRadius::same(8);
    visuals.window_shadow = Shadow::NONE;
    visuals.selection.bg_fill = color(palette::MUSTARD);
    visuals.selection.stroke = Stroke::new(1.0, ink);
    visuals.hyperlink_color = color(palette::RED_DARK);
    visuals.slider_trailing_fill = true;
    let set = |widget: &mut WidgetVisuals, fill: Color32, line: Color32| {
        widget.bg_fill = fill;
        widget.weak_bg_fill = fill;
        widget.bg_stroke = Stroke::new(1.0, line);
        widget.fg_stroke = Stroke::new(1.5, ink);
        widget.corner_radius = CornerRadius::same(4);
    };
    let sand = color(palette::SAND);
    set(&mut visuals.widgets.noninteractive, cream, sand);
    set(&mut visuals.widgets.inactive, linen, sand);
    set(&mut visuals.widgets.hovered, color(palette::ROSE), color(palette::RED));
    set(&mut visuals.widgets.active, color(palette::MUSTARD), color(palette::RED_DARK));
    set(&mut visuals.widgets.open, linen, sand);
    visuals
}

//! The maps of heat: tinted tiles with what was counted there.

use glam::Vec2;
use macroquad::color::Color;
use seamwalker::collide::Aabb;
use seamwalker::lab::{Heat, Warm};

use crate::app::lab_ui::Pen;
use crate::app::render::palette;

/// How opaque the hottest tile is.
const HOTTEST: f32 = 0.75;
/// How opaque a tile is in which somebody was and nothing happened.
const COLD: f32 = 0.12;

impl Pen<'_> {
    /// How many ticks snagged.
    pub(super) fn snags(&mut self, heat: &Heat, shown: &Aabb) {
        let text = |warm: &Warm| if warm.snags > 0 { warm.snags.to_string() } else { String::new() };
        self.warmth(heat, shown, palette::RED, 2.0, |warm| (warm.snags as f32, text(warm)));
    }

    /// What a tick costs.
    pub(super) fn costs(&mut self, heat: &Heat, shown: &Aabb) {
        self.warmth(heat, shown, palette::MUSTARD, 9.0, |warm| (warm.cost_us, format!("{:.1}", warm.cost_us)));
    }

    fn warmth(&mut self, heat: &Heat, shown: &Aabb, color: Color, down: f32, of: impl Fn(&Warm) -> (f32, String)) {
        let most = heat.tiles().map(|warm| of(&warm).0).fold(0.0, f32::max).max(f32::MIN_POSITIVE);
        for warm in heat.tiles() {
            let corner = warm.tile.as_vec2() * heat.size();
            let tile = Aabb::from_corners(corner, corner + heat.size());
            if !tile.overlaps(shown) {
                continue;
            }
            let (value, text) = of(&warm);
            let (color, part) = if value > 0.0 { (color, value / most) } else { (palette::LEAF, 0.0) };
            self.fill(&tile, palette::faded(color, COLD + (HOTTEST - COLD) * part));
            if !text.is_empty() {
                let at = (self.at(corner + Vec2::new(1.0, down)) + 1.0).round();
                self.assets.font.outlined(self.canvas, &text, at, palette::CREAM);
            }
        }
    }
}

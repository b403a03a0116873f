//! Heat maps: tinted tiles with counts.

use glam::Vec2;
use macroquad::color::Color;
use seamwalker::collide::Aabb;
use seamwalker::lab::{Heat, Warm};

use crate::app::lab_ui::Pen;
use crate::app::render::palette;

/// Opacity of the hottest tile, and of a tile that was visited without a count.
const HOT_OPACITY: f32 = 0.75;
const COLD_OPACITY: f32 = 0.12;

impl Pen<'_> {
    /// Snagged ticks per tile.
    pub(super) fn snags(&mut self, heat: &Heat, shown: &Aabb) {
        let text = |warm: &Warm| if warm.snags > 0 { warm.snags.to_string() } else { String::new() };
        self.heat(heat, shown, palette::RED, 2.0, |warm| (warm.snags as f32, text(warm)));
    }

    /// Cost of a tick per tile.
    pub(super) fn costs(&mut self, heat: &Heat, shown: &Aabb) {
        self.heat(heat, shown, palette::MUSTARD, 9.0, |warm| (warm.cost_us, format!("{:.1}", warm.cost_us)));
    }

    fn heat(&mut self, heat: &Heat, shown: &Aabb, color: Color, down: f32, of: impl Fn(&Warm) -> (f32, String)) {
        let max = heat.tiles().map(|warm| of(&warm).0).fold(0.0, f32::max).max(f32::MIN_POSITIVE);
        for warm in heat.tiles() {
            let corner = warm.tile.as_vec2() * heat.size();
            let tile = Aabb::from_corners(corner, corner + heat.size());
            if !tile.overlaps(shown) {
                continue;
            }
            let (value, text) = of(&warm);
            let (color, part) = if value > 0.0 { (color, value / max) } else { (palette::LEAF, 0.0) };
            self.fill(&tile, palette::faded(color, COLD_OPACITY + (HOT_OPACITY - COLD_OPACITY) * part));
            if !text.is_empty() {
                let at = (self.at(corner + Vec2::new(1.0, down)) + 1.0).round();
                self.assets.font.outlined(self.canvas, &text, at, 1.0, palette::CREAM);
            }
        }
    }
}

//! Heat maps: tinted tiles with counts.

use glam::Vec2;
use seamwalker_collide::Aabb;
use seamwalker_lab::{Heat, Warm};

use crate::app::lab_ui::Pen;
use crate::app::render::palette;

/// Opacity of the hottest tile, and of a tile that was visited without a count.
const HOT_OPACITY: f32 = 0.75;
const COLD_OPACITY: f32 = 0.12;

impl Pen<'_> {
    /// Snagged ticks, or the cost of a tick, per tile.
    pub(super) fn heat(&mut self, heat: &Heat, shown: &Aabb, is_cost: bool) {
        let (color, down, digits) = if is_cost { (palette::MUSTARD, 9.0, 1) } else { (palette::RED, 2.0, 0) };
        let value = |warm: &Warm| if is_cost { warm.cost_us } else { warm.snags as f32 };
        let max = heat.tiles().map(|warm| value(&warm)).fold(0.0, f32::max).max(f32::MIN_POSITIVE);
        for warm in heat.tiles() {
            let corner = warm.tile.as_vec2() * heat.size();
            let tile = Aabb::from_corners(corner, corner + heat.size());
            if !tile.overlaps(shown) {
                continue;
            }
            let value = value(&warm);
            let (color, part) = if value > 0.0 { (color, value / max) } else { (palette::LEAF, 0.0) };
            self.fill(&tile, palette::faded(color, COLD_OPACITY + (HOT_OPACITY - COLD_OPACITY) * part));
            if is_cost || value > 0.0 {
                let at = (self.at(corner + Vec2::new(1.0, down)) + 1.0).round();
                self.assets.font.outlined(self.canvas, &format!("{value:.digits$}"), at, 1.0, palette::CREAM);
            }
        }
    }
}

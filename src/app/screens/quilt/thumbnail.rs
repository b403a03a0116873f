//! A small picture of a map: the view at its start.

use macroquad::prelude::Image;
use seamwalker::collide::SolverSetup;
use seamwalker::level::{Files, Level};
use seamwalker::sim::World;

use crate::app::level_view::Scenery;
use crate::app::play::Play;
use crate::app::render::{Assets, AtlasPage, Canvas, RenderTarget, SIZE, smaller};

/// Pixels of the view per pixel of the picture, in each direction.
const THUMBNAIL_SHRINK: usize = 7;

/// Draws the picture.
pub fn thumbnail(level: Level, files: &dyn Files, canvas: &mut Canvas, assets: &Assets) -> AtlasPage {
    let background = Scenery::background(&level);
    let mut play = Play::new(World::new(level.into(), SolverSetup::default()), true, files);
    let (view, window) = (RenderTarget::new(), play.viewport());
    view.begin(background);
    play.draw_day(canvas, assets, &window);
    canvas.flush();
    let [width, height] = [SIZE.x, SIZE.y].map(|side| side as usize / THUMBNAIL_SHRINK);
    let opaque = |pixel: &[u8]| [pixel[0], pixel[1], pixel[2], u8::MAX];
    let bytes = smaller(&view.picture(), THUMBNAIL_SHRINK).chunks_exact(3).flat_map(opaque).collect();
    AtlasPage::picture(&Image { bytes, width: width as u16, height: height as u16 })
}

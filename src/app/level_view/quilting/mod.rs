//! Padded cloth: what makes ground look sewn and filled, made from the map's own tiles while it loads.
//!
//! `patches.rs` cuts the cloth of a layer into patches along seams. `relief.rs` computes light and shadow of one block of pixels:
//! patches rise between their seams and are lit from the upper left, and the inside of large pieces is darker. `pages.rs` keeps
//! the blocks that are in view in textures. Nothing here changes the level, and layers without cloth cost nothing.

mod pages;
mod patches;
mod relief;

use std::rc::Rc;

use glam::{IVec2, Vec2};
use seamwalker_level::Level;

use crate::app::render::{AtlasPage, Canvas, Decoded, Region, Viewport, palette};
use pages::ReliefPages;
use patches::Patches;

/// How many blocks of a layer are made in a frame, at most: with more, a level begins later, and a view that jumps stutters; with
/// fewer, padding appears late in it.
const MAX_NEW_BLOCKS: usize = 6;

/// The padding of all layers of a level.
pub struct Quilting {
    layers: Vec<Option<Patches>>,
    pages: ReliefPages,
    /// What is drawn in this frame: textures by their index, pieces of them, and where in the view.
    found: Vec<(usize, Region, Vec2)>,
    /// Makes all blocks in view in the first frame that shows them: for pictures.
    pub at_once: bool,
}

impl Quilting {
    /// Cuts the cloth of all layers into patches.
    pub fn new(level: &Level) -> Self {
        let layers = level.layers.iter().map(|layer| Patches::of(level, layer)).collect();
        Self { layers, pages: ReliefPages::default(), found: Vec::new(), at_once: true }
    }

    /// How much room it needs in a texture: the side of a square, in pixels.
    pub fn room(&self) -> u16 {
        if self.layers.iter().any(Option::is_some) { pages::ROOM as u16 } else { 0 }
    }

    /// Uses this room in a texture.
    pub fn use_room(&mut self, page: &AtlasPage, room: Region) {
        self.pages = ReliefPages::with_room(page, room);
    }

    /// Whether a layer has any.
    pub fn is_on(&self, layer: usize) -> bool {
        self.layers.get(layer).is_some_and(Option::is_some)
    }

    /// Finds the padding of a layer, moved by `shift` (whole pixels). `viewport` is the part of the layer that is in view.
    pub fn find(
        &mut self,
        (level, index): (&Level, usize),
        pictures: &[Option<Rc<Decoded>>],
        viewport: &Viewport,
        shift: Vec2,
    ) {
        let Some(Some(patches)) = self.layers.get(index) else { return };
        let block = Vec2::splat(relief::BLOCK as f32);
        let (first, last) = (patches.bounds.min(), patches.bounds.max() - 1.0);
        let at = |point: Vec2| (point.clamp(first, last) / block).floor().as_ivec2();
        let (from, to) = (at(viewport.corner), at(viewport.corner + viewport.size));
        let mut left = if self.at_once { usize::MAX } else { MAX_NEW_BLOCKS };
        for place in (from.y..=to.y).flat_map(|y| (from.x..=to.x).map(move |x| IVec2::new(x, y))) {
            if left == 0 && !self.pages.knows((index, place)) {
                continue;
            }
            let new = || {
                left -= 1;
                relief::block(level, &level.layers[index], (patches, pictures), place)
            };
            if let Some((page, region)) = self.pages.get((index, place), new) {
                self.found.push((page, region, shift + place.as_vec2() * block));
            }
        }
        // One block beside the view in each frame, so that a moving camera finds them ready.
        let around = (from.y - 1..=to.y + 1).flat_map(|y| (from.x - 1..=to.x + 1).map(move |x| IVec2::new(x, y)));
        let (low, high) = (at(first), at(last));
        let is_new =
            |place: &IVec2| place.cmpge(low).all() && place.cmple(high).all() && !self.pages.knows((index, *place));
        if let Some(place) = around.into_iter().find(is_new).filter(|_| self.pages.has_room()) {
            self.pages.get((index, place), || relief::block(level, &level.layers[index], (patches, pictures), place));
        }
    }

    /// Draws the padding that was found in all layers, one texture after the other.
    pub fn draw(&mut self, canvas: &mut Canvas) {
        canvas.offset = Vec2::ZERO;
        self.found.sort_by_key(|(page, ..)| *page);
        for (page, region, at) in self.found.drain(..) {
            canvas.page(self.pages.page(page));
            canvas.image(region, at, palette::PLAIN);
        }
    }

    /// Blocks that were not drawn since the last call may be forgotten.
    pub fn end_frame(&mut self) {
        self.pages.end_frame();
    }
}

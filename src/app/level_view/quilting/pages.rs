//! Blocks of light and shadow in textures: those in view, and those seen last.

use std::collections::HashMap;

use glam::{IVec2, Vec2};
use macroquad::prelude::{FilterMode, Image, Texture2D};

use super::relief::{BLOCK, BORDER};
use crate::app::render::{AtlasPage, Region};

/// The side of a texture, in pixels: 49 blocks, twice as many as a view of 640 x 360 shows.
const PAGE_SIZE: usize = 1024;
/// The side of a block with its border, in pixels.
const SLOT: usize = BLOCK + 2 * BORDER;
/// Blocks in a row of a texture.
const SLOTS: usize = PAGE_SIZE / SLOT;
/// How many blocks without cloth are remembered.
const MAX_EMPTY: usize = 1 << 16;

/// A block of a layer.
type BlockKey = (usize, IVec2);

/// The place of a block in the textures: the texture, and the slot in it.
type Slot = (usize, usize);

/// The textures.
#[derive(Default)]
pub struct ReliefPages {
    pages: Vec<AtlasPage>,
    /// The blocks in the slots, and the frame in which each was drawn last.
    slots: Vec<Option<(BlockKey, u32)>>,
    places: HashMap<BlockKey, Option<Slot>>,
    frame: u32,
}

impl ReliefPages {
    /// The place of a block, made by `new` on first use; `None` if there is nothing in it.
    pub fn get(&mut self, key: BlockKey, new: impl FnOnce() -> Option<Image>) -> Option<(&AtlasPage, Region)> {
        let place = match self.places.get(&key) {
            Some(place) => *place,
            None => {
                let place = new().map(|image| self.add(key, &image));
                self.places.insert(key, place);
                place
            }
        };
        let (page, slot) = place?;
        self.slots[page * SLOTS * SLOTS + slot] = Some((key, self.frame));
        let at = corner(slot).map(|corner| (corner + BORDER) as f32);
        let region = Region { at: at.into(), size: Vec2::splat(BLOCK as f32) };
        Some((&self.pages[page], region))
    }

    /// Puts a picture into a slot that no block of this frame uses: the pictures of this frame are drawn later.
    fn add(&mut self, key: BlockKey, image: &Image) -> Slot {
        let age = |slot: &Option<(BlockKey, u32)>| slot.map_or(u32::MAX, |(_, drawn)| self.frame.wrapping_sub(drawn));
        let oldest = (0..self.slots.len()).max_by_key(|i| age(&self.slots[*i])).filter(|i| age(&self.slots[*i]) > 0);
        let index = oldest.unwrap_or_else(|| {
            let clear =
                Image { bytes: vec![0; PAGE_SIZE * PAGE_SIZE * 4], width: PAGE_SIZE as u16, height: PAGE_SIZE as u16 };
            let texture = Texture2D::from_image(&clear);
            texture.set_filter(FilterMode::Nearest);
            self.pages.push(AtlasPage { texture, white: Vec2::ZERO, size: Vec2::splat(PAGE_SIZE as f32) });
            self.slots.resize(self.pages.len() * SLOTS * SLOTS, None);
            (self.pages.len() - 1) * SLOTS * SLOTS
        });
        if let Some((old, _)) = self.slots[index].replace((key, self.frame)) {
            self.places.remove(&old);
        }
        let (page, slot) = (index / (SLOTS * SLOTS), index % (SLOTS * SLOTS));
        let [x, y] = corner(slot).map(|corner| corner as i32);
        self.pages[page].texture.update_part(image, x, y, SLOT as i32, SLOT as i32);
        (page, slot)
    }

    /// The next frame begins.
    pub fn end_frame(&mut self) {
        self.frame = self.frame.wrapping_add(1);
        if self.places.len() > MAX_EMPTY {
            self.places.retain(|_, place| place.is_some());
        }
    }
}

/// The left top corner of a slot in its texture, in pixels.
fn corner(slot: usize) -> [usize; 2] {
    [slot % SLOTS * SLOT, slot / SLOTS * SLOT]
}

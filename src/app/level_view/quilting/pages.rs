//! Blocks of light and shadow in textures: those in view, and those seen last. The first texture is that of the tiles, so that both
//! share a draw call.

use std::collections::HashMap;

use glam::{IVec2, Vec2};
use macroquad::prelude::Image;

use super::relief::{BLOCK, BLOCK_BORDER};
use crate::app::render::{AtlasPage, Region};

/// The side of a block with its border, in pixels.
const SLOT: usize = BLOCK + 2 * BLOCK_BORDER;
/// Blocks in a row of a texture, and rows: about three times as many as a view of 512 x 288 shows.
const SLOTS: usize = 7;
/// The side of all blocks of a texture together, in pixels.
pub const ROOM: usize = SLOTS * SLOT;
/// How many blocks without cloth are remembered.
const MAX_EMPTY: usize = 1 << 16;

/// A block of a layer.
type BlockKey = (usize, IVec2);

/// The place of a block in the textures: the texture, and the slot in it.
type Slot = (usize, usize);

/// The textures.
#[derive(Default)]
pub struct ReliefPages {
    /// With the left top corner of the blocks in each.
    pages: Vec<(AtlasPage, [usize; 2])>,
    /// The blocks in the slots, and the frame in which each was drawn last.
    slots: Vec<Option<(BlockKey, u32)>>,
    places: HashMap<BlockKey, Option<Slot>>,
    frame: u32,
}

impl ReliefPages {
    /// With room in a texture that holds other pictures as well.
    pub fn with_room(page: &AtlasPage, room: Region) -> Self {
        let mut pages = Self::default();
        if room.size.min_element() >= ROOM as f32 {
            pages.add_page(page.clone(), [room.at.x as usize, room.at.y as usize]);
        }
        pages
    }

    /// Whether a block has been made and is still there.
    pub fn knows(&self, key: BlockKey) -> bool {
        self.places.contains_key(&key)
    }

    /// Whether a block that is not in view may be made: at least a quarter of all slots are not drawn in this frame.
    pub fn has_room(&self) -> bool {
        let drawn = self.slots.iter().flatten().filter(|(_, drawn)| *drawn == self.frame).count();
        drawn * 4 < self.slots.len() * 3
    }

    /// A texture.
    pub fn page(&self, index: usize) -> &AtlasPage {
        &self.pages[index].0
    }

    /// The place of a block and its texture, made by `new` on first use; `None` if there is nothing in it.
    pub fn get(&mut self, key: BlockKey, new: impl FnOnce() -> Option<Image>) -> Option<(usize, Region)> {
        let known = self.places.get(&key).copied();
        let place = known.unwrap_or_else(|| {
            let place = new().map(|image| self.add(key, &image));
            self.places.insert(key, place);
            place
        });
        let (page, slot) = place?;
        self.slots[page * SLOTS * SLOTS + slot] = Some((key, self.frame));
        let at = self.corner(page, slot).map(|corner| (corner + BLOCK_BORDER) as f32);
        let region = Region { at: at.into(), size: Vec2::splat(BLOCK as f32) };
        Some((page, region))
    }

    /// Puts a picture into a slot that no block of this frame uses: the pictures of this frame are drawn later.
    fn add(&mut self, key: BlockKey, image: &Image) -> Slot {
        let age = |slot: &Option<(BlockKey, u32)>| slot.map_or(u32::MAX, |(_, drawn)| self.frame.wrapping_sub(drawn));
        let oldest = (0..self.slots.len()).max_by_key(|i| age(&self.slots[*i])).filter(|i| age(&self.slots[*i]) > 0);
        let index = oldest.unwrap_or_else(|| {
            let bytes = vec![0; ROOM * ROOM * 4];
            let clear = Image { bytes, width: ROOM as u16, height: ROOM as u16 };
            self.add_page(AtlasPage::picture(&clear), [0, 0]);
            self.slots.len() - SLOTS * SLOTS
        });
        if let Some((old, _)) = self.slots[index].replace((key, self.frame)) {
            self.places.remove(&old);
        }
        let (page, slot) = (index / (SLOTS * SLOTS), index % (SLOTS * SLOTS));
        let [x, y] = self.corner(page, slot).map(|corner| corner as i32);
        self.pages[page].0.texture.update_part(image, x, y, SLOT as i32, SLOT as i32);
        (page, slot)
    }

    fn add_page(&mut self, page: AtlasPage, corner: [usize; 2]) {
        self.pages.push((page, corner));
        self.slots.resize(self.pages.len() * SLOTS * SLOTS, None);
    }

    /// The left top corner of a slot in its texture, in pixels.
    fn corner(&self, page: usize, slot: usize) -> [usize; 2] {
        let [x, y] = self.pages[page].1;
        [x + slot % SLOTS * SLOT, y + slot / SLOTS * SLOT]
    }

    /// The next frame begins.
    pub fn end_frame(&mut self) {
        self.frame = self.frame.wrapping_add(1);
        if self.places.len() > MAX_EMPTY {
            self.places.retain(|_, place| place.is_some());
        }
    }
}

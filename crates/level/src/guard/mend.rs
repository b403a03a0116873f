//! Fills in what a tileset or picture element leaves out, from the picture itself.

use crate::files::beside;
use crate::format::Element;
use crate::guard::types::{Guard, ScannedFile};
use crate::picture::picture_size;

impl Guard<'_> {
    /// Adds a missing tile count. Other programs and very old versions of Tiled leave it out.
    pub fn mend_tilecount(&mut self, file: &ScannedFile, tileset: &mut Element) {
        if tileset.get("tilecount").is_some() || tileset.get("source").is_some() {
            return;
        }
        if let Some(image) = tileset.all_mut("image").next() {
            self.mend_picture_size(file, image);
        }
        let Some(count) = tiles_in_picture(tileset).or_else(|| last_tile(tileset)) else { return };
        tileset.set("tilecount", count.to_string());
        let what = format!("the tileset has no 'tilecount'; the reader assumes {count}");
        self.report.warn(file.described(tileset), what, "open the tileset in Tiled and save it again");
    }

    /// Adds a missing picture size from the file, as Tiled does. JSON image layers have none before Tiled 1.11.
    pub fn mend_picture_size(&self, file: &ScannedFile, image: &mut Element) {
        if image.get("width").is_some() && image.get("height").is_some() {
            return;
        }
        let path = image.get("source").and_then(|source| beside(&file.path, source).ok());
        let bytes = path.and_then(|path| self.files.read(&path).ok());
        if let Some(size) = bytes.and_then(|bytes| picture_size(&bytes)) {
            image.set("width", size.x.to_string());
            image.set("height", size.y.to_string());
        }
    }

    /// Adds a picture to the total of pixels.
    pub fn count_pixels(&mut self, file: &ScannedFile, image: &Element) {
        self.budget.picture_pixels =
            self.budget.picture_pixels.saturating_add(whole(image, "width") * whole(image, "height"));
        if self.budget.picture_pixels > self.limits.picture_pixels {
            let what = format!("all pictures together have more than {} pixels", self.limits.picture_pixels);
            self.report.error(file.described(image), what, "use smaller pictures");
        }
    }
}

/// A number of at most 32 bits; 0 if missing or invalid.
fn whole(element: &Element, name: &str) -> u64 {
    element.number::<u32>(name).map_or(0, u64::from)
}

/// How many tiles fit into the picture of a tileset, along one side; `None` if it has no picture or tiles have no size.
pub fn tiles_along(tileset: &Element, picture_side: &str, tile_side: &str) -> Option<u64> {
    let picture = whole(tileset.all("image").next()?, picture_side);
    let (margin, spacing) = (whole(tileset, "margin"), whole(tileset, "spacing"));
    (picture.saturating_sub(margin) + spacing).checked_div(whole(tileset, tile_side) + spacing)
}

/// How many tiles fit into the picture of a tileset.
fn tiles_in_picture(tileset: &Element) -> Option<u64> {
    Some(tiles_along(tileset, "width", "tilewidth")? * tiles_along(tileset, "height", "tileheight")?)
}

/// The highest listed tile id plus one.
fn last_tile(tileset: &Element) -> Option<u64> {
    tileset.all("tile").map(|tile| whole(tile, "id") + 1).max()
}

//! Fills in what a tileset or picture element leaves out, from the picture itself.

use crate::files::paths::beside;
use crate::format::xml::Element;
use crate::guard::state::{Guard, ScannedFile, description};
use crate::picture::picture_size;

impl Guard<'_> {
    /// Adds a missing tile count. Other programs and very old versions of Tiled leave it out.
    pub fn mend_tilecount(&mut self, file: &ScannedFile, tileset: &mut Element) {
        if tileset.get("tilecount").is_some() || tileset.get("source").is_some() {
            return;
        }
        if let Some(image) = tileset.children.iter_mut().find(|child| child.name == "image") {
            self.mend_picture_size(file, image);
        }
        let Some(count) = tiles_in_picture(tileset).or_else(|| last_tile(tileset)) else { return };
        tileset.set("tilecount", count.to_string());
        let what = format!("the tileset has no 'tilecount'; the reader assumes {count}");
        self.report.warn(
            file.place(tileset, description(tileset)),
            what,
            "open the tileset in Tiled and save it again",
        );
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
            self.report.error(file.place(image, description(image)), what, "use smaller pictures");
        }
    }
}

/// A number of at most 32 bits; 0 if missing or invalid.
fn whole(element: &Element, name: &str) -> u64 {
    element.get(name).and_then(|text| text.parse::<u32>().ok()).map_or(0, u64::from)
}

/// How many tiles fit into the picture of a tileset.
fn tiles_in_picture(tileset: &Element) -> Option<u64> {
    let image = tileset.all("image").next()?;
    let (margin, spacing) = (whole(tileset, "margin"), whole(tileset, "spacing"));
    let along = |picture: &str, tile: &str| {
        (whole(image, picture).saturating_sub(margin) + spacing).checked_div(whole(tileset, tile) + spacing)
    };
    Some(along("width", "tilewidth")? * along("height", "tileheight")?)
}

/// The highest listed tile id plus one.
fn last_tile(tileset: &Element) -> Option<u64> {
    tileset.all("tile").map(|tile| whole(tile, "id") + 1).max()
}

//! The pictures of tilesets, tiles and image layers: where they are, how large they are, and how many tiles they hold.

use glam::UVec2;

use crate::files::reason;
use crate::format::{Element, base64_bytes, excerpt};
use crate::guard::types::{CheckedFiles, Guard, ScannedFile};
use crate::limits::or_raise;
use crate::picture::picture_size;

impl Guard<'_> {
    /// Finds the picture of an element. As in Tiled, the size is the picture's own, not the one recorded when the file was
    /// saved. What names no picture is removed, as is a layer's or tile's picture of unknown size: nothing can be shown of it.
    pub fn pictures_of(&mut self, file: &mut ScannedFile, element: &mut Element) {
        let images: Vec<Element> = element.children.extract_if(.., |child| child.name == "image").collect();
        let mut found: Vec<(Element, bool)> =
            images.into_iter().filter_map(|image| self.picture(file, image)).collect();
        let in_tileset = element.name == "tileset";
        if in_tileset && element.get("source").is_none() {
            self.count_tiles(file, element, &mut found);
        }
        let known = found.into_iter().map(|(image, _)| image).filter(|image| in_tileset || has_size(image));
        element.children.splice(0..0, known);
    }

    /// Resolves a picture, and sets its size if it can be read: returns whether it can. `None` if the element neither names one
    /// nor holds one.
    fn picture(&mut self, file: &mut ScannedFile, mut image: Element) -> Option<(Element, bool)> {
        // A size that a picture cannot have is unknown.
        let is_side = |value: &str| value.parse().is_ok_and(|side: u32| (1..=self.limits.picture_side).contains(&side));
        image.attributes.retain(|(name, value)| !matches!(name.as_str(), "width" | "height") || is_side(value));
        let data = std::mem::take(&mut image.children).into_iter().find(|child| child.name == "data");
        let name = image.get("source").unwrap_or_default().to_owned();
        let size = match data {
            _ if !name.trim().is_empty() => self.picture_file(file, &mut image, &name),
            Some(data) => {
                let bytes = base64_bytes(&data.text).unwrap_or_default();
                let size = picture_size(&bytes);
                let name = embedded_path(&file.path, file.checked.embedded.len());
                self.pictures.insert(name.clone(), file.place(&image, ""));
                image.set("source", format!("/{name}"));
                file.checked.embedded.push(bytes);
                size
            }
            None => {
                let what = "<image> names no picture";
                self.report.warn(file.place(&image, ""), what, "choose it again in Tiled");
                return None;
            }
        };
        let size = size.filter(|size| size.min_element() > 0 && size.max_element() <= self.limits.picture_side);
        if let Some(size) = size {
            image.set("width", size.x.to_string());
            image.set("height", size.y.to_string());
        }
        Some((image, size.is_some()))
    }

    /// The size of the picture with this name; `None` if it cannot be read. The path is written back.
    fn picture_file(&mut self, file: &ScannedFile, image: &mut Element, name: &str) -> Option<UVec2> {
        match self.resolve(file, image, name) {
            Ok(path) => {
                image.set("source", format!("/{path}"));
                self.pictures.entry(path.clone()).or_insert_with(|| file.place(image, ""));
                let size = |path: &String| self.files.read(path).ok().and_then(|bytes| picture_size(&bytes));
                *self.picture_sizes.entry(path).or_insert_with_key(size)
            }
            Err(error) => {
                let what = format!("cannot read the picture '{}': {}", excerpt(name), reason(&error));
                self.report.warn(file.place(image, ""), what, self.cure());
                image.set("source", "/");
                None
            }
        }
    }

    /// Sets columns and number of tiles to those of the picture. If that cannot be read, what was recorded remains, and what
    /// is not recorded follows from the rest.
    fn count_tiles(&self, file: &ScannedFile, tileset: &mut Element, found: &mut [(Element, bool)]) {
        let is_recorded = tileset.get("tilecount").is_some();
        let &mut [(ref mut image, is_read), ..] = found else {
            let last = tileset.all("tile").filter_map(|tile| tile.number::<u32>("id")).max();
            if let (false, Some(last)) = (is_recorded, last) {
                tileset.set("tilecount", last.saturating_add(1).to_string());
            }
            return;
        };
        let [columns, recorded] = tileset.pair::<u32>(["columns", "tilecount"]);
        let tile = UVec2::from(tileset.pair(["tilewidth", "tileheight"]));
        let [margin, spacing] = tileset.pair(["margin", "spacing"]).map(UVec2::splat);
        let step = tile.saturating_add(spacing);
        if !has_size(image) {
            let tiles = UVec2::new(columns.max(1), recorded.div_ceil(columns.max(1)));
            let size = step.saturating_mul(tiles).saturating_add(margin);
            let size = size.clamp(UVec2::ONE, UVec2::splat(self.limits.picture_side));
            image.set("width", size.x.to_string());
            image.set("height", size.y.to_string());
        }
        let size = UVec2::from(image.pair(["width", "height"])).saturating_add(spacing).saturating_sub(margin);
        let tiles = if tile.min_element() > 0 { size / step } else { UVec2::ZERO };
        let count = tiles.x.saturating_mul(tiles.y);
        if is_read || columns == 0 {
            // With 0 columns the parser would divide by zero or overflow.
            tileset.set("columns", tiles.x.max(1).to_string());
        }
        if is_read || !is_recorded {
            tileset.set("tilecount", count.to_string());
        }
        if !is_read && !is_recorded {
            let what = format!("the tileset has no 'tilecount'; the reader assumes {count}");
            self.report.warn(file.described(tileset), what, "open the tileset in Tiled and save it again");
        }
        if is_read && columns > 0 && columns != tiles.x {
            let what =
                format!("the picture has {} columns of tiles; it had {columns} when the tileset was saved", tiles.x);
            let help =
                "tiles may differ from those that were painted; open the map in Tiled, which offers to adjust it";
            self.report.warn(file.described(tileset), what, help);
        }
    }

    /// Adds a picture to the total of pixels, or leaves it out.
    pub fn count_pixels(&mut self, file: &ScannedFile, image: &mut Element) {
        let pixels = image.pair(["width", "height"]).iter().product();
        if self.budget.picture_pixels.saturating_add(pixels) <= self.limits.picture_pixels {
            self.budget.picture_pixels += pixels;
        } else {
            let what = format!("all pictures together have more than {} pixels", self.limits.picture_pixels);
            let help = or_raise("this one is left out; use smaller ones", "picture_pixels");
            self.report.warn(file.described(image), what, help);
            image.set("source", "/");
        }
    }
}

/// Whether the size of a picture is known.
fn has_size(image: &Element) -> bool {
    image.get("width").is_some() && image.get("height").is_some()
}

/// The path that stands for the nth picture that a file holds. No file lies below a file, so none has this path.
fn embedded_path(file: &str, nth: usize) -> String {
    format!("{file}/picture {nth}")
}

/// Whether a path stands for a picture that a file holds.
pub fn is_embedded(path: &str) -> bool {
    path.rsplit_once("/picture ").is_some_and(|(_, nth)| nth.parse::<usize>().is_ok())
}

/// The bytes of a picture that a file holds, by the path that stands for it.
pub fn embedded_picture<'a>(files: &'a CheckedFiles, path: &str) -> Option<&'a [u8]> {
    let (file, nth) = path.rsplit_once("/picture ")?;
    files.get(file)?.embedded.get(nth.parse::<usize>().ok()?).map(Vec::as_slice)
}

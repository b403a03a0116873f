//! Checks tilesets: their sizes, tiles, and the shapes of tiles.

use glam::UVec2;

use crate::format::Element;
use crate::guard::types::{ElementKey, Gids, Guard, ScannedFile, TileIds};
use crate::limits::or_raise;

impl Guard<'_> {
    /// Checks a tileset, in a file of its own or embedded in a map.
    pub fn tileset(&mut self, file: &mut ScannedFile, tileset: &mut Element) -> TileIds {
        let nth = file.tilesets;
        file.tilesets += 1;
        let count = tileset.number("tilecount").unwrap_or(0);
        let place = file.described(tileset);
        self.budget.tiles += u64::from(count);
        if self.budget.tiles > self.limits.tiles {
            let what = format!("the tilesets have more than {} tiles together", self.limits.tiles);
            self.report.error(place.clone(), what, or_raise("remove tilesets that the map does not use", "tiles"));
        }
        let (most, sides) = (self.limits.picture_side, UVec2::from(tileset.pair(["tilewidth", "tileheight"])));
        let has_image = tileset.all("image").next().is_some();
        let is_missing = has_image && (sides.max_element() > most || sides.min_element() == 0);
        if is_missing {
            let what = format!("its tiles have {} x {} pixels, not 1 to {most} along a side", sides.x, sides.y);
            self.report.warn(place, what, or_raise("they are crosses; set their size in Tiled", "picture_side"));
            tileset.children.retain(|child| child.name != "image");
        } else if !has_image && tileset.get("columns").is_none() {
            tileset.set("columns", "0");
        }
        let count = if has_image && !is_missing { count } else { 0 };
        let mut ids = TileIds { count, is_missing, ..TileIds::default() };
        for tile in tileset.all_mut("tile") {
            let id = tile.number("id").unwrap_or(0);
            ids.listed.insert(id);
            self.tile(file, tile, (nth, id));
        }
        ids.absent = (ids.count..=u32::MAX).find(|id| !ids.has(*id)).unwrap_or_default();
        ids
    }

    fn tile(&mut self, file: &mut ScannedFile, tile: &mut Element, (nth, id): (u32, u32)) {
        file.checked.lines.insert(ElementKey::Tile(nth, id), tile.line);
        let mut shapes = 0;
        for group in tile.all_mut("objectgroup") {
            for shape in group.all_mut("object") {
                file.checked.lines.insert(ElementKey::Shape(nth, id, shapes), shape.line);
                shapes += 1;
                // A shape of a tile cannot show a tile.
                shape.unset("gid");
                self.object(file, shape, &Gids::new());
            }
        }
    }
}

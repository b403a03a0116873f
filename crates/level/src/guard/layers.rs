//! Checks maps: tilesets, layers and cells. Cells of any encoding become tile ids; ids that no tileset has become empty.

use std::collections::BTreeSet;
use std::rc::Rc;

use glam::{IVec2, UVec2};
use quick_xml::escape::escape;

use crate::files::stem;
use crate::format::{Element, Written, cell_data, excerpt, required};
use crate::guard::types::{
    CellBlock, CheckedFile, ElementKey, FLIPS, FileKind, Gids, Guard, HEXAGONAL, LayerScan, ScannedFile, TileIds,
    stand_in,
};
use crate::limits::or_raise;
use crate::report::Place;

/// How many bad cells of a layer are reported individually.
const BAD_CELLS_NAMED: usize = 3;

/// The cells of a layer whose tile is in no tileset.
#[derive(Default)]
struct BadCells {
    /// The first few: cell, global tile id, line.
    named: Vec<(IVec2, u32, u32)>,
    /// The total number.
    count: usize,
}

impl BadCells {
    /// Gives all cells whose tileset lacks their tile the same id, and empties those with a number below the first tileset's:
    /// Tiled draws a cross in the former. `line` is that of the block.
    fn remove_from(&mut self, block: &mut CellBlock, gids: &Gids, line: u32) {
        // Usually the tilesets cover all ids from 1 on without a gap. Then two passes over all cells suffice.
        let bits = block.gids.iter().fold(0, |bits, cell| bits | cell);
        let highest = block.gids.iter().fold(0, |highest: u32, cell| highest.max(cell & !FLIPS));
        if bits & HEXAGONAL == 0 && highest <= unbroken(gids) {
            return;
        }
        for (i, cell) in (0..).zip(&mut block.gids) {
            *cell &= !HEXAGONAL;
            if let Some((shown, is_missing)) = stand_in(gids, *cell) {
                self.count += usize::from(!is_missing);
                if self.named.len() < BAD_CELLS_NAMED && !is_missing {
                    let at = block.at + IVec2::new(i % block.size.x, i / block.size.x);
                    self.named.push((at, *cell & !FLIPS, line));
                }
                *cell = shown;
            }
        }
    }
}

impl Guard<'_> {
    pub fn map(&mut self, file: &mut ScannedFile, map: &mut Element) {
        let orientation = map.get("orientation").unwrap_or_default().to_owned();
        if orientation != "orthogonal" {
            let what = format!("the map is '{}'", excerpt(&orientation));
            self.report.error(file.place(map, ""), what, "make it orthogonal: Map, Map Properties, Orientation");
        }
        if map.get("version").is_none() {
            map.set("version", "1.10");
        }
        let whole = |name: &str| map.number::<f64>(name).unwrap_or(0.0);
        let size = (whole("width") * whole("tilewidth")).max(whole("height") * whole("tileheight"));
        self.near(size, file.place(map, ""));
        let (infinite, tile) = (map.get("infinite") == Some("1"), whole("tilewidth").max(whole("tileheight")));
        self.tile = ["tilewidth", "tileheight"].map(|side| map.number(side).unwrap_or(1)).into();
        let gids = self.map_tilesets(file, map);
        file.checked.firsts = gids.iter().map(|(first, _)| *first).collect();
        let (object_ids, highest_id) = (BTreeSet::new(), Self::highest_id(map));
        self.layers(file, map, &mut LayerScan { infinite, tile, gids, object_ids, highest_id });
    }

    /// Checks that a distance from the origin, in pixels, is within the limit.
    fn near(&mut self, pixels: f64, place: Place) -> bool {
        let near = pixels.abs() <= self.limits.farthest_pixel;
        if !near {
            let what =
                format!("the map extends {pixels} pixels from the origin; the limit is {}", self.limits.farthest_pixel);
            self.report.error(place, what, or_raise("make it smaller, use smaller tiles", "farthest_pixel"));
        }
        near
    }

    /// The tilesets of a map or template. They come first, in the order of their ids: the parser only knows the tilesets before
    /// a layer, and of those searches from the last.
    pub fn map_tilesets(&mut self, file: &mut ScannedFile, map: &mut Element) -> Gids {
        let first = |child: &Element| child.number::<u32>("firstgid").filter(|_| child.name == "tileset");
        let key = |child: &Element| (child.name != "tileset", first(child));
        map.children.sort_by_key(key);
        for index in (1..map.children.len()).rev() {
            let [before, after] = [index - 1, index].map(|index| first(&map.children[index]));
            if let (Some(before), true) = (before, before == after) {
                let unused = map.children.remove(index - 1);
                let what = format!("another tileset has the firstgid {before} too");
                let help = "as in Tiled only the last one is used; open the map in Tiled and save it again";
                self.report.warn(file.described(&unused), what, help);
            }
        }
        let mut gids = Gids::new();
        for tileset in map.all_mut("tileset") {
            let place = file.described(tileset);
            let Some(first) = tileset.number::<u32>("firstgid") else {
                let help = "remove the tileset from the map and add it again";
                self.report.error(place, "the tileset has no 'firstgid'", help);
                continue;
            };
            if gids.len() >= self.limits.files {
                let what = format!("there are more than {} tilesets", self.limits.files);
                self.report.error(place, what, or_raise("remove those that the map does not use", "files"));
                break;
            }
            let ids = self.tileset_in_map(file, tileset);
            if let Some((before, ids)) = gids.last()
                && ids.has(first - before)
            {
                let what = format!("its firstgid {first} lies within the previous tileset, which has grown");
                let help = "open the map in Tiled with that tileset in place, and save it";
                self.report.warn(place, what, help);
            }
            gids.push((first, ids));
        }
        gids
    }

    /// Reads a tileset, embedded in the map or in a file of its own.
    fn tileset_in_map(&mut self, file: &mut ScannedFile, tileset: &mut Element) -> Rc<TileIds> {
        if tileset.get("source").is_none() {
            for name in required("tileset", true) {
                if tileset.get(name).is_none() {
                    let what = format!("<tileset> has neither a 'source' nor a '{name}'");
                    self.report.error(file.described(tileset), what, "remove it and add it again");
                    return Rc::default();
                }
            }
            return Rc::new(self.tileset(file, tileset));
        }
        // With any other attribute the parser would take it for an embedded tileset.
        tileset.attributes.retain(|(name, _)| name == "firstgid" || name == "source");
        tileset.children.clear();
        tileset.text.clear();
        let Some(path) = self.reference(file, tileset, FileKind::Tileset) else { return Rc::default() };
        let missing = || missing_tileset(&path, self.tile);
        Rc::clone(&self.checked_files.entry(path.clone()).or_insert_with(missing).tiles)
    }

    fn layers(&mut self, file: &mut ScannedFile, around: &mut Element, scan: &mut LayerScan) {
        for layer in &mut around.children {
            if !matches!(layer.name.as_str(), "layer" | "objectgroup" | "imagelayer" | "group") {
                continue;
            }
            file.checked.lines.insert(ElementKey::Layer(file.layers), layer.line);
            file.layers += 1;
            match layer.name.as_str() {
                "layer" => self.tile_layer(file, layer, scan),
                "objectgroup" => self.object_layer(file, layer, scan),
                "group" => self.layers(file, layer, scan),
                _ => {}
            }
        }
    }

    /// Removes the cells from a layer and decodes them.
    fn tile_layer(&mut self, file: &mut ScannedFile, layer: &mut Element, scan: &LayerScan) {
        let index = file.layers - 1;
        let place = file.described(layer);
        let whole = |e: &Element, name: &str| e.number::<i64>(name).unwrap_or(0);
        let size = (whole(layer, "width"), whole(layer, "height"));
        if !scan.infinite && !self.near(scan.reach(size.0.max(size.1)), place.clone()) {
            return;
        }
        let count = layer.all("data").count();
        if count == 0 {
            self.report.warn(place.clone(), "the layer has no data", "it is treated as empty; delete it");
        }
        if count > 1 {
            return self.report.error(place, "the layer has more than one <data>", "keep one of them");
        }
        let mut bad = BadCells::default();
        let data = layer.children.iter().position(|c| c.name == "data").map(|i| layer.children.remove(i));
        // The parser sees a layer without cells.
        layer.set("width", "0");
        layer.set("height", "0");
        let Some(mut data) = data else { return };
        let encoding = Element { attributes: std::mem::take(&mut data.attributes), ..Element::default() };
        let chunks = data.all("chunk").count() > 0;
        if chunks != scan.infinite && (chunks || !data.text.trim().is_empty() || !data.gids.is_empty()) {
            let what = if scan.infinite { "an infinite map's layer without chunks" } else { "chunks in a finite map" };
            return self.report.error(place, what, "open the map in Tiled and save it again");
        }
        let parts: Vec<&mut Element> = if scan.infinite { data.all_mut("chunk").collect() } else { vec![&mut data] };
        let mut blocks = Vec::new();
        for part in parts {
            let place = file.place(part, &place.what);
            let (at, size) = if scan.infinite {
                ((whole(part, "x"), whole(part, "y")), (whole(part, "width"), whole(part, "height")))
            } else {
                ((0, 0), size)
            };
            let far = at.0.abs().max(at.1.abs()) + size.0.max(size.1);
            if !self.near(scan.reach(far), place.clone()) {
                return;
            }
            let Some(mut block) = self.block(&place, part, &encoding, at, size) else { return };
            bad.remove_from(&mut block, &scan.gids, place.line);
            blocks.push(block);
        }
        file.checked.cells.insert(index, blocks);
        self.report_bad_cells(&place, &bad);
    }

    fn report_bad_cells(&mut self, layer: &Place, bad: &BadCells) {
        // The cause may be a tileset that could not be read, which is already reported.
        if self.report.failed() {
            return;
        }
        for (i, (at, gid, line)) in bad.named.iter().enumerate() {
            let rest = bad.count - bad.named.len();
            let last = i + 1 == bad.named.len();
            let more = if last && rest > 0 { format!(" (and {rest} more cells)") } else { String::new() };
            let place = Place::new(&layer.file, *line, format!("{}, tile ({},{})", layer.what, at.x, at.y));
            let what = format!("tile number {gid} is in none of the map's tilesets{more}");
            self.report.warn(place, what, "it cannot be drawn; paint it again, or add the tileset that is missing");
        }
    }

    /// The cells of a `data` or `chunk` element; `None` after an error.
    fn block(
        &mut self,
        place: &Place,
        element: &mut Element,
        encoding: &Element,
        at: (i64, i64),
        size: (i64, i64),
    ) -> Option<CellBlock> {
        let count = size.0 * size.1;
        self.budget.cells += u64::try_from(count).unwrap_or(u64::MAX / 2);
        if self.budget.cells > self.limits.cells {
            let what = format!("the map has more than {} cells in all layers together", self.limits.cells);
            self.report.error(place.clone(), what, or_raise("make the map smaller, remove layers", "cells"));
            return None;
        }
        let whole = |(x, y): (i64, i64)| IVec2::new(i32::try_from(x).unwrap_or(0), i32::try_from(y).unwrap_or(0));
        match cell_data::decode(encoding, element, usize::try_from(count).unwrap_or(0)) {
            Ok(gids) => Some(CellBlock { at: whole(at), size: whole(size), gids }),
            Err(what) => {
                self.report.error(place.clone(), what, "open the map in Tiled and save it again");
                None
            }
        }
    }
}

/// What stands for a tileset that cannot be read: one tile, as large as a cell, whose picture is missing.
fn missing_tileset(path: &str, UVec2 { x, y }: UVec2) -> CheckedFile {
    let name = escape(stem(path));
    let text = format!(
        "<tileset name=\"{name}\" tilewidth=\"{x}\" tileheight=\"{y}\" tilecount=\"1\" columns=\"1\">\n\
         <image source=\"/\" width=\"{x}\" height=\"{y}\"/>\n</tileset>\n"
    );
    let tiles = Rc::new(TileIds { count: 1, is_missing: true, ..TileIds::default() });
    CheckedFile { written: Written { lines: vec![0; 3], text }, tiles, ..CheckedFile::default() }
}

/// The last id of the gapless range of ids that starts at 1.
fn unbroken(gids: &Gids) -> u32 {
    gids.iter().fold(0, |last, (first, ids)| if *first == last + 1 { last.saturating_add(ids.count) } else { last })
}

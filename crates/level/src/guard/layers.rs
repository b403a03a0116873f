//! Checks maps: tilesets, layers and cells. Cells of any encoding become tile ids; ids that no tileset has become empty.

use std::collections::BTreeSet;
use std::rc::Rc;

use glam::{DVec2, IVec2, UVec2};
use quick_xml::escape::escape;

use crate::files::stem;
use crate::format::{Element, Written, cell_data, excerpt};
use crate::guard::types::{
    CellBlock, CheckedFile, ElementKey, FLIPS, FileKind, Gids, Guard, HEXAGONAL, LayerScan, ScannedFile, TileIds,
    replace_missing,
};
use crate::limits::or_raise;
use crate::report::Place;

/// The cells of a layer whose tile is in no tileset.
#[derive(Default)]
struct BadCells {
    count: usize,
    /// The first of them: cell, tile, line.
    first: Option<(IVec2, u32, u32)>,
}

impl BadCells {
    /// Replaces the cells of a block whose tile is in no tileset. `line` is that of the block.
    fn replace(&mut self, block: &mut CellBlock, gids: &Gids, line: u32) {
        // Usually the tilesets cover all ids from 1 on without a gap.
        let unbroken = unbroken(gids);
        for (i, cell) in (0..).zip(&mut block.gids).filter(|(_, cell)| **cell & !FLIPS > unbroken) {
            if let Some(tile) = replace_missing(gids, cell) {
                let at = block.at + IVec2::new(i % block.size.x, i / block.size.x);
                self.first.get_or_insert((at, tile, line));
                self.count += 1;
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
        self.tile = map.pair(["tilewidth", "tileheight"]).into();
        self.near(UVec2::from(map.pair(["width", "height"])).as_dvec2(), file.place(map, ""));
        let infinite = map.get("infinite") == Some("1");
        let gids = self.map_tilesets(file, map);
        file.checked.firsts = gids.iter().map(|(first, _)| *first).collect();
        let (object_ids, highest_id) = (BTreeSet::new(), Self::highest_id(map));
        self.layers(file, map, &mut LayerScan { infinite, gids, object_ids, highest_id });
    }

    /// Checks that cells are near enough to the origin, in pixels.
    fn near(&self, cells: DVec2, place: Place) -> bool {
        let (pixels, limit) = ((cells * self.tile.as_dvec2()).max_element(), self.limits.farthest_pixel);
        if pixels > limit {
            let what = format!("the map extends {pixels} pixels from the origin; the limit is {limit}");
            self.report.error(place, what, or_raise("make it smaller, use smaller tiles", "farthest_pixel"));
        }
        pixels <= limit
    }

    /// The tilesets of a map or template. They come first, in the order of their ids: the parser only knows the tilesets before
    /// a layer, and of those searches from the last.
    pub fn map_tilesets(&mut self, file: &mut ScannedFile, map: &mut Element) -> Gids {
        let first = |child: &Element| child.number::<u32>("firstgid").filter(|_| child.name == "tileset");
        let key = |child: &Element| (child.name != "tileset", first(child));
        map.children.sort_by_key(key);
        map.children.dedup_by(|next, kept| {
            let is_same = first(next).is_some() && first(next) == first(kept);
            if is_same {
                std::mem::swap(next, kept);
                let what = format!("another tileset has the firstgid {} too", first(kept).unwrap_or(0));
                let help = "as in Tiled only the last one is used; open the map in Tiled and save it again";
                self.report.warn(file.described(next), what, help);
            }
            is_same
        });
        let mut gids = Gids::new();
        for tileset in map.all_mut("tileset") {
            let place = file.described(tileset);
            // A missing one is already reported.
            let Some(first) = tileset.number("firstgid") else { continue };
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
        let size: IVec2 = layer.pair(["width", "height"]).into();
        // The parser sees a layer without cells.
        layer.set("width", "0");
        layer.set("height", "0");
        let mut data: Vec<Element> = layer.children.extract_if(.., |child| child.name == "data").collect();
        if data.len() > 1 {
            return self.report.error(place, "the layer has more than one <data>", "keep one of them");
        }
        let Some(mut data) = data.pop() else {
            return self.report.warn(place, "the layer has no data", "it is treated as empty; delete it");
        };
        let encoding = Element { attributes: std::mem::take(&mut data.attributes), ..Element::default() };
        let chunks = data.all("chunk").count() > 0;
        if chunks != scan.infinite && (chunks || !data.text.trim().is_empty() || !data.gids.is_empty()) {
            let what = if scan.infinite { "an infinite map's layer without chunks" } else { "chunks in a finite map" };
            return self.report.error(place, what, "open the map in Tiled and save it again");
        }
        let parts: Vec<&mut Element> = if scan.infinite { data.all_mut("chunk").collect() } else { vec![&mut data] };
        let (mut blocks, mut bad) = (Vec::new(), BadCells::default());
        for part in parts {
            let place = file.place(part, &place.what);
            let size = if scan.infinite { part.pair(["width", "height"]).into() } else { size };
            let Some(mut block) = self.block(&place, part, &encoding, size) else { return };
            bad.replace(&mut block, &scan.gids, place.line);
            blocks.push(block);
        }
        file.checked.cells.insert(index, blocks);
        self.report_bad_cells(&place, &bad);
    }

    fn report_bad_cells(&self, layer: &Place, bad: &BadCells) {
        // The cause may be a tileset that could not be read, which is already reported.
        let Some((at, tile, line)) = bad.first.filter(|_| !self.report.failed()) else { return };
        let more = if bad.count > 1 { format!(" (and {} more cells)", bad.count - 1) } else { String::new() };
        let place = Place::new(&layer.file, line, format!("{}, tile ({},{})", layer.what, at.x, at.y));
        let what = format!("tile number {tile} is in none of the map's tilesets{more}");
        self.report.warn(place, what, "it cannot be drawn; paint it again, or add the tileset that is missing");
    }

    /// The cells of a `data` or `chunk` element; `None` after an error.
    fn block(&mut self, place: &Place, element: &mut Element, encoding: &Element, size: IVec2) -> Option<CellBlock> {
        // Only a chunk has a place.
        let at = IVec2::from(element.pair(["x", "y"]));
        if !self.near(at.as_dvec2().abs() + size.as_dvec2(), place.clone()) {
            return None;
        }
        let count = size.as_u64vec2().element_product();
        self.budget.cells = self.budget.cells.saturating_add(count);
        if self.budget.cells > self.limits.cells {
            let what = format!("the map has more than {} cells in all layers together", self.limits.cells);
            self.report.error(place.clone(), what, or_raise("make the map smaller, remove layers", "cells"));
            return None;
        }
        let gids = cell_data::decode(encoding, element, usize::try_from(count).unwrap_or(0));
        let report = |what| self.report.error(place.clone(), what, "open the map in Tiled and save it again");
        Some(CellBlock { at, size, gids: gids.map_err(report).ok()? })
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

/// The last id of the gapless range of ids that starts at 1. Ids beyond may have the hexagonal bit.
fn unbroken(gids: &Gids) -> u32 {
    let extend = |last, (first, ids): &(u32, Rc<TileIds>)| if *first == last + 1 { last + ids.count } else { last };
    gids.iter().fold(0, extend).min(HEXAGONAL - 1)
}

//! Checks maps: tilesets, layers and cells. Cells of any encoding become tile ids; ids that no tileset has become empty.

use std::collections::BTreeSet;
use std::rc::Rc;

use glam::IVec2;

use crate::format::cell_data;
use crate::format::rules::{excerpt, required};
use crate::format::xml::Element;
use crate::guard::state::{
    CellBlock, ElementKey, FLIPS, FileKind, Gids, Guard, HEXAGONAL, LayerKinds, ScannedFile, TileIds, description,
    has_tile,
};
use crate::report::Place;

/// How many bad cells of a layer are reported individually.
const BAD_CELLS_NAMED: usize = 3;

/// The cells of a layer whose tile is in no tileset.
#[derive(Default)]
struct BadCells {
    /// The first few: column, row, global tile id, line.
    named: Vec<(i64, i64, u32, u32)>,
    /// The total number.
    count: usize,
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
        let infinite = map.get("infinite") == Some("1");
        let whole = |name: &str| map.get(name).and_then(|v| v.parse::<f64>().ok()).unwrap_or(0.0);
        let size = (whole("width") * whole("tilewidth")).max(whole("height") * whole("tileheight"));
        self.near(size, file.place(map, ""));
        let tile = whole("tilewidth").max(whole("tileheight"));
        // The parser only knows the tilesets before a layer. Tiled writes them first; other programs may not.
        map.children.sort_by_key(|child| child.name != "tileset");
        let gids = self.map_tilesets(file, map);
        file.firsts = gids.iter().map(|(first, _)| *first).collect();
        let mut seen = BTreeSet::new();
        let kind = LayerKinds { infinite, tile };
        self.layers(file, map, kind, &gids, &mut seen);
    }

    /// Checks that a distance from the origin, in pixels, is within the limit.
    fn near(&mut self, pixels: f64, place: Place) -> bool {
        let near = pixels.abs() <= self.limits.farthest_pixel;
        if !near {
            let what =
                format!("the map extends {pixels} pixels from the origin; the limit is {}", self.limits.farthest_pixel);
            self.report.error(place, what, "make it smaller, or use smaller tiles");
        }
        near
    }

    /// The tilesets of a map or template.
    pub fn map_tilesets(&mut self, file: &mut ScannedFile, map: &mut Element) -> Gids {
        let mut gids = Gids::new();
        for tileset in map.children.iter_mut().filter(|c| c.name == "tileset") {
            let Some(first) = tileset.get("firstgid").and_then(|v| v.parse::<u32>().ok()) else {
                self.report.error(
                    file.place(tileset, description(tileset)),
                    "the tileset has no 'firstgid'",
                    "remove the tileset from the map and add it again",
                );
                continue;
            };
            let place = file.place(tileset, description(tileset));
            if gids.len() >= self.limits.files {
                let what = format!("there are more than {} tilesets", self.limits.files);
                self.report.error(place, what, "remove those that the map does not use");
                break;
            }
            if gids.last().is_some_and(|(before, _)| *before >= first) {
                let what = format!("firstgid {first} is not above that of the previous tileset");
                self.report.error(place, what, "put the tilesets in the order of their firstgid");
                continue;
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
                    self.report.error(file.place(tileset, description(tileset)), what, "remove it and add it again");
                    return Rc::default();
                }
            }
            return Rc::new(self.tileset(file, tileset));
        }
        // With any other attribute the parser would take it for an embedded tileset.
        tileset.attributes.retain(|(name, _)| name == "firstgid" || name == "source");
        tileset.children.clear();
        tileset.text.clear();
        let place = file.place(tileset, description(tileset));
        let Some(path) = self.reference(file, tileset, "source") else { return Rc::default() };
        self.file(&path, FileKind::Tileset, place);
        self.checked_files.get(&path).map(|checked_file| Rc::clone(&checked_file.tiles)).unwrap_or_default()
    }

    pub fn layers(
        &mut self,
        file: &mut ScannedFile,
        around: &mut Element,
        kind: LayerKinds,
        gids: &Gids,
        seen: &mut BTreeSet<u32>,
    ) {
        for layer in &mut around.children {
            if !matches!(layer.name.as_str(), "layer" | "objectgroup" | "imagelayer" | "group") {
                continue;
            }
            file.lines.insert(ElementKey::Layer(file.layers), layer.line);
            file.layers += 1;
            match layer.name.as_str() {
                "layer" => self.tile_layer(file, layer, kind, gids),
                "objectgroup" => self.object_layer(file, layer, gids, seen),
                "imagelayer" => {
                    layer.children.iter_mut().filter(|c| c.name == "image").for_each(|c| self.image(file, c));
                }
                _ => self.layers(file, layer, kind, gids, seen),
            }
        }
    }

    /// Removes the cells from a layer and decodes them. Tiles that no tileset has become empty.
    fn tile_layer(&mut self, file: &mut ScannedFile, layer: &mut Element, kind: LayerKinds, gids: &Gids) {
        let index = file.layers - 1;
        let place = file.place(layer, description(layer));
        let whole = |e: &Element, name: &str| e.get(name).and_then(|v| v.parse::<i64>().ok()).unwrap_or(0);
        let size = (whole(layer, "width"), whole(layer, "height"));
        if !kind.infinite && !self.near(kind.reach(size.0.max(size.1)), place.clone()) {
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
        if chunks != kind.infinite && (chunks || !data.text.trim().is_empty() || !data.gids.is_empty()) {
            let what = if kind.infinite { "an infinite map's layer without chunks" } else { "chunks in a finite map" };
            return self.report.error(place, what, "open the map in Tiled and save it again");
        }
        let mut blocks = Vec::new();
        if kind.infinite {
            for chunk in data.children.iter_mut().filter(|c| c.name == "chunk") {
                let at = (whole(chunk, "x"), whole(chunk, "y"));
                let size = (whole(chunk, "width"), whole(chunk, "height"));
                let place = file.place(chunk, place.what.clone());
                let far = at.0.abs().max(at.1.abs()) + size.0.max(size.1);
                if !self.near(kind.reach(far), place.clone()) {
                    return;
                }
                let Some(block) = self.block(&place, chunk, &encoding, gids, (at, size), &mut bad) else { return };
                blocks.push(block);
            }
        } else {
            let place = file.place(&data, place.what.clone());
            let Some(block) = self.block(&place, &mut data, &encoding, gids, ((0, 0), size), &mut bad) else { return };
            blocks.push(block);
        }
        file.cells.insert(index, blocks);
        self.report_bad_cells(&place, &bad);
    }

    fn report_bad_cells(&mut self, layer: &Place, bad: &BadCells) {
        // The cause may be a tileset that could not be read, which is already reported.
        if self.report.failed() {
            return;
        }
        for (i, (column, row, gid, line)) in bad.named.iter().enumerate() {
            let rest = bad.count - bad.named.len();
            let last = i + 1 == bad.named.len();
            let more = if last && rest > 0 { format!(" (and {rest} more cells)") } else { String::new() };
            let place = Place::new(&layer.file, *line, format!("{}, tile ({column},{row})", layer.what));
            let what = format!("tile number {gid} is in none of the map's tilesets{more}");
            self.report.warn(place, what, "the cell is left empty; paint it again, or add the tileset that is missing");
        }
    }

    /// The cells of a `data` or `chunk` element; `None` after an error.
    fn block(
        &mut self,
        place: &Place,
        element: &mut Element,
        encoding: &Element,
        gids: &Gids,
        (at, size): ((i64, i64), (i64, i64)),
        bad: &mut BadCells,
    ) -> Option<CellBlock> {
        let count = size.0 * size.1;
        self.budget.cells += u64::try_from(count).unwrap_or(u64::MAX / 2);
        if self.budget.cells > self.limits.cells {
            let what = format!("the map has more than {} cells in all layers together", self.limits.cells);
            self.report.error(place.clone(), what, "make the map smaller, or remove layers");
            return None;
        }
        let mut cells = match cell_data::decode(encoding, element, usize::try_from(count).unwrap_or(0)) {
            Ok(cells) => cells,
            Err(what) => {
                self.report.error(place.clone(), what, "open the map in Tiled and save it again");
                return None;
            }
        };
        // Usually the tilesets cover all ids from 1 on without a gap. Then two passes over all cells suffice.
        let bits = cells.iter().fold(0, |bits, cell| bits | cell);
        let highest = cells.iter().fold(0, |highest: u32, cell| highest.max(cell & !FLIPS));
        if bits & HEXAGONAL != 0 || highest > unbroken(gids) {
            for (i, cell) in cells.iter_mut().enumerate() {
                *cell &= !HEXAGONAL;
                let gid = *cell & !FLIPS;
                if gid != 0 && !has_tile(gids, gid) {
                    let i = i64::try_from(i).unwrap_or(0);
                    bad.count += 1;
                    if bad.named.len() < BAD_CELLS_NAMED {
                        bad.named.push((at.0 + i % size.0, at.1 + i / size.0, gid, place.line));
                    }
                    *cell = 0;
                }
            }
        }
        let whole = |(x, y): (i64, i64)| IVec2::new(i32::try_from(x).unwrap_or(0), i32::try_from(y).unwrap_or(0));
        Some(CellBlock { at: whole(at), size: whole(size), gids: cells })
    }
}

/// The last id of the gapless range of ids that starts at 1.
fn unbroken(gids: &Gids) -> u32 {
    gids.iter().fold(0, |last, (first, ids)| if *first == last + 1 { last.saturating_add(ids.count) } else { last })
}

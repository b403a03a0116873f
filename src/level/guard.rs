//! Reads every file that a map needs before the parser does: checks what would crash, hang or mislead it, mends what can be
//! mended, and remembers lines. The parser then sees only what this module wrote.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::files::{Files, beside, normal_path};
use super::report::{Place, Report};
use super::rules::{check, required, rule, shown};
use super::xml::{Element, Fault, Written, parse, write};
use super::{Limits, cells};

/// The bits of a global tile id that say how the tile is turned: horizontally, vertically, diagonally.
const FLIPS: u32 = 0xe000_0000;

/// A turn that only hexagonal maps have; the parser does not know it.
const HEXAGONAL: u32 = 0x1000_0000;

/// The side of the chunks into which the parser sorts infinite layers, in cells.
const PARSER_CHUNK: i64 = 16;

/// How many bad cells of a layer are named one by one.
const BAD_CELLS_NAMED: usize = 3;

/// What a line belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Spot {
    /// The file's own element.
    Root,
    /// The layers of a map in the order of the file, groups before what they hold.
    Layer(u32),
    /// An object of a map, by its id.
    Object(u32),
    /// A tile: which tileset of the file, id.
    Tile(u32, u32),
    /// A shape of a tile: which tileset of the file, id, which shape.
    Shape(u32, u32, u32),
}

/// A file that is fit to be parsed.
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    /// What the parser reads.
    pub written: Written,
    /// Where things were in the original.
    pub lines: BTreeMap<Spot, u32>,
    /// For a file with a single tileset: its tiles.
    tiles: Rc<TileIds>,
}

/// Which tiles a tileset has.
#[derive(Clone, Debug, Default)]
struct TileIds {
    /// All below this number.
    count: u32,
    /// And these.
    listed: BTreeSet<u32>,
}

impl TileIds {
    fn has(&self, id: u32) -> bool {
        id < self.count || self.listed.contains(&id)
    }
}

/// The tilesets of a map: first global id, tiles.
type Gids = Vec<(u32, Rc<TileIds>)>;

/// What all layers of a map share.
#[derive(Clone, Copy)]
struct Kinds {
    infinite: bool,
    /// The longer side of a cell, in pixels.
    tile: f64,
}

/// Cells of a layer with tiles that no tileset has.
#[derive(Default)]
struct BadCells {
    /// The first of them: column, row, global tile id, line.
    named: Vec<(i64, i64, u32, u32)>,
    /// How many there are.
    count: usize,
}

/// What kind of file it is: the name of its element.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Map,
    Tileset,
    Template,
}

impl Kind {
    const fn name(self) -> &'static str {
        match self {
            Self::Map => "map",
            Self::Tileset => "tileset",
            Self::Template => "template",
        }
    }
}

/// All files of a map, by their paths.
pub type Sheets = BTreeMap<String, Sheet>;

/// Reads a map and everything it refers to. Problems go to the report; when it has failed, the sheets are not to be parsed.
pub fn guard(files: &dyn Files, map: &str, limits: &Limits, report: &mut Report) -> Sheets {
    let mut guard = Guard { files, limits, report, sheets: Sheets::new(), open: Vec::new(), budget: Budget::default() };
    guard.file(map, Kind::Map, Place::new(map, 0, ""));
    guard.sheets
}

/// What all files together have asked for so far.
#[derive(Default)]
struct Budget {
    files: usize,
    cells: u64,
    tiles: u64,
    objects: usize,
    properties: usize,
    points: usize,
    template_bytes: usize,
}

struct Guard<'a> {
    files: &'a dyn Files,
    limits: &'a Limits,
    report: &'a mut Report,
    sheets: Sheets,
    /// The files that are being read, each because of the one before: none may come twice.
    open: Vec<String>,
    budget: Budget,
}

/// A file while it is looked at.
struct File {
    path: String,
    lines: BTreeMap<Spot, u32>,
    layers: u32,
    tilesets: u32,
}

impl File {
    fn place(&self, element: &Element, what: impl Into<String>) -> Place {
        Place::new(&self.path, element.line, what)
    }
}

impl Guard<'_> {
    /// Reads one file, unless it was read before. `asker` is who asks for it.
    fn file(&mut self, path: &str, kind: Kind, asker: Place) {
        if self.sheets.contains_key(path) {
            return;
        }
        if self.open.iter().any(|open| open == path) {
            let what = format!("'{path}' needs itself: {} -> {path}", self.open.join(" -> "));
            return self.report.error(asker, what, "take the reference out of one of these files");
        }
        self.budget.files += 1;
        if self.budget.files > self.limits.files {
            let what = format!("the map needs more than {} files", self.limits.files);
            return self.report.error(asker, what, "use fewer tilesets and templates");
        }
        let bytes = match self.files.read(path) {
            Ok(bytes) if bytes.len() as u64 <= self.limits.file_bytes => bytes,
            Ok(_) => return self.report.error(asker, format!("'{path}' is too large"), "make it smaller"),
            Err(error) => {
                let what = format!("cannot read '{path}': {}", reason(&error));
                return self.report.error(asker, what, "check the file's name, or remove what refers to it");
            }
        };
        match parse(&bytes, self.limits) {
            Ok(root) if root.name == kind.name() => {
                self.open.push(path.to_owned());
                let sheet = self.sheet(path, kind, root);
                self.open.pop();
                self.sheets.insert(path.to_owned(), sheet);
            }
            Ok(root) => {
                let what = format!("'{path}' holds a <{}>, not a <{}>", shown(&root.name), kind.name());
                self.report.error(Place::new(path, root.line, ""), what, "choose the right file");
            }
            Err(Fault { line, what, help }) => self.report.error(Place::new(path, line, ""), what, help),
        }
    }

    fn sheet(&mut self, path: &str, kind: Kind, mut root: Element) -> Sheet {
        let mut file = File { path: path.to_owned(), lines: BTreeMap::new(), layers: 0, tilesets: 0 };
        file.lines.insert(Spot::Root, root.line);
        self.attributes(&file, &mut root, true);
        let tiles = match kind {
            Kind::Map => {
                self.map(&mut file, &mut root);
                TileIds::default()
            }
            Kind::Tileset => self.tileset(&mut file, &mut root),
            Kind::Template => {
                self.template(&mut file, &mut root);
                TileIds::default()
            }
        };
        Sheet { written: write(&root), lines: file.lines, tiles: Rc::new(tiles) }
    }

    // ---- what all elements have in common ----

    /// Checks every attribute and every property of a tree, so that the parser cannot stumble over one.
    fn attributes(&mut self, file: &File, element: &mut Element, external: bool) {
        // The parser cuts prefixes off, the rules do not know them: nothing with a prefix goes on.
        element.attributes.retain(|(name, _)| !name.contains(':'));
        element.children.retain(|child| !child.name.contains(':') && !is_ignored(&child.name));
        for name in required(&element.name, external) {
            if element.get(name).is_none() {
                let what = format!("<{}> has no '{name}'", element.name);
                self.report.error(
                    file.place(element, called(element)),
                    what,
                    "open the file in Tiled and save it again",
                );
            }
        }
        for (name, value) in std::mem::take(&mut element.attributes) {
            let Some(rule) = rule(&element.name, &name, self.limits) else {
                element.attributes.push((name, value));
                continue;
            };
            match check(rule, &value) {
                Ok(value) => element.attributes.push((name, value)),
                // An empty colour is how Tiled says "none".
                Err((_, true)) if value.is_empty() => {}
                Err((why, optional)) => {
                    let place = file.place(element, called(element));
                    let what = format!("{name}=\"{}\": {why}", shown(&value));
                    if optional {
                        self.report.warn(place, what, "it is left out; set it anew in Tiled");
                    } else {
                        self.report.error(place, what, "correct it, or set it anew in Tiled");
                    }
                }
            }
        }
        if element.name == "properties" {
            self.properties(file, element);
        }
        for child in &mut element.children {
            self.attributes(file, child, false);
        }
    }

    /// Brings the properties of one thing into the form that the parser reads.
    fn properties(&mut self, file: &File, list: &mut Element) {
        list.children.retain(|child| child.name == "property");
        self.budget.properties += list.children.len();
        if self.budget.properties > self.limits.properties {
            let what = format!("there are more than {} properties", self.limits.properties);
            return self.report.error(file.place(list, ""), what, "remove some");
        }
        let mut kept = Vec::new();
        for mut property in std::mem::take(&mut list.children) {
            if self.property(file, &mut property) {
                kept.push(property);
            }
        }
        list.children = kept;
    }

    /// The same for one property or list item; whether it is to be kept.
    fn property(&mut self, file: &File, property: &mut Element) -> bool {
        let kind = property.get("type").unwrap_or("string").to_owned();
        if kind == "class" || kind == "list" {
            property.text.clear();
            let inner = if kind == "class" { "properties" } else { "item" };
            property.children.retain(|child| child.name == inner);
            // Items are properties without a name.
            let mut children = std::mem::take(&mut property.children);
            children.retain_mut(|child| inner != "item" || self.property(file, child));
            property.children = children;
            return true;
        }
        property.children.clear();
        let text = std::mem::take(&mut property.text);
        if property.get("value").is_none() {
            property.set("value", text);
        }
        let value = property.get("value").unwrap_or_default().to_owned();
        let place = file.place(property, format!("property '{}'", shown(property.get("name").unwrap_or_default())));
        let good = match kind.as_str() {
            "string" | "file" => true,
            "bool" => value == "true" || value == "false",
            "int" => value.parse::<i32>().is_ok(),
            "float" => value.parse::<f32>().is_ok_and(f32::is_finite),
            "object" => value.parse::<u32>().is_ok(),
            "color" if value.is_empty() => return false,
            "color" => check(super::rules::Rule::Colour, &value).is_ok(),
            other => {
                let what = format!("the type '{}' is unknown", shown(other));
                self.report.warn(place, what, "it is read as text; use a type that Tiled 1.10 knows");
                property.set("type", "string");
                return true;
            }
        };
        if !good {
            let what = format!("'{}' is no {}", shown(&value), if kind == "object" { "object's id" } else { &kind });
            self.report.error(place, what, "set the property anew in Tiled");
        }
        good
    }

    /// The path of another file that an attribute names, in the spelling that all files use; it is written back so that the
    /// parser, which compares paths as text, reads no file twice.
    fn reference(&mut self, file: &File, element: &mut Element, attribute: &str) -> Option<String> {
        let name = element.get(attribute)?.to_owned();
        match beside(&file.path, &name) {
            Ok(path) => {
                element.set(attribute, format!("/{path}"));
                Some(path)
            }
            Err(error) => {
                let what = format!("cannot read '{}': {}", shown(&name), reason(&error));
                let help = "keep all files in the project's folder and choose the file anew in Tiled";
                self.report.error(file.place(element, called(element)), what, help);
                None
            }
        }
    }

    fn image(&mut self, file: &File, element: &mut Element) {
        element.children.clear();
        self.reference(file, element, "source");
    }

    // ---- tilesets ----

    /// A tileset that is the whole file, or stands in a map.
    fn tileset(&mut self, file: &mut File, tileset: &mut Element) -> TileIds {
        let nth = file.tilesets;
        file.tilesets += 1;
        let whole = |name: &str| tileset.get(name).and_then(|v| v.parse::<u32>().ok()).unwrap_or(0);
        let (count, columns) = (whole("tilecount"), whole("columns"));
        let (width, height) = (whole("tilewidth"), whole("tileheight"));
        let place = file.place(tileset, called(tileset));
        self.budget.tiles += u64::from(count);
        if self.budget.tiles > self.limits.tiles {
            let what = format!("the tilesets have more than {} tiles together", self.limits.tiles);
            self.report.error(place.clone(), what, "remove tilesets that the map does not use");
        }
        let has_image = tileset.all("image").next().is_some();
        if has_image {
            let side = self.limits.tile_side;
            if !(1..=side).contains(&width) || !(1..=side).contains(&height) {
                let what = format!("tiles of {width} x {height} pixels; 1 to {side} are possible");
                self.report.error(place.clone(), what, "set the tile size in Tiled");
            } else if columns == 0 {
                tileset.set("columns", Self::columns(tileset, width).to_string());
            }
        } else if tileset.get("columns").is_none() {
            tileset.set("columns", "0");
        }
        let mut ids = TileIds { count: if has_image { count } else { 0 }, ..TileIds::default() };
        for child in &mut tileset.children {
            match child.name.as_str() {
                "image" => self.image(file, child),
                "tile" => {
                    let id = child.get("id").and_then(|id| id.parse().ok()).unwrap_or(0);
                    ids.listed.insert(id);
                    self.tile(file, child, (nth, id));
                }
                _ => {}
            }
        }
        ids
    }

    /// How many columns a picture has room for; the parser would divide by zero or overflow.
    fn columns(tileset: &Element, tile_width: u32) -> u32 {
        let whole = |e: &Element, name: &str| e.get(name).and_then(|v| v.parse::<u32>().ok()).unwrap_or(0);
        let picture = tileset.all("image").next().map_or(0, |image| whole(image, "width"));
        let (margin, spacing) = (whole(tileset, "margin"), whole(tileset, "spacing"));
        (picture.saturating_sub(margin) + spacing).checked_div(tile_width + spacing).unwrap_or(1).max(1)
    }

    fn tile(&mut self, file: &mut File, tile: &mut Element, (nth, id): (u32, u32)) {
        file.lines.insert(Spot::Tile(nth, id), tile.line);
        use_class_of_1_9(tile);
        let mut shapes = 0;
        for child in &mut tile.children {
            match child.name.as_str() {
                "image" => self.image(file, child),
                "objectgroup" => {
                    for shape in child.children.iter_mut().filter(|c| c.name == "object") {
                        file.lines.insert(Spot::Shape(nth, id, shapes), shape.line);
                        shapes += 1;
                        // A shape of a tile shows no tile itself.
                        shape.unset("gid");
                        self.object(file, shape, None);
                    }
                }
                _ => {}
            }
        }
    }

    // ---- maps ----

    fn map(&mut self, file: &mut File, map: &mut Element) {
        let orientation = map.get("orientation").unwrap_or_default().to_owned();
        if orientation != "orthogonal" {
            let what = format!("the map is '{}'", shown(&orientation));
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
        // The parser sees only the tilesets before a layer; Tiled always writes them first, others may not.
        map.children.sort_by_key(|child| child.name != "tileset");
        let gids = self.map_tilesets(file, map);
        let mut seen = BTreeSet::new();
        let kind = Kinds { infinite, tile };
        self.layers(file, map, kind, &gids, &mut seen);
    }

    /// Whether a distance from the origin, in pixels, is one that is handled exactly enough.
    fn near(&mut self, pixels: f64, place: Place) -> bool {
        let near = pixels.abs() <= self.limits.farthest_pixel;
        if !near {
            let what = format!("the map reaches {pixels} pixels far; {} are possible", self.limits.farthest_pixel);
            self.report.error(place, what, "make it smaller, or use smaller tiles");
        }
        near
    }

    /// The tilesets of a map or template.
    fn map_tilesets(&mut self, file: &mut File, map: &mut Element) -> Gids {
        let mut gids = Gids::new();
        for tileset in map.children.iter_mut().filter(|c| c.name == "tileset") {
            let Some(first) = tileset.get("firstgid").and_then(|v| v.parse::<u32>().ok()) else {
                self.report.error(
                    file.place(tileset, called(tileset)),
                    "the tileset has no 'firstgid'",
                    "remove the tileset from the map and add it again",
                );
                continue;
            };
            let place = file.place(tileset, called(tileset));
            if gids.len() >= self.limits.files {
                let what = format!("there are more than {} tilesets", self.limits.files);
                self.report.error(place, what, "remove those that the map does not use");
                break;
            }
            if gids.last().is_some_and(|(before, _)| *before >= first) {
                let what = format!("firstgid {first} is not above that of the tileset before");
                self.report.error(place, what, "put the tilesets in the order of their firstgid");
                continue;
            }
            let ids = self.tileset_in_map(file, tileset);
            if let Some((before, ids)) = gids.last()
                && ids.has(first - before)
            {
                let what = format!("its firstgid {first} lies within the tileset before, which has grown");
                let help = "open the map in Tiled while that tileset is in its place, and save it";
                self.report.warn(place, what, help);
            }
            gids.push((first, ids));
        }
        gids
    }

    /// One of them: in the map itself or in a file of its own.
    fn tileset_in_map(&mut self, file: &mut File, tileset: &mut Element) -> Rc<TileIds> {
        if tileset.get("source").is_none() {
            for name in required("tileset", true) {
                if tileset.get(name).is_none() {
                    let what = format!("<tileset> has neither a 'source' nor a '{name}'");
                    self.report.error(file.place(tileset, called(tileset)), what, "remove it and add it again");
                    return Rc::default();
                }
            }
            return Rc::new(self.tileset(file, tileset));
        }
        // Any other attribute would make the parser take it for an embedded one.
        tileset.attributes.retain(|(name, _)| name == "firstgid" || name == "source");
        tileset.children.clear();
        tileset.text.clear();
        let place = file.place(tileset, called(tileset));
        let Some(path) = self.reference(file, tileset, "source") else { return Rc::default() };
        self.file(&path, Kind::Tileset, place);
        self.sheets.get(&path).map(|sheet| Rc::clone(&sheet.tiles)).unwrap_or_default()
    }

    fn layers(&mut self, file: &mut File, around: &mut Element, kind: Kinds, gids: &Gids, seen: &mut BTreeSet<u32>) {
        for layer in &mut around.children {
            if !matches!(layer.name.as_str(), "layer" | "objectgroup" | "imagelayer" | "group") {
                continue;
            }
            file.lines.insert(Spot::Layer(file.layers), layer.line);
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

    // ---- cells ----

    /// Unpacks the cells of a layer and writes them as CSV, those that no tileset has as empty.
    fn tile_layer(&mut self, file: &File, layer: &mut Element, kind: Kinds, gids: &Gids) {
        let infinite = kind.infinite;
        let place = file.place(layer, called(layer));
        let whole = |e: &Element, name: &str| e.get(name).and_then(|v| v.parse::<i64>().ok()).unwrap_or(0);
        let (width, height) = (whole(layer, "width"), whole(layer, "height"));
        #[allow(clippy::cast_precision_loss, reason = "a few ten thousand cells")]
        if !infinite && !self.near(width.max(height) as f64 * kind.tile, place.clone()) {
            return;
        }
        let count = layer.all("data").count();
        if count == 0 {
            self.report.warn(place.clone(), "the layer has no data", "it is taken as empty; delete it");
        }
        if count > 1 {
            return self.report.error(place, "the layer has more than one <data>", "keep one of them");
        }
        let mut bad = BadCells::default();
        for data in layer.children.iter_mut().filter(|c| c.name == "data") {
            let how = Element { attributes: std::mem::take(&mut data.attributes), ..Element::default() };
            data.set("encoding", "csv");
            let chunks = data.all("chunk").count() > 0;
            if chunks != infinite && (chunks || !data.text.trim().is_empty()) {
                let what = if infinite { "an infinite map's layer without chunks" } else { "chunks in a finite map" };
                return self.report.error(place, what, "open the map in Tiled and save it again");
            }
            if infinite {
                data.text.clear();
                data.children.retain(|c| c.name == "chunk");
                for chunk in &mut data.children {
                    let at = (whole(chunk, "x"), whole(chunk, "y"));
                    let size = (whole(chunk, "width"), whole(chunk, "height"));
                    // The parser sorts cells into chunks of its own size, and a single cell costs a whole one.
                    let blocks =
                        |at: i64, size: i64| (at + size - 1).div_euclid(PARSER_CHUNK) - at.div_euclid(PARSER_CHUNK) + 1;
                    let cost = blocks(at.0, size.0) * blocks(at.1, size.1) * PARSER_CHUNK * PARSER_CHUNK;
                    let place = file.place(chunk, place.what.clone());
                    let far = at.0.abs().max(at.1.abs()) + size.0.max(size.1);
                    #[allow(clippy::cast_precision_loss, reason = "a few ten thousand cells")]
                    if !self.near(far as f64 * kind.tile, place.clone()) {
                        return;
                    }
                    if !self.cells(&place, chunk, &how, gids, (at, size), cost, &mut bad) {
                        return;
                    }
                }
            } else {
                data.children.clear();
                let place = file.place(data, place.what.clone());
                if !self.cells(&place, data, &how, gids, ((0, 0), (width, height)), width * height, &mut bad) {
                    return;
                }
            }
        }
        if !infinite && width * height == 0 {
            layer.children.retain(|c| c.name != "data");
        }
        self.report_bad_cells(&place, &bad);
    }

    fn report_bad_cells(&mut self, layer: &Place, bad: &BadCells) {
        // A tileset that could not be read is to blame, and has been blamed.
        if self.report.failed() {
            return;
        }
        for (i, (column, row, gid, line)) in bad.named.iter().enumerate() {
            let rest = bad.count - bad.named.len();
            let last = i + 1 == bad.named.len();
            let more = if last && rest > 0 { format!(" (and {rest} cells more)") } else { String::new() };
            let place = Place::new(&layer.file, *line, format!("{}, tile ({column},{row})", layer.what));
            let what = format!("tile number {gid} is in none of the map's tilesets{more}");
            self.report.warn(place, what, "the cell is left empty; paint it anew, or add the tileset that is missing");
        }
    }

    /// The cells of one `data` or `chunk`, written back as CSV; false when the map is lost.
    #[allow(clippy::too_many_arguments, reason = "one act, taken out of two loops")]
    fn cells(
        &mut self,
        place: &Place,
        element: &mut Element,
        how: &Element,
        gids: &Gids,
        (at, size): ((i64, i64), (i64, i64)),
        cost: i64,
        bad: &mut BadCells,
    ) -> bool {
        self.budget.cells += u64::try_from(cost).unwrap_or(u64::MAX / 2);
        if self.budget.cells > self.limits.cells {
            let what = format!("the map has more than {} cells in all layers together", self.limits.cells);
            self.report.error(place.clone(), what, "make the map smaller, or remove layers");
            return false;
        }
        let count = usize::try_from(size.0 * size.1).unwrap_or(0);
        let mut cells = match cells::decode(how, element, count) {
            Ok(cells) => cells,
            Err(what) => {
                self.report.error(place.clone(), what, "open the map in Tiled and save it again");
                return false;
            }
        };
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
        element.text = csv(&cells);
        element.gids = Vec::new();
        true
    }

    // ---- objects ----

    fn object_layer(&mut self, file: &mut File, layer: &mut Element, gids: &Gids, seen: &mut BTreeSet<u32>) {
        for object in layer.children.iter_mut().filter(|c| c.name == "object") {
            let id = object.get("id").and_then(|id| id.parse().ok()).unwrap_or(0);
            let place = file.place(object, called(object));
            if id == 0 {
                self.report.warn(place, "the object has no id", "open the map in Tiled and save it again");
            } else if !seen.insert(id) {
                let what = format!("another object has the id {id} too");
                self.report.warn(place, what, "references find only one of the two; copy and delete one in Tiled");
            }
            file.lines.insert(Spot::Object(id), object.line);
            self.object(file, object, Some(gids));
        }
    }

    fn template(&mut self, file: &mut File, template: &mut Element) {
        template.children.sort_by_key(|child| child.name != "tileset");
        let gids = self.map_tilesets(file, template);
        let objects = template.all("object").count();
        if objects != 1 {
            let what = format!("the template holds {objects} objects");
            self.report.error(file.place(template, ""), what, "a template is one object; save it again in Tiled");
        }
        for object in template.children.iter_mut().filter(|c| c.name == "object") {
            self.object(file, object, Some(&gids));
        }
    }

    fn object(&mut self, file: &File, object: &mut Element, gids: Option<&Gids>) {
        self.budget.objects += 1;
        if self.budget.objects == self.limits.objects + 1 {
            let what = format!("there are more than {} objects", self.limits.objects);
            self.report.error(file.place(object, ""), what, "remove some");
        }
        use_class_of_1_9(object);
        let place = file.place(object, called(object));
        if let Some(path) = self.reference(file, object, "template") {
            self.file(&path, Kind::Template, place.clone());
            self.budget.template_bytes += self.sheets.get(&path).map_or(0, |sheet| sheet.written.text.len());
            if self.budget.template_bytes > self.limits.template_bytes {
                let what = format!("the objects' templates hold more than {} bytes", self.limits.template_bytes);
                self.report.error(place.clone(), what, "use smaller templates");
                object.unset("template");
            }
        }
        if let (Some(gids), Some(gid)) = (gids, object.get("gid").and_then(|v| v.parse::<u32>().ok())) {
            let plain = gid & !FLIPS & !HEXAGONAL;
            object.set("gid", (gid & !HEXAGONAL).to_string());
            if plain != 0 && !has_tile(gids, plain) {
                let what = format!("tile number {plain} is in none of the tilesets");
                self.report.warn(place, what, "the object is shown without a tile; replace its tile in Tiled");
                object.unset("gid");
            }
        }
        let what = called(object);
        for child in &mut object.children {
            if child.name == "polygon" || child.name == "polyline" {
                self.points(file, child, &what);
            }
        }
    }

    /// Corners, in the one form that the parser reads.
    fn points(&mut self, file: &File, element: &mut Element, what: &str) {
        let far = self.limits.farthest_pixel;
        let text = element.get("points").unwrap_or_default();
        let number = |text: &str| text.trim().parse::<f64>().ok().filter(|v| v.is_finite() && v.abs() <= far);
        let pair = |text: &str| text.split_once(',').and_then(|(x, y)| Some((number(x)?, number(y)?)));
        let most = self.limits.points_per_shape;
        let points: Vec<Result<(f64, f64), String>> =
            text.split_ascii_whitespace().take(most + 1).map(|point| pair(point).ok_or_else(|| shown(point))).collect();
        self.budget.points += points.len();
        let place = file.place(element, what);
        if let Some(Err(bad)) = points.iter().find(|p| p.is_err()) {
            return self.report.error(place, format!("'{bad}' is no corner"), "draw the shape anew in Tiled");
        }
        if points.len() > most || self.budget.points > self.limits.points {
            let total = self.limits.points;
            let what = format!("a shape may have {most} corners, all shapes together {total}");
            return self.report.error(place, what, "draw it with fewer corners, or split it");
        }
        if points.is_empty() {
            return self.report.error(place, "the shape has no corners", "delete it, or draw it anew");
        }
        let written: Vec<String> = points.into_iter().flatten().map(|(x, y)| format!("{x},{y}")).collect();
        element.set("points", written.join(" "));
    }
}

/// Elements that only the editor needs. The parser reads some of them and may stumble.
fn is_ignored(name: &str) -> bool {
    matches!(name, "wangsets" | "terraintypes" | "editorsettings" | "export")
}

/// Tiled 1.9 wrote `class` where others write `type`; the parser would let a template's type win over it.
fn use_class_of_1_9(element: &mut Element) {
    if element.get("type").is_none()
        && let Some(class) = element.unset("class")
    {
        element.set("type", class);
    }
}

fn has_tile(gids: &Gids, gid: u32) -> bool {
    let found = gids.iter().rev().find(|(first, _)| *first <= gid);
    found.is_some_and(|(first, ids)| ids.has(gid - first))
}

fn csv(cells: &[u32]) -> String {
    let mut text = String::with_capacity(cells.len() * 3);
    for (i, cell) in cells.iter().enumerate() {
        if i > 0 {
            text.push(',');
        }
        text.push_str(&cell.to_string());
    }
    text
}

/// How a problem names an element: `layer 'ground'`, `object 17 'lift'`, `tileset 'denim'`, `tile 8`.
fn called(element: &Element) -> String {
    let name = element.get("name").unwrap_or_default();
    let named = if name.is_empty() { String::new() } else { format!(" '{}'", shown(name)) };
    match (element.name.as_str(), element.get("id")) {
        ("layer" | "objectgroup" | "imagelayer" | "group", _) => format!("layer{named}"),
        ("object", Some(id)) => format!("object {}{named}", shown(id)),
        ("tile", Some(id)) => format!("tile {}", shown(id)),
        ("tileset", _) => match element.get("source") {
            Some(source) if name.is_empty() => format!("tileset '{}'", shown(source)),
            _ => format!("tileset{named}"),
        },
        _ => String::new(),
    }
}

/// Why a file could not be read, in a few words.
fn reason(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file".to_owned(),
        _ => error.to_string(),
    }
}

/// The normal spelling of a path that the parser hands back.
pub fn path_of(path: &std::path::Path) -> Option<String> {
    let text = path.to_str()?.replace('\\', "/");
    normal_path(text.trim_start_matches('/')).ok()
}

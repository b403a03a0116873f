//! Converts JSON values to the elements that Tiled writes in XML.

use std::collections::BTreeMap;

use crate::format::json::tree::{Json, JsonNode};
use crate::format::rules::excerpt;
use crate::format::xml::{Element, Fault, MAX_ATTRIBUTES_OF_ONE, SAVE_AGAIN};
use crate::limits::Limits;

/// The longest key that becomes an attribute. Tiled's own keys are shorter.
const MAX_KEY: usize = 32;

/// Flags that mark an object's shape. Each becomes an element of the same name.
const SHAPE_FLAGS: [&str; 3] = ["ellipse", "point", "capsule"];

/// Converts a whole file. `kind` is the type of a file that does not state its own.
pub fn root(node: JsonNode, kind: &str, limits: &Limits) -> Result<Element, Fault> {
    let mut members = ObjectMembers::of(node)?;
    // Programs other than Tiled write worlds with types of their own.
    let declared = members.text("type").filter(|_| kind != "world");
    Maker { limits, depth: 0 }.element(declared.as_deref().unwrap_or(kind), members)
}

/// The members of an object. Taking one removes it.
struct ObjectMembers {
    line: u32,
    list: Vec<(String, JsonNode)>,
}

impl ObjectMembers {
    fn of(node: JsonNode) -> Result<Self, Fault> {
        match node.value {
            Json::Object(list) => Ok(Self { line: node.line, list }),
            _ => Err(Fault::new(node.line, "this is not an object (`{...}`)", SAVE_AGAIN)),
        }
    }

    fn take(&mut self, key: &str) -> Option<JsonNode> {
        let at = self.list.iter().position(|(k, _)| k == key)?;
        Some(self.list.remove(at).1)
    }

    /// Takes a scalar value as text.
    fn text(&mut self, key: &str) -> Option<String> {
        self.take(key).and_then(|node| scalar(&node.value))
    }
}

/// A value as attribute text; `None` for null, lists and objects.
fn scalar(value: &Json) -> Option<String> {
    match value {
        Json::Bool(value) => Some(u8::from(*value).to_string()),
        Json::Number(text) | Json::Text(text) => Some(text.clone()),
        Json::Null | Json::List(_) | Json::Cells(_) | Json::Object(_) => None,
    }
}

/// The items of a list.
fn items(node: JsonNode) -> Result<Vec<JsonNode>, Fault> {
    let line = node.line;
    let number = |cell: u32| JsonNode { line, value: Json::Number(cell.to_string()) };
    match node.value {
        Json::List(list) => Ok(list),
        Json::Cells(cells) => Ok(cells.into_iter().map(number).collect()),
        Json::Null => Ok(Vec::new()),
        _ => Err(Fault::new(line, "this is not a list (`[...]`)", SAVE_AGAIN)),
    }
}

/// Whether a key can become an attribute name. Other keys would not survive as XML, and Tiled writes none.
fn is_name(key: &str) -> bool {
    let letters = key.bytes().all(|b| b.is_ascii_alphanumeric());
    letters && (1..=MAX_KEY).contains(&key.len()) && !key.starts_with(|c: char| c.is_ascii_digit())
}

fn empty(name: &str, line: u32) -> Element {
    Element { name: name.to_owned(), line, ..Element::default() }
}

/// Converts values to elements, and tracks the depth.
#[derive(Clone, Copy)]
struct Maker<'a> {
    limits: &'a Limits,
    depth: usize,
}

impl Maker<'_> {
    /// One level deeper.
    fn inner(self, line: u32) -> Result<Self, Fault> {
        if self.depth + 1 >= self.limits.depth {
            return Err(Fault::too_deep(line, self.limits));
        }
        Ok(Self { depth: self.depth + 1, ..self })
    }

    /// Converts an object to an element: first children that need several members, then lists and objects in the form of
    /// Tiled's XML, then the remaining members as attributes.
    fn element(self, name: &str, mut members: ObjectMembers) -> Result<Element, Fault> {
        let mut element = empty(name, members.line);
        let inner = self.inner(members.line)?;
        match name {
            "layer" => element.children.extend(inner.data(&mut members)?),
            "imagelayer" | "tileset" | "tile" => element.children.extend(image(&mut members)),
            _ => {}
        }
        let types = members.take("propertytypes");
        let tile_types = members.take("tilepropertytypes");
        let mut tile_properties = None;
        for (key, node) in members.list {
            match (name, key.as_str()) {
                (_, "properties") => element.children.push(inner.properties(node, types.as_ref())?),
                ("map", "tilesets") => inner.all("tileset", node, &mut element)?,
                ("world", "maps") => inner.all("map", node, &mut element)?,
                ("world", "patterns") => inner.all("pattern", node, &mut element)?,
                ("map" | "group", "layers") => {
                    for layer in items(node)? {
                        element.children.push(inner.layer(layer)?);
                    }
                }
                ("objectgroup", "objects") => inner.all("object", node, &mut element)?,
                ("tileset", "tiles") => inner.tiles(node, &mut element)?,
                ("tileset", "tileproperties") => tile_properties = Some(node),
                ("tile", "animation") => {
                    let mut animation = empty("animation", node.line);
                    inner.inner(node.line)?.all("frame", node, &mut animation)?;
                    element.children.push(animation);
                }
                ("object", "polygon" | "polyline") => element.children.push(points(&key, node)?),
                ("object", "text") => element.children.push(inner.text(node)?),
                ("object", flag) if SHAPE_FLAGS.contains(&flag) => {
                    if matches!(node.value, Json::Bool(true)) {
                        element.children.push(empty(flag, node.line));
                    }
                }
                ("template", "object" | "tileset") | ("tileset", "tileoffset") | ("tile", "objectgroup") => {
                    let mut members = ObjectMembers::of(node)?;
                    if key == "objectgroup" {
                        members.take("type");
                    }
                    element.children.push(inner.element(&key, members)?);
                }
                _ if is_name(&key) => element.attributes.extend(scalar(&node.value).map(|text| (key, text))),
                _ => {}
            }
        }
        if element.attributes.len() > MAX_ATTRIBUTES_OF_ONE {
            let what = format!("<{name}>: it has more than {MAX_ATTRIBUTES_OF_ONE} attributes");
            return Err(Fault::new(element.line, what, SAVE_AGAIN));
        }
        if let Some(node) = tile_properties {
            inner.tile_properties(node, tile_types, &mut element)?;
        }
        Ok(element)
    }

    /// Converts each item of a list to an element.
    fn all(self, name: &str, node: JsonNode, into: &mut Element) -> Result<(), Fault> {
        for item in items(node)? {
            into.children.push(self.element(name, ObjectMembers::of(item)?)?);
        }
        Ok(())
    }

    fn layer(self, node: JsonNode) -> Result<Element, Fault> {
        let mut members = ObjectMembers::of(node)?;
        let line = members.line;
        match members.text("type").as_deref() {
            Some("tilelayer") => self.element("layer", members),
            Some(kind @ ("objectgroup" | "imagelayer" | "group")) => self.element(kind, members),
            Some(other) => {
                let what = format!("the layer's type '{}' is unknown", excerpt(other));
                Err(Fault::new(line, what, "open the file in Tiled and save it again"))
            }
            None => Err(Fault::new(line, "the layer has no type", "open the file in Tiled and save it again")),
        }
    }

    /// The cells of a layer, stored directly or in chunks.
    fn data(self, layer: &mut ObjectMembers) -> Result<Option<Element>, Fault> {
        let encoding = ["encoding", "compression"].map(|key| (key, layer.text(key).filter(|text| !text.is_empty())));
        // A list of numbers has no encoding. Tiled calls it csv.
        let packed = encoding[0].1.as_deref().is_some_and(|encoding| encoding != "csv");
        let encoding = encoding.into_iter().filter_map(|(key, text)| Some((key.to_owned(), text?)));
        let encoding: Vec<_> = if packed { encoding.collect() } else { Vec::new() };
        let (data, chunks) = (layer.take("data"), layer.take("chunks"));
        let Some(line) = data.as_ref().or(chunks.as_ref()).map(|node| node.line) else { return Ok(None) };
        let mut element = Element { attributes: encoding, ..empty("data", line) };
        if let Some(node) = data {
            cells(node, &mut element)?;
        }
        for chunk in chunks.map(items).transpose()?.unwrap_or_default() {
            let mut members = ObjectMembers::of(chunk)?;
            let data = members.take("data");
            let mut chunk = self.inner(line)?.element("chunk", members)?;
            data.map(|node| cells(node, &mut chunk)).transpose()?;
            element.children.push(chunk);
        }
        Ok(Some(element))
    }

    /// Tiles: a list, or in old files an object with ids as keys.
    fn tiles(self, node: JsonNode, tileset: &mut Element) -> Result<(), Fault> {
        let Json::Object(tiles) = node.value else { return self.all("tile", node, tileset) };
        for (id, node) in tiles {
            let mut tile = self.element("tile", ObjectMembers::of(node)?)?;
            tile.set("id", id);
            tileset.children.push(tile);
        }
        Ok(())
    }

    /// Tile properties as old files store them: separate from the tiles, by id.
    fn tile_properties(self, node: JsonNode, types: Option<JsonNode>, tileset: &mut Element) -> Result<(), Fault> {
        let mut types: BTreeMap<String, JsonNode> = match types {
            Some(node) => ObjectMembers::of(node)?.list.into_iter().collect(),
            None => BTreeMap::new(),
        };
        let tiles = (0..).zip(&tileset.children).filter(|(_, child)| child.name == "tile");
        let at: BTreeMap<String, usize> = tiles.filter_map(|(i, tile)| Some((tile.get("id")?.to_owned(), i))).collect();
        for (id, node) in ObjectMembers::of(node)?.list {
            let line = node.line;
            let properties = self.inner(line)?.properties(node, types.remove(&id).as_ref())?;
            if let Some(i) = at.get(&id) {
                tileset.children[*i].children.push(properties);
            } else {
                let attributes = vec![("id".to_owned(), id)];
                tileset.children.push(Element { attributes, children: vec![properties], ..empty("tile", line) });
            }
        }
        Ok(())
    }

    fn text(self, node: JsonNode) -> Result<Element, Fault> {
        let mut members = ObjectMembers::of(node)?;
        let text = members.text("text").unwrap_or_default();
        Ok(Element { text, ..self.element("text", members)? })
    }

    /// Properties: a list with types, or in old files an object, with a second object for the types.
    fn properties(self, node: JsonNode, types: Option<&JsonNode>) -> Result<Element, Fault> {
        let mut element = empty("properties", node.line);
        let inner = self.inner(node.line)?;
        let Json::Object(members) = node.value else {
            for item in items(node)? {
                let mut members = ObjectMembers::of(item)?;
                let name = members.text("name").unwrap_or_default();
                element.children.push(inner.typed(Some(name), members)?);
            }
            return Ok(element);
        };
        let types = match types.map(|node| &node.value) {
            Some(Json::Object(types)) => types.as_slice(),
            _ => &[],
        };
        let types: BTreeMap<&str, &JsonNode> = types.iter().map(|(name, node)| (name.as_str(), node)).collect();
        for (name, node) in members {
            let kind = types.get(name.as_str()).and_then(|node| scalar(&node.value));
            element.children.push(inner.property(Some(name), kind.as_deref(), node)?);
        }
        Ok(element)
    }

    /// A property with a type, or an unnamed list item.
    fn typed(self, name: Option<String>, mut members: ObjectMembers) -> Result<Element, Fault> {
        let (kind, of) = (members.text("type"), members.text("propertytype"));
        let line = members.line;
        let value = members.take("value").unwrap_or(JsonNode { line, value: Json::Null });
        let mut element = self.property(name, kind.as_deref(), value)?;
        element.line = line;
        element.attributes.extend(of.map(|of| ("propertytype".to_owned(), of)));
        Ok(element)
    }

    /// A property with a separate value. Without a type, as for members of classes, the type follows from the value.
    fn property(self, name: Option<String>, kind: Option<&str>, node: JsonNode) -> Result<Element, Fault> {
        let inner = self.inner(node.line)?;
        let mut element = empty(if name.is_some() { "property" } else { "item" }, node.line);
        element.attributes.extend(name.map(|name| ("name".to_owned(), name)));
        let kind = match &node.value {
            Json::Object(_) => "class",
            Json::List(_) | Json::Cells(_) => "list",
            value => kind.unwrap_or_else(|| kind_of(value)),
        };
        element.set("type", kind);
        match node.value {
            Json::Object(_) => element.children.push(inner.properties(node, None)?),
            Json::List(_) | Json::Cells(_) => {
                for item in items(node)? {
                    element.children.push(inner.item(item)?);
                }
            }
            Json::Bool(value) => element.set("value", value.to_string()),
            value => element.set("value", scalar(&value).unwrap_or_default()),
        }
        Ok(element)
    }

    /// An item of a list. Tiled writes a type and a value; anything else counts as the value itself.
    fn item(self, node: JsonNode) -> Result<Element, Fault> {
        let has = |key: &str| matches!(&node.value, Json::Object(members) if members.iter().any(|(k, _)| k == key));
        if has("type") && has("value") {
            self.typed(None, ObjectMembers::of(node)?)
        } else {
            self.property(None, None, node)
        }
    }
}

/// The type that follows from a value.
fn kind_of(value: &Json) -> &'static str {
    match value {
        Json::Bool(_) => "bool",
        Json::Number(text) if text.parse::<i32>().is_ok() => "int",
        Json::Number(_) => "float",
        _ => "string",
    }
}

/// The picture of a layer, tileset or tile. Tiled writes an empty name for none.
fn image(members: &mut ObjectMembers) -> Option<Element> {
    let node = members.take("image")?;
    let mut element = empty("image", node.line);
    let source = scalar(&node.value).filter(|name| !name.is_empty())?;
    element.attributes.push(("source".to_owned(), source));
    let names = [("imagewidth", "width"), ("imageheight", "height"), ("transparentcolor", "trans")];
    for (key, name) in names {
        element.attributes.extend(members.text(key).map(|text| (name.to_owned(), text)));
    }
    Some(element)
}

/// The corners of a shape as one attribute. The guard reports missing coordinates.
fn points(name: &str, node: JsonNode) -> Result<Element, Fault> {
    let mut element = empty(name, node.line);
    let mut corners = Vec::new();
    for item in items(node)? {
        let mut corner = ObjectMembers::of(item)?;
        let [x, y] = ["x", "y"].map(|key| corner.text(key).unwrap_or_default());
        corners.push(format!("{x},{y}"));
    }
    element.set("points", corners.join(" "));
    Ok(element)
}

/// Stores cells in their element: as numbers, or as packed text.
fn cells(node: JsonNode, into: &mut Element) -> Result<(), Fault> {
    match node.value {
        Json::Cells(cells) => into.gids = cells,
        Json::Text(text) => into.text = text,
        Json::List(list) => {
            let bad =
                list.into_iter().find(|item| !matches!(&item.value, Json::Number(text) if text.parse::<u32>().is_ok()));
            let (line, value) = bad.map_or((node.line, Json::Null), |bad| (bad.line, bad.value));
            let what = match scalar(&value) {
                Some(text) => format!("'{}', one of the layer's cells, is not a tile", excerpt(&text)),
                None => "one of the layer's cells is not a tile".to_owned(),
            };
            return Err(Fault::new(line, what, SAVE_AGAIN));
        }
        _ => return Err(Fault::new(node.line, "the layer's data is neither a list nor text", SAVE_AGAIN)),
    }
    Ok(())
}

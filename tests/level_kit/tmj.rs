//! Converts maps, tilesets and templates from Tiled's XML to its JSON.

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use serde_json::{Map, Value, json};

/// An element of the XML.
#[derive(Default)]
struct Element {
    name: String,
    attributes: Vec<(String, String)>,
    children: Vec<Element>,
    text: String,
}

impl Element {
    fn new(tag: &BytesStart) -> Self {
        let attribute = |a: quick_xml::events::attributes::Attribute| {
            let value = a.normalized_value(quick_xml::XmlVersion::Implicit1_0).unwrap().into_owned();
            (AsRef::<str>::as_ref(&a.key).to_owned(), value)
        };
        let name: &str = tag.name().into_inner();
        Self {
            name: name.to_owned(),
            attributes: tag.attributes().map(|a| attribute(a.unwrap())).collect(),
            ..Self::default()
        }
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    fn child(&self, name: &str) -> Option<&Self> {
        self.children.iter().find(|child| child.name == name)
    }

    fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Self> {
        self.children.iter().filter(move |child| child.name == name)
    }
}

fn parse(xml: &str) -> Element {
    let mut reader = Reader::from_str(xml);
    let mut open = vec![Element::default()];
    loop {
        let close = |open: &mut Vec<Element>| {
            let element = open.pop().unwrap();
            open.last_mut().unwrap().children.push(element);
        };
        match reader.read_event().unwrap() {
            Event::Start(tag) => open.push(Element::new(&tag)),
            Event::Empty(tag) => {
                open.push(Element::new(&tag));
                close(&mut open);
            }
            Event::End(_) => close(&mut open),
            Event::Text(text) => open.last_mut().unwrap().text.push_str(&text.xml10_content()),
            Event::GeneralRef(reference) => {
                let name: &str = &reference;
                let text = quick_xml::escape::resolve_predefined_entity(name).unwrap();
                open.last_mut().unwrap().text.push_str(text);
            }
            Event::Eof => return open.remove(0).children.remove(0),
            _ => {}
        }
    }
}

/// The file as JSON, as Tiled 1.10 and newer write it, except that it refers to JSON files where the XML refers to XML.
pub fn to_json(xml: &str) -> String {
    let root = parse(xml);
    let mut value = to_value(&root);
    value["type"] = json!(root.name);
    serde_json::to_string_pretty(&value).unwrap()
}

/// The name of the file in the other form.
pub fn renamed(path: &str) -> String {
    let endings = [(".tmx", ".tmj"), (".tsx", ".tsj"), (".tx", ".tj")];
    let ending = endings.iter().find(|(xml, _)| path.ends_with(xml));
    ending.map_or(path.to_owned(), |(xml, json)| format!("{}{json}", path.strip_suffix(xml).unwrap()))
}

/// An attribute as the value that Tiled writes for it.
fn attribute(name: &str, text: &str) -> Value {
    match name {
        "source" | "template" => json!(renamed(text)),
        "infinite" | "visible" | "repeatx" | "repeaty" | "wrap" | "bold" | "italic" | "locked" => json!(text == "1"),
        "name" | "type" | "class" | "version" | "tiledversion" | "propertytype" => json!(text),
        _ => number(text).unwrap_or_else(|| json!(text)),
    }
}

fn number(text: &str) -> Option<Value> {
    text.parse::<i64>().map(Value::from).or_else(|_| text.parse::<f64>().map(Value::from)).ok()
}

fn to_value(element: &Element) -> Value {
    let mut made: Map<String, Value> =
        element.attributes.iter().map(|(name, text)| (name.clone(), attribute(name, text))).collect();
    let list = |name: &str| element.all(name).map(to_value).collect::<Vec<_>>();
    match element.name.as_str() {
        "map" => {
            made.insert("tilesets".into(), list("tileset").into());
            made.insert("layers".into(), layers(element));
        }
        "group" => drop(made.insert("layers".into(), layers(element))),
        "objectgroup" => drop(made.insert("objects".into(), list("object").into())),
        "tileset" => drop(made.insert("tiles".into(), list("tile").into())),
        "template" => {
            made.insert("object".into(), to_value(element.child("object").unwrap()));
            made.extend(element.child("tileset").map(|tileset| ("tileset".into(), to_value(tileset))));
        }
        _ => {}
    }
    for child in &element.children {
        match child.name.as_str() {
            "properties" => drop(made.insert("properties".into(), child.all("property").map(property).collect())),
            "image" => made.extend(child.attributes.iter().map(|(name, text)| match name.as_str() {
                "source" => ("image".to_owned(), json!(text)),
                "trans" => ("transparentcolor".to_owned(), json!(text)),
                name => (format!("image{name}"), attribute(name, text)),
            })),
            "data" => data(child, &mut made),
            "ellipse" | "point" | "capsule" => drop(made.insert(child.name.clone(), json!(true))),
            "polygon" | "polyline" => drop(made.insert(child.name.clone(), points(child))),
            "animation" => drop(made.insert("animation".into(), child.all("frame").map(to_value).collect())),
            "tileoffset" | "objectgroup" if element.name != "map" && element.name != "group" => {
                drop(made.insert(child.name.clone(), to_value(child)));
            }
            "text" => {
                let mut text = to_value(child);
                text["text"] = json!(child.text);
                made.insert("text".into(), text);
            }
            _ => {}
        }
    }
    made.into()
}

fn layers(element: &Element) -> Value {
    let kind = |child: &Element| match child.name.as_str() {
        "layer" => Some("tilelayer"),
        "objectgroup" => Some("objectgroup"),
        "imagelayer" => Some("imagelayer"),
        "group" => Some("group"),
        _ => None,
    };
    let layer = |child: &Element| {
        let mut made = to_value(child);
        made["type"] = json!(kind(child)?);
        Some(made)
    };
    element.children.iter().filter_map(layer).collect()
}

fn data(data: &Element, layer: &mut Map<String, Value>) {
    let content = |element: &Element| match data.get("encoding") {
        Some("csv") => element.text.split(',').map(|gid| number(gid.trim()).unwrap()).collect(),
        None => element.all("tile").map(|tile| number(tile.get("gid").unwrap_or("0")).unwrap()).collect(),
        Some(_) => json!(element.text.trim()),
    };
    layer.extend(data.attributes.iter().map(|(name, text)| (name.clone(), json!(text))));
    let chunk = |element: &Element| {
        let mut made = to_value(element);
        made["data"] = content(element);
        made
    };
    let chunks: Vec<Value> = data.all("chunk").map(chunk).collect();
    if chunks.is_empty() {
        layer.insert("data".into(), content(data));
    } else {
        layer.insert("chunks".into(), chunks.into());
    }
}

fn points(shape: &Element) -> Value {
    let point = |text: &str| {
        let (x, y) = text.split_once(',').unwrap();
        json!({"x": number(x).unwrap(), "y": number(y).unwrap()})
    };
    shape.get("points").unwrap().split(' ').map(point).collect()
}

fn property(element: &Element) -> Value {
    let mut made = json!({
        "name": element.get("name").unwrap_or_default(),
        "type": element.get("type").unwrap_or("string"),
        "value": value(element),
    });
    if let Some(of) = element.get("propertytype") {
        made["propertytype"] = json!(of);
    }
    made
}

fn value(element: &Element) -> Value {
    let text = element.get("value").unwrap_or(&element.text);
    match element.get("type").unwrap_or("string") {
        "bool" => json!(text == "true"),
        "int" | "float" | "object" => number(text).unwrap(),
        "class" => {
            let members = element.child("properties").into_iter().flat_map(|p| p.all("property"));
            members.map(|member| (member.get("name").unwrap().to_owned(), value(member))).collect::<Map<_, _>>().into()
        }
        "list" => element.all("item").map(property).collect(),
        _ => json!(text),
    }
}

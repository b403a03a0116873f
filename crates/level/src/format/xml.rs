//! A small XML tree with line numbers. The guard checks and repairs it, then writes it out for the parser.

use std::str::FromStr;

use quick_xml::Reader;
use quick_xml::events::{BytesRef, BytesStart, Event};

use crate::limits::{Limits, or_raise};

/// An element with its content.
#[derive(Clone, Debug, Default)]
pub struct Element {
    /// The name, without prefix.
    pub name: String,
    /// The line where it begins, counted from 1.
    pub line: u32,
    /// Names and unescaped values, in the order of the file.
    pub attributes: Vec<(String, String)>,
    /// Child elements, in the order of the file.
    pub children: Vec<Element>,
    /// The unescaped text.
    pub text: String,
    /// The ids of direct `<tile gid="..."/>` children. A layer in plain XML has one per cell, too many for elements of this
    /// tree. An id that is not a number becomes one that no tileset has.
    pub gids: Vec<u32>,
}

impl Element {
    /// The value of an attribute.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// The value of an attribute as a number; `None` if it is missing or invalid.
    pub fn number<T: FromStr>(&self, name: &str) -> Option<T> {
        self.get(name)?.parse().ok()
    }

    /// The values of two attributes as numbers; 0 for those that are missing or invalid.
    pub fn pair<T: FromStr + Default>(&self, names: [&str; 2]) -> [T; 2] {
        names.map(|name| self.number(name).unwrap_or_default())
    }

    /// Sets an attribute, new or existing.
    pub fn set(&mut self, name: &str, value: impl Into<String>) {
        let value = value.into();
        match self.attributes.iter_mut().find(|(key, _)| key == name) {
            Some((_, old)) => *old = value,
            None => self.attributes.push((name.to_owned(), value)),
        }
    }

    /// Removes an attribute.
    pub fn unset(&mut self, name: &str) -> Option<String> {
        let at = self.attributes.iter().position(|(key, _)| key == name)?;
        Some(self.attributes.remove(at).1)
    }

    /// The direct children with this name.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Self> {
        self.children.iter().filter(move |child| child.name == name)
    }

    /// The direct children with this name, to be changed.
    pub fn all_mut<'a>(&'a mut self, name: &'a str) -> impl Iterator<Item = &'a mut Self> {
        self.children.iter_mut().filter(move |child| child.name == name)
    }
}

/// Why a file cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line at fault.
    pub line: u32,
    /// What is wrong.
    pub what: String,
    /// How to fix it.
    pub help: String,
}

impl Fault {
    /// A fault in this line.
    pub fn new(line: u32, what: impl Into<String>, help: impl Into<String>) -> Self {
        Self { line, what: what.into(), help: help.into() }
    }

    /// The fault of an element in this line that is nested too deeply.
    pub fn too_deep(line: u32, limits: &Limits) -> Self {
        let what = format!("elements are nested deeper than {}", limits.depth);
        Self::new(line, what, or_raise("reduce the nesting of groups or classes", "depth"))
    }
}

/// The remedy for a file that is truncated or not valid.
pub const SAVE_AGAIN: &str = "open it in Tiled and save it again, or take it from your backup";

/// Maximum number of attributes of one element: the parser compares each with every other (RUSTSEC-2026-0194). Tiled itself
/// writes at most 24.
pub const MAX_ATTRIBUTES_OF_ONE: usize = 256;

/// Parses a whole file into a tree.
pub fn parse(text: &str, limits: &Limits) -> Result<Element, Fault> {
    XmlTreeBuilder::new(text, limits).run()
}

/// The number of line breaks.
pub fn count_lines(bytes: &[u8]) -> u32 {
    u32::try_from(bytes.iter().filter(|b| **b == b'\n').count()).unwrap_or(u32::MAX)
}

/// Builds the tree from parser events. Open elements are kept on an explicit stack, so that deep nesting cannot overflow the
/// call stack.
struct XmlTreeBuilder<'a> {
    text: &'a str,
    reader: Reader<&'a [u8]>,
    limits: &'a Limits,
    open: Vec<Element>,
    root: Option<Element>,
    elements: usize,
    attributes: usize,
    /// How far lines have been counted: byte and line.
    counted: (usize, u32),
}

impl<'a> XmlTreeBuilder<'a> {
    fn new(text: &'a str, limits: &'a Limits) -> Self {
        let mut reader = Reader::from_str(text);
        reader.config_mut().check_comments = true;
        Self { text, reader, limits, open: Vec::new(), root: None, elements: 0, attributes: 0, counted: (0, 1) }
    }

    /// The line of a byte. Calls must ask for increasing positions.
    fn line_at(&mut self, byte: usize) -> u32 {
        let byte = byte.clamp(self.counted.0, self.text.len());
        let line = self.counted.1 + count_lines(&self.text.as_bytes()[self.counted.0..byte]);
        self.counted = (byte, line);
        line
    }

    fn run(mut self) -> Result<Element, Fault> {
        // Each round reads at least one byte, so the loop ends.
        loop {
            let position = usize::try_from(self.reader.buffer_position()).unwrap_or(usize::MAX);
            let line = self.line_at(position);
            let event = self.reader.read_event().map_err(|error| {
                let at = usize::try_from(self.reader.error_position()).unwrap_or(usize::MAX);
                let line = self.line_at(at.max(position));
                Fault::new(line, format!("the file is not valid XML: {error}"), SAVE_AGAIN)
            })?;
            match event {
                Event::Start(tag) => self.open_element(&tag, line)?,
                Event::Empty(tag) => {
                    self.open_element(&tag, line)?;
                    self.close();
                }
                Event::End(_) => self.close(),
                Event::Text(text) => self.add_text(&text.xml10_content(), line)?,
                Event::CData(text) => self.add_text(&text.xml10_content(), line)?,
                Event::GeneralRef(reference) => self.add_text(&resolve(&reference, line)?, line)?,
                // Old versions of Tiled write a plain document type. One with its own entities can expand without end.
                Event::DocType(text) if !text.xml10_content().contains('[') => {}
                Event::DocType(_) => {
                    let what = "the file has a document type that declares something, which maps never need";
                    return Err(Fault::new(line, what, "remove the <!DOCTYPE>"));
                }
                Event::Decl(_) | Event::Comment(_) | Event::PI(_) => {}
                Event::Eof => return self.finish(line),
            }
        }
    }

    fn finish(self, line: u32) -> Result<Element, Fault> {
        if let Some(open) = self.open.last() {
            let what = format!("the file ends inside <{}>, which begins in line {}", open.name, open.line);
            return Err(Fault::new(line, what, SAVE_AGAIN));
        }
        self.root.ok_or_else(|| Fault::new(line, "the file holds no XML element", SAVE_AGAIN))
    }

    fn open_element(&mut self, tag: &BytesStart, line: u32) -> Result<(), Fault> {
        let name = tag.name();
        let name: &str = name.as_ref();
        if self.root.is_some() {
            return Err(Fault::new(line, format!("<{name}> comes after the end of the document"), SAVE_AGAIN));
        }
        let attributes = Self::attributes(tag, line)?;
        let cell = name == "tile" && self.open.last().is_some_and(|e| e.name == "data" || e.name == "chunk");
        self.elements += 1;
        if self.open.len() >= self.limits.depth {
            return Err(Fault::too_deep(line, self.limits));
        }
        if !cell && self.elements > self.limits.elements {
            let what = format!("the file has more than {} elements", self.limits.elements);
            return Err(Fault::new(line, what, or_raise("split the map, store layers as CSV", "elements")));
        }
        self.attributes += if cell { 0 } else { attributes.len() };
        if self.attributes > self.limits.attributes {
            let what = format!("the file has more than {} attributes", self.limits.attributes);
            return Err(Fault::new(line, what, or_raise("split the map", "attributes")));
        }
        self.open.push(Element { name: name.to_owned(), line, attributes, ..Element::default() });
        Ok(())
    }

    fn attributes(tag: &BytesStart, line: u32) -> Result<Vec<(String, String)>, Fault> {
        let broken = |why: &dyn std::fmt::Display| {
            Fault::new(line, format!("<{}>: {why}", tag.name().as_ref() as &str), SAVE_AGAIN)
        };
        let mut list = Vec::new();
        for attribute in tag.attributes() {
            let attribute = attribute.map_err(|error| broken(&error))?;
            if list.len() >= MAX_ATTRIBUTES_OF_ONE {
                return Err(broken(&format!("it has more than {MAX_ATTRIBUTES_OF_ONE} attributes")));
            }
            let value = attribute.normalized_value(quick_xml::XmlVersion::Implicit1_0);
            let value = value.map_err(|error| broken(&error))?;
            check_characters(&value, line)?;
            list.push(((attribute.key.as_ref() as &str).to_owned(), value.into_owned()));
        }
        Ok(list)
    }

    fn add_text(&mut self, text: &str, line: u32) -> Result<(), Fault> {
        check_characters(text, line)?;
        match self.open.last_mut() {
            Some(element) => element.text.push_str(text),
            None if text.trim().is_empty() => {}
            None => return Err(Fault::new(line, "there is text outside the root element", SAVE_AGAIN)),
        }
        Ok(())
    }

    /// Moves a finished element into its parent.
    fn close(&mut self) {
        let Some(mut element) = self.open.pop() else { return };
        element.text.shrink_to_fit();
        match self.open.last_mut() {
            Some(around) if element.name == "tile" && (around.name == "data" || around.name == "chunk") => {
                around.gids.push(element.get("gid").map_or(0, |gid| gid.parse().unwrap_or(u32::MAX)));
            }
            Some(around) => around.children.push(element),
            None => self.root = Some(element),
        }
    }
}

/// Rejects characters that XML 1.0 forbids even when escaped.
pub fn check_characters(text: &str, line: u32) -> Result<(), Fault> {
    match text.bytes().find(|b| *b < b' ' && !matches!(b, b'\t' | b'\n' | b'\r')) {
        Some(byte) => {
            let what = format!("the control character U+{byte:04X} is not allowed in XML");
            Err(Fault::new(line, what, "delete it"))
        }
        None => Ok(()),
    }
}

/// The text of a character reference or of one of the five predefined entities.
fn resolve(reference: &BytesRef, line: u32) -> Result<String, Fault> {
    if let Ok(Some(c)) = reference.resolve_char_ref() {
        return Ok(c.to_string());
    }
    let name: &str = reference;
    let unknown = || Fault::new(line, format!("the entity '&{name};' is not known"), "write &amp; for a plain &");
    quick_xml::escape::resolve_predefined_entity(name).map(str::to_owned).ok_or_else(unknown)
}

/// A tree written as text, one element per line, with the original line of each line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// The text.
    pub text: String,
    /// The original line of each line of the text.
    pub lines: Vec<u32>,
}

/// Writes a tree as text. Skips names with a prefix, because the parser would read `x:layer` as a `layer`. `None` if the text
/// exceeds `max_bytes`: escaped characters take several bytes.
pub fn write(root: &Element, max_bytes: u64) -> Option<Written> {
    let mut writer = Writer { max_bytes: usize::try_from(max_bytes).unwrap_or(usize::MAX), ..Writer::default() };
    writer.element(root);
    writer.fits().then_some(writer.written)
}

#[derive(Default)]
struct Writer {
    written: Written,
    max_bytes: usize,
}

impl Writer {
    /// Whether the text is still within the limit.
    const fn fits(&self) -> bool {
        self.written.text.len() <= self.max_bytes
    }

    fn element(&mut self, element: &Element) {
        if element.name.contains(':') || !self.fits() {
            return;
        }
        self.written.text.extend(["<", &element.name]);
        for (name, value) in element.attributes.iter().filter(|(name, _)| !name.contains(':')) {
            self.written.text.extend([" ", name, "=\""]);
            self.escaped(value, true);
            self.written.text.push('"');
        }
        if element.children.is_empty() && element.text.is_empty() {
            self.written.text.push_str("/>");
            return self.end_line(element.line);
        }
        self.written.text.push('>');
        let mut last = element.line;
        if element.children.is_empty() {
            // No extra line breaks here: they would become part of the text.
            self.escaped(&element.text, false);
            for _ in element.text.bytes().filter(|b| *b == b'\n') {
                self.written.lines.push(last);
                last += 1;
            }
        } else {
            self.end_line(element.line);
            element.children.iter().for_each(|child| self.element(child));
        }
        self.written.text.extend(["</", &element.name, ">"]);
        self.end_line(last);
    }

    /// Writes an escaped value or text. Line breaks and tabs in a value are escaped too, because the parser would turn them
    /// into spaces.
    fn escaped(&mut self, text: &str, is_value: bool) {
        let mut done = 0;
        for (at, byte) in text.bytes().enumerate() {
            let entity = match byte {
                b'&' => "&amp;",
                b'<' => "&lt;",
                b'>' => "&gt;",
                b'"' if is_value => "&quot;",
                b'\n' if is_value => "&#10;",
                b'\r' if is_value => "&#13;",
                b'\t' if is_value => "&#9;",
                _ => continue,
            };
            self.written.text.extend([&text[done..at], entity]);
            done = at + 1;
            if !self.fits() {
                return;
            }
        }
        self.written.text.push_str(&text[done..]);
    }

    fn end_line(&mut self, line: u32) {
        self.written.text.push('\n');
        self.written.lines.push(line);
    }
}

#[cfg(test)]
#[path = "xml_tests.rs"]
mod tests;

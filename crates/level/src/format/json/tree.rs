//! A JSON tree with line numbers.

use json_event_parser::{JsonEvent, LowLevelJsonParser};

use crate::files::without_bom;
use crate::format::xml::{Fault, SAVE_AGAIN, check_characters, count_lines};
use crate::limits::{Limits, or_raise};

/// How much deeper JSON nests than the XML of the same map: every repeated element is wrapped in a list.
const DEPTH_FACTOR: usize = 2;

/// A value and the line where it begins, counted from 1.
#[derive(Clone, Debug)]
pub struct JsonNode {
    pub line: u32,
    pub value: Json,
}

#[derive(Clone, Debug)]
pub enum Json {
    Null,
    Bool(bool),
    /// The digits as written.
    Number(String),
    Text(String),
    List(Vec<JsonNode>),
    /// A list of whole numbers only, such as the cells of a layer. There can be millions.
    Cells(Vec<u32>),
    /// Members in the order of the file, without duplicate keys.
    Object(Vec<(String, JsonNode)>),
}

/// Parses a whole file.
pub fn read(bytes: &[u8], limits: &Limits) -> Result<JsonNode, Fault> {
    let mut builder = JsonTreeBuilder { limits, line: 1, open: Vec::new(), root: None, values: 0, cells: 0 };
    let mut parser = LowLevelJsonParser::new().with_max_stack_size(DEPTH_FACTOR * limits.depth + 1);
    let mut rest = without_bom(bytes);
    // Each event but the last consumes a byte, so the loop ends.
    loop {
        let step = parser.parse_next(rest, true);
        builder.line = builder.line.saturating_add(count_lines(&rest[..step.consumed_bytes]));
        let ended = rest[..step.consumed_bytes].trim_ascii().is_empty();
        rest = &rest[step.consumed_bytes..];
        match step.event {
            Some(Ok(JsonEvent::Eof)) | None => break,
            Some(Ok(event)) => builder.add(event)?,
            Some(Err(_)) if ended && rest.is_empty() => return Err(builder.fault("the file is truncated", SAVE_AGAIN)),
            Some(Err(error)) => {
                let what = format!("the file is not valid JSON: {}", error.message());
                return Err(builder.fault(what, SAVE_AGAIN));
            }
        }
    }
    builder.root.take().ok_or_else(|| builder.fault("the file holds no JSON", SAVE_AGAIN))
}

/// A list or object that is not yet complete.
struct OpenContainer {
    node: JsonNode,
    /// The key of the next value.
    key: String,
}

/// Builds the tree from parser events. Open containers are kept on an explicit stack, so that deep nesting cannot overflow
/// the call stack.
struct JsonTreeBuilder<'a> {
    limits: &'a Limits,
    line: u32,
    open: Vec<OpenContainer>,
    root: Option<JsonNode>,
    /// Number of values, not counting those in `Cells`.
    values: usize,
    cells: u64,
}

impl JsonTreeBuilder<'_> {
    fn fault(&self, what: impl Into<String>, help: impl Into<String>) -> Fault {
        Fault::new(self.line, what, help)
    }

    fn add(&mut self, event: JsonEvent) -> Result<(), Fault> {
        let value = match event {
            JsonEvent::ObjectKey(key) => {
                check_characters(&key, self.line)?;
                if let Some(open) = self.open.last_mut() {
                    open.key = key.into_owned();
                }
                return Ok(());
            }
            JsonEvent::StartObject => return self.begin(Json::Object(Vec::new())),
            JsonEvent::StartArray => return self.begin(Json::Cells(Vec::new())),
            JsonEvent::EndObject | JsonEvent::EndArray => return self.end(),
            JsonEvent::Number(text) => return self.number(&text),
            JsonEvent::String(text) => {
                check_characters(&text, self.line)?;
                Json::Text(text.into_owned())
            }
            JsonEvent::Boolean(value) => Json::Bool(value),
            JsonEvent::Null | JsonEvent::Eof => Json::Null,
        };
        self.value(JsonNode { line: self.line, value })
    }

    fn begin(&mut self, value: Json) -> Result<(), Fault> {
        if self.open.len() >= DEPTH_FACTOR * self.limits.depth {
            let what = format!("lists and objects are nested deeper than {}", DEPTH_FACTOR * self.limits.depth);
            return Err(self.fault(what, "reduce the nesting of groups or classes"));
        }
        self.open.push(OpenContainer { node: JsonNode { line: self.line, value }, key: String::new() });
        Ok(())
    }

    fn end(&mut self) -> Result<(), Fault> {
        let Some(OpenContainer { node, .. }) = self.open.pop() else { return Ok(()) };
        if let Json::Object(members) = &node.value {
            let mut keys: Vec<&str> = members.iter().map(|(key, _)| key.as_str()).collect();
            keys.sort_unstable();
            if let Some(twice) = keys.windows(2).find(|pair| pair[0] == pair[1]) {
                let key: String = twice[0].chars().take(40).collect();
                let what = format!("an object has the key '{key}' twice");
                return Err(Fault::new(node.line, what, "remove one of them"));
            }
        }
        self.value(node)
    }

    fn number(&mut self, text: &str) -> Result<(), Fault> {
        if let (Some(OpenContainer { node, .. }), Ok(cell)) = (self.open.last_mut(), text.parse())
            && let Json::Cells(cells) = &mut node.value
        {
            cells.push(cell);
            self.cells += 1;
            if self.cells > self.limits.cells {
                let what = format!("the map has more than {} cells in all layers together", self.limits.cells);
                return Err(self.fault(what, or_raise("make the map smaller, remove layers", "cells")));
            }
            return Ok(());
        }
        self.value(JsonNode { line: self.line, value: Json::Number(plain(text)) })
    }

    /// Adds a finished value to its container.
    fn value(&mut self, node: JsonNode) -> Result<(), Fault> {
        self.values += 1;
        if self.values > self.limits.attributes {
            let what = format!("the file has more than {} values", self.limits.attributes);
            return Err(self.fault(what, or_raise("split the map", "attributes")));
        }
        let Some(around) = self.open.last_mut() else {
            self.root = Some(node);
            return Ok(());
        };
        if let Json::Cells(cells) = &around.node.value {
            let line = around.node.line;
            self.values += cells.len();
            let list = cells.iter().map(|cell| JsonNode { line, value: Json::Number(cell.to_string()) }).collect();
            around.node.value = Json::List(list);
        }
        match &mut around.node.value {
            Json::Object(members) => members.push((std::mem::take(&mut around.key), node)),
            Json::List(list) => list.push(node),
            _ => {}
        }
        Ok(())
    }
}

/// A number as XML writes it: whole numbers without decimal point and exponent.
fn plain(text: &str) -> String {
    /// Whole numbers up to this value are exact.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    let plain = !text.contains(['.', 'e', 'E']);
    match text.parse::<f64>() {
        Ok(value) if !plain && value.fract() == 0.0 && value.abs() <= EXACT => (value as i64).to_string(),
        _ => text.to_owned(),
    }
}

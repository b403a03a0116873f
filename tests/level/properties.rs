//! Resolution of properties: the object's own value, its template's, its tile's, the default of its class. For every type, for
//! members of classes, and from both file formats.

use std::collections::BTreeMap;

use crate::level_kit::{Memory, TILES, listed, small_objects};
use crate::temp_folder::TempFolder;
use seamwalker_level::{Files, Object, Value, read};

/// Where a property can be set, strongest first.
const LEVELS: [&str; 4] = ["object", "template", "tile", "class"];

/// A type of property: what XML calls it, and its value as text where level `i` of [`LEVELS`] sets it.
type Kind = (&'static str, fn(usize) -> String, fn(usize) -> Value);

const KINDS: [Kind; 7] = [
    ("string", |i| format!("text {i}"), |i| Value::Text(format!("text {i}"))),
    ("int", |i| format!("{}", i as i32 - 2), |i| Value::Int(i as i64 - 2)),
    ("float", |i| format!("{i}.5"), |i| Value::Float(i as f64 + 0.5)),
    ("bool", |i| (i % 2 == 0).to_string(), |i| Value::Bool(i % 2 == 0)),
    ("file", |i| format!("songs/{i}.ogg"), |i| Value::Text(format!("songs/{i}.ogg"))),
    ("object", |i| format!("{}", i + 7), |i| Value::Object(i as u32 + 7)),
    // Level 1 takes the colour away.
    (
        "color",
        |i| if i == 1 { String::new() } else { format!("#ff00000{i}") },
        |i| Value::Text(if i == 1 { String::new() } else { format!("#ff00000{i}") }),
    ),
];

/// A value as the JSON of a project has it.
fn in_project(kind: &str, text: &str) -> String {
    if matches!(kind, "int" | "float" | "bool" | "object") { text.to_owned() } else { format!("\"{text}\"") }
}

fn properties(inside: &str) -> String {
    if inside.is_empty() { String::new() } else { format!("<properties>{inside}</properties>") }
}

/// A map with one object of the class Crate, its template and its tile, and a project; `at` gives what is set at a level, for
/// the class as a member.
fn files(at: impl Fn(usize) -> String, more_types: &str) -> Memory {
    let object = format!("<object id=\"1\" template=\"t.tx\" x=\"0\" y=\"16\">{}</object>", properties(&at(0)));
    let template = format!(
        "<template><tileset firstgid=\"1\" source=\"tiles.tsx\"/><object type=\"Crate\" gid=\"1\" width=\"16\" height=\"16\">{}</object></template>",
        properties(&at(1))
    );
    let tileset = format!(
        "<tileset name=\"t\" tilewidth=\"16\" tileheight=\"16\" tilecount=\"1\" columns=\"1\"><image source=\"t.png\" width=\"16\" height=\"16\"/><tile id=\"0\">{}</tile></tileset>",
        properties(&at(2))
    );
    let map = format!(
        "<map version=\"1.10\" orientation=\"orthogonal\" width=\"1\" height=\"1\" tilewidth=\"16\" tileheight=\"16\"><tileset firstgid=\"1\" source=\"tiles.tsx\"/><objectgroup id=\"1\">{object}</objectgroup></map>"
    );
    let project = format!(
        "{{\"propertyTypes\":[{more_types}{{\"type\":\"class\",\"name\":\"Crate\",\"members\":[{}]}}]}}",
        at(3)
    );
    Memory::default().and("m.tmx", map).and("t.tx", template).and("tiles.tsx", tileset).and("p.tiled-project", project)
}

/// The object of both forms, which must be equal.
fn object(files: &Memory) -> Object {
    let xml = read(files, "m.tmx").unwrap_or_else(|p| panic!("{}", listed(&p)));
    let json = read(&files.as_json(), "m.tmj").unwrap_or_else(|p| panic!("{}", listed(&p)));
    assert_eq!(xml.objects, json.objects);
    xml.objects[0].clone()
}

#[test]
fn the_most_specific_value_wins_for_every_type() {
    for (kind, text, value) in KINDS {
        for mask in 0..1 << LEVELS.len() {
            let at = |level: usize| match (mask >> level & 1, level) {
                (0, _) => String::new(),
                (_, 3) => {
                    format!("{{\"name\":\"p\",\"type\":\"{kind}\",\"value\":{}}}", in_project(kind, &text(3)))
                }
                _ => format!("<property name=\"p\" type=\"{kind}\" value=\"{}\"/>", text(level)),
            };
            let set: Vec<&str> = (0..4).filter(|i| mask >> i & 1 == 1).map(|i| LEVELS[i]).collect();
            let found = object(&files(at, "")).properties.remove("p");
            let want = (0..4).find(|i| mask >> i & 1 == 1).map(value);
            assert_eq!(found, want, "{kind}, set by {set:?}");
        }
    }
}

/// The value of the strongest level counts as a whole; below it are the defaults of the member and of its class.
#[test]
fn class_members_come_from_the_most_specific_value_and_the_defaults() {
    let inner = "{\"type\":\"class\",\"name\":\"Inner\",\"members\":[{\"name\":\"object\",\"type\":\"string\",\"value\":\"-\"},{\"name\":\"template\",\"type\":\"string\",\"value\":\"-\"},{\"name\":\"tile\",\"type\":\"string\",\"value\":\"-\"},{\"name\":\"class\",\"type\":\"string\",\"value\":\"-\"}]},";
    for depth in [false, true] {
        let outer = "{\"type\":\"class\",\"name\":\"Outer\",\"members\":[{\"name\":\"in\",\"type\":\"class\",\"propertyType\":\"Inner\",\"value\":{}}]},";
        for mask in 1..1 << LEVELS.len() {
            let at = |level: usize| {
                let name = LEVELS[level];
                let of = if depth { "Outer" } else { "Inner" };
                match (mask >> level & 1, level) {
                    (0, 3) => format!("{{\"name\":\"p\",\"type\":\"class\",\"propertyType\":\"{of}\",\"value\":{{}}}}"),
                    (0, _) => String::new(),
                    (_, 3) => {
                        let value = format!("{{\"{name}\":\"set\"}}");
                        let value = if depth { format!("{{\"in\":{value}}}") } else { value };
                        format!("{{\"name\":\"p\",\"type\":\"class\",\"propertyType\":\"{of}\",\"value\":{value}}}")
                    }
                    _ => {
                        let member = format!("<properties><property name=\"{name}\" value=\"set\"/></properties>");
                        let inner = "<property name=\"in\" type=\"class\" propertytype=\"Inner\">";
                        let member =
                            if depth { format!("<properties>{inner}{member}</property></properties>") } else { member };
                        format!("<property name=\"p\" type=\"class\" propertytype=\"{of}\">{member}</property>")
                    }
                }
            };
            let strongest = (0..4).find(|i| mask >> i & 1 == 1).unwrap();
            let is_set = |level: usize| level == strongest || (level == 3 && mask >> 3 & 1 == 1);
            let value = |level: usize| Value::Text(if is_set(level) { "set" } else { "-" }.to_owned());
            let members: BTreeMap<String, Value> = (0..4).map(|i| (LEVELS[i].to_owned(), value(i))).collect();
            let want = Value::Class(members);
            let want = if depth { Value::Class([("in".to_owned(), want)].into()) } else { want };
            let types = format!("{inner}{outer}");
            assert_eq!(object(&files(at, &types)).properties["p"], want, "mask {mask:04b}, depth {depth}");
        }
    }
}

#[test]
fn enums_and_flags_are_words_in_any_storage() {
    let types = "{\"type\":\"enum\",\"name\":\"Size\",\"storageType\":\"int\",\"values\":[\"small\",\"large\"]},{\"type\":\"enum\",\"name\":\"Dyes\",\"storageType\":\"int\",\"valuesAsFlags\":true,\"values\":[\"red\",\"green\",\"blue\"]},{\"type\":\"enum\",\"name\":\"Names\",\"storageType\":\"string\",\"valuesAsFlags\":true,\"values\":[\"ann\",\"bob\"]},";
    let enums = [
        ("Size", "int", "1", "large"),
        ("Size", "string", "small", "small"),
        ("Dyes", "int", "5", "red,blue"),
        ("Dyes", "int", "0", ""),
        ("Dyes", "string", "green", "green"),
        ("Names", "string", "ann,bob", "ann,bob"),
    ];
    for (of, kind, stored, words) in enums {
        for (level, set_by) in LEVELS.into_iter().enumerate() {
            let at = |i: usize| match i {
                i if i != level => String::new(),
                3 => format!(
                    "{{\"name\":\"p\",\"type\":\"{kind}\",\"propertyType\":\"{of}\",\"value\":{}}}",
                    in_project(kind, stored)
                ),
                _ => format!("<property name=\"p\" type=\"{kind}\" propertytype=\"{of}\" value=\"{stored}\"/>"),
            };
            let found = object(&files(at, types)).properties["p"].clone();
            assert_eq!(found, Value::Text(words.to_owned()), "{of} {stored}, set by {set_by}");
        }
    }
    // A number that the enum does not have stays a number, and its reader reports it.
    for (of, value) in [("Size", 9), ("Dyes", 8), ("Dyes", -1)] {
        let own = format!("<property name=\"p\" type=\"int\" propertytype=\"{of}\" value=\"{value}\"/>");
        let at = |i: usize| if i == 0 { own.clone() } else { String::new() };
        assert_eq!(object(&files(at, types)).properties["p"], Value::Int(value));
    }
}

#[test]
fn lists_keep_their_items() {
    let list = "<property name=\"p\" type=\"list\"><item type=\"string\" value=\"a\"/><item value=\"b\"/><item type=\"object\" value=\"3\"/><item type=\"color\" value=\"\"/><item type=\"list\"><item type=\"int\" value=\"1\"/></item></property>";
    let at = |i: usize| if i == 1 { list.to_owned() } else { String::new() };
    let text = |text: &str| Value::Text(text.to_owned());
    let want = vec![text("a"), text("b"), Value::Object(3), text(""), Value::List(vec![Value::Int(1)])];
    assert_eq!(object(&files(at, "")).properties["p"], Value::List(want));
    let member = "{\"name\":\"p\",\"type\":\"list\",\"value\":[{\"type\":\"int\",\"value\":1},{\"type\":\"string\",\"value\":\"x\"}]}";
    let at = |i: usize| if i == 3 { member.to_owned() } else { String::new() };
    assert_eq!(object(&files(at, "")).properties["p"], Value::List(vec![Value::Int(1), text("x")]));
}

/// The project in the map's folder, or else in the nearest folder above, and no other.
#[test]
fn the_nearest_project_gives_the_defaults() {
    let project = |value: u32| {
        format!(
            "{{\"propertyTypes\":[{{\"type\":\"class\",\"name\":\"Crate\",\"members\":[{{\"name\":\"p\",\"type\":\"int\",\"value\":{value}}}]}}]}}"
        )
    };
    let crates = small_objects("<object id=\"1\" type=\"Crate\" width=\"9\" height=\"9\"/>");
    let root = TempFolder::new("projects").with(&[("a/b/m.tmx", &crates), ("a/b/tiles.tsx", TILES)]);
    for (value, folder) in [(1, ""), (2, "a/"), (3, "a/b/")] {
        root.write(&format!("{folder}p.tiled-project"), &project(value));
        let (files, map) = root.open("a/b/m.tmx");
        assert!(files.project(&map).is_some());
        assert_eq!(read(&files, &map).unwrap().objects[0].properties["p"], Value::Int(value.into()));
    }
}

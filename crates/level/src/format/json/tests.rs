use crate::format::xml::parse as parse_xml;
use crate::format::{Fault, is_json, parse, write};
use crate::limits::Limits;

fn fault(text: impl AsRef<[u8]>) -> Fault {
    parse(text.as_ref(), "map", &Limits::DEFAULT).unwrap_err()
}

/// The XML that the parser would read for a JSON file.
fn written(json: &str, kind: &str) -> String {
    let element = parse(json.as_bytes(), kind, &Limits::DEFAULT).unwrap();
    let written = write(&element, u64::MAX).unwrap();
    assert!(parse_xml(&written.text, &Limits::DEFAULT).is_ok(), "{}", written.text);
    written.text
}

#[test]
fn the_first_character_distinguishes_json_from_xml() {
    for json in ["{}", "\u{feff} \n{", "[", "\t{x"] {
        assert!(is_json(json.as_bytes()), "{json}");
    }
    for other in ["", "<map/>", "\u{feff}<map>", " x{", "1"] {
        assert!(!is_json(other.as_bytes()), "{other}");
    }
}

/// `tests/level/json.rs` holds what Tiled writes today.
#[test]
fn keys_that_are_no_names_are_dropped_and_lines_are_kept() {
    let json = r#"{"type":"map", "infinite":false, "width":2e0, "bad key":1, "a\"b":1,
        "layers":[
            {"type":"tilelayer","id":1,"data":[1,
                2147483650]},
            {"type":"group","name":"a<b",
                "layers":[{"type":"objectgroup","objects":[]}]}]}"#;
    let text = "<map infinite=\"0\" width=\"2\">\n<layer id=\"1\">\n<data/>\n</layer>\n\
        <group name=\"a&lt;b\">\n<objectgroup/>\n</group>\n</map>\n";
    assert_eq!(written(json, "map"), text);
    let map = parse(json.as_bytes(), "map", &Limits::DEFAULT).unwrap();
    let data = &map.children[0].children[0];
    assert_eq!((data.line, data.gids.as_slice()), (3, &[1, 2_147_483_650][..]));
    assert_eq!((map.children[1].line, map.children[1].children[0].line), (5, 6));
}

/// Properties of layers and tiles, and tiles by their numbers.
#[test]
fn old_versions_are_converted() {
    let property = |name: &str, kind: &str, value: &str| {
        format!("<properties>\n<property name=\"{name}\" type=\"{kind}\" value=\"{value}\"/>\n</properties>\n")
    };
    let map = r#"{"layers":[{"type":"group","properties":{"old":7},"propertytypes":{"old":"string"}}]}"#;
    let text = format!("<map>\n<group>\n{}</group>\n</map>\n", property("old", "string", "7"));
    assert_eq!(written(map, "map"), text);
    let tileset = r#"{"image":"a.png","imagewidth":32,"imageheight":16,"terrains":[],"wangsets":[{"x":1}],
        "tiles":{"1":{"terrain":[0,0,-1,0],"animation":[{"duration":100,"tileid":0}]}},
        "tileproperties":{"0":{"p":5},"1":{"q":"r"}}, "tilepropertytypes":{"0":{"p":"float"}}}"#;
    let frames = "<animation>\n<frame duration=\"100\" tileid=\"0\"/>\n</animation>\n";
    let text = format!(
        "<tileset>\n<image source=\"a.png\" width=\"32\" height=\"16\"/>\n<tile id=\"1\">\n{frames}{}</tile>\n<tile id=\"0\">\n{}</tile>\n</tileset>\n",
        property("q", "string", "r"),
        property("p", "float", "5")
    );
    assert_eq!(written(tileset, "tileset"), text);
}

/// `tests/level/messages.rs` and `hostile.rs` hold the other faults.
#[test]
fn invalid_json_is_refused_with_its_line() {
    let layer = |inside: &str| format!("{{\"layers\":[\n{{\"type\":\"tilelayer\",\n{inside}}}]}}");
    let cases: Vec<(String, u32, &str)> = vec![
        ("{\n".into(), 2, "is truncated"),
        ("{}{}".into(), 1, "one root"),
        ("[]".into(), 1, "not an object"),
        ("{\"a\":01}".into(), 1, "not valid JSON"),
        ("{\"a\":1,}".into(), 1, "not valid JSON"),
        ("{\"a\":\"\\ud800\"}".into(), 1, "not valid JSON"),
        ("{\"name\":\"\\u0001\"}".into(), 1, "U+0001"),
        ("{\"layers\":[{}]}".into(), 1, "no type"),
        ("{\"layers\":[7]}".into(), 1, "not an object"),
        ("{\"layers\":{\n}}".into(), 1, "not a list"),
        (layer("\"data\":[1,\n-1]"), 4, "'-1'"),
        (layer("\"data\":[4294967296]"), 3, "'4294967296'"),
        (layer("\"data\":[[1]]"), 3, "is not a tile"),
        (layer("\"data\":{}"), 3, "neither"),
        ("{\"a\":".repeat(100_000), 1, "deeper"),
        (format!("{{\"layers\":[{}", "{\"type\":\"group\",\"layers\":[".repeat(100_000)), 1, "deeper"),
    ];
    for (text, line, words) in cases {
        let fault = fault(&text);
        let text: String = text.chars().take(60).collect();
        assert!(fault.what.contains(words) && fault.line == line, "{text}: {fault:?}");
    }
    assert_eq!(fault(b"{\n\"a\":\"\xff\"}").line, 2);
    let class =
        format!("{{\"properties\":[{{\"name\":\"a\",\"value\":{}1{}}}]}}", "{\"a\":".repeat(60), "}".repeat(60));
    assert!(fault(class).what.contains("deeper"));
}

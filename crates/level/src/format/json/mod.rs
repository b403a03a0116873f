//! Tiled's JSON files (`.tmj`, `.tsj`, `.tj`), converted to the same element tree as XML, so that everything after this deals
//! with one form. `tree.rs` parses any JSON with line numbers; `elements.rs` converts it.

mod elements;
pub mod tree;

use self::tree::read;
use crate::files::without_bom;
use crate::format::xml::{Element, Fault};
use crate::limits::Limits;

/// Whether a file is JSON. Decided by its first character, not by its name.
pub fn is_json(bytes: &[u8]) -> bool {
    matches!(without_bom(bytes).trim_ascii_start().first(), Some(b'{' | b'['))
}

/// Parses a whole file into a tree. `kind` is the type of a file that does not state its own, as in old versions.
pub fn parse(bytes: &[u8], kind: &str, limits: &Limits) -> Result<Element, Fault> {
    elements::root(read(bytes, limits)?, kind, limits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::xml::{parse as parse_xml, write};

    fn fault(text: impl AsRef<[u8]>) -> Fault {
        parse(text.as_ref(), "map", &Limits::DEFAULT).unwrap_err()
    }

    /// The XML that the parser would read for a JSON file.
    fn written(json: &str, kind: &str) -> String {
        let element = parse(json.as_bytes(), kind, &Limits::DEFAULT).unwrap();
        let written = write(&element, u64::MAX).unwrap();
        assert!(parse_xml(written.text.as_bytes(), &Limits::DEFAULT).is_ok(), "{}", written.text);
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

    #[test]
    fn a_map_becomes_the_elements_of_xml() {
        let json = r##"{"type":"map", "version":"1.10", "infinite":false, "width":2e0, "bad key":1, "a\"b":1,
            "tilesets":[{"firstgid":1,"source":"a.tsx"}],
            "layers":[
                {"type":"tilelayer","id":1,"width":2,"height":1,"data":[1,
                    2147483650]},
                {"type":"tilelayer","encoding":"base64","compression":"zlib","data":"AA=="},
                {"type":"imagelayer","image":"a.png","imagewidth":3,"imageheight":4,"transparentcolor":"#ff00ff"},
                {"type":"group","name":"a<b","layers":[{"type":"objectgroup","objects":[]}]}]}"##;
        let text = "<map version=\"1.10\" infinite=\"0\" width=\"2\">
<tileset firstgid=\"1\" source=\"a.tsx\"/>
<layer id=\"1\" width=\"2\" height=\"1\">
<data/>
</layer>
<layer>
<data encoding=\"base64\" compression=\"zlib\">AA==</data>
</layer>
<imagelayer>
<image source=\"a.png\" width=\"3\" height=\"4\" trans=\"#ff00ff\"/>
</imagelayer>
<group name=\"a&lt;b\">
<objectgroup/>
</group>
</map>
";
        assert_eq!(written(json, "map"), text);
        let map = parse(json.as_bytes(), "map", &Limits::DEFAULT).unwrap();
        let data = &map.children[1].children[0];
        assert_eq!((data.line, data.gids.as_slice()), (4, &[1, 2_147_483_650][..]));
        assert_eq!((map.children[3].line, map.children[4].children[0].line), (7, 8));
    }

    #[test]
    fn objects_have_their_declared_shape() {
        let json = r#"{"object":{"id":1,"x":1.5,"ellipse":true,"point":false,
            "polyline":[{"x":0,"y":0},{"x":-1.25,"y":3}],
            "text":{"text":"a\nb & c","wrap":true,"pixelsize":7}}}"#;
        let text = "<template>
<object id=\"1\" x=\"1.5\">
<ellipse/>
<polyline points=\"0,0 -1.25,3\"/>
<text wrap=\"1\" pixelsize=\"7\">a\nb &amp; c</text>
</object>
</template>
";
        assert_eq!(written(json, "template"), text);
    }

    #[test]
    fn properties_of_every_type_and_version_are_converted() {
        let json = r#"{"properties":[
            {"name":"a","type":"int","value":3},
            {"name":"b","type":"bool","value":true},
            {"name":"c","type":"class","propertytype":"C","value":{"i":1,"f":1.5,"t":"x","in":{"b":false}}},
            {"name":"d","type":"list","value":[{"type":"int","value":1},"x",[2],{"type":"class","propertytype":"C","value":{"i":1}}]},
            {"name":"e","value":"2\n3"}],
            "layers":[{"type":"group","properties":{"old":7},"propertytypes":{"old":"string"}}]}"#;
        let text = "<map>
<properties>
<property name=\"a\" type=\"int\" value=\"3\"/>
<property name=\"b\" type=\"bool\" value=\"true\"/>
<property name=\"c\" type=\"class\" propertytype=\"C\">
<properties>
<property name=\"i\" type=\"int\" value=\"1\"/>
<property name=\"f\" type=\"float\" value=\"1.5\"/>
<property name=\"t\" type=\"string\" value=\"x\"/>
<property name=\"in\" type=\"class\">
<properties>
<property name=\"b\" type=\"bool\" value=\"false\"/>
</properties>
</property>
</properties>
</property>
<property name=\"d\" type=\"list\">
<item type=\"int\" value=\"1\"/>
<item type=\"string\" value=\"x\"/>
<item type=\"list\">
<item type=\"int\" value=\"2\"/>
</item>
<item type=\"class\" propertytype=\"C\">
<properties>
<property name=\"i\" type=\"int\" value=\"1\"/>
</properties>
</item>
</property>
<property name=\"e\" type=\"string\" value=\"2&#10;3\"/>
</properties>
<group>
<properties>
<property name=\"old\" type=\"string\" value=\"7\"/>
</properties>
</group>
</map>
";
        assert_eq!(written(json, "map"), text);
    }

    #[test]
    fn tilesets_of_old_and_new_versions_are_converted() {
        let old = r#"{"image":"a.png","imagewidth":32,"imageheight":16,"terrains":[],"wangsets":[{"x":1}],
            "tiles":{"1":{"terrain":[0,0,-1,0],"animation":[{"duration":100,"tileid":0}]}},
            "tileproperties":{"0":{"p":5},"1":{"q":"r"}}, "tilepropertytypes":{"0":{"p":"float"}}}"#;
        let text = "<tileset>
<image source=\"a.png\" width=\"32\" height=\"16\"/>
<tile id=\"1\">
<animation>
<frame duration=\"100\" tileid=\"0\"/>
</animation>
<properties>
<property name=\"q\" type=\"string\" value=\"r\"/>
</properties>
</tile>
<tile id=\"0\">
<properties>
<property name=\"p\" type=\"float\" value=\"5\"/>
</properties>
</tile>
</tileset>
";
        assert_eq!(written(old, "tileset"), text);
        let new = r#"{"type":"tileset","tileoffset":{"x":1,"y":2},"grid":{"width":1},
            "tiles":[{"id":3,"type":"Solid","image":"b.png","imagewidth":1,"imageheight":2,
                "objectgroup":{"type":"objectgroup","draworder":"index","objects":[{"id":1,"capsule":true}]}}]}"#;
        let text = "<tileset>
<tileoffset x=\"1\" y=\"2\"/>
<tile id=\"3\" type=\"Solid\">
<image source=\"b.png\" width=\"1\" height=\"2\"/>
<objectgroup draworder=\"index\">
<object id=\"1\">
<capsule/>
</object>
</objectgroup>
</tile>
</tileset>
";
        assert_eq!(written(new, "map"), text);
    }

    #[test]
    fn invalid_json_is_refused_with_its_line() {
        let layer = |inside: &str| format!("{{\"layers\":[\n{{\"type\":\"tilelayer\",\n{inside}}}]}}");
        let cases: Vec<(String, u32, &str)> = vec![
            ("{\n\"a\":1,\n\"b\":}".into(), 3, "not valid JSON"),
            ("{\n".into(), 2, "is truncated"),
            ("{}{}".into(), 1, "one root"),
            ("[]".into(), 1, "not an object"),
            ("{\"a\":1,\n\"a\":2}".into(), 1, "'a' twice"),
            ("{\n\"a\":NaN}".into(), 2, "not valid JSON"),
            ("{\"a\":01}".into(), 1, "not valid JSON"),
            ("{\"a\":1,}".into(), 1, "not valid JSON"),
            ("{\"a\":\"\\ud800\"}".into(), 1, "not valid JSON"),
            ("{\"name\":\"\\u0001\"}".into(), 1, "U+0001"),
            ("{\"layers\":[\n{\"type\":\"magic\"}]}".into(), 2, "'magic'"),
            ("{\"layers\":[{}]}".into(), 1, "no type"),
            ("{\"layers\":[7]}".into(), 1, "not an object"),
            ("{\"layers\":{\n}}".into(), 1, "not a list"),
            (layer("\"data\":[1,\n-1]"), 4, "'-1'"),
            (layer("\"data\":[1,1.5]"), 3, "'1.5'"),
            (layer("\"data\":[4294967296]"), 3, "'4294967296'"),
            (layer("\"data\":[[1]]"), 3, "is not a tile"),
            (layer("\"data\":{}"), 3, "neither"),
            ("[".repeat(100_000), 1, "deeper"),
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
}

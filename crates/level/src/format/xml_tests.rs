use super::*;

fn fault(text: &str) -> Fault {
    parse(text, &Limits::DEFAULT).unwrap_err()
}

#[test]
fn a_tree_keeps_lines_and_round_trips() {
    let text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<map a='1 &amp; 2'>\n <layer>\n  <data>1,\n2</data></layer>\n\n<b x:y='0'/></map>\n";
    let tree = parse(text, &Limits::DEFAULT).unwrap();
    assert_eq!(tree.get("a"), Some("1 & 2"));
    assert_eq!(tree.children[0].children[0].text, "1,\n2");
    assert_eq!((tree.line, tree.children[0].line, tree.children[1].line), (2, 3, 7));
    let written = write(&tree, 1000).unwrap();
    assert_eq!(written.text, "<map a=\"1 &amp; 2\">\n<layer>\n<data>1,\n2</data>\n</layer>\n<b/>\n</map>\n");
    assert_eq!(written.lines, [2, 3, 4, 5, 3, 7, 2]);
    let long = written.text.len() as u64;
    assert!(write(&tree, long).is_some() && write(&tree, long - 1).is_none());
}

#[test]
fn text_that_grows_too_long_by_escaping_is_not_written() {
    let tree = parse(&format!("<map a='{}'/>", "\"".repeat(100)), &Limits::DEFAULT).unwrap();
    assert!(write(&tree, 615).is_some() && write(&tree, 600).is_none());
}

/// `tests/level/messages.rs` and `hostile.rs` hold the other faults.
#[test]
fn invalid_xml_is_refused_with_its_line() {
    let plain = "<!DOCTYPE map SYSTEM \"http://mapeditor.org/dtd/1.0/map.dtd\"><map/>";
    assert!(parse(plain, &Limits::DEFAULT).is_ok());
    assert!(fault("<map/>x").what.contains("outside"));
    assert!(fault("<map a='1' a='2'/>").what.contains("duplicate"));
}

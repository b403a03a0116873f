use super::*;

#[test]
fn the_nearest_project_wins() {
    static FILES: &[(&str, &[u8])] =
        &[("a/b/p.tiled-project", b""), ("a/q.tiled-project", b""), ("a/b/c/m.tmx", b""), ("n.tmj", b"")];
    let files = Embedded(FILES);
    assert_eq!(files.project("a/b/c/m.tmx").as_deref(), Some("a/b/p.tiled-project"));
    assert_eq!(files.project("a/x.tmx").as_deref(), Some("a/q.tiled-project"));
    assert_eq!(files.project("z.tmx"), None);
    assert_eq!(files.maps().collect::<Vec<_>>(), ["a/b/c/m.tmx", "n.tmj"]);
}

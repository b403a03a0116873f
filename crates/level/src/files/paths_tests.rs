use super::*;

#[test]
fn paths_are_normalized_and_stay_inside() {
    assert_eq!(normal_path("maps/./a/../b.tmx").unwrap(), "maps/b.tmx");
    assert_eq!(beside("maps/a.tmx", "../assets/x.png").unwrap(), "assets/x.png");
    assert_eq!(beside("a.tmx", "t.tsx").unwrap(), "t.tsx");
    for (name, good) in [("c:/x", "c:/x"), ("a\\b/../c", "c"), ("a\\..\\b", "a\\..\\b")] {
        // An ordinary name, except on Windows.
        assert_eq!(normal_path(name).ok().as_deref(), (!cfg!(windows)).then_some(good), "{name}");
    }
    for bad in ["/etc/passwd", "../x", "a/../../x", "", ".", "a\0b"] {
        assert!(normal_path(bad).is_err(), "{bad:?}");
        assert!(beside("maps/deep/a.tmx", &format!("../../../{bad}")).is_err(), "{bad:?}");
    }
    assert!(beside("maps/a.tmx", "/maps/b.tsx").is_err());
}

#[test]
fn a_map_is_found_by_its_path_or_name() {
    for name in ["maps/a.tmx", "a.tmx", "a"] {
        assert!(is_called("maps/a.tmx", Path::new(name)), "{name}");
    }
    for name in ["b", "other/a.tmx", "maps/a", "a.tmj", ""] {
        assert!(!is_called("maps/a.tmx", Path::new(name)), "{name}");
    }
}

use super::*;

#[test]
fn properties_must_say_nothing_else() {
    for (name, expected) in [
        ("collides", Some(Surface::Solid)),
        ("isSolid", Some(Surface::Solid)),
        ("ge_collide", Some(Surface::Solid)),
        ("one way platform", Some(Surface::OneWay)),
        ("wall_jump", None),
        ("ground_speed", None),
        ("solid color", None),
    ] {
        assert_eq!(surface_exactly_named(name), expected, "{name:?}");
    }
    assert!(is_collision("Collision") && is_collision("solid tiles") && is_collision("spike collision"));
    assert!(!is_collision("walls") && !is_collision("no collision") && !is_collision("ground"));
}

use super::*;

#[test]
fn materials_round_trip_through_their_tag() {
    let plain = Surface::ALL.into_iter().map(Material::from);
    let curtains = Direction::ALL.into_iter().map(Material::one_way);
    let belts = (-Material::MAX_SPEED..=Material::MAX_SPEED).map(Material::conveyor);
    let invisible = (0..16).map(|bits| Material::solid(Sides(bits)));
    let numbered =
        (0..=u8::MAX).flat_map(|n| [Material::default().numbered(n), Material::one_way(Direction::Left).numbered(n)]);
    for material in plain.chain(curtains).chain(belts).chain(invisible).chain(numbered) {
        assert_eq!(Material::from_tag(material.tag()), material);
    }
    // Levels without members keep the tags, and so the hash, from before members existed.
    let tags = [Surface::Solid, Surface::OneWay, Surface::Hazard].map(|surface| surface.tag().0);
    assert_eq!(tags, [0, 1, 2]);
}

#[test]
fn every_tag_decodes_to_a_valid_material() {
    for tag in 0..=u16::MAX {
        assert!(Material::from_tag(Tag(tag)).speed.abs() <= Material::MAX_SPEED);
    }
}

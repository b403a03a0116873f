//! The classes of objects.

/// The classes of objects that the game knows, apart from surfaces, with spaces between them. `entities.rs` reads the members
/// of each.
const CLASSES: &str = "Player Exit Checkpoint Bead Hazard Sign Crate Platform Turning LoosePatch WornPatch ZipDoor Gate Iron \
     Spring KeyButton PressureButton Scissors Aglet RollingSpool PinBug Moth DashSpool Wind";

/// Whether the game knows this class of objects.
pub fn is_entity(class: &str) -> bool {
    CLASSES.split(' ').any(|known| known == class)
}

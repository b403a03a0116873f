//! The objects of the level by kind, id and name, each with a button that brings the player there.

use egui_macroquad::egui::{ScrollArea, TextEdit, Ui};
use seamwalker_level::{Object, ObjectKind};

use super::put_player;
use crate::app::lab_ui::{Request, style};
use crate::app::play::Play;
use crate::app::render::palette;

/// The most objects that are listed.
const MAX_LISTED_OBJECTS: usize = 100;
/// Height of the list, in points.
const OBJECT_LIST_HEIGHT: f32 = 170.0;

/// The list of objects.
#[derive(Default)]
pub struct ObjectList {
    /// Only objects whose title contains this are shown.
    search: String,
}

impl ObjectList {
    /// Shows the list.
    pub fn show(&mut self, ui: &mut Ui, play: &Play, requests: &mut Vec<Request>) {
        ui.add(TextEdit::singleline(&mut self.search).hint_text("search: checkpoint, 17").desired_width(200.0));
        let wanted = self.search.to_lowercase();
        let mut found: Vec<&Object> = play.world.level.objects.iter().collect();
        found.retain(|object| title(object).to_lowercase().contains(&wanted));
        // There are many beads, and a designer hardly returns to them.
        found.sort_by_key(|object| (matches!(object.kind, ObjectKind::Bead { golden: false }), object.id));
        let more = found.len().saturating_sub(MAX_LISTED_OBJECTS);
        ScrollArea::vertical()
            .max_height(OBJECT_LIST_HEIGHT)
            .min_scrolled_height(OBJECT_LIST_HEIGHT)
            .id_salt("objects")
            .show(ui, |ui| {
                for object in found.into_iter().take(MAX_LISTED_OBJECTS) {
                    ui.horizontal(|ui| {
                        if style::small_button(ui, "go").clicked() {
                            put_player(play, requests, |world| _ = world.start_at(object.id));
                        }
                        ui.label(title(object));
                    });
                }
            });
        if more > 0 {
            style::small(ui, format!("and {more} more: search for them"), palette::PLUM);
        }
    }
}

/// An object's id, kind and name.
pub fn title(object: &Object) -> String {
    let name = if object.name.is_empty() { String::new() } else { format!(" '{}'", object.name) };
    format!("#{} {}{name}", object.id, kind_name(&object.kind))
}

/// The name of a kind, which is its class in Tiled.
pub fn kind_name(kind: &ObjectKind) -> String {
    if let ObjectKind::Other { class, .. } = kind {
        return class.clone();
    }
    let name = format!("{kind:?}");
    let class = name.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    if matches!(kind, ObjectKind::Bead { golden: true }) { format!("golden {class}") } else { class.to_owned() }
}

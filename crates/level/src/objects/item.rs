//! An object of the file together with its layer and class.

use tiled::{LayerType, Object as TiledObject};

use crate::context::{FlatLayer, MapContext};
use crate::guard::ElementKey;
use crate::model::{Material, Surface, Turn};
use crate::names::Named;
use crate::objects::classes::is_entity;
use crate::objects::placement::class_of;
use crate::properties::Resolved;
use crate::report::Place;

/// An object of the file.
pub struct Item<'a> {
    pub object: TiledObject<'a>,
    pub flat: &'a FlatLayer<'a>,
    pub class: String,
}

impl Item<'_> {
    pub fn description(&self) -> String {
        let name = &self.object.name;
        let name = if name.is_empty() { String::new() } else { format!(" '{name}'") };
        format!("object {}{name}", self.object.id())
    }

    /// What the object is, if it cannot be meant as a path.
    pub fn not_a_line(&self) -> Option<String> {
        match &self.object.shape {
            _ if is_entity(&self.class) => Some(format!("which has the class {}", self.class)),
            tiled::ObjectShape::Text { .. } => Some("which is a text".to_owned()),
            _ if self.object.get_tile().is_some() => Some("which is a tile".to_owned()),
            _ => None,
        }
    }

    /// Whether layers show it, as a tile or a text.
    pub fn is_drawn(&self) -> bool {
        matches!(self.object.shape, tiled::ObjectShape::Text { .. }) || self.object.get_tile().is_some()
    }

    pub fn place(&self, context: &MapContext) -> Place {
        context.here(ElementKey::Object(self.object.id()), self.description())
    }

    /// The material of the object, if it has one: from its own class, or else from its layer's, or else by name. The direction of a
    /// tile turns with the tile; that of other shapes does not.
    pub fn material(&self, context: &MapContext) -> Option<Material> {
        self.material_by_class(context).or_else(|| self.surface_by_name(context).map(Material::from))
    }

    /// The surface that the names of the object or its layer give it. Points, texts and the game's own objects have none.
    pub fn surface_by_name(&self, context: &MapContext) -> Option<Surface> {
        use tiled::ObjectShape::{Point, Rect, Text};

        let is_dot = matches!(self.object.shape, Point(..) | Text { .. } | Rect { width: 0.0, height: 0.0 });
        if is_dot || is_entity(&self.class) {
            return None;
        }
        let named =
            Named { properties: &self.object.properties, class: &self.class, name: &self.object.name, groups: &[] };
        context.names.of_object(named, self.flat.named())
    }

    pub fn material_by_class(&self, context: &MapContext) -> Option<Material> {
        let layer = &self.flat.layer;
        let (class, own) = if self.class.is_empty() {
            (&layer.user_type, &layer.properties)
        } else {
            (&self.class, &self.object.properties)
        };
        let tile = self.object.get_tile();
        let tile = tile.as_ref().and_then(tiled::ObjectTile::get_tile);
        let tile = tile.as_ref().map(|t| &t.properties).filter(|_| !self.class.is_empty());
        let properties = Resolved { own, tile, class, project: context.project };
        let material = context.material_of(properties, || self.place(context))?;
        let turned =
            self.object.tile_data().map(|data| Turn::of(&data).rotated(material, f64::from(self.object.rotation)));
        Some(turned.unwrap_or(material))
    }
}

pub fn items<'a>(flat: &'a [FlatLayer<'a>]) -> Vec<Item<'a>> {
    let mut items = Vec::new();
    for layer in flat {
        if let LayerType::Objects(objects) = layer.layer.layer_type() {
            items.extend(objects.objects().map(|object| Item { class: class_of(&object), object, flat: layer }));
        }
    }
    items
}

//! What the reader shares with the modules that read layers, tiles and objects: the parsed map, its files and limits, and its
//! flattened layers.

use std::sync::Arc;

use glam::{DVec2, IVec2, UVec2, Vec2};
use tiled::{Layer as TiledLayer, LayerType, Properties, PropertyValue, Tileset, TilesetLocation};

use crate::files::{ReadOptions, path_of};
use crate::format::excerpt;
use crate::geometry::Point;
use crate::guard::{CheckedFiles, ElementKey};
use crate::limits::Limits;
use crate::model::{FadeArea, Hem, Material, Surface};
use crate::names::{Named, SurfaceNames};
use crate::properties::{Members, Project, Resolved, suggestion};
use crate::report::{Place, Report};
use crate::world_file::IDS_PER_MAP;
use seamwalker_collide::Aabb;

/// The class of layers and groups that are shown in a part of the map only.
pub const BACKDROP: &str = "Backdrop";

/// Pixels over which a backdrop fades in, if it does not say: three quarters of a view.
const DEFAULT_FADE: f64 = 480.0;

/// The inputs for reading one map, and the report of its problems.
pub struct MapContext<'a> {
    /// The map's path.
    pub path: &'a str,
    pub map: &'a tiled::Map,
    /// The map's tilesets, then those that only its objects' templates have.
    pub tilesets: &'a [Arc<Tileset>],
    pub checked_files: &'a CheckedFiles,
    pub project: &'a Project,
    pub options: &'a ReadOptions,
    pub limits: &'a Limits,
    pub report: &'a Report,
    /// The map's upper left corner in the level, in pixels.
    pub at: IVec2,
    /// The number of the map in its world; 0 for a single map.
    pub index: u32,
    /// Whether the map is part of a world.
    pub in_world: bool,
    /// That of the level, which in a world differs from the map's.
    pub parallax_origin: Vec2,
    /// Surfaces by name.
    pub names: SurfaceNames,
    /// Pixels of the level per pixel of the map.
    pub scale: f64,
}

/// A layer, with everything that it inherits from its groups.
#[derive(Clone)]
pub struct FlatLayer<'a> {
    pub layer: TiledLayer<'a>,
    /// Number of the layer in the file. Groups count, and come before their children.
    pub index: u32,
    /// The line in the file.
    pub line: u32,
    /// Whether neither the layer nor a group around it is hidden.
    pub visible: bool,
    pub opacity: f32,
    pub tint: [u8; 4],
    /// In pixels of the level, from its origin.
    pub offset: DVec2,
    /// The names of the groups around it, the inner ones first.
    pub groups: Vec<String>,
    /// Pixels of the level per pixel of the map.
    pub scale: f64,
    pub parallax: Vec2,
    /// The area of the nearest Backdrop: the layer itself or a group around it.
    pub shown_in: Option<FadeArea>,
}

impl FlatLayer<'_> {
    /// What it is called.
    pub fn named(&self) -> Named<'_> {
        let (layer, groups) = (&self.layer, &self.groups);
        Named { properties: &layer.properties, class: &layer.user_type, name: &layer.name, groups }
    }

    /// How messages refer to the layer.
    pub fn description(&self) -> String {
        if self.layer.name.is_empty() { "layer".to_owned() } else { format!("layer '{}'", self.layer.name) }
    }

    /// The place of the layer in the map's file.
    pub fn place(&self, context: &MapContext) -> Place {
        Place::new(context.path, self.line, self.description())
    }

    /// The offset in units.
    pub fn shift(&self) -> Point {
        Point::nearest(self.offset)
    }

    /// Whether the layer has no parallax: it moves with the ground.
    pub fn is_fixed(&self) -> bool {
        self.parallax == Vec2::ONE
    }
}

impl MapContext<'_> {
    /// What is added to the ids of objects, so that they are unique in the world.
    pub const fn first_id(&self) -> u32 {
        self.index.saturating_mul(IDS_PER_MAP)
    }

    /// The size of a cell in units.
    pub fn cell(&self) -> Point {
        Point::nearest(self.tile())
    }

    /// The size of a tile of the map in the level, in pixels.
    pub fn tile(&self) -> DVec2 {
        UVec2::new(self.map.tile_width, self.map.tile_height).as_dvec2() * self.scale
    }

    /// All layers except groups, back to front, and all groups, with inherited values applied.
    pub fn layers(&self) -> (Vec<FlatLayer<'_>>, Vec<FlatLayer<'_>>) {
        let mut all = Vec::new();
        for layer in self.map.layers() {
            self.flatten(layer, None, &mut all);
        }
        all.into_iter().partition(|flat| !matches!(flat.layer.layer_type(), LayerType::Group(_)))
    }

    fn flatten<'s>(&'s self, layer: TiledLayer<'s>, around: Option<&FlatLayer<'s>>, all: &mut Vec<FlatLayer<'s>>) {
        // Saturated long after the limits for maps.
        let index = u32::try_from(all.len()).unwrap_or(u32::MAX);
        let line = self.line(self.path, ElementKey::Layer(index));
        let own_tint = layer.tint_color.map_or([255; 4], |c| [c.red, c.green, c.blue, c.alpha]);
        let corner = self.at.as_dvec2();
        let (visible, opacity, tint, offset, parallax) = around
            .map_or((true, 1.0, [255; 4], corner, Vec2::ONE), |a| (a.visible, a.opacity, a.tint, a.offset, a.parallax));
        let this = FlatLayer {
            index,
            line,
            visible: visible && layer.visible,
            opacity: (opacity * layer.opacity).clamp(0.0, 1.0),
            tint: std::array::from_fn(|i| multiplied(tint[i], own_tint[i])),
            offset: offset + Vec2::new(layer.offset_x, layer.offset_y).as_dvec2() * self.scale,
            groups: around.map_or_else(Vec::new, |a| [std::slice::from_ref(&a.layer.name), &a.groups].concat()),
            scale: self.scale,
            parallax: parallax * Vec2::new(layer.parallax_x, layer.parallax_y),
            shown_in: around.and_then(|around| around.shown_in),
            layer,
        };
        let this = FlatLayer { shown_in: self.fade_area(&this).or(this.shown_in), ..this };
        all.push(this.clone());
        if let LayerType::Group(group) = this.layer.layer_type() {
            for child in group.layers() {
                self.flatten(child, Some(&this), all);
            }
        }
    }

    /// The area of a layer or group with the class Backdrop. A limit of 0 is none.
    fn fade_area(&self, flat: &FlatLayer) -> Option<FadeArea> {
        let (own, class) = (&flat.layer.properties, flat.layer.user_type.as_str());
        if class != BACKDROP {
            return None;
        }
        let members = self.members(self.properties(own, class), flat.place(self));
        let far = self.limits.farthest_pixel;
        let limit = |name, axis: usize, none: f32| match members.number(name, 0.0, -far, far) {
            0.0 => none,
            at => (at * self.scale) as f32 + self.at[axis] as f32,
        };
        Some(FadeArea {
            min: Vec2::new(limit("left", 0, f32::NEG_INFINITY), limit("top", 1, f32::NEG_INFINITY)),
            max: Vec2::new(limit("right", 0, f32::INFINITY), limit("bottom", 1, f32::INFINITY)),
            fade: members.number("fade", DEFAULT_FADE, 1.0, far) as f32,
        })
    }

    /// The line of an element in a file; 0 if unknown.
    pub fn line(&self, file: &str, key: ElementKey) -> u32 {
        self.checked_files.get(file).and_then(|checked_file| checked_file.lines.get(&key)).copied().unwrap_or(0)
    }

    /// A place in the map's own file.
    pub fn here(&self, key: ElementKey, what: impl Into<String>) -> Place {
        Place::new(self.path, self.line(self.path, key), what)
    }

    /// The file of a tileset, and the tileset's number among those in that file.
    pub fn tileset_file(&self, index: usize) -> (String, u32) {
        let file = |i: usize| self.tilesets.get(i).and_then(|t| path_of(&t.source)).unwrap_or_default();
        let own = file(index);
        let nth = if own == self.path { (0..index).filter(|i| file(*i) == own).count() } else { 0 };
        (own, u32::try_from(nth).unwrap_or(0))
    }

    /// The index of the tileset that an object's tile belongs to.
    pub fn tileset_index(&self, location: &TilesetLocation) -> Option<usize> {
        match location {
            TilesetLocation::Map(index) => Some(*index),
            TilesetLocation::Template(own) => self.tilesets.iter().position(|tileset| is_same_tileset(tileset, own)),
        }
    }

    /// The material that a class stands for, including the class's members. `None` if the class is empty or not a surface.
    /// Reports a class that the project does not declare.
    pub fn material(&self, used_as: &str, properties: Resolved, place: impl Fn() -> Place) -> Option<Material> {
        let (class, material) = (properties.class, self.material_of(properties, &place));
        if material.is_none() && !class.is_empty() && !self.project.knows(class) {
            self.report_unknown(class, used_as, place());
        }
        material
    }

    /// The same, without a report.
    pub fn material_of(&self, properties: Resolved, place: impl FnOnce() -> Place) -> Option<Material> {
        let class = properties.class;
        let surface = || Some(self.members(properties, place()).material(Surface::from_name(class)?));
        self.options.classes.get(class).copied().or_else(surface)
    }

    /// The members of an element's class.
    pub const fn members<'s>(&'s self, properties: Resolved<'s>, place: Place) -> Members<'s> {
        Members { properties, place, report: self.report, help: "the default is used; set it again in Tiled" }
    }

    /// The property `hem` of an element, if it is set.
    pub fn hem(&self, properties: &Properties, place: impl FnOnce() -> Place) -> Option<Hem> {
        let PropertyValue::StringValue(name) = properties.get("hem")? else { return None };
        let hem = Hem::from_name(name);
        if hem.is_none() && !name.is_empty() {
            let known = Hem::ALL.map(Hem::name).join(", ");
            let what = format!("the hem '{}' is unknown", excerpt(name));
            self.report.warn(place(), what, format!("choose one of {known}"));
        }
        hem
    }

    /// Reports a class that the project does not declare, and suggests a similar one.
    pub fn report_unknown(&self, class: &str, used_as: &str, place: Place) {
        // The classes of a map made for another game.
        if self.names.guesses || self.options.other_game {
            return;
        }
        let help = suggestion(class, self.project.classes_for(used_as));
        self.report.warn(place, format!("the class '{class}' is unknown"), help);
    }

    /// The properties of an element that is not a tile object.
    pub fn properties<'s>(&'s self, own: &'s Properties, class: &'s str) -> Resolved<'s> {
        Resolved { own, tile: None, class, project: self.project }
    }
}

/// Whether two tilesets are the same: those of a map and of a template are parsed apart.
pub fn is_same_tileset(one: &Tileset, other: &Tileset) -> bool {
    one.source == other.source && one.name == other.name
}

/// The product of two colour channels or opacities.
fn multiplied(a: u8, b: u8) -> u8 {
    let product = (u16::from(a) * u16::from(b) + 127) / 255;
    u8::try_from(product).unwrap_or(u8::MAX)
}

/// The box around two cells and everything between them, in pixels of the level.
pub fn cells_box(context: &MapContext, first: IVec2, last: IVec2) -> Aabb {
    let tile = context.tile().as_vec2();
    Aabb::from_corners(first.as_vec2() * tile, (last + IVec2::ONE).as_vec2() * tile).moved(context.at.as_vec2())
}

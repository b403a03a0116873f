//! Collects what is drawn, back to front: layers, their cells and objects, and the tiles and pictures that these show.

use std::collections::{BTreeMap, HashMap, HashSet};

use glam::{IVec2, UVec2};
use tiled::{HorizontalAlignment, LayerType, RenderOrder, VerticalAlignment};

use crate::context::{FlatLayer, MapContext, cells_box};
use crate::files::path_of;
use crate::ground::{CollisionBuilder, Shape, TileCollision};
use crate::guard::{CellBlock, CheckedFiles, ElementKey, FLIPS, embedded_picture};
use crate::limits::Limits;
use crate::model::{
    Blend, Cell, Decoration, Figure, Hem, Layer, LayerContent, Material, Picture, Surface, Text, Tile, Turn,
};
use crate::objects::{class_of, is_entity, text_corners, tile_corners};
use crate::outline::CellRun;
use crate::tiles::{
    Kinds, Shapes, TileName, default_material, dense, extent, has_ground_class, in_cell, run_length, split_at_cell,
    tile_of, tile_place, tile_shapes,
};
use seamwalker_collide::Aabb;

/// Collects the layers of all maps.
#[derive(Default)]
pub struct LayerCollector {
    /// The leading image layers of each map, far behind everything; the layers behind the objects; the layers from the first
    /// object layer on.
    layers: [Vec<Layer>; 3],
    shown: Shown,
    /// How many more cells layers may have.
    cells: u64,
}

impl LayerCollector {
    /// An empty collector.
    pub fn new(limits: &Limits) -> Self {
        Self { cells: limits.cells, ..Self::default() }
    }

    /// Reads all layers of a map and adds the collision of their tiles to the builder. Returns the box around all cells,
    /// empty if there are none. `None` if the layers of an infinite map are too far apart.
    pub fn add(&mut self, context: &MapContext, flat: &[FlatLayer], builder: &mut CollisionBuilder) -> Option<Aabb> {
        let file = context.checked_files.get(context.path);
        let mut tiles = Tiles::new(context, builder, &mut self.shown);
        let mut layers = Vec::new();
        let mut bounds: Option<Aabb> = None;
        if !context.map.infinite() {
            let size = UVec2::new(context.map.width, context.map.height).as_ivec2();
            bounds = (size.min_element() > 0).then(|| cells_box(context, IVec2::ZERO, size - IVec2::ONE));
        }
        for layer in flat {
            let class = &layer.layer.user_type;
            if !class.is_empty() && !context.project.knows(class) {
                context.report_unknown(class, "layer", layer.place(context));
            }
        }
        let is_read = |layer: &&FlatLayer| layer.visible || context.names.collides_hidden(layer.named());
        for layer in flat.iter().filter(is_read) {
            let content = match layer.layer.layer_type() {
                LayerType::Tiles(_) => {
                    let blocks = file.and_then(|file| file.cells.get(&layer.index)).map_or(&[][..], Vec::as_slice);
                    let (first, last) = extent(blocks);
                    let count = (i64::from(last.x - first.x) + 1) * (i64::from(last.y - first.y) + 1);
                    if let Some(rest) = self.cells.checked_sub(u64::try_from(count).unwrap_or(0)) {
                        self.cells = rest;
                    } else {
                        let what = format!("its tiles lie {} x {} cells apart", last.x - first.x, last.y - first.y);
                        let help = "move the far ones closer, or to another map";
                        context.report.error(layer.place(context), what, help);
                        return None;
                    }
                    if context.map.infinite() && count > 0 {
                        let own = cells_box(context, first, last);
                        bounds =
                            Aabb::around([Some(own), bounds].into_iter().flatten().flat_map(|b| [b.min(), b.max()]));
                    }
                    tiles.layer(layer, dense(blocks))
                }
                LayerType::Image(image) => match &image.image {
                    Some(picture) => LayerContent::Image {
                        picture: tiles.shown.pictures.index(picture, context.checked_files),
                        repeat_x: image.repeat_x,
                        repeat_y: image.repeat_y,
                        scale: context.scale as f32,
                    },
                    None => continue,
                },
                LayerType::Objects(objects) => {
                    let topdown = objects.draw_order == tiled::DrawOrder::TopDown;
                    let mut objects: Vec<_> = objects.objects().collect();
                    // From the top of the map down, rather than in the order of the list.
                    if topdown {
                        objects.sort_by(|a, b| a.y.total_cmp(&b.y));
                    }
                    let seen = objects.iter().filter_map(|object| tiles.decoration(object));
                    LayerContent::Objects(seen.collect())
                }
                LayerType::Group(_) => continue,
            };
            if layer.visible {
                layers.push(drawn(context, layer, content));
            }
        }
        tiles.animate();
        self.sort_by_depth(layers, context.in_world.then_some(context.index as usize));
        Some(bounds.unwrap_or_default())
    }

    /// Sorts the layers of a map into far, behind and front, so that no map covers the objects of another. A repeated image
    /// that is identical in two maps is kept once. `room` is the map's number in a world.
    fn sort_by_depth(&mut self, layers: Vec<Layer>, room: Option<usize>) {
        let far = layers.iter().take_while(|layer| layer.is_backdrop()).count();
        let is_objects = |layer: &Layer| matches!(layer.content, LayerContent::Objects(_)) && !layer.is_backdrop();
        let objects = layers.iter().position(is_objects);
        let ground = || layers.iter().rposition(Layer::collides).map(|index| index + 1);
        let things = objects.or_else(ground).unwrap_or(layers.len());
        let known = self.layers.each_ref().map(Vec::len);
        for (index, mut layer) in layers.into_iter().enumerate() {
            let depth = [far, things].into_iter().filter(|end| index >= *end).count();
            let repeats =
                matches!(layer.content, LayerContent::Image { repeat_x, repeat_y, .. } if repeat_x || repeat_y);
            let rooms: Vec<usize> = room.filter(|_| index < far).into_iter().collect();
            let mut same = |known: &&mut Layer| {
                layer.rooms.clone_from(&known.rooms);
                layer == **known
            };
            match self.layers[depth][..known[depth]].iter_mut().filter(|_| repeats).find(&mut same) {
                Some(known) => known.rooms.extend(rooms),
                None => self.layers[depth].push(Layer { rooms, ..layer }),
            }
        }
    }

    /// All layers back to front, the tiles that they show, and the pictures.
    pub fn finish(self) -> (Vec<Layer>, Vec<Tile>, Vec<Picture>) {
        (self.layers.into_iter().flatten().collect(), self.shown.tiles, self.shown.pictures.list)
    }
}

fn drawn(context: &MapContext, flat: &FlatLayer, content: LayerContent) -> Layer {
    let mode = flat.layer.blend_mode.as_str();
    let blend = Blend::from_name(mode).unwrap_or_else(|| {
        let known = Blend::ALL.map(Blend::name).join(", ");
        let (what, help) =
            (format!("the blend mode '{mode}' is unknown"), format!("it is drawn as normal; choose one of {known}"));
        context.report.warn(flat.place(context), what, help);
        Blend::Normal
    });
    // A repeated image is placed as if its map were at the origin, so that the same backdrop in two maps is equal.
    let repeats = match content {
        LayerContent::Image { repeat_x, repeat_y, .. } => [repeat_x, repeat_y],
        _ => [false; 2],
    };
    let along = |axis: usize, offset: f64, own_origin: f32| {
        let corner = if repeats[axis] { f64::from(context.at[axis]) } else { 0.0 };
        let own_origin = f64::from(own_origin) * context.scale + f64::from(context.at[axis]) - corner;
        let from_origin = f64::from(context.parallax_origin[axis]) - own_origin;
        (offset - corner + from_origin * (1.0 - f64::from(flat.parallax[axis]))) as f32
    };
    Layer {
        name: flat.layer.name.clone(),
        opacity: flat.opacity,
        tint: flat.tint,
        offset: glam::Vec2::new(
            along(0, flat.offset.x, context.map.parallax_origin_x),
            along(1, flat.offset.y, context.map.parallax_origin_y),
        ),
        parallax: flat.parallax,
        blend,
        render_order: match context.map.render_order {
            RenderOrder::RightDown => IVec2::ONE,
            RenderOrder::RightUp => IVec2::new(1, -1),
            RenderOrder::LeftDown => IVec2::new(-1, 1),
            RenderOrder::LeftUp => IVec2::NEG_ONE,
        },
        hem: context.hem(&flat.layer.properties, || flat.place(context)),
        rooms: Vec::new(),
        shown_in: flat.shown_in,
        content,
    }
}

/// Pictures without duplicates.
#[derive(Default)]
pub struct Pictures {
    pub list: Vec<Picture>,
    known: BTreeMap<String, usize>,
}

impl Pictures {
    /// The index of a picture, which is added if it is new.
    pub fn index(&mut self, image: &tiled::Image, files: &CheckedFiles) -> usize {
        let path = path_of(&image.source).unwrap_or_default();
        *self.known.entry(path.clone()).or_insert_with(|| {
            let side = |v: i32| u32::try_from(v).unwrap_or(0);
            self.list.push(Picture {
                embedded: embedded_picture(files, &path).unwrap_or_default().to_vec(),
                path,
                size: UVec2::new(side(image.width), side(image.height)),
                transparent: image.transparent_colour.map(|c| [c.red, c.green, c.blue]),
            });
            self.list.len() - 1
        })
    }
}

/// The tiles and pictures of all maps, without duplicates.
#[derive(Default)]
struct Shown {
    tiles: Vec<Tile>,
    /// Indices of tiles, by tileset and id.
    known: HashMap<(usize, u32), u32>,
    /// Tilesets of all maps, by file and number in the file.
    tilesets: BTreeMap<(String, u32), usize>,
    pictures: Pictures,
}

/// The tiles of one map.
struct Tiles<'a> {
    context: &'a MapContext<'a>,
    builder: &'a mut CollisionBuilder,
    shown: &'a mut Shown,
    /// For each of the map's tilesets, its index among those of all maps.
    sources: Vec<usize>,
    /// The hems of the map's tilesets.
    hems: HashMap<usize, Hem>,
    /// Tiles whose frames are still to be added.
    unanimated: Vec<TileName>,
    shapes: HashMap<(TileName, Option<Material>), Shapes>,
    /// Tiles that extend beyond their cell and are already reported.
    reported_outside: HashSet<(TileName, Turn, Option<Material>)>,
}

impl<'a> Tiles<'a> {
    fn new(context: &'a MapContext<'a>, builder: &'a mut CollisionBuilder, shown: &'a mut Shown) -> Self {
        let mut source = |index| {
            let next = shown.tilesets.len();
            *shown.tilesets.entry(context.tileset_file(index)).or_insert(next)
        };
        let sources = (0..context.tilesets.len()).map(&mut source).collect();
        let (hems, unanimated, shapes, reported_outside) = Default::default();
        Self { context, builder, shown, sources, hems, unanimated, shapes, reported_outside }
    }

    /// Reads the cells of a layer.
    fn layer(&mut self, flat: &FlatLayer, block: CellBlock) -> LayerContent {
        let CellBlock { at: origin, size, mut gids } = block;
        self.builder.current_place = flat.place(self.context);
        let mut kinds = Kinds::new(default_material(self.context, flat));
        let mut runs = Vec::new();
        let width = size.x.max(1).unsigned_abs() as usize;
        // Converts ids to cells, and neighbours with equal ids to runs.
        for (row, line) in (origin.y..).zip(gids.chunks_exact_mut(width)) {
            let mut rest = line;
            let mut column = origin.x;
            if !self.builder.has_room(runs.len()) {
                // The builder reports this.
                break;
            }
            while let Some(&gid) = rest.first() {
                let kind = kinds.find(gid).unwrap_or_else(|| self.kind(gid, &mut kinds));
                let (same, others) = rest.split_at_mut(run_length(rest, gid));
                let length = i32::try_from(same.len()).unwrap_or(0);
                if !kinds.collisions[kind as usize].is_empty() {
                    runs.push(CellRun { row, column, length, shape: kind });
                }
                same.fill(kinds.cells[kind as usize].map_or(0, Cell::bits));
                column += length;
                rest = others;
            }
        }
        let mut collides = false;
        if flat.is_fixed() {
            collides = kinds.collisions.iter().any(TileCollision::is_terrain);
            self.builder.place(&kinds.collisions, &runs, flat.shift());
        }
        let cells = gids.into_iter().map(Cell::from_bits).collect();
        LayerContent::Tiles { origin, size: size.max(IVec2::ZERO).as_uvec2(), cells, collides }
    }

    /// Adds the kind of a global tile id.
    fn kind(&mut self, gid: u32, kinds: &mut Kinds) -> u32 {
        let context = self.context;
        let firsts = context.checked_files.get(context.path).map_or(&[][..], |checked_file| &checked_file.firsts);
        let (id, turn) = (gid & !FLIPS, Turn::of_bits(gid));
        let tileset = firsts.partition_point(|first| *first <= id).checked_sub(1);
        let name = tileset.map(|index| (index, id - firsts[index]));
        let tile = name.and_then(|name| Some((name, self.index(name)?)));
        match tile {
            Some((name, index)) => {
                let collision = self.collision(name, turn, kinds.default_material);
                kinds.add(gid, Some(Cell::new(index, turn)), collision)
            }
            None => kinds.add(gid, None, TileCollision::default()),
        }
    }

    /// The index of a tile in the level's list; `None` if the map does not have the tileset.
    fn index(&mut self, name: TileName) -> Option<u32> {
        let key = (*self.sources.get(name.0)?, name.1);
        if let Some(known) = self.shown.known.get(&key) {
            return Some(*known);
        }
        let tileset = self.context.tilesets.get(name.0)?;
        let (tile, image) = tile_of(tileset, name.1);
        let picture = image.map(|image| self.shown.pictures.index(&image, self.context.checked_files));
        let hem = self.hem(name.0);
        let index = u32::try_from(self.shown.tiles.len()).ok()?;
        self.shown.known.insert(key, index);
        let scale = self.context.scale as f32;
        self.shown.tiles.push(Tile { picture, scale, hem, ..tile });
        self.unanimated.push(name);
        Some(index)
    }

    /// The hem of the ground that a tileset's tiles show: the tileset's own, or the map's, or else cloth if it has ground of the
    /// game's classes.
    fn hem(&mut self, tileset: usize) -> Hem {
        let context = self.context;
        *self.hems.entry(tileset).or_insert_with(|| {
            let Some(own) = context.tilesets.get(tileset) else { return Hem::None };
            let place = || tile_place(context, (tileset, 0), |_, _| ElementKey::Root, "");
            let map = || context.hem(&context.map.properties, || context.here(ElementKey::Root, ""));
            let default = if has_ground_class(own) { Hem::Cloth } else { Hem::None };
            context.hem(&own.properties, place).or_else(map).unwrap_or(default)
        })
    }

    /// Adds the frames of all tiles, and of the frames themselves. Done with a list instead of recursion: nested animations
    /// could overflow the stack.
    fn animate(&mut self) {
        // Each round removes a name, and no tile is added twice, so the loop ends.
        while let Some(name) = self.unanimated.pop() {
            let tile = self.context.tilesets.get(name.0).and_then(|tileset| tileset.get_tile(name.1));
            let (Some(tile), Some(index)) = (tile, self.index(name)) else { continue };
            let frames = tile.animation.as_deref().unwrap_or_default();
            // A frame of zero length would never end.
            let frame = |f: &tiled::Frame| Some((self.index((name.0, f.tile_id))?, f.duration.max(1)));
            let frames = frames.iter().filter_map(frame).collect();
            self.shown.tiles[index as usize].frames = frames;
        }
    }

    /// The collision of a tile with this flip. `default_material` is the layer's material for tiles without a class.
    fn collision(&mut self, name: TileName, turn: Turn, default_material: Option<Material>) -> TileCollision {
        let (context, key) = (self.context, (name, default_material));
        let read = || tile_shapes(context, name, default_material, &mut self.builder.effort);
        let shapes = self.shapes.entry(key).or_insert_with(read);
        let turned: Vec<(Material, Shape)> =
            shapes.iter().map(|(m, shape)| (turn.rotated(*m, 0.0), in_cell(context, name, turn, shape))).collect();
        let collision = split_at_cell(&turned, context.cell(), self.builder);
        if !collision.free.is_empty() && self.reported_outside.insert((name, turn, default_material)) {
            let what = "its shape extends beyond its cell";
            let help = "it works, but is slower; keep shapes within the cell where you can";
            context.report.warn(tile_place(context, name, ElementKey::Tile, ""), what, help);
        }
        collision
    }

    /// The tile or text of an object that is only decoration.
    fn decoration(&mut self, object: &tiled::Object) -> Option<Decoration> {
        let class = class_of(object);
        let is_typed = Surface::from_name(&class).is_none() && is_entity(&class);
        if !object.visible || is_typed {
            return None;
        }
        let opacity = object.opacity.clamp(0.0, 1.0);
        let (scale, object_id) = (self.context.scale, self.context.first_id().saturating_add(object.id()));
        if let Some(text) = text(object, scale) {
            let corners = text_corners(object).map(|p| (p * scale).as_vec2());
            return Some(Decoration { object: object_id, corners, opacity, figure: Figure::Text(text) });
        }
        let data = object.tile_data()?;
        let index = self.index((self.context.tileset_index(data.tileset_location())?, data.id()))?;
        let tile = self.shown.tiles.get(index as usize)?;
        let corners = tile_corners(object, tile)?.map(|p| (p * scale).as_vec2());
        Some(Decoration { object: object_id, corners, opacity, figure: Figure::Tile(index) })
    }
}

/// The text of a text object.
fn text(object: &tiled::Object, scale: f64) -> Option<Text> {
    let tiled::ObjectShape::Text {
        pixel_size,
        wrap,
        color,
        halign,
        valign,
        text,
        bold,
        italic,
        underline,
        strikeout,
        ..
    } = &object.shape
    else {
        return None;
    };
    let across = match halign {
        HorizontalAlignment::Left | HorizontalAlignment::Justify => 0.0,
        HorizontalAlignment::Center => 0.5,
        HorizontalAlignment::Right => 1.0,
    };
    let down = match valign {
        VerticalAlignment::Top => 0.0,
        VerticalAlignment::Center => 0.5,
        VerticalAlignment::Bottom => 1.0,
    };
    Some(Text {
        words: text.clone(),
        pixel_size: (*pixel_size as f64 * scale) as f32,
        color: [color.red, color.green, color.blue, color.alpha],
        wraps: *wrap,
        align: [across, down],
        bold: *bold,
        italic: *italic,
        underline: *underline,
        strikeout: *strikeout,
    })
}

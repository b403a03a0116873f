//! The collision shapes of objects: drawn shapes, lines, and the shapes of the tile that an object shows.

use glam::DVec2;

use crate::context::MapContext;
use crate::geometry::Point;
use crate::ground::{CollisionBuilder, FormKind, Shape, cut};
use crate::model::{Material, Surface};
use crate::objects::item::Item;
use crate::objects::placement::{placed_form, tile_corners};
use crate::outline::Effort;
use crate::tiles::{TileSize, tile_of, tile_shapes};
use seamwalker_collide::Direction;

/// The shapes of an object with a material. Lines go directly to the builder.
pub fn collide(context: &MapContext, item: &Item, material: Material, builder: &mut CollisionBuilder) -> Vec<Shape> {
    let (report, place) = (context.report, || item.place(context));
    if let Some(polygons) = tile_polygons(context, item, &mut builder.effort) {
        let cut = |places: &Vec<DVec2>| cut(places, &mut builder.effort, report, place);
        return polygons.iter().flat_map(cut).map(Shape::new).collect();
    }
    let form = placed_form(&item.object, item.flat);
    match form.kind {
        FormKind::Polygon | FormKind::Round => {
            return cut(&form.points, &mut builder.effort, report, place).into_iter().map(Shape::new).collect();
        }
        FormKind::Line => {
            let mut line: Vec<Point> = form.points.iter().map(|p| Point::nearest(*p)).collect();
            line.dedup();
            let level = matches!(material.direction, Direction::Up | Direction::Down);
            let open = |w: &[Point]| if level { w[0].x == w[1].x } else { w[0].y == w[1].y };
            if material.surface == Surface::OneWay && line.windows(2).any(open) {
                let what = format!("a part of the line is {}", if level { "vertical" } else { "horizontal" });
                let help = "such a part is open from all sides; slant it, or give the line another direction";
                report.warn(place(), what, help);
            }
            if line.len() < 2 {
                report.warn(place(), "the line has no length", "delete it, or draw it again");
            } else {
                builder.add_line(material, &line);
            }
        }
        FormKind::Dot => report.warn(place(), format!("a point cannot be {}", material.surface.name()), "draw a shape"),
    }
    Vec::new()
}

/// The shapes of the tile that an object shows, scaled and rotated with it; `None` if there are none.
fn tile_polygons(context: &MapContext, item: &Item, effort: &mut Effort) -> Option<Vec<Vec<DVec2>>> {
    let data = item.object.tile_data()?;
    let index = context.tileset_index(data.tileset_location())?;
    let tileset = context.tilesets.get(index)?;
    let [corner, right, _, down] = tile_corners(&item.object, &tile_of(tileset, data.id()).0)?;
    let shapes = tile_shapes(context, (index, data.id()), None, effort);
    let size = TileSize::of(context, tileset, data.id()).picture;
    let part = |v: i32, whole: i32| f64::from(v) / f64::from(whole.max(1));
    let placed = |p: &Point| {
        let own = corner + (right - corner) * part(p.x, size.x) + (down - corner) * part(p.y, size.y);
        own * item.flat.scale + item.flat.offset
    };
    let polygons: Vec<_> = shapes.iter().map(|(_, shape)| shape.polygon.iter().map(placed).collect()).collect();
    (!polygons.is_empty()).then_some(polygons)
}

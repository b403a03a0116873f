//! The collision shapes of objects: drawn shapes, lines, and the shapes of the tile that an object shows.

use crate::context::MapContext;
use crate::geometry::Point;
use crate::ground::{CollisionBuilder, Form, Shape, UnroundedPoint, cut};
use crate::model::{Material, Surface};
use crate::objects::item::Item;
use crate::objects::placement::{placed_form, tile_corners};
use crate::report::{Place, Report};
use crate::tiles::{TileSize, tile_of, tile_shapes};
use seamwalker_collide::Direction;

/// The shapes of an object with a material. Lines go directly to the builder.
pub fn collide(context: &MapContext, item: &Item, material: Material, builder: &mut CollisionBuilder) -> Vec<Shape> {
    let (report, place) = (context.report, || item.place(context));
    if let Some(polygons) = tile_polygons(context, item) {
        return polygons.iter().flat_map(|places| closed(places, &place, context.report)).collect();
    }
    match placed_form(&item.object, item.flat) {
        Form::Closed(places, _) => return closed(&places, &place, context.report),
        Form::Open(places) => {
            let mut line: Vec<Point> = places.iter().map(|p| Point::from_pixels(p.0, p.1)).collect();
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
        Form::Dot(_) => report.warn(place(), format!("a point cannot be {}", material.surface.name()), "draw a shape"),
    }
    Vec::new()
}

fn closed(places: &[UnroundedPoint], place: &dyn Fn() -> Place, report: &Report) -> Vec<Shape> {
    let cut = cut(places);
    if cut.tangled {
        report.warn(place(), "the polygon crosses itself", "its outer outline is used; draw it again");
    }
    if cut.polygons.is_empty() {
        report.warn(place(), "the shape has no area", "it is ignored; delete it, or draw it again");
    }
    cut.polygons.into_iter().map(Shape::new).collect()
}

/// The shapes of the tile that an object shows, scaled and rotated with it; `None` if there are none.
fn tile_polygons(context: &MapContext, item: &Item) -> Option<Vec<Vec<UnroundedPoint>>> {
    let data = item.object.tile_data()?;
    let index = context.tileset_index(data.tileset_location())?;
    let tileset = context.map.tilesets().get(index)?;
    let [corner, right, _, down] = tile_corners(&item.object, &tile_of(tileset, data.id())?)?;
    let shapes = tile_shapes(context, (index, data.id()), None);
    let size = TileSize::of(context, tileset, data.id()).picture;
    let part = |v: i32, whole: i32| f64::from(v) / f64::from(whole.max(1));
    let placed = |p: &Point| {
        let (x, y) = (part(p.x, size.x), part(p.y, size.y));
        let along = |corner: f64, right: f64, down: f64| corner + (right - corner) * x + (down - corner) * y;
        let p = (along(corner.0, right.0, down.0), along(corner.1, right.1, down.1));
        (p.0 + item.flat.offset.0, p.1 + item.flat.offset.1)
    };
    let polygons: Vec<_> = shapes.iter().map(|(_, shape)| shape.polygon.iter().map(placed).collect()).collect();
    (!polygons.is_empty()).then_some(polygons)
}

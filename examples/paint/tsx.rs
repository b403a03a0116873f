//! Writes Tiled's tileset files.

use crate::art::shape::Shape;
use std::fmt::Write;

/// A tile that has a class and perhaps a shape.
pub struct Classed {
    pub id: usize,
    pub class: &'static str,
    pub shape: Shape,
}

/// The text of `name.tsx` for `name.png` with 8 columns of 16 pixel tiles.
pub fn tileset(name: &str, rows: i32, tiles: &[Classed]) -> String {
    let mut text = format!(
        concat!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n",
            "<tileset version=\"1.10\" tiledversion=\"1.10.2\" name=\"{name}\" tilewidth=\"16\" tileheight=\"16\" ",
            "tilecount=\"{count}\" columns=\"8\">\n",
            " <image source=\"{name}.png\" width=\"128\" height=\"{height}\"/>\n",
        ),
        name = name,
        count = rows * 8,
        height = rows * 16,
    );
    for tile in tiles {
        text += &element(tile);
    }
    text + "</tileset>\n"
}

/// One `<tile>` element.
fn element(tile: &Classed) -> String {
    let (id, class) = (tile.id, tile.class);
    match object(&tile.shape) {
        None => format!(" <tile id=\"{id}\" type=\"{class}\"/>\n"),
        Some(object) => format!(
            concat!(
                " <tile id=\"{id}\" type=\"{class}\">\n",
                "  <objectgroup draworder=\"index\" id=\"2\">\n",
                "{object}",
                "  </objectgroup>\n",
                " </tile>\n",
            ),
            id = id,
            class = class,
            object = object,
        ),
    }
}

/// The `<object>` of a shape, unless it fills the cell.
fn object(shape: &Shape) -> Option<String> {
    match shape {
        Shape::Full => None,
        Shape::Rect { x, y, width, height } => {
            Some(format!("   <object id=\"1\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>\n"))
        }
        Shape::Polygon(points) => {
            let (x, y) = points[0];
            let mut list = String::new();
            for (i, point) in points.iter().enumerate() {
                let gap = if i == 0 { "" } else { " " };
                // Writing to a String cannot fail.
                let _ = write!(list, "{gap}{},{}", point.0 - x, point.1 - y);
            }
            Some(format!("   <object id=\"1\" x=\"{x}\" y=\"{y}\">\n    <polygon points=\"{list}\"/>\n   </object>\n"))
        }
    }
}

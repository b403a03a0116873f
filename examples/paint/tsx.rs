//! Writes Tiled's tileset files.

use crate::art::shape::Shape;
use std::fmt::Write;

/// A tile that has a class and perhaps a shape.
pub struct Classed {
    pub id: usize,
    pub class: &'static str,
    pub shape: Shape,
    /// How many frames it has, itself the first and the others right behind it, and how long each is, in milliseconds.
    pub frames: (usize, usize),
    /// The member `direction` of its class, where it is set.
    pub direction: Option<&'static str>,
}

impl Classed {
    /// A tile that stands still, its class as it is by default.
    pub fn new(id: usize, class: &'static str, shape: Shape) -> Self {
        Self { id, class, shape, frames: (0, 0), direction: None }
    }
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
    let mut inside = String::new();
    if let Some(direction) = tile.direction {
        inside += &format!(
            concat!(
                "  <properties>\n",
                "   <property name=\"direction\" propertytype=\"Direction\" value=\"{}\"/>\n",
                "  </properties>\n",
            ),
            direction,
        );
    }
    if let Some(object) = object(&tile.shape) {
        inside += &format!("  <objectgroup draworder=\"index\" id=\"2\">\n{object}  </objectgroup>\n");
    }
    let (count, duration) = tile.frames;
    if count > 0 {
        let frame = |i| format!("   <frame tileid=\"{}\" duration=\"{duration}\"/>\n", id + i);
        inside += &format!("  <animation>\n{}  </animation>\n", (0..count).map(frame).collect::<String>());
    }
    if inside.is_empty() {
        return format!(" <tile id=\"{id}\" type=\"{class}\"/>\n");
    }
    format!(" <tile id=\"{id}\" type=\"{class}\">\n{inside} </tile>\n")
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

//! Writes Tiled's tileset files.

use crate::shape::Shape;
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

/// A terrain that Tiled's brush paints by the corners of cells.
pub struct Terrain {
    /// As `#rrggbb`.
    pub color: &'static str,
    /// The tile that stands for it in the list.
    pub icon: usize,
    /// Tiles, which of their corners belong to it (upper right, lower right, lower left, upper left), and how often each is
    /// taken where several fit.
    pub tiles: Vec<(usize, [bool; 4], f32)>,
}

/// The text of `name.tsx` for `name.png` with 8 columns of 16 pixel tiles.
pub fn tileset(name: &str, rows: i32, tiles: &[Classed], terrain: Option<&Terrain>) -> String {
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
        let often = terrain.and_then(|terrain| terrain.tiles.iter().find(|(id, ..)| *id == tile.id));
        text += &element(tile, often.map_or(1.0, |(_, _, often)| *often));
    }
    text += &terrain.map_or_else(String::new, |terrain| wang_set(name, terrain));
    text + "</tileset>\n"
}

/// The `<wangsets>` element with one terrain, named as the tileset.
fn wang_set(name: &str, Terrain { color, icon, tiles }: &Terrain) -> String {
    let mut text = format!(
        concat!(
            " <wangsets>\n",
            "  <wangset name=\"{name}\" type=\"corner\" tile=\"{icon}\">\n",
            "   <wangcolor name=\"{name}\" color=\"{color}\" tile=\"{icon}\" probability=\"1\"/>\n",
        ),
        name = name,
        icon = icon,
        color = color,
    );
    for (id, corners, _) in tiles {
        // Edges and corners in turn, from the top clockwise.
        let list: Vec<&str> = corners.iter().flat_map(|&is_in| ["0", if is_in { "1" } else { "0" }]).collect();
        // Writing to a String cannot fail.
        let _ = writeln!(text, "   <wangtile tileid=\"{id}\" wangid=\"{}\"/>", list.join(","));
    }
    text + "  </wangset>\n </wangsets>\n"
}

/// One `<tile>` element.
fn element(tile: &Classed, often: f32) -> String {
    let (id, class) = (tile.id, tile.class);
    let often = if often == 1.0 { String::new() } else { format!(" probability=\"{often}\"") };
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
        return format!(" <tile id=\"{id}\" type=\"{class}\"{often}/>\n");
    }
    format!(" <tile id=\"{id}\" type=\"{class}\"{often}>\n{inside} </tile>\n")
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

//! Writes Tiled's tileset files.

use crate::shape::Shape;

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

/// The first line of every file.
pub const XML: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

/// An XML element on lines of its own, indented by `depth`; `opening` is its name with its attributes.
pub fn element(depth: usize, opening: &str, inside: &str) -> String {
    let (indent, name) = (" ".repeat(depth), opening.split(' ').next().unwrap_or_default());
    if inside.is_empty() {
        return format!("{indent}<{opening}/>\n");
    }
    format!("{indent}<{opening}>\n{inside}{indent}</{name}>\n")
}

/// The `<properties>` of a tile or an object, each with its attributes; nothing if there are none.
pub fn properties(list: &[&str]) -> String {
    let lines: String = list.iter().map(|attributes| element(3, &format!("property {attributes}"), "")).collect();
    if lines.is_empty() { lines } else { element(2, "properties", &lines) }
}

/// The name and attributes of a tileset with tiles of `side` pixels.
pub fn tileset_opening(name: &str, side: i32, count: usize, columns: i32) -> String {
    format!(
        "tileset version=\"1.10\" tiledversion=\"1.10.2\" name=\"{name}\" tilewidth=\"{side}\" tileheight=\"{side}\" \
         tilecount=\"{count}\" columns=\"{columns}\""
    )
}

/// The text of `name.tsx` for `name.png` with 8 columns of 16 pixel tiles; `hem` is what is drawn along its ground, if that is not
/// the usual.
pub fn tileset(name: &str, rows: i32, hem: Option<&str>, tiles: &[Classed], terrain: Option<&Terrain>) -> String {
    let image = format!("image source=\"{name}.png\" width=\"128\" height=\"{}\"", rows * 16);
    let property = |hem| element(1, "properties", &element(2, &format!("property name=\"hem\" value=\"{hem}\""), ""));
    let mut inside = hem.map(property).unwrap_or_default() + &element(1, &image, "");
    for tile in tiles {
        let often = terrain.and_then(|terrain| terrain.tiles.iter().find(|(id, ..)| *id == tile.id));
        inside += &tile_element(tile, often.map_or(1.0, |(_, _, often)| *often));
    }
    inside += &terrain.map_or_else(String::new, |terrain| wang_set(name, terrain));
    XML.to_owned() + &element(0, &tileset_opening(name, 16, rows as usize * 8, 8), &inside)
}

/// The `<wangsets>` element with one terrain, named as the tileset.
fn wang_set(name: &str, Terrain { color, icon, tiles }: &Terrain) -> String {
    let color = format!("wangcolor name=\"{name}\" color=\"{color}\" tile=\"{icon}\" probability=\"1\"");
    let mut inside = element(3, &color, "");
    for (id, corners, _) in tiles {
        // Edges and corners in turn, from the top clockwise.
        let list: Vec<&str> = corners.iter().flat_map(|&is_in| ["0", if is_in { "1" } else { "0" }]).collect();
        inside += &element(3, &format!("wangtile tileid=\"{id}\" wangid=\"{}\"", list.join(",")), "");
    }
    let set = format!("wangset name=\"{name}\" type=\"corner\" tile=\"{icon}\"");
    element(1, "wangsets", &element(2, &set, &inside))
}

/// One `<tile>` element.
fn tile_element(tile: &Classed, often: f32) -> String {
    let (id, class) = (tile.id, tile.class);
    let often = if often == 1.0 { String::new() } else { format!(" probability=\"{often}\"") };
    let direction = tile.direction.map(|to| format!("name=\"direction\" propertytype=\"Direction\" value=\"{to}\""));
    let mut inside = properties(&direction.iter().map(String::as_str).collect::<Vec<_>>());
    if let Some(object) = object(&tile.shape) {
        inside += &element(2, "objectgroup draworder=\"index\" id=\"2\"", &object);
    }
    let (count, duration) = tile.frames;
    if count > 0 {
        let frame = |i| element(3, &format!("frame tileid=\"{}\" duration=\"{duration}\"", id + i), "");
        inside += &element(2, "animation", &(0..count).map(frame).collect::<String>());
    }
    element(1, &format!("tile id=\"{id}\" type=\"{class}\"{often}"), &inside)
}

/// The `<object>` of a shape, unless it fills the cell.
fn object(shape: &Shape) -> Option<String> {
    let object =
        |x, y, size: &str, inside: &str| element(3, &format!("object id=\"1\" x=\"{x}\" y=\"{y}\"{size}"), inside);
    match shape {
        Shape::Full => None,
        Shape::Rect { x, y, width, height } => {
            Some(object(x, y, &format!(" width=\"{width}\" height=\"{height}\""), ""))
        }
        Shape::Polygon(points) => {
            let (x, y) = points[0];
            let list: Vec<String> = points.iter().map(|point| format!("{},{}", point.0 - x, point.1 - y)).collect();
            Some(object(&x, &y, "", &element(4, &format!("polygon points=\"{}\"", list.join(" ")), "")))
        }
    }
}

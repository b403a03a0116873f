//! Cuts cloth along the collision shapes of a tileset, so that what is seen is what collides.

use crate::palette::Color;
use crate::picture::Picture;
use std::ops::Range;
use tiled::ObjectShape;

/// Pictures of these tiles of `maps/tilesets/NAME.tsx`, whose pixels have the colour `thread(id, x, y)` within the shape of the tile.
/// A tile without a shape is full.
pub fn cut(name: &str, ids: Range<u32>, thread: impl Fn(u32, i32, i32) -> Color) -> Vec<Picture> {
    let path = format!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../maps/tilesets/{}.tsx"), name);
    let tileset = tiled::Loader::new().load_tsx_tileset(path).expect("a tileset");
    let tile = |id| {
        let tile = tileset.get_tile(id).expect("a tile of this id");
        let corners = tile.collision.as_ref().map_or_else(|| vec![(0, 0), (16, 0), (16, 16), (0, 16)], corners);
        Picture::from_fn(16, 16, |x, y| in_convex(&corners, (2 * x + 1, 2 * y + 1)).then(|| thread(id, x, y)))
    };
    ids.map(tile).collect()
}

/// The corners of the first object, which is convex, in pixels.
fn corners(shapes: &tiled::ObjectLayerData) -> Vec<(i32, i32)> {
    let object = &shapes.object_data()[0];
    let points = match &object.shape {
        ObjectShape::Polygon { points } => points.clone(),
        &ObjectShape::Rect { width, height } => vec![(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)],
        other => panic!("no shape to cut along: {other:?}"),
    };
    points.into_iter().map(|(x, y)| ((object.x + x) as i32, (object.y + y) as i32)).collect()
}

/// Whether a point, given in half pixels, is on the same side of all edges, or on one.
fn in_convex(points: &[(i32, i32)], point: (i32, i32)) -> bool {
    let next = points.iter().cycle().skip(1);
    let sides =
        points.iter().zip(next).map(|(a, b)| (b.0 - a.0) * (point.1 - 2 * a.1) - (b.1 - a.1) * (point.0 - 2 * a.0));
    let (least, most) = sides.fold((0, 0), |(least, most), side| (least.min(side), most.max(side)));
    least == 0 || most == 0
}

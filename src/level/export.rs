//! The outline of a level for other programs: as JSON, and as a picture.

use std::fmt::Write;

use glam::Vec2;
use serde_json::{Value, json};

use super::{Level, Surface};
use crate::collide::{Edge, Side};

/// The edges of a level, those that hurt last; their chains are numbered on.
fn edges(level: &Level) -> impl Iterator<Item = (&Edge, u32)> {
    let solid = level.terrain.edges();
    let chains = solid.iter().map(|e| e.chain + 1).max().unwrap_or(0);
    solid.iter().map(|e| (e, e.chain)).chain(level.hazard_edges.iter().map(move |e| (e, e.chain + chains)))
}

/// The outline as JSON: `{"map", "tile_size": [w, h], "segments": [{"a": [x, y], "b": [x, y], "normal": [x, y], "class",
/// "side", "chain"}]}`. Pixels, y down; the normal points out of the solid.
///
/// ```
/// use seamwalker::level::{Embedded, export, read};
///
/// let level = read(&Embedded::shipped(), "maps/first_stitch.tmx").unwrap();
/// let outline = export::json(&level);
/// assert_eq!(outline["tile_size"][0], 16);
/// assert!(outline["segments"][0]["normal"].is_array());
/// ```
#[must_use]
pub fn json(level: &Level) -> Value {
    let pair = |p: Vec2| json!([p.x, p.y]);
    let segments: Vec<Value> = edges(level)
        .map(|(edge, chain)| {
            json!({
                "a": pair(edge.segment.a),
                "b": pair(edge.segment.b),
                "normal": pair(edge.normal),
                "class": Surface::from_tag(edge.tag).name(),
                "side": side(edge.side),
                "chain": chain,
            })
        })
        .collect();
    json!({ "map": level.path, "tile_size": [level.tile_size.x, level.tile_size.y], "segments": segments })
}

const fn side(side: Side) -> &'static str {
    match side {
        Side::Both => "both",
        Side::Outer => "outer",
        Side::OneWay => "one-way",
    }
}

/// The outline as an SVG picture: one pixel per pixel, plain ground dark, ribbons mustard, what hurts red, every other surface
/// in a colour of its own; a short tick shows the outward side of every edge, a dot where it begins.
///
/// ```
/// use seamwalker::level::{Embedded, export, read};
///
/// let level = read(&Embedded::shipped(), "maps/first_stitch.tmx").unwrap();
/// assert!(export::svg(&level).starts_with("<svg"));
/// ```
#[must_use]
pub fn svg(level: &Level) -> String {
    let (min, size) = (level.bounds.min() - Vec2::splat(8.0), level.bounds.size() + Vec2::splat(16.0));
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{} {} {} {}\" width=\"{}\" height=\"{}\">\n",
        min.x, min.y, size.x, size.y, size.x, size.y
    );
    text.push_str("<style>path{fill:none;stroke-width:1;stroke-linecap:round}");
    text.push_str(".Solid{stroke:#2b2136}.OneWay{stroke:#cd8f30}.Hazard{stroke:#a8343e}.Ladder{stroke:#c9ad80}");
    text.push_str(
        ".Ice{stroke:#5a9db0}.Bouncy{stroke:#e98e80}.Sticky{stroke:#7a4e7a}.Conveyor{stroke:#546e44}</style>\n",
    );
    text.push_str("<rect x=\"-100%\" y=\"-100%\" width=\"300%\" height=\"300%\" fill=\"#f6ead0\"/>\n");
    for (edge, _) in edges(level) {
        let (a, b) = (edge.segment.a, edge.segment.b);
        let middle = (a + b) * 0.5;
        let tick = middle + edge.normal * 3.0;
        let class = Surface::from_tag(edge.tag).name();
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "<path class=\"{class}\" d=\"M{} {}L{} {}M{} {}L{} {}M{} {}h0\"/>",
            a.x, a.y, b.x, b.y, middle.x, middle.y, tick.x, tick.y, a.x, a.y
        );
    }
    text.push_str("</svg>\n");
    text
}

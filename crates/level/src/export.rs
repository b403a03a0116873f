//! Exports the outline of a level for other programs, as JSON or SVG.

use std::io;

use glam::Vec2;
use serde::{Serialize, Serializer};

use crate::level::Level;
use crate::model::Surface;
use seamwalker_collide::{Edge, Side};

/// The edges of a level with their chain numbers. Hazards come last; their chains are numbered after those of the terrain.
fn edges(level: &Level) -> impl Iterator<Item = (&Edge, u32)> {
    let solid = level.terrain.edges();
    let chains = solid.iter().map(|e| e.chain + 1).max().unwrap_or(0);
    solid.iter().map(|e| (e, e.chain)).chain(level.hazard_edges.iter().map(move |e| (e, e.chain + chains)))
}

/// Writes the outline as JSON: `{"map", "tile_size": [w, h], "segments": [{"a": [x, y], "b": [x, y], "normal": [x, y], "class",
/// "side", "chain"}]}`. Pixels, y down; the normal points out of the solid. Edge by edge: as a value, millions of edges would
/// take gigabytes.
///
/// ```
/// use seamwalker_level::{Folder, export, read};
///
/// let level = read(&Folder::new("../.."), "maps/first_stitch.tmx").unwrap();
/// let mut file = Vec::new(); // or a `BufWriter` of a file
/// export::write_json(&level, &mut file).unwrap();
/// assert!(file.starts_with(b"{"));
/// ```
///
/// # Errors
/// Errors of the writer.
pub fn write_json(level: &Level, to: impl io::Write) -> io::Result<()> {
    let outline = Outline { map: &level.path, segments: level, tile_size: level.tile_size.to_array() };
    Ok(serde_json::to_writer(to, &outline)?)
}

/// A level's outline. Fields are in alphabetical order, as in a `serde_json::Value`.
#[derive(Serialize)]
struct Outline<'a> {
    map: &'a str,
    #[serde(serialize_with = "serialize_segments")]
    segments: &'a Level,
    tile_size: [u32; 2],
}

/// One edge, in the same order.
#[derive(Serialize)]
struct ExportedEdge {
    a: [f64; 2],
    b: [f64; 2],
    chain: u32,
    class: &'static str,
    normal: [f64; 2],
    side: &'static str,
}

/// Writes edge by edge, without a list of them.
fn serialize_segments<S: Serializer>(level: &Level, serializer: S) -> Result<S::Ok, S::Error> {
    let pair = |p: Vec2| p.to_array().map(f64::from);
    serializer.collect_seq(edges(level).map(|(edge, chain)| ExportedEdge {
        a: pair(edge.segment.a),
        b: pair(edge.segment.b),
        chain,
        class: Surface::from_tag(edge.tag).name(),
        normal: pair(edge.normal),
        side: side(edge.side),
    }))
}

const fn side(side: Side) -> &'static str {
    match side {
        Side::Both => "both",
        Side::Outer => "outer",
        Side::OneWay => "one-way",
    }
}

/// The outline as an SVG picture, one pixel per pixel. Plain ground is dark, one-way surfaces mustard, hazards red, every
/// other surface has its own colour. A short tick marks the outward side of each edge, a dot its start.
///
/// ```
/// use seamwalker_level::{Folder, export, read};
///
/// let level = read(&Folder::new("../.."), "maps/first_stitch.tmx").unwrap();
/// assert!(export::svg(&level).starts_with("<svg"));
/// ```
#[must_use]
pub fn svg(level: &Level) -> String {
    let mut text = Vec::new();
    // Writing to a Vec cannot fail, and only text is written.
    let _ = write_svg(level, &mut text);
    String::from_utf8(text).unwrap_or_default()
}

/// Writes the SVG edge by edge.
///
/// ```
/// use seamwalker_level::{Folder, export, read};
///
/// let level = read(&Folder::new("../.."), "maps/first_stitch.tmx").unwrap();
/// let mut file = Vec::new(); // or a `BufWriter` of a file
/// export::write_svg(&level, &mut file).unwrap();
/// assert!(file.starts_with(b"<svg "));
/// ```
///
/// # Errors
/// Errors of the writer.
pub fn write_svg(level: &Level, mut to: impl io::Write) -> io::Result<()> {
    let (min, size) = (level.bounds.min() - Vec2::splat(8.0), level.bounds.size() + Vec2::splat(16.0));
    writeln!(
        to,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{} {} {} {}\" width=\"{}\" height=\"{}\">",
        min.x, min.y, size.x, size.y, size.x, size.y
    )?;
    write!(to, "<style>path{{fill:none;stroke-width:1;stroke-linecap:round}}")?;
    write!(to, ".Solid{{stroke:#2b2136}}.OneWay{{stroke:#cd8f30}}.Hazard{{stroke:#a8343e}}.Ladder{{stroke:#c9ad80}}")?;
    writeln!(
        to,
        ".Ice{{stroke:#5a9db0}}.Bouncy{{stroke:#e98e80}}.Sticky{{stroke:#7a4e7a}}.Conveyor{{stroke:#546e44}}</style>"
    )?;
    writeln!(to, "<rect x=\"-100%\" y=\"-100%\" width=\"300%\" height=\"300%\" fill=\"#f6ead0\"/>")?;
    for (edge, _) in edges(level) {
        let (a, b) = (edge.segment.a, edge.segment.b);
        let middle = (a + b) * 0.5;
        let tick = middle + edge.normal * 3.0;
        let class = Surface::from_tag(edge.tag).name();
        writeln!(
            to,
            "<path class=\"{class}\" d=\"M{} {}L{} {}M{} {}L{} {}M{} {}h0\"/>",
            a.x, a.y, b.x, b.y, middle.x, middle.y, tick.x, tick.y, a.x, a.y
        )?;
    }
    writeln!(to, "</svg>")
}

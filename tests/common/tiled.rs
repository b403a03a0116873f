//! Compares our picture of a map with that of Tiled's program `tmxrasterizer`. Without that program, prints a line and compares
//! nothing.

use std::path::Path;
use std::process::Command;

use glam::Vec2;
use seamwalker_level::{Folder, Layer, LayerContent, Level, read};

use crate::raster::{Canvas, differing, draw};

/// How much colours may differ, because two programs round differently.
const ROUNDING: f32 = 0.02;

/// Tiled's picture of a map, without some layers; `None` if its program is not installed.
fn tiled(map: &Path, hidden: &[String]) -> Option<Canvas> {
    let name = format!("{}-{}.png", map.file_stem()?.to_str()?, std::process::id());
    let picture = std::env::temp_dir().join(name);
    let mut command = Command::new("tmxrasterizer");
    command.env("QT_QPA_PLATFORM", "offscreen").args(["--scale", "1", "--no-smoothing"]);
    hidden.iter().for_each(|layer| {
        command.args(["--hide-layer", layer]);
    });
    let Ok(output) = command.arg(map).arg(&picture).output() else {
        println!("tmxrasterizer is not installed: '{}' is not compared", map.display());
        return None;
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let bytes = std::fs::read(&picture).expect("it wrote a picture");
    let _ = std::fs::remove_file(picture);
    let mut canvas = Canvas::from_png(&bytes);
    // Transparent becomes black, as in our picture.
    canvas.pixels.iter_mut().for_each(|[r, g, b, a]| [*r, *g, *b] = [*r * *a, *g * *a, *b * *a]);
    Some(canvas)
}

/// The upper left corner of Tiled's picture, which contains every layer where it was painted.
fn corner(level: &Level) -> Vec2 {
    let corner = |layer: &Layer| match layer.content {
        LayerContent::Image { .. } => layer.offset,
        _ => level.bounds.min() + layer.offset,
    };
    level.layers.iter().map(corner).fold(level.bounds.min(), Vec2::min)
}

/// The fraction of pixels in which our picture of a map differs from Tiled's.
pub fn difference(path: &Path, without_objects: bool) -> f64 {
    let (files, name) = Folder::for_map(path).expect("the map is there");
    let mut level = read(&files, &name).expect("the map is fine");
    let is_objects = |content: &LayerContent| matches!(content, LayerContent::Objects(_));
    let mut hidden = Vec::new();
    if without_objects {
        hidden = level.layers.iter().filter(|l| is_objects(&l.content)).map(|l| l.name.clone()).collect();
        level.layers.retain(|layer| !is_objects(&layer.content));
    }
    let Some(theirs) = tiled(path, &hidden) else { return 0.0 };
    let ours = draw(&level, &files, corner(&level), theirs.size);
    let differing = differing(&ours, &theirs, ROUNDING);
    println!("{}: {:.4} % of {} pixels differ", path.display(), differing * 100.0, theirs.pixels.len());
    differing
}

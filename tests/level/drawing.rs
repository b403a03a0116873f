//! Rasterises our layers and compares them, pixel by pixel, with Tiled's own `tmxrasterizer`: every shipped map, and one with all
//! unusual features. Without that program the tests are skipped with a message.

use std::path::Path;

/// The part of the pixels in which our picture of a map differs from Tiled's.
fn difference(map: &str, without_objects: bool) -> f64 {
    crate::tiled::difference(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(map), without_objects)
}

#[test]
fn shipped_maps_look_the_same_as_in_tiled() {
    for map in ["maps/first_stitch.tmx", "maps/spool_works.tmx", "maps/seam_gallery.tmx"] {
        assert!(difference(map, true) < 0.001, "{map}");
    }
}

/// Every turn of tiles that are larger than their cells or have an offset, margins, collections of pictures, tile objects of any
/// size and turn, aligned otherwise, in layers and groups with offset, opacity and tint. What is turned by an odd angle has
/// other pixels at its edges.
#[test]
fn a_map_of_unusual_features_looks_the_same_as_in_tiled() {
    assert!(difference("tests/fixtures/odd/odd.tmx", false) < 0.01);
}

//! What is drawn, against Tiled itself: every shipped map, and one with everything odd in it, rasterised from our own layers
//! and by Tiled's `tmxrasterizer`, compared pixel by pixel. Without that program the comparison is left out and says so.

use std::path::Path;

/// The part of the pixels in which our picture of a map differs from Tiled's.
fn difference(map: &str, without_objects: bool) -> f64 {
    crate::tiled::difference(&Path::new(env!("CARGO_MANIFEST_DIR")).join(map), without_objects)
}

#[test]
fn the_shipped_maps_look_as_they_do_in_tiled() {
    for map in ["maps/first_stitch.tmx", "maps/spool_works.tmx", "maps/seam_gallery.tmx"] {
        assert!(difference(map, true) < 0.001, "{map}");
    }
}

/// Every turn of tiles that are larger than their cells or have an offset, margins, collections of pictures, tile objects of any
/// size and turn, aligned otherwise, in layers and groups with offset, opacity and tint. What is turned by an odd angle has
/// other pixels at its edges.
#[test]
fn an_odd_map_looks_as_it_does_in_tiled() {
    assert!(difference("tests/fixtures/odd/odd.tmx", false) < 0.01);
}

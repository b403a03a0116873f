//! Broken pictures: `check` reports each at the line of the element that names it.

use std::io::Write as _;

use crate::level_kit::{Memory, layer, listed, map};
use seamwalker::level::{Limits, Problem, Severity, check, check_within, decode_picture};

/// A part of a PNG file.
fn chunk(name: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let mut hasher = flate2::Crc::new();
    hasher.update(name);
    hasher.update(data);
    let length = u32::try_from(data.len()).unwrap().to_be_bytes();
    [&length[..], name, data, &hasher.sum().to_be_bytes()].concat()
}

/// A picture in greys, of which only the first rows are in the file.
fn png(width: u32, height: u32, rows: u32) -> Vec<u8> {
    let head = [&width.to_be_bytes()[..], &height.to_be_bytes(), &[8, 0, 0, 0, 0]].concat();
    let mut packed = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
    for _ in 0..rows {
        packed.write_all(&vec![0; width as usize + 1]).unwrap();
    }
    let packed = packed.finish().unwrap();
    [&b"\x89PNG\r\n\x1a\n"[..], &chunk(b"IHDR", &head), &chunk(b"IDAT", &packed), &chunk(b"IEND", &[])].concat()
}

/// What is reported of the pictures of a map whose tileset shows `tiles.png`, and whose hidden image layer shows `sky.png`.
fn reported(tiles: Option<Vec<u8>>, sky: Vec<u8>, limits: &Limits) -> String {
    let hidden =
        "<imagelayer id=\"3\" visible=\"0\">\n<image source=\"sky.png\" width=\"8\" height=\"8\"/></imagelayer>\n";
    let mut files = Memory::with_map(&map(&["#"], &(layer(1, &["#"], "") + hidden))).and("sky.png", sky);
    if let Some(tiles) = tiles {
        files = files.and("tiles.png", tiles);
    }
    let mut problems: Vec<Problem> = check_within(&files, "m.tmx", limits);
    problems.retain(|problem| problem.what.contains("picture"));
    assert!(problems.iter().all(|problem| problem.severity == Severity::Warning), "the map can be played without");
    listed(&problems)
}

#[test]
fn broken_pictures_are_reported_where_a_file_names_them() {
    let good = || png(64, 64, 64);
    let line = 1 + crate::level_kit::TILES.lines().position(|line| line.contains("<image ")).unwrap();
    let of_tiles = |tiles: Vec<u8>| {
        let reported = reported(Some(tiles), good(), &Limits::DEFAULT);
        let start = format!("tiles.tsx:{line}: warning: the picture 'tiles.png' cannot be shown: ");
        let rest = reported.strip_prefix(&start).unwrap_or_else(|| panic!("{reported}"));
        rest.split_once(';').unwrap().0.to_owned()
    };
    assert_eq!(reported(Some(good()), good(), &Limits::DEFAULT), "");
    let (whole, mut wrong) = (good(), good());
    let end = wrong.len() - 14;
    wrong[end] ^= 1;
    assert_eq!(of_tiles(whole[..whole.len() - 30].to_vec()), "its file is cut off");
    assert_eq!(of_tiles(whole[..20].to_vec()), "its file is cut off");
    assert_eq!(of_tiles(png(64, 64, 32)), "its file is damaged", "half of the rows");
    assert_eq!(of_tiles(wrong), "its file is damaged: a checksum is wrong");
    assert_eq!(of_tiles(Vec::new()), "its file is empty");
    assert_eq!(of_tiles(b"\xff\xd8\xff\xe0 and so on".to_vec()), "it is a JPEG picture, not a PNG picture");
    assert_eq!(of_tiles(b"hello".to_vec()), "it is not a PNG picture");
    assert_eq!(of_tiles(png(20_000, 1, 1)), "it has 20000 x 1 pixels", "the rest of the sentence names the limit");
    assert!(reported(None, good(), &Limits::DEFAULT).starts_with(&format!(
        "tiles.tsx:{line}: warning: cannot read the picture 'tiles.png': there is no such file"
    )));
    // Its layer is hidden, but the designer may show it at any time.
    assert!(
        reported(Some(good()), b"GIF89a".to_vec(), &Limits::DEFAULT)
            .starts_with("m.tmx:6: warning: the picture 'sky.png' cannot be shown: it is a GIF picture")
    );
}

/// A header of 30 bytes may ask for gigabytes.
#[test]
fn the_size_of_a_picture_is_checked_before_decoding() {
    let large = png(16_384, 16_384, 0);
    assert!(decode_picture(&large, &Limits::DEFAULT).unwrap_err().contains("16384 x 16384 pixels"));
    // Its file says less than the picture is: four million pixels are still fine.
    assert_eq!(reported(Some(png(2000, 2000, 2000)), png(8, 8, 8), &Limits::DEFAULT), "");
    assert!(reported(Some(png(2100, 2100, 2100)), png(8, 8, 8), &Limits::DEFAULT).contains("2100 x 2100"));
}

#[test]
fn the_shipped_pictures_can_all_be_shown() {
    let files = seamwalker::level::shipped();
    for map in files.maps().filter(|map| map.ends_with("first_stitch.tmx") || map.ends_with("rolling_stock.tmx")) {
        assert_eq!(listed(&check(&files, map)), "", "{map}");
    }
}

#[test]
fn all_colour_types_decode_to_four_bytes_per_pixel() {
    let (size, pixels) = decode_picture(&png(3, 2, 2), &Limits::DEFAULT).unwrap();
    assert_eq!((size.x, size.y), (3, 2));
    assert_eq!(pixels, [0, 0, 0, 255].repeat(6));
}

//! Broken pictures: `check` reports each at the line of the element that names it.

use std::io::Write as _;

use base64::Engine as _;

use crate::level_kit::{Memory, edges, layer, listed, map, problems_of, small_json};
use glam::Vec2;
use seamwalker_level::{
    LayerContent, Limits, Problem, ReadOptions, Severity, check, check_with, decode_picture, picture_size, read,
    read_with,
};

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
    let mut problems: Vec<Problem> = check_with(&files, "m.tmx", &(*limits).into());
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
    for broken in [&b"\xff\xd8\xff\xe0 and so on"[..], b"GIF89a", b"BM", b"RIFF....WEBPVP8 "] {
        assert_eq!(of_tiles(broken.to_vec()), "its file is damaged or cut off");
    }
    let formats = "PNG, JPEG, GIF, BMP, WebP and TGA can be shown";
    assert_eq!(of_tiles(b"II*\0 and so on".to_vec()), format!("it is a picture in the format TIFF, {formats}"));
    assert_eq!(of_tiles(b"hello".to_vec()), format!("it is in no known format, {formats}"));
    assert_eq!(of_tiles(png(20_000, 1, 1)), "it has 20000 x 1 pixels, more than 16384 along a side");
    assert!(reported(None, good(), &Limits::DEFAULT).starts_with(&format!(
        "tiles.tsx:{line}: warning: cannot read the picture 'tiles.png': there is no such file"
    )));
    // Its layer is hidden, but the designer may show it at any time.
    assert!(
        reported(Some(good()), b"GIF89a".to_vec(), &Limits::DEFAULT)
            .starts_with("m.tmx:6: warning: the picture 'sky.png' cannot be shown: its file is damaged or cut off")
    );
}

/// A header of 30 bytes may ask for gigabytes.
#[test]
fn the_size_of_a_picture_is_checked_before_decoding() {
    let large = png(16_384, 16_384, 0);
    assert!(decode_picture(&large, &Limits::DEFAULT).unwrap_err().contains("16384 x 16384 pixels"));
    // Its file says less than the picture is: four million pixels are still fine.
    let grown = reported(Some(png(2000, 2000, 2000)), png(8, 8, 8), &Limits::DEFAULT);
    assert_eq!(grown.lines().count(), 1, "only that there are more columns: {grown}");
}

/// As all limits do: what is too much is left out, and the rest can be played.
#[test]
fn a_picture_over_the_limit_is_left_out() {
    let sky = "<imagelayer id=\"5\"><image source=\"sky.png\"/></imagelayer>";
    for (pixels, left) in [(2048, ["", "sky.png"]), (2112, ["sky.png", "tiles.png"])] {
        let files = Memory::with_map(&map(&["#"], &(layer(1, &["#"], "") + sky)));
        let files = files.and("tiles.png", png(64, 32, 32)).and("sky.png", png(8, 8, 8));
        let options = ReadOptions::from(Limits { picture_pixels: pixels, ..Limits::DEFAULT });
        let level = read_with(&files, "m.tmx", &options).unwrap();
        let mut shown: Vec<&str> = level.pictures.iter().map(|picture| picture.path.as_str()).collect();
        shown.sort_unstable();
        assert_eq!((shown, level.terrain.edges().is_empty()), (left.to_vec(), false));
        let problems = listed(&check_with(&files, "m.tmx", &options));
        let words = "warning: all pictures together have more than 2048 pixels; this one is left out";
        assert_eq!(
            problems.contains(words) && problems.contains("--limit picture_pixels="),
            left[0].is_empty(),
            "{problems}"
        );
    }
}

#[test]
fn all_colour_types_decode_to_four_bytes_per_pixel() {
    let (size, pixels) = decode_picture(&png(3, 2, 2), &Limits::DEFAULT).unwrap();
    assert_eq!((size.x, size.y), (3, 2));
    assert_eq!(pixels, [0, 0, 0, 255].repeat(6));
}

/// A map with a tileset of 2 x 2 tiles; its layer shows the tiles with these numbers.
fn with_tileset(image: &str, attributes: &str, gids: &str) -> String {
    let count = gids.split(',').count();
    format!(
        "<map version=\"1.10\" orientation=\"orthogonal\" width=\"{count}\" height=\"1\" tilewidth=\"16\" tileheight=\"16\">
<tileset firstgid=\"1\" name=\"t\" tilewidth=\"16\" tileheight=\"16\" {attributes}>{image}</tileset>
<layer id=\"1\" name=\"ground\" width=\"{count}\" height=\"1\"><data encoding=\"csv\">{gids}</data></layer>
</map>"
    )
}

const TWO_BY_TWO: &str = "<image source=\"t.png\" width=\"32\" height=\"32\"/>";

/// The rectangles of the tiles in the first layer; `None` for a tile without a picture.
fn rects(files: &Memory) -> Vec<Option<[u32; 4]>> {
    let level = read(files, "m.tmx").unwrap_or_else(|problems| panic!("{}", listed(&problems)));
    let LayerContent::Tiles { cells, .. } = &level.layers[0].content else { panic!("no tiles") };
    let tiles = cells.iter().flatten().map(|cell| &level.tiles[cell.tile() as usize]);
    tiles.map(|tile| tile.picture.map(|_| tile.rect)).collect()
}

#[test]
fn rows_and_columns_follow_the_picture() {
    let saved = "tilecount=\"4\" columns=\"2\"";
    let shown = |picture: &[u8], attributes: &str| {
        rects(&Memory::with_map(&with_tileset(TWO_BY_TWO, attributes, "1,3,6")).and("t.png", picture))
    };
    let at = |x: u32, y: u32| Some([x, y, 16, 16]);
    assert_eq!(shown(&png(32, 48, 1), saved), [at(0, 0), at(0, 16), at(16, 32)], "a row more");
    assert_eq!(shown(&png(48, 32, 1), saved), [at(0, 0), at(32, 0), at(32, 16)], "a column more");
    assert_eq!(shown(&png(32, 32, 1), saved), [at(0, 0), at(0, 16), None], "as saved; 6 is too high");
    assert_eq!(shown(&png(32, 16, 1), saved), [at(0, 0), None, None], "a row less");
    assert_eq!(shown(&png(32, 47, 1), saved), [at(0, 0), at(0, 16), None], "half a row is none");
    assert_eq!(shown(&png(32, 48, 1), ""), [at(0, 0), at(0, 16), at(16, 32)], "nothing was saved");
    assert_eq!(shown(b"no picture", saved), [at(0, 0), at(0, 16), None], "it cannot be read");
    let spaced = "tilecount=\"4\" columns=\"2\" margin=\"1\" spacing=\"2\"";
    assert_eq!(shown(&png(35, 53, 1), spaced), [at(1, 1), at(1, 19), at(19, 37)]);

    let columns = |attributes: &str| {
        let files = Memory::with_map(&with_tileset(TWO_BY_TWO, attributes, "1")).and("t.png", png(48, 32, 1));
        listed(&problems_of(&files)).matches("the picture has 3 columns of tiles; it had 2 when").count()
    };
    assert_eq!((columns(saved), columns("tilecount=\"6\"")), (1, 0), "columns that were never saved did not change");
}

/// For each of them Tiled shows a cross: in a cell as large as the cell, whatever the tileset says; for an object as large as that.
#[test]
fn tiles_that_their_tileset_lacks_are_as_solid_as_their_layer() {
    for attributes in ["tilecount=\"4\"", "tilecount=\"0\" columns=\"2\"", "tilecount=\"4\" tilerendersize=\"grid\""] {
        let object = "<objectgroup id=\"2\"><object id=\"1\" gid=\"30\" x=\"50\" y=\"60\" width=\"40\" height=\"20\"/></objectgroup></map>";
        let offset = format!("<tileoffset x=\"3\" y=\"5\"/>{TWO_BY_TWO}");
        let text = with_tileset(&offset, &format!("fillmode=\"preserve-aspect-fit\" {attributes}"), "9,8,2147483677");
        let text = text.replace("\"t\" tilewidth=\"16\"", "\"t\" tilewidth=\"32\"").replace("</map>", object);
        let level = read(&Memory::default().and("m.tmx", text), "m.tmx").unwrap();
        assert_eq!(edges(&level), "Solid 0,0 3,0 #0\nSolid 3,0 3,1 #0\nSolid 3,1 0,1 #0\nSolid 0,1 0,0 #0\n");
        let cell = level.layers[0].cell(glam::IVec2::ZERO).unwrap();
        let cross = &level.tiles[cell.tile() as usize];
        let [corner, .., down] = cross.corners(cell.turn(), level.tile_size);
        assert_eq!((cross.picture, corner, down.y), (None, Vec2::ZERO, 16.0));
        let LayerContent::Objects(list) = &level.layers[1].content else { panic!("no objects") };
        assert_eq!((list[0].corners[0], list[0].corners[2]), (Vec2::new(50.0, 40.0), Vec2::new(90.0, 60.0)));
    }
}

#[test]
fn a_tileset_without_picture_or_size_is_read() {
    for image in
        ["<image source=\"gone.png\"/>", "<image source=\"../../t.png\"/>", "<image source=\"t.png\" width=\"0\"/>"]
    {
        let files = Memory::with_map(&with_tileset(image, "tilecount=\"4\" columns=\"2\"", "1,4"));
        assert_eq!(rects(&files), [Some([0, 0, 16, 16]), Some([16, 16, 16, 16])], "{image}");
    }
    let files = Memory::with_map(&with_tileset("<tile id=\"0\"/>", "tilecount=\"1\"", "1,2"));
    assert_eq!(rects(&files), [None, None]);
}

#[test]
fn pictures_in_the_map_itself_are_shown() {
    let picture = png(32, 32, 32);
    let text = base64::engine::general_purpose::STANDARD.encode(&picture);
    let held = format!("<image format=\"png\"><data encoding=\"base64\">\n  {text}\n</data></image>");
    let own = format!("<tile id=\"0\">{held}</tile>");
    for (image, attributes) in [(&held, ""), (&held, "tilecount=\"4\" columns=\"2\""), (&own, "tilecount=\"1\"")] {
        let map =
            with_tileset(image, attributes, "1").replace("<layer", &format!("<imagelayer>{held}</imagelayer><layer"));
        let files = Memory::with_map(&map);
        let level = read(&files, "m.tmx").unwrap_or_else(|problems| panic!("{}", listed(&problems)));
        assert_eq!(level.pictures.len(), 2);
        for shown in &level.pictures {
            assert_eq!((shown.read(&files).unwrap(), shown.size.x), (picture.as_slice().into(), 32));
        }
        assert!(!listed(&check(&files, "m.tmx")).contains("picture"), "{}", listed(&check(&files, "m.tmx")));
    }
    let broken = with_tileset(&held.replace(&text, "AAAA"), "tilecount=\"4\" columns=\"2\"", "1");
    let problems = listed(&check(&Memory::with_map(&broken), "m.tmx"));
    assert!(
        problems.contains("m.tmx:2: warning: the picture 'm.tmx/picture 0' cannot be shown: it is in no known format"),
        "{problems}"
    );
}

#[test]
fn an_image_layer_without_a_picture_shows_nothing() {
    let json = |image: &str| {
        let layer = format!("{{\"type\":\"imagelayer\",\"name\":\"sky\",{image}\"visible\":true}}");
        Memory::with_map(&small_json(&layer))
    };
    let layers =
        |files: &Memory| read(files, "m.tmx").unwrap_or_else(|problems| panic!("{}", listed(&problems))).layers;
    assert!(layers(&json("\"image\":\"\",")).is_empty());
    assert!(layers(&json("\"image\":\"gone.png\",")).is_empty());
    assert!(layers(&json("")).is_empty());
    assert_eq!(layers(&json("\"image\":\"sky.png\",").and("sky.png", png(8, 8, 8))).len(), 1);
}

/// The same picture in every format: those that lose nothing have the same pixels, the others nearly the same.
#[test]
fn every_format_shows_the_same_picture() {
    let read = |ending: &str| std::fs::read(format!("fixtures/pictures/fabric.{ending}")).unwrap();
    let (size, expected) = decode_picture(&read("png"), &Limits::DEFAULT).unwrap();
    for (ending, most) in [("bmp", 0.0), ("tga", 0.0), ("gif", 12.0), ("webp", 12.0), ("jpg", 12.0)] {
        let bytes = read(ending);
        assert_eq!(picture_size(&bytes), Some(size), "{ending}");
        let (_, pixels) = decode_picture(&bytes, &Limits::DEFAULT).unwrap();
        assert_eq!(pixels.len(), expected.len(), "{ending}");
        let sum: f64 = pixels.iter().zip(&expected).map(|(a, b)| f64::from(a.abs_diff(*b))).sum();
        let mean = sum / pixels.len() as f64;
        assert!(mean <= most, "{ending}: on average {mean} off");
        for end in 0..bytes.len() {
            // Whatever is missing, the answer is a picture or a reason.
            let _ = decode_picture(&bytes[..end], &Limits::DEFAULT);
        }
        let map = with_tileset(&TWO_BY_TWO.replace("t.png", "t.any"), "tilecount=\"4\" columns=\"2\"", "1,8");
        assert_eq!(rects(&Memory::with_map(&map).and("t.any", &bytes))[1], Some([48, 16, 16, 16]), "{ending}");
    }
}

/// Tiny files may ask for gigabytes in every format.
#[test]
fn no_format_decodes_more_than_the_limits_allow() {
    let limits = Limits { picture_pixels: 2047, ..Limits::DEFAULT };
    for ending in ["bmp", "gif", "jpg", "png", "tga", "webp"] {
        let bytes = std::fs::read(format!("fixtures/pictures/fabric.{ending}")).unwrap();
        assert!(decode_picture(&bytes, &limits).unwrap_err().contains("64 x 32 pixels"), "{ending}");
    }
}

//! Files: encoding and decoding PNG, and comparing a file with its expected content.

use crate::Content;
use crate::palette::Color;
use crate::picture::Picture;
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fs;
use std::io::BufReader;
use std::path::Path;

/// Writes one file. A picture takes seconds: its tight compression saves a tenth of every download.
pub fn write(path: &Path, content: &Content) -> Result<(), Box<dyn Error>> {
    match content {
        Content::Picture(picture) => fs::write(path, encode(picture)?)?,
        Content::Text(text) => fs::write(path, text)?,
    }
    Ok(())
}

/// Whether the file holds this content; pictures are compared by their pixels, not by their compression.
pub fn is_current(path: &Path, content: &Content) -> Result<bool, Box<dyn Error>> {
    Ok(match content {
        Content::Picture(picture) => read(path)? == *picture,
        Content::Text(text) => fs::read_to_string(path)? == *text,
    })
}

/// A PNG file with a palette.
fn encode(picture: &Picture) -> Result<Vec<u8>, Box<dyn Error>> {
    let colors: BTreeSet<Color> = picture.colors().iter().copied().collect();
    let mut colors: Vec<Color> = colors.into_iter().collect();
    // In the order in which they come, neighbours in the picture have similar numbers. What is transparent stays in front.
    colors.sort_by_cached_key(|c| (c[3], picture.colors().iter().position(|other| other == c)));
    // Whole bytes repeat themselves more often than bits do: sometimes more bits make a shorter file.
    let depths = [1, 2, 4, 8].into_iter().filter(|depth| colors.len() <= 1 << depth);
    let files = depths.map(|depth| file(picture, &colors, depth)).collect::<Result<Vec<_>, _>>()?;
    Ok(files.into_iter().min_by_key(Vec::len).ok_or("more colours than a palette holds")?)
}

/// A file with this palette and so many bits per pixel.
fn file(picture: &Picture, colors: &[Color], bits: usize) -> Result<Vec<u8>, Box<dyn Error>> {
    let numbers: BTreeMap<&Color, u8> = colors.iter().zip(0..=u8::MAX).collect();
    let indices: Vec<u8> = picture.colors().iter().map(|color| numbers[color]).collect();
    let byte = |pixels: &[u8]| (0..).zip(pixels).fold(0, |byte, (i, index)| byte | index << (8 - bits * (i + 1)));
    let rows: Vec<u8> = indices.chunks(picture.width as usize).flat_map(|row| row.chunks(8 / bits).map(byte)).collect();
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, picture.width as u32, picture.height as u32);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::from_u8(bits as u8).unwrap_or(png::BitDepth::Eight));
    encoder.set_palette(colors.iter().flat_map(|c| [c[0], c[1], c[2]]).collect::<Vec<_>>());
    // Only as long as something is transparent.
    let clear = colors.iter().rposition(|c| c[3] < 255).map_or(0, |last| last + 1);
    encoder.set_trns(colors[..clear].iter().map(|c| c[3]).collect::<Vec<_>>());
    let mut writer = encoder.write_header()?;
    writer.write_chunk(png::chunk::IDAT, &smallest(&rows, picture.height as usize)?)?;
    writer.finish()?;
    Ok(file)
}

/// The rows compressed: each as it is, or each as its difference from the row above, whichever is shorter. A row begins with its filter.
fn smallest(bytes: &[u8], height: usize) -> Result<Vec<u8>, Box<dyn Error>> {
    const PLAIN: u8 = 0;
    const UP: u8 = 2;
    let width = bytes.len() / height;
    let plain = bytes.chunks(width).flat_map(|row| std::iter::once(PLAIN).chain(row.iter().copied()));
    let before = || std::iter::repeat_n(0, width).chain(bytes.iter().copied());
    let differences: Vec<u8> = bytes.iter().zip(before()).map(|(new, old)| new.wrapping_sub(old)).collect();
    let up = differences.chunks(width).flat_map(|row| std::iter::once(UP).chain(row.iter().copied()));
    let mut packed = [Vec::new(), Vec::new()];
    for (rows, data) in [plain.collect::<Vec<u8>>(), up.collect()].iter().zip(&mut packed) {
        zopfli::compress(zopfli::Options::default(), zopfli::Format::Zlib, rows.as_slice(), data)?;
    }
    Ok(packed.into_iter().min_by_key(Vec::len).unwrap_or_default())
}

/// The picture in a PNG file.
pub fn read(path: &Path) -> Result<Picture, Box<dyn Error>> {
    decode(path).map_err(|error| format!("{}: {error}", path.display()).into())
}

fn decode(path: &Path) -> Result<Picture, Box<dyn Error>> {
    let mut decoder = png::Decoder::new(BufReader::new(fs::File::open(path)?));
    decoder.set_transformations(png::Transformations::normalize_to_color8() | png::Transformations::ALPHA);
    let mut reader = decoder.read_info()?;
    let mut bytes = vec![0; reader.output_buffer_size().ok_or("the picture is too large")?];
    let info = reader.next_frame(&mut bytes)?;
    let colors: Vec<Color> = match info.color_type {
        png::ColorType::GrayscaleAlpha => bytes.chunks_exact(2).map(|c| [c[0], c[0], c[0], c[1]]).collect(),
        _ => bytes.as_chunks().0.to_vec(),
    };
    let (width, height) = (i32::try_from(info.width)?, i32::try_from(info.height)?);
    Ok(Picture::from_fn(width, height, |x, y| colors[(y * width + x) as usize]))
}

//! Files: encoding and decoding PNG, and comparing a file with its expected content.

use crate::Content;
use crate::palette::Color;
use crate::picture::Picture;
use std::collections::BTreeSet;
use std::error::Error;
use std::fs;
use std::io::BufReader;
use std::path::Path;

/// Writes one file, with the folders above it. A `packed` picture takes a second, and saves a tenth of every download.
pub fn write(path: &Path, content: &Content, packed: bool) -> Result<(), Box<dyn Error>> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    match content {
        Content::Picture(picture) => fs::write(path, encode(picture, packed)?)?,
        Content::Text(text) => fs::write(path, text)?,
    }
    Ok(())
}

/// Whether the file holds this content; pictures are compared by their pixels, not by their compression.
pub fn is_current(path: &Path, content: &Content) -> Result<bool, Box<dyn Error>> {
    Ok(match content {
        Content::Picture(picture) => {
            let (width, height, bytes) = decode(path)?;
            (width, height) == (picture.width, picture.height) && bytes == picture.bytes()
        }
        Content::Text(text) => fs::read_to_string(path)? == *text,
    })
}

/// A PNG file, with a palette if the colours fit one, and two pixels in a byte if there are few.
fn encode(picture: &Picture, packed: bool) -> Result<Vec<u8>, Box<dyn Error>> {
    let colors: Vec<Color> = picture.colors().iter().copied().collect::<BTreeSet<_>>().into_iter().collect();
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, picture.width as u32, picture.height as u32);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::High);
    let bytes: Vec<u8> = if colors.len() <= 256 {
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_filter(png::Filter::NoFilter);
        encoder.set_palette(colors.iter().flat_map(|c| [c[0], c[1], c[2]]).collect::<Vec<_>>());
        // Only as long as something is transparent.
        let clear = colors.iter().rposition(|c| c[3] < 255).map_or(0, |last| last + 1);
        encoder.set_trns(colors[..clear].iter().map(|c| c[3]).collect::<Vec<_>>());
        // Found, as the list was made of these colours; at most 255, as the list is that short.
        let indices: Vec<u8> = picture.colors().iter().map(|c| colors.binary_search(c).unwrap_or(0) as u8).collect();
        if colors.len() <= 16 {
            encoder.set_depth(png::BitDepth::Four);
            let pairs =
                |row: &[u8]| row.chunks(2).map(|two| two[0] << 4 | two.get(1).unwrap_or(&0)).collect::<Vec<u8>>();
            indices.chunks(picture.width as usize).flat_map(pairs).collect()
        } else {
            indices
        }
    } else {
        encoder.set_color(png::ColorType::Rgba);
        picture.bytes().to_vec()
    };
    let mut writer = encoder.write_header()?;
    if packed {
        // A row begins with its filter: none.
        let rows: Vec<u8> =
            bytes.chunks(bytes.len() / picture.height as usize).flat_map(|row| [&[0], row].concat()).collect();
        let mut data = Vec::new();
        zopfli::compress(zopfli::Options::default(), zopfli::Format::Zlib, rows.as_slice(), &mut data)?;
        writer.write_chunk(png::chunk::IDAT, &data)?;
    } else {
        writer.write_image_data(&bytes)?;
    }
    writer.finish()?;
    Ok(file)
}

/// Width, height and RGBA bytes of a PNG file that `encode` wrote.
fn decode(path: &Path) -> Result<(i32, i32, Vec<u8>), Box<dyn Error>> {
    let mut decoder = png::Decoder::new(BufReader::new(fs::File::open(path)?));
    decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::ALPHA);
    let mut reader = decoder.read_info()?;
    let mut bytes = vec![0; reader.output_buffer_size().ok_or("the picture is too large")?];
    let info = reader.next_frame(&mut bytes)?;
    bytes.truncate(info.buffer_size());
    Ok((i32::try_from(info.width)?, i32::try_from(info.height)?, bytes))
}

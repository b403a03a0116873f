//! Decodes pictures, or reads only their size from the first bytes. The checks and the window use the same decoders, so they
//! agree on which pictures can be shown.

use glam::UVec2;
#[cfg(feature = "pictures")]
use image::ImageFormat;

use crate::format::{LFS_WORDS, is_lfs_pointer};
use crate::limits::{Limits, or_raise};

/// The beginning of a PNG file: the signature, then length and name of the first chunk.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR";

/// The width and height of a picture in pixels, read from its first bytes; `None` if it is in no known format. The size is known
/// before the picture takes memory. Without the feature `pictures` only PNG is known.
///
/// ```
/// use seamwalker_collide::glam::UVec2;
/// use seamwalker_level::{Folder, Files, picture_size};
///
/// let files = Folder::new("../..");
/// let png = files.read("maps/backgrounds/sky.png").unwrap();
/// let size = picture_size(&png).unwrap();
/// assert_eq!(size, UVec2::new(640, 360));
/// assert_eq!(picture_size(b"<svg/>"), None);
/// ```
#[must_use]
pub fn picture_size(bytes: &[u8]) -> Option<UVec2> {
    let Some(sizes) = bytes.strip_prefix(PNG) else { return other_size(bytes) };
    let side = |at: usize| Some(u32::from_be_bytes(sizes.get(at..at + 4)?.try_into().ok()?));
    Some(UVec2::new(side(0)?, side(4)?))
}

/// The pixels of a picture, four bytes each: red, green, blue, opacity. It may be a PNG, JPEG, GIF (of which the first frame
/// counts), BMP, WebP or TGA picture, whatever its name. Decoding starts only if the size is within the limits `picture_side`
/// and `picture_pixels`.
///
/// ```
/// use seamwalker_level::{Folder, Files, Limits, decode_picture};
///
/// let files = Folder::new("../..");
/// let png = files.read("maps/backgrounds/sky.png").unwrap();
/// let (size, pixels) = decode_picture(&png, &Limits::DEFAULT).unwrap();
/// assert_eq!(pixels.len(), (size.x * size.y * 4) as usize);
/// assert_eq!(decode_picture(&png[..100], &Limits::DEFAULT).unwrap_err(), "its file is cut off");
/// ```
///
/// # Errors
/// A description of why the picture cannot be shown.
#[cfg(feature = "pictures")]
pub fn decode_picture(bytes: &[u8], limits: &Limits) -> Result<(UVec2, Vec<u8>), String> {
    use png::{BitDepth, ColorType, Decoder, Transformations};

    let size = size_within(bytes, limits)?;
    if let Some(format) = other_format(bytes) {
        let decoded = image::load_from_memory_with_format(bytes, format).map_err(|error| other_in_words(&error))?;
        return Ok((size, decoded.into_rgba8().into_raw()));
    }
    let mut decoder = Decoder::new(bytes);
    // Neither chunk is needed, and both may unpack to megabytes.
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    let header = decoder.read_header_info().map_err(in_words)?;
    // Most pictures have a palette. The decoder would look each row up by a call, and opaque pictures would be copied once more.
    let is_indexed = (header.color_type, header.bit_depth) == (ColorType::Indexed, BitDepth::Eight);
    if !is_indexed {
        decoder.set_transformations(Transformations::normalize_to_color8());
    }
    let mut reader = decoder.read_info().map_err(in_words)?;
    let mut pixels = vec![0; reader.output_buffer_size()];
    let info = reader.next_frame(&mut pixels).map_err(in_words)?;
    pixels.truncate(info.buffer_size());
    let opaque = u8::MAX;
    let pixels = match info.color_type.samples() {
        1 if is_indexed => {
            let colors = palette(reader.info()).ok_or_else(|| DAMAGED.to_owned())?;
            expanded(&pixels, |[index]| colors[usize::from(index)])
        }
        1 => expanded(&pixels, |[grey]| [grey, grey, grey, opaque]),
        2 => expanded(&pixels, |[grey, alpha]| [grey, grey, grey, alpha]),
        3 => expanded(&pixels, |[r, g, b]| [r, g, b, opaque]),
        _ => pixels,
    };
    Ok((size, pixels))
}

/// The colours of a picture with a palette, black where it has too few.
#[cfg(feature = "pictures")]
fn palette(info: &png::Info) -> Option<[[u8; 4]; 256]> {
    let (colors, _) = info.palette.as_deref()?.as_chunks::<3>();
    // A list of opacities that is too long counts as none.
    let alphas = info.trns.as_deref().filter(|alphas| alphas.len() <= colors.len()).unwrap_or_default();
    let mut all = [[0, 0, 0, u8::MAX]; 256];
    for (i, (to, [r, g, b])) in all.iter_mut().zip(colors).enumerate() {
        *to = [*r, *g, *b, alphas.get(i).copied().unwrap_or(u8::MAX)];
    }
    Some(all)
}

/// The pixels of a picture in four bytes each.
#[cfg(feature = "pictures")]
fn expanded<const N: usize>(pixels: &[u8], color: impl Fn([u8; N]) -> [u8; 4]) -> Vec<u8> {
    let (from, _) = pixels.as_chunks::<N>();
    let mut all = vec![[0; 4]; from.len()];
    for (to, from) in all.iter_mut().zip(from) {
        *to = color(*from);
    }
    all.into_flattened()
}

/// The size of a picture, if it can be shown.
///
/// # Errors
/// A description of why it cannot.
pub fn try_picture(bytes: &[u8], limits: &Limits) -> Result<UVec2, String> {
    #[cfg(feature = "pictures")]
    decode_picture(bytes, limits)?;
    size_within(bytes, limits)
}

/// The size of a picture, if it is within the limits.
fn size_within(bytes: &[u8], limits: &Limits) -> Result<UVec2, String> {
    let Some(size) = picture_size(bytes) else { return Err(unknown_format(bytes)) };
    let (side, pixels) = (size.max_element(), u64::from(size.x) * u64::from(size.y));
    if size.min_element() == 0 {
        return Err("it has no pixels".to_owned());
    }
    let has = format!("it has {} x {} pixels", size.x, size.y);
    if side > limits.picture_side {
        let what = format!("{has}, more than {} along a side; make it smaller", limits.picture_side);
        return Err(or_raise(&what, "picture_side"));
    }
    if pixels > limits.picture_pixels {
        let left = limits.picture_pixels;
        return Err(format!("{has}, which makes the pictures too large in total: {left} pixels are left"));
    }
    Ok(size)
}

/// The format of a picture, if it is one of those other than PNG.
#[cfg(feature = "pictures")]
fn other_format(bytes: &[u8]) -> Option<ImageFormat> {
    let starts: [(&[u8], ImageFormat); 4] = [
        (b"\xff\xd8\xff", ImageFormat::Jpeg),
        (b"GIF8", ImageFormat::Gif),
        (b"BM", ImageFormat::Bmp),
        (b"RIFF", ImageFormat::WebP),
    ];
    let found = starts.iter().find(|(start, _)| bytes.starts_with(start)).map(|(_, format)| *format);
    found.or_else(|| is_tga(bytes).then_some(ImageFormat::Tga))
}

/// Whether the first bytes can be those of a TGA picture, which has no signature: the kinds of palette and picture, and the bits
/// per pixel, each have few values.
#[cfg(feature = "pictures")]
fn is_tga(bytes: &[u8]) -> bool {
    let Some(head) = bytes.first_chunk::<18>() else { return false };
    let [palette, kind, bits] = [head[1], head[2], head[16]];
    palette <= 1 && matches!(kind, 1..=3 | 9..=11) && matches!(bits, 8 | 15 | 16 | 24 | 32)
}

/// The size of a picture other than PNG.
fn other_size(bytes: &[u8]) -> Option<UVec2> {
    #[cfg(feature = "pictures")]
    {
        let reader = image::io::Reader::with_format(std::io::Cursor::new(bytes), other_format(bytes)?);
        reader.into_dimensions().ok().map(UVec2::from)
    }
    #[cfg(not(feature = "pictures"))]
    {
        let _ = bytes;
        None
    }
}

/// Describes a file whose size cannot be read.
fn unknown_format(bytes: &[u8]) -> String {
    #[cfg(feature = "pictures")]
    if other_format(bytes).is_some() {
        return "its file is damaged or cut off".to_owned();
    }
    let known: [(&[u8], &str); 4] = [(b"II*\0", "TIFF"), (b"MM\0*", "TIFF"), (b"<svg", "SVG"), (b"<?xml", "SVG")];
    match known.iter().find(|(start, _)| bytes.starts_with(start)) {
        _ if bytes.is_empty() => "its file is empty".to_owned(),
        _ if is_lfs_pointer(bytes) => LFS_WORDS.0.to_owned(),
        _ if PNG.starts_with(bytes) || bytes.starts_with(PNG) => CUT_OFF.to_owned(),
        Some((_, name)) => format!("it is a picture in the format {name}, {FORMATS}"),
        None => format!("it is in no known format, {FORMATS}"),
    }
}

/// What can be shown.
const FORMATS: &str = "PNG, JPEG, GIF, BMP, WebP and TGA can be shown";

/// The messages for a truncated file and for a broken one.
const CUT_OFF: &str = "its file is cut off";
#[cfg(feature = "pictures")]
const DAMAGED: &str = "its file is damaged";

/// Words the decoder's errors for designers.
#[cfg(feature = "pictures")]
fn in_words(error: png::DecodingError) -> String {
    use png::DecodingError::{Format, IoError, LimitsExceeded, Parameter};

    match error {
        IoError(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => CUT_OFF.to_owned(),
        IoError(error) => format!("it cannot be read: {error}"),
        // The decoder's own text names its internal types.
        Format(error) if error.to_string().starts_with("CRC error") => {
            "its file is damaged: a checksum is wrong".to_owned()
        }
        Format(_) | Parameter(_) => DAMAGED.to_owned(),
        LimitsExceeded => "it takes more memory than a picture may".to_owned(),
    }
}

/// The same for the decoders of other formats, whose messages name their internals.
#[cfg(feature = "pictures")]
fn other_in_words(error: &image::ImageError) -> String {
    use image::ImageError::{IoError, Limits, Unsupported};

    match error {
        IoError(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => CUT_OFF.to_owned(),
        Unsupported(error) => format!("it cannot be shown: {error}"),
        Limits(_) => "it takes more memory than a picture may".to_owned(),
        _ => DAMAGED.to_owned(),
    }
}

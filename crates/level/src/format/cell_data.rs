//! Decodes the cells of a tile layer from any of Tiled's encodings, with a bound on the unpacked size.

use std::borrow::Cow;
use std::io::Read;

use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use base64::{DecodeError, Engine};

use crate::format::xml::Element;

/// Base64 with or without trailing `=`.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &base64::alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// The largest window that zstd data may ask for, in bytes: that of Tiled's own compressor at its highest level.
const ZSTD_WINDOW: u64 = 128 << 20;

/// The `count` global tile ids of a `data` or `chunk` element. `data` is the element that names the encoding.
///
/// # Errors
/// A description of what is wrong.
pub fn decode(data: &Element, element: &mut Element, count: usize) -> Result<Vec<u32>, String> {
    let cells = match (data.get("encoding"), data.get("compression").unwrap_or_default()) {
        (None, "") => std::mem::take(&mut element.gids),
        (Some("csv"), "") => from_csv(&element.text, count)?,
        (Some("base64"), method) => from_base64(&element.text, method, count)?,
        (encoding, method) => {
            let encoding = encoding.unwrap_or("none");
            let method = if method.is_empty() { String::new() } else { format!(" with '{method}'") };
            return Err(format!("its data is stored as '{encoding}'{method}, which is unknown"));
        }
    };
    if cells.len() == count { Ok(cells) } else { Err(wrong_count(cells.len(), count)) }
}

fn wrong_count(found: usize, count: usize) -> String {
    format!("its data holds {found} cells, its width and height require {count}")
}

fn from_csv(text: &str, count: usize) -> Result<Vec<u32>, String> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let text = text.strip_suffix(',').unwrap_or(text);
    let mut cells = Vec::with_capacity(count.min(text.len() / 2 + 1));
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        // Fast path: nearly every cell is a few digits and a comma. Anything else takes the slow path below.
        let digits = bytes[at..].iter().take(10).take_while(|b| b.is_ascii_digit());
        let (mut gid, mut length) = (0_u64, 0);
        for digit in digits {
            gid = gid * 10 + u64::from(digit - b'0');
            length += 1;
        }
        let gid = match u32::try_from(gid) {
            Ok(gid) if length > 0 && bytes.get(at + length) == Some(&b',') => {
                at += length + 1;
                gid
            }
            _ => {
                let end = bytes[at..].iter().position(|b| *b == b',').map_or(bytes.len(), |i| at + i);
                let gid = number(cells.len(), text[at..end].trim())?;
                at = end + 1;
                gid
            }
        };
        // One cell more than expected is enough to know that there are too many.
        if cells.len() == count {
            return Err(wrong_count(text.split(',').count(), count));
        }
        cells.push(gid);
    }
    if bytes.ends_with(b",") { number(cells.len(), "").map(|_| cells) } else { Ok(cells) }
}

fn number(index: usize, text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| {
        let shown: String = text.chars().take(20).collect();
        format!("'{shown}', cell number {index} of its data, is not a tile")
    })
}

/// The bytes of a text in base64, which may have white space anywhere.
pub fn base64_bytes(text: &str) -> Result<Vec<u8>, DecodeError> {
    let text = text.trim_ascii();
    BASE64.decode(if text.bytes().any(|b| b.is_ascii_whitespace()) {
        Cow::Owned(text.bytes().filter(|b| !b.is_ascii_whitespace()).collect())
    } else {
        Cow::Borrowed(text.as_bytes())
    })
}

fn from_base64(text: &str, method: &str, count: usize) -> Result<Vec<u32>, String> {
    let packed = base64_bytes(text).map_err(|error| format!("its data is not valid base64: {error}"))?;
    let cells = match method {
        "" => words(&packed[..], count),
        "zlib" => words(flate2::read::ZlibDecoder::new(&packed[..]), count),
        "gzip" => words(flate2::read::MultiGzDecoder::new(&packed[..]), count),
        "zstd" => {
            let reader = ruzstd::decoding::StreamingDecoder::new_with_max_window_size(&packed[..], ZSTD_WINDOW);
            reader.map_err(|error| error.to_string()).and_then(|reader| words(reader, count))
        }
        other => return Err(format!("its data is packed with '{other}', which is unknown")),
    };
    cells.map_err(|error| format!("its {method} data cannot be unpacked: {error}"))
}

/// Little-endian numbers from a reader, at most `count`.
fn words(mut reader: impl Read, count: usize) -> Result<Vec<u32>, String> {
    let mut cells = Vec::with_capacity(count);
    let mut buffer = [0; 1 << 14];
    let mut filled = 0;
    // Each round consumes input, and the amount is bounded, so the loop ends.
    loop {
        let got = reader.read(&mut buffer[filled..]).map_err(|error| error.to_string())?;
        filled += got;
        let (whole, rest) = buffer[..filled].as_chunks::<4>();
        if got == 0 {
            let bytes = cells.len() * 4 + rest.len();
            let odd = format!("it holds {bytes} bytes, which is not a whole number of cells");
            return if rest.is_empty() { Ok(cells) } else { Err(odd) };
        }
        if cells.len() + whole.len() > count {
            return Err(format!("it holds more than the {count} cells that its width and height require"));
        }
        cells.extend(whole.iter().map(|bytes| u32::from_le_bytes(*bytes)));
        let kept = filled - rest.len();
        buffer.copy_within(kept..filled, 0);
        filled -= kept;
    }
}

//! The numbers of a tile layer, from any of the forms in which Tiled stores them, with a bound on what they unpack to.

use std::io::Read;

use base64::Engine;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

use super::xml::Element;

/// Base64 with or without the `=` at its end.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &base64::alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// The largest window that zstd data may ask for, in bytes: what Tiled's own compressor uses at its highest level.
const ZSTD_WINDOW: u64 = 128 << 20;

/// The global tile ids in a `data` or `chunk` element, exactly `count` of them. `data` is the element that says how they are
/// stored.
///
/// # Errors
/// What is wrong, in words.
pub fn decode(data: &Element, element: &Element, count: usize) -> Result<Vec<u32>, String> {
    let cells = match (data.get("encoding"), data.get("compression").unwrap_or_default()) {
        (None, "") => element.gids.clone(),
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
    format!("its data holds {found} cells, its width and height ask for {count}")
}

fn from_csv(text: &str, count: usize) -> Result<Vec<u32>, String> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let text = text.strip_suffix(',').unwrap_or(text);
    // One more than asked for is enough to know that there are too many.
    let cells: Result<Vec<u32>, String> =
        text.split(',').take(count + 1).enumerate().map(|(i, gid)| number(i, gid.trim())).collect();
    let cells = cells?;
    if cells.len() > count { Err(wrong_count(text.split(',').count(), count)) } else { Ok(cells) }
}

fn number(index: usize, text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| {
        let shown: String = text.chars().take(20).collect();
        format!("'{shown}', the cell number {index} of its data, is no tile")
    })
}

fn from_base64(text: &str, method: &str, count: usize) -> Result<Vec<u32>, String> {
    let packed: Vec<u8> = text.bytes().filter(|b| !b.is_ascii_whitespace()).collect();
    let packed = BASE64.decode(packed).map_err(|error| format!("its data is no valid base64: {error}"))?;
    let most = count as u64 * 4 + 1;
    let broken = |error: &dyn std::fmt::Display| format!("its {method} data cannot be unpacked: {error}");
    let mut bytes = Vec::new();
    match method {
        "" => bytes = packed,
        "zlib" => {
            let reader = flate2::read::ZlibDecoder::new(&packed[..]);
            reader.take(most).read_to_end(&mut bytes).map_err(|e| broken(&e))?;
        }
        "gzip" => {
            let reader = flate2::read::MultiGzDecoder::new(&packed[..]);
            reader.take(most).read_to_end(&mut bytes).map_err(|e| broken(&e))?;
        }
        "zstd" => {
            let reader = ruzstd::decoding::StreamingDecoder::new_with_max_window_size(&packed[..], ZSTD_WINDOW);
            reader.map_err(|e| broken(&e))?.take(most).read_to_end(&mut bytes).map_err(|e| broken(&e))?;
        }
        other => return Err(format!("its data is packed with '{other}', which is unknown")),
    }
    if bytes.len() as u64 >= most {
        return Err(format!("its data unpacks to more than the {count} cells that its width and height ask for"));
    }
    if bytes.len() % 4 != 0 {
        return Err(format!("its data unpacks to {} bytes, which is no whole number of cells", bytes.len()));
    }
    Ok(bytes.chunks_exact(4).map(|c| u32::from_le_bytes([c[0], c[1], c[2], c[3]])).collect())
}

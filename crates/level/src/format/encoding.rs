//! Text encodings. Everything after this reads UTF-8.

use std::borrow::Cow;

use crate::files::without_bom;
use crate::format::xml::{Fault, count_lines};

/// How the text file begins that Git LFS leaves in place of a large file.
const LFS_POINTER: &[u8] = b"version https://git-lfs";

/// What a Git LFS pointer is, and how to get the file.
pub const LFS_WORDS: (&str, &str) = ("the file is only a Git LFS pointer", "get the file itself with: git lfs pull");

/// The longest declaration at the start of an XML file.
const MAX_DECLARATION: usize = 256;

/// The characters of the bytes 0x80 to 0x9f in Windows-1252.
const WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘', '’',
    '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// Whether a file was not fetched from Git LFS.
pub fn is_lfs_pointer(bytes: &[u8]) -> bool {
    bytes.starts_with(LFS_POINTER)
}

/// The text of a file without its byte order mark: UTF-8, UTF-16, or Latin-1 if an XML declaration says so.
pub fn text(bytes: &[u8]) -> Result<Cow<'_, str>, Fault> {
    if is_lfs_pointer(bytes) {
        return Err(Fault::new(1, LFS_WORDS.0, LFS_WORDS.1));
    }
    match bytes {
        [0xff, 0xfe, units @ ..] => return utf16(units, u16::from_le_bytes),
        [0xfe, 0xff, units @ ..] => return utf16(units, u16::from_be_bytes),
        _ => {}
    }
    let bytes = without_bom(bytes);
    let declared = declared_encoding(bytes).unwrap_or_default().to_ascii_lowercase();
    // As on the web, Latin-1 stands for Windows-1252, which has more characters.
    if matches!(declared.as_str(), "iso-8859-1" | "latin1" | "latin-1" | "windows-1252" | "cp1252") {
        let character = |byte: &u8| match byte {
            0x80..=0x9f => WINDOWS_1252[usize::from(byte - 0x80)],
            _ => char::from(*byte),
        };
        return Ok(Cow::Owned(bytes.iter().map(character).collect()));
    }
    std::str::from_utf8(bytes).map(Cow::Borrowed).map_err(|error| {
        let line = 1 + count_lines(&bytes[..error.valid_up_to()]);
        let which =
            if matches!(declared.as_str(), "" | "utf-8") { String::new() } else { format!(", but '{declared}'") };
        Fault::new(line, format!("the file is not UTF-8{which}"), SAVE_AS_UTF_8)
    })
}

/// The advice for a file in an encoding that is not read.
const SAVE_AS_UTF_8: &str = "open it in Tiled and save it again, or save it as UTF-8 in a text editor";

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<Cow<'_, str>, Fault> {
    let (units, rest) = bytes.as_chunks::<2>();
    let decoded: Result<String, _> = char::decode_utf16(units.iter().map(|bytes| unit(*bytes))).collect();
    let decoded = decoded.ok().filter(|_| rest.is_empty());
    decoded.map(Cow::Owned).ok_or_else(|| Fault::new(1, "the file is not valid UTF-16", SAVE_AS_UTF_8))
}

/// The encoding that an XML declaration names.
fn declared_encoding(bytes: &[u8]) -> Option<&str> {
    let rest = bytes.strip_prefix(b"<?xml")?;
    let end = rest.windows(2).take(MAX_DECLARATION).position(|bytes| bytes == b"?>")?;
    let (_, rest) = std::str::from_utf8(&rest[..end]).ok()?.split_once("encoding")?;
    rest.split(['"', '\'']).nth(1)
}

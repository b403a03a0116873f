//! The size of a picture, from the first bytes of its file: a map may not say it, and who decodes wants to know it before.

use glam::UVec2;

/// How a PNG file begins: its signature, and the name of the first part with the part's length.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR";

/// The width and height of a PNG picture in pixels, read from its first 24 bytes; `None` for anything else. A picture can be
/// bounded before it takes memory.
///
/// ```
/// use seamwalker::glam::UVec2;
/// use seamwalker::level::{Embedded, Files, picture_size};
///
/// let files = Embedded::shipped();
/// let png = files.read("maps/backgrounds/sky.png").unwrap();
/// let size = picture_size(&png).unwrap();
/// assert_eq!(size, UVec2::new(640, 360));
/// assert_eq!(picture_size(b"GIF89a"), None);
/// ```
#[must_use]
pub fn picture_size(bytes: &[u8]) -> Option<UVec2> {
    let sizes = bytes.strip_prefix(PNG)?;
    let side = |at: usize| Some(u32::from_be_bytes(sizes.get(at..at + 4)?.try_into().ok()?));
    Some(UVec2::new(side(0)?, side(4)?))
}

//! The seven fabric tilesets: 8 x 6 tiles each, the same layout in all.
//!
//! | ids | tiles |
//! |---|---|
//! | 0-7 | full, in four variants of which each is there twice: the game itself sews cloth into patches with seams and shades |
//! | 8-11 | 45 degrees: floor rising right, floor falling right, and both as ceilings |
//! | 12-19 | 22.5 degrees: low rising, high rising, high falling, low falling, and all four as ceilings |
//! | 20-27 | 63.4 degrees: the same order |
//! | 28-31 | lower, upper, left, right half |
//! | 32-41 | nothing, for Tiled's terrain brush: without them, it would place the tile that fits best where few corners are painted |

use crate::fabric::Fabric;
use crate::picture::Picture;
use crate::shape::cut;

/// The picture of one fabric's tileset.
pub fn picture(fabric: Fabric) -> Picture {
    let mut sheet = Picture::new(128, 96);
    for (id, tile) in (0..).zip(cut(fabric.name, 0..32, |id, x, y| fabric.thread(x, y, id % 4))) {
        sheet.draw(&tile, id % 8 * 16, id / 8 * 16);
    }
    sheet
}

//! Dust, loose threads, cotton and sparkles.

use crate::art::atlas::Sprite;
use crate::art::palette::{CREAM, Color, DENIM, LINEN, MOSS, MUSTARD, RED, SAND, mix};
use crate::art::picture::Picture;

/// Every particle.
pub fn sprites() -> Vec<Sprite> {
    vec![
        Sprite::animated("dust", 14.0, (4, 4), dust()),
        Sprite::animated("sparkle", 14.0, (4, 4), sparkle()),
        Sprite::animated("stuffing", 0.0, (3, 3), vec![puff(2), puff(3).crop(0, 0, 7, 7)]),
        Sprite::animated("thread_bit", 0.0, (2, 2), [RED, MUSTARD, DENIM, MOSS].map(thread_bit).to_vec()),
    ]
}

/// A ball of cotton of about `radius` pixels, shaded below.
pub fn puff(radius: i32) -> Picture {
    let size = 2 * radius + 2;
    let middle = size as f32 / 2.0;
    let mut picture = Picture::new(size, size);
    picture.disk((middle, middle), middle - 0.2, mix(LINEN, SAND, 60));
    picture.disk((middle - 0.3, middle - 0.4), middle - 0.9, CREAM);
    picture
}

/// A cloud of lint that spreads and thins out.
fn dust() -> Vec<Picture> {
    [
        "........\n........\n........\n...LL...\n..LCCL..\n..LCCS..\n...SS...\n........",
        "........\n........\n..LL.L..\n.LCCLCL.\n.LCCCCS.\n.SCLCLS.\n..SS.S..\n........",
        "........\n.LL..LL.\n.LC..CL.\n....L...\n.L.C..L.\n.LC..CS.\n..S..S..\n........",
        "L.....L.\n........\n........\n.L....L.\n........\n........\n.L....S.\n........",
    ]
    .map(Picture::from_art)
    .to_vec()
}

/// A star that opens and goes out.
fn sparkle() -> Vec<Picture> {
    [
        "........\n........\n........\n...CC...\n...CC...\n........\n........\n........",
        "........\n........\n...M....\n..MCM...\n...M....\n........\n........\n........",
        "...M....\n...M....\n...C....\nMMCWCMM.\n...C....\n...M....\n...M....\n........",
        "...M....\n.M...M..\n...C....\nM.CWC.M.\n...C....\n.M...M..\n...M....\n........",
        "...m....\n........\n........\nm..C..m.\n........\n........\n...m....\n........",
    ]
    .map(Picture::from_art)
    .to_vec()
}

/// A snippet of thread.
fn thread_bit(color: Color) -> Picture {
    Picture::from_art("..R.\n.R..\n.RR.\nR...").recolored(|_| color)
}

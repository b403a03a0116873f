//! What is nearer than the level: lace, tapes and zips at the upper edge of the view, dark and out of the way. Only 22 rows of each are
//! ever seen.

use super::Motif;
use super::felt::Cut::{Oval, Poly, Row, Slab};
use super::felt::Piece::{Felt, Flat, Hole, Plain};

pub const MOTIFS: &[Motif] = &[
    Motif {
        name: "near_lace",
        size: (256, 24),
        pieces: &[
            Plain(2, Row(8, 32, 0, &Oval(0, -8, 32, 30))),
            Hole(Row(8, 32, 0, &Oval(12, 8, 8, 8))),
            Hole(Row(7, 32, 0, &Oval(29, 4, 6, 6))),
            Plain(2, Slab(0, -4, 256, 9, 0)),
            Flat(0, Row(26, 10, 0, &Slab(2, 1, 5, 1, 0))),
        ],
    },
    Motif {
        name: "near_tape",
        size: (240, 24),
        pieces: &[
            Plain(1, Poly(&[(0, -20), (200, -2), (236, 6), (232, 23), (196, 16), (40, 2), (0, -2)])),
            Flat(4, Row(7, 20, 2, &Slab(72, -8, 2, 7, 0))),
            Flat(4, Row(7, 20, 2, &Slab(82, -8, 2, 12, 0))),
            Plain(0, Poly(&[(204, 0), (236, 6), (232, 23), (198, 16)])),
            Flat(4, Oval(212, 8, 6, 6)),
        ],
    },
    Motif {
        name: "near_zip",
        size: (240, 24),
        pieces: &[Felt(3, Slab(0, -30, 240, 42, 0)), Plain(0, Row(20, 12, 0, &Slab(2, 8, 7, 14, 2)))],
    },
];

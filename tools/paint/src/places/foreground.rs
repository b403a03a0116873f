//! What is nearer than the level: rims, handles and hems at the upper and lower edge of the view, dark and out of the way. Only 22 rows
//! of each are ever seen; those that hang begin at their upper border.

use super::Motif;
use super::felt::Cut::{Oval, Poly, Ring, Row, Slab, Soft, Thread};
use super::felt::Piece::{Felt, Flat, Hole, Plain};

pub const MOTIFS: &[Motif] = &[
    Motif {
        name: "near_loops",
        size: (230, 24),
        pieces: &[
            Plain(1, Row(3, 70, 0, &Thread(4, &[(6, -6), (10, 12), (36, 24), (62, 12), (66, -6)]))),
            Plain(2, Row(2, 70, 0, &Thread(4, &[(44, -6), (52, 8), (76, 16), (100, 8), (108, -6)]))),
        ],
    },
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
        name: "near_pins",
        size: (170, 24),
        pieces: &[
            Felt(2, Oval(0, 4, 44, 44)),
            Felt(1, Oval(56, 0, 48, 48)),
            Felt(2, Oval(122, 6, 40, 40)),
            Flat(0, Oval(66, 6, 10, 7)),
            Flat(1, Oval(10, 10, 8, 6)),
            Flat(1, Oval(131, 12, 8, 6)),
        ],
    },
    Motif {
        name: "near_buttons",
        size: (180, 24),
        pieces: &[
            Felt(2, Oval(0, 2, 60, 60)),
            Felt(1, Oval(62, 0, 56, 56)),
            Felt(2, Oval(124, 4, 52, 52)),
            Flat(4, Ring(30, 32, 23, 2)),
            Flat(4, Ring(90, 28, 21, 2)),
            Flat(4, Ring(150, 30, 19, 2)),
            Hole(Row(2, 14, 0, &Oval(19, 18, 8, 8))),
            Hole(Row(2, 13, 0, &Oval(80, 14, 8, 8))),
            Hole(Row(2, 12, 0, &Oval(141, 17, 7, 7))),
        ],
    },
    Motif {
        name: "near_zip",
        size: (240, 24),
        pieces: &[Felt(3, Slab(0, -30, 240, 42, 0)), Plain(0, Row(20, 12, 0, &Slab(2, 8, 7, 14, 2)))],
    },
    Motif {
        name: "near_hem",
        size: (300, 24),
        pieces: &[
            Felt(3, Soft(&[(-30, 60), (0, 18), (60, 8), (150, 14), (240, 4), (300, 16), (330, 60)])),
            Felt(1, Soft(&[(30, 60), (40, 10), (90, 0), (160, 4), (230, 0), (262, 14), (268, 60)])),
            Flat(4, Soft(&[(196, 60), (204, 10), (214, 4), (224, 12), (220, 60)])),
            Flat(0, Row(9, 18, 0, &Slab(48, 12, 10, 2, 0))),
            Flat(0, Row(2, 18, 0, &Slab(228, 13, 9, 2, 0))),
        ],
    },
    Motif {
        name: "near_spool",
        size: (150, 24),
        pieces: &[
            Plain(2, Slab(14, 7, 122, 40, 0)),
            Flat(4, Row(30, 4, 0, &Slab(17, 9, 1, 20, 0))),
            Plain(1, Slab(0, 0, 18, 40, 6)),
            Plain(1, Slab(132, 0, 18, 40, 6)),
            Flat(3, Row(2, 132, 0, &Slab(13, 4, 2, 30, 0))),
        ],
    },
];

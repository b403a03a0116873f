//! The landmarks of the Loom: a needle as a bridge, a tower of spools, a zip that runs like a waterfall, an iron and its board, an engine.

use super::Motif;
use super::felt::Cut::{self, Oval, Poly, Ring, Row, Slab, Soft, Thread};
use super::felt::Piece::{self, Felt, Flat, Hole, Plain};

pub const MOTIFS: &[Motif] = &[
    Motif {
        name: "bridge",
        size: (520, 150),
        pieces: &[
            Plain(2, Slab(145, 20, 10, 130, 2)),
            Plain(2, Slab(365, 20, 10, 130, 2)),
            Flat(2, Slab(190, 54, 2, 44, 0)),
            Flat(2, Slab(225, 72, 2, 26, 0)),
            Flat(2, Slab(260, 76, 2, 24, 0)),
            Flat(2, Slab(295, 72, 2, 28, 0)),
            Flat(2, Slab(330, 54, 2, 48, 0)),
            Flat(2, Slab(112, 54, 2, 42, 0)),
            Flat(2, Slab(84, 80, 2, 16, 0)),
            Flat(2, Slab(406, 54, 2, 50, 0)),
            Flat(2, Slab(434, 78, 2, 28, 0)),
            Plain(1, Soft(&[(-10, 106), (12, 88), (100, 88), (540, 104), (540, 110), (100, 124), (12, 124)])),
            Hole(Oval(20, 100, 62, 11)),
            Plain(0, Thread(4, &[(52, 106), (92, 84), (128, 48), (150, 22)])),
            Plain(0, Thread(4, &[(150, 22), (190, 66), (260, 86), (330, 66), (370, 22)])),
            Plain(0, Thread(4, &[(370, 22), (394, 50), (436, 84), (500, 102)])),
            Felt(1, Oval(134, 0, 32, 30)),
            Felt(1, Oval(354, 0, 32, 30)),
        ],
    },
    Motif {
        name: "tower",
        size: (170, 350),
        pieces: &[
            Felt(2, Slab(24, 20, 122, 78, 6)),
            Felt(3, Slab(24, 136, 122, 78, 6)),
            Felt(2, Slab(24, 252, 122, 80, 6)),
            Flat(3, Row(18, 0, 4, &Slab(26, 24, 118, 1, 0))),
            Flat(4, Row(18, 0, 4, &Slab(26, 140, 118, 1, 0))),
            Flat(3, Row(18, 0, 4, &Slab(26, 256, 118, 1, 0))),
            Plain(1, Slab(4, 0, 162, 22, 6)),
            Plain(1, Slab(4, 96, 162, 22, 6)),
            Plain(1, Slab(10, 118, 150, 20, 6)),
            Plain(1, Slab(10, 212, 150, 20, 6)),
            Plain(1, Slab(0, 232, 170, 22, 6)),
            Plain(1, Slab(0, 330, 170, 20, 6)),
            Flat(2, Thread(2, &[(146, 60), (160, 110), (150, 170), (166, 240)])),
        ],
    },
    Motif { name: "zip_fall", size: (140, 360), pieces: &zip(&Slab(52, 2, 22, 7, 2), &Slab(66, 10, 22, 7, 2)) },
    Motif { name: "zip_fall_2", size: (140, 360), pieces: &zip(&Slab(52, -6, 22, 7, 2), &Slab(66, 2, 22, 7, 2)) },
    Motif {
        name: "zip_pull",
        size: (90, 130),
        pieces: &[
            Felt(1, Soft(&[(6, -4), (84, -4), (90, 50), (60, 80), (30, 80), (0, 50)])),
            Plain(2, Ring(45, 40, 18, 7)),
            Felt(1, Slab(30, 58, 30, 72, 8)),
            Hole(Slab(39, 96, 12, 22, 5)),
        ],
    },
    Motif {
        name: "press",
        size: (300, 230),
        pieces: &[
            Felt(
                2,
                Soft(&[
                    (60, 30),
                    (120, 8),
                    (230, 6),
                    (262, 40),
                    (262, 100),
                    (232, 104),
                    (226, 56),
                    (190, 44),
                    (120, 50),
                    (86, 96),
                    (60, 96),
                ]),
            ),
            Felt(1, Soft(&[(-30, 196), (20, 120), (80, 84), (180, 80), (280, 92), (296, 200), (296, 206), (-30, 206)])),
            Felt(2, Slab(6, 190, 292, 26, 4)),
            Plain(3, Slab(18, 214, 264, 16, 3)),
            Felt(3, Oval(176, 110, 54, 54)),
            Flat(0, Slab(200, 116, 4, 22, 0)),
        ],
    },
    Motif {
        name: "board",
        size: (640, 230),
        pieces: &[
            Plain(3, Thread(10, &[(180, 50), (400, 226)])),
            Plain(3, Thread(10, &[(430, 50), (220, 226)])),
            Plain(4, Slab(180, 220, 80, 10, 4)),
            Plain(4, Slab(370, 220, 80, 10, 4)),
            Felt(
                1,
                Soft(&[(-30, 34), (60, 10), (160, 0), (600, 0), (660, 0), (660, 58), (600, 58), (160, 58), (60, 50)]),
            ),
            Felt(2, Slab(480, -6, 120, 50, 6)),
        ],
    },
    Motif {
        name: "engine",
        size: (380, 210),
        pieces: &[
            Plain(2, Poly(&[(290, 0), (342, 0), (328, 56), (304, 56)])),
            Felt(2, Slab(12, 18, 96, 130, 6)),
            Flat(4, Slab(32, 38, 56, 44, 4)),
            Plain(1, Slab(0, 8, 122, 16, 6)),
            Felt(1, Slab(104, 60, 230, 88, 8)),
            Flat(2, Row(22, 10, 0, &Slab(112, 62, 2, 84, 0))),
            Plain(2, Slab(326, 48, 20, 112, 5)),
            Plain(2, Slab(100, 50, 18, 100, 5)),
            Plain(3, Slab(0, 146, 372, 20, 4)),
            Felt(2, Ring(60, 166, 42, 14)),
            Felt(2, Ring(176, 172, 36, 12)),
            Felt(2, Ring(286, 172, 36, 12)),
            Plain(1, Slab(56, 162, 240, 8, 3)),
        ],
    },
];

/// A zip as high as the view, by the first tooth of its left and of its right side.
const fn zip(left: &'static Cut, right: &'static Cut) -> [Piece; 4] {
    [
        Felt(2, Slab(0, -8, 58, 376, 0)),
        Felt(2, Slab(82, -8, 58, 376, 0)),
        Plain(0, Row(24, 0, 16, left)),
        Plain(1, Row(24, 0, 16, right)),
    ]
}

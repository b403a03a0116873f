//! The Loom: looms and wheels, racks of cones, roofs with skylights, bales.

use super::Motif;
use super::felt::Cut::{Oval, Poly, Ring, Row, Slab, Thread};
use super::felt::Piece::{Felt, Flat, Hole, Plain};

pub const MOTIFS: &[Motif] = &[
    Motif {
        name: "loom",
        size: (190, 210),
        pieces: &[
            Flat(1, Row(36, 4, 0, &Slab(24, 24, 1, 120, 0))),
            Felt(1, Slab(20, 108, 150, 44, 2)),
            Flat(2, Row(6, 24, 0, &Slab(26, 108, 8, 44, 0))),
            Plain(2, Slab(8, 0, 14, 210, 3)),
            Plain(2, Slab(168, 0, 14, 210, 3)),
            Plain(2, Slab(0, 12, 190, 14, 3)),
            Plain(2, Slab(0, 150, 190, 16, 3)),
            Plain(3, Slab(14, 72, 162, 8, 2)),
            Plain(3, Slab(14, 92, 162, 6, 2)),
        ],
    },
    Motif {
        name: "rack",
        size: (230, 170),
        pieces: &[
            Plain(3, Slab(0, 0, 8, 170, 0)),
            Plain(3, Slab(222, 0, 8, 170, 0)),
            Felt(1, Row(6, 35, 0, &Poly(&[(20, 20), (36, 20), (41, 72), (15, 72)]))),
            Felt(2, Row(6, 35, 0, &Poly(&[(20, 102), (36, 102), (41, 154), (15, 154)]))),
            Plain(2, Slab(0, 72, 230, 9, 2)),
            Plain(2, Slab(0, 154, 230, 9, 2)),
        ],
    },
    Motif {
        name: "wheel",
        size: (130, 130),
        pieces: &[
            Plain(2, Thread(7, &[(65, 6), (65, 124)])),
            Plain(2, Thread(7, &[(6, 65), (124, 65)])),
            Plain(2, Thread(7, &[(24, 24), (106, 106)])),
            Plain(2, Thread(7, &[(106, 24), (24, 106)])),
            Felt(1, Ring(65, 65, 65, 14)),
            Felt(1, Oval(48, 48, 34, 34)),
            Hole(Oval(59, 59, 12, 12)),
        ],
    },
    Motif {
        name: "roof",
        size: (400, 150),
        pieces: &[
            Felt(
                2,
                Poly(&[
                    (0, 150),
                    (0, 62),
                    (72, 8),
                    (96, 8),
                    (100, 62),
                    (172, 8),
                    (196, 8),
                    (200, 62),
                    (272, 8),
                    (296, 8),
                    (300, 62),
                    (372, 8),
                    (396, 8),
                    (400, 150),
                ]),
            ),
            Flat(1, Row(4, 100, 0, &Poly(&[(78, 22), (90, 22), (90, 66), (30, 66), (30, 60)]))),
            Flat(1, Row(8, 46, 0, &Slab(24, 92, 22, 34, 2))),
        ],
    },
    Motif {
        name: "bales",
        size: (200, 120),
        pieces: &[
            Felt(1, Slab(0, 62, 96, 58, 8)),
            Felt(2, Slab(100, 66, 100, 54, 8)),
            Felt(1, Slab(44, 6, 104, 58, 8)),
            Flat(3, Slab(66, 6, 6, 58, 0)),
            Flat(3, Slab(122, 6, 6, 58, 0)),
            Flat(3, Slab(24, 62, 6, 58, 0)),
            Flat(4, Slab(160, 66, 6, 54, 0)),
        ],
    },
    Motif {
        name: "cone",
        size: (70, 110),
        pieces: &[
            Felt(1, Poly(&[(18, 6), (52, 6), (66, 96), (4, 96)])),
            Plain(0, Slab(14, 0, 42, 10, 4)),
            Flat(2, Row(9, 0, 10, &Thread(1, &[(20, 12), (50, 18)]))),
            Plain(2, Slab(0, 94, 70, 16, 4)),
        ],
    },
    Motif {
        name: "pulley",
        size: (70, 300),
        pieces: &[
            Flat(3, Slab(14, 0, 2, 260, 0)),
            Flat(3, Slab(54, 0, 2, 260, 0)),
            Felt(1, Ring(35, 262, 35, 12)),
            Plain(2, Oval(27, 254, 16, 16)),
        ],
    },
    Motif {
        name: "chimney",
        size: (80, 260),
        pieces: &[
            Felt(2, Poly(&[(16, 10), (64, 10), (76, 260), (4, 260)])),
            Plain(1, Slab(8, 0, 64, 18, 3)),
            Flat(3, Slab(13, 70, 56, 3, 0)),
            Flat(3, Slab(10, 150, 62, 3, 0)),
        ],
    },
    Motif {
        name: "porthole",
        size: (150, 150),
        pieces: &[
            Felt(2, Oval(0, 0, 150, 150)),
            Flat(0, Oval(16, 16, 118, 118)),
            Plain(2, Slab(70, 10, 10, 130, 0)),
            Plain(2, Slab(10, 70, 130, 10, 0)),
        ],
    },
    Motif {
        name: "basket",
        size: (150, 110),
        pieces: &[
            Felt(1, Oval(14, 0, 60, 60)),
            Felt(0, Oval(66, 4, 66, 66)),
            Felt(2, Poly(&[(0, 44), (150, 44), (134, 110), (16, 110)])),
            Flat(4, Row(4, 0, 15, &Row(11, 13, 0, &Slab(8, 52, 7, 2, 0)))),
        ],
    },
];

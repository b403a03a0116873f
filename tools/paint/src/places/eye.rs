//! The Eye: inside a needle case. Needles like pillars, velvet arches, paper packets, pins with round heads.

use super::Motif;
use super::felt::Cut::{Oval, Poly, Row, Slab, Soft, Thread};
use super::felt::Piece::{Felt, Flat, Hole, Plain};

pub const MOTIFS: &[Motif] = &[
    Motif {
        name: "pillar",
        size: (44, 360),
        pieces: &[
            Plain(
                1,
                Soft(&[
                    (16, -6),
                    (28, -6),
                    (42, 40),
                    (40, 110),
                    (32, 160),
                    (32, 400),
                    (12, 400),
                    (12, 160),
                    (4, 110),
                    (2, 40),
                ]),
            ),
            Hole(Oval(14, 22, 16, 84)),
            Flat(0, Slab(16, 130, 2, 230, 0)),
        ],
    },
    Motif {
        name: "arch",
        size: (260, 300),
        pieces: &[
            Felt(1, Soft(&[(-20, 320), (0, 120), (60, 10), (130, -26), (200, 10), (260, 120), (280, 320)])),
            Hole(Soft(&[(50, 340), (56, 150), (90, 76), (130, 50), (170, 76), (204, 150), (210, 340)])),
        ],
    },
    Motif {
        name: "packet",
        size: (130, 180),
        pieces: &[
            Flat(2, Row(7, 14, 0, &Slab(20, 0, 4, 60, 2))),
            Felt(1, Slab(0, 34, 130, 150, 5)),
            Plain(2, Poly(&[(0, 34), (130, 34), (65, 84)])),
            Flat(3, Slab(30, 120, 70, 3, 0)),
            Flat(3, Slab(40, 130, 50, 3, 0)),
        ],
    },
    Motif {
        name: "heads",
        size: (200, 110),
        pieces: &[
            Flat(2, Thread(3, &[(30, 24), (44, 110)])),
            Flat(2, Thread(3, &[(78, 10), (80, 110)])),
            Flat(2, Thread(3, &[(126, 34), (118, 110)])),
            Flat(2, Thread(3, &[(172, 18), (156, 110)])),
            Plain(1, Oval(14, 10, 30, 28)),
            Plain(0, Oval(62, 0, 32, 30)),
            Plain(1, Oval(112, 22, 28, 26)),
            Plain(0, Oval(156, 4, 32, 30)),
        ],
    },
    Motif {
        name: "swag",
        size: (400, 120),
        pieces: &[
            Felt(1, Soft(&[(-30, -20), (430, -20), (400, 30), (320, 96), (200, 128), (80, 96), (0, 30)])),
            Flat(2, Thread(2, &[(10, 10), (90, 56), (200, 76), (310, 56), (390, 10)])),
            Flat(2, Thread(2, &[(60, 0), (120, 28), (200, 38), (280, 28), (340, 0)])),
        ],
    },
    Motif {
        name: "loop",
        size: (300, 150),
        pieces: &[Plain(
            1,
            Thread(
                4,
                &[
                    (0, 20),
                    (40, 34),
                    (90, 70),
                    (120, 110),
                    (120, 136),
                    (104, 146),
                    (88, 136),
                    (92, 110),
                    (130, 66),
                    (190, 36),
                    (250, 40),
                    (300, 60),
                ],
            ),
        )],
    },
];

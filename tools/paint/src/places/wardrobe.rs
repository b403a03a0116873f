//! The Wardrobe at Night: clothes on their hangers, shelves of hats, boots, mirrors, and what hangs in the linen room.

use super::Motif;
use super::felt::Cut::{self, Oval, Ring, Row, Slab, Soft, Thread};
use super::felt::Piece::{self, Felt, Flat, Plain};

pub const MOTIFS: &[Motif] = &[
    Motif {
        name: "coat",
        size: (150, 300),
        pieces: &[
            HOOK,
            Felt(2, Soft(&[(54, 14), (96, 14), (140, 44), (146, 130), (150, 330), (0, 330), (4, 130), (10, 44)])),
            Plain(3, Soft(&[(56, 16), (94, 16), (80, 110), (75, 140), (70, 110)])),
            Flat(4, Slab(74, 100, 2, 200, 0)),
            Flat(0, Row(4, 0, 44, &Oval(82, 128, 8, 8))),
            Flat(4, Slab(18, 190, 34, 3, 0)),
            Flat(4, Slab(98, 190, 34, 3, 0)),
        ],
    },
    Motif {
        name: "dress",
        size: (150, 280),
        pieces: &[
            HOOK,
            Felt(
                1,
                Soft(&[
                    (50, 10),
                    (62, 34),
                    (88, 34),
                    (100, 10),
                    (106, 70),
                    (92, 110),
                    (160, 310),
                    (-10, 310),
                    (58, 110),
                    (44, 70),
                ]),
            ),
            Plain(2, Soft(&[(70, 120), (82, 120), (96, 300), (62, 300)])),
            Plain(2, Soft(&[(54, 130), (60, 130), (36, 300), (12, 300)])),
            Flat(3, Slab(58, 108, 34, 4, 1)),
        ],
    },
    Motif {
        name: "hats",
        size: (240, 110),
        pieces: &[
            Felt(1, Soft(&[(10, 90), (22, 36), (40, 20), (72, 20), (86, 40), (96, 90)])),
            Plain(2, Slab(0, 82, 108, 12, 6)),
            Flat(3, Slab(18, 66, 74, 8, 0)),
            Felt(1, Slab(140, 10, 70, 80, 6)),
            Plain(2, Slab(120, 82, 110, 12, 6)),
            Flat(3, Slab(140, 66, 70, 10, 0)),
            Plain(3, Slab(0, 94, 240, 9, 2)),
            Plain(4, Slab(20, 102, 8, 8, 0)),
            Plain(4, Slab(210, 102, 8, 8, 0)),
        ],
    },
    Motif {
        name: "boots",
        size: (140, 130),
        pieces: &[
            Felt(2, Soft(&[(6, 0), (52, 0), (52, 70), (84, 96), (84, 124), (2, 124), (8, 60)])),
            Felt(1, Soft(&[(60, 8), (106, 8), (106, 76), (138, 100), (138, 128), (56, 128), (62, 60)])),
            Plain(4, Slab(2, 120, 82, 8, 2)),
            Plain(4, Slab(56, 124, 84, 6, 2)),
        ],
    },
    Motif {
        name: "mirror",
        size: (130, 250),
        pieces: &[
            Felt(2, Oval(4, 0, 122, 190)),
            Flat(0, Oval(20, 16, 90, 158)),
            Flat(1, Soft(&[(30, 130), (90, 30), (106, 60), (50, 164)])),
            Plain(3, Slab(58, 188, 14, 54, 2)),
            Plain(3, Slab(20, 238, 90, 12, 5)),
        ],
    },
    Motif {
        name: "trunk",
        size: (180, 110),
        pieces: &[
            Plain(3, Ring(90, 24, 24, 7)),
            Felt(2, Slab(0, 18, 180, 92, 10)),
            Plain(3, Slab(30, 18, 12, 92, 0)),
            Plain(3, Slab(138, 18, 12, 92, 0)),
            Flat(0, Slab(31, 60, 10, 8, 2)),
            Flat(0, Slab(139, 60, 10, 8, 2)),
        ],
    },
    Motif {
        name: "curtain",
        size: (150, 360),
        pieces: &[
            Felt(2, Soft(&[(-30, -30), (150, -30), (140, 80), (84, 190), (60, 380), (-30, 380)])),
            Plain(3, Soft(&[(20, -20), (44, -20), (40, 110), (24, 380), (6, 380), (18, 160)])),
            Plain(3, Soft(&[(88, -20), (110, -20), (92, 90), (50, 220), (62, 120)])),
            Flat(0, Slab(0, 226, 76, 4, 0)),
        ],
    },
    Motif {
        name: "shirt",
        size: (150, 150),
        pieces: &[
            Felt(
                1,
                Soft(&[
                    (46, 6),
                    (104, 6),
                    (150, 40),
                    (138, 80),
                    (112, 66),
                    (116, 156),
                    (34, 156),
                    (38, 66),
                    (12, 80),
                    (0, 40),
                ]),
            ),
            Plain(2, Soft(&[(50, 4), (75, 30), (100, 4), (92, 40), (75, 46), (58, 40)])),
            Flat(3, Slab(74, 44, 2, 106, 0)),
            Flat(3, Row(4, 0, 25, &Oval(79, 54, 5, 5))),
            Plain(0, Slab(42, 0, 7, 16, 2)),
            Plain(0, Slab(101, 0, 7, 16, 2)),
        ],
    },
    Motif {
        name: "trousers",
        size: (110, 190),
        pieces: &[
            Felt(2, Soft(&[(12, 4), (98, 4), (106, 190), (62, 194), (55, 70), (48, 194), (4, 190)])),
            Plain(1, Slab(14, 4, 82, 14, 2)),
            Plain(0, Slab(20, 0, 7, 14, 2)),
            Plain(0, Slab(83, 0, 7, 14, 2)),
        ],
    },
    Motif {
        name: "sock",
        size: (60, 90),
        pieces: &[
            Felt(1, Soft(&[(8, 2), (36, 2), (38, 50), (62, 66), (60, 92), (14, 90), (6, 56)])),
            Plain(2, Slab(8, 4, 28, 12, 2)),
            Plain(0, Slab(19, 0, 6, 12, 2)),
        ],
    },
    Motif {
        name: "line",
        size: (640, 24),
        pieces: &[Flat(1, Thread(2, &[(0, 3), (100, 10), (220, 16), (320, 18), (420, 16), (540, 10), (640, 3)]))],
    },
    Motif {
        name: "sheet",
        size: (220, 190),
        pieces: &[
            Felt(0, Soft(&[(-10, -10), (230, -10), (224, 120), (230, 196), (150, 180), (80, 196), (-8, 184), (4, 90)])),
            Plain(1, Soft(&[(60, 4), (84, 4), (92, 100), (80, 190), (62, 190), (70, 100)])),
            Plain(1, Soft(&[(150, 4), (164, 4), (160, 100), (176, 184), (148, 180), (146, 90)])),
            Plain(2, Slab(12, 0, 8, 16, 2)),
            Plain(2, Slab(200, 0, 8, 16, 2)),
        ],
    },
    Motif { name: "lantern", size: (60, 96), pieces: &lantern(Oval(16, 32, 28, 38), 17, 12) },
    Motif { name: "lantern_2", size: (60, 96), pieces: &lantern(Oval(12, 28, 36, 46), 21, 11) },
];

/// The hook of a hanger.
const HOOK: Piece = Flat(1, Thread(3, &[(75, 22), (75, 12), (82, 6), (76, 1)]));

/// A paper lantern by its light, the radius of the ring around that, and the length of its fringe.
const fn lantern(light: Cut, ring: i32, fringe: i32) -> [Piece; 9] {
    [
        Flat(2, Slab(29, 0, 2, 16, 0)),
        Felt(1, Oval(4, 20, 52, 60)),
        Flat(0, light),
        Flat(2, Ring(30, 50, ring, 1)),
        Plain(3, Slab(16, 14, 28, 10, 3)),
        Plain(3, Slab(18, 76, 24, 8, 3)),
        Flat(2, Slab(24, 84, 2, fringe, 0)),
        Flat(2, Slab(29, 84, 2, fringe, 0)),
        Flat(2, Slab(34, 84, 2, fringe, 0)),
    ]
}

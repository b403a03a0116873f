//! The Drawer: hills of cloth, haberdashery as tall as trees, the wood of the drawer, the window sill.

use super::Motif;
use super::felt::Cut::{Oval, Poly, Ring, Row, Slab, Soft, Thread};
use super::felt::Piece::{Felt, Flat, Hole, Plain};

pub const MOTIFS: &[Motif] = &[
    Motif {
        name: "mound",
        size: (360, 170),
        pieces: &[
            Felt(1, Soft(&[(-30, 190), (20, 110), (110, 8), (215, -12), (310, 90), (390, 190)])),
            Flat(2, Thread(1, &[(104, 40), (88, 90), (92, 170)])),
            Flat(2, Thread(1, &[(214, 14), (226, 80), (216, 170)])),
        ],
    },
    Motif {
        name: "ridge",
        size: (420, 110),
        pieces: &[Felt(1, Soft(&[(-40, 130), (30, 60), (120, 34), (190, -16), (300, 36), (380, 40), (460, 130)]))],
    },
    Motif {
        name: "fold",
        size: (320, 210),
        pieces: &[
            Felt(1, Soft(&[(-20, 230), (60, 130), (120, 0), (160, -20), (220, 70), (300, 150), (340, 230)])),
            Plain(2, Soft(&[(150, 8), (176, 90), (210, 220), (150, 220), (158, 110)])),
            Plain(2, Soft(&[(98, 70), (106, 140), (80, 220), (40, 220), (84, 140)])),
            Plain(0, Soft(&[(216, 84), (250, 140), (264, 220), (238, 220), (230, 150)])),
        ],
    },
    Motif {
        name: "button",
        size: (100, 100),
        pieces: &[
            Felt(1, Oval(0, 0, 100, 100)),
            Flat(2, Ring(50, 50, 38, 3)),
            Hole(Row(2, 24, 0, &Row(2, 0, 24, &Oval(32, 32, 12, 12)))),
        ],
    },
    Motif {
        name: "spool",
        size: (84, 108),
        pieces: &[
            Plain(2, Slab(10, 14, 64, 80, 4)),
            Flat(3, Row(19, 0, 4, &Slab(11, 17, 60, 1, 0))),
            Plain(1, Slab(0, 0, 84, 16, 5)),
            Plain(1, Slab(0, 92, 84, 16, 5)),
        ],
    },
    Motif {
        name: "thimble",
        size: (84, 100),
        pieces: &[
            Felt(1, Soft(&[(6, 100), (12, 40), (20, -8), (64, -8), (72, 40), (78, 100), (78, 104), (6, 104)])),
            Flat(3, Row(5, 11, 0, &Row(4, 0, 13, &Oval(17, 24, 5, 5)))),
            Plain(0, Slab(0, 84, 84, 16, 6)),
        ],
    },
    Motif {
        name: "shears",
        size: (120, 260),
        pieces: &[
            Plain(1, Poly(&[(40, 0), (66, 150), (50, 176), (36, 160)])),
            Plain(2, Poly(&[(80, 0), (84, 160), (70, 176), (54, 150)])),
            Plain(2, Ring(32, 218, 32, 13)),
            Plain(1, Ring(88, 218, 32, 13)),
            Plain(2, Poly(&[(54, 150), (70, 166), (52, 196), (40, 190)])),
            Plain(1, Poly(&[(50, 166), (66, 150), (80, 190), (68, 196)])),
            Flat(4, Oval(55, 154, 10, 10)),
        ],
    },
    Motif {
        name: "needle",
        size: (60, 280),
        pieces: &[
            Plain(1, Soft(&[(24, 0), (36, 0), (38, 60), (33, 280), (27, 280), (22, 60)])),
            Hole(Oval(27, 12, 6, 36)),
            Flat(3, Thread(2, &[(30, 24), (44, 30), (50, 60), (44, 110), (54, 160), (48, 220)])),
        ],
    },
    Motif {
        name: "tape",
        size: (170, 130),
        pieces: &[
            Felt(1, Oval(20, 0, 130, 130)),
            Flat(3, Ring(85, 65, 48, 2)),
            Flat(3, Ring(85, 65, 36, 2)),
            Flat(2, Ring(85, 65, 24, 24)),
            Plain(1, Slab(60, 106, 110, 24, 3)),
            Flat(3, Row(9, 12, 0, &Slab(68, 108, 2, 8, 0))),
        ],
    },
    Motif {
        name: "ruler",
        size: (48, 250),
        pieces: &[
            Plain(1, Slab(0, 0, 48, 260, 5)),
            Flat(3, Row(24, 0, 10, &Slab(0, 14, 12, 2, 0))),
            Flat(3, Row(5, 0, 50, &Slab(0, 34, 22, 2, 0))),
            Hole(Oval(26, 10, 12, 12)),
        ],
    },
    Motif {
        name: "pompom",
        size: (84, 140),
        pieces: &[
            Plain(3, Slab(38, 70, 9, 72, 2)),
            Felt(1, Oval(0, 0, 84, 88)),
            Flat(2, Thread(1, &[(20, 30), (34, 24), (50, 30), (64, 26)])),
            Flat(2, Thread(1, &[(16, 52), (32, 46), (52, 54), (68, 48)])),
        ],
    },
    Motif {
        name: "safety_pin",
        size: (210, 90),
        pieces: &[
            Plain(2, Ring(28, 56, 28, 9)),
            Hole(Slab(30, 20, 30, 30, 0)),
            Plain(1, Thread(8, &[(30, 32), (176, 20)])),
            Plain(2, Thread(8, &[(28, 80), (180, 60)])),
            Felt(1, Soft(&[(160, 8), (206, 4), (212, 40), (206, 78), (164, 74), (176, 40)])),
        ],
    },
    Motif {
        name: "window",
        size: (240, 260),
        pieces: &[
            Felt(2, Slab(10, 0, 220, 250, 8)),
            Flat(0, Slab(26, 16, 88, 104, 2)),
            Flat(0, Slab(126, 16, 88, 104, 2)),
            Flat(1, Slab(26, 132, 88, 104, 2)),
            Flat(1, Slab(126, 132, 88, 104, 2)),
            Plain(1, Slab(0, 244, 240, 16, 4)),
            Felt(1, Soft(&[(-10, -10), (90, -10), (76, 60), (30, 150), (36, 246), (-10, 246)])),
            Felt(1, Soft(&[(250, -10), (150, -10), (164, 60), (210, 150), (204, 246), (250, 246)])),
        ],
    },
    Motif {
        name: "jar",
        size: (90, 120),
        pieces: &[
            Felt(1, Slab(2, 18, 86, 102, 14)),
            Flat(3, Row(4, 18, 0, &Oval(12, 96, 15, 15))),
            Flat(2, Row(4, 18, 0, &Oval(16, 80, 15, 15))),
            Flat(3, Row(3, 19, 0, &Oval(14, 65, 15, 15))),
            Plain(2, Slab(8, 0, 74, 22, 5)),
        ],
    },
    Motif {
        name: "front",
        size: (430, 150),
        pieces: &[
            Felt(1, Slab(0, 0, 430, 160, 6)),
            Flat(2, Slab(22, 20, 386, 2, 0)),
            Flat(2, Slab(22, 20, 2, 120, 0)),
            Flat(0, Slab(406, 20, 2, 120, 0)),
            Plain(2, Oval(190, 52, 50, 50)),
            Plain(1, Oval(196, 56, 36, 36)),
        ],
    },
    Motif {
        name: "pencils",
        size: (100, 190),
        pieces: &[
            Plain(1, Poly(&[(20, 10), (28, 30), (34, 110), (18, 110), (14, 30)])),
            Plain(2, Poly(&[(50, -4), (58, 20), (58, 110), (42, 110), (42, 20)])),
            Plain(1, Poly(&[(84, 18), (88, 40), (76, 112), (60, 108), (72, 36)])),
            Felt(2, Slab(6, 90, 88, 100, 8)),
            Flat(4, Row(10, 9, 0, &Slab(8, 110, 4, 1, 0))),
        ],
    },
    Motif {
        name: "yarn",
        size: (110, 104),
        pieces: &[
            Felt(1, Oval(0, 0, 104, 104)),
            Flat(2, Thread(2, &[(14, 30), (50, 20), (90, 40)])),
            Flat(2, Thread(2, &[(8, 48), (50, 36), (98, 58)])),
            Flat(3, Thread(2, &[(30, 96), (44, 56), (30, 8)])),
            Flat(3, Thread(2, &[(48, 100), (62, 56), (50, 4)])),
            Flat(2, Thread(3, &[(80, 94), (96, 102), (110, 102)])),
        ],
    },
];

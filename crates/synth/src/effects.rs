//! The sound effects and their layers. They sound like cloth, thread, buttons and pins; none is louder than a falling crate.

use super::synth::{CLOTH, Layer, SQUARE, TONE, TRIANGLE, render};

macro_rules! effects {
    ($($name:ident)*) => {
        /// Every effect.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Effect { $($name),* }

        impl Effect {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$name),*];
        }
    };
}

effects! {
    Step StepSilk StepVelcro StepZip Jump WallJump Land LandHard Bonk Skid WallSlide Bounce Climb Splash Swim Duck Drop
    Bead Golden Checkpoint Tear Respawn Finish
    CratePush CrateLand CrateBreak CrateReturn PlatformTurn
    Spring Dash Refill Stomp Return Key Press Release Open Close Tremble GiveWay CameBack Slam Snip
    MenuMove MenuAccept MenuBack Error ZipClose ZipOpen Notice Count Record Pause
    Wind Roll
    SignOpen SignClose Counted StitchPull Settle AllBeads WorldOpen Finale
}

/// Bell-like tones of two partials, for buttons and beads: start, pitch, decay and level of each.
fn bells(tones: &[(f32, f32, f32, f32)]) -> Vec<Layer> {
    let bell = |&(at, pitch, decay, level): &(f32, f32, f32, f32)| {
        let one = Layer { at, pitch, decay, level, ..TONE };
        [one, Layer { pitch: pitch * 2.76, decay: decay * 0.4, level: level * 0.35, ..one }]
    };
    tones.iter().flat_map(bell).collect()
}

const A5: f32 = 880.0;
const C6: f32 = 1046.5;
const D6: f32 = 1174.7;
const E6: f32 = 1318.5;
const G6: f32 = 1568.0;
const C7: f32 = 2093.0;

const WHOOSH: Layer = Layer { attack: 0.03, decay: 0.2, below: 900.0, below_slide: 6.0, above: 400.0, ..CLOTH };
const THUD: Layer = Layer { pitch: 150.0, slide: -6.0, decay: 0.11, ..TONE };
const CLICK: Layer = Layer { pitch: 1900.0, decay: 0.03, attack: 0.001, above: 600.0, ..TONE };
const ZIP: Layer = Layer { below: 5000.0, above: 1200.0, grains: 60.0, hold: 0.2, decay: 0.06, attack: 0.02, ..CLOTH };
/// The teeth of a zip, faster and faster.
const TEETH: Layer =
    Layer { pitch: 110.0, slide: 4.0, level: 2.0, ..SQUARE.envelope(0.02, 0.2, 0.06).band(1800.0, 7000.0) };
const RIP: Layer = Layer { pitch: 6000.0, below: 4000.0, above: 700.0, grains: 75.0, hold: 0.1, decay: 0.12, ..CLOTH };
const PLUCK: Layer = Layer { pitch: 330.0, decay: 0.18, below: 2600.0, below_slide: -6.0, ..TRIANGLE };

impl Effect {
    /// The name of its file: `step_silk`.
    #[must_use]
    pub fn name(self) -> String {
        let mut name = String::new();
        for c in format!("{self:?}").chars() {
            if c.is_uppercase() && !name.is_empty() {
                name.push('_');
            }
            name.push(c.to_ascii_lowercase());
        }
        name
    }

    /// The number of variants. Frequent effects have more than one.
    #[must_use]
    pub fn variants(self) -> u32 {
        match self {
            Self::Step => 4,
            Self::StepSilk
            | Self::StepVelcro
            | Self::StepZip
            | Self::Climb
            | Self::Swim
            | Self::Wind
            | Self::Roll
            | Self::StitchPull => 3,
            Self::Jump | Self::Land | Self::Bead | Self::CratePush | Self::CrateLand | Self::Tear | Self::Press => 2,
            _ => 1,
        }
    }

    /// Whether it is a melody, whose pitch must not vary.
    #[must_use]
    pub fn is_tuned(self) -> bool {
        let is_menu = (Self::MenuMove as u8..=Self::Pause as u8).contains(&(self as u8));
        let is_moment = (Self::Counted as u8..=Self::Finale as u8).contains(&(self as u8)) && self != Self::StitchPull;
        is_menu || is_moment || matches!(self, Self::Golden | Self::Checkpoint | Self::Finish | Self::Key)
    }

    /// Minimum time between two starts, in seconds. Continuous effects start again before the last one has faded.
    #[must_use]
    pub fn rest(self) -> f64 {
        match self {
            Self::CratePush => 0.16,
            Self::Roll => 0.2,
            Self::Wind => 0.7,
            _ => 0.03,
        }
    }

    /// The samples of a variant, with its own noise and a slightly different pitch.
    #[must_use]
    pub fn samples(self, variant: u32) -> Vec<i16> {
        let tuning =
            1.0 + 0.035 * ((variant % 4) as f32 * 0.75).min(2.0) * if variant.is_multiple_of(2) { 1.0 } else { -1.0 };
        render(&self.layers(), self as u32 * 8 + variant, tuning)
    }

    fn layers(self) -> Vec<Layer> {
        match self {
            // Movement.
            Self::Step => vec![
                Layer { decay: 0.05, below: 1500.0, ..CLOTH },
                Layer { pitch: 190.0, slide: -8.0, decay: 0.04, level: 0.5, ..TONE },
            ],
            Self::StepSilk => vec![Layer { attack: 0.015, decay: 0.08, below: 5500.0, above: 1500.0, ..CLOTH }],
            Self::StepVelcro => vec![Layer { decay: 0.09, grains: 110.0, below: 5000.0, above: 900.0, ..CLOTH }],
            Self::StepZip => vec![
                Layer { pitch: 1450.0, decay: 0.025, ..CLICK },
                Layer { at: 0.025, pitch: 1900.0, decay: 0.02, level: 0.7, ..CLICK },
                Layer { decay: 0.04, level: 0.4, ..CLOTH },
            ],
            Self::Jump => vec![
                Layer { pitch: 250.0, slide: 5.0, decay: 0.16, below: 1800.0, ..TRIANGLE },
                Layer { level: 0.4, decay: 0.12, ..WHOOSH },
            ],
            Self::WallJump => vec![
                Layer { pitch: 310.0, slide: 5.0, decay: 0.15, below: 1800.0, ..TRIANGLE },
                Layer { decay: 0.07, level: 0.8, ..CLOTH },
            ],
            Self::Land => vec![THUD, Layer { decay: 0.07, level: 0.7, below: 1300.0, ..CLOTH }],
            Self::LandHard => {
                vec![Layer { pitch: 115.0, decay: 0.18, ..THUD }, Layer { decay: 0.13, below: 1600.0, ..CLOTH }]
            }
            Self::Bonk => vec![
                Layer { pitch: 420.0, slide: -5.0, decay: 0.09, ..TONE },
                Layer { pitch: 640.0, decay: 0.04, level: 0.5, ..TONE },
            ],
            Self::Skid => vec![Layer { grains: 38.0, ..CLOTH.envelope(0.02, 0.06, 0.12).band(700.0, 3000.0) }],
            Self::WallSlide => {
                vec![Layer { attack: 0.04, hold: 0.12, decay: 0.18, below: 1700.0, above: 500.0, ..CLOTH }]
            }
            Self::Bounce => vec![
                Layer { pitch: 160.0, slide: 4.5, decay: 0.26, waver: (24.0, 0.12), ..TONE },
                Layer { pitch: 322.0, slide: 4.5, decay: 0.18, level: 0.3, ..TONE },
            ],
            Self::Climb => vec![
                Layer { decay: 0.06, below: 1900.0, above: 400.0, ..CLOTH },
                Layer { at: 0.02, pitch: 260.0, decay: 0.05, level: 0.4, ..PLUCK },
            ],
            Self::Splash => vec![
                Layer { attack: 0.01, decay: 0.35, below: 3500.0, below_slide: -4.0, above: 300.0, ..CLOTH },
                Layer { at: 0.06, pitch: 380.0, slide: 5.0, decay: 0.1, level: 0.4, ..TONE },
                Layer { at: 0.14, pitch: 520.0, slide: 5.0, decay: 0.09, level: 0.3, ..TONE },
            ],
            Self::Swim => vec![
                Layer { attack: 0.04, decay: 0.18, below: 900.0, above: 200.0, ..CLOTH },
                Layer { at: 0.05, pitch: 300.0, slide: 4.0, decay: 0.1, level: 0.25, ..TONE },
            ],
            Self::Duck => vec![Layer { attack: 0.015, decay: 0.1, below: 1000.0, ..CLOTH }],
            Self::Drop => {
                vec![Layer { pitch: 300.0, slide: -4.0, decay: 0.14, ..TONE }, Layer { level: 0.5, ..WHOOSH }]
            }
            // Collected things and the course of a run.
            Self::Bead => bells(&[(0.0, E6, 0.22, 1.0)]),
            Self::Golden => {
                bells(&[(0.0, C6, 0.2, 1.0), (0.08, E6, 0.25, 1.0), (0.16, G6, 0.3, 1.0), (0.24, C7, 0.6, 1.0)])
            }
            Self::Checkpoint => bells(&[(0.0, G6 * 0.5, 0.2, 1.0), (0.1, C6, 0.25, 1.0), (0.2, E6, 0.5, 1.0)]),
            Self::Tear => vec![
                Layer { slide: 0.0, ..RIP },
                Layer { at: 0.02, pitch: 420.0, slide: -3.0, decay: 0.35, below: 1600.0, level: 0.8, ..TRIANGLE },
            ],
            Self::Respawn => vec![
                Layer { pitch: 300.0, slide: 3.0, below: 2000.0, ..TRIANGLE.envelope(0.05, 0.0, 0.3) },
                Layer { at: 0.12, pitch: C6, decay: 0.25, level: 0.5, ..TONE },
            ],
            Self::Finish => bells(&[
                (0.0, G6 * 0.5, 0.25, 1.0),
                (0.12, E6 * 0.5, 0.25, 0.9),
                (0.24, A5, 0.25, 1.0),
                (0.36, G6 * 0.5, 0.3, 1.0),
                (0.54, C6, 0.8, 1.0),
                (0.54, E6, 0.8, 0.7),
                (0.56, G6, 0.9, 0.6),
            ]),
            // Crates and platforms.
            Self::CratePush => {
                vec![Layer { pitch: 900.0, grains: 30.0, ..CLOTH.envelope(0.03, 0.05, 0.1).band(150.0, 1100.0) }]
            }
            Self::CrateLand => vec![
                Layer { pitch: 105.0, decay: 0.16, ..THUD },
                Layer { pitch: 230.0, decay: 0.08, level: 0.5, ..THUD },
                Layer { decay: 0.06, level: 0.5, ..CLOTH },
            ],
            Self::CrateBreak => vec![
                Layer { level: 0.8, ..RIP },
                Layer { pitch: 210.0, decay: 0.1, level: 0.6, ..THUD },
                Layer { at: 0.07, pitch: 160.0, decay: 0.14, level: 0.6, ..THUD },
                Layer { at: 0.12, pitch: 260.0, decay: 0.09, level: 0.4, ..THUD },
            ],
            Self::CrateReturn => vec![Layer { pitch: 220.0, slide: 4.0, attack: 0.04, decay: 0.22, ..PLUCK }],
            Self::PlatformTurn => vec![
                Layer { pitch: 700.0, decay: 0.05, level: 0.8, ..CLICK },
                Layer { at: 0.04, pitch: 520.0, decay: 0.06, ..CLICK },
            ],
            // Things.
            Self::Spring => vec![
                Layer { pitch: 190.0, slide: 6.0, decay: 0.3, waver: (31.0, 0.2), below: 2600.0, ..TRIANGLE },
                Layer { decay: 0.05, level: 0.6, ..CLOTH },
            ],
            Self::Dash => vec![
                Layer { attack: 0.01, decay: 0.22, below: 1500.0, below_slide: 9.0, above: 900.0, ..CLOTH },
                Layer { pitch: 1900.0, slide: -4.0, decay: 0.16, level: 0.35, ..TONE },
            ],
            Self::Refill => bells(&[(0.0, D6, 0.15, 0.9), (0.06, A5 * 2.0, 0.3, 1.0)]),
            Self::Stomp => vec![
                Layer { pitch: 200.0, slide: 3.0, decay: 0.16, ..TONE },
                Layer { decay: 0.08, below: 1800.0, ..CLOTH },
                Layer { at: 0.03, pitch: 520.0, slide: 4.0, decay: 0.14, level: 0.5, ..PLUCK },
            ],
            Self::Return => {
                vec![Layer { pitch: 500.0, slide: 2.5, attack: 0.06, decay: 0.2, waver: (12.0, 0.06), ..TONE }]
            }
            Self::Key => bells(&[(0.0, A5, 0.15, 1.0), (0.05, D6, 0.15, 0.9), (0.1, A5 * 2.0, 0.35, 1.0)]),
            Self::Press => {
                vec![Layer { pitch: 950.0, decay: 0.04, ..CLICK }, Layer { pitch: 180.0, decay: 0.06, ..THUD }]
            }
            Self::Release => vec![
                Layer { pitch: 1300.0, decay: 0.035, ..CLICK },
                Layer { pitch: 240.0, decay: 0.05, level: 0.6, ..THUD },
            ],
            Self::Open => vec![
                TEETH,
                Layer { hold: 0.2, level: 0.4, ..ZIP },
                Layer { pitch: 420.0, slide: 2.2, hold: 0.15, decay: 0.12, level: 0.25, ..TONE },
            ],
            Self::Close => vec![
                Layer { pitch: 240.0, slide: -4.0, ..TEETH },
                Layer { below_slide: -2.5, level: 0.4, ..ZIP },
                Layer { at: 0.24, pitch: 170.0, decay: 0.09, ..THUD },
            ],
            Self::Tremble => vec![
                Layer {
                    pitch: 180.0,
                    waver: (28.0, 0.15),
                    grains: 28.0,
                    below: 1500.0,
                    ..TRIANGLE.envelope(0.03, 0.12, 0.12)
                },
                Layer { hold: 0.1, grains: 28.0, level: 0.5, ..CLOTH },
            ],
            Self::GiveWay => vec![
                Layer { hold: 0.06, decay: 0.14, ..RIP },
                Layer { at: 0.05, pitch: 260.0, slide: -3.0, decay: 0.28, level: 0.6, ..TONE },
            ],
            Self::CameBack => vec![
                Layer { pitch: 260.0, slide: 2.5, attack: 0.05, decay: 0.16, ..PLUCK },
                Layer { attack: 0.04, level: 0.5, ..CLOTH },
            ],
            Self::Slam => vec![
                Layer { pitch: 92.0, decay: 0.28, ..THUD },
                Layer { pitch: 1240.0, decay: 0.14, level: 0.25, ..TONE },
                Layer { at: 0.03, attack: 0.03, decay: 0.45, below: 4500.0, above: 1500.0, level: 0.5, ..CLOTH },
            ],
            Self::Snip => vec![
                Layer { attack: 0.02, decay: 0.06, below: 6500.0, above: 2500.0, level: 0.7, ..CLOTH },
                Layer { at: 0.05, pitch: 3100.0, decay: 0.09, ..CLICK },
                Layer { at: 0.05, pitch: 4350.0, decay: 0.07, level: 0.6, ..CLICK },
            ],
            // Menus and messages.
            Self::MenuMove => vec![Layer { pitch: 620.0, decay: 0.07, ..PLUCK }],
            Self::MenuAccept => bells(&[(0.0, A5, 0.1, 0.9), (0.06, E6, 0.2, 1.0)]),
            Self::MenuBack => bells(&[(0.0, A5, 0.1, 0.9), (0.06, D6 * 0.5, 0.18, 1.0)]),
            Self::Error => vec![
                Layer { pitch: 196.0, hold: 0.08, decay: 0.1, below: 900.0, ..SQUARE },
                Layer { at: 0.14, pitch: 165.0, hold: 0.1, decay: 0.16, below: 900.0, ..SQUARE },
            ],
            Self::ZipClose => vec![TEETH, Layer { below: 3500.0, below_slide: 4.0, level: 0.4, ..ZIP }],
            Self::ZipOpen => vec![
                Layer { pitch: 260.0, slide: -4.0, ..TEETH },
                Layer { below: 6500.0, below_slide: -4.0, level: 0.4, ..ZIP },
            ],
            Self::Notice => vec![Layer { pitch: 780.0, decay: 0.12, jump: (0.05, 1.335), ..TONE }],
            Self::Count => vec![Layer { pitch: 1500.0, decay: 0.035, ..CLICK }],
            Self::Record => {
                bells(&[(0.0, C6, 0.15, 0.8), (0.09, G6, 0.2, 0.9), (0.18, E6, 0.2, 0.9), (0.27, C7, 0.6, 1.0)])
            }
            Self::Pause => vec![Layer { pitch: 520.0, decay: 0.16, jump: (0.07, 0.75), ..PLUCK }],
            // Continuous effects: one fades out while the next one fades in.
            Self::Wind => vec![
                Layer { attack: 0.5, hold: 0.2, decay: 0.6, below: 750.0, below_slide: 0.4, above: 250.0, ..CLOTH },
                Layer { attack: 0.6, decay: 0.7, below: 2600.0, above: 1500.0, level: 0.2, ..CLOTH },
            ],
            Self::Roll => vec![
                Layer { attack: 0.08, hold: 0.1, decay: 0.16, pitch: 260.0, below: 520.0, above: 70.0, ..CLOTH },
                Layer { at: 0.06, pitch: 120.0, decay: 0.07, level: 0.35, ..THUD },
            ],
            // Moments: signs, and what happens on the quilt.
            Self::SignOpen => vec![
                Layer { attack: 0.02, decay: 0.16, below: 1400.0, below_slide: 5.0, above: 500.0, ..CLOTH },
                Layer { at: 0.14, pitch: 300.0, decay: 0.06, level: 0.4, ..PLUCK },
            ],
            Self::SignClose => {
                vec![Layer { attack: 0.02, decay: 0.14, below: 2800.0, below_slide: -6.0, above: 400.0, ..CLOTH }]
            }
            Self::Counted => bells(&[(0.0, G6, 0.08, 0.9), (0.05, C7, 0.3, 1.0)]),
            Self::StitchPull => vec![
                Layer { pitch: 1500.0, decay: 0.02, level: 0.7, ..CLICK },
                Layer { at: 0.015, attack: 0.02, decay: 0.07, below: 1800.0, below_slide: 7.0, above: 800.0, ..CLOTH },
            ],
            Self::Settle => vec![
                Layer { pitch: 130.0, decay: 0.14, level: 0.8, ..THUD },
                Layer { attack: 0.02, decay: 0.22, below: 1200.0, above: 150.0, ..CLOTH },
                Layer { at: 0.05, pitch: C6 * 0.5, decay: 0.3, level: 0.4, ..TONE },
            ],
            Self::AllBeads => bells(&[
                (0.0, C6, 0.12, 0.8),
                (0.07, D6, 0.12, 0.8),
                (0.14, E6, 0.12, 0.8),
                (0.21, G6, 0.12, 0.9),
                (0.28, A5 * 2.0, 0.15, 0.9),
                (0.35, C7, 0.5, 1.0),
            ]),
            Self::WorldOpen => {
                let mut layers = bells(&[
                    (0.0, G6 * 0.25, 0.3, 0.9),
                    (0.16, C6 * 0.5, 0.3, 0.9),
                    (0.32, E6 * 0.5, 0.3, 0.9),
                    (0.48, G6 * 0.5, 0.9, 1.0),
                    (0.5, C6, 0.9, 0.7),
                ]);
                layers.push(Layer { hold: 0.3, decay: 0.3, level: 0.5, ..WHOOSH });
                layers
            }
            Self::Finale => bells(&[
                (0.0, C6 * 0.5, 0.5, 1.0),
                (0.2, E6 * 0.5, 0.5, 0.9),
                (0.4, G6 * 0.5, 0.5, 0.9),
                (0.6, C6, 0.5, 1.0),
                (0.85, A5, 0.4, 0.9),
                (1.05, D6, 0.4, 0.9),
                (1.3, C6 * 0.5, 1.4, 0.8),
                (1.3, G6 * 0.5, 1.4, 0.7),
                (1.3, E6, 1.4, 0.8),
                (1.34, C7, 1.4, 0.8),
            ]),
        }
    }
}

//! The sound effects. They sound like cloth, thread, buttons and pins; none is louder than a falling crate. Their layers are in
//! `effects.txt`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::synth::{Layer, TONE, Wave, render};

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
    Snag
}

/// The layers of all sounds in `effects.txt`, by name.
static SOUNDS: LazyLock<BTreeMap<&str, Vec<Layer>>> = LazyLock::new(|| {
    let waves = [("sine", Wave::Sine), ("triangle", Wave::Triangle), ("square", Wave::Square), ("hiss", Wave::Hiss)];
    let mut sounds: BTreeMap<&str, Vec<Layer>> = waves.map(|(name, wave)| (name, vec![Layer { wave, ..TONE }])).into();
    sounds.insert("bell", vec![TONE]);
    for (name, layers) in include_str!("effects.txt").lines().filter_map(|line| line.split_once(": ")) {
        let layers = layers.split(" | ").filter_map(|layer| layers_of(layer, &sounds)).flatten().collect();
        sounds.insert(name, layers);
    }
    sounds
});

/// The layers of `bell at 0.1 pitch 880`; `None` if it is mistaken.
fn layers_of(text: &str, sounds: &BTreeMap<&str, Vec<Layer>>) -> Option<Vec<Layer>> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let (base, changes) = words.split_first()?;
    let mut layer = *sounds.get(base)?.first()?;
    for change in changes.chunks(2) {
        let [name, number] = change else { return None };
        *member(&mut layer, name)? = number.parse().ok()?;
    }
    // The second partial of buttons and beads.
    let partial = Layer { pitch: layer.pitch * 2.76, decay: layer.decay * 0.4, level: layer.level * 0.35, ..layer };
    Some(if *base == "bell" { vec![layer, partial] } else { vec![layer] })
}

/// The member of a layer with this name.
fn member<'a>(layer: &'a mut Layer, name: &str) -> Option<&'a mut f32> {
    Some(match name {
        "at" => &mut layer.at,
        "pitch" => &mut layer.pitch,
        "slide" => &mut layer.slide,
        "jump_at" => &mut layer.jump.0,
        "jump" => &mut layer.jump.1,
        "waver" => &mut layer.waver.0,
        "waver_depth" => &mut layer.waver.1,
        "grains" => &mut layer.grains,
        "attack" => &mut layer.attack,
        "hold" => &mut layer.hold,
        "decay" => &mut layer.decay,
        "below" => &mut layer.below,
        "below_slide" => &mut layer.below_slide,
        "above" => &mut layer.above,
        "level" => &mut layer.level,
        _ => return None,
    })
}

impl Effect {
    /// The name of its file: `step_silk`.
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
            Self::Jump
            | Self::Land
            | Self::Bead
            | Self::CratePush
            | Self::CrateLand
            | Self::Tear
            | Self::Press
            | Self::Snag => 2,
            _ => 1,
        }
    }

    /// Whether it is a melody, whose pitch must not vary.
    pub fn is_tuned(self) -> bool {
        let is_menu = (Self::MenuMove as u8..=Self::Pause as u8).contains(&(self as u8));
        let is_moment = (Self::Counted as u8..=Self::Finale as u8).contains(&(self as u8)) && self != Self::StitchPull;
        is_menu || is_moment || matches!(self, Self::Golden | Self::Checkpoint | Self::Finish | Self::Key)
    }

    /// Minimum time between two starts, in seconds. Continuous effects start again before the last one has faded.
    pub fn rest(self) -> f64 {
        match self {
            Self::CratePush => 0.16,
            Self::Roll => 0.2,
            Self::Wind => 0.7,
            _ => 0.03,
        }
    }

    /// The samples of a variant, with its own noise and a slightly different pitch.
    pub fn samples(self, variant: u32) -> Vec<i16> {
        let tuning =
            1.0 + 0.035 * ((variant % 4) as f32 * 0.75).min(2.0) * if variant.is_multiple_of(2) { 1.0 } else { -1.0 };
        let layers = SOUNDS.get(self.name().as_str()).map_or(&[][..], Vec::as_slice);
        render(layers, self as u32 * 8 + variant, tuning)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_sounds_can_be_read_and_every_effect_has_one() {
        for line in include_str!("effects.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let (name, layers) = line.split_once(": ").unwrap();
            let wanted: usize = layers.split(" | ").map(|layer| layers_of(layer, &SOUNDS).unwrap().len()).sum();
            assert_eq!(SOUNDS[name].len(), wanted, "{line}: it may use sounds from lines above");
        }
        assert!(Effect::ALL.iter().all(|effect| SOUNDS.contains_key(effect.name().as_str())));
    }
}

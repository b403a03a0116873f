//! Randomly damaged recordings: inputs and `.lab` files. Each is refused, or can be played. `STEPS`, `SEED` and `FROM`
//! choose other damages, as in `tests/level/random.rs`.

use std::sync::Arc;

use crate::level_kit::level;
use crate::mangle::each_damaged;
use seamwalker_collide::SolverSetup;
use seamwalker_lab::{SessionPlace, SharedSession, Take};
use seamwalker_level::{Level, Limits};
use seamwalker_sim::{Input, InputTimeline, World};

/// Damaged files of each kind without `STEPS`.
const STEPS: u64 = 300;

/// Ticks that are played of a recording that can be read.
const TICKS: usize = 20;

const INPUTS: [&str; 3] = [
    "60 right\n",
    "# a hop\n20 right\n12 right+jump\n8 none\n20 left+down\n",
    "10 right+jump+dash\n30 up\n5 down\n15 -\n1 retry\n",
];

fn room() -> Arc<Level> {
    Arc::new(level(&["#          #", "#    -     #", "#  /##\\    #", "############"]))
}

fn play(mut world: World, inputs: &InputTimeline) {
    for input in inputs.iter().take(TICKS) {
        world.step(input);
    }
}

#[test]
fn damaged_inputs_are_played_or_refused_with_a_line() {
    let start = World::new(room(), SolverSetup::default());
    let files = INPUTS.map(|text| text.as_bytes().to_vec());
    let (read, refused) = each_damaged("inputs", &files, STEPS, |bytes| {
        let text = String::from_utf8_lossy(bytes);
        match text.parse::<InputTimeline>() {
            Ok(inputs) => {
                assert_eq!(inputs.to_string().parse().as_ref(), Ok(&inputs));
                play(start.clone(), &inputs);
                true
            }
            Err(error) => {
                assert!((1..=text.lines().count()).contains(&error.line), "{error}");
                false
            }
        }
    });
    assert!(read > 0 && refused > 0);
}

#[test]
fn damaged_lab_files_are_played_or_refused() {
    let place = SessionPlace::Scene(seamwalker_lab::scenes()[0].name.clone());
    let level = place.level(&Limits::DEFAULT).unwrap();
    let parcel = |later: usize| {
        let mut world = World::new(Arc::clone(&level), SolverSetup::default());
        (0..later).for_each(|_| drop(world.step(Input::default())));
        let mut take = Take::new(world, INPUTS[1].parse().unwrap());
        (take.from, take.to) = (10, 40);
        SharedSession::new(place.clone(), &take).text().into_bytes()
    };
    let (read, refused) = each_damaged("lab file", &[parcel(0), parcel(40)], STEPS, |bytes| {
        let Ok(parcel) = SharedSession::parse(bytes) else { return false };
        if let Ok(Take { start, inputs, .. }) = parcel.begin(Arc::clone(&level)) {
            play(start, &inputs);
        }
        true
    });
    assert!(read > 0 && refused > 0);
}

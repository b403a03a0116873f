//! Pictures without a player: `portrait.rs` draws whole maps, `footage.rs` records clips of runs, and `contrast.rs` measures how well the
//! hero is seen in them.

mod contrast;
pub mod footage;
pub mod portrait;

use std::io;
use std::path::Path;

use seamwalker_collide::SolverSetup;
use seamwalker_level::{Embedded, MapAccess, Problem};
use seamwalker_sim::World;

use super::library::LevelLibrary;
use super::play::Play;
use super::settings::FrameRate;
use super::window;

/// Opens a window and runs a task in it. If the task fails, the program prints why and ends with status 1.
fn run_in_window<F: Future<Output = io::Result<()>> + 'static>(
    access: MapAccess,
    embedded: Embedded,
    task: impl FnOnce(LevelLibrary) -> F,
) -> io::Result<()> {
    let library = LevelLibrary::new(embedded, None, access)?;
    window::open(library, (None, FrameRate::default()), |library, _| {
        let task = task(library);
        async {
            if let Err(error) = task.await {
                complain!("seamwalker: {error}");
                std::process::exit(1);
            }
        }
    })
}

/// The initial state of a map. The error is the first problem of the map.
fn begin(library: &mut LevelLibrary, map: &Path, solver: SolverSetup) -> io::Result<Play> {
    let index = library.find(map)?;
    let first = |problems: Vec<Problem>| problems.first().map(ToString::to_string).unwrap_or_default();
    let level = library.read(index).map_err(|problems| io::Error::other(first(problems)))?;
    Ok(Play::new(World::new(level.into(), solver), true, &*library.files(index)))
}

//! Records a clip of a run, for documents.

use std::io;
use std::path::PathBuf;

use macroquad::prelude::next_frame;
use seamwalker_collide::SolverSetup;
use seamwalker_level::{Embedded, MapAccess};
use seamwalker_sim::InputTimeline;

use super::{DrawnRun, run_in_window};
use crate::app::library::LevelLibrary;
use crate::app::render::{Clip, SIZE};

/// The options of a clip.
#[derive(Debug, Default)]
pub struct Footage {
    /// The map.
    pub map: PathBuf,
    /// The PNG file.
    pub file: PathBuf,
    /// The inputs.
    pub inputs: InputTimeline,
    /// The solver.
    pub solver: SolverSetup,
    /// The first tick of the clip.
    pub from: u32,
    /// The number of ticks.
    pub ticks: u32,
    /// View pixels per pixel of the clip, in each direction.
    pub shrink: usize,
    /// The most colours.
    pub colors: usize,
    /// The limits for reading the map.
    pub access: MapAccess,
}

/// Opens a window, plays the run, writes the clip.
///
/// # Errors
/// If no window can be opened.
pub fn run(footage: Footage, embedded: Embedded) -> io::Result<()> {
    run_in_window(footage.access.clone(), embedded, async move |library| draw(&footage, library).await)
}

async fn draw(footage: &Footage, mut library: LevelLibrary) -> io::Result<()> {
    let mut run = DrawnRun::begin(&mut library, &footage.map, footage.solver, &footage.inputs, SIZE).await?;
    let mut clip = Clip::new(u64::from(footage.ticks), footage.shrink, false).with_colors(footage.colors);
    for tick in 0..footage.from.saturating_add(footage.ticks) {
        run.tick();
        if tick < footage.from || !clip.wants(u64::from(tick)) {
            continue;
        }
        if clip.take(u64::from(tick), &run.picture(), 1) {
            break;
        }
        next_frame().await;
    }
    crate::output::write_file(&footage.file, clip.encode().map_err(io::Error::other)?).map_err(io::Error::other)
}

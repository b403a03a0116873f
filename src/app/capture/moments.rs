//! Pictures of single moments of a run, as the player sees them, for documents and for judging how levels look.

use std::io;
use std::path::{Path, PathBuf};

use glam::Vec2;
use macroquad::prelude::next_frame;
use seamwalker_collide::SolverSetup;
use seamwalker_level::{Embedded, MapAccess};
use seamwalker_sim::InputTimeline;

use super::{DrawnRun, run_in_window};
use crate::app::library::LevelLibrary;
use crate::app::render::{SIZE, clip};

/// The options of such pictures.
#[derive(Debug, Default)]
pub struct Moments {
    /// The map.
    pub map: PathBuf,
    /// The PNG file; the names of several are `NAME-TICK.png`.
    pub file: PathBuf,
    /// The inputs.
    pub inputs: InputTimeline,
    /// The moments, in ticks.
    pub ticks: Vec<u32>,
    /// Width and height of what is shown, in pixels; `None` for the usual view.
    pub view: Option<[f32; 2]>,
    /// The limits for reading the map.
    pub access: MapAccess,
}

/// Opens a window, plays the run, writes the pictures.
///
/// # Errors
/// If no window can be opened.
pub fn run(moments: Moments, embedded: Embedded) -> io::Result<()> {
    run_in_window(moments.access.clone(), embedded, async move |library| draw(&moments, library).await)
}

async fn draw(moments: &Moments, mut library: LevelLibrary) -> io::Result<()> {
    let view = moments.view.map_or(SIZE, Vec2::from);
    let mut run = DrawnRun::begin(&mut library, &moments.map, SolverSetup::default(), &moments.inputs, view).await?;
    for tick in 0..=moments.ticks.iter().copied().max().unwrap_or(0) {
        if moments.ticks.contains(&tick) {
            let file = name(&moments.file, (moments.ticks.len() > 1).then_some(tick));
            let picture = clip::picture(&run.picture()).map_err(io::Error::other)?;
            crate::output::write_file(&file, picture).map_err(io::Error::other)?;
            next_frame().await;
        }
        run.tick();
    }
    Ok(())
}

/// The name of the picture of a tick.
fn name(file: &Path, tick: Option<u32>) -> PathBuf {
    let Some(tick) = tick else { return file.to_owned() };
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    file.with_file_name(format!("{stem}-{tick}.png"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_pictures_are_named_by_their_ticks() {
        assert_eq!(name(Path::new("a/b.png"), None), Path::new("a/b.png"));
        assert_eq!(name(Path::new("a/b.png"), Some(60)), Path::new("a/b-60.png"));
    }
}

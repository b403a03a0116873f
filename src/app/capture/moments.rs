//! Pictures of single moments of a run, as the player sees them, for documents and for judging how levels look.

use std::io;
use std::path::{Path, PathBuf};

use macroquad::prelude::next_frame;
use seamwalker::collide::SolverSetup;
use seamwalker::level::{Embedded, MapAccess};
use seamwalker::sim::{InputCursor, InputTimeline, TICK};

use super::{begin, run_in_window};
use crate::app::input::ButtonState;
use crate::app::level_view::Scenery;
use crate::app::library::LevelLibrary;
use crate::app::render::{Assets, Canvas, RenderTarget, clip};

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
    let assets = Assets::load(&*library.art(), [false, false]);
    let mut play = begin(&mut library, &moments.map, SolverSetup::default())?;
    let background = Scenery::background(&play.world.level);
    play.watched = Some(InputCursor::new(moments.inputs.clone()));
    // The first frame of a window may be black, and the first update of a level has no duration.
    next_frame().await;
    play.update(ButtonState::default(), 0.0, &mut ());
    let (view, mut canvas) = (RenderTarget::new(), Canvas::new());
    for tick in 0..=moments.ticks.iter().copied().max().unwrap_or(0) {
        if moments.ticks.contains(&tick) {
            view.begin(background);
            play.draw(&mut canvas, &assets, &play.viewport());
            canvas.flush();
            let file = name(&moments.file, (moments.ticks.len() > 1).then_some(tick));
            crate::output::write_file(&file, clip::picture(&view.picture()).map_err(io::Error::other)?)
                .map_err(io::Error::other)?;
            next_frame().await;
        }
        play.update(ButtonState::default(), TICK, &mut ());
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

//! Records a run, or a single moment of it, as the player sees it, for documents.

use std::io;
use std::path::PathBuf;

use macroquad::prelude::next_frame;
use seamwalker_collide::SolverSetup;
use seamwalker_level::{Embedded, MapAccess};
use seamwalker_sim::{InputCursor, InputTimeline, TICK};

use super::{begin, run_in_window};
use crate::app::input::ButtonState;
use crate::app::library::LevelLibrary;
use crate::app::render::{Assets, Canvas, Clip, LEVEL_SIZE, RenderTarget};

/// The options of a clip.
#[derive(Debug, Default)]
pub struct Footage {
    /// The map.
    pub map: PathBuf,
    /// The PNG file; `None` measures instead how well the hero is seen.
    pub file: Option<PathBuf>,
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
    let assets = Assets::load(&*library.art(), [false; 2]);
    let mut play = begin(&mut library, &footage.map, footage.solver)?;
    let background = play.scenery.tiles.background();
    play.watched = Some(InputCursor::new(footage.inputs.clone()));
    // The first frame of a window may be black, and the first update of a level has no duration.
    next_frame().await;
    play.resize(LEVEL_SIZE, 1.0);
    play.update(ButtonState::default(), 0.0, &mut ());
    let Some(file) = &footage.file else { return super::contrast::measure(footage, &mut play, &assets).await };
    let (view, mut canvas) = (RenderTarget::of(LEVEL_SIZE), Canvas::new());
    let mut clip = Clip::new(u64::from(footage.ticks), footage.shrink).with_colors(footage.colors);
    for tick in 0..footage.from.saturating_add(footage.ticks) {
        play.update(ButtonState::default(), TICK, &mut ());
        if tick < footage.from || !clip.wants(u64::from(tick)) {
            continue;
        }
        view.begin(background);
        play.draw(&mut canvas, &assets, &play.viewport());
        canvas.flush();
        if clip.take(u64::from(tick), &view.picture(), 1) {
            break;
        }
        next_frame().await;
    }
    crate::output::write_file(file, clip.encode().map_err(io::Error::other)?).map_err(io::Error::other)
}

//! A clip of a run as the game shows it, for documents.

use std::io;
use std::path::PathBuf;

use macroquad::prelude::next_frame;
use seamwalker::collide::SolverSetup;
use seamwalker::level::{Embedded, Limits};
use seamwalker::sim::{InputCursor, InputTimeline, TICK, World};

use crate::app::input::ButtonState;
use crate::app::level_view::scenery::Scenery;
use crate::app::library::LevelLibrary;
use crate::app::play::Play;
use crate::app::render::assets::Assets;
use crate::app::render::canvas::Canvas;
use crate::app::render::clip::Clip;
use crate::app::render::view::{RenderTarget, SIZE};
use crate::app::window;

/// What is to be shown.
#[derive(Debug, Default)]
pub struct Footage {
    /// The map.
    pub map: PathBuf,
    /// The PNG file.
    pub file: PathBuf,
    /// What is pressed.
    pub inputs: InputTimeline,
    /// The solver.
    pub solver: SolverSetup,
    /// The first tick that is shown, and how many are.
    pub from: u32,
    /// How many.
    pub ticks: u32,
    /// Within which limits the map is read.
    pub limits: Limits,
}

/// Opens a window, plays the run, writes the clip.
///
/// # Errors
/// When there is no window to be had.
pub fn run(footage: Footage, embedded: Embedded) -> io::Result<()> {
    let library = LevelLibrary::new(embedded, None)?.within(footage.limits);
    window::open(library, None, async move |library, _| {
        if let Err(error) = draw(&footage, library).await {
            eprintln!("seamwalker: {error}");
            std::process::exit(1);
        }
    })
}

async fn draw(footage: &Footage, mut library: LevelLibrary) -> io::Result<()> {
    let assets = Assets::load(&*library.art(), [false, false]);
    let index = library.find(&footage.map)?;
    let level = library.read(index).map_err(|problems| {
        let first = problems.first().map(ToString::to_string);
        io::Error::other(first.unwrap_or_default())
    })?;
    let background = Scenery::background(&level);
    let mut play = Play::new(World::new(level.into(), footage.solver), true, &*library.files(index));
    play.watched = Some(InputCursor::new(footage.inputs.clone()));
    // The first frame of a window may still be black, and the first of a level takes no time.
    next_frame().await;
    play.update(ButtonState::default(), 0.0, &mut ());
    let (view, mut canvas) = (RenderTarget::new(), Canvas::new());
    let mut clip = Clip::new(u64::from(footage.ticks), 1, false);
    for tick in 0..footage.from.saturating_add(footage.ticks) {
        play.update(ButtonState::default(), TICK, &mut ());
        if tick < footage.from || !clip.wants(u64::from(tick)) {
            continue;
        }
        view.begin(background);
        play.draw(&mut canvas, &assets);
        canvas.flush();
        if clip.take(u64::from(tick), &view.pixels(), SIZE.x as usize) {
            break;
        }
        next_frame().await;
    }
    crate::output::write_file(&footage.file, clip.encode().map_err(io::Error::other)?).map_err(io::Error::other)
}

//! Pictures and measurements without a player: `portrait.rs` draws whole maps, `moments.rs` single moments of runs, `footage.rs` records
//! clips of runs, `frames.rs` measures frame times.

pub mod footage;
pub mod frames;
pub mod moments;
pub mod portrait;

use std::io;
use std::path::Path;

use glam::Vec2;
use macroquad::prelude::{Color, Image, next_frame};

use seamwalker_collide::SolverSetup;
use seamwalker_level::{Embedded, Level, MapAccess};
use seamwalker_sim::{InputCursor, InputTimeline, TICK, World};

use super::input::ButtonState;
use super::level_view::Scenery;
use super::library::LevelLibrary;
use super::play::Play;
use super::render::{Assets, Canvas, RenderTarget};
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
                eprintln!("seamwalker: {error}");
                std::process::exit(1);
            }
        }
    })
}

/// Reads a map; also returns its index in the library. The error is the first problem of the map.
fn read_map(library: &mut LevelLibrary, map: &Path) -> io::Result<(usize, Level)> {
    let index = library.find(map)?;
    let level = library.read(index);
    level
        .map(|level| (index, level))
        .map_err(|problems| io::Error::other(problems.first().map(ToString::to_string).unwrap_or_default()))
}

/// The initial state of a map.
fn begin(library: &mut LevelLibrary, map: &Path, solver: SolverSetup) -> io::Result<Play> {
    let (index, level) = read_map(library, map)?;
    Ok(Play::new(World::new(level.into(), solver), true, &*library.files(index)))
}

/// A run that is played tick by tick, and drawn as the player sees it.
struct DrawnRun {
    play: Play,
    assets: Assets,
    background: Color,
    view: RenderTarget,
    canvas: Canvas,
}

impl DrawnRun {
    /// The run at its start, in a view of this size.
    async fn begin(
        library: &mut LevelLibrary,
        map: &Path,
        solver: SolverSetup,
        inputs: &InputTimeline,
        view: Vec2,
    ) -> io::Result<Self> {
        let assets = Assets::load(&*library.art(), [false, false]);
        let mut play = begin(library, map, solver)?;
        let background = Scenery::background(&play.world.level);
        play.watched = Some(InputCursor::new(inputs.clone()));
        // The first frame of a window may be black, and the first update of a level has no duration.
        next_frame().await;
        play.resize(view);
        play.update(ButtonState::default(), 0.0, &mut ());
        Ok(Self { play, assets, background, view: RenderTarget::of(view), canvas: Canvas::new() })
    }

    /// One tick.
    fn tick(&mut self) {
        self.play.update(ButtonState::default(), TICK, &mut ());
    }

    /// What the player sees now.
    fn picture(&mut self) -> Image {
        self.view.begin(self.background);
        self.play.draw(&mut self.canvas, &self.assets, &self.play.viewport());
        self.canvas.flush();
        self.view.picture()
    }
}

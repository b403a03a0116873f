//! A picture of a whole map as the game shows it at its beginning, for documents.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use apng::{BitDepth, ColorType, Encoder};
use glam::Vec2;
use macroquad::prelude::next_frame;
use seamwalker::collide::SolverSetup;
use seamwalker::level::{Embedded, Limits};
use seamwalker::sim::World;

use crate::app::level_view::scenery::Scenery;
use crate::app::library::LevelLibrary;
use crate::app::play::Play;
use crate::app::render::assets::Assets;
use crate::app::render::canvas::Canvas;
use crate::app::render::clip::smaller;
use crate::app::render::view::{RenderTarget, SIZE, Viewport};
use crate::app::window;
use crate::output::NewFile;

/// The widest band that is drawn at once, in pixels: what every graphics card holds. A band of small tiles is narrower, so
/// that it has no more than [`BAND_TILES`] in a row, and so is one of a map with many edges: where those are evenly spread,
/// it shows about [`BAND_EDGES`]. Each of them may take 30 KB until the next band is drawn.
const BAND: f32 = 16_384.0;
const BAND_TILES: f32 = 512.0;
const BAND_EDGES: f32 = 6000.0;

/// The largest picture: pixels of a row, and of all. Rows go to the file as they are drawn, a view's height at a time.
const MAX_WIDTH: usize = 1 << 16;
const MAX_PIXELS: usize = 1 << 28;

/// What is to be drawn.
#[derive(Debug, Default)]
pub struct Portrait {
    /// The map.
    pub map: PathBuf,
    /// The PNG file.
    pub file: PathBuf,
    /// So many pixels of the map are one of the picture, in each direction.
    pub shrink: u16,
    /// Within which limits the map is read.
    pub limits: Limits,
}

/// Opens a window, draws the map, writes the picture.
///
/// # Errors
/// When there is no window to be had.
pub fn run(portrait: Portrait, embedded: Embedded) -> io::Result<()> {
    let library = LevelLibrary::new(embedded, None)?.within(portrait.limits);
    window::open(library, None, async move |library, _| {
        if let Err(error) = draw(&portrait, library).await {
            eprintln!("seamwalker: {error}");
            std::process::exit(1);
        }
    })
}

async fn draw(portrait: &Portrait, mut library: LevelLibrary) -> io::Result<()> {
    let assets = Assets::load(&*library.art(), [false; 2]);
    let index = library.find(&portrait.map)?;
    let level = library.read(index).map_err(|problems| {
        let first = problems.first().map(ToString::to_string);
        io::Error::other(first.unwrap_or_default())
    })?;
    let (size, corner, tile) = (level.bounds.size().max(SIZE), level.bounds.min(), level.tile_size.as_vec2());
    let background = Scenery::background(&level);
    let edges_per_column = level.terrain.edges().len() as f32 / size.x * (SIZE.y / size.y);
    let by = usize::from(portrait.shrink).clamp(1, SIZE.y as usize);
    let (wide, high) = (size.x as usize / by, size.y as usize / by);
    if wide > MAX_WIDTH || wide.saturating_mul(high) > MAX_PIXELS {
        let most = format!("the most is {MAX_WIDTH} per row and {MAX_PIXELS} in total");
        let what = format!("the picture would have {wide} x {high} pixels; {most}: make it smaller with --shrink");
        return Err(io::Error::other(what));
    }
    let mut play = Play::new(World::new(level.into(), SolverSetup::default()), true, &*library.files(index));
    // The first frame of a window may still be black.
    next_frame().await;
    // Squares of pixels that become one lie in one band.
    let whole = |most: f32| most - most % by as f32;
    let widest = (tile.x * BAND_TILES).min(BAND_EDGES / edges_per_column).clamp(SIZE.x, BAND);
    let band = Vec2::new(whole(widest).min(size.x), whole(SIZE.y));
    let (view, mut canvas) = (RenderTarget::of(Vec2::new(band.x, SIZE.y)), Canvas::new());
    let mut file = NewFile::create(&portrait.file)?;
    let mut encoder = Encoder::new(BufWriter::new(&mut file), wide as u32, high as u32);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    let mut stream = writer.stream_writer()?;
    let mut left = high;
    for down in (0..).map(|i| i as f32 * band.y).take_while(|down| *down < size.y) {
        // A strip about as high as the view: the backdrops of tall maps are those that one sees there.
        let rows = (band.y as usize / by).min(left);
        let mut strip = vec![0; rows * wide * 3];
        for along in (0..).map(|i| i as f32 * band.x).take_while(|along| *along < size.x) {
            let corner = (corner + Vec2::new(along, down)).round();
            view.begin(background);
            play.draw_day(&mut canvas, &assets, &Viewport { corner, size: Vec2::new(band.x, SIZE.y) });
            canvas.flush();
            let (small, columns) = (smaller(&view.pixels(), band.x as usize, by), band.x as usize / by);
            let first = along as usize / by;
            let columns_left = columns.min(wide - first.min(wide));
            for (row, line) in small.chunks_exact(columns * 3).take(rows).enumerate() {
                let at = (row * wide + first) * 3;
                strip[at..at + columns_left * 3].copy_from_slice(&line[..columns_left * 3]);
            }
            next_frame().await;
        }
        stream.write_all(&strip)?;
        left -= rows;
    }
    stream.finish()?;
    writer.finish()?;
    file.keep()?;
    // The picture is there, but not all that should be in it.
    let lacks: Vec<&String> = assets.complaints.iter().chain(play.complaints()).collect();
    match lacks.as_slice() {
        [] => Ok(()),
        lacks => Err(io::Error::other(format!("not everything could be drawn: {}", list(lacks)))),
    }
}

fn list(lacks: &[&String]) -> String {
    lacks.iter().map(|lack| lack.as_str()).collect::<Vec<_>>().join("; ")
}

//! A picture of a whole map in its initial state, for documents.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use glam::Vec2;
use macroquad::prelude::next_frame;
use seamwalker_collide::SolverSetup;
use seamwalker_level::{Assumption, Embedded, MapAccess, Object, ObjectKind};

use super::{begin, run_in_window};
use crate::app::level_view::Camera;
use crate::app::library::LevelLibrary;
use crate::app::render::{Assets, Canvas, RenderTarget, SIZE, Viewport, rgb_encoder, smaller_rows};
use crate::output::NewFile;

/// The maximal width of a band that is drawn at once, in pixels, which every graphics card supports. A band is narrower if it
/// would have more than [`BAND_TILES`] tiles in a row or about [`BAND_EDGES`] edges, which may take 30 KB each.
const MAX_BAND_WIDTH: f32 = 16_384.0;
const BAND_TILES: f32 = 512.0;
const BAND_EDGES: f32 = 6000.0;

/// The maximal width and number of pixels of a picture. Rows are written as they are drawn, a view's height at a time.
const MAX_WIDTH: usize = 1 << 16;
const MAX_PIXELS: usize = 1 << 28;

/// The options of a picture.
#[derive(Debug, Default)]
pub struct Portrait {
    /// The map.
    pub map: PathBuf,
    /// The PNG file.
    pub file: PathBuf,
    /// Pixels of the map per pixel of the picture, in each direction.
    pub shrink: u16,
    /// The limits for reading the map.
    pub access: MapAccess,
}

/// Opens a window, draws the map, writes the picture.
///
/// # Errors
/// If no window can be opened.
pub fn run(portrait: Portrait, embedded: Embedded) -> io::Result<()> {
    run_in_window(portrait.access.clone(), embedded, async move |library| draw(&portrait, library).await)
}

async fn draw(portrait: &Portrait, mut library: LevelLibrary) -> io::Result<()> {
    let assets = Assets::load(&*library.art(), [false; 2]);
    let mut play = begin(&mut library, &portrait.map, SolverSetup::default())?;
    // A small map is not enlarged.
    play.camera = Camera::default();
    let level = &play.world.level;
    let (size, corner, tile) = (level.bounds.size().max(Vec2::ONE), level.bounds.min(), level.tile_size.as_vec2());
    let background = play.scenery.tiles.background();
    let is_placed = |object: &Object| matches!(object.kind, ObjectKind::Player { .. });
    let is_assumed = level.assumed.iter().any(|assumed| matches!(assumed, Assumption::Start { .. }));
    let has_player = !is_assumed && level.objects.iter().any(is_placed);
    let edges_per_column = level.terrain.edges().len() as f32 / size.x * (SIZE.y / size.y);
    let by = usize::from(portrait.shrink).clamp(1, SIZE.y as usize);
    let (width, height) = (size.x as usize / by, size.y as usize / by);
    if width > MAX_WIDTH || width.saturating_mul(height) > MAX_PIXELS {
        let max = format!("the most is {MAX_WIDTH} per row and {MAX_PIXELS} in total");
        let what = format!("the picture would have {width} x {height} pixels; {max}: make it smaller with --shrink");
        return Err(io::Error::other(what));
    }
    if !has_player {
        play.hide_player(true);
    }
    // The first frame of a window may be black.
    next_frame().await;
    // A square that becomes one pixel must be in one band.
    let whole = |max: f32| max - max % by as f32;
    let widest = (tile.x * BAND_TILES).min(BAND_EDGES / edges_per_column).clamp(SIZE.x, MAX_BAND_WIDTH);
    let band = Vec2::new(whole(widest).min((size.x / by as f32).ceil() * by as f32), whole(SIZE.y));
    let (view, mut canvas) = (RenderTarget::of(band), Canvas::new());
    let mut file = NewFile::create(&portrait.file)?;
    let mut writer = rgb_encoder(BufWriter::new(&mut file), width, height).write_header()?;
    let mut stream = writer.stream_writer()?;
    let mut left = height;
    for down in (0..).map(|i| i as f32 * band.y).take_while(|down| *down < size.y) {
        // A strip as high as the view, so that backdrops are those of that place.
        let rows = (band.y as usize / by).min(left);
        let mut strip = vec![0; rows * width * 3];
        for along in (0..).map(|i| i as f32 * band.x).take_while(|along| *along < size.x) {
            let place = Viewport { corner: corner + Vec2::Y * down, size: Vec2::new(size.x, SIZE.y) };
            play.scenery.look.painted = Some(place);
            let corner = (corner + Vec2::new(along, down)).round();
            view.begin(background);
            play.draw_day(&mut canvas, &assets, &Viewport { corner, size: Vec2::new(band.x, SIZE.y) });
            canvas.flush();
            let (stored, columns) = (view.stored(), band.x as usize / by);
            let small = smaller_rows(stored.bytes.chunks_exact(band.x as usize * 4).rev(), by);
            let first = along as usize / by;
            let columns_left = columns.min(width - first.min(width));
            for (row, line) in small.chunks_exact(columns * 3).take(rows).enumerate() {
                let at = (row * width + first) * 3;
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
    // The picture is written, but incomplete.
    let missing: Vec<&str> = assets.complaints.iter().chain(&play.scenery.complaints).map(String::as_str).collect();
    if missing.is_empty() {
        Ok(())
    } else {
        Err(io::Error::other(format!("not everything could be drawn: {}", missing.join("; "))))
    }
}

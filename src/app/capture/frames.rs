//! Measures how long a frame of a level takes: several maps in turn, and for comparison with one draw call per visible tile.

use std::io;
use std::path::PathBuf;
use std::time::Instant;

use glam::Vec2;
use macroquad::prelude::{DrawTextureParams, Rect, draw_texture_ex, next_frame};
use seamwalker_collide::SolverSetup;
use seamwalker_level::{Embedded, Level, MapAccess};
use seamwalker_sim::World;

use super::{read_map, run_in_window};
use crate::app::level_view::tiles::cell_at;
use crate::app::level_view::{Scenery, Tiles};
use crate::app::library::LevelLibrary;
use crate::app::play::Play;
use crate::app::render::{
    Assets, Canvas, Letterbox, RenderTarget, Room, SIZE, Subject, Viewport, density, palette, window_size,
};
use crate::app::save::CollectedCount;
use crate::app::ui::Hud;

/// Frames that are drawn before measuring.
const WARM_UP_FRAMES: usize = 30;
/// The step of the view from frame to frame, as a fraction of the level. Multiples of these numbers fill a square evenly.
const VIEW_STEP: Vec2 = Vec2::new(0.754_877_7, 0.569_840_3);

/// The options of a measurement.
#[derive(Debug, Default)]
pub struct Frames {
    /// The maps.
    pub maps: Vec<PathBuf>,
    /// The number of measured frames of each.
    pub count: usize,
    /// The limits for reading maps.
    pub access: MapAccess,
}

/// A map and its measurements.
struct MeasuredMap {
    name: String,
    play: Play,
    corner: Vec2,
    /// The number of steps of the view so far.
    jumps: f32,
    /// Milliseconds per frame: normal, without the outline, and tile by tile.
    times: [Vec<f64>; 3],
    calls: u32,
}

/// Opens a window, draws, and prints the measurements.
///
/// # Errors
/// If a map cannot be read, or no window can be opened.
pub fn run(frames: Frames, embedded: Embedded) -> io::Result<()> {
    run_in_window(frames.access.clone(), embedded, async move |library| measure(&frames, library).await)
}

async fn measure(frames: &Frames, mut library: LevelLibrary) -> io::Result<()> {
    let assets = Assets::load(&*library.art(), [false; 2]);
    let (view, mut canvas) = (RenderTarget::new(), Canvas::new());
    let mut list = Vec::new();
    for map in &frames.maps {
        let start = Instant::now();
        let (index, level) = read_map(&mut library, map)?;
        let read = start.elapsed();
        let play = Play::new(World::new(level.into(), SolverSetup::default()), true, &*library.files(index));
        let level = &play.world.level;
        println!(
            "{}: {} x {} px, {} edges, read in {:.1} ms, ready to draw in {:.1} ms",
            map.display(),
            level.bounds.size().x,
            level.bounds.size().y,
            level.terrain.edges().len(),
            read.as_secs_f64() * 1e3,
            start.elapsed().as_secs_f64() * 1e3,
        );
        let corner = level.bounds.center - SIZE * 0.5;
        let name = map.display().to_string();
        list.push(MeasuredMap { name, play, corner, jumps: 0.0, times: Default::default(), calls: 0 });
    }
    // One frame of each in turn, so that all of them run under the same conditions.
    for frame in 0..frames.count + WARM_UP_FRAMES {
        for map in &mut list {
            for mode in 0..3 {
                let start = Instant::now();
                map.draw(mode, (&view, &mut canvas, &assets));
                next_frame().await;
                if frame >= WARM_UP_FRAMES {
                    map.times[mode].push(start.elapsed().as_secs_f64() * 1e3);
                }
            }
        }
    }
    for map in &mut list {
        let [normal, no_outline, by_tile] = map.times.each_mut().map(|times| median(times));
        println!(
            "{}: {normal:.2} ms per frame with at most {} draw calls; without outline {no_outline:.2} ms, tiles drawn one by one {by_tile:.2} ms",
            map.name, map.calls
        );
    }
    Ok(())
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or_default()
}

impl MeasuredMap {
    fn draw(&mut self, mode: usize, (view, canvas, assets): (&RenderTarget, &mut Canvas, &Assets)) {
        let viewport = Viewport::at(self.corner, SIZE);
        let play = &mut self.play;
        view.begin(Scenery::background(&play.world.level));
        if mode < 2 {
            play.scenery.look.hide_outline = mode == 1;
            play.draw(canvas, assets, &viewport);
            Hud::default().draw(canvas, assets, play, CollectedCount::all(&play.world.level), Vec2::ZERO);
            canvas.flush();
            self.calls = self.calls.max(canvas.take_calls());
        } else {
            let level = &play.world.level;
            tile_by_tile(level, &play.scenery.tiles, &viewport);
            let room = (level.bounds.size() - SIZE).max(Vec2::ZERO);
            self.jumps += 1.0;
            self.corner = level.bounds.min() + room * (VIEW_STEP * self.jumps).fract();
        }
        let room = Room { size: window_size(), density: density(), touched: false, thumbs: false };
        view.show(Letterbox::new(room, false, Subject::Level(SIZE)));
    }
}

/// Draws every visible tile with its own draw call.
fn tile_by_tile(level: &Level, tiles: &Tiles, viewport: &Viewport) {
    let size = level.tile_size.as_vec2();
    for layer in &level.layers {
        let corner = -layer.shift(viewport.corner, viewport.size, level.parallax_origin).round();
        let (from, to) = ((corner / size).floor().as_ivec2(), ((corner + viewport.size) / size).ceil().as_ivec2());
        for place in (from.y..to.y).flat_map(|y| (from.x..to.x).map(move |x| glam::IVec2::new(x, y))) {
            let Some(cell) = cell_at(layer, place) else { continue };
            let region = tiles.region(level, cell.tile(), 0.0);
            let at = place.as_vec2() * size - corner;
            let source = Rect::new(region.at.x, region.at.y, region.size.x, region.size.y);
            let turn = cell.turn();
            let params = DrawTextureParams {
                dest_size: Some(size),
                source: Some(source),
                flip_x: turn.h,
                flip_y: turn.v,
                ..Default::default()
            };
            draw_texture_ex(&tiles.page.texture, at.x, at.y, palette::PLAIN, params);
        }
    }
}

//! How long a frame of a level takes to draw, with all that is in it: maps side by side in one run, ours beside drawing every
//! visible tile by itself.

use std::io;
use std::path::PathBuf;
use std::time::Instant;

use glam::Vec2;
use macroquad::prelude::{DrawTextureParams, Rect, draw_texture_ex, next_frame};
use seamwalker::collide::SolverSetup;
use seamwalker::level::{Embedded, LayerContent, Level, Limits};
use seamwalker::sim::World;

use crate::app::level_view::scenery::Scenery;
use crate::app::level_view::tiles::Tiles;
use crate::app::library::LevelLibrary;
use crate::app::play::Play;
use crate::app::render::assets::Assets;
use crate::app::render::canvas::Canvas;
use crate::app::render::palette;
use crate::app::render::view::{Letterbox, RenderTarget, SIZE, Viewport, density, window_size};
use crate::app::save::progress::CollectedCount;
use crate::app::ui::hud::Hud;
use crate::app::window;

/// Frames that are drawn before any counts.
const WARM: usize = 30;
/// Which part of the level the view jumps on by from frame to frame: two numbers whose multiples fill a square evenly.
const JUMP: Vec2 = Vec2::new(0.754_877_7, 0.569_840_3);

/// What is to be measured.
#[derive(Debug, Default)]
pub struct Frames {
    /// The maps.
    pub maps: Vec<PathBuf>,
    /// How many frames of each count.
    pub count: usize,
    /// Within which limits maps are read.
    pub limits: Limits,
}

/// A map on its way past the view.
struct Shown {
    name: String,
    play: Play,
    corner: Vec2,
    /// How often the view has jumped.
    jumps: f32,
    /// Milliseconds that frames took: ours, ours without hem, tile by tile.
    times: [Vec<f64>; 3],
    calls: u32,
}

/// Opens a window, draws, prints what was measured.
///
/// # Errors
/// When a map cannot be read, or there is no window to be had.
pub fn run(frames: Frames, embedded: Embedded) -> io::Result<()> {
    let library = LevelLibrary::new(embedded, None)?.within(frames.limits);
    window::open(library, None, async move |library, _| {
        if let Err(error) = measure(&frames, library).await {
            eprintln!("seamwalker: {error}");
            std::process::exit(1);
        }
    })
}

async fn measure(frames: &Frames, mut library: LevelLibrary) -> io::Result<()> {
    let assets = Assets::load(&*library.art(), [false; 2]);
    let (view, mut canvas) = (RenderTarget::new(), Canvas::new());
    let mut list = Vec::new();
    for map in &frames.maps {
        let start = Instant::now();
        let index = library.find(map)?;
        let level = library.read(index).map_err(|problems| {
            let first = problems.first().map(ToString::to_string);
            io::Error::other(first.unwrap_or_default())
        })?;
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
        list.push(Shown { name, play, corner, jumps: 0.0, times: Default::default(), calls: 0 });
    }
    // One frame of each after the other, so that all of them meet the same machine.
    for frame in 0..frames.count + WARM {
        for shown in &mut list {
            for way in 0..3 {
                let start = Instant::now();
                shown.draw(way, (&view, &mut canvas, &assets));
                next_frame().await;
                if frame >= WARM {
                    shown.times[way].push(start.elapsed().as_secs_f64() * 1e3);
                }
            }
        }
    }
    for shown in &mut list {
        let [ours, hemless, by_tile] = shown.times.each_mut().map(|times| median(times));
        println!(
            "{}: {ours:.2} ms per frame with at most {} draw calls; without outline {hemless:.2} ms, tiles drawn one by one {by_tile:.2} ms",
            shown.name, shown.calls
        );
    }
    Ok(())
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or_default()
}

impl Shown {
    fn draw(&mut self, way: usize, (view, canvas, assets): (&RenderTarget, &mut Canvas, &Assets)) {
        let viewport = Viewport::at(self.corner);
        let play = &mut self.play;
        view.begin(Scenery::background(&play.world.level));
        if way < 2 {
            play.scenery.hide_outline = way == 1;
            play.draw_in(canvas, assets, &viewport);
            Hud::default().draw(canvas, assets, play, CollectedCount::all(&play.world.level));
            canvas.flush();
            self.calls = self.calls.max(canvas.take_calls());
        } else {
            let level = &play.world.level;
            tile_by_tile(level, play.scenery.tiles(), &viewport);
            let room = (level.bounds.size() - SIZE).max(Vec2::ZERO);
            self.jumps += 1.0;
            self.corner = level.bounds.min() + room * (JUMP * self.jumps).fract();
        }
        view.show(Letterbox::new(window_size(), density(), false));
    }
}

/// What most programs do: one call for each tile in view.
fn tile_by_tile(level: &Level, tiles: &Tiles, viewport: &Viewport) {
    let size = level.tile_size.as_vec2();
    for layer in &level.layers {
        let LayerContent::Tiles { origin, size: cells_size, cells, .. } = &layer.content else { continue };
        let corner = -layer.shift(viewport.corner, viewport.size, level.parallax_origin).round();
        let from = ((corner / size).floor().as_ivec2() - *origin).max(glam::IVec2::ZERO);
        let to = (((corner + viewport.size) / size).ceil().as_ivec2() - *origin).min(cells_size.as_ivec2());
        for (row, column) in (from.y..to.y).flat_map(|row| (from.x..to.x).map(move |column| (row, column))) {
            let Some(cell) = cells[row as usize * cells_size.x as usize + column as usize] else { continue };
            let region = tiles.region(level, cell.tile(), 0.0);
            let at = (*origin + glam::IVec2::new(column, row)).as_vec2() * size - corner;
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

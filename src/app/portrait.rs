//! A picture of a whole map as the game shows it at its beginning, for documents.

use std::io;
use std::path::PathBuf;

use glam::Vec2;
use macroquad::prelude::{Image, next_frame};
use seamwalker::collide::SolverSetup;
use seamwalker::level::{Embedded, Limits};
use seamwalker::sim::World;

use super::assets::Assets;
use super::canvas::Canvas;
use super::play::Play;
use super::scenery::Scenery;
use super::shelf::Shelf;
use super::view::{SIZE, View, Window, upside_down};
use super::window;

/// The widest map that is drawn, in pixels: what every graphics card holds.
const MOST: f32 = 16_384.0;

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
    let shelf = Shelf::new(embedded, None)?.within(portrait.limits);
    window::open(shelf, None, async move |shelf, _| {
        if let Err(error) = draw(&portrait, shelf).await {
            eprintln!("seamwalker: {error}");
            std::process::exit(1);
        }
    })
}

async fn draw(portrait: &Portrait, mut shelf: Shelf) -> io::Result<()> {
    let assets = Assets::load(&*shelf.art(), [false; 2]);
    let index = shelf.find(&portrait.map)?;
    let level = shelf.read(index).map_err(|problems| {
        let first = problems.first().map(ToString::to_string);
        io::Error::other(first.unwrap_or_default())
    })?;
    let size = level.bounds.size().min(Vec2::splat(MOST)).max(SIZE);
    let corner = level.bounds.min();
    let background = Scenery::background(&level);
    let mut play = Play::new(World::new(level.into(), SolverSetup::default()), true, &*shelf.files(index));
    // The first frame of a window may still be black.
    next_frame().await;
    let (view, mut canvas) = (View::of(Vec2::new(size.x, SIZE.y)), Canvas::new());
    let mut rows: Vec<u8> = Vec::new();
    let mut down = 0.0;
    while down < size.y {
        // A strip as high as the view: the backdrops of tall maps are those that one sees there.
        let window = Window { corner: (corner + Vec2::new(0.0, down)).round(), size: Vec2::new(size.x, SIZE.y) };
        view.begin(background);
        play.draw_day(&mut canvas, &assets, &window);
        canvas.flush();
        let strip = view.pixels();
        let wanted = (size.y - down).min(SIZE.y) as usize * size.x as usize * 4;
        rows.extend_from_slice(&strip[..wanted.min(strip.len())]);
        down += SIZE.y;
        next_frame().await;
    }
    let picture = shrunk(&rows, size.x as usize, usize::from(portrait.shrink.max(1)));
    // It is turned over once more when it is written.
    let picture = Image { bytes: upside_down(&picture.bytes, usize::from(picture.width)), ..picture };
    let file = portrait.file.to_str().ok_or_else(|| io::Error::other("the file's name is no text"))?;
    picture.export_png(file);
    // The function above tells of no error.
    std::fs::metadata(file).map(|_| ())
}

/// Every square of pixels becomes one of their average colour.
fn shrunk(rows: &[u8], width: usize, by: usize) -> Image {
    let (small, high) = (width / by, rows.len() / 4 / width / by);
    let mut bytes = Vec::with_capacity(small * high * 4);
    for (y, x) in (0..high).flat_map(|y| (0..small).map(move |x| (y, x))) {
        for channel in 0..3 {
            let places = (0..by * by).map(|i| ((y * by + i / by) * width + x * by + i % by) * 4 + channel);
            let sum: usize = places.map(|place| usize::from(rows[place])).sum();
            bytes.push((sum / (by * by)) as u8);
        }
        bytes.push(u8::MAX);
    }
    Image { bytes, width: small as u16, height: high as u16 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_becomes_its_average() {
        let row = |values: [u8; 4]| values.into_iter().flat_map(|v| [v, v, v, 255]).collect::<Vec<u8>>();
        let rows = [row([0, 100, 8, 8]), row([100, 200, 8, 8])].concat();
        let small = shrunk(&rows, 4, 2);
        assert_eq!((small.width, small.height, small.bytes), (2, 1, vec![100, 100, 100, 255, 8, 8, 8, 255]));
    }
}

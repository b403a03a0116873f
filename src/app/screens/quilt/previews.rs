//! What the level select knows of every map, and small pictures of their first views. They are kept while the program runs. A
//! patch shows the silhouette of its level as soon as the map was read; the picture fades in over it.

use std::collections::BTreeMap;

use glam::Vec2;
use macroquad::prelude::Image;
use seamwalker_collide::{QueryFilter, SolverSetup, Space, Terrain};
use seamwalker_level::{FileDependencies, Files, Level, ObjectKind, TrackingFiles};
use seamwalker_sim::World;

use crate::app::level_view::Camera;
use crate::app::library::LevelLibrary;
use crate::app::play::Play;
use crate::app::render::{Assets, AtlasPage, Canvas, Region, RenderTarget, smaller};
use crate::app::save::CollectedCount;
use crate::app::ui::{Words, level_title};

/// Pixels of the view per pixel of a preview, in each direction.
const PREVIEW_SHRINK: usize = 8;
/// Width and height of a preview, in pixels.
pub const PREVIEW_SIZE: Vec2 = Vec2::new(80.0, 45.0);
const WIDTH: usize = 80;
const HEIGHT: usize = 45;
/// Maps in a row of the texture: each has a silhouette and a picture. The number of rows is bounded.
const MAPS_PER_ROW: usize = 4;
const MAX_ROWS: usize = 90;
/// Seconds in which a picture appears.
const PICTURE_FADE: f32 = 0.3;

/// What the level select says about a map.
pub struct MapFacts {
    /// The title in the language in which it was read.
    pub title: String,
    /// Par time in seconds.
    pub par: f32,
    /// Everything that can be collected.
    pub all: CollectedCount,
    /// The map cannot be read.
    pub broken: bool,
}

/// A map that has not been read.
static UNKNOWN: MapFacts =
    MapFacts { title: String::new(), par: 0.0, all: CollectedCount { beads: 0, golden: 0 }, broken: false };

/// A map that was read.
struct Preview {
    facts: MapFacts,
    /// Seconds since its picture was drawn.
    drawn: Option<f32>,
    /// The files that it was read from.
    files: FileDependencies,
}

/// Previews of all maps of the library.
#[derive(Default)]
pub struct Previews {
    maps: BTreeMap<usize, Preview>,
    /// The texture of silhouettes and pictures.
    pub page: Option<AtlasPage>,
    rows: usize,
    language: String,
}

impl Previews {
    /// What is known of a map.
    pub fn facts(&self, map: usize) -> &MapFacts {
        self.maps.get(&map).map_or(&UNKNOWN, |preview| &preview.facts)
    }

    /// Reads maps again whose files have changed on disk.
    pub fn refresh(&mut self, library: &LevelLibrary, words: &Words) {
        let is_changed = |(map, known): (&usize, &mut Preview)| {
            let on_disk = library.source(*map).is_some_and(|source| source.root.is_some());
            (on_disk && !known.files.changed(&*library.files(*map)).is_empty()).then_some(*map)
        };
        let changed: Vec<usize> = self.maps.iter_mut().filter_map(is_changed).collect();
        changed.into_iter().for_each(|map| self.add(library, map, words));
    }

    /// Reads the maps that are not known yet.
    pub fn load(&mut self, library: &LevelLibrary, words: &Words) {
        while self.load_next(library, words) {}
    }

    /// Reads the next map that is not known yet; `false` if there is none.
    pub fn load_next(&mut self, library: &LevelLibrary, words: &Words) -> bool {
        let rows = library.len().div_ceil(MAPS_PER_ROW).min(MAX_ROWS);
        if rows > self.rows || self.language != words.code() {
            *self = Self { rows, language: words.code().to_owned(), ..Self::default() };
        }
        let next = (0..library.len()).find(|map| !self.maps.contains_key(map));
        next.into_iter().for_each(|map| self.add(library, map, words));
        next.is_some()
    }

    fn add(&mut self, library: &LevelLibrary, map: usize, words: &Words) {
        let source = library.files(map);
        let tracked = TrackingFiles::new(&*source);
        let facts = match library.read_from(&tracked, map) {
            Ok(level) => {
                self.put(map, 0, &silhouette(&level));
                let (title, all) = (level_title(&level, words), CollectedCount::all(&level));
                MapFacts { title, par: level.meta.par_time, all, broken: false }
            }
            Err(_) => MapFacts { title: library.title(map), par: 0.0, all: CollectedCount::default(), broken: true },
        };
        self.maps.insert(map, Preview { facts, drawn: None, files: tracked.into_dependencies() });
    }

    /// Draws the picture of a map, unless it is there. Whether there was something to do.
    pub fn draw(&mut self, map: usize, library: &LevelLibrary, canvas: &mut Canvas, assets: &Assets) -> bool {
        let Some(preview) = self.maps.get_mut(&map).filter(|known| !known.facts.broken && known.drawn.is_none()) else {
            return false;
        };
        let source = library.files(map);
        let tracked = TrackingFiles::new(&*source);
        // Levels are not kept in memory: a pack may have hundreds.
        let Ok(level) = library.read_from(&tracked, map) else {
            preview.facts.broken = true;
            return false;
        };
        let image = picture(level, &tracked, canvas, assets);
        preview.drawn = Some(0.0);
        preview.files = tracked.into_dependencies();
        self.put(map, 1, &image);
        true
    }

    /// Whether the picture of a map is missing or just appearing.
    pub fn is_appearing(&self, map: usize) -> bool {
        let preview = self.maps.get(&map);
        preview.is_none_or(|preview| !preview.facts.broken && preview.drawn.is_none_or(|age| age < PICTURE_FADE))
    }

    /// Lets pictures appear for `dt` seconds.
    pub fn update(&mut self, dt: f32) {
        for preview in self.maps.values_mut() {
            preview.drawn = preview.drawn.map(|age| age + dt.min(0.05));
        }
    }

    /// The pieces of the texture with the silhouette and the picture of a map, and how opaque the picture is.
    pub fn pieces(&self, map: usize) -> Option<(Region, Region, f32)> {
        let preview = self.maps.get(&map).filter(|preview| !preview.facts.broken)?;
        let region = |kind| Some(Region { at: corner(map, kind)?, size: PREVIEW_SIZE });
        Some((region(0)?, region(1)?, preview.drawn.map_or(0.0, |age| (age / PICTURE_FADE).min(1.0))))
    }

    /// Puts a silhouette (0) or a picture (1) into the texture.
    fn put(&mut self, map: usize, kind: usize, image: &Image) {
        let Some(corner) = corner(map, kind) else { return };
        let (width, height) = (WIDTH * MAPS_PER_ROW * 2, HEIGHT * self.rows);
        let page = self.page.get_or_insert_with(|| {
            let bytes = vec![0; width * height * 4];
            AtlasPage::picture(&Image { bytes, width: width as u16, height: height as u16 })
        });
        page.texture.update_part(image, corner.x as i32, corner.y as i32, WIDTH as i32, HEIGHT as i32);
    }
}

/// The place of a silhouette (0) or a picture (1) in the texture; `None` for a map beyond the last row.
fn corner(map: usize, kind: usize) -> Option<Vec2> {
    let (row, column) = (map / MAPS_PER_ROW, map % MAPS_PER_ROW * 2 + kind);
    (row < MAX_ROWS).then_some(Vec2::new(column as f32, row as f32) * PREVIEW_SIZE)
}

/// White wherever the ground is solid in the first view of a level.
fn silhouette(level: &Level) -> Image {
    let start = level.objects.iter().find(|object| matches!(object.kind, ObjectKind::Player { .. }));
    let feet = start.map_or(level.bounds.center, |start| Vec2::new(start.aabb.center.x, start.aabb.max().y));
    let view = Camera::first_view(feet, level);
    let space = Space::new(Terrain::clone(&level.terrain));
    // Looks at the middle of every pixel.
    let shade = |i: usize| {
        let at = Vec2::new((i % WIDTH) as f32 + 0.5, (i / WIDTH) as f32 + 0.5) / PREVIEW_SIZE;
        if space.is_solid(view.corner + at * view.size, &QueryFilter::default()) { [u8::MAX; 4] } else { [0; 4] }
    };
    let bytes = (0..WIDTH * HEIGHT).flat_map(shade).collect();
    Image { bytes, width: WIDTH as u16, height: HEIGHT as u16 }
}

/// The first view of a level, made smaller.
fn picture(level: Level, files: &dyn Files, canvas: &mut Canvas, assets: &Assets) -> Image {
    let mut play = Play::new(World::new(level.into(), SolverSetup::default()), true, files);
    let (view, window) = (RenderTarget::new(), play.viewport());
    view.begin(play.scenery.tiles.background());
    play.draw_day(canvas, assets, &window);
    canvas.flush();
    let opaque = |pixel: &[u8]| [pixel[0], pixel[1], pixel[2], u8::MAX];
    let bytes = smaller(&view.picture(), PREVIEW_SHRINK).chunks_exact(3).flat_map(opaque).collect();
    Image { bytes, width: WIDTH as u16, height: HEIGHT as u16 }
}

#[cfg(test)]
mod tests {
    use seamwalker_assets::shipped;
    use seamwalker_level::read;

    use super::*;

    #[test]
    fn every_level_has_a_silhouette_of_its_own() {
        let names = ["first_stitch", "ribbons", "laces", "spool_works", "moth_season", "needles_eye"];
        let mut seen: Vec<Vec<u8>> = Vec::new();
        for name in names {
            let level = read(&shipped(), &format!("maps/{name}.tmx")).expect("shipped");
            let bytes = silhouette(&level).bytes;
            let solid = bytes.chunks_exact(4).filter(|pixel| pixel[3] > 0).count();
            let share = solid as f32 / (WIDTH * HEIGHT) as f32;
            assert!((0.05..0.95).contains(&share), "{name}: {share} of the view is solid");
            assert!(!seen.contains(&bytes), "{name} looks like another level");
            seen.push(bytes);
        }
    }
}

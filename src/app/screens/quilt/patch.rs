//! A patch of the quilt: grey basting until its level is finished, then its fabric with the collected buttons.

use glam::Vec2;
use seamwalker::sim::TICK_RATE;

use crate::app::library::LevelLibrary;
use crate::app::render::{Assets, AtlasPage, Canvas, RUNNING, Region, palette};
use crate::app::save::{Best, CollectedCount, time};
use crate::app::ui::{Words, cloth};

/// The size of the label with a patch's name.
const LABEL_SIZE: Vec2 = Vec2::new(74.0, 30.0);
/// The distance between golden buttons in pixels, and how many fit.
const BUTTON_PITCH: f32 = 16.0;
const MAX_BUTTONS: u32 = 5;

/// A map of the quilt.
pub struct Patch {
    /// Its index in the library.
    pub map: usize,
    /// Its key in the progress.
    pub key: String,
    path: String,
    /// The level's title, or the map's name.
    pub title: String,
    fabric: String,
    par: f32,
    /// Everything that can be collected.
    pub all: CollectedCount,
    /// The map has been read, or found to be broken.
    pub known: bool,
    pub broken: bool,
    /// A picture of the map.
    pub thumbnail: Option<AtlasPage>,
}

/// The current look of a patch.
#[derive(Clone, Copy)]
pub struct Look {
    pub best: Best,
    pub chosen: bool,
    /// It cannot be played yet.
    pub closed: bool,
    /// The sewn fraction, which grows when the level is finished for the first time.
    pub sewn: f32,
}

impl Patch {
    /// A map that has not been read yet.
    pub fn new(library: &LevelLibrary, map: usize, fabric: &str) -> Self {
        Self {
            map,
            key: library.key(map),
            path: library.path(map).to_owned(),
            title: library.name(map),
            fabric: fabric.to_owned(),
            par: 0.0,
            all: CollectedCount::default(),
            known: false,
            broken: false,
            thumbnail: None,
        }
    }

    /// Reads the map.
    pub fn load(&mut self, library: &LevelLibrary, words: &Words) {
        self.known = true;
        match library.read(self.map) {
            Ok(level) => {
                if !level.meta.title.is_empty() {
                    words.of_map(&level.meta.properties, "title", &level.meta.title).clone_into(&mut self.title);
                }
                (self.par, self.all) = (level.meta.par_time, CollectedCount::all(&level));
            }
            Err(_) => self.broken = true,
        }
    }

    /// Title and facts in one line.
    pub fn line(&self, best: Best, words: &Words) -> String {
        if self.broken {
            return words.fill("patch.broken", &[&self.title, &self.path]);
        }
        format!("{}   {}", self.title, self.facts(best, words).join("   "))
    }

    /// The best time, par, and collected items.
    pub fn facts(&self, best: Best, words: &Words) -> Vec<String> {
        let par = self.par * TICK_RATE as f32;
        let CollectedCount { beads, golden } = self.all;
        let facts = [
            best.ticks.map(|ticks| words.fill("patch.best", &[&time(ticks)])),
            (par > 0.0).then(|| words.fill("patch.par", &[&time(par as u64)])),
            (beads > 0).then(|| words.fill("patch.beads", &[&best.found.beads, &beads])),
            (golden > 0).then(|| words.fill("patch.buttons", &[&best.found.golden, &golden])),
        ];
        facts.into_iter().flatten().collect()
    }

    /// Draws it. If its height is less than half its width, everything is in one line.
    pub fn draw(&self, canvas: &mut Canvas, assets: &Assets, look: Look, at: Vec2, size: Vec2) {
        canvas.framed(at, size, cloth::unbleached(if look.closed { 0.34 } else { 0.1 }));
        let (inner, inner_size) = (at + 1.0, size - 2.0);
        let sewn = if look.best.is_finished() { look.sewn.clamp(0.0, 1.0) } else { 0.0 };
        if sewn > 0.0 {
            let part = Vec2::new((inner_size.x * sewn).round(), inner_size.y);
            canvas.tiled(assets.fabric(&self.fabric, self.map), inner, part, palette::PLAIN);
        }
        basting(canvas, inner, inner_size, sewn, if look.closed { 0.5 } else { 0.3 });
        let thumbnail = self.thumbnail.as_ref().filter(|_| !look.closed);
        if let Some(page) = thumbnail {
            canvas.page(page);
            canvas.image(Region { at: Vec2::ZERO, size: page.size.min(inner_size) }, inner, palette::PLAIN);
            canvas.page(&assets.page);
        }
        if look.chosen {
            cloth::frame(canvas, at, size, 2.0, palette::CREAM);
        }
        let low = size.y * 2.0 < size.x;
        let (paper, below) = match thumbnail {
            Some(page) => (Vec2::new(size.x - 4.0, 15.0), page.size.y),
            None if low => (Vec2::new(160.0, 16.0), 7.0),
            None => (LABEL_SIZE, (size.y - 56.0) * 0.5),
        };
        let paper_at = Vec2::new(at.x + (size.x - paper.x) * 0.5, at.y + below);
        if !look.closed {
            self.paper(canvas, assets, paper_at.round(), paper);
        }
        let buttons = match thumbnail {
            Some(page) => at + Vec2::new(size.x * 0.5, page.size.y - 10.0),
            None if low => at + Vec2::new(90.0, 15.0),
            None => at + Vec2::new(size.x * 0.5, size.y - 28.0),
        };
        self.buttons(canvas, assets, (look.best.found.golden as f32 * sewn) as u32, buttons);
        if let Some(ticks) = look.best.ticks.filter(|_| sewn > 0.9) {
            let text = time(ticks);
            let middle = if low {
                at + Vec2::new(size.x - 90.0, 9.0)
            } else {
                at + Vec2::new(size.x * 0.5, size.y - if thumbnail.is_some() { 17.0 } else { 20.0 })
            };
            // Buttons below the name leave no room for large letters.
            let scale = if low { assets.font.text_scale() } else { 1.0 };
            let corner = middle - Vec2::new(assets.font.width(&text) * 0.5 * scale, 6.0 * (scale - 1.0));
            assets.font.outlined(canvas, &text, corner.round(), scale, palette::CREAM);
        }
    }

    fn paper(&self, canvas: &mut Canvas, assets: &Assets, at: Vec2, size: Vec2) {
        canvas.framed(at, size, palette::CREAM);
        let color = if self.broken { palette::RED_DARK } else { palette::INK };
        let mut lines = assets.font.wrap(&self.title, size.x - 8.0);
        lines.truncate((size.y / assets.font.height) as usize);
        let top = at.y + (size.y - lines.len() as f32 * assets.font.height) * 0.5;
        for (i, line) in lines.iter().enumerate() {
            let middle = Vec2::new(at.x + size.x * 0.5, top + i as f32 * assets.font.height);
            assets.font.centered(canvas, line, middle.round(), color);
        }
    }

    /// A hole for every golden button, filled if it was found.
    fn buttons(&self, canvas: &mut Canvas, assets: &Assets, found: u32, middle: Vec2) {
        let count = self.all.golden.min(MAX_BUTTONS);
        for k in 0..count {
            let at = middle + Vec2::new((k as f32 - (count - 1) as f32 * 0.5) * BUTTON_PITCH, 0.0);
            if k < found {
                assets.sprites.draw(canvas, "bead_mustard", 0.0, at);
            } else {
                cloth::button_hole(canvas, at, 6.0, palette::faded(palette::INK, 0.5));
            }
        }
    }
}

/// The stitches around a patch: cream where it is sewn, and grey where it is only basted.
fn basting(canvas: &mut Canvas, at: Vec2, size: Vec2, sewn: f32, dark: f32) {
    let grey = palette::mix(cloth::unbleached(dark), palette::INK, 0.3);
    let (a, b) = (at + 4.0, at + size - 4.0);
    let dashes = RUNNING.along(&[a, Vec2::new(b.x, a.y), b, Vec2::new(a.x, b.y)], true);
    for dash in dashes {
        let is_sewn = dash.iter().all(|p| p.x < at.x + size.x * sewn);
        canvas.strip(&dash, RUNNING.width, if is_sewn { palette::CREAM } else { grey });
    }
}

/// A free place for a patch: plain cloth with a chalk line.
pub fn empty(canvas: &mut Canvas, at: Vec2, size: Vec2, closed: bool) {
    let shade = if closed { 0.34 } else { 0.1 };
    canvas.framed(at, size, cloth::unbleached(shade));
    basting(canvas, at + 1.0, size - 2.0, 0.0, if closed { 0.5 } else { 0.3 });
    let chalk = palette::faded(palette::mix(cloth::unbleached(shade), palette::INK, 0.3), 0.6);
    canvas.stitches(cloth::FINE, &[at + 14.0, at + size - 14.0], false, chalk);
}

/// The needle with its tip at a point, and the red thread behind it.
pub fn needle(canvas: &mut Canvas, assets: &Assets, from: Option<Vec2>, tip: Vec2, seconds: f32) {
    let poke = Vec2::new(((seconds * 4.0).sin() * 2.0).round(), 0.0);
    let eye = tip + poke - Vec2::new(assets.sprites.get("cursor").size().x - 2.0, 0.0);
    if let Some(from) = from {
        const THREAD_SEGMENTS: usize = 14;
        let sag = |t: f32| Vec2::new(0.0, (t * std::f32::consts::PI).sin() * 7.0 + (t * 9.0 + seconds).sin() * 1.5);
        let at = |i: usize| {
            let t = i as f32 / THREAD_SEGMENTS as f32;
            from.lerp(eye, t) + sag(t) * if i == 0 || i == THREAD_SEGMENTS { 0.0 } else { 1.0 }
        };
        for (width, color) in [(3.5, palette::INK), (2.0, palette::RED)] {
            (0..THREAD_SEGMENTS).for_each(|i| canvas.line(at(i), at(i + 1), width, color));
        }
    }
    assets.sprites.draw(canvas, "cursor", seconds, tip + poke);
}

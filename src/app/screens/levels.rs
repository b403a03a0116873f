//! The drawer: a quilt with one patch per map. A patch is pale until its level is finished for the first time.

use glam::Vec2;
use seamwalker::level::Level;

use super::super::assets::Assets;
use super::super::canvas::{Canvas, Style};
use super::super::cloth;
use super::super::keys::Command;
use super::super::palette;
use super::super::progress::{Found, Progress, time};
use super::super::shelf::Shelf;
use super::super::sound::Effect;
use super::super::stitch::{RUNNING, strip};
use super::super::view::SIZE;
use super::{Goto, Hand};

/// Columns and rows that show at once.
const COLUMNS: usize = 6;
const ROWS: usize = 3;
/// A patch, in pixels.
const PATCH: Vec2 = Vec2::new(92.0, 84.0);
/// The quilt's corner.
const CORNER: Vec2 = Vec2::new(44.0, 54.0);
/// The frame around it.
const FRAME: f32 = 8.0;
/// The piece of paper with a patch's name.
const PAPER: Vec2 = Vec2::new(72.0, 32.0);
/// How much of its colour a patch has before it is finished.
const PALE: f32 = 0.5;

/// What is known of a map.
struct Patch {
    path: String,
    /// What the progress calls it.
    key: String,
    title: String,
    par: f32,
    all: Found,
    /// Read, or found to be broken.
    known: bool,
    broken: bool,
}

/// The quilt of levels.
pub struct Quilt {
    patches: Vec<Patch>,
    at: usize,
    /// The first row that shows.
    scroll: usize,
    time: f32,
}

impl Quilt {
    /// A quilt of everything on the shelf, with the needle at a map.
    pub fn new(shelf: &Shelf, at: usize) -> Self {
        let patch = |i| Patch {
            path: shelf.path(i).to_owned(),
            key: shelf.key(i),
            title: shelf.name(i),
            par: 0.0,
            all: Found::default(),
            known: false,
            broken: false,
        };
        let mut quilt = Self { patches: (0..shelf.len()).map(patch).collect(), at, scroll: 0, time: 0.0 };
        quilt.keep_in_view();
        quilt
    }

    /// Looks into the next map that nobody has looked into: one per frame, so that the drawer opens at once.
    fn look_into_one(&mut self, shelf: &Shelf) {
        let Some(i) = self.patches.iter().position(|p| !p.known) else { return };
        let patch = &mut self.patches[i];
        patch.known = true;
        match shelf.read(i) {
            Ok(level) => patch.learn(&level),
            Err(_) => patch.broken = true,
        }
    }

    /// One frame.
    pub fn update(&mut self, hand: &Hand, shelf: &Shelf, dt: f32) -> Option<Goto> {
        self.time += dt;
        self.look_into_one(shelf);
        if hand.gives(Command::Menu) {
            return Some(Goto::Title);
        }
        if self.patches.is_empty() {
            return None;
        }
        let before = self.at;
        for command in hand.commands {
            if let Command::Choose(x, y) = *command {
                self.choose(x, y);
            }
        }
        let pointed = (0..self.patches.len()).find(|&i| self.place(i).is_some_and(|at| hand.points_at(at, PATCH)));
        if let Some(i) = pointed.filter(|_| hand.moved || hand.clicked) {
            self.at = i;
        }
        let chosen = hand.gives(Command::Accept) || (hand.clicked && pointed.is_some());
        if chosen || self.at != before {
            hand.sound(if chosen { Effect::MenuAccept } else { Effect::MenuMove });
        }
        chosen.then_some(Goto::Map(self.at))
    }

    fn choose(&mut self, x: i32, y: i32) {
        let last = self.patches.len() as i32 - 1;
        let to = self.at as i32 + x + y * COLUMNS as i32;
        if (0..=last).contains(&to) {
            self.at = to as usize;
        } else if y > 0 && self.at / COLUMNS < last as usize / COLUMNS {
            self.at = last as usize;
        }
        self.keep_in_view();
    }

    fn keep_in_view(&mut self) {
        let row = self.at / COLUMNS;
        self.scroll = self.scroll.clamp((row + 1).saturating_sub(ROWS), row);
    }

    /// Where a patch shows.
    fn place(&self, i: usize) -> Option<Vec2> {
        let row = (i / COLUMNS).checked_sub(self.scroll).filter(|row| *row < ROWS)?;
        Some(CORNER + Vec2::new((i % COLUMNS) as f32, row as f32) * PATCH)
    }

    /// Draws it.
    pub fn draw(&self, canvas: &mut Canvas, assets: &Assets, progress: &Progress) {
        canvas.page(&assets.page);
        canvas.offset = Vec2::ZERO;
        cloth::night(canvas, Vec2::ZERO, SIZE);
        self.header(canvas, assets, progress);
        let size = PATCH * Vec2::new(COLUMNS as f32, ROWS as f32);
        let (at, outer) = (CORNER - FRAME, size + 2.0 * FRAME);
        canvas.rect(at.x - 1.0, at.y - 1.0, outer.x + 2.0, outer.y + 2.0, palette::INK);
        canvas.rect(at.x, at.y, outer.x, outer.y, palette::RED);
        cloth::border(canvas, at, outer, FRAME * 0.5, RUNNING, palette::CREAM);
        for slot in 0..COLUMNS * ROWS {
            let i = slot + self.scroll * COLUMNS;
            let corner = CORNER + Vec2::new((slot % COLUMNS) as f32, (slot / COLUMNS) as f32) * PATCH;
            match self.patches.get(i) {
                Some(patch) => patch.draw(canvas, assets, progress, i, corner, i == self.at),
                None => empty(canvas, corner, slot / COLUMNS),
            }
        }
        if let Some(corner) = self.place(self.at).filter(|_| !self.patches.is_empty()) {
            self.needle(canvas, assets, corner);
        }
        self.footer(canvas, assets, progress);
    }

    fn header(&self, canvas: &mut Canvas, assets: &Assets, progress: &Progress) {
        assets.font.draw(canvas, "THE DRAWER", Vec2::new(CORNER.x, 20.0), palette::CREAM);
        let total = progress.total();
        let text = format!("beads {}   buttons {}", total.beads, total.golden);
        assets.font.right(canvas, &text, Vec2::new(SIZE.x - CORNER.x, 20.0), palette::CREAM);
        let rows = self.patches.len().div_ceil(COLUMNS);
        if rows > ROWS {
            let text = format!("rows {} to {} of {rows}", self.scroll + 1, (self.scroll + ROWS).min(rows));
            assets.font.centered(canvas, &text, Vec2::new(SIZE.x * 0.5, 20.0), palette::SAND);
        }
    }

    fn footer(&self, canvas: &mut Canvas, assets: &Assets, progress: &Progress) {
        let middle = Vec2::new(SIZE.x * 0.5, SIZE.y - 30.0);
        let Some(patch) = self.patches.get(self.at) else {
            assets.font.centered(
                canvas,
                "No maps here. Give one on the command line: seamwalker play MAP",
                middle,
                palette::CREAM,
            );
            return;
        };
        assets.font.centered(canvas, &patch.line(progress), middle, palette::CREAM);
    }

    /// The needle in the chosen patch, with a thread that comes from the left.
    fn needle(&self, canvas: &mut Canvas, assets: &Assets, corner: Vec2) {
        let poke = ((self.time * 4.0).sin() * 2.0).round();
        let tip = corner + Vec2::new(22.0 + poke, 71.0);
        let cursor = assets.sprites.get("cursor");
        canvas.sprite(cursor.looped(self.time), cursor.origin, tip, Style::default());
    }
}

impl Patch {
    fn learn(&mut self, level: &Level) {
        if !level.meta.title.is_empty() {
            self.title.clone_from(&level.meta.title);
        }
        self.par = level.meta.par_time;
        self.all = Found::all(level);
    }

    fn draw(&self, canvas: &mut Canvas, assets: &Assets, progress: &Progress, i: usize, at: Vec2, chosen: bool) {
        let best = progress.of(&self.key);
        let done = best.ticks.is_some();
        canvas.rect(at.x, at.y, PATCH.x, PATCH.y, palette::INK);
        let (inner, size) = (at + 1.0, PATCH - 2.0);
        canvas.rect(inner.x, inner.y, size.x, size.y, palette::LINEN);
        let strength = if done {
            1.0
        } else if chosen {
            PALE + 0.3
        } else {
            PALE
        };
        if let Some(fabric) = assets.fabrics.get(i % assets.fabrics.len().max(1)) {
            cloth::fill(canvas, *fabric, inner, size, palette::faded(palette::PLAIN, strength));
        }
        let thread = if done || chosen { palette::CREAM } else { palette::mix(palette::SAND, palette::INK, 0.25) };
        cloth::border(canvas, inner, size, 4.0, RUNNING, thread);
        if chosen {
            cloth::frame(canvas, at, PATCH, 2.0, palette::CREAM);
        }
        self.paper(canvas, assets, at + Vec2::new((PATCH.x - PAPER.x) * 0.5, 13.0));
        self.buttons(canvas, assets, best.found.golden, at + Vec2::new(PATCH.x * 0.5, 56.0));
        if let Some(ticks) = best.ticks {
            let text = time(ticks);
            let corner = at + Vec2::new((PATCH.x - assets.font.width(&text)) * 0.5, 65.0);
            assets.font.outlined(canvas, &text, corner.round(), palette::CREAM);
        }
    }

    fn paper(&self, canvas: &mut Canvas, assets: &Assets, at: Vec2) {
        canvas.rect(at.x, at.y, PAPER.x, PAPER.y, palette::INK);
        canvas.rect(at.x + 1.0, at.y + 1.0, PAPER.x - 2.0, PAPER.y - 2.0, palette::CREAM);
        let color = if self.broken { palette::RED_DARK } else { palette::INK };
        let mut lines = assets.font.wrap(&self.title, PAPER.x - 8.0);
        lines.truncate(2);
        let top = at.y + (PAPER.y - lines.len() as f32 * assets.font.height) * 0.5;
        for (i, line) in lines.iter().enumerate() {
            let middle = Vec2::new(at.x + PAPER.x * 0.5, top + i as f32 * assets.font.height);
            assets.font.centered(canvas, line, middle.round(), color);
        }
    }

    /// A hole for every golden button, and a button in those that were found.
    fn buttons(&self, canvas: &mut Canvas, assets: &Assets, found: u32, middle: Vec2) {
        let count = self.all.golden.min(5);
        for k in 0..count {
            let at = middle + Vec2::new((k as f32 - (count - 1) as f32 * 0.5) * 16.0, 0.0);
            if k < found {
                assets.sprites.draw(canvas, "bead_mustard", 0.0, at);
            } else {
                cloth::button_hole(canvas, at, 6.0, palette::faded(palette::INK, 0.5));
            }
        }
    }

    /// Everything about the patch in a line.
    fn line(&self, progress: &Progress) -> String {
        if self.broken {
            return format!("{}: the map has errors; see: seamwalker check {}", self.title, self.path);
        }
        let best = progress.of(&self.key);
        let par = self.par * seamwalker::sim::TICK_RATE as f32;
        let parts = [
            Some(self.title.clone()),
            best.ticks.map(|ticks| format!("best {}", time(ticks))),
            (par > 0.0).then(|| format!("par {}", time(par as u64))),
            (self.all.beads > 0).then(|| format!("beads {}/{}", best.found.beads, self.all.beads)),
            (self.all.golden > 0).then(|| format!("buttons {}/{}", best.found.golden, self.all.golden)),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join("   ")
    }
}

/// A patch that is still to be sewn: plain cloth with a line of chalk, darker in the lower rows.
fn empty(canvas: &mut Canvas, at: Vec2, row: usize) {
    let shade = 0.10 + 0.13 * row as f32;
    let plain = palette::mix(palette::mix(palette::LINEN, palette::SAND, 0.3), palette::NIGHT, shade);
    let thread = palette::mix(plain, palette::INK, 0.3);
    canvas.rect(at.x, at.y, PATCH.x, PATCH.y, palette::INK);
    canvas.rect(at.x + 1.0, at.y + 1.0, PATCH.x - 2.0, PATCH.y - 2.0, plain);
    cloth::border(canvas, at + 1.0, PATCH - 2.0, 4.0, RUNNING, thread);
    for dash in cloth::FINE.along(&[at + Vec2::new(14.0, 16.0), at + PATCH - Vec2::new(14.0, 16.0)], false) {
        for quad in strip(&dash, 1.0) {
            canvas.polygon(&quad, palette::faded(thread, 0.6));
        }
    }
}

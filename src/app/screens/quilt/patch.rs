//! A patch of the quilt: the fabric of its level with a preview of it. It is pale and only basted until the level is finished, and
//! unbleached cloth with a silhouette while the level is locked.

use glam::Vec2;
use macroquad::color::Color;
use seamwalker_sim::TICK_RATE;

use super::needlework::Seam;
use super::previews::{MapFacts, PREVIEW_SIZE, Previews};
use crate::app::library::LevelLibrary;
use crate::app::render::assets::FABRICS;
use crate::app::render::{Assets, Canvas, RUNNING, Region, palette};
use crate::app::save::{Best, CollectedCount, time};
use crate::app::ui::{Words, cloth};

/// From the border of a patch to its preview, in pixels; the seam is in between.
const PREVIEW_MARGIN: f32 = 6.0;
/// From the border of a patch to its seam, in pixels.
pub const SEAM_INSET: f32 = 3.5;
/// The height of a line of the label with the name, and the space around its text, in pixels.
const LABEL_LINE: f32 = 12.0;
const LABEL_PADDING: f32 = 3.0;
/// The preview of the strip of the last level: its corner in the preview, and its size.
const STRIP_PREVIEW: (Vec2, Vec2) = (Vec2::new(0.0, 17.0), Vec2::new(80.0, 22.0));
/// How much the fabric of a patch is covered by unbleached cloth before its level is finished.
const FADED: f32 = 0.42;
/// The colours of [`FABRICS`], for silhouettes.
const FABRIC_COLORS: [Color; FABRICS.len()] =
    [palette::DENIM, palette::RED, palette::MUSTARD, palette::MOSS, palette::PLUM, palette::SAND, palette::ROSE];
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
    fabric: String,
}

/// The current look of a patch.
#[derive(Clone, Copy)]
pub struct Look<'a> {
    pub facts: &'a MapFacts,
    pub best: Best,
    pub chosen: bool,
    /// How far it has unfolded: 0 while it cannot be played yet.
    pub open: f32,
    /// The sewn part of its seam.
    pub sewn: f32,
}

/// Whether a patch is a strip, with everything in one line.
fn is_strip(size: Vec2) -> bool {
    size.y * 2.0 < size.x
}

impl Patch {
    /// A map of the library on this fabric.
    pub fn new(library: &LevelLibrary, map: usize, fabric: &str) -> Self {
        let (key, path) = (library.key(map), library.path(map).to_owned());
        Self { map, key, path, fabric: fabric.to_owned() }
    }

    /// Title and facts in one line.
    pub fn line(&self, known: &MapFacts, best: Best, words: &Words) -> String {
        if known.broken {
            return words.fill("patch.broken", &[&known.title, &self.path]);
        }
        format!("{}   {}", known.title, facts(known, best, words).join("   "))
    }

    /// Draws its cloth and the frame of its preview.
    pub fn draw_cloth(&self, canvas: &mut Canvas, assets: &Assets, look: Look, (at, size): (Vec2, Vec2)) {
        let [closed, basting] = unbleached(look.open < 1.0);
        canvas.framed(at, size, closed);
        let (inner, inner_size) = (at + 1.0, size - 2.0);
        let part = Vec2::new((inner_size.x * look.open).round(), inner_size.y);
        let is_finished = look.best.finished;
        if part.x > 0.0 {
            canvas.tiled(assets.fabric(&self.fabric, self.map), inner, (inner, part), palette::PLAIN);
            let pale = if is_finished { FADED * (1.0 - look.sewn).powi(2) } else { FADED };
            if pale > 0.01 {
                let cover = palette::faded(cloth::unbleached(0.1), pale);
                canvas.rect(inner.x, inner.y, part.x, part.y, cover);
            }
        }
        if part.x > 0.0 && look.open < 1.0 {
            canvas.rect(inner.x + part.x - 2.0, inner.y, 3.0, inner_size.y, palette::INK);
            canvas.rect(inner.x + part.x - 3.0, inner.y, 3.0, inner_size.y, palette::CREAM);
        }
        let sewn = if is_finished { look.sewn } else { 0.0 };
        if sewn >= 1.0 {
            padding(canvas, inner, inner_size);
        }
        if sewn > 0.0 {
            Seam::around(at, size, SEAM_INSET).draw(canvas, sewn, palette::CREAM, palette::faded(basting, 0.6));
        } else {
            let basting = palette::faded(basting, if look.open < 1.0 { 0.6 } else { 1.0 });
            cloth::border(canvas, at, size, SEAM_INSET, RUNNING, basting);
        }
        if !look.facts.broken {
            let (corner, size) = preview_place((at, size));
            let color = palette::mix(palette::SKY, cloth::unbleached(0.05), 0.5);
            let color = if look.open < 1.0 { cloth::unbleached(0.26) } else { color };
            canvas.framed(corner - 1.0, size + 2.0, color);
        }
    }

    /// Draws its preview, from the texture of all previews.
    pub fn draw_preview(&self, canvas: &mut Canvas, previews: &Previews, look: Look, place: (Vec2, Vec2)) {
        let Some((silhouette, picture, shown)) = previews.pieces(self.map) else { return };
        let (at, size) = preview_place(place);
        let from = if is_strip(place.1) { STRIP_PREVIEW.0 } else { Vec2::ZERO };
        let part = |region: Region| Region { at: region.at + from, size };
        if look.open < 1.0 || shown < 1.0 {
            let own = palette::mix(fabric_color(&self.fabric, self.map), palette::NIGHT, 0.25);
            let shape = palette::mix(cloth::unbleached(0.5), own, look.open);
            canvas.image(part(silhouette), at, shape);
        }
        if look.open > 0.0 && shown > 0.0 {
            canvas.image(part(picture), at, palette::faded(palette::PLAIN, shown * look.open));
        }
    }
}

/// Draws what lies on a patch: its name, its golden buttons, and the frame of the selection.
pub fn draw_front(canvas: &mut Canvas, assets: &Assets, look: Look, (at, size): (Vec2, Vec2)) {
    if look.chosen {
        cloth::frame(canvas, at - 1.0, size + 2.0, 3.0, palette::CREAM);
    }
    let all = look.facts.all.golden;
    let found = if look.sewn >= 1.0 { look.best.found.golden } else { 0 };
    if is_strip(size) {
        if look.open > 0.5 {
            let foot = at + Vec2::new(size.x * 0.5, size.y - 8.0);
            label(canvas, assets, look.facts, foot, size.x - 2.0 * PREVIEW_SIZE.x);
        }
        return buttons(canvas, assets, (found, all), at + Vec2::new(size.x - 60.0, size.y * 0.5), look.open);
    }
    let (_, preview) = preview_place((at, size));
    let middle = at.x + size.x * 0.5;
    let top = if look.open > 0.5 {
        label(canvas, assets, look.facts, Vec2::new(middle, at.y + size.y - 7.0), size.x - 8.0)
    } else {
        at.y + PREVIEW_MARGIN + preview.y + 12.0
    };
    buttons(canvas, assets, (found, all), Vec2::new(middle, top - 6.0).round(), look.open);
}

/// The best time, par, and collected items.
pub fn facts(known: &MapFacts, best: Best, words: &Words) -> Vec<String> {
    let par = known.par * TICK_RATE as f32;
    let CollectedCount { beads, golden } = known.all;
    let facts = [
        best.ticks.map(|ticks| words.fill("patch.best", &[&time(ticks)])),
        (par > 0.0).then(|| words.fill("patch.par", &[&time(par as u64)])),
        (beads > 0).then(|| words.fill("patch.beads", &[&best.found.beads, &beads])),
        (golden > 0).then(|| words.fill("patch.buttons", &[&best.found.golden, &golden])),
    ];
    facts.into_iter().flatten().collect()
}

/// The label with the name of a map above a point; returns its upper border.
fn label(canvas: &mut Canvas, assets: &Assets, known: &MapFacts, foot: Vec2, room: f32) -> f32 {
    let font = &assets.font;
    let color = if known.broken { palette::RED_DARK } else { palette::INK };
    let mut lines = font.wrap(&known.title, room - 2.0 * LABEL_PADDING);
    lines.truncate(2);
    let width = lines.iter().map(|line| font.width(line)).fold(0.0, f32::max).min(room);
    let size = Vec2::new(width + 2.0 * LABEL_PADDING, lines.len() as f32 * LABEL_LINE + 1.0);
    let at = (foot - Vec2::new(size.x * 0.5, size.y)).round();
    canvas.framed_round(at - 1.0, size + 2.0, 1.0, palette::CREAM);
    for (i, line) in lines.iter().enumerate() {
        font.centered(canvas, line, Vec2::new(foot.x, at.y + i as f32 * LABEL_LINE).round(), color);
    }
    at.y
}

/// A hole for every golden button, filled if it was found.
fn buttons(canvas: &mut Canvas, assets: &Assets, (found, all): (u32, u32), middle: Vec2, open: f32) {
    let count = all.min(MAX_BUTTONS);
    for k in 0..count {
        let at = middle + Vec2::new((k as f32 - (count - 1) as f32 * 0.5) * BUTTON_PITCH, 0.0);
        if k < found {
            assets.sprites.draw(canvas, "bead_mustard", 0.0, at);
        } else {
            let cream = palette::faded(palette::CREAM, 0.35 * open);
            let around = |i: usize| at + Vec2::from_angle(i as f32 * std::f32::consts::FRAC_PI_4) * 5.0;
            canvas.polygon(&std::array::from_fn::<Vec2, 8, _>(around), cream);
            cloth::button_hole(canvas, at, 6.0, palette::faded(palette::INK, 0.35 + 0.35 * open));
        }
    }
}

/// The colours of unbleached cloth and of its basting, where a patch is locked or open.
fn unbleached(closed: bool) -> [Color; 2] {
    let shades = if closed { [0.34, 0.5] } else { [0.1, 0.3] };
    let [cloth, thread] = shades.map(cloth::unbleached);
    [cloth, palette::mix(thread, palette::INK, 0.3)]
}

/// The colour of a fabric, or of one by number.
fn fabric_color(fabric: &str, number: usize) -> Color {
    let own = FABRICS.iter().position(|known| *known == fabric).unwrap_or(number);
    FABRIC_COLORS[own % FABRIC_COLORS.len()]
}

/// The corner and size of the preview of a patch.
fn preview_place((at, size): (Vec2, Vec2)) -> (Vec2, Vec2) {
    if is_strip(size) {
        return ((at + Vec2::new(8.0, (size.y - STRIP_PREVIEW.1.y) * 0.5)).round(), STRIP_PREVIEW.1);
    }
    let left = ((size.x - PREVIEW_SIZE.x) * 0.5).max(PREVIEW_MARGIN);
    (at + Vec2::new(left, PREVIEW_MARGIN), PREVIEW_SIZE)
}

/// Light from the upper left and shade at the lower right: the cloth is padded.
fn padding(canvas: &mut Canvas, at: Vec2, size: Vec2) {
    let mut bands = |inset: f32, alpha: f32| {
        let (a, b) = (at + inset, at + size - inset);
        let mut band = |x: f32, y: f32, w: f32, h: f32, color: Color| {
            canvas.rect(x, y, w, h, palette::faded(color, alpha));
        };
        band(a.x, a.y, b.x - a.x, 1.0, palette::CREAM);
        band(a.x, a.y + 1.0, 1.0, b.y - a.y - 1.0, palette::CREAM);
        band(a.x + 1.0, b.y - 1.0, b.x - a.x - 1.0, 1.0, palette::INK);
        band(b.x - 1.0, a.y + 1.0, 1.0, b.y - a.y - 2.0, palette::INK);
    };
    bands(0.0, 0.5);
    bands(1.0, 0.22);
}

/// A free place for a patch: plain cloth with a chalk line.
pub fn empty(canvas: &mut Canvas, at: Vec2, size: Vec2, closed: bool) {
    let [cloth, basting] = unbleached(closed);
    canvas.framed(at, size, cloth);
    cloth::border(canvas, at, size, SEAM_INSET, RUNNING, basting);
    let chalk = palette::faded(palette::mix(cloth, palette::INK, 0.3), 0.6);
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

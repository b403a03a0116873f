//! Draws the quilt, as a screen or as a show.

use glam::Vec2;

use super::Quilt;
use super::needlework::{Seam, banner, lint};
use super::pages::{ClothLayout, PatchRow, ROW_PATCHES};
use super::patch::{self, Look, Patch, SEAM_INSET};
use super::previews::Previews;
use super::show::Act;
use crate::app::render::{Assets, Canvas, palette};
use crate::app::save::SaveSlot;
use crate::app::screens::card::tab;
use crate::app::ui::cloth;

/// The middle of the line below the tabs in a narrow view, in pixels.
const NARROW_HEADER: f32 = 56.0;
/// The width of the frame, in pixels.
const FRAME_WIDTH: f32 = 8.0;
/// The dark cloth that a close-up shows beside the quilt, at most, in pixels.
const CLOSE_UP_MARGIN: f32 = 84.0;
/// How far a patch is puffed up when it was just sewn on, in pixels, and the seconds until it has settled.
const PUFF: f32 = 3.0;
const PUFF_TIME: f32 = 0.5;
/// At the end of the game: from the puff of one patch to that of the next, in seconds.
const WAVE_PITCH: f32 = 0.09;

impl Quilt {
    /// Draws it.
    pub(super) fn draw_quilt(&self, canvas: &mut Canvas, assets: &Assets, slot: &SaveSlot, previews: &Previews) {
        canvas.page(&assets.page);
        canvas.offset = Vec2::ZERO;
        cloth::night(canvas, Vec2::ZERO, canvas.format.size);
        self.header(canvas, assets, slot, previews);
        self.patches(canvas, assets, slot, previews);
        canvas.targets.extend(self.visible_patches().map(|(.., at, size)| (at, size)));
        self.needle(canvas, assets);
        self.label(canvas, assets, previews);
        self.footer(canvas, assets, slot, previews);
        if let Some(card) = &self.card {
            card.show(canvas, assets);
        }
    }

    /// Draws the show: without anything to choose, nearer at a single patch.
    pub fn draw_show(&self, canvas: &mut Canvas, assets: &Assets, slot: &SaveSlot, previews: &Previews) {
        let show = &self.show;
        let below = if show.calm { 0.0 } else { show.below() };
        canvas.page(&assets.page);
        canvas.offset = Vec2::new(0.0, (below * canvas.format.size.y).round());
        cloth::night(canvas, Vec2::ZERO, canvas.format.size);
        canvas.rect(0.0, -2.0, canvas.format.size.x, 2.0, palette::INK);
        let mut of_show = self.visible_patches().filter(|place| self.lines()[place.0].patches[place.1].map == show.map);
        let cloth = self.cloth();
        let place = of_show.next().map_or((cloth.corner, cloth.size), |(.., at, size)| (at, size));
        let zoom = if show.calm { 1.0 } else { show.zoom() };
        // All of it begins below the view, however much of it is above the view at the end.
        let moved = close_up(place, &cloth, canvas.format.size) * (zoom - 1.0);
        let top = (cloth.corner.y - FRAME_WIDTH) * zoom + moved.y;
        canvas.zoom = zoom;
        canvas.offset = (moved + Vec2::Y * below * (canvas.format.size.y - top)).round();
        self.patches(canvas, assets, slot, previews);
        self.needlework(canvas, assets, place);
        (canvas.zoom, canvas.offset) = (1.0, Vec2::ZERO);
        let words = &assets.words;
        let text = match show.act() {
            Some(Act::World(row)) => match self.lines().get(row) {
                Some(line) if !line.name.is_empty() => words.fill("patch.opened", &[&line.name]),
                _ => words.get("patch.last_opened").to_owned(),
            },
            _ => words.get("patch.done").to_owned(),
        };
        banner(canvas, assets, &text, Vec2::new(canvas.format.middle(), 27.0), show.banner());
        if show.calm {
            let Vec2 { x, y } = canvas.format.size;
            canvas.rect(0.0, 0.0, x, y, palette::faded(palette::NIGHT, show.below()));
        }
    }

    /// The needle and lint of the show.
    fn needlework(&self, canvas: &mut Canvas, assets: &Assets, (at, size): (Vec2, Vec2)) {
        let show = &self.show;
        for (seam, sewn) in [(Seam::around(at, size, SEAM_INSET), show.sewn()), (hem(&self.cloth()), show.hemmed())] {
            if (0.001..0.999).contains(&sewn) && !show.calm {
                seam.needle(canvas, sewn, palette::CREAM);
            }
        }
        show.settled().into_iter().for_each(|since| lint(canvas, assets, (at, size), since));
        show.since_hem().into_iter().for_each(|since| lint(canvas, assets, frame(&self.cloth()), since));
    }

    /// The frame, the free places and the patches.
    fn patches(&self, canvas: &mut Canvas, assets: &Assets, slot: &SaveSlot, previews: &Previews) {
        let cloth = self.cloth();
        let (at, outer) = frame(&cloth);
        canvas.framed(at - 1.0, outer + 2.0, palette::RED);
        hem(&cloth).draw(canvas, self.show.hemmed(), palette::CREAM, palette::RED_DARK);
        self.empty_patches(canvas);
        let chooses = self.tab.is_none() && self.show.is_over() && !self.show.moves();
        let chosen = self.chosen().map(|(_, patch)| patch.map).filter(|_| chooses);
        // The largest last, so that none covers it.
        let mut puffed = None;
        let mut places: Vec<(&Patch, Look, (Vec2, Vec2))> = Vec::new();
        for (i, (line, column, at, size)) in self.visible_patches().enumerate() {
            let row = &self.lines()[line];
            let patch = &row.patches[column];
            let is_shown = self.show.map == patch.map && !self.show.is_over();
            let look = Look {
                facts: previews.facts(patch.map),
                best: slot.progress.of(&patch.key),
                chosen: chosen == Some(patch.map),
                open: if row.closed.is_some() { 0.0 } else { self.show.unfolded(line, column) },
                sewn: if is_shown { self.show.sewn() } else { 1.0 },
            };
            let puff = self.puff(line, column, is_shown);
            puffed = puffed.or(Some(i).filter(|_| puff > 0.0 && self.show.settled().is_some()));
            places.push((patch, look, (at - puff, size + 2.0 * puff)));
        }
        if let (Some(i), Some(last)) = (puffed, places.len().checked_sub(1)) {
            places.swap(i, last);
        }
        places.iter().for_each(|(patch, look, place)| patch.draw_cloth(canvas, assets, *look, *place));
        if let Some(page) = &previews.page {
            canvas.page(page);
            places.iter().for_each(|(patch, look, place)| patch.draw_preview(canvas, previews, *look, *place));
            canvas.page(&assets.page);
        }
        places.iter().for_each(|(_, look, place)| patch::draw_front(canvas, assets, *look, *place));
    }

    /// How far a patch is puffed up, in pixels: after it was sewn on, and in a wave at the end of the game.
    fn puff(&self, line: usize, column: usize, is_shown: bool) -> f32 {
        let wave = self.show.since_hem().map(|since| since - (line + column) as f32 * WAVE_PITCH);
        let since = self.show.settled().filter(|_| is_shown).or(wave).filter(|since| (0.0..PUFF_TIME).contains(since));
        since.map_or(0.0, |since| {
            let t = since / PUFF_TIME;
            (PUFF * (t * std::f32::consts::TAU * 1.25).sin().abs() * (1.0 - t) * 1.3).round()
        })
    }

    /// The free places for patches.
    fn empty_patches(&self, canvas: &mut Canvas) {
        let (page, cloth) = (&self.pages[self.page], self.cloth());
        for slot in 0..ROW_PATCHES * cloth.rows {
            let (row, column) = (slot / ROW_PATCHES + self.scroll, slot % ROW_PATCHES);
            let place = page.place(row, column, self.scroll, &cloth);
            let Some(((at, size), line)) = place.zip(Some(page.lines.get(row))) else {
                continue;
            };
            // The strip is outside the grid.
            let line = line.filter(|_| row < page.rows());
            let is_outside = (at + size - cloth.corner - cloth.size).max_element() > 0.1;
            if !is_outside && line.is_none_or(|line| column >= line.patches.len()) {
                patch::empty(canvas, at, size, line.is_none_or(|line| line.closed.is_some()));
            }
        }
    }

    fn header(&self, canvas: &mut Canvas, assets: &Assets, slot: &SaveSlot, previews: &Previews) {
        let name = self.chosen().map_or("", |(line, patch)| match line.name.as_str() {
            // The name of the last level is secret until it is unlocked.
            "" if line.closed.is_none() => &previews.facts(patch.map).title,
            "" => assets.words.get("patch.last"),
            name => name,
        });
        let (cloth, is_narrow) = (self.cloth(), canvas.format.is_narrow());
        // In a narrow view the name and the total are below the tabs.
        let middle = if is_narrow { NARROW_HEADER } else { 26.0 };
        let left = if is_narrow { canvas.format.middle() } else { self.tab_at(0).0.x } - cloth.sides.0 - 8.0;
        let name = name.to_uppercase();
        let scale = assets.font.scale(&name, left);
        assets.font.scaled(canvas, &name, Vec2::new(cloth.sides.0, middle - 6.0 * scale), scale, palette::CREAM);
        let tabs = ["menu.back"].into_iter().chain(self.pages.iter().map(|page| page.tab));
        for (i, text) in tabs.enumerate().take(self.last_tab() + 1) {
            tab(canvas, assets, assets.words.get(text), self.tab_at(i), [i == self.page + 1, self.tab == Some(i)]);
        }
        let patches = || self.pages.iter().flat_map(|page| &page.lines).flat_map(|line| &line.patches);
        let (beads, golden) = patches()
            .map(|patch| slot.progress.of(&patch.key).found)
            .fold((0, 0), |sum, found| (sum.0 + found.beads, sum.1 + found.golden));
        let all: u32 = patches().map(|patch| previews.facts(patch.map).all.golden).sum();
        let text = assets.words.fill("patch.total", &[&beads, &golden, &all]);
        // Large letters have no room for wide gaps.
        let text = if assets.font.large { text.split_whitespace().collect::<Vec<_>>().join(" ") } else { text };
        let (last, size) = self.tab_at(self.last_tab());
        let from = if is_narrow { canvas.format.middle() } else { last.x + size.x + 8.0 };
        let right = cloth.sides.1;
        let scale = assets.font.scale(&text, right - from);
        assets.font.aligned(canvas, &text, Vec2::new(right, middle - 6.0 * scale), 1.0, scale, palette::CREAM);
    }

    /// With large letters: the name of the chosen patch, over its neighbours.
    fn label(&self, canvas: &mut Canvas, assets: &Assets, previews: &Previews) {
        let is_shown =
            |(line, _): &(&PatchRow, &Patch)| assets.font.large && self.tab.is_none() && line.closed.is_none();
        let Some((_, patch)) = self.chosen().filter(is_shown) else { return };
        let Some((.., at, size)) = self.visible_patches().find(|place| (place.0, place.1) == (self.line, self.column))
        else {
            return;
        };
        let title = &previews.facts(patch.map).title;
        let width = assets.font.width(title) * 2.0 + 12.0;
        let x = (at.x + (size.x - width) * 0.5).clamp(4.0, (canvas.format.size.x - 4.0 - width).max(4.0)).round();
        let y = at.y + size.y - 30.0;
        canvas.framed(Vec2::new(x, y), Vec2::new(width, 28.0), palette::CREAM);
        assets.font.scaled(canvas, title, Vec2::new(x + 6.0, y + 2.0), 2.0, palette::INK);
    }

    fn footer(&self, canvas: &mut Canvas, assets: &Assets, slot: &SaveSlot, previews: &Previews) {
        let middle = Vec2::new(canvas.format.middle(), canvas.format.size.y - 30.0);
        let text = match self.chosen() {
            Some((PatchRow { closed: Some(why), .. }, _)) => why.clone(),
            Some((_, patch)) => {
                let (known, best) = (previews.facts(patch.map), slot.progress.of(&patch.key));
                // The name of the patch is in large letters already.
                if assets.font.large && !known.broken {
                    patch::facts(known, best, &assets.words).join("  ")
                } else {
                    patch.line(known, best, &assets.words)
                }
            }
            None => assets.words.get("patch.none").to_owned(),
        };
        let lines = assets.font.wrap(&text, canvas.format.size.x - 8.0);
        let font = &assets.font;
        match lines.as_slice() {
            [text] => font.fitted(canvas, text, middle, canvas.format.size.x - 8.0, palette::CREAM),
            // A long one begins higher, in small letters.
            lines => {
                for (i, line) in lines.iter().enumerate() {
                    let up = (lines.len() - 1 - i) as f32 * font.height;
                    font.centered(canvas, line, middle - Vec2::Y * up, palette::CREAM);
                }
            }
        }
        let (rows, visible) = (self.pages[self.page].rows(), self.cloth().rows);
        if rows > visible {
            let shown = (self.scroll + 1, (self.scroll + visible).min(rows));
            let text = assets.words.fill("patch.rows", &[&shown.0, &shown.1, &rows]);
            let below = middle + Vec2::new(0.0, if assets.font.large { 18.0 } else { 13.0 });
            assets.font.centered(canvas, &text, below, palette::SAND);
        }
    }

    /// The needle in the selected patch; its thread comes from the previous patch.
    fn needle(&self, canvas: &mut Canvas, assets: &Assets) {
        let Some((line, _)) = self.chosen().filter(|_| self.tab.is_none()) else { return };
        let column = self.column.min(line.patches.len() - 1);
        let (page, cloth) = (&self.pages[self.page], self.cloth());
        let tip = |column: usize| {
            let (at, size) = page.place(self.line, column, self.scroll, &cloth)?;
            Some(at + if size.y < size.x * 0.5 { Vec2::new(130.0, 16.0) } else { Vec2::new(24.0, size.y - 26.0) })
        };
        // The thread comes from the patch before, if that is beside it.
        let before = column.checked_sub(1).filter(|before| before / cloth.columns == column / cloth.columns);
        let from = before.and_then(tip).map(|tip| tip + Vec2::new(38.0, -3.0));
        if let Some(tip) = tip(column) {
            patch::needle(canvas, assets, from, tip, self.time);
        }
    }
}

/// How far the view of twice the size is moved to show a patch in the middle, but little of what is beside the quilt.
fn close_up((at, size): (Vec2, Vec2), cloth: &ClothLayout, view: Vec2) -> Vec2 {
    let (first, outer) = frame(cloth);
    let most = Vec2::splat(CLOSE_UP_MARGIN) - first * 2.0;
    let least = view - CLOSE_UP_MARGIN - (first + outer) * 2.0;
    // A view that shows all of it needs no limits.
    (view * 0.5 - (at + size * 0.5) * 2.0).clamp(least.min(most), most.max(least))
}

/// The seam along the frame.
fn hem(cloth: &ClothLayout) -> Seam {
    let (at, outer) = frame(cloth);
    Seam::around(at, outer, FRAME_WIDTH * 0.5)
}

/// The corner and size of the cloth with its frame.
fn frame(cloth: &ClothLayout) -> (Vec2, Vec2) {
    (cloth.corner - FRAME_WIDTH, cloth.size + 2.0 * FRAME_WIDTH)
}

//! The quilt: a row of patches for every world, the last level below them, and a page of scraps that belong to none.

mod patch;

use std::collections::BTreeSet;
use std::sync::Arc;

use glam::Vec2;
use seamwalker::lab::Recorded;
use seamwalker::level::shipped;

use super::card::{Card, tab};
use super::{Goto, Rival, UiInput};
use crate::app::audio::Effect;
use crate::app::input::Hotkey;
use crate::app::library::LevelLibrary;
use crate::app::library::campaign_state::CampaignState;
use crate::app::render::assets::Assets;
use crate::app::render::canvas::Canvas;
use crate::app::render::palette;
use crate::app::render::stitch::RUNNING;
use crate::app::render::view::SIZE;
use crate::app::save::progress::time;
use crate::app::save::save_slot::SaveSlot;
use crate::app::ui::cloth;
use crate::app::ui::words::Words;
use patch::{Look, Patch};

/// Columns and rows that show at once.
const COLUMNS: usize = 6;
const ROWS: usize = 3;
/// The cloth inside the frame: its corner and size, in pixels.
const CORNER: Vec2 = Vec2::new(44.0, 54.0);
const CLOTH: Vec2 = Vec2::new(552.0, 252.0);
/// The strip of the last level, in pixels high.
const STRIP: f32 = 30.0;
/// The frame around it.
const FRAME: f32 = 8.0;
/// The tabs at the top: size, and where the first is.
const TAB: Vec2 = Vec2::new(62.0, 22.0);
const TABS: Vec2 = Vec2::new(226.0, 14.0);
/// Seconds in which a finished patch is sewn on.
const SEWING: f32 = 1.1;

/// A row of patches.
struct PatchRow {
    name: String,
    patches: Vec<Patch>,
    /// What opens it, if it is closed.
    closed: Option<String>,
}

/// What shows at once, but for scrolling.
struct QuiltPage {
    tab: &'static str,
    lines: Vec<PatchRow>,
    /// The last line is a strip of one patch.
    strip: bool,
}

impl QuiltPage {
    fn rows(&self) -> usize {
        self.lines.len() - usize::from(self.strip)
    }

    /// The size of a patch in a row.
    fn patch(&self) -> Vec2 {
        let height = if self.strip { CLOTH.y - STRIP } else { CLOTH.y };
        Vec2::new(CLOTH.x / COLUMNS as f32, height / ROWS as f32)
    }

    /// Where a patch is when this row is the first one, and its size.
    fn place(&self, line: usize, column: usize, first: usize) -> Option<(Vec2, Vec2)> {
        if self.strip && line == self.rows() {
            return Some((CORNER + Vec2::new(0.0, CLOTH.y - STRIP), Vec2::new(CLOTH.x, STRIP)));
        }
        let row = line.checked_sub(first).filter(|row| *row < ROWS)?;
        Some((CORNER + Vec2::new(column as f32, row as f32) * self.patch(), self.patch()))
    }
}

/// The quilt of levels.
pub struct Quilt {
    pages: Vec<QuiltPage>,
    /// Where the needle is: page, line, and the column that was chosen last.
    page: usize,
    line: usize,
    column: usize,
    /// The first row that shows.
    scroll: usize,
    /// Maps of which there is a run that proves that they can be finished.
    proven: BTreeSet<String>,
    card: Option<Card>,
    /// The map that is being sewn on, and for how many seconds.
    fresh: Option<(usize, f32)>,
    time: f32,
}

impl Quilt {
    /// A quilt of everything on the shelf, with the needle at a map; `fresh` if that was just finished for the first time.
    pub fn new(library: &LevelLibrary, slot: &SaveSlot, words: &Words, at: Option<usize>, fresh: bool) -> Self {
        let patchwork = library.patchwork();
        let is_finished = |map: usize| slot.progress.of(&library.key(map)).is_finished();
        let mut pages = Vec::new();
        if !patchwork.rows.is_empty() {
            pages.push(worlds(library, &patchwork, words, is_finished));
        }
        if pages.is_empty() || !patchwork.scraps.is_empty() {
            pages.push(scraps(library, &patchwork, words, pages.is_empty()));
        }
        let proven = Recorded::list(&shipped()).unwrap_or_default();
        let mut quilt = Self {
            pages,
            page: 0,
            line: 0,
            column: 0,
            scroll: 0,
            proven: proven.into_iter().map(|run| run.map).collect(),
            card: None,
            fresh: at.filter(|_| fresh).map(|map| (map, 0.0)),
            time: 0.0,
        };
        quilt.point_at(at.or_else(|| patchwork.to_begin_with(is_finished)));
        quilt
    }

    /// Moves the needle to a map.
    fn point_at(&mut self, map: Option<usize>) {
        for (p, page) in self.pages.iter().enumerate() {
            for (l, line) in page.lines.iter().enumerate() {
                if let Some(column) = line.patches.iter().position(|patch| Some(patch.map) == map) {
                    (self.page, self.line, self.column) = (p, l, column);
                }
            }
        }
        self.keep_in_view();
    }

    fn lines(&self) -> &[PatchRow] {
        &self.pages[self.page].lines
    }

    /// The line that the needle is in, and the patch.
    fn chosen(&self) -> Option<(&PatchRow, &Patch)> {
        let line = self.lines().get(self.line)?;
        Some((line, line.patches.get(self.column.min(line.patches.len().saturating_sub(1)))?))
    }

    /// Looks into the next map that nobody has looked into: one per frame, so that the quilt opens at once.
    fn look_into_one(&mut self, library: &LevelLibrary, words: &Words) {
        let lines = self.pages.iter_mut().flat_map(|page| &mut page.lines);
        let mut unknown = lines.flat_map(|line| &mut line.patches).filter(|patch| !patch.known);
        if let Some(patch) = unknown.next() {
            patch.look_into(library, words);
        }
    }

    /// Whether a patch is being sewn on, or one is not known yet.
    pub fn moves(&self) -> bool {
        let mut patches = self.pages.iter().flat_map(|page| &page.lines).flat_map(|line| &line.patches);
        self.fresh.is_some_and(|(_, age)| age < SEWING) || patches.any(|patch| !patch.known)
    }

    /// One frame.
    pub fn update(
        &mut self,
        hand: &UiInput,
        library: &LevelLibrary,
        (slot, words): (&SaveSlot, &Words),
        dt: f32,
    ) -> Option<Goto> {
        self.time += dt;
        self.look_into_one(library, words);
        if let Some((_, age)) = &mut self.fresh {
            *age += dt.min(0.05);
        }
        if let Some(card) = &mut self.card {
            let goto = card.update(hand, dt)?;
            self.card = None;
            return Some(goto).filter(|goto| *goto != Goto::Stay);
        }
        if hand.gives(Hotkey::Menu) {
            return Some(Goto::Title);
        }
        let before = (self.page, self.line, self.column);
        for command in hand.commands {
            if let Hotkey::Choose(x, y) = *command {
                self.choose(x, y);
            }
        }
        if hand.clicked
            && let Some(tab) = (0..=self.pages.len()).find(|&tab| hand.points_at(tab_at(tab), TAB))
        {
            let Some(page) = tab.checked_sub(1) else { return Some(Goto::Title) };
            (self.page, self.line, self.column) = (page, 0, 0);
            self.keep_in_view();
            return None;
        }
        let pointed = self.places().find(|(_, _, at, size)| hand.points_at(*at, *size));
        if let Some((line, column, ..)) = pointed.filter(|_| hand.moved || hand.clicked) {
            (self.line, self.column) = (line, column);
        }
        let chosen = hand.gives(Hotkey::Accept) || (hand.clicked && pointed.is_some());
        if chosen || before != (self.page, self.line, self.column) {
            hand.sound(if chosen { Effect::MenuAccept } else { Effect::MenuMove });
        }
        if chosen { self.accept(library, slot, words) } else { None }
    }

    /// Begins the chosen level; one that is finished is asked about first.
    fn accept(&mut self, library: &LevelLibrary, slot: &SaveSlot, words: &Words) -> Option<Goto> {
        let (line, patch) = self.chosen()?;
        let (best, map) = (slot.progress.of(&patch.key), patch.map);
        if line.closed.is_some() {
            return None;
        }
        if !best.is_finished() {
            return Some(Goto::Map(map));
        }
        let level = library.read(map).ok().map(Arc::new);
        let own = level.as_ref().and_then(|level| slot.run(&patch.key, level));
        let proven = self.proven.contains(&patch.key);
        let choices = [
            (true, "menu.play", Goto::Map(map)),
            (own.is_some(), "menu.race_best", Goto::Race(map, Rival::Best)),
            (proven, "menu.race_proof", Goto::Race(map, Rival::Proof)),
            (own.is_some(), "menu.watch_best", Goto::Watch(map, Rival::Best)),
            (proven, "menu.watch_proof", Goto::Watch(map, Rival::Proof)),
            (true, "menu.back", Goto::Stay),
        ];
        let mut lines: Vec<String> = patch.facts(best, words).chunks(2).map(|pair| pair.join("   ")).collect();
        let ghost = own.map(|run| run.replay.outcome.ticks).filter(|ticks| Some(*ticks) != best.ticks);
        lines.extend(ghost.map(|ticks| words.fill("patch.rival", &[&time(ticks)])));
        let choices = choices.into_iter().filter(|choice| choice.0).map(|(_, text, goto)| (text, goto)).collect();
        self.card = Some(Card::new(patch.title.clone(), lines, choices));
        None
    }

    /// Moves the needle; beyond the last row is the next page.
    fn choose(&mut self, x: i32, y: i32) {
        let count = self.lines().get(self.line).map_or(0, |line| line.patches.len());
        if x != 0 && count > 0 {
            self.column = (self.column.min(count - 1) as i32 + x).clamp(0, count as i32 - 1) as usize;
        }
        if y > 0 && self.line + 1 < self.lines().len() {
            self.line += 1;
        } else if y > 0 && self.page + 1 < self.pages.len() {
            (self.page, self.line) = (self.page + 1, 0);
        } else if y < 0 && self.line > 0 {
            self.line -= 1;
        } else if y < 0 && self.page > 0 {
            self.page -= 1;
            self.line = self.lines().len() - 1;
        }
        self.keep_in_view();
    }

    fn keep_in_view(&mut self) {
        let rows = self.pages[self.page].rows();
        let row = self.line.min(rows.saturating_sub(1));
        self.scroll = self.scroll.clamp((row + 1).saturating_sub(ROWS), row);
    }

    /// All patches that show: line, column, corner and size.
    fn places(&self) -> impl Iterator<Item = (usize, usize, Vec2, Vec2)> {
        let page = &self.pages[self.page];
        page.lines.iter().enumerate().flat_map(move |(l, line)| {
            (0..line.patches.len()).filter_map(move |c| {
                let (at, size) = page.place(l, c, self.scroll)?;
                Some((l, c, at, size))
            })
        })
    }

    /// Draws it.
    pub fn draw(&self, canvas: &mut Canvas, assets: &Assets, slot: &SaveSlot) {
        canvas.page(&assets.page);
        canvas.offset = Vec2::ZERO;
        cloth::night(canvas, Vec2::ZERO, SIZE);
        self.header(canvas, assets, slot);
        let (at, outer) = (CORNER - FRAME, CLOTH + 2.0 * FRAME);
        canvas.rect(at.x - 1.0, at.y - 1.0, outer.x + 2.0, outer.y + 2.0, palette::INK);
        canvas.rect(at.x, at.y, outer.x, outer.y, palette::RED);
        cloth::border(canvas, at, outer, FRAME * 0.5, RUNNING, palette::CREAM);
        self.empty_patches(canvas);
        let chosen = self.chosen().map(|(_, patch)| patch.map);
        for (line, column, at, size) in self.places() {
            let line = &self.lines()[line];
            let patch = &line.patches[column];
            let sewn = self.fresh.filter(|(map, _)| *map == patch.map).map_or(1.0, |(_, age)| age / SEWING);
            let look = Look {
                best: slot.progress.of(&patch.key),
                chosen: chosen == Some(patch.map),
                closed: line.closed.is_some(),
                sewn,
            };
            patch.draw(canvas, assets, look, at, size);
        }
        self.needle(canvas, assets);
        self.label(canvas, assets);
        self.footer(canvas, assets, slot);
        if let Some(card) = &self.card {
            card.draw(canvas, assets);
        }
    }

    /// The cloth where there is no patch yet.
    fn empty_patches(&self, canvas: &mut Canvas) {
        let page = &self.pages[self.page];
        for slot in 0..COLUMNS * ROWS {
            let (row, column) = (slot / COLUMNS + self.scroll, slot % COLUMNS);
            let Some(((at, size), line)) = page.place(row, column, self.scroll).zip(Some(page.lines.get(row))) else {
                continue;
            };
            // The strip is no row.
            let line = line.filter(|_| row < page.rows());
            if line.is_none_or(|line| column >= line.patches.len()) {
                patch::empty(canvas, at, size, line.is_none_or(|line| line.closed.is_some()));
            }
        }
    }

    fn header(&self, canvas: &mut Canvas, assets: &Assets, slot: &SaveSlot) {
        let name = self.chosen().map_or("", |(line, patch)| match line.name.as_str() {
            // A strip's line has the name of its one patch, as soon as it may be known.
            "" if line.closed.is_none() => &patch.title,
            "" => assets.words.get("patch.last"),
            name => name,
        });
        let (name, left) = (name.to_uppercase(), TABS.x - CORNER.x - 8.0);
        let scale = assets.font.scale(&name, left);
        assets.font.scaled(canvas, &name, Vec2::new(CORNER.x, 26.0 - 6.0 * scale), scale, palette::CREAM);
        let tabs = ["menu.title"].into_iter().chain(self.pages.iter().map(|page| page.tab));
        for (i, text) in tabs.enumerate().filter(|(i, _)| *i == 0 || self.pages.len() > 1) {
            tab(canvas, assets, assets.words.get(text), (tab_at(i), TAB), i == self.page + 1);
        }
        let patches = || self.pages.iter().flat_map(|page| &page.lines).flat_map(|line| &line.patches);
        let (beads, golden) = patches()
            .map(|patch| slot.progress.of(&patch.key).found)
            .fold((0, 0), |sum, found| (sum.0 + found.beads, sum.1 + found.golden));
        let all: u32 = patches().map(|patch| patch.all.golden).sum();
        let text = assets.words.fill("patch.total", &[&beads, &golden, &all]);
        let from = tab_at(self.pages.len()).x + TAB.x + 8.0;
        let scale = assets.font.scale(&text, SIZE.x - CORNER.x - from);
        let corner = Vec2::new(SIZE.x - CORNER.x - assets.font.width(&text) * scale, 26.0 - 6.0 * scale);
        assets.font.scaled(canvas, &text, corner, scale, palette::CREAM);
    }

    /// With large letters: the name of the chosen patch, over its neighbours.
    fn label(&self, canvas: &mut Canvas, assets: &Assets) {
        let Some((_, patch)) = self.chosen().filter(|(line, _)| assets.font.large && line.closed.is_none()) else {
            return;
        };
        let Some((.., at, size)) = self.places().find(|place| (place.0, place.1) == (self.line, self.column)) else {
            return;
        };
        let width = assets.font.width(&patch.title) * 2.0 + 12.0;
        let x = (at.x + (size.x - width) * 0.5).clamp(4.0, (SIZE.x - 4.0 - width).max(4.0)).round();
        canvas.rect(x, at.y + 2.0, width, 28.0, palette::INK);
        canvas.rect(x + 1.0, at.y + 3.0, width - 2.0, 26.0, palette::CREAM);
        assets.font.scaled(canvas, &patch.title, Vec2::new(x + 6.0, at.y + 4.0), 2.0, palette::INK);
    }

    fn footer(&self, canvas: &mut Canvas, assets: &Assets, slot: &SaveSlot) {
        let middle = Vec2::new(SIZE.x * 0.5, SIZE.y - 30.0);
        let text = match self.chosen() {
            Some((PatchRow { closed: Some(why), .. }, _)) => why.clone(),
            // The name of the patch is in large letters already.
            Some((_, patch)) if assets.font.large && !patch.broken => {
                patch.facts(slot.progress.of(&patch.key), &assets.words).join("  ")
            }
            Some((_, patch)) => patch.line(slot.progress.of(&patch.key), &assets.words),
            None => assets.words.get("patch.none").to_owned(),
        };
        assets.font.fitted(canvas, &text, middle, SIZE.x - 8.0, palette::CREAM);
        let rows = self.pages[self.page].rows();
        if rows > ROWS {
            let shown = (self.scroll + 1, (self.scroll + ROWS).min(rows));
            let text = assets.words.fill("patch.rows", &[&shown.0, &shown.1, &rows]);
            assets.font.centered(
                canvas,
                &text,
                middle + Vec2::new(0.0, if assets.font.large { 18.0 } else { 13.0 }),
                palette::SAND,
            );
        }
    }

    /// The needle in the chosen patch; its thread comes from the patch before.
    fn needle(&self, canvas: &mut Canvas, assets: &Assets) {
        let Some((line, _)) = self.chosen() else { return };
        let column = self.column.min(line.patches.len() - 1);
        let page = &self.pages[self.page];
        let tip = |column: usize| {
            let (at, size) = page.place(self.line, column, self.scroll)?;
            Some(at + if size.y < size.x * 0.5 { Vec2::new(34.0, 15.0) } else { Vec2::new(26.0, size.y - 12.0) })
        };
        let from = column.checked_sub(1).and_then(tip).map(|tip| tip + Vec2::new(38.0, -3.0));
        if let Some(tip) = tip(column) {
            patch::needle(canvas, assets, from, tip, self.time);
        }
    }
}

/// Where a tab is; the first leads to the title.
fn tab_at(tab: usize) -> Vec2 {
    TABS + Vec2::new(tab as f32 * (TAB.x + 3.0), 0.0)
}

/// The page of the worlds.
fn worlds(
    library: &LevelLibrary,
    patchwork: &CampaignState,
    words: &Words,
    is_finished: impl Fn(usize) -> bool,
) -> QuiltPage {
    let mut lines: Vec<PatchRow> = Vec::new();
    for (i, row) in patchwork.rows.iter().enumerate() {
        let (missing, of) = patchwork.missing_for_row(i, &is_finished);
        let (name, before) = (row.name_in(words.code()), patchwork.rows[of].name_in(words.code()));
        let closed = (missing > 0).then(|| words.fill("patch.closed", &[&name, &missing, &before]));
        let patches = row.places.iter().map(|place| Patch::new(library, place.map, &place.fabric)).collect();
        lines.push(PatchRow { name: name.to_owned(), patches, closed });
    }
    if let Some((last, _)) = &patchwork.last {
        let missing = patchwork.missing_for_last(&is_finished);
        let closed = (missing > 0).then(|| words.fill("patch.last_closed", &[&missing]));
        let patch = Patch::new(library, last.map, &last.fabric);
        lines.push(PatchRow { name: String::new(), patches: vec![patch], closed });
    }
    QuiltPage { tab: "patch.quilt", lines, strip: patchwork.last.is_some() }
}

/// The page of what belongs to no world; of a folder without worlds it is all there is.
fn scraps(library: &LevelLibrary, patchwork: &CampaignState, words: &Words, alone: bool) -> QuiltPage {
    let tab = if alone { "patch.drawer" } else { "patch.scraps" };
    let line = |maps: &[usize]| PatchRow {
        name: words.get(tab).to_owned(),
        patches: maps.iter().map(|&map| Patch::new(library, map, "")).collect(),
        closed: None,
    };
    QuiltPage { tab, lines: patchwork.scraps.chunks(COLUMNS).map(line).collect(), strip: false }
}

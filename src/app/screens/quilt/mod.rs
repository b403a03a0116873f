//! The level select. In the game it is the quilt: a row of patches for every world, the last level below them, and a page of scraps without a world.

mod patch;
mod thumbnail;

use std::collections::BTreeSet;
use std::sync::Arc;

use glam::Vec2;
use seamwalker::lab::Recorded;
use seamwalker::level::compact::CompactCollect;
use seamwalker::level::shipped;

use super::card::{Card, tab};
use super::{Goto, Rival, UiInput};
use crate::app::input::Hotkey;
use crate::app::library::{CampaignState, LevelLibrary};
use crate::app::render::{Assets, Canvas, RUNNING, SIZE, palette};
use crate::app::save::{SaveSlot, time};
use crate::app::ui::{Words, cloth};
use patch::{Look, Patch};

/// Visible columns and rows.
const QUILT_COLUMNS: usize = 6;
const QUILT_ROWS: usize = 3;
/// The corner and size of the cloth inside the frame, in pixels.
const CLOTH_CORNER: Vec2 = Vec2::new(44.0, 54.0);
const CLOTH_SIZE: Vec2 = Vec2::new(552.0, 252.0);
/// The height of the strip of the last level, in pixels.
const STRIP_HEIGHT: f32 = 30.0;
/// The width of the frame, in pixels.
const FRAME_WIDTH: f32 = 8.0;
/// The size of the tabs at the top, and the corner of the first.
const TAB_SIZE: Vec2 = Vec2::new(62.0, 22.0);
const FIRST_TAB: Vec2 = Vec2::new(196.0, 14.0);
/// Seconds of the animation of a patch that is sewn on.
const SEWING_TIME: f32 = 1.1;

/// A row of patches.
struct PatchRow {
    name: String,
    patches: Vec<Patch>,
    /// If it is locked: how to unlock it.
    closed: Option<String>,
}

/// A page of the quilt.
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
        let height = if self.strip { CLOTH_SIZE.y - STRIP_HEIGHT } else { CLOTH_SIZE.y };
        Vec2::new(CLOTH_SIZE.x / QUILT_COLUMNS as f32, height / QUILT_ROWS as f32)
    }

    /// The corner and size of a patch, if it is visible when `first` is the first row.
    fn place(&self, line: usize, column: usize, first: usize) -> Option<(Vec2, Vec2)> {
        if self.strip && line == self.rows() {
            return Some((
                CLOTH_CORNER + Vec2::new(0.0, CLOTH_SIZE.y - STRIP_HEIGHT),
                Vec2::new(CLOTH_SIZE.x, STRIP_HEIGHT),
            ));
        }
        let row = line.checked_sub(first).filter(|row| *row < QUILT_ROWS)?;
        Some((CLOTH_CORNER + Vec2::new(column as f32, row as f32) * self.patch(), self.patch()))
    }
}

/// The quilt of levels.
#[derive(Default)]
pub struct Quilt {
    pages: Vec<QuiltPage>,
    /// The selection: page, line, and the last chosen column.
    page: usize,
    line: usize,
    column: usize,
    /// The first visible row.
    scroll: usize,
    /// Maps with a recorded run.
    proven: BTreeSet<String>,
    card: Option<Card>,
    /// Patches show pictures of their maps.
    has_thumbnails: bool,
    /// The map that is being sewn on, and the seconds since it began.
    fresh: Option<(usize, f32)>,
    time: f32,
}

impl Quilt {
    /// A quilt of the whole library with a map selected; `fresh` if it was just finished for the first time.
    pub fn new(library: &LevelLibrary, slot: &SaveSlot, words: &Words, at: Option<usize>, fresh: bool) -> Self {
        let campaign = library.campaign();
        let is_finished = |map: usize| slot.progress.of(&library.key(map)).is_finished();
        let mut pages = Vec::new();
        if !campaign.rows.is_empty() {
            pages.push(worlds(library, &campaign, words, is_finished));
        }
        if pages.is_empty() || !campaign.scraps.is_empty() {
            pages.push(scraps(library, &campaign, words, pages.is_empty()));
        }
        let proven = Recorded::list(&shipped()).unwrap_or_default();
        let mut quilt = Self {
            pages,
            proven: proven.into_iter().map(|run| run.map).compact_collect(),
            has_thumbnails: library.has_thumbnails(),
            fresh: at.filter(|_| fresh).map(|map| (map, 0.0)),
            ..Self::default()
        };
        quilt.point_at(at.or_else(|| campaign.to_begin_with(is_finished)));
        quilt
    }

    /// Selects a map.
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

    /// The selected line and patch.
    fn chosen(&self) -> Option<(&PatchRow, &Patch)> {
        let line = self.lines().get(self.line)?;
        Some((line, line.patches.get(self.column.min(line.patches.len().saturating_sub(1)))?))
    }

    /// Reads the next unknown map: one per frame, so that the quilt opens at once.
    fn load_one(&mut self, library: &LevelLibrary, words: &Words) {
        let lines = self.pages.iter_mut().flat_map(|page| &mut page.lines);
        let mut unknown = lines.flat_map(|line| &mut line.patches).filter(|patch| !patch.known);
        if let Some(patch) = unknown.next() {
            patch.load(library, words);
        }
    }

    /// The visible patch without its picture, if there is one: line and column.
    fn without_thumbnail(&self) -> Option<(usize, usize)> {
        let is_missing = |line: usize, column: usize| {
            let line = &self.lines()[line];
            let patch = &line.patches[column];
            line.closed.is_none() && patch.known && !patch.broken && patch.thumbnail.is_none()
        };
        let mut visible =
            self.visible_patches().map(|(line, column, ..)| (line, column)).filter(|_| self.has_thumbnails);
        visible.find(|&(line, column)| is_missing(line, column))
    }

    /// Draws the picture of the next visible patch: one per frame.
    pub fn draw_thumbnail(&mut self, library: &LevelLibrary, canvas: &mut Canvas, assets: &Assets) {
        let Some((line, column)) = self.without_thumbnail() else { return };
        let page = self.page;
        let patch = &mut self.pages[page].lines[line].patches[column];
        let Ok(level) = library.read(patch.map) else {
            patch.broken = true;
            return;
        };
        patch.thumbnail = Some(thumbnail::thumbnail(level, &*library.files(patch.map), canvas, assets));
    }

    /// Whether a patch is being sewn on, or has not been read or drawn yet.
    pub fn moves(&self) -> bool {
        let mut patches = self.pages.iter().flat_map(|page| &page.lines).flat_map(|line| &line.patches);
        self.fresh.is_some_and(|(_, age)| age < SEWING_TIME)
            || patches.any(|patch| !patch.known)
            || self.without_thumbnail().is_some()
    }

    /// One frame.
    pub fn update(
        &mut self,
        input: &UiInput,
        library: &LevelLibrary,
        (slot, words): (&SaveSlot, &Words),
        dt: f32,
    ) -> Option<Goto> {
        self.time += dt;
        self.load_one(library, words);
        if let Some((_, age)) = &mut self.fresh {
            *age += dt.min(0.05);
        }
        if let Some(card) = &mut self.card {
            let goto = card.update(input, dt)?;
            self.card = None;
            return Some(goto).filter(|goto| *goto != Goto::Stay);
        }
        if input.pressed(Hotkey::Menu) {
            return Some(Goto::Title);
        }
        let before = (self.page, self.line, self.column);
        input.steps().for_each(|(x, y)| self.choose(x, y));
        if input.clicked
            && let Some(tab) = (0..=self.pages.len()).find(|&tab| input.points_at(tab_at(tab), TAB_SIZE))
        {
            let Some(page) = tab.checked_sub(1) else { return Some(Goto::Title) };
            (self.page, self.line, self.column) = (page, 0, 0);
            self.keep_in_view();
            return None;
        }
        let mut selected = (self.line, self.column);
        let patches = self.visible_patches().map(|(line, column, at, size)| ((line, column), at, size));
        let chosen = input.select(&mut selected, patches);
        (self.line, self.column) = selected;
        input.selection_sound(chosen, before != (self.page, self.line, self.column));
        if chosen { self.accept(library, slot, words) } else { None }
    }

    /// Starts the chosen level; for a finished one, opens a card with choices.
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

    /// Moves the selection; beyond the last row is the next page.
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
        self.scroll = self.scroll.clamp((row + 1).saturating_sub(QUILT_ROWS), row);
    }

    /// All visible patches: line, column, corner and size.
    fn visible_patches(&self) -> impl Iterator<Item = (usize, usize, Vec2, Vec2)> {
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
        let (at, outer) = (CLOTH_CORNER - FRAME_WIDTH, CLOTH_SIZE + 2.0 * FRAME_WIDTH);
        canvas.framed(at - 1.0, outer + 2.0, palette::RED);
        cloth::border(canvas, at, outer, FRAME_WIDTH * 0.5, RUNNING, palette::CREAM);
        self.empty_patches(canvas);
        let chosen = self.chosen().map(|(_, patch)| patch.map);
        for (line, column, at, size) in self.visible_patches() {
            let line = &self.lines()[line];
            let patch = &line.patches[column];
            let sewn = self.fresh.filter(|(map, _)| *map == patch.map).map_or(1.0, |(_, age)| age / SEWING_TIME);
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

    /// The free places for patches.
    fn empty_patches(&self, canvas: &mut Canvas) {
        let page = &self.pages[self.page];
        for slot in 0..QUILT_COLUMNS * QUILT_ROWS {
            let (row, column) = (slot / QUILT_COLUMNS + self.scroll, slot % QUILT_COLUMNS);
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
            // The name of the last level is secret until it is unlocked.
            "" if line.closed.is_none() => &patch.title,
            "" => assets.words.get("patch.last"),
            name => name,
        });
        let (name, left) = (name.to_uppercase(), FIRST_TAB.x - CLOTH_CORNER.x - 8.0);
        let scale = assets.font.scale(&name, left);
        assets.font.scaled(canvas, &name, Vec2::new(CLOTH_CORNER.x, 26.0 - 6.0 * scale), scale, palette::CREAM);
        let tabs = ["menu.back"].into_iter().chain(self.pages.iter().map(|page| page.tab));
        for (i, text) in tabs.enumerate().filter(|(i, _)| *i == 0 || self.pages.len() > 1) {
            tab(canvas, assets, assets.words.get(text), (tab_at(i), TAB_SIZE), i == self.page + 1);
        }
        let patches = || self.pages.iter().flat_map(|page| &page.lines).flat_map(|line| &line.patches);
        let (beads, golden) = patches()
            .map(|patch| slot.progress.of(&patch.key).found)
            .fold((0, 0), |sum, found| (sum.0 + found.beads, sum.1 + found.golden));
        let all: u32 = patches().map(|patch| patch.all.golden).sum();
        let text = assets.words.fill("patch.total", &[&beads, &golden, &all]);
        // Large letters have no room for wide gaps.
        let text = if assets.font.large { text.split_whitespace().collect::<Vec<_>>().join(" ") } else { text };
        let from = tab_at(self.pages.len()).x + TAB_SIZE.x + 8.0;
        let scale = assets.font.scale(&text, SIZE.x - CLOTH_CORNER.x - from);
        let corner = Vec2::new(SIZE.x - CLOTH_CORNER.x - assets.font.width(&text) * scale, 26.0 - 6.0 * scale);
        assets.font.scaled(canvas, &text, corner, scale, palette::CREAM);
    }

    /// With large letters: the name of the chosen patch, over its neighbours.
    fn label(&self, canvas: &mut Canvas, assets: &Assets) {
        let Some((_, patch)) = self.chosen().filter(|(line, _)| assets.font.large && line.closed.is_none()) else {
            return;
        };
        let Some((.., at, size)) = self.visible_patches().find(|place| (place.0, place.1) == (self.line, self.column))
        else {
            return;
        };
        let width = assets.font.width(&patch.title) * 2.0 + 12.0;
        let x = (at.x + (size.x - width) * 0.5).clamp(4.0, (SIZE.x - 4.0 - width).max(4.0)).round();
        canvas.framed(Vec2::new(x, at.y + 2.0), Vec2::new(width, 28.0), palette::CREAM);
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
        if rows > QUILT_ROWS {
            let shown = (self.scroll + 1, (self.scroll + QUILT_ROWS).min(rows));
            let text = assets.words.fill("patch.rows", &[&shown.0, &shown.1, &rows]);
            let below = middle + Vec2::new(0.0, if assets.font.large { 18.0 } else { 13.0 });
            assets.font.centered(canvas, &text, below, palette::SAND);
        }
    }

    /// The needle in the selected patch; its thread comes from the previous patch.
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

/// The corner of a tab; the first leads to the title.
fn tab_at(tab: usize) -> Vec2 {
    FIRST_TAB + Vec2::new(tab as f32 * (TAB_SIZE.x + 3.0), 0.0)
}

/// The page of the worlds.
fn worlds(
    library: &LevelLibrary,
    campaign: &CampaignState,
    words: &Words,
    is_finished: impl Fn(usize) -> bool,
) -> QuiltPage {
    let mut lines: Vec<PatchRow> = Vec::new();
    for (i, row) in campaign.rows.iter().enumerate() {
        let (missing, of) = campaign.missing_for_row(i, &is_finished);
        let (name, before) = (row.name_in(words.code()), campaign.rows[of].name_in(words.code()));
        let closed = (missing > 0).then(|| words.fill("patch.closed", &[&name, &missing, &before]));
        let patches = row.places.iter().map(|place| Patch::new(library, place.map, &place.fabric)).collect();
        lines.push(PatchRow { name: name.to_owned(), patches, closed });
    }
    if let Some((last, _)) = &campaign.last {
        let missing = campaign.missing_for_last(&is_finished);
        let closed = (missing > 0).then(|| words.fill("patch.last_closed", &[&missing]));
        let patch = Patch::new(library, last.map, &last.fabric);
        lines.push(PatchRow { name: String::new(), patches: vec![patch], closed });
    }
    QuiltPage { tab: "patch.quilt", lines, strip: campaign.last.is_some() }
}

/// The page of maps without a world; the only page of a folder without worlds.
fn scraps(library: &LevelLibrary, campaign: &CampaignState, words: &Words, alone: bool) -> QuiltPage {
    let tab = if alone { "patch.drawer" } else { "patch.scraps" };
    let line = |maps: &[usize]| PatchRow {
        name: words.get(tab).to_owned(),
        patches: maps.iter().map(|&map| Patch::new(library, map, "")).collect(),
        closed: None,
    };
    QuiltPage { tab, lines: campaign.scraps.chunks(QUILT_COLUMNS).map(line).collect(), strip: false }
}

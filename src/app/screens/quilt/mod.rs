//! The level select. In the game it is the quilt: a row of patches for every world, the last level below them, and a page of scraps
//! without a world. `drawing.rs` draws it, `pages.rs` says where each patch lies, `patch.rs` draws one, `previews.rs` knows the maps and their pictures.
//! `show.rs` is the timing of what happens after a level, `needlework.rs` its needle, and the rosette and beads of a finished run.

mod drawing;
mod needlework;
mod pages;
mod patch;
mod previews;
mod show;

use std::collections::BTreeSet;
use std::sync::Arc;

use glam::Vec2;
use seamwalker_assets::shipped;
use seamwalker_lab::Recorded;

use super::card::{Card, TAB_SIZES};
use super::{Goto, Rival, Screen, ScreenSpec, UiInput};
use crate::app::audio::Effect;
use crate::app::input::Hotkey;
use crate::app::library::LevelLibrary;
use crate::app::render::{Canvas, SIZE, ScreenFormat};
use crate::app::save::{SaveSlot, time};
use crate::app::services::Services;
use crate::app::ui::Words;
use crate::app::window::Motion;
use pages::{ClothLayout, PatchRow, QuiltPage, scraps, worlds};
use patch::{Patch, facts};

pub use needlework::{beads, rosette};
pub use previews::Previews;
pub use show::Show;

/// The gap between two tabs, and the left end and the middle of the first in a view of the usual width, in pixels.
const TAB_GAP: f32 = 3.0;
const FIRST_TAB: Vec2 = Vec2::new(196.0, 25.0);
/// The quilt of levels.
#[derive(Default)]
pub struct Quilt {
    pages: Vec<QuiltPage>,
    /// The selection: page, line, and the last chosen column.
    page: usize,
    line: usize,
    column: usize,
    /// The selected tab, instead of a patch; the first leads to the title.
    tab: Option<usize>,
    /// The first visible row.
    scroll: usize,
    /// What it is laid out by.
    format: ScreenFormat,
    /// Maps with a recorded run.
    proven: BTreeSet<String>,
    card: Option<Card>,
    /// What happens by itself, with nothing to choose.
    pub show: Show,
    time: f32,
}

impl Quilt {
    /// A quilt of the whole library with a map selected.
    pub fn new(library: &LevelLibrary, slot: &SaveSlot, words: &Words, at: Option<usize>) -> Self {
        let campaign = library.campaign();
        let is_finished = |map: usize| slot.progress.of(&library.key(map)).finished;
        let mut pages = Vec::new();
        if !campaign.rows.is_empty() {
            pages.push(worlds(library, &campaign, words, is_finished));
        }
        if pages.is_empty() || !campaign.scraps.is_empty() {
            pages.push(scraps(library, &campaign, words, pages.is_empty()));
        }
        let proven = Recorded::list(&shipped()).unwrap_or_default();
        let mut quilt = Self { pages, proven: proven.into_iter().map(|run| run.map).collect(), ..Self::default() };
        quilt.point_at(at.or_else(|| campaign.to_begin_with(is_finished)));
        quilt
    }

    /// Selects a map.
    fn point_at(&mut self, map: Option<usize>) {
        for (p, page) in self.pages.iter().enumerate() {
            for (l, line) in page.lines.iter().enumerate() {
                if let Some(column) = line.patches.iter().position(|patch| Some(patch.map) == map) {
                    (self.page, self.line, self.column, self.tab) = (p, l, column, None);
                }
            }
        }
        self.keep_in_view();
    }

    fn lines(&self) -> &[PatchRow] {
        &self.pages[self.page].lines
    }

    /// The line and the patch that are selected, or were before a tab.
    fn chosen(&self) -> Option<(&PatchRow, &Patch)> {
        let line = self.lines().get(self.line)?;
        Some((line, line.patches.get(self.column.min(self.last_column()))?))
    }

    /// The maps of the visible patches that are open.
    fn open_patches(&self) -> impl Iterator<Item = usize> {
        let visible = self.visible_patches().map(|(line, column, ..)| (&self.lines()[line], column));
        visible.filter(|(line, _)| line.closed.is_none()).map(|(line, column)| line.patches[column].map)
    }

    /// Begins a frame: lays it out anew if that is necessary. The maps are read in the first frame.
    fn begin_frame(
        &mut self,
        (library, previews, words): (&LevelLibrary, &mut Previews, &Words),
        format: ScreenFormat,
        dt: f32,
    ) {
        if self.format != format {
            self.format = format;
            self.keep_in_view();
        }
        previews.load(library, words);
        previews.update(dt);
        self.time += dt;
    }

    /// One frame of the show; `skip` ends the current act. Returns what is heard.
    pub fn update_show(
        &mut self,
        shared: (&LevelLibrary, &mut Previews, &Words),
        format: ScreenFormat,
        (dt, skip, calm): (f32, bool, bool),
    ) -> Option<Effect> {
        self.begin_frame(shared, format, dt);
        self.show.update(dt, skip, calm)
    }

    /// Starts the chosen level; for a finished one, opens a card with choices.
    fn accept(&mut self, services: &Services) -> Option<Goto> {
        let Services { library, previews, saved, assets, .. } = services;
        let (slot, words) = (&saved.slot, &assets.words);
        let (line, patch) = self.chosen()?;
        let (best, map) = (slot.progress.of(&patch.key), patch.map);
        if line.closed.is_some() {
            return None;
        }
        if !best.finished {
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
        let known = previews.facts(patch.map);
        let mut lines: Vec<String> = facts(known, best, words).chunks(2).map(|pair| pair.join("   ")).collect();
        let ghost = own.map(|run| run.replay.outcome.ticks).filter(|ticks| Some(*ticks) != best.ticks);
        lines.extend(ghost.map(|ticks| words.fill("patch.rival", &[&time(ticks)])));
        let choices = choices.into_iter().filter(|choice| choice.0).map(|(_, text, goto)| (text, goto)).collect();
        self.card = Some(Card::new(known.title.clone(), lines, choices));
        None
    }

    /// Turns to a page, with its first patch selected.
    fn turn_to(&mut self, page: usize) {
        (self.page, self.line, self.column) = (page, 0, 0);
        self.keep_in_view();
    }

    /// Moves the selection among the tabs, and from there back into the page.
    fn choose_tab(&mut self, tab: usize, x: i32, y: i32) {
        let next = (tab as i32 + x).clamp(0, self.last_tab() as i32) as usize;
        self.tab = Some(next).filter(|_| y <= 0);
        if let Some(page) = next.checked_sub(1).filter(|page| *page != self.page) {
            self.turn_to(page);
        }
    }

    /// Moves the selection; above the first row are the tabs, beyond the last row is the next page.
    fn choose(&mut self, x: i32, y: i32) {
        if let Some(tab) = self.tab {
            return self.choose_tab(tab, x, y);
        }
        let (columns, last) = (self.cloth().columns, self.last_column());
        // A short line shows its last patch instead of the column that was chosen before.
        let at = self.column.min(last);
        if x != 0 {
            self.column = (at as i32 + x).clamp(0, last as i32) as usize;
        }
        // Page, line and first column of every row: in a narrow view, a line has several.
        let lines =
            self.pages.iter().enumerate().flat_map(|(p, page)| page.lines.iter().enumerate().map(move |l| (p, l)));
        let rows =
            lines.flat_map(|(p, (l, line))| (0..line.patches.len()).step_by(columns).map(move |first| (p, l, first)));
        let rows: Vec<(usize, usize, usize)> = rows.collect();
        let row = rows.iter().rposition(|row| *row <= (self.page, self.line, at)).unwrap_or(0);
        if y < 0 && (row == 0 || rows[row - 1].0 != self.page) {
            self.tab = Some((self.page + 1).min(self.last_tab()));
            return;
        }
        let next = row.checked_add_signed(y as isize).and_then(|next| rows.get(next));
        if let Some((page, line, first)) = next.filter(|_| y != 0) {
            (self.page, self.line, self.column) = (*page, *line, first + self.column % columns);
        }
        self.keep_in_view();
    }

    /// The column of the last patch in the selected row.
    fn last_column(&self) -> usize {
        self.lines().get(self.line).map_or(0, |line| line.patches.len().saturating_sub(1))
    }

    fn cloth(&self) -> ClothLayout {
        ClothLayout::new(self.format, &self.pages[self.page])
    }

    fn keep_in_view(&mut self) {
        let rows = self.pages[self.page].rows();
        let row = self.line.min(rows.saturating_sub(1));
        let shown = self.cloth().rows;
        self.scroll = self.scroll.clamp((row + 1).saturating_sub(shown), row).min(rows.saturating_sub(shown));
    }

    /// The last tab: a single page needs none.
    fn last_tab(&self) -> usize {
        if self.pages.len() > 1 { self.pages.len() } else { 0 }
    }

    /// The corner and size of a tab; the first leads to the title.
    fn tab_at(&self, tab: usize) -> (Vec2, Vec2) {
        let size = self.format.of(TAB_SIZES);
        let pitch = size.x + TAB_GAP;
        let left = if self.format.is_narrow() {
            ((self.format.size.x - pitch * (self.last_tab() + 1) as f32) * 0.5).floor()
        } else {
            FIRST_TAB.x + self.format.middle() - SIZE.x * 0.5
        };
        (Vec2::new(left + tab as f32 * pitch, FIRST_TAB.y - size.y * 0.5), size)
    }

    /// All visible patches: line, column, corner and size.
    fn visible_patches(&self) -> impl Iterator<Item = (usize, usize, Vec2, Vec2)> {
        let (page, cloth) = (&self.pages[self.page], self.cloth());
        page.lines.iter().enumerate().flat_map(move |(l, line)| {
            (0..line.patches.len()).filter_map(move |c| {
                let (at, size) = page.place(l, c, self.scroll, &cloth)?;
                Some((l, c, at, size))
            })
        })
    }
}

impl Screen for Quilt {
    fn spec(&self, services: &Services) -> ScreenSpec {
        // Something moves while a picture is about to appear.
        let moves = self.open_patches().any(|map| services.previews.is_appearing(map));
        let motion = if moves { Motion::Essential } else { Motion::None };
        ScreenSpec { name: "levels", motion, has_back: true, reopens: Some(Goto::Levels), ..ScreenSpec::default() }
    }

    fn update(&mut self, input: &UiInput, services: &mut Services, dt: f32) -> Option<Goto> {
        let Services { library, previews, assets, .. } = services;
        self.begin_frame((library, previews, &assets.words), input.format, dt);
        if let Some(card) = &mut self.card {
            let goto = card.choose(input, dt)?;
            self.card = None;
            return Some(goto).filter(|goto| *goto != Goto::Stay);
        }
        if input.pressed(Hotkey::Menu) {
            return Some(Goto::Title);
        }
        let before = (self.tab, self.page, self.line, self.column);
        input.steps().for_each(|(x, y)| self.choose(x, y));
        if input.pressed(Hotkey::Tab) {
            self.tab = None;
            self.turn_to((self.page + 1) % self.pages.len());
        }
        let clicked = (0..=self.last_tab()).find(|&tab| input.clicked && input.touches(self.tab_at(tab)));
        if let Some(tab) = clicked.or_else(|| self.tab.filter(|_| input.pressed(Hotkey::Accept))) {
            let Some(page) = tab.checked_sub(1) else { return Some(Goto::Title) };
            self.tab = None;
            self.turn_to(page);
            return None;
        }
        let mut selected = (self.line, self.column);
        let patches = self.visible_patches().map(|(line, column, at, size)| ((line, column), (at, size)));
        let chosen = input.select(&mut selected, patches);
        if selected != (self.line, self.column) || chosen {
            (self.line, self.column, self.tab) = (selected.0, selected.1, None);
        }
        input.selection_sound(chosen, before != (self.tab, self.page, self.line, self.column));
        if chosen { self.accept(services) } else { None }
    }

    fn draw(&mut self, canvas: &mut Canvas, services: &mut Services) {
        self.draw_quilt(canvas, &services.assets, &services.saved.slot, &services.previews);
    }

    /// Draws the picture of the next open patch: that of the show and the visible ones first, one per frame.
    fn prepare(&mut self, canvas: &mut Canvas, services: &mut Services) {
        let open = self.pages.iter().flat_map(|page| &page.lines).filter(|line| line.closed.is_none());
        let others = open.flat_map(|line| &line.patches).map(|patch| patch.map);
        let shown = Some(self.show.map).filter(|_| !self.show.is_over());
        let mut maps = shown.into_iter().chain(self.open_patches()).chain(others);
        let _ = maps.any(|map| services.previews.draw(map, &services.library, canvas, &services.assets));
    }
}

#[cfg(test)]
mod tests {
    use seamwalker_level::MapAccess;

    use super::*;

    #[test]
    fn keys_keep_the_column_across_a_short_row_and_go_through_the_lines_of_a_narrow_one() {
        let library = LevelLibrary::new(shipped(), None, MapAccess::default()).unwrap();
        let words = Words::load(&shipped()).0;
        let mut quilt = Quilt::new(&library, &SaveSlot::default(), &words, None);
        (quilt.line, quilt.column) = (0, 0);
        let mut walk = |size: [f32; 2], steps: &[(i32, i32)]| {
            quilt.format = ScreenFormat { size: size.into(), ..ScreenFormat::default() };
            quilt.keep_in_view();
            steps.iter().for_each(|(x, y)| quilt.choose(*x, *y));
            (quilt.line, quilt.chosen().and_then(|(line, it)| line.patches.iter().position(|one| one.map == it.map)))
        };
        // Three rows of six, and the last level below them.
        let (right, down, up, wide, narrow) = ((1, 0), (0, 1), (0, -1), [640.0, 360.0], [360.0, 780.0]);
        assert_eq!(walk(wide, &[right, right, right, right]), (0, Some(4)));
        assert_eq!(walk(wide, &[down, down, down]), (3, Some(0)));
        assert_eq!(walk(wide, &[up]), (2, Some(4)));
        assert_eq!(walk(wide, &[up, up]), (0, Some(4)));
        assert_eq!(walk(narrow, &[up]), (0, Some(1)));
        assert_eq!(walk(narrow, &[down, down]), (1, Some(1)));
        assert_eq!(walk(narrow, &[up]), (0, Some(4)));
        assert_eq!(walk(narrow, &[down, down, down, down, down]), (3, Some(0)));
        assert_eq!(walk(narrow, &[up]), (2, Some(4)));
    }

    /// Story: no key reached *Back* and *Scraps*.
    #[test]
    fn keys_reach_every_tab() {
        let library = LevelLibrary::new(shipped(), None, MapAccess::default()).unwrap();
        let words = Words::load(&shipped()).0;
        let mut quilt = Quilt::new(&library, &SaveSlot::default(), &words, None);
        let mut at = |x, y| {
            quilt.choose(x, y);
            (quilt.tab, quilt.page)
        };
        assert_eq!(at(0, -1), (Some(1), 0), "above the first row is the tab of the page");
        assert_eq!([at(-1, 0), at(-1, 0)], [(Some(0), 0); 2], "the first tab leads back");
        assert_eq!([at(1, 0), at(1, 0)], [(Some(1), 0), (Some(2), 1)], "the scraps are shown at once");
        assert_eq!([at(0, 1), at(0, -1), at(-1, 0)], [(None, 1), (Some(2), 1), (Some(1), 0)]);
        assert_eq!((at(0, 1), quilt.line, quilt.column), ((None, 0), 0, 0));
    }
}

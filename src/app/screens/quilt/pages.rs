//! The pages of the quilt: rows of patches, and where each of them lies.

use glam::Vec2;

use super::patch::Patch;
use crate::app::library::{CampaignState, LevelLibrary};
use crate::app::render::ScreenFormat;
use crate::app::ui::Words;

/// The patches of a row, and the rows that are visible at most.
pub const ROW_PATCHES: usize = 6;
const QUILT_ROWS: usize = 3;
/// The room above and below the cloth inside the frame, and its size, in pixels.
const CLOTH_TOP: f32 = 54.0;
const CLOTH_BELOW: f32 = 54.0;
const CLOTH_SIZE: Vec2 = Vec2::new(552.0, 252.0);
/// In a narrow view: the room above, the patches side by side, the room beside them, and the widest and the lowest patch.
const NARROW_TOP: f32 = 84.0;
const NARROW_COLUMNS: usize = 3;
const NARROW_MARGIN: f32 = 48.0;
const NARROW_PATCH: Vec2 = Vec2::new(120.0, 74.0);
/// The height of the strip of the last level, in pixels.
const STRIP_HEIGHT: f32 = 30.0;

/// Where the cloth inside the frame lies in a view, and how its patches are arranged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClothLayout {
    pub corner: Vec2,
    pub size: Vec2,
    /// The left and the right border of the widest cloth, between which the header lies.
    pub sides: (f32, f32),
    /// The size of a patch in a row.
    patch: Vec2,
    /// Patches side by side; those of a row that have no room lie below.
    pub columns: usize,
    /// Visible rows.
    pub rows: usize,
    /// The height of the strip of the last level; 0 without one.
    strip: f32,
}

impl ClothLayout {
    /// The layout in a view: as large as its patches, where free places for more would mean nothing.
    pub fn new(format: ScreenFormat, page: &QuiltPage) -> Self {
        let whole = Self::whole(format, page);
        if page.shows_free_places {
            return whole;
        }
        let longest = page.lines.iter().map(|line| line.patches.len()).max().unwrap_or(0).max(1);
        let last = page.lines.get(whole.rows - 1).or(page.lines.last()).map_or(0, |line| line.patches.len());
        let lines_above = (page.rows().clamp(1, whole.rows) - 1) * (ROW_PATCHES / whole.columns);
        let lines = lines_above + last.div_ceil(whole.columns).max(1);
        let size = whole.patch * Vec2::new(longest.min(whole.columns) as f32, lines as f32);
        Self { corner: whole.corner + ((whole.size - size) * 0.5).floor(), size, ..whole }
    }

    fn whole(format: ScreenFormat, page: &QuiltPage) -> Self {
        let strip = if page.strip { STRIP_HEIGHT.max(format.target) } else { 0.0 };
        if !format.is_narrow() {
            // A strip for fingers takes more from the margins.
            let size = CLOTH_SIZE + Vec2::Y * (strip - STRIP_HEIGHT).max(0.0);
            let left = ((format.size.x - size.x) * 0.5).floor();
            let lower = ((format.size.y - CLOTH_TOP - size.y - CLOTH_BELOW) * 0.5).floor();
            return Self {
                corner: Vec2::new(left, CLOTH_TOP + lower.max(-8.0)),
                size,
                sides: (left, left + size.x),
                patch: (size - Vec2::Y * strip) / Vec2::new(ROW_PATCHES as f32, QUILT_ROWS as f32),
                columns: ROW_PATCHES,
                rows: QUILT_ROWS,
                strip,
            };
        }
        let height = format.size.y - NARROW_TOP - strip - CLOTH_BELOW;
        let lines = ROW_PATCHES / NARROW_COLUMNS;
        let rows = ((height / (NARROW_PATCH.y * lines as f32)) as usize).clamp(1, QUILT_ROWS);
        let patch = Vec2::new(((format.size.x - NARROW_MARGIN) / NARROW_COLUMNS as f32).floor(), NARROW_PATCH.y);
        let patch = patch.min(NARROW_PATCH);
        let size = patch * Vec2::new(NARROW_COLUMNS as f32, (rows * lines) as f32) + Vec2::Y * strip;
        let free = Vec2::new(format.size.x - size.x, format.size.y - NARROW_TOP - CLOTH_BELOW - size.y);
        let corner = Vec2::new(0.0, NARROW_TOP) + (free * 0.5).floor();
        Self { corner, size, sides: (corner.x, corner.x + size.x), patch, columns: NARROW_COLUMNS, rows, strip }
    }
}

/// A row of patches.
pub struct PatchRow {
    pub name: String,
    pub patches: Vec<Patch>,
    /// If it is locked: how to unlock it.
    pub closed: Option<String>,
}

/// A page of the quilt.
pub struct QuiltPage {
    pub tab: &'static str,
    pub lines: Vec<PatchRow>,
    /// The last line is a strip of one patch.
    pub strip: bool,
    /// Rows that are not full, or missing, are drawn as places for more.
    pub shows_free_places: bool,
}

impl QuiltPage {
    /// The number of rows, without the strip.
    pub fn rows(&self) -> usize {
        self.lines.len() - usize::from(self.strip)
    }

    /// The corner and size of a patch, if it is visible when `first` is the first row.
    pub fn place(&self, line: usize, column: usize, first: usize, cloth: &ClothLayout) -> Option<(Vec2, Vec2)> {
        if self.strip && line == self.rows() {
            let at = cloth.corner + Vec2::new(0.0, cloth.size.y - cloth.strip);
            return Some((at, Vec2::new(cloth.size.x, cloth.strip)));
        }
        let row = line.checked_sub(first).filter(|row| *row < cloth.rows)?;
        let lines = ROW_PATCHES / cloth.columns;
        let place = Vec2::new((column % cloth.columns) as f32, (row * lines + column / cloth.columns) as f32);
        Some((cloth.corner + place * cloth.patch, cloth.patch))
    }
}

/// The page of the worlds.
pub fn worlds(
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
    QuiltPage { tab: "patch.quilt", lines, strip: campaign.last.is_some(), shows_free_places: true }
}

/// The page of maps without a world; the only page of a folder without worlds.
pub fn scraps(library: &LevelLibrary, campaign: &CampaignState, words: &Words, alone: bool) -> QuiltPage {
    let tab = if alone { "patch.drawer" } else { "patch.scraps" };
    let line = |maps: &[usize]| PatchRow {
        name: words.get(tab).to_owned(),
        patches: maps.iter().map(|&map| Patch::new(library, map, "")).collect(),
        closed: None,
    };
    let lines = campaign.scraps.chunks(ROW_PATCHES).map(line).collect();
    QuiltPage { tab, lines, strip: false, shows_free_places: false }
}

#[cfg(test)]
mod tests {
    use seamwalker_assets::shipped;
    use seamwalker_level::MapAccess;

    use super::*;
    use crate::app::screens::texts::{FORMATS, assert_apart};

    #[test]
    fn all_patches_are_in_view_without_overlaps() {
        for (format, strip) in FORMATS.into_iter().flat_map(|format| [(format, false), (format, true)]) {
            let line = || PatchRow { name: String::new(), patches: Vec::new(), closed: None };
            let page = QuiltPage { tab: "", lines: (0..4).map(|_| line()).collect(), strip, shows_free_places: true };
            let cloth = ClothLayout::new(format, &page);
            let rows = (0..cloth.rows).flat_map(|row| (0..ROW_PATCHES).map(move |column| (row, column)));
            let rows = rows.chain(strip.then_some((3, 0)));
            let all: Vec<_> = rows.map(|(row, column)| page.place(row, column, 0, &cloth).unwrap()).collect();
            assert_apart(format, &all);
            let (from, to) = (cloth.corner - 0.01, cloth.corner + cloth.size + 0.01);
            assert!(cloth.corner.y >= 46.0 && to.y <= format.size.y - 40.0, "{cloth:?}");
            for (at, size) in all {
                assert!(size.min_element() >= format.target, "{format:?}: {size}");
                assert!(at.cmpge(from).all() && (at + size).cmple(to).all(), "{format:?}: {at} {size}");
            }
        }
    }

    /// Story: the page of scraps had one level and 17 blank cells.
    #[test]
    fn the_cloth_of_scraps_ends_with_its_patches() {
        let library = LevelLibrary::new(shipped(), None, MapAccess::default()).unwrap();
        let words = Words::load(&shipped()).0;
        for (format, count) in FORMATS.into_iter().flat_map(|format| [1, 2, 4, 6, 8, 19].map(|count| (format, count))) {
            let campaign = CampaignState { scraps: vec![0; count], ..CampaignState::default() };
            let page = scraps(&library, &campaign, &words, false);
            let cloth = ClothLayout::new(format, &page);
            let lines =
                page.lines.iter().enumerate().flat_map(|(l, line)| (0..line.patches.len()).map(move |c| (l, c)));
            let places = lines.filter_map(|(line, column)| page.place(line, column, 0, &cloth));
            let ends: Vec<Vec2> = places.map(|(at, size)| at + size).collect();
            let end = ends.iter().copied().fold(Vec2::ZERO, Vec2::max);
            assert!(
                (cloth.corner + cloth.size - end).abs().max_element() < 0.1,
                "{format:?}, {count}: {cloth:?} {end}"
            );
            assert_apart(format, &[(cloth.corner, cloth.size)]);
        }
    }
}

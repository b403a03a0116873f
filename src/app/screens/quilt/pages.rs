//! The pages of the quilt: rows of patches, and where each of them lies.

use glam::Vec2;

use super::patch::Patch;
use crate::app::library::{CampaignState, LevelLibrary};
use crate::app::ui::Words;

/// Visible columns and rows.
pub const QUILT_COLUMNS: usize = 6;
pub const QUILT_ROWS: usize = 3;
/// The corner and size of the cloth inside the frame, in pixels.
pub const CLOTH_CORNER: Vec2 = Vec2::new(44.0, 54.0);
pub const CLOTH_SIZE: Vec2 = Vec2::new(552.0, 252.0);
/// The height of the strip of the last level, in pixels.
const STRIP_HEIGHT: f32 = 30.0;

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
}

impl QuiltPage {
    /// The number of rows, without the strip.
    pub fn rows(&self) -> usize {
        self.lines.len() - usize::from(self.strip)
    }

    /// The size of a patch in a row.
    fn patch(&self) -> Vec2 {
        let height = if self.strip { CLOTH_SIZE.y - STRIP_HEIGHT } else { CLOTH_SIZE.y };
        Vec2::new(CLOTH_SIZE.x / QUILT_COLUMNS as f32, height / QUILT_ROWS as f32)
    }

    /// The corner and size of a patch, if it is visible when `first` is the first row.
    pub fn place(&self, line: usize, column: usize, first: usize) -> Option<(Vec2, Vec2)> {
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
    QuiltPage { tab: "patch.quilt", lines, strip: campaign.last.is_some() }
}

/// The page of maps without a world; the only page of a folder without worlds.
pub fn scraps(library: &LevelLibrary, campaign: &CampaignState, words: &Words, alone: bool) -> QuiltPage {
    let tab = if alone { "patch.drawer" } else { "patch.scraps" };
    let line = |maps: &[usize]| PatchRow {
        name: words.get(tab).to_owned(),
        patches: maps.iter().map(|&map| Patch::new(library, map, "")).collect(),
        closed: None,
    };
    QuiltPage { tab, lines: campaign.scraps.chunks(QUILT_COLUMNS).map(line).collect(), strip: false }
}

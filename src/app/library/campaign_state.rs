//! The campaign (the quilt): worlds of levels that open one after the other, and scraps, which are maps outside of it.
//!
//! The manifest of the pack defines it. A folder of maps without a manifest has only scraps.

use std::collections::BTreeMap;

use seamwalker_level::pack::{CampaignWorld, Manifest};

/// A level of the campaign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CampaignLevel {
    /// Its index in the library.
    pub map: usize,
    /// Its fabric on the quilt.
    pub fabric: String,
}

/// A world of the campaign: a row of the quilt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CampaignRow {
    /// Its name.
    pub name: String,
    names: BTreeMap<String, String>,
    /// Its levels.
    pub places: Vec<CampaignLevel>,
    /// Finished levels that open the next row.
    opens_next: usize,
}

impl CampaignRow {
    /// The name in a language such as "de"; the default name if the plan has no translation.
    pub fn name_in(&self, language: &str) -> &str {
        self.names.get(language).unwrap_or(&self.name)
    }
}

/// The campaign, as far as its maps exist.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CampaignState {
    /// The worlds.
    pub rows: Vec<CampaignRow>,
    /// The level after all worlds, and the number of finished levels that open it.
    pub last: Option<(CampaignLevel, usize)>,
    /// Maps in no world.
    pub scraps: Vec<usize>,
}

impl CampaignState {
    /// The campaign of maps with these names.
    pub fn new(manifest: &Manifest, names: &[String]) -> Self {
        let named = |name: &String| names.iter().position(|known| known == name);
        let plan = manifest.clone();
        let row = |world: CampaignWorld| {
            let CampaignWorld { name, names, fabrics, levels, opens_next } = world;
            let fabrics = fabrics.iter().cycle().cloned().chain(std::iter::repeat_with(String::new));
            let levels = levels.iter().zip(fabrics);
            let places: Vec<CampaignLevel> =
                levels.filter_map(|(level, fabric)| Some(CampaignLevel { map: named(level)?, fabric })).collect();
            // If levels are missing, fewer are required.
            CampaignRow { name, names, opens_next: opens_next.min(places.len()), places }
        };
        let rows: Vec<CampaignRow> = plan.worlds.into_iter().map(row).filter(|row| !row.places.is_empty()).collect();
        let all: usize = rows.iter().map(|row| row.places.len()).sum();
        let last = plan.last.and_then(|last| {
            let place = CampaignLevel { map: named(&last.level)?, fabric: last.fabric };
            Some((place, last.opened_by.min(all)))
        });
        let mut quilt = Self { rows, last, scraps: Vec::new() };
        quilt.scraps = (0..names.len()).filter(|&map| !quilt.levels().any(|level| level == map)).collect();
        quilt
    }

    /// The levels of the campaign in order, without scraps.
    pub fn levels(&self) -> impl Iterator<Item = usize> {
        let last = self.last.iter().map(|(place, _)| place);
        self.rows.iter().flat_map(|row| &row.places).chain(last).map(|place| place.map)
    }

    /// How many more levels must be finished to open a row, and in which row; 0 for an open one.
    pub fn missing_for_row(&self, row: usize, is_finished: impl Fn(usize) -> bool) -> (usize, usize) {
        let mut closed = (0..row.min(self.rows.len())).map(|before| {
            let finished = self.rows[before].places.iter().filter(|place| is_finished(place.map)).count();
            (self.rows[before].opens_next.saturating_sub(finished), before)
        });
        // The first incomplete row: those after it cannot be played yet.
        closed.find(|(missing, _)| *missing > 0).unwrap_or_default()
    }

    /// How many more levels must be finished to open the last level; 0 if it is open.
    pub fn missing_for_last(&self, is_finished: impl Fn(usize) -> bool) -> usize {
        let finished = self.rows.iter().flat_map(|row| &row.places).filter(|place| is_finished(place.map)).count();
        self.last.as_ref().map_or(0, |(_, needed)| needed.saturating_sub(finished))
    }

    /// Whether a map can be started from the level select.
    pub fn is_open(&self, map: usize, is_finished: impl Fn(usize) -> bool) -> bool {
        if let Some(row) = self.rows.iter().position(|row| row.places.iter().any(|place| place.map == map)) {
            return self.missing_for_row(row, is_finished).0 == 0;
        }
        let is_last = self.last.as_ref().is_some_and(|(place, _)| place.map == map);
        !is_last || self.missing_for_last(is_finished) == 0
    }

    /// The level to begin with: the first open one that is not finished, otherwise the first one.
    pub fn to_begin_with(&self, is_finished: impl Fn(usize) -> bool) -> Option<usize> {
        let all = || self.levels().chain(self.scraps.iter().copied());
        let open = all().find(|&map| !is_finished(map) && self.is_open(map, &is_finished));
        open.or_else(|| all().next())
    }

    /// The next open level of the campaign; after a scrap, the next scrap.
    pub fn next(&self, map: usize, is_finished: impl Fn(usize) -> bool) -> Option<usize> {
        if let Some(at) = self.scraps.iter().position(|scrap| *scrap == map) {
            return self.scraps.get(at + 1).copied();
        }
        self.levels().skip_while(|level| *level != map).skip(1).find(|&next| self.is_open(next, &is_finished))
    }
}

#[cfg(test)]
mod tests {
    use seamwalker_assets::shipped;
    use seamwalker_level::Files;

    use super::*;

    const PLAN: &str = r#"(
        worlds: [
            (name: "One", names: {"de": "Eins"}, fabrics: ["denim", "dots"], levels: ["a", "b", "c"], opens_next: 2),
            (name: "Two", fabrics: ["velvet"], levels: ["d", "e"], opens_next: 2),
            (name: "Three", fabrics: [], levels: ["f"], opens_next: 4),
        ],
        last: Some((level: "z", fabric: "velvet", opened_by: 5)),
    )"#;

    fn quilt(maps: &str) -> (CampaignState, Vec<String>) {
        let names: Vec<String> = maps.chars().map(String::from).collect();
        (CampaignState::new(&Manifest::parse(PLAN).unwrap(), &names), names)
    }

    #[test]
    fn worlds_open_one_after_the_other() {
        let (quilt, names) = quilt("abcdefzs");
        let playable = |finished: &str| -> String {
            let is_finished = |map: usize| finished.contains(names[map].as_str());
            (0..names.len()).filter(|&map| quilt.is_open(map, is_finished)).map(|map| names[map].as_str()).collect()
        };
        assert_eq!(playable(""), "abcs", "the first world and scraps");
        assert_eq!(playable("a"), "abcs");
        assert_eq!(playable("ac"), "abcdes");
        assert_eq!(playable("abcde"), "abcdefzs", "five open the last");
        assert_eq!(playable("de"), "abcs", "a world behind a closed one is closed");
        let is_finished = |map: usize| "a".contains(names[map].as_str());
        assert_eq!((quilt.missing_for_row(2, is_finished), quilt.missing_for_last(is_finished)), ((1, 0), 4));
    }

    #[test]
    fn missing_levels_break_nothing() {
        let (quilt, _) = quilt("afz");
        let names: Vec<&str> = quilt.rows.iter().map(|row| row.name.as_str()).collect();
        assert_eq!(names, ["One", "Three"]);
        assert!(!quilt.is_open(1, |_| false) && quilt.is_open(1, |map| map == 0), "one of one opens");
        assert!(quilt.is_open(2, |map| map < 2) && !quilt.is_open(2, |map| map == 0));
        assert_eq!(CampaignState::new(&Manifest::default(), &["x".into(), "y".into()]).scraps, [0, 1]);
    }

    #[test]
    fn the_next_level_is_open() {
        let (quilt, _) = quilt("abcdefzst");
        assert_eq!(quilt.to_begin_with(|_| false), Some(0));
        assert_eq!(quilt.to_begin_with(|map| map != 2), Some(2), "what was left out");
        assert_eq!(quilt.to_begin_with(|_| true), Some(0));
        assert_eq!(quilt.next(0, |map| map == 0), Some(1));
        assert_eq!(quilt.next(2, |map| map == 2), None, "the second world is closed");
        assert_eq!(quilt.next(2, |map| map < 3), Some(3));
        assert_eq!((quilt.next(7, |_| false), quilt.next(8, |_| false)), (Some(8), None), "scraps");
        assert_eq!(quilt.next(6, |_| true), None, "after the last comes nothing");
    }

    #[test]
    fn names_and_fabrics_follow_the_plan() {
        let (quilt, _) = quilt("abcdef");
        assert_eq!((quilt.rows[0].name_in("de"), quilt.rows[0].name_in("fr")), ("Eins", "One"));
        let cloth: Vec<&str> = quilt.rows.iter().flat_map(|r| &r.places).map(|p| p.fabric.as_str()).collect();
        assert_eq!(cloth, ["denim", "dots", "denim", "velvet", "velvet", ""]);
    }

    #[test]
    fn the_shipped_plan_can_be_read_and_its_shipped_levels_come_first() {
        let files = shipped();
        let text = String::from_utf8(files.read("maps/pack.ron").unwrap().into_owned()).unwrap();
        let plan = Manifest::parse(&text).unwrap();
        let names: Vec<String> = ["first_stitch", "seam_gallery", "spool_works"].map(String::from).into();
        let quilt = CampaignState::new(&plan, &names);
        assert_eq!((quilt.levels().collect::<Vec<_>>(), quilt.scraps), (vec![0, 2], vec![1]));
    }
}

//! Places name tags so that they cover neither each other nor the heads-up display.

use glam::Vec2;

/// The gap between tags, in pixels of the window.
const TAG_GAP: f32 = 3.0;
/// How many places above and below are tried.
const MAX_TRIES: u32 = 24;

/// The places that are taken.
#[derive(Debug, Default)]
pub struct TagPlaces {
    /// Corners and sizes, in pixels of the window.
    taken: Vec<(Vec2, Vec2)>,
    /// The first and last corner that a tag may have on the screen.
    area: (Vec2, Vec2),
}

impl TagPlaces {
    /// Places within an area, given by its first and last corner, that leave these rectangles free.
    pub fn new(area: (Vec2, Vec2), taken: impl IntoIterator<Item = (Vec2, Vec2)>) -> Self {
        Self { taken: taken.into_iter().collect(), area }
    }

    /// How many places are taken.
    pub fn count(&self) -> usize {
        self.taken.len()
    }

    /// Whether a point is in the area, or no farther than this outside of it.
    pub fn contains(&self, at: Vec2, margin: f32) -> bool {
        at.cmpge(self.area.0 - margin).all() && at.cmple(self.area.1 + margin).all()
    }

    fn is_free(&self, at: Vec2, size: Vec2) -> bool {
        let covers = |(other, other_size): &(Vec2, Vec2)| {
            (at - TAG_GAP).cmplt(*other + *other_size).all() && (at + size + TAG_GAP).cmpgt(*other).all()
        };
        !self.taken.iter().any(covers)
    }

    /// The free place of this size that is nearest above or below the wanted one, within the area. Takes it.
    pub fn take(&mut self, wanted: Vec2, size: Vec2) -> Vec2 {
        let last = (self.area.1 - size).max(self.area.0);
        let wanted = wanted.clamp(self.area.0, last);
        let step = size.y + TAG_GAP;
        let tries = (0..=MAX_TRIES * 2).map(|i| {
            let down = (i.div_ceil(2)) as f32 * step * if i % 2 == 1 { 1.0 } else { -1.0 };
            Vec2::new(wanted.x, wanted.y + down)
        });
        let inside = |at: &Vec2| (self.area.0.y..=last.y).contains(&at.y);
        let at = tries.filter(inside).find(|at| self.is_free(*at, size)).unwrap_or(wanted).round();
        self.taken.push((at, size));
        at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Story: in a corner, the labels of two contacts lay over each other, and so did those of a stack of crates.
    #[test]
    fn labels_of_contacts_at_one_corner_cover_neither_each_other_nor_the_display() {
        let display = (Vec2::new(380.0, 170.0), Vec2::new(300.0, 20.0));
        let mut places = TagPlaces::new((Vec2::ZERO, Vec2::new(900.0, 700.0)), [display]);
        let sizes = [60.0, 84.0, 48.0, 130.0].map(|width| Vec2::new(width, 24.0));
        let wanted = |i: usize| Vec2::new(400.0 + 9.0 * (i % 2) as f32, 300.0 + 5.0 * i as f32);
        let all: Vec<(Vec2, Vec2)> = (0..12).map(|i| (places.take(wanted(i), sizes[i % 4]), sizes[i % 4])).collect();
        assert_eq!(places.count(), 13);
        assert!(places.contains(Vec2::new(910.0, 700.0), 20.0) && !places.contains(Vec2::new(930.0, 700.0), 20.0));
        for (i, (at, size)) in all.iter().enumerate() {
            let apart = |(other, other_size): &(Vec2, Vec2)| {
                (*at + *size).cmple(*other).any() || (*other + *other_size).cmple(*at).any()
            };
            assert!(all[..i].iter().chain([&display]).all(apart), "{at} covers another label");
            assert!(at.distance(wanted(i)) < 230.0, "{at} is far from its contact");
        }
    }

    #[test]
    fn a_tag_stays_where_it_is_wanted_if_that_is_free() {
        let mut places = TagPlaces::new((Vec2::ZERO, Vec2::splat(500.0)), []);
        assert_eq!(places.take(Vec2::new(30.0, 40.0), Vec2::splat(20.0)), Vec2::new(30.0, 40.0));
        assert_eq!(places.take(Vec2::new(490.0, 40.0), Vec2::splat(20.0)), Vec2::new(480.0, 40.0), "within the area");
    }
}

//! What the quilt shows by itself after a level: the patch is sewn on, a world opens, the last stitch is made. Each act can be
//! skipped. This file is the timing; `needlework.rs` draws.

use crate::app::audio::Effect;
use crate::app::level_view::camera::eased;

/// Seconds in which the quilt comes up over the level.
const RISE_TIME: f32 = 0.25;
/// When the needle begins, and when it is around.
const SEWING: (f32, f32) = (0.3, 1.35);
/// Seconds in which a patch is sewn, a world opens, and of the end.
const SEWN_TIME: f32 = 2.0;
const WORLD_TIME: f32 = 1.9;
const END_TIME: f32 = 4.2;
/// Seconds in which a banner unrolls.
const UNFURL_TIME: f32 = 0.5;
/// When patches of a world begin to unfold, the seconds of each, and from one to the next.
const UNFOLDING: (f32, f32, f32) = (0.35, 0.5, 0.14);
/// When the needle has sewn the hem of the whole quilt.
const HEMMED: f32 = 2.4;
/// Seconds in which the view moves from a patch to the whole quilt.
const ZOOM_TIME: f32 = 0.45;
/// How much nearer the view of a single patch is.
const CLOSE_UP: f32 = 2.0;
/// A press this soon after the beginning was meant for the level.
const DEAF_TIME: f32 = 0.15;
/// One of this many stitches is heard.
const HEARD_STITCHES: f32 = 3.0;
/// Stitches around a patch and around the quilt, roughly, for their sound.
const PATCH_STITCHES: f32 = 36.0;
const HEM_STITCHES: f32 = 90.0;

/// One thing that happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// The patch of the level is sewn on.
    Patch,
    /// The row with this number opens.
    World(usize),
    /// The last level is finished.
    End,
}

impl Act {
    fn seconds(self) -> f32 {
        match self {
            Self::Patch => SEWN_TIME,
            Self::World(_) => WORLD_TIME,
            Self::End => END_TIME,
        }
    }

    /// When something is heard, and what.
    fn cue(self) -> (f32, Effect) {
        match self {
            Self::Patch => (SEWING.1, Effect::Settle),
            Self::World(_) => (UNFOLDING.0, Effect::WorldOpen),
            Self::End => (HEMMED, Effect::Finale),
        }
    }
}

/// The part of a patch that is sewn at this age of its act.
fn sewing(age: f32) -> f32 {
    eased((age - SEWING.0) / (SEWING.1 - SEWING.0))
}

/// The same for the hem around the quilt.
fn hemming(age: f32) -> f32 {
    eased((age - ZOOM_TIME) / (HEMMED - ZOOM_TIME))
}

/// The acts one after the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Show {
    /// The map whose patch it is about.
    pub map: usize,
    acts: Vec<Act>,
    at: usize,
    age: f32,
    /// Seconds since the beginning, and the view's distance: 1 for a single patch, 0 for the whole quilt.
    pub total: f32,
    close: f32,
    /// Reduce motion: what would move is there at once.
    pub calm: bool,
}

impl Show {
    /// Begins with the first act.
    pub fn new(map: usize, acts: Vec<Act>) -> Self {
        let close = if acts.first() == Some(&Act::Patch) { 1.0 } else { 0.0 };
        Self { map, acts, close, ..Self::default() }
    }

    /// What a run changes on the quilt: its patch if it `sews` that on, the lines that were closed `before` and are not `now`, and the end of the game.
    pub fn acts(sews: bool, before: &[bool], now: &[bool], is_end: bool) -> Vec<Act> {
        let opened = before.iter().zip(now).enumerate().filter(|(_, (before, now))| **before && !**now);
        let worlds = opened.map(|(line, _)| Act::World(line));
        sews.then_some(Act::Patch).into_iter().chain(worlds).chain(is_end.then_some(Act::End)).collect()
    }

    /// The current act.
    pub fn act(&self) -> Option<Act> {
        self.acts.get(self.at).copied()
    }

    /// Whether every act is over.
    pub fn is_over(&self) -> bool {
        self.act().is_none()
    }

    /// Whether something still moves.
    pub fn moves(&self) -> bool {
        !self.is_over() || self.close > 0.0
    }

    /// Advances by `dt` seconds; `skip` ends the current act. Returns what is heard.
    pub fn update(&mut self, dt: f32, skip: bool, calm: bool) -> Option<Effect> {
        let dt = dt.min(0.05);
        (self.calm, self.total) = (calm, self.total + dt);
        if self.act() != Some(Act::Patch) {
            self.close = (self.close - dt / ZOOM_TIME).max(0.0);
        }
        let act = self.act()?;
        let before = self.age;
        self.age += dt;
        let (at, effect) = act.cue();
        let stitch = self.stitch(act, before).filter(|_| !calm);
        let skips = skip && self.total > DEAF_TIME;
        // What was not heard yet is heard at once, so that a skipped act is not silent.
        let is_due = (before..self.age).contains(&at) || skips && at >= self.age;
        if skips || self.age >= act.seconds() {
            (self.at, self.age) = (self.at + 1, 0.0);
        }
        Some(effect).filter(|_| is_due).or(stitch)
    }

    /// The sound of a stitch made since `before`.
    fn stitch(&self, act: Act, before: f32) -> Option<Effect> {
        let stitches = |age: f32| match act {
            Act::Patch => sewing(age) * PATCH_STITCHES,
            Act::End => hemming(age) * HEM_STITCHES,
            Act::World(_) => 0.0,
        };
        let heard = |age: f32| (stitches(age) / HEARD_STITCHES).floor();
        (heard(self.age) > heard(before)).then_some(Effect::StitchPull)
    }

    /// How far below its place the quilt still is, from 1 to 0, when it comes up over the level.
    pub fn below(&self) -> f32 {
        (1.0 - self.total / RISE_TIME).max(0.0).powi(2)
    }

    /// How much larger everything is: from the close-up of a patch to 1.
    pub fn zoom(&self) -> f32 {
        1.0 + (CLOSE_UP - 1.0) * eased(self.close)
    }

    /// The sewn part of the patch.
    pub fn sewn(&self) -> f32 {
        match self.act() {
            Some(Act::Patch) if !self.calm => sewing(self.age),
            _ => 1.0,
        }
    }

    /// Seconds since the patch was sewn all around.
    pub fn settled(&self) -> Option<f32> {
        Some(self.age - SEWING.1).filter(|since| self.act() == Some(Act::Patch) && !self.calm && *since >= 0.0)
    }

    /// How far a patch of a row has unfolded; 1 if the row was open before, 0 before its act.
    pub fn unfolded(&self, row: usize, column: usize) -> f32 {
        let Some(act) = self.acts.iter().position(|act| *act == Act::World(row)) else { return 1.0 };
        let age = self.age - UNFOLDING.0 - column as f32 * UNFOLDING.2;
        match act.cmp(&self.at) {
            std::cmp::Ordering::Less => 1.0,
            std::cmp::Ordering::Equal if self.calm => eased(age / UNFOLDING.1).round(),
            std::cmp::Ordering::Equal => eased(age / UNFOLDING.1),
            std::cmp::Ordering::Greater => 0.0,
        }
    }

    /// The part of the hem around the quilt that is sewn; 1 except at the end of the game.
    pub fn hemmed(&self) -> f32 {
        match self.act() {
            Some(Act::End) => hemming(self.age),
            _ if self.acts.get(self.at..).is_some_and(|left| left.contains(&Act::End)) => 0.0,
            _ => 1.0,
        }
    }

    /// Seconds since the hem was finished.
    pub fn since_hem(&self) -> Option<f32> {
        Some(self.age - HEMMED).filter(|since| self.act() == Some(Act::End) && !self.calm && *since >= 0.0)
    }

    /// How far the banner of an act has unrolled.
    pub fn banner(&self) -> f32 {
        let from = match self.act() {
            Some(Act::World(_)) => UNFOLDING.0,
            Some(Act::End) => HEMMED,
            _ => return 0.0,
        };
        let part = ((self.age - from) / UNFURL_TIME).clamp(0.0, 1.0);
        if self.calm { part.ceil() } else { part }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRAME: f32 = 1.0 / 60.0;

    /// Everything that is heard, and the seconds until it is over. The needle never goes back, and the patch settles once it is around.
    fn play(show: &mut Show) -> (Vec<Effect>, f32) {
        let (mut heard, mut frames) = (Vec::new(), 0);
        while !show.is_over() && frames < 2000 {
            let sewn = show.sewn();
            heard.extend(show.update(FRAME, false, false));
            assert!(show.sewn() >= sewn && (show.settled().is_none() || show.sewn() == 1.0));
            frames += 1;
        }
        (heard, frames as f32 * FRAME)
    }

    fn wait(show: &mut Show, frames: usize) {
        for _ in 0..frames {
            show.update(FRAME, false, false);
        }
    }

    #[test]
    fn a_patch_is_sewn_in_two_seconds() {
        let mut show = Show::new(3, vec![Act::Patch]);
        assert_eq!(show.sewn(), 0.0);
        let (heard, seconds) = play(&mut show);
        assert!((1.9..=2.1).contains(&seconds), "{seconds}");
        assert!(heard.iter().filter(|effect| **effect == Effect::StitchPull).count() >= 8);
        assert_eq!(heard.iter().filter(|heard| **heard == Effect::Settle).count(), 1);
        assert_eq!(show.sewn(), 1.0, "it stays as it ended");
    }

    #[test]
    fn a_press_ends_one_act_and_the_next_begins() {
        let acts = vec![Act::Patch, Act::World(1), Act::End];
        let mut show = Show::new(0, acts);
        show.update(FRAME, true, false);
        assert_eq!(show.act(), Some(Act::Patch), "that press was meant for the level");
        wait(&mut show, 20);
        assert_eq!(show.unfolded(1, 0), 0.0, "the world is still closed");
        assert_eq!(show.update(FRAME, true, false), Some(Effect::Settle), "a skipped act is heard");
        assert_eq!((show.act(), show.sewn()), (Some(Act::World(1)), 1.0));
        assert!(show.hemmed() == 0.0 && show.unfolded(0, 0) == 1.0);
        show.update(FRAME, true, false);
        assert_eq!((show.act(), show.unfolded(1, 5)), (Some(Act::End), 1.0));
        show.update(FRAME, true, false);
        assert!(show.is_over() && show.hemmed() == 1.0);
        assert!(show.moves(), "the view still moves back");
        wait(&mut show, 60);
        assert!(!show.moves() && show.zoom() == 1.0);
    }

    #[test]
    fn a_world_unfolds_patch_by_patch() {
        let mut show = Show::new(0, vec![Act::World(2)]);
        let (mut first, mut last) = (None, None);
        for frame in 0..200 {
            show.update(FRAME, false, true);
            assert!(show.unfolded(2, 0) >= show.unfolded(2, 5));
            first = first.or(Some(frame).filter(|_| show.unfolded(2, 0) == 1.0));
            last = last.or(Some(frame).filter(|_| show.unfolded(2, 5) == 1.0));
        }
        assert!(show.is_over() && first < last && last < Some(112), "{first:?} {last:?}");
    }

    #[test]
    fn a_run_shows_what_it_changes() {
        let (before, now) = ([false, true, true, true], [false, false, true, true]);
        assert_eq!(Show::acts(true, &before, &now, false), [Act::Patch, Act::World(1)]);
        assert_eq!(Show::acts(true, &now, &now, true), [Act::Patch, Act::End]);
        assert_eq!(Show::acts(false, &now, &now, false), [], "another run of a finished level");
    }
}

//! When a change is saved, and when a failed write is retried.

use super::SaveNews;

/// Seconds between a change and the save: sliders change in every frame.
const SAVE_DELAY: f32 = 0.3;

/// Seconds until a failed write is retried. The pause doubles with every failure.
const FIRST_PAUSE: f32 = 1.0;
const MAX_PAUSE: f32 = 10.0;

/// A value that is saved shortly after it has changed.
#[derive(Debug, Default)]
pub struct Autosaved<T> {
    /// The saved value.
    pub value: T,
    /// Seconds since the first unsaved change, or since the last failed attempt.
    waited: f32,
    /// The last failure, as reported to the player, and the seconds until the next attempt.
    failure: Option<(SaveNews, f32)>,
}

impl<T> Autosaved<T> {
    /// A saved value, and a failure that was already reported to the player.
    pub fn new(value: T, failure: Option<SaveNews>) -> Self {
        Self { value, waited: 0.0, failure: failure.map(|news| (news, FIRST_PAUSE)) }
    }

    /// Whether the last attempt failed.
    pub fn has_failed(&self) -> bool {
        self.failure.is_some()
    }

    /// Whether it is time to save, `dt` seconds after the last call; `at_once` when the program ends.
    pub fn is_due(&mut self, changed: bool, dt: f32, at_once: bool) -> bool {
        let pending = changed || self.has_failed();
        self.waited = if pending { self.waited + dt } else { 0.0 };
        let due = pending && (at_once || self.waited >= self.failure.as_ref().map_or(SAVE_DELAY, |(_, pause)| *pause));
        if due {
            self.waited = 0.0;
        }
        due
    }

    /// Records the result of an attempt. Returns the news for the player: a failure, once and when the program ends; a recovery.
    pub fn finish_write(&mut self, failed: Option<SaveNews>, file: &str, at_once: bool) -> Option<SaveNews> {
        let before = self.failure.take();
        let Some(news) = failed else { return before.map(|_| SaveNews::Works { file: file.to_owned() }) };
        let pause = before.as_ref().map_or(FIRST_PAUSE, |(_, pause)| (pause * 2.0).min(MAX_PAUSE));
        let is_known = before.is_some_and(|(known, _)| known == news);
        self.failure = Some((news.clone(), pause));
        (at_once || !is_known).then_some(news)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failed_attempts_are_retried_less_and_less_often() {
        let mut kept = Autosaved::new((), None);
        let failed = || Some(SaveNews::Failed { file: "a".into(), why: "full".into() });
        let seconds = |kept: &mut Autosaved<()>, failed: Option<SaveNews>| {
            let due = (1..=1000).find(|_| kept.is_due(true, 0.25, false));
            let reported = kept.finish_write(failed, "a", false).is_some();
            (due.unwrap() as f32 * 0.25, reported)
        };
        assert_eq!(seconds(&mut kept, failed()), (0.5, true));
        let pauses = [1.0, 2.0, 4.0, 8.0, 10.0, 10.0];
        assert_eq!(pauses.map(|_| seconds(&mut kept, failed())), pauses.map(|pause| (pause, false)), "reported once");
        assert_eq!(seconds(&mut kept, None), (10.0, true), "it works again");
        assert_eq!(seconds(&mut kept, None), (0.5, false));
        assert!(!kept.is_due(false, 1000.0, true), "nothing changed");
    }
}

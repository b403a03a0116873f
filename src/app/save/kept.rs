//! When something that changed is saved, and when a write that failed is tried again.

use super::SaveNews;

/// Seconds between a change and its being saved: sliders change in every frame.
const SOON: f32 = 0.3;

/// Seconds until a write that failed is tried again. The pause doubles with every failure.
const FIRST_PAUSE: f32 = 1.0;
const MAX_PAUSE: f32 = 10.0;

/// Something that is saved when it has changed, a little later.
#[derive(Debug, Default)]
pub struct Autosaved<T> {
    /// As it is in the storage.
    pub value: T,
    /// Seconds since the first change that is not saved, or since the last attempt that failed.
    waited: f32,
    trouble: Option<Trouble>,
}

/// What goes wrong, until it works again.
#[derive(Debug)]
struct Trouble {
    /// What the player was told.
    told: SaveNews,
    /// Seconds until the next attempt.
    pause: f32,
}

impl<T> Autosaved<T> {
    /// As it is in the storage.
    pub fn new(value: T) -> Self {
        Self { value, waited: 0.0, trouble: None }
    }

    /// The same, but the player has been told of trouble with the file already.
    pub fn with_trouble(self, told: Option<SaveNews>) -> Self {
        Self { trouble: told.map(|told| Trouble { told, pause: FIRST_PAUSE }), ..self }
    }

    /// Whether the last attempt failed.
    pub fn is_in_trouble(&self) -> bool {
        self.trouble.is_some()
    }

    /// Whether it is time to save, `dt` seconds after the last question; `at_once` when the program ends.
    pub fn is_due(&mut self, changed: bool, dt: f32, at_once: bool) -> bool {
        let pending = changed || self.is_in_trouble();
        self.waited = if pending { self.waited + dt } else { 0.0 };
        let due = pending && (at_once || self.waited >= self.trouble.as_ref().map_or(SOON, |trouble| trouble.pause));
        if due {
            self.waited = 0.0;
        }
        due
    }

    /// What the player is told of an attempt: that it failed, once and when the program ends; that it works again.
    pub fn settle(&mut self, failed: Option<SaveNews>, file: &str, at_once: bool) -> Option<SaveNews> {
        let before = self.trouble.take();
        let Some(news) = failed else { return before.map(|_| SaveNews::Works { file: file.to_owned() }) };
        let pause = before.as_ref().map_or(FIRST_PAUSE, |before| (before.pause * 2.0).min(MAX_PAUSE));
        let is_known = before.is_some_and(|before| before.told == news);
        self.trouble = Some(Trouble { told: news.clone(), pause });
        (at_once || !is_known).then_some(news)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attempts_that_fail_become_rarer_and_begin_anew_after_one_that_works() {
        let mut kept = Autosaved::new(());
        let failed = || Some(SaveNews::Failed { file: "a".into(), why: "full".into() });
        let seconds = |kept: &mut Autosaved<()>, failed: Option<SaveNews>| {
            let due = (1..=1000).find(|_| kept.is_due(true, 0.25, false));
            let told = kept.settle(failed, "a", false).is_some();
            (due.unwrap() as f32 * 0.25, told)
        };
        assert_eq!(seconds(&mut kept, failed()), (0.5, true));
        let pauses = [1.0, 2.0, 4.0, 8.0, 10.0, 10.0];
        assert_eq!(pauses.map(|_| seconds(&mut kept, failed())), pauses.map(|pause| (pause, false)), "told once");
        assert_eq!(seconds(&mut kept, None), (10.0, true), "it works again");
        assert_eq!(seconds(&mut kept, None), (0.5, false));
        assert!(!kept.is_due(false, 1000.0, true), "nothing changed");
    }
}

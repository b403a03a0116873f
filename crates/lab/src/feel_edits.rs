//! Edits of the feel that can be undone, and the feel as a file.

use std::fmt::Write as _;

use seamwalker_sim::Feel;

/// The maximum number of edits that can be undone.
const MAX_UNDO: usize = 64;

/// A feel, and all edits of it.
#[derive(Clone, Debug, Default)]
pub struct FeelEdits {
    feel: Feel,
    past: Vec<Feel>,
    future: Vec<Feel>,
    /// The current edit; all its changes are undone together.
    open: Option<&'static str>,
}

impl FeelEdits {
    /// The feel after all edits.
    #[must_use]
    pub fn feel(&self) -> &Feel {
        &self.feel
    }

    /// Takes over a feel that may have changed elsewhere. The first one is no edit.
    pub fn follow(&mut self, feel: Feel) {
        if self.can() == (false, false) {
            self.feel = feel;
        }
        self.edit("the level", feel);
    }

    /// Replaces the feel. Consecutive edits of the same number are undone together.
    pub fn edit(&mut self, what: &'static str, feel: Feel) {
        if feel == self.feel {
            return;
        }
        if self.open != Some(what) {
            if self.past.len() >= MAX_UNDO {
                self.past.remove(0);
            }
            self.past.push(self.feel);
            self.open = Some(what);
        }
        self.future.clear();
        self.feel = feel;
    }

    /// Ends the current edit, so that the next one is undone separately.
    pub fn settle(&mut self) {
        self.open = None;
    }

    /// Whether undo and redo are possible.
    #[must_use]
    pub fn can(&self) -> (bool, bool) {
        (!self.past.is_empty(), !self.future.is_empty())
    }

    /// Undoes the last edit.
    pub fn undo(&mut self) {
        self.settle();
        if let Some(before) = self.past.pop() {
            self.future.push(std::mem::replace(&mut self.feel, before));
        }
    }

    /// Redoes the last undone edit.
    pub fn redo(&mut self) {
        self.settle();
        if let Some(after) = self.future.pop() {
            self.past.push(std::mem::replace(&mut self.feel, after));
        }
    }
}

/// A feel file with the numbers that differ from the default, each with its unit and its default.
#[must_use]
pub fn as_ron(feel: &Feel) -> String {
    let mut text = "(\n".to_owned();
    feel.clone().each_mut(&mut |number, value| {
        if *value != number.default {
            // Writing to a String cannot fail.
            let _ = writeln!(text, "    {}: {value:?}, // {}, usually {}", number.name, number.unit(), number.default);
        }
    });
    text + ")\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_of_one_number_are_undone_together_and_can_be_redone() {
        let mut edits = FeelEdits::default();
        let with = |jump: f32, run: f32| Feel { run, jump, ..Feel::default() };
        edits.follow(with(215.0, 180.0));
        assert_eq!((edits.feel().jump, edits.can()), (215.0, (false, false)), "the first one is no edit");
        edits.edit("jump", with(220.0, 180.0));
        edits.edit("jump", with(230.0, 180.0));
        edits.edit("run", with(230.0, 150.0));
        edits.settle();
        edits.edit("run", with(230.0, 140.0));
        edits.edit("run", with(230.0, 140.0));
        let mut seen = Vec::new();
        while edits.can().0 {
            edits.undo();
            seen.push((edits.feel().jump, edits.feel().run));
        }
        assert_eq!(seen, [(230.0, 150.0), (230.0, 180.0), (215.0, 180.0)]);
        edits.redo();
        assert_eq!((edits.feel().jump, edits.can()), (230.0, (true, true)));
        // A new edit removes the redo steps.
        edits.follow(with(230.0, 100.0));
        assert_eq!(edits.can(), (true, false));
        for i in 0..1000_u16 {
            edits.settle();
            edits.edit("fall", Feel { fall: f32::from(i), ..Feel::default() });
        }
        assert_eq!(edits.past.len(), MAX_UNDO);
    }

    #[test]
    fn a_feel_file_contains_the_differences_and_can_be_read() {
        let feel = Feel { jump: 233.3, steepest: 1.5, ..Feel::default() };
        let text = as_ron(&feel);
        assert_eq!(text.lines().count(), 4, "{text}");
        assert_eq!(ron::from_str::<Feel>(&text).unwrap(), feel);
        assert_eq!(ron::from_str::<Feel>(&as_ron(&Feel::default())).unwrap(), Feel::default());
    }
}

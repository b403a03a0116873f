//! Sees when the map that is being played was saved, so that the game shows it at once.

use std::hash::{DefaultHasher, Hash, Hasher};

use seamwalker::level::Files;

/// Seconds between two looks at the file.
const EVERY: f32 = 0.5;

/// What the file looked like.
#[derive(Default)]
pub struct Watch {
    since: f32,
    /// The content that is being played.
    played: Option<u64>,
    /// A new content that was seen once. It counts when it is still the same at the next look: an editor may be writing.
    fresh: Option<u64>,
}

impl Watch {
    /// Begins to watch: what the file holds now is what is played.
    pub fn begin(files: &dyn Files, path: &str) -> Self {
        Self { played: stamp(files, path), ..Self::default() }
    }

    /// Looks at the file now and then; true once after it was saved.
    pub fn saved(&mut self, files: &dyn Files, path: &str, dt: f32) -> bool {
        self.since += dt;
        if self.since < EVERY {
            return false;
        }
        self.since = 0.0;
        let now = stamp(files, path);
        if now.is_none() || now == self.played {
            self.fresh = None;
            return false;
        }
        if self.fresh != now {
            self.fresh = now;
            return false;
        }
        (self.played, self.fresh) = (now, None);
        true
    }
}

/// A number for the file's content; `None` while it cannot be read.
fn stamp(files: &dyn Files, path: &str) -> Option<u64> {
    let mut hasher = DefaultHasher::new();
    files.read(path).ok()?.hash(&mut hasher);
    Some(hasher.finish())
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;
    use std::cell::RefCell;
    use std::io;

    use super::*;

    /// One file that changes.
    struct Paper(RefCell<Vec<u8>>);

    impl Files for Paper {
        fn read(&self, _: &str) -> io::Result<Cow<'_, [u8]>> {
            Ok(Cow::Owned(self.0.borrow().clone()))
        }
    }

    #[test]
    fn a_file_counts_as_saved_once_it_rests() {
        let paper = Paper(RefCell::new(b"a".to_vec()));
        let mut watch = Watch::begin(&paper, "");
        let mut look = |text: &[u8]| {
            *paper.0.borrow_mut() = text.to_vec();
            watch.saved(&paper, "", EVERY)
        };
        assert!(!look(b"a"));
        assert!(!look(b"ab"), "just changed");
        assert!(!look(b"abc"), "still being written");
        assert!(look(b"abc"));
        assert!(!look(b"abc"), "told once");
    }
}

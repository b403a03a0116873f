//! What the window shows: the title, the quilt of levels, the level itself with its pause and finish panels; and between
//! them the zip that closes and opens again. A screen reads the keys of a frame and answers with where to go.

mod crowd;
mod finish;
mod levels;
mod meadow;
mod menu;
mod pause;
mod proof;
mod title;
mod toast;
mod wipe;

pub use crowd::CrowdFilm;
pub use finish::{Facts, Finish};
pub use levels::Quilt;
pub use pause::Pause;
pub use proof::Proof;
pub use title::Title;
pub use toast::Toasts;
pub use wipe::Wipe;

/// Where a screen wants to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goto {
    /// The title.
    Title,
    /// The quilt of levels.
    Levels,
    /// A map, by its number on the shelf, from its beginning.
    Map(usize),
    /// The map that is being played, from its beginning.
    Restart,
    /// Back into the level.
    Resume,
    /// Out of the program.
    Quit,
}

/// What a screen gets to see of a frame.
pub struct Hand<'a> {
    /// Everything that was pressed.
    pub commands: &'a [super::keys::Command],
    /// Where the mouse points, in the view.
    pub mouse: glam::Vec2,
    /// The mouse moved since the last frame.
    pub moved: bool,
    /// The left mouse button went down.
    pub clicked: bool,
    /// What is heard of it.
    pub heard: std::cell::Cell<Option<super::sound::Effect>>,
}

impl Hand<'_> {
    /// Lets something be heard.
    pub fn sound(&self, effect: super::sound::Effect) {
        self.heard.set(Some(effect));
    }

    /// Whether a command was given.
    pub fn gives(&self, command: super::keys::Command) -> bool {
        self.commands.contains(&command)
    }

    /// Whether the mouse points into a rectangle.
    pub fn points_at(&self, at: glam::Vec2, size: glam::Vec2) -> bool {
        let p = self.mouse - at;
        p.min_element() >= 0.0 && p.x < size.x && p.y < size.y
    }
}

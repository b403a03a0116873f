//! What the window shows: the title, the saved games, the quilt of levels, the level itself with its pause and finish panels; and between
//! them the zip that closes and opens again. A screen reads the keys of a frame and answers with where to go.

mod card;
mod crowd;
mod finish;
mod laboratory;
mod meadow;
mod menu;
mod options;
mod pause;
mod proof;
mod quilt;
mod slots;
mod story;
mod title;
mod toast;
mod wipe;

pub use crowd::CrowdFilm;
pub use finish::{Facts, Finish};
pub use laboratory::Laboratory;
pub use options::OptionsScreen;
pub use pause::Pause;
pub use proof::Proof;
pub use quilt::Quilt;
pub use slots::Slots;
pub use story::Story;
pub use title::Title;
pub use toast::Toasts;
pub use wipe::Wipe;

/// A recorded run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rival {
    /// The player's own best.
    Best,
    /// The run that proves that a shipped map can be finished.
    Proof,
    /// One from a file.
    File,
}

/// Where a screen wants to go, or what it wants done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goto {
    /// The title.
    Title,
    /// The entrance of the laboratory.
    Laboratory,
    /// The story of the snag.
    Story,
    /// The first of the scenes, with the list of all.
    Scenes,
    /// The first of the crowds, likewise.
    Crowds,
    /// The quilt, whose levels begin with the laboratory open.
    OpenLevels,
    /// The quilt of levels.
    Levels,
    /// A map, by its number on the shelf, from its beginning.
    Map(usize),
    /// A map, against the ghost of a run.
    Race(usize, Rival),
    /// A run in a map, to be watched.
    Watch(usize, Rival),
    /// The map that is being played, from its beginning, as it was begun.
    Restart,
    /// Back into the level.
    Resume,
    /// The saved games.
    Slots,
    /// The saved game with this number, and then the quilt.
    Slot(usize),
    /// A saved game as a file.
    Export(usize),
    /// Asks before a saved game is erased.
    AskErase(usize),
    /// Erases a saved game.
    Erase(usize),
    /// The run that has just ended as a file.
    KeepReplay,
    /// Nowhere: what lies over the screen goes.
    Stay,
    /// The options, over the level if one is played.
    Options,
    /// Back to where the options were opened.
    Back,
    /// Out of the program.
    Quit,
}

/// What a screen gets to see of a frame.
pub struct UiInput<'a> {
    /// Everything that was pressed.
    pub commands: &'a [super::input::Hotkey],
    /// Where the mouse points, in the view.
    pub mouse: glam::Vec2,
    /// The mouse moved since the last frame.
    pub moved: bool,
    /// The left mouse button went down.
    pub clicked: bool,
    /// It is down.
    pub holds: bool,
    /// A key or a button of a pad that went down, for whoever binds it.
    pub caught: Option<super::input::Source>,
    /// Letters and rows are large.
    pub large: bool,
    /// Nothing moves that need not.
    pub calm: bool,
    /// What is heard of it.
    pub heard: std::cell::Cell<Option<super::audio::Effect>>,
}

impl UiInput<'_> {
    /// A hand that does nothing.
    #[cfg(test)]
    pub fn resting() -> Self {
        Self {
            commands: &[],
            mouse: glam::Vec2::ZERO,
            moved: false,
            clicked: false,
            holds: false,
            caught: None,
            large: false,
            calm: false,
            heard: std::cell::Cell::default(),
        }
    }

    /// Lets something be heard.
    pub fn sound(&self, effect: super::audio::Effect) {
        self.heard.set(Some(effect));
    }

    /// Whether a command was given.
    pub fn gives(&self, command: super::input::Hotkey) -> bool {
        self.commands.contains(&command)
    }

    /// Whether the mouse points into a rectangle.
    pub fn points_at(&self, at: glam::Vec2, size: glam::Vec2) -> bool {
        let p = self.mouse - at;
        p.min_element() >= 0.0 && p.x < size.x && p.y < size.y
    }
}

//! The screens: title, saved games, the quilt of levels, pause and finish panels, options and others, and the zip between
//! them. A screen is a file with the trait [`Screen`] and a line in `Game::go`: it reads the input of a frame and returns where to go.

mod card;
mod credits;
mod crowd;
mod demo;
mod finish;
mod gallery;
mod laboratory;
mod meadow;
mod menu;
mod options;
mod play;
mod proof;
mod quilt;
mod slots;
mod snag;
mod story;
#[cfg(test)]
pub mod texts;
mod title;
mod toast;
mod wipe;

pub use card::Card;
pub use credits::Credits;
pub use crowd::CrowdFilm;
pub use demo::DemoScreen;
pub use finish::{Facts, Finish};
pub use gallery::Gallery;
pub use laboratory::Laboratory;
pub use meadow::BACKGROUNDS;
pub use options::OptionsScreen;
pub use play::PlayScreen;
pub use proof::Proof;
pub use quilt::{Previews, Quilt, Show};
pub use slots::Slots;
pub use snag::SnagScreen;
pub use story::Story;
pub use title::Title;
pub use toast::Toasts;
pub use wipe::Wipe;

use std::cell::Cell;

use glam::Vec2;
use seamwalker_lab::demo::DemoKind;
use seamwalker_lab::story::Page;

use super::audio::{Effect, Music};
use super::input::{ButtonState, Hotkey, Source};
use super::render::{Canvas, ScreenFormat};
use super::services::Services;
use super::window::Motion;

/// One screen.
pub trait Screen {
    /// What the game must know of it in this frame.
    fn spec(&self, services: &Services) -> ScreenSpec;

    /// One frame. Returns where to go.
    fn update(&mut self, input: &UiInput, services: &mut Services, dt: f32) -> Option<Goto>;

    /// Draws it; over the level, if it has one.
    fn draw(&mut self, canvas: &mut Canvas, services: &mut Services);

    /// Draws pictures that are needed later.
    fn prepare(&mut self, _: &mut Canvas, _: &mut Services) {}

    /// What else stands in the line of state, each with a space before it.
    fn details(&self) -> String {
        String::new()
    }
}

/// What the game must know of a screen in a frame.
#[derive(Clone, Copy, Debug, Default)]
pub struct ScreenSpec {
    /// Its name in the line of state.
    pub name: &'static str,
    /// How much the picture changes without input.
    pub motion: Motion,
    /// Whether the level is seen.
    pub place: Place,
    /// Whether the laboratory's menu opens on it.
    pub has_laboratory: bool,
    /// Whether the player's buttons steer something.
    pub steering: Steering,
    /// Whether it has a way back for fingers; others get a button for that.
    pub has_back: bool,
    /// Whether the next key is bound to an action, whatever it does elsewhere.
    pub catches_keys: bool,
    /// In narrower views than this it is drawn in the resolution of the window.
    pub fine_below: f32,
    /// Its own music.
    pub music: Option<Music<'static>>,
    /// Where to go when the pictures or the manifest have changed.
    pub reopens: Option<Goto>,
    /// Its ticks of 1/60 s so far, if clips of it can be taken without a level.
    pub ticks: Option<u64>,
}

/// Whether a screen shows the level being played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Place {
    /// It fills the view by itself.
    #[default]
    Alone,
    /// It is the level.
    Level,
    /// The level waits below it.
    Paused,
    /// The level has ended, and goes on below it; or it is `hidden`.
    Ended { hidden: bool },
}

/// What the player's buttons do on a screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Steering {
    #[default]
    None,
    WithoutDash,
    WithDash,
}

/// A recorded run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rival {
    /// The player's own best.
    Best,
    /// The recorded run of a shipped map.
    Proof,
    /// One from a file.
    File,
}

/// A screen to go to, or an action that a screen requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goto {
    /// The title.
    Title,
    /// The menu of the laboratory.
    Laboratory,
    /// Two heroes on one floor: the first page of the story.
    Snag,
    /// A page of the story of the snag, and from there back to the two heroes.
    Story(Page),
    /// The article beside the game's page, in a tab of its own; the screen stays.
    Article,
    /// The rooms of Seam Gallery.
    Gallery,
    /// The first of the scenes, with the list of all.
    Scenes,
    /// A demo.
    Demo(DemoKind),
    /// The quilt of levels. Those begin with the laboratory open if the player came through it.
    Levels,
    /// A map, by its index in the library, from its beginning.
    Map(usize),
    /// A map, against the ghost of a run.
    Race(usize, Rival),
    /// Playback of a run in a map.
    Watch(usize, Rival),
    /// The current map, from its beginning, in the same mode.
    Restart,
    /// Back into the level.
    Resume,
    /// The pause panel.
    Pause,
    /// The panel at the end of a level.
    Finish,
    /// The saved games.
    Slots,
    /// The saved game with this number, and then the quilt.
    Slot(usize),
    /// Exports a saved game to a file.
    Export(usize),
    /// Asks before a saved game is erased.
    AskErase(usize),
    /// Erases a saved game.
    Erase(usize),
    /// Saves the run that has just ended to a file.
    KeepReplay,
    /// Closes a panel and stays on the screen.
    Stay,
    /// The options, over the level if one is played.
    Options,
    /// The credits.
    Credits,
    /// Back to where the options or the credits were opened.
    Back,
    /// Quits the program.
    Quit,
}

/// The input of a frame, as screens see it.
#[derive(Default)]
pub struct UiInput<'a> {
    /// What screens are laid out by.
    pub format: ScreenFormat,
    /// The player's buttons.
    pub buttons: ButtonState,
    /// The commands that were given.
    pub commands: &'a [Hotkey],
    /// The mouse position in the view.
    pub mouse: Vec2,
    /// The mouse moved since the last frame.
    pub moved: bool,
    /// The left mouse button went down.
    pub clicked: bool,
    /// The left mouse button is down.
    pub holds: bool,
    /// A key or pad button that went down, for key bindings.
    pub caught: Option<Source>,
    /// Reduce motion.
    pub calm: bool,
    /// The sound to play.
    pub effect: Cell<Option<Effect>>,
}

impl UiInput<'_> {
    /// Requests a sound.
    pub fn sound(&self, effect: Effect) {
        self.effect.set(Some(effect));
    }

    /// Whether the keys or buttons of a command were pressed.
    pub fn pressed(&self, command: Hotkey) -> bool {
        self.commands.contains(&command)
    }

    /// The steps of the direction keys, as x and y.
    pub fn steps(&self) -> impl Iterator<Item = (i32, i32)> {
        self.commands.iter().filter_map(|command| match *command {
            Hotkey::Choose(x, y) => Some((x, y)),
            _ => None,
        })
    }

    /// Lets the mouse move a selection to the item below it, and returns whether an item was chosen by click or key.
    pub fn select<T: Copy>(&self, selected: &mut T, mut items: impl Iterator<Item = (T, (Vec2, Vec2))>) -> bool {
        let pointed = items.find(|(_, (at, size))| self.points_at(*at, *size));
        if let Some((item, _)) = pointed.filter(|_| self.moved || self.clicked) {
            *selected = item;
        }
        self.pressed(Hotkey::Accept) || (self.clicked && pointed.is_some())
    }

    /// Requests the sound of a choice or of a moved selection.
    pub fn selection_sound(&self, chosen: bool, moved: bool) {
        if chosen || moved {
            self.sound(if chosen { Effect::MenuAccept } else { Effect::MenuMove });
        }
    }

    /// Whether the mouse points at a small button.
    pub fn touches(&self, button: (Vec2, Vec2)) -> bool {
        let (at, size) = self.format.around(button);
        self.points_at(at, size)
    }

    /// Whether the mouse points into a rectangle.
    pub fn points_at(&self, at: Vec2, size: Vec2) -> bool {
        let p = self.mouse - at;
        p.min_element() >= 0.0 && p.x < size.x && p.y < size.y
    }
}

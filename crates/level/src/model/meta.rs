//! The properties of the map as a whole.

use std::collections::BTreeMap;

use crate::model::Hem;
use crate::model::value::Value;
use seamwalker_collide::SolverKind;

/// The properties of a map (class Level).
///
/// ```
/// use seamwalker_level::Meta;
///
/// let meta = Meta { title: "Buttons".into(), par_time: 30.0, ..Meta::default() };
/// assert_eq!(meta.solver, None, "whichever the player likes");
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Meta {
    /// Shown to the player. Defaults to the file name.
    pub title: String,
    /// Seconds that a good run takes; 0 if not set.
    pub par_time: f32,
    /// Name of the music: empty for that of the theme, `none` for silence.
    pub music: String,
    /// Name of the theme; empty for the default.
    pub theme: String,
    /// Whether the player can dash.
    pub dash: bool,
    /// The solver that the map was designed for.
    pub solver: Option<SolverKind>,
    /// How wide the view may be where the window has room, in pixels; `None` leaves it to the game. Less than 512 counts as 512.
    pub view_width: Option<f32>,
    /// How high it may be. Less than 288 counts as 288.
    pub view_height: Option<f32>,
    /// The hem of the map's ground, where no layer or tileset says otherwise; `None` for cloth along the game's own fabrics only.
    pub hem: Option<Hem>,
    /// The colour of the hem `colour`, as red, green, blue, alpha.
    pub hem_colour: Option<[u8; 4]>,
    /// The background colour, as red, green, blue, alpha.
    pub background: Option<[u8; 4]>,
    /// All properties of the map, including defaults of its class.
    pub properties: BTreeMap<String, Value>,
}

//! The properties of the map as a whole.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::model::value::Value;
use seamwalker_collide::SolverKind;

/// A map's own properties (class Level).
///
/// ```
/// use seamwalker_level::Meta;
///
/// let meta = Meta { title: "Buttons".into(), par_time: 30.0, ..Meta::default() };
/// assert_eq!(meta.solver, None, "whichever the player likes");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Meta {
    /// Shown to the player; the file's name where the map gives none.
    pub title: String,
    /// Seconds that a good run takes; 0 where the map gives none.
    pub par_time: f32,
    /// Name of the music: empty for that of the theme, `none` for silence.
    pub music: String,
    /// Name of the look, empty for the usual one.
    pub theme: String,
    /// Whether the player can dash.
    #[serde(default)]
    pub dash: bool,
    /// The solver the map was made for.
    pub solver: Option<SolverKind>,
    /// The colour behind everything, as red, green, blue, alpha.
    pub background: Option<[u8; 4]>,
    /// The map's properties: its own, or the default of its class.
    pub properties: BTreeMap<String, Value>,
}

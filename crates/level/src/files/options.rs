//! How maps are read: limits, and what the user asks for, whatever the maps say.

use std::collections::BTreeMap;

use crate::limits::Limits;
use crate::model::Material;

/// The side of a tile in the game, in pixels. Its player is one and a half of them high.
const GAME_TILE: f32 = 16.0;

/// The smallest and the largest side of a scaled tile, in pixels.
const SIDES: (f32, f32) = (4.0, 128.0);

/// How maps are read: within which limits, and what the user asks for, whatever they say.
///
/// ```
/// use seamwalker_level::{Folder, ReadOptions, read_with};
///
/// // Whatever the map says: its layer "Ground" is solid.
/// let options = ReadOptions { solid_layers: vec!["Ground".into()], ..ReadOptions::default() };
/// assert!(read_with(&Folder::new("../.."), "maps/first_stitch.tmx", &options).is_ok());
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReadOptions {
    /// The limits.
    pub limits: Limits,
    /// The names of layers that are solid.
    pub solid_layers: Vec<String>,
    /// How large tiles are in the level.
    pub tile_scale: TileScale,
    /// What classes of your own stand for, on tiles, their shapes, objects and layers: for example `Mud` for
    /// [`Material::numbered`] ground.
    pub classes: BTreeMap<String, Material>,
    /// The maps are for another game: they need neither Player nor Exit, get no start, and may use any class.
    pub other_game: bool,
}

impl From<Limits> for ReadOptions {
    /// Asks for nothing else.
    fn from(limits: Limits) -> Self {
        Self { limits, ..Self::default() }
    }
}

/// How large the tiles of a map are in the level. A level can be scaled if its tiles are square and it is a single map.
///
/// ```
/// use seamwalker_level::{Folder, ReadOptions, TileScale, read_with};
///
/// let tiles = |tile_scale| {
///     let options = ReadOptions { tile_scale, ..ReadOptions::default() };
///     read_with(&Folder::new("../.."), "maps/first_stitch.tmx", &options).unwrap().tile_size.x
/// };
/// assert_eq!(tiles(TileScale::Game), 16, "whatever they are in the map: the player is one and a half tiles high");
/// assert_eq!(tiles(TileScale::Times(2.0)), 32, "the player is three quarters of a tile high");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum TileScale {
    /// A pixel of the level is a pixel of the map.
    #[default]
    Unscaled,
    /// Tiles are as large as the game's own, 16 px, times the map's property `tile_scale`.
    Game,
    /// Tiles are this many times as large as the game's own.
    Times(f32),
}

impl TileScale {
    /// The side of a tile in the level, in pixels; `None` if it stays as it is. `own` is the map's property.
    pub(crate) fn side(self, own: Option<f32>) -> Option<u32> {
        let times = match self {
            Self::Unscaled => return None,
            Self::Game => own.filter(|times| times.is_finite() && *times > 0.0).unwrap_or(1.0),
            Self::Times(times) => times,
        };
        Some((GAME_TILE * times).round().clamp(SIDES.0, SIDES.1) as u32)
    }
}

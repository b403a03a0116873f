//! What the user asks for, whatever the maps say.

/// The side of a tile in the game, in pixels. Its player is one and a half of them high.
const GAME_TILE: f32 = 16.0;

/// The smallest and the largest side of a scaled tile, in pixels.
const SIDES: (f32, f32) = (4.0, 128.0);

/// How maps are read: what the user asks for, whatever they say.
///
/// ```
/// use seamwalker_level::{Folder, ReadOptions, read};
///
/// // Whatever the map says: its layer "Ground" is solid.
/// let options = ReadOptions { solid_layers: vec!["Ground".into()], ..ReadOptions::default() };
/// let folder = Folder { options, ..Folder::new("../..") };
/// assert!(read(&folder, "maps/first_stitch.tmx").is_ok());
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReadOptions {
    /// The names of layers that are solid.
    pub solid_layers: Vec<String>,
    /// How large tiles are in the level.
    pub tile_scale: TileScale,
}

/// The defaults.
pub(super) static USUAL: ReadOptions = ReadOptions { solid_layers: Vec::new(), tile_scale: TileScale::Unscaled };

/// How large the tiles of a map are in the level. A level can be scaled if its tiles are square and it is a single map.
///
/// ```
/// use seamwalker_level::{Folder, MapAccess, ReadOptions, TileScale, read};
///
/// let tiles = |tile_scale| {
///     let access = MapAccess { options: ReadOptions { tile_scale, ..Default::default() }, ..Default::default() };
///     let (files, map) = access.open("../../maps/first_stitch.tmx").unwrap();
///     read(&files, &map).unwrap().tile_size.x
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

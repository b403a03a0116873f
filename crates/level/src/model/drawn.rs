//! Everything that is drawn: layers, their tiles and objects, and pictures. Plain data, plus the geometry of where it
//! appears.

use std::borrow::Cow;
use std::io;
use std::num::NonZeroU32;

use glam::{IVec2, UVec2, Vec2};
use seamwalker_collide::named_enum;

use crate::files::Files;
use crate::model::{FadeArea, Hem};

/// A layer to draw. Values inherited from groups are already applied.
///
/// ```
/// use seamwalker_level::{Folder, read};
///
/// let level = read(&Folder::new("../.."), "maps/first_stitch.tmx").unwrap();
/// // Back to front; what is far away follows the camera less.
/// assert!(level.layers[0].parallax.x < 1.0, "'{}' is a backdrop", level.layers[0].name);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    /// The name in Tiled.
    pub name: String,
    /// 0 is invisible, 1 is opaque.
    pub opacity: f32,
    /// Multiplied with the colours of the picture: red, green, blue, alpha.
    pub tint: [u8; 4],
    /// Offset of its corner, in pixels.
    pub offset: Vec2,
    /// How much it follows the camera: 1 moves with the ground, 0 is fixed to the screen.
    pub parallax: Vec2,
    /// How its colours combine with those behind it.
    pub blend: Blend,
    /// The directions in which its cells are drawn, row by row, each over those before: 1 or -1 along x and y. (1, 1) is Tiled's
    /// right-down.
    pub render_order: IVec2,
    /// The hem of its ground; `None` if that of each tile counts.
    pub hem: Option<Hem>,
    /// Indices into [`Level::rooms`](crate::Level::rooms): the rooms that this layer is the backdrop of. In a world it is
    /// drawn only while the centre of the view is in one of them. Empty for layers that are always drawn.
    pub rooms: Vec<usize>,
    /// Where it is shown, if not everywhere.
    pub shown_in: Option<FadeArea>,
    /// The content.
    pub content: LayerContent,
}

impl Layer {
    /// Position of the layer's corner in a view whose upper left corner is at `corner` in the map, in pixels. As in Tiled, a
    /// layer with parallax lies where it was painted when the centre of the view is at the parallax origin.
    ///
    /// ```
    /// use seamwalker_collide::glam::Vec2;
    /// use seamwalker_level::Layer;
    ///
    /// let far = Layer { parallax: Vec2::splat(0.5), ..Layer::default() };
    /// let view = Vec2::new(640.0, 360.0);
    /// assert_eq!(far.shift(-view * 0.5, view, Vec2::ZERO), view * 0.5, "as it was painted");
    /// assert_eq!(far.shift(view * 0.5, view, Vec2::ZERO), Vec2::ZERO, "half as far");
    /// ```
    #[must_use]
    pub fn shift(&self, corner: Vec2, view: Vec2, parallax_origin: Vec2) -> Vec2 {
        let middle = corner + view * 0.5 - parallax_origin;
        self.offset + middle * (Vec2::ONE - self.parallax) - corner
    }

    /// The tile in a cell; `None` if it is empty, outside, or in no layer of tiles.
    #[must_use]
    pub fn cell(&self, at: IVec2) -> Option<Cell> {
        let LayerContent::Tiles { origin, size, cells, .. } = &self.content else { return None };
        let local = at - *origin;
        if local.cmplt(IVec2::ZERO).any() || local.cmpge(size.as_ivec2()).any() {
            return None;
        }
        *cells.get(local.y as usize * size.x as usize + local.x as usize)?
    }

    /// Whether it is a layer of tiles that are part of the terrain.
    pub(crate) const fn collides(&self) -> bool {
        matches!(self.content, LayerContent::Tiles { collides: true, .. })
    }

    /// Whether it is part of the scenery before or behind the level: a picture, or decorations that do not move with the ground or
    /// are shown in a part of the map.
    #[must_use]
    pub fn is_backdrop(&self) -> bool {
        match self.content {
            LayerContent::Image { .. } => true,
            LayerContent::Objects(_) => self.parallax != Vec2::ONE || self.shown_in.is_some(),
            LayerContent::Tiles { .. } => false,
        }
    }
}

impl Default for Layer {
    /// An empty object layer without effects.
    fn default() -> Self {
        Self {
            name: String::new(),
            opacity: 1.0,
            tint: [255; 4],
            offset: Vec2::ZERO,
            parallax: Vec2::ONE,
            blend: Blend::Normal,
            render_order: IVec2::ONE,
            hem: None,
            rooms: Vec::new(),
            shown_in: None,
            content: LayerContent::Objects(Vec::new()),
        }
    }
}

named_enum! {
    /// How the colours of a layer combine with those behind it: all modes of Tiled. Channels are numbers from 0 to 1. Opacity applies
    /// afterwards: at half opacity, half the change.
    ///
    /// ```
    /// use seamwalker_level::Blend;
    ///
    /// assert_eq!(Blend::ColorDodge.name(), "color-dodge", "as in Tiled");
    /// ```
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum Blend {
        /// Covers what is behind.
        #[default]
        Normal = "normal",
        /// Sum of both: light on light.
        Add = "add",
        /// Product of both: a shadow, or coloured glass.
        Multiply = "multiply",
        /// Inverse of the product of the inverses: brighter than both.
        Screen = "screen",
        /// Multiply where it is dark behind, screen where it is bright.
        Overlay = "overlay",
        /// The darker of both.
        Darken = "darken",
        /// The brighter of both.
        Lighten = "lighten",
        /// Brightens what is behind, the more the brighter it is itself.
        ColorDodge = "color-dodge",
        /// Darkens what is behind, the more the darker it is itself.
        ColorBurn = "color-burn",
        /// Multiply where it is dark itself, screen where it is bright.
        HardLight = "hard-light",
        /// The same, softer.
        SoftLight = "soft-light",
        /// How far both are apart.
        Difference = "difference",
        /// The same with less contrast.
        Exclusion = "exclusion",
    }
}

/// The content of a layer.
///
/// ```
/// use seamwalker_level::{Folder, LayerContent, read};
///
/// let level = read(&Folder::new("../.."), "maps/first_stitch.tmx").unwrap();
/// for layer in &level.layers {
///     let LayerContent::Tiles { size, cells, .. } = &layer.content else { continue };
///     assert_eq!(cells.len(), (size.x * size.y) as usize);
///     let first = cells.iter().flatten().next().expect("no layer is empty");
///     assert!((first.tile() as usize) < level.tiles.len());
/// }
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum LayerContent {
    /// A grid of tiles.
    Tiles {
        /// The upper left cell.
        origin: IVec2,
        /// Columns and rows.
        size: UVec2,
        /// Row by row; `None` is an empty cell.
        cells: Vec<Option<Cell>>,
        /// Whether its tiles are part of the terrain, and so are drawn with outline and stitches.
        collides: bool,
    },
    /// One picture.
    Image {
        /// Index into [`Level::pictures`](crate::Level::pictures).
        picture: usize,
        /// Whether it repeats to the left and right without end.
        repeat_x: bool,
        /// Whether it repeats up and down without end.
        repeat_y: bool,
        /// Pixels of the level per pixel of the picture.
        scale: f32,
    },
    /// An object layer: marks the depth at which objects are drawn, and holds the decorations, back to front.
    Objects(Vec<Decoration>),
}

/// An object that is only a picture or a text.
///
/// ```
/// use seamwalker_collide::glam::Vec2;
/// use seamwalker_level::{Decoration, Figure};
///
/// let square = Decoration {
///     object: 7,
///     corners: [Vec2::ZERO, Vec2::X, Vec2::ONE, Vec2::Y].map(|corner| corner * 16.0),
///     opacity: 1.0,
///     figure: Figure::Tile(3),
/// };
/// assert_eq!(square.at(Vec2::splat(0.5)), Vec2::splat(8.0), "its middle");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Decoration {
    /// The id of the object.
    pub object: u32,
    /// Positions of the upper left, upper right, lower right and lower left corner of the picture, after rotation, flipping
    /// and scaling, in pixels from the layer's corner. They form a parallelogram.
    pub corners: [Vec2; 4],
    /// 0 is invisible, 1 is opaque.
    pub opacity: f32,
    /// The picture or text.
    pub figure: Figure,
}

impl Decoration {
    /// The position of a point of the picture, from (0, 0) at its upper left to (1, 1) at its lower right.
    #[must_use]
    pub fn at(&self, place: Vec2) -> Vec2 {
        let [corner, right, _, down] = self.corners;
        corner + (right - corner) * place.x + (down - corner) * place.y
    }
}

/// What a decoration shows.
///
/// ```
/// use seamwalker_level::{Figure, Text};
///
/// let sign = Figure::Text(Text { words: "Mind the gap".into(), pixel_size: 16.0, ..Text::default() });
/// assert!(matches!(sign, Figure::Text(Text { wraps: false, .. })));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Figure {
    /// Index into [`Level::tiles`](crate::Level::tiles).
    Tile(u32),
    /// A text.
    Text(Text),
}

/// Text in a box.
///
/// ```
/// use seamwalker_level::Text;
///
/// let text = Text { words: "Seam".into(), align: [0.5, 1.0], ..Text::default() };
/// assert_eq!(text.align, [0.5, 1.0], "in the middle of the lower border");
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Text {
    /// The text, with line breaks.
    pub words: String,
    /// Font height in pixels. The font is that of the program which draws it.
    pub pixel_size: f32,
    /// Red, green, blue, alpha.
    pub color: [u8; 4],
    /// Whether long lines wrap.
    pub wraps: bool,
    /// Alignment in the box, along x and y: 0 at the left or top, 0.5 centred, 1 at the right or bottom.
    pub align: [f32; 2],
    /// Whether its letters are bold.
    pub bold: bool,
    /// Whether its letters are slanted.
    pub italic: bool,
    /// Whether there is a line below it.
    pub underline: bool,
    /// Whether there is a line through it.
    pub strikeout: bool,
}

/// How a picture is flipped: first along the diagonal, then horizontally and vertically.
///
/// ```
/// use seamwalker_level::{Cell, Turn};
///
/// let clockwise = Turn { h: true, d: true, ..Turn::default() }; // by a quarter
/// assert_eq!(Cell::new(0, clockwise).turn(), clockwise);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Turn {
    /// Flipped left to right.
    pub h: bool,
    /// Flipped top to bottom.
    pub v: bool,
    /// Flipped along the diagonal, before the other two.
    pub d: bool,
}

impl Turn {
    /// Whether it reverses the orientation of a polygon.
    pub(crate) const fn is_mirrored(self) -> bool {
        self.h ^ self.v ^ self.d
    }

    /// Reads the upper bits of a global tile id or of a [`Cell`].
    pub(crate) const fn of_bits(bits: u32) -> Self {
        Self { h: bits >> 31 & 1 == 1, v: bits >> 30 & 1 == 1, d: bits >> 29 & 1 == 1 }
    }
}

/// A tile in a cell, in four bytes.
///
/// ```
/// use seamwalker_level::{Cell, Turn};
///
/// let mirrored = Cell::new(4, Turn { h: true, ..Turn::default() });
/// assert_eq!((mirrored.tile(), mirrored.turn().h), (4, true));
/// assert_ne!(mirrored, Cell::new(4, Turn::default()));
/// assert_eq!(size_of::<Option<Cell>>(), 4);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell(NonZeroU32);

impl Cell {
    /// The number of tiles that a cell can distinguish.
    const TILES: u32 = (1 << 29) - 1;

    /// A tile, by its index in [`Level::tiles`](crate::Level::tiles), which is at most 2^29 - 2.
    #[must_use]
    pub const fn new(tile: u32, turn: Turn) -> Self {
        let tile = if tile < Self::TILES { tile + 1 } else { Self::TILES };
        let turn = (turn.h as u32) << 31 | (turn.v as u32) << 30 | (turn.d as u32) << 29;
        match NonZeroU32::new(turn | tile) {
            Some(bits) => Self(bits),
            None => Self(NonZeroU32::MIN),
        }
    }

    /// The cell as a number that is never 0.
    pub(crate) const fn bits(self) -> u32 {
        self.0.get()
    }

    /// The cell with this number; `None` for 0.
    pub(crate) fn from_bits(bits: u32) -> Option<Self> {
        NonZeroU32::new(bits).map(Self)
    }

    /// Index into [`Level::tiles`](crate::Level::tiles).
    #[must_use]
    pub const fn tile(self) -> u32 {
        (self.0.get() & Self::TILES).saturating_sub(1)
    }

    /// How the tile is flipped.
    #[must_use]
    pub const fn turn(self) -> Turn {
        Turn::of_bits(self.0.get())
    }
}

/// A tile of a tileset, as it is drawn.
///
/// ```
/// use seamwalker_level::{Folder, read};
///
/// let level = read(&Folder::new("../.."), "maps/first_stitch.tmx").unwrap();
/// let tile = &level.tiles[0];
/// let [x, _, width, _] = tile.rect;
/// assert!(x + width <= level.pictures[tile.picture.unwrap()].size.x, "it lies within its picture");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Tile {
    /// The name of the tileset.
    pub tileset: String,
    /// The id in the tileset.
    pub id: u32,
    /// The class in Tiled, empty for none.
    pub class: String,
    /// Index into [`Level::pictures`](crate::Level::pictures); `None` if the tileset has no picture of it. Tiled draws a red
    /// cross then.
    pub picture: Option<usize>,
    /// Its part of the picture: x, y, width, height in pixels.
    pub rect: [u32; 4],
    /// Drawing offset from the cell's lower left corner, as the tileset says.
    pub offset: IVec2,
    /// Pixels of the level per pixel of its picture, and of its offset.
    pub scale: f32,
    /// Whether it is drawn at the size of a cell; otherwise at the size of `rect`, scaled.
    pub fit: bool,
    /// Whether it keeps the aspect ratio of `rect`, centred in its box; otherwise it is stretched.
    pub keeps_aspect: bool,
    /// The hem of ground that it shows.
    pub hem: Hem,
    /// Animation frames: index into [`Level::tiles`](crate::Level::tiles), and milliseconds. Empty if the tile is not
    /// animated.
    pub frames: Vec<(u32, u32)>,
}

impl Default for Tile {
    /// An empty tile without a picture.
    fn default() -> Self {
        Self {
            tileset: String::new(),
            id: 0,
            class: String::new(),
            picture: None,
            rect: [0; 4],
            offset: IVec2::ZERO,
            scale: 1.0,
            fit: false,
            keeps_aspect: false,
            hem: Hem::default(),
            frames: Vec::new(),
        }
    }
}

impl Tile {
    /// Positions of the corners of the picture (upper left, upper right, lower right, lower left) in a cell of this size, in
    /// pixels from the cell's upper left corner.
    ///
    /// ```
    /// use seamwalker_collide::glam::{UVec2, Vec2};
    /// use seamwalker_level::{Tile, Turn};
    ///
    /// let tall = Tile { rect: [0, 0, 16, 32], ..Tile::default() };
    /// let [upper_left, ..] = tall.corners(Turn::default(), UVec2::splat(16));
    /// assert_eq!(upper_left, Vec2::new(0.0, -16.0), "it stands on the lower left corner of its cell");
    /// let mirrored = tall.corners(Turn { h: true, ..Turn::default() }, UVec2::splat(16));
    /// assert_eq!(mirrored[0], Vec2::new(16.0, -16.0));
    /// ```
    #[must_use]
    pub fn corners(&self, turn: Turn, cell_size: UVec2) -> [Vec2; 4] {
        let cell_size = cell_size.as_vec2();
        let size = if self.fit { cell_size } else { self.size() };
        self.corners_in(Vec2::new(0.0, cell_size.y - size.y), size, turn)
    }

    /// Same as [`corners`](Self::corners), in a box with its upper left corner at `min`. A quarter turn swaps the sides of
    /// the box and keeps its lower left corner.
    pub(crate) fn corners_in(&self, min: Vec2, size: Vec2, turn: Turn) -> [Vec2; 4] {
        let stretch = size / self.size().max(Vec2::splat(f32::MIN_POSITIVE));
        let stretch = if self.keeps_aspect { Vec2::splat(stretch.min_element()) } else { stretch };
        let half = self.size() * stretch * 0.5;
        let aside = if turn.d { Vec2::splat((size.y - size.x) * 0.5) } else { Vec2::ZERO };
        let middle = min + size * 0.5 + self.offset.as_vec2() * self.scale * stretch + aside;
        [Vec2::NEG_ONE, Vec2::new(1.0, -1.0), Vec2::ONE, Vec2::new(-1.0, 1.0)].map(|corner| {
            let p = corner * half;
            let p = if turn.d { Vec2::new(p.y, p.x) } else { p };
            let mirror = |flip: bool| if flip { -1.0 } else { 1.0 };
            middle + p * Vec2::new(mirror(turn.h), mirror(turn.v))
        })
    }

    /// Whether the picture fills a cell of this size in any rotation.
    #[must_use]
    pub fn fills(&self, cell_size: Vec2) -> bool {
        let whole = self.size() == cell_size || (self.fit && !self.keeps_aspect);
        whole && self.offset == IVec2::ZERO && cell_size.x == cell_size.y
    }

    /// Width and height of its picture in the level, in pixels.
    #[must_use]
    pub fn size(&self) -> Vec2 {
        UVec2::new(self.rect[2], self.rect[3]).as_vec2() * self.scale
    }
}

/// A picture: a file, or part of one.
///
/// ```
/// use seamwalker_level::{Folder, read};
///
/// let files = Folder::new("../..");
/// let level = read(&files, "maps/first_stitch.tmx").unwrap();
/// let png = level.pictures[0].read(&files).unwrap();
/// assert!(png.starts_with(b"\x89PNG"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// Its path, for the level's [`Files`]. Empty if the map names one outside of them.
    pub path: String,
    /// The bytes of a picture that the map itself holds; empty for a file.
    pub embedded: Vec<u8>,
    /// Width and height in pixels.
    pub size: UVec2,
    /// A colour to treat as transparent.
    pub transparent: Option<[u8; 3]>,
}

impl Picture {
    /// The bytes of the picture's file, still encoded: see [`decode_picture`](crate::decode_picture).
    ///
    /// # Errors
    /// As [`Files::read`].
    pub fn read<'a>(&'a self, files: &'a dyn Files) -> io::Result<Cow<'a, [u8]>> {
        if self.embedded.is_empty() { files.read(&self.path) } else { Ok(Cow::Borrowed(&self.embedded)) }
    }
}

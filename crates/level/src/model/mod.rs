//! The data that a level consists of: surfaces, areas, objects, and everything that is drawn. Plain values; nothing here reads a
//! file.

pub mod area;
pub mod crates;
pub mod drawn;
pub mod hem;
pub mod meta;
pub mod object;
pub mod surface;
pub mod value;

pub use area::{Area, FadeArea, UntexturedArea};
pub use drawn::{Blend, Cell, Decoration, Figure, Layer, LayerContent, Picture, Text, Tile, Turn};
pub use hem::Hem;
pub use meta::Meta;
pub use object::{Easing, Flight, GivesWay, Object, ObjectKind, ObjectShape, Platform, Start, Turning};
pub use surface::{Material, Sides, Surface};
pub use value::Value;

//! The level floor: what Tiled maps become, and what becomes of those that nobody should trust.

#[path = "../level_kit/mod.rs"]
mod level_kit;
#[path = "../common/mangle.rs"]
mod mangle;
#[path = "../common/raster.rs"]
mod raster;
#[path = "../common/tiled.rs"]
mod tiled;

mod check;
mod drawing;
mod drawn;
mod hostile;
mod json;
mod limits;
mod live;
mod messages;
mod outline;
mod pictures;
mod properties;
mod random;
mod read;
mod strangers;
mod surfaces;
mod world;

//! The level crate: what Tiled maps become, valid and hostile ones.

#[path = "../level_kit/mod.rs"]
mod level_kit;
#[path = "../common/mangle.rs"]
mod mangle;

mod check;
mod drawn;
mod hostile;
mod json;
mod limits;
mod live_ground;
mod manifest;
mod messages;
mod missing;
mod names;
mod others;
mod outline;
mod pictures;
mod properties;
mod random;
mod read;
mod roots;
mod scale;
mod starts;
mod surfaces;
mod temp_folder;
mod world;

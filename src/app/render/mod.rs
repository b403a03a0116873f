//! General drawing code, independent of levels and players.
//!
//! `view.rs` is the picture of 640 x 360 pixels, 512 x 288 of a level, and how it fills the window; `canvas.rs` turns triangles into few
//! draw calls, `chunked.rs` and `frame_cache.rs` keep those in view; `shaders.rs` has the blend modes. `atlas.rs` packs pictures into textures:
//! those of the program (`assets.rs`, `sprites.rs`, letters in `text.rs`), of a pack (`own_sprites.rs`) and of a level
//! (`pictures.rs`). `stitch.rs` draws thread, `palette.rs` names colours, `recolor.rs` changes them for colour-blind players,
//! `clip.rs` writes PNG files. `system_font.rs` finds letters that the game's own font lacks.

pub mod assets;
pub mod atlas;
pub mod canvas;
pub mod chunked;
pub mod clip;
pub mod frame_cache;
pub mod own_sprites;
pub mod palette;
pub mod pictures;
pub mod recolor;
pub mod shaders;
pub mod sprites;
pub mod stitch;
#[cfg(not(target_family = "wasm"))]
pub mod system_font;
pub mod text;
pub mod view;

pub use assets::{Assets, FABRICS};
pub use atlas::{AtlasPage, MAX_TEXTURE_SIZE, Packer, Region, cut, soften};
pub use canvas::{Canvas, Halo, MeshPart, Point, Style};
pub use chunked::Chunked;
pub use clip::{Clip, rgb_encoder, smaller, smaller_rows};
pub use frame_cache::FrameCache;
pub use pictures::{Decoded, Pictures};
pub use sprites::{Sprite, Sprites};
pub use stitch::{RUNNING, Stitch};
pub use text::Font;
pub use view::{
    LEVEL_SIZE, Letterbox, MAX_SIZE, MIN_TARGET, RenderTarget, Room, SIZE, ScreenFormat, Subject, Viewport, density,
    window_size,
};

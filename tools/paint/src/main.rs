//! Paints the pictures of the game, and writes the files that differ from what is committed:
//!
//! ```text
//! cargo run --manifest-path tools/paint/Cargo.toml
//! ```

use seamwalker_paint::{all, store};
use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    for (path, content) in all()? {
        let path = root.join(path);
        if !store::is_current(&path, &content).unwrap_or(false) {
            store::write(&path, &content)?;
        }
    }
    Ok(())
}

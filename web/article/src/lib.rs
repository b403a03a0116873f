//! The figures of the article "The snag, explained": small simulations whose pictures are data. `article.js` draws them.
//!
//! The ten pages of the game's story are [`Stage`](seamwalker_lab::story::Stage)s of the library, and so are their figures here. The
//! others are in this crate: what discarded vertices, internal edges, configuration space, hills, platforms and a random test do.
//!
//! A page calls [`figure_open`] once for each figure, then [`figure_step`] for each frame in which the figure is in view, and reads
//! the picture at [`figure_buffer`]: numbers only, as [`Picture`] says.

#![cfg_attr(target_family = "wasm", allow(unsafe_code, reason = "the page finds functions by unmangled names"))]

use std::cell::RefCell;

use glam::Vec2;

mod downhill;
mod edge_snap;
mod figure;
mod internal_edges;
mod minkowski;
mod picture;
mod platform;
mod random_ground;
mod vertices;
mod walk;

pub use figure::{Figure, FigureSpec, names, open};
pub use picture::Picture;

thread_local! {
    static PAGE: RefCell<OpenFigures> = RefCell::default();
}

/// The figures of a page.
#[derive(Default)]
struct OpenFigures {
    figures: Vec<Box<dyn Figure>>,
    picture: Picture,
}

/// Opens the figure with this number in [`names`], and returns its handle; the first figure if there is none.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn figure_open(kind: usize) -> usize {
    PAGE.with_borrow_mut(|page| {
        page.figures.push(open(names().nth(kind).unwrap_or_default()));
        page.figures.len() - 1
    })
}

/// Sets the slider of a figure and starts it again. Other values than numbers change nothing.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn figure_set(figure: usize, value: f32) {
    PAGE.with_borrow_mut(|page| {
        if let Some(figure) = page.figures.get_mut(figure).filter(|_| value.is_finite()) {
            figure.set(value);
        }
    });
}

/// Advances a figure by `ticks`, while a finger holds its handle at `x`, `y` (pixels of the scene) if `held` is not zero; draws it, and
/// returns how many numbers lie at [`figure_buffer`].
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn figure_step(figure: usize, ticks: u32, held: u32, x: f32, y: f32) -> usize {
    let at = Vec2::new(x, y);
    PAGE.with_borrow_mut(|page| {
        if let Some(open) = page.figures.get_mut(figure) {
            for _ in 0..ticks.min(MAX_TICKS) {
                open.step((held != 0 && at.is_finite()).then_some(at));
            }
        }
        page.figures.get(figure).map_or(0, |figure| page.picture.draw(&**figure))
    })
}

/// The most ticks of one call: ten seconds.
const MAX_TICKS: u32 = 600;

/// Where the numbers of the last picture lie.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn figure_buffer() -> *const f32 {
    PAGE.with_borrow(|page| page.picture.0.as_ptr())
}

//! Checks the pins of a playable map: tiles that hurt, at one side of their cell.

use std::collections::BTreeSet;

use glam::IVec2;

use crate::check::checker::Checker;
use crate::check::ground::{cell_at, is_ground, middle};
use crate::level::Level;
use crate::model::Area;

/// How near to a side of its cell an area must reach to touch it, in pixels.
const TOUCH: f32 = 0.01;

/// How deep below pins ground is looked for, in pixels: in a ribbon, and in a slope of 22.5 degrees.
const PIN_DEPTHS: [f32; 2] = [2.0, 5.0];

/// The four sides of a cell.
const CELL_SIDES: [IVec2; 4] = [IVec2::Y, IVec2::NEG_Y, IVec2::NEG_X, IVec2::X];

/// Pins that stand wrong: their cell, the side that they are stuck in, and whether they point into cloth.
type Wrong = (IVec2, IVec2, bool);

impl Checker<'_> {
    /// Reports pins that point into the cloth beside them, and pins that hang in the air. Each row of them is reported once.
    pub fn pins(&mut self, level: &Level) {
        let wrong: Vec<Wrong> = level.hazards.iter().filter_map(|area| wrong_pin(level, area)).collect();
        let key = |at: IVec2, root: IVec2| (at.to_array(), root.to_array());
        let all: BTreeSet<_> = wrong.iter().map(|(at, root, _)| key(*at, *root)).collect();
        for (at, root, into_cloth) in wrong {
            // Rows lie across the pins.
            if all.contains(&key(at - IVec2::new(root.y, root.x).abs(), root)) {
                continue;
            }
            let (what, help) = if into_cloth {
                ("pins that point into the cloth", "turn them, so that they stand on the cloth and point away from it")
            } else {
                ("pins that hang in the air", "put them on cloth or a ribbon, or erase them")
            };
            self.warn_ground(at, what, help);
        }
    }
}

/// What is wrong with an area, if it is a row of pins in a cell.
fn wrong_pin(level: &Level, area: &Area) -> Option<Wrong> {
    let at = cell_at(level, area.aabb.center);
    let root = root(level, area, at)?;
    if has_ground(level, at, root) {
        return None;
    }
    Some((at, root, has_ground(level, at, -root)))
}

/// The only side of its cell that an area touches.
fn root(level: &Level, area: &Area, at: IVec2) -> Option<IVec2> {
    let (center, half) = (middle(level, at), level.tile_size.as_vec2() * 0.5);
    let gap = |side: IVec2| {
        let side = side.as_vec2();
        (half - (area.aabb.center - center) * side - area.aabb.half).dot(side.abs())
    };
    let mut touched = CELL_SIDES.into_iter().filter(|side| gap(*side) < TOUCH);
    let inside = CELL_SIDES.into_iter().all(|side| gap(side) > -TOUCH);
    touched.next().filter(|_| inside && touched.next().is_none())
}

/// Whether there is ground beyond a side of a cell, or the end of the level.
fn has_ground(level: &Level, at: IVec2, side: IVec2) -> bool {
    let (half, side) = (level.tile_size.as_vec2() * 0.5, side.as_vec2());
    let across = side.perp() * half * 0.5;
    PIN_DEPTHS.into_iter().any(|depth| {
        let place = middle(level, at) + side * (half + depth);
        let mut places = [place, place - across, place + across].into_iter();
        !level.bounds.contains(place) || places.any(|place| is_ground(level, place))
    })
}

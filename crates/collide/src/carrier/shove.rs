//! Shoving: a character pushes a crate ahead, with the crates behind it and all their loads.

use glam::Vec2;

use super::{Carrier, NEIGHBOURHOOD, body_of};
use crate::contact::BodyId;
use crate::solver::Solver;
use crate::space::Space;

/// Shoves that move a passenger less than this count as none, in pixels.
const MIN_SHOVE: f32 = 1e-3;

/// Why a row of passengers did not move.
struct NoRoom {
    /// By how much the way was too long, in pixels.
    missing: f32,
}

impl Carrier {
    /// Shoves a passenger by `way` pixels, along with those ahead that yield to it, and everything that stands on them. If there is
    /// no room for all of them, they go as far as the last can go, or not at all. Returns how far.
    pub fn shove(&mut self, solver: &(impl Solver + ?Sized), space: &mut Space, passenger: BodyId, way: Vec2) -> Vec2 {
        let mut shove =
            |way: Vec2| self.or_undo(space, |carrier, space| carrier.shove_row(solver, space, passenger, way));
        match shove(way) {
            Ok(moved) => moved,
            Err(NoRoom { missing }) => {
                let rest = way - way.clamp_length_max(missing);
                if rest.length() < MIN_SHOVE { Vec2::ZERO } else { shove(rest).unwrap_or_default() }
            }
        }
    }

    fn shove_row(
        &mut self,
        solver: &(impl Solver + ?Sized),
        space: &mut Space,
        body: BodyId,
        push: Vec2,
    ) -> Result<Vec2, NoRoom> {
        let no_room = |missing: f32| Err(NoRoom { missing });
        let own = body_of(space, body);
        let mut ahead = self.spare_bodies.pop().unwrap_or_default();
        let yields = |id: BodyId| body_of(space, id).priority > own.priority;
        self.each_near(space, &own.aabb.grown(push.length() + NEIGHBOURHOOD), |index, id| {
            ahead.extend((self.passengers[index].pushes && yields(id)).then_some(id));
        });
        let way = self.slide(solver, space, body, push, &ahead);
        ahead.clear();
        self.spare_bodies.push(ahead);
        if way.length() < MIN_SHOVE {
            return no_room(push.length());
        }
        self.start_push(space, body, way);
        let mut missing = 0.0_f32;
        while let Some(squeeze) = self.next_squeeze(solver, space) {
            missing = missing.max(squeeze.depth);
        }
        if missing > 0.0 {
            return no_room(missing);
        }
        self.forget_carriers();
        let mut row = self.spare_bodies.pop().unwrap_or_default();
        row.extend(self.moved_bodies().iter().filter(|id| self.is_pushing(**id)));
        row.sort_unstable();
        row.dedup();
        let all_carried = row.iter().all(|id| self.carry(solver, space, *id, self.moved(*id)));
        row.clear();
        self.spare_bodies.push(row);
        // If the load of one of them is stuck, or the last of the row is, so is the first.
        if all_carried { Ok(way) } else { no_room(push.length()) }
    }
}

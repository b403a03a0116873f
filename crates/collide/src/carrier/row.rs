//! Pushing a row: a character pushes a crate ahead, with the crates behind it and all their loads.

use glam::Vec2;

use super::{Carrier, NEIGHBOURHOOD, body_of, mover_of};
use crate::contact::BodyId;
use crate::solver::Solver;
use crate::space::Space;

/// Pushes that move a passenger less than this count as none, in pixels.
const MIN_PUSH: f32 = 1e-3;

/// How far before a hole that fits exactly a push ends, in pixels. With smaller values the character that pushes it holds it at the
/// far side by rounding; larger ones leave a gap that shows.
const HOLE_CLEAR: f32 = 2e-3;

/// Longer pushes go in steps of at most this length, in pixels, so that none crosses a hole that the pushed passenger falls into. Larger
/// values cross those of movers with the default skin.
const PUSH_STEP: f32 = 2.0;

/// The most steps of one push.
const MAX_STEPS: u32 = 64;

/// Why a row of passengers did not move.
struct NoRoom {
    /// By how much the way was too long, in pixels.
    missing: f32,
}

impl Carrier {
    /// Pushes a passenger by `way` pixels, along with those ahead that yield to it, and everything that stands on them. If there is
    /// no room for all of them, they go as far as the last can go, or not at all. Returns how far.
    pub fn push(&mut self, solver: &(impl Solver + ?Sized), space: &mut Space, passenger: BodyId, way: Vec2) -> Vec2 {
        let steps = ((way.length() / PUSH_STEP) as u32).saturating_add(1).min(MAX_STEPS);
        let (step, mut moved) = (way / steps as f32, Vec2::ZERO);
        for _ in 0..steps {
            let by = self.push_step(solver, space, passenger, step);
            moved += by;
            if by.length() < step.length() - MIN_PUSH {
                break;
            }
        }
        moved
    }

    fn push_step(&mut self, solver: &(impl Solver + ?Sized), space: &mut Space, passenger: BodyId, way: Vec2) -> Vec2 {
        let mut push =
            |way: Vec2| self.or_undo(space, |carrier, space| carrier.push_row(solver, space, passenger, way));
        match push(way) {
            Ok(moved) => moved,
            Err(NoRoom { missing }) => {
                let rest = way - way.clamp_length_max(missing);
                if rest.length() < MIN_PUSH { Vec2::ZERO } else { push(rest).unwrap_or_default() }
            }
        }
    }

    fn push_row(
        &mut self,
        solver: &(impl Solver + ?Sized),
        space: &mut Space,
        body: BodyId,
        push: Vec2,
    ) -> Result<Vec2, NoRoom> {
        let no_room = |missing: f32| Err(NoRoom { missing });
        let own = body_of(space, body);
        let past = self.past_hole(solver, space, body, push, &[]);
        if past > 0.0 {
            // In the mouth of a hole, held between its far side and what pushes: back, so that it falls in.
            self.put(space, body, own.aabb.moved(-push.clamp_length(past, past)));
            return Ok(Vec2::ZERO);
        }
        let mut ahead = self.spare_bodies.pop().unwrap_or_default();
        let yields = |id: BodyId| body_of(space, id).priority > own.priority;
        self.each_near(space, &own.aabb.grown(push.length() + NEIGHBOURHOOD), |index, id| {
            ahead.extend((self.passengers[index].pushes && yields(id)).then_some(id));
        });
        let way = self.slide(solver, space, body, push, &ahead);
        ahead.clear();
        self.spare_bodies.push(ahead);
        if way.length() < MIN_PUSH {
            return no_room(push.length());
        }
        self.start_push(space, body, way);
        let mut missing = 0.0_f32;
        while let Some(crush) = self.next_crush(solver, space) {
            missing = missing.max(crush.depth);
        }
        if missing > 0.0 {
            return no_room(missing);
        }
        self.forget_carriers();
        let mut row = self.spare_bodies.pop().unwrap_or_default();
        row.extend(self.moved_bodies().iter().filter(|id| self.is_pushing(**id)));
        row.sort_unstable();
        row.dedup();
        let past = row.iter().map(|id| self.past_hole(solver, space, *id, push, &row)).fold(0.0, f32::max);
        let all_carried = row.iter().all(|id| self.carry(solver, space, *id, self.moved(*id)));
        row.clear();
        self.spare_bodies.push(row);
        // If the load of one of them is stuck, or the last of the row is, so is the first.
        if all_carried && past == 0.0 { Ok(way) } else { no_room(if all_carried { past } else { push.length() }) }
    }

    /// By how much a passenger of a pushed row has gone too far to fall into a hole, in pixels. A slide down finds out: the rounded
    /// corners lead it to where it falls.
    fn past_hole(
        &mut self,
        solver: &(impl Solver + ?Sized),
        space: &mut Space,
        body: BodyId,
        push: Vec2,
        row: &[BodyId],
    ) -> f32 {
        let Some(index) = self.index_of(body).filter(|index| self.passengers[*index].falls_in) else { return 0.0 };
        let before = body_of(space, body).aabb;
        let mover = mover_of(space, &self.passengers[index]);
        let corner = solver.view().core(&mover).1;
        // The character that pushes is no obstacle: it comes along.
        let fall = self.slide_as(solver, space, index, mover.up * (-corner * 4.0), (None, u8::MAX - 1, row));
        self.put(space, body, before);
        let (fall, push) = (mover.upright(fall), mover.upright(push));
        let past = -fall.x * push.x.signum();
        // As steep as no slope on which a crate is pushed.
        if past > 0.0 && fall.y > corner.max(past * 2.0) { past + HOLE_CLEAR } else { 0.0 }
    }
}

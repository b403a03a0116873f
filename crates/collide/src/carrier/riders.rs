//! Riders: what stands on a moving body, directly or on other riders, moves along with it.

use alloc::vec::Vec;

use glam::Vec2;

use super::moves::Moves;
use super::{Carrier, NEIGHBOURHOOD, PUSH_SLACK, STAND_REACH, body_of, mover_of};
use crate::contact::{BodyId, Obstacle};
use crate::mover::Mover;
use crate::pose::Motion;
use crate::query::QueryShape;
use crate::shape::Aabb;
use crate::solver::Solver;
use crate::space::Space;

/// A passenger that stands on a body, directly or on other riders.
#[derive(Clone, Copy, Debug)]
pub struct Rider {
    passenger: usize,
    body: BodyId,
    /// What it stands on: the body that it follows.
    on: BodyId,
    /// 1 directly on the body, 2 on such a rider, and so on.
    level: u32,
    /// Its place in the order in which riders were found.
    nth: u32,
    /// Where it stands on a body that turns.
    foot: Vec2,
}

impl Carrier {
    /// Carries the riders of a body that was just moved by `way`, in pixels. False if one of them had to stay behind inside of what
    /// carries it.
    pub fn carry(&mut self, solver: &(impl Solver + ?Sized), space: &mut Space, body: BodyId, way: Vec2) -> bool {
        if way == Vec2::ZERO {
            return true;
        }
        let mut riders = self.spare_riders.pop().unwrap_or_default();
        let mut moved = self.spare_moves.pop().unwrap_or_default();
        // The riders stood on it before it moved.
        space.bodies.change(body, |body| body.aabb.center -= way);
        self.find_riders(solver, space, &mut riders, body, way);
        space.bodies.change(body, |body| body.aabb.center += way);
        moved.add(body, way);
        self.carry_riders(solver, space, &riders, (body, None), &mut moved);
        let is_free = |rider: &Rider| self.depth_of(solver, space, rider.on, rider.passenger) <= PUSH_SLACK;
        let all_carried = riders.iter().all(is_free);
        moved.clear();
        riders.clear();
        self.spare_moves.push(moved);
        self.spare_riders.push(riders);
        all_carried
    }

    /// Moves a body to another place, with its riders. What was moved is in `moved`.
    pub(super) fn move_with_riders(
        &mut self,
        solver: &(impl Solver + ?Sized),
        space: &mut Space,
        (body, motion): (BodyId, Motion),
        moved: &mut Moves,
    ) {
        let (before, Motion { from, to }) = (body_of(space, body).aabb.center, motion);
        let mut riders = self.spare_riders.pop().unwrap_or_default();
        self.find_riders(solver, space, &mut riders, body, to.at - from.at);
        space.bodies.set_pose(body, to);
        let delta = body_of(space, body).aabb.center - before;
        space.bodies.set_delta(body, delta);
        moved.add(body, delta);
        let turn = motion.turns().then_some(motion);
        self.carry_riders(solver, space, &riders, (body, turn), moved);
        riders.clear();
        self.spare_riders.push(riders);
    }

    /// Finds all passengers that stand on a body, directly or on others, except those that another body has carried: lowest first,
    /// and on each level the foremost in the direction of `way` first, so that no rider is carried into a neighbour that moves along.
    fn find_riders(
        &mut self,
        solver: &(impl Solver + ?Sized),
        space: &Space,
        riders: &mut Vec<Rider>,
        body: BodyId,
        way: Vec2,
    ) {
        let mut levels = core::mem::take(&mut self.levels);
        levels.resize(space.bodies.len(), 0);
        let carriers = &self.carriers;
        let has_other = |id: BodyId| carriers.get(id.index()).copied().flatten().is_some_and(|by| by != body);
        let (mut on, mut level, mut next) = (body, 0, 0);
        // Each passenger is added at most once, so this ends.
        loop {
            let near = body_of(space, on).aabb.grown(STAND_REACH * 2.0);
            self.each_near(space, &near, |passenger, id| {
                let known = id == body || levels[id.index()] > 0 || has_other(id);
                if known {
                    return;
                }
                if let Some((part, normal)) = self.stands_on(solver, space, passenger, on) {
                    levels[id.index()] = level + 1;
                    let foot = self.contact_point(solver, space, passenger, (part, normal));
                    riders.push(Rider { passenger, body: id, on, level: level + 1, nth: riders.len() as u32, foot });
                }
            });
            let Some(rider) = riders.get(next) else { break };
            (on, level) = (rider.body, rider.level);
            next += 1;
        }
        let ahead = |rider: &Rider| body_of(space, rider.body).aabb.center.dot(way);
        riders
            .sort_unstable_by(|a, b| a.level.cmp(&b.level).then(ahead(b).total_cmp(&ahead(a))).then(a.nth.cmp(&b.nth)));
        riders.iter().for_each(|rider| levels[rider.body.index()] = 0);
        self.levels = levels;
    }

    /// Moves the riders of a body along with what they stand on, whose way is in `moved`, by slides that ignore the body itself.
    fn carry_riders(
        &mut self,
        solver: &(impl Solver + ?Sized),
        space: &mut Space,
        riders: &[Rider],
        (body, turn): (BodyId, Option<Motion>),
        moved: &mut Moves,
    ) {
        let mut levels = core::mem::take(&mut self.levels);
        levels.resize(space.bodies.len(), 0);
        self.carriers.resize(space.bodies.len(), None);
        for rider in riders {
            let id = rider.body.index();
            levels[id] = rider.level;
            self.carriers[id] = Some(body);
        }
        let mut away = self.spare_bodies.pop().unwrap_or_default();
        for rider in riders {
            let turn = turn.filter(|_| rider.on == body);
            let delta = turn.map_or_else(|| moved.of(rider.on), |turn| turn.moves(rider.foot));
            if delta == Vec2::ZERO {
                continue;
            }
            // Riders of other levels are above or below. They move along, so they are no obstacles.
            away.clear();
            let is_apart = |id: BodyId| ![0, rider.level].contains(&levels[id.index()]);
            let before = body_of(space, rider.body).aabb;
            let area = before.grown(delta.length() + NEIGHBOURHOOD);
            self.each_near(space, &area, |_, id| away.extend(is_apart(id).then_some(id)));
            let way = self.slide_as(solver, space, rider.passenger, delta, (Some(body), u8::MAX, &away));
            if !self.keeps_out(solver, space, rider, before.moved(delta)) {
                // A slope pushed the rider into its own carrier, which the slide ignores. Undo: the rider stays behind.
                self.put(space, rider.body, before);
                continue;
            }
            moved.add(rider.body, way);
            self.note_carried(rider.passenger, delta);
        }
        riders.iter().for_each(|rider| levels[rider.body.index()] = 0);
        away.clear();
        self.levels = levels;
        self.spare_bodies.push(away);
    }

    /// Where a passenger touches a part of a body that turns. Of other bodies, it does not matter.
    pub(super) fn contact_point(
        &self,
        solver: &(impl Solver + ?Sized),
        space: &Space,
        passenger: usize,
        (part, normal): (Obstacle, Vec2),
    ) -> Vec2 {
        let mover = mover_of(space, &self.passengers[passenger]);
        let shape = QueryShape::of_mover(&mover, solver.view());
        let is_turning = matches!(part, Obstacle::Part(..));
        is_turning.then(|| space.contact_point(shape, normal, part)).flatten().unwrap_or(mover.aabb.center)
    }

    /// Whether a rider is not in what it stands on, or no deeper than it was there before at `place`, with its skin only: or it
    /// would sink in with every tick.
    fn keeps_out(&self, solver: &(impl Solver + ?Sized), space: &Space, rider: &Rider, place: Aabb) -> bool {
        let depth = self.depth_of(solver, space, rider.on, rider.passenger);
        let before = || {
            let mover = Mover { aabb: place, ..mover_of(space, &self.passengers[rider.passenger]) };
            let contact = space.bodies.touching(rider.on, solver.view(), &mover, 0.0);
            contact.map_or(0.0, |contact| contact.depth).min(mover.effective_skin())
        };
        depth <= PUSH_SLACK || depth <= before() + PUSH_SLACK
    }
}

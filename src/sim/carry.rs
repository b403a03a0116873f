//! What moving platforms do to others: carry who stands on them, push who is in their way, squish who has no room.
//!
//! Carrying is soft: whoever is carried stops at anything solid. Pushing is hard: it yields only to walls and to platforms
//! that yield less, it goes on through crates to whoever is behind them, and it beats carrying.

use std::sync::Arc;

use glam::Vec2;

use super::feel::ticks;
use super::world::deepest;
use super::{Death, Event, TICK, World};
use crate::collide::{Aabb, Body, BodyId, Mover, Obstacle, Solver, Space};
use crate::level::Start;

/// Someone who can be carried, pushed and squished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Who {
    /// The player.
    Player,
    /// A crate, by its index.
    Crate(usize),
}

/// Someone who stands on a body, or on someone who does.
#[derive(Clone, Copy, Debug)]
struct Rider {
    who: Who,
    /// What it stands on: the body whose way it follows.
    on: BodyId,
    /// 1 directly on the platform, 2 on someone who is, and so on.
    level: u32,
}

/// How near feet must be to a body to be carried by it, in pixels. Smaller values lose riders to rounding.
const STAND_REACH: f32 = 0.05;

/// Overlap with a pusher that is left alone, in pixels. It must stay below [`NO_ROOM`].
const PUSH_SLACK: f32 = 0.003;

/// Overlap with a pusher that means there is no room, in pixels. Larger values let movers sink into slow platforms before
/// they are squished, and the solver, asked to get them out, presses them into the wall by as much; smaller ones squish by
/// rounding.
const NO_ROOM: f32 = 0.007;

/// How often one victim of a push may be pushed in one move of one platform.
const PUSHES_EACH: usize = 4;

/// How often what is left of an overlap is pushed out along its own normal.
const REST_PUSHES: u32 = 3;

impl World {
    /// Moves all platforms by one tick, those that yield least first.
    pub(super) fn move_platforms(&mut self, events: &mut Vec<Event>) {
        self.player.lift_ticks = self.player.lift_ticks.saturating_sub(1);
        if self.player.lift_ticks == 0 {
            self.player.lift = Vec2::ZERO;
        }
        // Who stands on two platforms is carried by one.
        let mut carried = vec![false; self.space.bodies.len()];
        let fixed = Arc::clone(&self.fixed);
        for &index in &fixed.order {
            self.move_platform(index, &mut carried, events);
        }
    }

    fn move_platform(&mut self, index: usize, carried: &mut [bool], events: &mut Vec<Event>) {
        let Some(target) = self.next_place(index, events) else { return };
        let body = self.platforms[index].body;
        let delta = target - self.body(body).aabb.center;
        self.platforms[index].velocity = delta * super::TICK_RATE as f32;

        let riders = if delta == Vec2::ZERO { Vec::new() } else { self.riders(body, carried, delta) };
        self.body_mut(body).aabb.center = target;
        self.body_mut(body).delta = delta;
        let mut moved = vec![Vec2::ZERO; self.space.bodies.len()];
        moved[body.0 as usize] = delta;
        self.carry(&riders, Some(body), &mut moved);
        for rider in &riders {
            carried[self.body_of(rider.who).0 as usize] = true;
        }
        self.push_others(body, &mut moved, events);
        self.body_mut(body).delta = Vec2::ZERO;
    }

    /// Where a platform goes in this tick; `None` when it is not there.
    fn next_place(&mut self, index: usize, events: &mut Vec<Event>) -> Option<Vec2> {
        let platform = self.platform(index);
        let (start, gives_way) = (platform.start, platform.gives_way);
        if let Some(gives_way) = gives_way {
            return self.next_place_of_patch(index, gives_way, events);
        }
        if start == Start::Opened {
            return Some(self.next_place_of_door(index, events));
        }
        if !self.platforms[index].moving && self.is_ridden(index) {
            self.platforms[index].moving = true;
        }
        let (track, named) = (&self.fixed.tracks[index], index as u32);
        let platform = &mut self.platforms[index];
        if platform.moving {
            platform.clock += 1;
            if track.turns_at(platform.clock) {
                events.push(Event::PlatformTurned { index: named });
            }
            if track.slams_at(platform.clock) {
                events.push(Event::Slammed { index: named });
            }
        }
        Some(track.at(platform.clock))
    }

    /// Whether somebody stands on a platform.
    pub(super) fn is_ridden(&mut self, index: usize) -> bool {
        !self.riders(self.platforms[index].body, &[], Vec2::ZERO).is_empty()
    }

    /// Whether somebody is in a box.
    pub(super) fn is_occupied(&self, aabb: &Aabb) -> bool {
        self.everyone().into_iter().any(|who| self.aabb_of(who).overlaps(aabb))
    }

    /// Everyone who stands on a body, directly or on others, except those in `not` (by body): lowest first, and on each
    /// level the foremost in the direction of `way` first, so that nobody is carried into a neighbour who moves along.
    fn riders(&mut self, body: BodyId, not: &[bool], way: Vec2) -> Vec<Rider> {
        let mut riders: Vec<Rider> = Vec::new();
        let mut supports = vec![(body, 0)];
        let mut next = 0;
        // Everyone is added at most once, so this ends after at most one round for each.
        while let Some(&(on, level)) = supports.get(next) {
            next += 1;
            for who in self.everyone() {
                let id = self.body_of(who);
                let known = supports.iter().any(|&(s, _)| s == id) || not.get(id.0 as usize) == Some(&true);
                if !known && self.stands_on(who, on) {
                    riders.push(Rider { who, on, level: level + 1 });
                    supports.push((id, level + 1));
                }
            }
        }
        let ahead = |rider: &Rider| self.aabb_of(rider.who).center.dot(way);
        riders.sort_by(|a, b| a.level.cmp(&b.level).then(ahead(b).total_cmp(&ahead(a))));
        riders
    }

    /// Takes riders along with what they stand on, whose way is in `moved`, by a slide that ignores the platform itself.
    fn carry(&mut self, riders: &[Rider], platform: Option<BodyId>, moved: &mut [Vec2]) {
        let lift_ticks = ticks(self.feel.lift_keep);
        for rider in riders {
            let delta = moved[rider.on.0 as usize];
            if delta == Vec2::ZERO {
                continue;
            }
            // Riders of other levels are above or below: they move along and are in nobody's way.
            let away =
                riders.iter().filter(|r| r.level != rider.level).map(|r| self.body_of(r.who)).collect::<Vec<_>>();
            let before = self.aabb_of(rider.who);
            let way = self.slide_someone(rider.who, delta, platform, u8::MAX, &away);
            if self.depth_in(rider.on, rider.who) > PUSH_SLACK {
                // Something slanted pressed it down into what carries it, which the slide does not see: it stays behind.
                self.put(rider.who, before);
                continue;
            }
            moved[self.body_of(rider.who).0 as usize] += way;
            if rider.who == Who::Player {
                self.player.lift = delta / TICK;
                self.player.lift_ticks = lift_ticks;
            }
        }
    }

    /// Carries everyone who stands on a crate that was just moved by `way`. False when somebody had to stay behind inside
    /// of what carries it.
    pub(super) fn carry_on_crate(&mut self, index: usize, way: Vec2) -> bool {
        let body = self.crates[index].body;
        // The riders stood on it before it moved.
        self.body_mut(body).aabb.center -= way;
        let riders = self.riders(body, &[], way);
        self.body_mut(body).aabb.center += way;
        let mut moved = vec![Vec2::ZERO; self.space.bodies.len()];
        moved[body.0 as usize] = way;
        self.carry(&riders, Some(body), &mut moved);
        riders.iter().all(|rider| self.depth_in(rider.on, rider.who) <= PUSH_SLACK)
    }

    /// Pushes everyone out of a platform that moved; who has no room is squished.
    fn push_others(&mut self, first: BodyId, moved: &mut [Vec2], events: &mut Vec<Event>) {
        self.push_all(first, moved, |world, pusher, who| world.squish(pusher, who, events));
    }

    /// Pushes everyone who yields to it out of a body that moved, and everyone whom those are pushed into, with the same
    /// priority. Who has no room is handed to `no_room`, together with the pusher.
    pub(super) fn push_all(
        &mut self,
        first: BodyId,
        moved: &mut [Vec2],
        mut no_room: impl FnMut(&mut Self, BodyId, Who),
    ) {
        let priority = self.body(first).priority;
        let mut pushers = vec![first];
        // Carried crates push, too: somebody may have had to stay behind.
        let carried = |b: &BodyId| *b != first && moved[b.0 as usize] != Vec2::ZERO;
        pushers.extend(self.crates.iter().map(|c| c.body).filter(carried));
        let most = (self.crates.len() + 1) * PUSHES_EACH + pushers.len();
        let mut next = 0;
        while let Some(&pusher) = pushers.get(next) {
            next += 1;
            for who in self.everyone() {
                let id = self.body_of(who);
                let way = moved[pusher.0 as usize] - moved[id.0 as usize];
                if id == pusher || self.body(id).priority <= priority || !self.presses(pusher, who, way) {
                    continue;
                }
                let pushed = self.push_out(pusher, who, way, priority);
                moved[id.0 as usize] += pushed;
                if self.depth_in(pusher, who) > NO_ROOM {
                    no_room(self, pusher, who);
                } else if pushed != Vec2::ZERO && pushers.len() < most {
                    pushers.push(id);
                }
            }
        }
    }

    /// Moves a victim out of a pusher that came `way` nearer, by slides that ignore the pusher. Returns how far.
    ///
    /// Seen from the pusher the victim moved by `-way`: a cast along that finds when and where the two met, and the part of
    /// the way after that, along the normal there, is the push.
    fn push_out(&mut self, pusher: BodyId, who: Who, way: Vec2, priority: u8) -> Vec2 {
        let alone = self.alone(pusher);
        let before = self.mover_of(who).moved(way);
        let push = self.solver.cast(&alone, &before, -way).map_or(Vec2::ZERO, |hit| {
            let into = way * (1.0 - hit.fraction);
            hit.normal * into.dot(hit.normal).max(0.0)
        });
        let mut pushed = Vec2::ZERO;
        if push != Vec2::ZERO {
            pushed += self.slide_someone(who, push, Some(pusher), priority, &[]);
        }
        // What is left: round corners, and what had been inside before.
        for _ in 0..REST_PUSHES {
            let touches = self.solver.touching(&alone, &self.mover_of(who), 0.0);
            let Some(touch) = touches.iter().next().filter(|t| t.contact.depth > PUSH_SLACK) else { break };
            let rest = touch.contact.normal * touch.contact.depth;
            pushed += self.slide_someone(who, rest, Some(pusher), priority, &[]);
        }
        if who == Who::Player && pushed != Vec2::ZERO {
            self.player.lift = way / TICK;
            self.player.lift_ticks = ticks(self.feel.lift_keep);
        }
        pushed
    }

    /// Someone has no room between a pusher and something else.
    pub(super) fn squish(&mut self, pusher: BodyId, who: Who, events: &mut Vec<Event>) {
        if self.body(pusher).one_way {
            // Who cannot be lifted any further sinks through.
            return;
        }
        match who {
            // The player is no anvil: squeezed against a crate, the crate stays whole.
            Who::Crate(_) if pusher == self.player_body() => self.squish_player(events),
            Who::Crate(index) => self.break_crate(index, events),
            Who::Player => self.squish_player(events),
        }
    }

    /// Nudges the player to where there is room; where there is none, it dies.
    fn squish_player(&mut self, events: &mut Vec<Event>) {
        if self.player.is_dead() {
            return;
        }
        match self.room_nearby() {
            Some((aabb, ducked)) => {
                self.player.aabb = aabb;
                self.player.ducked = ducked;
            }
            None => self.kill_player(Death::Squished, events),
        }
    }

    /// The nearest place for the player, standing or ducked, at most a few pixels away.
    pub(super) fn room_nearby(&self) -> Option<(Aabb, bool)> {
        let player = &self.player;
        let half = self.feel.half(true);
        let low = player.with_half(half);
        let high = Aabb::new(Vec2::new(low.center.x, player.aabb.min().y + half.y), half);
        let shapes = [(player.aabb, player.ducked), (low, true), (high, true)];
        let most = self.feel.nudge.clamp(0.0, 64.0) as u8;
        let mover = self.player_mover();
        let fits = |aabb: Aabb| self.has_room(&Mover { aabb, ..mover });
        (0..=most).map(f32::from).find_map(|by| {
            shapes.into_iter().find_map(|(aabb, ducked)| {
                let sides = [Vec2::NEG_Y, Vec2::Y, Vec2::NEG_X, Vec2::X];
                let there = sides.into_iter().map(|side| aabb.moved(side * by)).find(|there| fits(*there));
                there.map(|there| (there, ducked))
            })
        })
    }

    /// Everyone who can be moved by others now.
    fn everyone(&self) -> Vec<Who> {
        let there = |&i: &usize| !self.crates[i].is_away();
        let mut all: Vec<Who> = (0..self.crates.len()).filter(there).map(Who::Crate).collect();
        if self.player_takes_part() {
            all.push(Who::Player);
        }
        all
    }

    /// Whether others meet the player at all.
    pub(super) fn player_takes_part(&self) -> bool {
        !self.noclip && !self.player.is_dead()
    }

    pub(super) fn body_of(&self, who: Who) -> BodyId {
        match who {
            Who::Player => self.player_body(),
            Who::Crate(index) => self.crates[index].body,
        }
    }

    fn aabb_of(&self, who: Who) -> Aabb {
        match who {
            Who::Player => self.player.aabb,
            Who::Crate(index) => self.body(self.crates[index].body).aabb,
        }
    }

    pub(super) fn mover_of(&self, who: Who) -> Mover {
        match who {
            Who::Player => self.player_mover(),
            Who::Crate(_) => Mover::new(self.aabb_of(who)).with_thickness(self.thickness),
        }
    }

    /// Moves someone by a slide. For crates the player is an obstacle like any other. The bodies in `away` and the mover's
    /// own are taken out of the space meanwhile.
    pub(super) fn slide_someone(
        &mut self,
        who: Who,
        delta: Vec2,
        ignores: Option<BodyId>,
        priority: u8,
        away: &[BodyId],
    ) -> Vec2 {
        let mover = Mover { priority, ignores, ..self.mover_of(who) };
        let way = self.seen_by(who, away, |world| world.slide(&mover, delta)).moved;
        self.put(who, self.aabb_of(who).moved(way));
        way
    }

    fn put(&mut self, who: Who, aabb: Aabb) {
        match who {
            Who::Player => self.player.aabb = aabb,
            Who::Crate(_) => self.body_mut(self.body_of(who)).aabb = aabb,
        }
    }

    /// Lets `act` ask about a space as `who` sees it: without its own body, with the player among the bodies for crates, and
    /// without the bodies in `away`.
    pub(super) fn seen_by<T>(&mut self, who: Who, away: &[BodyId], act: impl FnOnce(&mut Self) -> T) -> T {
        let own = self.body_of(who);
        let player = self.player_body();
        let there = self.player_takes_part() && own != player;
        let (aabb, body) = (self.player.aabb, self.body_mut(player));
        (body.aabb, body.enabled) = (aabb, there);
        let mut hidden = Vec::new();
        for &id in away.iter().chain([&own]) {
            if std::mem::replace(&mut self.body_mut(id).enabled, false) {
                hidden.push(id);
            }
        }
        let answer = act(self);
        for id in hidden {
            self.body_mut(id).enabled = true;
        }
        self.body_mut(player).enabled = false;
        answer
    }

    /// Whether someone stands on a body.
    fn stands_on(&mut self, who: Who, on: BodyId) -> bool {
        if who == Who::Player && !self.player.grounded {
            return false;
        }
        let mover = self.mover_of(who);
        let near = mover.aabb.grown(STAND_REACH * 2.0).overlaps(&self.body_box(on));
        near && self
            .solver
            .touching(&self.alone(on), &mover, STAND_REACH)
            .iter()
            .any(|touch| touch.obstacle == Obstacle::Body(BodyId(0)) && self.feel.walkable(touch.contact.normal))
    }

    /// The box of a body; the player's is wherever the player is.
    fn body_box(&self, id: BodyId) -> Aabb {
        if id == self.player_body() { self.player.aabb } else { self.body(id).aabb }
    }

    /// A space in which there is nothing but one body.
    fn alone(&self, id: BodyId) -> Space {
        let body = Body { aabb: self.body_box(id), enabled: true, priority: 0, ..*self.body(id) };
        Space { bodies: vec![body], ..Space::default() }
    }

    /// How deep someone overlaps a body, in pixels.
    pub(super) fn depth_in(&self, pusher: BodyId, who: Who) -> f32 {
        deepest(&self.solver.touching(&self.alone(pusher), &self.mover_of(who), 0.0))
    }

    /// Whether a body that came `way` nearer overlaps someone so much that it has to push.
    fn presses(&self, pusher: BodyId, who: Who, way: Vec2) -> bool {
        if !self.aabb_of(who).overlaps(&self.body_box(pusher)) {
            return false;
        }
        if self.body(pusher).one_way {
            // A one-way surface is open to who is inside: only where someone came from tells whether it lifts.
            let before = self.mover_of(who).moved(way);
            return way.y < 0.0 && self.solver.cast(&self.alone(pusher), &before, -way).is_some();
        }
        self.depth_in(pusher, who) > PUSH_SLACK
    }
}

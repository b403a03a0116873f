//! What moving bodies do to others: they carry riders, push what is in the way, and squish what has no room.
//!
//! Carrying is soft: a rider stops at anything solid. Pushing is hard: it yields only to walls and to platforms that yield
//! less, it goes on through crates to what is behind them, and it beats carrying.

use std::sync::Arc;

use glam::Vec2;

use crate::collide::controller::Lift;
use crate::collide::{Aabb, Body, BodyId, Mover, Solver};
use crate::level::Start;
use crate::sim::probe::Probe;
use crate::sim::scratch::Moves;
use crate::sim::{Death, Event, State, TICK, World};

/// A body that can be carried, pushed and squished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::sim) enum Movable {
    /// The player.
    Player,
    /// A crate, by its index.
    Crate(usize),
}

/// A mover that stands on a body, directly or on other riders.
#[derive(Clone, Copy, Debug)]
pub(in crate::sim) struct Rider {
    movable: Movable,
    /// What it stands on: the body that it follows.
    on: BodyId,
    /// 1 directly on the body, 2 on such a rider, and so on.
    level: u32,
    /// Its place in the order in which riders were found.
    nth: u32,
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

/// How much one tick pushes: one for each slide and one for each pixel of it. What still overlaps then is pushed in the
/// next tick. With larger values a heap of crates and platforms that start overlapping takes longer than a frame; smaller
/// ones leave crates behind when hundreds are pushed in a row.
const MAX_PUSHED: u32 = 1000;

/// How often the rest of an overlap is pushed out along its own normal.
const REST_PUSHES: u32 = 3;

/// How far beyond its move a mover may affect other movers, px. Larger values cost time where many are near.
pub(in crate::sim) const NEIGHBOURHOOD: f32 = 64.0;

/// Up to how many crates are looked at one by one, without the broad phase of the space.
const FEW_CRATES: usize = 16;

impl World {
    /// Moves all platforms by one tick, those that yield least first.
    pub(in crate::sim) fn move_platforms(&mut self, events: &mut Vec<Event>) {
        self.state.player.lift.wait();
        // A rider on two platforms is carried by one.
        self.forget_carriers();
        let cache = Arc::clone(&self.cache);
        for &index in &cache.order {
            self.move_platform(index, events);
        }
    }

    /// Allows every rider to be carried again.
    pub(in crate::sim) fn forget_carriers(&mut self) {
        self.scratch.carriers.clear();
        self.scratch.carriers.resize(self.state.space.bodies.len(), None);
    }

    fn move_platform(&mut self, index: usize, events: &mut Vec<Event>) {
        let Some(target) = self.next_place(index, events) else { return };
        let body = self.state.platforms[index].body;
        let delta = target - self.state.body(body).aabb.center;
        self.state.platforms[index].velocity = delta * crate::sim::TICK_RATE as f32;

        if delta == Vec2::ZERO {
            // A platform at rest carries nothing, and pushes only what is in it.
            if self.probe().is_occupied(&self.state.body(body).aabb) {
                let mut moved = self.scratch.moves.take();
                self.push_others(body, &mut moved, events);
                self.scratch.moves.put(moved);
            }
            return;
        }
        let mut riders = self.scratch.riders.take();
        self.find_riders(&mut riders, body, delta);
        self.state.change_body(body, |body| {
            body.aabb.center = target;
            body.delta = delta;
        });
        let mut moved = self.scratch.moves.take();
        moved.add(body, delta);
        self.carry(&riders, body, &mut moved);
        self.scratch.riders.put(riders);
        self.push_others(body, &mut moved, events);
        self.scratch.moves.put(moved);
        self.state.change_body(body, |body| body.delta = Vec2::ZERO);
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
        if !self.state.platforms[index].moving && self.probe().is_ridden(index) {
            self.state.platforms[index].moving = true;
        }
        let (track, named) = (&self.cache.tracks[index], index as u32);
        let platform = &mut self.state.platforms[index];
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

    /// Finds all movers that stand on a body, directly or on others, except those that another body has carried: lowest first,
    /// and on each level the foremost in the direction of `way` first, so that no rider is carried into a neighbour that moves
    /// along.
    fn find_riders(&mut self, riders: &mut Vec<Rider>, body: BodyId, way: Vec2) {
        let carriers = std::mem::take(&mut self.scratch.carriers);
        let has_other = |id: BodyId| carriers.get(id.0 as usize).copied().flatten().is_some_and(|by| by != body);
        let mut levels = std::mem::take(&mut self.scratch.levels);
        levels.resize(self.state.space.bodies.len(), 0);
        let (mut on, mut level, mut next) = (body, 0, 0);
        // Each mover is added at most once, so this ends.
        loop {
            let mut add = |movable: Movable, id: BodyId| {
                let known = id == body || levels[id.0 as usize] > 0 || has_other(id);
                if !known && self.probe().stands_on(movable, on) {
                    levels[id.0 as usize] = level + 1;
                    riders.push(Rider { movable, on, level: level + 1, nth: riders.len() as u32 });
                }
            };
            self.state.crates_near(&self.state.body_box(on).grown(STAND_REACH * 2.0), |index, id| {
                add(Movable::Crate(index), id);
            });
            if self.probe().player_takes_part() {
                add(Movable::Player, self.state.player_body());
            }
            let Some(rider) = riders.get(next) else { break };
            (on, level) = (self.state.body_of(rider.movable), rider.level);
            next += 1;
        }
        let ahead = |rider: &Rider| self.state.aabb_of(rider.movable).center.dot(way);
        riders
            .sort_unstable_by(|a, b| a.level.cmp(&b.level).then(ahead(b).total_cmp(&ahead(a))).then(a.nth.cmp(&b.nth)));
        riders.iter().for_each(|rider| levels[self.state.body_of(rider.movable).0 as usize] = 0);
        (self.scratch.levels, self.scratch.carriers) = (levels, carriers);
    }

    /// Moves the riders of a body along with what they stand on, whose way is in `moved`, by a slide that ignores the body
    /// itself.
    fn carry(&mut self, riders: &[Rider], body: BodyId, moved: &mut Moves) {
        let mut levels = std::mem::take(&mut self.scratch.levels);
        levels.resize(self.state.space.bodies.len(), 0);
        for rider in riders {
            let id = self.state.body_of(rider.movable).0 as usize;
            levels[id] = rider.level;
            if let Some(carrier) = self.scratch.carriers.get_mut(id) {
                *carrier = Some(body);
            }
        }
        let mut away = self.scratch.bodies.take();
        for rider in riders {
            let delta = moved.of(rider.on);
            if delta == Vec2::ZERO {
                continue;
            }
            // Riders of other levels are above or below. They move along, so they are no obstacles.
            away.clear();
            let is_apart = |id: BodyId| ![0, rider.level].contains(&levels[id.0 as usize]);
            let area = self.state.aabb_of(rider.movable).grown(delta.length() + NEIGHBOURHOOD);
            self.state.crates_near(&area, |_, id| away.extend(is_apart(id).then_some(id)));
            away.extend(Some(self.state.player_body()).filter(|id| is_apart(*id)));
            let before = self.state.aabb_of(rider.movable);
            let way = self.slide_movable(rider.movable, delta, Some(body), u8::MAX, &away);
            if self.probe().depth_in(rider.on, rider.movable) > PUSH_SLACK {
                // A slope pushed the rider into its own carrier, which the slide ignores. Undo: the rider stays behind.
                self.put(rider.movable, before);
                continue;
            }
            moved.add(self.state.body_of(rider.movable), way);
            if rider.movable == Movable::Player {
                self.state.player.lift = Lift::new(delta / TICK, self.rules.feel.lift_keep, TICK);
            }
        }
        riders.iter().for_each(|rider| levels[self.state.body_of(rider.movable).0 as usize] = 0);
        self.scratch.levels = levels;
        self.scratch.bodies.put(away);
    }

    /// Carries the riders of a crate that was just moved by `way`. False if one of them had to stay behind inside of its
    /// carrier.
    pub(in crate::sim) fn carry_on_crate(&mut self, index: usize, way: Vec2) -> bool {
        if way == Vec2::ZERO {
            return true;
        }
        let body = self.state.crates[index].body;
        let mut riders = self.scratch.riders.take();
        // The riders stood on it before it moved.
        self.state.change_body(body, |body| body.aabb.center -= way);
        self.find_riders(&mut riders, body, way);
        self.state.change_body(body, |body| body.aabb.center += way);
        let mut moved = self.scratch.moves.take();
        moved.add(body, way);
        self.carry(&riders, body, &mut moved);
        let all_carried = riders.iter().all(|rider| self.probe().depth_in(rider.on, rider.movable) <= PUSH_SLACK);
        self.scratch.moves.put(moved);
        self.scratch.riders.put(riders);
        all_carried
    }

    /// Pushes all movers out of a platform that moved. A mover without room is squished.
    fn push_others(&mut self, first: BodyId, moved: &mut Moves, events: &mut Vec<Event>) {
        self.push_all(first, moved, |world, pusher, movable| world.squish(pusher, movable, events));
    }

    /// Pushes all movers that yield to it out of a body that moved, and those that they are pushed into, with the same
    /// priority. Calls `no_room` with the pusher and the mover that has no room.
    pub(in crate::sim) fn push_all(
        &mut self,
        first: BodyId,
        moved: &mut Moves,
        mut no_room: impl FnMut(&mut Self, BodyId, Movable),
    ) {
        let priority = self.state.body(first).priority;
        let (mut pushers, mut victims) = (self.scratch.bodies.take(), self.scratch.movers.take());
        pushers.push(first);
        // Carried crates push, too: a rider may have had to stay behind.
        let carried = |b: &BodyId| *b != first && self.state.crate_of(*b).is_some() && moved.of(*b) != Vec2::ZERO;
        pushers.extend(moved.moved.iter().copied().filter(carried));
        pushers[1..].sort_unstable();
        pushers.dedup();
        let most = (self.state.crates.len() + 1) * PUSHES_EACH + pushers.len();
        let mut next = 0;
        while let Some(&pusher) = pushers.get(next).filter(|_| self.scratch.pushed < MAX_PUSHED) {
            next += 1;
            self.probe().find_victims(pusher, &mut victims);
            for &movable in &victims {
                let id = self.state.body_of(movable);
                let way = moved.of(pusher) - moved.of(id);
                if id == pusher
                    || self.state.body(id).priority <= priority
                    || !self.probe().presses(pusher, movable, way)
                {
                    continue;
                }
                let pushed = self.push_out(pusher, movable, way, priority);
                moved.add(id, pushed);
                if self.probe().depth_in(pusher, movable) > NO_ROOM {
                    no_room(self, pusher, movable);
                } else if pushed != Vec2::ZERO && pushers.len() < most {
                    pushers.push(id);
                }
            }
        }
        self.scratch.bodies.put(pushers);
        self.scratch.movers.put(victims);
    }

    /// Moves a victim out of a pusher that came `way` nearer, by slides that ignore the pusher. Returns how far.
    ///
    /// Seen from the pusher the victim moved by `-way`: a cast along that finds when and where the two met, and the part of
    /// the way after that, along the normal there, is the push.
    fn push_out(&mut self, pusher: BodyId, movable: Movable, way: Vec2, priority: u8) -> Vec2 {
        let (alone, view) = (self.state.alone(pusher), self.rules.solver.view());
        let before = self.probe().mover_of(movable).moved(way);
        let push = alone.cast(view, &before, -way).map_or(Vec2::ZERO, |(fraction, normal)| {
            let into = way * (1.0 - fraction);
            normal * into.dot(normal).max(0.0)
        });
        let mut pushed = Vec2::ZERO;
        if push != Vec2::ZERO {
            pushed += self.push(movable, push, pusher, priority);
        }
        // What is left: round corners, and what had been inside before.
        for _ in 0..REST_PUSHES {
            let touch = alone.touching(view, &self.probe().mover_of(movable), 0.0);
            let Some(contact) = touch.filter(|contact| contact.depth > PUSH_SLACK) else { break };
            let rest = contact.normal * contact.depth;
            pushed += self.push(movable, rest, pusher, priority);
        }
        if movable == Movable::Player && pushed != Vec2::ZERO {
            self.state.player.lift = Lift::new(way / TICK, self.rules.feel.lift_keep, TICK);
        }
        pushed
    }

    /// One push by a slide.
    fn push(&mut self, movable: Movable, way: Vec2, pusher: BodyId, priority: u8) -> Vec2 {
        self.scratch.pushed += 1 + way.length() as u32;
        self.slide_movable(movable, way, Some(pusher), priority, &[])
    }

    /// A mover has no room between a pusher and something else.
    pub(in crate::sim) fn squish(&mut self, pusher: BodyId, movable: Movable, events: &mut Vec<Event>) {
        if self.state.body(pusher).one_way {
            // A mover that cannot be lifted any further sinks through.
            return;
        }
        match movable {
            // When the player is the pusher, crush the player, not the crate.
            Movable::Crate(_) if pusher == self.state.player_body() => self.squish_player(events),
            Movable::Crate(index) => self.break_crate(index, events),
            Movable::Player => self.squish_player(events),
        }
    }

    /// Nudges the player to where there is room; where there is none, it dies.
    fn squish_player(&mut self, events: &mut Vec<Event>) {
        if self.state.player.is_dead() {
            return;
        }
        match self.probe().room_nearby() {
            Some((aabb, ducked)) => {
                self.state.player.aabb = aabb;
                self.state.player.ducked = ducked;
            }
            None => self.state.kill_player(&self.rules.feel, Death::Squished, events),
        }
    }

    /// Moves a mover by a slide. For crates the player is an obstacle like any other. The mover's own body and the bodies in
    /// `away` are disabled meanwhile.
    pub(in crate::sim) fn slide_movable(
        &mut self,
        movable: Movable,
        delta: Vec2,
        ignores: Option<BodyId>,
        priority: u8,
        away: &[BodyId],
    ) -> Vec2 {
        let mover = Mover { priority, ignores, ..self.probe().mover_of(movable) };
        let way = self.with_view_of(movable, away, |world| world.meter().slide_here(&mover, delta)).moved;
        self.put(movable, self.state.aabb_of(movable).moved(way));
        way
    }

    fn put(&mut self, movable: Movable, aabb: Aabb) {
        let before = self.state.aabb_of(movable);
        if let Some(undo) = &mut self.scratch.undo {
            undo.push((movable, before));
        }
        match movable {
            Movable::Player => self.state.player.aabb = aabb,
            Movable::Crate(_) => self.state.space.bodies.place(self.state.body_of(movable), aabb),
        }
    }

    /// Lets `act` move crates and the player, and puts all of them back when it fails.
    pub(in crate::sim) fn or_undo<T, E>(&mut self, act: impl FnOnce(&mut Self) -> Result<T, E>) -> Result<T, E> {
        self.scratch.undo = Some(std::mem::take(&mut self.scratch.undo_buffer));
        let result = act(self);
        let mut undo = self.scratch.undo.take().unwrap_or_default();
        if result.is_err() {
            undo.iter().rev().for_each(|&(movable, before)| self.put(movable, before));
        }
        undo.clear();
        self.scratch.undo_buffer = undo;
        result
    }

    /// Runs `act` with the space as a mover sees it: without its own body, with the player as a body for crates, and without
    /// the bodies in `away`.
    pub(in crate::sim) fn with_view_of<T>(
        &mut self,
        movable: Movable,
        away: &[BodyId],
        act: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let own = self.state.body_of(movable);
        let player = self.state.player_body();
        let there = self.probe().player_takes_part() && own != player;
        let aabb = self.state.player.aabb;
        self.state.change_body(player, |body| (body.aabb, body.enabled) = (aabb, there));
        let mut hidden = self.scratch.bodies.take();
        for &id in away.iter().chain([&own]) {
            if self.state.space.bodies.enable(id, false) {
                hidden.push(id);
            }
        }
        let answer = act(self);
        hidden.iter().for_each(|id| _ = self.state.space.bodies.enable(*id, true));
        self.scratch.bodies.put(hidden);
        // A disabled player body has no place, so that the last query is no part of the state.
        self.state.change_body(player, |body| (body.aabb, body.enabled) = (Aabb::default(), false));
        answer
    }
}

impl State {
    pub(in crate::sim) fn aabb_of(&self, movable: Movable) -> Aabb {
        match movable {
            Movable::Player => self.player.aabb,
            Movable::Crate(index) => self.body(self.crates[index].body).aabb,
        }
    }

    /// The box of a body. The player's is the hitbox.
    pub(in crate::sim) fn body_box(&self, id: BodyId) -> Aabb {
        if id == self.player_body() { self.player.aabb } else { self.body(id).aabb }
    }

    /// A body at its place, enabled or not.
    pub(in crate::sim) fn alone(&self, id: BodyId) -> Body {
        Body { aabb: self.body_box(id), ..*self.body(id) }
    }

    /// Whether `is` holds for a crate that is there and overlaps `area`.
    pub(in crate::sim) fn any_crate_near(&self, area: &Aabb, is: impl Fn(usize) -> bool) -> bool {
        if self.crates.len() > FEW_CRATES {
            return self.space.bodies.any_near(area, |id, _| self.crate_of(id).is_some_and(&is));
        }
        let there = |body: &Body| body.enabled && body.aabb.overlaps(area);
        self.crates.iter().enumerate().any(|(index, item)| there(self.body(item.body)) && is(index))
    }

    /// Calls `visit` for every crate that is there and overlaps `area`, in the level's order.
    pub(in crate::sim) fn crates_near(&self, area: &Aabb, mut visit: impl FnMut(usize, BodyId)) {
        if self.crates.len() > FEW_CRATES {
            let first = self.platforms.len();
            let names = first as u32..(first + self.crates.len()) as u32;
            return self.space.bodies.near_of(names, area, |id, _| visit(id.0 as usize - first, id));
        }
        for (index, item) in self.crates.iter().enumerate() {
            let body = self.body(item.body);
            if body.enabled && body.aabb.overlaps(area) {
                visit(index, item.body);
            }
        }
    }

    /// The crate of a body.
    pub(in crate::sim) fn crate_of(&self, body: BodyId) -> Option<usize> {
        (body.0 as usize).checked_sub(self.platforms.len()).filter(|index| *index < self.crates.len())
    }

    pub(in crate::sim) fn body_of(&self, movable: Movable) -> BodyId {
        match movable {
            Movable::Player => self.player_body(),
            Movable::Crate(index) => self.crates[index].body,
        }
    }
}

impl Probe<'_> {
    /// Whether a crate or the player stands on a platform.
    pub fn is_ridden(&self, index: usize) -> bool {
        let on = self.state.platforms[index].body;
        let near = self.state.body_box(on).grown(STAND_REACH * 2.0);
        self.player_takes_part() && self.stands_on(Movable::Player, on)
            || self.state.any_crate_near(&near, |index| self.stands_on(Movable::Crate(index), on))
    }

    /// Whether a crate or the player is in a box.
    pub fn is_occupied(&self, aabb: &Aabb) -> bool {
        self.player_takes_part() && self.state.player.aabb.overlaps(aabb) || self.state.any_crate_near(aabb, |_| true)
    }

    /// Finds all movers that a pusher may overlap, the player last.
    pub fn find_victims(&self, pusher: BodyId, victims: &mut Vec<Movable>) {
        victims.clear();
        // A pushing player may be nudged aside meanwhile.
        let reach = if pusher == self.state.player_body() { NEIGHBOURHOOD * 2.0 } else { 0.0 };
        self.state
            .crates_near(&self.state.body_box(pusher).grown(reach), |index, _| victims.push(Movable::Crate(index)));
        if self.player_takes_part() {
            victims.push(Movable::Player);
        }
    }

    /// The nearest place for the player, standing or ducked, at most a few pixels away.
    pub fn room_nearby(&self) -> Option<(Aabb, bool)> {
        let player = &self.state.player;
        let half = self.rules.feel.half(true);
        let low = player.with_half(half);
        let high = Aabb::new(Vec2::new(low.center.x, player.aabb.min().y + half.y), half);
        let shapes = [(player.aabb, player.ducked), (low, true), (high, true)];
        let most = self.rules.feel.nudge.clamp(0.0, 64.0) as u8;
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

    /// Whether the player collides with anything: it is alive and does not fly through everything.
    pub fn player_takes_part(&self) -> bool {
        !self.rules.noclip && !self.state.player.is_dead()
    }

    pub fn mover_of(&self, movable: Movable) -> Mover {
        match movable {
            Movable::Player => self.player_mover(),
            Movable::Crate(_) => Mover::new(self.state.aabb_of(movable)).with_skin(self.rules.skin),
        }
    }

    /// Whether a mover stands on a body.
    pub fn stands_on(&self, movable: Movable, on: BodyId) -> bool {
        if movable == Movable::Player && !self.state.player.grounded {
            return false;
        }
        let near = self.state.aabb_of(movable).grown(STAND_REACH * 2.0).overlaps(&self.state.body_box(on));
        let touch = || self.state.alone(on).touching(self.rules.solver.view(), &self.mover_of(movable), STAND_REACH);
        near && touch().is_some_and(|contact| self.rules.feel.walkable(contact.normal))
    }

    /// How deep a mover overlaps a body, in pixels.
    pub fn depth_in(&self, pusher: BodyId, movable: Movable) -> f32 {
        let contact = self.state.alone(pusher).touching(self.rules.solver.view(), &self.mover_of(movable), 0.0);
        contact.map_or(0.0, |contact| contact.depth.max(0.0))
    }

    /// Whether a body that came `way` nearer overlaps a mover so much that it has to push.
    pub fn presses(&self, pusher: BodyId, movable: Movable, way: Vec2) -> bool {
        if !self.state.aabb_of(movable).overlaps(&self.state.body_box(pusher)) {
            return false;
        }
        if self.state.body(pusher).one_way {
            // A one-way surface is open to a mover inside of it: it lifts only what came from above.
            let before = self.mover_of(movable).moved(way);
            return way.y < 0.0 && self.state.alone(pusher).cast(self.rules.solver.view(), &before, -way).is_some();
        }
        self.depth_in(pusher, movable) > PUSH_SLACK
    }
}

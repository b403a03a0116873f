//! Crates: they fall, rest on slopes, ride platforms, stack, and are pushed by a walking player. What ice, belts, elastic and
//! water do to them is in `surfaces.rs`.

use glam::Vec2;
use serde::{Deserialize, Serialize};

use super::carry::{Movable, NEIGHBOURHOOD};
use super::feel::ticks;
use super::ground::{LANDING_REACH, STEP_DOWN, approach, clip};
use super::player::{Intent, ROOM_SLACK};
use super::scratch::Moves;
use super::{Event, State, TICK, World};
use crate::collide::{BodyId, CollisionView, Mover, Obstacle};
use crate::level::{ObjectKind, Surface};

/// A crate as it is now.
///
/// ```
/// use std::sync::Arc;
///
/// use seamwalker::collide::SolverSetup;
/// use seamwalker::level::{shipped, read};
/// use seamwalker::sim::World;
///
/// let level = Arc::new(read(&shipped(), "maps/spool_works.tmx").unwrap());
/// let world = World::new(level, SolverSetup::default());
/// assert!(world.state.crates.iter().all(|one| !one.is_away()), "none is broken yet");
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Crate {
    /// Index into the level's objects.
    pub object: u32,
    /// Its body in the space.
    pub body: BodyId,
    /// Its middle a tick ago.
    pub previous_center: Vec2,
    /// Pixels per second.
    pub velocity: Vec2,
    /// Stands on something.
    pub grounded: bool,
    /// For how many more ticks it is broken and away; then it returns as soon as its place is free. 0 when it is there.
    pub away: u32,
}

impl Crate {
    /// A crate at its place.
    pub(super) fn new(object: u32, body: BodyId, center: Vec2) -> Self {
        Self { object, body, previous_center: center, velocity: Vec2::ZERO, grounded: false, away: 0 }
    }

    /// Whether it is broken and has not returned yet.
    #[must_use]
    pub const fn is_away(&self) -> bool {
        self.away > 0
    }
}

/// How far sideways a normal must look for a crate to be pushed (cosine).
const PUSH_FACING: f32 = 0.9;

/// How near a crate must be to be pushed, in pixels: a slide stops within a hundredth.
const PUSH_REACH: f32 = 0.1;

/// Pushes that move a crate less than this count as none, in pixels.
const PUSHED: f32 = 1e-3;

/// Landings slower than this are not heard, px/s.
const LANDING_SPEED: f32 = 40.0;

impl World {
    /// A walking player pushes the crate ahead, slowly, and whatever stands on it comes along.
    pub(super) fn push_crate(&mut self, intent: &Intent, events: &mut Vec<Event>) {
        let speed = self.state.player.surface_speed();
        if intent.x == 0.0 || speed * intent.x <= 0.0 || self.state.player.ducked {
            return;
        }
        let reach = Vec2::new(speed * TICK + intent.x * PUSH_REACH, 0.0);
        let Some(hit) = self.probe().cast(&self.player_mover(), reach) else { return };
        let Obstacle::Body(body) = hit.obstacle else { return };
        let Some(index) = self.state.crate_of(body) else { return };
        let fixed = !self.state.crates[index].grounded || self.rolls(index).is_some();
        if hit.normal.x * intent.x > -PUSH_FACING || fixed {
            return;
        }
        let speed = speed.abs().min(self.rules.feel.crate_push);
        let push = Vec2::new(intent.x * speed * TICK, 0.0);
        let shoved = self.shove_crate(index, push).or_else(|missing| {
            // As far as whoever is at the end of the row can go.
            let rest = push - push.clamp_length_max(missing);
            if rest.length() < PUSHED { Err(missing) } else { self.shove_crate(index, rest) }
        });
        if shoved.is_err() {
            return;
        }
        self.state.player.velocity = self.state.player.tangent() * (intent.x * speed);
        if self.material_below_crate(index).surface == Surface::Ice {
            self.state.crates[index].velocity.x = intent.x * speed;
        }
        events.push(Event::CratePushed { index: named(index) });
    }

    /// Shoves a crate, the crates ahead that yield to it, and whatever stands on them. Where there is no room for all of
    /// that, nothing moves, and the error is by how many pixels the way was too long.
    fn shove_crate(&mut self, index: usize, push: Vec2) -> Result<(), f32> {
        self.or_undo(|world| {
            let mut moved = world.scratch.moves.take();
            let result = world.shove_row(index, push, &mut moved);
            world.scratch.moves.put(moved);
            result
        })?
    }

    /// The same. The outer error is for what has to be undone.
    fn shove_row(&mut self, index: usize, push: Vec2, moved: &mut Moves) -> Result<Result<(), f32>, f32> {
        let body = self.state.crates[index].body;
        let priority = self.state.body(body).priority;
        let mut yielding = self.scratch.bodies.take();
        let yields = |id: BodyId| self.state.body(id).priority > priority;
        let area = self.state.body(body).aabb.grown(push.length() + NEIGHBOURHOOD);
        self.state.crates_near(&area, |_, id| yielding.extend(yields(id).then_some(id)));
        let way = self.slide_someone(Movable::Crate(index), push, None, u8::MAX, &yielding);
        self.scratch.bodies.put(yielding);
        if way.length() < PUSHED {
            return Ok(Err(push.length()));
        }
        moved.add(body, way);
        let mut missing = 0.0_f32;
        self.push_all(body, moved, |world, pusher, who| missing = missing.max(world.probe().depth_in(pusher, who)));
        if missing > 0.0 {
            return Err(missing);
        }
        self.forget_carriers();
        let mut row = self.scratch.bodies.take();
        row.extend_from_slice(moved.moved());
        row.sort_unstable();
        row.dedup();
        let all_carried = row.iter().all(|&id| self.carry_on_moved(id, moved));
        self.scratch.bodies.put(row);
        // What stands on one of them is stuck, or the last of the row: so is the crate.
        if all_carried { Ok(Ok(())) } else { Err(push.length()) }
    }

    /// Carries everyone who stands on a crate that moved, if it did.
    fn carry_on_moved(&mut self, body: BodyId, moved: &Moves) -> bool {
        let way = moved.of(body);
        let Some(index) = self.state.crate_of(body) else { return true };
        way == Vec2::ZERO || self.carry_on_crate(index, way)
    }

    /// Moves all crates by one tick, the lowest first, so that a stack falls together.
    pub(super) fn move_crates(&mut self, events: &mut Vec<Event>) {
        for index in 0..self.state.crates.len() {
            if self.state.crates[index].is_away() {
                self.bring_crate_back(index, events);
            }
        }
        self.forget_carriers();
        let mut order = std::mem::take(&mut self.scratch.order);
        order.clear();
        order.extend((0..self.state.crates.len()).filter(|&i| !self.state.crates[i].is_away()));
        let bottom = |i: usize| self.state.body(self.state.crates[i].body).aabb.max().y;
        order.sort_unstable_by(|&a, &b| bottom(b).total_cmp(&bottom(a)).then(a.cmp(&b)));
        for &index in &order {
            self.move_crate(index, events);
        }
        self.scratch.order = order;
    }

    /// One crate: it stays on its ground, or falls.
    fn move_crate(&mut self, index: usize, events: &mut Vec<Event>) {
        let who = Movable::Crate(index);
        if self.state.crates[index].grounded {
            let mover = self.probe().mover_of(who);
            if let Some(ground) = self.seen_by(who, &[], |world| world.ground_below(&mover, STEP_DOWN)) {
                self.shift_crate(index, ground.drop);
                self.take_riders_along(index, ground.drop);
                match self.rolls(index) {
                    Some(speed) => self.roll_spool(index, speed, &ground, events),
                    None => self.carry_crate_along(index, &ground),
                }
                return;
            }
            self.state.crates[index].grounded = false;
        }
        let mover = self.probe().mover_of(who);
        let speed = self.state.crates[index].velocity.y;
        let (limit, gravity) = self.sinking(mover.aabb.center, speed, self.rules.feel.fall, self.rules.feel.gravity);
        let fall = approach(speed, limit, gravity * TICK);
        let velocity = Vec2::new(self.rolls(index).unwrap_or(self.state.crates[index].velocity.x), fall);
        let slide = self.seen_by(who, &[], |world| world.slide(&mover, velocity * TICK));
        self.shift_crate(index, slide.moved);
        self.take_riders_along(index, slide.moved);
        self.state.crates[index].velocity = clip(velocity, &slide.touches);
        let mover = self.probe().mover_of(who);
        if let Some(ground) = self.seen_by(who, &[], |world| world.ground_below(&mover, LANDING_REACH)) {
            self.shift_crate(index, ground.drop);
            self.take_riders_along(index, ground.drop);
            let bounces =
                fall >= self.rules.feel.bounce_from && self.material_below_crate(index).surface == Surface::Bouncy;
            self.state.crates[index].velocity =
                if bounces { Vec2::NEG_Y * fall * self.rules.feel.bounce } else { Vec2::ZERO };
            self.state.crates[index].grounded = !bounces;
            if fall > LANDING_SPEED {
                events.push(Event::CrateLanded { index: named(index), speed: fall });
            }
        }
        if self.has_fallen_out(&self.probe().mover_of(who).aabb) {
            self.break_crate(index, events);
        } else if fall >= 0.0 {
            self.throw_crate(index, events);
        }
    }

    /// Where a spool goes down or through the air, it keeps those who ride on it.
    fn take_riders_along(&mut self, index: usize, way: Vec2) {
        if way != Vec2::ZERO && self.rolls(index).is_some() {
            self.carry_on_crate(index, way);
        }
    }

    /// A crate without room, or one that fell out of the level, is gone for a while.
    pub(super) fn break_crate(&mut self, index: usize, events: &mut Vec<Event>) {
        let back = match self.level.objects[self.state.crates[index].object as usize].kind {
            ObjectKind::RollingSpool { back, .. } => back,
            _ => self.rules.feel.crate_return,
        };
        // One more, because crates are counted down later in this very tick.
        self.state.take_crate_away(index, ticks(back) + 1);
        events.push(Event::CrateBroke { index: named(index) });
    }

    /// All crates return to their places, as soon as those are free.
    pub(super) fn reset_crates(&mut self) {
        for index in 0..self.state.crates.len() {
            self.state.take_crate_away(index, 1);
        }
        // Those that are not there will be at their places, too.
        self.state.absent.values_mut().for_each(|absent| absent.item = None);
    }

    /// Counts down, and puts the crate back at its place where nothing is in it.
    fn bring_crate_back(&mut self, index: usize, events: &mut Vec<Event>) {
        if self.state.crates[index].away > 1 {
            self.state.crates[index].away -= 1;
            return;
        }
        let place = self.level.objects[self.state.crates[index].object as usize].aabb;
        let who = Movable::Crate(index);
        let mover = Mover { aabb: place, ..self.probe().mover_of(who) };
        if self.seen_by(who, &[], |world| world.probe().depth(&mover)) > ROOM_SLACK {
            return;
        }
        let body = self.state.crates[index].body;
        self.state.change_body(body, |body| (body.aabb, body.enabled) = (place, true));
        self.state.crates[index].away = 0;
        self.state.crates[index].previous_center = place.center;
        events.push(Event::CrateReturned { index: named(index) });
    }

    /// Pushes a crate out of what the solver sees it overlap, at most by its skin.
    pub(super) fn unstick_crate(&mut self, index: usize, before: CollisionView) {
        if self.state.crates[index].is_away() {
            return;
        }
        let who = Movable::Crate(index);
        let mover = self.probe().mover_of(who);
        let out = self.seen_by(who, &[], |world| world.way_out(&mover, before));
        self.shift_crate(index, out);
    }

    /// How deep a crate overlaps anything, in pixels.
    pub(super) fn crate_depth(&mut self, index: usize) -> f32 {
        if self.state.crates[index].is_away() {
            return 0.0;
        }
        let who = Movable::Crate(index);
        let mover = self.probe().mover_of(who);
        self.seen_by(who, &[], |world| world.probe().depth(&mover))
    }

    fn shift_crate(&mut self, index: usize, by: Vec2) {
        let body = self.state.crates[index].body;
        self.state.change_body(body, |body| body.aabb = body.aabb.moved(by));
    }
}

/// A crate's name in events.
fn named(index: usize) -> u32 {
    index as u32
}

impl State {
    pub(super) fn take_crate_away(&mut self, index: usize, for_ticks: u32) {
        let item = &mut self.crates[index];
        item.away = for_ticks;
        item.velocity = Vec2::ZERO;
        item.grounded = false;
        let body = item.body;
        self.space.bodies.enable(body, false);
    }
}

//! Crates: they fall, rest on slopes, ride platforms, stack, and are pushed by a walking player. Ice, belts, elastic and water act
//! on them as on the player.

use glam::Vec2;
use serde::{Deserialize, Serialize};

use crate::feel::ticks;
use crate::player::Intent;
use crate::things::carry::{CARRY_REACH, FEW_CRATES};
use crate::tolerance::ROOM_SLACK;
use crate::world::has_fallen_out;
use crate::{Event, State, TICK, World};
use seamwalker_collide::controller::{Ground, LANDING_REACH, approach, clip};
use seamwalker_collide::{Aabb, Body, BodyId, CollisionView, DEFAULT_SKIN, Mover, Obstacle, Solver, Tag};
use seamwalker_level::{Material, ObjectKind, Surface};

/// A crate as it is now.
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
    /// Ticks until it returns, which needs its place to be free; 0 when it is there.
    pub away: u32,
}

impl Crate {
    /// A crate at its place.
    pub(crate) fn new(object: u32, body: BodyId, center: Vec2) -> Self {
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

/// Landings slower than this are no events, px/s.
const CRATE_LANDING_SPEED: f32 = 40.0;

/// A crate is alone if no other body is nearer than this, in pixels, and [`ALONE_WAYS`] times the longest way of a crate in this tick.
/// Larger values leave fewer of them alone; smaller ones must exceed how far a slide looks beyond its way.
const ALONE_DISTANCE: f32 = 12.0;

/// See [`ALONE_DISTANCE`]. Two ways, of which one counts along x and y together.
const ALONE_WAYS: f32 = 2.5;

/// Crates count as going at least this far in a tick, in pixels, so that belts may move them.
const ALONE_WAY: f32 = 8.0;

/// A crate that gets less than this part of its way has met something.
const BLOCKED_SHARE: f32 = 0.5;

impl World {
    /// A walking player pushes the crate ahead, slowly, along with its load.
    pub(crate) fn push_crate(&mut self, intent: &Intent, events: &mut Vec<Event>) {
        let player = &self.state.player;
        let walks = self.rules.ground_assist && player.is_grounded() && !player.climbs && !player.ducked;
        let speed = player.surface_speed();
        if !walks || intent.x == 0.0 || speed * intent.x <= 0.0 {
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
        let pushed = self.with_carrier(|carrier, meter, space| carrier.push(meter, space, body, push));
        if pushed == Vec2::ZERO {
            return;
        }
        self.state.player.motion.velocity = self.state.player.tangent() * (intent.x * speed);
        if self.material_below_crate(index).surface == Surface::Ice {
            self.state.crates[index].velocity.x = intent.x * speed;
        }
        events.push(Event::CratePushed { index: named(index) });
    }

    /// Moves all crates by one tick, the lowest first, so that a stack falls together.
    pub(crate) fn move_crates(&mut self, events: &mut Vec<Event>) {
        self.show_player();
        for index in 0..self.state.crates.len() {
            if self.state.crates[index].is_away() {
                self.bring_crate_back(index, events);
            }
        }
        self.scratch.carrier.iter_mut().for_each(|carrier| carrier.forget_carriers());
        let mut moving = std::mem::take(&mut self.scratch.moving);
        let is_there = |index: usize| self.state.crates.get(index).is_some_and(|item| !item.is_away());
        // The order of the last tick is nearly right.
        moving.retain(|(_, index)| is_there(*index));
        if moving.len() != self.state.crates.iter().filter(|item| !item.is_away()).count() {
            moving.clear();
            moving.extend((0..self.state.crates.len()).filter(|i| is_there(*i)).map(|i| (Aabb::default(), i)));
        }
        for (aabb, index) in &mut moving {
            *aabb = self.state.crate_box(*index);
        }
        moving.sort_unstable_by(|(a, i), (b, j)| b.max().y.total_cmp(&a.max().y).then(i.cmp(j)));
        self.mark_alone(&moving);
        for &(_, index) in &moving {
            self.move_crate(index, events);
        }
        self.scratch.moving = moving;
    }

    /// Notes which crates have no other body near, until the tick ends: their queries skip bodies, and they carry and push nothing.
    /// `moving` lists them with their boxes, the lowest first.
    fn mark_alone(&mut self, moving: &[(Aabb, usize)]) {
        let (State { space, crates, platforms, .. }, alone) = (&self.state, &mut self.scratch.alone);
        alone.clear();
        if self.rules.solver.view() != CollisionView::Thick
            || self.rules.skin > DEFAULT_SKIN
            || self.rules.feel.ground().step_down > ALONE_WAY
        {
            return;
        }
        let squares = crates.iter().map(|item| item.velocity.length_squared());
        let fastest = squares.fold(0.0, f32::max).sqrt() + self.cache.fastest_roll;
        let near = ALONE_DISTANCE + ALONE_WAYS * ALONE_WAY.max(fastest * TICK);
        alone.resize(crates.len(), true);
        let bodies: &[Body] = &space.bodies;
        let (before, after) = (&bodies[..platforms.len()], &bodies[platforms.len() + crates.len()..]);
        for (i, &(aabb, own)) in moving.iter().enumerate() {
            let area = aabb.grown(near);
            if crates.len() > FEW_CRATES {
                alone[own] = !space.bodies.any_near(&area, |id, _| id != crates[own].body);
                continue;
            }
            // Of two crates, the lower one finds the other, and those above that are too far up end the search.
            let top = area.min().y;
            for (other, index) in moving[i + 1..].iter().take_while(|(other, _)| other.max().y > top) {
                if other.overlaps(&area) {
                    (alone[own], alone[*index]) = (false, false);
                }
            }
            let is_near = |body: &Body| body.aabb.overlaps(&area) && body.enabled;
            alone[own] = alone[own] && !before.iter().any(is_near) && !after.iter().any(is_near);
        }
    }

    /// Whether a crate has no other body near, in this tick.
    pub(super) fn is_alone(&self, index: usize) -> bool {
        self.scratch.alone.get(index).copied().unwrap_or(false)
    }

    /// Belts may be faster than [`ALONE_WAY`].
    pub(super) fn forget_alone_beyond(&mut self, way: Vec2) {
        if way.length_squared() > ALONE_WAY * ALONE_WAY {
            self.scratch.alone.clear();
        }
    }

    /// What ground does to a crate that stands on it: belts move it along with its load, on ice it keeps gliding.
    fn move_with_ground(&mut self, index: usize, (mover, ground): (&Mover, &Ground)) {
        let material = self.moving_ground_below(index);
        let glide = self.state.crates[index].velocity.x;
        let glide = if material.surface == Surface::Ice {
            approach(glide, 0.0, self.rules.feel.ice_friction * TICK)
        } else {
            0.0
        };
        self.state.crates[index].velocity = Vec2::new(glide, 0.0);
        let along = Vec2::new(-ground.normal.y, ground.normal.x);
        let delta = along * (f32::from(material.speed) + glide) * TICK;
        if delta == Vec2::ZERO {
            return;
        }
        self.forget_alone_beyond(delta);
        let body = self.state.crates[index].body;
        let way = self.slide_clear(index, mover, delta).unwrap_or_else(|| {
            self.with_carrier(|carrier, meter, space| {
                let mut way = Vec2::ZERO;
                // Where its load cannot come along, the crate stays.
                let _ = carrier.or_undo(space, |carrier, space| {
                    way = carrier.slide(meter, space, body, delta, &[]);
                    if carrier.carry(meter, space, body, way) { Ok(()) } else { Err(()) }
                });
                way
            })
        });
        if way.length() < delta.length() * BLOCKED_SHARE {
            self.state.crates[index].velocity = Vec2::ZERO;
        }
    }

    /// Slides a crate that has nothing near to carry or to push, and returns how far; `None` for another. `mover` is the crate's, if that
    /// is alone.
    pub(super) fn slide_clear(&mut self, index: usize, mover: &Mover, delta: Vec2) -> Option<Vec2> {
        let near = if self.is_alone(index) { None } else { Some(self.crate_mover(index)) };
        if let Some(Mover { aabb, .. }) = near
            && self.probe().is_occupied(&aabb.grown(delta.length() + CARRY_REACH), Some(index))
        {
            return None;
        }
        let (meter, state) = self.meter();
        let way = meter.slide(&state.space, near.as_ref().unwrap_or(mover), delta).moved;
        self.shift_crate(index, way);
        Some(way)
    }

    /// The belt or ice that a crate stands on; any other material counts as the default one. Levels without any of them need
    /// no query.
    pub(super) fn moving_ground_below(&self, index: usize) -> Material {
        let moves = |tag: Tag| {
            let material = Material::from_tag(tag);
            material.surface == Surface::Ice || material.speed != 0
        };
        let terrain = &self.state.space.terrain;
        // Pieces are built on first use: only solvers that see them do that. Bodies are neither belts nor ice.
        let any = match self.rules.solver.view() {
            CollisionView::Pieces => {
                self.cache.moving_pieces.get_or_init(|| terrain.pieces().iter().any(|p| moves(p.tag)))
            }
            _ => self.cache.moving_edges.get_or_init(|| terrain.edges().iter().any(|e| moves(e.tag))),
        };
        if *any { self.material_below_crate(index) } else { Material::default() }
    }

    /// What a crate stands on.
    fn material_below_crate(&self, index: usize) -> Material {
        self.probe().material_below(&self.crate_mover(index))
    }

    /// One crate: it stays on its ground, or falls.
    fn move_crate(&mut self, index: usize, events: &mut Vec<Event>) {
        if self.state.crates[index].grounded {
            if let Some((mover, ground)) = self.put_on_ground(index, self.rules.feel.ground().step_down) {
                match self.rolls(index) {
                    Some(speed) => self.roll_spool(index, speed, (&mover, &ground), events),
                    None => self.move_with_ground(index, (&mover, &ground)),
                }
                return;
            }
            self.state.crates[index].grounded = false;
        }
        let speed = self.state.crates[index].velocity.y;
        let free_fall = (self.rules.feel.fall, self.rules.feel.gravity);
        let middle = self.state.crate_box(index).center;
        let (limit, gravity) = self.rules.fall_in_water(&self.level, middle, speed, free_fall);
        let fall = approach(speed, limit, gravity * TICK);
        let velocity = Vec2::new(self.rolls(index).unwrap_or(self.state.crates[index].velocity.x), fall);
        let mover = self.crate_mover(index);
        let (meter, state) = self.meter();
        let slide = meter.slide(&state.space, &mover, velocity * TICK);
        self.shift_with_riders(index, slide.moved);
        self.state.crates[index].velocity = clip(velocity, &slide.touches);
        if self.put_on_ground(index, LANDING_REACH).is_some() {
            let bounces =
                fall >= self.rules.feel.bounce_from && self.material_below_crate(index).surface == Surface::Bouncy;
            self.state.crates[index].velocity =
                if bounces { Vec2::NEG_Y * fall * self.rules.feel.bounce } else { Vec2::ZERO };
            self.state.crates[index].grounded = !bounces;
            if fall > CRATE_LANDING_SPEED {
                events.push(Event::CrateLanded { index: named(index), speed: fall });
            }
        }
        if has_fallen_out(&self.level, &self.state.crate_box(index)) {
            self.break_crate(index, events);
        } else if fall >= 0.0 {
            self.state.launch_crate(&self.level, &self.cache, &self.rules.feel, index, events);
        }
    }

    /// Puts a crate on the ground at most `reach` pixels below it.
    fn put_on_ground(&mut self, index: usize, reach: f32) -> Option<(Mover, Ground)> {
        let mut mover = self.crate_mover(index);
        let (meter, state) = self.meter();
        let ground = meter.ground_below(&state.space, &mover, reach)?;
        self.shift_with_riders(index, ground.drop);
        mover.aabb.center += ground.drop;
        Some((mover, ground))
    }

    /// Moves a crate. A spool that moves down or through the air keeps its riders.
    fn shift_with_riders(&mut self, index: usize, way: Vec2) {
        if way == Vec2::ZERO {
            return;
        }
        self.shift_crate(index, way);
        if !self.is_alone(index) && self.rolls(index).is_some() {
            let body = self.state.crates[index].body;
            self.with_carrier(|carrier, meter, space| carrier.carry(meter, space, body, way));
        }
    }

    /// Breaks a crate that has no room or fell out of the level. It returns after a while.
    pub(crate) fn break_crate(&mut self, index: usize, events: &mut Vec<Event>) {
        let back = match self.level.objects[self.state.crates[index].object as usize].kind {
            ObjectKind::RollingSpool { back, .. } => back,
            _ => self.rules.feel.crate_return,
        };
        // One more, because crates are counted down later in this very tick.
        self.state.take_crate_away(index, ticks(back) + 1);
        events.push(Event::CrateBroke { index: named(index) });
    }

    /// Counts down, and puts the crate back at its place where nothing is in it.
    fn bring_crate_back(&mut self, index: usize, events: &mut Vec<Event>) {
        if self.state.crates[index].away > 1 {
            self.state.crates[index].away -= 1;
            return;
        }
        let place = self.level.objects[self.state.crates[index].object as usize].aabb;
        let mover = Mover { aabb: place, ..self.crate_mover(index) };
        if self.probe().border_depth(&mover) > ROOM_SLACK {
            return;
        }
        let body = self.state.crates[index].body;
        self.state.change_body(body, |body| (body.aabb, body.enabled) = (place, true));
        self.state.crates[index].away = 0;
        self.state.crates[index].previous_center = place.center;
        events.push(Event::CrateReturned { index: named(index) });
    }

    /// Pushes a crate out of what the solver sees it overlap, at most by its skin.
    pub(crate) fn unstick_crate(&mut self, index: usize, before: CollisionView) {
        if self.state.crates[index].is_away() {
            return;
        }
        let mover = self.crate_mover(index);
        let out = self.way_out(&mover, before);
        self.shift_crate(index, out);
    }

    /// How deep a crate overlaps the borders of anything, in pixels.
    pub(crate) fn crate_depth(&self, index: usize) -> f32 {
        let is_away = self.state.crates[index].is_away();
        if is_away { 0.0 } else { self.probe().border_depth(&self.crate_mover(index)) }
    }

    pub(super) fn shift_crate(&mut self, index: usize, by: Vec2) {
        let body = self.state.crates[index].body;
        self.state.change_body(body, |body| body.aabb = body.aabb.moved(by));
    }
}

/// The index of a crate in events.
fn named(index: usize) -> u32 {
    index as u32
}

impl State {
    /// All crates return to their places, as soon as those are free.
    pub(crate) fn reset_crates(&mut self) {
        for index in 0..self.crates.len() {
            self.take_crate_away(index, 1);
        }
    }

    pub(crate) fn take_crate_away(&mut self, index: usize, for_ticks: u32) {
        let item = &mut self.crates[index];
        item.away = for_ticks;
        item.velocity = Vec2::ZERO;
        item.grounded = false;
        let body = item.body;
        self.space.bodies.enable(body, false);
    }
}

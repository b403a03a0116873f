//! Moths, pin bugs, spare thread, springs and scissors: what is met in the air and on the ground. Where a moth or a bug is
//! follows from the time alone, so that nothing ever drifts.

use std::sync::Arc;

use glam::Vec2;
use serde::{Deserialize, Serialize};

use super::feel::ticks;
use super::platform::Track;
use super::{Event, Feel, Player, Rules, TICK, World};
use crate::collide::{Aabb, Direction, Mover, Solver, SolverSetup, Space};
use crate::level::{Flight, Level, Object, ObjectKind};

/// A moth, a pin bug or spare thread as it is now.
///
/// ```
/// use glam::Vec2;
/// use seamwalker::sim::Thing;
///
/// let moth = Thing { object: 3, center: Vec2::ZERO, previous_center: Vec2::ZERO, faces_left: false, away: 90 };
/// assert!(moth.is_away());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Thing {
    /// Index into the level's objects.
    pub object: u32,
    /// Its middle.
    pub center: Vec2,
    /// Its middle a tick ago.
    pub previous_center: Vec2,
    /// Moves to the left.
    pub faces_left: bool,
    /// For how many more ticks it is away; 0 when it is there.
    pub away: u32,
}

impl Thing {
    /// Whether it was stomped or taken, and is not back yet.
    #[must_use]
    pub const fn is_away(&self) -> bool {
        self.away > 0
    }
}

/// How near the player keeps a moth from coming back, px.
const CLEAR: f32 = 16.0;

/// How much smaller than its picture is what of a creature hurts, px on each side.
const MERCY: f32 = 1.0;

/// How far below its middle a moth can still be stomped, px.
const STOMP_REACH: f32 = 3.0;

/// The steps in which a bug's way is measured before the game begins, px.
const PACE: f32 = 2.0;

/// How many such steps a bug goes at most, in each direction.
const MAX_PACES: usize = 2048;

/// How far below a bug its ground may be, at its start and at each step, px.
const DROP: f32 = 32.0;

/// How deep its ground may go down within a step, px: 45 degrees, and what its round corners hang over where that begins.
const STEP: f32 = 5.0;

/// Half the width of a bug's foremost foot, px.
const FOOT: f32 = 1.0;

/// A bug that gets less than this part of a step has met a wall.
const WALL: f32 = 0.3;

/// How near a bug goes to what it shuns, px.
const SHY: f32 = 8.0;

/// How long before they close scissors tremble, s.
const WARNING: f32 = 0.3;

/// How far trembling scissors are closed.
const TREMBLE: f32 = 0.15;

/// The moths, bugs and spare threads of a level, with their tracks.
pub(super) fn things(level: &Level) -> (Vec<Thing>, Vec<Track>) {
    let track = |object: &Object| match &object.kind {
        ObjectKind::Moth(flight) => Some(Track::of_flight(flight, object.aabb.center)),
        ObjectKind::PinBug { speed, faces_left } => Some(patrol(level, object.aabb, *speed, *faces_left)),
        ObjectKind::DashSpool => Some(Track::of_flight(&Flight::default(), object.aabb.center)),
        _ => None,
    };
    let found = (0..).zip(&level.objects).filter_map(|(index, object)| Some((index, track(object)?)));
    let made = found.map(|(object, track): (u32, Track)| {
        let center = track.at(0);
        let faces_left = track.at(1).x < center.x;
        (Thing { object, center, previous_center: center, faces_left, away: 0 }, track)
    });
    made.unzip()
}

/// The way of a bug: from where it stands as far as its ground goes, to both sides. Bodies do not stop it, but it keeps away
/// from scissors, and from checkpoints, where somebody may return.
fn patrol(level: &Level, place: Aabb, speed: f32, faces_left: bool) -> Track {
    let space = Space { terrain: Arc::clone(&level.terrain), ..Space::default() };
    let solver = SolverSetup::default();
    let mover = Mover::new(place);
    let down = Vec2::new(0.0, DROP);
    let landed = solver.cast(&space, &mover, down).map_or(mover, |hit| mover.moved(down * hit.fraction));
    // How high the ground is under the foremost foot.
    let ground_ahead = |bug: &Mover, side: f32| {
        let foot = bug.aabb.center + Vec2::new(side * (bug.aabb.half.x - FOOT), 0.0);
        let foot = Mover::new(Aabb::new(foot, Vec2::new(FOOT, bug.aabb.half.y))).with_skin(FOOT * 0.5);
        solver.cast(&space, &foot, down).map(|hit| foot.aabb.max().y + DROP * hit.fraction)
    };
    let shunned = |o: &&Object| matches!(o.kind, ObjectKind::Checkpoint | ObjectKind::Scissors { .. });
    let shunned: Vec<Aabb> = level.objects.iter().filter(shunned).map(|object| object.aabb.grown(SHY)).collect();
    let walk = |side: f32| {
        let (mut at, mut ahead) = (landed, ground_ahead(&landed, side));
        let mut way = Vec::new();
        for _ in 0..MAX_PACES {
            let slide = solver.slide(&space, &at, Vec2::new(side * PACE, 0.0));
            let there = at.moved(slide.moved);
            let reach = Vec2::new(0.0, STEP);
            let (Some(ground), Some(before), Some(now)) =
                (solver.cast(&space, &there, reach), ahead, ground_ahead(&there, side))
            else {
                break;
            };
            let is_edge = now - before > STEP || !Feel::default().walkable(ground.normal);
            let is_shunned = shunned.iter().any(|area| area.overlaps(&there.aabb) && !area.overlaps(&at.aabb));
            if is_edge || is_shunned || slide.moved.x * side < PACE * WALL {
                break;
            }
            (at, ahead) = (there.moved(reach * ground.fraction), Some(now));
            way.push(at.aabb.center);
        }
        way
    };
    let (left, right) = (walk(-1.0), walk(1.0));
    let track: Vec<Vec2> = left.iter().rev().copied().chain([landed.aabb.center]).chain(right).collect();
    let along: f32 = track.windows(2).take(left.len()).map(|pair| pair[0].distance(pair[1])).sum();
    Track::of_flight(&Flight { track, speed, ..Flight::default() }, landed.aabb.center).begun(along, faces_left)
}

impl World {
    /// How far scissors are closed in this tick: 0 open, 1 closed, a little while they tremble before that. 0 for all else.
    #[must_use]
    pub fn scissors(&self, kind: &ObjectKind) -> f32 {
        let ObjectKind::Scissors { open, .. } = *kind else { return 0.0 };
        let t = snip(kind, self.state.ticks);
        if t >= ticks(open).max(1) {
            1.0
        } else if t + ticks(WARNING) >= ticks(open) {
            TREMBLE
        } else {
            0.0
        }
    }

    /// Moves moths and bugs by one tick, brings back who was away, and closes scissors.
    pub(super) fn move_things(&mut self, events: &mut Vec<Event>) {
        let (fixed, level, player) = (Arc::clone(&self.cache), Arc::clone(&self.level), self.state.player.aabb);
        for (thing, track) in self.state.things.iter_mut().zip(fixed.ways.iter()) {
            thing.previous_center = thing.center;
            thing.center = track.at(self.state.ticks + 1);
            if thing.center.x != thing.previous_center.x {
                thing.faces_left = thing.center.x < thing.previous_center.x;
            }
            if thing.away == 0 {
                continue;
            }
            // Nothing that hurts comes back onto the player.
            let object = &level.objects[thing.object as usize];
            let place = Aabb::new(thing.center, object.aabb.half).grown(CLEAR);
            let waits = matches!(object.kind, ObjectKind::Moth(_)) && place.overlaps(&player);
            thing.away -= u32::from(thing.away > 1 || !waits);
            if thing.away == 0 {
                events.push(Event::Returned { object: thing.object });
            }
        }
        for &object in &fixed.blades {
            let kind = &self.level.objects[object as usize].kind;
            if let ObjectKind::Scissors { open, .. } = *kind
                && snip(kind, self.state.ticks) == ticks(open).max(1)
            {
                events.push(Event::Snipped { object });
            }
        }
    }

    /// Meets moths, bugs and spare thread. True when that hurts.
    pub(super) fn meet_things(&mut self, events: &mut Vec<Event>) -> bool {
        let level = Arc::clone(&self.level);
        let hurtbox = self.state.player.aabb.grown(-self.rules.feel.hurt_inset);
        for index in 0..self.state.things.len() {
            let Thing { object, center, away, .. } = self.state.things[index];
            if away > 0 {
                continue;
            }
            let Object { kind, aabb, .. } = &level.objects[object as usize];
            let place = Aabb::new(center, aabb.half);
            match kind {
                ObjectKind::DashSpool
                    if place.overlaps(&self.state.player.aabb) && self.state.player.refill_dash(&self.level) =>
                {
                    self.state.things[index].away = ticks(self.rules.feel.thread_return).max(1);
                    events.push(Event::DashRefilled { object });
                }
                ObjectKind::Moth(_) if place.overlaps(&self.state.player.aabb) && self.state.player.stomps(center) => {
                    self.state.things[index].away = ticks(self.rules.feel.moth_return).max(1);
                    self.state.player.stomp(&self.rules, &self.level, self.state.holds_jump());
                    events.push(Event::Stomped { object });
                }
                ObjectKind::Moth(_) | ObjectKind::PinBug { .. } if place.grown(-MERCY).overlaps(&hurtbox) => {
                    return true;
                }
                _ => {}
            }
        }
        false
    }

    /// Whether closed blades are where the player is.
    pub(super) fn is_cut(&self, hurtbox: &Aabb) -> bool {
        self.cache.blades.iter().any(|&object| {
            let Object { kind, aabb, .. } = &self.level.objects[object as usize];
            aabb.overlaps(hurtbox) && self.scissors(kind) == 1.0
        })
    }

    /// A spring throws a crate that came down on it.
    pub(super) fn throw_crate(&mut self, index: usize, events: &mut Vec<Event>) {
        let (level, fixed) = (Arc::clone(&self.level), Arc::clone(&self.cache));
        let aabb = self.state.body(self.state.crates[index].body).aabb;
        for &object in &fixed.springs {
            let spring = &level.objects[object as usize];
            if let ObjectKind::Spring { direction: Direction::Up, height } = spring.kind
                && spring.aabb.overlaps(&aabb)
            {
                self.state.crates[index].velocity.y = -(2.0 * self.rules.feel.gravity * height).sqrt();
                self.state.crates[index].grounded = false;
                events.push(Event::Sprung { object });
            }
        }
    }

    /// The wind where the player is, px/s.
    pub(super) fn wind(&self) -> Vec2 {
        let middle = self.state.player.aabb.center;
        let blows = |object: &u32| match &self.level.objects[*object as usize] {
            Object { kind: ObjectKind::Wind { direction, speed }, aabb, .. } if aabb.contains(middle) => {
                Some(direction.normal() * *speed)
            }
            _ => None,
        };
        self.cache.winds.iter().filter_map(blows).sum()
    }
}

/// Where scissors are in their cycle, in ticks.
fn snip(kind: &ObjectKind, now: u64) -> u32 {
    let ObjectKind::Scissors { open, closed, phase } = *kind else { return 0 };
    let cycle = ticks(open).max(1) + ticks(closed).max(1);
    let offset = (cycle as f32 * phase).round() as u64;
    ((now + offset) % u64::from(cycle)) as u32
}

impl Player {
    /// Whether the player meets something at this height from above, or in a dash.
    pub(super) fn stomps(&self, middle: Vec2) -> bool {
        let feet = self.feet().y - self.velocity.y.max(0.0) * TICK;
        self.dash > 0 || self.velocity.y >= 0.0 && !self.grounded && feet <= middle.y + STOMP_REACH
    }

    /// Off a moth: upwards, and higher while jump is held. A dash goes on through it.
    pub(super) fn stomp(&mut self, rules: &Rules, level: &Level, held: bool) {
        self.refill_dash(level);
        if self.dash > 0 {
            return;
        }
        let (hold, late) = (ticks(rules.feel.jump_hold), rules.coyote());
        self.velocity.y = -rules.feel.stomp;
        self.jump_speed = self.velocity.y;
        (self.jump_hold, self.late_bounce_window) = if held { (hold, 0) } else { (0, late) };
        (self.coyote, self.buffer) = (0, 0);
        self.max_fall = rules.feel.fall;
        self.wall_slide = ticks(rules.feel.wall_slide_time);
    }

    /// A spring throws the player who comes to it, unless it is on the way already.
    pub(super) fn spring_off(
        &mut self,
        feel: &Feel,
        level: &Level,
        object: u32,
        direction: Direction,
        height: f32,
        events: &mut Vec<Event>,
    ) {
        let away = direction.normal();
        if self.velocity.dot(away) > 0.0 {
            return;
        }
        let speed = (2.0 * feel.gravity * height).sqrt();
        let velocity = if away.x == 0.0 {
            Vec2::new(self.velocity.x, away.y * speed)
        } else {
            Vec2::new(away.x * feel.spring_side, -feel.spring_lift)
        };
        self.leave_ground();
        self.velocity = velocity;
        (self.dash, self.jump_hold, self.late_bounce_window) = (0, 0, 0);
        (self.coyote, self.retain_ticks) = (0, 0);
        (self.climbs, self.on_wall, self.max_fall) = (false, false, feel.fall);
        if away.x != 0.0 {
            (self.wall_lock, self.wall_lock_x) = (ticks(feel.wall_jump_lock), away.x);
            self.faces_left = away.x < 0.0;
        }
        self.refill_dash(level);
        events.push(Event::Sprung { object });
    }
}

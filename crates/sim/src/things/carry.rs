//! Platforms and crates carry, push and crush as in the library ([`Carrier`]). This file adds which bodies take part, and what
//! happens to those without room.

use std::sync::Arc;

use glam::Vec2;

use super::turning::pose_at;
use crate::meter::Meter;
use crate::probe::Probe;
use crate::{Death, Event, PlatformState, State, TICK, TICK_RATE, World};
use seamwalker_collide::controller::Lift;
use seamwalker_collide::{Aabb, Body, BodyId, Carrier, Crush, Layers, Mover, Passenger, Space};
use seamwalker_level::{Platform, Start};

/// Up to how many crates are looked at one by one, without the broad phase of the space.
pub(super) const FEW_CRATES: usize = 32;

/// A body neither carries nor pushes what is farther than this from its way, px: more than the carrier's own reach.
pub(super) const CARRY_REACH: f32 = 1.0;

impl World {
    /// Moves all platforms by one tick, those that yield least first.
    pub(crate) fn move_platforms(&mut self, events: &mut Vec<Event>) {
        let cache = Arc::clone(&self.cache);
        for &index in &cache.order {
            self.move_platform(index, events);
        }
    }

    fn move_platform(&mut self, index: usize, events: &mut Vec<Event>) {
        let body = self.state.platforms[index].body;
        let aabb = self.state.body(body).aabb;
        if self.rests(index) && !self.probe().is_occupied(&aabb.grown(CARRY_REACH), None) {
            return;
        }
        let before = self.state.platforms[index].clock;
        let Some(target) = self.next_place(index, events) else { return };
        if self.platform(index).turning.is_some() {
            return self.turn_platform(index, before, events);
        }
        let delta = target - aabb.center;
        self.state.platforms[index].velocity = delta * TICK_RATE as f32;
        if !self.probe().is_occupied(&aabb.swept(delta).grown(CARRY_REACH), None) {
            return self.state.change_body(body, |body| body.aabb.center = target);
        }
        self.with_carrier(|carrier, meter, space| carrier.start_move(meter, space, body, target));
        self.finish_push(events);
    }

    /// Whether only a rider, or a passenger in its way, would make a platform move.
    fn rests(&self, index: usize) -> bool {
        let PlatformState { moving, velocity, clock, .. } = self.state.platforms[index];
        !moving
            && velocity == Vec2::ZERO
            && match *self.platform(index) {
                Platform { gives_way: Some(way), .. } => clock == 0 && (way.falls || !self.is_in_wind(index)),
                Platform { start, .. } => !matches!(start, Start::Opened | Start::Weighed),
            }
    }

    /// Where a platform goes in this tick, or how far it turns; `None` when it is not there.
    fn next_place(&mut self, index: usize, events: &mut Vec<Event>) -> Option<Vec2> {
        let platform = self.platform(index);
        let (start, gives_way) = (platform.start, platform.gives_way);
        if let Some(gives_way) = gives_way {
            return self.next_place_of_patch(index, gives_way, events);
        }
        if start == Start::Opened {
            return Some(self.next_place_of_door(index, events));
        }
        if start == Start::Weighed {
            let clock = self.next_clock_of_seesaw(index);
            self.state.platforms[index].clock = clock;
            return Some(self.cache.tracks[index].at(clock));
        }
        if !self.state.platforms[index].moving && self.is_ridden(index) {
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

    /// Puts the platforms that a rider has started back to where they waited.
    pub(crate) fn rewind_ridden(&mut self) {
        for index in 0..self.state.platforms.len() {
            if self.platform(index).start == Start::Ridden && self.state.platforms[index].moving {
                self.put_platform(index, 0);
                let platform = &mut self.state.platforms[index];
                (platform.moving, platform.velocity) = (false, Vec2::ZERO);
            }
        }
    }

    /// Puts a platform where it is after it has been moving for `clock` ticks.
    pub(crate) fn put_platform(&mut self, index: usize, clock: u64) {
        let pose = pose_at(self.platform(index), &self.cache.tracks[index], clock);
        let platform = &mut self.state.platforms[index];
        (platform.clock, platform.previous_center) = (clock, pose.at);
        self.state.space.bodies.set_pose(platform.body, pose);
    }

    /// Whether a crate or the player stands on a platform.
    pub(crate) fn is_ridden(&mut self, index: usize) -> bool {
        let body = self.state.platforms[index].body;
        self.with_carrier(|carrier, meter, space| carrier.any_rider(meter, space, body, |_| true))
    }

    /// Finishes a push of the carrier; what has no room is squished.
    pub(crate) fn finish_push(&mut self, events: &mut Vec<Event>) {
        while let Some(crush) = self.with_carrier(|carrier, meter, space| carrier.next_crush(meter, space)) {
            self.squish(&crush, events);
        }
    }

    fn squish(&mut self, crush: &Crush, events: &mut Vec<Event>) {
        // When the player is the pusher, crush the player, not the crate.
        match self.state.crate_of(crush.body).filter(|_| crush.pusher != self.state.player_body()) {
            Some(index) => self.break_crate(index, events),
            None => self.squish_player(events),
        }
    }

    /// Nudges the player to where there is room; where there is none, it dies.
    fn squish_player(&mut self, events: &mut Vec<Event>) {
        if self.state.player.is_dead() {
            return;
        }
        match self.probe().room_nearby() {
            Some((aabb, ducked)) => {
                self.state.player.motion.mover.aabb = aabb;
                self.state.player.ducked = ducked;
            }
            None => self.state.kill_player(&self.rules.feel, Death::Squished, events),
        }
    }

    /// Lets the carrier act on the space with all crates and the player as its passengers: crates by their indices, then the player.
    pub(crate) fn with_carrier<T>(&mut self, act: impl FnOnce(&mut Carrier, &Meter, &mut Space) -> T) -> T {
        let (body, lift_keep) = (self.show_player(), self.rules.feel.lift_keep);
        let mut carrier = self.passengers();
        let (meter, state) = self.meter();
        let answer = act(&mut carrier, &meter, &mut state.space);
        if let Some(way) = carrier.passenger_mut(body).and_then(|player| player.carried.take()) {
            state.player.motion.lift = Lift::new(way / TICK, lift_keep + TICK, TICK);
        }
        self.scratch.carrier = Some(carrier);
        if self.probe().player_takes_part() {
            self.state.player.motion.mover.aabb = self.state.body(body).aabb;
        }
        answer
    }

    /// Puts the player's body where the player is, for those that meet it; the player itself ignores it.
    pub(crate) fn show_player(&mut self) -> BodyId {
        let (body, there) = (self.state.player_body(), self.probe().player_takes_part());
        let aabb = self.state.player.aabb();
        self.state.change_body(body, |body| (body.aabb, body.enabled) = (aabb, there));
        body
    }

    /// The carrier, with the passengers as they are now.
    fn passengers(&mut self) -> Box<Carrier> {
        let mut carrier = self.scratch.carrier.take().unwrap_or_default();
        let (skin, player) = (self.rules.skin, &self.state.player);
        let own = Passenger {
            skin,
            rides: player.is_grounded(),
            one_way_height: self.probe().player_mover().one_way_height,
            pushes: false,
            ..Passenger::new(self.state.player_body())
        };
        let (crates, last) = (&self.state.crates, self.state.crates.len());
        let is_same = |known: &Passenger| known.body == own.body && known.skin == skin;
        if carrier.passengers().len() != last + 1 || !carrier.passengers().get(last).is_some_and(is_same) {
            let crates = crates.iter().map(|item| Passenger { skin, ..Passenger::new(item.body) });
            *carrier = Carrier::new(crates.chain([own]).collect());
        }
        carrier.ground = self.rules.feel.ground();
        carrier.passenger_mut(own.body).into_iter().for_each(|player| *player = own);
        carrier
    }

    /// A crate as the solver sees it.
    pub(crate) fn crate_mover(&self, index: usize) -> Mover {
        let body = self.state.crates[index].body;
        let mover = Mover::new(self.state.body(body).aabb).with_skin(self.rules.skin);
        let meets = if self.is_alone(index) { Layers::NONE } else { Layers::ALL };
        Mover { ignores: Some(body), meets, ..mover }
    }
}

impl State {
    /// Whether `is` holds for a crate that is there and overlaps `area`.
    pub(crate) fn any_crate_near(&self, area: &Aabb, is: impl Fn(usize) -> bool) -> bool {
        if self.crates.len() > FEW_CRATES {
            return self.space.bodies.any_near(area, |id, _| self.crate_of(id).is_some_and(&is));
        }
        let all: &[Body] = &self.space.bodies;
        let bodies = &all[self.platforms.len()..][..self.crates.len()];
        let is_near = |body: &Body| body.aabb.overlaps(area) && body.enabled;
        bodies.iter().enumerate().any(|(index, body)| is_near(body) && is(index))
    }

    /// Takes the player's body out of the space. It has no place then, so that the last query is no part of the state.
    pub(crate) fn hide_player(&mut self) {
        self.change_body(self.player_body(), |body| (body.aabb, body.enabled) = (Aabb::default(), false));
    }

    /// The crate of a body.
    pub(crate) fn crate_of(&self, body: BodyId) -> Option<usize> {
        (body.0 as usize).checked_sub(self.platforms.len()).filter(|index| *index < self.crates.len())
    }

    /// Where a crate is.
    pub(crate) fn crate_box(&self, index: usize) -> Aabb {
        self.body(self.crates[index].body).aabb
    }
}

impl Probe<'_> {
    /// Whether a crate, apart from one, or the player is in a box.
    pub fn is_occupied(&self, aabb: &Aabb, apart_from: Option<usize>) -> bool {
        self.player_takes_part() && self.state.player.aabb().overlaps(aabb)
            || self.state.any_crate_near(aabb, |index| Some(index) != apart_from)
    }

    /// The nearest place for the player, standing or ducked, at most a few pixels away.
    pub fn room_nearby(&self) -> Option<(Aabb, bool)> {
        let player = &self.state.player;
        let half = self.rules.feel.half(true);
        let low = player.with_half(half);
        let high = Aabb::new(Vec2::new(low.center.x, player.aabb().min().y + half.y), half);
        let shapes = [(player.aabb(), player.ducked), (low, true), (high, true)];
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
}

//! A controller among moving bodies: its own body, which platforms carry and push, and the crates that it pushes.

use glam::Vec2;

use super::air::MIN_WALL_NORMAL;
use super::character::{Controller, ControllerState, Intent};
use super::jump::{Lift, shared_length};
use crate::body::Body;
use crate::carrier::{Carrier, Passenger, update_bit};
use crate::contact::{BodyId, Obstacle};
use crate::mover::Mover;
use crate::solver::Solver;
use crate::space::Space;

/// How near a crate must be to be pushed, in pixels: a slide stops within a hundredth.
const PUSH_REACH: f32 = 0.1;

impl Controller {
    /// The body that it stands on.
    #[must_use]
    pub fn rides(&self) -> Option<BodyId> {
        self.state.ground?.body()
    }

    /// Gives it a body, so that platforms carry and push it, and crates stop at it. It is no obstacle for the character itself.
    /// [`Body::priority`] is 255: everything pushes it, and it pushes nothing by itself. Give the passenger to a [`Carrier`], and see
    /// [`Carrier::tick`].
    ///
    /// Other characters stop at it as well, unless [`Mover::meets`] lets them through. They meet it where it was placed last: see
    /// [`Controller::place_body`]. A body is a box, also that of a character that moves as a disk: among disks, let characters pass
    /// each other, or make their boxes smaller than the disks.
    pub fn add_body(&mut self, space: &mut Space) -> Passenger {
        let body = space.bodies.push(Body { priority: u8::MAX, ..Body::new(self.state.mover.aabb) });
        (self.state.body, self.state.mover.ignores) = (Some(body), Some(body));
        self.passenger_of(body)
    }

    /// It as a passenger, for a new [`Carrier`]; `None` before [`Controller::add_body`].
    #[must_use]
    pub fn passenger(&self) -> Option<Passenger> {
        self.state.body.map(|body| self.passenger_of(body))
    }

    fn passenger_of(&self, body: BodyId) -> Passenger {
        let ControllerState { mover, ground, velocity, drop, .. } = self.state;
        let Mover { skin, up, drops_through, one_way_height, meets, passes, .. } = mover;
        let own = Passenger { skin, up, drops_through, one_way_height, meets, passes, ..Passenger::new(body) };
        // At rest in the air, it may have been placed on a platform: the carrier looks whether it was.
        Passenger { rides: ground.is_some() || velocity == Vec2::ZERO && drop.is_none(), pushes: false, ..own }
    }

    /// Puts its body where it is now, so that other characters and queries meet it there. For characters that stop at each other, call
    /// it after each [`Controller::step`].
    pub fn place_body(&self, space: &mut Space) {
        if let Some(body) = self.state.body {
            space.bodies.place(body, self.state.mover.aabb);
        }
    }

    /// Puts its body where it is now, and tells the carrier whether it stands. To be called after [`Carrier::begin`] and before platforms
    /// move; [`Carrier::tick`] does that.
    pub fn update_passenger(&self, carrier: &mut Carrier, space: &mut Space) {
        let Some(body) = self.state.body else { return };
        self.place_body(space);
        if let Some(passenger) = carrier.passenger_mut(body) {
            *passenger = Passenger { carried: passenger.carried, ..self.passenger_of(body) };
            carrier.updated |= update_bit(body);
            carrier.awaited |= update_bit(body);
        }
    }

    /// Goes where its body was carried or pushed to. `dt` is the length of a tick in seconds. To be called after platforms have
    /// moved; [`Carrier::tick`] does that.
    pub fn follow_passenger(&mut self, carrier: &mut Carrier, space: &Space, dt: f32) {
        let Some(body) = self.state.body else { return };
        debug_assert!(carrier.updated & update_bit(body) != 0, "no Controller::update_passenger after Carrier::begin");
        carrier.awaited &= !update_bit(body);
        let Some(passenger) = carrier.passenger(body) else { return };
        if let Some(body) = space.bodies.get(body) {
            self.state.mover.aabb = body.aabb;
        }
        self.state.carried = passenger.carried.unwrap_or_default();
        let boarded = core::mem::take(&mut self.state.boarded);
        if let Some(way) = passenger.carried {
            let (lift, drift) = (self.state.lift, self.state.mover.right() * self.state.drift);
            let before = if lift.ticks > 0 { lift.velocity } else { drift };
            self.state.lift = Lift::new(way / dt, self.settings.lift_keep, dt);
            if boarded {
                // From now on its velocity is relative to this body. Its own is what it had relative to the last one, less what that
                // has in common with the difference of the two bodies.
                let along = self.tangent();
                let own = self.state.velocity.dot(along) - drift.dot(along);
                self.state.velocity = along * (own - shared_length(own, (way / dt - before).dot(along)));
            }
        }
    }

    /// Goes to the nearest place with room, straight up, down, left or right and at most `farthest` pixels away, and returns whether
    /// there is one. Use it to free a crushed character: a press that comes down on its edge then moves it aside instead of
    /// crushing it.
    ///
    /// ```
    /// use seamwalker_collide::controller::{Controller, Intent};
    /// use seamwalker_collide::glam::Vec2;
    /// use seamwalker_collide::{Aabb, Body, Carrier, Edge, Side, SolverSetup, Space, Terrain};
    ///
    /// let (intent, dt) = (Intent::default(), 1.0 / 60.0);
    /// let crushed_at = |x| {
    ///     let floor = Edge::new(Vec2::new(0.0, 100.0), Vec2::new(200.0, 100.0), Side::Outer);
    ///     let mut space = Space::new(Terrain::new(vec![floor], Vec::new()));
    ///     let press = space.bodies.push(Body::new(Aabb::new(Vec2::new(100.0, 40.0), Vec2::new(20.0, 10.0))));
    ///     let mut hero = Controller::new(Aabb::new(Vec2::new(x, 89.0), Vec2::new(6.0, 11.0)));
    ///     let (mut carrier, solver) = (Carrier::new(vec![hero.add_body(&mut space)]), SolverSetup::default());
    ///     (40..80).any(|y| {
    ///         let (to, mut is_dead) = (Vec2::new(100.0, y as f32), false);
    ///         carrier.tick(&solver, &mut space, &mut [(&mut hero, intent)], [(press, to.into())], dt, |space, _crush, hero| {
    ///             is_dead |= !hero.is_some_and(|hero| hero.slip_out(&solver, space, 4.0));
    ///         });
    ///         hero.step(&solver, &space, &intent, dt);
    ///         is_dead
    ///     })
    /// };
    /// assert!(crushed_at(110.0) && !crushed_at(123.0), "3 px of it were below the press");
    /// ```
    pub fn slip_out(&mut self, solver: &(impl Solver + ?Sized), space: &mut Space, farthest: f32) -> bool {
        let mut mover = self.own_mover();
        if let Some(body) = self.state.body.and_then(|id| space.bodies.get(id)) {
            mover.aabb = body.aabb;
        }
        let Some(way) = space.room_near(solver.view(), &mover, farthest) else { return false };
        self.state.mover.aabb = mover.moved(way).aabb;
        self.place_body(space);
        true
    }

    /// Pushes the crate that it walks against, with what stands on it and what yields to it ahead, at the speed of
    /// [`ControllerSettings::push`](super::ControllerSettings::push). A crate is a passenger that pushes, as
    /// [`Passenger::new`] makes them. Returns its body. To be called after [`Controller::follow_passenger`] and before
    /// [`Controller::step`], with the same intent; [`Carrier::tick`] does that.
    ///
    /// ```
    /// use seamwalker_collide::controller::{Controller, Intent};
    /// use seamwalker_collide::glam::Vec2;
    /// use seamwalker_collide::{Aabb, Body, Carrier, Edge, Passenger, Side, SolverSetup, Space, Terrain};
    ///
    /// let floor = Edge::new(Vec2::new(0.0, 100.0), Vec2::new(400.0, 100.0), Side::Outer);
    /// let (mut space, solver) = (Space::new(Terrain::new(vec![floor], Vec::new())), SolverSetup::default());
    /// let place = Aabb::new(Vec2::new(64.0, 90.0), Vec2::splat(10.0));
    /// let item = space.bodies.push(Body { priority: 2, ..Body::new(place) });
    /// let mut hero = Controller::new(Aabb::new(Vec2::new(40.0, 89.0), Vec2::new(6.0, 11.0)));
    /// let mut carrier = Carrier::new(vec![hero.add_body(&mut space), Passenger::new(item)]);
    /// let intent = Intent { x: 1.0, ..Intent::default() };
    /// for _ in 0..120 {
    ///     carrier.tick(&solver, &mut space, &mut [(&mut hero, intent)], [], 1.0 / 60.0, |_, _, _| ());
    ///     hero.step(&solver, &space, &intent, 1.0 / 60.0);
    /// }
    /// let pushed = space.bodies[item].aabb.center.x - 64.0;
    /// assert!((100.0..120.0).contains(&pushed), "two seconds at 60 px/s: {pushed}");
    /// assert!((hero.state.velocity.x - 60.0).abs() < 0.01);
    /// ```
    pub fn push(
        &mut self,
        solver: &(impl Solver + ?Sized),
        space: &mut Space,
        carrier: &mut Carrier,
        intent: &Intent,
        dt: f32,
    ) -> Option<BodyId> {
        let (x, before) = (intent.run(), self.state.velocity.dot(self.tangent()));
        let speed = self.settings.run.next(before, x, true, dt);
        if self.state.ground.is_none() || speed * x <= 0.0 {
            return None;
        }
        let ahead = self.state.mover.right() * 1.0_f32.copysign(x);
        let reach = speed.abs() * dt + PUSH_REACH;
        let hit = solver.cast(space, &self.own_mover(), ahead * reach)?;
        let Obstacle::Body(body) = hit.obstacle else { return None };
        if hit.normal.dot(ahead) > -MIN_WALL_NORMAL || !carrier.passenger(body)?.pushes {
            return None;
        }
        let way = speed.abs().min(self.settings.push) * dt;
        let pushed = carrier.push(solver, space, body, ahead * way);
        if pushed == Vec2::ZERO {
            return None;
        }
        // As far as the crate has gone, and up to it.
        self.state.pushing = Some((pushed.dot(ahead).abs() + reach * hit.fraction) / dt);
        Some(body)
    }
}

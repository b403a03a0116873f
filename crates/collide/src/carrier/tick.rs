//! The tick of platforms, crates and characters in one call.

use glam::Vec2;

use super::{Carrier, Crush, Passenger, body_of, mover_of};
use crate::contact::BodyId;
use crate::controller::{Controller, Intent, LANDING_REACH, Turned};
use crate::pose::Pose;
use crate::shape::Aabb;
use crate::solver::Solver;
use crate::space::Space;

impl Carrier {
    /// Moves platforms, crates and what they carry. Call it once in every tick of `dt` seconds, before each hero's
    /// [`Controller::step`] with the same intent.
    ///
    /// First it moves each body in `moves` to a pose, in that order, and calls `crushed` for each passenger without
    /// room, with its controller if it is one of `heroes`. Then crates fall: passengers that push, as
    /// [`Passenger::new`](super::Passenger::new) makes them. Then heroes push crates.
    ///
    /// ```
    /// use seamwalker_collide::controller::{Controller, Intent};
    /// use seamwalker_collide::glam::Vec2;
    /// use seamwalker_collide::{Aabb, Body, Carrier, SolverSetup, Space};
    ///
    /// let (mut space, solver, dt) = (Space::default(), SolverSetup::default(), 1.0 / 60.0);
    /// let raft = space.bodies.push(Body::new(Aabb::new(Vec2::ZERO, Vec2::new(40.0, 4.0))));
    /// let mut hero = Controller::new(Aabb::new(Vec2::new(0.0, -15.0), Vec2::new(6.0, 11.0)));
    /// let mut carrier = Carrier::new(vec![hero.add_body(&mut space)]);
    /// let intent = Intent::default();
    /// for tick in 1..=60 {
    ///     let to = Vec2::new(tick as f32, 0.0);
    ///     carrier.tick(&solver, &mut space, &mut [(&mut hero, intent)], [(raft, to.into())], dt, |space, crush, hero| {
    ///         if !hero.is_some_and(|hero| hero.slip_out(&solver, space, 4.0)) {
    ///             space.bodies.enable(crush.body, false); // crushed
    ///         }
    ///     });
    ///     hero.step(&solver, &space, &intent, dt);
    /// }
    /// assert!(hero.state.mover.aabb.center.x == 60.0 && hero.rides() == Some(raft), "it rides along");
    /// ```
    pub fn tick(
        &mut self,
        solver: &(impl Solver + ?Sized),
        space: &mut Space,
        heroes: &mut [(&mut Controller, Intent)],
        moves: impl IntoIterator<Item = (BodyId, Pose)>,
        dt: f32,
        mut crushed: impl FnMut(&mut Space, &Crush, Option<&mut Controller>),
    ) {
        self.begin();
        heroes.iter().for_each(|(hero, _)| hero.update_passenger(self, space));
        for (body, to) in moves {
            self.move_body(solver, space, body, to, |space, crush| {
                let own = Some(crush.body);
                let mut hero = heroes.iter_mut().map(|(hero, _)| &mut **hero).find(|hero| hero.state.body == own);
                // It is where it was carried to, and its body is where the game puts it.
                hero.iter_mut().for_each(|hero| hero.state.mover.aabb = body_of(space, crush.body).aabb);
                crushed(space, crush, hero.as_deref_mut());
                hero.iter().for_each(|hero| hero.place_body(space));
            });
        }
        self.drop_crates(solver, space, dt);
        heroes.iter_mut().for_each(|(hero, _)| hero.follow_passenger(self, space, dt));
        heroes.iter_mut().for_each(|(hero, intent)| _ = hero.push(solver, space, self, intent, dt));
        // What stands on a pushed crate, or is in its way, comes along.
        heroes.iter_mut().for_each(|(hero, _)| hero.follow_passenger(self, space, dt));
    }

    /// Lets crates fall, with what stands on them: the lowest first, so that a stack falls together.
    fn drop_crates(&mut self, solver: &(impl Solver + ?Sized), space: &mut Space, dt: f32) {
        let mut order = self.spare_bodies.pop().unwrap_or_default();
        order.extend(self.passengers.iter().filter(|one| one.pushes).map(|one| one.body));
        let passenger = |id: &BodyId| self.passenger(*id).copied();
        let bottom = |id: &BodyId| {
            let Aabb { center, half } = body_of(space, *id).aabb;
            passenger(id).map_or(0.0, |Passenger { up, .. }| half.dot(up.abs()) - center.dot(up))
        };
        order.sort_unstable_by(|a, b| bottom(b).total_cmp(&bottom(a)).then(a.cmp(b)));
        for id in order.drain(..) {
            let Some(passenger) = self.passenger(id).copied().filter(|_| body_of(space, id).enabled) else { continue };
            // A crate at rest follows the ground down.
            let reach = if passenger.fall_speed == 0.0 { self.ground.step_down } else { LANDING_REACH };
            let mover = mover_of(space, &passenger);
            let turned = Turned::new(solver, &mover);
            let ground = self.ground.find(&turned, space, &turned.upright(&mover), reach);
            let speed = if ground.is_some() { 0.0 } else { self.air.fall(passenger.fall_speed, false, dt) };
            let way = ground.map_or(Vec2::new(0.0, speed * dt), |ground| ground.drop);
            self.fall(solver, space, id, turned.out(way));
            self.passenger_mut(id).into_iter().for_each(|passenger| passenger.fall_speed = speed);
        }
        self.spare_bodies.push(order);
    }
}

//! Platforms that turn around a hinge: windmills, drawbridges, seesaws. Their tracks lead along x, in degrees.

use super::carry::CARRY_REACH;
use crate::track::Track;
use crate::{Event, PlatformState, State, TICK_RATE, World};
use glam::Vec2;
use seamwalker_collide::{Aabb, Body, BodyId, Pose, TerrainBuilder};
use seamwalker_level::{Platform, Start, Turning};

/// How much heavier one side of a seesaw must be, in px^3, the lever by the size of the load: a player 4 px beside the hinge. With
/// larger values the seesaw is level more often; with smaller ones it tilts under a player who stands at the hinge.
const MIN_TORQUE: i64 = 4 * 264;

/// The pose of a platform at a time of its track.
pub(crate) fn pose_at(platform: &Platform, track: &Track, clock: u64) -> Pose {
    match platform.turning {
        Some(_) => Pose::new(platform.track.first().copied().unwrap_or_default(), track.at(clock).x.to_radians()),
        None => track.at(clock).into(),
    }
}

impl State {
    /// Adds the body of a platform that turns.
    pub(crate) fn push_turning(&mut self, body: Body, turning: &Turning, pose: Pose) -> BodyId {
        let mut ground = TerrainBuilder::default();
        // The reader lets no outline pass that cannot be ground; a level made by a program would be without it.
        let _ = ground.solid(&[&turning.outline[..]]);
        let id = self.space.bodies.push_terrain(Body { aabb: Aabb::new(pose.at, Vec2::ZERO), ..body }, &ground.build());
        self.space.bodies.set_pose(id, pose);
        id
    }
}

impl World {
    /// Turns a platform to where its clock says, from where it was at another time; what rides on it comes along.
    pub(crate) fn turn_platform(&mut self, index: usize, before: u64, events: &mut Vec<Event>) {
        let (platform, track) = (self.platform(index), &self.cache.tracks[index]);
        let PlatformState { body, clock, .. } = self.state.platforms[index];
        let to = pose_at(platform, track, clock);
        let area = Aabb::new(to.at, Vec2::splat(platform.turning.as_ref().map_or(0.0, Turning::reach) + CARRY_REACH));
        let by = (track.at(clock).x - track.at(before).x + 180.0).rem_euclid(360.0) - 180.0;
        self.state.platforms[index].velocity = Vec2::new(by * TICK_RATE as f32, 0.0);
        if self.probe().is_occupied(&area, None) {
            self.with_carrier(|carrier, meter, space| carrier.start_move(meter, space, body, to));
            self.finish_push(events);
        } else if self.state.space.bodies.pose(body) != Some(to) {
            self.state.space.bodies.set_pose(body, to);
        }
    }

    /// Where the clock of a seesaw goes: to the side that bears more, or to the middle.
    pub(crate) fn next_clock_of_seesaw(&mut self, index: usize) -> u64 {
        let (body, clock) = (self.state.platforms[index].body, self.state.platforms[index].clock);
        let hinge = pose_at(self.platform(index), &self.cache.tracks[index], clock).at;
        let mut torque = 0;
        self.with_carrier(|carrier, meter, space| {
            let bodies = &space.bodies;
            carrier.any_rider(meter, space, body, |rider| {
                let aabb = bodies.get(rider).map_or_else(Aabb::default, |body| body.aabb);
                // As whole numbers: riders come in no order.
                torque += ((aabb.center.x - hinge.x) * aabb.size().x * aabb.size().y) as i64;
                false
            })
        });
        let way = self.cache.tracks[index].way;
        let goal = match torque {
            _ if torque.abs() <= MIN_TORQUE => way / 2,
            ..0 => 0,
            _ => way,
        };
        if clock < goal { clock + 1 } else { clock.saturating_sub(u64::from(clock > goal)) }
    }

    /// Puts bodies that turn where their clocks say: snapshots store only boxes.
    pub(crate) fn place_turning(&mut self) {
        for index in 0..self.state.platforms.len() {
            if self.platform(index).turning.is_some() {
                let (body, clock) = (self.state.platforms[index].body, self.state.platforms[index].clock);
                let pose = pose_at(self.platform(index), &self.cache.tracks[index], clock);
                self.state.space.bodies.set_pose(body, pose);
            }
        }
    }
}

/// The clock of a platform at its start.
pub(crate) fn first_clock(platform: &Platform, track: &Track) -> u64 {
    if platform.start == Start::Weighed { track.way / 2 } else { 0 }
}

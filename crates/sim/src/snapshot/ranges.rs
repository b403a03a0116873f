//! Whether the numbers of a snapshot are possible: a file may come from anywhere.

use std::ops::RangeInclusive;

use glam::Vec2;

use super::super::ranges::{FieldPath, OutOfRange, ensure, vector_within, within};
use super::super::{PlatformState, Player, Snapshot, State, TICK_RATE, World};
use crate::player::DASHES;
use seamwalker_collide::{Aabb, Body};
use seamwalker_level::{Platform, Start};

/// How far outside of the level a mover may be, px: far enough for a minute of flying through everything. Larger values cost
/// f32 resolution.
const OUTSIDE_LEVEL: f32 = 131_072.0;

/// Speeds of what moves by itself, px/s: over twice what the highest spring gives under the strongest gravity.
const SPEED: RangeInclusive<f32> = -20_000.0..=20_000.0;

/// Speeds that were worked out from a change of place, px/s. A platform of an edited map may have gone anywhere in a tick. A
/// jump takes no more of it along than the feel allows.
const CARRIED_SPEED: RangeInclusive<f32> = -1e7..=1e7;

/// How far a platform may be from where its track leads at its time, px: a patch lies where it fell until it comes back.
const OFF_TRACK: f32 = 512.0;

/// How far the length of a direction may be from 1.
const UNIT_SLACK: f32 = 0.01;

/// Timers of the player, in ticks: the longest number of seconds in the feel that starts one is 10.
const PLAYER_TICKS: RangeInclusive<u32> = 0..=10 * TICK_RATE + 1;

/// Timers of creatures: a minute.
const THING_TICKS: RangeInclusive<u32> = 0..=60 * TICK_RATE;

/// Timers that a map sets: an hour, and the tick in which it begins.
const MAP_TICKS: RangeInclusive<u32> = 0..=3600 * TICK_RATE + 1;

/// The age of a world, in ticks: over two years.
const AGE: RangeInclusive<u64> = 0..=1 << 32;

/// How often a player may have died: a thousand times per second, for days.
const DEATHS: RangeInclusive<u32> = 0..=1_000_000_000;

/// Half extents of the player's hitbox that some feel allows, px.
const HALF_WIDTH: RangeInclusive<f32> = 4.0..=16.0;
const HALF_HEIGHT: RangeInclusive<f32> = 4.0..=32.0;

/// The places where a mover may be.
struct Places {
    x: RangeInclusive<f32>,
    y: RangeInclusive<f32>,
}

impl Places {
    fn around(bounds: &Aabb) -> Self {
        let (min, max) = (bounds.min() - OUTSIDE_LEVEL, bounds.max() + OUTSIDE_LEVEL);
        Self { x: min.x..=max.x, y: min.y..=max.y }
    }

    fn check(&self, field: FieldPath, place: Vec2) -> Result<(), OutOfRange> {
        let (x, y) = (&self.x, &self.y);
        ensure(x.contains(&place.x) && y.contains(&place.y), field, &place, || {
            format!("[{} to {}, {} to {}]: in the level, or not far from it", x.start(), x.end(), y.start(), y.end())
        })
    }
}

impl Snapshot {
    /// Checks all numbers. The parts of the snapshot fit the world already.
    pub(super) fn check_ranges(&self, fresh: &World) -> Result<(), OutOfRange> {
        let places = Places::around(&fresh.level.bounds);
        self.rules.check()?;
        places.check(FieldPath("", None, "spawn"), self.state.spawn)?;
        within("ticks", self.state.ticks, &AGE)?;
        within("deaths", self.state.deaths, &DEATHS)?;
        check_player(&self.state.player, &places)?;
        let player_body = fresh.state.player_body().0 as usize;
        for (index, (body, fresh)) in self.state.space.bodies.iter().zip(&fresh.state.space.bodies).enumerate() {
            check_body(index, body, fresh, index == player_body, &places)?;
        }
        for (index, platform) in self.state.platforms.iter().enumerate() {
            self.check_platform(index, platform, fresh, &places)?;
        }
        for (index, item) in self.state.crates.iter().enumerate() {
            let at = |member| FieldPath("crates", Some(index), member);
            places.check(at("previous_center"), item.previous_center)?;
            vector_within(at("velocity"), item.velocity, &SPEED)?;
            within(at("away"), item.away, &MAP_TICKS)?;
        }
        for (index, thing) in self.state.things.iter().enumerate() {
            let at = |member| FieldPath("things", Some(index), member);
            places.check(at("center"), thing.center)?;
            places.check(at("previous_center"), thing.previous_center)?;
            within(at("away"), thing.away, &THING_TICKS)?;
        }
        // A button may stay pressed for ever.
        let mut pressed = self.state.switches.iter().enumerate().filter(|(_, switch)| switch.left != u32::MAX);
        pressed.try_for_each(|(i, switch)| within(FieldPath("switches", Some(i), "left"), switch.left, &MAP_TICKS))
    }

    fn check_platform(
        &self,
        index: usize,
        platform: &PlatformState,
        fresh: &World,
        places: &Places,
    ) -> Result<(), OutOfRange> {
        let at = |member| FieldPath("platforms", Some(index), member);
        places.check(at("previous_center"), platform.previous_center)?;
        vector_within(at("velocity"), platform.velocity, &CARRIED_SPEED)?;
        // Doors close by a tick for every tick that they were open.
        let Platform { start, turning, .. } = fresh.platform(index);
        let is_door = matches!(start, Start::Opened | Start::Weighed);
        let track = &fresh.cache.tracks[index];
        let longest = if is_door { track.way } else { *AGE.end() };
        within(at("clock"), platform.clock, &(0..=longest))?;
        let center_in = |state: &State| state.space.bodies[platform.body.index()].aabb.center;
        let (center, turned) = (center_in(&self.state), center_in(&fresh.state));
        let wanted = if turning.is_some() { turned } else { track.at(platform.clock) };
        let near = (center - wanted).abs().max_element() <= OFF_TRACK;
        ensure(near, FieldPath("bodies", Some(platform.body.0 as usize), "aabb.center"), &center, || {
            format!("at most {OFF_TRACK} px from {wanted}, its place on the track")
        })
    }
}

fn check_player(player: &Player, places: &Places) -> Result<(), OutOfRange> {
    let at = |member| FieldPath("player", None, member);
    places.check(at("aabb.center"), player.aabb().center)?;
    within(at("aabb.half.x"), player.aabb().half.x, &HALF_WIDTH)?;
    within(at("aabb.half.y"), player.aabb().half.y, &HALF_HEIGHT)?;
    places.check(at("previous_feet"), player.previous_feet)?;
    vector_within(at("velocity"), player.motion.velocity, &SPEED)?;
    vector_within(at("lift"), player.motion.lift.velocity, &CARRIED_SPEED)?;
    check_direction(at("ground_normal"), player.ground_normal(), false)?;
    vector_within(at("ground_drop"), player.motion.ground.map_or(Vec2::ZERO, |ground| ground.drop), &SPEED)?;
    vector_within(at("carried"), player.motion.carried, &CARRIED_SPEED)?;
    within(at("drift"), player.motion.drift, &SPEED)?;
    within(at("one_way_height"), player.motion.mover.one_way_height, &SPEED)?;
    check_direction(at("dash_direction"), player.dash_direction, true)?;
    within(at("jump_speed"), player.motion.jump.speed, &SPEED)?;
    within(at("max_fall"), player.max_fall, &SPEED)?;
    within(at("retained_wall_speed"), player.retained_wall_speed, &SPEED)?;
    within(at("wall_lock_x"), player.wall_lock_x, &(-1.0..=1.0))?;
    within(at("stride"), player.stride, &(0.0..=*SPEED.end()))?;
    within(at("dashes"), player.dashes, &(0..=DASHES))?;
    let timers = [
        ("ladder_cooldown", player.ladder_cooldown),
        ("dash", player.dash),
        ("dash_wait", player.dash_wait),
        ("dash_buffer", player.dash_buffer),
        ("coyote", player.motion.jump.coyote),
        ("buffer", player.motion.jump.buffer),
        ("jump_hold", player.motion.jump.hold),
        ("late_bounce_window", player.motion.jump.late),
        ("wall_slide", player.wall_slide),
        ("wall_lock", player.wall_lock),
        ("lift_ticks", player.motion.lift.ticks),
        ("retain_ticks", player.retain_ticks),
        ("respawn_timer", player.respawn_timer),
    ];
    timers.into_iter().try_for_each(|(name, ticks)| within(at(name), ticks, &PLAYER_TICKS))
}

fn check_direction(field: FieldPath, direction: Vec2, may_be_zero: bool) -> Result<(), OutOfRange> {
    let fine = (direction.length() - 1.0).abs() <= UNIT_SLACK || may_be_zero && direction == Vec2::ZERO;
    let allowed = if may_be_zero { "a direction of length 1, or [0, 0]" } else { "a direction of length 1" };
    ensure(fine, field, &direction, || allowed.to_owned())
}

/// The constant members of a body must be as in a new world. Its place depends on its kind.
fn check_body(index: usize, body: &Body, fresh: &Body, is_player: bool, places: &Places) -> Result<(), OutOfRange> {
    let at = |member| FieldPath("bodies", Some(index), member);
    let (half, wanted) = (body.aabb.half, fresh.aabb.half);
    if is_player {
        // Queries that see the player's body put it in place first.
        ensure(!body.enabled, at("enabled"), &body.enabled, || "false: it is the player's".to_owned())?;
        vector_within(at("aabb.half"), half, &(0.0..=*HALF_HEIGHT.end()))?;
    } else {
        ensure(half == wanted, at("aabb.half"), &half, || format!("{wanted}, as in the level"))?;
    }
    if fresh.priority == 0 {
        let (center, wanted) = (body.aabb.center, fresh.aabb.center);
        ensure(center == wanted, at("aabb.center"), &center, || format!("{wanted}: it is a border of the level"))?;
        ensure(body.enabled, at("enabled"), &body.enabled, || "true: it is a border of the level".to_owned())?;
    }
    places.check(at("aabb.center"), body.aabb.center)?;
    // It is set only during a tick.
    ensure(body.delta == Vec2::ZERO, at("delta"), &body.delta, || "[0, 0]".to_owned())?;
    within(at("priority"), body.priority, &(fresh.priority..=fresh.priority))?;
    within(at("tag"), body.tag.0, &(fresh.tag.0..=fresh.tag.0))?;
    ensure(body.one_way == fresh.one_way, at("one_way"), &body.one_way, || format!("{}", fresh.one_way))
}

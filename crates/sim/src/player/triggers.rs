//! What the player collects, reaches, reads, and dies of.

use glam::Vec2;

use super::PlayerTick;
use crate::feel::ticks;
use crate::probe::Probe;
use crate::start::feet_of;
use crate::things::{aglet, meet_things, scissors, spring};
use crate::world::has_fallen_out;
use crate::{Death, Event, Feel, State};
use seamwalker_collide::Aabb;
use seamwalker_level::{Area, ObjectKind};

/// From how far beads, buttons and keys are collected, px: passing right below one should be enough.
const COLLECT_REACH: f32 = 4.0;

/// How high above a checkpoint a jump over it still reaches it, px.
const CHECKPOINT_HEIGHT: f32 = 64.0;

/// How far from an exit beads are collected with it, px.
const EXIT_REACH: f32 = 48.0;

impl PlayerTick<'_> {
    /// Looks at everything that the player overlaps now.
    pub fn check_triggers(&mut self) {
        if self.state.finished || !self.probe().player_takes_part() {
            return;
        }
        let hurt = meet_things(self);
        if let Some(cause) = self.cause_of_death(hurt) {
            return self.state.kill_player(&self.rules.feel, cause, self.events);
        }
        let (hitbox, cache) = (self.state.player.aabb(), self.cache);
        let near = hitbox.grown(COLLECT_REACH).swept(Vec2::Y * CHECKPOINT_HEIGHT);
        cache.goals.visit(&near, |index| self.meet_goal(index));
        self.state.near_sign = self.nearest_sign();
    }

    /// Takes or reaches an object where the player touches it.
    fn meet_goal(&mut self, index: u32) {
        let (hitbox, object) = (self.state.player.aabb(), &self.level.objects[index as usize]);
        let reach = match object.kind {
            ObjectKind::Bead { .. } | ObjectKind::KeyButton { .. } => COLLECT_REACH,
            _ => 0.0,
        };
        let touches = hitbox.grown(reach).overlaps(&object.aabb);
        let passes = || matches!(object.kind, ObjectKind::Checkpoint) && self.probe().passes_over(&object.aabb);
        if self.state.done[index as usize] || !(touches || passes()) {
            return;
        }
        match object.kind {
            ObjectKind::Bead { .. } | ObjectKind::KeyButton { .. } => self.collect(index),
            ObjectKind::Checkpoint => {
                self.state.done[index as usize] = true;
                self.state.spawn = feet_of(&object.aabb);
                self.state.spawn_faces_left = self.state.player.faces_left;
                self.events.push(Event::Checkpoint { object: index });
            }
            ObjectKind::Exit { .. } => {
                self.state.done[index as usize] = true;
                self.state.finished = true;
                self.collect_beads_around(&object.aabb);
                self.events.push(Event::Finished);
            }
            ObjectKind::Spring { direction, height } => spring::launch_player(self, index, direction, height),
            _ => {}
        }
    }

    fn collect(&mut self, object: u32) {
        self.state.done[object as usize] = true;
        self.events.push(Event::Took { object });
    }

    /// Collects the beads around an exit: the level is over at the first touch.
    fn collect_beads_around(&mut self, exit: &Aabb) {
        let around = exit.grown(EXIT_REACH);
        for (index, object) in (0_u32..).zip(&self.level.objects) {
            let is_bead = matches!(object.kind, ObjectKind::Bead { golden: false }) && around.overlaps(&object.aabb);
            if is_bead && !self.state.done[index as usize] {
                self.collect(index);
            }
        }
    }

    /// The nearest sign within reach.
    fn nearest_sign(&self) -> Option<u32> {
        let player = self.state.player.aabb();
        let hitbox = player.grown(self.rules.feel.sign_reach);
        let distance = |aabb: &Aabb| aabb.center.distance_squared(player.center);
        let signs = self.cache.signs.iter().map(|&index| (index, &self.level.objects[index as usize]));
        let near = signs.filter(|(_, o)| hitbox.overlaps(&o.aabb));
        near.min_by(|(_, a), (_, b)| distance(&a.aabb).total_cmp(&distance(&b.aabb))).map(|(index, _)| index)
    }

    fn cause_of_death(&self, hurt: bool) -> Option<Death> {
        let hurtbox = self.state.player.aabb().grown(-self.rules.feel.hurt_inset);
        let is_in_hazard = || {
            let mut is_in = false;
            let hazards = &self.level.hazards;
            self.cache.hazards.visit(&hurtbox, |index| is_in |= touches_area(&hurtbox, &hazards[index as usize]));
            is_in
        };
        let is_cut = || scissors::cuts(self.level, self.cache, self.state.ticks, &hurtbox);
        let is_stung = || aglet::stings(self.level, self.cache, self.state.ticks, &hurtbox);
        if !self.rules.assist.no_hazards && (hurt || is_cut() || is_stung() || is_in_hazard()) {
            Some(Death::Hazard)
        } else if has_fallen_out(self.level, &self.state.player.aabb()) {
            Some(Death::Fell)
        } else {
            self.intent.retry.then_some(Death::Retry)
        }
    }
}

impl State {
    /// The player dies here and respawns in a moment. Once the level is finished, nothing kills it any more.
    pub(crate) fn kill_player(&mut self, feel: &Feel, cause: Death, events: &mut Vec<Event>) {
        if self.finished || self.player.is_dead() {
            return;
        }
        self.deaths += 1;
        self.player.respawn_timer = ticks(feel.death).max(1);
        self.player.motion.velocity = Vec2::ZERO;
        self.player.leave_ground();
        self.near_sign = None;
        events.push(Event::Died { cause, at: self.player.aabb().center });
    }
}

/// Whether a box and a convex area share more than their border: no side of either separates them.
#[inline]
pub fn touches_area(aabb: &Aabb, area: &Area) -> bool {
    aabb.overlaps(&area.aabb) && !is_beside(aabb, area)
}

/// Whether a side of a convex area separates it from a box.
fn is_beside(aabb: &Aabb, area: &Area) -> bool {
    let corners = &area.corners;
    let sides = corners.iter().zip(corners.iter().cycle().skip(1));
    sides.into_iter().any(|(&a, &b)| {
        let along = b - a;
        // Outwards, as the corners go clockwise on screen.
        let out = Vec2::new(along.y, -along.x);
        let nearest = (aabb.center - a).dot(out) - aabb.half.dot(out.abs());
        along != Vec2::ZERO && nearest >= 0.0
    })
}

impl Probe<'_> {
    /// Whether the player is in the air above a checkpoint with nothing in between.
    fn passes_over(&self, checkpoint: &Aabb) -> bool {
        let gap = Vec2::new(0.0, checkpoint.min().y - self.state.player.feet().y);
        let above = (0.0..=CHECKPOINT_HEIGHT).contains(&gap.y)
            && self.state.player.aabb().moved(gap).grown(1.0).overlaps(checkpoint);
        above && self.cast(&self.player_mover(), gap).is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area(corners: &[(f32, f32)]) -> Area {
        let corners: Vec<Vec2> = corners.iter().map(|&c| c.into()).collect();
        Area { aabb: Aabb::around(corners.iter().copied()).unwrap(), corners }
    }

    #[test]
    fn a_spike_hurts_only_where_it_is() {
        // A pin: the corner of the box passes beside its point although the two boxes overlap.
        let pin = area(&[(0.0, 16.0), (8.0, 0.0), (16.0, 16.0)]);
        let at = |x: f32, y: f32| touches_area(&Aabb::new(Vec2::new(x, y), Vec2::splat(2.0)), &pin);
        assert!(!at(1.0, 2.0) && !at(15.0, 2.0), "beside the point");
        assert!(at(8.0, 2.0) && at(8.0, -1.0) && at(2.0, 14.0));
        assert!(!at(8.0, -2.0), "touching the point is not yet hurting");
        assert!(!at(8.0, 18.0) && !at(-2.0, 16.0));
    }

    #[test]
    fn an_area_without_corners_is_its_box() {
        let box_only = Area { aabb: Aabb::new(Vec2::ZERO, Vec2::ONE), corners: Vec::new() };
        assert!(touches_area(&Aabb::new(Vec2::ZERO, Vec2::ONE), &box_only));
    }
}

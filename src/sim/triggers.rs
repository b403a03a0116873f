//! What is taken, reached, read, or died of.

use std::sync::Arc;

use glam::Vec2;

use super::feel::ticks;
use super::player::Intent;
use super::probe::Probe;
use super::world::feet_of;
use super::{Death, Event, World};
use crate::collide::Aabb;
use crate::level::{Area, ObjectKind};

/// From how far beads, buttons and keys are taken, px: nobody who passes right below one should miss it.
const TAKEN_FROM: f32 = 4.0;

/// How high above a checkpoint who passes over it reaches it, px.
const OVER_CHECKPOINT: f32 = 64.0;

/// How far from an exit beads are taken with it, px.
const AROUND_EXIT: f32 = 48.0;

impl World {
    /// Looks at everything that the player overlaps now.
    pub(super) fn check_triggers(&mut self, intent: &Intent, events: &mut Vec<Event>) {
        if self.state.finished || !self.probe().player_takes_part() {
            return;
        }
        let hurt = self.meet_things(events);
        if let Some(cause) = self.cause_of_death(intent, hurt) {
            self.kill_player(cause, events);
            return;
        }
        let level = Arc::clone(&self.level);
        let hitbox = self.state.player.aabb;
        for (index, object) in (0_u32..).zip(&level.objects) {
            let reach = match object.kind {
                ObjectKind::Bead { .. } | ObjectKind::KeyButton { .. } => TAKEN_FROM,
                _ => 0.0,
            };
            let touches = hitbox.grown(reach).overlaps(&object.aabb);
            let passes = || matches!(object.kind, ObjectKind::Checkpoint) && self.probe().passes_over(&object.aabb);
            if self.state.done[index as usize] || !(touches || passes()) {
                continue;
            }
            match object.kind {
                ObjectKind::Bead { .. } | ObjectKind::KeyButton { .. } => {
                    self.state.done[index as usize] = true;
                    events.push(Event::Took { object: index });
                }
                ObjectKind::Checkpoint => {
                    self.state.done[index as usize] = true;
                    self.state.spawn = feet_of(&object.aabb);
                    self.state.spawn_faces_left = self.state.player.faces_left;
                    events.push(Event::Checkpoint { object: index });
                }
                ObjectKind::Exit { .. } => {
                    self.state.done[index as usize] = true;
                    self.state.finished = true;
                    self.take_beads_around(&object.aabb, events);
                    events.push(Event::Finished);
                }
                ObjectKind::Spring { direction, height } => {
                    self.state.player.spring_off(&self.rules.feel, &self.level, index, direction, height, events);
                }
                _ => {}
            }
        }
        self.state.near_sign = self.sign_nearby();
    }

    /// What hangs around an exit is taken on the way out: the level is over at the first touch.
    fn take_beads_around(&mut self, exit: &Aabb, events: &mut Vec<Event>) {
        let level = Arc::clone(&self.level);
        let around = exit.grown(AROUND_EXIT);
        for (index, object) in (0_u32..).zip(&level.objects) {
            let bead = matches!(object.kind, ObjectKind::Bead { golden: false }) && around.overlaps(&object.aabb);
            if bead && !std::mem::replace(&mut self.state.done[index as usize], true) {
                events.push(Event::Took { object: index });
            }
        }
    }

    /// The nearest sign within reach.
    fn sign_nearby(&self) -> Option<u32> {
        let hitbox = self.state.player.aabb.grown(self.rules.feel.sign_reach);
        let distance = |aabb: &Aabb| aabb.center.distance_squared(self.state.player.aabb.center);
        let signs = (0_u32..).zip(&self.level.objects).filter(|(_, o)| matches!(o.kind, ObjectKind::Sign { .. }));
        let near = signs.filter(|(_, o)| hitbox.overlaps(&o.aabb));
        near.min_by(|(_, a), (_, b)| distance(&a.aabb).total_cmp(&distance(&b.aabb))).map(|(index, _)| index)
    }

    fn cause_of_death(&self, intent: &Intent, hurt: bool) -> Option<Death> {
        let hurtbox = self.state.player.aabb.grown(-self.rules.feel.hurt_inset);
        let is_in_hazard = || self.level.hazards.iter().any(|area| touches_area(&hurtbox, area));
        if !self.rules.assist.no_hazards && (hurt || self.is_cut(&hurtbox) || is_in_hazard()) {
            Some(Death::Hazard)
        } else if self.has_fallen_out(&self.state.player.aabb) {
            Some(Death::Fell)
        } else {
            intent.retry.then_some(Death::Retry)
        }
    }

    /// The player dies here and returns in a moment. Who has finished cannot die any more.
    pub(super) fn kill_player(&mut self, cause: Death, events: &mut Vec<Event>) {
        if self.state.finished || self.state.player.is_dead() {
            return;
        }
        self.state.deaths += 1;
        self.state.player.respawn_timer = ticks(self.rules.feel.death).max(1);
        self.state.player.velocity = Vec2::ZERO;
        self.state.player.leave_ground();
        self.state.near_sign = None;
        events.push(Event::Died { cause, at: self.state.player.aabb.center });
    }

    /// Counts down to the return. Platforms go on meanwhile; crates, patches, moths and spare thread return with the player.
    pub(super) fn wait_for_return(&mut self, events: &mut Vec<Event>) {
        self.state.player.respawn_timer -= 1;
        if self.state.player.respawn_timer == 0 {
            self.place_player();
            self.reset_crates();
            self.recall_patches();
            self.state.things.iter_mut().for_each(|thing| thing.away = thing.away.min(1));
            events.push(Event::Respawned);
        }
    }
}

/// Whether a box and a convex area share more than their border: no side of either separates them.
pub(super) fn touches_area(aabb: &Aabb, area: &Area) -> bool {
    if !aabb.overlaps(&area.aabb) {
        return false;
    }
    let corners = &area.corners;
    let sides = corners.iter().zip(corners.iter().cycle().skip(1));
    !sides.into_iter().any(|(&a, &b)| {
        let along = b - a;
        // Outwards, as the corners go clockwise on screen.
        let out = Vec2::new(along.y, -along.x);
        let nearest = (aabb.center - a).dot(out) - aabb.half.dot(out.abs());
        along != Vec2::ZERO && nearest >= 0.0
    })
}

impl Probe<'_> {
    /// Whether the player jumps over a checkpoint: who would fall onto it need not.
    pub fn passes_over(&self, checkpoint: &Aabb) -> bool {
        let gap = Vec2::new(0.0, checkpoint.min().y - self.state.player.feet().y);
        let above = (0.0..=OVER_CHECKPOINT).contains(&gap.y)
            && self.state.player.aabb.moved(gap).grown(1.0).overlaps(checkpoint);
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

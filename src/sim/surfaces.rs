//! What ground and places do to those who are on them or in them: ice, elastic, velcro, belts, ladders, water. Their numbers
//! are in the feel.

use std::sync::Arc;

use glam::Vec2;

use super::carry::Movable;
use super::feel::ticks;
use super::ground::{Ground, LANDING_REACH, approach};
use super::player::{DROP_TICKS, Intent};
use super::probe::Probe;
use super::triggers::touches_area;
use super::{Event, Feel, Player, Rules, TICK, World};
use crate::collide::{Aabb, CollisionView, Solver, Tag};
use crate::level::{Area, Level, Material, Surface};

/// Half the width of what of the player must be on a ladder, in pixels: its spine. Wider spines hang on to ladders that one
/// sees beside the player; narrow ones are lost by an inaccurate step.
const SPINE: f32 = 2.0;

/// How far below the feet a ladder may begin that is climbed down from above, in pixels: as deep as a step down.
const BELOW_FEET: f32 = 1.0;

/// Half the side of the middle of a body, which decides whether it is in water, in pixels.
const MIDDLE: f32 = 0.5;

/// Water that is crossed more slowly is not heard, px/s.
const SPLASH_SPEED: f32 = 40.0;

/// A crate that gets less than this part of its way has met something.
const STOPPED: f32 = 0.5;

impl World {
    /// Walks, and is carried along by a belt. The velocity stays what it is on the belt; who jumps takes the belt's along.
    pub(super) fn walk_on_belt(&mut self, events: &mut Vec<Event>) {
        let (own, belt) = (self.state.player.surface_speed(), self.state.player.belt());
        let speed = own + belt;
        if belt != 0.0 {
            // Walking off, the speed is that of both already.
            self.state.player.lift_ticks = 0;
        }
        self.walk(speed, speed.abs() * TICK, events);
        if belt == 0.0 || !self.state.player.grounded {
            return;
        }
        let stopped = speed != 0.0 && self.state.player.surface_speed() == 0.0;
        let tangent = self.state.player.tangent();
        self.state.player.velocity = tangent * if stopped { 0.0 } else { own };
        self.state.player.retain_ticks = if stopped { 0 } else { self.state.player.retain_ticks };
        self.state.player.lift = tangent * belt;
        self.state.player.lift_ticks = ticks(self.rules.feel.lift_keep);
    }

    /// Goes into water and out of it, takes hold of a ladder, or has lost it.
    pub(super) fn enter_places(&mut self, intent: &Intent, events: &mut Vec<Event>) {
        let level = Arc::clone(&self.level);
        let swims = is_in(&level.waters, self.state.player.aabb.center);
        if swims != self.state.player.swims {
            self.state.player.swims = swims;
            self.state.player.late_bounce_window = 0;
            self.state.player.jump_hold = if swims { 0 } else { self.state.player.jump_hold };
            let speed = self.state.player.velocity.y.abs();
            if speed > SPLASH_SPEED {
                events.push(Event::Splashed { speed });
            }
        }
        self.state.player.ladder_cooldown = self.state.player.ladder_cooldown.saturating_sub(1);
        if self.state.player.climbs {
            self.state.player.climbs = self.state.player.is_on_ladder(&self.level);
        } else if self.state.player.ladder_cooldown == 0 {
            self.take_hold(intent, events);
        }
    }

    /// Up takes hold of a ladder anywhere on it, Down on top of it.
    fn take_hold(&mut self, intent: &Intent, events: &mut Vec<Event>) {
        let from_above = intent.down() && self.state.player.ladder_below(&self.level) && self.probe().can_drop();
        if !(from_above || intent.y < 0.0 && self.state.player.is_on_ladder(&self.level)) {
            return;
        }
        let player = &mut self.state.player;
        player.drop_through_timer = if from_above { DROP_TICKS } else { player.drop_through_timer };
        player.climbs = true;
        player.on_wall = false;
        player.velocity = Vec2::ZERO;
        (player.jump_hold, player.late_bounce_window, player.coyote, player.retain_ticks) = (0, 0, 0, 0);
        player.max_fall = self.rules.feel.fall;
        player.leave_ground();
        events.push(Event::Climbed);
    }

    /// Moves along a ladder; at its top and at its foot there is ground to stand on.
    pub(super) fn move_on_ladder(&mut self, events: &mut Vec<Event>) {
        let velocity = self.state.player.velocity;
        let slide = self.slide_player(velocity * TICK);
        self.state.player.shift(slide.moved);
        self.touch(&slide.touches);
        if velocity.y <= 0.0 && self.state.player.is_on_ladder(&self.level) {
            return;
        }
        let mover = self.player_mover();
        let reach = velocity.y.abs() * TICK + LANDING_REACH;
        let Some(ground) = self.ground_below(&mover, reach) else { return };
        self.state.player.climbs = false;
        self.state.player.velocity = Vec2::ZERO;
        self.land(&ground, velocity.max(Vec2::ZERO), events);
    }

    /// How fast someone falls whose middle is at a place: the limit and the acceleration, px/s and px/s^2. Water slows both,
    /// and brakes what came into it faster.
    pub(super) fn sinking(&self, middle: Vec2, speed: f32, limit: f32, gravity: f32) -> (f32, f32) {
        let feel = &self.rules.feel;
        if self.level.waters.is_empty() || !is_in(&self.level.waters, middle) {
            (limit, gravity)
        } else if speed > feel.water_fall {
            (feel.water_fall, feel.water_drag)
        } else {
            (feel.water_fall, gravity * feel.water_gravity)
        }
    }

    /// What ground does to a crate that stands on it: belts take it along with whatever stands on it, on ice it glides on.
    pub(super) fn carry_crate_along(&mut self, index: usize, ground: &Ground) {
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
        // Where what stands on it cannot come along, the crate stays.
        let _ = self.or_undo(|world| {
            let way = world.slide_someone(Movable::Crate(index), delta, None, u8::MAX, &[]);
            if way.length() < delta.length() * STOPPED {
                world.state.crates[index].velocity = Vec2::ZERO;
            }
            if way == Vec2::ZERO || world.carry_on_crate(index, way) { Ok(()) } else { Err(()) }
        });
    }

    /// The belt or ice that a crate stands on; another material elsewhere. Levels without any of them need no query.
    pub(super) fn moving_ground_below(&mut self, index: usize) -> Material {
        let moves = |tag: Tag| {
            let material = Material::from_tag(tag);
            material.surface == Surface::Ice || material.speed != 0
        };
        let terrain = &self.state.space.terrain;
        // Pieces are made when they are first asked for: only solvers that see them do that. Bodies are neither belts nor ice.
        let any = match self.rules.solver.view() {
            CollisionView::Pieces => {
                self.cache.moving_pieces.get_or_init(|| terrain.pieces().iter().any(|p| moves(p.tag)))
            }
            _ => self.cache.moving_edges.get_or_init(|| terrain.edges().iter().any(|e| moves(e.tag))),
        };
        if *any { self.material_below_crate(index) } else { Material::default() }
    }

    /// What a crate stands on.
    pub(super) fn material_below_crate(&mut self, index: usize) -> Material {
        let who = Movable::Crate(index);
        let mover = self.probe().mover_of(who);
        self.seen_by(who, &[], |world| world.probe().material_below(&mover))
    }
}

/// Whether the middle of a body is in one of some areas.
fn is_in(areas: &[Area], middle: Vec2) -> bool {
    let middle = Aabb::new(middle, Vec2::splat(MIDDLE));
    areas.iter().any(|area| touches_area(&middle, area))
}

impl Player {
    /// What the player stands on, if it stands.
    pub(super) fn footing(&self) -> Surface {
        if self.grounded { Surface::from_tag(self.ground) } else { Surface::Solid }
    }

    /// The speed of the belt that the player stands on, px/s to the right along the ground.
    pub(super) fn belt(&self) -> f32 {
        if self.grounded { Material::from_tag(self.ground).speed.into() } else { 0.0 }
    }

    pub(super) fn spine(&self) -> Aabb {
        let Aabb { center, half } = self.aabb;
        Aabb::new(center, Vec2::new(SPINE, half.y))
    }

    /// On a ladder: wherever the keys point, slowly. A jump leaves it, with Down it only lets go.
    pub(super) fn climb(&mut self, feel: &Feel, intent: &Intent, events: &mut Vec<Event>) {
        if !intent.pressed {
            self.velocity = Vec2::new(intent.x * feel.climb_side, intent.y * feel.climb);
            return;
        }
        self.climbs = false;
        self.ladder_cooldown = ticks(feel.climb_again);
        self.velocity = Vec2::ZERO;
        if !intent.down() {
            self.jump(feel, intent, events);
        }
    }

    /// Thrown by what it landed on, or not: elastic gives back a part of the fall, more while jump is held, and the dash.
    pub(super) fn bounce(
        &mut self,
        rules: &Rules,
        level: &Level,
        held: bool,
        ground: &Ground,
        velocity: Vec2,
        events: &mut Vec<Event>,
    ) -> bool {
        let into = -velocity.dot(ground.normal);
        if self.footing() != Surface::Bouncy || into < rules.feel.bounce_from {
            return false;
        }
        let up = into * rules.feel.bounce;
        let higher = up.max(rules.feel.bounce_jump);
        let up = if held { higher } else { up };
        let late = rules.coyote();
        self.leave_ground();
        self.coyote = 0;
        let thrown = |up: f32| velocity + ground.normal * (into + up);
        self.velocity = thrown(up);
        self.jump_speed = thrown(higher).y;
        if held {
            self.jump_hold = ticks(rules.feel.jump_hold);
            self.buffer = 0;
        } else {
            self.late_bounce_window = late;
        }
        self.refill_dash(level);
        events.push(Event::Bounced { speed: up });
        true
    }

    /// A stroke in water; with the head out of it, a leap.
    pub(super) fn swim(&mut self, feel: &Feel, level: &Level, intent: &Intent, events: &mut Vec<Event>) {
        let head = Vec2::new(self.aabb.center.x, self.aabb.min().y);
        if !is_in(&level.waters, head) {
            self.jump(feel, intent, events);
            return;
        }
        self.buffer = 0;
        self.velocity.y = self.velocity.y.min(-feel.swim);
        events.push(Event::Swam);
    }

    pub(super) fn is_on_ladder(&self, level: &Level) -> bool {
        let spine = self.spine();
        level.ladders.iter().any(|area| touches_area(&spine, area))
    }

    pub(super) fn ladder_below(&self, level: &Level) -> bool {
        let feet = self.feet();
        let below = Aabb::from_corners(feet - Vec2::new(SPINE, 0.0), feet + Vec2::new(SPINE, BELOW_FEET));
        level.ladders.iter().any(|area| touches_area(&below, area))
    }
}

impl Probe<'_> {
    /// The vertical speed at which a wall holds a player that presses against it: none on velcro, its own on a belt;
    /// `None` where one slides.
    pub fn wall_pull(&self, intent: &Intent, reach: f32) -> Option<f32> {
        if intent.x == 0.0 || intent.down() || self.state.player.swims {
            return None;
        }
        let (material, normal) = self.wall_material(intent.x, reach)?;
        let pull = match material.surface {
            Surface::Sticky => 0.0,
            // Clockwise round the solid is down on its right side, and up on its left.
            Surface::Conveyor => normal.x.signum() * f32::from(material.speed),
            _ => return None,
        };
        (self.state.player.velocity.y >= pull.min(0.0)).then_some(pull)
    }

    /// Of what the wall within `reach` pixels on one side is, and its normal.
    pub fn wall_material(&self, side: f32, reach: f32) -> Option<(Material, Vec2)> {
        let normal = self.wall(side, reach)?.normal;
        let place = self.state.player.aabb.center + Vec2::new(side * self.state.player.aabb.half.x, 0.0);
        let material = self.nearest_material(&self.player_mover(), reach, place, |n| n.dot(normal) > 0.0)?;
        Some((material, normal))
    }

    /// Whether the wall on one side is of this.
    pub fn has_wall_of(&self, surface: Surface, side: f32) -> bool {
        self.wall_material(side, self.rules.feel.wall_probe).is_some_and(|(wall, _)| wall.surface == surface)
    }
}

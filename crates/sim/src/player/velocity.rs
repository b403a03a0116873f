//! Input becomes velocity: running, ducking, gravity and its exceptions.

use glam::Vec2;

use super::PlayerTick;
use super::intent::Intent;
use crate::feel::ticks;
use crate::player::Player;
use crate::player::surfaces::is_in;
use crate::probe::Probe;
use crate::things::wind;
use crate::tolerance::ROOM_SLACK;
use crate::{Event, Feel, Rules, TICK};
use seamwalker_collide::Mover;
use seamwalker_collide::controller::{AirSettings, ControllerSettings, JumpSettings, RunSettings, Tick, approach};
use seamwalker_level::{Level, Surface};

/// How near a wall must be to slide down it, in pixels.
const WALL_SLIDE_REACH: f32 = 1.0;

/// How much of the wind acts on a player on the ground, as a factor.
const WIND_ON_GROUND: f32 = 0.5;

/// A tick of the library's character that has begun, and its settings in this tick.
pub struct BegunTick {
    pub tick: Tick,
    pub settings: ControllerSettings,
}

impl PlayerTick<'_> {
    /// Turns input into velocity: places, shape, and then what the library's character does with the settings of this place. Abilities
    /// of the player's own come before and after that.
    pub fn update_velocity(&mut self) -> BegunTick {
        self.enter_places();
        if self.dash() {
            self.state.player.motion.lift.wait();
            return BegunTick { tick: Tick::new(TICK), settings: self.settings() };
        }
        let wind = wind::at(self.level, self.cache, self.state.player.aabb().center);
        if wind.y < 0.0 && self.state.player.is_grounded() {
            self.state.player.leave_ground();
        }
        if self.state.player.climbs {
            self.state.player.motion.lift.wait();
            self.duck_or_stand(&Intent::default());
            self.climb();
            return BegunTick { tick: Tick::new(TICK), settings: self.settings() };
        }
        let intent = self.intent;
        self.duck_or_stand(&intent);
        let intent = self.state.player.locked(&intent);
        self.restore_retained_speed();
        let (x, run) = self.state.player.run(&self.rules.feel, &intent, wind.x);
        let settings = self.settings();
        let air = if self.state.player.is_grounded() {
            self.state.player.wall_slide = ticks(self.rules.feel.wall_slide_time);
            settings.air
        } else {
            self.fall(&intent, wind.y)
        };
        let settings = ControllerSettings { run, air, ..settings };
        let tick = self.begin(settings, &intent, x);
        BegunTick { tick, settings }
    }

    /// How the player moves here, apart from its speed and its fall.
    pub(super) fn settings(&self) -> ControllerSettings {
        let (feel, jump) = (&self.rules.feel, self.rules.jump_settings());
        let sticky = if self.state.player.footing() == Surface::Sticky { feel.sticky_jump } else { 1.0 };
        ControllerSettings {
            ground: feel.ground(),
            run: feel.run_settings(1.0),
            air: feel.air_settings(),
            jump: JumpSettings { speed: jump.speed * sticky, ..jump },
            max_lift: feel.max_lift(),
            lift_keep: feel.lift_keep,
            drift: 0.0,
            push: feel.crate_push,
        }
    }

    /// Switches to the hitbox for ducking or standing; standing up needs room.
    fn duck_or_stand(&mut self, intent: &Intent) {
        let player = &self.state.player;
        let wants_duck = intent.down() && (player.is_grounded() || player.ducked);
        let mut ducked = player.ducked;
        if wants_duck && !ducked {
            ducked = true;
            self.events.push(Event::Ducked);
        } else if !wants_duck && ducked {
            let standing = Mover { aabb: player.with_half(self.rules.feel.half(false)), ..self.mover() };
            ducked = self.probe().depth(&standing) > ROOM_SLACK;
        }
        let player = &mut self.state.player;
        player.ducked = ducked;
        let half = self.rules.feel.half(ducked);
        if player.aabb().half != half {
            player.motion.mover.aabb = player.with_half(half);
        }
    }

    /// A wall that ends soon after it stopped the player gives the speed back.
    fn restore_retained_speed(&mut self) {
        if self.state.player.retain_ticks == 0 {
            return;
        }
        self.state.player.retain_ticks -= 1;
        let side = self.state.player.retained_wall_speed.signum();
        let speed = self.state.player.surface_speed();
        if speed * side < 0.0 {
            self.state.player.retain_ticks = 0;
        } else if self.probe().wall(side, WALL_SLIDE_REACH).is_none() {
            let player = &mut self.state.player;
            let along = player.tangent();
            player.motion.velocity += along * (player.retained_wall_speed - speed);
            player.retain_ticks = 0;
        }
    }

    /// Gravity, with its exceptions: the apex, the wall, the fast fall, water and wind.
    fn fall(&mut self, intent: &Intent, wind: f32) -> AirSettings {
        let feel = &self.rules.feel;
        let pull = self.probe().wall_pull(intent, WALL_SLIDE_REACH);
        let on_wall = pull.is_some() || self.probe().slides_down_wall(intent);
        let player = &mut self.state.player;
        let fast = intent.down() && player.motion.velocity.y >= feel.fall;
        let limit = if fast { feel.fast_fall } else { feel.fall };
        player.max_fall = approach(player.max_fall, limit, feel.fast_fall_accel * TICK);
        let mut max = player.max_fall;
        if on_wall && !player.on_wall {
            self.events.push(Event::WallSlid);
        }
        player.on_wall = on_wall;
        if let Some(pull) = pull {
            max = pull;
        } else if on_wall {
            let left = player.wall_slide as f32 / ticks(feel.wall_slide_time).max(1) as f32;
            max = feel.fall + (feel.wall_slide - feel.fall) * left.min(1.0);
            player.wall_slide -= 1;
        }
        let speed = player.motion.velocity.y;
        let gravity = feel.air_settings().gravity_at(speed, intent.jump);
        let (max, gravity) = self.rules.fall_in_water(self.level, player.aabb().center, speed, (max, gravity));
        // What falls faster than a wall holds is braked; velcro does it at once.
        let gravity = if speed > 0.0 && pull == Some(0.0) { gravity * feel.sticky_brake } else { gravity };
        let (max, gravity) = if wind < 0.0 && speed >= wind {
            (wind, feel.wind)
        } else if wind > 0.0 {
            (max + wind, gravity + feel.wind)
        } else {
            (max, gravity)
        };
        AirSettings { gravity, max_fall: max, apex_gravity: 1.0, ..feel.air_settings() }
    }
}

impl Player {
    /// The input, or the direction of a wall jump for as long as that is locked.
    fn locked(&mut self, intent: &Intent) -> Intent {
        if self.wall_lock == 0 {
            return *intent;
        }
        self.wall_lock -= 1;
        Intent { x: self.wall_lock_x, ..*intent }
    }

    /// Where the library's character shall run, and how quickly, where the wind blows at `wind` px/s: -1, 1 or 0, and the settings.
    fn run(&self, feel: &Feel, intent: &Intent, wind: f32) -> (f32, RunSettings) {
        let (is_grounded, footing) = (self.is_grounded(), self.footing());
        let part = if self.swims { feel.water_run } else { 1.0 };
        let part = if footing == Surface::Sticky { part * feel.sticky_run } else { part };
        let run = feel.run_settings(part);
        let run = if self.ducked && is_grounded {
            RunSettings { speed: feel.crawl, accel: feel.duck_friction, reduce: feel.duck_friction, ..run }
        } else {
            run
        };
        let grip = if intent.x == 0.0 { feel.ice_friction } else { feel.ice_accel };
        let grip = if footing == Surface::Ice { grip } else { f32::INFINITY };
        // A wind shifts what the player runs towards.
        let target = intent.x * run.speed + if is_grounded { wind * WIND_ON_GROUND } else { wind };
        let x = if target == 0.0 { 0.0 } else { target.signum() };
        (x, RunSettings { speed: target.abs(), accel: run.accel.min(grip), reduce: run.reduce.min(grip), ..run })
    }
}

impl Rules {
    /// The fall limit and the acceleration of a body with this vertical speed whose middle is at a point, px/s and px/s^2.
    /// Outside of water they are as given. Water lowers both, and brakes what enters it faster.
    pub(crate) fn fall_in_water(
        &self,
        level: &Level,
        middle: Vec2,
        speed: f32,
        (limit, gravity): (f32, f32),
    ) -> (f32, f32) {
        let feel = &self.feel;
        if !is_in(&level.waters, middle) {
            (limit, gravity)
        } else if speed > feel.water_fall {
            (feel.water_fall, feel.water_drag)
        } else {
            (feel.water_fall, gravity * feel.water_gravity)
        }
    }
}

impl Probe<'_> {
    /// Whether the player presses against a wall that slows its fall.
    fn slides_down_wall(&self, intent: &Intent) -> bool {
        let player = &self.state.player;
        let pressed = intent.x != 0.0 && !intent.down() && !player.swims;
        let may = player.motion.velocity.y >= 0.0 && player.wall_slide > 0 && pressed;
        may && self.wall(intent.x, WALL_SLIDE_REACH).is_some()
    }

    /// The vertical speed at which a wall holds a player that presses against it: none on velcro, its own on a belt;
    /// `None` where the player slides.
    fn wall_pull(&self, intent: &Intent, reach: f32) -> Option<f32> {
        let player = &self.state.player;
        if intent.x == 0.0 || intent.down() || player.swims {
            return None;
        }
        let (material, normal) = self.wall_material(intent.x, reach)?;
        let pull = match material.surface {
            Surface::Sticky => 0.0,
            // Clockwise round the solid is down on its right side, and up on its left.
            Surface::Conveyor => normal.x.signum() * f32::from(material.speed),
            _ => return None,
        };
        (player.motion.velocity.y >= pull.min(0.0)).then_some(pull)
    }
}

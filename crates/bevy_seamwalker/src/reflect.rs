//! The library's settings, for inspectors and scenes: the library itself knows nothing of bevy. The compiler compares each list of
//! fields with the original.

use bevy_reflect::reflect_remote;
use seamwalker_collide::controller::{
    AirSettings, ControllerSettings, GroundSettings, Intent, JumpSettings, RunSettings, StepEvents,
};
use seamwalker_collide::{Layers, Tag, Touches};

use crate::units::PixelVec2;

#[reflect_remote(Layers)]
#[derive(Clone, Copy, Debug)]
pub struct ReflectedLayers(pub u32);

#[reflect_remote(Tag)]
#[derive(Clone, Copy, Debug)]
pub struct ReflectedTag(pub u16);

#[reflect_remote(PixelVec2)]
#[derive(Clone, Copy, Debug)]
pub struct ReflectedPixels {
    pub x: f32,
    pub y: f32,
}

#[reflect_remote(Intent)]
#[derive(Clone, Copy, Debug)]
pub struct ReflectedIntent {
    pub x: f32,
    pub jump: bool,
    pub pressed: bool,
    pub down: bool,
}

#[reflect_remote(ControllerSettings)]
#[derive(Clone, Copy, Debug)]
pub struct ReflectedSettings {
    #[reflect(remote = ReflectedGround)]
    pub ground: GroundSettings,
    #[reflect(remote = ReflectedRun)]
    pub run: RunSettings,
    #[reflect(remote = ReflectedAir)]
    pub air: AirSettings,
    #[reflect(remote = ReflectedJump)]
    pub jump: JumpSettings,
    #[reflect(remote = ReflectedPixels)]
    pub max_lift: PixelVec2,
    pub lift_keep: f32,
    pub drift: f32,
    pub push: f32,
}

#[reflect_remote(GroundSettings)]
#[derive(Clone, Copy, Debug)]
pub struct ReflectedGround {
    pub max_slope: f32,
    pub step_down: f32,
    pub step_up: f32,
}

#[reflect_remote(RunSettings)]
#[derive(Clone, Copy, Debug)]
pub struct ReflectedRun {
    pub speed: f32,
    pub accel: f32,
    pub reduce: f32,
    pub air: f32,
}

#[reflect_remote(AirSettings)]
#[derive(Clone, Copy, Debug)]
pub struct ReflectedAir {
    pub gravity: f32,
    pub max_fall: f32,
    pub apex_speed: f32,
    pub apex_gravity: f32,
    pub corner: f32,
}

#[reflect_remote(JumpSettings)]
#[derive(Clone, Copy, Debug)]
pub struct ReflectedJump {
    pub speed: f32,
    pub hold: f32,
    pub coyote: f32,
    pub buffer: f32,
    pub bump_grace: f32,
}

#[reflect_remote(StepEvents)]
#[derive(Clone, Copy, Debug)]
pub struct ReflectedEvents {
    pub jumped: bool,
    pub dropped: bool,
    pub landed: Option<f32>,
    pub walked_off: bool,
    pub bumped: bool,
    #[reflect(ignore)]
    pub wall: Option<PixelVec2>,
    pub steep: bool,
    #[reflect(ignore)]
    pub touches: Touches,
}

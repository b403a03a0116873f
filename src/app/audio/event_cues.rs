//! The sound of every event of the world, as one table.

use glam::Vec2;
use seamwalker_level::{ObjectKind, Surface};
use seamwalker_sim::{Crate, Event, World};

use seamwalker_synth::effects::Effect;

use crate::app::level_view::{SignFold, event_box};

/// A sound effect to play.
pub struct Cue {
    /// The effect.
    pub effect: Effect,
    /// The volume, 0.5 to 1: with a wider range, a falling crate would drown everything else.
    pub volume: f32,
    /// The position in the level; `None` for a sound without one.
    pub at: Option<Vec2>,
}

/// The sound of an event of the last tick; `None` for a silent one.
pub fn cue(event: &Event, world: &World) -> Option<Cue> {
    use Effect as E;
    let feet = world.state.player.feet();
    let here = |effect, volume| Some(Cue { effect, volume, at: Some(feet) });
    let everywhere = |effect| Some(Cue { effect, volume: 0.9, at: None });
    let there = |effect, volume| event_box(event, world).map(|place| Cue { effect, volume, at: Some(place.center) });
    match *event {
        Event::Stepped => here(step(world), 0.5),
        Event::Jumped => here(E::Jump, 0.75),
        Event::WallJumped { .. } => here(E::WallJump, 0.75),
        Event::Landed { speed } if speed > 400.0 => here(E::LandHard, 0.9),
        Event::Landed { speed } => here(E::Land, by_speed(speed, 400.0)),
        Event::Bonked => here(E::Bonk, 0.7),
        Event::Skidded => here(E::Skid, 0.6),
        Event::WallSlid => here(E::WallSlide, 0.5),
        Event::Bounced { speed } => here(E::Bounce, by_speed(speed, 500.0)),
        Event::Climbed => here(E::Climb, 0.6),
        Event::Splashed { speed } => here(E::Splash, by_speed(speed, 400.0)),
        Event::Swam => here(E::Swim, 0.6),
        Event::Ducked => here(E::Duck, 0.5),
        Event::Dropped => here(E::Drop, 0.5),
        Event::Took { object } => {
            everywhere(match world.level.objects.get(object as usize).map(|object| &object.kind) {
                Some(ObjectKind::Bead { golden: true }) => E::Golden,
                Some(ObjectKind::KeyButton { .. }) => E::Key,
                _ => E::Bead,
            })
        }
        Event::Checkpoint { .. } => everywhere(E::Checkpoint),
        Event::Died { .. } => everywhere(E::Tear),
        Event::Respawned => everywhere(E::Respawn),
        Event::Finished => everywhere(E::Finish),
        Event::CratePushed { .. } => there(E::CratePush, 0.8),
        Event::CrateLanded { speed, .. } if speed < 60.0 => None,
        Event::CrateLanded { speed, .. } => there(E::CrateLand, by_speed(speed, 400.0)),
        Event::PlatformTurned { .. } => there(E::PlatformTurn, 0.5),
        Event::CrateBroke { .. } => there(E::CrateBreak, 0.8),
        Event::CrateReturned { .. } => there(E::CrateReturn, 0.8),
        Event::Sprung { .. } => there(E::Spring, 0.8),
        Event::Dashed { .. } => here(E::Dash, 0.8),
        Event::DashRefilled { .. } => there(E::Refill, 0.8),
        Event::Stomped { .. } => there(E::Stomp, 0.8),
        Event::Returned { .. } => there(E::Return, 0.5),
        Event::Pressed { .. } => there(E::Press, 0.8),
        Event::Released { .. } => there(E::Release, 0.8),
        // After the last key, the player should know that a door opened, wherever it is.
        Event::Opened { .. } => everywhere(E::Open),
        Event::Closed { .. } => there(E::Close, 0.8),
        Event::Loosened { .. } => there(E::Tremble, 0.8),
        Event::GaveWay { .. } => there(E::GiveWay, 0.8),
        Event::CameBack { .. } => there(E::CameBack, 0.5),
        Event::Slammed { .. } => there(E::Slam, 1.0),
        Event::Snipped { .. } => there(E::Snip, 0.8),
        _ => None,
    }
}

/// The sound of a sign that begins to unfold or to fold up.
pub fn fold(fold: &SignFold) -> Cue {
    let effect = if fold.opens { Effect::SignOpen } else { Effect::SignClose };
    Cue { effect, volume: 0.5, at: Some(fold.at) }
}

/// Continuous sounds around the player: the nearest wind, and the nearest rolling spool.
pub fn around(world: &World) -> impl Iterator<Item = Cue> + use<> {
    let player = world.state.player.aabb().center;
    let nearest = |places: &mut dyn Iterator<Item = Vec2>| {
        places.min_by(|a, b| a.distance_squared(player).total_cmp(&b.distance_squared(player)))
    };
    let winds = world.level.objects.iter().filter(|object| matches!(object.kind, ObjectKind::Wind { .. }));
    let rolls = world.state.crates.iter().filter(|item| {
        let kind = world.level.objects.get(item.object as usize).map(|object| &object.kind);
        !item.is_away() && item.grounded && matches!(kind, Some(ObjectKind::RollingSpool { .. }))
    });
    let center = |item: &Crate| Some(world.state.space.bodies.get(item.body)?.aabb.center);
    let places = [
        (Effect::Wind, nearest(&mut winds.map(|object| object.aabb.closest_point(player)))),
        (Effect::Roll, nearest(&mut rolls.filter_map(center))),
    ];
    places.into_iter().filter_map(|(effect, at)| at.map(|at| Cue { effect, volume: 0.5, at: Some(at) }))
}

/// A step, by the surface.
fn step(world: &World) -> Effect {
    match Surface::from_tag(world.state.player.material) {
        Surface::Ice => Effect::StepSilk,
        Surface::Sticky => Effect::StepVelcro,
        Surface::Conveyor => Effect::StepZip,
        _ => Effect::Step,
    }
}

/// A volume from 0.5 to 1, reached at the speed `full` in px/s.
fn by_speed(speed: f32, full: f32) -> f32 {
    0.5 + 0.5 * (speed.abs() / full).min(1.0)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use seamwalker_assets::shipped;
    use seamwalker_collide::SolverSetup;
    use seamwalker_level::read;

    use super::*;

    #[test]
    fn loud_events_sound_different_and_quiet_ones_are_silent() {
        let level = Arc::new(read(&shipped(), "maps/spool_works.tmx").expect("shipped"));
        let world = World::new(level, SolverSetup::default());
        let heard = |event| cue(&event, &world).map(|cue| (cue.effect, cue.volume));
        assert_eq!(heard(Event::Landed { speed: 480.0 }), Some((Effect::LandHard, 0.9)));
        assert_eq!(heard(Event::Landed { speed: 200.0 }), Some((Effect::Land, 0.75)));
        assert_eq!(heard(Event::CrateLanded { index: 0, speed: 400.0 }), Some((Effect::CrateLand, 1.0)));
        assert_eq!(heard(Event::CrateLanded { index: 0, speed: 10.0 }), None, "it only settles");
        assert_eq!(cue(&Event::Finished, &world).map(|cue| cue.at), Some(None), "heard everywhere");
    }
}

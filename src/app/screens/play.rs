//! The level being played. The game draws it, because it is also seen below the panels of pause and finish.

use seamwalker_sim::InputCursor;

use super::{Goto, Place, Screen, ScreenSpec, Steering, UiInput};
use crate::app::input::Hotkey;
use crate::app::render::Canvas;
use crate::app::services::{LevelSession, PlayMode, Services};
use crate::app::ui::time_sign;
use crate::app::window::Motion;

pub struct PlayScreen;

impl Screen for PlayScreen {
    fn spec(&self, services: &Services) -> ScreenSpec {
        let is_still = |running: &LevelSession| running.play.clock.paused && !running.hud.banner.is_shown();
        let is_still = !services.debug.open && services.running.as_ref().is_some_and(is_still);
        let motion = if is_still { Motion::None } else { Motion::Essential };
        let dash = services.running.as_ref().is_some_and(|running| running.play.world.level.meta.dash);
        let steering = if dash { Steering::WithDash } else { Steering::WithoutDash };
        ScreenSpec {
            name: "play",
            motion,
            place: Place::Level,
            has_laboratory: true,
            steering,
            ..ScreenSpec::default()
        }
    }

    fn update(&mut self, input: &UiInput, services: &mut Services, dt: f32) -> Option<Goto> {
        if input.buttons.held | input.buttons.pressed != 0 {
            services.toasts.end_notes();
        }
        let Services { running, debug, assets, covered, .. } = services;
        let Some(running) = running else { return Some(Goto::Levels) };
        let sign = time_sign::target(&running.play.clock, assets, input.format, *covered);
        if input.clicked && sign.is_some_and(|sign| input.touches(sign)) {
            running.play.clock.go_on();
        }
        running.play.update(input.buttons, dt, debug);
        running.hud.update(&running.play, running.best.as_ref(), dt);
        if matches!(running.mode, PlayMode::Watch(_)) {
            if running.play.watched.as_ref().is_none_or(InputCursor::is_over) {
                return services.end_of_replay();
            }
        } else if running.play.world.state.finished && !debug.session.plays {
            return Some(Goto::Finish);
        }
        let closes = input.pressed(Hotkey::Menu);
        let is_scene = running.map().is_none();
        closes.then(|| if is_scene { services.leave_scene() } else { Goto::Pause })
    }

    fn draw(&mut self, _: &mut Canvas, _: &mut Services) {}
}

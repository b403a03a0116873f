//! Records the last seconds of a player tick by tick, and the outcome of every press: why did that jump not fire?

use std::collections::VecDeque;

use glam::Vec2;

use seamwalker_sim::{Buttons, Event, Input, Player, TICK, TICK_RATE, World};

/// The number of recorded ticks: five seconds.
pub const MAX_SAMPLES: usize = 5 * TICK_RATE as usize;
/// The number of recorded presses.
const MAX_PRESSES: usize = 64;
/// Ground that comes too late for a jump is reported up to this number of ticks.
const MAX_LATE: u64 = 30;

/// A tick: the player after it, and the possible actions in it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sample {
    /// The tick, from 0.
    pub tick: u64,
    /// The feet, px.
    pub feet: Vec2,
    /// The velocity, px/s.
    pub velocity: Vec2,
    /// The deepest resolved touch, px.
    pub depth: f32,
    /// Rounds of the solver.
    pub rounds: u32,
    /// The duration of the tick as measured by the caller, s.
    pub cost: f32,
    /// Whether the player stood on ground.
    pub grounded: bool,
    /// Whether coyote time allowed a jump in the air.
    pub coyote: bool,
    /// Whether a press of jump was buffered.
    pub buffer: bool,
}

/// The action of a press.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// A jump of any kind.
    Jump,
    /// A dash.
    Dash,
}

/// The outcome of a press.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PressOutcome {
    /// It is still buffered.
    Waits,
    /// It triggered its action.
    Fired,
    /// It had no effect.
    Missed,
}

/// A press of jump or dash, and its outcome.
#[derive(Clone, Debug, PartialEq)]
pub struct TrackedPress {
    /// The tick of the press.
    pub tick: u64,
    /// The action.
    pub act: Action,
    /// The outcome.
    pub fate: PressOutcome,
    /// The number of ticks from the press to the outcome.
    pub after: u64,
    /// The reason, in words and figures.
    pub why: String,
}

/// Records the last five seconds and follows every press. Call [`PressLog::before`] and [`PressLog::after`] around every tick; they
/// never change the world.
#[derive(Clone, Debug, Default)]
pub struct PressLog {
    /// The ticks, oldest first.
    pub samples: VecDeque<Sample>,
    /// The presses, oldest first.
    pub presses: VecDeque<TrackedPress>,
    /// The state before the running tick.
    before: Option<Before>,
    /// The tick in which the player left the ground, and the last tick of coyote time.
    left_ground: Option<(u64, u64)>,
    /// The last tick in which ground would have been in time for the last missed jump.
    ground_by: Option<u64>,
}

/// The state before a tick.
#[derive(Clone, Debug)]
struct Before {
    tick: u64,
    player: Player,
    pressed: Input,
    finished: bool,
}

impl PressLog {
    /// To be called before a tick.
    pub fn before(&mut self, world: &World, input: Input) {
        let now = world.state.ticks;
        if self.samples.back().is_some_and(|last| last.tick + 1 != now) {
            self.rewind(now);
        }
        let pressed = input.pressed_since(world.state.previous_input);
        let (player, finished) = (world.state.player.clone(), world.state.finished);
        self.before = Some(Before { tick: now, player, pressed, finished });
    }

    /// To be called after the tick, which took `cost` seconds.
    pub fn after(&mut self, world: &World, events: &[Event], cost: f32) {
        let Some(before) = self.before.take().filter(|before| before.tick + 1 == world.state.ticks) else {
            return;
        };
        self.sample(world, &before, cost);
        self.follow(Action::Jump, world, &before, events);
        self.follow(Action::Dash, world, &before, events);
        let (now, player) = (before.tick, &world.state.player);
        if player.is_grounded() {
            self.left_ground = None;
        } else if before.player.is_grounded() {
            self.left_ground = Some((now, now + u64::from(player.motion.jump.coyote)));
        }
        // On ground after this tick, the player can jump in the next one.
        if let Some(by) = self.ground_by.take_if(|by| player.is_grounded() || now > *by + MAX_LATE)
            && let Some(press) = self.last(Action::Jump).filter(|_| player.is_grounded())
        {
            press.why += &format!(", which came {} too late", ticks(now + 1 - by));
        }
    }

    /// Removes everything from this tick on, after a jump in time.
    fn rewind(&mut self, now: u64) {
        if self.samples.back().is_some_and(|last| last.tick < now) {
            self.samples.clear();
        }
        self.samples.retain(|sample| sample.tick < now);
        self.presses.retain(|press| press.tick < now && press.fate != PressOutcome::Waits);
        (self.left_ground, self.ground_by) = (None, None);
    }

    fn sample(&mut self, world: &World, before: &Before, cost: f32) {
        let player = &world.state.player;
        let depth = world.stats.touches.iter().fold(0.0_f32, |deepest, touch| deepest.max(touch.contact.depth));
        let lives = !before.player.is_dead();
        if self.samples.len() >= MAX_SAMPLES {
            self.samples.pop_front();
        }
        self.samples.push_back(Sample {
            tick: before.tick,
            feet: player.feet(),
            velocity: player.motion.velocity,
            depth,
            rounds: world.stats.rounds,
            cost,
            grounded: player.is_grounded(),
            coyote: lives && !before.player.is_grounded() && before.player.motion.jump.coyote > 0,
            buffer: lives && (before.pressed.holds(Buttons::JUMP) || before.player.motion.jump.buffer > 0),
        });
    }

    /// The last press of this action.
    fn last(&mut self, act: Action) -> Option<&mut TrackedPress> {
        self.presses.iter_mut().rfind(|press| press.act == act)
    }

    /// Ends the press of this action that is still buffered.
    fn end(&mut self, act: Action, fate: PressOutcome, now: u64, why: String) {
        if let Some(press) = self.last(act).filter(|press| press.fate == PressOutcome::Waits) {
            (press.fate, press.after, press.why) = (fate, now - press.tick, why);
        }
    }

    /// Updates the press of an action.
    fn follow(&mut self, act: Action, world: &World, before: &Before, events: &[Event]) {
        let (now, player) = (before.tick, &world.state.player);
        let (button, buffer) = match act {
            Action::Jump => (Buttons::JUMP, player.motion.jump.buffer),
            Action::Dash => (Buttons::DASH, player.dash_buffer),
        };
        if before.pressed.holds(button) {
            self.end(act, PressOutcome::Missed, now, "pressed again; the new press counts".to_owned());
            if act == Action::Jump {
                self.ground_by = None;
            }
            if self.presses.len() >= MAX_PRESSES {
                self.presses.pop_front();
            }
            let press = TrackedPress { tick: now, act, fate: PressOutcome::Waits, after: 0, why: String::new() };
            self.presses.push_back(press);
        }
        let waiting = self.last(act).filter(|press| press.fate == PressOutcome::Waits);
        let Some(pressed) = waiting.map(|press| press.tick) else { return };
        let fired = match act {
            Action::Jump => self.jumped(world, before, events),
            Action::Dash => dashed(events).then(|| "at once".to_owned()),
        };
        let waited = now - pressed;
        if let Some(how) = fired {
            let how = if waited > 0 { format!("{} after the press", span(waited)) } else { how };
            self.end(act, PressOutcome::Fired, now, how);
        } else if let Some(why) = refused(world, before) {
            self.end(act, PressOutcome::Missed, now, why);
        } else if buffer == 0 {
            let why = match act {
                Action::Jump if dashed(events) => "a dash started in the same tick and used it up".to_owned(),
                Action::Jump => {
                    self.ground_by = Some(now);
                    format!("{}; waited {} for ground", self.in_the_air(pressed), span(waited))
                }
                Action::Dash => no_dash(world).to_owned(),
            };
            self.end(act, PressOutcome::Missed, now, why);
        }
    }

    /// How a press of jump took effect in this tick.
    fn jumped(&self, world: &World, before: &Before, events: &[Event]) -> Option<String> {
        let (player, jump) = (&before.player, &world.state.player.motion.jump);
        let how = events.iter().find_map(|event| match event {
            Event::WallJumped { .. } => Some("off a wall"),
            Event::Swam => Some("as a swim stroke"),
            Event::Dropped => Some("as a drop through a ribbon, because down was held"),
            Event::Bounced { .. } if jump.buffer == 0 && jump.hold > 0 => Some("as a higher bounce"),
            Event::Jumped if player.is_grounded() => Some("from the ground"),
            Event::Jumped if player.climbs => Some("off the ladder"),
            Event::Jumped if player.motion.jump.coyote > 0 => Some("by coyote time"),
            Event::Jumped => Some("out of a bounce, a dash or the water"),
            _ => None,
        });
        let let_go = player.climbs && !world.state.player.climbs && before.pressed.holds(Buttons::JUMP);
        let how = how.or(let_go.then_some("let go of the ladder because down was held"))?;
        Some(match self.left_ground {
            Some((left, last)) if how == "by coyote time" => {
                let (ago, spare) = (span(before.tick - left), ticks(last.saturating_sub(before.tick)));
                format!("{how}: it left the ground {ago} ago, {spare} to spare")
            }
            _ => how.to_owned(),
        })
    }

    /// How long the player had been in the air when jump was pressed, and by how much coyote time was over.
    fn in_the_air(&self, pressed: u64) -> String {
        let Some((left, last)) = self.left_ground else { return "in the air".to_owned() };
        let ago = span(pressed.saturating_sub(left));
        if last == left {
            return format!("in the air: it left the ground {ago} ago");
        }
        let (coyote, late) = (span(last - left), ticks(pressed.saturating_sub(last)));
        format!("in the air: it left the ground {ago} ago, coyote time is {coyote}: {late} too late")
    }
}

impl TrackedPress {
    /// The outcome as a line of text.
    pub fn summary(&self) -> String {
        let act = match self.act {
            Action::Jump => "jump",
            Action::Dash => "dash",
        };
        match self.fate {
            PressOutcome::Waits => format!("{act} waits"),
            PressOutcome::Fired => format!("{act} {}", self.why),
            PressOutcome::Missed => format!("no {act}: {}", self.why),
        }
    }
}

fn dashed(events: &[Event]) -> bool {
    events.iter().any(|event| matches!(event, Event::Dashed { .. }))
}

/// Why presses are ignored in this tick.
fn refused(world: &World, before: &Before) -> Option<String> {
    if world.rules.noclip {
        Some("noclip is on".to_owned())
    } else if before.player.is_dead() {
        Some(format!("dead for another {}; presses are ignored until then", span(before.player.respawn_timer.into())))
    } else if world.state.player.is_dead() {
        Some("died first".to_owned())
    } else if before.finished {
        Some("the level is finished".to_owned())
    } else {
        None
    }
}

/// Why a dash did not start until its press was no longer buffered.
fn no_dash(world: &World) -> &'static str {
    if !world.rules.ground_assist {
        "there is no dash without ground assist"
    } else if !world.level.meta.dash {
        "this level has no dash"
    } else if world.state.player.dashes == 0 {
        "the dash was used; ground or spare thread restores it"
    } else {
        "too soon after the last dash"
    }
}

fn ticks(count: u64) -> String {
    format!("{count} tick{}", if count == 1 { "" } else { "s" })
}

/// A number of ticks, and the time in seconds.
fn span(count: u64) -> String {
    format!("{} ({:.2} s)", ticks(count), count as f32 * TICK)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::ascii;
    use seamwalker_assets::shipped;
    use seamwalker_collide::{SolverKind, SolverSetup};
    use seamwalker_level::read;

    const RIGHT: u8 = Buttons::RIGHT;
    const JUMP: u8 = Buttons::JUMP;
    const DASH: u8 = Buttons::DASH;

    /// Plays these buttons and records everything.
    fn play(world: &mut World, ticks: u64, held: impl Fn(u64) -> u8) -> PressLog {
        let mut log = PressLog::default();
        for tick in 0..ticks {
            let input = Input { buttons: held(tick) };
            log.before(world, input);
            let events = world.step(input);
            log.after(world, &events, 0.0);
        }
        log
    }

    fn world(picture: &str, dash: bool) -> World {
        let mut level = ascii::level(picture);
        level.meta.dash = dash;
        World::new(Arc::new(level), SolverSetup::default())
    }

    /// The first tick after which the condition holds.
    fn first(picture: &str, held: impl Fn(u64) -> u8, condition: impl Fn(&Sample) -> bool) -> u64 {
        let log = play(&mut world(picture, false), 200, held);
        log.samples.iter().find(|sample| condition(sample)).unwrap().tick
    }

    fn summaries(log: &PressLog) -> Vec<String> {
        log.presses.iter().map(TrackedPress::summary).collect()
    }

    /// The summary of the only press of `button`, which is held for two ticks from `at`.
    fn summary(world: &mut World, held: u8, button: u8, at: u64) -> String {
        let log = play(world, 240, |tick| held | if (at..at + 2).contains(&tick) { button } else { 0 });
        let [summary] = <[String; 1]>::try_from(summaries(&log)).unwrap();
        summary
    }

    const LEDGE: &str = "
        ............................
        ............................
        .P..........................
        ####........................
        ............................
        ............................
        ............................
        ............................
        ############################
    ";

    #[test]
    fn a_late_jump_off_a_ledge_is_reported_to_the_tick() {
        let left = first(LEDGE, |_| RIGHT, |sample| !sample.grounded && sample.tick > 5);
        let cases = [
            (0, "jump from the ground"),
            (1, "jump by coyote time: it left the ground 1 tick (0.02 s) ago, 5 ticks to spare"),
            (6, "jump by coyote time: it left the ground 6 ticks (0.10 s) ago, 0 ticks to spare"),
            (
                7,
                "no jump: in the air: it left the ground 7 ticks (0.12 s) ago, coyote time is 6 ticks (0.10 s): 1 tick too late; \
                 waited 6 ticks (0.10 s) for ground, which came 8 ticks too late",
            ),
        ];
        for (late, expected) in cases {
            assert_eq!(summary(&mut world(LEDGE, false), RIGHT, JUMP, left + late), expected, "{late}");
        }
    }

    #[test]
    fn an_early_jump_before_a_landing_is_reported_to_the_tick() {
        let left = first(LEDGE, |_| RIGHT, |sample| !sample.grounded && sample.tick > 5);
        let landed = first(LEDGE, |_| RIGHT, |sample| sample.grounded && sample.tick > left);
        let cases = [
            (0, "jump 1 tick (0.02 s) after the press"),
            (5, "jump 6 ticks (0.10 s) after the press"),
            (6, "waited 6 ticks (0.10 s) for ground, which came 1 tick too late"),
            (7, "waited 6 ticks (0.10 s) for ground, which came 2 ticks too late"),
        ];
        for (early, expected) in cases {
            let summary = summary(&mut world(LEDGE, false), RIGHT, JUMP, landed - early);
            assert!(summary.ends_with(expected), "{early}: {summary}");
        }
    }

    const FLOOR: &str = "
        ............................
        ............................
        ............................
        ............................
        .P..........................
        ############################
    ";

    #[test]
    fn a_dash_that_does_not_start_is_reported() {
        // The first dash, along the ground; the second press misses its pause by one tick, or does not.
        let second = |after: u64| {
            let held = |tick: u64| match tick {
                20 => DASH,
                tick if tick == 20 + after => DASH,
                _ => 0,
            };
            summaries(&play(&mut world(FLOOR, true), 60, held))
        };
        assert_eq!(second(12), ["dash at once", "dash at once"]);
        assert_eq!(second(7), ["dash at once", "dash 5 ticks (0.08 s) after the press"]);
        assert_eq!(second(6), ["dash at once", "no dash: too soon after the last dash"]);
        // In a level without one, or in the air after one.
        assert_eq!(summary(&mut world(FLOOR, false), 0, DASH, 20), "no dash: this level has no dash");
        let held = |tick: u64| match tick {
            20..=29 => JUMP,
            31 | 45 => DASH,
            _ => 0,
        };
        let summary = play(&mut world(FLOOR, true), 90, held).presses.back().unwrap().summary();
        assert!(summary.starts_with("no dash: the dash was used; ground or spare"), "{summary}");
    }

    #[test]
    fn other_reasons_of_a_missed_press_are_reported() {
        let log = play(&mut world(FLOOR, true), 40, |tick| if tick == 20 { JUMP | DASH } else { 0 });
        let summary = summaries(&log);
        assert_eq!(summary, ["no jump: a dash started in the same tick and used it up", "dash at once"]);

        let mut dead = world(FLOOR, false);
        let log = play(&mut dead, 90, |tick| match tick {
            20 => Buttons::RETRY,
            22.. => JUMP,
            _ => 0,
        });
        let summary = summaries(&log);
        assert!(summary[0].starts_with("no jump: dead for another 23 ticks (0.38 s)"), "{summary:?}");

        let twice = play(&mut world(LEDGE, false), 80, |tick| match tick {
            20..24 | 30 | 33 => JUMP,
            _ => 0,
        });
        let summary = twice.presses[1].summary();
        assert_eq!(summary, "no jump: pressed again; the new press counts");
        let summary = twice.presses[2].summary();
        assert!(
            summary.starts_with("no jump: in the air: it left the ground 13 ticks (0.22 s) ago; waited"),
            "{summary}"
        );
    }

    #[test]
    fn a_jump_back_in_time_removes_later_ticks() {
        let mut world = world(LEDGE, false);
        let mut log = play(&mut world, 50, |_| RIGHT);
        let earlier = world.clone();
        for tick in 0..20 {
            let input = Input { buttons: if tick > 10 { RIGHT | JUMP } else { RIGHT } };
            log.before(&world, input);
            let events = world.step(input);
            log.after(&world, &events, 0.0);
        }
        assert_eq!((log.samples.len(), log.presses.len()), (70, 1));
        log.before(&earlier, Input::default());
        assert_eq!((log.samples.len(), log.presses.len()), (50, 0));
        assert_eq!(log.samples[49].tick, 49);
    }

    #[test]
    fn every_jump_of_the_recorded_runs_has_a_press() {
        let files = shipped();
        let runs = crate::Recorded::list(&files).unwrap();
        for run in runs.into_iter().filter(|run| run.solver == SolverKind::ThickSat) {
            let level = Arc::new(read(&files, &format!("maps/{}.tmx", run.map)).unwrap());
            let setup = run.setup();
            let (mut world, mut log) = (World::new(level, setup), PressLog::default());
            let (mut jumps, mut fired, mut dashes) = (0, 0, 0);
            for input in &run.inputs(&files).unwrap() {
                log.before(&world, input);
                let events = world.step(input);
                log.after(&world, &events, 0.0);
                let is = |wanted: fn(&Event) -> bool| events.iter().any(wanted);
                jumps += u32::from(is(|event| matches!(event, Event::Jumped | Event::WallJumped { .. })));
                dashes += u32::from(is(|event| matches!(event, Event::Dashed { .. })));
                let now = |press: &&TrackedPress| {
                    press.fate == PressOutcome::Fired && press.tick + press.after + 1 == world.state.ticks
                };
                fired += log.presses.iter().filter(now).filter(|press| press.act == Action::Jump).count();
                dashes -= log.presses.iter().filter(now).filter(|press| press.act == Action::Dash).count() as u32;
                let oldest = log.presses.iter().find(|press| press.fate == PressOutcome::Waits);
                assert!(oldest.is_none_or(|press| press.tick + 20 > world.state.ticks), "{}: {oldest:?}", run.map);
                if world.state.finished {
                    break;
                }
            }
            assert!(fired >= jumps as usize && dashes == 0, "{}: {fired} of {jumps}, {dashes}", run.map);
        }
    }
}

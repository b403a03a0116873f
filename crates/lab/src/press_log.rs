//! Records the last seconds of a player tick by tick, and the outcome of every press: why did that jump not fire?

use std::collections::VecDeque;

use glam::Vec2;
use serde::Serialize;

use seamwalker_collide::Solver;
use seamwalker_collide::controller::MIN_WALL_NORMAL;
use seamwalker_sim::{Buttons, Event, Input, Player, TICK, TICK_RATE, World};

/// The number of recorded ticks: ten seconds.
pub const MAX_SAMPLES: usize = 10 * TICK_RATE as usize;
/// The number of recorded presses.
const MAX_PRESSES: usize = 64;
/// Ground or a dash that comes too late is reported up to this number of ticks.
const MAX_LATE: u64 = 30;
/// A ceiling that ends a jump within this number of ticks is reported.
const HEADROOM_TICKS: u64 = 8;
/// Jump that is held for this number of ticks after a landing is reported.
const HELD_TICKS: u64 = 12;
/// Walls up to this distance beyond the reach of a wall jump are reported, in pixels.
const WALL_MARGIN: f32 = 8.0;

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
    /// The remaining overlap, px.
    pub overlap: f32,
    /// Rounds of the solver.
    pub rounds: u32,
    /// Candidates of the solver.
    pub candidates: u32,
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Action {
    /// A jump of any kind.
    Jump,
    /// A dash.
    Dash,
}

/// The outcome of a press.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum PressOutcome {
    /// It is still buffered.
    Waits,
    /// It triggered its action.
    Fired,
    /// It had no effect.
    Missed,
    /// It is not a press: the button was already held.
    Held,
}

/// A press of jump or dash, and its outcome.
#[derive(Clone, Debug, PartialEq, Serialize)]
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

/// Records the last ten seconds and follows every press. Call [`PressLog::before`] and [`PressLog::after`] around every tick; they
/// never change the world.
#[derive(Clone, Debug, Default)]
pub struct PressLog {
    /// The ticks, oldest first.
    pub samples: VecDeque<Sample>,
    /// The presses, oldest first.
    pub presses: VecDeque<TrackedPress>,
    tracking: Tracking,
}

/// What must be known to judge the next ticks.
#[derive(Clone, Debug, Default)]
struct Tracking {
    /// The world before the running tick.
    before: Option<Before>,
    /// The tick in which the player left the ground, how, and the last tick of coyote time.
    left_ground: Option<(u64, &'static str, u64)>,
    /// The distance of the nearest wall since jump was pressed, px.
    wall: Option<f32>,
    /// The start of the last dash.
    dashed: Option<u64>,
    /// The last landing, if jump has been held since before it.
    landed: Option<u64>,
    /// The last tick in which ground, or a dash, would have been in time for the last missed press.
    ground_by: Option<u64>,
    dash_by: Option<u64>,
    /// The start of the last jump, as long as a ceiling may end it.
    jumped: Option<u64>,
}

/// The state before a tick.
#[derive(Clone, Debug)]
struct Before {
    tick: u64,
    player: Player,
    input: Input,
    pressed: Input,
    finished: bool,
    /// The distance of the nearest wall on either side, px; only while a jump is buffered.
    wall: Option<f32>,
}

impl PressLog {
    /// To be called before a tick.
    pub fn before(&mut self, world: &World, input: Input) {
        let now = world.state.ticks;
        if self.samples.back().is_some_and(|last| last.tick + 1 != now) {
            self.rewind(now);
        }
        let pressed = input.pressed_since(world.state.previous_input);
        let buffered = pressed.holds(Buttons::JUMP) || world.state.player.jump.buffer > 0;
        let wall = buffered.then(|| nearest_wall(world)).flatten();
        let (player, finished) = (world.state.player.clone(), world.state.finished);
        self.tracking.before = Some(Before { tick: now, player, input, pressed, finished, wall });
    }

    /// To be called after the tick, which took `cost` seconds.
    pub fn after(&mut self, world: &World, events: &[Event], cost: f32) {
        let Some(before) = self.tracking.before.take().filter(|before| before.tick + 1 == world.state.ticks) else {
            return;
        };
        self.sample(world, &before, cost);
        self.jump(world, &before, events);
        self.dash(world, &before, events);
        self.leave(world, &before, events);
        self.report_late(world, &before, events);
        self.report_held(world, &before, events);
    }

    /// Removes everything from this tick on, after a jump in time.
    fn rewind(&mut self, now: u64) {
        if self.samples.back().is_some_and(|last| last.tick < now) {
            self.samples.clear();
        }
        self.samples.retain(|sample| sample.tick < now);
        self.presses.retain(|press| press.tick < now && press.fate != PressOutcome::Waits);
        self.tracking = Tracking::default();
    }

    fn sample(&mut self, world: &World, before: &Before, cost: f32) {
        let player = &world.state.player;
        let free = world.rules.noclip || player.is_dead();
        let overlap =
            if free { 0.0 } else { world.state.space.overlap(world.rules.solver.view(), &world.player_mover()) };
        let depth = world.stats.touches.iter().fold(0.0_f32, |deepest, touch| deepest.max(touch.contact.depth));
        let lives = !before.player.is_dead();
        if self.samples.len() >= MAX_SAMPLES {
            self.samples.pop_front();
        }
        self.samples.push_back(Sample {
            tick: before.tick,
            feet: player.feet(),
            velocity: player.velocity,
            depth,
            overlap,
            rounds: world.stats.rounds,
            candidates: world.stats.candidates,
            cost,
            grounded: player.grounded,
            coyote: lives && !before.player.grounded && before.player.jump.coyote > 0,
            buffer: lives && (before.pressed.holds(Buttons::JUMP) || before.player.jump.buffer > 0),
        });
    }

    fn push(&mut self, tick: u64, act: Action, fate: PressOutcome, why: String) {
        if self.presses.len() >= MAX_PRESSES {
            self.presses.pop_front();
        }
        self.presses.push_back(TrackedPress { tick, act, fate, after: 0, why });
    }

    fn last(&mut self, act: Action) -> Option<&mut TrackedPress> {
        self.presses.iter_mut().rev().find(|press| press.act == act && press.fate != PressOutcome::Held)
    }

    /// The tick of the buffered press of this action.
    fn waiting(&mut self, act: Action) -> Option<u64> {
        self.last(act).filter(|press| press.fate == PressOutcome::Waits).map(|press| press.tick)
    }

    /// Starts a press. An earlier one that is still buffered has no effect any more.
    fn press(&mut self, act: Action, now: u64) {
        if let Some(tick) = self.waiting(act) {
            let why = format!("pressed again after {}; the new press counts", span(now - tick));
            self.end(act, PressOutcome::Missed, now, why);
        }
        self.push(now, act, PressOutcome::Waits, String::new());
    }

    fn end(&mut self, act: Action, fate: PressOutcome, now: u64, why: String) {
        if let Some(press) = self.last(act) {
            (press.fate, press.after, press.why) = (fate, now - press.tick, why);
        }
    }

    /// Updates the press of jump.
    fn jump(&mut self, world: &World, before: &Before, events: &[Event]) {
        let (now, act) = (before.tick, Action::Jump);
        if before.pressed.holds(Buttons::JUMP) {
            self.press(act, now);
            (self.tracking.wall, self.tracking.ground_by, self.tracking.jumped) = (None, None, None);
        }
        let Some(tick) = self.waiting(act) else { return };
        self.tracking.wall = [self.tracking.wall, before.wall].into_iter().flatten().reduce(f32::min);
        let waited = now - tick;
        if let Some(how) = self.fired(world, before, events, waited) {
            self.end(act, PressOutcome::Fired, now, how);
            self.tracking.jumped = Some(now);
        } else if let Some(why) = refused(world, before) {
            self.end(act, PressOutcome::Missed, now, why);
        } else if world.state.player.jump.buffer == 0 && waited == 0 && dash_started(events) {
            self.end(act, PressOutcome::Missed, now, "a dash started in the same tick and used it up".to_owned());
        } else if world.state.player.jump.buffer == 0 {
            let why = self.in_the_air(world, tick, waited);
            self.end(act, PressOutcome::Missed, now, why);
            self.tracking.ground_by = Some(now);
        }
    }

    /// How the press of jump took effect in this tick.
    fn fired(&self, world: &World, before: &Before, events: &[Event], waited: u64) -> Option<String> {
        let spare = |count: u64| format!("{} to spare", ticks(count));
        let player = &before.player;
        let how = events.iter().find_map(|event| match event {
            Event::WallJumped { .. } => Some("off a wall"),
            Event::Swam => Some("as a swim stroke"),
            Event::Dropped => Some("as a drop through a ribbon, because down was held"),
            Event::Bounced { .. } if world.state.player.jump.buffer == 0 && world.state.player.jump.hold > 0 => {
                Some("as a higher bounce")
            }
            Event::Jumped if player.climbs => Some("off the ladder"),
            Event::Jumped if player.jump.late > 0 && !player.grounded => Some("as a late bounce"),
            Event::Jumped if player.dash > 0 => Some("out of a dash"),
            Event::Jumped if player.swims && !player.grounded => Some("out of the water"),
            Event::Jumped if waited > 0 => Some("on landing"),
            Event::Jumped if player.grounded => Some("from the ground"),
            Event::Jumped => Some("by coyote time"),
            _ => None,
        });
        let let_go = player.climbs && !world.state.player.climbs && before.pressed.holds(Buttons::JUMP);
        let how = how.or(let_go.then_some("let go of the ladder because down was held"))?;
        Some(match self.tracking.left_ground {
            Some((left, what, last)) if how == "by coyote time" => {
                let ago = span(before.tick - left);
                format!("{how}: {what} {ago} ago, {}", spare(last.saturating_sub(before.tick)))
            }
            _ if waited > 0 => {
                let left = spare(player.jump.buffer.saturating_sub(1).into());
                format!("{how}, {} after the press, {left}", span(waited))
            }
            _ => how.to_owned(),
        })
    }

    /// Why a press in the air had no effect.
    fn in_the_air(&self, world: &World, pressed: u64, waited: u64) -> String {
        let mut why = "in the air".to_owned();
        match self.tracking.left_ground {
            Some((left, what, last)) if last > left => {
                let (ago, coyote) = (span(pressed.saturating_sub(left)), span(last - left));
                let late = ticks(pressed.saturating_sub(last));
                why += &format!(": {what} {ago} ago, coyote time is {coyote}: {late} too late");
            }
            Some((left, what, _)) => why += &format!(": {what} {} ago", span(pressed.saturating_sub(left))),
            None => {}
        }
        let reach = world.rules.feel.wall_probe;
        if let Some(gap) = self.tracking.wall.filter(|gap| *gap > reach) {
            why += &format!("; the nearest wall was {gap:.1} px away, {:.1} px too far", gap - reach);
        }
        why + &format!("; waited {} for ground", span(waited))
    }

    /// Updates the press of dash.
    fn dash(&mut self, world: &World, before: &Before, events: &[Event]) {
        let (now, act) = (before.tick, Action::Dash);
        if before.pressed.holds(Buttons::DASH) {
            self.press(act, now);
            self.tracking.dash_by = None;
        }
        if let Some(tick) = self.waiting(act) {
            let waited = now - tick;
            if dash_started(events) {
                let how = if waited == 0 { "at once".to_owned() } else { format!("{} after the press", span(waited)) };
                self.end(act, PressOutcome::Fired, now, how);
            } else if let Some(why) = refused(world, before) {
                self.end(act, PressOutcome::Missed, now, why);
            } else if world.state.player.dash_buffer == 0 {
                let why = self.no_dash(world, tick);
                self.end(act, PressOutcome::Missed, now, why);
                // Unlike that of jump, the buffer of dash counts down before it is tested.
                self.tracking.dash_by = Some(now.saturating_sub(1));
            }
        }
        if dash_started(events) {
            self.tracking.dashed = Some(now);
        }
    }

    fn no_dash(&self, world: &World, pressed: u64) -> String {
        let used = self.tracking.dashed.map(|tick| format!(" {} ago", span(pressed.saturating_sub(tick))));
        let used = used.unwrap_or_default();
        if !world.rules.ground_assist {
            "there is no dash without ground assist".to_owned()
        } else if !world.level.meta.dash {
            "this level has no dash".to_owned()
        } else if world.state.player.dashes == 0 {
            format!("the dash was used{used}; ground or spare thread restores it")
        } else {
            format!(
                "the last dash started{used}; the next one may start {} after it",
                span((world.rules.feel.dash_again * TICK_RATE as f32).round() as u64)
            )
        }
    }

    /// Records how the player left the ground, or got another push in the air.
    fn leave(&mut self, world: &World, before: &Before, events: &[Event]) {
        let player = &world.state.player;
        if player.grounded || player.climbs || player.is_dead() {
            self.tracking.left_ground = None;
            return;
        }
        let thrown = events.iter().rev().find_map(|event| match event {
            Event::Jumped => Some("it jumped"),
            Event::WallJumped { .. } => Some("it jumped off a wall"),
            Event::Dropped => Some("it dropped through a ribbon"),
            Event::Bounced { .. } => Some("it bounced on elastic"),
            Event::Sprung { .. } => Some("a spring threw it"),
            Event::Stomped { .. } => Some("it stomped a moth"),
            Event::Swam => Some("it swam a stroke"),
            Event::Dashed { .. } if before.player.grounded => Some("it dashed off the ground"),
            Event::Respawned => Some("it respawned"),
            _ => None,
        });
        let walked = before.player.grounded.then_some("it left the ground");
        let what = thrown.or(walked).or(before.player.climbs.then_some("it let go of the ladder"));
        if let Some(what) = what {
            self.tracking.left_ground = Some((before.tick, what, before.tick + u64::from(player.jump.coyote)));
        }
    }

    /// Adds to a missed press what came too late for it, and to a jump the ceiling that ended it.
    fn report_late(&mut self, world: &World, before: &Before, events: &[Event]) {
        let (now, player) = (before.tick, &world.state.player);
        // On ground after this tick, the player can jump in the next one.
        if let Some(by) = self.tracking.ground_by.take_if(|by| player.grounded || now > *by + MAX_LATE) {
            self.add(Action::Jump, player.grounded, || format!(", which came {} too late", ticks(now + 1 - by)));
        }
        // Ground restores the dash at the beginning of a tick, spare thread at its end.
        let usable = if before.player.grounded { now } else { now + 1 };
        let ready = player.dashes > 0 && player.dash_wait == 0;
        if let Some(by) = self.tracking.dash_by.take_if(|by| ready || now > *by + MAX_LATE) {
            self.add(Action::Dash, ready, || format!(": that came {} too late", ticks(usable.saturating_sub(by))));
        }
        let bonked = events.contains(&Event::Bonked);
        if let Some(fired) = self.tracking.jumped.take_if(|fired| bonked || now > *fired + HEADROOM_TICKS) {
            let feet = self.samples.iter().rev().map(|sample| sample.feet.y);
            let up = feet.take(HEADROOM_TICKS as usize).fold(0.0_f32, |up, y| up.max(y - player.feet().y));
            let ducked = if player.ducked { ", ducked" } else { "" };
            self.add(Action::Jump, bonked, || {
                format!("; a ceiling ended it after {}, {up:.1} px up{ducked}", span(now - fired + 1))
            });
        }
    }

    /// Adds to the reason of the last press under a condition.
    fn add(&mut self, act: Action, condition: bool, what: impl FnOnce() -> String) {
        if let Some(press) = self.last(act).filter(|_| condition) {
            press.why += &what();
        }
    }

    /// Records jump that has been held since before a landing, as if it were a press.
    fn report_held(&mut self, world: &World, before: &Before, events: &[Event]) {
        let landed = events.iter().any(|event| matches!(event, Event::Landed { .. }));
        let now = before.tick;
        let held =
            before.input.holds(Buttons::JUMP) && !before.pressed.holds(Buttons::JUMP) && world.state.player.grounded;
        if !held {
            self.tracking.landed = None;
        } else if landed {
            self.tracking.landed = Some(now);
        }
        let Some(since) = self.tracking.landed.take_if(|since| now >= *since + HELD_TICKS) else { return };
        let press = self.last(Action::Jump).map(|press| now.saturating_sub(press.tick));
        let ago = press.map_or_else(String::new, |ago| format!(" for {}", span(ago)));
        let why = format!("held since before landing{ago}: only a new press jumps");
        self.push(since, Action::Jump, PressOutcome::Held, why);
    }
}

impl TrackedPress {
    /// The outcome as a line of text.
    #[must_use]
    pub fn summary(&self) -> String {
        let act = match self.act {
            Action::Jump => "jump",
            Action::Dash => "dash",
        };
        match self.fate {
            PressOutcome::Waits => format!("{act} waits"),
            PressOutcome::Fired => format!("{act} {}", self.why),
            PressOutcome::Missed | PressOutcome::Held => format!("no {act}: {}", self.why),
        }
    }
}

fn dash_started(events: &[Event]) -> bool {
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

/// The distance of the nearest wall on either side, if one is near.
fn nearest_wall(world: &World) -> Option<f32> {
    let (mover, reach) = (world.player_mover(), world.rules.feel.wall_probe + WALL_MARGIN);
    let gap = |side: f32| {
        let hit = world.rules.solver.cast(&world.state.space, &mover, Vec2::new(side * reach, 0.0))?;
        (hit.normal.x * side < -MIN_WALL_NORMAL).then_some(hit.fraction * reach)
    };
    [gap(-1.0), gap(1.0)].into_iter().flatten().reduce(f32::min)
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
        // A longer coyote time.
        let mut generous = world(LEDGE, false);
        generous.rules.feel.coyote = 0.15;
        assert!(summary(&mut generous, RIGHT, JUMP, left + 7).ends_with("2 ticks to spare"));
    }

    #[test]
    fn an_early_jump_before_a_landing_is_reported_to_the_tick() {
        let left = first(LEDGE, |_| RIGHT, |sample| !sample.grounded && sample.tick > 5);
        let landed = first(LEDGE, |_| RIGHT, |sample| sample.grounded && sample.tick > left);
        let cases = [
            (0, "jump on landing, 1 tick (0.02 s) after the press, 5 ticks to spare"),
            (5, "jump on landing, 6 ticks (0.10 s) after the press, 0 ticks to spare"),
            (6, "waited 6 ticks (0.10 s) for ground, which came 1 tick too late"),
            (7, "waited 6 ticks (0.10 s) for ground, which came 2 ticks too late"),
        ];
        for (early, expected) in cases {
            let summary = summary(&mut world(LEDGE, false), RIGHT, JUMP, landed - early);
            assert!(summary.ends_with(expected), "{early}: {summary}");
        }
    }

    #[test]
    fn a_wall_that_is_too_far_is_reported() {
        // A fall beside a wall whose left side is at x = 96; the hitbox is 12 px wide.
        let picture = "
            ........
            .P....##
            ......##
            ......##
            ......##
            ......##
            ......##
            ......##
            ########
        ";
        for (gap, expected) in [
            (5.9, "jump off a wall"),
            (6.1, "no jump: in the air; the nearest wall was 6.1 px away, 0.1 px too far; waited"),
            (7.5, "no jump: in the air; the nearest wall was 7.5 px away, 1.5 px too far; waited"),
        ] {
            let mut world = world(picture, false);
            world.start_at_point(Vec2::new(96.0 - 6.0 - gap, 32.0), false);
            let summary = summary(&mut world, 0, JUMP, 4);
            assert!(summary.starts_with(expected), "{gap}: {summary}");
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
    fn a_dash_is_reported_to_the_tick() {
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
        let late = "no dash: the last dash started 6 ticks (0.10 s) ago; the next one may start 12 ticks (0.20 s) after it: that \
                    came 1 tick too late";
        assert_eq!(second(6), ["dash at once", late]);
        // In a level without one, or in the air after one.
        assert_eq!(summary(&mut world(FLOOR, false), 0, DASH, 20), "no dash: this level has no dash");
        let held = |tick: u64| match tick {
            20..=29 => JUMP,
            31 | 45 => DASH,
            _ => 0,
        };
        let summary = play(&mut world(FLOOR, true), 90, held).presses.back().unwrap().summary();
        assert!(summary.starts_with("no dash: the dash was used 14 ticks (0.23 s) ago; ground or spare"), "{summary}");
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
        assert!(summary[1].starts_with("no jump: held since before landing for "), "{summary:?}");
        assert_eq!(log.presses[1].fate, PressOutcome::Held);

        let twice = play(&mut world(LEDGE, false), 80, |tick| match tick {
            20..24 | 30 | 33 => JUMP,
            _ => 0,
        });
        let summary = twice.presses[1].summary();
        assert_eq!(summary, "no jump: pressed again after 3 ticks (0.05 s); the new press counts");
        let summary = twice.presses[2].summary();
        assert!(summary.starts_with("no jump: in the air: it jumped 13 ticks (0.22 s) ago; waited"), "{summary}");
    }

    #[test]
    fn a_low_ceiling_is_reported() {
        let cave = "
            ########
            #......#
            .P......
            ########
        ";
        let summary = summary(&mut world(cave, false), 0, JUMP, 20);
        assert!(
            summary.starts_with("jump from the ground; a ceiling ended it after 4 ticks (0.07 s), 10.0 px up"),
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

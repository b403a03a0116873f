//! The last seconds of a player, tick by tick, and what became of every press: why did that jump not fire?

use std::collections::VecDeque;

use glam::Vec2;
use serde::Serialize;

use crate::collide::Solver;
use crate::sim::{Buttons, Event, Input, Player, TICK, TICK_RATE, World};

/// How many ticks are kept: ten seconds.
pub const KEPT: usize = 10 * TICK_RATE as usize;
/// How many presses are kept.
const LOG: usize = 64;
/// For how long ground or a dash that comes too late is still told, in ticks.
const LATE: u64 = 30;
/// A ceiling that is met so soon spoilt the jump, in ticks.
const HEADROOM: u64 = 8;
/// Jump that is held for so long after a landing was meant to jump, in ticks.
const HELD: u64 = 12;
/// How far beyond the reach of a wall jump a wall is still told, in pixels.
const BEYOND: f32 = 8.0;
/// How far a normal must lie on its side to be a wall (cosine), as in the game.
const WALL_FACING: f32 = 0.9;

/// A tick: where the player was after it, and what could have been done in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Sample {
    /// Its number, from 0.
    pub tick: u64,
    /// The feet, px.
    pub feet: Vec2,
    /// The velocity, px/s.
    pub velocity: Vec2,
    /// The deepest touch that was resolved, px.
    pub depth: f32,
    /// The overlap that was left, px.
    pub overlap: f32,
    /// Rounds of the solver.
    pub rounds: u32,
    /// What the solver looked at.
    pub candidates: u32,
    /// What the tick took, as whoever asks measured it, s.
    pub cost: f32,
    /// The buttons that were held.
    pub held: u8,
    /// Those of them that went down.
    pub pressed: u8,
    /// The player stood.
    pub grounded: bool,
    /// It was in the air, and a jump was possible as if from the ground.
    pub coyote: bool,
    /// A press of jump waited.
    pub buffer: bool,
}

/// What can be pressed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Action {
    /// A jump of any kind.
    Jump,
    /// A dash.
    Dash,
}

/// What became of a press.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum PressOutcome {
    /// It still waits for its moment.
    Waits,
    /// It did what it was meant to.
    Fired,
    /// Nothing came of it.
    Missed,
    /// No press at all: the button was held since before.
    Held,
}

/// A press of jump or dash, followed to its end.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TrackedPress {
    /// The tick in which it happened.
    pub tick: u64,
    /// What for.
    pub act: Action,
    /// What became of it.
    pub fate: PressOutcome,
    /// When that was known, in ticks after the press.
    pub after: u64,
    /// Why, in words and figures.
    pub why: String,
}

/// Remembers the last ten seconds and follows every press. It only looks: tell it of a world before and after each tick.
///
/// ```
/// use std::sync::Arc;
///
/// use seamwalker::lab::press_log::{PressLog, PressOutcome};
/// use seamwalker::lab::ascii;
/// use seamwalker::sim::{Buttons, Input, World};
///
/// let mut world = World::new(Arc::new(ascii::level("....\n....\n.P..\n####")), Default::default());
/// let mut chronicle = PressLog::default();
/// for buttons in [0, 0, Buttons::JUMP, 0, Buttons::JUMP] {
///     let input = Input { buttons };
///     chronicle.before(&world, input);
///     let events = world.step(input);
///     chronicle.after(&world, &events, 0.0);
/// }
/// let fates: Vec<PressOutcome> = chronicle.presses.iter().map(|press| press.fate).collect();
/// assert_eq!(fates, [PressOutcome::Fired, PressOutcome::Waits], "the second press is in the air, and waits for ground");
/// ```
#[derive(Clone, Debug, Default, Serialize)]
pub struct PressLog {
    /// The ticks, oldest first.
    pub samples: VecDeque<Sample>,
    /// The presses, oldest first.
    pub presses: VecDeque<TrackedPress>,
    /// The world before the tick that runs.
    #[serde(skip)]
    before: Option<Before>,
    /// How and when the ground was left, and the last tick in which a late jump worked.
    #[serde(skip)]
    left: Option<(u64, &'static str, u64)>,
    /// The nearest wall since jump was pressed, px.
    #[serde(skip)]
    wall: Option<f32>,
    /// When the last dash began.
    #[serde(skip)]
    dashed: Option<u64>,
    /// When it landed with jump held, if it was held ever since.
    #[serde(skip)]
    landed: Option<u64>,
    /// Until when ground, or a dash, would have been in time for the press that was missed last.
    #[serde(skip)]
    ground_by: Option<u64>,
    #[serde(skip)]
    dash_by: Option<u64>,
    /// When the last jump fired, as long as a ceiling may spoil it.
    #[serde(skip)]
    rose: Option<u64>,
}

/// What a tick began with.
#[derive(Clone, Debug)]
struct Before {
    tick: u64,
    player: Player,
    input: Input,
    pressed: Input,
    finished: bool,
    /// The nearest wall on either side, px; looked for only while a jump waits.
    wall: Option<f32>,
}

impl Before {
    fn presses(&self, button: u8) -> bool {
        self.pressed.holds(button)
    }
}

impl PressLog {
    /// A tick is about to run.
    pub fn before(&mut self, world: &World, input: Input) {
        let now = world.state.ticks;
        if self.samples.back().is_some_and(|last| last.tick + 1 != now) {
            self.travel(now);
        }
        let pressed = input.pressed_since(world.state.previous_input);
        let waits = pressed.holds(Buttons::JUMP) || world.state.player.buffer > 0;
        let wall = if waits { nearest_wall(world) } else { None };
        let (player, finished) = (world.state.player.clone(), world.state.finished);
        self.before = Some(Before { tick: now, player, input, pressed, finished, wall });
    }

    /// It has run, and took `cost` seconds.
    pub fn after(&mut self, world: &World, events: &[Event], cost: f32) {
        let Some(before) = self.before.take().filter(|before| before.tick + 1 == world.state.ticks) else { return };
        self.sample(world, &before, cost);
        self.jump(world, &before, events);
        self.dash(world, &before, events);
        self.leave(world, &before, events);
        self.tell_late(world, &before, events);
        self.tell_held(world, &before, events);
    }

    /// What a press waits for is known at once in another moment of the level: what comes after it is forgotten.
    fn travel(&mut self, now: u64) {
        if self.samples.back().is_some_and(|last| last.tick < now) {
            self.samples.clear();
        }
        self.samples.retain(|sample| sample.tick < now);
        self.presses.retain(|press| press.tick < now && press.fate != PressOutcome::Waits);
        (self.left, self.wall, self.dashed, self.landed) = Default::default();
        (self.ground_by, self.dash_by, self.rose) = Default::default();
    }

    fn sample(&mut self, world: &World, before: &Before, cost: f32) {
        let player = &world.state.player;
        let free = world.rules.noclip || player.is_dead();
        let overlap =
            if free { 0.0 } else { world.state.space.overlap(world.rules.solver.view(), &world.player_mover()) };
        let depth = world.stats.touches.iter().fold(0.0_f32, |deepest, touch| deepest.max(touch.contact.depth));
        let lives = !before.player.is_dead();
        if self.samples.len() >= KEPT {
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
            held: before.input.buttons,
            pressed: before.pressed.buttons,
            grounded: player.grounded,
            coyote: lives && !before.player.grounded && before.player.coyote > 0,
            buffer: lives && (before.presses(Buttons::JUMP) || before.player.buffer > 0),
        });
    }

    fn note(&mut self, tick: u64, act: Action, fate: PressOutcome, why: String) {
        if self.presses.len() >= LOG {
            self.presses.pop_front();
        }
        self.presses.push_back(TrackedPress { tick, act, fate, after: 0, why });
    }

    fn last(&mut self, act: Action) -> Option<&mut TrackedPress> {
        self.presses.iter_mut().rev().find(|press| press.act == act && press.fate != PressOutcome::Held)
    }

    /// A press begins; one that still waits counts no longer.
    fn press(&mut self, act: Action, now: u64) {
        if let Some(old) = self.last(act).filter(|old| old.fate == PressOutcome::Waits) {
            old.end(
                PressOutcome::Missed,
                now,
                format!("pressed again after {}; the new press counts", span(now - old.tick)),
            );
        }
        self.note(now, act, PressOutcome::Waits, String::new());
    }

    fn end(&mut self, act: Action, fate: PressOutcome, now: u64, why: String) {
        if let Some(press) = self.last(act) {
            press.end(fate, now, why);
        }
    }

    /// Follows the press of jump through a tick.
    fn jump(&mut self, world: &World, before: &Before, events: &[Event]) {
        let (now, act) = (before.tick, Action::Jump);
        if before.presses(Buttons::JUMP) {
            self.press(act, now);
            (self.wall, self.ground_by, self.rose) = (None, None, None);
        }
        let Some(tick) = self.last(act).filter(|press| press.fate == PressOutcome::Waits).map(|press| press.tick)
        else {
            return;
        };
        self.wall = [self.wall, before.wall].into_iter().flatten().reduce(f32::min);
        let waited = now - tick;
        if let Some(how) = self.fired(world, before, events, waited) {
            self.end(act, PressOutcome::Fired, now, how);
            self.rose = Some(now);
        } else if let Some(why) = refused(world, before) {
            self.end(act, PressOutcome::Missed, now, why);
        } else if world.state.player.buffer == 0 && waited == 0 && began(events) {
            self.end(act, PressOutcome::Missed, now, "a dash started in the same tick and used it up".to_owned());
        } else if world.state.player.buffer == 0 {
            let why = self.in_the_air(world, tick, waited);
            self.end(act, PressOutcome::Missed, now, why);
            self.ground_by = Some(now);
        }
    }

    /// How the press of jump came to something in this tick.
    fn fired(&self, world: &World, before: &Before, events: &[Event], waited: u64) -> Option<String> {
        let spare = |ticks: u64| format!("{} to spare", many(ticks));
        let late = if waited == 0 {
            String::new()
        } else {
            format!("{} after the press, {}", span(waited), spare(before.player.buffer.saturating_sub(1).into()))
        };
        let player = &before.player;
        let how = events.iter().find_map(|event| match event {
            Event::WallJumped { .. } => Some("off a wall"),
            Event::Swam => Some("as a swim stroke"),
            Event::Dropped => Some("as a drop through a ribbon, because down was held"),
            Event::Bounced { .. } if world.state.player.buffer == 0 && world.state.player.jump_hold > 0 => {
                Some("as a higher bounce")
            }
            Event::Jumped if player.climbs => Some("off the ladder"),
            Event::Jumped if player.late_bounce_window > 0 && !player.grounded => Some("as a late bounce"),
            Event::Jumped if player.dash > 0 => Some("out of a dash"),
            Event::Jumped if player.swims && !player.grounded => Some("out of the water"),
            Event::Jumped if waited > 0 => Some("on landing"),
            Event::Jumped if player.grounded => Some("from the ground"),
            Event::Jumped => Some("by coyote time"),
            _ => None,
        });
        let let_go = player.climbs && !world.state.player.climbs && before.presses(Buttons::JUMP);
        let how = how.or(let_go.then_some("let go of the ladder because down was held"))?;
        Some(match self.left {
            Some((left, what, last)) if how == "by coyote time" => {
                let ago = span(before.tick - left);
                format!("{how}: {what} {ago} ago, {}", spare(last.saturating_sub(before.tick)))
            }
            _ if waited > 0 => format!("{how}, {late}"),
            _ => how.to_owned(),
        })
    }

    /// Why a press in the air came to nothing.
    fn in_the_air(&self, world: &World, pressed: u64, waited: u64) -> String {
        let mut why = "in the air".to_owned();
        match self.left {
            Some((left, what, last)) if last > left => {
                let (ago, coyote) = (span(pressed.saturating_sub(left)), span(last - left));
                why += &format!(
                    ": {what} {ago} ago, coyote time is {coyote}: {} too late",
                    many(pressed.saturating_sub(last))
                );
            }
            Some((left, what, _)) => why += &format!(": {what} {} ago", span(pressed.saturating_sub(left))),
            None => {}
        }
        let reach = world.rules.feel.wall_probe;
        if let Some(gap) = self.wall.filter(|gap| *gap > reach) {
            why += &format!("; the nearest wall was {gap:.1} px away, {:.1} px too far", gap - reach);
        }
        why + &format!("; waited {} for ground", span(waited))
    }

    /// Follows the press of dash through a tick.
    fn dash(&mut self, world: &World, before: &Before, events: &[Event]) {
        let (now, act) = (before.tick, Action::Dash);
        if before.presses(Buttons::DASH) {
            self.press(act, now);
            self.dash_by = None;
        }
        if let Some(tick) = self.last(act).filter(|press| press.fate == PressOutcome::Waits).map(|press| press.tick) {
            let waited = now - tick;
            if began(events) {
                let how = if waited == 0 { "at once".to_owned() } else { format!("{} after the press", span(waited)) };
                self.end(act, PressOutcome::Fired, now, how);
            } else if let Some(why) = refused(world, before) {
                self.end(act, PressOutcome::Missed, now, why);
            } else if world.state.player.dash_buffer == 0 {
                let why = self.no_dash(world, tick);
                self.end(act, PressOutcome::Missed, now, why);
                // Unlike a press of jump, one of dash is used up before it is looked at.
                self.dash_by = Some(now.saturating_sub(1));
            }
        }
        if began(events) {
            self.dashed = Some(now);
        }
    }

    fn no_dash(&self, world: &World, pressed: u64) -> String {
        let used = self.dashed.map_or_else(String::new, |tick| format!(" {} ago", span(pressed.saturating_sub(tick))));
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

    /// Notes how the ground was left, or what threw the player in the air.
    fn leave(&mut self, world: &World, before: &Before, events: &[Event]) {
        let player = &world.state.player;
        if player.grounded || player.climbs || player.is_dead() {
            self.left = None;
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
            self.left = Some((before.tick, what, before.tick + u64::from(player.coyote)));
        }
    }

    /// Adds to a missed press what came too late for it, and to a jump the ceiling that ended it.
    fn tell_late(&mut self, world: &World, before: &Before, events: &[Event]) {
        let (now, player) = (before.tick, &world.state.player);
        // Who stands after this tick can jump in the next one.
        if let Some(by) = self.ground_by.filter(|by| player.grounded || now > by + LATE) {
            self.ground_by = None;
            self.add(Action::Jump, player.grounded, || format!(", which came {} too late", many(now + 1 - by)));
        }
        // Ground gives the dash back at the beginning of a tick, spare thread at its end.
        let usable = if before.player.grounded { now } else { now + 1 };
        let ready = player.dashes > 0 && player.dash_wait == 0;
        if let Some(by) = self.dash_by.filter(|by| ready || now > by + LATE) {
            self.dash_by = None;
            self.add(Action::Dash, ready, || format!(": that came {} too late", many(usable.saturating_sub(by))));
        }
        let bonked = events.contains(&Event::Bonked);
        if let Some(fired) = self.rose.filter(|fired| bonked || now > fired + HEADROOM) {
            self.rose = None;
            let feet = self.samples.iter().rev().map(|sample| sample.feet.y);
            let up = feet.take(HEADROOM as usize).fold(0.0_f32, |up, y| up.max(y - player.feet().y));
            let ducked = if player.ducked { ", ducked" } else { "" };
            self.add(Action::Jump, bonked, || {
                format!("; a ceiling ended it after {}, {up:.1} px up{ducked}", span(now - fired + 1))
            });
        }
    }

    /// Adds to what is told of the last press, if there is something to add.
    fn add(&mut self, act: Action, is_so: bool, what: impl FnOnce() -> String) {
        if let Some(press) = self.last(act).filter(|_| is_so) {
            press.why += &what();
        }
    }

    /// Notes jump that is held since before a landing, as if that were a press.
    fn tell_held(&mut self, world: &World, before: &Before, events: &[Event]) {
        let landed = events.iter().any(|event| matches!(event, Event::Landed { .. }));
        let now = before.tick;
        let held = before.input.holds(Buttons::JUMP) && !before.presses(Buttons::JUMP) && world.state.player.grounded;
        if !held {
            self.landed = None;
        } else if landed {
            self.landed = Some(now);
        }
        let Some(since) = self.landed.filter(|since| now >= since + HELD) else { return };
        self.landed = None;
        let press = self.last(Action::Jump).map(|press| now.saturating_sub(press.tick));
        let ago = press.map_or_else(String::new, |ago| format!(" for {}", span(ago)));
        self.note(
            since,
            Action::Jump,
            PressOutcome::Held,
            format!("held since before landing{ago}: only a new press jumps"),
        );
    }
}

impl TrackedPress {
    fn end(&mut self, fate: PressOutcome, now: u64, why: String) {
        (self.fate, self.after, self.why) = (fate, now - self.tick, why);
    }

    /// What became of it, in a line.
    #[must_use]
    pub fn told(&self) -> String {
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

/// Whether a dash began.
fn began(events: &[Event]) -> bool {
    events.iter().any(|event| matches!(event, Event::Dashed { .. }))
}

/// Why nobody listens to presses in this tick.
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

/// How far the nearest wall is, on either side, if one is near at all.
fn nearest_wall(world: &World) -> Option<f32> {
    let (mover, reach) = (world.player_mover(), world.rules.feel.wall_probe + BEYOND);
    let gap = |side: f32| {
        let hit = world.rules.solver.cast(&world.state.space, &mover, Vec2::new(side * reach, 0.0))?;
        (hit.normal.x * side < -WALL_FACING).then_some(hit.fraction * reach)
    };
    [gap(-1.0), gap(1.0)].into_iter().flatten().reduce(f32::min)
}

fn many(ticks: u64) -> String {
    format!("{ticks} tick{}", if ticks == 1 { "" } else { "s" })
}

/// Ticks, and what they are in seconds.
fn span(ticks: u64) -> String {
    format!("{} ({:.2} s)", many(ticks), ticks as f32 * TICK)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::collide::SolverSetup;
    use crate::lab::ascii;
    use crate::level::{read, shipped};

    const RIGHT: u8 = Buttons::RIGHT;
    const JUMP: u8 = Buttons::JUMP;
    const DASH: u8 = Buttons::DASH;

    /// Plays what `held` says and tells all about it.
    fn play(world: &mut World, ticks: u64, held: impl Fn(u64) -> u8) -> PressLog {
        let mut chronicle = PressLog::default();
        for tick in 0..ticks {
            let input = Input { buttons: held(tick) };
            chronicle.before(world, input);
            let events = world.step(input);
            chronicle.after(world, &events, 0.0);
        }
        chronicle
    }

    fn world(picture: &str, dash: bool) -> World {
        let mut level = ascii::level(picture);
        level.meta.dash = dash;
        World::new(Arc::new(level), SolverSetup::default())
    }

    /// The first tick after which `is_so`, when `held` is played.
    fn first(picture: &str, held: impl Fn(u64) -> u8, is_so: impl Fn(&Sample) -> bool) -> u64 {
        let chronicle = play(&mut world(picture, false), 200, held);
        chronicle.samples.iter().find(|sample| is_so(sample)).unwrap().tick
    }

    /// What is told of the only press of jump, or dash, when `button` is pressed for two ticks at `at`.
    fn told(world: &mut World, held: u8, button: u8, at: u64) -> String {
        let chronicle = play(world, 240, |tick| held | if (at..at + 2).contains(&tick) { button } else { 0 });
        let presses: Vec<String> = chronicle.presses.iter().map(TrackedPress::told).collect();
        assert_eq!(presses.len(), 1, "{presses:?}");
        presses[0].clone()
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
    fn a_jump_past_a_ledge_is_told_to_the_tick() {
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
            assert_eq!(told(&mut world(LEDGE, false), RIGHT, JUMP, left + late), expected, "{late}");
        }
        // Another window, another answer.
        let mut generous = world(LEDGE, false);
        generous.rules.feel.coyote = 0.15;
        assert!(told(&mut generous, RIGHT, JUMP, left + 7).ends_with("2 ticks to spare"));
    }

    #[test]
    fn a_jump_before_a_landing_is_told_to_the_tick() {
        let left = first(LEDGE, |_| RIGHT, |sample| !sample.grounded && sample.tick > 5);
        let landed = first(LEDGE, |_| RIGHT, |sample| sample.grounded && sample.tick > left);
        let cases = [
            (0, "jump on landing, 1 tick (0.02 s) after the press, 5 ticks to spare"),
            (5, "jump on landing, 6 ticks (0.10 s) after the press, 0 ticks to spare"),
            (6, "waited 6 ticks (0.10 s) for ground, which came 1 tick too late"),
            (7, "waited 6 ticks (0.10 s) for ground, which came 2 ticks too late"),
        ];
        for (early, expected) in cases {
            let told = told(&mut world(LEDGE, false), RIGHT, JUMP, landed - early);
            assert!(told.ends_with(expected), "{early}: {told}");
        }
    }

    #[test]
    fn a_wall_is_near_enough_or_told_to_be_too_far() {
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
            let told = told(&mut world, 0, JUMP, 4);
            assert!(told.starts_with(expected), "{gap}: {told}");
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
    fn a_dash_is_told_to_the_tick() {
        // The first dash, along the ground; the second press misses its pause by one tick, or does not.
        let second = |after: u64| {
            let held = |tick: u64| match tick {
                20 => DASH,
                tick if tick == 20 + after => DASH,
                _ => 0,
            };
            let chronicle = play(&mut world(FLOOR, true), 60, held);
            chronicle.presses.iter().map(TrackedPress::told).collect::<Vec<_>>()
        };
        assert_eq!(second(12), ["dash at once", "dash at once"]);
        assert_eq!(second(7), ["dash at once", "dash 5 ticks (0.08 s) after the press"]);
        let late = "no dash: the last dash started 6 ticks (0.10 s) ago; the next one may start 12 ticks (0.20 s) after it: that \
                    came 1 tick too late";
        assert_eq!(second(6), ["dash at once", late]);
        // In a level without one, or in the air after one.
        assert_eq!(told(&mut world(FLOOR, false), 0, DASH, 20), "no dash: this level has no dash");
        let held = |tick: u64| match tick {
            20..=29 => JUMP,
            31 | 45 => DASH,
            _ => 0,
        };
        let told = play(&mut world(FLOOR, true), 90, held).presses.back().unwrap().told();
        assert!(told.starts_with("no dash: the dash was used 14 ticks (0.23 s) ago; ground or spare"), "{told}");
    }

    #[test]
    fn what_else_takes_a_press_is_named() {
        let both = told(&mut world(FLOOR, true), 0, JUMP, 20);
        assert_eq!(both, "jump from the ground");
        let chronicle = play(&mut world(FLOOR, true), 40, |tick| if tick == 20 { JUMP | DASH } else { 0 });
        let told: Vec<String> = chronicle.presses.iter().map(TrackedPress::told).collect();
        assert_eq!(told, ["no jump: a dash started in the same tick and used it up", "dash at once"]);

        let mut dead = world(FLOOR, false);
        let chronicle = play(&mut dead, 90, |tick| match tick {
            20 => Buttons::RETRY,
            22.. => JUMP,
            _ => 0,
        });
        let told: Vec<String> = chronicle.presses.iter().map(TrackedPress::told).collect();
        assert!(told[0].starts_with("no jump: dead for another 23 ticks (0.38 s)"), "{told:?}");
        assert!(told[1].starts_with("no jump: held since before landing for "), "{told:?}");
        assert_eq!(chronicle.presses[1].fate, PressOutcome::Held);

        let twice = play(&mut world(LEDGE, false), 80, |tick| match tick {
            20..24 | 30 | 33 => JUMP,
            _ => 0,
        });
        let told = twice.presses[1].told();
        assert_eq!(told, "no jump: pressed again after 3 ticks (0.05 s); the new press counts");
        let told = twice.presses[2].told();
        assert!(told.starts_with("no jump: in the air: it jumped 13 ticks (0.22 s) ago; waited"), "{told}");
    }

    #[test]
    fn a_low_ceiling_is_told_of() {
        let cave = "
            ########
            #......#
            .P......
            ########
        ";
        let told = told(&mut world(cave, false), 0, JUMP, 20);
        assert!(
            told.starts_with("jump from the ground; a ceiling ended it after 4 ticks (0.07 s), 10.0 px up"),
            "{told}"
        );
    }

    #[test]
    fn time_that_is_turned_back_is_forgotten() {
        let mut world = world(LEDGE, false);
        let mut chronicle = play(&mut world, 50, |_| RIGHT);
        let earlier = world.clone();
        for tick in 0..20 {
            let input = Input { buttons: if tick > 10 { RIGHT | JUMP } else { RIGHT } };
            chronicle.before(&world, input);
            let events = world.step(input);
            chronicle.after(&world, &events, 0.0);
        }
        assert_eq!((chronicle.samples.len(), chronicle.presses.len()), (70, 1));
        chronicle.before(&earlier, Input::default());
        assert_eq!((chronicle.samples.len(), chronicle.presses.len()), (50, 0));
        let json = serde_json::to_value(&chronicle).unwrap();
        assert_eq!(json["samples"][49]["tick"], 49);
    }

    #[test]
    fn in_every_recorded_run_each_jump_has_its_press_and_nothing_changes() {
        let files = shipped();
        for run in crate::lab::Recorded::list(&files).unwrap() {
            let level = Arc::new(read(&files, &format!("maps/{}.tmx", run.map)).unwrap());
            let setup = SolverSetup::new(run.solver);
            let (mut world, mut chronicle) = (World::new(level, setup), PressLog::default());
            let (mut jumps, mut fired, mut dashes) = (0, 0, 0);
            for input in &run.inputs(&files).unwrap() {
                chronicle.before(&world, input);
                let events = world.step(input);
                chronicle.after(&world, &events, 0.0);
                let is = |wanted: fn(&Event) -> bool| events.iter().any(wanted);
                jumps += u32::from(is(|event| matches!(event, Event::Jumped | Event::WallJumped { .. })));
                dashes += u32::from(is(|event| matches!(event, Event::Dashed { .. })));
                let now = |press: &&TrackedPress| {
                    press.fate == PressOutcome::Fired && press.tick + press.after + 1 == world.state.ticks
                };
                fired += chronicle.presses.iter().filter(now).filter(|press| press.act == Action::Jump).count();
                dashes -= chronicle.presses.iter().filter(now).filter(|press| press.act == Action::Dash).count() as u32;
                let oldest = chronicle.presses.iter().find(|press| press.fate == PressOutcome::Waits);
                assert!(oldest.is_none_or(|press| press.tick + 20 > world.state.ticks), "{}: {oldest:?}", run.map);
                if world.state.finished {
                    break;
                }
            }
            assert!(fired >= jumps as usize && dashes == 0, "{}: {fired} of {jumps}, {dashes}", run.map);
            assert_eq!(world.hash(), run.hash, "{}: looking changed it", run.map);
        }
    }
}

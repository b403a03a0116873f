//! The world, and its tick.

use std::sync::Arc;

use glam::Vec2;

use super::feel::ticks;
use super::level_cache::LevelCache;
use super::meter::Meter;
use super::probe::Probe;
use super::scratch::Scratch;
use super::start::start_of;
use super::tolerance::ROOM_SLACK;
use super::{Event, Feel, Input, OutOfRange, Player, Rules, SlideRecord, State, Stats, TICK};
use crate::player::{Intent, PlayerTick};
use crate::things::{level_cache, platform_of};
use seamwalker_collide::controller::ControllerState;
use seamwalker_collide::{Aabb, Body, BodyId, CollisionView, Contact, Mover, Obstacle, Solver, SolverSetup};
use seamwalker_level::{Fnv, Level, ObjectKind, Platform};

/// The whole game state.
#[derive(Clone, Debug)]
pub struct World {
    /// The level; never changes while it is played.
    pub level: Arc<Level>,
    /// The settings. They may be changed between two steps, best by [`World::set_rules`].
    pub rules: Rules,
    /// Everything that a tick changes.
    pub state: State,
    /// Figures for the debug menu. No part of the state.
    pub stats: Stats,
    /// All slides of the last tick, if it is `Some` when the tick begins. No part of the state.
    pub slide_log: Option<Vec<SlideRecord>>,
    /// Derived from the level.
    pub(super) cache: Arc<LevelCache>,
    /// Buffers for the next tick.
    pub(super) scratch: Scratch,
}

/// How many touches a mover is pushed out of, one after the other, when another solver sees it overlap.
const MAX_PUSHES_OUT: u32 = 4;

/// How far beside a map of a world a player may fall as if it were above the map, in pixels: a view. Larger values make falls
/// beside a high map longer, smaller ones end jumps from map to map.
const BESIDE_ROOM: f32 = 640.0;

impl World {
    /// A new game in a level.
    #[must_use]
    pub fn new(level: Arc<Level>, solver: SolverSetup) -> Self {
        let rules = Rules::new(solver);
        let cache = level_cache(&level);
        let mut world = Self {
            state: State::new(&level, &cache, &rules.feel),
            rules,
            stats: Stats::default(),
            slide_log: None,
            cache: Arc::new(cache),
            scratch: Scratch::default(),
            level,
        };
        world.place_player();
        world
    }

    /// Runs one tick and returns what happened.
    pub fn step(&mut self, input: Input) -> Vec<Event> {
        let mut events = Vec::new();
        self.step_into(input, &mut events);
        events
    }

    /// Runs one tick and adds what happened to `events`, so that a caller that keeps the list allocates nothing.
    pub fn step_into(&mut self, input: Input, events: &mut Vec<Event>) {
        if let Some(slides) = &mut self.slide_log {
            slides.clear();
        }
        let intent = Intent::new(input, self.state.previous_input, self.state.finished);
        self.state.previous_input = input;
        self.scratch.carrier.iter_mut().for_each(|carrier| carrier.begin());
        self.store_previous_positions();

        // 1. Platforms move: they carry what stands on them and push what is in their way. Moths fly on, scissors close.
        self.move_platforms(events);
        self.state.move_things(&self.level, &self.cache, events);

        if self.rules.noclip {
            self.state.fly_through(&self.rules.feel, &intent);
        } else if self.state.player.is_dead() {
            self.wait_for_respawn(events);
        } else if self.state.finished && has_fallen_out(&self.level, &self.state.player.aabb()) {
            // An exit in the air: the player does not fall forever.
            self.state.player.motion.velocity = Vec2::ZERO;
        } else {
            // 2. Input becomes velocity,
            let begun = self.player_tick(intent, events).update_velocity();
            // 3. which pushes crates ahead, and becomes a slide. A player that walks stays on the ground.
            self.push_crate(&intent, events);
            self.player_tick(intent, events).move_player(begun);
            // 4. What is there to collect, reach, or die of?
            self.player_tick(intent, events).check_triggers();
        }

        // 5. Everything else moves.
        self.move_crates(events);
        self.press_buttons(events);

        // 6. Pose and figures.
        self.state.player.update_pose(&self.rules.feel, self.state.finished, &intent, events);
        self.measure();
        self.state.hide_player();
        self.scratch.alone.clear();
        self.state.ticks += 1;
    }

    /// Starts the player at an object, by its id in Tiled: on its bottom's middle, or on top of a platform or a crate. The
    /// player respawns there, too. Returns false if the level has no such object.
    pub fn start_at(&mut self, object_id: u32) -> bool {
        let Some(object) = self.level.objects.iter().find(|o| o.id == object_id) else { return false };
        let faces_left = matches!(object.kind, ObjectKind::Player { faces_left: true });
        let feet = start_of(object);
        self.start_at_point(feet, faces_left);
        true
    }

    /// Starts the player with its feet at a point. The player respawns there, too.
    pub fn start_at_point(&mut self, feet: Vec2, faces_left: bool) {
        self.state.spawn = feet;
        self.state.spawn_faces_left = faces_left;
        self.place_player();
    }

    /// Changes the rules. A player that becomes larger, or that overlaps the ground under another solver, is moved out of it.
    ///
    /// # Errors
    /// [`OutOfRange`] for a number that cannot be used; then the world is as before.
    pub fn set_rules(&mut self, rules: Rules) -> Result<(), OutOfRange> {
        rules.check()?;
        if rules.feel != self.rules.feel {
            self.change_feel(rules.feel);
        }
        let solver = self.rules.solver;
        self.rules = Rules { solver, ..rules };
        if rules.solver != solver {
            self.switch_solver(rules.solver);
        }
        Ok(())
    }

    /// Replaces the solver between two ticks. Velocity is kept. Solvers see the world in different ways: where the new one
    /// sees an overlap, player and crates are pushed out of it, at most by their skin (for a solver to which they are disks,
    /// by the radius of that disk).
    pub fn switch_solver(&mut self, solver: SolverSetup) {
        let before = self.rules.solver.view();
        self.rules.solver = solver;
        if self.probe().player_takes_part() {
            let out = self.way_out(&self.player_mover(), before);
            self.state.player.shift(out);
        }
        self.show_player();
        for index in 0..self.state.crates.len() {
            self.unstick_crate(index, before);
        }
        self.state.hide_player();
    }

    /// Queries, which change nothing.
    pub(super) const fn probe(&self) -> Probe<'_> {
        Probe { rules: &self.rules, state: &self.state }
    }

    /// The player as the solver sees it.
    #[must_use]
    pub fn player_mover(&self) -> Mover {
        self.probe().player_mover()
    }

    /// The solver, whose slides are counted, and the state that it acts on.
    pub(super) fn meter(&mut self) -> (Meter<'_>, &mut State) {
        let meter = Meter::new(&self.rules, &self.state, &mut self.stats, &mut self.slide_log);
        (meter, &mut self.state)
    }

    fn player_tick<'a>(&'a mut self, intent: Intent, events: &'a mut Vec<Event>) -> PlayerTick<'a> {
        PlayerTick {
            level: &self.level,
            rules: &self.rules,
            cache: &self.cache,
            state: &mut self.state,
            stats: &mut self.stats,
            slide_log: &mut self.slide_log,
            intent,
            events,
        }
    }

    /// The way out of what the mover overlaps, at most as long as its skin, or as that under the view `before`: a slide of no
    /// length, and for solvers that correct only against movements, out of the deepest touch as long as that helps.
    pub(super) fn way_out(&mut self, mover: &Mover, before: CollisionView) -> Vec2 {
        let (meter, state) = self.meter();
        let mut out = meter.slide(&state.space, mover, Vec2::ZERO).moved;
        for _ in 0..MAX_PUSHES_OUT {
            let there = mover.moved(out);
            let mut deepest = Contact { normal: Vec2::ZERO, depth: ROOM_SLACK };
            self.probe().each_touching(&there, 0.0, |touch| {
                if touch.contact.depth >= deepest.depth {
                    deepest = touch.contact;
                }
            });
            if deepest.depth <= ROOM_SLACK {
                break;
            }
            let further = out + deepest.normal * deepest.depth;
            if self.probe().border_depth(&mover.moved(further)) >= deepest.depth {
                break;
            }
            out = further;
        }
        let longest = self.rules.skin.max(self.probe().effective_skin(mover)).max(before.core(mover).1);
        let out = out.clamp_length_max(longest);
        if self.probe().depth(&mover.moved(out)) <= ROOM_SLACK {
            out
        } else {
            self.probe().room_beside(mover, longest).unwrap_or(out)
        }
    }

    /// Puts the player at its spawn point, at rest; on top of a body that is there just now.
    pub(super) fn place_player(&mut self) {
        let half = self.rules.feel.half(false);
        let aabb = Aabb::new(self.state.spawn - Vec2::new(0.0, half.y), half);
        self.state.player = Player {
            motion: ControllerState { mover: Mover::new(aabb), ..ControllerState::default() },
            previous_feet: self.state.spawn,
            faces_left: self.state.spawn_faces_left,
            max_fall: self.rules.feel.fall,
            wall_slide: ticks(self.rules.feel.wall_slide_time),
            ..Player::default()
        };
        self.state.player.refill_dash(&self.level);
        self.make_room_for_player();
    }

    /// If a body is at the spawn point, puts the player on top of it or a few pixels aside. The solver pushes it out of
    /// terrain.
    fn make_room_for_player(&mut self) {
        let mover = self.player_mover();
        if self.probe().inside(&mover).and_then(Obstacle::body).is_none() {
            return;
        }
        if let Some((aabb, ducked)) =
            self.probe().top_of_stack(mover).map(|aabb| (aabb, false)).or_else(|| self.probe().room_nearby())
        {
            self.state.player.motion.mover.aabb = aabb;
            self.state.player.ducked = ducked;
            self.state.player.previous_feet = self.state.player.feet();
        }
    }

    /// The properties of a platform.
    #[must_use]
    pub fn platform(&self, index: usize) -> &Platform {
        platform_of(&self.level, &self.state.platforms[index])
    }

    /// The seconds until a steam iron falls; `None` for other platforms, and for one that does not move.
    #[must_use]
    pub fn slams_in(&self, index: usize) -> Option<f32> {
        let platform = &self.state.platforms[index];
        let ticks = self.cache.tracks[index].slams_in(platform.clock).filter(|_| platform.moving)?;
        Some(ticks as f32 * TICK)
    }

    /// Remembers where everything is, for interpolation, and clears the figures of the last tick.
    fn store_previous_positions(&mut self) {
        self.state.player.previous_feet = self.state.player.feet();
        for platform in &mut self.state.platforms {
            platform.previous_center = self.state.space.bodies[platform.body.index()].aabb.center;
        }
        for item in &mut self.state.crates {
            item.previous_center = self.state.space.bodies[item.body.index()].aabb.center;
        }
        let worst_depth = self.stats.worst_depth;
        self.stats = Stats { worst_depth, ..Stats::default() };
    }

    /// Counts down to the respawn. Platforms go on meanwhile; crates, patches, moths and spare thread return with the player, and what
    /// waited for a rider waits again, so that a chase begins anew.
    fn wait_for_respawn(&mut self, events: &mut Vec<Event>) {
        self.state.player.respawn_timer -= 1;
        if self.state.player.respawn_timer == 0 {
            self.rewind_ridden();
            self.place_player();
            self.state.reset_crates();
            self.state.recall_patches(&self.level);
            self.state.things.iter_mut().for_each(|thing| thing.away = thing.away.min(1));
            events.push(Event::Respawned);
        }
    }

    /// Keeps the deepest overlap that any tick left.
    fn measure(&mut self) {
        let Some(mut worst) = self.stats.worst_depth else { return };
        if self.probe().player_takes_part() {
            worst = worst.max(self.probe().border_depth(&self.player_mover()));
        }
        for index in 0..self.state.crates.len() {
            worst = worst.max(self.crate_depth(index));
        }
        self.stats.worst_depth = Some(worst);
    }

    /// [`State::hash`]: it leaves out the rules and the figures, so that two solvers that do the same have the same hash.
    #[must_use]
    pub fn hash(&self) -> u64 {
        self.state.hash()
    }
}

/// Whether a box is completely below the level; in a world, below every map around.
pub(super) fn has_fallen_out(level: &Level, aabb: &Aabb) -> bool {
    let is_above = |room: &Aabb| {
        let aside = (room.center.x - aabb.center.x).abs() - room.half.x;
        aside < BESIDE_ROOM && aabb.min().y <= room.max().y
    };
    match level.rooms.as_slice() {
        [] | [_] => aabb.min().y > level.bounds.max().y,
        rooms => !rooms.iter().any(is_above),
    }
}

impl State {
    /// A number that two states share only when they are the same to the bit: FNV-1a of the state as `postcard` writes it.
    #[must_use]
    pub fn hash(&self) -> u64 {
        // Writing to a hash cannot fail, and every list knows its length.
        postcard::to_io(self, Fnv::new()).map(Fnv::finish).unwrap_or_default()
    }

    pub(super) fn body(&self, id: BodyId) -> &Body {
        // By index, which is faster: the game removes no bodies.
        &self.space.bodies[id.index()]
    }

    pub(super) fn change_body(&mut self, id: BodyId, change: impl FnOnce(&mut Body)) {
        self.space.bodies.change(id, change);
    }

    /// Flies in the direction of the keys, through everything.
    fn fly_through(&mut self, feel: &Feel, intent: &Intent) {
        let player = &mut self.player;
        player.motion.velocity = intent.direction() * feel.fly;
        player.shift(player.motion.velocity * TICK);
        player.climbs = false;
        player.leave_ground();
    }
}

//! A level while it is played: the world, what is seen of it, and the time between them.

pub mod clock;
pub mod ghost;
pub mod recorder;
pub mod stream;

use std::sync::Arc;

use glam::Vec2;
use macroquad::time::get_time;
use seamwalker::collide::SolverSetup;
use seamwalker::level::{Files, Level};
use seamwalker::sim::{Event, Input, InputCursor, Pose, World};

use super::input::{ButtonState, InputBuffer, ToggleHold};
use super::level_view::camera::Camera;
use super::level_view::night;
use super::level_view::particles::Particles;
use super::level_view::player_view::PlayerView;
use super::level_view::scenery::Scenery;
use super::level_view::things::Things;
use super::render::assets::Assets;
use super::render::canvas::{Canvas, Halo};
use super::render::view::Viewport;
use super::settings::comfort::Comfort;
use clock::Clock;
use ghost::Ghost;
use recorder::Recorder;

/// So many ticks before the player is back, the camera sets off for the checkpoint.
const HURRY: u32 = 15;

/// From how far away what comes down still shakes the view, in pixels.
const HEARD: f32 = 320.0;

/// The theme in which it is night.
const NIGHT: &str = "wardrobe";

/// Who is there at every tick: the tools of the laboratory.
pub trait TickObserver {
    /// A tick is about to run with these buttons held; answers which really are.
    fn input(&mut self, world: &World, own: Input) -> Input;

    /// It has run.
    fn after(&mut self, world: &World, events: &[Event]);

    /// Whether it snagged.
    fn snagged(&mut self, _world: &World) -> bool {
        false
    }
}

/// Nobody.
impl TickObserver for () {
    fn input(&mut self, _world: &World, own: Input) -> Input {
        own
    }

    fn after(&mut self, _world: &World, _events: &[Event]) {}
}

/// A level that is being played.
pub struct Play {
    /// The game itself.
    pub world: World,
    /// Where the camera is.
    pub camera: Camera,
    /// How time passes.
    pub clock: Clock,
    /// The run so far.
    pub recorder: Recorder,
    /// Another run beside this one.
    pub ghost: Option<Ghost>,
    /// A run that is watched: it holds the buttons instead of the player.
    pub watched: Option<InputCursor>,
    /// What the player wants less of.
    pub comfort: Comfort,
    pub scenery: Scenery,
    player: PlayerView,
    particles: Particles,
    things: Things,
    queue: InputBuffer,
    /// Holds buttons for those who cannot.
    pub holder: ToggleHold,
    /// What happened since it was last heard.
    pub heard: Vec<Event>,
    /// Seconds of the game that were drawn, for animated tiles.
    time: f32,
    /// The frame in which the level was loaded took long; its time does not count.
    fresh: bool,
    /// How many ticks snagged since somebody first looked: to know costs more than the game.
    snags: Option<u64>,
    /// Seconds that a tick of the simulation costs, averaged.
    pub tick_cost: f32,
}

impl Play {
    /// Begins a world, `from_the_start` if that is where its level begins. `files` are where its level's pictures come from.
    pub fn new(world: World, from_the_start: bool, files: &dyn Files) -> Self {
        let scenery = Scenery::new(&world.level, files);
        let mut play = Self {
            world,
            camera: Camera::default(),
            clock: Clock::default(),
            recorder: Recorder::new(from_the_start),
            ghost: None,
            watched: None,
            comfort: Comfort::default(),
            scenery,
            player: PlayerView::new(),
            particles: Particles::default(),
            things: Things::default(),
            queue: InputBuffer::default(),
            holder: ToggleHold::default(),
            heard: Vec::new(),
            time: 0.0,
            fresh: true,
            snags: None,
            tick_cost: 0.0,
        };
        play.camera.cut_to(&play.world.state.player, &play.world.level.bounds);
        play.queue.clear();
        play
    }

    /// What of the level's pictures could not be loaded.
    pub fn complaints(&self) -> &[String] {
        &self.scenery.complaints
    }

    /// Forgets held keys: play begins, or comes back from a menu.
    pub fn let_go(&mut self) {
        self.queue.clear();
        self.holder.clear();
    }

    /// How many ticks snagged since this was first asked.
    pub fn snags(&mut self) -> u64 {
        *self.snags.get_or_insert_default()
    }

    /// Takes another solver between two ticks; everything that moves keeps moving.
    pub fn switch_solver(&mut self, solver: SolverSetup) {
        self.world.switch_solver(solver);
    }

    /// Goes on at another moment of the same level. The run does not count any more.
    pub fn travel(&mut self, world: World) {
        self.world = world;
        self.recorder.level_was_edited();
        self.ghost = None;
        if let Some(inputs) = &mut self.watched {
            inputs.seek(self.world.state.ticks as u32);
        }
        self.player = PlayerView::new();
        self.particles = Particles::default();
        self.things = Things::default();
        self.camera.cut_to(&self.world.state.player, &self.world.level.bounds);
    }

    /// Goes on in an edited version of the level, where the player is.
    pub fn edit(&mut self, level: Arc<Level>, files: &dyn Files) {
        self.world = self.world.edited(level);
        self.recorder.level_was_edited();
        self.ghost = None;
        self.snags = None;
        self.repaint(files);
    }

    /// Goes on with other maps of the same world around the player, who does not notice.
    pub fn stream(&mut self, level: Arc<Level>, files: &dyn Files) {
        self.world = self.world.streamed(level);
        self.recorder.level_is_streamed();
        self.repaint(files);
    }

    /// Loads the pictures again and sews the level's cloth anew.
    pub fn repaint(&mut self, files: &dyn Files) {
        self.scenery.follow(&self.world.level, files);
        self.fresh = true;
    }

    /// Whether what hurts has colours that all can tell apart.
    pub fn has_safe_colors(&self) -> bool {
        self.scenery.pictures.safe
    }

    /// Gives what hurts such colours, or its own.
    pub fn recolor(&mut self, safe: bool, files: &dyn Files) {
        self.scenery.pictures.safe = safe;
        self.repaint(files);
    }

    /// One frame: as many ticks as fit into its time, then the camera.
    pub fn update(&mut self, frame: ButtonState, frame_time: f32, companion: &mut dyn TickObserver) {
        let frame_time = if std::mem::take(&mut self.fresh) { 0.0 } else { frame_time };
        self.queue.add(frame);
        for _ in 0..self.clock.ticks(frame_time) {
            self.tick(companion);
        }
        if !self.clock.paused {
            self.time += frame_time * self.clock.rate();
        }
        let feet = PlayerView::feet(&self.world.state.player, self.clock.between());
        let (player, bounds) = (&self.world.state.player, &self.world.level.bounds);
        if player.pose != Pose::Dead {
            self.camera.follow(player, feet, bounds, frame_time);
        } else if player.respawn_timer <= HURRY {
            self.camera.travel(self.world.state.spawn, bounds, frame_time);
        }
    }

    fn tick(&mut self, companion: &mut dyn TickObserver) {
        let own = self.holder.next(self.queue.next());
        let own = self.watched.as_mut().map_or(own, |inputs| inputs.next().unwrap_or_default());
        let input = companion.input(&self.world, own);
        let before = get_time();
        let events = self.world.step(input);
        // Slowly: a browser's clock goes in steps that are longer than a tick takes.
        self.tick_cost += ((get_time() - before) as f32 - self.tick_cost) * 0.01;
        companion.after(&self.world, &events);
        self.recorder.tick(input, &self.world, &events);
        if let Some(ghost) = &mut self.ghost {
            ghost.tick();
        }
        if let Some(snags) = &mut self.snags {
            *snags += u64::from(companion.snagged(&self.world));
        }
        for event in &events {
            self.react(event);
        }
        self.particles.blow(&self.world, &self.camera.viewport());
        if self.world.state.player.pose == Pose::WallSlide {
            let player = &self.world.state.player;
            let side = if player.faces_left { -1.0 } else { 1.0 };
            self.particles.wall_dust(player.aabb.center + Vec2::new(side * player.aabb.half.x, 0.0));
        }
        self.heard.extend(events);
        self.player.tick(&self.world);
        self.particles.tick();
        self.things.tick(&self.world);
    }

    /// What an event of the last tick does to all that is seen.
    fn react(&mut self, event: &Event) {
        self.particles.react(event, &self.world, self.comfort);
        self.player.react(event);
        self.things.react(event, &self.world);
        let shake = match event {
            Event::Died { .. } => 1.0,
            Event::Slammed { index } => 0.6 * self.nearness(*index),
            Event::Stomped { .. } | Event::CrateBroke { .. } => 0.3,
            _ => 0.0,
        };
        if shake > 0.0 && !self.comfort.no_shake {
            self.camera.shake(shake);
        }
        let held = match event {
            Event::Died { .. } => 4,
            Event::Stomped { .. } => 3,
            _ => 0,
        };
        // The world does not know of it: its inputs wait as they do between two frames.
        if !self.comfort.reduce_motion {
            self.clock.hold(held);
        }
        if matches!(event, Event::Respawned) {
            self.camera.arrive(&self.world.state.player, &self.world.level.bounds);
        }
    }

    /// How near the player a platform is: 1 in the same place, 0 from half a view away on.
    fn nearness(&self, platform: u32) -> f32 {
        let body = self.world.state.platforms.get(platform as usize).map(|platform| platform.body.0 as usize);
        let body = body.and_then(|body| self.world.state.space.bodies.get(body));
        let away = body.map_or(f32::MAX, |body| body.aabb.center.distance(self.world.state.player.aabb.center));
        (1.0 - away / HEARD).max(0.0)
    }

    /// The part of the level in view.
    pub fn window(&self) -> Viewport {
        self.camera.viewport()
    }

    /// Draws the level.
    pub fn draw(&mut self, canvas: &mut Canvas, assets: &Assets) {
        self.draw_in(canvas, assets, &self.window());
    }

    /// Draws what of the level is in a window.
    pub fn draw_in(&mut self, canvas: &mut Canvas, assets: &Assets, window: &Viewport) {
        self.draw_day(canvas, assets, window);
        let (between, comfort) = (self.clock.between(), self.comfort);
        if self.world.level.meta.theme == NIGHT && !comfort.high_contrast {
            let time = if comfort.no_flashes { 0.0 } else { self.time };
            night::draw(canvas, &night::lights(&self.world, between, time), window);
        }
        canvas.offset = -window.corner;
        self.things.in_front(canvas, assets, &self.world, window);
        canvas.offset = Vec2::ZERO;
    }

    /// Draws what of the level is in a window, as by day and without what signs say.
    pub fn draw_day(&mut self, canvas: &mut Canvas, assets: &Assets, window: &Viewport) {
        let (between, comfort) = (self.clock.between(), self.comfort);
        let Self { world, scenery, player, particles, things, ghost, .. } = self;
        (scenery.still, scenery.bold) = (comfort.reduce_motion, comfort.high_contrast);
        scenery.draw(canvas, &world.level, window, (self.time, assets), |canvas| {
            canvas.page(&assets.page);
            if let Some(shapes) = assets.shapes.as_ref().filter(|_| comfort.high_contrast) {
                for halo in [Halo::Cream, Halo::Ink] {
                    canvas.halo(Some((halo, shapes)));
                    things.behind(canvas, assets, world, window, (between, comfort));
                    player.draw(canvas, &assets.sprites, world, (between, comfort));
                }
                canvas.halo(None);
                canvas.page(&assets.page);
            }
            things.behind(canvas, assets, world, window, (between, comfort));
            if let Some(ghost) = ghost {
                ghost.draw(canvas, &assets.sprites, (between, comfort));
            }
            player.draw(canvas, &assets.sprites, world, (between, comfort));
            particles.draw(canvas, &assets.sprites, between);
        });
        canvas.page(&assets.page);
        canvas.offset = Vec2::ZERO;
    }
}

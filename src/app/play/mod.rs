//! A level being played: the world, its views, and the clock between them.

pub mod clock;
pub mod ghost;
pub mod recorder;

pub use clock::SPEEDS;
pub use ghost::Ghost;
pub use recorder::proof;

use std::sync::Arc;

use glam::Vec2;
use macroquad::time::get_time;
use seamwalker_collide::Aabb;
use seamwalker_level::{Files, Level};
use seamwalker_sim::{Event, Input, InputCursor, Pose, World};

use super::input::{ButtonState, InputBuffer};
use crate::app::level_view::camera::fills_views;
use crate::app::level_view::scenery::MAX_DENSITY;
use crate::app::level_view::{
    Camera, Particles, PlayerView, Scenery, SignFold, Things, event_box, golden_button, light,
};
use crate::app::render::{Assets, Canvas, Halo, Viewport};
use crate::app::settings::Comfort;
use clock::Clock;
use recorder::Recorder;

/// The camera leaves for the checkpoint this many ticks before the player respawns.
const CAMERA_LEAD: u32 = 15;

/// Distance at which a slamming platform no longer shakes the view, in pixels.
const SHAKE_DISTANCE: f32 = 320.0;

/// Ticks of the hit stop of a golden button.
const GOLDEN_HOLD: u32 = 5;
/// Ticks of the hit stop of a dash, as in Celeste, and the strength of its shake.
const DASH_HOLD: u32 = 3;
const DASH_SHAKE: f32 = 0.6;

/// The theme in which it is night.
const NIGHT_THEME: &str = "wardrobe";

/// Whether the level is dark.
fn is_night(world: &World) -> bool {
    world.level.meta.theme == NIGHT_THEME
}

/// Observes every tick: the tools of the laboratory. `()` observes nothing.
pub trait TickObserver {
    /// A tick is about to run with the player's `own` input. Returns the input to use instead.
    fn input(&mut self, _world: &World, own: Input) -> Input {
        own
    }

    /// The tick has run.
    fn after(&mut self, _world: &World, _events: &[Event]) {}
}

impl TickObserver for () {}

/// The views of a world that follow its ticks.
struct Views {
    player: PlayerView,
    particles: Particles,
    things: Things,
}

impl Views {
    fn new() -> Self {
        Self { player: PlayerView::new(), particles: Particles::default(), things: Things::default() }
    }
}

/// A level that is being played.
pub struct Play {
    /// The simulation.
    pub world: World,
    pub camera: Camera,
    pub clock: Clock,
    /// Records the run.
    pub recorder: Recorder,
    /// Another run beside this one.
    pub ghost: Option<Ghost>,
    /// A run being watched, whose inputs replace the player's.
    pub watched: Option<InputCursor>,
    /// Texts of signs are left out.
    pub hides_signs: bool,
    /// The comfort settings.
    pub comfort: Comfort,
    pub scenery: Scenery,
    views: Views,
    pub queue: InputBuffer,
    /// Events whose sounds have not been played.
    pub pending_sounds: Vec<Event>,
    /// Time for animated tiles, in seconds.
    time: f32,
    /// The level was just loaded, which took long: the next frame counts no time.
    skip_frame_time: bool,
    /// Average duration of a tick of the simulation, in seconds.
    pub tick_cost: f32,
}

impl Play {
    /// Begins a world, `from_the_start` if it is at its level's start. `files` has the level's pictures.
    pub fn new(world: World, from_the_start: bool, files: &dyn Files) -> Self {
        let scenery = Scenery::new(&world.level, files);
        let mut play = Self {
            camera: Camera::of(&world.level),
            world,
            clock: Clock::default(),
            recorder: Recorder::new(from_the_start),
            ghost: None,
            watched: None,
            hides_signs: false,
            comfort: Comfort::default(),
            scenery,
            views: Views::new(),
            queue: InputBuffer::default(),
            pending_sounds: Vec::new(),
            time: 0.0,
            skip_frame_time: true,
            tick_cost: 0.0,
        };
        play.camera.cut_to(&play.world.state.player, &play.world.level.bounds);
        play.queue.clear();
        play
    }

    /// Forgets held keys, when play begins or returns from a menu.
    pub fn clear_input(&mut self) {
        self.queue.clear();
    }

    /// Continues at another moment of the same level. The run no longer counts.
    pub fn travel(&mut self, world: World) {
        self.world = world;
        self.recorder.level_was_edited();
        self.ghost = None;
        if let Some(inputs) = &mut self.watched {
            inputs.seek(self.world.state.ticks as u32);
        }
        self.views = Views::new();
        self.camera.cut_to(&self.world.state.player, &self.world.level.bounds);
    }

    /// Continues in an edited version of the level, at the player's position.
    pub fn edit(&mut self, level: Arc<Level>, files: &dyn Files) {
        self.camera.fills = fills_views(&level);
        self.world = self.world.edited(level);
        self.recorder.level_was_edited();
        self.views.things.level_was_edited();
        self.ghost = None;
        self.repaint(files);
    }

    /// Loads the pictures again and rebuilds the scenery.
    pub fn repaint(&mut self, files: &dyn Files) {
        self.scenery.follow(&self.world.level, files);
        self.skip_frame_time = true;
    }

    /// One frame: the ticks that are due, then the camera.
    pub fn update(&mut self, frame: ButtonState, frame_time: f32, observer: &mut dyn TickObserver) {
        let frame_time = if std::mem::take(&mut self.skip_frame_time) { 0.0 } else { frame_time };
        self.queue.add(frame);
        for _ in 0..self.clock.ticks(frame_time) {
            self.tick(observer);
        }
        if !self.clock.paused {
            self.time += frame_time * self.clock.rate();
        }
        let (player, bounds) = (&self.world.state.player, &self.world.level.bounds);
        if player.pose == Pose::Dead {
            let to = (player.respawn_timer <= CAMERA_LEAD).then_some(self.world.state.spawn);
            self.camera.travel(to, bounds, frame_time);
        } else {
            self.camera.follow(player, PlayerView::feet(player, self.clock.between()), bounds, frame_time);
        }
    }

    fn tick(&mut self, observer: &mut dyn TickObserver) {
        // Without anything to stand on, a player would only fall and die, over and over.
        if self.world.level.has_no_ground() {
            return;
        }
        let own = self.queue.next();
        let own = self.watched.as_mut().map_or(own, |inputs| inputs.next().unwrap_or_default());
        let input = observer.input(&self.world, own);
        let before = get_time();
        let events = self.world.step(input);
        // Averaged slowly: the steps of a browser's clock are longer than a tick.
        self.tick_cost += ((get_time() - before) as f32 - self.tick_cost) * 0.01;
        observer.after(&self.world, &events);
        self.recorder.tick(input, &self.world, &events);
        if let Some(ghost) = &mut self.ghost {
            ghost.tick();
        }
        for event in &events {
            self.react(event);
        }
        let Self { world, views: Views { player: view, particles, things }, .. } = self;
        let player = &world.state.player;
        if player.pose == Pose::WallSlide {
            let side = if player.faces_left { -1.0 } else { 1.0 };
            particles.wall_dust(player.aabb().center + Vec2::new(side * player.aabb().half.x, 0.0));
        }
        view.tick(world);
        particles.tick();
        things.tick(world);
        self.pending_sounds.extend(events);
    }

    /// Passes an event of the last tick to the views.
    fn react(&mut self, event: &Event) {
        self.views.particles.react(event, &self.world, self.comfort);
        self.views.player.react(event);
        self.views.things.react(event, &self.world);
        // The strength of the shake, and the ticks of the hit stop.
        let (shake, held) = match event {
            Event::Died { .. } => (1.0, 4),
            Event::Slammed { .. } => (0.6 * self.nearness(event), 0),
            Event::Stomped { .. } => (0.3, 3),
            Event::CrateBroke { .. } => (0.3, 0),
            Event::Dashed { .. } => (DASH_SHAKE, DASH_HOLD),
            Event::Took { .. } if golden_button(event, &self.world).is_some() => (0.0, GOLDEN_HOLD),
            _ => (0.0, 0),
        };
        let along = if let Event::Dashed { direction } = event { Some(*direction) } else { None };
        if shake > 0.0 && !self.comfort.no_shake && !(self.comfort.reduce_motion && along.is_some()) {
            self.camera.shake(shake, along);
        }
        // Inputs stay queued meanwhile, so the world is unaffected.
        if !self.comfort.reduce_motion {
            self.clock.hold(held);
        }
        if matches!(event, Event::Respawned) {
            self.camera.arrive(&self.world.state.player, &self.world.level.bounds);
        }
    }

    /// How near to the player an event happened: 1 at the same position, 0 at half a view and beyond.
    fn nearness(&self, event: &Event) -> f32 {
        let player = self.world.state.player.aabb().center;
        let distance = event_box(event, &self.world).map_or(f32::MAX, |place| place.center.distance(player));
        (1.0 - distance / SHAKE_DISTANCE).max(0.0)
    }

    /// Fills a view of this size, in which levels are `enlarged` this much.
    pub fn resize(&mut self, view: Vec2, enlarged: f32) {
        self.camera.resize(view, enlarged, &self.world.level.bounds);
    }

    /// Pixels of the picture per view pixel at which the level loses nothing, in a view of this many screen pixels per view pixel.
    pub fn density(&self, scale: f32) -> u32 {
        let is_whole = |factor: f32| (factor - factor.round()).abs() < 0.01;
        let zoom = self.camera.zoom;
        let enlarged = if zoom == 1.0 {
            1.0
        } else if is_whole(scale) && is_whole(scale * zoom) {
            scale.round().min(MAX_DENSITY)
        } else {
            // Pixels that are no whole squares on the screen are blended from several.
            (scale.ceil() + 1.0).min(MAX_DENSITY)
        };
        self.scenery.density.max(enlarged as u32)
    }

    /// The visible part of the level.
    pub fn viewport(&self) -> Viewport {
        self.camera.viewport()
    }

    /// A point of the level in the view.
    pub fn in_view(&self, point: Vec2) -> Vec2 {
        (point - self.viewport().corner) * self.camera.zoom
    }

    /// The hero's box in the view.
    pub fn hero_in_view(&self) -> Aabb {
        let player = &self.world.state.player;
        let feet = self.in_view(PlayerView::feet(player, self.clock.between()));
        let half = player.aabb().half * self.camera.zoom;
        Aabb::new(feet - Vec2::Y * half.y, half)
    }

    /// Draws the part of the level in a window.
    pub fn draw(&mut self, canvas: &mut Canvas, assets: &Assets, window: &Viewport) {
        self.draw_day(canvas, assets, window);
        let (between, comfort) = (self.clock.between(), self.comfort);
        canvas.scale = self.camera.zoom;
        if !comfort.high_contrast {
            let (is_night, time) = (is_night(&self.world), if comfort.no_flashes { 0.0 } else { self.time });
            let lights = light::lights(&self.world, is_night, window, (between, time));
            light::draw(canvas, &lights, (&self.world.level, is_night), window);
        }
        canvas.offset = -window.corner;
        if !self.hides_signs && self.views.things.in_front(canvas, assets, &self.world, (window, comfort)) {
            self.views.player.draw(canvas, &assets.sprites, &self.world, (between, comfort));
        }
        (canvas.offset, canvas.scale) = (Vec2::ZERO, 1.0);
    }

    /// The signs that began to unfold or to fold up since the last call.
    pub fn take_folds(&mut self) -> Vec<SignFold> {
        std::mem::take(&mut self.views.things.folds)
    }

    /// Leaves the player out of everything that is drawn, or no longer.
    pub const fn hide_player(&mut self, is_hidden: bool) {
        self.views.player.is_hidden = is_hidden;
    }

    /// Draws the part of the level in a window, without darkness and the texts of signs.
    pub fn draw_day(&mut self, canvas: &mut Canvas, assets: &Assets, window: &Viewport) {
        let (between, comfort) = (self.clock.between(), self.comfort);
        let Self { world, scenery, views: Views { player, particles, things }, ghost, .. } = self;
        canvas.scale = self.camera.zoom;
        (scenery.look.still, scenery.look.bold) = (comfort.reduce_motion, comfort.high_contrast);
        scenery.look.dents = things.dents(comfort.reduce_motion).collect();
        let lantern = light::lantern(&world.state.player, between);
        scenery.look.glow = (!comfort.high_contrast).then(|| (lantern, is_night(world)));
        scenery.draw(canvas, &world.level, window, (self.time, assets), |canvas| {
            let behind = |canvas: &mut Canvas| things.behind(canvas, assets, world, window, (between, comfort));
            let sag = things.sag(world).round();
            let hero = |canvas: &mut Canvas| {
                canvas.offset.y += sag;
                player.draw(canvas, &assets.sprites, world, (between, comfort));
                canvas.offset.y -= sag;
            };
            canvas.page(&assets.page);
            things.winds(canvas, assets, world, (window, comfort));
            let halos = match assets.shapes.as_ref().filter(|_| comfort.high_contrast) {
                Some(shapes) => &[(Halo::CREAM, shapes), (Halo::INK, shapes)][..],
                None => &[(Halo::SHADOW, &assets.page)],
            };
            for halo in halos {
                canvas.halo(Some(*halo));
                behind(canvas);
                hero(canvas);
            }
            canvas.halo(None);
            canvas.page(&assets.page);
            behind(canvas);
            if let Some(ghost) = ghost {
                ghost.draw(canvas, &assets.sprites, (between, comfort));
            }
            hero(canvas);
            particles.draw(canvas, &assets.sprites, between, comfort.reduce_motion);
        });
        canvas.page(&assets.page);
        (canvas.offset, canvas.scale) = (Vec2::ZERO, 1.0);
    }
}

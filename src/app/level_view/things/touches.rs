//! Elastic and velcro that are touched: where elastic is dented and swings, and the hooks of velcro that tear off what leaves it.

use glam::Vec2;
use seamwalker_collide::{Aabb, Side};
use seamwalker_level::Surface;
use seamwalker_sim::{TICK, World};

use super::super::surface_mesh::Dent;
use super::Brush;
use crate::app::render::palette;

/// How near to a surface something touches it, in pixels.
const REACH: f32 = 1.5;
/// A touch goes on if it is at most this far from the last one, in pixels.
const APART: f32 = 14.0;
/// How deep the weight of something dents elastic, and the most, in pixels.
const WEIGHT: f32 = 3.0;
const DEEPEST: f32 = 6.0;
/// The speed across the surface that dents it by a pixel more, in px/s.
const SPEED_PER_PIXEL: f32 = 70.0;
/// How fast a dent swings, in radians per second, and how fast it comes to rest, per second.
const SWING: (f32, f32) = (26.0, 4.5);
/// Seconds after which nothing of a touch is left.
const LIFE: f32 = 0.8;
/// Seconds in which threads tear, the most that they are stretched, in pixels, and where they begin along the surface.
const TEAR_TIME: f32 = 0.3;
const LONGEST: f32 = 34.0;
const THREADS: [f32; 5] = [-9.0, -5.0, 0.0, 4.0, 8.0];

/// A place where something touches a surface, or has touched it.
struct SurfaceTouch {
    surface: Surface,
    at: Vec2,
    /// Away from the ground.
    normal: Vec2,
    depth: f32,
    /// Seconds since it ended.
    since: f32,
}

/// All of them.
#[derive(Default)]
pub struct SurfaceTouches(Vec<SurfaceTouch>);

impl SurfaceTouches {
    /// One tick.
    pub fn tick(&mut self, world: &World) {
        self.0.iter_mut().for_each(|touch| touch.since += TICK);
        self.0.retain(|touch| touch.since < LIFE);
        let player = &world.state.player;
        if !player.is_dead() {
            self.touch(world, &player.aabb(), player.motion.velocity);
        }
        for one in &world.state.crates {
            if let Some(body) = world.state.space.bodies.get(one.body).filter(|body| body.enabled) {
                self.touch(world, &body.aabb, one.velocity);
            }
        }
    }

    /// What a box touches.
    fn touch(&mut self, world: &World, aabb: &Aabb, velocity: Vec2) {
        let terrain = &world.state.space.terrain;
        terrain.edges_near(&aabb.grown(REACH), |i| {
            let edge = &terrain.edges()[i as usize];
            let surface = Surface::from_tag(edge.tag);
            let (along, normal) = (edge.segment.direction(), edge.normal);
            let at = (aabb.center - edge.segment.a).dot(along).clamp(0.0, edge.segment.length());
            let at = edge.segment.a + along * at;
            let gap = (aabb.center - at).dot(normal) - aabb.half.dot(normal.abs());
            let beside = (aabb.center - at).dot(along).abs() > aabb.half.dot(along.abs());
            let gives = matches!(surface, Surface::Bouncy | Surface::Sticky) && edge.side != Side::OneWay;
            if !gives || beside || gap.abs() > REACH {
                return;
            }
            let depth = (WEIGHT + velocity.dot(normal).abs() / SPEED_PER_PIXEL).min(DEEPEST);
            let is_same = |touch: &&mut SurfaceTouch| {
                touch.surface == surface && touch.normal == normal && touch.at.distance(at) < APART
            };
            match self.0.iter_mut().find(is_same) {
                Some(touch) => (touch.at, touch.depth, touch.since) = (at, depth.max(touch.depth * 0.9), 0.0),
                None => self.0.push(SurfaceTouch { surface, at, normal, depth, since: 0.0 }),
            }
        });
    }

    /// How elastic is bent.
    pub fn dents(&self, still: bool) -> impl Iterator<Item = Dent> {
        let touches =
            self.0.iter().filter(move |touch| touch.surface == Surface::Bouncy && !(still && touch.since > 0.0));
        touches.map(move |touch| {
            let (rate, rest) = SWING;
            let swing = (-touch.since * rest).exp() * (touch.since * rate).cos();
            Dent { at: touch.at, depth: if still { WEIGHT } else { touch.depth * swing } }
        })
    }

    /// How deep the player stands in a dent, in pixels.
    pub fn sag(&self, world: &World) -> f32 {
        let feet = world.state.player.feet();
        let carries =
            |touch: &&SurfaceTouch| touch.since == 0.0 && touch.normal.y < 0.0 && touch.at.distance(feet) < APART;
        let elastic = self.0.iter().filter(|touch| touch.surface == Surface::Bouncy);
        elastic.filter(carries).map(|touch| touch.depth).fold(0.0, f32::max)
    }

    /// The threads that tear where the player leaves velcro.
    pub fn draw(&self, brush: &mut Brush) {
        let player = brush.world.state.player.aabb();
        let is_torn = |touch: &&SurfaceTouch| touch.surface == Surface::Sticky && touch.since < TEAR_TIME;
        for touch in self.0.iter().filter(is_torn) {
            let along = touch.normal.perp();
            for (i, aside) in THREADS.into_iter().enumerate() {
                let from = touch.at + along * aside;
                let to = player.closest_point(from);
                let length = LONGEST * (0.6 + 0.1 * i as f32);
                let stretched = from.distance(to).min(length);
                // Torn ones shrink back.
                let whole = if from.distance(to) > length { 1.0 - touch.since / TEAR_TIME } else { 1.0 };
                let to = from + (to - from).normalize_or(touch.normal) * stretched * whole;
                brush.canvas.line(from, to, 3.0, palette::INK);
                brush.canvas.line(from, to, 1.5, palette::CREAM);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use seamwalker_assets::shipped;
    use seamwalker_collide::SolverSetup;
    use seamwalker_level::read;
    use seamwalker_sim::Input;

    use super::*;

    #[test]
    fn elastic_is_dented_under_a_rider_and_swings_out_once_it_is_gone() {
        let level = read(&shipped(), "maps/seam_gallery.tmx").expect("shipped");
        let mut world = World::new(level.into(), SolverSetup::default());
        let floor = |edge: &&seamwalker_collide::Edge| {
            Surface::from_tag(edge.tag) == Surface::Bouncy && edge.normal.y < -0.9 && edge.segment.length() > 30.0
        };
        let edge = *world.level.terrain.edges().iter().find(floor).expect("a floor of elastic");
        world.start_at_point(edge.segment.a.midpoint(edge.segment.b), false);
        let mut touches = SurfaceTouches::default();
        (0..30).for_each(|_| {
            world.step(Input::default());
            touches.tick(&world);
        });
        let under = |touches: &SurfaceTouches| touches.dents(false).map(|dent| dent.depth).fold(0.0, f32::max);
        assert!((WEIGHT..=DEEPEST).contains(&under(&touches)), "{}", under(&touches));
        world.start_at_point(Vec2::new(edge.segment.a.x, edge.segment.a.y - 100.0), false);
        let mut depths = (0..40).flat_map(|_| {
            touches.tick(&world);
            touches.dents(false).map(|dent| dent.depth).collect::<Vec<_>>()
        });
        assert!(depths.any(|depth| depth < -0.5), "it swings out");
        (0..60).for_each(|_| touches.tick(&world));
        assert_eq!(touches.dents(false).count(), 0, "and comes to rest");
    }
}

//! Box2D's geometric character mover, as in its sample: collect the planes, solve them, cast along the solution, at most five
//! times. The sample's spring that keeps the capsule above the ground is left out.

use boxdd::{
    BodyBuilder, ChainDef, CollisionPlane, Foundation, MoverQueryBuffer, Position, QueryFilter, ShapeDef, World,
    WorldBuilder, shapes,
};
use glam::Vec2;

use super::{Peer, Shape, Slider};
use crate::ground::{Form, Ground};

/// The rounds of the sample, its number of planes, and the move below which it stops, in meters.
const ROUNDS: u32 = 5;
const MAX_PLANES: usize = 8;
const TOLERANCE: f32 = 0.01;

/// Box2D lets shapes overlap by its linear slop, in meters.
const SLOP: f32 = 0.005;

pub fn all() -> Vec<Peer> {
    let mut peers = Vec::new();
    for form in Form::ALL {
        for pixels in [1.0, 4.0, 16.0, 32.0, 64.0] {
            peers.push(Peer {
                library: "Box2D",
                settings: format!(
                    "{}, {pixels} px per meter",
                    if form == Form::Outlines { "segments" } else { form.name() }
                ),
                shape: Shape::Capsule,
                gap: SLOP * pixels,
                make: Box::new(move |ground| Some(Box::new(CapsuleMover::new(ground, form, pixels)))),
            });
        }
    }
    peers
}

struct CapsuleMover {
    world: World,
    pixels: f32,
    found: MoverQueryBuffer,
    planes: Vec<CollisionPlane>,
}

impl CapsuleMover {
    fn new(ground: &Ground, form: Form, pixels: f32) -> Self {
        let foundation = Foundation::initialize_default().expect("Box2D starts");
        let def = WorldBuilder::from(foundation.world_def()).gravity((0.0, 0.0)).build().expect("a world");
        let mut world = foundation.create_world(def).expect("a world");
        let body = BodyBuilder::from(foundation.body_def()).build().expect("a static body");
        let body = world.create_body(body).expect("a static body");
        let shape = ShapeDef::builder().build().expect("a shape");
        let point = |p: Vec2| (p.x / pixels, p.y / pixels);
        for ring in &ground.rings {
            match form {
                Form::Outlines => {
                    for [a, b] in Ground::segments(ring) {
                        let segment = shapes::segment(point(ring[a as usize]), point(ring[b as usize]));
                        world.body(body).and_then(|mut b| b.create_segment(&shape, &segment?)).expect("a segment");
                    }
                }
                Form::OneSided => {
                    // A chain has at least four points.
                    let mut ring = ring.clone();
                    if ring.len() == 3 {
                        ring.push((ring[2] + ring[0]) * 0.5);
                    }
                    let chain = ChainDef::builder().points(ring.into_iter().map(point)).is_loop(true).build();
                    world.body(body).and_then(|mut b| b.create_chain(&chain?)).expect("a chain");
                }
                Form::Pieces => break,
            }
        }
        for piece in ground.pieces.iter().filter(|_| form == Form::Pieces) {
            let polygon = shapes::polygon_from_points(piece.iter().copied().map(point), 0.0);
            world.body(body).and_then(|mut b| b.create_polygon(&shape, &polygon?)).expect("a polygon");
        }
        let _ = world.step(1.0 / 60.0, 4).expect("a step");
        Self { world, pixels, found: MoverQueryBuffer::new(), planes: Vec::new() }
    }
}

impl Slider for CapsuleMover {
    fn slide(&mut self, half: Vec2, at: Vec2, delta: Vec2) -> Vec2 {
        let (end, radius) = Shape::capsule(half / self.pixels);
        let (a, b) = ((-end.x, -end.y), (end.x, end.y));
        let query = self.world.query().expect("no step is under way");
        let filter = QueryFilter::default();
        let start = at / self.pixels;
        let (mut place, target) = (start, start + delta / self.pixels);
        for _ in 0..ROUNDS {
            let origin = Position::new(place.x, place.y);
            query.collide_mover_into(origin, a, b, radius, filter, &mut self.found).expect("planes");
            self.planes.clear();
            let planes = self.found.iter().take(MAX_PLANES).filter_map(|p| p.into_rigid_collision_plane().ok()?);
            self.planes.extend(planes);
            let rest = target - place;
            let solved = boxdd::solve_planes((rest.x, rest.y), &mut self.planes).expect("a solution").translation();
            let fraction = query.cast_mover(origin, a, b, radius, solved, filter).expect("a fraction");
            let step = Vec2::new(solved.x, solved.y) * fraction;
            place += step;
            if step.length_squared() < TOLERANCE * TOLERANCE {
                break;
            }
        }
        (place - start) * self.pixels
    }
}

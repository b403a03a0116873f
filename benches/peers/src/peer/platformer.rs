//! macroquad-platformer: boxes at whole pixels on a grid of tiles, one axis after the other.

use glam::Vec2;
use macroquad::math::Vec2 as Place;
use macroquad_platformer::{Actor, Tile, World};

use super::{Peer, Shape, Slider};
use crate::ground::{Ground, as_box};

/// The sides of tiles that are tried, in pixels, and the most tiles of a layer.
const SIDES: [f32; 4] = [16.0, 8.0, 2.0, 1.0];
const MAX_TILES: f32 = 4e6;

/// Air around the terrain, in tiles.
const MARGIN: f32 = 40.0;

pub fn all() -> Vec<Peer> {
    let peer = |first_vertical: bool| Peer {
        library: "macroquad-platformer",
        settings: format!("tiles, {} first", if first_vertical { "move_v" } else { "move_h" }),
        shape: Shape::Box,
        gap: 1.0,
        make: Box::new(move |ground: &Ground| {
            Some(Box::new(TileMover::new(ground, first_vertical)?) as Box<dyn Slider>)
        }),
    };
    vec![peer(false), peer(true)]
}

struct TileMover {
    world: World,
    /// Added to positions, so that all tiles have positive coordinates.
    offset: Vec2,
    first_vertical: bool,
    /// One actor for each size, with its half extents and its last centre.
    actors: Vec<(Actor, Vec2, Vec2)>,
}

impl TileMover {
    /// `None` if the ground is not made of boxes on a grid.
    fn new(ground: &Ground, first_vertical: bool) -> Option<Self> {
        let boxes: Vec<(Vec2, Vec2)> = ground.pieces.iter().map(|piece| as_box(piece)).collect::<Option<_>>()?;
        let on_grid = |side: f32| {
            let whole = |v: Vec2| (v / side).fract() == Vec2::ZERO;
            boxes.iter().all(|(half, middle)| whole(*middle - *half) && whole(*middle + *half))
        };
        let side = SIDES.into_iter().find(|side| on_grid(*side))?;
        let low = boxes.iter().map(|(half, middle)| *middle - *half).fold(Vec2::INFINITY, Vec2::min);
        let high = boxes.iter().map(|(half, middle)| *middle + *half).fold(Vec2::NEG_INFINITY, Vec2::max);
        let (low, high) = (low - MARGIN * side, high + MARGIN * side);
        let size = (high - low) / side;
        if size.x * size.y > MAX_TILES {
            return None;
        }
        let (wide, tall) = (size.x as usize, size.y as usize);
        let mut tiles = vec![Tile::Empty; wide * tall];
        for (half, middle) in &boxes {
            let (from, to) = ((*middle - *half - low) / side, (*middle + *half - low) / side);
            for y in from.y as usize..to.y as usize {
                tiles[y * wide + from.x as usize..y * wide + to.x as usize].fill(Tile::Solid);
            }
        }
        let mut world = World::new();
        world.add_static_tiled_layer(tiles, side, side, wide, 1);
        Some(Self { world, offset: -low, first_vertical, actors: Vec::new() })
    }
}

impl Slider for TileMover {
    fn slide(&mut self, half: Vec2, at: Vec2, delta: Vec2) -> Vec2 {
        let corner = at - half + self.offset;
        let known = self.actors.iter().position(|(_, size, _)| *size == half);
        let index = known.unwrap_or_else(|| {
            let (width, height) = (half.x * 2.0, half.y * 2.0);
            let actor = self.world.add_actor(Place::new(corner.x, corner.y), width as i32, height as i32);
            self.actors.push((actor, half, at));
            self.actors.len() - 1
        });
        let (actor, _, last) = self.actors[index];
        if known.is_none() || last != at {
            // Another run. The library is made for whole pixels: the first move includes the way to the nearest one.
            let corner = corner.round();
            self.world.set_actor_position(actor, Place::new(corner.x, corner.y));
        }
        if self.first_vertical {
            self.world.move_v(actor, delta.y);
            self.world.move_h(actor, delta.x);
        } else {
            self.world.move_h(actor, delta.x);
            self.world.move_v(actor, delta.y);
        }
        let place = self.world.actor_pos(actor);
        let moved = Vec2::new(place.x, place.y) - corner;
        self.actors[index].2 = at + moved;
        moved
    }
}

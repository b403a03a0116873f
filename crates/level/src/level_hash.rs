//! The hash of a level: one number for everything that matters to the simulation. A replay is bound to it.

use glam::Vec2;

use crate::fnv::Fnv;
use crate::level::Level;
use crate::model::{Area, ObjectKind, Platform};
use seamwalker_collide::{Aabb, Edge};

impl Fnv {
    /// Adding 0.0 turns minus zero into zero: both are the same place.
    fn float(&mut self, value: f32) {
        self.number((value + 0.0).to_bits());
    }

    fn point(&mut self, point: Vec2) {
        self.float(point.x);
        self.float(point.y);
    }

    fn aabb(&mut self, aabb: &Aabb) {
        self.point(aabb.center);
        self.point(aabb.half);
    }

    fn area(&mut self, area: &Area) {
        self.number(area.corners.len() as u64);
        area.corners.iter().for_each(|corner| self.point(*corner));
    }

    fn edge(&mut self, edge: &Edge) {
        self.point(edge.segment.a);
        self.point(edge.segment.b);
        self.point(edge.normal);
        self.number(edge.side as u8);
        self.number(edge.tag.0);
    }
}

impl Level {
    /// A hash that changes whenever something that matters to the simulation changes. It is computed on the first call; the
    /// level must not be modified after that.
    #[must_use]
    pub fn hash(&self) -> u64 {
        *self.hash.get_or_init(|| hash(self))
    }
}

/// Hashes a level. Pictures, layers, texts, titles, music and names do not count.
fn hash(level: &Level) -> u64 {
    let mut fnv = Fnv::new();
    fnv.aabb(&level.bounds);
    fnv.number(level.tile_size.x);
    fnv.number(level.tile_size.y);
    fnv.number(level.terrain.edges().len() as u64);
    level.terrain.edges().iter().chain(&level.hazard_edges).for_each(|edge| fnv.edge(edge));
    fnv.number(level.terrain.pieces().len() as u64);
    for piece in level.terrain.pieces() {
        fnv.aabb(&piece.aabb);
        fnv.number(u64::from(piece.tag.0) << 1 | u64::from(piece.one_way.is_some()));
        for plane in &piece.planes {
            fnv.point(plane.normal);
            fnv.float(plane.offset);
        }
    }
    for areas in [&level.hazards, &level.ladders, &level.waters] {
        fnv.number(areas.len() as u64);
        areas.iter().for_each(|area| fnv.area(area));
    }
    // How far a player can fall between the maps of a world depends on the rooms. A single map is its bounds.
    if level.rooms.len() > 1 {
        level.rooms.iter().for_each(|room| fnv.aabb(room));
    }
    fnv.number(level.meta.dash);
    for object in level.objects.iter().filter(|object| !object.kind.is_other()) {
        fnv.number(object.id);
        fnv.aabb(&object.aabb);
        add_kind(&mut fnv, &object.kind);
    }
    fnv.finish()
}

/// Adds the members of an object's kind, without those that only change what it looks like.
fn add_kind(fnv: &mut Fnv, kind: &ObjectKind) {
    let plain = match kind {
        ObjectKind::Sign { .. } => Some(ObjectKind::Sign { text: String::new() }),
        ObjectKind::Platform(platform) => {
            Some(ObjectKind::Platform(Platform { look: String::new(), ..platform.clone() }))
        }
        _ => None,
    };
    // Writing to a hash cannot fail, and every kind can be written as JSON.
    let _ = serde_json::to_writer(fnv, plain.as_ref().unwrap_or(kind));
}

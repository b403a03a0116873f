//! The hash of a level: one number for everything that matters to the simulation. A replay is bound to it.

use glam::Vec2;

use crate::fnv::Fnv;
use crate::level::Level;
use crate::model::object::{Flight, GivesWay, ObjectKind};
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

    fn floats(&mut self, values: &[f32]) {
        values.iter().for_each(|value| self.float(*value));
    }

    /// The number of a kind with one member, then other members.
    fn kind(&mut self, kind_and_member: [u8; 2], values: &[f32]) {
        self.bytes(&kind_and_member);
        self.floats(values);
    }

    /// The number of points, then the points.
    fn points(&mut self, points: &[Vec2]) {
        self.number(points.len() as u64);
        points.iter().for_each(|point| self.point(*point));
    }

    fn aabb(&mut self, aabb: &Aabb) {
        self.point(aabb.center);
        self.point(aabb.half);
    }

    fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.bytes(text.as_bytes());
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
    level.hazards.iter().for_each(|area| fnv.points(&area.corners));
    // Kinds of areas that were added later count only if present, so the replays of older levels stay valid.
    for (kind, areas) in
        [(1_u8, &level.ladders), (2_u8, &level.waters)].into_iter().filter(|(_, areas)| !areas.is_empty())
    {
        fnv.number(kind);
        areas.iter().for_each(|area| fnv.points(&area.corners));
    }
    // How far a player can fall between the maps of a world depends on the rooms. A single map is its bounds.
    if level.rooms.len() > 1 {
        level.rooms.iter().for_each(|room| fnv.aabb(room));
    }
    fnv.number(level.meta.dash);
    for object in &level.objects {
        fnv.number(object.id);
        fnv.aabb(&object.aabb);
        add_kind(&mut fnv, &object.kind);
    }
    fnv.finish()
}

/// Adds the members of an object's kind, without those that only change what it looks like.
fn add_kind(fnv: &mut Fnv, kind: &ObjectKind) {
    match kind {
        ObjectKind::Player { faces_left } => fnv.number(1_u8 + u8::from(*faces_left)),
        ObjectKind::Exit { next } => {
            fnv.number(3_u8);
            fnv.text(next);
        }
        ObjectKind::Checkpoint => fnv.number(4_u8),
        ObjectKind::Bead { golden } => fnv.number(5_u8 + u8::from(*golden)),
        ObjectKind::Hazard => fnv.number(7_u8),
        ObjectKind::Sign { .. } => fnv.number(8_u8),
        ObjectKind::Crate { priority } => {
            fnv.number(9_u8);
            fnv.number(*priority);
        }
        ObjectKind::Platform(platform) => {
            fnv.number(10_u8);
            fnv.points(&platform.track);
            fnv.floats(&[platform.speed, platform.pause, platform.phase]);
            let flags =
                [u8::from(platform.closed), platform.easing as u8, u8::from(platform.one_way), platform.start as u8];
            fnv.bytes(&flags);
            fnv.number(platform.priority);
            // Fields that were added later count only if set, for the same reason.
            if let Some(rest) = platform.rest {
                fnv.float(rest);
            }
            if let Some(GivesWay { falls, after, back }) = platform.gives_way {
                fnv.number(11_u8 + u8::from(falls));
                fnv.floats(&[after, back]);
            }
        }
        ObjectKind::Spring { direction, height } => fnv.kind([13, *direction as u8], &[*height]),
        ObjectKind::KeyButton { opens } => {
            fnv.number(14_u8);
            fnv.number(opens.unwrap_or(0));
        }
        ObjectKind::PressureButton { opens, stays } => {
            fnv.number(15_u8);
            fnv.number(opens.unwrap_or(0));
            fnv.float(*stays);
        }
        ObjectKind::Scissors { open, closed, phase } => {
            fnv.number(16_u8);
            fnv.floats(&[*open, *closed, *phase]);
        }
        ObjectKind::RollingSpool { speed, back } => {
            fnv.number(17_u8);
            fnv.floats(&[*speed, *back]);
        }
        ObjectKind::PinBug { speed, faces_left } => fnv.kind([18, u8::from(*faces_left)], &[*speed]),
        ObjectKind::Moth(Flight { track, closed, speed, phase }) => {
            fnv.bytes(&[19, u8::from(*closed)]);
            fnv.points(track);
            fnv.floats(&[*speed, *phase]);
        }
        ObjectKind::DashSpool => fnv.number(20_u8),
        ObjectKind::Wind { direction, speed } => fnv.kind([21, *direction as u8], &[*speed]),
    }
}

//! Where a player starts on a map without a Player: at an object named for it, or else at the first free place.

use glam::Vec2;

use crate::ground::OutlineSource;
use crate::model::Area;
use seamwalker_collide::{Aabb, Side, Terrain};

/// Names and classes of objects where other games start, best first.
const NAMES: [&str; 8] =
    ["player", "playerstart", "playerspawn", "playerposition", "startpoint", "spawnpoint", "start", "spawn"];

/// Half of the size that is kept free for a player, in pixels.
const HALF: Vec2 = Vec2::new(6.0, 11.0);

/// The distance between the places that are tried, in pixels.
const STEP: f32 = 4.0;

/// How far above the ground a player is placed, in pixels: a start in the air only falls.
const ABOVE: f32 = 1.0;

/// The steepest ground to start on: the vertical part of its normal.
const FLOOR: f32 = -0.7;

/// How well the name or class of an object fits that of a start; less is better.
pub fn rank(name: &str) -> Option<usize> {
    let plain: String = name.chars().filter(|c| c.is_alphabetic()).flat_map(char::to_lowercase).collect();
    NAMES.iter().position(|known| *known == plain)
}

/// The ground of a level, to look for a place.
pub struct Ground<'a> {
    pub terrain: &'a Terrain,
    pub source: &'a OutlineSource,
    /// Places to avoid.
    pub areas: [&'a [Area]; 2],
    pub bounds: Aabb,
}

impl Ground<'_> {
    /// The box of a player whose feet are at a place.
    pub fn player_at(feet: Vec2) -> Aabb {
        Aabb::new(feet - Vec2::Y * HALF.y, HALF)
    }

    /// Whether a player fits here.
    fn is_free(&self, aabb: &Aabb) -> bool {
        let mut free = true;
        self.source.pieces_near(aabb, |piece| free &= piece.one_way.is_some() || piece.solid().depth(aabb) <= 0.0);
        let overlaps = |area: &Area| area.aabb.overlaps(aabb);
        free && !self.areas.iter().any(|areas| areas.iter().any(overlaps))
    }

    /// The first free place above ground, from the left; of several above each other the lowest. It is within the map, if there is
    /// one. `None` if there is none at all.
    pub fn first_free(&self) -> Option<Aabb> {
        let top = self.bounds.min().y;
        self.first_free_where(|place| place.min().y >= top).or_else(|| self.first_free_where(|_| true))
    }

    fn first_free_where(&self, fits: impl Fn(&Aabb) -> bool) -> Option<Aabb> {
        let (min, max) = (self.bounds.min(), self.bounds.max());
        let edges = self.terrain.edges();
        let mut x = min.x + HALF.x + 1.0;
        while x + HALF.x < max.x {
            let mut floors: Vec<f32> = Vec::new();
            self.terrain.edges_near(&Aabb::from_corners(Vec2::new(x, min.y), Vec2::new(x, max.y)), |index| {
                let edge = &edges[index as usize];
                let (a, b) = (edge.segment.a, edge.segment.b);
                let is_floor =
                    edge.normal.y <= FLOOR || edge.side == Side::Both && (b.x - a.x).abs() > (b.y - a.y).abs();
                if is_floor && a.x.min(b.x) <= x && x <= a.x.max(b.x) && a.x != b.x {
                    floors.push(a.y + (b.y - a.y) * ((x - a.x) / (b.x - a.x)));
                }
            });
            floors.sort_by(|a, b| b.total_cmp(a));
            let places = floors.into_iter().map(|y| Self::player_at(Vec2::new(x, y - ABOVE)));
            if let Some(place) = places.filter(&fits).find(|place| self.is_free(place)) {
                return Some(place);
            }
            x += STEP;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn starts_are_known_by_name() {
        assert_eq!(rank("Player"), Some(0));
        assert!(rank("player_spawn 1") < rank("SPAWN"));
        for other in ["enemy spawn", "players", "restart", "checkpoint", ""] {
            assert_eq!(rank(other), None, "{other}");
        }
    }
}

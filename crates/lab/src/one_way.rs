//! Shows for one-way ground near the player on which side the mover was when the step started, and whether it is solid.

use glam::Vec2;

use seamwalker_collide::{
    Aabb, BodyId, CollisionView, Edge, Mover, Obstacle, Piece, Segment, Side, Solver, Space, Terrain,
};
use seamwalker_sim::World;

/// One-way ground near the player, and whether it is solid in this step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OneWay {
    /// The obstacle.
    pub obstacle: Obstacle,
    /// Its solid side.
    pub line: Segment,
    /// The normal of that side.
    pub normal: Vec2,
    /// The distance of the mover from it when the step started, in pixels; negative inside.
    pub gap: f32,
    /// Whether it is solid for the mover in this step.
    pub holds: bool,
    /// The reason, in a few words.
    pub why: &'static str,
}

const MAX_ONE_WAYS: usize = 64;

/// All one-way ground within `reach` pixels of the player, and whether it was solid in the last step.
#[must_use]
pub fn one_ways(world: &World, reach: f32) -> Vec<OneWay> {
    let view = world.rules.solver.view();
    let mover = world.stats.longest.map_or_else(|| world.player_mover(), |slide| slide.mover);
    let area = world.state.player.aabb.grown(reach);
    let terrain = &world.state.space.terrain;
    let mut found = Vec::new();
    let mut add = |obstacle, side: (Segment, Vec2), alone: Space| {
        if found.len() < MAX_ONE_WAYS && side.0.aabb().grown(0.5).overlaps(&area) {
            found.push(one_way(view, &mover, obstacle, side, &alone));
        }
    };
    if view == CollisionView::Pieces {
        terrain.pieces_near(&area, |i| {
            let piece = &terrain.pieces()[i as usize];
            if let Some(direction) = piece.one_way {
                let alone = Space::new(Terrain::new(Vec::new(), vec![Piece::clone(piece)]));
                add(Obstacle::Piece(i), face(&piece.aabb, direction.normal()), alone);
            }
        });
    } else {
        terrain.edges_near(&area, |i| {
            let edge = terrain.edges()[i as usize];
            if edge.side == Side::OneWay {
                let alone = Space::new(Terrain::new(vec![Edge { prev: None, next: None, ..edge }], Vec::new()));
                add(Obstacle::Edge(i), (edge.segment, edge.normal), alone);
            }
        });
    }
    for (id, body) in (0..).map(BodyId).zip(&world.state.space.bodies) {
        if body.enabled && body.one_way {
            let alone = Space { bodies: vec![*body].into(), ..Space::default() };
            add(Obstacle::Body(id), face(&body.aabb, Vec2::NEG_Y), alone);
        }
    }
    found
}

/// The side of a box in a direction, and its normal.
fn face(aabb: &Aabb, normal: Vec2) -> (Segment, Vec2) {
    let (middle, along) = (aabb.center + aabb.half * normal, aabb.half * normal.perp().abs());
    (Segment::new(middle - along, middle + along), normal)
}

/// Tests an obstacle, which is `alone` in a space, with the query of the solver.
fn one_way(
    view: CollisionView,
    mover: &Mover,
    obstacle: Obstacle,
    (line, normal): (Segment, Vec2),
    alone: &Space,
) -> OneWay {
    let (half, radius) = view.core(mover);
    let gap = (mover.aabb.center - line.a).dot(normal) - half.dot(normal.abs()) - radius;
    let beside = (mover.aabb.center - line.aabb().center).abs() - line.aabb().half - mover.aabb.half;
    let reach = gap.abs() + beside.max_element().max(0.0) * 2.0 + 1.0;
    let touch = alone.touching(view, mover, reach).first().copied();
    let (holds, gap) = (touch.is_some(), touch.map_or(gap, |touch| -touch.contact.depth));
    let why = if holds {
        "the step started outside it"
    } else if mover.drops_through && normal.y < 0.0 {
        "the mover drops through it"
    } else if gap < 0.0 {
        "the step started inside or behind it"
    } else {
        "the mover is beside it"
    };
    OneWay { obstacle, line, normal, gap, holds, why }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::ascii;
    use super::*;
    use seamwalker_collide::{SolverKind, SolverSetup};
    use seamwalker_sim::{Buttons, Input};

    #[test]
    fn a_ribbon_is_open_from_below_and_solid_from_above() {
        let level = Arc::new(ascii::level("....\n....\n====\n....\n.P..\n####"));
        for kind in SolverKind::ALL {
            let mut world = World::new(Arc::clone(&level), SolverSetup::new(kind));
            let mut seen = Vec::new();
            for _ in 0..60 {
                world.step(Input { buttons: Buttons::JUMP });
                let near = one_ways(&world, 16.0);
                // For box solvers a ribbon has a piece for each tile; those beside the mover are not solid.
                let (holds, behind) = (near.iter().any(|way| way.holds), near.iter().all(|way| way.gap < -0.25));
                seen.extend((!near.is_empty()).then_some((holds, behind)));
            }
            assert!(seen.contains(&(false, true)), "{kind}: open on the way up");
            assert_eq!(seen.last(), Some(&(true, false)), "{kind}: stands on it: {seen:?}");
            assert!(seen.iter().all(|(holds, behind)| holds != behind), "{kind}: {seen:?}");
        }
    }
}

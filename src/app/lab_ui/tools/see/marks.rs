//! Draws what solvers see: the ground, the movers and what they touch.

use glam::Vec2;
use macroquad::color::Color;
use seamwalker_collide::{Aabb, Edge, Obstacle, Side, Solver, Space, Touch};
use seamwalker_sim::World;

use crate::app::lab_ui::Pen;
use crate::app::render::palette;

/// Length of a normal, in pixels.
const NORMAL_LENGTH: f32 = 9.0;

impl Pen<'_> {
    /// A segment grown by the radius.
    pub(super) fn capsule(&mut self, edge: &Edge, radius: f32) {
        // An invisible edge is paler: it pushes nothing where the solver's option says so.
        let opacity = if edge.visible { 1.0 } else { 0.35 };
        let color = palette::faded(side_color(edge.side), opacity);
        let (a, b) = (edge.segment.a, edge.segment.b);
        let (shape, fill) = (self.rounded(&[a, b], radius), palette::faded(side_color(edge.side), 0.22 * opacity));
        self.outlined(&shape, fill, color, 1.0);
        self.line(a, b, 1.0, color);
        for end in [a, b] {
            let at = self.at(end);
            self.canvas.rect(at.x - 2.0, at.y - 2.0, 4.0, 4.0, palette::INK);
            self.canvas.rect(at.x - 1.0, at.y - 1.0, 2.0, 2.0, palette::CREAM);
        }
    }

    pub(super) fn normal(&mut self, edge: &Edge) {
        let middle = (edge.segment.a + edge.segment.b) * 0.5;
        self.arrow(middle, middle + edge.normal * NORMAL_LENGTH, side_color(edge.side));
    }

    /// The player's box, its round skin, and its core; and the frames of all bodies.
    pub(super) fn skin(&mut self, world: &World) {
        let bodies = &world.state.space.bodies;
        for body in bodies.iter().filter(|b| b.enabled) {
            self.rectangle(&body.aabb, palette::PLUM);
        }
        let turning = world.state.platforms.iter().flat_map(|platform| bodies.edges(platform.body));
        turning.for_each(|edge| self.line(edge.segment.a, edge.segment.b, 1.0, palette::PLUM));
        let player = &world.state.player.aabb();
        let (half, radius) = world.rules.solver.view().core(&world.player_mover());
        let outline = self.rounded_box(player.center, half, radius);
        self.outlined(&outline, palette::faded(palette::ROSE, 0.4), palette::RED_DARK, 1.0);
        self.rectangle(player, palette::RED);
        self.rectangle(&Aabb::new(player.center, half), palette::CREAM);
    }

    /// An arrow from the surface along the normal of a contact. Returns its tip; `None` if the obstacle is gone.
    pub fn contact_normal(&mut self, space: &Space, mover: &Aabb, touch: &Touch, color: Color) -> Option<Vec2> {
        let at = surface_point(space, mover, touch)?;
        let tip = at + touch.contact.normal * (NORMAL_LENGTH + touch.contact.depth.max(0.0) * 4.0);
        self.arrow(at, tip, color);
        Some(tip)
    }

    /// The normal and the depth of a contact of the player.
    pub(in crate::app::lab_ui::tools) fn contact(&mut self, world: &World, touch: &Touch, color: Color) {
        let (space, player) = (&world.state.space, &world.state.player.aabb());
        let Some(tip) = self.contact_normal(space, player, touch, color) else { return };
        let name = match touch.obstacle {
            Obstacle::Edge(i) => format!("e{i}"),
            Obstacle::Piece(i) => format!("p{i}"),
            Obstacle::Body(id) | Obstacle::Part(id, _) => format!("b{}", id.0),
        };
        let text = format!("{name}  {:.3}", touch.contact.depth);
        self.text(&text, tip + Vec2::new(8.0, 2.0), color);
    }

    /// Every body in the colour of its push priority, with the number.
    pub(super) fn priorities(&mut self, world: &World, shown: &Aabb) {
        let bodies = world.state.space.bodies.iter().filter(|body| body.enabled).map(|body| (body.aabb, body.priority));
        let movers = bodies.chain([(world.state.player.aabb(), u8::MAX)]);
        for (aabb, priority) in movers.filter(|(aabb, _)| aabb.overlaps(shown)) {
            let color = match priority {
                0 => palette::INK,
                1..=127 => palette::DENIM_LIGHT,
                128..=254 => palette::MUSTARD,
                u8::MAX => palette::RED,
            };
            self.fill(&aabb, palette::faded(color, 0.55));
            self.rectangle(&aabb, color);
            self.text(&priority.to_string(), shown.closest_point(aabb.min()) + 2.0, palette::CREAM);
        }
    }
}

fn side_color(side: Side) -> Color {
    match side {
        Side::Outer => palette::MUSTARD,
        Side::OneWay => palette::ROSE,
        Side::Both => palette::DENIM_LIGHT,
    }
}

/// A point of the obstacle near the mover.
fn surface_point(space: &Space, mover: &Aabb, touch: &Touch) -> Option<Vec2> {
    let terrain = &space.terrain;
    let support = mover.center - touch.contact.normal.signum() * mover.half * touch.contact.normal.abs().ceil();
    match touch.obstacle {
        Obstacle::Edge(i) => terrain.edges().get(i as usize).map(|e| e.segment.closest_point(support)),
        Obstacle::Piece(i) => terrain.pieces().get(i as usize).map(|p| p.aabb.closest_point(support)),
        Obstacle::Part(id, part) if usize::from(part) < space.bodies.edges(id).count() => {
            space.bodies.edges(id).nth(part.into()).map(|edge| edge.segment.closest_point(support))
        }
        Obstacle::Body(id) | Obstacle::Part(id, _) => space.bodies.get(id).map(|b| b.aabb.closest_point(support)),
    }
}

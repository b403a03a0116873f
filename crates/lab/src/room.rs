//! The rooms of a map that shows solvers. A room is a sign in Tiled with these properties:
//!
//! | property | meaning |
//! |---|---|
//! | `room` | its title; `room_de` is the German one |
//! | `fails` | the solvers that are caught when the inputs are pressed, separated by spaces; none if all agree |
//! | `ground_assist` | whether the ground assist is on; without the property it is |
//! | `inputs` | what to press, from the sign on, as in an input file |

use glam::Vec2;
use seamwalker_collide::{SolverKind, SolverSetup};
use seamwalker_level::{Level, Object, ObjectKind, Value};
use seamwalker_sim::{InputTimeline, World};

/// A room of a map.
#[derive(Clone, Debug)]
pub struct Room {
    /// The index of its sign among the objects of the level.
    pub sign: usize,
    /// The solvers that are caught in it.
    pub fails: Vec<SolverKind>,
    /// Whether the ground assist is on.
    pub ground_assist: bool,
    /// What to press to see that.
    pub inputs: InputTimeline,
}

impl Room {
    /// The rooms of a level from left to right. Names and inputs that mean nothing are left out.
    pub fn all(level: &Level) -> Vec<Self> {
        let mut rooms: Vec<Self> = (0..level.objects.len()).filter_map(|i| Self::of(i, &level.objects[i])).collect();
        rooms.sort_by(|a, b| level.objects[a.sign].aabb.center.x.total_cmp(&level.objects[b.sign].aabb.center.x));
        rooms
    }

    fn of(sign: usize, object: &Object) -> Option<Self> {
        let text = |name| match object.properties.get(name) {
            Some(Value::Text(text)) => text.as_str(),
            _ => "",
        };
        let is_room = matches!(object.kind, ObjectKind::Sign { .. }) && !text("room").is_empty();
        is_room.then(|| Self {
            sign,
            fails: text("fails").split_whitespace().filter_map(|name| name.parse().ok()).collect(),
            ground_assist: object.properties.get("ground_assist") != Some(&Value::Bool(false)),
            inputs: text("inputs").parse().unwrap_or_default(),
        })
    }

    /// Puts the player of a world of this level at the sign, with a solver in its best form and the room's ground assist.
    pub fn enter(&self, world: &mut World, kind: SolverKind) {
        let Some(sign) = world.level.objects.get(self.sign).map(|object| object.aabb) else { return };
        world.rules.ground_assist = self.ground_assist;
        world.switch_solver(SolverSetup::new(kind));
        world.start_at_point(Vec2::new(sign.center.x, sign.max().y), false);
    }
}

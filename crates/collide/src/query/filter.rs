//! What a query sees.

use core::fmt;

use crate::contact::{BodyId, Obstacle};
use crate::edge::Tag;
use crate::layers::Layers;
use crate::view::CollisionView;

/// What a query sees. The default sees everything that is enabled, and the ground as edges. Build it from
/// [`QueryFilter::default`] and `..`, as below: fields may be added.
///
/// ```
/// use seamwalker_collide::{Edge, Obstacle, QueryFilter, Side, Space, Tag, Terrain};
/// use seamwalker_collide::glam::Vec2;
///
/// const GLASS: Tag = Tag(5);
/// let pane = Edge { tag: GLASS, ..Edge::new(Vec2::new(50.0, 0.0), Vec2::new(50.0, 90.0), Side::Both) };
/// let wall = Edge::new(Vec2::new(80.0, 0.0), Vec2::new(80.0, 90.0), Side::Both);
/// let space = Space::new(Terrain::new(vec![pane, wall], Vec::new()));
/// let look = |filter: &QueryFilter| space.ray_cast(Vec2::new(0.0, 40.0), Vec2::X * 200.0, filter).unwrap().obstacle;
///
/// // A bullet meets everything; light goes through glass.
/// assert_eq!(look(&QueryFilter::default()), Obstacle::Edge(0));
/// let light = QueryFilter { accepts: Some(&|_, tag| tag != GLASS), ..QueryFilter::default() };
/// assert_eq!(look(&light), Obstacle::Edge(1));
/// ```
#[derive(Clone, Copy)]
pub struct QueryFilter<'a> {
    /// How it sees the ground: as pieces with [`CollisionView::Pieces`], as edges without thickness with the others. Take
    /// [`Solver::view`](crate::Solver::view) to see what a solver sees.
    pub view: CollisionView,
    /// Whether it sees the terrain at all.
    pub terrain: bool,
    /// The layers of the bodies that it sees; [`Layers::NONE`] for no bodies.
    pub bodies: Layers,
    /// The layers of ground that it does not see, as [`Mover::passes`](crate::Mover::passes); none by default.
    pub passes: Layers,
    /// Whether it sees one-way surfaces.
    pub one_way: bool,
    /// A body that it does not see, such as the one that asks.
    pub ignores: Option<BodyId>,
    /// Further conditions, by the obstacle and the tag that the caller gave it. Must always give the same answer.
    pub accepts: Option<&'a dyn Fn(Obstacle, Tag) -> bool>,
}

impl QueryFilter<'_> {
    pub(super) fn accepts(&self, obstacle: Obstacle, tag: Tag) -> bool {
        self.accepts.is_none_or(|accepts| accepts(obstacle, tag))
    }
}

impl Default for QueryFilter<'_> {
    fn default() -> Self {
        Self {
            view: CollisionView::Thin,
            terrain: true,
            bodies: Layers::ALL,
            passes: Layers::NONE,
            one_way: true,
            ignores: None,
            accepts: None,
        }
    }
}

impl fmt::Debug for QueryFilter<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter
            .debug_struct("QueryFilter")
            .field("view", &self.view)
            .field("terrain", &self.terrain)
            .field("bodies", &self.bodies)
            .field("one_way", &self.one_way)
            .field("ignores", &self.ignores)
            .field("accepts", &self.accepts.map(|_| "..."))
            .finish()
    }
}

//! Turns the collected shapes into edges, pieces and areas.
//!
//! All ground that touches is one solid with one outline, whatever its materials. `patches.rs` then assigns materials to
//! parts of that outline. So no edge separates two materials, and a mover cannot catch on one.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::geometry::{Point, bounds, rectangle};
use crate::ground::chained_edges::ChainedEdges;
use crate::ground::material_geometry::{MaterialGeometry, aabb, sliver, turned_back, upright};
use crate::ground::patches::{ConvexParts, Patch, patches};
use crate::model::{Area, Material, Surface};
use crate::outline::{DirectedEdge, Loops, ShapeGrid, upper_sides};
use seamwalker_collide::{Aabb, Direction, Edge, Piece, Side, Terrain};

/// The geometry of a level, in the form of [`Level`](crate::Level)'s fields of the same names.
pub struct LevelGeometry {
    pub terrain: Arc<Terrain>,
    pub outline_source: Arc<OutlineSource>,
    pub hazard_edges: Vec<Edge>,
    pub hazards: Vec<Area>,
    pub ladders: Vec<Area>,
    pub waters: Vec<Area>,
}

/// The shapes that the terrain is built from.
#[derive(Debug, Default)]
pub struct OutlineSource {
    pub by_material: BTreeMap<Material, MaterialGeometry>,
    /// All ground combined, if there is more than one ground material.
    pub united: Option<MaterialGeometry>,
}

impl OutlineSource {
    /// The materials of the surfaces that match, in order.
    fn of(&self, is: fn(Surface) -> bool) -> impl Iterator<Item = (Material, &MaterialGeometry)> {
        self.by_material.iter().filter(move |(m, _)| is(m.surface)).map(|(m, geometry)| (*m, geometry))
    }

    /// All ground.
    fn ground(&self) -> Option<&MaterialGeometry> {
        self.united.as_ref().or_else(|| self.of(Surface::is_ground).next().map(|(_, geometry)| geometry))
    }

    /// Everything with an outline of its own.
    fn outlined(&mut self) -> impl Iterator<Item = &mut MaterialGeometry> {
        let alone = self.united.is_none();
        let counts = move |surface: Surface| surface != Surface::Water && (alone || !surface.is_ground());
        let own = self.by_material.iter_mut().filter(move |(m, _)| counts(m.surface)).map(|(_, geometry)| geometry);
        self.united.iter_mut().chain(own)
    }

    /// The number of convex parts in all cells.
    pub fn part_count(&self) -> usize {
        self.by_material.values().flat_map(|geometry| &geometry.cells).map(ShapeGrid::part_count).sum()
    }

    /// Builds edges and areas. Pieces are computed later, when a solver needs them. `None` if the outlines have more than
    /// `max_corners` corners.
    pub fn build(mut self, mut max_corners: usize) -> Option<LevelGeometry> {
        for geometry in self.outlined() {
            geometry.outline(&mut max_corners)?;
        }
        let mut edges = ChainedEdges::default();
        let mut ladders = Vec::new();
        let no_geometry = MaterialGeometry::default();
        let ground = self.ground().unwrap_or(&no_geometry);
        let solids = ConvexParts::new(ground);
        let grounds = self.of(Surface::is_ground).filter(|_| self.united.is_some());
        let materials: Vec<_> = grounds.map(|(material, geometry)| (material, ConvexParts::new(geometry))).collect();
        let single_material =
            self.of(Surface::is_ground).next().map_or_else(Material::default, |(material, _)| material);
        edges.list.reserve_exact(ground.loops.corners());
        for polygon in ground.loops.iter() {
            match materials[..] {
                [] => edges.add(Patch::closed(polygon, single_material), Side::Outer),
                _ => edges.add(patches(polygon, &materials).into_iter(), Side::Outer),
            }
        }
        for (material, geometry) in self.of(|s| s == Surface::OneWay) {
            for line in faces(&geometry.loops, &geometry.lines, material.direction, &solids) {
                edges.add(Patch::line(&line, material), Side::OneWay);
            }
        }
        for (material, geometry) in self.of(|s| s == Surface::Ladder) {
            let up = Direction::Up;
            for line in faces(&geometry.loops, &[], up, &solids) {
                edges.add(Patch::line(&line, material), Side::OneWay);
                let steps = line.windows(2).filter_map(|w| piece(&sliver(w[0], w[1], up), material));
                ladders.extend(steps.map(|step| Piece { one_way: Some(up), ..step }));
            }
        }
        for (material, geometry) in self.of(Surface::is_ground) {
            geometry.lines.iter().for_each(|line| edges.add(Patch::line(line, material), Side::Both));
        }
        let mut hazard_chains = ChainedEdges::default();
        for (material, geometry) in self.of(|s| s == Surface::Hazard) {
            geometry.loops.iter().for_each(|l| hazard_chains.add(Patch::closed(l, material), Side::Outer));
            geometry.lines.iter().for_each(|line| hazard_chains.add(Patch::line(line, material), Side::Both));
        }
        let [hazards, ladder_areas, waters] =
            [Surface::Hazard, Surface::Ladder, Surface::Water].map(|surface| self.areas(surface));
        self.outlined().for_each(|geometry| geometry.loops = Loops::default());
        let outline_source = Arc::new(self);
        let pieces = {
            let outline_source = Arc::clone(&outline_source);
            move || outline_source.pieces(ladders)
        };
        Some(LevelGeometry {
            terrain: Arc::new(Terrain::with_pieces_later(edges.list, pieces)),
            outline_source,
            hazard_edges: hazard_chains.list,
            hazards,
            ladders: ladder_areas,
            waters,
        })
    }

    /// All solids as boxes and slopes, followed by `more`.
    fn pieces(&self, mut more: Vec<Piece>) -> Vec<Piece> {
        // Growing by doubling would take twice the memory for millions of pieces.
        let mut solid = Vec::with_capacity(self.part_count() + more.len());
        for (material, geometry) in self.of(|s| !s.is_area()) {
            geometry.each_part(material.direction, |part| solid.extend(piece(part, material)));
        }
        solid.append(&mut more);
        solid
    }

    /// Visits every box or slope in the cells that touch a box, and every one outside of the grid.
    pub fn pieces_near(&self, area: &Aabb, mut visit: impl FnMut(Piece)) {
        let [min, max] = [area.min(), area.max()].map(|corner| Point::nearest(corner.as_dvec2()));
        for (material, geometry) in self.of(|s| !s.is_area()) {
            let mut part = |part: &[Point]| piece(part, material).into_iter().for_each(&mut visit);
            geometry.cells.iter().for_each(|cells| cells.parts_near(min, max, |p| part(&p)));
            geometry.each_free(material.direction, part);
        }
    }

    /// The convex areas of a surface.
    fn areas(&self, surface: Surface) -> Vec<Area> {
        let mut areas = Vec::new();
        if let Some(geometry) = self.by_material.get(&surface.into()) {
            geometry.each_part(Direction::Up, |part| areas.extend(area(part)));
        }
        areas
    }
}

/// The solid sides of one-way shapes, as open lines. Computed with that side rotated to up.
fn faces(loops: &Loops, lines: &[Vec<Point>], direction: Direction, solids: &ConvexParts) -> Vec<Vec<Point>> {
    let up = |p: &Point| upright(*p, direction);
    let back = |p: &Point| turned_back(*p, direction);
    let right = |(a, b): DirectedEdge| if a.x <= b.x { (a, b) } else { (b, a) };
    let steps = lines.iter().flat_map(|l| l.windows(2).map(|w| (up(&w[0]), up(&w[1]))));
    let drawn: Vec<DirectedEdge> = steps.map(right).filter(|(a, b)| a.x < b.x).collect();
    let sides = loops.edges().map(|(a, b)| (up(&a), up(&b)));
    let lines = upper_sides(sides.filter(|(a, b)| b.x > a.x).chain(drawn), |min, max, visit| {
        let (min, max) = bounds(&[back(&min), back(&max)]);
        solids.near(min, max, |part| visit(&part.iter().map(up).collect::<Vec<_>>()));
    });
    lines.iter().map(|line| line.iter().map(back).collect()).collect()
}

pub fn piece(part: &[Point], material: Material) -> Option<Piece> {
    let (min, max) = bounds(part);
    let is_box = part.len() == 4 && rectangle(min, max).iter().all(|c| part.contains(c));
    let plain = if is_box {
        Piece::solid_box(aabb(part))
    } else {
        Piece::convex(&part.iter().map(|p| p.to_pixels()).collect::<Vec<_>>())?
    };
    let one_way = (material.surface == Surface::OneWay).then_some(material.direction);
    Some(Piece { one_way, tag: material.tag(), ..plain })
}

/// A convex polygon in pixels.
pub fn area(part: &[Point]) -> Option<Area> {
    (part.len() > 2).then(|| Area { aabb: aabb(part), corners: part.iter().map(|p| p.to_pixels()).collect() })
}

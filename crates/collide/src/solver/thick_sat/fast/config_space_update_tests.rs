use glam::Vec2;

use super::*;
use crate::edge::Side;
use crate::mover::Mover;
use crate::noise::noise;
use crate::shape::Aabb;

/// What a cell says, whatever the indices of its edges: the free rings; every face; every other edge; every pinch.
fn content(grid: &ConfigSpaceGrid, head: u32) -> Vec<Vec<i64>> {
    if head & COUNTS == 0 {
        return vec![vec![i64::from(head >> REST_SHIFT)]];
    }
    let (faces, others) = grid.listed(head);
    let bits = |numbers: &[f32]| numbers.iter().map(|number| i64::from((number + 0.0).to_bits())).collect();
    let whole = |entry: &CellEntry| {
        let (middle, fitted) = (entry.middle, &grid.records[entry.edge as usize].fitted);
        assert_eq!(middle, fitted.middle);
        bits(&[0.0, middle.x, middle.y, entry.normal.x, entry.normal.y, entry.support])
    };
    let shape = |entry: &CellEntry| {
        let record = &grid.records[entry.edge as usize];
        let (outward, (_, support)) = (record.outward, record.fitted.face(crate::separation::Face::Up));
        bits(&[1.0, entry.middle.x, entry.middle.y, outward.x, outward.y, support, f32::from(record.side as u8)])
    };
    // A pinch is computed from one edge or from the other, and rounded.
    let pinch = |entry: &CellEntry| {
        let at = (entry.middle * 100.0).round();
        vec![2, at.x as i64, at.y as i64]
    };
    let face_or_edge = |entry: &CellEntry| if entry.is_face() { whole(entry) } else { shape(entry) };
    let mut list: Vec<Vec<i64>> = faces.iter().chain(others).map(face_or_edge).collect();
    list.push(vec![3, faces.len() as i64]);
    list.extend(grid.pinches(head).iter().map(pinch));
    list.sort();
    list
}

fn assert_equal(grid: &ConfigSpaceGrid, fresh: &ConfigSpaceGrid, about: &str) {
    assert_eq!((grid.columns, grid.rows, grid.corner), (fresh.columns, fresh.rows, fresh.corner), "{about}");
    for (i, (one, other)) in grid.heads.iter().zip(&fresh.heads).enumerate() {
        let at = (i % grid.columns as usize, i / grid.columns as usize);
        assert_eq!(content(grid, *one), content(fresh, *other), "{about}: cell {at:?}");
    }
    let mut uses = vec![0; grid.entries.len()];
    grid.heads.iter().filter(|head| *head & COUNTS != 0).for_each(|head| uses[(head >> REST_SHIFT) as usize] += 1);
    assert_eq!(grid.uses, uses, "{about}");
}

/// Edges in all directions, short and long ones, some of them as wide apart as a mover.
fn any_edge(random: &mut impl FnMut(f32) -> f32) -> Edge {
    let lattice = |at: Vec2| (at / 4.0).round() * 4.0;
    let a = lattice(Vec2::new(random(640.0), random(400.0)));
    let size = [8.0, 40.0, 600.0][random(3.0) as usize];
    let way = Vec2::new(random(2.0) - 1.0, random(2.0) - 1.0) * size;
    let way = [Vec2::new(way.x, 0.0), Vec2::new(0.0, way.y), way][random(3.0) as usize];
    let b = lattice(a + way).clamp(Vec2::ZERO, Vec2::new(640.0, 400.0));
    Edge::new(a, b, [Side::Outer, Side::Both, Side::OneWay][random(3.0) as usize])
}

#[test]
fn cells_after_changes_are_those_of_a_freshly_compiled_terrain() {
    let mut random = noise(17);
    let frame = [Vec2::ZERO, Vec2::new(640.0, 0.0), Vec2::new(640.0, 400.0), Vec2::new(0.0, 400.0)];
    for round in 0..60 {
        let (half, skin) = (Vec2::new(2.0 + random(12.0), 2.0 + random(14.0)), 0.5 + random(4.0));
        let mover = Mover::new(Aabb::new(Vec2::ZERO, half)).with_skin(skin);
        let mut edges: Vec<Edge> = (0..4).map(|i| Edge::new(frame[i], frame[(i + 1) % 4], Side::Outer)).collect();
        edges.extend((0..40).map(|_| any_edge(&mut random)));
        let mut index = EdgeIndex::new(&edges, crate::Terrain::CELL, None);
        let mut grid = ConfigSpaceGrid::new(&edges, &index, &mover, None).unwrap();
        for step in 0..12 {
            let mut removed: Vec<u32> = (0..random(4.0) as u32).map(|_| 4 + random(40.0) as u32).collect();
            removed.sort_unstable();
            removed.dedup();
            removed.retain(|i| !edges[*i as usize].is_vacant());
            let update = ConfigSpaceUpdate::begin(&grid, &edges, &index, &removed);
            for &i in &removed {
                edges[i as usize] = Edge::VACANT;
                index.remove(i);
            }
            let mut added: Vec<u32> = (4..44).filter(|i| edges[*i as usize].is_vacant()).collect();
            added.truncate(random(6.0) as usize);
            added.push(edges.len() as u32);
            for &i in &added {
                let new = any_edge(&mut random);
                edges.resize(edges.len().max(i as usize + 1), new);
                edges[i as usize] = new;
                index.insert(i, &new);
            }
            assert!(update.finish(&mut grid, &edges, &index, &added));
            let fresh_index = EdgeIndex::new(&edges, crate::Terrain::CELL, None);
            let fresh = ConfigSpaceGrid::new(&edges, &fresh_index, &mover, None).unwrap();
            assert_equal(&grid, &fresh, &format!("round {round}, step {step}"));
        }
    }
}

#[test]
fn entries_are_used_again() {
    let corner = |x: f32, y: f32| Vec2::new(x, y);
    let floor = Edge::new(corner(0.0, 200.0), corner(400.0, 200.0), Side::Outer);
    let wall = Edge::new(corner(200.0, 100.0), corner(200.0, 300.0), Side::Outer);
    let mut edges = vec![floor, wall];
    let mut index = EdgeIndex::new(&edges, crate::Terrain::CELL, None);
    let mover = Mover::new(Aabb::new(Vec2::ZERO, Vec2::new(6.0, 11.0)));
    let mut grid = ConfigSpaceGrid::new(&edges, &index, &mover, None).unwrap();
    let mut sizes = Vec::new();
    for _ in 0..50 {
        let update = ConfigSpaceUpdate::begin(&grid, &edges, &index, &[1]);
        edges[1] = Edge::VACANT;
        index.remove(1);
        assert!(update.finish(&mut grid, &edges, &index, &[]));
        let update = ConfigSpaceUpdate::begin(&grid, &edges, &index, &[]);
        edges[1] = wall;
        index.insert(1, &wall);
        assert!(update.finish(&mut grid, &edges, &index, &[1]));
        sizes.push(grid.entries.len());
    }
    assert_eq!(sizes[2], sizes[49]);
    let far = Edge::new(corner(0.0, 0.0), corner(900.0, 0.0), Side::Outer);
    let update = ConfigSpaceUpdate::begin(&grid, &edges, &index, &[]);
    edges.push(far);
    index.insert(2, &far);
    assert!(!update.finish(&mut grid, &edges, &index, &[2]), "it has no cells there");
}

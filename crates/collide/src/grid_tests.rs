use super::*;

fn squares(n: u16) -> Vec<Aabb> {
    (0..n)
        .map(|i| {
            let [x, y] = [(37, 101), (53, 89)].map(|(step, size)| (u32::from(i) * step % size) as f32);
            Aabb::new(Vec2::new(x, y), Vec2::splat(3.0))
        })
        .collect()
}

#[test]
fn a_query_matches_a_full_search_in_index_order() {
    for count in [400, 6009] {
        let boxes = squares(count);
        let grid = Grid::new(&boxes, 8.0);
        for area in squares(50).iter().map(|b| b.grown(20.0)).chain([Aabb::default().grown(500.0)]) {
            let mut got = Vec::new();
            grid.visit(&area, |i| got.push(i));
            let touches = |i: &u32| area.grown(0.001).overlaps(&boxes[*i as usize]);
            assert!(got.into_iter().eq((0..u32::from(count)).filter(touches)), "{count} boxes, {area:?}");
        }
    }
}

#[test]
fn an_empty_grid_and_a_huge_one_answer() {
    for cell in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        let mut found = 0;
        Grid::new(&squares(9), cell).visit(&Aabb::default().grown(500.0), |_| found += 1);
        assert_eq!(found, 9, "{cell}");
    }
    Grid::new(&[], 32.0).visit(&Aabb::default(), |_| panic!("nothing is there"));
    let near = Aabb::default();
    for far in [near.moved(Vec2::splat(1e7)), near.moved(Vec2::new(3e9, 1.0)), near.moved(Vec2::splat(-3e38))] {
        let mut grid = Grid::new(&[near, far], 32.0);
        grid.insert(2, near);
        let mut got = Vec::new();
        grid.visit(&Aabb::new(Vec2::ZERO, Vec2::splat(3.4e38)), |i| got.push(i));
        assert_eq!(got, [0, 1, 2]);
    }
}

/// What a grid answers about many places, by the boxes found.
fn answers(grid: &Grid) -> Vec<Vec<u32>> {
    let ask = |area: &Aabb| {
        let (mut found, mut unordered, mut cells) = (Vec::new(), Vec::new(), Vec::new());
        grid.visit(area, |i| found.push(i));
        grid.visit_unordered(area, |i| unordered.push(i));
        grid.visit_cells(area, |i| cells.push(i));
        unordered.sort_unstable();
        assert_eq!(found, unordered);
        assert!(found.iter().all(|i| cells.contains(i)));
        found
    };
    squares(99).iter().map(|b| ask(&b.grown(7.0))).chain([ask(&Aabb::default().grown(1e6))]).collect()
}

#[test]
fn boxes_come_and_go_and_the_answers_are_those_of_a_new_grid() {
    let all = squares(600);
    let (mut boxes, mut grid) = (all[..200].to_vec(), Grid::new(&all[..200], 8.0));
    let mut random = crate::noise::noise(3);
    for round in 0..3000 {
        let (index, new) = (random(300.0) as usize, all[random(600.0) as usize].grown(random(40.0) - 3.0));
        boxes.resize(boxes.len().max(index + 1), ABSENT);
        if index < grid.boxes.len() && grid.boxes[index].is_valid() {
            grid.remove(index as u32);
            boxes[index] = ABSENT;
        } else {
            grid.insert(index as u32, new);
            boxes[index] = new;
        }
        if round % 300 == 0 {
            assert_eq!(answers(&grid), answers(&Grid::new(&boxes, 8.0)), "round {round}");
        }
    }
}

use super::*;
use crate::noise::noise;
use crate::{Contact, Obstacle};

#[test]
fn nearest_of_two_matches_nearest() {
    let mut noise = noise(7);
    let mut random = || noise(2.0) - 1.0;
    let mut corners = 0;
    for _ in 0..100_000 {
        let mut plane = |name| {
            let normal =
                [Vec2::X, Vec2::NEG_Y, Vec2::new(random(), random()).normalize()][(random() * 1.5 + 1.5) as usize];
            ContactPlane::new(Contact { normal, depth: random() }, Vec2::new(random(), random()), Obstacle::Edge(name))
        };
        let (a, b) = (plane(0), plane(1));
        let target = Vec2::new(random(), random());
        let two = nearest_of_two(&a, &b, target);
        assert_eq!(two, nearest(&[a, b], target), "{a:?} {b:?} {target}");
        corners += u32::from(two.is_some_and(|p| a.violation(p).abs() < 1e-4 && b.violation(p).abs() < 1e-4));
    }
    assert!(corners > 1000, "{corners}");
}

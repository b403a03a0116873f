//! Gaps a little narrower than the mover, between tips and corners. Story: only the middle of a mover was kept from crossing a
//! line, and steps led movers between two tips that they overlapped for less than a step.

#![allow(clippy::disallowed_methods, reason = "a test's own random directions; their bits are stored nowhere")]

use glam::Vec2;
use seamwalker_collide::{Aabb, Body, Edge, Mover, Side, Solver, SolverKind, SolverSetup, Space};
use seamwalker_lab::Rng;

use crate::settings::is_long;
use crate::{LAWFUL, compiled, space};

/// How far the tips go back, and half how wide they are there, px.
const SPIKE: Vec2 = Vec2::new(160.0, 24.0);

/// A barrier of two tips, and a mover.
#[derive(Debug)]
struct Barrier {
    kind: SolverKind,
    mover: Mover,
    /// From the first tip to the second.
    gap: Vec2,
    space: Space,
}

fn spike(tip: Vec2, out: Vec2, side: Side) -> [Edge; 3] {
    let across = -out.perp() * SPIKE.y;
    let (left, right) = (tip - out * SPIKE.x + across, tip - out * SPIKE.x - across);
    [(left, tip), (tip, right), (right, left)].map(|(a, b)| Edge::new(a, b, side))
}

impl Barrier {
    /// A barrier in any direction, whose gap is narrower than the mover by `lack` pixels.
    fn random(rng: &mut Rng, lack: f32) -> Self {
        let kind = LAWFUL[(rng.bits() % 2) as usize];
        let half = Vec2::new(rng.range(0.6, 16.0), rng.range(0.6, 16.0));
        let skin = [3.0, 3.0, rng.range(0.1, 6.0), 100.0][(rng.bits() % 4) as usize];
        let mover = Mover::new(Aabb::new(Vec2::ZERO, half)).with_skin(skin);
        let (core, radius) = if kind == SolverKind::Disk {
            (half - half.min_element(), half.min_element())
        } else {
            (mover.core_half(), mover.effective_skin())
        };
        let angle = rng.range(0.0, std::f32::consts::TAU);
        let along = match rng.bits() % 3 {
            0 => Vec2::from_angle((angle * 4.0 / std::f32::consts::TAU).floor() * std::f32::consts::FRAC_PI_2),
            _ => Vec2::from_angle(angle),
        };
        // The gap in the space of the mover's middle grows with the distance of the tips.
        let room = |length: f32| ((along * length).abs() - core * 2.0).max(Vec2::ZERO).length();
        let (mut low, mut high) = (0.0, 200.0);
        for _ in 0..40 {
            let middle = (low + high) * 0.5;
            if room(middle) < 2.0 * radius - lack { low = middle } else { high = middle }
        }
        let gap = along * high;
        let side = if rng.bits().is_multiple_of(3) { Side::Both } else { Side::Outer };
        let edges = [spike(Vec2::ZERO, along, side), spike(gap, -along, side)].concat();
        Self { kind, mover, gap, space: space(edges) }
    }

    /// Presses the mover against the gap from a random place. Returns how far beyond the line of the tips it gets.
    fn press(&self, rng: &mut Rng, speed: f32) -> f32 {
        let through = self.gap.normalize().perp();
        let setup = SolverSetup::new(self.kind);
        let aside = rng.range(-0.5, 0.5) * (self.gap.length() * 0.5).min(8.0);
        let place = |back: f32| self.mover.moved(self.gap * 0.5 + self.gap.normalize() * aside - through * back);
        let start = (0..200).map(|back| place(back as f32)).find(|m| setup.touching(&self.space, m, 0.0).is_empty());
        let Some(mut mover) = start else { return 0.0 };
        mover = mover.moved(-through * rng.range(0.0, speed.min(20.0)));
        if !setup.touching(&self.space, &mover, 0.0).is_empty() {
            return 0.0;
        }
        let wish = Vec2::from_angle(rng.range(-0.3, 0.3)).rotate(through) * speed;
        let reach = mover.aabb.half.length() + 1.0;
        let mut beyond = f32::NEG_INFINITY;
        for _ in 0..((3.0 * reach + 60.0) / speed) as u32 + 3 {
            mover = mover.moved(setup.slide(&self.space, &mover, wish).moved);
            beyond = (mover.aabb.center - self.gap * 0.5).dot(through);
            if beyond > reach {
                break;
            }
        }
        beyond
    }
}

fn speed(rng: &mut Rng) -> f32 {
    0.2 * 2.0_f32.powf(rng.range(0.0, 10.5))
}

#[test]
fn no_mover_passes_a_gap_that_is_narrower_than_itself() {
    let mut rng = Rng(22);
    for _ in 0..if is_long() { 10_000 } else { 500 } {
        let lack = 0.008 * 2.0_f32.powf(rng.range(0.0, 7.0));
        let mut barrier = Barrier::random(&mut rng, lack);
        let speed = speed(&mut rng);
        if rng.bits().is_multiple_of(2) && barrier.kind == SolverKind::ThickSat {
            barrier.space = compiled(&barrier.space, &barrier.mover);
        }
        for _ in 0..4 {
            let beyond = barrier.press(&mut rng, speed);
            assert!(beyond < 0.5, "{beyond} px beyond at {speed} px per step: {barrier:?}");
        }
    }
}

#[test]
fn a_mover_passes_a_gap_that_is_wider_than_itself() {
    let mut rng = Rng(23);
    let mut passed = 0;
    for _ in 0..if is_long() { 10_000 } else { 1_000 } {
        let mut barrier = Barrier::random(&mut rng, -0.02);
        // Exactly in the middle, straight ahead: nothing is in the way.
        let through = barrier.gap.normalize().perp();
        barrier.mover = barrier.mover.moved(barrier.gap * 0.5 - through * 30.0);
        let setup = SolverSetup::new(barrier.kind);
        let free = |mover: &Mover| setup.touching(&barrier.space, mover, 0.0).is_empty();
        if (0..=600).all(|i| free(&barrier.mover.moved(through * (i as f32 * 0.1)))) {
            let slide = setup.slide(&barrier.space, &barrier.mover, through * 60.0);
            assert!((slide.moved - through * 60.0).length() < 0.1, "{slide:?} {barrier:?}");
            passed += 1;
        }
    }
    assert!(passed > 300, "{passed}");
}

#[test]
fn no_mover_passes_between_a_tip_and_a_body() {
    let (mut rng, half) = (Rng(24), Vec2::new(3.0, 11.0));
    for _ in 0..2_000 {
        let lack = rng.range(0.01, 0.8);
        let edges = spike(Vec2::ZERO, Vec2::NEG_Y, Side::Outer).to_vec();
        let mut space = space(edges);
        // A crate whose corner hangs over the tip.
        let bottom = -(22.0 - lack);
        space.bodies.push(Body::new(Aabb::from_corners(Vec2::new(-1.0, bottom - 30.0), Vec2::new(0.5, bottom))));
        let speed = rng.range(0.5, 30.0);
        let mut mover = Mover::new(Aabb::new(Vec2::new(-20.0, bottom * 0.5), half));
        for _ in 0..(80.0 / speed) as u32 {
            mover = mover.moved(SolverSetup::default().slide(&space, &mover, Vec2::new(speed, 0.0)).moved);
        }
        assert!(mover.aabb.center.x < 0.5, "lack {lack}, speed {speed}: {}", mover.aabb.center);
    }
}

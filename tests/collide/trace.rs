//! Tracing does not change a slide, to the last bit. The events have a begin, candidates, chosen contacts, and an end.

use glam::Vec2;
use seamwalker_collide::{
    Aabb, Body, CollisionView, EndAxes, Mover, Outcome, PushOrder, Reason, Slide, Solver, SolverKind, SolverOptions,
    SolverSetup, Space, TraceEvent,
};
use seamwalker_lab::Rng;

use crate::random_field;

/// A random field with bodies of all kinds.
fn field(rng: &mut Rng) -> Space {
    let mut space = random_field(rng);
    for at in [Vec2::new(100.0, 100.0), Vec2::new(330.0, 260.0)] {
        space.bodies.push(Body { delta: Vec2::new(1.0, -2.0), ..Body::new(Aabb::new(at, Vec2::new(30.0, 8.0))) });
        let above = Aabb::new(at + Vec2::new(90.0, 60.0), Vec2::new(40.0, 8.0));
        space.bodies.push(Body { one_way: true, ..Body::new(above) });
    }
    space
}

/// A solver with any options.
fn any_setup(kind: SolverKind, rng: &mut Rng) -> SolverSetup {
    if !rng.bits().is_multiple_of(3) {
        return SolverSetup::new(kind);
    }
    let mut coin = || rng.bits().is_multiple_of(2);
    let options = SolverOptions {
        rounds: 3,
        end_axes: if coin() { EndAxes::BoxCentre } else { EndAxes::ClosestPoint },
        step_up: if coin() { 6.0 } else { 0.0 },
        sub_steps: coin(),
        disk: coin(),
        corrections: coin(),
        side_memory: coin(),
        push_order: PushOrder::ALL[rng.bits() as usize % PushOrder::ALL.len()],
        ..SolverOptions::default()
    };
    SolverSetup { kind, options }
}

/// Checks that the events of a slide are complete, and lead to its result.
fn judge(events: &[TraceEvent], slide: &Slide) -> Result<(), String> {
    let [TraceEvent::Begins { .. }, .., TraceEvent::Ends { slide: traced }] = events else {
        return Err("there is no begin or no end".into());
    };
    if traced != slide {
        return Err(format!("the end has {traced:?}"));
    }
    let count = |wanted: fn(&TraceEvent) -> bool| events.iter().filter(|event| wanted(event)).count();
    if count(|event| matches!(event, TraceEvent::Step { .. })) != slide.steps as usize {
        return Err("another number of steps".into());
    }
    let reached =
        events.iter().rev().find_map(|m| if let TraceEvent::Reached { at, .. } = m { Some(*at) } else { None });
    let reached = reached.ok_or("no position is reached")?;
    // Without a push, the slide is the wanted move, and the sum of the steps differs from it by rounding.
    let exact = slide.outcome != Outcome::Free;
    if (exact && reached != slide.moved) || reached.distance(slide.moved) > 0.01 {
        return Err(format!("the events lead to {reached}"));
    }
    for touch in &slide.touches {
        let chosen =
            |event: &&TraceEvent| matches!(event, TraceEvent::Chosen { touch: t, .. } if t.obstacle == touch.obstacle);
        let Some(TraceEvent::Chosen { why, .. }) = events.iter().find(chosen) else {
            return Err(format!("{:?} is never chosen", touch.obstacle));
        };
        let near = |event: &TraceEvent| {
            let (TraceEvent::Candidate { obstacle, .. } | TraceEvent::Entry { obstacle, .. }) = event else {
                return false;
            };
            *obstacle == touch.obstacle
        };
        // Ways out of an initial overlap are not traced.
        if *why != Reason::BeganInside && !events.iter().any(near) {
            return Err(format!("{:?} is no candidate", touch.obstacle));
        }
    }
    Ok(())
}

/// Without the counts that differ on the fast path.
fn comparable(setup: &SolverSetup, slide: Slide) -> Slide {
    if matches!(setup.kind, SolverKind::ThickSat | SolverKind::Disk) {
        return Slide { rounds: 0, candidates: 0, ..slide };
    }
    slide
}

#[test]
fn a_traced_slide_is_the_same_slide() {
    let mut rng = Rng(0x0f11_0001);
    for kind in SolverKind::ALL {
        let mut pushed = 0;
        for round in 0..4 {
            let space = field(&mut rng);
            // Movers under half a pixel are swept: their trace once showed the steps of larger ones, and has none to judge.
            let scale = if round == 3 { 0.01 } else { 1.0 };
            let half = Vec2::new(rng.range(2.0, 14.0), rng.range(2.0, 18.0)) * scale;
            let skin = rng.range(0.5, 5.0);
            let mut at = Vec2::ZERO;
            for step in 0..400 {
                if step % 40 == 0 {
                    at = Vec2::new(rng.range(-140.0, 580.0), rng.range(0.0, 460.0));
                }
                let setup = any_setup(kind, &mut rng);
                let speed = [1.0, 4.0, 12.0, 60.0][(rng.bits() % 4) as usize];
                let delta = Vec2::new(rng.range(-speed, speed), rng.range(-speed, speed));
                let drops_through = rng.bits().is_multiple_of(16);
                let mover = Mover { drops_through, ..Mover::new(Aabb::new(at, half)).with_skin(skin) };
                let plain = setup.slide(&space, &mover, delta);
                let mut events: Vec<TraceEvent> = Vec::new();
                let traced = setup.trace(&space, &mover, delta, &mut events);
                let case = || format!("{setup:?}: {mover:?} by {delta}");
                assert_eq!(comparable(&setup, traced), comparable(&setup, plain), "{}", case());
                if half.min_element() > 0.5 {
                    judge(&events, &traced).unwrap_or_else(|why| panic!("{why}: {}, {traced:?}", case()));
                }
                pushed += u32::from(!plain.touches.is_empty());
                at += plain.moved;
            }
        }
        assert!(pushed > 100, "{kind}: only {pushed} slides met an obstacle");
    }
}

#[test]
fn a_custom_solver_without_events_has_a_begin_and_an_end() {
    struct Through;
    impl Solver for Through {
        fn slide(&self, _: &Space, _: &Mover, delta: Vec2) -> Slide {
            Slide { moved: delta, ..Slide::default() }
        }
        fn view(&self) -> CollisionView {
            CollisionView::Thin
        }
    }
    let mut events: Vec<TraceEvent> = Vec::new();
    let mover = Mover::new(Aabb::new(Vec2::ZERO, Vec2::splat(8.0)));
    let slide = Through.trace(&Space::default(), &mover, Vec2::X, &mut events);
    assert!(
        matches!(events[..], [TraceEvent::Begins { delta: Vec2::X, .. }, TraceEvent::Ends { slide: s }] if s == slide)
    );
}

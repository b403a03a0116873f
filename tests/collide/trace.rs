//! What solvers tell of a slide: it is the slide that they make in silence, to the last bit, and it has a beginning, what was
//! near, what was chosen, and an end.

use glam::Vec2;
use seamwalker::collide::{
    Aabb, Body, CollisionView, EndAxes, Mover, Outcome, Reason, Slide, Solver, SolverKind, SolverOptions, SolverSetup,
    Space, TraceEvent,
};
use seamwalker::lab::Rng;
use seamwalker::lab::ascii::{self, Make};

/// A field of random tiles, half of it empty, with ribbons, and bodies of all kinds.
fn field(rng: &mut Rng) -> Space {
    let tiles = b"...........##/\\vw_abcdefghABCDEFGH==";
    let rows: Vec<String> = (0..24)
        .map(|_| (0..40).map(|_| char::from(tiles[(rng.bits() % tiles.len() as u64) as usize])).collect())
        .collect();
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let mut space = ascii::space(&rows, Make::Outline, Vec2::new(-100.0, 37.0));
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
    let end_axes = if coin() { EndAxes::BoxCentre } else { EndAxes::ClosestPoint };
    let step_up = if coin() { 6.0 } else { 0.0 };
    let (sub_steps, deepest_first, disk) = (coin(), coin(), coin());
    let options =
        SolverOptions { rounds: 3, end_axes, sub_steps, deepest_first, step_up, disk, ..SolverOptions::default() };
    SolverSetup { kind, options }
}

/// The moments of one slide are a story, and it leads where the slide leads.
fn judge(story: &[TraceEvent], slide: &Slide) -> Result<(), String> {
    let [TraceEvent::Begins { .. }, .., TraceEvent::Ends { slide: told }] = story else {
        return Err("it has no beginning or no end".into());
    };
    if told != slide {
        return Err(format!("it ends with {told:?}"));
    }
    let count = |wanted: fn(&TraceEvent) -> bool| story.iter().filter(|moment| wanted(moment)).count();
    if count(|moment| matches!(moment, TraceEvent::Step { .. })) != slide.steps as usize {
        return Err("it has another number of steps".into());
    }
    let reached =
        story.iter().rev().find_map(|m| if let TraceEvent::Reached { at, .. } = m { Some(*at) } else { None });
    let reached = reached.ok_or("it reaches nothing")?;
    // Where nothing pushes, the sum of the steps is the move, whatever rounding says.
    let exact = slide.outcome != Outcome::Free;
    if (exact && reached != slide.moved) || reached.distance(slide.moved) > 0.01 {
        return Err(format!("it leads to {reached}"));
    }
    for touch in &slide.touches {
        let chosen = |moment: &&TraceEvent| matches!(moment, TraceEvent::Chosen { touch: t, .. } if t.obstacle == touch.obstacle);
        let Some(TraceEvent::Chosen { why, .. }) = story.iter().find(chosen) else {
            return Err(format!("it says nothing of {:?}", touch.obstacle));
        };
        let near = |moment: &TraceEvent| {
            let (TraceEvent::Candidate { obstacle, .. } | TraceEvent::Entry { obstacle, .. }) = moment else {
                return false;
            };
            *obstacle == touch.obstacle
        };
        // Ways out of what a mover begins in are tried in silence.
        if *why != Reason::BeganInside && !story.iter().any(near) {
            return Err(format!("{:?} is no candidate", touch.obstacle));
        }
    }
    Ok(())
}

/// What a glide counts in its own way, left out.
fn comparable(setup: &SolverSetup, slide: Slide) -> Slide {
    if matches!(setup.kind, SolverKind::ThickSat | SolverKind::Disk) {
        return Slide { rounds: 0, candidates: 0, ..slide };
    }
    slide
}

#[test]
fn a_slide_that_is_told_is_the_same_slide() {
    let mut rng = Rng(0x0f11_0001);
    for kind in SolverKind::ALL {
        let mut pushed = 0;
        for _ in 0..3 {
            let space = field(&mut rng);
            let half = Vec2::new(rng.range(2.0, 14.0), rng.range(2.0, 18.0));
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
                let silent = setup.slide(&space, &mover, delta);
                let mut story: Vec<TraceEvent> = Vec::new();
                let told = setup.trace(&space, &mover, delta, &mut story);
                let which = || format!("{setup:?}: {mover:?} by {delta}");
                assert_eq!(comparable(&setup, told), comparable(&setup, silent), "{}", which());
                judge(&story, &told).unwrap_or_else(|why| panic!("{why}: {}, {told:?}", which()));
                pushed += u32::from(!silent.touches.is_empty());
                at += silent.moved;
            }
        }
        assert!(pushed > 100, "{kind}: only {pushed} slides met anything");
    }
}

/// Nothing of its own to tell: a user's solver has a beginning and an end all the same.
#[test]
fn a_solver_of_ones_own_is_told_from_outside() {
    struct Through;
    impl Solver for Through {
        fn slide(&self, _: &Space, _: &Mover, delta: Vec2) -> Slide {
            Slide { moved: delta, ..Slide::default() }
        }
        fn view(&self) -> CollisionView {
            CollisionView::Thin
        }
    }
    let mut story: Vec<TraceEvent> = Vec::new();
    let mover = Mover::new(Aabb::new(Vec2::ZERO, Vec2::splat(8.0)));
    let slide = Through.trace(&Space::default(), &mover, Vec2::X, &mut story);
    assert!(
        matches!(story[..], [TraceEvent::Begins { delta: Vec2::X, .. }, TraceEvent::Ends { slide: s }] if s == slide)
    );
}

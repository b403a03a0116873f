//! Traits of the public types: they can be sent between threads, cloned, printed, boxed and serialized.

use std::error::Error;
use std::fmt::Debug;

use glam::Vec2;
use seamwalker_assets::shipped;
use seamwalker_collide::{
    Contact, Crowd, Hit, Mover, Obstacle, Outcome, Slide, Solver, SolverKind, SolverSetup, Space, Terrain, Touch,
};
use seamwalker_lab::{Judge, Oracle};
use seamwalker_level::{Embedded, Files, Folder, Level, Problem};
use seamwalker_sim::{BadFeel, BadInputFile, BadSnapshot, Diverged, Replay, Snapshot, World};

#[test]
fn errors_can_be_sent_between_threads() {
    fn good<E: Error + Send + Sync + Clone + PartialEq + 'static>() {}
    good::<Problem>();
    good::<BadFeel>();
    good::<BadInputFile>();
    good::<BadSnapshot>();
    good::<Diverged>();
}

#[test]
fn large_types_can_be_sent_shared_and_cloned() {
    fn good<T: Debug + Clone + Send + Sync + Unpin + 'static>() {}
    good::<(Terrain, Space, Crowd)>();
    good::<(Level, Folder, Embedded)>();
    good::<(World, Replay, Snapshot)>();
    good::<(Oracle, Judge)>();
}

#[test]
fn traits_are_dyn_compatible() {
    let solvers: Vec<Box<dyn Solver>> = vec![Box::new(SolverSetup::default())];
    let files: [&dyn Files; 1] = [&shipped()];
    assert_eq!((solvers.len(), files.len()), (1, 1));
}

#[test]
fn slides_hits_and_movers_survive_serialization() {
    let contact = Contact { normal: Vec2::NEG_Y, depth: 0.25 };
    let hit = Hit { fraction: 0.5, normal: Vec2::X, obstacle: Obstacle::Piece(3) };
    let touches = [Touch { contact, obstacle: Obstacle::Edge(7) }].into_iter().collect();
    let slide = Slide { moved: Vec2::new(3.0, -0.5), touches, outcome: Outcome::Slid, rounds: 2, ..Slide::default() };
    let text = serde_json::to_string(&(slide, hit, SolverKind::ALL)).unwrap();
    assert_eq!(
        serde_json::from_str::<(Slide, Hit, Vec<SolverKind>)>(&text).unwrap(),
        (slide, hit, SolverKind::ALL.into())
    );
    let mover = Mover::new(seamwalker_collide::Aabb::default());
    assert_eq!(serde_json::from_str::<Mover>(&serde_json::to_string(&mover).unwrap()).unwrap(), mover);
}

/// Formats that do not say what comes next, such as postcard, hold all settings as well.
#[test]
fn solvers_are_stored_in_any_format() {
    for kind in SolverKind::ALL {
        let setup = SolverSetup::new(kind);
        let bytes = postcard::to_stdvec(&setup).unwrap();
        assert_eq!(postcard::from_bytes::<SolverSetup>(&bytes).unwrap(), setup);
        let text = serde_json::to_string(&setup).unwrap();
        assert_eq!(serde_json::from_str::<SolverSetup>(&text).unwrap(), setup);
    }
}

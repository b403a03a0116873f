//! The film of a tick: it ends where the tick ends, leaves the world alone, and tells slides that come out as they did.

use std::sync::Arc;

use seamwalker::collide::{SolverKind, SolverSetup};
use seamwalker::lab::{Drawn, Film, Story};
use seamwalker::level::{read, shipped};
use seamwalker::sim::{Buttons, Input, World};

/// Runs to the right, with a jump now and then.
fn input(tick: u64) -> Input {
    let jump = if tick % 50 < 12 { Buttons::JUMP } else { 0 };
    Input { buttons: Buttons::RIGHT | jump }
}

fn world(map: &str, kind: SolverKind) -> World {
    let level = Arc::new(read(&shipped(), &format!("maps/{map}.tmx")).unwrap());
    World::new(level, SolverSetup::new(kind))
}

/// Every frame has its words, and the story begins and ends as slides do.
fn judge(story: &Story) {
    assert!(story.same, "{}: {:?}", story.setup.kind, story.slide);
    assert!(story.frames.iter().all(|frame| !frame.headline.is_empty() && !frame.marks.is_empty()));
    assert!(story.frames.len() <= 400);
    let [first, .., last] = &story.frames[..] else { panic!("no frames") };
    assert!(first.headline.contains("move by"), "{}", first.headline);
    assert!(last.headline.starts_with("It moved"), "{}", last.headline);
}

#[test]
fn a_film_ends_where_the_tick_ends_and_leaves_the_world_alone() {
    for kind in SolverKind::ALL {
        let mut told = 0;
        for map in ["first_stitch", "spool_works"] {
            let mut world = world(map, kind);
            world.rules.ground_assist = kind != SolverKind::EdgeFlags;
            for tick in 0..240 {
                if tick % 12 == 0 {
                    let before = world.hash();
                    let film = Film::of(&world, input(tick));
                    assert_eq!((world.hash(), world.slide_log.is_none()), (before, true));
                    world.step(input(tick));
                    assert_eq!(film.hash, world.hash(), "{kind}, {map}, tick {tick}");
                    film.slides.iter().for_each(judge);
                    told += film.slides.len();
                } else {
                    world.step(input(tick));
                }
            }
        }
        assert!(told > 40, "{kind}: {told}");
    }
}

/// Notes change nothing, and are those of the last tick alone.
#[test]
fn a_world_that_notes_its_slides_is_the_same_world() {
    let (mut plain, mut noting) =
        (world("spool_works", SolverKind::ThickSat), world("spool_works", SolverKind::ThickSat));
    noting.slide_log = Some(Vec::new());
    let mut crates = 0;
    for tick in 0..300 {
        plain.step(input(tick));
        noting.step(input(tick));
        let slides = noting.slide_log.as_ref().unwrap();
        assert!(slides.len() < 64, "tick {tick}: {}", slides.len());
        crates += slides.iter().filter(|noted| noted.index.is_some()).count();
    }
    assert_eq!(plain.hash(), noting.hash());
    assert!(crates > 0, "crates are noted by their names");
}

/// What every solver has to tell of a fall onto the ground: what it asked for, who was near, what was chosen, how it ended.
#[test]
fn every_solver_tells_what_it_meets() {
    for kind in SolverKind::ALL {
        let mut world = world("first_stitch", kind);
        world.rules.ground_assist = false;
        let met = (0..60).find_map(|tick| {
            let film = Film::of(&world, input(tick));
            world.step(input(tick));
            film.slides.into_iter().find(|story| !story.slide.touches.is_empty())
        });
        let story = met.unwrap_or_else(|| panic!("{kind} met nothing in a second"));
        let all = |wanted: fn(&Drawn) -> bool| {
            story.frames.iter().flat_map(|frame| &frame.marks).filter(|mark| wanted(mark)).count()
        };
        assert!(all(|mark| matches!(mark, Drawn::Cell(_))) > 0, "{kind}: cells");
        assert!(all(|mark| matches!(mark, Drawn::Obstacle { .. })) > 0, "{kind}: candidates");
        assert!(all(|mark| matches!(mark, Drawn::Contact { .. })) > 0, "{kind}: contacts");
        assert!(all(|mark| matches!(mark, Drawn::Arrow { push: true, .. })) > 0, "{kind}: the choice");
        let text = serde_json::to_string(&story).unwrap();
        assert!(text.len() < 1 << 20, "{kind}: {} bytes", text.len());
    }
}

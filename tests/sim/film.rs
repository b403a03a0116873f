//! The film of a tick: it ends where the tick ends, does not change the world, and shows slides with the same results.

use std::sync::Arc;

use seamwalker_assets::shipped;
use seamwalker_collide::{SolverKind, SolverSetup};
use seamwalker_lab::{Drawn, Film, Story};
use seamwalker_level::read;
use seamwalker_sim::{Buttons, Input, World};

/// Runs to the right, with occasional jumps.
fn input(tick: u64) -> Input {
    let jump = if tick % 50 < 12 { Buttons::JUMP } else { 0 };
    Input { buttons: Buttons::RIGHT | jump }
}

fn world(map: &str, kind: SolverKind) -> World {
    let level = Arc::new(read(&shipped(), &format!("maps/{map}.tmx")).unwrap());
    World::new(level, SolverSetup::new(kind))
}

/// Checks that every frame has a headline, and that a story begins and ends as slides do.
fn judge(story: &Story) {
    assert!(story.same, "{}: {:?}", story.setup.kind, story.slide);
    assert!(story.frames.iter().all(|frame| !frame.headline.is_empty() && !frame.marks.is_empty()));
    assert!(story.frames.len() <= 400);
    let [first, .., last] = &story.frames[..] else { panic!("no frames") };
    assert!(first.headline.contains("move by"), "{}", first.headline);
    assert!(last.headline.starts_with("It moved"), "{}", last.headline);
}

#[test]
fn a_film_ends_where_the_tick_ends_and_does_not_change_the_world() {
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

/// The film of a fall onto the ground shows candidates, contacts and the chosen one.
#[test]
fn the_film_of_every_solver_shows_its_contacts() {
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
        assert!(all(|mark| matches!(mark, Drawn::Obstacle { .. })) > 0, "{kind}: candidates");
        assert!(all(|mark| matches!(mark, Drawn::Contact { .. })) > 0, "{kind}: contacts");
        assert!(all(|mark| matches!(mark, Drawn::Arrow { push: true, .. })) > 0, "{kind}: the choice");
    }
}

/// Story: a tick of Spool Works began with the slide of a distant crate, although the player's had the contact.
#[test]
fn the_slide_to_show_first_is_the_players_with_contacts() {
    let mut world = world("spool_works", SolverKind::ThickSat);
    let (mut choices, mut touched) = (0, 0);
    for tick in 0..300 {
        let film = Film::of(&world, input(tick));
        world.step(input(tick));
        let own = || film.slides.iter().filter(|story| story.index.is_none());
        let Some(shown) = film.slides.get(film.interesting()).filter(|_| own().count() > 0) else { continue };
        choices += usize::from(film.slides.len() > 1);
        assert!(shown.index.is_none(), "tick {tick} shows {}", shown.who);
        let most = own().map(|story| story.slide.touches.len()).max();
        assert_eq!(Some(shown.slide.touches.len()), most, "tick {tick}");
        touched += usize::from(most > Some(0));
    }
    assert!(choices > 10 && touched > 10, "{choices} {touched}");
}

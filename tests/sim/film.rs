//! The film of a tick: it ends where the tick ends, does not change the world, and shows slides with the same results.

use std::sync::Arc;

use seamwalker_assets::shipped;
use seamwalker_collide::{SolverKind, SolverSetup};
use seamwalker_lab::{Film, MarkShape, Story, Tone};
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
fn a_film_ends_where_the_tick_ends_changes_nothing_and_shows_the_contacts() {
    for kind in SolverKind::ALL {
        let (mut told, mut drawn) = (0, [0; 3]);
        for map in ["first_stitch", "spool_works"] {
            let mut world = world(map, kind);
            world.rules.ground_assist = kind != SolverKind::EdgeFlags;
            for tick in 0..240 {
                if tick % 12 != 0 {
                    world.step(input(tick));
                    continue;
                }
                let before = world.hash();
                let film = Film::of(&world, input(tick));
                assert_eq!((world.hash(), world.slide_log.is_none()), (before, true));
                world.step(input(tick));
                assert_eq!(film.hash, world.hash(), "{kind}, {map}, tick {tick}");
                film.slides.iter().for_each(judge);
                told += film.slides.len();
                for mark in film.slides.iter().flat_map(|story| &story.frames).flat_map(|frame| &frame.marks) {
                    drawn[0] += u32::from(matches!(mark.shape, MarkShape::Thick(..)));
                    drawn[1] += u32::from(matches!(mark.shape, MarkShape::Word(..)));
                    drawn[2] += u32::from(mark.tone == Tone::Ground && matches!(mark.shape, MarkShape::Arrow(..)));
                }
            }
        }
        assert!(told > 40 && drawn.iter().all(|count| *count > 0), "{kind}: {told} slides, {drawn:?}");
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

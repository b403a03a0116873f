//! What the article says about its figures. `crates/lab/src/story/mod.rs` of the game tests the ten pages of the story.

use glam::Vec2;
use seamwalker_article::{Figure, Picture, names, open};
use seamwalker_collide::Aabb;
use seamwalker_lab::scene::named;
use seamwalker_lab::story::Page;
use seamwalker_lab::{MarkShape, Tone};

fn wait(figure: &mut dyn Figure, ticks: u32) {
    (0..ticks).for_each(|_| figure.step(None));
}

/// A number by its name and colour.
fn number(figure: &dyn Figure, name: &str, tone: Tone) -> f32 {
    let numbers = figure.numbers();
    let found = numbers.iter().find(|number| number.name == name && number.tone == tone);
    found.unwrap_or_else(|| panic!("no {name} in this colour: {numbers:?}")).value
}

/// All values of a slider.
fn values(figure: &dyn Figure) -> impl Iterator<Item = f32> + use<> {
    let (knob, _) = figure.spec().slider.expect("a slider");
    (0..).map(move |i| knob.from + knob.step * i as f32).take_while(move |value| *value <= knob.to)
}

fn drag(figure: &mut dyn Figure, from: Vec2, to: Vec2) {
    figure.step(Some(from));
    figure.step(Some(to));
    figure.step(None);
}

#[test]
fn the_box_that_discards_vertices_never_snags_and_the_other_one_does() {
    let mut figure = open("vertices");
    wait(&mut *figure, 149);
    assert!(number(&*figure, "snags", Tone::Bad) > 20.0, "untouched, the figure shows the snag");
    for press in values(&*figure) {
        figure.set(press);
        wait(&mut *figure, 149);
        assert_eq!(number(&*figure, "snags", Tone::End), 0.0, "pressed down by {press}");
    }
}

#[test]
fn the_nearest_edge_may_be_internal_and_the_nearest_visible_one_is_outside() {
    let mut figure = open("internal-edges");
    let distances = |figure: &dyn Figure| [Tone::Bad, Tone::End].map(|tone| number(figure, "distance", tone).abs());
    let [any, visible] = distances(&*figure);
    assert!(any < visible, "untouched, the point is inside the ground: {any} and {visible}");
    // Above the ground both are the same edge.
    let at = figure.spec().handle.unwrap().center;
    drag(&mut *figure, at, Vec2::new(at.x, -8.0));
    let [any, visible] = distances(&*figure);
    assert_eq!(any, visible);
}

#[test]
fn segments_are_drawn_as_thick_as_the_slider_says() {
    let mut figure = open("thick");
    for skin in values(&*figure) {
        figure.set(skin);
        // Square ends stand on their segments; the ends of the round one lie around the ridge, which is the origin.
        let ends = figure.marks().into_iter().filter_map(|mark| match mark.shape {
            MarkShape::Line(a, b) if mark.tone == Tone::Bad => Some(a.distance(b)),
            MarkShape::Line(a, _) if mark.tone == Tone::End => Some(a.length()),
            _ => None,
        });
        let ends: Vec<f32> = ends.collect();
        assert!(ends.len() >= 10 && ends.iter().all(|thick| (thick - skin).abs() < 1e-3), "{skin}: {ends:?}");
    }
}

#[test]
fn the_wall_for_the_centre_of_a_box_is_larger_by_half_the_box() {
    let figure = open("sweep");
    let marks = figure.marks();
    let area = marks.iter().find_map(|mark| match &mark.shape {
        MarkShape::Area(corners) => Aabb::around(corners.iter().copied()),
        _ => None,
    });
    let frame = marks.iter().find_map(|mark| match mark.shape {
        MarkShape::Frame(frame) if mark.tone == Tone::Other => Some(frame),
        _ => None,
    });
    let (wall, grown) = (area.expect("a wall"), frame.expect("a frame"));
    assert_eq!(grown.half, wall.half + figure.spec().handle.expect("a box").half);
    assert_eq!(grown.center, wall.center);
}

#[test]
fn downhill_only_the_box_that_looks_for_the_ground_stays_on_it() {
    let mut figure = open("downhill");
    for angle in values(&*figure) {
        figure.set(angle);
        wait(&mut *figure, 120);
        assert_eq!(number(&*figure, "air", Tone::End), 0.0, "{angle} degrees");
        // On the gentlest slope, the ground drops by less than a fall does in its first tick.
        assert_eq!(number(&*figure, "air", Tone::Bad) > 0.0, angle > 5.0, "{angle} degrees");
        for _ in 0..300 {
            figure.step(None);
            assert_eq!(number(&*figure, "air", Tone::End), 0.0, "{angle} degrees, later");
        }
    }
}

#[test]
fn a_lift_squeezes_exactly_the_box_that_has_no_room() {
    let mut figure = open("platform");
    for room in values(&*figure) {
        figure.set(room);
        let squeezed = (0..130).any(|_| {
            figure.step(None);
            figure.numbers().iter().any(|number| number.name == "squeezed" && number.value > 0.0)
        });
        assert_eq!(squeezed, room < 16.0, "the box is 16 pixels high, and there is room for {room}");
    }
}

#[test]
fn on_a_hundred_random_grounds_only_the_exact_axis_never_snags() {
    let mut figure = open("random-ground");
    let mut snagged = 0;
    for seed in values(&*figure) {
        figure.set(seed);
        wait(&mut *figure, 150);
        assert_eq!(number(&*figure, "snags", Tone::End), 0.0, "seed {seed}");
        snagged += u32::from(number(&*figure, "snags", Tone::Bad) > 0.0);
    }
    assert!(snagged >= 10, "the axis to the centre snags on some of them: {snagged}");
    let mut untouched = open("random-ground");
    wait(&mut *untouched, 149);
    assert!(number(&*untouched, "snags", Tone::Bad) > 0.0, "untouched, the figure shows one of these");
}

#[test]
fn every_figure_has_a_picture_and_something_to_touch() {
    for name in names() {
        let mut figure = open(name);
        for tick in 0..400_u16 {
            let finger = (tick % 50 < 20).then(|| Vec2::new(f32::from(tick % 20) * 3.0, f32::from(tick % 7)));
            figure.step(finger);
        }
        let mut picture = Picture::default();
        assert_eq!(picture.draw(&*figure), picture.0.len());
        // Only the handle may be missing.
        let nan = picture.0.iter().filter(|number| !number.is_finite()).count();
        assert_eq!(nan, if figure.spec().handle.is_some() { 0 } else { 4 }, "{name}");
        assert!(picture.0.len() < 12_000, "{name}: {} numbers", picture.0.len());
        let has_slider = figure.spec().slider.is_some_and(|(knob, _)| knob.name.is_some());
        assert!(figure.spec().handle.is_some() || has_slider, "{name}");
    }
}

#[test]
fn a_page_may_pass_anything() {
    let figure = seamwalker_article::figure_open(usize::MAX);
    for value in [f32::NAN, f32::INFINITY, -1e30, 1e30, 2.0] {
        seamwalker_article::figure_set(figure, value);
        assert!(seamwalker_article::figure_step(figure, u32::MAX, 1, value, -value) > 20);
    }
    seamwalker_article::figure_set(usize::MAX, 1.0);
    assert_eq!(seamwalker_article::figure_step(usize::MAX, 1, 0, 0.0, 0.0), 0, "no such figure");
}

#[test]
fn every_figure_opens_something_in_the_laboratory() {
    let page = include_str!("../index.html");
    let links: Vec<&str> = page.split("../?lab=").skip(1).filter_map(|link| link.split(['"', '&']).next()).collect();
    assert_eq!(links.len(), names().count());
    for name in links {
        let there = Page::from_name(name).is_some() || named(&[name.to_owned()]).is_ok();
        assert!(there, "?lab={name} opens nothing");
    }
}

//! Overlays about objects: ids, paths, links, areas, and where the camera stops.

use glam::Vec2;
use seamwalker_collide::Aabb;
use seamwalker_level::{Area, Object, ObjectKind, Start};

use super::object_list::{kind_name, title};
use crate::app::lab_ui::Pen;
use crate::app::lab_ui::tools::overlays::Overlay;
use crate::app::play::Play;
use crate::app::render::palette;

/// All overlays.
pub const DESIGNER_OVERLAYS: [Overlay; 5] = [
    ("ids", "The id, the kind and the name of every object.", ids),
    ("paths", "The tracks of platforms and moths, with their stops.", paths),
    ("links", "From each button to the door that it opens, and doors that nothing opens.", links),
    (
        "trigger areas",
        "What the player only has to touch: exits, checkpoints, signs, wind, hazards, ladders and water.",
        trigger_areas,
    ),
    ("camera bounds", "The box that the camera stays in. In a world also the maps.", camera_bounds),
];

/// The objects in view.
fn objects(play: &Play) -> impl Iterator<Item = &Object> {
    let viewport = play.viewport();
    let objects = play.world.level.objects.iter();
    objects.filter(move |object| viewport.shows(object.aabb.center, object.aabb.half))
}

fn ids(pen: &mut Pen, play: &Play) {
    for object in objects(play) {
        pen.rectangle(&object.aabb, palette::DENIM_LIGHT);
        pen.text(&title(object), object.aabb.min() - Vec2::new(0.0, 6.0), palette::CREAM);
    }
}

fn paths(pen: &mut Pen, play: &Play) {
    play.world.level.objects.iter().for_each(|object| path(pen, object));
}

/// The track of a platform or a flying enemy.
fn path(pen: &mut Pen, object: &Object) {
    let (track, closed, color) = match &object.kind {
        ObjectKind::Platform(platform) => (&platform.track, platform.closed, palette::MUSTARD),
        kind => match kind.flight() {
            Some(flight) => (&flight.track, flight.closed, palette::ROSE),
            None => return,
        },
    };
    let last = track.last().zip(track.first()).filter(|_| closed).map(|(last, first)| [*last, *first]);
    let steps = track.windows(2).map(|step| [step[0], step[1]]).chain(last);
    steps.for_each(|[from, to]| pen.line(from, to, 2.0, color));
    if track.len() > 1 {
        track.iter().for_each(|stop| pen.fill(&Aabb::new(*stop, Vec2::splat(1.5)), color));
    }
}

/// The id of what a button opens.
const fn opened_by(kind: &ObjectKind) -> Option<u32> {
    match kind {
        ObjectKind::KeyButton { opens } | ObjectKind::PressureButton { opens, .. } => *opens,
        _ => None,
    }
}

fn links(pen: &mut Pen, play: &Play) {
    let level = &play.world.level;
    let opened = |id| level.objects.iter().find(|one| one.id == id);
    for object in &level.objects {
        let opens = opened_by(&object.kind);
        if let Some(door) = opens.and_then(opened) {
            pen.arrow(object.aabb.center, door.aabb.center, palette::LEAF);
        }
        let is_opened = || level.objects.iter().any(|one| opened_by(&one.kind) == Some(object.id));
        let (note, color) = match &object.kind {
            ObjectKind::KeyButton { .. } | ObjectKind::PressureButton { .. } if opens.is_none() => {
                ("opens nothing", palette::ROSE)
            }
            ObjectKind::Platform(platform) if platform.start == Start::Opened && !is_opened() => {
                ("nothing opens it", palette::ROSE)
            }
            ObjectKind::Exit { next } if next.is_empty() => ("to the next level", palette::LEAF),
            ObjectKind::Exit { next } => (next.as_str(), palette::LEAF),
            _ => continue,
        };
        pen.text(note, object.aabb.min() - Vec2::new(0.0, 6.0), color);
    }
}

fn trigger_areas(pen: &mut Pen, play: &Play) {
    let (level, viewport) = (&play.world.level, play.viewport());
    let lists =
        [(&level.hazards, palette::RED), (&level.ladders, palette::MUSTARD), (&level.waters, palette::DENIM_LIGHT)];
    for (areas, color) in lists {
        for Area { corners, .. } in areas.iter().filter(|area| viewport.shows_points(&area.corners)) {
            pen.polygon(corners, palette::faded(color, 0.3));
            pen.outline(corners, 1.0, color);
        }
    }
    for object in objects(play) {
        let color = match object.kind {
            ObjectKind::Exit { .. } | ObjectKind::Checkpoint => palette::LEAF,
            ObjectKind::Sign { .. } | ObjectKind::Bead { .. } | ObjectKind::KeyButton { .. } => palette::CREAM,
            ObjectKind::Spring { .. } | ObjectKind::PressureButton { .. } => palette::MUSTARD,
            ObjectKind::Wind { .. } | ObjectKind::DashSpool => palette::PALE,
            ObjectKind::Scissors { .. } | ObjectKind::Aglet { .. } => palette::RED,
            _ => continue,
        };
        pen.fill(&object.aabb, palette::faded(color, 0.3));
        pen.rectangle(&object.aabb, color);
        pen.text(&kind_name(&object.kind), object.aabb.min() + 1.0, color);
    }
}

fn camera_bounds(pen: &mut Pen, play: &Play) {
    let level = &play.world.level;
    level.rooms.iter().filter(|room| **room != level.bounds).for_each(|room| pen.rectangle(room, palette::PALE));
    pen.outline(&level.bounds.corners(), 3.0, palette::MUSTARD);
}

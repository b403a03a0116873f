//! Converts each class of objects to its kind.

use std::collections::BTreeMap;

use glam::Vec2;

use crate::context::MapContext;
use crate::model::{Easing, Flight, GivesWay, ObjectKind, Platform, Start, Turning};
use crate::objects::classes::is_entity;
use crate::objects::item::Item;
use crate::objects::placement::{aabb, placed_form};
use crate::properties::{DIRECTIONS, Members, Resolved};
use seamwalker_collide::Edge;

/// Maximum speed of an object, in pixels per second. Anything faster would cross the screen within a few ticks.
const MAX_OBJECT_SPEED: f64 = 2000.0;

/// Maximum of any time, in seconds.
const MAX_SECONDS: f64 = 3600.0;

/// Minimum time that scissors are open or closed, and of a swing, in seconds: about a tick.
const MIN_SECONDS: f64 = 0.02;

/// Maximum speed of a turning platform, in degrees per second.
const MAX_TURN: f64 = 720.0;

/// Maximum number of corners of a turning platform: collision looks at each of them.
const MAX_CORNERS: usize = 128;

/// Maximum distance of a corner of a turning platform from its hinge, in pixels: whatever is that near is looked at in every tick.
const MAX_REACH: f32 = 1024.0;

/// When a turning platform turns.
const TURNING_STARTS: [(&str, Start); 4] =
    [("always", Start::Always), ("ridden", Start::Ridden), ("opened", Start::Opened), ("weighed", Start::Weighed)];

/// Maximum height of a launch and depth of a drop, in pixels.
const MAX_HEIGHT: f64 = 4096.0;

/// The kind of an object; `None` if the game ignores its class.
pub fn kind(
    item: &Item,
    properties: Resolved,
    by_id: &BTreeMap<u32, &Item>,
    context: &MapContext,
) -> Option<ObjectKind> {
    if !is_entity(&item.class) {
        return None;
    }
    let members = context.members(properties, item.place(context));
    let entity = Entity { item, by_id, first_id: context.first_id(), members };
    Some(match item.class.as_str() {
        "Player" => ObjectKind::Player { faces_left: entity.members.flag("faces_left") },
        "Exit" => ObjectKind::Exit { next: entity.members.text("next") },
        "Checkpoint" => ObjectKind::Checkpoint,
        "Bead" => ObjectKind::Bead { golden: entity.members.flag("golden") },
        "Hazard" => ObjectKind::Hazard,
        "Sign" => ObjectKind::Sign { text: entity.sign_text() },
        "Crate" => ObjectKind::Crate { priority: entity.members.priority(10.0) },
        "Platform" => ObjectKind::Platform(entity.platform()),
        "Turning" => ObjectKind::Platform(entity.turning()?),
        "LoosePatch" => ObjectKind::Platform(Platform { one_way: true, ..entity.patch(true, 0.4) }),
        "WornPatch" => ObjectKind::Platform(entity.patch(false, 0.6)),
        "ZipDoor" => ObjectKind::Platform(entity.door("zip", 160.0)),
        "Gate" => ObjectKind::Platform(entity.door("gate", 120.0)),
        "Iron" => ObjectKind::Platform(entity.iron()),
        "Spring" => ObjectKind::Spring {
            direction: entity.members.word("direction", "Direction", &DIRECTIONS),
            height: entity.number("height", 104.0, 0.0, MAX_HEIGHT),
        },
        "KeyButton" => ObjectKind::KeyButton { opens: entity.opens() },
        "PressureButton" => {
            ObjectKind::PressureButton { opens: entity.opens(), stays: entity.number("stays", 0.0, -1.0, MAX_SECONDS) }
        }
        "Scissors" => ObjectKind::Scissors {
            open: entity.number("open", 1.2, MIN_SECONDS, MAX_SECONDS),
            closed: entity.number("closed", 0.5, MIN_SECONDS, MAX_SECONDS),
            phase: entity.number("phase", 0.0, 0.0, 1.0),
        },
        "Aglet" => ObjectKind::Aglet {
            period: entity.number("period", 2.0, MIN_SECONDS, MAX_SECONDS),
            phase: entity.number("phase", 0.0, 0.0, 1.0),
        },
        "RollingSpool" => ObjectKind::RollingSpool {
            speed: entity.number("speed", 90.0, -MAX_OBJECT_SPEED, MAX_OBJECT_SPEED),
            back: entity.number("back", 1.0, 0.0, MAX_SECONDS),
        },
        "PinBug" => ObjectKind::PinBug {
            speed: entity.number("speed", 40.0, 0.0, MAX_OBJECT_SPEED),
            faces_left: entity.members.flag("faces_left"),
        },
        "Moth" => ObjectKind::Moth(entity.flight()),
        "DashSpool" => ObjectKind::DashSpool,
        "Wind" => ObjectKind::Wind {
            direction: entity.members.word("direction", "Direction", &DIRECTIONS),
            speed: entity.number("speed", 160.0, 0.0, MAX_OBJECT_SPEED),
        },
        _ => return None,
    })
}

/// An object while its members are read.
struct Entity<'a> {
    item: &'a Item<'a>,
    by_id: &'a BTreeMap<u32, &'a Item<'a>>,
    /// Added to the ids of this map.
    first_id: u32,
    members: Members<'a>,
}

impl Entity<'_> {
    fn number(&self, name: &str, default: f64, low: f64, high: f64) -> f32 {
        self.members.number(name, default, low, high) as f32
    }

    /// The text of a sign: its property, or the text of a text object.
    fn sign_text(&self) -> String {
        let own = self.members.text("text");
        match &self.item.object.shape {
            tiled::ObjectShape::Text { text, .. } if own.is_empty() => text.clone(),
            _ => own,
        }
    }

    fn platform(&self) -> Platform {
        let (track, closed) = self.track();
        Platform {
            track,
            closed,
            speed: self.number("speed", 60.0, 0.0, MAX_OBJECT_SPEED),
            easing: self.easing(),
            pause: self.number("pause", 0.0, 0.0, MAX_SECONDS),
            phase: self.number("phase", 0.0, 0.0, 1.0),
            one_way: self.members.flag("one_way"),
            start: self.members.word("start", "Start", &[("always", Start::Always), ("ridden", Start::Ridden)]),
            priority: self.members.priority(1.0),
            look: self.members.text("look"),
            ..Platform::default()
        }
    }

    fn easing(&self) -> Easing {
        self.members.word("easing", "Easing", &[("linear", Easing::Linear), ("smooth", Easing::Smooth)])
    }

    /// A polygon that turns around its hinge; `None` if it has no shape that can.
    fn turning(&self) -> Option<Platform> {
        let form = placed_form(&self.item.object, self.item.flat);
        let is_point = |item: &&&Item| matches!(item.object.shape, tiled::ObjectShape::Point(..));
        let own = self.members.object("hinge").and_then(|id| self.by_id.get(&id));
        let point = own.filter(is_point).map(|item| aabb(&placed_form(&item.object, item.flat)).center);
        if own.is_some() && point.is_none() {
            let what = "its hinge is not a point";
            self.members.report.warn(
                self.members.place.clone(),
                what,
                "insert a point there, and choose it as 'hinge'",
            );
        }
        let hinge = point.unwrap_or_else(|| self.middle());
        let outline: Vec<Vec2> = form.points.iter().map(|point| point.as_vec2() - hinge).collect();
        let trouble = if !form.kind.is_closed() {
            Some("it is no area".to_owned())
        } else if outline.len() > MAX_CORNERS {
            Some(format!("it has {} corners", outline.len()))
        } else if outline.iter().any(|corner| corner.length() > MAX_REACH) {
            Some(format!("it reaches farther than {MAX_REACH} px from its hinge"))
        } else {
            Edge::outline(&[&outline[..]]).err().map(|why| why.to_string())
        };
        if let Some(what) = trouble {
            let help = format!("it is left out; draw a rectangle, or a polygon of at most {MAX_CORNERS} corners");
            self.members.report.warn(self.members.place.clone(), what, help);
            return None;
        }
        let start = self.members.word("start", "TurningStart", &TURNING_STARTS);
        let angle = match (self.number("angle", 0.0, -360.0, 360.0), start) {
            (0.0, Start::Opened) => 90.0,
            (0.0, Start::Weighed) => 20.0,
            (angle, _) => angle,
        };
        Some(Platform {
            track: vec![hinge],
            speed: self.number("speed", 30.0, -MAX_TURN, MAX_TURN),
            easing: self.easing(),
            pause: self.number("pause", 0.0, 0.0, MAX_SECONDS),
            phase: self.number("phase", 0.0, 0.0, 1.0),
            start,
            priority: self.members.priority(1.0),
            look: self.members.text("look"),
            turning: Some(Turning { outline, angle }),
            ..Platform::default()
        })
    }

    /// A patch that crumbles.
    fn patch(&self, falls: bool, after: f64) -> Platform {
        let after = self.number("after", after, 0.0, MAX_SECONDS);
        let gives_way = GivesWay { falls, after, back: self.number("back", 2.5, 0.0, MAX_SECONDS) };
        let look = if falls { "loose" } else { "worn" };
        Platform { gives_way: Some(gives_way), ..self.static_platform(look) }
    }

    /// A door that slides by its own length.
    fn door(&self, look: &str, speed: f64) -> Platform {
        let door = self.static_platform(look);
        let normal = self.members.word("direction", "Direction", &DIRECTIONS).normal();
        let place = aabb(&placed_form(&self.item.object, self.item.flat));
        let open = place.center + normal * place.size();
        let speed = self.number("speed", speed, 1.0, MAX_OBJECT_SPEED);
        Platform { track: vec![place.center, open], speed, start: Start::Opened, ..door }
    }

    /// A steam iron that slams down and rises slowly.
    fn iron(&self) -> Platform {
        let iron = self.static_platform("iron");
        let drop = self.number("drop", 96.0, 0.0, MAX_HEIGHT);
        let track = iron.track.iter().flat_map(|&at| [at, at + Vec2::new(0.0, drop)]).collect();
        Platform {
            track,
            easing: Easing::Slam,
            pause: self.number("wait", 1.0, 0.0, MAX_SECONDS),
            rest: Some(self.number("rest", 0.4, 0.0, MAX_SECONDS)),
            phase: self.number("phase", 0.0, 0.0, 1.0),
            ..iron
        }
    }

    /// A platform that does not move.
    fn static_platform(&self, look: &str) -> Platform {
        Platform { track: vec![self.middle()], look: look.to_owned(), ..Platform::default() }
    }

    fn flight(&self) -> Flight {
        let (track, closed) = self.track();
        let speed = self.number("speed", 60.0, 0.0, MAX_OBJECT_SPEED);
        Flight { track, closed, speed, phase: self.number("phase", 0.0, 0.0, 1.0) }
    }

    fn middle(&self) -> Vec2 {
        aabb(&placed_form(&self.item.object, self.item.flat)).center
    }

    /// The door that a key or button opens.
    fn opens(&self) -> Option<u32> {
        let id = self.members.object("opens");
        let is_door = |item: &&&Item| matches!(item.class.as_str(), "ZipDoor" | "Gate" | "Turning");
        let door = id.and_then(|id| self.by_id.get(&id)).filter(is_door);
        if door.is_none() {
            let what =
                id.map_or("it opens nothing".to_owned(), |id| format!("it opens object {id}, which is not a door"));
            let help = "choose a ZipDoor, a Gate or a Turning as its property 'opens'";
            self.members.report.warn(self.members.place.clone(), what, help);
        }
        door.and(id).map(|id| self.first_id + id)
    }

    /// The track: the points of the object that the property `path` refers to, or the object's own position.
    fn track(&self) -> (Vec<Vec2>, bool) {
        let stands = (vec![self.middle()], false);
        let Some(id) = self.members.object("path") else { return stands };
        let report = self.members.report;
        let place = self.members.place.clone();
        let Some(track) = self.by_id.get(&id) else {
            let what = format!("its path is object {id}, which does not exist");
            report.warn(place, what, "it stands still; choose the path again in Tiled");
            return stands;
        };
        let form = placed_form(&track.object, track.flat);
        let points: Vec<Vec2> = form.points.iter().map(glam::DVec2::as_vec2).collect();
        if let Some(what) = track.not_a_line() {
            let what = format!("its path is {}, {what} and not a line", track.description());
            let help = "choose a Track as its path: a polyline, polygon or ellipse, as in templates/track.tx";
            report.warn(place, what, help);
        } else if points.len() < 2 {
            let what = format!("its path, object {id}, is a single point");
            report.warn(place, what, "it stands still there; draw a polyline, polygon or ellipse");
        }
        if points.is_empty() { stands } else { (points, form.kind.is_closed()) }
    }
}

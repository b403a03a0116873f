//! What is refused is told once, by the crate `log`, which bevy's log shows.

use std::sync::{Mutex, Once};

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use bevy_seamwalker::{Character, CharacterState, Platform, PlatformPath, SeamwalkerPlugin, Zone};
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bevy_transform::components::Transform;
use log::{LevelFilter, Log, Metadata, Record};

static MESSAGES: Mutex<Vec<String>> = Mutex::new(Vec::new());

struct Logger;

impl Log for Logger {
    fn enabled(&self, _: &Metadata) -> bool {
        true
    }

    fn log(&self, record: &Record) {
        MESSAGES.lock().unwrap().push(format!("{} {}", record.level(), record.args()));
    }

    fn flush(&self) {}
}

/// How many warnings with this text came in the whole test run, after two of these bundles have lived for some ticks.
fn warnings(text: &str, spawn: impl Fn(&mut World) -> Entity) -> usize {
    static LOGGER: Once = Once::new();
    LOGGER.call_once(|| {
        log::set_logger(&Logger).unwrap();
        log::set_max_level(LevelFilter::Warn);
    });
    let mut app = App::new();
    app.add_plugins((TimePlugin, SeamwalkerPlugin::default())).insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
    let entities = [spawn(app.world_mut()), spawn(app.world_mut())];
    (0..5).for_each(|_| app.update());
    for entity in entities {
        app.world_mut().get_mut::<Transform>(entity).unwrap().translation.x = f32::NAN;
        app.world_mut()
            .entity_mut(entity)
            .get_mut::<CharacterState>()
            .into_iter()
            .for_each(|mut one| one.launch(Vec2::NAN));
    }
    app.update();
    MESSAGES.lock().unwrap().iter().filter(|message| message.contains(text)).count()
}

const SIZE: Vec2 = Vec2::new(12.0, 22.0);

#[test]
fn each_fault_is_told_once() {
    let path = |speed| PlatformPath::new(vec![Vec2::X, Vec2::Y], speed);
    assert_eq!(warnings("has no valid size", |world| world.spawn(Character::new(-SIZE)).id()), 1);
    assert_eq!(warnings("has no valid size", |world| world.spawn(Zone::disk(f32::NAN)).id()), 1, "not again");
    assert_eq!(warnings("PlatformPath::speed is 0", |world| world.spawn((Platform::new(SIZE), path(0.0))).id()), 0);
    assert_eq!(warnings("PlatformPath::speed is -3", |world| world.spawn((Platform::new(SIZE), path(-3.0))).id()), 1);
    let mut lost = Platform::new(SIZE);
    lost.velocity = Vec2::NAN;
    assert_eq!(warnings("no platform can move by", |world| world.spawn(lost.clone()).id()), 1);
    assert_eq!(warnings("cannot go to", |world| world.spawn(Character::new(SIZE)).id()), 1);
    assert_eq!(warnings("launch", |world| world.spawn(Character::new(SIZE)).id()), 1);
    let line = || Platform::outline(vec![Vec2::ZERO, Vec2::X]);
    assert_eq!(warnings("Platform::outline takes no part", |world| world.spawn(line()).id()), 1);
}

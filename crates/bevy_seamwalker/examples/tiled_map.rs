//! A Tiled map as entities: ground, the player, platforms, crates, and beads to collect. It has no window, so that it runs anywhere:
//! a player that always runs right and jumps at walls plays for ten seconds. With `DefaultPlugins`, sprites on the same entities
//! are all that is missing.
//!
//! ```text
//! cargo run --example tiled_map [MAP.tmx]
//! ```

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use bevy_seamwalker::prelude::*;
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bevy_transform::prelude::*;
use seamwalker_level::{Folder, Level, ObjectKind};

/// The character that runs.
#[derive(Component, Debug)]
pub struct Player;

#[derive(Component, Debug)]
struct Bead;

/// How many beads the player has.
#[derive(Debug, Default, Resource)]
pub struct Beads(pub usize);

/// The map.
#[derive(Resource)]
struct Map(Level);

/// A game on the map at this path, in which each update is one tick.
pub fn game(map: &str) -> App {
    let (folder, path) = Folder::for_map(map).unwrap_or_else(|error| panic!("{map}: {error}"));
    let level = seamwalker_level::read(&folder, &path).unwrap_or_else(|problems| panic!("{}", problems[0]));
    let mut app = App::new();
    app.add_plugins((TimePlugin, SeamwalkerPlugin::default()))
        .insert_resource(TimeUpdateStrategy::FixedTimesteps(1))
        .insert_resource(Map(level))
        .init_resource::<Beads>()
        .add_systems(Startup, spawn)
        .add_systems(FixedUpdate, play.before(SeamwalkerSystems::Platforms))
        .add_observer(collect);
    app
}

fn spawn(mut commands: Commands, map: Res<Map>, mut space: ResMut<SeamwalkerSpace>) {
    let (Map(level), units) = (&*map, space.units);
    space.space.terrain = level.terrain.clone();
    // All entities of the level go with their parent.
    let root = commands.spawn(Transform::default()).id();
    for object in &level.objects {
        let (center, size) = (units.to_bevy(object.aabb.center), object.aabb.size());
        let size = Vec2::new(size.x, size.y) / units.pixels_per_unit;
        let place = (Transform::from_translation(center.extend(0.0)), ChildOf(root));
        match &object.kind {
            ObjectKind::Player { .. } => {
                commands.spawn((Player, Character::new(Vec2::new(12.0, 22.0)), place));
            }
            ObjectKind::Bead { .. } => {
                commands.spawn((Bead, Zone::disk(6.0), place));
            }
            ObjectKind::Crate { .. } => {
                commands.spawn((Crate::new(size), place));
            }
            ObjectKind::Platform(platform) => {
                let mut points: Vec<_> = platform.track.iter().map(|point| units.to_bevy(*point)).collect();
                if !platform.closed {
                    // To and fro.
                    points.extend(points.clone().iter().rev());
                }
                let path = PlatformPath::new(points, platform.speed / units.pixels_per_unit);
                commands.spawn((Platform { one_way: platform.one_way, ..Platform::new(size) }, path, place));
            }
            _ => {}
        }
    }
}

/// Runs right, and jumps at walls and ledges.
fn play(
    queries: SeamwalkerQueries,
    mut players: Query<(&SeamwalkerBody, &CharacterEvents, &mut CharacterIntent, Has<Grounded>), With<Player>>,
) {
    let ground = QueryFilter { bodies: Layers::NONE, ..QueryFilter::default() };
    for (body, events, mut intent, is_grounded) in &mut players {
        let ahead = body.center() + Vec2::X * 16.0;
        let is_ledge = queries.ray_cast(ahead, Vec2::NEG_Y * 40.0, &ground).is_none();
        intent.x = 1.0;
        intent.jump = true;
        intent.pressed = is_grounded && (is_ledge || events.wall.is_some());
    }
}

fn collect(crossing: On<ZoneCrossed>, zones: Query<(), With<Bead>>, mut beads: ResMut<Beads>, mut commands: Commands) {
    if crossing.crossed == Crossed::Entered && zones.contains(crossing.zone) {
        beads.0 += 1;
        commands.entity(crossing.zone).despawn();
    }
}

/// Where the player is.
pub fn place(app: &mut App) -> Vec2 {
    let world = app.world_mut();
    let mut players = world.query_filtered::<&SeamwalkerBody, With<Player>>();
    players.single(world).map_or(Vec2::ZERO, SeamwalkerBody::center)
}

fn main() {
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/../../maps/first_stitch.tmx");
    let mut app = game(&std::env::args().nth(1).unwrap_or_else(|| shipped.to_owned()));
    for second in 1..=10 {
        (0..64).for_each(|_| app.update());
        let at = place(&mut app);
        println!("{second:2} s: {} beads, at {at}", app.world().resource::<Beads>().0);
    }
}

//! A large world with only the maps around the player loaded: unloaded maps keep their state.

use std::cell::Cell;
use std::sync::Arc;

use crate::level_kit::{Memory, layer, map, objects};
use glam::Vec2;
use seamwalker_collide::SolverSetup;
use seamwalker_level::{Limits, ObjectKind, ReadOptions, WorldFile, read};
use seamwalker_sim::{Buttons, Input, Snapshot, World};

/// Columns of each map.
const WIDE: usize = 100;

/// The width of a map in pixels.
const STEP: f32 = 1600.0;

/// A row of equal maps with a bead, a checkpoint, a crate far to the right, and a platform out of reach.
fn row(maps: usize) -> Memory {
    let (air, floor) = (" ".repeat(WIDE), "#".repeat(WIDE));
    let rows = [air.as_str(), &air, &air, &air, &air, &air, &floor];
    let bead = "<object id=\"2\" type=\"Bead\" x=\"300\" y=\"80\" width=\"8\" height=\"16\"/>";
    let checkpoint = "<object id=\"3\" type=\"Checkpoint\" x=\"400\" y=\"64\" width=\"16\" height=\"32\"/>";
    let crate_ = "<object id=\"4\" type=\"Crate\" x=\"1300\" y=\"80\" width=\"16\" height=\"16\"/>";
    let platform = "<object id=\"5\" type=\"Platform\" x=\"100\" y=\"0\" width=\"32\" height=\"8\"><properties>\
        <property name=\"path\" type=\"object\" value=\"6\"/></properties></object>\
        <object id=\"6\" x=\"100\" y=\"4\"><polyline points=\"0,0 217,0\"/></object>";
    let mut files = Memory::default().and("tiles.tsx", crate::level_kit::TILES);
    let mut entries = Vec::new();
    for i in 0..maps {
        let player = "<object id=\"1\" type=\"Player\" x=\"100\" y=\"96\"><point/></object>";
        let own = format!("{player}{bead}{checkpoint}{crate_}{platform}");
        files = files.and(&format!("m{i}.tmx"), map(&rows, &(layer(1, &rows, "") + &objects(&own))));
        let (at, size) = (i as f32 * STEP, rows.len() * 16);
        entries.push(format!("{{\"fileName\":\"m{i}.tmx\",\"x\":{at},\"y\":0,\"width\":{STEP},\"height\":{size}}}"));
    }
    files.and("w.world", format!("{{\"type\":\"world\",\"maps\":[{}]}}", entries.join(",\n")))
}

/// A game that loads the maps around the player, as the program does.
struct Streamed<'a> {
    files: &'a Memory,
    file: WorldFile,
    now: Vec<usize>,
    world: World,
    reads: Cell<u32>,
}

impl<'a> Streamed<'a> {
    fn new(files: &'a Memory) -> Self {
        let world = World::new(Arc::new(read(files, "w.world").unwrap()), SolverSetup::default());
        let file = WorldFile::open(files, "w.world", &Limits::DEFAULT).unwrap();
        let mut streamed = Self { files, file, now: Vec::new(), world, reads: Cell::new(0) };
        streamed.stream();
        streamed
    }

    fn stream(&mut self) {
        let near = self.world.near_maps(&self.file, &self.now);
        if near != self.now {
            let level = self.file.read(self.files, &near, &ReadOptions::default()).unwrap();
            self.world = self.world.streamed(Arc::new(level));
            self.now = near;
            self.reads.set(self.reads.get() + 1);
        }
    }

    fn step(&mut self, buttons: u8) {
        self.stream();
        self.world.step(Input { buttons });
    }

    /// The position of a platform or crate by the id of its object, if its map is loaded.
    fn place(&self, id: u32) -> Option<Vec2> {
        place(&self.world, id)
    }
}

fn place(world: &World, id: u32) -> Option<Vec2> {
    let platforms = world.state.platforms.iter().map(|p| (p.object, p.body));
    let mut all = platforms.chain(world.state.crates.iter().map(|c| (c.object, c.body)));
    let (_, body) = all.find(|(object, _)| world.level.objects[*object as usize].id == id)?;
    Some(world.state.space.bodies[body.0 as usize].aabb.center)
}

/// Whether an object is taken or reached, loaded or not.
fn is_done(world: &World, id: u32) -> bool {
    let here = world.level.objects.iter().position(|object| object.id == id).map(|index| world.state.done[index]);
    here.unwrap_or_else(|| world.state.absent.get(&id).is_some_and(|absent| absent.done))
}

/// The first and the last x of the terrain.
fn terrain_ends(world: &World) -> (f32, f32) {
    let ends = world.level.terrain.edges().iter().flat_map(|edge| [edge.segment.a.x, edge.segment.b.x]);
    ends.fold((f32::INFINITY, f32::NEG_INFINITY), |(first, last), x| (first.min(x), last.max(x)))
}

#[test]
fn a_streamed_world_has_the_same_bits_as_a_whole_one() {
    let files = row(6);
    let mut game = Streamed::new(&files);
    let mut whole = World::new(Arc::new(read(&files, "w.world").unwrap()), SolverSetup::default());
    assert_eq!(game.now, [0, 1], "the map of the player, and the one that touches it");
    let mut seen = vec![game.now.clone()];
    // To the right into the last map, pushing the crates, then back.
    let mut turned = None;
    for tick in 0_u32..20_000 {
        let jump = if tick % 90 < 15 { Buttons::JUMP } else { 0 };
        let back = turned.is_some();
        let way = if back { Buttons::LEFT } else { Buttons::RIGHT };
        game.step(way | jump);
        whole.step(Input { buttons: way | jump });
        assert_eq!(game.world.state.player.aabb, whole.state.player.aabb, "tick {tick}");
        for id in (0..6).map(|map| map * 1_000_000 + 5) {
            let Some(place_here) = game.place(id) else { continue };
            assert_eq!(Some(place_here), place(&whole, id), "tick {tick}: platform {id}");
        }
        if seen.last() != Some(&game.now) {
            seen.push(game.now.clone());
            let ends = (game.now[0] as f32 * STEP, (game.now[game.now.len() - 1] + 1) as f32 * STEP);
            assert_eq!(terrain_ends(&game.world), ends, "tick {tick}: {:?}", game.now);
            let mut objects = game.world.level.objects.iter();
            assert!(objects.all(|object| game.now.contains(&WorldFile::map_of(object.id))), "tick {tick}");
        }
        let x = game.world.state.player.feet().x;
        if x > 5.3 * STEP {
            turned.get_or_insert(tick);
        }
        if back && x < 200.0 {
            break;
        }
    }
    assert!(turned.is_some() && game.world.state.player.feet().x < 200.0, "{}", game.world.state.player.feet());
    assert_eq!(game.now, [0, 1]);
    let most = seen.iter().map(Vec::len).max();
    // Three around the player, and the one whose crate is being pushed.
    assert!(most <= Some(4), "{seen:?}");
    assert!(seen.contains(&vec![4, 5]), "{seen:?}");
    assert!(game.reads.get() < 30, "{} reads", game.reads.get());
    for (index, object) in whole.level.objects.iter().enumerate() {
        assert_eq!(is_done(&game.world, object.id), whole.state.done[index], "object {}", object.id);
    }
    let beads = whole.level.objects.iter().zip(&whole.state.done);
    let beads = beads.filter(|(o, done)| **done && matches!(o.kind, ObjectKind::Bead { .. })).count();
    assert_eq!(beads, 6);
    // The crates have the same positions as in the whole world, loaded or not.
    for id in (0..6).map(|map| map * 1_000_000 + 4) {
        let absent = game.world.state.absent.get(&id).and_then(|absent| Some(absent.item.as_ref()?.1.aabb.center));
        let here = game.place(id).or(absent);
        assert_eq!(here, place(&whole, id), "crate {id}");
    }
}

#[test]
fn a_snapshot_includes_the_unloaded_maps() {
    let files = row(3);
    let mut game = Streamed::new(&files);
    while game.world.state.player.feet().x < 2.5 * STEP {
        game.step(Buttons::RIGHT | if game.world.state.ticks % 40 < 10 { Buttons::JUMP } else { 0 });
    }
    assert_eq!(game.now, [1, 2]);
    let snapshot = game.world.save();
    let text = serde_json::to_string(&snapshot).unwrap();
    let again: Snapshot = serde_json::from_str(&text).unwrap();
    let loaded = World::load(Arc::clone(&game.world.level), again).unwrap();
    assert_eq!(loaded.hash(), game.world.hash());
    assert!(is_done(&loaded, 2) && !loaded.level.objects.iter().any(|object| object.id == 2));
    let mut forgetful = game.world.clone();
    forgetful.state.absent.clear();
    assert_ne!(forgetful.hash(), game.world.hash());
}

/// The player dies far from its spawn point. The map there is loaded first.
#[test]
fn the_map_of_the_spawn_point_is_loaded_before_the_respawn() {
    let files = row(4);
    let mut game = Streamed::new(&files);
    for _ in 0..150 {
        game.step(Buttons::RIGHT);
    }
    let spawn = game.world.state.spawn;
    assert_eq!(spawn, Vec2::new(408.0, 96.0), "the checkpoint of the first map");
    let mut crate_at = Vec::new();
    while game.world.state.player.feet().x < 3.2 * STEP {
        // Move the player through the air, past the checkpoints.
        let feet = game.world.state.player.feet() + Vec2::new(4.0, 0.0);
        game.world.state.player.aabb.center = Vec2::new(feet.x, -40.0);
        game.step(0);
        crate_at.extend(game.place(4));
    }
    assert_eq!(game.now, [2, 3]);
    assert_eq!(game.world.state.spawn, spawn, "although its map is unloaded");
    game.step(Buttons::RETRY);
    assert!(game.world.state.player.is_dead());
    game.step(0);
    assert_eq!(game.now, [0, 1, 2, 3], "around the player and around the spawn point");
    while game.world.state.player.is_dead() {
        game.step(0);
    }
    assert_eq!(game.world.state.player.feet(), spawn);
    game.step(0);
    assert_eq!(game.now, [0, 1]);
    for _ in 0..30 {
        game.step(0);
        assert_eq!(game.world.state.player.feet(), spawn, "the player stands");
    }
    assert_eq!(game.place(4), Some(Vec2::new(1308.0, 88.0)));
}

/// The crate of the first map was pushed into the third.
#[test]
fn the_map_of_a_crate_stays_loaded_while_the_crate_is_near() {
    let files = row(5);
    let mut game = Streamed::new(&files);
    let body = game.world.state.crates[0].body;

    game.world.state.space.bodies.change(body, |body| body.aabb.center.x = 2.3 * STEP);
    assert_eq!(game.world.near_maps(&game.file, &[]), [0, 1, 2], "the maps of the crate and of the ground below it");
    let far = |x: f32| {
        let mut world = game.world.clone();
        world.state.player.aabb.center.x = x;
        world.near_maps(&game.file, &[])
    };
    assert_eq!(far(2.35 * STEP), [0, 1, 2, 3], "the crate's own map, and those around the player");
    assert_eq!(far(4.5 * STEP), [3, 4]);
    // Far from the crate its map is unloaded, and near it loaded again.
    game.stream();
    game.world.state.player.aabb.center.x = 4.5 * STEP;
    game.stream();
    assert_eq!(game.now, [3, 4]);
    game.world.state.player.aabb.center.x = 2.35 * STEP;
    game.stream();
    assert_eq!(game.now, [0, 1, 2, 3]);
    assert_eq!(game.place(4).map(|at| at.x), Some(2.3 * STEP));
}

/// The player is between two maps of different heights.
#[test]
fn a_player_below_all_maps_around_dies() {
    let files = row(2);
    let text = String::from_utf8(files.0["w.world"].clone()).unwrap();
    let files = files.and("w.world", text.replace("\"x\":1600,\"y\":0", "\"x\":2600,\"y\":9000"));
    let whole = Arc::new(read(&files, "w.world").unwrap());
    let mut world = World::new(whole, SolverSetup::default());
    world.state.player.aabb.center = Vec2::new(1700.0, 80.0);
    world.step(Input::default());
    assert!(!world.state.player.is_dead(), "at the height of the first map");
    let mut ticks = 0;
    while !world.state.player.is_dead() {
        world.step(Input::default());
        ticks += 1;
        assert!(ticks < 120, "the player falls for ever");
    }
}

//! The time of a tick with many bodies: `cargo bench --bench bodies`.
//!
//! That of crates, as ratios within one run, must grow with the number of neighbours of a body, not with the number of all bodies. A
//! twin-stick game with 2,000 enemies, alone by `-- twin-stick`, is measured in milliseconds, part by part.

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use glam::Vec2;
use seamwalker_collide::{Aabb, Body, BodyId, CollisionView, Disk, Layers, Mover, QueryFilter, SolverSetup, Space};
use seamwalker_collide::{TerrainBuilder, TriggerArea, Triggers, Visitor, slide_all};
use seamwalker_lab::Rng;
use seamwalker_lab::ascii::level_with;
use seamwalker_level::ObjectKind;
use seamwalker_sim::{Input, World};

/// The number of measurements of each figure; the fastest counts.
const ROUNDS: u32 = 9;

/// Ticks until the crates have come to rest.
const SETTLED: u32 = 400;

/// Ten floors above each other, each with room for 1,000 crates, and crates that start slightly above them.
fn world(crates: impl Iterator<Item = Vec2>) -> World {
    let (air, floor) = (".".repeat(4000), "#".repeat(4000));
    let storey = format!("{air}\n{air}\n{air}\n{floor}\n");
    let objects = crates.map(|at| (Aabb::new(at, Vec2::splat(8.0)), ObjectKind::Crate { priority: 3 })).collect();
    World::new(Arc::new(level_with(&storey.repeat(10), objects)), SolverSetup::default())
}

/// `count` crates that do not touch each other, 1,000 on each floor.
fn spread(count: u16) -> World {
    world((0..count).map(|i| Vec2::new(100.0 + f32::from(i % 1000) * 60.0, 30.0 + f32::from(i / 1000) * 64.0)))
}

fn stacked(count: u16) -> World {
    world((0..count).map(|_| Vec2::new(3000.0, 30.0)))
}

/// The times of the first tick, and of one after all crates have come to rest.
fn times(make: impl Fn() -> World) -> [Duration; 2] {
    let tick = |world: &mut World| {
        let start = Instant::now();
        black_box(world.step(Input::default()));
        start.elapsed()
    };
    let world = make();
    let first = (0..ROUNDS).map(|_| tick(&mut world.clone())).min();
    let mut settled = world;
    (0..SETTLED).for_each(|_| drop(settled.step(Input::default())));
    let rest = (0..ROUNDS).map(|_| tick(&mut settled)).min();
    // ROUNDS is not zero.
    [first, rest].map(Option::unwrap_or_default)
}

/// The side of the twin-stick room, and the radius of an enemy, in pixels.
const ROOM: f32 = 1600.0;
const RADIUS: f32 = 6.0;

/// Ticks of the twin-stick game, in which the enemies come together around the hero.
const PLAYED: usize = 300;

type Part = (&'static str, fn(&mut Arena));

/// What a tick of it does. Enemies hide the hero from each other; the last part is for games where walls alone hide it, and is not
/// counted.
const PARTS: [Part; 5] = [
    ("slides", Arena::slide),
    ("separation", Arena::separate),
    ("triggers", Arena::trigger),
    ("sight", |arena| arena.look(Layers::ALL)),
    ("sight past walls alone", |arena| arena.look(Layers::NONE)),
];

struct Enemy {
    body: BodyId,
    mover: Mover,
    /// How the others pushed it in the last tick.
    push: Vec2,
}

/// A room with 60 walls, 2,000 enemies that are disks, and 100 trigger areas.
struct Arena {
    space: Space,
    enemies: Vec<Enemy>,
    triggers: Triggers,
    hero: Vec2,
}

impl Arena {
    fn new() -> Self {
        let (mut rng, middle) = (Rng(7), Vec2::splat(ROOM / 2.0));
        let mut ground = TerrainBuilder::default();
        let room = Aabb::new(middle, middle);
        ground.solid(&[room.grown(32.0).corners(), room.corners()]).expect("a frame");
        for i in 0..60_u8 {
            let cell = Vec2::new(f32::from(i % 8), f32::from(i / 8)) * 190.0 + 135.0;
            let at = cell + Vec2::new(rng.range(-30.0, 30.0), rng.range(-30.0, 30.0));
            let half = Vec2::new(rng.range(20.0, 50.0), rng.range(20.0, 50.0));
            ground.solid(&[Aabb::new(at, half).corners()]).expect("a wall");
        }
        let mut terrain = ground.build();
        // A skin that reaches to its middle makes a box a disk. Slides meet walls alone: enemies push each other softly.
        let size = Aabb::new(Vec2::ZERO, Vec2::splat(RADIUS));
        let mover = Mover { meets: Layers::NONE, ..Mover::new(size).with_skin(RADIUS) };
        assert!(terrain.compile(&mover), "the room is too large");
        let mut arena =
            Self { space: Space::new(terrain), enemies: Vec::new(), triggers: Triggers::default(), hero: middle };
        while arena.enemies.len() < 2000 {
            let mover = mover.moved(Vec2::new(rng.range(20.0, ROOM - 20.0), rng.range(20.0, ROOM - 20.0)));
            if arena.space.is_free(CollisionView::Thick, &mover) {
                let body = arena.space.bodies.push(Body::disk(Disk::new(mover.aabb.center, RADIUS)));
                arena.enemies.push(Enemy { body, mover, push: Vec2::ZERO });
            }
        }
        for _ in 0..100 {
            let at = Vec2::new(rng.range(0.0, ROOM), rng.range(0.0, ROOM));
            arena.triggers.add(TriggerArea::new(Disk::new(at, 40.0)));
        }
        arena
    }

    /// All walk to the hero.
    fn slide(&mut self) {
        let Self { space, enemies, hero, .. } = self;
        let chase = |enemy: &mut Enemy| {
            let way = (*hero - enemy.mover.aabb.center).normalize_or_zero();
            (enemy.mover, way + enemy.push)
        };
        let solver = SolverSetup::default();
        slide_all(&solver, space, enemies, chase, |enemy, slide| enemy.mover = enemy.mover.moved(slide.moved));
        enemies.iter().for_each(|enemy| space.bodies.place(enemy.body, enemy.mover.aabb));
    }

    fn separate(&mut self) {
        for enemy in &mut self.enemies {
            let (aabb, mut push) = (enemy.mover.aabb, Vec2::ZERO);
            self.space.bodies.near(&aabb, |_, other| {
                let apart = aabb.center - other.aabb.center;
                let distance = apart.length();
                // It finds itself, at no distance.
                if distance > 0.0 && distance < 2.0 * RADIUS {
                    push += apart / distance * (2.0 * RADIUS - distance) * 0.4;
                }
            });
            enemy.push = push.clamp_length_max(3.0);
        }
    }

    fn trigger(&mut self) {
        let visitor = |enemy: &Enemy| Visitor::new(enemy.body.0, Disk::new(enemy.mover.aabb.center, RADIUS));
        black_box(self.triggers.update(self.enemies.iter().map(visitor)));
    }

    /// Each looks whether it sees the hero.
    fn look(&mut self, bodies: Layers) {
        let sees = |enemy: &&Enemy| {
            let filter = QueryFilter { ignores: Some(enemy.body), bodies, ..QueryFilter::default() };
            self.space.is_visible(enemy.mover.aabb.center, self.hero, &filter)
        };
        black_box(self.enemies.iter().filter(sees).count());
    }
}

/// The milliseconds of each part of a tick and of all, as means of a game, and of its longest tick. Each time is the least of several
/// rounds.
fn twin_stick() {
    let mut least = vec![[Duration::MAX; PARTS.len()]; PLAYED];
    for _ in 0..ROUNDS {
        let mut arena = Arena::new();
        let mut side = Vec2::X;
        for times in &mut least {
            side = Vec2::new(1.0, 0.01).rotate(side).normalize();
            arena.hero = Vec2::splat(ROOM / 2.0) + side * 500.0;
            for (time, (_, part)) in times.iter_mut().zip(PARTS) {
                let start = Instant::now();
                part(&mut arena);
                *time = start.elapsed().min(*time);
            }
        }
    }
    let ms = |time: Duration| time.as_secs_f64() * 1000.0;
    let whole = |times: &[Duration; PARTS.len()]| ms(times[..4].iter().sum());
    let mean = |of: &dyn Fn(&[Duration; PARTS.len()]) -> f64| least.iter().map(of).sum::<f64>() / PLAYED as f64;
    print!("2,000 enemies, ms a tick:");
    for (i, (name, _)) in PARTS.iter().enumerate() {
        print!(" {name} {:.2},", mean(&|times| ms(times[i])));
    }
    println!(" all {:.2}, the longest {:.2}", mean(&whole), least.iter().map(whole).fold(0.0, f64::max));
}

fn main() {
    twin_stick();
    if std::env::args().any(|arg| arg == "twin-stick") {
        return;
    }
    let ratio = |a: Duration, b: Duration| a.as_secs_f64() / b.as_secs_f64();
    let [few, few_rest] = times(|| spread(1000));
    let [many, many_rest] = times(|| spread(10_000));
    let [stack, stack_rest] = times(|| stacked(1000));
    println!("1,000 crates spread out: first tick {few:?}, at rest {few_rest:?}");
    println!(
        "10,000 spread out, times 1,000: first tick {:.1}, at rest {:.1}",
        ratio(many, few),
        ratio(many_rest, few_rest)
    );
    println!(
        "1,000 at one point, times spread out: first tick {:.1}, settled {:.1}",
        ratio(stack, few),
        ratio(stack_rest, few_rest)
    );
}

//! The shipped maps have no problems, no random walk on them breaks a law, and each can be finished.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::sync::{Arc, LazyLock};

use glam::Vec2;
use seamwalker_collide::{SolverKind, SolverSetup};
use seamwalker_lab::{Recorded, levels_page};
use seamwalker_level::pack::Manifest;
use seamwalker_level::{LayerContent, Object, ObjectKind};
use seamwalker_sim::{Event, World};

use crate::settings::is_long;
use crate::walk::Walk;
use crate::{files, maps, root, world};

/// Read from inside the program, so that a file that does not ship is missing.
#[test]
fn every_shipped_map_passes_the_check() {
    let shipped = seamwalker_assets::shipped();
    for (path, _) in shipped.0.iter().filter(|(path, _)| seamwalker_level::is_level(path)) {
        let problems = seamwalker_level::check(&shipped, path);
        assert!(problems.is_empty(), "{path}: {problems:#?}");
    }
}

/// Outlines of tiles are closed, and have their solid inside.
#[test]
fn no_outline_is_reversed_or_open_or_there_twice() {
    for (name, level) in maps() {
        assert_eq!(level.terrain.lint(), [], "{name}");
    }
}

/// Random steps on all maps, 160,000 or two million: the default solver never snags, never leaves an overlap, and never
/// gets into a wall.
#[test]
fn random_walks_on_all_maps_break_no_law() {
    let steps = if is_long() { 100_000 } else { 8_000 };
    let setup = SolverSetup::new(SolverKind::ThickSat);
    for (name, level) in maps() {
        let walk = Walk::in_level(level, Vec2::new(6.0, 11.0));
        assert!(walk.starts.len() > 100, "{name}: only {} free places", walk.starts.len());
        let report = walk.run(&setup, steps, 1);
        println!("{name}: {report:?}");
        assert_eq!(report.steps, steps, "{name}");
        assert_eq!((report.snags, report.not_finite, report.escapes), (0, 0, 0), "{name}: {report:?}");
        assert!(report.worst_depth <= 0.01, "{name}: {report:?}");
    }
}

/// The recorded runs: maps/runs/recorded.txt.
fn recorded() -> &'static [Recorded] {
    static RECORDED: LazyLock<Vec<Recorded>> = LazyLock::new(|| Recorded::list(&files()).unwrap());
    &RECORDED
}

/// A recorded run after its last input.
struct Played {
    run: &'static Recorded,
    /// The world in the tick in which it finished.
    end: World,
    /// The most ticks from one checkpoint to the next, and the least.
    far: u64,
    near: u64,
}

/// All recorded runs, each played by a world that is saved and loaded on the way.
fn played() -> &'static [Played] {
    static PLAYED: LazyLock<Vec<Played>> = LazyLock::new(|| recorded().iter().map(play).collect());
    &PLAYED
}

/// The ticks from one save to the next.
const SAVED_TICKS: u32 = 397;

fn play(run: &'static Recorded) -> Played {
    let mut end = world(&run.map, run.setup());
    let inputs = run.inputs(&files()).unwrap_or_else(|error| panic!("{run}: {error}"));
    let (mut last, mut far, mut near) = (0, 0, u64::MAX);
    for (tick, input) in (0..).zip(&inputs) {
        if tick % SAVED_TICKS == 0 || end.state.player.is_dead() {
            end = World::load(Arc::clone(&end.level), end.save()).unwrap_or_else(|why| panic!("{run}: {why}"));
        }
        let events = end.step(input);
        if end.state.finished || events.iter().any(|event| matches!(event, Event::Checkpoint { .. })) {
            far = far.max(end.state.ticks - last);
            near = if last > 0 && !end.state.finished { near.min(end.state.ticks - last) } else { near };
            last = end.state.ticks;
        }
        if end.state.finished {
            break;
        }
    }
    Played { run, end, far, near }
}

/// Recorded runs finish every level of the campaign under three solvers, and with each of its golden buttons.
#[test]
fn every_level_can_be_finished() {
    let campaign = Manifest::parse(&fs::read_to_string(root().join("maps").join(Manifest::FILE)).unwrap()).unwrap();
    let last = campaign.last.iter().map(|last| &last.level);
    for name in campaign.worlds.iter().flat_map(|world| &world.levels).chain(last) {
        let own: Vec<_> = played().iter().filter(|played| played.run.map == *name).collect();
        for kind in [SolverKind::ThickSat, SolverKind::PerAxis, SolverKind::MandatoryFirst] {
            assert!(own.iter().any(|played| played.run.solver == kind), "{name} has no run with {kind}");
        }
        let level = &maps()[name];
        let golden = |object: &Object| matches!(object.kind, ObjectKind::Bead { golden: true });
        let buttons = level.objects.iter().enumerate().filter(|(_, object)| golden(object));
        for (index, object) in buttons.clone() {
            assert!(
                own.iter().any(|Played { end, .. }| end.state.finished && end.state.done[index]),
                "{name}: no run takes object {}",
                object.id
            );
        }
        assert_eq!(buttons.count(), 3, "{name}");
        let beads = level.objects.iter().filter(|o| matches!(o.kind, ObjectKind::Bead { golden: false })).count();
        assert!((40..=80).contains(&beads), "{name} has {beads} beads");
        assert!(level.meta.par_time > 0.0 && !level.meta.title.is_empty(), "{name}");
    }
}

/// The most ticks from one checkpoint to the next, in the run of a level where that takes the least time. People take two to
/// three times as long, and should need no more than 25 s.
const FAR: u64 = 500;
/// The least ticks between two checkpoints in the run of a level: 6 s in a good run, which is hardly slower. More of them would take the
/// weight from every jump.
const NEAR: u64 = 350;

#[test]
fn checkpoints_are_neither_far_from_each_other_nor_near() {
    let mut longest = BTreeMap::<&str, u64>::new();
    for Played { run, far, .. } in played().iter().filter(|played| played.run.solver == SolverKind::ThickSat) {
        // A run to a golden button takes a detour, or passes a checkpoint by.
        let known = longest.entry(&run.map).or_insert(*far);
        *known = (*far).min(*known);
    }
    assert!(longest.values().all(|ticks| *ticks <= FAR), "{longest:?}");
    // The rooms of the gallery are short.
    let is_best = |run: &Recorded| run.inputs == format!("{}.txt", run.map) && run.map != "seam_gallery";
    for Played { run, near, .. } in played().iter().filter(|played| is_best(played.run)) {
        assert!(*near >= NEAR || run.solver != SolverKind::ThickSat, "{run}: {near}");
    }
}

/// When it fails: `cargo run --release -- compare --document docs`.
#[test]
fn the_page_of_levels_is_up_to_date() {
    let end = |run: &Recorded| Ok(played().iter().find(|played| played.run == run).unwrap().end.clone());
    let page = levels_page(&files(), &end, &()).unwrap();
    let known = fs::read_to_string(root().join("docs/LEVELS.md")).unwrap();
    let differs = page.lines().zip(known.lines()).find(|(now, known)| now != known);
    assert!(page == known, "docs/LEVELS.md is out of date: {differs:?}");
}

/// Every map has a run that reaches its exit. The failure prints the lines for maps/runs/recorded.txt, in case the change of the
/// simulation is intended.
#[test]
fn the_recorded_runs_end_as_recorded() {
    for name in maps().keys() {
        let has_run = recorded().iter().any(|run| run.map == *name && run.solver == SolverKind::ThickSat);
        assert!(has_run, "{name} has no recorded run");
    }
    let mut wrong = Vec::new();
    for Played { run, end, .. } in played() {
        assert!(end.state.finished, "{run}: at {}", end.state.player.feet());
        if end.hash() != run.hash {
            wrong.push(Recorded { hash: end.hash(), ..(*run).clone() }.to_string());
        }
    }
    assert!(
        wrong.is_empty(),
        "the hashes differ from the recorded ones; if that is intended, the new lines are:\n{}",
        wrong.join("\n")
    );
}

/// The rule that adds flowers: which cloth it knows, and which tiles may lie above it, by the rows of its map.
#[test]
fn the_rule_of_the_trims_accepts_brushed_cloth_of_every_fabric() {
    let rule = seamwalker_level::read(&files(), "maps/rules/trims.tmx").unwrap();
    let mut rows: BTreeMap<usize, BTreeSet<(&str, &str)>> = BTreeMap::new();
    for layer in rule.layers.iter().filter(|layer| layer.name == "input_ground") {
        let LayerContent::Tiles { size, cells, .. } = &layer.content else { panic!("{}", layer.name) };
        for (at, cell) in cells.iter().enumerate() {
            let tile = cell.map(|cell| &rule.tiles[cell.tile() as usize]);
            let found = tile.map_or(("", ""), |tile| (tile.tileset.as_str(), tile.class.as_str()));
            rows.entry(at / size.x as usize).or_default().insert(found);
        }
    }
    let fabrics = ["denim", "dots", "gingham", "herringbone", "silk", "velvet", "wool"];
    let anything: BTreeSet<_> = fabrics.iter().map(|fabric| (*fabric, "Border")).chain([("", "")]).collect();
    let mut known = BTreeSet::new();
    for (above, below) in rows.keys().step_by(3).map(|row| (&rows[row], &rows[&(row + 1)])) {
        assert_eq!(above, &anything, "above {below:?}");
        known.extend(below);
    }
    assert_eq!(known, fabrics.iter().map(|fabric| (*fabric, "Solid")).collect());
}

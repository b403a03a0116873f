//! The command line, as a shell sees it: output, errors, exit status.

#[path = "cli/output.rs"]
mod output;
#[path = "cli/packs.rs"]
mod packs;
#[path = "cli/search.rs"]
mod search;
#[path = "cli/terminal.rs"]
mod terminal;
#[path = "cli/words.rs"]
mod words;

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn seamwalker(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_seamwalker"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    command.args(arguments).output().unwrap()
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn help_shows_examples_and_every_solver() {
    let help = seamwalker(&["--help"]);
    assert!(help.status.success());
    for word in ["Examples:", "outline", "thick-sat", "mandatory-first"] {
        assert!(out(&help).contains(word), "{word} is missing in {}", out(&help));
    }
}

/// `seamwalker outline first_stitch | head -1` once ended in a panic of the standard `println!`.
#[test]
fn a_reader_may_close_the_pipe_early() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_seamwalker"));
    command.args(["outline", "first_stitch"]).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{}", err(&output));
}

#[test]
fn wrong_arguments_exit_with_2() {
    for arguments in [&["play", "a", "b"][..], &["check"], &["run", "first_stitch"], &["--solver", "magic"]] {
        assert_eq!(seamwalker(arguments).status.code(), Some(2), "{arguments:?}");
    }
    assert_eq!(seamwalker(&["play", "first_stitch", "--object", "seven"]).status.code(), Some(2));
}

#[test]
fn a_missing_or_broken_map_exits_with_1_and_the_reason() {
    let missing = seamwalker(&["outline", "maps/nowhere.tmx"]);
    assert_eq!(missing.status.code(), Some(1));
    assert!(err(&missing).contains("maps/nowhere.tmx: there is no such file"), "{}", err(&missing));
    assert!(err(&missing).contains("first_stitch"), "the maps that exist: {}", err(&missing));
    let broken = seamwalker(&["check", "Cargo.toml"]);
    assert_eq!(broken.status.code(), Some(1));
    assert!(out(&broken).starts_with("Cargo.toml:1: "), "{}", out(&broken));
}

#[test]
fn without_a_display_the_error_says_so() {
    if cfg!(target_os = "linux") {
        // Tiled passes such values when no object is selected. They must not be the reported error.
        for object in [&["--object"][..], &["--object", "%objectid"], &["--object", "7"], &[]] {
            let output = seamwalker(&[&["play", "first_stitch"], object].concat());
            assert_eq!(output.status.code(), Some(1));
            assert!(err(&output).contains("there is no display"), "{}", err(&output));
        }
    }
}

/// The window library would panic without a display. The program prints one sentence.
#[test]
fn every_command_with_a_window_reports_a_missing_display() {
    if !cfg!(target_os = "linux") {
        return;
    }
    let picture = std::env::temp_dir().join(format!("seamwalker-{}.png", std::process::id()));
    let picture = picture.to_str().unwrap();
    let commands: [&[&str]; 5] = [
        &[],
        &["play", "first_stitch"],
        &["lab", "seam_gallery"],
        &["picture", "first_stitch", picture],
        &["frames", "first_stitch"],
    ];
    let displays: [&[(&str, &str)]; 6] = [
        &[("DISPLAY", ":4321")],
        // No such display: its port would be beyond the last one.
        &[("DISPLAY", ":64321")],
        &[("DISPLAY", ":99999")],
        &[("DISPLAY", "nonsense")],
        &[("WAYLAND_DISPLAY", "nowhere-7"), ("XDG_RUNTIME_DIR", "/nowhere")],
        &[("DISPLAY", ":64321"), ("WAYLAND_DISPLAY", "/nowhere/wayland-7")],
    ];
    for (command, display) in commands.into_iter().flat_map(|command| displays.map(|display| (command, display))) {
        let mut program = Command::new(env!("CARGO_BIN_EXE_seamwalker"));
        program.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").envs(display.iter().copied()).args(command);
        let output = program.output().unwrap();
        let error = err(&output);
        assert_eq!(output.status.code(), Some(1), "{command:?} {display:?}: {error}");
        assert!(
            error.starts_with("seamwalker: there is no display") && error.lines().count() == 1,
            "{command:?}: {error}"
        );
        assert!(display.iter().all(|(name, value)| *name == "XDG_RUNTIME_DIR" || error.contains(value)), "{error}");
    }
    assert!(!std::path::Path::new(picture).exists());
}

#[test]
fn shipped_maps_can_be_checked_by_name_and_by_path() {
    for map in ["first_stitch", "maps/first_stitch.tmx"] {
        let check = seamwalker(&["check", map]);
        assert!(check.status.success(), "{}", out(&check));
        assert!(out(&check).contains("1 map: 0 errors, 0 warnings"), "{}", out(&check));
    }
    let json = seamwalker(&["check", "seam_gallery", "--json"]);
    assert_eq!(serde_json::from_str::<serde_json::Value>(&out(&json)).unwrap(), serde_json::json!([]));
}

#[test]
fn the_outline_has_the_documented_form() {
    let outline = seamwalker(&["outline", "first_stitch", "--json"]);
    let value: serde_json::Value = serde_json::from_str(&out(&outline)).unwrap();
    assert_eq!(value["tile_size"], serde_json::json!([16, 16]));
    assert!(value["map"].as_str().is_some_and(|map| Path::new(map).ends_with("first_stitch.tmx")));
    let segments = value["segments"].as_array().unwrap();
    assert!(segments.len() > 50);
    for segment in segments {
        for key in ["a", "b", "normal"] {
            assert!(
                segment[key].as_array().is_some_and(|p| p.len() == 2 && p.iter().all(serde_json::Value::is_number))
            );
        }
        assert!(segment["class"].is_string() && segment["chain"].is_u64());
    }
    assert!(out(&seamwalker(&["outline", "first_stitch", "--svg"])).starts_with("<svg"));
}

#[test]
fn solvers_are_compared_scene_by_scene() {
    let text = seamwalker(&["compare", "bump-33", "squish"]);
    assert!(text.status.success(), "{}", err(&text));
    assert!(out(&text).starts_with("squish: ") && out(&text).contains("\nbump-33: "), "{}", out(&text));
    assert!(!out(&text).contains("ns per step"));
    assert!(out(&seamwalker(&["compare", "bump-33", "--times"])).contains("ns per step"));
    let json = seamwalker(&["compare", "bump-33", "squish", "--json"]);
    let value: serde_json::Value = serde_json::from_str(&out(&json)).unwrap();
    let scene = &value["scenes"][1];
    let cell = &scene["cells"][0];
    assert_eq!(
        (&scene["scene"], &cell["solver"], &cell["clean"]),
        (&"bump-33".into(), &"thick-sat".into(), &true.into())
    );
    assert!(cell["snags"] == 0 && cell["jitter"].is_null() && cell["ns_per_step"].is_null(), "{cell}");
    assert_eq!(value["crowds"], serde_json::json!([]));
}

#[test]
fn crowds_are_compared_with_the_expected_result() {
    let text = seamwalker(&["compare", "crowd-train-wall"]);
    assert!(out(&text).starts_with("crowd-train-wall: ") && out(&text).contains("squished 2 deep"), "{}", out(&text));
    let json = seamwalker(&["compare", "crowd-train-wall", "--json"]);
    let value: serde_json::Value = serde_json::from_str(&out(&json)).unwrap();
    let crowd = &value["crowds"][0];
    assert_eq!((&value["scenes"], &crowd["kept"]), (&serde_json::json!([]), &true.into()));
    assert_eq!((&crowd["end"], &crowd["made"]["squishes"][0]["member"]), (&"squishes".into(), &3.into()));
    assert_eq!((&crowd["members"][0]["priority"], &crowd["made"]), (&1.into(), &crowd["expected"]));
}

#[test]
fn an_unknown_scene_is_answered_with_the_known_ones() {
    let wrong = seamwalker(&["compare", "bump-35"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(err(&wrong).contains("there is no scene 'bump-35'") && err(&wrong).contains("bump-33"), "{}", err(&wrong));
}

#[test]
fn a_run_reports_its_result_and_its_ghosts() {
    let folder = std::env::temp_dir().join(format!("seamwalker-cli-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("inputs.txt");
    std::fs::write(&file, "30 right # walk\n").unwrap();
    let run = seamwalker(&["run", "first_stitch", "--inputs", file.to_str().unwrap(), "--json"]);
    let value: serde_json::Value = serde_json::from_str(&out(&run)).unwrap();
    assert_eq!((&value["ticks"], &value["snags"]), (&30.into(), &0.into()));
    for key in ["outcome", "position", "velocity", "hash", "worst_depth", "ns_per_tick"] {
        assert!(!value[key].is_null(), "{key} is missing in {value}");
    }
    let beside = &["run", "first_stitch", "--inputs", file.to_str().unwrap(), "--json", "--ghosts", "same-start"];
    let value: serde_json::Value = serde_json::from_str(&out(&seamwalker(beside))).unwrap();
    let table = &value["ghosts"];
    assert_eq!((&table["mode"], &table["rows"][1]["kind"]), (&"same-start".into(), &"thick-sat".into()));
    let players = 1 + seamwalker_collide::SolverKind::ALL.len();
    assert_eq!((&table["rows"][1]["farthest"], table["rows"].as_array().unwrap().len()), (&0.0.into(), players));
    std::fs::write(&file, "30 right\n12 rihgt\n").unwrap();
    let wrong = seamwalker(&["run", "first_stitch", "--inputs", file.to_str().unwrap()]);
    assert_eq!(wrong.status.code(), Some(1));
    assert!(err(&wrong).contains("inputs.txt:2"), "{}", err(&wrong));
    std::fs::remove_dir_all(&folder).unwrap();
}

/// A temporary folder for one test.
struct TempFolder(std::path::PathBuf);

impl TempFolder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("seamwalker-cli-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path.canonicalize().unwrap())
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }
}

impl Drop for TempFolder {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

#[test]
fn a_new_map_in_a_new_folder_gets_a_project_and_is_playable() {
    let place = TempFolder::new("new");
    let inputs = place.path("inputs.txt");
    std::fs::write(&inputs, "600 right\n").unwrap();
    // In a folder below the project's too, and with a name without an ending.
    for map in ["game/attic.tmx", "game/deep/er/cellar", "game/attic2.tmx"] {
        let path = place.path(map);
        let made = seamwalker(&["new", &path]);
        assert!(made.status.success(), "{}", err(&made));
        assert!(out(&made).contains("seamwalker play"), "{}", out(&made));
        let path = if path.ends_with(".tmx") { path } else { path + ".tmx" };
        let check = seamwalker(&["check", &path]);
        assert_eq!(out(&check), "1 map: 0 errors, 0 warnings\n");
        let run = seamwalker(&["run", &path, "--inputs", &inputs]);
        assert!(out(&run).starts_with("Finished"), "{}{}", out(&run), err(&run));
    }
    // Two actions of one shortcut would both be dead: that of the extension is not one of the project's commands.
    let project = std::fs::read_to_string(place.0.join("game/seamwalker.tiled-project")).unwrap();
    let extension = std::fs::read_to_string(place.0.join("game/extensions/check.js")).unwrap();
    assert!(project.contains("\"extensionsPath\": \"extensions\"") && extension.contains("shortcut = \"F6\""));
    assert!(project.contains("\"shortcut\": \"F5\"") && !project.contains("\"shortcut\": \"F6\""));
    assert!(!place.0.join("game/first_stitch.tmx").exists(), "a new project has none of the shipped maps");
}

/// Tiled's terrain brush cuts notches into a floor below empty cells. What is above a new floor must have cloth at its lower corners.
#[test]
fn a_new_map_has_the_edge_of_a_terrain_above_its_floor() {
    let place = TempFolder::new("brush");
    assert!(seamwalker(&["new", &place.path("game/attic.tmx")]).status.success());
    let map = std::fs::read_to_string(place.0.join("game/attic.tmx")).unwrap();
    let cells = map.split("name=\"ground\"").nth(1).and_then(|layer| layer.split("csv\">\n").nth(1)).unwrap();
    let rows: Vec<&str> = cells.lines().take(26).collect();
    let floor = rows.iter().position(|row| row.starts_with("1,")).unwrap();
    let above: u32 = rows[floor - 1].split(',').next().unwrap().parse().unwrap();
    assert!(rows[floor - 1].trim_end_matches(',').split(',').all(|cell| cell == above.to_string()));
    let denim = std::fs::read_to_string(place.0.join("game/tilesets/denim.tsx")).unwrap();
    let id = above - 1;
    assert!(denim.contains(&format!("<wangtile tileid=\"{id}\" wangid=\"0,0,0,1,0,1,0,0\"/>")), "tile {id}");
    assert!(denim.contains(&format!("<tile id=\"{id}\" type=\"Border\"/>")), "tile {id}");
}

#[test]
fn a_new_map_overwrites_nothing_and_leaves_other_folders_alone() {
    let place = TempFolder::new("careful");
    let game = place.path("game/attic.tmx");
    assert!(seamwalker(&["new", &game]).status.success());
    std::fs::write(&game, "mine").unwrap();
    let again = seamwalker(&["new", &game]);
    assert_eq!(again.status.code(), Some(1));
    assert!(err(&again).contains("the file exists already"), "{}", err(&again));
    assert_eq!(std::fs::read_to_string(&game).unwrap(), "mine");
    // A folder with other files stays as it is, and the error says what to do.
    std::fs::write(place.path("letter.txt"), "dear aunt").unwrap();
    let among = seamwalker(&["new", &place.path("attic.tmx")]);
    assert_eq!(among.status.code(), Some(1));
    assert!(err(&among).contains("as in: seamwalker new my-game/attic.tmx"), "{}", err(&among));
    // A folder with another game's project stays as it is, too.
    std::fs::create_dir(place.path("other")).unwrap();
    std::fs::write(place.path("other/their.tiled-project"), "{}").unwrap();
    let theirs = seamwalker(&["new", &place.path("other/attic.tmx")]);
    assert!(err(&theirs).contains("belongs to another game"), "{}", err(&theirs));
    assert_eq!(seamwalker(&["new", &place.path("game/attic.png")]).status.code(), Some(1));
    let left: Vec<_> = std::fs::read_dir(&place.0).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left.len(), 3, "{left:?}");
}

#[test]
fn every_limit_is_listed_and_can_be_set_for_files_and_shipped_maps() {
    let help = seamwalker(&["check", "--help"]);
    for (name, number) in seamwalker_level::Limits::DEFAULT.list() {
        assert!(out(&help).contains(&format!("{name}={number}")), "{name} is missing in {}", out(&help));
    }
    for map in ["first_stitch", "maps/first_stitch.tmx"] {
        let small = seamwalker(&["check", map, "--limit", "cells=4096"]);
        assert_eq!(small.status.code(), Some(1));
        assert!(out(&small).contains("more than 4096 cells"), "{}", out(&small));
        let large = seamwalker(&["check", map, "--limit", "cells=100000000", "--limit", "farthest-cell=70000"]);
        assert!(large.status.success(), "{}", out(&large));
    }
    let bytes = seamwalker(&["outline", "maps/first_stitch.tmx", "--limit", "file_bytes=1000"]);
    assert!(err(&bytes).contains("larger than 1000 bytes"), "{}", err(&bytes));
    for bad in ["cells", "cells=many", "beauty=1", "depth=1000", "cells=-1"] {
        assert_eq!(seamwalker(&["check", "first_stitch", "--limit", bad]).status.code(), Some(2), "{bad}");
    }
}

#[test]
fn a_map_in_json_is_checked_outlined_and_run_like_one_in_xml() {
    let folder = std::env::temp_dir().join(format!("seamwalker-json-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("assets")).unwrap();
    let copied = Command::new("cp").args(["-r", "maps"]).arg(&folder).current_dir(env!("CARGO_MANIFEST_DIR")).status();
    assert!(copied.unwrap().success());
    let [map, same] = ["maps/copy.tmj", "maps/same.tmx"].map(|name| folder.join(name));
    std::fs::write(&map, include_str!("fixtures/tiled-1.8/first_stitch.tmj")).unwrap();
    std::fs::write(&same, include_str!("fixtures/tiled-1.8/first_stitch.tmx")).unwrap();
    let [map, same] = [&map, &same].map(|path| path.to_str().unwrap());
    let check = seamwalker(&["check", map]);
    // Tiled 1.8 has dropped the class of the map.
    assert!(out(&check).contains("1 map: 0 errors, 1 warning\n"), "{}", out(&check));
    let run = |map: &str| seamwalker(&["run", map, "--inputs", "maps/runs/first_stitch.txt", "--json"]);
    let end = |output: &Output| {
        let value: serde_json::Value = serde_json::from_str(&out(output)).unwrap();
        (value["outcome"].clone(), value["hash"].clone())
    };
    assert_eq!(end(&run(map)), end(&run(same)));
    assert!(out(&seamwalker(&["outline", map, "--svg"])).starts_with("<svg"));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_world_is_checked_outlined_and_run_like_a_map() {
    let world = "tests/fixtures/world/rooms.world";
    let check = seamwalker(&["check", world]);
    assert!(check.status.success() && out(&check).contains("1 map: 0 errors, 0 warnings"), "{}", out(&check));
    let outline = seamwalker(&["outline", world]);
    let value: serde_json::Value = serde_json::from_str(&out(&outline)).unwrap();
    let floor =
        &value["segments"].as_array().unwrap().iter().find(|s| s["a"] == serde_json::json!([0.0, 320.0])).unwrap();
    assert_eq!(floor["b"], serde_json::json!([2832.0, 320.0]), "one floor through three maps");
    let inputs = std::env::temp_dir().join(format!("seamwalker-world-inputs-{}", std::process::id()));
    std::fs::write(&inputs, "300 right\n30 right+jump\n900 right\n").unwrap();
    let run = seamwalker(&["run", world, "--inputs", inputs.to_str().unwrap(), "--json"]);
    std::fs::remove_file(inputs).unwrap();
    let value: serde_json::Value = serde_json::from_str(&out(&run)).unwrap();
    assert_eq!((&value["snags"], &value["deaths"]), (&serde_json::json!(0), &serde_json::json!(0)), "{value}");
    assert!(value["position"][0].as_f64().unwrap() > 1900.0, "{value}");
}

/// Runs the program with a data folder. Only Linux has a variable for it.
fn seamwalker_at_home(home: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_seamwalker"));
    command.env("XDG_DATA_HOME", home).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    command.args(arguments).output().unwrap()
}

#[test]
fn a_saved_game_can_be_exported_and_imported() {
    if !cfg!(target_os = "linux") {
        return;
    }
    let home = std::env::temp_dir().join(format!("seamwalker-cli-save-{}", std::process::id()));
    std::fs::create_dir_all(home.join("seamwalker")).unwrap();
    let file = home.join("mine.json").display().to_string();
    let asked = |arguments: &[&str]| seamwalker_at_home(&home, arguments);
    let nothing = asked(&["save", "--export", &file]);
    assert!(err(&nothing).contains("slot 1 is empty"), "{}", err(&nothing));
    std::fs::write(home.join("seamwalker/slot1.json"), r#"{"version": 1, "progress": {"attic": {"ticks": 77}}}"#)
        .unwrap();
    assert!(asked(&["save", "--export", &file]).status.success());
    assert!(std::fs::read_to_string(&file).unwrap().contains("77"));
    let back = asked(&["save", "--import", &file]);
    assert!(out(&back).contains("into slot 2"), "{}", out(&back));
    let again = asked(&["save", "--import", &file, "--slot", "2"]);
    assert!(out(&again).contains("kept as slot2.json.replaced-1"), "{}", out(&again));
    assert!(asked(&["save", "--import", &file]).status.success());
    let full = asked(&["save", "--import", &file]);
    assert!(err(&full).contains("choose one with --slot"), "{}", err(&full));
    std::fs::write(&file, "{}").unwrap();
    let wrong = asked(&["save", "--import", &file, "--slot", "1"]);
    assert!(!wrong.status.success() && err(&wrong).contains("not a saved game"), "{}", err(&wrong));
    for arguments in
        [&["save"][..], &["save", "--export", "a", "--import", "b"], &["save", "--export", "a", "--slot", "4"]]
    {
        assert_eq!(asked(arguments).status.code(), Some(2), "{arguments:?}");
    }
    std::fs::remove_dir_all(&home).unwrap();
}

#[test]
fn a_replay_is_checked_or_refused_with_the_reason() {
    use seamwalker_assets::shipped;
    use seamwalker_collide::SolverSetup;
    use seamwalker_level::read;
    use seamwalker_sim::{Buttons, Input, Replay, World};

    let level = std::sync::Arc::new(read(&shipped(), "maps/first_stitch.tmx").unwrap());
    let walk = [Input { buttons: Buttons::RIGHT }; 150];
    let replay = Replay::record(World::new(level, SolverSetup::default()), walk);
    let text = |map: &str, version: u32, game: &str, hashes: &[u64]| {
        serde_json::json!({
            "seamwalker": "replay", "version": version, "game": game, "map": map, "level_hash": replay.level_hash,
            "inputs": replay.inputs, "hashes": hashes, "outcome": replay.outcome,
        })
        .to_string()
    };
    let file = std::env::temp_dir().join(format!("seamwalker-cli-replay-{}.json", std::process::id()));
    let check = |text: String| {
        std::fs::write(&file, text).unwrap();
        seamwalker(&["replay", &file.display().to_string(), "--check"])
    };
    let fine = check(text("first_stitch", 1, "0.1.0", &replay.hashes));
    assert!(out(&fine).contains("same result, 150 ticks"), "{}{}", out(&fine), err(&fine));
    for (bad, why) in [
        (text("spool_works", 1, "0.1.0", &replay.hashes), "open the map it was made in, unchanged"),
        (text("first_stitch", 2, "9.9.9", &replay.hashes), "it needs version 9.9.9 of the game"),
        (text("first_stitch", 1, "0.0.9", &[1, 2]), "within second 1: the rules have changed"),
        (text("nowhere", 1, "0.1.0", &replay.hashes), "nowhere: there is no such file"),
        ("{}".to_owned(), "not a replay of this game"),
    ] {
        let refused = check(bad);
        assert_eq!(refused.status.code(), Some(1));
        assert!(err(&refused).contains(why), "{}", err(&refused));
    }
    std::fs::remove_file(&file).unwrap();
}

#[test]
fn the_laboratory_refuses_a_session_before_it_opens_a_window() {
    use seamwalker_lab::{Loop, SessionPlace, SharedSession, Take};
    use seamwalker_sim::World;

    let folder = TempFolder::new("lab");
    let place = SessionPlace::Map("first_stitch".into());
    let level = place.level(&seamwalker_level::Limits::DEFAULT).unwrap();
    let start = World::new(level, seamwalker_collide::SolverSetup::default());
    let session = SharedSession::new(place, &Loop::new(Take::new(start, "90 right".parse().unwrap()))).text();
    let file = folder.path("shared.lab");
    for (from, to, why) in [
        ("\"map\": \"first_stitch\"", "\"map\": \"../first_stitch\"", "shared.lab: there is no map"),
        ("\"map\": \"first_stitch\"", "\"map\": \"spool_works\"", "use the version that it was made with"),
        ("{", "", "not a laboratory file"),
    ] {
        assert!(session.contains(from), "{from}");
        std::fs::write(&file, session.replacen(from, to, 1)).unwrap();
        let refused = seamwalker(&["lab", &file]);
        assert_eq!(refused.status.code(), Some(1));
        assert!(err(&refused).contains(why), "{to}: {}", err(&refused));
    }
    let nowhere = seamwalker(&["lab", "nowhere"]);
    assert_eq!(nowhere.status.code(), Some(1));
    assert!(err(&nowhere).contains("there is no such file"), "{}", err(&nowhere));
}

/// Runs the program with a text on standard input.
fn seamwalker_fed(arguments: &[&str], text: &[u8]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_seamwalker"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A program that refuses a long text does not read all of it.
    let _ = child.stdin.take().unwrap().write_all(text);
    child.wait_with_output().unwrap()
}

#[test]
fn inputs_and_replays_can_be_read_from_standard_input() {
    let inputs = "\u{feff}60 right\n12 right+jump\n".as_bytes();
    let run = seamwalker_fed(&["run", "first_stitch", "--inputs", "-", "--json"], inputs);
    let answer: serde_json::Value = serde_json::from_str(&out(&run)).unwrap_or_else(|_| panic!("{}", err(&run)));
    assert_eq!(answer["ticks"], 72, "{answer}");
    let bad = seamwalker_fed(&["run", "first_stitch", "--inputs", "-"], b"60 right\n5 fly");
    assert_eq!((bad.status.code(), err(&bad).contains("standard input:2: `fly`")), (Some(1), true), "{}", err(&bad));
    let binary = seamwalker_fed(&["run", "first_stitch", "--inputs", "-"], &[0xff; 9]);
    assert!(err(&binary).contains("standard input: it is not UTF-8"), "{}", err(&binary));
    let long = seamwalker_fed(&["run", "first_stitch", "--inputs", "-"], &vec![b'#'; (16 << 20) + 1]);
    assert!(err(&long).contains("standard input: it is larger than 16777216 bytes"), "{}", err(&long));
    let replay = seamwalker_fed(&["replay", "-", "--check"], b"{}");
    assert_eq!(replay.status.code(), Some(1));
    assert!(err(&replay).contains("standard input: it is not a replay"), "{}", err(&replay));
}

/// The program never waits for a pipe, and never reads without end.
#[test]
fn special_and_large_files_are_refused() {
    if !cfg!(target_os = "linux") {
        return;
    }
    let home = std::env::temp_dir().join(format!("seamwalker-cli-special-{}", std::process::id()));
    std::fs::create_dir_all(&home).unwrap();
    let pipe = home.join("pipe.lab");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let huge = home.join("huge");
    std::fs::File::create(&huge).unwrap().set_len(1 << 30).unwrap();
    let (pipe, huge) = (pipe.display().to_string(), huge.display().to_string());
    let reasons = [
        (pipe.as_str(), "not a regular file"),
        ("/dev/zero", "not a regular file"),
        ("src", "a folder"),
        (&huge, "larger than"),
    ];
    for (file, why) in reasons {
        for arguments in [
            &["run", "first_stitch", "--inputs", file][..],
            &["lab", "hops", "--inputs", file],
            &["lab", file],
            &["replay", file, "--check"],
            &["save", "--import", file],
        ] {
            let mut command = Command::new(env!("CARGO_BIN_EXE_seamwalker"));
            command.current_dir(env!("CARGO_MANIFEST_DIR")).env("XDG_DATA_HOME", &home);
            let refused = command.args(arguments).output().unwrap();
            assert_eq!(refused.status.code(), Some(1), "{arguments:?}: {}", err(&refused));
            assert!(err(&refused).contains(why), "{arguments:?}: {}", err(&refused));
        }
    }
    std::fs::remove_dir_all(&home).unwrap();
}

#[cfg(target_os = "linux")]
#[test]
fn an_import_does_not_replace_a_slot_that_cannot_be_read() {
    let home = std::env::temp_dir().join(format!("seamwalker-cli-left-{}", std::process::id()));
    let saves = home.join("seamwalker");
    std::fs::create_dir_all(saves.join("slot1.json")).unwrap();
    let later = r#"{"seamwalker": "save", "version": 2, "progress": []}"#;
    std::fs::write(saves.join("slot2.json"), later).unwrap();
    std::os::unix::fs::symlink("nowhere", saves.join("slot3.json")).unwrap();
    let file = home.join("mine.json");
    std::fs::write(&file, r#"{"seamwalker": "save", "version": 1, "progress": {"attic": {"ticks": 77}}}"#).unwrap();
    let file = file.display().to_string();
    for (slot, why) in [("1", "it is a folder"), ("2", "a later version"), ("3", "a link to a missing file")] {
        for way in ["--import", "--export"] {
            let refused = seamwalker_at_home(&home, &["save", way, &file, "--slot", slot]);
            assert_eq!(refused.status.code(), Some(1));
            assert!(err(&refused).contains(why), "{slot}: {}", err(&refused));
        }
    }
    let full = seamwalker_at_home(&home, &["save", "--import", &file]);
    assert!(err(&full).contains("choose one with --slot"), "{}", err(&full));
    assert!(saves.join("slot1.json").is_dir() && saves.join("slot3.json").is_symlink());
    assert_eq!(std::fs::read_to_string(saves.join("slot2.json")).unwrap(), later);
    assert_eq!(std::fs::read_dir(&saves).unwrap().count(), 3, "no file was renamed");
    std::fs::remove_dir_all(&home).unwrap();
}

/// The home folder is the highest that a map may read from by itself.
#[cfg(unix)]
#[test]
fn files_above_the_home_folder_are_refused_with_the_cure() {
    let place = TempFolder::new("home");
    let maps = place.0.join("home/anna/maps");
    std::fs::create_dir_all(&maps).unwrap();
    std::fs::create_dir_all(place.0.join("home/anna/.git")).unwrap();
    let map = |tileset: &str| {
        let text = format!(
            "<map version=\"1.10\" orientation=\"orthogonal\" width=\"1\" height=\"1\" tilewidth=\"16\" tileheight=\"16\">\n<tileset firstgid=\"1\" source=\"{tileset}\"/></map>"
        );
        std::fs::write(maps.join("m.tmx"), text).unwrap();
    };
    for folder in ["home", "home/anna"] {
        std::fs::write(
            place.0.join(folder).join("t.tsx"),
            "<tileset name=\"t\" tilewidth=\"16\" tileheight=\"16\" tilecount=\"0\" columns=\"0\"/>",
        )
        .unwrap();
    }
    let path = maps.join("m.tmx");
    let check = |more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_seamwalker"));
        command.env("HOME", place.0.join("home/anna")).args(["check", path.to_str().unwrap()]).args(more);
        out(&command.output().unwrap())
    };
    map("../t.tsx");
    assert!(!check(&[]).contains("cannot read"), "a file in the home folder: {}", check(&[]));
    map("../../t.tsx");
    let refused = check(&[]);
    assert!(
        refused.contains("cannot read '../../t.tsx'") && refused.contains("name a higher folder with --root"),
        "{refused}"
    );
    assert!(
        refused.contains(&format!("may read from {}", maps.display())),
        "version control of a home folder is no project: {refused}"
    );
    assert!(!check(&["--root", place.0.to_str().unwrap()]).contains("cannot read"));
}

/// A map of another game, with a layer that is ground by its name.
const FOREIGN: &str = r#"<map version="1.10" orientation="orthogonal" width="4" height="2" tilewidth="16" tileheight="16">
<tileset firstgid="1" name="t" tilewidth="16" tileheight="16" tilecount="1" columns="1"><image source="t.png" width="16" height="16"/></tileset>
<layer id="1" name="Platforms" width="4" height="2"><data encoding="csv">0,0,0,0,1,1,1,1</data></layer>
<layer id="2" name="Kacheln" width="4" height="2"><data encoding="csv">1,0,0,0,0,0,0,0</data></layer>
</map>"#;

#[test]
fn what_was_assumed_is_written_into_the_project_and_then_certain() {
    let place = TempFolder::new("adopt");
    let (game, map) = (place.0.join("game"), place.0.join("game/maps/a.tmx"));
    std::fs::create_dir_all(game.join("maps")).unwrap();
    std::fs::write(&map, FOREIGN).unwrap();
    let own = r#"{"propertyTypes":[{"id":7,"type":"class","name":"Player","members":[]}],"mine":[1,2],"properties":[{"name":"solid_layers","type":"string","value":"Stone"}]}"#;
    std::fs::write(game.join("g.tiled-project"), own).unwrap();
    let path = map.to_str().unwrap();
    assert!(!out(&seamwalker(&["check", path])).contains("by name"), "the project lists what is solid");

    std::fs::remove_file(game.join("g.tiled-project")).unwrap();
    let checked = out(&seamwalker(&["check", path]));
    assert!(
        checked.contains("note: Solid by name: layer 'Platforms'; write it into the project with: seamwalker adopt"),
        "{checked}"
    );
    let said = out(&seamwalker(&["adopt", path]));
    let project = game.join("maps/maps.tiled-project");
    assert!(said.contains("maps.tiled-project") && said.contains("solid_layers: Platforms"), "{said}");
    assert_eq!(std::fs::read_to_string(&map).unwrap(), FOREIGN, "no map is changed");
    assert!(!out(&seamwalker(&["check", path])).contains("by name"));
    assert!(out(&seamwalker(&["adopt", path])).contains("nothing was assumed"));
    let text = std::fs::read_to_string(&project).unwrap();
    assert!(text.contains("\"name\": \"Solid\"") && text.contains("\"shortcut\": \"F5\""), "{text}");
    let extension = game.join("maps/extensions/check.js");
    assert!(text.contains("\"extensionsPath\": \"extensions\"") && said.contains("check.js"), "{text}\n{said}");
    assert!(std::fs::read_to_string(&extension).unwrap().contains("SeamwalkerCheck"));
    std::fs::write(&extension, "mine").unwrap();

    // A project of one's own keeps everything.
    std::fs::remove_file(&project).unwrap();
    std::fs::write(game.join("g.tiled-project"), own.replace("solid_layers", "water_layers")).unwrap();
    assert!(seamwalker(&["adopt", path]).status.success());
    assert!(!game.join("extensions").exists(), "only a new project gets the extension");
    let kept: serde_json::Value =
        serde_json::from_slice(&std::fs::read(game.join("g.tiled-project")).unwrap()).unwrap();
    assert_eq!(
        (&kept["mine"], &kept["properties"][0]["value"]),
        (&serde_json::json!([1, 2]), &serde_json::json!("Stone"))
    );
    assert_eq!(
        (&kept["properties"][1]["name"], &kept["properties"][1]["value"]),
        (&"solid_layers".into(), &"Platforms".into())
    );
    let players = kept["propertyTypes"].as_array().unwrap().iter().filter(|kind| kind["name"] == "Player");
    assert_eq!(players.count(), 1, "its class Player stays as it is");

    // Layers that are named with the call are written, too.
    std::fs::remove_file(game.join("g.tiled-project")).unwrap();
    let said = out(&seamwalker(&["adopt", path, "--solid-layer", "Kacheln"]));
    assert!(said.contains("solid_layers: Kacheln"), "{said}");
    let kept = std::fs::read_to_string(&project).unwrap();
    assert!(kept.contains("Kacheln"), "{kept}");
    assert_eq!(std::fs::read_to_string(&extension).unwrap(), "mine", "an extension of that name stays");
    std::fs::remove_file(&project).unwrap();

    std::fs::write(game.join("g.tiled-project"), "{").unwrap();
    let refused = seamwalker(&["adopt", path]);
    assert!(!refused.status.success() && err(&refused).contains("g.tiled-project"), "{}", err(&refused));
}

#[test]
fn layers_can_be_made_solid_for_one_call() {
    let place = TempFolder::new("solid");
    let map = place.0.join("a.tmx");
    std::fs::write(&map, FOREIGN).unwrap();
    let path = map.to_str().unwrap();
    let edges = |more: &[&str]| {
        let output = out(&seamwalker(&[&["outline", path], more].concat()));
        serde_json::from_str::<serde_json::Value>(&output).unwrap()["segments"].as_array().unwrap().len()
    };
    assert_eq!((edges(&[]), edges(&["--solid-layer", "Kacheln"]), edges(&["--solid-layer", "gone"])), (4, 4, 0));
    let both = ["--solid-layer", "Kacheln", "--solid-layer", "platforms"];
    assert_eq!(edges(&both), 6, "they touch along the left border");
    let unknown = out(&seamwalker(&["check", path, "--solid-layer", "Kachel"]));
    assert!(unknown.contains("warning: no layer is called 'Kachel'; did you mean 'Kacheln'?"), "{unknown}");
}

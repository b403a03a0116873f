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
use std::path::{Path, PathBuf};
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
fn help_shows_examples_every_solver_and_the_exit_status() {
    for arguments in [&["--help"][..], &["help"], &["man"]] {
        let help = seamwalker(arguments);
        assert!(help.status.success() && help.stderr.is_empty());
        for word in ["Examples:", "outline", "thick-sat", "mandatory-first", "Exit status:"] {
            // The manual page has its hyphens escaped.
            assert!(out(&help).replace('\\', "").contains(word), "{word} is missing in {}", out(&help));
        }
    }
}

#[test]
fn wrong_arguments_exit_with_2() {
    for arguments in [&["play", "a", "b"][..], &["check"], &["run", "first_stitch"], &["--solver", "magic"]] {
        assert_eq!(seamwalker(arguments).status.code(), Some(2), "{arguments:?}");
    }
    assert_eq!(seamwalker(&["play", "first_stitch", "--object", "seven"]).status.code(), Some(2));
    let scene = seamwalker(&["compare", "bump-35"]);
    assert_eq!(scene.status.code(), Some(2));
    assert!(err(&scene).contains("there is no scene 'bump-35'") && err(&scene).contains("bump-33"), "{}", err(&scene));
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

/// The window library would panic without a display. The program prints one sentence.
#[test]
fn every_command_with_a_window_reports_a_missing_display() {
    if !cfg!(target_os = "linux") {
        return;
    }
    let place = TempFolder::new();
    let picture = &place.path("picture.png");
    let commands: [&[&str]; 7] = [
        &[],
        &["play", "first_stitch"],
        // Tiled passes such values when no object is selected.
        &["play", "first_stitch", "--object"],
        &["play", "first_stitch", "--object", "%objectid"],
        &["play", "first_stitch", "--object", "7"],
        &["lab", "seam_gallery"],
        &["picture", "first_stitch", picture],
    ];
    let displays: [&[(&str, &str)]; 6] = [
        &[],
        &[("DISPLAY", ":4321")],
        // No such display: its port would be beyond the last one.
        &[("DISPLAY", ":64321")],
        &[("DISPLAY", "nonsense")],
        &[("WAYLAND_DISPLAY", "nowhere-7"), ("XDG_RUNTIME_DIR", "/nowhere")],
        &[("DISPLAY", ":64321"), ("WAYLAND_DISPLAY", "/nowhere/wayland-7")],
    ];
    let each_command = commands.map(|command| (command, displays[0]));
    for (command, display) in each_command.into_iter().chain(displays.map(|display| (commands[0], display))) {
        let mut program = Command::new(env!("CARGO_BIN_EXE_seamwalker"));
        // Where there is no folder `maps`, the program reads no maps before it looks for a display.
        program.current_dir(place.path("")).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
        program.envs(display.iter().copied()).args(command);
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
    let outline = seamwalker(&["outline", "first_stitch"]);
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
    let json = seamwalker(&["compare", "bump-33", "squish", "--json"]);
    let value: serde_json::Value = serde_json::from_str(&out(&json)).unwrap();
    let scene = &value["scenes"][1];
    let cell = &scene["cells"][0];
    assert_eq!(
        (&scene["scene"], &cell["solver"], &cell["clean"]),
        (&"bump-33".into(), &"thick-sat".into(), &true.into())
    );
    assert!(cell["snags"] == 0 && cell["jitter"].is_null(), "{cell}");
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
    assert_eq!((&crowd["end"], &crowd["made"]["contradictions"][0]["member"]), (&"squishes".into(), &3.into()));
    assert_eq!((&crowd["members"][0]["priority"], &crowd["made"]), (&1.into(), &crowd["expected"]));
}

#[test]
fn a_run_reports_its_result() {
    let folder = TempFolder::new();
    let file = folder.path("inputs.txt");
    std::fs::write(&file, "30 right # walk\n").unwrap();
    let run = seamwalker(&["run", "first_stitch", "--inputs", &file, "--json"]);
    let value: serde_json::Value = serde_json::from_str(&out(&run)).unwrap();
    assert_eq!((&value["ticks"], &value["snags"]), (&30.into(), &0.into()));
    for key in ["outcome", "position", "velocity", "hash", "worst_depth", "ns_per_tick"] {
        assert!(!value[key].is_null(), "{key} is missing in {value}");
    }
    std::fs::write(&file, "30 right\n12 rihgt\n").unwrap();
    let wrong = seamwalker(&["run", "first_stitch", "--inputs", &file]);
    assert_eq!(wrong.status.code(), Some(1));
    assert!(err(&wrong).contains("inputs.txt:2"), "{}", err(&wrong));
}

/// A temporary folder for one test.
struct TempFolder(tempfile::TempDir);

impl TempFolder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn join(&self, name: &str) -> PathBuf {
        self.0.path().canonicalize().unwrap().join(name)
    }

    fn path(&self, name: &str) -> String {
        self.join(name).to_str().unwrap().to_owned()
    }
}

#[test]
fn a_new_map_in_a_new_folder_gets_a_project_and_is_playable() {
    let place = TempFolder::new();
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
    let project = std::fs::read_to_string(place.join("game/seamwalker.tiled-project")).unwrap();
    let extension = std::fs::read_to_string(place.join("game/extensions/check.js")).unwrap();
    assert!(project.contains("\"extensionsPath\": \"extensions\"") && extension.contains("shortcut = \"F6\""));
    assert!(project.contains("\"shortcut\": \"F5\"") && !project.contains("\"shortcut\": \"F6\""));
    assert!(!place.join("game/first_stitch.tmx").exists(), "a new project has none of the shipped maps");
    // Tiled's terrain brush cuts notches into a floor below empty cells. What is above must have cloth at its lower corners.
    let map = std::fs::read_to_string(place.join("game/attic.tmx")).unwrap();
    let cells = map.split("name=\"ground\"").nth(1).and_then(|layer| layer.split("csv\">\n").nth(1)).unwrap();
    let rows: Vec<&str> = cells.lines().take(26).collect();
    let floor = rows.iter().position(|row| row.starts_with("1,")).unwrap();
    let above: u32 = rows[floor - 1].split(',').next().unwrap().parse().unwrap();
    assert!(rows[floor - 1].trim_end_matches(',').split(',').all(|cell| cell == above.to_string()));
    let denim = std::fs::read_to_string(place.join("game/tilesets/denim.tsx")).unwrap();
    let id = above - 1;
    assert!(denim.contains(&format!("<wangtile tileid=\"{id}\" wangid=\"0,0,0,1,0,1,0,0\"/>")), "tile {id}");
    assert!(denim.contains(&format!("<tile id=\"{id}\" type=\"Border\"/>")), "tile {id}");
}

#[test]
fn a_new_map_overwrites_nothing_and_leaves_other_folders_alone() {
    let place = TempFolder::new();
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
    let left: Vec<_> = std::fs::read_dir(place.join("")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
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
fn a_world_is_checked_outlined_and_run_like_a_map() {
    let world = "tests/fixtures/world/rooms.world";
    let check = seamwalker(&["check", world]);
    assert!(check.status.success() && out(&check).contains("1 map: 0 errors, 0 warnings"), "{}", out(&check));
    let outline = seamwalker(&["outline", world]);
    let value: serde_json::Value = serde_json::from_str(&out(&outline)).unwrap();
    let floor =
        &value["segments"].as_array().unwrap().iter().find(|s| s["a"] == serde_json::json!([0.0, 320.0])).unwrap();
    assert_eq!(floor["b"], serde_json::json!([2832.0, 320.0]), "one floor through three maps");
    let run = seamwalker_fed(&["run", world, "--inputs", "-", "--json"], b"300 right\n30 right+jump\n900 right\n");
    let value: serde_json::Value = serde_json::from_str(&out(&run)).unwrap();
    assert_eq!((&value["snags"], &value["deaths"]), (&serde_json::json!(0), &serde_json::json!(0)), "{value}");
    assert!(value["position"][0].as_f64().unwrap() > 1900.0, "{value}");
}

#[test]
fn the_laboratory_refuses_what_it_cannot_open() {
    let folder = TempFolder::new();
    let file = folder.path("shared.lab");
    let fields = r#""game":"","place":{"map":"first_stitch"},"level_hash":7,"inputs":"90 right","section":[0,90]"#;
    for (text, why) in [
        (format!(r#"{{"seamwalker":"laboratory","version":1,{fields}}}"#), "here"),
        ("nothing".to_owned(), "shared.lab: it is not a laboratory file"),
    ] {
        std::fs::write(&file, text).unwrap();
        let refused = seamwalker(&["lab", &file]);
        assert_eq!(refused.status.code(), Some(1));
        assert!(err(&refused).contains(why), "{}", err(&refused));
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
fn inputs_can_be_read_from_standard_input() {
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
}

/// The program never waits for a pipe, and never reads without end.
#[test]
fn special_and_large_files_are_refused() {
    if !cfg!(target_os = "linux") {
        return;
    }
    let home = TempFolder::new();
    let [pipe, huge, saved] = ["pipe.lab", "huge", "huge.replay.json"].map(|name| home.path(name));
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for file in [&huge, &saved] {
        std::fs::File::create(file).unwrap().set_len(1 << 30).unwrap();
    }
    let large = seamwalker(&["play", &saved]);
    assert!(err(&large).contains("huge.replay.json: it is larger than"), "{}", err(&large));
    let reasons = [
        (pipe.as_str(), "not a regular file"),
        ("/dev/zero", "not a regular file"),
        ("src", "a folder"),
        (&huge, "larger than"),
    ];
    for (file, why) in reasons {
        for arguments in
            [&["run", "first_stitch", "--inputs", file][..], &["lab", "hops", "--inputs", file], &["lab", file]]
        {
            let refused = seamwalker(arguments);
            assert_eq!(refused.status.code(), Some(1), "{arguments:?}: {}", err(&refused));
            assert!(err(&refused).contains(why), "{arguments:?}: {}", err(&refused));
        }
    }
    // A saved run is opened by its ending, and refused before a window opens.
    std::fs::write(&saved, "{}").unwrap();
    let refused = seamwalker(&["play", &saved]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(err(&refused).contains("huge.replay.json: it is not a replay of this game"), "{}", err(&refused));
}

/// The home folder is the highest that a map may read from by itself.
#[cfg(unix)]
#[test]
fn files_above_the_home_folder_are_refused_with_the_cure() {
    let place = TempFolder::new();
    let maps = place.join("home/anna/maps");
    std::fs::create_dir_all(&maps).unwrap();
    std::fs::create_dir_all(place.join("home/anna/.git")).unwrap();
    let map = |tileset: &str| {
        let text = format!(
            "<map version=\"1.10\" orientation=\"orthogonal\" width=\"1\" height=\"1\" tilewidth=\"16\" tileheight=\"16\">\n<tileset firstgid=\"1\" source=\"{tileset}\"/></map>"
        );
        std::fs::write(maps.join("m.tmx"), text).unwrap();
    };
    for folder in ["home", "home/anna"] {
        std::fs::write(
            place.join(folder).join("t.tsx"),
            "<tileset name=\"t\" tilewidth=\"16\" tileheight=\"16\" tilecount=\"0\" columns=\"0\"/>",
        )
        .unwrap();
    }
    let path = maps.join("m.tmx");
    let check = |more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_seamwalker"));
        command.env("HOME", place.join("home/anna")).args(["check", path.to_str().unwrap()]).args(more);
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
    assert!(!check(&["--root", &place.path("")]).contains("cannot read"));
}

/// A map of another game, with a layer that is ground by its name.
const FOREIGN: &str = r#"<map version="1.10" orientation="orthogonal" width="4" height="2" tilewidth="16" tileheight="16">
<tileset firstgid="1" name="t" tilewidth="16" tileheight="16" tilecount="1" columns="1"><image source="t.png" width="16" height="16"/></tileset>
<layer id="1" name="Platforms" width="4" height="2"><data encoding="csv">0,0,0,0,1,1,1,1</data></layer>
<layer id="2" name="Kacheln" width="4" height="2"><data encoding="csv">1,0,0,0,0,0,0,0</data></layer>
</map>"#;

#[test]
fn what_was_assumed_is_written_into_the_project_and_then_certain() {
    let place = TempFolder::new();
    let (game, map) = (place.join("game"), place.join("game/maps/a.tmx"));
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
    let place = TempFolder::new();
    let map = place.join("a.tmx");
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

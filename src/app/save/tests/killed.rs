//! The program is killed again and again while it saves. Each time a whole file is found afterwards.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use super::progress::CollectedCount;
use super::random::mangle::settings::is_long;
use super::storage::disk::Disk;
use super::{SaveData, SaveManager, SaveNews};

/// How often the program is killed without `LONG=1`, and with it.
const KILLS: u32 = 300;
const LONG_KILLS: u32 = 1000;

/// How many threads kill it, each in a folder of its own.
const THREADS: u32 = 4;

/// The environment variable with the killed program's folder.
const KILLED_FOLDER: &str = "SEAMWALKER_KILLED_FOLDER";

/// Maps in its slot: a file of some 20 KB.
const MAPS: usize = 150;

fn open(folder: &Path) -> (SaveManager, SaveData, Vec<SaveNews>) {
    SaveManager::open(Some(Box::new(Disk::new(folder))))
}

/// Sets every number of a slot to this one.
fn fill(saved: &mut SaveData, number: u32) {
    saved.slot.played = u64::from(number);
    for map in 0..MAPS {
        saved.slot.progress.finish(&format!("map {map}"), None, CollectedCount { beads: number, golden: number });
    }
}

/// The number in a slot; asserts that it is the same everywhere.
fn number(saved: &SaveData) -> u32 {
    let number = u32::try_from(saved.slot.played).unwrap();
    for map in 0..MAPS {
        assert_eq!(
            saved.slot.progress.of(&format!("map {map}")).found,
            CollectedCount { beads: number, golden: number }
        );
    }
    number
}

/// The killed program: saves one number after another and prints when each is safe.
#[test]
#[ignore = "it is started, and ended, by the other test"]
fn saves_forever() {
    let Some(folder) = std::env::var_os(KILLED_FOLDER) else { return };
    let (mut keeper, mut saved, _) = open(Path::new(&folder));
    for next in number(&saved) + 1.. {
        fill(&mut saved, next);
        assert_eq!(keeper.autosave(&mut saved, 0.0, true), []);
        say!("\nsafe {next}");
        std::io::stdout().flush().unwrap();
    }
}

/// Starts the program, lets it save for a moment after its first save, kills it, and checks its file. Returns the number in it.
fn kill_once(folder: &Path, moment: Duration) -> u32 {
    let program = std::env::current_exe().unwrap();
    let mut killed = Command::new(program)
        .args(["app::save::tests::killed::saves_forever", "--exact", "--ignored", "--nocapture"])
        .env(KILLED_FOLDER, folder)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(killed.stdout.take().unwrap()).lines().map_while(Result::ok);
    let mut numbers = lines.filter_map(|line| line.strip_prefix("safe ")?.parse::<u32>().ok());
    // How long a program takes to start says nothing: the moment counts from its first save.
    let first = numbers.next().unwrap();
    std::thread::sleep(moment);
    killed.kill().unwrap();
    killed.wait().unwrap();
    let safe = numbers.last().unwrap_or(first);
    let (_, saved, news) = open(folder);
    assert_eq!(news, [], "after {moment:?}");
    let found = number(&saved);
    assert!(found >= safe, "{safe} was safe, but {found} was found after {moment:?}");
    found
}

#[test]
fn a_kill_at_any_moment_leaves_a_whole_file() {
    let kills = if is_long() { LONG_KILLS } else { KILLS };
    let top = std::env::temp_dir().join(format!("seamwalker-killed-{}", std::process::id()));
    std::thread::scope(|scope| {
        for thread in 0..THREADS {
            let folder = top.join(thread.to_string());
            scope.spawn(move || {
                fs::create_dir_all(&folder).unwrap();
                let moment = |i: u32| Duration::from_micros(u64::from(i * 7919 % 25_000));
                // Some are killed while they write: their unfinished files are left behind, and do no harm.
                let hits = || fs::read_dir(&folder).unwrap().count() > 2;
                let (mut last, mut done) = (0, 0);
                while done < kills / THREADS || !hits() && done < kills / THREADS * 20 {
                    last = kill_once(&folder, moment(done));
                    done += 1;
                }
                assert!(last >= kills / THREADS, "only {last} saves");
                assert!(hits(), "no kill hit the middle of a file");
            });
        }
    });
    fs::remove_dir_all(&top).unwrap();
}

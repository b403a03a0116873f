//! The command line: commands that need no window, and the options of the window.
//!
//! Results go to standard output, errors to standard error. [`EXAMPLES`] lists the exit statuses.

mod adopt;
mod documents;
mod input;
mod lab;
mod packs;
mod playable;
mod progress;
mod words;

use std::fmt::Display;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::builder::styling::{AnsiColor, Styles};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, CommandFactory, Parser, Subcommand};
use seamwalker_assets::shipped;
use seamwalker_collide::{SolverKind, SolverSetup};
use seamwalker_lab::Judge;
use seamwalker_level::pack::Pack;
use seamwalker_level::{Files, Level, Limits, MapAccess, Problem, ReadOptions, Severity, TileScale};
use seamwalker_sim::{BadInputFile, InputTimeline, RunResult, World};
use serde_json::json;

use self::documents::compare;
use self::words::{first_word_first, is_known, map_name, map_names, no_such_map, unknown_word};
use crate::app::{self, MAX_REPLAY_BYTES, ReplayFile};
use crate::new_map;
use crate::output::{print_with, write_file_with};

const EXAMPLES: &str = "\
Examples:
  seamwalker                                   the title screen
  seamwalker play maps/first_stitch.tmx        your own map, from its start
  seamwalker play first_stitch --object 12     a shipped map, from an object (as F5 in Tiled does)
  seamwalker new maps/attic.tmx                a new map, ready for Tiled and ready to play
  seamwalker check maps/*.tm[xj]               every problem in these maps, file:line first
  seamwalker play my-game                      a pack: a folder or a zip with maps and a manifest
  seamwalker pack my-game                      the zip of a pack, once it has no errors
  seamwalker outline first_stitch --svg        the collision outline of a map, as a picture
  seamwalker run first_stitch --inputs maps/runs/first_stitch.txt --json
  seamwalker lab                               two heroes on the same ground with two solvers; `lab NAME` opens a map or a scene
  seamwalker play run.replay.json              plays back a saved run
  seamwalker compare hops wedge-30             every solver in these scenes

Exit status:
  0  success
  1  failure: a map with errors, no run found, a file that cannot be read or written
  2  the command line is invalid";

/// How long a search may take, s: longer than the search of any shipped level.
const TIMEOUT: &str = "300";

/// A patchwork platformer on Tiled maps, with collision solvers that can be swapped in mid-jump.
#[derive(Parser)]
#[command(name = "seamwalker", version, after_help = EXAMPLES, styles = styles(), args_conflicts_with_subcommands = true)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    play: PlayArgs,
}

#[derive(Subcommand)]
enum Command {
    /// Play the game: from the title screen, or a map directly
    Play(PlayArgs),
    /// Create a new map with everything that Tiled needs, ready to play
    New {
        /// The new file, inside a Seamwalker project or a new folder, which becomes a project
        map: PathBuf,
    },
    /// Check a pack and write it as a zip archive that `play`, the window and the web page take
    Pack {
        /// The folder with the manifest pack.ron and the maps
        folder: PathBuf,
        /// The archive; by default it has the folder's name and is written into the current folder
        #[arg(long, short, value_name = "FILE")]
        output: Option<PathBuf>,
        #[command(flatten)]
        read: ReadArgs,
    },
    /// Report every problem in maps, with file and line; exit status 1 if any is an error
    Check {
        /// Map files, names of shipped maps, or packs: folders or zip archives, with all of their maps
        #[arg(required = true)]
        maps: Vec<PathBuf>,
        /// Also search for runs to the exit, over every golden button and past every bead: seconds to minutes per map
        #[arg(long)]
        playable: bool,
        /// Time limit of the searches, per map
        #[arg(long, value_name = "SECONDS", requires = "playable", value_parser = seconds, default_value = TIMEOUT)]
        timeout: Duration,
        /// Print the problems as JSON
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        read: ReadArgs,
    },
    /// Write what was assumed of a map (its solid layers, by name) into its Tiled project; changes no map
    Adopt {
        /// Map file
        map: PathBuf,
        #[command(flatten)]
        read: ReadArgs,
    },
    /// Print the collision outline of a map
    Outline {
        /// Map or world file, or name of a shipped map
        map: PathBuf,
        /// Print an SVG picture instead of `{"map", "tile_size", "segments": [{"a", "b", "normal", "side", "class", "chain"}]}`
        #[arg(long)]
        svg: bool,
        /// Write a file beside the map instead, and print its name
        #[arg(long)]
        save: bool,
        #[command(flatten)]
        read: ReadArgs,
    },
    /// Play recorded inputs without a window and print the result
    Run(RunArgs),
    /// Search for inputs that reach the exit, or other targets
    Solve(playable::SolveArgs),
    /// Open the collision laboratory on a scene, a map or a shared .lab file
    Lab(lab::LabArgs),
    /// Print the manual page
    #[command(hide = true)]
    Man,
    /// Draw a whole map and write a PNG (opens a window)
    Picture {
        /// Map or world file, or name of a shipped map
        map: PathBuf,
        /// The PNG file to write
        file: PathBuf,
        /// Shrink the picture by this factor in each direction
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=16))]
        shrink: u16,
        #[command(flatten)]
        read: ReadArgs,
    },
    /// Run every solver through the same scenes and print each one's faults
    Compare(documents::CompareArgs),
}

#[derive(Args)]
struct RunArgs {
    /// Map or world file, or name of a shipped map
    map: PathBuf,
    /// Input file with lines such as `60 right` or `12 right+jump`, `#` for comments; `-` is standard input
    #[arg(long)]
    inputs: PathBuf,
    /// The solver
    #[arg(long, value_parser = solver(), default_value_t)]
    solver: SolverKind,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    read: ReadArgs,
}

/// How maps are read.
#[derive(Args, Default)]
struct ReadArgs {
    /// The folder that maps may read from. Without it, their files begin in the outermost folder above the map with a Tiled
    /// project or version control, or in the nearest one that holds all files that the map refers to
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
    /// A layer that is solid, whatever the map says; can be repeated
    #[arg(long = "solid-layer", value_name = "NAME")]
    solid_layers: Vec<String>,
    /// How large the map's tiles are: times 16 px, so that at 1, the default, the player is one and a half tiles high
    #[arg(long, value_name = "TIMES", value_parser = tile_scale)]
    tile_scale: Option<f32>,
    /// Change a limit for reading maps, such as cells=100000000; can be repeated
    #[arg(long = "limit", value_name = "NAME=NUMBER", value_parser = limit, long_help = limits_help())]
    limits: Vec<(String, String)>,
}

impl ReadArgs {
    /// The defaults with these changes.
    fn access(&self) -> MapAccess {
        let mut limits = Limits::DEFAULT;
        for (name, number) in &self.limits {
            // `limit` has checked that it can be set.
            let _ = limits.set(name, number);
        }
        let tile_scale = self.tile_scale.map_or(TileScale::Game, TileScale::Times);
        let options =
            ReadOptions { limits, solid_layers: self.solid_layers.clone(), tile_scale, ..ReadOptions::default() };
        MapAccess { root: self.root.clone(), options }
    }

    /// The same, for commands that show a map as it was painted.
    fn access_as_painted(&self) -> MapAccess {
        let mut access = self.access();
        if self.tile_scale.is_none() {
            access.options.tile_scale = TileScale::Unscaled;
        }
        access
    }
}

fn limit(text: &str) -> Result<(String, String), String> {
    let (name, number) = text.split_once('=').ok_or("expected NAME=NUMBER, such as cells=100000000")?;
    Limits::DEFAULT.clone().set(name, number)?;
    Ok((name.to_owned(), number.to_owned()))
}

fn tile_scale(text: &str) -> Result<f32, String> {
    let times = text.parse().ok().filter(|times: &f32| times.is_finite() && *times > 0.0);
    times.ok_or_else(|| "expected a number above 0, such as 1 or 0.5".to_owned())
}

fn limits_help() -> String {
    let list = Limits::DEFAULT.list().into_iter().map(|(name, number)| format!("{name}={number}")).collect::<Vec<_>>();
    format!("Change a limit for reading maps; can be repeated. All limits with their defaults:\n{}", list.join("\n"))
}

#[derive(Args)]
struct PlayArgs {
    /// Map or world file, name of a shipped map, a pack (a folder or a zip archive with maps), or a saved run (.replay.json)
    map: Option<PathBuf>,
    /// The solver to start with
    #[arg(long, value_parser = solver())]
    solver: Option<SolverKind>,
    /// Start at the object with this Tiled id. Without a number, start at the player, as Tiled's command does when no object
    /// is selected
    #[arg(long, value_name = "ID", requires = "map", num_args = 0..=1, default_missing_value = "", value_parser = object)]
    object: Option<Selected>,
    /// Window size, such as 1280x720
    #[arg(long, value_name = "WxH", value_parser = size)]
    windowed: Option<(u32, u32)>,
    /// Read movement numbers from this RON file, such as `(gravity: 900.0)`, and again whenever it is saved
    #[arg(long, value_name = "FILE")]
    feel: Option<PathBuf>,
    #[command(flatten)]
    read: ReadArgs,
    /// Print a line about the player four times per second, for tests
    #[arg(long, hide = true)]
    dump_state: bool,
}

/// A time in seconds.
fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.ok_or_else(|| "expected a number of seconds, such as 60 or 0.5".into())
}

/// The object selected in Tiled, if any is. (The alias keeps clap from reading the `Option` as an optional value.)
type Selected = Option<u32>;

/// Without a selected object, Tiled passes `%objectid` as it is, or an empty text.
fn object(text: &str) -> Result<Selected, String> {
    match text {
        "" | "%objectid" => Ok(None),
        id => id.parse().map(Some).map_err(|_| "an object's id is a whole number".into()),
    }
}

/// A solver by its name; the help describes each one.
fn solver() -> impl TypedValueParser<Value = SolverKind> {
    let value = |kind: SolverKind| PossibleValue::new(kind.name()).help(kind.description());
    PossibleValuesParser::new(SolverKind::ALL.map(value)).try_map(|name| name.parse())
}

fn styles() -> Styles {
    Styles::styled().header(AnsiColor::Yellow.on_default().bold()).literal(AnsiColor::Cyan.on_default())
}

fn size(text: &str) -> Result<(u32, u32), String> {
    let number = |part: &str| part.parse().ok().filter(|n| (160..=16_384).contains(n));
    let sides = text.split_once('x').and_then(|(w, h)| Some((number(w)?, number(h)?)));
    sides.ok_or_else(|| "expected width x height in pixels, such as 1280x720".into())
}

/// Why a command failed.
enum Failure {
    /// The command line is invalid: exit status 2.
    Usage(String),
    Failed(String),
    /// The command has printed the reasons already.
    Reported,
}

impl<E: Display> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::Failed(error.to_string())
    }
}

impl Failure {
    /// Prints the reason and returns the exit status.
    fn report(self) -> ExitCode {
        match self {
            Self::Usage(message) => {
                complain!("seamwalker: {message}\nFor more information, try 'seamwalker --help'.");
                return ExitCode::from(2);
            }
            Self::Failed(message) => complain!("seamwalker: {message}"),
            Self::Reported => {}
        }
        ExitCode::FAILURE
    }
}

/// Runs the command line.
pub fn main() -> ExitCode {
    let started = Instant::now();
    let line = first_word_first(std::env::args_os().collect());
    let done = match Arguments::try_parse_from(&line) {
        Ok(arguments) => execute(arguments, started),
        Err(answer) => {
            // In `seamwalker chek a b` the first word is wrong, although clap complains about the second.
            let word = line.get(1).filter(|_| answer.use_stderr());
            match word.and_then(|word| unknown_word(Path::new(word))) {
                Some(why) => Err(Failure::Usage(why)),
                None => return print_clap(&answer),
            }
        }
    };
    done.map_or_else(Failure::report, |()| ExitCode::SUCCESS)
}

fn execute(Arguments { command, play: options }: Arguments, started: Instant) -> Result<(), Failure> {
    match command {
        None => {
            let unknown = options.map.as_deref().and_then(unknown_word);
            unknown.map_or_else(|| play(options, started), |why| Err(Failure::Usage(why)))
        }
        Some(Command::Play(options)) => play(options, started),
        Some(Command::New { map }) => {
            say!("{}", new_map::make(&map, shipped())?);
            Ok(())
        }
        Some(Command::Pack { folder, output, read }) => packs::pack(&folder, output, &read.access()),
        Some(Command::Check { maps, playable, timeout, json, read }) => {
            check(&maps, playable.then_some(timeout), json, &read.access())
        }
        Some(Command::Adopt { map, read }) => adopt::adopt(&map, &shipped(), &read.access()),
        Some(Command::Outline { map, svg, save, read }) => outline(&map, svg, save, &read.access_as_painted()),
        Some(Command::Run(arguments)) => run(&arguments),
        Some(Command::Solve(arguments)) => playable::search(&arguments),
        Some(Command::Lab(arguments)) => lab::lab(arguments),
        Some(Command::Man) => manual(),
        Some(Command::Picture { map, file, shrink, read }) => {
            Ok(app::draw_portrait(app::Portrait { map, file, shrink, access: read.access_as_painted() }, shipped())?)
        }
        Some(Command::Compare(arguments)) => compare(&arguments),
    }
}

/// Prints clap's answer: help and versions on standard output, errors on standard error.
fn print_clap(answer: &clap::Error) -> ExitCode {
    if answer.use_stderr() {
        // If that fails, there is nowhere left to report it.
        let _ = answer.print();
        return ExitCode::from(2);
    }
    print_with(|_| answer.print());
    ExitCode::SUCCESS
}

/// A map and the files around it.
struct ResolvedMap {
    files: Rc<dyn Files>,
    path: String,
    /// The folder or archive on disk that the files are relative to.
    root: Option<PathBuf>,
}

impl ResolvedMap {
    /// Finds a map: a file, or the name of a shipped map, with or without extension.
    fn new(map: &Path, access: &MapAccess) -> Result<Self, String> {
        if map.exists() {
            let (folder, path) = access.open(map).map_err(|error| format!("{}: {error}", map.display()))?;
            let root = Some(folder.root.clone());
            return Ok(Self { files: Rc::new(folder), path, root });
        }
        let shipped = shipped();
        if let Some(path) = shipped.maps().find(|path| seamwalker_level::is_called(path, map)) {
            Ok(Self { files: Rc::new(shipped), path: path.to_owned(), root: None })
        } else {
            Err(no_such_map(map, &shipped.maps().filter_map(map_name).collect::<Vec<_>>()))
        }
    }

    /// A file of the map's project, relative to the current folder, so that an editor can open it.
    fn relative(&self, file: &str) -> String {
        let Some(root) = &self.root else { return file.to_owned() };
        let path = root.join(file);
        path.strip_prefix(std::env::current_dir().unwrap_or_default()).unwrap_or(&path).display().to_string()
    }

    /// The same problems with files relative to the current folder.
    fn with_relative_files(&self, problems: Vec<Problem>) -> Vec<Problem> {
        problems.into_iter().map(|problem| Problem { file: self.relative(&problem.file), ..problem }).collect()
    }
}

/// Reads a map, and finds the files that it is read from; its problems go to standard error.
fn find_and_read(map: &Path, access: &MapAccess) -> Result<(ResolvedMap, Arc<Level>), Failure> {
    let found = ResolvedMap::new(map, access)?;
    let level = read_map(&found, access)?;
    Ok((found, level))
}

/// Reads a map; its problems go to standard error.
fn read_map(map: &ResolvedMap, access: &MapAccess) -> Result<Arc<Level>, Failure> {
    seamwalker_level::read_with(&*map.files, &map.path, &access.options).map(Arc::new).map_err(|problems| {
        map.with_relative_files(problems).iter().for_each(|problem| complain!("{problem}"));
        Failure::Reported
    })
}

fn play(mut play: PlayArgs, started: Instant) -> Result<(), Failure> {
    let maps = play.map.take_if(|map| Pack::is_one(map));
    if let Some(map) = play.map.as_ref().filter(|map| !is_known(map)) {
        return Err(no_such_map(map, &map_names()).into());
    }
    let replay = play.map.as_ref().filter(|file| file.to_string_lossy().ends_with(ReplayFile::ENDING)).map(|file| {
        let read = ReplayFile::parse(&input::read(file, MAX_REPLAY_BYTES)?);
        read.map(Box::new).map_err(|why| format!("{}: {why}", file.display()))
    });
    let replay = replay.transpose()?;
    let options = app::LaunchOptions {
        map: play.map.filter(|_| replay.is_none()),
        replay,
        solver: play.solver,
        object: play.object.flatten(),
        windowed: play.windowed,
        feel: play.feel,
        maps,
        access: play.read.access(),
        dump_state: play.dump_state,
        started: Some(started),
        ..Default::default()
    };
    Ok(app::run(options, shipped())?)
}

/// Checks maps. With a time limit per map it also searches for runs to the exit.
fn check(maps: &[PathBuf], playable: Option<Duration>, as_json: bool, access: &MapAccess) -> Result<(), Failure> {
    let mut problems: Vec<Problem> = Vec::new();
    let mut count_maps = 0;
    for map in maps {
        let found = if Pack::is_one(map) {
            packs::open(map, access).map(|pack| {
                problems.extend(packs::problems(&pack, map));
                packs::maps(&pack, map)
            })
        } else {
            ResolvedMap::new(map, access).map(|map| vec![map])
        };
        match found {
            Ok(found) => {
                count_maps += found.len();
                for map in found {
                    problems.extend(map.with_relative_files(check_map(&map, playable, access)));
                }
            }
            Err(what) => {
                count_maps += 1;
                let (file, [place, help]) = (map.display().to_string(), [const { String::new() }; 2]);
                problems.push(Problem { severity: Severity::Error, file, line: 0, place, what, help });
            }
        }
    }
    if as_json {
        say!("{}", json!(problems));
    } else {
        print_problems(&problems, count_maps);
    }
    if problems.iter().any(|problem| problem.severity == Severity::Error) { Err(Failure::Reported) } else { Ok(()) }
}

/// The problems of a map. With a time limit it also searches for runs to the exit.
fn check_map(map: &ResolvedMap, playable: Option<Duration>, access: &MapAccess) -> Vec<Problem> {
    let mut problems = seamwalker_level::check_with(&*map.files, &map.path, &access.options);
    let level = playable.and_then(|_| seamwalker_level::read_with(&*map.files, &map.path, &access.options).ok());
    if let Some((level, timeout)) = level.zip(playable) {
        problems.extend(playable::problems(map, &Arc::new(level), timeout, access.options.limits.problems));
    }
    problems
}

/// Prints problems, and how many there are in this many maps.
fn print_problems(problems: &[Problem], maps: usize) {
    problems.iter().for_each(|problem| say!("{problem}"));
    let count = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
    let of = |severity| problems.iter().filter(|problem| problem.severity == severity).count();
    let (errors, warnings) = (count(of(Severity::Error), "error"), count(of(Severity::Warning), "warning"));
    say!("{}: {errors}, {warnings}", count(maps, "map"));
}

fn outline(map: &Path, svg: bool, save: bool, access: &MapAccess) -> Result<(), Failure> {
    let (_, level) = find_and_read(map, access)?;
    // Edge by edge: the text of a large outline would take more memory than the map.
    let write = |to: &mut dyn Write| {
        let mut to = BufWriter::new(to);
        if svg {
            seamwalker_level::export::write_svg(&level, &mut to)?;
        } else {
            seamwalker_level::export::write_json(&level, &mut to)?;
            writeln!(to)?;
        }
        to.flush()
    };
    if !save {
        print_with(write);
        return Ok(());
    }
    let file = map.with_extension(if svg { "outline.svg" } else { "outline.json" });
    write_file_with(&file, write)?;
    say!("{}", file.display());
    Ok(())
}

/// Reads an input file.
fn read_timeline(file: &Path) -> Result<InputTimeline, String> {
    let bad = |BadInputFile { line, what, help }| format!("{}:{line}: {what}; {help}", input::name(file));
    input::read_inputs(file)?.parse().map_err(bad)
}

fn run(RunArgs { map, inputs, solver, json, read }: &RunArgs) -> Result<(), Failure> {
    let inputs = read_timeline(inputs)?;
    let (_, level) = find_and_read(map, &read.access())?;
    let mut judge = Judge::new(&level);
    let mut world = World::new(level, SolverSetup::new(*solver));
    world.stats.worst_depth = Some(0.0);
    let mut total = Duration::ZERO;
    for input in &inputs {
        let start = Instant::now();
        world.step(input);
        total += start.elapsed();
        judge.tick(&world);
        if world.state.finished {
            break;
        }
    }
    let per_tick = total.as_nanos() as u64 / world.state.ticks.max(1);
    print_run(&RunResult::of(&world), judge.snags(), per_tick, *json);
    Ok(())
}

/// Prints the manual page in the format of `man`.
fn manual() -> Result<(), Failure> {
    let mut page = Vec::new();
    clap_mangen::Man::new(Arguments::command()).render(&mut page)?;
    say_part!("{}", String::from_utf8_lossy(&page));
    Ok(())
}

fn print_run(result: &RunResult, snags: u64, ns_per_tick: u64, as_json: bool) {
    let hash = format!("{:016x}", result.hash);
    let RunResult { ticks, outcome, position, velocity, worst_depth, deaths, .. } = result;
    if as_json {
        let mut answer = json!(result);
        (answer["hash"], answer["snags"], answer["ns_per_tick"]) = (json!(hash), json!(snags), json!(ns_per_tick));
        say!("{answer}");
    } else {
        say!("{outcome:?} after {ticks} ticks ({:.2} s) at {position}, {deaths} deaths", *ticks as f32 / 60.0);
        say!("velocity {velocity}, hash {hash}");
        say!("{snags} snags, deepest overlap {} px, {ns_per_tick} ns per tick", worst_depth.unwrap_or(0.0));
    }
}

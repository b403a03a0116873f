//! The command line: what can be asked without a window, and what the window is opened with.
//!
//! Answers go to standard output, complaints to standard error, and [`EXAMPLES`] tells what the exit status means.

mod documents;
mod input;
mod lab;
mod nearest;
mod playable;
mod progress;
mod saves;

use std::io::{BufWriter, Write, stderr, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anstream::stream::RawStream;
use anstream::{AutoStream, ColorChoice};
use clap::builder::styling::{AnsiColor, Style, Styles};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, CommandFactory, Parser, Subcommand};
use seamwalker::collide::{SolverKind, SolverSetup};
use seamwalker::lab::solve::{self as search, Target};
use seamwalker::lab::{GhostMode, GhostRow, GhostTable, Ghosts, Heat, Judge, Warm};
use seamwalker::level::{self, Files, Folder, Level, Limits, ObjectLines, Problem, Severity, shipped};
use seamwalker::sim::{BadInputFile, InputTimeline, RunResult, World};
use serde_json::json;

use self::documents::{Form, compare, levels, verify, write_document};
use self::nearest::{is_known, map_names, no_such_map, unknown_word};
use crate::output::{print_with, write_file_with};
use crate::{app, new_map};

const EXAMPLES: &str = "\
Examples:
  seamwalker                                   the title screen
  seamwalker play maps/first_stitch.tmx        your own map, from its start
  seamwalker play first_stitch --object 12     a shipped map, from an object (as F5 in Tiled does)
  seamwalker new maps/attic.tmx                a new map, ready for Tiled and ready to play
  seamwalker check maps/*.tm[xj]               every problem in these maps, file:line first
  seamwalker outline first_stitch --svg        the collision outline of a map, as a picture
  seamwalker run first_stitch --inputs maps/runs/first_stitch.txt --json
  seamwalker lab seam_gallery                  the collision laboratory, opened on a map or a scene
  seamwalker lab hops --solver swept --json    its measurements of a run, without a window
  seamwalker replay run.replay.json            plays back a saved run
  seamwalker save --export mine.json           the saved game as one file, to copy elsewhere
  seamwalker compare hops wedge-30 --times     every solver in these scenes, with timings

Exit status:
  0  success
  1  failure: a map with errors, no run found, a file that cannot be read or written
  2  the command line is invalid";

/// How long a search may take, s: longer than any of a shipped level.
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
    /// Report every problem in maps, with file and line; exit status 1 if any is an error
    Check {
        /// Map files, or names of shipped maps
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
        bounds: Bounds,
    },
    /// Print the collision outline of a map
    Outline {
        /// Map or world file, or name of a shipped map
        map: PathBuf,
        /// Print `{"map", "tile_size", "segments": [{"a", "b", "normal", "side", "class", "chain"}]}` in map pixels (the default)
        #[arg(long, conflicts_with = "svg")]
        json: bool,
        /// Print an SVG picture
        #[arg(long)]
        svg: bool,
        /// Write a file beside the map instead, and print its name
        #[arg(long)]
        save: bool,
        #[command(flatten)]
        bounds: Bounds,
    },
    /// Play recorded inputs without a window and print the result
    Run {
        /// Map or world file, or name of a shipped map
        map: PathBuf,
        /// Input file with lines such as `60 right` or `12 right+jump`, `#` for comments; `-` is standard input
        #[arg(long)]
        inputs: PathBuf,
        /// The solver
        #[arg(long, value_parser = solver(), default_value_t)]
        solver: SolverKind,
        /// Run every solver beside it on the same inputs: each with its own state, or from the same position in every tick
        #[arg(long, value_name = "MODE", num_args = 0..=1, default_missing_value = "free-run",
              value_parser = ["free-run", "same-start"])]
        ghosts: Option<String>,
        /// Print the result as JSON
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        bounds: Bounds,
    },
    /// Search for inputs that reach the exit, or other targets
    Solve {
        /// Map or world file, or name of a shipped map
        map: PathBuf,
        /// The solver
        #[arg(long, value_parser = solver(), default_value_t)]
        solver: SolverKind,
        /// Target of the run: exit, an object's id, or a position in pixels such as 120,64. Repeat it to visit several targets in
        /// this order
        #[arg(long = "to", default_value = "exit", allow_hyphen_values = true)]
        targets: Vec<Target>,
        /// Write the inputs to this file
        #[arg(long, value_name = "FILE")]
        write: Option<PathBuf>,
        /// Write an SVG picture of every position that the search reached
        #[arg(long, value_name = "FILE")]
        reach: Option<PathBuf>,
        /// Maximum number of states in each of the three passes
        #[arg(long, default_value_t = search::Bounds::default().states)]
        states: usize,
        /// Time limit; afterwards the search reports how near it came
        #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = TIMEOUT)]
        timeout: Duration,
        #[command(flatten)]
        bounds: Bounds,
    },
    /// Open the collision laboratory on a scene, a map or a shared .lab file
    Lab(lab::LabArgs),
    /// Print a page about every level, and each solver's results with its recorded runs, as Markdown
    Levels {
        /// Write LEVELS.md into this folder instead
        #[arg(long, value_name = "DIR")]
        document: Option<PathBuf>,
    },
    /// Print the manual page
    #[command(hide = true)]
    Man,
    /// Play the recorded runs of all shipped maps and compare their final hashes with the recorded ones
    Verify,
    /// Play back a saved run; a run that no longer gives the same result is rejected with the reason
    Replay {
        /// The file; `-` is standard input
        file: PathBuf,
        /// The map of the run, if it is not a shipped one
        #[arg(long)]
        map: Option<PathBuf>,
        /// Open no window; only check that the run gives the same result
        #[arg(long)]
        check: bool,
        #[command(flatten)]
        bounds: Bounds,
    },
    /// Export a saved game to a file, or import one
    #[command(group = clap::ArgGroup::new("what").required(true))]
    Save {
        /// Export the saved game to this file
        #[arg(long, value_name = "FILE", group = "what")]
        export: Option<PathBuf>,
        /// Import a saved game from this file; the slot's old content is kept under another name
        #[arg(long, value_name = "FILE", group = "what")]
        import: Option<PathBuf>,
        /// Slot 1 to 3; by default the last one played for an export, the first empty one for an import
        #[arg(long, value_parser = clap::value_parser!(u8).range(1..=app::SLOT_COUNT as i64))]
        slot: Option<u8>,
    },
    /// Draw maps in a window, one frame of each in turn, and print how long a frame takes
    Frames {
        /// Map files, or names of shipped maps
        #[arg(required = true)]
        maps: Vec<PathBuf>,
        /// Number of frames to measure per map
        #[arg(long, default_value_t = 300)]
        count: usize,
        #[command(flatten)]
        bounds: Bounds,
    },
    /// Draw a whole map and write it as a PNG (opens a window)
    Picture {
        /// Map or world file, or name of a shipped map
        map: PathBuf,
        /// The PNG file to write
        file: PathBuf,
        /// Shrink the picture by this factor in each direction
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=16))]
        shrink: u16,
        #[command(flatten)]
        bounds: Bounds,
    },
    /// Run every solver through the same scenes and print each one's faults
    Compare {
        /// Names of scenes; all scenes if none is given
        #[arg(value_name = "SCENE")]
        scenes: Vec<String>,
        /// Print `{"scenes": [{"scene", "title", "story", "cells": [{"solver", "clean", "runs", "steps", "snags", ...}]}],
        /// "crowds": [{"scene", "title", "story", "end", "kept", "members", "expected", "made"}]}`
        #[arg(long, conflicts_with = "markdown")]
        json: bool,
        /// Print Markdown, without timings
        #[arg(long, conflicts_with = "times")]
        markdown: bool,
        /// Add the nanoseconds per step
        #[arg(long)]
        times: bool,
        /// Write SOLVERS.md and its pictures into this folder instead
        #[arg(long, value_name = "DIR", conflicts_with_all = ["scenes", "json", "markdown", "times"])]
        document: Option<PathBuf>,
    },
}

/// Limits that differ from the defaults.
#[derive(Args, Default)]
struct Bounds {
    /// Change a limit for reading maps, such as cells=100000000; can be repeated
    #[arg(long = "limit", value_name = "NAME=NUMBER", value_parser = limit, long_help = limits_help())]
    limits: Vec<(String, String)>,
}

impl Bounds {
    /// All limits.
    fn limits(&self) -> Limits {
        let mut limits = Limits::DEFAULT;
        for (name, number) in &self.limits {
            // The parser of the command line has seen that it can be set.
            let _ = limits.set(name, number);
        }
        limits
    }
}

fn limit(text: &str) -> Result<(String, String), String> {
    let (name, number) = text.split_once('=').ok_or("expected NAME=NUMBER, such as cells=100000000")?;
    Limits::DEFAULT.clone().set(name, number)?;
    Ok((name.to_owned(), number.to_owned()))
}

/// Every limit with what it usually is.
fn limits_help() -> String {
    let usual = Limits::DEFAULT;
    let list: Vec<String> = usual.list().into_iter().map(|(name, number)| format!("{name}={number}")).collect();
    let list = list.join("\n");
    format!("Change a limit for reading maps; can be repeated. All limits with their defaults:\n{list}")
}

#[derive(Args)]
struct PlayArgs {
    /// Map or world file, or name of a shipped map
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
    /// Use the maps in this folder instead of the built-in ones. A folder `maps` beside the program or in the current folder
    /// is used automatically
    #[arg(long, value_name = "DIR")]
    maps: Option<PathBuf>,
    #[command(flatten)]
    bounds: Bounds,
    /// Print a line about the player once per second, for tests
    #[arg(long, hide = true)]
    dump_state: bool,
}

/// A time in seconds.
fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.ok_or_else(|| "expected a number of seconds, such as 60 or 0.5".into())
}

/// The object selected in Tiled, if any is.
#[derive(Clone, Copy)]
struct Selected(Option<u32>);

/// Tiled leaves `%objectid` as it is, or empty, when no object is selected.
fn object(text: &str) -> Result<Selected, String> {
    match text {
        "" | "%objectid" => Ok(Selected(None)),
        id => id.parse().map(|id| Selected(Some(id))).map_err(|_| "an object's id is a whole number".into()),
    }
}

/// A solver by its name; the help tells what each does.
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

/// Answers the command line.
pub fn main() -> ExitCode {
    let started = Instant::now();
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(answer) => {
            // `seamwalker chek a b`: the word that is wrong is the first one, not the second, which clap did not expect.
            let word = std::env::args_os().nth(1).filter(|_| answer.use_stderr());
            let why = word.and_then(|word| unknown_word(Path::new(&word), None));
            return why.map_or_else(|| answer_by_clap(&answer), |why| misunderstood(&why));
        }
    };
    match arguments.command {
        None => {
            let PlayArgs { map, maps, .. } = &arguments.play;
            match map.as_ref().and_then(|map| unknown_word(map, maps.as_deref())) {
                Some(why) => misunderstood(&why),
                None => play(arguments.play, started),
            }
        }
        Some(Command::Play(options)) => play(options, started),
        Some(Command::New { map }) => new(&map),
        Some(Command::Check { maps, playable, timeout, json, bounds }) => {
            check(&maps, playable.then_some(timeout), json, &bounds.limits())
        }
        Some(Command::Outline { map, svg, save, bounds, .. }) => outline(&map, svg, save, &bounds.limits()),
        Some(Command::Run { map, inputs, solver, ghosts, json, bounds }) => {
            run(&map, &inputs, (solver, ghosts.as_deref()), json, &bounds.limits())
        }
        Some(Command::Solve { map, solver, targets, write, reach, states, timeout, bounds }) => {
            let (limits, solver) = (bounds.limits(), SolverSetup::new(solver));
            let asked = playable::SolveArgs { solver, targets, states, timeout, write, reach };
            match find_and_read(&map, &limits) {
                Ok((found, level)) => playable::search(&found, &level, asked, &limits),
                Err(code) => code,
            }
        }
        Some(Command::Lab(asked)) => lab::lab(asked),
        Some(Command::Levels { document }) => levels(document),
        Some(Command::Man) => manual(),
        Some(Command::Verify) => verify(),
        Some(Command::Replay { file, map, check, bounds }) => saves::replay(&file, map, check, bounds.limits()),
        Some(Command::Save { export, import, slot }) => saves::save(export, import, slot),
        Some(Command::Picture { map, file, shrink, bounds }) => {
            picture(app::Portrait { map, file, shrink, limits: bounds.limits() })
        }
        Some(Command::Frames { maps, count, bounds }) => frames(maps, count, bounds.limits()),
        Some(Command::Compare { document: Some(folder), .. }) => write_document(&folder),
        Some(Command::Compare { scenes, json, markdown, times, .. }) => {
            let form = if json {
                Form::Json
            } else if markdown {
                Form::Markdown
            } else {
                Form::Text
            };
            compare(&scenes, form, times)
        }
    }
}

/// What clap says: help and versions are answers, everything else is a complaint about the command line.
fn answer_by_clap(answer: &clap::Error) -> ExitCode {
    if answer.use_stderr() {
        let text = answer.render();
        let text = if shows_colours(&stderr()) { text.ansi().to_string() } else { text.to_string() };
        crate::output::complain(format_args!("{text}"));
        return ExitCode::from(2);
    }
    let text = answer.render();
    let text = if shows_colours(&stdout()) { text.ansi().to_string() } else { text.to_string() };
    print!("{text}");
    ExitCode::SUCCESS
}

/// Whether a stream shows colours: a terminal does, unless `NO_COLOR` or `TERM=dumb` say otherwise. (`AutoStream` alone takes every
/// terminal of a CI system for a coloured one.)
fn shows_colours(stream: &impl RawStream) -> bool {
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    match AutoStream::choice(stream) {
        ColorChoice::Never => false,
        ColorChoice::AlwaysAnsi | ColorChoice::Always | ColorChoice::Auto => !is_dumb,
    }
}

/// Complains about the command line.
fn misunderstood(message: &str) -> ExitCode {
    eprintln!("seamwalker: {message}\nFor more information, try 'seamwalker --help'.");
    ExitCode::from(2)
}

/// A map and the files around it.
struct ResolvedMap {
    files: Box<dyn Files>,
    path: String,
    /// The folder on disk that the files are relative to.
    root: Option<PathBuf>,
}

impl ResolvedMap {
    /// Where a map is: a file, or the name of a shipped map, with or without ending.
    fn new(map: &Path, limits: &Limits) -> Result<Self, String> {
        if map.exists() {
            let (folder, path) = Folder::for_map(map).map_err(|error| format!("{}: {error}", map.display()))?;
            let folder = Folder { file_bytes: limits.file_bytes, ..folder };
            let root = Some(folder.root.clone());
            return Ok(Self { files: Box::new(folder), path, root });
        }
        let shipped = shipped();
        if let Some(path) = shipped.maps().find(|path| level::is_called(path, map)) {
            Ok(Self { files: Box::new(shipped), path: path.to_owned(), root: None })
        } else {
            let name = |path: &str| Some(Path::new(path).file_stem()?.to_str()?.to_owned());
            Err(no_such_map(map, &shipped.maps().filter_map(name).collect::<Vec<_>>()))
        }
    }

    /// Where the objects of the map stand in its files.
    fn lines(&self, limits: &Limits) -> ObjectLines {
        ObjectLines::read(&*self.files, &self.path, limits)
    }

    /// The map's file as seen from the present folder.
    fn shown(&self) -> String {
        let problems = self.seen_from_here(vec![missing(Path::new(&self.path), String::new())]);
        problems.into_iter().map(|problem| problem.file).collect()
    }

    /// The same problems, their files named as seen from the present folder, so that an editor can open them.
    fn seen_from_here(&self, mut problems: Vec<Problem>) -> Vec<Problem> {
        let here = std::env::current_dir().unwrap_or_default();
        for problem in &mut problems {
            if let Some(root) = &self.root {
                let path = root.join(&problem.file);
                problem.file = path.strip_prefix(&here).unwrap_or(&path).display().to_string();
            }
        }
        problems
    }
}

fn refuse(message: &str) -> ExitCode {
    eprintln!("seamwalker: {message}");
    ExitCode::FAILURE
}

/// Reads a map; what is wrong with it goes to standard error.
fn read(map: &Path, limits: &Limits) -> Result<Arc<Level>, ExitCode> {
    find_and_read(map, limits).map(|(_, level)| level)
}

/// The same with the files that it was read from.
fn find_and_read(map: &Path, limits: &Limits) -> Result<(ResolvedMap, Arc<Level>), ExitCode> {
    let found = ResolvedMap::new(map, limits).map_err(|message| refuse(&message))?;
    match level::read_within(&*found.files, &found.path, limits) {
        Ok(level) => Ok((found, Arc::new(level))),
        Err(problems) => {
            found.seen_from_here(problems).iter().for_each(|problem| eprintln!("{problem}"));
            Err(ExitCode::FAILURE)
        }
    }
}

fn play(play: PlayArgs, started: Instant) -> ExitCode {
    if let Some(map) = &play.map {
        if map.is_dir() {
            let folder = map.display();
            return refuse(&format!("{folder} is a folder; play its maps with: seamwalker --maps {folder}"));
        }
        if !is_known(map, play.maps.as_deref()) {
            return refuse(&no_such_map(map, &map_names(play.maps.as_deref())));
        }
    }
    let options = app::LaunchOptions {
        map: play.map,
        solver: play.solver,
        object: play.object.and_then(|selected| selected.0),
        windowed: play.windowed,
        feel: play.feel,
        maps: play.maps,
        limits: play.bounds.limits(),
        dump_state: play.dump_state,
        replay: None,
        lab: None,
        started: Some(started),
        verify: false,
    };
    match app::run(options, shipped()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => refuse(&error.to_string()),
    }
}

fn frames(maps: Vec<PathBuf>, count: usize, limits: Limits) -> ExitCode {
    let frames = app::Frames { maps, count, limits };
    match app::measure_frames(frames, shipped()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => refuse(&error.to_string()),
    }
}

fn picture(portrait: app::Portrait) -> ExitCode {
    match app::draw_portrait(portrait, shipped()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => refuse(&error.to_string()),
    }
}

fn new(map: &Path) -> ExitCode {
    match new_map::make(map, shipped()) {
        Ok(made) => {
            println!("{made}");
            ExitCode::SUCCESS
        }
        Err(message) => refuse(&message),
    }
}

/// Checks maps; with a time for each, whether they can be finished, too.
fn check(maps: &[PathBuf], playable: Option<Duration>, as_json: bool, limits: &Limits) -> ExitCode {
    let mut problems: Vec<Problem> = Vec::new();
    for map in maps {
        match ResolvedMap::new(map, limits) {
            Ok(found) => {
                let own = level::check_within(&*found.files, &found.path, limits);
                problems.extend(found.seen_from_here(own));
                let level = playable.and_then(|_| level::read_within(&*found.files, &found.path, limits).ok());
                if let Some((level, timeout)) = level.zip(playable) {
                    let runs = playable::problems(&found, &Arc::new(level), timeout, limits);
                    problems.extend(found.seen_from_here(runs));
                }
            }
            Err(message) => problems.push(missing(map, message)),
        }
    }
    let errors = problems.iter().filter(|p| p.severity == Severity::Error).count();
    if as_json {
        println!("{}", json!(problems));
    } else {
        let colours = shows_colours(&stdout());
        problems
            .iter()
            .for_each(|problem| println!("{}", if colours { painted(problem) } else { problem.to_string() }));
        let count = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
        println!(
            "{}: {}, {}",
            count(maps.len(), "map"),
            count(errors, "error"),
            count(problems.len() - errors, "warning")
        );
    }
    if errors > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// A problem in colours: the place to jump to is bold, what is wrong red or yellow, what to do about it as plain text.
fn painted(problem: &Problem) -> String {
    let color = if problem.severity == Severity::Error { AnsiColor::Red } else { AnsiColor::Yellow };
    let (bold, color) = (Style::new().bold(), color.on_default());
    let text = problem.to_string();
    let place = text.find(' ').unwrap_or(text.len());
    let help = text.len() - if problem.help.is_empty() { 0 } else { problem.help.len() + "; ".len() };
    let (place, what, help) = (&text[..place], &text[place..help], &text[help..]);
    format!("{bold}{place}{bold:#}{color}{what}{color:#}{help}")
}

fn missing(map: &Path, what: String) -> Problem {
    Problem {
        severity: Severity::Error,
        file: map.display().to_string(),
        line: 0,
        place: String::new(),
        what,
        help: String::new(),
    }
}

fn outline(map: &Path, svg: bool, save: bool, limits: &Limits) -> ExitCode {
    let level = match read(map, limits) {
        Ok(level) => level,
        Err(code) => return code,
    };
    // Edge by edge: the text of a large outline would take more memory than the map.
    let write = |to: &mut dyn Write| {
        let mut to = BufWriter::new(to);
        if svg {
            level::export::write_svg(&level, &mut to)?;
        } else {
            level::export::write_json(&level, &mut to)?;
            writeln!(to)?;
        }
        to.flush()
    };
    if !save {
        print_with(write);
        return ExitCode::SUCCESS;
    }
    let file = map.with_extension(if svg { "outline.svg" } else { "outline.json" });
    match write_file_with(&file, write) {
        Ok(()) => println!("{}", file.display()),
        Err(why) => return refuse(&why),
    }
    ExitCode::SUCCESS
}

fn run(
    map: &Path,
    inputs: &Path,
    (solver, mode): (SolverKind, Option<&str>),
    as_json: bool,
    limits: &Limits,
) -> ExitCode {
    let text = match input::read_inputs(inputs) {
        Ok(text) => text,
        Err(why) => return refuse(&why),
    };
    let inputs: InputTimeline = match text.parse() {
        Ok(inputs) => inputs,
        Err(BadInputFile { line, what, help }) => {
            return refuse(&format!("{}:{line}: {what}; {help}", input::name(inputs)));
        }
    };
    let level = match read(map, limits) {
        Ok(level) => level,
        Err(code) => return code,
    };
    let mut judge = Judge::new(&level);
    let mut heat = Heat::new(level.tile_size.as_vec2());
    let mut world = World::new(level, SolverSetup::new(solver));
    let mut ghosts = Ghosts::default();
    if let Some(mode) = mode {
        ghosts.mode = if mode == "same-start" { GhostMode::SameStart } else { GhostMode::FreeRun };
        for kind in SolverKind::ALL {
            ghosts.add(kind.into());
        }
    }
    let mut nanoseconds = 0;
    let begin = Instant::now();
    for input in &inputs {
        ghosts.before(&world, input, Some(&judge), &|| begin.elapsed().as_secs_f64());
        let start = Instant::now();
        let events = world.step(input);
        let took = start.elapsed();
        nanoseconds += took.as_nanos();
        ghosts.after(&world, &events, judge.tick(&world), took.as_secs_f32());
        ghosts.ticks().for_each(|tick| heat.add(&tick));
        if world.state.finished {
            break;
        }
    }
    let per_tick = u64::try_from(nanoseconds / u128::from(world.state.ticks.max(1))).unwrap_or(u64::MAX);
    let beside = ghosts.is_on().then(|| (ghosts.table(), heat.tiles().collect::<Vec<_>>()));
    tell(&RunResult::of(&world), judge.snags(), per_tick, beside.as_ref(), as_json);
    ExitCode::SUCCESS
}

/// Print the manual page in the form that `man` reads.
fn manual() -> ExitCode {
    let mut page = Vec::new();
    match clap_mangen::Man::new(Arguments::command()).render(&mut page) {
        Ok(()) => print!("{}", String::from_utf8_lossy(&page)),
        Err(error) => return refuse(&error.to_string()),
    }
    ExitCode::SUCCESS
}

/// What came of a run, and of the ghosts beside it.
fn tell(result: &RunResult, snags: u64, ns_per_tick: u64, beside: Option<&(GhostTable, Vec<Warm>)>, as_json: bool) {
    let hash = format!("{:016x}", result.hash);
    let RunResult { ticks, outcome, position, velocity, worst_depth, deaths, .. } = result;
    if as_json {
        let mut answer = json!({
            "ticks": ticks, "outcome": outcome, "position": position, "velocity": velocity, "hash": hash,
            "snags": snags, "worst_depth": worst_depth, "deaths": deaths, "ns_per_tick": ns_per_tick,
        });
        if let Some((table, heat)) = beside {
            answer["ghosts"] = json!(table);
            answer["heat"] = json!(heat);
        }
        println!("{answer}");
    } else {
        println!("{outcome:?} after {ticks} ticks ({:.2} s) at {position}, {deaths} deaths", *ticks as f32 / 60.0);
        println!("velocity {velocity}, hash {hash}");
        println!("{snags} snags, deepest overlap {worst_depth} px, {ns_per_tick} ns per tick");
        for row in beside.iter().flat_map(|(table, _)| &table.rows) {
            let GhostRow { name, apart, farthest, worst_depth, cost_us, state, .. } = row;
            let snags = row.snags.map_or_else(|| "-".to_owned(), |snags| snags.to_string());
            println!(
                "  {name:16} {apart:8.2} px apart, at most {farthest:8.2}, {snags:>4} snags, {worst_depth:.3} px deep, \
                 {cost_us:.1} us, {}",
                format!("{state:?}").to_lowercase()
            );
        }
    }
}

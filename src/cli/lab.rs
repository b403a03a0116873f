//! The laboratory: in a window, as figures, or as a clip.

use std::path::{Path, PathBuf};

use seamwalker_assets::shipped;
use seamwalker_collide::{SolverKind, SolverSetup};
use seamwalker_lab::{SessionPlace, SharedSession, Take, report};
use seamwalker_level::MapAccess;
use seamwalker_sim::{InputTimeline, World};

use super::{Failure, ResolvedMap, find_and_read, input};
use crate::app::{self, LabStart};

const DEFAULT_MAP: &str = "seam_gallery";

const DEFAULT_TICKS: u32 = 600;

#[derive(clap::Args)]
pub struct LabArgs {
    /// Name of a scene, a demo or a page of the story (`story` is its first), map file, name of a shipped map, or .lab file
    place: Option<PathBuf>,
    /// Input file to play in a loop, with lines such as `60 right` or `12 right+jump`; `-` is standard input
    #[arg(long)]
    inputs: Option<PathBuf>,
    /// Number of ticks to play without a window
    #[arg(long)]
    ticks: Option<u32>,
    /// The solver
    #[arg(long, value_parser = super::solver())]
    solver: Option<SolverKind>,
    /// Open no window, and print the tools' measurements as JSON: `{"place", "rules", "result", "marks": [{"tick",
    /// "what"}], "presses", "ghosts"}`
    #[arg(long)]
    json: bool,
    /// Write the run as an animated PNG of at most ten seconds
    #[arg(long, value_name = "FILE", conflicts_with = "json", requires = "inputs")]
    clip: Option<PathBuf>,
    /// The first tick of the clip
    #[arg(long, default_value_t = 0, requires = "clip")]
    from: u32,
    /// Make the clip this many times smaller than the view in each direction
    #[arg(long, default_value_t = 1, requires = "clip", value_parser = clap::value_parser!(u8).range(1..=8))]
    shrink: u8,
    /// The most colours of the clip; fewer make a smaller file
    #[arg(long, default_value_t = 255, requires = "clip", value_parser = clap::value_parser!(u8).range(2..))]
    colors: u8,
    /// Window size, such as 1280x720
    #[arg(long, value_name = "WxH", value_parser = super::size)]
    windowed: Option<(u32, u32)>,
    #[command(flatten)]
    read: super::ReadArgs,
    /// Print a line about the player four times per second, for tests
    #[arg(long, hide = true)]
    dump_state: bool,
}

/// Opens the laboratory, or measures without a window.
pub fn lab(lab: LabArgs) -> Result<(), Failure> {
    if lab.json {
        headless(&lab)
    } else if lab.clip.is_some() {
        clip(lab)
    } else {
        window(&lab)
    }
}

impl LabArgs {
    fn place(&self) -> &Path {
        self.place.as_deref().unwrap_or(Path::new(DEFAULT_MAP))
    }

    fn setup(&self) -> SolverSetup {
        self.solver.map(SolverSetup::new).unwrap_or_default()
    }

    /// The inputs of the input file, if one is given.
    fn inputs(&self) -> Result<Option<InputTimeline>, String> {
        let Some(file) = &self.inputs else { return Ok(None) };
        let inputs = Take::parse_inputs(&input::read_inputs(file)?);
        inputs.map(Some).map_err(|why| format!("{}: {why}", input::name(file)))
    }

    /// Opens the place: a .lab file, a map file, whatever has this name in the laboratory, or a shipped map.
    fn open(&self) -> Result<LabStart, String> {
        let place = self.place();
        if place.exists() {
            if seamwalker_level::is_level(&place.to_string_lossy()) {
                return Ok(LabStart::Map);
            }
            let bytes = input::read(place, SharedSession::MAX_BYTES)?;
            if SharedSession::is_one(&bytes) || place.extension().is_some_and(|ending| ending == "lab") {
                let session = SharedSession::parse(&bytes).map_err(|why| format!("{}: {why}", place.display()))?;
                return Ok(LabStart::Session(Box::new(session)));
            }
            return Ok(LabStart::Map);
        }
        Ok(LabStart::named(&place.to_string_lossy()).unwrap_or(LabStart::Map))
    }
}

fn window(lab: &LabArgs) -> Result<(), Failure> {
    let (opened, inputs) = (lab.open()?, lab.inputs()?);
    let access = lab.read.access();
    let map = matches!(opened, LabStart::Map).then(|| lab.place().to_owned());
    if let Some(map) = &map {
        ResolvedMap::new(map, &access)?;
    }
    let options = app::LaunchOptions {
        map,
        solver: lab.solver,
        windowed: lab.windowed,
        access,
        dump_state: lab.dump_state,
        lab: Some(app::LabOptions { opened, inputs }),
        ..Default::default()
    };
    Ok(app::run(options, shipped())?)
}

fn headless(lab: &LabArgs) -> Result<(), Failure> {
    let (place, mut take) = begin(lab, &lab.read.access())?;
    if let Some(inputs) = lab.inputs()? {
        take = Take::new(take.start, inputs);
    }
    let length = take.to - take.from;
    let ticks = lab.ticks.unwrap_or(if length > 0 { length } else { DEFAULT_TICKS });
    let mut rules = take.start.rules;
    if let Some(solver) = lab.solver {
        rules.solver = SolverSetup::new(solver);
    }
    say!("{}", serde_json::json!(report(place, rules, &mut take, ticks)));
    Ok(())
}

/// The place, and the take to play there.
fn begin(lab: &LabArgs, access: &MapAccess) -> Result<(SessionPlace, Take), Failure> {
    let measures_nothing = |name: &str, what| Err(format!("'{name}' is {what}, which measures nothing").into());
    match lab.open()? {
        LabStart::Session(session) => {
            let level = session.place.level(&access.options.limits)?;
            Ok((session.place.clone(), session.begin(level)?))
        }
        LabStart::Scene(scene) => {
            let take = Take::new(scene.world(lab.setup()), scene.inputs());
            Ok((SessionPlace::Scene(scene.name.clone()), take))
        }
        LabStart::Crowd(crowd) => {
            Err(format!("'{}' is a scene with many bodies; use `seamwalker compare {0}`", crowd.name).into())
        }
        LabStart::Demo(demo) => measures_nothing(demo.name(), "a demo to play with"),
        LabStart::Story(page) => measures_nothing(page.name(), "a page of the story"),
        LabStart::Map => {
            let (found, level) = find_and_read(lab.place(), access)?;
            let place = SessionPlace::of_map(&*found.files, &found.path, &level, &access.options)?;
            let setup = lab.solver.or(level.meta.solver).map(SolverSetup::new).unwrap_or_default();
            Ok((place, Take::new(World::new(level, setup), InputTimeline::default())))
        }
    }
}

fn clip(lab: LabArgs) -> Result<(), Failure> {
    let (inputs, access) = (lab.inputs()?.unwrap_or_default(), lab.read.access());
    let (map, solver, ticks) = (lab.place().to_owned(), lab.setup(), lab.ticks.unwrap_or(DEFAULT_TICKS));
    let file = lab.clip.unwrap_or_default();
    Ok(app::film(
        app::Footage {
            map,
            file,
            inputs,
            solver,
            from: lab.from,
            ticks,
            shrink: lab.shrink.into(),
            colors: lab.colors.into(),
            access,
        },
        shipped(),
    )?)
}

//! The laboratory: in a window, or as a clip.

use std::path::{Path, PathBuf};

use seamwalker_assets::shipped;
use seamwalker_collide::{SolverKind, SolverSetup};
use seamwalker_lab::{SharedSession, Take};
use seamwalker_sim::InputTimeline;

use super::{Failure, ResolvedMap, input};
use crate::app::{self, LabStart};

/// The map for inputs without a place.
const DEFAULT_MAP: &str = "seam_gallery";

const DEFAULT_TICKS: u32 = 600;

#[derive(clap::Args)]
pub struct LabArgs {
    /// Name of a scene, a demo or a page of the story, map file, name of a shipped map, or .lab file; without one, two heroes run
    /// over the same ground with two solvers
    place: Option<PathBuf>,
    /// Input file to play in a loop, with lines such as `60 right` or `12 right+jump`; `-` is standard input
    #[arg(long)]
    inputs: Option<PathBuf>,
    /// The solver
    #[arg(long, value_parser = super::solver())]
    solver: Option<SolverKind>,
    /// Write the run as an animated PNG of at most ten seconds
    #[arg(long, value_name = "FILE", requires = "inputs")]
    clip: Option<PathBuf>,
    /// Print how well the hero is seen in the run, for tests
    #[arg(long, hide = true, requires = "inputs", conflicts_with = "clip")]
    contrast: bool,
    /// Number of ticks in the clip
    #[arg(long, default_value_t = DEFAULT_TICKS, requires = "clip")]
    ticks: u32,
    /// The first tick of the clip
    #[arg(long, default_value_t = 0, requires = "clip")]
    from: u32,
    /// Make the clip this many times smaller than the view in each direction
    #[arg(long, default_value_t = 1, requires = "clip", value_parser = clap::value_parser!(u8).range(1..=8))]
    shrink: u8,
    /// The most colours of the clip; fewer make a smaller file. One frame alone keeps all, unless fewer are asked for
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

/// Opens the laboratory, writes a clip, or measures the hero's contrast.
pub fn lab(lab: LabArgs) -> Result<(), Failure> {
    if lab.clip.is_some() || lab.contrast { clip(lab) } else { window(&lab) }
}

impl LabArgs {
    fn place(&self) -> &Path {
        self.place.as_deref().unwrap_or(Path::new(DEFAULT_MAP))
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
        if self.place.is_none() && self.inputs.is_none() {
            return Ok(LabStart::Snag);
        }
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
    if let LabStart::Session(session) = &opened {
        // So that a session that cannot be used is refused before a window opens.
        let level = session.place.level(&access.options.limits);
        level.and_then(|level| session.begin(level)).map_err(|why| format!("{}: {why}", lab.place().display()))?;
    }
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

fn clip(lab: LabArgs) -> Result<(), Failure> {
    let footage = app::Footage {
        map: lab.place().to_owned(),
        inputs: lab.inputs()?.unwrap_or_default(),
        solver: lab.solver.map(SolverSetup::new).unwrap_or_default(),
        from: lab.from,
        ticks: lab.ticks,
        shrink: lab.shrink.into(),
        colors: lab.colors.into(),
        access: lab.read.access(),
        file: lab.clip,
    };
    Ok(app::film(footage, shipped())?)
}

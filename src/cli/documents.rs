//! What the program says of its solvers and levels: tables, pages, and whether recorded runs come out as they did.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use seamwalker::lab::scene::{self, Named};
use seamwalker::lab::{CrowdRow, Observer, Recorded, compare as table, document, levels_page};
use seamwalker::level::shipped;

use super::progress::ProgressLine;
use super::{misunderstood, refuse};
use crate::output::write_file;

/// Plays all recorded runs and compares how they end.
pub fn verify() -> ExitCode {
    let files = shipped();
    let runs = match Recorded::list(&files) {
        Ok(runs) => runs,
        Err(why) => return refuse(&why),
    };
    let mut passed = 0;
    let progress = ProgressLine::counting();
    for (i, run) in runs.iter().enumerate() {
        progress.progress(i, runs.len(), format_args!("{} {}", run.map, run.solver.name()));
        let result = run.check(&files);
        passed += usize::from(result.is_ok());
        progress.beside(|| match result {
            Ok(result) => println!("passed  {run}  {} ticks", result.ticks),
            Err(why) => println!("FAILED  {run}  {why}"),
        });
    }
    drop(progress);
    println!("{passed} of {} recorded runs end with the recorded hash", runs.len());
    if passed == runs.len() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Prints the page about the levels, or writes it into a folder.
pub fn levels(folder: Option<PathBuf>) -> ExitCode {
    if let Some(why) = folder.as_deref().and_then(|folder| make_folder(folder).err()) {
        return refuse(&why);
    }
    let page = match levels_page(&shipped(), &ProgressLine::counting()) {
        Ok(page) => page,
        Err(why) => return refuse(&why),
    };
    let Some(folder) = folder else {
        print!("{page}");
        return ExitCode::SUCCESS;
    };
    let path = folder.join("LEVELS.md");
    write_file(&path, page).map_or_else(|why| refuse(&why), |()| ExitCode::SUCCESS)
}

/// How a table is printed.
#[derive(Clone, Copy)]
pub enum Form {
    Text,
    Markdown,
    Json,
}

/// Lets every solver make the runs of these scenes.
pub fn compare(names: &[String], form: Form, times: bool) -> ExitCode {
    let Named { scenes, crowds } = match scene::named(names) {
        Ok(named) => named,
        Err(error) => return misunderstood(&error.to_string()),
    };
    let contestants = table::contestants();
    let progress = ProgressLine::counting();
    let mut rows = table::compare(&scenes, &contestants, &progress);
    if times {
        let start = Instant::now();
        let clock = || u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX);
        table::add_times(&mut rows, &scenes, &contestants, &clock, &progress);
    }
    drop(progress);
    let crowds: Vec<CrowdRow> = crowds.iter().map(CrowdRow::new).collect();
    match form {
        Form::Text => print!("{}", table::text(&rows, &crowds)),
        Form::Markdown => print!("{}", table::markdown(&rows, &crowds)),
        Form::Json => println!("{}", table::as_json(&rows, &crowds)),
    }
    ExitCode::SUCCESS
}

/// Makes a folder for what will be written: it had better fail before the work than after it.
fn make_folder(folder: &Path) -> Result<(), String> {
    std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))
}

/// Writes the page about the solvers and its pictures.
pub fn write_document(folder: &Path) -> ExitCode {
    let write = || {
        make_folder(folder)?;
        for file in document::files(&ProgressLine::counting()) {
            let path = folder.join(&file.path);
            path.parent().map_or(Ok(()), make_folder)?;
            write_file(&path, &file.text)?;
        }
        Ok(())
    };
    write().map_or_else(|why: String| refuse(&why), |()| ExitCode::SUCCESS)
}

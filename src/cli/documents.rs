//! `compare`: the table of solvers, and the documents about solvers and levels.

use std::path::{Path, PathBuf};

use seamwalker_assets::shipped;
use seamwalker_lab::scene::{self, Named};
use seamwalker_lab::{CrowdRow, compare as table, document, levels_page, text};
use serde_json::json;

use super::Failure;
use super::progress::ProgressLine;
use crate::output::write_file;

#[derive(clap::Args)]
pub struct CompareArgs {
    /// Names of scenes; all scenes if none is given
    #[arg(value_name = "SCENE")]
    scenes: Vec<String>,
    /// Print `{"scenes": [{"scene", "title", "story", "cells": [{"solver", "clean", "runs", "steps", "snags", ...}]}],
    /// "crowds": [{"scene", "title", "story", "end", "kept", "members", "expected", "made"}]}`
    #[arg(long)]
    json: bool,
    /// Write SOLVERS.md with its pictures, and LEVELS.md, into this folder instead
    #[arg(long, value_name = "DIR", conflicts_with_all = ["scenes", "json"])]
    document: Option<PathBuf>,
}

/// Compares all solvers in these scenes, or writes the pages about solvers and levels.
pub fn compare(arguments: &CompareArgs) -> Result<(), Failure> {
    if let Some(folder) = &arguments.document {
        return write_document(folder);
    }
    let Named { scenes, crowds } =
        scene::named(&arguments.scenes).map_err(|error| Failure::Usage(error.to_string()))?;
    let contestants = table::contestants();
    let progress = ProgressLine::counting();
    let rows = table::compare(&scenes, &contestants, &progress);
    drop(progress);
    let crowds: Vec<CrowdRow> = crowds.iter().map(CrowdRow::new).collect();
    if arguments.json {
        say!("{}", json!({ "scenes": rows, "crowds": crowds }));
    } else {
        say_part!("{}", text(&rows, &crowds));
    }
    Ok(())
}

fn make_folder(folder: &Path) -> Result<(), String> {
    std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))
}

/// Writes the pages about solvers and levels, and their pictures.
fn write_document(folder: &Path) -> Result<(), Failure> {
    // Before the work, so that a bad path fails at once.
    make_folder(folder)?;
    let progress = ProgressLine::counting();
    write_file(&folder.join("LEVELS.md"), levels_page(&shipped(), &|run| run.end(&shipped()), &progress)?)?;
    for (path, text) in document::files(&progress) {
        let path = folder.join(path);
        path.parent().map_or(Ok(()), make_folder)?;
        write_file(&path, &text)?;
    }
    Ok(())
}

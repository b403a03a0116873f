//! Stores the shapes of cells such that changing one cell is cheap.

use std::collections::BTreeMap;
use std::ops::Range;

use super::{CellRun, add_run};

/// Columns per block. Larger blocks take longer to change, smaller ones need more memory.
const BLOCK_COLUMNS: i32 = 256;

/// Runs of cells split into blocks of columns, by row and block.
#[derive(Clone, Debug, Default)]
pub(super) struct CellRunBlocks(BTreeMap<(i32, i32), Vec<CellRun>>);

impl CellRunBlocks {
    /// Takes sorted runs that do not overlap.
    pub fn new(runs: &[CellRun]) -> Self {
        let mut blocks: Vec<((i32, i32), Vec<CellRun>)> = Vec::new();
        for run in runs {
            for block in run.column.div_euclid(BLOCK_COLUMNS)..=(run.end() - 1).div_euclid(BLOCK_COLUMNS) {
                let Some(part) =
                    part(*run, block * BLOCK_COLUMNS, block.saturating_add(1).saturating_mul(BLOCK_COLUMNS))
                else {
                    continue;
                };
                match blocks.last_mut() {
                    Some((key, list)) if *key == (run.row, block) => add_run(list, part),
                    _ => blocks.push(((run.row, block), vec![part])),
                }
            }
        }
        Self(blocks.into_iter().collect())
    }

    /// The shape of a cell; `None` when it is empty.
    pub fn get(&self, column: i32, row: i32) -> Option<u32> {
        self.stretch(column, row).0
    }

    /// The shape of a cell, and the columns around it with the same content, as far as its block knows.
    pub fn stretch(&self, column: i32, row: i32) -> (Option<u32>, Range<i32>) {
        let block = column.div_euclid(BLOCK_COLUMNS);
        let list = self.0.get(&(row, block)).map_or(&[][..], Vec::as_slice);
        let at = list.partition_point(|run| run.end() <= column);
        match list.get(at) {
            Some(run) if run.column <= column => (Some(run.shape), run.column..run.end()),
            next => {
                let start = at.checked_sub(1).map_or(block * BLOCK_COLUMNS, |before| list[before].end());
                (None, start..next.map_or((block * BLOCK_COLUMNS).saturating_add(BLOCK_COLUMNS), |run| run.column))
            }
        }
    }

    /// Changes a cell.
    pub fn set(&mut self, column: i32, row: i32, shape: Option<u32>) {
        let key = (row, column.div_euclid(BLOCK_COLUMNS));
        let list = self.0.entry(key).or_default();
        // The run that contains or follows the cell, and its neighbours: they may merge.
        let at = list.partition_point(|run| run.end() <= column);
        let near = at.saturating_sub(1)..list.len().min(at + 2);
        let mut made = Vec::new();
        let before = list[near.clone()].iter().filter_map(|run| part(*run, i32::MIN, column));
        let own = shape.map(|shape| CellRun { row, column, length: 1, shape });
        let after = list[near.clone()].iter().filter_map(|run| part(*run, column + 1, i32::MAX));
        before.chain(own).chain(after).for_each(|run| add_run(&mut made, run));
        list.splice(near, made);
        if list.is_empty() {
            self.0.remove(&key);
        }
    }

    /// The cells as runs, row by row.
    pub fn runs(&self) -> Vec<CellRun> {
        let mut runs = Vec::new();
        self.0.values().flatten().for_each(|run| add_run(&mut runs, *run));
        runs
    }
}

/// The part of a run between two columns; `to` is excluded.
fn part(run: CellRun, from: i32, to: i32) -> Option<CellRun> {
    let (column, end) = (run.column.max(from), run.end().min(to));
    (column < end).then_some(CellRun { column, length: end - column, ..run })
}

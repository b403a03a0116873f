//! docs/SOLVERS.md and its pictures: what every solver is, what it did, and which one to pick.

use super::Observer;
use super::compare::{Contestant, TableCell, TableRow, capital, compare, contestants, details, overview, worst};
use super::crowds::{self, CrowdRow};
use super::plot::{plot, plot_crowds};
use super::scene::{CrowdScene, OpenEnd, Scene, crowds, scenes};
use crate::collide::SolverSetup;

/// The scenes whose first runs are drawn.
const DRAWN: [&str; 3] = ["stairs-45-32x8", "hops", "stairs-63-12x24"];

/// A file of the document: its path below `docs`, and what is in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentFile {
    /// The path, with slashes.
    pub path: String,
    /// The text.
    pub text: String,
}

/// The whole document as it is to be committed: SOLVERS.md, a picture for every contestant, and one for every open end. It holds no times, so that
/// it is the same on every machine and in every build.
#[must_use]
pub fn files(observer: &dyn Observer) -> Vec<DocumentFile> {
    let (scenes, crowds, contestants) = (scenes(), crowds(), contestants());
    let rows = compare(&scenes, &contestants, observer);
    let mut files = vec![DocumentFile { path: "SOLVERS.md".to_owned(), text: solvers(&rows, &crowds, &contestants) }];
    files.extend(contestants.iter().map(|contestant| picture(&scenes, contestant)));
    files.extend(OpenEnd::ALL.map(|end| crowd_picture(&crowds, end)));
    files
}

/// The picture of one contestant.
fn picture(scenes: &[Scene], contestant: &Contestant) -> DocumentFile {
    let drawn: Vec<&Scene> = DRAWN.iter().filter_map(|name| scenes.iter().find(|s| s.name == *name)).collect();
    DocumentFile { path: picture_path(&contestant.name), text: plot(&drawn, &contestant.setup) }
}

/// The picture of one open end.
fn crowd_picture(scenes: &[CrowdScene], end: OpenEnd) -> DocumentFile {
    let drawn: Vec<&CrowdScene> = scenes.iter().filter(|scene| scene.end == end).collect();
    DocumentFile { path: picture_path(&format!("crowd {}", end.name())), text: plot_crowds(&drawn) }
}

fn picture_path(name: &str) -> String {
    let words: Vec<&str> = name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    format!("solvers/{}.svg", words.join("-"))
}

const HEAD: &str = "\
# Solvers

Every known way to keep a box out of walls, on the same input. This page is made by the program, and a test keeps it so.

## Which one to pick

**thick-sat**, the default: it never catches on a seam, an apex or a corner, leaves no overlap, does not jitter in wedges, and
passes through nothing at a hundred times the usual speed. @CLEAN@ Its price is that convex corners are round by the
depth of the skin (3 px). The three variants at the right of the table show what makes it so: end axes to the *closest point* of
the box (the article takes its centre), and moves cut into steps no longer than the skin.

Where every tile is a full box, **per-axis** does nearly as well and is a page of code. For platforms and crates that yield to
each other by priority, **mandatory-first** shows the idea; slopes are not its world. **thin-sat** is here to show the snag.

## How to read the table

A dot: nothing to complain about. Otherwise the worst figure in a few words; all figures of a scene stand below, under its name.

| figure | means |
|---|---|
| snags | Steps that lost progress although nothing real is ahead. The judge knows the union of all solids, calculates in f64, and \
moves in steps of 1/8 px, each pushed out of the deepest edge until nothing overlaps. Both ways are measured along the wanted \
move. A step is a snag when the wanted move is at least 0.5 px long, the solver made less than half of the judge's way, and more \
than 0.25 px less than it. |
| stuck | Runs that stayed within 1 px for 30 steps although the judge could go on by more than 0.25 px in the next one. Such a run \
ends there, and so do its snags. |
| overlap | The deepest overlap with the union that any step left. Round corners count as the solver sees them; a mover whose core \
is behind the outline counts as deep as the core is in a tile, skin included. |
| lurch | How much longer than its wanted move a move was, or how far it went against it; of movers that were free before. In the \
game: beyond the player's own speed and that of the fastest platform. |
| jitter | The largest move in 120 steps of pressing after a mover has settled; on platforms, the largest slip in one tick. |
| drift | How far someone went who stood on a slope for ten seconds, pressed straight against it; on platforms, the whole slip. |
| speed | Up to which multiple of the usual speed nothing is passed through, of 1, 2, 3, 5, 10, 20, 30, 50 and 100. |
| missed | Runs that did not end as the scene wants: that did not arrive, climbed, slid off, died, or lived on between two \
platforms. |

A dash: the figure makes no sense there. Clean means: no snag, nobody stuck, nothing missed, 100x, and nothing else above 0.01 px
(law 2 of [ARCHITECTURE.md](ARCHITECTURE.md#the-laws)).

## How to repeat it

```sh
seamwalker compare                              # everything, as text
seamwalker compare hops wedge-30 --times        # some scenes, with nanoseconds per step
seamwalker compare crowd-pit crowd-gap          # many bodies at once
seamwalker compare --json                       # for other programs
seamwalker compare --document docs              # writes this page and its pictures again
```

Every scene can be played: **F1**, *Scenes*, *play*. A new solver enters by its line in `SolverKind::ALL`, a new scene by its line
in `src/lab/scene/`; then write this page again. `tests/compare.rs` fails as long as it differs from what the program makes.
";

/// The page.
fn solvers(rows: &[TableRow], crowds: &[CrowdScene], contestants: &[Contestant]) -> String {
    let mut text = HEAD.replace("@CLEAN@", &clean_everywhere(rows));
    text.push_str("\n## The table\n\n");
    text.push_str(&overview(rows));
    text.push_str("\nAll scenes together:\n\n");
    text.push_str(&totals(rows, contestants));
    text.push_str("\n## The solvers\n\n");
    for (i, contestant) in contestants.iter().enumerate() {
        let cells: Vec<(&TableRow, &TableCell)> = rows.iter().map(|row| (row, &row.cells[i])).collect();
        text.push_str(&paragraph(contestant, &cells));
    }
    text.push_str("## The scenes\n\n");
    text.push_str(&details(rows));
    text.push_str(&many(crowds));
    text.trim_end().to_owned() + "\n"
}

const MANY: &str = "\
## Many bodies at once

A solver moves one box. `collide::Crowd` finds a place for everyone who moved in the same tick: it is mandatory-first with the
ends that its source leaves open ([the rules](ARCHITECTURE.md#collision)). A smaller number yields less, and what is expected
is expected to the bit.

";

const MANY_PICTURES: &str = "
In the pictures, outlines are where everyone was, and dashed where their own moves led; filled boxes, with their priorities, are
where they ended. Red is who has no room.

";

const MANY_TABLES: &str = "\
In the tables, *by* is who gave a member its longest correction, and *as* the priority with which it meets others: its own, or
that of whoever pushed it.

";

/// The part of the page about crowds.
fn many(scenes: &[CrowdScene]) -> String {
    let rows: Vec<CrowdRow> = scenes.iter().map(CrowdRow::new).collect();
    let mut text = MANY.to_owned() + &crowds::overview(&rows) + MANY_PICTURES;
    for end in OpenEnd::ALL {
        let (name, path) = (end.name(), picture_path(&format!("crowd {}", end.name())));
        text.push_str(&format!("**{}.** {}\n\n![{name}]({path})\n\n", capital(name), end.description()));
    }
    text + MANY_TABLES + &crowds::details(&rows)
}

/// Who is clean in every scene, in a sentence.
fn clean_everywhere(rows: &[TableRow]) -> String {
    let Some(first) = rows.first() else { return String::new() };
    let clean = |i: &usize| rows.iter().all(|row| row.cells[*i].clean);
    let names: Vec<&str> = (0..first.cells.len()).filter(clean).map(|i| first.cells[i].solver.as_str()).collect();
    match names.as_slice() {
        [] => "No method is without a fault in every scene.".to_owned(),
        [one] => format!("Of all methods here, only {one} is without a fault in every scene."),
        several => format!("Without a fault in every scene: {}.", several.join("; ")),
    }
}

/// One line for every contestant: its figures over all scenes.
fn totals(rows: &[TableRow], contestants: &[Contestant]) -> String {
    let mut text =
        "| solver | clean scenes | snags | stuck runs | deepest overlap | worst lurch | missed |\n".to_owned();
    text.push_str("|---|---:|---:|---:|---:|---:|---:|\n");
    for (i, contestant) in contestants.iter().enumerate() {
        let cells = || rows.iter().map(|row| &row.cells[i]);
        let deepest = |of: fn(&TableCell) -> Option<f64>| cells().filter_map(of).fold(0.0, f64::max);
        text.push_str(&format!(
            "| {} | {} of {} | {} | {} | {:.3} px | {:.3} px | {} |\n",
            contestant.name,
            cells().filter(|cell| cell.clean).count(),
            rows.len(),
            cells().filter_map(|cell| cell.figures.snags).sum::<u64>(),
            cells().filter_map(|cell| cell.figures.stuck).sum::<u32>(),
            deepest(|cell| cell.figures.overlap),
            deepest(|cell| cell.figures.lurch),
            cells().map(|cell| cell.figures.missed).sum::<u32>(),
        ));
    }
    text
}

/// How many of a contestant's faults its paragraph names.
const NAMED: usize = 4;

fn paragraph(contestant: &Contestant, cells: &[(&TableRow, &TableCell)]) -> String {
    let Contestant { name, setup } = contestant;
    let mut text = format!("### {name}\n\n");
    if *setup == SolverSetup::new(setup.kind) {
        text.push_str(&format!("Source: {}. In one line: {}.", setup.kind.source(), setup.kind.description()));
    }
    text.push_str(&format!(" {} {}", remark(name), verdict(cells)));
    let known_violations = setup.kind.known_violations();
    if !known_violations.is_empty() {
        text.push_str(" It does not promise: ");
        let laws: Vec<String> = known_violations.iter().map(|(law, why)| format!("*{law:?}* ({why})")).collect();
        text.push_str(&format!("{}.", laws.join("; ")));
    }
    format!("{}\n\n![{name}]({})\n\n", text.replace("  ", " ").replace("\n\n ", "\n\n"), picture_path(name))
}

/// What was measured, in a sentence.
fn verdict(cells: &[(&TableRow, &TableCell)]) -> String {
    let mut faulty: Vec<&(&TableRow, &TableCell)> = cells.iter().filter(|(_, cell)| !cell.clean).collect();
    // Where runs failed altogether comes first.
    faulty.sort_by_key(|(_, cell)| std::cmp::Reverse(cell.figures.stuck.unwrap_or(0) + cell.figures.missed));
    let faults: Vec<String> = faulty.iter().map(|(row, cell)| format!("{} ({})", row.scene, worst(cell))).collect();
    let clean = cells.len() - faults.len();
    if faults.is_empty() {
        return format!("Clean in all {clean} scenes.");
    }
    let more = faults.len().saturating_sub(NAMED);
    let more = if more > 0 { format!(", and {more} more") } else { String::new() };
    let named = faults[..faults.len().min(NAMED)].join(", ");
    format!("Clean in {clean} of {} scenes; worst in {named}{more}.", cells.len())
}

/// What to know of a method beyond its one line, by its name in the table. A method without a remark has none.
fn remark(name: &str) -> &'static str {
    match name {
        "thick-sat" => {
            "The distance to a rounded segment has no jumps in its normal, so that a push never changes its direction from \
             one step to the next: that is why nothing catches. Long moves are cut into steps no longer than the skin, and \
             where several obstacles are met, the step ends at the point nearest to the wanted one beyond all of them."
        }
        "thin-sat" => {
            "Without a radius, the end of a line has no direction of its own: box against line is decided by three axes, and \
             at a corner the shortest way out may lead to the wrong side, or against the walk. Whoever got behind a line \
             falls through."
        }
        "per-axis" => {
            "Seams cannot hurt it: along x only walls are met, along y only floors. Slopes are the foreign body. They are \
             walked by their height under the foot, which lengthens the way by as much as they rise (its lurch), and a \
             slanted wall pushes uphill whoever leans on it."
        }
        "mandatory-first" => {
            "An overlap with one possible way out goes first and takes the seams with it: floors of boxes are smooth without \
             any knowledge of neighbours. On slopes both ways out are guesses, and the box behind a slope's upper end \
             leaves only the wrong one."
        }
        "swept" => {
            "Nothing is passed through, because the earliest hit on the way is asked for and not the overlap at its end. The \
             rest of the move slides along what was hit, and what is hit at the same time decides by its order."
        }
        "vertex-discard" => {
            "A contact whose closest features are two vertices says nothing about a surface, so it is dropped: at a seam \
             between two flat parts that is right. At a real corner nothing is left to hold the mover until it is inside."
        }
        "edge-flags" => {
            "Every edge knows its neighbours, and a normal outside the range between them is turned back into it or dropped. \
             It works as far as the neighbours are known: an outline is, a heap of separate boxes is not."
        }
        "disk" => {
            "The closest point on a segment is the whole test, and the normal turns smoothly round every corner. The price \
             is the shape: a disk rolls off edges that a box stands on, and is as wide as it is high."
        }
        "thick-sat, centre axes" => {
            "The article's own choice: the axis at the end of a segment leads to the centre of the box. For a square box \
             that is nearly exact; a tall or a wide one is lifted by up to a fifth of the skin at apexes, and pushed back by \
             the normal of a place that it does not touch."
        }
        "thick-sat, no end axes" => {
            "Without any axis at the ends the rounded segment is tested as a slanted box with square ends, which reach \
             beyond every joint."
        }
        "thick-sat, no sub-steps" => {
            "A move longer than the skin may end with the core on the far side of an end, where the normal is another one, or \
             beyond a thin wall altogether."
        }
        _ => "",
    }
}

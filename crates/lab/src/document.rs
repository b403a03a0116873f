//! Generates docs/SOLVERS.md and its pictures.

use super::Observer;
use super::compare::{
    Contestant, TableCell, TableRow, capital, compare, contestants, details, overview, percent, worst,
};
use super::crowds::{self, CrowdRow};
use super::plot::{plot, plot_crowds};
use super::scene::{CrowdScene, OpenEnd, Scene, crowds, scenes};
use seamwalker_collide::SolverSetup;

/// The scenes whose first runs are drawn.
const DRAWN_SCENES: [&str; 3] = ["stairs-45-32x8", "hops", "stairs-63-12x24"];

/// A file of the document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentFile {
    /// The path below `docs`, with slashes.
    pub path: String,
    /// The text.
    pub text: String,
}

/// The whole document for `docs`: SOLVERS.md, a picture for every contestant, and one for every open case. Without times, so that
/// it is equal on every machine and in every build.
#[must_use]
pub fn files(observer: &dyn Observer) -> Vec<DocumentFile> {
    let (scenes, crowds, contestants) = (scenes(), crowds(), contestants());
    let rows = compare(&scenes, &contestants, observer);
    let mut files = vec![DocumentFile { path: "SOLVERS.md".to_owned(), text: solvers(&rows, &crowds, &contestants) }];
    let drawn: Vec<&Scene> = DRAWN_SCENES.iter().filter_map(|name| scenes.iter().find(|s| s.name == *name)).collect();
    files.extend(contestants.iter().map(|contestant| {
        let text = plot(&drawn, &contestant.setup);
        DocumentFile { path: picture_path(&contestant.name), text }
    }));
    files.extend(OpenEnd::ALL.map(|end| {
        let drawn: Vec<&CrowdScene> = crowds.iter().filter(|scene| scene.end == end).collect();
        DocumentFile { path: picture_path(&format!("crowd {}", end.name())), text: plot_crowds(&drawn) }
    }));
    files
}

fn picture_path(name: &str) -> String {
    let words: Vec<&str> = name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    format!("solvers/{}.svg", words.join("-"))
}

const SOLVERS_HEAD: &str = "\
# Solvers

Every known way to keep a box out of walls, compared on the same input. The program generates this page, and a test keeps it up to
date.

## Which one to pick

**thick-sat**, the default: it never catches on a seam, an apex or a corner, leaves no overlap, does not jitter in wedges, and
does not tunnel at a hundred times the usual speed. @CLEAN@ Its price: convex corners are rounded by the depth of the skin (3 px).
The three variants of thick-sat show what makes it smooth: end axes to the *closest point* of the box (the article uses its
centre), and moves cut into steps no longer than the skin.

If every tile is a full box, **per-axis** does nearly as well in one page of code. **mandatory-first** shows how platforms and crates
can yield to each other by priority; it handles slopes poorly. **thin-sat** is here to show the snag.

**Fairness.** Every solver stands here in the best form that was found for it. The others move in steps of 0.5 px, thick-sat and disk
in steps as long as the skin is deep (3 px). The columns *as written* show the methods without what was added for that
(`SolverSetup::as_written`): a table below lists it.

## How to read the table

A dot means no fault. Otherwise a cell shows the worst figure; all figures of a scene are listed under its name below.

| figure | meaning |
|---|---|
| snags | Steps that lost progress although nothing real is ahead. The judge knows the union of all solids, computes in f64, and \
moves in steps of 1/8 px, each pushed out of the deepest edge until nothing overlaps. Progress is measured along the wanted \
move. A step is a snag if the wanted move is at least 0.5 px long and the solver made less than half of the judge's progress, and \
fell behind by more than 0.25 px. |
| slow snags | The same for wanted moves of less than 0.5 px, which must fall behind by more than 0.02 px. |
| stuck | Runs that stayed within 1 px for 30 steps although the judge could move on by more than 0.25 px in the next one. Such a \
run ends there, and so does its count of snags. |
| overlap | The deepest overlap with the union after any step. Round corners count as the solver sees them. If a mover's core is \
behind the outline, the depth is that of the core in a tile, plus the skin. |
| lurch | By how much a move was longer than wanted, or went against the wanted move, for movers that were free before. In the \
game: beyond the player's own speed and that of the fastest platform. |
| stretch | By how much a move along a slope of at most 64 degrees was longer than wanted although its part along x was not. \
Constant x speed on slopes is a choice that many games make: it is measured, and no fault. |
| jitter | The largest move in 120 steps of pressing after a mover has settled; on platforms, the largest slip in one tick. |
| drift | How far a mover that gravity pressed against a slope for ten seconds went beyond one of two right answers: to rest, as \
with friction, or to slide down as the judge does, without it. On platforms, the total slip. How a method rests when pressed along \
the slope's normal is law 7 of [ARCHITECTURE.md](ARCHITECTURE.md#the-laws). |
| speed | The highest multiple of the usual speed without tunnelling, out of 1, 2, 3, 5, 10, 20, 30, 50 and 100. |
| missed | Runs that did not end as the scene expects: that did not arrive, or climbed, slid off, died, or survived between two \
platforms. |
| surface | How much of the judge's way a solver made, along that way, in all judged steps: the sum of what is too little for a \
snag. No fault by itself. |

A dash means that the figure does not apply. A scene is clean if it has no snag, nothing stuck, nothing missed, 100x, and nothing
other than stretch and surface above 0.01 px (law 2 of [ARCHITECTURE.md](ARCHITECTURE.md#the-laws)).

## How to repeat it

```sh
seamwalker compare                              # everything, as text
seamwalker compare hops wedge-30 --times        # some scenes, with nanoseconds per step
seamwalker compare crowd-pit crowd-gap          # many bodies at once
seamwalker compare --json                       # for other programs
seamwalker compare --document docs              # writes this page and its pictures again
```

Every scene can be played: **F1**, *Scenes*, *play*. To add a solver, extend `SolverKind::ALL`; to add a scene, extend
`crates/lab/src/scene/`. Then write this page again: `tests/compare.rs` fails while it differs from the program's output.
";

/// The page.
fn solvers(rows: &[TableRow], crowds: &[CrowdScene], contestants: &[Contestant]) -> String {
    let paragraphs = contestants.iter().enumerate().map(|(i, contestant)| {
        let cells: Vec<(&TableRow, &TableCell)> = rows.iter().map(|row| (row, &row.cells[i])).collect();
        paragraph(contestant, &cells)
    });
    let text = format!(
        "{}\n## The table\n\n{}\nAll scenes together:\n\n{}\n{}{}## The solvers\n\n{}## The scenes\n\n{}{}",
        SOLVERS_HEAD.replace("@CLEAN@", &clean_everywhere(rows)),
        overview(rows),
        totals(rows, contestants),
        LIMITS,
        TRIED,
        paragraphs.collect::<String>(),
        details(rows),
        many_bodies(crowds),
    );
    text.trim_end().to_owned() + "\n"
}

/// Within which limits the laws of the default solver hold.
const LIMITS: &str = "\
## How far the laws hold

The [laws](ARCHITECTURE.md#the-laws) for thick-sat and disk, and what the tests in `tests/collide` check of them. Figures are in
pixels; `f32` holds places 1/256 px apart at 65,536 px from the origin, and closer ones nearer to it. `random.rs` walks thick-sat
only; disk, which shares its code, is checked by the other tests and by `laws.rs`.

| claim | holds for | checked by |
|---|---|---|
| all laws | movers from 4 px to 8 tiles, skins from 0.5 to 6 px, up to 70 tiles per tick, random outlines of tiles and polygons, anywhere within 65,536 px of the origin | `random.rs`: five million steps in CI |
| the same, thin skins | skins from 0.1 px; a thinner one is raised to that | `random.rs` |
| 2: no overlap | 0.002 px near the origin; 0.01 px within 65,536 px, where the mover's place is rounded after the slide | `random.rs` |
| 3: not farther, not backwards | a mover that began free. One that began inside an obstacle is pushed out by at most four times the overlap and through nothing, or stays: `Stuck` | `random.rs`; one-way edges of all four directions: `one_way.rs`; beginning inside: `squeezed.rs` |
| 4: mirrored and shifted | mirrored bit for bit; shifted by 61,440 px, the same to 0.02 px | `random.rs`, `laws.rs` |
| 5: no tunnelling | any speed; movers of any size, down to points, which are swept. vertex-discard and edge-flags too, with steps of 0.5 px | `random.rs`, `small_movers.rs` |
| 7: rest | no drift in ten seconds near the origin; farther away, less than two of the distances that `f32` can hold | `random.rs` |
| 9: slow moves | 1,000 steps of 0.01 px lead as far as 100 of 0.1 px, to 0.1 px. Steps of 1 px cut round corners, and end up to 2 px elsewhere. A pushed move shorter than the distance between two places that `f32` can hold may be none | `random.rs`, `laws.rs`, `long_moves.rs` |
| 10: no squeezing | gaps between two corners from 0.008 px narrower than the mover, half extents from 0.6 px, terrain and bodies | `pinches.rs`, `laws.rs` |
| 11: any order | slides and casts have the same bits whatever the order of edges and pieces. Which of several equal obstacles is reported may differ | `random.rs`, `laws.rs` |
| long moves | up to 65,536 steps along obstacles, or 64 obstacles for movers under half a pixel; a longer move ends as `Incomplete`. Through empty space there is no limit. `try_slide` refuses moves over 2^24 px | `long_moves.rs`, `small_movers.rs` |
| bodies | a body that moved into a mover never pushes it through a line; without another way out the slide is `Stuck` | `bodies.rs` |
| a billion random steps, once | four broke a law: 65,536 px from the origin a move within 1.2 degrees of a slope's normal did not slip along it (0.26 px of 11.8); two movers in a notch moved 0.011 and 0.013 px back and forth instead of at most 0.01; at a skin of 0.1 px a slow move ended 0.136 px elsewhere instead of at most 0.1 | `STEPS=1000000000 SEED=2311`, `random.rs` |
| the same for a disk, 80 million steps, half of them far away | none broke a law | `STEPS=400000000 SEED=78`, `random.rs` |

";

/// What was tried for the other solvers. Measured once, so that the page does not take five times as long to write.
const TRIED: &str = "\
## What was tried

Clean scenes and snags in all scenes, by the longest step (`SolverOptions::max_step`), measured when the option was made:

| solver | as written | 4 px | 2 px | 1 px | **0.5 px** | 0.25 px |
|---|---:|---:|---:|---:|---:|---:|
| per-axis, climbs of equal length | | 41, 1463 | 38, 1164 | 38, 788 | **38, 578** | 39, 823 |
| per-axis, constant x speed | 41, 1004 | 41, 997 | 39, 906 | 39, 818 | 38, 553 | 39, 682 |
| mandatory-first, one axis per slope | | 33, 5968 | 36, 4405 | 38, 3796 | **38, 2793** | 38, 1590 |
| mandatory-first, both axes | 34, 17996 | 34, 17802 | 37, 16898 | 36, 16311 | 37, 16093 | 37, 15683 |
| swept, epsilon along the normal | 36, 795 | 36, 776 | 40, 299 | 42, 181 | **44, 97** | 43, 155 |
| swept, epsilon along the move | 36, 821 | 36, 778 | 40, 294 | 42, 178 | 44, 95 | 42, 117 |
| vertex-discard | 40, 149 | 35, 1211 | 37, 358 | 40, 149 | **43, 105** | 43, 60 |
| edge-flags | 35, 0 | 33, 1 | 34, 0 | 35, 0 | **36, 0** | 41, 1 |

Half a pixel is the best length for most of them. At a quarter, edge-flags gets stuck once and swept snags more, at twice the
cost. Per-axis has fewer snags and stuck runs at half a pixel (14 instead of 27), but not more clean scenes. The direction of
swept's epsilon makes no difference; along the normal is what its article says. The short steps are what helps.

The order of pushes (`SolverOptions::push_order`), with and without corrections of steps that have no room or lead too far
(`SolverOptions::corrections`). Each cell: clean scenes, snags, stuck runs, deepest overlap in px.

| order | thick-sat | not corrected | thin-sat | not corrected | disk | not corrected |
|---|---:|---:|---:|---:|---:|---:|
| **together** | **50, 0, 0, 0.001** | 32, 0, 0, 0.001 | **31, 903, 28, 46** | 19, 8, 0, 46 | **48, 0, 0, 0.001** | 29, 0, 0, 0.001 |
| deepest, one after another | 50, 0, 0, 0.002 | 30, 1, 0, 1.3 | 31, 1974, 55, 46 | *17, 1207, 33, 46* | 47, 1, 0, 0.002 | 27, 5, 0, 2.6 |
| first listed | 34, 2819, 64, 0.3 | 24, 2785, 63, 1.3 | 22, 4400, 109, 46 | 14, 3607, 83, 46 | 32, 2277, 38, 0.06 | 21, 2094, 29, 2.7 |
| shallowest | 30, 5829, 138, 1.2 | 21, 5771, 136, 11 | 18, 5771, 131, 46 | 13, 4681, 99, 46 | 27, 5443, 100, 2.6 | 18, 4953, 80, 23 |
| all orders | 50, 0, 0, 0.002 | 30, 0, 0, 1.3 | 31, 2167, 55, 46 | 19, 1295, 27, 46 | 48, 0, 0, 0.002 | 27, 3, 0, 2.6 |

The articles ask whether the shallowest overlap should go first, or all orders be tried. Neither helps: the shallowest first is
worse than any list, and the best of all orders is hardly ever better than the deepest first. In italics: thin-sat as written. It
snags less if nothing is corrected, because it jumps instead: up to 10 px farther than wanted, or through the floor.

Two options of thin-sat, with the default order and corrections (clean scenes, snags, stuck runs, deepest overlap in px, missed):

| option | alone | with `side_memory` |
|---|---:|---:|
| **every axis counts** | **31, 903, 28, 46, 15** | 30, 4750, 2, 0.001, 5 |
| axes past a joint are skipped (`ignored_axes`) | 14, 26354, 728, 46, 138 | 20, 13445, 265, 0.001, 115 |
| contacts along them are discarded | 19, 24207, 614, 51, 55 | 30, 11679, 190, 51, 23 |

A mover that remembers its side (`SolverOptions::side_memory`) no longer falls through: no overlap is left, two runs instead of 28
get stuck, and it stops three times its usual speed at a thin floor instead of none. The price is a snag at most convex joints,
where the line that it came along still holds it. Lists of ignored axes make thin-sat worse: an edge that may not push past its
end pushes a mover at its corner far along its face, or not at all. The comments under Firth's article name such lists without
details; the two variants are the ones that a separating-axis test allows.

Two options of edge-flags from the same comments. **Per-edge visibility** (`Edge::visible`, `SolverOptions::edge_visibility`): the
outlines above have no seams, so it changes no scene. In random fields of separate tiles, marked seams stop a mover of 10 x 14 px
292 times instead of 814, one of 14 x 14 px 236 instead of 475, but one of the player's size (12 x 22 px) 143 instead of 121.

**Automatic stairs** (`SolverOptions::stairs`): steps up to a height (`SolverOptions::step_up`) are climbed by a move onto them, or
have risers that push nothing, so that their tops push the mover up. The judge knows no stairs: a climb is a lurch, and a mover that
is meant to stop misses.

| step up | clean scenes | snags | stuck runs | deepest overlap | worst lurch | missed |
|---|---:|---:|---:|---:|---:|---:|
| **none** | **36** | **0** | **0** | **0.001 px** | **0.09 px** | **0** |
| 8 px, climbed | 31 | 190 | 6 | 11.75 px | 7.48 px | 16 |
| 8 px, invisible risers | 31 | 190 | 6 | 11.75 px | 7.48 px | 16 |
| 16 px, climbed | 31 | 385 | 12 | 15.91 px | 15.46 px | 32 |
| 16 px, invisible risers | 31 | 948 | 27 | 27.45 px | 25.91 px | 32 |

";

const MANY_BODIES: &str = "\
## Many bodies at once

A solver moves one box. `collide::Crowd` places all boxes that moved in the same tick. It follows mandatory-first, and settles the
cases that the article leaves open; `crates/collide/src/crowd.rs` explains the rules. A lower priority number yields less. The
expected results are exact to the bit.

";

const CROWD_PICTURES_LEGEND: &str = "
In the pictures, outlines are where members started, dashed outlines where their own moves led, and filled boxes with their
priorities where they ended. Red marks members without room.

";

const CROWD_TABLES_LEGEND: &str = "\
In the tables, *by* names the cause of a member's longest correction, and *as* the priority with which it meets others: its own, or
that of the member that pushed it.

";

/// The part of the page about crowds.
fn many_bodies(scenes: &[CrowdScene]) -> String {
    let rows: Vec<CrowdRow> = scenes.iter().map(CrowdRow::new).collect();
    let mut text = MANY_BODIES.to_owned() + &crowds::overview(&rows) + CROWD_PICTURES_LEGEND;
    for end in OpenEnd::ALL {
        let (name, path) = (end.name(), picture_path(&format!("crowd {}", end.name())));
        text.push_str(&format!("**{}.** {}\n\n![{name}]({path})\n\n", capital(name), end.description()));
    }
    text + CROWD_TABLES_LEGEND + &crowds::details(&rows)
}

/// A sentence about the solvers that are clean in every scene.
fn clean_everywhere(rows: &[TableRow]) -> String {
    let Some(first) = rows.first() else { return String::new() };
    let clean = |i: &usize| rows.iter().all(|row| row.cells[*i].clean);
    let names: Vec<&str> = (0..first.cells.len()).filter(clean).map(|i| first.cells[i].solver.as_str()).collect();
    match names.as_slice() {
        [] => "No method is faultless in every scene.".to_owned(),
        [one] => format!("Only {one} is faultless in every scene."),
        several => format!("Faultless in every scene: {}.", several.join("; ")),
    }
}

/// A table with the totals of every contestant over all scenes.
fn totals(rows: &[TableRow], contestants: &[Contestant]) -> String {
    let mut text =
        "| solver | clean scenes | snags | slow snags | stuck runs | deepest overlap | worst lurch | worst stretch | missed | surface |\n"
            .to_owned();
    text.push_str("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n");
    for (i, contestant) in contestants.iter().enumerate() {
        let cells = || rows.iter().map(|row| &row.cells[i]);
        let deepest = |of: fn(&TableCell) -> Option<f64>| cells().filter_map(of).fold(0.0, f64::max);
        let surface = cells().filter_map(|cell| cell.figures.surface).fold([0.0, 0.0], |[a, b], [c, d]| [a + c, b + d]);
        text.push_str(&format!(
            "| {} | {} of {} | {} | {} | {} | {:.3} px | {:.3} px | {:.3} px | {} | {} |\n",
            contestant.name,
            cells().filter(|cell| cell.clean).count(),
            rows.len(),
            cells().filter_map(|cell| cell.figures.snags).sum::<u64>(),
            cells().filter_map(|cell| cell.figures.slow_snags).sum::<u64>(),
            cells().filter_map(|cell| cell.figures.stuck).sum::<u32>(),
            deepest(|cell| cell.figures.overlap),
            deepest(|cell| cell.figures.lurch),
            deepest(|cell| cell.figures.stretch),
            cells().map(|cell| cell.figures.missed).sum::<u32>(),
            percent(surface),
        ));
    }
    text
}

/// The maximum number of faults in the paragraph of a contestant.
const MAX_NAMED_FAULTS: usize = 4;

fn paragraph(contestant: &Contestant, cells: &[(&TableRow, &TableCell)]) -> String {
    let Contestant { name, setup } = contestant;
    let mut text = format!("### {name}\n\n");
    if *setup == SolverSetup::new(setup.kind) {
        text.push_str(&format!("Source: {}. In one line: {}.", setup.kind.source(), setup.kind.description()));
    }
    text.push_str(&format!(" {} {}", remark(name), verdict(cells)));
    let known_violations = setup.kind.known_violations();
    if !known_violations.is_empty() {
        text.push_str(" Known violations: ");
        let laws: Vec<String> = known_violations.iter().map(|(law, why)| format!("*{law:?}* ({why})")).collect();
        text.push_str(&format!("{}.", laws.join("; ")));
    }
    format!("{}\n\n![{name}]({})\n\n", text.replace("  ", " ").replace("\n\n ", "\n\n"), picture_path(name))
}

/// A sentence about the measurements.
fn verdict(cells: &[(&TableRow, &TableCell)]) -> String {
    let mut faulty: Vec<&(&TableRow, &TableCell)> = cells.iter().filter(|(_, cell)| !cell.clean).collect();
    // Scenes with failed runs come first.
    faulty.sort_by_key(|(_, cell)| std::cmp::Reverse(cell.figures.stuck.unwrap_or(0) + cell.figures.missed));
    let faults: Vec<String> = faulty.iter().map(|(row, cell)| format!("{} ({})", row.scene, worst(cell))).collect();
    let clean = cells.len() - faults.len();
    if faults.is_empty() {
        return format!("Clean in all {clean} scenes.");
    }
    let more = faults.len().saturating_sub(MAX_NAMED_FAULTS);
    let more = if more > 0 { format!(", and {more} more") } else { String::new() };
    let named = faults[..faults.len().min(MAX_NAMED_FAULTS)].join(", ");
    format!("Clean in {clean} of {} scenes; worst in {named}{more}.", cells.len())
}

/// A remark about a method, by its name in the table; may be empty.
fn remark(name: &str) -> &'static str {
    match name {
        "thick-sat" => {
            "The normal of a rounded segment turns continuously, so a push never changes its direction from one step to the \
             next: that is why nothing catches. Long moves are cut into steps no longer than the skin. If a step meets several \
             obstacles, it ends at the point nearest to the wanted one beyond all of them."
        }
        "thin-sat" => {
            "Without a radius, the end of a line has no direction of its own. Three axes decide box against line, and at a \
             corner the shortest way out may lead to the wrong side, or against the walk. A mover that gets behind a line falls \
             through."
        }
        "per-axis" => {
            "Seams cannot hurt it: along x it only meets walls, along y only floors. Slopes do not fit the method. It follows \
             their height under the foot, in steps that are as long as wanted, and a slanted wall pushes a mover that leans on it \
             uphill."
        }
        "mandatory-first" => {
            "An overlap with a single way out goes first and resolves the seams along with it: floors of boxes are smooth \
             without any knowledge of neighbours. On slopes both ways out are guesses, so a slope pushes along one axis only: up \
             if it can be climbed, aside if it is steeper. The box behind a slope's upper end still leaves only the wrong one."
        }
        "swept" => {
            "It cannot tunnel, because it looks for the earliest hit along the move instead of an overlap at its end. The rest \
             of the move slides along the face that was hit. For simultaneous hits, their order decides. It needs no steps, but \
             what a face has blocked comes back only in the next one. The epsilon lies along the face's normal."
        }
        "vertex-discard" => {
            "A contact whose closest features are two vertices says nothing about a surface, so it is dropped. At a seam \
             between two flat parts that is right. At a real corner nothing then holds the mover until it is inside. \
             Contacts are found anew in every step, so shorter steps snag less."
        }
        "edge-flags" => {
            "Every edge knows its neighbours. A normal outside the range between them is turned back into it or dropped. It \
             works as far as the neighbours are known: in an outline they are, in a heap of separate boxes they are not."
        }
        "disk" => {
            "The closest point on a segment is the whole test, and the normal turns smoothly round every corner. The price \
             is the shape: a disk rolls off edges that a box can stand on, and is as wide as it is high."
        }
        "thick-sat, centre axes" => {
            "The article's own choice: the axis at the end of a segment points to the centre of the box. For a square box that \
             is almost exact. A tall or wide box is lifted by up to a fifth of the skin at apexes, and pushed back by the normal \
             of a point that it does not touch."
        }
        "thick-sat, no end axes" => {
            "Without axes at the ends, a rounded segment is tested as a slanted box with square ends, which stick out at every \
             joint."
        }
        "thick-sat, no sub-steps" => {
            "A move longer than the skin may end with the core on the far side of a segment's end, where the normal differs, or \
             beyond a thin wall altogether."
        }
        "thin-sat, as written" => {
            "The loop of the article: out of the deepest, one after another, at most five times, and the step ends wherever that \
             leads. Steps without room are not halved, and pushes may be longer than the move."
        }
        "per-axis, as written" => {
            "Steps of up to 8 px, and constant x speed on slopes. Many games choose that: a walker is as fast along x uphill as on \
             the flat, and faster along the slope. Here that is its stretch."
        }
        "mandatory-first, as written" => {
            "Steps of up to 8 px, and slopes that push along both axes, by the shorter way out."
        }
        "swept, as written" => "A single step per move, and the epsilon along the move.",
        "vertex-discard, as written" | "edge-flags, as written" => "Steps of up to 1 px.",
        _ => "",
    }
}

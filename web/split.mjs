// Says which functions of the game few players need: `node split.mjs IN LIST` writes their names for `wasm-split`, which puts them
// into a file of their own. The page fetches it when the first frame is drawn. All of them work before that too: the first call
// then waits for the file (web/page.js).
//
// Functions are chosen by their names as rustc mangles them (v0), where each part of a path follows its length. What is chosen
// wrongly costs time, never correctness: one that every player needs delays the first frame, and web/test.mjs says so.

import { readFileSync, writeFileSync } from "node:fs";

/** The laboratory with its widgets, the solvers that no level asks for, crowds, demos and the story, worlds, JSON maps, pictures other
 * than PNG, writing pictures and zstd. */
const LATER = new RegExp(
  "4egui|6epaint|5emath|6ecolor|14egui_macroquad|13egui_miniquad|8ab_glyph|15owned_ttf|6lab_ui|10seamwalker3lab|" +
  "12jpeg_decoder|3gif|5weezl|4webp|5image6codecs|NtC[a-zA-Z0-9]+_5image|6ruzstd|" +
  "15mandatory_first|5swept|14vertex_discard|10edge_flags|5boxes|5crowd|4demo|5story|3png7encoder|7capture|" +
  "6render4clip|10regex_lite|10world_file|17json_event_parser|4json8elements|10level_swap|19config_space_update",
);

/** What is needed at once all the same: the list of recorded runs, and what the closed laboratory is asked in every frame. */
const EARLY = new RegExp(
  "8recorded|10seamwalker3lab(7history|9press_log|5takes|6ghosts|4walk)|^byn\\$|" +
  "6lab_ui(NtB[0-9]_5Debug(?!4menu)|3pen)|12TickObserver|4Tool(?!4page)|5tools3see(?!.*4page)",
);

/** Smaller functions, in bytes, stay: a call across files takes as much. So do larger ones of crates that everything uses: the compiler
 * makes one function of equal ones, which then has any of their names. */
const SMALLEST = 40;
const SMALLEST_SHARED = 1000;
const SHARED = ["core", "alloc", "std", "hashbrown", "ttf_parser"];

/** The crate that a function is of: the first one in its name. */
function crate(name) {
  const [, length, rest] = /C(?:s[0-9a-zA-Z]*_)?(\d+)([a-z_]\w*)/.exec(name) ?? [null, 0, ""];
  return rest.slice(0, Number(length));
}

/** A name without its end, which may be the crate that asked for a generic function: others may use the same one. */
const item = (name) =>
  name.replace(/Cs[0-9a-zA-Z]+_(\d+)([a-z_][a-z0-9_]*)$/, (end, length, crate) => (crate.length === Number(length) ? "" : end));

/** Whether a function of this size follows later. */
const isLater = (name, size) =>
  size >= (SHARED.includes(crate(name)) ? SMALLEST_SHARED : SMALLEST) && LATER.test(item(name)) && !EARLY.test(name);

const [from, to] = process.argv.slice(2);
const program = readFileSync(from);

let at = 8;
/** The next number. */
function number() {
  let [value, shift, byte] = [0, 0, 0x80];
  for (; byte & 0x80; shift += 7) {
    byte = program[at++];
    value += (byte & 0x7f) * 2 ** shift;
  }
  return value;
}
function text() {
  const length = number();
  at += length;
  return program.toString("utf8", at - length, at);
}

/** The sizes of all functions that are not imported, and the names of all, imported ones first. */
let [sizes, names] = [[], []];
while (at < program.length) {
  const kind = program[at++];
  const length = number();
  const end = at + length;
  if (kind === 10) {
    sizes = Array.from({ length: number() }, () => {
      const size = number();
      at += size;
      return size;
    });
  } else if (kind === 0 && text() === "name") {
    while (at < end) {
      const part = program[at++];
      const next = number() + at;
      // Each name follows the function's number.
      if (part === 1) names = Array.from({ length: number() }, () => (number(), text()));
      at = next;
    }
  }
  at = end;
}
if (names.length < sizes.length) throw new Error(`${from} has no names: was it built with profile web?`);

const later = names.slice(-sizes.length).filter((name, i) => isLater(name, sizes[i]));
writeFileSync(to, later.join("\n"));
console.log(`split.mjs: ${later.length} of ${sizes.length} functions follow later`);

// Makes a .wasm lean: `node lean.mjs IN OUT PACK` puts small fonts where egui's are, and moves maps and pictures into a file
// of their own, which a browser fetches at the same time.
//
// egui carries 1.4 MB of fonts with every emoji there is, a quarter of the download, and the crates between it and the game do
// not let anyone switch them off. The laboratory shows Latin letters. So the bytes of each font are replaced by those of a
// small one, and zeros up to the old length: nothing else moves, and wasm-opt leaves the zeros out of the file. macroquad has a
// font that the game never draws with, and reads all its glyphs before the first frame: the smallest one takes its place.
// A font that is not found as it was is left alone; then the size check of web/build speaks.
//
// The files that are embedded lie in the program's data as they are, fonts as well. Each becomes zeros as well, and goes into the pack with
// its place in memory: address, length (32 bits each, the low byte first), bytes; all of that through gzip. The page puts them
// back before the program starts.

import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const small = fileURLToPath(new URL("fonts", import.meta.url));
const lock = readFileSync(fileURLToPath(new URL("../Cargo.lock", import.meta.url)), "utf8");
const registry = join(process.env.CARGO_HOME ?? join(homedir(), ".cargo"), "registry/src");

/** A file of a crate that the game is built with. */
function ofCrate(crate, name) {
  const version = new RegExp(`name = "${crate}"\nversion = "([^"]+)"`).exec(lock)[1];
  for (const index of readdirSync(registry)) {
    try {
      return readFileSync(join(registry, index, `${crate}-${version}`, name));
    } catch {
      // It is in another index.
    }
  }
  return null;
}

/** The small fonts, and what they replace. */
const fonts = readdirSync(small).filter((file) => file.endsWith(".ttf")).map((name) => ["epaint_default_fonts", `fonts/${name}`, name]);
fonts.push(["macroquad", "src/ProggyClean.ttf", "NotoEmoji-Regular.ttf"]);

const [from, to, pack] = process.argv.slice(2);
const program = readFileSync(from);
let saved = 0;
for (const [crate, name, replacement] of fonts) {
  const [old, instead] = [ofCrate(crate, name), readFileSync(join(small, replacement))];
  const at = old === null ? -1 : program.indexOf(old);
  if (at < 0) {
    console.log(`lean.mjs: ${name} of ${crate} is not in the program as it is`);
    continue;
  }
  program.fill(0, at, at + old.length);
  instead.copy(program, at);
  saved += old.length - instead.length;
}
console.log(`lean.mjs: ${saved} bytes of fonts left out`);

/** A number of a .wasm, and where it ends. */
function number(at) {
  let [value, shift, byte] = [0, 0, 0x80];
  for (; byte & 0x80; at += 1, shift += 7) {
    byte = program[at];
    value += (byte & 0x7f) * 2 ** shift;
  }
  return [value, at];
}

/** The parts of the program's data: where they begin in the file, where they end, and at which address they lie. */
function segments() {
  const found = [];
  for (let at = 8; at < program.length; ) {
    const kind = program[at];
    let [length, begin] = number(at + 1);
    at = begin + length;
    if (kind !== 11) continue;
    let count;
    [count, begin] = number(begin);
    for (; count > 0; count -= 1) {
      // A segment with a fixed address, which all of rustc's have: 0, i32.const, the address, end.
      if (program[begin] !== 0 || program[begin + 1] !== 0x41) return [];
      let address, size;
      [address, begin] = number(begin + 2);
      [size, begin] = number(begin + 1);
      found.push({ begin, end: begin + size, address });
      begin += size;
    }
  }
  return found;
}

/** All files below a folder. */
const below = (folder) =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));

const home = fileURLToPath(new URL("..", import.meta.url));
const parts = segments();
const moved = [];
const names = ["maps", "assets", "web/fonts"].flatMap((folder) => below(join(home, folder)));
// The largest first: a small file may be a part of a large one.
for (const file of names.map((name) => readFileSync(name)).sort((a, b) => b.length - a.length)) {
  const at = program.indexOf(file);
  const part = parts.find(({ begin, end }) => begin <= at && at + file.length <= end);
  if (at < 0 || !part) continue;
  const head = Buffer.alloc(8);
  head.writeUInt32LE(part.address + at - part.begin, 0);
  head.writeUInt32LE(file.length, 4);
  moved.push(Buffer.concat([head, file]));
  program.fill(0, at, at + file.length);
}
const packed = gzipSync(Buffer.concat(moved), { level: 9 });
console.log(`lean.mjs: ${moved.length} files moved into ${packed.length} bytes`);
writeFileSync(pack, packed);
writeFileSync(to, program);

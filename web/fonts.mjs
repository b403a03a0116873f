// Puts small fonts where egui's are in a .wasm: `node fonts.mjs IN OUT`.
//
// egui carries 1.4 MB of fonts with every emoji there is, half of the download, and the crates between it and the game do
// not let anyone switch them off. The laboratory shows Latin letters. So the bytes of each font are replaced by those of a
// small one, and zeros up to the old length: nothing else moves, and wasm-opt leaves the zeros out of the file.
// A font that is not found as it was is left alone; then the size check of web/build speaks.

import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const small = fileURLToPath(new URL("fonts", import.meta.url));
const lock = readFileSync(fileURLToPath(new URL("../Cargo.lock", import.meta.url)), "utf8");
const version = /name = "epaint_default_fonts"\nversion = "([^"]+)"/.exec(lock)[1];
const registry = join(process.env.CARGO_HOME ?? join(homedir(), ".cargo"), "registry/src");
const folders = readdirSync(registry).map((index) => join(registry, index, `epaint_default_fonts-${version}`, "fonts"));

/** A font as egui brings it. */
function whole(name) {
  for (const folder of folders) {
    try {
      return readFileSync(join(folder, name));
    } catch {
      // It is in another index.
    }
  }
  return null;
}

const [from, to] = process.argv.slice(2);
const program = readFileSync(from);
let saved = 0;
for (const name of readdirSync(small).filter((file) => file.endsWith(".ttf"))) {
  const [old, instead] = [whole(name), readFileSync(join(small, name))];
  const at = old === null ? -1 : program.indexOf(old);
  if (at < 0) {
    console.log(`fonts.mjs: ${name} of egui ${version} is not in the program as it is`);
    continue;
  }
  program.fill(0, at, at + old.length);
  instead.copy(program, at);
  saved += old.length - instead.length;
}
console.log(`fonts.mjs: ${saved} bytes of fonts left out`);
writeFileSync(to, program);

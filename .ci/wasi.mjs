// Runs a WebAssembly program that was built for wasm32-wasip1: node wasi.mjs PROGRAM.wasm ARGUMENTS
import { readFile } from 'node:fs/promises';
import { WASI } from 'node:wasi';

const wasi = new WASI({ version: 'preview1', args: process.argv.slice(2), env: {}, returnOnExit: true });
const imports = { wasi_snapshot_preview1: wasi.wasiImport };
const { instance } = await WebAssembly.instantiate(await readFile(process.argv[2]), imports);
process.exit(wasi.start(instance));

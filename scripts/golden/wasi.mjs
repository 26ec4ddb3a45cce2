// Runs a WASI program in Node: node --no-warnings --no-flush-bytecode wasi.mjs PROGRAM.wasm ARGUMENTS... The program sees the working folder, no more.
import { readFile } from "node:fs/promises";
import { WASI } from "node:wasi";

const [program, ...rest] = process.argv.slice(2);
const wasi = new WASI({ version: "preview1", args: [program, ...rest], preopens: { ".": process.cwd() }, returnOnExit: true });
const module = await WebAssembly.compile(await readFile(program));
const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.wasiImport });
process.exitCode = wasi.start(instance);

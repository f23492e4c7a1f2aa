// Runs a WebAssembly program of the command line in node: its standard input and output are node's.
// usage: node wasi.mjs PROGRAM.wasm

import { readFile } from 'node:fs/promises';

// `process` is used as the global it is: importing it would open standard input without blocking, and the
// program's reads would fail instead of waiting.

function fail(message) {
  process.stderr.write(`wasi.mjs: ${message}\n`);
  process.exit(2);
}

const [path] = process.argv.slice(2);
if (path === undefined) fail('usage: node wasi.mjs PROGRAM.wasm');

let module;
try {
  module = await WebAssembly.compile(await readFile(path));
} catch (error) {
  fail(`${path} cannot be loaded: ${error.message}`);
}

const { WASI } = await import('node:wasi');
// A program without a name of its own (`args` empty) ends with status 71.
const wasi = new WASI({ version: 'preview1', args: ['laplace-agent'], env: {}, returnOnExit: true });
const imports = { wasi_snapshot_preview1: wasi.wasiImport };
try {
  process.exitCode = wasi.start(await WebAssembly.instantiate(module, imports));
} catch (error) {
  fail(`the program trapped: ${error.message}`);
}

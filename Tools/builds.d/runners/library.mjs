// Runs an engine, a WebAssembly library without imports, in node: frames of the agent protocol on
// standard input are its calls, as a page makes them, and its replies go to standard output.
// usage: node library.mjs ENGINE.wasm

import { readFileSync, readSync, writeSync } from 'node:fs';

function fail(message) {
  process.stderr.write(`library.mjs: ${message}\n`);
  process.exit(2);
}

// As many bytes as were asked for; fewer where the input ends.
function read(count) {
  const bytes = new Uint8Array(count);
  let done = 0;
  while (done < count) {
    const got = readSync(0, bytes, done, count - done, null);
    if (got === 0) break;
    done += got;
  }
  return bytes.subarray(0, done);
}

function write(bytes) {
  for (let done = 0; done < bytes.length;) done += writeSync(1, bytes, done);
}

const [path] = process.argv.slice(2);
if (path === undefined) fail('usage: node library.mjs ENGINE.wasm');

let engine;
try {
  engine = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(path)), {}).exports;
} catch (error) {
  fail(`${path} cannot be loaded: ${error.message}`);
}
engine._initialize();
engine.laplace_begin();

const stop = 7;
for (;;) {
  const head = read(4);
  if (head.length === 0) break;
  if (head.length < 4) fail('the input ends inside the length of a frame');
  const size = new DataView(head.buffer).getUint32(0, true), frame = read(size);
  if (frame.length < size) fail('the input ends inside a frame');
  const room = engine.laplace_room(size);
  if (room === 0) fail(`a frame of ${size} bytes is refused`);
  // A call may grow memory, and what was seen of it before is then detached.
  new Uint8Array(engine.memory.buffer, room, size).set(frame);
  let at;
  try { at = engine.laplace_ask(); } catch (error) { fail(`the engine trapped: ${error.message}`); }
  const count = engine.laplace_size(), reply = new Uint8Array(4 + count);
  new DataView(reply.buffer).setUint32(0, count, true);
  reply.set(new Uint8Array(engine.memory.buffer, at, count), 4);
  write(reply);
  if (frame[0] === stop) break;
}

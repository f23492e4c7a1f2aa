// Runs a WebAssembly program of the command line in a worker of a browser. Its standard input and
// output are requests to the server that brought this file (browser.py); they block, as the program
// expects, because a worker may wait for an answer.

'use strict';

const success = 0, badDescriptor = 8, notSupported = 52;

function ask(path, body) {
  const request = new XMLHttpRequest();
  request.open('POST', path, false);
  request.responseType = 'arraybuffer';
  request.send(body);
  if (request.status !== 200 && request.status !== 204) {
    throw new Error(`the server answered ${path} with ${request.status}`);
  }
  return request;
}

class Exit {
  constructor(status) { this.status = status; }
}

// What the server sent and the program did not read yet.
let pending = new Uint8Array(0);

// Waits for input. The server answers 204 when there is none for a while, so that no browser gives up.
function fill() {
  for (;;) {
    const answer = ask('read', null);
    if (answer.status === 200) {
      pending = new Uint8Array(answer.response);
      return;
    }
  }
}

let memory;
const view = () => new DataView(memory.buffer);

// The parts of memory that a list of address and length names.
function parts(list, count) {
  const found = [];
  for (let index = 0; index < count; index += 1) {
    const at = list + 8 * index;
    found.push(new Uint8Array(memory.buffer, view().getUint32(at, true), view().getUint32(at + 4, true)));
  }
  return found;
}

const programName = new TextEncoder().encode('laplace-agent\0');

const wasi = {
  args_sizes_get(count, size) {
    view().setUint32(count, 1, true);
    view().setUint32(size, programName.length, true);
    return success;
  },
  args_get(pointers, bytes) {
    view().setUint32(pointers, bytes, true);
    new Uint8Array(memory.buffer).set(programName, bytes);
    return success;
  },
  environ_sizes_get(count, size) {
    view().setUint32(count, 0, true);
    view().setUint32(size, 0, true);
    return success;
  },
  environ_get() { return success; },
  fd_read(descriptor, list, count, result) {
    if (descriptor !== 0) return badDescriptor;
    let read = 0;
    for (const part of parts(list, count)) {
      if (part.length === 0) continue;
      if (pending.length === 0) {
        if (read > 0) break;
        fill();
        if (pending.length === 0) break; // the end of the input
      }
      const some = pending.subarray(0, part.length);
      part.set(some);
      pending = pending.subarray(some.length);
      read += some.length;
    }
    view().setUint32(result, read, true);
    return success;
  },
  fd_write(descriptor, list, count, result) {
    if (descriptor !== 1 && descriptor !== 2) return badDescriptor;
    let written = 0;
    for (const part of parts(list, count)) {
      if (part.length > 0) ask(descriptor === 1 ? 'write' : 'say', part.slice());
      written += part.length;
    }
    view().setUint32(result, written, true);
    return success;
  },
  random_get(bytes, size) {
    for (let start = 0; start < size; start += 65536) {
      crypto.getRandomValues(new Uint8Array(memory.buffer, bytes + start, Math.min(65536, size - start)));
    }
    return success;
  },
  proc_exit(status) { throw new Exit(status); },
};

function run() {
  const module = new WebAssembly.Module(ask('program', null).response);
  const imports = {};
  for (const { name } of WebAssembly.Module.imports(module)) {
    imports[name] = wasi[name] ?? (() => notSupported);
  }
  const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: imports });
  memory = instance.exports.memory;
  instance.exports._start();
}

let status = 0;
try {
  run();
} catch (error) {
  if (error instanceof Exit) {
    status = error.status;
  } else {
    ask('say', `the program trapped: ${error.message}\n`);
    status = 2;
  }
}
ask('exit', String(status));

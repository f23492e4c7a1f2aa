'use strict';
// The engine in a worker: replays recordings, compares digests, and takes the steps of branches.

// What the worker runs. It stands in the page as text, so it uses nothing from outside
// itself but functions that stand there with it.
function engineWorker() {
  const requests = { hello: 1, restore: 3, run: 4, state: 5, poses: 13 }, refused = 0xFF;
  // Kept states of all runs together: a branch begins at one.
  const keptMax = 64 << 20, keptCount = 64;

  // One instance is one run at a time.
  class Engine {
    constructor(module) {
      this.calls = new WebAssembly.Instance(module, {}).exports;
      this.calls._initialize();
      this.calls.laplace_begin();
    }
    // The reply lies in the engine's memory: read it before the next request.
    ask(frame) {
      this.put(frame);
      return this.reply(this.calls.laplace_ask());
    }
    put(frame) {
      const room = this.calls.laplace_room(frame.length);
      if (!room) throw new Error(`a request of ${frame.length} bytes is too large`);
      // Memory that has grown is another buffer.
      new Uint8Array(this.calls.memory.buffer, room, frame.length).set(frame);
    }
    reply(at) {
      const reply = new Uint8Array(this.calls.memory.buffer, at, this.calls.laplace_size());
      if (reply[0] === refused) throw new Error(new TextDecoder().decode(reply.subarray(5)));
      return reply;
    }
    // Records the steps from here on. The run has taken `firstStep` steps; the recording gets a note, and markers.
    record(firstStep, note, markers) {
      if (!this.calls.laplace_record) throw new Error('the engine in this page writes no recordings: make a new one with Tools/engine');
      const number = value => new Uint8Array(BigInt64Array.of(BigInt(value)).buffer), count = value => number(value).subarray(0, 4);
      const text = words => { const bytes = new TextEncoder().encode(words); return [count(bytes.length), bytes]; };
      const parts = [number(firstStep), ...text(note), count(markers.length), ...markers.flatMap(one => [number(one.step), ...text(one.text)])];
      this.put(Uint8Array.from(parts.flatMap(part => [...part])));
      this.reply(this.calls.laplace_record());
    }
    // Ends the recording; gives its file.
    get recorded() { return this.reply(this.calls.laplace_recorded()).slice(); }
    // Gives the digest of the state before step 0: replies to requests that begin a run end with it.
    begin(run) {
      let reply = null;
      for (const request of run.begin) reply = this.ask(request);
      this.count = 0;
      return reply.slice(-16);
    }
    // Takes steps; the reply is a type, how many digests, and the digests.
    take(inputs, from, count) {
      let size = 5;
      for (let step = from; step < from + count; step++) size += inputs.get(step)?.length ?? 4;
      const frame = new Uint8Array(size);
      frame[0] = requests.run;
      new DataView(frame.buffer).setUint32(1, count, true);
      for (let step = from, at = 5; step < from + count; step++) {
        const records = inputs.get(step);
        if (records) frame.set(records, at);
        at += records?.length ?? 4;
      }
      const reply = this.ask(frame).subarray(5);
      this.count = from + count;
      return reply;
    }
    // The whole state as it stands.
    get image() { return this.ask(Uint8Array.of(requests.state, 1)).subarray(1); }
    // A request that restores it.
    keep() {
      const { image } = this, frame = new Uint8Array(9 + image.length);
      frame[0] = requests.restore;
      frame.set(image, 9);
      new DataView(frame.buffer).setBigInt64(1, BigInt(this.count), true);
      return frame;
    }
    restore(frame) {
      this.ask(frame);
      this.count = Number(new DataView(frame.buffer).getBigInt64(1, true));
    }
    // Where everything is, as poses: with a quantum, as the first drawing of a track.
    poses(quantum = 0) {
      const frame = new Uint8Array(14), view = new DataView(frame.buffer);
      [frame[0], frame[5]] = [requests.poses, 1];
      view.setUint32(1, 16, true);
      view.setFloat64(6, quantum, true);
      try { return this.ask(frame).slice().buffer; } catch (error) {
        if (error instanceof WebAssembly.RuntimeError) throw error;
        throw new Error(`the engine in this page cannot tell poses: make it anew with Tools/engine (${error.message})`);
      }
    }
  }

  // A proof leaves two thirds of the time to somebody who acts on the page, or watches it play: its
  // threads share the processors with those that draw. Both in milliseconds.
  const actedFor = 250, stepAside = 16;
  let module = null, live = null, runs = [], branch = null, actedAt = -Infinity;
  const pause = () => new Promise(done => {
    const channel = new MessageChannel();
    channel.port1.onmessage = done;
    channel.port2.postMessage(0);
  });

  // The states of a recording's samples, whose fields the page shows.
  class RowGathering {
    constructor(run, index) { [this.run, this.index, this.next, this.images, this.size] = [run, index, 0, [], 0]; }
    // How many steps there are up to the next sample.
    reach(step) { return this.next < this.run.samples.length ? Math.max(this.run.samples[this.next] + 1 - step, 1) : Infinity; }
    gather(engine) {
      const { samples, selection } = this.run;
      if (this.next >= samples.length || samples[this.next] + 1 !== engine.count) return;
      const image = engine.ask(Uint8Array.of(requests.state, selection)).slice(1);
      this.images.push(image);
      this.size += image.length;
      this.next++;
      if (this.size > 1 << 18) this.tell();
    }
    tell() {
      if (!this.images.length) return;
      const bytes = new Uint8Array(this.size), sizes = this.images.map(image => image.length), from = this.next - sizes.length;
      let at = 0;
      for (const image of this.images) { bytes.set(image, at); at += image.length; }
      postMessage({ kind: 'rows', index: this.index, from, sizes, bytes: bytes.buffer }, [bytes.buffer]);
      [this.images, this.size] = [[], 0];
    }
  }

  // The steps of a recording, and how their digests compare with those recorded.
  async function prove(index) {
    const run = runs[index], engine = new Engine(module), began = performance.now();
    let spent = 0, told = began, paused = began, image = 0, every = 0;
    const first = engine.begin(run), rows = new RowGathering(run, index);
    run.kept = [];
    if (!isRecorded(run, first, 0, -1)) {
      postMessage({ kind: 'proof', index, count: 0, bad: -1, milliseconds: 0 });
      return;
    }
    for (let step = 0; step < run.count;) {
      const start = performance.now();
      rows.gather(engine);
      const count = Math.min(run.count - step, run.portion, rows.reach(step));
      if (every === 0 || step >= run.kept.length * every) {
        const frame = engine.keep();
        run.kept.push(frame);
        image = frame.length;
        // Fewer where each is large.
        const most = Math.max(2, Math.min(keptCount, Math.floor(keptMax / runs.length / image)));
        every = Math.max(every, Math.ceil(run.count / most));
      }
      const digests = engine.take(run.inputs, step, count);
      for (let i = 0; i < count; i++) {
        if (isRecorded(run, digests, 16 * i, step + i)) continue;
        rows.tell();
        postMessage({ kind: 'proof', index, count: step + i, bad: step + i, milliseconds: spent + performance.now() - start });
        return;
      }
      step += count;
      const now = performance.now(), taken = now - start;
      spent += taken;
      // So many at a time that a branch need not wait.
      if (count === run.portion) run.portion = Math.max(1, Math.min(512, Math.round(run.portion * 12 / Math.max(taken, .5))));
      if (now - told > 100 || step === run.count) {
        if (step === run.count) { rows.gather(engine); rows.tell(); }
        postMessage({ kind: 'proof', index, count: step, milliseconds: spent });
        told = now;
      }
      if (now - paused < 8) continue;
      await pause();
      if (performance.now() - actedAt < actedFor) await new Promise(done => setTimeout(done, stepAside));
      paused = performance.now();
    }
    rows.gather(engine);
    rows.tell();
    if (run.count === 0) postMessage({ kind: 'proof', index, count: 0, milliseconds: 0 });
  }
  // A reply has the low word first and each word's low byte first; texts have the highest byte first.
  function isRecorded(run, digests, at, step) {
    const size = run.digestBytes;
    for (let i = 0; i < size; i++) {
      if (digests[at + 15 - i] !== run.digests[(step + 1) * size + i]) return false;
    }
    return step < run.count - 1 || step < 0 || run.last === hexadecimal(digests, at);
  }
  function hexadecimal(digests, at) {
    let text = '';
    for (let i = 15; i >= 0; i--) text += digests[at + i].toString(16).padStart(2, '0');
    return text;
  }

  // Goes to the state after so many steps, with inputs that may be others than those recorded.
  // Gives the digest of the state before step 0.
  function goTo(count, inputs, isRecordedUpTo) {
    const run = runs[branch.index];
    live ??= new Engine(module);
    let nearest = null;
    for (const frame of [...run.kept ?? [], ...branch.kept]) {
      const at = Number(new DataView(frame.buffer).getBigInt64(1, true));
      const isOwn = branch.kept.includes(frame);
      if (at > count || !isOwn && at > isRecordedUpTo) continue;
      if (!nearest || at > nearest.at) nearest = { at, frame };
    }
    const first = hexadecimal(live.begin(run), 0);
    if (nearest) live.restore(nearest.frame);
    while (live.count < count) live.take(inputs, live.count, Math.min(256, count - live.count));
    return first;
  }

  const answers = {
    async load({ code, recordings, proves }) {
      let bytes = bytesOfBase64(code);
      // Tools/engine packs it with gzip.
      if (bytes[0] === 0x1F && bytes[1] === 0x8B) {
        const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
        bytes = new Uint8Array(await new Response(stream).arrayBuffer());
      }
      module = await WebAssembly.compile(bytes);
      const frame = Uint8Array.of(requests.hello, 3, 0, 0, 0), reply = new Engine(module).ask(frame).slice();
      let digest = null;
      if (globalThis.crypto?.subtle) {
        const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
        digest = Array.from(sum, byte => byte.toString(16).padStart(2, '0')).join('');
      }
      postMessage({ kind: 'hello', reply, size: bytes.length, digest });
      runs = recordings.map(run => ({
        ...run, portion: 16, begin: run.begin.map(bytesOfBase64),
        inputs: new Map(run.inputs.map(one => [one.step, bytesOfBase64(one.records)])),
      }));
      for (let index = 0; proves && index < runs.length; index++) {
        try { await prove(index); } catch (error) { postMessage({ kind: 'proof', index, problem: error.message }); }
      }
    },
    acted() { actedAt = performance.now(); },
    // Begins a branch after so many steps: recorded ones, and those of `inputs`.
    branch({ index, count, recorded, inputs, number }) {
      if (branch?.index !== index) branch = { index, kept: [] };
      branch.inputs = new Map([...runs[index].inputs].filter(([step]) => step < recorded));
      for (const [step, records] of inputs) branch.inputs.set(step, records);
      branch.kept = branch.recorded === recorded ? branch.kept.filter(frame => Number(new DataView(frame.buffer).getBigInt64(1, true)) <= count) : [];
      branch.recorded = recorded;
      branch.number = number;
      const first = goTo(count, branch.inputs, recorded), poses = live.poses(runs[index].quantum);
      postMessage({ kind: 'began', number, count, first, poses }, [poses]);
    },
    // Begins a run in another way: what was kept of it is of no use.
    restart({ index, begin }) {
      [runs[index].begin, runs[index].kept, branch] = [[begin], [], null];
    },
    // Replays a session from its beginning, and compares its digests.
    async check({ index, inputs, digests, number }) {
      const engine = new Engine(module), steps = new Map(inputs), began = performance.now();
      const tell = bad => postMessage({ kind: 'checked', number, bad, count: digests.length, milliseconds: performance.now() - began });
      engine.begin(runs[index]);
      for (let step = 0; step < digests.length; step += 64) {
        const count = Math.min(64, digests.length - step), reply = engine.take(steps, step, count).slice();
        for (let i = 0; i < count; i++) if (hexadecimal(reply, 16 * i) !== digests[step + i]) { tell(step + i); return; }
        await pause();
      }
      tell(undefined);
    },
    // Replays a branch from its beginning, and records it. Its digests are those that were seen, or nothing
    // is saved.
    async save({ index, recorded, inputs, markers, digests, stepCount, firstStep, note, number }) {
      const run = runs[index], engine = new Engine(module), steps = new Map([...run.inputs].filter(([step]) => step < recorded));
      for (const [step, records] of inputs) steps.set(step, records);
      const check = (reply, at, step) => {
        if (step < recorded ? isRecorded(run, reply, at, step) : digests.get(step) === hexadecimal(reply, at)) return;
        throw new Error(`step ${step} replays differently: the branch is not saved`);
      };
      engine.begin(run);
      engine.record(firstStep, note, markers);
      for (let step = 0; step < stepCount;) {
        const began = performance.now(), part = Math.min(stepCount - step, run.portion), reply = engine.take(steps, step, part);
        for (let i = 0; i < part; i++) check(reply, 16 * i, step + i);
        step += part;
        run.portion = Math.max(1, Math.min(512, Math.round(run.portion * 12 / Math.max(performance.now() - began, .5))));
        await pause();
      }
      postMessage({ kind: 'saved', number, file: new Blob([engine.recorded], { type: 'application/octet-stream' }) });
    },
    // Takes a step of the branch.
    take({ number, step, records }) {
      if (branch?.number !== number || live.count !== step) return;
      if (records) branch.inputs.set(step, records);
      if (step % 256 === 0) branch.kept.push(live.keep());
      if (branch.kept.length > 48) branch.kept = branch.kept.filter((frame, i) => i % 2 === 1);
      const digests = live.take(branch.inputs, step, 1), digest = hexadecimal(digests, 0), poses = live.poses();
      postMessage({ kind: 'taken', number, step, digest, poses }, [poses]);
    },
  };
  onmessage = async ({ data }) => {
    try { await answers[data.kind](data); } catch (error) { postMessage({ kind: 'trouble', during: data.kind, number: data.number, problem: error.message }); }
  };
}

// What the page knows of its engine.
class PageEngine {
  constructor(content, runs, listener) {
    const source = `'use strict';${bytesOfBase64}\n(${engineWorker})()`;
    const text = new Blob([source], { type: 'text/javascript' });
    this.file = content.engine.file.split('/').pop();
    this.address = URL.createObjectURL(text);
    this.worker = new Worker(this.address);
    this.listener = listener;
    this.worker.onmessage = ({ data }) => { if (data.kind === 'hello') this.hear(data); listener(data); };
    this.worker.onerror = event => listener({ kind: 'trouble', during: 'load', problem: event.message || 'its worker could not be started' });
    const recordings = runs.map(({ facts, digests, steps }) => ({
      begin: facts.replay.begin, count: facts.stepCount, last: facts.replay.lastDigest,
      digests, digestBytes: facts.digestBytes, samples: facts.rows ? steps : [], selection: facts.rows?.selection ?? 0, quantum: facts.drawing?.quantum ?? 1,
      inputs: facts.replay.inputs.map(({ step, records }) => ({ step, records })),
    }));
    const code = $('engine').textContent;
    $('engine').remove();
    this.worker.postMessage({ kind: 'load', code, recordings, proves: !content.isPlayground });
  }
  hear({ reply, size, digest }) {
    const reader = new WireReader(reply.buffer);
    reader.skip(5);
    this.version = reader.text();
    this.facts = reader.list(() => [reader.text(), reader.text()]);
    this.simulations = reader.list(() => reader.text());
    [this.size, this.digest] = [size, digest];
  }
  get build() { return this.facts.map(fact => fact.join(' ')); }
  send(message) { this.worker.postMessage(message); }
  // Somebody acts on the page, or watches it play.
  noteAction() {
    const now = performance.now();
    if (now - (this.noted ?? -Infinity) < 100) return;
    this.noted = now;
    this.send({ kind: 'acted' });
  }
}

// Reads a reply of the agent protocol.
class WireReader {
  static decoder = new TextDecoder();
  constructor(buffer) { this.view = new DataView(buffer); this.at = 0; }
  skip(count) { this.at += count; }
  byte() { return this.view.getUint8(this.at++); }
  word() { this.at += 4; return this.view.getUint32(this.at - 4, true); }
  double() { this.at += 8; return this.view.getFloat64(this.at - 8, true); }
  point() { return [this.double(), this.double()]; }
  text() {
    const count = this.word();
    this.at += count;
    return count === 0 ? '' : WireReader.decoder.decode(new Uint8Array(this.view.buffer, this.at - count, count));
  }
  list(read) {
    const list = [];
    for (let left = this.word(); left > 0; left--) list.push(read());
    return list;
  }
  // Behind `outline`, which is the longer the more points there are.
  points(outline) {
    for (let left = 2 * this.word(); left > 0; left--) outline.push(this.double());
    return outline;
  }
  outline() {
    const kind = this.byte();
    switch (kind) {
      case 0: { const center = this.point(); return [0, this.double(), ...center]; }
      case 1: { const [a, b] = [this.point(), this.point()]; return [1, this.double(), ...a, ...b]; }
      case 2: { const outline = this.points([2, 0]); outline[1] = this.double(); return outline; }
      default: return this.points([3, 0]);
    }
  }
  // Integers, `width` in a row: where they lie, for they stand at a multiple of four bytes.
  rows(width) {
    const count = width * this.word(), rows = new Int32Array(this.view.buffer, this.at, count);
    this.at += 4 * count;
    return rows;
  }
  // Poses of a track, and what it did not have before; nothing from a simulation without a picture.
  poses() {
    this.skip(1);
    if (!this.byte()) return null;
    const styles = this.list(() => {
      const name = this.text();
      this.skip(35);
      return name;
    });
    const layers = this.list(() => ({ name: this.text(), role: ['subject', 'background', 'annotation'][this.byte()] }));
    const looks = this.list(() => ({ layer: this.word(), style: this.word(), outlines: this.list(() => this.outline()) }));
    const shapes = this.list(() => ({ id: this.word(), label: this.text(), isTurned: this.byte() === 1 }));
    const arrows = this.list(() => { const style = this.word(); return { style, at: this.point(), vector: this.point() }; });
    this.at += -this.at & 3;
    return { styles, layers, looks, shapes, arrows, poses: this.rows(5), marks: this.rows(4), links: this.rows(5) };
  }
}

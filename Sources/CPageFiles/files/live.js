'use strict';
// The page with an engine: what it says of the proof, and the branch as it goes on.

const grouped = number => number.toLocaleString('en');
function proofText({ proof, facts }) {
  if (!proof) return 'not replayed yet';
  if (proof.problem) return `✕ not replayed: ${proof.problem}`;
  if (proof.bad === -1) return '✕ begins differently in this browser';
  if (proof.bad !== undefined) return `✕ replays differently in this browser from step ${grouped(proof.bad)} on`;
  if (proof.count < facts.stepCount) return `replaying: ${Math.floor(100 * proof.count / facts.stepCount)} %`;
  return `✓ replayed ${grouped(proof.count)} steps bit-exact in this browser, ${Math.round(proof.milliseconds)} ms`;
}
let pointer = null;
// What a pointer can do in the run that is shown.
function usePointer() {
  const isKnown = page.engine.simulations.includes(A().facts.name), inputs = new PointerInputs(A().facts.replay.kinds);
  const isShown = stage && !content.comparison && !A().facts.drawing.isFromPositions;
  pointer = isKnown && isShown && (inputs.canDrag || inputs.canTap) ? inputs : null;
}
function startEngine() {
  const replies = {
    hello() {
      if (content.isPlayground) { playground.start(); return; }
      usePointer();
      document.querySelector('[data-do=touch]').hidden = !pointer;
    },
    checked(data) { if (data.number === live.number) playground.checked(data); },
    proof(data) {
      const run = page.all[data.index];
      run.proof = { ...run.proof, ...data };
      const { count, bad, problem } = run.proof;
      if (bad !== undefined || problem || count === run.facts.stepCount) {
        document.documentElement.dataset['proof' + (data.index || '')] = problem ? 'problem' : bad !== undefined ? `differs ${bad}` : `same ${count}`;
        document.documentElement.dataset.proofTime = Math.round(run.proof.milliseconds);
      }
      verdict();
      invalidateLanes();
    },
    rows(data) {
      const run = page.all[data.index];
      run.takeRows(data);
      // What was picked before its row could be known.
      const sample = A().sample(page.step);
      if (A().hasRows(sample)) {
        if (page.shape && !page.row) page.row = rowOf(A(), page.shape, sample);
        else if (page.row && !page.shape) page.shape = shapeOf(A(), page.row, sample);
      }
      rowsRevision++;
      invalidate();
    },
    began: data => live.began(data),
    taken: data => live.taken(data),
    saved: data => keepRecording(data.file),
    trouble(data) {
      if (data.during === 'load') {
        page.engine.problem = data.problem;
        for (const run of page.all) run.proof ??= { count: 0, problem: data.problem };
        document.documentElement.dataset.proof = 'problem';
        verdict();
      } else {
        setPlaying(false);
        if (data.during !== 'save') live.fail();
        toast(data.problem);
      }
      invalidate();
    },
  };
  page.engine = new PageEngine(content, page.all, data => replies[data.kind](data));
}

// The branch as it goes on: one number for each beginning, so that late replies are told from new ones.
const live = {
  // `cursor`: where the pointer is that keys move.
  number: 0, isReady: false, waiting: 0, finger: null, cursor: null, queue: [],
  get branch() { return page.runs.find(run => run.isBranch); },

  // From the step that is shown: of the recording, or of the branch itself.
  begin() {
    let branch = this.branch;
    if (A().isBranch && page.step > branch.from) branch.cut(page.step);
    else {
      const from = Math.min(page.step, page.runs[0].facts.stepCount - 1);
      branch = new BranchRun(page.runs[0], from);
      page.runs = [page.runs[0], branch];
      page.a = 1;
      page.shape = null;
      for (const element of [$('swap'), document.querySelector('[data-do=ghost]')]) element.hidden = Boolean(content.isPlayground);
      if (content.isPlayground) playground.mark(branch);
      title();
    }
    this.number++;
    [this.isReady, this.waiting, this.queue] = [false, 0, []];
    const inputs = [...branch.inputs].map(([step, own]) => [step, PointerInputs.records(own)]);
    page.engine.send({ kind: 'branch', index: page.runs[0].index, count: page.step + 1, recorded: branch.from + 1, inputs, number: this.number });
    showTabs();
  },
  // The branch ends at the step that is shown, and takes inputs from there on. While it plays, the
  // picture is some steps late: they stay, and so do inputs that wait for the next one.
  reach() {
    const late = page.playing ? 8 : 0;
    if (!A().isBranch || !this.isReady || page.step < A().facts.stepCount - 1 - late) this.begin();
  },
  began({ number, count, first, poses }) {
    if (number !== this.number) return;
    this.isReady = true;
    const update = new WireReader(poses).poses();
    if (content.isPlayground && count === 0) playground.began(this.branch, update, first); else this.branch.meet(update);
  },

  // Asks for so many steps more; the inputs act in the first of them.
  take(count) {
    if (!this.isReady || this.waiting) return;
    for (let i = 0; i < Math.min(count, 4); i++) {
      const branch = this.branch, step = branch.facts.stepCount + i, queue = i ? [] : this.queue.splice(0);
      const inputs = queue.map(({ name, values }) => pointer.input(name, step, values));
      let records;
      if (inputs.length) {
        records = PointerInputs.records(inputs);
        branch.inputs.set(step, inputs);
        branch.facts.inputs.push(...inputs.map(input => ({ step, text: input.text })));
      }
      this.waiting++;
      page.engine.send({ kind: 'take', number: this.number, step, records });
    }
  },
  taken({ number, step, digest, poses }) {
    if (number !== this.number) return;
    this.waiting--;
    const update = new WireReader(poses).poses();
    if (update) this.branch.add(step, update);
    this.branch.digests.set(step, digest);
    document.documentElement.dataset.branch = `${step} ${digest}`;
    invalidate();
  },

  // A step that is refused was not taken, and neither were its inputs.
  fail() {
    [this.isReady, this.finger] = [false, null];
    this.branch?.cut(this.branch.facts.stepCount - 1);
  },

  // What the finger does, in the coordinates of the run.
  put(name, values) {
    if (name === 'panChanged' && this.queue.at(-1)?.name === name) this.queue.pop();
    this.queue.push({ name, values });
  },
  place(event) { const [x, y] = stage.world(event.offsetX, event.offsetY); return { x, y, time: event.timeStamp }; },
  down(event) {
    if (!pointer || this.finger) return false;
    $('canvas').setPointerCapture(event.pointerId);
    this.reach();
    const place = this.place(event);
    this.finger = { id: event.pointerId, start: place, last: place, velocity: [0, 0], px: [event.offsetX, event.offsetY], isDrag: false };
    setPlaying(true);
    return true;
  },
  move(event) {
    const finger = this.finger;
    if (finger?.id !== event.pointerId) return false;
    if (!pointer.canDrag) return true;
    const place = this.place(event);
    if (!finger.isDrag) {
      if (Math.hypot(event.offsetX - finger.px[0], event.offsetY - finger.px[1]) <= 4) return true;
      finger.isDrag = true;
      this.put('panBegan', finger.start);
    }
    const seconds = Math.max(place.time - finger.last.time, 1) / 1000;
    finger.velocity = [(place.x - finger.last.x) / seconds, (place.y - finger.last.y) / seconds];
    finger.last = place;
    this.put('panChanged', place);
    return true;
  },
  up(event) {
    const finger = this.finger;
    if (finger?.id !== event.pointerId) return false;
    this.finger = null;
    const place = this.place(event), isStill = event.timeStamp - finger.last.time > 100;
    const [velocityX, velocityY] = isStill ? [0, 0] : finger.velocity;
    if (finger.isDrag) this.put('panEnded', { ...place, velocityX, velocityY });
    else if (pointer.canTap && event.type === 'pointerup') this.put('tap', place);
    return true;
  },

  // What the finger does by keyboard: it takes hold of what is picked, and leaves it at rest.
  get isHeldByKeys() { return this.finger?.id === 'keys'; },
  // Begins a branch and returns where in it the picked shape is; tells what is missing where none is.
  picked(can) {
    if (!pointer?.[can]) { toast('No input of this simulation does that'); return null; }
    const run = A(), sample = run.sample(page.step), shape = page.shape;
    if (this.cursor) { const place = this.cursor; this.reach(); return { ...place }; }
    if (!(shape?.looks[sample] > 0)) { toast('Pick a row first: j or k; or take a pointer: o'); return null; }
    const place = { x: shape.xs[sample], y: shape.ys[sample] }, index = run.shapes.indexOf(shape), row = page.row;
    this.reach();
    [page.shape, page.row] = [A().shapes[index], row];
    return place;
  },
  hold() {
    if (this.isHeldByKeys) { this.release(); return; }
    if (this.finger) return;
    const place = this.picked('canDrag');
    if (!place) return;
    this.finger = { id: 'keys', last: place };
    this.put('panBegan', place);
    setPlaying(true);
    toast(`${this.cursor ? 'What is here' : shapeName(A(), page.shape)} is held: arrows move it, with shift further; h lets it go`);
  },
  // Shows the pointer that keys move, at what is picked or in the middle; or puts it away.
  point() {
    if (this.finger) return;
    if (this.cursor) { this.cursor = null; toast('The pointer is put away'); return; }
    if (!pointer) { toast('No pointer acts in this simulation'); return; }
    const sample = A().sample(page.step), shape = page.shape, [x, y] = stage.world(stage.width / 2, stage.height / 2);
    this.cursor = shape?.looks[sample] > 0 ? { x: shape.xs[sample], y: shape.ys[sample] } : { x, y };
    toast(`Arrows move the pointer, with shift further${pointer.canDrag ? '; h takes hold there' : ''}${pointer.canTap ? '; Enter taps there' : ''}`);
  },
  nudge(dx, dy) {
    const { finger } = this, before = finger ? finger.last : this.cursor, [px, py] = stage.pixel(before.x, before.y);
    const [x, y] = stage.world(Math.min(Math.max(px + dx, 0), stage.width), Math.min(Math.max(py + dy, 0), stage.height));
    if (this.cursor) this.cursor = { x, y };
    if (finger) { finger.last = { x, y }; this.put('panChanged', finger.last); }
    else toast(`the pointer is at ${short(x)}, ${short(y)}`);
    invalidate();
  },
  release() {
    const { last } = this.finger;
    this.finger = null;
    this.put('panEnded', { ...last, velocityX: 0, velocityY: 0 });
    toast('let go');
    invalidate();
  },
  tap() {
    if (this.finger) return;
    const place = this.picked('canTap');
    if (!place) return;
    this.put('tap', place);
    setPlaying(true);
    toast(this.cursor ? `tapped at ${short(place.x)}, ${short(place.y)}` : `tapped ${shapeName(A(), page.shape)}`);
  },
};

const branchFile = ending => `${A().facts.file.split('/').pop().replace(/\.mcap$/, '')}-branch${ending}`;
function branchCommand() {
  const { facts } = live.branch;
  return `${facts.replay.command} --steps ${facts.stepCount} --input ${shellWord(branchFile('.jsonl'))} -o ${shellWord(branchFile('.mcap'))}`;
}
function download(name, file) {
  const address = URL.createObjectURL(file);
  make('a', null, { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}
function saveInputs() {
  const branch = live.branch;
  if (!branch) { toast(branchless); return; }
  download(branchFile('.jsonl'), new Blob([branch.script()], { type: 'application/jsonl' }));
  toast(`saved ${branchFile('.jsonl')}` + (branch.facts.firstStep ? '' : `: ${branchCommand()}`));
}
// The worker replays the branch and writes it.
function saveRecording() {
  const branch = live.branch;
  if (!branch) { toast(branchless); return; }
  setPlaying(false);
  const { facts, base, from } = branch, recorded = content.isPlayground ? 0 : from + 1;
  page.engine.send({
    kind: 'save', index: base.index, number: live.number, recorded, markers: facts.markers, digests: branch.digests,
    inputs: [...branch.inputs].map(([step, own]) => [step, PointerInputs.records(own)]),
    stepCount: facts.stepCount, firstStep: facts.firstStep,
    note: content.isPlayground ? 'made in a playground' : `leaves ${facts.file.split('/').pop()} after step ${from}`,
  });
  toast('replaying, to save it …');
}
function keepRecording(file) {
  download(branchFile('.mcap'), file);
  document.documentElement.dataset.saved = file.size;
  toast(`saved ${branchFile('.mcap')}: ${content.tool} verify ${shellWord(branchFile('.mcap'))}`);
}
const branchless = 'There is no branch yet: let the pointer act in the run (t), or hold a row (h)';
const saveButtons = () => [
  make('button', 'Save the recording', { onclick: saveRecording, 'data-key': 'save' }),
  make('button', 'Save its inputs', { onclick: saveInputs, 'data-key': 'inputs' }),
];
function branchPanel() {
  const branch = live.branch, list = make('dl'), add = (name, value, kind) => list.append(make('dt', name), make('dd', value, kind ? { class: kind } : {}));
  const own = branch.facts.inputs.filter(event => event.step > branch.from), end = branch.facts.stepCount - 1;
  add('leaves the recording', `after step ${branch.from}`);
  add('ends at', `step ${end}, ${((end + 1) * branch.facts.secondsPerStep).toFixed(2)} s`);
  add('own inputs', own.length);
  if (branch.digest(end)) add('digest after its last step', branch.digest(end), 'mono');
  const save = make('p', null, { class: 'buttons' });
  save.append(...saveButtons());
  const parts = [make('h2', `Branch from step ${branch.from}`), list, make('p', 'Recorded inputs after that step are left out.'), save];
  if (!branch.facts.firstStep) {
    const text = make('p', null, { class: 'mono' });
    text.append(make('code', branchCommand()));
    parts.push(make('p', 'With the saved inputs, this command records the branch, with the digest above:'), text);
  }
  const items = own.slice(-100).map(event => {
    const item = make('li');
    item.append(make('b', `step ${event.step}`), make('button', event.text, { onclick: () => go(event.step) }));
    return item;
  });
  const ordered = make('ol');
  ordered.append(...items);
  parts.push(ordered);
  return parts;
}

'use strict';
// A playground: simulations to choose from, each live from its beginning.

const playground = {
  // One for each simulation that the engine has; what is set of it stays while others are shown.
  runs: [], seed: '1', revision: 0, said: '',
  get run() { return page.runs[0]; },

  // Once the engine has told what it has.
  start() {
    this.runs = page.all.filter(run => page.engine.simulations.includes(run.facts.name));
    if (!this.runs.length) { toast('The engine has none of these simulations'); return; }
    const choice = $('simulation');
    choice.append(...this.runs.map(({ facts }, index) => make('option', facts.name, { value: index, title: facts.summary })));
    choice.onchange = () => this.choose(Number(choice.value));
    choice.hidden = false;
    const asked = this.runs.findIndex(({ facts }) => facts.name === new URLSearchParams(location.hash.slice(1)).get('simulation'));
    choice.value = String(Math.max(asked, 0));
    this.choose(Math.max(asked, 0));
  },
  choose(index) {
    const run = this.runs[index];
    run.values ??= (run.facts.replay.parameters ?? []).map(({ value }) => value);
    page.tab = 'setup';
    this.begin(run);
  },
  // From the first step, with the seed and the parameters that are set.
  begin(run = this.run) {
    setPlaying(false);
    Object.assign(page, { runs: [run], a: 0, step: -1, shape: null, row: null, zoom: null, plots: [], follow: false });
    stage.drawing = run.facts.drawing;
    stage.fit();
    usePointer();
    page.touch = Boolean(pointer);
    const touch = document.querySelector('[data-do=touch]');
    touch.hidden = !pointer;
    touch.setAttribute('aria-pressed', String(page.touch));
    document.body.classList.toggle('touch', page.touch);
    stage.show.ghost = false;
    live.cursor = null;
    this.revision++;
    this.said = '';
    page.engine.send({ kind: 'restart', index: run.index, begin: this.request(run) });
    live.begin();
    invalidate();
  },
  // What is said of a session that begins now.
  mark(branch) {
    const { run } = this;
    Object.assign(branch.facts, { seed: this.seed, parameters: this.settings(run), replay: { ...run.facts.replay, command: this.command(run) } });
  },
  // The engine's state before the first step.
  began(branch, update, digest) {
    branch.meet();
    branch.count = 0;
    for (const shape of branch.shapes) shape.looks.fill(0);
    branch.add(-1, update);
    branch.digests.set(-1, digest);
    setPlaying(!isStill.matches);
  },

  // The request that begins the run: type, name, the words of the parameters, seed.
  request(run) {
    const first = Uint8Array.from(atob(run.facts.replay.begin[0]), letter => letter.charCodeAt(0)), view = new DataView(first.buffer);
    const head = first.slice(0, 5 + view.getUint32(1, true)), parameters = run.facts.replay.parameters ?? [];
    const words = parameters.flatMap((parameter, i) => parameter.words?.map(BigInt) ?? this.words(parameter, run.values[i]));
    const bytes = new Uint8Array(head.length + 4 + 8 * words.length + 8), request = new DataView(bytes.buffer);
    bytes.set(head);
    request.setUint32(head.length, words.length, true);
    [...words, BigInt(this.seed)].forEach((word, i) => request.setBigUint64(head.length + 4 + 8 * i, word, true));
    return bytes;
  },
  // The words of a value that `read` has accepted.
  words({ type, cases, element, isOptional }, text) {
    if (isOptional) return text === 'nil' ? [0n] : [1n, ...this.words({ type, cases, element }, type === 'text' ? JSON.parse(text) : text)];
    if (type === 'text') {
      const bytes = new TextEncoder().encode(text);
      return [BigInt(bytes.length), ...Array.from(bytes, BigInt)];
    }
    if (type === 'list') {
      const values = this.elements(element, text);
      return [BigInt(values.length), ...values.flatMap(value => this.words({ type: element }, value))];
    }
    const view = new DataView(new ArrayBuffer(8));
    if (type === 'float64') view.setFloat64(0, Number(text), true);
    else if (type === 'float32') view.setFloat32(0, Number(text), true);
    else if (type === 'bool') view.setUint8(0, text === 'true' ? 1 : 0);
    else view.setBigInt64(0, BigInt.asIntN(64, BigInt(Object.entries(cases ?? {}).find(([, name]) => name === text)?.[0] ?? text)), true);
    return [view.getBigUint64(0, true)];
  },
  // The elements of a list: `1, 2` or `[1, 2]`; texts in quotes.
  elements(element, text) {
    const inner = text.trim().replace(/^\[([^]*)\]$/, '$1').trim();
    if (element === 'text') return JSON.parse(`[${inner}]`);
    return inner ? inner.split(',').map(one => one.trim()) : [];
  },
  // A text as the parameter is written; nothing where it is no value of its type.
  read({ type, cases, element, isOptional }, text) {
    if (isOptional && text === 'nil') return text;
    if (type === 'text') return isOptional ? this.readQuoted(text) : text;
    if (cases && Object.values(cases).includes(text)) return text;
    if (type === 'bool') return text === 'true' || text === 'false' ? text : null;
    if (type === 'list') return this.readList(element, text);
    if (type.startsWith('float')) {
      const number = type === 'float32' ? Math.fround(Number(text)) : Number(text);
      return text.trim() && Number.isFinite(number) ? String(number) : null;
    }
    const bits = { uint8: 8, int32: 32, uint32: 32, int64: 64, uint64: 64 }[type], low = type.startsWith('u') ? 0n : -(1n << BigInt(bits - 1));
    const high = low + (1n << BigInt(bits));
    return /^-?\d+$/.test(text) && BigInt(text) >= low && BigInt(text) < high ? String(BigInt(text)) : null;
  },
  readQuoted(text) {
    try { if (typeof JSON.parse(text) === 'string') return text; } catch { /* It has no quotes. */ }
    return JSON.stringify(text);
  },
  readList(element, text) {
    try {
      const values = this.elements(element, text);
      if (element === 'text') return values.every(value => typeof value === 'string') ? JSON.stringify(values) : null;
      const read = values.map(one => this.read({ type: element }, one));
      return read.includes(null) ? null : `[${read.join(', ')}]`;
    } catch { return null; }
  },
  // What a person has to write.
  hint({ type, element, isOptional }) {
    const kinds = { text: 'a text', list: element === 'text' ? 'texts in quotes, with commas between' : 'values with commas between', bool: 'true or false' };
    return (kinds[type] ?? (type.startsWith('float') ? 'a number' : `a whole number (${type})`)) + (isOptional ? ', or nil' : '');
  },
  settings: run => (run.facts.replay.parameters ?? []).map(({ name }, i) => `${name}=${run.values[i]}`),
  command(run) {
    const changed = this.settings(run).filter((_, i) => run.values[i] !== run.facts.replay.parameters[i].value);
    return [content.tool, 'record', run.facts.name, '--seed', this.seed, ...changed.flatMap(setting => ['--set', setting])].map(shellWord).join(' ');
  },

  // Replays the session from its beginning, and compares every digest.
  verify() {
    const branch = live.branch, count = branch.facts.stepCount, inputs = [...branch.inputs].map(([step, own]) => [step, PointerInputs.records(own)]);
    setPlaying(false);
    const digests = Array.from({ length: count }, (_, step) => branch.digests.get(step));
    page.engine.send({ kind: 'check', index: this.run.index, inputs, digests, number: live.number });
    this.say('replaying …');
  },
  checked({ bad, count, milliseconds }) {
    const isSame = bad === undefined;
    document.documentElement.dataset.checked = isSame ? `same ${count}` : `differs ${bad}`;
    this.say(isSame ? `✓ replayed ${grouped(count)} steps bit-exact, ${Math.round(milliseconds)} ms` : `✕ replays differently from step ${grouped(bad)} on`);
  },
  say(text) { this.said = text; this.revision++; invalidate(); },

  panel() {
    const { run } = this, { facts } = run, form = make('form', null, { class: 'setup' });
    const field = (name, value, set, parameter) => {
      const isChoice = parameter && !parameter.isOptional && parameter.type !== 'list';
      const label = make('label', name + ' '), choices = isChoice && (parameter.type === 'bool' ? ['false', 'true'] : parameter.cases && Object.values(parameter.cases));
      const isNumber = !parameter || !/text|list/.test(parameter.type) && !parameter.isOptional;
      const entry = choices ? make('select', null, { 'data-key': 'set ' + name }) : make('input', null, { 'data-key': 'set ' + name, inputmode: isNumber ? 'decimal' : 'text', spellcheck: 'false', title: parameter ? this.hint(parameter) : 'a whole number (uint64)' });
      if (parameter?.words) entry.disabled = true;
      if (choices) entry.append(...choices.map(text => make('option', text)));
      entry.value = value;
      entry.onchange = () => {
        if (set(parameter?.type === 'text' ? entry.value : entry.value.trim())) this.begin();
        else { entry.setAttribute('aria-invalid', 'true'); toast(`${name} cannot be '${entry.value}': it is ${parameter ? this.hint(parameter) : 'a whole number'}`); }
      };
      label.append(entry);
      form.append(label);
    };
    form.onsubmit = event => event.preventDefault();
    field('seed', this.seed, text => {
      const seed = this.read({ type: 'uint64' }, text);
      if (seed !== null) this.seed = seed;
      return seed !== null;
    });
    (facts.replay.parameters ?? []).forEach((parameter, i) => field(parameter.name, run.values[i], text => {
      const value = this.read(parameter, text);
      if (value !== null) run.values[i] = value;
      return value !== null;
    }, parameter));
    const button = (text, key, action) => make('button', text, { 'data-key': key, onclick: action });
    const row = make('p');
    row.append(button('Begin again', 'begin', () => this.begin()), button('Verify', 'verify', () => this.verify()), ...saveButtons());
    const parts = [make('p', facts.summary), form, row];
    if (this.said) parts.push(make('p', this.said, { role: 'status' }));
    const command = make('p', null, { class: 'mono' });
    command.append(make('code', branchCommand()));
    parts.push(make('p', pointer?.canDrag ? 'Drag in the picture; go back to any step and drag again.' : pointer ? 'Tap in the picture.' : 'No pointer acts in it.'), make('p', 'With the saved inputs, this command records the session, with the digests that were seen here:'), command);
    return parts;
  },
};

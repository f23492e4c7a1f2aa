'use strict';
// A branch: a run that leaves a recording at a step, because a pointer acted in it.

// A typed array that has room for a number at a place: the one given, or a larger one. `more`: room beside
// what is usual.
function roomy(lane, at, more = 0) {
  if (at < lane.length) return lane;
  const longer = new lane.constructor(2 * at + 64 + more);
  longer.set(lane);
  return longer;
}

// All poses of the last sample of a branch, by the indices of its shapes. The next picture is mostly of it, and
// shapes have arrays of their own, far apart.
class LatestPoses {
  constructor(count) {
    [this.sample, this.looks, this.ids] = [-1, new Float64Array(count), new Float64Array(count)];
    [this.xs, this.ys, this.angles] = [new Float32Array(count), new Float32Array(count), new Float32Array(count)];
  }
  // No shape is there yet.
  begin(sample) {
    this.sample = sample;
    this.looks.fill(0);
  }
  put(index, look, x, y, angle, id) {
    if (index >= this.looks.length) for (const lane of ['looks', 'ids', 'xs', 'ys', 'angles']) this[lane] = roomy(this[lane], index);
    this.looks[index] = look; this.ids[index] = id;
    this.xs[index] = x; this.ys[index] = y; this.angles[index] = angle;
  }
}

// Stands where a recording stands: what the stage and the timeline ask of a run, they ask of a branch.
class BranchRun {
  // Marks of steps of its own, in bytes: beyond that the oldest are forgotten.
  static markMax = 64 << 20;

  // `step`: the last that is as it was recorded.
  constructor(base, step) {
    const { facts } = base, drawing = facts.drawing, before = list => list.filter(one => (one.step ?? one) <= step);
    [this.base, this.from, this.isBranch] = [base, step, true];
    this.count = base.sample(step) + 1;
    this.facts = {
      ...facts, stepCount: step + 1, inputs: before(facts.inputs), markers: before(facts.markers),
      keyframes: before(facts.keyframes), endNote: null,
      drawing: { ...drawing, looks: [...drawing.looks], layers: [...drawing.layers], styles: [...drawing.styles], arrows: [...drawing.arrows] },
    };
    const copy = lane => lane && lane.slice(0, this.count);
    this.steps = copy(base.steps);
    this.versions = copy(base.versions);
    // Also of those that appear later, whose role says which shapes of the engine they are.
    this.shapes = base.shapes.map(shape => ({
      ...shape, looks: copy(shape.looks), xs: copy(shape.xs), ys: copy(shape.ys), angles: copy(shape.angles),
      role: base.layer(shape, 0).role,
    }));
    // Of recorded samples the recording's own lanes; of others a list of numbers for each.
    for (const [name, width] of [['marks', 4], ['links', 5]]) {
      const { most, counts, slots } = base[name];
      this[name] = { most, width, counts: most ? copy(counts) : new Float64Array(this.count), slots: slots ?? [], own: [] };
    }
    this.markBytes = 0;
    this.latest = new LatestPoses(this.shapes.length);
    // How often samples were taken back: others may stand in their places.
    this.cuts = 0;
    this.shapes.forEach((shape, index) => { shape.index = index; });
    // Rows come with a recording of the branch.
    this.tables = [];
    // What happens after `from`: for each step, inputs with their words and their lines.
    this.inputs = new Map();
    this.digests = new Map();
    this.looks = new Map(this.facts.drawing.looks.map((look, index) => [BranchRun.key(look.layer, look.style, look.outlines), index]));
  }

  static key(layer, style, outlines) { return `${layer} ${style} ${JSON.stringify(outlines)}`; }

  sample(step) { return Run.prototype.sample.call(this, step); }
  layer(shape, sample) { return Run.prototype.layer.call(this, shape, sample); }
  find() { return null; }
  hasRows() { return true; }
  digest(step) { return this.digests.get(step) ?? (step <= this.from ? this.base.digest(step) : ''); }

  // Forgets all after a step.
  cut(step) {
    this.count = this.sample(step) + 1;
    this.facts.stepCount = step + 1;
    this.facts.inputs = this.facts.inputs.filter(event => event.step <= step);
    for (const map of [this.inputs, this.digests]) for (const key of map.keys()) if (key > step) map.delete(key);
    for (const shape of this.shapes) shape.looks.fill(0, this.count);
    this.latest.begin(-1);
    this.cuts++;
    for (let at = this.count; at < this.marks.own.length; at++) this.markBytes -= this.marks.own[at]?.buffer.byteLength ?? 0;
    for (const { own } of [this.marks, this.links]) if (own.length > this.count) own.length = this.count;
  }

  // The engine has begun a track, and gives numbers anew: `told` has for each of them what it means here.
  meet(update) {
    [this.told, this.known] = [{ styles: [], layers: [], looks: [], shapes: [] }, this.shapesByNumber()];
    if (update) this.learn(update);
  }
  learn({ styles, layers, looks, shapes }) {
    const { told } = this;
    for (const name of styles) told.styles.push(this.style(name));
    for (const { name, role } of layers) told.layers.push({ number: this.layerNumber(name, role), role });
    for (const { layer, style, outlines } of looks) told.looks.push({ number: 1 + this.look(told.layers[layer].number, told.styles[style], outlines), role: told.layers[layer].role });
    // A shape is the recording's own with its number; of which role it is, its first look says.
    for (const shape of shapes) told.shapes.push({ told: shape, shape: null, turns: null });
  }

  // Adds the state after a step, as the engine draws it.
  add(step, update) {
    this.learn(update);
    const at = this.count++, { told } = this, part = this.facts.drawing.quantum / 16, { poses, marks, links } = update;
    this.steps = roomy(this.steps, at);
    this.steps[at] = step;
    this.latest.begin(at);
    for (let i = 0; i < poses.length; i += 5) {
      const one = told.shapes[poses[i]], look = told.looks[poses[i + 1]], shape = one.shape ??= this.shape(one.told, look.role, at);
      if (at >= shape.looks.length) this.lengthen(shape, at, poses[i]);
      const x = poses[i + 2] * part, y = poses[i + 3] * part;
      let angle = 0;
      shape.looks[at] = look.number;
      shape.xs[at] = x;
      shape.ys[at] = y;
      if (shape.isTurned) {
        angle = poses[i + 4] * Math.PI / 4096;
        // Not by whole turns from what it was before the engine counted them.
        one.turns ??= Math.round(((at > 0 ? shape.angles[at - 1] : 0) - angle) / (2 * Math.PI));
        angle += 2 * Math.PI * one.turns;
        shape.angles[at] = angle;
      }
      this.latest.put(shape.index, look.number, x, y, angle, shape.id);
    }
    this.budgetMarks(at, marks.buffer.byteLength);
    this.group(this.marks, marks, at, told.styles);
    this.group(this.links, links.slice(), at, told.styles);
    this.arrows(update.arrows.flatMap(arrow => [...arrow.at, ...arrow.vector, told.styles[arrow.style]]), at);
    this.facts.stepCount = step + 1;
  }
  // Thousands of shapes are not lengthened in the same step.
  lengthen(shape, at, number) {
    const more = 2 * (number & 63);
    for (const lane of ['looks', 'xs', 'ys', 'angles']) if (shape[lane]) shape[lane] = roomy(shape[lane], at, more);
  }

  style(name) {
    const found = this.facts.drawing.styles.findIndex(one => one.name === name);
    return found < 0 ? 0 : found;
  }

  layerNumber(name, role) {
    const list = this.facts.drawing.layers, found = list.findIndex(layer => layer.name === name);
    return found < 0 ? list.push({ name, role }) - 1 : found;
  }

  // The shape that is told of: the recording's own with its number and role, where there is one.
  shape({ id, label, isTurned }, role, at) {
    const numbered = this.known[role].get(id), found = numbered?.findIndex(shape => shape.isTurned === isTurned) ?? -1;
    if (found >= 0) return numbered.splice(found, 1)[0];
    const size = at + 64, made = {
      id, label, isTurned, role, looks: new Float64Array(size), xs: new Float32Array(size), ys: new Float32Array(size),
      angles: isTurned ? new Float32Array(size) : null,
    };
    made.index = this.shapes.push(made) - 1;
    return made;
  }
  // For each role, the shapes by their numbers, in the order in which they first appeared.
  shapesByNumber() {
    const roles = { subject: new Map(), background: new Map(), annotation: new Map() };
    for (const shape of this.shapes) {
      const numbers = roles[shape.role];
      if (numbers.has(shape.id)) numbers.get(shape.id).push(shape); else numbers.set(shape.id, [shape]);
    }
    return roles;
  }

  look(layer, style, outlines) {
    const key = BranchRun.key(layer, style, outlines);
    if (!this.looks.has(key)) this.looks.set(key, this.facts.drawing.looks.push({ layer, style, outlines }) - 1);
    return this.looks.get(key);
  }

  // `list` stays here, and gets this page's numbers of styles.
  group(group, list, at, styles) {
    for (let i = 0; i < list.length; i += group.width) list[i] = styles[list[i]];
    group.counts = roomy(group.counts, at);
    group.counts[at] = list.length / group.width;
    group.most = Math.max(group.most, group.counts[at]);
    group.own[at] = list;
  }
  // Forgets the oldest marks where those of one more step would be too many. Marks lie in the engine's
  // reply, which stays with them.
  budgetMarks(at, size) {
    const { own, counts } = this.marks, sizeAt = step => own[step]?.buffer.byteLength ?? 0;
    this.markBytes += size - sizeAt(at);
    this.oldestMarks = Math.min(this.oldestMarks ?? at, at);
    for (; this.markBytes > BranchRun.markMax && this.oldestMarks < at; this.oldestMarks++) {
      const old = this.oldestMarks;
      this.markBytes -= sizeAt(old);
      if (own[old]) [own[old], counts[old]] = [undefined, 0];
    }
  }

  arrows(list, at) {
    const { arrows } = this.facts.drawing, text = JSON.stringify(list);
    this.arrowKeys ??= new Map();
    if (!this.arrowKeys.has(text)) this.arrowKeys.set(text, arrows.length < 400 ? arrows.push(list) - 1 : arrows.length - 1);
    this.versions = roomy(this.versions, at);
    this.versions[at] = this.arrowKeys.get(text);
  }

  // The inputs of the whole branch: for each step, lines that `record --input` reads.
  script() {
    const lines = this.base.facts.replay.inputs.filter(one => one.step <= this.from).flatMap(one => one.lines);
    for (const step of [...this.inputs.keys()].sort((a, b) => a - b)) lines.push(...this.inputs.get(step).map(input => input.line));
    return lines.map(line => line + '\n').join('');
  }
}

// An input that a pointer makes: its words for the engine, its line for `record --input`.
class PointerInputs {
  constructor(kinds) { this.kinds = new Map(kinds.map(kind => [kind.name, kind])); }
  // A finger that goes down, moves and leaves; or at least taps.
  get canDrag() { return ['panBegan', 'panChanged', 'panEnded'].every(name => this.kinds.has(name)); }
  get canTap() { return this.kinds.has('tap'); }

  input(name, step, values) {
    const kind = this.kinds.get(name), bytes = new Uint8Array(8 + 8 * kind.fields.length), view = new DataView(bytes.buffer);
    const line = { step, kind: name };
    view.setUint32(0, kind.number, true);
    view.setUint32(4, kind.fields.length, true);
    kind.fields.forEach((field, index) => {
      // JSON.stringify would lose the sign of −0.
      const value = (values[field.name] ?? 0) + 0, isNarrow = field.type === 'float32';
      if (isNarrow) view.setFloat32(8 + 8 * index, value, true); else view.setFloat64(8 + 8 * index, value, true);
      line[field.name] = isNarrow ? Math.fround(value) : value;
    });
    return { bytes, line: JSON.stringify(line), text: [name, ...kind.fields.map(f => `${f.name} ${short(values[f.name] ?? 0)}`)].join(' ') };
  }

  // A step's inputs as they stand in a request.
  static records(inputs) {
    const bytes = new Uint8Array(inputs.reduce((sum, input) => sum + input.bytes.length, 4));
    new DataView(bytes.buffer).setUint32(0, inputs.length, true);
    let at = 4;
    for (const input of inputs) { bytes.set(input.bytes, at); at += input.bytes.length; }
    return bytes;
  }
}

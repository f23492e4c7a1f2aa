'use strict';
// A branch: a run that leaves a recording at a step, because a pointer acted in it.

// A typed array that has room for a number at a place: the one given, or a larger one.
function roomy(lane, at) {
  if (at < lane.length) return lane;
  const more = new lane.constructor(2 * at + 64);
  more.set(lane);
  return more;
}

// Stands where a recording stands: what the stage and the timeline ask of a run, they ask of a branch.
class BranchRun {
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
    this.shapes = base.shapes.map(shape => ({
      ...shape, looks: copy(shape.looks), xs: copy(shape.xs), ys: copy(shape.ys), angles: copy(shape.angles),
    }));
    // Of recorded samples the recording's own lanes; of others a list of numbers for each.
    for (const [name, width] of [['marks', 4], ['links', 5]]) {
      const { most, counts, slots } = base[name];
      this[name] = { most, width, counts: most ? copy(counts) : new Float64Array(this.count), slots: slots ?? [], own: [] };
    }
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
  }

  // Adds the state after a step, as the engine draws it.
  add(step, drawing) {
    const at = this.count++, facts = this.facts.drawing, quantum = facts.quantum;
    this.steps = roomy(this.steps, at);
    this.steps[at] = step;
    for (const shape of this.shapes) {
      if (at >= shape.looks.length) shape.looks = roomy(shape.looks, at);
      shape.looks[at] = 0;
    }
    const taken = new Set(), marks = [], links = [], arrows = [];
    const styles = drawing.styles.map(style => this.style(style));
    for (const layer of drawing.layers) {
      const role = ['subject', 'background', 'annotation'][layer.role], number = this.layerNumber(layer.name, role);
      for (const one of layer.shapes) {
        const shape = this.shape(one, role, number, taken, at);
        taken.add(shape);
        const turn = shape.isTurned && (one.heading[0] !== 0 || one.heading[1] !== 0);
        if (at >= shape.xs.length) [shape.xs, shape.ys] = [roomy(shape.xs, at), roomy(shape.ys, at)];
        shape.looks[at] = 1 + this.look(shape, at, number, styles[one.style], one, turn);
        shape.xs[at] = one.center[0];
        shape.ys[at] = one.center[1];
        if (shape.isTurned) {
          // Not by whole turns from one step to the next.
          const angle = turn ? Math.atan2(one.heading[1], one.heading[0]) : 0, before = at > 0 ? shape.angles[at - 1] : 0;
          if (at >= shape.angles.length) shape.angles = roomy(shape.angles, at);
          shape.angles[at] = angle + 2 * Math.PI * Math.round((before - angle) / (2 * Math.PI));
        }
      }
      for (const mark of layer.marks) {
        const [dx, dy] = mark.direction, angle = Math.atan2(dy, dx) / (2 * Math.PI) * 32;
        marks.push(styles[mark.style], mark.point[0] / quantum / 8, mark.point[1] / quantum / 8, dx === 0 && dy === 0 ? -1 : Math.round(angle) & 31);
      }
      for (const link of layer.links) links.push(styles[link.style], ...[...link.from, ...link.to].map(v => v / quantum));
      for (const arrow of layer.arrows) arrows.push(...arrow.at, ...arrow.vector, styles[arrow.style]);
    }
    this.group(this.marks, marks, at);
    this.group(this.links, links, at);
    this.arrows(arrows, at);
    this.facts.stepCount = step + 1;
  }

  style(style) {
    const list = this.facts.drawing.styles, found = list.findIndex(one => one.name === style.name);
    return found < 0 ? 0 : found;
  }

  layerNumber(name, role) {
    const list = this.facts.drawing.layers, found = list.findIndex(layer => layer.name === name);
    return found < 0 ? list.push({ name, role }) - 1 : found;
  }

  // The shape with this number and role; another one where the step has it already, in another layer.
  shape(one, role, layer, taken, at) {
    this.known ??= new Map();
    for (const place of [role, `${role} ${layer}`]) {
      if (!this.known.has(place)) this.known.set(place, new Map());
      const known = this.known.get(place);
      if (!known.has(one.id)) {
        const found = this.recorded(role).get(one.id)?.shift();
        if (found) known.set(one.id, found);
      }
      const shape = known.get(one.id);
      if (shape && !taken.has(shape)) return shape;
      if (!shape) {
        const isTurned = one.heading[0] !== 0 || one.heading[1] !== 0, size = at + 64;
        const made = {
          id: one.id, label: one.label, isTurned, looks: new Float64Array(size), xs: new Float32Array(size),
          ys: new Float32Array(size), angles: isTurned ? new Float32Array(size) : null,
        };
        known.set(one.id, made);
        this.shapes.push(made);
        return made;
      }
    }
    return this.known.get(`${role} ${layer}`).get(one.id);
  }
  // The recording's own shapes of a role, by their numbers, as far as no shape of the branch is known to be them.
  recorded(role) {
    if (!this.own) {
      this.own = { subject: new Map(), background: new Map(), annotation: new Map() };
      for (const shape of this.shapes) {
        const numbers = this.own[this.lookOf(shape)?.role];
        if (numbers?.has(shape.id)) numbers.get(shape.id).push(shape); else numbers?.set(shape.id, [shape]);
      }
    }
    return this.own[role];
  }
  lookOf(shape) {
    const look = shape.looks.find(number => number > 0);
    return look ? this.facts.drawing.layers[this.facts.drawing.looks[look - 1].layer] : null;
  }

  // The number of a look: the one that the shape had before, where it is near enough.
  look(shape, at, layer, style, one, turn) {
    const { looks, quantum } = this.facts.drawing;
    const last = at > 0 && shape.looks[at - 1] > 0 ? shape.looks[at - 1] - 1 : shape.last;
    shape.last = last;
    if (last !== undefined && this.isNear(looks[last], layer, style, one, turn)) return last;
    const outlines = one.outlines.map(outline => {
      const own = outline.slice(0, 2);
      for (let i = 2; i < outline.length; i += 2) own.push(...BranchRun.local(one, outline[i], outline[i + 1], turn));
      return own.map((v, i) => i ? Math.round(v / quantum) * quantum : v);
    });
    const key = BranchRun.key(layer, style, outlines);
    if (!this.looks.has(key)) this.looks.set(key, looks.push({ layer, style, outlines }) - 1);
    return this.looks.get(key);
  }
  // A point in the frame of the shape.
  static local({ center, heading: [c, s] }, px, py, turn) {
    const x = px - center[0], y = py - center[1];
    return turn ? [x * c + y * s, y * c - x * s] : [x, y];
  }
  isNear(look, layer, style, one, turn) {
    const { outlines, center, heading } = one, [c, s] = turn ? heading : [1, 0], most = 4 * this.facts.drawing.quantum;
    if (look.layer !== layer || look.style !== style || look.outlines.length !== outlines.length) return false;
    for (let k = 0; k < outlines.length; k++) {
      const known = look.outlines[k], outline = outlines[k];
      if (known.length !== outline.length || known[0] !== outline[0] || !(Math.abs(known[1] - outline[1]) <= most)) return false;
      for (let i = 2; i < outline.length; i += 2) {
        const x = outline[i] - center[0], y = outline[i + 1] - center[1];
        if (!(Math.abs(known[i] - (x * c + y * s)) <= most && Math.abs(known[i + 1] - (y * c - x * s)) <= most)) return false;
      }
    }
    return true;
  }

  group(group, list, at) {
    const count = list.length / group.width;
    group.counts = roomy(group.counts, at);
    group.counts[at] = count;
    group.most = Math.max(group.most, count);
    group.own[at] = Float32Array.from(list);
  }

  arrows(list, at) {
    const { arrows } = this.facts.drawing, text = JSON.stringify(list);
    this.arrowKeys ??= new Map();
    if (!this.arrowKeys.has(text)) this.arrowKeys.set(text, arrows.length < 400 ? arrows.push(list) - 1 : arrows.length - 1);
    this.versions = roomy(this.versions, at);
    this.versions[at] = this.arrowKeys.get(text);
  }

  // The inputs of the whole branch: for each step, lines that `record --input` reads.
  lines() {
    const lines = this.base.facts.replay.inputs.filter(one => one.step <= this.from).map(one => [one.step, one.lines]);
    for (const step of [...this.inputs.keys()].sort((a, b) => a - b)) lines.push([step, this.inputs.get(step).map(input => input.line)]);
    return lines;
  }
  script() { return this.lines().flatMap(([, lines]) => lines).map(line => line + '\n').join(''); }
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

'use strict';
// Reads the track of a recording: lanes of whole numbers, as LaneWriter wrote them.

function bytesOfBase64(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const letters = atob(text), bytes = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; i++) bytes[i] = letters.charCodeAt(i);
  return bytes;
}

// Reads whole numbers: seven bits a byte, the lowest first.
class NumberReader {
  constructor(bytes, at = 0) { [this.bytes, this.at] = [bytes, at]; }
  next() {
    let value = 0, scale = 1, byte;
    do {
      byte = this.bytes[this.at++];
      value += (byte & 127) * scale;
      scale *= 128;
    } while (byte > 127);
    return value;
  }
}

// One lane's numbers, as many as `values` has room for: for each how far it is from a line through the two before.
function readLane(reader, values) {
  let before = 0, step = 0, zeros = 0;
  for (let i = 0; i < values.length; i++) {
    if (zeros > 0) zeros--;
    else {
      const coded = reader.next();
      if (coded === 0) zeros = reader.next();
      step += coded % 2 ? -(coded + 1) / 2 : coded / 2;
    }
    values[i] = before += step;
  }
  return values;
}

// Lets the browser breathe: no task is longer than a few milliseconds.
class Slices {
  constructor() { this.end = performance.now() + 8; }
  get isOver() { return performance.now() > this.end; }
  async pause() {
    await new Promise(done => {
      const channel = new MessageChannel();
      channel.port1.onmessage = done;
      channel.port2.postMessage(0);
    });
    this.end = performance.now() + 8;
  }
}

const float = new DataView(new ArrayBuffer(8));
const isFloat = type => type === 'float32' || type === 'float64';
const isWide = type => type.endsWith('64');

// A value of a field: words that keep the order of the values.
class Value {
  constructor(field, word, low) {
    this.field = field;
    this.ordered = isWide(field.type) ? BigInt(word) << 32n | BigInt(low) : BigInt(word);
    const ordered = this.ordered, top = 1n << (isWide(field.type) ? 63n : 31n);
    switch (field.type) {
      case 'int32': case 'int64':
        this.number = Number(ordered - top);
        this.bits = BigInt.asUintN(isWide(field.type) ? 64 : 32, ordered - top);
        this.decimal = String(ordered - top);
        break;
      case 'float32':
        this.bits = ordered >= top ? ordered - top : 0xFFFFFFFFn - ordered;
        float.setUint32(0, Number(this.bits));
        this.number = float.getFloat32(0);
        break;
      case 'float64':
        this.bits = ordered >= top ? ordered - top : 0xFFFFFFFFFFFFFFFFn - ordered;
        float.setBigUint64(0, this.bits);
        this.number = float.getFloat64(0);
        break;
      default:
        this.bits = ordered;
        this.number = Number(ordered);
        this.decimal = String(ordered);
    }
  }
  get text() {
    if (this.absence) return this.absence;
    const name = this.field.cases?.[String(this.bits)];
    if (name !== undefined) return name;
    if (this.field.bits) return this.flags;
    if (this.decimal !== undefined) return this.decimal;
    if (this.field.type === 'float64' || !Number.isFinite(this.number)) return String(this.number);
    for (let digits = 1; digits < 9; digits++) {
      const short = Number(this.number.toPrecision(digits));
      if (Math.fround(short) === this.number) return String(short);
    }
    return String(Number(this.number.toPrecision(9)));
  }
  get flags() {
    const names = [];
    let rest = this.bits;
    for (const { word, name } of this.field.bits) {
      const bits = BigInt(word);
      if ((rest & bits) !== bits) continue;
      rest &= ~bits;
      names.push(name);
    }
    return '[' + (rest ? [...names, rest] : names).join(', ') + ']';
  }
  get hexadecimal() {
    const digits = { uint8: 2, uint64: 16, int64: 16, float64: 16 }[this.field.type] ?? 8;
    return '0x' + this.bits.toString(16).padStart(digits, '0');
  }
  // How many representable numbers lie between two; both zeros are one.
  distance(other) {
    const distance = (a, b) => a > b ? a - b : b - a;
    if (!isFloat(this.field.type)) return null;
    if (Number.isNaN(this.number) || Number.isNaN(other.number)) return null;
    const place = value => {
      const top = 1n << (isWide(value.field.type) ? 63n : 31n);
      return value.ordered >= top ? value.ordered - top : value.ordered - top + 1n;
    };
    return distance(place(this), place(other));
  }
}

// A recording: facts, and its track as it is asked for.
class Run {
  constructor(facts) {
    this.facts = facts;
    this.bytes = bytesOfBase64(facts.track);
    this.digests = bytesOfBase64(facts.digests);
    facts.track = facts.digests = '';
    // The first byte of each lane.
    this.starts = [];
    for (const reader = new NumberReader(this.bytes); reader.at < this.bytes.length;) {
      const length = reader.next();
      this.starts.push(reader.at);
      reader.at += length;
    }
    // States that the engine remakes, by samples.
    this.images = [];
    this.layOut();
  }

  lane(index, count) {
    return readLane(new NumberReader(this.bytes, this.starts[index]), new Float64Array(count));
  }

  // Which lane is which. How many steps there are stands in the facts' digests.
  layOut() {
    const drawing = this.facts.drawing;
    let next = 1;
    this.steps = this.lane(0, this.sampleCount());
    const count = this.count = this.steps.length;
    this.shapes = (drawing?.shapes ?? []).map(shape => {
      const lanes = { ...shape, at: next };
      next += shape.isTurned ? 4 : 3;
      return lanes;
    });
    if (drawing) {
      const group = (most, width) => {
        const lanes = { most, width, at: next, counts: most ? null : new Float64Array(count) };
        next += 1 + most * width;
        return lanes;
      };
      this.marks = drawing.marks ? group(drawing.marks, 4) : { most: 0 };
      this.links = group(drawing.links, 5);
      this.arrows = next++;
    }
    this.tables = this.facts.tables.map(table => {
      let width = 1;
      const columns = table.fields.map(field => {
        const column = { field, at: width };
        if (!this.facts.rows) width += isWide(field.type) ? 2 : 1;
        return column;
      });
      const lanes = { ...table, columns, width, at: next, counts: this.lane(next, count), slots: [] };
      next += 1 + table.rows * width;
      return lanes;
    });
  }

  sampleCount() { return this.facts.samples; }

  // The layer in which a shape is, or was last seen.
  layer(shape, sample) {
    const look = shape.looks[sample] || (shape.first ??= shape.looks.find(look => look > 0)) || 1;
    return this.facts.drawing.layers[this.facts.drawing.looks[look - 1].layer];
  }

  // The sample that shows a step: the last one that is not later.
  sample(step) {
    let low = 0, high = this.count - 1;
    while (low < high) {
      const middle = low + high + 1 >> 1;
      if (this.steps[middle] <= step) low = middle; else high = middle - 1;
    }
    return low;
  }

  // A lane that has a number only where `isThere`, spread over all samples.
  spread(lane, isThere) {
    let there = 0;
    for (let i = 0; i < this.count; i++) if (isThere(i)) there++;
    const values = this.lane(lane, there);
    if (there === this.count) return values;
    const all = new Float64Array(this.count);
    for (let i = 0, next = 0; i < this.count; i++) if (isThere(i)) all[i] = values[next++];
    return all;
  }

  // Poses at the first two samples, for a picture before all lanes are read; nothing else of them.
  peek() {
    const quantum = this.facts.drawing.quantum, two = Math.min(2, this.count);
    for (const shape of this.shapes) {
      shape.looks = this.lane(shape.at, two);
      const places = [0, 1].filter(i => shape.looks[i] > 0), read = (lane, scale) => {
        const values = this.lane(lane, places.length), all = new Float32Array(two);
        places.forEach((place, i) => { all[place] = values[i] * scale; });
        return all;
      };
      shape.xs = read(shape.at + 1, quantum);
      shape.ys = read(shape.at + 2, quantum);
      shape.angles = shape.isTurned ? read(shape.at + 3, Math.PI / 4096) : null;
    }
    for (const group of [this.marks, this.links]) if (group?.most) [group.counts, group.slots] = [new Float64Array(two), []];
    this.versions = this.lane(this.arrows, two);
  }
  // What was concluded from the poses so far.
  forget() {
    this.fastest = undefined;
    for (const shape of this.shapes) shape.first = undefined;
  }

  // Poses of all shapes, in slices.
  async load() {
    const slices = new Slices(), quantum = this.facts.drawing?.quantum ?? 1;
    for (const shape of this.shapes) {
      shape.looks = this.lane(shape.at, this.count);
      const isThere = i => shape.looks[i] > 0;
      const scaled = (lane, scale) => Float32Array.from(this.spread(lane, isThere), v => v * scale);
      shape.xs = scaled(shape.at + 1, quantum);
      shape.ys = scaled(shape.at + 2, quantum);
      shape.angles = shape.isTurned ? scaled(shape.at + 3, Math.PI / 4096) : null;
      if (slices.isOver) await slices.pause();
    }
    for (const group of [this.marks, this.links]) {
      if (!group?.most) continue;
      group.counts = this.lane(group.at, this.count);
      group.slots = [];
      for (let slot = 0; slot < group.most; slot++) {
        const isThere = i => group.counts[i] > slot, lanes = [];
        for (let i = 0; i < group.width; i++) {
          lanes.push(Float32Array.from(this.spread(group.at + 1 + slot * group.width + i, isThere)));
        }
        group.slots.push(lanes);
        if (slices.isOver) await slices.pause();
      }
    }
    this.versions = this.facts.drawing ? this.lane(this.arrows, this.count) : null;
  }

  // ---- Fields: of the track, or of states that the engine remakes

  hasRows(sample) { return !this.facts.rows || Boolean(this.images[sample]); }

  takeRows({ from, sizes, bytes }) {
    let at = 0;
    sizes.forEach((size, i) => {
      this.images[from + i] = { view: new DataView(bytes, at, size) };
      at += size;
    });
  }

  // Where a field of a row stands in an image: row counts, and then each group's rows.
  place(image, table, slot, { group, offset }) {
    image.starts ??= this.groupStarts(image.view);
    return image.starts[table][group] + slot * this.facts.rows.layout[table][group] + offset;
  }
  // Where the groups of each table begin. Images one after the other mostly have the same numbers of rows.
  groupStarts(view) {
    const { layout } = this.facts.rows, last = this.lastStarts, count = i => view.getInt32(4 + 4 * i, true);
    if (last && layout.every((_, i) => count(i) === last.counts[i])) return last.starts;
    let at = 8 + 4 * layout.length;
    const starts = layout.map((sizes, i) => sizes.map(size => { at += size * count(i); return at - size * count(i); }));
    this.lastStarts = { counts: layout.map((_, i) => count(i)), starts };
    return starts;
  }

  // Reads a field's word into `pair`, in two halves where it is wide; it keeps the order of the values.
  // Nothing is made anew: long runs have a hundred thousand samples.
  read(table, slot, { field }, sample, pair) {
    pair[0] = pair[1] = 0;
    const image = this.images[sample];
    if (!image) return;
    const at = this.place(image, table.index, slot, field), { view } = image, { type } = field;
    const isLong = isWide(type);
    const high = type === 'uint8' ? view.getUint8(at) : view.getUint32(isLong ? at + 4 : at, true);
    const isNegative = high >= 0x80000000, isSigned = isFloat(type);
    pair[0] = isSigned ? isNegative ? ~high : high ^ 0x80000000 : type[0] === 'i' ? high ^ 0x80000000 : high;
    if (isLong) pair[1] = view.getUint32(at, true) ^ (isSigned && isNegative ? 0xFFFFFFFF : 0);
  }
  words(table, slot, index, sample) {
    const pair = new Uint32Array(2), column = table.columns[index];
    this.read(table, slot, column, sample, pair);
    return isWide(column.field.type) ? [pair[0], pair[1]] : [pair[0]];
  }
  // Of all samples whose states are there.
  remadeColumn(table, slot, index) {
    const column = table.columns[index], pair = new Uint32Array(2);
    const high = new Float64Array(this.count), low = isWide(column.field.type) ? new Float64Array(this.count) : null;
    for (let i = 0; i < this.count; i++) {
      if (table.counts[i] <= slot) continue;
      this.read(table, slot, column, i, pair);
      high[i] = pair[0];
      if (low) low[i] = pair[1];
    }
    return low ? [high, low] : [high];
  }

  column(table, slot, index) {
    const lanes = table.slots[slot] ??= {};
    if (lanes[index]) return lanes[index];
    const isThere = i => table.counts[i] > slot, at = table.at + 1 + slot * table.width;
    if (index === 'label') return lanes.label = this.spread(at, isThere);
    if (this.facts.rows) {
      const words = this.remadeColumn(table, slot, index);
      if (this.images.length === this.count) lanes[index] = words;
      return words;
    }
    const { field, at: place } = table.columns[index];
    const words = [this.spread(at + place, isThere)];
    if (isWide(field.type)) words.push(this.spread(at + place + 1, isThere));
    return lanes[index] = words;
  }

  value(table, slot, index, sample) {
    const value = this.plainValue(table, slot, index, sample), { own, outer } = value.field;
    const fails = ({ column, word }) => String(this.plainValue(table, slot, column, sample).bits) !== word;
    // Conditions are ordered from the innermost optional.
    const missing = own?.findLastIndex(fails) ?? -1, depth = own?.length - 1 - missing;
    value.absence = outer?.some(fails) ? '–' : missing < 0 ? '' : 'some('.repeat(depth) + 'nil' + ')'.repeat(depth);
    return value;
  }
  // The word of a column, even if it has no meaning in this row.
  plainValue(table, slot, index, sample) {
    const { field } = table.columns[index];
    if (this.facts.rows) return new Value(field, ...this.words(table, slot, index, sample));
    const [high, low] = this.column(table, slot, index);
    return new Value(field, high[sample], low?.[sample]);
  }

  label(table, slot, sample) { return this.facts.labels[this.column(table, slot, 'label')[sample]]; }

  // Where the row with this name stands.
  find(label, sample) {
    const name = label.split(/[[.]/)[0];
    for (const table of this.tables) {
      if (!table.name.startsWith(name)) continue;
      for (let slot = 0; slot < table.counts[sample]; slot++) {
        if (this.label(table, slot, sample) === label) return { table, slot };
      }
    }
    return null;
  }

  digest(step) {
    const size = this.facts.digestBytes, at = (step + 1) * size;
    let text = '';
    for (let i = at; i < at + size; i++) text += this.digests[i].toString(16).padStart(2, '0');
    return size < 16 ? text + '…' : text;
  }
}

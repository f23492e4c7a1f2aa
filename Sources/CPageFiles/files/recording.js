'use strict';
// Writes a recording as the file format says: version 3, tracks `log`. Runs in the worker, which holds
// these classes as text, so they use nothing but each other.

// Bytes that grow.
class ByteList {
  constructor() { [this.bytes, this.count] = [new Uint8Array(1024), 0]; this.view = new DataView(this.bytes.buffer); }
  room(count) {
    if (this.count + count > this.bytes.length) {
      const more = new Uint8Array(2 * this.bytes.length + count);
      more.set(this.bytes.subarray(0, this.count));
      [this.bytes, this.view] = [more, new DataView(more.buffer)];
    }
    this.count += count;
    return this.count - count;
  }
  byte(value) { const at = this.room(1); this.view.setUint8(at, value); return this; }
  short(value) { const at = this.room(2); this.view.setUint16(at, value, true); return this; }
  word(value) { const at = this.room(4); this.view.setUint32(at, value, true); return this; }
  wide(value) { const at = this.room(8); this.view.setBigUint64(at, BigInt(value), true); return this; }
  put(bytes) { const at = this.room(bytes.length); this.bytes.set(bytes, at); return this; }
  text(text) { const bytes = new TextEncoder().encode(text); return this.word(bytes.length).put(bytes); }
  get whole() { return this.bytes.subarray(0, this.count); }
}

class CRC {
  static table = Array.from({ length: 256 }, (_, byte) => {
    let value = byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? value >>> 1 ^ 0xEDB88320 : value >>> 1;
    return value >>> 0;
  });
  // Goes on from the checksum of the bytes before.
  static of(bytes, before = 0) {
    const { table } = CRC;
    let value = ~before;
    for (let i = 0; i < bytes.length; i++) value = value >>> 8 ^ table[(value ^ bytes[i]) & 255];
    return ~value >>> 0;
  }
}

// What a simulation is, from the reply to `start`: as the file says it to others.
class Description {
  constructor(bytes) {
    [this.bytes, this.view, this.at] = [bytes, new DataView(bytes.buffer, bytes.byteOffset, bytes.length), 0];
    this.name = this.text();
    this.step = [this.word(), this.word()];
    [this.parameters, this.inputs, this.events] = [this.fields(), this.kinds(), this.kinds()];
    this.tables = this.list(() => ({ name: this.text(), groups: this.list(() => this.group()) }));
    if (this.byte()) {
      this.model = { worldSteps: this.integer(), substeps: this.integer() };
      for (const name of ['substep', 'gravityX', 'gravityY']) this.model[name] = this.real();
    }
  }
  byte() { return this.view.getUint8(this.at++); }
  word() { this.at += 4; return this.view.getUint32(this.at - 4, true); }
  integer() { this.at += 4; return Description.number(this.view.getInt32(this.at - 4, true)); }
  wide() { this.at += 8; return Description.number(this.view.getBigUint64(this.at - 8, true)); }
  real() { this.at += 4; return Description.float(this.view.getFloat32(this.at - 4, true)); }
  text() { const count = this.word(); this.at += count; return new TextDecoder().decode(this.bytes.subarray(this.at - count, this.at)); }
  list(read) { return Array.from({ length: this.word() }, read); }
  kinds() { return this.list(() => ({ name: this.text(), fields: this.fields() })); }
  cases(key) { return this.list(() => ({ [key]: this.wide(), name: this.text() })); }
  fields() {
    const types = ['float32', 'float64', 'int64', 'bool', 'uint8', 'uint32', 'int32', 'uint64', 'text', 'list', 'optional', 'cases', 'keyed'];
    return this.list(() => {
      const name = this.text(), number = this.byte(), type = types[number & 127], cases = number > 127 ? { cases: this.cases('word') } : {};
      if (type === 'cases') return { name, type, kinds: this.kinds() };
      return { name, type, ...['list', 'optional', 'keyed'].includes(type) ? { fields: this.fields() } : {}, ...cases };
    });
  }
  group() {
    const types = ['uint8', 'uint32', 'int32', 'uint64', 'int64', 'float32', 'float64'];
    const roles = ['none', 'key', 'positionX', 'positionY', 'rotationCosine', 'rotationSine', 'velocityX', 'velocityY', 'angularVelocity', 'text'];
    return {
      cadence: this.byte() ? 'keyFrame' : 'everyStep', rowSize: this.word(),
      fields: this.list(() => {
        const name = this.text(), number = this.byte(), field = { name, type: types[number & 63], offset: this.word(), role: roles[this.byte()] };
        if (number & 128) field.cases = this.cases('word');
        if (number & 64) field.kindNames = { column: this.text(), shift: this.byte(), names: this.cases('kind') };
        return field;
      }),
    };
  }

  // A number whose text is its own: such as those with more digits than JSON.stringify keeps.
  static number(value) { return { number: String(value) }; }
  // The shortest decimals that read back to the bits, with a point or an exponent.
  static float(value) {
    if (!Number.isFinite(value)) return Description.number(Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf');
    if (value === 0) return Description.number(Object.is(value, -0) ? '-0.0' : '0.0');
    let digits = 1;
    while (Math.fround(Number(value.toPrecision(digits))) !== value) digits++;
    const [mantissa, exponent] = Number(value.toPrecision(digits)).toExponential().split('e'), power = Number(exponent);
    if (power >= -4 && Math.abs(value) < 2 ** 24) {
      const plain = Number(value.toPrecision(digits)).toFixed(Math.max(mantissa.replace(/\D/g, '').length - 1 - power, 1));
      return Description.number(plain);
    }
    return Description.number(`${mantissa}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`);
  }
  // One line, as the tool writes JSON.
  static json(value) {
    if (Array.isArray(value)) return `[${value.map(Description.json).join(',')}]`;
    if (typeof value === 'string') {
      const signs = { '"': '\\"', '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
      return `"${value.replace(/["\\\0-\x1f]/g, sign => signs[sign] ?? '\\u' + sign.charCodeAt(0).toString(16).padStart(4, '0'))}"`;
    }
    if (typeof value !== 'object') return String(value);
    if (typeof value.number === 'string' && Object.keys(value).length === 1) return value.number;
    return `{${Object.entries(value).map(([key, one]) => `${Description.json(key)}:${Description.json(one)}`).join(',')}}`;
  }
  get json() {
    const { name, step, parameters, inputs, events, tables, model } = this;
    return Description.json({ name, stepDuration: step.join('/'), parameters, inputs, events, tables, ...model ? { motionModel: model } : {} });
  }

  // ---- The JSON schema of a line of input

  get inputSchema() {
    return Description.json({
      type: 'object', properties: { step: { type: 'integer' }, kind: { type: 'string' } }, required: ['step', 'kind'],
      oneOf: this.inputs.map(Description.kindSchema),
    });
  }
  static kindSchema(kind) { return Description.memberSchema(Description.nested(kind.fields), { kind: { const: kind.name } }); }
  static memberSchema(members, first = {}) {
    const required = [...Object.keys(first), ...members.filter(({ field }) => field?.type !== 'optional').map(one => one.name)];
    return { properties: { ...first, ...Object.fromEntries(members.map(one => [one.name, Description.schema(one)])) }, required };
  }
  // Dotted names of neighbours are members of one object.
  static nested(fields) {
    const members = [];
    for (const field of fields) {
      const dot = field.name.indexOf('.');
      if (dot <= 0 || dot === field.name.length - 1) { members.push({ name: field.name, field }); continue; }
      const name = field.name.slice(0, dot), inner = { ...field, name: field.name.slice(dot + 1) };
      if (members.at(-1)?.inner && members.at(-1).name === name) members.at(-1).inner.push(inner); else members.push({ name, inner: [inner] });
    }
    return members;
  }
  static schema({ field, inner }) {
    const { schema, nested, memberSchema } = Description;
    const structure = members => members.length && members.every((one, index) => one.name === String(index))
      ? { type: 'array', prefixItems: members.map(schema), minItems: members.length, maxItems: members.length }
      : { type: 'object', ...memberSchema(members) };
    if (inner) return structure(nested(inner));
    const element = () => field.fields.length === 1 && !field.fields[0].name ? schema({ field: field.fields[0] }) : structure(nested(field.fields));
    switch (field.type) {
      case 'bool': return { type: 'boolean' };
      case 'text': return { type: 'string' };
      case 'list': return { type: 'array', items: element() };
      case 'optional': {
        const isTwice = field.fields.length === 1 && field.fields[0].type === 'optional' && !field.fields[0].name;
        return { anyOf: [isTwice ? { type: 'array', items: element() } : element(), { type: 'null' }] };
      }
      case 'cases': return { type: 'object', oneOf: field.kinds.map(Description.kindSchema) };
      case 'keyed': {
        const members = nested(field.fields), [key, value] = members;
        if (members.length === 1) return { type: 'array', items: schema(key) };
        if (key.field?.type === 'text') return { type: 'object', additionalProperties: schema(value) };
        return { type: 'array', items: structure(members) };
      }
      default: {
        const number = { type: field.type.startsWith('float') ? 'number' : 'integer' };
        return field.cases ? { anyOf: [{ enum: field.cases.map(one => one.name) }, number] } : number;
      }
    }
  }
}

// Opcodes of the container, and its records.
class Container {
  static magic = Uint8Array.of(0x89, 0x4D, 0x43, 0x41, 0x50, 0x30, 0x0D, 0x0A);
  static opcodes = {
    header: 1, footer: 2, schema: 3, channel: 4, message: 5, chunk: 6, messageIndex: 7, chunkIndex: 8, attachment: 9,
    attachmentIndex: 10, statistics: 11, metadata: 12, metadataIndex: 13, summaryOffset: 14, dataEnd: 15,
  };
  static channels = [
    { topic: '/inputs', name: 'laplace.Input', isJSON: true }, { topic: '/digests', name: 'laplace.Digests' },
    { topic: '/keyframes', name: 'laplace.Keyframe' }, { topic: '/state', name: 'laplace.StateBlock' },
    { topic: '/markers', name: 'laplace.Marker', isJSON: true },
  ];
  static record(kind, contents) {
    return new ByteList().byte(Container.opcodes[kind]).wide(contents.count).put(contents.whole).whole;
  }
  static header(library) { return Container.record('header', new ByteList().text('laplace').text(library)); }
  static metadata(name, pairs) {
    const map = new ByteList();
    for (const [key, value] of pairs) map.text(key).text(value);
    return Container.record('metadata', new ByteList().text(name).word(map.count).put(map.whole));
  }
  static attachment(name, type, data) {
    const contents = new ByteList().wide(0).wide(0).text(name).text(type).wide(data.length).put(data);
    return Container.record('attachment', contents.word(CRC.of(contents.whole)));
  }
  // A frame of zstd that any decoder reads: its blocks hold bytes as they are, so no encoder is needed.
  static frame(bytes) {
    const frame = new ByteList().put([0x28, 0xB5, 0x2F, 0xFD, 0xA0]).word(bytes.length), most = 1 << 17;
    for (let at = 0; at < bytes.length || at === 0; at += most) {
      const part = bytes.subarray(at, at + most), head = part.length * 8 + (at + most >= bytes.length ? 1 : 0);
      frame.put([head & 255, head >> 8 & 255, head >> 16]).put(part);
    }
    return frame.whole;
  }
}

class RecordingFile {
  // `facts`: what the metadata say; `description`: bytes of the reply to `start`.
  constructor(facts, description) {
    [this.facts, this.description, this.digest] = [facts, new Description(description), facts.initialDigest];
    [this.parts, this.size, this.crc, this.steps, this.sequence] = [[], 0, 0, 0, 0];
    [this.chunks, this.attachments, this.metadata] = [[], [], []];
    this.counts = Container.channels.map(() => 0);
    this.sizes = Container.channels.map(() => 0);
    this.put(Container.magic);
    this.put(Container.header(this.library));
    for (const [name, pairs] of this.preamble) this.putMetadata(name, pairs);
    this.putAttachment('description.json.zst', Container.frame(new TextEncoder().encode(this.description.json)));
    this.putAttachment('description.bin.zst', Container.frame(description));
    this.schemas = Container.channels.map(({ topic, name, isJSON }, index) => {
      const marker = '{"type":"object","properties":{"step":{"type":"integer"},"text":{"type":"string"}},"required":["step","text"]}';
      const text = topic === '/inputs' ? this.description.inputSchema : topic === '/markers' ? marker : '';
      return Container.record('schema', new ByteList().short(index + 1).text(name).text(isJSON ? 'jsonschema' : 'laplace1').text(text));
    });
    this.channels = Container.channels.map(({ topic, isJSON }, index) => Container.record('channel',
      new ByteList().short(index + 1).short(index + 1).text(topic).text(isJSON ? 'json' : 'laplace1').word(0)));
    for (const record of [...this.schemas, ...this.channels]) this.put(record);
  }

  get library() { return `laplace ${this.facts.version}`; }
  get preamble() {
    const { facts, description } = this;
    const pairs = [
      ['version', '3'], ['simulation', description.name], ['parameters', facts.parameters],
      ['parameterWords', facts.words.map(word => word.toString(16)).join(' ')], ['seed', String(facts.seed)],
      ['step', description.step.join('/')], ['engineVersion', facts.version], ['codec', 'laplace-state-4'],
      ['digest', 'laplace-sum128-2'], ['initialDigest', facts.initialDigest], ['tracks', 'log'],
    ];
    if (facts.firstStep > 0) pairs.push(['firstStep', String(facts.firstStep)]);
    if (facts.note) pairs.push(['note.branch', facts.note]);
    const sum = new ByteList();
    for (const [key, value] of [...pairs].sort(([a], [b]) => a < b ? -1 : 1)) sum.text(key).text(value);
    for (const [name, value] of facts.build) sum.text(name).text(value);
    return [['recording', [...pairs, ['checksum', CRC.of(sum.whole).toString(16).padStart(8, '0')]]], ['build', facts.build]];
  }
  // What stands before the first chunk, once more.
  get copy() {
    const copy = new ByteList().put(Container.magic).put(Container.header(this.library));
    for (const [name, pairs] of this.preamble) copy.put(Container.metadata(name, pairs));
    copy.put(Container.attachment('description.bin', 'application/octet-stream', this.description.bytes));
    return new ByteList().word(copy.count).put(Container.frame(copy.whole)).whole;
  }

  put(bytes) {
    this.parts.push(bytes);
    this.crc = CRC.of(bytes, this.crc);
    this.size += bytes.length;
  }
  putMetadata(name, pairs) {
    const record = Container.metadata(name, pairs);
    this.metadata.push(Container.record('metadataIndex', new ByteList().wide(this.size).wide(record.length).text(name)));
    this.put(record);
  }
  putAttachment(name, data) {
    const type = 'application/zstd', record = Container.attachment(name, type, data);
    this.attachments.push(Container.record('attachmentIndex',
      new ByteList().wide(this.size).wide(record.length).wide(0).wide(0).wide(data.length).text(name).text(type)));
    this.put(record);
  }

  // When a step begins, in nanoseconds rounded down.
  time(step) {
    const [numerator, denominator] = this.description.step;
    return BigInt(step) * BigInt(numerator) * 1000000000n / BigInt(denominator);
  }
  // For each table its row count, and for each group byte 0 of every row, then byte 1, and so on.
  planes(image) {
    const view = new DataView(image.buffer, image.byteOffset), list = new ByteList(), { tables } = this.description;
    const counts = tables.map((_, index) => view.getInt32(4 + 4 * index, true));
    for (let count of counts) {
      for (; count > 127; count >>>= 7) list.byte(count & 127 | 128);
      list.byte(count);
    }
    let start = 8 + 4 * tables.length;
    tables.forEach(({ groups }, index) => {
      for (const { rowSize } of groups) {
        const rows = counts[index], plane = new Uint8Array(rows * rowSize);
        for (let byte = 0, to = 0; byte < rowSize; byte++) {
          for (let row = 0, at = start + byte; row < rows; row++, at += rowSize) plane[to++] = image[at];
        }
        list.put(plane);
        start += plane.length;
      }
    });
    return list.whole;
  }

  // Steps that follow on those so far: a key frame before the first one, inputs as lines, by their
  // steps, all digests, 16 bytes each, and a person's notes.
  add(image, lines, digests, markers) {
    const first = this.steps, count = digests.length / 16, chunk = new ByteList(), indexes = new Map();
    let [low, high] = [this.time(first), this.time(first)];
    const message = (channel, step, contents) => {
      const time = this.time(step);
      if (!indexes.has(channel)) indexes.set(channel, new ByteList());
      indexes.get(channel).wide(time).wide(chunk.count);
      if (time < low) low = time;
      if (time > high) high = time;
      const record = Container.record('message',
        new ByteList().short(channel).word(++this.sequence).wide(time).wide(time).put(contents));
      chunk.put(record);
      this.counts[channel - 1]++;
      this.sizes[channel - 1] += record.length;
    };
    const sealed = list => list.word(CRC.of(list.whole)).whole, planes = this.planes(image);
    message(3, first, sealed(new ByteList().wide(first).word(planes.length).put(planes)));
    for (const [step, texts] of lines) for (const text of texts) message(1, step, new TextEncoder().encode(text));
    if (count) message(2, first, sealed(new ByteList().wide(first).word(count).put(digests)));
    for (const { step, text } of markers) message(5, step, new TextEncoder().encode(Description.json({ step, text })));
    const frame = Container.frame(chunk.whole), offset = this.size, contents = new ByteList().wide(low).wide(high).wide(chunk.count).word(CRC.of(chunk.whole));
    const record = Container.record('chunk', contents.text('zstd').wide(frame.length).put(frame)), places = new ByteList();
    this.put(record);
    for (const [channel, list] of indexes) {
      places.short(channel).wide(this.size);
      this.put(Container.record('messageIndex', new ByteList().short(channel).word(list.count).put(list.whole)));
    }
    this.chunks.push({
      low, high,
      record: Container.record('chunkIndex', new ByteList().wide(low).wide(high).wide(offset).wide(record.length)
        .word(places.count).put(places.whole).wide(this.size - offset - record.length).text('zstd').wide(frame.length).wide(chunk.count)),
    });
    // Damage at the beginning loses nothing behind it.
    if (first === 0) this.putAttachment('header.mcap.zst', this.copy);
    this.steps += count;
  }

  // The bytes of the whole file, in parts.
  finish() {
    this.putAttachment('header.mcap.zst', this.copy);
    this.putMetadata('statistics', [
      ['steps', String(this.steps)], ['activeRowSteps', '0'],
      ...Container.channels.map(({ topic }, index) => [`bytes${topic}`, String(this.sizes[index])]),
    ]);
    this.put(Container.record('dataEnd', new ByteList().word(this.crc)));
    const summary = new ByteList(), offsets = new ByteList(), start = this.size;
    const group = (kind, records) => {
      if (!records.length) return;
      const at = summary.count;
      for (const record of records) summary.put(record);
      offsets.put(Container.record('summaryOffset', new ByteList().byte(Container.opcodes[kind]).wide(start + at).wide(summary.count - at)));
    };
    group('schema', this.schemas);
    group('channel', this.channels);
    group('statistics', [this.statistics]);
    group('chunkIndex', this.chunks.map(chunk => chunk.record));
    group('attachmentIndex', this.attachments);
    group('metadataIndex', this.metadata);
    const place = start + summary.count;
    summary.put(offsets.whole).byte(Container.opcodes.footer).wide(20).wide(start).wide(place);
    this.put(summary.word(CRC.of(summary.whole)).put(Container.magic).whole);
    return this.parts;
  }
  get statistics() {
    const used = this.counts.map((count, index) => [index + 1, count]).filter(([, count]) => count), list = new ByteList();
    list.wide(this.counts.reduce((sum, count) => sum + count, 0)).short(5).word(5).word(this.attachments.length).word(this.metadata.length);
    list.word(this.chunks.length).wide(this.chunks[0]?.low ?? 0).wide(this.chunks.reduce((most, { high }) => high > most ? high : most, 0n));
    list.word(10 * used.length);
    for (const [channel, count] of used) list.short(channel).wide(count);
    return Container.record('statistics', list);
  }

  // The text of all classes, for the worker.
  static get code() { return [ByteList, CRC, Description, Container, RecordingFile].join('\n'); }
}

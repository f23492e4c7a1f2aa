'use strict';
// Reads what a page holds: bytes that stand as text, and texts packed with LZMA. Workers have both
// functions, too.

// What WideText wrote: two bytes a unit of UTF-16, behind their count and a checksum.
function bytesOfWide(text) {
  const all = new Uint8Array(text.length * 2), view = new DataView(all.buffer);
  let at = 0;
  for (let i = 0; i < text.length; i++) {
    let unit = text.charCodeAt(i), last = -1;
    if (unit >> 11 === 27) {
      const value = (unit & 1023) << 10 | text.charCodeAt(++i) & 1023, index = value >> 8;
      unit = index < 3 ? [0, 13, 60][index] : 0xD800 - 3 + index;
      last = value & 255;
    }
    all[at++] = unit >> 8;
    all[at++] = unit;
    if (last >= 0) all[at++] = last;
  }
  const count = at < 8 ? -1 : view.getUint32(0, true), bytes = all.slice(8, 8 + count);
  let sum = 0x811C9DC5;
  for (const byte of bytes) sum = Math.imul(sum ^ byte, 0x01000193);
  if (bytes.length !== count || sum >>> 0 !== view.getUint32(4, true)) throw new Error('the file is damaged, or was saved as another kind of text');
  return bytes;
}

// What LZMA.encode or xz wrote: a file as those that end in .lzma.
function unpack(packed) {
  const view = new DataView(packed.buffer, packed.byteOffset), properties = packed[0];
  const lc = properties % 9, lp = (properties / 9 | 0) % 5, pb = properties / 45 | 0;
  const isOpen = view.getUint32(5, true) === 0xFFFFFFFF, size = isOpen ? Infinity : view.getUint32(5, true);
  // Where the models of each kind of decision begin.
  const match = 0, repeat = 192, other = 204, second = 216, last = 228, long = 240;
  const slots = 432, near = 688, align = 803, lengths = 819, literals = lengths + 2 * 514;
  const models = new Uint16Array(literals + (0x300 << lc + lp)).fill(1024);
  let bytes = new Uint8Array(isOpen ? 1 << 20 : size), at = 0, next = 18;
  // Range and code: in an array, as variables they would be objects.
  const coder = Uint32Array.of(0xFFFFFFFF, view.getUint32(14));
  const feed = () => {
    coder[0] <<= 8;
    coder[1] = coder[1] << 8 | packed[next++];
  };
  const bit = index => {
    const chance = models[index], bound = (coder[0] >>> 11) * chance, isOne = coder[1] >= bound;
    if (isOne) {
      coder[0] -= bound;
      coder[1] -= bound;
      models[index] = chance - (chance >> 5);
    } else {
      coder[0] = bound;
      models[index] = chance + (2048 - chance >> 5);
    }
    if (coder[0] < 0x1000000) feed();
    return isOne ? 1 : 0;
  };
  const tree = (index, count) => {
    let symbol = 1;
    for (let i = 0; i < count; i++) symbol = symbol << 1 | bit(index + symbol);
    return symbol - (1 << count);
  };
  const reversed = (index, count) => {
    let symbol = 1, value = 0;
    for (let i = 0; i < count; i++) {
      const one = bit(index + symbol);
      symbol = symbol << 1 | one;
      value |= one << i;
    }
    return value;
  };
  const length = (index, place) => {
    if (!bit(index)) return 2 + tree(index + 2 + 8 * place, 3);
    if (!bit(index + 1)) return 10 + tree(index + 130 + 8 * place, 3);
    return 18 + tree(index + 258, 8);
  };
  let state = 0, distances = [0, 0, 0, 0];
  while (at < size) {
    if (next > packed.length + 8) throw new Error('what is packed ends early');
    if (at + 273 > bytes.length && isOpen) {
      const larger = new Uint8Array(2 * bytes.length);
      larger.set(bytes);
      bytes = larger;
    }
    const place = at & (1 << pb) - 1;
    if (!bit(match + 16 * state + place)) {
      const before = at > 0 ? bytes[at - 1] : 0;
      const index = literals + 0x300 * (((at & (1 << lp) - 1) << lc) + (before >> 8 - lc));
      let symbol = 1;
      if (state >= 7) {
        let expected = bytes[at - distances[0] - 1], agrees = 0x100;
        while (symbol < 256) {
          expected <<= 1;
          const context = expected & agrees, one = bit(index + agrees + context + symbol);
          symbol = symbol << 1 | one;
          agrees &= one ? context : ~context;
        }
      }
      while (symbol < 256) symbol = symbol << 1 | bit(index + symbol);
      bytes[at++] = symbol;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    let count = 1;
    if (!bit(repeat + state)) {
      count = length(lengths, place);
      state = state < 7 ? 7 : 10;
      const slot = tree(slots + 64 * Math.min(count - 2, 3), 6);
      let distance = slot;
      if (slot >= 4) {
        const bits = (slot >> 1) - 1;
        distance = (2 | slot & 1) * 2 ** bits;
        if (slot < 14) distance += reversed(near + distance - slot, bits);
        else {
          let plain = 0;
          for (let i = 4; i < bits; i++) {
            coder[0] >>>= 1;
            const isOne = coder[1] >= coder[0];
            if (isOne) coder[1] -= coder[0];
            plain = 2 * plain + isOne;
            if (coder[0] < 0x1000000) feed();
          }
          distance += 16 * plain + reversed(align, 4);
        }
      }
      if (isOpen && distance === 0xFFFFFFFF) break;
      distances = [distance, distances[0], distances[1], distances[2]];
    } else if (!bit(other + state)) {
      if (bit(long + 16 * state + place)) {
        count = length(lengths + 514, place);
        state = state < 7 ? 8 : 11;
      } else state = state < 7 ? 9 : 11;
    } else {
      const index = bit(second + state) ? bit(last + state) ? 3 : 2 : 1;
      distances.unshift(...distances.splice(index, 1));
      count = length(lengths + 514, place);
      state = state < 7 ? 8 : 11;
    }
    const back = distances[0] + 1;
    if (back > at) throw new Error('what is packed is damaged');
    for (const end = Math.min(at + count, bytes.length); at < end; at++) bytes[at] = bytes[at - back];
  }
  return bytes.subarray(0, at);
}

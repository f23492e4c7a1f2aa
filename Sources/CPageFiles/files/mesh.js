'use strict';
// Triangles of a picture, for a graphics processor: what the stage draws on a canvas with two
// dimensions, it draws here by the same calls. Edges are smooth by their distance, which each corner
// carries, and not by samples, so that every processor gives the same picture.

// A corner: x, y in pixels of the device; depth; distance from the middle of a line; half the line's
// width; colour times opacity.
const cornerBytes = 24;
// A shape of a batch: turn and scale, x, y in pixels of the device; depth; colours of inside and edge.
const instanceBytes = 28;

// The colour as red, green, blue.
const tones = new Map();
function tone(color) {
  if (!tones.has(color)) {
    const context = new OffscreenCanvas(1, 1).getContext('2d');
    context.fillStyle = color;
    const number = Number.parseInt(context.fillStyle.slice(1, 7), 16);
    tones.set(color, [number >> 16 & 255, number >> 8 & 255, number & 255]);
  }
  return tones.get(color);
}

// An outline in its own frame: points, for each the way in which a line grows there, and triangles of
// what is inside.
class MeshOutline {
  constructor(points, isClosed) {
    const { places } = Object.assign(this, MeshOutline.joined(points, isClosed), { isClosed });
    this.triangles = isClosed ? MeshOutline.triangles(points, points.length / 2).map(point => places[point]) : [];
  }

  // A circle has as many corners as it takes to look round.
  static circle(x, y, radius, corners) {
    const points = [];
    for (let i = 0; i < corners; i++) {
      const angle = 2 * Math.PI * i / corners;
      points.push(x + radius * Math.cos(angle), y + radius * Math.sin(angle));
    }
    return points;
  }

  // At a corner both edges' normals are joined; a sharp one has two points, one for each edge, or the
  // line's end would be far away. `places`: where each point stands then.
  static joined(given, isClosed) {
    const most = given.length / 2, points = [], ways = [], places = [];
    for (let i = 0; i < most; i++) {
      const before = i > 0 ? i - 1 : isClosed ? most - 1 : 0, after = i < most - 1 ? i + 1 : isClosed ? 0 : i, x = given[2 * i], y = given[2 * i + 1];
      let ax = x - given[2 * before], ay = y - given[2 * before + 1], bx = given[2 * after] - x, by = given[2 * after + 1] - y;
      const a = Math.hypot(ax, ay), b = Math.hypot(bx, by);
      if (a > 0) { ax /= a; ay /= a; }
      if (b > 0) { bx /= b; by /= b; }
      if (a === 0) [ax, ay] = [bx, by];
      if (b === 0) [bx, by] = [ax, ay];
      const turn = 1 + ax * bx + ay * by;
      places.push(points.length / 2);
      if (turn < .5) {
        points.push(x, y, x, y);
        ways.push(-ay, ax, -by, bx);
      } else {
        points.push(x, y);
        ways.push(-(ay + by) / turn, (ax + bx) / turn);
      }
    }
    return { points, ways, places, count: points.length / 2 };
  }

  // What a graphics processor is told once of the shapes of a batch: for each corner its point, the way in which
  // a line grows there, on which side of the line it is (0 inside), how wide the line is compared
  // with closed edges, and how much nearer it lies. What is inside several outlines lies below every edge.
  static template(outlines) {
    const corners = [], order = [];
    let depth = 0;
    for (const { points, count, isClosed, triangles } of outlines) {
      if (!isClosed) continue;
      for (const corner of triangles) order.push(corners.length / 7 + corner);
      for (let i = 0; i < 2 * count; i += 2) corners.push(points[i], points[i + 1], 0, 0, 0, 0, 0);
    }
    for (const { points, ways, count, isClosed } of outlines) {
      const first = corners.length / 7;
      depth++;
      for (let i = 0; i < 2 * count; i += 2) {
        for (const side of [1, -1]) corners.push(points[i], points[i + 1], ways[i], ways[i + 1], side, isClosed ? 1 : 1.6, depth);
      }
      for (let i = 0; i < (isClosed ? count : count - 1); i++) {
        const a = first + 2 * i, b = i + 1 === count ? first : a + 2;
        order.push(a, a + 1, b, b, a + 1, b + 1);
      }
    }
    return { corners: Float32Array.from(corners), order: Uint32Array.from(order), depths: depth + 1 };
  }
  // A sign of a pixel or two: nobody sees that it is square. It has no edge.
  static speck = [];
  static {
    const square = Float32Array.of(-1, -1, 0, 0, 0, 0, 0, 1, -1, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, -1, 1, 0, 0, 0, 0, 0);
    MeshOutline.speck.template = { corners: square, order: Uint32Array.of(0, 1, 2, 0, 2, 3), depths: 1 };
  }

  // Twice the area; negative where the points go the other way around.
  static area(points, count) {
    let area = 0;
    for (let i = 0; i < count; i++) {
      const j = (i + 1) % count;
      area += points[2 * i] * points[2 * j + 1] - points[2 * i + 1] * points[2 * j];
    }
    return area;
  }

  // Ears are cut off until none is left; where edges cross, what is left is a fan.
  static triangles(points, count) {
    if (count < 3) return [];
    const x = i => points[2 * i], y = i => points[2 * i + 1], triangles = [], left = Array.from({ length: count }, (_, i) => i);
    const turn = (i, j, k) => (x(j) - x(i)) * (y(k) - y(i)) - (y(j) - y(i)) * (x(k) - x(i));
    const sign = MeshOutline.area(points, count) < 0 ? -1 : 1;
    let isConvex = true;
    for (let i = 0; i < count; i++) if (sign * turn(i, (i + 1) % count, (i + 2) % count) < 0) isConvex = false;
    while (!isConvex && left.length > 3) {
      const found = left.findIndex((j, at) => {
        const i = left[(at + left.length - 1) % left.length], k = left[(at + 1) % left.length];
        if (sign * turn(i, j, k) <= 0) return false;
        return !left.some(p => p !== i && p !== j && p !== k && sign * turn(i, j, p) >= 0 && sign * turn(j, k, p) >= 0 && sign * turn(k, i, p) >= 0);
      });
      if (found < 0) break;
      triangles.push(left[(found + left.length - 1) % left.length], left[found], left[(found + 1) % left.length]);
      left.splice(found, 1);
    }
    for (let i = 1; i + 1 < left.length; i++) triangles.push(left[0], left[i], left[i + 1]);
    return triangles;
  }
}

class Mesh {
  constructor() { this.reset(1); }

  // Begins a picture; `spare` has buffers of one that is not needed any more.
  reset(ratio, spare) {
    this.ratio = ratio;
    if (spare) [this.corners, this.indices, this.instances] = [spare.corners, spare.indices, spare.instances];
    this.view(this.corners ?? new ArrayBuffer(cornerBytes << 12), this.indices ?? new ArrayBuffer(4 << 14));
    this.viewInstances(this.instances ?? new ArrayBuffer(instanceBytes << 8));
    [this.count, this.indexCount, this.depth] = [0, 0, 1];
    // What is painted one after the other: triangles of the corners, and batches.
    [this.parts, this.partStart, this.instanceCount] = [[], 0, 0];
    Object.assign(this, { strokeStyle: '#000000', fillStyle: '#000000', globalAlpha: 1, lineWidth: 1, dash: [], runs: [] });
    return this;
  }
  view(corners, indices) {
    [this.corners, this.indices] = [corners, indices];
    [this.numbers, this.words, this.order] = [new Float32Array(corners), new Uint32Array(corners), new Uint32Array(indices)];
  }
  viewInstances(instances) {
    [this.instances, this.instanceNumbers, this.instanceWords] = [instances, new Float32Array(instances), new Uint32Array(instances)];
  }
  static grown(buffer, size) {
    if (size <= buffer.byteLength) return buffer;
    const next = new ArrayBuffer(Math.max(2 * buffer.byteLength, size));
    new Uint8Array(next).set(new Uint8Array(buffer));
    return next;
  }
  // Makes room for more.
  reserve(corners, indices) {
    const needed = (this.count + corners) * cornerBytes, more = (this.indexCount + indices) * 4;
    if (needed <= this.corners.byteLength && more <= this.indices.byteLength) return;
    this.view(Mesh.grown(this.corners, needed), Mesh.grown(this.indices, more));
  }
  color(text, opacity) {
    const alpha = Math.min(Math.max(opacity, 0), 1);
    if (text === this.lastText && alpha === this.lastAlpha) return this.lastColor;
    [this.lastText, this.lastAlpha] = [text, alpha];
    const [red, green, blue] = tone(text);
    return this.lastColor = (Math.round(alpha * 255) << 24 | Math.round(alpha * blue) << 16 | Math.round(alpha * green) << 8 | Math.round(alpha * red)) >>> 0;
  }
  // A colour over another one, both as `color` has them.
  static over(top, bottom) {
    const left = 255 - (top >>> 24);
    let sum = 0;
    for (let shift = 0; shift < 32; shift += 8) sum |= Math.min((top >>> shift & 255) + Math.round((bottom >>> shift & 255) * left / 255), 255) << shift;
    return sum >>> 0;
  }
  // What is painted later is nearer; what is painted at one depth is painted once.
  deeper() { return this.depth -= 2 ** -22; }

  // The inside of an outline, whose points are in pixels.
  inside(points, count, triangles, depth, color) {
    this.reserve(count, triangles.length);
    const first = this.count, { numbers, words, order } = this;
    for (let i = 0, at = 6 * first; i < count; i++, at += 6) {
      numbers[at] = points[2 * i]; numbers[at + 1] = points[2 * i + 1]; numbers[at + 2] = depth;
      numbers[at + 3] = 0; numbers[at + 4] = 1; words[at + 5] = color;
    }
    let next = this.indexCount;
    for (let i = 0; i < triangles.length; i++) order[next++] = first + triangles[i];
    [this.count, this.indexCount] = [first + count, next];
  }
  // A line of so many pixels along the points: two corners for each.
  line(points, ways, count, isClosed, width, depth, color) {
    if (count < 2) return;
    const half = width / 2, reach = half + .5, edges = isClosed ? count : count - 1;
    this.reserve(2 * count, 6 * edges);
    const first = this.count, { numbers, words, order } = this;
    for (let i = 0, at = 6 * first; i < count; i++, at += 12) {
      const x = points[2 * i], y = points[2 * i + 1], dx = ways[2 * i] * reach, dy = ways[2 * i + 1] * reach;
      numbers[at] = x + dx; numbers[at + 1] = y + dy; numbers[at + 6] = x - dx; numbers[at + 7] = y - dy;
      numbers[at + 2] = numbers[at + 8] = depth;
      numbers[at + 3] = reach; numbers[at + 9] = -reach;
      numbers[at + 4] = numbers[at + 10] = half;
      words[at + 5] = words[at + 11] = color;
    }
    let at = this.indexCount;
    for (let i = 0; i < edges; i++, at += 6) {
      const a = first + 2 * i, b = i + 1 === count ? first : a + 2;
      order[at] = a; order[at + 1] = a + 1; order[at + 2] = b; order[at + 3] = b; order[at + 4] = a + 1; order[at + 5] = b + 1;
    }
    [this.count, this.indexCount] = [first + 2 * count, at];
  }
  dashed(points, count, isClosed, width, dash, color) {
    let on = true, left = dash[0], piece = [points[0], points[1]];
    const finish = () => {
      if (!on || piece.length < 4) return;
      const own = MeshOutline.joined(piece, false);
      this.line(own.points, own.ways, own.count, false, width, this.deeper(), color);
    };
    for (let i = 0; i < (isClosed ? count : count - 1); i++) {
      const next = (i + 1) % count;
      let x = points[2 * i], y = points[2 * i + 1];
      const u = points[2 * next], v = points[2 * next + 1];
      let length = Math.hypot(u - x, v - y);
      // Of a line far longer than any screen nobody sees the dashes.
      if (length > 20000) { piece.push(u, v); continue; }
      while (length > left) {
        [x, y] = [x + (u - x) / length * left, y + (v - y) / length * left];
        length -= left;
        piece.push(x, y);
        finish();
        piece = [x, y];
        on = !on;
        left = dash[on ? 0 : 1];
      }
      left -= length;
      piece.push(u, v);
    }
    finish();
  }

  // ---- What a canvas with two dimensions has, in pixels of the page

  setTransform() {}
  setLineDash(dash) { this.dash = dash; }
  beginPath() { this.runs = []; }
  moveTo(x, y) { this.runs.push({ points: [x * this.ratio, y * this.ratio], isClosed: false }); }
  lineTo(x, y) {
    if (!this.runs.length) { this.moveTo(x, y); return; }
    this.runs.at(-1).points.push(x * this.ratio, y * this.ratio);
  }
  closePath() { if (this.runs.length) this.runs.at(-1).isClosed = true; }
  // Whole circles are all that is asked for.
  arc(x, y, radius) {
    const { ratio } = this, corners = Math.min(Math.max(8, Math.ceil(3 * Math.sqrt(radius * ratio)) * 2), 96);
    this.runs.push({ points: MeshOutline.circle(x * ratio, y * ratio, radius * ratio, corners), isClosed: true });
  }
  rect(x, y, width, height) {
    this.moveTo(x, y); this.lineTo(x + width, y); this.lineTo(x + width, y + height); this.lineTo(x, y + height);
    this.closePath();
  }
  stroke() {
    const color = this.color(this.strokeStyle, this.globalAlpha), width = this.lineWidth * this.ratio;
    for (const { points, isClosed } of this.runs) {
      if (this.dash.length) { this.dashed(points, points.length / 2, isClosed, width, this.dash.map(part => part * this.ratio), color); continue; }
      const own = MeshOutline.joined(points, isClosed);
      this.line(own.points, own.ways, own.count, isClosed, width, this.deeper(), color);
    }
  }
  fill() {
    const color = this.color(this.fillStyle, this.globalAlpha);
    for (const run of this.runs) {
      // Half a pixel inwards, and a line of a pixel around it: so the edge is smooth.
      const depth = this.deeper(), { points, ways, count, places } = MeshOutline.joined(run.points, true);
      const sign = MeshOutline.area(run.points, run.points.length / 2) < 0 ? -.5 : .5, inner = points.map((value, i) => value + sign * ways[i]);
      this.inside(inner, count, MeshOutline.triangles(run.points, run.points.length / 2).map(point => places[point]), depth, color);
      this.line(inner, ways, count, true, 1, depth, color);
    }
  }

  // ---- Shapes: outlines of looks, turned and moved

  // A look's outlines as they are at a scale: round parts have more corners where they are larger.
  outlines(look, pixels) {
    const level = Math.max(0, Math.ceil(Math.log2(Math.max(pixels, 1)))), corners = Math.min(12 + 8 * level, 112);
    look.meshes ??= [];
    return look.meshes[level] ??= look.outlines.map(outline => {
      const [kind, radius] = outline;
      if (kind === 0) return new MeshOutline(MeshOutline.circle(outline[2], outline[3], radius, corners), true);
      return new MeshOutline(radius > 0 ? roundedPoints(outline, corners) : outline.slice(2), kind !== 3);
    });
  }
  // `place`: the four numbers of the turn and scale, and the two of the move, as `setTransform` has
  // them. What is inside several outlines is painted once, and lies below every edge.
  shape(place, paint) {
    const { outlines } = paint, inside = this.deeper(), far = this.deeper(), isAlone = outlines.length === 1;
    for (const one of outlines) {
      if (!one.isClosed) continue;
      this.put(one, place);
      if (paint.inside !== null) this.inside(this.placed, one.count, one.triangles, inside, paint.inside);
      if (paint.far !== null) this.inside(this.placed, one.count, one.triangles, far, paint.far);
      if (isAlone) this.edge(one, paint);
    }
    for (const one of outlines) {
      if (one.isClosed && isAlone) continue;
      this.put(one, place);
      this.edge(one, paint);
    }
  }
  put(one, place) {
    const { points, ways, count } = one, a = place[0], b = place[1], c = place[2], d = place[3], e = place[4], f = place[5];
    if (!(this.placed?.length >= 2 * count)) [this.placed, this.turned] = [new Float32Array(4 * count), new Float32Array(4 * count)];
    const { placed, turned } = this, scale = 1 / (Math.sqrt(a * a + b * b) || 1);
    for (let i = 0; i < 2 * count; i += 2) {
      placed[i] = a * points[i] + c * points[i + 1] + e;
      placed[i + 1] = b * points[i] + d * points[i + 1] + f;
      turned[i] = (a * ways[i] + c * ways[i + 1]) * scale;
      turned[i + 1] = (b * ways[i] + d * ways[i + 1]) * scale;
    }
  }
  edge(one, paint) {
    const width = one.isClosed ? paint.width : 1.6 * paint.width;
    if (paint.dash) this.dashed(this.placed, one.count, one.isClosed, width, paint.dash, paint.edge);
    else this.line(this.placed, this.turned, one.count, one.isClosed, width, this.deeper(), paint.edge);
  }

  // ---- Batches: shapes of one look, which differ in their places and colours only. The graphics processor puts
  // their corners where they belong: a box takes 28 bytes instead of 408.

  // Ends the triangles before.
  endPart() {
    if (this.indexCount > this.partStart) this.parts.push({ first: this.partStart, count: this.indexCount - this.partStart });
    this.partStart = this.indexCount;
  }
  // `width`: of closed edges. `flip`: −1 where the y axis points up. Makes room for so many shapes.
  beginBatch(outlines, width, flip, most) {
    this.endPart();
    this.viewInstances(Mesh.grown(this.instances, (this.instanceCount + most) * instanceBytes));
    const template = outlines.template ??= MeshOutline.template(outlines);
    this.batch = { ...template, width, flip, first: this.instanceCount, count: 0 };
    this.parts.push(this.batch);
  }
  // One more shape of the batch: turned and moved as `shape` has it, but for the second axis, which follows
  // from the first.
  instance(a, b, x, y, inside, edge) {
    const at = 7 * this.instanceCount++, { instanceNumbers: numbers, instanceWords: words, batch } = this;
    numbers[at] = a; numbers[at + 1] = b; numbers[at + 2] = x; numbers[at + 3] = y;
    numbers[at + 4] = this.depth - 2 ** -22;
    words[at + 5] = inside; words[at + 6] = edge;
    this.depth -= batch.depths * 2 ** -22;
    batch.count++;
  }
}

// A run of corners grown by a radius: edges moved outwards, joined by arcs.
function roundedPoints(outline, corners) {
  const points = [], grown = [];
  for (let i = 2; i < outline.length; i += 2) points.push([outline[i], outline[i + 1]]);
  let area = 0;
  points.forEach(([x, y], i) => { const [u, v] = points[(i + 1) % points.length]; area += x * v - y * u; });
  if (area < 0) points.reverse();
  points.forEach(([x, y], i) => {
    const [u, v] = points[(i + 1) % points.length], [w, z] = points[(i + 2) % points.length];
    const from = Math.atan2(-(u - x), v - y), to = Math.atan2(-(w - u), z - v);
    const turn = ((to - from) % (2 * Math.PI) + 2 * Math.PI) % (2 * Math.PI), parts = Math.max(1, Math.ceil(turn / (2 * Math.PI) * corners));
    for (let k = 0; k <= parts; k++) {
      const angle = from + turn * k / parts;
      grown.push(u + outline[1] * Math.cos(angle), v + outline[1] * Math.sin(angle));
    }
  });
  return grown;
}

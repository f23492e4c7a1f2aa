'use strict';
// Draws a step, as the tool's own pictures do: into a mesh that a worker paints, or, where there is no
// WebGL, on a canvas with two dimensions. Texts are always on the canvas.

const isDark = matchMedia('(prefers-color-scheme: dark)');
const scheme = () => document.documentElement.dataset.theme ?? (isDark.matches ? 'dark' : 'light');
// Read once for each theme: to ask for a style is to have the page laid out.
const inks = { light: {}, dark: {} };
const ink = name => inks[scheme()][name] ??= getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();

// The marks or the links of a sample, one after the other.
function rowsOf({ own, slots, width, counts }, sample) {
  if (own?.[sample]) return own[sample];
  const rows = new Float32Array(width * counts[sample]);
  for (let at = 0; at < rows.length; at++) rows[at] = slots[Math.floor(at / width)][at % width][sample];
  return rows;
}

class Stage {
  // So many shapes of one look, one behind the other in a crowd, are painted as a batch.
  static batchLeast = 64;

  // `shapes`: a canvas below the other one, for the worker.
  constructor(canvas, shapes) {
    this.canvas = canvas;
    this.text = this.context = canvas.getContext('2d');
    this.shapes = shapes;
    this.painter = null;
    this.later = [];
    this.show = { names: true, contacts: true, velocities: true, fields: true, ghost: true };
    this.fitted = null;
    this.refreshInks();
  }

  refreshInks() {
    this.inks = {};
    for (const name of ['ink', 'faint', 'halo', 'velocity', 'select', 'other', 'line', 'stage']) {
      this.inks[name] = ink(name);
    }
    this.tone = scheme() === 'dark' ? 1 : 0;
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.canvas, ratio = devicePixelRatio || 1;
    const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (this.canvas.width === w && this.canvas.height === h && this.ratio === ratio) return;
    const keep = this.view && this.middle();
    [this.canvas.width, this.canvas.height, this.ratio] = [w, h, ratio];
    [this.width, this.height] = [width, height];
    if (this.isFitted || !keep) this.fit(); else this.center(...keep);
  }

  // From now on a worker paints, once it can; until then, and where it cannot, the canvas does.
  // By software, few shapes are painted as fast here; of many, this thread has to be kept free.
  accelerate({ onChange, onThumbnail, evenSlowly = this.isLarge }) {
    if (!window.OffscreenCanvas || !this.shapes?.transferControlToOffscreen) return;
    const leave = problem => { this.leave(problem); onChange(); };
    try {
      const painter = new MeshPainter(this.shapes, {
        onReady: () => { this.painter = painter; onChange(); },
        onPainted: pixels => { this.finish(); this.told?.(pixels); if (this.isStale) onChange(); },
        onTrouble: leave, onThumbnail,
      }, evenSlowly);
      this.opening = painter;
    } catch (error) { leave(error.message); }
  }
  leave(problem) {
    this.opening?.close();
    [this.painter, this.opening, this.later, this.isStale, this.problem] = [null, null, [], false, problem];
    // A canvas is handed over once.
    const fresh = this.shapes.cloneNode();
    this.shapes.replaceWith(fresh);
    this.shapes = fresh;
  }
  // Whether a picture can be drawn now. One that cannot is drawn when the worker is free.
  begin() {
    const { painter, ratio } = this;
    this.isStale = Boolean(painter?.isBusy);
    if (this.isStale) return false;
    this.later = [];
    this.context = painter ? painter.begin(ratio) : this.text;
    if (!painter) this.clear();
    return true;
  }
  end(wantsPixels) {
    if (this.painter) this.painter.paint(this.canvas.width, this.canvas.height, wantsPixels); else this.write();
  }
  clear() {
    this.text.setTransform(1, 0, 0, 1, 0, 0);
    this.text.clearRect(0, 0, this.canvas.width, this.canvas.height);
    this.text.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
  }
  // Texts appear with the shapes that they name.
  finish() { this.clear(); this.write(); }
  write() { for (const one of this.later.splice(0)) one(); }

  // The whole frame, with room for what is written on the stage.
  fit(top = 26, bottom = 44, side = 12) {
    const [x, y, w, h] = this.drawing.frame;
    const scale = Math.min((this.width - 2 * side) / (w || 1), (this.height - top - bottom) / (h || 1));
    this.view = { scale: scale > 0 ? scale : 1, x: 0, y: 0 };
    this.center(x + w / 2, y + h / 2);
    this.view.y += (top - bottom) / 2;
    this.isFitted = true;
  }
  center(x, y) {
    this.view.x = this.width / 2 - x * this.view.scale;
    this.view.y = this.height / 2 - this.up * y * this.view.scale;
    this.isFitted = false;
  }
  middle() { return this.world(this.width / 2, this.height / 2); }
  get up() { return this.drawing.isYUp ? -1 : 1; }
  world(px, py) { return [(px - this.view.x) / this.view.scale, (py - this.view.y) / this.view.scale * this.up]; }
  pixel(x, y) { return [this.view.x + x * this.view.scale, this.view.y + this.up * y * this.view.scale]; }
  zoom(factor, px = this.width / 2, py = this.height / 2) {
    const [x, y] = this.world(px, py);
    this.view.scale = Math.min(Math.max(this.view.scale * factor, 1e-6), 1e9);
    this.view.x = px - x * this.view.scale;
    this.view.y = py - this.up * y * this.view.scale;
    this.isFitted = false;
  }
  pan(dx, dy) { this.view.x += dx; this.view.y += dy; this.isFitted = false; }

  color(style, id) { return style.colors[id % style.colors.length][this.tone]; }

  path(context, outlines) {
    for (const o of outlines) {
      const [kind, radius] = o;
      if (kind === 0) {
        context.moveTo(o[2] + radius, o[3]);
        context.arc(o[2], o[3], radius, 0, 2 * Math.PI);
      } else if (radius > 0) {
        const points = roundedPoints(o, 48);
        context.moveTo(points[0], points[1]);
        for (let i = 2; i < points.length; i += 2) context.lineTo(points[i], points[i + 1]);
        context.closePath();
      } else {
        context.moveTo(o[2], o[3]);
        for (let i = 4; i < o.length; i += 2) context.lineTo(o[i], o[i + 1]);
        if (kind === 2) context.closePath();
      }
    }
  }

  // The shapes of a sample that are in view, by layers, with their looks, and for each its place in pixels, its
  // angle and its id; and those of them that are subjects, in the order of the shapes. Each shape has arrays of
  // its own, far from those of others: what stands in them is read once, or not at all where a branch has
  // all of its latest sample side by side. `only`: the set of shapes that are wanted.
  present(run, sample, only) {
    const { looks, layers } = run.facts.drawing, { scale, x: left, y: top } = this.view, { up, width, height } = this, { shapes } = run;
    const byLayer = layers.map(() => ({ shapes: [], looks: [], places: [] })), subjects = [], isSubject = layers.map(layer => layer.role === 'subject');
    const latest = run.latest?.sample === sample ? run.latest : null;
    for (let i = 0; i < shapes.length; i++) {
      const shape = shapes[i], number = latest ? latest.looks[i] : shape.looks ? shape.looks[sample] : 0;
      if (!(number > 0) || only && !only.has(shape)) continue;
      const look = looks[number - 1], room = this.reach(look) * scale + 8;
      const x = left + (latest ? latest.xs[i] : shape.xs[sample]) * scale, y = top + up * (latest ? latest.ys[i] : shape.ys[sample]) * scale;
      if (!(x >= -room && y >= -room && x <= width + room && y <= height + room)) continue;
      const layer = byLayer[look.layer], angle = latest ? latest.angles[i] : shape.angles ? shape.angles[sample] : 0;
      layer.shapes.push(shape);
      layer.looks.push(look);
      layer.places.push(x, y, angle, latest ? latest.ids[i] : shape.id);
      if (isSubject[look.layer]) subjects.push(shape);
    }
    return { byLayer, subjects };
  }

  // Draws a sample of a run. `options.ghost`: of these shapes the outlines only, dashed where they are few.
  // `options.far` shades by distance.
  draw(run, sample, options = {}) {
    const { context, ratio } = this, { scale } = this.view, drawing = run.facts.drawing, isGhost = Boolean(options.ghost);
    const { byLayer, subjects } = this.present(run, sample, options.ghost);
    const isCrowded = subjects.length > 150, isMesh = context instanceof Mesh, flip = this.up;
    const usual = this.usual(drawing, subjects, sample);
    // Edges of shapes of a pixel or two would hide what is inside.
    const seen = usual * scale, width = Math.min(Math.max(.09 * seen, Math.min(.5, .16 * seen)), 1.6);
    // What shapes of a look and a colour are painted with, where they share it.
    const shared = isMesh && isCrowded ? new Map() : null, place = new Float64Array(6);
    byLayer.forEach(({ shapes, looks, places }, layer) => {
      const { role } = drawing.layers[layer];
      if (role === 'annotation' && !this.show.fields) return;
      // Where the shapes end that look like this one, and whether they are so many that they are painted as a batch.
      let end = 0, isBatch = false;
      for (let i = 0; i < shapes.length; i++) {
        const shape = shapes[i], look = looks[i];
        const angle = places[4 * i + 2], id = places[4 * i + 3];
        const cos = Math.cos(angle) * scale * ratio, sin = Math.sin(angle) * scale * ratio;
        place[0] = cos; place[1] = sin * flip; place[2] = -sin; place[3] = cos * flip; place[4] = places[4 * i] * ratio; place[5] = places[4 * i + 1] * ratio;
        const style = drawing.styles[look.style], shade = id % style.colors.length;
        if (shared && i === end) {
          while (end < shapes.length && looks[end] === look) end++;
          isBatch = end - i >= Stage.batchLeast && style.line !== 'dashed' && (style.fill > 0 || isGhost) && look.outlines.length > 0;
          if (isBatch) context.beginBatch(context.outlines(look, this.reach(look) * scale * ratio), width * style.width * ratio, flip, end - i);
        }
        const known = shared?.get(look)?.[shade], far = options.far?.get(shape);
        if (known) { this.crowdShape(context, place, known, isBatch, far); continue; }
        const color = isGhost ? this.inks.other : this.color(style, id), reach = Math.min(.5 * this.reach(look) * scale, 14);
        const paint = {
          color, width: width * style.width, isDashed: style.line === 'dashed' || isGhost && !isCrowded, edge: isGhost ? .9 : style.opacity,
          inside: isGhost ? 0 : Math.min((isCrowded ? 1.5 : 1) * style.fill * style.opacity, 1), far: shared ? undefined : far,
          heading: shape.angles && role === 'subject' && !isCrowded && !isGhost && reach > 2 && look.outlines.length ? reach : 0, thin: width,
        };
        if (!isMesh) { this.canvasShape(context, look, place, paint); continue; }
        const own = this.meshPaint(context, look, paint);
        if (shared) {
          (shared.get(look) ?? shared.set(look, []).get(look))[shade] = own;
          this.crowdShape(context, place, own, isBatch, far);
          continue;
        }
        context.shape(place, own);
        if (paint.heading) this.meshHeading(context, place, paint);
      }
    });
    context.globalAlpha = 1;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    if (isGhost) return;
    this.drawLinks(run, sample);
    if (this.show.contacts) this.drawMarks(run, sample, isCrowded || seen < 12);
    if (this.show.fields) this.drawArrows(run, sample);
    if (this.show.velocities && subjects.length <= 400) this.drawVelocities(run, sample, subjects, usual);
    if (this.show.names && !isCrowded) this.drawNames(subjects, sample, drawing);
  }

  // What a mesh needs to paint a shape, wherever it is.
  meshPaint(mesh, look, { color, width, isDashed, edge, inside, far }) {
    const { ratio } = this;
    return {
      outlines: mesh.outlines(look, this.reach(look) * this.view.scale * ratio),
      inside: inside > 0 ? mesh.color(color, inside) : null,
      far: far ? this.farColor(mesh, far) : null, edge: mesh.color(color, edge), width: width * ratio,
      dash: isDashed ? [5 * ratio, 4 * ratio] : null,
    };
  }
  // A shape of many, by itself or in a batch: `paint` is that of its look and colour, wherever it is.
  crowdShape(mesh, place, paint, isBatch, far) {
    const shade = far ? this.farColor(mesh, far) : null;
    if (isBatch) mesh.instance(place[0], place[1], place[4], place[5], far ? Mesh.over(shade, paint.inside) : paint.inside, paint.edge);
    else mesh.shape(place, far ? { ...paint, far: shade } : paint);
  }
  // What lies over the inside of a shape that is elsewhere in the other run.
  farColor(mesh, far) { return mesh.color(this.inks.other, .15 + .5 * far); }
  // Which way a shape is turned.
  meshHeading(mesh, place, paint) {
    const { ratio } = this;
    const [a, b, , , e, f] = place, length = Math.hypot(a, b) || 1, [x, y] = [e / ratio, f / ratio];
    Object.assign(mesh, { strokeStyle: paint.color, fillStyle: paint.color, globalAlpha: .6, lineWidth: paint.thin });
    mesh.setLineDash([]);
    mesh.beginPath(); mesh.moveTo(x, y); mesh.lineTo(x + a / length * paint.heading, y + b / length * paint.heading); mesh.stroke();
    mesh.globalAlpha = 1;
    mesh.beginPath(); mesh.arc(x, y, 1.1 * paint.thin, 0, 2 * Math.PI); mesh.fill();
  }

  canvasShape(context, look, place, paint) {
    const closed = look.outlines.filter(o => o[0] !== 3), open = look.outlines.filter(o => o[0] === 3), pixel = 1 / this.view.scale;
    context.setTransform(...place);
    context.strokeStyle = paint.color;
    context.lineJoin = 'round';
    context.lineCap = 'butt';
    context.setLineDash(paint.isDashed ? [5 * pixel, 4 * pixel] : []);
    if (closed.length) {
      context.beginPath();
      this.path(context, closed);
      context.lineWidth = paint.width * pixel;
      if (paint.inside > 0) { context.globalAlpha = paint.inside; context.fillStyle = paint.color; context.fill(); }
      if (paint.far) { context.globalAlpha = .15 + .5 * paint.far; context.fillStyle = this.inks.other; context.fill(); }
      context.globalAlpha = paint.edge;
      context.stroke();
    }
    if (open.length) {
      context.beginPath();
      this.path(context, open);
      context.globalAlpha = paint.edge;
      context.lineWidth = 1.6 * paint.width * pixel;
      context.stroke();
    }
    context.setLineDash([]);
    if (!paint.heading) return;
    context.globalAlpha = .6;
    context.lineWidth = paint.thin * pixel;
    context.beginPath(); context.moveTo(0, 0); context.lineTo(paint.heading * pixel, 0); context.stroke();
    context.globalAlpha = 1;
    context.fillStyle = paint.color;
    context.beginPath(); context.arc(0, 0, 1.1 * paint.thin * pixel, 0, 2 * Math.PI); context.fill();
  }

  reach(look) {
    return look.reach ??= Math.max(...look.outlines.map(o => {
      let most = 0;
      for (let i = 2; i < o.length; i += 2) most = Math.max(most, Math.hypot(o[i], o[i + 1]));
      return most + o[1];
    }), 0);
  }

  usual(drawing, subjects, sample) {
    const sizes = subjects.slice(0, 200).map(s => this.reach(drawing.looks[s.looks[sample] - 1])).sort((a, b) => a - b);
    return sizes.length ? sizes[sizes.length >> 1] : 20;
  }

  drawLinks(run, sample) {
    const links = run.links, context = this.context;
    if (!links?.most) return;
    const rows = rowsOf(links, sample);
    for (let i = 0; i < rows.length; i += 5) {
      const [styles, ax, ay, bx, by] = rows.subarray(i, i + 5);
      const style = run.facts.drawing.styles[styles], quantum = run.facts.drawing.quantum;
      const [x, y] = this.pixel(ax * quantum, ay * quantum), [u, v] = this.pixel(bx * quantum, by * quantum);
      context.strokeStyle = context.fillStyle = this.color(style, 0);
      context.globalAlpha = style.opacity;
      context.lineWidth = 1.6 * style.width;
      context.setLineDash(style.line === 'dashed' ? [5, 4] : []);
      context.beginPath();
      context.moveTo(x, y);
      const length = Math.hypot(u - x, v - y);
      if (style.line === 'zigzag' && length > 24) {
        const [dx, dy] = [(u - x) / length, (v - y) / length], turns = Math.min(Math.round(length / 9), 24);
        for (let k = 1; k < turns; k++) {
          const along = 6 + (length - 12) * k / turns, side = k % 2 ? 5 : -5;
          context.lineTo(x + dx * along - dy * side, y + dy * along + dx * side);
        }
      }
      if (style.line !== 'none') { context.lineTo(u, v); context.stroke(); }
      context.setLineDash([]);
      this.symbol(style.symbol, x, y, 3.2);
      context.globalAlpha = 1;
    }
  }

  symbol(symbol, x, y, size) {
    const context = this.context;
    context.beginPath();
    if (symbol === 'dot') { context.arc(x, y, size, 0, 2 * Math.PI); context.fill(); return; }
    if (symbol === 'ring') context.arc(x, y, size, 0, 2 * Math.PI);
    else if (symbol === 'square') context.rect(x - size, y - size, 2 * size, 2 * size);
    else if (symbol === 'cross') {
      context.moveTo(x - 2 * size, y); context.lineTo(x + 2 * size, y);
      context.moveTo(x, y - 2 * size); context.lineTo(x, y + 2 * size);
    } else return;
    context.stroke();
  }

  // Many signs would hide what they are about: they are specks then, and one of those that share a place.
  drawMarks(run, sample, isSmall) {
    if (!run.marks?.most) return;
    const { context, view, up } = this, { styles, quantum } = run.facts.drawing, rows = rowsOf(run.marks, sample), size = 8 * quantum * view.scale;
    const isThere = (x, y) => x >= -9 && y >= -9 && x <= this.width + 9 && y <= this.height + 9;
    let there = 0;
    for (let at = 0; !isSmall && at < rows.length; at += 4) if (isThere(view.x + rows[at + 1] * size, view.y + up * rows[at + 2] * size)) there++;
    const cell = 4, isDense = isSmall || there > 150, columns = Math.ceil((this.width + 18) / cell), lines = Math.ceil((this.height + 18) / cell + 1);
    const taken = isDense ? new Uint8Array(columns * lines) : null, { ratio } = this, side = .886 * 1.2, isBatch = isDense && context instanceof Mesh;
    if (isBatch) context.beginBatch(MeshOutline.speck, 0, 1, rows.length / 4);
    for (let at = 0; at < rows.length; at += 4) {
      const x = view.x + rows[at + 1] * size, y = view.y + up * rows[at + 2] * size;
      if (!isThere(x, y)) continue;
      if (isDense) {
        const place = Math.floor((y + 9) / cell) * columns + Math.floor((x + 9) / cell);
        if (taken[place]) continue;
        taken[place] = 1;
      }
      const style = styles[rows[at]], turn = rows[at + 3], color = this.color(style, 0), opacity = style.opacity * (isDense ? .45 : .85);
      if (isBatch) { context.instance(side * ratio, 0, x * ratio, y * ratio, context.color(color, opacity), 0); continue; }
      context.strokeStyle = context.fillStyle = color;
      context.globalAlpha = opacity;
      if (isDense) { context.fillRect(x - side, y - side, 2 * side, 2 * side); continue; }
      context.lineWidth = 1.2;
      if (turn >= 0) {
        const angle = turn / 32 * 2 * Math.PI, [dx, dy] = [7 * Math.cos(angle), 7 * Math.sin(angle) * up];
        context.beginPath(); context.moveTo(x - dx, y - dy); context.lineTo(x + dx, y + dy); context.stroke();
      }
      this.symbol(style.symbol, x, y, 2.2);
    }
    context.globalAlpha = 1;
  }

  arrow(x, y, dx, dy) {
    const length = Math.hypot(dx, dy), head = Math.min(6, .45 * length), context = this.context;
    if (length < 2) return;
    const [u, v] = [x + dx, y + dy], [a, b] = [dx / length * head, dy / length * head];
    context.beginPath();
    context.moveTo(x, y); context.lineTo(u, v);
    context.moveTo(u - a - .6 * b, v - b + .6 * a); context.lineTo(u, v); context.lineTo(u - a + .6 * b, v - b - .6 * a);
    context.stroke();
  }

  drawArrows(run, sample) {
    const list = run.facts.drawing.arrows[run.versions?.[sample]], context = this.context;
    if (!list?.length) return;
    const greatest = [];
    for (let i = 0; i < list.length; i += 5) {
      greatest[list[i + 4]] = Math.max(greatest[list[i + 4]] ?? 0, Math.hypot(list[i + 2], list[i + 3]));
    }
    const columns = Math.max(4, Math.sqrt(list.length / 5));
    const room = .8 * this.view.scale * run.facts.drawing.frame[2] / columns;
    context.lineWidth = 1.2;
    for (let i = 0; i < list.length; i += 5) {
      const style = run.facts.drawing.styles[list[i + 4]], size = Math.hypot(list[i + 2], list[i + 3]);
      if (!(size > 0)) continue;
      const length = Math.max(.25, Math.sqrt(size / greatest[list[i + 4]])) * Math.min(room, 34);
      const [dx, dy] = [list[i + 2] / size * length, this.up * list[i + 3] / size * length];
      const [x, y] = this.pixel(list[i], list[i + 1]);
      context.strokeStyle = this.color(style, 0);
      context.globalAlpha = .65 * style.opacity;
      this.arrow(x - dx / 2, y - dy / 2, dx, dy);
    }
    context.globalAlpha = 1;
  }

  // From a step to the one after it, per second; nothing where the shape is not there both times.
  velocity(run, shape, sample) {
    const from = sample > 0 ? sample - 1 : 0, to = from + 1;
    if (to >= run.count || !(shape.looks[from] > 0) || !(shape.looks[to] > 0)) return [0, 0];
    const time = (run.steps[to] - run.steps[from]) * run.facts.secondsPerStep;
    return [(shape.xs[to] - shape.xs[from]) / time, (shape.ys[to] - shape.ys[from]) / time];
  }

  drawVelocities(run, sample, subjects, usual) {
    const fastest = this.fastest(run);
    if (!(fastest > 0)) return;
    const longest = Math.min(.16 * Math.min(this.width, this.height), subjects.length > 60 ? 3 * usual * this.view.scale : 1e9);
    const scale = Math.min(longest / fastest, this.view.scale);
    this.context.strokeStyle = this.inks.velocity;
    this.context.lineWidth = 1.5;
    for (const shape of subjects) {
      const [vx, vy] = this.velocity(run, shape, sample);
      this.arrow(...this.pixel(shape.xs[sample], shape.ys[sample]), vx * scale, this.up * vy * scale);
    }
  }

  // The speed that one in two hundred exceeds, of some steps of the run.
  fastest(run) {
    if (run.fastest !== undefined) return run.fastest;
    const speeds = [], stride = Math.max(1, Math.floor(run.count / 40));
    for (let i = 0; i < run.count; i += stride) {
      for (const shape of run.shapes) {
        if (shape.looks[i] > 0 && run.layer(shape, i).role === 'subject') {
          speeds.push(Math.hypot(...this.velocity(run, shape, i)));
        }
      }
    }
    speeds.sort((a, b) => a - b);
    return run.fastest = speeds[Math.floor(.995 * (speeds.length - 1))] ?? 0;
  }

  drawNames(subjects, sample, drawing) {
    const context = this.text, taken = [], size = 12, font = `500 ${size}px system-ui, sans-serif`, texts = [];
    context.font = font;
    for (const shape of subjects) {
      const text = shape.label || String(shape.id), look = drawing.looks[shape.looks[sample] - 1];
      const room = 2 * this.reach(look) * this.view.scale;
      let [x, y] = this.pixel(shape.xs[sample], shape.ys[sample]);
      const width = context.measureText(text).width;
      // What has no room inside stands above, where few others are.
      if (width + 2 > room) {
        if (subjects.length > 24 && room < 40) continue;
        y -= room / 2 + 9;
      }
      const box = [x - width / 2 - 2, y - 8, width + 4, 16];
      if (taken.some(b => b[0] < box[0] + box[2] && box[0] < b[0] + b[2] && b[1] < box[1] + box[3] && box[1] < b[1] + b[3])) continue;
      taken.push(box);
      texts.push([text, x, y]);
    }
    this.later.push(() => {
      Object.assign(context, {
        font, globalAlpha: 1, textAlign: 'center', textBaseline: 'middle', lineJoin: 'round', lineWidth: size / 4,
        strokeStyle: this.inks.halo, fillStyle: this.inks.ink,
      });
      for (const one of texts) { context.strokeText(...one); context.fillText(...one); }
    });
  }

  // Where a shape was and will be.
  drawTrail(run, shape, sample) {
    const context = this.context;
    context.strokeStyle = this.inks.select;
    for (const [from, to, dash] of [[Math.max(0, sample - 180), sample, []], [sample, Math.min(run.count - 1, sample + 180), [2, 4]]]) {
      context.beginPath();
      let isOn = false;
      for (let i = from; i <= to; i++) {
        if (!(shape.looks[i] > 0)) { isOn = false; continue; }
        context[isOn ? 'lineTo' : 'moveTo'](...this.pixel(shape.xs[i], shape.ys[i]));
        isOn = true;
      }
      context.setLineDash(dash);
      context.globalAlpha = .7;
      context.lineWidth = 1.4;
      context.stroke();
    }
    context.setLineDash([]);
    context.globalAlpha = 1;
  }

  drawSelection(run, shape, sample) {
    if (!(shape?.looks[sample] > 0)) return;
    const look = run.facts.drawing.looks[shape.looks[sample] - 1], context = this.context;
    const [x, y] = this.pixel(shape.xs[sample], shape.ys[sample]), reach = Math.max(this.reach(look) * this.view.scale + 5, 10);
    context.lineWidth = 2.5;
    context.strokeStyle = this.inks.select;
    context.beginPath();
    for (let i = 0; i < 4; i++) {
      const [sx, sy] = [[-1, -1], [1, -1], [1, 1], [-1, 1]][i], arm = Math.min(10, reach / 2);
      context.moveTo(x + sx * reach, y + sy * (reach - arm));
      context.lineTo(x + sx * reach, y + sy * reach);
      context.lineTo(x + sx * (reach - arm), y + sy * reach);
    }
    context.stroke();
  }

  // Where the finger is that keys move.
  drawFinger(place) {
    const context = this.context, [x, y] = this.pixel(place.x, place.y);
    context.lineWidth = 2.5;
    context.strokeStyle = this.inks.select;
    context.beginPath();
    context.arc(x, y, 7, 0, 2 * Math.PI);
    for (const [dx, dy] of [[-1, 0], [1, 0], [0, -1], [0, 1]]) {
      context.moveTo(x + 7 * dx, y + 7 * dy);
      context.lineTo(x + 13 * dx, y + 13 * dy);
    }
    context.stroke();
  }

  scaleBar(unit) {
    const context = this.text, most = 110 / this.view.scale, power = 10 ** Math.floor(Math.log10(most));
    const length = [5, 2, 1].find(n => n * power <= most) * power, width = length * this.view.scale, y = this.height - 14;
    context.strokeStyle = context.fillStyle = this.inks.faint;
    context.globalAlpha = 1;
    context.lineWidth = 1.2;
    context.beginPath();
    context.moveTo(14, y - 4); context.lineTo(14, y); context.lineTo(14 + width, y); context.lineTo(14 + width, y - 4);
    context.stroke();
    context.font = '11px system-ui, sans-serif';
    context.textAlign = 'left';
    context.textBaseline = 'alphabetic';
    context.fillText(`${Number(length.toPrecision(1))}${unit ? ' ' + unit : ''}`, 14, y - 7);
  }

  // The shape at a place: the smallest of those that hold it, else the nearest within a finger.
  pick(run, sample, px, py) {
    const [x, y] = this.world(px, py);
    let best = null, least = Infinity;
    for (const shape of run.shapes) {
      if (!(shape.looks?.[sample] > 0)) continue;
      const drawing = run.facts.drawing;
      const role = run.layer(shape, sample).role;
      if (role === 'annotation') continue;
      const look = drawing.looks[shape.looks[sample] - 1], size = this.reach(look);
      const far = Math.hypot(shape.xs[sample] - x, shape.ys[sample] - y);
      const isBackground = role === 'background';
      const score = (far <= size ? far + size * .1 : far <= size + 22 / this.view.scale ? 4 * far : Infinity) + (isBackground ? 1e6 : 0);
      if (score < least) { least = score; best = shape; }
    }
    return best;
  }
}

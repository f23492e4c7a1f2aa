'use strict';
// The page: time, stage, inspector, timeline.

const $ = id => document.getElementById(id);
const content = JSON.parse($('data').textContent);
$('data').remove();
// Tracks are elements of their own: JSON that is read at once stays small.
document.querySelectorAll('script.track').forEach((element, index) => {
  content.recordings[index].track = element.textContent;
  element.remove();
});
const page = {
  // All that the page holds, and one or two that are shown.
  all: [], runs: [], a: 0, step: -1, row: null, shape: null, follow: false, playing: false, speed: 1, tab: 'row',
  plots: [], zoom: null, table: 0, engine: null, touch: false, apart: null,
};
const A = () => page.runs[page.a], B = () => page.runs[1 - page.a];
const isStill = matchMedia('(prefers-reduced-motion: reduce)');
const make = (tag, text, more = {}) => {
  const element = document.createElement(tag);
  if (text !== undefined && text !== null) element.textContent = text;
  for (const [name, value] of Object.entries(more)) {
    if (name === 'onclick') element.onclick = value; else element.setAttribute(name, value);
  }
  return element;
};
const short = number => Number.isFinite(number) ? String(Number(number.toPrecision(4))) : String(number);
let stage = null, thumbnails = null;

// ---- Time

const last = () => Math.max(...page.runs.map(run => run.facts.stepCount)) - 1;
function go(step) {
  const next = Math.min(Math.max(Math.round(step), -1), last());
  if (next === page.step) return;
  page.step = next;
  invalidate();
}
let isDrawn = true;
function invalidate() {
  if (!isDrawn) return;
  isDrawn = false;
  requestAnimationFrame(render);
}

// All but the picture of the step is left as it is.
let isStageDrawn = true;
function invalidateStage() {
  if (!isStageDrawn || !isDrawn) return;
  isStageDrawn = false;
  requestAnimationFrame(() => { isStageDrawn = true; if (isDrawn) renderStage(A(), B(), A().sample(page.step)); });
}
// The picture of the step is left as it is.
let areLanesDrawn = true;
function invalidateLanes() {
  if (!areLanesDrawn || !isDrawn) return;
  areLanesDrawn = false;
  requestAnimationFrame(() => { areLanesDrawn = true; renderLanes(); renderPanel(); });
}

const speeds = [.05, .1, .25, .5, 1, 2, 4, 8, 16];
let played = null;
function tick(time) {
  if (!page.playing) { played = null; return; }
  page.engine?.noteAction();
  const pace = isStill.matches ? 250 : 0;
  if (played === null) played = { time, step: page.step };
  const step = played.step + (time - played.time) / 1000 * page.speed / A().facts.secondsPerStep;
  const end = A().isBranch ? A().facts.stepCount - 1 : last();
  if (A().isBranch && step >= end) live.take(Math.floor(step) - end);
  if (!pace || time - (played.drawn ?? -1e9) >= pace) { go(Math.min(Math.floor(step), end)); played.drawn = time; }
  // What a machine cannot do in time is not made up for later.
  if (A().isBranch && step > end + 8) played = { time, step: end, drawn: played?.drawn };
  if (page.step >= end && !A().isBranch) setPlaying(false);
  requestAnimationFrame(tick);
}
function setPlaying(isPlaying) {
  if (isPlaying && !A().isBranch && page.step >= last()) go(-1);
  if (isPlaying && page.playing) return;
  page.playing = isPlaying;
  played = null;
  $('play').firstElementChild.firstElementChild.setAttribute('d', isPlaying ? 'M4 2h3v12H4zM9 2h3v12H9z' : 'M4 2l10 6-10 6z');
  $('play').setAttribute('aria-label', isPlaying ? 'Pause' : 'Play');
  if (isPlaying) requestAnimationFrame(tick); else invalidate();
}
function setSpeed(speed) { page.speed = speed; played = null; $('speed').value = String(speed); }

// ---- Rows

// The row that a shape shows: by its name, or by its place.
function rowOf(run, shape, sample) {
  if (!run.hasRows(sample)) return null;
  const drawing = run.facts.drawing, layer = run.layer(shape, sample).name;
  if (drawing.isFromPositions) {
    for (const label of [shape.label, `${layer}[${shape.label}]`]) if (run.find(label, sample)) return label;
  }
  let best = null, least = Infinity;
  const x = shape.xs[sample], y = shape.ys[sample], grain = 2 ** -22;
  for (const table of run.tables) {
    const ix = table.fields.findIndex(f => f.role === 'positionX'), iy = table.fields.findIndex(f => f.role === 'positionY');
    if (ix < 0 || iy < 0) continue;
    for (let slot = 0; slot < table.counts[sample]; slot++) {
      const u = run.value(table, slot, ix, sample).number, v = run.value(table, slot, iy, sample).number;
      const reach = 3 * drawing.quantum + grain * (Math.abs(u) + Math.abs(v)), far = Math.hypot(u - x, v - y);
      const score = far + (table.name === layer ? 0 : 1e-9) + (slot === shape.id ? 0 : 1e-9);
      if (far <= reach && score < least) { least = score; best = run.label(table, slot, sample); }
    }
  }
  return best;
}
// The shape that shows a row.
function shapeOf(run, label, sample) {
  if (!run.hasRows(sample)) return null;
  const found = run.find(label, sample);
  if (!found || !run.facts.drawing) return null;
  const { table, slot } = found;
  if (run.facts.drawing.isFromPositions) {
    const number = label.slice(table.name.length + 1, -1);
    const match = run.shapes.find(s => run.layer(s, sample).name === table.name && (s.label === label || s.label === number));
    if (match) return match;
  }
  const ix = table.fields.findIndex(f => f.role === 'positionX'), iy = table.fields.findIndex(f => f.role === 'positionY');
  if (ix < 0 || iy < 0) return null;
  const x = run.value(table, slot, ix, sample).number, y = run.value(table, slot, iy, sample).number;
  const reach = 3 * run.facts.drawing.quantum + 2 ** -22 * (Math.abs(x) + Math.abs(y));
  let best = null, least = Infinity;
  for (const shape of run.shapes) {
    if (!(shape.looks[sample] > 0)) continue;
    const far = Math.hypot(shape.xs[sample] - x, shape.ys[sample] - y) + (shape.id === slot ? 0 : 1e-9);
    if (far <= reach && far < least) { least = far; best = shape; }
  }
  return best;
}
function pickShape(shape) {
  page.shape = shape;
  page.row = shape ? rowOf(A(), shape, A().sample(page.step)) : null;
  if (shape) page.tab = 'row';
  invalidate();
}
function pickRow(label) {
  page.row = label;
  page.shape = label === null ? null : shapeOf(A(), label, A().sample(page.step));
  if (label !== null) page.tab = 'row';
  invalidate();
}
function pickNext(by) {
  const run = A(), sample = run.sample(page.step);
  if (run.shapes.length) {
    const there = run.shapes.filter(s => s.looks[sample] > 0 && run.layer(s, sample).role === 'subject');
    if (there.length) pickShape(there[(there.indexOf(page.shape) + by + there.length + (page.shape ? 0 : by < 0 ? 1 : 0)) % there.length]);
    return;
  }
  const table = run.tables[page.table], found = page.row && run.find(page.row, sample);
  if (table?.counts[sample]) {
    const slot = found?.table === table ? found.slot + by : 0;
    pickRow(run.label(table, (slot + table.counts[sample]) % table.counts[sample], sample));
  }
}
const shapeName = (run, shape) => {
  const layer = run.layer(shape, run.sample(page.step)).name;
  return !shape.label || shape.label === String(shape.id) ? `${layer} ${shape.id}` : `${shape.label} (${layer} ${shape.id})`;
};

// ---- Drawing

function render() {
  isDrawn = true;
  const run = A(), sample = run.sample(page.step);
  renderTime(run, sample);
  if (stage) renderStage(run, B(), sample);
  renderLanes();
  renderPanel();
  writeLink();
  document.documentElement.dataset.step = page.step;
}

function renderTime(run, sample) {
  $('slider').max = String(last());
  $('slider').value = String(page.step);
  const seconds = (page.step + 1 + run.facts.firstStep) * run.facts.secondsPerStep;
  $('slider').setAttribute('aria-valuetext', `step ${page.step}, ${seconds.toFixed(3)} seconds`);
  const stale = run.steps[sample] !== page.step ? ` (shown: ${run.steps[sample]})` : '';
  $('now').replaceChildren('step ', make('b', page.step), ` of ${last()}${stale} · ${seconds.toFixed(3)} s`);
}

function renderStage(run, other, sample) {
  stage.resize();
  if (page.follow && page.shape?.looks[sample] > 0) stage.center(page.shape.xs[sample], page.shape.ys[sample]);
  if (!stage.begin()) return;
  drawStage(stage, run, other, sample);
  stage.end();
}
function drawStage(stage, run, other, sample) {
  if (page.shape) stage.drawTrail(run, page.shape, sample);
  const there = other?.sample(page.step), isPair = other && stage.show.ghost && page.step < other.facts.stepCount;
  const apart = isPair ? distances(run, other, ...common(run, other, page.step)) : {};
  stage.draw(run, sample, { far: apart.far });
  if (isPair) stage.draw(other, there, { ghost: apart.ghosts });
  stage.drawSelection(run, page.shape, sample);
  if (isHeldByKeys() && run.isBranch) stage.drawFinger(live.finger.last);
  else if (isPointing()) stage.drawFinger(live.cursor);
  stage.later.push(() => stage.scaleBar(run.facts.drawing.unit));
}

// The samples of both runs that show the last step that both have: recordings may leave some out.
function common(run, other, step) {
  let sample = run.sample(step), there = other.sample(step);
  while (run.steps[sample] !== other.steps[there]) {
    const [before, beforeThere] = [sample, there];
    if (run.steps[sample] > other.steps[there]) sample = run.sample(other.steps[there]); else there = other.sample(run.steps[sample]);
    // They may begin at different steps.
    if (sample === before && there === beforeThere) break;
  }
  return [sample, there];
}

// How far each shape is from its twin, as a share of the view, at a sample of each run. What a branch has in
// parts of a quantum, a recording has in whole ones.
function distances(run, other, sample, there) {
  // A recording that leaves steps out is at one sample for several pictures.
  const key = [run, other, sample, there, run.cuts, other.cuts, run.shapes.length, other.shapes.length], last = page.apart;
  if (last?.key.every((one, i) => one === key[i])) return last;
  pair(run, other);
  const { drawing } = run.facts, size = Math.max(drawing.frame[2], drawing.frame[3]), far = new Map();
  // Shapes of the other run that are elsewhere or here no more, which are drawn as ghosts.
  const ghosts = new Set(run.alone);
  const rounding = Boolean(run.isBranch) !== Boolean(other.isBranch) ? .76 * drawing.quantum : 0;
  for (const shape of run.shapes) {
    const { twin } = shape, isThere = twin?.looks[there] > 0;
    if (!(shape.looks[sample] > 0)) { if (isThere) ghosts.add(twin); continue; }
    if (!isThere) { far.set(shape, 1); continue; }
    const dx = shape.xs[sample] - twin.xs[there], dy = shape.ys[sample] - twin.ys[there], distance = Math.sqrt(dx * dx + dy * dy);
    // Whole turns are counted from sample to sample, and show nothing.
    const turns = shape.angles && twin.angles ? (shape.angles[sample] - twin.angles[there]) / (2 * Math.PI) : 0;
    const turned = 2 * Math.PI * Math.abs(turns - Math.round(turns));
    const share = Math.max(distance > rounding ? distance / size * 8 : 0, turned);
    if (share > 1e-4) { far.set(shape, Math.min(1, .1 + share)); ghosts.add(twin); }
  }
  return page.apart = { key, far, ghosts };
}
// Which shape of another run each shape of a run has as its twin, and which are nobody's.
function pair(run, other) {
  const counts = [run.shapes.length, other.shapes.length];
  if (run.pairedWith === other && run.pairedCounts.every((count, i) => count === counts[i])) return;
  const name = (run, shape) => `${shape.id} ${shape.label} ${shape.role ?? run.layer(shape, 0).role}`;
  // Those of one name are told apart by their layers, and stand in the order in which they appeared.
  const twins = new Map(), alone = new Set(other.shapes);
  for (const shape of other.shapes) {
    const key = name(other, shape);
    if (twins.has(key)) twins.get(key).push(shape); else twins.set(key, [shape]);
  }
  for (const shape of run.shapes) {
    shape.twin = twins.get(name(run, shape))?.shift();
    alone.delete(shape.twin);
  }
  Object.assign(run, { pairedWith: other, pairedCounts: counts, alone });
}

// ---- Timeline

function lanesOf() {
  const run = A().isBranch ? A().base : A(), facts = run.facts, list = [];
  if (thumbnails?.canShow(run)) list.push({ name: 'pictures', pictures: run });
  if (run.proof) list.push({ name: 'verified', proof: run.proof, color: 'good' });
  const branch = page.runs.find(run => run.isBranch);
  if (branch) list.push({ name: 'branch', branch, color: 'other' });
  if (facts.inputs.length) list.push({ name: 'inputs', steps: facts.inputs.map(e => e.step), color: 'accent', sign: 'bar' });
  if (facts.markers.length) list.push({ name: 'markers', steps: facts.markers.map(e => e.step), color: 'select', sign: 'flag' });
  list.push({ name: 'key frames', steps: facts.keyframes, color: 'faint', sign: 'diamond' });
  if (content.comparison?.growth.steps.length) list.push({ name: 'difference', growth: content.comparison.growth, color: 'other' });
  for (const plot of page.plots) list.push({ name: plot.name, plot, color: 'velocity' });
  return list;
}
const laneHeight = lane => lane.pictures ? innerWidth > 760 && innerHeight > 700 ? 48 : 34 : lane.growth || lane.plot ? 34 : 17;
const reachOf = () => page.zoom ?? [-1, Math.max(last(), 0)];
let laneLeft = 92;
function stepAt(px) {
  const [from, to] = reachOf(), width = $('lanes').clientWidth - laneLeft - 8;
  return from + (px - laneLeft) / width * (to - from);
}
// All but the sign of the step that is shown is drawn again only where something of it changed.
let lanesKey = '', lanesPicture = null;
function renderLanes() {
  const canvas = $('lanes'), context = canvas.getContext('2d'), ratio = devicePixelRatio || 1, list = lanesOf();
  const height = list.reduce((sum, lane) => sum + laneHeight(lane), 16);
  canvas.style.height = height + 'px';
  const width = canvas.clientWidth;
  // The slider's thumb stands over the lanes' step.
  $('slider').style.marginLeft = laneLeft - 8 + 'px';
  $('slider').style.width = width - laneLeft + 8 + 'px';
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
  }
  laneLeft = width < 600 ? 74 : 92;
  const [from, to] = reachOf(), x = step => laneLeft + (step - from) / (to - from || 1) * (width - laneLeft - 8);
  const key = [width, height, ratio, from, to, page.a, scheme(), proofKey(width), ...list.map(lane => lane.branch ? lane.branch.facts.stepCount + ' ' + lane.branch.facts.inputs.length : ''), ...page.plots.map(plot => plot.name), page.plots.length ? rowsRevision : '', thumbnails?.revision].join('|');
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  if (key !== lanesKey) {
    lanesKey = key;
    lanesPicture = new OffscreenCanvas(canvas.width, canvas.height);
    const own = lanesPicture.getContext('2d');
    own.setTransform(ratio, 0, 0, ratio, 0, 0);
    drawLanes(own, list, x, from, to, width, height);
  }
  context.drawImage(lanesPicture, 0, 0, width, height);
  const now = x(page.step), top = height - 16;
  if (now < laneLeft - 1 || now > width) return;
  context.fillStyle = ink('ink');
  context.fillRect(now - .75, 0, 1.5, top);
  context.beginPath(); context.moveTo(now - 5, 0); context.lineTo(now + 5, 0); context.lineTo(now, 6); context.fill();
}
function drawLanes(context, list, x, from, to, width, height) {
  context.font = '11px system-ui, sans-serif';
  context.textBaseline = 'middle';
  let top = 0;
  for (const lane of list) {
    const tall = laneHeight(lane), middle = top + tall / 2, color = ink(lane.color);
    context.fillStyle = ink('band');
    context.fillRect(laneLeft, top + 1, width - laneLeft - 8, tall - 2);
    context.fillStyle = ink('faint');
    context.textAlign = 'left';
    context.fillText(lane.name.length > 16 ? '…' + lane.name.slice(-14) : lane.name, 0, middle, laneLeft - 6);
    context.save();
    context.beginPath(); context.rect(laneLeft - 5, 0, width - laneLeft + 2, height); context.clip();
    context.fillStyle = context.strokeStyle = color;
    if (lane.pictures) drawPictures(context, lane.pictures, top, tall, width);
    else if (lane.growth) drawGrowth(context, lane.growth, x, top, tall);
    else if (lane.proof) drawProof(context, lane.proof, x, top, tall);
    else if (lane.branch) drawBranch(context, lane.branch, x, top, tall);
    else if (lane.plot) drawPlot(context, lane.plot, x, top, tall);
    else {
      let drawn = -1e9;
      for (const step of lane.steps) {
        const at = x(step);
        if (at < laneLeft - 6 || at > width || at - drawn < 1) continue;
        drawn = at;
        context.beginPath();
        if (lane.sign === 'bar') context.rect(at - .8, top + 3, 1.6, tall - 6);
        else if (lane.sign === 'flag') { context.rect(at - .7, top + 2, 1.4, tall - 4); context.moveTo(at, top + 2); context.lineTo(at + 8, top + 5); context.lineTo(at, top + 9); }
        else { context.moveTo(at - 3, middle); context.lineTo(at, middle - 3.5); context.lineTo(at + 3, middle); context.lineTo(at, middle + 3.5); }
        context.fill();
      }
    }
    context.restore();
    top += tall;
  }
  const first = content.comparison?.diff.difference?.mismatch.step;
  if (first !== undefined) {
    context.fillStyle = ink('other');
    context.fillRect(x(first) - .75, 0, 1.5, top);
  }
  drawScale(context, x, top, from, to, width);
}
function drawPictures(context, run, top, tall, width) {
  thumbnails.forget();
  const ratio = devicePixelRatio || 1, height = tall - 4;
  for (const { x, width: own, step } of Thumbnails.places(run.facts.drawing, laneLeft, width - laneLeft - 8, height, stepAt)) {
    context.fillStyle = ink('stage');
    context.fillRect(x, top + 2, own, height);
    const picture = thumbnails.picture(run, step, own, height, ratio);
    if (picture) context.drawImage(picture, x, top + 2, own, height);
  }
}
function drawScale(context, x, top, from, to, width) {
  const room = (to - from) * 70 / Math.max(width - laneLeft, 1), power = 10 ** Math.floor(Math.log10(Math.max(room, 1)));
  const gap = Math.max(1, [1, 2, 5, 10].find(n => n * power >= room) * power);
  context.fillStyle = ink('faint');
  context.textAlign = 'center';
  for (let step = Math.ceil(from / gap) * gap; step <= to; step += gap) {
    context.fillText(String(step), x(step), top + 9);
  }
}
function drawGrowth(context, growth, x, top, tall) {
  if (!growth.values) {
    growth.values = growth.distances.map(Number);
    const there = growth.values.filter(v => v > 0 && Number.isFinite(v));
    growth.low = Math.log10(there.reduce((a, b) => Math.min(a, b), Infinity)) - .3;
    growth.high = Math.log10(there.reduce((a, b) => Math.max(a, b), 0)) + .1;
  }
  const { values, low, high } = growth;
  context.beginPath();
  let isOn = false;
  values.forEach((value, i) => {
    // A step with a difference that is no distance, such as of whole numbers, stands at the bottom.
    if (!(value > 0) && !growth.counts[i]) { isOn = false; return; }
    const share = value > 0 ? (Math.log10(Math.min(value, 1e300)) - low) / (high - low || 1) : 0;
    context[isOn ? 'lineTo' : 'moveTo'](x(growth.steps[i]), top + tall - 3 - share * (tall - 7));
    isOn = true;
  });
  context.lineWidth = 1.6;
  context.stroke();
}
function drawPlot(context, plot, x, top, tall) {
  const curves = page.runs.map(run => plot.curve(run));
  let low = Infinity, high = -Infinity;
  for (const curve of curves) for (const v of curve) if (Number.isFinite(v)) { low = Math.min(low, v); high = Math.max(high, v); }
  if (!(high > low)) { low -= 1; high += 1; }
  curves.forEach((curve, n) => {
    const run = page.runs[n];
    context.strokeStyle = ink(n === page.a ? 'velocity' : 'other');
    context.setLineDash(n === page.a ? [] : [4, 3]);
    context.beginPath();
    let isOn = false;
    curve.forEach((value, i) => {
      if (!Number.isFinite(value)) { isOn = false; return; }
      context[isOn ? 'lineTo' : 'moveTo'](x(run.steps[i]), top + tall - 3 - (value - low) / (high - low) * (tall - 6));
      isOn = true;
    });
    context.lineWidth = 1.4;
    context.stroke();
  });
  context.setLineDash([]);
}
// Steps whose digests were computed here and are those recorded; the first other one is red.
function drawProof(context, proof, x, top, tall) {
  if (proof.count > 0) context.fillRect(x(-1), top + 5, Math.max(x((proof.bad ?? proof.count) - 1) - x(-1), 1), tall - 10);
  if (proof.bad === undefined) return;
  context.fillStyle = ink('bad');
  context.fillRect(x(proof.bad) - 2, top + 1, 4, tall - 2);
}
// Redrawn when another pixel of it is known.
function proofKey(width) {
  const { proof, facts } = A().isBranch ? A().base : A();
  return proof ? `${Math.round(proof.count / Math.max(facts.stepCount, 1) * width)} ${proof.bad}` : '';
}
function drawBranch(context, branch, x, top, tall) {
  const { from, facts } = branch;
  context.fillRect(x(from) - 1, top + 2, 2, tall - 4);
  context.globalAlpha = .35;
  context.fillRect(x(from), top + 5, Math.max(x(facts.stepCount - 1) - x(from), 1), tall - 10);
  context.globalAlpha = 1;
  for (const { step } of facts.inputs) if (step > from) context.fillRect(x(step) - .8, top + 3, 1.6, tall - 6);
}
// A field of a row over time, found by the row's name at each step.
function togglePlot(label, name) {
  const full = name ? `${label}.${name}` : label, known = page.plots.findIndex(plot => plot.name === full);
  if (known >= 0) { page.plots.splice(known, 1); invalidate(); return; }
  const kept = new Map();
  page.plots.push({
    name: full,
    curve(run) {
      if (kept.has(run)) return kept.get(run);
      const values = new Float64Array(run.count).fill(NaN);
      for (const table of run.tables) {
        const column = table.fields.findIndex(f => !f.isHidden && f.name === name);
        if (column < 0 || !label.startsWith(table.name.split('.')[0])) continue;
        for (let slot = 0; slot < table.rows; slot++) {
          const names = run.column(table, slot, 'label'), index = run.facts.labels.indexOf(label);
          for (let i = 0; i < run.count; i++) {
            if (table.counts[i] <= slot || names[i] !== index) continue;
            const value = run.value(table, slot, column, i);
            if (!value.absence) values[i] = value.number;
          }
        }
      }
      if (!run.facts.rows || run.images.length === run.count) kept.set(run, values);
      return values;
    },
  });
  if (page.plots.length > 4) page.plots.shift();
  invalidate();
}

// ---- Inspector

const tabs = () => content.isPlayground ? [['setup', 'Set up'], ['row', 'Row'], ['table', 'Table'], ['events', 'Events'], ['facts', 'Facts']] : [['row', 'Row'], ['table', 'Table'], ['events', 'Events'], ...(page.runs.some(run => run.isBranch) ? [['branch', 'Branch']] : []), ...(content.comparison ? [['difference', 'Difference']] : []), ['facts', 'Facts']];
// `rowsRevision`: how often the engine has told of more rows.
let panelKey = '', rowsRevision = 0;
function renderPanel() {
  // While it plays, text that nobody can read need not be made for every step.
  const now = performance.now();
  if (page.playing && now - (renderPanel.time ?? 0) < 120) return;
  renderPanel.time = now;
  const key = [page.tab, page.tab === 'difference' ? '' : page.tab === 'setup' ? `${playground.revision} ${page.playing ? '' : last()}` : page.step, page.row, page.a, page.table, page.plots.length, page.shape?.id, page.tab === 'facts' && A().proof ? proofText(A()) : '', page.tab === 'branch' ? last() : '', A().isBranch ? 'branch' : '', page.runs.every(run => run.isBranch || run.hasRows(run.sample(page.step))), page.plots.length || page.tab === 'row' ? rowsRevision : ''].join('|');
  if (key === panelKey) return;
  panelKey = key;
  for (const button of $('tabs').children) {
    button.setAttribute('aria-selected', String(button.dataset.tab === page.tab));
    button.tabIndex = button.dataset.tab === page.tab ? 0 : -1;
  }
  $('panel').setAttribute('aria-labelledby', `tab-${page.tab}`);
  const sample = A().sample(page.step);
  const focus = document.activeElement?.dataset?.key;
  $('panel').replaceChildren(...{ row: rowPanel, table: tablePanel, events: eventPanel, difference: differencePanel, branch: () => branchPanel(), facts: factPanel, setup: () => playground.panel() }[page.tab](A(), sample));
  if (focus) $('panel').querySelector(`[data-key="${CSS.escape(focus)}"]`)?.focus();
}

function table(heads, rows) {
  const element = make('table'), head = make('tr');
  for (const text of heads) head.append(make('th', text, { scope: 'col' }));
  const [top, body] = [make('thead'), make('tbody')];
  top.append(head);
  body.append(...rows);
  element.append(top, body);
  const scroll = make('div', null, { class: 'scroll' });
  scroll.append(element);
  return scroll;
}
function line(cells, kind) {
  const row = make('tr', null, kind ? { class: kind, ...kind === 'picked' ? { 'aria-current': 'true' } : {} } : {});
  cells.forEach(cell => {
    if (cell instanceof Node) { const td = make('td'); td.append(cell); row.append(td); }
    else row.append(make('td', cell?.text ?? cell, cell?.kind ? { class: cell.kind } : {}));
  });
  return row;
}

function rowPanel(run, sample) {
  const found = page.row && run.find(page.row, sample), parts = [];
  if (!page.row && !page.shape) {
    return [make('h2', 'Nothing is picked'), make('p', run.shapes.length ? 'Click a shape, or press j and k to go through them.' : 'Choose a row in the tab Table, or press j and k.')];
  }
  parts.push(make('h2', page.row ?? shapeName(run, page.shape)));
  if (page.shape) {
    const [vx, vy] = stage.velocity(run, page.shape, sample), drawing = run.facts.drawing;
    const look = drawing.looks[page.shape.looks[sample] - 1], style = look && drawing.styles[look.style].name;
    parts.push(make('p', page.shape.looks[sample] > 0
      ? `${shapeName(run, page.shape)}${style ? ', ' + style : ''}; at (${short(page.shape.xs[sample])}, ${short(page.shape.ys[sample])}), speed ${short(Math.hypot(vx, vy))} ${drawing.unit}/s`
      : `${shapeName(run, page.shape)} is not there at this step`));
  }
  if (run.isBranch) { parts.push(make('p', rowless)); return parts; }
  if (!run.hasRows(sample)) { parts.push(make('p', rowsLate(run))); return parts; }
  if (!page.row) { parts.push(make('p', 'No row of the state stands at its place.')); return parts; }
  if (!found) { parts.push(make('p', 'This row is not there at this step.')); return parts; }
  // Rows of different steps are not compared.
  const second = B()?.isBranch ? null : B(), there = second?.sample(page.step), isSame = second?.steps[there] === run.steps[sample], other = isSame ? second : null;
  if (second && !isSame) parts.push(make('p', `The other recording's page has no rows of step ${run.steps[sample]}: not compared.`));
  const twin = other?.hasRows(there) ? other.find(page.row, there) : null;
  const rows = found.table.columns.flatMap((column, index) => {
    if (column.field.isHidden) return [];
    const value = run.value(found.table, found.slot, index, sample), name = column.field.name || 'value';
    const changed = lastChange(run, found, index, sample);
    const isPlotted = page.plots.some(plot => plot.name === (column.field.name ? `${page.row}.${column.field.name}` : page.row));
    const button = make('button', name, { 'aria-pressed': String(isPlotted), title: 'Plot over time', 'data-key': name, onclick: () => togglePlot(page.row, column.field.name) });
    if (other) {
      const match = twin && twin.table.columns.findIndex(({ field }) => !field.isHidden && field.name === column.field.name);
      const theirs = twin && match >= 0 ? other.value(twin.table, twin.slot, match, there) : null;
      const differs = !theirs || theirs.ordered !== value.ordered || theirs.absence !== value.absence, ulps = theirs && value.distance(theirs);
      return line([button, { text: value.text, kind: 'number' }, { text: theirs ? theirs.text : 'missing', kind: 'number' },
        { text: !differs ? '' : ulps !== null && ulps !== undefined ? `≠ ${ulps} ULP` : '≠', kind: 'number' }], differs ? 'differs' : '');
    }
    return line([button, { text: value.text, kind: 'number' }, { text: value.absence ? '' : value.hexadecimal, kind: 'bits' }, { text: changed, kind: 'number' }]);
  });
  parts.push(table(other ? ['field', page.a ? 'B' : 'A', page.a ? 'A' : 'B', 'difference'] : ['field', 'value', 'bits', 'changed'], rows));
  return parts;
}
// The step at which a field's value came to be what it is.
function lastChange(run, found, index, sample) {
  const [high, low] = run.column(found.table, found.slot, index);
  let at = sample;
  while (at > 0 && found.table.counts[at - 1] > found.slot && high[at - 1] === high[sample] && (!low || low[at - 1] === low[sample])) at--;
  return at === 0 ? 'never' : String(run.steps[at]);
}

const rowMax = 200;
// The engine of the page makes the rows from inputs: until then, or where it cannot, there are none.
const rowsLate = ({ proof }) => proof?.problem || proof?.bad !== undefined
  ? 'The engine of this page does not replay this step as it was recorded: a page that is made with --engine none holds the fields.'
  : 'The engine of this page is replaying: the fields come in a moment.';
const rowless = 'A branch has a picture and no rows: save it as a recording to see every field.';
function tablePanel(run, sample) {
  if (run.isBranch) return shapeTable(run, sample);
  const choice = make('select', null, { 'aria-label': 'Table', 'data-key': 'tables' });
  run.tables.forEach((one, index) => choice.append(make('option', `${one.name} (${one.counts[sample]})`, { value: index })));
  choice.value = String(page.table);
  choice.onchange = () => { page.table = Number(choice.value); invalidate(); };
  const one = run.tables[page.table];
  if (!one) return [make('p', 'The state has no rows that are stored every step.')];
  if (!run.hasRows(sample)) return [choice, make('p', rowsLate(run))];
  const count = one.counts[sample], rows = [];
  const places = one.columns.map((c, i) => i).filter(i => !one.columns[i].field.isHidden && (one.columns[i].field.name || one.columns.length === 1));
  const shown = places.slice(0, document.body.classList.contains('plain') ? 16 : 6);
  for (let slot = 0; slot < Math.min(count, rowMax); slot++) {
    const label = run.label(one, slot, sample);
    const button = make('button', label, { onclick: () => pickRow(label), 'data-key': label });
    rows.push(line([button, ...shown.map(i => ({ text: run.value(one, slot, i, sample).text, kind: 'number' }))], label === page.row ? 'picked' : ''));
  }
  const parts = [choice, table(['row', ...shown.map(i => one.columns[i].field.name || 'value')], rows)];
  if (count > rowMax) parts.push(make('p', `and ${count - rowMax} more rows`));
  if (shown.length < places.length) parts.push(make('p', `and ${places.length - shown.length} more fields: pick a row to see them all`));
  return parts;
}

// What the picture shows, as text.
function shapeTable(run, sample) {
  const there = run.shapes.filter(shape => shape.looks[sample] > 0 && run.layer(shape, sample).role !== 'annotation');
  const rows = there.slice(0, rowMax).map((shape, index) => {
    const [vx, vy] = stage.velocity(run, shape, sample), number = value => ({ text: short(value), kind: 'number' });
    const button = make('button', shapeName(run, shape), { onclick: () => pickShape(shape), 'data-key': `shape ${index}` });
    return line([button, number(shape.xs[sample]), number(shape.ys[sample]), number(Math.hypot(vx, vy))], shape === page.shape ? 'picked' : '');
  });
  const parts = [table(['shape', 'x', 'y', 'speed'], rows)];
  if (there.length > rowMax) parts.push(make('p', `and ${there.length - rowMax} more shapes`));
  if (!content.isPlayground) parts.push(make('p', rowless));
  return parts;
}

function eventPanel(run) {
  const list = [
    ...run.facts.inputs.map(e => ({ ...e, kind: 'input' })), ...run.facts.markers.map(e => ({ ...e, kind: 'marker' })),
    ...run.facts.keyframes.map(step => ({ step, text: '', kind: 'key frame' })),
  ].sort((a, b) => a.step - b.step);
  // Around now: a list of thousands would not be read.
  const middle = Math.max(0, list.findIndex(e => e.step >= page.step)), from = Math.max(0, Math.min(middle - 30, list.length - 120));
  const items = list.slice(from, from + 120).map(event => {
    const item = make('li', null, event.step === page.step ? { class: 'now', 'aria-current': 'step' } : {});
    item.append(make('b', `step ${event.step}`), make('button', `${event.kind} ${event.text}`.trim(), { 'data-key': `${event.step} ${event.text}`, onclick: () => go(event.step) }));
    return item;
  });
  const ordered = make('ol');
  ordered.append(...items);
  return [make('h2', `${list.length} events`), make('p', 'An input acts in its step: the picture of a step shows the state after it.'), ordered];
}

function differencePanel() {
  const { diff } = content.comparison, parts = [], found = diff.difference;
  if (!found) return [make('h2', diff.verdict === 'same' ? `Same: ${diff.steps} steps, every digest equal` : `Same for ${diff.steps} steps; then one goes on`)];
  const show = (one, title) => {
    parts.push(make('h2', title));
    const button = make('button', `Go to step ${one.mismatch.step}`, { onclick: () => go(one.mismatch.step), 'data-key': title });
    parts.push(button, make('p', `${one.comparison.count} differing field${one.comparison.count === 1 ? '' : 's'}`));
    const rows = one.comparison.differences.map(d => {
      const row = d.rows?.length ? d.place.slice(0, d.field && d.place.endsWith('.' + d.field) ? -d.field.length - 1 : undefined) : d.table;
      const place = make('button', d.place, { onclick: () => { go(one.mismatch.step); pickRow(row); }, title: 'Show this row' });
      return line([place, { text: d.expected?.value ?? d.problem, kind: 'number' }, { text: d.actual?.value ?? '', kind: 'number' },
        { text: d.ulpDistance !== undefined ? String(d.ulpDistance) : '', kind: 'number' }, { text: d.distance !== undefined ? short(d.distance) : '', kind: 'number' }]);
    });
    if (rows.length) parts.push(table(['field', 'A', 'B', 'ULP', 'by'], rows));
    if (one.comparison.count > rows.length) parts.push(make('p', `and ${one.comparison.count - rows.length} more`));
    for (const [name, list] of [['Inputs of the step', one.inputs], ['Inputs of B', one.otherInputs]]) {
      if (list?.length) parts.push(make('h3', name), make('p', list.join('; ')));
    }
  };
  show(found, `First difference: step ${found.mismatch.step}`);
  if (diff.motion) show(diff.motion, `The motion differs from step ${diff.motion.mismatch.step} on`);
  if (diff.seedsDiffer) parts.push(make('p', `seeds: ${page.runs[0].facts.seed} and ${page.runs[1].facts.seed}`));
  if (diff.parametersDiffer) parts.push(make('p', 'the parameters differ, see Facts'));
  if (diff.inputsDifferAt !== undefined) parts.push(make('p', `inputs differ from step ${diff.inputsDifferAt} on`));
  return parts;
}

function factPanel() {
  return page.runs.flatMap((run, index) => {
    const f = run.facts, list = make('dl'), add = (name, value, kind) => { if (value !== '' && value !== undefined && value !== null) list.append(make('dt', name), make('dd', value, kind ? { class: kind } : {})); };
    add('file', f.file);
    add('simulation', f.name);
    add('what', f.summary);
    add('seed', f.seed);
    add('parameters', f.parameters.join('  '));
    add('steps', `${f.stepCount}, ${(f.stepCount * f.secondsPerStep).toFixed(2)} s` + (f.firstStep ? `, from step ${f.firstStep} of its run` : ''));
    add('events', `${f.inputs.length} inputs, ${f.markers.length} markers, ${f.keyframes.length} key frames`);
    add('engine', f.engine);
    add('build', f.build);
    add('ended', f.endNote);
    if (!run.isBranch && page.engine) {
      const engine = page.engine;
      add('in this browser', proofText(run));
      add('its engine', engine.version ? `${engine.version}, ${engine.build.join(' · ')}; ${engine.file}, ${engine.size} bytes` : engine.problem ?? 'is being made ready');
      add('SHA-256', engine.digest, 'mono');
    }
    add(`digest after step ${page.step}`, page.step < f.stepCount ? run.digest(page.step) : 'the recording has ended', 'mono');
    add(`after the last, ${f.stepCount - 1}`, run.digest(f.stepCount - 1), 'mono');
    if (f.samples < f.stepCount + 1) add('page', `holds ${f.samples} of ${f.stepCount + 1} states`);
    if (f.drawing?.leftOut.length) add('left out', f.drawing.leftOut.join(', ') + ', for their size');
    if (f.drawing?.isFromPositions) add('picture', 'drawn from the positions in its state');
    return [make('h2', run.isBranch ? `Branch from step ${run.from}` : page.runs.length > 1 && !page.runs[1].isBranch ? `${'AB'[index]}: ${f.file}` : f.file), list];
  });
}

// ---- Links and commands

let linkTime = 0;
function writeLink() {
  if (page.playing) return;
  clearTimeout(linkTime);
  linkTime = setTimeout(() => {
    const words = new URLSearchParams(content.isPlayground ? { simulation: A().facts.name } : { step: page.step });
    if (page.row) words.set('row', page.row);
    history.replaceState(null, '', '#' + words);
  }, 200);
}
function readLink() {
  const words = new URLSearchParams(location.hash.slice(1));
  if (words.has('step')) go(Number(words.get('step')) || 0);
  if (words.has('row')) pickRow(words.get('row'));
}
const shellWord = word => /^[\p{L}\p{N}_.\/=:,@%+-]+$/u.test(word) ? word : "'" + word.replaceAll("'", "'\\''") + "'";
function command() {
  if (A().isBranch) return branchCommand();
  const files = page.runs.map(run => shellWord(run.facts.file));
  if (page.tab === 'difference') return `${content.tool} diff ${files.join(' ')}`;
  const found = page.row && A().find(page.row, A().sample(page.step));
  const table = found ? ` --table ${shellWord(found.table.name)}` : '';
  return `${content.tool} replay ${files[page.a]} --at ${page.step} --print state${table}`;
}
async function copyCommand() {
  const text = command();
  try { await navigator.clipboard.writeText(text); toast('copied: ' + text); } catch { toast(text); }
}
let toastTime = 0;
function toast(text) {
  $('toast').textContent = text;
  clearTimeout(toastTime);
  toastTime = setTimeout(() => $('toast').textContent = '', 4000);
}

// ---- What can be done, by button and by key

const switched = name => () => {
  stage.show[name] = !stage.show[name];
  document.querySelector(`[data-do=${name}]`).setAttribute('aria-pressed', String(stage.show[name]));
  invalidate();
};
const nextEvent = by => () => {
  const steps = [...new Set([...A().facts.inputs, ...A().facts.markers].map(e => e.step))].sort((a, b) => a - b);
  go(by > 0 ? steps.find(s => s > page.step) ?? last() : steps.findLast(s => s < page.step) ?? -1);
};
const nextKeyframe = by => () => {
  const steps = A().facts.keyframes;
  go(by > 0 ? steps.find(s => s > page.step) ?? last() : steps.findLast(s => s < page.step) ?? -1);
};
const zoomTime = factor => () => {
  const [from, to] = reachOf(), width = Math.max(8, (to - from) * factor);
  const start = Math.max(-1, Math.min(page.step - width / 2, last() - width));
  page.zoom = width >= last() + 1 ? null : [start, start + width];
  invalidate();
};
const onStage = action => () => { if (stage) { action(); invalidate(); } };
const actions = {
  touch: ['t', 'Let the pointer act in the run', () => {
    if (!page.engine || !pointer) return;
    page.touch = !page.touch;
    document.querySelector('[data-do=touch]').setAttribute('aria-pressed', String(page.touch));
    document.body.classList.toggle('touch', page.touch);
    if (page.touch) toast(`${pointer.canDrag ? 'Drag' : 'Tap'} in the picture: from this step on, the run goes on differently`);
  }],
  hold: ['h', 'Take hold of the picked row, or let it go: arrows move it, with shift further', onStage(() => acts('hold'))],
  tap: ['Enter', 'Tap the picked row', onStage(() => acts('tap'))],
  save: ['m', 'Save the branch as a recording', () => { if (page.engine) saveRecording(); }],
  saveInputs: ['e', 'Save the inputs of the branch', () => { if (page.engine) saveInputs(); }],
  play: [' ', 'Play, pause', () => setPlaying(!page.playing)],
  back: ['ArrowLeft', 'Step back; with shift, ten', () => { setPlaying(false); go(page.step - 1); }],
  forward: ['ArrowRight', 'Step forward; with shift, ten', () => { setPlaying(false); go(page.step + 1); }],
  back10: ['Shift+ArrowLeft', null, () => go(page.step - 10)],
  forward10: ['Shift+ArrowRight', null, () => go(page.step + 10)],
  first: ['Home', 'First step', () => go(-1)],
  last: ['End', 'Last step', () => go(last())],
  slower: ['[', 'Slower', () => setSpeed(speeds[Math.max(0, speeds.indexOf(page.speed) - 1)])],
  faster: [']', 'Faster', () => setSpeed(speeds[Math.min(speeds.length - 1, speeds.indexOf(page.speed) + 1)])],
  previousEvent: ['p', 'Previous input or marker', nextEvent(-1)],
  nextEvent: ['i', 'Next input or marker', nextEvent(1)],
  previousKeyframe: ['PageUp', 'Previous key frame', nextKeyframe(-1)],
  nextKeyframe: ['PageDown', 'Next key frame', nextKeyframe(1)],
  difference: ['d', 'First difference of two recordings', () => { const d = content.comparison?.diff.difference; if (d) { go(d.mismatch.step); page.tab = 'difference'; invalidate(); } }],
  swap: ['x', 'Swap both recordings', () => { if (B()) { page.a = 1 - page.a; page.shape = null; if (page.row) pickRow(page.row); title(); invalidate(); } }],
  pickNext: ['j', 'Pick the next row', () => pickNext(1)],
  pickPrevious: ['k', 'Pick the previous row', () => pickNext(-1)],
  point: ['o', 'A pointer that arrows move, with shift further: h takes hold there, Enter taps there', onStage(() => acts('point'))],
  unpick: ['Escape', 'Let go; put the pointer away; pick nothing', () => isHeldByKeys() ? live.release() : isPointing() ? live.point() : pickRow(null)],
  follow: ['f', 'Follow the picked row', onStage(() => { page.follow = !page.follow; document.querySelector('[data-do=follow]').setAttribute('aria-pressed', String(page.follow)); })],
  zoomIn: ['+', 'Zoom in', onStage(() => stage.zoom(1.25))],
  zoomOut: ['-', 'Zoom out', onStage(() => stage.zoom(.8))],
  fit: ['0', 'Show all', onStage(() => stage.fit())],
  panLeft: ['a', 'Pan: w, a, s, d with alt for d', onStage(() => stage.pan(40, 0))],
  panRight: ['Alt+d', null, onStage(() => stage.pan(-40, 0))],
  panUp: ['w', null, onStage(() => stage.pan(0, 40))],
  panDown: ['s', null, onStage(() => stage.pan(0, -40))],
  names: ['n', 'Names', onStage(switched('names'))],
  velocities: ['v', 'Velocities', onStage(switched('velocities'))],
  contacts: ['c', 'Contacts', onStage(switched('contacts'))],
  fields: ['g', 'Fields of force', onStage(switched('fields'))],
  ghost: ['b', 'Ghost of the other recording', onStage(switched('ghost'))],
  timeIn: ['z', 'Zoom into time', zoomTime(.5)],
  timeOut: ['Shift+Z', 'Zoom out of time', zoomTime(2)],
  copy: ['y', 'Copy as command', copyCommand],
  theme: ['l', 'Light or dark', () => { document.documentElement.dataset.theme = scheme() === 'dark' ? 'light' : 'dark'; stage?.refreshInks(); invalidate(); }],
  help: ['?', 'This list', () => $('keys').open ? $('keys').close() : $('keys').showModal()],
};
['row', 'table', 'events', 'difference', 'facts', 'branch', 'setup'].forEach((tab, index) => {
  actions['tab' + tab] = [String(index + 1), index ? null : 'Row, table, events, difference, facts, branch, set up: 1 to 7', () => { if (tabs().some(t => t[0] === tab)) { page.tab = tab; invalidate(); } }];
});

// A page without an engine has no `live`.
const isHeldByKeys = () => Boolean(content.engine) && live.isHeldByKeys;
const isPointing = () => Boolean(content.engine && live.cursor);
const acts = name => content.engine ? live[name]() : toast('This page has no engine: nothing can act in the run');

// Which way an arrow moves what is held.
const nudges = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function listen() {
  for (const kind of ['pointerdown', 'pointermove', 'wheel', 'keydown', 'input']) {
    addEventListener(kind, () => page.engine?.noteAction(), { capture: true, passive: true });
  }
  document.addEventListener('keydown', event => {
    const isSlider = event.target === $('slider'), isTyped = !isSlider && /^(SELECT|TEXTAREA|INPUT)$/.test(event.target.tagName);
    if (event.ctrlKey || event.metaKey || isTyped) return;
    if (event.target.tagName === 'BUTTON' && (event.key === ' ' || event.key === 'Enter')) return;
    if (event.target.role === 'tab' && /^Arrow/.test(event.key) && !isHeldByKeys() && !isPointing()) { moveTab(event.key === 'ArrowRight' ? 1 : -1); event.preventDefault(); return; }
    if ($('keys').open && event.key !== '?' && event.key !== 'Escape') return;
    if ($('keys').open && event.key === 'Escape') return;
    if (event.target === $('panel') && /^(Page|Home|End)/.test(event.key)) return;
    const name = (event.altKey ? 'Alt+' : '') + (event.shiftKey && /^(Arrow|Z$)/.test(event.key) ? 'Shift+' : '') + event.key;
    const nudge = (isHeldByKeys() || isPointing()) && nudges[event.key];
    if (nudge && !event.altKey) {
      live.nudge(...nudge.map(way => way * (event.shiftKey ? 40 : 8)));
      event.preventDefault();
      return;
    }
    const action = Object.values(actions).find(([key]) => key === name);
    if (!action) return;
    // A key that is kept down does not take hold and let go in turns.
    if (!event.repeat || action !== actions.hold && action !== actions.tap) action[2]();
    event.preventDefault();
    if (isSlider) event.stopPropagation();
  });
  for (const button of document.querySelectorAll('[data-do]')) button.onclick = () => actions[button.dataset.do][2]();
  for (const id of ['copy', 'swap', 'theme', 'help']) $(id).onclick = () => actions[id][2]();
  $('slider').oninput = () => { setPlaying(false); go(Number($('slider').value)); };
  $('speed').onchange = () => setSpeed(Number($('speed').value));
  addEventListener('hashchange', readLink);
  addEventListener('resize', invalidate);
  isDark.addEventListener('change', () => { stage?.refreshInks(); invalidate(); });
  const lanes = $('lanes'), scrub = event => { if (event.type === 'pointerdown' || event.buttons) { setPlaying(false); go(stepAt(event.offsetX)); } };
  lanes.onpointerdown = event => { lanes.setPointerCapture(event.pointerId); scrub(event); };
  lanes.onpointermove = scrub;
  lanes.addEventListener('wheel', event => { event.preventDefault(); zoomTime(event.deltaY > 0 ? 1.25 : .8)(); }, { passive: false });
}
function moveTab(by) {
  const list = tabs(), index = list.findIndex(t => t[0] === page.tab);
  page.tab = list[(index + by + list.length) % list.length][0];
  renderPanel();
  $('tabs').querySelector(`[data-tab=${page.tab}]`).focus();
}

function listenStage() {
  const canvas = $('canvas'), fingers = new Map();
  let moved = 0;
  canvas.onpointerdown = event => {
    if (page.touch && event.button === 0 && live.down(event)) return;
    canvas.setPointerCapture(event.pointerId); fingers.set(event.pointerId, [event.offsetX, event.offsetY]); if (fingers.size === 1) moved = 0;
  };
  canvas.onpointermove = event => {
    if (page.engine && live.move(event)) return;
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const now = [event.offsetX, event.offsetY], dx = now[0] - before[0], dy = now[1] - before[1];
    moved += Math.hypot(dx, dy);
    if (fingers.size === 2) {
      const other = [...fingers].find(([id]) => id !== event.pointerId)[1];
      const [was, is] = [before, now].map(p => Math.hypot(p[0] - other[0], p[1] - other[1]));
      stage.zoom(is / (was || 1), (now[0] + other[0]) / 2, (now[1] + other[1]) / 2);
      stage.pan(dx / 2, dy / 2);
    } else if (moved > 4) {
      stage.pan(dx, dy);
      page.follow = false;
    }
    fingers.set(event.pointerId, now);
    invalidate();
  };
  const end = event => {
    if (page.engine && live.up(event)) return;
    const isOnly = fingers.size === 1 && fingers.delete(event.pointerId);
    fingers.delete(event.pointerId);
    if (isOnly && moved <= 4 && event.type === 'pointerup') pickShape(stage.pick(A(), A().sample(page.step), event.offsetX, event.offsetY));
  };
  canvas.onpointerup = canvas.onpointercancel = end;
  canvas.addEventListener('wheel', event => { event.preventDefault(); stage.zoom(Math.exp(-event.deltaY * .0015), event.offsetX, event.offsetY); invalidate(); }, { passive: false });
  new ResizeObserver(invalidate).observe(canvas);
}

function title() {
  const facts = A().facts;
  const base = run => run.isBranch ? `branch from step ${run.from}` : run.facts.file.split('/').pop();
  $('title').replaceChildren(facts.name, make('small', content.isPlayground ? `seed ${facts.seed}` : B() ? `${'AB'[page.a]} ${base(A())} · ${'AB'[1 - page.a]} ${base(B())}` : `seed ${facts.seed} · ${base(A())}`));
  $('title').title = content.isPlayground ? facts.summary : page.runs.map(run => run.facts.file).join(', ');
}
function verdict() {
  const diff = content.comparison?.diff, place = $('verdict'), run = page.runs[0];
  if (!diff && run.proof) {
    place.textContent = proofText(run);
    place.title = page.engine?.version ? `engine ${page.engine.version}, ${page.engine.build.join(', ')}` : '';
    place.className = run.proof.bad !== undefined || run.proof.problem ? 'bad' : run.proof.count === run.facts.stepCount ? 'good' : '';
  }
  if (!diff) return;
  const found = diff.difference;
  place.textContent = found ? `✕ differ from step ${found.mismatch.step} on: ${found.comparison.count} fields` : diff.verdict === 'same' ? `✓ same: ${diff.steps} steps` : `✕ same for ${diff.steps} steps, then one goes on`;
  place.className = diff.verdict === 'same' ? 'good' : 'bad';
}

function showTabs() {
  $('tabs').replaceChildren(...tabs().map(([id, text]) => make('button', text, { role: 'tab', id: `tab-${id}`, 'aria-controls': 'panel', 'data-tab': id, onclick: () => { page.tab = id; invalidate(); } })));
  panelKey = '';
}

async function main() {
  const slices = new Slices();
  page.all = content.recordings.map((facts, index) => Object.assign(new Run(facts), { index }));
  page.runs = content.isPlayground ? page.all.slice(0, 1) : page.all;
  const drawn = page.all.every(run => run.facts.drawing);
  await slices.pause();
  for (const speed of speeds) $('speed').append(make('option', `${speed} ×`, { value: speed }));
  setSpeed(1);
  showTabs();
  const list = make('dl');
  for (const [name, [key, text]] of Object.entries(actions)) {
    if (!text || !content.engine && ['touch', 'hold', 'tap', 'point', 'save', 'saveInputs'].includes(name)) continue;
    const pair = make('div'), term = make('dt');
    term.append(make('kbd', { ' ': 'space', ArrowLeft: '←', ArrowRight: '→' }[key] ?? key));
    pair.append(term, make('dd', text));
    list.append(pair);
  }
  const head = make('header');
  head.append(make('h2', 'Keys'), make('button', 'Close', { onclick: () => $('keys').close() }));
  $('keys').append(head, list, make('p', 'Drag to pan, turn the wheel or pinch to zoom, click to pick.'));
  $('slider').min = '-1';
  $('slider').max = String(last());
  title();
  verdict();
  document.body.classList.toggle('pair', page.runs.length > 1);
  if (B()) for (const element of [$('swap'), $('difference'), document.querySelector('[data-do=ghost]')]) element.hidden = false;
  if (content.comparison && !content.comparison.diff.difference) $('difference').hidden = true;
  await slices.pause();
  if (drawn) {
    stage = new Stage($('canvas'), $('shapes'));
    stage.drawing = A().facts.drawing;
    if (page.runs.length === 1 && !location.hash) {
      // The first step at once: all of them take a while to read.
      A().peek();
      page.step = Math.max(-1, Math.min(0, last()));
      const sample = A().sample(page.step);
      renderTime(A(), sample);
      renderStage(A(), null, sample);
      document.documentElement.dataset.first = Math.round(performance.now());
      await slices.pause();
      renderLanes();
      renderPanel();
      A().forget();
    }
    for (const run of page.all) await run.load();
    await slices.pause();
    const has = content.isPlayground ? {} : { contacts: page.runs.some(r => r.marks.most), fields: page.runs.some(r => r.facts.drawing.arrows.some(list => list.length)) || page.runs.some(r => r.facts.drawing.layers.some(l => l.role === 'annotation')) };
    for (const [name, isThere] of Object.entries(has)) document.querySelector(`[data-do=${name}]`).hidden = !isThere;
    stage.resize();
    listenStage();
    stage.isLarge = page.all.some(run => run.shapes.length > 500);
    if (!content.isPlayground && window.OffscreenCanvas) thumbnails = new Thumbnails(stage, invalidateLanes);
    stage.accelerate({
      onChange() { invalidateStage(); if (!stage.painter) thumbnails?.restart(); },
      onThumbnail: (key, image) => thumbnails.take(key, image),
    });
  } else {
    document.body.classList.add('plain');
    page.tab = 'table';
  }
  await slices.pause();
  const biggest = A().tables.map((t, i) => [t.rows, t.fields.some(f => f.role === 'positionX') ? 1 : 0, i]).sort((a, b) => b[1] - a[1] || b[0] - a[0])[0];
  page.table = biggest ? biggest[2] : 0;
  listen();
  const found = content.comparison?.diff.difference;
  if (found) { page.step = Math.min(found.mismatch.step, last()); page.tab = 'difference'; } else page.step = Math.max(-1, Math.min(0, last()));
  readLink();
  await slices.pause();
  render();
  document.documentElement.dataset.ready = Math.round(performance.now());
  if (!content.engine) return;
  await slices.pause();
  // It stands behind all this, so that the picture need not wait for it.
  if (document.readyState === 'loading') await new Promise(done => addEventListener('DOMContentLoaded', done));
  startEngine();
}
main().catch(error => {
  $('verdict').textContent = 'This page could not be shown: ' + error.message;
  $('verdict').className = 'bad';
  document.documentElement.dataset.error = String(error.stack ?? error);
});

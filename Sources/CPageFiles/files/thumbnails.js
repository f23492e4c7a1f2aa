'use strict';
// Small pictures of a run over time, above the timeline's lanes. They are made one at a time, when the
// browser has nothing else to do, and a bounded number of them is kept.

class Thumbnails {
  static keptMax = 72;

  // `onChange`: another picture is there.
  constructor(stage, onChange) {
    [this.stage, this.onChange] = [stage, onChange];
    // `revision`: how many were made.
    [this.pictures, this.wanted, this.pending, this.revision, this.timer] = [new Map(), [], null, 0, null];
    this.small = new Stage(new OffscreenCanvas(1, 1));
    Object.assign(this.small.show, { names: false, contacts: false, velocities: false, fields: false, ghost: false });
  }
  // Without a painter, many shapes would take too long.
  canShow(run) { return run.count > 1 && (run.shapes.length <= 500 || Boolean(this.stage.opening)); }

  // Where pictures stand in so much room: `x` and `width` in pixels of the page, and the step of each.
  static places(drawing, left, width, height, stepAt) {
    const share = Math.min(Math.max(drawing.frame[2] / (drawing.frame[3] || 1), .7), 2.4), own = Math.round(height * share);
    const count = Math.max(1, Math.min(24, Math.floor(width / (own + 6)))), room = width / count;
    return Array.from({ length: count }, (_, i) => {
      const middle = left + room * (i + .5);
      return { x: middle - own / 2, width: own, step: Math.round(stepAt(middle)) };
    });
  }
  // The picture of a step; where there is none yet, it is made as soon as there is time.
  picture(run, step, width, height, ratio) {
    const sample = run.sample(step), key = `${run.index} ${sample} ${width} ${height} ${ratio} ${scheme()}`;
    const known = this.pictures.get(key);
    if (known) return known;
    if (key !== this.pending && !this.wanted.some(one => one.key === key)) this.wanted.push({ key, run, sample, width, height, ratio });
    this.plan();
    return null;
  }
  // What was asked for before is not looked at any more.
  forget() { this.wanted = []; }
  plan() {
    if (this.isPlanned || this.pending !== null || !this.wanted.length) return;
    this.isPlanned = true;
    const act = () => { this.isPlanned = false; this.makeNext(); };
    if (window.requestIdleCallback) requestIdleCallback(act, { timeout: 2000 }); else setTimeout(act, 60);
  }
  makeNext() {
    if (page.playing) { this.isPlanned = true; setTimeout(() => { this.isPlanned = false; this.plan(); }, 500); return; }
    const next = this.wanted.shift();
    if (!next) return;
    const { key, run, sample, width, height, ratio } = next, { small, stage: { painter } } = this;
    if (!painter && !this.canShow(run)) return;
    Object.assign(small, { drawing: run.facts.drawing, width, height, ratio });
    const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
    small.refreshInks();
    small.fit(2, 2, 2);
    if (painter) {
      this.pending = key;
      small.context = new Mesh();
      small.context.reset(ratio);
      small.draw(run, sample);
      painter.thumbnail(small.context, w, h, key);
    } else {
      const canvas = new OffscreenCanvas(w, h);
      small.canvas = canvas;
      small.text = small.context = canvas.getContext('2d');
      small.context.setTransform(ratio, 0, 0, ratio, 0, 0);
      small.draw(run, sample);
      this.take(key, canvas);
    }
    small.later = [];
  }
  take(key, picture) {
    this.pending = null;
    this.revision++;
    this.pictures.set(key, picture);
    for (const [old, one] of this.pictures) {
      if (this.pictures.size <= Thumbnails.keptMax) break;
      this.pictures.delete(old);
      one.close?.();
    }
    document.documentElement.dataset.thumbnails = this.pictures.size;
    // To show each at once would have the timeline drawn two dozen times.
    if (this.wanted.length) this.timer ??= setTimeout(() => this.tell(), 150); else this.tell();
    this.plan();
  }
  tell() {
    clearTimeout(this.timer);
    this.timer = null;
    this.onChange();
  }
  // The painter is gone: what it was asked for is asked for anew.
  restart() { this.pending = null; this.revision++; this.onChange(); }
}

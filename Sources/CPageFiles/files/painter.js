'use strict';
// Paints meshes with WebGL in a worker, on a canvas that the page has handed over.

// What the worker runs. It stands in the page as text, so it uses nothing from outside itself.
function paintWorker() {
  const vertexCode = `#version 300 es
    layout(location = 0) in vec3 place;
    layout(location = 1) in vec2 edge;
    layout(location = 2) in vec4 tone;
    uniform vec2 size;
    out vec2 at;
    out vec4 paint;
    void main() {
      at = edge;
      paint = tone;
      gl_Position = vec4(place.xy / size * vec2(2, -2) + vec2(-1, 1), place.z * 2. - 1., 1);
    }`;
  // The same of a shape of a batch: what lies behind `kind` is its own.
  const instanceCode = `#version 300 es
    layout(location = 0) in vec2 point;
    layout(location = 1) in vec2 way;
    layout(location = 2) in vec3 kind;
    layout(location = 3) in vec2 turn;
    layout(location = 4) in vec2 where;
    layout(location = 5) in float depth;
    layout(location = 6) in vec4 inside;
    layout(location = 7) in vec4 rim;
    uniform vec2 size;
    uniform float flip, width;
    out vec2 at;
    out vec4 paint;
    void main() {
      vec2 other = vec2(-turn.y, turn.x) * flip, place = turn * point.x + other * point.y + where;
      float middle = .5 * width * kind.y, reach = kind.x * (middle + .5);
      bool isInside = kind.x == 0.;
      if (!isInside) place += (turn * way.x + other * way.y) / length(turn) * reach;
      at = isInside ? vec2(0, 1) : vec2(reach, middle);
      paint = isInside ? inside : rim;
      gl_Position = vec4(place / size * vec2(2, -2) + vec2(-1, 1), (depth - kind.z * exp2(-22.)) * 2. - 1., 1);
    }`;
  // How much of the pixel the line covers, by the distance from its middle. A line thinner than a pixel is
  // spread over more than its width, so that much paler.
  const fragmentCode = `#version 300 es
    precision mediump float;
    in vec2 at;
    in vec4 paint;
    out vec4 color;
    void main() {
      float share = clamp(at.y + .5 - abs(at.x), 0., 1.);
      if (share <= 0.) discard;
      color = paint * share * (at.y < .5 ? 2. * at.y / ((at.y + .5) * (at.y + .5)) : 1.);
    }`;

  // Bytes of a corner, of a corner of a batch's shape, and of a shape of a batch: as mesh.js writes them.
  const cornerBytes = 24, templateBytes = 28, instanceBytes = 28;

  class Painter {
    constructor(canvas, evenSlowly) {
      this.canvas = canvas;
      const options = { alpha: true, antialias: false, depth: true, premultipliedAlpha: true, failIfMajorPerformanceCaveat: !evenSlowly };
      const gl = this.gl = canvas.getContext('webgl2', options);
      if (!gl) throw new Error('this browser has no WebGL 2 that is fast');
      // What each corner has, and what each shape of a batch has: location, count, type, offset.
      this.plain = this.program(vertexCode, [
        { stride: cornerBytes, attributes: [[0, 3, gl.FLOAT, 0], [1, 2, gl.FLOAT, 12], [2, 4, gl.UNSIGNED_BYTE, 20]] },
      ]);
      this.instanced = this.program(instanceCode, [
        { stride: templateBytes, attributes: [[0, 2, gl.FLOAT, 0], [1, 2, gl.FLOAT, 8], [2, 3, gl.FLOAT, 16]] },
        { stride: instanceBytes, attributes: [[3, 2, gl.FLOAT, 0], [4, 2, gl.FLOAT, 8], [5, 1, gl.FLOAT, 16], [6, 4, gl.UNSIGNED_BYTE, 20], [7, 4, gl.UNSIGNED_BYTE, 24]] },
      ]);
      gl.enable(gl.BLEND);
      gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
      gl.enable(gl.DEPTH_TEST);
      gl.depthFunc(gl.LESS);
      gl.clearColor(0, 0, 0, 0);
    }
    // A program of a vertex shader, with buffers of its own: `layouts` has the attributes of each; those of the
    // second are of shapes, not of corners.
    program(own, layouts) {
      const { gl } = this, program = gl.createProgram(), array = gl.createVertexArray(), order = gl.createBuffer();
      for (const [kind, code] of [[gl.VERTEX_SHADER, own], [gl.FRAGMENT_SHADER, fragmentCode]]) {
        const shader = gl.createShader(kind);
        gl.shaderSource(shader, code);
        gl.compileShader(shader);
        gl.attachShader(program, shader);
      }
      gl.linkProgram(program);
      if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(`its WebGL refuses the page's shaders: ${gl.getProgramInfoLog(program)}`);
      gl.bindVertexArray(array);
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, order);
      const buffers = layouts.map(() => gl.createBuffer());
      layouts.forEach(({ attributes }, divisor) => {
        gl.bindBuffer(gl.ARRAY_BUFFER, buffers[divisor]);
        for (const [index] of attributes) { gl.enableVertexAttribArray(index); gl.vertexAttribDivisor(index, divisor); }
      });
      const uniform = name => gl.getUniformLocation(program, name);
      return { program, array, buffers, layouts, size: uniform('size'), flip: uniform('flip'), width: uniform('width') };
    }
    use({ program, array, size }, width, height) {
      const { gl } = this;
      gl.useProgram(program);
      gl.bindVertexArray(array);
      gl.uniform2f(size, width, height);
    }
    // Fills a program's buffer, or where it is filled, says from which byte on it is read.
    fill({ buffers, layouts }, divisor, data, first = 0) {
      const { gl } = this, { stride, attributes } = layouts[divisor];
      gl.bindBuffer(gl.ARRAY_BUFFER, buffers[divisor]);
      if (data) gl.bufferData(gl.ARRAY_BUFFER, data, gl.STREAM_DRAW);
      for (const [index, count, type, at] of attributes) {
        gl.vertexAttribPointer(index, count, type, type === gl.UNSIGNED_BYTE, stride, first + at);
      }
    }
    paint({ width, height, corners, indices, instances, count, indexCount, instanceCount, parts }) {
      const { gl, canvas, plain, instanced } = this;
      if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
      gl.viewport(0, 0, width, height);
      gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
      this.use(instanced, width, height);
      if (instanceCount) this.fill(instanced, 1, new Uint8Array(instances, 0, instanceBytes * instanceCount));
      this.use(plain, width, height);
      this.fill(plain, 0, new Uint8Array(corners, 0, cornerBytes * count));
      gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, new Uint32Array(indices, 0, indexCount), gl.STREAM_DRAW);
      for (const part of parts) {
        if (!part.count) continue;
        if (!part.order) {
          this.use(plain, width, height);
          gl.drawElements(gl.TRIANGLES, part.count, gl.UNSIGNED_INT, 4 * part.first);
          continue;
        }
        this.use(instanced, width, height);
        gl.uniform1f(instanced.flip, part.flip);
        gl.uniform1f(instanced.width, part.width);
        this.fill(instanced, 0, part.corners);
        this.fill(instanced, 1, null, instanceBytes * part.first);
        gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, part.order, gl.STREAM_DRAW);
        gl.drawElementsInstanced(gl.TRIANGLES, part.order.length, gl.UNSIGNED_INT, 0, part.count);
      }
    }
    // The picture's bytes, from its lowest line up.
    get pixels() {
      const { gl, canvas } = this, bytes = new Uint8Array(4 * canvas.width * canvas.height);
      gl.readPixels(0, 0, canvas.width, canvas.height, gl.RGBA, gl.UNSIGNED_BYTE, bytes);
      return bytes;
    }
  }

  let stage = null, small = null;
  const answers = {
    open({ canvas, evenSlowly }) {
      stage = new Painter(canvas, evenSlowly);
      canvas.addEventListener('webglcontextlost', () => postMessage({ kind: 'trouble', problem: 'the graphics processor was lost' }));
      postMessage({ kind: 'ready' });
    },
    // Buffers go back, for the next picture.
    paint(picture) {
      stage.paint(picture);
      const { corners, indices, instances, wantsPixels } = picture, pixels = wantsPixels ? stage.pixels : null;
      postMessage({ kind: 'painted', corners, indices, instances, pixels }, [corners, indices, instances, ...pixels ? [pixels.buffer] : []]);
    },
    // A small picture of another step.
    thumbnail(picture) {
      small ??= new Painter(new OffscreenCanvas(1, 1), true);
      small.paint(picture);
      const image = small.canvas.transferToImageBitmap();
      postMessage({ kind: 'thumbnail', key: picture.key, image }, [image]);
    },
  };
  onmessage = ({ data }) => {
    try { answers[data.kind](data); } catch (error) { postMessage({ kind: 'trouble', problem: error.message }); }
  };
}

// What the page knows of its painter. Where there is no WebGL, `onTrouble` is told, and the page goes on
// to draw by itself.
class MeshPainter {
  constructor(canvas, { onReady, onPainted, onTrouble, onThumbnail }, evenSlowly) {
    this.mesh = new Mesh();
    [this.isBusy, this.spare, this.frames] = [true, null, 0];
    const text = new Blob([`'use strict';(${paintWorker})()`], { type: 'text/javascript' });
    this.address = URL.createObjectURL(text);
    this.worker = new Worker(this.address);
    this.worker.onerror = event => onTrouble(event.message || 'its worker could not be started');
    this.worker.onmessage = ({ data }) => {
      switch (data.kind) {
        case 'ready': this.isBusy = false; onReady(); break;
        case 'painted':
          [this.isBusy, this.spare] = [false, data];
          this.frames++;
          onPainted(data.pixels);
          break;
        case 'thumbnail': onThumbnail(data.key, data.image); break;
        case 'trouble': onTrouble(data.problem);
      }
    };
    const offscreen = canvas.transferControlToOffscreen();
    this.worker.postMessage({ kind: 'open', canvas: offscreen, evenSlowly }, [offscreen]);
  }
  begin(ratio) {
    const { spare } = this;
    this.spare = null;
    return this.mesh.reset(ratio, spare);
  }
  send(mesh, width, height, more) {
    mesh.endPart();
    const { corners, indices, instances, count, indexCount, instanceCount, parts } = mesh;
    this.worker.postMessage({ width, height, corners, indices, instances, count, indexCount, instanceCount, parts, ...more }, [corners, indices, instances]);
    [mesh.corners, mesh.indices, mesh.instances] = [undefined, undefined, undefined];
  }
  paint(width, height, wantsPixels) {
    this.isBusy = true;
    this.send(this.mesh, width, height, { kind: 'paint', wantsPixels });
  }
  thumbnail(mesh, width, height, key) { this.send(mesh, width, height, { kind: 'thumbnail', key }); }
  close() {
    this.worker.terminate();
    URL.revokeObjectURL(this.address);
  }
}

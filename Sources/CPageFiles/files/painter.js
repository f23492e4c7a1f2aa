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

  class Painter {
    constructor(canvas, evenSlowly) {
      this.canvas = canvas;
      const options = { alpha: true, antialias: false, depth: true, premultipliedAlpha: true, failIfMajorPerformanceCaveat: !evenSlowly };
      const gl = this.gl = canvas.getContext('webgl2', options);
      if (!gl) throw new Error('this browser has no WebGL 2 that is fast');
      const program = gl.createProgram();
      for (const [kind, code] of [[gl.VERTEX_SHADER, vertexCode], [gl.FRAGMENT_SHADER, fragmentCode]]) {
        const shader = gl.createShader(kind);
        gl.shaderSource(shader, code);
        gl.compileShader(shader);
        gl.attachShader(program, shader);
      }
      gl.linkProgram(program);
      if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(`its WebGL refuses the page's shaders: ${gl.getProgramInfoLog(program)}`);
      gl.useProgram(program);
      this.size = gl.getUniformLocation(program, 'size');
      gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
      for (const [index, count, type, at] of [[0, 3, gl.FLOAT, 0], [1, 2, gl.FLOAT, 12], [2, 4, gl.UNSIGNED_BYTE, 20]]) {
        gl.enableVertexAttribArray(index);
        gl.vertexAttribPointer(index, count, type, type === gl.UNSIGNED_BYTE, 24, at);
      }
      gl.enable(gl.BLEND);
      gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
      gl.enable(gl.DEPTH_TEST);
      gl.depthFunc(gl.LESS);
      gl.clearColor(0, 0, 0, 0);
    }
    paint({ width, height, corners, indices, count, indexCount }) {
      const { gl, canvas } = this;
      if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
      gl.viewport(0, 0, width, height);
      gl.uniform2f(this.size, width, height);
      gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
      gl.bufferData(gl.ARRAY_BUFFER, new Uint8Array(corners, 0, count * 24), gl.STREAM_DRAW);
      gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, new Uint32Array(indices, 0, indexCount), gl.STREAM_DRAW);
      gl.drawElements(gl.TRIANGLES, indexCount, gl.UNSIGNED_INT, 0);
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
      const { corners, indices, wantsPixels } = picture, pixels = wantsPixels ? stage.pixels : null;
      postMessage({ kind: 'painted', corners, indices, pixels }, [corners, indices, ...pixels ? [pixels.buffer] : []]);
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
    const { corners, indices, count, indexCount } = mesh;
    this.worker.postMessage({ width, height, corners, indices, count, indexCount, ...more }, [corners, indices]);
    [mesh.corners, mesh.indices] = [undefined, undefined];
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

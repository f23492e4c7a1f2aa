import Foundation
import GoldenWorlds
import LaplaceCommands
import Scenarios
import TestSupport
import Testing

/// What pages paint by WebGL, and what they draw on a canvas where there is none.
@Suite(
  .enabled(if: Browser.chromium.path != nil, "there is no Chromium on the path"), .serialized)
struct PagePictureTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func page(_ names: String..., options: [String] = []) throws -> String {
    let page = folder.file("page.html")
    let paths = names.map {
      $0.contains("/") ? $0 : BuiltEngine.root.path + "/Recordings/\($0).mcap"
    }
    let run = laplace(
      ["view"] + paths + ["-o", page, "--engine", "none"] + options,
      catalogue: GoldenCatalogue.all)
    try #require(run.status == .same, "\(run.console.wordText)")
    return page
  }

  /// A recording of 465 boxes.
  private func pyramid(steps: Int) throws -> String {
    let recorded = folder.file("pyramid.mcap")
    let record = laplace(
      [
        "record", "benchmark.large_pyramid", "--steps", "\(steps)", "--set", "baseCount=30", "-o",
        recorded,
      ],
      catalogue: GoldenCatalogue.all)
    try #require(record.status == .same, "\(record.console.wordText)")
    return recorded
  }

  /// Draws a step both ways, without texts, and compares every pixel. Returns how many pixels have
  /// something on them, and how many of those differ by more than a quarter of the range.
  private static let compare = """
    const still = ms => new Promise(done => setTimeout(done, ms));
    const compare = async (step, between = () => {}) => {
      for (let i = 0; i < 2000 && !stage.painter && stage.opening; i++) await still(10);
      if (!stage.painter) throw new Error(`no WebGL: ${stage.problem}`);
      // The pictures above the timeline may still make the stage smaller.
      go(step); render(); await still(100);
      const { painter } = stage, settle = async () => { while (painter.isBusy) await still(2); };
      await settle();
      Object.assign(stage.show, { names: false });
      stage.scaleBar = () => {};
      const run = A(), other = B(), sample = run.sample(step), { width, height } = stage.canvas;
      stage.begin();
      drawStage(stage, run, other, sample);
      const bottomUp = await new Promise(done => { stage.told = done; stage.end(true); });
      stage.told = stage.painter = null;
      between();
      stage.begin();
      drawStage(stage, run, other, sample);
      stage.end();
      const flat = stage.text.getImageData(0, 0, width, height).data;
      stage.painter = painter;
      let inked = 0, apart = 0;
      for (let y = 0; y < height; y++) {
        for (let x = 0; x < width; x++) {
          const i = 4 * (y * width + x), j = 4 * ((height - 1 - y) * width + x), alpha = flat[i + 3];
          if (alpha > 8 || bottomUp[j + 3] > 8) inked++;
          // The canvas gives colours that are not multiplied by their opacity.
          let far = Math.abs(alpha - bottomUp[j + 3]);
          for (let k = 0; k < 3; k++) far = Math.max(far, Math.abs(flat[i + k] * alpha / 255 - bottomUp[j + k]));
          if (far > 64) apart++;
        }
      }
      return [inked, apart];
    };
    """

  /// Contacts and names, compound shapes, links, arrows of fields, ghosts of a second recording.
  private static let pages: [[String]] = [
    ["playground-seed1"], ["compounds-small-seed1"], ["cradle-seed1"],
    ["sticky_corners-seed1", "sticky_corners-noise-seed1"],
  ]

  @Test(arguments: pages)
  func painterDrawsWhatTheCanvasDraws(names: [String]) throws {
    let path = names.count == 2 ? try page(names[0], names[1]) : try page(names[0])
    try Browser.chromium.use { window in
      try window.show(path)
      // A row is picked, so that its trail and its frame are drawn, too.
      let told = try window.list(
        "\(Self.compare) if (!page.shape) pickNext(1); return compare(90);")
      let (inked, apart) = (try #require(told[0] as? Int), try #require(told[1] as? Int))
      #expect(inked > 2000, "\(names)")
      #expect(
        Double(apart) < 0.02 * Double(inked), "\(names): \(apart) of \(inked) pixels differ")
    }
  }

  /// The comparison sees a shape that is missing, and marks that are.
  @Test(arguments: ["A().shapes[3].looks.fill(0)", "stage.show.contacts = false"])
  func comparisonSeesWhatIsMissing(fault: String) throws {
    let path = try page("playground-seed1")
    let told = try Browser.chromium.use { window in
      try window.show(path)
      return try window.list("\(Self.compare) return compare(90, () => { \(fault); });")
    }
    let (inked, apart) = (try #require(told[0] as? Int), try #require(told[1] as? Int))
    #expect(Double(apart) > 0.005 * Double(inked), "\(fault): \(apart) of \(inked)")
  }

  /// Where the painter fails, the page goes on by itself, and draws again.
  @Test(arguments: Browser.usual)
  func pageDrawsWithoutAPainter(browser: Browser) throws {
    let told = try browser.ask(
      try page("playground-seed1"),
      """
      const still = ms => new Promise(done => setTimeout(done, ms));
      stage.opening?.worker.onmessage({ data: { kind: 'trouble', problem: 'the graphics processor was lost' } });
      go(30); render(); await still(100);
      const { data } = stage.text.getImageData(0, 0, stage.canvas.width, stage.canvas.height);
      let inked = 0;
      for (let i = 3; i < data.length; i += 4) if (data[i]) inked++;
      return [stage.painter === null, stage.context === stage.text, inked];
      """)
    #expect(told[0] as? Bool == true && told[1] as? Bool == true)
    #expect(try #require(told[2] as? Int) > 5000)
  }

  /// Thousands of signs of contacts are one speck for each place, so that they hide nothing.
  @Test func contactsHaveLevelsOfDetail() throws {
    let told = try Browser.chromium.ask(
      try page(try pyramid(steps: 3)),
      """
      const count = scale => {
        stage.fit();
        stage.zoom(scale);
        const run = A(), sample = run.sample(2), mesh = new Mesh().reset(1);
        stage.context = mesh;
        stage.drawMarks(run, sample, scale < 1);
        const places = new Set(), { instanceNumbers: numbers, instanceCount: specks } = mesh;
        for (let i = 0; i < specks; i++) places.add(`${Math.floor((numbers[7 * i + 2] + 9) / 4)} ${Math.floor((numbers[7 * i + 3] + 9) / 4)}`);
        // A sign that is no speck has corners of its own.
        return [run.marks.counts[sample], specks, places.size, mesh.count];
      };
      return [...count(.2), ...count(.02)];
      """)
    let counts = try #require(told as? [Int])
    #expect(counts[0] > 1000 && counts[1] < counts[0] && counts[5] < counts[1] / 4, "\(counts)")
    #expect(counts[1] == counts[2] && counts[5] == counts[6], "one speck for each place: \(counts)")
    #expect(counts[1] > 0 && counts[3] == 0 && counts[7] == 0, "\(counts)")
  }

  /// Many shapes of one look are painted as a batch, each pixel as if each shape had been painted by itself:
  /// boxes as they are, and in their place every kind of outline, also with the y axis up; every third of
  /// them shaded for being elsewhere in another run, and drawn once more as a ghost.
  @Test func batchesArePaintedAsShapesAre() throws {
    let told = try Browser.chromium.ask(
      try page(try pyramid(steps: 40)),
      """
      const still = ms => new Promise(done => setTimeout(done, ms)), run = A(), sample = run.sample(39), { drawing } = run.facts, told = [];
      for (let i = 0; i < 2000 && !stage.painter && stage.opening; i++) await still(10);
      if (!stage.painter) throw new Error(`no WebGL: ${stage.problem}`);
      go(39); render(); await still(100);
      while (stage.painter.isBusy) await still(2);
      stage.scaleBar = () => {};
      const { painter } = stage, far = new Map(run.shapes.filter((_, i) => i % 3 === 0).map((shape, i) => [shape, i % 11 / 10]));
      const paint = async least => {
        Stage.batchLeast = least;
        stage.begin();
        stage.draw(run, sample, { far });
        stage.view.x += 3;
        stage.draw(run, sample, { ghost: new Set(far.keys()) });
        stage.view.x -= 3;
        const { parts } = painter.mesh, batches = parts.filter(part => part.order).map(part => part.count);
        return { batches, pixels: await new Promise(done => { stage.told = done; stage.end(true); }) };
      };
      const compare = async name => {
        const own = await paint(Infinity), many = await paint(64);
        let inked = 0, apart = 0;
        for (let i = 0; i < own.pixels.length; i += 4) {
          let far = 0;
          for (let k = 0; k < 4; k++) far = Math.max(far, Math.abs(own.pixels[i + k] - many.pixels[i + k]));
          if (own.pixels[i + 3]) inked++;
          if (far > 2) apart++;
        }
        told.push([name, own.batches.length, many.batches.length, Math.max(...many.batches), inked, apart]);
      };
      const outlines = {
        boxes: null, round: [[0, 9, 2, 1]], capsules: [[1, 4, -6, 0, 6, 3]], rounded: [[2, 3, -6, -5, 7, -5, 0, 8]],
        hollow: [[2, 0, -8, -8, 8, -8, 8, 8, 0, -2]], several: [[0, 4, -6, 0], [2, 0, 0, -5, 9, -5, 9, 5], [3, 0, -9, 0, 0, 9, 9, 2]],
      };
      stage.show.contacts = false;
      for (const isYUp of [false, true]) {
        drawing.isYUp = isYUp;
        stage.fit();
        stage.zoom(.7);
        for (const [name, list] of Object.entries(outlines)) {
          if (list) for (const look of drawing.looks) [look.outlines, look.meshes, look.reach] = [list, undefined, undefined];
          await compare(`${name}${isYUp ? ', y up' : ''}`);
        }
      }
      return told;
      """)
    #expect(told.count == 12)
    for one in told {
      let row = try #require(one as? [Any])
      let numbers = row.dropFirst().compactMap { $0 as? Int }
      try #require(numbers.count == 5, "\(row)")
      #expect(numbers[0] == 0 && numbers[1] > 0 && numbers[2] >= 400, "\(row)")
      #expect(numbers[3] > 2000 && numbers[4] * 1000 <= numbers[3], "\(row)")
    }
  }

  /// Triangles of random outlines, also hollow ones, cover them: no more, no less, none twice. A line along
  /// a sharp corner stays as wide as it is, and dashes are as long as they are.
  @Test func outlinesBecomeTriangles() throws {
    let told = try Browser.chromium.ask(
      try page("push-seed1"),
      """
      let seed = 7;
      const random = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648, wrong = [];
      for (let round = 0; round < 300; round++) {
        const before = seed, count = 3 + Math.floor(random() * 12), way = random() < .5 ? 1 : -1, points = [];
        for (let i = 0; i < count; i++) {
          const angle = way * 2 * Math.PI * (i + .8 * random()) / count, radius = 1 + 4 * random();
          points.push(radius * Math.cos(angle), radius * Math.sin(angle));
        }
        const triangles = MeshOutline.triangles(points, count), whole = MeshOutline.area(points, count);
        let sum = 0, isTurned = false;
        for (let i = 0; i < triangles.length; i += 3) {
          const area = MeshOutline.area(triangles.slice(i, i + 3).flatMap(p => points.slice(2 * p, 2 * p + 2)), 3);
          if (area * whole < -1e-12) isTurned = true;
          sum += area;
        }
        if (isTurned || triangles.length !== 3 * (count - 2) || Math.abs(sum - whole) > 1e-9) wrong.push(`seed ${before}: ${count} corners, ${sum} of ${whole}`);
      }
      const mesh = new Mesh().reset(1), length = ([ax, ay], [bx, by]) => Math.hypot(ax - bx, ay - by);
      mesh.lineWidth = 3;
      mesh.beginPath(); mesh.moveTo(0, 0); mesh.lineTo(100, 0); mesh.lineTo(0, 1); mesh.stroke();
      const at = i => [mesh.numbers[6 * i], mesh.numbers[6 * i + 1]], widths = [];
      for (let i = 0; i < mesh.count; i += 2) widths.push(Math.round(1000 * length(at(i), at(i + 1))) / 1000);
      mesh.reset(1);
      mesh.lineWidth = 1;
      mesh.setLineDash([5, 4]);
      mesh.beginPath(); mesh.moveTo(0, 0); mesh.lineTo(7, 0); mesh.lineTo(7, 20); mesh.stroke();
      let dashes = 0;
      for (let i = 0; i + 5 < mesh.indexCount; i += 6) dashes += length(at(mesh.order[i]), at(mesh.order[i + 2]));
      return [wrong, widths, Math.round(dashes * 1000) / 1000];
      """)
    #expect(told[0] as? [String] == [], "\(told[0])")
    #expect(told[1] as? [Double] == [4, 4, 4, 4])
    // Of 27 points along the line, three dashes of five.
    #expect(told[2] as? Double == 15)
  }

  /// Small pictures of the run: made after the first picture, each of its own step, and not without end.
  @Test func thumbnailsShowTheRun() throws {
    let told = try Browser.chromium.ask(
      try page("push-seed1"),
      """
      const still = ms => new Promise(done => setTimeout(done, ms)), facts = document.documentElement.dataset;
      const until = async isTrue => { for (let i = 0; i < 3000 && !isTrue(); i++) await still(10); };
      const isDone = () => thumbnails.pictures.size > 10 && !thumbnails.wanted.length && thumbnails.pending === null;
      await until(isDone);
      const context = new OffscreenCanvas(200, 200).getContext('2d', { willReadFrequently: true });
      const text = picture => {
        context.clearRect(0, 0, 200, 200);
        context.drawImage(picture, 0, 0);
        return context.getImageData(0, 0, picture.width, picture.height).data.join();
      };
      const pictures = [...thumbnails.pictures.values()].map(text), made = pictures.length;
      const isInked = pictures.every(one => one.split(',').some(value => value !== '0'));
      // Other parts of the run are other pictures.
      for (let i = 0; i < 5; i++) { page.zoom = [100 * i, 100 * i + 90]; render(); await until(isDone); await still(30); await until(isDone); }
      return [made, new Set(pictures).size, isInked, thumbnails.pictures.size, Thumbnails.keptMax];
      """)
    let made = try #require(told[0] as? Int)
    #expect(made > 10 && (told[1] as? Int ?? 0) > made / 2, "\(told)")
    #expect(told[2] as? Bool == true)
    let (kept, most) = (told[3] as? Int ?? 0, told[4] as? Int ?? 0)
    #expect(kept == most, "as many as may be, and no more: \(told)")
  }
}

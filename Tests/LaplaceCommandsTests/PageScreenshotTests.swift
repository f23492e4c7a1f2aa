import Foundation
import LaplaceCommands
import Scenarios
import TestSupport
import Testing

/// Six pages as Chromium shows them, beside pictures that a person has looked at.
///
/// `LAPLACE_NEW_SCREENSHOTS=1 swift test --filter PageScreenshotTests` makes the pictures of
/// `Golden/pages` anew: look at each before it is committed.
///
/// Fonts differ between machines and browsers, shapes do not. So a picture is a third of the page's
/// size, and what is compared are the averages of cells of 12 × 12 pixels: in the picture of the run,
/// without its buttons and its scale, hardly any may differ; of the page, where texts are, some may.
@Suite(
  .enabled(if: Browser.chromium.path != nil, "there is no Chromium on the path"),
  .enabled(if: BuiltEngine.path != nil, "there is no engine: Tools/builds wasm-library"),
  .serialized)
struct PageScreenshotTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  enum Kind: Sendable { case recording, comparison, playground }

  struct Scene: Sendable, CustomTestStringConvertible {
    var name: String
    var kind: Kind
    var width = 1200
    var height = 840
    var isDark = false
    /// What is done in the page before the picture is taken.
    var script: String

    var testDescription: String { name }
    var isPhone: Bool { width < 500 }
  }

  private static let pick = "go(150); render(); pickNext(1); render();"
  private static let apart = "go(420); page.tab = 'difference'; render();"
  private static let live =
    "while (!live.isReady) await still(5); setPlaying(false); go(-1); render();"

  static let scenes = [
    Scene(name: "recording-light", kind: .recording, script: pick),
    Scene(name: "comparison-dark", kind: .comparison, isDark: true, script: apart),
    Scene(name: "playground-light", kind: .playground, script: live),
    Scene(name: "recording-phone", kind: .recording, width: 390, height: 844, script: pick),
    Scene(
      name: "comparison-phone-dark", kind: .comparison, width: 390, height: 844, isDark: true,
      script: apart),
    Scene(
      name: "playground-phone-dark", kind: .playground, width: 390, height: 844, isDark: true,
      script: live),
  ]

  private static let golden = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Golden/pages")
  private static let isRenewing =
    ProcessInfo.processInfo.environment["LAPLACE_NEW_SCREENSHOTS"] == "1"

  // MARK: Taking pictures

  /// Made once for each kind: that takes longer than to look at it.
  nonisolated(unsafe) private static var made: [Kind: Data] = [:]

  private func page(_ kind: Kind) throws -> String {
    let page = folder.file("page.html")
    if let made = Self.made[kind] {
      try made.write(to: URL(fileURLWithPath: page))
      return page
    }
    let engine = try #require(BuiltEngine.path)
    let recording = { (name: String) in BuiltEngine.root.path + "/Recordings/\(name).mcap" }
    let words =
      switch kind {
      case .recording: ["view", recording("playground-seed1")]
      case .comparison:
        ["view", recording("sticky_corners-seed1"), recording("sticky_corners-noise-seed1")]
      case .playground: ["playground", "attachment", "cradle"]
      }
    let made = laplace(words + ["-o", page, "--engine", engine], catalogue: Catalogue.all)
    try #require(made.status == .same, "\(made.console.wordText)")
    Self.made[kind] = try Data(contentsOf: URL(fileURLWithPath: page))
    return page
  }

  /// Waits until all that comes by itself has come.
  private static let settled = """
    const still = ms => new Promise(done => setTimeout(done, ms)), facts = document.documentElement.dataset;
    const until = async isTrue => { for (let i = 0; i < 4000 && !isTrue(); i++) await still(5); };
    const settle = async () => {
      await until(() => isDrawn && isStageDrawn && areLanesDrawn && !stage.isStale && !stage.painter?.isBusy);
      await until(() => !thumbnails || !thumbnails.wanted.length && thumbnails.pending === null);
      await until(() => isDrawn && isStageDrawn && areLanesDrawn && !stage.painter?.isBusy);
      await still(120);
    };
    await until(() => stage && (stage.painter || !stage.opening) && (content.isPlayground || facts.proof));
    """

  /// A picture of the scene, as PNG in base64.
  private func shot(_ scene: Scene, _ chromium: ChromiumWindow, fault: String = "") throws -> String
  {
    let features = [
      ["name": "prefers-color-scheme", "value": scene.isDark ? "dark" : "light"],
      ["name": "prefers-reduced-motion", "value": "reduce"],
    ]
    _ = try chromium.call("Emulation.setEmulatedMedia", ["features": features])
    _ = try chromium.call(
      "Emulation.setDeviceMetricsOverride",
      [
        "width": scene.width, "height": scene.height, "deviceScaleFactor": 1,
        "mobile": scene.isPhone,
      ])
    try chromium.show(try page(scene.kind))
    _ = try chromium.run(
      "\(Self.settled) \(scene.script) await settle(); \(fault); invalidate(); await settle(); return 1;"
    )
    let taken = try chromium.call("Page.captureScreenshot", ["format": "png"])
    return try #require(taken["data"] as? String)
  }

  private func using<Result>(_ body: (ChromiumWindow) throws -> Result) throws -> Result {
    try Browser.chromium.use { window in
      let chromium = try #require(window as? ChromiumWindow)
      defer {
        _ = try? chromium.call("Emulation.clearDeviceMetricsOverride")
        _ = try? chromium.call("Emulation.setEmulatedMedia", ["features": [[String: String]]()])
      }
      return try body(chromium)
    }
  }

  // MARK: Comparing

  /// JavaScript: pictures in base64 become a third of their size, and averages of cells.
  private static let comparing = """
    const decoded = async text => {
      const image = new Image();
      image.src = 'data:image/png;base64,' + text;
      await image.decode();
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [image.width, image.height];
      const context = canvas.getContext('2d', { willReadFrequently: true });
      context.drawImage(image, 0, 0);
      return context.getImageData(0, 0, canvas.width, canvas.height);
    };
    const averages = ({ width, height, data }, size, [left, top, w, h] = [0, 0, width, height]) => {
      const columns = Math.floor(w / size), rows = Math.floor(h / size), means = new Float64Array(3 * columns * rows);
      for (let row = 0; row < rows; row++) for (let column = 0; column < columns; column++) {
        for (let k = 0; k < 3; k++) {
          let sum = 0;
          for (let y = 0; y < size; y++) for (let x = 0; x < size; x++) sum += data[4 * ((top + row * size + y) * width + left + column * size + x) + k];
          means[3 * (row * columns + column) + k] = sum / size / size;
        }
      }
      return { columns, rows, means };
    };
    const third = async text => {
      const { columns, rows, means } = averages(await decoded(text), 3), image = new ImageData(columns, rows);
      for (let i = 0; i < columns * rows; i++) image.data.set([means[3 * i], means[3 * i + 1], means[3 * i + 2], 255].map(Math.round), 4 * i);
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [columns, rows];
      canvas.getContext('2d').putImageData(image, 0, 0);
      return [canvas.toDataURL('image/png').split(',')[1], image];
    };
    // Boxes in pixels of the small picture: of the run's picture, and of the texts that lie on it.
    const box = element => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return [left, top, width, height].map(value => Math.round(value / 3));
    };
    const stageBox = box($('picture')), [stageLeft, stageTop, , stageHeight] = stageBox;
    const texts = [[stageLeft, stageTop + stageHeight - 16, 50, 16], ...Array.from(document.querySelectorAll('#tools button:not([hidden])'), box)];
    const differences = (a, b) => {
      const apart = [];
      let sum = 0;
      for (let i = 0; i < a.means.length; i += 3) {
        const most = Math.max(...[0, 1, 2].map(k => Math.abs(a.means[i + k] - b.means[i + k])));
        sum += most;
        if (most > 16) apart.push(i / 3);
      }
      return { apart, mean: sum / (a.means.length / 3), count: a.means.length / 3 };
    };
    """

  private struct Comparison {
    /// Cells of the run's picture that differ, and how many there are.
    var stage: Int
    var stageCount: Int
    /// The share of the whole page's cells that differ, and how far all are apart on average, of 255.
    var share: Double
    var mean: Double

    /// One cell in a thousand of the run's picture; one in twelve of a page whose texts have another font.
    var isSame: Bool { stage * 1000 <= stageCount && share <= 0.08 && mean <= 4 }
  }

  private func compare(
    _ shot: String, _ golden: Data, _ goldenBox: [Int], _ chromium: ChromiumWindow
  ) throws -> Comparison {
    let told = try chromium.list(
      """
      \(Self.comparing)
      const [, own] = await third('\(shot)'), known = await decoded('\(golden.base64EncodedString())');
      if (own.width !== known.width || own.height !== known.height) return [-1, 0, 1, 255];
      const page = differences(averages(own, 4), averages(known, 4)), knownBox = \(goldenBox);
      const [left, top, width, height] = stageBox.map((value, i) => i < 2 ? value : Math.min(value, knownBox[i]));
      const cells = averages(own, 4, [left, top, width, height]);
      const stage = differences(cells, averages(known, 4, [knownBox[0], knownBox[1], width, height]));
      const isText = cell => {
        const x = left + 4 * (cell % cells.columns), y = top + 4 * Math.floor(cell / cells.columns);
        return texts.some(([u, v, w, h]) => x + 4 > u && x < u + w && y + 4 > v && y < v + h);
      };
      const apart = stage.apart.filter(cell => !isText(cell)).length;
      return [apart, stage.count, page.apart.length / page.count, page.mean];
      """)
    let numbers = told.map { ($0 as? Double) ?? Double($0 as? Int ?? 0) }
    try #require(numbers.count == 4)
    return Comparison(
      stage: Int(numbers[0]), stageCount: Int(numbers[1]), share: numbers[2], mean: numbers[3])
  }

  private func known(_ scene: Scene) throws -> (Data, [Int]) {
    let boxes = try JSONSerialization.jsonObject(
      with: Data(contentsOf: Self.golden.appendingPathComponent("boxes.json")))
    let box = try #require((boxes as? [String: [Int]])?[scene.name])
    return (try Data(contentsOf: Self.golden.appendingPathComponent("\(scene.name).png")), box)
  }

  private func renew(_ scene: Scene, _ shot: String, _ chromium: ChromiumWindow) throws {
    let told = try chromium.list(
      "\(Self.comparing) const [text] = await third('\(shot)'); return [text, stageBox];")
    let data = try #require(Data(base64Encoded: told[0] as? String ?? ""))
    try FileManager.default.createDirectory(at: Self.golden, withIntermediateDirectories: true)
    try data.write(to: Self.golden.appendingPathComponent("\(scene.name).png"))
    let file = Self.golden.appendingPathComponent("boxes.json")
    let before = (try? Data(contentsOf: file)).flatMap {
      try? JSONSerialization.jsonObject(with: $0)
    }
    var boxes = before as? [String: [Int]] ?? [:]
    boxes[scene.name] = try #require(told[1] as? [Int])
    let text = try JSONSerialization.data(withJSONObject: boxes, options: [.sortedKeys])
    try (text + [0x0A]).write(to: file)
  }

  // MARK: Tests

  @Test(arguments: scenes)
  func pageLooksAsItDid(scene: Scene) throws {
    try using { chromium in
      let shot = try shot(scene, chromium)
      if Self.isRenewing {
        try renew(scene, shot, chromium)
        return
      }
      let (golden, box) = try known(scene)
      let found = try compare(shot, golden, box, chromium)
      guard !found.isSame else { return }
      let place = NSTemporaryDirectory() + "laplace-page-\(scene.name).png"
      try (Data(base64Encoded: shot) ?? Data()).write(to: URL(fileURLWithPath: place))
      Issue.record(
        """
        \(scene.name) looks different: \(found.stage) of \(found.stageCount) cells of the run's picture, \
        \(Int(found.share * 1000)) of 1000 of the page, \(found.mean) of 255 on average. The page as it is \
        now: \(place). Where that is meant, LAPLACE_NEW_SCREENSHOTS=1 makes the pictures anew.
        """)
    }
  }

  /// Another font passes; what is missing or wrong of the run's picture does not.
  @Test(
    .enabled(if: !isRenewing, "the pictures are being made anew"),
    arguments: [
      (
        "another font", true,
        "document.head.append(Object.assign(document.createElement('style'), { textContent: '* { font-family: serif !important; }' }));"
          + "const set = Object.getOwnPropertyDescriptor(CanvasRenderingContext2D.prototype, 'font').set;"
          + "Object.defineProperty(stage.text, 'font', { set(value) { set.call(this, value.replace('system-ui', 'serif')); } }); lanesKey = ''"
      ),
      (
        "a missing shape", false,
        "A().shapes.filter(one => A().layer(one, 0).role === 'subject')[5].looks.fill(0)"
      ),
      (
        "a shape elsewhere", false,
        "{ const one = A().shapes.filter(one => A().layer(one, 0).role === 'subject')[7]; one.ys = one.ys.map(y => y - 60); }"
      ),
      ("no fills", false, "for (const style of A().facts.drawing.styles) style.fill = 0"),
      ("dark shapes on a light page", false, "stage.tone = 1; stage.refreshInks = () => {}"),
    ])
  func toleranceIsForFontsOnly(name: String, passes: Bool, fault: String) throws {
    try using { chromium in
      let scene = Self.scenes[0]
      let (golden, box) = try known(scene)
      let found = try compare(try shot(scene, chromium, fault: fault), golden, box, chromium)
      #expect(found.isSame == passes, "\(name): \(found)")
    }
  }
}

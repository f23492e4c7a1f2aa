import DeterministicMath
import Foundation
import LaplaceCommands
import ProgramRunner
import Recording
import Replay
import Scenarios
import Simulation
import TestSupport
import Testing

/// What a page holds for its engine. What the engine does is for `PageReplayTests`.
@Suite struct PageEngineTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Begins as a module does, and no browser can run it.
  private func brokenEngine() throws -> String {
    let path = folder.file("broken.wasm")
    try Data([0x00, 0x61, 0x73, 0x6D, 9, 9]).write(to: URL(fileURLWithPath: path))
    return path
  }

  private func record(_ more: [String] = []) throws -> String {
    let path = folder.file("a.mcap")
    let run = laplace(["record", "particles", "--steps", "60", "-o", path] + more)
    try #require(run.status == .same, "\(run.console.wordText)")
    return path
  }

  private func view(_ path: String, _ options: [String]) throws -> PageText {
    let page = folder.file("page.html")
    let run = laplace(["view", path, "-o", page] + options)
    try #require(run.status == .same, "\(run.console.wordText)")
    return try PageText(path: page)
  }

  /// Only a page with an engine may run WebAssembly and make workers.
  @Test func policyAllowsWhatIsThere() throws {
    let path = try record()
    let (plain, own) = (
      try view(path, ["--engine", "none"]), try view(path, ["--engine", try brokenEngine()])
    )
    for word in ["wasm-unsafe-eval", "worker-src"] {
      #expect(!plain.html.contains(word) && own.html.contains(word))
    }
    #expect(plain.content["engine"] == nil && plain.recordings.first?["replay"] == nil)
    #expect(own.html.contains("content=\"default-src 'none';"))
    for word in ["http:", "https:", "src=", "import(", "fetch(", "eval("] {
      #expect(!own.html.contains(word), "\(word)")
    }
    let engine = try #require(own.content["engine"] as? [String: Any])
    #expect(engine["isPacked"] as? Bool == false && engine["code"] as? String == "AGFzbQkJ")
  }

  /// The page's requests are those that the tool's own agents are sent.
  @Test func requestsAreThoseOfTheRecording() throws {
    let script = folder.file("in.jsonl")
    try Data(
      """
      {"step":3,"kind":"nudge","particle":0,"vx":1.5,"vy":-2.25}
      {"step":3,"kind":"calm"}
      {"step":41,"kind":"nudge","particle":1,"vx":-7,"vy":1e-3}
      """.utf8
    ).write(to: URL(fileURLWithPath: script))
    let path = try record(["--input", script, "--seed", "7"])
    let page = try view(path, ["--engine", try brokenEngine()])
    let replay = try #require(page.recordings.first?["replay"] as? [String: Any])
    let file = try Recording(path: path)
    let begin = try #require(replay["begin"] as? [String])
    let start = AgentRequest.start(
      simulation: "particles", parameters: file.header.parameters, seed: 7)
    #expect(begin == [Data(start.encoded).base64EncodedString()])
    var steps: [Int] = []
    var lines: [String] = []
    for one in try #require(replay["inputs"] as? [[String: Any]]) {
      let step = try #require(one["step"] as? Int)
      let records = try #require(Data(base64Encoded: one["records"] as? String ?? ""))
      let request = [4, 1, 0, 0, 0] + [UInt8](records)
      #expect(request == AgentRequest.run([file.inputs(at: Int64(step))]).encoded)
      steps.append(step)
      lines += one["lines"] as? [String] ?? []
    }
    #expect(steps == [3, 41])
    let export = folder.file("out.jsonl")
    try #require(laplace("export", path, "--inputs", "-o", export).status == .same)
    let exported = try String(contentsOfFile: export, encoding: .utf8)
    #expect(lines.map { $0 + "\n" }.joined() == exported)
    #expect(replay["lastDigest"] as? String == file.digest(after: 59).description)
  }

  /// What a playground holds of each simulation: how it begins, and what can be set.
  @Test func playgroundHoldsWhatHasAPicture() throws {
    let page = folder.file("playground.html")
    let engine = try brokenEngine()
    let run = laplace(
      ["playground", "-o", page, "--engine", engine], catalogue: Catalogue.all)
    try #require(run.status == .same, "\(run.console.wordText)")
    let text = try PageText(path: page)
    #expect(text.content["isPlayground"] as? Bool == true)
    let names = text.recordings.compactMap { $0["name"] as? String }
    #expect(names.contains("S05") && names.contains("bridge"))
    #expect(!names.contains("benchmark.large_pyramid"), "too many shapes to choose it by chance")
    for one in text.recordings {
      let name = one["name"] as? String ?? "?"
      #expect(one["stepCount"] as? Int == 1 && one["file"] as? String == name)
      let replay = try #require(one["replay"] as? [String: Any])
      let entry = try #require(Catalogue.all.first { $0.name == name })
      let start = AgentRequest.start(
        simulation: name, parameters: entry.defaultParameters, seed: 1)
      #expect(replay["begin"] as? [String] == [Data(start.encoded).base64EncodedString()])
    }
    let playground = try #require(text.recordings.first { $0["name"] as? String == "playground" })
    let parameters = (playground["replay"] as? [String: Any])?["parameters"] as? [[String: Any]]
    #expect(parameters?.first?["name"] as? String == "itemCount")
    #expect(parameters?.first?["value"] as? String == "50")
    #expect(parameters?.first?["word"] as? Int == 0)
  }

  @Test func playgroundSaysWhatIsMissing() throws {
    let page = folder.file("playground.html")
    let wrong: [([String], String)] = [
      (["--engine", "none"], "a playground needs an engine"),
      (["nothing", "--engine", try brokenEngine()], "nothing"),
      (["particles", "--engine", try brokenEngine()], "particles: has no picture"),
    ]
    for (options, words) in wrong {
      let run = laplace(["playground", "-o", page] + options)
      #expect(run.status == .trouble && run.console.wordText.contains(words), "\(options)")
    }
    #expect(!FileManager.default.fileExists(atPath: page))
  }

  @Test func mistakesAreTold() throws {
    let (path, page) = (try record(), folder.file("page.html"))
    let wrong: [([String], String)] = [
      (["-o", page, "--engine", path], "is no engine"),
      (["-o", page, "--engine", folder.file("none.wasm")], "the engine cannot be read"),
      (["-o", folder.file("a.svg"), "--engine", path], "is for a page, not for a picture"),
    ]
    for (options, words) in wrong {
      let run = laplace(["view", path] + options)
      #expect(run.status == .trouble, "\(options)")
      #expect(run.console.wordText.contains(words), "\(run.console.wordText)")
    }
    #expect(!FileManager.default.fileExists(atPath: page))
  }
}

/// An engine that was built, and how to have it.
enum BuiltEngine {
  static let root: URL = {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { url.deleteLastPathComponent() }
    return url
  }()

  /// `Tools/test` and `Tools/matrix` build it before anything runs.
  static let path: String? = {
    let named = ProcessInfo.processInfo.environment["LAPLACE_TEST_ENGINE"]
    let usual = root.appendingPathComponent(".build-agents/wasm-library/laplace-engine.wasm.gz")
    let path = named ?? usual.path
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }()
}

/// Pages that replay, in a browser.
@Suite(
  .enabled(if: Chromium.path != nil, "there is no Chromium on the path"),
  .enabled(if: BuiltEngine.path != nil, "there is no engine: Tools/builds wasm-library"),
  .serialized)
struct PageReplayTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func page(_ name: String) throws -> String {
    let page = folder.file("page.html")
    let path =
      name.contains("/") ? name : BuiltEngine.root.path + "/Recordings/\(name).mcap"
    let run = laplace(
      ["view", path, "-o", page, "--engine", try #require(BuiltEngine.path)],
      catalogue: Catalogue.all)
    try #require(run.status == .same, "\(run.console.wordText)")
    return page
  }

  /// JavaScript that waits until the page has compared every step.
  private static let proven = """
    const still = ms => new Promise(done => setTimeout(done, ms)), facts = document.documentElement.dataset;
    while (!facts.proof) await still(10);
    """

  /// With inputs, with many contacts, with joints.
  @Test(arguments: ["S07-seed1", "S03-stacked-seed1", "cradle-seed1"])
  func everyDigestIsComputedInTheBrowser(name: String) throws {
    let steps = try Recording(path: BuiltEngine.root.path + "/Recordings/\(name).mcap").stepCount
    let shown = try Chromium.ask(
      try page(name),
      Self.proven + "return [facts.proof, document.querySelector('#verdict').textContent];",
      folder)
    #expect(shown[0] as? String == "same \(steps)", "an old engine? Tools/builds wasm-library")
    #expect((shown[1] as? String)?.hasPrefix("✓ replayed") == true, "\(shown)")
  }

  /// A piece begins with a key frame, not with the start of its run.
  @Test func pieceOfARunIsReplayed() throws {
    let piece = folder.file("piece.mcap")
    let cut = laplace(
      [
        "cut", BuiltEngine.root.path + "/Recordings/S05-seed1.mcap", "--range", "100..220", "-o",
        piece,
      ],
      catalogue: Catalogue.all)
    try #require(cut.status == .same, "\(cut.console.wordText)")
    let steps = try Recording(path: piece).stepCount
    let shown = try Chromium.ask(try page(piece), Self.proven + "return [facts.proof];", folder)
    #expect(shown[0] as? String == "same \(steps)")
  }

  @Test func flippedBitIsFoundAtItsStep() throws {
    let path = try page("S05-seed1")
    let text = try PageText(path: path)
    let digests = try #require(text.recordings.first?["digests"] as? String)
    for (step, bit) in [(-1, 5), (0, 0), (217, 77), (599, 127)] {
      var bytes = try #require(Data(base64Encoded: digests))
      bytes[(step + 1) * 16 + bit / 8] ^= 1 << UInt8(bit % 8)
      let flipped = text.html.replacingOccurrences(of: digests, with: bytes.base64EncodedString())
      try Data(flipped.utf8).write(to: URL(fileURLWithPath: path))
      let shown = try Chromium.ask(path, Self.proven + "return [facts.proof];", folder)
      #expect(shown[0] as? String == "differs \(step)", "bit \(bit)")
    }
  }

  /// Browsers say why they cannot run an engine; the page shows the recording all the same.
  @Test func brokenEngineIsTold() throws {
    let path = try page("S05-seed1")
    let text = try PageText(path: path)
    let code = try #require((text.content["engine"] as? [String: Any])?["code"] as? String)
    let broken = text.html.replacingOccurrences(of: code, with: "AGFzbQkJ")
      .replacingOccurrences(of: "\"isPacked\":true", with: "\"isPacked\":false")
    try Data(broken.utf8).write(to: URL(fileURLWithPath: path))
    let shown = try Chromium.ask(
      path,
      Self.proven
        + "return [facts.proof, facts.step, document.querySelector('#verdict').textContent];",
      folder)
    #expect(shown[0] as? String == "problem" && shown[1] as? String == "0")
    #expect((shown[2] as? String)?.hasPrefix("✕ not replayed: ") == true, "\(shown)")
  }

  /// The branch that a page told by its inputs, digests and command, recorded natively: the command
  /// gives the digests that the page computed.
  private func recordedBranch(_ told: [Any], from step: Int) throws -> Recording {
    let script = try #require(told[0] as? String, "\(told)")
    let digests = try #require(told[1] as? [String])
    let (inputs, path) = (folder.file("play-branch.jsonl"), folder.file("branch.mcap"))
    try Data(script.utf8).write(to: URL(fileURLWithPath: inputs))
    // As the page says it, but for the folder.
    var words = try #require(told[2] as? String).split(separator: " ").map(String.init)
    words = words.dropFirst().map { $0.hasSuffix("-branch.jsonl") ? inputs : $0 }
    words[words.count - 1] = path
    let again = laplace(words, catalogue: Catalogue.all)
    try #require(again.status == .same, "\(again.console.wordText)")
    let file = try Recording(path: path)
    #expect(digests.count == Int(file.stepCount) - step - 1)
    for (index, digest) in digests.enumerated() {
      let at = Int64(step + 1 + index)
      #expect(digest == file.digest(after: at).description, "step \(at)")
    }
    #expect(laplace(["verify", path], catalogue: Catalogue.all).status == .same)
    return file
  }

  /// Without a pointer: a row is picked, held, moved by arrows and let go; then it is tapped.
  @Test func branchIsMadeByKeyboard() throws {
    let recorded = folder.file("play.mcap")
    let record = laplace(
      ["record", "playground", "--steps", "120", "--set", "itemCount=20", "-o", recorded],
      catalogue: Catalogue.all)
    try #require(record.status == .same)
    let keys =
      Self.proven + """
        const press = (key, more = {}) => document.body.dispatchEvent(
          new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));
        const until = async isTrue => { while (!isTrue()) await still(5); };
        const words = [], hear = () => words.push($('toast').textContent);
        go(60); render();
        press('h'); hear();
        press('j'); render();
        const row = page.row, shape = page.shape;
        press('h'); hear();
        press('h', { repeat: true });
        const start = live.finger?.last;
        await until(() => live.branch.facts.stepCount > 65);
        for (let i = 0; i < 6; i++) { press('ArrowRight', { shiftKey: i % 2 === 1 }); press('ArrowUp'); await still(20); }
        const end = live.finger?.last, [px, py] = stage.pixel(start.x, start.y), [qx, qy] = stage.pixel(end.x, end.y);
        // The picture is late: steps are taken that it does not show.
        await until(() => live.branch.facts.stepCount > 80 && page.step < live.branch.facts.stepCount - 1);
        press('Escape'); hear();
        const isPicked = page.shape !== null && page.row === row;
        // At once: what was let go a moment ago is not taken back.
        press('Enter'); hear();
        await until(() => live.branch.facts.stepCount > 100);
        setPlaying(false);
        await until(() => !live.waiting);
        const branch = live.branch, digests = [];
        for (let step = 61; step < branch.facts.stepCount; step++) digests.push(branch.digest(step));
        press('?');
        const help = $('keys').textContent;
        return [branch.script(), digests, branchCommand(), words, [qx - px, qy - py].map(Math.round), isPicked, help];
        """
    let told = try Chromium.ask(try page(recorded), keys, folder)
    let file = try recordedBranch(told, from: 60)
    let inputs = try #require(told[0] as? String).split(separator: "\n").map {
      try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
    let kinds = inputs.compactMap { $0?["kind"] as? String }
    #expect(kinds.first == "panBegan" && kinds.suffix(2) == ["panEnded", "tap"], "\(kinds)")
    #expect(kinds.dropFirst().dropLast(2).allSatisfy { $0 == "panChanged" } && kinds.count > 3)
    #expect(inputs.first??["step"] as? Int == 61 && file.stepCount > 100)
    #expect(told[4] as? [Int] == [144, -48], "arrows move by 8 pixels, with shift by 40")
    #expect(told[5] as? Bool == true, "what is let go stays picked")
    let words = try #require(told[3] as? [String])
    for (word, said) in zip(["Pick a row first", "is held", "let go", "tapped"], words) {
      #expect(said.contains(word), "\(said)")
    }
    for word in ["Take hold of the picked row", "Tap the picked row"] {
      #expect((told[6] as? String)?.contains(word) == true, "the list of keys has it: \(word)")
    }
  }

  /// A seed and a parameter are set, an item is tossed, and the page verifies its session; what it
  /// saves gives natively what it computed. Then another simulation is chosen.
  @Test func playgroundIsTheRunThatItsInputsGive() throws {
    let page = folder.file("page.html")
    let made = laplace(
      ["playground", "S05", "playground", "-o", page, "--engine", try #require(BuiltEngine.path)],
      catalogue: Catalogue.all)
    try #require(made.status == .same, "\(made.console.wordText)")
    let play = """
      const still = ms => new Promise(done => setTimeout(done, ms)), facts = document.documentElement.dataset;
      const until = async isTrue => { while (!isTrue()) await still(5); };
      const set = async (name, value) => {
        await until(() => document.querySelector(`[data-key="set ${name}"]`));
        const entry = document.querySelector(`[data-key="set ${name}"]`);
        entry.value = value;
        entry.dispatchEvent(new Event('change'));
        await still(50);
      };
      await until(() => live.branch?.facts.stepCount > 3);
      const first = A().facts.name;
      $('simulation').value = '1';
      $('simulation').dispatchEvent(new Event('change'));
      await set('itemCount', '12.5');
      const refused = $('toast').textContent;
      await set('itemCount', '12');
      await set('seed', '18446744073709551615');
      await until(() => live.branch.facts.stepCount > 20);
      const canvas = document.getElementById('canvas');
      canvas.setPointerCapture = () => {};
      const point = (type, [x, y]) => {
        const box = canvas.getBoundingClientRect();
        canvas.dispatchEvent(new PointerEvent(type, { pointerId: 1, button: 0, clientX: box.left + x, clientY: box.top + y }));
      };
      const run = A(), at = run.sample(page.step), one = run.shapes.find(s => s.looks[at] > 0 && run.layer(s, at).role === 'subject');
      const [x, y] = stage.pixel(one.xs[at], one.ys[at]);
      point('pointerdown', [x, y]);
      for (let i = 1; i <= 8; i++) { point('pointermove', [x + 3 * i, y - 6 * i]); await still(20); }
      point('pointerup', [x + 24, y - 48]);
      const end = live.branch.facts.stepCount + 30;
      await until(() => live.branch.facts.stepCount > end);
      setPlaying(false);
      await until(() => !live.waiting);
      playground.verify();
      await until(() => facts.checked);
      const branch = live.branch, digests = [];
      for (let step = 0; step < branch.facts.stepCount; step++) digests.push(branch.digest(step));
      const isSame = facts.checked === `same ${branch.facts.stepCount}`;
      delete facts.checked;
      branch.digests.set(7, '0'.repeat(32));
      playground.verify();
      await until(() => facts.checked);
      return [branch.script(), digests, branchCommand(), first, refused, isSame, facts.checked, branch.digest(-1)];
      """
    let told = try Chromium.ask(page, play, folder)
    let file = try recordedBranch(told, from: -1)
    #expect(told[3] as? String == "S05" && told[4] as? String == "itemCount cannot be '12.5'")
    #expect(told[5] as? Bool == true && told[6] as? String == "differs 7")
    #expect(told[7] as? String == file.digest(after: -1).description)
    #expect(file.header.seed == .max)
    #expect((0..<file.stepCount).contains { !file.inputs(at: $0).isEmpty })
  }

  /// An item is dragged from step 200 on; then the branch is left at step 230 and dragged again. What
  /// the page saves gives natively what the page computed, digest by digest.
  @Test func branchIsTheRunThatItsInputsGive() throws {
    let recorded = folder.file("play.mcap")
    let record = laplace(
      ["record", "playground", "--steps", "300", "--set", "itemCount=20", "-o", recorded],
      catalogue: Catalogue.all)
    try #require(record.status == .same)
    let drag =
      Self.proven + """
        const canvas = document.getElementById('canvas');
        canvas.setPointerCapture = () => {};
        const point = (type, [x, y]) => {
          const box = canvas.getBoundingClientRect();
          canvas.dispatchEvent(new PointerEvent(type, { pointerId: 1, button: 0, clientX: box.left + x, clientY: box.top + y }));
        };
        actions.touch[2]();
        for (const [from, shape, end] of [[200, 3, 260], [230, 7, 290]]) {
          setPlaying(false);
          while (live.waiting) await still(5);
          go(from);
          render();
          const run = A(), at = run.sample(from), one = run.shapes.filter(s => run.layer(s, at).role === 'subject')[shape];
          const [x, y] = stage.pixel(one.xs[at], one.ys[at]);
          point('pointerdown', [x, y]);
          for (let i = 1; i <= 12; i++) { point('pointermove', [x + 4 * i, y - 9 * i]); await still(20); }
          point('pointerup', [x + 48, y - 108]);
          while (live.branch.facts.stepCount <= end) await still(10);
        }
        setPlaying(false);
        while (live.waiting) await still(5);
        const branch = live.branch, steps = branch.facts.stepCount;
        const digests = [];
        for (let step = 201; step < steps; step++) digests.push(branch.digest(step));
        const places = branch.shapes.filter(s => s.looks[branch.count - 1] > 0 && branch.layer(s, branch.count - 1).role === 'subject')
          .map(s => [s.id, s.xs[branch.count - 1], s.ys[branch.count - 1]]);
        return [branch.script(), digests, branchCommand(), places];
        """
    let shown = try Chromium.ask(try page(recorded), drag, folder)
    let script = try #require(shown[0] as? String)
    #expect(script.contains("panBegan") && script.contains("panEnded"))
    let file = try recordedBranch(shown, from: 200)
    // The picture is that of the run: where the page has the items at the end, the engine has them.
    let player = try Player(
      file, entry: try #require(Catalogue.all.first { $0.name == "playground" }))
    try player.seek(to: file.stepCount)
    let drawing = try #require(player.run.drawing(DrawingRequest()))
    let subjects = drawing.layers.filter { $0.role == .subject }.flatMap(\.shapes)
    let places = try #require(shown[3] as? [[Double]])
    #expect(places.count == subjects.count && places.count == 20)
    for place in places {
      let near = subjects.contains {
        $0.id == UInt32(place[0]) && abs($0.center.x - place[1]) < 0.01
          && abs($0.center.y - place[2]) < 0.01
      }
      #expect(near, "\(place)")
    }
  }
}

extension Chromium {
  /// Runs JavaScript in a page and returns the list that it returns. Time is real: a worker is not
  /// waited for where it is made up.
  static func ask(_ page: String, _ script: String, _ folder: TemporaryFolder) throws -> [Any] {
    let asked = folder.file("asked.html")
    let html = try String(contentsOfFile: page, encoding: .utf8)
    let more = """
      <script>(async () => {
        while (!document.documentElement.dataset.ready) await new Promise(done => setTimeout(done, 10));
        \(script)
      })().catch(error => ['failed', String(error.stack)]).then(told => {
        const bytes = new TextEncoder().encode(JSON.stringify(told));
        console.log('told:' + btoa(Array.from(bytes, b => String.fromCharCode(b)).join('')));
      });</script>
      """
    try Data((html + more).utf8).write(to: URL(fileURLWithPath: asked))
    // Of its own: what a browser before it told would be taken for its words.
    let log = folder.file("log-\(UUID().uuidString)")
    let command = """
      "$0" --headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run \
        --window-size=1200,900 --user-data-dir="$1" --enable-logging=stderr "$2" >/dev/null 2>"$3" &
      for i in $(seq 1 600); do
        if grep -q 'told:' "$3"; then break; fi
        sleep 0.1
      done
      kill $!
      wait $! 2>/dev/null
      true
      """
    _ = try ProgramRun(
      "/bin/sh",
      [
        "-c", command, try #require(path), folder.file("asked-profile"),
        URL(fileURLWithPath: asked).absoluteString, log,
      ])
    let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
    let told = lines.filter { $0.contains("CONSOLE") }
    #expect(told.count == 1, "\(told.map { $0.prefix(300) })")
    let line = try #require(told.last { $0.contains("told:") }, "nothing was told in a minute")
    let code = line.components(separatedBy: "told:")[1].prefix { $0 != "\"" }
    let data = try #require(Data(base64Encoded: String(code)))
    return try #require(try JSONSerialization.jsonObject(with: data) as? [Any])
  }
}

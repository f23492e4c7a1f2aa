import AgentProtocol
import DeterministicMath
import Foundation
import LaplaceCommands
import ProgramRunner
import Recording
import Scenarios
import Sessions
import Simulation
import TestSupport
import Testing

/// Branches of pages: what a pointer or keys do, natively once more.
@Suite(
  .enabled(if: !Browser.present.isEmpty, "there is no browser on the path"),
  .enabled(if: BuiltEngine.path != nil, "there is no engine: Tools/builds wasm-library"),
  .serialized)
struct PageBranchTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func page(_ name: String) throws -> String {
    try BuiltEngine.page(name, folder.file("page.html"))
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
      #expect(try digest == file.digest(after: at).description, "step \(at)")
    }
    #expect(laplace(["verify", path], catalogue: Catalogue.all).status == .same)
    return file
  }

  /// Without a pointer: a row is picked, held, moved by arrows and let go; then it is tapped.
  @Test(arguments: Browser.usual)
  func branchIsMadeByKeyboard(browser: Browser) throws {
    let recorded = folder.file("play.mcap")
    let record = laplace(
      ["record", "playground", "--steps", "120", "--set", "itemCount=20", "-o", recorded],
      catalogue: Catalogue.all)
    try #require(record.status == .same)
    let keys =
      Browser.proven + """
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
        // However far it is by now: both are taken.
        const enough = live.branch.facts.stepCount + 20;
        await until(() => live.branch.facts.stepCount > enough);
        setPlaying(false);
        await until(() => !live.waiting);
        const branch = live.branch, digests = [];
        for (let step = 61; step < branch.facts.stepCount; step++) digests.push(branch.digest(step));
        press('?');
        const help = $('keys').textContent;
        return [branch.script(), digests, branchCommand(), words, [qx - px, qy - py].map(Math.round), isPicked, help];
        """
    let told = try browser.ask(try page(recorded), keys)
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

  /// The latest sample of a branch is drawn from arrays of its own: as from those of its shapes.
  private static let isDrawnFromEither = """
    const isDrawnFromEither = run => {
      const sample = run.count - 1, text = () => {
        const { byLayer, subjects } = stage.present(run, sample);
        return JSON.stringify([byLayer.map(layer => [layer.shapes.map(shape => shape.index), layer.looks, layer.places]), subjects.length]);
      };
      if (run.latest.sample !== sample) return false;
      const latest = text();
      run.latest.sample = -1;
      return text() === latest && latest.includes('"outlines"');
    };
    """

  /// A seed and a parameter are set, an item is tossed, and the page verifies its session; what it
  /// saves gives natively what it computed. Then another simulation is chosen.
  @Test(arguments: Browser.usual)
  func playgroundIsTheRunThatItsInputsGive(browser: Browser) throws {
    let page = folder.file("page.html")
    let made = laplace(
      [
        "playground", "spring", "playground", "-o", page, "--engine",
        try #require(BuiltEngine.path),
      ],
      catalogue: Catalogue.all)
    try #require(made.status == .same, "\(made.console.wordText)")
    let play =
      Self.isDrawnFromEither + """
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
        return [branch.script(), digests, branchCommand(), first, refused, isSame, facts.checked, branch.digest(-1), isDrawnFromEither(branch)];
        """
    let told = try browser.ask(page, play)
    let file = try recordedBranch(told, from: -1)
    #expect(told[3] as? String == "spring")
    #expect(told[4] as? String == "itemCount cannot be '12.5': it is a whole number (int64)")
    #expect(told[5] as? Bool == true && told[6] as? String == "differs 7")
    #expect(try told[7] as? String == file.digest(after: -1).description)
    #expect(file.header.seed == .max)
    #expect(told[8] as? Bool == true)
    #expect(try (0..<file.stepCount).contains { try !file.inputs(at: $0).isEmpty })
  }

  /// An item is dragged from step 200 on; then the branch is left at step 230 and dragged again. What
  /// the page saves gives natively what the page computed, digest by digest.
  @Test(arguments: Browser.usual)
  func branchIsTheRunThatItsInputsGive(browser: Browser) throws {
    let recorded = folder.file("play.mcap")
    let record = laplace(
      ["record", "playground", "--steps", "300", "--set", "itemCount=20", "-o", recorded],
      catalogue: Catalogue.all)
    try #require(record.status == .same)
    let drag =
      Browser.proven + Self.isDrawnFromEither + """
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
        return [branch.script(), digests, branchCommand(), places, isDrawnFromEither(branch)];
        """
    let shown = try browser.ask(try page(recorded), drag)
    let script = try #require(shown[0] as? String)
    #expect(script.contains("panBegan") && script.contains("panEnded"))
    #expect(shown[4] as? Bool == true)
    let file = try recordedBranch(shown, from: 200)
    // The picture is that of the run: where the page has the items at the end, the engine has them.
    let player = try Player(
      file, entry: try #require(Catalogue.all.first { $0.name == "playground" }))
    try player.seek(to: file.stepCount)
    let drawing = try #require(try player.run.drawing(DrawingRequest()))
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

  /// A branch in which nothing happens goes on as the recording does, and no shape is shown as elsewhere,
  /// though the recording has places in whole quanta, and may have left samples out. A shape that is moved is.
  @Test(arguments: Browser.usual)
  func branchThatIsTheRecordingIsNotElsewhere(browser: Browser) throws {
    let told = try browser.ask(
      try page(try recorded()),
      Browser.proven + """
        const base = A();
        go(100);
        live.begin();
        while (!live.isReady) await still(5);
        const found = [];
        for (let i = 0; i < 60; i++) {
          live.take(1);
          while (live.waiting) await still(1);
          const { far, ghosts } = distances(A(), base, A().count - 1, base.sample(A().facts.stepCount - 1));
          found.push(far.size, [...ghosts].filter(shape => shape.looks[base.sample(A().facts.stepCount - 1)] > 0).length);
        }
        // Where the recording has every fourth sample only, what is compared is of one step all the same:
        // whichever of the two is shown, and however whole turns were counted.
        const branch = A(), seen = [], whole = stage.draw;
        stage.draw = (run, sample, options) => { if (options.far) seen.push(options.far.size); else seen.push([...options.ghost].filter(shape => shape.looks[sample] > 0).length); };
        base.sample = step => Run.prototype.sample.call(base, step - step % 4);
        branch.shapes[3].angles = branch.shapes[3].angles?.map(angle => angle - 4 * Math.PI);
        for (const [step, run, other] of [[121, branch, base], [126, branch, base], [131, base, branch], [133, base, branch]]) {
          page.step = step;
          drawStage(stage, run, other, run.sample(step));
        }
        delete base.sample;
        page.apart = null;
        branch.shapes[3].xs[branch.count - 1] += 2;
        page.step = branch.facts.stepCount - 1;
        drawStage(stage, branch, base, branch.count - 1);
        stage.draw = whole;
        // A shape that comes after the branch's first step is the recording's own.
        const late = branch.shapes.find(shape => shape.role === 'subject');
        const copy = new BranchRun({ ...base, sample: base.sample, layer: base.layer, shapes: base.shapes.map(shape => ({ ...shape, looks: shape.id === late.id ? shape.looks.map((look, i) => i < 120 ? 0 : look) : shape.looks })) }, 100);
        copy.meet({ styles: [], layers: [], looks: [], shapes: [] });
        const same = copy.shape({ id: late.id, label: late.label, isTurned: late.isTurned }, 'subject', 101);
        seen.push(copy.shapes.indexOf(same) === branch.shapes.indexOf(late), copy.shapes.length === branch.shapes.length);
        return [A().isBranch, Math.max(...found), seen];
        """)
    #expect(told[0] as? Bool == true)
    #expect(told[1] as? Int == 0)
    // Shades and ghosts of each picture; then of the shape that was moved.
    let seen = try #require(told[2] as? [Any])
    #expect(seen.prefix(8).allSatisfy { $0 as? Int == 0 }, "\(told)")
    #expect(seen[8] as? Int == 1 && seen[9] as? Int == 1, "\(told)")
    #expect(seen.count == 12 && seen[10] as? Bool == true && seen[11] as? Bool == true, "\(told)")
  }

  /// A recording of 20 items without inputs, to branch from.
  private func recorded(steps: Int = 300) throws -> String {
    let path = folder.file("play.mcap")
    let record = laplace(
      ["record", "playground", "--steps", "\(steps)", "--set", "itemCount=20", "-o", path],
      catalogue: Catalogue.all)
    try #require(record.status == .same, "\(record.console.wordText)")
    return path
  }

  /// Where an item is on the page after a step, and a way up and to the right from there.
  private func way(_ window: any BrowserWindow, from step: Int) throws -> [(x: Double, y: Double)] {
    let told = try window.list(
      """
      setPlaying(false);
      while (!pointer) await new Promise(done => setTimeout(done, 5));
      if (!page.touch) actions.touch[2]();
      go(\(step));
      render();
      const run = A(), at = run.sample(\(step)), box = $('canvas').getBoundingClientRect();
      const one = run.shapes.filter(s => s.looks[at] > 0 && run.layer(s, at).role === 'subject')[3];
      const [x, y] = stage.pixel(one.xs[at], one.ys[at]);
      return [box.left + x, box.top + y];
      """)
    let (x, y) = (try #require(told[0] as? Double), try #require(told[1] as? Double))
    return (0...12).map { (x + 4 * Double($0), y - 9 * Double($0)) }
  }

  /// What the page saves after a drag with a pointer.
  private func saved(_ window: any BrowserWindow, from step: Int) throws -> (String, [String]) {
    try window.drag(try way(window, from: step))
    _ = try window.run(
      """
      const still = ms => new Promise(done => setTimeout(done, ms));
      while (live.branch.facts.stepCount < \(step) + 60) await still(5);
      setPlaying(false);
      while (live.waiting) await still(5);
      saveRecording();
      return 1;
      """)
    let digests = try window.list(
      """
      const branch = live.branch;
      return Array.from({ length: branch.facts.stepCount }, (_, step) => branch.digest(step));
      """)
    let path = try window.downloaded("\(try window.run("return branchFile('.mcap');"))")
    defer { try? FileManager.default.removeItem(atPath: path) }
    let kept = folder.file("kept-\(UUID().uuidString).mcap")
    try FileManager.default.moveItem(atPath: path, toPath: kept)
    return (kept, digests.compactMap { $0 as? String })
  }

  /// A branch is dragged with a pointer and saved: a recording like any other, whose digests are those
  /// that the page showed.
  @Test(arguments: Browser.present)
  func branchIsSavedAsARecording(browser: Browser) throws {
    let original = try recorded()
    let page = try page(original)
    let (path, digests) = try browser.use { window in
      try window.show(page)
      let told = try saved(window, from: 200)
      let complaints = try window.complaints()
      #expect(complaints.isEmpty, "\(complaints)")
      return told
    }
    let file = try Recording(path: path)
    #expect(file.stepCount == Int64(digests.count) && file.isFullyChecked)
    #expect(file.header.tracks == .log && file.keyframeSteps == [0])
    for (step, digest) in digests.enumerated() {
      #expect(try digest == file.digest(after: Int64(step)).description, "step \(step)")
    }
    // Those before the branch are the recorded ones.
    let inputs = try (201..<file.stepCount).filter { try !file.inputs(at: $0).isEmpty }
    let before = try Recording(path: original)
    for step in Int64(0)...200 { #expect(try file.inputs(at: step) == before.inputs(at: step)) }
    let note = try #require(file.header.notes.first)
    #expect(note.name == "branch" && note.value == "leaves play.mcap after step 200")
    for words in [["info"], ["verify"], ["replay"], ["export", "--inputs"], ["du"]] {
      let run = laplace(words + [path], catalogue: Catalogue.all)
      #expect(run.status == .same, "\(words): \(run.console.wordText)")
    }
    let verified = laplace(["verify", path], catalogue: Catalogue.all)
    #expect(verified.console.resultText.contains("bit-exact"), "\(verified.console.resultText)")
    // It leaves the recording where the pointer acted first, not before.
    let diff = laplace(["diff", original, path, "--format", "json"], catalogue: Catalogue.all)
    #expect(diff.status == .different)
    let said = try JSONSerialization.jsonObject(with: Data(diff.console.resultText.utf8))
    let found = (said as? [String: Any])?["comparison"] as? [String: Any]
    let first = (found?["difference"] as? [String: Any])?["mismatch"] as? [String: Any]
    #expect(first?["step"] as? Int64 == inputs.first, "\(diff.console.resultText)")
    // A page shows it as it shows others, and replays it.
    let again = try browser.ask(try self.page(path), Browser.proven + "return [facts.proof];")
    #expect(again[0] as? String == "same \(digests.count)")
  }

  /// A branch of a piece begins where the piece begins; more than a block of steps is several blocks.
  @Test func savedBranchesOfOtherShapes() throws {
    let browser = try #require(Browser.present.first)
    let (long, piece) = (try recorded(steps: 1300), folder.file("piece.mcap"))
    try #require(
      laplace(["cut", long, "--range", "900..1250", "-o", piece], catalogue: Catalogue.all).status
        == .same)
    for (original, from, frames) in [(long, 1200, [0, 1024]), (piece, 30, [0])] {
      let page = try page(original)
      let (path, _) = try browser.use { window in
        try window.show(page)
        return try saved(window, from: from)
      }
      let file = try Recording(path: path)
      #expect(file.keyframeSteps == frames.map(Int64.init))
      #expect(file.header.firstStep == (original == piece ? 900 : 0))
      let verified = laplace(["verify", path], catalogue: Catalogue.all)
      #expect(verified.status == .same, "\(verified.console.wordText)")
    }
  }
}

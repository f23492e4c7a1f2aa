import Foundation
import Recording
import Simulation
import TestSupport
import Testing

/// Which names a recording takes, and what happens to those that others have.
@Suite struct OutputFileTests {
  let folder: TemporaryFolder
  let path: String
  private let header: RecordingHeader
  private let initial: StateImage
  private let run = SimulationRun<Particles<Sound>>(parameters: .init(), seed: 1)

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("a.mcap")
    header = RecordingHeader(
      description: run.description, parameters: Particles<Sound>.Parameters().words, seed: 1,
      engineVersion: "1")
    var image = StateImage()
    run.save(.everything, into: &image)
    initial = image
  }

  private func writer(
    replaces: Bool = true, input: String? = nil, sizeMax: UInt64 = .max
  ) throws(RecordingError) -> RecordingWriter {
    var options = RecordingOptions()
    options.replacesFile = replaces
    options.input = input.flatMap { FileIdentity(path: $0) }
    options.fileSizeMax = sizeMax
    return try RecordingWriter(
      path: path, header: header, initial: initial, initialDigest: run.digest(), options: options)
  }

  /// Appends steps until the block is full, `count` times.
  private func append(_ count: Int, to writer: RecordingWriter) throws(RecordingError) {
    var image = StateImage()
    run.save(.everyStep, into: &image)
    for _ in 0..<count { try writer.append(inputs: [], digest: run.digest(), state: image) }
  }

  private func text(_ path: String) -> String? {
    try? String(contentsOfFile: path, encoding: .utf8)
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  @Test func anExistingFileIsLeftWhenNobodyAsked() throws {
    try Data("precious".utf8).write(to: URL(fileURLWithPath: path))
    #expect(throws: RecordingError(.exists)) { try writer(replaces: false) }
    #expect(text(path) == "precious")
    #expect(try names() == ["a.mcap"])
  }

  /// What appeared under the name while recording stays, and so does the recording.
  @Test(arguments: ["file", "folder", "link", "pipe"], [false, true])
  func whatAppearsMeanwhileStays(kind: String, replaces: Bool) throws {
    if kind == "file" && replaces { return }
    let writer = try writer(replaces: replaces)
    try append(5, to: writer)
    try make(kind)
    let expected = FileIdentity(path: path)
    #expect(throws: RecordingError.self) { try writer.finish() }
    #expect(FileIdentity(path: path) == expected)
    #expect(writer.isComplete)
    #expect(writer.partialPath == path + ".partial")
    #expect(try Recording(path: writer.partialPath).stepCount == 5)
  }

  private func make(_ kind: String) throws {
    let files = FileManager.default
    switch kind {
    case "file": try Data("precious".utf8).write(to: URL(fileURLWithPath: path))
    case "folder": try files.createDirectory(atPath: path, withIntermediateDirectories: false)
    case "link":
      let other = folder.file("other")
      try Data("precious".utf8).write(to: URL(fileURLWithPath: other))
      try files.createSymbolicLink(atPath: path, withDestinationPath: other)
    default: try #require(mkfifo(path, 0o600) == 0)
    }
  }

  /// A pipe gets the bytes of the file, and stays a pipe.
  @Test func aPipeIsWritten() throws {
    let writer = try writer()
    try append(700, to: writer)
    try writer.finish()
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    let pipe = folder.file("pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    // A descriptor for both directions lets the writer open the pipe, and holds what it writes.
    let reader = open(pipe, O_RDWR | O_NONBLOCK)
    defer { close(reader) }
    try Files.write(Array(whole.prefix(4000)), to: pipe, replaces: false)
    var bytes = [UInt8](repeating: 0, count: 5000)
    let count = read(reader, &bytes, 5000)
    #expect(bytes.prefix(max(0, count)).elementsEqual(whole.prefix(4000)))
    #expect(try names() == ["a.mcap", "pipe"])
  }

  /// A read-only file is not replaced, not even by a superuser.
  @Test func aReadOnlyFileIsLeft() throws {
    try Data("precious".utf8).write(to: URL(fileURLWithPath: path))
    chmod(path, 0o444)
    #expect(throws: RecordingError.self) { try writer() }
    #expect(text(path) == "precious")
  }

  @Test(arguments: ["folder", "link"])
  func onlyRegularFilesAreReplaced(kind: String) throws {
    try make(kind)
    let expected = try names()
    #expect(throws: RecordingError.self) { try writer() }
    #expect(try names() == expected)
  }

  @Test(arguments: ["link", "pipe", "folder"])
  func aPartialNameThatIsNoFileIsLeft(kind: String) throws {
    try make(kind)
    try FileManager.default.moveItem(atPath: path, toPath: path + ".partial")
    let expected = try names()
    #expect(throws: RecordingError.self) { try writer() }
    #expect(try names() == expected)
  }

  @Test func aNameMayNotBeEmpty() throws {
    #expect(throws: RecordingError.self) {
      try RecordingWriter(
        path: "", header: header, initial: initial, initialDigest: run.digest())
    }
  }

  /// The partial file that is rescued keeps its name, though the new one would grow under it.
  @Test func theInputIsNeitherMovedNorReplaced() throws {
    let first = try writer()
    try append(5, to: first)
    try first.finish()
    let input = path + ".partial"
    try FileManager.default.moveItem(atPath: path, toPath: input)
    let before = try Data(contentsOf: URL(fileURLWithPath: input))
    try Rescue(path: input).write(to: path)
    #expect(try Data(contentsOf: URL(fileURLWithPath: input)) == before)
    #expect(try Recording(path: path).stepCount == 5)
    #expect(try names() == ["a.mcap", "a.mcap.partial"])
    for name in [path, folder.file("link")] {
      if name != path { try FileManager.default.linkItem(atPath: path, toPath: name) }
      #expect(throws: RecordingError(.isInput)) {
        try Rescue(path: path).write(to: name, replaces: true)
      }
    }
  }

  /// Many recorders of one name at a time: the file is the one of whoever reports success.
  @Test func racesHaveOneWinnerWhoseDataItIs() throws {
    for round in 0..<40 {
      let path = folder.file("race\(round).mcap")
      // A dead recorder's leavings, which all of them want to move aside.
      if round % 2 == 0 {
        try Data("half a session".utf8).write(to: URL(fileURLWithPath: path + ".partial"))
      }
      let (winners, shared) = (Winners(), header)
      DispatchQueue.concurrentPerform(iterations: 6) { number in
        let run = SimulationRun<Particles<Sound>>(parameters: .init(), seed: UInt64(number))
        var image = StateImage()
        run.save(.everything, into: &image)
        var header = shared
        header.seed = UInt64(number)
        var options = RecordingOptions()
        options.replacesFile = false
        guard
          let writer = try? RecordingWriter(
            path: path, header: header, initial: image, initialDigest: run.digest(),
            options: options)
        else { return }
        if (try? writer.finish()) != nil { winners.add(UInt64(number)) }
      }
      #expect(winners.seeds.count == 1, "round \(round)")
      #expect(try Recording(path: path).header.seed == winners.seeds.first, "round \(round)")
      if round % 2 == 0 {
        let aside = try names().filter { $0.hasPrefix("race\(round).mcap.partial-") }
        #expect(aside.count == 1)
        #expect(text(folder.file(aside.first ?? "")) == "half a session")
      }
    }
  }

  private final class Winners: @unchecked Sendable {
    private let lock = NSLock()
    private(set) var seeds: [UInt64] = []
    func add(_ seed: UInt64) { lock.withLock { seeds.append(seed) } }
  }

  /// A disk that is full keeps room for the end of the file, and for the block that met it.
  @Test func aFullDiskLosesNoStep() throws {
    let writer = try writer(sizeMax: 100_000)
    var failure: RecordingError?
    do throws(RecordingError) {
      for _ in 0..<10_000 {
        try append(100, to: writer)
        try writer.appendKeyframe(initial)
      }
    } catch {
      failure = error
    }
    #expect(failure?.reason == .diskFull)
    let steps = writer.stepCount
    #expect(steps > 1000)
    let kept = try writer.finishEarly(note: "the disk is full")
    #expect(kept.stepCount == steps)
    #expect(kept.path == path)
    let recording = try Recording(path: path)
    #expect(recording.stepCount == steps)
    #expect(recording.endNote == "the disk is full")
  }

  @Test func anEndingThatWasPlannedHasNoNote() throws {
    let writer = try writer()
    try append(3, to: writer)
    try writer.finish()
    #expect(try Recording(path: path).endNote == nil)
  }
}

import Foundation
import LaplaceCommands
import Recording
import TestSupport
import Testing

/// `laplace info --all`.
@Suite struct InfoAllTests {
  let folder: TemporaryFolder
  let path: String
  let damaged: String
  let whole: [UInt8]

  init() throws {
    folder = try TemporaryFolder()
    (path, damaged) = (folder.file("a.mcap"), folder.file("damaged.mcap"))
    try #require(laplace("record", "particles", "--steps", "1500", "-o", path).status == .same)
    whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  private func info(
    _ bytes: [UInt8], _ options: String...
  ) throws -> (LaplaceCommands.ExitStatus, CapturingConsole) {
    try Data(bytes).write(to: URL(fileURLWithPath: damaged))
    let run = laplace(["info", damaged] + options)
    return (run.status, run.console)
  }

  /// Where chunks begin.
  private var chunks: [Int] {
    var places: [Int] = []
    var place = 8
    while place + 9 < whole.count, whole[place] != 0x0F {
      if whole[place] == 0x06 { places.append(place) }
      place += 9 + whole[(place + 1)..<(place + 9)].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    return places
  }

  @Test func wholeFilesHaveNone() throws {
    let (all, plain) = (laplace("info", path, "--all"), laplace("info", path))
    #expect(all.status == .same)
    // What was checked differs, what was found does not.
    #expect(all.console.results.dropFirst() == plain.console.results.dropFirst())
  }

  /// Bytes of three chunks are three faults and the steps that are lost with them; lengths of records
  /// hide nothing that follows.
  @Test(arguments: [60, 1, 29])
  func everyDamagedChunkIsNamed(byte: Int) throws {
    let chunks = chunks
    try #require(chunks.count >= 4)
    var bytes = whole
    let hit = [chunks[0], chunks[1], chunks[chunks.count - 2]]
    for chunk in hit { bytes[chunk + byte] ^= 0x40 }
    let (status, console) = try info(bytes, "--all")
    #expect(status == .trouble)
    for chunk in hit {
      let place = "byte 0x" + String(chunk, radix: 16) + ":"
      #expect(console.results.contains { $0.contains(place) }, "\(console.resultText)")
    }
    #expect(console.wordText.contains(" faults") && console.wordText.contains("recover"))
    let json = try info(bytes, "--all", "--format", "json").1.resultText
    let document = try #require(
      JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    #expect((document["faults"] as? [Any])?.count == console.results.count)
  }

  /// What strict reading refuses has a fault, and what it takes has none.
  @Test func isAsStrictAsReading() throws {
    for seed in Sample.of(UInt64(0)..<150) {
      var random = SplitMix(seed: seed)
      var bytes = whole
      for _ in 0...seed % 4 {
        bytes[random.below(UInt64(bytes.count))] ^= 1 << UInt8(random.below(8))
      }
      if seed % 7 == 0 { bytes.removeLast(random.below(UInt64(bytes.count))) }
      let all = try info(bytes, "--all")
      let isWhole = (try? Recording(bytes: bytes)) != nil
      #expect((all.0 == .same) == isWhole, "seed \(seed): \(all.1.wordText)")
      // The ends alone tell less, and nothing else.
      if try info(bytes).0 != .same { #expect(all.0 != .same, "seed \(seed)") }
      if all.0 != .same {
        #expect(!all.1.results.isEmpty || !all.1.words.isEmpty, "seed \(seed)")
      }
    }
  }

  @Test(arguments: ["", "no recording at all", "\u{89}MCAP0\r\n"])
  func filesThatAreNone(text: String) throws {
    #expect(try info(Array(text.utf8), "--all").0 == .trouble)
  }
}

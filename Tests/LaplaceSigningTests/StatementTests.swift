import Foundation
import LaplaceSigning
import Recording
import TestSupport
import Testing

/// What is signed is one line, made of a recording that was checked whole.
@Suite struct StatementTests {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("a.mcap")
  }

  /// Other programs sign this very line: it may never change.
  @Test func messageIsOneLineOfTheChain() throws {
    let value = try record(to: path)
    let statement = try ChainStatement(recordingAt: path)
    #expect(statement.stepCount == 100 && statement.lastValue == value)
    #expect(statement.message == "laplace-chain-1 sha256-1 100 \(value)\n")
  }

  @Test func whatIsStoredDoesNotCount() throws {
    try record(to: path)
    let other = folder.file("b.mcap")
    try record(to: other, tracks: .everything)
    #expect(try ChainStatement(recordingAt: path) == ChainStatement(recordingAt: other))
    try record(to: other + "c", seed: 6)
    #expect(try ChainStatement(recordingAt: path) != ChainStatement(recordingAt: other + "c"))
  }

  @Test func recordingWithoutChainIsRefused() throws {
    try record(to: path, hasChain: false)
    #expect(throws: SigningError.noChain) { try ChainStatement(recordingAt: path) }
  }

  /// Whatever byte is changed: nothing is signed.
  @Test func damagedRecordingIsRefused() throws {
    try record(to: path)
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    for place in stride(from: 9, to: whole.count, by: whole.count / 40) {
      var bytes = whole
      bytes[place] ^= 0x10
      let damaged = folder.file("damaged.mcap")
      try bytes.write(to: URL(fileURLWithPath: damaged))
      #expect(throws: SigningError.self, "byte \(place)") {
        try ChainStatement(recordingAt: damaged)
      }
    }
    #expect(throws: SigningError.recording(RecordingError(.notFound))) {
      try ChainStatement(recordingAt: folder.file("none.mcap"))
    }
  }
}

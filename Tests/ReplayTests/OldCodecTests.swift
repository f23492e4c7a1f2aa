import Foundation
import Recording
import Sessions
import Simulation
import TestSupport
import Testing

/// Recordings of codecs that nothing writes any more still open.
@Suite struct OldCodecTests {
  /// A key frame holds the same values uncoded.
  @Test(arguments: [1, 2, 3])
  func statesAreThoseOfKeyframes(version: Int) throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path
    let recording = try Recording(path: folder + "/Recorded/codec-state-\(version).mcap")
    let codec =
      [.firstOrderResiduals, .meanVelocityResiduals, .rowOrderResiduals][version - 1] as StateCodec
    #expect(recording.header.codec == codec)
    let schema = recording.header.description.state
    var count = 0
    for step in recording.keyframeSteps where step > 0 {
      let image = try #require(try recording.state(after: step - 1))
      let decoded = try #require(StateView(schema: schema, selection: .everyStep, image: image))
      let exact = try #require(try StoredStates(recording).view(after: step - 1))
      for (table, shape) in schema.tables.enumerated() {
        #expect(decoded.rowCount(table: table) == exact.rowCount(table: table))
        for (group, fields) in shape.groups.enumerated()
        where decoded.holds(table: table, group: group) {
          for field in fields.fields.indices {
            for row in 0..<decoded.rowCount(table: table) {
              count += 1
              #expect(
                decoded.value(table: table, group: group, field: field, row: row)
                  == exact.value(table: table, group: group, field: field, row: row),
                "\(shape.name)[\(row)].\(fields.fields[field].name) after step \(step - 1)")
            }
          }
        }
      }
    }
    #expect(count > 40)
  }

  /// Whatever header it is given, a writer codes states in today's codec, which is smaller and read faster.
  @Test(arguments: [1, 2, 3])
  func copiesHaveTheCodecOfToday(version: Int) throws {
    let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path
    let folder = try TemporaryFolder()
    let old = try Recording(path: source + "/Recorded/codec-state-\(version).mcap")
    let first = try #require(old.keyframeSteps.last)
    let cut = try RecordingCut(old, steps: first...old.stepCount - 1, player: nil)
    try cut.write(to: folder.file("cut.mcap"), source: "old.mcap")
    try expectSame(try Recording(path: folder.file("cut.mcap")), old, from: cut.steps.lowerBound)
    // As `recover` does it with what is left of a damaged one.
    let rescue = try Rescue(path: source + "/Recorded/codec-state-\(version).mcap")
    try rescue.write(to: folder.file("kept.mcap"))
    try expectSame(try Recording(path: folder.file("kept.mcap")), old, from: 0)
  }

  private func expectSame(_ copy: Recording, _ old: Recording, from first: Int64) throws {
    #expect(copy.header.codec == .residuals)
    #expect(copy.stepCount == old.stepCount - first)
    for step in first..<old.stepCount {
      #expect(try copy.state(after: step - first) == old.state(after: step), "step \(step)")
      #expect(try copy.digest(after: step - first) == old.digest(after: step), "step \(step)")
    }
  }
}

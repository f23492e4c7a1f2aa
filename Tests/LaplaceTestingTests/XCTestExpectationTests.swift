import LaplaceTesting
import TestSupport
import XCTest

/// The same expectation in the other framework.
final class XCTestExpectationTests: XCTestCase {
  func testGameIsDeterministic() throws {
    let folder = try TemporaryFolder()
    for _ in 0..<2 {
      try expectDeterministic(
        Skirmish<NoMistake>.self, steps: 20, recording: folder.file("game.mcap"))
    }
    XCTAssertThrowsError(
      try expectDeterministic(
        Skirmish<OtherBits>.self, steps: 20, recording: folder.file("other.mcap")
      ) { $0 == 3 ? [.push(.nan)] : [] })
  }
}

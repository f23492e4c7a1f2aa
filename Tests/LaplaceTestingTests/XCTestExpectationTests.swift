import Foundation
import LaplaceTesting
import TestSupport
import XCTest

/// `expectDeterministic` works in XCTest as in Swift Testing.
final class XCTestExpectationTests: XCTestCase {
  /// As where somebody looks on, also where these tests run without anybody: XCTest's run alone in
  /// their process.
  override class func setUp() { unsetenv("CI") }

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

import Foundation

/// The cases of a long test that a run uses.
///
/// A test that needs more than about five seconds of a processor runs a sample of its cases. The run's
/// seed and the configuration draw it, so debug and release look at different cases. `Tools/test` prints
/// the seed, and `Tools/test --seed` repeats it.
package enum Sample {
  /// The level of a run, in the environment variable `LAPLACE_TESTS`. Each level runs what the one
  /// before it runs, and more.
  package enum Level: String, CaseIterable, Comparable, Sendable {
    /// A twelfth of a sample: `Tools/test --quick`.
    case quick
    /// A sixth of a sample: `Tools/test`, and `swift test` by itself.
    case plain
    /// A sample: `Tools/test --ci`.
    case ci
    /// Every case: `Tools/test --all`.
    case all

    package static func < (a: Level, b: Level) -> Bool { a.rank < b.rank }

    private var rank: Int { Level.allCases.firstIndex(of: self)! }

    /// The number of cases that a test with samples of `count` runs.
    package func size(_ count: Int, of all: Int) -> Int {
      switch self {
      case .quick: max(count / 12, 1)
      case .plain: max(count / 6, 1)
      case .ci: count
      case .all: all
      }
    }
  }

  package static let level: Level = {
    guard let text = ProcessInfo.processInfo.environment["LAPLACE_TESTS"] else { return .plain }
    guard let level = Level(rawValue: text) else {
      fatalError(
        "LAPLACE_TESTS is '\(text)'; use one of "
          + Level.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return level
  }()

  /// The environment variable `LAPLACE_SEED`, or 0.
  package static let seed: UInt64 = {
    guard let text = ProcessInfo.processInfo.environment["LAPLACE_SEED"] else { return 0 }
    guard let seed = UInt64(text) else {
      fatalError("LAPLACE_SEED is '\(text)', not a number")
    }
    return seed
  }()

  /// Draws some of the cases, in their order; all of them if the run uses every case.
  ///
  /// - Parameters:
  ///   - cases: every case.
  ///   - count: the size of a sample at the level `ci`; `nil`: every case.
  ///   - line: the line of the test; each test draws its own sample.
  package static func of<Cases: Collection>(
    _ cases: Cases, _ count: Int? = nil, line: UInt64 = #line
  ) -> [Cases.Element] where Cases.Index: Hashable {
    of(
      cases, level.size(count ?? cases.count, of: cases.count),
      seed: seed &* 2 &+ (isOptimized ? 1 : 0) ^ line << 32)
  }

  /// The number of trials in a loop that has `count` of them from the level `ci` on.
  package static func trials(_ count: Int) -> Int { level.size(count, of: count) }

  /// Draws fewer cases where nothing is optimised: for what steps the engine for long, in tests that
  /// a release run takes as well.
  ///
  /// - Parameters:
  ///   - cases: every case.
  ///   - count: how many a sample of a release run has; `nil`: every case.
  ///   - fewer: how many one of a debug run has.
  ///   - line: of the test; each test draws on its own.
  package static func of<Cases: Collection>(
    _ cases: Cases, _ count: Int? = nil, inDebug fewer: Int, line: UInt64 = #line
  ) -> [Cases.Element] where Cases.Index: Hashable {
    of(cases, isOptimized ? count ?? cases.count : fewer, line: line)
  }

  /// Draws `count` of the cases, in their order, or all if there are no more. A larger sample by the
  /// same seed contains a smaller one.
  package static func of<Cases: Collection>(
    _ cases: Cases, _ count: Int, seed: UInt64
  ) -> [Cases.Element] where Cases.Index: Hashable {
    var random = SplitMix(seed: seed)
    let chosen = Set(cases.indices.shuffled(using: &random).prefix(count))
    return cases.indices.filter(chosen.contains).map { cases[$0] }
  }

  /// Whether what is tested is optimised.
  package static var isOptimized: Bool {
    #if DEBUG
      false
    #else
      true
    #endif
  }
}

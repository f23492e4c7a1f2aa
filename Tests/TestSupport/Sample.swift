import Foundation

/// Which cases of a long test a run takes.
///
/// A test that takes more than about five seconds of a processor runs a sample of its cases, drawn by
/// the run's seed and, lest debug and release look at the same ones, by the configuration.
/// `Tools/test` prints the seed, `Tools/test --seed` gives it again, and `Tools/test --all` takes
/// every case.
package enum Sample {
  /// How much a run takes, named by the environment variable `LAPLACE_TESTS`.
  package enum Share: String, Sendable {
    /// A quarter of a sample: `Tools/test --quick`.
    case quick
    /// A sample.
    case some
    /// Every case.
    case all
  }

  package static let share: Share = {
    guard let text = ProcessInfo.processInfo.environment["LAPLACE_TESTS"] else { return .some }
    guard let share = Share(rawValue: text) else {
      fatalError("LAPLACE_TESTS is '\(text)'; it may be quick, some or all")
    }
    return share
  }()

  /// The environment variable `LAPLACE_SEED`, or 0.
  package static let seed: UInt64 = {
    guard let text = ProcessInfo.processInfo.environment["LAPLACE_SEED"] else { return 0 }
    guard let seed = UInt64(text) else {
      fatalError("LAPLACE_SEED is '\(text)', which is no number")
    }
    return seed
  }()

  /// Draws some of the cases, in their order; all of them where the run takes everything.
  ///
  /// - Parameters:
  ///   - cases: every case.
  ///   - count: how many a sample has.
  ///   - line: of the test; each test draws on its own.
  package static func of<Cases: Collection>(
    _ cases: Cases, _ count: Int, line: UInt64 = #line
  ) -> [Cases.Element] where Cases.Index: Hashable {
    let size =
      switch share {
      case .quick: max(count / 4, 1)
      case .some: count
      case .all: cases.count
      }
    return of(cases, size, seed: seed &* 2 &+ (isOptimized ? 1 : 0) ^ line << 32)
  }

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

  /// Draws `count` of the cases, in their order, or all if there are no more.
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

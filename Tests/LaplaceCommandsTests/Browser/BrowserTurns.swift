import Testing

/// Runs the tests of all suites that have this trait one at a time.
///
/// Browsers run one test at a time in any case. A test that waits for its turn here holds no thread, of
/// which there are as many as processors, so that other tests go on.
struct BrowserTurns: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
    testCase == nil ? nil : self
  }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    await Self.turns.take()
    do {
      try await function()
    } catch {
      await Self.turns.pass()
      throw error
    }
    await Self.turns.pass()
  }

  private static let turns = Turns()

  private actor Turns {
    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func take() async {
      if isTaken {
        await withCheckedContinuation { waiting.append($0) }
      } else {
        isTaken = true
      }
    }

    /// Gives the turn to the one that has waited longest.
    func pass() {
      if waiting.isEmpty {
        isTaken = false
      } else {
        waiting.removeFirst().resume()
      }
    }
  }
}

extension Trait where Self == BrowserTurns {
  static var browserTurns: Self { Self() }
}

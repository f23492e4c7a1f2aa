import CCrashPlace
import SystemC

/// A crash of a simulation that this process runs itself: a line that names the step, and a status,
/// in place of a signal that ends the tool.
enum OwnCrash {
  /// The step that runs; -1 before the first one. The handler of a crash reads it.
  nonisolated(unsafe) private static let step: UnsafeMutablePointer<Int64> = {
    let step = UnsafeMutablePointer<Int64>.allocate(capacity: 1)
    step.initialize(to: -1)
    return step
  }()

  /// Runs `body`, which runs steps of `simulation` and names each by ``begin(step:)``.
  ///
  /// - Parameters:
  ///   - isOwn: false if another process runs the steps. Within tests a crash is the tests' own.
  ///   - advice: a command to go on with.
  static func expected<R>(
    of simulation: String, isOwn: Bool, advice: String, _ body: () throws -> R
  ) rethrows -> R {
    guard isOwn, ToolContext.current.program != nil else { return try body() }
    let before = strdup("\(toolName): \(simulation): the simulation ")
    let after = strdup("\n  next: \(advice)")
    step.pointee = -1
    crash_expect(before, step, after, ExitStatus.crashed.rawValue)
    defer {
      crash_expect(nil, step, nil, 0)
      free(before)
      free(after)
    }
    return try body()
  }

  /// Notes the step that begins.
  static func begin(step number: Int64) { step.pointee = number }
}

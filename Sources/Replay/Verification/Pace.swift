/// How many steps one request asks for: many where they are cheap, so that no pipe's latency shows;
/// few where each takes seconds, so that progress shows and no reply takes too long.
struct Pace {
  private(set) var stepCount: Int64 = 4
  private var isFixed = false
  static let stepCountMax: Int64 = 8192
  /// Seconds that one reply is meant to stay below.
  static let replySeconds = 0.25

  init() {}

  /// The same count for every request: what a report counts then does not depend on time.
  init(fixed stepCount: Int64) { (self.stepCount, isFixed) = (stepCount, true) }

  /// Learns from a reply to a request for `steps` steps.
  mutating func note(_ steps: Int64, seconds: Double) {
    if isFixed { return }
    if seconds > 2 * Pace.replySeconds {
      stepCount = max(1, min(stepCount, steps) / 2)
    } else if steps == stepCount && seconds < Pace.replySeconds / 4 {
      stepCount = min(stepCount * 4, Pace.stepCountMax)
    } else if steps == stepCount && seconds < Pace.replySeconds / 2 {
      stepCount = min(stepCount * 2, Pace.stepCountMax)
    }
  }
}

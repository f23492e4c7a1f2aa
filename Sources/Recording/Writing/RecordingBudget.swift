/// Decides what a recorder leaves out so that recording takes no more than its share of the time.
///
/// It keeps an account: each step brings a share of its time, and what recording took is paid from
/// it. While the account is overdrawn, states are left out, and key frames are put off; inputs and
/// digests always are recorded.
package struct RecordingBudget: Sendable {
  /// Of a step's time.
  private let share: Double
  /// Steps that lie between two key frames at most, where nothing has to be saved.
  private let keyframeInterval: Int64
  /// Nanoseconds that recording may take at once.
  private var account = 0.0
  /// Nanoseconds that the steps of the present stretch have brought.
  private var income = 0.0
  private var stepsInStretch = 0
  /// Whether the states of the present stretch are recorded.
  package private(set) var keepsStates = true

  /// Steps for which a decision holds. States that are left out here and there would cost more than
  /// they save: what follows a gap begins anew.
  package static let stretchLength = 64
  /// The account holds what so many stretches bring at most, either way: a scene that was cheap for
  /// a minute must not be expensive for the next one, and the other way round.
  static let stretchesHeld = 8.0
  /// A key frame is put off until so many times the usual interval has passed.
  package static let keyframeFactorMax: Int64 = 8

  /// - Parameters:
  ///   - share: of a step's time, as ``RecordingOptions/budget``.
  ///   - keyframeInterval: as ``RecordingOptions/keyframeIntervalMax``.
  package init(share: Double, keyframeInterval: Int64) {
    self.share = share
    self.keyframeInterval = keyframeInterval
  }

  /// A step was taken and recorded.
  ///
  /// - Parameters:
  ///   - step: nanoseconds that the step took.
  ///   - recording: nanoseconds that recording it took on the same thread.
  package mutating func note(step: Int64, recording: Int64) {
    let brought = share * Double(max(0, step))
    account += brought - Double(max(0, recording))
    income += brought
    stepsInStretch += 1
    guard stepsInStretch == Self.stretchLength else { return }
    let most = Self.stretchesHeld * income
    account = min(max(account, -most), most)
    keepsStates = account >= 0
    income = 0
    stepsInStretch = 0
  }

  /// Whether a key frame that is due may be recorded now.
  ///
  /// - Parameter steps: since the last one.
  package func allowsKeyframe(after steps: Int64) -> Bool {
    account >= 0 || steps >= Self.keyframeFactorMax * keyframeInterval
  }
}

/// The state to draw in one frame of a ``GameSession``.
///
/// Release it before the next frame: a step copies the arrays that a frame still holds. States that
/// hold objects of classes share them, and ``before`` is then as ``now``.
public struct GameFrame<State> {
  /// The state before the last step.
  public let before: State
  /// The state after the last step.
  public let now: State
  /// The place of the present between ``before`` (0) and ``now`` (1).
  public let alpha: Double
  /// The steps that this frame ran.
  public let stepCount: Int

  /// A number of the state, at the present: `frame.value { $0.height }`.
  public func value<Number: BinaryFloatingPoint>(_ number: (State) -> Number) -> Number {
    let start = number(before)
    return start + (number(now) - start) * Number(alpha)
  }
}

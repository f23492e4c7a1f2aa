import Sessions
import Simulation

/// The phase of a step in which a build leaves the course of another one.
public struct PhaseDivergence: Equatable, Sendable {
  /// Where the phase ends: the first border at which the states differ.
  public var border: StepBorder
  /// The last border at which they agree; `nil` where the first one differs already.
  public var previous: StepBorder?
  /// The border that the build reached there instead, where it takes other phases.
  public var otherBorder: StepBorder?
  /// What differs at the border; `nil` where the builds show other tables there.
  public var comparison: StateComparison?
  /// How the values differ there.
  public var mechanisms: [BitMechanism]
  /// Whether the step, taken again to be observed, ended as it did when it was found to differ.
  public var isSameRun: Bool
}

/// What the search for a phase came to.
public enum PhaseFinding: Equatable, Sendable {
  /// The phase is known.
  case found(PhaseDivergence)
  /// It is not, for a reason in one line.
  case unknown(String)
}

extension StepBorder {
  /// `solve, sub-step 2, round 3`: what the phase is called, for people.
  package var title: String {
    phase + (pass > 0 ? ", sub-step \(pass)" : "") + (round > 0 ? ", round \(round)" : "")
  }
}

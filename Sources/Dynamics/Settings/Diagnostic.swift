/// A remark of the engine: something was refused, bounded or is probably not meant.
///
/// The UIKit-shaped interface never traps and never throws; what it had to bend is noted here, and
/// listed by ``DynamicAnimator/diagnostics`` and ``DynamicAnimator/stepDiagnostics`` or told to
/// ``DynamicAnimator/diagnosticHandler``. Diagnostics are not state: they are neither recorded nor
/// digested. The article <doc:Diagnostics> says of each code what to do about it.
public struct Diagnostic: Equatable, Sendable {
  /// What was noted. Raw values never change and are never used again.
  public enum Code: UInt8, CaseIterable, Sendable {
    /// The strict interface would have thrown ``Diagnostic/error``.
    case refused = 0
    /// A number was not finite; the setter did nothing.
    case valueIgnored = 1
    /// A number was out of range; the nearest value in range was taken.
    case valueClamped = 2
    /// More than one gravity behaviour: their effects add.
    case gravityRepeated = 3
    /// The block of a custom field returned a force that is not finite; zero was taken.
    case fieldForceNotFinite = 4
    /// A body moved faster than 48,000 pt/s or turned by more than 90° in a substep.
    case speedClamped = 5
    /// More than 31 collision behaviours in one tree: this one has no effect.
    case collisionBehaviorsExhausted = 6
    /// A restored state names an object that this animator does not know.
    case objectUnknown = 7
    /// Structural changes kept asking for further ones; the rest waits for the next frame.
    case changesEndless = 8
    /// The animator went away while it held behaviours: nothing moves their items any more.
    case animatorReleased = 9
  }

  /// What the remark is about, for programs.
  public let code: Code
  /// What the strict interface would have thrown; `nil` for codes other than ``Code/refused``.
  public let error: DynamicsError?

  package init(_ code: Code, _ error: DynamicsError? = nil) {
    self.code = code
    self.error = error
  }
}

extension Diagnostic.Code {
  /// `LD00` … : what to look for in the table of diagnostics.
  public var identifier: String { "LD\(rawValue < 10 ? "0" : "")\(rawValue)" }

  /// One line for logs.
  public var summary: String {
    switch self {
    case .refused: "a call was refused"
    case .valueIgnored: "a value that is not finite was ignored"
    case .valueClamped: "a value out of range was brought into it"
    case .gravityRepeated: "a second gravity behaviour adds to the first"
    case .fieldForceNotFinite: "a field's force was not finite and counted as zero"
    case .speedClamped: "an item was too fast and was slowed to 48,000 pt/s or 90° in a substep"
    case .collisionBehaviorsExhausted: "more than 31 collision behaviours: this one has no effect"
    case .objectUnknown: "a restored state names an object that this animator does not know"
    case .changesEndless: "changes kept asking for more changes; the rest was put off"
    case .animatorReleased: "the animator went away with behaviours: keep a reference to it"
    }
  }
}

extension Diagnostic: CustomStringConvertible {
  /// `LD02: a value out of range was brought into it`; a refusal also says why.
  public var description: String {
    let line = "\(code.identifier): \(code.summary)"
    guard let error else { return line }
    return "\(line): \(error.description)"
  }
}

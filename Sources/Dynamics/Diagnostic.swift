/// A remark of the engine: something was refused, bounded or is probably not meant.
///
/// The UIKit-shaped interface never traps and never throws; what it had to bend is noted here.
/// Diagnostics are not state: they are neither recorded nor digested.
public struct Diagnostic: Equatable, Sendable {
  public enum Code: UInt8, Sendable {
    /// The strict interface would have thrown ``Diagnostic/error``.
    case refused
    /// A number was not finite; the setter did nothing.
    case valueIgnored
    /// A number was out of range; the nearest value in range was taken.
    case valueClamped
    /// More than one gravity behaviour: their effects add.
    case gravityRepeated
    /// The block of a custom field returned a force that is not finite; zero was taken.
    case fieldForceNotFinite
    /// A body moved faster than 48,000 pt/s or turned by more than 90° in a substep.
    case speedClamped
    /// More than 31 collision behaviours in one tree: this one has no effect.
    case collisionBehaviorsExhausted
    /// A restored state names an object that this animator does not know.
    case objectUnknown
    /// Structural changes kept asking for further ones; the rest waits for the next frame.
    case changesEndless
  }

  public let code: Code
  public let error: DynamicsError?

  package init(_ code: Code, _ error: DynamicsError? = nil) {
    self.code = code
    self.error = error
  }
}

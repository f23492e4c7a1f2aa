import AgentProtocol
import Simulation

/// Why a build could not be verified, in one line.
public struct AgentFailure: Error, Equatable, Codable, Sendable {
  /// Whose fault it is.
  public enum Kind: String, Codable, CaseIterable, Sendable {
    /// Its program, or what that needs, is not there.
    case notStarted = "not started"
    /// It runs another simulation, another version, or refuses what was recorded.
    case incompatible = "incompatible"
    /// It crashed, hung or broke the protocol.
    case broken = "broken"
    /// It was not run, or not to the end: its time was over.
    case leftOut = "left out"
  }

  /// Whose fault it is; decides the tool's exit status.
  public var kind: Kind
  /// Goes on after the build's name: `did not answer within 5 s`.
  public var message: String

  /// Makes a failure with a message that goes on after the build's name.
  public init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  /// - Parameter lastWords: what the agent said outside of the protocol.
  public init(_ error: AgentError, lastWords: String? = nil) {
    switch error {
    case .notStarted: kind = .notStarted
    case .schemaDiffers, .refused, .versionUnreadable: kind = .incompatible
    default: kind = .broken
    }
    message = error.description
    if kind == .broken, let lastWords { message += "; its last words: \(lastWords)" }
  }
}

extension AgentFailure: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}

/// What can go wrong between a tool and an agent.
public enum AgentError: Error, Equatable, Sendable {
  /// Bytes that are no message of the protocol.
  case garbled
  /// The agent speaks another version of the protocol.
  case versionUnreadable(found: UInt32, readable: UInt32)
  /// The agent answered a request with a refusal.
  case refused(String)
  /// The agent could not be started.
  case notStarted(String)
  /// The agent ended, or closed its output, in the middle of a conversation.
  case ended(String)
  /// The agent did not answer in time.
  case timedOut(seconds: Double)
  /// The agent's answer does not fit the request.
  case unexpectedReply
  /// The agent describes the simulation in another way than the recording does.
  case schemaDiffers(String)
}

extension AgentError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .garbled: "sent bytes that are not a message of the agent protocol"
    case .versionUnreadable(let found, let readable):
      "speaks version \(found) of the agent protocol; this build speaks \(readable)"
    case .refused(let reason): "refused: \(reason)"
    case .notStarted(let reason): "could not be started: \(reason)"
    case .ended(let reason): "ended before its work was done: \(reason)"
    case .timedOut(let seconds): "did not answer within \(Int64(seconds)) s"
    case .unexpectedReply: "gave an answer that does not fit the request"
    case .schemaDiffers(let what): "describes the simulation differently: \(what)"
    }
  }
}

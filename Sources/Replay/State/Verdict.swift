import Recording

/// The result of comparing a run with a recording.
///
/// ``Verifier`` throws its failures and answers only ``same`` or ``different(_:)``; a
/// ``VerificationReport`` has all cases.
public enum Verdict: Equatable, Sendable {
  /// Every digest agrees.
  case same
  /// A digest differs; the value names what and where.
  case different(Difference)
  /// The agent could not be run to the end.
  case failed(AgentFailure)
  /// The recording could not be read while it ran.
  case unreadable(RecordingError)
  /// The build does not have the recording's simulation.
  case absent
}

extension Verdict {
  /// The result of running a difference again.
  init(_ rerun: () throws -> Difference) {
    do {
      self = .different(try rerun())
    } catch let error as RecordingError {
      self = .unreadable(error)
    } catch {
      self = .failed(AgentFailure(.broken, "\(error)"))
    }
  }

  /// The difference, of a run that differs.
  package var difference: Difference? {
    if case .different(let difference) = self { difference } else { nil }
  }

  /// The failure, of an agent that could not be run to the end.
  package var failure: AgentFailure? {
    if case .failed(let failure) = self { failure } else { nil }
  }
}

// Verdicts travel as a word under `verdict`, with its reason under a key of its own.

extension Verdict: Codable {
  package enum Word: String, Codable, CaseIterable, Sendable {
    case same, different, failed, unreadable, absent
  }

  private enum CodingKeys: String, CodingKey {
    case verdict, difference, failure, unreadable
  }

  package var word: Word {
    switch self {
    case .same: .same
    case .different: .different
    case .failed: .failed
    case .unreadable: .unreadable
    case .absent: .absent
    }
  }

  /// Reads what ``encode(to:)`` writes.
  public init(from decoder: any Decoder) throws {
    let keys = try decoder.container(keyedBy: CodingKeys.self)
    let word = try keys.decode(Word.self, forKey: .verdict)
    let difference = try keys.decodeIfPresent(Difference.self, forKey: .difference)
    let failure = try keys.decodeIfPresent(AgentFailure.self, forKey: .failure)
    let unreadable = try keys.decodeIfPresent(String.self, forKey: .unreadable)
    switch (word, difference) {
    case (.same, _): self = .same
    case (.absent, _): self = .absent
    case (.different, let difference?): self = .different(difference)
    case (.different, nil):
      throw DecodingError.dataCorruptedError(
        forKey: .difference, in: keys, debugDescription: "it is missing")
    case (.failed, _): self = .failed(failure ?? AgentFailure(.broken, "failed"))
    // The text is all that is written; this reason adds nothing to it.
    case (.unreadable, _):
      self = .unreadable(RecordingError(.unfit(unreadable ?? "cannot be read")))
    }
  }

  /// Writes a word under `verdict`, and its reason under a key of its own.
  public func encode(to encoder: any Encoder) throws {
    var keys = encoder.container(keyedBy: CodingKeys.self)
    try keys.encode(word, forKey: .verdict)
    try keys.encodeIfPresent(difference, forKey: .difference)
    try keys.encodeIfPresent(failure, forKey: .failure)
    if case .unreadable(let error) = self {
      try keys.encode(error.description, forKey: .unreadable)
    }
  }
}

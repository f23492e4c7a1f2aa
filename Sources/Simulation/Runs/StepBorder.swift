import DeterministicMath

/// The end of a phase within a step.
public struct StepBorder: Equatable, Sendable {
  /// The phase that ends here: `solve`, `noise field 2`, or what a simulation calls it.
  public var phase: String
  /// Where a step repeats its phases: which repetition, from 1; 0 where it does not say.
  public var round: Int
  /// Where a phase has several passes: which pass, from 1; 0 where it does not say.
  public var pass: Int
  /// The digest of what could be seen of the state there.
  public var digest: StateDigest

  /// Makes a border; see the properties for what the values mean.
  public init(phase: String, round: Int = 0, pass: Int = 0, digest: StateDigest) {
    self.phase = phase
    self.round = round
    self.pass = pass
    self.digest = digest
  }
}

extension StepBorder {
  /// Whether it is the same place of a step, whatever the state there is.
  package func isSamePlace(as other: StepBorder) -> Bool {
    // Bytes, not characters: Embedded Swift has no tables for comparing those.
    Array(phase.utf8) == Array(other.phase.utf8) && round == other.round && pass == other.pass
  }
}

/// What one step did, phase by phase.
public struct ObservedStep: Equatable, Sendable {
  /// The digest of the whole state after the step.
  public var digest: StateDigest
  /// The ends of its phases, in the order in which they were reached.
  public var borders: [StepBorder]

  /// Makes the account of a step.
  public init(digest: StateDigest, borders: [StepBorder]) {
    self.digest = digest
    self.borders = borders
  }
}

/// What could be seen of the state at a border: some of its tables, and what only a step has.
public struct BorderState: Equatable, Sendable {
  /// The tables seen there.
  public var schema: StateSchema
  /// Their rows, all groups.
  public var image: StateImage

  /// Makes the state at a border, as an agent brings it.
  public init(schema: StateSchema, image: StateImage) {
    self.schema = schema
    self.image = image
  }
}

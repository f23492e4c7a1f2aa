/// Checks at run time that this thread computes as IEEE 754 says: the ground of every digest.
///
/// The environment (rounding, flush-to-zero) belongs to a thread, and a library loaded late can
/// change it: probe where the simulation runs.
public struct FloatingPointProbe: Equatable, Sendable {
  /// What one question found.
  public struct Observation: Equatable, Sendable {
    /// What was asked, such as `subnormal results`.
    public var name: String
    /// Whether digests allow what was found.
    public var isConforming: Bool
    /// What was found, in words.
    public var found: String
  }

  /// One observation per question, the same questions in the same order everywhere.
  public let observations: [Observation]

  /// Whether digests of this process can be compared with those of others.
  public var isConforming: Bool {
    for observation in observations where !observation.isConforming { return false }
    return true
  }

  /// One line for people and recordings: what conforms, or a list of faults.
  public var summary: String {
    if isConforming { return FloatingPointProbe.conformingSummary }
    var line = ""
    for observation in observations where !observation.isConforming {
      line += (line.isEmpty ? "" : ", ") + observation.found
    }
    return line
  }

  /// The ``summary`` of every conforming environment.
  public static let conformingSummary = "IEEE 754, to nearest, no contraction, subnormals kept"

  /// Probes the calling thread.
  ///
  /// - Complexity: some two hundred arithmetic operations.
  public init() { self.init(ProcessArithmetic()) }

  /// Probes `arithmetic`: tests hand in faulty ones that this machine cannot be switched to.
  package init(_ arithmetic: some ProbeArithmetic) {
    var modes: [ProbeRounding] = []
    for format in ProbeFormat.allCases { modes.append(ProbeRounding(arithmetic, format)) }
    var observations = [FloatingPointProbe.rounding(modes)]
    for question in ProbeQuestion.allCases {
      observations.append(FloatingPointProbe.ask(question, arithmetic, modes))
    }
    self.observations = observations
  }

  private static func rounding(_ modes: [ProbeRounding]) -> Observation {
    var faults: [String] = []
    for mode in ProbeRounding.allCases where mode != .toNearestEven {
      var formats: [ProbeFormat] = []
      for format in ProbeFormat.allCases where modes[Int(format.rawValue)] == mode {
        formats.append(format)
      }
      if !formats.isEmpty { faults.append(mode.words + suffix(formats)) }
    }
    var found = ""
    for fault in faults { found += (found.isEmpty ? "" : ", ") + fault }
    return Observation(
      name: "rounding", isConforming: faults.isEmpty,
      found: faults.isEmpty ? ProbeRounding.toNearestEven.words : found)
  }

  private static func ask(
    _ question: ProbeQuestion, _ arithmetic: some ProbeArithmetic, _ modes: [ProbeRounding]
  ) -> Observation {
    var faulty: [ProbeFormat] = []
    var judged = 0
    for format in ProbeFormat.allCases {
      // The expected bits are those of rounding to nearest; another mode has been reported already.
      if question.dependsOnRounding && modes[Int(format.rawValue)] != .toNearestEven { continue }
      judged += 1
      for probe in question.cases(format) where !probe.holds(arithmetic, format) {
        faulty.append(format)
        break
      }
    }
    if judged == 0 {
      return Observation(
        name: question.name, isConforming: true, found: "not judged: the rounding is another one")
    }
    return Observation(
      name: question.name, isConforming: faulty.isEmpty,
      found: faulty.isEmpty ? question.sound : question.fault + suffix(faulty))
  }

  /// ` (Float, Double lanes)`; nothing when it is all of them.
  private static func suffix(_ formats: [ProbeFormat]) -> String {
    if formats.count == ProbeFormat.allCases.count { return "" }
    var list = ""
    for format in formats { list += (list.isEmpty ? " (" : ", ") + format.words }
    return list + ")"
  }
}

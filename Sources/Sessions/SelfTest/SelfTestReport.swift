/// What a self-test checked, and what it found.
public struct SelfTestReport: Codable, Sendable {
  /// The name of the simulation that was tested.
  public var simulation: String
  /// The seed of the tested runs.
  public var seed: UInt64
  /// Steps that were run and compared.
  public var stepCount: Int64 = 0
  /// Steps that each rollback ran again.
  public var distance: Int64
  /// In the order in which they were found.
  public var findings: [SelfTestFinding] = []

  /// Stored properties of the simulation and its rows that were searched for in the description.
  public var propertyCount = 0
  /// How many stored values were compared after a restore.
  public var comparedValueCount = 0
  /// How many restored states these values were compared in.
  public var comparedStateCount = 0
  /// States that were restored into another run, which went on from there.
  public var rollbackCount = 0
  /// Drawings before and after which the state was compared.
  public var drawingCount = 0
  /// How many bits of visited fields were changed.
  public var flipCount = 0
  /// How many of the changed bits were noticed.
  public var caughtFlipCount = 0
  /// Only some bits of each column were changed: the state is big.
  public var flipsAreSampled = false
  /// Changes that a restore refused: no state of the simulation has them.
  public var refusedFlipCount = 0
  /// Changes that a restore put right.
  public var correctedFlipCount = 0
  /// How many columns have rows in which a bit was changed.
  public var flippedColumnCount = 0
  /// How many columns the description has.
  public var columnCount = 0
  /// Tables that never had a row.
  public var unseenTables: [String] = []
  /// Kinds of inputs that the run was never given.
  public var ungivenInputs: [String] = []

  /// Whether nothing is wrong.
  public var isSound: Bool { findings.isEmpty }
}

extension SelfTestReport {
  /// The tables and inputs that the test never saw, on one line; `nil` if it saw everything.
  public var gaps: String? {
    // A list in a row that never existed never had an element.
    let tables = unseenTables.filter { name in
      !unseenTables.contains { name.hasPrefix($0 + ".") }
    }
    var parts: [String] = []
    if !tables.isEmpty { parts.append("never seen a row of: " + tables.joined(separator: ", ")) }
    if !ungivenInputs.isEmpty {
      parts.append("never given: " + ungivenInputs.joined(separator: ", "))
    }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  /// What was proven, one line each, for a person.
  public var proofs: [String] {
    var lines: [String] = []
    if propertyCount > 0 {
      lines.append(
        "coverage   \(propertyCount) stored properties, each visited or listed as derived")
    }
    if comparedStateCount > 0 {
      lines.append(
        "restore    \(comparedValueCount) stored values compared by reflection in "
          + "\(comparedStateCount) restored states")
    }
    if rollbackCount > 0 {
      lines.append(
        "rollback   \(rollbackCount) restores, and \(distance) steps run again after each, in the same "
          + "run and in another")
    }
    lines.append("runs       repeated alone, and interleaved with a run of another seed")
    if drawingCount > 0 {
      lines.append("drawing    \(drawingCount) times; the state never changed")
    }
    if flipCount > 0 {
      var line =
        "flips      caught \(caughtFlipCount) of \(flipCount)\(flipsAreSampled ? " sampled" : ""), "
        + "in \(flippedColumnCount) of \(columnCount) columns"
      let others = refusedFlipCount + correctedFlipCount
      if others > 0 { line += " (\(others) refused or corrected: not a reachable state)" }
      lines.append(line)
    }
    return lines
  }
}

/// What a set of recordings reaches of a program, and what it does not.
struct CoverageReport: VersionedDocument {
  struct Recorded: Codable {
    var path: String
    /// How many functions of the own sources it reaches.
    var functions: Int
    /// Those that it alone reaches.
    var alone: [Place]
  }

  struct Place: Codable {
    var file: String
    var line: Int
    /// In bytes, from 1; of a branch.
    var column: Int?
    var function: String
    /// Of a branch: its source, with `>>` where it begins.
    var statement: String?
    /// Why nothing needs to reach it.
    var exception: String?
  }

  struct Count: Codable {
    var total: Int
    var reached: Int
    var excepted: Int
    var missing: Int
  }

  var version = documentVersion
  var program: String
  var recordings: [Recorded] = []
  var functions = Count(total: 0, reached: 0, excepted: 0, missing: 0)
  /// The branches of the functions that are reached.
  var branches = Count(total: 0, reached: 0, excepted: 0, missing: 0)
  /// What no recording reaches, by file and line; what is excepted as well.
  var unreached: [Place] = []
  var exceptionsFile: String?
  /// Patterns that except nothing.
  var needless: [String] = []

  /// What the compiler makes of a part of a line; its function is listed anyway.
  private static let parts = [
    "implicit closure", "variable initialization expression", "default argument",
  ]

  /// - Parameters:
  ///   - reached: symbols of functions, for each recording.
  ///   - readable: gives names as people read them, in the same order.
  init(
    program: String, paths: [String], reached: [Set<String>], map: CoverageMap,
    sources: CoverageSources, exceptions: CoverageExceptions,
    readable: ([String]) throws -> [String]
  ) rethrows {
    self.program = program
    var exceptions = exceptions
    let symbols = map.functions.keys.sorted()
    let names = Dictionary(
      uniqueKeysWithValues: zip(symbols, try readable(symbols)))
    let functions = symbols.compactMap { map.functions[$0] }.filter { function in
      let name = names[function.symbol] ?? ""
      return !Self.parts.contains { name.contains($0) }
    }
    func place(_ function: CoverageMap.Function) -> Place {
      Place(
        file: function.file, line: function.line,
        function: names[function.symbol] ?? function.symbol)
    }
    for (path, own) in zip(paths, reached) {
      recordings.append(
        Recorded(
          path: path, functions: functions.count { own.contains($0.symbol) },
          alone: functions.filter { function in
            own.contains(function.symbol)
              && reached.count { $0.contains(function.symbol) } == 1
          }.map(place).sorted(by: Self.isBefore)))
    }
    self.functions.total = functions.count
    for function in functions {
      guard function.count == 0 else {
        self.functions.reached += 1
        continue
      }
      var place = place(function)
      place.exception = exceptions.reason("\(place.file) \(place.function)", isBranch: false)
      unreached.append(place)
      if place.exception == nil { self.functions.missing += 1 }
    }
    self.functions.excepted = self.functions.total - self.functions.reached - self.functions.missing
    var statements = CoverageStatements(sources)
    for (branch, found) in map.branches {
      guard let owner = map.functions[found.owner], owner.count > 0 else { continue }
      branches.total += 1
      guard found.count == 0 else {
        branches.reached += 1
        continue
      }
      var place = Place(
        file: branch.file, line: branch.line, column: branch.column,
        function: names[found.owner] ?? found.owner, statement: statements.statement(branch))
      place.exception = exceptions.reason(
        "\(place.file) \(place.function): \(place.statement ?? "")", isBranch: true)
      unreached.append(place)
      if place.exception == nil { branches.missing += 1 }
    }
    branches.excepted = branches.total - branches.reached - branches.missing
    unreached.sort(by: Self.isBefore)
    (exceptionsFile, needless) = (exceptions.path, exceptions.needless)
  }

  private static func isBefore(_ a: Place, _ b: Place) -> Bool {
    if a.file != b.file { return a.file < b.file }
    return (a.line, a.column ?? 0, a.function) < (b.line, b.column ?? 0, b.function)
  }

  /// Whether all is reached or excepted, and every exception is needed.
  var isWhole: Bool { functions.missing == 0 && branches.missing == 0 && needless.isEmpty }

  // MARK: Text

  /// - Parameter all: whether what is excepted is listed, too.
  func lines(all: Bool) -> [String] {
    var lines: [String] = []
    for place in unreached where all || place.exception == nil {
      let reason = place.exception.map { "  (\($0))" } ?? ""
      let line = place.line(place.column == nil ? "no recording reaches it" : nil) + reason
      // A condition and its first part begin at the same place.
      if line != lines.last { lines.append(line) }
    }
    for pattern in needless { lines.append("\(exceptionsFile ?? ""): needless: \(pattern)") }
    return lines + summary
  }

  /// For each recording, the functions that it alone reaches.
  var alone: [String] {
    var lines: [String] = []
    for recording in recordings {
      lines.append(
        "\(recording.path): reaches \(recording.functions) of "
          + "\(LaplaceCommands.count(functions.total, "function")), "
          + (recording.alone.isEmpty ? "none" : "\(recording.alone.count)") + " of them alone")
      lines += recording.alone.map { "  " + $0.line(nil) }
    }
    return lines
  }

  private var summary: [String] {
    [
      "\(LaplaceCommands.count(recordings.count, "recording")): \(functions.reached) of "
        + "\(LaplaceCommands.count(functions.total, "function")) reached, "
        + "\(functions.excepted) excepted, \(functions.missing) missing",
      "within those: \(branches.reached) of "
        + "\(branches.total == 1 ? "1 branch" : "\(branches.total) branches") reached, "
        + "\(branches.excepted) excepted, \(branches.missing) missing",
    ]
  }
}

extension CoverageReport.Place {
  /// As compilers tell places, so that an editor goes there.
  fileprivate func line(_ words: String?) -> String {
    let place = column.map { "\(file):\(line):\($0)" } ?? "\(file):\(line)"
    let what = statement.map { ": \($0)" } ?? words.map { ": \($0)" } ?? ""
    return "\(place): \(function)\(what)"
  }
}

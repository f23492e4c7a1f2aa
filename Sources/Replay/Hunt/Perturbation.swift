import Recording

/// One thing about a run that must not matter, and that is changed to see whether it does.
package struct Perturbation: Sendable {
  /// How the steps are asked for.
  package enum Style: Sendable {
    case plain
    /// One request for each step.
    case stepByStep
    /// With pauses between some steps.
    case pauses
    /// A whole run first, in the same process.
    case secondRun
    /// Half of it in one process, the rest in another one that is restored.
    case restore
    /// Back to an earlier state of its own, and on again.
    case resimulation
    /// State, events and a drawing asked for after each step.
    case looking
  }

  /// What speaks for a cause, in the order in which they explain each other.
  package enum Kind: String, Codable, CaseIterable, Sendable {
    case repetition = "new process"
    case pauses
    case clock
    case hashSeed = "hash seed"
    case heap = "heap fill"
    case addresses
    case timeZone = "time zone"
    case locale
    /// The variables of the locale, without a locale by that name in the C library.
    case localeVariables = "LANG and LC_ALL"
    case folder = "working folder"
    case home = "HOME"
    case user = "user's name"
    case host = "host name"
    case processors = "number of processors"
    case secondRun = "second run"
    case restore
    case resimulation = "re-simulation"
    case looking
    case stepByStep = "step by step"
    case workers
    case together
  }

  package var kind: Kind
  /// Each a way to change it; repeats take turns.
  package var variants: [Surroundings]
  package var style = Style.plain

  package init(_ kind: Kind, _ variants: [Surroundings], style: Style = .plain) {
    (self.kind, self.variants, self.style) = (kind, variants, style)
  }
}

/// What surrounds a process.
package struct Surroundings: Equatable, Sendable {
  /// Variables that are set, and with `nil` those that are taken away.
  package var environment: [String: String?]
  /// Whether the program lies at the same addresses every time, where the system can do that.
  package var fixesAddresses = true
  /// Arguments that another program takes before the program: `faketime -f +1y`.
  package var launcher: [String] = []
  /// Arguments after those of the program.
  package var more: [String] = []

  /// Nothing that is known to vary varies.
  package static let calm = Surroundings(environment: [
    "SWIFT_DETERMINISTIC_HASHING": "1", "TZ": "UTC", "LC_ALL": "C", "LANG": "C",
    "MALLOC_PERTURB_": nil, "GLIBC_TUNABLES": nil,
  ])

  package init(environment: [String: String?]) { self.environment = environment }

  package func with(_ changes: [String: String?]) -> Surroundings {
    var copy = self
    copy.environment.merge(changes) { $1 }
    return copy
  }

  /// The same, with another program that starts the agent, or further arguments for the agent.
  func with(launcher: [String] = [], more: [String] = []) -> Surroundings {
    var copy = self
    (copy.launcher, copy.more) = (launcher, more)
    return copy
  }

  /// Variables that make the C library of Linux fill memory with a byte when it is freed, and with its
  /// complement when it is allocated. Every allocation is filled: none comes from a cache.
  package static func filling(_ byte: UInt8) -> [String: String?] {
    [
      "MALLOC_PERTURB_": "\(byte)",
      "GLIBC_TUNABLES": "glibc.malloc.perturb=\(byte):glibc.malloc.tcache_count=0",
    ]
  }

  /// Bytes that are plausible floats, also as complements: −6.02 and 0.747, 0.747 and −6.02.
  package static let fills: [UInt8] = [192, 63]

  /// The program's arguments, after those of the programs that make the surroundings.
  package func arguments(_ program: [String], addressFixer: [String] = []) -> [String] {
    var words = ["/usr/bin/env"]
    let names = environment.keys.sorted()
    // An `env` wants what it takes away before what it sets.
    for name in names where environment[name] == .some(nil) { words += ["-u", name] }
    for name in names {
      if let value = environment[name] ?? nil { words.append("\(name)=\(value)") }
    }
    return words + (fixesAddresses ? addressFixer : []) + launcher + program + more
  }
}

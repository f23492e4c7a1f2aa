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
  package enum Kind: String, Sendable {
    case repetition = "new process"
    case pauses
    case clock
    case hashSeed = "hash seed"
    case heap = "heap fill"
    case addresses
    case timeZone = "time zone"
    case locale
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

  /// The program's arguments with all that has to stand before them.
  func arguments(_ program: [String], addressFixer: [String]) -> [String] {
    var words = ["/usr/bin/env"]
    let names = environment.keys.sorted()
    // An `env` wants what it takes away before what it sets.
    for name in names where environment[name] == .some(nil) { words += ["-u", name] }
    for name in names {
      if let value = environment[name] ?? nil { words.append("\(name)=\(value)") }
    }
    return words + (fixesAddresses ? addressFixer : []) + launcher + program
  }
}

extension Perturbation {
  /// All that this machine can change.
  ///
  /// - Parameters:
  ///   - fixesAddresses: whether addresses can be held, so that not to hold them is a change.
  ///   - faketime: the program that gives another time of day, where there is one.
  package static func all(fixesAddresses: Bool, faketime: String?) -> [Perturbation] {
    let calm = Surroundings.calm
    // `malloc` fills what it gives with the complement of the byte, and `free` with the byte: both
    // are plausible floats, 0.747 and −6.02, and memory is given out at once, not from a cache.
    let fills = [192, 63].map { byte in
      calm.with([
        "MALLOC_PERTURB_": "\(byte)",
        "GLIBC_TUNABLES": "glibc.malloc.perturb=\(byte):glibc.malloc.tcache_count=0",
      ])
    }
    let hashes = [calm.with(["SWIFT_DETERMINISTIC_HASHING": nil])]
    let zones = zoneNames.map { calm.with(["TZ": $0]) }
    let locales = ["de_DE.UTF-8", "tr_TR.UTF-8", "ar_EG.UTF-8"].map {
      calm.with(["LC_ALL": $0, "LANG": $0])
    }
    var free = calm
    free.fixesAddresses = false
    var all = [
      Perturbation(.repetition, [calm]), Perturbation(.hashSeed, hashes),
      Perturbation(.heap, fills), Perturbation(.timeZone, zones), Perturbation(.locale, locales),
    ]
    if fixesAddresses { all.append(Perturbation(.addresses, [free])) }
    if let faketime {
      var later = calm
      later.launcher = [faketime, "-f", "+400d"]
      all.append(Perturbation(.clock, [later]))
    }
    all += [
      Perturbation(.pauses, [calm], style: .pauses),
      Perturbation(.secondRun, [calm], style: .secondRun),
      Perturbation(.restore, [calm], style: .restore),
      Perturbation(.resimulation, [calm], style: .resimulation),
      Perturbation(.looking, [calm], style: .looking),
      Perturbation(.stepByStep, [calm], style: .stepByStep),
    ]
    // What differs from the calm surroundings, of each.
    var changes: [String: String?] = [:]
    for one in [hashes[0], fills[0], zones[0], locales[0]] {
      changes.merge(one.environment.filter { calm.environment[$0.key] != .some($0.value) }) { $1 }
    }
    var together = calm.with(changes)
    together.fixesAddresses = false
    all.append(Perturbation(.together, [together], style: .looking))
    return all
  }

  /// Zones of uneven distances from UTC. A system without a table of zones knows only the last form,
  /// and that in C alone.
  private static var zoneNames: [String] {
    let named = ["Asia/Kathmandu", "Pacific/Apia", "America/St_Johns"]
    let isKnown = Files.exists("/usr/share/zoneinfo/" + named[0])
    return isKnown ? named : ["LPL-05:45", "LPT+11:15"]
  }
}

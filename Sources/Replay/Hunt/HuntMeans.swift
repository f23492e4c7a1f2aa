import Recording
import SystemC
import WorkerThreads

/// The changes that this machine allows, and the reasons against the others.
package struct HuntMeans: Sendable {
  package var perturbations: [Perturbation] = []
  /// The changes that are not tried, each with the reason: `locale: not tried (…)`.
  package var skipped: [String] = []
  /// Starts a program at fixed addresses; empty if this machine cannot.
  package var addressFixer: [String]

  /// Every change.
  ///
  /// - Parameter workers: arguments with which the agent shares its steps among threads; `nil` if it
  ///   has none.
  package init(workers: [String]?) {
    addressFixer = Self.works(["setarch", "-R", "true"]).map { [$0, "-R"] } ?? []
    let calm = Surroundings.calm
    add(.repetition, [calm])
    add(.hashSeed, [Self.otherHashes])
    add(.heap, Self.heaps)
    let zones = Self.zones
    add(.timeZone, zones.map { calm.with(["TZ": $0]) })
    if !Self.knowsZones {
      skip(.timeZone, "only in the C library: /usr/share/zoneinfo does not exist")
    }
    let home = environment("HOME") == "/" ? "/usr" : "/"
    addLocales()
    add(.home, [calm.with(["HOME": home])])
    add(.user, [calm.with(["USER": "laplace-hunt", "LOGNAME": "laplace-hunt"])])
    let folder = [
      "/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", Files.currentFolder == "/" ? "/usr" : "/",
    ]
    add(.folder, [calm.with(launcher: folder)])
    addHost()
    addProcessors()
    var free = calm
    free.fixesAddresses = false
    if addressFixer.isEmpty {
      skip(.addresses, "`setarch -R` does not work here")
    } else {
      add(.addresses, [free])
    }
    if let faketime = CommandWords.path(of: "faketime") {
      add(.clock, [calm.with(launcher: [faketime, "-f", "+400d"])])
    } else {
      skip(.clock, "`faketime` is not installed; pauses are tried")
    }
    for style in Self.styles { perturbations.append(style) }
    add(.looking, [calm], style: .looking)
    add(.stepByStep, [calm], style: .stepByStep)
    if let workers {
      add(.workers, [calm.with(more: workers)])
    } else {
      skip(.workers, "an agent cannot be asked for threads")
    }
    var together = free.with(launcher: folder).with(Self.otherHashes.environment)
    together = together.with(Surroundings.filling(Surroundings.fills[0]))
    let name = Self.localeNames[0]
    together = together.with(["TZ": zones[0], "LC_ALL": name, "LANG": name, "HOME": home])
    add(.together, [together], style: .looking)
  }

  /// The few changes that name the usual causes of a run that does not repeat.
  package static let brief = HuntMeans(
    perturbations: [
      Perturbation(.repetition, [.calm]), Perturbation(.hashSeed, [otherHashes]),
      Perturbation(.heap, heaps),
    ] + styles)

  private init(perturbations: [Perturbation]) {
    addressFixer = Self.works(["setarch", "-R", "true"]).map { [$0, "-R"] } ?? []
    self.perturbations = perturbations
  }

  private mutating func add(
    _ kind: Perturbation.Kind, _ variants: [Surroundings], style: Perturbation.Style = .plain
  ) {
    perturbations.append(Perturbation(kind, variants, style: style))
  }

  private mutating func skip(_ kind: Perturbation.Kind, _ reason: String) {
    skipped.append("\(kind.rawValue): not tried (\(reason))")
  }

  private static let otherHashes = Surroundings.calm.with(["SWIFT_DETERMINISTIC_HASHING": nil])

  private static let heaps = Surroundings.fills.map { byte in
    Surroundings.calm.with(Surroundings.filling(byte))
  }

  private static let styles = [
    Perturbation(.pauses, [.calm], style: .pauses),
    Perturbation(.secondRun, [.calm], style: .secondRun),
    Perturbation(.restore, [.calm], style: .restore),
    Perturbation(.resimulation, [.calm], style: .resimulation),
  ]

  // MARK: Locales and time zones

  private static let localeNames = ["de_DE.UTF-8", "tr_TR.UTF-8", "ar_EG.UTF-8"]

  private mutating func addLocales() {
    let installed = Self.localeNames.filter { name in
      guard let locale = newlocale(1 << LC_NUMERIC, name, nil) else { return false }
      freelocale(locale)
      return true
    }
    func variants(_ names: [String]) -> [Surroundings] {
      names.map { Surroundings.calm.with(["LC_ALL": $0, "LANG": $0]) }
    }
    if installed.isEmpty {
      let names = Self.localeNames.joined(separator: ", ")
      skip(.locale, "no other locale is installed: \(names)")
      add(.localeVariables, variants(Self.localeNames))
    } else {
      add(.locale, variants(installed))
    }
  }

  private static let knowsZones = Files.exists("/usr/share/zoneinfo/Asia/Kathmandu")

  /// Zones of uneven distances from UTC. A system without a table of zones knows only the last form,
  /// and that in C alone.
  private static var zones: [String] {
    knowsZones
      ? ["Asia/Kathmandu", "Pacific/Apia", "America/St_Johns"] : ["LPL-05:45", "LPT+11:15"]
  }

  // MARK: Host and processors

  private mutating func addHost() {
    let name = ["unshare", "--uts", "/bin/sh", "-c", "hostname laplace-hunt && exec \"$@\"", "sh"]
    if let unshare = Self.works(name + ["true"]) {
      add(.host, [Surroundings.calm.with(launcher: [unshare] + name.dropFirst())])
    } else {
      skip(.host, "`unshare --uts` is not permitted here")
    }
  }

  private mutating func addProcessors() {
    let usable = Processors.usable
    guard usable.count > 1 else {
      return skip(
        .processors,
        usable.isEmpty ? "this system does not restrict them" : "there is only one here")
    }
    let one = ["taskset", "-c", "\(usable[0])"]
    if let taskset = Self.works(one + ["true"]) {
      add(.processors, [Surroundings.calm.with(launcher: [taskset] + one.dropFirst())])
    } else {
      skip(.processors, "`taskset` does not work here")
    }
  }

  /// The path of a program that ends well with these arguments; `nil` if it does not.
  private static func works(_ words: [String]) -> String? {
    guard let path = CommandWords.path(of: words[0]),
      let probe = try? ChildProcess(path: path, arguments: Array(words.dropFirst())),
      case .status(0)? = probe.wait(seconds: 5)
    else { return nil }
    return path
  }
}

import AgentProtocol
import Foundation
import Simulation

/// What one scene cost one engine, and how well it was computed. Also what a peer's driver prints.
struct SceneRun: Codable {
  struct Quality: Codable {
    var name: String
    var value: Double
    var limit: Double
    var isGood: Bool { value <= limit }
  }

  var engine: String
  var scene: String
  var steps: Int
  var workers: Int
  /// Over all steps but the first; the least time of each over the repeats.
  var msPerStep: Double
  var bodies: Int
  var shapes: Int
  var joints: Int
  /// Ours: contacts with points. A peer's: whatever pairs it keeps.
  var contacts: Int
  /// Figures that any engine can tell: of the last state, or means over several.
  var figures: [String: Double]
  /// Digest of the whole last state; ours only.
  var digest: String?
  var quality: [Quality]?
  /// Milliseconds per step by phase.
  var phases: [String: Double]?
  /// Milliseconds per step by phase with one worker, where several were asked for.
  var phasesAlone: [String: Double]?
  /// Milliseconds of every step but the first.
  var times: [Double]?
  /// What else was measured.
  var further: [String: Double]?
  /// Why the timing counts for nothing.
  var void: String?
  var isSmall: Bool?
  var isMedium: Bool?

  var qualityLine: String {
    (quality ?? []).map {
      "\($0.name) \(rounded($0.value, 4))\($0.isGood ? "" : " (TOO MUCH: limit \($0.limit))")"
    }.joined(separator: ", ")
  }

  var text: String {
    let cost = void == nil ? "\(rounded(msPerStep, 3)) ms/step" : "VOID"
    var lines = [
      "\(scene): \(cost) over \(steps - 1) steps, \(workers) worker\(workers == 1 ? "" : "s"), \(bodies) bodies, "
        + "\(shapes) shapes, \(joints) joints, \(contacts) contacts"
    ]
    if let void { lines.append("  void: \(void)") }
    if let digest { lines.append("  digest \(digest)") }
    for (title, times) in [("phases", phases), ("phases with 1 worker", phasesAlone)] {
      guard let times else { continue }
      let parts = phaseNames.compactMap { name in
        times[name].map { "\(name) \(rounded($0, 3))" }
      }
      lines.append("  \(title) (ms): \(parts.joined(separator: ", "))")
    }
    if !qualityLine.isEmpty { lines.append("  quality: \(qualityLine)") }
    for (name, value) in (further ?? [:]).sorted(by: { $0.key < $1.key }) {
      lines.append("  \(name): \(rounded(value, 3))")
    }
    return lines.joined(separator: "\n")
  }

  var figuresText: String {
    figureNames.compactMap { name in
      figures[name].map { "\(name) \(rounded($0, 6))" }
    }.joined(separator: ", ")
  }

  var json: String { encoded(self) }
}

/// The figures in the order in which tables show them.
let figureNames = [
  "awake", "touching", "lowestX", "highestX", "lowestY", "highestY", "centerY", "kineticEnergy",
  "greatestOverlap", "meanOverlap", "greatestGap", "meanGap",
]

/// A run of several scenes, as `--store` writes it.
struct StoredRun: Codable {
  /// What the figures depend on: compare only what was measured on one machine.
  var machine: String
  var build: [String: String]
  var runs: [SceneRun]

  func run(of scene: String) -> SceneRun? { runs.first { $0.scene == scene } }

  static func read(_ path: String) throws -> StoredRun {
    try JSONDecoder().decode(
      StoredRun.self, from: try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  func write(_ path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try encoder.encode(self).write(to: URL(fileURLWithPath: path))
  }
}

/// One line of JSON.
func encoded<Value: Encodable>(_ value: Value) -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  guard let data = try? encoder.encode(value) else { fatalError("the value has no JSON") }
  return String(decoding: data, as: UTF8.self)
}

/// `value` to some decimal places, without a formatting library.
func rounded(_ value: Double, _ places: Int) -> Double {
  var scale = 1.0
  for _ in 0..<places { scale *= 10 }
  return (value * scale).rounded() / scale
}

/// The geometric mean; `nil` of nothing.
func geometricMean(_ values: [Double]) -> Double? {
  values.isEmpty ? nil : exp(values.map(log).reduce(0, +) / Double(values.count))
}

/// The processor's name.
var machineName: String {
  guard let text = try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8) else {
    return "unknown"
  }
  for line in text.split(separator: "\n") where line.hasPrefix("model name") {
    return line.drop { $0 != ":" }.dropFirst().trimmingCharacters(in: .whitespaces)
  }
  return "unknown"
}

/// What the figures depend on besides the source.
var buildNames: [String: String] {
  var names: [String: String] = [:]
  for fact in buildFacts() { names[fact.name] = fact.value }
  return names
}

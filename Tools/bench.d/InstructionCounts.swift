import Dispatch
import Foundation
import ProgramRunner
import Synchronization
import WorkerThreads

/// Instructions of our own code per step, by phase: exact, and the same on a busy machine.
///
/// The scene runs small under callgrind, which cuts its counts wherever ``markPhase(_:)`` is
/// entered. Only functions of this program's file count: the C library picks its routines by the
/// processor.
struct InstructionCounts: Codable {
  /// All phases together.
  var perStep: Double
  var phases: [String: Double]
  var steps: Int
  var digest: String
}

/// The counts of several scenes, as they are committed.
struct InstructionFile: Codable {
  /// What the counts depend on besides the source.
  var build: [String: String]
  var scenes: [String: InstructionCounts]

  /// Growth that is let pass.
  static let tolerance = 0.03

  static func read(_ path: String) throws -> InstructionFile {
    try JSONDecoder().decode(
      InstructionFile.self, from: try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  func write(_ path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try encoder.encode(self).write(to: URL(fileURLWithPath: path))
  }
}

func countInstructions(_ scene: BenchmarkScene, _ options: BenchmarkOptions) throws
  -> InstructionCounts
{
  let environment = ProcessInfo.processInfo.environment
  let folders = (environment["PATH"] ?? "").split(separator: ":")
  guard
    let valgrind = folders.map({ "\($0)/valgrind" }).first(where: {
      FileManager.default.isExecutableFile(atPath: $0)
    })
  else {
    throw BenchmarkOptions.Trouble(
      message: "no valgrind on the PATH: install the package valgrind to count instructions")
  }
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("laplace-instructions-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let out = folder.appendingPathComponent("counts").path
  var words = [
    "--tool=callgrind", "--callgrind-out-file=\(out)", "--dump-before=*markPhase*",
    ownPath, scene.rawValue, "--small", "--mark-phases", "--format", "json",
  ]
  if let steps = options.stepCount { words += ["--steps", "\(steps)"] }
  let run = try ProgramRun(valgrind, words)
  guard run.status == 0, let result = try? JSONDecoder().decode(SceneRun.self, from: run.output)
  else {
    throw BenchmarkOptions.Trouble(message: "valgrind failed: \(run.errorText)")
  }
  return try sumCounts(out, result)
}

/// Callgrind writes the k-th file when the k-th mark is met, with what was done since the one
/// before.
private func sumCounts(_ out: String, _ result: SceneRun) throws -> InstructionCounts {
  let marksPerStep = phaseNames.count + 1
  var phases = [String: Double](uniqueKeysWithValues: phaseNames.map { ($0, 0) })
  for step in 0..<(result.steps - 1) {
    for (index, name) in phaseNames.enumerated() {
      // Files are numbered from 1; the file after a mark is the next one.
      let number = step * marksPerStep + index + 2
      phases[name, default: 0] += Double(try ownInstructions("\(out).\(number)"))
    }
  }
  let steps = Double(result.steps - 1)
  for name in phaseNames { phases[name] = ((phases[name] ?? 0) / steps).rounded() }
  return InstructionCounts(
    perStep: phaseNames.reduce(0) { $0 + (phases[$1] ?? 0) }, phases: phases,
    steps: result.steps, digest: result.digest ?? "")
}

/// The instructions of this program's own functions in one file of callgrind.
///
/// The format: `ob=(1) /path` names the object of the costs that follow, later `ob=(1)` does; a
/// cost line is "position count"; the line after `calls=` holds a callee's cost and is skipped.
private func ownInstructions(_ path: String) throws -> Int {
  let text = try String(contentsOfFile: path, encoding: .utf8)
  var names: [Substring: Substring] = [:]
  var isOwn = false
  var isCall = false
  var sum = 0
  let own = Substring(ownPath)
  for line in text.split(separator: "\n") {
    if line.hasPrefix("ob=") || line.hasPrefix("cob=") {
      let value = line.drop { $0 != "=" }.dropFirst()
      let key = value.prefix { $0 != " " }
      let name = value.dropFirst(key.count).drop { $0 == " " }
      if !name.isEmpty { names[key] = name }
      if line.hasPrefix("ob=") { isOwn = names[key] == own }
    } else if line.hasPrefix("calls=") {
      isCall = true
    } else if let first = line.utf8.first,
      first == UInt8(ascii: "+") || first == UInt8(ascii: "-") || first == UInt8(ascii: "*")
        || (first >= UInt8(ascii: "0") && first <= UInt8(ascii: "9"))
    {
      if isCall {
        isCall = false
      } else if isOwn, let count = line.split(separator: " ").last.flatMap({ Int($0) }) {
        sum += count
      }
    }
  }
  return sum
}

/// Counts all scenes, as many at once as there are processors: counts do not mind.
private func countAll(_ options: BenchmarkOptions) throws -> [InstructionCounts] {
  let results = Results(options.scenes.count)
  let next = Mutex(0)
  let workers = min(Processors.usableCount, options.scenes.count)
  DispatchQueue.concurrentPerform(iterations: workers) { _ in
    while true {
      let index = next.withLock { index in
        index += 1
        return index - 1
      }
      if index >= options.scenes.count { return }
      let result = Result { try countInstructions(options.scenes[index], options) }
      results.list.withLock { $0[index] = result }
    }
  }
  return try results.list.withLock { try $0.compactMap { try $0?.get() } }
}

private final class Results: Sendable {
  let list: Mutex<[Result<InstructionCounts, any Error>?]>
  init(_ count: Int) { list = Mutex(Array(repeating: nil, count: count)) }
}

/// Counts all scenes asked for, prints, stores and checks. Whether all are within the limits.
func countInstructions(_ options: BenchmarkOptions) throws -> Bool {
  let limits = try options.instructionLimitsPath.map { try InstructionFile.read($0) }
  if let limits, limits.build != buildNames {
    // Another compiler makes other instructions: their number says nothing about the source.
    let others = limits.build.keys.sorted().filter { limits.build[$0] != buildNames[$0] }
    let names = others.map {
      "\($0): \(limits.build[$0] ?? "") there, \(buildNames[$0] ?? "") here"
    }
    print("not counted: the limits are those of another build (\(names.joined(separator: "; ")))")
    return true
  }
  var file = InstructionFile(build: buildNames, scenes: [:])
  var isGood = true
  let counted = try countAll(options)
  if !options.isJSON {
    print(padded("scene", -15) + padded("instructions", 14) + padded("limit", 14) + "  by phase")
  }
  for (scene, counts) in zip(options.scenes, counted) {
    file.scenes[scene.rawValue] = counts
    let before = limits?.scenes[scene.rawValue]
    var verdict = ""
    if let before, before.steps == counts.steps {
      let growth = counts.perStep / before.perStep - 1
      verdict = "  \(growth < 0 ? "" : "+")\(fixed(100 * growth, 2)) %"
      if growth > InstructionFile.tolerance {
        verdict += " TOO MANY"
        isGood = false
      }
      // Other bits are other work: not an error, but the reason why counts move.
      if before.digest != counts.digest { verdict += ", digest changed" }
    } else if limits != nil {
      verdict = "  not in the file"
      isGood = false
    }
    if options.isJSON { continue }
    let parts = phaseNames.map { "\($0) \(Int(counts.phases[$0] ?? 0))" }
    print(
      padded(scene.rawValue, -15) + padded("\(Int(counts.perStep))", 14)
        + padded(before.map { "\(Int($0.perStep * (1 + InstructionFile.tolerance)))" } ?? "-", 14)
        + "  " + parts.joined(separator: ", ") + verdict)
  }
  if options.isJSON { print(encoded(file)) }
  if let path = options.storePath { try file.write(path) }
  return isGood
}

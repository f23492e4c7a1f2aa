import DeterministicMath
import Recording
import Replay
import Simulation

/// A Swift test that runs a session: it fails where the session shows its fault.
struct SessionTest {
  var simulation: SimulationDescription
  /// The simulation's type with its module.
  var typeName: String
  var session: Session
  /// The parameters of a session that sets none.
  var defaults: [UInt64]
  /// What a sound build has after the last step; `nil` where none was asked.
  var digest: StateDigest?
  /// What holds after no step; `nil` where that is not the fault.
  var condition: String?
  /// Lines that say what is wrong.
  var comment: [String]
  /// The file's name without `.swift`.
  var title: String

  var text: String {
    var lines = comment.map { $0.isEmpty ? "//" : "// " + $0 }
    lines += ["", "import LaplaceTesting", "import Testing", ""]
    lines += modules.map { "@testable import \($0)" }
    lines += ["", "@Test func \(functionName)() throws {", "  try expectSession("]
    var arguments = ["    \(plainName).self", "    seed: \(session.seed)"]
    if !changed.isEmpty {
      arguments.append(
        "    parameters: [" + changed.map { SessionTest.literal($0) }.joined(separator: ", ") + "]")
    }
    arguments.append("    steps: \(session.stepCount)")
    if !session.inputs.isEmpty {
      let json = session.inputs.map { "      " + InputScript.line($0, kinds: simulation.inputs) }
      let quote = SessionTest.hashes(json.joined())
      let all = ["    inputs: \(quote)\"\"\""] + json + ["      \"\"\"\(quote)"]
      arguments.append(all.joined(separator: "\n"))
    }
    if let digest { arguments.append("    digest: \"\(digest)\"") }
    if let condition { arguments.append("    never: \(SessionTest.literal(condition))") }
    return (lines + [arguments.joined(separator: ",\n") + ")", "}", ""]).joined(separator: "\n")
  }

  /// Whether Swift can write the type's name: one that is private has none.
  static func canName(_ type: String) -> Bool {
    type.contains(".")
      && type.allSatisfy { $0.isLetter || $0.isNumber || "._<>, ".contains($0) }
  }

  /// The names in the type, each with its module first.
  private var names: [Substring] {
    typeName.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == ".") }
  }

  private var modules: [String] {
    Set(names.compactMap { $0.split(separator: ".").first.map(String.init) }).sorted()
      .filter { $0 != "Swift" }
  }

  /// Without modules: a type that is called as its module could not be named with it.
  private var plainName: String {
    var plain = ""
    var rest = typeName[...]
    for name in names {
      plain += rest[..<name.startIndex]
      plain += name.split(separator: ".").dropFirst().joined(separator: ".")
      rest = typeName[name.endIndex...]
    }
    return plain + rest
  }

  private var changed: [String] {
    let usual = settings(defaults, of: simulation.parameters)
    return settings(session.parameters, of: simulation.parameters).filter { !usual.contains($0) }
  }

  /// The title in camel case.
  private var functionName: String {
    let words = title.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let joined = words.enumerated().map { index, word in
      index == 0
        ? word.prefix(1).lowercased() + word.dropFirst()
        : word.prefix(1).uppercased() + word.dropFirst().lowercased()
    }.joined()
    return joined.first?.isLetter == true ? joined : "session" + joined
  }

  private static func literal(_ text: String) -> String {
    let quote = text.contains("\"") || text.contains("\\") ? hashes(text) : ""
    return "\(quote)\"\(text)\"\(quote)"
  }

  /// As many number signs as make a literal's quotes unlike those of the text.
  private static func hashes(_ text: String) -> String {
    var hashes = "#"
    while text.contains("\"" + hashes) || text.contains("\\" + hashes) { hashes += "#" }
    return hashes
  }
}

import AgentProtocol
import Replay
import Sessions
import Simulation

/// A gate's report as SARIF 2.1.0: a result for each recording that failed.
struct SARIFReport: Encodable {
  struct Message: Encodable {
    var text: String
  }

  struct Rule: Encodable {
    var id: String
    var shortDescription: Message
  }

  struct Driver: Encodable {
    var name: String
    var version: String
    var rules: [Rule]
  }

  struct Tool: Encodable {
    var driver: Driver
  }

  struct ArtifactLocation: Encodable {
    var uri: String
  }

  struct PhysicalLocation: Encodable {
    var artifactLocation: ArtifactLocation
  }

  struct LogicalLocation: Encodable {
    var fullyQualifiedName: String
  }

  struct Location: Encodable {
    var physicalLocation: PhysicalLocation
    var logicalLocations: [LogicalLocation]?
  }

  struct Result: Encodable {
    var ruleId: String
    var ruleIndex: Int
    var level: String
    var message: Message
    var locations: [Location]
    var partialFingerprints: [String: String]?
  }

  struct Notification: Encodable {
    var level: String
    var message: Message
  }

  struct Invocation: Encodable {
    var executionSuccessful: Bool
    var exitCode: Int32
    var toolExecutionNotifications: [Notification]
  }

  struct Run: Encodable {
    var tool: Tool
    var invocations: [Invocation]
    var results: [Result]
    var columnKind = "unicodeCodePoints"
  }

  private enum CodingKeys: String, CodingKey {
    case schema = "$schema"
    case version
    case runs
  }

  var schema = "https://json.schemastore.org/sarif-2.1.0.json"
  var version = "2.1.0"
  var runs: [Run]

  private static let rules: [(outcome: GateReport.Outcome, text: String)] = [
    (.different, "The build does not reproduce the recording"),
    (.crashed, "The simulation or its program crashed or hung"),
    (.trouble, "The recording or the program cannot be read or started"),
    (.refused, "The build describes the simulation differently"),
    (.replaced, "The recording is not the one that was accepted"),
    (.absent, "No build has the recording's simulation"),
  ]

  init(_ report: GateReport) {
    let text = GateText(report: report)
    let results = report.failures.map { entry -> Result in
      let index = Self.rules.firstIndex { $0.outcome == entry.outcome } ?? 0
      var message = text.line(entry)
      if let repro = entry.repro { message += "\nnext: \(report.tool) repro \(shellWord(repro))" }
      let signature = [
        entry.recording, entry.ending ?? entry.difference?.mechanism ?? "",
        entry.difference?.comparison.fields.joined(separator: " ") ?? "",
      ]
      return Result(
        ruleId: entry.outcome.rawValue, ruleIndex: index, level: "error",
        message: Message(text: message),
        locations: [
          Location(
            physicalLocation: PhysicalLocation(
              artifactLocation: ArtifactLocation(uri: Self.uri(entry.recording))),
            logicalLocations: entry.field.map {
              [LogicalLocation(fullyQualifiedName: "\(entry.simulation).\($0)")]
            })
        ],
        partialFingerprints: ["laplace/v1": signature.joined(separator: "|")])
    }
    var notes = report.problems.map {
      Notification(level: "error", message: Message(text: $0.text))
    }
    notes += report.recordings.filter { $0.outcome == .skipped }.map {
      Notification(level: "warning", message: Message(text: text.line($0)))
    }
    runs = [
      Run(
        tool: Tool(
          driver: Driver(
            name: "laplace", version: engineVersion,
            rules: Self.rules.map {
              Rule(id: $0.outcome.rawValue, shortDescription: Message(text: $0.text))
            })),
        invocations: [
          Invocation(
            executionSuccessful: report.status < 2, exitCode: report.status,
            toolExecutionNotifications: notes)
        ], results: results)
    ]
  }

  /// A path as the reference of a URI: relative to the repository, or a file's own.
  private static func uri(_ path: String) -> String {
    let isWhole = path.hasPrefix("/")
    // A colon in a relative reference would end the name of a scheme.
    let marks = "!$&'()*+,-./=@_~" + (isWhole ? ":;" : "")
    let text = path.utf8.map { byte in
      let character = Character(UnicodeScalar(byte))
      let isPlain = byte < 0x80 && (character.isLetter || character.isNumber)
      if isPlain || marks.contains(character) { return String(character) }
      return (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
    }
    return (isWhole ? "file://" : "") + text.joined()
  }
}

import Foundation
import LaplaceCommands
import ProgramRunner
import TestSupport
import Testing

/// Holds documents against the schemas that the tool prints, in a validator of somebody else.
enum SchemaCheck {
  /// A Python with the package jsonschema; `nil` where there is none.
  static let python: String? = {
    let variables = ProcessInfo.processInfo.environment
    let folders = (variables["PATH"] ?? "/usr/bin").split(separator: ":")
    let all = [variables["LAPLACE_PYTHON"]] + folders.map { "\($0)/python3" }
    return all.compactMap(\.self).first { path in
      (try? ProgramRun(path, ["-c", "import jsonschema"]))?.status == 0
    }
  }()

  static let isRequired = ProcessInfo.processInfo.environment["LAPLACE_REQUIRE"]?.isEmpty == false
  static let missing: Comment = "there is no Python with the package 'jsonschema'"

  /// What is wrong with the documents, by their verbs, as the schemas of the verbs say; empty where
  /// nothing is.
  static func faults(_ documents: [String: [String]]) throws -> String {
    let folder = try TemporaryFolder()
    for (verb, texts) in documents {
      let schema = laplace("schema", verb)
      try #require(schema.status == .same, "\(schema.console.wordText)")
      try Data(schema.console.resultText.utf8).write(
        to: URL(fileURLWithPath: folder.file("\(verb).schema.json")))
      let lines = try texts.map { text in
        let document = try JSONSerialization.jsonObject(with: Data(text.utf8))
        return String(
          decoding: try JSONSerialization.data(withJSONObject: document), as: UTF8.self)
      }
      try Data(lines.joined(separator: "\n").utf8).write(
        to: URL(fileURLWithPath: folder.file("\(verb).jsonl")))
    }
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("schemas.py").path
    let run = try ProgramRun(try #require(python), [script, folder.path])
    return run.status == 0 ? "" : run.outputText + run.errorText
  }
}

import Foundation
import ProgramRunner
import TestSupport
import Testing

/// Readers in Python, written from the format's page, beside the tests.
enum PythonReader {
  /// The `python3` of the path.
  static let python = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    .map { "\($0)/python3" }.first { FileManager.default.isExecutableFile(atPath: $0) }

  /// What a reader answers to a question, both JSON.
  static func answer(_ reader: String, _ question: [String: Any]) throws -> [Any] {
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent(reader).path
    let folder = try TemporaryFolder()
    let asked = folder.file("question.json")
    try JSONSerialization.data(withJSONObject: question).write(to: URL(fileURLWithPath: asked))
    let run = try ProgramRun("/bin/sh", ["-c", "\(python ?? "") '\(script)' < '\(asked)'"])
    try #require(run.status == 0, "\(run.errorText)")
    return try #require(
      JSONSerialization.jsonObject(with: Data(run.outputText.utf8)) as? [Any])
  }

  static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { String(format: "%02x", $0) }.joined()
  }
}

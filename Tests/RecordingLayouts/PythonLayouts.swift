import Foundation
import ProgramRunner
import TestSupport

/// Recordings that the package `mcap` for Python writes: a writer that is not ours.
package enum PythonLayouts {
  /// A Python with that package.
  package static let python = ProcessInfo.processInfo.environment["LAPLACE_PYTHON"]

  /// Rewrites a recording in layouts that a seed draws.
  ///
  /// - Returns: the path of each file, and its layout in words.
  package static func write(
    _ recording: String, to folder: TemporaryFolder, count: Int, seed: UInt64
  ) throws -> [(path: String, words: String)] {
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("mcap_layouts.py").path
    let written = try ProgramRun(
      python ?? "", [script, recording, folder.path, "\(count)", "\(seed)"])
    guard written.status == 0 else { throw Failure(description: written.errorText) }
    return written.outputText.split(separator: "\n").map { line in
      (path: String(line.prefix { $0 != " " }), words: String(line))
    }
  }

  private struct Failure: Error, CustomStringConvertible {
    let description: String
  }
}

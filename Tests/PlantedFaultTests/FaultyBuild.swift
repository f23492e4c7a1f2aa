import Foundation
import ProgramRunner

/// The build that holds the planted faults: a copy of the sources with every edit made, compiled by
/// the project's own script.
enum FaultyBuild {
  struct Failure: Error, CustomStringConvertible { var description: String }

  /// This package's folder.
  static let package = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The agent's path: built once for all tests.
  static let agent = Result { () throws(Failure) in try make() }

  private static func make() throws(Failure) -> String {
    let folder = package.appendingPathComponent(".build-faults")
    let tree = folder.appendingPathComponent("tree")
    do {
      try copySources(to: tree)
      for fault in PlantedFault.all {
        for edit in fault.edits { try plant(edit, of: fault, in: tree) }
      }
      try PlantedFault.switchSource.write(
        to: tree.appendingPathComponent(PlantedFault.switchFile), atomically: true,
        encoding: .utf8)
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(description: "the sources could not be copied: \(error)")
    }
    let out = folder.appendingPathComponent("agents")
    try compile(tree, out)
    return out.appendingPathComponent("x86-64-release/laplace-agent").path
  }

  private static func copySources(to tree: URL) throws {
    let files = FileManager.default
    try? files.removeItem(at: tree)
    try files.createDirectory(
      at: tree.appendingPathComponent("Tests"), withIntermediateDirectories: true)
    for folder in ["Sources", "Tests/GoldenWorlds", "Tests/GoldenAgent"] {
      try files.copyItem(
        at: package.appendingPathComponent(folder), to: tree.appendingPathComponent(folder))
    }
  }

  private static func plant(
    _ edit: PlantedFault.Edit, of fault: PlantedFault, in tree: URL
  ) throws {
    let file = tree.appendingPathComponent(edit.file)
    let text = try String(contentsOf: file, encoding: .utf8)
    let parts = text.components(separatedBy: edit.find)
    guard parts.count == 2 else {
      throw Failure(
        description: """
          \(edit.file): the text that '\(fault.name)' replaces stands there \(parts.count - 1) times; \
          renew the edit in PlantedFault.swift. It looks for:
          \(edit.find)
          """)
    }
    try parts.joined(separator: edit.replace).write(to: file, atomically: true, encoding: .utf8)
  }

  private static func compile(_ tree: URL, _ out: URL) throws(Failure) {
    let run: ProgramRun
    do {
      try FileManager.default.createDirectory(at: out, withIntermediateDirectories: true)
      run = try ProgramRun(
        package.appendingPathComponent("Tools/builds").path,
        ["--require", "--sources", tree.path, "--out", out.path, "x86-64-release"])
    } catch {
      throw Failure(description: "Tools/builds could not be run: \(error)")
    }
    guard run.status == 0 else {
      throw Failure(
        description: "Tools/builds failed on the planted sources: \(run.errorText)")
    }
  }
}

import Foundation
import ProgramRunner

/// Disassembles objects and programs and looks for what breaks bit-exactness.
///
/// What it does not see: calls through a pointer (glibc reaches some of its functions that way in
/// static programs), and code that exists only at run time.
package struct CodeCheck: Sendable {
  package struct Report: Sendable {
    package var findings: [CodeFinding] = []
    package var objectCount = 0
    package var functionCount = 0
    package var instructionCount = 0
    /// Objects in which no function in scope was found: stripped ones, or such without code.
    package var blank: [String] = []
  }

  package enum Scope: Sendable {
    /// Every function of the object.
    case everything
    /// The engine's functions alone, in a program that holds a C library too.
    case engine
  }

  /// No disassembler, or one that failed, or nothing found to look at; one line.
  package struct Failure: Error, CustomStringConvertible {
    package var description: String
  }

  private let disassembler: String

  /// Finds `llvm-objdump` beside `swiftc` or on the path, or `objdump`.
  ///
  /// - Throws: ``Failure`` when there is none.
  package init() throws(Failure) {
    let beside = Programs.find("swiftc").map { ($0 as NSString).deletingLastPathComponent }
    let candidates = [
      beside.map { $0 + "/llvm-objdump" }, Programs.find("llvm-objdump"), Programs.find("objdump"),
    ]
    let found = candidates.compactMap { $0 }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
    guard let found else {
      throw Failure(
        description: "no llvm-objdump and no objdump on the path: put the Swift toolchain on it")
    }
    disassembler = found
  }

  /// - Throws: ``Failure`` when an object cannot be disassembled, or none holds a function in
  ///   scope: a check that looked at nothing has shown nothing.
  package func check(_ objects: [String], scope: Scope) throws(Failure) -> Report {
    var report = Report()
    for object in objects {
      let output = try disassemble(object)
      var scan = DisassemblyScan(
        object: object,
        scope: scope == .everything ? .everything : .modules(SourceLint.engine.modules))
      scan.read(output)
      if scan.instructionCount == 0 { report.blank.append(object) }
      report.objectCount += 1
      report.functionCount += scan.functionCount
      report.instructionCount += scan.instructionCount
      report.findings += scan.findings
    }
    guard report.instructionCount > 0 else {
      let first = objects.first ?? "nothing given"
      throw Failure(description: "\(first): no instruction of the engine in it; was it stripped?")
    }
    demangle(&report.findings)
    return report
  }

  /// - Parameter withSymbols: the table of symbols before the disassembly.
  func disassemble(_ object: String, withSymbols: Bool = false) throws(Failure) -> [UInt8] {
    let table = withSymbols ? ["-t"] : []
    return try Programs.output(
      disassembler, table + ["-d", "-r", "--no-show-raw-insn", object], failing: object)
  }

  /// Names the functions as the source does; leaves them mangled where no demangler is.
  private func demangle(_ findings: inout [CodeFinding]) {
    guard !findings.isEmpty, let tool = Programs.find("swift-demangle") else { return }
    let names = findings.map { $0.symbol.replacingOccurrences(of: "$e", with: "$s") }
    guard
      let output = try? Programs.output(
        tool, ["--compact", "--simplified"] + names, failing: "swift-demangle")
    else { return }
    let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
    guard lines.count == findings.count else { return }
    for (index, line) in lines.enumerated() { findings[index].function = String(line) }
  }
}

/// Other programs.
enum Programs {
  /// The path of a program, looked up as a shell would.
  static func find(_ name: String) -> String? {
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    for folder in folders.split(separator: ":") {
      let path = "\(folder)/\(name)"
      if FileManager.default.isExecutableFile(atPath: path) { return path }
    }
    return nil
  }

  /// What the program wrote; its last words on standard error become the failure.
  static func output(
    _ program: String, _ arguments: [String], failing subject: String
  ) throws(CodeCheck.Failure) -> [UInt8] {
    let run: ProgramRun
    do {
      run = try ProgramRun(program, arguments)
    } catch {
      throw CodeCheck.Failure(description: "\(program) could not be started: \(error)")
    }
    guard run.status == 0 else {
      let line = run.errorText.split(separator: "\n").last ?? ""
      throw CodeCheck.Failure(
        description: "\(subject): \(program) ended with status \(run.status): \(line)")
    }
    return Array(run.output)
  }
}

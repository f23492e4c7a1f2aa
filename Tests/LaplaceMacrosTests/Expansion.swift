import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros

@testable import RecordedMacros

/// What the macros make of a source, and what they say of it.
struct Expansion {
  /// The source with everything expanded, without the lines that say where code counts as written.
  var text: String
  /// `line:column message`, and behind each what its fix-its are called.
  var findings: [String]
  /// The source after each fix-it alone.
  var fixed: [String]

  /// - Parameter conformances: protocols of the macro that the type lacks; as the compiler says it
  ///   of a type without any.
  init(_ source: String, lacking conformances: [TypeSyntax] = Expansion.all) {
    let file = Parser.parse(source: source)
    let context = BasicMacroExpansionContext(
      sourceFiles: [file: .init(moduleName: "Game", fullFilePath: "Game.swift")])
    let mark = MacroSpec(type: PropertyMark.self)
    let expanded = file.expand(
      macroSpecs: [
        "Recorded": MacroSpec(type: RecordedMacro.self, conformances: conformances),
        "EveryStep": MacroSpec(type: CadenceMark.self),
        "Derived": mark, "Key": mark, "Role": mark, "Allowed": mark,
      ],
      contextGenerator: {
        BasicMacroExpansionContext(
          sharingWith: context, lexicalContext: $0.allMacroLexicalContexts())
      }, indentationWidth: .spaces(2))
    text = expanded.description.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.contains("#sourceLocation") }.joined(separator: "\n")

    findings = []
    fixed = []
    for finding in context.diagnostics {
      let place = context.location(
        for: finding.position, anchoredAt: finding.node, fileName: "Game.swift")
      findings.append(
        "\(place.line):\(place.column) \(finding.message)"
          + finding.fixIts.map { " [\($0.message.message)]" }.joined())
      for fixIt in finding.fixIts {
        var bytes = Array(source.utf8)
        for edit in fixIt.edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
          let start = context.location(
            for: edit.range.lowerBound, anchoredAt: finding.node, fileName: "Game.swift"
          ).offset
          let end = start + edit.range.upperBound.utf8Offset - edit.range.lowerBound.utf8Offset
          bytes.replaceSubrange(start..<end, with: edit.replacementBytes)
        }
        fixed.append(String(decoding: bytes, as: UTF8.self))
      }
    }
  }

  static let all: [TypeSyntax] = [
    "StateFields", "StateCases", "StateEnum", "CaseIterable", "Simulation",
    "SimulationParameters", "SimulationRecord",
  ]
}

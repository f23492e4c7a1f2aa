#if Macros
  import SwiftSyntax
  import SwiftSyntaxBuilder
  import SwiftSyntaxMacros

  /// The description of an enumeration: by its raw values, or by its cases and what they carry.
  struct EnumerationDescription {
    private let subject: Subject
    private let findings: Findings
    private let kinds: [Kind]

    init(_ enumeration: EnumDeclSyntax, _ subject: Subject, _ findings: Findings) {
      self.subject = subject
      self.findings = findings
      kinds = Kind.all(in: enumeration.memberBlock.members, findings)
      if kinds.isEmpty && !subject.conforms(to: "SimulationRecord") {
        findings.error(
          enumeration.name, "'\(enumeration.name.plainText)' has no cases, and so no value")
      }
      if kinds.count > 256 {
        findings.error(kinds[256].name, "a recorded enumeration has at most 256 cases")
      }
      let indirect =
        enumeration.modifiers.map(\.name) + kinds.flatMap { $0.declaration.modifiers.map(\.name) }
      if let word = indirect.first(where: { $0.tokenKind == .keyword(.indirect) }) {
        findings.error(
          word,
          """
          columns of a value that contains itself would never end: keep the values in a list of \
          the simulation, and indices here
          """)
      }
      for kind in kinds where kind.name.plainText == "kinds" {
        findings.error(kind.name, "@Recorded writes a static 'kinds': give this case another name")
      }
      let name = enumeration.name.plainText
      for payload in kinds.flatMap(\.payloads) {
        if payload.type.mentions(name) {
          findings.error(
            payload.type,
            """
            '\(payload.column)' holds values of its own type, and columns would never end: keep \
            them in a list of the simulation, and indices here
            """)
        }
        guard let wrong = UnsupportedType(in: payload.type) else { continue }
        findings.error(
          wrong.node, "'\(payload.column)' cannot be recorded: \(wrong.reason)", wrong.fixIts)
      }
    }

    private var isByRawValue: Bool {
      (subject.hasRawType || kinds.contains(where: \.hasRawValue))
        && !["StateCases", "SimulationRecord"].contains(where: subject.conforms)
    }

    func expansion(_ context: some MacroExpansionContext) -> ExtensionDeclSyntax {
      let head =
        isByRawValue ? subject.head("CaseIterable", "StateEnum") : subject.head("StateCases")
      let members = isByRawValue ? allCases : cases(context)
      let body = members.isEmpty ? "" : "\n\(members.joined(separator: "\n\n"))\n"
      let code: DeclSyntax = "\(raw: head) {\(raw: body)}"
      return code.cast(ExtensionDeclSyntax.self)
    }

    /// The compiler writes it only where the declaration itself asks for it.
    private var allCases: [String] {
      if subject.conforms(to: "CaseIterable") { return [] }
      let names = kinds.map { ".\($0.name.text)" }.joined(separator: ", ")
      return ["\(subject.access)static var allCases: [Self] { [\(names)] }"]
    }

    private func cases(_ context: some MacroExpansionContext) -> [String] {
      let names = kinds.map { "\"\($0.name.plainText)\"" }.joined(separator: ", ")
      let numbers = kinds.enumerated().map { "case .\($1.name.text): \($0)" }
      let blanks = kinds.enumerated().map { "case \($0): self = \($1.blank)" }
      let visits = kinds.map { $0.visit(context) }
      let access = subject.access
      return [
        "\(access)static var kinds: [StaticString] { [\(names)] }",
        """
        \(access)init(kind: Int) {
        switch kind {
        \((blanks + ["default: preconditionFailure(\"no kind has this index\")"])
          .joined(separator: "\n"))
        }
        }
        """,
        """
        \(access)var kind: Int {
        switch self {
        \(numbers.joined(separator: "\n"))
        }
        }
        """,
        """
        \(access)mutating func visitFields(_ visitor: inout some FieldVisitor) {
        switch self {
        \(visits.joined(separator: "\n"))
        }
        }
        """,
      ]
    }
  }
#endif

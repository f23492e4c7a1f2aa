#if Macros
  import SwiftSyntax
  import SwiftSyntaxBuilder
  import SwiftSyntaxMacros

  /// The description of a simulation, a parameter set, or a row.
  struct StructureDescription {
    private let structure: StructDeclSyntax
    private let subject: Subject
    private let findings: Findings
    private let properties: [StoredProperty]
    private let recorded: [StoredProperty]

    private var isSimulation: Bool { subject.conforms(to: "Simulation") }
    /// Whether a row is made without the user's help.
    private let makesBlank: Bool

    init(_ structure: StructDeclSyntax, _ subject: Subject, _ findings: Findings) {
      self.structure = structure
      self.subject = subject
      self.findings = findings
      // A `StateRow`, as parameters are, has an initializer without arguments.
      makesBlank =
        !["Simulation", "SimulationParameters", "StateRow"].contains(where: subject.conforms)
        && !structure.hasStaticMember("blank")
      properties = StoredProperty.all(in: structure.memberBlock.members, findings)
      var recorded: [StoredProperty] = []
      for property in properties {
        guard property.isRecorded(needsValue: makesBlank, findings),
          property.isNotRecursive(structure.name.plainText, findings),
          property.isNotOpen(structure, findings)
        else { continue }
        recorded.append(property)
      }
      self.recorded = recorded
      if isSimulation {
        for property in recorded {
          guard let key = property.marks.key else { continue }
          findings.error(
            key, "@Key names the rows of a list, and a simulation is none",
            .remove(key, of: property.declaration))
        }
      }
      if recorded.isEmpty && makesBlank && findings.isEmpty {
        findings.error(structure.name, "'\(structure.name.plainText)' stores nothing to record")
      }
    }

    func expansion(_ context: some MacroExpansionContext) -> ExtensionDeclSyntax {
      let head = isSimulation ? "extension \(subject.type)" : subject.head("StateFields")
      let (function, visitor) =
        isSimulation ? ("visitState", "StateVisitor") : ("visitFields", "FieldVisitor")
      var members: [String] = []
      if makesBlank { members += blank }
      members.append(
        """
        \(subject.access)mutating func \(function)(_ visitor: inout some \(visitor)) {
        \(recorded.map { visit($0, context) }.joined(separator: "\n"))
        }
        """)
      members += derivedFields
      let code: DeclSyntax = """
        \(raw: head) {
        \(raw: members.joined(separator: "\n\n"))
        }
        """
      return code.cast(ExtensionDeclSyntax.self)
    }

    /// What is left out, with the reasons: a self-test takes nothing else for derived.
    private var derivedFields: [String] {
      let lines = properties.compactMap { property in
        property.reasonToLeaveOut.map { "DerivedField(\"\(property.name)\", \($0))," }
      }
      if lines.isEmpty || structure.hasStaticMember("derivedFields") { return [] }
      return [
        """
        \(subject.access)static var derivedFields: [DerivedField] {
        [
        \(lines.joined(separator: "\n"))
        ]
        }
        """
      ]
    }

    private func visit(_ property: StoredProperty, _ context: some MacroExpansionContext) -> String
    {
      var options = ""
      if property.marks.everyStep != nil || structure.attributes.first("EveryStep") != nil {
        options += ", .everyStep"
      }
      if property.marks.key != nil { options += ", role: .key" }
      if let role = property.marks.role?.argument { options += ", role: \(role)" }
      if let range = property.marks.allowed?.argument { options += ", in: \(range)" }
      return context.written(
        at: property.binding,
        "visitor.field(\"\(property.name)\", &self.\(property.identifier.text)\(options))")
    }

    /// A row that is filled in afterwards: blank, or with its initial values.
    private var blank: [String] {
      let open = properties.filter { !$0.hasValue }
      let lines =
        findings.isEmpty
        ? open.map { "self.\($0.identifier.text) = RecordedBlank.value()" }
        : ["preconditionFailure(\"the row cannot be recorded\")"]
      return [
        "\(subject.access)static var blank: Self { Self(blank: ()) }",
        """
        private init(blank: Void) {
        \(lines.joined(separator: "\n"))
        }
        """,
      ]
    }
  }

  extension StoredProperty {
    /// Rows within rows of the same type would be columns without end.
    func isNotRecursive(_ owner: String, _ findings: Findings) -> Bool {
      guard let type, type.mentions(owner) else { return true }
      findings.error(
        type,
        """
        '\(name)' holds values of its own type, and columns would never end: keep them in a list \
        of the simulation, and their indices or identifiers here
        """)
      return false
    }

    /// A generic parameter has to be something that can be recorded.
    func isNotOpen(_ structure: StructDeclSyntax, _ findings: Findings) -> Bool {
      let parameters = structure.genericParameterClause?.parameters ?? []
      for parameter in parameters {
        guard let type, type.mentions(parameter.name.text), parameter.inheritedType == nil,
          structure.genericWhereClause == nil
        else { continue }
        var constrained = parameter.with(\.name.trailingTrivia, [])
        constrained.colon = .colonToken(trailingTrivia: .space)
        constrained.inheritedType = "StateValue"
        findings.error(
          parameter,
          "'\(parameter.name.text)' may be any type: write '\(parameter.name.text): StateValue'",
          .replace(parameter, with: constrained, "write ': StateValue'"))
        return false
      }
      return true
    }
  }
#endif

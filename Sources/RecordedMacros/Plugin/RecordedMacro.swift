#if Macros
  import SwiftSyntax
  import SwiftSyntaxBuilder
  import SwiftSyntaxMacros

  /// `@Recorded`: writes the description of a structure or an enumeration from what it stores.
  struct RecordedMacro: ExtensionMacro {
    static func expansion(
      of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
      providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
      in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
      let findings = Findings(context)
      let subject = Subject(declaration, type, missing: protocols)
      checkAccess(declaration, findings, isNested: !context.lexicalContext.isEmpty)
      if !findings.isEmpty { return [] }
      if let structure = declaration.as(StructDeclSyntax.self) {
        checkCommon(structure, findings)
        if let record = ["SimulationRecord", "StateCases"].first(where: subject.conforms) {
          findings.error(
            structure.structKeyword,
            """
            a \(record) has several kinds: write 'enum \(structure.name.text)' with one case for \
            each, and its fields behind it
            """)
          return []
        }
        if structure.hasStaticMember("stepDuration") && !subject.conforms(to: "Simulation") {
          findings.error(
            structure.name,
            """
            '\(structure.name.text)' is a simulation by a protocol of yours, which @Recorded does \
            not see into: name Simulation beside it
            """)
          return []
        }
        return [StructureDescription(structure, subject, findings).expansion(context)]
      }
      if let enumeration = declaration.as(EnumDeclSyntax.self) {
        checkCommon(enumeration, findings)
        return [EnumerationDescription(enumeration, subject, findings).expansion(context)]
      }
      refuse(node, declaration, findings)
      return []
    }

    private static func refuse(
      _ node: AttributeSyntax, _ declaration: some DeclGroupSyntax, _ findings: Findings
    ) {
      switch declaration.kind {
      case .classDecl, .actorDecl:
        let word = declaration.is(ClassDeclSyntax.self) ? "a class" : "an actor"
        findings.error(
          declaration.introducer,
          """
          \(word) cannot be recorded: two runs, or a run and its copy, would share it; make it a \
          structure
          """)
      default:
        findings.error(node, "@Recorded stands at a structure or an enumeration")
      }
    }

    /// The compiler puts the description behind the outermost type, which sees no private type.
    private static func checkAccess(
      _ declaration: some DeclGroupSyntax, _ findings: Findings, isNested: Bool
    ) {
      let word = declaration.modifiers.lazy.map(\.name).first {
        $0.tokenKind == .keyword(.private)
      }
      guard let word, isNested else { return }
      findings.error(
        word, "a private type within another one cannot be recorded: make it 'fileprivate'",
        .replace(
          word, with: word.with(\.tokenKind, .keyword(.fileprivate)), "make it 'fileprivate'"))
    }

    private static func checkCommon(_ declaration: some DeclGroupSyntax, _ findings: Findings) {
      if let suppressed = declaration.inheritanceClause?.inheritedTypes.first(where: {
        $0.type.is(SuppressedTypeSyntax.self)
      }) {
        findings.error(suppressed, "a type that cannot be copied cannot be recorded")
      }
      for member in declaration.memberBlock.members {
        guard let function = member.decl.as(FunctionDeclSyntax.self),
          ["visitFields", "visitState"].contains(function.name.text)
        else { continue }
        findings.error(
          function.name,
          "'\(function.name.text)' is what @Recorded writes: remove it, or remove @Recorded")
      }
    }
  }

  extension DeclGroupSyntax {
    /// Whether the declaration itself has a static member of this name.
    func hasStaticMember(_ name: String) -> Bool {
      memberBlock.members.contains { member in
        guard let variable = member.decl.as(VariableDeclSyntax.self), !variable.isOfInstance else {
          return false
        }
        return variable.bindings.contains {
          $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.plainText == name
        }
      }
    }
  }
#endif

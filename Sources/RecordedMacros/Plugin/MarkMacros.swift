#if Macros
  import SwiftSyntax
  import SwiftSyntaxMacros

  /// `@Derived`, `@Key`, `@Role` and `@Allowed` write nothing: `@Recorded` of the type reads them.
  /// Where nothing reads them they are an error.
  struct PropertyMark: PeerMacro {
    static func expansion(
      of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
      in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
      checkMark(node, declaration, Findings(context), context.lexicalContext)
      return []
    }
  }

  /// `@EveryStep`, which may stand at a whole structure.
  struct CadenceMark: PeerMacro {
    static func expansion(
      of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
      in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
      let findings = Findings(context)
      if let structure = declaration.as(StructDeclSyntax.self) {
        if structure.attributes.first("Recorded") == nil { says(nothing: node, findings) }
      } else {
        checkMark(node, declaration, findings, context.lexicalContext)
      }
      return []
    }
  }

  private func says(nothing node: AttributeSyntax, _ findings: Findings) {
    findings.error(node, "@\(node.name) says nothing here: the type is not @Recorded")
  }

  private func checkMark(
    _ node: AttributeSyntax, _ declaration: some DeclSyntaxProtocol, _ findings: Findings,
    _ lexicalContext: [Syntax]
  ) {
    guard let variable = declaration.as(VariableDeclSyntax.self), variable.isOfInstance,
      variable.bindings.contains(where: { $0.isStored })
    else {
      findings.error(node, "@\(node.name) stands at a stored property")
      return
    }
    let around = lexicalContext.lazy.compactMap { $0.asProtocol((any WithAttributesSyntax).self) }
    if around.first?.attributes.first("Recorded") == nil { says(nothing: node, findings) }
  }
#endif

#if Macros
  import SwiftDiagnostics
  import SwiftSyntax
  import SwiftSyntaxBuilder
  import SwiftSyntaxMacros

  /// One line that the compiler shows at the user's code.
  struct Finding: DiagnosticMessage, FixItMessage {
    var message: String
    var severity: DiagnosticSeverity { .error }
    var diagnosticID: MessageID { MessageID(domain: "LaplaceMacros", id: message) }
    var fixItID: MessageID { diagnosticID }
  }

  extension FixIt {
    static func replace(
      _ node: some SyntaxProtocol, with new: some SyntaxProtocol, _ message: String
    ) -> FixIt {
      FixIt(
        message: Finding(message: message),
        changes: [.replace(oldNode: Syntax(node), newNode: Syntax(new))])
    }

    /// Leaves the property out.
    static func derive(_ declaration: VariableDeclSyntax) -> FixIt {
      let mark: AttributeSyntax = "@Derived(\"<#what it follows from#>\")"
      var new = declaration
      new.leadingTrivia = []
      new.attributes.insert(
        .attribute(mark.with(\.trailingTrivia, .space)), at: new.attributes.startIndex)
      new.leadingTrivia = declaration.leadingTrivia
      return .replace(declaration, with: new, "add @Derived(\"…\")")
    }

    static func remove(_ attribute: AttributeSyntax, of declaration: VariableDeclSyntax) -> FixIt {
      var new = declaration
      new.attributes = new.attributes.filter { $0.id != attribute.id }
      new.leadingTrivia = declaration.leadingTrivia
      return .replace(declaration, with: new, "remove @\(attribute.name)")
    }
  }

  /// What a macro found wrong so far.
  final class Findings {
    private let context: any MacroExpansionContext
    private(set) var isEmpty = true

    init(_ context: some MacroExpansionContext) { self.context = context }

    func error(_ node: some SyntaxProtocol, _ message: String, _ fixIts: FixIt...) {
      error(node, message, fixIts)
    }

    func error(_ node: some SyntaxProtocol, _ message: String, _ fixIts: [FixIt]) {
      isEmpty = false
      context.diagnose(
        Diagnostic(node: node, message: Finding(message: message), fixIts: fixIts))
    }
  }
#endif

#if Macros
  import SwiftSyntax
  import SwiftSyntaxMacros

  /// A case of an enumeration, and what it carries.
  struct Kind {
    struct Payload {
      /// As people see it.
      var column: String
      /// `to: `, or nothing.
      var label: String
      var type: TypeSyntax
    }

    var declaration: EnumCaseDeclSyntax
    var name: TokenSyntax
    var hasRawValue: Bool
    var payloads: [Payload]

    init(_ declaration: EnumCaseDeclSyntax, _ element: EnumCaseElementSyntax) {
      self.declaration = declaration
      name = element.name
      hasRawValue = element.rawValue != nil
      let parameters = Array(element.parameterClause?.parameters ?? [])
      // What has no label has its place; alone, it is what the case is called: `order.attack`.
      payloads = parameters.enumerated().map { index, parameter in
        let place = parameters.count == 1 ? element.name.plainText : "\(index)"
        guard let first = parameter.firstName, first.tokenKind != .wildcard else {
          return Payload(
            column: parameter.secondName?.plainText ?? place, label: "", type: parameter.type)
        }
        return Payload(column: first.plainText, label: "\(first.text): ", type: parameter.type)
      }
    }

    /// Every case of an enumeration, in order. What cannot be taken as one is found.
    static func all(in members: MemberBlockItemListSyntax, _ findings: Findings) -> [Kind] {
      var kinds: [Kind] = []
      for member in members {
        if let branches = member.decl.as(IfConfigDeclSyntax.self) {
          refuse(within: branches, findings)
        }
        guard let declaration = member.decl.as(EnumCaseDeclSyntax.self) else { continue }
        for element in declaration.elements {
          let kind = Kind(declaration, element)
          let columns = kind.payloads.map(\.column)
          if Set(columns).count < columns.count {
            findings.error(element, "two values of '\(element.name.plainText)' have one name")
          }
          kinds.append(kind)
        }
      }
      return kinds
    }

    private static func refuse(within branches: IfConfigDeclSyntax, _ findings: Findings) {
      for clause in branches.clauses {
        guard case .decls(let members)? = clause.elements else { continue }
        for member in members {
          if let inner = member.decl.as(IfConfigDeclSyntax.self) { refuse(within: inner, findings) }
          guard let declaration = member.decl.as(EnumCaseDeclSyntax.self) else { continue }
          findings.error(
            declaration,
            """
            this case exists in some builds only, and builds must agree on what is state: take it \
            out of '#if'
            """)
        }
      }
    }

    /// An expression: a value of this kind that is filled in afterwards.
    var blank: String {
      if payloads.isEmpty { return ".\(name.text)" }
      let values = payloads.map { $0.label + "RecordedBlank.value()" }
      return ".\(name.text)(\(values.joined(separator: ", ")))"
    }

    /// A case of the `switch` that visits.
    func visit(_ context: some MacroExpansionContext) -> String {
      if payloads.isEmpty { return "case .\(name.text): break" }
      let values = payloads.indices.map { "value\($0)" }
      let fields = zip(payloads, values).map { payload, value in
        context.written(at: payload.type, "visitor.field(\"\(payload.column)\", &\(value))")
      }
      let again = zip(payloads, values).map { $0.label + $1 }
      return """
        case .\(name.text)(\(values.map { "var \($0)" }.joined(separator: ", "))):
        \(fields.joined(separator: "\n"))
        self = .\(name.text)(\(again.joined(separator: ", ")))
        """
    }
  }
#endif

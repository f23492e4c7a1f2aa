#if Macros
  import SwiftSyntax

  extension StoredProperty {
    /// Every stored property of a type, in order. What cannot be taken as one is found.
    static func all(in members: MemberBlockItemListSyntax, _ findings: Findings) -> [StoredProperty]
    {
      members.flatMap { member -> [StoredProperty] in
        if let branches = member.decl.as(IfConfigDeclSyntax.self) {
          refuse(within: branches, findings)
          return []
        }
        guard let variable = member.decl.as(VariableDeclSyntax.self), variable.isOfInstance else {
          return []
        }
        return all(in: variable, findings)
      }
    }

    private static func all(in variable: VariableDeclSyntax, _ findings: Findings)
      -> [StoredProperty]
    {
      let marks = Marks(variable.attributes)
      return variable.typedBindings.compactMap { binding, type in
        guard binding.isStored else { return nil }
        guard let pattern = binding.pattern.as(IdentifierPatternSyntax.self) else {
          if marks.derived == nil {
            findings.error(
              binding.pattern, "declare these properties one by one: a pattern cannot be recorded")
          }
          return nil
        }
        return StoredProperty(
          declaration: variable, binding: binding, identifier: pattern.identifier, type: type,
          marks: marks)
      }
    }

    /// A build without the property would have another format.
    private static func refuse(within branches: IfConfigDeclSyntax, _ findings: Findings) {
      for clause in branches.clauses {
        guard case .decls(let members)? = clause.elements else { continue }
        for member in members {
          if let inner = member.decl.as(IfConfigDeclSyntax.self) { refuse(within: inner, findings) }
          guard let variable = member.decl.as(VariableDeclSyntax.self), variable.isOfInstance,
            variable.attributes.first("Derived") == nil,
            let binding = variable.bindings.first(where: \.isStored)
          else { continue }
          findings.error(
            variable,
            """
            '\(binding.pattern.trimmedDescription)' is stored in some builds only, and builds must \
            agree on what is state: take it out of '#if', or mark it @Derived
            """, .derive(variable))
        }
      }
    }
  }
#endif

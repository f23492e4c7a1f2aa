#if Macros
  import SwiftSyntax

  /// The type that is described.
  struct Subject {
    /// Its whole name.
    var type: String
    /// What the members of its description begin with: `public `, or nothing.
    var access: String
    /// Protocols among those of the macro that neither the declaration nor an extension names.
    private var missing: Set<String>
    /// What stands behind the declaration's colon.
    private var inherited: [String]

    init(
      _ declaration: some DeclGroupSyntax, _ type: some TypeSyntaxProtocol, missing: [TypeSyntax]
    ) {
      self.type = type.trimmedDescription
      let word = declaration.modifiers.lazy.map(\.name).first {
        [.keyword(.public), .keyword(.package)].contains($0.tokenKind)
      }
      access = word.map { $0.text + " " } ?? ""
      self.missing = Set(missing.map(\.lastName))
      inherited = declaration.inheritanceClause?.inheritedTypes.map(\.type.lastName) ?? []
    }

    /// Whether the user says so: of a protocol that the macro lists, anywhere; of another, in the
    /// declaration.
    ///
    /// The macro must not list what others of its protocols, or the compiler, bring along: for
    /// these the compiler would rely on the macro alone.
    func conforms(to name: String) -> Bool {
      Subject.listed.contains(name) ? !missing.contains(name) : inherited.contains(name)
    }

    private static let listed: Set<String> = [
      "StateFields", "StateCases", "StateEnum", "CaseIterable", "Simulation",
      "SimulationParameters", "SimulationRecord",
    ]

    /// Whether values of an enumeration are numbers or texts, as far as its declaration tells.
    var hasRawType: Bool {
      let isInteger = inherited.first.map { name in
        let digits = name.drop { !$0.isNumber }
        return ["Int", "UInt"].contains(name.dropLast(digits.count))
          && ["", "8", "16", "32", "64", "128"].contains(digits)
      }
      return isInteger == true
        || ["String", "Character", "Float", "Double"].contains(inherited.first ?? "")
    }

    /// `extension Type` and those of the conformances that are missing.
    func head(_ names: String...) -> String {
      let missing = names.filter { !conforms(to: $0) }.joined(separator: ", ")
      return "extension \(type)" + (missing.isEmpty ? "" : ": \(missing)")
    }
  }

  extension TypeSyntax {
    /// Without what it is nested in.
    fileprivate var lastName: String {
      self.as(MemberTypeSyntax.self)?.name.text ?? trimmedDescription
    }
  }
#endif

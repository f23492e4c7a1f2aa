#if Macros
  import SwiftSyntax

  /// What is written in front of a stored property.
  struct Marks {
    var derived: AttributeSyntax?
    var key: AttributeSyntax?
    var everyStep: AttributeSyntax?
    var role: AttributeSyntax?
    var allowed: AttributeSyntax?
    /// Attributes that may replace what is stored: property wrappers and others' macros.
    var strangers: [AttributeSyntax] = []

    /// Marks that say something of a recorded property.
    var ofRecorded: [AttributeSyntax] { [key, everyStep, role, allowed].compactMap { $0 } }

    init(_ attributes: AttributeListSyntax) {
      for case .attribute(let attribute) in attributes {
        switch attribute.name {
        case "Derived": derived = attribute
        case "Key": key = attribute
        case "EveryStep": everyStep = attribute
        case "Role": role = attribute
        case "Allowed": allowed = attribute
        case let name where name.first?.isUppercase == true && !name.hasSuffix("Actor"):
          strangers.append(attribute)
        default: break
        }
      }
    }
  }

  extension AttributeSyntax {
    /// Without the module in front.
    var name: String {
      attributeName.as(MemberTypeSyntax.self)?.name.text
        ?? attributeName.as(IdentifierTypeSyntax.self)?.name.text
        ?? attributeName.trimmedDescription
    }

    /// The only argument, as written.
    var argument: String? {
      guard case .argumentList(let list)? = arguments, let only = list.first else { return nil }
      return only.expression.trimmedDescription
    }
  }

  extension AttributeListSyntax {
    func first(_ name: String) -> AttributeSyntax? {
      lazy.compactMap { $0.as(AttributeSyntax.self) }.first { $0.name == name }
    }
  }
#endif

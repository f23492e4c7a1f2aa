#if Macros
  import SwiftDiagnostics
  import SwiftSyntax

  /// A type that cannot be state, as far as its spelling tells. Others the compiler finds, at the
  /// line that visits them.
  struct UnsupportedType {
    var node: TypeSyntax
    var reason: String
    var fixIts: [FixIt] = []

    /// Looks into optionals, lists, dictionaries and generic arguments as well.
    init?(in type: TypeSyntax) {
      if let found = UnsupportedType(type) ?? type.parts.lazy.compactMap({ .init(in: $0) }).first {
        self = found
      } else {
        return nil
      }
    }

    private init(_ node: TypeSyntax, _ reason: String, _ fixIts: [FixIt] = []) {
      (self.node, self.reason, self.fixIts) = (node, reason, fixIts)
    }

    private init?(_ type: TypeSyntax) {
      if type.is(FunctionTypeSyntax.self) {
        self.init(type, "a function has no value that could be stored; use an enumeration")
      } else if let some = type.as(SomeOrAnyTypeSyntax.self) {
        let word = some.someOrAnySpecifier.text
        self.init(type, "'\(word)' hides its type; use an enumeration of the types it may be")
      } else if let tuple = type.as(TupleTypeSyntax.self), tuple.elements.count != 1 {
        self.init(type, "a tuple has no description; use a structure with @Recorded")
      } else if type.is(MetatypeTypeSyntax.self) {
        self.init(type, "a type is not a value; use an enumeration")
      } else if let forced = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
        let optional = OptionalTypeSyntax(wrappedType: forced.wrappedType)
          .with(\.trailingTrivia, forced.trailingTrivia)
        self.init(
          type, "'!' is not supported; write '?'", [.replace(type, with: optional, "write '?'")])
      } else if let name = type.as(IdentifierTypeSyntax.self)?.name.text {
        if name == "Any" || name == "AnyObject" {
          self.init(type, "'\(name)' hides its type; use an enumeration of the types it may be")
        } else if name.hasPrefix("Unsafe") || name == "OpaquePointer" || name == "Unmanaged" {
          self.init(type, "an address is another one in every run; keep an index")
        } else {
          return nil
        }
      } else {
        return nil
      }
    }
  }

  extension TypeSyntax {
    /// The types that this one is made of.
    var parts: [TypeSyntax] {
      if let optional = self.as(OptionalTypeSyntax.self) { return [optional.wrappedType] }
      if let list = self.as(ArrayTypeSyntax.self) { return [list.element] }
      if let pairs = self.as(DictionaryTypeSyntax.self) { return [pairs.key, pairs.value] }
      if let attributed = self.as(AttributedTypeSyntax.self) { return [attributed.baseType] }
      if let tuple = self.as(TupleTypeSyntax.self) { return tuple.elements.map(\.type) }
      let arguments =
        self.as(IdentifierTypeSyntax.self)?.genericArgumentClause
        ?? self.as(MemberTypeSyntax.self)?.genericArgumentClause
      return arguments?.arguments.compactMap { argument in
        if case .type(let type) = argument.argument { type } else { nil }
      } ?? []
    }

    /// Whether the name stands anywhere within the type.
    func mentions(_ name: String) -> Bool {
      self.as(IdentifierTypeSyntax.self)?.name.text == name || parts.contains { $0.mentions(name) }
    }
  }
#endif

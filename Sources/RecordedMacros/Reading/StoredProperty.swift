#if Macros
  import SwiftSyntax

  /// A stored property of an instance, as written.
  struct StoredProperty {
    var declaration: VariableDeclSyntax
    var binding: PatternBindingSyntax
    var identifier: TokenSyntax
    /// `nil` where the initial value says it.
    var type: TypeSyntax?
    var marks: Marks

    /// The name without backticks.
    var name: String { identifier.plainText }
    var isConstant: Bool { declaration.bindingSpecifier.tokenKind == .keyword(.let) }

    /// Whether an initializer may leave it as it is.
    var hasValue: Bool {
      binding.initializer != nil || declaration.isLazy
        || !isConstant && type?.is(OptionalTypeSyntax.self) == true
    }
  }

  extension StoredProperty {
    /// Why it is not recorded, as a literal; `nil` of what is.
    var reasonToLeaveOut: String? {
      if let derived = marks.derived { return derived.argument }
      return isConstant ? "\"the same in every run\"" : nil
    }
  }

  extension VariableDeclSyntax {
    var isOfInstance: Bool {
      !modifiers.contains { [.keyword(.static), .keyword(.class)].contains($0.name.tokenKind) }
    }
    var isLazy: Bool { modifiers.contains { $0.name.tokenKind == .keyword(.lazy) } }
    /// `weak` or `unowned`.
    var ownership: DeclModifierSyntax? {
      modifiers.first { [.keyword(.weak), .keyword(.unowned)].contains($0.name.tokenKind) }
    }

    /// The bindings with their types: in `var x, y: Float` the type stands with the last.
    var typedBindings: [(PatternBindingSyntax, TypeSyntax?)] {
      var following: TypeSyntax?
      var result: [(PatternBindingSyntax, TypeSyntax?)] = []
      for binding in bindings.reversed() {
        following =
          binding.typeAnnotation?.type ?? (binding.initializer == nil ? following : nil)
        result.append((binding, following))
      }
      return result.reversed()
    }
  }

  extension PatternBindingSyntax {
    /// Whether memory belongs to it: no accessors but observers.
    var isStored: Bool {
      switch accessorBlock?.accessors {
      case nil: true
      case .getter: false
      case .accessors(let list): list.allSatisfy(\.isObserver)
      }
    }

    var observer: AccessorDeclSyntax? {
      guard case .accessors(let list)? = accessorBlock?.accessors else { return nil }
      return list.first(where: \.isObserver)
    }
  }

  extension AccessorDeclSyntax {
    var isObserver: Bool {
      [.keyword(.willSet), .keyword(.didSet)].contains(accessorSpecifier.tokenKind)
    }
  }

  extension TokenSyntax {
    /// Without backticks.
    var plainText: String { identifier?.name ?? text }
  }
#endif

#if Macros
  import SwiftDiagnostics
  import SwiftSyntax

  extension StoredProperty {
    /// Whether the property is to be visited; what is wrong with it is found.
    ///
    /// - Parameter needsValue: the macro writes an initializer, which knows no value for what is
    ///   left out.
    func isRecorded(needsValue: Bool, _ findings: Findings) -> Bool {
      if let derived = marks.derived {
        checkDerived(derived, needsValue: needsValue, findings)
        return false
      }
      let derive: [FixIt] = hasValue || !needsValue ? [.derive(declaration)] : []
      if isConstant { return checkConstant(derive, findings) }
      if let observer = binding.observer {
        findings.error(
          observer,
          """
          every visit would call '\(observer.accessorSpecifier.text)' of '\(name)', even one that \
          only reads: set it where it changes, or mark it @Derived
          """, derive)
      } else if declaration.isLazy {
        findings.error(
          declaration,
          "'\(name)' is lazy, and a visit would compute it: drop 'lazy', or mark it @Derived",
          derive)
      } else if let ownership = declaration.ownership {
        findings.error(
          ownership,
          """
          '\(name)' is a reference, and two runs would share what it refers to: keep an index or \
          an identifier, or mark it @Derived
          """, derive)
      } else if let stranger = marks.strangers.first {
        findings.error(
          stranger,
          """
          @\(stranger.name) may store '\(name)' in its own way: describe this type by hand, or \
          mark the property @Derived
          """, derive)
      } else if let wrong = type.flatMap({ UnsupportedType(in: $0) }) {
        findings.error(
          wrong.node, "'\(name)' cannot be recorded: \(wrong.reason)", wrong.fixIts + derive)
      } else {
        return checkMarks(findings)
      }
      return false
    }

    private func checkDerived(
      _ derived: AttributeSyntax, needsValue: Bool, _ findings: Findings
    ) {
      if derived.argument.map({ $0 == "\"\"" }) ?? true {
        findings.error(derived, "say what '\(name)' follows from: @Derived(\"computed from …\")")
      }
      for mark in marks.ofRecorded {
        findings.error(
          mark, "@\(mark.name) says nothing of '\(name)', which is @Derived and not recorded",
          .remove(mark, of: declaration))
      }
      if needsValue && !hasValue {
        findings.error(
          identifier,
          """
          '\(name)' is @Derived, so a restored row takes its initial value: write '= …' behind it
          """)
      }
    }

    /// A literal is the same in every run.
    private func checkConstant(_ derive: [FixIt], _ findings: Findings) -> Bool {
      guard let initial = binding.initializer?.value else {
        findings.error(
          declaration.bindingSpecifier,
          "'\(name)' is a constant, which a restore cannot set: make it a 'var'",
          [
            .replace(
              declaration.bindingSpecifier,
              with: declaration.bindingSpecifier.with(\.tokenKind, .keyword(.var)),
              "make it a 'var'")
          ] + derive)
        return false
      }
      if !initial.isLiteral {
        findings.error(
          declaration.bindingSpecifier,
          """
          '\(name)' is a constant, which is not recorded: make it a 'static let' if it is the same \
          in every run, or mark it @Derived
          """, derive)
      }
      return false
    }

    private func checkMarks(_ findings: Findings) -> Bool {
      if let key = marks.key, marks.role != nil {
        findings.error(
          key, "'\(name)' has one role: @Key or @Role, not both", .remove(key, of: declaration))
      }
      return true
    }
  }

  extension ExprSyntax {
    /// A number, a text, a truth value, or a list of them.
    var isLiteral: Bool {
      if let prefix = self.as(PrefixOperatorExprSyntax.self) { return prefix.expression.isLiteral }
      if let list = self.as(ArrayExprSyntax.self) {
        return list.elements.allSatisfy { $0.expression.isLiteral }
      }
      if let text = self.as(StringLiteralExprSyntax.self) {
        return text.segments.allSatisfy { $0.is(StringSegmentSyntax.self) }
      }
      return self.is(IntegerLiteralExprSyntax.self) || self.is(FloatLiteralExprSyntax.self)
        || self.is(BooleanLiteralExprSyntax.self) || self.is(NilLiteralExprSyntax.self)
    }
  }
#endif

Testing.__checkClosureCall(performing: {
      try expect(ForgottenField.self, in: folder)
    },throws: {
      "\($0)".contains("Unit.cooldown is stored but never visited; visit it, or list it as derived")
    },expression: .__fromSyntaxNode("try expect(ForgottenField.self, in: folder)"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/LaplaceTestingTests/ExpectDeterministicTests.swift:52:5-56:6

Testing.__checkClosureCall(performing: {
      try expect(ForgottenField.self, "session-42.mcap")
    },throws: {
      "\($0)".contains("Unit.cooldown is stored but never visited")
    },expression: .__fromSyntaxNode(#"try expect(ForgottenField.self, "session-42.mcap")"#),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/LaplaceTestingTests/ExpectDeterministicTests.swift:161:5-165:6

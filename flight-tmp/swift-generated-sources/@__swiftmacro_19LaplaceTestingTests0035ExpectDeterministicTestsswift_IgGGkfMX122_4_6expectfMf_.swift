Testing.__checkClosureCall(performing: {
      try expect(NoMistake.self, force: 2)
    },throws: {
      "\($0)".contains("the recording is of other inputs than the test has")
    },expression: .__fromSyntaxNode("try expect(NoMistake.self, force: 2)"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/LaplaceTestingTests/ExpectDeterministicTests.swift:123:5-127:6

Testing.__checkClosureCall(performing: {
      try expect(NoMistake.self, in: folder, push: 0.75)
    },throws: {
      "\($0)".contains("the recording is of other inputs than the test has")
    },expression: .__fromSyntaxNode("try expect(NoMistake.self, in: folder, push: 0.75)"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/LaplaceTestingTests/ExpectDeterministicTests.swift:42:5-46:6

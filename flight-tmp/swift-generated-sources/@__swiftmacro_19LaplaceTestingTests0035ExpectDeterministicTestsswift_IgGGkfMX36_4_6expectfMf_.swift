Testing.__checkClosureCall(performing: {
      try expect(NoMistake.self, in: folder, seed: 2)
    },throws: {
      "\($0)".contains("the recording is of seed 1, and the test has seed 2")
    },expression: .__fromSyntaxNode("try expect(NoMistake.self, in: folder, seed: 2)"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/LaplaceTestingTests/ExpectDeterministicTests.swift:37:5-41:6

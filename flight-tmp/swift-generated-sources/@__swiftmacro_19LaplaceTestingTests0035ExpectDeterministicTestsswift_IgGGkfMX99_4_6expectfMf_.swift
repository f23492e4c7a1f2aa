Testing.__checkClosureCall(performing: {
      try expectation.check { _ in [] }
    },throws: {
      "\($0)" == """
        \(path): there is no recording, and CI is set: nothing was recorded
          next: run the test once on your own machine, and commit the recording
        """
    },expression: .__fromSyntaxNode("try expectation.check { _ in [] }"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/LaplaceTestingTests/ExpectDeterministicTests.swift:100:5-107:6

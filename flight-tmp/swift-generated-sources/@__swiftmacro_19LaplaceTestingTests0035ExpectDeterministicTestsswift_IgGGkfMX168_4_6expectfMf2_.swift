Testing.__checkClosureCall(performing: {
      try expect(NoMistake.self, "session-42.mcap")
    },throws: {
      "\($0)".hasPrefix("\(folder.path)/session-42.mcap: ")
    },expression: .__fromSyntaxNode(#"try expect(NoMistake.self, "session-42.mcap")"#),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/LaplaceTestingTests/ExpectDeterministicTests.swift:169:5-173:6

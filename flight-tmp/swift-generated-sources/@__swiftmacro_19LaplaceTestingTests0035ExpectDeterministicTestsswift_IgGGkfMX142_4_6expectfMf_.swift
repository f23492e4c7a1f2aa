Testing.__checkClosureCall(performing: {
      try expect(NoMistake.self, "session-42.mcap")
    },throws: {
      "\($0)" == "no such file: \(folder.path)/session-42.mcap, nor \(shelf)/session-42.mcap"
    },expression: .__fromSyntaxNode(#"try expect(NoMistake.self, "session-42.mcap")"#),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/LaplaceTestingTests/ExpectDeterministicTests.swift:143:5-147:6

Testing.__checkClosureCall(performing: {
      try expect(OtherBits.self, "session-42.mcap")
    },throws: {
      "\($0)".contains("first differing step 20 of 40")
        && "\($0)".hasSuffix("if the change is meant, accept it with the verb accept of your tool")
    },expression: .__fromSyntaxNode(#"try expect(OtherBits.self, "session-42.mcap")"#),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/LaplaceTestingTests/ExpectDeterministicTests.swift:156:5-161:6

Testing.__checkClosureCall(performing: {
      try expect(OtherBits.self)
    },throws: {
      "\($0)".contains("this process differs from the recording\n  first differing step 20 of 40")
    },expression: .__fromSyntaxNode("try expect(OtherBits.self)"),comments: [.__line("// Other inputs follow from another game: that is what is reported.")],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/LaplaceTestingTests/ExpectDeterministicTests.swift:128:5-132:6

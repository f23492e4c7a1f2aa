Testing.__checkValue(try Data(contentsOf: URL(fileURLWithPath: file)) == bytes,expression: .__fromSyntaxNode("try Data(contentsOf: URL(fileURLWithPath: file)) == bytes"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/LaplaceTestingTests/ExpectDeterministicTests.swift:174:5-174:71

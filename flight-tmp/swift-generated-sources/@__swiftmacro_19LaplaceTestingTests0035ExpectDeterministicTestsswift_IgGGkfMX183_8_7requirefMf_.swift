Testing.__checkValue(try Recording(path: file).header.firstStep > 0,expression: .__fromSyntaxNode("try Recording(path: file).header.firstStep > 0"),comments: [],isRequired: true,sourceLocation: Testing.SourceLocation.__here()).__required()

// original-source-range: /src/Tests/LaplaceTestingTests/ExpectDeterministicTests.swift:184:9-184:65

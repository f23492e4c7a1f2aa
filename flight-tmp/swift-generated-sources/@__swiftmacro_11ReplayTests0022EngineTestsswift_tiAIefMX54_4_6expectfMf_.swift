Testing.__checkValue(try Verifier(recording).verify(agent) == .same,expression: .__fromSyntaxNode("try Verifier(recording).verify(agent) == .same"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/ReplayTests/EngineTests.swift:55:5-55:60

Testing.__checkFunctionCall((),calling: { 
  path(of: $1)
},"node",expression: .__fromFunctionCall(nil,"path",("of",.__fromStringLiteral(#""node""#, "node"))),comments: [],isRequired: true,sourceLocation: Testing.SourceLocation.__here()).__required()

// original-source-range: /src/Tests/ReplayTests/EngineTests.swift:52:13-52:39

Testing.__checkFunctionCall(run.console.wordText.self,calling: {
  $0.contains($1)
},"what a flight recorder keeps, not a recording yet",expression: .__fromFunctionCall(.__fromSyntaxNode("run.console.wordText"),"contains",(nil,.__fromStringLiteral(#""what a flight recorder keeps, not a recording yet""#, "what a flight recorder keeps, not a recording yet"))),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/LaplaceCommandsTests/LastStepsTests.swift:69:9-69:100

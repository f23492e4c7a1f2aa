Testing.__checkFunctionCall(other.console.wordText.self,calling: {
  $0.contains($1)
},"this tool has no simulation 'particles'",expression: .__fromFunctionCall(.__fromSyntaxNode("other.console.wordText"),"contains",(nil,.__fromStringLiteral(#""this tool has no simulation 'particles'""#, "this tool has no simulation 'particles'"))),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/LaplaceCommandsTests/LastStepsTests.swift:110:5-110:88

Testing.__checkFunctionCall(again.console.wordText.self,calling: {
  $0.contains($1)
},"exists already",expression: .__fromFunctionCall(.__fromSyntaxNode("again.console.wordText"),"contains",(nil,.__fromStringLiteral(#""exists already""#, "exists already"))),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/LaplaceCommandsTests/LastStepsTests.swift:39:5-39:63

Testing.__checkFunctionCall(run.console.resultText.self,calling: {
  $0.contains($1)
},"complete steps kept; the process ended ",expression: .__fromFunctionCall(.__fromSyntaxNode("run.console.resultText"),"contains",(nil,.__fromStringLiteral(#""complete steps kept; the process ended ""#, "complete steps kept; the process ended "))),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/LaplaceCommandsTests/LastStepsTests.swift:74:7-74:90

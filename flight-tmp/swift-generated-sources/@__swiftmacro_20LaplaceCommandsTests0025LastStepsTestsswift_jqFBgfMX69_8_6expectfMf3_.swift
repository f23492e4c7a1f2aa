Testing.__checkFunctionCall(run.console.wordText.self,calling: {
  $0.contains($1)
},"laplace recover \(ring) -o KEPT.mcap",expression: .__fromFunctionCall(.__fromSyntaxNode("run.console.wordText"),"contains",(nil,.__fromSyntaxNode(#""laplace recover \(ring) -o KEPT.mcap""#))),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/LaplaceCommandsTests/LastStepsTests.swift:70:9-70:87

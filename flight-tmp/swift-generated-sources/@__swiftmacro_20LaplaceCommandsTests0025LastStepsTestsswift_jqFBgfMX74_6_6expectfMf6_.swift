Testing.__checkFunctionCall(laplace("recover", ring, "-o", path).console.wordText.self,calling: {
  $0.contains($1)
},"exists already",expression: .__fromFunctionCall(.__fromSyntaxNode(#"laplace("recover", ring, "-o", path).console.wordText"#),"contains",(nil,.__fromStringLiteral(#""exists already""#, "exists already"))),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/LaplaceCommandsTests/LastStepsTests.swift:75:7-75:96

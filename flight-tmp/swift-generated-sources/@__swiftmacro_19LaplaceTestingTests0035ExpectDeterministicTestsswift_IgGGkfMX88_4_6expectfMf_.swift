Testing.__checkFunctionCall(text.self,calling: {
  $0.contains($1)
},"game.mcap: second process differs from the recording",expression: .__fromFunctionCall(.__fromSyntaxNode("text"),"contains",(nil,.__fromStringLiteral(#""game.mcap: second process differs from the recording""#, "game.mcap: second process differs from the recording"))),comments: ["\(text)"],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/LaplaceTestingTests/ExpectDeterministicTests.swift:89:5-89:94

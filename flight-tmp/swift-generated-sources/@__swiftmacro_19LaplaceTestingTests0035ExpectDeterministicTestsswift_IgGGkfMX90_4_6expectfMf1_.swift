Testing.__checkFunctionCall(text.self,calling: {
  $0.contains($1)
},"this process differs",expression: .__fromNegation(.__fromFunctionCall(.__fromSyntaxNode("text"),"contains",(nil,.__fromStringLiteral(#""this process differs""#, "this process differs"))), false),comments: ["\(text)"],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/LaplaceTestingTests/ExpectDeterministicTests.swift:91:5-91:63

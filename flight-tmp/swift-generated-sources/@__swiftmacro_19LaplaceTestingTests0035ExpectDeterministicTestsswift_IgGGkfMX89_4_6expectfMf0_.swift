Testing.__checkFunctionCall(text.self,calling: {
  $0.contains($1)
},"  first differing step 14 of 40",expression: .__fromFunctionCall(.__fromSyntaxNode("text"),"contains",(nil,.__fromStringLiteral(#""  first differing step 14 of 40""#, "  first differing step 14 of 40"))),comments: ["\(text)"],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/LaplaceTestingTests/ExpectDeterministicTests.swift:90:5-90:73

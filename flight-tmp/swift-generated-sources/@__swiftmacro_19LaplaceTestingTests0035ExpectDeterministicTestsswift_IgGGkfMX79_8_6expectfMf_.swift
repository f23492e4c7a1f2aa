Testing.__checkFunctionCall(text.self,calling: {
  $0.contains($1)
},line,expression: .__fromFunctionCall(.__fromSyntaxNode("text"),"contains",(nil,.__fromSyntaxNode("line"))),comments: ["\(line)\nin\n\(text)"],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/LaplaceTestingTests/ExpectDeterministicTests.swift:80:9-80:61

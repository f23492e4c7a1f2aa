Testing.__checkFunctionCall(FileManager.default.self,calling: {
  $0.fileExists(atPath: $1)
},path,expression: .__fromNegation(.__fromFunctionCall(.__fromSyntaxNode("FileManager.default"),"fileExists",("atPath",.__fromSyntaxNode("path"))), false),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/LaplaceTestingTests/ExpectDeterministicTests.swift:108:5-108:59

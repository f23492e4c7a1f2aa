Testing.__checkFunctionCall(text.self,calling: {
  $0.contains($1)
},"laplace verify",expression: .__fromNegation(.__fromFunctionCall(.__fromSyntaxNode("text"),"contains",(nil,.__fromStringLiteral(#""laplace verify""#, "laplace verify"))), false),comments: [.__line("// A tool of somebody's own has a name that is not known here."),"\(text)"],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/LaplaceTestingTests/ExpectDeterministicTests.swift:82:5-82:57

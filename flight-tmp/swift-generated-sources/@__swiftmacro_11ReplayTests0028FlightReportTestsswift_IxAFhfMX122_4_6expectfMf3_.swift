Testing.__checkFunctionCall(note.value.self,calling: {
  $0.hasPrefix($1)
},"step \(step) of the run has another digest",expression: .__fromFunctionCall(.__fromSyntaxNode("note.value"),"hasPrefix",(nil,.__fromSyntaxNode(#""step \(step) of the run has another digest""#))),comments: ["\(note.value)"],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/ReplayTests/FlightReportTests.swift:123:5-123:97

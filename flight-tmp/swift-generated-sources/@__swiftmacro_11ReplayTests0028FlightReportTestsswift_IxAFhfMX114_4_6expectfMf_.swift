Testing.__checkFunctionCall(log.steps.self,calling: {
  $0.contains($1)
},step,expression: .__fromFunctionCall(.__fromSyntaxNode("log.steps"),"contains",(nil,.__fromSyntaxNode("step"))),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/ReplayTests/FlightReportTests.swift:115:5-115:38

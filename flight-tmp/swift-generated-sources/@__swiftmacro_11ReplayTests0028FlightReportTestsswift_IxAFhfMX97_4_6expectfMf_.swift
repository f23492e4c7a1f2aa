Testing.__checkBinaryOperation(step == nil,{ $0 && $1() },file.header.tracks.state,expression: .__fromBinaryOperation(.__fromSyntaxNode("step == nil"),"&&",.__fromSyntaxNode("file.header.tracks.state")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/ReplayTests/FlightReportTests.swift:98:5-98:53

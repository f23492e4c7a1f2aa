Testing.__checkBinaryOperation(file.header.tracks.state,{ $0 == $1() },tracks.state,expression: .__fromBinaryOperation(.__fromSyntaxNode("file.header.tracks.state"),"==",.__fromSyntaxNode("tracks.state")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/ReplayTests/FlightReportTests.swift:118:5-118:54

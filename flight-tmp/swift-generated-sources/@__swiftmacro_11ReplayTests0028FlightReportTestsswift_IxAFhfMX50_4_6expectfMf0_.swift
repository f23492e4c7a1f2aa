Testing.__checkBinaryOperation(file.header.tracks.state,{ $0 && $1() },file.leftOutSteps.isEmpty,expression: .__fromBinaryOperation(.__fromSyntaxNode("file.header.tracks.state"),"&&",.__fromSyntaxNode("file.leftOutSteps.isEmpty")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/ReplayTests/FlightReportTests.swift:51:5-51:67

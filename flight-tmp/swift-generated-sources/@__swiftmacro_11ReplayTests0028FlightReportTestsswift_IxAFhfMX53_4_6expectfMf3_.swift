Testing.__checkBinaryOperation(file.header.firstStep > 0,{ $0 && $1() },file.stepCount >= 120,expression: .__fromBinaryOperation(.__fromSyntaxNode("file.header.firstStep > 0"),"&&",.__fromSyntaxNode("file.stepCount >= 120")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/ReplayTests/FlightReportTests.swift:54:5-54:64

Testing.__checkBinaryOperation(file.stepCount,{ $0 == $1() },Int64(log.steps.count),expression: .__fromBinaryOperation(.__fromSyntaxNode("file.stepCount"),"==",.__fromSyntaxNode("Int64(log.steps.count)")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/ReplayTests/FlightReportTests.swift:117:5-117:54

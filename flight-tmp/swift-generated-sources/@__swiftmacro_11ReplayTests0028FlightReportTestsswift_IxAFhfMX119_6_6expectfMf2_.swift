Testing.__checkBinaryOperation(file.digest(after: step - log.steps.lowerBound),{ $0 == $1() },log.digest(after: step),expression: .__fromBinaryOperation(.__fromSyntaxNode("file.digest(after: step - log.steps.lowerBound)"),"==",.__fromSyntaxNode("log.digest(after: step)")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/ReplayTests/FlightReportTests.swift:120:7-120:90

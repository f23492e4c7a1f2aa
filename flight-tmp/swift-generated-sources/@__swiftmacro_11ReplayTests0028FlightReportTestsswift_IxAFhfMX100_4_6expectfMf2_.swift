Testing.__checkValue(try inputCount(path) == 0,expression: .__fromSyntaxNode("try inputCount(path) == 0"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/ReplayTests/FlightReportTests.swift:101:5-101:39

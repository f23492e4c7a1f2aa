Testing.__checkValue(try inputCount(whole) == 2 * inputCount(path) && inputCount(path) > 0,expression: .__fromSyntaxNode("try inputCount(whole) == 2 * inputCount(path) && inputCount(path) > 0"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/ReplayTests/FlightReportTests.swift:69:5-69:83

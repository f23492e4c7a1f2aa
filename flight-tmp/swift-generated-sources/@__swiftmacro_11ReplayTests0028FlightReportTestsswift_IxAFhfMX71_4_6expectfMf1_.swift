Testing.__checkValue(try inputCount(whole) == 2 * inputCount(path),expression: .__fromSyntaxNode("try inputCount(whole) == 2 * inputCount(path)"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/ReplayTests/FlightReportTests.swift:72:5-72:59

Testing.__checkValue(try (inputCount(path) == 0) == isRedacted,expression: .__fromSyntaxNode("try (inputCount(path) == 0) == isRedacted"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/ReplayTests/FlightReportTests.swift:124:5-124:55

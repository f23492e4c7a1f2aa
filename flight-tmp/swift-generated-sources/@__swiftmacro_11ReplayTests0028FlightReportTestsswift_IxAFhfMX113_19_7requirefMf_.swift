Testing.__checkValue(found,expression: .__fromSyntaxNode("found"),comments: [],isRequired: true,sourceLocation: Testing.SourceLocation.__here()).__required()

// original-source-range: /src/Tests/ReplayTests/FlightReportTests.swift:114:20-114:35

Testing.__checkValue(try verdict(path) == .same,expression: .__fromSyntaxNode("try verdict(path) == .same"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/ReplayTests/FlightReportTests.swift:50:5-50:40

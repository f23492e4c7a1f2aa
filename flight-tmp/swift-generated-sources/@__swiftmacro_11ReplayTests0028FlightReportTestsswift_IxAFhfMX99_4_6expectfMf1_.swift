Testing.__checkValue(try verdict(path) == .same,expression: .__fromSyntaxNode("try verdict(path) == .same"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/ReplayTests/FlightReportTests.swift:100:5-100:40

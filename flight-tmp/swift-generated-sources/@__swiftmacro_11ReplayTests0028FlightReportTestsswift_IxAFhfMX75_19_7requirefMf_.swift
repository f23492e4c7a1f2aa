Testing.__checkValue(try recorder.log().steps.first { $0 % 50 == 3 },expression: .__fromSyntaxNode("try recorder.log().steps.first { $0 % 50 == 3 }"),comments: [],isRequired: true,sourceLocation: Testing.SourceLocation.__here()).__required()

// original-source-range: /src/Tests/ReplayTests/FlightReportTests.swift:76:20-76:77

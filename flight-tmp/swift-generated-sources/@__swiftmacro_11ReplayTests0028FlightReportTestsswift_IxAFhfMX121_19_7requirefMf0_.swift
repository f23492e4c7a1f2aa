Testing.__checkValue(file.header.notes.first { $0.name == "does not repeat" },expression: .__fromSyntaxNode(#"file.header.notes.first { $0.name == "does not repeat" }"#),comments: [],isRequired: true,sourceLocation: Testing.SourceLocation.__here()).__required()

// original-source-range: /src/Tests/ReplayTests/FlightReportTests.swift:122:20-122:86

Testing.__checkClosureCall(throws: RecordingError.self,performing: { try recorder.report(to: path) },expression: .__fromSyntaxNode("try recorder.report(to: path)"),comments: [.__line("// A report is in nobody's way unasked.")],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/ReplayTests/FlightReportTests.swift:56:5-56:75

Testing.__checkClosureCall(throws: FlightReportError.redactionChangesRun(step: step),performing: {
      try recorder.report(to: path) { _ in nil }
    },expression: .__fromSyntaxNode("try recorder.report(to: path) { _ in nil }"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/ReplayTests/FlightReportTests.swift:77:5-79:6

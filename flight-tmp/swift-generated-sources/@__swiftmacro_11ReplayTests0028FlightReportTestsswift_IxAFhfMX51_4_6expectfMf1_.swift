Testing.__checkValue(try file.state(after: file.stepCount - 1) == lastState,expression: .__fromSyntaxNode("try file.state(after: file.stepCount - 1) == lastState"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/ReplayTests/FlightReportTests.swift:52:5-52:68

Testing.__checkClosureCall(throws: SimulationError.self,performing: {
      try recorder.report(to: path) { _ in .nudge(particle: 0, vx: .nan, vy: 0) }
    },expression: .__fromSyntaxNode("try recorder.report(to: path) { _ in .nudge(particle: 0, vx: .nan, vy: 0) }"),comments: [.__line("// What cannot be recorded is refused as in a step.")],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/ReplayTests/FlightReportTests.swift:82:5-84:6

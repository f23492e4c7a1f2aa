Testing.__checkBinaryOperation(file.markers.map(\.text),{ $0 == $1() },["the ball stuck"],expression: .__fromBinaryOperation(.__fromSyntaxNode(#"file.markers.map(\.text)"#),"==",.__fromSyntaxNode(#"["the ball stuck"]"#)),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/ReplayTests/FlightReportTests.swift:53:5-53:60

Testing.__checkBinaryOperation(file.endNote,{ $0 == $1() },"the process ended after step 299",expression: .__fromBinaryOperation(.__fromSyntaxNode("file.endNote"),"==",.__fromStringLiteral(#""the process ended after step 299""#, "the process ended after step 299")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/ReplayTests/FlightReportTests.swift:99:5-99:64

Testing.__checkBinaryOperation(recording.endNote,{ $0 == $1() },"the process ended after step 399",expression: .__fromBinaryOperation(.__fromSyntaxNode("recording.endNote"),"==",.__fromStringLiteral(#""the process ended after step 399""#, "the process ended after step 399")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/LaplaceCommandsTests/LastStepsTests.swift:105:5-105:69

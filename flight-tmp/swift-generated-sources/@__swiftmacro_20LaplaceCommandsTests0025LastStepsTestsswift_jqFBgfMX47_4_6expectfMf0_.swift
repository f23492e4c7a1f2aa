Testing.__checkBinaryOperation(recording.header.firstStep + recording.stepCount,{ $0 == $1() },20,expression: .__fromBinaryOperation(.__fromSyntaxNode("recording.header.firstStep + recording.stepCount"),"==",.__fromSyntaxNode("20")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/LaplaceCommandsTests/LastStepsTests.swift:48:5-48:68

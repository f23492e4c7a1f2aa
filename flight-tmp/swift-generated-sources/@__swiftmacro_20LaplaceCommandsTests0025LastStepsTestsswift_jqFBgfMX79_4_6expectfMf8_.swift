Testing.__checkBinaryOperation(recording.stepCount,{ $0 >= $1() },120,expression: .__fromBinaryOperation(.__fromSyntaxNode("recording.stepCount"),">=",.__fromSyntaxNode("120")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/LaplaceCommandsTests/LastStepsTests.swift:80:5-80:40

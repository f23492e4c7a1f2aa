Testing.__checkBinaryOperation(recording.header.firstStep + recording.stepCount,{ $0 == $1() },1000,expression: .__fromBinaryOperation(.__fromSyntaxNode("recording.header.firstStep + recording.stepCount"),"==",.__fromSyntaxNode("1000")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/LaplaceCommandsTests/LastStepsTests.swift:34:5-34:70

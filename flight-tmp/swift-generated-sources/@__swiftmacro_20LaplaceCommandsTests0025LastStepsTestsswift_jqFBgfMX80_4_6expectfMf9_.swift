Testing.__checkBinaryOperation(recording.header.firstStep,{ $0 > $1() },0,expression: .__fromBinaryOperation(.__fromSyntaxNode("recording.header.firstStep"),">",.__fromSyntaxNode("0")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/LaplaceCommandsTests/LastStepsTests.swift:81:5-81:44

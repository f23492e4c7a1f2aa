Testing.__checkBinaryOperation(recording.endNote?.isEmpty,{ $0 == $1() },false,expression: .__fromBinaryOperation(.__fromSyntaxNode("recording.endNote?.isEmpty"),"==",.__fromSyntaxNode("false")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/LaplaceCommandsTests/LastStepsTests.swift:83:5-83:49

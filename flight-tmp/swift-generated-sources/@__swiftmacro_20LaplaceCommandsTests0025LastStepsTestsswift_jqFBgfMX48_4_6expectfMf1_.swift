Testing.__checkBinaryOperation(recording.endNote?.contains("the agent ended"),{ $0 == $1() },true,expression: .__fromBinaryOperation(.__fromSyntaxNode(#"recording.endNote?.contains("the agent ended")"#),"==",.__fromSyntaxNode("true")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/LaplaceCommandsTests/LastStepsTests.swift:49:5-49:68

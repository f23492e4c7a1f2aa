Testing.__checkBinaryOperation(tool.wait(seconds: 60),{ $0 == $1() },.signal(number),expression: .__fromBinaryOperation(.__fromSyntaxNode("tool.wait(seconds: 60)"),"==",.__fromSyntaxNode(".signal(number)")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/LaplaceCommandsTests/LastStepsTests.swift:63:5-63:55

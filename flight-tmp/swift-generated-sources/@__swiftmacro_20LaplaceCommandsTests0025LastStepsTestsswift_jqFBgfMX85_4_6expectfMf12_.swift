Testing.__checkBinaryOperation(verify.wait(seconds: 60),{ $0 == $1() },.status(0),expression: .__fromBinaryOperation(.__fromSyntaxNode("verify.wait(seconds: 60)"),"==",.__fromSyntaxNode(".status(0)")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/LaplaceCommandsTests/LastStepsTests.swift:86:5-86:52

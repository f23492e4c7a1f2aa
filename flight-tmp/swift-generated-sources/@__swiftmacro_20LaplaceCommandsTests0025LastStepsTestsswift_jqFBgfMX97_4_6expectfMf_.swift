Testing.__checkBinaryOperation(run.status,{ $0 == $1() },.same,expression: .__fromBinaryOperation(.__fromSyntaxNode("run.status"),"==",.__fromSyntaxNode(".same")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/LaplaceCommandsTests/LastStepsTests.swift:98:5-98:33

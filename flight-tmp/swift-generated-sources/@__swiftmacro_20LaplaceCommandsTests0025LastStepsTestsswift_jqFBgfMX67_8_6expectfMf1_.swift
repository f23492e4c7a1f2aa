Testing.__checkBinaryOperation(run.status,{ $0 == $1() },.trouble,expression: .__fromBinaryOperation(.__fromSyntaxNode("run.status"),"==",.__fromSyntaxNode(".trouble")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/LaplaceCommandsTests/LastStepsTests.swift:68:9-68:40

Testing.__checkBinaryOperation(build.status,{ $0 == $1() },0,expression: .__fromBinaryOperation(.__fromSyntaxNode("build.status"),"==",.__fromSyntaxNode("0")),comments: ["\(build.errorText)"],isRequired: true,sourceLocation: Testing.SourceLocation.__here()).__required()

// original-source-range: /src/Tests/ReplayTests/EngineTests.swift:42:9-42:58

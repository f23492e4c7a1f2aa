Testing.__checkBinaryOperation(unpack.status,{ $0 == $1() },0,expression: .__fromBinaryOperation(.__fromSyntaxNode("unpack.status"),"==",.__fromSyntaxNode("0")),comments: ["\(unpack.errorText)"],isRequired: true,sourceLocation: Testing.SourceLocation.__here()).__required()

// original-source-range: /src/Tests/ReplayTests/EngineTests.swift:46:9-46:60

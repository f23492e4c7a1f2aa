Testing.__checkBinaryOperation(other.status,{ $0 == $1() },.same,expression: .__fromBinaryOperation(.__fromSyntaxNode("other.status"),"==",.__fromSyntaxNode(".same")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/LaplaceCommandsTests/LastStepsTests.swift:109:5-109:35

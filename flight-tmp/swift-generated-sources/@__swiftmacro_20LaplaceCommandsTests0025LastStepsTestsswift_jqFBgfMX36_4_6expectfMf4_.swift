Testing.__checkBinaryOperation(laplace("verify", path).status,{ $0 == $1() },.same,expression: .__fromBinaryOperation(.__fromSyntaxNode(#"laplace("verify", path).status"#),"==",.__fromSyntaxNode(".same")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/LaplaceCommandsTests/LastStepsTests.swift:37:5-37:53

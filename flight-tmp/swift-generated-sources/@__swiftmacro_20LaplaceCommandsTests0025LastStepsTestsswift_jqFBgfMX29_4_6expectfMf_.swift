Testing.__checkBinaryOperation(run.status,{ $0 == $1() },.same,expression: .__fromBinaryOperation(.__fromSyntaxNode("run.status"),"==",.__fromSyntaxNode(".same")),comments: ["\(run.console.wordText)"],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/LaplaceCommandsTests/LastStepsTests.swift:30:5-30:60

Testing.__checkBinaryOperation(run.status,{ $0 == $1() },.crashed,expression: .__fromBinaryOperation(.__fromSyntaxNode("run.status"),"==",.__fromSyntaxNode(".crashed")),comments: ["\(run.console.wordText)"],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/LaplaceCommandsTests/LastStepsTests.swift:46:5-46:63

Testing.__checkBinaryOperation(recording.stepCount,{ $0 == $1() },30,expression: .__fromBinaryOperation(.__fromSyntaxNode("recording.stepCount"),"==",.__fromSyntaxNode("30")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/DynamicsJournalTests/JournalTests.swift:137:5-137:39

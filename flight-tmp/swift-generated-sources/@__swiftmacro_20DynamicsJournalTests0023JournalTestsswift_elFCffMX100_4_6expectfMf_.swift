Testing.__checkBinaryOperation(recording.stepCount == journal.stepCount,{ $0 && $1() },recording.stepCount > 300,expression: .__fromBinaryOperation(.__fromSyntaxNode("recording.stepCount == journal.stepCount"),"&&",.__fromSyntaxNode("recording.stepCount > 300")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/DynamicsJournalTests/JournalTests.swift:101:5-101:83

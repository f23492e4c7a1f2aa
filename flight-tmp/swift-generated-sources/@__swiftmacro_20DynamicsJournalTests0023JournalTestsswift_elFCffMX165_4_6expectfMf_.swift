Testing.__checkBinaryOperation(recording.stepCount >= 120,{ $0 && $1() },recording.stepCount < 600,expression: .__fromBinaryOperation(.__fromSyntaxNode("recording.stepCount >= 120"),"&&",.__fromSyntaxNode("recording.stepCount < 600")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/DynamicsJournalTests/JournalTests.swift:166:5-166:69

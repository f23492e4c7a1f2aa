Testing.__checkBinaryOperation(failures.count == 1,{ $0 && $1() },failures.first is RecordingError,expression: .__fromBinaryOperation(.__fromSyntaxNode("failures.count == 1"),"&&",.__fromSyntaxNode("failures.first is RecordingError")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/DynamicsJournalTests/JournalTests.swift:147:5-147:69

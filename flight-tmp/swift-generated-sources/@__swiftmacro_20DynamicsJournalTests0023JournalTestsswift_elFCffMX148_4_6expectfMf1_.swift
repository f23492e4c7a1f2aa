Testing.__checkClosureCall(throws: RecordingError.self,performing: { try journal.finish() },expression: .__fromSyntaxNode("try journal.finish()"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/DynamicsJournalTests/JournalTests.swift:149:5-149:66

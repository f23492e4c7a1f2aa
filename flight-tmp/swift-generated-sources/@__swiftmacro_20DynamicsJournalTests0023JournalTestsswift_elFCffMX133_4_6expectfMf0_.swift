Testing.__checkClosureCall(throws: expected,performing: { try journal.finish() },expression: .__fromSyntaxNode("try journal.finish()"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/DynamicsJournalTests/JournalTests.swift:134:5-134:55

Testing.__checkClosureCall(throws: expected,performing: { try journal.mark("late") },expression: .__fromSyntaxNode(#"try journal.mark("late")"#),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/DynamicsJournalTests/JournalTests.swift:135:5-135:59

Testing.__checkClosureCall(throws: JournalError.noRing,performing: { try file.report(to: folder.file("c.mcap")) },expression: .__fromSyntaxNode(#"try file.report(to: folder.file("c.mcap"))"#),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/DynamicsJournalTests/JournalTests.swift:174:5-174:88

Testing.__checkValue(try Verifier(recording).verify(Self.agent) == .same,expression: .__fromSyntaxNode("try Verifier(recording).verify(Self.agent) == .same"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/DynamicsJournalTests/JournalTests.swift:138:5-138:65

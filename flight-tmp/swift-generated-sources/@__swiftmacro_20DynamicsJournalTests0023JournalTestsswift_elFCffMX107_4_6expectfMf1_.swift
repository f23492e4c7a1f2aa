Testing.__checkBinaryOperation(plain.balls.map(\.center),{ $0 == $1() },app.balls.map(\.center),expression: .__fromBinaryOperation(.__fromSyntaxNode(#"plain.balls.map(\.center)"#),"==",.__fromSyntaxNode(#"app.balls.map(\.center)"#)),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/DynamicsJournalTests/JournalTests.swift:108:5-108:66

Testing.__checkBinaryOperation(app.animator.elapsedTime,{ $0 > $1() },0.16,expression: .__fromBinaryOperation(.__fromSyntaxNode("app.animator.elapsedTime"),">",.__fromSyntaxNode("0.16")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/DynamicsJournalTests/JournalTests.swift:148:5-148:45

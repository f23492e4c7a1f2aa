Testing.__checkBinaryOperation(failures.count == 1,{ $0 && $1() },failures.first as? JournalError == expected,expression: .__fromBinaryOperation(.__fromSyntaxNode("failures.count == 1"),"&&",.__fromSyntaxNode("failures.first as? JournalError == expected")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/DynamicsJournalTests/JournalTests.swift:133:5-133:80

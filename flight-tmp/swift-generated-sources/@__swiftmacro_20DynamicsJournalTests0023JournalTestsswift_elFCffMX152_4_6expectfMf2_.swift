Testing.__checkBinaryOperation(failures.last as? JournalError,{ $0 == $1() },.inUse,expression: .__fromBinaryOperation(.__fromSyntaxNode("failures.last as? JournalError"),"==",.__fromSyntaxNode(".inUse")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/DynamicsJournalTests/JournalTests.swift:153:5-153:54

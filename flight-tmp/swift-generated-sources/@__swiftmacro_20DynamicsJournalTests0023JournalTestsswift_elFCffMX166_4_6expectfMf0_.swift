Testing.__checkBinaryOperation(recording.header.tracks.state,{ $0 && $1() },recording.leftOutSteps.isEmpty,expression: .__fromBinaryOperation(.__fromSyntaxNode("recording.header.tracks.state"),"&&",.__fromSyntaxNode("recording.leftOutSteps.isEmpty")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/DynamicsJournalTests/JournalTests.swift:167:5-167:77

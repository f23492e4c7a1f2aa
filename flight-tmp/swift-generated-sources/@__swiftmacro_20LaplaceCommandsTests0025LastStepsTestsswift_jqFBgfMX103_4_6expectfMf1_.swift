Testing.__checkBinaryOperation(!recording.header.tracks.state,{ $0 && $1() },recording.header.notes.count == 1,expression: .__fromBinaryOperation(.__fromSyntaxNode("!recording.header.tracks.state"),"&&",.__fromSyntaxNode("recording.header.notes.count == 1")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/LaplaceCommandsTests/LastStepsTests.swift:104:5-104:81

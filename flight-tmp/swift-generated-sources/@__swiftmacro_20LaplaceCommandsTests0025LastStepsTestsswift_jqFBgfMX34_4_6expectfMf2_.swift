Testing.__checkBinaryOperation(recording.header.tracks.state,{ $0 == $1() },(tracks == "state"),expression: .__fromBinaryOperation(.__fromSyntaxNode("recording.header.tracks.state"),"==",.__fromSyntaxNode(#"(tracks == "state")"#)),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/LaplaceCommandsTests/LastStepsTests.swift:35:5-35:66

Testing.__checkValue(try Recording(path: path).stepCount == recording.stepCount,expression: .__fromSyntaxNode("try Recording(path: path).stepCount == recording.stepCount"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/LaplaceCommandsTests/LastStepsTests.swift:111:5-111:72

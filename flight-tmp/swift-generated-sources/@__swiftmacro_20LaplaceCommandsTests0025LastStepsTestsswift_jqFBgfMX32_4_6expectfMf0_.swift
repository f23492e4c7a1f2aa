Testing.__checkBinaryOperation(300...600,{ $0 ~= $1() },recording.stepCount,expression: .__fromBinaryOperation(.__fromSyntaxNode("300...600"),"~=",.__fromSyntaxNode("recording.stepCount")),comments: [.__line("// The key frame before the last 300 steps is that of step 600 of a run with one every 300.")],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/LaplaceCommandsTests/LastStepsTests.swift:33:5-33:46

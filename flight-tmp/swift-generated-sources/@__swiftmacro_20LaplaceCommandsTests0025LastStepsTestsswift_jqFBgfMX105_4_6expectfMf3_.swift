Testing.__checkValue(try filesLeft() == ["a.mcap", "a.mcap.flight"],expression: .__fromSyntaxNode(#"try filesLeft() == ["a.mcap", "a.mcap.flight"]"#),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/LaplaceCommandsTests/LastStepsTests.swift:106:5-106:60

Testing.__checkValue(try filesLeft() == ["a.mcap"],expression: .__fromSyntaxNode(#"try filesLeft() == ["a.mcap"]"#),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/LaplaceCommandsTests/LastStepsTests.swift:77:7-77:45

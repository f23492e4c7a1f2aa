Testing.__checkValue(try Data(contentsOf: URL(fileURLWithPath: folder.file("game.mcap"))) == recorded,expression: .__fromSyntaxNode(#"try Data(contentsOf: URL(fileURLWithPath: folder.file("game.mcap"))) == recorded"#),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/LaplaceTestingTests/ExpectDeterministicTests.swift:30:5-30:94

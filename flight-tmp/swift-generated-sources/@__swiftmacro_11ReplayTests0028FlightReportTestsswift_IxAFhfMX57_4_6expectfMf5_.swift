Testing.__checkValue(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["report.mcap"],expression: .__fromSyntaxNode(#"try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["report.mcap"]"#),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/ReplayTests/FlightReportTests.swift:58:5-58:97

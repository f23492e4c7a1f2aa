Testing.__checkPropertyAccess(report.self,getting: { $0.isSound },expression: .__fromPropertyAccess(.__fromSyntaxNode("report"),.__fromSyntaxNode("isSound")),comments: ["\(report.findings)"],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/ReplayTests/EngineTests.swift:62:5-62:50

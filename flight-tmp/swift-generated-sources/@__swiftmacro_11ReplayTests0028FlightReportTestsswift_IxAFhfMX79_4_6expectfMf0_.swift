Testing.__checkValue(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty,expression: .__fromSyntaxNode("try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /src/Tests/ReplayTests/FlightReportTests.swift:80:5-80:86

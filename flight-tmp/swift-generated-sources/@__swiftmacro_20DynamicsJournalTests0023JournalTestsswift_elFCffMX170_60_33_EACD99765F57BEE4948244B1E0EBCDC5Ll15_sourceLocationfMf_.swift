Testing.SourceLocation.__here()

// original-source-range: /src/Tests/DynamicsJournalTests/JournalTests.swift:171:61-171:77

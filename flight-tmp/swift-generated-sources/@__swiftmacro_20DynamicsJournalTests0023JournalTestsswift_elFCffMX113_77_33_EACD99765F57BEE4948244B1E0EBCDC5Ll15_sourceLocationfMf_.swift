Testing.SourceLocation.__here()

// original-source-range: /src/Tests/DynamicsJournalTests/JournalTests.swift:114:78-114:94

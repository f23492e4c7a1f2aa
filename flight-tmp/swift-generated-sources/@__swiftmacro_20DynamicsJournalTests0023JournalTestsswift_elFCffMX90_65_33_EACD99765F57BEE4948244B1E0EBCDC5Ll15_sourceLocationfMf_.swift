Testing.SourceLocation.__here()

// original-source-range: /src/Tests/DynamicsJournalTests/JournalTests.swift:91:66-91:82

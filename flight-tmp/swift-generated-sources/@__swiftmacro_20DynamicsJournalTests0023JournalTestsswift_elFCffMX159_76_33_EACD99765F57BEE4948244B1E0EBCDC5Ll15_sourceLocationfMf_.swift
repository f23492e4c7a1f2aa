Testing.SourceLocation.__here()

// original-source-range: /src/Tests/DynamicsJournalTests/JournalTests.swift:160:77-160:93

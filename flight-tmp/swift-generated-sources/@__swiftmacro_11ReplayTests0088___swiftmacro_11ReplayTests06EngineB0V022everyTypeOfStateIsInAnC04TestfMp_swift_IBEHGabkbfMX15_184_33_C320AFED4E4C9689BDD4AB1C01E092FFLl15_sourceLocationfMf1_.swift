Testing.SourceLocation.__here()

// original-source-range: @__swiftmacro_11ReplayTests06EngineB0V022everyTypeOfStateIsInAnC04TestfMp_.swift:16:185-16:201

Testing.SourceLocation.__here()

// original-source-range: @__swiftmacro_11ReplayTests06EngineB0V022everyTypeOfStateIsInAnC04TestfMp_.swift:16:20-16:36

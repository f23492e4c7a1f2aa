nil                                                                                                                             

// original-source-range: @__swiftmacro_11ReplayTests06EngineB0V022everyTypeOfStateIsInAnC04TestfMp_.swift:4:176-4:186

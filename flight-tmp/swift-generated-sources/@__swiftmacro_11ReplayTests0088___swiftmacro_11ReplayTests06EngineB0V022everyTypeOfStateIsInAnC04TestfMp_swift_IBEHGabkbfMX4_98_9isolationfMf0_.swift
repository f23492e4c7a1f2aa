nil                                                                                                                             

// original-source-range: @__swiftmacro_11ReplayTests06EngineB0V022everyTypeOfStateIsInAnC04TestfMp_.swift:5:99-5:109

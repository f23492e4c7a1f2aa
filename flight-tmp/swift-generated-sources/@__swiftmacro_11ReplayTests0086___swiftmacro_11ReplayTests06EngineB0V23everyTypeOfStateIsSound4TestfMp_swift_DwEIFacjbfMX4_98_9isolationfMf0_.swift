nil                                                                                                                             

// original-source-range: @__swiftmacro_11ReplayTests06EngineB0V23everyTypeOfStateIsSound4TestfMp_.swift:5:99-5:109
